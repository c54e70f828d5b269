"""`atout play`, from the first line to the saved record."""

import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from atout import load
from atout.cli.arguments import default_seats
from atout.cli.play import seat_names
from atout.cli.record_files import new_record_file, records_folder, require_new
from atout.record import load as load_record
from atout.record import replay
from tests.cli.shell import answers, environment, invoke, run

SHORT = ("play", "--terminal", "--seed", "3", "--option", "deals=2")


def saved_files(folder: Path) -> list[Path]:
    return sorted((folder / "atout" / "records").glob("*.toml"))


@pytest.mark.parametrize(("lang", "wins"), [("en", "wins."), ("fr", "gagne la partie."), ("de", "gewinnt die Partie.")])
def test_a_whole_match_by_script_is_saved_and_replays(lang: str, wins: str, tmp_path: Path) -> None:
    result = run("play", "luz", "--terminal", "--seed", "3", "--lang", lang, folder=tmp_path, text=answers())
    assert (result.returncode, result.stderr) == (0, "")
    (file,) = saved_files(tmp_path)
    assert str(file) in result.stdout
    assert wins in result.stdout
    match = replay(load_record(file))
    assert match.over
    assert load_record(file).seats == ("Ada", "Bo", "Cem", "Dora")
    assert load_record(file).seed == 3
    for total in match.scores():
        assert re.search(rf"^ +\d\.  \w+ +{total}$", result.stdout, re.MULTILINE)
    shown = run("replay", str(file), folder=tmp_path)
    assert (shown.returncode, shown.stderr) == (0, "")


def test_the_same_seed_and_answers_give_the_same_match(tmp_path: Path) -> None:
    first, second = (invoke(*SHORT, "--save", str(tmp_path / name), folder=tmp_path, text=answers()) for name in "ab")
    assert first.exit_code == second.exit_code == 0
    assert load_record(tmp_path / "a") == load_record(tmp_path / "b")
    assert first.stdout.splitlines()[:-2] == second.stdout.splitlines()[:-2]
    assert saved_files(tmp_path) == []


