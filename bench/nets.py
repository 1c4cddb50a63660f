"""The nets that come with games: how strong, how quick. `make nets`, or `python -m bench.nets thirteen --deals 500`.

Beside each figure stands what its card says, or whom it is compared with in the same run.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator

import numpy as np

import cardshed
from bench.strength import SINGLE_DEAL, compare
from cardshed import bots
from cardshed.bots.levels import thinker_at
from cardshed.bots.net import CARD, Net, net_of, slate, weigh
from cardshed.bots.thought import Thinker
from cardshed.engine.core.playout import DEALS
from cardshed.engine.matches.game import Game
from cardshed.engine.matches.match import Match
from cardshed.lab.crew import Crew
from cardshed.lab.plan import make_plan
from cardshed.lab.playing import watch

ERRORS = 1.96  # standard errors to either side of a mean: 95 %
THINKING = 40  # matches in which times are taken

Think = Callable[[Match, int], float]  # the seconds that a choice took


def against_greedy(game: Game, players: int, games: int) -> tuple[float, float, float]:
    """Alone among greedy players, at each seat in turn: opponents beaten, half the interval, first places."""
    results = []
    for seat in range(players):
        seated = ["net" if p == seat else "greedy" for p in range(players)]
        watched = watch(make_plan(game, games, players=players, bots=seated, seed=seat + 1), 0, games // players)
        results += watched.sheets.payoff[:, seat].tolist()
    found = np.array(results)
    error = ERRORS * found.std() / np.sqrt(len(found))
    return float(found.mean()), float(error), float((found > 1 - 1e-6).mean())


def choices(game: Game, matches: int) -> Iterator[tuple[Match, int]]:
    """Where something is to be chosen in matches of greedy players, as the seat that chooses could imagine it."""
    greedy = bots.bot("greedy")
    for seed in range(matches):
        match = game.match(seed=seed)
        while not match.over and match.plies < 400:
            seat = match.acting[0]
            if len(match.legal(seat)) > 1:
                yield match.imagine(seat, 1), seat
            match.play(seat, bots.ask(greedy, match, seat, seed))


def times(game: Game, think: Think) -> tuple[float, float]:
    """Milliseconds for a choice: the mean, and what 99 of 100 stay below. The first few are left out: they load."""
    spent = 1e3 * np.array([think(match, seat) for match, seat in choices(game, THINKING)][5:])
    return float(spent.mean()), float(np.percentile(spent, 99))


def scoring(net: Net) -> Think:
    """All legal moves of a position scored."""
    on = slate(net)

    def seconds(match: Match, seat: int) -> float:
        codes = np.array([move.code for move in match.legal(seat)], np.int64)
        out = np.zeros(len(codes))
        begun = time.perf_counter()
        weigh(net, on, match.rows, seat, codes, out)
        return time.perf_counter() - begun

    return seconds


def choosing(thinker: Thinker) -> Think:
    def seconds(match: Match, seat: int) -> float:
        begun = time.perf_counter()
        thinker.choose(match, seat, 1)
        return time.perf_counter() - begun

    return seconds


def report(game: Game, net: Net, games: int, deals: int, seconds: float) -> None:
    card = json.loads((game.folder / CARD).read_text(encoding="utf-8"))
    print(f"## {game.title}: {net.numbers:,} parameters, made {card['made']}: {card['command']}\n", flush=True)
    for players in game.players:
        share, error, first = against_greedy(game, players, games)
        said = card["examined"]["players"][str(players)]
        card_says = f"{said['beaten']:.3f} ± {said['interval']:.3f}, first {said['first']:.3f}"
        here = f"beats {share:.3f} ± {error:.3f}, first {first:.3f}"
        print(f"{players} players, alone among greedy: {here}; the card: {card_says}", flush=True)
    thinkers = {level: choosing(thinker_at(game, level)) for level in ("hard", "expert")}
    for what, think in {"all moves of a position scored": scoring(net), **thinkers}.items():
        mean, most = times(game, think)
        print(f"{what}: {mean:.3f} ms in the mean, {most:.3f} ms at the 99th percentile", flush=True)
    plan = make_plan(game, 2_000, bots="net")
    watch(plan, 0, 10)
    begun = time.perf_counter()
    watch(plan, 10, 500)
    print(f"the lab: {500 / (time.perf_counter() - begun):,.0f} games a second on a core\n", flush=True)
    for pair in (["net", "hard"], ["expert", "hard"], ["expert", "net"]) if deals else ():
        compare(game.name, pair, deals, seconds, Crew().workers, options=SINGLE_DEAL.get(game.name, {}))


def habits(game: Game, games: int) -> None:
    """What nets do otherwise than greedy players, a deal: all that the game tallies and that is clearly different."""
    found = {}
    for bot in ("greedy", "net"):
        watched = watch(make_plan(game, games, bots=bot), 0, games)
        each = watched.sheets.tallies / watched.sheets.counts[:, [DEALS]]
        found[bot] = each.mean(0), ERRORS * each.std(0) / np.sqrt(games)
    print(f"## {game.title}: how often in a deal, {games:,} matches each\n")
    for i, name in enumerate(game.tallies):
        (greedy, off), (net, error) = ((mean[i], wide[i]) for mean, wide in found.values())
        if abs(net - greedy) > 2 * (off + error):
            print(f"{name}: greedy {greedy:.2f} ± {off:.2f}, net {net:.2f} ± {error:.2f}", flush=True)
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games; all that have a net if none is named")
    parser.add_argument("--games", type=int, default=20_000, dest="many", help="games among greedy players")
    parser.add_argument("--deals", type=int, default=500, help="paired deals against the search; 0 for none")
    parser.add_argument("--seconds", type=float, default=600.0, help="the most time for each comparison")
    parser.add_argument("--habits", type=int, default=0, metavar="N", help="only what nets do otherwise, in N matches")
    asked = parser.parse_args()
    for name in asked.games or cardshed.games():
        game = cardshed.game(name)
        net = net_of(game)
        if net is not None and asked.habits:
            habits(game, asked.habits)
        elif net is not None:
            report(game, net, asked.many, asked.deals, asked.seconds)


if __name__ == "__main__":
    main()
