"""Crazy Eights, compiled: RULES.md tells the rules, and what we chose where tables differ.

A card is 4 * rank + suit. A move is a card, above it for an eight the suit that it names, or DRAW or PASS.
The stock is not kept: it is what lies neither in a hand nor on the pile, and chance says which of it is drawn next.
"""

import numpy as np

from cardshed.engine.cards import EACH, bit, count, first_n, has, lowest
from cardshed.engine.chance import DECK, GAMES, REDEAL, deal_key, draw_cards, exchange, key
from cardshed.engine.kernel import Moves, Numbers, Row, i64, kernel
from cardshed.engine.numbers import put, put_bits, put_one_of
from cardshed.engine.options import Choice, Number, Option
from cardshed.engine.row import row_type

VERSION = 1
SEATS, CARDS = 5, 52
EIGHT = 7  # the rank, where aces are 0
EIGHTS = 15 << 4 * EIGHT
DRAW, PASS, SUITS = 52, 53, 54  # parts that are no cards: two buttons, and the four suits from SUITS on
NAMES = 64  # an eight that names suit k is the card plus NAMES * (k + 1)
PIPS, LEFT, OUT = 0, 1, 2  # what is scored

OPTIONS: tuple[Option, ...] = (
    Number("cards", 5, 1, 9, "rule 1"),
    Number("draws", 1, 1, 5, "rule 4"),
    Choice("must_play", ("no", "yes"), "rule 4"),
    Number("limit", 40, 5, 100, "rule 6"),
    Choice("scoring", ("pips", "cards", "out"), "rule 7"),
    Number("deals", 1, 1, 20, "rule 8"),
)
ROW = row_type(
    __file__,
    OPTIONS,
    ("hands", np.int64, SEATS),
    ("pile", np.int64),  # all cards that lie open, the top one too
    ("shuffled", np.int64),  # all cards that the last shuffle of the pile made the stock
    ("score", np.int32, SEATS),
    ("drawn", np.int32),  # cards taken from the stock in this deal
    ("left", np.int16),  # turns until the deal is stopped
    ("tries", np.int8),  # cards drawn in this turn
    ("top", np.int8),
    ("suit", np.int8),  # the suit in force
    ("turn", np.int8),  # -1 when the match is over
)
MOVES = 31  # 11 more cards of the top card's suit, 3 of its rank, 4 eights with 4 suits each, and drawing
PARTS, LONGEST = SUITS + 4, 2  # how many parts there are, and the most that a move is made of
OBSERVATION = (("hand", 52), ("pile", 52), ("shuffled", 52), ("top", 52), ("suit", 4), ("counts", 5), ("tries", 1))


@kernel
def deal(s: Row) -> None:
    s.pile = s.shuffled = s.drawn = s.tries = 0
    for p in range(SEATS):
        s.hands[p] = 0
        if s.deal_no == 0:
            s.score[p] = 0
    # Rules 1 and 2: cards to everyone, then one is turned up that is no eight; who begins goes round the table.
    for p in range(s.players):
        s.hands[p] = drawn(s, stock(s), s.cards)
    s.pile = drawn(s, stock(s) & ~EIGHTS, 1)
    s.top = lowest(s.pile)
    s.suit = s.top & 3
    s.turn = s.deal_no % s.players
    s.left = s.limit * s.players


@kernel
def stock(s: Row) -> int:
    cards = first_n(CARDS) & ~s.pile
    for p in range(s.players):
        cards &= ~s.hands[p]
    return cards


@kernel
def drawn(s: Row, cards: int, n: int) -> int:
    """n of these cards, by chance."""
    found = draw_cards(deal_key(s, DECK), s.drawn, cards, n)
    s.drawn += n
    return found


