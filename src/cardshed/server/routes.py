"""The HTTP side: a few lines for each address over a server that has no web in it."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Body, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict

from cardshed.bots.levels import LEVELS
from cardshed.engine.matches.game import Game
from cardshed.engine.matches.record import parse
from cardshed.engine.messages import catalogue
from cardshed.games import registry
from cardshed.lab.shipped import has as reported
from cardshed.learn import guide, puzzles
from cardshed.server import asked, learning, qr, results
from cardshed.server.errors import Failure
from cardshed.server.house import House
from cardshed.server.replay import replay as replayed
from cardshed.server.running import Server
from cardshed.server.security import COOKIE, COOKIE_SECONDS, address_of, key_of, new_key, person_of
from cardshed.tables import fair
from cardshed.tables.decision import Refused
from cardshed.tables.fair import hashed
from cardshed.tables.seating import let_in
from cardshed.tables.table import Table
from cardshed.wire import Writer

SPOKEN = ("page", "server", "bots", "learn", "lab")  # what the page says beside engine and games
MOST_LISTED = 100
MOST_RESULTS = 10_000
WRONG: dict[int | str, dict[str, Any]] = {
    status: {"model": Failure} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


def _text(media_type: str) -> dict[int | str, dict[str, Any]]:
    """What an address answers that tells no JSON, unless it refuses."""
    return {200: {"content": {media_type: {"schema": {"type": "string"}}}}}


JSON: dict[int | str, dict[str, Any]] = {200: {"content": {"application/json": {"schema": {"type": "object"}}}}}
router = APIRouter(responses=WRONG)
TableId = Annotated[str, Path(min_length=8, max_length=40, pattern="^[a-z0-9]+$", description="of the table")]
StepNumber = Annotated[int, Path(ge=0, le=10_000, description="from 0")]
PuzzleNumber = Annotated[int, Path(ge=1, le=100_000, description="from 1")]
Ply = Annotated[int, Path(ge=0, le=1_000_000, description="how many moves were made")]
After = Annotated[int, Query(ge=-1, le=10_000_000)]
Stage = Annotated[str, Query(pattern="^(waiting|playing|over)$")]
GameName = Annotated[str, Path(max_length=80, pattern="^[a-z0-9_]+$")]


class Made(BaseModel):
    """A table that was made, or found."""

    id: str
    seat: int | None
    link: str


class Reply(BaseModel):
    """What a command came to; some tell more."""

    model_config = ConfigDict(extra="allow")


class Ready(BaseModel):
    """Whether people can play: if the database answers, and how far each game is."""

    database: bool
    games: dict[str, str]


def server_of(request: Request) -> Server:
    return request.app.state.server


def link_to(request: Request, match: str) -> str:
    return f"{request.url.scheme}://{request.url.netloc}/t/{match}"


def _house(request: Request) -> House:
    """Where tables are made; an address that makes very many is refused."""
    server = server_of(request)
    if not server.new_tables.take(request.client.host if request.client else ""):
        raise Refused("server.refused.often")
    return server.house


def _made(request: Request, table: Table, seat: int | None) -> Made:
    return Made(id=table.facts.id, seat=seat, link=link_to(request, table.facts.id))


def known(request: Request, response: Response) -> str:
    """Who asks; a browser that comes without a key is given one, which no page can read."""
    key = key_of(request)
    if key is None and "authorization" in request.headers:
        raise Refused("server.refused.key")
    if key is None:
        key = new_key()
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, key, COOKIE_SECONDS, httponly=True, samesite="strict", secure=secure)
    return hashed(key)


# --- the house -----------------------------------------------------------------------------------


@router.get("/api/messages/{language}")
async def messages(language: Annotated[str, Path(pattern="^[a-z]{2,3}$")], response: Response) -> dict[str, str]:
    """All that is said to people, by its key; what a language lacks is in English."""
    response.headers["cache-control"] = "no-cache"
    return catalogue(language, *SPOKEN)


@router.get("/api/status")
async def status(request: Request) -> dict[str, Any]:
    """How the server is doing: which games are ready, how busy its bots are."""
    return server_of(request).status()


@router.get("/api/games")
async def games(request: Request) -> list[dict[str, Any]]:
    """The games, with their house rules and what these mean."""
    found = [registry.named(name) for name in server_of(request).config.games]
    return [
        {
            "name": game.name,
            "title": game.title,
            "players": [game.players[0], game.players[-1]],
            "usual_players": game.facts.usual,
            "minutes": game.facts.minutes,
            "pitch": game.facts.pitch,
            "emblem": game.emblem,
            "rules": game.version,
            "options": game.describe_options(),
            "levels": list(LEVELS),
            "guide": guide.has(game),
            "puzzles": puzzles.has(game),
            "lab": reported(game),
        }
        for game in found
    ]


@router.get("/api/games/{game}/rules", response_model=None, responses=_text("text/plain"))
async def rules(request: Request, game: GameName) -> PlainTextResponse:
    """The rules of a game, in Markdown."""
    return PlainTextResponse(_game(request, game).rules)


def _game(request: Request, name: str) -> Game:
    if name not in server_of(request).config.games:
        raise Refused("server.refused.no_game", game=name)
    return registry.named(name)


async def _ready(request: Request, name: str) -> Game:
    """A game that can be played."""
    game = _game(request, name)
    await server_of(request).readiness.wait(name)
    return game


# --- learning ------------------------------------------------------------------------------------


@router.get("/api/games/{game}/guide")
async def guided(request: Request, game: GameName) -> dict[str, Any]:
    """The guided deal of a game: a table before its first step, and with each step what is said and what it changes."""
    found = await _ready(request, game)
    return await asyncio.to_thread(learning.guided, found)


@router.post("/api/games/{game}/guide/{step}")
async def try_in_guide(request: Request, game: GameName, step: StepNumber, tried: asked.Try) -> dict[str, Any]:
    """Whether a move is what a step of the guided deal asks for; if it cannot be played, why not."""
    found = await _ready(request, game)
    return await asyncio.to_thread(learning.tried_in_guide, found, step, tried.text)


@router.get("/api/games/{game}/puzzle")
async def daily_puzzle(request: Request, game: GameName, day: date | None = None) -> dict[str, Any]:
    """The puzzle of a day, today's if none is named, with its solution."""
    found = await _ready(request, game)
    return learning.of_day(found, day or datetime.now(UTC).date())


