"""Chance is keyed, not consumed.

Every random event is a hash of (match seed, deal number, purpose, index), so the fifth card of the third deal is the
same whatever was played before and under every house rule that leaves the deck alone. The hash is the finaliser of
SplitMix64 over a Weyl sequence; a number below n has a bias of at most n / 2**32.
"""

from __future__ import annotations

import numpy as np

from cardshed.engine.cards import bit, count, nth, nth_value, some, total
from cardshed.engine.kernel import Numbers, Row, i64, kernel, wrapping

WEYL = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)

# Purposes. Games number their own from 16 on.
DECK = 0  # the order of the deck
START = 1  # who starts, where only chance decides
REDEAL = 2  # a world that a seat cannot tell from the real one
GAMES = 3  # the seeds of a batch of games
BOTS = 4  # what a bot chooses
EXPLORE = 5  # what a learner tries out
TABLES = 6  # at which table a learner's game is played
SITTINGS = 7  # the seeds of a training, which may be stopped and gone on with


@wrapping
def scramble(x: np.uint64, step: np.uint64) -> np.uint64:
    """A 64-bit number that looks like chance, from a key and a step."""
    # Called from Python a key may come as an int, which Numba would take for a signed one.
    x = np.uint64(x) + (np.uint64(step) + np.uint64(1)) * WEYL
    x = (x ^ (x >> S30)) * FIRST
    x = (x ^ (x >> S27)) * SECOND
    return x ^ (x >> S31)


@kernel
def key(seed: np.uint64, purpose: int, index: int) -> np.uint64:
    """The key of one stream of chance: of a seed, for a purpose."""
    return scramble(scramble(seed, np.uint64(purpose)), np.uint64(index))


@kernel
def deal_key(s: Row, purpose: int) -> np.uint64:
    """The key of the current deal's chance for a purpose."""
    return key(s.seed, purpose, s.deal_no)


@kernel
def below(key: np.uint64, index: int, n: int) -> int:
    """A number from 0 to n - 1: event `index` of the stream."""
    return i64(((scramble(key, np.uint64(i64(index))) >> S32) * np.uint64(n)) >> S32)


@kernel
def draw(key: np.uint64, index: int, cards: int) -> int:
    """One card of a set of cards that is not empty: event `index` of the stream."""
    return nth(cards, below(key, index, count(cards)))


@kernel
def draw_cards(key: np.uint64, first: int, cards: int, n: int) -> int:
    """n cards of a set that has them, one by one: events `first`, `first + 1`, ... of the stream."""
    drawn = i64(0)
    for k in range(n):
        drawn |= bit(draw(key, first + k, cards & ~drawn))
    return drawn


@kernel
def exchange(key: np.uint64, hands: Numbers, players: int, seat: int, hidden: int) -> None:
    """Deal the hidden cards that the other seats hold anew: each gets as many of the hidden ones as it had."""
    left = hidden
    first = i64(0)
    for p in range(players):
        if p != seat:
            wanted = count(hands[p] & hidden)
            found = draw_cards(key, first, left, wanted)
            hands[p] = (hands[p] & ~hidden) | found
            left &= ~found
            first += wanted


@kernel
def draw_some(key: np.uint64, first: int, counts: int, n: int) -> int:
    """n cards of a packed hand that has them, one by one: events `first`, `first + 1`, ... of the stream."""
    left = total(counts)
    drawn = i64(0)
    for k in range(n):
        card = some(nth_value(counts, below(key, first + k, left - k)), 1)
        counts -= card
        drawn += card
    return drawn
