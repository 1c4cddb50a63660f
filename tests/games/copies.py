"""Copies of games, each with something changed in it, and all that can be told of a game.

`changed` loads them beside the original, in one process that compiles nothing.
"""

from __future__ import annotations

import importlib
import json
import random
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import cardshed
from cardshed.bots.levels import rollouts
from cardshed.engine import calls
from cardshed.engine.errors import CardshedError
from cardshed.engine.matches.game import Game
from cardshed.engine.matches.match import Match
from cardshed.engine.messages import Message, catalogue
from cardshed.envs import dealing
from cardshed.games import registry
from cardshed.terminal.speech import Speech

OURS = Path(registry.__file__).parent
MATCHES, CHOICES = 1, 16  # that are told of each game, and of each match

# A constant of each module and its change, and what of all that is told becomes another by that.
CHANGES: dict[str, dict[str, tuple[str, str, str]]] = {
    "parcels": {
        "rules.py": ("order = deal_key(s, DECK)", "order = deal_key(s, START)", "moves"),
        "table.py": ("ROLLOUTS = (120,", "ROLLOUTS = (130,", "bots"),
        "terminal.py": ("SLOT = 5", "SLOT = 6", "terminal"),
        "tallies.py": ("LONGEST_RUN, MOST_STORED = 6, 8,", "LONGEST_RUN, MOST_STORED = 6, 7,", "lab"),
    },
    "pyramid": {
        "chances.py": ("if missing(cards, t, v, 0) <= 0:", "if missing(cards, t, v, 0) <= 1:", "numbers"),
        "codes.py": ("PHASES = 6", "PHASES = 7", "numbers"),
        "features.py": ("THREE_TO_SEVEN = 0x00000FFF", "THREE_TO_SEVEN = 0x0000FFFF", "bots"),
        "house_rules.py": ('Number("cards", 13,', 'Number("cards", 11,', "moves"),
        "knowledge.py": ("order = key(seed, REDEAL, 0)", "order = key(seed, REDEAL, 2)", "bots"),
        "melds.py": ('PAIRED = ("black_pair", ', "PAIRED = (", "moves"),
        "notation.py": ('LETTERS = "RB"', 'LETTERS = "UB"', "moves"),
        "positions.py": ("if not 0 <= rounds <", "if not 1 <= rounds <", "laid out"),
        "rules.py": ("order = deal_key(s, DECK)", "order = deal_key(s, START)", "moves"),
        "table.py": ("ROLLOUTS = (80,", "ROLLOUTS = (90,", "bots"),
        "terminal.py": ('"red": "▲"', '"red": "▼"', "terminal"),
        "tallies.py": ('HAPPENINGS = ("trick",)', "HAPPENINGS = ()", "lab"),
    },
    "rummy": {
        "codes.py": ("PHASES = 4", "PHASES = 5", "numbers"),
        "features.py": ("60 * wilds_in(hand)", "90 * wilds_in(hand)", "bots"),
        "gestures.py": ('LAYING = ("lay", "set", "run")', 'LAYING = ("put", "set", "run")', "laid out"),
        "house_rules.py": ('Number("cards", 7,', 'Number("cards", 8,', "moves"),
        "knowledge.py": ("draw_cards(key(seed, REDEAL, attempt)", "draw_cards(key(seed, REDEAL, attempt + 1)", "bots"),
        "melds.py": ("LOW_CARDS = (1 << SUITS * 7) - 1", "LOW_CARDS = (1 << SUITS * 2) - 1", "bots"),
        "notation.py": ('JOKER_FACES = ("★R", "★B")', 'JOKER_FACES = ("☆R", "☆B")', "views"),
        "owing.py": ("    return int(s.naturals)\n", "    return 0\n", "moves"),
        "positions.py": ('BY_OTHER = "*"', 'BY_OTHER = "+"', "laid out"),
        "rules.py": ("s.turn = 1 - s.dealer", "s.turn = s.dealer", "moves"),
        "steps.py": ("    if not owing:\n", "    if not owing and n == 0:\n", "laid out"),
        "table.py": ("QUIET = (WORDS[codes.CALL],)", "QUIET = ()", "bots"),
        "terminal.py": ("· {names[1]}", "; {names[1]}", "terminal"),
        "tallies.py": ('HAPPENINGS = ("reshuffle", "nobody_out")', 'HAPPENINGS = ("reshuffle",)', "lab"),
    },
    "segments": {
        "dealing.py": ('SINGLE = "rounds"', 'SINGLE = "outs"', "dealt"),
        "rules.py": ('"acdefg", "abc", "abcdefg"', '"acdefg", "abcf", "abcdefg"', "moves"),
        "table.py": ('PASS = "pass"', 'PASS = "no"', "moves"),
        "terminal.py": ('LIT, ADDED, HIDDEN = "bold turquoise2"', 'LIT, ADDED, HIDDEN = "bold cyan"', "terminal"),
        "tallies.py": ("LARGEST = 8", "LARGEST = 7", "lab"),
    },
    "thirteen": {
        "dealing.py": ('SMALLER = "cards, ranks,', 'SMALLER = "ranks,', "dealt"),
        "rules.py": ("deal_key(s, DECK)", "deal_key(s, REDEAL)", "moves"),
        "table.py": ('J Q K A 2".split(), "SCDH")', 'J Q K A 2".split(), "CSDH")', "moves"),
        "tallies.py": ("LONGEST_RUN, MOST_PAIRS = 13,", "LONGEST_RUN, MOST_PAIRS = 12,", "lab"),
    },
}  # fmt: skip
# The same for an option's default or range, in the module that tells it.
OPTIONS = {
    "parcels": ("rules.py", 'Number("rounds", 3, 1, 9,', 'Number("rounds", 2, 1, 5,'),
    "pyramid": ("house_rules.py", 'Number("red_wilds", 2, 0, MOST_WILDS,', 'Number("red_wilds", 1, 0, 2,'),
    "rummy": ("house_rules.py", 'Number("goal", 500, 1, 5000,', 'Number("goal", 300, 1, 999,'),
    "segments": ("rules.py", 'Number("grab", 2, 0,', 'Number("grab", 3, 1,'),
    "thirteen": ("rules.py", 'Number("match", 1, 1, 100,', 'Number("match", 2, 1, 50,'),
}
# What is laid out by hand: the words of `position`, and what is then played in one line.
LAID: dict[str, tuple[dict[str, Any], str]] = {
    "pyramid": ({"players": 3, "hands": ["3R 5B", "4R 4B", "5R 5R"]}, ""),
    "rummy": ({"hands": ["3S 3C 3D 9H", "5H 6H"], "melds": ["0 run 7S 8S 9S*"], "laying": True}, "lay 3S 3C 3D"),
}


