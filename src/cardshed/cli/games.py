"""`cardshed games`: which there are."""

from __future__ import annotations

import json

from cardshed.cli.words import AsJson
from cardshed.games import registry


def games(as_json: AsJson = False) -> None:
    """List the games."""
    if as_json:
        found = [registry.game(name) for name in registry.names()]
        told = [{"name": game.name, "title": game.title, "options": game.describe_options()} for game in found]
        print(json.dumps(told, indent=2))
        return
    for name in registry.names():
        print(f"{name:12} {in_short(name)}. {registry.facts(name).pitched('en')}".rstrip())
    print("\nRules and house rules: cardshed rules NAME")


def in_short(name: str) -> str:
    """What a game is called, for how many it is, and how long it takes."""
    facts = registry.facts(name)
    low, high = facts.players
    players = f"{low} players" if low == high else f"{low} to {high} players"
    return ", ".join([facts.title, players, *([f"{facts.minutes} min"] if facts.minutes else [])])
