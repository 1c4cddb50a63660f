"""Chance is keyed, not consumed: the same event gives the same number, whatever else happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardshed
from cardshed.engine.cards import bit, count, first_n
from cardshed.engine.chance import (
    BOTS,
    DECK,
    GAMES,
    REDEAL,
    START,
    below,
    deal_key,
    draw,
    key,
    reshuffle_key,
    scramble,
    siphash,
)
from cardshed.engine.deck import members
from cardshed.engine.kernel import i64
from cardshed.games.thirteen import table
from tests.conftest import counted

GAME = cardshed.game("thirteen")
DEALS = 5
MASK = 2**64 - 1

seeds = st.integers(0, MASK)


def stream_of(seed: int, purpose: int, index: int) -> np.uint64:
    return np.uint64(key(np.uint64(seed), i64(purpose), i64(index)))


def splitmix64(seed: int, n: int) -> int:
    """Output n of the published generator (Steele, Lea, Flood 2014), in whole numbers."""
    x = (seed + (n + 1) * 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & MASK
    return x ^ x >> 31


# --- the hash ------------------------------------------------------------------------------------

# Published test vectors of SplitMix64, so not taken from our own code.
VECTORS = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B],
    1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821],
}


@pytest.mark.parametrize("seed", VECTORS)
def test_the_hash_is_splitmix64(seed: int) -> None:
    assert [int(scramble(np.uint64(seed), np.uint64(n))) for n in range(5)] == VECTORS[seed]


@given(seeds, seeds)
def test_the_hash_wraps_as_64_bits_do(seed: int, n: int) -> None:
    assert int(scramble(np.uint64(seed), np.uint64(n))) == splitmix64(seed, n)


@given(seeds, st.integers(0, 40), st.integers(0, 10_000), st.integers(1, 2**31))
def test_below_takes_the_upper_half_of_a_hash_of_a_hash_of_a_hash(seed: int, purpose: int, index: int, n: int) -> None:
    stream = splitmix64(splitmix64(seed, purpose), index)
    assert int(stream_of(seed, purpose, index)) == stream
    assert below(np.uint64(stream), i64(index), i64(n)) == (splitmix64(stream, index) >> 32) * n >> 32


KEYS = [
    (0, DECK, 0, 0xA706DD2F4D197E6F),
    (7, DECK, 0, 0xB8B4C2977EABCE45),
    (7, DECK, 1, 0xA65305FD338EC8FE),
    (7, START, 1, 0xC052C5BC0D7F2360),
    (7, REDEAL, 255, 0x48654FE4550CC32C),
    (2**64 - 1, GAMES, 1_000_000, 0x61C5AF57D65B56C9),
    (0xAB, BOTS, 3, 0xCDC6DAF57C8D44F5),
]


@pytest.mark.parametrize("seed, purpose, index, expected", KEYS)
def test_keys_stay_what_they_are(seed: int, purpose: int, index: int, expected: int) -> None:
    """Records and published seeds depend on these numbers: whoever changes them raises every game's VERSION."""
    assert int(stream_of(seed, purpose, index)) == expected


DEAL_OF_SEED_7 = [
    "3S 3D 6S 9D 10H JD KS KC AS AC AD 2C 2D",
    "3H 4D 5S 6C 6H 7H 8S 8D 9H QC QD QH KD",
    "5H 7S 7D 8C 9S 9C 10C 10D JC QS AH 2S 2H",
    "3C 4S 4C 4H 5C 5D 6D 7C 8H 10S JS JH KH",
]
BELOW_52_OF_KEY_7 = [20, 0, 46, 30, 23, 12, 24, 17]


def test_a_deal_stays_what_it_is() -> None:
    match = GAME.match(players=4, seed=7)
    assert [table.DECK.names(match.row.hands[p]) for p in range(4)] == DEAL_OF_SEED_7
    assert [int(below(np.uint64(7), i64(i), i64(52))) for i in range(8)] == BELOW_52_OF_KEY_7


