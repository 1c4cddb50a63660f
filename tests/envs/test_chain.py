"""Moves as chains of small choices: every move has one of its own, and only moves can be chosen."""

from __future__ import annotations

import numpy as np
import pytest

import cardshed
from cardshed.engine import calls
from cardshed.engine.core.verbs import SPARE
from cardshed.envs.table import BadState, NotOffered, Table
from tests.conftest import counted

pytestmark = pytest.mark.compiled


def chains(table: Table, seat: int) -> dict[tuple[int, ...], int]:
    """The chain of every legal move."""
    found = {}
    out = np.zeros(table.game.longest + SPARE, np.int64)
    moves = table.game.move_buffer()
    for code in moves[: calls.legal(table.rows, seat, moves)].tolist():
        found[tuple(out[: calls.parts(table.rows, seat, code, out)].tolist())] = code
    return found


def offered(all_of: dict[tuple[int, ...], int], chosen: tuple[int, ...], done: int) -> set[int]:
    """What may come next, worked out from the chains themselves."""
    n = len(chosen)
    return {chain[n] if len(chain) > n else done for chain in all_of if chain[:n] == chosen}


@pytest.mark.parametrize("name", cardshed.games())
def test_choices_lead_to_the_moves_of_the_engine_and_to_no_others(name: str) -> None:
    """Every game is played once more by the engine, move by move; they never part."""
    dice = np.random.default_rng(7)
    for seed in range(counted(1, 40, 1)):
        table = Table(name)
        table.begin(seed)
        match = table.game.match(seed=seed)
        while not table.over:
            assert table.acting == match.acting
            seat = table.seat
            all_of = chains(table, seat)
            moves = match.legal(seat)
            assert sorted(all_of.values()) == sorted(move.code for move in moves)  # each chain is one move's alone
            chosen: tuple[int, ...] = ()
            whole = False
            while not whole:
                mask = table.mask(seat)
                assert set(np.flatnonzero(mask)) == offered(all_of, chosen, table.done)
                pieces = table.named(table.observe(seat))
                assert pieces["chosen"].sum() == len(chosen)
                action = int(dice.choice(np.flatnonzero(mask)))
                whole = table.step(seat, action)
                chosen += (action,) if action != table.done else ()
            match.play(seat, next(move for move in moves if move.code == all_of[chosen]))
            assert table.rows.tobytes() == match.rows.tobytes()
        assert match.over and match.payoff is not None
        assert np.allclose(table.rewards, [2 * share - 1 for share in match.payoff]) and abs(table.rewards.sum()) < 1e-5


def test_a_half_made_choice_can_be_kept_copied_and_taken_up_again() -> None:
    table = Table("segments", players=3)
    table.begin(5)
    seat = table.seat
    while table.chosen[seat] == 0:
        table.step(table.seat, int(np.flatnonzero(table.mask(table.seat))[0]))
        seat = table.seat if not table.over else seat
    state, twin = table.state(), table.clone()
    mask, seen = table.mask(seat), table.observe(seat)
    again = Table("segments", players=3)
    again.restore(state)
    for one in (twin, again):
        assert (one.mask(seat) == mask).all() and (one.observe(seat) == seen).all() and one.acting == table.acting
        one.step(seat, int(np.flatnonzero(mask)[-1]))
    assert twin.state() == again.state() != state == table.state()


def test_bytes_of_something_else_are_refused() -> None:
    table = Table("thirteen", players=3)
    table.begin(1)
    state = table.state()
    for other in (Table("thirteen", players=4), Table("thirteen", players=3, options={"cards": 9}), Table("parcels")):
        other.begin(2)
        before = other.state()
        with pytest.raises(BadState, match=other.game.title):
            other.restore(state)
        assert other.state() == before


def test_what_is_not_offered_changes_nothing() -> None:
    table = Table("thirteen")
    table.begin(3)
    before = table.state()
    wrong = int(np.flatnonzero(table.mask(table.seat) == 0)[0])
    for action in (wrong, -1, table.done, table.wait, 10_000):
        with pytest.raises(NotOffered, match=str(action)):
            table.step(table.seat, action)
    with pytest.raises(NotOffered, match="nothing to choose"):
        table.step((table.seat + 1) % 4, wrong)
    assert table.mask(table.seat).sum() and table.state()[: table.rows.nbytes] == before[: table.rows.nbytes]
    assert not table.chosen.any()


@pytest.mark.parametrize("name", cardshed.games())
def test_imagined_games_look_the_same_to_the_seat(name: str) -> None:
    table = Table(name)
    table.begin(11)
    dice = np.random.default_rng(1)
    for _ in range(40):
        if table.over:
            break
        table.step(table.seat, int(dice.choice(np.flatnonzero(table.mask(table.seat)))))
    if not table.over:
        other = [table.imagine(table.seat, seed) for seed in range(8)][-1]
        assert (other.observe(table.seat) == table.observe(table.seat)).all()
        assert (other.mask(table.seat) == table.mask(table.seat)).all()
        assert table.says(table.done) == "done" and table.says(0)
