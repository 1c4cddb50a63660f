"""All that is said to people: a key with parameters, and catalogues that turn it into a sentence.

A catalogue is a JSON file `messages/<language>.json` beside what it speaks for. A parameter may be text, a number, a
message or a list of these. Where a number decides the wording the key has two entries, `.one` and `.other`,
chosen by the parameter `n`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Param = "str | int | Message | Sequence[str | Message]"

_folders: list[Path] = []
_catalogues: dict[str, dict[str, str]] = {}


@dataclass(frozen=True, init=False)
class Message:
    key: str
    params: dict[str, Any] = field(default_factory=dict)

    def __init__(self, key: str, **params: Any) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "params", params)

    def json(self) -> dict[str, Any]:
        return {"key": self.key, "params": {name: _json(value) for name, value in self.params.items()}}

    def say(self, language: str = "en") -> str:
        entries = catalogue(language)
        key = self.key
        if "n" in self.params and key not in entries:
            key += ".one" if self.params["n"] == 1 else ".other"
        return entries[key].format(**{name: _said(value, language) for name, value in self.params.items()})

    def __str__(self) -> str:
        return self.say()


def add_catalogues(folder: Path) -> None:
    """Let the catalogues of a folder speak too."""
    if folder not in _folders:
        _folders.append(folder)
        _catalogues.clear()


def catalogue(language: str) -> dict[str, str]:
    """Every key of a language; what a language lacks is said in English."""
    if language not in _catalogues:
        entries: dict[str, str] = {} if language == "en" else dict(catalogue("en"))
        for folder in _folders:
            path = folder / f"{language}.json"
            if path.exists():
                entries.update(json.loads(path.read_text(encoding="utf-8")))
        _catalogues[language] = entries
    return _catalogues[language]


def _json(value: Any) -> Any:
    if isinstance(value, Message):
        return value.json()
    return [_json(v) for v in value] if isinstance(value, list | tuple) else value


def _said(value: Any, language: str) -> Any:
    if isinstance(value, Message):
        return value.say(language)
    return " ".join(str(_said(v, language)) for v in value) if isinstance(value, list | tuple) else value


add_catalogues(Path(__file__).parent / "messages")
