"""What the conformance checks find in little broken games, and what they say of it."""

from __future__ import annotations

from pathlib import Path

from tests.engine.test_refusals import anew, broken
from tests.processes import plain_python

pytestmark = anew

SAY_ALL = """
import random, cardshed
from cardshed.engine.kit import conformance
for folder, check in {wanted}:
    try:
        getattr(conformance, check)(cardshed.game(folder), random.Random(1), 8)
        print("nothing")
    except Exception as problem:
        print(problem)
"""


def said(*wanted: tuple[Path, str]) -> list[str]:
    """What checks of these folders say, in plain Python, where nothing need be compiled."""
    return plain_python(SAY_ALL.format(wanted=[(str(folder), check) for folder, check in wanted]))


def line_of(folder: Path, text: str, file: str = "rules.py") -> str:
    before, found, _ = (folder / file).read_text().partition(text)
    assert found
    return f"{folder.name}/{file}:{before.count(chr(10)) + 1}"


def test_a_deal_that_leaves_a_field_as_it_was(tmp_path: Path) -> None:
    topless, _ = broken(tmp_path, "    s.top = -1\n    s.turn = 0\n", "    s.turn = 0\n", name="topless")
    absent, _ = broken(tmp_path, "if p < s.players else 0\n", "if p < s.players else s.hands[p]\n", name="absent")
    for folder, field, told in zip(
        (topless, absent),
        ("top", "hands["),
        said(*((f, "deals_set_every_field") for f in (topless, absent))),
        strict=True,
    ):
        assert told.startswith(f"{line_of(folder, '@kernel')}: deal does not set {field}")
        assert told.endswith("which differs after zeros and after ones")


def test_sentences_that_are_missing_are_told_in_one_go(tmp_path: Path) -> None:
    options = 'Number("cards", 5, 1, 13, "rule 1"), Choice("open", ("no", "yes"), "rule 1")'
    folder, _ = broken(tmp_path, 'Number("cards", 5, 1, 13, "rule 1"),', f"{options},", name="mute")
    rules = (folder / "rules.py").read_text()
    (folder / "rules.py").write_text(rules.replace("options import Number", "options import Choice, Number"))
    unsaid, _ = broken(tmp_path, '"lead"', '"leads"', file="messages/en.json", name="unsaid")
    keys = "option.open, option.open.no, option.open.yes"
    assert said((folder, "everything_has_a_sentence"), (unsaid, "views_tell_what_clients_count_on")) == [
        f"mute/messages/en.json has no sentence for {keys}",
        "unsaid/messages/en.json has no sentence for lead.",
    ]


def test_who_leaks_is_named(tmp_path: Path) -> None:
    """The view or the verb that tells too much, not the redeal."""
    cards = '"cards": int(s.hands[p]).bit_count()'
    view, _ = broken(tmp_path, cards, f'{cards}, "low": int(s.hands[p]) & 255', file="table.py", name="seen")
    own = "put_bits(out, 0, s.hands[seat], CARDS)"
    observe, _ = broken(tmp_path, own, own.replace("[seat]", "[(seat + 1) % s.players]"), name="known")
    by_view, by_observe = said((view, "nothing_leaks"), (observe, "nothing_leaks"))
    assert by_view.startswith(f"{line_of(view, 'def view', 'table.py')}: view tells seat ")
    assert "what it cannot know: view.seats[" in by_view
    assert ": observe tells seat " in by_observe and "what it cannot know: observation.hand[" in by_observe


def test_redeals_that_leave_some_hidden_cards_in_place(tmp_path: Path) -> None:
    """A hand that is never dealt anew, and certain cards that never move; the game as it is has neither."""
    check = "redeals_move_what_is_hidden"
    whole, _ = broken(tmp_path, "seat, hidden)", "seat, hidden )", name="whole")
    hand, _ = broken(tmp_path, "seat, hidden)", "seat, hidden & ~s.hands[(seat + 1) % s.players])", name="hand")
    aces, _ = broken(tmp_path, "seat, hidden)", "seat, hidden & first_n(48))", name="aces")
    well, by_hand, by_card = said((whole, check), (hand, check), (aces, check))
    assert well == "nothing"
    told = ": a redeal for seat 0 always leaves some hidden cards of seat 1 where they truly are"
    assert by_hand == line_of(hand, "@kernel\ndef redeal") + told
    assert by_card.startswith(line_of(aces, "@kernel\ndef redeal") + ": a redeal always leaves A")


def test_a_world_that_cannot_be_played(tmp_path: Path) -> None:
    """A seat that has no move in a world is told with the redeal that made it."""
    folder, _ = broken(
        tmp_path, "    s.seed = key(seed, GAMES, 0)\n", "    s.seed = key(seed, GAMES, 0)\n    empty(s)\n"
    )
    empty = "@kernel\ndef empty(s: Row) -> None:\n    if s.turn >= 0 and s.top < 0:\n        s.hands[s.turn] = 0\n"
    text = (folder / "rules.py").read_text().replace("@kernel\ndef redeal", f"{empty}\n\n@kernel\ndef redeal")
    (folder / "rules.py").write_text(text)
    (told,) = said((folder, "nothing_leaks"))
    assert told.startswith(
        f"{line_of(folder, '@kernel' + chr(10) + 'def redeal')}: in a world that seat 0 imagines, seat 0"
    )
    assert told.endswith("a seat may act, but legal gives it no move.")


def test_what_a_view_lacks_is_named(tmp_path: Path) -> None:
    message = '"prompt": say(prompt, card=DECK.face(max(0, int(s.top)))).json(),'
    cards = '"cards": int(s.hands[p]).bit_count()'
    seats = "for p in range(int(s.players))"
    changes = {
        "zoneless": ('"zones": zones,', '"zone": zones,', "zones"),
        "cardless": (cards, cards.replace("cards", "card"), "seats[0].cards"),
        "seatless": (seats, f"{seats} if p", "seats[2]"),
        "unplaced": ('"seat": None, "cards"', '"cards"', "zones[0].seat"),
        "unspoken": (message, message.replace(".json()", ""), "prompt.key"),
        "nothing": ('"zones": zones,\n    }', '"zones": zones,\n    } and None', "prompt"),
        "unlisted": ('"zones": zones,', '"zones": 3,', "zones"),
    }
    folders = {name: broken(tmp_path, old, new, "table.py", name)[0] for name, (old, new, _) in changes.items()}
    source = "import cardshed\n" + "".join(
        f"try: cardshed.game({str(folder)!r}).match(seed=1).view(None)\nexcept cardshed.CardshedError as e: print(e)\n"
        for folder in folders.values()
    )
    assert plain_python(source) == [
        f"{line_of(folders[name], 'def view', 'table.py')}: view does not tell {what} as clients count on."
        for name, (_, _, what) in changes.items()
    ]


def test_views_that_are_no_json_and_cards_without_names(tmp_path: Path) -> None:
    wide, _ = broken(tmp_path, "int(s.hands[p]).bit_count()", "s.hands[p] * 0", file="table.py", name="wide")
    bare, _ = broken(tmp_path, '"cards": DECK.json(s.played)', '"cards": [{"part": 1}]', file="table.py", name="bare")
    by_wide, by_bare = said(*((folder, "views_tell_what_clients_count_on") for folder in (wide, bare)))
    assert by_wide == f"{line_of(wide, 'def view', 'table.py')}: a view is not JSON; numbers of the row go in by int()"
    assert by_bare.startswith(f"{line_of(bare, 'def view', 'table.py')}: a card of the zone played lacks ")
