"""Nets that learn a game from nothing, by playing against themselves: `cardshed train GAME`, by the verbs alone."""

from pathlib import Path

from cardshed.engine.messages import add_catalogues

add_catalogues(Path(__file__).parent / "messages")
