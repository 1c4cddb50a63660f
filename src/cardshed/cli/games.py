"""`cardshed games`: which there are."""

from __future__ import annotations

import json

from cardshed.cli.words import AsJson


def games(as_json: AsJson = False) -> None:
    """List the games."""
    import cardshed
    from cardshed.games import registry

    if as_json:
        found = [cardshed.game(name) for name in cardshed.games()]
        told = [{"name": game.name, "title": game.title, "options": game.describe_options()} for game in found]
        print(json.dumps(told, indent=2))
        return
    for name in cardshed.games():
        facts = registry.facts(name)
        (low, high), length = facts.players, f", {facts.minutes} min" if facts.minutes else ""
        players = f"{low} players" if low == high else f"{low} to {high} players"
        print(f"{name:12} {facts.title}, {players}{length}. {facts.pitched('en')}".rstrip())
    print("\nRules and house rules: cardshed rules NAME")
