"""Every registered game can be played at the terminal, in every language, in words of its own."""

import io
import random
import sys

import pytest
from rich.console import Console

from atout import Game, Match, load, names, shuffler
from atout.bots.uniform import Uniform
from atout.cli.answers import Answers
from atout.cli.narrator import Narrator
from atout.cli.terminal_match import StopPlaying, TerminalMatch
from atout.drawing.terminal import with_seat_names
from atout.games.luz.wording import LuzWording
from atout.kernel.wording import Wording
from atout.locale import LANGUAGES, load_locale, load_words
from atout.speech import sentence
from tests.toys.sealed.game import GAME as SEALED

DECISIONS = 40


class ScriptedAnswers(Answers):
    """Answers that ask every question, then take any legal action, and stop after a while."""

    def __init__(self, match: Match, seat: int) -> None:
        self.interactive = False
        self.match = match
        self.seat = seat
        self.random = random.Random(1)
        self.decisions = 0
        self.questions: list[str] = []

    def read_line(self, prompt: str = "") -> str | None:
        if not self.questions:
            self.questions = ["?", "h", "l", "s", "decide"]
        question = self.questions.pop(0)
        if question != "decide":
            return question
        self.decisions += 1
        if self.decisions > DECISIONS:
            return None
        return self.match.game.text(self.random.choice(self.match.legal(self.seat)))


def play(game: Game, seats: int, lang: str, width: int = 80) -> str:
    match = Match(game, seats, shuffle=shuffler(5))
    bots = [Uniform(seat) for seat in range(seats)]
    file = io.StringIO()
    screen = Console(file=file, width=width, markup=False, highlight=False)
    teller = Narrator(game, 0, ["Ada", "Bo", "Cem", "Dora", "Eli", "Fay"][:seats], load_locale(game, lang), screen)
    try:
        TerminalMatch(match, 0, bots, teller, ScriptedAnswers(match, 0)).play()
    except StopPlaying:
        assert not match.over
    return file.getvalue()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_a_game_speaks_in_its_own_words(name: str, lang: str) -> None:
    game = load(name)
    seats = {"en": min(game.seat_counts), "fr": max(game.seat_counts), "de": sorted(game.seat_counts)[-2]}[lang]
    text = play(game, seats, lang)
    general = [load_words(lang).say("play", key) for key in ("choose", "no_hint")]
    assert [line for line in text.splitlines() if line in general] == []
    assert "{" not in text
    assert f"[{game.prefix}-" in text


@pytest.mark.parametrize("name", names())
def test_a_game_fits_on_a_narrow_screen(name: str) -> None:
    game = load(name)
    text = play(game, max(game.seat_counts), "de", width=60)
    assert "…" not in text


def test_a_game_without_words_is_told_in_general_ones() -> None:
    text = play(SEALED, 3, "en")
    assert "Your choice?" in text
    assert "There is no hint for this." in text
    assert "You: " in text


def test_a_secret_choice_is_told_without_its_value() -> None:
    text = play(SEALED, 3, "en")
    rounds = text.count("You: ")
    assert rounds > 1
    assert text.count("Bo has chosen.") == text.count("Cem has chosen.") == rounds
    assert "Bo: " not in text


def test_a_game_says_which_words_fit() -> None:
    assert type(load("luz").words()) is LuzWording
    assert type(SEALED.words()) is Wording


def test_phrases_name_colours_and_seats() -> None:
    luz = load_locale(load("luz"), "fr")
    assert (
        sentence(luz, "prompts", ("play_follow", {"colour": "R"})) == "Couleur demandée\xa0: rouge. Choisis une carte."
    )
    assert sentence(luz, "events", ("bet", {"seat": "@1", "bet": "B"}), ["Ada", "Bo"]) == "Bo annonce B."
    assert sentence(luz, "events", ("bet", {"seat": "@7", "bet": "3"}), ["Ada", "Bo"]) == "H annonce 3."
    assert sentence(luz, "events", ("absent", {})) is None


def test_phrases_use_words_of_the_locale() -> None:
    known = load_locale(load("was_sticht"), "fr")
    told = sentence(known, "events", ("take", {"contract": "contracts:last"}), seat="Bo")
    assert told == "Bo prend «\xa0le dernier pli\xa0»."
    assert [known.say_value(value) for value in ("contracts:most", "contracts:absent", "most", "3:1")] == [
        *["le plus de plis", "contracts:absent", "most", "3:1"]
    ]


def test_lines_of_a_board_name_seats() -> None:
    assert (
        with_seat_names("@1 before [bold]@0[/bold], not @", ["Ada", "B[o]"]) == "B\\[o] before [bold]Ada[/bold], not @"
    )


def test_lines_of_a_script_are_echoed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("  3s \nlast"))
    answers = Answers()
    assert [answers.read_line(), answers.read_line(), answers.read_line()] == ["3s", "last", None]
    assert capsys.readouterr().out == "> 3s\n> last\n> \n"
