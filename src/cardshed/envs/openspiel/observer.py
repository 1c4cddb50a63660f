"""What a player sees, as OpenSpiel asks for it: as numbers and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from cardshed.envs.table import Table

if TYPE_CHECKING:
    from cardshed.envs.openspiel.play import State

DIGEST = 8  # bytes of all that a player saw before


class Observer:
    """What a player sees; with perfect recall also a digest of all that it saw before."""

    def __init__(self, table: Table, recall: bool) -> None:
        self.recall = recall
        sizes = {name: where.stop - where.start for name, where in table.pieces.items()}
        if recall:
            sizes["seen_before"] = 8 * DIGEST
        self.piece = [(name, i) for name, size in sizes.items() for i in range(size)]  # of each number
        self.tensor = np.zeros(len(self.piece), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[at : at + size]
            at += size

    def set_from(self, state: State, player: int) -> None:
        self.tensor.fill(0)
        if not state.dealt:
            return
        seen = state.table.observe(player)
        self.tensor[: len(seen)] = seen
        if self.recall:
            self.dict["seen_before"][:] = np.unpackbits(np.frombuffer(state.memory[player], np.uint8))

    def string_from(self, state: State, player: int) -> str:
        """Of each piece what is not nothing: the places of ones, and other numbers with their places."""
        told = [f"player {player}"]
        if state.dealt:
            if self.recall:
                told.append(state.memory[player].hex())
            seen = state.table.observe(player)
            last = ""
            for at in np.flatnonzero(seen).tolist():
                name, i = self.piece[at]
                number = str(i) if seen[at] == 1 else f"{i}={seen[at]}"
                if name == last:
                    told[-1] += f" {number}"
                else:
                    told.append(f"{name} {number}")
                last = name
        return "; ".join(told)


def observer(table: Table, kind: Any) -> Observer | None:
    """The one that OpenSpiel asks for; None, as it wants it, for the public or the private part of what a player sees:
    our games tell both in one."""
    if kind is None:
        return Observer(table, False)
    whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
    return Observer(table, kind.perfect_recall) if whole else None
