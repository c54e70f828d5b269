"""The outcome of a run: a table on the screen, rows as JSON, and the generated part of a page."""

import json
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.measure import CORE, RATIO, Measure, Row

BEGIN = "<!-- made by dev.py bench; do not edit -->"
BEGIN_SERVER = "<!-- made by dev.py bench --server; do not edit -->"
END = "<!-- end -->"
HEAD = ("measure", "game", "seats", "ours", "peer", "peer is", "ratio", "required", "goal")


def format_number(value: float | None) -> str:
    """Return a figure with as many digits as mean something."""
    if value is None:
        return ""
    if value >= 1e6:
        return f"{value / 1e6:.3g} M"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def format_ratio(value: float | None) -> str:
    """Return how many times faster ours is."""
    return "" if value is None else f"{value:.2f}" if value < 20 else f"{value:.0f}"


def format_requirement(measure: Measure) -> str:
    """Return what is required, as the table shows it."""
    show = format_ratio if measure.judged == RATIO else format_number
    if measure.most is not None:
        return f"≤ {show(measure.most)}"
    return "" if measure.least is None else f"≥ {show(measure.least)}"


def cells(row: Row) -> tuple[str, ...]:
    """Return a row as the table shows it."""
    measure = row.measure
    return (
        measure.name,
        measure.game,
        str(measure.seats),
        f"{format_number(row.ours)} {measure.unit}",
        format_number(row.peer),
        measure.peer_name,
        format_ratio(row.ratio),
        format_requirement(measure),
        format_ratio(measure.goal),
    )


def markdown(rows: Sequence[Row]) -> str:
    """Return the table for a page."""
    lines = [HEAD, tuple("---" for _ in HEAD), *(cells(row) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def plain(rows: Sequence[Row]) -> str:
    """Return the table for the screen."""
    lines = [HEAD, *(cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    return "\n".join("  ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True)) for line in lines)


def save(path: Path, rows: Sequence[Row], versions: dict[str, str], whole: bool = True) -> None:
    """Write the run as JSON. Rows of other parts stay; after a run of some measures only, so do those of the others."""
    path.parent.mkdir(parents=True, exist_ok=True)
    before = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"versions": {}, "rows": []}
    parts = {row.measure.part for row in rows}
    new = [row.as_dict() for row in rows]
    names = [_name(row) for row in new]
    kept = [
        row for row in before["rows"] if row.get("part", CORE) not in parts or (not whole and _name(row) not in names)
    ]
    run = {
        "versions": {**(before["versions"] if kept else {}), **versions},
        "machine": machine(),
        "date": today(),
        "rows": [*kept, *new],
    }
    path.write_text(json.dumps(run, indent=1) + "\n", encoding="utf-8")


def _name(row: Mapping[str, object]) -> tuple[object, ...]:
    return row["measure"], row["game"], row["seats"]


def machine() -> str:
    """Return what kind of machine measured."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def today() -> str:
    """Return the date of a run."""
    return datetime.now(UTC).date().isoformat()


def rewrite_page(page: str, rows: Sequence[Row], versions: dict[str, str]) -> str:
    """Return a page with its generated part replaced."""
    before, _, after = parts(page, BEGIN)
    named = ", ".join(f"{name} {number}" for name, number in versions.items())
    where = f"{machine()}; one core, where a row does not say two"
    return f"{before}{BEGIN}\n{markdown(rows)}\n\nMeasured on {today()}: {named}. {where}.\n{END}{after}"


def rewrite_server_page(page: str, rows: Sequence[Row]) -> str:
    """Return a page with the rows about the server replaced; what was not measured now stays, with its date."""
    before, old, after = parts(page, BEGIN_SERVER)
    head = [*HEAD, "measured on"]
    lines = {line.split(" | ")[0]: line for line in old.splitlines() if line.startswith("| ")}
    lines |= {f"| {row.measure.name}": f"| {' | '.join([*cells(row), today()])} |" for row in rows}
    for unused in ("| measure", "| ---"):
        lines.pop(unused, None)
    table = [f"| {' | '.join(head)} |", f"| {' | '.join('---' for _ in head)} |", *lines.values()]
    body = "\n".join(table)
    return f"{before}{BEGIN_SERVER}\n{body}\n\nOn {machine()}.\n{END}{after}"


def parts(page: str, marker: str) -> tuple[str, str, str]:
    """Return what is before, in and after a generated part of a page."""
    before, begin, rest = page.partition(marker)
    inside, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page lacks {marker!r} or {END!r}")
    return before, inside, after
