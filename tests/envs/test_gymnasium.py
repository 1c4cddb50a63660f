"""Gymnasium's own check, and many games at once beside as many single ones."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed.engine.errors import BadOption, BadPlayers
from cardshed.envs.table import NotOffered
from tests.conftest import counted

gymnasium = pytest.importorskip("gymnasium", reason="there is no Gymnasium: pip install 'cardshed[envs]'")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import SyncVectorEnv  # noqa: E402

from cardshed.envs.batch import NOT_KEPT  # noqa: E402
from cardshed.envs.gymnasium import ManySeats, env, vector  # noqa: E402

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("name", cardshed.games())
def test_the_fields_own_check(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env(name))


@pytest.mark.parametrize("name", cardshed.games())
def test_many_games_are_so_many_single_ones_step_by_step(name: str) -> None:
    """Also where something is chosen that is not offered, and across the ends of games."""
    how: dict[str, Any] = {
        "opponents": ["greedy", "random", "greedy", "random"][: cardshed.game(name).facts.usual],
        "seat": None,
    }
    games, dice = 12, np.random.default_rng(5)
    many, single = vector(name, games, **how), SyncVectorEnv([lambda: env(name, **how)] * games)
    seen, _ = many.reset(seed=5)
    other, _ = single.reset(seed=5)
    long = 0  # lists of moves that were too long to be kept for the next choice
    for _ in range(counted(40, 3000, 3)):
        for piece in seen:
            assert (seen[piece] == other[piece]).all()
        actions = np.array([dice.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        astray = dice.random(games) < 0.02
        actions[astray] = dice.integers(0, many.table.actions, astray.sum())
        seen, reward, ended, _, _ = many.step(actions)
        other, expected, over, _, _ = single.step(actions)
        assert (reward == expected).all() and (ended == over).all()
        long += int((many.kept[~ended, 0] == NOT_KEPT).sum())
    assert long >= counted(0, 1, 0)


def played(game: ManySeats, steps: int, seed: int = 0) -> list[bytes]:
    dice = np.random.default_rng(seed)
    found = []
    for _ in range(steps):
        game.step(np.array([dice.choice(np.flatnonzero(mask)) for mask in game.masks]))
        found.append(game.seen.tobytes() + game.masks.tobytes() + game.rewards.tobytes())
    return found


def test_every_seat_can_be_played_from_outside() -> None:
    game = vector("thirteen", 8, opponents="caller", options={"cards": 4})
    game.reset(seed=2)
    seats, ends = set(), 0
    dice = np.random.default_rng(1)
    for _ in range(200):
        before = game.seats.copy()
        _, reward, ended, _, info = game.step(np.array([dice.choice(np.flatnonzero(mask)) for mask in game.masks]))
        seats |= set(info["seat"].tolist())
        for i in np.flatnonzero(ended):
            ends += 1
            assert (
                abs(game.rewards[i].sum()) < 1e-5 and reward[i] == game.rewards[i, before[i]] == 1
            )  # who is out has won
    assert seats == {0, 1, 2, 3} and ends > 20


def test_states_are_taken_up_again() -> None:
    game = vector("parcels", 4)
    game.reset(seed=3)
    played(game, 25)
    state = game.state_bytes()
    once = played(game, 40, seed=1)
    game.restore(state)
    assert played(game, 40, seed=1) == once


def test_strictly_nothing_else_may_be_chosen() -> None:
    game = vector("thirteen", 3, strict=True)
    game.reset(seed=1)
    before = game.state_bytes()
    with pytest.raises(NotOffered, match="environment 1"):
        good = [int(np.flatnonzero(mask)[0]) for mask in game.masks]
        game.step(np.array([good[0], game.table.wait, good[2]]))
    assert game.state_bytes() == before
    alone = env("thirteen", strict=True)
    alone.reset(seed=1)
    with pytest.raises(NotOffered):
        alone.step(alone.table.wait)


def test_spaces_can_be_sent_to_other_processes() -> None:
    """As `AsyncVectorEnv` does. What is offered they do not know there."""
    mine: Any = env("thirteen").action_space
    mine.seed(1)
    sent = pickle.loads(pickle.dumps(mine))
    assert sent == mine and type(sent) is gymnasium.spaces.Discrete
    every = np.ones(mine.n, np.int8)
    assert [sent.sample(every) for _ in range(9)] == [mine.sample(every) for _ in range(9)]


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(BadOption, match="medium"):
        vector("thirteen", 2, opponents="medium")
    with pytest.raises(BadOption, match="seat"):
        env("thirteen", seat=4)
    with pytest.raises(BadPlayers, match="3 bots"):
        env("thirteen", opponents=["greedy"] * 3)


def test_a_thinking_opponent() -> None:
    game = env("thirteen", players=2, opponents="easy", options={"cards": 5})
    game.reset(seed=4)
    over = False
    while not over:
        _, reward, over, _, _ = game.step(int(game.action_space.sample()))
    assert reward in (-1.0, 1.0)
