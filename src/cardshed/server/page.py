"""The page: files as they are, beside this one in `web` and in the folders of games, and one shell for all addresses
that people see."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Collection
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from fastapi import FastAPI, HTTPException
from fastapi.responses import FileResponse, HTMLResponse
from starlette._utils import get_route_path
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from cardshed.engine.messages import Message, languages
from cardshed.games import registry
from cardshed.lab.shipped import shipped
from cardshed.server.security import HEADERS, OWN_STYLE, POLICY

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


# What is sent for a game that does not bring it.
PLAIN = {
    "look.js": 'export { look } from "cardshed/looks/plain.js";\n',
    "look.css": "",
    "examples.js": "export const examples = {};\n",
}
TYPES = {".js": "text/javascript", ".css": "text/css"}


class OfGames:
    """What the games that are played here bring for the page, in the folder `web` of each."""

    def __init__(self, games: Collection[str]) -> None:
        self.files = {game: Files(directory=registry.folder_of(game) / "web", check_dir=False) for game in games}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        game, _, path = get_route_path(scope).strip("/").partition("/")
        response = self.colours() if game == "colours.css" else await self.respond(game, path, scope)
        await response(scope, receive, send)

    def colours(self) -> Response:
        """The colour of each game, for whatever shows it."""
        told = ((game, registry.facts(game).colour) for game in self.files)
        rules = (f'[data-game="{game}"] {{\n  --accent: {colour};\n}}\n' for game, colour in told if colour)
        return Response("".join(rules), headers=FRESH, media_type="text/css")

    async def respond(self, game: str, path: str, scope: Any) -> Response:
        if game not in self.files:
            raise HTTPException(404)
        files = self.files[game]
        if path in PLAIN and not files.lookup_path(path)[1]:
            return Response(PLAIN[path], headers=FRESH, media_type=TYPES[Path(path).suffix])
        if not Path(str(files.directory)).is_dir():
            raise HTTPException(404)
        return await files.get_response(path, scope)


async def lab(request: Request, game: str, language: str = "en") -> Response:
    """The lab's report of a game's usual rules: a page of its own, with its style inside."""
    served = game in request.app.state.server.config.games
    made = await run_in_threadpool(_report, game, language if language in languages() else "en") if served else None
    if made is None:
        raise HTTPException(404)
    return HTMLResponse(made, headers=FRESH | OWN_STYLE)


@lru_cache(32)
def _report(game: str, language: str) -> str | None:
    found = shipped(game)
    return found.html(language, ("/", Message("server.home").say(language))) if found else None


@cache
def version() -> str:
    """Of all that the page is made of: a page that hears another one is older than the server, or newer."""
    folders = [WEB, *(registry.folder_of(game) / "web" for game in registry.OURS)]
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def _policy() -> dict[str, str]:
    """The shell has one script inside, by which modules of games find those of the page: it may run, by its hash."""
    inside = re.findall(r"<script[^>]*>([^<]+)</script>", (WEB / "index.html").read_text(encoding="utf-8"))
    hashes = (b64encode(sha256(script.encode()).digest()).decode() for script in inside)
    allowed = " ".join(f"'sha256-{hashed}'" for hashed in hashes)
    return {POLICY: HEADERS[POLICY].replace("script-src 'self'", f"script-src 'self' {allowed}")}


def add_to(app: FastAPI, games: Collection[str]) -> None:
    headers = FRESH | _policy()

    async def shell() -> FileResponse:
        return FileResponse(WEB / "index.html", headers=headers)

    for address in ADDRESSES:
        app.add_api_route(address, shell, include_in_schema=False, response_model=None)
    app.add_api_route("/lab/{game}", lab, include_in_schema=False, response_model=None)
    app.mount("/web", Files(directory=WEB))
    app.mount("/games", OfGames(games))
    app.add_middleware(GZipMiddleware, minimum_size=1000)
