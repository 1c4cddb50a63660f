"""All that is said to people: a key with parameters, and catalogues that turn it into a sentence.

A catalogue is a JSON file `messages/<language>.json` beside what it speaks for, and is found by the first word of a
key: that names the folder of the package, or a game. A game's own catalogue and modules leave that word out, so that
its sentences are its own whatever it is called. A parameter may be text, a number, a message or a list of these; `seat`
and `seats` are seats, said by their names. Where a number decides the wording the key has two entries, `.one` and
`.other`, chosen by the parameter `n`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent

# Where the sentences of a first word lie, if not in the folder of that name.
ELSEWHERE = {
    "card": ("engine",),
    "seat": ("engine",),
    "server": ("tables", "server"),
    "page": ("server/web",),
    "cli": ("terminal",),
}

_folders: list[tuple[str, Path]] = []  # and what stands before their keys; an entry is that of the first who has it
_words: dict[str, str] = {}  # the first words of games, by the package that their modules are in
_catalogues: dict[str, dict[str, str]] = {}
_borrowed: dict[str, dict[str, str]] = {}  # by language
_asked: set[str] = set()  # the first words that were looked for


@dataclass(frozen=True, init=False)
class Message:
    key: str
    params: dict[str, Any] = field(default_factory=dict)

    def __init__(self, key: str, **params: Any) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "params", params)

    def json(self) -> dict[str, Any]:
        return {"key": self.key, "params": {name: _json(value) for name, value in self.params.items()}}

    @classmethod
    def read(cls, told: dict[str, Any]) -> Message:
        """The message that `json()` gave."""

        def value(v: Any) -> Any:
            if isinstance(v, dict) and "key" in v:
                return cls.read(v)
            return [value(x) for x in v] if isinstance(v, list) else v

        return cls(told["key"], **{name: value(v) for name, v in told["params"].items()})

    def say(self, language: str = "en", names: Sequence[str] | None = None) -> str:
        """The sentence; `names` are those of the players, seat by seat."""
        key = self.key
        entries = catalogue(language, key.partition(".")[0])
        if "n" in self.params and key not in entries:
            key += ".one" if self.params["n"] == 1 else ".other"

        def said(name: str, value: Any) -> Any:
            if isinstance(value, Message):
                return value.say(language, names)
            if name == "seat" and isinstance(value, int):
                return names[value] if names else catalogue(language, "seat")["seat"].format(number=value)
            if isinstance(value, list | tuple):
                return ", ".join(str(said("seat" if name == "seats" else name, v)) for v in value)
            return value

        if key not in entries:
            raise _bad("missing", file=file_of(key, language), wanted=in_file(key))
        given = {name: said(name, value) for name, value in self.params.items()}
        try:
            return entries[key].format(**given)
        except KeyError as missing:
            why = f"nothing is given for {{{missing.args[0]}}}"
        except (IndexError, ValueError, AttributeError, TypeError) as problem:
            why = str(problem)
        raise _bad("params", file=file_of(key, language), wanted=in_file(key), why=why)

    def __str__(self) -> str:
        return self.say()


def shortly(given: object, most: int = 60) -> str:
    """What somebody gave, in words fit for a sentence, however long it is."""
    try:
        text = str(given)
    except ValueError:  # a number of thousands of digits
        return "a number of very many digits"
    return text if len(text) <= most else text[: most - 3] + "..."


def name_game(package: str, name: str, taken: Collection[str] = ()) -> None:
    """Let a game's sentences be known by its name, or by its package's where another game goes by that name."""
    another = name in taken or name in _words.values()
    _words.setdefault(package, package.removeprefix("cardshed_game_") if another else name)


def sentences(module: str) -> Callable[..., Message]:
    """What a module of a game says its sentences with: `say = sentences(__name__)`, `say("prompt.lead", seat=1)`."""
    package = module.rpartition(".")[0]
    name_game(package, package.rpartition(".")[2])
    word = _words[package]
    if is_layer(word):
        raise _bad("word", word=word)
    add_catalogues(Path(str(sys.modules[module].__file__)).parent / "messages", f"{word}.")

    def say(key: str, /, **params: Any) -> Message:
        return Message(f"{word}.{key}", **params)

    return say


def is_layer(word: str) -> bool:
    """Whether sentences of the package begin with that word, so that no game's can."""
    return word in ELSEWHERE or (PACKAGE / word).is_dir()


def first_word(package: str, name: str, folder: Path) -> str:
    """The first word of the keys of a game's sentences; a game whose modules do not ask for it writes out its name."""
    word = _words.get(package, "")
    if _speaks(word):
        return word
    add_catalogues(folder)
    return name


def _speaks(word: str) -> bool:
    return any(before == f"{word}." for before, _ in _folders)


def add_catalogues(folder: Path, before: str = "") -> None:
    """Let the catalogues of a game speak too, if they can be read; they leave out what stands `before` their keys."""
    if (before, folder) not in _folders:
        for path in folder.glob("*.json"):
            _read(path)
        _folders.insert(0 if before else len(_folders), (before, folder))  # who writes words out overrides nobody
        _catalogues.clear()


def catalogue(language: str, *words: str) -> dict[str, str]:
    """Every key of a language that was asked for until now, and those with these first words; what a language lacks is
    said in English."""
    for word in words:
        if word not in _asked:
            _asked.add(word)
            for place in ELSEWHERE.get(word, (word,)):
                if (folder := PACKAGE / place / "messages").is_dir() and word.isidentifier():
                    _folders.insert(0, ("", folder))
                    _catalogues.clear()
    if language not in _catalogues:
        entries = _borrowed.get(language, {}) | ({} if language == "en" else catalogue("en"))
        for before, folder in reversed(_folders):
            entries |= {before + key: said for key, said in _read(folder / f"{language}.json").items()}
        _catalogues[language] = entries
    return _catalogues[language]


def borrow(language: str, entries: dict[str, str]) -> None:
    """Let sentences from elsewhere speak where there are none here, such as those of a game that only a server has."""
    printed = {key: "".join(c for c in sentence if c.isprintable()) for key, sentence in entries.items()}
    _borrowed[language] = printed | _borrowed.get(language, {})
    _catalogues.clear()


def languages() -> list[str]:
    """Those in which something can be said."""
    return sorted({path.stem for _, folder in _folders for path in folder.glob("*.json")})


def file_of(key: str, language: str = "en") -> str:
    """The catalogue that a key belongs in: that of the folder which the key's first word names, else of the engine."""
    word = key.partition(".")[0]
    places = (word, *(Path(place).name for place in ELSEWHERE.get(word, ())))
    named = (here for before, here in _folders if before == f"{word}." or (not before and here.parent.name in places))
    return _shown(next(named, PACKAGE / "engine/messages") / f"{language}.json")


def in_file(key: str) -> str:
    """A key as that catalogue has it."""
    word, _, rest = key.partition(".")
    return rest if _speaks(word) else key


def _read(path: Path) -> dict[str, str]:
    try:
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except json.JSONDecodeError as problem:
        raise _bad("json", place=f"{_shown(path)}:{problem.lineno}", why=problem.msg) from None


def _shown(path: Path) -> str:
    return "/".join(path.parts[-3:])


def _bad(what: str, **params: str) -> Exception:
    from cardshed.engine.errors import BadGame  # which speaks by messages itself

    return BadGame(f"engine.message.{what}", **params)


def _json(value: Any) -> Any:
    if isinstance(value, Message):
        return value.json()
    return [_json(v) for v in value] if isinstance(value, list | tuple) else value


catalogue("en", "engine")
