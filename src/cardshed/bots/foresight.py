"""The bots that know a net: one look at each move, or games played on by the net in worlds that could be.

A net has an opinion of every move at once. To go beyond it, the best of them are tried out: all in the same worlds that
the seat could be in, the net playing for everybody, until the seat has chosen a few times more, where the net's opinion
of what it reached stands for the rest. Half of the moves drop out after each of a few rounds, and the opinion that came
first counts for some of the worlds.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from cardshed.bots.net import Net, Slate, favourite, net_of, slate, weigh
from cardshed.bots.thought import Opinion, Thinker, Thought
from cardshed.bots.tree import rate, spread
from cardshed.engine.bits import lowest
from cardshed.engine.chance import GAMES, key
from cardshed.engine.core.verbs import LONGEST_MATCH, acting, legal, play, redeal
from cardshed.engine.errors import BadOption
from cardshed.engine.kernel import Moves, Rows, kernel

if TYPE_CHECKING:
    from cardshed.engine.matches.match import Match, Move

log = logging.getLogger(__name__)

Values = npt.NDArray[np.float64]
Trail = list[tuple[int, int]]  # seats and what they played

TRAIL = 8  # moves that are remembered of a game that was played on
A_FEW = 8  # games from which a reply is worth telling


class Manner(NamedTuple):
    """How moves are tried out. bench/strength.py tells what each of these is worth."""

    moves: int = 4  # the most that are tried
    behind: float = 0.06  # how far behind the best in the net's opinion a move may be
    ahead: int = 3  # choices of the seat until the net's opinion is asked for the rest; 0: to the end of the deal
    opinion: int = 40  # worlds that the net's first opinion counts for


@kernel
def follow(on: Desk, seat: int, move: int, world: np.uint64, spread: float, ahead: int) -> float:
    """What a move at the first row comes to in one world, played in the second; the trail tells what followed."""
    on.rows[1] = on.rows[0]
    s = on.rows[1]
    redeal(s, seat, world)
    deal_no, chosen, made = s.deal_no, 0, 0
    play(s, seat, move)
    while s.plies <= LONGEST_MATCH:
        seats = acting(s)
        if seats == 0 or s.deal_no != deal_no:
            break
        p = lowest(seats)
        n = legal(s, p, on.moves)
        best = 0
        if n > 1:
            best, top = favourite(on.net, on.slate, s, p, on.moves, n)
            if p == seat:
                chosen += 1
                if chosen == ahead:
                    return 1 / (1 + np.exp(-top))
        if made < TRAIL:
            on.trail[made] = p
            on.trail[TRAIL + made] = on.moves[best]
            made += 1
        play(s, p, on.moves[best])
    rate(s, spread, on.values, on.scores)
    return on.values[seat]


class Desk(NamedTuple):
    """What a thought writes on."""

    net: Net
    slate: Slate
    rows: Rows  # the table as the seat knows it, and a world
    moves: Moves
    trail: Moves  # the seats and moves that followed in that world
    values: Values
    scores: Values


def desk(match: Match) -> Desk:
    game = match.game
    net = net_of(game)
    if net is None:
        raise BadOption("bots.net.none", game=game.title)
    return Desk(
        net, slate(net), np.concatenate([match.rows, match.rows]), game.move_buffer(), np.zeros(2 * TRAIL, np.int64),
        np.zeros(match.players), np.zeros(match.players),
    )  # fmt: skip


class Foresight(Thinker):
    """So many worlds for a move; none for the net's opinion alone. The same seed gives the same move, unless the clock
    cuts."""

    def __init__(
        self, worlds: int = 0, seconds: float | None = None, name: str = "net", manner: Manner | None = None
    ) -> None:
        self.rollouts, self.seconds, self.name = worlds, seconds, name
        self.manner = manner or Manner()
        self.cut = False

    def explain(self, match: Match, seat: int, seed: int) -> Thought:
        return _Thinking(self, match, seat, seed, match.legal(seat)).thought()

    def weigh(self, match: Match, seat: int, move: Move, seed: int) -> Thought:
        """What it makes of one move, in the worlds in which the best of several would be tried."""
        return _Thinking(self, match, seat, seed, [move]).thought()


class _Thinking:
    """One thought, while it is being thought."""

    def __init__(self, bot: Foresight, match: Match, seat: int, seed: int, offered: list[Move]) -> None:
        self.begun = time.perf_counter()
        self.bot, self.match, self.seat, self.seed, self.offered = bot, match, seat, seed, offered
        self.on = desk(match)
        self.codes = np.array([move.code for move in offered], np.int64)
        self.first: Values = np.zeros(len(offered))  # what the net says
        self.found: list[list[float]] = [[] for _ in offered]  # what they came to, world by world
        self.trails: list[list[Trail]] = [[] for _ in offered]

    def thought(self) -> Thought:
        bot = self.bot
        with self.match.game.compiling():
            weigh(self.on.net, self.on.slate, self.on.rows, self.seat, self.codes, self.first)
        done = self.try_out(self.close()) if bot.rollouts else 0
        if bot.cut:
            log.warning("%s: cut by the clock after %d of %d worlds", bot.name, done, bot.rollouts)
        order, values = self.ranked()
        opinions = [
            Opinion(self.offered[i], values[i], bot.manner.opinion + len(self.found[i]), favoured=True) for i in order
        ]
        line = [(self.seat, opinions[0].move.text), *self.expected(self.trails[order[0]])]
        return Thought(opinions, line, done, time.perf_counter() - self.begun)

    def ranked(self) -> tuple[list[int], list[float]]:
        """The best first, and what each is worth.

        The best is one of those that were tried for longest. What dropped out before is as far behind it as it was in
        the worlds that both were tried in, and never ahead: other worlds may have been kinder to all moves.
        """
        tried = [len(found) for found in self.found]
        best = max(range(len(tried)), key=lambda i: (tried[i], self.worth(i, tried[i])))
        top = self.worth(best, tried[best])
        values = [min(top, top - self.worth(best, n) + self.worth(i, n)) for i, n in enumerate(tried)]
        others = sorted((i for i in range(len(tried)) if i != best), key=lambda i: -values[i])
        return [best, *others], values

    def worth(self, i: int, worlds: int) -> float:
        """A move in the first worlds; the net's opinion, which came before, counts for some more."""
        opinion = self.bot.manner.opinion
        return (opinion * float(self.first[i]) + sum(self.found[i][:worlds])) / (opinion + worlds)

    def close(self) -> list[int]:
        """The moves that are worth trying out: those that the net likes about as much as its favourite."""
        manner, best = self.bot.manner, self.first.max()
        order = np.argsort(-self.first, kind="stable")[: manner.moves].tolist()
        return [i for i in order if self.first[i] > best - manner.behind]

    def try_out(self, kept: list[int]) -> int:
        """All in the same worlds; half of the moves drop out after each round. Returns how many games that took."""
        bot = self.bot
        bot.cut = False
        if len(kept) == 1 and len(self.offered) > 1:
            return 0  # the net has no doubt
        late = self.begun + bot.seconds if bot.seconds is not None else None
        apart = spread(self.match.game, self.match.players, tuple(self.match.options.items()))
        rounds = max(1, (len(kept) - 1).bit_length())
        world = done = 0
        for _ in range(rounds):
            for _ in range(max(1, bot.rollouts // (rounds * len(kept)))):
                if late is not None and time.perf_counter() > late:
                    bot.cut = True
                    return done
                for i in kept:
                    self.try_in(i, world, apart)
                world, done = world + 1, done + len(kept)
            kept = sorted(kept, key=lambda i: -sum(self.found[i]))[: max(2, (len(kept) + 1) // 2)]
        return done

    def try_in(self, i: int, world: int, apart: float) -> None:
        on = self.on
        dice = np.uint64(key(np.uint64(self.seed), GAMES, world))
        on.trail[:] = -1
        self.found[i].append(follow(on, self.seat, self.codes[i], dice, apart, self.bot.manner.ahead))
        seats, codes = on.trail[:TRAIL].tolist(), on.trail[TRAIL:].tolist()
        self.trails[i].append([(seat, code) for seat, code in zip(seats, codes, strict=True) if seat >= 0])

    def expected(self, trails: list[Trail]) -> list[tuple[int, str]]:
        """What followed a move most often, for as long as that was seen a few times."""
        line: list[tuple[int, str]] = []
        while True:
            coming = Counter(trail[len(line)] for trail in trails if len(trail) > len(line))
            if not coming or coming.most_common(1)[0][1] < A_FEW:
                return line
            most = coming.most_common(1)[0][0]
            trails = [trail for trail in trails if len(trail) > len(line) and trail[len(line)] == most]
            line.append((most[0], self.match.game.table.text(most[1])))
