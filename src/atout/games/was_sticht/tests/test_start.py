"""Was sticht?: positions to begin from, and what a position cannot be."""

from typing import Any

import pytest

from atout import record
from atout.games.was_sticht import GAME
from atout.games.was_sticht.actions import card_text
from atout.games.was_sticht.reading import CHOSEN, HELD, LEADS, WON
from atout.kernel.errors import NotationError
from atout.kernel.log import SPECTATOR
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE
from atout.match import Match

FULL = "?? ?? ?? ?? ?? ?? ?? ?? ??"
SHORT: dict[str, Any] = {
    "round": 3,
    "first_player": 1,
    "contracts": ["no-tricks exact-1 last", "exact-2 exact-3 most no-blue", "no-tricks exact-2 fewest no-green"],
    "fulfilled": ["no-red", "", ""],
    "trump_colour": "G",
    "trump_number": "-",
    "hands": ["R1 B5", "R2 G3", "Y4 B6"],
    "won": ["R3 R4 R5 R6 R7 R8", "?? ?? ?? ?? ?? ?? ?? ?? ??", "B1 B2 B3 G1 G2 Y1"],
    "chosen": ["last", "-", "exact-2"],
    "leader": 2,
}


def without(*names):
    return {name: item for name, item in SHORT.items() if name not in names}


def test_start_at_the_contract_draft(table):
    t = table(4, start={"first_player": 2})
    assert (t.turn, t.phase, t.who("first_player")) == (2, "contracts", 2)
    drawn = table(4)
    drawn.draw(2)
    assert t.everything()[0] == drawn.everything()[0]


def test_start_without_anything_draws_the_first_player(table):
    t = table(4, start={})
    assert (t.turn, t.match.state.pack().kind) == (CHANCE, "seats")


def test_start_before_a_round(table):
    start = {name: SHORT[name] for name in ("round", "first_player", "contracts", "fulfilled")}
    t = table(3, start=start)
    assert (t.turn, t.fact("round"), t.who("first_player"), t.match.scores()) == (CHANCE, "3", 1, [1, 0, 0])
    assert t.cards("contracts", 0) == ["no-tricks", "exact-1", "last"]
    assert t.cards("fulfilled", 0) == ["no-red"]
    lines = [(line.seat, line.points, line.clause.why, line.values) for line in t.match.score_lines()]
    assert lines == [(0, 1, "before", {"contract": "contracts:no-red"})]
    t.lay_out([], "-/-")
    assert t.turn == 2


def test_start_with_hands_before_the_choice(table):
    hands = ["R1 R2 R3 R4 R5 R6 R7 R8 R9", FULL, FULL]
    t = table(3, start=without("won", "chosen", "leader") | {"hands": hands})
    assert (t.phase, t.owing) == ("choice", [0, 2])
    assert t.cards("hand", 0, 0) == hands[0].split()
    assert t.cards("hand", 1, 1) == ["B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9"]
    assert t.trumps(SPECTATOR) == "G/-"
    t.choose("last", "fewest")
    assert (t.phase, t.turn) == ("tricks", 2)


def test_start_at_a_trick(table):
    t = table(3, start=SHORT)
    assert (t.phase, t.turn, t.fact("round")) == ("tricks", 2, "3")
    assert [t.fact("tricks", seat) for seat in range(3)] == ["2", "3", "2"]
    assert [t.fact("choice", seat) for seat in range(3)] == ["last", None, "exact-2"]
    assert t.trumps(SPECTATOR) == "G/-"
    t.say("B6", "B5", "R2", "Y4", "R1", "G3")
    # seat 1 takes the last trick with a trump: nobody fulfils anything but seat 1 has what seat 0 failed at
    assert (t.phase, t.turn, t.match.scores()) == ("discard", 1, [1, 0, 0])


def test_start_is_open_to_everybody(table):
    """Hands and tricks came from open picks and plays; the entries tell that and nothing else."""
    t = table(3, start=SHORT)
    for observer in t.observers:
        seen = t.match.view(observer).seen
        held = [(entry.seat, entry.open, card_text(entry.value)) for entry in seen if entry.kind == HELD]
        assert held == [(0, 0, "R1"), (0, 0, "B5"), (1, 0, "R2"), (1, 0, "G3"), (2, 0, "B6"), (2, 0, "Y4")]
        won = [(entry.open, card_text(entry.value)) for entry in seen if entry.kind == WON and entry.seat == 2]
        assert won == [(0, card) for card in ("B1", "B2", "B3", "G1", "G2", "Y1")]
        assert [(entry.seat, entry.open, entry.value) for entry in seen if entry.kind == LEADS] == [(2, 0, 0)]
        assert [(entry.seat, entry.open, entry.value) for entry in seen if entry.kind == CHOSEN] == [
            (0, 9, 0),
            (2, 6, 0),
        ]


def test_start_colours_of_won_tricks_count(table):
    """Seat 0 has only red cards in its tricks and wins no more."""
    contracts = ["no-tricks exact-1 no-blue", "exact-2 exact-3 most no-blue", "no-tricks exact-2 fewest no-green"]
    for kind, fulfilled in [("no-blue", 1), ("exact-1", 0)]:
        start = SHORT | {"contracts": contracts, "chosen": [kind, "-", "exact-2"]}
        t = table(3, start=start)
        t.say("B6", "B5", "R2", "Y4", "R1", "G3")
        assert t.match.scores()[0] == 1 + fulfilled


