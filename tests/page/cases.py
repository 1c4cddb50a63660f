"""What Python makes of the same, for the tests of the page's scripts: `python -m tests.page.cases FILE`.

The looks are given tables as they stand at several moments of matches played at random: each as the seat sees it for
which the moment is one, as another sees it, and as an onlooker does.
"""

from __future__ import annotations

import json
import random
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, permutations
from pathlib import Path
from string import Formatter
from typing import Any

import cardshed
from cardshed.changes import changes
from cardshed.engine import chance
from cardshed.engine.errors import CardshedError
from cardshed.engine.matches.match import Match
from cardshed.engine.messages import Message, catalogue
from cardshed.games import new, registry
from cardshed.server.routes import SPOKEN
from cardshed.tables import fair
from cardshed.tables.events import Event, Facts, Setting
from cardshed.tables.table import Table
from cardshed.wire import Writer

View = dict[str, Any]
State = dict[str, Any]

NAMES = ["Ann", "Bo", "Zoë ♥", "{0}", "$1"]
MATCHES = 40  # that are played to find the moments of a game
CHANGED = 300


def write(path: Path, changed: int = CHANGED) -> None:
    """All cases as one file; `changed` states are changed at random."""
    one_more = pyramid_with_one_meld_more()
    rules = {name: cardshed.game(name).rules for name in cardshed.games()}  # and with the games come their sentences
    told = {
        "catalogue": catalogue("en", *SPOKEN, "cli"),
        "changes": list(some_changes(changed)),
        "rules": rules,
        "say": list(some_messages()),
        "shuffle": list(some_shuffles()),
        "wire": [a_wire(name) for name in registry.OURS],
        "tables": {name: dict(moments(name)) for name in MOMENTS},
        "passes": list(passes_of_parcels()),
        "one_more": one_more,
        "trades": list(trades_of_pyramid()),
        "lays": list(lays_of_rummy()),
        "laid": laid_of_rummy(),
    }
    path.write_text(json.dumps(told), encoding="utf-8")


# --- changes, sentences, shuffles ----------------------------------------------------------------


def some_changes(count: int) -> Any:
    """Random states that differ a little, and the states of a match as they follow each other."""
    dice = random.Random(3)

    def value(depth: int) -> Any:
        kind = dice.randrange(8 if depth else 5)
        if kind < 5:
            return [dice.randrange(9), dice.random() < 0.5, None, "x" * dice.randrange(3), dice.randrange(9) / 4][kind]
        if kind == 5:
            return [value(depth - 1) for _ in range(dice.randrange(4))]
        return {f"k{dice.randrange(5)}": value(depth - 1) for _ in range(dice.randrange(5))}

    def varied(old: Any, depth: int) -> Any:
        if dice.random() < 0.2:
            return value(depth)
        if isinstance(old, dict):
            kept = {key: varied(one, depth - 1) for key, one in old.items() if dice.random() < 0.9}
            return kept | ({f"k{dice.randrange(9)}": value(1)} if dice.random() < 0.2 else {})
        if isinstance(old, list):
            return [varied(one, depth - 1) for one in old]
        return old

    for _ in range(count):
        old = value(4)
        now = varied(old, 4)
        yield {"old": old, "changes": changes(old, now), "now": now}
    match = cardshed.game("thirteen").match(4, 7, {})
    old = match.view(0)
    while not match.over:
        seat = match.acting[0]
        match.play(seat, dice.choice(match.legal(seat)))
        now = match.view(0)
        yield {"old": old, "changes": changes(old, now), "now": now}
        old = now


