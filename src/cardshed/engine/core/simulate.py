"""Many games at once: on all cores, or on a GPU, with the same results."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cardshed.engine.chance import GAMES, key
from cardshed.engine.core.playout import COUNTS, POLICIES, play_games
from cardshed.engine.core.seeds import read_seed
from cardshed.engine.core.verbs import SPARE
from cardshed.engine.errors import BadOption, BadPlayers
from cardshed.engine.kernel import PLAIN, Rows
from cardshed.engine.messages import shortly

if TYPE_CHECKING:
    from cardshed.engine.matches.game import Game

BATCH = 1 << 22  # games whose results are in memory at once when they are only summed up
FIRST_BATCH = 1 << 13  # batches grow from here until one takes a second, so that stopping loses little
REHEARSED = 1 << 10  # games of other people's rules that are played on cores before they go to a GPU
CHUNK = 1 << 13  # games a core plays before it looks up: about a twentieth of a second

Progress = Callable[[int], None]  # called with the number of games finished since the last call


@dataclass(frozen=True)
class Simulation:
    """The results of a batch, a line per game."""

    payoff: npt.NDArray[np.float32]  # (games, players): the share of opponents beaten
    points: npt.NDArray[np.int32]  # (games, players): the game's own points
    plies: npt.NDArray[np.int32]  # moves made
    turns: npt.NDArray[np.int32]
    deals: npt.NDArray[np.int32]  # deals, rounds or hands
    decisions: npt.NDArray[np.int32]  # moves where there was a choice
    legal: npt.NDArray[np.int32]  # legal moves, added up over all moves made
    seed: int
    first: int

    def __len__(self) -> int:
        return len(self.plies)

    def game_seed(self, i: int) -> int:
        """The seed that deals game i of the batch: `game.match(seed=...)`."""
        return int(key(np.uint64(self.seed), GAMES, self.first + i))


def simulate(
    game: Game, games: int, *, players: int | None = None, bots: str | Sequence[str] = "random", seed: int | str = 0,
    options: Mapping[str, object] | None = None, threads: int | None = None, device: str = "cpu", first: int = 0,
    progress: Progress | None = None,
) -> Simulation:  # fmt: skip
    """Play games `first`, `first + 1`, ... of a seed's endless batch; neither threads nor device change a result."""
    for name, number, least in (("games", games, 0), ("threads", threads, 1)):
        if number is not None and (
            isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least
        ):
            raise BadOption("engine.count", name=name, least=least, given=shortly(number))
    table = game.blank(players, 0, options)
    policies = read_bots(bots, int(table[0].players))
    seed = read_seed(seed)
    results = _Results(games, int(table[0].players))
    tell = progress or (lambda done: None)
    if device == "cuda":
        from cardshed.engine.core.cuda import play_on_gpu

        if not game.built_in:  # a GPU does not say when rules break their promises; cores do
            few = _Results(min(games, REHEARSED), int(table[0].players))
            _play_on_cores(game, table, seed, first, policies, few, threads or cores(), lambda done: None)
        play_on_gpu(game, table, seed, first, policies, results.counts, results.points, results.payoff, tell)
    elif device == "cpu":
        _play_on_cores(game, table, seed, first, policies, results, threads or cores(), tell)
    else:
        raise BadOption("engine.device", given=device)
    columns = {name: results.counts[:, i] for i, name in enumerate(COUNTS)}
    return Simulation(results.payoff, results.points, **columns, seed=seed, first=first)


def batches(game: Game, games: int, **how: Any) -> Iterator[Simulation]:
    """The same as `simulate`, a part at a time, so that memory does not grow with the number of games."""
    first, size = 0, min(FIRST_BATCH, BATCH)
    while first < games:
        begun = time.monotonic()
        yield simulate(game, min(size, games - first), first=first, **how)
        first += size
        if time.monotonic() - begun < 0.5:
            size = min(2 * size, BATCH)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def bot_names(bots: str | Sequence[str], players: int) -> list[str]:
    """A name for each seat: one for all, or one for each."""
    names = [bots] * players if isinstance(bots, str) else list(bots)
    if len(names) != players:
        raise BadPlayers("engine.bots.count", given=len(names), players=players)
    return names


def read_bots(bots: str | Sequence[str], players: int) -> npt.NDArray[np.int64]:
    """A policy for each seat."""
    names = bot_names(bots, players)
    for name in names:
        if name not in POLICIES:
            raise BadOption("engine.bots.unknown", given=shortly(name), bots=", ".join(POLICIES))
    return np.array([POLICIES[name] for name in names], np.int64)


class _Results:
    def __init__(self, games: int, players: int) -> None:
        self.counts = np.zeros((games, len(COUNTS)), np.int32)
        self.points = np.zeros((games + SPARE, players), np.int32)[:games]
        self.payoff = np.zeros((games + SPARE, players), np.float32)[:games]


def _play_on_cores(
    game: Game, table: Rows, seed: int, first: int, policies: Any, results: _Results, threads: int, tell: Progress
) -> None:
    games = len(results.counts)

    def play(begin: int, end: int) -> int:
        play_games(
            table.copy(), np.uint64(seed), first + begin, policies, game.move_buffer(), results.counts[begin:end],
            results.points[begin:end], results.payoff[begin:end],
        )  # fmt: skip
        return end - begin

    if not PLAIN:
        with game.compiling():
            play(0, 0)
    chunk = min(CHUNK, max(1, -(-games // (4 * threads))))
    parts = ((begin, min(begin + chunk, games)) for begin in range(0, games, chunk))
    # A few chunks wait for each thread, never all: after Ctrl-C what runs is finished and nothing else begins.
    with ThreadPoolExecutor(threads) as pool:
        running: set[Future[int]] = set()
        for begin, end in parts:
            running.add(pool.submit(play, begin, end))
            if len(running) >= 2 * threads:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                tell(sum(part.result() for part in done))
        for part in running:
            tell(part.result())
