"""The page about the games: what is counted, and how it is written down."""

import pytest

from atout import load, names, record
from atout.arena.run import RANDOM
from atout.kernel.state import State
from atout.match import Match, shuffler
from tools import figures
from tools.special_events import occasions


@pytest.mark.parametrize("name", names())
def test_every_game_has_occasions_of_its_own(name: str) -> None:
    game = load(name)
    match = Match(game, game.seat_counts[0], shuffle=shuffler(1))
    figures.bots_play(match, "novice", 1)
    found = {event for event, _ in occasions(name, match.state)}
    assert len(found) > 1
    assert "shared victory" in found


def test_a_deadlock_is_counted_where_it_happened() -> None:
    found = dict.fromkeys(("deadlock", "everybody passes"), 0)
    rounds = 0
    for event, happened in occasions("mu", replay("mu", "ends-by-a-deadlock")):
        if event in found:
            found[event] += happened
            rounds += event == "deadlock"
    assert rounds == 1
    assert found == {"deadlock": 1, "everybody passes": 0}


def replay(game: str, name: str) -> State:
    folder = figures.ROOT / "src" / "atout" / "games" / game / "records"
    return record.replay(record.load(folder / f"{name}.toml")).state


def test_the_same_matches_are_counted_for_any_block() -> None:
    table = figures.Table("luz", 3, RANDOM, 5)
    whole = figures.play(table, range(6))
    parts = figures.play(table, range(4))
    parts.add(figures.play(table, range(4, 6)))
    assert figures.section("luz", {(3, RANDOM): whole}) == figures.section("luz", {(3, RANDOM): parts})


def test_only_the_generated_part_of_the_page_changes() -> None:
    page = figures.PAGE.read_text(encoding="utf-8")
    assert page.startswith("# ")
    changed = figures.rewrite_page(page, "new")
    assert changed.startswith(page.partition(figures.BEGIN)[0])
    assert f"{figures.BEGIN}\nnew\n{figures.END}" in changed
    with pytest.raises(ValueError, match="lacks"):
        figures.rewrite_page("no marks", "new")


@pytest.mark.parametrize("arguments", [["--matches", "0"], ["--game", "chess"], ["--casual", "-1"]])
def test_bad_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        figures.main(arguments)
    assert refused.value.code == 2