def some_messages() -> Any:
    """Every sentence, with something in each of its places."""
    dice = random.Random(5)

    def given(name: str, spec: str | None) -> Any:
        if spec:  # of numbers, which only authors are told: the page shows small ones alike
            return dice.randrange(1_000)
        if name == "seat":
            return dice.randrange(5)
        if name == "seats":
            return [dice.randrange(5) for _ in range(dice.randrange(4))]
        inner = Message("seat", number=dice.randrange(9))
        turn = Message("page.undo.asks", seat=dice.randrange(5))
        return dice.choice([7, -3, "a {b} {{c}}", "", "x$1y$&", inner, turn, [inner, "x", 3, [turn, 1]], 0])

    for key, sentence in sorted(catalogue("en", *SPOKEN, "cli").items()):
        base = key.removesuffix(".one").removesuffix(".other")
        for _ in range(3):
            params = {name: given(name, spec) for _, name, spec, _ in Formatter().parse(sentence) if name}
            if base != key:
                params["n"] = 1 if key.endswith(".one") else dice.choice([0, 2, 13])
            message = Message(base, **params)
            names = dice.choice([None, NAMES])
            yield {"message": message.json(), "names": names, "said": message.say(names=names)}


def some_shuffles() -> Any:
    dice = random.Random(8)
    options: dict[str, list[dict[str, Any]]] = {
        "thirteen": [{}, {"match": 3, "bombs": "beat_all", "rules": "southern"}],
        "pyramid": [{}, {"rounds_4": 1, "red_10": 7, "pass": "hard", "red_3": 0}],
        "parcels": [{}, {"rounds": 2}],
        "segments": [{}, {"cards": 5, "segments_1": 2, "glyphs": "no_tails"}],
        "rummy": [{}, {"goal": 100, "rummy_call": "prompt"}],
    }
    for name, rules in ((name, rules) for name, found in options.items() for rules in found * 2):
        game = registry.named(name)
        players = game.players[-1]
        shuffled = dict(sorted(rules.items(), key=lambda _: dice.random()))
        for shown in range(players + 1):  # and one has committed that does not show
            secret, all_nonces = fair.new_secret(), {seat: secrets.token_hex(16) for seat in range(players)}
            nonces = dict(list(all_nonces.items())[:shown])
            hashes = {seat: fair.hashed(nonce) for seat, nonce in list(all_nonces.items())[: shown + 1]}
            key = fair.match_key(secret, hashes, nonces)
            told = {"hashes": hashes, "nonces": nonces, "salt": secret, "seed": f"{key:032x}"}
            told["commitment"] = fair.commitment(secret, 0, name, game.version, players, rules)
            table = {"game": name, "players": players, "options": shuffled, "shuffle": told}
            row = game.blank(players, key, None)[0]
            streams = [f"{int(chance.stream(row, chance.DECK, deal)):016x}" for deal in range(4)]
            left = [shown] if shown < players else []
            yield {"table": table, "rules": game.version, "left": left, "streams": streams}
        salt, seed = secrets.token_hex(16), dice.randrange(2**64)  # of the first kind
        first = fair.commitment(salt, seed, name, game.version, players, rules)
        told = {"hashes": {}, "nonces": {}, "salt": salt, "seed": f"{seed:016x}", "commitment": first}
        table = {"game": name, "players": players, "options": shuffled, "shuffle": told}
        yield {"table": table, "rules": game.version, "left": [], "streams": []}


def a_wire(name: str, moves: int = 60) -> Any:
    """What a seat is sent of a match, and the states that it is to read."""
    writer, dice = Writer(), random.Random(name)
    match = registry.named(name).match(None, 11)
    before = first = writer.write(states(match, 0, {})["own"])
    steps = []
    for _ in range(moves):
        if match.over:
            break
        seat = dice.choice(match.acting)
        match.play(seat, dice.choice(match.legal(seat)))
        state = states(match, 0, {})["own"]
        now = writer.write(state)
        steps.append({"changes": changes(before, now), "state": state})
        before = now
    return {"first": first, "steps": steps}


# --- tables --------------------------------------------------------------------------------------

Wanted = Callable[[View], Any]  # whether a view is one of the moment, for the seat whose view it is


def zones(view: View, name: str) -> list[View]:
    return [zone for zone in view["zones"] if zone["id"] == name]


def cards(view: View, name: str) -> list[View]:
    return [card for zone in zones(view, name) for card in zone["cards"]]


