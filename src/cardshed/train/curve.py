"""How a net grew strong, as a picture: the share of opponents beaten, minute by minute."""

from __future__ import annotations

from html import escape

from cardshed.engine.messages import Message

WIDE, HIGH = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 60, 566, 42, 244  # room for what is written around a plot
LINE = 15  # how high a line of text is
STYLE = """
svg { --paper: #fbfaf7; --ink: #22303c; --quiet: #66737e; --rule: #dedad0; --net: #1c6b8c }
@media (prefers-color-scheme: dark) {
  svg { --paper: #1d2530; --ink: #e9e4d8; --quiet: #93a1ad; --rule: #364250; --net: #6fb7d6 }
}
text { fill: var(--quiet); font: 13px system-ui, sans-serif } .title { fill: var(--ink); font-weight: 600 }
.grid { stroke: var(--rule) } .even { stroke: var(--quiet); stroke-dasharray: 5 4 }
.band { fill: var(--net); opacity: 0.25 } .line { fill: none; stroke: var(--net); stroke-width: 2.5 }
.dot, .end { fill: var(--net) } .end { font-weight: 600 }
"""

Point = tuple[float, float, float]  # minutes, share, half its interval


def curve(title: str, points: list[Point]) -> str:
    """A dot for each examination."""
    longest = max(minutes for minutes, _, _ in points) or 1.0

    def x(minutes: float) -> float:
        return LEFT + (minutes / longest) ** 0.5 * (RIGHT - LEFT)  # most is learnt early

    def y(share: float) -> float:
        return BOTTOM - min(max(share, 0.0), 1.0) * (BOTTOM - TOP)

    def at(minutes: float, share: float) -> str:
        return f"{x(minutes):.1f},{y(share):.1f}"

    body = [f'<rect width="{WIDE}" height="{HIGH}" rx="10" fill="var(--paper)"/>', text(LEFT, 24, title, "title")]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        kind = "even" if share == 0.5 else "grid"
        body.append(f'<path class="{kind}" d="M{LEFT} {y(share):g}H{RIGHT}"/>')
        body.append(text(LEFT - 8, y(share) + 4, f"{100 * share:g} %", anchor="end"))
    body.append(text(RIGHT + 8, y(0.5) + 4, Message("train.curve.even").say()))
    for tick in ticks(longest):
        body.append(text(x(tick), BOTTOM + 20, f"{tick:.2g}", anchor="middle"))
    body.append(text((LEFT + RIGHT) / 2, HIGH - 14, Message("train.curve.minutes").say(), anchor="middle"))
    above = [at(minutes, share + error) for minutes, share, error in points]
    below = [at(minutes, share - error) for minutes, share, error in reversed(points)]
    body.append(f'<polygon class="band" points="{" ".join(above + below)}"/>')
    body.append(f'<polyline class="line" points="{" ".join(at(*point[:2]) for point in points)}"/>')
    body += [f'<circle class="dot" cx="{x(minutes):.1f}" cy="{y(share):.1f}" r="3"/>' for minutes, share, _ in points]
    end = points[-1][1]
    apart = max(LINE, abs(y(end) - y(0.5)))  # from the word at the middle line
    body.append(text(RIGHT + 8, y(0.5) + 4 + (apart if end < 0.5 else -apart), f"{100 * end:.1f} %", "end"))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img">'
    return "\n".join([head, f"<title>{escape(title)}</title>", f"<style>{STYLE}</style>", *body, "</svg>\n"])


def text(x: float, y: float, told: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(told)}</text>'


def ticks(longest: float) -> list[float]:
    """Nothing, 1, 2, 5, 10 and so on, as far as they can be told apart, and the end."""
    found = [part * 10.0**power for power in range(-4, 6) for part in (1, 2, 5)]
    return [0.0, *(number for number in found if longest / 40 <= number <= longest / 1.25), longest]
