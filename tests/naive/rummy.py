"""The slow, plain twin of Rummy, written from rulebooks/rummy.txt and RULINGS.md alone.

A card is its name: "3S" to "10S", "JS", "QS", "KS", "AS" in the suits S C D H; the wilds are the twos "2S" "2C" "2D"
"2H" and the jokers "JR" "JB".
The twin does not lay step by step: it judges the laying part of a turn as a whole, by where it ends (`End`). What may
be done on the way are whole actions: new melds, cards added to one meld in one go, a swap.
The twin knows no chance: the caller gives the hands, the upcard, the stock and the order of every reshuffle.
"""

from collections.abc import Callable, Iterator
from itertools import combinations

Entry = tuple[int, str, int]  # place, card, who laid it. The place is the rank's index in a run, -1 in a set
Meld = tuple[str, int, tuple[Entry, ...]]  # kind, who started it, its sorted cards
Table = frozenset[Meld]
End = tuple[frozenset[str], Table]  # the player's hand and the table after the laying part of a turn
DrawMove = tuple[str] | tuple[str, str] | tuple[str, str, Meld, int]
Action = tuple[str, tuple[Meld, ...], tuple[Meld, ...]]  # "lay", "off" or "swap"; melds before; the same melds after
State = tuple[frozenset[str], Table, str | None]  # the player's hand, the table, the must-use card while it is unused

# "Aces are high only." rummy-6: 3 to A, no 2 below the 3.
RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = ["S", "C", "D", "H"]
TEN = RANKS.index("10")
ACE = RANKS.index("A")
# "2's and Jokers are wild."
TWOS = ["2S", "2C", "2D", "2H"]
JOKERS = ["JR", "JB"]

CHOICES: dict[str, set[str]] = {
    "natural_min": {"first_lay", "every_meld", "none"},
    "wild_swap": {"never", "owner", "anyone"},
    "wild_on_opponent": {"never", "with_natural"},
    "pickup_use": {"first_action", "same_turn"},
    "stock_empty": {"pile_or_end", "end", "reshuffle"},
    "rummy_call": {"manual", "prompt", "off"},
    "rummy_scope": {"last", "pile"},
    "rummy_melds": {"any", "own"},
    "both_goal": {"went_out", "higher_score"},
}


# ---------------------------------------------------------------- cards and melds


def is_wild(card: str) -> bool:
    return card in TWOS or card in JOKERS


# The rank's index of a natural: 0 for a 3, 11 for an ace.
def rank_of(card: str) -> int:
    assert not is_wild(card)
    return RANKS.index(card[:-1])


def suit_of(card: str) -> str:
    assert not is_wild(card)
    return card[-1]


def make_meld(kind: str, owner: int, entries: list[Entry]) -> Meld:
    return kind, owner, tuple(sorted(entries))


def cards_of(meld: Meld) -> list[str]:
    return [card for _, card, _ in meld[2]]


def naturals_of(meld: Meld) -> list[str]:
    return [card for card in cards_of(meld) if not is_wild(card)]


def holds_wild(entries: list[Entry]) -> bool:
    return any(is_wild(card) for _, card, _ in entries)


def holds_natural(entries: list[Entry]) -> bool:
    return any(not is_wild(card) for _, card, _ in entries)


def minus(left: Meld, right: Meld) -> list[Entry]:
    return [entry for entry in left[2] if entry not in right[2]]


def replaced(meld: Meld, old: Entry, new: Entry) -> Meld:
    return make_meld(meld[0], meld[1], [new if entry == old else entry for entry in meld[2]])


def cards_on(table: Table) -> list[str]:
    return [card for meld in table for card in cards_of(meld)]


# The meld that holds the card.
def meld_with(table: Table, card: str) -> Meld | None:
    for meld in table:
        if card in cards_of(meld):
            return meld
    return None


# What became of a meld on a later table. Its naturals never leave it (rummy-26), nor a wild that is in a set of only
# wilds (rummy-37).
def later(meld: Meld, table: Table) -> Meld | None:
    staying = cards_of(meld) if meld[0] == "wilds" else naturals_of(meld)
    return meld_with(table, staying[0])


