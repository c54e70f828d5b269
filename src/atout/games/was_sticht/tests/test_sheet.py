"""Was sticht?: the score sheet for people who play with real cards."""

from random import Random
from typing import Any

import pytest

from atout.games.was_sticht import GAME
from atout.games.was_sticht.reading import CHOSEN, FIRST
from atout.kernel.errors import NotationError, SetupError
from atout.kernel.log import ACTION, TRICK
from atout.kernel.start import Start
from atout.locale import load_locale

HEAD: dict[str, Any] = {
    "first_player": 0,
    "contracts": ["last most exact-1 no-red", "exact-2 exact-3 no-blue no-tricks", "exact-2 fewest most no-green"],
}
FIRST_ROUND = {"chosen": ["-", "exact-2", "most"], "tricks": [3, 2, 4]}


def sheet(deals, head=None, seats=3, options=None):
    tables = [Start(deal, f"deal {number}") for number, deal in enumerate(deals, start=1)]
    return GAME.score_sheet(seats, GAME.settle(options or {}), Start(HEAD if head is None else head, "sheet"), tables)


def test_sheet_of_two_rounds():
    second = {"chosen": ["last", "-", "fewest"], "tricks": [2, 3, 4], "last": 1, "discard": "no-blue"}
    found = sheet([FIRST_ROUND, second])
    assert [(line.seat, line.points, line.clause.id, line.clause.why) for line in found.lines] == [
        (1, 1, "WAS-72", "exact-2"),
        (2, 1, "WAS-74", "most"),
        (1, 1, "WAS-83", "through"),
    ]
    assert found.lines[-1].values == {
        "round": "2",
        "contract": "contracts:last",
        "owner": "@0",
        "discarded": "contracts:no-blue",
    }
    assert load_locale(GAME, "en").score(found.lines[-1]) == (
        "Round 2: as first player, did what “the last trick” asks, which A failed to do. "
        "Discarded: “no blue card” [WAS-83]"
    )
    assert (found.totals, found.places, found.over) == ([0, 2, 1], [3, 1, 2], False)
    assert sheet([]).totals == [0, 0, 0]


def test_sheet_begins_anywhere():
    head = HEAD | {"first_player": 2, "round": 5, "contracts": ["last most", "exact-2 exact-3 no-blue", "exact-2 most"]}
    head["fulfilled"] = ["exact-1 no-red", "no-tricks", "fewest no-green"]
    found = sheet([{"chosen": ["most", "exact-3", "-"], "tricks": [5, 3, 1]}], head)
    assert found.totals == [3, 2, 2]
    assert [line.clause.why for line in found.lines] == ["before"] * 5 + ["most", "exact-3"]
    assert found.lines[-1].values["round"] == "5"


def test_sheet_knows_when_the_match_is_over():
    head = HEAD | {"contracts": ["last", "exact-2", "exact-2 most"]}
    head["fulfilled"] = ["most exact-1 no-red", "exact-3 no-blue no-tricks", "fewest no-green"]
    found = sheet([FIRST_ROUND], head)
    assert (found.totals, found.places, found.over) == ([3, 4, 3], [2, 1, 2], True)
    with pytest.raises(NotationError, match=r"deal 2: the match was already over \[WAS-90\]"):
        sheet([FIRST_ROUND, FIRST_ROUND], head)
    assert sheet([FIRST_ROUND], options={"max_rounds": 1}).over
    with pytest.raises(NotationError, match="the match was already over"):
        sheet([FIRST_ROUND, FIRST_ROUND], options={"max_rounds": 1})


def test_sheet_needs_colours_and_the_last_trick_only_where_they_matter():
    colours = {"chosen": ["-", "no-blue", "most"], "tricks": [3, 2, 4]}
    with pytest.raises(NotationError, match=r"deal 1: colours is missing.*\[WAS-71\]"):
        sheet([colours])
    assert sheet([colours | {"colours": ["RBGY", "RG", "RBGY"]}]).totals == [0, 1, 1]
    assert sheet([colours | {"colours": ["RB", "RBG", "RBGY"]}]).totals == [0, 0, 1]
    with pytest.raises(NotationError, match="discard must be one of"):
        sheet([colours | {"colours": ["RGY", "B", "RBGY"]}])
    head = HEAD | {"first_player": 1}
    last = {"chosen": ["last", "-", "most"], "tricks": [3, 2, 4]}
    with pytest.raises(NotationError, match=r"deal 1: last is missing.*\[WAS-73\]"):
        sheet([last], head)
    assert sheet([last | {"last": 0}], head).totals == [1, 0, 1]
    assert sheet([last | {"last": 2}], head).totals == [0, 0, 1]


