"""Rummy for two: melds on the table, a pile one may dig into, points for whoever lays a card.

The rulebook leaves gaps; each is closed by a numbered ruling, quoted where it acts (RULES.md has the list). Cards and
melds are told in melds.py. rummy-31: a turn is a chain of small steps. What a step owes is kept in the row, and only
steps from which it can still be paid are legal; owing.py tells whether it can.
"""

from __future__ import annotations

import numpy as np

from cardshed.engine.cards import bit, count, has
from cardshed.engine.chance import DECK, START, below, deal_key, draw, reshuffle_key
from cardshed.engine.kernel import Moves, Numbers, Row, i64, kernel
from cardshed.engine.numbers import put_shares
from cardshed.engine.row import row_type

from . import codes, house_rules
from .codes import LONGEST, MOVES, PARTS
from .features import ENCODING, encode, judge, parts
from .house_rules import OPTIONS
from .knowledge import OBSERVATION, observe, redeal
from .melds import (
    ACE,
    ALL_WILDS,
    CARDS,
    FIRST_ACE,
    MOST_MELDS,
    MOST_WILDS,
    NATURALS,
    RUN,
    SUITS,
    is_wild,
    naturals_in,
    penalty,
    rank_of,
    room,
    whole_deck,
    worth,
)
from .owing import fit_now, naturals_for, naturals_needed, open_to, usable
from .steps import add_places, asks_for_natural, due_after_lay, legal_steps, licence_after

# What the contract asks for and other files of this folder tell.
__all__ = [
    "ENCODING", "LONGEST", "MOVES", "OBSERVATION", "OPTIONS", "PARTS",
    "encode", "judge", "observe", "parts", "redeal",
]  # fmt: skip

VERSION = 2
EARLIER = {1: {"pickup_use": "first_action"}}  # rummy-43
REGISTERS = 32  # of a GPU: moves are found in memory, and twice as many threads wait for it side by side

