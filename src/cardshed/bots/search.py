"""The bot that thinks ahead: information-set tree search."""

from __future__ import annotations

import logging
import time

import numpy as np

from cardshed.bots.thought import Opinion, Thinker, Thought
from cardshed.bots.tree import ROOT, Nodes, Style, desk, grow, spread
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
    """So many rollouts for a move. The same seed and rollouts give the same move, unless the clock cuts."""

    def __init__(
        self, rollouts: int = 2_000, seconds: float | None = None, name: str = "search", style: Style | None = None
    ) -> None:
        self.rollouts = rollouts
        self.seconds = seconds  # a guard: past it the search answers with what it has, and logs that
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
        style = self.style._replace(spread=spread(match.game, match.players, tuple(match.options.items())))
        on = desk(match.rows, NODES * self.rollouts + 2, match.game.moves)
        if not PLAIN:
            with match.game.compiling():
                grow(on, seat, 1, 0, 0, np.uint64(0), style, only)
        late = begun + self.seconds if self.seconds is not None else None
        dice, used, done = np.uint64(key(np.uint64(seed), BOTS, 0)), 1, 0
        while done < self.rollouts and (done == 0 or late is None or time.perf_counter() < late):
            bite = min(BITE, self.rollouts - done)
            used = grow(on, seat, used, done, bite, dice, style, only)
            done += bite
        self.cut = done < self.rollouts
        if self.cut:
            log.warning("%s: cut by the clock after %d of %d rollouts", self.name, done, self.rollouts)
        return _told(match, seat, on.nodes, done, time.perf_counter() - begun)


def _told(match: Match, seat: int, nodes: Nodes, rollouts: int, seconds: float) -> Thought:
    opinions: list[Opinion] = []
    for node in (nodes[child] for child in _children(nodes, ROOT) if nodes[child].seat == seat):
        move, visits = Move(match.game, match.rows, seat, int(node.move)), int(node.visits)
        favoured = not opinions  # it was the first to be added
        opinions.append(Opinion(move, float(node.value) / visits, visits, favoured))
    opinions.sort(key=lambda opinion: (-opinion.trusted, opinion.move.code))
    return Thought(opinions, _line(match.game, nodes, opinions[0].move), rollouts, seconds)


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
