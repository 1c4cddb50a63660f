"""The slow, plain twin of Parcels, written from rulebooks/parcels.txt and RULINGS.md alone.

A card is its value, 1 to 8; cards of one value are all alike.
A move is ("set", value, size), ("run", low, length) or ("pass", taken number, given number), 0 for no number.
The twin knows no chance: the caller gives the order of every deck and of every reshuffle.
"""

from collections import Counter
from collections.abc import Callable

Move = tuple[str, int, int]

# parcels-1: 3 to 5 players.
PLAYERS = range(3, 6)
VALUES = range(1, 9)

CHOICES: dict[str, set[str]] = {
    "multi_beats_single": {"yes", "no"},
    "pass": {"soft", "hard"},
    "deck_empty": {"reshuffle", "stop"},
    "tie_order": {"higher_better", "higher_worse"},
    "second_takes": {"lowest", "next_lower"},
    "score_cards_return": {"no", "yes"},
}


# "Those are the only types of melds. Singles, sets, and runs." A set of size 1 is the single.
def cards_of(meld: Move) -> list[int]:
    kind, value, size = meld
    assert kind in ("set", "run")
    return [value] * size if kind == "set" else list(range(value, value + size))


# The length of the longest row of consecutive values.
def longest_row(cards: list[int]) -> int:
    longest = 0
    for low in VALUES:
        length = 0
        while low + length in cards:
            length += 1
        longest = max(longest, length)
    return longest


# The size of the largest stack of one value.
def largest_stack(cards: list[int]) -> int:
    return max((cards.count(value) for value in cards), default=0)


