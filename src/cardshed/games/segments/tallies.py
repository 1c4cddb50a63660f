"""What the lab counts in Segments: sizes, digits shown, segments spent and taken, the limit."""

from __future__ import annotations

from cardshed.engine.kernel import Numbers, Row, kernel
from cardshed.engine.tallies import noted

from .rules import DIGITS, MOST_SEGMENTS, NO_DIGIT, cost_of, digit_of, size_of, taken_by

LARGEST = 8

TALLIES = (
    "pass",
    *(f"size_{size}" for size in range(1, LARGEST + 1)),
    *(f"shown_{digit}" for digit in range(DIGITS)),
    *(f"spent_{cost}" for cost in range(1, MOST_SEGMENTS + 1)),
    "unchanged", "full", "trick", "none_left",
)  # fmt: skip

HAPPENINGS = ("trick", "none_left")

SIZE_AT, SHOWN_AT, SPENT_AT = (TALLIES.index(name) for name in ("size_1", "shown_0", "spent_1"))
UNCHANGED_AT, FULL_AT, TRICK_AT, NONE_AT = (TALLIES.index(name) for name in ("unchanged", "full", "trick", "none_left"))


@kernel
def tally(before: Row, s: Row, seat: int, move: int, out: Numbers) -> int:
    if seat < 0:
        return 0
    if digit_of(move) == NO_DIGIT:
        out[0] = 0
        n = noted(out, 1, FULL_AT, taken_by(before, seat, move) < before.grab)
    else:
        out[0] = SIZE_AT + min(size_of(move), LARGEST) - 1
        out[1] = SHOWN_AT + digit_of(move)
        cost = cost_of(before, move)
        out[2] = UNCHANGED_AT if cost == 0 else SPENT_AT + min(cost, MOST_SEGMENTS) - 1
        n = 3
    if s.deal_no == before.deal_no:
        return noted(out, n, TRICK_AT, s.field == 0)
    for p in range(s.players):
        n = noted(out, n, NONE_AT, s.unspent[p] == 0)
    return n
