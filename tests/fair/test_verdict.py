"""Receipts, and what a record proves with them and without."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from atout import Match, load, names
from atout import record as records
from atout.fair import BOT, CONSISTENT, FIXED, LATE, PROVEN, Fair, FairError, Receipt, digest, verify
from atout.kernel.cards import Field, Pack
from atout.record import Record
from tests.fair import samples
from tests.toys.sealed.game import GAME as SEALED
from tests.toys.sealed.game import SealedState

# Receipts


def test_a_receipt_comes_back_as_it_was() -> None:
    assert Receipt.loads(samples.RECEIPT.dumps()) == samples.RECEIPT


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"format": "atout-receipt 3"}, "format"),
        ({"match": " "}, "match"),
        ({"digest": "00"}, "digest"),
        ({"game": 7}, "game"),
        ({"game": ""}, "game"),
        ({"rules": "1"}, "rules"),
        ({"seats": True}, "seats"),
        ({"options": []}, "options"),
        ({"options": {"deals": 2}}, "options"),
        ({"attempts": []}, "attempts"),
        ({"attempts": {}}, "attempts"),
        ({"attempts": [7]}, "attempts"),
        ({"more": 1}, "more"),
    ],
    ids=str,
)
def test_a_receipt_that_cannot_be_read_names_the_key(changes: dict[str, object], key: str) -> None:
    with pytest.raises(FairError) as found:
        Receipt.loads(json.dumps(json.loads(samples.RECEIPT.dumps()) | changes))
    assert found.value.key == key


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"seat": -1}, "seat"),
        ({"seat": True}, "seat"),
        ({"seat": "0"}, "seat"),
        ({"contribution": None}, "contribution"),
        ({"contribution": samples.ADA.upper()}, "contribution"),
        ({"commitment": "x" * 64}, "commitment"),
        ({"commitments": [samples.COMMITMENTS[0]]}, "commitments"),
        ({"commitments": {"A": samples.COMMITMENTS[0]}}, "commitments"),
        ({"commitments": {"00": samples.COMMITMENTS[0]}}, "commitments"),
        ({"commitments": {"0": 5}}, "commitments"),
        ({"commitments": {"0": "5"}}, "commitments"),
        ({"more": 1}, "more"),
    ],
    ids=str,
)
def test_an_attempt_that_cannot_be_read_names_the_key(changes: dict[str, object], key: str) -> None:
    written = json.loads(samples.RECEIPT.dumps())
    [attempt] = written["attempts"]
    for receipt in (written | {"attempts": [attempt, attempt | changes]}, samples.OLD | changes):
        with pytest.raises(FairError) as found:
            Receipt.loads(json.dumps(receipt))
        assert found.value.key == key


def test_an_old_receipt_is_read_and_never_written() -> None:
    old = Receipt.loads(json.dumps(samples.OLD))
    assert old == Receipt(samples.MATCH, digest(samples.SECRET), (samples.ATTEMPT,))
    assert old.is_old
    assert not samples.RECEIPT.is_old
    with pytest.raises(FairError, match="names the game"):
        old.dumps()


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "null", "7" * 5000, "[" * 100_000], ids=lambda text: text[:5] or "empty"
)
def test_what_is_no_receipt_at_all(text: str) -> None:
    with pytest.raises(FairError, match="the receipt is not a JSON"):
        Receipt.loads(text)


# The verdict


def test_a_record_alone_is_consistent(record: Record) -> None:
    verdict = verify(record)
    assert (verdict.level, verdict.match, verdict.failures) == (CONSISTENT, samples.MATCH, ())
    found = {item.key: item.values for item in verdict.findings}
    assert found["deals_follow"] == {"count": 3}
    assert found["contributed"] == {"names": "Seat 0, Seat 1"}
    assert found["bots"] == {"names": "Seat 2"}
    assert {"no_receipt", "host_sees_cards"} <= set(found)
    assert not {"digest_kept", "own_bytes", "stops_early", "late", "nobody_contributed"} & set(found)


@pytest.mark.parametrize("seat", [0, 1])
def test_with_a_receipt_it_was_fixed_beforehand(record: Record, seat: int) -> None:
    own = (samples.ADA, samples.BO)[seat]
    verdict = verify(record, samples.of_attempt(seat=seat, contribution=own, commitment=samples.COMMITMENTS[seat]))
    assert (verdict.level, verdict.failures) == (FIXED, ())
    found = {item.key: item for item in verdict.findings}
    assert found["own_bytes"].values == {"seat": seat, "name": f"Seat {seat}"}
    assert found["commitments_kept"].values == {"count": 2}
    assert found["digest_kept"].kind == PROVEN
    assert "no_receipt" not in found


@pytest.mark.parametrize("game", names())
def test_every_game_can_be_proven(game: str) -> None:
    seats = load(game).seat_counts[-1]
    deals = Fair.from_secret(samples.MATCH, samples.SECRET, (samples.ADA, *[BOT] * (seats - 2), LATE))
    kept = records.loads(records.dumps(samples.played(game, deals)))
    assert verify(kept).level == CONSISTENT
    other = Fair.from_secret(samples.MATCH, samples.OTHER, deals.seats)
    verdict = verify(replace(kept, fair=other.to_table()))
    assert samples.keys(verdict) == ["deal_differs"]


def test_an_abandoned_match_is_proven_as_far_as_it_went(record: Record) -> None:
    first = record.deals[0]
    stopped = replace(record, deals=(replace(first, play=first.play.partition("\n")[0], result=None),), end=None)
    verdict = verify(stopped, samples.RECEIPT)
    assert verdict.level == FIXED
    found = {item.key: item.values for item in verdict.findings}
    assert found["deals_follow"] == {"count": 2}
    assert "stops_early" in found


def test_a_match_of_bots_proves_little_and_says_so() -> None:
    deals = Fair.from_secret(samples.MATCH, samples.SECRET, (BOT, BOT, LATE))
    verdict = verify(samples.played("luz", deals, {"deals": 2}))
    assert verdict.level == CONSISTENT
    found = {item.key: item.values for item in verdict.findings}
    assert "nobody_contributed" in found
    assert "contributed" not in found
    assert found["late"] == {"names": "Seat 2"}


def test_copies_of_a_card_are_interchangeable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where copies stand apart in the pack, the record says "1 0" or "0 1" for one and the same hand."""
    pack = Pack("cards", ["0", "1", "0", "1", "0", "2", "2"], [Field("hands", [0, 2], 2)])
    monkeypatch.setattr(SealedState, "pack", lambda self: pack)
    monkeypatch.setattr(records, "load_game", lambda name: SEALED)
    written = set()
    for secret in samples.secrets_by_number(30):
        deals = Fair.from_secret(samples.MATCH, secret, (samples.ADA, samples.BO))
        kept = records.make_record(Match(SEALED, 2, shuffle=deals.shuffle()), fair=deals.to_table())
        written |= set(kept.deals[0].dealt["hands"])
        assert verify(records.loads(records.dumps(kept))).level == CONSISTENT
    assert {"0 1", "1 0"} <= written


