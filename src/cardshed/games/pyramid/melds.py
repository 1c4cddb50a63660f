"""The meld cards of Pyramid: the one place that says which melds there are and what is special about each.

pyramid-1: the rulebook never lists its meld cards, so the lists are our reconstruction. A list of one's own is a line
in LISTS, or single switches at the table (`melds=paired8 red_pair=1`); a new kind of meld is a line in MELDS.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

RED, BLACK = 0, 1
NO_POWER, MAY_END_TRICK, MAY_DISCARD = 0, 1, 2


class Meld(NamedTuple):
    name: str
    colour: int
    run: bool
    size: int
    guests: int = 0  # how many cards may be of the other colour
    power: int = NO_POWER


# pyramid-2: by size, sets before runs. pyramid-27: just the four named melds are special, in every list.
MELDS = (
    Meld("red_single", RED, False, 1),
    Meld("black_single", BLACK, False, 1),
    Meld("red_pair", RED, False, 2),
    Meld("black_pair", BLACK, False, 2),
    Meld("red_run_2", RED, True, 2),
    Meld("black_run_2", BLACK, True, 2),
    Meld("red_triple", RED, False, 3, guests=1),  # pyramid-8
    Meld("black_triple", BLACK, False, 3),
    Meld("red_run_3", RED, True, 3),
    Meld("black_run_3", BLACK, True, 3, guests=1),  # pyramid-8
    Meld("red_four", RED, False, 4),
    Meld("black_four", BLACK, False, 4, power=MAY_END_TRICK),
    Meld("red_run_4", RED, True, 4, power=MAY_DISCARD),
    Meld("black_run_4", BLACK, True, 4),
)
NAMES = tuple(meld.name for meld in MELDS)

ALWAYS = ("red_single", "black_single")  # so that whoever must lead can
PAIRED = ("black_pair", "red_run_2", "red_triple", "black_run_3", "black_four", "red_run_4")
LISTS = {"paired8": (*ALWAYS, *PAIRED), "full14": NAMES}
USUAL = next(iter(LISTS))
SWITCHES = tuple(name for name in NAMES if name not in ALWAYS)

# The same for compiled code, at the meld's number.
COLOUR = np.array([meld.colour for meld in MELDS])
IS_RUN = np.array([meld.run for meld in MELDS])
SIZE = np.array([meld.size for meld in MELDS])
GUESTS = np.array([meld.guests for meld in MELDS])
POWER = np.array([meld.power for meld in MELDS])
LARGEST = max(meld.size for meld in MELDS)


def most_plays(meld: Meld, values: int) -> int:
    """How many different sets of cards make this meld, from a hand that holds enough of everything, wilds too."""
    ways = _colourings(meld.size, meld.guests)  # all wild
    for low in range(values):
        if meld.run:
            # pyramid-28: the run lies as high as it can, so the places below its lowest natural are wild.
            above = min(low, values - meld.size) + meld.size - 1 - low
            for places in product(("wild", "own", "guest"), repeat=above):
                for guests in (places.count("guest"), places.count("guest") + 1):  # the lowest may be one itself
                    if guests <= meld.guests:
                        wilds = meld.size - 1 - above + places.count("wild")
                        ways += _colourings(wilds, meld.guests - guests)
        else:
            for own in range(meld.size + 1):
                for guests in range(min(meld.guests, meld.size - own) + 1):
                    if own + guests:
                        ways += _colourings(meld.size - own - guests, meld.guests - guests)
    return ways


def _colourings(wilds: int, guests: int) -> int:
    """How many colourings so many wilds can have when some of them may be guests."""
    return min(wilds, guests) + 1