def all_of(game: Game, like: str) -> dict[str, Any]:
    """All that people, bots and the lab are told of a game; `like` is which of ours it is or was."""
    told: dict[str, Any] = {
        "moves": [], "reasons": [], "views": [], "terminal": [],
        "numbers": [game.parts, game.longest, game.observation, game.encoding],
        "bots": [rollouts(game, "easy"), getattr(game.table, "QUIET", ())],
        "lab": [game.tallies, sorted(game.happenings)],
        "options": [[o["name"], o["default"], o.get("low"), o.get("high"), said(o)] for o in game.describe_options()],
        "dealt": list(deals(game)), "laid out": list(laid_out(game, like)),
    }  # fmt: skip
    for number in range(MATCHES):
        dice = random.Random(number)
        match = game.match(dice.choice(game.players), dice.getrandbits(64))
        seen: list[str] = []
        while not match.over and match.plies < CHOICES:
            tell(match, match.acting[0], dice, told, seen)
            seat = match.acting[0]
            match.play(seat, dice.choice(match.legal(seat)))
        told["moves"].append(match.record().partition("\n\n")[2])
    return json.loads(json.dumps(told, default=str))


def tell(match: Match, seat: int, dice: random.Random, told: dict[str, Any], seen: list[str]) -> None:
    moves = match.legal(seat)
    told["moves"].append([[move.text, str(move.label), move.kind] for move in moves])
    told["views"].append([said(match.view(p)) | {"game": ""} for p in (None, seat)])
    told["terminal"].append(in_terminal(match, seat))
    out = np.zeros(20_000, np.int64)
    for write in (partial(calls.observe, match.rows, seat), partial(calls.encode, match.rows, seat, moves[-1].code)):
        told["numbers"].append(out[: write(out)].tolist())
    told["bots"].append([calls.judge(match.rows, seat, move.code) for move in moves])
    told["bots"].append(said(match.imagine(seat, 1).reveal()["zones"]))
    seen += [move.text for move in moves]
    for text in dice.sample(seen, min(4, len(seen))):
        told["reasons"].append(attempt(partial(reason, match, seat, text)))


