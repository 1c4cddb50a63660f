from __future__ import annotations

import signal
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed.engine.chance import BOTS, below, key
from cardshed.engine.core import simulate as module
from cardshed.engine.errors import BadOption, BadPlayers, NoDevice
from tests.conftest import counted
from tests.processes import started

GAMES = counted(quick=3_000, proof=200_000, plain=6)


def same(one: cardshed.Simulation, two: cardshed.Simulation) -> bool:
    columns = ("payoff", "points", "plies", "turns", "deals", "decisions", "legal")
    return all(np.array_equal(getattr(one, name), getattr(two, name)) for name in columns)


def test_neither_threads_nor_batches_change_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = cardshed.simulate("thirteen", GAMES, seed=5, threads=1)
    assert same(whole, cardshed.simulate("thirteen", GAMES, seed=5, threads=2))
    monkeypatch.setattr(module, "BATCH", GAMES // 2 - 1)
    parts = list(module.batches(cardshed.game("thirteen"), GAMES, seed=5))
    assert len(parts) >= 3
    assert np.array_equal(np.concatenate([part.payoff for part in parts]), whole.payoff)
    assert np.array_equal(np.concatenate([part.legal for part in parts]), whole.legal)


def test_another_seed_gives_other_games() -> None:
    assert not same(cardshed.simulate("thirteen", 6, seed=1), cardshed.simulate("thirteen", 6, seed=2))


def replayed(sim: cardshed.Simulation, i: int, game: cardshed.Game, **table: Any) -> dict[str, Any]:
    """Game i of a simulation by random bots, dealt again by the seed it tells and played out by Match.

    Only the bots' dice are taken from the batch: move number m of a game is drawn by event m of the game's own dice.
    """
    match = game.match(seed=sim.game_seed(i), **table)
    dice = np.uint64(key(np.uint64(sim.seed), BOTS, sim.first + i))
    decisions, legal = 0, 0
    while not match.over:
        seat = match.acting[0]
        offered = match.legal(seat)
        legal += len(offered)
        decisions += len(offered) > 1
        match.play(seat, offered[int(below(dice, match.plies, len(offered)))] if len(offered) > 1 else offered[0])
    return {
        "payoff": pytest.approx(match.payoff),
        "points": match.points,
        "plies": match.plies,
        "turns": int(match.row.turns),
        "deals": match.deal_no,
        "decisions": decisions,
        "legal": legal,
    }


TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("thirteen", {}),
    ("thirteen", {"players": 3, "options": {"rules": "southern", "match": 2}}),
    ("segments", {}),
    ("parcels", {}),
)


@pytest.mark.parametrize("name, table", TABLES, ids=["thirteen", "southern", "segments", "parcels"])
@pytest.mark.parametrize("first", [0, 1, 1 << 20])
def test_a_simulated_game_can_be_played_again(name: str, table: dict[str, Any], first: int) -> None:
    game = cardshed.game(name)
    games = counted(quick=12, proof=100, plain=2)
    sim = module.simulate(game, games, seed=7, first=first, **table)
    assert len({sim.game_seed(i) for i in range(games)}) == games
    for i in range(games):
        for column, value in replayed(sim, i, game, **table).items():
            assert getattr(sim, column)[i].tolist() == value, (column, i)


def test_a_game_of_a_later_batch_can_be_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BATCH", 2)
    game = cardshed.game("thirteen")
    whole = module.simulate(game, 5, seed=7)
    parts = list(module.batches(game, 5, seed=7))
    assert [len(part) for part in parts] == [2, 2, 1]
    assert [part.game_seed(i) for part in parts for i in range(len(part))] == [whole.game_seed(i) for i in range(5)]
    for part in parts:
        for i in range(len(part)):
            for column, value in replayed(part, i, game).items():
                assert getattr(part, column)[i].tolist() == value, (column, part.first, i)


def test_counts_mean_what_they_say() -> None:
    sim = cardshed.simulate("thirteen", 50 if GAMES > 50 else 3, seed=3, options={"match": 3, "finish": "all_places"})
    assert (sim.deals == 3).all()
    assert (sim.plies == sim.turns).all()
    assert (sim.decisions <= sim.plies).all()
    assert (sim.legal >= sim.plies + sim.decisions).all()
    assert (sim.points.sum(1) <= 3 * (3 + 2 + 1)).all()
    assert np.allclose(sim.payoff.sum(1), 2)


def test_each_seat_may_have_its_own_bot() -> None:
    games = counted(quick=2_000, proof=20_000, plain=10)
    sim = cardshed.simulate("thirteen", games, bots=["greedy", "random", "random", "random"], seed=2)
    if games > 100:
        assert sim.points[:, 0].mean() > 0.5 > 2 * sim.points[:, 1:].mean()


def test_progress_is_told_for_every_game() -> None:
    told: list[int] = []
    cardshed.simulate("thirteen", GAMES, progress=told.append)
    assert sum(told) == GAMES
    assert len(told) > 1


def test_wrong_bots_and_devices_give_one_sentence() -> None:
    with pytest.raises(BadOption, match="no bot called clever; there are random, greedy"):
        cardshed.simulate("thirteen", 1, bots="clever")
    with pytest.raises(BadPlayers, match="2 bots were named for 4 seats"):
        cardshed.simulate("thirteen", 1, bots=["random", "greedy"])
    with pytest.raises(BadOption, match="no device called abacus"):
        cardshed.simulate("thirteen", 1, device="abacus")


@pytest.mark.process
def test_without_a_gpu_the_sentence_says_what_to_do() -> None:
    if gpu_is_there():
        pytest.skip("there is a GPU here")
    with pytest.raises(NoDevice, match="leave device at cpu"):
        cardshed.simulate("thirteen", 10, device="cuda")


def gpu_is_there() -> bool:
    try:
        from numba import cuda

        return bool(cuda.is_available())
    except ImportError:
        return False


def test_no_games_are_no_trouble() -> None:
    assert len(cardshed.simulate("thirteen", 0)) == 0


SAYING = """
from cardshed.cli import main
from cardshed.terminal.summary import Summary

def said(summary, batch, add=Summary.add):
    add(summary, batch)
    print(len(batch), "more", flush=True)

Summary.add = said
main()
"""  # the command line, which says whenever games are finished


@pytest.mark.compiled
@pytest.mark.process
def test_ctrl_c_stops_soon_and_quietly() -> None:
    cardshed.simulate("thirteen", 1)  # so that the process below need not compile
    with started("simulate", "thirteen", "-n", "1e9", program=("-c", SAYING)) as process:
        assert process.stdout and process.stdout.readline().endswith(" more\n")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Thirteen: " in out  # what was finished is summed up
    assert err.startswith("cardshed: stopped after ")
    assert len(err.splitlines()) == 1
