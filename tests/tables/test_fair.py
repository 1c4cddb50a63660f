"""The fair shuffle: told before the deal, proven after the end."""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import cardshed
from cardshed.cli import app as command_line
from cardshed.engine import chance
from cardshed.engine.errors import BadRecord
from cardshed.engine.matches.record import parse, replay
from cardshed.games import registry
from cardshed.tables import commands as c
from cardshed.tables import fair
from cardshed.tables.decision import event
from cardshed.tables.seating import shuffled_on
from cardshed.tables.table import Table
from tests.tables.house import ANN, BEN, CAT, House, act, facts_of, finish, kinds, laid, move, now, refused


def record_of(house: House, game: str = "thirteen", **more: Any) -> str:
    match = laid(house, game, **more)
    before = now(house, match).about(None, [], 0)["shuffle"]
    assert (before["salt"], before["seed"]) == (None, None)
    table = finish(house, match)
    after = table.about(None, [], 0)["shuffle"]
    assert after == before | {"salt": "5a" * 16, "seed": f"{table.facts.seed:016x}"}
    return table.record()


def checked(text: str) -> str:
    record = parse(text)
    return fair.verify(record, replay(record, registry.named(record.game)))


def test_the_commitment_is_the_hash_that_the_docs_tell() -> None:
    text = "cardshed shuffle 1\n00ff\n00000000000000ab\nthirteen 1\n4\nmatch=5 rules=southern"
    found = fair.commitment("00ff", 0xAB, "thirteen", 1, 4, {"rules": "southern", "match": 5})
    assert found == hashlib.sha256(text.encode()).hexdigest()


def test_every_part_counts() -> None:
    given: list[Any] = ["00" * 16, 5, "thirteen", 1, 4, {"rules": "southern"}]
    found = {fair.commitment(*given)}
    for i, other in enumerate(["01" * 16, 6, "rummy", 2, 3, {}]):
        found.add(fair.commitment(*[*given[:i], other, *given[i + 1 :]]))
    assert len(found) == 7


def test_secrets_are_long_and_new() -> None:
    found = {fair.new_secret() for _ in range(100)}
    assert len(found) == 100 and all(map(fair.is_secret, found))


@pytest.mark.parametrize("game", registry.OURS)
def test_good_records(house: House, game: str) -> None:
    text = record_of(house, game)
    assert checked(text) == parse(text).head["commitment"]


def test_the_proof_plays_every_deal_again(house: House) -> None:
    """A later deal of a match is fixed by the same commitment: other cards make the moves illegal."""
    text = record_of(house, options={"match": 3})
    match = cardshed.replay(text)
    assert match.deal_no == 3
    assert checked(text)


def test_tampered_records(house: House) -> None:
    text = record_of(house, options={"rules": "southern"})
    head = parse(text).head
    for old, new, key in (
        (f"salt: {head['salt']}", "salt: " + "00" * 16, "server.fair.wrong"),
        (f"salt: {head['salt']}", "salt: ", "server.fair.salt"),
        (f"salt: {head['salt']}", f"salt: {head['salt'].upper()}", "server.fair.salt"),
        (f"salt: {head['salt']}\n", "", "server.fair.missing"),
        (f"commitment: {head['commitment']}\n", "", "server.fair.missing"),
        (head["commitment"], "0" * 64, "server.fair.wrong"),
        (head["commitment"], "é", "server.fair.wrong"),
        (f"seed: {head['seed']}", "seed: 0000000000000008", "engine.record.move"),
        (f"points: {head['points']}", "points: 9 9 9 9", "engine.record.points"),
        ("options: rules=southern\n", "", "engine.record.move"),
    ):
        assert old in text
        with pytest.raises(BadRecord) as caught:
            checked(text.replace(old, new))
        found = caught.value.message.key
        assert found == key or (key == "engine.record.move" and found.startswith(("engine.record", "server.fair"))), old
        assert len(str(caught.value)) > 8


