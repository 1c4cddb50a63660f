"""Pyramid: trade hands for wilds, then shed them; no meld may be played twice in a trick.

The rulebook leaves gaps; each is closed by a numbered ruling, quoted where it acts (RULES.md has the list). Which melds
there are is told in melds.py.

Numbered cards are packed counts: the red values 3 to 10 in the lower half of an int64, the black ones in the upper
half. A value is told by its place there, 0 to 7. Wilds are counted apart, by colour.
"""

from __future__ import annotations

import numpy as np

from cardshed.engine.cards import count, held, lowest, nth_value, some, total
from cardshed.engine.chance import DECK, START, below, deal_key
from cardshed.engine.kernel import Moves, Numbers, Row, i64, kernel
from cardshed.engine.numbers import put_shares
from cardshed.engine.row import row_type

from . import codes, melds
from .codes import (
    LONGEST,
    MOVES,
    PARTS,
    cards_of,
    in_colour,
    kind_of,
    lowest_of,
    naturals,
    simple_move,
    size_of,
    values_in,
    what_of,
    wilds,
    wilds_of,
)
from .features import ENCODING, encode, judge, parts
from .house_rules import HARD, HOLDER, OPTIONS, SOFT, place_points, rounds
from .knowledge import OBSERVATION, observe, redeal
from .melds import BLACK, RED

# What the contract asks for and other files of this folder tell.
__all__ = [
    "ENCODING", "LONGEST", "MOVES", "OBSERVATION", "OPTIONS", "PARTS",
    "encode", "judge", "observe", "parts", "redeal",
]  # fmt: skip

VERSION = 1

ROW = row_type(
    __file__,
    OPTIONS,
    ("hands", np.int64, codes.SEATS),  # the numbered cards of each seat
    ("played", np.int64, codes.SEATS),  # the numbered cards each seat has played or thrown in this round
    ("deck", np.int64),  # all numbered cards of the game
    ("meld", np.int64),  # the meld to meet or beat, as a move; 0 when the seat to move leads
    ("standing", np.int32, codes.SEATS),  # the final order: more is better (pyramid-21)
    ("offered", np.int32),  # the meld cards of this match, as bits
    ("used", np.int32),  # those played in this trick
    ("score", np.int16, codes.SEATS),  # points so far, those of this round included
    ("last_round", np.int16, codes.SEATS),  # points of the last finished round
    ("wilds", np.int8, 2 * codes.SEATS),  # wilds in each hand, red and black; everybody saw them get there
    ("left", np.int8, codes.SEATS),  # cards in each hand, wilds included
    ("front", np.int8, 2 * codes.SEATS),  # wilds on the table in front of each seat, red and black
    ("choice", np.int8, codes.SEATS),  # sealed until all have declared
    ("declaring", np.int8),  # seats that have still to declare, as bits
    ("origin", np.int8, codes.SEATS),  # to whom the hand that this seat holds was dealt
    ("seen", np.int8, codes.SEATS),  # which of the hands dealt this seat has held, as bits
    ("place", np.int8, codes.SEATS),  # in this round, from 1; 0 while a seat is in
    ("phase", np.int8),
    ("turn", np.int8),  # the seat to move; -1 while several declare and when the match is over
    ("owner", np.int8),  # who played the meld to beat; -1 on a lead
    ("target", np.int8),  # the value to meet or beat; 0 on a lead
    ("passes", np.int8),  # in a row since the last meld
    ("locked", np.int8),  # seats locked out of this trick, as bits (pyramid-26)
    ("starter", np.int8),  # who started this round; -1 during the trade phase
    ("three", np.int8),  # after the trade phase: who holds the red 3; -1 for nobody
)

# --- dealing -------------------------------------------------------------------------------------


@kernel
def deal(s: Row) -> None:
    for p in range(codes.SEATS):
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
    cards = (i64(1) << len(melds.ALWAYS)) - 1
    for k in range(len(melds.SWITCHES)):
        cards |= i64(s.switches[k]) << len(melds.ALWAYS) + k
    return cards


