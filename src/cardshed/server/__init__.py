"""Tables on a server: `cardshed serve`."""

from pathlib import Path

from cardshed.engine.messages import Message, add_catalogues

for _folder in (Path(__file__).parent, Path(__file__).parent / "web"):
    add_catalogues(_folder / "messages")


BOTS = 8  # names that bots have


def bot_name(seat: int) -> Message:
    """What a bot is called at a table."""
    return Message(f"page.bot.{seat % BOTS}")
