"""A net that says what each legal move is worth, evaluated without any framework: one file of weights for a game.

What a seat sees goes once through the trunk; every move is added to what comes out of it and goes through the head:

    t = relu(seen W + b)            t = t + relu(t W + b)        as often as the trunk has layers
    u = t W + b
    h = relu(u + move W)            h = h + relu(h W + b)        as often as the head has layers
    value = sigmoid(h w + b)        the share of opponents that the seat expects to beat

A number that counts has a line of weights for each of its first steps, for a third 7 in the hand may mean something
else than the second one, and one for all of it if it counts beyond them. Most of what is seen and of what lies between
is zero, and zeros are left out. Sums are made in one order and rounded in one way, so a net says the same on every
processor and GPU.
"""

from __future__ import annotations

import json
import zlib
from functools import lru_cache
from pathlib import Path
from tokenize import TokenError
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from cardshed.engine.core.fused import fused
from cardshed.engine.core.verbs import SPARE, encode, length, observe
from cardshed.engine.errors import CardshedError
from cardshed.engine.kernel import Moves, Numbers, Row, Rows, i64, kernel

if TYPE_CHECKING:
    from cardshed.engine.matches.game import Game

NET = "net"  # the bot, alone or followed by a colon and a number of worlds

FILE, CARD = "net.npz", "net.json"  # beside the rules of a game: the weights, and what made them
FORMAT = 2
STEPS = 4  # of a number that have lines of their own
FOUR = 4  # moves that go through the head together: its weights are read once for all of them
Weights = npt.NDArray[np.float32]
Places = npt.NDArray[np.int32]


class BadNet(CardshedError):
    """A file that holds no net for this game."""


class Net(NamedTuple):
    """The weights: a line for each input, or lines for the steps of one that counts and a last one for all of it."""

    seen_first: Places  # the first line of each input, and where the last one's end
    seen: Weights
    seen_bias: Weights
    trunk: Weights  # layers, inputs, outputs
    trunk_bias: Weights
    joint: Weights
    joint_bias: Weights
    move_first: Places
    move: Weights
    head: Weights  # layers, inputs, outputs
    head_bias: Weights
    out: Weights
    out_bias: Weights

    @property
    def numbers(self) -> int:
        return sum(array.size for array in self if array.dtype == np.float32)

    @property
    def whole(self) -> bool:
        """Whether all fits together: compiled code does not look twice where it reads."""
        for first in (self.seen_first, self.move_first):
            if first.ndim != 1 or len(first) < 2 or first[0] != 0 or (np.diff(first) < 1).any():
                return False
        width, narrow = self.joint.shape if self.joint.ndim == 2 else (0, 0)
        shapes = {
            "seen": (self.seen_first[-1], width), "seen_bias": (width,), "joint_bias": (narrow,),
            "trunk": (len(self.trunk_bias), width, width), "trunk_bias": (len(self.trunk_bias), width),
            "move": (self.move_first[-1], narrow), "out": (narrow,), "out_bias": (1,),
            "head": (len(self.head_bias), narrow, narrow), "head_bias": (len(self.head_bias), narrow),
        }  # fmt: skip
        return all(getattr(self, name).shape == shape for name, shape in shapes.items())


CACHE_LINE = 64  # bytes


class Slate(NamedTuple):
    """What an evaluation writes on."""

    seen: Numbers
    move: Numbers
    wide: Weights  # two lines of the trunk
    joint: Weights
    narrow: Weights  # two lines of the head for each of four moves
    worth: Weights  # of these moves, before the sigmoid
    places: Places  # the lines of weights that count, and how much
    factors: Weights


def slate(net: Net) -> Slate:
    width, narrow = net.joint.shape
    most = longest(net)
    return Slate(
        np.zeros(len(net.seen_first) - 1 + SPARE, np.int16), np.zeros(len(net.move_first) - 1 + SPARE, np.int16),
        line(2, width), line(narrow), line(2, FOUR, narrow), line(FOUR), np.zeros(most, np.int32), line(most),
    )  # fmt: skip


def line(*shape: int) -> Weights:
    """Zeros that begin where a line of the processor's cache does, so that a vector never lies in two."""
    room = np.zeros(int(np.prod(shape)) * 4 + CACHE_LINE, np.uint8)
    at = -room.ctypes.data % CACHE_LINE
    return room[at : len(room) - CACHE_LINE + at].view(np.float32).reshape(shape)


def longest(net: Net) -> int:
    """The most lines that are ever added up."""
    return max(*net.joint.shape, len(net.seen), len(net.move)) + 1


# --- evaluating ----------------------------------------------------------------------------------


