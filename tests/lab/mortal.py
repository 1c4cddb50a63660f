"""A bot in whose process things go wrong once."""

import os
import tempfile
from pathlib import Path

from cardshed.engine.matches.match import Match

MARK = Path(tempfile.gettempdir()) / f"cardshed-mortal-{os.environ.get('XDG_DATA_HOME', '').replace('/', '-')}"


def choose(match: Match, seat: int) -> str:
    if "SPAWNED" in os.environ and not MARK.exists():
        MARK.touch()
        os._exit(1)
    return match.legal(seat)[0].text
