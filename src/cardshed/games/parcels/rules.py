"""Parcels: play all cards of your hand; what lies in storage says which shapes may be played.

The rulebook leaves gaps; each is closed by a numbered ruling, quoted where it acts (RULES.md has the list).

Hands, storage, deck, discards and score piles are packed counts of the values 1 to 8. A move is a set (value, size), a
run (lowest value, length) or a pass (number taken, number given or 0).
"""

from __future__ import annotations

import numpy as np

from cardshed.engine.cards import at_least, count, held, highest, nth_value, runs, some, total, value
from cardshed.engine.chance import DECK, GAMES, REDEAL, START, below, deal_key, draw_some, key, reshuffle_key
from cardshed.engine.kernel import Moves, Numbers, Row, i64, kernel
from cardshed.engine.numbers import put, put_counts, put_one_of, put_seats, put_shares
from cardshed.engine.options import Choice, Number, Option, numbers
from cardshed.engine.row import row_type

VERSION = 1
FEWEST = 3  # players
REGISTERS = 80  # of a GPU: what the search for moves holds fits in them
SEATS = 5
VALUES = 8
MOST_COPIES = 15

# --- house rules ---------------------------------------------------------------------------------

YES, NO = 0, 1
SOFT, HARD = 0, 1
RESHUFFLE, STOP = 0, 1
HIGHER_BETTER, HIGHER_WORSE = 0, 1
LOWEST, NEXT_LOWER = 0, 1
STAY_OUT, RETURN = 0, 1

COPIES = {f"copies_{v}": n for v, n in enumerate((13, 12, 11, 10, 10, 9, 8, 7), start=1)}

OPTIONS: tuple[Option, ...] = (
    Choice("multi_beats_single", ("yes", "no"), "parcels-3"),
    Choice("pass", ("soft", "hard"), "parcels-9", field="passing"),
    Choice("deck_empty", ("reshuffle", "stop"), "parcels-13"),
    Choice("tie_order", ("higher_better", "higher_worse"), "parcels-17"),
    Choice("second_takes", ("lowest", "next_lower"), "parcels-20"),
    Choice("score_cards_return", ("no", "yes"), "parcels-22"),
    Number("rounds", 3, 1, 9, "parcels-16"),
    *numbers("copies", COPIES, 0, MOST_COPIES, "parcels-1"),
    *numbers("dealt", {"cards_3": 9, "cards_4": 9, "cards_5": 8}, 1, 20, "parcels-1"),
    *numbers("stored", {"storage_3": 3, "storage_4": 4, "storage_5": 4}, 0, 12, "parcels-1"),
    Number("turn_limit", 500, 1, 500, "X-10"),
)

ROW = row_type(
    __file__,
    OPTIONS,
    ("hands", np.int64, SEATS),
    ("known", np.int64, SEATS),  # cards everybody knows a seat holds: taken openly and not certainly gone since
    ("piles", np.int64, SEATS),  # score piles: the cards taken in all rounds
    ("storage", np.int64),
    ("deck", np.int64),  # what is left of it
    ("discards", np.int64),  # without the meld on the table
    ("meld", np.int64),  # the meld to beat, as a move; 0 when the seat to move leads
    ("standing", np.int32, SEATS),  # the final order: more is better (parcels-23)
    ("drawn", np.int16),  # cards drawn since the deck was last shuffled
    ("shuffles", np.int16),  # how often the discards became the deck in this round
    ("round_turns", np.int16),
    ("turn", np.int8),  # the seat to move; -1 when the match is over
    ("owner", np.int8),  # who played the meld to beat
    ("passes", np.int8),  # passes in a row since then
    ("locked", np.int8),  # seats locked out of this trick, as bits (parcels-29)
    ("starter", np.int8),  # who started this round
    ("place", np.int8, SEATS),  # in the last finished round, from 1; 0 before
    ("taken", np.int8, SEATS),  # the value each seat took after it; 0 for none
    ("won", np.int8, SEATS),  # rounds won
    ("stopped", np.int8),  # 1 if the last finished round was stopped by the limit
)

