"""`atout play --from`: on from a position of a record."""

from pathlib import Path

import pytest

from atout.record import load, replay
from tests.cli.shell import answers, invoke, run

LUZ = Path(__file__).parents[2] / "src/atout/games/luz/records"
OVER = str(LUZ / "match-3-players.toml")


def test_a_match_goes_on_with_the_same_cards_and_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "on.toml"
    on = ("play", "--from", OVER, "--seat", "1", "--decision", "9", "--level", "novice", "--seed", "3")
    result = run(*on, "--save", str(file), folder=tmp_path, text=answers())
    assert (result.returncode, result.stderr) == (0, "")
    old, new = replay(load(OVER)), replay(load(file))
    assert new.over
    before = [at for at, step in enumerate(old.steps) if getattr(step, "seat", None) == 1][8]
    assert new.steps[:before] == old.steps[:before]
    assert load(file).seats == load(OVER).seats


def test_cards_that_were_not_seen_are_dealt_anew_and_nothing_is_saved(tmp_path: Path) -> None:
    on = ("play", "--from", OVER, "--decision", "9", "--anew", "--seed", "3", "--level", "novice")
    result = run(*on, folder=tmp_path, text=answers())
    assert (result.returncode, result.stderr) == (0, "")
    assert not list(tmp_path.rglob("*.toml"))


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("--from", OVER), f"{OVER}: the match is over; --decision says from which decision of seat 0 on to play"),
        (("--from", OVER, "--decision", "900"), "so there is no decision 900"),
        (("--from", OVER, "--seat", "3", "--decision", "1"), "there is no seat 3: the seats are 0 to 2"),
        (("--from", "nothing.toml"), "nothing.toml: No such file or directory"),
        (("--from", OVER, "luz"), "with --from, the record says what is played"),
        (("--decision", "3"), "--decision and --anew need --from"),
    ],
)
def test_what_cannot_be_is_one_line(arguments: tuple[str, ...], line: str, tmp_path: Path) -> None:
    result = invoke("play", *arguments, folder=tmp_path)
    assert result.exit_code == 2
    assert line in result.stderr
    assert result.stderr.count("\n") == 1
