"""Pyramid: trade hands for wilds, then shed them; no meld may be played twice in a trick.

The rulebook leaves gaps; each is closed by a numbered ruling, quoted where it acts (RULES.md has the list). Which melds
there are is told in melds.py.

Numbered cards are packed counts: the red values 3 to 10 in the lower half of an int64, the black ones in the upper
half. A value is told by its place there, 0 to 7. Wilds are counted apart, by colour.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cardshed.engine.cards import at_least, count, held, lowest, nth_value, some, total
from cardshed.engine.chance import DECK, GAMES, REDEAL, START, below, deal_key, draw_some, key
from cardshed.engine.kernel import Moves, Numbers, Row, i64, kernel
from cardshed.engine.numbers import put, put_bits, put_counts, put_one_of, put_shares
from cardshed.engine.options import Choice, Number, Option, numbers
from cardshed.engine.row import row_type
from cardshed.games.pyramid.melds import (
    ALWAYS,
    BLACK,
    COLOUR,
    GUESTS,
    IS_RUN,
    LARGEST,
    LISTS,
    MAY_DISCARD,
    MAY_END_TRICK,
    MELDS,
    POWER,
    RED,
    SIZE,
    SWITCHES,
    USUAL,
    most_plays,
)

VERSION = 1
PLAYERS = (3, 4)
SEATS = 4
VALUES = 8
LOWEST_NUMBER = 3
KINDS = len(MELDS)
MOST_WILDS = 3  # of a colour, for each player

# --- house rules ---------------------------------------------------------------------------------

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

# The phases of a round, by what is to be decided.
DECLARE, ADD, SHED, END_TRICK, DISCARD, OVER = 0, 1, 2, 3, 4, 5
PHASES = 6
# And by what happens without a decision, always before the next one.
TO_DEAL, TO_SHED, TO_PASS_ON, TO_CLEAR = 6, 7, 8, 9

UNDECLARED = 0  # a sealed choice: none yet, to keep, or to trade with a red or a black wild
CHOSE_KEEP = 1
CHOSE_TRADE = 2  # with a red wild; with a black one the next number

ROW = row_type(
    __file__,
    OPTIONS,
    ("hands", np.int64, SEATS),  # the numbered cards of each seat
    ("played", np.int64, SEATS),  # the numbered cards each seat has played or thrown in this round
    ("deck", np.int64),  # all numbered cards of the game
    ("meld", np.int64),  # the meld to meet or beat, as a move; 0 when the seat to move leads
    ("standing", np.int32, SEATS),  # the final order: more is better (pyramid-21)
    ("offered", np.int32),  # the meld cards of this match, as bits
    ("used", np.int32),  # those played in this trick
    ("score", np.int16, SEATS),  # points so far, those of this round included
    ("last_round", np.int16, SEATS),  # points of the last finished round
    ("wilds", np.int8, 2 * SEATS),  # wilds in each hand, red and black; everybody saw them get there
    ("left", np.int8, SEATS),  # cards in each hand, wilds included
    ("front", np.int8, 2 * SEATS),  # wilds on the table in front of each seat, red and black
    ("choice", np.int8, SEATS),  # sealed until all have declared
    ("declaring", np.int8),  # seats that have still to declare, as bits
    ("origin", np.int8, SEATS),  # to whom the hand that this seat holds was dealt
    ("seen", np.int8, SEATS),  # which of the hands dealt this seat has held, as bits
    ("place", np.int8, SEATS),  # in this round, from 1; 0 while a seat is in
    ("phase", np.int8),
    ("turn", np.int8),  # the seat to move; -1 while several declare and when the match is over
    ("owner", np.int8),  # who played the meld to beat; -1 on a lead
    ("target", np.int8),  # the value to meet or beat; 0 on a lead
    ("passes", np.int8),  # in a row since the last meld
    ("locked", np.int8),  # seats locked out of this trick, as bits (pyramid-26)
    ("starter", np.int8),  # who started this round; -1 during the trade phase
    ("three", np.int8),  # after the trade phase: who holds the red 3; -1 for nobody
)

# --- moves ---------------------------------------------------------------------------------------

PASS, KEEP, TRADE, ADD_WILDS, END, THROW, MELD = 0, 1, 2, 3, 4, 5, 6

# Fields of a move: its kind, what it is beyond its cards (the number of the meld, the answer to a question), and the
# cards it moves: of each colour the values as bits, how many of each of them, and how many wilds.
WHAT_AT, VALUES_AT, TIMES_AT, WILDS_AT = 3, 8, 24, 32

MOVES = max(sum(most_plays(meld, VALUES) for meld in MELDS) + 1, (MOST_WILDS * SEATS + 1) ** 2)

# A move's parts: the meld card or button, and the cards.
PART_WILD = 2 * VALUES
PART_MELD = PART_WILD + 2
PART_BUTTON = PART_MELD + KINDS
PART_GO_ON = PART_BUTTON + MELD  # the no to ending the trick
PARTS = PART_GO_ON + 1
LONGEST = 1 + max(LARGEST, 2 * MOST_WILDS * SEATS)

# One of each value of a set of values, as packed counts.
ONE_OF_EACH = np.array([sum(1 << 4 * v for v in range(VALUES) if values >> v & 1) for values in range(1 << VALUES)])


@kernel
def kind_of(move: int) -> int:
    return move & 7


@kernel
def what_of(move: int) -> int:
    """Which meld it is, by its number in MELDS; whether the trick is ended."""
    return (move >> WHAT_AT) & 31


@kernel
def values_of(move: int) -> int:
    """The values of the naturals of a meld, as bits; 0 if it is all wild."""
    return (move >> VALUES_AT | move >> VALUES_AT + 8) & 255


@kernel
def wilds_of(move: int, colour: int) -> int:
    """The wilds of a colour that leave the hand, or the front."""
    return (move >> i64(WILDS_AT + 4 * colour)) & 15


@kernel
def cards_of(move: int) -> int:
    """The numbered cards that leave the hand."""
    red = ONE_OF_EACH[(move >> VALUES_AT) & 255] * ((move >> TIMES_AT) & 15)
    black = ONE_OF_EACH[(move >> VALUES_AT + 8) & 255] * ((move >> TIMES_AT + 4) & 15)
    return red + (black << 4 * VALUES)


@kernel
def simple_move(kind: int, what: int) -> int:
    return i64(kind) | i64(what) << WHAT_AT


@kernel
def naturals(colour: int, values: int, times: int) -> int:
    """So many of each of these values, as part of a move."""
    if values == 0:
        return i64(0)
    return i64(values) << i64(VALUES_AT + 8 * colour) | i64(times) << i64(TIMES_AT + 4 * colour)


@kernel
def wilds(colour: int, n: int) -> int:
    """Wilds as part of a move."""
    return i64(n) << i64(WILDS_AT + 4 * colour)


@kernel
def size_of(move: int) -> int:
    """How many cards leave the hand."""
    return total(cards_of(move)) + wilds_in(move)


@kernel
def wilds_in(move: int) -> int:
    return wilds_of(move, RED) + wilds_of(move, BLACK)


@kernel
def lowest_of(move: int, target: int) -> int:
    """The value that the next meld has to meet. pyramid-5: wilds are ignored. pyramid-6: all wild, it stays."""
    return lowest(values_of(move)) if values_of(move) != 0 else target


@kernel
def in_colour(cards: int, colour: int) -> int:
    """The cards of a colour, as counts of eight values."""
    return (cards >> i64(4 * VALUES * colour)) & 0xFFFFFFFF


@kernel
def values_in(counts: int) -> int:
    """The values that are there at all, as bits."""
    marks = at_least(counts, 1)
    marks = (marks | marks >> 3) & 0x03030303
    marks = (marks | marks >> 6) & 0x000F000F
    return (marks | marks >> 12) & 255


# --- dealing -------------------------------------------------------------------------------------


@kernel
def deal(s: Row) -> None:
    for p in range(SEATS):
        s.score[p] = 0
        s.last_round[p] = 0
        s.standing[p] = 0
        s.front[2 * p + RED] = s.red_wilds if p < s.players else 0
        s.front[2 * p + BLACK] = s.black_wilds if p < s.players else 0
    s.offered = meld_cards(s)
    s.deck = whole_deck(s)
    deal_round(s)


@kernel
def meld_cards(s: Row) -> int:
    """pyramid-1: the meld cards on the table, by the switches; singles are always there."""
    cards = (i64(1) << len(ALWAYS)) - 1
    for k in range(len(SWITCHES)):
        cards |= i64(s.switches[k]) << len(ALWAYS) + k
    return cards


@kernel
def whole_deck(s: Row) -> int:
    deck = i64(0)
    for c in range(2 * VALUES):
        deck += some(c, s.copies[c])
    return deck


@kernel
def deal_round(s: Row) -> None:
    deck = s.deck
    order = deal_key(s, DECK)
    left = total(deck)
    for p in range(SEATS):
        s.hands[p] = 0
        s.left[p] = s.cards if p < s.players else 0
        s.played[p] = 0
        s.wilds[2 * p + RED] = 0
        s.wilds[2 * p + BLACK] = 0
        s.choice[p] = UNDECLARED
        s.origin[p] = p
        s.seen[p] = 1 << p
        s.place[p] = 0
    i = 0
    for _ in range(s.cards):
        for p in range(s.players):
            card = some(nth_value(deck, below(order, i, left - i)), 1)
            deck -= card
            s.hands[p] += card
            i += 1
    s.starter = -1
    s.three = -1
    clear_table(s)
    declare(s, (1 << int(s.players)) - 1)
    if s.phase == TO_SHED:
        begin_shedding(s)


@kernel
def clear_table(s: Row) -> None:
    s.meld = 0
    s.used = 0
    s.owner = -1
    s.target = 0
    s.passes = 0
    s.locked = 0


# --- whose turn ----------------------------------------------------------------------------------


@kernel
def acting(s: Row) -> int:
    if s.phase == DECLARE:
        return int(s.declaring)
    return 0 if s.turn < 0 else 1 << int(s.turn)


@kernel
def next_holder(s: Row, seat: int) -> int:
    """Clockwise from a seat, the next that holds cards and is not locked out."""
    for _ in range(SEATS):
        seat = (seat + 1) % s.players
        if s.left[seat] > 0 and (s.locked >> seat) & 1 == 0:
            break
    return seat


# --- legal moves ---------------------------------------------------------------------------------


@kernel
def legal(s: Row, seat: int, moves: Moves) -> int:
    if s.phase == DECLARE:
        return legal_declarations(s, seat, moves)
    if s.phase == ADD:
        return legal_additions(s, seat, moves)
    if s.phase == END_TRICK:
        # pyramid-16: "may".
        moves[0] = simple_move(END, 0)
        moves[1] = simple_move(END, 1)
        return 2
    if s.phase == DISCARD:
        return legal_throws(s, seat, moves)
    n = legal_melds(s, seat, moves)
    # a leader may not pass.
    if s.meld != 0:
        moves[n] = simple_move(PASS, 0)
        n += 1
    return n


@kernel
def legal_declarations(s: Row, seat: int, moves: Moves) -> int:
    """pyramid-12: who trades picks the wild with the declaration."""
    moves[0] = simple_move(KEEP, 0)
    n = 1
    for colour in (RED, BLACK):
        if s.front[2 * seat + colour] > 0:
            moves[n] = simple_move(TRADE, 0) | wilds(colour, 1)
            n += 1
    return n


@kernel
def legal_additions(s: Row, seat: int, moves: Moves) -> int:
    """pyramid-13, pyramid-24: the lone trader adds none to all of the wilds in front, whatever colour was declared."""
    n = 0
    for red in range(s.front[2 * seat + RED] + 1):
        for black in range(s.front[2 * seat + BLACK] + 1):
            moves[n] = simple_move(ADD_WILDS, 0) | wilds(RED, red) | wilds(BLACK, black)
            n += 1
    return n


@kernel
def legal_throws(s: Row, seat: int, moves: Moves) -> int:
    """pyramid-17: any card of the hand, or none."""
    moves[0] = simple_move(THROW, 0)
    n = 1
    for colour in (RED, BLACK):
        for v in range(VALUES):
            if held(s.hands[seat], VALUES * colour + v) > 0:
                moves[n] = simple_move(THROW, 0) | naturals(colour, 1 << v, 1)
                n += 1
        if s.wilds[2 * seat + colour] > 0:
            moves[n] = simple_move(THROW, 0) | wilds(colour, 1)
            n += 1
    return n


@kernel
def legal_melds(s: Row, seat: int, moves: Moves) -> int:
    n = 0
    target = i64(s.target)
    # pyramid-3: a meld card lies face down for everybody once it was played, until the trick is cleared.
    free = s.offered & ~s.used
    while free != 0:
        t = lowest(free)
        free &= free - 1
        if SIZE[t] > s.left[seat]:
            break  # pyramid-2: the meld cards are in order of size
        colour = COLOUR[t]
        own = in_colour(s.hands[seat], colour)
        # pyramid-8: at most so many cards of the other colour, wilds of that colour among them (pyramid-7).
        other = in_colour(s.hands[seat], 1 - colour) if GUESTS[t] > 0 else i64(0)
        own_wilds = i64(s.wilds[2 * seat + colour])
        other_wilds = min(GUESTS[t], i64(s.wilds[2 * seat + 1 - colour]))
        if not IS_RUN[t]:
            n = add_sets(moves, n, t, target, own, other, own_wilds, other_wilds)
        elif target + SIZE[t] <= VALUES:  # pyramid-9: no run goes beyond 10
            n = add_runs(moves, n, t, target, values_in(own), values_in(other), own_wilds, other_wilds)
        else:
            continue
        # pyramid-6: only wilds are the lowest number possible, so they meet any target. pyramid-27: a wild of the other
        # colour may be among them where a card of it may be.
        for guests in range(max(SIZE[t] - own_wilds, 0), other_wilds + 1):
            moves[n] = simple_move(MELD, t) | wilds(colour, SIZE[t] - guests) | wilds(1 - colour, guests)
            n += 1
    return n


@kernel
def add_sets(moves: Moves, n: int, t: int, target: int, own: int, other: int, own_wilds: int, other_wilds: int) -> int:
    """All sets of a meld card that hold a natural: of one value that meets the target (pyramid-4: equal is enough)."""
    colour = COLOUR[t]
    left = values_in(own | other) & (255 << target)
    while left != 0:
        v = lowest(left)
        left &= left - 1
        owns = held(own, v)
        others = min(held(other, v), GUESTS[t])
        if owns + others + own_wilds + other_wilds < SIZE[t]:
            continue
        for b in range(others + 1):
            for guests in range(min(other_wilds, GUESTS[t] - b) + 1):
                rest = SIZE[t] - b - guests
                for a in range(max(rest - own_wilds, 0 if b > 0 else 1), min(owns, rest) + 1):
                    cards = naturals(colour, 1 << v if a > 0 else 0, a) | naturals(
                        1 - colour, 1 << v if b > 0 else 0, b
                    )
                    moves[n] = simple_move(MELD, t) | cards | wilds(colour, rest - a) | wilds(1 - colour, guests)
                    n += 1
    return n


@kernel
def add_runs(moves: Moves, n: int, t: int, target: int, own: int, other: int, own_wilds: int, other_wilds: int) -> int:
    """All runs of a meld card that hold a natural; `own` and `other` are the values held, as bits.

    pyramid-5, pyramid-28: wilds stand as high as the whole meld within 3 to 10 allows, and the lowest number, be it a
    wild's, must meet the target.
    """
    length = SIZE[t]
    left = own | other
    while left != 0:
        low = lowest(left)
        left &= left - 1
        first = min(low, VALUES - length)
        places = (i64(1) << length) - 1 << first & i64(-1) << low
        if first < target or count((own | other) & places) + own_wilds + other_wilds < length:
            continue
        # The naturals of the other colour: every set of them that is not too large, the empty one first.
        b = i64(0)
        while True:
            if count(b) <= GUESTS[t]:
                guests = min(other_wilds, GUESTS[t] - count(b))
                n = add_runs_of(moves, n, t, i64(1) << low & ~b, own & places & ~b, b, own_wilds, guests)
            b = b - (other & places) & other & places
            if b == 0:
                break
    return n


@kernel
def add_runs_of(moves: Moves, n: int, t: int, must: int, own: int, b: int, own_wilds: int, other_wilds: int) -> int:
    """Those with just the naturals b of the other colour, and of the own colour those of `must` and any of `own`."""
    if must & ~own != 0:
        return n
    colour = COLOUR[t]
    own &= ~must
    a = i64(0)
    while True:
        missing = SIZE[t] - count(a | must) - count(b)
        cards = naturals(colour, a | must, 1) | naturals(1 - colour, b, 1)
        for guests in range(max(missing - own_wilds, 0), min(other_wilds, missing) + 1):
            moves[n] = simple_move(MELD, t) | cards | wilds(colour, missing - guests) | wilds(1 - colour, guests)
            n += 1
        a = a - own & own
        if a == 0:
            return n


# --- playing -------------------------------------------------------------------------------------


@kernel
def play(s: Row, seat: int, move: int) -> None:
    kind = kind_of(move)
    if kind == MELD:
        play_meld(s, seat, move)
    elif kind == PASS:
        play_pass(s, seat)
    elif kind in (KEEP, TRADE):
        play_declaration(s, seat, CHOSE_KEEP if kind == KEEP else CHOSE_TRADE + wilds_of(move, BLACK))
    elif kind == ADD_WILDS:
        play_addition(s, seat, move)
    elif kind == END:
        play_answer(s, what_of(move) == 1)
    else:
        play_throw(s, seat, move)
    settle(s, seat)


@kernel
def settle(s: Row, seat: int) -> None:
    """What follows from a seat's move, up to the next decision."""
    if s.phase == TO_PASS_ON:
        pass_the_turn(s, seat)
    if s.phase == TO_CLEAR:
        new_trick(s)
    if s.phase == TO_SHED:
        begin_shedding(s)
    if s.phase == TO_DEAL:
        deal_round(s)


