"""What can go wrong before torch is there."""

from __future__ import annotations

from cardshed.engine.errors import CardshedError


class BadTraining(CardshedError):
    """A training that cannot begin or go on."""
