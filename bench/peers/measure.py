"""Measure how fast the peers play whole card games at random, and print one JSON object.

Run it with the Python of a virtual environment that holds ``requirements.txt``:

    python bench/peers/measure.py --seconds 3
    python bench/peers/measure.py --seconds 3 --all-openspiel

A move is one decision of one player: a bid, a pass, a play. Dealing and other chance events cost the
peer time but are never counted as moves. Everything runs in one thread. The rates are by the wall clock;
the rate by processor time is given beside them, because it hardly changes when other work shares the machine.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import platform
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import version
from time import perf_counter, process_time
from typing import Any

SEED = 20240607
WARM_UP_SECONDS = 0.5
BATCH = 16  # C++ games played between two looks at the clock

# OpenSpiel's numbers for "chance moves next" and "the game is over".
CHANCE, TERMINAL = -1, -4

# The other card games of OpenSpiel that are played in turns and finish under random play. Left out: toys (Kuhn
# and Leduc poker, the tiny bridges), plain betting games, games of simultaneous choice (Goofspiel), and
# uncontested bidding, which plays no card. Bridge gets an option: by default it stops after the bidding and
# asks a double-dummy solver for the result; with the option the thirteen tricks are really played.
OPEN_SPIEL_CARD_GAMES = (
    "blackjack",
    "bridge(use_double_dummy_result=false)",
    "crazy_eights",
    "cribbage",
    "dou_dizhu",
    "euchre",
    "go_fish",
    "hanabi",
    "hearts",
    "oh_hell",
    "skat",
    "solitaire",
    "spades",
    "tarok",
)


@dataclass
class Tally:
    """What was played so far, and the time it took: the clocks run inside ``with tally:``."""

    moves: int = 0
    games: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0

    def __enter__(self) -> None:
        self.seconds -= perf_counter()
        self.cpu_seconds -= process_time()

    def __exit__(self, *_: object) -> None:
        self.cpu_seconds += process_time()
        self.seconds += perf_counter()


Player = Callable[[Tally], None]  # plays one or more whole games and adds them to the tally


def open_spiel_cpp(game_name: str) -> Player:
    """Whole games inside OpenSpiel's C++: only the loop over games is Python."""
    spiel = import_module("pyspiel")
    game = spiel.load_game(game_name)
    bots = [spiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(game.num_players())]
    start = game.new_initial_state()  # cloned, which is quicker than making a new one
    next_seed = SEED

    def play(tally: Tally) -> None:
        nonlocal next_seed
        states: list[Any] = []
        with tally:
            for seed in range(next_seed, next_seed + BATCH):
                state = start.clone()
                spiel.evaluate_bots(state, bots, seed)
                states.append(state)

        # The moves of every game are counted, not estimated, while the clocks stand still.
        for state in states:
            tally.moves += sum(step.player >= 0 for step in state.full_history())
        tally.games += len(states)
        next_seed += BATCH

        # Freeing the games is part of their cost, so it is timed too.
        with tally:
            del state
            states.clear()

    return play


def open_spiel_python_dou_dizhu() -> Player:
    """The same game, every step of it called from Python."""
    game = import_module("pyspiel").load_game("dou_dizhu")
    uniform = random.Random(SEED).random

    # All deals of this game are equally likely, so a chance event may be drawn like a move, which is much
    # quicker than handling the list of probabilities. Make sure of it once, along one deal.
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        low, high = min(p for _, p in outcomes), max(p for _, p in outcomes)
        if high - low > 1e-12 or [action for action, _ in outcomes] != state.legal_actions():
            raise RuntimeError("the chance events of dou_dizhu are not uniform in this version")
        state.apply_action(outcomes[int(uniform() * len(outcomes))][0])

    def play(tally: Tally) -> None:
        moves = 0
        with tally:
            state = game.new_initial_state()
            while (mover := state.current_player()) != TERMINAL:
                actions = state.legal_actions()
                state.apply_action(actions[int(uniform() * len(actions))])
                if mover != CHANCE:
                    moves += 1
            del state
        tally.moves += moves
        tally.games += 1

    return play


