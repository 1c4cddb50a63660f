"""OpenSpiel's own tests, and its search on our games."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed.engine.errors import BadOption
from tests.conftest import counted
from tests.processes import environment

pyspiel = pytest.importorskip("pyspiel", reason="there is no OpenSpiel: pip install 'cardshed[openspiel]'")

from cardshed.envs import openspiel  # noqa: E402

pytestmark = pytest.mark.compiled

SMALL = {
    "pyramid": "cards=3;rounds_4=1",
    "thirteen": "cards=5",
    "parcels": "rounds=1;cards_4=4",
    "segments": "rounds=1;cards=4",
    "rummy": "goal=50;hands=1",
}


def dealt(name: str, seed: int = 1, **how: Any) -> Any:
    state = openspiel.load(name, options=SMALL[name], seed=seed, **how).new_initial_state()
    state.apply_action(state.chance_outcomes()[0][0])
    return state


@pytest.mark.parametrize("name", cardshed.games())
def test_the_fields_own_test(name: str) -> None:
    pyspiel.random_sim_test(openspiel.load(name, options=SMALL[name]), counted(1, 10, 1), False, False)


@pytest.mark.parametrize("name", cardshed.games())
def test_games_are_those_of_the_engine(name: str) -> None:
    state = dealt(name)
    table, dice = state.table.clone(), np.random.default_rng(3)
    while not state.is_terminal():
        seat = state.current_player()
        assert seat == table.seat and state.legal_actions() == np.flatnonzero(table.mask(seat)).tolist()
        action = int(dice.choice(state.legal_actions()))
        state.apply_action(action)
        table.step(seat, action)
    assert np.allclose(state.returns(), table.rewards)


@pytest.mark.parametrize("name", cardshed.games())
def test_a_state_written_and_read_goes_on_alike(name: str) -> None:
    """OpenSpiel's own test of it also writes the game's generator, which a Python game cannot have."""
    state, dice = dealt(name), np.random.default_rng(2)
    while not state.is_terminal():
        again = state.get_game().deserialize_state(state.serialize())
        assert again.table.state() == state.table.state() and again.history() == state.history()
        assert again.information_state_string(0) == state.information_state_string(0)
        state = again
        state.apply_action(int(dice.choice(state.legal_actions())))
    with pytest.raises(pyspiel.SpielError, match="unimplemented"):
        pyspiel.serialize_game_and_state(state.get_game(), state)


def test_resampled_states_look_the_same_to_who_asks_and_differ_elsewhere() -> None:
    state = dealt("thirteen")
    player = state.current_player()
    dice = np.random.RandomState(1)
    told = state.information_state_string(player)
    others = [state.resample_from_infostate(player, dice.random_sample) for _ in range(5)]
    assert all(one.information_state_string(player) == told for one in others)
    assert len({str(one) for one in others}) > 1


def test_its_search_plays_our_game() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    state = dealt("thirteen", players=2)
    dice = np.random.RandomState(5)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(), uct_c=2.0, evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=dice),
        max_simulations=20, random_state=dice,
    )  # fmt: skip
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


def test_house_rules_are_read_and_seeds_are_kept() -> None:
    with pytest.raises(BadOption, match="NAME=VALUE"):
        openspiel.load("thirteen", options="cards")
    game = openspiel.load("thirteen", players=2, options="cards=5;bombs=beat_all", seed=4)
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert str(dealt("segments", seed=4)) == str(dealt("segments", seed=4)) != str(dealt("segments", seed=5))


@pytest.mark.process
def test_a_program_that_used_it_ends_in_peace() -> None:
    program = "from cardshed.envs import openspiel; openspiel.load('thirteen').new_initial_state()"
    ended = subprocess.run(
        [sys.executable, "-c", program], env=environment(), capture_output=True, text=True, timeout=300
    )
    assert ended.returncode == 0, ended.stderr
