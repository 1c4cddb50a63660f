"""The slow, plain twin of Segments, written from rulebooks/segments.txt and RULINGS.md alone.

A card is its digit, 0 to 9. A move is ("pass", segments taken) or ("play", value shown, digits held before any change).
The twin knows no chance: the caller gives the hands and the start seat of every round.
"""

from collections import Counter
from itertools import combinations, product

# segments-2: 3 to 5 players.
PLAYERS = range(3, 6)

DIGITS = range(10)

Move = tuple[str, int] | tuple[str, int, tuple[int, ...]]

CHOICES: dict[str, set[str]] = {
    "glyphs": {"standard", "no_tails"},
    "pass_segments": {"must", "may"},
    "next_start": {"rotate", "lowest_score"},
    "undealt": {"round", "match"},
}

# segments-1: a top, b upper right, c lower right, d bottom, e lower left, f upper left, g middle.
STANDARD = ["abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg"]


def lit_segments(glyphs: str) -> list[set[str]]:
    assert glyphs in CHOICES["glyphs"]
    lit = [set(letters) for letters in STANDARD]
    # segments-23: `no_tails` changes 6 and 9 only: no top bar on the 6, no bottom bar on the 9.
    if glyphs == "no_tails":
        lit[6].remove("a")
        lit[9].remove("d")
    return lit


# segments-5: one side of a segment lights a part of the digit, the other darkens one.
# segments-7: "Only one color of segment may be used on a card": a card is only lit or only darkened, so the
# target's lit set must contain the source's or lie inside it. The price is the number of parts that differ.
def prices(glyphs: str) -> dict[tuple[int, int], int]:
    lit = lit_segments(glyphs)
    table: dict[tuple[int, int], int] = {}
    for source, target in product(DIGITS, DIGITS):
        only_lighting = lit[source] < lit[target]
        only_darkening = lit[source] > lit[target]
        if only_lighting or only_darkening:
            table[source, target] = len(lit[source] ^ lit[target])
    return table


