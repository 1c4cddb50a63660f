"""Counts and markers: `make quick` is quickest, `make test` quick, `make proof` plays the numbers that are promised."""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
import tempfile
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from cardshed.engine.core.compiling import KernelCache
from cardshed.engine.kernel import PLAIN

PROOF = bool(os.environ.get("CARDSHED_PROOF"))
QUICK = os.environ.get("CARDSHED_QUICK", "")  # "compiling" lets kernels be compiled that are not kept yet
FEW = PLAIN or bool(QUICK)  # so few games are played that what is seldom met may be missing

os.environ["OMP_WAIT_POLICY"] = "PASSIVE"  # PyTorch's threads sleep between the small sums of tests, else they spin

gc.disable()  # until tests run: no module that they bring is garbage, and to look for some takes half of that time

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell has it of what it starts in the back
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests press Ctrl-C

OWN = Path(tempfile.mkdtemp(prefix="cardshed-tests-"))
os.environ["XDG_DATA_HOME"] = str(OWN)  # matches of tests are nobody's own
RUNNING = OWN / "test"  # holds the name of the test that runs, for tests/server/dealt.py
RUNNING.touch()
os.environ["CARDSHED_TEST"] = str(RUNNING)

for name, examples in (("test", 25), ("proof", 500), ("plain", 3)):
    settings.register_profile(
        name, max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
settings.load_profile("plain" if FEW else "proof" if PROOF else "test")


def counted(quick: int, proof: int, plain: int) -> int:
    """How many to do: in `make test`, in `make proof`, and without the JIT or in `make quick`."""
    return plain if FEW else proof if PROOF else quick


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    RUNNING.write_text(item.nodeid, encoding="utf-8")
    watched.append(item)
    try:
        return (yield)
    finally:
        watched.pop()


watched: list[pytest.Item] = []  # the test that runs


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture
def torch() -> Any:
    return pytest.importorskip("torch", reason="there is no PyTorch: pip install 'cardshed[train]'")


def begin(process: BaseProcess, start: Any = BaseProcess.start) -> None:
    """As `multiprocessing` begins a process, which Python does not tell its auditors."""
    sys.audit("multiprocessing", process.name)
    start(process)


setattr(BaseProcess, "start", begin)  # noqa: B010


def refuse(event: str, arguments: Any) -> None:
    """A test that starts something and does not say so by its marker fails."""
    marker = {"subprocess.Popen": "process", "multiprocessing": "process", "socket.bind": "server"}.get(event)
    if marker and watched and not watched[0].get_closest_marker(marker):
        if str(arguments[0]).endswith(("git", "ldconfig")):  # which asks where a library lies
            return
        raise AssertionError(f"{watched[0].nodeid} raises {event} {arguments[:2]}: mark it pytest.mark.{marker}")


LONG = ("test_docs.py", "test_modes.py", "test_postgres.py", "test_endgames.py")  # begun first: nobody waits for them

# What a test needs beside Python, by the fixtures that it asks for; other tests carry the marker themselves.
NEEDS = {
    "browser": ("browser",),
    "server": ("serve", "served"),
    "process": ("browser", "served", "cluster"),
    "ray": ("cluster",),
    "torch": ("torch",),
}
PLAIN_IS_ENOUGH = ("test_repository.py", "test_messages.py", "test_mutants.py", "test_ratings.py")  # they run no kernel
NOT_QUICK = ("browser", "server", "process", "ray", "torch", "node", "slow")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """In `make quick` a file all of whose tests would be left out is not even imported, and none twice for nothing."""
    if config.option.markexpr != "quick" or collection_path.suffix != ".py":
        return None
    if not PLAIN and collection_path.name in PLAIN_IS_ENOUGH:
        return True
    told = re.search(r"^pytestmark = (\[[^]]*\]|.*)", collection_path.read_text(encoding="utf-8"), re.MULTILINE)
    left_out = (*NOT_QUICK, "compiled") if PLAIN else NOT_QUICK
    return True if told and any(f"pytest.mark.{marker}" in told[1] for marker in left_out) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONG)
    needs_jit = pytest.mark.skip(reason="needs the JIT; run without NUMBA_DISABLE_JIT")
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        for marker, names in NEEDS.items():
            if any(name in fixtures for name in names):
                item.add_marker(marker)
        if not any(map(item.get_closest_marker, NOT_QUICK)):
            item.add_marker("quick")
        if PLAIN and item.get_closest_marker("compiled"):
            item.add_marker(needs_jit)


sys.addaudithook(refuse)

if QUICK and QUICK != "compiling":

    def skip(*_: object) -> None:
        pytest.skip("its kernels are not compiled on this machine yet; make test does that")

    KernelCache._log = skip  # type: ignore[assignment,method-assign]  # called when a kernel is about to be compiled
