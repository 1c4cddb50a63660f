"""Rummy for two: melds on the table, a pile one may dig into, points for whoever lays a card.

The rulebook leaves gaps; each is closed by a numbered ruling, quoted where it acts (RULES.md has the list). Cards and
melds are told in melds.py. rummy-31: a turn is a chain of small steps. What a step owes is kept in the row, and only
steps from which it can still be paid are legal; owing.py tells whether it can.
"""

from __future__ import annotations

import numpy as np

from cardshed.engine.cards import at_least, bit, count, first_n, has, highest, lowest, of_rank, per_rank, value
from cardshed.engine.chance import DECK, GAMES, REDEAL, START, below, deal_key, draw, key
from cardshed.engine.kernel import Moves, Numbers, Row, i64, kernel
from cardshed.engine.numbers import put, put_bits, put_one_of, put_shares
from cardshed.engine.row import row_type
from cardshed.games.rummy.house_rules import (
    END_HAND,
    EVERY_MELD,
    FIRST_ACTION,
    FIRST_LAY,
    HIGHER_SCORE,
    MANUAL,
    NEVER,
    OFF,
    OPTIONS,
    PROMPT,
    RESHUFFLE,
    WHOLE_PILE,
    WITH_NATURAL,
)
from cardshed.games.rummy.melds import (
    ACE,
    ALL_NATURALS,
    ALL_WILDS,
    CARDS,
    JOKERS,
    MOST_MELDS,
    MOST_WILDS,
    NATURALS,
    RANKS,
    RUN,
    SUITS,
    TWOS,
    WILD_SET,
    fits,
    is_wild,
    lowest_rank,
    naturals_in,
    of_suit,
    penalty,
    rank_of,
    room,
    suit_of,
    wilds_in,
    worth,
)
from cardshed.games.rummy.owing import (
    above_run,
    below_run,
    can_build,
    can_swap,
    fit_now,
    in_order,
    naturals_needed,
    open_to,
    payable,
    takes_wilds,
    usable,
)

__all__ = ["OPTIONS"]  # told in house_rules.py

VERSION = 1
PLAYERS = (2, 2)
SEATS = 2

# What is to be decided: whether to call Rummy, where to draw from, what to lay and discard.
ASKED, TO_DRAW, TO_LAY, OVER = 0, 1, 2, 3
PHASES = 4
# And what happens without a decision, always before the next one.
NEXT_TURN, NEXT_SCORE, NEXT_HAND = 4, 5, 6

ROW = row_type(
    __file__,
    OPTIONS,
    ("hands", np.int64, SEATS),
    ("known", np.int64, SEATS),  # cards that everybody saw go into a hand, and that are still there
    ("sure", np.int64, SEATS),  # cards of a hand that the opponent knows to be there; `known` among them
    ("laid", np.int64, SEATS),  # cards on the table, by who laid them (rummy-10)
    ("stock", np.int64),
    ("melds", np.int64, MOST_MELDS),  # the cards of each meld, in the order in which melds were started
    ("score", np.int32, SEATS),  # points of the finished hands
    ("gained", np.int32, SEATS),  # points on the table in this hand
    ("last_hand", np.int32, SEATS),  # points of the last finished hand
    ("standing", np.int32, SEATS),  # the final order: more is better
    ("hand_turns", np.int16),
    ("drawn", np.int16),  # cards drawn since the stock was last shuffled
    ("shuffles", np.int16),  # how often the pile became the stock in this hand
    ("kind", np.int8, MOST_MELDS),  # the rank of a set, WILD_SET, or RUN and the suit
    ("low", np.int8, MOST_MELDS),  # the lowest rank of a run
    ("high", np.int8, MOST_MELDS),
    ("owner", np.int8, MOST_MELDS),  # who started the meld
    ("on_table", np.int8),  # how many melds
    ("stands", np.int8, MOST_WILDS),  # the rank that a wild on the table stands for
    ("pile", np.int8, CARDS),  # oldest first
    ("piled", np.int8),  # how many
    ("turn", np.int8),  # the seat to move; -1 when the match is over
    ("phase", np.int8),
    ("dealer", np.int8),
    ("window", np.int8),  # 1 while Rummy may be called
    ("initial", np.int8),  # seats that have made their initial lay, as bits
    ("must", np.int8),  # the card that must still be used; -1 for none
    ("building", np.int8),  # the meld that must take it, being built up to it; -1 for none
    ("due", np.int8),  # naturals still owed
    ("due_at", np.int8),  # the meld that owes them; -1 if any meld of the initial lay, or a new one, may bring them
    ("first_new", np.int8),  # the first meld of the initial lay
    ("licence", np.int8),  # the meld to which the last step brought a natural (wild_on_opponent); -1 for none
    ("went_out", np.int8),  # who ended the last hand by going out; -1 for nobody
)

# --- moves ---------------------------------------------------------------------------------------

DRAW, TAKE, CALL, LAY_SET, LAY_RUN, ADD, SWAP, DISCARD, STOP, DECLINE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
KINDS = 10
NO_SIDE, LOW_END, HIGH_END = 0, 1, 2  # where a wild is added to a run

# Fields of a move: its kind, up to three cards (a run's in their order), a meld and the end of it.
FIRST_AT, SECOND_AT, THIRD_AT, MELD_AT, SIDE_AT = 4, 10, 16, 22, 27

# The longest list: sets of each rank from 4 naturals and 6 wilds, sets of wilds, runs from each rank of each suit with
# the wilds in any order; a natural fits at most two runs and three sets on the table, a wild both ends of any meld;
# each wild on the table can be swapped for at most three naturals; and any card discarded.
MOST_LAYS = 12 * (4 + 6 * 6 + 4 * 15) + 20 + 4 * 10 * (1 + 3 * 6 + 3 * 6 * 5)
MOVES = MOST_LAYS + 5 * NATURALS + 2 * MOST_WILDS * MOST_MELDS + 3 * MOST_WILDS + CARDS

