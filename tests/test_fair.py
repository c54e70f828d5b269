"""Provably fair deals: the hashes, the shuffles, and every way to tamper with a record or a receipt."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atout import Match, load, names
from atout import record as records
from atout.fair import (
    BOT,
    CONSISTENT,
    FIXED,
    LATE,
    NOTE,
    PROVEN,
    Attempt,
    Fair,
    FairError,
    Finding,
    Receipt,
    Verdict,
    commitment,
    digest,
    matches_commitment,
    verify,
)
from atout.kernel.cards import Field, Pack
from atout.kernel.rng import Rng
from atout.match import DealStep
from atout.record import Record, RecordError
from tests.toys.sealed.game import GAME as SEALED
from tests.toys.sealed.game import SealedState

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "fair.md"
EXAMPLE_RECEIPT, VECTORS = (
    json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
)

SECRET, ADA, BO, OTHER = "5e" * 32, "a1" * 32, "0b" * 32, "c7" * 32
MATCH = "match-7"
DEALS = Fair.from_secret(MATCH, SECRET, (ADA, BO, BOT))
COMMITMENTS = {0: commitment(MATCH, ADA), 1: commitment(MATCH, BO)}
ATTEMPT = Attempt(0, ADA, COMMITMENTS[0], COMMITMENTS)
RECEIPT = Receipt(MATCH, digest(SECRET), (ATTEMPT,), "luz", load("luz").rules, 3, {"deals": "2"})

OLD: dict[str, Any] = {"format": "atout-receipt 1", "match": MATCH, "digest": digest(SECRET)} | ATTEMPT.to_table()

HEX = st.binary(min_size=32, max_size=32).map(bytes.hex)


def secrets_by_number(count: int) -> Iterator[str]:
    return (sha256(f"secret {k}".encode()).hexdigest() for k in range(count))


def played(game: str, deals: Fair, options: dict[str, object] | None = None, seed: int = 1) -> Record:
    rng = Rng(seed)
    match = Match(load(game), len(deals.seats), options, shuffle=deals.shuffle())
    while not match.over:
        legal = match.legal(match.turn)
        match.play(match.turn, legal[rng.below(len(legal))])
    return records.make_record(match, [f"Seat {seat}" for seat in range(match.seats)], fair=deals.to_table())


@pytest.fixture(scope="module")
def record() -> Record:
    return played("luz", DEALS, {"deals": 2})


def keys(verdict: Verdict) -> list[str]:
    return [item.key for item in verdict.failures]


def of_attempt(**changes: Any) -> Receipt:
    return replace(RECEIPT, attempts=(replace(ATTEMPT, **changes),))


def with_fair(record: Record, **changes: object) -> Record:
    return replace(record, fair=dict(record.fair) | changes)


# The protocol, against its page and against a second, slower way to compute it


def slow_block(secret: str, *lines: str) -> bytes:
    key = bytes.fromhex(secret).ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in key) + "\n".join(lines).encode()).digest()
    return sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def slow_order(secret: str, match: str, contributions: list[str], size: int, index: int) -> list[int]:
    def numbers() -> Iterator[int]:
        counter = 0
        while True:
            block = slow_block(
                secret, "atout-fair 1", "shuffle", match, str(index), str(counter), *sorted(contributions)
            )
            yield from (256 * high + low for high, low in zip(block[::2], block[1::2], strict=True))
            counter += 1

    source = numbers()
    items = list(range(size))
    found: list[int] = []
    while len(items) > 1:
        number = next(source)
        if number // len(items) < 65536 // len(items):
            place = number % len(items)
            found.append(items[place])
            items[place] = items[-1]
            items.pop()
    return (found + items)[::-1]


def test_the_digest_on_the_page() -> None:
    assert digest(VECTORS["secret"]) == VECTORS["digest"]


@pytest.mark.parametrize("vector", VECTORS["commitments"], ids=str)
def test_commitments_on_the_page(vector: dict[str, str]) -> None:
    assert commitment(vector["match"], VECTORS["contributions"][vector["of"]]) == vector["commitment"]


def of_vector(vector: dict[str, Any]) -> Fair:
    seats = (BOT, *(VECTORS["contributions"][name] for name in vector["of"]))
    return Fair.from_secret(vector["match"], VECTORS["secret"], seats)


@pytest.mark.parametrize("vector", VECTORS["blocks"], ids=lambda v: f"{v['match']}-{v['index']}-{v['counter']}")
def test_blocks_on_the_page(vector: dict[str, Any]) -> None:
    assert of_vector(vector).block(vector["index"], vector["counter"]).hex() == vector["block"]


@pytest.mark.parametrize("vector", VECTORS["orders"], ids=lambda v: f"{v['match']}-{v['size']}-{v['index']}")
def test_orders_on_the_page(vector: dict[str, Any]) -> None:
    assert of_vector(vector).order(vector["size"], vector["index"]) == vector["order"]


def test_two_orders_on_the_page_skip_a_number() -> None:
    skipping = []
    for vector in VECTORS["orders"]:
        data = b"".join(of_vector(vector).block(vector["index"], counter) for counter in range(8))
        first = [int.from_bytes(data[2 * k : 2 * k + 2], "big") for k in range(vector["size"] - 1)]
        bounds = range(vector["size"], 1, -1)
        if any(number >= 65536 // bound * bound for number, bound in zip(first, bounds, strict=True)):
            skipping.append((vector["size"], vector["index"]))
    assert skipping == [(10, 186), (60, 60)]


def test_the_receipt_on_the_page() -> None:
    receipt = Receipt.loads(json.dumps(EXAMPLE_RECEIPT))
    assert json.loads(receipt.dumps()) == EXAMPLE_RECEIPT
    [attempt] = receipt.attempts
    assert matches_commitment(receipt.match, attempt.commitment, attempt.contribution)
    assert receipt.digest == VECTORS["digest"]


@given(secret=HEX, seats=st.lists(HEX | st.sampled_from([BOT, LATE]), max_size=6), data=st.data())
def test_orders_agree_with_a_slow_way_to_compute_them(secret: str, seats: list[str], data: st.DataObject) -> None:
    given_bytes = [item for item in seats if item not in (BOT, LATE)]
    if len(set(given_bytes)) < len(given_bytes):
        return
    match = data.draw(st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=64))
    size, index = data.draw(st.integers(0, 120)), data.draw(st.integers(0, 1000))
    order = Fair.from_secret(match, secret, tuple(seats)).order(size, index)
    assert sorted(order) == list(range(size))
    assert order == slow_order(secret, match, given_bytes, size, index)


# Uniform


def chi_squared(orders: list[tuple[int, ...]], size: int) -> float:
    counts = Counter(orders)
    expected = len(orders) / len(list(permutations(range(size))))
    return sum((counts[order] - expected) ** 2 / expected for order in permutations(range(size)))


LIMITS = {2: 10.8, 3: 20.5, 4: 49.7}  # one in a thousand, at 1, 5 and 23 degrees of freedom


@pytest.mark.parametrize("size", LIMITS)
def test_every_order_is_equally_likely_over_secrets(size: int) -> None:
    orders = [tuple(Fair.from_secret(MATCH, secret, (ADA,)).order(size, 3)) for secret in secrets_by_number(6000)]
    assert chi_squared(orders, size) < LIMITS[size]


@pytest.mark.parametrize("size", LIMITS)
def test_every_order_is_equally_likely_over_the_bytes_of_one_player(size: int) -> None:
    orders = [tuple(Fair.from_secret(MATCH, SECRET, (own, BO)).order(size, 0)) for own in secrets_by_number(6000)]
    assert chi_squared(orders, size) < LIMITS[size]


def test_every_order_is_equally_likely_over_the_deals_of_a_match() -> None:
    assert chi_squared([tuple(DEALS.order(4, index)) for index in range(6000)], 4) < LIMITS[4]


def test_the_first_item_says_nothing_about_that_of_the_next_deal() -> None:
    counts = Counter(
        (deals.order(5, 0)[0], deals.order(5, 1)[0])
        for deals in (Fair.from_secret(MATCH, secret, ()) for secret in secrets_by_number(5000))
    )
    assert sum((counts[a, b] - 200) ** 2 / 200 for a in range(5) for b in range(5)) < 51.2  # 24 degrees of freedom


def test_the_measure_sees_a_careless_shuffle() -> None:
    def careless(secret: str) -> tuple[int, ...]:
        order = list(range(4))
        for place, byte in enumerate(bytes.fromhex(secret)[:4]):
            order[place], order[byte % 4] = order[byte % 4], order[place]
        return tuple(order)

    assert chi_squared([careless(secret) for secret in secrets_by_number(6000)], 4) > 2 * LIMITS[4]


# Values


def test_every_part_of_the_message_matters() -> None:
    other = [
        Fair.from_secret(MATCH, OTHER, DEALS.seats),
        Fair.from_secret("match-8", SECRET, DEALS.seats),
        Fair.from_secret(MATCH, SECRET, (ADA, OTHER, BOT)),
        Fair.from_secret(MATCH, SECRET, (ADA, BOT, BOT)),
        Fair.from_secret(MATCH, SECRET, (ADA, BO, OTHER)),
    ]
    orders = [tuple(deals.order(60, 0)) for deals in (DEALS, *other)] + [tuple(DEALS.order(60, 1))]
    assert len(set(orders)) == len(orders)


def test_who_sits_where_does_not_matter_and_bots_are_like_latecomers() -> None:
    assert Fair.from_secret(MATCH, SECRET, (LATE, BO, ADA)).order(60, 2) == DEALS.order(60, 2)


def test_a_commitment_is_good_for_one_match() -> None:
    assert matches_commitment(MATCH, COMMITMENTS[0], ADA)
    assert not matches_commitment("match-8", COMMITMENTS[0], ADA)
    assert not matches_commitment(MATCH, COMMITMENTS[0], BO)
    assert not matches_commitment(MATCH, COMMITMENTS[0], ADA.upper())
    assert not matches_commitment(MATCH, COMMITMENTS[0], "ä")
    assert not matches_commitment(MATCH, "", ADA)


def test_hashes_of_different_kinds_never_meet() -> None:
    assert commitment(MATCH, SECRET) != digest(SECRET)
    assert sha256(bytes.fromhex(SECRET)).hexdigest() == digest(SECRET)


def test_the_secret_is_not_printed_and_not_public() -> None:
    assert SECRET not in repr(DEALS)
    assert SECRET not in str(DEALS.without_secret().to_table())
    assert DEALS.to_table()["secret"] == SECRET
    with pytest.raises(FairError, match="not known before the match is over"):
        DEALS.without_secret().order(3, 0)


def test_a_match_deals_from_the_start_or_from_any_chance_event_on() -> None:
    game = load("mu")
    match = Match(game, 4, shuffle=DEALS.shuffle())
    assert [step.order for step in match.steps if isinstance(step, DealStep)] == [
        tuple(DEALS.order(4, 0)),
        tuple(DEALS.order(60, 1)),
    ]
    shuffle = DEALS.shuffle(1)
    again = Match(game, 4)
    again.deal(DEALS.order(4, 0))
    again.deal(shuffle(len(again.state.pack())))
    assert again.steps == match.steps
    assert shuffle.index == 2


@pytest.mark.parametrize(("size", "index"), [(-1, 0), (65537, 0), (3, -1)])
def test_what_is_no_pack_or_no_chance_event_is_refused(size: int, index: int) -> None:
    with pytest.raises(ValueError, match="no pack of"):
        DEALS.order(size, index)


def test_the_table_comes_back_as_it_was(record: Record) -> None:
    assert Fair.from_table(records.loads(records.dumps(record)).fair) == DEALS
    assert Fair.from_table(DEALS.without_secret().to_table()) == DEALS.without_secret()
    assert list(DEALS.to_table()) == ["protocol", "match", "digest", "secret", "seats"]


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"protocol": "atout-fair 2"}, "protocol"),
        ({"match": ""}, "match"),
        ({"match": "two words"}, "match"),
        ({"match": "a\nb"}, "match"),
        ({"match": "x" * 65}, "match"),
        ({"match": 7}, "match"),
        ({"digest": digest(SECRET).upper()}, "digest"),
        ({"digest": ""}, "digest"),
        ({"secret": SECRET[:-1]}, "secret"),
        ({"secret": ""}, "secret"),
        ({"secret": f"{SECRET}\n"}, "secret"),
        ({"seats": "none"}, "seats"),
        ({"seats": [ADA, 3]}, "seats"),
        ({"seats": [ADA, "human"]}, "seats"),
        ({"seats": [ADA, BOT, ADA]}, "seats"),
        ({"time": "noon"}, "time"),
    ],
    ids=str,
)
def test_a_table_that_cannot_be_read_names_the_line(record: Record, changes: dict[str, object], key: str) -> None:
    with pytest.raises(FairError) as found:
        Fair.from_table(DEALS.to_table() | changes)
    assert found.value.key == key
    text = records.dumps(with_fair(record, **changes))
    with pytest.raises(RecordError, match=f": {key}: ") as problem:
        verify(records.loads(text))
    assert text.split("\n")[problem.value.line - 1].startswith(f"{key} = ")


# Receipts


def test_a_receipt_comes_back_as_it_was() -> None:
    assert Receipt.loads(RECEIPT.dumps()) == RECEIPT


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
        Receipt.loads(json.dumps(json.loads(RECEIPT.dumps()) | changes))
    assert found.value.key == key


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"seat": -1}, "seat"),
        ({"seat": True}, "seat"),
        ({"seat": "0"}, "seat"),
        ({"contribution": None}, "contribution"),
        ({"contribution": ADA.upper()}, "contribution"),
        ({"commitment": "x" * 64}, "commitment"),
        ({"commitments": [COMMITMENTS[0]]}, "commitments"),
        ({"commitments": {"A": COMMITMENTS[0]}}, "commitments"),
        ({"commitments": {"00": COMMITMENTS[0]}}, "commitments"),
        ({"commitments": {"0": 5}}, "commitments"),
        ({"commitments": {"0": "5"}}, "commitments"),
        ({"more": 1}, "more"),
    ],
    ids=str,
)
def test_an_attempt_that_cannot_be_read_names_the_key(changes: dict[str, object], key: str) -> None:
    written = json.loads(RECEIPT.dumps())
    [attempt] = written["attempts"]
    for receipt in (written | {"attempts": [attempt, attempt | changes]}, OLD | changes):
        with pytest.raises(FairError) as found:
            Receipt.loads(json.dumps(receipt))
        assert found.value.key == key


def test_an_old_receipt_is_read_and_never_written() -> None:
    old = Receipt.loads(json.dumps(OLD))
    assert old == Receipt(MATCH, digest(SECRET), (ATTEMPT,))
    assert old.is_old
    assert not RECEIPT.is_old
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
    assert (verdict.level, verdict.match, verdict.failures) == (CONSISTENT, MATCH, ())
    found = {item.key: item.values for item in verdict.findings}
    assert found["deals_follow"] == {"count": 3}
    assert found["contributed"] == {"names": "Seat 0, Seat 1"}
    assert found["bots"] == {"names": "Seat 2"}
    assert {"no_receipt", "host_sees_cards"} <= set(found)
    assert not {"digest_kept", "own_bytes", "stops_early", "late", "nobody_contributed"} & set(found)


@pytest.mark.parametrize("seat", [0, 1])
def test_with_a_receipt_it_was_fixed_beforehand(record: Record, seat: int) -> None:
    own = (ADA, BO)[seat]
    verdict = verify(record, of_attempt(seat=seat, contribution=own, commitment=COMMITMENTS[seat]))
    assert (verdict.level, verdict.failures) == (FIXED, ())
    found = {item.key: item for item in verdict.findings}
    assert found["own_bytes"].values == {"seat": seat, "name": f"Seat {seat}"}
    assert found["commitments_kept"].values == {"count": 2}
    assert found["digest_kept"].kind == PROVEN
    assert "no_receipt" not in found


@pytest.mark.parametrize("game", names())
def test_every_game_can_be_proven(game: str) -> None:
    seats = load(game).seat_counts[-1]
    deals = Fair.from_secret(MATCH, SECRET, (ADA, *[BOT] * (seats - 2), LATE))
    kept = records.loads(records.dumps(played(game, deals)))
    assert verify(kept).level == CONSISTENT
    other = Fair.from_secret(MATCH, OTHER, deals.seats)
    verdict = verify(replace(kept, fair=other.to_table()))
    assert keys(verdict) == ["deal_differs"]


def test_an_abandoned_match_is_proven_as_far_as_it_went(record: Record) -> None:
    first = record.deals[0]
    stopped = replace(record, deals=(replace(first, play=first.play.partition("\n")[0], result=None),), end=None)
    verdict = verify(stopped, RECEIPT)
    assert verdict.level == FIXED
    found = {item.key: item.values for item in verdict.findings}
    assert found["deals_follow"] == {"count": 2}
    assert "stops_early" in found


def test_a_match_of_bots_proves_little_and_says_so() -> None:
    deals = Fair.from_secret(MATCH, SECRET, (BOT, BOT, LATE))
    verdict = verify(played("luz", deals, {"deals": 2}))
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
    for secret in secrets_by_number(30):
        deals = Fair.from_secret(MATCH, secret, (ADA, BO))
        kept = records.make_record(Match(SEALED, 2, shuffle=deals.shuffle()), fair=deals.to_table())
        written |= set(kept.deals[0].dealt["hands"])
        assert verify(records.loads(records.dumps(kept))).level == CONSISTENT
    assert {"0 1", "1 0"} <= written


def test_a_record_without_a_proof_proves_nothing(record: Record) -> None:
    verdict = verify(replace(record, fair={}), RECEIPT)
    assert (verdict.level, verdict.match, keys(verdict)) == ("", "", ["no_proof"])


def test_while_the_secret_is_not_known_nothing_is_proven(record: Record) -> None:
    assert keys(verify(replace(record, fair=DEALS.without_secret().to_table()))) == ["still_secret"]


def test_a_record_that_begins_later_proves_nothing() -> None:
    text = Path(records.__file__).parent.joinpath("games/luz/records/ex-luz-22.toml").read_text("utf-8")
    assert keys(verify(replace(records.loads(text), fair=DEALS.to_table()))) == ["begins_later"]


def test_an_unknown_card_proves_nothing(record: Record) -> None:
    last = record.deals[-1]
    hands = (last.dealt["hands"][0], re.sub(r"\S+$", "??", last.dealt["hands"][1]), *last.dealt["hands"][2:])
    changed = replace(record, deals=(*record.deals[:-1], replace(last, dealt={"hands": hands})))
    verdict = verify(changed)
    assert [(item.key, item.values) for item in verdict.failures] == [("unknown_card", {"deal": 2})]


def test_a_record_without_deals_proves_nothing(record: Record) -> None:
    assert keys(verify(replace(record, deals=(), end=None))) == ["nothing_dealt"]


def test_a_record_that_breaks_the_rules_proves_nothing(record: Record) -> None:
    last = record.deals[-1]
    assert last.result is not None
    changed = replace(last, result=(last.result[0] + 5, *last.result[1:]))
    verdict = verify(replace(record, deals=(*record.deals[:-1], changed)))
    assert keys(verdict) == ["rules_broken"]
    assert "result is" in str(verdict.failures[0].values["problem"])


# Tampering with the record


def test_another_secret_is_caught(record: Record) -> None:
    assert keys(verify(with_fair(record, secret=OTHER))) == ["secret_differs"]
    assert keys(verify(with_fair(record, secret=OTHER, digest=digest(OTHER)))) == ["deal_differs"]
    assert keys(verify(with_fair(record, digest=digest(OTHER)))) == ["secret_differs"]


@pytest.mark.parametrize("seats", [(ADA, BO, OTHER), (ADA, OTHER, BOT), (ADA, BOT, BOT), (BOT, BOT, BOT)], ids=len)
def test_other_contributions_are_caught(record: Record, seats: tuple[str, ...]) -> None:
    assert keys(verify(with_fair(record, seats=list(seats)))) == ["deal_differs"]


def test_another_match_id_is_caught(record: Record) -> None:
    assert keys(verify(with_fair(record, match="match-8"))) == ["deal_differs"]


def test_seats_that_do_not_exist_are_caught(record: Record) -> None:
    verdict = verify(with_fair(record, seats=[ADA, BO, BOT, BOT]))
    assert [(item.key, item.values) for item in verdict.failures] == [("seats_differ", {"listed": 4, "seats": 3})]


def test_one_card_that_changed_places_is_caught_and_named(record: Record) -> None:
    last = record.deals[-1]
    groups = [group.split() for group in last.dealt["hands"]]
    groups[0][4], groups[2][7] = groups[2][7], groups[0][4]
    pack = Match(load("luz"), 3, {"deals": 2}, shuffle=DEALS.shuffle()).state.pack()
    written = pack.texts(pack.order({"hands": [" ".join(group) for group in groups]}))
    changed = replace(record, deals=(*record.deals[:-1], replace(last, dealt={"hands": tuple(written["hands"])})))
    [found] = verify(changed, RECEIPT).failures
    right, wrong = last.dealt["hands"][0].split(), written["hands"][0].split()
    place = next(k for k in range(10) if right[k] != wrong[k])
    assert found.key == "deal_differs"
    assert found.values == {
        **{"index": 2, "deal": 2, "field": "hands", "group": 1},
        **{"card": wrong[place], "expected": right[place]},
    }


def test_another_draw_by_lot_is_caught(record: Record) -> None:
    first = record.deals[0]
    marker = "B" if first.dealt["marker"] == ("A",) else "A"
    changed = replace(first, dealt=dict(first.dealt) | {"marker": (marker,)})
    [found] = verify(replace(record, deals=(changed, *record.deals[1:]))).failures
    assert (found.key, found.values["index"], found.values["field"]) == ("deal_differs", 0, "marker")
    assert (found.values["card"], found.values["expected"]) == (marker, first.dealt["marker"][0])


def test_deals_in_another_order_are_caught(record: Record) -> None:
    first, second = record.deals
    swapped = (
        replace(first, dealt=dict(first.dealt) | {"hands": second.dealt["hands"]}),
        replace(second, dealt={"hands": first.dealt["hands"]}),
    )
    [found] = verify(replace(record, deals=swapped)).failures
    assert (found.key, found.values["index"], found.values["deal"]) == ("deal_differs", 1, 1)


def test_a_deal_left_out_is_caught() -> None:
    record = played("luz", DEALS, {"deals": 3})
    assert len(record.deals) == 3
    [found] = verify(replace(record, deals=(record.deals[0], record.deals[2]), end=None)).failures
    assert (found.key, found.values["index"]) == ("deal_differs", 2)


# Tampering between the start and the record, or with the receipt


def test_the_receipt_of_another_match_is_refused(record: Record) -> None:
    other = {seat: commitment("match-8", own) for seat, own in enumerate((ADA, BO))}
    verdict = verify(record, replace(RECEIPT, match="match-8", attempts=(Attempt(0, ADA, other[0], other),)))
    assert [(item.key, item.values) for item in verdict.failures] == [
        ("other_match", {"match": MATCH, "receipt": "match-8"})
    ]


def test_a_commitment_of_another_match_is_refused(record: Record) -> None:
    foreign = commitment("match-8", ADA)
    receipt = of_attempt(commitment=foreign, commitments={**COMMITMENTS, 0: foreign})
    assert keys(verify(record, receipt)) == ["receipt_broken"]


def test_a_secret_chosen_after_the_start_is_caught() -> None:
    """The host plays with another secret than the one whose digest it showed."""
    later = Fair.from_secret(MATCH, OTHER, DEALS.seats)
    record = played("luz", later, {"deals": 2})
    assert verify(record).level == CONSISTENT
    assert keys(verify(record, RECEIPT)) == ["digest_differs"]


def test_own_bytes_that_were_not_used_are_missed() -> None:
    for seats in ((BOT, BO, BOT), (OTHER, BO, BOT), (BO, ADA, BOT)):
        record = played("luz", Fair.from_secret(MATCH, SECRET, seats), {"deals": 2})
        verdict = verify(record, RECEIPT)
        assert [(item.key, item.values) for item in verdict.failures] == [("own_bytes_missing", {"count": 1})]


def test_committed_bytes_of_another_that_were_not_used_are_missed() -> None:
    record = played("luz", Fair.from_secret(MATCH, SECRET, (ADA, BOT, BOT)), {"deals": 2})
    verdict = verify(record, RECEIPT)
    assert [(item.key, item.values) for item in verdict.failures] == [
        ("contribution_missing", {"seat": 1, "name": "Seat 1"})
    ]


def test_bytes_of_another_that_changed_are_caught() -> None:
    record = played("luz", Fair.from_secret(MATCH, SECRET, (ADA, OTHER, BOT)), {"deals": 2})
    verdict = verify(record, RECEIPT)
    assert [(item.key, item.values["seat"]) for item in verdict.failures] == [("contribution_differs", 1)]


def test_bytes_that_nobody_committed_to_are_caught() -> None:
    record = played("luz", Fair.from_secret(MATCH, SECRET, (ADA, BO, OTHER)), {"deals": 2})
    verdict = verify(record, RECEIPT)
    assert [(item.key, item.values["seat"]) for item in verdict.failures] == [("contribution_added", 2)]


def test_a_commitment_for_a_seat_that_is_not_there_is_caught(record: Record) -> None:
    receipt = of_attempt(commitments={**COMMITMENTS, 9: commitment(MATCH, OTHER)})
    verdict = verify(record, receipt)
    assert [(item.key, item.values) for item in verdict.failures] == [
        ("contribution_missing", {"seat": 9, "name": "9"})
    ]


def test_a_receipt_that_contradicts_itself_is_refused(record: Record) -> None:
    assert keys(verify(record, of_attempt(contribution=OTHER))) == ["receipt_broken"]
    assert keys(verify(record, of_attempt(commitments={1: COMMITMENTS[1]}))) == ["commitment_not_shown"]
    assert keys(verify(record, of_attempt(seat=1))) == ["commitment_not_shown"]
    assert keys(verify(record, of_attempt(commitments={**COMMITMENTS, 0: COMMITMENTS[1]}))) == ["commitment_not_shown"]


def test_a_copied_commitment_is_caught(record: Record) -> None:
    receipt = of_attempt(commitments={0: COMMITMENTS[0], 1: COMMITMENTS[0]})
    assert keys(verify(record, receipt)) == ["commitment_copied", "contribution_differs"]


def test_a_receipt_is_looked_at_even_where_the_deals_fail(record: Record) -> None:
    changed = with_fair(record, secret=OTHER, digest=digest(OTHER))
    assert keys(verify(changed, RECEIPT)) == ["deal_differs", "digest_differs"]


# The match that was agreed


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"game": "mu"}, ("game_differs", {"agreed": "mu", "game": "luz"})),
        ({"rules": 9}, ("rules_differ", {"agreed": 9, "rules": load("luz").rules})),
        ({"seats": 4}, ("table_differs", {"agreed": 4, "seats": 3})),
        ({"options": {}}, ("option_differs", {"option": "deals", "agreed": "4", "played": "2"})),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else value[0],
)
def test_another_match_than_agreed_is_caught(
    record: Record, changes: dict[str, Any], found: tuple[str, dict[str, object]]
) -> None:
    verdict = verify(record, replace(RECEIPT, **changes))
    assert (verdict.level, [(item.key, item.values) for item in verdict.failures]) == ("", [found])


def test_options_that_the_game_does_not_have_are_caught(record: Record) -> None:
    assert keys(verify(record, replace(RECEIPT, options={"deals": "2", "jokers": "on"}))) == ["options_unknown"]


def test_a_default_may_be_written_or_left_out(record: Record) -> None:
    whole = load("luz").settle({"deals": 2}).values
    assert verify(record, replace(RECEIPT, options=whole)).level == FIXED


# More than one attempt, and more than one receipt


EARLIER = {0: commitment(MATCH, OTHER), 1: commitment(MATCH, "d0" * 32)}
GIVEN_UP = Attempt(0, OTHER, EARLIER[0], EARLIER)


def test_one_start_is_called_one(record: Record) -> None:
    assert Finding(NOTE, "one_start") in verify(record, RECEIPT).findings


@pytest.mark.parametrize("attempts", [(GIVEN_UP, ATTEMPT), (ATTEMPT, GIVEN_UP)], ids=["last", "first"])
def test_the_attempt_in_the_record_is_used_and_all_are_counted(record: Record, attempts: tuple[Attempt, ...]) -> None:
    verdict = verify(record, replace(RECEIPT, attempts=attempts))
    assert (verdict.level, verdict.failures) == (FIXED, ())
    assert Finding(NOTE, "several_starts", {"count": 2}) in verdict.findings


def test_attempts_of_which_none_is_in_the_record_prove_nothing(record: Record) -> None:
    verdict = verify(record, replace(RECEIPT, attempts=(GIVEN_UP,)))
    assert (verdict.level, keys(verdict)) == ("", ["own_bytes_missing"])


def test_receipts_of_two_devices_count_together(record: Record) -> None:
    elsewhere = replace(RECEIPT, attempts=(GIVEN_UP,))
    for receipts in ((elsewhere, RECEIPT), (RECEIPT, elsewhere), (RECEIPT, elsewhere, RECEIPT)):
        verdict = verify(record, *receipts)
        assert verdict.level == FIXED
        assert Finding(NOTE, "several_starts", {"count": 2}) in verdict.findings


def test_another_digest_in_any_receipt_is_caught(record: Record) -> None:
    elsewhere = replace(RECEIPT, attempts=(GIVEN_UP,), digest=digest(OTHER))
    assert keys(verify(record, RECEIPT, elsewhere)) == ["digest_differs"]


def test_bytes_revealed_to_two_lists_prove_nothing(record: Record) -> None:
    again = of_attempt(commitments={0: COMMITMENTS[0], 1: EARLIER[1]})
    assert keys(verify(record, again, RECEIPT)) == ["revealed_twice"]
    assert keys(verify(record, replace(RECEIPT, attempts=(*again.attempts, ATTEMPT)))) == ["revealed_twice"]


def test_an_old_receipt_no_longer_says_fixed(record: Record) -> None:
    """A client that wrote one could be made to replace it when its bytes were known."""
    old = Receipt.loads(json.dumps(OLD))
    verdict = verify(record, old)
    assert (verdict.level, verdict.failures) == (CONSISTENT, ())
    assert Finding(NOTE, "old_receipt") in verdict.findings
    assert not {"own_bytes", "digest_kept"} & {item.key for item in verdict.findings}
    assert keys(verify(record, replace(old, digest=digest(OTHER)))) == ["digest_differs"]


def test_an_aimed_deal_fits_no_receipt_from_before_the_reveal() -> None:
    """The host knows the bytes of seat 0 and tries bytes for its friend until the friend's hand suits it."""
    shown = {0: COMMITMENTS[0], 1: commitment(MATCH, OTHER)}  # what seat 0 saw before it revealed
    tried = (Fair.from_secret(MATCH, SECRET, (ADA, own, BOT)) for own in secrets_by_number(200))
    aimed = max(tried, key=longest_colour)
    assert longest_colour(aimed) > longest_colour(DEALS)
    record = played("luz", aimed, {"deals": 2})
    assert verify(record).level == CONSISTENT
    verdict = verify(record, of_attempt(commitments=shown))
    assert (verdict.level, keys(verdict)) == ("", ["contribution_differs"])
    replaced = {0: COMMITMENTS[0], 1: commitment(MATCH, aimed.seats[1])}
    assert verify(record, of_attempt(commitments=replaced)).level == FIXED  # so a client never replaces what it wrote


def longest_colour(deals: Fair) -> int:
    match = Match(load("luz"), 3, {"deals": 2}, shuffle=deals.shuffle())
    hands = records.make_record(match).deals[0].dealt["hands"]
    return max(Counter(card[0] for card in hands[1].split()).values())
