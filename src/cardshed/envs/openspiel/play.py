"""What our games are in OpenSpiel once the cards are dealt. How they are dealt is told in sampled.py and dealt.py."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pyspiel

from cardshed.engine.errors import BadOption
from cardshed.envs.drawing import text_of
from cardshed.envs.openspiel.observer import DIGEST, Observer, observer
from cardshed.envs.table import Table
from cardshed.games import registry

PREFIX = "cardshed_"
LONGEST = 1_000_000  # choices of a game: more than any has
WORLDS = 1 << 53  # that can be told apart by a number from 0 to 1


def game_type(name: str, after: str, chance: pyspiel.GameType.ChanceMode, **parameters: Any) -> pyspiel.GameType:
    game = registry.game(name)
    return pyspiel.GameType(
        short_name=PREFIX + name + after, long_name=game.title, dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance, information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1], min_num_players=game.players[0], provides_information_state_string=True,
        provides_information_state_tensor=True, provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={"players": game.facts.usual, "options": "", **parameters},
    )  # fmt: skip


class Game(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """`options` are house rules as `cards=5;match=1`, or as `cards:5;match:1`, which OpenSpiel can read back from a
    game's own text."""

    def __init__(self, kind: pyspiel.GameType, table: Table, outcomes: int, params: dict[str, Any]) -> None:
        self.table = table  # nothing is ever dealt on it: states begin as it is
        info = pyspiel.GameInfo(
            num_distinct_actions=table.actions, max_chance_outcomes=outcomes, num_players=table.players,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=LONGEST,
        )  # fmt: skip
        written = {"options": params["options"].replace("=", ":")} if "options" in params else {}
        super().__init__(kind, info, params | written)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        return observer(self.table, iig_obs_type)


def table_of(name: str, params: dict[str, Any]) -> Table:
    """The table that the parameters of a game describe."""
    found: dict[str, object] = {}
    for pair in filter(None, str(params.get("options", "")).split(";")):
        option, is_, value = pair.replace("=", ":").partition(":")
        if not is_:
            raise BadOption("envs.pair", given=pair)
        found[option.strip()] = value.strip()
    return Table(name, int(params.get("players", registry.game(name).facts.usual)), found)


class State(pyspiel.State):  # type: ignore[misc]
    """A table, and what each player has seen so far, as a digest. OpenSpiel copies a state by making a new one and
    copying each attribute into it.

    Each kind of game tells its `chance_outcomes`, those in words (`_chance_to_string`), and what is to be seen before
    all is dealt (`_waiting`). Its `_happen` lets chance do something, and the last time deals on a table of its own and
    says `dealt`."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.table: Table = game.table
        self.dealt = False
        self.memory = [b""] * self.table.players

    # --- playing ----------------------------------------------------------------------------------

    def current_player(self) -> int:
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.over else self.table.seat

    def _legal_actions(self, player: int) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.table.mask(player))]

    def _apply_action(self, action: int) -> None:
        everybody = range(self.table.players)
        if not self.dealt:
            self._happen(action)
            if self.dealt:
                self._see(everybody)
            return
        seat = self.table.seat
        self.memory[seat] += action.to_bytes(2)
        # The others see whole moves: in how many steps one was chosen would tell them what else could be chosen.
        whole = self.table.step(seat, action)
        self._see(everybody if whole else [seat])

    def _see(self, players: Any) -> None:
        for player in players:
            seen = self.table.observe(player).tobytes()
            self.memory[player] = hashlib.blake2b(self.memory[player] + seen, digest_size=DIGEST).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        return self._chance_to_string(action) if player == pyspiel.PlayerId.CHANCE else self.table.says(action)

    def is_terminal(self) -> bool:
        return self.dealt and self.table.over

    def returns(self) -> list[float]:
        return [float(reward) for reward in self.table.rewards] if self.is_terminal() else [0.0] * self.table.players

    def resample_from_infostate(self, player: int, sampler: Any = None) -> State:
        """A state that the player cannot tell from this one."""
        draw = np.random.default_rng().random() if sampler is None else sampler()
        twin: State = self.clone()
        twin.table = self.table.imagine(player, int(draw * WORLDS))
        return twin

    def __str__(self) -> str:
        return text_of(self.table.match()) if self.dealt else self._waiting()
