"""Records that cannot be read or replayed say where and why."""

import re
from dataclasses import replace

import pytest

from atout.record import Record, RecordError, ReplayError, dumps, loads, make_record, replay
from tests.records import EXAMPLE, LUZ, edited, random_match

UNREADABLE = [
    ('"atout-record 1"', '"atout-record 2"', 1, 'the format is "atout-record 2", this program reads "atout-record 1"'),
    ('"atout-record 1"', "1", 1, 'the format is 1, this program reads "atout-record 1"'),
    ('format = "atout-record 1"\n', "", 1, 'there is no format, this program reads "atout-record 1"'),
    ('game = "luz"', 'game = "whist"', 2, "no game whist: there are "),
    ('game = "luz"', "game = 3", 2, "game must be a text"),
    ("rules = 1", "rules = 2", 3, "the record is for rules 2 of Luz, but this program has 1"),
    ("rules = 1", "rules = 0", 3, "rules must be the version of the rules, a whole number from 1"),
    ("rules = 1", "rules = true", 3, "rules must be the version of the rules, a whole number from 1"),
    ("rules = 1\n", "", 1, "rules must be the version of the rules, a whole number from 1"),
    ('["Ada", "Bo", "Cem"]', '["Ada", "Bo"]', 4, "Luz is for 3, 4, 5 players, not 2 [LUZ-01]"),
    ('["Ada", "Bo", "Cem"]', '["Ada", "Bo", 3]', 4, "seats must be a list of texts"),
    ('["Ada", "Bo", "Cem"]', '"Ada, Bo, Cem"', 4, "seats must be a list of texts"),
    ("note =", "speed = 3\nnote =", 5, "no key speed: what is not part of the format goes under [meta]"),
    ("note =", "options = { deals = 2, bidding = 1 }\nnote =", 5, "no option bidding: there are "),
    ("note =", "options = { deals = 9 }\nnote =", 5, "option deals cannot be 9: it is one of 4, 2, 3"),
    ("note =", "options = 9\nnote =", 5, "options must be a table"),
    ("note =", "date = 'today'\nnote =", 5, "date must be a date, such as 2026-01-31, without quotes"),
    ("note =", "seed = 1.5\nnote =", 5, "seed must be a whole number or a text"),
    ("note =", "note = 3 #", 5, "note must be a text"),
    ("note =", "note =\n", 5, "Invalid value"),
    ("result = [10, 20, -5]\n", "result = [10, 20, -5]\n[end", 31, "Expected ']' at the end of a table declaration"),
    ("deal = 2", "deal = 7", 8, "start: deal must be a number from 1 to 4"),
    ("marker = 0", "trumps = 0", 7, "start: marker is missing"),
    ("marker = 0", "marker = 0\ntrumps = 2", 10, "start: trumps means nothing in this game"),
    ("[[deal]]", "[deal]", 11, "each deal is a table that begins with [[deal]]"),
    ("result = [10, 20, -5]", "result = [10, 20, 'x']", 30, "result must be a list of whole numbers"),
    ("result = [10, 20, -5]", "result = 5", 30, "result must be a list of whole numbers"),
    ("result =", "tricks = 3\nresult =", 30, "tricks must be a list of texts"),
    ("result = [10, 20, -5]", "[end]\nwinner = 1", 31, "no key winner: the keys are scores and places"),
    ("result = [10, 20, -5]", "[end]\nplaces = 'first'", 31, "places must be a list of whole numbers"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), UNREADABLE)
def test_what_cannot_be_read_says_where(old: str, new: str, line: int, message: str) -> None:
    with pytest.raises(RecordError, match=f"^line {line}: {re.escape(message)}") as caught:
        loads(edited(old, new))
    assert caught.value.line == line
    assert not isinstance(caught.value, ReplayError)


def test_a_seat_count_the_game_is_not_for_names_its_clause() -> None:
    with pytest.raises(RecordError) as caught:
        loads(edited('["Ada", "Bo", "Cem"]', '["Ada", "Bo"]'))
    assert caught.value.clause is not None
    assert caught.value.clause.id == "LUZ-01"


UNPLAYABLE = [
    ('"R1 R4 R8', '"R1 R4', 13, "", "hands: 'R1 R4 Y1 G1 G7 B3 B4 B7 P6' has 9 items, 10 are needed"),
    ("B1 P3 P8", "B1 P3 P9", 14, "", "no cards P9"),
    ("B8 P4 P5", "B8 P4 P6", 15, "", "P6 appears more often than the pack has it"),
    ('    "R1 R4 R8 Y1 G1 G7 B3 B4 B7 P6",\n', "", 12, "", "hands needs 3 groups, found 2"),
    ("hands = [", 'marker = "A"\nhands = [', 12, "", "marker: nothing with that name is dealt here"),
    ("C: P#1 P#1 P#2", "C: P#1 P#1 Q#2", 26, "Q#2", "'Q#2' is neither a bet like 3 or 3+S nor a card like R#1"),
    ("C: P#1 P#1 P#2", "P#1 P#1 P#2", 26, "", "'P#1' is not a seat: a line begins with one of A: B: C:"),
    ("C: P#1 P#1 P#2", "D: P#1 P#1 P#2", 26, "", "'D:' is not a seat: a line begins with one of A: B: C:"),
    ("C: P#1 P#1 P#2", "C: # P#1 P#1 P#2", 26, "", "no action after C:"),
]


