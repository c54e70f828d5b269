"""Everything prints: short and exact as `repr`, a table as `str`, drawn in a notebook; never more than a seat sees."""

import re
from pathlib import Path

import pytest

from atout import (
    SPECTATOR,
    Action,
    Display,
    Game,
    Match,
    Options,
    Rng,
    SetupError,
    View,
    card_svg,
    html,
    load,
    load_bot,
    names,
    shuffler,
    text,
)
from atout.drawing.faces import Cards, cards_of, draw_plain_card
from tests.shortest import positions

BUILT = (Path(__file__).parents[1] / "src" / "atout" / "web" / "index.html").is_file()
CARD = re.compile(r'data-card="([^"]*)"')


@pytest.mark.parametrize(
    ("written", "name"),
    [
        *(("luz", "luz"), ("LUZ", "luz"), ("Mü", "mu"), ("mü", "mu"), ("Mue", "mu"), ("MU", "mu")),
        *(("Was sticht?", "was_sticht"), ("was sticht", "was_sticht"), ("WAS_STICHT", "was_sticht")),
        *(("Njet!", "njet"), ("njet", "njet"), (" Schrecklicht ", "schrecklicht"), ("M\u0075\u0308", "mu")),
    ],
)
def test_games_are_found_by_name_or_title(written: str, name: str) -> None:
    assert load(written).name == name
    assert Match(written, load(name).seat_counts[0]).game is load(name)


@pytest.mark.parametrize("written", ["", "?", "poker", "luzz", "l"])
def test_what_is_no_game_is_refused(written: str) -> None:
    with pytest.raises(SetupError, match="no game"):
        load(written)


def test_actions_print_and_can_be_played() -> None:
    match = Match("luz", 4, shuffle=shuffler(3))
    for bet in ("3", "2+S", "0", "1"):
        match.play(match.turn, bet)
    seat = match.turn
    legal = match.legal()
    assert legal == match.legal(seat) == match.state.legal(seat)
    assert [str(action) for action in legal] == [match.game.text(action) for action in legal]
    assert repr(legal[:2]) == f"[{legal[0].text}, {legal[1].text}]"
    assert f"{legal[0]} {legal[0]:d}" == f"{legal[0].text} {int(legal[0])}"
    match.play(seat, legal[0])
    assert type(match.steps[-1].action) is int  # type: ignore[union-attr] # it is a decision
    assert match.legal((match.turn + 1) % 4) == []


@pytest.mark.parametrize("name", names())
def test_an_action_is_told_like_its_number(name: str) -> None:
    game = load(name)
    for number in range(game.actions):
        action = Action(number, "something else")
        assert game.text(action) == game.text(number)
        assert game.words().action(action) == game.words().action(number)
        assert game.parse(game.text(action)) == number


def test_reprs_are_short_and_exact() -> None:
    match = Match("Mü", 4, {"limit": 200}, shuffle=shuffler(1))
    assert repr(match) == f"<Match of Mü: 4 seats, turn {match.turn}, 0 decisions>"
    match.play(match.turn, match.legal()[0])
    assert repr(match).endswith(", 1 decision>")
    assert repr(match.game) == "load('mu')"
    assert (str(match.game), eval(repr(match.game))) == ("Mü", match.game)
    assert eval(repr(match.options)) == match.options
    assert repr(match.view(2)) == f"<MuView of seat 2: turn {match.turn}, {len(match.view(2).seen)} seen>"
    assert repr(match.view(SPECTATOR)).startswith("<MuView of a spectator: ")
    assert repr(match.view(2).display()) == f"<Display of seat 2: auction, turn {match.turn}>"
    assert repr(match.state) == f"<MuState: 4 seats, deal 1, turn {match.turn}>"
    assert re.fullmatch(r"<Rng at \d+>", repr(Rng(1)))
    assert repr(load_bot("casual", match.game, 1)) == "<Greedy for Mü>"
    assert repr(load_bot("club", match.game, 1)) == "<Searcher for Mü: 60 iterations, 0.1 s>"
    card = match.view(0).display().zones[0].cards[0]
    assert repr(eval(repr(card), {"ShownCard": type(card)})) == repr(card)
    assert isinstance(eval("Options({})", {"Options": Options}), Options)


def waiting_for_cards() -> Match:
    return Match("luz", 4)


def test_a_match_prints_before_its_cards_are_dealt() -> None:
    match = waiting_for_cards()
    assert repr(match) == "<Match of Luz: 4 seats, before a shuffle, 0 decisions>"
    assert str(match).startswith("Deal 1/4 · Dealing")