# A move's parts: cards, melds, ends and buttons.
PART_MELD = CARDS
PART_SIDE = PART_MELD + MOST_MELDS - 1  # and LOW_END or HIGH_END
PART_BUTTON = PART_SIDE + 3
PARTS = PART_BUTTON + KINDS
LONGEST = 4


@kernel
def kind_of(move: int) -> int:
    return move & 15


@kernel
def card_of(move: int) -> int:
    """The card taken, called, added, swapped in or discarded; the first of a meld."""
    return (move >> FIRST_AT) & 63


@kernel
def second_of(move: int) -> int:
    """The second card of a meld, or the wild that is swapped out."""
    return (move >> SECOND_AT) & 63


@kernel
def third_of(move: int) -> int:
    return (move >> THIRD_AT) & 63


@kernel
def meld_of(move: int) -> int:
    return (move >> MELD_AT) & 31


@kernel
def side_of(move: int) -> int:
    return (move >> SIDE_AT) & 3


@kernel
def move_of(kind: int, a: int, b: int, c: int) -> int:
    return i64(kind) | i64(a) << FIRST_AT | i64(b) << SECOND_AT | i64(c) << THIRD_AT


@kernel
def move_on(kind: int, c: int, m: int, side: int) -> int:
    return i64(kind) | i64(c) << FIRST_AT | i64(m) << MELD_AT | i64(side) << SIDE_AT


@kernel
def cards_laid(move: int) -> int:
    """The cards of a new meld."""
    return bit(card_of(move)) | bit(second_of(move)) | bit(third_of(move))


@kernel
def laid_kind(move: int) -> int:
    """The kind of a new meld; rummy-5: there is no run of wilds alone."""
    naturals = cards_laid(move) & ALL_NATURALS
    if naturals == 0:
        return WILD_SET
    c = lowest(naturals)
    return RUN + suit_of(c) if kind_of(move) == LAY_RUN else rank_of(c)


@kernel
def laid_low(move: int) -> int:
    """The lowest rank of a new run, 0 for a set. rummy-7: the order of a run's cards names the places of its wilds."""
    if kind_of(move) == LAY_SET:
        return 0
    if not is_wild(card_of(move)):
        return rank_of(card_of(move))
    if not is_wild(second_of(move)):
        return rank_of(second_of(move)) - 1
    return rank_of(third_of(move)) - 2


@kernel
def laid_high(move: int) -> int:
    return 0 if kind_of(move) == LAY_SET else laid_low(move) + 2


# --- dealing -------------------------------------------------------------------------------------

SHUFFLED = 16  # the purpose of chance for a stock made of the pile


@kernel
def deal(s: Row) -> None:
    for p in range(SEATS):
        s.score[p] = 0
        s.last_hand[p] = 0
        s.standing[p] = 0
    s.went_out = -1
    # rummy-27: chance decides who deals first.
    s.dealer = below(deal_key(s, START), 0, SEATS)
    deal_hand(s)


@kernel
def whole_deck(s: Row) -> int:
    naturals = ALL_NATURALS & ~first_n(SUITS * lowest_rank(s))
    return naturals | first_n(s.twos) << TWOS | first_n(s.jokers) << JOKERS


@kernel
def deal_hand(s: Row) -> None:
    s.stock = whole_deck(s)
    s.drawn = 0
    s.shuffles = 0
    for p in range(SEATS):
        s.hands[p] = 0
        s.known[p] = 0
        s.sure[p] = 0
        s.laid[p] = 0
        s.gained[p] = 0
    for m in range(MOST_MELDS):
        s.melds[m] = 0
        s.kind[m] = 0
        s.low[m] = 0
        s.high[m] = 0
        s.owner[m] = 0
    for k in range(MOST_WILDS):
        s.stands[k] = 0
    for k in range(CARDS):
        s.pile[k] = 0
    for k in range(2 * int(s.cards)):
        s.hands[k % SEATS] |= bit(draw_stock(s))
    s.pile[0] = draw_stock(s)
    s.piled = 1
    s.on_table = 0
    s.initial = 0
    s.hand_turns = 0
    s.window = 0
    s.turn = 1 - s.dealer
    s.phase = TO_DRAW
    owe_nothing(s)


@kernel
def owe_nothing(s: Row) -> None:
    s.must = -1
    s.building = -1
    s.due = 0
    s.due_at = -1
    s.first_new = 0
    s.licence = -1


@kernel
def draw_stock(s: Row) -> int:
    order = deal_key(s, DECK) if s.shuffles == 0 else key(s.seed, SHUFFLED, i64(s.deal_no) << 16 | i64(s.shuffles))
    c = draw(order, s.drawn, s.stock)
    s.stock &= ~bit(c)
    s.drawn += 1
    return c


# --- whose turn ----------------------------------------------------------------------------------


@kernel
def acting(s: Row) -> int:
    return 0 if s.turn < 0 else 1 << int(s.turn)


# --- legal moves ---------------------------------------------------------------------------------


@kernel
def legal(s: Row, seat: int, moves: Moves) -> int:
    if s.phase == TO_LAY:
        return legal_steps(s, seat, moves)
    if s.phase == TO_DRAW:
        return legal_draws(s, seat, moves)
    # rummy-29: with `prompt` a "no" is a move.
    moves[0] = move_of(DECLINE, 0, 0, 0)
    return add_calls(s, seat, moves, 1, open_to(s, seat, -1, -1, 0, 0, 0, 0))


@kernel
def can_draw(s: Row) -> bool:
    """rummy-38: with `reshuffle` the pile but for its newest card becomes the stock, if it has more than one."""
    return s.stock != 0 or (s.stock_empty == RESHUFFLE and s.piled > 1)


