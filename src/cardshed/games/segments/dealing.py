"""How Segments deals, for those who go through all deals (`envs/dealing.py`)."""

from __future__ import annotations

from collections.abc import Sequence

from cardshed.engine import calls
from cardshed.engine.cards import some
from cardshed.engine.kernel import Row, Rows

from . import rules

SINGLE = "rounds"  # the option that must be 1, or there would be more deals
SMALLER = "cards, copies, players"  # the options that make the deck and the hands smaller


def deck(s: Row) -> tuple[Sequence[int], Sequence[int], int, int, bool]:
    """The kinds of cards in a hand of the row, low to high; as parts of moves; copies of each; cards for a seat;
    whether who is dealt the lowest starts, and not whom chance takes."""
    kinds, parts = zip(*((int(some(d, 1)), (rules.DIGITS + 1) * d) for d in range(rules.DIGITS)), strict=True)
    return kinds, parts, int(s.copies), int(s.cards), False


def lay(rows: Rows, hands: Sequence[int], starter: int) -> None:
    """The row that `deal` makes with these hands; segments go by turn order."""
    s = rows[0]
    calls.deal(rows)
    s.starter = s.turn = starter
    for p, hand in enumerate(hands):
        s.hands[p] = hand
        s.segments[p] = s.purses[(p - starter) % int(s.players)]