def test_seat_name_seats_and_level_are_in_the_record(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    arguments = ("--seats", "3", "--seat", "2", "--name", "Bo", "--level", "novice", "--save", str(file))
    result = invoke(*SHORT, *arguments, folder=tmp_path, text=answers())
    assert result.exit_code == 0
    record = load_record(file)
    assert record.seats == ("Ada", "Cem", "Bo")
    assert record.meta == {"seat": 2, "level": "novice"}
    assert record.options == {"deals": "2"}
    assert "At the table: Ada, Cem, You." in result.stdout


def test_forced_cards_are_played_and_said(tmp_path: Path) -> None:
    result = invoke(*SHORT, folder=tmp_path, text=answers())
    assert re.search(r"^You: \w#\d, it is \w\d+ \(the only possibility\)$", result.stdout, re.MULTILINE)
    assert re.search(r"^Bo plays \w\d+ \(the only possibility\)$", result.stdout, re.MULTILINE)
    asked = invoke(*SHORT, "--option", "auto_forced=off", folder=tmp_path, text=answers())
    assert "only possibility" not in asked.stdout
    assert asked.exit_code == 0


def test_what_the_others_do_is_told_in_order(tmp_path: Path) -> None:
    lines = invoke(*SHORT, folder=tmp_path, text="2\n").stdout.splitlines()
    own = lines.index("You: 2")
    before = [line for line in lines[:own] if " bets " in line]
    assert [re.sub(r"\d+( with the safety bead)?\.$", "N", line) for line in before] == ["Cem bets N", "Dora bets N"]
    assert re.fullmatch(r"Bo bets \d+( with the safety bead)?\.", lines[own + 1])
    assert re.fullmatch(r"Cem plays [RYGBP]\d+\.", lines[own + 2])


def test_scores_come_after_each_deal_with_their_clauses(tmp_path: Path) -> None:
    text = invoke(*SHORT, folder=tmp_path, text=answers()).stdout
    for deal in (1, 2):
        assert f"Deal {deal} is over." in text
        assert len(re.findall(rf"Deal {deal}: bet", text)) == 4
    assert set(re.findall(r"\[LUZ-(?:39|40)\]", text)) <= {"[LUZ-39]", "[LUZ-40]"}
    assert text.count("[LUZ-39]") + text.count("[LUZ-40]") == 8


def test_the_end_of_the_input_stops_politely_and_saves(tmp_path: Path) -> None:
    result = run(*SHORT, folder=tmp_path, text="2\n")
    assert (result.returncode, result.stderr) == (0, "")
    (file,) = saved_files(tmp_path)
    assert result.stdout.splitlines()[-3:] == [
        "The match stops here.",
        f"Saved: {file}",
        f"Look at it again: atout replay {file}",
    ]
    match = replay(load_record(file))
    assert not match.over
    assert match.turn == 0


def test_quitting_saves_too(tmp_path: Path) -> None:
    result = invoke(*SHORT, folder=tmp_path, text="2\nq\nr1\n")
    assert result.exit_code == 0
    assert "The match stops here." in result.stdout
    assert len(saved_files(tmp_path)) == 1


def test_nothing_played_is_nothing_saved(tmp_path: Path) -> None:
    seed = next(
        seed
        for seed in map(str, range(20))
        if "Your hand" in invoke("play", "--terminal", "--seed", seed, folder=tmp_path / seed).stdout.split(" bets ")[0]
    )
    result = invoke("play", "--terminal", "--seed", seed, folder=tmp_path)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "Nothing was played, so nothing was saved."
    assert saved_files(tmp_path) == []


# Seat 0 with seed 3 bets third and leads the second trick; the third is led in red, which it does not hold.


def dialogue(*lines: str, folder: Path, lang: str = "en") -> str:
    result = invoke(*SHORT, "--lang", lang, folder=folder, text="\n".join(lines) + "\n")
    assert result.exit_code == 0
    return result.stdout.replace("\N{NO-BREAK SPACE}", " ")


def test_a_refusal_names_the_clause_and_asks_again(tmp_path: Path) -> None:
    text = dialogue("r1", "2", "y9", "2", "p1", folder=tmp_path)
    assert "R#1: Bets come before cards. You can play a card once everyone has bet. [LUZ-06]" in text
    assert "Y#9: You have no card at that place." in text
    assert "2: The bets of this deal are final." in text
    assert "[LUZ-22]" in text
    assert "You: P#1, it is P4" in text


def test_a_question_mark_lists_what_may_be_played_and_why_the_rest_may_not(tmp_path: Path) -> None:
    text = dialogue("?", folder=tmp_path)
    assert "You may choose: 0 0+S 1 1+S" in text
    assert "Not now: Y#1 G#1 G#2 B#1 B#2 P#1 P#2 P#3 P#4 P#5" in text
    assert "Bets come before cards. You can play a card once everyone has bet. [LUZ-06]" in text


@pytest.mark.parametrize("typed", ["? r1", "?R#1", "? R#1", "?  r1"])
def test_a_question_mark_with_a_card_explains_with_the_clause(typed: str, tmp_path: Path) -> None:
    text = dialogue("2", typed, folder=tmp_path)
    assert "R#1: You have no card at that place." in text
    assert "[LUZ-31]" in text
    assert "**LUZ-31** You choose a card by its colour and place" in text


def test_following_suit_is_explained_with_its_clause(tmp_path: Path) -> None:
    arguments = ("play", "--terminal", "--seed", "3", "--seats", "5", "--seat", "2")
    led = re.findall("The colour led is (.)", invoke(*arguments, folder=tmp_path, text="2\n").stdout)[-1].upper()
    hand = ["R#1", "R#2", "R#3", "Y#1", "Y#2", "Y#3", "G#1", "G#2", "G#3", "P#1"]
    others = [card for card in hand if card[0] != led]
    other = others[0].replace("#", "")
    text = invoke(*arguments, folder=tmp_path, text=f"2\n? {other}\n?\n{other}\n").stdout
    refusal = (
        "You hold a card of the colour led, so you must follow. Play any one of your cards of that colour. [LUZ-29]"
    )
    assert text.count(f"{others[0]}: {refusal}") == 2
    assert f"Not now: {' '.join(others)}\n{refusal}" in text
    assert "**LUZ-29** If you hold at least one card of the colour led" in text


def test_a_possible_action_is_put_into_words(tmp_path: Path) -> None:
    text = dialogue("? 3s", "2", "? g1", folder=tmp_path)
    assert "3+S (bet 3 with the safety bead) is possible." in text
    assert "G#1 (your lowest card in green) is possible." in text


def test_the_other_commands(tmp_path: Path) -> None:
    text = dialogue("s", "l", "h", "r", "r luz-03", "R LUZ-77", "2", "l", "h", folder=tmp_path)
    assert "Nothing has been scored yet." in text
    assert "There is no last trick to look at." in text
    assert "You hold 1 yellow card, and yellow is trump" in text
    assert "## In a nutshell" in text
    assert "All rules: atout rules luz --lang en" in text
    assert "**LUZ-03** Yellow is always trump" in text
    assert "There is no clause LUZ-77; there are LUZ-01 to LUZ-44." in text
    (line, again) = re.findall(r"Last trick  Cem .*", text)
    assert line == again
    assert re.fullmatch(r"Last trick  Cem  \w+\*?\s+Dora  \w+\*?\s+You  \w+\*?\s+Bo  \w+\*?\s+\* winning", line)
    assert len(re.findall("I would choose: |A close call: ", text)) == 2


def test_scores_can_be_asked_for_later(tmp_path: Path) -> None:
    played = answers().replace("2s\n", "2s\ns\n", 60)
    text = invoke(*SHORT, folder=tmp_path, text=played).stdout
    assert text.count("Deal 1: bet") > 4


def test_nonsense_is_answered_kindly(tmp_path: Path) -> None:
    text = dialogue("hello", "", "2", "p", "g1 x", folder=tmp_path)
    assert "“hello” means nothing here. Type ? to see what you may do." in text
    assert "“p” could be P#1 P#2 P#3 P#4 P#5. Please write it in full." in text
    assert "“x” means nothing here." in text
    assert text.count("How many of the ten tricks will you take?") == 2


def test_several_actions_at_once_are_all_played_or_none(tmp_path: Path) -> None:
    text = dialogue("2 r1", "2", folder=tmp_path)
    assert "2 R#1: That is more than one choice. Type one at a time." in text
    assert "You: 2\n" in text


def test_two_cards_at_once_tell_nothing_about_the_first(tmp_path: Path) -> None:
    """Neither whether the hidden card would win the trick nor what it is."""
    text = dialogue("2", "p1 p1", "p1 g1", folder=tmp_path)
    assert text.count(": That is more than one choice. Type one at a time.") == 2
    assert "P#1 P#1: That is more than one choice." in text
    assert "it is" not in text.split("That is more than one choice.")[1]


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("fr", ["Combien des dix plis feras-tu ?", "Toi : 2", "Ta main", "Tu remportes le pli.", "Enregistré :"]),
        ("de", ["Wie viele der zehn Stiche", "Du: 2", "Dein Blatt", "Du bekommst den Stich.", "Gespeichert:"]),
    ],
)
def test_the_table_speaks_the_language(lang: str, expected: list[str], tmp_path: Path) -> None:
    text = dialogue("2", "? r1", "hello", "q", folder=tmp_path, lang=lang)
    for words in expected:
        assert words in text
    assert "[LUZ-31]" in text
    assert not re.search(r"\b(You|choose|card|the)\b", text)