@pytest.mark.sweep
@pytest.mark.parametrize("seats", [3, 4])
def test_sheet_agrees_with_a_match(table, seats):
    for seed in range(3):
        t = table(seats, {"contracts_per_player": 3}, seed=seed)
        rng = Random(seed)
        head: dict[str, object] = {}
        deals: list[dict[str, Any]] = []
        while not t.match.over:
            if t.phase != "contracts" and not head:
                contracts = [" ".join(t.cards("contracts", seat)) for seat in range(seats)]
                head = {"first_player": t.who("first_player"), "contracts": contracts}
            t.any(choose=rng.choice)
        deal: dict[str, Any] = {}
        cards: list[str] = []
        for entry in t.match.view(0).seen:
            if entry.kind == FIRST:
                deal = {"chosen": ["-"] * seats, "tricks": [0] * seats, "colours": [""] * seats}
            elif entry.kind == CHOSEN:
                deal["chosen"][entry.seat] = GAME.text(48 + entry.open).removeprefix("choose:")
            elif entry.kind == ACTION and 60 <= entry.value < 96:
                cards.append(GAME.text(entry.value))
            elif entry.kind == ACTION and entry.value >= 96:
                deal["discard"] = GAME.text(entry.value).removeprefix("discard:")
            elif entry.kind == TRICK:
                deal["tricks"][entry.seat] += 1
                deal["last"] = entry.seat
                deal["colours"][entry.seat] += "".join(card[0] for card in cards)
                cards = []
                if sum(deal["tricks"]) == 9:
                    deals.append(deal)
        found = sheet(deals, head, seats, {"contracts_per_player": 3})
        assert (found.totals, found.places, found.over) == (t.match.scores(), t.match.places(), True)
        assert [(line.seat, line.points, line.clause, line.values) for line in found.lines] == [
            (line.seat, line.points, line.clause, line.values) for line in t.match.score_lines()
        ]


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        (FIRST_ROUND | {"tricks": [3, 2, 3]}, r"deal 1: tricks add up to 8, but a round has 9 \[WAS-66\]"),
        (FIRST_ROUND | {"tricks": [9, 0]}, "deal 1: tricks must be 3 numbers"),
        ({"chosen": ["-", "exact-2", "most"]}, "tricks add up to 0"),
        ({"tricks": [3, 2, 4]}, "deal 1: chosen must be 3 texts"),
        (FIRST_ROUND | {"chosen": ["last", "exact-2", "most"]}, r"deal 1: chosen must be - .*\[WAS-42\]"),
        (FIRST_ROUND | {"chosen": ["-", "last", "most"]}, r"chosen has last, which seat 1 does not own \[WAS-40\]"),
        (FIRST_ROUND | {"chosen": ["-", "-", "most"]}, "chosen has -, which seat 1"),
        (FIRST_ROUND | {"discard": "last"}, r"discard is given, but .*\[WAS-82\]"),
        (FIRST_ROUND | {"tricks": [2, 3, 4]}, r"the first player succeeded, so discard must be one of .*\[WAS-83\]"),
        (FIRST_ROUND | {"tricks": [2, 3, 4], "discard": "exact-2"}, "discard must be one of"),
        (FIRST_ROUND | {"tricks": [0, 2, 7], "last": 0}, r"last is seat 0, which has won no trick \[WAS-73\]"),
        (FIRST_ROUND | {"last": -1}, "deal 1: last must be a number from 0 to 2"),
        (FIRST_ROUND | {"last": 3}, "deal 1: last must be a number from 0 to 2"),
        (FIRST_ROUND | {"colours": ["RBP", "R", "R"]}, "colours has P"),
        (FIRST_ROUND | {"colours": ["", "R", "R"]}, "colours of seat 0 do not fit"),
        (FIRST_ROUND | {"points": 1}, "deal 1: points means nothing"),
    ],
)
def test_sheet_refusals(deal, words):
    with pytest.raises(NotationError, match=words):
        sheet([deal])


def test_sheet_refuses_a_wrong_head():
    with pytest.raises(NotationError, match="sheet: contracts must be 3 texts"):
        sheet([FIRST_ROUND], {"first_player": 0})
    with pytest.raises(NotationError, match="sheet: contracts of seat 0 must be 4"):
        sheet([FIRST_ROUND], HEAD | {"contracts": ["last", *HEAD["contracts"][1:]]})
    with pytest.raises(NotationError, match="sheet: dealer means nothing"):
        sheet([FIRST_ROUND], HEAD | {"dealer": 1})
    with pytest.raises(SetupError):
        sheet([FIRST_ROUND], seats=5)


def test_sheet_cannot_begin_after_the_last_round():
    assert sheet([FIRST_ROUND], HEAD | {"round": 3}, options={"max_rounds": 3}).over
    with pytest.raises(NotationError, match="sheet: round must be a number from 1 to 3"):
        sheet([FIRST_ROUND], HEAD | {"round": 4}, options={"max_rounds": 3})