class Segments:
    turn: int | None  # who acts; None when the match is over or a round is to come
    field: tuple[int, int] | None  # the value and the number of cards to beat, None when the turn player leads
    owner: int | None  # who played it
    passers: set[int]  # who has passed since it was played

    def __init__(self, players: int, options: dict[str, str | int], hands: list[list[int]], start: int) -> None:
        assert players in PLAYERS
        for name, values in CHOICES.items():
            assert options[name] in values, (name, options[name])
        # The round ends whenever 2 players are out (here: `outs`).
        assert options["outs"] in {1, 2}
        self.players = players
        self.options = dict(options)
        self.prices = prices(str(options["glyphs"]))
        self.scores = [0] * players
        self.last_round = [0] * players
        self.rounds_done = 0
        self.start: int | None = None
        self.over = False
        self.needs_round = True
        self.new_round(hands, start)

    def number(self, name: str) -> int:
        return int(self.options[name])

    # ---------------------------------------------------------------- the round's set-up

    # The seats that may be turn order 1 in the round to come; none when no round is to come.
    def possible_starts(self) -> set[int]:
        if not self.needs_round:
            return set()
        # X-4, segments-14: round 1 random.
        if self.start is None:
            return set(range(self.players))
        # segments-14: then the next seat clockwise.
        if self.options["next_start"] == "rotate":
            return {(self.start + 1) % self.players}
        # segments-24: `lowest_score`: by total so far, ties at random.
        return {seat for seat in range(self.players) if self.scores[seat] == min(self.scores)}

    def new_round(self, hands: list[list[int]], start: int) -> None:
        assert self.needs_round and not self.over
        assert start in self.possible_starts()
        self.check_hands(hands)
        self.needs_round = False
        self.start = start
        self.hands = [sorted(hand) for hand in hands]
        self.gone_out: list[int] = []
        self.clear_trick()
        self.turn = start

        # segments-14, segments-15: in each round the segments of the set-up table, by turn order from the start seat.
        # segments-24: fewer than five players use the first rows.
        self.segments = [0] * self.players
        for step in range(self.players):
            seat = (start + step) % self.players
            self.segments[seat] = self.number(f"segments_{step + 1}")
        assert all(0 <= held <= self.number("limit") for held in self.segments)

    # "6 cards of each 0-9" (here: `copies`), 12 cards each (here: `cards`), the rest removed from the game.
    def check_hands(self, hands: list[list[int]]) -> None:
        assert len(hands) == self.players
        assert all(len(hand) == self.number("cards") for hand in hands)
        dealt = Counter(card for hand in hands for card in hand)
        assert all(card in DIGITS and count <= self.number("copies") for card, count in dealt.items())
        # "Any cards not dealt are removed." segments-26: `round`: for the round, each is dealt from all the cards.
        # `match`: for the match, only the cards of the first deal come back, and all of them.
        if self.rounds_done == 0:
            self.first_dealt = dealt
        assert self.options["undealt"] == "round" or dealt == self.first_dealt

    # ---------------------------------------------------------------- legal moves

    # What it costs to show `value` with all these cards; None when one of them cannot show it.
    # segments-6: only the listed change at the listed price; a card that shows the value already is left alone.
    # segments-7: each card is changed by itself, one may be lit and another darkened.
    def cost(self, sources: tuple[int, ...], value: int) -> int | None:
        total = 0
        for card in sources:
            if card == value:
                continue
            if (card, value) not in self.prices:
                return None
            total += self.prices[card, value]
        return total

    # segments-9: 0 is the lowest rank. X-5: strict, an equal value does not beat.
    def beats_field(self, value: int, size: int) -> bool:
        # "When there are no cards on the field, any amount of cards can be lead."
        if self.field is None:
            return True
        field_value, field_size = self.field
        # segments-10: the same number of cards and a higher rank, or exactly one more card of any rank.
        return (size == field_size and value > field_value) or size == field_size + 1

    # "Only singles and sets": all the cards show the same value in the end.
    # segments-8: a lead may use segments too. segments-25: a set made only of changed cards is legal.
    # segments-10: no upper limit to a set but the hand.
    def legal_plays(self, seat: int) -> set[Move]:
        plays: set[Move] = set()
        for size in range(1, len(self.hands[seat]) + 1):
            values = [value for value in DIGITS if self.beats_field(value, size)]
            if not values:
                continue
            # Hands are sorted, so are these choices; equal cards give equal choices, the set keeps one.
            for sources in set(combinations(self.hands[seat], size)):
                for value in values:
                    cost = self.cost(sources, value)
                    if cost is not None and cost <= self.segments[seat]:
                        plays.add(("play", value, sources))
        return plays

    def legal_passes(self, seat: int) -> set[Move]:
        # a leader must play.
        if self.field is None:
            return set()
        # segments-3: the supply never runs out.
        # segments-11: `must`: take 2 (here: `grab`), but only up to 7 (here: `limit`).
        # segments-22: `may`: any number from 0 to that.
        most = min(self.number("grab"), self.number("limit") - self.segments[seat])
        if self.options["pass_segments"] == "must":
            return {("pass", most)}
        return {("pass", taken) for taken in range(most + 1)}

    # a pass is always a move of the player who follows, also where nothing can be played.
    def legal(self) -> set[Move]:
        if self.turn is None:
            return set()
        return self.legal_plays(self.turn) | self.legal_passes(self.turn)

    # ---------------------------------------------------------------- play

    def play(self, move: Move) -> None:
        assert self.turn is not None and move in self.legal(), (self.turn, move)
        seat = self.turn
        if len(move) == 2:
            # segments-25: a pass that clears the trick takes segments like any other.
            self.segments[seat] += move[1]
            self.passers.add(seat)
        else:
            _, value, sources = move
            cost = self.cost(sources, value)
            assert cost is not None
            self.segments[seat] -= cost
            for card in sources:
                self.hands[seat].remove(card)
            self.field = (value, len(sources))
            self.owner = seat
            # segments-12: only passes in a row since the last play count. "It is a soft pass."
            self.passers = set()
            if not self.hands[seat]:
                self.gone_out.append(seat)
                # segments-19: at once when the second player (here: `outs`) goes out.
                if len(self.gone_out) == self.number("outs"):
                    self.end_round()
                    return

        # segments-12: when all other players still in have passed in a row, the trick is cleared and the player
        # who played last leads. X-2: also when that one is out, all who remain first get their turn to beat it.
        assert self.owner is not None
        others = {other for other in range(self.players) if self.hands[other] and other != self.owner}
        if self.passers == others:
            # segments-13, X-2: an owner who is out leaves the lead to the next player clockwise who holds cards.
            self.turn = self.owner if self.hands[self.owner] else self.next_holder(self.owner)
            self.clear_trick()
        else:
            self.turn = self.next_holder(seat)

    # clockwise, seat 0, 1, 2, ...; who is out is left out.
    def next_holder(self, seat: int) -> int:
        following = (seat + 1) % self.players
        while not self.hands[following]:
            following = (following + 1) % self.players
        return following

    # segments-4: the segments used go back to the supply, which has no end (segments-3).
    def clear_trick(self) -> None:
        self.field = None
        self.owner = None
        self.passers = set()

    # ---------------------------------------------------------------- end

    # The points of this round if it ended now.
    def round_points(self) -> list[int]:
        points = [0] * self.players
        # "First player to go out gets 7 points, the second to go out gets 5 points."
        if len(self.gone_out) >= 1:
            points[self.gone_out[0]] += self.number("first_out")
        if len(self.gone_out) >= 2:
            points[self.gone_out[1]] += self.number("second_out")
        for seat in range(self.players):
            # "Cards left in players hands are worth -1 point each."
            points[seat] -= len(self.hands[seat])
            # segments-16: every full 2 segments left cost 1. segments-18: those of a player who is out too.
            points[seat] -= self.segments[seat] // 2
            # segments-17: everybody with no segments gets 3 points (here: `none_left`), in or out.
            if self.segments[seat] == 0:
                points[seat] += self.number("none_left")
        return points

    # Hands, segments and the order of going out stay as they were, to be looked at.
    def end_round(self) -> None:
        self.last_round = self.round_points()
        self.scores = [total + gained for total, gained in zip(self.scores, self.last_round, strict=True)]
        self.rounds_done += 1
        self.clear_trick()
        self.turn = None
        # "At the end of 3 rounds" (here: `rounds`).
        self.over = self.rounds_done == self.number("rounds")
        self.needs_round = not self.over

    # "The highest score wins"; segments-20: then the most points in the last round; then shared.
    # the same order for every place. For each seat the share of opponents beaten, ties half.
    def payoff(self) -> list[float]:
        assert self.over
        standing = list(zip(self.scores, self.last_round, strict=True))
        shares: list[float] = []
        for seat in range(self.players):
            others = [standing[other] for other in range(self.players) if other != seat]
            beaten = sum(1.0 for other in others if standing[seat] > other)
            tied = sum(0.5 for other in others if standing[seat] == other)
            shares.append((beaten + tied) / len(others))
        return shares
