"""House rules: what is read, what presets set, and what is said when a rule cannot be."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardshed
from cardshed.engine.errors import BadOption
from cardshed.engine.options import (
    Choice,
    Number,
    Option,
    Settings,
    describe,
    differing,
    found_in,
    numbers,
    put_in,
    resolve,
)
from cardshed.engine.row import row_type
from cardshed.games.thirteen import rules

GAME = cardshed.game("thirteen")
OPTIONS = GAME.options
NAMES = [option.name for option in OPTIONS]

COLOUR = Choice("colour", ("red", "black", "2"), "test-1")
SWITCH = Choice("switch", ("no", "yes"), "test-2")
LAMP = Choice("lamp", ("on", "off"), "test-3")
LENGTH = Number("length", 5, -3, 100, "test-4")


def all_values(option: Option) -> list[str | int]:
    return list(option.values) if isinstance(option, Choice) else list(range(option.low, option.high + 1))


@st.composite
def any_settings(draw: st.DrawFn) -> Settings:
    """Any value of every option, whether they go together or not."""
    return {option.name: draw(st.sampled_from(all_values(option))) for option in OPTIONS}


@st.composite
def house_rules(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    """A number of players and options of Thirteen that can be dealt."""
    players = draw(st.integers(2, 4))
    given: dict[str, Any] = {}
    for option in OPTIONS:
        if option.name not in ("cards", "ranks", "suits", "three_player_deal", "match") and draw(st.booleans()):
            given[option.name] = draw(st.sampled_from(all_values(option)))
    given["match"] = draw(st.integers(1, 3))
    if draw(st.booleans()):
        given["ranks"] = draw(st.integers(3, 13))
        given["suits"] = draw(st.integers(-(-players // given["ranks"]), 4))
        given["cards"] = draw(st.integers(1, min(17, given["ranks"] * given["suits"] // players)))
    elif players == 3:
        given["three_player_deal"] = draw(st.sampled_from(["13", "17"]))
    return players, given


def refusal(option: Option, given: object) -> str:
    with pytest.raises(BadOption) as caught:
        option.read(given)
    return str(caught.value)


# --- choices -------------------------------------------------------------------------------------


def test_a_choice_begins_with_its_default() -> None:
    assert (COLOUR.default, SWITCH.default, LAMP.default) == ("red", "no", "on")


@pytest.mark.parametrize("text", ["black", "BLACK", " Black\n"])
def test_a_choice_is_read_in_any_case(text: str) -> None:
    assert COLOUR.read(text) == "black"


def test_a_choice_may_be_a_number() -> None:
    assert COLOUR.read(2) == COLOUR.read("2") == "2"
    assert refusal(COLOUR, 3) == "The option colour cannot be 3; it can be red, black, 2."


@pytest.mark.parametrize(
    "option, given, value", [(SWITCH, True, "yes"), (SWITCH, False, "no"), (LAMP, True, "on"), (LAMP, False, "off")]
)
def test_a_bool_is_read_where_the_values_are_such(option: Choice, given: bool, value: str) -> None:
    assert option.read(given) == value


@pytest.mark.parametrize("given", [True, False, None, 1, 0, "", "blue", "red black", 2.0])
def test_what_a_choice_refuses(given: object) -> None:
    assert refusal(COLOUR, given) == f"The option colour cannot be {given}; it can be red, black, 2."


@pytest.mark.parametrize("option", [o for o in OPTIONS if isinstance(o, Choice)], ids=lambda o: o.name)
def test_codes_and_values_of_a_choice_are_each_others_inverse(option: Choice) -> None:
    assert [option.code(value) for value in option.values] == list(range(len(option.values)))
    assert [option.value(code) for code in range(len(option.values))] == list(option.values)
    assert len(set(option.values)) == len(option.values)


def test_codes_are_those_that_the_rules_compare_with() -> None:
    codes = {o.name: {v: o.code(v) for v in o.values} for o in OPTIONS if isinstance(o, Choice)}
    assert codes["rules"] == {"book": rules.BOOK, "southern": rules.SOUTHERN}
    assert codes["twos_in_runs"] == {"top": rules.TOP, "never": rules.NEVER}
    assert codes["bombs"] == {"plain": rules.PLAIN, "beat_twos": rules.BEAT_TWOS, "beat_all": rules.BEAT_ALL}
    assert codes["bomb_colour"] == {"all_same": rules.ALL_SAME, "any": rules.ANY, "each_pair": rules.EACH_PAIR}
    assert codes["run_ties"] == {"rank": rules.RANK, "top_suit": rules.TOP_SUIT}
    assert codes["first_play_3s"] == {"free": rules.FREE, "required": rules.REQUIRED}
    assert codes["must_play"] == {"no": rules.NO, "yes": rules.YES}
    assert codes["finish"] == {"first_out": rules.FIRST_OUT, "all_places": rules.ALL_PLACES}
    assert codes["instant_wins"] == {"on": rules.ON, "off": rules.OFF}


# --- numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("given, value", [(5, 5), ("7", 7), (" 12 ", 12), (-3, -3), ("-3", -3), (100, 100), ("+4", 4)])
def test_a_number_is_read(given: object, value: int) -> None:
    assert LENGTH.read(given) == value


@pytest.mark.parametrize("given", [-4, 101, "101", "", "five", 5.0, "5.5", True, False, None, [5]])
def test_what_a_number_refuses(given: object) -> None:
    assert refusal(LENGTH, given) == f"The option length is a whole number from -3 to 100, not {given}."


def test_a_number_refuses_everything_when_its_range_ends_at_what_text_is_read_as() -> None:
    """A text that is no number must not pass for the number below the range of a wider option."""
    assert "whole number from 0 to 3, not x" in refusal(Number("n", 0, 0, 3, "test-5"), "x")


@given(st.integers(-3, 100))
def test_a_number_is_its_own_code(number: int) -> None:
    assert LENGTH.code(number) == LENGTH.value(number) == LENGTH.read(number) == number


@pytest.mark.parametrize("option", OPTIONS, ids=lambda o: o.name)
def test_every_code_fits_into_the_row(option: Option) -> None:
    for value in all_values(option):
        code = option.code(value)
        assert int(option.dtype(code)) == code
        assert option.value(code) == value == option.read(value)


# --- settings ------------------------------------------------------------------------------------


def test_without_options_every_one_has_its_default() -> None:
    assert resolve(OPTIONS, {}) == {option.name: option.default for option in OPTIONS}
    assert resolve(OPTIONS, {}) == GAME.match(seed=0).options


def test_a_preset_sets_what_it_says_and_nothing_else() -> None:
    settings = resolve(OPTIONS, {"rules": "southern"})
    assert settings == resolve(OPTIONS, {}) | {
        "rules": "southern",
        "twos_in_runs": "never",
        "bombs": "beat_twos",
        "bomb_colour": "any",
        "run_ties": "top_suit",
        "first_play_3s": "required",
        "finish": "all_places",
    }


@pytest.mark.parametrize("given", [{"rules": "southern", "bombs": "plain"}, {"bombs": "plain", "rules": "southern"}])
def test_a_single_option_wins_over_a_preset_in_either_order(given: dict[str, str]) -> None:
    settings = resolve(OPTIONS, given)
    assert settings["bombs"] == "plain" and settings["finish"] == "all_places" and settings["rules"] == "southern"


def test_every_preset_names_options_and_values_that_there_are() -> None:
    known = {option.name: option for option in OPTIONS}
    for option in OPTIONS:
        for value, preset in option.presets.items():
            assert value in all_values(option)
            for name, wanted in preset.items():
                assert name != option.name and known[name].read(wanted) == wanted


@given(any_settings())
def test_differing_is_the_inverse_of_resolve(settings: Settings) -> None:
    assert resolve(OPTIONS, settings) == settings
    assert resolve(OPTIONS, differing(OPTIONS, settings, {})) == settings


@given(any_settings())
def test_differing_names_nothing_that_could_be_left_out(settings: Settings) -> None:
    fewest = differing(OPTIONS, settings, {})
    for name in fewest:
        without = {other: value for other, value in fewest.items() if other != name}
        assert resolve(OPTIONS, without) != settings, name


@pytest.mark.parametrize(
    "given",
    [{}, {"rules": "southern"}, {"rules": "southern", "bombs": "plain"}, {"bombs": "beat_all", "match": 5}],
    ids=str,
)
def test_differing_says_what_was_said(given: dict[str, Any]) -> None:
    assert differing(OPTIONS, resolve(OPTIONS, given), {}) == given


@given(house_rules())
def test_a_match_plays_by_the_options_it_was_given(table: tuple[int, dict[str, Any]]) -> None:
    players, given = table
    match = GAME.match(players, 0, given)
    assert match.options == resolve(OPTIONS, given)
    assert {name: match.options[name] for name in given} == given
    assert GAME.match(players, 0, GAME.given(match.row)).options == match.options


@pytest.mark.parametrize("option", OPTIONS, ids=lambda o: o.name)
def test_every_value_of_every_option_reaches_the_row(option: Option) -> None:
    players = 3 if option.name == "three_player_deal" else 2
    for value in all_values(option):
        small: dict[str, object] = {"cards": 1} if option.name in ("ranks", "suits") else {}
        row = GAME.blank(players, 0, small | {option.name: value})[0]
        assert int(row[option.name]) == option.code(value)
        assert GAME.settings(row)[option.name] == value


def test_bools_and_numbers_mean_what_they_say() -> None:
    match = GAME.match(3, 0, {"must_play": True, "instant_wins": False, "three_player_deal": 17, "match": "2"})
    told = match.options
    assert (told["must_play"], told["instant_wins"], told["three_player_deal"], told["match"]) == (
        "yes",
        "off",
        "17",
        2,
    )
    assert [seat["cards"] for seat in match.view(None)["seats"]] == [17, 17, 17]
    assert GAME.match(3, 0, {"must_play": False, "instant_wins": True}).options == GAME.match(3, 0).options


# --- refusals ------------------------------------------------------------------------------------

REFUSED: list[tuple[dict[Any, Any], str]] = [
    ({"bomb": "plain"}, f"There is no option called bomb; there are {', '.join(NAMES)}."),
    ({"Bombs": "plain"}, f"There is no option called Bombs; there are {', '.join(NAMES)}."),
    ({5: "plain"}, f"There is no option called 5; there are {', '.join(NAMES)}."),
    ({"bombs": "atomic"}, "The option bombs cannot be atomic; it can be plain, beat_twos, beat_all."),
    ({"bombs": True}, "The option bombs cannot be True; it can be plain, beat_twos, beat_all."),
    ({"three_player_deal": 16}, "The option three_player_deal cannot be 16; it can be 13, 17."),
    ({"match": 0}, "The option match is a whole number from 1 to 100, not 0."),
    ({"match": 101}, "The option match is a whole number from 1 to 100, not 101."),
    ({"match": "many"}, "The option match is a whole number from 1 to 100, not many."),
    ({"cards": 18}, "The option cards is a whole number from 1 to 17, not 18."),
    ({"cards": True}, "The option cards is a whole number from 1 to 17, not True."),
    (
        {"cards": 14},
        "4 players with 14 cards each need more than the 52 cards of this deck; "
        "deal fewer cards or take more ranks or suits.",
    ),
]


@pytest.mark.parametrize("given, sentence", REFUSED, ids=lambda given: str(given)[:40])
def test_what_cannot_be_is_said_in_one_sentence(given: dict[Any, Any], sentence: str) -> None:
    before = dict(given)
    with pytest.raises(BadOption) as caught:
        GAME.match(4, 0, given)
    assert str(caught.value) == sentence
    assert given == before


def test_nothing_is_changed_on_error() -> None:
    given = {"rules": "southern", "must_play": True, "match": 500}
    defaults = resolve(OPTIONS, {})
    with pytest.raises(BadOption):
        resolve(OPTIONS, given)
    assert given == {"rules": "southern", "must_play": True, "match": 500}
    assert resolve(OPTIONS, {}) == defaults, "a preset must not leak into the next table"


def test_three_players_cannot_be_dealt_17_from_a_small_deck() -> None:
    with pytest.raises(BadOption, match="3 players with 17 cards each need more than the 48 cards"):
        GAME.match(3, 0, {"three_player_deal": "17", "ranks": 12})


@pytest.mark.parametrize("given", [10**5000, "9" * 5000, -(10**5000)], ids=["number", "text", "negative"])
@pytest.mark.parametrize("option", [LENGTH, COLOUR], ids=["a number", "a choice"])
def test_thousands_of_digits_are_refused_in_a_short_sentence(option: Option, given: object) -> None:
    said = refusal(option, given)
    assert said.startswith(f"The option {option.name} ") and said.endswith(".") and len(said) < 200


# --- menus ---------------------------------------------------------------------------------------


def test_a_choice_is_described_for_menus() -> None:
    told = describe("thirteen", OPTIONS[0])
    assert told["name"] == "rules" and told["default"] == "book" and told["ruling"] == "thirteen-25"
    assert list(told["values"]) == ["book", "southern"] and "low" not in told
    assert told["presets"] == {"southern": rules.SOUTHERN_PRESET}


def test_a_number_is_described_for_menus() -> None:
    told = next(told for told in GAME.describe_options() if told["name"] == "cards")
    assert (told["default"], told["low"], told["high"]) == (13, 1, 17) and "values" not in told


def test_numbers_side_by_side_are_options_of_their_own() -> None:
    side_by_side = numbers("weights", {"light": 1, "heavy": 7}, 0, 9, "none")
    assert [(n.name, n.default, n.at, n.place) for n in side_by_side] == [
        ("light", 1, "weights", 0),
        ("heavy", 7, "weights", 1),
    ]
    row = row_type(__file__, (*side_by_side, Number("laps", 3, 1, 9, "none")))
    rows = np.zeros(2, row)
    for option in side_by_side:
        put_in(rows, option, option.default)
    put_in(rows, side_by_side[1], 9)
    assert rows["weights"].tolist() == [[1, 9], [1, 9]]
    assert [found_in(rows[1], option) for option in side_by_side] == [1, 9]


@pytest.mark.parametrize(("given", "read"), [("yes", 1), ("no", 0), (True, 1), (False, 0), ("1", 1), (0, 0)])
def test_a_number_of_0_or_1_is_a_switch(given: object, read: int) -> None:
    assert Number("switch", 0, 0, 1, "test-5").read(given) == read
    with pytest.raises(BadOption):
        Number("count", 0, 0, 2, "test-5").read("yes")
