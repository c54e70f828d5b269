"""What is measured: a task is work for one process, a measure is one row of the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

COMPILED = "compiled"  # the installed package, which must be compiled
PURE = "pure"  # the sources, interpreted
ABSENT = "absent"  # the task does not import the package

MILLISECONDS = "ms"
RATIO = "ratio"
OURS = "ours"

CORE = "core"  # the parts of the file of rows: each run replaces those of its own part
SERVER = "server"

Arguments = Mapping[str, int | str]


class Answer(NamedTuple):
    """What a task did when it was asked: CPU time and units of work."""

    seconds: float
    units: float

    @property
    def rate(self) -> float:
        """Units per second."""
        return self.units / self.seconds


@dataclass(frozen=True)
class Task:
    """Work for one process: a function `module:function` of benchmarks/tasks, and its arguments."""

    function: str
    arguments: Arguments = field(default_factory=dict)
    build: str = COMPILED


@dataclass(frozen=True)
class Measure:
    """One row: our task, a peer's, and what is asked of the result.

    Figures are units of work per second of CPU time, or milliseconds per unit; a ratio says how many times faster ours
    is. `least` and `most` are required, of the ratio or of our figure; `goal` is what we aim at. Rows about the server
    have no task: they measure whole servers, and seconds there are those of a clock on the wall.
    """

    name: str
    game: str
    seats: int
    unit: str
    ours: Task | None = None
    peer: Task | None = None
    peer_name: str = ""
    judged: str = RATIO
    least: float | None = None
    most: float | None = None
    goal: float | None = None
    part: str = CORE

    @property
    def label(self) -> str:
        """The row as one line of text, which `--only` searches."""
        return f"{self.name}, {self.game}, {self.seats} seats" if self.game else self.name

    def figure(self, answer: Answer) -> float:
        """Return what the table shows for an answer."""
        return 1000 / answer.rate if self.unit == MILLISECONDS else answer.rate


@dataclass(frozen=True)
class Row:
    """The outcome of a measure; quartiles of the ratio over the rounds show how steady it was."""

    measure: Measure
    ours: float
    peer: float | None
    ratio: float | None
    low: float | None
    high: float | None

    @property
    def judged_value(self) -> float | None:
        """The number that `least`, `most` and `goal` are about."""
        return self.ours if self.measure.judged == OURS else self.ratio

    def missed_requirement(self) -> str | None:
        """Return the requirement that is not met, as a sentence, or None."""
        value, least, most = self.judged_value, self.measure.least, self.measure.most
        if value is None:
            return None
        found = f"{self.measure.label}: {value:,.4g}"
        found += f" times {self.measure.peer_name}" if self.measure.judged == RATIO else f" {self.measure.unit}"
        if least is not None and value < least:
            return f"{found}, at least {least:,.4g} is required"
        if most is not None and value > most:
            return f"{found}, at most {most:,.4g} is allowed"
        return None

    def as_dict(self) -> dict[str, str | int | float | None]:
        """Return the row as plain data."""
        return {
            "measure": self.measure.name,
            "game": self.measure.game,
            "seats": self.measure.seats,
            "unit": self.measure.unit,
            "ours": self.ours,
            "peer": self.peer,
            "peer_name": self.measure.peer_name,
            "ratio": self.ratio,
            "ratio_low": self.low,
            "ratio_high": self.high,
            "judged": self.measure.judged,
            "least": self.measure.least,
            "most": self.measure.most,
            "goal": self.measure.goal,
            "part": self.measure.part,
        }
