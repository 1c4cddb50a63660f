"""Segments: shed cards whose digits can be changed by lighting or darkening their segments.

The rulebook leaves gaps; each is closed by a numbered ruling, quoted where it acts (RULES.md has the list).

A hand is packed counts of the digits 0 to 9. A move is the counts of the cards used and above them the digit they all
show; a pass shows NO_DIGIT.
"""

from __future__ import annotations

import numpy as np

from cardshed.engine.cards import at_least, count, held, nth_value, some, total, value
from cardshed.engine.chance import DECK, GAMES, REDEAL, START, below, deal_key, draw_some, key
from cardshed.engine.kernel import Moves, Numbers, Row, i64, kernel
from cardshed.engine.numbers import put, put_counts, put_one_of, put_shares
from cardshed.engine.options import Choice, Number, Option, numbers
from cardshed.engine.row import row_type

VERSION = 1
SEATS = 5
DIGITS = 10
MOST_CARDS = 15
MOST_SEGMENTS = 9
MOST_GRABBED = 5

# --- house rules ---------------------------------------------------------------------------------

STANDARD, NO_TAILS = 0, 1
MUST, MAY = 0, 1
ROTATE, LOWEST_SCORE = 0, 1
FOR_THE_MATCH = 1

PURSES = {f"segments_{k}": n for k, n in enumerate((1, 1, 2, 2, 3), start=1)}  # by turn order

OPTIONS: tuple[Option, ...] = (
    Choice("glyphs", ("standard", "no_tails"), "segments-1"),
    Choice("pass_segments", ("must", "may"), "segments-11"),
    Choice("next_start", ("rotate", "lowest_score"), "segments-14"),
    Choice("undealt", ("round", "match"), "segments-26"),
    Number("rounds", 3, 1, 20, "segments-20"),
    Number("cards", 12, 1, MOST_CARDS, "segments-2"),
    Number("copies", 6, 1, 9, "segments-2"),
    Number("limit", 7, 0, MOST_SEGMENTS, "segments-11"),
    Number("grab", 2, 0, MOST_GRABBED, "segments-11"),
    *numbers("purses", PURSES, 0, MOST_SEGMENTS, "segments-14"),
    Number("first_out", 7, 0, 20, "segments-19"),
    Number("second_out", 5, 0, 20, "segments-19"),
    Number("none_left", 3, 0, 20, "segments-17"),
    Number("outs", 2, 1, 2, "segments-19"),
)

ROW = row_type(
    __file__,
    OPTIONS,
    ("hands", np.int64, SEATS),  # the digits each seat holds, as packed counts
    ("played", np.int64, SEATS),  # the digits printed on the cards each seat has played in this round
    ("field", np.int64),  # the play to beat, as a move; 0 when the seat to move leads
    ("standing", np.int32, SEATS),  # the final order: more is better (segments-20)
    ("score", np.int16, SEATS),  # points of the finished rounds
    ("last_round", np.int16, SEATS),  # points of the last finished round
    ("left_over", np.int8, SEATS),  # cards each seat was left with in it
    ("unspent", np.int8, SEATS),  # segments each seat was left with in it
    ("last_out", np.int8, 2),  # who was out first and second in it; -1 for nobody
    ("segments", np.int8, SEATS),  # segments each seat holds
    ("turn", np.int8),  # the seat to move; -1 when the match is over
    ("owner", np.int8),  # who made the play to beat
    ("passes", np.int8),  # passes in a row since then
    ("starter", np.int8),  # the seat that is first in turn order in this round
    ("out_first", np.int8),  # who was out first in this round; -1 while nobody is
    ("seen", np.int8, SEATS * DIGITS),  # the most of each digit that each seat saw in a round (segments-26)
)

# --- digits --------------------------------------------------------------------------------------

# The lit segments: a top, b upper right, c lower right, d bottom, e lower left, f upper left, g middle.
GLYPHS = ("abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg")
WITHOUT_TAILS = {6: "cdefg", 9: "abcfg"}  # segments-23
NEVER = 99


def glyph(digit: int, tails: bool = True) -> frozenset[str]:
    return frozenset(GLYPHS[digit] if tails else WITHOUT_TAILS.get(digit, GLYPHS[digit]))