def test_the_first_kind_does_not_pass_for_one_with_nonces(house: House) -> None:
    """A server that chose the key alone, and names nonces that are not in it."""
    text = record_of(house)
    nonce = "5" * 32
    for more in (
        f"hash 0: {fair.hashed(nonce)}\nnonce 0: {nonce}\n",
        f"hash 0: {fair.hashed(nonce)}\n",
        "nonce 1: x\n",
    ):
        with pytest.raises(BadRecord) as caught:
            checked(text.replace("commitment:", f"{more}commitment:"))
        assert caught.value.message.key == "server.fair.first"


def test_a_hash_is_a_hash(house: House) -> None:
    match = sitting(house, ANN)
    act(house, match, ANN, c.Reveal(nonce=NONCES[ANN]))
    text = finish(house, match).record()
    with pytest.raises(BadRecord) as caught:
        checked(text.replace("commitment:", "hash 2: <b>\ncommitment:"))
    assert caught.value.message.key == "server.fair.nonce"


def test_another_shuffle_with_the_same_cards_played_is_found(house: House) -> None:
    """A server that commits to one shuffle and deals another."""
    text = record_of(house)
    head = parse(text).head
    other = fair.commitment(head["salt"], 8, "thirteen", registry.named("thirteen").version, 4, {})
    with pytest.raises(BadRecord) as caught:
        checked(text.replace(head["commitment"], other))
    assert caught.value.message.key == "server.fair.wrong"


def test_the_command_line_checks_a_file(house: House, tmp_path: Path) -> None:
    text = record_of(house)
    good, bad, none = tmp_path / "good.shed", tmp_path / "bad.shed", tmp_path / "none.shed"
    good.write_text(text)
    bad.write_text(text.replace(parse(text).head["salt"], "0" * 32))
    none.write_text(cardshed.replay(text).record())
    done = CliRunner().invoke(command_line, ["verify", str(good)])
    assert done.exit_code == 0
    assert parse(text).head["commitment"] in done.output.replace("\n", "")
    for wrong, sentence in ((bad, "not the one that was committed to"), (none, "tells no commitment")):
        done = CliRunner().invoke(command_line, ["verify", str(wrong)])
        assert done.exit_code != 0
        assert sentence in done.output + str(done.exception)


# --- with nonces ---------------------------------------------------------------------------------

SECRET = "5a" * 32
NONCES = {who: f"{k:032x}" for k, who in enumerate((ANN, BEN, CAT))}


def sitting(house: House, *committed: str, **more: Any) -> str:
    """Ann, Ben and Cat at a table that has committed itself; of the first it is known to what as well."""
    facts = facts_of("fair0001", people={}, free=(0, 1, 2), start=False, options={"match": 3}, **more)
    match = house.open(dataclasses.replace(facts, salt=SECRET, seed=0))
    for who in (ANN, BEN, CAT):
        act(house, match, who, c.Sit(hash=fair.hashed(NONCES[who]) if who in committed else None))
    return match


def test_the_key_is_made_of_the_secret_and_all_nonces(house: House) -> None:
    match = sitting(house, ANN, BEN)
    table = now(house, match)
    assert (table.match, table.shuffling) == (None, "show"), "all sit, so the shuffle has begun"
    for who in (BEN, ANN):
        act(house, match, who, c.Reveal(nonce=NONCES[who]))
    table = now(house, match)
    told = f"cardshed key\n0 {NONCES[ANN]}\n1 {NONCES[BEN]}"
    key = hmac.new(bytes.fromhex(SECRET), told.encode(), hashlib.sha256).digest()[:16]
    assert table.playing.seed == int.from_bytes(key, "big")
    shuffle = table.about(None, [], 0)["shuffle"]
    assert (shuffle["salt"], shuffle["seed"], shuffle["nonces"]) == (None, None, {"0": NONCES[ANN], "1": NONCES[BEN]})
    text = finish(house, match).record()
    assert checked(text) == shuffle["commitment"] == table.facts.commitment
    assert parse(text).head["seed"] == key.hex()
    again = Table.built(table.facts, table.game, house.events[match])
    assert again.record() == text


