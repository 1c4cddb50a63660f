"""What the lab counts in Pyramid: trades and chains of them, every meld card, wilds, the two powers."""

from __future__ import annotations

from cardshed.engine.cards import count
from cardshed.engine.kernel import Numbers, Row, kernel
from cardshed.games.pyramid import codes
from cardshed.games.pyramid.melds import NAMES

TALLIES = (
    "pass", "keep", "trade", "traded", "chain", "wilds_added",
    *(f"meld_{name}" for name in NAMES),
    "wild", "all_wild", "ended_trick", "let_go_on", "threw", "trick",
)  # fmt: skip

HAPPENINGS = ("trick",)

MELD_AT = TALLIES.index(f"meld_{NAMES[0]}")
KEEP_AT, TRADE_AT, TRADED_AT, CHAIN_AT, ADDED_AT = (
    TALLIES.index(name) for name in ("keep", "trade", "traded", "chain", "wilds_added")
)
WILD_AT, ALL_WILD_AT, ENDED_AT, WENT_ON_AT, THREW_AT, TRICK_AT = (
    TALLIES.index(name) for name in ("wild", "all_wild", "ended_trick", "let_go_on", "threw", "trick")
)


@kernel
def tally(before: Row, s: Row, seat: int, move: int, out: Numbers) -> int:
    if seat < 0:
        return 0
    kind = codes.kind_of(move)
    n = 1
    if kind == codes.PASS:
        out[0] = 0
    elif kind == codes.KEEP:
        out[0] = KEEP_AT
    elif kind == codes.TRADE:
        out[0] = TRADE_AT
    elif kind == codes.ADD_WILDS:
        out[0] = ADDED_AT
    elif kind == codes.THROW:
        out[0] = THREW_AT
    elif kind == codes.END:
        out[0] = ENDED_AT if codes.what_of(move) == 1 else WENT_ON_AT
    else:
        out[0] = MELD_AT + codes.what_of(move)
        if codes.wilds_in(move) > 0:
            out[n] = WILD_AT if codes.values_of(move) != 0 else ALL_WILD_AT
            n += 1
    if kind in (codes.KEEP, codes.TRADE) and s.deal_no == before.deal_no:
        moved, again = 0, 0
        for p in range(s.players):
            if s.origin[p] != before.origin[p]:
                moved += 1
                again = max(again, count(int(s.seen[p])))
        if moved > 0:
            out[n] = TRADED_AT
            n += 1
        if again > 2:  # somebody holds a third hand
            out[n] = CHAIN_AT
            n += 1
    leads = s.phase == codes.SHED and s.meld == 0
    if leads and kind in (codes.MELD, codes.PASS, codes.END, codes.THROW) and s.deal_no == before.deal_no:
        out[n] = TRICK_AT
        n += 1
    return n
