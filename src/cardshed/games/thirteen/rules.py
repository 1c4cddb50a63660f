"""Thirteen (Tien Len): be the first to shed your cards.

The rulebook leaves gaps; each is closed by a numbered ruling, quoted where it acts (RULES.md has the list).
Two presets, book and southern; every difference between them is a house rule of its own but for the longer pair
bombs, the shorter dragon and any six pairs, which come with `rules: southern` alone (thirteen-25).

A card is 4 * rank + suit: ranks 3 to 2 are 0 to 12, suits ♠ ♣ ♦ ♥ are 0 to 3, so a higher number is a higher card.
A move is the set of its cards; the empty set is a pass.
"""

from __future__ import annotations

import numpy as np

from cardshed.engine.cards import (
    EACH,
    at_least,
    bit,
    count,
    first_n,
    from_value,
    has,
    highest,
    lowest,
    nth,
    of_rank,
    per_rank,
    ranks,
    runs,
    value,
)
from cardshed.engine.chance import DECK, GAMES, REDEAL, below, deal_key, key
from cardshed.engine.kernel import Moves, Numbers, Row, i64, kernel
from cardshed.engine.numbers import put, put_bits, put_one_of, put_seats
from cardshed.engine.options import Choice, Number
from cardshed.engine.row import row_type

VERSION = 1  # raised only when the same seed and moves give another game
SEATS = 4

CARDS = 52
RANKS = 13
TWO = 12  # the highest rank
TWOS = 15 << 4 * TWO
MARK_OF_TWO = 1 << 4 * TWO
OF_EACH_RANK = EACH & ((1 << CARDS) - 1)  # the ♠ of every rank
BLACK, RED = 3 * OF_EACH_RANK, 12 * OF_EACH_RANK  # ♠♣ and ♦♥
MOST_DEALT = 17
PASS = 0

# --- house rules: the values as the row holds them ----------------------------------------------

BOOK, SOUTHERN = 0, 1
TOP, NEVER = 0, 1
PLAIN, BEAT_TWOS, BEAT_ALL = 0, 1, 2
ALL_SAME, ANY, EACH_PAIR = 0, 1, 2
RANK, TOP_SUIT = 0, 1
FREE, REQUIRED = 0, 1
NO, YES = 0, 1
FIRST_OUT, ALL_PLACES = 0, 1
ON, OFF = 0, 1

SOUTHERN_PRESET = {
    "twos_in_runs": "never",
    "bombs": "beat_twos",
    "bomb_colour": "any",
    "run_ties": "top_suit",
    "first_play_3s": "required",
    "finish": "all_places",
}

OPTIONS = (
    Choice("rules", ("book", "southern"), "thirteen-25", presets={"southern": SOUTHERN_PRESET}),
    Choice("twos_in_runs", ("top", "never"), "thirteen-2"),
    Choice("bombs", ("plain", "beat_twos", "beat_all"), "thirteen-3"),
    Choice("bomb_colour", ("all_same", "any", "each_pair"), "thirteen-4"),
    Choice("run_ties", ("rank", "top_suit"), "thirteen-9"),
    Choice("first_play_3s", ("free", "required"), "thirteen-10"),
    Choice("three_player_deal", ("13", "17"), "thirteen-12"),
    Choice("must_play", ("no", "yes"), "thirteen-13"),
    Choice("finish", ("first_out", "all_places"), "thirteen-15"),
    Choice("instant_wins", ("on", "off"), "thirteen-17"),
    Number("match", 1, 1, 100, "thirteen-16"),
    Number("cards", 13, 1, MOST_DEALT, "thirteen-12"),
    Number("ranks", RANKS, 3, RANKS, "thirteen-12"),
    Number("suits", 4, 1, 4, "thirteen-12"),
)

