"""`atout check-bot` finds cheats, and says in one line what it found."""

import signal
from pathlib import Path

import pytest

from atout import load, names
from tests.cli.shell import invoke

FEW = ("--states", "6", "--iterations", "2", "--seed", "1")


@pytest.mark.parametrize("name", ["casual", "expert", "textbook"])
def test_honest_bots_pass(name: str, tmp_path: Path) -> None:
    result = invoke("check-bot", name, "--game", "luz", *FEW, folder=tmp_path)
    assert result.output == "Luz: decisions: 6, the same choice in every world\n"
    assert result.exit_code == 0


@pytest.mark.sweep
def test_all_games_are_checked(tmp_path: Path) -> None:
    result = invoke("check-bot", "novice", *FEW, folder=tmp_path)
    assert len(result.output.splitlines()) == 7
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("Peeker", "when only things it cannot know were changed"),
        ("Unsteady", "for the same view and seed, so nothing can be concluded"),
        ("Outlaw", "which is not legal"),
    ],
)
def test_faults_are_told(kind: str, words: str, tmp_path: Path) -> None:
    result = invoke("check-bot", f"tests.bots.cheats:{kind}", "--game", "luz", "--states", "30", folder=tmp_path)
    assert result.output.startswith("Luz: decision ")
    assert result.output.endswith(f"{words}\n")
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("genius",), "no bot genius"),
        (("expert", "--game", "chess"), "no game chess"),
        (
            ("tests.bots.cheats:Sleeper", "--game", "luz", "--patience", "0.1"),
            "tests.bots.cheats:Sleeper hangs in luz: it has been thinking for more than 0.1 s",
        ),
    ],
)
def test_bad_input_gets_one_line(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    result = invoke("check-bot", *arguments, folder=tmp_path)
    assert words in result.output
    assert result.exit_code == 2


def test_a_bot_that_raises_fails_in_every_game_with_the_end_of_its_traceback(tmp_path: Path) -> None:
    result = invoke("check-bot", "tests.bots.cheats:Broken", *FEW, folder=tmp_path)
    assert result.exit_code == 1
    assert result.output.count("raised KeyError: 'nothing there'\n") == len(names())
    assert 'raise KeyError("nothing there")' in result.output
    assert result.output.count("cheats.py") == len(names())


@pytest.mark.parametrize(("kind", "game"), [("Forgetful", "luz"), ("Impatient", "meinz"), ("Leaver", "luz")])
def test_a_bot_that_raises_where_decisions_are_not_sampled_fails_too(kind: str, game: str, tmp_path: Path) -> None:
    result = invoke("check-bot", f"tests.bots.cheats:{kind}", "--game", game, *FEW, folder=tmp_path)
    assert result.exit_code == 1
    assert result.output.startswith(f"{load(game).title}: decision ")
    assert " raised " in result.output.splitlines()[0]


def test_a_bot_that_hangs_is_told_of_where_interrupts_are_ignored(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        result = invoke("check-bot", "tests.bots.cheats:Sleeper", "--game", "luz", "--patience", "0.1", folder=tmp_path)
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    assert "hangs in luz" in result.output
    assert result.exit_code == 2
