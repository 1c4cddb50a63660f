"""The command line: `cardshed --help`."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardshed.cli.lab import lab
from cardshed.cli.train import train
from cardshed.cli.words import (
    AsJson,
    GameName,
    House,
    Language,
    OwnGame,
    Players,
    Record,
    Seed,
    can_be_written,
    heard_once,
    house_rules,
    number,
    progress_bar,
)
from cardshed.engine.messages import Message, shortly

if TYPE_CHECKING:
    from cardshed.engine.matches.match import Match

app = typer.Typer(
    add_completion=False,
    invoke_without_command=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    help="Cardshed, a workshop for card games: play them, simulate them, look into them. "
    "Without a command it sets a table on this machine and opens it in the browser.",
)

app.add_typer(lab, name="lab")
app.command()(train)

PORT = 8000
HOME = "127.0.0.1"
FIRST = "thirteen"  # the game at whose table newcomers sit down


@app.callback()
def about(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.", is_eager=True)] = False,
) -> None:
    if version:
        import cardshed

        print(cardshed.__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        play_in_browser()


def play_in_browser() -> None:
    """Serve on this machine alone, and open a table in the browser."""
    import logging

    import cardshed
    from cardshed.server.running import Config
    from cardshed.server.serving import data_folder, free_port, serve
    from cardshed.server.store import default_url

    games = sorted(cardshed.games(), key=lambda name: name != FIRST)  # made ready in this order
    config = Config(default_url(data_folder()), tuple(games))
    serve(config, HOME, free_port(HOME, PORT), log_level=logging.WARNING, ready=_open_browser)


def _open_browser(url: str) -> None:
    import webbrowser

    opened = webbrowser.open(f"{url}/play/{FIRST}")
    print(Message("cli.serving.opened" if opened else "cli.serving.open", url=url), flush=True)


def in_terminal() -> bool:
    """Whether a person sits there, and not a pipe."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def replayed(file: Path, game: str | None) -> Match:
    """The match that a record tells of. What a record names never runs code: a folder must be named by the person."""
    import cardshed
    from cardshed.engine.errors import BadRecord, UnknownGame
    from cardshed.engine.matches import record

    text = file.read_text(encoding="utf-8", errors="replace")
    name = record.parse(text).game
    if game is not None:
        own = cardshed.game(game)
        if own.name != name:
            raise BadRecord("cli.replay.another", theirs=shortly(name), ours=own.name)
        return cardshed.replay(text, own)
    try:
        return cardshed.replay(text)
    except UnknownGame:
        folder, games = folder_of(name, file), ", ".join(cardshed.games())
        raise UnknownGame("cli.replay.own", game=shortly(name), games=games, folder=folder) from None


