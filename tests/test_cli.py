"""The command line as people type it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cardshed
from cardshed.cli import app, main
from cardshed.engine.errors import CardshedError

GOLDEN = Path(__file__).parent / "golden"


def run(*arguments: str, **more: str) -> str:
    done = CliRunner().invoke(app, list(arguments), catch_exceptions=False, **more)  # type: ignore[arg-type]
    assert done.exit_code == 0, done.output
    return done.stdout


def refused(*arguments: str) -> str:
    """What is said of a command that cannot be carried out."""
    try:
        done = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    except CardshedError as problem:
        return str(problem)
    assert done.exit_code == 2
    return " ".join(done.output.split())


def test_games_lists_every_game() -> None:
    listed = run("games")
    for name in cardshed.games():
        assert name in listed
    assert [game["name"] for game in json.loads(run("games", "--json"))] == cardshed.games()


def test_rules_shows_them() -> None:
    assert run("rules", "thirteen").startswith("# Thirteen")


@pytest.mark.compiled
def test_simulate_sums_up() -> None:
    told = run("simulate", "thirteen", "-n", "2e3", "--seed", "a", "-o", "rules=southern", "-o", "match=2")
    assert "Thirteen: 2,000 games" in told
    assert "deals per game        2.00" in told
    found = json.loads(run("simulate", "thirteen", "-n", "1000", "--json", "--players", "3", "--bots", "greedy"))
    assert found["games"] == 1000
    assert len(found["payoff"]) == 3
    assert abs(sum(found["payoff"]) - 1.5) < 1e-6


@pytest.mark.compiled
@pytest.mark.process
def test_arena_rates_bots(tmp_path: Path) -> None:
    kept, games = tmp_path / "told.json", tmp_path / "games.csv"
    told = run(
        *("arena", "thirteen", "random", "greedy", "tests.bots.brought:raises", "-n", "4", "--cores", "1"),
        *("--json", str(kept), "--csv", str(games), "-o", "bombs=beat_twos", "--seed", "a"),
    )
    assert "Thirteen, 3 players: 4 deals, each played in 3 rotations: 12 games" in told
    head, *lines = told.split("\n\n")[1].splitlines()
    assert head.split() == ["bot", "opponents", "beaten", "first", "places", "points", "rating", "forfeits"]
    assert {line.split()[0] for line in lines} == {"random", "greedy", "raises"}
    assert "The anchor, at 0, is random" in told and "Forfeits: who forfeits has beaten nobody" in told
    found = json.loads(kept.read_text())
    assert found["seed"] == f"{10:016x}" and found["options"] == {"bombs": "beat_twos"}
    assert found["bots"] == ["random", "greedy", "tests.bots.brought:raises"] and len(found["pairs"]) == 3
    assert found["standings"][-1]["forfeits"] == len(found["forfeits"]) > 0
    assert len(games.read_text().splitlines()) == 13


@pytest.mark.compiled
def test_perft_counts() -> None:
    kept = json.loads((GOLDEN / "perft.json").read_text())["thirteen-book"]
    lines = run("perft", "thirteen", "--depth", "4", "--seed", "1").splitlines()
    assert [int(line.split()[1].replace(",", "")) for line in lines] == kept[:4]


def test_replay_shows_a_record(tmp_path: Path) -> None:
    told = run("replay", str(GOLDEN / "thirteen-southern.shed"))
    assert "The match is over. Points: " in told
    seen = json.loads(run("replay", str(GOLDEN / "thirteen-southern.shed"), "--json"))
    assert seen["over"]
    assert seen["seed"] == f"{4:016x}"


def test_a_record_of_an_own_game_asks_for_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record, folder = tmp_path / "match.shed", tmp_path / "sevens"
    record.write_text("cardshed record 1\ngame: sevens\nrules: 1\nplayers: 2\nseed: 0\n\n")
    monkeypatch.chdir(tmp_path)
    for command in ("replay", "analyse"):
        told = refused(command, "match.shed")
        assert told.startswith("This is a record of sevens, which is none of the games there are (pyramid, thirteen,")
        assert told.endswith("say where its folder lies: --game path/to/sevens")
    # Where the folder lies near, it is named, but nothing in it is run.
    folder.mkdir()
    (folder / "rules.py").write_text("raise SystemExit('this was run')")
    assert refused("replay", "match.shed").endswith("--game sevens")
    monkeypatch.chdir(folder)
    assert refused("replay", "../match.shed").endswith("--game .")


@pytest.mark.compiled
def test_play_at_the_prompt() -> None:
    told = run("play", "thirteen", "--seed", "7", input="help\nmoves\nhint\n9D 10H JD\nundo\nquit\n")
    assert "Your hand: 3♠ 3♦ 6♠ 9♦ 10♥ J♦ K♠ K♣ A♠ A♣ A♦ 2♣ 2♦" in told
    assert "You: run 9♦ 10♥ J♦" in told
    assert told.endswith("You left the table.\n")


@pytest.mark.compiled
def test_a_whole_match_at_the_prompt_of_hints_alone() -> None:
    """Whatever a hint says can be typed; the match is played to its end."""
    how = ["play", "thirteen", "--seed", "3", "--players", "2", "--bots", "easy"]
    moves: list[str] = []
    while True:
        told = run(*how, input="\n".join([*moves, "hint"]) + "\n")
        if "The match is over, won by" in told:
            break
        moves.append(told.rsplit("Hint: ", 1)[1].split(". ")[0])
    assert "Points: You: " in told
    assert 3 < len(moves) < 60


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rules", "fourteen"], "There is no game called fourteen; there are "),
        (["rules", "no/such/folder"], "There is no folder no/such/folder that holds a game."),
        (["rules", "tests"], "The folder"),
        (["simulate", "thirteen", "-o", "bombs"], "write a house rule as NAME=VALUE"),
        (["simulate", "thirteen", "-o", "bombs=no"], "bombs cannot be no; it can be plain, beat_twos, beat_all."),
        (["simulate", "thirteen", "-o", "bom=no"], "There is no option called bom; there are rules"),
        (["simulate", "thirteen", "-o", "match=0"], "a whole number from 1 to 100, not 0."),
        (["simulate", "thirteen", "-n", "3.5"], "3.5 is not a whole number"),
        (["simulate", "thirteen", "-n", "many"], "many is not a number"),
        (["simulate", "thirteen", "-n", "inf"], "inf is not a whole number"),
        (["simulate", "thirteen", "-n", "0"], "0 is not a whole number"),
        (["simulate", "thirteen", "--players", "5"], "Thirteen is for 2 to 4 players, not 5."),
        (["simulate", "thirteen", "--seed", "xyz"], "hexadecimal digits, not xyz."),
        (
            ["simulate", "thirteen", "--bots", "clever"],
            "Simulations have no bot called clever; there are random, greedy.",
        ),
        (["simulate", "thirteen", "-o", "ranks=5"], "more than the 20 cards of this deck"),
        (["play", "thirteen", "--seat", "4"], "There is no seat 4; seats are 0 to 3."),
        (["play", "thirteen", "--bots", "greedy,random"], "2 bots were named for 3 opponents"),
        (["play", "thirteen", "--record", "no/such/folder.shed"], "There is no folder no/such"),
        (["play", "thirteen", "--bots", "no/such.py:bot"], "There is no file no/such.py that holds a bot."),
        (["arena", "thirteen", "greedy"], "An arena is for two different bots or more"),
        (["arena", "thirteen", "greedy", "clever"], "There is no bot called clever; there are random, greedy"),
        (["arena", "thirteen", "greedy", "no.such:bot"], "The bot no.such cannot be loaded: it raised ModuleNotFound"),
        (["arena", "thirteen", "greedy", "random", "-n", "none"], "none is not a number"),
        (["arena", "thirteen", "greedy", "random", "--limit", "0"], "more than 0, not 0.0."),
        (["arena", "thirteen", "greedy", "random", "--csv", "no/such/folder.csv"], "There is no folder no/such"),
        (["replay", "no-such-file.shed"], "does not exist"),
        (["replay", "README.md"], "This is not a record"),
        (["replay", "tests/golden/rummy.shed", "--game", "thirteen"], "a record of rummy, but --game names thirteen."),
        (["analyse", "tests/golden/rummy.shed", "--json", "no/such/told.json"], "There is no folder no/such"),
    ],
)
def test_mistakes_get_one_sentence(arguments: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parent.parent)
    told = refused(*arguments)
    assert sentence in told.replace("│ ", "").replace(" │", "")
    assert "Traceback" not in told


def test_a_mistake_ends_with_status_2(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["cardshed", "rules", "fourteen"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert (
        capsys.readouterr().err
        == f"cardshed: There is no game called fourteen; there are {', '.join(cardshed.games())}.\n"
    )


@pytest.mark.parametrize("command", ["games", "rules", "play", "simulate", "arena", "replay", "perft", "new", "cache"])
def test_every_command_has_help(command: str) -> None:
    assert len(run(command, "--help")) > 100


def test_cache_tells_where_it_is_and_empties_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDSHED_CACHE", str(tmp_path))
    (tmp_path / "kernels-a-b-0").mkdir()
    (tmp_path / "kernels-a-b-0" / "one.nbc").write_bytes(bytes(2_500_000))
    (tmp_path / "beside.txt").write_text("somebody's")
    holds = f"{tmp_path} holds compiled rules of 1 module, 2.5 MB."
    assert run("cache").startswith(holds)
    assert run("cache", "--empty") == f"Removed: compiled rules of 1 module, 2.5 MB, in {tmp_path}.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["beside.txt"]
    assert run("cache").startswith(f"{tmp_path} holds compiled rules of 0 modules, 0.0 MB.")


def test_a_long_command_that_is_stopped_says_so_and_keeps_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one runner: Ctrl-C in the work, what was done is told and written, and the status is 130."""
    from cardshed.bots import analysis

    looked: list[object] = []
    once = analysis.look_at

    def look_at(*given: object) -> object:
        if len(looked) == 2:
            raise KeyboardInterrupt
        looked.append(given)
        return once(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(analysis, "look_at", look_at)
    file = tmp_path / "told.json"
    how = ["analyse", str(GOLDEN / "thirteen-small-deck.shed"), "--level", "easy", "--json", str(file)]
    done = CliRunner().invoke(app, how, catch_exceptions=False)
    assert done.exit_code == 130
    assert done.stderr.splitlines()[-1].startswith("cardshed: stopped after 2 of ")
    assert f"The findings are in {file}." in done.stderr
    assert len(json.loads(file.read_text())["findings"]) == 2


@pytest.mark.parametrize(
    ("command", "compiles"),
    [
        ("arena thirteen random greedy -n 2", "cardshed.bots.arena.run.warm_up"),
        (f"analyse {GOLDEN}/thirteen-small-deck.shed", "cardshed.cli.analyse.replayed"),
        ("simulate thirteen -n 2", "cardshed.engine.core.simulate.batches"),
        ("perft thirteen", "cardshed.engine.kit.perft.perft"),
        ("puzzles thirteen --out none.json", "cardshed.learn.puzzles.find"),
    ],
)
def test_ctrl_c_before_anything_is_done_is_no_mistake(
    command: str, compiles: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compiling(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(compiles, compiling)
    done = CliRunner().invoke(app, command.split(), catch_exceptions=False)
    said = "stopped after 0 of 2 games." if "simulate" in command else "stopped."
    assert (done.exit_code, done.stdout, done.stderr) == (130, "", f"cardshed: {said}\n")
