"""Schrecklicht: the table options."""

from random import Random

import pytest

from atout.games.schrecklicht import GAME
from atout.games.schrecklicht.objectives import NAMES, PUMPKINS
from atout.kernel.errors import SetupError
from atout.kernel.log import SPECTATOR
from atout.kernel.state import OVER

ANY = "LOW_SUM HIGH_COVER MULTIPLES"


def test_options_and_their_usual_values():
    usual = {"pumpkins": PUMPKINS, "covers": "open", "zero_rank": "on", "low_colour_needs_card": "off"}
    assert GAME.settle({}).values == usual | {"tie": "shared", "rounds": "4", "pack": "full"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[
            ("pumpkins", "0" * 35),
            ("pumpkins", "0" * 37),
            ("pumpkins", "x" * 36),
            ("pumpkins", "many"),
            ("covers", "off"),
        ],
        *[("zero_rank", "0"), ("tie", "best"), ("rounds", "0"), ("rounds", "5"), ("low_colour_needs_card", "")],
    ],
)
def test_options_refuse_other_values(name, value):
    with pytest.raises(SetupError, match=f"option {name} cannot be"):
        GAME.settle({name: value})


def test_pumpkins_can_be_replaced(ranks_of):
    displays = ["G1 V5", "V2", "B3"]
    assert ranks_of(displays, "MOST_PUMPKINS") == [1, 2, 3]  # 4, 2 and 1 heads
    table = ["0"] * 36
    table[12 + 2] = table[24 + 3] = table[1] = "9"  # V2, B3, G1
    table[12 + 5] = "1"
    assert ranks_of(displays, "MOST_PUMPKINS", options={"pumpkins": "".join(table)}) == [1, 2, 2]
    assert ranks_of(displays, "FEWEST_PUMPKINS", options={"pumpkins": "".join(table)}) == [2, 1, 1]
    assert ranks_of(displays, "MOST_PUMPKINS", options={"pumpkins": "0" * 36}) == [1, 1, 1]


def test_pumpkins_are_shown_to_everybody(table):
    own = "0123456789" * 3 + "012345"
    t = table(3, {"pumpkins": own}, seed=1)
    assert {t.fact("pumpkins", observer=observer) for observer in t.observers} == {own}


def cover_in_memory(table, within, objectives="LOW_SUM MOST_ODD MULTIPLES"):
    displays = ["G1 G2 V1 B1", "G3 V2 B2 V3", "B3 V0 G0"]
    t = table(3, {"covers": "memory"}, within(displays, objectives, "G9 B0", "V8", "B7"))
    t.say("G9/V3")
    return t


def test_covers_memory_hides_a_pair_after_the_next_play(table, within):
    t = cover_in_memory(table, within)
    for observer in t.observers:
        assert t.pair(1, observer) == "G9/V3"
    t.say("V8/B1")
    for observer in t.observers:
        assert (t.pair(1, observer), t.pair(0, observer)) == ("??/??", "V8/B1")
    t.say("B7>A")
    for observer in t.observers:
        assert (t.pair(1, observer), t.pair(0, observer)) == ("??/??", "??/??")


def test_covers_memory_keeps_pairs_in_the_memory_of_views(table, within):
    t = cover_in_memory(table, within)
    t.say("V8/B1")
    seen = [GAME.text(entry.value) for entry in t.match.view(2).seen if entry.kind == 1]
    assert seen == ["G9/V3", "V8/B1"]


@pytest.mark.parametrize("objective", NAMES)
def test_covers_memory_shows_pairs_where_an_objective_asks_for_them(table, within, objective):
    others = [name for name in ("LOW_SUM", "MOST_ODD", "MULTIPLES") if name != objective][:2]
    objectives = " ".join([objective, *others])
    t = cover_in_memory(table, within, objectives)
    of_pairs = objective in ("HIGH_COVER", "HIGH_COVERED", "LOW_COVER", "LOW_COVERED")
    assert len(t.standing("G")) == (0 if of_pairs else 3)  # a standing would tell what is to be remembered
    assert len(t.standing("V")) == 3
    assert len(t.of_colours("ladder")) == 3
    t.say("V8>B", "B7/B3", "B0>C")
    while t.display().phase == "plays":
        t.say(min((text for text in t.options_of(t.turn) if ">" in text), key=lambda text: int(text[1:-2])))
    for observer in t.observers:
        assert t.pair(1, observer) == ("G9/V3" if of_pairs else "??/??")
        assert len(t.standing("G", observer)) == 3


