"""Small positions whose best move is known, and why. test_known.py proves each claim before it asks a bot.

What the other seats hold is only the truth of one world; the claim is about every world that the seat can imagine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cardshed
from cardshed import Match


@dataclass(frozen=True)
class Known:
    """Seat 0 is to move. `plan` are its next moves, each time the first that is legal, and need nothing hidden.

    Without a plan the seat can deduce every card and nothing is left to chance, so that it can play as if all lay open.
    """

    game: str
    name: str
    reason: str
    best: frozenset[str]
    plan: tuple[str, ...] | None
    options: dict[str, Any]
    players: int
    setup: dict[str, Any]
    before: tuple[tuple[int, str], ...] = ()  # moves made since the position was laid out

    def match(self) -> Match:
        match = cardshed.game(self.game).position(self.players, self.options, **self.setup)
        for seat, text in self.before:
            match.play(seat, text)
        return match

    def __str__(self) -> str:
        return f"{self.game}-{self.name}"


KNOWN: list[Known] = []


def known(
    game: str,
    name: str,
    reason: str,
    best: str,
    *hands: str,
    plan: str | None = "",
    before: Sequence[tuple[int, str]] = (),
    **more: Any,
) -> None:
    """Best moves and plan as texts with commas between; options and what else lies on the table by their names."""
    options = {option.name for option in cardshed.game(game).options}
    KNOWN.append(
        Known(
            game,
            name,
            reason,
            frozenset(texts(best)),
            None if plan is None else texts(plan),
            ENDS_WITH_THIS_DEAL[game] | {word: value for word, value in more.items() if word in options},
            len(hands),
            {"hands": list(hands), **{word: value for word, value in more.items() if word not in options}},
            tuple(before),
        )
    )


def texts(told: str) -> tuple[str, ...]:
    return tuple(text.strip() for text in told.split(",") if text.strip())


ENDS_WITH_THIS_DEAL: dict[str, dict[str, Any]] = {
    "pyramid": {"rounds_3": 1},
    "thirteen": {"match": 1},
    "parcels": {"rounds": 1},
    "segments": {"rounds": 1},
    "rummy": {"hands": 1},
}

# --- Thirteen --------------------------------------------------------------------------------------

known(
    "thirteen", "run-goes-out", "the run is the whole hand", "5S 6D 7C",
    "5S 6D 7C", "8S 9D", cards=5,
)  # fmt: skip
known(
    "thirteen", "two-first-then-pair", "the 2H cannot be beaten and keeps the pair whole; a 9 may be", "2H",
    "9S 9D 2H", "10S", trick="8S", by=1, cards=5, plan="9S 9D",
)  # fmt: skip
known(
    "thirteen", "pair-before-single", "one card cannot beat a pair; the K goes out after it", "4S 4C",
    "4S 4C KS", "QS", cards=5, plan="KS",
)  # fmt: skip
known(
    "thirteen", "high-cards-first", "the last card must be a lead; the 3 loses to any other card", "9S, 2H",
    "3D 9S 2H", "QS", cards=5, plan="2H, 9S, 3D",
)  # fmt: skip
known(
    "thirteen", "bomb-wins-the-lead", "the four beats the 2 and the 4S goes out; passing gives the deal away",
    "6S 6C 6D 6H",
    "4S 6S 6C 6D 6H", "QS", trick="2S", by=1, bombs="beat_twos", cards=6, plan="4S",
)  # fmt: skip
known(
    "thirteen", "bomb-is-kept-for-a-two", "the four beats the 2 that alone can beat the 2S; then the J goes out", "2S",
    "10S 10C 10D 10H JS 2S", "QS KC", bombs="beat_twos", ranks=6, cards=6, plan="10S 10C 10D 10H, JS",
)  # fmt: skip
known(
    "thirteen", "bomb-is-kept-for-any-answer", "whatever beats the single, the four beats it, and the other goes out",
    "9S, 10S",
    "5S 5C 5D 5H 9S 10S", "4C QS", trick="6D", by=1, bombs="beat_all", cards=8, plan="5S 5C 5D 5H, 9S, 10S",
)  # fmt: skip
known(
    "thirteen", "pass-with-the-pair", "10H and QH can only lead singles, and the two kings beat both", "pass",
    "JC QS KC KH", "10H QH", trick="JD JH", by=1, ranks=6, cards=12, instant_wins="off", plan=None,
)  # fmt: skip
known(
    "thirteen", "pass-with-the-ace", "the ace wins a later trick; spent now, K and Q lead into higher cards", "pass",
    "QD KS AH", "JD QH KD KH", trick="AC", by=1, ranks=6, cards=12, instant_wins="off", plan=None,
)  # fmt: skip

# --- Segments --------------------------------------------------------------------------------------

known(
    "segments", "last-segment-is-spent", "first out with no segment scores 10, out of reach; with one it is 7", "1>7",
    "1", "4 5", "6 3", segments=[1, 2, 1], field="0", by=2,
)  # fmt: skip
known(
    "segments", "changed-pair-goes-out", "a pair of either digit is one card more than the 8, and the whole hand",
    "1 7>1, 1>7 7",
    "1 7", "3 9", "4 5", segments=[1, 1, 2], field="8", by=2, outs=1,
)  # fmt: skip
known(
    "segments", "nine-keeps-the-lead", "nobody beats a 9 with one card; then the 7 is out", "9",
    "7 9", "0", "0", segments=[2, 2, 1], outs=1, plan="7",
)  # fmt: skip
known(
    "segments", "buy-the-nine", "as a 9 the 5 keeps the lead, and the purse is empty at the end", "5>9",
    "4 5", "4", "0", segments=[1, 1, 1], field="4", by=2, plan="4",
)  # fmt: skip
known(
    "segments", "buy-two-nines", "two cards cannot beat a pair of 9s; any lower pair can be beaten", "3>9 8>9",
    "3 7 8", "3 9", "4 5", segments=[2, 1, 2], limit=2, field="8", by=2, outs=1, plan="7",
)  # fmt: skip
known(
    "segments", "spend-on-the-right-card", "only the 4 as a 9 empties the purse and keeps the lead", "4>9",
    "0 4", "8", "3 9", segments=[2, 2, 0], plan="0>8, 0",
)  # fmt: skip

# --- Parcels ---------------------------------------------------------------------------------------

known(
    "parcels", "run-goes-out", "three cards beat two, storage allows the run, and it is the whole hand", "3 4 5",
    "3 4 5", "1 8", "6 7", storage="6 7 8", meld="8 8", by=2, round_turns=496,
)  # fmt: skip
known(
    "parcels", "pair-before-single", "one card cannot beat a pair; then the 1 is out", "4 4",
    "1 4 4", "3", "6", storage="2 2 7", round_turns=496, plan="1",
)  # fmt: skip
known(
    "parcels", "eight-keeps-the-lead", "nothing beats a single 8 here; then the 3 is out", "8",
    "3 8", "7", "2 5", storage="1 4 6", multi_beats_single="no", round_turns=496, plan="3",
)  # fmt: skip
known(
    "parcels", "both-eights-keep-the-lead", "two unbeatable leads, and the 2 is out", "8",
    "2 8 8", "7", "2 5", storage="1 4", multi_beats_single="no", round_turns=493, plan="8, 2",
)  # fmt: skip
known(
    "parcels", "last-turn-takes-high", "two cards of the highest total: take a single 4, give the 2", "take 4 give 2",
    "2 5", "3 7", "4 4 6", storage="1 4 6 6", meld="8 8", by=2, round_turns=499,
)  # fmt: skip
known(
    "parcels", "last-turn-takes-low", "where low totals are better: take the 1, give the 5", "take 1 give 5",
    "2 5", "3 7", "4 4 6", storage="1 4 6 6", meld="8 8", by=2, round_turns=499, tie_order="higher_worse",
)  # fmt: skip
known(
    "parcels", "no-pair-for-the-next", "a second 5 in storage would let the next player lay 3 3 and be out",
    "take 7 give 6, take 5 give 6",
    "5 6", "3 3", "4 4 6", known=["", "3 3", ""], storage="2 5 7", meld="8", by=2, round_turns=498,
)  # fmt: skip

# --- Pyramid ---------------------------------------------------------------------------------------

known(
    "pyramid", "run-goes-out", "the black run, a red 6 in it, is the whole hand", "5B 6R 7B",
    "5B 6R 7B", "9R 10B", "4R 6B", meld="4R", by=2, turn=0,
)  # fmt: skip
known(
    "pyramid", "four-ends-the-trick", "a cleared table lets the 4R lead and go out; on a 7 it can never be played",
    "end",
    "4R 7B 7B 7B 7B", "9R 10B", "4R 6B", turn=0, before=[(0, "7B 7B 7B 7B")], plan="4R",
)  # fmt: skip
known(
    "pyramid", "ten-keeps-the-lead", "without red 10s no single card meets a black 10; then the 3 is out", "10B",
    "3B 10B", "9R", "6B", red_10=0, cards=12, turn=0, plan="3B",
)  # fmt: skip
known(
    "pyramid", "low-single-while-both-are-used", "nobody has a pair, so the 8 is safe now and the 10 as a lead", "8B",
    "3B 8B 10B", "9R", "6B", meld="8R", by=2, red_10=0, cards=12, turn=0, plan="10B, 3B",
)  # fmt: skip
known(
    "pyramid", "wild-wins-the-trick", "both singles are used then, so nobody with one card can follow; the 6 is out",
    "WB",
    "6B WB", "9R", "6B", meld="10R", by=2, turn=0, plan="6B",
)  # fmt: skip
known(
    "pyramid", "trade-for-the-missing-card", "alone in trading; the wild makes 8 9 10, which goes out as first lead",
    "trade WB",
    "9B 10B", "6B 9R", "7B 10R", front=["WB", "", ""], trading=True, points=[0, 1, 1], red_3=0, cards=2, first_of_3=20,
    plan="add WB, 9B 10B WB",
)  # fmt: skip
known(
    "pyramid", "add-the-missing-card", "the wild makes 8 9 10, which goes out as the first lead", "add WB",
    "9B 10B", "6B 9R", "7B 10R", front=["WB", "", ""], trading=True, points=[0, 1, 1], red_3=0, cards=2, first_of_3=20,
    before=[(0, "trade WB")], plan="9B 10B WB",
)  # fmt: skip

# --- Rummy -----------------------------------------------------------------------------------------

known(
    "rummy", "go-out-now", "three 7s and the discard empty the hand; the other is left with two cards", "set 7S 7D 7H",
    "7S 7D 7H KH", "9C 4D", laying=True, hand_turns=498, plan="discard KH",
)  # fmt: skip
known(
    "rummy", "call-and-still-draw", "called, the 6S makes room for the 7S that is the whole stock", "rummy 6S on 1",
    "3D 9H", "8C", known=["", "8C"], melds=["1 run 3S 4S 5S"], pile="6S", stock="7S", window=True, points=[10, 0],
    hand_turns=499, plan=None,
)  # fmt: skip
known(
    "rummy", "take-down-to-the-jack", "J 2 K A of clubs lies at once; the 2 alone brings nothing", "take JC",
    "4S AC KC", "4H", melds=["1 set 3S 3C 3D", "1 set 7S 7D 7C"], pile="JC 2S 6H", points=[25, 20], hand_turns=498,
    plan="run JC 2S KC, add AC to 3, discard 6H",
)  # fmt: skip
known(
    "rummy", "safe-discard", "8C and 9C are known to wait for the 10C", "discard 4D",
    "4D 10C", "8C 9C", known=["", "8C 9C"], melds=["0 set QS QD QH"], pile="3H", laying=True, points=[0, 15],
    hand_turns=498,
)  # fmt: skip
known(
    "rummy", "dearest-discard-at-the-end", "it is the last turn, and a 10 costs more than a 5",
    "discard 10H, discard 10D",
    "5C 10D 10H", "3S", melds=["0 run 4D 5D 6D 7D"], pile="KH 3D", laying=True, points=[5, 10], hand_turns=499,
)  # fmt: skip
known(
    "rummy", "end-while-ahead", "the stock is empty and the score is ahead; a turn more would lose it", "end, take 10C",
    "7C 10S", "2D 8C", melds=["0 run 6H 7H 8H 9H", "1 set 4D 4H 4S"], pile="10C 2H 6D", stock="", points=[5, 20],
    hand_turns=498, plan=None,
)  # fmt: skip
