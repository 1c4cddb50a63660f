"""All that is said to people: how messages are said and sent, and that sources and catalogues know the same keys."""

from __future__ import annotations

import ast
import inspect
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardshed
import cardshed.terminal  # whose catalogue it is, too
from cardshed.engine import errors
from cardshed.engine.errors import BadGame, IllegalMove
from cardshed.engine.kit.conformance import makers
from cardshed.engine.messages import Message, add_catalogues, catalogue
from cardshed.engine.options import Choice
from cardshed.games.thirteen import table
from tests.conftest import counted
from tests.engine import scripts
from tests.engine.test_options import house_rules

SOURCES = Path(cardshed.__file__).parent

# --- saying --------------------------------------------------------------------------------------


def test_parameters_stand_in_the_sentence() -> None:
    said = Message("engine.option.number", option="laps", low=1, high=9, given="ten").say()
    assert said == "The option laps is a whole number from 1 to 9, not ten."
    assert str(Message("engine.move.over")) == "The match is over."


@pytest.mark.parametrize("n, expected", [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (-1, "-1 cards")])
def test_a_number_decides_the_wording(n: int, expected: str) -> None:
    assert Message("cli.play.seat", seat=1, n=n, points=3).say() == f"Seat 1: {expected}, 3 points"


def test_a_number_changes_nothing_where_there_is_one_wording() -> None:
    assert Message("engine.move.over", n=1).say() == "The match is over."


def test_seats_are_said_by_their_names() -> None:
    turn = Message("engine.move.turn", seat=2, seats=[0, 1])
    assert turn.say() == "It is not the turn of Seat 2; acting now: Seat 0, Seat 1."
    assert turn.say(names=["Ann", "Bo", "Cy"]) == "It is not the turn of Cy; acting now: Ann, Bo."


def test_only_seats_are_said_by_names() -> None:
    said = Message("engine.players", game="Thirteen", low=0, high=1, given=2).say(names=["Ann", "Bo", "Cy"])
    assert said == "Thirteen is for 0 to 1 players, not 2."


def test_a_message_within_a_message_is_said_with_the_same_names() -> None:
    inner = Message("thirteen.prompt.lead", seat=1)
    outer = Message("engine.record.move", line=3, why=inner)
    assert outer.say(names=["Ann", "Bo"]) == "Line 3 of the record cannot be played: Bo leads any combination."
    card = Message("card", rank=Message("card.rank.Q"), suit=Message("card.suit.H"))
    twice = Message("engine.record.head", why=Message("engine.card.twice", text=card))
    assert twice.say() == "The head of the record is wrong: The card queen of hearts is named twice."


def test_a_list_is_said_with_commas() -> None:
    cards = [Message("card.suit.S"), "x", 3]
    assert Message("cli.play.hand", cards=cards).say() == "Your hand: spades, x, 3"


def test_a_key_that_no_catalogue_has_is_told_with_its_file() -> None:
    for key, told in (
        ("engine.no_such", "engine/messages/en.json has no sentence for engine.no_such."),
        ("thirteen.x.y", "thirteen/messages/en.json has no sentence for x.y."),
    ):
        with pytest.raises(BadGame) as caught:
            Message(key).say()
        assert str(caught.value) == told
    assert str(IllegalMove("thirteen.x")) == "thirteen/messages/en.json has no sentence for x."
    assert str(IllegalMove(table.say("x"))) == "thirteen/messages/en.json has no sentence for x."


def test_a_sentence_that_needs_more_than_is_given() -> None:
    with pytest.raises(BadGame) as caught:
        Message("engine.seat", number=3).say()
    told = "engine/messages/en.json: the sentence for engine.seat cannot be said: nothing is given for {last}."
    assert str(caught.value) == told


def test_a_catalogue_that_is_no_json(tmp_path: Path) -> None:
    folder = tmp_path / "mine" / "messages"
    folder.mkdir(parents=True)
    (folder / "en.json").write_text('{\n  "mine.a": "A"\n  "mine.b": "B"\n}')
    with pytest.raises(BadGame, match=r"mine/messages/en\.json:3: this is no JSON: Expecting ',' delimiter\."):
        add_catalogues(folder)
    assert Message("card.suit.H").say() == "hearts"


