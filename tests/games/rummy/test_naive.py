"""Rummy against its slow, plain twin, which judges whole lays as sets of cards.

What is drawn, taken and called is compared move by move. What is laid is compared at the end of each turn's laying: the
twin must accept where the chain of small steps has led; and where there are not too many ways, all ends that any chain
of steps reaches must be just those that the twin finds by whole lays.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import cardshed
from cardshed.engine import calls
from cardshed.engine.chance import DECK, draw, key
from cardshed.engine.deck import members
from cardshed.engine.kernel import i64
from cardshed.engine.kit.conformance import some_options
from cardshed.games.rummy import codes, melds, rules
from cardshed.games.rummy.melds import NATURALS, RUN, WILD_SET
from cardshed.games.rummy.notation import card, name
from tests.naive import rummy as naive
from tests.naive.beside import agree

GAME = cardshed.game("rummy")
Row = Any
STEPS = (codes.LAY_SET, codes.LAY_RUN, codes.ADD, codes.SWAP)


def stream(seed: int, deal: int, shuffles: int) -> Any:
    if shuffles:
        return np.uint64(key(np.uint64(seed), rules.SHUFFLED, deal << 16 | shuffles))
    return np.uint64(key(np.uint64(seed), DECK, deal))


def in_order(cards: int, chance: Any) -> list[str]:
    """The order in which a stream of chance draws a set of cards."""
    order = []
    for i in range(len(members(cards))):
        c = int(draw(chance, i, cards))
        cards &= ~(1 << c)
        order.append(name(c))
    return order


def dealt(row: Row) -> tuple[list[list[str]], str, list[str]]:
    """The hands, the upcard and the stock of the hand that this row has just been dealt."""
    order = in_order(int(melds.whole_deck(row)), stream(int(row.seed), int(row.deal_no), 0))
    each = 2 * int(row.cards)
    return [order[p:each:2] for p in (0, 1)], order[each], order[each + 1 :]


def named(cards: int) -> set[str]:
    return {name(c) for c in members(cards)}


def meld(row: Row, m: int) -> naive.Meld:
    kind, entries = int(row.kind[m]), []
    for c in members(row.melds[m]):
        rank = int(row.stands[c - NATURALS]) if c >= NATURALS else c // 4
        layer = 0 if int(row.laid[0]) >> c & 1 else 1
        entries.append((rank if kind >= RUN else -1, name(c), layer))
    word = "set" if kind < WILD_SET else "wilds" if kind == WILD_SET else "run"
    return (word, int(row.owner[m]), tuple(sorted(entries)))


def table(row: Row) -> naive.Table:
    return frozenset(meld(row, m) for m in range(int(row.on_table)))


def draw_move(row: Row, move: cardshed.Move) -> naive.DrawMove:
    kind = int(codes.kind_of(move.code))
    if kind == codes.TAKE:
        return ("take", name(int(codes.card_of(move.code))))
    if kind == codes.CALL:
        c, m, side = (int(f(move.code)) for f in (codes.card_of, codes.meld_of, codes.side_of))
        place = -1
        if row.kind[m] >= RUN:
            place = c // 4 if c < NATURALS else int(row.low[m]) - 1 if side == codes.LOW_END else int(row.high[m]) + 1
        return ("call", name(c), meld(row, m), place)
    return ({codes.DRAW: "draw", codes.STOP: "end", codes.DECLINE: "no"}[kind],)


def same_table(match: cardshed.Match, twin: naive.Rummy) -> None:
    row = match.row
    assert match.acting == (() if twin.turn is None else (twin.turn,))
    assert [int(p) for p in row.score] == twin.scores
    assert [int(p) for p in row.last_hand] == twin.last_hand
    assert match.deal_no == twin.hands_done
    assert int(row.went_out) == (-1 if twin.went_out is None else twin.went_out)
    if twin.over:
        return
    assert match.points == twin.running
    assert ("prompt", "draw", "lay")[int(row.phase)] == twin.phase
    assert [named(row.hands[p]) for p in (0, 1)] == [set(hand) for hand in twin.hands]
    assert [name(int(c)) for c in row.pile[: int(row.piled)]] == list(twin.pile)
    assert named(row.stock) == set(twin.stock)
    assert table(row) == twin.table
    assert (name(int(row.must)) if row.must >= 0 else None) == twin.must
    assert [bool(row.initial >> p & 1) for p in (0, 1)] == list(twin.initial)
    assert int(row.dealer) == twin.dealer
    assert int(row.hand_turns) == twin.turns
    assert [named(row.known[p]) for p in (0, 1)] == [set(cards) for cards in twin.known]


# --- the ends that chains of steps reach ---------------------------------------------------------


def step(rows: Any, seat: int, code: int) -> Any:
    """The table after one step of laying, before anything follows from it."""
    after = rows.copy()
    kind = int(codes.kind_of(code))
    how = {codes.ADD: rules.play_addition, codes.SWAP: rules.play_swap}.get(kind, rules.play_lay)
    how(after[0], seat, i64(code))
    return after


def debts(row: Row) -> tuple[object, ...]:
    """What is owed, told by cards and not by the order of melds."""
    at = [frozenset(members(row.melds[int(m)])) if m >= 0 else None for m in (row.building, row.due_at, row.licence)]
    new = frozenset(int(row.melds[m]) for m in range(int(row.first_new), int(row.on_table))) if row.due else None
    return (int(row.must), int(row.due), *at, new)


def reached(rows: Any, seat: int, limit: int) -> set[naive.End] | None:
    """All ends of laying that some chain of legal steps reaches; None if there are too many ways."""
    buffer = np.empty(GAME.moves, np.int64)
    start = (frozenset(named(rows[0].hands[seat])), table(rows[0]))
    seen = {(start, debts(rows[0]))}
    todo = [(start, rows)]
    ends = set()
    while todo:
        end, rows = todo.pop()
        row = rows[0]
        if row.must < 0 and row.due == 0:
            ends.add(end)
        if row.hands[seat] == 0:
            continue
        n = calls.legal(rows, seat, buffer)
        assert n > 0, "a player is stuck owing something"
        for code in buffer[:n].tolist():
            if int(codes.kind_of(code)) not in STEPS:
                continue
            after = step(rows, seat, code)
            now = (frozenset(named(after[0].hands[seat])), table(after[0]))
            if (now, debts(after[0])) not in seen:
                seen.add((now, debts(after[0])))
                todo.append((now, after))
        if len(seen) > limit:
            return None
    return ends


def twin_at(match: cardshed.Match) -> naive.Rummy:
    """The twin at a position laid out by hand, where a seat lays."""
    twin = naive.Rummy(match.options, 0, *dealt(GAME.match(2, 0, match.options).row), list)
    twin.turn, twin.phase, twin.table = match.acting[0], "lay", table(match.row)
    twin.hands = [named(match.row.hands[p]) for p in (0, 1)]
    twin.must = name(int(match.row.must)) if match.row.must >= 0 else None
    return twin


# --- whole matches -------------------------------------------------------------------------------


def play_beside_twin(match: cardshed.Match, dice: random.Random, seen: Counter[str]) -> int:
    """Play a match to its end at random; returns the number of positions compared."""
    shuffles = 0

    def reshuffle(pile: list[str]) -> list[str]:
        nonlocal shuffles
        shuffles += 1
        seen["stock made of the pile"] += 1
        return in_order(sum(1 << card(c) for c in pile), stream(match.seed, twin.hands_done, shuffles))

    patient = dice.random() < 0.3  # draws and waits, so that piles grow and stocks run out
    hands, upcard, stock = dealt(match.row)
    twin = naive.Rummy(match.options, int(match.row.dealer), hands, upcard, stock, reshuffle)
    positions = 0
    while True:
        if twin.needs_hand:
            shuffles = 0
            twin.new_hand(*dealt(match.row))
        same_table(match, twin)
        if match.over:
            break
        positions += 1
        seat = match.acting[0]
        if twin.phase == "lay":
            positions += lay_beside_twin(match, twin, seat, dice, patient, seen)
            continue
        offered = match.legal(seat)
        moves = [draw_move(match.row, move) for move in offered]
        assert len(set(moves)) == len(moves)
        assert set(moves) == twin.draw_moves()
        move = choose_draw(match, offered, patient, dice)
        note_draw(match, twin, seat, move, seen)
        told = draw_move(match.row, move)
        match.play(seat, move)
        twin.play_draw(told)
    assert match.payoff == pytest.approx(twin.payoff())
    note_the_end(match, twin, seen)
    return positions


def lay_beside_twin(
    match: cardshed.Match, twin: naive.Rummy, seat: int, dice: random.Random, patient: bool, seen: Counter[str]
) -> int:
    """One turn's laying and discard; returns how many positions were met on the way."""
    if dice.random() < 0.25:
        limit = 400
        ends = reached(match.rows, seat, limit)
        judged = twin.ends(20 * limit) if ends is not None else None
        if ends is not None and judged is not None:
            assert ends == judged
            seen["all ends compared"] += 1
            seen["more than 20 ends compared"] += len(ends) > 20
            seen["all ends compared with a card to be used"] += match.row.must >= 0
    eager = dice.random() < (0.1 if patient else 0.7)
    rows = match.rows
    steps = 0
    freed = set()
    while True:
        offered = [move for move in match.legal(seat) if move.kind != "discard"]
        done = rows[0].must < 0 and rows[0].due == 0
        if done and (not offered or dice.random() > (0.9 if eager else 0.05 if patient else 0.3)):
            break
        move = choose_step(match, offered, dice)
        note_step(match, seat, move, seen)
        freed |= {move.cards[2]} if move.kind == "swap" else set()
        rows = step(match.rows, seat, move.code)
        match.play(seat, move)
        steps += 1
        if rows[0].hands[seat] == 0:
            break
    end = (frozenset(named(rows[0].hands[seat])), table(rows[0]))
    assert twin.accepts(end)
    if rows[0].hands[seat] == 0:
        seen["out without a discard"] += 1
        twin.finish(end, None)
    else:
        thrown = [move for move in match.legal(seat) if move.kind == "discard"]
        naturals = [move for move in thrown if move.cards[1] not in WILD_NAMES]
        move = dice.choice(naturals if naturals and dice.random() < 0.7 else thrown)
        seen["out with a discard"] += len(end[0]) == 1
        last = int(match.row.hand_turns) + 1 == int(match.row.turn_limit)
        seen["hand stopped by the limit of turns"] += last and len(end[0]) > 1
        match.play(seat, move)
        twin.finish(end, move.cards[1])
        # The end does not show that a wild was laid and freed again; everybody saw it.
        twin.known[seat] |= freed & twin.hands[seat]
    return steps


