"""The same matches on a Ray cluster; it runs once, where the package is compiled, because Ray takes its time."""

import os
from importlib.util import find_spec

import pytest

from atout import SetupError
from atout.arena.bout import HUNG
from atout.arena.cluster import play_on_ray
from atout.arena.workers import play_matches
from tests.arena.contests import CHEATS, contest

needs_ray = pytest.mark.skipif(
    os.environ.get("ATOUT_EXPECT") != "compiled" or find_spec("ray") is None,
    reason="starts a cluster; dev.py has Ray where the package is compiled",
)


@needs_ray
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_two_workers_of_a_cluster_play_what_processes_play() -> None:
    told = contest("expert", "casual", f"{CHEATS}:Sleeper", "random", seed=2, patience=2.0)
    numbers = (2, 3, 4, 5)  # the sleeper is in the first of them
    here = sorted(play_matches(told, numbers, 2), key=lambda found: found[0].number)
    there = sorted(play_on_ray(told, numbers, 2, "local"), key=lambda found: found[0].number)
    assert there == here
    assert [outcome.forfeit and outcome.forfeit.why for outcome, _ in there] == [HUNG, None, None, None]


def test_without_ray_or_a_cluster_there_is_one_line() -> None:
    expected = "no Ray cluster at 127.0.0.1:1: " if find_spec("ray") else r"--ray needs Ray \(pip install"
    with pytest.raises(SetupError, match=expected):
        next(iter(play_on_ray(contest("casual", "random"), range(1), 1, "127.0.0.1:1")))
