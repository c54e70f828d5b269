"""Was sticht?: what contracts ask for, the end of a round and of the match (WAS-70 to WAS-92)."""

from contextlib import suppress
from itertools import product
from random import Random

import pytest

from atout.games.was_sticht import GAME
from atout.kernel.errors import MatchOverError, NotationError, NotYourTurnError
from atout.kernel.start import Start
from atout.kernel.state import CHANCE, OVER

KINDS = ["no-tricks", "no-red", "no-blue", "no-green", "no-yellow"]
KINDS += ["exact-1", "exact-2", "exact-3", "exact-4", "last", "most", "fewest"]
NO_COLOUR = {"no-red": "R", "no-blue": "B", "no-green": "G", "no-yellow": "Y"}

# W-T26 to W-T28: A is the first player.
CONTRACTS = [
    "last most exact-1 no-red",
    "exact-2 exact-3 no-blue no-tricks",
    "exact-2 fewest most no-green",
    "last no-red exact-4 no-yellow",
]

# W-E6: as above, but two own no-tricks.
CONTRACTS_E6 = [
    "last most exact-1 no-red",
    "exact-2 exact-3 no-blue last",
    "exact-2 fewest most no-tricks",
    "no-tricks no-red exact-4 no-yellow",
]


@pytest.fixture
def after_round(table, last_trick_start):
    """Return the table of four after a round: the tricks of each, of which C took the last, and what B, C, D chose."""

    def played(tricks, chosen, contracts=CONTRACTS):
        t = table(4, start=last_trick_start(tricks, 2, ["-", *chosen.split()], contracts))
        t.any(4)
        return t

    return played


@pytest.fixture
def two_about_to_win(table, last_trick_start):
    """Return the table of four before the last trick, after which A and C have fulfilled all contracts."""
    contracts = ["no-red", "exact-2 most", "exact-1", "last no-green"]
    fulfilled = ["exact-2 last exact-3", "no-blue no-tricks", "most fewest no-green", "no-red exact-4"]
    chosen = ["-", "exact-2", "exact-1", "last"]
    return table(4, start=last_trick_start([2, 4, 1, 2], 1, chosen, contracts, fulfilled=fulfilled))


def fulfils(kind, seat, tricks, colours=None, last=0):
    """Say whether a seat that chose a kind fulfils it with these tricks, by the score sheet of one round."""
    seats = len(tricks)
    first = (seat + 1) % seats
    others = [other for other in KINDS if other != kind]
    contracts = [" ".join(others[2 * k : 2 * k + 3]) for k in range(seats)]
    contracts[seat] = f"{kind} {' '.join(others[-2:])}"
    chosen = ["-" if k == first else contracts[k].split()[0] for k in range(seats)]
    colours = colours or ["RBGY" if number else "" for number in tricks]
    deal = {"chosen": chosen, "tricks": list(tricks), "last": last, "colours": colours}
    options = GAME.settle({"contracts_per_player": 3})
    for more in ({}, {"discard": contracts[first].split()[0]}):  # the first player may succeed through somebody
        head = Start({"first_player": first, "contracts": contracts}, "sheet")
        with suppress(NotationError):
            return GAME.score_sheet(seats, options, head, [Start(deal | more, "deal 1")]).totals[seat] == 1
    raise AssertionError(deal)


def splits(seats):
    """Yield every way nine tricks can be shared."""
    for tricks in product(range(10), repeat=seats):
        if sum(tricks) == 9:
            yield tricks


def who_fulfils(kind, tricks, last=0):
    return "".join("ABCD"[seat] for seat in range(len(tricks)) if fulfils(kind, seat, tricks, last=last))


# Contracts


def test_was_70_no_tricks():
    for own in range(10):
        assert fulfils("no-tricks", 0, [own, 9 - own, 0], last=0 if own else 1) == (own == 0)


