"""Writing numbers in a row, piece after piece: for observations, encodings and results."""

from __future__ import annotations

from cardshed.engine.cards import held
from cardshed.engine.kernel import Numbers, kernel


@kernel
def put(out: Numbers, i: int, x: int) -> int:
    """One number; returns where the next piece begins, as all of these do."""
    out[i] = x
    return i + 1


@kernel
def put_bits(out: Numbers, i: int, bits: int, n: int) -> int:
    """A set as n zeros and ones."""
    for k in range(n):
        out[i + k] = (bits >> k) & 1
    return i + n


@kernel
def put_counts(out: Numbers, i: int, counts: int, n: int) -> int:
    """How many of each of n values a packed hand holds."""
    for v in range(n):
        out[i + v] = held(counts, v)
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
