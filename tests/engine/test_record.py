"""Matches as text: written and played back exactly, and refused in one sentence when they are wrong."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardshed
from cardshed import Match
from cardshed.engine.errors import BadRecord, UnknownGame
from cardshed.engine.matches.record import FIRST_LINE, parse, write
from cardshed.engine.messages import catalogue
from cardshed.games.thirteen import table
from tests.conftest import counted
from tests.engine.test_match import begun, play_on
from tests.engine.test_options import house_rules

GAME = cardshed.game("thirteen")

many = settings(max_examples=counted(100, 1_000, 25))
seeds = st.integers(0, 2**64 - 1)


def same_match(one: Match, two: Match) -> None:
    assert two.rows.tobytes() == one.rows.tobytes()
    assert two.moves == one.moves and two.acting == one.acting and two.points == one.points
    assert two.position == one.position and two.options == one.options
    assert [move.rows.tobytes() for move in two.moves] == [move.rows.tobytes() for move in one.moves]
    assert two.record() == one.record()


def refusal(text: str) -> str:
    with pytest.raises(BadRecord) as caught:
        cardshed.replay(text)
    return str(caught.value)


def key_of(text: str) -> str:
    with pytest.raises(BadRecord) as caught:
        cardshed.replay(text)
    return caught.value.message.key


# --- there and back ------------------------------------------------------------------------------


@many
@given(house_rules(), seeds, st.integers(0, 200))
def test_a_record_plays_back_to_the_same_match(house: tuple[int, dict[str, Any]], seed: int, moves: int) -> None:
    match = begun(house, seed, moves)
    back = cardshed.replay(match.record())
    same_match(match, back)
    for _ in match.moves:
        assert back.undo() == match.undo()
        assert back.rows.tobytes() == match.rows.tobytes()


@many
@given(house_rules(), seeds, st.integers(0, 200), st.data())
def test_a_record_cut_short_is_a_match_that_goes_on(
    house: tuple[int, dict[str, Any]], seed: int, moves: int, data: st.DataObject
) -> None:
    match = begun(house, seed, moves)
    keep = data.draw(st.integers(0, len(match.moves)))
    lines = match.record().splitlines()
    cut = lines[: len(lines) - len(match.moves) + keep]
    back = cardshed.replay("\n".join(line for line in cut if not line.startswith("points:")))
    assert back.moves == match.moves[:keep]
    for move in match.moves[keep:]:
        assert back.play(move.seat, move.text) == move
    same_match(match, back)


def as_position(match: Match) -> dict[str, Any]:
    """The table of a match in words, as somebody would lay it out by hand."""
    row, names = match.row, table.DECK.names
    trick, owner = int(row.trick), int(row.owner)
    played = [int(row.played[p]) & ~(trick if p == owner else 0) for p in range(match.players)]
    return {
        "hands": [names(row.hands[p]) for p in range(match.players)],
        "trick": names(trick),
        "by": owner if trick else None,
        "turn": int(row.turn),
        "locked": [p for p in range(match.players) if int(row.locked) >> p & 1],
        "played": [names(cards) for cards in played],
        "points": match.points,
        "deal": match.deal_no,
    }


@many
@given(house_rules(), seeds, st.integers(0, 100), st.integers(0, 30))
def test_a_record_of_a_position_plays_back(
    house: tuple[int, dict[str, Any]], seed: int, before: int, after: int
) -> None:
    real = begun(house, seed, before)
    while real.over and real.moves:
        real.undo()
    if real.over:  # somebody won at once
        return
    match = GAME.position(house[0], house[1], seed, **as_position(real))
    told = ("hands", "played", "score", "trick", "owner", "turn", "locked", "deal_no")
    assert [match.rows[name].tobytes() for name in told] == [real.rows[name].tobytes() for name in told]
    play_on(match, after, random.Random(seed))
    same_match(match, cardshed.replay(match.record()))


@many
@given(st.integers(2, 4), seeds, st.data())
def test_a_record_of_a_position_with_few_words_plays_back(players: int, seed: int, data: st.DataObject) -> None:
    """Only the hands are said; what was played is made up, and must be made up alike."""
    cards = data.draw(st.permutations(range(52)))
    sizes = data.draw(st.lists(st.integers(1, 12), min_size=players, max_size=players))
    piles = [cards[13 * p : 13 * p + size] for p, size in enumerate(sizes)]
    hands = [table.DECK.names(sum(1 << c for c in pile)) for pile in piles]
    match = GAME.position(
        players, {"finish": "all_places"}, seed, hands=hands, turn=data.draw(st.integers(0, players - 1))
    )
    play_on(match, 10, random.Random(seed))
    same_match(match, cardshed.replay(match.record()))


def test_a_record_names_only_the_options_that_differ() -> None:
    options = {"rules": "southern", "bombs": "plain", "match": 3, "cards": 13}
    lines = GAME.match(3, 0xAB, options).record().splitlines()
    assert lines == [
        "cardshed record 1",
        "game: thirteen",
        "rules: 1",
        "players: 3",
        "options: rules=southern bombs=plain match=3",
        "seed: 00000000000000ab",
        "",
    ]
    assert not any(line.startswith("options") for line in GAME.match(3, 0xAB).record().splitlines())


# --- by hand -------------------------------------------------------------------------------------

BY_HAND = """\
cardshed record 1
game: thirteen
rules: 1
players: 2
seed: 0
position: {"hands": ["5S 6S", "7S 8S 9S"], "trick": "4S", "by": 1}

