"""`atout verify`."""

import ast
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

import atout.fair.verdict
from atout import Match, fair, load
from atout import record as records
from atout.locale import LANGUAGES, load_words
from tests.cli.shell import invoke, run

SECRET, ADA, BO = "5e" * 32, "a1" * 32, "0b" * 32
MATCH = "match-7"
DEALS = fair.Fair.from_secret(MATCH, SECRET, (ADA, BO, fair.BOT))
COMMITMENTS = {0: fair.commitment(MATCH, ADA), 1: fair.commitment(MATCH, BO)}
ATTEMPT = fair.Attempt(0, ADA, COMMITMENTS[0], COMMITMENTS)
RECEIPT = fair.Receipt(MATCH, fair.digest(SECRET), (ATTEMPT,), "luz", load("luz").rules, 3, {"deals": "2"})
GIVEN_UP = replace(
    ATTEMPT,
    contribution="ee" * 32,
    commitment=fair.commitment(MATCH, "ee" * 32),
    commitments={0: fair.commitment(MATCH, "ee" * 32)},
)


def play_match() -> records.Record:
    match = Match(load("luz"), 3, {"deals": 2}, shuffle=DEALS.shuffle())
    while not match.over:
        match.play(match.turn, match.legal(match.turn)[0])
    return records.make_record(match, ["Ada", "Bo", "Cem"], fair=DEALS.to_table())


RECORD = play_match()
TEXT = records.dumps(RECORD)


def verify(text: str, folder: Path, *arguments: str, receipt: str = "") -> Result:
    (folder / "match.toml").write_text(text, encoding="utf-8")
    if receipt:
        (folder / "receipt.json").write_text(receipt, encoding="utf-8")
        arguments = ("--receipt", str(folder / "receipt.json"), *arguments)
    return invoke("verify", str(folder / "match.toml"), *arguments, folder=folder)


def document(result: Result) -> Any:
    assert result.stderr == ""
    return json.loads(result.stdout)


def test_a_record_alone_is_consistent(tmp_path: Path) -> None:
    result = verify(TEXT, tmp_path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "Consistent: the deals of this record follow from the secret it names.",
        "+ The secret has the SHA-256 that the record names.",
        "+ Every shuffle follows from the secret, the match and the players’ bytes. Packs in this record: 3.",
        "- Bytes from: Ada, Bo.",
        "- No bytes, because they are bots: Cem.",
        "- Without a receipt, nothing shows that the secret was chosen before the start. "
        "Your client kept one: --receipt FILE.",
        "- Nothing can show that nobody looked: whoever runs a server can see all cards.",
    ]


def test_with_a_receipt_it_was_fixed_beforehand(tmp_path: Path) -> None:
    result = verify(TEXT, tmp_path, receipt=RECEIPT.dumps())
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Fixed beforehand: ")
    assert "+ Your bytes, those of Ada, are among the ones that were used." in lines
    assert not [line for line in lines if line.startswith("!")]
    assert lines[-1] == "- Nothing can show that nobody looked: whoever runs a server can see all cards."


def test_starts_that_were_given_up_are_counted(tmp_path: Path) -> None:
    several = "- You revealed your bytes in 2 starts of this match. Whoever ran the server could have looked "
    result = verify(TEXT, tmp_path, receipt=replace(RECEIPT, attempts=(GIVEN_UP, ATTEMPT)).dumps())
    assert (result.exit_code, several in result.stdout) == (0, True)
    (tmp_path / "phone.json").write_text(replace(RECEIPT, attempts=(GIVEN_UP,)).dumps(), encoding="utf-8")
    result = verify(TEXT, tmp_path, "--receipt", str(tmp_path / "phone.json"), receipt=RECEIPT.dumps())
    assert (result.exit_code, several in result.stdout) == (0, True)
    assert (
        "- As far as your receipts tell, you revealed your bytes in only one start"
        in verify(TEXT, tmp_path, receipt=RECEIPT.dumps()).stdout
    )


def test_an_old_receipt_is_read_and_proves_no_more_than_the_record(tmp_path: Path) -> None:
    old = {"format": "atout-receipt 1", "match": MATCH, "digest": fair.digest(SECRET), **ATTEMPT.to_table()}
    result = verify(TEXT, tmp_path, receipt=json.dumps(old))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Consistent: ")
    assert "- The receipt is in the first format." in result.stdout


@pytest.mark.parametrize(
    ("lang", "first"),
    [("en", "Consistent: "), ("fr", "Cohérent\N{NO-BREAK SPACE}: "), ("de", "Stimmig: ")],
)
def test_it_speaks_three_languages(lang: str, first: str, tmp_path: Path) -> None:
    assert verify(TEXT, tmp_path, "--lang", lang).stdout.startswith(first)


def test_json_has_the_level_and_every_finding(tmp_path: Path) -> None:
    found = document(verify(TEXT, tmp_path, "--json", receipt=RECEIPT.dumps()))
    assert list(found) == ["level", "match", "findings"]
    assert (found["level"], found["match"]) == ("fixed", MATCH)
    assert all(list(item) == ["kind", "key", "values", "text"] for item in found["findings"])
    assert [item["key"] for item in found["findings"] if item["kind"] == "proven"] == [
        *("secret_fits", "deals_follow", "digest_kept", "agreement_kept", "own_bytes", "commitments_kept")
    ]
    assert found["findings"][1]["values"] == {"count": 3}
    assert "{" not in "".join(item["text"] for item in found["findings"])


