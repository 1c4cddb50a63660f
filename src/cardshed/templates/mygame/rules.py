"""My Game, compiled. RULES.md tells the rules to people, twin.py tells them slowly; all three must say the same.

A card is 4 * rank + suit. A move is the card that is played, or PASS.
"""

import numpy as np

from cardshed.engine.cards import bit, count, first_n, lowest
from cardshed.engine.chance import DECK, GAMES, REDEAL, deal_key, draw_cards, exchange, key
from cardshed.engine.kernel import Moves, Numbers, Row, i64, kernel
from cardshed.engine.numbers import put, put_bits, put_one_of
from cardshed.engine.options import Number, Option
from cardshed.engine.row import row_type

VERSION = 1  # raise it when the same seed and moves give another game
SEATS, CARDS = 4, 52
PASS = 52

# House rules: named numbers (default, lowest, highest) or choices; each is a field of the row by itself.
OPTIONS: tuple[Option, ...] = (Number("cards", 5, 1, 13, "rule 1"),)

# The row: everything that your game has to remember. A set of cards is an int64 with a bit for each card.
ROW = row_type(
    __file__,
    OPTIONS,
    ("hands", np.int64, SEATS),
    ("played", np.int64),  # all cards that have been played
    ("score", np.int16, SEATS),
    ("top", np.int8),  # the card to beat; -1 if the table is empty
    ("turn", np.int8),  # whose turn it is; -1 when the match is over
)
MOVES = 14  # the most legal moves that a seat can ever have: each of 13 cards, or some of them and passing
PARTS = CARDS + 1  # what moves are made of: the cards, and a button for passing
LONGEST = 1  # the most parts of one move
OBSERVATION = (("hand", CARDS), ("played", CARDS), ("top", CARDS), ("counts", SEATS))


@kernel
def deal(s: Row) -> None:
    """Set the table. Everything in the row is set here, for it may hold what an earlier game left."""
    deck = first_n(CARDS)
    for p in range(SEATS):
        s.score[p] = 0
        s.hands[p] = draw_cards(deal_key(s, DECK), p * s.cards, deck, s.cards) if p < s.players else 0
        deck &= ~s.hands[p]
    s.played = 0
    s.top = -1
    s.turn = 0


@kernel
def legal(s: Row, seat: int, moves: Moves) -> int:
    """Write the legal moves of a seat, and return how many there are."""
    n = 0
    cards = s.hands[seat]
    if s.top >= 0:
        # Rule 2: a card must be of a higher rank than the one that lies there, or one passes.
        cards &= ~first_n((s.top | 3) + 1)
        moves[0] = PASS
        n = 1
    while cards != 0:
        moves[n] = lowest(cards)
        cards &= cards - 1
        n += 1
    return n


@kernel
def play(s: Row, seat: int, move: int) -> None:
    """Carry a legal move out, and all that follows from it."""
    s.turns += 1
    s.turn = (seat + 1) % s.players
    if move == PASS:
        s.top = -1
        return
    s.hands[seat] &= ~bit(move)
    s.played |= bit(move)
    s.top = move
    # Rule 3: the match ends when somebody is out; every card that is left costs a point.
    if s.hands[seat] == 0:
        for p in range(s.players):
            s.score[p] = -count(s.hands[p])
        s.deal_no += 1
        s.turn = -1


@kernel
def redeal(s: Row, seat: int, seed: np.uint64) -> None:
    """Replace all that this seat cannot know, and nothing else: the other hands, and the seed."""
    hidden = first_n(CARDS) & ~s.played & ~s.hands[seat]
    exchange(key(seed, REDEAL, 0), s.hands, s.players, seat, hidden)
    s.seed = key(seed, GAMES, 0)


@kernel
def observe(s: Row, seat: int, out: Numbers) -> int:
    """What this seat knows, as the numbers that OBSERVATION declares."""
    i = put_bits(out, 0, s.hands[seat], CARDS)
    i = put_bits(out, i, s.played, CARDS)
    i = put_one_of(out, i, s.top, CARDS)
    for k in range(SEATS):
        i = put(out, i, count(s.hands[(seat + k) % s.players]) if k < s.players else 0)
    return i


@kernel
def parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    """The parts that a move consists of."""
    return put(out, 0, move)


@kernel
def judge(s: Row, seat: int, move: int) -> int:
    """A quick opinion of a move for the greedy bot: low cards first, and passing only if one has to."""
    return -i64(move)