# --- moves ---------------------------------------------------------------------------------------

NOTHING, SET, RUN, PASS = 0, 1, 2, 3

# At most 15 sets of each value, 28 runs, and 8 numbers to take with 7 others, or none, to give.
MOVES = VALUES * MOST_COPIES + 28 + VALUES * VALUES

# A move's parts: the cards played, the number taken and the number given, or the plain pass.
PART_TAKE, PART_GIVE, PART_PASS = VALUES, 2 * VALUES, 3 * VALUES
PARTS = PART_PASS + 1
LONGEST = MOST_COPIES


@kernel
def move_of(kind: int, a: int, b: int) -> int:
    return kind | a << 2 | b << 6


@kernel
def kind_of(move: int) -> int:
    return move & 3


@kernel
def first_of(move: int) -> int:
    """The value of a set, the lowest of a run, the number taken."""
    return (move >> 2) & 15


@kernel
def second_of(move: int) -> int:
    """The size of a set, the length of a run, the number given."""
    return move >> 6


@kernel
def cards_of(move: int) -> int:
    """The cards of a meld."""
    if kind_of(move) == SET:
        return some(first_of(move) - 1, second_of(move))
    cards = i64(0)
    if kind_of(move) == RUN:
        for v in range(first_of(move), first_of(move) + second_of(move)):
            cards += some(v - 1, 1)
    return cards


@kernel
def sum_of(move: int) -> int:
    """The total value of a meld."""
    a, n = first_of(move), second_of(move)
    return a * n if kind_of(move) == SET else a * n + n * (n - 1) // 2


@kernel
def worth(cards: int) -> int:
    """The values of some cards, added up."""
    points = 0
    for v in range(VALUES):
        points += (v + 1) * held(cards, v)
    return points


# --- dealing -------------------------------------------------------------------------------------

SHUFFLED = 16  # the purpose of chance for a deck made of discards


@kernel
def deal(s: Row) -> None:
    for p in range(SEATS):
        s.piles[p] = 0
        s.standing[p] = 0
        s.place[p] = 0
        s.taken[p] = 0
        s.won[p] = 0
    s.stopped = 0
    # parcels-2: chance decides who starts the first round.
    s.starter = below(deal_key(s, START), 0, s.players)
    deal_round(s)


@kernel
def deal_round(s: Row) -> None:
    s.deck = round_deck(s)
    s.drawn = 0
    s.shuffles = 0
    s.discards = 0
    s.storage = 0
    for p in range(SEATS):
        s.hands[p] = 0
        s.known[p] = 0
    for _ in range(cards_each(s)):
        for p in range(s.players):
            s.hands[p] += draw(s)
    for _ in range(storage_at_start(s)):
        s.storage += draw(s)
    s.turn = s.starter
    s.round_turns = 0
    clear_table(s)


@kernel
def clear_table(s: Row) -> None:
    s.meld = 0
    s.owner = -1
    s.passes = 0
    s.locked = 0


@kernel
def round_deck(s: Row) -> int:
    """All cards of the round. parcels-22: those in score piles stay there, or come back."""
    deck = i64(0)
    for v in range(VALUES):
        deck += some(v, s.copies[v])
    if s.score_cards_return == STAY_OUT:
        for p in range(s.players):
            deck -= s.piles[p]
    return deck


@kernel
def cards_each(s: Row) -> int:
    return int(s.dealt[int(s.players) - FEWEST])


@kernel
def storage_at_start(s: Row) -> int:
    return int(s.stored[int(s.players) - FEWEST])


