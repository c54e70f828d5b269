"""Provably fair deals: the hashes and the shuffles, against the page and a slower way to compute them."""

import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atout import Match, load
from atout import record as records
from atout.fair import BOT, LATE, Fair, FairError, Receipt, commitment, digest, matches_commitment, verify
from atout.match import DealStep
from atout.record import Record, RecordError
from tests.fair.samples import (
    ADA,
    BO,
    COMMITMENTS,
    DEALS,
    EXAMPLE_RECEIPT,
    HEX,
    MATCH,
    OTHER,
    SECRET,
    VECTORS,
    secrets_by_number,
    with_fair,
)

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
