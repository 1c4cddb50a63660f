"""Tables on a server: `cardshed serve`."""

from pathlib import Path

from cardshed.engine.messages import add_catalogues

add_catalogues(Path(__file__).parent / "messages")
