"""Games as Gymnasium environments: one learner among bots, one game at a time or thousands.

With this module Gymnasium's `make` and `make_vec` know all games by ids such as `cardshed/Thirteen-v1`.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from cardshed.bots.base import Bot, ask
from cardshed.bots.own import find
from cardshed.engine.chance import BOTS, key
from cardshed.engine.core.playout import POLICIES
from cardshed.engine.core.seeds import read_seed
from cardshed.engine.core.simulate import bot_names
from cardshed.engine.core.verbs import SPARE
from cardshed.engine.errors import BadOption, CardshedError
from cardshed.engine.matches.game import HouseRules
from cardshed.engine.messages import shortly
from cardshed.envs import ids
from cardshed.envs.batch import CALLER, EACH, KEPT, NOT_KEPT, Desk, reset_games, step_games
from cardshed.envs.chain import OBSERVED
from cardshed.envs.drawing import MODES, render
from cardshed.envs.spaces import Offered, action_space, observation_space
from cardshed.envs.table import Episodes, NotOffered, Table
from cardshed.games import registry

ALL = "caller"  # instead of bots: every seat is played from outside


class OneSeat(Episodes, gymnasium.Env[dict[str, Any], int]):
    """A learner at a seat, bots at the others; what is chosen is one part of a move:
    `env("thirteen", opponents="greedy", seat=0, options={...})`.

    The reward comes at the end: -1 for who is beaten by all, 1 for who beats all. Who chooses what is not offered has
    lost, or with `strict` is told by an error. Deals that are won as dealt are left out. With `seat=None` the learner
    sits at another seat in each game.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  # as the interface has it

    def __init__(
        self, game: str, players: int | None = None, opponents: str | Sequence[str] = "greedy", seat: int | None = 0,
        options: HouseRules = None, strict: bool = False, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        self.strict = strict
        self.table = Table(game, players, options)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.table)
        offered = Offered(self.table, lambda: self.table.mask(self.seat))
        self.action_space = cast(gymnasium.Space[int], offered)
        self.names = bot_names(opponents, self.table.players)
        self.bots: list[Bot] = [find(name) for name in self.names]
        self.learner = checked_seat(seat, self.table.players)
        self.begin_with(None)

    @property
    def seat(self) -> int:
        """Where the learner sits in this game."""
        return self.episode % self.table.players if self.learner == EACH else self.learner

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.next_game(seed)
        return self._seen(), self._info()

    def deal(self) -> None:
        super().deal()
        self._others()

    def _others(self) -> None:
        """The bots play until the learner has to choose."""
        dice = int(key(np.uint64(self.base), BOTS, self.episode))
        while not self.table.over and self.table.seat != self.seat:
            seat = self.table.seat
            if self.names[seat] in POLICIES:
                self.table.let(POLICIES[self.names[seat]], dice)
            else:
                match = self.table.match()
                self.table.move(ask(self.bots[seat], match, seat, dice).code)

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        try:
            if self.table.step(self.seat, int(action)):
                self._others()
        except NotOffered:
            if self.strict:
                raise
            self.table.end()
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        over = self.table.over
        if self.render_mode == "human":
            self.render()
        return self._seen(), float(self.table.rewards[self.seat]) if over else 0.0, over, False, self._info()

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.table.observe(self.seat), "action_mask": self.table.mask(self.seat)}

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat}

    def render(self) -> Any:
        return render(self.table.match(), self.render_mode, self.seat)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """As trainers with masks ask for it."""
        return self.table.mask(self.seat).astype(np.bool_)


