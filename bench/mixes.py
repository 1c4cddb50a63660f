"""Net and search mixed in other ways than `expert` does, as bots that an arena can seat:
`cardshed arena pyramid bench/mixes.py:NetTrades hard --players 4 -o rounds_4=1 -n 300`."""

from __future__ import annotations

import numpy as np

from cardshed.bots.foresight import Foresight
from cardshed.bots.search import Search
from cardshed.bots.thought import DOUBT, Thinker
from cardshed.engine.matches.match import Match, Move

ROLLOUTS = 2_000
NET = Foresight()


class Both:
    """The search, with the net's opinion of every move counting for some visits."""

    counts = 300

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        if len(match.legal(seat)) == 1:
            return match.legal(seat)[0]
        tried = {one.move.code: one for one in Search(ROLLOUTS).explain(match, seat, seed).opinions}

        def worth(code: int, first: float) -> float:
            """As the search trusts what it found: less, the fewer visits there were."""
            visits, value = (tried[code].visits, tried[code].value) if code in tried else (0, 0.0)
            whole = self.counts + visits
            return (self.counts * first + visits * value) / whole - DOUBT / float(np.sqrt(whole))

        opinions = NET.explain(match, seat, seed).opinions
        return max(opinions, key=lambda one: worth(one.move.code, one.value)).move


class NetTrades:
    """Pyramid: the net decides what to keep and to trade, the search plays."""

    trades: Thinker = NET
    plays: Thinker = Search(ROLLOUTS)

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        trading = any(move.text.startswith(("keep", "trade")) for move in match.legal(seat))
        return (self.trades if trading else self.plays).choose(match, seat, seed)


class SearchTrades(NetTrades):
    trades, plays = NetTrades.plays, NetTrades.trades