# --- the trade phase -----------------------------------------------------------------------------


@kernel
def declare(s: Row, seats: int) -> None:
    """Let seats declare. pyramid-15: who has no wild in front keeps without being asked."""
    s.turn = -1
    asked = 0
    for p in range(s.players):
        if (seats >> p) & 1 and s.front[2 * p + RED] + s.front[2 * p + BLACK] > 0:
            asked |= 1 << p
    s.declaring = asked
    s.phase = DECLARE if asked != 0 else TO_SHED


@kernel
def play_declaration(s: Row, seat: int, choice: int) -> None:
    """X-8: sealed, and revealed when the last has declared."""
    s.choice[seat] = choice
    s.declaring &= ~(1 << seat)
    if s.declaring != 0:
        return
    traders = 0
    for p in range(s.players):
        if s.choice[p] >= CHOSE_TRADE:
            traders |= 1 << p
    if count(traders) > 1:
        pass_hands(s, traders)
    for p in range(s.players):
        s.choice[p] = UNDECLARED
    if count(traders) == 1:
        s.phase = ADD
        s.turn = lowest(traders)
    else:
        declare(s, traders)  # pyramid-14: who traded declares again


@kernel
def pass_hands(s: Row, traders: int) -> None:
    """Each trader adds the wild and passes the whole hand, the wild with it (pyramid-12), to the next trader."""
    for p in range(s.players):
        if (traders >> p) & 1:
            add_wild(s, p, s.choice[p] - CHOSE_TRADE, 1)
    last = 0
    for p in range(s.players):
        if (traders >> p) & 1:
            last = p
    hand, red, black = s.hands[last], s.wilds[2 * last + RED], s.wilds[2 * last + BLACK]
    left, origin = s.left[last], s.origin[last]
    for p in range(s.players):
        if (traders >> p) & 1:
            s.hands[p], hand = hand, s.hands[p]
            s.wilds[2 * p + RED], red = red, s.wilds[2 * p + RED]
            s.wilds[2 * p + BLACK], black = black, s.wilds[2 * p + BLACK]
            s.left[p], left = left, s.left[p]
            s.origin[p], origin = origin, s.origin[p]
            s.seen[p] |= 1 << int(s.origin[p])