@kernel
def legal_draws(s: Row, seat: int, moves: Moves) -> int:
    n = 0
    if can_draw(s):
        moves[0] = move_of(DRAW, 0, 0, 0)
        n = 1
    table = open_to(s, seat, -1, -1, 0, 0, 0, 0)
    n = add_takes(s, seat, moves, n, table)
    # rummy-29: the call stands beside draw and take, which close the window.
    if s.rummy_call == MANUAL and s.window == 1:
        n = add_calls(s, seat, moves, n, table)
    # rummy-30: where nothing can be drawn, ending the hand is a choice, if there is another.
    if n > 0 and not can_draw(s):
        moves[n] = move_of(STOP, 0, 0, 0)
        n += 1
    return n


@kernel
def add_takes(s: Row, seat: int, moves: Moves, n: int, table: tuple[int, ...]) -> int:
    """rummy-11: the top of the pile down to any card, if that card can be used at once (rummy-12)."""
    if s.stock == 0 and s.stock_empty == END_HAND:
        return n  # rummy-38
    hand = i64(s.hands[seat])
    need = naturals_needed(s, seat)
    for i in range(s.piled - 1, -1, -1):
        c = i64(s.pile[i])
        hand |= bit(c)
        if usable(s, seat, c, hand, need, table):
            moves[n] = move_of(TAKE, c, 0, 0)
            n += 1
    return n


@kernel
def first_callable(s: Row) -> int:
    """rummy-16: the place in the pile from which on cards can be called: the newest alone, or all."""
    return 0 if s.rummy_scope == WHOLE_PILE else int(s.piled) - 1


@kernel
def add_calls(s: Row, seat: int, moves: Moves, n: int, table: tuple[int, ...]) -> int:
    """rummy-16: cards that alone can be laid off on the table; wilds on own melds only."""
    fitting = fit_now(table)
    for i in range(s.piled - 1, first_callable(s) - 1, -1):
        if has(fitting, s.pile[i]):
            for m in range(s.on_table):
                if not is_wild(s.pile[i]) or s.owner[m] == seat:
                    n = add_places(s, moves, n, CALL, s.pile[i], m)
    return n


@kernel
def add_places(s: Row, moves: Moves, n: int, kind: int, c: int, m: int) -> int:
    """The places of a meld that a card fits; a wild at either end of a run."""
    if not is_wild(c):
        if fits(s, m, c):
            moves[n] = move_on(kind, c, m, NO_SIDE)
            n += 1
    elif s.kind[m] < RUN:
        if room(s, s.kind[m], count(s.melds[m])) > 0:
            moves[n] = move_on(kind, c, m, NO_SIDE)
            n += 1
    else:
        if s.low[m] > lowest_rank(s):
            moves[n] = move_on(kind, c, m, LOW_END)
            n += 1
        if s.high[m] < ACE:
            moves[n] = move_on(kind, c, m, HIGH_END)
            n += 1
    return n


@kernel
def legal_steps(s: Row, seat: int, moves: Moves) -> int:
    """rummy-31: a new meld of three cards, one card more on a meld, a swap; or the discard, when nothing is owed."""
    n = 0
    if s.building < 0 and s.due_at < 0:
        n = add_sets(s, seat, moves, n)
        n = add_runs(s, seat, moves, n)
    n = add_additions(s, seat, moves, n)
    if s.wild_swap != NEVER and s.building < 0 and s.due == 0:
        n = add_swaps(s, seat, moves, n)
    owing = s.must >= 0 or s.due > 0
    if owing or naturals_needed(s, seat) > 0 or s.wild_on_opponent == WITH_NATURAL:
        kept = 0
        for i in range(n):
            if is_fine(s, seat, moves[i]):
                moves[kept] = moves[i]
                kept += 1
        n = kept
    if not owing:
        left = s.hands[seat]
        while left != 0:
            moves[n] = move_of(DISCARD, lowest(left), 0, 0)
            n += 1
            left &= left - 1
    return n


@kernel
def add_sets(s: Row, seat: int, moves: Moves, n: int) -> int:
    """Sets of three: naturals of one rank, and wilds; or wilds alone (rummy-5)."""
    hand = s.hands[seat]
    wilds = hand & ALL_WILDS
    w = count(wilds)
    ranks = at_least(per_rank(hand & ALL_NATURALS), max(1, 3 - w))
    while ranks != 0:
        r = value(ranks)
        ranks &= ranks - 1
        suits = of_rank(hand, r)
        own = suits
        while own != 0:
            if count(own) <= 3 and count(own) + w >= 3:
                n = add_set(moves, n, own << i64(SUITS * r), wilds)
            own = (own - 1) & suits
    if w >= 3:
        n = add_set(moves, n, 0, wilds)
    return n


@kernel
def add_set(moves: Moves, n: int, own: int, wilds: int) -> int:
    """All sets with just these naturals, completed by any wilds. The cards of a set are told from low to high."""
    missing = 3 - count(own)
    x = wilds
    while True:
        first = x & -x
        x &= x - 1
        y = x
        while True:
            second = y & -y
            y &= y - 1
            z = y
            while True:
                third = z & -z
                z &= z - 1
                cards = own | (first if missing > 0 else 0) | (second if missing > 1 else 0)
                cards |= third if missing > 2 else 0
                if count(cards) == 3:
                    moves[n] = move_of(LAY_SET, lowest(cards), lowest(cards & cards - 1), highest(cards))
                    n += 1
                if missing < 3 or z == 0:
                    break
            if missing < 2 or y == 0:
                break
        if missing < 1 or x == 0:
            return n


