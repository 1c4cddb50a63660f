"""Chance deals in nodes with exact probabilities, so that a small game is a tree that can be gone through whole: by
CFR, for a best response, for an equilibrium."""

from __future__ import annotations

from typing import Any

import pyspiel

from cardshed.envs import dealing
from cardshed.envs.openspiel.play import Game, State, game_type, table_of
from cardshed.envs.table import ready

AFTER = "_dealt"  # stands behind the game's name


def kind_of(name: str) -> pyspiel.GameType:
    return game_type(name, AFTER, pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC)


class Dealt(Game):
    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        table = table_of(name, params)
        self.beginning = dealing.begin(table.game, table.blank)
        ready(table.game)
        outcomes = max(table.players, self.beginning.deck.copies + 1)
        super().__init__(kind_of(name), table, outcomes, params)

    def new_initial_state(self) -> DealtState:
        return DealtState(self)

    def max_chance_nodes_in_history(self) -> int:
        deck = self.beginning.deck
        return 1 + self.table.players * len(deck.kinds)


class DealtState(State):
    def __init__(self, game: Dealt) -> None:
        super().__init__(game)
        self.dealing = game.beginning

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, float(chance)) for outcome, chance in self.dealing.outcomes]

    def _chance_to_string(self, outcome: int) -> str:
        if self.dealing.starter < 0:
            return f"seat {outcome} starts"
        return f"seat {self.dealing.getter} gets {outcome} of {self._card(self.dealing.kind)}"

    def _card(self, kind: int) -> str:
        return self.table.says(self.dealing.deck.parts[kind])

    def _happen(self, outcome: int) -> None:
        self.dealing = self.dealing.after(outcome)
        if self.dealing.done:
            self.table = self.table.clone()
            self.table.lay(dealing.lay(self.table.game, self.table.blank, self.dealing))
            self.dealt = True

    def _waiting(self) -> str:
        if self.dealing.starter < 0:
            return "nothing is dealt"
        hands = [" ".join(map(self._card, hand)) or "nothing" for hand in self.dealing.hands]
        told = "; ".join(f"seat {p} got {hand}" for p, hand in enumerate(hands))
        return f"seat {self.dealing.starter} starts; {told}; {self._card(self.dealing.kind)} is next"
