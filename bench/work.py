"""The work that bench/earlier.py gives to two versions of Cardshed: a process of each, which is asked and answers.

It may import only what both versions have. An answer is the processor time of a fixed portion and a hash of what came
of it, so that who is quicker is also seen to play the same games.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import cardshed
from cardshed import bots
from cardshed.bots.levels import thinker_at
from cardshed.bots.net import net_of, slate, weigh
from cardshed.bots.search import Search

# Portions of about half a second.
MATCHES = {"thirteen": 60_000, "parcels": 20_000, "segments": 20_000, "rummy": 1_500, "pyramid": 25_000}
GAMES, STEPS = 512, 400  # of a vector environment
ROLLOUTS = 4_000  # of a search
MOVES = 12_000  # from Python

# House rules that were usual in the earlier version: both play by them.
USUAL: dict[str, dict[str, Any]] = {"rummy": {"pickup_use": "first_action"}}

COLUMNS = ("payoff", "points", "plies", "turns", "deals", "decisions", "legal")

# Rules under which two versions, or two machines, are to come to the same results.
TRIED: dict[str, tuple[dict[str, Any], ...]] = {
    "thirteen": (
        {"seed": 1},
        {"seed": 2, "bots": "greedy", "options": {"rules": "southern", "match": 3}},
        {"seed": 3, "players": 3, "options": {"three_player_deal": "17", "bombs": "beat_all"}},
    ),
    "parcels": ({"seed": 1}, {"seed": 2, "players": 5, "bots": "greedy", "options": {"pass": "hard"}}),
    "pyramid": ({"seed": 1}, {"seed": 2, "players": 3, "bots": "greedy", "options": {"melds": "full14"}}),
    "rummy": (
        {"seed": 1},
        {"seed": 2, "bots": "greedy", "options": {"natural_min": "every_meld", "wild_swap": "anyone"}},
    ),
    "segments": ({"seed": 1}, {"seed": 2, "players": 5, "bots": "greedy", "options": {"pass_segments": "may"}}),
}

Portion = Callable[[], bytes]  # what came of it
clock = time.process_time


def matches(name: str) -> Portion:
    return lambda: results(name, MATCHES[name], seed=2)


def same(name: str) -> Portion:
    """Many games under several rules, for what comes of them alone."""
    return lambda: b"".join(results(name, int(os.environ["SAME"]), **how) for how in TRIED[name])


def results(name: str, games: int, **how: Any) -> bytes:
    options = USUAL.get(name, {}) | how.pop("options", {})
    batch = cardshed.simulate(name, games, threads=1, options=options, **how)
    return b"".join(getattr(batch, column).tobytes() for column in COLUMNS)


def positions(name: str, least: int) -> list[tuple[Any, int]]:
    """Where somebody has a choice, along a match of greedy players."""
    game, greedy, seed = cardshed.game(name), bots.bot("greedy"), 0
    found: list[tuple[Any, int]] = []
    while len(found) < least:
        seed += 1
        match = game.match(seed=seed, options=USUAL.get(name))
        for _ in range(60):
            if match.over:
                break
            seat = match.acting[0]
            if len(match.legal(seat)) > 1 and match.plies % 5 == seed % 5:
                found.append((match.imagine(seat, 1), seat))
            match.play(seat, bots.ask(greedy, match, seat, seed))
    return found[:least]


def search(name: str) -> Portion:
    """Tree searches of the opening deal and of positions later on."""
    bot, asked = Search(rollouts=ROLLOUTS), positions(name, 4)

    def portion() -> bytes:
        return repr([bot.explain(match, seat, 1).best.move.code for match, seat in asked]).encode()

    return portion


def environment(name: str) -> Portion:
    """Steps of a vector environment by random choices, with observations and masks."""
    from cardshed.envs import gymnasium  # which who measures a GPU need not have

    envs = gymnasium.vector(name, GAMES, opponents="caller", options=USUAL.get(name))
    dice = np.random.default_rng(1)
    envs.reset(seed=1)
    # Choices are drawn beforehand, by a pass of the same games: what is measured is `step` alone.
    drawn = []
    for _ in range(STEPS):
        drawn.append(np.argmax(envs.masks * dice.random(envs.masks.shape), 1))
        envs.step(drawn[-1])

    def portion() -> bytes:
        envs.reset(seed=1)
        for actions in drawn:
            envs.step(actions)
        return envs.seen.tobytes() + envs.masks.tobytes() + envs.rewards.tobytes()

    return portion


def net(name: str) -> Portion:
    """All moves of a position scored by the game's net."""
    game = cardshed.game(name)
    loaded = net_of(game)
    assert loaded is not None
    on, asked = slate(loaded), positions(name, 1_000)
    codes = [np.array([move.code for move in match.legal(seat)], np.int64) for match, seat in asked]

    def portion() -> bytes:
        told = b""
        for (match, seat), offered in zip(asked, codes, strict=True):
            out = np.zeros(len(offered))
            weigh(loaded, on, match.rows, seat, offered, out)
            told += out.tobytes()
        return told

    return portion


def expert(name: str) -> Portion:
    thinker, asked = thinker_at(cardshed.game(name), "expert"), positions(name, 3)
    return lambda: repr([thinker.choose(match, seat, 1).code for match, seat in asked]).encode()


def python(name: str) -> Portion:
    """`Match.legal` and `Match.play`, a random move at a time."""
    game = cardshed.game(name)

    def portion() -> bytes:
        dice, seed = random.Random(1), 0
        made: list[int] = []
        while len(made) < MOVES:
            seed += 1
            match = game.match(seed=seed, options=USUAL.get(name))
            while not match.over and len(made) < MOVES:
                seat = match.acting[0]
                move = dice.choice(match.legal(seat))
                made.append(move.code)
                match.play(seat, move)
        return repr(made).encode()

    return portion


WORK = {
    "random matches": matches,
    "search": search,
    "vector environment": environment,
    "net": net,
    "expert": expert,
    "from Python": python,
}


def main() -> None:
    """A line `work/game` asks for a portion; the first of each prepares it, and is not timed."""
    ready: dict[str, Portion] = {}
    print(cardshed.__file__, flush=True)
    for asked in sys.stdin:
        work, _, game = asked.strip().partition("/")
        if asked not in ready:
            ready[asked] = (WORK | {"same": same})[work](game)
            if work != "same":
                ready[asked]()
        begun = clock()
        came = ready[asked]()
        print(json.dumps([clock() - begun, hashlib.sha256(came).hexdigest()]), flush=True)


if __name__ == "__main__":
    main()
