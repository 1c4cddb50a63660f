"""Players that need no chair. A bot sees only what its seat may know."""

from pathlib import Path

from cardshed.bots.base import Bot, ask, bot, names
from cardshed.bots.levels import hint, prepare
from cardshed.bots.own import find
from cardshed.engine.messages import add_catalogues

__all__ = ["Bot", "ask", "bot", "find", "hint", "names", "prepare"]

add_catalogues(Path(__file__).parent / "messages")
