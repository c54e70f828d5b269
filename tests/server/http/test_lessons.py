"""Lessons over HTTP: courses, steps after choices, and what is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from atout import Game, load, names
from atout.games import LANGUAGES, NAMES
from atout.server.http import games, lessons
from atout.server.limits import Limit
from atout.study import lessons as study
from tests.kit.lessons import course_of
from tests.server.http.live import Guest, LiveServer

Guests = Callable[..., Guest]
FOLLOW = "/api/games/luz/lessons/follow"


def post(visitor: Guest, path: str, choices: object, status: int = 200) -> Any:
    answer = visitor.http.post(path, json={"choices": choices})
    assert answer.status_code == status, answer.text
    return answer.json()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_course_has_its_steps_and_texts(guest: Guests, lang: str) -> None:
    visitor = guest()
    for name in names():
        found = visitor.get(f"/api/games/{name}/lessons", lang=lang)
        assert [step["name"] for step in found["steps"]] == [step.name for step in course_of(name).steps]
        assert found["lessons"].keys() == {step["name"] for step in found["steps"]}
        assert all(texts["title"] and texts["idea"] for texts in found["lessons"].values())
        assert len(found["like"]) >= 3
        assert found["glossary"]["trick"]


def test_the_list_of_games_says_how_many_steps_there_are(guest: Guests) -> None:
    offered = {game["name"]: game["lessons"] for game in guest().get("/api/games")["games"]}
    assert offered == {name: len(course_of(name).steps) for name in NAMES}


def test_the_words_of_a_table_are_without_lessons(guest: Guests) -> None:
    words = guest().get("/api/games/luz/words/en")
    assert not {"lessons", "like", "glossary"} & words.keys()
    assert words["title"] == "Luz"


def test_a_step_is_solved_without_an_identity(guest: Guests) -> None:
    visitor = guest()
    first = post(visitor, FOLLOW, [])
    assert (first["verdict"], first["done"], first["hint"]) == ("", False, None)
    assert first["names"][first["seat"]] == ""
    assert [len(step["displays"]) for step in first["steps"]] == [1] * len(first["steps"])
    assert first["steps"][0]["happened"] == []
    assert [step["happened"][0]["action"] for step in first["steps"][1:]] == ["B#1", "B#1"]
    assert first["steps"][-1]["displays"][0]["legal"] == ["B#1", "B#2"]
    refused = post(visitor, FOLLOW, [["Y#1"]])
    assert (refused["verdict"], refused["reason"], refused["clause"]) == ("refused", "must-follow", "LUZ-29")
    assert refused["steps"] == [{**first["steps"][-1], "happened": []}]
    for choices in ([first["solution"]], [["Y#1"], ["R#1"], first["solution"]]):
        solved = post(visitor, FOLLOW, choices)
        assert (solved["verdict"], solved["done"], solved["solution"]) == ("right", True, [])
        assert solved["steps"][0]["displays"] == first["steps"][-1]["displays"]
        assert solved["steps"][-1]["happened"][-1]["key"] == "trick"


def test_a_whole_deal_is_played_by_its_hints(guest: Guests) -> None:
    visitor = guest()
    path = "/api/games/luz/lessons/whole_deal"
    choices: list[list[str]] = []
    found = post(visitor, path, choices)
    while not found["done"]:
        assert found["hint"]["actions"] == found["solution"]
        assert len(found["hint"]["words"]) == len(found["solution"])
        choices.append(found["solution"])
        found = post(visitor, path, choices)
        assert found["verdict"] == "right"
    assert found["hint"] is None
    assert found["steps"][-1]["ended"]["deal"] == 1
    assert [result["total"] for result in found["steps"][-1]["ended"]["results"]] == found["scores"]
    assert found["lines"]
    assert post(visitor, path, [*choices, ["R#1"]], 409)["why"] == "lesson-is-over"


@pytest.mark.parametrize(
    ("path", "body", "status", "why"),
    [
        ("/api/games/nothing/lessons/follow", {"choices": []}, 404, "no-such-game"),
        ("/api/games/luz/lessons/nothing", {"choices": []}, 404, "no-such-lesson"),
        ("/api/games/luz/lessons/%00", {"choices": []}, 404, "bad-request"),
        (FOLLOW, {"choices": [["X#1"]]}, 409, "no-such-choice"),
        (FOLLOW, {"choices": [["R#1 R#2"]]}, 409, "no-such-choice"),
        (FOLLOW, {"choices": [["B#1"], ["B#1"]]}, 409, "lesson-is-over"),
        (FOLLOW, {"choices": [[]]}, 400, "bad-request"),
        (FOLLOW, {"choices": ["B#1"]}, 400, "bad-request"),
        (FOLLOW, {"choices": [[1]]}, 400, "bad-request"),
        (FOLLOW, {"choices": [["R#1"]] * 201}, 400, "bad-request"),
        (FOLLOW, {"choices": [["R#1"] * 41]}, 400, "bad-request"),
        (FOLLOW, {"choices": [["R" * 61]]}, 400, "bad-request"),
        (FOLLOW, {"chosen": []}, 400, "bad-request"),
        (FOLLOW, [], 400, "bad-request"),
        (FOLLOW, None, 400, "bad-request"),
    ],
)
def test_what_is_refused(guest: Guests, path: str, body: object, status: int, why: str) -> None:
    answer = guest().http.post(path, json=body)
    assert (answer.status_code, answer.json()["why"]) == (status, why)


def test_no_course_in_a_language_that_is_not_there(guest: Guests) -> None:
    assert guest().get("/api/games/luz/lessons", 404, lang="it")["why"] == "no-such-language"
    assert guest().get("/api/games/nothing/lessons", 404)["why"] == "no-such-game"


def test_steps_are_limited_by_address_and_kept_ones_are_not(
    live: LiveServer, guest: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = guest()
    post(visitor, FOLLOW, [])
    monkeypatch.setattr(live.state.limits, "lessons", Limit(1, 0.001))
    for _ in range(3):
        post(visitor, FOLLOW, [])
    many = [["Y#1"]]
    post(visitor, FOLLOW, many * 7)
    assert post(visitor, FOLLOW, many * 8, 429)["why"] == "too-many-requests"


def test_a_step_that_does_not_fit_the_rules_is_refused_in_one_line(
    guest: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = course_of("luz")
    broken = study.read_course(course.game, course.source.replace('play = "C: B#1 B#1"', 'play = "C: B#1 B#9"'))
    monkeypatch.setattr(lessons, "find_course", lambda _: broken)
    refused = post(guest(), FOLLOW, [["Y#1"], ["Y#2"], ["Y#3"]], 409)
    assert (refused["code"], refused["why"]) == ("impossible", "lesson-is-broken")
    assert "B#9: You have no card at that place." in refused["detail"]
    assert "\n" not in refused["detail"]
    assert post(guest(), "/api/games/luz/lessons/trump", [])["done"] is False


def test_a_course_that_cannot_be_read_is_as_if_there_were_none(guest: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(game: Game) -> study.Course:
        return study.read_course(game, "format = 1")

    monkeypatch.setattr(games, "load_course", fail)
    assert guest().get("/api/games/luz/lessons") == {"steps": [], "lessons": {}, "like": {}, "glossary": {}}
    assert post(guest(), FOLLOW, [], 404)["why"] == "no-such-lesson"
    assert games.game_info(load("luz")).lessons == 0