ROW = row_type(
    __file__,
    OPTIONS,
    ("hands", np.int64, SEATS),  # the cards each seat holds
    ("played", np.int64, SEATS),  # the cards each seat has played in this deal
    ("trick", np.int64),  # the combination to beat; empty when the seat to move leads
    ("shown", np.int64),  # the hand that won the deal before this one at once
    ("score", np.int16, SEATS),  # of deals finished and of who is out (thirteen-27); the match by it, ties half
    ("turn", np.int8),  # the seat to move; -1 when the match is over
    ("owner", np.int8),  # who played the combination to beat
    ("locked", np.int8),  # seats locked out of this trick, as bits (thirteen-14)
    ("start_card", np.int8),  # the card whose holder started; -1 where none decided
    ("first_out", np.int8),  # who was first out in this deal; -1 while nobody is
    ("last_winner", np.int8),  # who won the deal before this one; -1 in the first
    ("last_how", np.int8),  # how: OUT or the pattern of an instant win
)

# --- combinations --------------------------------------------------------------------------------

# Sets are numbered by their cards.
NOTHING, SINGLE, PAIR, TRIPLE, FOUR, RUN, PAIRS = 0, 1, 2, 3, 4, 5, 6
KINDS = 7


def _choices(sizes: tuple[int, ...], of: tuple[int, ...] = tuple(range(1, 16))) -> np.ndarray:
    """For each set of suits held, the sets of suits of such sizes in it: four bits each, in one number."""
    table = np.zeros(16, np.int64)
    for suits in range(16):
        fitting = [sub for sub in of if sub & suits == sub and sub.bit_count() in sizes]
        table[suits] = sum(sub << 4 * i for i, sub in enumerate(fitting))
    return table


ONE_OF = _choices((1,))
TWO_OF = _choices((2,))
THREE_OF = _choices((3,))
FOUR_OF = _choices((4,))
SETS_OF = _choices((2, 3, 4))
COLOUR_PAIRS_OF = _choices((2,), of=(3, 12))

# The longest list: a lead from 17 cards, southern. tests/games/thirteen/test_moves.py goes through all hands.
MOVES = 2_793

# A move's parts are its cards, low to high, or the pass.
PART_PASS = CARDS
PARTS = CARDS + 1
LONGEST = 16


@kernel
def kind_of(cards: int) -> int:
    """The kind of a combination that was legal to play."""
    different = count(ranks(cards))
    if different <= 1:
        return count(cards)
    return RUN if different == count(cards) else PAIRS


@kernel
def in_sequence(s: Row, marks: int) -> int:
    """The ranks that may stand in a run. thirteen-2, thirteen-7: a 2 stands at its top, or never."""
    return marks & ~MARK_OF_TWO if s.twos_in_runs == NEVER else marks


# --- dealing -------------------------------------------------------------------------------------

OUT, SIX_PAIRS, DRAGON, THREE_TRIPLES, FOUR_TWOS = 0, 1, 2, 3, 4

# thirteen-20, thirteen-29: of two instant wins the rarer pattern counts; rarest first.
RARITY = np.array(
    [[SIX_PAIRS, DRAGON, THREE_TRIPLES, FOUR_TWOS], [THREE_TRIPLES, DRAGON, FOUR_TWOS, SIX_PAIRS]], np.int64
)


@kernel
def deal(s: Row) -> None:
    for p in range(SEATS):
        s.score[p] = 0
    s.last_winner = -1
    s.last_how = OUT
    s.shown = 0
    deal_until_play(s)


@kernel
def deal_until_play(s: Row) -> None:
    """Deal, and deal again while a hand wins at once, until somebody has to move or the match is over."""
    while s.deal_no < s.match:
        deal_cards(s)
        if s.instant_wins == OFF or not instant_win(s):
            return
    s.turn = -1


@kernel
def deal_cards(s: Row) -> None:
    for p in range(SEATS):
        s.hands[p] = 0
        s.played[p] = 0
    deck = whole_deck(s)
    left = count(deck)
    order = deal_key(s, DECK)
    i = 0
    for _ in range(cards_each(s)):
        for p in range(s.players):
            c = nth(deck, below(order, i, left - i))
            deck &= ~bit(c)
            s.hands[p] |= bit(c)
            i += 1
    s.trick = 0
    s.owner = -1
    s.locked = 0
    s.first_out = -1
    if s.deal_no == 0:
        # The 3♠ starts the first deal. thirteen-11: if it was not dealt, the lowest card that was.
        s.start_card = lowest(whole_deck(s) & ~deck)
        for p in range(s.players):
            if has(s.hands[p], s.start_card):
                s.turn = p
    else:
        # thirteen-16: the winner of the deal before starts.
        s.start_card = -1
        s.turn = s.last_winner


