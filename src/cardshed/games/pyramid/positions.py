"""Positions of Pyramid, laid out by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardshed.engine.deck import packed, seats_after
from cardshed.engine.errors import BadPosition, refused_as
from cardshed.engine.kernel import Row, i64

from . import codes, house_rules, rules
from .melds import NAMES
from .notation import COLOURS, WILDS, by_value, card_name, cards_in, meld_of, naturals, read, read_cards, say


def set_up(
    s: Row, hands: Sequence[str] = (), front: Sequence[str] | None = None, meld: str = "", by: int | None = None,
    turn: int | None = None, target: int | None = None, used: Sequence[str] = (), passes: int = 0,
    locked: Sequence[int] = (), out: Sequence[int] = (), trading: bool = False, points: Sequence[int] | None = None,
    rounds: int = 0,
) -> None:  # fmt: skip
    """A position within a round: hands with the wilds in them (`3R 5B WR`), the wilds in front, the meld to beat.

    `target` is needed for a meld of wilds alone; `used` are the other meld cards played in this trick; `out` the seats
    that are out, first to last; `rounds` those finished; `points` all points so far. With `trading` all seats that can
    declare do, and there is no meld. Cards not named are shared out as played, so that every seat was dealt its number.
    """
    players = int(s.players)
    seats = range(players)
    if isinstance(hands, str) or len(hands) != players or (front is not None and len(front) != players):
        raise BadPosition(say("position.count", players=players))
    with refused_as(BadPosition):
        held = [read_cards(text.replace(",", " ")) for text in hands]
        before = [read_cards(text.replace(",", " ")) for text in front] if front is not None else None
        lying = read(meld) if meld else 0
    if before is not None and any(c not in WILDS for cards in before for c in cards):
        raise BadPosition(say("position.front"))
    if sorted(out) != [p for p in seats if not held[p]] or len(out) > players - 2:
        raise BadPosition(say("position.out"))
    if not 0 <= rounds < house_rules.rounds(s) or (points is not None and len(points) != players):
        raise BadPosition(say("position.rounds", rounds=int(house_rules.rounds(s)), players=players))
    if trading:
        if meld or used or locked or out or passes or (by, turn, target) != (None, None, None):
            raise BadPosition(say("position.trading"))
        if any(sum(c not in WILDS for c in cards) != s.cards for cards in held):
            raise BadPosition(say("position.whole", each=int(s.cards)))
    else:
        _check_trick(s, lying, meld, by, turn, target, used, passes, locked, out)
    _lay_cards(s, held, before, lying, by)
    for p in seats:
        s.place[p] = list(out).index(p) + 1 if p in out else 0
        s.score[p] = points[p] if points is not None else house_rules.place_points(s, i64(s.place[p]))
        s.last_round[p] = s.standing[p] = 0
    s.deal_no = rounds
    rules.clear_table(s)
    if trading:
        rules.declare(s, (1 << players) - 1)
        return rules.settle(s, 0)
    s.phase, s.declaring = codes.SHED, 0
    s.three = next((p for p in seats if int(s.hands[p]) & 15), -1)
    s.turn = s.starter = int(turn or 0)
    s.meld, s.owner, s.passes = lying, -1 if by is None else by, passes
    s.locked = sum(1 << p for p in set(locked))
    if meld:
        s.used = sum(1 << NAMES.index(name) for name in {*used, meld_of(lying).name})
        s.target = codes.lowest_of(i64(lying), (target or 0) - codes.LOWEST_NUMBER)
    return None


def _check_trick(
    s: Row, lying: int, meld: str, by: int | None, turn: int | None, target: int | None, used: Sequence[str],
    passes: int, locked: Sequence[int], out: Sequence[int],
) -> None:  # fmt: skip
    players = int(s.players)
    seats = range(players)
    if turn not in seats or turn in out or turn == by or turn in locked:
        raise BadPosition(say("position.turn", last=players - 1))
    if bool(meld) != (by is not None) or (meld and (codes.kind_of(lying) != codes.MELD or by not in seats)):
        raise BadPosition(say("position.by", last=players - 1))
    if not meld and (used or passes or locked or target is not None):
        raise BadPosition(say("position.lead"))
    offered = [name for t, name in enumerate(NAMES) if int(s.offered) >> t & 1]
    if any(name not in offered for name in [*used, *([meld_of(lying).name] if meld else [])]):
        raise BadPosition(say("position.used", melds=", ".join(offered)))
    hard = s.passing == house_rules.HARD
    wrong = by in locked or any(p not in seats for p in locked)
    if wrong or (locked and not hard) or (hard and not 0 <= passes <= len(locked)):
        raise BadPosition(say("position.locked"))
    if not meld or by is None:
        return
    wild = not codes.values_of(lying)
    top = codes.VALUES + codes.LOWEST_NUMBER - (meld_of(lying).size if meld_of(lying).run else 1)
    if wild != (target is not None) or (target is not None and not codes.LOWEST_NUMBER <= target <= top):
        raise BadPosition(say("position.target", top=top))
    waiting = seats_after(by, players, [*out, *locked])
    skipped = passes if s.passing == house_rules.SOFT else 0
    if not 0 <= skipped < len(waiting) or waiting[skipped] != turn:
        raise BadPosition(say("position.order"))


def _lay_cards(s: Row, held: list[list[int]], before: list[list[int]] | None, lying: int, by: int | None) -> None:
    """Put the cards where they are said to be, and the rest where they may have gone."""
    seats = range(len(held))
    spare = Counter(naturals(s.deck))
    gone = [[c for c in cards_in(lying) if c not in WILDS] if lying and p == by else [] for p in seats]
    hands = [[c for c in cards if c not in WILDS] for cards in held]
    for cards in [*hands, *gone]:
        spare.subtract(cards)
    if any(n < 0 for n in spare.values()):
        raise BadPosition(say("position.copies", card=card_name(next(c for c, n in spare.items() if n < 0))))
    rest = sorted(spare.elements(), key=by_value)
    for p in seats:
        missing = int(s.cards) - len(hands[p]) - len(gone[p])
        if missing < 0:
            raise BadPosition(say("position.dealt", seat=p, each=int(s.cards)))
        # From all over the deck, so that what is left to others is mixed.
        for _ in range(missing):
            gone[p].append(rest.pop(len(rest) * (p + 1) // (len(held) + 1)))
    for colour, wild in enumerate(WILDS):
        start = int(s.red_wilds if colour == 0 else s.black_wilds)
        for p in seats:
            s.wilds[2 * p + colour] = held[p].count(wild)
            # Unless told, a wild in a hand or in the meld came from the front of its player.
            gone_wilds = held[p].count(wild) + (cards_in(lying).count(wild) if lying and p == by else 0)
            s.front[2 * p + colour] = before[p].count(wild) if before is not None else max(0, start - gone_wilds)
        lying_wilds = cards_in(lying).count(wild) if lying else 0
        if sum(int(s.front[2 * p + colour] + s.wilds[2 * p + colour]) for p in seats) + lying_wilds > start * len(held):
            raise BadPosition(say("position.wilds", n=start * len(held), colour=COLOURS[colour]))
    for p in seats:
        s.hands[p], s.played[p], s.left[p] = packed(hands[p]), packed(gone[p]), len(held[p])
        s.choice[p] = codes.UNDECLARED
        s.origin[p], s.seen[p] = p, 1 << p
