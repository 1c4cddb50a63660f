"""PettingZoo's own tests, for every game."""

from __future__ import annotations

import functools
import random
import re
import sys
import time
import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed.envs.table import Mask, NotOffered
from tests.conftest import PROOF, counted

pytest.importorskip("pettingzoo", reason="there is no PettingZoo: pip install 'cardshed[envs]'")

from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)

from cardshed.envs.pettingzoo import AtOnce, env, parallel_env, raw_env
from cardshed.envs.spaces import Offered

pytestmark = pytest.mark.compiled


@pytest.fixture(autouse=True)
def quietly() -> Iterator[None]:
    """These tests warn of observations that are a dictionary or reach beyond a byte: ours are and do."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("name", cardshed.games())
def test_the_fields_own_tests(name: str) -> None:
    api_test(env(name), num_cycles=counted(150, 2000, 5))
    parallel_api_test(parallel_env(name), num_cycles=counted(60, 1000, 5))


class Offering(AtOnce):
    """PettingZoo's test of parallel seeds samples without masks, so its spaces must know what is offered."""

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> Offered:
        return Offered(self.table, lambda: self.table.mask(self.seat_of(agent)))


@pytest.mark.parametrize("name", cardshed.games())
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    seed_test(lambda: env(name), num_cycles=counted(60, 500, 5))
    parallel_seed_test(lambda: Offering(name, None, None, None), num_cycles=counted(60, 500, 5))


@pytest.mark.parametrize("name", cardshed.games())
def test_the_fields_own_rendering_test(name: str) -> None:
    render_test(functools.partial(env, name))


@pytest.mark.parametrize("name", cardshed.games() if PROOF else ["thirteen"])
def test_the_fields_own_performance_test(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It runs for five seconds, or for half a second by a clock that goes ten times as fast."""
    fast = 1 if PROOF else 10
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: fast * time.time()))
    random.seed(1)
    performance_benchmark(env(name))
    told = re.search(r"(\S+) turns per second", capsys.readouterr().out)
    assert told is not None
    turns = fast * float(told[1])
    print(f"{name}: {turns:,.0f} turns per second by PettingZoo's performance test")
    assert turns > 2000  # far below what any machine does: more would measure who else is at work


def drawn(mask: Mask, dice: np.random.Generator) -> int:
    return int(dice.choice(np.flatnonzero(mask)))


def test_rewards_come_once_and_to_all() -> None:
    game, dice = env("thirteen", players=3), np.random.default_rng(2)
    for seed in range(5):
        game.reset(seed=seed)
        got = dict.fromkeys(game.possible_agents, 0.0)
        for agent in game.agent_iter():
            seen, reward, ended, stopped, _ = game.last()
            got[agent] += reward
            game.step(None if ended or stopped else drawn(seen["action_mask"], dice))
        assert sorted(got.values()) == [-0.5, -0.5, 1.0] or abs(sum(got.values())) < 1e-6


def test_those_who_choose_at_once_do_so_in_the_parallel_kind() -> None:
    game, dice = parallel_env("pyramid"), np.random.default_rng(3)
    seen, _ = game.reset(seed=1)
    together = 0
    while game.agents:
        choosing = [agent for agent in game.agents if not seen[agent]["action_mask"][game.table.wait]]
        together += len(choosing) > 1
        seen, *_ = game.step({agent: drawn(seen[agent]["action_mask"], dice) for agent in game.agents})
    assert together


def test_clones_and_bytes_go_their_own_way() -> None:
    game, dice = raw_env("rummy"), np.random.default_rng(4)
    game.reset(seed=9)
    for _ in range(30):
        game.step(drawn(game.observe(game.agent_selection)["action_mask"], dice))
    state, twin = game.state_bytes(), game.clone()
    for _ in range(20):
        game.step(drawn(game.observe(game.agent_selection)["action_mask"], dice))
    assert twin.state_bytes() == state != game.state_bytes()
    game.restore(state)
    assert game.agent_selection == twin.agent_selection and game.state_bytes() == state
    with pytest.raises(NotOffered):
        game.step(game.table.wait)


def test_what_is_no_action_is_refused() -> None:
    game = env("thirteen")
    game.reset(seed=1)
    before = game.state_bytes()
    for number in (-1, game.table.actions, 10**6):
        with pytest.raises(NotOffered):
            game.step(number)
    nothing: Any
    for nothing in (None, 1.5, "3"):
        with pytest.raises(TypeError):
            game.step(nothing)
    assert game.state_bytes() == before


def test_pictures() -> None:
    assert "hand of seat" in str(_shown("ansi"))
    picture = _shown("rgb_array")
    assert isinstance(picture, np.ndarray) and picture.dtype == np.uint8 and picture.shape[2] == 3
    assert len(np.unique(picture)) > 2  # something is drawn


def _shown(mode: str) -> object:
    game = env("thirteen", render_mode=mode)
    game.reset(seed=1)
    return game.render()
