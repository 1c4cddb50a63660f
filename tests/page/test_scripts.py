"""The page's scripts without a browser: their types, and that they come to the same as their twins in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardshed.server
from tests.conftest import counted
from tests.page import cases, npm

WEB = Path(cardshed.server.__file__).parent / "web"


pytestmark = [pytest.mark.node, pytest.mark.process]


def test_types() -> None:
    """What the comments promise of types holds, in every script of the page."""
    done = npm.run("types", "--listFiles", tool="typescript")
    assert done.returncode == 0, done.stdout
    checked = {Path(line) for line in done.stdout.splitlines()}
    for script in WEB.rglob("*.js"):
        assert script in checked, f"{script} is not checked: tsconfig.json leaves it out"
        assert script.read_text(encoding="utf-8").startswith("// @ts-check\n"), f"{script} is not checked"


def test_shape() -> None:
    """Scripts and styles are in the shape that prettier gives them."""
    done = npm.run("format:check", tool="prettier")
    assert done.returncode == 0, done.stdout + done.stderr


def test_scripts_and_their_twins(tmp_path: Path) -> None:
    told = tmp_path / "cases.json"
    cases.write(told, changed=counted(300, 5_000, 50))
    done = npm.run("scripts", CARDSHED_CASES=str(told))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "fail 0" in done.stdout and "skipped 0" in done.stdout