@kernel
def whole_deck(s: Row) -> int:
    """52 cards, or the highest ranks and first suits of them."""
    return OF_EACH_RANK * first_n(s.suits) & ~first_n(4 * (RANKS - s.ranks))


@kernel
def cards_each(s: Row) -> int:
    """thirteen-12, thirteen-28: 13 each; three players may deal out 17 each."""
    return MOST_DEALT if s.players == 3 and s.three_player_deal == 1 else int(s.cards)


@kernel
def instant_win(s: Row) -> bool:
    """thirteen-17: a dealt hand with a winning pattern is shown and wins before play. True if that happened."""
    for rarity in range(4):
        how = RARITY[s.rules, rarity]
        for i in range(s.players):
            p = (s.turn + i) % s.players  # thirteen-20: with equal patterns the one to start, then clockwise
            if wins_at_once(s, s.hands[p], how):
                s.shown = s.hands[p]
                s.played[p] = s.hands[p]
                s.hands[p] = 0
                # thirteen-30: as much as going out.
                s.score[p] += 1 if s.finish == FIRST_OUT else s.players - 1
                end_deal(s, p, how)
                return True
    return False


@kernel
def wins_at_once(s: Row, hand: int, how: int) -> bool:
    counts = per_rank(hand)
    if how == FOUR_TWOS:
        return of_rank(hand, TWO) == 15
    # thirteen-18: a card of every rank; southern: of every rank from 3 to A.
    if how == DRAGON:
        if s.rules == SOUTHERN:
            return count(ranks(hand) & ~MARK_OF_TWO) == RANKS - 1
        return count(ranks(hand)) == RANKS
    # thirteen-19: in a row; southern: any six pairs, four of a kind being two.
    if how == SIX_PAIRS:
        if s.rules == SOUTHERN:
            return count(at_least(counts, 2)) + count(at_least(counts, 4)) >= 6
        return runs(in_sequence(s, at_least(counts, 2)), 6) != 0
    return runs(in_sequence(s, at_least(counts, 3)), 3) != 0


@kernel
def end_deal(s: Row, winner: int, how: int) -> None:
    s.last_winner = winner
    s.last_how = how
    s.deal_no += 1


# --- legal moves ---------------------------------------------------------------------------------


@kernel
def legal(s: Row, seat: int, moves: Moves) -> int:
    if s.trick == 0:
        return legal_lead(s, s.hands[seat], moves)
    return legal_answer(s, s.hands[seat], moves)


@kernel
def legal_lead(s: Row, hand: int, moves: Moves) -> int:
    """Any combination. X-1: a leader may not pass."""
    n = add_singles(moves, 0, hand)
    n = add_sets(moves, n, hand, at_least(per_rank(hand), 2), SETS_OF)
    marks = in_sequence(s, ranks(hand))
    length = 3
    starts = runs(marks, length)
    while starts != 0:
        n = add_sequences(moves, n, hand, starts, length, ONE_OF)
        starts &= marks >> i64(4 * length)  # those that go on for one rank more
        length += 1
    # thirteen-21: a bomb may lead.
    n = add_pair_bombs(s, moves, n, hand, 3)
    # thirteen-10, thirteen-23: the first play of the match may have to hold the card that starts it.
    if s.first_play_3s == REQUIRED and s.start_card >= 0 and has(hand, s.start_card):
        n = keep_holding(moves, n, bit(s.start_card))
    return n


