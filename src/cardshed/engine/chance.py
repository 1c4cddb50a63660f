"""Chance is keyed, not consumed.

Every random event is a hash of (match seed, deal number, purpose, index), so the fifth card of the third deal is the
same whatever was played before and under every house rule that leaves the deck alone. The hash is the finaliser of
SplitMix64 over a Weyl sequence; a number below n has a bias of at most n / 2**32.

That hash can be turned round: who has seen one deal can search for the seed, and knows all later ones. Where that
matters, as on a server, a match has a key of 128 bits instead, and the seed of each stream is made of it by
SipHash-2-4, which leads from one deal to no other. Rules take their streams here, and read neither seed nor key.
"""

from __future__ import annotations

import numpy as np
from numba.extending import overload

from cardshed.engine.cards import bit, count, nth, nth_value, some, total
from cardshed.engine.core.compiling import for_gpu
from cardshed.engine.kernel import Numbers, Row, i64, kernel, wrapping

WEYL = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
SIP_A, SIP_B = np.uint64(0x736F6D6570736575), np.uint64(0x646F72616E646F6D)
SIP_C, SIP_D = np.uint64(0x6C7967656E657261), np.uint64(0x7465646279746573)
BYTES, ENDING = np.uint64(16 << 56), np.uint64(0xFF)
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
    return stream(s, purpose, s.deal_no)


@kernel
def reshuffle_key(s: Row, purpose: int, n: int) -> np.uint64:
    """The key of the n-th shuffle within the current deal, from 1 on, for a purpose."""
    return stream(s, purpose, i64(s.deal_no) << 16 | i64(n))


@kernel
def stream(s: Row, purpose: int, index: int) -> np.uint64:
    if has_key(s):
        return siphash(s.match_key[0], s.match_key[1], purpose, index)
    return key(s.seed, purpose, index)


def has_key(s: Row) -> bool:
    """On a GPU no match has one; only to be ready for it would cost a tenth of all speed there."""
    return bool((s.match_key[0] | s.match_key[1]) != 0)


@overload(has_key)
def _has_key(s):  # type: ignore[no-untyped-def]
    return (lambda s: False) if for_gpu() else (lambda s: (s.match_key[0] | s.match_key[1]) != 0)


@wrapping
def siphash(high: np.uint64, low: np.uint64, purpose: int, index: int) -> np.uint64:
    """SipHash-2-4 (Aumasson, Bernstein 2012) of two words; the key's 16 bytes are `low`, then `high`, as they lie in
    memory where the least byte comes first."""
    first, second = np.uint64(i64(purpose)), np.uint64(i64(index))
    a, b, c, d = low ^ SIP_A, high ^ SIP_B, low ^ SIP_C, high ^ SIP_D
    for turn in range(10):  # two for each word, the length of the message being the last, and four in the end
        word = first if turn < 2 else second if turn < 4 else BYTES
        if turn < 6 and turn % 2 == 0:
            d ^= word
        if turn == 6:
            c ^= ENDING
        a, c = a + b, c + d
        b, d = turned(b, 13) ^ a, turned(d, 16) ^ c
        a, c = turned(a, 32) + d, c + b
        b, d = turned(b, 17) ^ c, turned(d, 21) ^ a
        c = turned(c, 32)
        if turn < 6 and turn % 2 == 1:
            a ^= word
    return a ^ b ^ c ^ d


@kernel
def turned(x: np.uint64, bits: int) -> np.uint64:
    return x << np.uint64(bits) | x >> np.uint64(64 - bits)


@kernel
def forget(s: Row) -> None:
    """What is imagined knows nothing of the match's key; the engine sees to it before each `redeal`."""
    s.match_key[0] = 0
    s.match_key[1] = 0


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
