"""The lab: what a rule does to the game. Many games are played and watched, summed up with intervals, compared.

`play`, `compare` and `tune` are the lab for Python; `cardshed lab` is the same from the command line.
"""

from cardshed.lab.api import compare, play, tune

__all__ = ["compare", "play", "tune"]