def test_covers_memory_changes_no_rule(table):
    matches = []
    for covers in ("open", "memory"):
        t = table(4, {"covers": covers}, seed=8)
        t.finish_match(Random(8))
        matches.append((t.match.steps, t.match.scores()))
    assert matches[0] == matches[1]


def test_zero_rank_off_ranks_nobody_without_such_a_card(ranks_of):
    off = {"zero_rank": "off"}
    assert ranks_of(["G1", "B0", "V2"], "HIGH_COLOUR_SUM", "B") == [2, 1, 2]
    assert ranks_of(["G1", "B0", "V2"], "HIGH_COLOUR_SUM", "B", off) == [0, 1, 0]
    assert ranks_of(["G2", "B0", "V3"], "MOST_ODD", "G") == [2, 2, 1]
    assert ranks_of(["G2", "B0", "V3"], "MOST_ODD", "G", off) == [0, 0, 1]
    assert ranks_of(["G0", "V1", "V2"], "MOST_PUMPKINS") == [2, 2, 1]
    assert ranks_of(["G0", "V1", "V2"], "MOST_PUMPKINS", "G", off) == [0, 0, 1]
    for objective in ("HIGH_SUM", "LOW_SUM", "LOW_COLOUR_SUM", "FEWEST_PUMPKINS"):
        displays = ["V11/G10", "V0", "B2"]
        assert ranks_of(displays, objective, "V", off) == ranks_of(displays, objective, "V")


def test_low_colour_needs_card(ranks_of):
    on = {"low_colour_needs_card": "on"}
    assert ranks_of(["G1", "B3", "B2"], "LOW_COLOUR_SUM", "B") == [1, 3, 2]
    assert ranks_of(["G1", "B3", "B2"], "LOW_COLOUR_SUM", "B", on) == [0, 2, 1]
    assert ranks_of(["G1", "B0", "B2"], "LOW_COLOUR_SUM", "B", on) == [0, 1, 2]
    assert ranks_of(["V11/G10", "B0", "B2"], "LOW_SUM", "B", on) == [2, 1, 3]


def test_tie_best_ranks_counts_first_ranks(table, within):
    start = within(["G1 G2 V1 B1", "G3 V2 B2 V3", "V0 G0 B0"], "HIGH_SUM LOW_SUM MULTIPLES", "B3")
    start |= {"round": 4, "totals": [0, 2, 0]}  # all end with 11; seat 0 was best once, seat 1 once, seat 2 twice
    for firsts, places in [
        ([0, 0, 0], [2, 2, 1]),
        ([2, 0, 0], [1, 3, 2]),
        ([1, 1, 0], [1, 1, 1]),
        ([0, 4, 3], [3, 1, 1]),
    ]:
        t = table(3, {"tie": "best_ranks"}, start | {"firsts": firsts})
        t.say("B3>C")
        assert t.match.scores() == [11, 11, 11]
        assert t.match.places() == places
        t = table(3, start=start | {"firsts": firsts})
        t.say("B3>C")
        assert t.match.places() == [1, 1, 1]


def test_tie_best_ranks_counts_every_evaluation(table):
    for seed in range(4):
        t = table(4, {"tie": "best_ranks"}, seed=seed)
        t.finish_match(Random(seed))
        firsts = [0] * 4
        for line in t.match.score_lines():
            firsts[line.seat] += line.values["rank"] == "1"
        strengths = list(zip(t.match.scores(), firsts, strict=True))
        assert t.match.places() == [1 + sum(other > own for other in strengths) for own in strengths]


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_rounds(table, rounds):
    t = table(3, {"rounds": rounds}, seed=rounds)
    rng = Random(rounds)
    numbers = set()
    while not t.match.over:
        numbers.add(t.fact("round"))
        assert t.fact("rounds") == str(rounds)
        t.play_any(rng)
    assert numbers == {str(number) for number in range(1, rounds + 1)}
    assert t.turn == OVER
    assert {line.values["round"] for line in t.match.score_lines()} == numbers


def test_spectators_see_no_hand(table):
    t = table(3, seed=3)
    assert [t.cards("hand", seat, SPECTATOR) for seat in range(3)] == [["??"] * 6] * 3
