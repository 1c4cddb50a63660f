"""The lab: what a rule does to the game. Many games are played and watched, summed up with intervals, compared.

`play`, `compare` and `tune` are the lab for Python; `cardshed lab` is the same from the command line.
"""

from pathlib import Path

from cardshed.engine.messages import add_catalogues

add_catalogues(Path(__file__).parent / "messages")

from cardshed.lab.api import compare, play, tune  # noqa: E402  # what they say is in the catalogues

__all__ = ["compare", "play", "tune"]
