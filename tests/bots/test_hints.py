"""Hints in the terminal: the choice, what is expected of it, and what is worse by how much, in three languages."""

import io
import tomllib

import pytest
from rich.console import Console

from atout import Match, load, shuffler
from atout.bots.hints import opinions
from atout.bots.search import Choice
from atout.bots.searcher import Searcher, advised_style
from atout.bots.uniform import Uniform
from atout.cli.hints import hint_lines, spinner
from atout.cli.narrator import Narrator
from atout.cli.terminal_match import StopPlaying, TerminalMatch
from atout.locale import LANGUAGES, game_folder, load_locale, load_words

CHOICES = [
    Choice(1, 500, 0.6, 8.25),
    Choice(2, 300, 0.59, 7.75),
    Choice(3, 100, 0.55, 6.0),
    Choice(4, 50, 0.5, 4.25),
    Choice(5, 30, 0.4, -5.0),
    Choice(6, 1, 0.1, -9.0),
]


def told(lang: str, choices: list[Choice] = CHOICES) -> list[str]:
    return hint_lines(choices, 10.0, load_words(lang), lambda action: f"A{action}")


def test_a_hint_tells_what_to_choose_and_what_it_costs_not_to() -> None:
    assert told("en", [CHOICES[0], *CHOICES[2:]]) == [
        "I would choose: A1.",
        "With that I expect about +8 points in this deal.",
        "Clearly worse: A3 (about 2 points less), A4 (about 4 points less).",
        "Much worse: A5 (about 13 points less).",
    ]


def test_what_differs_by_nothing_is_a_close_call() -> None:
    assert told("en")[0] == "A close call: A1, or A2."
    many = [Choice(k, 100, 0.5, 1.25) for k in range(1, 7)]
    assert told("en", many) == ["A close call: A1, A2, or A3.", "With that I expect about +1 point in this deal."]


def test_a_long_search_tells_of_alternatives_too() -> None:
    choices = [Choice(1, 200_000, 0.6, 8.25), Choice(2, 400, 0.5, 4.25), Choice(3, 99, 0.1, -9.0)]
    assert [opinion.action for opinion in opinions(choices, 10.0)] == [1, 2]


@pytest.mark.parametrize(("lang", "word"), [("fr", "Je choisirais\u00a0: A1."), ("de", "Ich würde wählen: A1.")])
def test_a_hint_speaks_other_languages(lang: str, word: str) -> None:
    lines = told(lang, [CHOICES[0], *CHOICES[2:]])
    assert lines[0] == word
    assert "+8 " in lines[1]
    assert len(lines) == 4


def texts_of(lang: str) -> list[str]:
    """Return all reasons of Luz in a language."""
    return list(
        tomllib.loads((game_folder(load("luz")) / "locale" / f"{lang}.toml").read_text("utf-8"))["reasons"].values()
    )


class Script:
    """Asks for a hint and stops."""

    def __init__(self) -> None:
        self.interactive = False
        self.lines = ["h"]

    def read_line(self, prompt: str = "") -> str | None:
        return self.lines.pop() if self.lines else None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_h_asks_a_good_player(lang: str) -> None:
    game = load("luz")
    match = Match(game, 3, shuffle=shuffler(5))
    file = io.StringIO()
    teller = Narrator(game, 0, ["Ada", "Bo", "Cem"], load_locale(game, lang), Console(file=file, width=200))
    adviser = Searcher(game, 1, advised_style, iterations=40)
    with pytest.raises(StopPlaying):
        TerminalMatch(match, 0, [Uniform(seat) for seat in range(3)], teller, Script(), adviser).play()  # type: ignore[arg-type]
    starts = [
        load_words(lang).say("play", key, action="|", other="").partition("|")[0]
        for key in ("hint_choice", "hint_close")
    ]
    lines = file.getvalue().splitlines()
    line, start = next((line, start) for line in lines for start in starts if line.startswith(start))
    assert any(line[len(start) :].startswith(game.text(action)) for action in match.legal(0))
    said = [reason.partition("{")[0] for reason in texts_of(lang)]
    assert any(line.startswith(text) for line in lines for text in said if len(text) > 8)


def test_a_spinner_shows_only_at_a_terminal_and_only_after_a_while() -> None:
    plain, file = io.StringIO(), io.StringIO()
    with spinner(Console(file=plain), "Bo is thinking"):
        pass
    with spinner(Console(file=file, force_terminal=True), "Bo is thinking"):
        pass
    assert plain.getvalue() == ""
    assert "thinking" not in file.getvalue()


def test_a_spinner_turns_while_somebody_thinks() -> None:
    file = io.StringIO()
    match = Match(load("luz"), 4, shuffle=shuffler(1))
    with spinner(Console(file=file, force_terminal=True), "Bo is thinking"):
        Searcher(match.game, 1, advised_style, seconds=0.6).choose(match.view(match.turn))
    assert file.getvalue().count("Bo is thinking") > 1
