"""Links to be scanned."""

from __future__ import annotations

from io import BytesIO

import segno

from cardshed.tables.decision import Refused

LONGEST = 1_000  # characters that can be scanned


def svg(link: str) -> str:
    if len(link) > LONGEST:
        raise Refused("server.refused.link")
    out = BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=6, border=4, xmldecl=False)
    return out.getvalue().decode()