@kernel
def whole_deck(s: Row) -> int:
    deck = i64(0)
    for c in range(2 * codes.VALUES):
        deck += some(c, s.copies[c])
    return deck


@kernel
def deal_round(s: Row) -> None:
    deck = s.deck
    order = deal_key(s, DECK)
    left = total(deck)
    for p in range(codes.SEATS):
        s.hands[p] = 0
        s.left[p] = s.cards if p < s.players else 0
        s.played[p] = 0
        s.wilds[2 * p + RED] = 0
        s.wilds[2 * p + BLACK] = 0
        s.choice[p] = codes.UNDECLARED
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
    if s.phase == codes.TO_SHED:
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
    if s.phase == codes.DECLARE:
        return int(s.declaring)
    return 0 if s.turn < 0 else 1 << int(s.turn)


@kernel
def next_holder(s: Row, seat: int) -> int:
    """Clockwise from a seat, the next that holds cards and is not locked out."""
    for _ in range(codes.SEATS):
        seat = (seat + 1) % s.players
        if s.left[seat] > 0 and (s.locked >> seat) & 1 == 0:
            break
    return seat


# --- legal moves ---------------------------------------------------------------------------------


@kernel
def legal(s: Row, seat: int, moves: Moves) -> int:
    if s.phase == codes.DECLARE:
        return legal_declarations(s, seat, moves)
    if s.phase == codes.ADD:
        return legal_additions(s, seat, moves)
    if s.phase == codes.END_TRICK:
        # pyramid-16: "may".
        moves[0] = simple_move(codes.END, 0)
        moves[1] = simple_move(codes.END, 1)
        return 2
    if s.phase == codes.DISCARD:
        return legal_throws(s, seat, moves)
    n = legal_melds(s, seat, moves)
    # a leader may not pass.
    if s.meld != 0:
        moves[n] = simple_move(codes.PASS, 0)
        n += 1
    return n


@kernel
def legal_declarations(s: Row, seat: int, moves: Moves) -> int:
    """pyramid-12: who trades picks the wild with the declaration."""
    moves[0] = simple_move(codes.KEEP, 0)
    n = 1
    for colour in (RED, BLACK):
        if s.front[2 * seat + colour] > 0:
            moves[n] = simple_move(codes.TRADE, 0) | wilds(colour, 1)
            n += 1
    return n


@kernel
def legal_additions(s: Row, seat: int, moves: Moves) -> int:
    """pyramid-13, pyramid-24: the lone trader adds none to all of the wilds in front, whatever colour was declared."""
    n = 0
    for red in range(s.front[2 * seat + RED] + 1):
        for black in range(s.front[2 * seat + BLACK] + 1):
            moves[n] = simple_move(codes.ADD_WILDS, 0) | wilds(RED, red) | wilds(BLACK, black)
            n += 1
    return n


@kernel
def legal_throws(s: Row, seat: int, moves: Moves) -> int:
    """pyramid-17: any card of the hand, or none."""
    moves[0] = simple_move(codes.THROW, 0)
    n = 1
    for colour in (RED, BLACK):
        for v in range(codes.VALUES):
            if held(s.hands[seat], codes.VALUES * colour + v) > 0:
                moves[n] = simple_move(codes.THROW, 0) | naturals(colour, 1 << v, 1)
                n += 1
        if s.wilds[2 * seat + colour] > 0:
            moves[n] = simple_move(codes.THROW, 0) | wilds(colour, 1)
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
        if melds.SIZE[t] > s.left[seat]:
            break  # pyramid-2: the meld cards are in order of size
        colour = melds.COLOUR[t]
        own = in_colour(s.hands[seat], colour)
        # pyramid-8: at most so many cards of the other colour, wilds of that colour among them (pyramid-7).
        other = in_colour(s.hands[seat], 1 - colour) if melds.GUESTS[t] > 0 else i64(0)
        own_wilds = i64(s.wilds[2 * seat + colour])
        other_wilds = min(melds.GUESTS[t], i64(s.wilds[2 * seat + 1 - colour]))
        if not melds.IS_RUN[t]:
            n = add_sets(moves, n, t, target, own, other, own_wilds, other_wilds)
        elif target + melds.SIZE[t] <= codes.VALUES:  # pyramid-9: no run goes beyond 10
            n = add_runs(moves, n, t, target, values_in(own), values_in(other), own_wilds, other_wilds)
        else:
            continue
        # pyramid-6: only wilds are the lowest number possible, so they meet any target. pyramid-27: a wild of the other
        # colour may be among them where a card of it may be.
        for guests in range(max(melds.SIZE[t] - own_wilds, 0), other_wilds + 1):
            moves[n] = simple_move(codes.MELD, t) | wilds(colour, melds.SIZE[t] - guests) | wilds(1 - colour, guests)
            n += 1
    return n


