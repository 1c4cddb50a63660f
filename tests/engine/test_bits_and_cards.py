"""Packed hands against plain sets and lists. The bit operations are tried twice: as Python and as compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardshed.engine import cards
from cardshed.engine.bits import count, highest, lowest
from cardshed.engine.chance import below, draw
from cardshed.engine.kernel import i64, kernel
from tests.conftest import counted

FIELDS = 16  # values of a packed hand
MOST = 15  # of each value

many = settings(max_examples=counted(200, 2_000, 100))
sets = st.sampled_from([52, 54, 64]).flatmap(lambda n: st.frozensets(st.integers(0, n - 1)))
decks = st.sampled_from([52, 54]).flatmap(lambda n: st.frozensets(st.integers(0, n - 1)))
hands = st.lists(st.integers(0, MOST), min_size=FIELDS, max_size=FIELDS)
values = st.integers(0, FIELDS - 1)
marked = st.frozensets(values)

EMPTY: frozenset[int] = frozenset()
WHOLE_DECKS = [frozenset(range(52)), frozenset(range(54))]
ALL_64 = frozenset(range(64))


@kernel
def compiled_count(packed: int) -> int:
    return count(packed)


@kernel
def compiled_lowest(packed: int) -> int:
    return lowest(packed)


@kernel
def compiled_highest(packed: int) -> int:
    return highest(packed)


def signed(number: int) -> Any:
    """64 bits as an int64."""
    return i64(number - (1 << 64) if number >> 63 else number)


def pack(members: frozenset[int]) -> Any:
    return signed(sum(1 << c for c in members))


def pack_counts(counts: list[int]) -> Any:
    return signed(sum(n << 4 * v for v, n in enumerate(counts)))


def pack_marks(marks: frozenset[int]) -> Any:
    return signed(sum(1 << 4 * v for v in marks))


def unpack(packed: Any) -> frozenset[int]:
    return frozenset(c for c in range(64) if int(packed) >> c & 1)


def unpack_counts(packed: Any) -> list[int]:
    return [int(packed) >> 4 * v & 15 for v in range(FIELDS)]


def unpack_marks(packed: Any) -> frozenset[int]:
    found = unpack(packed)
    assert all(c % 4 == 0 for c in found), "a mark is the lowest bit of a field"
    return frozenset(c // 4 for c in found)


# --- bits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("counting", [count, compiled_count])
@many
@given(sets)
def test_count(counting: Callable[[Any], int], members: frozenset[int]) -> None:
    assert counting(pack(members)) == len(members)


@pytest.mark.parametrize("finding", [lowest, compiled_lowest])
@many
@given(sets)
def test_lowest(finding: Callable[[Any], int], members: frozenset[int]) -> None:
    assert finding(pack(members)) == min(members, default=64)


@pytest.mark.parametrize("finding", [highest, compiled_highest])
@many
@given(sets)
def test_highest(finding: Callable[[Any], int], members: frozenset[int]) -> None:
    assert finding(pack(members)) == max(members, default=-1)


@pytest.mark.parametrize("members", [EMPTY, *WHOLE_DECKS, ALL_64, *(frozenset({c}) for c in (0, 31, 32, 51, 53, 63))])
def test_bits_at_their_limits(members: frozenset[int]) -> None:
    packed = pack(members)
    for counting in (count, compiled_count):
        assert counting(packed) == len(members)
    for finding in (lowest, compiled_lowest):
        assert finding(packed) == min(members, default=64)
    for finding in (highest, compiled_highest):
        assert finding(packed) == max(members, default=-1)


# --- sets of different cards ---------------------------------------------------------------------


@pytest.mark.parametrize("c", range(64))
def test_bit_is_the_set_of_one_card(c: int) -> None:
    assert unpack(cards.bit(i64(c))) == {c}


@many
@given(sets)
def test_has(members: frozenset[int]) -> None:
    packed = pack(members)
    assert {c for c in range(64) if cards.has(packed, i64(c))} == members


@pytest.mark.parametrize("n", range(63))
def test_first_n(n: int) -> None:
    assert unpack(cards.first_n(i64(n))) == set(range(n))


@many
@given(sets)
def test_nth_goes_through_a_set_from_low_to_high(members: frozenset[int]) -> None:
    packed = pack(members)
    assert [int(cards.nth(packed, i64(k))) for k in range(len(members))] == sorted(members)


@pytest.mark.parametrize("members", [*WHOLE_DECKS, ALL_64, frozenset({63}), frozenset({0, 63}), frozenset({31, 32})])
def test_nth_at_its_limits(members: frozenset[int]) -> None:
    packed = pack(members)
    assert [int(cards.nth(packed, i64(k))) for k in range(len(members))] == sorted(members)


@many
@given(sets.filter(bool), st.integers(0, 2**64 - 1), st.integers(0, 1_000))
def test_draw_is_the_nth_card_for_a_number_below_their_count(members: frozenset[int], key: int, index: int) -> None:
    packed, stream = pack(members), np.uint64(key)
    k = below(stream, i64(index), i64(len(members)))
    assert draw(stream, i64(index), packed) == cards.nth(packed, i64(k)) == sorted(members)[k]


@many
@given(decks)
def test_of_rank_gives_the_suits_held(members: frozenset[int]) -> None:
    packed = pack(members)
    for r in range(14):
        assert cards.of_rank(packed, i64(r)) == sum(1 << c % 4 for c in members if c // 4 == r)


@many
@given(decks)
def test_per_rank_counts_the_cards_of_each_rank(members: frozenset[int]) -> None:
    expected = [sum(c // 4 == r for c in members) for r in range(FIELDS)]
    assert unpack_counts(cards.per_rank(pack(members))) == expected


@many
@given(decks)
def test_ranks_marks_the_ranks_held(members: frozenset[int]) -> None:
    assert unpack_marks(cards.ranks(pack(members))) == {c // 4 for c in members}


@pytest.mark.parametrize("members", [EMPTY, *WHOLE_DECKS])
def test_ranks_of_nothing_and_of_whole_decks(members: frozenset[int]) -> None:
    packed = pack(members)
    assert unpack_marks(cards.ranks(packed)) == {c // 4 for c in members}
    assert sum(unpack_counts(cards.per_rank(packed))) == len(members)
    assert cards.total(i64(cards.per_rank(packed))) == len(members)


# --- packed counts -------------------------------------------------------------------------------


@pytest.mark.parametrize("v", range(FIELDS))
def test_some_is_n_cards_of_one_value(v: int) -> None:
    for n in range(MOST + 1):
        expected = [n if other == v else 0 for other in range(FIELDS)]
        assert unpack_counts(cards.some(i64(v), i64(n))) == expected


@many
@given(hands, values, st.data())
def test_some_can_be_added_and_taken_away(counts: list[int], v: int, data: st.DataObject) -> None:
    n = data.draw(st.integers(0, MOST - counts[v]))
    with np.errstate(over="ignore"):
        more = pack_counts(counts) + i64(cards.some(i64(v), i64(n)))
        back = more - i64(cards.some(i64(v), i64(n)))
    assert unpack_counts(more) == [held + n if other == v else held for other, held in enumerate(counts)]
    assert unpack_counts(back) == counts


@many
@given(hands)
def test_held(counts: list[int]) -> None:
    packed = pack_counts(counts)
    assert [int(cards.held(packed, i64(v))) for v in range(FIELDS)] == counts


@many
@given(hands)
def test_total(counts: list[int]) -> None:
    assert cards.total(pack_counts(counts)) == sum(counts)


@many
@given(hands, st.integers(1, MOST))
def test_at_least(counts: list[int], n: int) -> None:
    expected = {v for v, held in enumerate(counts) if held >= n}
    assert unpack_marks(cards.at_least(pack_counts(counts), i64(n))) == expected


def test_counts_at_their_limits() -> None:
    for counts in ([0] * FIELDS, [MOST] * FIELDS, [0] * (FIELDS - 1) + [MOST], [MOST] + [0] * (FIELDS - 1)):
        packed = pack_counts(counts)
        assert cards.total(packed) == sum(counts)
        assert [int(cards.held(packed, i64(v))) for v in range(FIELDS)] == counts
        for n in range(1, MOST + 1):
            assert unpack_marks(cards.at_least(packed, i64(n))) == {v for v in range(FIELDS) if counts[v] >= n}


# --- marks of ranks or values --------------------------------------------------------------------


@many
@given(marked.filter(bool))
def test_value_is_the_lowest_one_marked(marks: frozenset[int]) -> None:
    assert cards.value(pack_marks(marks)) == min(marks)


@many
@given(marked, values)
def test_from_value(marks: frozenset[int], v: int) -> None:
    assert unpack_marks(cards.from_value(pack_marks(marks), i64(v))) == {w for w in marks if w >= v}


@many
@given(marked, st.integers(1, FIELDS))
def test_runs(marks: frozenset[int], length: int) -> None:
    expected = {v for v in range(FIELDS) if all(v + step in marks for step in range(length))}
    assert unpack_marks(cards.runs(pack_marks(marks), i64(length))) == expected


def test_runs_of_every_length_in_all_values() -> None:
    for length in range(1, FIELDS + 1):
        packed = cards.runs(pack_marks(frozenset(range(FIELDS))), i64(length))
        assert unpack_marks(packed) == set(range(FIELDS - length + 1))


# --- numbers as a row keeps them -----------------------------------------------------------------


@pytest.mark.parametrize("narrow", [np.int8, np.int16])
def test_narrow_numbers_do_not_wrap(narrow: Any) -> None:
    """A row keeps seats, ranks and cards in a byte; no operation may become as narrow as that."""
    deck, counts = pack(frozenset(range(54))), pack_counts(list(range(FIELDS)))
    all_marks = pack_marks(frozenset(range(FIELDS)))
    assert unpack(cards.bit(narrow(53))) == {53}
    assert cards.has(deck, narrow(53)) and not cards.has(deck, narrow(54))
    assert unpack(cards.first_n(narrow(54))) == set(range(54))
    assert cards.nth(deck, narrow(53)) == 53
    assert cards.of_rank(deck, narrow(13)) == 3
    assert unpack_counts(cards.some(narrow(14), narrow(15)))[14] == 15
    assert cards.held(counts, narrow(15)) == 15
    assert unpack_marks(cards.at_least(counts, narrow(9))) == set(range(9, FIELDS))
    assert unpack_marks(cards.from_value(all_marks, narrow(15))) == {15}
    assert unpack_marks(cards.runs(all_marks, narrow(16))) == {0}
