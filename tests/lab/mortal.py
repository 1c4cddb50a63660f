"""Bots in whose processes things go wrong."""

import os
import tempfile
import time
from pathlib import Path

from cardshed.engine.matches.match import Match

MARK = Path(tempfile.gettempdir()) / f"cardshed-mortal-{os.environ.get('XDG_DATA_HOME', '').replace('/', '-')}"


def choose(match: Match, seat: int) -> str:
    """Dies once."""
    if "SPAWNED" in os.environ and not MARK.exists():
        MARK.touch()
        os._exit(1)
    return match.legal(seat)[0].text


def dies(match: Match, seat: int) -> None:
    if "SPAWNED" in os.environ:
        os._exit(7)


def hangs(match: Match, seat: int) -> None:
    MARK.touch()
    time.sleep(60)
