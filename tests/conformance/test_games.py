"""Every registered game passes every sweep, with every number of seats."""

import pytest

from atout import load, names
from tests.conformance import checks, sweeps
from tests.conformance.oracle import oracle

TABLES = [pytest.param(name, seats, id=f"{name}-{seats}") for name in names() for seats in load(name).seat_counts]

every_game = pytest.mark.parametrize("name", names())
every_table = pytest.mark.parametrize(("name", "seats"), TABLES)


@every_game
def test_a_game_is_set_up_as_it_says(name: str) -> None:
    checks.check_game(load(name))


@every_game
def test_every_action_has_one_text(name: str) -> None:
    checks.check_notation(load(name))


@every_table
def test_legal_menu_and_check_agree(name: str, seats: int) -> None:
    sweeps.choices(load(name), oracle(name), seats)


@every_table
def test_clones_are_independent_and_cheap(name: str, seats: int) -> None:
    sweeps.clones(load(name), oracle(name), seats)


@every_table
def test_random_matches_end(name: str, seats: int) -> None:
    sweeps.endings(load(name), oracle(name), seats)


@every_table
def test_scores_add_up(name: str, seats: int) -> None:
    sweeps.scores(load(name), oracle(name), seats)


@every_table
def test_deals_depend_on_what_records_show(name: str, seats: int) -> None:
    sweeps.packs(load(name), oracle(name), seats)


@every_table
def test_views_hold_no_truth(name: str, seats: int) -> None:
    sweeps.views(load(name), oracle(name), seats)


@every_table
def test_drawn_worlds_fit_the_view(name: str, seats: int) -> None:
    sweeps.worlds(load(name), oracle(name), seats)


@every_table
def test_worlds_are_drawn_evenly(name: str, seats: int) -> None:
    sweeps.uniform(load(name), oracle(name), seats)


@every_table
def test_what_is_hidden_makes_no_difference(name: str, seats: int) -> None:
    sweeps.swaps(load(name), oracle(name), seats)


@every_table
def test_views_hold_what_the_rules_let_know(name: str, seats: int) -> None:
    sweeps.knowledge(load(name), oracle(name), seats)


@every_table
def test_keys_stand_for_views(name: str, seats: int) -> None:
    sweeps.keys(load(name), oracle(name), seats)


@every_table
def test_the_naive_rules_agree(name: str, seats: int) -> None:
    sweeps.naive(load(name), oracle(name), seats)
