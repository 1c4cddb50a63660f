"""What an agent sees and does, as spaces of Gymnasium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces

from cardshed.envs.chain import OBSERVED
from cardshed.envs.table import Mask, Table

FAR = np.iinfo(OBSERVED)


def observation_space(table: Table) -> spaces.Dict:
    """What a seat knows as one row of whole numbers, whose pieces `table.pieces` names, and what it may choose."""
    return spaces.Dict(
        {
            "observation": spaces.Box(FAR.min, FAR.max, (table.width,), OBSERVED),
            "action_mask": spaces.Box(0, 1, (table.actions,), np.int8),
        }
    )


def action_space(table: Table) -> spaces.Discrete:
    """The parts of moves, DONE and WAIT."""
    return spaces.Discrete(table.actions)


class Offered(spaces.Discrete):
    """The same, of which samples are drawn only from what is offered now."""

    def __init__(self, table: Table, mask: Callable[[], Mask]) -> None:
        super().__init__(table.actions)
        self.offered = mask

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            mask = self.offered()
        return super().sample(mask, probability)

    def __reduce__(self) -> tuple[Any, ...]:
        """Sent to another process it is the plain space: what is offered is known here alone."""
        return spaces.Discrete, (self.n, self.np_random)
