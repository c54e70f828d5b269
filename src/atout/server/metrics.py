"""Figures for Prometheus."""

from bisect import bisect_left
from collections import defaultdict
from itertools import accumulate
from typing import Final

TEXT: Final = "text/plain; version=0.0.4"
HELP: Final = {
    "atout_tables": "Tables in memory.",
    "atout_connections": "WebSocket connections.",
    "atout_sockets": "All sockets, HTTP included.",
    "atout_turned_away_total": "Sockets that were refused or ended, by reason.",
    "atout_database_up": "Whether the database can be written.",
    "atout_http_responses_total": "Answers to HTTP requests, by status.",
    "atout_requests_total": "Requests on WebSockets, by type and answer.",
    "atout_request_seconds": "Time from a request on a WebSocket to its answer.",
    "atout_bots_waiting": "Bots that are waiting for a worker.",
    "atout_bot_wait_seconds": "How long bots waited for a worker.",
    "atout_bots_hurried_total": "Decisions for which there was no worker in time and a quicker bot chose, by level.",
    "atout_bots_late_total": "Decisions for which a worker took too long and a quicker bot chose.",
    "atout_reviews_waiting": "Reviews that are not finished.",
    "atout_reviews_total": "Reviews that were finished here, by how they ended.",
    "atout_resyncs_total": "Connections that were too slow and got the whole table instead.",
}
BOUNDS: Final = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)


class Figures:
    """What has been counted since the server started."""

    def __init__(self) -> None:
        self.counts: defaultdict[tuple[str, tuple[tuple[str, str], ...]], float] = defaultdict(float)
        self.times: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(BOUNDS) + 1))  # between the bounds
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def count(self, name: str, amount: float = 1, **labels: str) -> None:
        """Count something."""
        self.counts[name, tuple(labels.items())] += amount

    def time(self, name: str, seconds: float) -> None:
        """Note how long something took."""
        self.times[name][bisect_left(BOUNDS, seconds)] += 1
        self.seconds[name] += seconds

    def text(self, gauges: dict[str, int]) -> str:
        """Return everything in Prometheus' text format."""
        lines: list[str] = []
        for name, about in HELP.items():
            kind = "gauge" if name in gauges else "histogram" if name.endswith("_seconds") else "counter"
            lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
            if name in gauges:
                lines.append(f"{name} {gauges[name]}")
            lines += [_line(*item, number) for item, number in self.counts.items() if item[0] == name]
            if name in self.times:
                lines += self._histogram(name)
        return "\n".join(lines) + "\n"

    def _histogram(self, name: str) -> list[str]:
        """Return the histogram of how long something took, in seconds."""
        sums = list(accumulate(self.times[name]))
        bounds = [*map(str, BOUNDS), "+Inf"]
        return [
            *(_line(f"{name}_bucket", (("le", bound),), count) for bound, count in zip(bounds, sums, strict=True)),
            _line(f"{name}_sum", (), self.seconds[name]),
            _line(f"{name}_count", (), sums[-1]),
        ]


def _line(name: str, labels: tuple[tuple[str, str], ...], number: float) -> str:
    told = ",".join(f'{label}="{text}"' for label, text in labels)
    value = int(number) if float(number).is_integer() else number
    return f"{name}{{{told}}} {value}" if told else f"{name} {value}"
