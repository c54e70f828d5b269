"""`atout verify`: what a record proves about its deals."""

import json
from pathlib import Path
from typing import Annotated

import typer

from atout.cli.arguments import Language, choose_language, make_console
from atout.cli.errors import InputError
from atout.fair import FAILED, NOTE, PROVEN, FairError, Finding, Receipt
from atout.fair import verify as verdict_on
from atout.locale import Words, load_words
from atout.record import RecordError, load

NOT_PROVEN = 1  # exit code: record and receipt can be read, but do not prove anything
MARKS = {PROVEN: "+", FAILED: "!", NOTE: "-"}

RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a match.", show_default=False)]
ReceiptFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--receipt", metavar="FILE", help="The receipt that your client kept; may be repeated, one for each device."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def verify(file: RecordFile, receipt: ReceiptFiles = None, as_json: AsJson = False, lang: Language = None) -> None:
    """Say what a record proves about its deals. The exit code is 1 if it proves nothing, 2 if it is unreadable."""
    say = load_words(choose_language(lang))
    try:
        record = load(file)
        verdict = verdict_on(record, *map(read_receipt, receipt or ()))
    except RecordError as error:
        raise InputError(f"{file}: {error}") from None
    if as_json:
        found: dict[str, object] = {"level": verdict.level or None, "match": verdict.match or None}
        print(json.dumps(found | {"findings": [finding_data(item, say) for item in verdict.findings]}, indent=2))
    else:
        screen = make_console()
        screen.print(say.say("verify", verdict.level or "not_proven"), style="bold", soft_wrap=True)
        for item in verdict.findings:
            screen.print(f"{MARKS[item.kind]} {describe_finding(item, say)}", soft_wrap=True)
    if not verdict.level:
        raise typer.Exit(NOT_PROVEN)


def read_receipt(file: Path) -> Receipt:
    """Return the receipt in a file."""
    try:
        return Receipt.loads(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError(f"{file}: the file is not UTF-8 text") from None
    except FairError as error:
        raise InputError(f"{file}: {error}") from None


def describe_finding(item: Finding, say: Words) -> str:
    """Return a finding in words."""
    return say.say("verify", item.key, **item.values)


def finding_data(item: Finding, say: Words) -> dict[str, object]:
    """Return a finding as plain data."""
    return {"kind": item.kind, "key": item.key, "values": dict(item.values), "text": describe_finding(item, say)}
