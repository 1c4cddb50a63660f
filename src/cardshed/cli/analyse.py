"""`cardshed analyse`: a record looked at again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from typer import Option

from cardshed.cli.long import Long
from cardshed.cli.records import replayed
from cardshed.cli.words import OwnGame, Record
from cardshed.engine.messages import Message


def analyse(
    file: Record,
    level: Annotated[str, Option(help="How hard to look: easy, medium, hard or expert.")] = "expert",
    json_file: Annotated[Path | None, Option("--json", metavar="FILE", help="Write the findings there.")] = None,
    game: OwnGame = None,
) -> None:
    """Look at a record again: the best move at every choice, and what other moves lost."""
    from cardshed.bots.analysis import choices, look_at
    from cardshed.bots.levels import thinker_at
    from cardshed.terminal import analysis

    long = Long(json_file)
    findings = []
    with long:
        match, _ = replayed(file, game)
        search = thinker_at(match.game, level)
        plies = choices(match)
        with long.bar(len(plies), match.game.title) as tell:
            for ply in plies:
                findings.append(look_at(match, ply, search))
                tell(1)
        print(analysis.text(match, search, findings))
        told = {"rollouts": search.rollouts, "findings": [finding.json() for finding in findings]}
        kept = Message("cli.analyse.kept", file=str(json_file))
        long.write(json_file, json.dumps(told, indent=2, ensure_ascii=False) + "\n", kept)
        long.stopped_after("cli.analyse.stopped", len(findings), len(plies))