class Parcels:
    turn: int | None  # who acts; None when the match is over or a round is to come
    hands: list[list[int]]  # sorted
    storage: list[int]  # sorted
    discards: list[int]  # sorted, without the meld on the table
    deck: list[int]  # next card first
    meld: Move | None  # the meld to beat; None when the turn player leads. It stays there when the round ends.
    owner: int | None  # who played it
    locked: set[int]  # who passed in this trick, only with `pass: hard`
    passes: int  # passes in a row since the last play
    turns: int  # turns of this round
    known: list[Counter[int]]  # cards everybody knows to be in the hand of each seat

    def __init__(
        self,
        players: int,
        options: dict[str, str | int],
        deck: list[int],
        start: int,
        reshuffle: Callable[[list[int]], list[int]],
    ) -> None:
        assert players in PLAYERS and 0 <= start < players
        for name, values in CHOICES.items():
            assert options[name] in values, (name, options[name])
        self.players = players
        self.options = dict(options)
        self.rounds = int(options["rounds"])  # parcels-16
        self.hand_size = int(options[f"cards_{players}"])
        self.storage_size = int(options[f"storage_{players}"])
        self.turn_limit = int(options["turn_limit"])
        assert self.rounds >= 1 and self.hand_size >= 1 and self.turn_limit >= 1
        self.reshuffle = reshuffle
        self.score_piles: list[list[int]] = [[] for _ in range(players)]
        self.rounds_won = [0] * players
        self.rounds_done = 0
        self.places = [0] * players  # no round is finished yet
        self.taken: list[tuple[int, int]] = []
        self.over = False
        self.needs_round = True
        # X-4, parcels-2: the start of round 1 is random: the caller gives it.
        self.starter = start
        self.deal(deck)

    # ---------------------------------------------------------------- the deal

    # parcels-2, parcels-30: the next round starts with the seat clockwise from the previous round's starter.
    def new_round(self, deck: list[int]) -> None:
        assert self.needs_round and not self.over
        self.starter = (self.starter + 1) % self.players
        self.deal(deck)

    # "Deck Makeup": so many copies of each value.
    # parcels-22: scored cards lie in score piles and do not return, unless `score_cards_return: yes`.
    def cards_of_round(self) -> Counter[int]:
        cards = Counter({value: int(self.options[f"copies_{value}"]) for value in VALUES})
        if self.options["score_cards_return"] == "no":
            for pile in self.score_piles:
                cards.subtract(pile)
        return cards

    def deal(self, deck: list[int]) -> None:
        assert Counter(deck) == self.cards_of_round()
        dealt = self.hand_size * self.players
        assert dealt <= len(deck)
        self.needs_round = False

        # "Deal 9 cards each for 3p & 4p, 8 cards for 5p": one at a time, from seat 0.
        self.hands = [sorted(deck[seat : dealt : self.players]) for seat in range(self.players)]
        # "Remaining cards are placed as a deck in the center of the table."
        self.deck = deck[dealt:]
        self.discards = []
        # "Reveal 3 cards for 3p, or 4 cards for 4 & 5p in a row called the storage."
        self.storage = []
        for _ in range(self.storage_size):
            self.draw_to_storage()

        self.known = [Counter() for _ in range(self.players)]
        self.turns = 0
        self.clear_table()
        self.turn = self.starter

    def clear_table(self) -> None:
        self.meld = None
        self.owner = None
        self.locked = set()
        self.passes = 0

    # One card from the deck to the storage, if there is one.
    def draw_to_storage(self) -> None:
        # parcels-13: reshuffle all discards except the meld on the table, or (`stop`) play on short.
        # parcels-27: when a card must be drawn and none is there. Nothing to shuffle: no card.
        if not self.deck and self.discards and self.options["deck_empty"] == "reshuffle":
            new_deck = list(self.reshuffle(list(self.discards)))
            assert sorted(new_deck) == self.discards
            self.deck = new_deck
            self.discards = []
        if self.deck:
            self.storage = sorted(self.storage + [self.deck.pop(0)])

    # ---------------------------------------------------------------- what may be played

    # parcels-5: shape and size only, not the values. parcels-8: by the storage at the moment of play.
    def allowed_by_storage(self, meld: Move) -> bool:
        kind, _, size = meld
        # parcels-6: singles are always legal, even with storage empty.
        if size == 1:
            return True
        # "If there were a triple in storage, you could play a pair or a triple." Same for runs.
        return size <= (largest_stack(self.storage) if kind == "set" else longest_row(self.storage))

    # parcels-7: a set need not follow a set, nor a run a run.
    def beats(self, new: Move, old: Move) -> bool:
        new_cards, old_cards = cards_of(new), cards_of(old)
        # parcels-3: more cards beat a single too. parcels-28: `no`: on a single only a higher single.
        if len(old_cards) == 1 and len(new_cards) > 1 and self.options["multi_beats_single"] == "no":
            return False
        # "Regardless of the rank of cards, a meld with more cards will be considered stronger." parcels-3: there
        # is no limit of one more.
        if len(new_cards) != len(old_cards):
            return len(new_cards) > len(old_cards)
        # "If the number of cards is the same, the meld with the higher total value is stronger."
        # X-5, parcels-4: an equal total does not beat.
        return sum(new_cards) > sum(old_cards)

    # Every meld the hand holds: cards always come from the hand (parcels-5).
    def melds_in(self, hand: list[int]) -> set[Move]:
        sets: set[Move] = {("set", value, size) for value in VALUES for size in range(1, hand.count(value) + 1)}
        runs: set[Move] = {
            ("run", low, high - low + 1)
            for low in VALUES
            for high in VALUES
            if low < high and all(value in hand for value in range(low, high + 1))
        }
        return sets | runs

    # parcels-10: taking is a duty: choose a number in storage. Only giving one back is a "MAY".
    # parcels-11: any card of the hand of another number than the one grabbed.
    def all_passes(self, hand: list[int]) -> set[Move]:
        # parcels-14: storage empty: nothing to take, and no card may be given.
        if not self.storage:
            return {("pass", 0, 0)}
        return {("pass", take, give) for take in self.storage for give in [0, *hand] if give != take}

    def legal(self) -> set[Move]:
        if self.turn is None:
            return set()
        hand = self.hands[self.turn]
        melds = {meld for meld in self.melds_in(hand) if self.allowed_by_storage(meld)}
        # a leader must play, and plays "whatever they want (within the confines allowed by storage)".
        if self.meld is None:
            return melds
        # a pass is always a move of its own.
        return {meld for meld in melds if self.beats(meld, self.meld)} | self.all_passes(hand)

    # ---------------------------------------------------------------- a turn

    def play(self, move: Move) -> None:
        assert self.turn is not None and move in self.legal(), (self.turn, move)
        seat = self.turn
        # parcels-31: a turn is one play or pass.
        self.turns += 1
        if move[0] == "pass":
            self.do_pass(seat, move[1], move[2])
        else:
            self.do_meld(seat, move)
            # parcels-24: the round ends at once, the trick is not finished, no storage card is added.
            if not self.hands[seat]:
                self.end_round(seat)
                return
        self.pass_turn_on(seat)
        # X-10, parcels-31: the 500th turn is completed (with the end of the trick it may bring), then it ends.
        if self.turns == self.turn_limit:
            self.end_round(seat)

    def do_meld(self, seat: int, meld: Move) -> None:
        # "Every time cards are played, put the previously played cards in the discard so only the highest meld is
        # on the table."
        self.discard_meld()
        for card in cards_of(meld):
            self.remove_from_hand(seat, card)
        self.meld = meld
        self.owner = seat
        self.passes = 0

    def do_pass(self, seat: int, take: int, give: int) -> None:
        # "Take note of the total number of cards in storage."
        # parcels-27: the noted count is what lies there now.
        noted = len(self.storage)
        # "Choose a number in storage and add all cards of that number to your hand."
        grabbed = [card for card in self.storage if card == take]
        self.storage = [card for card in self.storage if card != take]
        self.hands[seat] = sorted(self.hands[seat] + grabbed)
        self.known[seat].update(grabbed)  # storage is public, so all know where these cards are
        # "That player MAY take a single card from their hand and add it to the storage." parcels-11: before the
        # refill.
        if give != 0:
            self.remove_from_hand(seat, give)
            self.storage = sorted(self.storage + [give])
        # parcels-12: refill up to the noted count. parcels-27: card by card, each may need a reshuffle or fail.
        for _ in range(noted - len(self.storage)):
            self.draw_to_storage()
        self.passes += 1
        # parcels-29: `hard`: locked until the trick ends; the pass still takes, gives and refills.
        if self.options["pass"] == "hard":
            self.locked.add(seat)

    def remove_from_hand(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        # The card that left may be the known one. (Counter's -= never goes below 0.)
        self.known[seat] -= Counter([card])

    def discard_meld(self) -> None:
        if self.meld is not None:
            self.discards = sorted(self.discards + cards_of(self.meld))
            self.meld = None

    # clockwise, seat 0, 1, 2, ...
    def pass_turn_on(self, seat: int) -> None:
        assert self.owner is not None
        # parcels-9: `soft`: the trick is over when all others passed in a row since the last play.
        # `hard`: one pass locks you out: it is over when all others are locked.
        passed = self.passes if self.options["pass"] == "soft" else len(self.locked)
        if passed == self.players - 1:
            self.end_trick()
            return
        following = (seat + 1) % self.players
        while following in self.locked:
            following = (following + 1) % self.players
        self.turn = following

    # parcels-33: the pass before it is one like any other, also as the last turn of a round.
    # parcels-27: the meld is discarded first, so it is in a reshuffle of the draw that follows.
    # parcels-15: one card, even if it makes storage one larger each trick.
    # "The person who was last to play leads the next trick."
    def end_trick(self) -> None:
        leader = self.owner
        self.discard_meld()
        self.clear_table()
        self.draw_to_storage()
        self.turn = leader

    # ---------------------------------------------------------------- the end of a round

    # `last` is the last to act: who went out, or who made the last turn of a round that was stopped.
    def end_round(self, last: int) -> None:
        order = sorted(range(self.players), key=lambda seat: self.place_key(seat, last))
        for place, seat in enumerate(order, start=1):
            self.places[seat] = place
        # parcels-31: in a stopped round too the first place counts as the winner.
        self.rounds_won[order[0]] += 1
        # parcels-30: in a one-round match no cards are taken. parcels-24: the winner takes nothing.
        self.taken = []
        if self.rounds > 1:
            self.take_score_cards(list(reversed(order[1:])))
        self.rounds_done += 1
        self.turn = None
        self.over = self.rounds_done == self.rounds
        self.needs_round = not self.over

    # The smaller key has the better place. Who went out has no cards and so is first.
    def place_key(self, seat: int, last: int) -> tuple[int, int, int]:
        hand = self.hands[seat]
        # "Count cards remaining in players hands to assign 2nd, 3rd, etc (higher total value if same amount of
        # cards)." parcels-17: the higher total takes the better place, or the worse (`higher_worse`).
        total = -sum(hand) if self.options["tie_order"] == "higher_better" else sum(hand)
        # parcels-18, parcels-30 to parcels-32: then who would have played sooner: clockwise after the last to act,
        # who would be the last to play again.
        steps = (seat - last - 1) % self.players
        return len(hand), total, steps

    # From the last place to the second.
    def take_score_cards(self, seats: list[int]) -> None:
        before: int | None = None  # parcels-26: the last value taken, by whoever took something
        for seat in seats:
            value = self.score_value(before, seat == seats[-1])
            if value != 0:
                # parcels-21: taken cards leave storage.
                self.storage.remove(value)
                self.score_piles[seat] = sorted(self.score_piles[seat] + [value])
                before = value
            self.taken.append((seat, value))

    # The value the next player takes, 0 for nothing.
    def score_value(self, before: int | None, second_place: bool) -> int:
        # "The player who came in last grabs the highest value card."
        if before is None:
            return max(self.storage, default=0)
        # parcels-19: values count, not cards: "a lower value" than the one before.
        lower = [value for value in self.storage if value < before]
        if lower:
            # parcels-20: second place takes the lowest value in storage, or (`next_lower`) as all between: the
            # next lower value than the one before.
            return min(lower) if second_place and self.options["second_takes"] == "lowest" else max(lower)
        # parcels-21: no lower value: another copy of the value before; none left: nothing.
        # parcels-26: the same for second place: never a higher card.
        return before if before in self.storage else 0

    def scoring(self) -> list[tuple[int, int]]:
        return list(self.taken)

    # ---------------------------------------------------------------- the end of the match

    # Each scored card counts its value; fewer is better. parcels-30: with `score_cards_return: yes` the cards go back
    # but the points stay: the piles here then only record what was taken.
    @property
    def points(self) -> list[int]:
        return [sum(pile) for pile in self.score_piles]

    # "At the end of 3 rounds, whoever has the fewest points is the winner."
    # parcels-23: then more rounds won, then the better place in the last round; X-11: for every place.
    # parcels-30: a one-round match is ranked by place.
    def final_key(self, seat: int) -> tuple[int, int, int]:
        if self.rounds == 1:
            return 0, 0, self.places[seat]
        return self.points[seat], -self.rounds_won[seat], self.places[seat]

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
