"""The ladder: fair deals, answers that are not luck, a folder that loses nothing, a page that says what is known."""

import random
import statistics
from pathlib import Path

import pytest

from atout import SetupError, load
from atout.arena.ladder.book import Book, in_order
from atout.arena.ladder.climb import Limits, climb, first_missing, reason_to_skip
from atout.arena.ladder.duel import Duel, Task, make_contender, play_duel, sides
from atout.arena.ladder.page import BEGIN, END, page
from atout.arena.ladder.questions import BETTER, OPEN, QUESTIONS, WORSE, Question, answer, checkpoints, ratio_of_means
from atout.bots.loading import load_bot
from tests.conformance.play import INTERPRETED

FAST = Question("novice", "random")
SLOW = Question("casual", "novice", seconds=None, iterations=2, least=4, most=5)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_everybody_sits_on_every_chair(seats: int) -> None:
    for deal in range(4):
        found = sides(seats, deal)
        assert len({tuple(first) for first in found}) == len(found)
        (own,) = {sum(first) for first in found}
        assert own in (seats // 2, seats - seats // 2)
        for seat in range(seats):
            assert sum(first[seat] for first in found) * seats == own * len(found)


def test_sides_sit_together_and_apart_and_take_turns_with_an_odd_seat() -> None:
    assert sides(4, 0) == [[True, False, True, False], [False, True, False, True]]
    assert [True, True, False, False] in sides(4, 1)
    assert len(sides(4, 1)) == 4
    assert [sum(sides(5, deal)[0]) for deal in range(4)] == [2, 2, 3, 3]


def test_a_deal_is_the_same_again_and_better_bots_are_ahead() -> None:
    tasks = [Task("luz", FAST, 1, number) for number in range(6)]
    found = [play_duel(task) for task in tasks]
    assert [each.ahead for each in found] == [play_duel(task).ahead for task in tasks]
    assert [each.seats for each in found] == [3, 4, 5, 3, 4, 5]
    assert statistics.mean(each.ahead for each in found) > 0


@pytest.mark.parametrize("name", ["was_sticht", "loop", "schrecklicht", "mu"])
def test_a_deal_is_a_whole_one(name: str) -> None:
    """Whatever comes before the cards belongs to the first deal; the next one does not."""
    found = [play_duel(Task(name, FAST, 1, number)).ahead for number in range(3)]
    assert any(found)


def noise(seed: int, mean: float, count: int) -> list[float]:
    rng = random.Random(seed)
    return [rng.gauss(mean, 1.0) for _ in range(count)]


def test_questions_are_looked_at_ever_more_rarely() -> None:
    assert checkpoints(FAST, 15) == []
    assert checkpoints(FAST, 60) == [16, 24, 36, 54]
    assert checkpoints(SLOW, 5) == [4, 5]


def test_answers_are_given_when_they_are_sure() -> None:
    assert answer(FAST, noise(1, 3.0, 15)).verdict == OPEN
    assert answer(FAST, noise(1, 3.0, 16)).verdict == BETTER
    assert answer(FAST, noise(1, -3.0, 16)).verdict == WORSE
    assert answer(FAST, []).points is None
    asked = answer(SLOW, [1.0, -1.0, 2.0, -2.0, 0.0])
    assert (asked.verdict, asked.plain, asked.decided, asked.deals) == (OPEN, True, 4, 5)


def test_an_answer_stays() -> None:
    sure = noise(1, 3.0, 16)
    assert answer(FAST, sure + [-50.0] * 8).verdict == BETTER


def test_equal_bots_are_rarely_found_different() -> None:
    wrong = sum(answer(FAST, noise(seed, 0.0, 300)).verdict != OPEN for seed in range(400))
    assert 0 < wrong <= 20


def test_the_way_to_clairvoyance() -> None:
    whole = {number: 4.0 + number % 3 for number in range(30)}
    half = {number: gain / 2 for number, gain in whole.items()}
    found = ratio_of_means(half, whole)
    assert found is not None
    assert [found.low, found.value, found.high] == pytest.approx([0.5, 0.5, 0.5])
    apart = ratio_of_means(dict(enumerate(noise(1, 2.0, 30))), dict(enumerate(noise(2, 4.0, 30))))
    assert apart is not None
    assert apart.low is not None
    assert 0.3 < apart.low < 0.5 < apart.value + 0.2
    assert ratio_of_means(half, dict(enumerate(noise(3, 0.0, 30)))) is None


def row(question: Question, number: int, ahead: float, seconds: float = 1.0) -> Duel:
    return Duel(question.name, number, 4, ahead, 4, seconds)


def test_a_book_keeps_what_was_played(tmp_path: Path) -> None:
    book = Book(tmp_path / "ladder", [FAST, SLOW], 1)
    book.add("luz", row(FAST, 0, 1.5))
    book.add("luz", row(FAST, 2, -1.0))
    again = Book(tmp_path / "ladder", [FAST, SLOW], 1)
    assert again.duels("luz")[FAST.name] == {0: row(FAST, 0, 1.5), 2: row(FAST, 2, -1.0)}
    assert in_order(again.duels("luz")[FAST.name]) == [1.5]
    assert again.duels("mu") == {}
    with open(tmp_path / "ladder" / "luz.jsonl", "a", encoding="utf-8") as file:
        file.write('{"question": "cut o')
    assert len(again.duels("luz")[FAST.name]) == 2
    with pytest.raises(SetupError, match="another seed or other questions"):
        Book(tmp_path / "ladder", [FAST], 1)
    (tmp_path / "letter.txt").write_text("Dear Ada", encoding="utf-8")
    with pytest.raises(SetupError, match="something other"):
        Book(tmp_path, [FAST], 1)


def test_missing_deals_are_played_first() -> None:
    known = {0: row(FAST, 0, 1.0), 2: row(FAST, 2, 1.0)}
    assert [first_missing(known, busy) for busy in range(3)] == [1, 3, 4]


def test_asking_goes_on_until_all_is_answered_and_no_further(tmp_path: Path) -> None:
    questions = [FAST, SLOW]
    book = Book(tmp_path, questions, 1)
    said: list[str] = []
    climb("luz", questions, book, 1, Limits(60, 2), lambda text, verdict: said.append(verdict))
    duels = book.duels("luz")
    assert answer(FAST, in_order(duels[FAST.name])).verdict == BETTER
    assert len(duels[SLOW.name]) <= 5
    assert answer(SLOW, in_order(duels[SLOW.name])).plain
    assert len(said) == len(duels[FAST.name]) + len(duels[SLOW.name])
    climb("luz", questions, book, 1, Limits(60, 1), lambda text, verdict: said.append("again"))
    assert "again" not in said


def test_asking_ends_with_the_time(tmp_path: Path) -> None:
    book = Book(tmp_path, [FAST], 1)
    book.add("luz", row(FAST, 0, 1.0, seconds=61.0))
    climb("luz", [FAST], book, 1, Limits(1, 1), lambda text, verdict: None)
    assert len(book.duels("luz")[FAST.name]) == 1


def test_the_page_says_what_is_answered_and_what_is_not(tmp_path: Path) -> None:
    book = Book(tmp_path, QUESTIONS, 1)
    expert, clairvoyant = (question for question in QUESTIONS if question.other == "casual" and question.least == 36)
    rival = next(question for question in QUESTIONS if question.other == "textbook")
    for number, gain in enumerate(noise(1, 3.0, 40)):
        book.add("mu", row(expert, number, gain))
        book.add("mu", row(clairvoyant, number, gain * 2))
        book.add("mu", row(rival, number, gain - 2.8))
    text = page(f"before\n{BEGIN}\nold\n{END}\nafter\n", ["luz", "mu"], QUESTIONS, book, "here and now")
    assert text.startswith(f"before\n{BEGIN}\nhere and now\n")
    assert text.endswith(f"{END}\nafter\n")
    assert "old" not in text
    lines = text.splitlines()
    (line,) = (line for line in lines if line.startswith(f"| {expert.name} |"))
    assert line.endswith("| 40 | 4 | yes |")
    (line,) = (line for line in lines if line.startswith(f"| {rival.name} |"))
    assert line.endswith("| 40 | 4 | open |")
    assert "From `casual` to clairvoyance `expert` goes 50 % (50 to 50) of the way." in text
    assert "| novice over random, 0.05 s |  |  | 0 |  | not asked: no time was left |" in text
    assert "## Luz\n\nNot measured yet.\n" in text
    with pytest.raises(SetupError, match="lacks the line"):
        page("nothing", ["luz"], QUESTIONS, book, "")


def test_a_row_of_the_page_that_rests_on_more_deals_stays(tmp_path: Path) -> None:
    expert, clairvoyant = (question for question in QUESTIONS if question.other == "casual" and question.least == 36)
    rival, spot = (question for question in QUESTIONS if question.other == "textbook")
    much, little = (Book(tmp_path / name, QUESTIONS, 1) for name in ("much", "little"))
    for number, gain in enumerate(noise(1, 3.0, 40)):
        for question in (expert, rival, QUESTIONS[0]):
            much.add("mu", row(question, number, gain))
        much.add("mu", row(clairvoyant, number, gain * 2))
    first = page(f"{BEGIN}{END}", ["luz", "mu"], QUESTIONS, much, "about")
    for number, gain in enumerate(noise(2, -3.0, 39)):
        for question in (expert, clairvoyant, rival, spot):
            little.add("mu", row(question, number, gain))
    for number, gain in enumerate(noise(2, -3.0, 41)):
        little.add("mu", row(QUESTIONS[0], number, gain))
    second = page(first, ["luz", "mu"], QUESTIONS, little, "about")

    def lines(text: str, *starts: str) -> list[str]:
        return [line for line in text.splitlines() if line.startswith(tuple(f"| {start} |" for start in starts))]

    stay = (expert.name, clairvoyant.name, rival.name)
    assert lines(second, *stay) == lines(first, *stay)
    assert len(lines(first, *stay)) == 3
    assert [line.split(" | ")[-1] for line in lines(second, QUESTIONS[0].name, spot.name)] == ["no |", "no |"]
    assert lines(first, "Mü")[0].split(" | ")[3:] == lines(second, "Mü")[0].split(" | ")[3:]
    assert "goes 50 % (50 to 50) of the way" in second
    assert page(second, ["luz", "mu"], QUESTIONS, little, "about") == second
    for number, gain in enumerate(noise(2, 6.0, 41)):
        for question in (expert, clairvoyant, rival):
            little.add("mu", row(question, number, gain))
    third = page(second, ["luz", "mu"], QUESTIONS, little, "about")
    assert "goes 100 % (100 to 100) of the way" in third
    assert all(" | 41 | 4 | yes |" in line for line in lines(third, *stay))


@pytest.mark.parametrize(
    ("gains", "said"), [((3.0, 3.0, 3.0, 3.0), "yes"), ((3.0, 3.0, 0.0, 3.0), "open"), ((3.0, -3.0, 0.0, 3.0), "no")]
)
def test_the_page_says_whether_each_level_is_above_the_one_below(
    gains: tuple[float, ...], said: str, tmp_path: Path
) -> None:
    book = Book(tmp_path, QUESTIONS, 1)
    for question, gain in zip(QUESTIONS[:4], gains, strict=True):
        for number, ahead in enumerate(noise(1, gain, 16)):
            book.add("luz", row(question, number, ahead))
    text = page(f"{BEGIN}{END}", ["luz"], QUESTIONS, book, "")
    (line,) = (line for line in text.splitlines() if line.startswith("| Luz |"))
    assert line.split(" | ")[2] == said


def test_the_clairvoyant_knows_more_and_cannot_be_seated() -> None:
    game = load("luz")
    assert hasattr(make_contender("clairvoyant", game, 1, None, 5), "choose_from")
    with pytest.raises(SetupError, match="cannot be made"):
        load_bot("benchmarks.clairvoyant:Clairvoyant", game, 1)
    question = Question("clairvoyant", "random", seconds=None, iterations=20)
    found = [play_duel(Task("luz", question, 1, number)).ahead for number in range(2 if INTERPRETED else 8)]
    assert statistics.mean(found) > 0


@pytest.mark.parametrize("name", ["luz", "njet", "meinz", "was_sticht", "mu", "loop", "schrecklicht"])
def test_openspiel_plays_our_games(name: str) -> None:
    pytest.importorskip("pyspiel")
    question = Question("openspiel", "random", seconds=None, iterations=4)
    assert reason_to_skip(question) == ""
    assert play_duel(Task(name, question, 1, 0)).ahead == play_duel(Task(name, question, 1, 0)).ahead
