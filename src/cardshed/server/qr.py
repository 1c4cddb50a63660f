"""Links to be scanned."""

from __future__ import annotations

from io import BytesIO

import segno


def svg(link: str) -> str:
    out = BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=6, border=4, xmldecl=False)
    return out.getvalue().decode()
