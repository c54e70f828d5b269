"""Views and displays: equal where everything that was seen is equal, plain data on request."""

import pytest

from atout import HIDDEN, SPECTATOR
from atout.kernel.log import ACTION, DEALT, chain, entry, observer
from atout.kernel.options import Options
from atout.kernel.view import Display, Fact, Observation, SeenEntry, ShownCard, View, Zone

LOG = [entry(DEALT, 0, 2, HIDDEN, observer(1)), entry(ACTION, 1, 0, 7, observer(0))]


def view(
    seat: int = 0,
    seats: int = 3,
    turn: int = 0,
    owing: tuple[int, ...] = (0,),
    legal: tuple[int, ...] = (3, 4),
    option: str = "on",
    past: tuple[list[int], ...] = (),
    log: tuple[int, ...] = tuple(LOG),
) -> View:
    log_seen = chain([*past, list(log)])
    return View(Observation(seat, seats, turn, list(owing), list(legal), Options({"a": option}), log_seen))


def test_equal_views() -> None:
    assert view() == view()
    assert hash(view()) == hash(view())
    assert view(past=([LOG[0]],)) == view(past=([LOG[0]],))


@pytest.mark.parametrize(
    "other",
    [
        view(seat=1),
        view(seat=SPECTATOR),
        view(seats=4),
        view(turn=1),
        view(owing=(0, 1)),
        view(legal=(3,)),
        view(option="off"),
        view(past=([LOG[0]],)),
        view(log=(LOG[0],)),
        view(log=(LOG[0], entry(ACTION, 1, 0, 8, observer(0)))),
    ],
)
def test_different_views(other: View) -> None:
    assert view() != other


def test_a_view_is_equal_to_nothing_else() -> None:
    assert view() != "view"


def test_everything_seen_is_listed_in_order() -> None:
    closed = [entry(DEALT, 2, -1, 9, 255)]
    seen = view(past=(closed,)).seen
    assert seen == [SeenEntry(DEALT, 2, -1, 9, 255), SeenEntry(DEALT, 0, 2, HIDDEN, 2), SeenEntry(ACTION, 1, 0, 7, 1)]
    assert len({SeenEntry(1, 0, 0, 5, 1), SeenEntry(1, 0, 0, 5, 1), SeenEntry(1, 0, 0, 6, 1)}) == 2
    assert repr(seen[0]) == "SeenEntry(kind=2, seat=2, open=-1, value=9)"
    assert seen[0] != "seen"


@pytest.mark.parametrize(
    "other",
    [
        SeenEntry(2, 0, 0, 5, 1),
        SeenEntry(1, 1, 0, 5, 1),
        SeenEntry(1, 0, 1, 5, 1),
        SeenEntry(1, 0, 0, 6, 1),
        SeenEntry(1, 0, 0, 5, 3),
    ],
)
def test_entries_differ_in_every_part(other: SeenEntry) -> None:
    assert SeenEntry(1, 0, 0, 5, 1) != other


def test_a_view_without_a_display_shows_only_itself() -> None:
    shown = view().display()
    assert (shown.seat, shown.seats, shown.turn, shown.owing, shown.legal) == (0, 3, 0, [0], [3, 4])
    assert (shown.phase, shown.zones, shown.facts) == ("", [], [])


def display(card: str = "R4", value: str = "7", phase: str = "tricks") -> Display:
    zones = [Zone("trick", -1, [ShownCard(card, 3, 1, "winning"), ShownCard("R?")])]
    return Display(view(), phase, zones, [Fact("total", 1, value)])


def test_what_a_display_shows_is_equal_by_what_it_says() -> None:
    card, fact = ShownCard("R4", 3, 1, "winning"), Fact("total", 1, "7")
    assert (card, fact) == (ShownCard("R4", 3, 1, "winning"), Fact("total", 1, "7"))
    assert hash((card, fact)) == hash((ShownCard("R4", 3, 1, "winning"), Fact("total", 1, "7")))
    others = [
        ShownCard("R5", 3, 1, "winning"),
        ShownCard("R4", 2, 1, "winning"),
        ShownCard("R4", 3),
        ShownCard("R4", 3, 1),
    ]
    assert card not in [*others, fact]
    assert fact not in [Fact("total", 1, "8"), Fact("total", 0, "7"), Fact("bet", 1, "7"), card]
    zone = Zone("trick", -1, [card])
    assert zone == Zone("trick", -1, [ShownCard("R4", 3, 1, "winning")])
    assert hash(zone) == hash(Zone("trick", -1, [card]))
    assert zone not in [Zone("hand", -1, [card]), Zone("trick", 0, [card]), Zone("trick", -1, [])]


def test_displays_are_equal_by_what_they_show() -> None:
    assert display() == display()
    assert hash(display()) == hash(display())
    assert display() != display(card="R5")
    assert display() != display(value="8")
    assert display() != display(phase="bets")
    assert display() != "display"