@kernel
def legal_answer(s: Row, hand: int, moves: Moves) -> int:
    """A higher combination of the same kind and number of cards, a bomb where those beat it, or a pass."""
    kind = kind_of(s.trick)
    top = highest(s.trick)
    rank = top >> 2
    cards = count(s.trick)
    n = 0
    if kind == SINGLE:
        n = add_singles(moves, n, hand & ~first_n(top + 1))
    elif kind == RUN:
        # thirteen-9: the rank of the top card decides; its suit too, if the house plays so.
        lowest_start = rank - cards + (1 if s.run_ties == TOP_SUIT else 2)
        starts = from_value(runs(in_sequence(s, ranks(hand)), cards), lowest_start)
        if starts != 0:
            n = keep_above(moves, 0, add_sequences(moves, n, hand, starts, cards, ONE_OF), top)
    elif kind == PAIRS:
        # thirteen-5: with the same top rank the top card's suit decides.
        pairs = cards >> 1
        n = keep_above(moves, 0, add_pair_bombs_of(s, moves, n, hand, pairs, rank - pairs + 1), top)
    else:
        # thirteen-8: with the same rank the highest card's suit decides.
        marks = from_value(at_least(per_rank(hand), cards), rank)
        if marks != 0:
            table = TWO_OF if kind == PAIR else THREE_OF if kind == TRIPLE else FOUR_OF
            n = keep_above(moves, 0, add_sets(moves, n, hand, marks, table), top)
    if s.bombs != PLAIN and kind != FOUR and kind != PAIRS:
        n = add_bombs_over(s, moves, n, hand)
    # thirteen-13: passing is free, or only for those who cannot play.
    if n == 0 or s.must_play == NO:
        moves[n] = PASS
        n += 1
    return n


@kernel
def add_bombs_over(s: Row, moves: Moves, n: int, hand: int) -> int:
    """thirteen-3, thirteen-24: bombs beat everything but bombs, or just 2s: a four one 2, n pairs up to n - 2."""
    pairs = 3
    fours = at_least(per_rank(hand), 4)
    if s.bombs == BEAT_TWOS:
        if s.trick & ~TWOS != 0:
            return n
        pairs = count(s.trick) + 2
        if pairs > 3:
            fours = 0
    n = add_sets(moves, n, hand, fours, FOUR_OF)
    return add_pair_bombs(s, moves, n, hand, pairs)


@kernel
def add_singles(moves: Moves, n: int, hand: int) -> int:
    while hand != 0:
        single = hand & -hand
        moves[n] = single
        n += 1
        hand ^= single
    return n


@kernel
def add_sets(moves: Moves, n: int, hand: int, marks: int, table: Numbers) -> int:
    """The sets of the marked ranks that the table lists for the suits held."""
    while marks != 0:
        r = value(marks)
        marks &= marks - 1
        choices = table[of_rank(hand, r)]
        while choices != 0:
            moves[n] = (choices & 15) << i64(4 * r)
            n += 1
            choices >>= 4
    return n


@kernel
def add_sequences(moves: Moves, n: int, hand: int, starts: int, length: int, table: Numbers) -> int:
    """Every way to take from each of `length` ranks in a row one of the table's choices."""
    while starts != 0:
        low = value(starts)
        starts &= starts - 1
        first = n
        moves[n] = 0
        n += 1
        for r in range(low, low + length):
            choices = table[of_rank(hand, r)]
            begun = n
            other = choices >> 4
            while other != 0:
                for i in range(first, begun):
                    moves[n] = moves[i] | (other & 15) << i64(4 * r)
                    n += 1
                other >>= 4
            for i in range(first, begun):
                moves[i] |= (choices & 15) << i64(4 * r)
    return n


@kernel
def add_pair_bombs(s: Row, moves: Moves, n: int, hand: int, at_least_pairs: int) -> int:
    """Pairs in a row. thirteen-6, thirteen-25: three, and with southern rules more."""
    most = MOST_DEALT // 2 if s.rules == SOUTHERN else 3
    if runs(at_least(per_rank(hand), 2), 3) != 0:
        for pairs in range(at_least_pairs, most + 1):
            n = add_pair_bombs_of(s, moves, n, hand, pairs, 0)
    return n


@kernel
def add_pair_bombs_of(s: Row, moves: Moves, n: int, hand: int, pairs: int, lowest_start: int) -> int:
    """thirteen-4: all of one colour, each pair of one colour, or of any suits."""
    table = COLOUR_PAIRS_OF if s.bomb_colour == EACH_PAIR else TWO_OF
    for colour in (BLACK, RED):
        cards = hand
        if s.bomb_colour == ALL_SAME:
            cards &= colour
        elif colour == RED:
            break  # the colours are not told apart
        elif s.bomb_colour == EACH_PAIR:
            cards = 3 * (hand & (hand >> 1) & 5 * OF_EACH_RANK)  # only pairs of both black or both red cards
        starts = runs(in_sequence(s, at_least(per_rank(cards), 2)), pairs)
        n = add_sequences(moves, n, cards, from_value(starts, lowest_start), pairs, table)
    return n


