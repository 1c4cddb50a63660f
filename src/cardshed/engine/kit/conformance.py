"""What must be true of every game, ours and other people's: each check plays at random and fails with one sentence.

from cardshed.engine.kit.conformance import CHECKS
for check in CHECKS:
    check(game, random.Random(1), matches=20)
"""

from __future__ import annotations

import ast
import json
import random
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, TypeVar

import numpy as np

from cardshed.engine import calls
from cardshed.engine.core.places import of_function, of_module
from cardshed.engine.core.playout import GREEDY, choose_move
from cardshed.engine.core.simulate import simulate
from cardshed.engine.core.verbs import SPARE, length, must_end
from cardshed.engine.errors import BadGame, CardshedError, IllegalMove
from cardshed.engine.kernel import PLAIN, Rows
from cardshed.engine.kit.stays import Stays
from cardshed.engine.matches import record
from cardshed.engine.matches.game import Game, piece_names
from cardshed.engine.matches.match import Match, Move
from cardshed.engine.matches.usual import lacks
from cardshed.engine.messages import Message, catalogue, file_of, in_file
from cardshed.engine.options import Number
from cardshed.engine.row import PADDING

T = TypeVar("T")
SENTINELS = (77, -77)

Check = Callable[[Game, random.Random, int], None]


def must(condition: bool, sentence: str) -> None:
    if not condition:
        raise AssertionError(sentence)


# --- what is played ------------------------------------------------------------------------------


def some_options(game: Game, dice: random.Random) -> tuple[int, dict[str, Any]]:
    """A number of players and house rules that go together, drawn at random."""
    for _ in range(10_000):
        players = dice.choice(game.players)
        options: dict[str, Any] = {}
        for option in game.options:
            if isinstance(option, Number):
                near = min(option.high, option.default + 3)  # a match of a hundred deals shows nothing new
                options[option.name] = dice.choice([option.default, dice.randint(option.low, near)])
            else:
                options[option.name] = dice.choice(option.values)
        if _go_together(game, players, options):
            return players, options
    raise AssertionError(f"{game.name} refuses nearly all of its own options")


def some_match(game: Game, dice: random.Random) -> Match:
    players, options = some_options(game, dice)
    return game.match(players, dice.getrandbits(64), options)


def walk(match: Match, dice: random.Random, left_alone: bool = False) -> Iterator[Match]:
    """The match before each move and at its end, played at random, or as if nobody was there."""
    yield match
    while not match.over:
        seat = dice.choice(match.acting)
        match.play(seat, match.timeout_move(seat) if left_alone else dice.choice(match.legal(seat)))
        must_end(match.rows[0])
        yield match


def enough(moves: Iterator[T], matches: int) -> Iterator[T]:
    """The moves of a match; where few matches are asked for, only its first ones, which come from many matches."""
    return moves if matches >= 10 else islice(moves, 50 * matches)


def played_out(match: Match, dice: random.Random) -> Match:
    """The match, played at random to its end."""
    for _ in walk(match, dice):
        pass
    return match


def some_moments(match: Match, dice: random.Random, most: int = 6) -> list[Match]:
    """A few moments of a random match, its beginning and end among them."""
    plies = played_out(match, dice).plies
    wanted = sorted({0, plies, *(dice.randint(0, plies) for _ in range(most - 2))}, reverse=True)
    moments = []
    for at in wanted:
        while match.plies > at:
            match.undo()
        moments.append(match.copy())
    return moments


def many_moments(game: Game, dice: random.Random, matches: int, most: int = 6) -> Iterator[Match]:
    """A few moments of each of so many matches."""
    for _ in range(matches):
        yield from some_moments(some_match(game, dice), dice, most)


def _go_together(game: Game, players: int, options: dict[str, Any]) -> bool:
    try:
        game.blank(players, 0, options)
    except CardshedError:
        return False
    return True


# --- checks --------------------------------------------------------------------------------------