0 5S
1 7S
0 pass
1 8S
"""


def test_a_record_written_by_hand() -> None:
    match = cardshed.replay(BY_HAND)
    assert [(move.seat, move.text) for move in match.moves] == [(0, "5S"), (1, "7S"), (0, "pass"), (1, "8S")]
    assert match.acting == (0,) and not match.over and match.points == [0, 0]
    assert table.DECK.names(match.row.hands[0]) == "6S" and table.DECK.names(match.row.hands[1]) == "9S"
    assert match.position == {"hands": ["5S 6S", "7S 8S 9S"], "trick": "4S", "by": 1}
    match.play(0, "pass")
    match.play(1, "9S")
    assert match.over and match.points == [0, 1]


LOOSE = """\

   # A friendly match.
  cardshed record 1   # the version of the format
game:thirteen
place : the kitchen table: by the window
players:  2
seed: 0
event: Sunday # not kept
rules: 1
position: {"hands": ["5S 6S", "7S 8S 9S"], "trick": "4S", "by": 1}
# Here it begins.
0 5♠        # a good card

1   7s

0 PASS
   1 8S"""


@pytest.mark.parametrize("text", [LOOSE, LOOSE.replace("\n", "\r\n")], ids=["\\n", "\\r\\n"])
def test_comments_notes_and_blanks_do_no_harm(text: str) -> None:
    assert cardshed.replay(text).record() == cardshed.replay(BY_HAND).record()
    head = parse(text).head
    assert head["place"] == "the kitchen table: by the window" and head["event"] == "Sunday"
    assert parse(text).moves[0] == (12, 0, "5♠")


def test_notes_are_written_into_the_head() -> None:
    match = GAME.match(4, 3)
    text = write(match, {"event": "Sunday", "seat 0": "Ann"})
    assert parse(text).head["event"] == "Sunday" and parse(text).head["seat 0"] == "Ann"
    same_match(match, cardshed.replay(text))


# Two deals of three cards each; seat 1 wins the first, so it leads the second.
WHOLE = """\
cardshed record 1
game: thirteen
rules: 1
players: 2
options: match=2 cards=3
seed: 0000000000000041
points: 1 1

