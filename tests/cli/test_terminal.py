"""The table in the terminal: what it shows, and that it fits."""

import io
from typing import Literal

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from atout import SPECTATOR, Display, Match, load, shuffler
from atout.drawing.terminal import render, render_heading, render_places, render_scores, render_zone
from atout.kernel.view import Fact, ShownCard, Zone
from atout.locale import LANGUAGES, load_locale

LUZ = load("luz")
NO_BREAK = "\N{NO-BREAK SPACE}"
BETS = ["2", "3+S", "1", "0", "4"]
NAMES = ["You", "Bo", "Cem", "Dora", "Eli"]


def print_lines(what: RenderableType, width: int = 80, colours: bool = False) -> list[str]:
    file = io.StringIO()
    system: Literal["standard"] | None = "standard" if colours else None
    Console(file=file, width=width, force_terminal=colours, color_system=system, markup=False).print(what)
    return [line.rstrip() for line in file.getvalue().splitlines()]


def table_lines(match: Match, seat: int, lang: str = "en", width: int = 80) -> list[str]:
    return print_lines(render(match.view(seat).display(), load_locale(LUZ, lang), NAMES[: match.seats]), width)


def at_tricks(seats: int = 4, seed: int = 3, **options: str) -> Match:
    match = Match(LUZ, seats, options, shuffle=shuffler(seed))
    for bet in BETS[:seats]:
        match.play(match.turn, bet)
    return match


def play_to_turn_of(match: Match, seat: int) -> None:
    while match.turn != seat:
        match.play(match.turn, match.legal(match.turn)[0])


def own_hand(match: Match) -> list[ShownCard]:
    zones = match.view(match.turn).display().zones
    return [card for zone in zones if zone.name == "hand" and zone.seat == match.turn for card in zone.cards]


def test_the_table_of_luz_at_80_columns() -> None:
    match = at_tricks()
    play_to_turn_of(match, 0)
    assert table_lines(match, 0) == [
        "Deal 1/4 · Tricks · Trump: yellow · Colour led: yellow · Dealer: Bo · First",
        "player, Starter: Cem",
        "",
        "        R            Y        G          B    P          Bet  Tricks  Total",
        "  Bo    1 2 3 5 6 9           6          3 4  2            0       0      0",
        "  Cem                4 5 6 7  8 9        7    1 5          2       0      0",
        "  Dora  7 8          3        1 2 3 5 7  10              3+S       0      0",
        "> You                ?        ? ?        ? ?  ? ? ? ? ?    1       0      0",
        "",
        "Trick  Cem  Y2*  Dora  Y1   * winning",
        "",
        "Your hand   low to high, + is the high end · [ ] playable",
        "[Y#1]  G#1  G#2   B#1  B#2   P#1  P#2  P#3  P#4  P#5   +",
    ]


