"""The fair shuffle: told before the deal, proven after the end."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import cardshed
from cardshed.cli import app as command_line
from cardshed.engine.errors import BadRecord
from cardshed.engine.matches.record import parse, replay
from cardshed.games import registry
from cardshed.tables import fair
from tests.tables.house import House, finish, laid, now


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


def test_secrets_and_nonces_are_long_and_new() -> None:
    secrets, nonces = ({new() for _ in range(100)} for new in (fair.new_secret, fair.new_nonce))
    assert len(secrets) == len(nonces) == 100
    assert all(fair.is_secret(secret) for secret in secrets) and all(fair.NONCE.fullmatch(nonce) for nonce in nonces)


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
