"""The house rules of Pyramid, and the numbers its rulebook states."""

from __future__ import annotations

from dataclasses import replace

from cardshed.engine.kernel import Row, kernel
from cardshed.engine.options import Choice, Number, Option, numbers

from .codes import LOWEST_NUMBER, MOST_WILDS, VALUES
from .melds import LISTS, SWITCHES, USUAL

FEWEST = 3  # players

SOFT, HARD = 0, 1
HOLDER, REMOVED = 0, 1

# The pyramid: a number appears as often as it says, the smaller half of it in red.
NUMBERS = range(LOWEST_NUMBER, LOWEST_NUMBER + VALUES)
COPIES = {f"red_{v}": v // 2 for v in NUMBERS} | {f"black_{v}": v - v // 2 for v in NUMBERS}

OPTIONS: tuple[Option, ...] = (
    Choice(
        "melds",
        tuple(LISTS),
        "pyramid-1",
        presets={name: {switch: int(switch in melds) for switch in SWITCHES} for name, melds in LISTS.items()},
    ),
    Choice("pass", ("soft", "hard"), "pyramid-10", field="passing"),
    Choice("unplayed_wilds", ("holder", "removed"), "pyramid-19"),
    *numbers("switches", {name: int(name in LISTS[USUAL]) for name in SWITCHES}, 0, 1, "pyramid-1"),
    Number("cards", 13, 1, 20, "pyramid-11"),
    # The red 3 decides who starts, so there is at most one.
    *(replace(n, high=1) if n.name == "red_3" else n for n in numbers("copies", COPIES, 0, 7, "pyramid-23")),
    Number("red_wilds", 2, 0, MOST_WILDS, "pyramid-12"),
    Number("black_wilds", 2, 0, MOST_WILDS, "pyramid-12"),
    *numbers("rounds", {"rounds_3": 3, "rounds_4": 4}, 1, 12, "pyramid-20"),
    *numbers("of_3", {"first_of_3": 2, "second_of_3": 1}, 0, 20, "pyramid-20"),
    *numbers("of_4", {"first_of_4": 3, "second_of_4": 2, "third_of_4": 1}, 0, 20, "pyramid-20"),
)


@kernel
def place_points(s: Row, place: int) -> int:
    """The last player in gets nothing."""
    if place == 0 or place == s.players:
        return 0
    return int(s.of_3[place - 1]) if s.players == 3 else int(s.of_4[place - 1])


@kernel
def rounds(s: Row) -> int:
    return int(s.rounds[int(s.players) - FEWEST])
