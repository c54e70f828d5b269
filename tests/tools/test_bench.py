"""The benchmark: figures, verdicts and report from made-up answers, and every task of ours done once."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from atout.kernel import bits
from benchmarks import report, rounds, run
from benchmarks.measure import ABSENT, COMPILED, MILLISECONDS, OURS, PURE, Answer, Arguments, Measure, Row, Task
from benchmarks.measures import all_measures
from benchmarks.tasks import loop
from benchmarks.tasks.research import WIDTH
from benchmarks.worker import prepare

HERE = PURE if bits.__file__.endswith(".py") else COMPILED
SMALL = Task("ours:dealers", {"hands": 2, "size": 2}, HERE)
AGAINST = Measure("play-outs", "luz", 4, "decisions/s", SMALL, SMALL, "Peer", least=3, goal=5)
ALONE = Measure("table", "", 6, MILLISECONDS, SMALL, judged=OURS, most=50)


def row(measure: Measure, ours: float, ratio: float | None = None) -> Row:
    return Row(measure, ours, None if ratio is None else ours / ratio, ratio, ratio, ratio)


def test_a_ratio_is_the_median_of_the_rounds() -> None:
    answers = [
        (Answer(1.0, 400.0), Answer(1.0, 100.0)),  # 4
        (Answer(2.0, 200.0), Answer(1.0, 50.0)),  # 2, on a slow machine
        (Answer(1.0, 900.0), Answer(1.0, 100.0)),  # 9
    ]
    found = rounds.comparison_row(AGAINST, answers)
    assert (found.ours, found.peer, found.ratio) == (400.0, 100.0, 4.0)
    assert (found.low, found.high) == (3.0, 6.5)


def test_one_round_is_enough() -> None:
    found = rounds.comparison_row(AGAINST, [(Answer(1.0, 600.0), Answer(2.0, 100.0))])
    assert (found.low, found.ratio, found.high) == (12.0, 12.0, 12.0)


def test_times_are_shown_per_unit() -> None:
    found = rounds.single_row(ALONE, [Answer(0.5, 10.0), Answer(0.1, 10.0), Answer(0.2, 10.0)])
    assert found.ours == pytest.approx(20.0)
    assert found.peer is None
    assert found.ratio is None


@pytest.mark.parametrize(
    ("found", "missed"),
    [
        (row(AGAINST, 100.0, 3.0), None),
        (row(AGAINST, 100.0, 2.9), "play-outs, luz, 4 seats: 2.9 times Peer, at least 3 is required"),
        (row(ALONE, 50.0), None),
        (row(ALONE, 51.0), "table: 51 ms, at most 50 is allowed"),
        (row(Measure("views", "luz", 4, "views/s", SMALL), 1.0), None),
    ],
)
def test_a_required_figure_is_missed_by_name(found: Row, missed: str | None) -> None:
    assert found.missed_requirement() == missed


def test_rows_hold_what_later_runs_compare() -> None:
    plain = row(AGAINST, 450.0, 4.5).as_dict()
    wanted = {"measure": "play-outs", "game": "luz", "seats": 4, "ours": 450.0, "peer": 100.0, "peer_name": "Peer"}
    assert plain.items() >= {**wanted, "ratio": 4.5, "goal": 5}.items()


def test_the_report_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "out" / "latest.json"
    report.save(file, [row(AGAINST, 450.0, 4.5)], {"Python": "3.11"})
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert saved["versions"] == {"Python": "3.11"}
    assert [line["measure"] for line in saved["rows"]] == ["play-outs"]


def test_a_page_gets_a_new_table_and_keeps_the_rest() -> None:
    page = f"# Speed\n\n{report.BEGIN}\nold\n{report.END}\n\nafter\n"
    new = report.rewrite_page(page, [row(AGAINST, 4_500_000.0, 4.5), row(ALONE, 8.25)], {"Python": "3.11"})
    assert new.startswith(f"# Speed\n\n{report.BEGIN}\n| measure |")
    assert new.endswith(f"{report.END}\n\nafter\n")
    assert "| play-outs | luz | 4 | 4.5 M decisions/s | 1 M | Peer | 4.50 | ≥ 3.00 | 5.00 |\n" in new
    assert "| table |  | 6 | 8.25 ms |  |  |  | ≤ 50 |  |\n" in new
    assert f"Measured on {report.today()}: Python 3.11. " in new
    assert "old" not in new
    assert report.rewrite_page(new, [row(AGAINST, 4_500_000.0, 4.5), row(ALONE, 8.25)], {"Python": "3.11"}) == new


def test_a_page_without_a_place_for_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="lacks"):
        report.rewrite_page("# Speed\n", [], {})


def test_the_page_has_a_place_for_the_table() -> None:
    report.rewrite_page(run.PAGE.read_text(encoding="utf-8"), [row(ALONE, 8.25)], {})


def test_measures_have_lines_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "random play-outs in the core, luz, 4 seats" in lines
    assert len(set(lines)) == len(lines) == len(all_measures())


def test_measures_are_chosen_by_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--list", "--only", "clone", "--only", "table of the dealer"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert run.main(["--only", "chess"]) == 2
    assert "chess" in capsys.readouterr().err


TABLE: Arguments = {"game": "luz", "seats": 3}


TASKS: dict[str, dict[str, int | str]] = {
    "ours:playouts": {**TABLE, "phase": "tricks"},
    "ours:whole_deals": {**TABLE},
    "ours:worlds": {**TABLE, "phase": "tricks"},
    "ours:samplers": {**TABLE, "phase": "tricks"},
    "ours:views": {**TABLE, "phase": "tricks"},
    "ours:clones": {**TABLE, "phase": "tricks", "deal": 2},
    "ours:logged_decisions": {**TABLE, "phase": "tricks", "deal": 0, "option": "deals=2"},
    "ours:dealers": {"hands": 3, "size": 2},
    "ours:searches": {**TABLE, "phase": "tricks", "left": 0, "manner": "textbook", "iterations": 5},
    "research:steps": {**TABLE},
}
BATCHES: dict[str, int | str] = {**TABLE, "processes": 2}


@pytest.mark.parametrize("function", TASKS)
def test_our_tasks_count_what_they_do(function: str) -> None:
    first, second = prepare(function, TASKS[function]), prepare(function, TASKS[function])
    one, three = first(1), second(3)
    assert isinstance(one, int | float)
    assert isinstance(three, int | float)
    assert one > 0
    assert 2.5 < three / one < 3.5


@pytest.mark.sweep
@pytest.mark.parametrize("observe", [0, 1])
def test_batches_are_counted_in_all_processes_and_timed_there(observe: int) -> None:
    work = prepare("research:decisions", {**BATCHES, "observe": observe})
    answer = work(2)
    assert isinstance(answer, Answer)
    assert answer.units == 2 * 2 * WIDTH
    assert answer.seconds > 0


def test_every_task_of_ours_is_tried_above() -> None:
    measured = {task.function for measure in all_measures() for task in (measure.ours, measure.peer) if task}
    ours = {function for function in measured if function.startswith(("ours:", "research:"))}
    assert ours == {*TASKS, "research:decisions"}


def test_an_answer_may_bring_its_own_time() -> None:
    with rounds.Contender(Task("research:decisions", {**BATCHES, "observe": 0}, HERE)) as contender:
        assert contender.ask(1).units == 2 * WIDTH


def test_required_of_batches_are_the_trick_taking_games() -> None:
    rows = {measure.label: measure.least for measure in all_measures() if measure.name.startswith("batches")}
    assert rows["batches with masks, two cores, mu, 5 seats"] == 1_000_000
    assert rows["batches with masks and observations, two cores, mu, 5 seats"] == 200_000
    assert sum(least is not None for least in rows.values()) == 10
    assert len(rows) == 14


class Table:
    """An environment of one agent who may fold, 0, or do otherwise, 1, and is done after three steps."""

    def reset(self, seed: int | None = None) -> None:
        self.actions: list[int | None] = []

    def agent_iter(self) -> Iterator[str]:
        while len(self.actions) < 4:
            yield "agent"

    def last(self) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, str]]:
        mask = np.array([1, 0 if len(self.actions) == 1 else 1], np.int8)
        return {"action_mask": mask}, 0.0, len(self.actions) == 3, False, {}

    def step(self, action: int | None) -> None:
        self.actions.append(action)


def test_the_loop_avoids_an_action_but_where_it_is_forced() -> None:
    table = Table()
    work = loop.matches(table, avoided=0)
    for _ in range(5):
        assert work(2) == 6
        assert table.actions == [1, 0, 1, None]


def test_contenders_answer_in_processes_of_their_own() -> None:
    with rounds.Contender(SMALL) as contender:
        assert contender.versions["Python"]
        assert contender.ask(3).units == 3
        assert contender.amount(0.001) >= 1


def test_another_build_than_asked_for_is_refused() -> None:
    other = COMPILED if HERE == PURE else PURE
    if other == PURE:
        with rounds.Contender(Task(SMALL.function, SMALL.arguments, PURE)) as contender:
            assert contender.ask(1).units == 1
    else:
        with pytest.raises(rounds.TaskFailed, match="the compiled build is to be measured"):
            rounds.Contender(Task(SMALL.function, SMALL.arguments, COMPILED))


def test_a_task_that_cannot_be_prepared_says_why() -> None:
    with pytest.raises(rounds.TaskFailed, match="no_such_module"):
        rounds.Contender(Task("no_such_module:work", {}, ABSENT))


def test_a_run_ends_with_its_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    slow = Measure("small tables", "", 2, "tables/s", SMALL, judged=OURS, least=1e12)
    monkeypatch.setattr(run, "all_measures", lambda: [slow])
    monkeypatch.setattr(run, "LATEST", tmp_path / "latest.json")
    monkeypatch.setattr(run, "QUICK", (1, 0.001))
    assert run.main(["--quick"]) == 1
    printed = capsys.readouterr().out
    assert "missed: small tables: " in printed
    assert json.loads((tmp_path / "latest.json").read_text(encoding="utf-8"))["rows"][0]["measure"] == "small tables"
