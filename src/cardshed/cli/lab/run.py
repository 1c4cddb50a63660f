"""What the commands of the lab share: what is played, and where it is written."""

from __future__ import annotations

import shlex
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardshed.cli.long import Long
from cardshed.cli.words import house_rules
from cardshed.engine.messages import Message

if TYPE_CHECKING:
    from cardshed.lab.plan import Plan


class Run(Long):
    """What is played, and where it is written; what was kept to go on is forgotten when all is done."""

    def __init__(
        self, kind: str, game: str, games: int, players: int | None, bots: str | None, seed: str,
        option: list[str] | None, out: Path | None, tables: Path | None, usual: str = "greedy",
    ) -> None:  # fmt: skip
        import cardshed
        from cardshed.lab import tables as tidy
        from cardshed.lab.plan import make_plan

        found = cardshed.game(game)
        self.title = found.title
        self.page = out or Path(f"{kind}-{found.name}.html")
        self.tables = tables
        super().__init__(self.page, tables)
        for file in filter(None, (self.page, tables)):
            tidy.can_write(file)
        seated = [name.strip() for name in bots.split(",")] if bots else []
        self.plan: Plan = make_plan(
            found, games, players=players, bots=seated if len(seated) > 1 else bots, options=house_rules(option),
            seed=seed, usual=usual,
        )  # fmt: skip
        self.kept = self.page.with_suffix(".part.npz")

    def write_page(self, shown: Any) -> None:
        command = shlex.join(["cardshed", *sys.argv[1:]])
        written = Message("lab.written", file=str(self.page))
        self.write(self.page, shown.html(command, f"{date.today()}"), written, aside=False)

    def write_tables(self, lines: list[dict[str, Any]]) -> None:
        from cardshed.lab import tables as tidy

        if self.tables is not None:
            tidy.write(lines, self.tables)
            print(Message("lab.written", file=str(self.tables)).say())

    def end(self, interrupted: bool, done: int, wanted: int) -> None:
        self.interrupted = interrupted
        self.stopped_after("lab.stopped", done, wanted)
        if not interrupted:
            self.kept.unlink(missing_ok=True)