@kernel
def add_runs(s: Row, seat: int, moves: Moves, n: int) -> int:
    """Runs of three: naturals of a suit in one place at least, wilds in the others, each in any place (rummy-7)."""
    hand = s.hands[seat]
    wilds = hand & ALL_WILDS
    w = count(wilds)
    held = hand & ALL_NATURALS
    # The lowest places of runs, in all suits at once: three naturals in a row, or with wilds any natural among three.
    starts = held & held >> SUITS & held >> 2 * SUITS
    if w > 0:
        starts = (held | held >> SUITS | held >> 2 * SUITS) & first_n(SUITS * (RANKS - 2)) & whole_deck(s)
    while starts != 0:
        a = i64(lowest(starts))
        starts &= starts - 1
        here = held >> a
        there = here & 1 | here >> SUITS - 1 & 2 | here >> 2 * SUITS - 2 & 4
        own = there
        while own != 0:
            if count(own) + w >= 3:
                n = add_run(moves, n, a, own, wilds)
            own = (own - 1) & there
    return n


@kernel
def add_run(moves: Moves, n: int, a: int, own: int, wilds: int) -> int:
    """All runs from the place of card a with naturals in just these of the three places, as bits, and else wilds."""
    missing = 3 - count(own)
    x = wilds
    while True:
        first = i64(lowest(x))
        x &= x - 1
        y = wilds & ~bit(first) if missing > 1 else i64(0)
        while True:
            second = i64(lowest(y))
            y &= y - 1
            one = a if own & 1 else first
            two = a + SUITS if own & 2 else (first if own & 1 else second)
            three = a + 2 * SUITS if own & 4 else (first if missing == 1 else second)
            moves[n] = move_of(LAY_RUN, one, two, three)
            n += 1
            if missing < 2 or y == 0:
                break
        if missing < 1 or x == 0:
            return n


@kernel
def add_additions(s: Row, seat: int, moves: Moves, n: int) -> int:
    """rummy-25: any number of cards on any melds, one by one."""
    hand = s.hands[seat]
    for m in range(s.on_table):
        if s.building >= 0 and s.building != m:
            continue
        if s.due > 0 and m != s.due_at and (s.due_at >= 0 or m < s.first_new):
            continue
        kind = i64(s.kind[m])
        if kind < WILD_SET:
            fitting = hand & i64(15) << SUITS * kind if count(s.melds[m]) < 4 else i64(0)
        else:
            fitting = hand & (above_run(kind, s.high[m]) | below_run(kind, s.low[m]))
        if takes_wilds(s, seat, kind, s.owner[m]):
            fitting |= hand & ALL_WILDS
        while fitting != 0:
            n = add_places(s, moves, n, ADD, lowest(fitting), m)
            fitting &= fitting - 1
    return n


@kernel
def licence_after(s: Row, c: int, m: int) -> int:
    """The meld to which wilds may follow when a card was added to meld m: after a natural, and until another meld."""
    return m if not is_wild(c) or s.licence == m else -1


@kernel
def add_swaps(s: Row, seat: int, moves: Moves, n: int) -> int:
    """rummy-37: a natural for the wild that stands in its place; the wild goes to the hand."""
    hand = s.hands[seat]
    for m in range(s.on_table):
        wilds = (s.melds[m] & ALL_WILDS) >> NATURALS
        while wilds != 0:
            x = lowest(wilds)
            wilds &= wilds - 1
            left = hand & ALL_NATURALS
            while left != 0:
                c = lowest(left)
                left &= left - 1
                if can_swap(s, seat, c, x, m):
                    moves[n] = move_of(SWAP, c, NATURALS + x, 0) | i64(m) << MELD_AT
                    n += 1
    return n


@kernel
def due_after_lay(s: Row, seat: int, naturals: int) -> int:
    """How many naturals are owed when a new meld brings so many."""
    return max(0, (int(s.due) if s.due > 0 else naturals_needed(s, seat)) - naturals)


@kernel
def asks_for_natural(s: Row, seat: int, c: int, m: int) -> bool:
    """rummy-9, rummy-32: a wild on the opponent's meld must come in one go with a natural."""
    return is_wild(c) and s.owner[m] != seat and s.licence != m


@kernel
def is_fine(s: Row, seat: int, move: int) -> bool:
    """Whether a step that could be made leaves nothing owing that cannot be paid."""
    c = card_of(move)
    step = kind_of(move)
    laying = step != ADD and step != SWAP
    # The hand that is left, and the meld as it would be.
    cards = cards_laid(move) if laying else bit(c)
    rest = s.hands[seat] & ~cards | (bit(second_of(move)) if step == SWAP else 0)
    m = i64(s.on_table) if laying else meld_of(move)
    kind = laid_kind(move) if laying else i64(s.kind[m])
    owner = i64(seat) if laying else i64(s.owner[m])
    low = laid_low(move) if laying else i64(s.low[m])
    high = laid_high(move) if laying else i64(s.high[m])
    size = 3 if laying else count(s.melds[m])
    foreign = False
    licence = i64(-1)
    due = int(s.due)
    if laying:
        due = due_after_lay(s, seat, naturals_in(cards))
    elif step == ADD:
        size += 1
        if kind >= RUN and (side_of(move) == LOW_END or (not is_wild(c) and rank_of(c) < low)):
            low -= 1
        elif kind >= RUN:
            high += 1
        foreign = asks_for_natural(s, seat, c, m)
        licence = licence_after(s, c, m)
        if due > 0 and not is_wild(c):
            due -= 1
    if s.must >= 0 and not has(cards, s.must):
        need = naturals_needed(s, seat)
        if step == SWAP:
            if s.pickup_use == FIRST_ACTION:
                return False
        elif s.pickup_use == FIRST_ACTION or foreign or s.building >= 0 or due > 0:
            # It builds the meld that the must-use card goes to (rummy-32). A new one is begun with that card, unless a
            # wild must go to the far end of a run.
            far = kind >= RUN and is_wild(s.must)
            return (far or not laying) and can_build(s, seat, rest, due, kind, owner, low, high, size, licence == m)
        elif laying and s.natural_min == FIRST_LAY:
            need = 0
        table = open_to(s, seat, licence, m if step != SWAP else -1, kind, low, high, size)
        return usable(s, seat, s.must, rest, need, table)
    if foreign:
        due = 1
    if due == 0:
        return True
    at = i64(s.due_at)
    first = i64(s.first_new)
    if laying:
        if s.due > 0 and naturals_in(cards) == 0:
            return False
        at = m if s.natural_min == EVERY_MELD else i64(-1)
        first = first if s.due > 0 else m
    elif foreign:
        at = m
    return payable(s, due, at, first, rest, m, kind, low, high, size)