@given(seeds, st.integers(0, 5), st.integers(0, 1_000))
def test_the_key_of_a_deal_depends_on_seed_purpose_and_number_only(seed: int, purpose: int, deal_no: int) -> None:
    rows = GAME.blank(4, seed, None)
    other = GAME.blank(2, seed, {"rules": "southern", "match": 3})
    for row in (rows[0], other[0]):
        row.deal_no = deal_no
    other[0].plies, other[0].turns, other[0].turn = 17, 17, 1
    expected = int(stream_of(seed, purpose, deal_no))
    assert int(deal_key(rows[0], i64(purpose))) == expected == int(deal_key(other[0], i64(purpose)))


# --- keys of matches -----------------------------------------------------------------------------

REFERENCE = 0x0F0E0D0C0B0A09080706050403020100  # the key of the authors' test vectors


def siphash24(secret: int, message: bytes) -> int:
    """As its authors describe it (Aumasson, Bernstein 2012), in whole numbers and for any message."""
    low, high = secret & MASK, secret >> 64
    v = [low ^ 0x736F6D6570736575, high ^ 0x646F72616E646F6D, low ^ 0x6C7967656E657261, high ^ 0x7465646279746573]

    def left(x: int, bits: int) -> int:
        return (x << bits | x >> 64 - bits) & MASK

    def rounds(n: int) -> None:
        for _ in range(n):
            v[0] = v[0] + v[1] & MASK
            v[1] = left(v[1], 13) ^ v[0]
            v[0] = left(v[0], 32)
            v[2] = v[2] + v[3] & MASK
            v[3] = left(v[3], 16) ^ v[2]
            v[0] = v[0] + v[3] & MASK
            v[3] = left(v[3], 21) ^ v[0]
            v[2] = v[2] + v[1] & MASK
            v[1] = left(v[1], 17) ^ v[2]
            v[2] = left(v[2], 32)

    padded = message + bytes(7 - len(message) % 8) + bytes([len(message) % 256])
    for at in range(0, len(padded), 8):
        word = int.from_bytes(padded[at : at + 8], "little")
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 0xFF
    rounds(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def sipped(secret: int, purpose: int, index: int) -> int:
    return int(siphash(np.uint64(secret >> 64), np.uint64(secret & MASK), i64(purpose), i64(index)))


def test_the_hash_of_a_key_is_siphash() -> None:
    """The authors' own vectors: of 15 bytes for the one above, of 16 for ours."""
    assert siphash24(REFERENCE, bytes(range(15))) == 0xA129CA6149BE45E5
    first, second = (int.from_bytes(bytes(range(at, at + 8)), "little") for at in (0, 8))
    assert sipped(REFERENCE, first, second) == siphash24(REFERENCE, bytes(range(16))) == 0x3F2ACC7F57C29BDB


@given(st.integers(0, 2**128 - 1), st.integers(0, 40), st.integers(0, 2**40))
def test_any_key_is_hashed_so(secret: int, purpose: int, index: int) -> None:
    message = purpose.to_bytes(8, "little") + index.to_bytes(8, "little")
    assert sipped(secret, purpose, index) == siphash24(secret, message)


@given(st.integers(2**64, 2**128 - 1), st.integers(0, 5), st.integers(0, 1_000), st.integers(1, 60))
def test_with_a_key_each_stream_is_made_of_it_alone(secret: int, purpose: int, deal_no: int, n: int) -> None:
    row = GAME.blank(4, secret, None)[0]
    row.deal_no = deal_no
    assert int(deal_key(row, i64(purpose))) == sipped(secret, purpose, deal_no)
    assert int(reshuffle_key(row, i64(purpose), i64(n))) == sipped(secret, purpose, deal_no << 16 | n)
    row.seed = 5
    assert int(deal_key(row, i64(purpose))) == sipped(secret, purpose, deal_no)


@given(seeds, st.integers(0, 5), st.integers(0, 1_000), st.integers(1, 60))
def test_without_one_they_are_what_they_were(seed: int, purpose: int, deal_no: int, n: int) -> None:
    row = GAME.blank(4, seed, None)[0]
    row.deal_no = deal_no
    assert int(reshuffle_key(row, i64(purpose), i64(n))) == int(stream_of(seed, purpose, deal_no << 16 | n))


def test_a_redeal_forgets_the_key() -> None:
    """Whatever the game's own rules do: else a bot that thinks on into the next deal would see the true one."""
    match = GAME.match(4, REFERENCE, {"match": 3})
    world = match.imagine(0, 1)
    assert not any(world.row.match_key) and world.seed < 2**64
    assert match.seed == REFERENCE and world.imagine(0, 2).rows.tobytes() == match.imagine(0, 2).rows.tobytes()


# --- numbers -------------------------------------------------------------------------------------


def chi_square(seen: Counter[Any], cells: int) -> float:
    expected = sum(seen.values()) / cells
    return sum((seen[cell] - expected) ** 2 for cell in seen) / expected + expected * (cells - len(seen))


def looks_uniform(seen: Counter[Any], cells: int) -> bool:
    """Within six standard deviations of the statistic; the seeds are fixed, so it never fails by chance."""
    freedom = cells - 1
    return chi_square(seen, cells) < freedom + 6 * (2 * freedom) ** 0.5 + 6


EVENTS = counted(20_000, 200_000, 5_000)


@pytest.mark.parametrize("n", [2, 3, 7, 13, 52])
def test_below_is_uniform_along_a_stream(n: int) -> None:
    stream = stream_of(1, DECK, 0)
    seen = Counter(int(below(stream, i64(i), i64(n))) for i in range(EVENTS))
    assert set(seen) <= set(range(n)) and looks_uniform(seen, n)


@pytest.mark.parametrize("vary", ["seed", "purpose", "deal"])
def test_below_is_uniform_over_streams(vary: str) -> None:
    seen: Counter[int] = Counter()
    for i in range(EVENTS):
        seed, purpose, deal = (i if vary == what else 5 for what in ("seed", "purpose", "deal"))
        seen[int(below(stream_of(seed, purpose, deal), i64(0), i64(52)))] += 1
    assert looks_uniform(seen, 52)


@pytest.mark.parametrize("step", [1, 4, 52])
def test_events_of_a_stream_know_nothing_of_each_other(step: int) -> None:
    stream = stream_of(2, DECK, 0)
    seen = Counter(
        (int(below(stream, i64(i), i64(4))), int(below(stream, i64(i + step), i64(4)))) for i in range(EVENTS)
    )
    assert looks_uniform(seen, 16)


def test_the_test_of_uniformity_notices_a_bias() -> None:
    even = Counter(dict.fromkeys(range(52), 400))
    assert looks_uniform(even, 52)
    assert not looks_uniform(even + Counter({0: 400}), 52), "one card twice as likely"
    assert not looks_uniform(Counter(dict.fromkeys(range(51), 400)), 52), "one card that never comes"


# --- cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [52, 54])
@given(seeds)
def test_a_deck_is_drawn_without_repeating(cards: int, seed: int) -> None:
    deck = i64(first_n(i64(cards)))
    stream = stream_of(seed, DECK, 0)
    drawn: list[int] = []
    while count(deck):
        c = int(draw(stream, i64(len(drawn)), deck))
        assert int(deck) >> c & 1
        deck &= ~i64(bit(i64(c)))
        drawn.append(c)
    assert sorted(drawn) == list(range(cards))


def test_every_card_comes_first_equally_often() -> None:
    deck = i64(first_n(i64(52)))
    drawn = (draw(stream_of(seed, DECK, 0), i64(0), deck) for seed in range(EVENTS))
    assert looks_uniform(Counter(int(c) for c in drawn), 52)


# --- whole matches -------------------------------------------------------------------------------

Policy = Callable[[list[cardshed.Move]], cardshed.Move]


def first(offered: list[cardshed.Move]) -> cardshed.Move:
    return offered[0]


def last(offered: list[cardshed.Move]) -> cardshed.Move:
    return offered[-1]


def deals(policy: Policy, seed: int, players: int = 4, **options: Any) -> tuple[list[list[int]], int]:
    """What each seat was dealt in each deal of a match, and how many moves were made."""
    match = GAME.match(players, seed, {"match": DEALS, "instant_wins": "off"} | options)
    dealt: list[list[int]] = []
    while not match.over:
        if match.deal_no == len(dealt):
            row = match.row
            assert not any(row.played[p] for p in range(players)), "the deal has just begun"
            dealt.append([int(row.hands[p]) | int(row.played[p]) for p in range(players)])
        seat = match.acting[0]
        match.play(seat, policy(match.legal(seat)))
    return dealt, int(match.row.plies)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_later_deals_do_not_depend_on_what_was_played(players: int) -> None:
    for seed in range(counted(5, 100, 2)):
        by_first, moves_of_first = deals(first, seed, players)
        by_last, moves_of_last = deals(last, seed, players)
        assert by_first == by_last and len(by_first) == DEALS
        assert moves_of_first != moves_of_last, "the policies did play differently"
        assert len({tuple(deal) for deal in by_first}) == DEALS, "each deal is another one"


LEAVE_THE_DECK_ALONE = [
    ("rules", "southern"),
    ("twos_in_runs", "never"),
    ("bombs", "beat_twos"),
    ("bombs", "beat_all"),
    ("bomb_colour", "any"),
    ("bomb_colour", "each_pair"),
    ("run_ties", "top_suit"),
    ("first_play_3s", "required"),
    ("must_play", "yes"),
    ("finish", "all_places"),
    ("match", 7),
    ("three_player_deal", "17"),  # which is for three only
]


@pytest.mark.parametrize("option, value", LEAVE_THE_DECK_ALONE)
def test_deals_do_not_depend_on_rules_that_leave_the_deck_alone(option: str, value: Any) -> None:
    usual, _ = deals(last, seed=11)
    unusual, _ = deals(last, 11, **{option: value})
    assert unusual[:DEALS] == usual


def test_every_option_either_leaves_the_deck_alone_or_makes_it() -> None:
    of_the_deck = {"cards", "ranks", "suits"}
    assert {o.name for o in GAME.options} == {name for name, _ in LEAVE_THE_DECK_ALONE} | of_the_deck | {"instant_wins"}


@pytest.mark.parametrize("seed", [1, REFERENCE + 4], ids=["seed", "key"])
def test_instant_wins_skip_deals_but_do_not_change_them(seed: int) -> None:
    """A match under instant wins finds the deals that nobody wins at once just as a match without them does."""
    usual, _ = deals(first, seed)
    match = GAME.match(4, seed, {"match": DEALS, "instant_wins": "on"})
    before = most = 0
    while not match.over:
        row = match.row
        most, before = max(most, match.deal_no - before), match.deal_no
        assert [int(row.hands[p]) | int(row.played[p]) for p in range(4)] == usual[match.deal_no]
        match.play(match.acting[0], match.legal(match.acting[0])[0])
    assert most == 2, "one move went over a deal that somebody won at once"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_short_deal_is_the_beginning_of_a_longer_one(players: int, seed: int) -> None:
    """Cards go round one by one, so a card more each is exactly that."""
    before = [0] * players
    for cards in range(1, 14):
        row = GAME.match(players, seed, {"cards": cards, "instant_wins": "off"}).row
        hands = [int(row.hands[p]) for p in range(players)]
        assert [len(members(hand)) for hand in hands] == [cards] * players
        assert all(less & ~more == 0 for less, more in zip(before, hands, strict=True))
        before = hands


@given(seeds)
def test_a_deal_of_five_is_the_beginning_of_a_deal_of_thirteen(seed: int) -> None:
    five = GAME.match(4, seed, {"cards": 5, "instant_wins": "off"}).row
    thirteen = GAME.match(4, seed, {"cards": 13, "instant_wins": "off"}).row
    for p in range(4):
        assert len(members(five.hands[p])) == 5 and int(five.hands[p]) & ~int(thirteen.hands[p]) == 0


@given(seeds)
def test_the_deck_does_not_depend_on_how_many_play(seed: int) -> None:
    """The first twelve cards are the same for two, three and four players."""
    found = set()
    for players, cards in ((2, 6), (3, 4), (4, 3)):
        row = GAME.match(players, seed, {"cards": cards, "instant_wins": "off"}).row
        found.add(sum(int(row.hands[p]) for p in range(players)))
    assert len(found) == 1


@given(seeds)
def test_a_match_is_reproducible(seed: int) -> None:
    one, two = GAME.match(seed=seed), GAME.match(seed=f"{seed:016x}")
    assert one.rows.tobytes() == two.rows.tobytes()
    other = GAME.match(seed=(seed + 1) & MASK)
    assert other.rows.tobytes() != one.rows.tobytes()
    assert list(other.row.hands) != list(one.row.hands)


def test_a_match_without_a_seed_draws_one() -> None:
    assert len({GAME.match().seed for _ in range(5)}) == 5