def test_a_record_without_a_proof_proves_nothing(record: Record) -> None:
    verdict = verify(replace(record, fair={}), samples.RECEIPT)
    assert (verdict.level, verdict.match, samples.keys(verdict)) == ("", "", ["no_proof"])


def test_while_the_secret_is_not_known_nothing_is_proven(record: Record) -> None:
    assert samples.keys(verify(replace(record, fair=samples.DEALS.without_secret().to_table()))) == ["still_secret"]


def test_a_record_that_begins_later_proves_nothing() -> None:
    text = Path(records.__file__).parent.joinpath("games/luz/records/ex-luz-22.toml").read_text("utf-8")
    assert samples.keys(verify(replace(records.loads(text), fair=samples.DEALS.to_table()))) == ["begins_later"]


def test_an_unknown_card_proves_nothing(record: Record) -> None:
    last = record.deals[-1]
    hands = (last.dealt["hands"][0], re.sub(r"\S+$", "??", last.dealt["hands"][1]), *last.dealt["hands"][2:])
    changed = replace(record, deals=(*record.deals[:-1], replace(last, dealt={"hands": hands})))
    verdict = verify(changed)
    assert [(item.key, item.values) for item in verdict.failures] == [("unknown_card", {"deal": 2})]


def test_a_record_without_deals_proves_nothing(record: Record) -> None:
    assert samples.keys(verify(replace(record, deals=(), end=None))) == ["nothing_dealt"]


def test_a_record_that_breaks_the_rules_proves_nothing(record: Record) -> None:
    last = record.deals[-1]
    assert last.result is not None
    changed = replace(last, result=(last.result[0] + 5, *last.result[1:]))
    verdict = verify(replace(record, deals=(*record.deals[:-1], changed)))
    assert samples.keys(verdict) == ["rules_broken"]
    assert "result is" in str(verdict.failures[0].values["problem"])