@pytest.mark.parametrize(("old", "new", "line", "action", "message"), UNPLAYABLE)
def test_deals_and_actions_that_mean_nothing_say_where(
    old: str, new: str, line: int, action: str, message: str
) -> None:
    with pytest.raises(RecordError, match=f"^line {line}: {re.escape(message)}$") as caught:
        replay(loads(edited(old, new)))
    assert (caught.value.line, caught.value.action, caught.value.clause) == (line, action, None)
    assert not isinstance(caught.value, ReplayError)


ILLEGAL = [
    ("C: Y#4 Y#1 Y#2", "C: Y#4 R#1 Y#2", 19, "R#1", "LUZ-29"),  # EX-LUZ-23
    ("C: B#1 B#1 B#1", "C: B#1 B#1 G#1", 23, "G#1", "LUZ-29"),
    ("C: Y#4 Y#1 Y#2", "C: Y#5 Y#1 Y#2", 19, "Y#5", "LUZ-31"),
    ("C: 3 2+S 4", "A: 3 2+S 4", 18, "3", "LUZ-19"),
    ("C: 3 2+S 4", "C: 3 2+S", 19, "Y#4", "LUZ-19"),  # line 19 begins with C, but Bo has not bet
    ("C: 3 2+S 4", "C: 3 2+S 4 3", 18, "3", "LUZ-22"),
    ("B: G#1 P#1 G#1", "A: G#1 P#1 G#1", 27, "G#1", "LUZ-27"),
    ("B: P#1 B#1 G#1", "B: P#1 B#1 G#1 3", 28, "3", "LUZ-09"),
    ("result =", '[[deal]]\nplay = "A: 3"\nresult =', 31, "3", "LUZ-09"),
]


@pytest.mark.parametrize(("old", "new", "line", "action", "clause"), ILLEGAL)
def test_an_illegal_action_says_where_and_which_clause(old: str, new: str, line: int, action: str, clause: str) -> None:
    with pytest.raises(ReplayError, match=rf"^line {line}: {re.escape(action)}: .*\. \[{clause}\]$") as caught:
        replay(loads(edited(old, new)))
    assert (caught.value.line, caught.value.action) == (line, action)
    assert caught.value.clause is not None
    assert caught.value.clause.id == clause


def test_nobody_plays_on_after_the_end() -> None:
    finished = dumps(make_record(random_match(LUZ, 3, 1, 200)))
    place = finished.rindex('"""\nresult')
    with pytest.raises(ReplayError, match=r"\[LUZ-42\]$") as caught:
        replay(loads(f"{finished[:place]}A: R#1\n{finished[place:]}"))
    assert caught.value.line == finished[:place].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("[10, 20, -5]", "[10, 20, 5]", 30, "result is [10, 20, 5], the replay gives [10, 20, -5]"),
        ("[10, 20, -5]", "[10, 20]", 30, "result is [10, 20], the replay gives [10, 20, -5]"),
        ("[10, 20, -5]\n", "[10, 20, -5]\n[end]\nscores = [0, 0, 0]", 32, "scores is [0, 0, 0], the replay gives"),
        (
            "[10, 20, -5]\n",
            "[10, 20, -5]\n[end]\nplaces = [1, 2, 3]",
            32,
            "places is [1, 2, 3], the replay gives [2, 1, 3]",
        ),
    ],
)
def test_another_result_says_where(old: str, new: str, line: int, message: str) -> None:
    with pytest.raises(ReplayError, match=f"^line {line}: {re.escape(message)}") as caught:
        replay(loads(edited(old, new)))
    assert caught.value.clause is None


def test_a_record_without_a_file_counts_the_lines_it_would_have() -> None:
    made = loads(EXAMPLE)
    wrong = replace(made, source="", deals=(replace(made.deals[0], play="C: 3 2+S 4\nC: Y#4 R#1\n"),))
    with pytest.raises(ReplayError) as caught:
        replay(wrong)
    assert dumps(wrong).split("\n")[caught.value.line - 1] == "C: Y#4 R#1"


def test_options_of_a_record_without_a_file_are_checked_too() -> None:
    with pytest.raises(RecordError, match=r"^line 5: option deals cannot be 9"):
        replay(Record("luz", 1, ("Ada", "Bo", "Cem"), {"deals": "9"}))


def test_a_record_of_older_rules_says_so_when_it_does_not_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LUZ, "rules", 2)
    assert replay(loads(EXAMPLE)).scores() == [10, 20, -5]
    with pytest.raises(ReplayError, match=r"\(the record is for rules 1, these are rules 2\)$"):
        replay(loads(edited("[10, 20, -5]", "[10, 20, 5]")))
