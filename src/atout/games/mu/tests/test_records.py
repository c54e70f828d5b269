"""Mü: the examples of the rules and rare events as records, replayed to the positions and results the rules state."""

from pathlib import Path

import pytest

from atout import record
from atout.games.mu import GAME
from atout.match import Match

RECORDS = Path(__file__).parent.parent / "records"
EXAMPLES = sorted(file.stem for file in RECORDS.glob("ex-mu-*.toml"))

SCORES = {
    "03": [15, 0, 15, -30, 0],
    "07-green": [50, 9, 9, 63, 9],
    "07-one": [60, 9, 9, 73, 9],
    "08-29": [10, 20, 20, -1, 21],
    "08-23": [10, 32, 32, -27, 33],
    "18": [0, 0, -20, 10],
    "19": [0, 0, 0, 0, 0, 0],
    "23a": [14, 27, -15, 34],
    "23b": [6, 92, 5, 4, 9, 104],
    "23c": [11, 12, 13, 9, 14, 11],
    "26": [10, 0, 23, 19, 21, 7],
}
WINNERS = {"09": 2, "10a": 1, "10b": 2, "11": 2, "12": 2, "13a": 1, "13b": 2, "14": 2, "15": 0}
LEGAL = {
    "a": ["R2", "B4", "Y6", "K9*"],
    "b": ["Y8*"],
    "c": ["G6*"],
    "d": ["Y8", "K9", "G6*"],
    "e": ["R1"],
}


def replay(name: str) -> Match:
    return record.replay(record.load(RECORDS / f"{name}.toml"))


def facts(match: Match) -> dict[str, object]:
    """Return the facts about the table, and the seats that have a role."""
    found: dict[str, object] = {}
    for fact in match.view(0).display().facts:
        if not fact.value:
            found[fact.name] = fact.seat
        elif fact.seat < 0:
            found[fact.name] = fact.value
    return found


def reasons(match: Match) -> set[str]:
    return {line.clause.why for line in match.score_lines()}


def test_every_recorded_example_is_tested_here():
    others = ("01", "17", "20", "21a", "21b", "25a", "25b", "25c", "25d", *(f"16{letter}" for letter in LEGAL))
    assert {f"ex-mu-{number}" for number in (*SCORES, *WINNERS, *others)} == set(EXAMPLES)


@pytest.mark.parametrize("number", SCORES)
def test_scores_of_examples_as_records(number):
    assert replay(f"ex-mu-{number}").scores() == SCORES[number]


def test_mu_ex_01_to_06_as_a_record():
    match = replay("ex-mu-01")
    found = facts(match)
    assert (found["chief"], found["vice"], found["size"], found["target"]) == (3, 2, "4", "33")
    assert {GAME.text(action) for action in match.legal(2)} == {f"trump:{name}" for name in "RYB589"}


@pytest.mark.parametrize("number", WINNERS)
def test_mu_ex_09_to_15_as_records(number):
    moments = list(record.replay_steps(record.load(RECORDS / f"ex-mu-{number}.toml")))
    assert moments[-1].trick_winners() == [WINNERS[number]]


@pytest.mark.parametrize("letter", LEGAL)
def test_mu_ex_16_as_records(letter):
    moments = list(record.replay_steps(record.load(RECORDS / f"ex-mu-16{letter}.toml")))
    assert [GAME.text(action) for action in moments[-1].legal] == LEGAL[letter]


def test_mu_ex_17_as_a_record():
    first = next(iter(record.replay_steps(record.load(RECORDS / "ex-mu-17.toml"))))
    (room,) = [fact for fact in first.before.view(0).display().facts if fact.name == "room"]
    assert (room.seat, room.value) == (0, "2")


def test_mu_ex_20_and_21_as_records():
    found = facts(replay("ex-mu-20"))
    assert (found["chief"], found["size"], found["target"]) == (1, "2", "32")
    assert "vice" not in found
    assert facts(replay("ex-mu-21a"))["vice"] == 1
    assert "vice" not in facts(replay("ex-mu-21b"))


@pytest.mark.parametrize(
    ("letter", "scores", "over", "places"),
    [
        ("a", [200, 188, 150, 90], False, [1, 2, 3, 4]),
        ("b", [201, 188, 150, 90], True, [1, 2, 3, 4]),
        ("c", [201, 215, 215, 90], True, [3, 1, 1, 4]),
        ("d", [201, 90, 0, 0], True, [1, 2, 3, 3]),
    ],
)
def test_mu_ex_25_as_records(letter, scores, over, places):
    match = replay(f"ex-mu-25{letter}")
    assert (match.scores(), match.over, match.places()) == (scores, over, places)


def test_mu_ex_26_as_a_record():
    moments = list(record.replay_steps(record.load(RECORDS / "ex-mu-26.toml")))
    assert [seat for moment in moments for seat in moment.trick_winners()] == [3, 4, 2, 5, 5, 5, 4, 5, 2, 5]
    assert facts(replay("ex-mu-26"))["dealer"] == 3


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_full_matches_are_on_record(seats):
    match = replay(f"match-{seats}-players")
    assert match.over
    assert match.seats == seats
    assert {"card-points", "bonus", "fine", "damages"} <= reasons(match)


def test_a_match_of_fixed_length_is_on_record():
    match = replay("match-once-around")
    assert match.over
    assert {line.values["round"] for line in match.score_lines()} == {"1", "2", "3", "4"}


@pytest.mark.parametrize("name", ["no-vice-one-card", "no-vice-self-raised", "no-vice-tie", "no-trump-at-all"])
def test_rounds_without_a_vice_are_on_record(name):
    moments = list(record.replay_steps(record.load(RECORDS / f"{name}.toml")))
    texts = [GAME.text(moment.step.action) for moment in moments if hasattr(moment.step, "action")]
    assert len([text for text in texts if text.startswith("trump:")]) == 1
    assert len([text for text in texts if text.startswith("partner:")]) == 1
    bids = [text for text in texts if text.startswith("+")]
    assert len(bids) == {"no-vice-self-raised": 2, "no-vice-tie": 9}.get(name, 1)
    assert ("trump:none" in texts) == (name == "no-trump-at-all")


def test_other_rare_events_are_on_record():
    moments = list(record.replay_steps(record.load(RECORDS / "chief-names-none.toml")))
    texts = [GAME.text(moment.step.action) for moment in moments if hasattr(moment.step, "action")]
    named = [text for text in texts if text.startswith("trump:")]
    assert (len(named), named[1]) == (2, "trump:none")
    match = replay("bonus-cap")
    assert reasons(match) == {"card-points", "capped-bonus"}
    match = replay("shared-victory")
    assert (match.over, match.places()) == (True, [1, 1, 4, 3])
    match = replay("ends-by-a-deadlock")
    assert match.over
    assert match.score_lines()[-1].clause.id == "MU-21"
    match = replay("exactly-at-the-limit")
    assert (match.over, max(match.scores())) == (True, 200)
