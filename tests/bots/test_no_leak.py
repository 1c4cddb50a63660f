"""What a bot plays hangs on what its seat knows, on the seed of its dice, and on nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

import cardshed
from cardshed import Match
from cardshed.bots import Bot, ask, bot
from cardshed.bots.net import net_of
from cardshed.bots.search import Search
from cardshed.engine.kit.conformance import some_match, walk
from tests.conftest import counted
from tests.processes import python

pytestmark = pytest.mark.compiled

BOTS: dict[str, Bot] = {
    "random": bot("random"),
    "greedy": bot("greedy"),
    "search": Search(rollouts=200),
    "net": bot("net"),
    "net-that-looks-ahead": bot("net:12"),
}
NETS = [name for name in cardshed.games() if net_of(cardshed.game(name))]
WORLDS = 4

games = pytest.mark.parametrize("name", cardshed.games())
with_bots = pytest.mark.parametrize(
    ("name", "player"),
    [
        pytest.param(name, player, id=f"{called}-{name}")
        for called, player in BOTS.items()
        for name in (NETS if called.startswith("net") else cardshed.games())
    ],
)


def choices(name: str, most: int, salt: str) -> Iterator[tuple[Match, int, int]]:
    """Moments of random matches under random house rules where a seat has a choice, with a seed for its dice."""
    dice = random.Random(f"{salt} of {name}")
    left = most
    while left > 0:
        moments = (
            (now, seat)
            for now in walk(some_match(cardshed.game(name), dice), dice)
            for seat in now.acting
            if len(now.legal(seat)) > 1 and dice.random() < 0.2
        )
        for now, seat in islice(moments, min(left, 10)):
            left -= 1
            yield now, seat, dice.getrandbits(64)


@with_bots
def test_no_leak(name: str, player: Bot) -> None:
    """Asked in any world that its seat could not tell from the real one, a bot plays the same."""
    for now, seat, seed in choices(name, counted(quick=30, proof=600, plain=2), "no leak"):
        # An imagined match has no past, and `ask` draws the dice by the number of moves made: so both have none.
        here = Match(now.game, [now.rows])
        played = ask(player, here, seat, seed)
        for k in range(WORLDS):
            assert ask(player, here.imagine(seat, k), seat, seed) == played


@with_bots
def test_same_seed_same_move(name: str, player: Bot) -> None:
    for now, seat, seed in choices(name, counted(quick=15, proof=300, plain=1), "same seed"):
        before = now.rows.tobytes()
        assert ask(player, now, seat, seed) == ask(player, now.copy(), seat, seed)
        assert now.rows.tobytes() == before, "thinking has changed the table"


def moves_made(name: str, rollouts: int, count: int) -> list[str]:
    player = Search(rollouts=rollouts)
    return [ask(player, now, seat, seed).text for now, seat, seed in choices(name, count, "another process")]


@games
@pytest.mark.process
def test_same_move_in_another_process(name: str) -> None:
    count = counted(quick=10, proof=100, plain=1)
    done = python(f"from tests.bots.test_no_leak import moves_made\nprint(moves_made({name!r}, 200, {count}))")
    assert done.stdout.strip() == str(moves_made(name, 200, count))


@games
def test_dice_matter(name: str) -> None:
    """Another seed is another thought; else it would prove little that the same seed gives the same."""
    player = Search(rollouts=200)
    differ = 0
    for now, seat, seed in choices(name, 10, "dice"):
        thoughts = [player.explain(now.imagine(seat, 1), seat, seed + k) for k in range(2)]
        counts = [sorted((o.move.code, o.visits) for o in thought.opinions) for thought in thoughts]
        differ += counts[0] != counts[1]
    assert differ >= 3


@games
def test_thoughts_are_told(name: str) -> None:
    """Every opinion is of a legal move, the best first, and the visits are the rollouts that were asked for."""
    player = Search(rollouts=200)
    for now, seat, seed in choices(name, 5, "thoughts"):
        thought = player.explain(now.imagine(seat, 1), seat, seed)
        assert {o.move.code for o in thought.opinions} <= {move.code for move in now.legal(seat)}
        assert sum(o.visits for o in thought.opinions) == thought.rollouts == 200
        assert all(0 <= o.value <= 1 for o in thought.opinions)
        assert thought.best.trusted == max(o.trusted for o in thought.opinions)
