"""What a compiled kernel is kept under: all whose code or constants compiling it can reach, and nothing else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

import cardshed
from cardshed.engine.core import cache
from tests.conftest import PROOF
from tests.processes import ROOT, environment, python

PACKAGE = Path(cardshed.__file__).parent


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package's sources, to be edited; the folder that holds it."""
    base = tmp_path_factory.mktemp("copied")
    sources = shutil.ignore_patterns("__pycache__", "web", "shipped", "*.net", "*.npz")
    shutil.copytree(PACKAGE, base / "cardshed", ignore=sources)
    return base


SECONDS = count(1_000_000_000)


class edited:
    """A file with something in it replaced, or added at its end, for a while."""

    def __init__(self, file: Path, old: str, new: str) -> None:
        self.file, self.before = file, file.read_text(encoding="utf-8")
        assert old in self.before, f"{old} is not in {file.name}"
        self.after = self.before.replace(old, new, 1) if old else self.before + new

    def __enter__(self) -> None:
        self._write(self.after)

    def __exit__(self, *_: object) -> None:
        self._write(self.before)

    def _write(self, text: str) -> None:
        """At a second of its own, by which Python knows what it has kept of a module from what it has to read anew."""
        self.file.write_text(text, encoding="utf-8")
        os.utime(self.file, (next(SECONDS),) * 2)