def test_a_language_says_in_english_what_it_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardshed.engine import messages

    monkeypatch.setattr(messages, "_folders", list(messages._folders))
    monkeypatch.setattr(messages, "_catalogues", {})
    (tmp_path / "xx.json").write_text(json.dumps({"seat": "Platz {number}", "card.suit.H": "Herz"}), encoding="utf-8")
    assert catalogue("xx")["seat"] == "Seat {number}"
    add_catalogues(tmp_path)
    card = Message("card", rank=Message("card.rank.Q"), suit=Message("card.suit.H"))
    assert card.say("xx") == "queen of Herz" and card.say() == "queen of hearts"
    assert Message("thirteen.prompt.lead", seat=1).say("xx") == "Platz 1 leads any combination."


# --- sending -------------------------------------------------------------------------------------

plain_values = st.one_of(st.text(max_size=8), st.integers(), st.booleans(), st.none())
names = st.sampled_from(["seat", "seats", "n", "cards", "why"])
told = st.recursive(
    st.builds(lambda params: Message("engine.move.over", **params), st.dictionaries(names, plain_values)),
    lambda inner: st.builds(
        lambda params: Message("engine.record.head", **params),
        st.dictionaries(names, st.one_of(plain_values, inner, st.lists(st.one_of(plain_values, inner), max_size=3))),
    ),
    max_leaves=6,
)


@given(told)
def test_a_message_survives_being_sent(message: Message) -> None:
    sent = json.loads(json.dumps(message.json()))
    assert Message.read(sent) == message
    assert Message.read(sent).json() == message.json()


def test_what_is_sent() -> None:
    message = Message("engine.record.move", line=3, why=Message("engine.move.turn", seat=1, seats=(0, 2)))
    assert message.json() == {
        "key": "engine.record.move",
        "params": {"line": 3, "why": {"key": "engine.move.turn", "params": {"seat": 1, "seats": [0, 2]}}},
    }
    back = Message.read(message.json())
    assert back.say(names=["Ann", "Bo", "Cy"]) == message.say(names=["Ann", "Bo", "Cy"])
    assert back.params["why"].params["seats"] == [0, 2]


def test_messages_in_a_list_are_messages_again_when_they_arrive() -> None:
    hand = Message("cli.play.hand", cards=[Message("card.suit.S"), [Message("card.suit.H"), "x"]])
    back = Message.read(json.loads(json.dumps(hand.json())))
    assert back == hand and Message.read(hand.json()).params["cards"][1][0] == Message("card.suit.H")


def test_an_error_is_its_message() -> None:
    error = errors.IllegalMove("engine.move.turn", seat=2, seats=[0])
    assert str(error) == error.message.say() == "It is not the turn of Seat 2; acting now: Seat 0."


# --- sources and catalogues ----------------------------------------------------------------------

FOLDERS = sorted(path.parent for path in SOURCES.rglob("messages/en.json"))
WORD = r"[A-Za-z0-9_]+"


@dataclass(frozen=True)
class Use:
    """A key in the sources, as a pattern, with the parameters given there, or None if that cannot be seen."""

    where: str
    pattern: str
    params: frozenset[str] | None
    literal: bool

    @cache  # noqa: B019  # of a few hundred uses, all kept anyway
    def meant(self) -> set[str]:
        """The catalogue's entries that it can mean; where a number decides, both wordings."""
        wanted = re.compile(f"(?:{self.pattern})(?:\\.one|\\.other)?")
        return {key for key in english() if wanted.fullmatch(key)}


@cache
def english() -> dict[str, str]:
    """All catalogues of the package, none of which may repeat a key of another; games leave out their names."""
    entries: dict[str, str] = {}
    for folder in FOLDERS:
        pairs = json.loads((folder / "en.json").read_text(encoding="utf-8"), object_pairs_hook=list)
        word = game_of(folder.parent)
        for own, sentence in pairs:
            key = f"{word}.{own}" if word else own
            assert key not in entries, f"{key} is in two places"
            entries[key] = sentence
    return entries


def game_of(folder: Path) -> str:
    """The game whose folder this is, or nothing."""
    return folder.name if (folder / "RULES.md").is_file() else ""


