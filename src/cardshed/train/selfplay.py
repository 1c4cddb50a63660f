"""Many games played on side by side by a net, on cores or on a GPU, with all that it can learn from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from cardshed.engine.core.verbs import SPARE, length
from cardshed.engine.matches.game import Game
from cardshed.train.acting import ALL, COLUMNS, GAME, LEFT, OFFERED, OTHERS, PATIENCE, SEAT, STUCK, Notes
from cardshed.train.cores import Cores
from cardshed.train.errors import BadTraining
from cardshed.train.tables import Tables

Scorer = Callable[[Tensor, Tensor, Tensor, Tensor], None]  # what is seen, moves, whose they are, what they are worth

SPARE_MOVES = 16  # for each actor at first; the room grows with what is needed


def hands_for(device: str, game: Game, tables: Tables, many: int, threads: int | None = None) -> Any:
    """What moves the actors: the cores of this machine, or its GPU."""
    if device == "cuda":
        from cardshed.train.gpu import Gpu

        return Gpu(game, tables, many)
    return Cores(game, tables, many, threads)


class Actors:
    """`step` lets every actor make one choice. Line t of the ring keeps what was seen and chosen at step t."""

    def __init__(
        self, hands: Any, ring: int, seed: int, games: int = -1, others: int = ALL, mixed: float = 1.0,
        trace: float = 1.0,
    ) -> None:  # fmt: skip
        """`games` for each actor, or without end; `others` play all seats but one for the share `mixed` of them; of
        what comes later `trace` is left from choice to choice, the rest is what the net said."""
        game, many, device = hands.game, hands.many, hands.device
        self.hands, self.many, self.ring, self.seed = hands, many, ring, seed
        self.at = 0  # the step
        self.actors = torch.zeros((many, COLUMNS), dtype=torch.int64)
        self.actors[:, GAME] = torch.arange(many) - many
        self.actors[:, LEFT] = games
        self.actors[:, OTHERS] = ALL
        self.actors[: round(mixed * many), OTHERS] = others
        self.actors = self.actors.to(device)

        def lines(columns: int, dtype: torch.dtype, height: int) -> Tensor:
            # other people's rules may write a little more than they promise before they are refused
            room = torch.zeros((height + -(-SPARE // columns), columns), dtype=dtype, device=device)
            return room[:height]

        self.seen = lines(length(game.observation), torch.int16, ring * many)
        self.made = torch.zeros((ring * many, length(game.encoding)), dtype=torch.int16, device=device)
        self.seats = torch.zeros((ring, many), dtype=torch.int8, device=device)
        self.said = torch.zeros((ring, many), dtype=torch.float32, device=device)  # of what was chosen
        self.targets = torch.zeros((ring, many), dtype=torch.float32, device=device)
        self.fresh = torch.zeros((ring, many), dtype=torch.int8, device=device)  # whether it may be learnt from
        self.results = torch.zeros(many, dtype=torch.float32, device=device)
        self.chosen, self.picked, self.firsts = (
            torch.zeros(many, dtype=torch.int64, device=device) for _ in range(3)
        )  # fmt: skip
        self.numbers = torch.arange(many, device=device)
        self._lines = lines
        self._room(SPARE_MOVES * many)
        own = hands.own
        self._seen = [own(self.seen[t * many : (t + 1) * many]) for t in range(ring)]
        known = {name: own(getattr(self, name)) for name in Notes._fields[:-2]}
        self.notes = Notes(**known, base=np.uint64(seed), trace=trace)

    def _room(self, moves: int) -> None:
        """For so many moves of all actors together."""
        device = self.actors.device
        self.described = self._lines(length(self.hands.game.encoding), torch.int16, moves)
        self.whose = torch.zeros(moves, dtype=torch.int64, device=device)
        self.worth = torch.zeros(moves, dtype=torch.float32, device=device)
        self._moves = [self.hands.own(one) for one in (self.described, self.whose, self.worth)]

    def step(self, scorer: Scorer | None, often: float = 0.0) -> int:
        """Every actor makes a choice: what the scorer likes best, or so often any. Returns how many did."""
        hands, notes, line = self.hands, self.notes, self.at % self.ring
        hands.go_on(notes, self.at)
        self.fresh[line] = 0
        self.seats[line] = self.actors[:, SEAT]
        offered = self.actors[:, OFFERED]
        ends = offered.cumsum(0)
        self.firsts.copy_(ends - offered)
        many, choosing, least = torch.stack([ends[-1], (offered > 0).sum(), offered.min()]).tolist()
        if least == STUCK:
            raise BadTraining("train.stuck", game=self.hands.game.title, games=f"{PATIENCE:,}")
        if many > len(self.worth):
            self._room(int(1.3 * many))
        hands.see(notes, self._seen[line])
        self.whose[:many] = torch.repeat_interleave(self.numbers, offered, output_size=many)
        described, whose, worth = self._moves
        hands.describe(notes, whose, described, many)
        begin = line * self.many
        if scorer is not None:
            scorer(self.seen[begin : begin + self.many], self.described[:many], self.whose[:many], self.worth[:many])
        hands.pick(notes, worth, round(1e6 * often))
        if many:
            at = (self.firsts + self.picked).clamp(max=many - 1)
            self.made[begin : begin + self.many] = self.described[at]
            self.said[line] = torch.sigmoid(self.worth[at])
        self.at += 1
        return int(choosing)

    def to_learn(self) -> Tensor:
        """Where choices lie whose worth is known and has not been learnt from."""
        return self.fresh.view(-1).nonzero()[:, 0]

    def learnt(self, places: Tensor) -> None:
        self.fresh.view(-1)[places] = 0

    def games(self) -> int:
        """How many games have been begun."""
        return int((self.actors[:, GAME] // self.many + 1).sum())