@router.get("/api/games/{game}/puzzles/{number}")
async def puzzle(request: Request, game: GameName, number: PuzzleNumber) -> dict[str, Any]:
    """A puzzle with its solution."""
    return learning.puzzle(await _ready(request, game), number)


@router.post("/api/games/{game}/puzzles/{number}")
async def try_in_puzzle(request: Request, game: GameName, number: PuzzleNumber, tried: asked.Try) -> dict[str, Any]:
    """What a move in a puzzle comes to; if it cannot be played, why not."""
    found = puzzles.numbered(await _ready(request, game), number)
    return learning.tried(found.match(), found.seat, tried.text)


@router.post("/api/games/{game}/puzzles/{number}/play", status_code=201)
async def play_puzzle(
    request: Request, response: Response, game: GameName, number: PuzzleNumber, wanted: asked.PlayOn
) -> Made:
    """Play on from a puzzle, against bots, at a table of your own."""
    found = puzzles.numbered(await _ready(request, game), number)
    made = await _house(request).play_on(found.match(), wanted, known(request, response))
    return _made(request, made, wanted.seat)


# --- tables --------------------------------------------------------------------------------------


@router.post("/api/tables", status_code=201)
async def create(request: Request, response: Response, wanted: asked.NewTable) -> Made:
    """Make a table, and sit down at it."""
    table = await _house(request).create(wanted, known(request, response))
    return _made(request, table, wanted.seat)


@router.get("/api/tables")
async def tables(request: Request, state: Stage = "waiting") -> list[dict[str, Any]]:
    """The open tables that wait for people, are being played at, or are finished."""
    return await server_of(request).store.listed(state, MOST_LISTED)


@router.get("/api/mine")
async def mine(request: Request) -> list[dict[str, Any]]:
    """The tables at which you have sat."""
    person = person_of(request)
    return await server_of(request).store.of_person(person, MOST_LISTED) if person else []


@router.get("/api/mine/results")
async def own_results(request: Request) -> dict[str, Any]:
    """Your own results: sums by game and by opponent, and your matches. Nobody else is told them."""
    return results.told(await _results(request))


@router.get("/api/mine/results.csv", response_model=None, responses=_text("text/csv"))
async def exported_results(request: Request) -> Response:
    """Your own results as a table, a line for each match."""
    name = {"content-disposition": 'attachment; filename="cardshed-results.csv"'}
    text = results.table(await _results(request))
    return Response(text, media_type="text/csv; charset=utf-8", headers=name)


async def _results(request: Request) -> list[dict[str, Any]]:
    person = person_of(request)
    return await server_of(request).store.results(person, MOST_RESULTS) if person else []


async def _looked_at(request: Request, table: str) -> Table:
    """A table, for whoever is not barred from it."""
    server = server_of(request)
    found = await server.house.table(table)
    let_in(found, person_of(request), address_of(request, table, server.config.proxies))
    return found


@router.get("/api/tables/{table}")
async def state(request: Request, table: TableId) -> dict[str, Any]:
    """All that you may know of a table: what a socket is sent first."""
    found = await _looked_at(request, table)
    return Writer().write(server_of(request).live.state(found, found.eye_of(person_of(request))))


