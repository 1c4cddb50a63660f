"""Players that need no chair. A bot sees only what its seat may know."""

from cardshed.bots.base import Bot, ask, bot, names
from cardshed.bots.levels import hint, prepare
from cardshed.bots.own import find

__all__ = ["Bot", "ask", "bot", "find", "hint", "names", "prepare"]
