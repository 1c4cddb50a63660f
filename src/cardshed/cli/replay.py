"""`cardshed replay`: a record, move by move."""

from __future__ import annotations

import json
from typing import Annotated

from typer import Option

from cardshed.cli.records import replayed
from cardshed.cli.words import Language, OwnGame, Record, in_terminal


def replay(
    file: Record,
    as_json: Annotated[bool, Option("--json", help="Print the last table, all hands open, as JSON.")] = False,
    game: OwnGame = None,
    plain: Annotated[bool, Option("--plain", help="Print the moves, instead of going through them.")] = False,
    language: Language = None,
) -> None:
    """Play a record back, move by move, and check it: full-screen, or printed."""
    match, record = replayed(file, game)
    if as_json:
        print(json.dumps(match.reveal(), indent=2, ensure_ascii=False))
        return
    if not plain and in_terminal():
        from cardshed.terminal.replay_screen import Replay
        from cardshed.terminal.speech import Speech

        say = Speech(language)
        say.names = [record.head.get(f"name {p}") or say("seat", number=p + 1) for p in range(match.players)]
        Replay(match, say).run()
        return
    from cardshed.engine.core.seeds import written

    print(f"{match.game.title}, {match.players} players, seed {written(match.seed)}")
    for i, move in enumerate(match.moves, 1):
        print(f"{i:5}  seat {move.seat}  {move.label}")
    state = "over" if match.over else f"not over; acting: {', '.join(map(str, match.acting))}"
    print(f"The match is {state}. Points: {' '.join(map(str, match.points))}")
