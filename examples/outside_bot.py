"""A bot that plays at a table of somebody's server, from outside: python examples/outside_bot.py LINK [NAME]

It knows no game. Of the moves that the server lists it makes the one with the most cards, and of several the first.
It sees what a person on its seat would see, comes back by itself when the connection is lost, and stays to the end.
With a secret of its own in CARDSHED_KEY (22 letters and digits or more) it finds its seat again even when it is stopped
and started anew.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from cardshed import client


def choose(state: dict[str, Any]) -> str:
    """The text of the move to make; it is asked only when there is one."""
    moves = state["view"]["moves"]
    return max(moves, key=lambda move: len(move["parts"]))["text"]


def main() -> None:
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    link, name = sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else "Magpie"
    try:
        end = client.play(link, choose, name, key=os.environ.get("CARDSHED_KEY"))
    except (client.Refused, ConnectionError, ValueError) as problem:
        sys.exit(f"{problem}")
    print(f"seat {end['table']['you']}, points {end['view']['points']}")


if __name__ == "__main__":
    main()