def test_the_table_of_luz_at_60_columns() -> None:
    match = at_tricks()
    play_to_turn_of(match, 0)
    assert table_lines(match, 0, width=60)[3:13] == [
        "  Bo  Bet 0 · Tricks 0 · Total 0",
        "     R  1 2 3 5 6 9   G  6   B  3 4   P  2",
        "  Cem  Bet 2 · Tricks 0 · Total 0",
        "     Y  4 5 6 7   G  8 9   B  7   P  1 5",
        "  Dora  Bet 3+S · Tricks 0 · Total 0",
        "     R  7 8   Y  3   G  1 2 3 5 7   B  10",
        "> You  Bet 1 · Tricks 0 · Total 0",
        "     Y  ?   G  ? ?   B  ? ?   P  ? ? ? ? ?",
        "",
        "Trick  Cem  Y2*  Dora  Y1   * winning",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_nothing_is_cut_off(lang: str, width: int, seats: int) -> None:
    for seed in range(2):
        match = at_tricks(seats, seed, deduction_aid="on", bead_limit="on", history="open")
        for _ in range(seats + 2):
            text = table_lines(match, match.turn, lang, width)
            assert max(len(line) for line in text) <= width
            assert "…" not in "".join(text)
            assert all(LUZ.text(card.action) in " ".join(text) for card in own_hand(match))
            match.play(match.turn, match.legal(match.turn)[-1])


def test_exactly_the_legal_cards_are_in_brackets() -> None:
    match = at_tricks()
    for _ in range(30):
        seat = match.turn
        whole = "\n".join(table_lines(match, seat))
        for card in own_hand(match):
            assert (f"[{LUZ.text(card.action)}]" in whole) == (card.action in match.legal(seat))
        match.play(seat, match.legal(seat)[0])


def test_values_of_the_own_hand_are_question_marks() -> None:
    match = at_tricks()
    for seat in range(4):
        (own,) = [line for line in table_lines(match, seat) if line[2:].startswith(NAMES[seat])]
        assert own.count("?") == 10


def test_the_last_trick_lies_there_until_the_next_card() -> None:
    match = at_tricks()
    for _ in range(4):
        match.play(match.turn, match.legal(match.turn)[0])
    (line,) = [line for line in table_lines(match, 0) if line.startswith("Last trick")]
    assert line.count("*") == 2
    match.play(match.turn, match.legal(match.turn)[0])
    assert not [line for line in table_lines(match, 0) if line.startswith("Last trick")]


def test_options_show_what_they_open() -> None:
    match = at_tricks(deduction_aid="on", bead_limit="on", history="open")
    for _ in range(9):
        match.play(match.turn, match.legal(match.turn)[0])
    text = table_lines(match, match.turn)
    assert "Beads left: 9" in text[0]
    assert len([line for line in text if line.startswith("Earlier trick")]) == 2
    assert [line for line in text if line.startswith("Possible values  ")]


def test_a_spectator_sees_backs_and_no_own_hand() -> None:
    text = table_lines(at_tricks(), SPECTATOR)
    assert [line.split()[-4] for line in text if "?" in line]
    assert not [line for line in text if line.startswith("Your hand")]
    assert [line[2:6].strip() for line in text[3:7]] == NAMES[:4]


def test_colours_are_styles_only() -> None:
    match = at_tricks()
    play_to_turn_of(match, 0)
    plain = table_lines(match, 0)
    coloured = print_lines(render(match.view(0).display(), load_locale(LUZ), NAMES[:4]), colours=True)
    assert any("\x1b[" in line for line in coloured)
    assert [Text.from_ansi(line).plain.rstrip() for line in coloured] == plain


def display(zones: list[Zone], facts: list[Fact], seat: int = 0) -> Display:
    made = Match(LUZ, 3, shuffle=shuffler(1)).view(seat).display()
    made.zones = zones
    made.facts = facts
    return made


def test_other_games_own_hand_is_open_and_others_are_closed() -> None:
    hands = [
        Zone("hand", 0, [ShownCard("R4", 30), ShownCard("K9", 31)]),
        Zone("hand", 1, [ShownCard("?"), ShownCard("?"), ShownCard("?")]),
        Zone("hand", 2, [ShownCard("?")]),
        Zone("piles", 1, [ShownCard("B7", -1, -1, "trump")]),
    ]
    text = print_lines(render(display(hands, [Fact("total", 1, "12")]), load_locale(LUZ), NAMES[:3]))
    whole = "\n".join(text)
    (bo,) = [line for line in text if line[2:].startswith("Bo")]
    assert bo.split() == ["Bo", "3", "12"]
    assert whole.count("R4") == whole.count("K9") == 1
    assert "piles Bo   B7  (Trump)" in whole
    assert "+" not in whole


def test_cards_without_suits() -> None:
    hands = [Zone("hand", 1, [ShownCard("7"), ShownCard("13")]), Zone("hand", 2, [ShownCard("8")])]
    text = print_lines(render(display(hands, []), load_locale(LUZ), NAMES[:3]))
    (bo,) = [line for line in text if line[2:].startswith("Bo")]
    assert bo.split() == ["Bo", "7", "13"]


def test_the_heading_counts_and_names() -> None:
    facts = [Fact("deal", -1, "2"), Fact("deals", -1, "4"), Fact("led", -1, "R"), Fact("dealer", 1, "")]
    made = display([], facts)
    assert render_heading(made, load_locale(LUZ), NAMES).plain == "Deal 2/4 · Betting · Colour led: red · Dealer: Bo"
    french = render_heading(made, load_locale(LUZ, "fr"), NAMES, with_phase=False).plain
    assert french.replace(NO_BREAK, " ") == "Donne 2/4 · Couleur demandée : rouge · Donneur : Bo"


def test_a_zone_names_who_played_what() -> None:
    zone = Zone("trick", -1, [ShownCard("R4", -1, 1), ShownCard("R9", -1, 2, "winning")])
    assert render_zone(zone, load_locale(LUZ, "de"), NAMES).plain == "Stich  Bo  R4   Cem  R9*  * gewinnt"


def test_zones_of_several_owners_stand_in_line() -> None:
    zones = [
        Zone("pile", 1, [ShownCard("R4")]),
        Zone("pile", 3, [ShownCard("R9")]),
        Zone("trick", -1, [ShownCard("R5", -1, 1)]),
    ]
    lines = print_lines(render(display(zones, []), load_locale(LUZ), NAMES))
    assert lines[-3:] == ["pile Bo     R4", "pile Dora   R9", "Trick  Bo  R5"]


def finish_match(seed: int = 2) -> Match:
    match = Match(LUZ, 3, {"deals": "2"}, shuffle=shuffler(seed))
    while not match.over:
        match.play(match.turn, match.legal(match.turn)[0])
    return match


@pytest.mark.parametrize("lang", LANGUAGES)
def test_scores_show_every_line_and_its_clause(lang: str) -> None:
    match = finish_match()
    words = load_locale(LUZ, lang)
    whole = " ".join(
        " ".join(print_lines(render_scores(match.score_lines(), match.scores(), words, NAMES[:3]))).split()
    )
    for line in match.score_lines():
        assert f"{line.points:+}" in whole
        assert f"[{line.clause.id}]" in whole
    for total in match.scores():
        assert f" {total} " in whole
    assert "Points" in whole or "Punkte" in whole


def test_places_are_in_order() -> None:
    match = finish_match()
    lines = print_lines(render_places(match.places(), match.scores(), load_locale(LUZ), NAMES[:3]))
    assert lines[0].split() == ["Place", "Total"]
    assert [line.split()[0] for line in lines[1:]] == ["1.", "2.", "3."]
    for line in lines[1:]:
        seat = NAMES.index(line.split()[1])
        assert line.split() == [f"{match.places()[seat]}.", NAMES[seat], str(match.scores()[seat])]