def _prices() -> np.ndarray:
    """How many segments turn one digit into another, at [glyphs, from, to]; NEVER where no one colour can.

    segments-5: blue lights, black darkens. segments-7: one colour per card, so the one digit must lie in the other.
    """
    prices = np.full((2, DIGITS, DIGITS), NEVER, np.int64)
    for form in (STANDARD, NO_TAILS):
        for a in range(DIGITS):
            for b in range(DIGITS):
                old, new = glyph(a, form == STANDARD), glyph(b, form == STANDARD)
                if old <= new or new <= old:
                    prices[form, a, b] = len(old ^ new)
    return prices


PRICES = _prices()

# Marks of the digits that so many segments can turn into a digit, itself included, at [glyphs, segments, to].
SOURCES = np.array(
    [
        [
            [sum(1 << 4 * a for a in range(DIGITS) if form[a, b] <= n) for b in range(DIGITS)]
            for n in range(MOST_SEGMENTS + 1)
        ]
        for form in PRICES
    ],
    np.int64,
)

# --- moves ---------------------------------------------------------------------------------------

DIGIT_AT = 4 * DIGITS
TAKEN_AT = DIGIT_AT + 4
NO_DIGIT = 15
PASS = NO_DIGIT << DIGIT_AT  # and take what one must; where one may, the number taken, and one, stands above it

# The longest list: a lead from 15 cards with 9 segments. tests/games/segments/test_moves.py goes through all hands.
MOVES = 2_671  # and the empty set it begins with

# A move's parts are its cards, each by printed and shown digit, or a pass by what is taken.
PART_PASS = DIGITS * DIGITS  # as one must
PARTS = PART_PASS + 2 + MOST_GRABBED
LONGEST = MOST_CARDS


@kernel
def cards_of(move: int) -> int:
    """The printed digits of a play, as packed counts."""
    return move & ((i64(1) << DIGIT_AT) - 1)


@kernel
def size_of(move: int) -> int:
    return total(cards_of(move))


@kernel
def digit_of(move: int) -> int:
    return (move >> DIGIT_AT) & 15


@kernel
def cost_of(s: Row, move: int) -> int:
    """The segments that a play needs. segments-6: just the price of each change, never more."""
    cost = 0
    for d in range(DIGITS):
        cost += held(move, d) * PRICES[s.glyphs, d, digit_of(move)]
    return cost


@kernel
def taken_by(s: Row, seat: int, move: int) -> int:
    """The segments that a pass takes."""
    return most_taken(s, seat) if move == PASS else (move >> TAKEN_AT) - 1


# --- dealing -------------------------------------------------------------------------------------


@kernel
def deal(s: Row) -> None:
    for p in range(SEATS):
        s.score[p] = 0
        s.last_round[p] = 0
        s.left_over[p] = 0
        s.unspent[p] = 0
        s.standing[p] = 0
    for i in range(SEATS * DIGITS):
        s.seen[i] = 0
    s.last_out[0] = -1
    s.last_out[1] = -1
    # chance decides who starts the first round.
    s.starter = below(deal_key(s, START), 0, s.players)
    deal_round(s)


