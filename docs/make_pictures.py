"""Take the pictures of the docs anew: `python docs/make_pictures.py`."""

from __future__ import annotations

import subprocess
import sys
from html import escape
from pathlib import Path

PICTURES = Path(__file__).parent / "pictures"
PAPER, INK, QUIET = "#1d2530", "#e9e4d8", "#93a1ad"
LINE, LETTER = 21, 8.45

TYPED = ["9D 10H JD", "AS AC AD", "pass", "hint", "3S"]


def session(*arguments: str) -> str:
    """What stands on the screen after a person has typed a few lines, the lines themselves included."""
    typed = "\n".join(TYPED) + "\n"
    command = [sys.executable, "-m", "cardshed", *arguments]
    told = subprocess.run(command, input=typed, capture_output=True, text=True, check=True).stdout
    for line in TYPED:
        told = told.replace("> ", f"$ {line}\n", 1)
    return told.replace("$ ", "> ").split("> You left")[0]


def picture(text: str) -> str:
    """A terminal as SVG, with system fonts and nothing from elsewhere."""
    lines = text.rstrip().splitlines()
    width, height = int(max(map(len, lines)) * LETTER) + 40, len(lines) * LINE + 36
    rows = []
    for i, line in enumerate(lines):
        colour = INK if line.startswith((">", "Your hand")) else QUIET if line.startswith("  ") else "#cbd2d6"
        rows.append(f'<text x="20" y="{34 + i * LINE}" fill="{colour}" xml:space="preserve">{escape(line)}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-size="14" '
        'font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace">\n'
        f'<rect width="{width}" height="{height}" rx="10" fill="{PAPER}"/>\n' + "\n".join(rows) + "\n</svg>\n"
    )


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "play.svg").write_text(picture(session("play", "thirteen", "--seed", "7")), encoding="utf-8")
