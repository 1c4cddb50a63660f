"""Parcels as people see it: names, notation, views, reasons, positions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from cardshed.engine import deck
from cardshed.engine.cards import total
from cardshed.engine.errors import BadCards, BadOption, BadPosition, refused_as
from cardshed.engine.kernel import Row, i64
from cardshed.engine.messages import Message, sentences, shortly
from cardshed.engine.options import Settings
from cardshed.engine.row import once

from . import rules

say = sentences(__name__)
ROLLOUTS = (120, 600, 3_000, 15_000)
KINDS = ("nothing", "set", "run", "pass")
PASSED = re.compile(r"(?:pass\s+)?take\s+([1-8])(?:\s+give\s+([1-8]))?")


def check(players: int, settings: Settings) -> None:
    there = sum(int(settings[name]) for name in rules.COPIES)
    each = int(settings[f"cards_{players}"])
    gone = 0
    if settings["score_cards_return"] == "no":
        gone = (players - 1) * (int(settings["rounds"]) - 1)
    if players * each + gone > there:
        raise BadOption(say("deck_too_small", players=players, each=each, deck=there))


# --- notation: `5 5`, `3 4 5`, `take 4 give 2`, `pass` -------------------------------------------


def values(counts: int) -> list[int]:
    """Cards, low to high."""
    return [v + 1 for v in deck.values(counts)]


def packed(cards: Counter[int]) -> int:
    return deck.packed(v - 1 for v in cards.elements())


def unpack(move: int) -> tuple[str, int, int]:
    """The kind of a move and its two numbers."""
    return KINDS[move & 3], move >> 2 & 15, move >> 6


def text(move: int) -> str:
    kind, a, b = unpack(move)
    if kind == "pass":
        return "pass" if not a else f"take {a} give {b}" if b else f"take {a}"
    return " ".join(str(v) for v in values(rules.cards_of(i64(move))))


def read(text: str) -> int:
    plain = " ".join(text.lower().replace(",", " ").split())
    if plain == "pass":
        return int(rules.move_of(rules.PASS, 0, 0))
    if found := PASSED.fullmatch(plain):
        return int(rules.move_of(rules.PASS, int(found[1]), int(found[2] or 0)))
    words = plain.split()
    if not words:
        raise BadCards(say("no_cards"))
    for word in words:
        if word not in tuple("12345678"):
            raise BadCards(say("no_card", text=shortly(word)))
    cards = sorted(map(int, words))
    if len(set(cards)) == 1 and len(cards) <= rules.MOST_COPIES:
        return int(rules.move_of(rules.SET, cards[0], len(cards)))
    if cards == list(range(cards[0], cards[0] + len(cards))):
        return int(rules.move_of(rules.RUN, cards[0], len(cards)))
    raise BadCards(say("no_meld", cards=shortly(plain)))


def part(part: int) -> str:
    if part >= rules.PART_PASS:
        return "pass"
    return ("", "take ", "give ")[part // rules.VALUES] + str(part % rules.VALUES + 1)


def group(s: Row, seat: int, move: int) -> str:
    kind, _, b = unpack(move)
    return "single" if kind == "set" and b == 1 else kind


def label(s: Row, seat: int, move: int) -> Message:
    kind, a, b = unpack(move)
    if kind != "pass":
        return meld_in_words(move)
    if not a:
        return say("pass.plain")
    count = int(s.storage) >> 4 * (a - 1) & 15
    return say("pass.give" if b else "pass.take", take=a, count=count, give=b)


def meld_in_words(move: int) -> Message:
    kind, _, b = unpack(move)
    kind = "single" if kind == "set" and b == 1 else kind
    return say(f"kind.{kind}", cards=text(move), count=b, sum=int(rules.sum_of(i64(move))))


# --- views ---------------------------------------------------------------------------------------


def view(s: Row, seat: int | None) -> dict[str, Any]:
    zones = [_zone("hand", seat, s.hands[seat])] if seat is not None else []
    return {
        "prompt": prompt(s, seat).json(),
        "notes": [_on_the_shelf(s).json()],
        "trick": meld_in_words(int(s.meld)).json() if s.meld else None,
        "allowed": allowed(s).json(),
        "seats": [_seat(s, p) for p in range(int(s.players))],
        "zones": zones + _open_zones(s),
        "deck": int(total(s.deck)),
        "storage_noted": int(total(s.storage)),
        "passes": int(s.passes),
        "last_deal": _last_round(s),
    }


@once
def _open_zones(s: Row) -> list[dict[str, Any]]:
    seats = range(int(s.players))
    zones = []
    zones.append(_zone("trick", int(s.owner) if s.meld else None, rules.cards_of(s.meld)))
    zones.append(_zone("storage", None, s.storage, "take "))
    zones.append(_zone("discards", None, s.discards))
    zones += [_zone("known", p, s.known[p]) for p in seats]
    zones += [_zone("score", p, s.piles[p]) for p in seats]
    if s.shuffles:
        zones.append(_zone("deck", None, s.deck))  # made of discards, so that everybody knows its cards
    return zones


def reveal(s: Row) -> dict[str, Any]:
    hands = [_zone("hand", p, s.hands[p]) for p in range(int(s.players))]
    open_zones = [zone for zone in _open_zones(s) if zone["id"] != "deck"]
    return {"zones": [*hands, *open_zones, _zone("deck", None, s.deck)]}


@once
def allowed(s: Row) -> Message:
    """The shapes that storage allows now."""
    return say("allowed", set=int(rules.largest_set(s)), run=int(rules.longest_run(s)))


def prompt(s: Row, viewer: int | None) -> Message:
    """The sentence in the middle of the table: what lies there and what would beat it."""
    if s.turn < 0:
        best = deck.winners(s.standing, int(s.players))
        return say("prompt.over", seats=best, n=int(rules.worth(s.piles[best[0]])))
    seat = int(s.turn)
    you = ".you" if seat == viewer else ""
    if not s.meld:
        return say(f"prompt.lead{you}", seat=seat, allowed=allowed(s))
    what, wanted = meld_in_words(int(s.meld)), _wanted(s)
    if wanted is None:
        return say(f"prompt.unbeatable{you}", seat=seat, what=what, allowed=allowed(s))
    return say(f"prompt.answer{you}", seat=seat, what=what, wanted=wanted, allowed=allowed(s))


def _wanted(s: Row) -> Message | None:
    """What beats the meld on the table, of the shapes that storage allows; None if nothing does."""
    best = [rules.move_of(rules.SET, rules.VALUES, n) for n in range(1, rules.largest_set(s) + 1)]
    best += [rules.move_of(rules.RUN, rules.VALUES + 1 - n, n) for n in range(2, rules.longest_run(s) + 1)]
    count = unpack(int(s.meld))[2]
    sizes = {unpack(int(move))[2] for move in best if rules.beats(s, i64(move), s.meld)}
    if not sizes:
        return None
    way = "higher" if sizes == {count} else "both" if count in sizes else "more"
    one = "single" if count == 1 else "many"
    return say(f"wanted.{one}.{way}", count=count, sum=int(rules.sum_of(s.meld)))


def _zone(name: str, seat: int | None, counts: int, taking: str = "") -> dict[str, Any]:
    return {"id": name, "seat": seat, "cards": [_card(v, taking) for v in values(counts)]}


@cache
def _card(v: int, taking: str) -> dict[str, Any]:
    return {"name": f"{taking}{v}", "face": str(v), "spoken": say("card", value=v).json()}


@once
def _on_the_shelf(s: Row) -> Message:
    """What lies in storage, and how many cards are left to refill it."""
    lying = " ".join(str(v) for v in values(s.storage))
    key = "storage" if s.storage else "storage.empty"
    return say(key, cards=lying, deck=int(total(s.deck)), discards=int(total(s.discards)))


@once
def _seat(s: Row, p: int) -> dict[str, Any]:
    known = " ".join(str(v) for v in values(s.known[p]))
    notes = [say("passed")] if s.locked >> p & 1 else []
    notes += [say("known", cards=known)] if known else []
    return {
        "cards": int(total(s.hands[p])),
        "points": int(rules.worth(s.piles[p])),
        "rounds_won": int(s.won[p]),
        "locked": bool(s.locked >> p & 1),
        "out": not s.hands[p],
        "notes": [note.json() for note in notes],
    }


@once
def _last_round(s: Row) -> dict[str, Any] | None:
    """How the last round ended: the places, and who took which card, from the last place to the second."""
    if not s.place[0]:
        return None  # none is finished, or the position was laid out by hand
    seats = sorted(range(int(s.players)), key=lambda p: int(s.place[p]))
    steps = []
    for p in reversed(seats[1:] if s.rounds > 1 else []):
        value = int(s.taken[p])
        taken = say("takes" if value else "takes_nothing", seat=p, value=value)
        steps.append({"seat": p, "value": value, "sentence": taken.json()})
    number = int(s.deal_no)
    if s.stopped:
        said = say("round_stopped", number=number, limit=int(s.turn_limit), seats=seats)
    else:
        said = say("round_over", number=number, seat=seats[0], seats=seats)
    return {"places": seats, "stopped": bool(s.stopped), "taken": steps, "sentence": said.json()}


# --- reasons -------------------------------------------------------------------------------------


def why_not(s: Row, seat: int, move: int) -> Message:
    kind, a, b = unpack(move)
    hand = Counter(values(s.hands[seat]))
    if kind == "pass":
        if not s.meld:
            return say("why.leader_passes")
        if not s.storage:
            return say("why.empty_storage")
        if not a:
            return say("why.must_take")
        if not int(s.storage) >> 4 * (a - 1) & 15:
            return say("why.not_in_storage", value=a)
        if a == b:
            return say("why.same_number", value=a)
        return say("why.not_held", cards=str(b))
    if missing := Counter(values(rules.cards_of(i64(move)))) - hand:
        return say("why.not_held", cards=" ".join(str(v) for v in sorted(missing.elements())))
    if kind == "set" and b > rules.largest_set(s):
        return say("why.set_too_large", most=int(rules.largest_set(s)))
    if kind == "run" and b > rules.longest_run(s):
        return say("why.run_too_long", most=int(rules.longest_run(s)))
    count = unpack(int(s.meld))[2]
    if b < count:
        return say("why.too_few", count=count)
    if b > count:
        return say("why.only_singles")
    return say("why.too_low", sum=int(rules.sum_of(s.meld)))


def timeout_move(s: Row, seat: int, moves: Sequence[int]) -> int:
    """X-9: a pass that takes the smallest stack and gives nothing; a leader plays the lowest single."""

    def harm(move: int) -> tuple[int, ...]:
        kind, a, b = unpack(move)
        if kind == "pass":
            return (0, b, int(s.storage) >> 4 * (a - 1) & 15 if a else 0, a)
        return (1, b, int(rules.sum_of(i64(move))), move)

    return min(moves, key=harm)


# --- positions -----------------------------------------------------------------------------------


def set_up(
    s: Row, hands: Sequence[str] = (), storage: str = "", meld: str = "", by: int | None = None, turn: int = 0,
    passes: int = 0, locked: Sequence[int] = (), discards: str | None = None, known: Sequence[str] | None = None,
    piles: Sequence[str] | None = None, starter: int | None = None, round_turns: int = 0, rounds: int = 0,
    won: Sequence[int] | None = None,
) -> None:  # fmt: skip
    """A position within a round: hands, storage, the meld to beat and who played it, each as digits.

    `discards` default to none; all cards not named are the deck. `known` are cards of the hands that everybody knows,
    `piles` the score piles, `rounds` those finished, `won` how many of them each seat has won.
    """
    players = int(s.players)
    seats = range(players)
    held = _read(hands, players, "hands")
    shown = _read(known, players, "known") if known is not None else [Counter[int]() for _ in seats]
    scored = _read(piles, players, "piles") if piles is not None else [Counter[int]() for _ in seats]
    lying, thrown = _read([storage, discards or ""], 2, "storage")
    with refused_as(BadPosition):
        move = read(meld) if meld else 0
    if bool(meld) != (by is not None) or unpack(move)[0] == "pass" or (by is not None and by not in seats):
        raise BadPosition(say("position.by", last=players - 1))
    barred = turn == by or turn in locked or by in locked
    if barred or any(p not in seats for p in [turn, *locked, starter or 0]):
        raise BadPosition(say("position.turn", last=players - 1))
    if not all(held):
        raise BadPosition(say("position.empty"))
    if any(shown[p] - held[p] for p in seats):
        raise BadPosition(say("position.known"))
    if (locked and s.passing == rules.SOFT) or not 0 <= passes < players - 1 or ((passes or locked) and not meld):
        raise BadPosition(say("position.passes"))
    if by is not None:
        # After those who passed, or the first that is not locked out.
        due = deck.seats_after(by, players, locked)[passes if s.passing == rules.SOFT else 0]
        if turn != due:
            raise BadPosition(say("position.order", seat=due))
    # Each finished round has one winner.
    agreed = won is None or (len(won) == players and all(0 <= n == int(n) for n in won) and sum(won) == rounds)
    if not (0 <= rounds < s.rounds and 0 <= round_turns < s.turn_limit and agreed):
        raise BadPosition(say("position.rounds", rounds=int(s.rounds), limit=int(s.turn_limit), players=players))
    # parcels-22: cards that come back can be taken once in every round. A packed count goes no further than 15.
    copies = Counter(values(rules.round_deck(s)))
    times = rounds if s.score_cards_return == rules.RETURN else 1
    for v in range(1, rules.VALUES + 1):
        counts = [pile[v] for pile in scored]
        if max(counts) > rules.MOST_COPIES or sum(counts) > copies[v] * times:
            raise BadPosition(say("position.too_many", value=v))
    for p in seats:
        s.piles[p] = packed(scored[p])
    s.deal_no = rounds
    left = Counter(values(rules.round_deck(s)))
    for pile in [*held, lying, thrown, Counter(values(rules.cards_of(i64(move))))]:
        left.subtract(pile)
    if any(n < 0 for n in left.values()):
        raise BadPosition(say("position.too_many", value=next(v for v, n in sorted(left.items()) if n < 0)))
    for p in seats:
        s.hands[p], s.known[p] = packed(held[p]), packed(shown[p])
        s.won[p] = won[p] if won is not None else 0
        s.place[p] = s.taken[p] = 0
    s.storage, s.discards = packed(lying), packed(thrown)
    s.deck, s.drawn, s.shuffles = packed(left), 0, 0
    s.meld, s.owner, s.turn, s.passes = move, -1 if by is None else by, turn, passes
    s.locked = sum(1 << p for p in set(locked))
    s.starter = turn if starter is None else starter
    s.round_turns, s.stopped = round_turns, 0


def _read(texts: Sequence[str], wanted: int, what: str) -> list[Counter[int]]:
    if isinstance(texts, str) or len(texts) != wanted:
        raise BadPosition(say("position.count", what=what, wanted=wanted))
    found = [Counter(int(word) for word in text.replace(",", " ").split()) for text in texts]
    if any(not 1 <= v <= rules.VALUES for cards in found for v in cards):
        raise BadPosition(say("position.values"))
    return found
