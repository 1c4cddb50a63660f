"""Make the lab's reports of the usual rules anew: `python -m docs.make_reports [GAME ...]`.

What was found is kept in the package, from where the browser's table shows it; its sentences are written to
`docs/reports.md`. Without a game all are made, with `--write` only the sentences.
"""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

import cardshed
from cardshed.cli.long import Bar
from cardshed.lab.examining import examine
from cardshed.lab.plan import make_plan
from cardshed.lab.shipped import ship, shipped

PAGE = Path(__file__).parent / "reports.md"
GAMES, SKILL = 20_000, 100

HEAD = """# What the lab says of the five games

The usual rules with the usual number of players, all seats played by the game's [net](nets.md). Every number has its
interval (95 %) in brackets. The whole reports, with figures and tables, are behind **Lab** beside each game on the
front page of `cardshed`. Made by `python -m docs.make_reports`; what follows from it is in [findings](findings.md).
"""


def make(name: str) -> None:
    plan = make_plan(cardshed.game(name), GAMES)
    found = examine(plan, skill=SKILL, bars=Bar)
    if found.study.interrupted:
        raise KeyboardInterrupt
    ship(found, f"cardshed lab report {name} -n {GAMES} --skill {SKILL}", f"{date.today()}")


def sentences() -> str:
    """All that the shipped reports found, game by game."""
    parts = [HEAD]
    for name in cardshed.games():
        one = shipped(name)
        if one is None:
            raise SystemExit(f"There is no report of {name} as it is now: python -m docs.make_reports {name}")
        parts.append(f"\n## {one.found.study.game.title}\n\n{one.found.lead()}\n")
        for section in one.found.sections():
            parts.append(f"- **{section.title}** {' '.join(section.found)}")
        parts.append(f"\n`{one.command}`, {one.date}.\n")
    return "\n".join(parts)


if __name__ == "__main__":
    given = sys.argv[1:]
    for game in [] if given == ["--write"] else given or cardshed.games():
        make(game)
    PAGE.write_text(sentences(), encoding="utf-8")
