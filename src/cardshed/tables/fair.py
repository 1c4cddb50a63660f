"""The fair shuffle: a hash of all chance is told before the deal, what it was made of after the end.

All deals of a match follow from its key of 128 bits. The table commits itself to a secret, each person to a nonce; then
the nonces are shown, once a match, and secret and nonces together make the key. So neither the table nor anybody who
sits there could choose the deals, and one deal tells nothing of another (chance.py). Matches of the first kind had a
seed of 64 bits, to which the table committed itself with a salt; they are verified as they were.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from typing import Any

from cardshed.engine.core.seeds import written
from cardshed.engine.errors import BadRecord
from cardshed.engine.matches.match import Match
from cardshed.engine.matches.record import Record
from cardshed.engine.messages import shortly

SECRET = re.compile("[0-9a-f]{64}")  # and hashes
SALT = re.compile("[0-9a-f]{32}")  # of the first kind


def new_secret() -> str:
    return secrets.token_hex(32)


def hashed(secret: str) -> str:
    """How secrets are kept and committed to: they are random and long, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def commitment(salt: str, seed: int, game: str, rules: int, players: int, options: Mapping[str, Any]) -> str:
    """The hash of one line each: what all chance is made of, and what is played, house rules that differ from the
    book's in order. `salt` is a secret, or of the first kind, where the seed goes with it."""
    first = ["cardshed shuffle 2", salt] if is_secret(salt) else ["cardshed shuffle 1", salt, f"{seed:016x}"]
    house = " ".join(f"{name}={value}" for name, value in sorted(options.items()))
    return hashed("\n".join([*first, f"{game} {rules}", str(players), house]))


def is_secret(salt: str) -> bool:
    return SECRET.fullmatch(salt) is not None


def match_key(secret: str, hashes: Mapping[int, str], nonces: Mapping[int, str]) -> int:
    """The key of a match: of the table's secret, and of each seat's nonce, or of its hash if the nonce was not shown;
    so nobody can be named, or left unnamed, who was not."""
    added = sorted({**hashes, **nonces}.items())
    told = "\n".join(["cardshed key", *(f"{seat} {what}" for seat, what in added)])
    return int.from_bytes(hmac.digest(bytes.fromhex(secret), told.encode(), "sha256")[:16], "big")


def notes(salt: str, commitment: str, hashes: Mapping[int, str], nonces: Mapping[int, str]) -> dict[str, str]:
    """The proof as heads of a record; a hash without its nonce names who has not shown it."""
    told = {"secret" if is_secret(salt) else "salt": salt, "commitment": commitment}
    told |= {f"hash {seat}": one for seat, one in sorted(hashes.items())}
    return told | {f"nonce {seat}": nonce for seat, nonce in sorted(nonces.items())}


def of_seats(record: Record, what: str) -> dict[int, str]:
    """What the heads of a record tell of each seat, such as its nonce."""
    found = {seat: record.head.get(f"{what} {seat}") for seat in range(int(record.head["players"]))}
    return {seat: told for seat, told in found.items() if told is not None}


def verify(record: Record, match: Match) -> str:
    """The commitment of a record that was played back to `match`, if it is the one that its heads and moves give."""
    told = record.head.get("commitment")
    salt = record.head.get("secret", record.head.get("salt"))
    if told is None or salt is None:
        raise BadRecord("server.fair.missing", name="commitment" if told is None else "secret")
    if not (SECRET if "secret" in record.head else SALT).fullmatch(salt):
        raise BadRecord("server.fair.salt", digits=64 if "secret" in record.head else 32)
    house = match.game.given(match.row, match.version)
    found = commitment(salt, match.seed, match.game.name, match.version, match.players, house)
    if not hmac.compare_digest(told.encode(), found.encode()):
        raise BadRecord("server.fair.wrong", told=shortly(told, most=64), found=found)
    hashes, nonces = of_seats(record, "hash"), of_seats(record, "nonce")
    if not is_secret(salt) and (hashes or nonces or match.seed >> 64):
        raise BadRecord("server.fair.first")  # else a server could name nonces in a shuffle that it alone had chosen
    for seat, hash in hashes.items():
        if not SECRET.fullmatch(hash):
            raise BadRecord("server.fair.nonce", seat=seat)
    if is_secret(salt):
        for seat, nonce in nonces.items():
            if hashed(nonce) != hashes.get(seat):
                raise BadRecord("server.fair.nonce", seat=seat)
        if (key := match_key(salt, hashes, nonces)) != match.seed:
            raise BadRecord("server.fair.key", told=written(match.seed), found=written(key))
    return told
