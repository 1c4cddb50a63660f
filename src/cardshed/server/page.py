"""Plain pages: a list of tables, until there is something better to look at."""

from __future__ import annotations

from html import escape
from typing import Any

from cardshed.engine.messages import Message

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title></head><body><main><h1>{title}</h1>{body}</main></body></html>
"""


def tables(waiting: list[dict[str, Any]], playing: list[dict[str, Any]]) -> str:
    parts = []
    for key, found in (("server.page.waiting", waiting), ("server.page.playing", playing)):
        items = "".join(f"<li>{_line(table)}</li>" for table in found)
        parts.append(f"<h2>{escape(str(Message(key)))}</h2>" + (f"<ul>{items}</ul>" if found else _none()))
    return PAGE.format(title="Cardshed", body="".join(parts))


def table(about: dict[str, Any]) -> str:
    seats = "".join(f"<li>{escape(_seat(seat))}</li>" for seat in about["seats"])
    return PAGE.format(title=escape(about["title"]), body=f"<ol>{seats}</ol>")


def _none() -> str:
    return f"<p>{escape(str(Message('server.page.none')))}</p>"


def _line(table: dict[str, Any]) -> str:
    names = ", ".join(name or str(Message("server.page.free")) for name in table["names"])
    return f'<a href="/t/{escape(table["id"])}">{escape(table["title"])}</a>: {escape(names)}'


def _seat(seat: dict[str, Any]) -> str:
    return seat["name"] or (
        Message("server.bot", level=seat["bot"]).say() if seat["bot"] else str(Message("server.page.free"))
    )
