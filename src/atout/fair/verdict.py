"""The verdict on a record: what its [fair] table proves about the deals, alone or with a receipt."""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from atout.fair.deals import BOT, LATE, Fair, opens
from atout.fair.reading import FairError
from atout.fair.receipt import Receipt
from atout.kernel.cards import UNKNOWN
from atout.match import Dealt
from atout.record import Moment, Record, RecordError, ReplayError, begin, dumps, steps
from atout.toml import locate

PROVEN: Final = "proven"  # kinds of findings
FAILED: Final = "failed"
NOTE: Final = "note"

CONSISTENT: Final = "consistent"  # what a verdict may come to
FIXED: Final = "fixed"


@dataclass(frozen=True)
class Finding:
    """One thing that a verification found: its kind, and a key with values for a sentence about it."""

    kind: str  # PROVEN, FAILED or NOTE
    key: str
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """What a verification comes to."""

    level: str  # CONSISTENT, FIXED (with a receipt), or empty: nothing is proven
    match: str  # the id in the record
    findings: tuple[Finding, ...]

    @property
    def failed(self) -> tuple[Finding, ...]:
        """What stands against the record or the receipt, or keeps it from being proven."""
        return tuple(item for item in self.findings if item.kind == FAILED)


def verify(record: Record, receipt: Receipt | None = None) -> Verdict:
    """Return what a record proves about its deals, alone or with a receipt; RecordError if it cannot be read."""
    if not record.fair:
        return Verdict("", "", (Finding(FAILED, "no_proof"),))
    try:
        fair = Fair.from_table(record.fair)
    except FairError as error:
        raise RecordError(str(error), locate(record.source or dumps(record), ("fair", error.key))) from None
    findings = _check_secret(record, fair) or _check_deals(record, fair)
    if receipt is not None:
        findings += _check_receipt(record, fair, receipt)
    if any(item.kind == FAILED for item in findings):
        return Verdict("", fair.match, tuple(findings))
    findings += _notes(record, fair)
    if receipt is None:
        findings.append(Finding(NOTE, "no_receipt"))
    findings.append(Finding(NOTE, "host_sees_cards"))
    return Verdict(CONSISTENT if receipt is None else FIXED, fair.match, tuple(findings))


def _check_secret(record: Record, fair: Fair) -> list[Finding]:
    """Return why there is nothing to recompute the deals from."""
    if not fair.secret:
        return [Finding(FAILED, "still_secret")]
    if not fair.opened():
        return [Finding(FAILED, "secret_differs")]
    if len(fair.seats) != len(record.seats):
        return [Finding(FAILED, "seats_differ", {"listed": len(fair.seats), "seats": len(record.seats)})]
    if record.start:
        return [Finding(FAILED, "begins_later")]
    for number, deal in enumerate(record.deals, 1):
        if any(UNKNOWN in group.split() for groups in deal.dealt.values() for group in groups):
            return [Finding(FAILED, "unknown_card", {"deal": number})]
    return []


def _check_deals(record: Record, fair: Fair) -> list[Finding]:
    """Replay the record and recompute every chance event; stop at the first that differs."""
    match = begin(record)
    dealt = 0
    try:
        for moment in steps(record, match):
            if isinstance(moment.step, Dealt):
                found = _difference(moment, fair, dealt)
                if found is not None:
                    return [found]
                dealt += 1
    except ReplayError as error:
        return [Finding(FAILED, "rules_broken", {"problem": str(error)})]
    if not dealt:
        return [Finding(FAILED, "nothing_dealt")]
    findings = [Finding(PROVEN, "secret_fits"), Finding(PROVEN, "deals_follow", {"count": dealt})]
    return findings if match.over else [*findings, Finding(NOTE, "stops_early")]


def _difference(moment: Moment, fair: Fair, index: int) -> Finding | None:
    """Return the first card of a chance event that is not what the secret gives."""
    pack = moment.before.pack()
    texts = pack.texts(fair.order(len(pack), index))
    expected = pack.texts(pack.order(texts))  # as a record is read: copies of a card are interchangeable
    for name, groups in expected.items():
        for number, (right, given) in enumerate(zip(groups, moment.texts[name], strict=True), 1):
            for card, other in zip(right.split(), given.split(), strict=True):
                if card != other:
                    place: dict[str, str | int] = {"index": index, "deal": moment.deal + 1}
                    place |= {"field": name, "group": number, "card": other, "expected": card}
                    return Finding(FAILED, "deal_differs", place)
    return None


def _check_receipt(record: Record, fair: Fair, receipt: Receipt) -> list[Finding]:
    """Compare what a client was told before the start with what the record says now."""
    if receipt.match != fair.match:
        return [Finding(FAILED, "other_match", {"match": fair.match, "receipt": receipt.match})]
    if not opens(receipt.match, receipt.commitment, receipt.contribution):
        return [Finding(FAILED, "receipt_broken")]
    if not hmac.compare_digest(receipt.commitments.get(receipt.seat, ""), receipt.commitment):
        return [Finding(FAILED, "commitment_not_shown")]
    findings: list[Finding] = []
    if not hmac.compare_digest(receipt.digest, fair.digest):
        findings.append(Finding(FAILED, "digest_differs"))
    if len(set(receipt.commitments.values())) < len(receipt.commitments):
        findings.append(Finding(FAILED, "commitment_copied"))
    for seat in sorted({*range(len(fair.seats)), *receipt.commitments}):
        given = fair.seats[seat] if seat < len(fair.seats) else BOT
        shown = receipt.commitments.get(seat, "")
        about = {"seat": seat, "name": _name(record, seat)}
        if given in (BOT, LATE):
            findings += [Finding(FAILED, "contribution_missing", about)] if shown else []
        elif not shown:
            findings.append(Finding(FAILED, "contribution_added", about))
        elif not opens(fair.match, shown, given):
            findings.append(Finding(FAILED, "contribution_differs", about))
    if findings:
        return findings
    return [
        Finding(PROVEN, "digest_kept"),
        Finding(PROVEN, "own_bytes", {"seat": receipt.seat, "name": _name(record, receipt.seat)}),
        Finding(PROVEN, "commitments_kept", {"count": len(receipt.commitments)}),
    ]


def _notes(record: Record, fair: Fair) -> list[Finding]:
    """Return who contributed and who did not."""
    parts: dict[str, list[str]] = {"contributed": [], "bots": [], "late": []}
    for seat, item in enumerate(fair.seats):
        parts[{BOT: "bots", LATE: "late"}.get(item, "contributed")].append(_name(record, seat))
    findings = [Finding(NOTE, key, {"names": ", ".join(found)}) for key, found in parts.items() if found]
    return findings if parts["contributed"] else [*findings, Finding(NOTE, "nobody_contributed")]


def _name(record: Record, seat: int) -> str:
    return record.seats[seat] if seat < len(record.seats) else str(seat)