@kernel
def add_wild(s: Row, p: int, colour: int, n: int) -> None:
    s.front[2 * p + colour] -= n
    s.wilds[2 * p + colour] += n
    s.left[p] += n


@kernel
def play_addition(s: Row, seat: int, move: int) -> None:
    """pyramid-13: no hand was traded, so the trade phase is over."""
    add_wild(s, seat, RED, wilds_of(move, RED))
    add_wild(s, seat, BLACK, wilds_of(move, BLACK))
    s.phase = TO_SHED


# --- the shedding phase --------------------------------------------------------------------------


@kernel
def begin_shedding(s: Row) -> None:
    """pyramid-11: who holds the red 3 now starts; if it was not dealt, the lowest total (pyramid-30)."""
    s.phase = SHED
    s.three = -1
    for p in range(s.players):
        if held(s.hands[p], 0) > 0:
            s.three = p
    s.starter = s.three if s.three >= 0 else lowest_total(s)
    s.turn = s.starter


@kernel
def lowest_total(s: Row) -> int:
    """Ties by chance."""
    fewest = i64(s.score[0])
    for p in range(1, s.players):
        fewest = min(fewest, i64(s.score[p]))
    tied = 0
    for p in range(s.players):
        if s.score[p] == fewest:
            tied |= 1 << p
    chosen = below(deal_key(s, START), 0, count(tied))
    for _ in range(chosen):
        tied &= tied - 1
    return lowest(tied)


