"""The long runs: which parts run, and what their outcome means."""

import argparse

import pytest

from tools import soak

SIMULATED = {
    "decisions_per_match": 97.25,
    "seats": [
        {"scores": {"min": -125, "max": 40}, "wins": {"value": 0.31}},
        {"scores": {"min": -130, "max": 35}, "wins": {"value": 0.69}},
    ],
}

Run = tuple[str, int, tuple[str, ...]]  # what is said of it, how deep it goes, and what pytest is told


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[Run]:
    """Keep what tests would be run, and run none."""
    found: list[Run] = []

    def tests(name: str, options: argparse.Namespace, depth: int, *arguments: str) -> list[str]:
        found.append((name, depth, arguments))
        return []

    monkeypatch.setattr(soak, "tests", tests)
    return found


def test_all_parts_run_unless_some_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def part(name: str) -> object:
        def work(options: argparse.Namespace) -> list[str]:
            ran.append(name)
            return ["it broke"] if name == "mutation" and options.sample == 7 else []

        return work

    monkeypatch.setattr(soak, "PARTS", {name: part(name) for name in soak.PARTS})
    assert soak.main([]) == 0
    assert ran == ["conformance", "mutation", "matches", "honesty", "leaks", "garbage", "memory", "browser", "learning"]
    ran.clear()
    assert soak.main(["matches"]) == 0
    assert ran == ["matches"]
    assert soak.main(["--sample", "7"]) == 1


def test_the_whole_amount_is_the_default() -> None:
    options = soak.parse_arguments([])
    assert (options.depth, options.matches, options.sample, options.game) == (20, 100_000, None, [])
    assert (options.states, options.messages, options.garbage) == (20_000, 1_000_000, 100_000)


def test_the_amount_reaches_the_tests(ran: list[Run]) -> None:
    assert soak.main(["leaks", "garbage", "browser", "--game", "luz"]) == 0
    assert [found[:2] for found in ran] == [
        ("1,000,000 messages per game", 50),
        ("100,000 messages of garbage", 34),
        ("full matches in a browser", 2),
    ]
    for name, amount, unit in (("core/test_leaks.py", 1_000_000, 20_000), ("http/test_garbage.py", 100_000, 3_000)):
        ordinary = (soak.ROOT / "tests" / "server" / name).read_text(encoding="utf-8")
        assert f"MESSAGES = {unit:_} * DEPTH" in ordinary
        assert unit * next(depth for _, depth, run in ran if f"tests/server/{name}" in run) >= amount


def test_a_server_lives_as_long_as_the_others_in_a_long_run(ran: list[Run], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "COMPILED", True)
    assert soak.main(["memory"]) == 0
    assert [found[1:] for found in ran] == [(20, ("tests/memory",))]
    ordinary = (soak.ROOT / "tests" / "memory" / "test_memory.py").read_text(encoding="utf-8")
    assert "DECISIONS = 20_000\nSERVED = 1_000 * DEPTH" in ordinary


@pytest.mark.parametrize(("compiled", "depth"), [(False, 334), (True, 40)])
def test_enough_positions_reach_the_test_of_honesty(
    compiled: bool, depth: int, ran: list[Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soak, "COMPILED", compiled)
    assert soak.main(["honesty"]) == 0
    assert [found[1:] for found in ran] == [(depth, ("tests/bots/test_honesty.py",))]
    ordinary = (soak.ROOT / "tests" / "bots" / "test_honesty.py").read_text(encoding="utf-8")
    assert "STATES = 60 * DEPTH if INTERPRETED else 500 * DEPTH" in ordinary


def test_no_faults_are_planted_in_compiled_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(soak, "COMPILED", True)
    assert soak.main(["mutation", "--game", "luz"]) == 0
    assert "not with the compiled package" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["chess"], ["matches", "--game", "chess"]])
def test_unknown_parts_and_games_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        soak.main(arguments)
    assert "chess" in capsys.readouterr().err


def test_figures_of_a_simulation() -> None:
    assert soak.summarise(SIMULATED) == "97.2 decisions per match, scores from -130 to 40, wins 31.0 / 69.0 %"


def test_matches_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["matches", "--game", "luz", "--matches", "2", "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(": 1")[0] for line in lines[:3]] == [
        f"soak: 2 matches of luz with {seats} seats" for seats in (3, 4, 5)
    ]
    assert lines[3:] == ["soak: everything passed"]
