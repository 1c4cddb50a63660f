"""`cardshed verify`: whether a match was dealt as it was committed to."""

from __future__ import annotations

from cardshed.cli.records import replayed
from cardshed.cli.words import OwnGame, Record
from cardshed.engine.messages import Message


def verify(file: Record, game: OwnGame = None) -> None:
    """Check that a match from a server was dealt as it was committed to, and play it back."""
    from cardshed.engine.matches import record
    from cardshed.tables import fair

    match = replayed(file, game)
    told = fair.verify(record.parse(file.read_text(encoding="utf-8", errors="replace")), match)
    print(Message("server.fair.right", commitment=told))
