"""The folder of an arena run: what was asked for, every finished match, and what they show. A run can go on there."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypedDict, cast

from atout.arena.bout import Contest, Forfeit, Outcome
from atout.kernel.errors import SetupError

CONTEST, RESULTS, RECORDS = "contest.json", "results.jsonl", "records"


class _OutcomeLine(TypedDict):
    number: int
    deal: int
    bots: list[str]
    places: list[int]
    scores: list[int] | None
    decisions: int
    forfeit: dict[str, int | str] | None


class Folder:
    """Where a run keeps its matches: only ever added to, so that nothing that has finished is lost."""

    def __init__(self, path: Path, contest: Contest, *, drawn: bool = False) -> None:
        """Open the folder or make it; a `drawn` seed gives way to that of a run already in the folder."""
        self.path = path
        self.contest = contest
        file = path / CONTEST
        if file.is_file():
            known = _read(file)
            if drawn and isinstance(known.get("seed"), int):
                self.contest = replace(contest, seed=cast(int, known["seed"]))
            self._require_same(known)
        elif path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise SetupError(f"{path} holds something other than an arena run")
        else:
            (path / RECORDS).mkdir(parents=True, exist_ok=True)
            _write(file, json.dumps(contest.to_dict(), indent=2) + "\n")

    def outcomes(self) -> dict[int, Outcome]:
        """Return the matches that have finished, by number; a line that was cut off is taken away."""
        file = self.path / RESULTS
        if not file.is_file():
            return {}
        content = file.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if len(whole) < len(content):
            os.truncate(file, len(whole))
        found = {}
        for line in whole.decode().splitlines():
            outcome = _outcome(json.loads(line))
            found[outcome.number] = outcome
        return found

    def add(self, outcome: Outcome, record: str) -> None:
        """Keep a match: first its record, then its line."""
        if record:
            _write(self.record_of(outcome.number), record)
        with open(self.path / RESULTS, "a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(outcome.to_dict(), separators=(",", ":")) + "\n")

    def record_of(self, number: int) -> Path:
        """Return the file of a match's record."""
        return self.path / RECORDS / f"{number:06}.toml"

    def _require_same(self, known: dict[str, object]) -> None:
        now = self.contest.to_dict()
        for name in now:
            if known.get(name) != now[name]:
                there, asked = json.dumps(known.get(name)), json.dumps(now[name])
                raise SetupError(f"{self.path} holds another run: its {name} is {there}, not {asked}")


def _outcome(line: _OutcomeLine) -> Outcome:
    fault = line["forfeit"]
    forfeit = None
    if fault is not None:
        trace = str(fault.get("trace", ""))  # older runs kept none
        forfeit = Forfeit(int(fault["seat"]), str(fault["why"]), str(fault["what"]), trace)
    return Outcome(
        *(line["number"], line["deal"], line["bots"], line["places"], line["scores"], line["decisions"]), forfeit
    )


def _read(file: Path) -> dict[str, object]:
    try:
        found: object = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise SetupError(f"{file} cannot be read")
    return found


def _write(file: Path, text: str) -> None:
    """Write a file whole or not at all."""
    part = file.with_name(f"{file.name}.part")
    part.write_text(text, encoding="utf-8", newline="\n")
    part.replace(file)


def missing_matches(outcomes: dict[int, Outcome], matches: int) -> Iterator[int]:
    """Yield the numbers of the matches that have not finished yet."""
    return (number for number in range(matches) if number not in outcomes)