def folder_of(name: str, file: Path) -> str:
    """Where the folder of a record's game seems to lie: here or beside the record; else a path to be filled in."""
    places = [base / way for base in (Path(), file.parent) for way in (".", "..", name)]
    near = [place for place in places if place.resolve().name == name and (place / "rules.py").is_file()]
    return str(near[0]) if near else f"path/to/{shortly(name)}"


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games."""
    import cardshed

    found = [cardshed.game(name) for name in cardshed.games()]
    if as_json:
        print(
            json.dumps([{"name": g.name, "title": g.title, "options": g.describe_options()} for g in found], indent=2)
        )
        return
    for game in found:
        print(
            f"{game.name:12} {game.title}, {game.players[0]} to {game.players[-1]} players, "
            f"{len(game.options)} house rules"
        )
    print("\nRules and house rules: cardshed rules NAME")


@app.command()
def rules(game: GameName) -> None:
    """Show the rules of a game."""
    import cardshed

    text = cardshed.game(game).rules
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        print(text)


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="A game's name, or the folder of a game of your own; a menu if not given."
        ),
    ] = None,
    players: Players = None,
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    bots: Annotated[
        str, typer.Option(help="The bot at the other seats, such as easy or expert, or one for each of them: easy,hard")
    ] = "medium",
    seed: Seed = None,
    option: House = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the match there when it ends.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the match that was left last.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Line by line, for pipes and screen readers, instead of full-screen.")
    ] = False,
    language: Language = None,
) -> None:
    """Play against bots in the terminal, full-screen or with --plain at a prompt."""
    import cardshed
    from cardshed.terminal import keeping
    from cardshed.terminal import plain as prompt

    if record is not None:
        can_be_written(record)
    own = cardshed.game(game) if game else None
    named = [name.strip() for name in bots.split(",")]
    opponents: str | list[str] = named if len(named) > 1 else bots
    plain = plain or not in_terminal()
    if resume:
        left = keeping.last_kept(own)
        match, seat, opponents = left.match(own), left.seat, left.opponents
    elif own is None and not plain:
        full_screen(language)
        return
    else:
        match = (own or cardshed.game(FIRST)).match(players, seed, house_rules(option))
    match.view(seat)  # refuses a seat that is not there
    if plain:
        prompt.play(match, seat, opponents, again=seed is not None)
    else:
        match = full_screen(language, match, seat, opponents, again=seed is not None) or match
    if record is not None:
        record.write_text(match.record(), encoding="utf-8")
        print(f"{Message('cli.play.kept', file=str(record))}")


def full_screen(
    language: str | None,
    match: Match | None = None,
    seat: int = 0,
    opponents: str | list[str] = "medium",
    again: bool = False,
) -> Match | None:
    """The full-screen table, or the menu that leads to one; returns the match as it was left."""
    from cardshed.terminal.app import Terminal, at_home
    from cardshed.terminal.plain import dice_of
    from cardshed.terminal.sitting import AtHome
    from cardshed.terminal.speech import Speech

    say = Speech(language)
    table = None if match is None else at_home(match, seat, opponents, say, dice=dice_of(match, again))
    app = Terminal(say, table)
    app.run()
    left = app.sitting.match if isinstance(app.sitting, AtHome) else None
    if left is not None and not left.over and left.plies:
        print(say("cli.resume.kept"))
    return left


@app.command()
def join(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The link of a table, as its page shows it.")],
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "Guest",
    key: Annotated[
        str | None, typer.Option(help="The key of a seat that is yours already; the one from last time if not given.")
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Look on, without a seat.")] = False,
    language: Language = None,
) -> None:
    """Take a seat at a table on a server, with friends in browsers or terminals."""
    import asyncio
    from contextlib import AsyncExitStack

    from cardshed.terminal.app import Terminal
    from cardshed.terminal.joining import joined
    from cardshed.terminal.speech import Speech

    async def sit() -> int:
        say = Speech(language)
        async with AsyncExitStack() as places:
            app = Terminal(say, await joined(link, name, say.language, places, key, watch))
            await app.run_async()
            return app.return_code or 0

    raise typer.Exit(asyncio.run(sit()))


@app.command()
def simulate(
    game: GameName,
    n: Annotated[
        int, typer.Option("-n", "--games", parser=number, metavar="NUMBER", help="How many games, such as 1e6.")
    ] = 10_000,
    players: Players = None,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one per seat with commas.")] = "random",
    seed: Annotated[str, typer.Option("--seed", "-s", help="The seed of the batch, in hexadecimal.")] = "0",
    option: House = None,
    threads: Annotated[int | None, typer.Option(min=1, help="How many cores; all if not given.")] = None,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    as_json: AsJson = False,
) -> None:
    """Play many games between bots and sum them up."""
    import cardshed
    from cardshed.engine.core.simulate import batches
    from cardshed.terminal.summary import Summary

    found = cardshed.game(game)
    who: Any = bots.split(",") if "," in bots else bots
    summary = Summary(found)
    how: dict[str, Any] = {"players": players, "bots": who, "seed": seed, "options": house_rules(option)}
    how |= {"threads": threads, "device": device}
    next(iter(batches(found, 1, **how)))  # compiles, and says what is wrong, before the clock starts
    begun = time.perf_counter()
    stopped = False
    try:
        with progress_bar(n, found.title) as tell:
            for batch in batches(found, n, progress=tell, **how):
                summary.add(batch)
                summary.seconds = time.perf_counter() - begun
    except KeyboardInterrupt:
        stopped = True
    if summary.games:
        print(json.dumps(summary.json(), indent=2) if as_json else summary.text())
    if stopped:
        said = Message("cli.simulate.stopped", done=f"{summary.games:,}", wanted=f"{n:,}")
        print(f"cardshed: {said}", file=sys.stderr)
        raise typer.Exit(130)


@app.command()
def arena(
    game: GameName,
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT...", help="Bots by name, or your own: module:name or path/to/file.py:name."),
    ],
    n: Annotated[
        int, typer.Option("-n", "--deals", parser=number, metavar="NUMBER", help="How many deals, such as 2000.")
    ] = 200,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help="How many seats; as many as bots are named, or the game's usual number."),
    ] = None,
    seed: Annotated[str, typer.Option("--seed", "-s", help="The seed of deals and bots, in hexadecimal.")] = "0",
    option: House = None,
    cores: Annotated[
        int | None, typer.Option("--cores", "--threads", min=1, help="How many cores; all if not given.")
    ] = None,
    limit: Annotated[float, typer.Option(metavar="SECONDS", help="How long a bot may think about a move.")] = 60.0,
    until_sure: Annotated[
        bool, typer.Option("--until-sure", help="Stop as soon as the first two bots are told apart.")
    ] = False,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write settings and standings there.")
    ] = None,
    csv_file: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write a line per game there.")] = None,
) -> None:
    """Let bots play the same deals from every seat, and rate them."""
    import cardshed
    from cardshed.bots.arena import run
    from cardshed.bots.arena.ladder import Ladder
    from cardshed.bots.arena.plan import make_plan
    from cardshed.terminal import ladder

    for file_name in filter(None, (json_file, csv_file)):
        can_be_written(file_name)
    found = cardshed.game(game)
    plan = make_plan(
        found, bots, n, players=players, options=house_rules(option), seed=seed, limit=limit, until_sure=until_sure
    )
    bar = progress_bar(plan.games, found.title)
    with heard_once():
        with bar as tell:
            results = run.play(plan, cores, tell, ladder.Forfeits(plan, bar.say))
        if results.games:
            told = Ladder(results)
            print(ladder.text(told, found.title))
            if json_file is not None:
                json_file.write_text(json.dumps(told.json(), indent=2) + "\n", encoding="utf-8")
            if csv_file is not None:
                with csv_file.open("w", encoding="utf-8", newline="") as file:
                    results.write_csv(file)
            for file_name in filter(None, (json_file, csv_file)):
                print(f"cardshed: {Message('cli.arena.kept', file=str(file_name))}", file=sys.stderr)
    if results.interrupted:
        said = Message("cli.arena.stopped", done=f"{len(results.deals):,}", wanted=f"{n:,}")
        print(f"cardshed: {said}", file=sys.stderr)
        raise typer.Exit(130)


@app.command()
def replay(
    file: Record,
    as_json: Annotated[bool, typer.Option("--json", help="Print the last table, all hands open, as JSON.")] = False,
    game: OwnGame = None,
    plain: Annotated[bool, typer.Option("--plain", help="Print the moves, instead of going through them.")] = False,
    language: Language = None,
) -> None:
    """Play a record back, move by move, and check it: full-screen, or printed."""
    match = replayed(file, game)
    if as_json:
        print(json.dumps(match.reveal(), indent=2, ensure_ascii=False))
        return
    if not plain and in_terminal():
        from cardshed.engine.matches.record import parse
        from cardshed.terminal.replay_screen import Replay
        from cardshed.terminal.speech import Speech

        head, say = parse(file.read_text(encoding="utf-8", errors="replace")).head, Speech(language)
        say.names = [head.get(f"name {p}") or say("seat", number=p + 1) for p in range(match.players)]
        Replay(match, say).run()
        return
    print(f"{match.game.title}, {match.players} players, seed {match.seed:016x}")
    for i, move in enumerate(match.moves, 1):
        print(f"{i:5}  seat {move.seat}  {move.label}")
    state = "over" if match.over else f"not over; acting: {', '.join(map(str, match.acting))}"
    print(f"The match is {state}. Points: {' '.join(map(str, match.points))}")


@app.command()
def analyse(
    file: Record,
    level: Annotated[str, typer.Option(help="How hard to look: easy, medium, hard or expert.")] = "expert",
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the findings there.")] = None,
    game: OwnGame = None,
) -> None:
    """Look at a record again: the best move at every choice, and what other moves lost."""
    from cardshed.bots.analysis import choices, look_at
    from cardshed.bots.levels import thinker_at
    from cardshed.terminal import analysis

    if json_file is not None:
        can_be_written(json_file)
    match = replayed(file, game)
    search = thinker_at(match.game, level)
    plies = choices(match)
    findings = []
    try:
        with progress_bar(len(plies), match.game.title) as tell:
            for ply in plies:
                findings.append(look_at(match, ply, search))
                tell(1)
    except KeyboardInterrupt:
        said = Message("cli.analyse.stopped", done=len(findings), wanted=len(plies))
        print(f"cardshed: {said}", file=sys.stderr)
    print(analysis.text(match, search, findings))
    if json_file is not None:
        told = {"rollouts": search.rollouts, "findings": [finding.json() for finding in findings]}
        json_file.write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"cardshed: {Message('cli.analyse.kept', file=str(json_file))}", file=sys.stderr)
    if len(findings) < len(plies):
        raise typer.Exit(130)


@app.command()
def puzzles(
    game: GameName,
    out: Annotated[
        Path, typer.Option(metavar="FILE", dir_okay=False, help="Where to write them, such as puzzles.json.")
    ],
    n: Annotated[int, typer.Option("-n", parser=number, metavar="NUMBER", help="How many puzzles.")] = 30,
    players: Players = None,
    seed: Annotated[str, typer.Option("--seed", "-s", help="The seed of the matches, in hexadecimal.")] = "0",
    option: House = None,
) -> None:
    """Find positions in matches between bots where one move is clearly best. The page sets them as puzzles."""
    import cardshed
    from cardshed.engine.core.seeds import read_seed
    from cardshed.learn import puzzles

    can_be_written(out)
    if out.exists():
        raise typer.BadParameter(f"{out} is there already; name another file, or remove it first")
    found = cardshed.game(game)
    kept: list[puzzles.Puzzle] = []
    stopped = False
    try:
        with progress_bar(n, found.title) as tell:
            for puzzle in puzzles.collected(puzzles.find(found, read_seed(seed), players, house_rules(option)), n):
                kept.append(puzzle)
                tell(1)
    except KeyboardInterrupt:
        stopped = True
    if kept:
        out.write_text(puzzles.text(kept), encoding="utf-8")
        print(Message("cli.puzzles.kept", n=len(kept), file=str(out)))
    if stopped:
        raise typer.Exit(130)
    if len(kept) < n:
        print(f"cardshed: {Message('cli.puzzles.few', choices=f'{puzzles.PATIENCE:,}')}", file=sys.stderr)
        raise typer.Exit(1)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 lets others in.")] = HOME,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = PORT,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Such as postgresql+asyncpg://user@host/name; SQLite if not given."),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", file_okay=False, help="Where SQLite lies; your data folder if not given."),
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option(help="The folder of a game of your own; can be given several times.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Serve this game and not all; can be given several times.")
    ] = None,
    origin: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="A page elsewhere that may open sockets here.")
    ] = None,
    behind_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="A reverse proxy that is believed who asks through it, such as 127.0.0.1."
        ),
    ] = None,
    grace: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="How long someone may be gone.")] = 60.0,
    threads: Annotated[int | None, typer.Option(min=1, help="How many bots think at once; one per core.")] = None,
) -> None:
    """Serve tables at which people and programs play: a page, HTTP and sockets."""
    import cardshed
    from cardshed.games import registry
    from cardshed.server.running import Config
    from cardshed.server.serving import data_folder, serve
    from cardshed.server.store import default_url

    own = [cardshed.game(folder).name for folder in game or []]
    url = database or default_url(data or data_folder())
    wanted = [registry.named(name).name for name in only] if only else cardshed.games()
    names = tuple(dict.fromkeys([*wanted, *own]))
    serve(Config(url, names, frozenset(origin or ()), grace=grace, threads=threads), host, port, behind_proxy or ())


@app.command()
def verify(file: Record, game: OwnGame = None) -> None:
    """Check that a match from a server was dealt as it was committed to, and play it back."""
    from cardshed.engine.matches import record
    from cardshed.tables import fair

    match = replayed(file, game)
    told = fair.verify(record.parse(file.read_text(encoding="utf-8", errors="replace")), match)
    print(Message("server.fair.right", commitment=told))


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=64, help="How many moves deep.")] = 4,
    players: Players = None,
    seed: Annotated[str, typer.Option("--seed", "-s", help="The seed of the deal, in hexadecimal.")] = "0",
    option: House = None,
) -> None:
    """Count the sequences of moves from a deal, depth by depth."""
    import cardshed
    from cardshed.engine.kit.perft import perft

    match = cardshed.game(game).match(players, seed, house_rules(option))
    for level in range(1, depth + 1):
        begun = time.perf_counter()
        nodes = perft(match, level)
        print(f"{level:3}  {nodes:>16,}  {time.perf_counter() - begun:8.2f} s", flush=True)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called: small letters, digits and _.")],
    folder: Annotated[
        Path, typer.Option(file_okay=False, exists=True, help="Where its folder is made; here if not given.")
    ] = Path("."),
) -> None:
    """Begin a game of your own: a folder with a small one that already plays and is tested."""
    from cardshed.games.new import write

    print(Message("cli.new.written", folder=str(write(name, folder))))


def main() -> None:
    """Run a command; what goes wrong is one sentence on stderr."""
    from cardshed.engine.errors import CardshedError

    try:
        app()
    except CardshedError as problem:
        print(f"cardshed: {problem}", file=sys.stderr)
        sys.exit(2)
