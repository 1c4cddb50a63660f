"""The slow, plain twin of Thirteen, written from rulebooks/thirteen.txt and RULINGS.md alone.

A card is a string, rank then suit: "3S", "10H", "2H". A play is the set of its cards, a pass the empty set.
The twin knows no chance: the caller gives the hands of every deal.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, groupby, product
from typing import NamedTuple

# Card rankings, low to high. Suits: Hearts > Diamonds > Clubs > Spades.
RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
SUITS = ["S", "C", "D", "H"]
COLOUR = {"S": "black", "C": "black", "D": "red", "H": "red"}

CHOICES: dict[str, set[str | int]] = {
    "rules": {"book", "southern"},
    "twos_in_runs": {"top", "never"},
    "bombs": {"plain", "beat_twos", "beat_all"},
    "bomb_colour": {"all_same", "any", "each_pair"},
    "run_ties": {"rank", "top_suit"},
    "first_play_3s": {"free", "required"},
    "three_player_deal": {"13", "17"},
    "must_play": {"no", "yes"},
    "finish": {"first_out", "all_places"},
    "instant_wins": {"on", "off"},
}

# thirteen-20: of two instant wins in one deal the rarer pattern wins, in this order.
# thirteen-29: under southern the order is another one.
PATTERN_ORDER = {
    "book": ["six_pairs", "dragon", "three_triples", "four_twos"],
    "southern": ["three_triples", "dragon", "four_twos", "six_pairs"],
}


class Combination(NamedTuple):
    kind: str  # "single", "pair", "triple", "run", or a bomb: "four" (of a kind), "pairs" (in sequence)
    size: int  # number of cards
    top: str  # the highest card, by rank, then by suit


def rank_of(card: str) -> str:
    return card[:-1]


def suit_of(card: str) -> str:
    return card[-1]


# "Card rank takes precedence over suit rank."
def height(card: str) -> tuple[int, int]:
    return RANKS.index(rank_of(card)), SUITS.index(suit_of(card))


def with_rank(cards: Iterable[str], rank: str) -> list[str]:
    return sorted((card for card in cards if rank_of(card) == rank), key=height)


# All stretches of ranks that follow one another without a gap (thirteen-1) and without wrap (thirteen-2).
def stretches(length: int) -> list[list[str]]:
    return [RANKS[low : low + length] for low in range(len(RANKS) - length + 1)]


# Every set of cards of the hand that could be a combination under any options; classify() judges them.
def candidates(hand: set[str]) -> Iterator[frozenset[str]]:
    same = {rank: with_rank(hand, rank) for rank in RANKS}
    pairs = {rank: list(combinations(same[rank], 2)) for rank in RANKS}
    for rank in RANKS:
        for size in range(1, len(same[rank]) + 1):
            for chosen in combinations(same[rank], size):
                yield frozenset(chosen)
    for length in range(3, len(RANKS) + 1):
        for ranks in stretches(length):
            for one_each in product(*[same[rank] for rank in ranks]):
                yield frozenset(one_each)
            for two_each in product(*[pairs[rank] for rank in ranks]):
                yield frozenset(card for pair in two_each for card in pair)


class Thirteen:
    turn: int | None  # who acts; None when the match is over or a deal is to come
    start_card: str | None  # first deal of the match only: its holder starts
    trick: set[str]  # the combination to beat, empty when the turn player leads
    owner: int | None  # who played it
    locked: set[int]  # who is locked out of it

    def __init__(self, players: int, options: dict[str, str | int], hands: list[set[str]]) -> None:
        # thirteen-12: 2 to 4 players.
        assert 2 <= players <= 4
        for name, values in CHOICES.items():
            assert options[name] in values, (name, options[name])
        self.players = players
        self.options = dict(options)
        self.match = int(options["match"])
        kept_ranks = RANKS[len(RANKS) - int(options["ranks"]) :]
        kept_suits = SUITS[: int(options["suits"])]
        self.deck = {rank + suit for rank in kept_ranks for suit in kept_suits}
        self.points = [0] * players
        self.deals: list[tuple[int, str]] = []
        self.over = False
        self.needs_deal = True
        self.new_deal(hands)

    # ---------------------------------------------------------------- the deal

    def new_deal(self, hands: list[set[str]]) -> None:
        assert self.needs_deal and not self.over
        self.check_hands(hands)
        self.needs_deal = False
        self.hands = [set(hand) for hand in hands]
        self.played: list[set[str]] = [set() for _ in hands]
        self.gone_out: list[int] = []
        self.clear_table()

        if not self.deals:
            # "The person with the 3S starts the game."
            # thirteen-11: if the 3S is not dealt, the holder of the lowest card dealt starts.
            self.start_card = min(set().union(*hands), key=height)
            starter = next(seat for seat in range(self.players) if self.start_card in hands[seat])
        else:
            # "If it isn't the first game, the winner of the previous game starts play."
            # thirteen-16, thirteen-27: with any combination, also after an instant win.
            self.start_card = None
            starter = self.deals[-1][0]
        self.turn = starter

        # thirteen-17: checked once on the dealt hand, won automatically before play.
        if self.options["instant_wins"] == "on":
            found = self.find_instant_win(starter)
            if found is not None:
                self.end_deal(found[0], found[1])

    def check_hands(self, hands: list[set[str]]) -> None:
        # thirteen-12: always 13 cards each (here: `cards`), the rest unseen.
        size = int(self.options["cards"])
        # thirteen-28: 17 cards each with three players; ignored with 2 or 4.
        if self.options["three_player_deal"] == "17" and self.players == 3:
            size = 17
        assert len(hands) == self.players
        assert all(len(hand) == size and hand <= self.deck for hand in hands)
        assert len(set().union(*hands)) == size * self.players

    # ---------------------------------------------------------------- instant wins

    # thirteen-20, thirteen-29: the rarer pattern wins; equal: the one to start play, then clockwise.
    def find_instant_win(self, starter: int) -> tuple[int, str] | None:
        for pattern in PATTERN_ORDER[str(self.options["rules"])]:
            for step in range(self.players):
                seat = (starter + step) % self.players
                if self.has_pattern(self.hands[seat], pattern):
                    return seat, pattern
        return None

    # thirteen-28: a pattern need only be contained in the hand.
    def has_pattern(self, hand: set[str], pattern: str) -> bool:
        count = {rank: len(with_rank(hand, rank)) for rank in RANKS}
        southern = self.options["rules"] == "southern"

        if pattern == "four_twos":
            # "Having all four 2s."
            return count["2"] == 4

        if pattern == "dragon":
            # thirteen-18: one card of each of the 13 ranks, any suits.
            # thirteen-25: 3 to A (12 ranks) under southern; book needs 13 whatever twos_in_runs says.
            needed = [rank for rank in RANKS if rank != "2"] if southern else RANKS
            return all(count[rank] >= 1 for rank in needed)

        if pattern == "six_pairs" and southern:
            # thirteen-25: any six pairs, four of a kind counts as two, 2s count.
            return sum(count[rank] // 2 for rank in RANKS) >= 6

        # thirteen-19: at least 2 of each of 6 ranks in a row, at least 3 of each of 3 ranks in a row.
        # thirteen-19, thirteen-25: a 2 belongs to it only as twos_in_runs allows, else it stops at A.
        length, at_least = {"six_pairs": (6, 2), "three_triples": (3, 3)}[pattern]
        return any(
            self.allowed_in_sequence(ranks) and all(count[rank] >= at_least for rank in ranks)
            for ranks in stretches(length)
        )

    # ---------------------------------------------------------------- combinations

    # thirteen-2, thirteen-7: `top`: a 2 follows the A, no wrap; `never`: no 2 in any sequence.
    def allowed_in_sequence(self, ranks: list[str]) -> bool:
        return self.options["twos_in_runs"] == "top" or "2" not in ranks

    # thirteen-4: all_same: all cards of one colour; each_pair: each pair of one colour; any: colour free.
    def colour_fits(self, pairs: list[list[str]]) -> bool:
        colours = [{COLOUR[suit_of(card)] for card in pair} for pair in pairs]
        if self.options["bomb_colour"] == "all_same":
            return len(set().union(*colours)) == 1
        if self.options["bomb_colour"] == "each_pair":
            return all(len(colour) == 1 for colour in colours)
        return True

    # What a set of cards is, or None when it is no combination.
    def classify(self, cards: frozenset[str] | set[str]) -> Combination | None:
        if not cards:
            return None
        size = len(cards)
        top = max(cards, key=height)
        groups = [list(group) for _, group in groupby(sorted(cards, key=height), key=rank_of)]
        ranks = [rank_of(group[0]) for group in groups]

        # Single, pair, triple: one, two, three cards of the same rank. Bomb: four of a kind.
        if len(ranks) == 1:
            return Combination({1: "single", 2: "pair", 3: "triple", 4: "four"}[size], size, top)

        # thirteen-1: never a gap.
        in_sequence = ranks in stretches(len(ranks)) and self.allowed_in_sequence(ranks)

        # Run: three or more cards of consecutive ranks.
        if in_sequence and len(ranks) >= 3 and all(len(group) == 1 for group in groups):
            return Combination("run", size, top)

        # Bomb: three pairs in sequence and of the same colour.
        # thirteen-6: three pairs only. thirteen-25: under southern also four and more.
        right_length = len(ranks) == 3 or (len(ranks) > 3 and self.options["rules"] == "southern")
        if in_sequence and right_length and all(len(group) == 2 for group in groups):
            if self.colour_fits(groups):
                return Combination("pairs", size, top)
        return None

    # strict, equal strength does not beat.
    def beats(self, new: Combination, old: Combination) -> bool:
        bombs = {"four", "pairs"}
        # "The only thing that can beat a combination is a higher combination of the same type and number of
        # cards." thirteen-5, thirteen-24: bombs of other kind or size never beat each other.
        if new.kind == old.kind and new.size == old.size:
            # thirteen-9: runs by the rank of the top card only, or by its suit too.
            if new.kind == "run" and self.options["run_ties"] == "rank":
                return RANKS.index(rank_of(new.top)) > RANKS.index(rank_of(old.top))
            # thirteen-5, thirteen-8: the highest card with its suit decides.
            return height(new.top) > height(old.top)

        # thirteen-3: `plain`: bombs beat nothing else.
        # thirteen-24: `beat_twos`: n pairs in a row beat up to n-2 twos (single, pair or triple of 2s), four
        # of a kind beats one. No effect on a run that holds a 2.
        if self.options["bombs"] == "beat_twos":
            if new.kind in bombs and old.kind in {"single", "pair", "triple"} and rank_of(old.top) == "2":
                twos_beaten = 1 if new.kind == "four" else new.size // 2 - 2
                return old.size <= twos_beaten

        # thirteen-24: `beat_all`: any bomb beats any non-bomb.
        if self.options["bombs"] == "beat_all":
            return new.kind in bombs and old.kind not in bombs

        return False

    # ---------------------------------------------------------------- play

    def may_play(self, cards: frozenset[str]) -> bool:
        new = self.classify(cards)
        if new is None:
            return False
        # thirteen-10: `free`: no duty to play the 3S; `required`: it must be in the first play.
        # thirteen-23: 3S not dealt: the card that makes its holder start must be in it.
        first_play = not any(self.played)
        if self.options["first_play_3s"] == "required" and first_play and self.start_card is not None:
            if self.start_card not in cards:
                return False
        # thirteen-21: any combination may be led, a bomb too.
        old = self.classify(self.trick)
        assert old is not None or not self.trick
        return old is None or self.beats(new, old)

    def legal(self) -> set[frozenset[str]]:
        if self.turn is None:
            return set()
        plays = {cards for cards in candidates(self.hands[self.turn]) if self.may_play(cards)}
        # a leader must play. X-12: a pass is always a move, also where nothing can be played.
        # thirteen-13: `must_play: no`: pass at will; `yes`: only when unable (thirteen-26: a bomb is able).
        if self.trick and (self.options["must_play"] == "no" or not plays):
            plays.add(frozenset())
        return plays

    def play(self, cards: frozenset[str]) -> None:
        assert self.turn is not None and cards in self.legal(), (self.turn, sorted(cards))
        seat = self.turn
        if not cards:
            # thirteen-14, thirteen-26: locked out until the trick is won, also with a bomb in hand.
            self.locked.add(seat)
        else:
            self.hands[seat] -= cards
            self.played[seat] |= cards
            self.trick = set(cards)
            self.owner = seat
            if not self.hands[seat]:
                self.gone_out.append(seat)
                # thirteen-15: `first_out`: the first out ends the deal.
                # thirteen-27: `all_places`: the deal ends when one player holds cards.
                holders = [hand for hand in self.hands if hand]
                if self.options["finish"] == "first_out" or len(holders) == 1:
                    self.end_deal(self.gone_out[0], "out")
                    return
        self.pass_turn_on()

    # clockwise, seat 0, 1, 2, ...
    def pass_turn_on(self) -> None:
        assert self.turn is not None and self.owner is not None
        # X-2, thirteen-26: all who hold cards and are not locked out still get their turn to beat it.
        for step in range(1, self.players):
            seat = (self.turn + step) % self.players
            if self.hands[seat] and seat not in self.locked and seat != self.owner:
                self.turn = seat
                return
        # Nobody is left to beat it: its owner clears the table and leads.
        # an owner without cards leaves the lead to the next player clockwise who holds cards.
        leader = self.owner
        while not self.hands[leader]:
            leader = (leader + 1) % self.players
        self.turn = leader
        self.clear_table()

    # thirteen-14: lock-outs end with the trick.
    def clear_table(self) -> None:
        self.trick = set()
        self.owner = None
        self.locked = set()

    # ---------------------------------------------------------------- end

    def end_deal(self, winner: int, how: str) -> None:
        # thirteen-27, thirteen-30: `first_out`: 1 to the winner of the deal, also by an instant win.
        if self.options["finish"] == "first_out":
            self.points[winner] += 1
        # thirteen-27: `all_places`: an instant win gives players-1 and the others 0.
        elif how != "out":
            self.points[winner] += self.players - 1
        # thirteen-27: `all_places`: players-1 for the first down to 0 for the last.
        else:
            for place, seat in enumerate(self.gone_out):
                self.points[seat] += self.players - 1 - place
        self.deals.append((winner, how))
        self.clear_table()
        self.turn = None
        # thirteen-27: exactly `match` deals, an instant win is one of them.
        self.over = len(self.deals) == self.match
        self.needs_deal = not self.over

    # what stays equal is shared: for each seat the share of opponents beaten, ties half.
    def payoff(self) -> list[float]:
        assert self.over
        shares: list[float] = []
        for seat in range(self.players):
            others = [self.points[other] for other in range(self.players) if other != seat]
            beaten = sum(1.0 for points in others if self.points[seat] > points)
            tied = sum(0.5 for points in others if self.points[seat] == points)
            shares.append((beaten + tied) / len(others))
        return shares
