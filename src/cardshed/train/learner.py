"""Learning what choices are worth: Deep Monte Carlo, every choice of a finished deal learns what came of it."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from cardshed.train.model import Model
from cardshed.train.selfplay import Actors

OF_DEVICE = ("lr", "fused", "capturable")  # what an optimiser is told once for all
STEADY = 0.97  # how slowly the weights that are kept follow those that learn, round by round


class Learner:
    """`learn` goes once through all that is new. `steady` are the weights that are played with in the end: an average
    over the last rounds, which plays better than any one of them."""

    def __init__(self, model: Model, actors: Actors, batch: int, rate: float) -> None:
        self.model, self.actors, self.batch = model, actors, batch
        self.device = actors.actors.device
        on_gpu = self.device.type == "cuda"
        self.rate = torch.tensor(rate, device=self.device)
        self.optimiser = torch.optim.Adam(model.parameters(), lr=self.rate, fused=on_gpu, capturable=on_gpu)
        self.steady = {name: one.detach().clone() for name, one in model.named_parameters()}
        self.places = torch.zeros(batch, dtype=torch.int64, device=self.device)
        self.loss = torch.zeros((), device=self.device)
        self.graph: Any = None
        self.rounds = 0

    def learn(self, rate: float) -> tuple[int, float]:
        """Returns from how many choices, and the mean loss."""
        self.rate.fill_(rate)
        places = self.actors.to_learn()
        batches = len(places) // self.batch
        if not batches:
            return 0, 0.0
        shuffled = places[torch.randperm(len(places), device=self.device)][: batches * self.batch]
        self.loss.zero_()
        for at in range(batches):
            self.places.copy_(shuffled[at * self.batch : (at + 1) * self.batch])
            self._step()
        self.actors.learnt(shuffled)
        self.rounds += 1
        follow = max(1 - STEADY, 1 / self.rounds)
        with torch.no_grad():
            for name, own in self.model.named_parameters():
                self.steady[name].lerp_(own, follow)
        return batches * self.batch, self.loss.item() / batches

    def _step(self) -> None:
        """One batch. On a GPU its hundred small launches are recorded once and then repeated in one."""
        if self.device.type != "cuda":
            self._batch()
            return
        if self.graph is None:
            aside = torch.cuda.Stream()
            aside.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(aside):
                for _ in range(3):
                    self._batch()
            torch.cuda.current_stream().wait_stream(aside)
            self.graph = torch.cuda.CUDAGraph()
            self.optimiser.zero_grad(set_to_none=True)
            with torch.cuda.graph(self.graph):
                self._batch()
        self.graph.replay()

    def _batch(self) -> None:
        seen = self.actors.seen[self.places]
        made = self.actors.made[self.places]
        targets = self.actors.targets.view(-1)[self.places]
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            said = self.model(seen, made)
        loss = nn.functional.binary_cross_entropy_with_logits(said.float(), targets)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self.optimiser.step()
        self.loss += loss.detach()

    def state(self) -> dict[str, Any]:
        return {"model": self.model.state_dict(), "optimiser": self.optimiser.state_dict(), "steady": self.steady,
                "rounds": self.rounds}  # fmt: skip

    def restore(self, state: dict[str, Any]) -> None:
        self.model.load_state_dict(state["model"])
        own = [{name: group[name] for name in OF_DEVICE} for group in self.optimiser.param_groups]
        self.optimiser.load_state_dict(state["optimiser"])
        for group, kept in zip(self.optimiser.param_groups, own, strict=True):
            group.update(kept)  # the checkpoint may come from another device, and brings a rate that nobody sets
        self.rounds = state["rounds"]
        for name, kept in state["steady"].items():
            self.steady[name].copy_(kept)
