"""The page: files as they are, beside this one in `web`, and one shell for all addresses that people see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import FileResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

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


def add_to(app: FastAPI) -> None:
    async def shell() -> FileResponse:
        return FileResponse(WEB / "index.html", headers=FRESH)

    for address in ADDRESSES:
        app.add_api_route(address, shell, include_in_schema=False, response_model=None)
    app.mount("/web", Files(directory=WEB))
    app.add_middleware(GZipMiddleware, minimum_size=1000)
