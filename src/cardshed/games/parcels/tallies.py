"""What the lab counts in Parcels: shapes, what storage allows and how large it is, swaps, an empty deck."""

from __future__ import annotations

from cardshed.engine.cards import total
from cardshed.engine.kernel import Numbers, Row, kernel
from cardshed.engine.tallies import noted

from .rules import PASS, SET, first_of, kind_of, largest_set, longest_run, second_of

LARGEST_SET, LONGEST_RUN, MOST_STORED = 6, 8, 12
STORED = tuple(f"storage_{size}" for size in range(MOST_STORED + 1))

TALLIES = (
    "pass",
    *(f"set_{size}" for size in range(1, LARGEST_SET + 1)),
    *(f"run_{length}" for length in range(2, LONGEST_RUN + 1)),
    "swap", "took_several", "only_singles", "trick", "reshuffle", "stopped",
    *STORED,
)  # fmt: skip

HAPPENINGS = ("only_singles", "trick", "reshuffle", "stopped", *STORED)

SET_AT, RUN_AT, STORED_AT = (TALLIES.index(name) for name in ("set_1", "run_2", "storage_0"))
SWAP_AT, SEVERAL_AT, SINGLES_AT, TRICK_AT, SHUFFLE_AT, STOPPED_AT = (
    TALLIES.index(name) for name in ("swap", "took_several", "only_singles", "trick", "reshuffle", "stopped")
)


@kernel
def tally(before: Row, s: Row, seat: int, move: int, out: Numbers) -> int:
    if seat < 0:
        return 0
    out[0] = STORED_AT + min(total(before.storage), MOST_STORED)
    n = 2
    if kind_of(move) == PASS:
        out[1] = 0
        n = noted(out, n, SWAP_AT, second_of(move) > 0)
        n = noted(out, n, SEVERAL_AT, first_of(move) > 0 and total(s.hands[seat]) > total(before.hands[seat]) + 1)
    elif kind_of(move) == SET:
        out[1] = SET_AT + min(second_of(move), LARGEST_SET) - 1
    else:
        out[1] = RUN_AT + second_of(move) - 2
    n = noted(out, n, SINGLES_AT, largest_set(before) == 1 and longest_run(before) == 1)
    if s.deal_no > before.deal_no:
        return noted(out, n, STOPPED_AT, s.stopped != 0)
    n = noted(out, n, TRICK_AT, s.meld == 0)
    return noted(out, n, SHUFFLE_AT, s.shuffles > before.shuffles)