@kernel
def add_sets(moves: Moves, n: int, t: int, target: int, own: int, other: int, own_wilds: int, other_wilds: int) -> int:
    """All sets of a meld card that hold a natural: of one value that meets the target (pyramid-4: equal is enough)."""
    colour = melds.COLOUR[t]
    left = values_in(own | other) & (255 << target)
    while left != 0:
        v = lowest(left)
        left &= left - 1
        owns = held(own, v)
        others = min(held(other, v), melds.GUESTS[t])
        if owns + others + own_wilds + other_wilds < melds.SIZE[t]:
            continue
        for b in range(others + 1):
            for guests in range(min(other_wilds, melds.GUESTS[t] - b) + 1):
                rest = melds.SIZE[t] - b - guests
                for a in range(max(rest - own_wilds, 0 if b > 0 else 1), min(owns, rest) + 1):
                    cards = naturals(colour, 1 << v if a > 0 else 0, a) | naturals(
                        1 - colour, 1 << v if b > 0 else 0, b
                    )
                    moves[n] = simple_move(codes.MELD, t) | cards | wilds(colour, rest - a) | wilds(1 - colour, guests)
                    n += 1
    return n


@kernel
def add_runs(moves: Moves, n: int, t: int, target: int, own: int, other: int, own_wilds: int, other_wilds: int) -> int:
    """All runs of a meld card that hold a natural; `own` and `other` are the values held, as bits.

    pyramid-5, pyramid-28: wilds stand as high as the whole meld within 3 to 10 allows, and the lowest number, be it a
    wild's, must meet the target.
    """
    length = melds.SIZE[t]
    left = own | other
    while left != 0:
        low = lowest(left)
        left &= left - 1
        first = min(low, codes.VALUES - length)
        places = (i64(1) << length) - 1 << first & i64(-1) << low
        if first < target or count((own | other) & places) + own_wilds + other_wilds < length:
            continue
        # The naturals of the other colour: every set of them that is not too large, the empty one first.
        b = i64(0)
        while True:
            if count(b) <= melds.GUESTS[t]:
                guests = min(other_wilds, melds.GUESTS[t] - count(b))
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
    colour = melds.COLOUR[t]
    own &= ~must
    a = i64(0)
    while True:
        missing = melds.SIZE[t] - count(a | must) - count(b)
        cards = naturals(colour, a | must, 1) | naturals(1 - colour, b, 1)
        for guests in range(max(missing - own_wilds, 0), min(other_wilds, missing) + 1):
            moves[n] = simple_move(codes.MELD, t) | cards | wilds(colour, missing - guests) | wilds(1 - colour, guests)
            n += 1
        a = a - own & own
        if a == 0:
            return n


# --- playing -------------------------------------------------------------------------------------


@kernel
def play(s: Row, seat: int, move: int) -> None:
    kind = kind_of(move)
    if kind == codes.MELD:
        play_meld(s, seat, move)
    elif kind == codes.PASS:
        play_pass(s, seat)
    elif kind in (codes.KEEP, codes.TRADE):
        play_declaration(s, seat, codes.CHOSE_KEEP if kind == codes.KEEP else codes.CHOSE_TRADE + wilds_of(move, BLACK))
    elif kind == codes.ADD_WILDS:
        play_addition(s, seat, move)
    elif kind == codes.END:
        play_answer(s, what_of(move) == 1)
    else:
        play_throw(s, seat, move)
    settle(s, seat)


