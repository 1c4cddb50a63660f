"""Tree search beside OpenSpiel's, in one run, as ratios: a section of `make bench`, alone `python -m bench.search`.

A rollout of ours goes to the end of a deal, round or hand; one of OpenSpiel's to the end of its game, which is a deal.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
import tracemalloc
from itertools import count, islice
from typing import Any

import cardshed
from bench.beside import PEERS, ROOT, mean, table
from cardshed.bots.levels import thinker_at
from cardshed.bots.search import Search
from cardshed.bots.tree import Style
from cardshed.engine.matches.match import Match

DEALS = 8
ROLLOUTS = 20_000
AT_RANDOM = Style(luck=1.0)

# Which of our games is held against a peer, if not Thirteen; and how many times as fast README tells.
COUNTERPART = {"open_spiel_cpp_gin_rummy": "rummy", "open_spiel_python_gin_rummy": "rummy"}
PROMISED = {"open_spiel_cpp_hearts": 7.6, "open_spiel_python_hearts": 91, "open_spiel_cpp_gin_rummy": 145}
PROMISED_ROLLOUTS = 40_000
PROMISED_MEGABYTES = 200


def openings(game: str, deals: int = DEALS) -> list[Match]:
    """Deals under the default rules in which the first to act has a choice."""
    dealt = (cardshed.game(game).match(seed=seed) for seed in count(1))
    return list(islice((match for match in dealt if len(match.legal(match.acting[0])) > 1), deals))


def rollouts_per_second(game: str, seconds: float, style: Style | None = None) -> dict[str, float]:
    """Whole searches of every deal, by the wall clock and by processor time. The rate differs much between deals."""
    bot, deals, rollouts = Search(rollouts=ROLLOUTS, style=style), openings(game), 0
    bot.explain(deals[0], deals[0].acting[0], 0)
    begun, busy = time.perf_counter(), time.process_time()
    while rollouts == 0 or time.perf_counter() - begun < seconds:
        rollouts += sum(bot.explain(match, match.acting[0], rollouts).rollouts for match in deals)
    wall, busy = time.perf_counter() - begun, time.process_time() - busy
    return {"rollouts_per_second": rollouts / wall, "rollouts_per_cpu_second": rollouts / busy}


def megabytes_of_a_search(game: str) -> float:
    """The most memory that one search by `expert` holds at a time. Kernels allocate nothing, so Python sees it all."""
    match, bot = openings(game, 1)[0], thinker_at(cardshed.game(game), "expert")
    bot.explain(match, match.acting[0], 0)
    tracemalloc.start()
    bot.explain(match, match.acting[0], 0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def peers(seconds: float) -> list[dict[str, Any]]:
    command = [str(PEERS), "-m", "bench.peers.search", "--seconds", str(seconds)]
    told: list[dict[str, Any]] = json.loads(subprocess.check_output(command, cwd=ROOT))["searches"]
    return told


def section(seconds: float) -> None:
    """Measure and print."""
    before = {game: rollouts_per_second(game, seconds / 2) for game in cardshed.games()}
    beside = peers(seconds)
    after = {game: rollouts_per_second(game, seconds / 2) for game in cardshed.games()}
    print("Search, one core, rollouts a second from the opening deal (wall clock; processor time)\n")
    least = f"{PROMISED_ROLLOUTS:,}"
    table("rollouts", "{:,.0f}".format, mean(before, after), beside, COUNTERPART, PROMISED, least)

    at_random = {game: rollouts_per_second(game, seconds / 2, AT_RANDOM) for game in ("thirteen", "rummy")}
    told = ", ".join(f"{game} {rates['rollouts_per_cpu_second']:,.0f}" for game, rates in at_random.items())
    print(f"\nOur rollouts are mostly greedy, OpenSpiel's random. Ours at random, by processor time: {told}")
    told = ", ".join(f"{game} {megabytes_of_a_search(game):.1f}" for game in cardshed.games())
    print(f"Megabytes of one search by `expert`: {told} (promised: under {PROMISED_MEGABYTES})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="time for each measurement")
    section(parser.parse_args().seconds)


if __name__ == "__main__":
    main()
