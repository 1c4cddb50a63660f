"""`cardshed games`: which there are."""

from __future__ import annotations

import json

from cardshed.cli.words import AsJson


def games(as_json: AsJson = False) -> None:
    """List the games."""
    import cardshed

    found = [cardshed.game(name) for name in cardshed.games()]
    if as_json:
        told = [{"name": game.name, "title": game.title, "options": game.describe_options()} for game in found]
        print(json.dumps(told, indent=2))
        return
    for game in found:
        players = f"{game.players[0]} to {game.players[-1]} players"
        print(f"{game.name:12} {game.title}, {players}, {len(game.options)} house rules")
    print("\nRules and house rules: cardshed rules NAME")
