"""`python -m tests.server.dealt serve …`: the server, at whose tables a test finds the same cards and bots each time.

They follow from the name of the test, which the tests' own process writes into a file, so that they do not hang on
which tests ran before. In `make proof` nothing is fixed: there the cards are any.
"""

from __future__ import annotations

import os
import secrets
from collections import Counter
from hashlib import sha256
from pathlib import Path

from cardshed.cli import main
from cardshed.tables import fair


class Dealer:
    """What nobody could foresee otherwise: for the first table of a test, the second, and so on."""

    def __init__(self, named: Path) -> None:
        self.named = named
        self.made: Counter[tuple[str, str]] = Counter()

    def seed(self, k: int) -> int:
        return int(self._drawn("seed"), 16) >> 256 - k  # bits

    def secret(self) -> str:
        return self._drawn("salt")

    def _drawn(self, what: str) -> str:
        test = self.named.read_text(encoding="utf-8")
        self.made[test, what] += 1
        return sha256(f"{test} {what} {self.made[test, what]}".encode()).hexdigest()


if __name__ == "__main__":
    dealer = Dealer(Path(os.environ["CARDSHED_TEST"]))
    secrets.randbits = dealer.seed
    fair.new_secret = dealer.secret
    main()
