"""A net that says what each legal move is worth, evaluated without any framework: one file of weights for a game.

What a seat sees goes once through the trunk; every move is added to what comes out of it and goes through the head:

    t = relu(seen W + b)            t = t + relu(t W + b)        as often as the trunk has layers
    u = t W + b
    h = relu(u + move W)            h = h + relu(h W + b)        as often as the head has layers
    value = sigmoid(h w + b)        the share of opponents that the seat expects to beat

All that is seen are a few ones among many zeros, and half of what lies between is zero too, so zeros are left out.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from cardshed.engine.errors import CardshedError
from cardshed.engine.game import Game
from cardshed.engine.kernel import Moves, Numbers, Row, Rows, kernel
from cardshed.engine.verbs import SPARE, encode, length, observe

FILE, CARD = "net.npz", "net.json"  # beside the rules of a game: the weights, and what made them
FORMAT = 1
Weights = npt.NDArray[np.float32]


class BadNet(CardshedError):
    """A file that holds no net for this game."""


class Net(NamedTuple):
    """The weights; a line for each input."""

    seen: Weights
    seen_bias: Weights
    trunk: Weights  # layers, inputs, outputs
    trunk_bias: Weights
    joint: Weights
    joint_bias: Weights
    move: Weights
    head: Weights  # layers, inputs, outputs
    head_bias: Weights
    out: Weights
    out_bias: Weights

    @property
    def numbers(self) -> int:
        return sum(array.size for array in self)


class Slate(NamedTuple):
    """What an evaluation writes on."""

    seen: Numbers
    move: Numbers
    wide: Weights  # two lines of the trunk
    joint: Weights
    narrow: Weights  # two lines of the head
    places: Numbers  # where a line is not zero


def slate(net: Net) -> Slate:
    width, narrow = net.joint.shape
    places = np.zeros(max(width, narrow, len(net.seen), len(net.move)), np.int64)
    return Slate(
        np.zeros(len(net.seen) + SPARE, np.int16), np.zeros(len(net.move) + SPARE, np.int16),
        np.zeros((2, width), np.float32), np.zeros(narrow, np.float32), np.zeros((2, narrow), np.float32), places,
    )  # fmt: skip


# --- evaluating ----------------------------------------------------------------------------------


@kernel
def add_lines(values: Numbers, weights: Weights, places: Numbers, out: Weights) -> None:
    """out += values @ weights, four lines of the weights at a time, only where a value is not zero."""
    many = 0
    for k in range(len(weights)):
        if values[k] != 0:
            places[many] = k
            many += 1
    at = 0
    while at + 4 <= many:
        k, l, m, n = places[at], places[at + 1], places[at + 2], places[at + 3]  # noqa: E741
        a, b, c, d = np.float32(values[k]), np.float32(values[l]), np.float32(values[m]), np.float32(values[n])
        for j in range(len(out)):
            out[j] += a * weights[k, j] + b * weights[l, j] + (c * weights[m, j] + d * weights[n, j])
        at += 4
    while at < many:
        k = places[at]
        a = np.float32(values[k])
        for j in range(len(out)):
            out[j] += a * weights[k, j]
        at += 1


@kernel
def cut(line: Weights) -> None:
    """What is below zero becomes zero."""
    for j in range(len(line)):
        line[j] = max(line[j], np.float32(0))


@kernel
def through(layers: Weights, biases: Weights, lines: Weights, places: Numbers) -> None:
    """lines[0] goes through some layers, each of which adds to it."""
    for layer in range(len(layers)):
        for j in range(biases.shape[1]):
            lines[1, j] = biases[layer, j]
        add_lines(lines[0], layers[layer], places, lines[1])
        for j in range(biases.shape[1]):
            lines[0, j] += max(lines[1, j], np.float32(0))


@kernel
def look(net: Net, on: Slate, s: Row, seat: int) -> None:
    """The trunk: what a seat sees, once for all its moves."""
    observe(s, seat, on.seen)
    wide = on.wide[0]
    for j in range(len(wide)):
        wide[j] = net.seen_bias[j]
    add_lines(on.seen, net.seen, on.places, wide)
    cut(wide)
    through(net.trunk, net.trunk_bias, on.wide, on.places)
    for j in range(len(on.joint)):
        on.joint[j] = net.joint_bias[j]
    add_lines(wide, net.joint, on.places, on.joint)


@kernel
def value(net: Net, on: Slate, s: Row, seat: int, move: int) -> float:
    """The head: what a move of the seat that looked last is worth, before the sigmoid."""
    encode(s, seat, move, on.move)
    narrow = on.narrow[0]
    for j in range(len(narrow)):
        narrow[j] = on.joint[j]
    add_lines(on.move, net.move, on.places, narrow)
    cut(narrow)
    through(net.head, net.head_bias, on.narrow, on.places)
    worth = net.out_bias[0]
    for j in range(len(narrow)):
        worth += narrow[j] * net.out[j]
    return worth


@kernel
def favourite(net: Net, on: Slate, s: Row, seat: int, moves: Moves, n: int) -> tuple[int, float]:
    """Which of the n moves in the buffer the net likes best, and how much, before the sigmoid."""
    look(net, on, s, seat)
    best, top = 0, value(net, on, s, seat, moves[0])
    for i in range(1, n):
        worth = value(net, on, s, seat, moves[i])
        if worth > top:
            best, top = i, worth
    return best, top


@kernel
def weigh(net: Net, on: Slate, rows: Rows, seat: int, moves: Moves, out: Numbers) -> None:
    """What each of the moves of a seat at rows[0] is worth."""
    look(net, on, rows[0], seat)
    for i in range(len(moves)):
        out[i] = 1 / (1 + np.exp(-value(net, on, rows[0], seat, moves[i])))


# --- keeping -------------------------------------------------------------------------------------


def save(file: Path, game: Game, net: Net) -> None:
    """As half-precision numbers: what is lost by that is far below what a net knows."""
    arrays = {name: array.astype(np.float16) for name, array in net._asdict().items()}
    np.savez_compressed(file, allow_pickle=False, format=np.array([FORMAT, game.version]), **arrays)


def load(file: Path, game: Game) -> Net:
    try:
        with np.load(file, allow_pickle=False) as kept:
            version = kept["format"].tolist()
            net = Net(*(np.ascontiguousarray(kept[name], np.float32) for name in Net._fields))
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as problem:
        raise BadNet("bots.net.file", file=str(file), why=" ".join(str(problem).split())) from None
    fitting = (length(game.observation), length(game.encoding))
    if version != [FORMAT, game.version] or (len(net.seen), len(net.move)) != fitting:
        raise BadNet("bots.net.another", file=str(file), game=game.title)
    return net


@lru_cache(16)
def net_of(game: Game) -> Net | None:
    """The net that comes with a game, if one does."""
    file = game.folder / FILE
    return load(file, game) if file.exists() else None
