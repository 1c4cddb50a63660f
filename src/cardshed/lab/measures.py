"""What is measured of games: each measure is a number over another, for every game."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from cardshed.engine.game import Game
from cardshed.engine.playout import DEALS, DECISIONS, LEGAL, PLIES, TURNS
from cardshed.lab.playing import Watched
from cardshed.lab.sums import Measured

# Seconds that people at a table take: for a turn with a choice, for one without, to deal.
CHOOSING, OBEYING, DEALING = 10.0, 3.0, 40.0

ALWAYS = (
    "turns", "moves", "deals", "minutes", "turns_per_deal", "choice", "offered", "opener", "gap", "margin", "draw",
)  # fmt: skip


def headlines(players: int) -> tuple[str, ...]:
    """Those that every game has."""
    return (*ALWAYS, *(f"seat_{p}" for p in range(players)))


@lru_cache(64)
def names(game: Game, players: int) -> tuple[str, ...]:
    """All measures of a game, in the order of their columns."""
    use = (f"{kind}:{name}" for kind in ("use", "games", "success") for name in game.tallies)
    return (*headlines(players), *use, *(f"part:{part}" for part in range(game.parts)))


def measured(game: Game, watched: Watched) -> Measured:
    """The numbers of every game: what was counted, and how often it could have been."""
    counts = watched.counts.astype(np.float64)
    payoff = watched.payoff.astype(np.float64)
    one = np.ones(len(watched))
    plies, deals = counts[:, PLIES], np.maximum(counts[:, DEALS], 1)
    choices, turns = counts[:, DECISIONS], counts[:, TURNS]
    hard = np.minimum(choices, turns)  # a turn of several choices is thought about once
    minutes = (CHOOSING * hard + OBEYING * (turns - hard) + DEALING * deals) / 60
    ranked = np.sort(watched.points.astype(np.float64), axis=1)
    opener = payoff[np.arange(len(watched)), watched.opener]
    shared = (payoff == payoff.max(axis=1, keepdims=True)).sum(axis=1) > 1
    tallies = watched.tallies[:, : len(game.tallies)].astype(np.float64)
    users = watched.users[:, : len(game.tallies)]
    seats = payoff.shape[1]
    used = [(users >> p & 1).astype(np.float64) for p in range(seats)]
    won = sum((used[p] * payoff[:, p, None] for p in range(seats)), np.zeros(tallies.shape))
    who = sum(used, np.zeros(tallies.shape))
    y = [
        turns, plies, counts[:, DEALS], minutes, turns, choices, counts[:, LEGAL], opener,
        ranked[:, -1] - ranked[:, 0], ranked[:, -1] - ranked[:, -2], shared,
    ]  # fmt: skip
    m = [one, one, one, one, deals, plies, plies, one, one, one, one]
    every = np.broadcast_to(one[:, None], (len(watched), seats))
    per_deal = np.broadcast_to(deals[:, None], tallies.shape)
    once = np.broadcast_to(one[:, None], tallies.shape)
    parts = watched.played.astype(np.float64)
    tops = np.hstack([np.stack(y, axis=1), payoff, tallies, tallies > 0, won, parts])
    below = np.hstack([np.stack(m, axis=1), every, per_deal, once, who, np.broadcast_to(deals[:, None], parts.shape)])
    return tops, below
