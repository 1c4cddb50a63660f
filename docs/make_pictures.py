"""Take the pictures of the terminal anew: `python docs/make_pictures.py`."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from html import escape
from pathlib import Path

from rich.style import Style
from textual.color import Color
from textual.pilot import Pilot

import cardshed
from cardshed.terminal.app import Terminal, at_home
from cardshed.terminal.sitting import AtHome
from cardshed.terminal.speech import Speech

PICTURES = Path(__file__).parent / "pictures"
PAPER, INK, QUIET = "#1d2530", "#e9e4d8", "#93a1ad"
LINE, LETTER = 21, 8.45
FONTS = "ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace"

TYPED = ["9D 10H JD", "AS AC AD", "pass", "hint", "3S"]


def framed(width: float, height: float, rows: list[str]) -> str:
    """A terminal as SVG, with system fonts and nothing from elsewhere."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-size="14" '
        f'font-family="{FONTS}">\n'
        f'<rect width="{width:g}" height="{height:g}" rx="10" fill="{PAPER}"/>\n' + "\n".join(rows) + "\n</svg>\n"
    )


# --- at the prompt -------------------------------------------------------------------------------


def session(*arguments: str) -> str:
    """What stands on the screen after a person has typed a few lines, the lines themselves included."""
    typed = "\n".join(TYPED) + "\n"
    command = [sys.executable, "-m", "cardshed", *arguments]
    told = subprocess.run(command, input=typed, capture_output=True, text=True, check=True).stdout
    for line in TYPED:
        told = told.replace("> ", f"$ {line}\n", 1)
    return told.replace("$ ", "> ").rpartition("> ")[0]


def of_lines(text: str) -> str:
    lines = text.rstrip().splitlines()
    rows = []
    for i, line in enumerate(lines):
        colour = INK if line.startswith((">", "Your hand")) else QUIET if line.startswith("  ") else "#cbd2d6"
        rows.append(f'<text x="20" y="{34 + i * LINE}" fill="{colour}" xml:space="preserve">{escape(line)}</text>')
    return framed(int(max(map(len, lines)) * LETTER) + 40, len(lines) * LINE + 36, rows)


# --- full-screen ---------------------------------------------------------------------------------


async def table(game: str, seed: int, moves: int, picks: list[str], size: tuple[int, int]) -> str:
    """A table after some moves of one's own, the first that are offered, with some keys pressed."""
    say = Speech("en")
    sitting = at_home(cardshed.game(game).match(None, seed), 0, "greedy", say, pace=0.0, dice=1)
    app = Terminal(say, sitting)
    async with app.run_test(size=size) as pilot:
        for _ in range(moves):
            await own_turn(sitting, app, pilot)
            await sitting.ask("move", text=sitting.match.legal(0)[0].text)
        await own_turn(sitting, app, pilot)
        await pilot.press(*picks)
        await pilot.pause(0.2)
        return of_screen(app)


async def own_turn(sitting: AtHome, app: Terminal, pilot: Pilot[None]) -> None:
    """Wait until it is there and to be seen."""
    while sitting.match.acting != (0,) or getattr(app.screen, "shown", None) is not sitting.state:
        await pilot.pause(0.02)


def of_screen(app: Terminal) -> str:
    """What stands on a screen, letter by letter in its place."""
    rows = []
    strips = app.screen._compositor.render_strips()
    for i, strip in enumerate(strips):
        column = 0
        for segment in strip:
            style = segment.style or Style()
            ink, paper = hue(style.color, INK), hue(style.bgcolor, PAPER)
            if style.reverse:
                ink, paper = paper, ink
            x, wide = 12 + column * LETTER, segment.cell_length * LETTER
            if paper != PAPER:
                rows.append(f'<rect x="{x:g}" y="{12 + i * LINE}" width="{wide:g}" height="{LINE}" fill="{paper}"/>')
            if segment.text.strip():
                bold = ' font-weight="bold"' if style.bold else ""
                dim = ' opacity="0.65"' if style.dim else ""
                rows.append(
                    f'<text x="{x:g}" y="{27 + i * LINE}" fill="{ink}" textLength="{wide:g}" '
                    f'xml:space="preserve"{bold}{dim}>{escape(segment.text)}</text>'
                )
            column += segment.cell_length
    return framed(24 + app.size.width * LETTER, 24 + len(strips) * LINE, rows)


def hue(colour: object, usual: str) -> str:
    found = Color.from_rich_color(colour) if colour is not None else None  # type: ignore[arg-type]
    return usual if found is None or (found.ansi is not None and found.ansi < 0) else found.hex6.lower()


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "play.svg").write_text(of_lines(session("play", "thirteen", "--seed", "7")), encoding="utf-8")
    shown = asyncio.run(table("segments", 8, 3, ["6", "6"], (116, 30)))
    (PICTURES / "terminal.svg").write_text(shown, encoding="utf-8")
