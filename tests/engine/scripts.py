"""Reading JavaScript, just enough to see its texts and what is said with which parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

# After one of these, or at the beginning, a slash begins a regular expression and does not divide.
BEFORE_REGEX = "(,=:[!&|?{};+-*%<>~^"
REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
WORDS_BEFORE_REGEX = re.compile(r"\b(?:return|typeof|case|in|of)$")
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
CALL = re.compile(r"(?<![\w$])say$")


@dataclass(frozen=True)
class Text:
    """A text in a script: its pieces, between which a template has something worked out."""

    at: int
    pieces: tuple[str, ...]


@dataclass(frozen=True)
class Said:
    """A text with the parameters that are given to it, or None if that cannot be seen."""

    line: int
    pieces: tuple[str, ...]
    params: frozenset[str] | None
    called: bool  # whether it is what `say` is called with


def said(script: str) -> Iterator[Said]:
    """Every text of a script; those that are a first argument of `say` with the names in the second."""
    texts: list[Text] = []
    bare = _bare(script, texts)
    calls: dict[int, frozenset[str] | None] = {}
    for found in re.finditer(r"\(", bare):
        if CALL.search(bare[: found.start()]) and not re.search(r"function\s+say$", bare[: found.start()]):
            first, *others = list(_parts(bare, found.end())) or [(0, 0)]
            whole = bare[slice(*first)].strip().startswith("{")  # a message with its own parameters
            params = None if whole else _names(bare[slice(*others[0])]) if others else frozenset[str]()
            for text in texts:
                if first[0] <= text.at < first[1]:
                    calls[text.at] = params
    for text in texts:
        yield Said(script.count("\n", 0, text.at) + 1, text.pieces, calls.get(text.at), text.at in calls)


def _bare(script: str, texts: list[Text]) -> str:
    """The script with texts, comments and regular expressions blanked out, each place where it was."""
    bare = list(script)

    def blank(start: int, end: int) -> None:
        for i in range(start, end):
            if bare[i] != "\n":
                bare[i] = " "

    def code(at: int, closing: bool) -> int:
        """Go on to the end, or to the brace that closes what a template works out."""
        depth, before = 0, ""
        while at < len(script):
            char = script[at]
            if script.startswith("//", at) or script.startswith("/*", at):
                line = script.startswith("//", at)
                end = script.find("\n" if line else "*/", at)
                end = len(script) if end < 0 else end if line else end + 2
                blank(at, end)
                at = end
                continue
            if char in "\"'":
                end = at + 1
                while script[end] != char:
                    end += 2 if script[end] == "\\" else 1
                texts.append(Text(at, (ESCAPED.sub(r"\1", script[at + 1 : end]),)))
                blank(at, end + 1)
                at, before = end + 1, char
                continue
            if char == "`":
                at, before = template(at), char
                continue
            if char == "/" and (
                before == "" or before in BEFORE_REGEX or WORDS_BEFORE_REGEX.search(script[:at].rstrip())
            ):
                found = REGEX.match(script, at)
                if found:
                    blank(at, found.end())
                    at, before = found.end(), "/"
                    continue
            if char == "{":
                depth += 1
            elif char == "}":
                if closing and depth == 0:
                    return at
                depth -= 1
            before = before if char.isspace() else char
            at += 1
        return at

    def template(start: int) -> int:
        pieces, begin, at = [], start + 1, start + 1
        while script[at] != "`":
            if script[at] == "\\":
                at += 2
            elif script.startswith("${", at):
                pieces.append(script[begin:at])
                blank(begin - 1, at + 2)
                end = code(at + 2, True)
                begin = at = end + 1
                blank(end, end + 1)
            else:
                at += 1
        pieces.append(script[begin:at])
        blank(begin - 1, at + 1)
        texts.append(Text(start, tuple(pieces)))
        return at + 1

    code(0, False)
    texts.sort(key=lambda text: text.at)
    return "".join(bare)


def _parts(bare: str, at: int) -> Iterator[tuple[int, int]]:
    """What stands between the commas up to the closing bracket."""
    depth, begin = 0, at
    while at < len(bare):
        char = bare[at]
        if char in "([{":
            depth += 1
        elif char in ")]}":
            if depth == 0:
                break
            depth -= 1
        elif char == "," and depth == 0:
            yield begin, at
            begin = at + 1
        at += 1
    if at > begin:
        yield begin, at


def _names(bare: str) -> frozenset[str] | None:
    """The names in an object literal."""
    literal = bare.strip()
    if not literal.startswith("{"):
        return None
    names = set()
    for begin, end in _parts(literal, 1):
        name = literal[begin:end].partition(":")[0].strip()
        if name.startswith(("...", "[")):
            return None
        if name:
            names.add(name)
    return frozenset(names)