1 KS KD
0 pass
1 4S
1 9D
0 AS
1 pass
0 9C
1 pass
0 9S
"""


def test_a_whole_match_by_hand() -> None:
    match = cardshed.replay(WHOLE)
    assert match.over and match.points == [1, 1] and match.payoff == [0.5, 0.5] and match.deal_no == 2
    assert match.record() == WHOLE
    for _ in range(6):
        match.undo()
    assert match.deal_no == 1 and match.points == [0, 1] and match.acting == (1,)


# --- what is wrong -------------------------------------------------------------------------------


def with_line(number: int, line: str | None, text: str = BY_HAND) -> str:
    """The record with a line (counted from 1) replaced or left out."""
    lines = text.splitlines()
    lines[number - 1 : number] = [] if line is None else [line]
    return "\n".join(lines) + "\n"


WRONG: list[tuple[str, str, str]] = [
    ("first_line", "", 'This is not a record: its first line is not "cardshed record 1".'),
    ("first_line", "# only a comment\n", 'This is not a record: its first line is not "cardshed record 1".'),
    (
        "first_line",
        with_line(1, "cardshed record 2"),
        'This is not a record: its first line is not "cardshed record 1".',
    ),
    ("first_line", with_line(1, None), 'This is not a record: its first line is not "cardshed record 1".'),
    ("missing", with_line(2, None), "The record does not say its game."),
    ("missing", with_line(3, None), "The record does not say its rules."),
    ("missing", with_line(4, None), "The record does not say its players."),
    ("missing", with_line(5, None), "The record does not say its seed."),
    ("missing", FIRST_LINE, "The record does not say its game."),
    (
        "version",
        with_line(3, "rules: 2"),
        "The record was made with version 2 of the rules of Thirteen; this Cardshed plays version 1.",
    ),
    ("head", with_line(4, "players: 7"), "The head of the record is wrong: Thirteen is for 2 to 4 players, not 7."),
    ("head", with_line(4, "players: two"), "The head of the record is wrong: Thirteen is for 2 to 4 players, not "),
    ("head", with_line(5, "seed: xyz"), "The head of the record is wrong: A seed is a number from 0 to 2**64 - 1"),
    (
        "head",
        with_line(5, "seed: 0\noptions: bomb=plain"),
        "The head of the record is wrong: There is no option called bomb",
    ),
    ("head", with_line(5, "seed: 0\noptions: match=0"), "The head of the record is wrong: The option match is a whole"),
    ("head", with_line(6, 'position: {"hands": ["5S"]}'), "The head of the record is wrong: `hands` needs 2 texts"),
    ("position", with_line(6, "position: [1, 2]"), "The position in the head of the record is not a JSON object."),
    ("position", with_line(6, "position: {"), "The position in the head of the record is not a JSON object."),
    ("position", with_line(6, "position:"), "The position in the head of the record is not a JSON object."),
    (
        "line",
        with_line(9, "1 7S\nnote: too late"),
        "Line 10 of the record is neither a head (key: value) nor a move (seat and move): note: too late",
    ),
    ("twice", with_line(5, "seed: 0\nseed: 1"), "Line 6 of the record tells its seed a second time."),
    (
        "unfinished",
        with_line(5, "seed: 0\npoints: 0 1", BY_HAND + "0 pass\n"),
        "The record tells the points of a finished match, but its moves do not finish it.",
    ),
    ("line", with_line(8, "0"), "Line 8 of the record is neither a head (key: value) nor a move (seat and move): 0"),
    ("line", with_line(10, "-1 pass"), "Line 10 of the record is neither a head (key: value) nor a move"),
    ("line", with_line(7, "5S"), "Line 7 of the record is neither a head (key: value) nor a move (seat and move): 5S"),
    ("move", with_line(8, "0 5X"), "Line 8 of the record cannot be played: 5X is not a card; cards are"),
    (
        "move",
        with_line(8, "# one more line\n0 5S 5S"),
        "Line 9 of the record cannot be played: The card 5S is named twice.",
    ),
    ("move", with_line(9, "2 7S"), "Line 9 of the record cannot be played: There is no seat 2; seats are 0 to 1."),
    ("move", with_line(8, "64 5S"), "Line 8 of the record cannot be played: There is no seat 64; seats are 0 to 1."),
    ("move", with_line(9, "0 6S"), "Line 9 of the record cannot be played: It is not the turn of Seat 0"),
    ("move", with_line(9, "1 2S"), "Line 9 of the record cannot be played: You do not hold 2♠."),
    ("move", with_line(10, "\n\n0 4C"), "Line 12 of the record cannot be played: You do not hold 4♣."),
    ("move", BY_HAND + "0 6S\n", "Line 12 of the record cannot be played: The highest card must be above 8♠."),
    ("move", BY_HAND + "0 pass\n1 9S\n0 6S\n", "Line 14 of the record cannot be played: The match is over."),
    (
        "points",
        with_line(5, "seed: 0\npoints: 1 0", BY_HAND + "0 pass\n1 9S\n"),
        "The record ends with the points 1 0, but its moves give 0 1.",
    ),
    (
        "points",
        with_line(5, "seed: 0\npoints: 0 1 0", BY_HAND + "0 pass\n1 9S\n"),
        "The record ends with the points 0 1 0, but its moves give 0 1.",
    ),
]


@pytest.mark.parametrize("key, text, sentence", WRONG, ids=[f"{key}-{i}" for i, (key, _, _) in enumerate(WRONG)])
def test_a_wrong_record_is_refused_in_one_sentence(key: str, text: str, sentence: str) -> None:
    assert refusal(text).startswith(sentence)
    assert key_of(text) == f"engine.record.{key}"
    assert "\n" not in refusal(text)


def test_every_refusal_of_a_record_was_reached() -> None:
    told = {name for name in catalogue("en") if name.startswith("engine.record.")}
    elsewhere = {"engine.record.note", "engine.record.imagined", "engine.record.text"}  # at the end of this file
    assert told == {f"engine.record.{key}" for key, _, _ in WRONG} | elsewhere


def test_points_that_are_right_are_accepted() -> None:
    text = with_line(5, "seed: 0\npoints:  0   1", BY_HAND + "0 pass\n1 9S\n")
    assert cardshed.replay(text).points == [0, 1]


def test_a_record_of_a_game_that_is_not_there() -> None:
    with pytest.raises(UnknownGame, match="There is no game called bridge"):
        cardshed.replay(with_line(2, "game: bridge"))


@many
@given(house_rules(), seeds, st.data())
def test_a_tampered_move_is_refused_on_its_line(
    house: tuple[int, dict[str, Any]], seed: int, data: st.DataObject
) -> None:
    """A card that its player has already played, or never held, in the place of any move."""
    match = begun(house, seed, 200)
    if not match.moves:
        return
    n = data.draw(st.integers(0, len(match.moves) - 1))
    move = match.moves[n]
    not_held = [c for c in range(52) if not int(move.rows[0].hands[move.seat]) >> c & 1]
    card = table.DECK.name(data.draw(st.sampled_from(not_held)))
    lines = match.record().splitlines()
    line = len(lines) - len(match.moves) + n
    lines[line] = f"{move.seat} {card}"
    assert refusal("\n".join(lines)).startswith(f"Line {line + 1} of the record cannot be played: You do not hold ")
    lines[line] = f"{(move.seat + 1) % match.players} {move.text}"
    assert refusal("\n".join(lines)).startswith(
        f"Line {line + 1} of the record cannot be played: It is not the turn of "
    )


@many
@given(house_rules(), seeds, st.data())
def test_tampered_points_are_refused(house: tuple[int, dict[str, Any]], seed: int, data: st.DataObject) -> None:
    match = begun(house, seed, 2_000)
    assert match.over
    points = match.points
    seat = data.draw(st.integers(0, match.players - 1))
    points[seat] += data.draw(st.sampled_from([-1, 1, 10]))
    ours, theirs = (" ".join(map(str, p)) for p in (match.points, points))
    text = match.record().replace(f"points: {ours}\n", f"points: {theirs}\n")
    assert refusal(text) == f"The record ends with the points {theirs}, but its moves give {ours}."


def test_another_seed_gives_another_match() -> None:
    text = GAME.match(4, 1).record()
    other = cardshed.replay(text.replace("seed: 0000000000000001", "seed: 0000000000000002"))
    assert other.rows.tobytes() == GAME.match(4, 2).rows.tobytes() != GAME.match(4, 1).rows.tobytes()


# --- records from strangers ----------------------------------------------------------------------

UNEXPECTED = {
    "position of another kind": with_line(6, 'position: {"hands": 5}'),
    "position that names players": with_line(6, 'position: {"players": 3}'),
    "position that names itself": with_line(6, 'position: {"s": 3, "self": 3}'),
    "position with an unknown word": with_line(6, 'position: {"hands": ["5S", "6S"], "nothing": 1}'),
    "position with points as text": with_line(6, 'position: {"hands": ["5S", "6S"], "points": ["a", "b"]}'),
    "position nested too deep": with_line(6, "position: " + "[" * 100_000),
    "a seat of 5000 digits": with_line(8, "9" * 5000 + " pass"),
    "players of 5000 digits": with_line(4, "players: " + "9" * 5000),
    "a seed of 5000 digits": with_line(5, "seed: " + "9" * 5000),
    "rules of 5000 digits": with_line(3, "rules: " + "9" * 5000),
    "a move of 5000 letters": with_line(8, "0 " + "S" * 5000),
    "a line of 5000 letters": with_line(8, "S" * 5000),
    "an option of 5000 letters": with_line(5, "seed: 0\noptions: " + "S" * 5000 + "=1"),
}
LONG = {"a move of 5000 letters", "an option of 5000 letters"}  # which are said as they are


@pytest.mark.parametrize("what", UNEXPECTED)
def test_whatever_a_record_says_the_answer_is_a_sentence(what: str) -> None:
    said = refusal(UNEXPECTED[what])
    assert "\n" not in said and (len(said) < 300 or what in LONG)


def test_a_record_cannot_name_a_folder_of_code_to_run(tmp_path: Path) -> None:
    for name in ("rules.py", "table.py", "RULES.md"):
        (tmp_path / name).write_text("raise RuntimeError('the code of a record was run')\n", encoding="utf-8")
    with pytest.raises(UnknownGame):
        cardshed.replay(with_line(2, f"game: {tmp_path}"))


# --- what is not written -------------------------------------------------------------------------

BAD_NOTES = [
    {"event": "two\nlines"},
    {"event": "two\rlines"},
    {"event": "a # b"},
    {"seed": "1"},
    {"points": "9 9 9 9"},
    {"options": "match=2"},
    {"position": "{}"},
    {"a: b": "c"},
    {"": "nothing"},
    {"  ": "nothing"},
]


@pytest.mark.parametrize("notes", BAD_NOTES, ids=str)
def test_a_note_that_would_spoil_the_record_is_refused(notes: dict[str, str]) -> None:
    with pytest.raises(BadRecord) as caught:
        write(GAME.match(4, 0), notes)
    assert caught.value.message.key == "engine.record.note"
    assert str(caught.value).startswith(f"The note {next(iter(notes))} cannot stand in a record: ")


SLY_NOTES = [{" seed": "1"}, {"players ": "2"}, {"0 seat": "Ann"}, {"event": "a\u2028b"}, {"event": "a\x85b"}]


@pytest.mark.parametrize("notes", SLY_NOTES, ids=ascii)
def test_a_note_is_refused_or_harmless(notes: dict[str, str]) -> None:
    match = GAME.match(4, 0)
    try:
        text = write(match, notes)
    except BadRecord as problem:
        assert problem.message.key == "engine.record.note"
    else:
        same_match(match, cardshed.replay(text))


def test_an_imagined_match_has_no_record() -> None:
    match = GAME.match(4, 0)
    play_on(match, 6, random.Random(0))
    imagined = match.imagine(0, 1)
    play_on(imagined, 2, random.Random(0))
    for never_played in (imagined, imagined.copy(), imagined.imagine(1, 2)):
        with pytest.raises(BadRecord) as caught:
            never_played.record()
        assert caught.value.message.key == "engine.record.imagined"
        assert str(caught.value) == "A match that a seat imagines was never played, so it has no record."
    assert cardshed.replay(match.copy().record()).moves == match.moves


def test_a_record_is_read_from_its_text() -> None:
    with pytest.raises(BadRecord, match="is read from its text, not from"):
        cardshed.replay(Path("match.shed"))  # type: ignore[arg-type]