@kernel
def keep_above(moves: Moves, first: int, n: int, top: int) -> int:
    """Of the moves from `first` on, only those with a card above `top`."""
    kept = first
    for i in range(first, n):
        if moves[i] >> (top + 1) != 0:
            moves[kept] = moves[i]
            kept += 1
    return kept


@kernel
def keep_holding(moves: Moves, n: int, cards: int) -> int:
    kept = 0
    for i in range(n):
        if moves[i] & cards != 0:
            moves[kept] = moves[i]
            kept += 1
    return kept


# --- playing -------------------------------------------------------------------------------------


@kernel
def play(s: Row, seat: int, move: int) -> None:
    s.turns += 1
    if move == PASS:
        # thirteen-14: who passes is locked out until the trick is won.
        s.locked |= 1 << seat
    else:
        s.hands[seat] &= ~move
        s.played[seat] |= move
        s.trick = move
        s.owner = seat
        if s.hands[seat] == 0 and go_out(s, seat):
            deal_until_play(s)
            return
    pass_the_turn(s, seat)


@kernel
def go_out(s: Row, seat: int) -> bool:
    """Points for a place (thirteen-27). True if that ends the deal: at the first out, or when one seat holds cards."""
    if s.first_out < 0:
        s.first_out = seat
    if s.finish == FIRST_OUT:
        s.score[seat] += 1
    else:
        behind = count(holding(s))
        s.score[seat] += behind
        if behind > 1:
            return False
    end_deal(s, s.first_out, OUT)
    return True


@kernel
def holding(s: Row) -> int:
    """The seats that hold cards, as bits."""
    seats = 0
    for p in range(s.players):
        if s.hands[p] != 0:
            seats |= 1 << p
    return seats


@kernel
def pass_the_turn(s: Row, seat: int) -> None:
    """To the next seat that may answer; if there is none the trick is won and its winner leads.

    X-2, thirteen-26: a winner who is out of cards leaves the lead to the next holder clockwise.
    """
    holders = holding(s)
    owner = int(s.owner)
    answering = holders & ~s.locked & ~(1 << owner)
    if answering != 0:
        s.turn = next_of(answering, seat)
    else:
        s.turn = owner if has(holders, owner) else next_of(holders, owner)
        s.trick = 0
        s.owner = -1
        s.locked = 0


@kernel
def next_of(seats: int, seat: int) -> int:
    """The first of some seats clockwise after a seat."""
    after = seats & ~first_n(seat + 1)
    return lowest(after) if after != 0 else lowest(seats)


# --- what a seat knows ---------------------------------------------------------------------------


@kernel
def redeal(s: Row, seat: int, seed: np.uint64) -> None:
    """Known are the own hand, all cards played, how many each seat holds, and the card that decided who starts:
    its holder holds it until it is played, and nothing below it was dealt. Known too is that nobody won at once."""
    for attempt in range(256):
        redeal_hands(s, seat, key(seed, REDEAL, attempt))
        if not somebody_would_have_won(s, seat):
            break
    s.seed = key(seed, GAMES, 0)


@kernel
def redeal_hands(s: Row, seat: int, order: np.uint64) -> None:
    pool = whole_deck(s) & ~s.hands[seat]
    started = i64(0)
    if s.start_card >= 0:
        started = bit(s.start_card)
        pool &= ~first_n(s.start_card + 1)
    for p in range(s.players):
        pool &= ~s.played[p]
    left = count(pool)
    i = 0
    for p in range(s.players):
        if p != seat:
            wanted = count(s.hands[p])
            s.hands[p] &= started
            for _ in range(wanted - count(s.hands[p])):
                c = nth(pool, below(order, i, left - i))
                pool &= ~bit(c)
                s.hands[p] |= bit(c)
                i += 1


