"""Games as PettingZoo environments: `env` for one choice after another, `parallel_env` for all seats at once.

Who wants a version to be kept to writes `from cardshed.envs.pettingzoo import thirteen_v1`, and
`thirteen_v1.env(players=2)`.
"""

from __future__ import annotations

import functools
import re
from operator import index
from types import SimpleNamespace
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from cardshed.engine.matches.game import HouseRules
from cardshed.envs import ids
from cardshed.envs.drawing import MODES, render
from cardshed.envs.spaces import action_space, observation_space
from cardshed.envs.table import Episodes, Table
from cardshed.games import registry


class Seats(Episodes):
    """What both kinds have in common."""

    def __init__(
        self, game: str, players: int | None = None, options: HouseRules = None, render_mode: str | None = None
    ) -> None:
        self.table = Table(game, players, options)
        found = self.table.game
        self.metadata = {
            "name": ids.in_pettingzoo(found), "render_modes": list(MODES), "is_parallelizable": False,
            "render_fps": 1, "rules": found.version,
        }  # fmt: skip
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{p}" for p in range(self.table.players)]
        self.agents: list[str] = []
        self.begin_with(None)

    @functools.cache  # noqa: B019  # the same object each time, as the interface asks
    def observation_space(self, agent: str) -> spaces.Dict:
        return observation_space(self.table)

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Discrete:
        return action_space(self.table)

    def seat_of(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.seat_of(agent)
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def next_game(self, seed: int | None) -> None:
        super().next_game(seed)
        self.agents = self.possible_agents[:]

    def render(self) -> Any:
        return render(self.table.match(), self.render_mode)


class OneByOne(Seats, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Those who choose at once do so one after another, and do not see what the others chose. What may not be chosen
    is refused by `NotOffered`."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.next_game(seed)
        self._begin()

    def _begin(self) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._after()

    def _after(self) -> None:
        """Who is next, or what everybody gets."""
        if not self.table.over:
            self.agent_selection = self.possible_agents[self.table.seat]
            return
        self.rewards = dict(zip(self.possible_agents, self.table.rewards.tolist(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.table.step(self.seat_of(agent), index(action))
        self._after()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def restore(self, state: bytes) -> None:
        super().restore(state)
        self._begin()
        self._accumulate_rewards()

    def clone(self) -> OneByOne:
        """Another environment that stands just as this one."""
        twin = object.__new__(OneByOne)
        for name, value in vars(self).items():
            setattr(twin, name, value.copy() if isinstance(value, dict | list) else value)
        twin.table = self.table.clone()
        return twin


class AtOnce(Seats, ParallelEnv):  # type: ignore[misc]
    """All seats step together; who has nothing to choose waits. Where several choose at once, they really do."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.next_game(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        acting = self.table.acting
        for seat in acting:
            self.table.step(seat, int(actions[self.possible_agents[seat]]))
        over = self.table.over
        seen = {agent: self.observe(agent) for agent in self.agents}
        rewards = dict(zip(self.possible_agents, self.table.rewards.tolist(), strict=True))
        ends = dict.fromkeys(self.agents, over)
        never = dict.fromkeys(self.agents, False)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, ends, never, infos


raw_env = OneByOne
parallel_env = AtOnce


def env(game: str, players: int | None = None, options: HouseRules = None, render_mode: str | None = None) -> AECEnv:
    """`env("thirteen", players=2, options={...})`, which also says what is called too early or too late.

    Actions out of bounds it refuses by itself: one more wrapper for them would cost a third of all speed.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(game, players, options, render_mode))


def __getattr__(name: str) -> SimpleNamespace:
    """`thirteen_v1`: a game in the manner of PettingZoo's own modules, as long as it has this version."""
    asked = re.fullmatch(r"(.+)_v(\d+)", name)
    if asked is None or asked[1] not in registry.names():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    there = ids.version(registry.game(asked[1]))
    if int(asked[2]) != there:
        raise AttributeError(f"there is no {name} any more, or not yet: {asked[1]}_v{there} is here")
    made = {"env": env, "raw_env": raw_env, "parallel_env": parallel_env}
    return SimpleNamespace(**{kind: functools.partial(make, asked[1]) for kind, make in made.items()})
