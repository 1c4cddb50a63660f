"""Draw the learning curves that are kept in `docs/curves`, and write the table of `docs/baselines.md` from them:
`python -m docs.make_curves`. A curve is what a script of `examples/learning` writes with `--csv`.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

import cardshed
from cardshed.envs.curve import STRONG, WEAK, Point, read

DOCS = Path(__file__).parent
CURVES, PICTURES, PAGE = DOCS / "curves", DOCS / "pictures", DOCS / "baselines.md"
BEGIN, END = "<!-- made by docs/make_curves.py -->\n", "<!-- until here -->\n"

MILLION = 1_000_000
WIDE, HIGH = 640, 280
LEFT, RIGHT, TOP, BOTTOM = 56, 104, 34, 42  # room for what is written around a plot
STYLE = """
svg { --paper: #fbfaf7; --ink: #22303c; --quiet: #66737e; --rule: #dedad0; --random: #9a5b13; --greedy: #1c6b8c }
@media (prefers-color-scheme: dark) {
  svg { --paper: #1d2530; --ink: #e9e4d8; --quiet: #93a1ad; --rule: #364250; --random: #e0a458; --greedy: #6fb7d6 }
}
text { fill: var(--quiet); font: 13px system-ui, sans-serif } .title { fill: var(--ink); font-weight: 600 }
.grid { stroke: var(--rule) } .even { stroke: var(--quiet); stroke-dasharray: 5 4 }
.line { fill: none; stroke-width: 2.5 } .band { opacity: 0.25 }
.random.line { stroke: var(--random) } .random.band, text.random { fill: var(--random) }
.greedy.line { stroke: var(--greedy); stroke-dasharray: 9 3 } .greedy.band, text.greedy { fill: var(--greedy) }
"""


def table_of(point: Point) -> str:
    """Which game it is, in words."""
    rules = f", {point.options.replace(';', ', ')}" if point.options else ""
    return f"{cardshed.game(point.game).title}, {point.players} players{rules}"


def against(points: list[Point], opponent: str) -> list[Point]:
    return [point for point in points if point.opponent == opponent]


def text(x: float, y: float, told: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:.1f}" text-anchor="{anchor}">{escape(told)}</text>'


def round_numbers(last: int) -> list[int]:
    """1, 2, 5, 10 and so on, as far as they can be told apart."""
    found = [part * 10**power for power in range(10) for part in (1, 2, 5)]
    return [0, *(number for number in found if last / 40 <= number <= last)]


def drawn(points: list[Point]) -> str:
    """The share of opponents beaten, from the first step to the last, with its interval as a band."""
    last = points[-1].steps

    def x(steps: float) -> float:
        return LEFT + (steps / last) ** 0.5 * (WIDE - LEFT - RIGHT)  # as exams are spread: most is learned early

    def y(share: float) -> float:
        return TOP + (1 - min(max(share, 0.0), 1.0)) * (HIGH - TOP - BOTTOM)

    body = [f'<rect width="{WIDE}" height="{HIGH}" rx="10" fill="var(--paper)"/>']
    for share in (0, 0.25, 0.5, 0.75, 1):
        kind = "even" if share == 0.5 else "grid"
        body.append(f'<line class="{kind}" x1="{LEFT}" y1="{y(share):g}" x2="{WIDE - RIGHT}" y2="{y(share):g}"/>')
        body.append(text(LEFT - 8, y(share) + 4, f"{100 * share:g} %", anchor="end"))
    for tick in round_numbers(last):
        body.append(text(x(tick), HIGH - 22, f"{tick / MILLION:g}", anchor="middle"))
    body.append(
        text((LEFT + WIDE - RIGHT) / 2, HIGH - 6, "million steps, spread by their square root", anchor="middle")
    )
    body.append(text(LEFT, 21, f"{table_of(points[0])}: share of opponents beaten", "title"))
    for opponent in WEAK:
        line = against(points, opponent)
        upper = [f"{x(one.steps):.1f},{y(one.beaten + one.half):.1f}" for one in line]
        lower = [f"{x(one.steps):.1f},{y(one.beaten - one.half):.1f}" for one in reversed(line)]
        middle = " ".join(f"{x(one.steps):.1f},{y(one.beaten):.1f}" for one in line)
        body.append(f'<polygon class="{opponent} band" points="{" ".join(upper + lower)}"/>')
        body.append(f'<polyline class="{opponent} line" points="{middle}"/>')
        share = line[-1].beaten
        body.append(text(WIDE - RIGHT + 8, y(share) + 4, f"{opponent} {100 * share:.0f} %", opponent))
    lines = "\n".join(body)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img">\n<style>{STYLE}</style>\n'
        f"{lines}\n</svg>\n"
    )


def figures(curves: dict[str, list[Point]]) -> str:
    """The ends of all curves as a table."""
    rows = ["| script | game | steps | games | processor time | " + " | ".join((*WEAK, *STRONG)) + " |"]
    rows.append("|--" * rows[0].count(" | ") + "|--|")
    for name, points in curves.items():
        end = points[-1]
        cells = [f"`{name}.py`", table_of(end), f"{end.steps:,}", f"{end.games:,}", f"{end.seconds:.0f} s"]
        for opponent in (*WEAK, *STRONG):
            line = against(points, opponent)
            before = f"{line[0].beaten:.3f} → " if len(line) > 1 else ""
            cells.append(f"{before}{line[-1].beaten:.3f} ± {line[-1].half:.3f}")
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(["", *rows, "", ""])


def page(whole: str, told: str) -> str:
    """The page with its made part replaced."""
    before, _, rest = whole.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + told + END + after


def kept() -> dict[str, list[Point]]:
    return {path.stem: read(path) for path in sorted(CURVES.glob("*.csv"))}


if __name__ == "__main__":
    for name, points in kept().items():
        (PICTURES / f"curve-{name}.svg").write_text(drawn(points), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), figures(kept())), encoding="utf-8")
