"""Tables on a server: `cardshed serve`."""

from pathlib import Path

from cardshed.engine.messages import add_catalogues

for _folder in (Path(__file__).parent, Path(__file__).parent / "web"):
    add_catalogues(_folder / "messages")