def matches_end_and_pay(game: Game, dice: random.Random, matches: int) -> None:
    for _ in range(matches):
        match = some_match(game, dice)
        for now in walk(match, dice):
            for seat in range(now.players):
                moves = now.legal(seat)
                must(bool(moves) == (seat in now.acting), "just the seats that may act have legal moves")
                must(len({move.code for move in moves}) == len(moves), "a move is listed twice")
        shares = match.payoff
        must(shares is not None and all(0 <= share <= 1 for share in shares), f"payoffs {shares} leave 0 to 1")
        must(abs(sum(shares or ()) - match.players / 2) < 1e-9, f"payoffs {shares} are not shares of opponents beaten")


def every_option_plays_at_every_value(game: Game, dice: random.Random, matches: int) -> None:
    for option in game.options:
        limits = [option.low, option.default, option.high] if isinstance(option, Number) else option.values
        for value in limits:
            played = 0
            for players in game.players:
                if _go_together(game, players, {option.name: value}):
                    match = game.match(players, dice.getrandbits(64), {option.name: value})
                    must(match.options[option.name] == value, f"{option.name} is not {value} in the row")
                    for _ in enough(walk(match, dice), matches):
                        pass
                    played += 1
            smaller = [m.name for m in game.options if isinstance(m, Number)]
            must(played > 0 or bool(smaller), f"no number of players goes with {option.name}={value}")


def moves_have_texts_and_parts(game: Game, dice: random.Random, matches: int) -> None:
    for now in many_moments(game, dice, matches):
        for seat in now.acting:
            moves = now.legal(seat)
            parts = [move.parts for move in moves]
            must(len(set(parts)) == len(parts), "two legal moves have the same parts")
            must(len({move.text for move in moves}) == len(moves), "two legal moves have the same text")
            for move in moves:
                must(game.table.read(move.text) == move.code, f"the text {move.text} is read as another move")
                must(now.find(seat, move.text) == move, f"the text {move.text} finds another move")
                must(0 < len(move.parts) <= game.longest, f"{move.text} has {len(move.parts)} parts")
                must(all(0 <= part < game.parts for part in move.parts), f"{move.text} has unknown parts")
                must(bool(move.label.say()) and bool(move.kind), f"{move.text} has no label or kind")


def views_tell_what_clients_count_on(game: Game, dice: random.Random, matches: int) -> None:
    at = of_function(game.table.view)
    for now in many_moments(game, dice, matches):
        for seat in (None, *range(now.players)):
            view = now.view(seat)
            lack = next(lacks(view, now.players), "")
            must(not lack, f"{at}: view does not tell {lack}")
            must(_is_json(view), f"{at}: a view is not JSON; numbers of the row go in by int()")
            for zone in view["zones"]:
                for card in zone["cards"]:
                    lack = ", ".join(sorted({"name", "face", "spoken"} - set(card)))
                    must(not lack, f"{at}: a card of the zone {zone['id']} lacks {lack}")
            told = [view["prompt"], *view["notes"], *(note for place in view["seats"] for note in place["notes"])]
            told += [card["spoken"] for zone in view["zones"] for card in zone["cards"]]
            told += [view["last_deal"]["sentence"]] if view["last_deal"] else []
            must(all(Message.read(message).say() for message in told), f"{at}: a view says nothing")
            must([place["seat"] for place in view["seats"]] == list(range(now.players)), f"{at}: a view lacks seats")


def _is_json(view: dict[str, Any]) -> bool:
    try:
        return bool(json.loads(json.dumps(view)) == view)
    except TypeError:
        return False


def nothing_but_play_changes_a_row(game: Game, dice: random.Random, matches: int) -> None:
    for now in many_moments(game, dice, matches):
        before = now.rows.tobytes()
        numbers = np.empty(length(game.observation) + length(game.encoding) + SPARE, np.float32)
        with game.compiling():
            for seat in range(now.players):
                now.view(seat)
                calls.observe(now.rows, seat, numbers)
                for move in now.legal(seat)[:8]:
                    calls.encode(now.rows, seat, move.code, numbers)
                    calls.judge(now.rows, seat, move.code)
                    now.why_not(seat, move)
        must(now.rows.tobytes() == before and bool(now.reveal()), "looking at a row has changed it")