def rlcard_doudizhu() -> Player:
    """RLCard's environment, as a learner uses it.

    We call ``env.step`` rather than ``env.run``, which also keeps trajectories and encodes three final
    observations, and choose with a plain random index, which is faster than RLCard's own random agent.
    """
    env = import_module("rlcard").make("doudizhu", config={"seed": SEED})
    uniform = random.Random(SEED).random

    def play(tally: Tally) -> None:
        moves = 0
        with tally:
            state, _ = env.reset()
            while not env.is_over():
                actions = list(state["legal_actions"])
                state, _ = env.step(actions[int(uniform() * len(actions))])
                moves += 1
        tally.moves += moves
        tally.games += 1

    return play


def rlcard_doudizhu_game_only() -> Player:
    """The game under that environment, without the numeric observations made for learners.

    OpenSpiel makes no observations in this benchmark either, so this is RLCard at its best.
    """
    game = import_module("rlcard").make("doudizhu", config={"seed": SEED}).game
    uniform = random.Random(SEED).random

    def play(tally: Tally) -> None:
        moves = 0
        with tally:
            state, _ = game.init_game()
            while not game.is_over():
                actions = state["actions"]
                state, _ = game.step(actions[int(uniform() * len(actions))])
                moves += 1
        tally.moves += moves
        tally.games += 1

    return play


def measure(name: str, package: str, prepare: Callable[[], Player], seconds: float) -> dict[str, Any]:
    """Warm a peer up, let it play for about ``seconds`` of its own time, and report."""
    try:
        play = prepare()
        warm_up, tally = Tally(), Tally()
        while warm_up.seconds < WARM_UP_SECONDS:
            play(warm_up)
        while tally.seconds < seconds:
            play(tally)
    except ImportError as error:
        return {"name": name, "error": f"{package} cannot be imported: {one_line(error)}."}
    except Exception as error:  # whatever a peer does, the others are still measured
        return {"name": name, "error": f"{package} failed with {type(error).__name__}: {one_line(error)}."}
    return {
        "name": name,
        "moves": tally.moves,
        "games": tally.games,
        "seconds": round(tally.seconds, 3),
        "moves_per_second": round(tally.moves / tally.seconds, 1),
        "games_per_second": round(tally.games / tally.seconds, 1),
        "moves_per_cpu_second": round(tally.moves / tally.cpu_seconds, 1),
        "versions": {package: version(package), "python": platform.python_version()},
    }


def one_line(error: Exception) -> str:
    """The message of an error, without line breaks or a final stop."""
    return " ".join(str(error).split()).rstrip(".")


def measure_peers(seconds: float) -> list[dict[str, Any]]:
    """The fixed comparison: Dou Dizhu in each peer, and the one rummy there is."""
    return [
        measure("open_spiel_cpp_gin_rummy", "open_spiel", partial(open_spiel_cpp, "gin_rummy"), seconds),
        measure("open_spiel_cpp_dou_dizhu", "open_spiel", partial(open_spiel_cpp, "dou_dizhu"), seconds),
        measure("open_spiel_python_dou_dizhu", "open_spiel", open_spiel_python_dou_dizhu, seconds),
        measure("rlcard_doudizhu", "rlcard", rlcard_doudizhu, seconds),
        measure("rlcard_doudizhu_game_only", "rlcard", rlcard_doudizhu_game_only, seconds),
    ]


def measure_open_spiel_games(seconds: float) -> list[dict[str, Any]]:
    """Every card game of the list, the fastest first (by processor time, the steadier), failures last."""
    results = []
    for game_name in OPEN_SPIEL_CARD_GAMES:
        name = "open_spiel_cpp_" + game_name.partition("(")[0]
        results.append(measure(name, "open_spiel", partial(open_spiel_cpp, game_name), seconds))
    return sorted(results, key=lambda result: -float(result.get("moves_per_cpu_second", 0.0)))


def main() -> None:
    """Read the options, measure, print."""
    parser = argparse.ArgumentParser(description="Measure the peers; print one JSON object.")
    parser.add_argument("--seconds", type=float, default=3.0, help="time per measurement (default: 3)")
    parser.add_argument("--all-openspiel", action="store_true", help="also measure OpenSpiel's card games")
    arguments = parser.parse_args()
    if arguments.seconds <= 0:
        parser.error("--seconds must be positive")

    # Should a peer print anything, it must not end up in the JSON.
    with contextlib.redirect_stdout(sys.stderr):
        report: dict[str, Any] = {"peers": measure_peers(arguments.seconds)}
        if arguments.all_openspiel:
            games = measure_open_spiel_games(arguments.seconds)
            report["open_spiel_games"] = games
            report["open_spiel_best"] = games[0]["name"] if "error" not in games[0] else None
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
