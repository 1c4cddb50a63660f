"""What the lab counts in Rummy: draws and takes, melds, additions, wilds, Rummy calls, how hands end."""

from __future__ import annotations

import numpy as np

from cardshed.engine.kernel import Numbers, Row, kernel
from cardshed.engine.tallies import noted

from . import codes
from .melds import ALL_NATURALS, WILD_SET, is_wild

TALLIES = (
    "draw", "take_one", "take_several", "call", "set", "run", "wild_set", "add_own", "add_other", "swap", "discard",
    "stop", "decline", "wild", "wild_thrown", "reshuffle", "out", "nobody_out",
)  # fmt: skip

HAPPENINGS = ("reshuffle", "nobody_out")

ONE_AT, SEVERAL_AT, CALL_AT, SET_AT, RUN_AT, WILDS_AT, OWN_AT, OTHER_AT, SWAP_AT, DISCARD_AT, STOP_AT, DECLINE_AT = (
    range(1, 13)
)
# By the kind of a move, where nothing else of it matters.
PLACES = np.array([0, ONE_AT, CALL_AT, SET_AT, RUN_AT, OWN_AT, SWAP_AT, DISCARD_AT, STOP_AT, DECLINE_AT])
WILD_AT, THROWN_AT, SHUFFLE_AT, OUT_AT, NOBODY_AT = range(13, 18)


@kernel
def tally(before: Row, s: Row, seat: int, move: int, out: Numbers) -> int:
    if seat < 0:
        return 0
    kind = codes.kind_of(move)
    out[0] = tally_of(before, seat, move, kind)
    wild = is_wild(codes.card_of(move))
    lays_wild = kind in (codes.LAY_SET, codes.LAY_RUN) and codes.cards_laid(move) & ~ALL_NATURALS != 0
    n = noted(out, 1, WILD_AT, lays_wild or (kind == codes.ADD and wild))
    n = noted(out, n, THROWN_AT, kind == codes.DISCARD and wild)
    if s.deal_no > before.deal_no:
        return noted(out, n, OUT_AT if s.went_out >= 0 else NOBODY_AT, True)
    return noted(out, n, SHUFFLE_AT, s.shuffles > before.shuffles)


@kernel
def tally_of(before: Row, seat: int, move: int, kind: int) -> int:
    """The place of a move's kind in TALLIES."""
    if kind == codes.TAKE and before.pile[int(before.piled) - 1] != codes.card_of(move):
        return SEVERAL_AT
    if kind in (codes.LAY_SET, codes.LAY_RUN) and codes.laid_kind(move) == WILD_SET:
        return WILDS_AT
    if kind == codes.ADD and before.owner[codes.meld_of(move)] != seat:
        return OTHER_AT
    return int(PLACES[kind])