def choose_draw(
    match: cardshed.Match, offered: list[cardshed.Move], patient: bool, dice: random.Random
) -> cardshed.Move:
    deep = [move for move in offered if move.kind == "take"]
    calls = [move for move in offered if move.kind == "rummy"]
    if calls and dice.random() < 0.7:
        return dice.choice(calls)
    if patient and offered[0].kind == "draw":
        return deep[-1] if deep and int(match.row.piled) > 15 and dice.random() < 0.5 else offered[0]
    return deep[-1] if deep and dice.random() < 0.15 else dice.choice(offered)


def choose_step(match: cardshed.Match, offered: list[cardshed.Move], dice: random.Random) -> cardshed.Move:
    """Any step; often a rare one."""
    wild = [m for m in offered if m.kind == "set" and set(m.cards[1:]) <= WILD_NAMES]
    swaps = [m for m in offered if m.kind == "swap"]
    added = [m for m in offered if m.kind == "add" and m.cards[1] in WILD_NAMES]
    grown = [m for m in added if match.row.kind[int(codes.meld_of(m.code))] == WILD_SET]
    for kind, chance in ((swaps, 0.6), (grown, 0.9), (wild, 0.5), (added, 0.4)):
        if kind and dice.random() < chance:
            return dice.choice(kind)
    return dice.choice(offered)


