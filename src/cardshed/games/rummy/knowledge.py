"""What a seat of Rummy knows: the worlds it could imagine, and its observation as numbers."""

from __future__ import annotations

import numpy as np

from cardshed.engine.cards import bit, count, has
from cardshed.engine.chance import GAMES, REDEAL, draw, key
from cardshed.engine.kernel import Numbers, Row, i64, kernel
from cardshed.engine.numbers import put, put_bits, put_one_of

from .codes import PHASES, SEATS
from .melds import ALL_NATURALS, ALL_WILDS, CARDS, MOST_WILDS, NATURALS, RANKS, RUN, room
from .owing import above_run, below_run, fit_now, in_order, open_to

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
    """Chance found no hand that can pay what is owed: take cards away from all that are possible, as long as it can.

    Every other time wilds are taken away first, so that what is left is small in one way or the other.
    """
    for attempt in range(2 * TRIES):
        chance = key(order, REDEAL, attempt)
        kept = i64(pool)
        tried = i64(0)
        for i in range(count(pool)):
            left = pool & ~tried
            if attempt % 2 == 1 and left & ALL_WILDS != 0:
                left &= ALL_WILDS
            c = draw(chance, i, left)
            tried |= bit(c)
            if count(kept) > hidden:
                s.hands[other] = sure | kept & ~bit(c)
                if in_order(s, other):
                    kept &= ~bit(c)
        s.hands[other] = sure | kept
        if count(kept) == hidden:
            return


OBSERVATION = (
    ("hand", CARDS),
    ("opponent_has", CARDS),  # cards that are surely in the other hand
    ("own_known", CARDS),  # and those of the own hand that the opponent is sure of
    ("pile", CARDS),
    ("pile_depth", CARDS),  # how many cards taking it would bring; 0 where it does not lie there
    ("laid", SEATS * CARDS),  # by the observer, by the opponent
    ("fits", CARDS),  # naturals that can be laid on the table now
    ("run_ends", 2 * SEATS * CARDS),  # naturals above and below the runs that the observer started, the opponent
    ("open_sets", SEATS * (RANKS + 1)),  # ranks of which a set can grow, the last for wilds alone; likewise
    ("wilds_stand", MOST_WILDS * (RANKS + 1)),  # for which rank each wild on the table does
    ("owing_meld", CARDS),  # the meld to be built up to the card that must be used, or that owes naturals
    ("licence", CARDS),  # the meld to which a natural was just added
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
def put_table(s: Row, seat: int, out: Numbers, i: int) -> int:
    """What the melds are open to, and what their wilds stand for."""
    i = put_bits(out, i, fit_now(open_to(s, seat, -1, -1, 0, 0, 0, 0)) & ALL_NATURALS, CARDS)
    for k in range(SEATS):
        above = below = i64(0)
        for m in range(s.on_table):
            if s.owner[m] == (seat + k) % SEATS:
                above |= above_run(s.kind[m], s.high[m])
                below |= below_run(s.kind[m], s.low[m])
        i = put_bits(out, i, above, CARDS)
        i = put_bits(out, i, below, CARDS)
    for k in range(SEATS):
        ranks = i64(0)
        for m in range(s.on_table):
            if s.owner[m] == (seat + k) % SEATS and s.kind[m] < RUN and room(s, s.kind[m], count(s.melds[m])) > 0:
                ranks |= i64(1) << i64(s.kind[m])
        i = put_bits(out, i, ranks, RANKS + 1)
    for k in range(MOST_WILDS):
        lies = has(s.laid[0] | s.laid[1], NATURALS + k)
        i = put_one_of(out, i, s.stands[k] if lies else -1, RANKS + 1)
    owing = max(s.building, s.due_at)
    i = put_bits(out, i, s.melds[owing] if owing >= 0 else 0, CARDS)
    return put_bits(out, i, s.melds[s.licence] if s.licence >= 0 else 0, CARDS)


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
    i = put_table(s, seat, out, i)
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
    i = put_one_of(out, i, 1 - int(s.pickup_use), 2)  # as it was when the first action was usual
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
