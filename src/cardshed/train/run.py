"""A training from zero, or from where it stopped: games, lessons, examinations, and what is kept of them."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from cardshed.bots.net import CARD, FILE, save
from cardshed.engine.chance import SITTINGS, key
from cardshed.engine.core.playout import POLICIES
from cardshed.engine.matches.game import Game
from cardshed.engine.messages import Message
from cardshed.train.curve import curve
from cardshed.train.errors import BadTraining
from cardshed.train.examining import strength
from cardshed.train.folder import CHECKPOINT, CURVE, LOG, Folder
from cardshed.train.inputs import Inputs, Ranges
from cardshed.train.learner import Learner
from cardshed.train.model import Judge, Model, Shape, net_from
from cardshed.train.plan import Plan
from cardshed.train.selfplay import Actors, hands_for
from cardshed.train.tables import of_all_kinds

LOOK_ROUND = 500  # choices of each actor before the first lesson: whole matches
LOOKING = 1 << 62  # the number of that sitting; those with lessons are numbered by the choices made before
LAST_RATE, LAST_OFTEN = 0.02, 0.1  # what is left at the end of how fast it learns and of how often it tries things out


@dataclass(frozen=True)
class Examined:
    """How strong the net was at a moment: alone among greedy players, by the book."""

    minutes: float
    games: int
    choices: int
    pace: float  # choices a second, lessons included
    loss: float
    share: float  # of opponents beaten; 0.5 is even
    error: float  # half its interval
    first: float  # of games in which it was first, alone


class Training:
    """`go` trains until its time is over, and tells of each examination; what came of it lies in a folder."""

    def __init__(self, game: Game, plan: Plan, folder: Path, resume: bool = False) -> None:
        """From nothing, or from where the checkpoint in the folder stands: then with the seed that it began with."""
        self.game, self.folder = game, Folder(folder)
        state = self.folder.checkpoint(game, plan.device) if resume else None
        on_gpu = plan.device == "cuda" and torch.cuda.is_available()
        self.plan = plan.whole(game, torch.cuda.mem_get_info()[0] if on_gpu else None)
        if state:
            self.plan = replace(self.plan, seed=state["seed"])
        tables = of_all_kinds(game, self.plan.tables, self.plan.seed)
        self.hands = hands_for(plan.device, game, tables, self.plan.actors)
        self.log: list[Examined] = []
        self.commands: list[str] = []  # that it took
        self.seconds = 0.0  # of training, examinations left out
        self.choices = self.games_before = 0
        self._begin(state["ranges"] if state else self._look_round())
        if state:
            self._restore(state)

    def _look_round(self) -> dict[str, Any]:
        """Games played by chance say how far the numbers count that the net will read."""
        ranges = Ranges()
        actors = Actors(self.hands, 1, self._sitting(LOOKING), others=POLICIES["greedy"], mixed=0.5)
        for _ in range(LOOK_ROUND):
            actors.step(None, 1.0)
            ranges.note(seen=actors.seen, move=actors.made)
        return ranges.json()

    def _begin(self, ranges: dict[str, Any]) -> None:
        """A net that knows nothing, and games that nobody has played in."""
        plan = self.plan
        inputs = Inputs(ranges, plan.device)
        torch.manual_seed(plan.seed)
        self.shape = plan.shape or Shape.fitting(inputs)
        self.model = Model(inputs, self.shape).to(plan.device)
        self.actors = self._new_actors()
        self.learner = Learner(self.model, self.actors, plan.batch, plan.rate)
        self.judge = Judge(self.model, plan.device)

    def _sitting(self, number: int) -> int:
        """The seed of all games from here on: none comes twice, and none is that of the examinations."""
        return int(key(np.uint64(self.plan.seed), SITTINGS, number))

    def _new_actors(self) -> Actors:
        plan, greedy = self.plan, POLICIES["greedy"]
        seed = self._sitting(self.choices)
        return Actors(self.hands, plan.ring, seed, others=greedy, mixed=plan.mixed, trace=plan.trace)

    def _restore(self, state: dict[str, Any]) -> None:
        """Games that were being played are dealt anew."""
        if state["shape"] != self.shape.json():
            raise BadTraining("train.shape", file=str(self.folder.path / CHECKPOINT))
        self.learner.restore(state)
        self.commands, self.log = state["commands"], [Examined(**one) for one in state["log"]]
        self.seconds, self.choices, self.games_before = state["seconds"], state["choices"], state["games"]
        self.actors = self.learner.actors = self._new_actors()
        self.judge.update(dict(self.model.named_parameters()))

    @property
    def games(self) -> int:
        return self.games_before + self.actors.games()

    # --- going on ---------------------------------------------------------------------------------

    def go(self) -> Iterator[Examined]:
        """Yields what each examination said; all is kept before."""
        loss = 0.0
        examined, before = self.seconds, self.choices
        while True:
            done = self.done()
            if done == 1 and self.log and self.log[-1].choices == self.choices:
                return
            if not self.log or done == 1 or self.seconds - examined > self.plan.every:
                pace = (self.choices - before) / (self.seconds - examined or 1)
                said = self.examine(pace, loss)
                self.keep()
                yield said
                examined, before = self.seconds, self.choices
                continue
            begun = time.perf_counter()
            for _ in range(self.plan.round):
                self.choices += self.actors.step(self.judge, self.plan.often * max(LAST_OFTEN, 1 - 2 * done))
            learnt, mean = self.learner.learn(self._rate_at(done))
            if learnt:
                loss = mean
                self.judge.update(dict(self.model.named_parameters()))
            self.seconds += time.perf_counter() - begun

    def done(self) -> float:
        """How much of it is done, from 0 to 1."""
        plan = self.plan
        return min(1.0, self.choices / plan.choices if plan.choices else self.seconds / (60 * plan.minutes))

    def _rate_at(self, done: float) -> float:
        """Falls along half a wave."""
        return self.plan.rate * (LAST_RATE + (1 - LAST_RATE) * (0.5 + 0.5 * math.cos(math.pi * done)))

    def examine(self, pace: float, loss: float) -> Examined:
        judge = self.steady_judge()
        share, error, first = strength(self.game, judge, self.plan.device, self.plan.examined)
        said = Examined(self.seconds / 60, self.games, self.choices, pace, loss, share, error, first)
        self.log.append(said)
        return said

    def steady_judge(self) -> Judge:
        """Who plays as the net does that is kept."""
        judge = Judge(self.model, self.plan.device)
        judge.update(self.learner.steady)
        return judge

    # --- what is kept -----------------------------------------------------------------------------

    def keep(self) -> None:
        """The checkpoint, the net, its log and curve."""
        log = [asdict(one) for one in self.log]
        state = self.learner.state() | {
            "game": self.game.name, "version": self.game.version, "shape": self.shape.json(), "seed": self.plan.seed,
            "commands": self.commands, "seconds": self.seconds, "choices": self.choices, "games": self.games,
            "log": log, "ranges": self.model.inputs.ranges,
        }  # fmt: skip
        told = {"game": self.game.name, "plan": asdict(self.plan), "log": log}
        points = [(one.minutes, one.share, one.error) for one in self.log]
        self.folder.put(CHECKPOINT, lambda file: torch.save(state, file))
        self.folder.put(FILE, lambda file: save(file, self.game, net_from(self.model, self.learner.steady)))
        self.folder.put(LOG, lambda file: file.write_text(json.dumps(told, indent=1), encoding="utf-8"))
        if points:
            picture = curve(Message("train.curve", game=self.game.title).say(), points)
            self.folder.put(CURVE, lambda file: file.write_text(picture, encoding="utf-8"))

    def write_card(self, made: str, device: str) -> dict[str, Any]:
        """What made the net and how strong it is, with every number of players, beside it."""
        judge = self.steady_judge()
        ends = {n: strength(self.game, judge, self.plan.device, self.plan.examined, players=n)
                for n in self.game.players}  # fmt: skip
        card = {
            "game": self.game.name, "rules": self.game.version, "made": made, "command": "; ".join(self.commands),
            "device": device,
            "seed": self.plan.seed, "minutes": round(self.seconds / 60, 2), "games": self.games,
            "choices": self.choices, "parameters": self.model.numbers(), "shape": self.shape.json(),
            "examined": {
                "games": self.plan.examined, "against": "greedy",
                "players": {n: {"beaten": round(share, 4), "interval": round(error, 4), "first": round(first, 4)}
                            for n, (share, error, first) in ends.items()},
            },
        }  # fmt: skip
        self.folder.put(CARD, lambda file: file.write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8"))
        return card