WILD_NAMES = {name(c) for c in range(NATURALS, 54)}


def note_draw(match: cardshed.Match, twin: naive.Rummy, seat: int, move: cardshed.Move, seen: Counter[str]) -> None:
    seen["a later hand"] += match.deal_no > 0
    if move.kind == "take":
        taken = int(match.row.piled) - twin.pile.index(move.cards[1])
        seen["take of 15 and more cards"] += taken >= 15
    if move.kind == "rummy":
        m = int(codes.meld_of(move.code))
        whose = "own" if match.row.owner[m] == seat else "the opponent's"
        seen[f"call on {whose} meld"] += 1
        seen["call of a wild"] += move.cards[1] in WILD_NAMES
        seen["call of a deeper card"] += move.cards[1] != twin.pile[-1]
    if not twin.stock:
        seen[f"stock empty, {match.options['stock_empty']}"] += 1
        seen["hand ended by choice"] += move.kind == "end"
    seen["asked and declined"] += move.kind == "no"


def note_step(match: cardshed.Match, seat: int, move: cardshed.Move, seen: Counter[str]) -> None:
    row = match.row
    cards = move.cards[1:]
    if move.kind in ("set", "run"):
        naturals = sum(c not in WILD_NAMES for c in cards)
        seen["naturals owed"] += row.due > 0
        seen["all-wild set"] += naturals == 0
        if "AS" in cards or "AC" in cards or "AD" in cards or "AH" in cards:
            seen[f"wild with aces in a {move.kind}"] += naturals < 3
        if row.must >= 0 and name(int(row.must)) in cards:
            need = match.options["naturals"] if not row.initial >> seat & 1 else 0
            if match.options["natural_min"] == "first_lay" and naturals < int(need):
                seen["card to be used needs a second meld"] += 1
    if move.kind == "add":
        m = int(codes.meld_of(move.code))
        seen["lay-off before the card to be used"] += row.must >= 0 and cards[0] != name(int(row.must))
        if row.kind[m] == WILD_SET:
            seen[f"set of {len(members(row.melds[m])) + 1} wilds"] += 1
        seen["wild on the opponent's run"] += cards[0] in WILD_NAMES and row.owner[m] != seat
    if move.kind == "swap":
        seen[f"swap, {match.options['wild_swap']}"] += 1


