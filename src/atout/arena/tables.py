"""One row per match, as CSV, and as Parquet where pyarrow is installed."""

import csv
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

from atout.arena.bout import Outcome

Cell = int | str | None


def rows(outcomes: Iterable[Outcome]) -> Iterator[dict[str, Cell]]:
    """Yield a row for every match, in the order of their numbers; after a forfeit there are no scores."""
    for outcome in sorted(outcomes, key=lambda each: each.number):
        row: dict[str, Cell] = {"match": outcome.number, "deal": outcome.deal, "decisions": outcome.decisions}
        fault = outcome.forfeit
        row |= {"forfeit_seat": None if fault is None else fault.seat, "forfeit": None if fault is None else fault.why}
        row["forfeit_reason"] = None if fault is None else fault.what
        for seat, name in enumerate(outcome.bots):
            row[f"bot_{seat}"] = name
            row[f"score_{seat}"] = None if outcome.scores is None else outcome.scores[seat]
            row[f"place_{seat}"] = outcome.places[seat]
        yield row


def write(outcomes: Iterable[Outcome], stem: Path) -> list[Path]:
    """Write the rows of at least one match; return the files."""
    found = list(rows(outcomes))
    files = [stem.with_suffix(".csv")]
    with open(files[0], "w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(found[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(found)
    if find_spec("pyarrow") is not None:
        files.append(stem.with_suffix(".parquet"))
        write_parquet(found, files[1])
    return files


def write_parquet(found: list[dict[str, Cell]], file: Path) -> None:
    """Write rows as Parquet; the types of columns do not depend on what is in them."""
    import pyarrow
    from pyarrow import parquet

    texts = ("forfeit", "forfeit_reason", *(name for name in found[0] if name.startswith("bot_")))
    kinds = [(name, pyarrow.string() if name in texts else pyarrow.int64()) for name in found[0]]
    parquet.write_table(pyarrow.Table.from_pylist(found, pyarrow.schema(kinds)), file)
