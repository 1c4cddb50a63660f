"""Our search against OpenSpiel's information-set search, on paired deals: `python -m bench.ismcts --time 0.1`.

OpenSpiel's search is its Python one, because its compiled one cannot draw the hidden cards of a Python game anew. It
plays Thirteen card by card, as the environments do, and has its whole time again for every card of a move. Ours has its
time for a whole move. Neither sees more than its seat may, nor needs time where there is no choice.

Each deal is played twice with the seats swapped; with four players each has two seats, across. Even is 0.5.
"""

from __future__ import annotations

import argparse
import logging
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from statistics import mean, stdev
from typing import Any

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from cardshed import bots
from cardshed.bots.search import Search
from cardshed.engine import calls
from cardshed.envs import openspiel

EXPLORATION = 2.0  # for returns from -1 to 1
FASTER_THAN_WE_ARE = 500_000  # rollouts a second: the clock ends our search, not their number
SURE = 1.96  # standard errors of an interval at 95 %


class TimeIsUp(Exception):
    pass


class Theirs(ismcts.ISMCTSBot):  # type: ignore[misc]  # OpenSpiel has no types
    """OpenSpiel's search, which counts simulations, ended by the clock."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        dice = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=dice)
        super().__init__(game, evaluator, EXPLORATION, max_simulations=10**9, random_state=dice)
        self.seconds = seconds
        self.simulations: list[int] = []

    def run_search(self, state: Any) -> Any:
        self.late = time.perf_counter() + self.seconds
        try:
            return super().run_search(state)
        except TimeIsUp:
            self.simulations.append(self._root_node.total_visits)
            return self.get_final_policy(state, self._root_node)

    def sample_root_state(self, state: Any) -> Any:
        if time.perf_counter() > self.late and self._root_node.total_visits > 0:
            raise TimeIsUp
        return super().sample_root_state(state)


@dataclass
class Spent:
    """What the moves of one side took."""

    seconds: list[float] = field(default_factory=list)
    simulations: list[int] = field(default_factory=list)


@dataclass
class Result:
    """One deal from both sides."""

    deal: int
    beaten: float  # the share of opponents that our seats beat
    won: float  # the share of games in which one of ours was the best
    ours: Spent
    theirs: Spent


def chain(table: Any, seat: int, code: int) -> Iterator[int]:
    """A whole move as the choices that make it."""
    ids = np.zeros_like(table.ids)
    many = calls.parts(table.rows, seat, code, ids)
    yield from (int(part) for part in ids[:many])
    if table.chosen[seat]:
        yield table.done


def play(deal: int, swapped: bool, asked: argparse.Namespace, result: Result) -> list[float]:
    """One game; returns what each seat got."""
    game = openspiel.load("thirteen", players=asked.players, options=asked.options, seed=asked.seed)
    state = game.new_initial_state()
    state.apply_action(deal)
    theirs = Theirs(game, asked.time * asked.times, seed=2 * deal + swapped)
    ours: Any = Search(int(FASTER_THAN_WE_ARE * asked.time) + 1, asked.time)
    if asked.bot != "search":
        ours = bots.bot(asked.bot)
    bots.prepare(state.table.match())
    while not state.is_terminal():
        seat, table = state.current_player(), state.table
        forced = calls.legal(table.rows, seat, table.moves) == 1
        begun = time.perf_counter()
        if seat % 2 == swapped:
            spent = result.ours
            dice = 1000 * (2 * deal + swapped) + int(table.rows[0].plies)
            for choice in chain(table, seat, bots.ask(ours, table.match(), seat, dice).code):
                state.apply_action(choice)
        else:
            spent = result.theirs
            state.apply_action(int(theirs.step(state)))
            while table.chosen[seat]:
                state.apply_action(int(theirs.step(state)))
        if not forced:
            spent.seconds.append(time.perf_counter() - begun)
    result.theirs.simulations += theirs.simulations
    returns: list[float] = state.returns()
    return returns


def pair(deal: int, asked: argparse.Namespace) -> Result:
    logging.getLogger("cardshed.bots.search").setLevel(logging.ERROR)  # that the clock ends it is meant here
    result = Result(deal, 0.0, 0.0, Spent(), Spent())
    for swapped in (False, True):
        got = play(deal, swapped, asked, result)
        mine = [share for seat, share in enumerate(got) if seat % 2 == swapped]
        result.beaten += mean((share + 1) / 2 for share in mine) / 2
        result.won += sum(share == max(got) for share in mine) / sum(share == max(got) for share in got) / 2
    return result


def interval(numbers: list[float]) -> str:
    """A mean with its interval at 95 %; deals are what is counted."""
    off = SURE * stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else float("nan")
    return f"{mean(numbers):.3f} ± {off:.3f}"


def told(results: list[Result], asked: argparse.Namespace) -> str:
    ours = [seconds for result in results for seconds in result.ours.seconds]
    theirs = [seconds for result in results for seconds in result.theirs.seconds]
    simulations = [many for result in results for many in result.theirs.simulations]
    return "\n".join(
        [
            f"{asked.players} players, {len(results)} deals from both sides: ours wins "
            f"{interval([result.won for result in results])} of the games",
            f"and beats {interval([result.beaten for result in results])} of the others at the table (even: 0.5)",
            f"seconds for a move with a choice: ours {mean(ours):.3f} (at most {max(ours):.3f}), "
            f"OpenSpiel's {mean(theirs):.3f} (at most {max(theirs):.3f})",
            f"OpenSpiel's simulations for a choice: {mean(simulations):,.0f}",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--time", type=float, default=0.1, help="seconds of our search for a move")
    parser.add_argument("--times", type=float, default=1.0, help="how many times that OpenSpiel's has for each choice")
    parser.add_argument("--players", type=int, default=2, choices=(2, 4))
    parser.add_argument("--options", default="", help="house rules, as cards=5;bombs=beat_all")
    parser.add_argument("--bot", default="search", help="another bot of ours, which takes the time that it takes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=1, help="games at once; more than there are would take their time")
    asked = parser.parse_args()
    results: list[Result] = []
    begun = time.perf_counter()
    with ProcessPoolExecutor(asked.cores) as pool:
        for done in as_completed([pool.submit(pair, deal, asked) for deal in range(asked.deals)]):
            results.append(done.result())
            won = interval([result.won for result in results])
            spent = time.perf_counter() - begun
            print(f"deal {len(results)} of {asked.deals}, {spent:.0f} s: ours wins {won}", flush=True)
    print(f"\n{told(results, asked)}")


if __name__ == "__main__":
    main()