def undo_and_copy_are_exact(game: Game, dice: random.Random, matches: int) -> None:
    for _ in range(matches):
        match = some_match(game, dice)
        seen = [now.rows.tobytes() for now in walk(match, dice)]
        twin = match.copy()
        while match.plies:
            must(match.rows.tobytes() == seen.pop(), "undo does not restore the row")
            match.undo()
        for move in twin.moves:
            match.play(move.seat, move.text)
        must(match.rows.tobytes() == twin.rows.tobytes(), "the same moves lead to another row")


def records_replay(game: Game, dice: random.Random, matches: int) -> None:
    for now in many_moments(game, dice, matches, most=3):
        again = record.replay(record.parse(now.record()), game)
        must(again.rows.tobytes() == now.rows.tobytes(), "a record replays to another row")
        must(again.record() == now.record(), "a record of a replay is another text")


def deals_set_every_field(game: Game, dice: random.Random, matches: int) -> None:
    """A deal on a row of ones, and on the end of another match, is the deal on a row of zeros."""
    at = of_function(game.code.deal)
    for _ in range(matches):
        players, options = some_options(game, dice)
        seed = dice.getrandbits(64)
        clean = game.match(players, seed, options).rows
        ones, used = (game.blank(players, seed, options) for _ in range(2))
        end = played_out(some_match(game, dice), dice)
        given = {"seed", "match_key", "players", PADDING, *(option.at for option in game.options)}
        for name in set(game.row.names or ()) - given:
            ones[name], used[name] = 1, end.rows[name]
        for rows, held in ((ones, "ones"), (used, "the end of another match")):
            calls.deal(rows)
            unset = ", ".join(_elements_that_differ(clean, rows))
            must(not unset, f"{at}: deal does not set {unset}, which differs after zeros and after {held}")


def everything_has_a_sentence(game: Game, dice: random.Random, matches: int) -> None:
    """All house rules with their values, and all messages that the game's files name, can be said; what is missing is
    told in one go."""
    options = game.describe_options()
    told = [text for option in options for text in (option["meaning"], *option.get("values", {}).values())]
    entries = catalogue("en")
    missing = [message["key"] for message in told if message["key"] not in entries]
    missing += [key for key in _keys_named(game) if key not in entries and f"{key}.other" not in entries]
    must(not missing, f"{file_of(f'{game.word}.')} has no sentence for {', '.join(map(in_file, missing))}")


def _keys_named(game: Game) -> list[str]:
    """The keys of messages that are written out in the game's files: `say("prompt")`, `Message("mygame.prompt")`."""
    found = set()
    for file in game.folder.glob("*.py"):
        nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
        own = {name for node in nodes for name in makers(node)}
        for call in (node for node in nodes if isinstance(node, ast.Call) and node.args):
            key = getattr(call.args[0], "value", None)
            found.add(f"{game.word}.{key}" if key and getattr(call.func, "id", "") in own else key)
    return sorted(key for key in found if isinstance(key, str) and re.fullmatch(rf"{game.word}(\.\w+)+", key))