ROW = row_type(
    __file__,
    OPTIONS,
    ("hands", np.int64, codes.SEATS),
    ("known", np.int64, codes.SEATS),  # cards that everybody saw go into a hand, and that are still there
    ("sure", np.int64, codes.SEATS),  # cards of a hand that the opponent knows to be there; `known` among them
    ("laid", np.int64, codes.SEATS),  # cards on the table, by who laid them (rummy-10)
    ("stock", np.int64),
    ("melds", np.int64, MOST_MELDS),  # the cards of each meld, in the order in which melds were started
    ("score", np.int32, codes.SEATS),  # points of the finished hands
    ("gained", np.int32, codes.SEATS),  # points on the table in this hand
    ("left_over", np.int64, codes.SEATS),  # cards left in each hand when the last one ended
    ("laid_down", np.int64, codes.SEATS),  # cards each had laid when it ended
    ("last_worth", np.int8, SUITS + MOST_WILDS),  # what aces and wilds among them counted
    ("last_hand", np.int32, codes.SEATS),  # points of the last finished hand
    ("standing", np.int32, codes.SEATS),  # the final order: more is better
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

# --- dealing -------------------------------------------------------------------------------------

SHUFFLED = 16  # the purpose of chance for a stock made of the pile


@kernel
def deal(s: Row) -> None:
    for p in range(codes.SEATS):
        s.score[p] = 0
        s.left_over[p] = 0
        s.laid_down[p] = 0
        s.last_hand[p] = 0
        s.standing[p] = 0
    for k in range(SUITS + MOST_WILDS):
        s.last_worth[k] = 0
    s.went_out = -1
    # rummy-27: chance decides who deals first.
    s.dealer = below(deal_key(s, START), 0, codes.SEATS)
    deal_hand(s)


@kernel
def deal_hand(s: Row) -> None:
    s.stock = whole_deck(s)
    s.drawn = 0
    s.shuffles = 0
    for p in range(codes.SEATS):
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
        s.hands[k % codes.SEATS] |= bit(draw_stock(s))
    s.pile[0] = draw_stock(s)
    s.piled = 1
    s.on_table = 0
    s.initial = 0
    s.hand_turns = 0
    s.window = 0
    s.turn = 1 - s.dealer
    s.phase = codes.TO_DRAW
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
    order = deal_key(s, DECK) if s.shuffles == 0 else reshuffle_key(s, SHUFFLED, s.shuffles)
    c = draw(order, s.drawn, s.stock)
    s.stock &= ~bit(c)
    s.drawn += 1
    return c


# --- legal moves ---------------------------------------------------------------------------------


@kernel
def legal(s: Row, seat: int, moves: Moves) -> int:
    if s.phase == codes.TO_LAY:
        return legal_steps(s, seat, moves)
    if s.phase == codes.TO_DRAW:
        return legal_draws(s, seat, moves)
    # rummy-29: with `prompt` a "no" is a move.
    moves[0] = codes.move_of(codes.DECLINE, 0, 0, 0)
    return add_calls(s, seat, moves, 1, open_to(s, seat, -1, -1, 0, 0, 0, 0))


@kernel
def can_draw(s: Row) -> bool:
    """rummy-38: with `reshuffle` the pile but for its newest card becomes the stock, if it has more than one."""
    return s.stock != 0 or (s.stock_empty == house_rules.RESHUFFLE and s.piled > 1)


@kernel
def legal_draws(s: Row, seat: int, moves: Moves) -> int:
    n = 0
    if can_draw(s):
        moves[0] = codes.move_of(codes.DRAW, 0, 0, 0)
        n = 1
    table = open_to(s, seat, -1, -1, 0, 0, 0, 0)
    taken = takeable(s, seat, table)
    for i in range(s.piled - 1, -1, -1):
        if has(taken, s.pile[i]):
            moves[n] = codes.move_of(codes.TAKE, s.pile[i], 0, 0)
            n += 1
    # rummy-29: the call stands beside draw and take, which close the window.
    if s.rummy_call == house_rules.MANUAL and s.window == 1:
        n = add_calls(s, seat, moves, n, table)
    # rummy-30: where nothing can be drawn, ending the hand is a choice, if there is another.
    if n > 0 and not can_draw(s):
        moves[n] = codes.move_of(codes.STOP, 0, 0, 0)
        n += 1
    return n


@kernel
def takeable(s: Row, seat: int, table: tuple[int, ...]) -> int:
    """rummy-11: the cards down to which the pile can be taken, as each can be used at once then (rummy-12)."""
    if s.stock == 0 and s.stock_empty == house_rules.END_HAND:
        return i64(0)  # rummy-38
    cards = i64(0)
    hand = i64(s.hands[seat])
    need = naturals_needed(s, seat)
    for i in range(s.piled - 1, -1, -1):
        hand |= bit(s.pile[i])
        if usable(s, seat, s.pile[i], hand, need, table):
            cards |= bit(s.pile[i])
    return cards


@kernel
def first_callable(s: Row) -> int:
    """rummy-16: the place in the pile from which on cards can be called: the newest alone, or all."""
    return 0 if s.rummy_scope == house_rules.WHOLE_PILE else max(0, int(s.piled) - 1)


@kernel
def add_calls(s: Row, seat: int, moves: Moves, n: int, table: tuple[int, ...]) -> int:
    """rummy-16: cards that alone can be laid off on the table; wilds on own melds only, rummy-44: or all cards."""
    fitting = fit_now(table)
    for i in range(s.piled - 1, first_callable(s) - 1, -1):
        if has(fitting, s.pile[i]):
            for m in range(s.on_table):
                if s.owner[m] == seat or (s.rummy_melds == house_rules.ANY_MELD and not is_wild(s.pile[i])):
                    n = add_places(s, moves, n, codes.CALL, s.pile[i], m)
    return n


# --- playing -------------------------------------------------------------------------------------


@kernel
def play(s: Row, seat: int, move: int) -> None:
    kind = codes.kind_of(move)
    if kind == codes.DRAW:
        play_draw(s, seat)
    elif kind == codes.TAKE:
        play_take(s, seat, codes.card_of(move))
    elif kind == codes.CALL:
        play_call(s, seat, move)
    elif kind in (codes.LAY_SET, codes.LAY_RUN):
        play_lay(s, seat, move)
    elif kind == codes.ADD:
        play_addition(s, seat, move)
    elif kind == codes.SWAP:
        play_swap(s, seat, move)
    elif kind == codes.DISCARD:
        play_discard(s, seat, codes.card_of(move))
    elif kind == codes.STOP:
        s.went_out = -1
        s.phase = codes.NEXT_SCORE
    else:
        s.window = 0
        s.phase = codes.NEXT_TURN
    # rummy-20: who lays the last card is out without a discard.
    if s.phase == codes.TO_LAY and s.hands[seat] == 0:
        s.turns += 1
        s.went_out = seat
        s.phase = codes.NEXT_SCORE
    settle(s)


@kernel
def settle(s: Row) -> None:
    """What follows from a move, up to the next decision."""
    if s.phase == codes.NEXT_TURN:
        begin_turn(s)
    if s.phase == codes.NEXT_SCORE:
        end_hand(s)
    if s.phase == codes.NEXT_HAND:
        deal_hand(s)


@kernel
def begin_turn(s: Row) -> None:
    """rummy-29: with `prompt` the next player is asked while a call is possible. rummy-30: a hand may end by itself."""
    table = open_to(s, int(s.turn), -1, -1, 0, 0, 0, 0)
    if s.rummy_call == house_rules.PROMPT and can_call(s, table):
        s.phase = codes.ASKED
    elif can_draw(s) or can_call(s, table) or takeable(s, int(s.turn), table) != 0:
        s.phase = codes.TO_DRAW
    else:
        s.went_out = -1
        s.phase = codes.NEXT_SCORE


@kernel
def can_call(s: Row, table: tuple[int, ...]) -> bool:
    """Whether a card of the pile that may be called now fits anything on the table, rummy-44: or on own melds."""
    called = i64(0)
    for i in range(first_callable(s), s.piled):
        called |= bit(s.pile[i])
    fitting = fit_now(table)
    if s.rummy_melds == house_rules.OWN_MELDS:
        fitting = i64(0)
        for m in range(s.on_table):
            if s.owner[m] == s.turn:
                wilds = ALL_WILDS if room(s, s.kind[m], count(s.melds[m])) > 0 else i64(0)
                fitting |= naturals_for(s, m) | wilds
    return s.window == 1 and fitting & called != 0


@kernel
def play_draw(s: Row, seat: int) -> None:
    if s.stock == 0:
        reshuffle(s)
    s.hands[seat] |= bit(draw_stock(s))
    s.window = 0
    s.phase = codes.TO_LAY


@kernel
def reshuffle(s: Row) -> None:
    """rummy-30: the newest discard stays as the pile. With no stock left everybody could tell the other hand."""
    for p in range(codes.SEATS):
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
    s.phase = codes.TO_LAY


@kernel
def play_call(s: Row, seat: int, move: int) -> None:
    """rummy-19: the card goes from the pile to the meld, and the turn begins as usual."""
    c = codes.card_of(move)
    at = int(s.piled) - 1
    while s.pile[at] != c:
        at -= 1
    for i in range(at, s.piled - 1):
        s.pile[i] = s.pile[i + 1]
    s.piled -= 1
    s.pile[s.piled] = 0
    put_on(s, seat, c, codes.meld_of(move), codes.side_of(move))
    if s.rummy_scope != house_rules.WHOLE_PILE:
        s.window = 0
    s.phase = codes.NEXT_TURN


@kernel
def put_on(s: Row, seat: int, c: int, m: int, side: int) -> None:
    """A card on a meld; its points go to who lays it (rummy-10)."""
    kind = i64(s.kind[m])
    rank = kind if is_wild(c) else rank_of(c)
    if kind >= RUN:
        if is_wild(c):
            rank = int(s.low[m]) - 1 if side == codes.LOW_END else int(s.high[m]) + 1
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
    cards = codes.cards_laid(move)
    due = due_after_lay(s, seat, naturals_in(cards))
    if s.due == 0:
        s.first_new = s.on_table
    s.due = due
    s.due_at = s.on_table if due > 0 and s.natural_min == house_rules.EVERY_MELD else -1
    s.licence = -1
    s.initial |= 1 << seat
    leave_hand(s, seat, cards)
    m = int(s.on_table)
    s.on_table += 1
    if s.must >= 0 and (s.pickup_use == house_rules.FIRST_ACTION or due > 0):
        s.building = m
    s.kind[m] = codes.laid_kind(move)
    s.owner[m] = seat
    s.low[m] = codes.laid_low(move)
    s.high[m] = s.low[m] - 1 if s.kind[m] >= RUN else 0
    put_on(s, seat, codes.card_of(move), m, codes.HIGH_END)
    put_on(s, seat, codes.second_of(move), m, codes.HIGH_END)
    put_on(s, seat, codes.third_of(move), m, codes.HIGH_END)


@kernel
def play_addition(s: Row, seat: int, move: int) -> None:
    c, m = codes.card_of(move), codes.meld_of(move)
    foreign = asks_for_natural(s, seat, c, m)
    s.licence = licence_after(s, c, m)
    if s.must >= 0 and s.must != c:
        if s.pickup_use == house_rules.FIRST_ACTION or foreign:
            s.building = m
    elif foreign:
        s.due = 1
        s.due_at = m
    if s.due > 0 and not is_wild(c):
        s.due -= 1
        if s.due == 0:
            s.due_at = -1
    leave_hand(s, seat, bit(c))
    put_on(s, seat, c, m, codes.side_of(move))


@kernel
def play_swap(s: Row, seat: int, move: int) -> None:
    """rummy-37: the natural scores for the swapper, the wild's layer loses its points, the hand gains the wild."""
    c, x, m = codes.card_of(move), codes.second_of(move), codes.meld_of(move)
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
        s.phase = codes.NEXT_SCORE
    elif s.hand_turns >= s.turn_limit:
        s.went_out = -1  # X-10, rummy-35
        s.phase = codes.NEXT_SCORE
    else:
        s.turn = 1 - seat
        s.window = 0 if s.rummy_call == house_rules.OFF else 1
        s.phase = codes.NEXT_TURN


# --- the end of a hand ---------------------------------------------------------------------------


@kernel
def end_hand(s: Row) -> None:
    """rummy-21: what lies on the table counts for its layer, what is left in hand against its holder."""
    for p in range(codes.SEATS):
        s.left_over[p] = s.hands[p]
        s.laid_down[p] = s.laid[p]
        s.last_hand[p] = s.gained[p] - penalty(s, s.hands[p])
        s.score[p] += s.last_hand[p]
        s.standing[p] = s.score[p]
    for m in range(s.on_table):
        for c in range(FIRST_ACE, CARDS):
            if has(s.melds[m], c):
                rank = i64(s.stands[c - NATURALS]) if is_wild(c) else ACE
                s.last_worth[c - FIRST_ACE] = worth(s, s.kind[m], rank)
    s.deal_no += 1
    s.dealer = 1 - s.dealer
    if decided(s) or s.deal_no == s.hands_limit:
        s.phase = codes.OVER  # rummy-36: after the last hand the higher score wins
        s.turn = -1
    else:
        s.phase = codes.NEXT_HAND


@kernel
def decided(s: Row) -> bool:
    """Whether somebody has won. rummy-24: one at the goal wins. With both there, rummy-23 and rummy-34 decide."""
    first, second = s.score[0] >= s.goal, s.score[1] >= s.goal
    if not first and not second:
        return False
    if first and second:
        by_score = s.both_goal == house_rules.HIGHER_SCORE or s.went_out < 0
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
    for p in range(codes.SEATS):
        out[p] = s.score[p] + (s.gained[p] if s.phase != codes.OVER else 0)


@kernel
def payoff(s: Row, out: Numbers) -> None:
    put_shares(out, s.standing, codes.SEATS)