@kernel
def legal(s: Row, seat: int, moves: Moves) -> int:
    # Rule 3: cards of the suit in force can be played, cards of the top card's rank, and eights.
    cards = s.hands[seat] & ((EACH << i64(s.suit)) | (i64(15) << i64(s.top & ~3)) | EIGHTS)
    n = 0
    # Rule 4: who cannot or does not want to play draws, and passes when there is no more to draw.
    if cards == 0 or s.must_play == 0:
        nothing_left = stock(s) == 0 and s.pile == bit(s.top)
        moves[0] = PASS if s.tries == s.draws or nothing_left else DRAW
        n = 1
    while cards != 0:
        c = lowest(cards)
        cards &= cards - 1
        for suit in range(4 if has(EIGHTS, c) else 1):
            moves[n] = c + NAMES * (suit + 1) if has(EIGHTS, c) else c
            n += 1
    return n


@kernel
def play(s: Row, seat: int, move: int) -> None:
    if move == DRAW:
        if stock(s) == 0:  # rule 5: all of the pile but its top card becomes the stock
            s.shuffled = s.pile & ~bit(s.top)
            s.pile = bit(s.top)
        s.hands[seat] |= drawn(s, stock(s), 1)
        s.tries += 1
        return
    if move != PASS:
        s.top = move % NAMES
        s.suit = s.top & 3 if move < NAMES else move // NAMES - 1
        s.hands[seat] &= ~bit(s.top)
        s.pile |= bit(s.top)
    s.tries = 0
    s.turns += 1
    s.left -= 1
    s.turn = (seat + 1) % s.players
    if s.hands[seat] == 0 or s.left == 0:
        finish(s)


@kernel
def finish(s: Row) -> None:
    """Rules 6 to 8: a deal ends when somebody is out, or after so many turns; it is scored, and the next one dealt."""
    for p in range(s.players):
        s.score[p] += worth(s, s.hands[p])
    s.deal_no += 1
    s.turn = -1
    if s.deal_no < s.deals:
        deal(s)


@kernel
def worth(s: Row, hand: int) -> int:
    if s.scoring != PIPS:
        return -count(hand) if s.scoring == LEFT else i64(hand == 0)
    points = i64(0)
    while hand != 0:
        rank = lowest(hand) >> 2
        points -= 50 if rank == EIGHT else min(rank + 1, 10)
        hand &= hand - 1
    return points


@kernel
def redeal(s: Row, seat: int, seed: np.uint64) -> None:
    # When the pile was shuffled, all cards that were not in it were in hands; so it is known how many cards of a hand
    # are of that shuffle, and only like is exchanged for like. At the end of the match all hands lie open.
    hidden = first_n(CARDS) & ~s.pile & ~s.hands[seat]
    if s.turn >= 0:
        exchange(key(seed, REDEAL, 0), s.hands, s.players, seat, hidden & s.shuffled)
        exchange(key(seed, REDEAL, 1), s.hands, s.players, seat, hidden & ~s.shuffled)
    s.seed = key(seed, GAMES, 0)


@kernel
def observe(s: Row, seat: int, out: Numbers) -> int:
    i = put_bits(out, 0, s.hands[seat], CARDS)
    i = put_bits(out, i, s.pile, CARDS)
    i = put_bits(out, i, s.shuffled, CARDS)
    i = put_one_of(out, i, s.top, CARDS)
    i = put_one_of(out, i, s.suit, 4)
    for k in range(SEATS):
        i = put(out, i, count(s.hands[(seat + k) % s.players]) if k < s.players else 0)
    return put(out, i, s.tries)


@kernel
def parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    i = put(out, 0, move % NAMES)
    return i if move < NAMES else put(out, i, SUITS + move // NAMES - 1)


@kernel
def judge(s: Row, seat: int, move: int) -> int:
    """Dear cards first, eights last, and they name the suit that is held most."""
    if move in (DRAW, PASS):
        return 0
    if move < NAMES:
        return 20 + min(move >> 2, 9)
    return 1 + count(s.hands[seat] & ~EIGHTS & (EACH << i64(move // NAMES - 1)))