@kernel
def draw(s: Row) -> int:
    """The next card of the deck, or none. parcels-13, parcels-27: an empty deck is made of the discards first."""
    if s.deck == 0 and s.deck_empty == RESHUFFLE and s.discards != 0:
        s.deck = s.discards
        s.discards = 0
        s.drawn = 0
        s.shuffles += 1
    if s.deck == 0:
        return i64(0)
    order = deal_key(s, DECK) if s.shuffles == 0 else reshuffle_key(s, SHUFFLED, s.shuffles)
    card = some(nth_value(s.deck, below(order, s.drawn, total(s.deck))), 1)
    s.deck -= card
    s.drawn += 1
    return card


# --- legal moves ---------------------------------------------------------------------------------


@kernel
def legal(s: Row, seat: int, moves: Moves) -> int:
    n = legal_melds(s, s.hands[seat], moves)
    # a leader may not pass.
    return n if s.meld == 0 else legal_passes(s, s.hands[seat], moves, n)


@kernel
def largest_set(s: Row) -> int:
    """parcels-5, parcels-6, parcels-8: the largest stack in storage now; a single is always allowed."""
    size = 1
    while size < MOST_COPIES and at_least(s.storage, size + 1) != 0:
        size += 1
    return size


@kernel
def longest_run(s: Row) -> int:
    """parcels-5: the longest row of values in storage now."""
    there = at_least(s.storage, 1)
    length = 1
    while runs(there, length + 1) != 0:
        length += 1
    return length


@kernel
def legal_melds(s: Row, hand: int, moves: Moves) -> int:
    n = 0
    values = at_least(hand, 1)
    most = largest_set(s)
    left = values
    while left != 0:
        v = value(left)
        left &= left - 1
        for size in range(1, min(most, held(hand, v)) + 1):
            n = add_if_beats(s, moves, n, move_of(SET, v + 1, size))
    for length in range(2, longest_run(s) + 1):
        starts = runs(values, length)
        while starts != 0:
            n = add_if_beats(s, moves, n, move_of(RUN, value(starts) + 1, length))
            starts &= starts - 1
    return n


@kernel
def add_if_beats(s: Row, moves: Moves, n: int, meld: int) -> int:
    if s.meld == 0 or beats(s, meld, s.meld):
        moves[n] = meld
        n += 1
    return n


@kernel
def beats(s: Row, new: int, old: int) -> bool:
    """More cards beat fewer, then the higher total; parcels-4: an equal one does not. parcels-7: shapes may change."""
    if second_of(new) != second_of(old):
        # parcels-3, parcels-28: more cards beat a single too, or not.
        return second_of(new) > second_of(old) and (second_of(old) > 1 or s.multi_beats_single == YES)
    return sum_of(new) > sum_of(old)


@kernel
def legal_passes(s: Row, hand: int, moves: Moves, n: int) -> int:
    """parcels-10: take all cards of a number. parcels-11: then a card of another number may be given."""
    if s.storage == 0:
        # parcels-14: nothing to take, and no card may be given.
        moves[n] = move_of(PASS, 0, 0)
        return n + 1
    takes = at_least(s.storage, 1)
    while takes != 0:
        take = takes & -takes
        takes ^= take
        moves[n] = move_of(PASS, value(take) + 1, 0)
        n += 1
        gives = at_least(hand, 1) & ~take
        while gives != 0:
            moves[n] = move_of(PASS, value(take) + 1, value(gives) + 1)
            n += 1
            gives &= gives - 1
    return n


# --- playing -------------------------------------------------------------------------------------


@kernel
def play(s: Row, seat: int, move: int) -> None:
    s.turns += 1
    s.round_turns += 1
    if kind_of(move) == PASS:
        play_pass(s, seat, first_of(move), second_of(move))
    else:
        play_meld(s, seat, move)
    # parcels-24: the round ends at once when a hand is empty. X-10, parcels-31: or when it has gone on for too long.
    if s.hands[seat] == 0 or s.round_turns >= s.turn_limit:
        end_round(s, seat)


