"""Values written down by name: read with care, and nothing is overlooked."""

import pytest

from atout.kernel.errors import NotationError
from atout.kernel.start import Start, last_written


def start(**values: object) -> Start:
    return Start(values)


def test_values_that_are_there() -> None:
    given = start(deal=3, totals=[1, -2], hands=["a", "b"], gone="x y")
    assert given.has("deal")
    assert not given.has("round")
    assert given.number("deal", 1, 1, 4) == 3
    assert given.numbers("totals", [0, 0], -9, 9) == [1, -2]
    assert given.texts("hands", 2) == ["a", "b"]
    assert given.text("gone", "") == "x y"
    given.finish()


def test_values_that_are_not_there() -> None:
    given = start()
    assert given.number("deal", 1, 1, 4) == 1
    assert given.numbers("totals", [0, 0], -9, 9) == [0, 0]
    assert given.text("gone", "none") == "none"
    given.finish()


@pytest.mark.parametrize("value", [0, 5, True, "3", 3.0, None, [3]])
def test_wrong_numbers_are_refused(value: object) -> None:
    with pytest.raises(NotationError, match="start: deal must be a number from 1 to 4"):
        start(deal=value).number("deal", 1, 1, 4)


@pytest.mark.parametrize("value", [[1], [1, 2, 3], [1, 10], [1, True], [1, "2"], [1, 2, "3"], 1, "12", None])
def test_wrong_lists_of_numbers_are_refused(value: object) -> None:
    with pytest.raises(NotationError, match="start: totals must be 2 numbers from -9 to 9"):
        start(totals=value).numbers("totals", [0, 0], -9, 9)


@pytest.mark.parametrize("value", [["a"], ["a", "b", "c"], ["a", 1], ["a", "b", 1], "ab", None])
def test_wrong_lists_of_texts_are_refused(value: object) -> None:
    with pytest.raises(NotationError, match="start: hands must be 2 texts"):
        start(hands=value).texts("hands", 2)


def test_texts_have_no_default() -> None:
    with pytest.raises(NotationError, match="hands must be 2 texts"):
        start().texts("hands", 2)


@pytest.mark.parametrize("value", [1, ["a"], None])
def test_wrong_texts_are_refused(value: object) -> None:
    with pytest.raises(NotationError, match="start: gone must be a text"):
        start(gone=value).text("gone", "")


def test_what_nobody_read_is_refused() -> None:
    given = start(deal=1, total=[1])
    given.number("deal", 1, 1, 4)
    with pytest.raises(NotationError, match="start: total means nothing in this game"):
        given.finish()
    given.has("total")
    given.finish()


def test_refusals_name_the_table() -> None:
    with pytest.raises(NotationError, match="deal 2: bets must be 1 texts"):
        Start({}, "deal 2").texts("bets", 1)


def test_the_seat_that_every_start_names() -> None:
    assert start().seat("dealer", 3, "who deals") == -1
    assert start(dealer=2, deal=1).seat("dealer", 3, "who deals") == 2
    with pytest.raises(NotationError, match="start: dealer is missing: who deals"):
        start(deal=1).seat("dealer", 3, "who deals")
    with pytest.raises(NotationError, match="dealer must be a number from 0 to 3"):
        start(dealer=4).seat("dealer", 3, "who deals")


def test_a_sheet_has_no_more_deals_than_a_match() -> None:
    assert last_written(2, 3, 4, "deals", "") == 4
    with pytest.raises(NotationError, match=r"5 rounds are written down, but a match has 4 \[MU-62\]"):
        last_written(2, 4, 4, "rounds", " [MU-62]")
