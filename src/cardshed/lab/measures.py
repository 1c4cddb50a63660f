"""What is measured of games: each measure is a number over another, for every game.

A new one goes to the end of `ALWAYS`: `measure_game` fills the columns by number, and what it leaves out is told as 0.
Its words are `lab.measure.NAME`; parts of a whole are named in `SHARES` of compared.py, and what a report tells of it
is in report.py. Reports that are shipped without it are no longer shown: `python -m docs.make_reports` makes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from cardshed.engine.core.playout import DEALS, DECISIONS, LEGAL, PLIES, TURNS
from cardshed.engine.kernel import Numbers, kernel
from cardshed.lab.watching import FIRST, Sheets

if TYPE_CHECKING:
    from cardshed.engine.matches.game import Game
    from cardshed.lab.playing import Watched
    from cardshed.lab.sums import Measured

# Seconds that people at a table take: for a turn with a choice, for one without, to deal.
CHOOSING, OBEYING, DEALING = 10.0, 3.0, 40.0

BLOCK = 256  # games that are measured at a time: their numbers stay in the processor's cache

ALWAYS = (
    "turns", "moves", "deals", "minutes", "turns_per_deal", "choice", "offered", "opener", "gap", "margin", "draw",
)  # fmt: skip


def headlines(players: int) -> tuple[str, ...]:
    """Those that every game has."""
    return (*ALWAYS, *(f"seat_{p}" for p in range(players)), *order(players))


def order(players: int) -> tuple[str, ...]:
    """Who acts second, third and so on in a game's first deal; who acts first has a measure in every game."""
    return tuple(f"acts_{k}" for k in range(2, players + 1)) if players > 2 else ()


@lru_cache(64)
def names(game: Game, players: int) -> tuple[str, ...]:
    """All measures of a game, in the order of their columns."""
    use = (f"{kind}:{name}" for kind in ("use", "games", "success") for name in game.tallies)
    return (*headlines(players), *use, *(f"part:{part}" for part in range(game.parts)))


def measured(game: Game, watched: Watched) -> Iterator[Measured]:
    """The numbers of every game, what was counted and how often it could have been: a block of games at a time, which
    is gone when the next one comes."""
    deeds = np.array([name not in game.happenings for name in game.tallies], np.bool_)
    columns = len(names(game, watched.sheets.points.shape[1]))
    y, m = np.empty((BLOCK, columns)), np.empty((BLOCK, columns))
    for first in range(0, len(watched), BLOCK):
        games = min(BLOCK, len(watched) - first)
        measure_games(watched.sheets, deeds, first, y[:games], m[:games])
        yield y[:games], m[:games]


@kernel
def measure_games(sheets: Sheets, deeds: Numbers, first: int, y: Numbers, m: Numbers) -> None:
    """Some games, from one on."""
    y[:] = 0
    m[:] = 0
    for i in range(len(y)):
        measure_game(sheets, first + i, deeds, y[i], m[i])


@kernel
def measure_game(sheets: Sheets, g: int, deeds: Numbers, y: Numbers, m: Numbers) -> None:
    """One game, in the order of `names`."""
    count, points, payoff = sheets.counts[g], sheets.points[g], sheets.payoff[g]
    tallies, users, played = sheets.tallies[g], sheets.users[g], sheets.played[g]
    players, kinds = len(points), len(deeds)
    deals, turns = max(1, count[DEALS]), count[TURNS]
    hard = min(count[DECISIONS], turns)  # a turn of several choices is thought about once
    seconds = CHOOSING * hard + OBEYING * (turns - hard) + DEALING * deals
    first, second, last, shared = _ranked(points, payoff)
    m[: len(ALWAYS) + players] = 1
    y[0], y[1], y[2], y[3], y[4] = turns, count[PLIES], count[DEALS], seconds / 60, turns
    y[5], y[6], y[7] = count[DECISIONS], count[LEGAL], payoff[count[FIRST]]
    y[8], y[9], y[10] = first - last, first - second, shared
    m[4], m[5], m[6] = deals, count[PLIES], count[PLIES]
    at = len(ALWAYS)
    for p in range(players):
        y[at + p] = payoff[p]
    at += players
    for k in range(1, players if players > 2 else 1):  # who acts second, third, ...
        y[at], m[at] = payoff[(count[FIRST] + k) % players], 1
        at += 1
    for i in range(kinds):
        use, games, success = at + i, at + kinds + i, at + 2 * kinds + i
        y[use], m[use] = tallies[i], deals
        y[games], m[games] = 1 if tallies[i] > 0 else 0, 1
        for p in range(players if users[i] and deeds[i] else 0):
            if users[i] >> p & 1:
                y[success] += payoff[p]
                m[success] += 1
    at += 3 * kinds
    for i in range(len(played)):
        y[at + i], m[at + i] = played[i], deals


@kernel
def _ranked(points: Numbers, payoff: Numbers) -> tuple[int, int, int, int]:
    """The most points, the second most, the fewest, and whether several have won."""
    first, second, last = max(points[0], points[1]), min(points[0], points[1]), min(points[0], points[1])
    best, winners = payoff[0], 1
    for p in range(1, len(points)):
        if payoff[p] > best:
            best, winners = payoff[p], 1
        elif payoff[p] == best:
            winners += 1
        if p > 1:
            last = min(last, points[p])
            second = max(second, min(first, points[p]))
            first = max(first, points[p])
    return first, second, last, 1 if winners > 1 else 0
