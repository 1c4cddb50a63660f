"""The net as torch knows it: the shape that bots/net.py evaluates, and back into its file."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from cardshed.bots.net import Net
from cardshed.train.inputs import Inputs

AT_ONCE = 1 << 19  # moves that are scored at once
MOST = 500_000  # numbers in a net that is shipped
STEP = 16  # widths are multiples of it


@dataclass(frozen=True)
class Shape:
    """How wide and deep: the trunk is asked once for a position, the head once for each move."""

    width: int = 512
    trunk: int = 0
    narrow: int = 192
    head: int = 2

    @classmethod
    def fitting(cls, inputs: Inputs) -> Shape:
        """The usual one, its trunk as much narrower as a game that tells much needs it."""
        shape = cls()
        with torch.device("meta"):  # nothing but the sizes
            while shape.width > STEP and Model(inputs, shape).numbers() > MOST:
                shape = replace(shape, width=shape.width - STEP)
        return shape

    def json(self) -> dict[str, int]:
        return asdict(self)


class Model(nn.Module):  # type: ignore[misc]  # torch is not looked into
    def __init__(self, inputs: Inputs, shape: Shape) -> None:
        super().__init__()
        self.inputs, self.shape = inputs, shape
        self.seen = nn.Linear(inputs.seen.lines, shape.width)
        self.trunk = nn.ModuleList([nn.Linear(shape.width, shape.width) for _ in range(shape.trunk)])
        self.joint = nn.Linear(shape.width, shape.narrow)
        self.move = nn.Linear(inputs.move.lines, shape.narrow, bias=False)
        self.head = nn.ModuleList([nn.Linear(shape.narrow, shape.narrow) for _ in range(shape.head)])
        self.out = nn.Linear(shape.narrow, 1)

    def looked(self, seen: Tensor) -> Tensor:
        t = torch.relu(self.seen(seen))
        for layer in self.trunk:
            t = t + torch.relu(layer(t))
        return self.joint(t)

    def worth(self, looked: Tensor, move: Tensor) -> Tensor:
        """Before the sigmoid. The last sum is made in full precision: moves differ by little."""
        h = torch.relu(looked + self.move(move))
        for layer in self.head:
            h = h + torch.relu(layer(h))
        return h.float() @ self.out.weight[0].float() + self.out.bias.float()

    def forward(self, seen: Tensor, move: Tensor) -> Tensor:
        return self.worth(self.looked(self.inputs.seen.unfold(seen)), self.inputs.move.unfold(move))

    def numbers(self) -> int:
        return sum(one.numel() for one in self.parameters())


class Judge:
    """A copy of a model that scores moves quickly: in half precision where there is a GPU."""

    def __init__(self, model: Model, device: str) -> None:
        self.model = model
        self.copy = _like(model).to(device)
        if device == "cuda":
            self.copy = self.copy.to(torch.bfloat16)
        self.dtype = next(self.copy.parameters()).dtype
        self.update(dict(model.named_parameters()))

    @torch.no_grad()
    def update(self, weights: dict[str, Tensor]) -> None:
        for name, own in self.copy.named_parameters():
            own.copy_(weights[name])

    @torch.no_grad()
    def __call__(self, seen: Tensor, moves: Tensor, whose: Tensor, out: Tensor) -> None:
        inputs = self.model.inputs
        looked = self.copy.looked(inputs.seen.unfold(seen, self.dtype))
        for first in range(0, len(moves), AT_ONCE):
            part = slice(first, first + AT_ONCE)
            out[part] = self.copy.worth(looked[whose[part]], inputs.move.unfold(moves[part], self.dtype))


def _like(model: Model) -> Model:
    """Another of the same shape."""
    other = object.__new__(Model)
    nn.Module.__init__(other)
    other.inputs, other.shape = model.inputs, model.shape
    for name, part in model.named_children():
        setattr(other, name, _copied(part))
    return other


def _copied(part: Any) -> Any:
    if isinstance(part, nn.ModuleList):
        return nn.ModuleList([_copied(one) for one in part])
    # without weights of its own: drawing them would change all that is drawn after an examination
    return nn.utils.skip_init(nn.Linear, part.in_features, part.out_features, part.bias is not None)


def net_from(model: Model, weights: dict[str, Tensor]) -> Net:
    """As bots/net.py evaluates it, the scales folded in."""

    def lines(name: str) -> Any:
        return np.ascontiguousarray(weights[f"{name}.weight"].detach().float().cpu().numpy().T)

    def bias(name: str) -> Any:
        return weights[f"{name}.bias"].detach().float().cpu().numpy().copy()

    def layers(name: str, many: int, width: int) -> tuple[Any, Any]:
        if not many:
            return np.zeros((0, width, width), np.float32), np.zeros((0, width), np.float32)
        names = [f"{name}.{k}" for k in range(many)]
        return np.stack([lines(one) for one in names]), np.stack([bias(one) for one in names])

    shape, inputs = model.shape, model.inputs
    trunk, trunk_bias = layers("trunk", shape.trunk, shape.width)
    head, head_bias = layers("head", shape.head, shape.narrow)
    return Net(
        inputs.seen.first, lines("seen") * inputs.seen.scales[:, None], bias("seen"), trunk, trunk_bias,
        lines("joint"), bias("joint"), inputs.move.first, lines("move") * inputs.move.scales[:, None], head, head_bias,
        lines("out")[:, 0].copy(), bias("out"),
    )  # fmt: skip
