"""Positions of Rummy, laid out by hand."""

from __future__ import annotations

from collections.abc import Sequence

from cardshed.engine.deck import members
from cardshed.engine.errors import BadPosition, refused_as
from cardshed.engine.kernel import Row, i64
from cardshed.engine.messages import shortly

from . import codes, rules
from .house_rules import OFF
from .melds import NATURALS, RUN, WILD_SET, lowest_rank, whole_deck
from .notation import card, cards, name, new_meld, say
from .owing import in_order

BY_OTHER = "*"  # after a card of a meld: laid by the other player


def set_up(
    s: Row, hands: Sequence[str] = (), melds: Sequence[str] = (), pile: str = "", stock: str | None = None,
    turn: int = 0, must: str = "", laying: bool = False, known: Sequence[str] | None = None,
    initial: Sequence[int] | None = None, window: bool = False, dealer: int | None = None,
    points: Sequence[int] | None = None, finished: int = 0, hand_turns: int = 0,
) -> None:  # fmt: skip
    """A position within a hand: the hands, the melds (`0 run 3S 4S 5S 6S*`), the pile with its newest card last.

    A meld is told by who started it, set or run, and its cards, a run's in their places; a star marks a card that the
    other player laid. The stock is all other cards unless it is told; then those are out of the hand. The seat to move
    draws, or with `laying` has drawn and lays; `must` is a card it took and must use. `known` are cards of the hands
    that everybody saw go there, `initial` the seats that have made their initial lay (those who started a meld unless
    told), `finished` the hands finished before.
    """
    if isinstance(hands, str) or len(hands) != codes.SEATS:
        raise BadPosition(say("position.hands"))
    if turn not in (0, 1) or dealer not in (None, 0, 1) or any(p not in (0, 1) for p in initial or ()):
        raise BadPosition(say("position.seat"))
    with refused_as(BadPosition):
        held = [cards(hand) for hand in hands]
        lying = cards(pile)
        rest = None if stock is None else cards(stock)
        seen = [cards(hand) for hand in known] if known is not None else [[], []]
        used = card(must) if must else -1
        laid = [_meld(s, text) for text in melds]
    named = [*held[0], *held[1], *lying, *(rest or []), *(c for _, _, _, cs in laid for c, _ in cs)]
    deck = members(whole_deck(s))
    for c in named:
        if named.count(c) > 1 or c not in deck:
            raise BadPosition(say("position.card", card=name(c)))
    if len(seen) != codes.SEATS or any(c not in held[p] for p in (0, 1) for c in seen[p]):
        raise BadPosition(say("position.known"))
    if not held[0] or not held[1]:
        raise BadPosition(say("position.empty"))
    agreed = points is None or len(points) == codes.SEATS
    if not (agreed and 0 <= finished < s.hands_limit and 0 <= hand_turns < s.turn_limit and len(laid) <= 18):
        raise BadPosition(say("position.numbers", hands=int(s.hands_limit), turns=int(s.turn_limit)))
    if window and (laying or not lying or s.rummy_call == OFF):
        raise BadPosition(say("position.window"))
    if must and (not laying or used not in held[turn]):
        raise BadPosition(say("position.must"))
    for p in (0, 1):
        s.hands[p] = _set_of(held[p])
        s.known[p] = s.sure[p] = _set_of(seen[p])
        s.laid[p] = s.gained[p] = s.last_hand[p] = s.left_over[p] = s.laid_down[p] = s.standing[p] = 0
        s.score[p] = points[p] if points is not None else 0
    s.last_worth[:] = 0
    s.on_table = 0
    for owner, kind, low, meld in laid:
        _lay(s, owner, kind, low, meld)
    s.pile[: len(lying)] = lying
    s.pile[len(lying) :] = 0
    s.piled = len(lying)
    s.stock = _set_of(rest if rest is not None else [c for c in deck if c not in named])
    began = {owner for owner, _, _, _ in laid} if initial is None else set(initial)
    s.initial = sum(1 << p for p in began)
    s.dealer = 1 - turn if dealer is None else dealer
    s.turn, s.window, s.went_out = turn, int(window), -1
    s.deal_no, s.hand_turns, s.drawn, s.shuffles = finished, hand_turns, 0, 0
    rules.owe_nothing(s)
    if not laying:
        rules.begin_turn(s)
        if s.phase == codes.NEXT_SCORE:
            raise BadPosition(say("position.ended"))
        return
    s.phase = codes.TO_LAY
    if must:
        s.must = used
        s.known[turn] |= 1 << used
        s.sure[turn] |= 1 << used
        if not in_order(s, turn):
            raise BadPosition(say("position.no_use", card=name(used)))


def _set_of(named: Sequence[int]) -> int:
    return sum(1 << c for c in named)


def _meld(s: Row, text: str) -> tuple[int, int, int, list[tuple[int, bool]]]:
    """Who started a meld, its kind, its lowest rank, and its cards with whether the other player laid them."""
    words = text.split()
    if len(words) < 5 or words[0] not in ("0", "1") or words[1] not in ("set", "run"):
        raise BadPosition(say("position.meld", text=shortly(text)))
    named = [(card(word.removesuffix(BY_OTHER)), word.endswith(BY_OTHER)) for word in words[2:]]
    only = [c for c, _ in named]
    if words[1] == "run":
        # Every three neighbours must be a run; so the whole is.
        first = [
            new_meld(codes.LAY_RUN, only[i : i + 3]) for i in range(len(only) - 2) if min(only[i : i + 3]) < NATURALS
        ]
        lows = {c // 4 - i for i, c in enumerate(only) if c < NATURALS}
        if not first or len(lows) != 1 or not lowest_rank(s) <= min(lows) <= 12 - len(only):
            raise BadPosition(say("position.meld", text=shortly(text)))
        return int(words[0]), int(codes.laid_kind(i64(first[0]))), min(lows), named
    kind = int(codes.laid_kind(i64(new_meld(codes.LAY_SET, sorted(only)[:3]))))
    if len(only) > (6 if kind == WILD_SET else 4) or any(c < NATURALS and c // 4 != kind for c in only):
        raise BadPosition(say("position.meld", text=shortly(text)))
    return int(words[0]), kind, 0, named


def _lay(s: Row, owner: int, kind: int, low: int, meld: list[tuple[int, bool]]) -> None:
    m = int(s.on_table)
    s.on_table += 1
    s.kind[m], s.owner[m], s.melds[m] = kind, owner, 0
    s.low[m], s.high[m] = (low, low - 1) if kind >= RUN else (0, 0)
    for c, by_other in meld:
        rules.put_on(s, 1 - owner if by_other else owner, c, m, codes.HIGH_END)