def called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def is_message(call: ast.Call) -> bool:
    """Whether a call makes a message or an error, which takes the same arguments."""
    kind = getattr(errors, called(call), None)
    return called(call) == "Message" or (isinstance(kind, type) and issubclass(kind, errors.CardshedError))


def is_said(call: ast.Call) -> bool:
    """Whether a call says a key with parameters, as `say("page.seat.cards", n=2)` does; `.say("vi")` is none."""
    return called(call) == "say" and any(r"\." in pattern for pattern, _ in as_patterns(call.args[0]))


def in_order(call: ast.Call) -> list[str]:
    """The parameters beside the key that an error is given without their names, or was told before."""
    kind = getattr(errors, called(call), Message)
    told = ["found"] if kind is errors.BrokenPromise else []
    return told + list(inspect.signature(kind).parameters)[1 : len(call.args)]


def as_patterns(node: ast.expr) -> list[tuple[str, bool]]:
    """The keys that an argument can be, as patterns, and whether it is just one; none if that cannot be seen."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [(re.escape(node.value), True)]
    if isinstance(node, ast.IfExp):
        return as_patterns(node.body) + as_patterns(node.orelse)
    if not isinstance(node, ast.JoinedStr):
        return []
    pieces = [""]
    for piece in node.values:
        if isinstance(piece, ast.Constant):
            pieces[-1] += str(piece.value)
        else:
            pieces.append("")
    return [(pieced(pieces), False)]


def pieced(pieces: Sequence[str]) -> str:
    """What a key with gaps can mean: after a dot and at the beginning a word, elsewhere nothing or something that
    begins with a dot, such as ".you"."""
    pattern = re.escape(pieces[0])
    for before, piece in pairwise(pieces):
        pattern += WORD if before.endswith(".") or not pattern else rf"(?:\.{WORD})*"
        pattern += re.escape(piece)
    return pattern


def assigned(tree: ast.AST) -> dict[int, list[ast.expr]]:
    """What a name can be that a function gives to a call: `key = "pile" if lying else "pile.empty"`, `say(key)`."""
    found: dict[int, list[ast.expr]] = {}
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        values: dict[str, list[ast.expr]] = {}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                values.setdefault(node.targets[0].id, []).append(node.value)
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Name):
                found[id(node)] = values.get(node.args[0].id, [])
    return found


def uses_in_game(tree: ast.AST, where: str, game: str) -> Iterator[Use]:
    """What a game's module says of its own: `say("prompt.lead", seat=seat)`."""
    known = assigned(tree)
    own = {name for node in ast.walk(tree) for name in makers(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in own:
            names = None if any(k.arg is None for k in node.keywords) else frozenset(str(k.arg) for k in node.keywords)
            patterns = [found for key in known.get(id(node), node.args[:1]) for found in as_patterns(key)]
            assert patterns, f"{where}:{node.lineno} says what cannot be seen"
            for pattern, literal in patterns:
                yield Use(f"{where}:{node.lineno}", rf"{game}\.{pattern}", names, literal)


def uses_in(tree: ast.AST, where: str, game: str = "") -> Iterator[Use]:
    first = {key.partition(".")[0] for key in english()}
    own_makers = {name for node in ast.walk(tree) for name in makers(node)} if game else set()
    arguments: set[int] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and node.args
            and (is_message(node) or (is_said(node) and called(node) not in own_makers))
        ):
            arguments |= {id(part) for part in ast.walk(node.args[0])}
            given = {*in_order(node), *(str(k.arg) for k in node.keywords)}
            names = None if any(k.arg is None for k in node.keywords) else frozenset(given)
            for pattern, literal in as_patterns(node.args[0]):
                yield Use(f"{where}:{node.lineno}", pattern, names, literal)
        elif isinstance(node, ast.Subscript):
            for pattern, literal in as_patterns(node.slice):
                if pattern in first:  # entries["seat"]
                    yield Use(f"{where}:{node.lineno}", pattern, None, literal)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in arguments:
            start, dot, _ = node.value.partition(".")
            own = f"{game}.{node.value}" in english()
            if dot and start in first and not own and re.fullmatch(rf"[a-z]+(\.{WORD})+", node.value):
                yield Use(f"{where}:{node.lineno}", re.escape(node.value), None, True)


def uses_in_script(script: str, where: str, game: str = "") -> Iterator[Use]:
    """The same for the page's JavaScript: what `say` is called with, and other texts that look like a key. In the
    folder of a game one that begins with a dot is the game's."""
    first = {key.partition(".")[0] for key in english()}
    for text in scripts.said(script):
        if game and text.pieces[0].startswith("."):
            text = replace(text, pieces=(game + text.pieces[0], *text.pieces[1:]))
        shape = "0".join(text.pieces)
        known = text.called or shape.partition(".")[0] in first
        if (text.called and shape in english()) or (known and re.fullmatch(rf"{WORD}(\.{WORD})+", shape)):
            yield Use(f"{where}:{text.line}", pieced(text.pieces), text.params, len(text.pieces) == 1)


@cache
def uses() -> list[Use]:
    found: list[Use] = []
    for path in sorted(SOURCES.rglob("*.py")):
        tree, where = ast.parse(path.read_text(encoding="utf-8")), str(path.relative_to(SOURCES))
        game = game_of(path.parent)
        found += [*uses_in(tree, where, game), *(uses_in_game(tree, where, game) if game else ())]
    for path in sorted(SOURCES.rglob("*.js")):
        where = str(path.relative_to(SOURCES))
        found += uses_in_script(path.read_text(encoding="utf-8"), where, game_of(path.parent.parent))
    return found


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_the_search_for_keys_finds_them() -> None:
    """The tests below would pass if nothing were found."""
    source = """
raise BadCards("engine.card.twice", text=word)
say(Message("card.suit.S" if black else "card.suit.H"), names)
Message(f"card.rank.{rank}", n=1)
Message(f"thirteen.prompt.lead{you}", seat=2)
IllegalMove(reason.key, **reason.params)
found = entries["seat"]
title = catalogue("en")["cli.play.you"]
name = "numba.cuda"
"""
    found = {use.pattern: use for use in uses_in(ast.parse(source), "here.py")}
    escaped = {re.escape(key) for key in ("engine.card.twice", "card.suit.S", "card.suit.H", "seat", "cli.play.you")}
    assert escaped < set(found) and len(found) == 7
    assert found[re.escape("engine.card.twice")].params == frozenset({"text"})
    assert found[rf"card\.rank\.{WORD}"].meant() == {f"card.rank.{rank}" for rank in table.DECK.ranks}
    you = next(use for use in found.values() if use.params == frozenset({"seat"}))
    assert you.meant() == {"thirteen.prompt.lead", "thirteen.prompt.lead.you"}
    assert len(uses()) > 60


def test_the_search_for_keys_finds_them_in_scripts() -> None:
    source = r"""
// ctx.say("page.in_a_comment"), somebody's
/* say("page.in_another") */
const one = /["'`]say("page.in_a_regex")/.test(x) ? a / b : "page.close";
say("page.copy");
ctx.say(`page.log.${kind}`, { seat, name: entry.name ?? "", ...more });
ctx.say(how === "copied" ? "page.copied" : "page.again", { n: { deep: 1 }, name });
say("seat", { number: value + 1 });
ctx.say({ key: `server.phrase.${say(`page.level.${who.bot}`, {})}`, params: {} });
ctx.say(`${game}.option.${name}`);
h("p", { class: "page.css/x" }, `/api/tables/${id}/record`, "core.js", `page ${n}`);
export function say(message = "page.undo.asks") {}
"""
    found = {use.pattern: use for use in uses_in_script(source, "here.js")}
    none: frozenset[str] = frozenset()
    assert {pattern.replace("\\", ""): use.params for pattern, use in found.items()} == {
        "page.close": None,
        "page.copy": none,
        f"page.log.{WORD}": None,
        "page.copied": frozenset({"n", "name"}),
        "page.again": frozenset({"n", "name"}),
        "seat": frozenset({"number"}),
        f"server.phrase.{WORD}": None,
        f"page.level.{WORD}": none,
        f"{WORD}.option.{WORD}": none,
        "page.undo.asks": None,
    }
    assert found["seat"].where == "here.js:8"
    assert f"page\\.level\\.{WORD}" in found and not found[f"page\\.level\\.{WORD}"].literal
    assert sum(use.where.startswith("server/web/") for use in uses()) > 100


def test_every_key_in_the_sources_has_a_sentence() -> None:
    missing = []
    for use in uses():
        found = use.meant()
        if use.literal:
            key = use.pattern.replace("\\", "")
            if not ({key} <= found or {f"{key}.one", f"{key}.other"} <= found):
                missing.append(f"{use.where} {key}")
        elif not found:
            missing.append(f"{use.where} {use.pattern}")
    assert not missing


def test_every_sentence_is_used() -> None:
    used = set().union(*(use.meant() for use in uses()))
    assert not sorted(set(english()) - used)


@cache
def named() -> set[str]:
    """The entries that the sources name in full, so that no key with gaps has to mean them."""
    return set().union(*(use.meant() for use in uses() if use.literal))


def test_every_place_in_a_sentence_is_filled() -> None:
    wrong = []
    for use in uses():
        if use.params is not None:
            for key in sorted(use.meant() if use.literal else use.meant() - named()):
                if lacking := placeholders(english()[key]) - use.params:
                    wrong.append(f"{use.where} {key} is not given {', '.join(sorted(lacking))}")
    assert not wrong


def test_both_wordings_go_with_a_number() -> None:
    for key, sentence in english().items():
        if key.endswith(".one"):
            assert f"{key.removesuffix('.one')}.other" in english(), key
        if key.endswith(".other"):
            assert f"{key.removesuffix('.other')}.one" in english(), key
            meant = [use for use in uses() if key in use.meant() and (use.literal or key not in named())]
            numbered = [use for use in meant if use.params is not None]
            assert numbered and all("n" in (use.params or ()) for use in numbered), key
        assert sentence.strip() == sentence and sentence, key


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_catalogues_are_sorted(folder: Path) -> None:
    keys = list(json.loads((folder / "en.json").read_text(encoding="utf-8")))
    assert keys == sorted(keys)


@pytest.mark.parametrize("name", cardshed.games())
def test_every_option_and_every_value_has_its_sentence_and_no_other_has(name: str) -> None:
    wanted = set()
    for option in cardshed.game(name).options:
        wanted.add(f"{name}.option.{option.name}")
        if isinstance(option, Choice):
            wanted |= {f"{name}.option.{option.name}.{value}" for value in option.values}
    assert {key for key in english() if key.startswith(f"{name}.option.")} == wanted
    for told_option in cardshed.game(name).describe_options():
        for message in [told_option["meaning"], *told_option.get("values", {}).values()]:
            assert Message.read(message).say() == english()[message["key"]]


def test_every_card_of_a_deck_can_be_said() -> None:
    spoken = {table.DECK.spoken(c).say() for c in range(52)}
    assert len(spoken) == 52 and {"ace of spades", "10 of hearts", "2 of clubs"} <= spoken


# --- what is really said -------------------------------------------------------------------------


def messages_in(told: Any) -> Iterator[Message]:
    if isinstance(told, dict):
        if set(told) == {"key", "params"}:
            yield Message.read(told)
        for value in told.values():
            yield from messages_in(value)
    elif isinstance(told, list):
        for value in told:
            yield from messages_in(value)


@given(house_rules(), st.integers(0, 2**64 - 1))
def test_everything_in_a_view_can_be_said(house: tuple[int, dict[str, Any]], seed: int) -> None:
    players, options = house
    match = cardshed.game("thirteen").match(players, seed, options)
    dice = random.Random(seed)
    people = ["Ann", "Bo", "Cy", "Di"][:players]
    said = 0
    for step in range(counted(200, 200, 60)):
        if step % 5 == 0 or match.over:
            for viewer in (None, *range(players)):
                for message in messages_in(match.view(viewer)):
                    sentence = message.say(names=people)
                    assert sentence and "{" not in sentence and "Seat" not in sentence
                    said += 1
        if match.over:
            break
        seat = match.acting[0]
        match.play(seat, dice.choice(match.legal(seat)))
    assert said > 0
