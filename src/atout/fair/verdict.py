"""The verdict on a record: what its [fair] table proves about the deals, alone or with receipts."""

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from atout.fair.deals import BOT, LATE, Fair, matches_commitment
from atout.fair.reading import FairError
from atout.fair.receipt import Attempt, Receipt
from atout.kernel.cards import UNKNOWN
from atout.match import DealStep
from atout.record import Record, RecordError, ReplayError, ReplayStep, begin, dumps, replay_steps
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
    def failures(self) -> tuple[Finding, ...]:
        """What stands against the record or the receipt, or keeps it from being proven."""
        return tuple(item for item in self.findings if item.kind == FAILED)


def verify(record: Record, *receipts: Receipt) -> Verdict:
    """Return what a record proves about its deals, alone or with one's receipts; RecordError if it cannot be read."""
    if not record.fair:
        return Verdict("", "", (Finding(FAILED, "no_proof"),))
    try:
        fair = Fair.from_table(record.fair)
    except FairError as error:
        raise RecordError(str(error), locate(record.source or dumps(record), ("fair", error.key))) from None
    findings = _check_secret(record, fair) or _check_deals(record, fair)
    used = _used_attempts(fair, receipts)
    if receipts:
        findings += _check_receipts(record, fair, receipts) or _check_used_attempts(record, fair, used, receipts)
    if any(item.kind == FAILED for item in findings):
        return Verdict("", fair.match, tuple(findings))
    findings += _notes(record, fair)
    if not receipts:
        findings.append(Finding(NOTE, "no_receipt"))
    findings.append(Finding(NOTE, "host_sees_cards"))
    level = FIXED if used and not any(receipt.is_old for receipt in receipts) else CONSISTENT
    return Verdict(level, fair.match, tuple(findings))


def _check_secret(record: Record, fair: Fair) -> list[Finding]:
    """Return why there is nothing to recompute the deals from."""
    if not fair.secret:
        return [Finding(FAILED, "still_secret")]
    if not fair.has_valid_secret():
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
        for moment in replay_steps(record, match):
            if isinstance(moment.step, DealStep):
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


def _difference(moment: ReplayStep, fair: Fair, index: int) -> Finding | None:
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


def _used_attempts(fair: Fair, receipts: Sequence[Receipt]) -> list[Attempt]:
    """Return the attempts that led to the match: their bytes stand in the record, at their seat."""
    attempts = {attempt.commitment: attempt for receipt in receipts for attempt in receipt.attempts}
    return [
        attempt
        for attempt in attempts.values()
        if attempt.seat < len(fair.seats) and hmac.compare_digest(fair.seats[attempt.seat], attempt.contribution)
    ]


def _check_receipts(record: Record, fair: Fair, receipts: Sequence[Receipt]) -> list[Finding]:
    """Return what is wrong with the receipts themselves, or with the match that they name."""
    known: dict[str, Attempt] = {}
    for receipt in receipts:
        if receipt.match != fair.match:
            return [Finding(FAILED, "other_match", {"match": fair.match, "receipt": receipt.match})]
        for attempt in receipt.attempts:
            if not matches_commitment(receipt.match, attempt.commitment, attempt.contribution):
                return [Finding(FAILED, "receipt_broken")]
            if not hmac.compare_digest(attempt.commitments.get(attempt.seat, ""), attempt.commitment):
                return [Finding(FAILED, "commitment_not_shown")]
            if known.setdefault(attempt.commitment, attempt) != attempt:
                return [Finding(FAILED, "revealed_twice")]
    findings: list[Finding] = []
    if not all(hmac.compare_digest(receipt.digest, fair.digest) for receipt in receipts):
        findings.append(Finding(FAILED, "digest_differs"))
    for receipt in receipts:
        findings += [] if receipt.is_old else _check_agreement(record, receipt)
    return findings


def _check_agreement(record: Record, receipt: Receipt) -> list[Finding]:
    """Compare the match that was agreed with the one in the record."""
    parts: list[tuple[str, str, str | int, str | int]] = [
        ("game_differs", "game", receipt.game, record.game),
        ("rules_differ", "rules", receipt.rules, record.rules),
        ("table_differs", "seats", receipt.seats, len(record.seats)),
    ]
    for key, name, agreed, played in parts:
        if agreed != played:
            return [Finding(FAILED, key, {"agreed": agreed, name: played})]
    match = begin(record)
    try:
        options = match.game.settle(dict(receipt.options))
    except ValueError as error:
        return [Finding(FAILED, "options_unknown", {"problem": str(error)})]
    return [
        Finding(FAILED, "option_differs", {"option": name, "agreed": agreed, "played": match.options.text(name)})
        for name, agreed in options.values.items()
        if agreed != match.options.text(name)
    ]


def _check_used_attempts(
    record: Record, fair: Fair, used: Sequence[Attempt], receipts: Sequence[Receipt]
) -> list[Finding]:
    """Compare what a client was shown before it revealed with what the record says now."""
    count = len({attempt.commitment for receipt in receipts for attempt in receipt.attempts})
    if not used:
        return [Finding(FAILED, "own_bytes_missing", {"count": count})]
    findings: list[Finding] = []
    for attempt in used:
        findings += _check_commitments(record, fair, attempt.commitments)
    if findings:
        return findings
    if any(receipt.is_old for receipt in receipts):
        return [Finding(NOTE, "old_receipt")]
    return [
        Finding(PROVEN, "digest_kept"),
        Finding(PROVEN, "agreement_kept"),
        *(Finding(PROVEN, "own_bytes", {"seat": item.seat, "name": _name(record, item.seat)}) for item in used),
        Finding(PROVEN, "commitments_kept", {"count": len(used[0].commitments)}),
        Finding(NOTE, "one_start") if count == 1 else Finding(NOTE, "several_starts", {"count": count}),
    ]


def _check_commitments(record: Record, fair: Fair, commitments: Mapping[int, str]) -> list[Finding]:
    """Compare the commitments that were shown with the bytes in the record, seat by seat."""
    findings: list[Finding] = []
    if len(set(commitments.values())) < len(commitments):
        findings.append(Finding(FAILED, "commitment_copied"))
    for seat in sorted({*range(len(fair.seats)), *commitments}):
        given = fair.seats[seat] if seat < len(fair.seats) else BOT
        shown = commitments.get(seat, "")
        about = {"seat": seat, "name": _name(record, seat)}
        if given in (BOT, LATE):
            findings += [Finding(FAILED, "contribution_missing", about)] if shown else []
        elif not shown:
            findings.append(Finding(FAILED, "contribution_added", about))
        elif not matches_commitment(fair.match, shown, given):
            findings.append(Finding(FAILED, "contribution_differs", about))
    return findings


def _notes(record: Record, fair: Fair) -> list[Finding]:
    """Return who contributed and who did not."""
    parts: dict[str, list[str]] = {"contributed": [], "bots": [], "late": []}
    for seat, item in enumerate(fair.seats):
        parts[{BOT: "bots", LATE: "late"}.get(item, "contributed")].append(_name(record, seat))
    findings = [Finding(NOTE, key, {"names": ", ".join(found)}) for key, found in parts.items() if found]
    return findings if parts["contributed"] else [*findings, Finding(NOTE, "nobody_contributed")]


def _name(record: Record, seat: int) -> str:
    return record.seats[seat] if seat < len(record.seats) else str(seat)
