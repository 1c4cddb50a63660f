"""What we use of Numba beyond what it promises is there, and does what it is for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import cardshed
from cardshed.bots import ask, bot
from cardshed.engine.core import cache, compiling
from cardshed.engine.core.cache import PACKAGE
from cardshed.engine.core.simulate import simulate
from cardshed.engine.kit.perft import perft
from cardshed.envs import gymnasium
from cardshed.lab.plan import make_plan
from cardshed.lab.playing import watch
from tests.engine.test_refusals import broken
from tests.processes import ROOT, python

pytestmark = pytest.mark.compiled

HIGHEST = ROOT / "tests/games/highest"  # a game from a folder
ENTRIES = ("play_games", "grow", "weigh", "follow", "step_games", "watch_games", "perft", "replay", "choose_move")


def test_this_numba_lets_reference_counting_be_switched_off() -> None:
    assert compiling.COUNT_NO_REFERENCES, (
        "This Numba has no option `_nrt` any more: kernels count references again, which is right but a third slower "
        "(engine/core/compiling.py)."
    )


def use(game: cardshed.Game) -> None:
    """Enter compiled code wherever Python does."""
    match = game.match(seed=1)
    seat = match.acting[0]
    simulate(game, 2, threads=1)
    perft(match, 1)
    for name in ("search:4", "net", "expert") if game.name == "thirteen" else ("search:4",):
        ask(bot(name), match, seat, 1)
    match.play(seat, match.legal(seat)[0])
    cardshed.replay(match.record(), game)
    envs = gymnasium.vector(str(game.folder), 2)
    envs.reset(seed=1)
    envs.step(np.argmax(envs.masks, 1))
    watch(make_plan(game, 2), 0, 2)


def test_what_is_linked_of_a_kernel_counts_no_references() -> None:
    for name in ("thirteen", HIGHEST):
        use(cardshed.game(name))
    sources = [path for place in (PACKAGE, HIGHEST) for path in place.rglob("*.py") if "@kernel" in path.read_text()]
    linked = [file for path in sources if (folder := cache.folder(path)) for file in folder.glob("*.nbc")]
    names = {file.name.partition(".")[2].partition("-")[0] for file in linked if "-called" not in file.name}
    assert set(ENTRIES) <= names and len(linked) > 100
    assert [file for file in linked if b"NRT_" in file.read_bytes()] == []


def test_this_numba_lets_code_be_optimised_when_it_is_entered() -> None:
    assert compiling.LATE, (
        "This Numba names what makes libraries of code otherwise: kernels are optimised on every level again, which is "
        "right, but takes twice as long and makes them a tenth slower (engine/core/compiling.py)."
    )


WITHOUT = {
    "counting references": """
from numba.core.registry import cpu_target
for place in cpu_target.options.__mro__:
    if "_nrt" in vars(place):
        del place._nrt
""",
    "optimising at once": """
from cardshed.engine.core import compiling
compiling.LATE = False
""",
}


@pytest.mark.process
@pytest.mark.parametrize("how", WITHOUT)
def test_it_is_as_right_without(how: str, tmp_path: Path) -> None:
    source = f"{WITHOUT[how]}\nimport cardshed\n"
    source += f"print(cardshed.simulate({str(HIGHEST)!r}, 50, seed=1, threads=1).points.tolist())"
    told = python(source, CARDSHED_CACHE=str(tmp_path)).stdout
    assert told == f"{simulate(cardshed.game(HIGHEST), 50, seed=1, threads=1).points.tolist()}\n"
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*.nbc"))
    assert (b"NRT_" in kept) == (how == "counting references")


@pytest.mark.process
def test_scipy_is_left_out_until_somebody_uses_it() -> None:
    pytest.importorskip("scipy", reason="there is no SciPy: it comes with OpenSpiel")
    source = """
import sys, cardshed, numba, numpy
cardshed.game("thirteen").match(seed=1)
print("scipy.linalg" in sys.modules, numba.njit(lambda a: a.dot(a))(numpy.ones(3)), "scipy.linalg" in sys.modules)
"""
    assert python(source).stdout == "False 3.0 True\n"


CIRCLES = """
from cardshed.engine.kernel import kernel

@kernel
def product(n):
    return 1 if n < 2 else n * product(n - 1)

@kernel
def even(n):
    return n == 0 or odd(n - 1)

@kernel
def odd(n):
    return n != 0 and even(n - 1)
"""


@pytest.mark.process
def test_a_kernel_may_call_itself_but_no_two_may_call_each_other(tmp_path: Path) -> None:
    """What Numba kept of such two stopped the next process without a word."""
    (tmp_path / "circles.py").write_text(CIRCLES)
    source = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
from circles import even, product
print(product(10))
try:
    print(even(4))
except Exception as problem:
    print("no two may call each other" in str(problem))
"""
    for _ in range(2):
        assert python(source, CARDSHED_CACHE=str(tmp_path / "kept")).stdout == "3628800\nTrue\n"


@pytest.mark.process
def test_a_number_is_told_by_kernels_that_another_process_compiled(tmp_path: Path) -> None:
    folder, _ = broken(tmp_path, '("counts", SEATS))', '("counts", SEATS - 1))', name="wordy")
    source = f"""
import numpy as np, cardshed
from cardshed.engine import calls
match = cardshed.game({str(folder)!r}).match(seed=1)
try:
    calls.observe(match.rows, 0, np.zeros(5000, np.float32))
except cardshed.CardshedError as problem:
    print(problem, sum(calls.observe.stats.cache_hits.values()))
"""
    first, second = (python(source, CARDSHED_CACHE=str(tmp_path / "kept")).stdout for _ in range(2))
    assert "observe writes 160 numbers" in first and first.endswith(" 0\n")
    assert second == first.replace(" 0\n", " 1\n")
