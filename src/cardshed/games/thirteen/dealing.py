"""How Thirteen deals, for those who go through all deals (`envs/dealing.py`)."""

from __future__ import annotations

from collections.abc import Sequence

from cardshed.engine import calls
from cardshed.engine.deck import members
from cardshed.engine.kernel import Row, Rows

from . import rules

SINGLE = "match"  # the option that must be 1, or there would be more deals
SMALLER = "cards, ranks, suits, players"  # the options that make the deck and the hands smaller


def deck(s: Row) -> tuple[Sequence[int], Sequence[int], int, int, bool]:
    """The kinds of cards in a hand of the row, low to high; as parts of moves; copies of each; cards for a seat;
    whether who is dealt the lowest starts."""
    cards = members(int(rules.whole_deck(s)))
    return [1 << c for c in cards], cards, 1, int(rules.cards_each(s)), True


def lay(rows: Rows, hands: Sequence[int], starter: int) -> None:
    """The row that `deal` makes with these hands: the lowest card starts, and a hand may win at once."""
    s = rows[0]
    asked = int(s.instant_wins)
    s.instant_wins = rules.OFF  # what chance deals here is replaced
    calls.deal(rows)
    s.instant_wins = asked
    for p, hand in enumerate(hands):
        s.hands[p] = hand
    s.turn = starter
    s.start_card = members(hands[starter])[0]
    if asked == rules.ON and rules.instant_win(s):
        s.turn = -1