@kernel
def play_meld(s: Row, seat: int, move: int) -> None:
    s.turns += 1
    leave_hand(s, seat, move)
    t = what_of(move)
    s.target = lowest_of(move, s.target)
    s.used |= 1 << t
    s.meld = move
    s.owner = seat
    s.passes = 0
    if s.left[seat] == 0 and go_out(s, seat):
        return
    if POWER[t] == MAY_END_TRICK:
        s.phase = END_TRICK  # pyramid-25: also who is out is asked
    elif POWER[t] == MAY_DISCARD and s.left[seat] >= 2:
        s.phase = DISCARD  # pyramid-17: counted after the run, so that a card stays
    else:
        s.phase = TO_PASS_ON


@kernel
def leave_hand(s: Row, seat: int, move: int) -> None:
    """Cards are played or thrown. Wilds among them leave the game (pyramid-18)."""
    cards = cards_of(move)
    s.hands[seat] -= cards
    s.played[seat] += cards
    s.wilds[2 * seat + RED] -= wilds_of(move, RED)
    s.wilds[2 * seat + BLACK] -= wilds_of(move, BLACK)
    s.left[seat] -= size_of(move)
    if held(cards, 0) > 0:
        s.three = -1


@kernel
def play_pass(s: Row, seat: int) -> None:
    s.turns += 1
    s.passes += 1
    if s.passing == HARD:
        s.locked |= 1 << seat
    s.phase = TO_PASS_ON


