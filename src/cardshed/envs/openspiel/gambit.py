"""A small game as OpenSpiel's own compiled code holds it, so that its solvers go through the tree without Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyspiel


def compiled(game: Any) -> Any:
    """The same tree as a game of OpenSpiel's `efg_game`. Actions have the same texts there, and information states the
    same partitions, but other numbers and names."""
    return pyspiel.load_efg_game("\n".join(_lines(game)) + "\n")


def _lines(game: Any) -> Iterator[str]:
    """The tree in Gambit's format, a line for each node, a node before those after it. (OpenSpiel writes it too, in a
    time that grows with the square of the tree.)"""
    sets: list[dict[str, int]] = [{} for _ in range(game.num_players())]  # information sets, numbered from 1
    count = {"t": 0, "c": 0}

    def below(state: Any) -> Iterator[str]:
        if state.is_terminal():
            count["t"] += 1
            yield f't "" {count["t"]} "" {{ {" ".join(map(repr, state.returns()))} }}'
            return
        if state.is_chance_node():
            count["c"] += 1
            told = [(action, f" {chance!r}") for action, chance in state.chance_outcomes()]
            head = f'c "" {count["c"]}'
        else:
            player = state.current_player()
            known = sets[player].setdefault(state.information_state_string(), len(sets[player]) + 1)
            told = [(action, "") for action in state.legal_actions()]
            head = f'p "" {player + 1} {known}'
        texts = " ".join(f'"{state.action_to_string(action)}"{chance}' for action, chance in told)
        yield f'{head} "" {{ {texts} }} 0'
        for action, _ in told:
            yield from below(state.child(action))

    players = " ".join(f'"{p}"' for p in range(game.num_players()))
    yield f'EFG 2 R "{game}" {{ {players} }}'
    yield from below(game.new_initial_state())
