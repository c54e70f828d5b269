"""`atout play` without --terminal: a server on loopback, and a page in the browser."""

from pathlib import Path
from urllib.parse import parse_qs

import pytest

from atout.cli import play
from atout.games import load
from tests.cli.shell import invoke

Opened = list[str]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Return what the browser is asked to open; the server itself is started by tests/cli/test_serve.py."""
    pages: Opened = []
    monkeypatch.setattr(play, "built_client", lambda: Path("client"))
    monkeypatch.setattr("atout.cli.serve.open_socket", lambda host, port: None)
    monkeypatch.setattr("atout.cli.serve.run", lambda settings, listener, ready: ready("http://127.0.0.1:5"))

    def open_page(page: str) -> bool:
        pages.append(page)
        return True

    monkeypatch.setattr("webbrowser.open", open_page)
    monkeypatch.setattr(play, "has_browser", lambda: True)
    return pages


def test_without_a_game_there_is_the_choice_of_games(opened: Opened, tmp_path: Path) -> None:
    result = invoke("play", folder=tmp_path)
    assert (result.exit_code, opened) == (0, ["http://127.0.0.1:5/"])
    assert "http://127.0.0.1:5" in result.stdout


def test_a_game_is_opened_at_once_as_it_was_asked_for(opened: Opened, tmp_path: Path) -> None:
    result = invoke("play", "mu", "--seats", "5", "--level", "casual", "--option", "limit=200", folder=tmp_path)
    assert result.exit_code == 0
    address, _, query = opened[0].partition("?")
    assert address == "http://127.0.0.1:5/#/play"
    asked = {key: value for key, (value,) in parse_qs(query).items()}
    assert (asked["game"], asked["seats"], asked["seat"], asked["level"]) == ("mu", "5", "0", "casual")
    assert asked["option.limit"] == "200"
    assert {key.removeprefix("option.") for key in asked if "." in key} == set(load("mu").settle({}).values)


def test_without_a_client_programs_and_the_terminal_are_named(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "built_client", lambda: None)
    result = invoke("play", folder=tmp_path, LANG="fr_FR.UTF-8")
    assert (result.exit_code, opened) == (0, [])
    assert "navigateur" in result.stdout
    assert "--terminal" in result.stdout


def test_without_a_screen_the_address_is_said_and_how_to_reach_it(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "has_browser", lambda: False)
    result = invoke("play", "luz", folder=tmp_path)
    assert (result.exit_code, opened) == (0, [])
    assert "http://127.0.0.1:5/#/play?game=luz" in result.stdout
    assert "ssh -L 5:127.0.0.1:5 " in result.stdout


@pytest.mark.parametrize(
    ("variables", "found"),
    [
        ({}, False),
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"SSH_CONNECTION": "a 1 b 22"}, False),
        ({"SSH_CONNECTION": "a 1 b 22", "BROWSER": "firefox"}, True),
    ],
)
def test_a_browser_needs_a_screen(variables: dict[str, str], found: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", "linux")
    assert play.has_browser() == found


def test_another_log_than_text_or_json_is_refused(opened: Opened, tmp_path: Path) -> None:
    result = invoke("play", "--log", "xml", folder=tmp_path)
    assert (result.exit_code, opened) == (2, [])
    assert "--log takes text or json, not xml" in result.stderr
