"""Measure Atout against its peers.

    python benchmarks/run.py                 everything, about a quarter of an hour
    python benchmarks/run.py --quick         fewer and shorter rounds
    python benchmarks/run.py --only clone    the measures whose line contains the text
    python benchmarks/run.py --list          the measures
    python benchmarks/run.py --server        the server under load, beside a boardgame.io server, about five minutes

The exit code is 1 if a required figure was missed, 2 if something could not be measured.
"""

import argparse
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the modules here are called benchmarks.x, also by the tests

from benchmarks import report, rounds, worker
from benchmarks.measure import COMPILED, Measure, Row
from benchmarks.measures import all_measures

LATEST = ROOT / "benchmarks" / "out" / "latest.json"
USUAL, QUICK = (15, 0.3), (5, 0.1)  # rounds, and seconds of work in each
DATABASES = ROOT / "build" / "bench" / "databases"  # a real disk, on which a commit is one
PAGE = ROOT / "docs" / "reference" / "speed.md"


def choose_measures(measures: list[Measure], texts: list[str]) -> list[Measure]:
    """Return the measures whose line contains one of the texts; all of them without a text."""
    return [measure for measure in measures if not texts or any(text in measure.label for text in texts)]


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="5 rounds of 0.1 s instead of 15 of 0.3 s")
    parser.add_argument("--only", action="append", default=[], metavar="TEXT", help="measures whose line contains TEXT")
    parser.add_argument("--list", action="store_true", help="name the measures and end")
    parser.add_argument("--page", action="store_true", help="write the table to docs/reference/speed.md")
    parser.add_argument("--server", action="store_true", help="measure the server; --only names its sections")
    parser.add_argument("--seed", type=int, default=1, help="of the order in which contenders are asked")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    options = parse_arguments(arguments)
    if options.server:
        return server(options)
    measures = choose_measures(all_measures(), options.only)
    if options.list:
        print("\n".join(measure.label for measure in measures))
        return 0
    if not measures:
        print(f"no measure contains {' or '.join(options.only)}; --list names them", file=sys.stderr)
        return 2
    rng = random.Random(options.seed)
    rows: list[Row] = []
    versions: dict[str, str] = {}
    for place, measure in enumerate(measures, 1):
        print(f"{place}/{len(measures)} {measure.label} ...", file=sys.stderr, flush=True)
        try:
            row, found = rounds.run(measure, *(QUICK if options.quick else USUAL), rng)
        except rounds.TaskFailed as error:
            print(f"could not be measured: {error}", file=sys.stderr)
            return 2
        rows.append(row)
        versions.update(found)
    if options.page:
        PAGE.write_text(report.rewrite_page(PAGE.read_text(encoding="utf-8"), rows, versions), encoding="utf-8")
    return report_rows(rows, versions, whole=not options.only)


def server(options: argparse.Namespace) -> int:
    """Measure the server."""
    from benchmarks.server import measures as of_server  # needs the server's dependencies
    from benchmarks.server.hosts import NotStartedError
    from benchmarks.server.load import LostError

    try:
        worker.require(COMPILED)
        rows, found = of_server.run(DATABASES, options.quick, options.only, random.Random(options.seed))
    except (NotStartedError, LostError) as error:
        print(f"could not be measured: {error}", file=sys.stderr)
        return 2
    if options.page:
        PAGE.write_text(report.rewrite_server_page(PAGE.read_text(encoding="utf-8"), rows), encoding="utf-8")
    return report_rows(rows, {**worker.versions(), **found}, whole=not options.only)


def report_rows(rows: list[Row], versions: dict[str, str], whole: bool) -> int:
    """Show and keep the rows; return 1 if a required figure was missed."""
    print(report.plain(rows))
    report.save(LATEST, rows, versions, whole)
    missed = [line for row in rows if (line := row.missed_requirement())]
    for line in missed:
        print(f"missed: {line}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
