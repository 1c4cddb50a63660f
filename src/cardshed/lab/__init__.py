"""The lab: what a rule does to the game. Many games are played and watched, summed up with intervals, compared."""

from pathlib import Path

from cardshed.engine.messages import add_catalogues

add_catalogues(Path(__file__).parent / "messages")