def in_terminal(match: Match, seat: int) -> list[str]:
    if not (match.game.folder / "terminal.py").exists():
        return []
    look = importlib.import_module(f"{match.game.code.__package__}.terminal").look
    return [line.markup for line in look.middle(match.view(seat), Speech("en"), 80)]


def deals(game: Game) -> Iterator[Any]:
    recipe = dealing.recipe_of(game)
    if recipe:
        yield [recipe.SINGLE, recipe.SMALLER, recipe.deck(game.blank(None, 0, None)[0])]


def laid_out(game: Game, like: str) -> Iterator[str]:
    if like in LAID:
        position, line = LAID[like]
        yield attempt(lambda: " ".join(str(move.label) for move in game.position(**position).legal(0)))
        yield attempt(lambda: f"{game.position(**position).play_all(0, line)}")


def reason(match: Match, seat: int, text: str) -> str:
    return str(match.why_not(seat, text))


def attempt(what: Callable[[], str]) -> str:
    try:
        return what()
    except CardshedError as problem:
        return str(problem)


def said(told: Any) -> Any:
    """What is told with all its messages said."""
    if isinstance(told, dict):
        return str(Message.read(told)) if set(told) == {"key", "params"} else {k: said(v) for k, v in told.items()}
    return [said(one) for one in told] if isinstance(told, list) else told


# --- copies --------------------------------------------------------------------------------------


def copy(name: str, folder: Path, file: str = "", old: str = "", new: str = "") -> Game:
    """As `cp -r` makes one, with a change in one of its files."""
    shutil.copytree(OURS / name, folder, ignore=shutil.ignore_patterns("__pycache__"))
    if file:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text, f"{name}/{file} has no {old}"
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return cardshed.game(folder)


def changed(name: str, folder: Path) -> dict[str, list[str]]:
    """What becomes different by each of the changes. The original is told the same before and after."""
    original = cardshed.game(name)
    before = all_of(original, name)

    def differs(game: Game) -> list[str]:
        told = all_of(game, name)
        return [what for what in before if told[what] != before[what]]

    found = {"nothing": differs(copy(name, folder / f"{name}_too"))}
    for file, (old, new, _) in CHANGES[name].items():
        found[file] = differs(copy(name, folder / f"{name}_{file.removesuffix('.py')}", file, old, new))
    found["option"] = differs(copy(name, folder / f"{name}_option", *OPTIONS[name]))
    renamed = copy(name, folder / name, "messages/en.json", '",\n', '!",\n')  # of the same name, too
    found["sentence"] = differs(renamed)
    entries = catalogue("en")
    kept = [key for key in entries if key.startswith(f"{name}.") and entries[key].endswith("!")]
    found["catalogue"] = [key for key in kept if not entries[f"{renamed.word}.{key.partition('.')[2]}"].endswith("!!")]
    found["original"] = differs(original)
    return found
