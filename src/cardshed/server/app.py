"""The web application: routes, sockets, and what goes around every answer."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

import cardshed
from cardshed.engine.errors import CardshedError
from cardshed.engine.messages import Message
from cardshed.server import errors, page, routes, sockets
from cardshed.server.limits import Buckets
from cardshed.server.running import Config, Server
from cardshed.server.security import BodyLimit, SecurityHeaders, same_origin

log = logging.getLogger(__name__)
SAFE = ("GET", "HEAD", "OPTIONS")


def make_app(config: Config) -> FastAPI:
    """The application; its server lives from start-up to shutdown."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.server = await Server.open(config)
        try:
            yield
        finally:
            await app.state.server.close()
            log.info("ended")

    app = FastAPI(
        title="Cardshed",
        version=cardshed.__version__,
        description="Tables for card games: make one, sit down, play. The socket is described in docs/api.md.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(routes.router)
    app.include_router(sockets.router)
    page.add_to(app, config.games)
    app.middleware("http")(_guard(config))
    app.add_middleware(BodyLimit, most=config.limits.body, told=_told)
    app.add_middleware(SecurityHeaders)
    app.exception_handler(CardshedError)(_refused)
    app.exception_handler(RequestValidationError)(_not_understood)
    app.exception_handler(HTTPException)(_http)
    return app


def _guard(config: Config) -> Callable[[Request, Callable[[Request], Awaitable[Response]]], Awaitable[Response]]:
    """Refuse what comes too often, and what a page of another host sends; tell in a sentence what went wrong."""
    requests = Buckets(config.limits.requests, config.limits.requests_at_once)

    async def guard(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        if request.method not in SAFE:
            if not same_origin(request, config.origins):
                return _told(Message("server.refused.origin"), 403)
            if not requests.take(request.client.host if request.client else ""):
                return _told(Message("server.refused.often"), 429)
        try:
            return await go_on(request)
        except Exception as problem:
            return await _failed(request, problem)

    return guard


async def _refused(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, CardshedError)
    return _told(problem.message, errors.status_of(problem))


async def _not_understood(_: Request, problem: Exception) -> Response:
    return _told(errors.not_understood(problem), 422)


async def _http(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    said = Message("server.refused.http", status=problem.status_code, why=problem.detail)
    return _told(said, problem.status_code, problem.headers)


async def _failed(request: Request, problem: Exception) -> Response:
    log.error("a request failed", exc_info=problem)
    request.app.state.server.metrics.errors.inc()
    return _told(Message("server.refused.failed_inside"), 500)


def _told(message: Message, status: int, headers: Mapping[str, str] | None = None) -> Response:
    text = json.dumps(errors.told(message))  # in ASCII: what somebody sent may be no text at all
    return Response(text, status, headers, media_type="application/json")
