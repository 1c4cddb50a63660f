"""Players that need no chair. A bot sees only what its seat may know."""

from cardshed.bots.base import Bot, ask, bot, names

__all__ = ["Bot", "ask", "bot", "names"]