# --- playing -------------------------------------------------------------------------------------


@kernel
def play(s: Row, seat: int, move: int) -> None:
    kind = kind_of(move)
    if kind == DRAW:
        play_draw(s, seat)
    elif kind == TAKE:
        play_take(s, seat, card_of(move))
    elif kind == CALL:
        play_call(s, seat, move)
    elif kind in (LAY_SET, LAY_RUN):
        play_lay(s, seat, move)
    elif kind == ADD:
        play_addition(s, seat, move)
    elif kind == SWAP:
        play_swap(s, seat, move)
    elif kind == DISCARD:
        play_discard(s, seat, card_of(move))
    elif kind == STOP:
        s.went_out = -1
        s.phase = NEXT_SCORE
    else:
        s.window = 0
        s.phase = NEXT_TURN
    # rummy-20: who lays the last card is out without a discard.
    if s.phase == TO_LAY and s.hands[seat] == 0:
        s.went_out = seat
        s.phase = NEXT_SCORE
    settle(s)


@kernel
def settle(s: Row) -> None:
    """What follows from a move, up to the next decision."""
    if s.phase == NEXT_TURN:
        begin_turn(s)
    if s.phase == NEXT_SCORE:
        end_hand(s)
    if s.phase == NEXT_HAND:
        deal_hand(s)


@kernel
def begin_turn(s: Row) -> None:
    """rummy-29: with `prompt` the next player is asked while a call is possible. rummy-30: a hand may end by itself."""
    seat = int(s.turn)
    if s.window == 1 and s.rummy_call == PROMPT and can_call(s, seat):
        s.phase = ASKED
    elif can_draw(s) or can_take(s, seat) or (s.window == 1 and can_call(s, seat)):
        s.phase = TO_DRAW
    else:
        s.went_out = -1
        s.phase = NEXT_SCORE


@kernel
def can_call(s: Row, seat: int) -> bool:
    """Whether a card of the pile that may be called fits anything on the table."""
    called = i64(0)
    for i in range(first_callable(s), s.piled):
        called |= bit(s.pile[i])
    return fit_now(open_to(s, seat, -1, -1, 0, 0, 0, 0)) & called != 0


@kernel
def can_take(s: Row, seat: int) -> bool:
    """Whether any card of the pile can be taken; asked when the stock is empty."""
    if s.stock_empty == END_HAND:
        return False
    table = open_to(s, seat, -1, -1, 0, 0, 0, 0)
    hand = i64(s.hands[seat])
    need = naturals_needed(s, seat)
    for i in range(s.piled - 1, -1, -1):
        hand |= bit(s.pile[i])
        if usable(s, seat, s.pile[i], hand, need, table):
            return True
    return False


@kernel
def play_draw(s: Row, seat: int) -> None:
    if s.stock == 0:
        reshuffle(s)
    s.hands[seat] |= bit(draw_stock(s))
    s.window = 0
    s.phase = TO_LAY


@kernel
def reshuffle(s: Row) -> None:
    """rummy-30: the newest discard stays as the pile. With no stock left everybody could tell the other hand."""
    for p in range(SEATS):
        s.sure[p] = s.hands[p]
    for i in range(s.piled - 1):
        s.stock |= bit(s.pile[i])
    s.pile[0] = s.pile[int(s.piled) - 1]
    for i in range(1, s.piled):
        s.pile[i] = 0
    s.piled = 1
    s.drawn = 0
    s.shuffles += 1


@kernel
def play_take(s: Row, seat: int, c: int) -> None:
    """rummy-11: the newest cards down to this one, which must be used (rummy-12)."""
    taken = i64(0)
    while not has(taken, c):
        s.piled -= 1
        taken |= bit(s.pile[s.piled])
        s.pile[s.piled] = 0
    s.hands[seat] |= taken
    s.known[seat] |= taken
    s.sure[seat] |= taken
    s.must = c
    s.window = 0
    s.phase = TO_LAY


@kernel
def play_call(s: Row, seat: int, move: int) -> None:
    """rummy-19: the card goes from the pile to the meld, and the turn begins as usual."""
    c = card_of(move)
    at = int(s.piled) - 1
    while s.pile[at] != c:
        at -= 1
    for i in range(at, s.piled - 1):
        s.pile[i] = s.pile[i + 1]
    s.piled -= 1
    s.pile[s.piled] = 0
    put_on(s, seat, c, meld_of(move), side_of(move))
    if s.rummy_scope != WHOLE_PILE:
        s.window = 0
    s.phase = NEXT_TURN


@kernel
def put_on(s: Row, seat: int, c: int, m: int, side: int) -> None:
    """A card on a meld; its points go to who lays it (rummy-10)."""
    kind = i64(s.kind[m])
    rank = kind if is_wild(c) else rank_of(c)
    if kind >= RUN:
        if is_wild(c):
            rank = int(s.low[m]) - 1 if side == LOW_END else int(s.high[m]) + 1
        if rank < s.low[m]:
            s.low[m] = rank
        else:
            s.high[m] = rank
    if is_wild(c):
        s.stands[c - NATURALS] = rank
    s.melds[m] |= bit(c)
    s.laid[seat] |= bit(c)
    s.gained[seat] += worth(s, kind, rank)