@pytest.mark.parametrize(("kind", "letter"), NO_COLOUR.items())
def test_was_71_no_card_of_a_printed_colour(kind, letter):
    others = "RBGY".replace(letter, "")
    assert fulfils(kind, 0, [2, 3, 4], [others, "RBGY", "RBGY"])
    assert fulfils(kind, 0, [1, 4, 4], [others[0], "RBGY", "RBGY"])
    assert not fulfils(kind, 0, [2, 3, 4], [letter, "RBGY", "RBGY"])
    assert not fulfils(kind, 0, [2, 3, 4], ["RBGY", "RBGY", "RBGY"])
    assert not fulfils(kind, 0, [0, 5, 4], ["", "RBGY", "RBGY"], last=1)  # at least one trick


def test_was_71_own_cards_and_trumps_count(table, trick_start):
    """Trumps B/5: A's tricks are red so far. Green comes with B's trump or A's own, unless B takes the last trick."""
    contracts = ["no-green no-red last most", "exact-2 exact-3 no-tricks most", "no-green fewest exact-2 exact-1"]
    won = ["R1 R2 R3", "?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??", "?? ?? ?? ?? ?? ?? ?? ?? ??"]
    for hand, other, fulfilled in [("B5", "G5", 0), ("B5", "R5", 1), ("G5", "B5", 1), ("G5", "B2", 0)]:
        start = trick_start(
            3, [hand, other, "B1"], "B/5", 0, contracts=contracts, won=won, chosen=["no-green", "no-tricks", "-"]
        )
        t = table(3, start=start | {"first_player": 2})
        t.any(3)
        assert t.match.scores()[0] == fulfilled


def test_was_72_exactly_so_many_tricks():
    for wanted, own in product(range(1, 5), range(10)):
        assert fulfils(f"exact-{wanted}", 1, [9 - own, own, 0], last=0 if own < 9 else 1) == (own == wanted)


def test_was_73_the_last_trick():
    for own, last in product(range(1, 9), (0, 1)):
        assert fulfils("last", 0, [own, 9 - own, 0], last=last) == (last == 0)


@pytest.mark.parametrize("seats", [3, 4])
def test_was_74_more_tricks_than_anybody_else(seats):
    for tricks in Random(seats).sample(list(splits(seats)), 25):
        expected = "".join("ABCD"[k] for k, own in enumerate(tricks) if tricks.count(own) == 1 and own == max(tricks))
        assert who_fulfils("most", tricks, last=tricks.index(max(tricks))) == expected


@pytest.mark.parametrize("seats", [3, 4])
def test_was_75_fewer_tricks_than_anybody_else(seats):
    for tricks in Random(seats).sample(list(splits(seats)), 25):
        least = min(tricks)
        expected = "".join("ABCD"[k] for k, own in enumerate(tricks) if own == least and tricks.count(own) == 1 and own)
        assert who_fulfils("fewest", tricks, last=tricks.index(max(tricks))) == expected


@pytest.mark.parametrize(
    ("seats", "splits_for_fewest", "least_for_most"),
    [(4, {(1, 2, 2, 4), (1, 2, 3, 3)}, 3), (3, {(1, 2, 6), (1, 3, 5), (1, 4, 4), (2, 3, 4)}, 4)],
)
def test_was_76_splits_that_suit_fewest_and_most(seats, splits_for_fewest, least_for_most):
    found, most = set(), set()
    for tricks in {tuple(sorted(split)) for split in splits(seats)}:
        last = seats - 1
        if fulfils("fewest", 0, tricks, last=last):
            found.add(tricks)
        if fulfils("most", last, tricks, last=last):
            most.add(tricks[-1])
    assert found == splits_for_fewest
    assert min(most) == least_for_most


