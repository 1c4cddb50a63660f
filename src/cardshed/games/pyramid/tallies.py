"""What the lab counts in Pyramid: trades and chains of them, every meld card, wilds, the two powers."""

from __future__ import annotations

import numpy as np

from cardshed.engine.cards import count
from cardshed.engine.kernel import Numbers, Row, kernel
from cardshed.engine.tallies import noted

from . import codes
from .melds import NAMES

TALLIES = (
    "pass", "keep", "trade", "traded", "chain", "wilds_added",
    *(f"meld_{name}" for name in NAMES),
    "wild", "all_wild", "ended_trick", "let_go_on", "threw", "trick",
)  # fmt: skip

HAPPENINGS = ("trick",)

MELD_AT = TALLIES.index(f"meld_{NAMES[0]}")
PLACE = np.array([TALLIES.index(name) for name in ("pass", "keep", "trade", "wilds_added", "ended_trick", "threw")])
TRADED_AT, CHAIN_AT, WILD_AT, ALL_WILD_AT, WENT_ON_AT, TRICK_AT = (
    TALLIES.index(name) for name in ("traded", "chain", "wild", "all_wild", "let_go_on", "trick")
)


@kernel
def tally(before: Row, s: Row, seat: int, move: int, out: Numbers) -> int:
    if seat < 0:
        return 0
    kind = codes.kind_of(move)
    n = 1
    if kind == codes.MELD:
        out[0] = MELD_AT + codes.what_of(move)
        n = noted(out, n, WILD_AT if codes.values_of(move) != 0 else ALL_WILD_AT, codes.wilds_in(move) > 0)
    elif kind == codes.END and codes.what_of(move) != 1:
        out[0] = WENT_ON_AT
    else:
        out[0] = PLACE[kind]
    if kind in (codes.KEEP, codes.TRADE) and s.deal_no == before.deal_no:
        moved, again = 0, 0
        for p in range(s.players):
            if s.origin[p] != before.origin[p]:
                moved += 1
                again = max(again, count(int(s.seen[p])))
        n = noted(out, n, TRADED_AT, moved > 0)
        n = noted(out, n, CHAIN_AT, again > 2)  # somebody holds a third hand
    leads = s.phase == codes.SHED and s.meld == 0 and s.deal_no == before.deal_no
    return noted(out, n, TRICK_AT, leads and kind in (codes.MELD, codes.PASS, codes.END, codes.THROW))
