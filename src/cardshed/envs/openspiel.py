"""Games as Python games of OpenSpiel: `load("thirteen", players=2)`, or `pyspiel.load_game` by their registered names.

Chance is one node at the beginning: a seed, from which all else follows. What a player may choose are the parts of
moves, as everywhere here. Python search that draws hidden cards anew (`resample_from_infostate`) works with them.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pyspiel

from cardshed.engine.chance import GAMES, START, key
from cardshed.engine.errors import BadOption
from cardshed.engine.game import read_seed
from cardshed.envs.drawing import text_of
from cardshed.envs.table import Table
from cardshed.games import registry

SEEDS = 1 << 20  # deals of a game that was loaded: OpenSpiel makes lists as long as there are outcomes
LONGEST = 1_000_000  # choices of a game: more than any has
PREFIX = "cardshed_"
DIGEST = 8  # bytes


def game_type(name: str) -> pyspiel.GameType:
    game = registry.game(name)
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.table.USUAL_PLAYERS, "options": "", "seed": -1},
    )


class Spiel(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """`options` are house rules as `cards=5;match=1`; `seed` makes the deals of a game the same each time."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.table = Table(name, int(params.get("players", registry.game(name).table.USUAL_PLAYERS)), _rules(params))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions, max_chance_outcomes=SEEDS, num_players=self.table.players,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=LONGEST,
        )  # fmt: skip
        super().__init__(game_type(name), info, params)
        given = int(params.get("seed", -1))
        self.base = read_seed(given if given >= 0 else None)
        self.begun = 0

    def new_initial_state(self) -> SpielState:
        self.begun += 1
        return SpielState(self, int(key(np.uint64(self.base), START, self.begun)) % SEEDS)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        recall = bool(iig_obs_type and iig_obs_type.perfect_recall)
        return Observer(self.table, recall)


def _rules(params: dict[str, Any]) -> dict[str, object]:
    """From `cards=5;match=1`."""
    found: dict[str, object] = {}
    for pair in filter(None, str(params.get("options", "")).split(";")):
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption("envs.pair", given=pair)
        found[name.strip()] = value.strip()
    return found


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A table, the seed it will be dealt from, and what each player has seen so far, as a digest."""

    def __init__(self, game: Spiel, seed: int) -> None:
        super().__init__(game)
        self.table = game.table.clone()
        self.table.end()
        self.base, self.seed, self.dealt = game.base, seed, False
        self.memory = [b""] * self.table.players

    def current_player(self) -> int:
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.over else self.table.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(self.seed, 1.0)]

    def _legal_actions(self, player: int) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.table.mask(player))]

    def _apply_action(self, action: int) -> None:
        if self.dealt:
            seat = self.table.seat
            self.memory[seat] += action.to_bytes(2)
            self.table.step(seat, action)
        else:
            self.table.begin(int(key(np.uint64(self.base), GAMES, action)))
            self.dealt = True
        for player in range(self.table.players):
            seen = self.table.observe(player).tobytes()
            self.memory[player] = hashlib.blake2b(self.memory[player] + seen, digest_size=DIGEST).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        return f"seed {action}" if player == pyspiel.PlayerId.CHANCE else self.table.says(action)

    def is_terminal(self) -> bool:
        return self.dealt and self.table.over

    def returns(self) -> list[float]:
        return [float(reward) for reward in self.table.rewards] if self.is_terminal() else [0.0] * self.table.players

    def resample_from_infostate(self, player: int, sampler: Any = None) -> SpielState:
        """A state that the player cannot tell from this one."""
        draw = np.random.default_rng().random() if sampler is None else sampler()
        twin: SpielState = self.clone()
        twin.table = self.table.imagine(player, int(draw * SEEDS))
        return twin

    def __str__(self) -> str:
        return text_of(self.table.match()) if self.dealt else f"seed {self.seed}"


class Observer:
    """What a player sees; with perfect recall also a digest of all that it saw before."""

    def __init__(self, table: Table, recall: bool) -> None:
        self.recall = recall
        sizes = {name: where.stop - where.start for name, where in table.pieces.items()}
        if recall:
            sizes["seen_before"] = 8 * DIGEST
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[at : at + size]
            at += size

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        if not state.dealt:
            return
        seen = state.table.observe(player)
        self.tensor[: len(seen)] = seen
        if self.recall:
            self.dict["seen_before"][:] = np.unpackbits(np.frombuffer(state.memory[player], np.uint8))

    def string_from(self, state: SpielState, player: int) -> str:
        if not state.dealt:
            return f"player {player}"
        pieces = state.table.named(state.table.observe(player))
        told = [f"{name} {_short(values)}" for name, values in pieces.items() if values.any()]
        before = [state.memory[player].hex()] if self.recall else []
        return "; ".join([f"player {player}", *before, *told])


def _short(values: Any) -> str:
    """What is not nothing: places of ones, and other numbers with their places."""
    return " ".join(str(i) if values[i] == 1 else f"{i}={values[i]}" for i in np.flatnonzero(values))


def _made(name: str) -> type[Spiel]:
    """A class that makes one of the games. It is no function, because OpenSpiel keeps it until after Python has ended,
    and must not be the last who does."""

    def __init__(self: Spiel, params: dict[str, Any] | None = None) -> None:
        Spiel.__init__(self, name, params)

    return type(f"{name.title()}Spiel", (Spiel,), {"__init__": __init__})


def register() -> list[str]:
    """Make the five games known to `pyspiel.load_game`; returns their names there."""
    known = set(pyspiel.registered_names())
    names = []
    for name in registry.names():
        kind = game_type(name)
        names.append(kind.short_name)
        if kind.short_name not in known:
            pyspiel.register_game(kind, _made(name))
    return names


def load(name: str, players: int | None = None, options: str = "", seed: int = -1) -> Spiel:
    """A game by its name here."""
    register()
    usual = registry.game(name).table.USUAL_PLAYERS
    return pyspiel.load_game(PREFIX + name, {"players": players or usual, "options": options, "seed": seed})