def test_was_ex_e5_contracts():
    assert fulfils("no-tricks", 0, [0, 4, 5], last=1)
    assert not fulfils("no-red", 0, [0, 4, 5], ["", "RBGY", "RBGY"], last=1)
    assert fulfils("no-red", 0, [2, 3, 4], ["BG", "RBGY", "RBGY"])
    assert not fulfils("exact-1", 0, [2, 3, 4])
    assert fulfils("last", 0, [4, 3, 2], last=0)
    assert not fulfils("most", 0, [3, 3, 3])
    assert not fulfils("fewest", 0, [1, 1, 7])
    assert not fulfils("fewest", 0, [1, 0, 8])


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        pytest.param([3, 3, 2, 1], {"most": "", "fewest": "D", "exact-3": "AB"}, id="W-T20"),
        pytest.param([4, 3, 2, 0], {"most": "A", "fewest": "", "no-tricks": "D"}, id="W-T21"),
        pytest.param([3, 2, 2, 2], {"most": "A", "fewest": ""}, id="W-T22"),
        pytest.param([4, 3, 2], {"most": "A", "fewest": "C"}, id="W-T23"),
        pytest.param([7, 1, 1], {"fewest": ""}, id="W-T24"),
    ],
)
def test_was_ex_t20_to_t24_trick_counts(tricks, expected):
    for kind, seats in expected.items():
        assert who_fulfils(kind, tricks) == seats


def test_was_ex_t25_a_number_trump_keeps_its_printed_colour(table, trick_start):
    """Trumps B/5; the only trick of p is B1, R5, G2, Y9: no colour is missing. That it is p's is seen by exact-1."""
    for kind in ["no-red", "no-blue", "no-green", "no-yellow", "exact-1"]:
        contracts = [
            "exact-4 last most fewest",
            f"{kind} last no-tricks exact-2",
            "exact-3 no-tricks exact-1 exact-2",
            "most fewest exact-3 exact-4",
        ]
        rest = " ".join(["??"] * 32)
        start = trick_start(4, ["B1", "R5", "G2", "Y9"], "B/5", 0, contracts=contracts, won=[rest, "", "", ""])
        start |= {"first_player": 3, "chosen": ["exact-4", kind, "exact-3", "-"]}
        t = table(4, start=start)
        t.say("B1", "R5", "G2", "Y9")
        assert t.match.scores()[1] == (1 if kind == "exact-1" else 0)


# The end of a round


def test_was_80_fulfilled_contracts_are_discarded(after_round):
    t = after_round([1, 2, 4, 2], "exact-2 most exact-4")
    assert t.phase == "deal"  # nobody was asked
    assert [t.cards("fulfilled", seat) for seat in range(4)] == [[], ["exact-2"], ["most"], []]
    assert t.match.scores() == [0, 1, 1, 0]
    lines = [(line.seat, line.points, line.clause.id, line.clause.why) for line in t.match.score_lines()]
    assert lines == [(1, 1, "WAS-72", "exact-2"), (2, 1, "WAS-74", "most")]


def test_was_81_a_failed_contract_can_be_chosen_again(after_round):
    t = after_round([1, 3, 3, 2], "exact-2 most exact-4")
    assert t.match.scores() == [0, 0, 0, 0]
    assert t.cards("contracts", 1) == ["no-tricks", "no-blue", "exact-2", "exact-3"]
    t.match.deal(range(36))
    t.match.deal(range(5))
    t.match.deal(range(10))
    t.until("choice")
    assert t.who("first_player") == 1
    assert "choose:most" in t.options_of(2)
    assert "choose:exact-4" in t.options_of(3)


def test_was_82_the_first_player_succeeds_through_a_failed_contract(table, last_trick_start, after_round):
    t = after_round([2, 3, 3, 1], "exact-2 fewest last")
    assert (t.phase, t.turn) == ("discard", 0)
    t = after_round([1, 3, 3, 2], "exact-2 most last")
    assert (t.phase, t.turn) == ("deal", CHANCE)
    t = table(4, start=last_trick_start([2, 3, 3, 1], 2, ["-", "exact-3", "fewest", "exact-4"], CONTRACTS))
    t.expect_refusal(t.turn, "discard:last", "WAS-82", "discard-later")


