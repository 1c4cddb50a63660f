"""What a game's own tests import, at an address that stays: `kit/conformance.py` tells what is checked."""

from cardshed.engine.kit.conformance import CHECKS, Check, some_match, some_options, walk

__all__ = ["CHECKS", "Check", "some_match", "some_options", "walk"]
