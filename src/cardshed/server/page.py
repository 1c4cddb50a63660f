"""The page: files as they are, beside this one in `web`, and one shell for all addresses that people see."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI, HTTPException
from fastapi.responses import FileResponse, HTMLResponse
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from cardshed.engine.messages import Message, languages
from cardshed.games import registry
from cardshed.lab.shipped import shipped
from cardshed.server.security import OWN_STYLE

WEB = Path(__file__).parent / "web"
ADDRESSES = (
    "/", "/t/{table}", "/m/{table}", "/new/{game}", "/play/{game}", "/rules/{game}", "/learn/{game}",
    "/puzzle/{game}", "/puzzle/{game}/{number}", "/results",
)  # fmt: skip
FRESH = {"cache-control": "no-cache"}  # kept by browsers, but asked for anew each time: an update is seen at once


class Files(StaticFiles):
    async def get_response(self, path: str, scope: Any) -> Response:
        response = await super().get_response(path, scope)
        response.headers.update(FRESH)
        return response


async def lab(game: str, language: str = "en") -> Response:
    """The lab's report of a game's usual rules: a page of its own, with its style inside."""
    made = await run_in_threadpool(_report, game, language if language in languages() else "en")
    if made is None:
        raise HTTPException(404)
    return HTMLResponse(made, headers=FRESH | OWN_STYLE)


@lru_cache(32)
def _report(game: str, language: str) -> str | None:
    found = shipped(game) if game in registry.names() else None
    return found.html(language, ("/", Message("server.home").say(language))) if found else None


def add_to(app: FastAPI) -> None:
    async def shell() -> FileResponse:
        return FileResponse(WEB / "index.html", headers=FRESH)

    for address in ADDRESSES:
        app.add_api_route(address, shell, include_in_schema=False, response_model=None)
    app.add_api_route("/lab/{game}", lab, include_in_schema=False, response_model=None)
    app.mount("/web", Files(directory=WEB))
    app.add_middleware(GZipMiddleware, minimum_size=1000)
