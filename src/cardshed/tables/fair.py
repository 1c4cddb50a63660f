"""The fair shuffle: a hash of all chance is told before the deal, what it was made of after the end.

All deals of a match follow from its seed, so one commitment holds for the whole match. The salt keeps anyone from
trying all seeds against the hash.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from typing import Any

from cardshed.engine.errors import BadRecord
from cardshed.engine.matches.match import Match
from cardshed.engine.matches.record import Record
from cardshed.engine.messages import shortly

SALT_BYTES = 16
SALT = re.compile(f"[0-9a-f]{{{2 * SALT_BYTES}}}")
FIRST_LINE = "cardshed shuffle 1"


def new_salt() -> str:
    return secrets.token_hex(SALT_BYTES)


def committed(salt: str, seed: int, game: str, rules: int, players: int, options: Mapping[str, Any]) -> str:
    """The text whose hash is the commitment: one line each, house rules that differ from the book's in order."""
    house = " ".join(f"{name}={value}" for name, value in sorted(options.items()))
    return "\n".join([FIRST_LINE, salt, f"{seed:016x}", f"{game} {rules}", str(players), house])


def commitment(salt: str, seed: int, game: str, rules: int, players: int, options: Mapping[str, Any]) -> str:
    return hashlib.sha256(committed(salt, seed, game, rules, players, options).encode()).hexdigest()


def of_match(match: Match, salt: str) -> str:
    """The commitment that a match with this salt must have had."""
    game = match.game
    return commitment(salt, match.seed, game.name, game.version, match.players, game.given(match.row))


def verify(record: Record, match: Match) -> str:
    """The commitment of a record that was played back to `match`, if it is the one that its salt and seed give."""
    told, salt = record.head.get("commitment"), record.head.get("salt")
    if told is None or salt is None:
        raise BadRecord("server.fair.missing", name="commitment" if told is None else "salt")
    if not SALT.fullmatch(salt):
        raise BadRecord("server.fair.salt", digits=2 * SALT_BYTES)
    if not hmac.compare_digest(told.encode(), of_match(match, salt).encode()):
        raise BadRecord("server.fair.wrong", told=shortly(told, most=64), found=of_match(match, salt))
    return told
