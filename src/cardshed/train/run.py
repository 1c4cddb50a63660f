"""A training from zero, or from where it stopped: games, lessons, examinations, and what is kept of them."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch

from cardshed.bots.net import CARD, FILE, save
from cardshed.engine.game import Game
from cardshed.engine.messages import Message
from cardshed.engine.playout import POLICIES
from cardshed.train.curve import curve
from cardshed.train.errors import BadTraining
from cardshed.train.examining import strength
from cardshed.train.inputs import Inputs, Ranges
from cardshed.train.learner import Learner
from cardshed.train.model import Judge, Model, Shape, net_from
from cardshed.train.selfplay import Actors, hands_for
from cardshed.train.tables import of_all_kinds

CHECKPOINT, CURVE, LOG = "checkpoint.pt", "curve.svg", "log.json"
LOOK_ROUND = 500  # choices of each actor before the first lesson: whole matches
LAST_RATE, LAST_OFTEN = 0.02, 0.1  # what is left at the end of how fast it learns and of how often it tries things out

ON_GPU = {"actors": 1 << 16, "round": 24, "ring": 256, "batch": 1 << 13, "examined": 1 << 15}
ON_CORES = {"actors": 512, "round": 16, "ring": 256, "batch": 1 << 9, "examined": 1 << 9}


@dataclass(frozen=True)
class Plan:
    """How a net is trained; what is 0 is set to what suits the device. docs/nets.md tells what each is worth."""

    seed: int = 0
    minutes: float = 8.0
    choices: int = 0  # instead of minutes: then the same seed learns the same on one machine
    device: str = "cpu"
    actors: int = 0  # games side by side
    round: int = 0  # choices of each between two lessons
    ring: int = 0  # choices of each that are kept
    batch: int = 0  # choices learnt from at once
    examined: int = 0  # games of an examination
    every: float = 30.0  # seconds between two examinations
    rate: float = 1e-3  # how fast it learns, at first
    often: float = 0.1  # how often something is tried out, at first
    mixed: float = 0.1  # the share of games in which all seats but one play greedily
    trace: float = 0.8  # what is left of the luck after a choice, from one own choice to the next
    tables: int = 1024  # kinds of tables
    shape: Shape | None = None  # if not given, the usual one as far as it fits

    def whole(self) -> Plan:
        usual = ON_GPU if self.device == "cuda" else ON_CORES
        given: dict[str, Any] = {name: getattr(self, name) or n for name, n in usual.items()}
        return replace(self, **given)


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

    def __init__(self, game: Game, plan: Plan, folder: Path) -> None:
        if plan.minutes <= 0:
            raise BadTraining("train.minutes", given=f"{plan.minutes:g}")
        self.game, self.plan, self.folder = game, plan.whole(), folder
        tables = of_all_kinds(game, plan.tables, plan.seed)
        self.hands = hands_for(plan.device, game, tables, self.plan.actors)
        self.log: list[Examined] = []
        self.seconds = 0.0  # of training, examinations left out
        self.choices = self.games_before = 0
        self._begin(self._look_round())

    def _look_round(self) -> dict[str, Any]:
        """Games played by chance say how far the numbers count that the net will read."""
        ranges = Ranges()
        actors = Actors(self.hands, 1, self.plan.seed, others=POLICIES["greedy"], mixed=0.5)
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
        self.actors = self._new_actors(0)
        self.learner = Learner(self.model, self.actors, plan.batch, plan.rate)
        self.judge = Judge(self.model, plan.device)

    def _new_actors(self, sitting: int) -> Actors:
        plan = self.plan
        seed, greedy = plan.seed + (sitting << 32), POLICIES["greedy"]
        return Actors(self.hands, plan.ring, seed, others=greedy, mixed=plan.mixed, trace=plan.trace)

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
            if not self.log or done == 1 or self.seconds - examined > self.plan.every:
                pace = (self.choices - before) / (self.seconds - examined or 1)
                said = self.examine(pace, loss)
                self.keep()
                yield said
                examined, before = self.seconds, self.choices
            if done == 1:
                return
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
        """The checkpoint, the net, its log and curve: each is whole, or as it was before."""
        self.folder.mkdir(parents=True, exist_ok=True)
        log = [asdict(one) for one in self.log]
        state = self.learner.state() | {
            "game": self.game.name, "version": self.game.version, "shape": self.shape.json(), "seconds": self.seconds,
            "choices": self.choices, "games": self.games, "log": log, "ranges": self.model.inputs.ranges,
        }  # fmt: skip
        told = {"game": self.game.name, "plan": asdict(self.plan), "log": log}
        points = [(one.minutes, one.share, one.error) for one in self.log]
        picture = curve(Message("train.curve", game=self.game.title).say(), points)
        self._put(CHECKPOINT, lambda file: torch.save(state, file))
        self._put(FILE, lambda file: save(file, self.game, net_from(self.model, self.learner.steady)))
        self._put(LOG, lambda file: file.write_text(json.dumps(told, indent=1), encoding="utf-8"))
        self._put(CURVE, lambda file: file.write_text(picture, encoding="utf-8"))

    def write_card(self, made: str, command: str, device: str) -> dict[str, Any]:
        """What made the net and how strong it is, with every number of players, beside it."""
        judge = self.steady_judge()
        ends = {n: strength(self.game, judge, self.plan.device, self.plan.examined, players=n)
                for n in self.game.players}  # fmt: skip
        card = {
            "game": self.game.name, "rules": self.game.version, "made": made, "command": command, "device": device,
            "seed": self.plan.seed, "minutes": round(self.seconds / 60, 2), "games": self.games,
            "choices": self.choices, "parameters": self.model.numbers(), "shape": self.shape.json(),
            "examined": {
                "games": self.plan.examined, "against": "greedy",
                "players": {n: {"beaten": round(share, 4), "interval": round(error, 4), "first": round(first, 4)}
                            for n, (share, error, first) in ends.items()},
            },
        }  # fmt: skip
        self._put(CARD, lambda file: file.write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8"))
        return card

    def _put(self, name: str, write: Callable[[Path], object]) -> None:
        """Beside it first, then in its place, so that a stop in between costs nothing."""
        beside = self.folder / f"new-{name}"
        write(beside)
        beside.replace(self.folder / name)

    def resume(self) -> None:
        """Stand where the checkpoint in the folder stands. Games that were being played are dealt anew."""
        file = self.folder / CHECKPOINT
        try:
            state = torch.load(file, map_location=self.plan.device, weights_only=True)
        except Exception as problem:  # rubbish is told in a dozen ways
            raise BadTraining("train.resume", file=str(file), why=" ".join(str(problem).split())[:200]) from None
        if (state["game"], state["version"]) != (self.game.name, self.game.version):
            raise BadTraining("train.another", file=str(file), game=str(state["game"]))
        self._begin(state["ranges"])
        if state["shape"] != self.shape.json():
            raise BadTraining("train.shape", file=str(file))
        self.learner.restore(state)
        self.seconds, self.choices, self.games_before = state["seconds"], state["choices"], state["games"]
        self.log = [Examined(**one) for one in state["log"]]
        self.actors = self.learner.actors = self._new_actors(len(self.log))
        self.judge.update(dict(self.model.named_parameters()))
