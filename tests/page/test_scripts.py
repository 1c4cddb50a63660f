"""The page's scripts without a browser: their types, and that they come to the same as their twins in Python."""

from __future__ import annotations

import json
import os
import random
import subprocess
from pathlib import Path
from string import Formatter
from typing import Any

import cardshed
import cardshed.server
import cardshed.terminal  # whose catalogue it is, too
from cardshed.changes import changes
from cardshed.engine.messages import Message, catalogue
from cardshed.games import registry
from cardshed.tables import fair
from tests.conftest import counted
from tests.page import npm

HERE = Path(__file__).parent
WEB = Path(cardshed.server.__file__).parent / "web"
TYPES = "--noEmit --allowJs --checkJs --strict --target es2023 --module esnext --moduleResolution bundler"
NAMES = ["Ann", "Bo", "Zoë ♥", "{0}", "$1"]


def test_types() -> None:
    """What the comments promise of types holds, in every script of the page."""
    tsc = npm.package("typescript").parent / ".bin" / "tsc"
    scripts = sorted(str(path) for path in WEB.rglob("*.js"))
    command = [str(tsc), *TYPES.split(), "--lib", "es2023,dom,dom.iterable", *scripts]
    done = subprocess.run(command, capture_output=True, text=True, cwd=WEB)
    assert done.returncode == 0, done.stdout
    for script in scripts:
        assert Path(script).read_text(encoding="utf-8").startswith("// @ts-check\n"), f"{script} is not checked"


def test_shape() -> None:
    """Scripts and styles are in the shape that prettier gives them."""
    prettier = npm.package("prettier").parent / ".bin" / "prettier"
    files = sorted(str(path) for kind in ("js", "css", "html") for path in WEB.rglob(f"*.{kind}"))
    tests = sorted(str(path) for path in (HERE / "js").glob("*.js"))
    done = subprocess.run([str(prettier), "--check", *files, *tests], capture_output=True, text=True, cwd=HERE)
    assert done.returncode == 0, done.stdout + done.stderr


def test_scripts_and_their_twins(tmp_path: Path) -> None:
    cases = tmp_path / "cases.json"
    rules = {name: cardshed.game(name).rules for name in cardshed.games()}  # and with the games come their sentences
    told = {
        "catalogue": catalogue("en"),
        "changes": list(some_changes()),
        "rules": rules,
        "say": list(some_messages()),
        "shuffle": list(some_shuffles()),
    }
    cases.write_text(json.dumps(told), encoding="utf-8")
    tests = sorted(str(path) for path in (HERE / "js").glob("*.test.js"))
    command = [npm.program("node"), "--test", "--test-reporter=spec", *tests]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env={**os.environ, "CARDSHED_CASES": str(cases)},
        cwd=HERE.parent.parent,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "fail 0" in done.stdout and "skipped 0" in done.stdout


# --- what both sides are given ---------------------------------------------------------------------


def some_changes() -> Any:
    """Random states that differ a little, and the states of a match as they follow each other."""
    dice = random.Random(3)

    def value(depth: int) -> Any:
        kind = dice.randrange(8 if depth else 5)
        if kind < 5:
            return [dice.randrange(9), dice.random() < 0.5, None, "x" * dice.randrange(3), dice.randrange(9) / 4][kind]
        if kind == 5:
            return [value(depth - 1) for _ in range(dice.randrange(4))]
        return {f"k{dice.randrange(5)}": value(depth - 1) for _ in range(dice.randrange(5))}

    def varied(old: Any, depth: int) -> Any:
        if dice.random() < 0.2:
            return value(depth)
        if isinstance(old, dict):
            kept = {key: varied(one, depth - 1) for key, one in old.items() if dice.random() < 0.9}
            return kept | ({f"k{dice.randrange(9)}": value(1)} if dice.random() < 0.2 else {})
        if isinstance(old, list):
            return [varied(one, depth - 1) for one in old]
        return old

    for _ in range(counted(300, 5_000, 50)):
        old = value(4)
        now = varied(old, 4)
        yield {"old": old, "changes": changes(old, now), "now": now}
    match = cardshed.game("thirteen").match(4, 7, {})
    old = match.view(0)
    while not match.over:
        seat = match.acting[0]
        match.play(seat, dice.choice(match.legal(seat)))
        now = match.view(0)
        yield {"old": old, "changes": changes(old, now), "now": now}
        old = now


def some_messages() -> Any:
    """Every sentence, with something in each of its places."""
    dice = random.Random(5)

    def given(name: str, spec: str | None) -> Any:
        if spec:  # of numbers, which only authors are told: the page shows small ones alike
            return dice.randrange(1_000)
        if name == "seat":
            return dice.randrange(5)
        if name == "seats":
            return [dice.randrange(5) for _ in range(dice.randrange(4))]
        inner = Message("seat", number=dice.randrange(9))
        turn = Message("page.undo.asks", seat=dice.randrange(5))
        return dice.choice([7, -3, "a {b} {{c}}", "", "x$1y$&", inner, turn, [inner, "x", 3, [turn, 1]], 0])

    for key, sentence in sorted(catalogue("en").items()):
        base = key.removesuffix(".one").removesuffix(".other")
        for _ in range(3):
            params = {name: given(name, spec) for _, name, spec, _ in Formatter().parse(sentence) if name}
            if base != key:
                params["n"] = 1 if key.endswith(".one") else dice.choice([0, 2, 13])
            message = Message(base, **params)
            names = dice.choice([None, NAMES])
            yield {"message": message.json(), "names": names, "said": message.say(names=names)}


def some_shuffles() -> Any:
    dice = random.Random(8)
    options: dict[str, list[dict[str, Any]]] = {
        "thirteen": [{}, {"match": 3, "bombs": "beat_all", "rules": "southern"}],
        "pyramid": [{}, {"rounds_4": 1, "red_10": 7, "pass": "hard", "red_3": 0}],
        "parcels": [{}, {"rounds": 2}],
        "segments": [{}, {"cards": 5, "segments_1": 2, "glyphs": "no_tails"}],
        "rummy": [{}, {"goal": 100, "rummy_call": "prompt"}],
    }
    for name, rules in ((name, rules) for name, found in options.items() for rules in found * 2):
        game = registry.named(name)
        salt, seed, players = fair.new_salt(), dice.randrange(2**64), game.players[-1]
        shuffle = {
            "commitment": fair.commitment(salt, seed, name, game.version, players, rules),
            "salt": salt,
            "seed": f"{seed:016x}",
        }
        shuffled = dict(sorted(rules.items(), key=lambda _: dice.random()))
        table = {"game": name, "players": players, "options": shuffled, "shuffle": shuffle}
        yield {"table": table, "rules": game.version}
