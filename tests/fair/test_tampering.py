"""Every way to tamper with a record or a receipt is caught."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from atout import Match, load
from atout import record as records
from atout.fair import BOT, CONSISTENT, FIXED, NOTE, Attempt, Fair, Finding, Receipt, commitment, digest, verify
from atout.record import Record
from tests.fair.samples import (
    ADA,
    ATTEMPT,
    BO,
    COMMITMENTS,
    DEALS,
    MATCH,
    OLD,
    OTHER,
    RECEIPT,
    SECRET,
    keys,
    of_attempt,
    played,
    secrets_by_number,
    with_fair,
)

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
