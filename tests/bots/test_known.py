"""Positions with a known best move: the claims are proved, and the search finds the moves."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

import cardshed
from cardshed.bots import ask, bot
from cardshed.bots.search import Search
from tests.bots.known import KNOWN, Known
from tests.bots.solver import Solver, one_world
from tests.conftest import counted

CLEARLY = 0.05  # of the payoff: what the best moves bring more than any other


def test_names_are_different_and_every_game_has_some() -> None:
    assert len({str(known) for known in KNOWN}) == len(KNOWN)
    games = Counter(known.game for known in KNOWN)
    assert set(games) == set(cardshed.games()) and min(games.values()) >= 5


@pytest.mark.compiled
@pytest.mark.parametrize("known", KNOWN, ids=str)
def test_claim(known: Known) -> None:
    """The best moves are worth clearly more than the others can be.

    Counted for the best: what the plan makes sure of, whatever the others do. For the rest: what best play brings when
    all cards lie open, the ties of the others broken in the seat's favour. On average over worlds; no plan is needed
    where there is but one.
    """
    match, worlds = known.match(), counted(quick=12, proof=200, plain=12)
    assert match.acting == (0,) and known.best < {move.text for move in match.legal(0)}
    if known.plan is None:
        assert one_world(match, 0), "the cards cannot all be deduced"
        worlds = 2
    total: dict[str, float] = defaultdict(float)
    for k in range(worlds):
        solver = Solver(match.game)
        world = match.imagine(0, k)
        for text, worth in solver.worths(world, 0).items():
            if text not in known.best:
                total[text] += worth.high
            elif known.plan is None:
                total[text] += worth.low
            else:
                after = world.copy()
                after.play(0, text)
                total[text] += solver.sure(after, 0, known.plan)
    least = min(total[text] for text in known.best) / worlds
    rest = max(value for text, value in total.items() if text not in known.best) / worlds
    assert least >= rest + CLEARLY, f"{least:.3f} for {set(known.best)}, but {dict(total)} over {worlds} worlds"


@pytest.mark.compiled
@pytest.mark.parametrize("known", KNOWN, ids=str)
def test_search_finds_it(known: Known) -> None:
    player, match = Search(rollouts=20_000), known.match()
    for seed in range(counted(quick=1, proof=20, plain=1)):
        assert ask(player, match, 0, seed).text in known.best, known.reason


def test_positions_are_not_too_easy() -> None:
    """A bot that does not think ahead misses many of them, in every game."""
    missed = Counter(
        known.game for known in KNOWN if ask(bot("greedy"), known.match(), 0, seed=1).text not in known.best
    )
    assert all(missed[game] >= 2 for game in cardshed.games()), missed
    assert sum(missed.values()) >= len(KNOWN) / 2, missed