@kernel
def unfold(values: Numbers, first: Places, places: Places, factors: Weights) -> int:
    """Which lines some inputs call for, and how much of them."""
    many = 0
    for k in range(len(first) - 1):
        if values[k] != 0:
            line, value = first[k], i64(values[k])
            lines = first[k + 1] - line
            if lines > 1:
                for step in range(min(value, lines, STEPS)):
                    places[many] = line + step
                    factors[many] = 1
                    many += 1
            if lines == 1 or lines > STEPS:
                places[many] = first[k + 1] - 1
                factors[many] = value
                many += 1
    return many


@kernel
def unfold_line(values: Weights, places: Places, factors: Weights) -> int:
    """Likewise for what lies between: where it is not zero."""
    many = 0
    for k in range(len(values)):
        places[many] = k
        factors[many] = values[k]
        many += int(values[k] != 0)  # no jump that could be foretold wrongly
    return many


@kernel
def add_lines(many: int, places: Places, factors: Weights, weights: Weights, out: Weights) -> None:
    """out += factors @ weights at those places, four lines at a time, but in their order: a zero then adds nothing."""
    at = 0
    while at + 4 <= many:
        k, l, m, n = places[at], places[at + 1], places[at + 2], places[at + 3]  # noqa: E741
        a, b, c, d = factors[at], factors[at + 1], factors[at + 2], factors[at + 3]
        for j in range(len(out)):
            two = fused(b, weights[l, j], fused(a, weights[k, j], out[j]))
            out[j] = fused(d, weights[n, j], fused(c, weights[m, j], two))
        at += 4
    while at < many:
        k, a = places[at], factors[at]
        for j in range(len(out)):
            out[j] = fused(a, weights[k, j], out[j])
        at += 1


@kernel
def add_lines_of_four(values: Weights, weights: Weights, places: Places, out: Weights) -> None:
    """out += values @ weights for four lines of values, where any of them is not zero; each as `add_lines` adds it."""
    p, q, r, t = values[0], values[1], values[2], values[3]
    many = 0
    for k in range(len(weights)):
        places[many] = k
        many += int((p[k] != 0) | (q[k] != 0) | (r[k] != 0) | (t[k] != 0))
    p_out, q_out, r_out, t_out = out[0], out[1], out[2], out[3]
    at = 0
    while at + 4 <= many:
        k, l, m, n = places[at], places[at + 1], places[at + 2], places[at + 3]  # noqa: E741
        p_k, p_l, p_m, p_n = p[k], p[l], p[m], p[n]
        q_k, q_l, q_m, q_n = q[k], q[l], q[m], q[n]
        r_k, r_l, r_m, r_n = r[k], r[l], r[m], r[n]
        t_k, t_l, t_m, t_n = t[k], t[l], t[m], t[n]
        for j in range(out.shape[1]):
            a, b, c, d = weights[k, j], weights[l, j], weights[m, j], weights[n, j]
            p_out[j] = fused(p_n, d, fused(p_m, c, fused(p_l, b, fused(p_k, a, p_out[j]))))
            q_out[j] = fused(q_n, d, fused(q_m, c, fused(q_l, b, fused(q_k, a, q_out[j]))))
            r_out[j] = fused(r_n, d, fused(r_m, c, fused(r_l, b, fused(r_k, a, r_out[j]))))
            t_out[j] = fused(t_n, d, fused(t_m, c, fused(t_l, b, fused(t_k, a, t_out[j]))))
        at += 4
    while at < many:
        k = places[at]
        p_k, q_k, r_k, t_k = p[k], q[k], r[k], t[k]
        for j in range(out.shape[1]):
            a = weights[k, j]
            p_out[j] = fused(p_k, a, p_out[j])
            q_out[j] = fused(q_k, a, q_out[j])
            r_out[j] = fused(r_k, a, r_out[j])
            t_out[j] = fused(t_k, a, t_out[j])
        at += 1


@kernel
def cut(line: Weights) -> None:
    """What is below zero becomes zero."""
    for j in range(len(line)):
        line[j] = max(line[j], np.float32(0))


@kernel
def total(line: Weights) -> float:
    """The sum of a line, which is lost: half is added to half, many numbers at once."""
    n = len(line)
    while n > 1:
        half = n >> 1
        for j in range(half):
            line[j] += line[n - half + j]
        n -= half
    return line[0]


@kernel
def through(layers: Weights, biases: Weights, lines: Weights, on: Slate) -> None:
    """lines[0] goes through some layers, each of which adds to it."""
    for layer in range(len(layers)):
        for j in range(biases.shape[1]):
            lines[1, j] = biases[layer, j]
        many = unfold_line(lines[0], on.places, on.factors)
        add_lines(many, on.places, on.factors, layers[layer], lines[1])
        for j in range(biases.shape[1]):
            lines[0, j] += max(lines[1, j], np.float32(0))


