"""Folders of games that were written earlier go on loading and playing as they did.

`earlier/` holds two as they were written for 40e3e8a: `crazy_eights`, and what `cardshed new mygame` wrote, with its
own tests, which run with all others. `results.json` tells what that commit made of them; there
`python -m tests.games.test_earlier` printed it.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import json
import random
import re
from pathlib import Path

import numpy as np
import pytest

import cardshed
from cardshed.engine.kernel import PLAIN
from tests.games.told import table_rows

EARLIER = Path(__file__).parent / "earlier"
ROOT = EARLIER.parent.parent.parent
GAMES = ("crazy_eights", "mygame")


def played(name: str, matches: int = 12) -> list[str]:
    """Matches at random under all house rules, as records, each with its points and payoff."""
    game = cardshed.game(EARLIER / name)
    told = []
    for number in range(matches):
        dice = random.Random(number)
        options = {o["name"]: dice.choice([*o.get("values", ()), o["default"]]) for o in game.describe_options()}
        match = game.match(dice.choice(game.players), dice.getrandbits(64), options)
        while not match.over:
            seat = match.acting[0]
            match.play(seat, dice.choice(match.legal(seat)))
        told.append(_short(f"{match.record()}{match.points}{match.payoff}"))
    return told


def simulated(name: str) -> str:
    """A thousand games of greedy players: seats, points and payoffs to the bit."""
    batch = cardshed.simulate(EARLIER / name, 1000, bots="greedy", seed=5, threads=1)
    told = (np.ascontiguousarray(array).astype(np.float64).tobytes() for array in (batch.points, batch.payoff))
    return _short(b"".join(told))


def _short(told: str | bytes) -> str:
    return hashlib.sha256(told if isinstance(told, bytes) else told.encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", GAMES)
def test_an_earlier_folder_plays_as_it_did(name: str) -> None:
    told = json.loads((EARLIER / "results.json").read_text(encoding="utf-8"))[name]
    assert played(name) == told["played"]
    if not PLAIN:
        assert simulated(name) == told["simulated"]


def named() -> set[tuple[str, str]]:
    """What the docs tell authors to import: modules of the engine and names in them."""
    page = (ROOT / "docs/write-your-own-game.md").read_text(encoding="utf-8")
    rows = table_rows(page.split("### What it may import")[1])[2:]
    return {(f"cardshed.engine.{row[0].strip('`')}", name) for row in rows for name in re.findall(r"`(\w+)`", row[1])}


def imported() -> set[tuple[str, str]]:
    """What folders of games import of the package, ours too."""
    folders = [*(ROOT / "src/cardshed/games").glob("*/"), *(ROOT / "src/cardshed/templates").glob("*/")]
    folders += [EARLIER / name for name in GAMES] + [ROOT / "examples/crazy_eights", ROOT / "tests/games/highest"]
    files = [path for folder in folders if (folder / "rules.py").is_file() for path in folder.glob("*.py")]
    nodes = [node for path in files for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    found = {
        (node.module or "", name.name) for node in nodes if isinstance(node, ast.ImportFrom) for name in node.names
    }
    whole = {(f"{module}.{name}", "") for module, name in found if module == "cardshed.engine"}
    return whole | {(module, name) for module, name in found if module.startswith("cardshed.engine.")}


def test_the_docs_name_what_authors_import_and_it_is_there() -> None:
    for module, name in named():
        assert hasattr(importlib.import_module(module), name), f"{module} has no {name}"
    modules = {(module, "") for module, _ in named()}
    assert len(named()) > 70
    assert not imported() - named() - modules


if __name__ == "__main__":
    print(json.dumps({name: {"played": played(name), "simulated": simulated(name)} for name in GAMES}, indent=1))
