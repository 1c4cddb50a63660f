"""Endgames in which a seat can deduce every card and no draw is to come: the search plays what a solver finds best."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import pytest

import cardshed
from cardshed import Match
from cardshed.bots import Bot, ask, bot
from cardshed.bots.search import Search
from cardshed.engine.kit.conformance import walk
from cardshed.engine.matches.game import Game
from tests.bots.solver import Solver, TooLarge, Worth, best, one_world
from tests.conftest import counted

MOST = 2_000  # positions that are looked at in one match
FROM_ONE_MATCH = 2

SIXES_AND_SEVENS = {4: 1, 5: 1, 6: 2, 7: 2, 8: 1, 9: 1, 10: 1}
PYRAMID_DECK = {f"{colour}_{n}": SIXES_AND_SEVENS.get(n, 0) for colour in ("red", "black") for n in range(3, 11)}


def parcels(*copies: int, **options: Any) -> dict[str, Any]:
    """So many cards of the values 1, 2, ...; all are dealt and nothing is drawn."""
    each = {f"copies_{v}": copies[v - 1] if v <= len(copies) else 0 for v in range(1, 9)}
    return {"rounds": 1, "deck_empty": "stop", "cards_3": 2, "turn_limit": 14} | each | options


# Small decks, dealt out, and a match of one deal: players and house rules.
SMALL: dict[str, tuple[tuple[int, dict[str, Any]], ...]] = {
    "pyramid": (
        (3, {"rounds_3": 1, "red_wilds": 0, "black_wilds": 0, "cards": 6} | PYRAMID_DECK),
        (3, {"rounds_3": 1, "red_wilds": 1, "black_wilds": 0, "cards": 6, "melds": "full14"} | PYRAMID_DECK),
    ),
    "thirteen": (
        (2, {"ranks": 5, "cards": 10, "instant_wins": "off"}),
        (2, {"ranks": 4, "cards": 8, "instant_wins": "off", "bombs": "beat_all", "bomb_colour": "any"}),
        (2, {"ranks": 7, "suits": 2, "cards": 7, "instant_wins": "off", "rules": "southern"}),
        (3, {"ranks": 6, "cards": 8, "instant_wins": "off", "finish": "all_places"}),
    ),
    "parcels": (
        (3, parcels(3, 2, 1, 1, 1, 1, 1, storage_3=4)),
        (3, parcels(4, 4, 4, storage_3=3, cards_3=3, turn_limit=20)),
        (3, parcels(2, 2, 2, 1, 1, 1, 1, storage_3=4, multi_beats_single="no", turn_limit=20)),
        (3, parcels(3, 3, 2, 2, storage_3=4, **{"pass": "hard"})),
    ),
    "segments": (
        (3, {"rounds": 1, "copies": 3, "cards": 10, "limit": 2}),
        (3, {"rounds": 1, "copies": 3, "cards": 10, "limit": 3, "grab": 1, "pass_segments": "may"}),
    ),
    "rummy": (
        (2, {"hands": 1, "ranks": 4, "twos": 0, "jokers": 0, "cards": 4, "turn_limit": 40}),
        (2, {"hands": 1, "ranks": 3, "twos": 2, "jokers": 0, "cards": 4, "turn_limit": 40, "natural_min": "none"}),
    ),
}


class Endgame(NamedTuple):
    match: Match
    seat: int
    worths: dict[str, Worth]


def endgames(game: Game, dice: random.Random) -> Iterator[Endgame]:
    """Without end, the largest few of each random match; in each of them it matters what is played."""
    while True:
        for players, options in SMALL[game.name]:
            match = game.match(players, dice.getrandbits(64), options)
            for _ in walk(match, dice):
                pass
            yield from list(backwards(match))[-FROM_ONE_MATCH:]


def backwards(match: Match) -> Iterator[Endgame]:
    """From the last move of a match to the first, as far as it can be solved."""
    solver, other = Solver(match.game, MOST), Solver(match.game, MOST)
    while match.plies:
        match.undo()
        if len(match.acting) > 1:
            return
        seat = match.acting[0]
        if len(match.legal(seat)) == 1 or not one_world(match, seat):
            continue
        try:
            worths = solver.worths(match.imagine(seat, 1), seat)
            if worths != other.worths(match.imagine(seat, 2), seat):
                continue  # another seed, another result: a draw is to come
        except TooLarge:
            return
        if all(worth.exact for worth in worths.values()) and len(set(worths.values())) > 1 and len(solver.seen) > 8:
            yield Endgame(match.copy(), seat, worths)


@lru_cache
def some_endgames(name: str) -> list[Endgame]:
    count = counted(quick=12, proof=300, plain=1)
    return list(islice(endgames(cardshed.game(name), random.Random(f"endgames of {name}")), count))


def misses(player: Bot, name: str) -> list[str]:
    """What a bot plays that is not worth the most."""
    found = []
    for seed, (match, seat, worths) in enumerate(some_endgames(name)):
        played = ask(player, match, seat, seed).text
        if played not in best(worths):
            found.append(f"{played} is worth {worths[played].low}, not {worths}; {match.reveal()['zones']}")
    return found


@pytest.mark.compiled
@pytest.mark.parametrize("name", cardshed.games())
@pytest.mark.slow
def test_search_plays_what_is_best(name: str) -> None:
    assert not misses(Search(rollouts=20_000), name)
    assert misses(bot("greedy"), name), "too easy: a bot that does not think ahead plays them all well"