@pytest.mark.parametrize("name", names())
def test_what_is_printed_is_the_table_of_the_terminal(name: str) -> None:
    for match in positions(name, load(name).seat_counts[-1], share=12):
        for seat in (0, match.seats - 1, SPECTATOR):
            view = match.view(seat)
            assert str(view) == str(view.display()) == text(match.game, view.display())
            assert "\x1b" not in str(view)
            assert all(line == line.rstrip() for line in str(view).split("\n"))
        assert str(match) == str(match.state) == str(match.view(SPECTATOR))


def shown_cards(display: Display) -> set[str]:
    return {card.text for zone in display.zones for card in zone.cards}


@pytest.mark.parametrize("name", names())
def test_a_notebook_shows_what_the_seat_sees_and_nothing_else(name: str) -> None:
    """No card is drawn that the display does not show, and other worlds that look the same are drawn the same."""
    rng = Rng(3)
    game = load(name)
    for match in positions(name, game.seat_counts[0], share=20):
        for seat in (*range(match.seats), SPECTATOR):
            view = match.view(seat)
            drawn = view._repr_html_()
            assert drawn == view.display()._repr_html_() == html(game, view.display())
            assert set(CARD.findall(drawn)) <= shown_cards(view.display())
            if match.turn >= 0 and seat >= 0:
                world = game.sampler(view).draw(rng)
                assert world.view(seat)._repr_html_() == drawn
                assert str(world.view(seat)) == str(view)
        assert match._repr_html_() == match.state._repr_html_() == match.view(SPECTATOR)._repr_html_()


@pytest.mark.parametrize("name", names())
def test_every_card_of_the_zones_is_drawn(name: str) -> None:
    for match in positions(name, load(name).seat_counts[0], share=20):
        display = match.view(0).display()
        wording = match.game.words()
        kept = {card.text for zone in display.zones if zone.name not in wording.left_out for card in zone.cards}
        assert kept <= set(CARD.findall(display._repr_html_()))


def test_names_and_languages_are_written_as_they_are() -> None:
    match = Match("luz", 3, shuffle=shuffler(1))
    display = match.view(0).display()
    people = ["<b>Ada</b>", "Bo & Co", "Cem"]
    assert "&lt;b&gt;Ada&lt;/b&gt;" in html(match.game, display, people)
    assert "<b>Ada</b>" not in html(match.game, display, people)
    assert "Bo & Co" in text(match.game, display, people)
    assert "Dein Blatt" in text(match.game, display, lang="de") or "Deine" in text(match.game, display, lang="de")
    with pytest.raises(ValueError, match="2 names for 3 seats"):
        html(match.game, display, people[:2])


@pytest.mark.skipif(not BUILT, reason="the web client is not built")
@pytest.mark.parametrize("name", names())
def test_cards_are_those_of_the_browser(name: str) -> None:
    cards = cards_of(name)
    assert cards.is_drawn
    assert {"table", "table-2", "accent", "accent-ink"} <= cards.palette.keys()
    seen: set[str] = set()
    for match in positions(name, load(name).seat_counts[0], share=4):
        for seat in (0, SPECTATOR):
            seen |= {
                card.text
                for zone in match.view(seat).display().zones
                for card in zone.cards
                if re.fullmatch(r"[A-Z]?\d+|[A-Z]?\?+", card.text)
            }
    assert len(seen) > 10
    for card in seen:
        drawn = card_svg(name, card)
        assert drawn.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
        assert drawn != card_svg(name, "?") or not card.strip("?")
    with pytest.raises(ValueError, match="has no card X99"):
        card_svg(name, "X99")


@pytest.mark.skipif(not BUILT, reason="the web client is not built")
def test_pumpkins_are_those_of_the_match() -> None:
    few, many = ({"pumpkins": digit * 36} for digit in "07")
    heads = [card_svg("schrecklicht", "G4", facts).count("<ellipse") for facts in (few, many)]
    assert heads == [0, 7]


def test_without_the_client_cards_are_plain() -> None:
    cards = Cards({"palette": {}, "cards": {}})
    assert not cards.is_drawn
    assert ">R4</text>" in (cards.draw("R4", {}) or "")
    assert ">?</text>" in (cards.draw("??", {}) or "")
    assert cards.draw("no-red", {}) is None
    assert draw_plain_card("12") is not None


def test_game_of_a_stranger_is_refused() -> None:
    from atout.games import game_of

    assert game_of(Match("luz", 3).view(0)) is load("luz")
    with pytest.raises(SetupError, match="belongs to no game"):
        game_of(object())
    assert isinstance(load("luz"), Game)
    assert issubclass(type(Match("luz", 3).view(0)), View)
