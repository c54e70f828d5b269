"""Datasets: the decisions of many matches between bots, as Parquet.

Matches are played in blocks, each with its own file in a folder beside the one that is asked for. A run that is broken
off goes on where it was; at its end the blocks become one file and the folder is gone. Equal plans give equal files.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import pyarrow
from pyarrow import parquet

from atout.arena.run import match_seed, run_tasks
from atout.arena.seating import Matchup, deal_seed, line_up
from atout.bots.loading import load_bot
from atout.games import load
from atout.kernel.errors import SetupError
from atout.match import Match, shuffler
from atout.research.encoding import Encoding

BLOCK: Final = 20  # matches
PLAN: Final = "plan.json"


@dataclass(frozen=True)
class Plan(Matchup):
    """What is played, by whom, and what is kept of it."""

    matches: int
    iterations: int | None
    forced: bool  # whether decisions between one action are kept too

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return {**super().to_dict(), "rules": load(self.game).rules}


def schema(plan: Plan) -> pyarrow.Schema:
    """Return the columns: a row for each decision."""
    size = Encoding(load(plan.game), plan.seats).size
    columns = [
        ("match", pyarrow.int32()),
        ("decision", pyarrow.int32()),  # its number in the match
        ("seat", pyarrow.int8()),
        ("bot", pyarrow.string()),
        ("view", pyarrow.list_(pyarrow.int16(), size)),
        ("legal", pyarrow.list_(pyarrow.int16())),
        ("action", pyarrow.int16()),
        ("score", pyarrow.int32()),  # of the seat at the end of the match
        ("lead", pyarrow.float32()),  # by which it was ahead of the mean of the others
        ("place", pyarrow.int8()),
    ]
    return pyarrow.schema(columns, metadata={"atout": json.dumps(plan.to_dict(), sort_keys=True)})


def make_dataset(plan: Plan, file: Path, jobs: int = 1, advance: Callable[[int], None] | None = None) -> int:
    """Write a dataset; return how many decisions it holds. `advance` is told how many matches have been played."""
    folder = file.with_name(f"{file.name}.parts")
    _open(plan, file, folder)
    firsts = range(0, plan.matches, BLOCK)
    missing = [first for first in firsts if not _part(folder, first).is_file()]
    if advance is not None:
        advance(plan.matches - sum(len(_numbers(plan, first)) for first in missing))
    for first in run_tasks(partial(write_block, plan, folder), missing, jobs):
        if advance is not None:
            advance(len(_numbers(plan, first)))
    return _join_blocks(plan, file, folder, [_part(folder, first) for first in firsts])


def decisions(plan: Plan, number: int) -> list[dict[str, object]]:
    """Play one match and return its decisions."""
    game = load(plan.game)
    encoding = Encoding(game, plan.seats)
    names = line_up(plan.bots, plan.seats, plan.seed, number)
    seed = deal_seed(plan.seed, number // plan.seats)
    players = [
        load_bot(name, game, match_seed(seed, seat), iterations=plan.iterations) for seat, name in enumerate(names)
    ]
    match = Match(game, plan.seats, game.settle(dict(plan.options)), shuffle=shuffler(seed))
    found: list[dict[str, object]] = []
    while not match.over:
        seat = match.turn
        view = match.view(seat)
        action = players[seat].choose(view) if len(view.legal) > 1 else view.legal[0]
        if plan.forced or len(view.legal) > 1:
            row: dict[str, object] = {"match": number, "decision": len(found), "seat": seat, "bot": names[seat]}
            found.append({**row, "view": encoding.vector(view), "legal": view.legal, "action": action})
        match.play(seat, action)
    scores, places = match.scores(), match.places()
    for row in found:
        seat = int(str(row["seat"]))
        others = (sum(scores) - scores[seat]) / max(1, plan.seats - 1)
        row |= {"score": scores[seat], "lead": scores[seat] - others, "place": places[seat]}
    return found


def write_block(plan: Plan, folder: Path, first: int) -> int:
    """Play the matches of a block and write them, whole or not at all."""
    rows = [row for number in _numbers(plan, first) for row in decisions(plan, number)]
    columns = {name: [row[name] for row in rows] for name in schema(plan).names}
    part = _part(folder, first)
    unfinished = part.with_suffix(".unfinished")
    parquet.write_table(pyarrow.table(columns, schema(plan)), unfinished, compression="zstd")
    unfinished.replace(part)
    return first


def _open(plan: Plan, file: Path, folder: Path) -> None:
    """Make the folder, or see that it belongs to the same plan."""
    text = json.dumps(plan.to_dict(), sort_keys=True)
    if file.exists():
        raise SetupError(f"{file} already exists")
    note = folder / PLAN
    if note.is_file():
        if note.read_text(encoding="utf-8") != text:
            raise SetupError(f"{folder} holds the beginning of another dataset; take another name, or delete it")
    elif folder.exists():
        raise SetupError(f"{folder} holds something else")
    else:
        folder.mkdir(parents=True)
        note.write_text(text, encoding="utf-8")


def _numbers(plan: Plan, first: int) -> range:
    return range(first, min(first + BLOCK, plan.matches))


def _part(folder: Path, first: int) -> Path:
    return folder / f"{first:08}.parquet"


def _join_blocks(plan: Plan, file: Path, folder: Path, parts: list[Path]) -> int:
    """Make one file of all blocks, and take the folder away."""
    rows = 0
    unfinished = folder / "joined.unfinished"
    with parquet.ParquetWriter(unfinished, schema(plan), compression="zstd") as writer:
        for part in parts:
            table = parquet.read_table(part)
            rows += table.num_rows
            writer.write_table(table)
    unfinished.replace(file)
    for part in parts:
        part.unlink()
    (folder / PLAN).unlink()
    folder.rmdir()
    return rows