def test_another_card_exits_with_1_and_is_named(tmp_path: Path) -> None:
    hand, other = RECORD.deals[1].dealt["hands"][:2]
    card, place = hand.split()[0], other.split()[0]
    changed = TEXT.replace(hand, hand.replace(card, place)).replace(other, other.replace(place, card))
    result = verify(changed, tmp_path)
    assert (result.exit_code, result.stderr) == (1, "")
    first, second = result.stdout.splitlines()
    assert first == "Not proven."
    assert second.startswith(
        "! Chance event 2 (counted from 0, in deal 2 of the record): in group 1 of hands, the record"
    )
    found = document(verify(changed, tmp_path, "--json", "--lang", "de"))
    assert (found["level"], found["match"]) == (None, MATCH)
    [item] = found["findings"]
    assert (item["kind"], item["key"], item["values"]["index"]) == ("failed", "deal_differs", 2)
    assert item["values"]["expected"] == card
    assert item["text"].startswith("Zufallsereignis 2 ")


@pytest.mark.parametrize(
    ("receipt", "line"),
    [
        (
            replace(RECEIPT, digest="00" * 32),
            "! Before the start the server named a different SHA-256 from the one in the record.",
        ),
        (
            replace(RECEIPT, attempts=(replace(ATTEMPT, commitments={0: COMMITMENTS[0]}),)),
            "! The record has bytes from Bo, for whom the server had shown no commitment.",
        ),
        (
            replace(RECEIPT, match="match-8"),
            "! The receipt is for another match: match-8, not match-7.",
        ),
        (
            replace(RECEIPT, attempts=(GIVEN_UP,)),
            "! The bytes at your seat in the record are not those you revealed. Starts in your receipts: 1.",
        ),
        (
            replace(RECEIPT, options={"deals": "3"}),
            "! You had agreed to deals = 3, but the record has deals = 2.",
        ),
    ],
    ids=["digest", "commitment", "match", "attempt", "option"],
)
def test_a_receipt_that_does_not_fit_exits_with_1(receipt: fair.Receipt, line: str, tmp_path: Path) -> None:
    result = verify(TEXT, tmp_path, receipt=receipt.dumps())
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.splitlines()[0] == "Not proven."
    assert result.stdout.splitlines()[-1] == line
    assert "+ The secret has the SHA-256 that the record names." in result.stdout


def test_a_record_without_a_proof_exits_with_1(tmp_path: Path) -> None:
    result = verify(records.dumps(replace(RECORD, fair={})), tmp_path)
    assert result.exit_code == 1
    assert result.stdout == "Not proven.\n! The record has no [fair] table: its deals were not made to be proven.\n"
    assert document(verify(records.dumps(replace(RECORD, fair={})), tmp_path, "--json"))["match"] is None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rules = 1", "rules = 99", "line 3: the record is for rules 99 of Luz, but this program has 1"),
        (f'secret = "{SECRET}"', 'secret = "5e"', "secret: must be 64 lower-case hexadecimal digits"),
        ('"bot"', '"cat"', "seats: a seat has 64 lower-case hexadecimal digits, or 'bot' or 'late'"),
        ('"atout-fair 1"', '"atout-fair 9"', "protocol: this program knows 'atout-fair 1'"),
    ],
)
def test_an_unreadable_record_exits_with_2(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert TEXT.count(old) == 1
    for arguments in ([], ["--json"]):
        result = verify(TEXT.replace(old, new), tmp_path, *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"atout: {tmp_path / 'match.toml'}: line ")
        assert result.stderr.endswith(f"{message}\n")


def test_an_unreadable_receipt_exits_with_2(tmp_path: Path) -> None:
    for receipt, message in (
        ("no receipt", "the receipt is not a JSON document"),
        (RECEIPT.dumps().replace(ADA, ADA[2:]), "contribution: must be 64 lower-case hexadecimal digits"),
    ):
        result = verify(TEXT, tmp_path, receipt=receipt)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == f"atout: {tmp_path / 'receipt.json'}: {message}\n"
    (tmp_path / "receipt.json").write_bytes(b"\xff\xfe\x00")
    result = verify(TEXT, tmp_path, "--receipt", str(tmp_path / "receipt.json"))
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert f"{tmp_path / 'receipt.json'}: the file is not UTF-8 text" in result.stderr


def test_what_is_not_there_exits_with_2(tmp_path: Path) -> None:
    for arguments in (["absent.toml"], [], ["match.toml", "--receipt", str(tmp_path / "absent.json")]):
        (tmp_path / "match.toml").write_text(TEXT, encoding="utf-8")
        wanted = [str(tmp_path / name) if name == "match.toml" else name for name in arguments]
        result = invoke("verify", *wanted, folder=tmp_path)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


def test_a_process_of_its_own_says_the_same(tmp_path: Path) -> None:
    inside = verify(TEXT, tmp_path)
    outside = run("verify", str(tmp_path / "match.toml"), folder=tmp_path)
    assert (outside.returncode, outside.stdout, outside.stderr) == (0, inside.stdout, "")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_finding_has_words(lang: str) -> None:
    tree = ast.parse(Path(atout.fair.verdict.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Finding"]
    keys = {node.args[1].value for node in calls if isinstance(node.args[1], ast.Constant)}
    keys |= {"contributed", "bots", "late"}
    assert len(keys) > 20
    assert [key for key in sorted(keys, key=str) if load_words(lang).find("verify", str(key)) is None] == []
    assert all(load_words(lang).find("verify", level) for level in (fair.FIXED, fair.CONSISTENT, "not_proven"))
