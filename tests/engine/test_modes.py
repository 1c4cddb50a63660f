"""The same source compiled, compiled with bounds checks and as plain Python gives the same games to the byte."""

from __future__ import annotations

import pytest

import cardshed
from tests.conftest import PROOF
from tests.processes import python

SOURCE = """
import hashlib, random, cardshed
from cardshed.engine.kit.conformance import some_match, some_options, walk
digest = hashlib.sha256()
for name in NAMES:
    game, dice = cardshed.game(name), random.Random(5)
    for _ in range(6):
        match = some_match(game, dice)
        for now in walk(match, dice):
            digest.update(now.rows.tobytes())
            if now.plies % 16 == 0:
                for seat in range(now.players):
                    digest.update(now.imagine(seat, 9).rows.tobytes())
    for bots in ("random", "greedy"):
        players, options = some_options(game, dice)
        sim = cardshed.simulate(game.folder if name not in cardshed.games() else name, 4,
                                players=players, options=options, bots=bots, seed=3)
        for column in (sim.payoff, sim.points, sim.plies, sim.turns, sim.deals, sim.decisions, sim.legal):
            digest.update(column.tobytes())
print(digest.hexdigest())
"""

# The rulings of all games are run in each mode by themselves; to compile all of them once more takes long.
NAMES = [*(cardshed.games() if PROOF else ["thirteen"]), "tests/games/highest"]


@pytest.mark.compiled
@pytest.mark.process
def test_compiled_checked_and_plain_agree() -> None:
    source = f"NAMES = {NAMES}\n{SOURCE}"
    compiled = python(source).stdout
    assert len(compiled.strip()) == 64
    assert python(source, NUMBA_BOUNDSCHECK="1").stdout == compiled
    assert python(source, NUMBA_DISABLE_JIT="1").stdout == compiled