@kernel
def play_meld(s: Row, seat: int, move: int) -> None:
    leave_hand(s, seat, cards_of(move))
    s.discards += cards_of(s.meld)
    s.meld = move
    s.owner = seat
    s.passes = 0
    s.turn = next_seat(s, seat)


@kernel
def leave_hand(s: Row, seat: int, cards: int) -> None:
    """Cards leave a hand openly; for all that anyone knows they are those that were known."""
    s.hands[seat] -= cards
    for v in range(VALUES):
        s.known[seat] -= some(v, min(held(cards, v), held(s.known[seat], v)))


@kernel
def play_pass(s: Row, seat: int, take: int, give: int) -> None:
    noted = total(s.storage)
    if take > 0:
        cards = some(take - 1, held(s.storage, take - 1))
        s.storage -= cards
        s.hands[seat] += cards
        s.known[seat] += cards
    if give > 0:
        leave_hand(s, seat, some(give - 1, 1))
        s.storage += some(give - 1, 1)
    # parcels-12: storage is refilled to the number noted. parcels-27: what the deck lacks is not made up later.
    for _ in range(noted - total(s.storage)):
        s.storage += draw(s)
    s.passes += 1
    if s.passing == HARD:
        s.locked |= 1 << seat
    # parcels-9: soft passes; the trick is over when all others have passed in a row.
    if s.passes >= s.players - 1 if s.passing == SOFT else all_others_locked(s):
        end_trick(s)
    else:
        s.turn = next_seat(s, seat)


@kernel
def all_others_locked(s: Row) -> bool:
    return (int(s.locked) | 1 << int(s.owner)) == (1 << int(s.players)) - 1


@kernel
def next_seat(s: Row, seat: int) -> int:
    """Clockwise, past those who are locked out."""
    for _ in range(SEATS):
        seat = (seat + 1) % s.players
        if (s.locked >> seat) & 1 == 0:
            break
    return seat


@kernel
def end_trick(s: Row) -> None:
    """parcels-33: after the pass as any, the meld is discarded; parcels-15, parcels-27: then storage gains a card. Its
    owner leads."""
    s.discards += cards_of(s.meld)
    s.turn = s.owner
    clear_table(s)
    s.storage += draw(s)


# --- the end of a round --------------------------------------------------------------------------


@kernel
def end_round(s: Row, last: int) -> None:
    for p in range(s.players):
        s.place[p] = place_of(s, p, last)
        s.taken[p] = 0
        if s.place[p] == 1:
            s.won[p] += 1
    # only who acted last can have an empty hand; if nobody has, the round was stopped.
    s.stopped = 0 if s.hands[last] == 0 else 1
    s.deal_no += 1
    # parcels-30: in a match of one round nobody takes cards.
    if s.rounds > 1:
        take_cards(s)
    # parcels-23: fewest points, then more rounds won, then the better place in the last round.
    for p in range(s.players):
        s.standing[p] = -1000 * worth(s.piles[p]) + 10 * s.won[p] - s.place[p]
    if s.deal_no == s.rounds:
        s.turn = -1
        return
    # parcels-2, parcels-30: the next seat clockwise starts the next round.
    s.starter = (s.starter + 1) % s.players
    deal_round(s)


@kernel
def place_of(s: Row, p: int, last: int) -> int:
    """1 for the winner: fewest cards; parcels-17: then the total; parcels-18, parcels-31, parcels-32: then who is
    next, so that places are told apart."""
    place = 1
    for q in range(s.players):
        if q != p and comes_before(s, q, p, last):
            place += 1
    return place


@kernel
def comes_before(s: Row, q: int, p: int, last: int) -> bool:
    if total(s.hands[q]) != total(s.hands[p]):
        return total(s.hands[q]) < total(s.hands[p])
    if worth(s.hands[q]) != worth(s.hands[p]):
        return (worth(s.hands[q]) > worth(s.hands[p])) == (s.tie_order == HIGHER_BETTER)
    return (q - last - 1) % s.players < (p - last - 1) % s.players