@kernel
def look(net: Net, on: Slate, s: Row, seat: int) -> None:
    """The trunk: what a seat sees, once for all its moves."""
    observe(s, seat, on.seen)
    wide = on.wide[0]
    for j in range(len(wide)):
        wide[j] = net.seen_bias[j]
    many = unfold(on.seen, net.seen_first, on.places, on.factors)
    add_lines(many, on.places, on.factors, net.seen, wide)
    cut(wide)
    through(net.trunk, net.trunk_bias, on.wide, on)
    for j in range(len(on.joint)):
        on.joint[j] = net.joint_bias[j]
    many = unfold_line(wide, on.places, on.factors)
    add_lines(many, on.places, on.factors, net.joint, on.joint)


@kernel
def value_four(net: Net, on: Slate, s: Row, seat: int, moves: Moves, n: int) -> None:
    """The head: what n moves, four at the most, of the seat that looked last are worth, before the sigmoid."""
    lines, sums = on.narrow[0], on.narrow[1]
    for i in range(FOUR):
        for j in range(len(on.joint)):
            lines[i, j] = on.joint[j] if i < n else 0
    for i in range(n):
        encode(s, seat, moves[i], on.move)
        many = unfold(on.move, net.move_first, on.places, on.factors)
        add_lines(many, on.places, on.factors, net.move, lines[i])
        cut(lines[i])
    for layer in range(len(net.head)):
        for i in range(FOUR):
            for j in range(len(on.joint)):
                sums[i, j] = net.head_bias[layer, j]
        add_lines_of_four(lines, net.head[layer], on.places, sums)
        for i in range(n):
            for j in range(len(on.joint)):
                lines[i, j] += max(sums[i, j], np.float32(0))
    for i in range(n):
        for j in range(len(on.joint)):
            lines[i, j] = fused(lines[i, j], net.out[j], np.float32(0))
        on.worth[i] = total(lines[i]) + net.out_bias[0]


@kernel
def favourite(net: Net, on: Slate, s: Row, seat: int, moves: Moves, n: int) -> tuple[int, float]:
    """Which of the n moves in the buffer the net likes best, and how much, before the sigmoid."""
    look(net, on, s, seat)
    best, top = 0, np.float32(-np.inf)
    for first in range(0, n, FOUR):
        many = min(FOUR, n - first)
        value_four(net, on, s, seat, moves[first:], many)
        for i in range(many):
            if on.worth[i] > top:
                best, top = first + i, on.worth[i]
    return best, float(top)


@kernel
def weigh(net: Net, on: Slate, rows: Rows, seat: int, moves: Moves, out: Numbers) -> None:
    """What each of the moves of a seat at rows[0] is worth."""
    look(net, on, rows[0], seat)
    for first in range(0, len(moves), FOUR):
        many = min(FOUR, len(moves) - first)
        value_four(net, on, rows[0], seat, moves[first:], many)
        for i in range(many):
            out[first + i] = 1 / (1 + np.exp(-on.worth[i]))


# --- keeping -------------------------------------------------------------------------------------


KEPT: dict[str, Any] = {"f": np.float16, "i": np.int32}  # by single precision or whole number


def save(file: Path, game: Game, net: Net) -> None:
    """As half-precision numbers: what is lost by that is far below what a net knows."""
    arrays = {name: array.astype(KEPT[array.dtype.char]) for name, array in net._asdict().items()}
    np.savez_compressed(file, allow_pickle=False, format=np.array([FORMAT, game.version]), **arrays)


def load(file: Path, game: Game) -> Net:
    try:
        with np.load(file, allow_pickle=False) as kept:
            version, arrays = kept["format"].tolist(), {name: kept[name] for name in Net._fields}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, TokenError, zlib.error) as problem:
        raise BadNet("bots.net.file", file=str(file), why=" ".join(str(problem).split())) from None
    net = Net(**{name: _ready(array) for name, array in arrays.items()})
    if not net.whole:
        raise BadNet("bots.net.file", file=str(file), why="its parts do not fit together")
    inputs = (length(game.observation), length(game.encoding))
    if version != [FORMAT, game.version] or (len(net.seen_first) - 1, len(net.move_first) - 1) != inputs:
        raise BadNet("bots.net.another", file=str(file), game=game.title)
    return net


def _ready(array: Any) -> Any:
    if array.dtype.kind != "f":
        return np.ascontiguousarray(array, np.int32)
    laid = line(*array.shape)
    laid[...] = array
    return laid


@lru_cache(16)
def net_of(game: Game) -> Net | None:
    """The net that comes with a game, if one does."""
    file, card = game.folder / FILE, game.folder / CARD
    if not file.exists():
        return None
    told = json.loads(card.read_text(encoding="utf-8")).get("game") if card.exists() else game.name
    if told not in (game.name, game.folder.name):
        raise BadNet("bots.net.copied", file=f"{game.folder.name}/{FILE}", other=told, game=game.name)
    return load(file, game)
