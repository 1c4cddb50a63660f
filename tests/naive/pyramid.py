"""The slow, plain twin of Pyramid, written from rulebooks/pyramid.txt and RULINGS.md alone.

A card is (value, colour): value 3 to 10, or 0 for a wild; colour "R" or "B". Cards of one kind are all alike.
A move is one of
    ("keep",), ("trade", colour of the wild)         sealed, in the trade phase
    ("add", red wilds, black wilds)                  by the lone trader
    ("meld", name of the meld type, sorted cards), ("pass",)
    ("end", yes or no)                               after a black four
    ("discard", card or None)                        after a red run of 4
The twin knows no chance: the caller gives the hands of every round, and picks among seats tied for the start.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement

Card = tuple[int, str]
Cards = tuple[Card, ...]
Move = (
    tuple[str]  # keep, pass
    | tuple[str, str]  # trade
    | tuple[str, int, int]  # add
    | tuple[str, str, Cards]  # meld
    | tuple[str, bool]  # end
    | tuple[str, Card | None]  # discard
)

PLAYERS = range(3, 5)
VALUES = range(3, 11)  # pyramid-9: wilds too are 3 to 10 only
COLOURS = ("R", "B")
RED_THREE: Card = (3, "R")

CHOICES: dict[str, set[str]] = {"pass": {"soft", "hard"}, "unplayed_wilds": {"holder", "removed"}}

# pyramid-1: every meld type: its colour, its shape and its number of cards. A single is a set of one.
TYPES: dict[str, tuple[str, str, int]] = {
    "red single": ("R", "set", 1),
    "black single": ("B", "set", 1),
    "red pair": ("R", "set", 2),
    "black pair": ("B", "set", 2),
    "red run 2": ("R", "run", 2),
    "black run 2": ("B", "run", 2),
    "red triple": ("R", "set", 3),
    "black triple": ("B", "set", 3),
    "red run 3": ("R", "run", 3),
    "black run 3": ("B", "run", 3),
    "red four": ("R", "set", 4),
    "black four": ("B", "set", 4),
    "red run 4": ("R", "run", 4),
    "black run 4": ("B", "run", 4),
}
# Both singles are always on the table; each other type has a switch.
SINGLES = {"red single", "black single"}

# pyramid-8: at most one card of the other colour. pyramid-27: only these two, also among fourteen types.
ONE_OF_THE_OTHER_COLOUR = {"red triple", "black run 3"}


def is_wild(card: Card) -> bool:
    return card[0] == 0


# pyramid-7: a wild has its printed colour. pyramid-8: it too may be the one card of the other colour, and
# pyramid-27: also when all the cards are wilds.
def colours_fit(name: str, cards: Cards) -> bool:
    wanted = TYPES[name][0]
    others = [card for card in cards if card[1] != wanted]
    return len(others) <= (1 if name in ONE_OF_THE_OTHER_COLOUR else 0)


# Whether these values, wilds' values included, have the shape.
def shape_fits(name: str, values: list[int]) -> bool:
    shape = TYPES[name][1]
    if shape == "set":
        return len(set(values)) == 1
    return sorted(values) == list(range(min(values), min(values) + len(values)))


# Every lowest number that these cards may have as this type, whatever values the wilds are given.
# Any number of wilds may be used. Empty when the cards are no meld of the type.
@cache
def possible_lows(name: str, cards: Cards) -> frozenset[int]:
    if len(cards) != TYPES[name][2] or not colours_fit(name, cards):
        return frozenset()
    naturals = [card[0] for card in cards if not is_wild(card)]
    wilds = len(cards) - len(naturals)
    lows: set[int] = set()
    for wild_values in combinations_with_replacement(VALUES, wilds):
        values = naturals + list(wild_values)
        if shape_fits(name, values):
            lows.add(min(values))
    return frozenset(lows)


# The lowest number the cards are played with as this type when `target` is to be met; None when that is not legal.
# pyramid-4: only the lowest number is compared, the size is free. X-5: equal is enough.
def played_low(name: str, cards: Cards, target: int) -> int | None:
    lows = possible_lows(name, cards)
    if not lows:
        return None
    # pyramid-6: only wilds: the lowest value that is legal now.
    if all(is_wild(card) for card in cards):
        return min((low for low in lows if low >= target), default=None)
    # pyramid-5, pyramid-28: else the wilds are assigned so that the whole meld lies as high as it can. They count
    # for the player who plays them.
    return max(lows) if max(lows) >= target else None


# pyramid-5: the next player has to meet the lowest natural card.
# pyramid-6: when there are only wilds, the value they were played with.
def next_target(cards: Cards, low: int) -> int:
    return min((card[0] for card in cards if not is_wild(card)), default=low)


class Pyramid:
    phase: str  # "trade", "add", "shed", "end", "discard"
    hands: list[list[Card]]  # sorted, with the wilds in them
    front: list[Counter[str]]  # wilds on the table in front of each seat, by colour
    choices: list[Move | None]  # sealed choices not yet revealed
    declaring: set[int]  # who is still to choose
    target: int  # the number to meet; 3 on a lead
    meld: Move | None  # the last meld of the trick; None when the turn player leads
    used: set[str]  # meld types played in this trick
    owner: int | None  # who played the last meld
    turn: int | None  # the one seat that acts; None in the trade phase, between rounds and when the match is over
    passes: int  # passes in a row since the last meld
    locked: set[int]  # who passed in this trick, only with `pass: hard`
    places: list[int]  # in this round, 0 while in
    three: int | None  # who holds the red 3, as far as it is known to all
    seen: list[set[int]]  # for the hand each seat has now: every seat that has held it in this round
    spent: Counter[str]  # wilds removed from the game, by colour

    def __init__(
        self, players: int, options: dict[str, str | int], hands: list[list[Card]], choose: Callable[[list[int]], int]
    ) -> None:
        assert players in PLAYERS
        for name, values in CHOICES.items():
            assert options[name] in values, (name, options[name])
        self.players = players
        self.options = dict(options)
        self.choose = choose
        # The meld cards on the table.
        self.types = {name for name in TYPES if name in SINGLES or self.number(name.replace(" ", "_")) == 1}
        # pyramid-20: as many rounds as players (here: `rounds_3`, `rounds_4`).
        self.rounds = self.number(f"rounds_{players}")
        # "Scoring": points by place, the last one in gets 0.
        named = ["first", "second"] if players == 3 else ["first", "second", "third"]
        self.place_points = [self.number(f"{place}_of_{players}") for place in named] + [0]
        assert self.rounds >= 1 and self.number("cards") >= 1
        # "The one with the red 3": no rule says who starts if there were several.
        assert self.number("red_3") <= 1
        # "Give each player 2 red wild cards and 2 black wild cards", "in front of each player".
        self.front = [Counter({"R": self.number("red_wilds"), "B": self.number("black_wilds")}) for _ in range(players)]
        self.spent = Counter({"R": 0, "B": 0})
        self.points = [0] * players
        self.last_points = [0] * players
        self.rounds_done = 0
        self.over = False
        self.needs_round = True
        self.new_round(hands)

    def number(self, name: str) -> int:
        return int(self.options[name])

    # ---------------------------------------------------------------- the deal

    def new_round(self, hands: list[list[Card]]) -> None:
        assert self.needs_round and not self.over
        self.check_hands(hands)
        self.needs_round = False
        # pyramid-19: "Re-deal all the cards" means the naturals. Wilds in front carry over from round to round.
        self.hands = [sorted(hand) for hand in hands]
        self.seen = [{seat} for seat in range(self.players)]
        self.places = [0] * self.players
        self.round_points = [0] * self.players
        self.three = None
        self.clear_table()
        self.open_declarations(set(range(self.players)))

    # The deck has so many cards of each kind; each player gets so many cards, none of them wild.
    def check_hands(self, hands: list[list[Card]]) -> None:
        assert len(hands) == self.players
        assert all(len(hand) == self.number("cards") for hand in hands)
        dealt = Counter(card for hand in hands for card in hand)
        for (value, colour), count in dealt.items():
            assert value in VALUES and colour in COLOURS
            assert count <= self.number(f"{'red' if colour == 'R' else 'black'}_{value}")

    # ---------------------------------------------------------------- who may act, and how

    def acting(self) -> set[int]:
        if self.over or self.needs_round:
            return set()
        if self.phase == "trade":
            return set(self.declaring)
        assert self.turn is not None
        return {self.turn}

    def legal(self, seat: int) -> set[Move]:
        if seat not in self.acting():
            return set()
        if self.phase == "trade":
            return self.legal_declarations(seat)
        if self.phase == "add":
            # pyramid-13, pyramid-24: 0 to all of the wilds in front, whatever colour was declared.
            reds, blacks = self.front[seat]["R"], self.front[seat]["B"]
            return {("add", red, black) for red in range(reds + 1) for black in range(blacks + 1)}
        if self.phase == "end":
            # pyramid-16: "may end the trick".
            return {("end", True), ("end", False)}
        if self.phase == "discard":
            # pyramid-17: "may discard any card in hand".
            return {("discard", card) for card in [None, *self.hands[seat]]}
        melds = self.legal_melds(seat)
        # a leader must play. X-12: else a pass is always a move of its own.
        return melds if self.meld is None else melds | {("pass",)}

    # pyramid-12: the colour of the wild is picked with the declaration, among the wilds in front.
    def legal_declarations(self, seat: int) -> set[Move]:
        trades: set[Move] = {("trade", colour) for colour in COLOURS if self.front[seat][colour] > 0}
        return trades | {("keep",)}

    # Every choice of cards of the hand, as every meld type on the table.
    # pyramid-3: a type played in this trick is closed to everybody until the trick is cleared.
    def legal_melds(self, seat: int) -> set[Move]:
        melds: set[Move] = set()
        for size in range(1, 5):
            names = [name for name in self.types - self.used if TYPES[name][2] == size]
            for cards in set(combinations(self.hands[seat], size)):
                for name in names:
                    if played_low(name, cards, self.target) is not None:
                        melds.add(("meld", name, cards))
        return melds

    def play(self, seat: int, move: Move) -> None:
        assert move in self.legal(seat), (seat, move)
        match move:
            case ("keep",) | ("trade", _):
                self.declare(seat, move)
            case ("add", int(red), int(black)):
                self.add_wilds(seat, red, black)
            case ("meld", str(name), tuple(cards)):
                self.play_meld(seat, name, cards)
            case ("pass",):
                self.do_pass(seat)
            case ("end", bool(yes)):
                self.answer_end(seat, yes)
            case ("discard", None):
                self.pass_turn_on(seat)
            case ("discard", (int(value), str(colour))):
                self.throw(seat, (value, colour))
            case _:
                raise AssertionError(move)

    # ---------------------------------------------------------------- the trade phase

    # pyramid-15: who has no wilds in front keeps without being asked.
    # pyramid-24: one who is the only one able to declare still declares.
    def open_declarations(self, seats: set[int]) -> None:
        self.choices = [None] * self.players
        self.declaring = {seat for seat in seats if self.front[seat].total() > 0}
        self.turn = None
        self.phase = "trade"
        if not self.declaring:
            self.start_shedding()

    # sealed, and revealed together. pyramid-24: a sealed choice cannot be changed.
    def declare(self, seat: int, move: Move) -> None:
        self.choices[seat] = move
        self.declaring.remove(seat)
        if not self.declaring:
            self.reveal()

    def reveal(self) -> None:
        revealed = self.choices
        self.choices = [None] * self.players
        wilds: dict[int, str] = {}  # of each trader, in seat order, so clockwise
        for seat, choice in enumerate(revealed):
            match choice:
                case ("trade", str(colour)):
                    wilds[seat] = colour
        # Who said keep is out for the rest of the trade phase.
        if not wilds:
            self.start_shedding()
        elif len(wilds) == 1:
            # "If only one player declared trade, they may add any number of wilds to their hand, but do not pass
            # their hand after."
            self.phase = "add"
            self.turn = next(iter(wilds))
        else:
            self.trade_hands(wilds)
            # pyramid-14: only those who traded hands declare again. Each pass costs a wild, so this ends.
            self.open_declarations(set(wilds))

    def trade_hands(self, wilds: dict[int, str]) -> None:
        # pyramid-12: the wild joins the hand first, so it travels with it.
        for seat, colour in wilds.items():
            self.take_from_front(seat, colour)
        # "Pass the entire hand to the next clockwise player who also declared trade."
        old_hands = list(self.hands)
        old_seen = list(self.seen)
        traders = list(wilds)
        for giver, taker in zip(traders, traders[1:] + traders[:1], strict=True):
            self.hands[taker] = old_hands[giver]
            self.seen[taker] = old_seen[giver] | {taker}

    # pyramid-13: no hand was traded, so the phase ends.
    def add_wilds(self, seat: int, red: int, black: int) -> None:
        for _ in range(red):
            self.take_from_front(seat, "R")
        for _ in range(black):
            self.take_from_front(seat, "B")
        self.start_shedding()

    def take_from_front(self, seat: int, colour: str) -> None:
        assert self.front[seat][colour] > 0
        self.front[seat][colour] -= 1
        self.hands[seat] = sorted(self.hands[seat] + [(0, colour)])

    # The other seats whose whole hand a seat knows: it has held that hand. What a hand gains or loses later is seen
    # by all (X-7: wilds in front are public, melds and discards lie face up), so it stays known.
    @property
    def knows(self) -> list[set[int]]:
        return [
            {other for other in range(self.players) if other != seat and seat in self.seen[other]}
            for seat in range(self.players)
        ]

    # ---------------------------------------------------------------- the shedding phase

    # pyramid-11: the holder of the red 3 after the trade phase starts; it need not be played.
    def start_shedding(self) -> None:
        self.phase = "shed"
        for seat in range(self.players):
            if RED_THREE in self.hands[seat]:
                self.three = seat
        if self.three is not None:
            self.turn = self.three
            return
        # pyramid-11, pyramid-30: not dealt: the lowest match total so far, ties at random.
        lowest = [seat for seat in range(self.players) if self.points[seat] == min(self.points)]
        self.turn = lowest[0] if len(lowest) == 1 else self.choose(lowest)
        assert self.turn in lowest

    def holders(self) -> set[int]:
        return {seat for seat in range(self.players) if self.hands[seat]}

    # Clockwise is seat 0, 1, 2, ...
    def next_clockwise(self, seat: int, among: set[int]) -> int:
        following = (seat + 1) % self.players
        while following not in among:
            following = (following + 1) % self.players
        return following

    def clear_table(self) -> None:
        self.target = VALUES[0]
        self.meld = None
        self.used = set()
        self.owner = None
        self.passes = 0
        self.locked = set()

    # A card leaves a hand for good. pyramid-18: a wild thrown is spent like one played.
    def remove_from_hand(self, seat: int, card: Card) -> None:
        self.hands[seat].remove(card)
        if is_wild(card):
            self.spent[card[1]] += 1
        if card == RED_THREE:
            self.three = None

    def play_meld(self, seat: int, name: str, cards: Cards) -> None:
        low = played_low(name, cards, self.target)
        assert low is not None
        for card in cards:
            self.remove_from_hand(seat, card)
        self.target = next_target(cards, low)
        self.meld = ("meld", name, cards)
        self.used.add(name)
        self.owner = seat
        self.passes = 0

        # pyramid-25: place and points are given first.
        if not self.hands[seat]:
            self.shed_out(seat)
            # pyramid-22: the round ends the moment one player holds cards. pyramid-25: no question is left to ask.
            if len(self.holders()) == 1:
                self.end_round()
                return

        # pyramid-27: with wilds too these two have their power.
        # pyramid-16, pyramid-25: the question is asked even when the black four emptied the hand.
        # pyramid-26: and even when all the others are locked.
        if name == "black four":
            self.phase = "end"
        # pyramid-17: at least 2 cards, counted after the run.
        elif name == "red run 4" and len(self.hands[seat]) >= 2:
            self.phase = "discard"
        else:
            self.pass_turn_on(seat)

    def do_pass(self, seat: int) -> None:
        self.passes += 1
        # pyramid-26: `hard`: locked until the trick is cleared.
        if self.options["pass"] == "hard":
            self.locked.add(seat)
        self.pass_turn_on(seat)

    def answer_end(self, seat: int, yes: bool) -> None:
        if yes:
            self.clear_trick()
        else:
            self.pass_turn_on(seat)

    # pyramid-17: one card stays at least, so this never sheds out.
    def throw(self, seat: int, card: Card) -> None:
        self.remove_from_hand(seat, card)
        assert self.hands[seat]
        self.pass_turn_on(seat)

    # After a meld with its question, or after a pass.
    def pass_turn_on(self, seat: int) -> None:
        assert self.owner is not None
        self.phase = "shed"
        # when the owner is out, all who hold cards first get their turn.
        others = self.holders() - {self.owner}
        # pyramid-10: `soft`: the trick is over when all others passed in a row since the last meld.
        # pyramid-26: `hard`: when all others are locked, which may be so at once after a meld.
        if self.options["pass"] == "soft":
            cleared = self.passes == len(others)
        else:
            cleared = others <= self.locked
        if cleared:
            self.clear_trick()
        else:
            self.turn = self.next_clockwise(seat, others - self.locked)

    # "The trick is cleared and all the melds are now valid again. That player then plays any valid meld."
    # if that player has no cards left, the next one clockwise who still holds cards leads.
    def clear_trick(self) -> None:
        assert self.owner is not None
        winner = self.owner
        self.phase = "shed"
        self.clear_table()
        self.turn = winner if self.hands[winner] else self.next_clockwise(winner, self.holders())

    # ---------------------------------------------------------------- the end of a round

    # "Whenever a player sheds out of cards, they score points and are out of the round."
    def shed_out(self, seat: int) -> None:
        self.places[seat] = max(self.places) + 1
        self.score(seat)

    def score(self, seat: int) -> None:
        won = self.place_points[self.places[seat] - 1]
        self.points[seat] += won
        self.round_points[seat] = won

    def end_round(self) -> None:
        (last,) = self.holders()
        # "The last player in gets 0 points."
        self.places[last] = self.players
        self.score(last)
        self.last_points = list(self.round_points)
        # pyramid-29: also after the last round, before the tie-break.
        self.settle_unplayed_wilds(last)
        self.rounds_done += 1
        self.turn = None
        self.over = self.rounds_done == self.rounds
        self.needs_round = not self.over

    # pyramid-19: wilds not played go back in front of the holder, or (`removed`) leave the game.
    def settle_unplayed_wilds(self, seat: int) -> None:
        for card in self.hands[seat]:
            if is_wild(card):
                if self.options["unplayed_wilds"] == "holder":
                    self.front[seat][card[1]] += 1
                else:
                    self.spent[card[1]] += 1
        self.hands[seat] = [card for card in self.hands[seat] if not is_wild(card)]

    # ---------------------------------------------------------------- the end of the match

    # The smaller key is better. "The player with the most points wins." pyramid-21: if tied, the one with the fewest
    # wilds in front; pyramid-29: colours do not matter. X-11: for every place.
    def final_key(self, seat: int) -> tuple[int, int]:
        return -self.points[seat], self.front[seat].total()

    # The share of opponents beaten; what stays equal is shared.
    def payoff(self) -> list[float]:
        assert self.over
        shares: list[float] = []
        for seat in range(self.players):
            others = [self.final_key(other) for other in range(self.players) if other != seat]
            beaten = sum(1.0 for key in others if self.final_key(seat) < key)
            tied = sum(0.5 for key in others if self.final_key(seat) == key)
            shares.append((beaten + tied) / len(others))
        return shares
