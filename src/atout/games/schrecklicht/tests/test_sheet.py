"""Schrecklicht: the score sheet for people who play with real cards."""

from random import Random

import pytest

from atout.games.schrecklicht import GAME
from atout.kernel.errors import NotationError, SetupError
from atout.kernel.start import Start

ROUND = {
    "objectives": "LOW_SUM HIGH_COVER MULTIPLES",
    "displays": ["G4 V7 B6 B11 G0/G11", "V10 G10 V9 B3", "B0 B10 G8 B2 V8/B1"],
}


def test_sheet_of_one_round(sheet):
    found = sheet([ROUND], 3)
    assert [(line.seat, line.points, line.clause.id, line.values["colour"]) for line in found.lines] == [
        (1, 5, "SCH-34", "B"),
        (0, 1, "SCH-34", "V"),
        (2, 3, "SCH-34", "V"),
        (2, 1, "SCH-34", "G"),
    ]
    assert (found.totals, found.places, found.over) == ([1, 5, 4], [3, 1, 2], False)
    assert sheet([ROUND], 3, {"rounds": 1}).over
    assert sheet([], 4).totals == [0, 0, 0, 0]


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("tie", ["shared", "best_ranks"])
def test_sheet_agrees_with_a_match(table, sheet, seats, tie):
    for seed in range(2):
        t = table(seats, {"tie": tie}, seed=seed)
        rng = Random(seed)
        rounds = []
        while not t.match.over:
            past = t.match.state.past
            before = t.display()
            t.play_any(rng)
            if t.match.state.past is not past:
                rounds.append(
                    written_down(before, GAME.text(t.match.steps[-1].action if t.match.over else last_action(t)))
                )
        found = sheet(rounds, seats, {"tie": tie})
        assert found.totals == t.match.scores()
        assert found.places == t.match.places()
        assert found.over
        assert [(line.seat, line.points, line.clause, line.values) for line in found.lines] == [
            (line.seat, line.points, line.clause, line.values) for line in t.match.score_lines()
        ]


def last_action(t):
    return next(step.action for step in reversed(t.match.steps) if hasattr(step, "action"))


def written_down(display, text):
    """Return what people would write down of a round that ended with this play."""
    cards = {zone.seat: [card.text for card in zone.cards] for zone in display.zones if zone.name == "display"}
    for zone in display.zones:
        if zone.name == "covered_pair":
            cards[zone.seat].append("/".join(card.text for card in zone.cards))
    card, owner = text.split(">")
    cards["ABCDE".index(owner)].append(card)
    objectives = [fact.value.split()[1] for fact in display.facts if fact.name == "objective"]
    return {"objectives": " ".join(objectives), "displays": [" ".join(cards[seat]) for seat in sorted(cards)]}


def test_sheet_of_a_round_that_a_pawn_ended(sheet):
    ended = {"objectives": "HIGH_SUM LOW_SUM MOST_ODD", "displays": ["G11 G10", "G9 V1", "G8 B2 G7"]}
    found = sheet([ended], 3)
    assert found.totals == [5 + 1, 1 + 1 + 3, 3]  # green 45, then blue, then violet


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (ROUND | {"displays": ["G4", "V10", "B0"]}, r"deal 1: displays are not full and no pawn .* \[SCH-27\]"),
        (ROUND | {"displays": ["G11 G10 G9 G8", "G7 G6 G5 G4", "B1"]}, r"before their last card \[SCH-27\]"),
        (ROUND | {"displays": ["G11 G10 G9 G8 G7", "V1", "B1"]}, r"more than four visible cards \[SCH-15\]"),
        (ROUND | {"displays": ["G4 V7 B6 B11 G0/G10", *ROUND["displays"][1:]]}, r"too low \[SCH-18\]"),
        (ROUND | {"displays": ROUND["displays"][:2]}, "deal 1: displays must be 3 texts"),
        (ROUND | {"displays": ["G4 V7 B6 X", *ROUND["displays"][1:]]}, "no card 'X'"),
        (ROUND | {"displays": ["G4 V7 B6 B3", *ROUND["displays"][1:]]}, "deal 1: displays have B3 twice"),
        (ROUND | {"objectives": "LOW_SUM"}, "deal 1: objectives must be 3 objectives"),
        (ROUND | {"objectives": "LOW_SUM LOW_SUM MULTIPLES"}, r"deal 1: objectives has LOW_SUM.*\[SCH-02\]"),
        (ROUND | {"objectives": "LOW_SUM COVER MULTIPLES"}, "deal 1: objectives has COVER"),
        (ROUND | {"points": [1, 2, 3]}, "deal 1: points means nothing"),
        ({"displays": ROUND["displays"]}, "deal 1: objectives must be 3 objectives"),
        ({"objectives": ROUND["objectives"]}, "deal 1: displays must be 3 texts"),
    ],
)
def test_sheet_refusals(sheet, written, words):
    with pytest.raises(NotationError, match=words):
        sheet([written], 3)


def test_sheet_refuses_an_objective_that_was_used_before(sheet):
    again = ROUND | {"objectives": "HIGH_SUM MULTIPLES MOST_ODD"}
    with pytest.raises(NotationError, match=r"deal 2: objectives has MULTIPLES.*\[SCH-02\]"):
        sheet([ROUND, again], 3)


def test_sheet_refuses_a_wrong_head_and_too_many_rounds(sheet):
    with pytest.raises(NotationError, match="sheet: dealer means nothing"):
        GAME.score_sheet(3, GAME.settle({}), Start({"dealer": 1}, "sheet"), [])
    with pytest.raises(NotationError, match=r"2 rounds are written down, but a match has 1 \[SCH-01\]"):
        sheet([ROUND, ROUND], 3, {"rounds": 1})
    with pytest.raises(SetupError):
        sheet([], 6)