def note_the_end(match: cardshed.Match, twin: naive.Rummy, seen: Counter[str]) -> None:
    goal = int(match.options["goal"])
    if min(twin.scores) >= goal:
        seen[f"both at the goal, {match.options['both_goal']}"] += 1
        seen["won with fewer points"] += max(zip(twin.scores, match.payoff or [], strict=True))[1] == 0
    if max(twin.scores) < goal:
        seen["stopped by the limit of hands"] += 1
    seen["shared win"] += match.payoff == [0.5, 0.5]


RARE = (
    "a later hand", "take of 15 and more cards", "card to be used needs a second meld", "naturals owed",
    "lay-off before the card to be used", "all-wild set", "set of 4 wilds", "set of 5 wilds", "set of 6 wilds",
    "wild with aces in a set", "wild with aces in a run", "swap, owner", "swap, anyone", "wild on the opponent's run",
    "call on own meld", "call on the opponent's meld", "call of a wild", "call of a deeper card", "asked and declined",
    "stock empty, pile_or_end", "stock empty, end", "stock empty, reshuffle", "stock made of the pile",
    "hand ended by choice", "out without a discard", "out with a discard", "both at the goal, went_out",
    "both at the goal, higher_score", "won with fewer points", "hand stopped by the limit of turns",
    "stopped by the limit of hands", "all ends compared", "more than 20 ends compared",
    "all ends compared with a card to be used",
)  # fmt: skip


def odd_options(dice: random.Random) -> dict[str, Any]:
    """House rules of every kind: small and large decks, hands full of wilds, short matches."""
    while True:
        _, options = some_options(GAME, dice)
        options |= {"goal": dice.choice([30, 60, 120, 500]), "turn_limit": dice.choice([500, 500, 500, 9])}
        if dice.random() < 0.5:
            options |= {"ranks": 12, "twos": 4, "jokers": 2, "cards": 7}
        if dice.random() < 0.3:
            options |= {"ranks": dice.randint(3, 5), "twos": 4, "jokers": 2, "cards": dice.randint(2, 6)}
        if dice.random() < 0.1:
            options |= {"ranks": 3, "twos": 4, "jokers": 2, "cards": 7, "natural_min": "none", "turn_limit": 500}
        try:
            GAME.blank(2, 0, options)
        except cardshed.CardshedError:
            continue
        return options


def test_random_matches_agree_with_the_naive_twin() -> None:
    def play(dice: random.Random, seen: Counter[str]) -> int:
        return play_beside_twin(GAME.match(2, dice.getrandbits(64), odd_options(dice)), dice, seen)

    agree(play, 5, RARE)
