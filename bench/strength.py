"""How strong the bots are: `python -m bench.strength thirteen --levels`.

Every line is two bots on the same deals from every seat, so it can be repeated with `cardshed arena`. The bots that
think longest play matches of a single deal, round or hand.
"""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import cardshed
from cardshed.bots.arena.ladder import Ladder
from cardshed.bots.arena.plan import make_plan
from cardshed.bots.arena.run import play
from cardshed.bots.levels import LEVELS, thinker_at
from cardshed.terminal import ladder as told

SINGLE_DEAL: dict[str, dict[str, Any]] = {
    "pyramid": {"rounds_4": 1},
    "parcels": {"rounds": 1},
    "segments": {"rounds": 1},
    "rummy": {"hands": 1},
}


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """As if somebody pressed Ctrl-C then; an arena ends with what is finished."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def compare(game: str, bots: list[str], deals: int, seconds: float, cores: int | None, **how: Any) -> None:
    """Play and print, as the arena does."""
    found = cardshed.game(game)
    plan = make_plan(found, bots, deals, players=found.facts.usual, **how)
    with suppress(KeyboardInterrupt), stopped_after(seconds):
        results = play(plan, cores)
        if results.games:
            made = Ladder(results)
            print(told.head(made, found.title), plan.options or "")
            print(told.standings(made))
            print(told.pairs(made), "\n", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games; all if none is named")
    parser.add_argument("--ladder", action="store_true", help="random, greedy, easy and medium in whole matches")
    parser.add_argument("--levels", action="store_true", help="medium and hard, hard and expert, in single deals")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=3600.0, help="the most time for each comparison")
    parser.add_argument("--cores", type=int)
    asked = parser.parse_args()
    for game in asked.games or cardshed.games():
        given = [f"{level} {thinker_at(cardshed.game(game), level).rollouts:,}" for level in LEVELS]
        print(f"## {game}: rollouts or worlds {', '.join(given)}\n", flush=True)
        single = SINGLE_DEAL.get(game, {})
        if asked.ladder:
            compare(game, ["random", "greedy", "easy", "medium"], asked.deals, asked.seconds, asked.cores)
        for pair in (["hard", "medium"], ["expert", "hard"]) if asked.levels else ():
            compare(game, pair, asked.deals, asked.seconds, asked.cores, options=single)


if __name__ == "__main__":
    main()