@router.get("/api/tables/{table}/qr.svg", response_model=None, responses=_text("image/svg+xml"))
async def invitation(request: Request, table: TableId) -> Response:
    """The table's link, to be scanned. It takes nobody's seat."""
    await _looked_at(request, table)
    return Response(qr.svg(link_to(request, table)), media_type="image/svg+xml")


@router.get("/api/tables/{table}/record", response_model=None, responses=_text("text/plain"))
async def record(request: Request, table: TableId) -> PlainTextResponse:
    """A finished match as a `.shed` file."""
    found = await _looked_at(request, table)
    name = {"content-disposition": f'attachment; filename="{found.facts.game}-{table}.shed"'}
    return PlainTextResponse(found.record(), headers=name)


@router.get("/api/tables/{table}/replay", response_model=None, responses=JSON)
async def replay(request: Request, table: TableId, seat: Annotated[int | None, Query(ge=0, le=15)] = None) -> Response:
    """A finished match move by move: as a seat saw it, or without one with all hands open."""
    found = await _looked_at(request, table)
    if seat is not None and seat >= found.facts.players:
        raise Refused("server.refused.seat", number=seat, last=found.facts.players - 1)
    told = await asyncio.to_thread(lambda: orjson.dumps(replayed(found, seat)))  # much: nobody else waits for it
    return Response(told, media_type="application/json")


@router.post("/api/tables/{table}/analysis", status_code=202)
async def analyse(request: Request, table: TableId) -> Reply:
    """Have a strong bot look at a finished match, in the background."""
    server_of(request).analysing.begin(await _looked_at(request, table))
    return Reply()


@router.get("/api/tables/{table}/analysis", response_model=None, responses=JSON)
async def analysis(request: Request, table: TableId, after: After = -1) -> Response:
    """How far the analysis of a finished match is, and what it found about the choices after a move."""
    told = await server_of(request).analysing.told(await _looked_at(request, table), after)
    return Response(orjson.dumps(told), media_type="application/json")


@router.post("/api/tables/{table}/moments/{ply}/play", status_code=201)
async def play_on(request: Request, response: Response, table: TableId, ply: Ply, wanted: asked.PlayOn) -> Made:
    """Play on from a moment of a finished match, against bots, at a table of your own."""
    found = await _looked_at(request, table)
    then = found.finished.at(ply)
    made = await _house(request).play_on(then, wanted, known(request, response))
    return _made(request, made, wanted.seat)


@router.get("/api/tables/{table}/proof")
async def proof(request: Request, table: TableId) -> dict[str, Any]:
    """Whether the shuffle was the one that was committed to: every deal of a finished match is played again."""
    found = await _looked_at(request, table)
    text = found.record()
    return {"commitment": fair.verify(parse(text), found.playing), "salt": found.facts.salt, "record": text}


@router.post("/api/records", status_code=201)
async def upload(
    request: Request,
    response: Response,
    text: Annotated[str, Body(media_type="text/plain", max_length=500_000, description="a `.shed` file")],
) -> Made:
    """Bring a finished match as a record."""
    return _made(request, await _house(request).upload(text), None)


def _add(kind: str, model: type[asked.Asked]) -> None:
    """An address for a command."""

    async def act(request: Request, response: Response, table: str, given: asked.Asked) -> Reply:
        person = known(request, response) if kind == "sit" else person_of(request)
        server = server_of(request)
        reply = await server.act(table, person, given.command(), address_of(request, table, server.config.proxies))
        if kind == "ticket":
            link = f"{link_to(request, table)}#ticket={reply['ticket']}"  # what follows # is never sent to a server
            reply |= {"link": link, "qr": qr.svg(link)}
        return Reply(**reply)

    act.__annotations__ |= {"table": TableId, "given": model}
    router.add_api_route(f"/api/tables/{{table}}/{kind}", act, methods=["POST"], name=kind, description=model.__doc__)


for _kind, _model in asked.MODELS.items():
    if _kind != "sync":
        _add(_kind, _model)


# --- operation -----------------------------------------------------------------------------------


@router.get("/health")
async def health() -> dict[str, str]:
    """The process is alive."""
    return {"status": "alive"}


@router.get("/ready", responses={503: {"model": Ready}})
async def ready(request: Request, response: Response) -> Ready:
    """Whether people can play now: the database answers, and at least one game is compiled."""
    server = server_of(request)
    works = await server.store.answers()
    states = server.readiness.states
    if not works or "ready" not in states.values():
        response.status_code = 503
    return Ready(database=works, games=states)


@router.get("/metrics", response_model=None, responses=_text("text/plain"))
async def metrics(request: Request) -> Response:
    """For Prometheus."""
    return Response(server_of(request).metrics.text(), media_type="text/plain; version=0.0.4")
