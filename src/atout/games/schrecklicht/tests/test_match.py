"""Schrecklicht at the checked gate: what `Match` refuses, with which error, and that nothing has changed then."""

from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout.games.schrecklicht import GAME
from atout.kernel.errors import NotationError
from atout.kernel.log import SPECTATOR
from atout.kernel.state import CHANCE, OVER
from atout.locale import load_locale

ANY = "LOW_SUM HIGH_COVER MULTIPLES"


@pytest.fixture
def begun(table, within):
    return table(3, start=within(["G5", "V5", "B5"], ANY, "G1 G2 G3 G4 V1 V2"))


@pytest.mark.parametrize("seat", [3, 7, -1, -2, SPECTATOR])
def test_no_such_seat(begun, seat):
    begun.expect_no_such_seat(seat, "G1>A")


def test_refusals_say_what_and_why(begun):
    refusal = begun.expect_refusal(0, "G1/G5", "SCH-18", "too-low-to-cover")
    sentence = load_locale(GAME).say("refusals", "too-low-to-cover")
    assert str(refusal) == f"G1/G5: {sentence} [SCH-18]"


NOTHING = ["", "  ", "G", "G1", "G1>", "G1>F", "G1>a", "g1>A", "G12>A", "G01>A", "R1>A", ">A", "G1/", "G1/G", "G1/G12"]
NOTHING += ["/G1", "G1>A>B", "G1/V1/B1", "G1-A", "pass", "G1>AB", "G1//V1"]


@pytest.mark.parametrize("text", NOTHING)
def test_text_that_names_nothing(begun, text):
    before = begun.everything()
    with pytest.raises(NotationError):
        begun.match.play(0, text)
    assert begun.everything() == before


def test_every_action_has_one_text():
    texts = [GAME.text(action) for action in range(GAME.actions)]
    assert len(set(texts)) == GAME.actions == 36 * 41
    assert [GAME.parse(text) for text in texts] == list(range(GAME.actions))
    assert texts[:6] == ["G0>A", "G0>B", "G0>C", "G0>D", "G0>E", "G0/G0"]
    assert texts[-1] == "B11/B11"
    for action in (-1, GAME.actions):
        with pytest.raises(NotationError):
            GAME.text(action)


def test_after_the_end_nothing_goes(table):
    t = table(3, {"rounds": 1}, seed=1)
    while not t.match.over:
        t.match.play(t.turn, t.match.legal(t.turn)[0])
    t.expect_all_over("SCH-44", (0, GAME.actions - 1, GAME.actions, -1))


def test_the_narrowest_menu_still_has_a_choice(table, within):
    """No play is ever forced: even the last card has a display to go to, and the table plays nothing by itself."""
    displays = ["G1 G2 V1 B1 V9/V8", "G3 V2 B2 V3 G9/G8", "V0 G0 B0 B9/B8"]
    t = table(3, start=within(displays, ANY, "B3"))
    assert t.options_of(t.turn) == [f"{card}>C" for card in sorted(t.hand(t.turn), key=lambda card: int(card[1:]))]
    assert t.match.state.forced_action() == -1
    assert t.match.play_forced() is False


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_counted_and_picked_actions_are_those_of_the_menu(table, seats):
    t = table(seats, {"rounds": 1}, seed=seats)
    rng = Random(seats)
    state = t.match.state
    scratch = vec[i64]([0] * state.width())
    while not t.match.over:
        legal = state.legal(t.turn)
        assert state.count(t.turn, scratch) == len(legal)
        assert [state.pick(t.turn, k, scratch) for k in range(len(legal))] == legal
        assert state.count((t.turn + 1) % seats, scratch) == 0
        t.match.play(t.turn, rng.choice(legal))
    assert state.count(0, scratch) == 0


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_records_break_lines_where_everybody_has_played_once(table, seats):
    t = table(seats, seed=seats)
    lines = []
    for _ in range(2 * seats):
        lines.append(t.match.state.line())
        t.match.play(t.turn, t.match.legal(t.turn)[0])
    assert lines == [0] * seats + [1] * seats


def test_keys_tell_apart_what_a_seat_can_tell_apart(table, within):
    def keys(displays, *held, say=()):
        t = table(3, start=within(displays, ANY, *held))
        t.say(*say)
        return [t.match.state.key(seat) for seat in range(3)]

    usual = keys(["G5", "V5", "B5"], "G1 G2 G3 G4 V1 V2", "B1 B2 B3 B4 V3 V4")
    same = keys(["G5", "V5", "B5"], "G1 G2 G3 G4 V1 V2", "B1 B2 B3 B4 V3 V6")  # only the second hand is another one
    assert (usual[0] == same[0], usual[1] == same[1]) == (True, False)
    table_changed = keys(["G5", "V7", "B5"], "G1 G2 G3 G4 V1 V2", "B1 B2 B3 B4 V3 V4")
    swapped = keys(["V5", "G5", "B5"], "G1 G2 G3 G4 V1 V2", "B1 B2 B3 B4 V3 V4")
    first = keys(["G5", "V5", "B5"], "G1 G2 G3 G4 V1 V2", "B1 B2 B3 B4 V3 V4", say=["G1>A", "B1>B"])
    second = keys(["G5", "V5", "B5"], "G1 G2 G3 G4 V1 V2", "B1 B2 B3 B4 V3 V4", say=["G1>B", "B1>A"])
    for seat in range(3):
        assert len({found[seat] for found in (usual, table_changed, swapped, first, second)}) == 5


def test_keys_between_rounds_tell_the_rounds_apart(table):
    states = [table(3, start={"round": number, "dealer": 0}).match.state for number in (1, 2, 3)]
    assert len({state.key(seat) for state in states for seat in range(3)}) == 3
    assert [state.line() for state in states] == [0, 0, 0]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_state_without_a_log_plays_the_same(table, seats):
    t = table(seats)
    loud = t.match.state
    silent = loud.clone()
    silent.silent = True
    rng = Random(seats)
    while loud.turn != OVER:
        if loud.turn == CHANCE:
            order = rng.sample(range(len(loud.pack())), len(loud.pack()))
            assert len(silent.pack()) == len(order)
            for state in (loud, silent):
                state.deal(list(order))
        else:
            seat, legal = loud.turn, loud.legal(loud.turn)
            assert (silent.turn, silent.legal(seat), silent.key(seat)) == (seat, legal, loud.key(seat))
            action = rng.choice(legal)
            for state in (loud, silent):
                state.apply(seat, action)
        assert silent.scores() == loud.scores()
    assert (silent.turn, silent.places()) == (OVER, loud.places())
    assert (len(silent.log), silent.past) == (0, None)


def test_nobody_has_a_menu_out_of_turn(table):
    t = table(3)
    assert [t.match.state.legal(seat) for seat in range(3)] == [[], [], []]
    t = table(3, seed=1)
    assert [bool(t.match.state.legal(seat)) for seat in range(3)] == [seat == t.turn for seat in range(3)]