def makers(node: ast.AST) -> list[str]:
    """What a module calls what makes its game's messages: `say = sentences(__name__)`, `from .notation import say`."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
        named = getattr(node.value.func, "id", "") == "sentences"
        return [target.id for target in node.targets if isinstance(target, ast.Name)] if named else []
    names = node.names if isinstance(node, ast.ImportFrom) and node.level else []
    return [name.name for name in names if name.name == "say"]


def results_are_written_for_each_seat(game: Game, dice: random.Random, matches: int) -> None:
    """Points and payoffs are written for the seats of the match, for all of them and for none beside."""
    for _ in range(matches):
        match = played_out(some_match(game, dice), dice)
        for verb, rule in ((calls.points, "points"), (calls.payoff, "payoff")):
            for sentinel in SENTINELS:
                out = np.full(match.players + SPARE, sentinel, np.float64)
                verb(match.rows, out)
                beside = np.flatnonzero(out[match.players :] != sentinel)
                seats = f"with {match.players} players, {rule} writes for seat"
                must(not beside.size, f"{of_module(game.code)}: {seats} {match.players + int(beside[:1].sum())}")


def observations_are_as_declared(game: Game, dice: random.Random, matches: int) -> None:
    for now in many_moments(game, dice, matches):
        for seat in range(now.players):
            with game.compiling():
                _written(game.observation, calls.observe, now.rows, seat)
                for move in now.legal(seat)[:4]:
                    _written(game.encoding, calls.encode, now.rows, seat, move.code)


def nothing_leaks(game: Game, dice: random.Random, matches: int) -> None:
    """Under `redeal` all that a seat is told stays the same to the byte, and the new world can be played."""
    hidden_changes = False
    at = of_function(game.code.redeal)
    for now in many_moments(game, dice, matches):
        for seat in range(now.players):
            first, second = dice.getrandbits(64), dice.getrandbits(64)
            other = now.imagine(seat, first)
            must_be_able_to_play(other, seat, at)
            must_be_told_the_same(game, f"seat {seat}", _told(now, seat), _told(other, seat))
            must_be_told_the_same(game, "an onlooker", {"view": now.view(None)}, {"view": other.view(None)})
            again, anew = now.imagine(seat, second).rows, other.imagine(seat, second).rows
            differ = ", ".join(name for name in game.row.names or () if again[name].tobytes() != anew[name].tobytes())
            must(not differ, f"{at}: a redeal depends on what seat {seat} cannot know, in {differ}")
            must(other.seed != now.seed, f"{at}: a redeal keeps the seed, which tells all that is hidden")
            must(not any(other.row.match_key), f"{at}: a redeal writes the key of the match, which the engine clears")
            hidden_changes |= other.reveal()["zones"] != now.reveal()["zones"]
            played_out(other, dice)
    must(hidden_changes, f"{at}: a redeal never changes anything that is hidden")


def must_be_able_to_play(world: Match, seat: int, at: str) -> None:
    for acting in world.acting:
        try:
            world.legal(acting)
        except BadGame as problem:
            where = f"in a world that seat {seat} imagines, seat {acting} cannot play"
            raise AssertionError(f"{at}: {where}: {problem}") from None


# Who tells what; a view is the table's but for these pieces of it.
TELLERS = {"observation": "observe", "judge": "judge", "encode": "encode", "greedy": "judge"}
PIECES = {"points": "points", "payoff": "payoff", "acting": "acting", "over": "acting", "moves": "legal"}


def must_be_told_the_same(game: Game, who: str, now: dict[str, Any], other: dict[str, Any]) -> None:
    """If just one verb or the view tells the worlds apart, that one is named, else the redeal."""
    by = first_difference(now, other)
    if by is None:
        return
    differ = [piece for piece in now["view"] if first_difference(now["view"][piece], other["view"][piece]) is not None]
    tellers = {PIECES.get(piece, "view") for piece in differ}
    tellers |= {
        verb for piece, verb in TELLERS.items() if first_difference(now.get(piece), other.get(piece)) is not None
    }
    redeal = of_function(game.code.redeal)
    if len(tellers) > 1:
        raise AssertionError(f"{redeal}: {who} can tell a redeal from the real game by its {by}")
    (teller,) = tellers
    told_by = getattr(game.table if teller == "view" else game.code, teller, game.code.redeal)
    hint = f"{by} differs in a world that {redeal} imagines for it"
    raise AssertionError(f"{of_function(told_by)}: {teller} tells {who} what it cannot know: {hint}")


def redeals_move_what_is_hidden(game: Game, dice: random.Random, matches: int) -> None:
    """No redeal leaves a hidden card where it truly is time after time; see stays.py for what that can find."""
    stays = Stays()
    for number in range(6 * matches):
        match = some_match(game, dice)
        for now in some_moments(match, dice) if number % 6 == 0 else [match]:  # of most matches the deal is enough
            for seat in range(now.players):
                stays.look(now, seat, number, dice)
    found = stays.suspect()
    must(found is None, f"{of_function(game.code.redeal)}: {found}")


def choices_made_together_are_sealed(game: Game, dice: random.Random, matches: int) -> None:
    """Where several seats act at once, no view tells a choice before all have chosen, and the order does not matter."""
    for now in many_moments(game, dice, matches):
        if len(now.acting) < 2:
            continue
        first, *others = dice.sample(now.acting, len(now.acting))
        tables = []
        for move in dice.sample(now.legal(first), min(4, len(now.legal(first)))):
            later = now.copy()
            later.play(first, move)
            must(set(later.acting) == set(others), "a choice made together with others decides who else may choose")
            seats = [None, *(seat for seat in range(now.players) if seat != first)]
            tables.append([json.dumps(later.view(seat)) for seat in seats])
        must(all(told == tables[0] for told in tables), "a choice can be told before all have chosen")
        choices = [(seat, dice.choice(now.legal(seat))) for seat in now.acting]
        ends = []
        for order in (choices, choices[::-1]):
            later = now.copy()
            for seat, move in order:
                later.play(seat, move)
            ends.append(later.rows.tobytes())
        must(ends[0] == ends[1], "the order of choices made together matters")


def gestures_tell_nothing(game: Game, dice: random.Random, matches: int) -> None:
    """A move's text is a gesture of just that move; whether a longer one is taken does not hang on what is hidden."""
    for _ in range(matches):
        moments = some_moments(some_match(game, dice), dice)
        texts = [move.text for now in moments for seat in now.acting for move in now.legal(seat)[:20]]
        for now in moments:
            for seat in now.acting:
                own = dice.choice(now.legal(seat))
                must([own] == now.copy().play_all(seat, own.text), f"as a gesture {own.text} is something else")
                for text in (", ".join([own.text, *dice.choices(texts, k=n)]) for n in (1, 2)):
                    worlds = (now.copy(), now.imagine(seat, dice.getrandbits(64)))
                    answers = {_answer(world, seat, text) for world in worlds}
                    must(len(answers) == 1, f"the gesture {text} tells something hidden: {answers}")


