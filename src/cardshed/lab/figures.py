"""Pictures of numbers as SVG, drawn by hand: what they show is also written beside them, and they need nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import floor, inf, log10

import numpy as np
import numpy.typing as npt

from cardshed.bots.arena.intervals import Interval

WIDE, BOTTOM = 640, 34
PLOT = 220  # height of a plot with two axes
TICKS = 5
BARS = 40  # of a histogram


def nice(low: float, high: float) -> list[float]:
    """A few round numbers between two."""
    span = (high - low) or 1.0
    step = 10.0 ** floor(log10(span / TICKS))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (factor * step) <= TICKS)
    first = np.ceil(low / step - 1e-9)
    return [round(float(k * step), 10) for k in np.arange(first, np.floor(high / step + 1e-9) + 1)]


def shown(value: float) -> str:
    return f"{value:g}"


def _svg(height: float, told: str, body: Sequence[str]) -> str:
    lines = "\n".join(body)
    return f'<svg viewBox="0 0 {WIDE} {height:g}" role="img" aria-label="{escape(told)}">\n{lines}\n</svg>'


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{style}>{escape(text)}</text>'


def ranges(
    rows: Sequence[tuple[str, Interval]], told: str, mark: float | None = None, percent: bool = False,
    reach: tuple[float, float] | None = None,
) -> str:  # fmt: skip
    """A dot with its interval in each row, and a line where they would be if nothing were special.

    Names and numbers are text beside the drawing, so that they are as large on a phone as anywhere.
    """
    scale = 100 if percent else 1
    known = [value for _, one in rows for value in (one.low, one.high, one.mean) if abs(value) < inf]
    known += [] if mark is None else [mark]
    low, high = reach or (min(known), max(known))
    room = (high - low) * 0.06 or 0.5
    low, high = (low - room, high + room) if reach is None else (low, high)

    def x(value: float) -> str:
        return f"{(min(max(value, low), high) - low) / (high - low) * 100:.2f}"

    ticks = [(x(tick / scale), shown(tick) + (" %" if percent else "")) for tick in nice(low * scale, high * scale)]
    lines = [_upright("grid", at) for at, _ in ticks] + ([] if mark is None else [_upright("mark", x(mark))])
    body = []
    for name, one in rows:
        across = f'<line class="range" x1="{x(one.low)}" y1="13" x2="{x(one.high)}" y2="13"/>'
        dot = f'<line class="dot" x1="{x(one.mean)}" y1="13" x2="{x(one.mean)}" y2="13"/>'
        drawing = "".join([*lines, across, dot])
        body.append(
            f'<span class="name">{escape(name)}</span>'
            f'<svg viewBox="0 0 100 26" preserveAspectRatio="none" aria-hidden="true">{drawing}</svg>'
        )
    numbers = "".join(f'<span style="left: {at}%">{text}</span>' for at, text in ticks)
    body.append(f'<span></span><span class="axis">{numbers}</span>')
    drawn = "\n".join(body)
    return f'<div class="ranges" role="img" aria-label="{escape(told)}">\n{drawn}\n</div>'


def _upright(kind: str, at: str) -> str:
    return f'<line class="{kind}" x1="{at}" y1="0" x2="{at}" y2="26"/>'


def histogram(counts: npt.NDArray[np.int64], told: str, axis: str) -> str:
    """How many games had each length."""
    seen = np.flatnonzero(counts)
    if not len(seen):
        return ""
    low, high = int(seen[0]), int(seen[-1])
    step = max(1, -(-(high - low + 1) // BARS))
    bins = [int(counts[a : a + step].sum()) for a in range(low, high + 1, step)]
    height, wide = PLOT, (WIDE - 60) / len(bins)
    top = max(bins)
    body = []
    for i, many in enumerate(bins):
        tall = (height - BOTTOM - 10) * many / top
        body.append(
            f'<rect class="bar" x="{40 + i * wide + 0.5:g}" y="{height - BOTTOM - tall:g}" '
            f'width="{max(1.0, wide - 1):g}" height="{tall:g}"/>'
        )
    for tick in nice(low, high + 1):
        at = 40 + (tick - low) / step * wide
        body.append(_text(at, height - 14, shown(tick), "middle", "tick"))
    body.append(_text(WIDE - 16, 20, axis, "end", "tick"))
    return _svg(height, told, body)


def curves(
    lines: Sequence[tuple[str, npt.NDArray[np.float64]]], told: str, mark: float | None = None, axis: str = ""
) -> str:
    """Shares that change from the beginning of a game to its end."""
    height, left, right = PLOT + 20, 80, WIDE - 24
    steps = len(lines[0][1]) - 1

    def x(k: float) -> float:
        return left + k / steps * (right - left)

    def y(value: float) -> float:
        return 10 + (1 - value) * (height - BOTTOM - 16)

    body = []
    for tick in (0, 0.25, 0.5, 0.75, 1):
        body.append(f'<line class="grid" x1="{left}" y1="{y(tick):g}" x2="{right}" y2="{y(tick):g}"/>')
        body.append(_text(left - 6, y(tick) + 4, f"{100 * tick:g} %", "end", "tick"))
    body += [_text(left, height - 8, "0 %", "start", "tick"), _text(right, height - 8, "100 %", "end", "tick")]
    if mark is not None:
        body.append(f'<line class="mark" x1="{left}" y1="{y(mark):g}" x2="{right}" y2="{y(mark):g}"/>')
    for i, (_, values) in enumerate(lines):
        points = " ".join(f"{x(k):.1f},{y(float(value)):.1f}" for k, value in enumerate(values))
        body.append(f'<polyline class="line line-{i}" points="{points}"/>')
    body.append(_text((left + right) / 2, height - 8, axis, "middle", "tick"))
    keys = "".join(f'<span class="key-{i}">{escape(name)}</span>' for i, (name, _) in enumerate(lines))
    return _svg(height, told, body) + f'\n<p class="keys">{keys}</p>'
