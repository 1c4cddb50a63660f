"""Writing numbers in a row, piece after piece: for observations, encodings and results."""

from __future__ import annotations

from cardshed.engine.cards import held
from cardshed.engine.kernel import Numbers, i64, kernel

MOST_PLAYERS = 10  # to each of whom `turn_into_shares` gives six bits of a number
MOST_IDS = 64  # each of which is a bit for `turn_into_zeros_and_ones`


@kernel
def put(out: Numbers, i: int, x: int) -> int:
    """One number; returns where the next piece begins, as all of these do."""
    out[i] = x
    return i + 1


@kernel
def put_bits(out: Numbers, i: int, bits: int, n: int) -> int:
    """A set as n zeros and ones."""
    piece = out[i : i + n]  # its places begin at 0, so that none could be negative, and the compiler takes many at once
    for k in range(n):
        piece[k] = (bits >> k) & 1
    return i + n


@kernel
def put_counts(out: Numbers, i: int, counts: int, n: int) -> int:
    """How many of each of n values a packed hand holds."""
    piece = out[i : i + n]
    for v in range(n):
        piece[v] = held(counts, v)
    return i + n


@kernel
def put_one_of(out: Numbers, i: int, chosen: int, n: int) -> int:
    """n zeros with a one at the chosen place; all zeros if it is out of range."""
    for k in range(n):
        out[i + k] = 1 if k == chosen else 0
    return i + n


@kernel
def put_seats(out: Numbers, i: int, seats: int, first: int, players: int, most: int) -> int:
    """A set of seats as zeros and ones, the observer first, then clockwise; zeros for places without a player."""
    for k in range(most):
        out[i + k] = (seats >> (first + k) % players) & 1 if k < players else 0
    return i + most


@kernel
def put_shares(out: Numbers, scores: Numbers, players: int) -> None:
    """For each seat the share of opponents with a lower score, equal ones half."""
    for p in range(players):
        beaten = 0
        for q in range(players):
            if q != p:
                if scores[p] > scores[q]:
                    beaten += 2
                elif scores[p] == scores[q]:
                    beaten += 1
        out[p] = beaten / (2 * (players - 1))


@kernel
def turn_into_shares(scores: Numbers, players: int) -> None:
    """The same in the scores' own place, for up to MOST_PLAYERS."""
    beaten = i64(0)  # twice the opponents that each seat has beaten, in six bits a seat
    for p in range(players):
        for q in range(players):
            if q != p:
                if scores[p] > scores[q]:
                    beaten += i64(2) << i64(6 * p)
                elif scores[p] == scores[q]:
                    beaten += i64(1) << i64(6 * p)
    for p in range(players):
        scores[p] = ((beaten >> i64(6 * p)) & 63) / (2 * (players - 1))


@kernel
def turn_into_zeros_and_ones(ids: Numbers, few: int, n: int) -> int:
    """Instead of a few different ids (MOST_IDS) n zeros, with a one at the place of each id."""
    early = i64(0)  # the ids whose places are taken by ids
    for k in range(few):
        if ids[k] < few:
            early |= i64(1) << i64(ids[k])
    for place in range(few, n):
        ids[place] = 0
        for k in range(few):
            if ids[k] == place:
                ids[place] = 1
    for place in range(few):
        ids[place] = (early >> i64(place)) & 1
    return n
