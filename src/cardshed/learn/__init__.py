"""What helps people to learn a game: guided deals, and positions in which one move is clearly best."""

from pathlib import Path

from cardshed.engine.messages import add_catalogues

add_catalogues(Path(__file__).parent / "messages")