# --- keys ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", cardshed.games())
def test_a_key_changes_with_what_can_be_reached_and_with_nothing_else(
    game: str, copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = copied / "cardshed"
    monkeypatch.setattr(cache, "PACKAGE", package)
    folder = package / "games" / game
    reached = cache.closure(folder / name for name in cache.REACHED)
    names = {str(path.relative_to(package)) for path in reached}
    own = {f"games/{game}/{name}" for name in ("rules.py", "tallies.py")}
    more = {"pyramid": {"games/pyramid/melds.py"}, "rummy": {"games/rummy/house_rules.py", "games/rummy/melds.py"}}
    assert own | {f"engine/{name}.py" for name in ("bits", "cards", "chance", "kernel", "options", "row")} <= names
    assert more.get(game, set()) <= names
    before = cache.rules_of(folder)
    for path in package.rglob("*.py"):
        with edited(path, "", "\nCONSTANT = 1\n"):
            assert (cache.rules_of(folder) != before) == (path in reached), path
    assert not {name for name in names if name.startswith("games/") and name.split("/")[1] != game}
    assert not {name for name in names if name.startswith("engine/matches") or name.endswith("/table.py")}


@pytest.mark.process
def test_importing_rules_brings_no_module_that_the_key_does_not_hold() -> None:
    """The closure is read off the sources; what Python itself imports for the rules is found to be in it."""
    source = """
import importlib, json, sys
sys.modules["cardshed"] = type(sys)("cardshed")  # whose own imports are for people
sys.modules["cardshed"].__path__ = [{package!r}]
for name in ("rules", "tallies"):
    importlib.import_module(f"cardshed.games.{game}.{{name}}")
print(json.dumps([m.__file__ for n, m in sys.modules.items() if n.startswith("cardshed.") and m.__file__]))
"""
    for game in cardshed.games():
        folder = PACKAGE / "games" / game
        loaded = json.loads(python(source.format(package=str(PACKAGE), game=game)).stdout)
        reached = cache.closure(folder / name for name in cache.REACHED)
        beside = {Path(path) for path in loaded if not path.endswith("__init__.py")} - reached
        assert not beside, f"{game} reaches {sorted(beside)}"
        assert len(loaded) > 10


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The rules of a game outside the package; packages can be installed beside it in `site`."""
    for folder in ("mygame", "site/scores/deep", "site/scores-1.0.dist-info"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setattr(cache, "INSTALLED", {tmp_path / "site"})
    for name in ("scores/__init__.py", "scores/deep/__init__.py", "scores/deep/table.py", "loose.py"):
        (tmp_path / "site" / name).write_text("WORTH = 1\n")
    (tmp_path / "site/scores-1.0.dist-info/RECORD").write_text("scores/__init__.py,sha256=1,10\n")
    (tmp_path / "mygame/table.py").write_text("")
    rules = tmp_path / "mygame/rules.py"
    rules.write_text("")
    yield rules
    for name in [name for name in sys.modules if name.split(".")[0] in ("scores", "loose", "table")]:
        del sys.modules[name]


def key_after(rules: Path, changed: Path, text: str) -> str:
    with edited(changed, "", text):
        cache._imported.cache_clear()
        cache._lists.cache_clear()
        return cache.sources([rules])


@pytest.mark.parametrize(
    ("imports", "changed", "counts"),
    [
        ("import scores", "site/scores-1.0.dist-info/RECORD", True),
        ("from scores.deep import table", "site/scores-1.0.dist-info/RECORD", True),
        ("import json", "site/scores-1.0.dist-info/RECORD", False),
        ("import loose", "site/loose.py", True),
        ("import table", "mygame/table.py", False),
        ("import importlib", "mygame/table.py", True),
        ("from importlib import import_module", "mygame/table.py", True),
        ("def late(name):\n    return __import__(name)", "mygame/table.py", True),
        ("import importlib.util\nfrom numpy import sum", "site/loose.py", False),
    ],
)
def test_what_other_packages_and_made_up_names_reach(
    own: Path, imports: str, changed: str, counts: bool, tmp_path: Path
) -> None:
    """An installed package counts by its version; where names are made up as rules run, all that lies beside them."""
    own.write_text(imports)
    before = key_after(own, tmp_path / "site/scores/__init__.py", "")
    assert (key_after(own, tmp_path / changed, "# anew\n") != before) == counts


def test_a_package_that_is_not_installed_counts_by_its_sources(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the packages that it lies in, which run first, and with what those import."""
    monkeypatch.setattr(cache, "INSTALLED", set())
    own.write_text("from scores.deep.table import WORTH")
    site = own.parent.parent / "site"
    before = key_after(own, site / "loose.py", "")
    assert key_after(own, site / "loose.py", "# anew\n") == before
    for name in ("scores/__init__.py", "scores/deep/__init__.py", "scores/deep/table.py"):
        assert key_after(own, site / name, "# anew\n") != before, name


# --- results ---------------------------------------------------------------------------------------

PROBE = """
from cardshed.engine.kernel import kernel
from cardshed.engine.options import Number
from cardshed.engine.row import row_type

ROW = row_type(__file__, (Number("goal", 5, 1, 500, "probe-1"),))


@kernel
def turns(s):
    s.turns = 70_000
    return s.turns


@kernel
def goal(s):
    s.goal = 300
    return s.goal
"""
TELL = """
import json
import numpy as np
import probe
from cardshed.engine.cards import some
from cardshed.engine.chance import WEYL, key
from cardshed.games.pyramid import chances
from cardshed.games.rummy import owing, rules as rummy
from cardshed.games.thirteen import rules as thirteen

s = np.zeros(1, probe.ROW)[0]
r = np.zeros(1, rummy.ROW)[0]
r.wild_on_opponent = 1
told = {
    "triple": chances.makes(some(0, 2) | some(8, 1), 6),
    "on_others": owing.takes_wilds(r, 0, 99, 1),
    "run": thirteen.kind_of(0b1_0001_0001),
    "pair": thirteen.kind_of(0b11),
    "turns": probe.turns(s),
    "goal": probe.goal(s),
    "key": hex(key(np.uint64(1), 2, 3))[-4:],
}
print(json.dumps({name: value if isinstance(value, str) else int(value) for name, value in told.items()}))
"""
EDITS = (
    # a module without kernels, or with; what stands there; what it becomes; which result that changes, and to what
    ("games/pyramid/melds.py", '"red_triple", RED, False, 3, guests=1', '"red_triple", RED, False, 3', "triple", 0),
    ("games/rummy/house_rules.py", "WITH_NATURAL = 1", "WITH_NATURAL = 2", "on_others", 0),
    ("games/thirteen/rules.py", "return RUN if different ==", "return RUN if different !=", "run", 6),
    ("engine/row.py", '("turns", np.int32)', '("turns", np.int16)', "turns", 70_000 - (1 << 16)),
    ("engine/options.py", "dtype = np.int16", "dtype = np.uint8", "goal", 300 - 256),
    ("engine/chance.py", "0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17", "key", None),
    ("engine/bits.py", "build.ctpop(args[0])", "args[0]", "pair", 3),
)


def tell(copied: Path, kept: Path) -> tuple[dict[str, object], list[str]]:
    """What the probes come to in a process of their own, and which kernels it compiled for that."""
    log = kept.with_suffix(".log")
    log.write_text("")
    path = os.pathsep.join(str(folder) for folder in (copied, kept.parent))
    out = python(TELL, PYTHONPATH=path, CARDSHED_CACHE=str(kept), CARDSHED_COMPILED=str(log)).stdout
    return json.loads(out), log.read_text().splitlines()


@pytest.fixture
def probed(copied: Path, tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    (tmp_path / "probe.py").write_text(PROBE)
    yield copied, tmp_path / "kept"


@pytest.mark.compiled
@pytest.mark.process
def test_a_changed_constant_or_line_shows_in_the_next_process(probed: tuple[Path, Path]) -> None:
    copied, kept = probed
    before, compiled = tell(copied, kept)
    assert (before["triple"], before["on_others"], before["turns"], before["goal"]) == (1, 1, 70_000, 300)
    assert len(compiled) > 5
    assert tell(copied, kept) == (before, [])
    for file, old, new, result, value in EDITS:
        with edited(copied / "cardshed" / file, old, new):
            after, compiled = tell(copied, kept)
        assert compiled, f"{file}: an older kernel was taken"
        changed = {name for name in before if after[name] != before[name]}
        assert result in changed, f"{file}: {old} became {new}, and nothing came of it"
        assert value is None or after[result] == value, file
    assert tell(copied, kept) == (before, [])


# --- nothing for nothing ---------------------------------------------------------------------------

PLAY = """
import random
import cardshed
for name in ("rummy", "thirteen"):
    dice, match = random.Random(1), cardshed.game(name).match(seed=1)
    for _ in range(20):
        seat = match.acting[0]
        match.play(seat, dice.choice(match.legal(seat)))
    match.view(0)
"""
FOR_PEOPLE = ("games/rummy/table.py", "engine/matches/match.py", "games/segments/rules.py")


@pytest.mark.compiled
@pytest.mark.process
def test_a_comment_for_people_compiles_nothing(copied: Path, tmp_path: Path) -> None:
    """In `make proof` all rulings of Rummy and Thirteen are tried, else a few moves of each."""
    log = tmp_path / "compiled"
    path = os.pathsep.join(map(str, (copied, ROOT)))
    rulings = [f"tests/games/{game}/test_rulings.py" for game in ("rummy", "thirteen")]
    command = ["-m", "pytest", "-p", "no:cacheprovider", *rulings] if PROOF else ["-c", PLAY]

    def compiled() -> list[str]:
        log.write_text("")
        more = environment(PYTHONPATH=path, CARDSHED_COMPILED=str(log))
        done = subprocess.run([sys.executable, *command], env=more, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return log.read_text().splitlines()

    compiled()  # in the cache of all tests, where most or all lies already
    assert compiled() == []
    for file in FOR_PEOPLE:
        with edited(copied / "cardshed" / file, "", "\n# a word for people\n"):
            assert compiled() == [], file


@pytest.mark.compiled
@pytest.mark.process
def test_two_processes_at_once_compile_each_kernel_once(tmp_path: Path) -> None:
    log = tmp_path / "compiled"
    source = "import cardshed; cardshed.simulate('tests/games/highest', 50, seed=1, threads=1)"
    more = environment(CARDSHED_CACHE=str(tmp_path / "kept"), CARDSHED_COMPILED=str(log))
    command = [sys.executable, "-c", source]
    both = [subprocess.Popen(command, env=more, cwd=ROOT, stderr=subprocess.DEVNULL) for _ in range(2)]
    assert [process.wait(timeout=300) for process in both] == [0, 0]
    done = [line.split(" ", 1) for line in log.read_text().splitlines()]
    kernels = [kernel for _, kernel in done]
    assert len(kernels) == len(set(kernels)) > 10