def test_was_83_any_own_unfulfilled_contract_is_discarded(after_round):
    for kind in CONTRACTS[0].split():
        t = after_round([2, 3, 3, 1], "exact-2 fewest exact-4")
        assert sorted(t.may().split()) == sorted(CONTRACTS[0].split())
        for seat in (1, 2, 3):
            t.expect_refusal(
                seat, f"discard:{CONTRACTS[seat].split()[0]}", "WAS-83", "not-your-discard", NotYourTurnError
            )
        t.expect_refusal(0, "discard:exact-2", "WAS-83", "not-yours-to-discard")
        t.say(f"discard:{kind}")
        assert t.match.scores()[0] == 1
        assert t.cards("fulfilled", 0) == [kind]
        line = t.match.score_lines()[-1]
        assert (line.seat, line.points, line.clause.id) == (0, 1, "WAS-83")
        values = {"round": "1", "contract": "contracts:exact-2", "owner": "@1", "discarded": f"contracts:{kind}"}
        assert line.values == values


def test_was_84_only_one_contract_is_discarded(after_round):
    t = after_round([2, 3, 3, 1], "exact-2 exact-2 no-tricks", CONTRACTS_E6)
    t.say("discard:last")
    assert (t.phase, t.match.scores()) == ("deal", [1, 0, 0, 0])


def test_was_85_an_owner_who_fulfils_gives_nothing(after_round):
    t = after_round([2, 2, 3, 2], "exact-2 fewest exact-4")
    assert (t.phase, t.match.scores()) == ("deal", [0, 1, 0, 0])
    t = after_round([2, 2, 4, 1], "exact-2 exact-2 last")
    assert (t.phase, t.match.scores()) == ("discard", [0, 1, 0, 0])


def test_was_86_the_discard_is_compulsory(after_round):
    t = after_round([2, 3, 3, 1], "exact-2 fewest exact-4")
    for action in ("R1", "pick:R1", "choose:last", "take:last", -1, 108):
        t.expect_refusal(0, action, "WAS-86", "discard-first")
    assert t.owing == [0]
    assert t.match.state.forced_action() == -1


def test_was_86_a_single_contract_is_discarded_without_choice(table, last_trick_start):
    contracts = [
        "no-red",
        "exact-2 exact-3 no-blue no-tricks",
        "exact-2 fewest most no-green",
        "last no-red exact-4 no-yellow",
    ]
    fulfilled = ["last most exact-1", "", "", ""]
    start = last_trick_start([2, 3, 3, 1], 2, ["-", "exact-2", "fewest", "exact-4"], contracts, fulfilled=fulfilled)
    t = table(4, start=start)
    t.any(4)
    assert GAME.text(t.match.state.forced_action()) == "discard:no-red"
    assert t.match.play_forced()
    assert (t.match.over, t.match.scores(), t.match.places()) == (True, [4, 0, 0, 0], [1, 2, 2, 2])


@pytest.mark.parametrize("seats", [3, 4])
def test_was_87_the_left_neighbour_becomes_first_player(table, seats):
    t = table(seats, {"max_rounds": 4}, seed=seats)
    rng = Random(seats)
    seen = []
    while not t.match.over:
        if (
            t.phase == "columns"
            and t.fact("column") == "1"
            and t.turn == t.who("monster")
            and len(t.zones("present_column")[0]) == 4
        ):
            seen.append(t.who("first_player"))
            assert t.who("monster") == (seen[-1] + 1) % seats
        t.any(choose=rng.choice)
    assert len(seen) > 1
    assert seen == [(seen[0] + step) % seats for step in range(len(seen))]


# The end of the match


def test_was_90_the_match_ends_after_everything_is_settled(table, last_trick_start):
    """C reaches four contracts; still the first player discards before the match ends."""
    contracts = ["no-red last", "exact-2 most", "exact-3", "last no-green"]
    fulfilled = ["exact-2 exact-3", "no-blue no-tricks", "most fewest no-green", "no-red exact-4"]
    start = last_trick_start([2, 3, 3, 1], 2, ["-", "exact-2", "exact-3", "last"], contracts, fulfilled=fulfilled)
    t = table(4, start=start)
    t.any(4)
    assert t.match.scores() == [2, 2, 4, 2]
    assert (t.phase, t.match.over) == ("discard", False)
    t.say("discard:last")
    assert (t.match.scores(), t.match.over, t.turn) == ([3, 2, 4, 2], True, OVER)
    assert t.match.places() == [2, 3, 1, 3]
    for seat in range(4):
        for action in (0, 12, 48, 60, 96, -1, 108):
            t.expect_refusal(seat, action, "WAS-90", "match-over", MatchOverError)