def test_who_does_not_show_a_nonce_is_left_out_and_named(house: House) -> None:
    match = sitting(house, ANN, BEN)
    act(house, match, ANN, c.Reveal(nonce=NONCES[ANN]))
    assert now(house, match).match is None and now(house, match).shuffled_without() == [1]
    house.put(match, shuffled_on(now(house, match), 0.0))
    refused("server.refused.shuffled", house, match, BEN, c.Reveal(nonce=NONCES[BEN]))
    head = parse(finish(house, match).record()).head
    assert head["hash 1"] == fair.hashed(NONCES[BEN]) and "nonce 1" not in head and head["nonce 0"] == NONCES[ANN]
    assert int(head["seed"], 16) == fair.match_key(SECRET, {1: head["hash 1"]}, {0: NONCES[ANN]})


def test_who_promised_a_nonce_is_named_whoever_sits_there_later(house: House) -> None:
    """Ben does not show his nonce and leaves; it is not Dan, who takes the seat, who did not."""
    match = sitting(house, ANN, BEN, knock=False)
    act(house, match, BEN, c.Leave())
    act(house, match, ANN, c.Reveal(nonce=NONCES[ANN]))
    house.put(match, shuffled_on(now(house, match), 0.0))
    act(house, match, "dan", c.Sit(name="Dan", seat=1))
    while now(house, match).seat_of("dan") is None:
        move(house, match, by="bot")
    assert now(house, match).about(None, [], 0)["shuffle"]["names"] == {"0": "Guest", "1": "Guest 2"}
    head = parse(finish(house, match).record()).head
    assert (head["name 1"], head["added 1"]) == ("Dan", "Guest 2") and "added 0" not in head


def test_a_nonce_is_the_one_that_was_promised_and_shown_once(house: House) -> None:
    match = sitting(house, ANN, BEN)
    refused("server.refused.nonce", house, match, ANN, c.Reveal(nonce=NONCES[BEN]))
    refused("server.refused.nonce", house, match, CAT, c.Reveal(nonce=NONCES[CAT]))
    refused("server.refused.shuffled", house, match, CAT, c.Commit(hash=fair.hashed(NONCES[CAT])))
    refused("server.refused.not_seated", house, match, "dan", c.Reveal(nonce=NONCES[ANN]))
    act(house, match, ANN, c.Reveal(nonce=NONCES[ANN]))
    act(house, match, ANN, c.Reveal(nonce=NONCES[ANN]))
    assert kinds(house, match).count("reveal") == 1


def test_no_nonce_is_shown_before_all_are_promised(house: House) -> None:
    """A rematch asks those who are seated already; who has said nothing when the time is over adds nothing."""
    match = laid_for_rematch(house)
    refused("server.refused.shuffled", house, match, ANN, c.Reveal(nonce=NONCES[ANN]))
    act(house, match, BEN, c.Commit(hash=fair.hashed(NONCES[BEN])))
    refused("server.refused.shuffled", house, match, BEN, c.Commit(hash=fair.hashed(NONCES[CAT])))
    assert now(house, match).shuffling == "commit"
    house.put(match, shuffled_on(now(house, match), 0.0))
    assert now(house, match).shuffling == "show"
    refused("server.refused.shuffled", house, match, CAT, c.Commit(hash=fair.hashed(NONCES[CAT])))
    for who in (ANN, BEN):
        act(house, match, who, c.Reveal(nonce=NONCES[who]))
    assert now(house, match).stage == "playing"


def test_a_table_of_0_1_that_still_waited_takes_no_nonces(house: House) -> None:
    match = house.open(facts_of("fair0003", people={}, free=(0, 1), players=2, start=False, host=ANN))
    for who in (ANN, BEN):
        act(house, match, who, c.Sit(hash=fair.hashed(NONCES[who])))
    assert now(house, match).stage == "playing"
    assert checked(finish(house, match).record())


