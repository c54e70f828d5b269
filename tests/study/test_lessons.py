"""Courses: what can be read, what is right, wrong and refused, and one clear line for every fault."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from atout import load
from atout.games import LANGUAGES, game_folder
from atout.locale import load_shared_texts
from atout.study import check
from atout.study.glossary import find_words, load_glossary, plain_text
from atout.study.guided import GuidedDeal, open_lesson, replay_choices
from atout.study.lessons import Answer, Course, Lesson, LessonError, StepIsDone, load_course, read_course
from atout.study.positions import list_choices, parse_choice
from tests.kit.lessons import course_of

LUZ = load("luz")
COURSE = """\
format = "atout-lessons 1"

[[step]]
name = "follow"
seats = 3
start = { marker = 0, hands = ["G1 G7", "G3 P3", "?? B8"], bets = ["2+S", "4", "3"], tricks = [2, 2, 4], leader = 1 }
play = "B: G#1 C: R#1"
right = ["G#2"]
wrong = { "G#1" = "too_low" }
refused = { "R#1" = "LUZ-31" }
then = "A: G#1 P#1 B#1"
after = { winner = 0, tricks = [4, 2, 4], points = [-10, -10, -5] }
lit = ["zone trick", "fact bet 2", "seat 1"]

[[step]]
name = "whole_deal"
guided = true
seats = 3
start = { marker = 0 }
seed = 7
"""


def read(old: str = "", new: str = "") -> Course:
    assert old in COURSE
    return read_course(LUZ, COURSE.replace(old, new, 1))


def begin(old: str = "", new: str = "") -> Lesson:
    course = read(old, new)
    return open_lesson(course, course.steps[0])


def answer(lesson: Lesson, text: str) -> Answer:
    return lesson.answer(parse_choice(LUZ, text))


def test_the_course_of_this_test_has_no_fault() -> None:
    assert check.check_steps(read()) == []


# Answers


def test_a_wrong_choice_has_its_reason_and_changes_nothing() -> None:
    lesson = begin()
    before = lesson.match.view(0)
    assert answer(lesson, "G#1") == Answer("wrong", "too_low")
    refused = answer(lesson, "R#1")
    assert (refused.verdict, refused.reason, refused.clause and refused.clause.id) == (
        "refused",
        "no-such-card",
        "LUZ-31",
    )
    assert lesson.match.view(0) == before
    assert (lesson.done, lesson.match.turn) == (False, 0)


def test_the_right_choice_goes_on_to_what_the_others_do_then() -> None:
    lesson = begin()
    asked = len(lesson.match.steps)
    assert answer(lesson, "G#2") == Answer("right")
    assert lesson.done
    assert len(lesson.match.steps) == asked + 4
    assert lesson.shown == asked
    with pytest.raises(StepIsDone):
        answer(lesson, "G#1")


def test_a_step_is_replayed_from_its_choices() -> None:
    course = read()
    choices = [parse_choice(LUZ, text) for text in ("G#1", "R#1", "G#2")]
    lesson, last = replay_choices(course, course.steps[0], choices)
    assert (lesson.done, last) == (True, Answer("right"))
    lesson, last = replay_choices(course, course.steps[0], choices[:1])
    assert (lesson.done, last) == (False, Answer("wrong", "too_low"))
    assert replay_choices(course, course.steps[0], [])[1] is None


def test_a_star_stands_for_every_other_legal_choice() -> None:
    assert answer(begin('{ "G#1" = "too_low" }', '{ "*" = "other" }'), "G#1") == Answer("wrong", "other")
    lesson = begin('right = ["G#2"]\nwrong = { "G#1" = "too_low" }', 'right = ["G#2", "*"]')
    assert lesson.judge(parse_choice(LUZ, "G#1"), whole=True) == Answer("right")


def test_a_choice_of_several_actions_is_judged_when_it_is_whole() -> None:
    course = course_of("njet")
    lesson = open_lesson(course, course.step("put_away"))
    whole = lesson.solution
    assert len(whole) > 1
    assert [lesson.answer(whole[:n]).verdict for n in range(1, len(whole))] == ["more"] * (len(whole) - 1)
    assert lesson.match.state.owes(lesson.you)
    assert lesson.answer(whole).verdict == "right"
    assert all(len(choice) == len(whole) for choice in list_choices(Lesson(course, lesson.step).match, lesson.you))


# Whole deals


def test_a_guided_deal_ends_with_the_deal_and_takes_every_legal_choice() -> None:
    course = read()
    lesson = GuidedDeal(course, course.steps[1])
    choices = []
    while not lesson.done:
        refused = next(action for action in range(LUZ.actions) if action not in lesson.match.legal(0))
        assert lesson.answer([refused]).verdict == "refused"
        choices.append(lesson.solution)
        assert lesson.hint().choice == choices[-1]
        assert lesson.answer(choices[-1]).verdict == "right"
    assert lesson.match.state.number == 2
    assert any(lesson.match.scores())
    again, _ = replay_choices(course, course.steps[1], choices)
    assert again.match.steps == lesson.match.steps
    other = read("seed = 7", "seed = 8")
    assert GuidedDeal(other, other.steps[1]).match.steps != again.match.steps[:4]


# Faults


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("lessons 1", "lessons 2", 'line 1: the format must be "atout-lessons 1"'),
        ('format = "atout-lessons 1"\n', "", 'line 1: the format must be "atout-lessons 1"'),
        ('name = "follow"', 'name = "follow', "line 4: Illegal character '\\n'"),
        ('name = "follow"', 'name = "two words"', "line 4: name must be a word: letters, digits and _"),
        ('name = "whole_deal"', 'name = "follow"', "line 16: there are two steps follow"),
        ("play =", "plays =", "line 7: no key plays: the keys are name, seats, "),
        ("seats = 3\nstart", "start", "line 3: seats must be a number from 3 to 5"),
        ("seats = 3", "seats = 9", "line 5: seats must be a number from 3 to 5"),
        ("seats = 3", "seats = 3\nyou = 3", "line 6: you must be a number from 0 to 2"),
        ('right = ["G#2"]', 'right = "G#2"', "line 8: right must be a list of texts"),
        ('right = ["G#2"]', "right = []", "line 8: right must begin with the choice that Show me makes"),
        ('right = ["G#2"]', 'right = ["*"]', "line 8: right must begin with the choice that Show me makes"),
        ("seed = 7", "seed = -7", "line 20: seed must be a number from 0 to 2147483647"),
        ("seed = 7", 'level = "master"', "line 20: no level master: there are novice, casual, club, expert"),
        ("seed = 7", 'right = ["0"]', "line 20: right means nothing here: a guided step has no question"),
        ("then =", "seed = 3\nthen =", "line 11: seed means nothing here: only a guided step has it"),
        ('"seat 1"]', '"seat 1", "seat 2"]', "line 13: lit has 4 things, 3 are the most"),
        ("guided = true", "", "line 20: seed means nothing here: only a guided step has it"),
        ("guided = true", 'guided = "yes"', "line 17: guided must be true or false"),
        ("[[step]]", "[step]", None),
    ],
)
def test_what_cannot_be_read_has_one_line(old: str, new: str, fault: str | None) -> None:
    with pytest.raises(LessonError) as raised:
        read(old, new)
    assert "\n" not in str(raised.value).replace("\\n", "")
    assert fault is None or str(raised.value).startswith(fault)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("{ marker", "{ deal = 9, marker", "line 6: follow: start: deal must be a number from 1 to 4"),
        ("marker = 0, hands", "hands", "line 6: follow: start: marker is missing: the seat that drew the marker"),
        ("B: G#1 C: R#1", "B: G#1", "line 7: follow: seat 0 is asked nothing: it is the turn of seat 2"),
        ("B: G#1 C: R#1", "B: R#1", "line 7: follow: R#1: You have no card at that place."),
        ("B: G#1 C: R#1", "B: G#1 C: X1", "line 7: follow: 'X1' is neither a bet"),
        ("B: G#1 C: R#1", "B: G#1 Z: R#1", "line 7: follow: 'Z:' is not a seat"),
        ('["G#2"]', '["G#2", "G#3"]', "line 8: follow: G#3 is not legal: G#3: You have no card at that place."),
        ('["G#2"]', '["G#2", "X1"]', "line 8: follow: 'X1' is neither a bet like 3 or 3+S nor a card like R#1"),
        ('["G#2"]', '["G#2", "G#1"]', "line 9: follow: G#1 is there twice"),
        ('{ "G#1" = "too_low" }', "{ }", "line 9: follow: legal, not right, and without a reason: G#1 ("),
        ('"LUZ-31"', '"LUZ-29"', "line 10: follow: R#1 is refused by LUZ-31, not by LUZ-29"),
        ('{ "R#1" = "LUZ-31" }', '{ "G#1" = "LUZ-31" }', "line 10: follow: G#1 is there twice"),
        ('"R#1" = "LUZ-31"', '"R#1" = "LUZ-31", "?" = "LUZ-31"', "line 10: follow: '?' is neither a bet"),
        ("A: G#1 P#1", "B: G#1 P#1", "line 11: follow: after G#2: G#1: Someone else plays now."),
        ("winner = 0", "winner = 1", "line 12: follow: after G#2: winner is 0, not 1"),
        ("[4, 2, 4]", "[3, 2, 4]", "line 12: follow: after G#2: tricks is ['4', '2', '4'], not ['3', '2', '4']"),
        ("points = [-10,", "points = [5,", "line 12: follow: after G#2: points is [-10, -10, -5], not [5, -10, -5]"),
        ("points =", "beads = 3, points =", "line 12: follow: after G#2: beads is not shown, not 3"),
        ('"zone trick"', '"zone tricks"', "line 13: follow: 'zone tricks' is not on the board"),
        ('"seat 1"', '"seat 3"', "line 13: follow: 'seat 3' is not on the board"),
        ('"seat 1"', '"card G9"', "line 13: follow: 'card G9' is not on the board"),
        ("start = { marker = 0 }", "start = { marker = 3 }", "line 19: whole_deal: start: marker must be a number"),
    ],
)
def test_what_does_not_fit_the_rules_has_one_line(old: str, new: str, fault: str) -> None:
    found = check.check_steps(read(old, new))
    assert any(line.startswith(f"lessons.toml: {fault}") for line in found), found
    assert not any("\n" in line for line in found)


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of Luz in which lessons and texts can be changed."""
    folder = Path(str(game_folder(LUZ)))
    for file in (*folder.glob("locale/*.toml"), *folder.glob("rules.*.md"), folder / "lessons.toml"):
        (tmp_path / file.relative_to(folder)).parent.mkdir(exist_ok=True)
        (tmp_path / file.relative_to(folder)).write_bytes(file.read_bytes())
    for module in ("atout.games", "atout.locale", "atout.study.lessons"):
        monkeypatch.setattr(f"{module}.game_folder", lambda _: tmp_path)
    load_course.cache_clear()
    yield tmp_path
    load_course.cache_clear()


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_texts_are_there_in_every_language_and_short(copy: Path) -> None:
    assert check.check_course(LUZ) == []
    words = copy / "locale" / "de.toml"
    change(words, "[lessons.follow]\n", '[lessons.followed]\ntitle = "Wer"\n[lessons.follow]\nmore = "x"\n')
    change(words, "\n[lessons.trump]\ntitle = ", '\n[lessons.trump]\ntitle = "eins zwei drei vier fünf"\nwas = ')
    change(words, "\nidea = ", f'\nidea = "[[trik]] {"x" * 90}"\nwar = ')
    found = check.check_course(LUZ)
    assert all(line.startswith("locale/de.toml: ") for line in found)
    for part in ("has 5 words, 4 are the most", "characters, 90 are the most", "[[trik]] is not in the glossary"):
        assert sum(part in line for line in found) == 1, found
    assert "locale/de.toml: lessons.followed: no step uses it" in found
    assert "locale/de.toml: lessons.follow.more: no step uses it" in found


