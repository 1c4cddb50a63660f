"""Make the golden records, node counts and trees of the search anew: `python -m tests.golden.remake`.

A refactor leaves these files as they are; a change of a rule shows in them as a readable difference. What OpenSpiel
tells of our games is remade by `python -m tests.golden.playthroughs.remake`.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np

import cardshed
from cardshed.bots.search import ANY
from cardshed.bots.tree import ROOT, Style, desk, grow
from cardshed.engine.kit.conformance import walk
from cardshed.engine.kit.perft import perft

HERE = Path(__file__).parent
COUNTS = HERE / "perft.json"
DEPTH = 6
ENOUGH = 300_000  # sequences of moves; deeper than this is not counted
TREES = HERE / "trees.json"
ROLLOUTS, NODES = 60, 80  # in some games the nodes run out on the way
KEY = 0x0F0E0D0C0B0A09080706050403020100  # of a match, as servers make them

# Name of the record: (game, players, seed, options).
RECORDS: dict[str, tuple[str, int, int, dict[str, Any]]] = {
    "thirteen-book": ("thirteen", 4, 1, {}),
    "thirteen-book-2-players": ("thirteen", 2, 2, {"match": 2}),
    "thirteen-book-3-players-17-cards": ("thirteen", 3, 3, {"three_player_deal": "17"}),
    "thirteen-southern": ("thirteen", 4, 4, {"rules": "southern"}),
    "thirteen-southern-won-at-once": ("thirteen", 4, 17, {"rules": "southern"}),
    "thirteen-southern-match": ("thirteen", 3, 5, {"rules": "southern", "match": 3}),
    "thirteen-bombs-beat-all": (
        "thirteen",
        3,
        6,
        {"bombs": "beat_all", "bomb_colour": "each_pair", "ranks": 6, "cards": 8, "match": 3},
    ),
    "thirteen-must-play": ("thirteen", 4, 7, {"must_play": "yes", "finish": "all_places", "run_ties": "top_suit"}),
    "parcels-3-players": ("parcels", 3, 1, {}),
    "parcels-4-players": ("parcels", 4, 2, {}),
    "parcels-5-players": ("parcels", 5, 3, {}),
    "parcels-one-round": ("parcels", 4, 4, {"rounds": 1, "tie_order": "higher_worse"}),
    "parcels-hard": ("parcels", 4, 5, {"pass": "hard", "multi_beats_single": "no", "second_takes": "next_lower"}),
    "parcels-short-deck": (
        "parcels",
        3,
        6,
        {f"copies_{v}": 4 for v in range(1, 9)} | {"cards_3": 7, "deck_empty": "stop", "score_cards_return": "yes"},
    ),
    "rummy-same-turn": ("rummy", 2, 1, {}),
    "rummy-own": ("rummy", 2, 2, {"rummy_melds": "own", "rummy_scope": "pile", "wild_swap": "owner", "goal": 150}),
    "rummy": ("rummy", 2, 1, {}),
    "rummy-every-meld": ("rummy", 2, 2, {"natural_min": "every_meld", "wild_swap": "anyone", "goal": 150}),
    "rummy-reshuffle": ("rummy", 2, 3, {"stock_empty": "reshuffle", "pickup_use": "same_turn", "goal": 150}),
    "rummy-prompt": (
        "rummy",
        2,
        4,
        {"rummy_call": "prompt", "rummy_scope": "pile", "wild_on_opponent": "with_natural", "goal": 150},
    ),
    "rummy-small": ("rummy", 2, 5, {"ranks": 3, "twos": 2, "jokers": 1, "cards": 3, "goal": 60, "stock_empty": "end"}),
    "segments-3-players": ("segments", 3, 1, {}),
    "segments-4-players": ("segments", 4, 2, {}),
    "segments-5-players": ("segments", 5, 3, {}),
    "segments-may": ("segments", 4, 4, {"pass_segments": "may", "next_start": "lowest_score", "glyphs": "no_tails"}),
    "segments-match": ("segments", 3, 6, {"undealt": "match", "cards": 8}),
    "segments-rich": ("segments", 3, 5, {"limit": 9, "grab": 4, "segments_1": 5, "segments_2": 5, "segments_3": 5}),
    "pyramid-3-players": ("pyramid", 3, 1, {}),
    "pyramid-4-players": ("pyramid", 4, 2, {}),
    "pyramid-full": ("pyramid", 4, 3, {"melds": "full14", "unplayed_wilds": "removed"}),
    "pyramid-hard": ("pyramid", 3, 4, {"pass": "hard", "red_pair": 1, "red_wilds": 3, "black_wilds": 3}),
    "pyramid-small": ("pyramid", 3, 5, {"cards": 5, "red_10": 0, "black_10": 0, "red_wilds": 1, "rounds_3": 1}),
    "thirteen-key": ("thirteen", 3, KEY, {"rules": "southern", "match": 3}),
    "parcels-key": ("parcels", 4, KEY, {"rounds": 3}),
    "rummy-key": ("rummy", 2, KEY, {"stock_empty": "reshuffle", "goal": 150}),
    "segments-key": ("segments", 4, KEY, {}),
    "pyramid-key": ("pyramid", 3, KEY, {}),
    "thirteen-small-deck": ("thirteen", 2, 8, {"ranks": 4, "suits": 4, "cards": 8, "match": 5}),
}


# Those of Rummy's first version, which stay what they were.
FIRST = ("rummy", "rummy-every-meld", "rummy-reshuffle", "rummy-prompt", "rummy-small", "rummy-key")


def begin(name: str) -> cardshed.Match:
    game, players, seed, options = RECORDS[name]
    version = 1 if name in FIRST else cardshed.game(game).version
    match = cardshed.game(game).match(players, seed, (cardshed.game(game).usual(version) or {}) | options)
    match.version = version
    return match


def play(name: str) -> cardshed.Match:
    """The random match of that name."""
    match = begin(name)
    for _ in walk(match, random.Random(name)):
        pass
    return match


def counts(name: str, enough: int = ENOUGH) -> list[int]:
    """Sequences of 1, 2, ... moves from the first deal of that record."""
    found: list[int] = []
    while len(found) < DEPTH and (not found or found[-1] < enough):
        found.append(perft(begin(name), len(found) + 1))
    return found


def tree(name: str) -> list[str]:
    """A small search at the first choice of a match of that game: its nodes, in the order in which they were added."""
    match = cardshed.game(name).match(seed=1)
    while len(match.legal(match.acting[0])) == 1:
        match.play(match.acting[0], match.legal(match.acting[0])[0])
    on = desk(match.rows, NODES, match.game.moves)
    used = grow(on, match.acting[0], 1, 0, ROLLOUTS, np.uint64(1), Style(), ANY)
    return [
        f"{'.' if node.parent == ROOT else node.parent} {node.seat} {match.game.table.text(int(node.move))}"
        f" = {node.value:.6f} of {node.visits} of {node.seen}"
        for node in on.nodes[1:used]
    ]


if __name__ == "__main__":
    for name in RECORDS:
        (HERE / f"{name}.shed").write_text(play(name).record(), encoding="utf-8")
    COUNTS.write_text(json.dumps({name: counts(name) for name in RECORDS}, indent=1) + "\n")
    TREES.write_text(json.dumps({name: tree(name) for name in cardshed.games()}, indent=1, ensure_ascii=False) + "\n")