def test_values_of_the_own_hand_stay_hidden_until_played(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    text = invoke(*SHORT, "--save", str(file), folder=tmp_path, text="2\n").stdout
    own = load_record(file).deals[0].dealt["hands"][0].split()
    assert len(own) == 10
    before_the_first_card = text.split("You: 2\n")[0]
    assert [card for card in own if re.search(rf"\b{card}\b", before_the_first_card)] == []
    table = [line for line in before_the_first_card.splitlines() if line.startswith("> You")]
    assert table[0].count("?") == 10


# Where records go


def test_records_go_where_the_system_keeps_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert records_folder() == tmp_path / "atout" / "records"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert records_folder() == tmp_path / ".local" / "share" / "atout" / "records"
    monkeypatch.setattr("sys.platform", "darwin")
    assert records_folder() == tmp_path / "Library" / "Application Support" / "atout" / "records"


def test_two_matches_in_one_second_get_two_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    now = datetime(2026, 1, 31, 20, 15, 0)
    names = []
    for _ in range(3):
        file = new_record_file("luz", now)
        file.touch()
        names.append(file.name)
    assert names == ["luz-2026-01-31-201500.toml", "luz-2026-01-31-201500-2.toml", "luz-2026-01-31-201500-3.toml"]


def test_a_new_file_in_an_old_folder_is_fine(tmp_path: Path) -> None:
    require_new(tmp_path / "new.toml")
    assert list(tmp_path.iterdir()) == []


def test_four_seats_are_usual() -> None:
    assert default_seats(load("luz")) == 4


def test_names_are_never_there_twice() -> None:
    assert seat_names(3, 0, None) == ["Ada", "Bo", "Cem"]
    assert seat_names(3, 1, "ada") == ["Bo", "ada", "Cem"]
    assert seat_names(4, 3, "Zoë") == ["Ada", "Bo", "Cem", "Zoë"]


# At a real terminal


PROMPT = re.compile(r"\n(\x1b\[\?2004h)?> \Z")


def take_terminal() -> None:
    """Make standard input the controlling terminal, and let Ctrl-C count even if whoever runs the tests ignores it."""
    os.close(os.open(os.ttyname(0), os.O_RDWR))
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Terminal:
    """A program at a pseudo-terminal; everything it writes is kept."""

    def __init__(self, arguments: tuple[str, ...], folder: Path) -> None:
        self.text = ""
        self.master, inner = os.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "atout", *arguments],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            cwd=folder,
            env=environment(folder, COLUMNS="80", LINES="24"),
            start_new_session=True,
            preexec_fn=take_terminal,
        )
        os.close(inner)

    def read(self) -> bool:
        """Read some more; say whether there was anything."""
        assert select.select([self.master], [], [], 60)[0], f"nothing more after {self.text[-500:]!r}"
        try:
            found = os.read(self.master, 65536)
        except OSError:  # how Linux says that the other side has closed
            return False
        self.text += found.decode("utf-8", "replace")
        return bool(found)

    def answer(self, text: str) -> None:
        """Wait until the program asks, and type."""
        while not PROMPT.search(self.text):
            assert self.read(), f"there is no question in {self.text[-500:]!r}"
        self.text += "\n"  # what comes now is not a question any more
        os.write(self.master, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, again if need be: just before the program waits for a line it is heard with the next key."""
        for _ in range(30):
            os.write(self.master, b"\x03")
            while select.select([self.master], [], [], 2)[0]:
                if not self.read():
                    return
            if self.process.poll() is not None:
                return
        raise AssertionError("Ctrl-C was not heard")

    def end(self) -> int:
        """Read to the end and return the exit code."""
        while self.read():
            pass
        return self.process.wait(60)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(*arguments: str) -> Terminal:
        opened.append(Terminal(arguments, tmp_path))
        return opened[-1]

    yield start
    for item in opened:
        item.process.kill()
        item.process.wait(60)
        os.close(item.master)


needs_terminal = pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs pseudo-terminals")


@needs_terminal
@pytest.mark.parametrize(("keys", "code"), [("", 130), ("\x04", 0), ("q\r", 0)], ids=["ctrl-c", "ctrl-d", "q"])
def test_at_a_terminal_there_are_colours_and_a_polite_end(
    keys: str, code: int, terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    screen = terminal(*SHORT)
    screen.answer("2s\r")
    screen.answer(keys)
    if not keys:
        screen.interrupt()
    assert screen.end() == code
    (file,) = saved_files(tmp_path)
    assert file.name in screen.text.replace("\r\n", "")
    assert "\x1b[" in screen.text
    assert "The match stops here." in screen.text
    assert "Traceback" not in screen.text
    assert not replay(load_record(file)).over


@needs_terminal
def test_rules_are_rendered_at_a_terminal(terminal: Callable[..., Terminal]) -> None:
    screen = terminal("rules", "luz", "--clause", "LUZ-29")
    assert screen.end() == 0
    assert "\x1b[" in screen.text
    assert "**" not in screen.text


@needs_terminal
def test_a_simulation_shows_its_progress_at_a_terminal(terminal: Callable[..., Terminal]) -> None:
    screen = terminal("simulate", "luz", "--seats", "3", "--matches", "100", "--seed", "1")
    assert screen.end() == 0
    assert "/100" in screen.text
    assert "Seat advantage" in screen.text


@needs_terminal
def test_an_interrupted_simulation_ends_without_a_word(terminal: Callable[..., Terminal]) -> None:
    screen = terminal("simulate", "luz", "--seats", "5", "--matches", "1000000", "--seed", "1", "--jobs", "2")
    while not re.search(r"[1-9]\d*/1000000", screen.text):
        assert screen.read()
    screen.interrupt()
    assert screen.end() == 130
    assert "Traceback" not in screen.text
    assert "Error" not in screen.text
