"""What the lab counts in Thirteen: the kinds of combinations, the fate of twos, bombs, hands that win at once."""

from __future__ import annotations

from cardshed.engine.cards import count
from cardshed.engine.kernel import Numbers, Row, kernel
from cardshed.games.thirteen.rules import FOUR, PAIR, PAIRS, PASS, RUN, SINGLE, TRIPLE, TWOS, kind_of

LONGEST_RUN, MOST_PAIRS = 13, 8

TALLIES = (
    "pass", "single", "pair", "triple", "four",
    *(f"run_{length}" for length in range(3, LONGEST_RUN + 1)),
    *(f"pairs_{pairs}" for pairs in range(3, MOST_PAIRS + 1)),
    "two", "bomb_on_two", "trick", "two_left", "instant_win",
)  # fmt: skip

RUN_AT = TALLIES.index("run_3")
PAIRS_AT = TALLIES.index("pairs_3")
TWO_AT, BOMB_AT, TRICK_AT, LEFT_AT, INSTANT_AT = (
    TALLIES.index(name) for name in ("two", "bomb_on_two", "trick", "two_left", "instant_win")
)


@kernel
def tally(before: Row, s: Row, seat: int, move: int, out: Numbers) -> int:
    n = 0
    won_at_once = int(s.deal_no)
    if seat >= 0:
        out[0] = tally_of(move)
        n = 1
        if move & TWOS != 0:
            out[n] = TWO_AT
            n += 1
        bomb = kind_of(move) == FOUR or kind_of(move) == PAIRS
        if bomb and before.trick & TWOS != 0 and kind_of(before.trick) <= TRIPLE:
            out[n] = BOMB_AT
            n += 1
        won_at_once -= int(before.deal_no)
        if won_at_once > 0:  # the deal that was played to its end
            won_at_once -= 1
            for p in range(s.players):
                if before.hands[p] & ~move & TWOS != 0:
                    out[n] = LEFT_AT
                    n += 1
        elif s.trick == 0:
            out[n] = TRICK_AT
            n += 1
    for _ in range(min(won_at_once, 8)):
        out[n] = INSTANT_AT
        n += 1
    return n


@kernel
def tally_of(move: int) -> int:
    """The place of a move's kind in TALLIES."""
    if move == PASS:
        return 0
    kind = kind_of(move)
    if kind == RUN:
        return RUN_AT + min(count(move), LONGEST_RUN) - 3
    if kind == PAIRS:
        return PAIRS_AT + min(count(move) // 2, MOST_PAIRS) - 3
    return kind if kind in (SINGLE, PAIR, TRIPLE) else FOUR
