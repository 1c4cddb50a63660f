"""Thirteen as people see it: names, notation, views, reasons, positions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from cardshed.engine import calls
from cardshed.engine.deck import Deck, members, winners
from cardshed.engine.errors import BadCards, BadOption, BadPosition, refused_as
from cardshed.engine.kernel import Row, i64
from cardshed.engine.messages import Message, sentences
from cardshed.engine.options import Settings
from cardshed.engine.row import once

from . import rules

say = sentences(__name__)
ROLLOUTS = (24, 120, 600, 3_000)

DECK = Deck("3 4 5 6 7 8 9 10 J Q K A 2".split(), "SCDH")
PASS = "pass"
KINDS = (PASS, "single", "pair", "triple", "four", "run", "pairs")
HOW = ("out", "six_pairs", "dragon", "three_triples", "four_twos")


def check(players: int, settings: Settings) -> None:
    each = 17 if players == 3 and settings["three_player_deal"] == "17" else int(settings["cards"])
    deck = int(settings["ranks"]) * int(settings["suits"])
    if players * each > deck:
        raise BadOption(say("deck_too_small", players=players, each=each, deck=deck))


# --- notation ------------------------------------------------------------------------------------


def text(move: int) -> str:
    return DECK.names(move) if move else PASS


def read(text: str) -> int:
    if text.strip().lower() == PASS:
        return rules.PASS
    cards = DECK.cards(text)
    if not cards:
        raise BadCards(say("no_cards"))
    return cards


def part(part: int) -> str:
    return PASS if part == rules.PART_PASS else DECK.name(part)


def group(s: Row, seat: int, move: int) -> str:
    return KINDS[rules.kind_of(i64(move))]


def label(s: Row, seat: int, move: int) -> Message:
    return combination(move)


def combination(cards: int) -> Message:
    """A combination in words; the empty one is a pass."""
    return say(f"kind.{KINDS[rules.kind_of(i64(cards))]}", cards=DECK.faces(cards))


# --- views ---------------------------------------------------------------------------------------


def view(s: Row, seat: int | None) -> dict[str, Any]:
    zones = [] if seat is None else [{"id": "hand", "seat": seat, "cards": DECK.json(s.hands[seat])}]
    return {
        "prompt": prompt(s, seat).json(),
        "trick": combination(s.trick).json() if s.trick else None,
        "seats": [_seat(s, p) for p in range(int(s.players))],
        "zones": zones + _open_zones(s),
        "start_card": DECK.name(s.start_card) if s.start_card >= 0 else None,
        "start_holder": _start_holder(s),
        "last_deal": _last_deal(s),
    }


@once
def _open_zones(s: Row) -> list[dict[str, Any]]:
    by = int(s.owner) if s.trick else None
    played = [{"id": "played", "seat": p, "cards": DECK.json(s.played[p])} for p in range(int(s.players))]
    return [{"id": "trick", "seat": by, "cards": DECK.json(s.trick)}, *played]


def _start_holder(s: Row) -> int | None:
    """Who is known to hold the card that decided who starts, until it is played."""
    if s.start_card < 0:
        return None
    return next((p for p in range(int(s.players)) if int(s.hands[p]) >> int(s.start_card) & 1), None)


def reveal(s: Row) -> dict[str, Any]:
    dealt = sum(int(s.hands[p]) | int(s.played[p]) for p in range(int(s.players)))
    hands = [{"id": "hand", "seat": p, "cards": DECK.json(s.hands[p])} for p in range(int(s.players))]
    undealt = {"id": "undealt", "seat": None, "cards": DECK.json(int(rules.whole_deck(s)) & ~dealt)}
    return {"zones": [*hands, *_open_zones(s), undealt]}


def prompt(s: Row, viewer: int | None) -> Message:
    """The sentence in the middle of the table: what lies there and what would beat it."""
    if s.turn < 0:
        best = winners(s.score, int(s.players))
        shared = ".shared" if len(best) > 1 else ""
        return say(f"prompt.over{shared}", seats=best, n=int(s.score[best[0]]))
    seat = int(s.turn)
    you = ".you" if seat == viewer else ""
    if s.trick:
        wanted = _wanted(s)
        if wanted is None:
            return say(f"prompt.unbeatable{you}", seat=seat, what=combination(s.trick))
        if s.must_play == rules.NO:
            return say(f"prompt.answer{you}", seat=seat, what=combination(s.trick), wanted=wanted)
        return say(f"prompt.must_answer{you}", seat=seat, what=combination(s.trick), wanted=wanted)
    if s.first_play_3s == rules.REQUIRED and _start_holder(s) == seat:
        return say(f"prompt.lead_holding{you}", seat=seat, card=DECK.face(s.start_card))
    return say(f"prompt.lead{you}", seat=seat)


def _wanted(s: Row) -> Message | None:
    """What would beat the combination on the table, whoever holds it; None if nothing does."""
    kind, cards = KINDS[rules.kind_of(s.trick)], int(s.trick).bit_count()
    higher = say(f"wanted.{kind}", count=cards, pairs=cards // 2) if _can_be_topped(s) else None
    bombs = _bombs_wanted(s, cards) if kind not in ("four", "pairs") else None
    if higher and bombs:
        return say("wanted.or", one=higher, other=bombs)
    return higher or bombs


def _can_be_topped(s: Row) -> bool:
    """Whether there is a higher combination of the same kind and size."""
    kind, top = rules.kind_of(s.trick), int(s.trick).bit_length() - 1
    in_row = kind in (rules.RUN, rules.PAIRS)
    highest = rules.TWO - 1 if in_row and s.twos_in_runs == rules.NEVER else rules.TWO
    if top >> 2 < highest:
        return True
    if kind in (rules.TRIPLE, rules.FOUR) or (kind == rules.RUN and s.run_ties == rules.RANK):
        return False
    if kind in (rules.PAIR, rules.PAIRS) and s.suits < 4:
        return False  # not two are left of the top rank
    return top & 3 < int(s.suits) - 1


def _bombs_wanted(s: Row, cards: int) -> Message | None:
    """The bombs that beat what is no bomb."""
    on_twos = s.bombs == rules.BEAT_TWOS and int(s.trick) & ~rules.TWOS == 0
    if s.bombs == rules.BEAT_ALL or (on_twos and cards == 1):
        return say("wanted.bomb")
    if on_twos and s.rules != rules.BOOK:
        return say("wanted.long_bomb", pairs=cards + 2)  # thirteen-24
    return None


@once
def _seat(s: Row, p: int) -> dict[str, Any]:
    left = int(s.hands[p]).bit_count()
    return {
        "cards": left,
        "points": int(s.score[p]),
        "locked": bool(s.locked >> p & 1),
        "out": left == 0,
        "notes": [say("passed").json()] if s.locked >> p & 1 else [],
    }


@once
def _last_deal(s: Row) -> dict[str, Any] | None:
    if s.last_winner < 0:
        return None
    how, winner = HOW[s.last_how], int(s.last_winner)
    shown = int(s.shown) if how != "out" else 0
    said = say(f"won.{how}", seat=winner, cards=DECK.faces(shown))
    return {"winner": winner, "how": how, "cards": DECK.json(shown), "sentence": said.json()}


# --- reasons -------------------------------------------------------------------------------------


def why_not(s: Row, seat: int, move: int) -> Message:
    if move == rules.PASS:
        return say("why.must_play" if s.trick else "why.leader_passes")
    hand = int(s.hands[seat])
    if move & ~hand:
        return say("why.not_held", cards=DECK.faces(move & ~hand))
    if not is_combination(s, move):
        return _why_no_combination(s, move)
    if not s.trick:
        return say("why.start_card", card=DECK.face(s.start_card))
    kind, wanted = rules.kind_of(i64(move)), rules.kind_of(s.trick)
    same_size = move.bit_count() == int(s.trick).bit_count()
    bombs = (rules.FOUR, rules.PAIRS)
    if kind in bombs and wanted not in bombs:
        return say(f"why.bomb.{('plain', 'beat_twos')[s.bombs]}")
    if kind != wanted or not same_size or not _can_be_topped(s):
        needed = _wanted(s)
        if needed is None:
            return say("why.unbeatable", what=combination(s.trick))
        return say("why.other_kind", what=combination(s.trick), wanted=needed)
    if kind == rules.RUN and s.run_ties == rules.RANK:
        return say("why.run_too_low", rank=DECK.ranks[int(s.trick).bit_length() - 1 >> 2])
    return say("why.too_low", card=DECK.face(int(s.trick).bit_length() - 1))


def timeout_move(s: Row, seat: int, moves: Sequence[int]) -> int:
    """X-9: pass if that is allowed, else the lowest single, else the smallest play."""
    return min(moves, key=lambda move: (move.bit_count(), move))


def is_combination(s: Row, cards: int) -> bool:
    """Whether somebody who held just these cards and led could play them all; legality itself is told in the rules."""
    if cards.bit_count() > rules.MOST_DEALT:  # nobody ever holds them, and MOVES has no room for what they make
        return False
    alone = np.zeros(1, rules.ROW)
    alone[0] = s
    alone[0].hands[0] = cards
    alone[0].trick = 0
    alone[0].start_card = -1
    moves = np.empty(rules.MOVES, np.int64)
    return cards in moves[: calls.legal(alone, 0, moves)]


def _why_no_combination(s: Row, move: int) -> Message:
    cards = members(move)
    faces = DECK.faces(move)
    held = sorted({c >> 2 for c in cards})
    nothing = say(f"why.no_combination.{'book' if s.rules == rules.BOOK else 'southern'}", cards=faces)
    all_pairs = len(held) > 2 and all(sum(c >> 2 == r for c in cards) == 2 for r in held)
    if not 3 <= len(cards) <= rules.MOST_DEALT or not (all_pairs or len(held) == len(cards)):
        return nothing
    missing = [r for r in range(held[0], held[-1]) if r not in held]
    if missing:
        whole = held[0] == rules.RANKS - int(s.ranks) and held[-1] == rules.TWO  # from the lowest rank to the highest
        if whole and missing[-1] - missing[0] + 1 == len(missing):
            return say("why.wrap", cards=faces)
        return say("why.gap", cards=faces, rank=DECK.ranks[missing[0]])
    if rules.TWO in held and s.twos_in_runs == rules.NEVER:
        return say("why.twos", cards=faces)
    if all_pairs and len(held) > 3 and s.rules == rules.BOOK:
        return say("why.three_pairs_only", cards=faces)
    if all_pairs and s.bomb_colour != rules.ANY:
        return say(f"why.colour.{('all_same', '', 'each_pair')[s.bomb_colour]}", cards=faces)
    return nothing


# --- positions -----------------------------------------------------------------------------------


def set_up(
    s: Row, hands: Sequence[str] = (), trick: str = "", by: int | None = None, turn: int = 0,
    locked: Sequence[int] = (), played: Sequence[str] | None = None, points: Sequence[int] | None = None, deal: int = 0,
    first_out: int | None = None,
) -> None:  # fmt: skip
    """A position within a deal: the hands, the combination to beat and who played it, whose turn it is.

    `played` are the cards each seat has played, those of the trick left out; without it the cards not named are shared
    out so that every seat was dealt its number. `deal` counts the deals finished before, from 0. Where several seats
    are out already, `first_out` says which was first; if not given it is the lowest.
    """
    players, each = int(s.players), int(rules.cards_each(s))
    held = _read_cards(s, "hands", hands, players)
    combo = _read_cards(s, "trick", [trick], 1)[0]
    gone = _read_cards(s, "played", played, players) if played is not None else [0] * players
    _refuse_twice([*held, combo, *gone])
    if not 0 <= deal < s.match:
        raise BadPosition(say("position.deal", deals=int(s.match)))
    if bool(combo) != (by is not None) or (by is not None and not 0 <= by < players):
        raise BadPosition(say("position.by", last=players - 1))
    if combo and not is_combination(s, combo):
        raise BadPosition(say("position.trick", why=_why_no_combination(s, combo)))
    for p in [turn, *locked]:
        if not isinstance(p, int | np.integer) or not 0 <= p < players:
            raise BadPosition(say("position.seat", number=str(p), last=players - 1))
    if not held[turn] or turn in locked or (combo and turn == by):
        raise BadPosition(say("position.turn", seat=turn))
    if not combo and locked:
        raise BadPosition(say("position.locked_lead"))
    if by in locked:
        raise BadPosition(say("position.locked_owner"))
    empty = [p for p in range(players) if not held[p]]
    if (empty and s.finish == rules.FIRST_OUT) or players - len(empty) < 2:
        raise BadPosition(say("position.ended"))
    if first_out is None and empty:
        first_out = empty[0]
    if first_out is not None and first_out not in empty:
        raise BadPosition(say("position.first_out"))
    if by is not None:
        gone[by] |= combo
    _share_out(s, held, gone, each, fixed=played is not None)
    if points is None:
        order = [] if first_out is None else [first_out, *(p for p in empty if p != first_out)]
        points = [players - 1 - order.index(p) if p in order else 0 for p in range(players)]
    if len(points) != players or any(not isinstance(n, int) or not 0 <= n < 1000 for n in points):
        raise BadPosition(say("position.points", players=players))
    for p in range(players):
        s.hands[p], s.played[p], s.score[p] = held[p], gone[p], points[p]
    s.trick, s.owner, s.turn = combo, -1 if by is None else by, turn
    s.locked = sum(1 << p for p in set(locked))
    s.deal_no, s.first_out = deal, -1 if first_out is None else first_out
    s.last_winner, s.last_how, s.shown = -1, rules.OUT, 0
    s.start_card = -1
    if deal == 0 and not any(gone):
        s.start_card = min(min(members(h)) for h in held)
        if not held[turn] >> int(s.start_card) & 1:
            raise BadPosition(say("position.start", card=DECK.face(int(s.start_card)), seat=turn))


def _read_cards(s: Row, what: str, texts: Sequence[str], wanted: int) -> list[int]:
    if isinstance(texts, str) or len(texts) != wanted:
        raise BadPosition(say("position.count", what=what, wanted=wanted))
    with refused_as(BadPosition):
        found = [DECK.cards(text) for text in texts]
    for cards in found:
        if beside := cards & ~int(rules.whole_deck(s)):
            raise BadPosition(say("position.not_in_deck", cards=DECK.faces(beside)))
    return found


def _refuse_twice(piles: Sequence[int]) -> None:
    seen = 0
    for pile in piles:
        if pile & seen:
            raise BadPosition(say("position.twice", cards=DECK.faces(pile & seen)))
        seen |= pile


def _share_out(s: Row, held: list[int], gone: list[int], each: int, fixed: bool) -> None:
    """Give each seat as many played cards as it must have had, and none a hand that would have won at once."""
    missing = [each - held[p].bit_count() - gone[p].bit_count() for p in range(len(held))]
    for p, short in enumerate(missing):
        if short < 0 or (fixed and short):
            raise BadPosition(say("position.dealt", seat=p, each=each, found=each - short))
    spare = members(int(rules.whole_deck(s)) & ~sum(held) & ~sum(gone))
    for attempt in range(100):
        random.Random(attempt).shuffle(spare)
        at = 0
        shared = list(gone)
        for p, short in enumerate(missing):
            shared[p] |= sum(1 << c for c in spare[at : at + short])
            at += short
        dealt = [i64(h | g) for h, g in zip(held, shared, strict=True)]
        winning = [p for p, hand in enumerate(dealt) if any(rules.wins_at_once(s, hand, how) for how in range(1, 5))]
        if not winning:
            break
    gone[:] = shared
    if winning and s.instant_wins == rules.ON:
        raise BadPosition(say("position.instant", seat=winning[0]))
