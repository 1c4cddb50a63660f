"""docs/api.md and docs/server.md: each example is run, or held to what a real server says."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cardshed import cli, client, wire
from cardshed.games import registry
from cardshed.server import asked
from cardshed.server import serving as serving_module
from cardshed.server.app import make_app
from cardshed.server.limits import Limits
from cardshed.server.running import Config
from cardshed.tables import commands as c
from tests.processes import ROOT, environment
from tests.server.served import PASS, Served, gateway, serving
from tests.server.test_client import run, to_the_end

pytestmark = pytest.mark.compiled

API = (ROOT / "docs/api.md").read_text(encoding="utf-8")
SERVER = (ROOT / "docs/server.md").read_text(encoding="utf-8")
HERE = "http://127.0.0.1:8000"


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"```{re.escape(kind)}\n(.*?)```", text, re.S)


def rows(text: str, heading: str) -> list[tuple[str, ...]]:
    """The cells of the first table after some words."""
    table = text.partition(heading)[2].partition("|--")[2].partition("\n\n")[0]
    return [tuple(cell.strip() for cell in line.strip("|").split(" | ")) for line in table.splitlines()[1:]]


def names(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), "--only", "thirteen") as found:
        yield found


@pytest.fixture(scope="module")
def heard(served: Served) -> list[dict[str, Any]]:
    """All that a server said to somebody who tried everything."""
    told: list[dict[str, Any]] = []

    def fate(way: str, message: dict[str, Any]) -> str:
        if way == "out":
            told.append(message)
        return PASS

    async def go() -> None:
        setting: dict[str, Any] = {"seats": [None, None, "easy", "easy"], "timer": 600, "options": {"match": 3}}
        table = await client.create(served.url, game="thirteen", pace="instant", name="Ann", **setting)
        async with client.join(table.link, "Bob") as bob, gateway(served.url, fate) as address:
            async with client.join(f"{address}/t/{table.id}", key=table.key) as ann:
                await turn_of(ann, bob)
                await ann.play(ann.moves[0])
                await ann.ask("undo")
                if ann.table["undo"]:
                    await bob.ask("answer", yes=True)
                await turn_of(ann, bob)
                with pytest.raises(client.Refused):
                    await ann.ask("answer", yes=True)
                for asked in ("ticket", "hint"):
                    await ann.ask(asked)
            async with client.join(f"{address}/t/{table.id}", key=table.key) as ann:
                await asyncio.gather(to_the_end(ann), to_the_end(bob))

    run(go())
    return told


async def turn_of(ann: client.Seat, bob: client.Seat) -> None:
    """Until Ann can move; meanwhile Bob does."""
    while not ann.moves:
        if bob.moves:
            await bob.play(bob.moves[0])
        await asyncio.sleep(0.02)


def is_like(example: Any, real: Any) -> bool:
    """Whether an example has the shape of something real: all its keys are there, with values of the same kind."""
    if isinstance(example, dict):
        return isinstance(real, dict) and all(key in real and is_like(example[key], real[key]) for key in example)
    if isinstance(example, list):
        return isinstance(real, list) and all(any(is_like(one, other) for other in real) for one in example)
    numbers = isinstance(example, int | float) and isinstance(real, int | float)
    return type(example) is type(real) or (numbers and not isinstance(example, bool) and not isinstance(real, bool))


def ends_of(changes: Any, place: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    """The lists in which a tree of changes ends, with the keys that lead there."""
    if isinstance(changes, list):
        yield place, changes
    else:
        for key, inner in changes.items():
            yield from ends_of(inner, (*place, key))


def first_choice() -> dict[str, Any]:
    """The moves of who begins, in a match where there are several runs."""
    matches = (registry.named("thirteen").match(4, seed) for seed in range(100))
    match = next(m for m in matches if sum(move.kind == "run" for move in m.legal(m.acting[0])) > 1)
    state = {"table": {"n": 0}, "log": {}, "deals": {}, "view": match.view(match.acting[0])}
    moves: dict[str, Any] = wire.Writer().write(state)["view"]["moves"]
    return moves


# --- the API -------------------------------------------------------------------------------------


def test_the_addresses_are_those_of_the_server() -> None:
    paths = make_app(Config("sqlite+aiosqlite://")).openapi()["paths"]
    wanted = [(f"`{way.upper()} {path}`", told["description"]) for path in paths for way, told in paths[path].items()]
    assert rows(API, "## Addresses") == wanted


def test_a_table_is_made_as_the_page_says(served: Served) -> None:
    fields = asked.NewTable.model_fields
    told = {names(name)[0]: default for name, _, default in rows(API, "Only `game` is needed.")}
    assert list(told) == list(fields)
    for name in ("seat", "name", "fill", "private", "timer", "pace"):
        assert told[name].strip("`") == json.dumps(fields[name].default).strip('"').removesuffix(".0"), name
    for block in blocks(API, "json POST /api/tables"):
        assert asked.NewTable.model_validate_json(block)
        assert run(client.create(served.url, **json.loads(block))).seat == 0


def test_every_command_has_an_example_that_is_understood() -> None:
    examples = [line for block in blocks(API, "json to the server") for line in block.splitlines()]
    assert {asked.reader.validate_json(example).type for example in examples} == set(c.COMMANDS)


def test_every_message_of_the_server_is_like_the_ones_it_sends(heard: list[dict[str, Any]]) -> None:
    changes = [end for told in heard if told["type"] == "change" for end in ends_of(told["changes"])]
    examples = [json.loads(block) for block in blocks(API, "json from the server")]
    assert {example["type"] for example in examples} == {told["type"] for told in heard}
    for example in examples:
        real = [told for told in heard if (told["type"], told.get("of")) == (example["type"], example.get("of"))]
        if example["type"] == "change":
            assert all(set(told) | {"now"} == set(example) for told in real)
            for place, value in ends_of(example["changes"]):
                alike = [now for where, now in changes if where == place or where[0] == place[0] == "log"]
                assert any(is_like(value, now) and len(value) == len(now) for now in alike), place
        else:
            if example["type"] == "state":  # cards and moves as others are, whichever are held there
                seen = [told for told in real if told["view"]]
                for card in example["cards"].values():
                    assert any(is_like(card, one) for told in seen for one in told["cards"].values()), card
                assert is_like(example["view"]["moves"], first_choice())
                example = example | {"cards": {}, "view": example["view"] | {"moves": {}}}
            assert any(is_like(example, told) and (set(told) == set(example)) for told in real), example
    whole = next(told for told in heard if told["type"] == "state")
    example = next(example for example in examples if example["type"] == "state")
    assert list(example["table"]) == list(whole["table"])
    assert list(example["table"]["seats"][0]) == list(whole["table"]["seats"][0])


def test_versions_rise_by_one_and_changes_come_before_the_answer(heard: list[dict[str, Any]]) -> None:
    version = -1
    for told in heard:
        if told["type"] == "state":
            version = told["version"]
        elif told["type"] == "change":
            version += 1
            assert told["version"] == version
    kinds = [told["type"] for told in heard]
    assert kinds[kinds.index("reply") - 1] == "change"


def test_all_keys_of_a_state_are_told(heard: list[dict[str, Any]]) -> None:
    state = wire.read([told for told in heard if told["type"] == "state"][-1])
    told = [name for key, _ in rows(API, "\n`table`:") for name in names(key)]
    assert sorted(told) == sorted(state["table"])
    assert sorted(n for key, _ in rows(API, "Each of its `seats`:") for n in names(key)) == sorted(
        state["table"]["seats"][0]
    )
    assert {name for key, _ in rows(API, "each game has more of its own:") for name in names(key)} <= set(state["view"])


def test_the_errors_and_phrases_are_the_servers(served: Served) -> None:
    with pytest.raises(client.Refused) as refused:
        run(client.record(f"{served.url}/t/abcdefghjkmn"))
    (example,) = [json.loads(block)["error"] for block in blocks(API, "json error")]
    assert example == {**refused.value.message.json(), "text": str(refused.value)}
    assert re.findall(r"`(\w+)`", API.partition("**Phrases** are ")[2].partition("\n\n")[0]) == list(c.PHRASES)


def test_the_lines_of_python_and_of_the_shell_run(served: Served) -> None:
    (source,) = blocks(API, "python")
    told = subprocess.run(
        [sys.executable, "-c", source.replace(HERE, served.url)], env=environment(), capture_output=True, text=True
    )
    assert told.returncode == 0 and re.fullmatch(r"\[\d(, \d){3}\]\n", told.stdout), told.stderr
    (lines,) = blocks(API, "sh")
    if shutil.which("curl") and shutil.which("bash"):
        out = subprocess.check_output(["bash", "-ec", lines.replace(HERE, served.url)], stderr=subprocess.DEVNULL)
        assert json.loads(out)["link"].startswith(f"{served.url}/t/")


def test_no_other_block_stands_on_the_pages() -> None:
    kinds = {"python", "sh", "json POST /api/tables", "json from the server", "json to the server", "json error"}
    assert set(re.findall(r"^```(.+)$", API, re.M)) == kinds
    assert set(re.findall(r"^```(.+)$", SERVER, re.M)) == {"python", "sh", "sql", "nginx", "caddy"}


# --- running one ---------------------------------------------------------------------------------


def test_every_way_to_serve_is_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: list[tuple[Any, ...]] = []
    monkeypatch.setattr(serving_module, "serve", lambda *given: seen.append(given))
    monkeypatch.setattr(serving_module, "data_folder", lambda: tmp_path)
    lines = [line for block in blocks(SERVER, "sh") for line in block.splitlines() if "verify" not in line]
    for line in lines:
        program, *words = line.split()
        assert program == "cardshed" and CliRunner().invoke(cli.app, words).exit_code == 0, line
    assert [(*given[1:], *given[0].proxies) for given in seen] == [
        ("127.0.0.1", 8000),
        ("0.0.0.0", 8000),
        ("127.0.0.1", 8000, "127.0.0.1"),
        ("127.0.0.1", 8001, "127.0.0.1"),
        ("127.0.0.1", 8002, "127.0.0.1"),
    ]


def test_the_page_tells_every_option() -> None:
    told = {option for name, _ in rows(SERVER, "Ctrl-C ends it in order.") for option in re.findall(r"--[\w-]+", name)}
    help_text = CliRunner().invoke(cli.app, ["serve", "--help"], env={"COLUMNS": "200", "TERM": "dumb"}).stdout
    assert told == set(re.findall(r"(?<=[\s│])--[a-z][\w-]+", re.sub(r"\x1b\[[\d;]*m", "", help_text))) - {"--help"}


def test_a_proxy_is_believed_only_if_it_is_named(served: Served, tmp_path: Path) -> None:
    def link(url: str) -> str:
        headers = {"content-type": "application/json", "x-forwarded-proto": "https", "host": "cards.example"}
        asked = urllib.request.Request(f"{url}/api/tables", b'{"game": "thirteen"}', headers)
        with urllib.request.urlopen(asked, timeout=60) as answer:
            told = json.loads(answer.read())
            assert ("Secure" in answer.headers["set-cookie"]) == told["link"].startswith("https://")
            return str(told["link"])

    assert link(served.url).startswith("http://cards.example/t/")
    with serving(tmp_path, "--only", "thirteen", "--behind-proxy", "127.0.0.1") as behind:
        assert link(behind.url).startswith("https://cards.example/t/")


def test_a_backup_of_a_running_server_is_whole(served: Served, tmp_path: Path) -> None:
    table = run(client.create(served.url, game="thirteen"))
    (statement,) = blocks(SERVER, "sql")
    assert f'"{statement.strip()}"' in SERVER
    with sqlite3.connect(served.folder / "cardshed.sqlite") as db:
        db.execute(statement.replace("copy.sqlite", str(tmp_path / "copy.sqlite")))
    with sqlite3.connect(tmp_path / "copy.sqlite") as copy:
        assert copy.execute("SELECT kind FROM events WHERE match = ?", [table.id]).fetchall() == [("sit",), ("start",)]


def test_the_shuffle_is_checked_as_the_page_says(served: Served, tmp_path: Path) -> None:
    async def go() -> str:
        setting: dict[str, Any] = {"options": {"match": 2, "bombs": "beat_twos", "must_play": "yes"}, "pace": "instant"}
        setting |= {"fill": "easy", "hash": client.new_hash()}
        table = await client.create(served.url, game="thirteen", **setting)
        async with client.join(table.link, key=table.key) as seat:
            promised = seat.table["shuffle"]["commitment"]
            await to_the_end(seat)
        record = await client.record(table.link)
        assert f"\ncommitment: {promised}\n" in record
        return record

    (tmp_path / "match.shed").write_text(run(go()))
    (source,) = blocks(SERVER, "python")
    subprocess.run([sys.executable, "-c", source], cwd=tmp_path, check=True)
    (command,) = [line for block in blocks(SERVER, "sh") for line in block.splitlines() if "verify" in line]
    subprocess.run([sys.executable, "-m", *command.split()], cwd=tmp_path, env=environment(), check=True)


def test_the_figures_and_limits_are_the_servers(served: Served) -> None:
    with urllib.request.urlopen(f"{served.url}/metrics") as answer:
        real = set(re.findall(r"^# HELP (\w+)", answer.read().decode(), re.M))
    told = {name for key, _ in rows(SERVER, "the proxies above keep it in.") for name in names(key)}
    assert told == {name for name in real if not name.endswith("_created")}
    numbers = {
        int(number.replace(",", ""))
        for _, cell in rows(SERVER, "## Limits")
        for number in re.findall(r"[\d,]*\d", cell)
    }
    assert numbers == {int(getattr(Limits(), field.name)) for field in dataclasses.fields(Limits)}


def test_the_data_folder_is_where_the_page_says() -> None:
    if sys.platform == "linux" and "XDG_DATA_HOME" not in os.environ:
        assert serving_module.data_folder() == Path("~/.local/share/cardshed").expanduser()
