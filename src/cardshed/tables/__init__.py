"""A table without a network or a database: its events, what may happen next, the fair shuffle. Clocks are handed in."""

from cardshed.engine.messages import Message

BOTS = 8  # names that bots have


def bot_name(seat: int) -> Message:
    """What a bot is called at a table."""
    return Message(f"page.bot.{seat % BOTS}")
