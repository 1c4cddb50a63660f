from __future__ import annotations

import random
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import cardshed
from cardshed.engine import simulate as module
from cardshed.engine.errors import BadOption, BadPlayers, NoDevice
from tests.conftest import counted
from tests.processes import environment

GAMES = counted(quick=3_000, proof=200_000, plain=6)


def same(one: cardshed.Simulation, two: cardshed.Simulation) -> bool:
    columns = ("payoff", "points", "plies", "turns", "deals", "decisions", "legal")
    return all(np.array_equal(getattr(one, name), getattr(two, name)) for name in columns)


def test_neither_threads_nor_batches_change_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = cardshed.simulate("thirteen", GAMES, seed=5, threads=1)
    assert same(whole, cardshed.simulate("thirteen", GAMES, seed=5, threads=2))
    monkeypatch.setattr(module, "BATCH", GAMES // 2 - 1)
    parts = list(module.batches(cardshed.game("thirteen"), GAMES, seed=5))
    assert len(parts) == 3
    assert np.array_equal(np.concatenate([part.payoff for part in parts]), whole.payoff)
    assert np.array_equal(np.concatenate([part.legal for part in parts]), whole.legal)


def test_another_seed_gives_other_games() -> None:
    assert not same(cardshed.simulate("thirteen", 6, seed=1), cardshed.simulate("thirteen", 6, seed=2))


def test_a_simulated_game_can_be_dealt_again() -> None:
    sim = cardshed.simulate("thirteen", 3, seed=1, bots="greedy")
    for i in range(3):
        match = cardshed.game("thirteen").match(seed=sim.game_seed(i))
        dice = random.Random(i)
        while not match.over:
            match.play(match.acting[0], dice.choice(match.legal(match.acting[0])))
    assert len({sim.game_seed(i) for i in range(3)}) == 3


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


def test_without_a_gpu_the_sentence_says_what_to_do() -> None:
    try:
        cardshed.simulate("thirteen", 10, device="cuda")
    except NoDevice as problem:
        assert "leave device at cpu" in str(problem)


def test_no_games_are_no_trouble() -> None:
    assert len(cardshed.simulate("thirteen", 0)) == 0


@pytest.mark.compiled
def test_ctrl_c_stops_soon_and_quietly() -> None:
    cardshed.simulate("thirteen", 1)  # so that the process below need not compile
    command = [sys.executable, "-m", "cardshed", "simulate", "thirteen", "-n", "1e9"]
    process = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(8)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Thirteen: " in out  # what was finished is summed up
    assert err.startswith("cardshed: stopped after ")
    assert len(err.splitlines()) == 1
