"""Make OpenSpiel's playthroughs of our games anew: `python -m tests.golden.playthroughs.remake`.

A playthrough tells all that OpenSpiel asks of a game and of the states of one game played at random. A change of what
players see, of actions or of chance shows in these files as a readable difference.
"""

from __future__ import annotations

import re
from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough

from cardshed.envs import openspiel

HERE = Path(__file__).parent
SEED = 3
LOOK_BACK = 100  # lines that a state may take

# Small, so that the files are.
GAMES = {
    "pyramid": "cardshed_pyramid(players=3,options=cards:3;rounds_3:1,seed=1)",
    "thirteen": "cardshed_thirteen(players=2,options=cards:4;ranks:4;suits:3,seed=1)",
    "parcels": "cardshed_parcels(players=3,options=rounds:1;cards_3:3,seed=1)",
    "segments": "cardshed_segments(players=3,options=rounds:1;cards:2,seed=1)",
    "rummy": "cardshed_rummy(players=2,options=ranks:3;twos:2;jokers:1;cards:3;hands:1,seed=1)",
    "thirteen-dealt": "cardshed_thirteen_dealt(players=2,options=cards:2;ranks:4;suits:2)",
    "segments-dealt": "cardshed_segments_dealt(players=3,options=rounds:1;cards:1;copies:2)",
}


def played(name: str) -> str:
    """What OpenSpiel tells of the game of that name."""
    openspiel.register()
    return shortened(playthrough(GAMES[name], None, seed=SEED))


def shortened(told: str) -> str:
    """Tensors with long runs of one sign as their number; those of zeros alone and those of an observation that are
    just like the information state's are left out. So is the pickle of a state, which differs from one Python to the
    next: other tests restore states from it."""
    kept: list[str] = []
    for line in told.splitlines(keepends=True):
        piece = line.partition(": ")[2].strip()
        empty = "Tensor(" in line and piece and set(piece) == {"◯"}
        twin = line.startswith("ObservationTensor") and f"InformationState{line[len('Observation') :]}"
        if not empty and twin not in kept[-LOOK_BACK:] and not line.startswith("SerializeState()"):
            kept.append(line)
    return re.sub(r"([◯◉])\1{3,}", lambda run: f"[{len(run[0])}{run[1]}]", "".join(kept))


if __name__ == "__main__":
    for name in GAMES:
        (HERE / f"{name}.txt").write_text(played(name), encoding="utf-8")