def can(view: View, *kinds: str) -> bool:
    return {*kinds} <= {move["kind"] for move in view["moves"]}


COMMON: dict[str, Wanted] = {
    "deal": lambda view: not view["plies"],
    "lead": lambda view: view["moves"] and not cards(view, "trick") and view.get("phase", "shed") == "shed",
    "answer": lambda view: len(view["moves"]) > 2 and cards(view, "trick"),
    "scored": lambda view: view["last_deal"] and not view["over"],
    "over": lambda view: view["over"],
}

# By game: under which house rules which moments are looked for.
MOMENTS: dict[str, list[tuple[dict[str, Any], dict[str, Wanted]]]] = {
    "thirteen": [
        (
            {"instant_wins": "off", "match": 2},
            {**COMMON, "locked": lambda view: sum(seat["locked"] for seat in view["seats"]) > 1},
        )
    ],
    "pyramid": [
        (
            {},
            {
                **COMMON,
                "declare": lambda view: view["phase"] == "declare" and view["moves"],
                "sealed": lambda view: view["own_choice"] and "trade" in view["own_choice"],
                "keeps": lambda view: any(
                    note["key"] == "pyramid.keeps" for seat in view["seats"] for note in seat["notes"]
                ),
                "add": lambda view: view["phase"] == "add" and view["moves"],
                "end": lambda view: view["phase"] == "end" and view["moves"],
                "discard": lambda view: view["phase"] == "discard" and view["moves"],
                "placed": lambda view: any(seat["place"] for seat in view["seats"]),
                "three": lambda view: view["red_three"] not in (None, view["seat"]),
                "used": lambda view: view["moves"] and sum(card["used"] for card in view["meld_cards"]) > 2,
            },
        ),
        (
            {"pass": "hard", "melds": "full14", "red_wilds": 3, "black_wilds": 3},
            {
                "many": lambda view: any(seat["wilds_in_front"] > 4 for seat in view["seats"]),
                "locked": lambda view: any(seat["locked"] for seat in view["seats"]),
                "fourteen": lambda view: len(view["moves"]) > 9 and view["trick"],
            },
        ),
    ],
    "parcels": [
        (
            {},
            {
                **COMMON,
                "known": lambda view: len(cards(view, "known")) > 3,
                "taken": lambda view: view["last_deal"] and view["last_deal"]["taken"] and cards(view, "score"),
                "shapes": lambda view: view["allowed"]["params"]["set"] > 1 and view["allowed"]["params"]["run"] > 2,
                "singles": lambda view: view["allowed"]["params"]["set"] < 2,
            },
        ),
        (
            {"pass": "hard", "deck_empty": "stop"},
            {
                "locked": lambda view: view["moves"] and any(seat["locked"] for seat in view["seats"]),
                "dry": lambda view: view["deck"] < 2 and can(view, "pass"),
            },
        ),
    ],
    "segments": [
        (
            {},
            {
                **COMMON,
                "added": lambda view: any(set(card["changed"]) - set(card["lit"]) for card in cards(view, "trick")),
                "blacked": lambda view: any(set(card["changed"]) & set(card["lit"]) for card in cards(view, "trick")),
                "out": lambda view: any(seat["out"] for seat in view["seats"]),
            },
        ),
        (
            {"glyphs": "no_tails", "pass_segments": "may"},
            {
                "no_tails": lambda view: (
                    {6, 9} <= {card["printed"] for card in cards(view, "hand")}
                    and sum(move["kind"] == "pass" for move in view["moves"]) > 1
                    and any(">" in move["text"] for move in view["moves"])
                )
            },
        ),
    ],
    "rummy": [
        (
            {},
            {
                "deal": COMMON["deal"],
                "scored": lambda view: view["last_deal"] and view["last_deal"]["went_out"] is not None,
                "over": COMMON["over"],
                "draw": lambda view: can(view, "draw", "take"),
                "lay": lambda view: view["must"] is None and can(view, "set", "run"),
                "must": lambda view: view["must"] and view["moves"],
                "owed": lambda view: view["owed"] and view["moves"],
                "ends": lambda view: {"low", "high"} <= {move["text"].split()[-1] for move in view["moves"]},
                "melds": lambda view: (
                    {meld["seat"] for meld in zones(view, "meld")} == {0, 1}
                    and any(card["layer"] != meld["seat"] for meld in zones(view, "meld") for card in meld["cards"])
                    and any(card["stands_for"] for card in cards(view, "meld"))
                ),
                "known": lambda view: view["moves"] and cards(view, "known"),
                "long": lambda view: len(cards(view, "pile")) > 12,
                "empty": lambda view: view["moves"] and not view["stock"],
            },
        ),
        (
            {"rummy_scope": "pile", "cards": 13},
            {
                "call": lambda view: sum(move["kind"] == "rummy" for move in view["moves"]) == 1,
                "calls": lambda view: sum(move["kind"] == "rummy" for move in view["moves"]) > 1,
            },
        ),
        ({"rummy_call": "prompt"}, {"asked": lambda view: view["phase"] == "asked" and view["moves"]}),
        ({"wild_swap": "anyone"}, {"swap": lambda view: can(view, "swap")}),
        (
            {"ranks": 4, "cards": 8, "natural_min": "none", "naturals": 0},
            {"wilds": lambda view: any(meld["kind"] == "wilds" for meld in zones(view, "meld"))},
        ),
    ],
}


