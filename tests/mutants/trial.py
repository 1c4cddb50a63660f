"""The tests against a mutant, in a copy of the tree: nobody works there, and the checkout is never touched."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.draw import PACKAGE, ROOT
from tests.mutants.places import Mutant

LIMITED = 'ulimit -t "$0"; ulimit -v "$1" 2> /dev/null; shift; exec "$@"'
MEMORY_KB = ("8000000", "unlimited")  # for rules that never end and keep what they find; browsers reserve at will
CPU_S, CPU_TIMES = {PACKAGE: 300, "game": 20}, 2  # a mutant may take as long, and so many times what none takes
WALL_TIMES = 10  # other work may go on beside
SOONEST = ("test_rulings.py", "test_naive.py")  # they catch most, so they run first


def command(suite: str) -> list[str]:
    """What must catch the mutants of a suite: `make quick`, or what `make game` runs."""
    if suite == PACKAGE:
        # The environment is the one we run in, and is never set up anew out of a copy.
        return ["make", "quick", f"VENV={sys.prefix}", "-o", f"{sys.prefix}/developing"]
    own = (ROOT / "tests/games" / suite).glob("test_*.py")
    common = [*(ROOT / "tests/games").glob("test_*.py"), *(ROOT / "tests/golden").glob("test_*.py")]
    tests = [*sorted(own, key=lambda path: (path.name not in SOONEST, path)), *sorted(common)]
    told = [str(path.relative_to(ROOT)) for path in tests]
    return [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-k", suite, *told]


def environment(suite: str, root: Path) -> dict[str, str]:
    modes = ("NUMBA_", "PYTEST_", "CARDSHED_PROOF", "CARDSHED_QUICK", "CARDSHED_TEST")
    kept = {name: told for name, told in os.environ.items() if not name.startswith(modes)}
    kept |= {"PYTHONPATH": str(root / "src"), "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(root / "tmp")}
    if suite == PACKAGE:
        return kept | {"PYTEST_ADDOPTS": "-x -p no:cacheprovider"}
    return kept | {"NUMBA_DISABLE_JIT": "1", "CARDSHED_QUICK": "1"}


@dataclass(frozen=True)
class Outcome:
    status: int  # 0: the tests pass; below 0: the signal that ended them
    seconds: float
    cpu: float
    by: str  # the test that failed first


class Copy:
    """A copy of the tree, all that git tracks or would."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.group = 0  # of the processes that run here
        listed = subprocess.check_output(["git", "ls-files", "-coz", "--exclude-standard"], cwd=ROOT, text=True)
        for name in filter(None, set(listed.split("\0"))):
            if (ROOT / name).exists():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, root / name)
        (root / "tmp").mkdir()
        # Compiled once; and as the hash of the source decides, not its time and size, never an old mutant's.
        hashed = ["-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "src"]
        subprocess.run([sys.executable, *hashed], cwd=root, check=True)
        said = [sys.executable, "-c", "import cardshed; print(cardshed.__file__)"]
        used = subprocess.check_output(said, cwd=root, env=environment(PACKAGE, root), text=True)
        assert Path(used.strip()).is_relative_to(root), f"the tests would try {used.strip()} and not the copy"

    @contextmanager
    def mutated(self, m: Mutant) -> Iterator[None]:
        path = self.root / m.path
        text = path.read_text(encoding="utf-8")
        path.write_text(m.applied(text), encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(text, encoding="utf-8")

    def tests(self, suite: str, cpu_s: float = 3600.0) -> Outcome:
        began = time.monotonic()
        output = self.root / "tmp/output"
        with output.open("wb") as out:
            process = subprocess.Popen(
                ["sh", "-c", LIMITED, str(int(cpu_s)), MEMORY_KB[suite == PACKAGE], *command(suite)],
                cwd=self.root,
                env=environment(suite, self.root),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.group = process.pid
        late = threading.Timer(WALL_TIMES * cpu_s, self.stop)
        late.start()
        _, status, used = os.wait4(process.pid, 0)
        late.cancel()
        self.stop()  # what it has left behind
        process.returncode = os.waitstatus_to_exitcode(status)
        told = output.read_text(encoding="utf-8", errors="replace").splitlines()
        failed = [line.removeprefix("FAILED ").split(" - ")[0] for line in told if line.startswith(("FAILED", "ERROR"))]
        by = failed[0] if failed else "\n".join(told[-3:])
        return Outcome(process.returncode, time.monotonic() - began, used.ru_utime + used.ru_stime, by)

    def stop(self) -> None:
        group, self.group = self.group, 0
        if group:
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)


def limit_s(suite: str, baseline: Outcome) -> float:
    return CPU_S[PACKAGE if suite == PACKAGE else "game"] + CPU_TIMES * baseline.cpu


@contextmanager
def copies(number: int) -> Iterator[list[Copy]]:
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        yield [Copy(Path(folder).resolve() / str(i)) for i in range(number)]
