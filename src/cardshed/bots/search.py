"""The bot that thinks ahead: information-set tree search, on one core or several."""

from __future__ import annotations

import logging
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cardshed.bots.thought import Opinion, Thinker, Thought
from cardshed.bots.tree import ROOT, Desk, Nodes, Style, desk, grow, spread
from cardshed.engine.chance import BOTS, key
from cardshed.engine.kernel import PLAIN, Moves
from cardshed.engine.matches.game import Game
from cardshed.engine.matches.match import Match, Move

log = logging.getLogger(__name__)

NODES = 3  # for each rollout: a choice, and some moves that were forced or made together with others
BITE = 64  # rollouts between two looks at the clock
A_FEW = 8  # visits from which a reply is worth telling
ANY = np.empty(0, np.int64)


class Search(Thinker):
    """So many rollouts for a move. The same seed, rollouts and threads give the same move, unless the clock cuts.

    With several threads each grows a tree of its own, and their counts are added up.
    """

    def __init__(
        self, rollouts: int = 2_000, seconds: float | None = None, threads: int = 1, name: str = "search",
        style: Style | None = None,
    ) -> None:  # fmt: skip
        self.rollouts = rollouts
        self.seconds = seconds  # a guard: past it the search answers with what it has, and logs that
        self.threads = threads
        self.name = name
        self.style = style or Style()
        self.cut = False  # whether the clock cut its last thought short

    def explain(self, match: Match, seat: int, seed: int) -> Thought:
        return self._search(match, seat, seed, ANY)

    def weigh(self, match: Match, seat: int, move: Move, seed: int) -> Thought:
        """What it makes of one move, all rollouts spent on it."""
        return self._search(match, seat, seed, np.array([move.code], np.int64))

    def _search(self, match: Match, seat: int, seed: int, only: Moves) -> Thought:
        begun = time.perf_counter()
        game, trees = match.game, min(self.threads, self.rollouts)
        share = -(-self.rollouts // trees)
        style = self.style._replace(spread=spread(game, match.players, tuple(match.options.items())))
        desks = [desk(match.rows, NODES * share + 2, game.moves) for _ in range(trees)]
        if not PLAIN:
            with game.compiling():
                grow(desks[0], seat, 1, 0, 0, np.uint64(0), style, only)
        late = begun + self.seconds if self.seconds is not None else None

        def think(number: int) -> int:
            own, used, done = np.uint64(key(np.uint64(seed), BOTS, number)), 1, 0
            while done < share and (done == 0 or late is None or time.perf_counter() < late):
                bite = min(BITE, share - done)
                used = grow(desks[number], seat, used, done, bite, own, style, only)
                done += bite
            return done

        if trees == 1:
            done = think(0)
        else:
            with ThreadPoolExecutor(trees) as pool:
                done = sum(pool.map(think, range(trees)))
        self.cut = done < share * trees
        if self.cut:
            log.warning("%s: cut by the clock after %d of %d rollouts", self.name, done, share * trees)
        return _told(match, seat, desks, done, time.perf_counter() - begun)


def _told(match: Match, seat: int, desks: list[Desk], rollouts: int, seconds: float) -> Thought:
    counts: dict[int, list[float]] = {}
    for on in desks:
        for child in _children(on.nodes, ROOT):
            node = on.nodes[child]
            if node.seat == seat:
                sums = counts.setdefault(int(node.move), [0, 0.0])
                sums[0] += int(node.visits)
                sums[1] += float(node.value)
    favourite = next(iter(counts))  # it was the first to be added
    opinions = [
        Opinion(Move(match.game, match.rows, seat, code), value / visits, int(visits), code == favourite)
        for code, (visits, value) in counts.items()
    ]
    opinions.sort(key=lambda opinion: (-opinion.trusted, opinion.move.code))
    return Thought(opinions, _line(match.game, desks[0].nodes, opinions[0].move), rollouts, seconds)


def _line(game: Game, nodes: Nodes, first: Move) -> list[tuple[int, str]]:
    """The best move and what follows it most often, for as long as that was tried a few times."""
    line: list[tuple[int, str]] = []
    following = [c for c in _children(nodes, ROOT) if nodes[c].seat == first.seat and nodes[c].move == first.code]
    while following:
        at = max(following, key=lambda child: int(nodes["visits"][child]))
        if nodes[at].visits < A_FEW and line:
            break
        line.append((int(nodes[at].seat), game.table.text(int(nodes[at].move))))
        following = _children(nodes, at)
    return line


def _children(nodes: Nodes, at: int) -> list[int]:
    """Nodes that are in use have been seen; the root is nobody's child."""
    found: list[int] = np.flatnonzero((nodes["parent"] == at) & (nodes["seen"] > 0)).tolist()
    return found