@kernel
def deal_round(s: Row) -> None:
    deck = whole_deck(s)
    # segments-26: cards not dealt are out of the round, or of the match; then those of the last round are dealt again.
    if s.undealt == FOR_THE_MATCH and s.deal_no > 0:
        deck = played = i64(0)
        for p in range(s.players):
            played += s.played[p]
            deck += s.played[p] + s.hands[p]
        for i in range(SEATS * DIGITS):
            s.seen[i] = max(int(s.seen[i]), held(s.hands[i // DIGITS] + played, i % DIGITS))
    order = deal_key(s, DECK)
    left = total(deck)
    for p in range(SEATS):
        s.hands[p] = 0
        s.played[p] = 0
        s.segments[p] = 0
    i = 0
    for _ in range(s.cards):
        for p in range(s.players):
            card = some(nth_value(deck, below(order, i, left - i)), 1)
            deck -= card
            s.hands[p] += card
            i += 1
    # segments-14, segments-15: segments by turn order, anew in every round. segments-24: fewer players use the first
    # rows of the table.
    for k in range(s.players):
        s.segments[(s.starter + k) % s.players] = s.purses[k]
    s.turn = s.starter
    s.owner = -1
    s.field = 0
    s.passes = 0
    s.out_first = -1


@kernel
def whole_deck(s: Row) -> int:
    deck = i64(0)
    for d in range(DIGITS):
        deck += some(d, s.copies)
    return deck


# --- legal moves ---------------------------------------------------------------------------------


@kernel
def legal(s: Row, seat: int, moves: Moves) -> int:
    hand = s.hands[seat]
    mine = at_least(hand, 1)
    n = 0
    if s.field == 0:
        # Any number of cards may lead. X-1: a leader may not pass. segments-8: a lead may use segments.
        for d in range(DIGITS):
            n = add_sets(s, moves, n, seat, hand, mine, d, 1, MOST_CARDS)
        return n
    # segments-10: the same number of cards and a higher digit (segments-9: 0 is the lowest), or one card more.
    size = size_of(s.field)
    lying = digit_of(s.field)
    for d in range(DIGITS):
        n = add_sets(s, moves, n, seat, hand, mine, d, size if d > lying else size + 1, size + 1)
    # segments-11, segments-22: a pass takes segments, as a duty or as many as one likes.
    if s.pass_segments == MUST:
        moves[n] = PASS
        return n + 1
    for taken in range(most_taken(s, seat) + 1):
        moves[n] = PASS + (i64(taken + 1) << TAKEN_AT)
        n += 1
    return n


# While sets are put together, their cost and number stand above the digit.
COST_AT, SIZE_AT = DIGIT_AT + 4, DIGIT_AT + 8


@kernel
def add_sets(s: Row, moves: Moves, n: int, seat: int, hand: int, mine: int, d: int, smallest: int, largest: int) -> int:
    """Every set of cards that show the digit d, some of them changed, that the seat can pay for.

    segments-7, segments-25: any of them may be changed, all of them too, each in the one colour it takes.
    """
    purse = i64(s.segments[seat])
    sources = SOURCES[s.glyphs, purse, d] & mine
    usable = hand & 15 * sources
    if total(usable) < smallest:
        return n
    first = n
    moves[n] = i64(d) << DIGIT_AT
    n += 1
    while sources != 0:
        source = value(sources)
        sources &= sources - 1
        card = some(source, 1) + (PRICES[s.glyphs, source, d] << COST_AT) + (i64(1) << SIZE_AT)
        begun = n
        for i in range(first, begun):
            play = moves[i]
            for _ in range(held(usable, source)):
                play += card
                if play >> SIZE_AT > largest or (play >> COST_AT) & 15 > purse:
                    break
                moves[n] = play
                n += 1
    kept = first
    for i in range(first, n):
        if moves[i] >> SIZE_AT >= smallest:
            moves[kept] = moves[i] & ((i64(1) << COST_AT) - 1)
            kept += 1
    return kept


@kernel
def most_taken(s: Row, seat: int) -> int:
    """What a pass takes at most: two, up to the limit of seven."""
    return max(0, min(int(s.grab), int(s.limit) - int(s.segments[seat])))


# --- playing -------------------------------------------------------------------------------------


@kernel
def play(s: Row, seat: int, move: int) -> None:
    s.turns += 1
    if digit_of(move) == NO_DIGIT:
        s.segments[seat] += taken_by(s, seat, move)
        s.passes += 1
    else:
        s.hands[seat] -= cards_of(move)
        s.played[seat] += cards_of(move)
        s.segments[seat] -= cost_of(s, move)
        s.field = move
        s.owner = seat
        s.passes = 0
        if s.hands[seat] == 0 and go_out(s, seat):
            return
    pass_the_turn(s, seat)


@kernel
def go_out(s: Row, seat: int) -> bool:
    """segments-19: the round ends at once when the second player is out. True if it does."""
    first = s.out_first < 0
    if first:
        s.out_first = seat
        if s.outs == 2:
            return False
    end_round(s, -1 if first else seat)
    return True


@kernel
def pass_the_turn(s: Row, seat: int) -> None:
    """segments-12: passes are soft; the trick is cleared when all others still in have passed in a row.

    X-2, segments-13: an owner who is out leaves the lead to the next holder clockwise.
    """
    others = 0
    for p in range(s.players):
        if p != s.owner and s.hands[p] != 0:
            others += 1
    after = seat
    if s.passes >= others:
        s.field = 0
        s.passes = 0
        after = s.owner
        s.owner = -1
        if s.hands[after] != 0:
            s.turn = after
            return
    for _ in range(SEATS):
        after = (after + 1) % s.players
        if s.hands[after] != 0:
            break
    s.turn = after


@kernel
def round_points(s: Row, p: int, out_second: int) -> int:
    """What the round gives a seat if it ends as it stands. segments-16 to segments-18."""
    gained = -total(s.hands[p]) - int(s.segments[p]) // 2
    if s.segments[p] == 0:
        gained += s.none_left
    if p == s.out_first:
        gained += s.first_out
    elif p == out_second:
        gained += s.second_out
    return gained


@kernel
def end_round(s: Row, out_second: int) -> None:
    for p in range(s.players):
        s.last_round[p] = round_points(s, p, out_second)
        s.left_over[p] = total(s.hands[p])
        s.unspent[p] = s.segments[p]
        s.score[p] += s.last_round[p]
        # segments-20, X-11: by the total, then by the last round.
        s.standing[p] = 4096 * int(s.score[p]) + int(s.last_round[p])
    s.last_out[0] = s.out_first
    s.last_out[1] = out_second
    s.deal_no += 1
    if s.deal_no == s.rounds:
        s.turn = -1
        return
    s.starter = next_starter(s)
    deal_round(s)


@kernel
def next_starter(s: Row) -> int:
    """segments-14: the next seat clockwise. segments-24: or the lowest total, ties by chance."""
    if s.next_start == ROTATE:
        return (s.starter + 1) % s.players
    fewest = s.score[0]
    for p in range(s.players):
        fewest = min(fewest, s.score[p])
    tied = 0
    for p in range(s.players):
        if s.score[p] == fewest:
            tied += 1
    chosen = below(deal_key(s, START), 0, tied)
    for p in range(s.players):
        if s.score[p] == fewest:
            if chosen == 0:
                return p
            chosen -= 1
    return 0


# --- results -------------------------------------------------------------------------------------


@kernel
def points(s: Row, out: Numbers) -> None:
    for p in range(s.players):
        out[p] = s.score[p] + (round_points(s, p, -1) if s.turn >= 0 else 0)


@kernel
def payoff(s: Row, out: Numbers) -> None:
    put_shares(out, s.standing, s.players)


# --- what a seat knows ---------------------------------------------------------------------------


@kernel
def redeal(s: Row, seat: int, seed: np.uint64) -> None:
    """Known are the own hand, the cards played and how many each seat holds; the rest may be anywhere, undealt too.

    segments-26: where the same cards are dealt again, those seen in earlier rounds are among them."""
    pool = whole_deck(s)
    known = i64(s.hands[seat])
    for p in range(s.players):
        known += s.played[p]
    if s.undealt == FOR_THE_MATCH:
        sure = known
        for i in range(SEATS * DIGITS):
            if i // DIGITS == seat:
                sure += some(i % DIGITS, max(0, int(s.seen[i]) - held(known, i % DIGITS)))
            else:
                s.seen[i] = 0  # what others remember is not known
        pool = sure + draw_some(key(seed, REDEAL, 1), 0, pool - sure, int(s.players) * int(s.cards) - total(sure))
    pool -= known
    order = key(seed, REDEAL, 0)
    i = 0
    for p in range(s.players):
        if p != seat:
            wanted = total(s.hands[p])
            s.hands[p] = draw_some(order, i, pool, wanted)
            pool -= s.hands[p]
            i += wanted
    s.seed = key(seed, GAMES, 0)


OBSERVATION = (
    ("hand", DIGITS),  # how many of each digit
    ("played", SEATS * DIGITS),  # by each seat, the observer first, then clockwise
    ("field_digit", DIGITS),
    ("field_size", MOST_CARDS + 1),
    ("field_owner", SEATS),
    ("turn", SEATS),
    ("passes", 1),
    ("cards_left", SEATS * (MOST_CARDS + 1)),
    ("segments", SEATS * (MOST_SEGMENTS + 1)),
    ("out_first", SEATS),
    ("turn_order", SEATS),  # the place of the observer
    ("score", SEATS),
    ("last_round", SEATS),
    ("rounds_left", 1),
    ("players", SEATS + 1),
    ("house_rules", 6),
    ("numbers", 13),
)


@kernel
def observe(s: Row, seat: int, out: Numbers) -> int:
    i = put_counts(out, 0, s.hands[seat], DIGITS)
    for k in range(SEATS):
        i = put_counts(out, i, s.played[(seat + k) % s.players] if k < s.players else 0, DIGITS)
    i = put_one_of(out, i, digit_of(s.field) if s.field != 0 else -1, DIGITS)
    i = put_one_of(out, i, size_of(s.field), MOST_CARDS + 1)
    i = put_one_of(out, i, (s.owner - seat) % s.players if s.owner >= 0 else -1, SEATS)
    i = put_one_of(out, i, (s.turn - seat) % s.players if s.turn >= 0 else -1, SEATS)
    i = put(out, i, s.passes)
    for k in range(SEATS):
        i = put_one_of(out, i, total(s.hands[(seat + k) % s.players]) if k < s.players else -1, MOST_CARDS + 1)
    for k in range(SEATS):
        i = put_one_of(out, i, s.segments[(seat + k) % s.players] if k < s.players else -1, MOST_SEGMENTS + 1)
    i = put_one_of(out, i, (s.out_first - seat) % s.players if s.out_first >= 0 else -1, SEATS)
    i = put_one_of(out, i, (seat - s.starter) % s.players, SEATS)
    for k in range(SEATS):
        i = put(out, i, s.score[(seat + k) % s.players] if k < s.players else 0)
    for k in range(SEATS):
        i = put(out, i, s.last_round[(seat + k) % s.players] if k < s.players else 0)
    i = put(out, i, s.rounds - s.deal_no)
    i = put_one_of(out, i, s.players, SEATS + 1)
    i = put_one_of(out, i, s.glyphs, 2)
    i = put_one_of(out, i, s.pass_segments, 2)
    i = put_one_of(out, i, s.next_start, 2)
    i = put(out, i, s.cards)
    i = put(out, i, s.copies)
    i = put(out, i, s.limit)
    i = put(out, i, s.grab)
    for k in range(SEATS):
        i = put(out, i, s.purses[k])
    i = put(out, i, s.first_out)
    i = put(out, i, s.second_out)
    i = put(out, i, s.none_left)
    return put(out, i, s.outs)


# --- what a move is ------------------------------------------------------------------------------

ENCODING = (("cards", DIGITS), ("left_in_hand", DIGITS), ("digit", DIGITS), ("cost", 1), ("size", 1), ("taken", 1))


@kernel
def encode(s: Row, seat: int, move: int, out: Numbers) -> int:
    passing = digit_of(move) == NO_DIGIT
    i = put_counts(out, 0, cards_of(move), DIGITS)
    i = put_counts(out, i, s.hands[seat] - cards_of(move), DIGITS)
    i = put_one_of(out, i, digit_of(move), DIGITS)
    i = put(out, i, 0 if passing else cost_of(s, move))
    i = put(out, i, size_of(move))
    return put(out, i, taken_by(s, seat, move) if passing else 0)


@kernel
def parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    if digit_of(move) == NO_DIGIT:
        return put(out, 0, PART_PASS + (move >> TAKEN_AT))
    n = 0
    for d in range(DIGITS):
        for _ in range(held(cards_of(move), d)):
            n = put(out, n, DIGITS * d + digit_of(move))
    return n


LOW_DIGITS, EIGHT_AND_NINE = 0xFFF, 0x1100000000  # counts of 0 to 2, marks of 8 and 9


@kernel
def judge(s: Row, seat: int, move: int) -> int:
    """Shed many cards cheaply, low digits first; keep pairs, triples, an 8 and a 9, and segments until they help to go
    out. Pass only for want of a play, and then take all one may."""
    if digit_of(move) == NO_DIGIT:
        return taken_by(s, seat, move) - 10_000
    left = s.hands[seat] - cards_of(move)
    segments = int(s.segments[seat]) - cost_of(s, move)
    if left == 0:
        return 10_000 - segments // 2 + (int(s.none_left) if segments == 0 else 0)
    groups = 30 * count(at_least(left, 2)) + 44 * count(at_least(left, 3))
    high = count(at_least(left, 1) & EIGHT_AND_NINE)
    return 40 * size_of(move) + 18 * segments + groups + 40 * high - 15 * total(left & LOW_DIGITS)