@kernel
def play_answer(s: Row, ends: bool) -> None:
    """pyramid-16: a black four may end the trick."""
    s.phase = TO_CLEAR if ends else TO_PASS_ON


@kernel
def play_throw(s: Row, seat: int, move: int) -> None:
    leave_hand(s, seat, move)
    s.phase = TO_PASS_ON


@kernel
def pass_the_turn(s: Row, seat: int) -> None:
    """pyramid-10: passes are soft, and the trick is over when all other holders have passed in a row.

    pyramid-26: or they lock, and the trick is over when all other holders are locked.
    """
    waiting = -int(s.passes) if s.passing == SOFT else 0
    for p in range(s.players):
        if p != s.owner and s.left[p] > 0 and (s.locked >> p) & 1 == 0:
            waiting += 1
    s.phase = SHED if waiting > 0 else TO_CLEAR
    if waiting > 0:
        s.turn = next_holder(s, seat)


@kernel
def new_trick(s: Row) -> None:
    """The table is cleared; its owner leads. X-2: one who is out leaves the lead to the next holder clockwise."""
    owner = int(s.owner)
    clear_table(s)
    s.turn = owner if s.left[owner] > 0 else next_holder(s, owner)
    s.phase = SHED


# --- the end of a round --------------------------------------------------------------------------


