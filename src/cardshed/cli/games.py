"""`cardshed games`: which there are."""

from __future__ import annotations

import json

from cardshed.cli.words import AsJson


def games(as_json: AsJson = False) -> None:
    """List the games."""
    import cardshed

    found = [cardshed.game(name) for name in cardshed.games()]
    if as_json:
        print(
            json.dumps([{"name": g.name, "title": g.title, "options": g.describe_options()} for g in found], indent=2)
        )
        return
    for game in found:
        print(
            f"{game.name:12} {game.title}, {game.players[0]} to {game.players[-1]} players, "
            f"{len(game.options)} house rules"
        )
    print("\nRules and house rules: cardshed rules NAME")