def moments(name: str) -> Iterator[tuple[str, dict[str, State]]]:
    for house, wanted in MOMENTS[name]:
        missing = dict(wanted)
        for match in (match for seed in range(MATCHES) for match in played(name, seed, house)):
            if not missing:
                break
            for seat in range(match.players):
                view = match.view(seat)
                for moment in [moment for moment, is_one in missing.items() if is_one(view)]:
                    del missing[moment]
                    yield moment, states(match, seat, house)
        assert not missing, f"{name} has no moment {', '.join(missing)}"


def played(name: str, seed: int, house: dict[str, Any]) -> Iterator[Match]:
    """A match at every moment from the deal to the end; anything is played."""
    match, dice = registry.named(name).match(None, seed, house), random.Random(seed)
    yield match
    while not match.over:
        seat = dice.choice(match.acting)
        match.play(seat, dice.choice(match.legal(seat)))
        yield match


def states(match: Match, seat: int, house: dict[str, Any]) -> dict[str, State]:
    """A table where the match stands so, as a seat, another seat and an onlooker are told."""
    game, players = match.game, match.players
    facts = Facts("looks", game.name, game.version, players, house, match.seed, "", Setting((None,) * players), 0.0)
    names = ("Ann", "Bo", "Cy", "Di", "Eve")
    events = [Event("sit", p, {"person": f"{p:064}", "name": names[p]}, 0.0) for p in range(players)]
    if not match.position:
        events.append(Event("start", None, {}, 0.0))
        events += [Event("move", move.seat, {"text": move.text, "by": "bot"}, 0.0) for move in match.moves]
    table = Table.built(facts, game, events)
    table.match = match
    told = partial(table.state, here=[*range(players)], onlookers=1)
    return {"own": told(seat), "other": told((seat + 1) % players), "onlooker": told(None)}


# --- what a look foretells or finds out by itself ------------------------------------------------


def passes_of_parcels() -> Iterator[dict[str, Any]]:
    """What comes of the passes at a few moments, as the seat that passes sees it then; a pass that ends the trick also
    brings the storage a card for that, which no preview of it shows."""
    for house in ({}, {"deck_empty": "stop"}):
        for match in islice(played("parcels", 5, house), 1, 60, 9):
            seat = match.acting[0]
            after = {}
            for move in match.legal(seat):
                if move.kind == "pass":
                    passed = match.copy()
                    passed.play(seat, move)
                    view = passed.view(seat)
                    if cards(view, "trick"):
                        after[move.text] = {
                            "hand": [card["name"] for card in cards(view, "hand")],
                            "storage": [card["name"] for card in cards(view, "storage")],
                            "allowed": view["allowed"]["params"],
                        }
            if after:
                yield {"state": states(match, seat, house)["own"], "after": after}


