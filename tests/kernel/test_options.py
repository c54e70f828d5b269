"""Options: what they admit, and how a choice is completed."""

import pytest

from atout.kernel.errors import SetupError
from atout.kernel.options import RULE, VIEW, Option, Options, find_option, option_text, settle

OFFERED = [
    Option("limit", RULE, ["off", "on"]),
    Option("history", VIEW, ["hidden", "open"]),
    Option("deals", RULE, ["4", "unlimited"], low=2, high=12),
    Option("trumps", RULE, ["random"], digits=3),
]


def test_the_first_value_is_the_default() -> None:
    options = settle(OFFERED, {})
    assert options.values == {"limit": "off", "history": "hidden", "deals": "4", "trumps": "random"}
    assert [option.default() for option in OFFERED] == ["off", "hidden", "4", "random"]


def test_chosen_values_are_taken() -> None:
    options = settle(OFFERED, {"limit": True, "deals": 12, "trumps": "042"})
    assert options.is_on("limit")
    assert options.number("deals") == 12
    assert options.text("trumps") == "042"
    assert options.text("history") == "hidden"
    assert not settle(OFFERED, {"limit": False}).is_on("limit")


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("limit", ["off", "on"]),
        ("deals", ["4", "unlimited", "2", "3", "12"]),
        ("trumps", ["random", "000", "123"]),
    ],
)
def test_admitted_values(name: str, values: list[str]) -> None:
    for value in values:
        assert settle(OFFERED, {name: value}).text(name) == value


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("limit", ["", "ON", "yes", "0", "1", " on"]),
        ("history", ["off", 1, True]),
        ("deals", ["1", "13", "02", "-3", "4.0", "٤", "3 ", "999999999", "²"]),
        ("trumps", ["12", "1234", "12a", "٣٣٣", "-12"]),
    ],
)
def test_other_values_are_refused(name: str, values: list[object]) -> None:
    for value in values:
        with pytest.raises(SetupError, match=f"option {name} cannot be"):
            settle(OFFERED, {name: value})


def test_a_refusal_tells_the_choices() -> None:
    with pytest.raises(SetupError, match="it is one of 4, unlimited, 2 to 12"):
        settle(OFFERED, {"deals": "1"})
    with pytest.raises(SetupError, match="it is one of random, 3 digits"):
        settle(OFFERED, {"trumps": "1"})


def test_unknown_options_are_refused() -> None:
    with pytest.raises(SetupError, match="no option speed: there are limit, history, deals, trumps"):
        settle(OFFERED, {"speed": "on"})
    with pytest.raises(SetupError, match="no option speed: the game has none"):
        find_option([], "speed")
    assert find_option(OFFERED, "history").kind == VIEW


def test_options_are_equal_by_their_values() -> None:
    one, same, other = Options({"a": "1", "b": "2"}), Options({"b": "2", "a": "1"}), Options({"a": "1", "b": "3"})
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert one != "options"


def test_written() -> None:
    assert [option_text(raw) for raw in (True, False, 4, "open")] == ["on", "off", "4", "open"]
