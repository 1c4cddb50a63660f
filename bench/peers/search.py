"""Measure how fast OpenSpiel's information-set tree searches roll out, and print one JSON object.

Run it with the Python of a virtual environment that holds ``requirements.txt``, from the root of the repository:

    python -m bench.peers.search --seconds 3

Every search begins at an opening deal and is timed whole; each of its rollouts goes on to the end of the game, at
random. The tally of measure.py serves here too: a search counts as a game and its rollouts as moves.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import cycle
from typing import Any

from bench.peers.measure import SEED, Player, Tally, measure

DEALS = 8
EXPLORATION = 1.4  # the constant of UCT; between 1.4 and 20 it makes no difference to the speed

# Hearts as long as a deal of Thirteen: 52 moves and no passing. By default the first lead is forced, and neither bot
# searches a forced move, so any club may be led. Which way cards are passed is drawn first, whatever pass_cards says.
HEARTS, NO_PASS = "hearts(can_lead_any_club=true)", 0
GIN_RUMMY = "gin_rummy"


def opening(game_name: str, seed: int) -> Any:
    """A deal with a choice to make."""
    dice = random.Random(seed)
    state = import_module("pyspiel").load_game(game_name).new_initial_state()
    if game_name == HEARTS:
        state.apply_action(NO_PASS)
        if "No Pass" not in str(state):
            raise RuntimeError("the pass directions of hearts have other numbers in this version")
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(dice.choices(actions, weights)[0])
    return state if len(state.legal_actions()) > 1 else opening(game_name, seed + DEALS)


def searching(game_name: str, rollouts: int, make_bot: Callable[[Any, int], Any]) -> Player:
    """One search a call, from the next of the deals, by one bot. It forgets the last tree as it begins the next."""
    deals = [opening(game_name, SEED + k) for k in range(DEALS)]
    bot = make_bot(deals[0].get_game(), rollouts)
    next_deal = cycle(deals)

    def search(tally: Tally) -> None:
        deal = next(next_deal)
        with tally:
            bot.step(deal)
        tally.moves += rollouts
        tally.games += 1

    return search


def cpp(game: Any, rollouts: int) -> Any:
    """Worlds without limit, and the move visited most."""
    spiel = import_module("pyspiel")
    evaluator = spiel.RandomRolloutEvaluator(1, SEED)
    return spiel.ISMCTSBot(
        SEED, evaluator, EXPLORATION, rollouts, -1, spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False
    )


def python(game: Any, rollouts: int) -> Any:
    """The same."""
    ismcts, mcts = (import_module(f"open_spiel.python.algorithms.{name}") for name in ("ismcts", "mcts"))
    dice = import_module("numpy").random.RandomState(SEED)
    return ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), EXPLORATION, rollouts, random_state=dice)


def measure_searches(seconds: float) -> list[dict[str, Any]]:
    """As many rollouts a search as each can do in about half a second, so that several deals are searched."""
    results = [
        measure(name, "open_spiel", partial(searching, game_name, rollouts, make_bot), seconds)
        for name, game_name, rollouts, make_bot in (
            ("open_spiel_cpp_hearts", HEARTS, 10_000, cpp),
            ("open_spiel_python_hearts", HEARTS, 1_000, python),
            ("open_spiel_cpp_gin_rummy", GIN_RUMMY, 500, cpp),
            ("open_spiel_python_gin_rummy", GIN_RUMMY, 200, python),
        )
    ]
    words = {"moves": "rollouts", "games": "searches"}
    return [{"_".join(words.get(w, w) for w in key.split("_")): told for key, told in r.items()} for r in results]


def main() -> None:
    """Read the options, measure, print."""
    parser = argparse.ArgumentParser(description="Measure OpenSpiel's searches; print one JSON object.")
    parser.add_argument("--seconds", type=float, default=3.0, help="time per measurement (default: 3)")
    seconds = parser.parse_args().seconds
    if seconds <= 0:
        parser.error("--seconds must be positive")

    with contextlib.redirect_stdout(sys.stderr):
        report = {"searches": measure_searches(seconds)}
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