@kernel
def leave_hand(s: Row, seat: int, cards: int) -> None:
    s.hands[seat] &= ~cards
    s.known[seat] &= ~cards
    s.sure[seat] &= ~cards
    if s.must >= 0 and has(cards, s.must):
        s.must = -1
        s.building = -1


@kernel
def play_lay(s: Row, seat: int, move: int) -> None:
    cards = cards_laid(move)
    due = due_after_lay(s, seat, naturals_in(cards))
    if s.due == 0:
        s.first_new = s.on_table
    s.due = due
    s.due_at = s.on_table if due > 0 and s.natural_min == EVERY_MELD else -1
    s.licence = -1
    s.initial |= 1 << seat
    leave_hand(s, seat, cards)
    m = int(s.on_table)
    s.on_table += 1
    if s.must >= 0 and (s.pickup_use == FIRST_ACTION or due > 0):
        s.building = m
    s.kind[m] = laid_kind(move)
    s.owner[m] = seat
    s.low[m] = laid_low(move)
    s.high[m] = s.low[m] - 1 if s.kind[m] >= RUN else 0
    put_on(s, seat, card_of(move), m, HIGH_END)
    put_on(s, seat, second_of(move), m, HIGH_END)
    put_on(s, seat, third_of(move), m, HIGH_END)


@kernel
def play_addition(s: Row, seat: int, move: int) -> None:
    c, m = card_of(move), meld_of(move)
    foreign = asks_for_natural(s, seat, c, m)
    s.licence = licence_after(s, c, m)
    if s.must >= 0 and s.must != c:
        if s.pickup_use == FIRST_ACTION or foreign:
            s.building = m
    elif foreign:
        s.due = 1
        s.due_at = m
    if s.due > 0 and not is_wild(c):
        s.due -= 1
        if s.due == 0:
            s.due_at = -1
    leave_hand(s, seat, bit(c))
    put_on(s, seat, c, m, side_of(move))


@kernel
def play_swap(s: Row, seat: int, move: int) -> None:
    """rummy-37: the natural scores for the swapper, the wild's layer loses its points, the hand gains the wild."""
    c, x, m = card_of(move), second_of(move), meld_of(move)
    points = worth(s, s.kind[m], s.stands[x - NATURALS])
    layer = 0 if has(s.laid[0], x) else 1
    s.gained[layer] -= points
    s.gained[seat] += points
    s.laid[layer] &= ~bit(x)
    s.laid[seat] |= bit(c)
    s.melds[m] = s.melds[m] & ~bit(x) | bit(c)
    s.stands[x - NATURALS] = 0
    leave_hand(s, seat, bit(c))
    s.hands[seat] |= bit(x)
    s.known[seat] |= bit(x)
    s.sure[seat] |= bit(x)
    s.licence = -1


@kernel
def play_discard(s: Row, seat: int, c: int) -> None:
    leave_hand(s, seat, bit(c))
    s.pile[s.piled] = c
    s.piled += 1
    s.turns += 1
    s.hand_turns += 1
    owe_nothing(s)
    if s.hands[seat] == 0:
        # rummy-17: the hand is over, so nobody calls.
        s.went_out = seat
        s.phase = NEXT_SCORE
    elif s.hand_turns >= s.turn_limit:
        s.went_out = -1  # X-10, rummy-35
        s.phase = NEXT_SCORE
    else:
        s.turn = 1 - seat
        s.window = 0 if s.rummy_call == OFF else 1
        s.phase = NEXT_TURN


# --- the end of a hand ---------------------------------------------------------------------------


@kernel
def end_hand(s: Row) -> None:
    """rummy-21: what lies on the table counts for its layer, what is left in hand against its holder."""
    for p in range(SEATS):
        s.last_hand[p] = s.gained[p] - penalty(s, s.hands[p])
        s.score[p] += s.last_hand[p]
        s.standing[p] = s.score[p]
    s.deal_no += 1
    s.dealer = 1 - s.dealer
    if decided(s) or s.deal_no == s.hands_limit:
        s.phase = OVER  # rummy-36: after the last hand the higher score wins
        s.turn = -1
    else:
        s.phase = NEXT_HAND


@kernel
def decided(s: Row) -> bool:
    """Whether somebody has won. rummy-24: one at the goal wins. With both there, rummy-23 and rummy-34 decide."""
    first, second = s.score[0] >= s.goal, s.score[1] >= s.goal
    if not first and not second:
        return False
    if first and second:
        by_score = s.both_goal == HIGHER_SCORE or s.went_out < 0
        if by_score and s.score[0] != s.score[1]:
            return True
        if s.went_out < 0:
            return False
        s.standing[0] = 1 if s.went_out == 0 else 0
        s.standing[1] = 1 - s.standing[0]
    return True


# --- results -------------------------------------------------------------------------------------


@kernel
def points(s: Row, out: Numbers) -> None:
    """With what lies on the table now; hands are secret until they are counted."""
    for p in range(SEATS):
        out[p] = s.score[p] + (s.gained[p] if s.phase != OVER else 0)


@kernel
def payoff(s: Row, out: Numbers) -> None:
    put_shares(out, s.standing, SEATS)


# --- what a seat knows ---------------------------------------------------------------------------

TRIES = 64