def _answer(match: Match, seat: int, text: str) -> str:
    try:
        return " ".join(move.text for move in match.play_all(seat, text))
    except IllegalMove as refused:
        return str(refused)


def absent_players_do_something_legal(game: Game, dice: random.Random, matches: int) -> None:
    for _ in range(matches):
        for _ in enough(walk(some_match(game, dice), dice, left_alone=True), 4 * matches):
            pass


def illegal_moves_have_reasons(game: Game, dice: random.Random, matches: int) -> None:
    """Moves of other moments of the match, tried now: refused with a sentence, and nothing changes."""
    for _ in range(matches):
        match = some_match(game, dice)
        moments = some_moments(match, dice)
        tried = [move for moment in moments for seat in moment.acting for move in moment.legal(seat)[:20]]
        for now in moments:
            before = now.rows.tobytes()
            for seat in range(now.players):
                for move in tried:
                    if move.code in {own.code for own in now.legal(seat)}:
                        continue
                    try:
                        now.play(seat, Move(game, now.rows, seat, move.code))
                    except IllegalMove as refused:
                        must(len(str(refused)) > 10, f"{move.text} is refused without a reason")
                    else:
                        raise AssertionError(f"{move.text} was played although it is not legal")
            must(now.rows.tobytes() == before, "a refused move has changed the row")