@pytest.mark.parametrize("start", [SHORT, without("won", "chosen", "leader") | {"hands": [FULL] * 3}])
def test_start_positions_can_be_read_from_every_view(table, start):
    t = table(3, start=start)
    rng = Rng(1)
    while t.turn >= 0 and t.fact("round") == "3":
        for observer in t.observers:
            view = t.match.view(observer)
            world = GAME.sampler(view).draw(rng)
            assert world.view(observer) == view
            for seat in range(3):
                if t.phase != "choice":
                    assert world.key(seat) == t.match.state.key(seat)
        t.any()


def test_start_as_a_record_and_back(table):
    t = table(3, start=SHORT)
    t.any(2)
    text = record.dumps(record.make_record(t.match))
    again = record.replay(record.loads(text))
    assert again.view(0) == t.match.view(0)


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ({"round": 2}, "first_player is missing"),
        ({"first_player": 4}, "first_player must be a number from 0 to 2"),
        ({"first_player": 0, "round": 2}, "round means nothing"),
        ({"first_player": 0, "hands": [FULL] * 3}, "hands means nothing"),
        (SHORT | {"contracts": SHORT["contracts"][:2]}, "contracts must be 3 texts"),
        (SHORT | {"fulfilled": ["", "", ""]}, "contracts of seat 0 must be 4"),
        (SHORT | {"fulfilled": ["no-red last", "", ""]}, "contracts of seat 0 must be 4"),
        (SHORT | {"fulfilled": ["no-purple", "", ""]}, "fulfilled has no kind no-purple"),
        (
            SHORT
            | {"contracts": ["", *SHORT["contracts"][1:]], "fulfilled": [SHORT["contracts"][0] + " most", "", ""]},
            "over",
        ),
        (SHORT | {"contracts": ["no-tricks exact-2 last", *SHORT["contracts"][1:]]}, "exact-2 more than twice"),
        (SHORT | {"round": 0}, "round must be"),
        (without("trump_colour"), "trump_colour must be one of R B G Y or -"),
        (SHORT | {"trump_colour": "P"}, "trump_colour must be"),
        (without("trump_number"), "trump_number must be 1 to 9 or -"),
        (SHORT | {"trump_number": "0"}, "trump_number must be"),
        (SHORT | {"hands": ["R1 B5", "R2 G3"]}, "hands must be 3 texts"),
        (SHORT | {"hands": ["R1 B5", "R2 G3", "Y4"]}, "hands must have the same number of cards"),
        (SHORT | {"hands": ["", "", ""]}, "hands must have the same number of cards"),
        (SHORT | {"hands": ["R1 B5", "R2 R1", "Y4 B6"]}, "hands has R1, which lies elsewhere too"),
        (SHORT | {"hands": ["R1 B0", "R2 G3", "Y4 B6"]}, "hands has B0, which is not a card"),
        (SHORT | {"won": ["R3 R4 R5", "", ""]}, "won must be 7 tricks of 3 cards"),
        (without("won"), "won must be 7 tricks of 3 cards"),
        (SHORT | {"won": [FULL, FULL + " ??", "?? ??"]}, "won must be 7 tricks of 3 cards"),
        (SHORT | {"won": ["R1 R4 R5 R6 R7 R8", *SHORT["won"][1:]]}, "won has R1, which lies elsewhere too"),
        (without("chosen"), "chosen is missing"),
        (without("won", "chosen") | {"hands": [FULL] * 3}, "chosen is missing"),
        (SHORT | {"chosen": ["last", "most", "exact-2"]}, "chosen must be - for the first player"),
        (SHORT | {"chosen": ["no-red", "-", "exact-2"]}, "chosen has no-red, which seat 0 does not own"),
        (SHORT | {"chosen": ["last", "-", "-"]}, "chosen has -, which seat 2"),
        (SHORT | {"leader": 3}, "leader must be a number"),
        (SHORT | {"leader": -1}, "leader must be a number"),
        (without("leader") | {"won": ["", " ".join(["??"] * 21), ""]}, "leader must have won the last trick"),
        (without("won") | {"hands": [FULL] * 3, "leader": 0}, "leader of the first trick is"),
        (SHORT | {"totals": [0, 0, 0]}, "totals means nothing"),
    ],
)
def test_start_refusals(start, words):
    with pytest.raises(NotationError, match=words):
        Match(GAME, 3, start=start)


def test_start_obeys_the_options():
    contracts = ["last last exact-1", "exact-2 exact-3 most", "no-tricks exact-2 fewest"]
    start = {"first_player": 0, "contracts": contracts}
    with pytest.raises(NotationError, match="seat 0 must be 4"):
        Match(GAME, 3, start=start)
    assert Match(GAME, 3, {"contracts_per_player": 3}, start=start).turn == CHANCE
    with pytest.raises(NotationError, match="seat 0 has last twice"):
        Match(GAME, 3, {"contracts_per_player": 3, "distinct_contracts": "on"}, start=start)
    with pytest.raises(NotationError, match="round must be a number from 1 to 5"):
        Match(GAME, 3, {"contracts_per_player": 3, "max_rounds": 5}, start=start | {"round": 6})