@kernel
def redeal(s: Row, seat: int, seed: np.uint64) -> None:
    """Known are the own hand, the table, the pile and the cards followed into the other hand; the rest is drawn anew.

    An opponent in the middle of a turn must be able to pay what is owed.
    """
    other = 1 - seat
    sure = i64(s.sure[other])
    hidden = count(s.hands[other]) - count(sure)
    pool = s.stock | s.hands[other] & ~sure
    for attempt in range(TRIES):
        s.hands[other] = sure | draw_cards(key(seed, REDEAL, attempt), pool, hidden)
        if s.turn != other or in_order(s, other):
            break
    if s.turn == other and not in_order(s, other):
        help_out(s, other, sure, pool, hidden, key(seed, REDEAL, TRIES))
    s.stock = pool & ~s.hands[other]
    s.seed = key(seed, GAMES, 0)


@kernel
def draw_cards(order: np.uint64, pool: int, n: int) -> int:
    """n cards of a set that has them."""
    drawn = i64(0)
    for i in range(n):
        drawn |= bit(draw(order, i, pool & ~drawn))
    return drawn


@kernel
def help_out(s: Row, other: int, sure: int, pool: int, hidden: int, order: np.uint64) -> None:
    """Chance found no hand that can pay what is owed: so many wilds, cards like the must-use one, then any."""
    wilds = pool & ALL_WILDS
    for w in range(min(hidden, count(wilds)) + 1):
        for by_rank in range(2):
            hand = draw_cards(order, wilds, w)
            left = pool & ALL_NATURALS
            while count(hand) < hidden and left != 0:
                c = nearest(s, left, by_rank == 1)
                hand |= bit(c)
                left &= ~bit(c)
            hand |= draw_cards(order, wilds & ~hand, hidden - count(hand))
            s.hands[other] = sure | hand
            if in_order(s, other):
                return


@kernel
def nearest(s: Row, cards: int, by_rank: bool) -> int:
    """The card most like the must-use one, in rank or in suit; if none is owed, like those of the last meld."""
    wanted = i64(s.must)
    if wanted < 0 or is_wild(wanted):
        m = max(0, int(s.on_table) - 1)
        naturals = s.melds[m] & ALL_NATURALS
        wanted = i64(lowest(naturals)) if naturals != 0 else i64(0)
    best, least = i64(lowest(cards)), 10_000
    left = cards
    while left != 0:
        c = lowest(left)
        left &= left - 1
        apart = abs(rank_of(c) - rank_of(wanted))
        strange = 0 if (apart == 0 if by_rank else suit_of(c) == suit_of(wanted)) else 100
        if apart + strange < least:
            best, least = i64(c), apart + strange
    return best


OBSERVATION = (
    ("hand", CARDS),
    ("opponent_has", CARDS),  # cards that are surely in the other hand
    ("own_known", CARDS),  # and those of the own hand that the opponent is sure of
    ("pile", CARDS),
    ("pile_depth", CARDS),  # how many cards taking it would bring; 0 where it does not lie there
    ("laid", SEATS * CARDS),  # by the observer, by the opponent
    ("fits", CARDS),  # naturals that can be laid on the table now
    ("own_melds", 1),
    ("stock_left", 1),
    ("stock_known", CARDS),  # after a reshuffle: what it was made of and was not seen since
    ("cards_left", SEATS),
    ("phase", PHASES),
    ("turn", SEATS),
    ("dealer", SEATS),
    ("window", 1),
    ("initial", SEATS),
    ("must", CARDS),
    ("due", 1),
    ("score", SEATS),
    ("gained", SEATS),
    ("hands_left", 1),
    ("hand_turns", 1),
    ("house_rules", 19),
    ("numbers", 14),
)


@kernel
def observe(s: Row, seat: int, out: Numbers) -> int:
    other = 1 - seat
    i = put_bits(out, 0, s.hands[seat], CARDS)
    i = put_bits(out, i, s.sure[other], CARDS)
    i = put_bits(out, i, s.sure[seat], CARDS)
    pile = i64(0)
    for k in range(s.piled):
        pile |= bit(s.pile[k])
    i = put_bits(out, i, pile, CARDS)
    for c in range(CARDS):
        out[i + c] = 0
    for k in range(s.piled):
        out[i + int(s.pile[k])] = s.piled - k
    i += CARDS
    i = put_bits(out, i, s.laid[seat], CARDS)
    i = put_bits(out, i, s.laid[other], CARDS)
    fitting = i64(0)
    own = 0
    for m in range(s.on_table):
        if s.owner[m] == seat:
            own += 1
        for c in range(NATURALS):
            if fits(s, m, c):
                fitting |= bit(c)
    i = put_bits(out, i, fitting, CARDS)
    i = put(out, i, own)
    i = put(out, i, count(s.stock))
    unseen = s.stock | s.hands[other] & ~s.sure[other]
    i = put_bits(out, i, unseen if s.shuffles > 0 else i64(0), CARDS)
    i = put(out, i, count(s.hands[seat]))
    i = put(out, i, count(s.hands[other]))
    i = put_one_of(out, i, s.phase, PHASES)
    i = put_one_of(out, i, (s.turn - seat) % SEATS if s.turn >= 0 else -1, SEATS)
    i = put_one_of(out, i, (s.dealer - seat) % SEATS, SEATS)
    i = put(out, i, s.window)
    i = put(out, i, s.initial >> seat & 1)
    i = put(out, i, s.initial >> other & 1)
    i = put_one_of(out, i, s.must, CARDS)
    i = put(out, i, s.due)
    i = put(out, i, s.score[seat])
    i = put(out, i, s.score[other])
    i = put(out, i, s.gained[seat])
    i = put(out, i, s.gained[other])
    i = put(out, i, s.hands_limit - s.deal_no)
    i = put(out, i, s.hand_turns)
    i = put_one_of(out, i, s.natural_min, 3)
    i = put_one_of(out, i, s.wild_swap, 3)
    i = put_one_of(out, i, s.wild_on_opponent, 2)
    i = put_one_of(out, i, s.pickup_use, 2)
    i = put_one_of(out, i, s.stock_empty, 3)
    i = put_one_of(out, i, s.rummy_call, 2)  # manual or asked; neither if it is off
    i = put_one_of(out, i, s.rummy_scope, 2)
    i = put_one_of(out, i, s.both_goal, 2)
    i = put(out, i, s.cards)
    i = put(out, i, s.naturals)
    i = put(out, i, s.goal)
    i = put(out, i, s.turn_limit)
    i = put(out, i, s.ranks)
    i = put(out, i, s.twos)
    i = put(out, i, s.jokers)
    for k in range(4):
        i = put(out, i, s.worth[k])
    i = put(out, i, s.wild_in_set)
    i = put(out, i, s.ace_in_hand)
    return put(out, i, s.wild_in_hand)


