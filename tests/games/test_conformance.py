"""Every registered game, and one from a folder, keeps the contract."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardshed
from cardshed.engine.kit.conformance import CHECKS, Check
from tests.conftest import counted

HIGHEST = str(Path(__file__).parent / "highest")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", [*cardshed.games(), HIGHEST], ids=lambda name: Path(name).name)
def test_conformance(name: str, check: Check) -> None:
    check(cardshed.game(name), random.Random(2026), counted(quick=12, proof=100, plain=1))
