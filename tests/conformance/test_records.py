"""Every registered game can be written down, and every way it can end is on record."""

import pytest

from atout import Game, load, names, record
from tests.conformance import records, sweeps
from tests.conformance.oracle import game_folder, oracle
from tests.conformance.test_bites import oracle_of
from tests.toys.follow.game import Follow
from tests.toys.sealed.game import Sealed

TABLES = [pytest.param(name, seats, id=f"{name}-{seats}") for name in names() for seats in load(name).seat_counts]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_records_replay_to_the_same_position(name: str, seats: int) -> None:
    for pair, _ in sweeps.points(load(name), oracle(name), seats, "records", 6, 3):
        records.check_record(pair.match)


@pytest.mark.parametrize("name", names())
def test_stored_records_replay_to_their_results_and_show_every_ending(name: str) -> None:
    files = sorted((game_folder(name) / "records").glob("*.toml"))
    matches = [records.check_stored(file, name) for file in files]
    endings = {oracle(name).ending(match) for match in matches if match.over}
    assert endings == set(oracle(name).ENDINGS)


@pytest.mark.parametrize("name", names())
def test_positions_of_stored_records_are_as_good_as_any(name: str) -> None:
    for file in sorted((game_folder(name) / "records").glob("*.toml")):
        records.check_stored_positions(file)


@pytest.mark.parametrize("game", [Follow(), Sealed()], ids=["follow", "sealed"])
def test_toys_can_be_written_down(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "load_game", lambda name: game)
    for pair, _ in sweeps.points(game, oracle_of(game), 3, "records", 10, 10):
        records.check_record(pair.match)