@kernel
def take_cards(s: Row) -> None:
    """From the last place to the second: the highest value, then the next lower one; the second takes the lowest.

    parcels-19 to parcels-21, parcels-26: where no lower value is left, another card of the value before, or nothing.
    """
    before = VALUES + 1
    for place in range(s.players, 1, -1):
        for p in range(s.players):
            if s.place[p] == place:
                v = value_to_take(s, before, place == 2 and s.second_takes == LOWEST)
                if v > 0:
                    s.storage -= some(v - 1, 1)
                    s.piles[p] += some(v - 1, 1)
                    s.taken[p] = v
                    before = v


@kernel
def value_to_take(s: Row, before: int, take_lowest: bool) -> int:
    there = at_least(s.storage, 1)
    lower = there & ((i64(1) << i64(4 * (before - 1))) - 1)
    if lower != 0:
        return (value(lower) if take_lowest else highest(lower) >> 2) + 1
    return before if before <= VALUES and held(s.storage, before - 1) > 0 else 0


# --- results -------------------------------------------------------------------------------------


@kernel
def points(s: Row, out: Numbers) -> None:
    """Fewest win, so they are told as negative numbers."""
    for p in range(s.players):
        out[p] = -worth(s.piles[p])


@kernel
def payoff(s: Row, out: Numbers) -> None:
    put_shares(out, s.standing, s.players)


# --- what a seat knows ---------------------------------------------------------------------------


@kernel
def redeal(s: Row, seat: int, seed: np.uint64) -> None:
    """Known are the own hand, all open cards, those taken openly, and how many each seat holds. After the discards
    became the deck its cards are known too, only not their order."""
    pool = i64(0) if s.shuffles > 0 else i64(s.deck)
    for p in range(s.players):
        if p != seat:
            pool += s.hands[p] - s.known[p]
    order = key(seed, REDEAL, 0)
    i = 0
    for p in range(s.players):
        if p != seat:
            wanted = total(s.hands[p]) - total(s.known[p])
            drawn = draw_some(order, i, pool, wanted)
            pool -= drawn
            s.hands[p] = s.known[p] + drawn
            i += wanted
    if s.shuffles == 0:
        s.deck = pool
    s.seed = key(seed, GAMES, 0)


OBSERVATION = (
    ("hand", VALUES),  # how many of each value
    ("storage", VALUES),
    ("discards", VALUES),
    ("known", SEATS * VALUES),  # of each seat, the observer first, then clockwise
    ("piles", SEATS * VALUES),
    ("cards_left", SEATS),
    ("deck_left", 1),
    ("deck_if_known", VALUES),
    ("meld_kind", 3),
    ("meld_first", VALUES + 1),
    ("meld_size", MOST_COPIES + 1),
    ("turn", SEATS),  # whose it is, the observer first; all zeros when the match is over
    ("owner", SEATS),
    ("passes", 1),
    ("round_turns", 1),
    ("locked", SEATS),
    ("points", SEATS),
    ("won", SEATS),
    ("rounds_left", 1),
    ("players", SEATS + 1),
    ("house_rules", 12),
    ("numbers", 3 + VALUES),  # cards in each hand, in storage, the limit of turns, copies of each value
)