def laid_for_rematch(house: House) -> str:
    facts = facts_of("fair0002", people={0: ANN, 1: BEN, 2: CAT}, start=False)
    hashed = {"hash": fair.hashed(NONCES[ANN])}
    before = (*(event("sit", e.seat, 0.0, **e.body, **(hashed if e.seat == 0 else {})) for e in facts.before),)
    start = event("start", None, 0.0, commit=True)
    return house.open(dataclasses.replace(facts, salt=SECRET, seed=0, before=(*before, start)))


def test_without_nonces_the_secret_alone_makes_the_key(house: House) -> None:
    match = sitting(house)
    assert now(house, match).stage == "playing"
    assert now(house, match).playing.seed == fair.match_key(SECRET, {}, {})
    assert checked(finish(house, match).record())


def test_who_sits_down_later_adds_nothing(house: House) -> None:
    match = sitting(house, ANN, knock=False)
    act(house, match, ANN, c.Reveal(nonce=NONCES[ANN]))
    act(house, match, BEN, c.Leave())
    act(house, match, "dan", c.Sit(hash="0" * 64))
    assert list(now(house, match).hashes) == [0]
    act(house, match, ANN, c.Leave())
    act(house, match, ANN, c.Sit(hash="0" * 64))
    assert now(house, match).seat_of(ANN) == 0
    assert checked(finish(house, match).record())


def test_tampered_nonces(house: House) -> None:
    match = sitting(house, ANN, BEN)
    for who in (ANN, BEN):
        act(house, match, who, c.Reveal(nonce=NONCES[who]))
    text = finish(house, match).record()
    head = parse(text).head
    for old, new, key in (
        (f"nonce 1: {NONCES[BEN]}", f"nonce 1: {NONCES[CAT]}", "server.fair.nonce"),
        (f"nonce 1: {NONCES[BEN]}\n", "", "server.fair.key"),
        (f"hash 0: {head['hash 0']}\n", "", "server.fair.nonce"),
        (f"hash 0: {head['hash 0']}\n", f"hash 0: {head['hash 0']}\nhash 2: {'0' * 64}\n", "server.fair.key"),
        (f"secret: {SECRET}", f"secret: {'00' * 32}", "server.fair.wrong"),
        (f"secret: {SECRET}", f"secret: {'00' * 16}", "server.fair.salt"),
        (f"secret: {SECRET}\n", "", "server.fair.missing"),
    ):
        assert old in text
        with pytest.raises(BadRecord) as caught:
            checked(text.replace(old, new))
        assert caught.value.message.key == key, (old, caught.value)
        assert len(str(caught.value)) > 8


def turned_round(stream: int, step: int) -> int:
    """What `scramble` was given, from what it gave: each of its steps can be undone."""
    x = stream
    for shift, factor in ((31, chance.SECOND), (27, chance.FIRST), (30, np.uint64(1))):
        x ^= x >> shift ^ x >> 2 * shift
        x = x * pow(int(factor), -1, 2**64) % 2**64
    return (x - (step + 1) * int(chance.WEYL)) % 2**64


def test_one_deal_tells_nothing_of_the_next() -> None:
    """Whoever knows the stream of a deal works out the next one's of a seed, and not of a key."""
    foreseen = {}
    for seed in (5, fair.match_key(SECRET, {}, {})):
        row = registry.named("thirteen").blank(4, seed, {"match": 3})[0]
        row.deal_no = 0
        found = turned_round(turned_round(int(chance.deal_key(row, chance.DECK)), 0), chance.DECK)
        row.deal_no = 1
        foreseen[seed] = int(chance.key(np.uint64(found), chance.DECK, 1)) == int(chance.deal_key(row, chance.DECK))
    assert list(foreseen.values()) == [True, False]