@kernel
def somebody_would_have_won(s: Row, seat: int) -> bool:
    if s.instant_wins == OFF or s.turn < 0:
        return False
    for p in range(s.players):
        if p != seat:
            for how in range(SIX_PAIRS, FOUR_TWOS + 1):
                if wins_at_once(s, s.hands[p] | s.played[p], how):
                    return True
    return False


OBSERVATION = (
    ("hand", CARDS),
    ("trick", CARDS),
    ("played", SEATS * CARDS),  # by each seat, the observer first, then clockwise
    ("cards_left", SEATS * (MOST_DEALT + 1)),  # likewise
    ("locked", SEATS),
    ("turn", SEATS),
    ("owner", SEATS),
    ("kind", KINDS),
    ("start_card", CARDS),  # while another seat is known to hold it
    ("start_holder", SEATS),
    ("score", SEATS),
    ("deals_left", 1),
    ("players", SEATS + 1),
    ("house_rules", 2 + 2 + 3 + 3 + 2 + 2 + 2 + 2 + 2),
    ("deck", 3),
)


@kernel
def observe(s: Row, seat: int, out: Numbers) -> int:
    i = put_bits(out, 0, s.hands[seat], CARDS)
    i = put_bits(out, i, s.trick, CARDS)
    for k in range(SEATS):
        i = put_bits(out, i, s.played[(seat + k) % s.players] if k < s.players else 0, CARDS)
    for k in range(SEATS):
        left = count(s.hands[(seat + k) % s.players]) if k < s.players else -1
        i = put_one_of(out, i, left, MOST_DEALT + 1)
    i = put_seats(out, i, s.locked, seat, s.players, SEATS)
    i = put_one_of(out, i, (s.turn - seat) % s.players if s.turn >= 0 else -1, SEATS)
    i = put_one_of(out, i, (s.owner - seat) % s.players if s.owner >= 0 else -1, SEATS)
    i = put_one_of(out, i, kind_of(s.trick), KINDS)
    started, holder = 0, -1
    if s.start_card >= 0:
        for k in range(1, s.players):
            if has(s.hands[(seat + k) % s.players], s.start_card):
                started, holder = bit(s.start_card), k
    i = put_bits(out, i, started, CARDS)
    i = put_one_of(out, i, holder, SEATS)
    for k in range(SEATS):
        i = put(out, i, s.score[(seat + k) % s.players] if k < s.players else 0)
    i = put(out, i, s.match - s.deal_no)
    i = put_one_of(out, i, s.players, SEATS + 1)
    i = put_one_of(out, i, s.rules, 2)
    i = put_one_of(out, i, s.twos_in_runs, 2)
    i = put_one_of(out, i, s.bombs, 3)
    i = put_one_of(out, i, s.bomb_colour, 3)
    i = put_one_of(out, i, s.run_ties, 2)
    i = put_one_of(out, i, s.first_play_3s, 2)
    i = put_one_of(out, i, s.must_play, 2)
    i = put_one_of(out, i, s.finish, 2)
    i = put_one_of(out, i, s.instant_wins, 2)
    i = put(out, i, cards_each(s))
    i = put(out, i, s.ranks)
    return put(out, i, s.suits)


# --- what a move is ------------------------------------------------------------------------------

ENCODING = (("cards", CARDS), ("left_in_hand", CARDS), ("kind", KINDS))


@kernel
def encode(s: Row, seat: int, move: int, out: Numbers) -> int:
    i = put_bits(out, 0, move, CARDS)
    i = put_bits(out, i, s.hands[seat] & ~move, CARDS)
    return put_one_of(out, i, kind_of(move), KINDS)


@kernel
def parts(s: Row, seat: int, move: int, out: Numbers) -> int:
    if move == PASS:
        return put(out, 0, PART_PASS)
    n = 0
    while move != 0:
        n = put(out, n, lowest(move))
        move &= move - 1
    return n


@kernel
def judge(s: Row, seat: int, move: int) -> int:
    """Shed as many cards as possible, low ones first, and never pass while something can be played."""
    if move == PASS:
        return -1
    return 100 * count(move) - highest(move)