def test_a_course_that_cannot_be_read_is_one_fault(copy: Path) -> None:
    change(copy / "lessons.toml", "atout-lessons 1", "atout-lessons 3")
    assert check.check_course(LUZ) == ['lessons.toml: line 1: the format must be "atout-lessons 1"']


def test_the_command_prints_faults_and_says_so(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main(["luz"]) == 0
    assert capsys.readouterr().out == "luz: 10 steps, no fault\n"
    change(copy / "lessons.toml", "atout-lessons 1", "atout-lessons 3")
    load_course.cache_clear()
    assert check.main(["luz"]) == 1
    assert capsys.readouterr().out == 'luz: lessons.toml: line 1: the format must be "atout-lessons 1"\n'


def test_the_course_of_the_guide_has_no_fault_but_the_one_it_shows() -> None:
    page = (Path(__file__).parents[2] / "docs" / "guide" / "learn.md").read_text(encoding="utf-8")
    (source,) = re.findall(r"^```toml\n(format = .*?)^```", page, re.MULTILINE | re.DOTALL)
    assert check.check_steps(read_course(LUZ, source)) == []
    changed = read_course(LUZ, source.replace("winner = 0", "winner = 1"))
    (shown,) = re.findall(r"^luz: (lessons.toml: .*)$", page, re.MULTILINE)
    assert check.check_steps(changed) == [shown]


# The glossary


def test_marked_words_are_found_and_can_be_left_plain() -> None:
    text = "Whoever [[lead|leads]] begins the [[trick]]."
    assert find_words(text) == ["lead", "trick"]
    assert plain_text(text) == "Whoever leads begins the trick."


def shared_glossary(lang: str) -> dict[str, str]:
    found = load_shared_texts(lang)["glossary"]
    assert isinstance(found, dict)
    return found


def test_the_glossary_has_the_same_words_in_every_language() -> None:
    found = {lang: shared_glossary(lang) for lang in LANGUAGES}
    assert found["en"].keys() == found["fr"].keys() == found["de"].keys()
    assert 20 <= len(found["en"]) <= 30
    for lang, words in found.items():
        assert [fault for text in words.values() for fault in check.find_wrong_meaning(text, [])] == [], lang
        assert all(":" in text and text[0].isupper() for text in words.values()), lang
    assert found["en"]["trick"] != found["de"]["trick"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Trick: what is taken. [LUZ-27]", None),
        ("Trick: what is taken", "is no sentence"),
        ("Trick: what is taken. [LUZ-99]", "cites LUZ-99, which is not in the rules"),
        (f"Trick: {'x' * 150}.", "has 158 characters, 150 are the most"),
    ],
)
def test_what_a_word_means_is_one_sentence(text: str, fault: str | None) -> None:
    assert list(check.find_wrong_meaning(text, ["LUZ-27"])) == ([fault] if fault else [])


def test_a_game_may_explain_a_word_in_its_own_way(copy: Path) -> None:
    file = copy / "locale" / "en.toml"
    change(file, "[glossary]\n", '[glossary]\nhand = "Ours."\n')
    assert load_glossary(LUZ)["hand"] == "Ours."
    assert load_glossary(LUZ)["pack"] == shared_glossary("en")["pack"]