def threads_do_not_matter(game: Game, dice: random.Random, matches: int) -> None:
    players, options = some_options(game, dice)
    seed, games = dice.getrandbits(64), 20 * matches if not PLAIN else 2
    for bots in ("random", "greedy"):
        how: dict[str, Any] = {"players": players, "options": options, "seed": seed, "bots": bots}
        one, two = (simulate(game, games, threads=threads, **how) for threads in (1, 2))
        for name in ("payoff", "points", "plies", "turns", "deals", "decisions", "legal"):
            must(np.array_equal(getattr(one, name), getattr(two, name)), f"{name} depends on the number of threads")
        i = dice.randrange(len(one))
        match = game.match(players, one.game_seed(i), options)
        must(match.deal_no <= one.deals[i], "a simulated game was dealt from another seed than it says")


def first_difference(one: Any, two: Any, where: str = "") -> str | None:
    """Where two things that can be written as JSON first differ, such as `zones[1].cards`; None if they do not."""
    if json.dumps(one) == json.dumps(two):
        return None
    if isinstance(one, dict) and isinstance(two, dict) and list(one) == list(two):
        parts = [(one[name], two[name], f"{where}.{name}".strip(".")) for name in one]
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        parts = [(a, b, f"{where}[{i}]") for i, (a, b) in enumerate(zip(one, two, strict=True))]
    else:
        return where
    return next(filter(None, (first_difference(*part) for part in parts)), where)


def _elements_that_differ(one: Rows, two: Rows) -> Iterator[str]:
    """The fields in which two rows differ, of a field with several numbers the first that does: `hands[3]`."""
    for name in one.dtype.names or ():
        places = np.argwhere(one[name][0] != two[name][0])
        if places.size:
            yield f"{name}[{places[0, 0]}]"
        elif one[name].tobytes() != two[name].tobytes():
            yield name


def _told(match: Match, seat: int) -> dict[str, Any]:
    """All that a seat is told: its view, its observation, its moves, and what a greedy bot makes of them."""
    numbers = np.empty(length(match.game.observation) + SPARE, np.float32)
    calls.observe(match.rows, seat, numbers)
    moves = match.legal(seat)
    opinions = [int(calls.judge(match.rows, seat, move.code)) for move in moves]
    encodings = []
    pieces = {name: numbers[where].tolist() for name, where in piece_names(match.game.observation).items()}
    for move in moves[:16]:
        out = np.empty(length(match.game.encoding) + SPARE, np.float32)
        encodings.append(out[: calls.encode(match.rows, seat, move.code, out)].tolist())
    codes = np.array([move.code for move in moves], np.int64)
    chosen = choose_move(match.rows, seat, GREEDY, np.uint64(1), codes) if moves else None
    told = {"view": match.view(seat), "observation": pieces, "judge": opinions, "encode": encodings}
    return {**told, "greedy": None if chosen is None else int(chosen)}


def _written(pieces: tuple[tuple[str, int], ...], verb: Callable[..., int], *arguments: Any) -> None:
    """That exactly the declared numbers are written, all of them and none beside."""
    declared = length(pieces)
    results = []
    for sentinel in SENTINELS:
        out = np.full(declared + SPARE, sentinel, np.int32)
        verb(*arguments, out)
        must(bool((out[declared:] == sentinel).all()), f"{verb.__name__} writes beyond what is declared")
        results.append(out[:declared])
    must(np.array_equal(results[0], results[1]), f"{verb.__name__} leaves numbers unwritten")


CHECKS: tuple[Check, ...] = (
    matches_end_and_pay, every_option_plays_at_every_value, moves_have_texts_and_parts,
    views_tell_what_clients_count_on, nothing_but_play_changes_a_row, undo_and_copy_are_exact, records_replay,
    deals_set_every_field, everything_has_a_sentence, results_are_written_for_each_seat, observations_are_as_declared,
    nothing_leaks, redeals_move_what_is_hidden, choices_made_together_are_sealed, gestures_tell_nothing,
    absent_players_do_something_legal, illegal_moves_have_reasons, threads_do_not_matter,
)  # fmt: skip