@kernel
def go_out(s: Row, seat: int) -> bool:
    """Place and points come at once. pyramid-22: the round ends when one player holds cards; True if it does."""
    place = 1
    last = 0
    for p in range(s.players):
        if s.place[p] > 0:
            place += 1
        elif p != seat:
            last = p
    s.place[seat] = place
    s.score[seat] += place_points(s, place)
    if place < s.players - 1:
        return False
    s.place[last] = s.players
    end_round(s)
    return True


@kernel
def place_points(s: Row, place: int) -> int:
    """The last player in gets nothing."""
    if place == 0 or place == s.players:
        return 0
    return int(s.of_3[place - 1]) if s.players == 3 else int(s.of_4[place - 1])


@kernel
def rounds(s: Row) -> int:
    return int(s.rounds[int(s.players) - PLAYERS[0]])


@kernel
def end_round(s: Row) -> None:
    for p in range(s.players):
        s.last_round[p] = place_points(s, s.place[p])
        # pyramid-19, pyramid-29: wilds that were not played go back in front of their holder, or out of the game.
        for k in range(2 * p, 2 * p + 2):
            if s.unplayed_wilds == HOLDER:
                s.front[k] += s.wilds[k]
            s.wilds[k] = 0
        # pyramid-21: ties by the fewest wilds in front.
        s.standing[p] = 256 * int(s.score[p]) - int(s.front[2 * p + RED]) - int(s.front[2 * p + BLACK])
    s.deal_no += 1
    s.phase = OVER if s.deal_no == rounds(s) else TO_DEAL
    s.turn = -1