class ManySeats(VectorEnv[dict[str, Any], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games in one array, stepped in one compiled call; step by step the same as so many of `OneSeat`:
    `vector("thirteen", 1024, opponents="caller")` for self-play.

    Opponents are `random` or `greedy`, or `caller`: then every seat is played from outside, `seats` says whose choice
    it is, and the reward is that of who has chosen. What is returned are the arrays themselves, in which each step
    writes what has changed: copy what you want to keep, and write nothing into them.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self, game: str, num_envs: int, players: int | None = None, opponents: str | Sequence[str] = "greedy",
        seat: int | None = 0, options: HouseRules = None, strict: bool = False,
    ) -> None:  # fmt: skip
        self.strict = strict
        self.table = Table(game, players, options)
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self.table)
        self.single_action_space = action_space(self.table)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        players = self.table.players
        policies, names = dict(POLICIES) | {ALL: CALLER}, bot_names(opponents, players)
        for name in names:
            if name not in policies:
                raise BadOption("envs.opponents", given=shortly(name), names=", ".join(policies))
        self.policies = np.array([policies[name] for name in names], np.int64)
        self.learner = checked_seat(seat, players)
        self.blank, self.moves, self.chains = self.table.blank, self.table.moves, self.table.chains
        self.rows = np.repeat(self.blank, num_envs)
        self.bases = np.zeros(num_envs, np.uint64)
        self.episodes = np.zeros(num_envs, np.int64)
        self.made = np.zeros((num_envs, self.table.made.shape[1]), np.int64)
        self.chosen = np.zeros(num_envs, np.int64)
        self.seats = np.zeros(num_envs, np.int64)  # whose choice it is
        self.ended = np.zeros(num_envs, np.bool_)
        room = num_envs + -(-SPARE // self.table.width)
        self.seen = np.zeros((room, self.table.width), OBSERVED)[:num_envs]
        self.masks = np.zeros((num_envs, self.table.actions), np.int8)
        self.kept = np.full((num_envs, KEPT), NOT_KEPT)
        self.rewards = np.zeros((num_envs, players))  # of every seat
        self.shares = np.zeros(players + SPARE)
        self.desk = Desk(**{name: getattr(self, name) for name in Desk._fields})
        self.each = np.arange(num_envs)
        self.never = np.zeros(num_envs, np.bool_)
        self.base = read_seed(None)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        which = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            which = np.asarray(options["reset_mask"], np.bool_)
        if seed is None and not self.bases.any():
            seed = self.base % (1 << 62)
        seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed
        for i in np.flatnonzero(which).tolist():
            if seeds is None or seeds[i] is None:
                self.episodes[i] += 1
            else:
                self.bases[i], self.episodes[i] = read_seed(seeds[i]), 0
        with self.table.game.compiling():
            reset_games(self.desk, which)
        return self._seen(), {"seat": self.seats}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[dict[str, Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        actions = np.asarray(actions, np.int64)
        if self.strict:
            self._check(actions)
        earned = np.zeros(self.num_envs)
        step_games(self.desk, actions, earned)
        return self._seen(), earned, self.ended.copy(), self.never, {"seat": self.seats}

    def _check(self, actions: npt.NDArray[np.int64]) -> None:
        """Refuse all, if something is chosen that is not offered."""
        possible = self.masks[self.each, np.clip(actions, 0, self.table.actions - 1)] != 0
        wrong = np.flatnonzero(~(possible | self.ended))
        if len(wrong):
            i = int(wrong[0])
            offered = ", ".join(map(str, np.flatnonzero(self.masks[i])[:20]))
            raise NotOffered("envs.illegal_in", env=i, action=int(actions[i]), offered=offered)

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.seen, "action_mask": self.masks}

    # --- copying ----------------------------------------------------------------------------------

    def state_bytes(self) -> bytes:
        """All games, with half-made choices."""
        return b"".join(array.tobytes() for array in self._arrays())

    def restore(self, state: bytes) -> None:
        at = 0
        for array in self._arrays():
            array.reshape(-1).view(np.uint8)[:] = np.frombuffer(state, np.uint8, array.nbytes, at)
            at += array.nbytes
        self.kept[:] = NOT_KEPT

    def _arrays(self) -> tuple[Any, ...]:
        return self.desk[: Desk._fields.index("kept")]


def checked_seat(seat: int | None, players: int) -> int:
    if seat is None:
        return EACH
    if not 0 <= seat < players:
        raise BadOption("envs.seat", given=shortly(seat), players=players)
    return seat


env = OneSeat
vector = ManySeats


def register(game: str | Path) -> str:
    """Make a game known to Gymnasium, also one that lies in a folder; returns its id there."""
    found = registry.game(game)
    name, place = ids.in_gymnasium(found), found.name if ids.installed(found) else str(found.folder)
    if name not in gymnasium.registry or gymnasium.spec(name).kwargs != {"game": place}:
        gymnasium.register(
            name,
            entry_point=f"{__name__}:{OneSeat.__name__}",
            vector_entry_point=f"{__name__}:{ManySeats.__name__}",
            kwargs={"game": place},
        )
    return name


def register_all() -> None:
    """All that are installed. One that is broken is told of, and does not keep the others away."""
    for name in registry.names():
        try:
            register(name)
        except (CardshedError, ImportError) as problem:
            warnings.warn(f"{name}: {problem}", stacklevel=2)


register_all()