def trades_of_pyramid() -> Iterator[dict[str, Any]]:
    """What was revealed when the last one had chosen: by seat keep, trade WR or trade WB."""
    for seed in range(2):
        choices: dict[int, str] = {}
        sealed = 0
        for match in played("pyramid", seed, {}):
            last = match.moves[-1] if match.plies else None
            if last and last.kind in ("keep", "trade"):
                choices = {**choices, last.seat: last.text} if sealed else {last.seat: last.text}
                if not match.sealed:
                    yield {"states": states(match, last.seat, {}), "choices": choices}
            sealed = match.sealed


def pyramid_with_one_meld_more() -> dict[str, State]:
    """A copy of Pyramid, in whose list of melds is one more before the others, when keep or trade is to be chosen."""
    with tempfile.TemporaryDirectory() as parent:
        folder, _ = new.copy("tetrahedron", Path(parent), "pyramid")
        melds, words = folder / "melds.py", folder / "messages/en.json"
        first = '    Meld("red_single", RED'
        more = melds.read_text().replace(first, f'    Meld("red_twins", RED, False, 2),\n{first}')
        melds.write_text(more)
        words.write_text(json.dumps(json.loads(words.read_text()) | {"meld.red_twins": "red twins"}))
        game = cardshed.game(folder)
        assert game.parts == registry.named("pyramid").parts + 1
        match = game.match(None, 1)
        while match.legal(match.acting[0])[0].kind != "keep":
            match.play(match.acting[0], match.legal(match.acting[0])[0])
        return states(match, match.acting[0], {})


def lays_of_rummy() -> Iterator[dict[str, Any]]:
    """Cards that somebody holds, and in which orders they can be laid as a set or as a run."""
    game, dice = registry.named("rummy"), random.Random(2)
    free = {"natural_min": "none", "naturals": 0}
    deck = [game.table.part(part) for part in range(54)]
    for _ in range(60):
        low, size = dice.randrange(12), dice.choice([3, 3, 4])
        near = [name for k, name in enumerate(deck) if k >= 48 or (abs(k // 4 - low) < 3 and (k + low) % 4 < 2)]
        held = dice.sample(near, size)
        rest = [name for name in deck if name not in held]
        match = game.position(options=free, hands=[" ".join([*held, rest[0]]), rest[1]], laying=True)
        rising = [name for name in deck[:48] if name in held]
        orders = {
            " ".join(order) for order in permutations(held) if [name for name in order if name in rising] == rising
        }
        yield {
            "cards": [card for card in cards(match.view(0), "hand") if card["name"] in held],
            "set": works(match, f"lay set {' '.join(held)}"),
            "runs": sorted(order for order in orders if works(match, f"lay run {order}")),
        }


def laid_of_rummy() -> dict[str, Any]:
    """A hand with much to lay, and what may be sent for it in one go."""
    hands = ["7S 7D 7H 9C 10C JC 2S 6S KH 3D", "4D 8C KD"]
    melds = ["1 run 3S 4S 5S", "0 set QC QD JR*"]
    match = registry.named("rummy").position(hands=hands, melds=melds, pile="8H 9S 4C", laying=True)
    texts = [
        "set 7S 7D 7H, lay run 9C 10C JC, discard KH",
        "lay run 9C 10C JC 2S",
        "lay run 2S 9C 10C JC",
        "lay 6S 7S to 1",
    ]
    return {"states": states(match, 0, {}), "texts": [text for text in texts if works(match, text)]}


def works(match: Match, text: str) -> bool:
    try:
        match.copy().play_all(0, text)
    except CardshedError:
        return False
    return True


if __name__ == "__main__":
    write(Path(sys.argv[1]))