@kernel
def observe(s: Row, seat: int, out: Numbers) -> int:
    i = put_counts(out, 0, s.hands[seat], VALUES)
    i = put_counts(out, i, s.storage, VALUES)
    i = put_counts(out, i, s.discards, VALUES)
    for k in range(SEATS):
        i = put_counts(out, i, s.known[(seat + k) % s.players] if k < s.players else 0, VALUES)
    for k in range(SEATS):
        i = put_counts(out, i, s.piles[(seat + k) % s.players] if k < s.players else 0, VALUES)
    for k in range(SEATS):
        i = put(out, i, total(s.hands[(seat + k) % s.players]) if k < s.players else 0)
    i = put(out, i, total(s.deck))
    i = put_counts(out, i, s.deck if s.shuffles > 0 else 0, VALUES)
    i = put_one_of(out, i, kind_of(s.meld), 3)
    i = put_one_of(out, i, first_of(s.meld), VALUES + 1)
    i = put_one_of(out, i, second_of(s.meld), MOST_COPIES + 1)
    i = put_one_of(out, i, (s.turn - seat) % s.players if s.turn >= 0 else -1, SEATS)
    i = put_one_of(out, i, (s.owner - seat) % s.players if s.owner >= 0 else -1, SEATS)
    i = put(out, i, s.passes)
    i = put(out, i, s.round_turns)
    i = put_seats(out, i, s.locked, seat, s.players, SEATS)
    for k in range(SEATS):
        i = put(out, i, worth(s.piles[(seat + k) % s.players]) if k < s.players else 0)
    for k in range(SEATS):
        i = put(out, i, s.won[(seat + k) % s.players] if k < s.players else 0)
    i = put(out, i, s.rounds - s.deal_no)
    i = put_one_of(out, i, s.players, SEATS + 1)
    i = put_one_of(out, i, s.multi_beats_single, 2)
    i = put_one_of(out, i, s.passing, 2)
    i = put_one_of(out, i, s.deck_empty, 2)
    i = put_one_of(out, i, s.tie_order, 2)
    i = put_one_of(out, i, s.second_takes, 2)
    i = put_one_of(out, i, s.score_cards_return, 2)
    i = put(out, i, cards_each(s))
    i = put(out, i, storage_at_start(s))
    i = put(out, i, s.turn_limit)
    return put_counts(out, i, round_deck(s), VALUES)


# --- what a move is ------------------------------------------------------------------------------

ENCODING = (("kind", 4), ("cards", VALUES), ("left_in_hand", VALUES), ("take", VALUES + 1), ("give", VALUES + 1))


@kernel
def encode(s: Row, seat: int, move: int, out: Numbers) -> int:
    passing = kind_of(move) == PASS
    i = put_one_of(out, 0, kind_of(move), 4)
    i = put_counts(out, i, cards_of(move), VALUES)
    i = put_counts(out, i, s.hands[seat] - cards_of(move), VALUES)
    i = put_one_of(out, i, first_of(move) if passing else -1, VALUES + 1)
    return put_one_of(out, i, second_of(move) if passing else -1, VALUES + 1)


@kernel
def parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    a, b = first_of(move), second_of(move)
    n = 0
    if kind_of(move) == PASS:
        if a == 0:
            return put(out, 0, PART_PASS)
        n = put(out, n, PART_TAKE + a - 1)
        return put(out, n, PART_GIVE + b - 1) if b > 0 else n
    for k in range(b):
        n = put(out, n, a - 1 if kind_of(move) == SET else a - 1 + k)
    return n


@kernel
def judge(s: Row, seat: int, move: int) -> int:
    """Shed many cards, low ones first, and keep what goes together; pass where that leaves a better hand."""
    hand = s.hands[seat]
    a, b = first_of(move), second_of(move)
    if kind_of(move) != PASS:
        hand -= cards_of(move)
        return 58 * b - 4 * sum_of(move) + shape(hand) if hand != 0 else 10_000
    opinion = 10
    if a > 0:
        n = held(s.storage, a - 1)
        hand += some(a - 1, n)
        opinion -= n * (46 - 4 * a)
    if b > 0:
        hand -= some(b - 1, 1)
        opinion += 46 - 4 * b
    return opinion + shape(hand)


@kernel
def shape(hand: int) -> int:
    """How well cards go together: in triples, beside each other, in few values."""
    values = at_least(hand, 1)
    return 40 * count(at_least(hand, 3)) + 12 * count(values & values >> 4) - 10 * count(values)
