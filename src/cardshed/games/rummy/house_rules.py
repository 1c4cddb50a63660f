"""The house rules of Rummy, and the numbers its rulebook states."""

from __future__ import annotations

from cardshed.engine.options import Choice, Number, Option, numbers

FIRST_LAY, EVERY_MELD, NO_MINIMUM = 0, 1, 2
NEVER, OWNER, ANYONE = 0, 1, 2
WITH_NATURAL = 1
SAME_TURN, FIRST_ACTION = 0, 1
PILE_OR_END, END_HAND, RESHUFFLE = 0, 1, 2
MANUAL, PROMPT, OFF = 0, 1, 2
LAST, WHOLE_PILE = 0, 1
ANY_MELD, OWN_MELDS = 0, 1
WENT_OUT, HIGHER_SCORE = 0, 1

OPTIONS: tuple[Option, ...] = (
    Choice("natural_min", ("first_lay", "every_meld", "none"), "rummy-1"),
    Choice("wild_swap", ("never", "owner", "anyone"), "rummy-8"),
    Choice("wild_on_opponent", ("never", "with_natural"), "rummy-9"),
    Choice("pickup_use", ("same_turn", "first_action"), "rummy-43"),
    Choice("stock_empty", ("pile_or_end", "end", "reshuffle"), "rummy-13"),
    Choice("rummy_call", ("manual", "prompt", "off"), "rummy-15"),
    Choice("rummy_scope", ("last", "pile"), "rummy-16"),
    Choice("rummy_melds", ("any", "own"), "rummy-44"),
    Choice("both_goal", ("went_out", "higher_score"), "rummy-23"),
    Number("cards", 7, 1, 13, "rummy-27"),
    Number("naturals", 2, 0, 2, "rummy-1"),
    Number("goal", 500, 1, 5000, "rummy-24"),
    Number("hands", 50, 1, 50, "rummy-36", field="hands_limit"),
    Number("turn_limit", 500, 1, 500, "rummy-35"),
    Number("ranks", 12, 3, 12, "rummy-6"),
    Number("twos", 4, 0, 4, "rummy-4"),
    Number("jokers", 2, 0, 2, "rummy-4"),
    *numbers("worth", {"low_points": 5, "high_points": 10, "ace_in_run": 10, "ace_in_set": 15}, 0, 100, "rummy-22"),
    Number("wild_in_set", 25, 0, 100, "rummy-22"),
    Number("ace_in_hand", 15, 0, 100, "rummy-22"),
    Number("wild_in_hand", 25, 0, 100, "rummy-22"),
)
LOW_POINTS, HIGH_POINTS, ACE_IN_RUN, ACE_IN_SET = 0, 1, 2, 3
