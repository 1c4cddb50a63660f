"""`cardshed verify`: whether a match was dealt as it was committed to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardshed.cli.records import replayed
from cardshed.cli.words import OwnGame, Record
from cardshed.engine.messages import Message

if TYPE_CHECKING:
    from cardshed.engine.matches.match import Match
    from cardshed.engine.matches.record import Record as Read


def verify(file: Record, game: OwnGame = None) -> None:
    """Check that a match from a server was dealt as it was committed to, and play it back."""
    from cardshed.tables import fair

    match, record = replayed(file, game)
    print(Message("server.fair.right", commitment=fair.verify(record, match)))
    if "secret" in record.head:
        tell_key(record, match)


def tell_key(record: Read, match: Match) -> None:
    """Whose chance is in the key of a match, whose is not, and the stream of each deal's deck that follows from it."""
    from cardshed.engine.chance import DECK, stream
    from cardshed.tables import fair

    hashes, nonces = fair.of_seats(record, "hash"), fair.of_seats(record, "nonce")
    mixed, hidden = ", ".join(map(str, nonces)), ", ".join(str(seat) for seat in hashes if seat not in nonces)
    print(Message("cli.verify.mixed", numbers=mixed) if mixed else Message("cli.verify.nobody"))
    if hidden:
        print(Message("cli.verify.hidden", numbers=hidden))
    for deal in range(match.deal_no):
        print(Message("cli.verify.deal", number=deal + 1, stream=f"{int(stream(match.row, DECK, deal)):016x}"))