# --- results -------------------------------------------------------------------------------------


@kernel
def points(s: Row, out: Numbers) -> None:
    for p in range(s.players):
        out[p] = s.score[p]


@kernel
def payoff(s: Row, out: Numbers) -> None:
    put_shares(out, s.standing, s.players)


# --- what a seat knows ---------------------------------------------------------------------------


@kernel
def knows(s: Row, seat: int, p: int) -> bool:
    """Whether a seat knows the hand of another: it has passed through its own, and all that left it was seen."""
    return (s.seen[seat] >> s.origin[p]) & 1 != 0


@kernel
def redeal(s: Row, seat: int, seed: np.uint64) -> None:
    """Hands that were never held are drawn anew, sealed choices too. After the trade phase the red 3 stays in place."""
    pool = i64(s.deck)
    for p in range(s.players):
        pool -= s.played[p]
        if knows(s, seat, p):
            pool -= s.hands[p]
    red_three = held(pool, 0) if s.starter >= 0 else 0
    pool -= red_three
    order = key(seed, REDEAL, 0)
    i = 0
    for p in range(s.players):
        if not knows(s, seat, p):
            fixed = red_three if s.three == p else 0
            wanted = total(s.hands[p]) - fixed
            drawn = draw_some(order, i, pool, wanted)
            pool -= drawn
            s.hands[p] = drawn + fixed
            i += wanted
        if p != seat and s.choice[p] != UNDECLARED:
            s.choice[p] = any_choice(s, p, key(seed, REDEAL, 1))
    s.seed = key(seed, GAMES, 0)


@kernel
def any_choice(s: Row, p: int, order: np.uint64) -> int:
    red = 1 if s.front[2 * p + RED] > 0 else 0
    black = 1 if s.front[2 * p + BLACK] > 0 else 0
    chosen = below(order, p, 1 + red + black)
    return CHOSE_KEEP if chosen == 0 else CHOSE_TRADE + chosen - red


OBSERVATION = (
    ("hand", 2 * VALUES),  # how many of each value, red and black
    ("known_hands", SEATS * 2 * VALUES),  # by seat, the observer first, then clockwise; zeros if not known
    ("known", SEATS),
    ("played", SEATS * 2 * VALUES),
    ("cards_left", SEATS),
    ("wilds_in_hand", SEATS * 2),
    ("wilds_in_front", SEATS * 2),
    ("phase", PHASES),
    ("turn", SEATS),
    ("declaring", SEATS),
    ("own_choice", 4),
    ("meld", KINDS),
    ("meld_owner", SEATS),
    ("target", VALUES),
    ("offered", KINDS),
    ("used", KINDS),
    ("passes", 1),
    ("locked", SEATS),
    ("red_three", SEATS),
    ("place", SEATS * (SEATS + 1)),
    ("score", SEATS),
    ("rounds_left", 1),
    ("players", SEATS + 1),
    ("house_rules", 4),
    ("numbers", 2 + 2 * VALUES + SEATS),
)