def test_was_91_victory_is_shared(two_about_to_win):
    t = two_about_to_win
    t.any(5)
    assert (t.match.scores(), t.match.places()) == ([4, 2, 4, 2], [1, 3, 1, 3])


@pytest.mark.parametrize("seats", [3, 4])
def test_was_92_the_number_of_rounds_is_not_limited(table, last_trick_start, seats):
    """A match that is in its thousandth round goes on like any other."""
    contracts = CONTRACTS[:seats]
    tricks = [1, 4, 4] if seats == 3 else [1, 3, 3, 2]
    chosen = ["-", "exact-2", "most", "exact-4"][:seats]
    t = table(seats, start=last_trick_start(tricks, 1, chosen, contracts, round=1000))
    t.any(seats)
    assert (t.turn, t.fact("round"), t.match.scores()) == (CHANCE, "1001", [0] * seats)
    assert t.match.state.pack().kind == "cards"


# Worked examples


def test_was_ex_e6_the_first_player(after_round):
    t = after_round([2, 3, 3, 1], "exact-2 exact-2 no-tricks", CONTRACTS_E6)
    t.any()
    assert (t.phase, t.match.scores()) == ("deal", [1, 0, 0, 0])
    t = after_round([2, 2, 3, 2], "exact-2 fewest exact-4", CONTRACTS_E6)
    assert (t.phase, t.match.scores()) == ("deal", [0, 1, 0, 0])


def test_was_ex_t26_owner_fulfils(after_round):
    t = after_round([2, 2, 3, 2], "exact-2 fewest exact-4")
    assert (t.phase, t.match.scores()) == ("deal", [0, 1, 0, 0])


def test_was_ex_t27_through_another_owner(after_round):
    t = after_round([2, 2, 4, 1], "exact-2 exact-2 last")
    t.say("discard:no-red")
    assert t.match.scores() == [1, 1, 0, 0]
    assert t.match.score_lines()[-1].values["owner"] == "@2"


def test_was_ex_t28_nobody_but_the_first_player(after_round):
    t = after_round([0, 1, 4, 4], "no-tricks fewest last")
    t.say("discard:most")
    assert t.match.scores() == [1, 0, 0, 0]
    assert t.match.score_lines()[-1].values["owner"] == "@1"


def test_was_ex_t29_shared_victory(two_about_to_win):
    t = two_about_to_win
    t.any(4)
    assert t.match.play_forced()
    assert t.match.over
    assert [seat for seat, place in enumerate(t.match.places()) if place == 1] == [0, 2]


def test_was_ex_t30_all_nine_tricks(table, last_trick_start):
    contracts = [
        "last most exact-1 no-blue",
        "exact-2 exact-3 no-blue no-tricks",
        "exact-1 fewest most no-green",
        "last no-red exact-4 no-yellow",
    ]
    t = table(4, start=last_trick_start([9, 0, 0, 0], 0, ["-", "no-tricks", "exact-1", "no-red"], contracts))
    t.any(4)
    assert (t.phase, t.match.scores()) == ("deal", [0, 1, 0, 0])


def test_was_ex_t33_first_leads(table):
    t = table(4, {"max_rounds": 2}, seed=None)
    t.draw(3)
    t.any(16)
    t.lay_out([], "R/5")
    t.until("tricks")
    assert (t.who("first_player"), t.turn) == (3, 0)
    t.until("deal")
    t.lay_out([], "R/5")
    assert t.who("first_player") == 0
    order = []
    for _ in range(4):
        order.append("ABCD"[t.turn])
        t.any()
    assert order == ["B", "C", "D", "A"]
    t.until("tricks")
    assert t.turn == 1
