"""A report as one page of HTML that needs nothing else: light and dark, for a screen, a phone and paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

CSS = """
:root { color-scheme: light dark; --paper: #fbf8f1; --ink: #23303a; --quiet: #66737d; --rule: #ddd5c4; --hue: #1f6f78;
  --warm: #b4552d; --card: #ffffff; --good: #2e7d4f; --bad: #b3372f; }
@media (prefers-color-scheme: dark) { :root { --paper: #161d22; --ink: #e8e3d7; --quiet: #9aa7b0; --rule: #34414b;
  --hue: #6fc3cc; --warm: #e59a6f; --card: #1e272e; --good: #74c495; --bad: #ee8b82; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 32px 20px 64px; }
h1, h2 { font-family: Georgia, "Times New Roman", serif; line-height: 1.2; text-wrap: balance; }
h1 { font-size: 2.1rem; margin: 0 0 4px; }
h2 { font-size: 1.35rem; margin: 0 0 6px; }
nav { margin: 0 0 16px; } a { color: var(--hue); } nav a { display: inline-block; padding: 6px 0; }
.lead { color: var(--quiet); margin: 0 0 24px; }
section { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 20px; margin: 18px 0; }
.found { font-weight: 600; margin: 0 0 8px; }
.worry { border-left: 4px solid var(--bad); padding-left: 12px; }
.fine { border-left: 4px solid var(--good); padding-left: 12px; }
.how { color: var(--quiet); font-size: 0.92rem; margin: 8px 0 0; }
.tables { display: grid; gap: 0 28px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 230px), 1fr)); }
.wide { overflow-x: auto; position: relative; }
table { border-collapse: collapse; width: 100%; margin: 12px 0 0; font-size: 0.94rem; }
th, td { padding: 5px 8px; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; } .many td:first-child { min-width: 9em; }
th { font-weight: 600; color: var(--quiet); white-space: normal; vertical-align: bottom; }
.noise { color: var(--quiet); }
svg { width: 100%; height: auto; margin: 10px 0 0; font: 13px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .tick { fill: var(--quiet); font-size: 12px; }
svg .grid { stroke: var(--rule); } svg .mark { stroke: var(--warm); stroke-width: 2; stroke-dasharray: 5 4; }
svg line { vector-effect: non-scaling-stroke; }
svg .range, svg .dot { stroke: var(--hue); stroke-width: 3; stroke-linecap: round; } svg .dot { stroke-width: 10; }
.ranges { display: grid; grid-template-columns: minmax(90px, 30%) 1fr; gap: 0 14px; margin: 12px 10px 0 0; }
.ranges .name { text-align: right; align-self: center; padding: 3px 0; line-height: 1.25; }
.ranges svg { height: 26px; margin: 0; overflow: visible; align-self: center; }
.axis { position: relative; height: 1.6em; color: var(--quiet); font-size: 0.82rem; }
.axis span { position: absolute; transform: translateX(-50%); white-space: nowrap; }
.keys { display: flex; gap: 20px; margin: 0; font-size: 0.9rem; }
.keys span::before { content: ""; display: inline-block; width: 22px; margin-right: 8px; vertical-align: middle; }
.keys .key-0::before { border-top: 3px solid var(--hue); } .keys .key-1::before { border-top: 3px dashed var(--warm); }
svg .bar { fill: var(--hue); } svg .line { fill: none; stroke-width: 2.5; stroke: var(--hue); }
svg .line-1 { stroke: var(--warm); stroke-dasharray: 6 4; }
summary { cursor: pointer; color: var(--hue); padding: 6px 0; }
footer { color: var(--quiet); font-size: 0.9rem; } code { font-size: 0.92em; overflow-wrap: anywhere; }
@media (max-width: 560px) {
  section { padding: 16px; } svg text, svg .tick { font-size: 23px; }
  .ranges { grid-template-columns: 1fr; } .ranges .name { text-align: left; padding: 6px 0 0; }
  .many thead { position: absolute; left: 0; width: 1px; height: 1px; overflow: hidden; }
  .many tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--rule); }
  .many td { display: flex; justify-content: space-between; gap: 12px; border: 0; padding: 2px 0; white-space: normal; }
  .many td:first-child { font-weight: 600; } .many td + td::before { content: attr(data-head); color: var(--quiet);
    text-align: left; }
}
@media print { body { background: #fff; } section { break-inside: avoid; border-color: #bbb; } main { padding: 0; } }
"""


@dataclass
class Table:
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    quiet: frozenset[int] = frozenset()  # rows that tell of nothing but noise

    def html(self) -> str:
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in self.head)
        body = []
        for i, row in enumerate(self.rows):
            named = zip(self.head, row, strict=True)
            cells = "".join(f'<td data-head="{escape(name)}">{escape(cell)}</td>' for name, cell in named)
            body.append(f"<tr{' class=noise' if i in self.quiet else ''}>{cells}</tr>")
        kind = ' class="many"' if len(self.head) > 2 else ""
        table = f"<table{kind}><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"
        return f'<div class="wide" tabindex="0">{table}</div>'


@dataclass
class Section:
    """A question, what was found, and how to read it."""

    title: str
    found: list[str]
    meaning: str
    figures: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    fold: str = ""  # what long tables are folded behind
    worry: bool | None = None  # None if there is nothing to worry about or to be glad of

    def html(self) -> str:
        mood = "" if self.worry is None else " worry" if self.worry else " fine"
        found = "".join(f'<p class="found{mood}">{escape(line)}</p>' for line in self.found)
        tables = f'<div class="tables">{"".join(table.html() for table in self.tables)}</div>'
        if self.fold:
            tables = f"<details><summary>{escape(self.fold)}</summary>{tables}</details>"
        shown = "".join(self.figures) + tables
        how = f'<p class="how">{escape(self.meaning)}</p>' if self.meaning else ""
        return f"<section><h2>{escape(self.title)}</h2>{found}{shown}{how}</section>"


def page(
    title: str, lead: str, sections: Sequence[Section], foot: Sequence[str], language: str = "en",
    home: tuple[str, str] | None = None,
) -> str:  # fmt: skip
    """All of it; `home` is where a page that is served leads back to, and what that is called."""
    way = f'<nav><a href="{escape(home[0])}">← {escape(home[1])}</a></nav>\n' if home else ""
    parts = "\n".join(section.html() for section in sections)
    told = "".join(f"<p>{escape(line)}</p>" for line in foot)
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{CSS}</style>\n</head>\n<body>\n<main>\n{way}"
        f'<h1>{escape(title)}</h1>\n<p class="lead">{escape(lead)}</p>\n{parts}\n<footer>{told}</footer>\n'
        "</main>\n</body>\n</html>\n"
    )