@kernel
def observe(s: Row, seat: int, out: Numbers) -> int:
    i = put_counts(out, 0, s.hands[seat], 2 * VALUES)
    for k in range(SEATS):
        p = (seat + k) % s.players
        i = put_counts(out, i, s.hands[p] if k < s.players and knows(s, seat, p) else 0, 2 * VALUES)
    for k in range(SEATS):
        i = put(out, i, 1 if k < s.players and knows(s, seat, (seat + k) % s.players) else 0)
    for k in range(SEATS):
        i = put_counts(out, i, s.played[(seat + k) % s.players] if k < s.players else 0, 2 * VALUES)
    for k in range(SEATS):
        i = put(out, i, s.left[(seat + k) % s.players] if k < s.players else 0)
    for k in range(SEATS):
        for colour in (RED, BLACK):
            i = put(out, i, s.wilds[2 * ((seat + k) % s.players) + colour] if k < s.players else 0)
    for k in range(SEATS):
        for colour in (RED, BLACK):
            i = put(out, i, s.front[2 * ((seat + k) % s.players) + colour] if k < s.players else 0)
    i = put_one_of(out, i, s.phase, PHASES)
    i = put_one_of(out, i, (s.turn - seat) % s.players if s.turn >= 0 else -1, SEATS)
    i = put_seats(s, seat, out, i, s.declaring)
    i = put_one_of(out, i, s.choice[seat], 4)
    i = put_one_of(out, i, what_of(s.meld) if s.meld != 0 else -1, KINDS)
    i = put_one_of(out, i, (s.owner - seat) % s.players if s.owner >= 0 else -1, SEATS)
    i = put_one_of(out, i, s.target, VALUES)
    i = put_bits(out, i, s.offered, KINDS)
    i = put_bits(out, i, s.used, KINDS)
    i = put(out, i, s.passes)
    i = put_seats(s, seat, out, i, s.locked)
    i = put_one_of(out, i, (s.three - seat) % s.players if s.three >= 0 else -1, SEATS)
    for k in range(SEATS):
        i = put_one_of(out, i, s.place[(seat + k) % s.players] if k < s.players else -1, SEATS + 1)
    for k in range(SEATS):
        i = put(out, i, s.score[(seat + k) % s.players] if k < s.players else 0)
    i = put(out, i, rounds(s) - s.deal_no)
    i = put_one_of(out, i, s.players, SEATS + 1)
    i = put_one_of(out, i, s.passing, 2)
    i = put_one_of(out, i, s.unplayed_wilds, 2)
    i = put(out, i, s.red_wilds)
    i = put(out, i, s.black_wilds)
    i = put_counts(out, i, s.deck, 2 * VALUES)
    for place in range(1, SEATS + 1):
        i = put(out, i, place_points(s, place) if place <= s.players else 0)
    return i


@kernel
def put_seats(s: Row, seat: int, out: Numbers, i: int, seats: int) -> int:
    """A set of seats as zeros and ones, the observer first, then clockwise."""
    for k in range(SEATS):
        i = put(out, i, (seats >> (seat + k) % s.players) & 1 if k < s.players else 0)
    return i


# --- what a move is ------------------------------------------------------------------------------

ENCODING = (
    ("kind", MELD + 1),
    ("meld", KINDS),
    ("cards", 2 * VALUES),
    ("left_in_hand", 2 * VALUES),
    ("wilds", 2),
    ("next_target", VALUES),
    ("trade", 2),  # the colour of the wild
    ("ends_trick", 1),
    ("size", 1),
)


@kernel
def encode(s: Row, seat: int, move: int, out: Numbers) -> int:
    kind = kind_of(move)
    i = put_one_of(out, 0, kind, MELD + 1)
    i = put_one_of(out, i, what_of(move) if kind == MELD else -1, KINDS)
    i = put_counts(out, i, cards_of(move), 2 * VALUES)
    i = put_counts(out, i, s.hands[seat] - cards_of(move), 2 * VALUES)
    i = put(out, i, wilds_of(move, RED))
    i = put(out, i, wilds_of(move, BLACK))
    i = put_one_of(out, i, lowest_of(move, s.target) if kind == MELD else -1, VALUES)
    i = put_one_of(out, i, wilds_of(move, BLACK) if kind == TRADE else -1, 2)
    i = put(out, i, 1 if kind == END and what_of(move) == 1 else 0)
    return put(out, i, size_of(move))


@kernel
def parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    kind = kind_of(move)
    if kind == MELD:
        n = put(out, 0, PART_MELD + what_of(move))
    elif kind == END:
        return put(out, 0, PART_BUTTON + END if what_of(move) == 1 else PART_GO_ON)
    else:
        n = put(out, 0, PART_BUTTON + kind)
    cards = cards_of(move)
    for c in range(PART_WILD):
        for _ in range(held(cards, c)):
            n = put(out, n, c)
    for colour in (RED, BLACK):
        for _ in range(wilds_of(move, colour)):
            n = put(out, n, PART_WILD + colour)
    return n


@kernel
def judge(s: Row, seat: int, move: int) -> int:
    """Shed many cards at once, low numbers first, and wilds last; end tricks, throw cards; keep the hand dealt."""
    kind = kind_of(move)
    if kind == MELD:
        if size_of(move) == s.left[seat]:
            return 1000
        return 100 * size_of(move) - 60 * wilds_in(move) - 8 * lowest_of(move, s.target)
    if kind == THROW:
        return 0 if size_of(move) == 0 else 20 - min(lowest(values_of(move)), VALUES)
    if kind == ADD_WILDS:
        return -wilds_in(move)
    return 1 if kind == KEEP or (kind == END and what_of(move) == 1) else 0