# --- what a move is ------------------------------------------------------------------------------

ENCODING = (
    ("kind", KINDS),
    ("cards", CARDS),  # laid, added, called, swapped in, taken or discarded
    ("left_in_hand", CARDS),
    ("freed", CARDS),
    ("points", 1),
    ("taken", 1),  # how many cards from the pile
    ("place", RANKS + 1),  # where it goes: the rank of a set or the lowest of a run; the last for wilds alone
)


@kernel
def encode(s: Row, seat: int, move: int, out: Numbers) -> int:
    kind = kind_of(move)
    cards = cards_of(s, move)
    hand = i64(s.hands[seat])
    freed = i64(0)
    if kind == TAKE:
        hand |= cards
    elif kind == SWAP:
        freed = bit(second_of(move))
        hand = hand & ~cards | freed
    elif kind != CALL:
        hand &= ~cards
    i = put_one_of(out, 0, kind, KINDS)
    i = put_bits(out, i, cards, CARDS)
    i = put_bits(out, i, hand, CARDS)
    i = put_bits(out, i, freed, CARDS)
    i = put(out, i, points_of(s, move))
    i = put(out, i, count(cards) if kind == TAKE else 0)
    return put_one_of(out, i, place_of(s, move), RANKS + 1)


@kernel
def cards_of(s: Row, move: int) -> int:
    """The cards that a move is about."""
    kind = kind_of(move)
    if kind in (LAY_SET, LAY_RUN):
        return cards_laid(move)
    if kind in (DRAW, STOP, DECLINE):
        return i64(0)
    cards = bit(card_of(move))
    if kind == TAKE:
        i = int(s.piled) - 1
        while s.pile[i] != card_of(move):
            cards |= bit(s.pile[i])
            i -= 1
    return cards


@kernel
def place_of(s: Row, move: int) -> int:
    """The rank of a set, the lowest rank of a run, WILD_SET for wilds alone; -1 if a move goes to no meld."""
    kind = kind_of(move)
    if kind == LAY_SET:
        return laid_kind(move)
    if kind == LAY_RUN:
        return laid_low(move)
    if kind in (ADD, CALL, SWAP):
        m = meld_of(move)
        return i64(s.kind[m]) if s.kind[m] < RUN else i64(s.low[m])
    return -1


@kernel
def points_of(s: Row, move: int) -> int:
    """What a move brings on the table."""
    kind = kind_of(move)
    if kind == LAY_SET:
        return 3 * worth(s, laid_kind(move), laid_kind(move))
    if kind == LAY_RUN:
        low = laid_low(move)
        return worth(s, RUN, low) + worth(s, RUN, low + 1) + worth(s, RUN, low + 2)
    if kind in (ADD, CALL, SWAP):
        m = meld_of(move)
        c = card_of(move)
        rank = i64(s.kind[m]) if is_wild(c) else rank_of(c)
        if is_wild(c) and s.kind[m] >= RUN:
            rank = int(s.low[m]) - 1 if side_of(move) == LOW_END else int(s.high[m]) + 1
        return worth(s, s.kind[m], rank)
    return 0


@kernel
def parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    kind = kind_of(move)
    n = put(out, 0, PART_BUTTON + kind)
    if kind in (DRAW, STOP, DECLINE):
        return n
    n = put(out, n, card_of(move))
    if kind in (LAY_SET, LAY_RUN):
        n = put(out, n, second_of(move))
        return put(out, n, third_of(move))
    if kind == SWAP:
        n = put(out, n, second_of(move))
    if kind in (ADD, CALL, SWAP):
        n = put(out, n, PART_MELD + meld_of(move))
    if side_of(move) != NO_SIDE:
        n = put(out, n, PART_SIDE + side_of(move))
    return n


@kernel
def judge(s: Row, seat: int, move: int) -> int:
    """Lay whatever brings points, wilds last; take small piles; discard what is dear, alone, and fits nothing."""
    kind = kind_of(move)
    if kind in (LAY_SET, LAY_RUN, ADD, SWAP):
        return 1000 + 4 * points_of(s, move) - 40 * wilds_in(cards_of(s, move))
    if kind == CALL:
        return 2000 + points_of(s, move)
    if kind == TAKE:
        return 300 - 20 * count(cards_of(s, move))
    if kind == DRAW:
        return 200
    if kind == DISCARD:
        return 100 - keep_value(s, seat, card_of(move))
    return 0


@kernel
def keep_value(s: Row, seat: int, c: int) -> int:
    """How much a card is worth keeping: what it could join, against what it costs in hand."""
    if is_wild(c):
        return 300
    rest = s.hands[seat] & ~bit(c)
    near = 0
    held = of_suit(rest, suit_of(c))
    for apart in range(1, 3):
        if held >> i64(4 * rank_of(c)) >> i64(4 * apart) & 1 or held << i64(4 * apart) >> i64(4 * rank_of(c)) & 1:
            near += 30 // apart
    near += 30 * count(of_rank(rest, rank_of(c)))
    for m in range(s.on_table):
        if fits(s, m, c):
            near += 60  # the opponent could call it, or use it
    return near - penalty(s, bit(c))