@kernel
def settle(s: Row, seat: int) -> None:
    """What follows from a seat's move, up to the next decision."""
    if s.phase == codes.TO_PASS_ON:
        pass_the_turn(s, seat)
    if s.phase == codes.TO_CLEAR:
        new_trick(s)
    if s.phase == codes.TO_SHED:
        begin_shedding(s)
    if s.phase == codes.TO_DEAL:
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
    s.phase = codes.DECLARE if asked != 0 else codes.TO_SHED


@kernel
def play_declaration(s: Row, seat: int, choice: int) -> None:
    """X-8: sealed, and revealed when the last has declared."""
    s.choice[seat] = choice
    s.declaring &= ~(1 << seat)
    if s.declaring != 0:
        return
    traders = 0
    for p in range(s.players):
        if s.choice[p] >= codes.CHOSE_TRADE:
            traders |= 1 << p
    if count(traders) > 1:
        pass_hands(s, traders)
    for p in range(s.players):
        s.choice[p] = codes.UNDECLARED
    if count(traders) == 1:
        s.phase = codes.ADD
        s.turn = lowest(traders)
    else:
        declare(s, traders)  # pyramid-14: who traded declares again


@kernel
def pass_hands(s: Row, traders: int) -> None:
    """Each trader adds the wild and passes the whole hand, the wild with it (pyramid-12), to the next trader."""
    for p in range(s.players):
        if (traders >> p) & 1:
            add_wild(s, p, s.choice[p] - codes.CHOSE_TRADE, 1)
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
    s.phase = codes.TO_SHED


# --- the shedding phase --------------------------------------------------------------------------


@kernel
def begin_shedding(s: Row) -> None:
    """pyramid-11: who holds the red 3 now starts; if it was not dealt, the lowest total (pyramid-30)."""
    s.phase = codes.SHED
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
    if melds.POWER[t] == melds.MAY_END_TRICK:
        s.phase = codes.END_TRICK  # pyramid-25: also who is out is asked
    elif melds.POWER[t] == melds.MAY_DISCARD and s.left[seat] >= 2:
        s.phase = codes.DISCARD  # pyramid-17: counted after the run, so that a card stays
    else:
        s.phase = codes.TO_PASS_ON


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
    s.phase = codes.TO_PASS_ON


@kernel
def play_answer(s: Row, ends: bool) -> None:
    """pyramid-16: a black four may end the trick."""
    s.phase = codes.TO_CLEAR if ends else codes.TO_PASS_ON


@kernel
def play_throw(s: Row, seat: int, move: int) -> None:
    leave_hand(s, seat, move)
    s.phase = codes.TO_PASS_ON


@kernel
def pass_the_turn(s: Row, seat: int) -> None:
    """pyramid-10: passes are soft, and the trick is over when all other holders have passed in a row.

    pyramid-26: or they lock, and the trick is over when all other holders are locked.
    """
    waiting = -int(s.passes) if s.passing == SOFT else 0
    for p in range(s.players):
        if p != s.owner and s.left[p] > 0 and (s.locked >> p) & 1 == 0:
            waiting += 1
    s.phase = codes.SHED if waiting > 0 else codes.TO_CLEAR
    if waiting > 0:
        s.turn = next_holder(s, seat)


@kernel
def new_trick(s: Row) -> None:
    """The table is cleared; its owner leads. X-2: one who is out leaves the lead to the next holder clockwise."""
    owner = int(s.owner)
    clear_table(s)
    s.turn = owner if s.left[owner] > 0 else next_holder(s, owner)
    s.phase = codes.SHED


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
    s.phase = codes.OVER if s.deal_no == rounds(s) else codes.TO_DEAL
    s.turn = -1


# --- results -------------------------------------------------------------------------------------


@kernel
def payoff(s: Row, out: Numbers) -> None:
    put_shares(out, s.standing, s.players)
