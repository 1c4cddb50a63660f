"""House rules: named fields of the row, with their values, ranges, defaults and presets."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardshed.engine.errors import BadOption
from cardshed.engine.kernel import Row
from cardshed.engine.messages import Message, shortly

Value = str | int
SWITCH = {"no": 0, "yes": 1, "false": 0, "true": 1, "off": 0, "on": 1}  # a number that is 0 or 1
Settings = dict[str, Value]  # every option of a game with its value


@dataclass(frozen=True)
class Choice:
    """An option with named values; the first is the default. In the row it is the index of its value."""

    name: str
    values: tuple[str, ...]
    ruling: str
    # what a value sets beside itself
    presets: Mapping[str, Mapping[str, Value]] = dataclasses.field(default_factory=dict)
    field: str = ""  # its field of the row, where Python has another use for its name

    place = None
    dtype = np.int8

    @property
    def at(self) -> str:
        return self.field or self.name

    @property
    def default(self) -> str:
        return self.values[0]

    def read(self, given: object) -> str:
        """The value meant by a text, or by a bool or number where the values are such."""
        said = shortly(given)
        text = said.strip().lower()
        if isinstance(given, bool):
            text = next((v for v in self.values if v in (("yes", "on") if given else ("no", "off"))), text)
        if text not in self.values:
            raise BadOption("engine.option.value", option=self.name, given=said, values=", ".join(self.values))
        return text

    def code(self, value: Value) -> int:
        return self.values.index(str(value))

    def value(self, code: int) -> str:
        return self.values[code]


@dataclass(frozen=True)
class Number:
    """An option that is a whole number in a range; in the row it is that number."""

    name: str
    default: int
    low: int
    high: int
    ruling: str
    field: str = ""  # its field of the row, where several lie side by side in one
    place: int | None = None  # and its place there

    presets: Mapping[str, Mapping[str, Value]] = dataclasses.field(default_factory=dict, init=False)
    dtype = np.int16

    @property
    def at(self) -> str:
        return self.field or self.name

    def read(self, given: object) -> int:
        said = shortly(given)
        text = said.strip().lower()
        try:
            number = SWITCH[text] if (self.low, self.high) == (0, 1) and text in SWITCH else int(text)
        except ValueError:
            number = self.low - 1
        if not self.low <= number <= self.high:
            raise BadOption("engine.option.number", option=self.name, given=said, low=self.low, high=self.high)
        return number

    def code(self, value: Value) -> int:
        return int(value)

    def value(self, code: int) -> int:
        return code


Option = Choice | Number


def numbers(field: str, defaults: Mapping[str, int], low: int, high: int, ruling: str) -> tuple[Number, ...]:
    """Numbers that lie side by side in one field of the row, in this order, so that rules can loop over them."""
    return tuple(Number(name, n, low, high, ruling, field, place) for place, (name, n) in enumerate(defaults.items()))


def put_in(rows: Any, option: Option, value: Value) -> None:
    """Let all these rows play by a value of an option."""
    where = rows[option.at] if option.place is None else rows[option.at][:, option.place]
    where[...] = option.code(value)


def found_in(s: Row, option: Option) -> Value:
    """The value of an option that a row plays by."""
    return option.value(int(s[option.at] if option.place is None else s[option.at][option.place]))


def resolve(options: Sequence[Option], given: Mapping[str, object]) -> Settings:
    """Every option with its value: the default, else what a preset says, else what was given."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOption("engine.option.unknown", option=shortly(name), options=", ".join(known))
    read = {name: known[name].read(value) for name, value in given.items()}
    settings: Settings = {option.name: option.default for option in options}
    for name, value in read.items():
        settings.update(known[name].presets.get(str(value), {}))
    settings.update(read)
    return settings


def differing(options: Sequence[Option], settings: Settings, usual: Settings) -> Settings:
    """The fewest values that `resolve` turns back into these settings, beside those that go without saying."""
    kept: Settings = {o.name: settings[o.name] for o in options if o.presets and settings[o.name] != o.default}
    base = resolve(options, usual | kept)
    return {name: value for name, value in settings.items() if name in kept or base[name] != value}


def describe(game: str, option: Option) -> dict[str, Any]:
    """An option for menus, JSON-ready, its meaning as messages."""
    described: dict[str, Any] = {
        "name": option.name,
        "default": option.default,
        "ruling": option.ruling,
        "meaning": Message(f"{game}.option.{option.name}").json(),
    }
    if isinstance(option, Number):
        return described | {"low": option.low, "high": option.high}
    meanings = {value: Message(f"{game}.option.{option.name}.{value}").json() for value in option.values}
    return described | {"values": meanings, "presets": {k: dict(v) for k, v in option.presets.items()}}
