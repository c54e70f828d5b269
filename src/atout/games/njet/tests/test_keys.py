"""Njet!: the hash of what a seat knows."""

import pytest

X = "B1 B2 B3 B4 B5 B6 B8 B9 Y1 Y2 Y3"  # eleven cards that stay in hand


def keys(t):
    return [t.match.state.key(seat) for seat in range(t.seats)]


def differing_seats(one, other):
    """Return the seats to which two tables do not look alike."""
    return [seat for seat in range(one.seats) if keys(one)[seat] != keys(other)[seat]]


def passing(table, *hands, cards="pass-2"):
    t = table(4)
    t.draw(0)
    t.deal(*hands)
    t.settle("start-c1", cards, "trump-none", "super-none", "points-1")
    t.say("team:AB")
    return t


def test_every_seat_has_a_key_of_its_own_hand(table):
    t = table(4, seed=1)
    assert len(set(keys(t))) == 4
    one, other = passing(table, f"{X} R1 R2 R3 R4"), passing(table, f"{X} R1 R2 R3 R5")
    assert 0 in differing_seats(one, other)


def test_tokens_and_their_order_are_known(table):
    one, other, third = table(4, seed=1), table(4, seed=1), table(4, seed=1)
    one.say("cover:trump-red", "cover:trump-blue")
    other.say("cover:trump-blue", "cover:trump-red")
    third.say("cover:trump-red", "cover:trump-black")
    assert differing_seats(one, other) == differing_seats(one, third) == [0, 1, 2, 3]


def test_teams_are_known(table):
    one, other = table(5, seed=1), table(5, seed=1)
    for t, team in ((one, "team:BC"), (other, "team:CB")):
        t.settle("start-c1", "lay-none")
        t.say(team)
    assert differing_seats(one, other) == [0, 1, 2, 3, 4]


def test_everybody_knows_that_a_seat_has_chosen_but_not_what(table):
    tables = [passing(table, f"{X} R1 R2 R3 R4", cards="lay-2") for _ in range(3)]
    one, other, third = tables
    one.match.play(0, "lay:R1")
    assert differing_seats(one, third) == [0, 1, 2, 3]
    other.match.play(0, "lay:R2")
    assert differing_seats(one, other) == [0]


@pytest.mark.parametrize(("cards", "knowing"), [("lay-2", [0]), ("pass-2", [0, 1])])
def test_choices_are_known_to_those_who_saw_them(table, cards, knowing):
    """What seat 0 put away it knows alone; what it passed on its left neighbour knows too."""
    hands = [f"{X} R1 R2 R3 R4", "K1 K2", "K3 K4", "K5 K6"]
    one, other = passing(table, *hands, cards=cards), passing(table, *hands, cards=cards)
    one.lay("R1 R2", "K1 K2", "K3 K4", "K5 K6")
    other.lay("R1 R3", "K1 K2", "K3 K4", "K5 K6")
    assert differing_seats(one, other) == knowing
    assert one.display().phase == "tricks"


def test_a_hand_does_not_tell_all(table):
    """The same hand, but other cards put away, or passed on, or received."""
    one = passing(table, f"{X} R1 R3 R4 R5", cards="lay-1")
    other = passing(table, f"{X} R2 R3 R4 R5", cards="lay-1")
    for t, card in ((one, "R1"), (other, "R2")):
        t.match.play(0, f"lay:{card}")
        for seat in (1, 2, 3):
            t.match.play(seat, f"lay:{t.hand(seat).split()[0]}")
    assert one.hand(0) == other.hand(0)
    assert 0 in differing_seats(one, other)
    for first, second in (
        (("R1 R2 R5 R6", "R1 R2", "K5 K6"), ("R3 R4 R5 R6", "R3 R4", "K5 K6")),  # passed on
        (("R1 R2 R5 R6", "R1 R2", "R8 R9"), ("R1 R2 R8 R9", "R1 R2", "R5 R6")),  # received from D
    ):
        pair = []
        for held, passed, received in (first, second):
            t = passing(table, f"{X} {held}", "K1 K2", "K3 K4", received)
            t.lay(passed, "K1 K2", "K3 K4", received)
            pair.append(t)
        assert pair[0].hand(0) == pair[1].hand(0)
        assert 0 in differing_seats(*pair)


def test_cards_are_known_in_the_order_of_play(table, within):
    hands = ["R1 R2 R3", "R4 R5 R6", "R8 R9 R7", "K1 K2 K3"]
    one, other = table(4, start=within(4, hands)), table(4, start=within(4, hands))
    one.say("R1", "R4", "R8", "K1")
    other.say("R1", "R4", "R8", "K2")
    assert differing_seats(one, other) == [0, 1, 2, 3]
    assert keys(one) == keys(one)


def test_rounds_differ_where_no_deal_runs(table):
    one, other = table(4, start={"round": 2, "dealer": 0}), table(4, start={"round": 3, "dealer": 0})
    assert differing_seats(one, other) == [0, 1, 2, 3]


def test_copies_have_the_same_key(table):
    """Which of several equal cards a seat holds makes no difference; how many of them does."""
    tables = [table(4) for _ in range(3)]
    for t in tables:
        t.draw(0)
    names = tables[0].match.state.pack().names
    assert names[9:13] == ["R7"] * 4
    order = list(range(60))
    order[12], order[20] = 20, 12  # seat 0 holds three of them, seat 1 one
    swapped = list(order)
    swapped[9], swapped[20] = 12, 9
    more = list(swapped)
    more[10], more[21] = swapped[21], swapped[10]
    for t, cards in zip(tables, (order, swapped, more), strict=True):
        t.match.deal(cards)
    one, other, third = tables
    assert differing_seats(one, other) == []
    assert differing_seats(one, third) == [0, 1]