class Rummy:
    turn: int | None  # who acts; None when the match is over or a hand is to come
    phase: str  # "prompt": answer whether to call Rummy; "draw": draw, take or call; "lay": lay and discard
    hands: list[set[str]]
    pile: list[str]  # newest last
    stock: list[str]  # next card first
    table: Table  # it stays there when the hand ends
    must: str | None  # the must-use card of this turn's take
    last_discard: str | None  # the card just discarded, while it lies on the pile and the window is open
    window: bool  # the Rummy window is open
    turns: int  # finished turns of this hand
    known: list[set[str]]  # cards everybody knows to be in the hand of each seat
    went_out: int | None  # who went out in the last finished hand
    winner: int | None  # None while the match goes on and when it is shared

    def __init__(
        self,
        options: dict[str, str | int],
        dealer: int,
        hands: list[list[str]],
        upcard: str,
        stock: list[str],
        reshuffle: Callable[[list[str]], list[str]],
    ) -> None:
        assert dealer in (0, 1)
        for name, values in CHOICES.items():
            assert options[name] in values, (name, options[name])
        self.options = dict(options)
        self.naturals = int(options["naturals"])
        self.goal = int(options["goal"])
        self.hands_limit = int(options["hands"])
        self.turn_limit = int(options["turn_limit"])
        assert 0 <= self.naturals <= 2 and self.hands_limit >= 1 and self.turn_limit >= 1
        assert 1 <= int(options["ranks"]) <= 12 and 0 <= int(options["twos"]) <= 4 and 0 <= int(options["jokers"]) <= 2
        # The highest so many ranks are in the deck. No card, wild or not, stands below the lowest of them.
        self.lowest = len(RANKS) - int(options["ranks"])
        self.reshuffle = reshuffle
        self.scores = [0, 0]
        self.last_hand = [0, 0]
        self.went_out = None
        self.hands_done = 0
        self.over = False
        self.winner = None
        # rummy-27: the first dealer is random: the caller gives it.
        self.dealer = dealer
        self.deal(hands, upcard, stock)

    # ---------------------------------------------------------------- the deal

    # "Players alternate dealing for the duration of the game."
    def new_hand(self, hands: list[list[str]], upcard: str, stock: list[str]) -> None:
        assert self.needs_hand and not self.over
        self.dealer = 1 - self.dealer
        self.deal(hands, upcard, stock)

    # "All cards in a standard deck, including Jokers."
    def deck(self) -> list[str]:
        naturals = [rank + suit for rank in RANKS[self.lowest :] for suit in SUITS]
        return naturals + TWOS[: int(self.options["twos"])] + JOKERS[: int(self.options["jokers"])]

    # "Deal seven cards to each player. Turn one card from the top of the deck face up beside the deck." rummy-27: the
    # upcard stays, whatever it is.
    def deal(self, hands: list[list[str]], upcard: str, stock: list[str]) -> None:
        assert len(hands) == 2 and all(len(hand) == int(self.options["cards"]) for hand in hands)
        assert sorted(hands[0] + hands[1] + [upcard] + stock) == sorted(self.deck())
        self.needs_hand = False
        self.hands = [set(hand) for hand in hands]
        self.pile = [upcard]
        self.stock = list(stock)
        self.table = frozenset()
        self.must = None
        self.known = [set(), set()]
        self.turns = 0
        # rummy-15: the window opens by a discard; the upcard is none.
        self.window = False
        self.last_discard = None
        # "The player opposite the dealer will go first."
        self.turn = 1 - self.dealer
        self.begin_turn()

    # rummy-1: has the seat laid a meld in this hand? rummy-3: lay-offs and calls are not the initial lay. A meld is
    # its first owner's for the whole hand (rummy-10, rummy-26), so who has laid one owns one.
    @property
    def initial(self) -> list[bool]:
        return [self.has_laid(seat, self.table) for seat in range(2)]

    def has_laid(self, seat: int, table: Table) -> bool:
        return any(owner == seat for _, owner, _ in table)

    # ---------------------------------------------------------------- before the draw

    # Where the turn player stands before drawing: asked for a call, about to draw, or the hand is over.
    def begin_turn(self) -> None:
        # rummy-29: `prompt` asks only while a call is possible. rummy-30: also before the end by an empty stock.
        if self.options["rummy_call"] == "prompt" and self.calls():
            self.phase = "prompt"
            return
        self.phase = "draw"
        # rummy-30: where nothing can be drawn or taken (or called) the hand ends by itself.
        if not self.draw_moves():
            self.end_hand(None)

    # rummy-38: a reshuffle needs two pile cards: one stays as the pile.
    def can_draw(self) -> bool:
        return bool(self.stock) or (self.options["stock_empty"] == "reshuffle" and len(self.pile) >= 2)

    def draw_moves(self) -> set[DrawMove]:
        if self.turn is None or self.phase == "lay":
            return set()
        moves: set[DrawMove] = set()
        if self.phase == "prompt":
            # rummy-29: the "no" is a move.
            moves |= self.calls()
            moves.add(("no",))
            return moves
        # rummy-29: `manual`: the call stands beside draw and take.
        if self.options["rummy_call"] == "manual":
            moves |= self.calls()
        if self.can_draw():
            moves.add(("draw",))
        # rummy-13: with an empty stock the pile may still be taken. rummy-38: `end`: it may not.
        if self.can_draw() or self.options["stock_empty"] != "end":
            moves |= self.takes()
        # rummy-13, rummy-30: not able to draw: ending is a choice where something else can be done.
        if moves and not self.can_draw():
            moves.add(("end",))
        return moves

    # rummy-11: the top n cards. rummy-12: only if the bottom-most of them, also of one, can be used.
    def takes(self) -> set[DrawMove]:
        assert self.turn is not None
        moves: set[DrawMove] = set()
        for index, card in enumerate(self.pile):
            hand = frozenset(self.hands[self.turn]) | frozenset(self.pile[index:])
            if self.usable(card, hand):
                moves.add(("take", card))
        return moves

    # rummy-12: "Legal only if a use exists with hand + picked cards": the card is in a first action. No swap comes
    # before it, whatever `pickup_use` says (rummy-40).
    def usable(self, card: str, hand: frozenset[str]) -> bool:
        state: State = hand, self.table, card
        return any(self.do(state, action) is not None for action in self.actions(state, card, alike=True))

    # rummy-16: the card just discarded, or (`pile`) any pile card, that alone can be laid off on a meld of either
    # player; a wild only on the caller's own. rummy-44: `own`: naturals too. rummy-29: no swap.
    def calls(self) -> set[DrawMove]:
        assert self.turn is not None
        if not self.window or self.options["rummy_call"] == "off":
            return set()
        callable_cards = [
            card for card in self.pile if self.options["rummy_scope"] == "pile" or card == self.last_discard
        ]
        moves: set[DrawMove] = set()
        for card in callable_cards:
            for meld in self.table:
                if meld[1] != self.turn and (is_wild(card) or self.options["rummy_melds"] == "own"):
                    continue
                for place in self.places_beside(meld):
                    new = make_meld(meld[0], meld[1], [*meld[2], (place, card, self.turn)])
                    if self.is_meld(new):
                        moves.add(("call", card, meld, place))
        return moves

    def places_beside(self, meld: Meld) -> list[int]:
        if meld[0] != "run":
            return [-1]
        places = [place for place, _, _ in meld[2]]
        return [min(places) - 1, max(places) + 1]

    def play_draw(self, move: DrawMove) -> None:
        assert self.turn is not None and move in self.draw_moves(), (self.turn, move)
        if move[0] == "call":
            assert len(move) == 4
            self.do_call(move[1], move[2], move[3])
            # rummy-19: a call uses no turn. rummy-29: more calls may follow with `rummy_scope: pile`.
            self.begin_turn()
            return
        # rummy-29: all else closes the window.
        self.window = False
        self.last_discard = None
        if move[0] == "no":
            self.begin_turn()
        elif move[0] == "end":
            # rummy-13: not willing to take: the hand ends at once.
            self.end_hand(None)
        elif move[0] == "draw":
            self.do_draw()
        else:
            assert len(move) == 2
            self.do_take(move[1])

    # "Pick the 6♠ from the discard pile and play it on his run." rummy-10: it scores for who laid it: the caller.
    def do_call(self, card: str, meld: Meld, place: int) -> None:
        assert self.turn is not None
        self.pile.remove(card)
        new = make_meld(meld[0], meld[1], [*meld[2], (place, card, self.turn)])
        self.table = self.table - {meld} | {new}
        if card == self.last_discard:
            self.last_discard = None

    # "Taking one card from the top of the deck."
    def do_draw(self) -> None:
        assert self.turn is not None
        if not self.stock:
            # rummy-30, rummy-38: the reshuffle happens at the draw and keeps the newest discard as the pile.
            old, newest = self.pile[:-1], self.pile[-1]
            self.stock = list(self.reshuffle(list(old)))
            assert sorted(self.stock) == sorted(old)
            self.pile = [newest]
        self.hands[self.turn].add(self.stock.pop(0))
        self.must = None
        self.phase = "lay"

    # "Picking up any number of cards from the discard pile": "the bottom-most card must immediately be used".
    def do_take(self, card: str) -> None:
        assert self.turn is not None
        index = self.pile.index(card)
        picked = self.pile[index:]
        self.pile = self.pile[:index]
        self.hands[self.turn] |= set(picked)
        self.known[self.turn] |= set(picked)  # the pile is public, so all know where these cards are
        self.must = card
        self.phase = "lay"

    # ---------------------------------------------------------------- what a meld is

    def is_meld(self, meld: Meld) -> bool:
        kind, _, entries = meld
        cards, naturals, places = cards_of(meld), naturals_of(meld), [place for place, _, _ in entries]
        if list(entries) != sorted(entries):
            return False
        if kind == "run":
            # rummy-5: a run of only wilds does not exist. "A set or run of at least 3 cards." rummy-6: 3 to A.
            # rummy-7: neighbouring wilds are legal.
            return (
                len(entries) >= 3
                and len(naturals) >= 1
                and len({suit_of(card) for card in naturals}) == 1
                and all(is_wild(card) or rank_of(card) == place for place, card, _ in entries)
                and places == list(range(places[0], places[0] + len(places)))
                and places[0] >= self.lowest
                and places[-1] <= ACE
            )
        if any(place != -1 for place in places):
            return False
        if kind == "wilds":
            # rummy-5: 3 to 6 wilds, never a natural.
            return 3 <= len(cards) <= 6 and not naturals
        # rummy-4: 3 or 4 cards of one rank; a wild takes the place of a missing suit.
        return kind == "set" and 3 <= len(cards) <= 4 and len({rank_of(card) for card in naturals}) == 1

    # ---------------------------------------------------------------- whole actions: what is legal

    # The state after the action; None if the action is not legal.
    def do(self, state: State, action: Action) -> State | None:
        hand, table, owed = state
        kind, old, new = action
        before = [card for meld in old for card in cards_of(meld)]
        after = [card for meld in new for card in cards_of(meld)]
        used = frozenset(after) - frozenset(before)
        freed = frozenset(before) - frozenset(after)
        if len(set(after)) != len(after) or not used <= hand or not all(meld in table for meld in old):
            return None
        if not all(self.is_meld(meld) for meld in new):
            return None
        if kind == "lay":
            legal = not old and self.lay_legal(list(new), self.has_laid(self.seat, table))
        elif kind == "off":
            legal = self.off_legal(old[0], new[0])
        else:
            assert kind == "swap"
            legal = self.swap_legal(old[0], new[0])
        if not legal:
            return None
        # rummy-12: `first_action`: the first action of the turn must contain the must-use card.
        if owed is not None and owed not in used and self.options["pickup_use"] == "first_action":
            return None
        return hand - used | freed, table - frozenset(old) | frozenset(new), None if owed in used else owed

    @property
    def seat(self) -> int:
        assert self.turn is not None
        return self.turn

    # "Any number of valid sets or runs can be laid at one time."
    def lay_legal(self, melds: list[Meld], has_laid: bool) -> bool:
        if not melds:
            return False
        if any(meld[1] != self.seat or any(layer != self.seat for _, _, layer in meld[2]) for meld in melds):
            return False
        naturals = [len(naturals_of(meld)) for meld in melds]
        # "There must be at least two non-wild cards in the initial lay." rummy-1: the first lay of the player in the
        # hand, or every meld. rummy-2: counted over the whole lay.
        if self.options["natural_min"] == "first_lay":
            return has_laid or sum(naturals) >= self.naturals
        if self.options["natural_min"] == "every_meld":
            return all(count >= self.naturals for count in naturals)
        return True

    # rummy-10: both may extend both players' melds, at both ends. rummy-25, rummy-32: any number of cards in one go.
    def off_legal(self, old: Meld, new: Meld) -> bool:
        added = minus(new, old)
        if old[:2] != new[:2] or minus(old, new) or not added or any(layer != self.seat for _, _, layer in added):
            return False
        # "She must append the wild card to one of her own melds." rummy-9: or, `with_natural`, with a natural in the
        # same go. rummy-10: her own are those she started.
        if holds_wild(added) and old[1] != self.seat:
            return self.options["wild_on_opponent"] == "with_natural" and holds_natural(added)
        return True

    # rummy-8: the natural takes the place a wild holds. In a set of 7s a wild stands for any missing suit, so it may
    # be any wild of the set. rummy-37: the owner is who started the meld; all-wild sets never swap; the natural
    # scores for the swapper.
    def swap_legal(self, old: Meld, new: Meld) -> bool:
        out, into = minus(old, new), minus(new, old)
        if old[:2] != new[:2] or old[0] == "wilds" or len(out) != 1 or len(into) != 1:
            return False
        if not is_wild(out[0][1]) or is_wild(into[0][1]) or out[0][0] != into[0][0] or into[0][2] != self.seat:
            return False
        if self.options["wild_swap"] == "owner":
            return old[1] == self.seat
        return self.options["wild_swap"] == "anyone"

    # ---------------------------------------------------------------- whole actions: all of them

    # At least every action that `do` allows and that contains the card (None: any action), but for those named in
    # `lays`. With `alike` a wild in a run is as good as any other, so only one is tried (and the card).
    def actions(self, state: State, card: str | None, alike: bool) -> Iterator[Action]:
        hand, table, _ = state
        missing = 0
        if self.options["natural_min"] == "first_lay" and not self.has_laid(self.seat, table):
            missing = self.naturals
        for meld in table:
            for new in self.swapped(meld, hand):
                if card is None or card in cards_of(new):
                    yield "swap", (meld,), (new,)
            for new in self.extended(meld, hand, card, alike):
                if card is None or card in cards_of(new):
                    yield "off", (meld,), (new,)
        for melds in self.lays(hand, missing, card, alike):
            yield "lay", (), melds

    # New melds laid at once, the first of them with the card. More than one matters only while naturals are missing
    # (rummy-2): the others could as well be laid after.
    def lays(self, hand: frozenset[str], missing: int, card: str | None, alike: bool) -> Iterator[tuple[Meld, ...]]:
        for meld in self.new_melds(hand, card, alike):
            if card is not None and card not in cards_of(meld):
                continue
            yield (meld,)
            still_missing = missing - len(naturals_of(meld))
            if still_missing > 0:
                for others in self.lays(hand - frozenset(cards_of(meld)), still_missing, None, alike):
                    yield (meld, *others)

    # Every meld the hand can lay (at least those with the card).
    def new_melds(self, hand: frozenset[str], card: str | None, alike: bool) -> Iterator[Meld]:
        wilds = sorted(held for held in hand if is_wild(held))
        for rank in RANKS[self.lowest :]:
            naturals = [rank + suit for suit in SUITS if rank + suit in hand]
            for count in range(1, len(naturals) + 1):
                for chosen in combinations(naturals, count):
                    for size in (3, 4):
                        for added in combinations(wilds, max(size - count, 0)):
                            yield make_meld("set", self.seat, [(-1, laid, self.seat) for laid in chosen + added])
        for size in range(3, len(wilds) + 1):
            for chosen in combinations(wilds, size):
                yield make_meld("wilds", self.seat, [(-1, laid, self.seat) for laid in chosen])
        for suit in SUITS:
            for low in range(self.lowest, ACE + 1):
                for high in range(low + 2, ACE + 1):
                    places = list(range(low, high + 1))
                    if (
                        card is not None
                        and not is_wild(card)
                        and (suit_of(card) != suit or rank_of(card) not in places)
                    ):
                        continue
                    found = False
                    for entries in self.fillings(suit, places, hand, card, alike):
                        found = True
                        if holds_natural(entries):
                            yield make_meld("run", self.seat, entries)
                    if not found:
                        break  # so a longer one from here cannot be filled either

    # Every way to fill the places of a run of the suit from the hand. rummy-7: the player names each place; a wild
    # may stand in one whose natural is in the hand too.
    def fillings(
        self, suit: str, places: list[int], hand: frozenset[str], card: str | None, alike: bool
    ) -> Iterator[list[Entry]]:
        if not places:
            yield []
            return
        natural = RANKS[places[0]] + suit
        wilds = sorted(held for held in hand if is_wild(held))
        if alike:
            wilds = [wild for wild in wilds if wild == card] + [wild for wild in wilds if wild != card][:1]
        for laid in [natural, *wilds] if natural in hand else wilds:
            for others in self.fillings(suit, places[1:], hand - {laid}, card, alike):
                yield [(places[0], laid, self.seat), *others]

    # The meld with one or more cards of the hand added.
    def extended(self, meld: Meld, hand: frozenset[str], card: str | None, alike: bool) -> Iterator[Meld]:
        kind, owner, entries = meld
        if kind != "run":
            # At most one card more in a set (rummy-4), three in a set of only wilds (rummy-5).
            fitting = sorted(laid for laid in hand if is_wild(laid) or laid[:-1] in {n[:-1] for n in naturals_of(meld)})
            for count in range(1, 4):
                for chosen in combinations(fitting, count):
                    new = make_meld(kind, owner, [*entries, *((-1, laid, self.seat) for laid in chosen)])
                    if self.is_meld(new):
                        yield new
            return
        suit = suit_of(naturals_of(meld)[0])
        held = [place for place, _, _ in entries]
        if owner != self.seat and self.options["wild_on_opponent"] == "never":
            hand = frozenset(laid for laid in hand if not is_wild(laid))
        for low in range(self.lowest, held[0] + 1):
            for high in range(held[-1], ACE + 1):
                places = [place for place in range(low, high + 1) if place not in held]
                if places:
                    for added in self.fillings(suit, places, hand, card, alike):
                        yield make_meld(kind, owner, [*entries, *added])

    # The meld with one of its wilds swapped for a natural of the hand.
    def swapped(self, meld: Meld, hand: frozenset[str]) -> Iterator[Meld]:
        for entry in meld[2]:
            if is_wild(entry[1]):
                for card in hand:
                    new = replaced(meld, entry, (entry[0], card, self.seat))
                    if not is_wild(card) and self.is_meld(new):
                        yield new

    # ---------------------------------------------------------------- where the laying part may end

    def start(self) -> State:
        assert self.turn is not None and self.phase == "lay"
        return frozenset(self.hands[self.turn]), self.table, self.must

    # rummy-25: any number of actions in any order. rummy-12, rummy-33: the must-use card is used at the end.
    def ends(self, limit: int = 20000) -> set[End] | None:
        seen = {self.start()}
        todo = [self.start()]
        while todo:
            state = todo.pop()
            card = state[2] if self.options["pickup_use"] == "first_action" else None
            for action in self.actions(state, card, alike=False):
                after = self.do(state, action)
                if after is not None and after not in seen:
                    seen.add(after)
                    todo.append(after)
                    if len(seen) > limit:
                        return None
        return {(hand, table) for hand, table, owed in seen if owed is None}

    # Is there a row of legal actions from the start to this end? Only a few rows need a try.
    #
    # A natural is laid once and goes where it lies at the end. A wild that is laid and swapped out again in the turn
    # (for a natural n) need not be: n could be laid at once in its stead, which no rule likes less. Only a must-use
    # wild may gain by it: it is used, and back in the hand. One such use is enough.
    # So each wild is freed at most once and laid at most once, and the end tells where. Then the best order is: all
    # swaps, all new melds at once, all cards that are added to a meld at once (`toward`). Only the must-use card may
    # have to come before, in the first action: there every action is tried that leads towards the end (`openings`).
    def accepts(self, end: End) -> bool:
        start = self.start()
        hand, table, must = start
        # Every card is somewhere, once.
        if sorted([*end[0], *cards_on(end[1])]) != sorted([*hand, *cards_on(table)]):
            return False
        if must is None:
            return self.arrives(start, end)
        first_action = self.options["pickup_use"] == "first_action"
        if first_action:
            if any(self.arrives(self.do(start, opening), end) for opening in self.openings(start, end[1])):
                return True
        elif self.arrives(start, end):
            return True
        if not is_wild(must):
            return False
        # The must-use wild is laid in the stead of a natural, which then takes its place.
        for natural in hand:
            if is_wild(natural) or natural in end[0]:
                continue
            goal = self.with_stand_in(end[1], natural, must)
            if first_action:
                between = [self.do(start, opening) for opening in self.openings(start, goal)]
            else:
                between = [self.toward(start, goal)]
            if any(self.arrives(self.swap_back(state, natural, must), end) for state in between):
                return True
        return False

    # The table with the must-use wild in the natural's stead; its own place there, if any, waits for it.
    def with_stand_in(self, table: Table, natural: str, must: str) -> Table:
        cards = {natural: must, must: "not yet there"}
        return frozenset(
            make_meld(kind, owner, [(place, cards.get(card, card), layer) for place, card, layer in entries])
            for kind, owner, entries in table
        )

    def swap_back(self, state: State | None, natural: str, must: str) -> State | None:
        meld = meld_with(state[1], must) if state is not None else None
        if state is None or meld is None:
            return None
        entry = next(entry for entry in meld[2] if entry[1] == must)
        return self.do(state, ("swap", (meld,), (replaced(meld, entry, (entry[0], natural, self.seat)),)))

    def arrives(self, state: State | None, end: End) -> bool:
        if state is None:
            return False
        last = self.toward(state, end[1])
        return last is not None and last == (end[0], end[1], None)

    # All swaps, then all new melds at once, then all that is added, to each meld at once. None: not legal.
    def toward(self, state: State, goal: Table) -> State | None:
        now: State | None = state
        for old in state[1]:
            meld, target = old, later(old, goal)
            if target is None:
                return None
            for entry in minus(old, target):
                # In a run the natural of that place, in a set any new natural: others may be added after.
                naturals = [new for new in minus(target, meld) if not is_wild(new[1]) and new[0] == entry[0]]
                if now is None or not naturals:
                    return None
                new_meld = replaced(meld, entry, naturals[0])
                now = self.do(now, ("swap", (meld,), (new_meld,)))
                meld = new_meld
        if now is None:
            return None
        targets = {later(old, goal) for old in now[1]}
        new_melds = tuple(sorted(meld for meld in goal if meld not in targets))
        if new_melds:
            now = self.do(now, ("lay", (), new_melds))
        if now is None:
            return None
        for old in now[1]:
            target = later(old, goal)
            if now is None or target is None:
                return None
            if target != old:
                now = self.do(now, ("off", (old,), (target,)))
        return now

    # First actions with the must-use card that lead towards the table `goal` (`do` tells whether they are legal).
    # rummy-32: the cards that make room for it may come with it.
    def openings(self, state: State, goal: Table) -> Iterator[Action]:
        hand, table, must = state
        assert must is not None
        target = meld_with(goal, must)
        if target is None:
            return
        must_entry = next(entry for entry in target[2] if entry[1] == must)
        for old in table:
            if later(old, goal) == target:
                for entry in minus(old, target):
                    yield "swap", (old,), (replaced(old, entry, must_entry),)
                for part in self.parts(old[2], target, hand):
                    yield "off", (old,), (part,)
                return
        # Other new melds come along for their naturals (rummy-2, rummy-31): the more the better.
        others: list[Meld] = []
        if self.options["natural_min"] == "first_lay" and not self.has_laid(self.seat, table):
            targets = {later(old, goal) for old in table}
            for other in goal:
                if other != target and other not in targets:
                    parts = [part for part in self.parts((), other, hand) if self.is_meld(part)]
                    others += sorted(parts, key=lambda part: len(naturals_of(part)))[-1:]
        for part in self.parts((), target, hand):
            yield "lay", (), (part, *others)

    # The entries that are there with some of the target's that can be laid from the hand now.
    def parts(self, there: tuple[Entry, ...], target: Meld, hand: frozenset[str]) -> Iterator[Meld]:
        kind, owner, entries = target
        new = [entry for entry in entries if entry[1] in hand]
        if kind == "run":
            held = [place for place, _, _ in there]
            for low in range(self.lowest, ACE + 1):
                for high in range(low, ACE + 1):
                    added = [entry for entry in new if low <= entry[0] <= high and entry[0] not in held]
                    yield make_meld(kind, owner, [*there, *added])
        else:
            for count in range(1, len(new) + 1):
                for chosen in combinations(new, count):
                    yield make_meld(kind, owner, [*there, *chosen])

    # ---------------------------------------------------------------- the end of a turn

    def finish(self, end: End, discard: str | None) -> None:
        assert self.turn is not None and self.phase == "lay" and self.accepts(end)
        seat = self.turn
        hand, self.table = end
        # rummy-37: a freed wild goes to the hand before all eyes. Cards that were laid are not in the hand any more.
        freed = hand - self.hands[seat]
        self.known[seat] = (self.known[seat] | freed) & hand
        self.hands[seat] = set(hand)
        self.must = None
        self.turns += 1
        # "Once the player is done scoring, he or she discards one card face up on the discard pile. This is skipped
        # if the player has no remaining cards to discard." rummy-20: going out is possible both ways.
        assert (discard is None) == (not hand)
        if discard is not None:
            # rummy-14: any card of the hand; the must-use card is used, so it is not there.
            self.hands[seat].remove(discard)
            self.known[seat].discard(discard)
            self.pile.append(discard)
        # "Once a player has no more cards remaining, the hand is over." rummy-17: no Rummy on that discard.
        if not self.hands[seat]:
            self.end_hand(seat)
            return
        # rummy-35: stopped after so many turns, and scored as if the stock were empty.
        if self.turns == self.turn_limit:
            self.end_hand(None)
            return
        # rummy-15, rummy-29: the window opens for the player whose turn comes next.
        self.turn = 1 - seat
        self.window = self.options["rummy_call"] != "off"
        self.last_discard = discard if self.window else None
        self.begin_turn()

    # ---------------------------------------------------------------- points

    # "On The Table (+)": 3-9, 10-K, A in a set or in a run.
    def points_on_table(self, rank: int, kind: str) -> int:
        if rank == ACE:
            return int(self.options["ace_in_set" if kind == "set" else "ace_in_run"])
        return int(self.options["high_points" if rank >= TEN else "low_points"])

    # rummy-22: a wild has the value of the card it replaces; in a set of only wilds each has its own.
    def points_of_entry(self, meld: Meld, entry: Entry) -> int:
        if meld[0] == "wilds":
            return int(self.options["wild_in_set"])
        if meld[0] == "run":
            return self.points_on_table(entry[0], "run")
        return self.points_on_table(rank_of(naturals_of(meld)[0]), "set")

    # "In The Hand (-)", here without the sign.
    def points_in_hand(self, card: str) -> int:
        if is_wild(card):
            return int(self.options["wild_in_hand"])
        if rank_of(card) == ACE:
            return int(self.options["ace_in_hand"])
        return int(self.options["high_points" if rank_of(card) >= TEN else "low_points"])

    # rummy-10: each card scores for the player who laid it.
    def table_points(self, seat: int) -> int:
        return sum(self.points_of_entry(meld, entry) for meld in self.table for entry in meld[2] if entry[2] == seat)

    # rummy-21: a running figure. After a hand its table is in the scores.
    @property
    def running(self) -> list[int]:
        if self.turn is None:
            return list(self.scores)
        return [self.scores[seat] + self.table_points(seat) for seat in range(2)]

    # ---------------------------------------------------------------- the end of a hand

    # `seat` went out; None: nobody did.
    def end_hand(self, seat: int | None) -> None:
        # rummy-21: at hand end, table minus hand. rummy-24: negative totals stand.
        self.last_hand = [
            self.table_points(player) - sum(self.points_in_hand(card) for card in self.hands[player])
            for player in range(2)
        ]
        self.scores = [self.scores[player] + self.last_hand[player] for player in range(2)]
        self.went_out = seat
        self.hands_done += 1
        self.turn = None
        self.phase = "draw"
        self.window = False
        self.last_discard = None
        self.end_match()
        self.needs_hand = not self.over

    # rummy-21: the goal is checked at hand end only.
    def end_match(self) -> None:
        first, second = self.scores
        higher = None if first == second else 0 if first > second else 1
        reached = [seat for seat in range(2) if self.scores[seat] >= self.goal]
        # "The game is over when a player reaches 500 points." rummy-24: that player wins, whoever went out.
        if len(reached) == 1:
            self.winner = reached[0]
        # "If both players reach 500 simultaneously, the player that finished their turn with no cards remaining (went
        # out) is the winner." rummy-23: nobody did: the higher score. `higher_score`: that first; rummy-34: equal:
        # who went out.
        elif len(reached) == 2 and self.options["both_goal"] == "went_out":
            self.winner = higher if self.went_out is None else self.went_out
        elif len(reached) == 2:
            self.winner = self.went_out if higher is None else higher
        # rummy-23, rummy-34: no winner yet: one more hand. rummy-36: but not without an end: higher score, or shared.
        elif self.hands_done == self.hands_limit:
            self.winner = higher
        self.over = self.winner is not None or self.hands_done == self.hands_limit

    # rummy-36: equal at the end is shared.
    def payoff(self) -> list[float]:
        assert self.over
        if self.winner is None:
            return [0.5, 0.5]
        return [1.0 if seat == self.winner else 0.0 for seat in range(2)]
