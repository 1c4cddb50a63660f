"""Counts: `make test` is quick, `make proof` plays the numbers that are promised."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from cardshed.engine.kernel import PLAIN

PROOF = bool(os.environ.get("CARDSHED_PROOF"))

OWN = Path(tempfile.mkdtemp(prefix="cardshed-tests-"))
os.environ["XDG_DATA_HOME"] = str(OWN)  # matches of tests are nobody's own
RUNNING = OWN / "test"  # holds the name of the test that runs, for tests/server/dealt.py
RUNNING.touch()
os.environ["CARDSHED_TEST"] = str(RUNNING)

for name, examples in (("test", 25), ("proof", 500), ("plain", 3)):
    settings.register_profile(
        name, max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
settings.load_profile("plain" if PLAIN else "proof" if PROOF else "test")


def counted(quick: int, proof: int, plain: int) -> int:
    """How many to do: in `make test`, in `make proof`, and without the JIT."""
    return plain if PLAIN else proof if PROOF else quick


def pytest_runtest_setup(item: pytest.Item) -> None:
    RUNNING.write_text(item.nodeid, encoding="utf-8")


LONG = ("test_docs.py", "test_modes.py", "test_postgres.py", "test_endgames.py")  # begun first: nobody waits for them


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONG)
    if PLAIN:
        needs_jit = pytest.mark.skip(reason="needs the JIT; run without NUMBA_DISABLE_JIT")
        for item in items:
            if "compiled" in item.keywords:
                item.add_marker(needs_jit)
