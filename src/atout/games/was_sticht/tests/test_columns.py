"""Was sticht?: trumps, columns and announcements (WAS-20 to WAS-32, WAS-95 to WAS-99)."""

from itertools import permutations
from random import Random

import pytest

from atout.games.was_sticht.reading import TRUMP_COLOUR, TRUMP_NUMBER
from atout.kernel.errors import NotYourTurnError
from atout.kernel.log import HIDDEN, SPECTATOR
from atout.kernel.state import CHANCE


@pytest.mark.parametrize("seats", [3, 4])
def test_was_20_three_decks_are_shuffled_every_round(table, seats):
    t = table(seats, {"max_rounds": 3}, seed=None)
    t.draw(0)
    rng = Random(seats)
    rounds = []
    while not t.match.over:
        if t.turn == CHANCE:
            kinds = []
            while t.turn == CHANCE:
                pack = t.match.state.pack()
                kinds.append((pack.kind, len(pack)))
                t.expect_refusal(0, "pick:R1", "WAS-20", "lay-out-first", NotYourTurnError)
                t.match.deal(rng.sample(range(len(pack)), len(pack)))
            rounds.append(kinds)
            lying = t.zones("present_column") + t.zones("later_column")
            assert len({card for column in lying for card in column}) == 36
        else:
            t.any(choose=rng.choice)
    assert rounds == [[("cards", 36), ("trump colours", 5), ("trump numbers", 10)]] * len(rounds)
    assert 1 <= len(rounds) <= 3


@pytest.mark.sweep
@pytest.mark.parametrize("seats", [3, 4])
def test_was_21_only_the_first_player_sees_the_bottom_cards(table, round_start, seats):
    for first in range(seats):
        t = table(seats, start=round_start(seats, first))
        t.match.deal(range(36))
        t.match.deal([0, 1, 4, 3, 2])  # G lies at the bottom
        assert [t.trumps(observer) for observer in t.observers] == [
            "G/?" if observer == first else "?/?" for observer in t.observers
        ]
        t.match.deal([9, 1, 2, 3, 4, 5, 6, 0, 8, 7])  # 8 lies at the bottom
        for _ in range(9 * seats):
            assert [t.trumps(observer) for observer in t.observers] == [
                "G/8" if observer == first else "?/?" for observer in t.observers
            ]
            for observer in t.observers:
                hidden = [entry for entry in t.match.view(observer).seen if entry.kind in (TRUMP_COLOUR, TRUMP_NUMBER)]
                values = [entry.value for entry in hidden]
                assert values == ([2, 7] if observer == first else [HIDDEN, HIDDEN])
            t.any()
        assert {t.trumps(observer) for observer in t.observers} == {"G/8"}


@pytest.mark.parametrize(("trumps", "winner"), [("-/-", "B"), ("R/-", "C"), ("-/7", "D"), ("R/7", "D")])
def test_was_22_there_may_be_no_trump_colour_or_number(table, round_start, trumps, winner):
    t = table(4, start=round_start(4, 0))
    t.lay_out(["B8 R1 Y7 B6"], trumps)
    assert t.trumps(0) == trumps
    t.pick("B8 R1 Y7 B6")
    assert t.announcements() == [winner]
    t.until("choice")
    assert t.trumps(SPECTATOR) == trumps


@pytest.mark.parametrize("seats", [3, 4])
def test_was_23_all_columns_lie_open(table, round_start, seats):
    t = table(seats, start=round_start(seats, 0))
    order = Random(seats).sample(range(36), 36)
    names = t.match.state.pack().names
    t.match.deal(order)
    columns = [sorted(names[item] for item in order[start : start + 4]) for start in range(0, 36, 4)]
    for dealt in range(3):
        for observer in t.observers:
            shown = t.zones("present_column", observer) + t.zones("later_column", observer)
            assert [sorted(column) for column in shown] == columns
        if dealt < 2:
            t.match.deal(range(len(t.match.state.pack())))
    assert t.phase == "columns"


@pytest.mark.parametrize("seats", [3, 4])
def test_was_24_columns_are_emptied_in_order(table, round_start, seats):
    t = table(seats, start=round_start(seats, 1))
    t.shuffle(columns=["R1 R2 R3 R4", "R5 R6 R7 R8", *["?? ?? ?? ??"] * 7])
    t.match.deal(range(5))
    t.match.deal(range(10))
    t.expect_refusal(t.turn, "pick:R5", "WAS-24", "later-column")
    t.pick("R1 R2")
    t.expect_refusal(t.turn, "pick:R8", "WAS-24", "later-column")
    for _ in range(seats - 2):
        t.any()
    assert t.may() == "R5 R6 R7 R8"
    assert t.fact("column") == "2"


@pytest.mark.parametrize("seats", [3, 4])
def test_was_25_the_monster_card_moves_to_the_left(table, round_start, seats):
    for first in range(seats):
        t = table(seats, start=round_start(seats, first))
        t.lay_out([], "-/-")
        for column in range(9):
            assert t.who("monster") == t.turn == (first + 1 + column) % seats
            t.any(seats)


def picking_orders(t):
    """Let everybody pick; return who did so in each column. Nobody else may."""
    orders = []
    for _ in range(9):
        order = ""
        for _ in range(t.seats):
            for other in range(t.seats):
                if other != t.turn:
                    t.expect_refusal(other, t.options_of(t.turn)[0], "WAS-26", "not-your-pick", NotYourTurnError)
            order += "ABCD"[t.turn]
            t.any()
        orders.append(order)
    return orders


@pytest.mark.sweep
def test_was_26_picking_order_with_four_players(table, round_start):
    t = table(4, start=round_start(4, 0))
    t.lay_out([], "R/5")
    assert picking_orders(t) == ["BCDA", "CDAB", "DABC", "ABCD", "BCDA", "CDAB", "DABC", "ABCD", "BCDA"]


@pytest.mark.sweep
def test_was_27_any_card_left_in_the_column(table, round_start):
    for order in permutations(["R1", "B2", "G3", "Y4"]):
        t = table(4, start=round_start(4, 0))
        t.lay_out(["R1 B2 G3 Y4"], "-/-")
        left = ["R1", "B2", "G3", "Y4"]
        for number, card in enumerate(order):
            assert t.may().split() == left
            assert (t.match.state.forced_action() >= 0) == (number == 3)
            t.pick(card)
            left.remove(card)
            if left:
                t.expect_refusal(t.turn, f"pick:{card}", "WAS-27", "card-taken")
    t = table(4, start=round_start(4, 0))
    t.lay_out(["R1 B2 G3 Y4"], "-/-")
    t.pick("R1 B2 G3 Y4")
    t.expect_refusal(t.turn, "pick:R1", "WAS-27", "card-taken")
    t.expect_refusal(t.turn, -1, "WAS-27", "pick-from-the-column")
    t.expect_refusal(t.turn, "discard:last", "WAS-82", "discard-later")


@pytest.mark.sweep
def test_was_28_picks_lie_on_top_of_earlier_ones(w_r1, w_r1_picks):
    piles: list[list[str]] = [[], [], [], []]
    for row in w_r1_picks:
        for card in row.split():
            piles[w_r1.turn].append(card)
            w_r1.pick(card)
            if w_r1.phase != "columns":
                break
            for observer in w_r1.observers:
                for seat in range(4):
                    if seat == observer:
                        assert sorted(w_r1.cards("hand", seat, observer)) == sorted(piles[seat])
                    else:
                        assert w_r1.cards("pile", seat, observer) == piles[seat][-1:]
                        assert w_r1.cards("hand", seat, observer) == []


def test_was_29_the_announcement_is_true_and_nothing_more(table, rules, round_start):
    """The announced winner is the one by the naive rules with the true trumps; only it is published."""
    for seed in range(12):
        rng = Random(seed)
        t = table(4, start=round_start(4, seed % 4))
        trumps = (rng.choice("RBGY-"), rng.choice("123456789-"))
        t.match.deal(rng.sample(range(36), 36))
        t.shuffle(trump_colour=trumps[0])
        t.shuffle(trump_number=trumps[1])
        for column in range(9):
            row = []
            for _ in range(4):
                text = rng.choice(t.options_of(t.turn))
                row.append(("ABCD"[t.turn], text.removeprefix("pick:")))
                t.say(text)
            assert t.announcements()[column] == rules.winner(row, trumps)
            if t.phase == "columns":
                assert {t.who("announced", observer) for observer in t.observers} == {
                    "ABCD".index(t.announcements()[-1])
                }


@pytest.mark.parametrize(
    ("trumps", "picks", "winner"),
    [
        ("R/5", "Y3 G9 B9 Y2", "B"),  # the first pick is led
        ("R/5", "G9 B9 Y2 Y3", "B"),
        ("R/5", "B9 Y2 Y3 G9", "B"),
        ("R/5", "Y5 G5 B9 R9", "B"),  # the first of two equal number trumps
        ("R/5", "G5 Y5 B9 R9", "B"),
        ("R/5", "R9 B9 G5 Y5", "D"),
        ("-/-", "B1 R9 G9 B2", "A"),
    ],
)
def test_was_30_the_cards_count_as_played_in_picking_order(table, round_start, trumps, picks, winner):
    t = table(4, start=round_start(4, 0))
    t.lay_out([picks], trumps)
    t.pick(picks)
    assert t.announcements() == [winner]


@pytest.mark.parametrize("seats", [3, 4])
def test_was_31_the_announcement_is_no_decision(table, round_start, seats):
    """It follows at once after the last pick of a column, without anybody being asked."""
    t = table(seats, start=round_start(seats, 0))
    t.lay_out([], "B/2")
    for column in range(9):
        assert len(t.announcements()) == column
        t.any(seats - 1)
        assert len(t.announcements()) == column
        t.any()
        assert len(t.announcements()) == column + 1
    assert sum(1 for step in t.match.steps if hasattr(step, "action")) == 9 * seats


@pytest.mark.parametrize("seats", [3, 4])
def test_was_32_hands_are_taken_up_and_trumps_turned_over(table, round_start, seats):
    t = table(seats, start=round_start(seats, 0))
    t.lay_out([], "Y/-")
    for action, why in [("R1", "hand-first"), ("choose:last", "trumps-first")]:
        t.expect_refusal(t.turn, action, "WAS-32", why)
    picked: list[set[str]] = [set() for _ in range(seats)]
    for _ in range(9 * seats):
        text = t.options_of(t.turn)[-1]
        picked[t.turn].add(text.removeprefix("pick:"))
        t.say(text)
    assert t.phase == "choice"
    assert {t.trumps(observer) for observer in t.observers} == {"Y/-"}
    for observer in t.observers:
        for seat in range(seats):
            assert len(t.cards("hand", seat, observer)) == 9
            assert (set(t.cards("hand", seat, observer)) == picked[seat]) == (observer == seat)
    t.expect_refusal(1, "pick:R1", "WAS-32", "hands-are-picked")
    t.choose(*[t.cards("contracts", seat)[0] for seat in t.owing])
    t.expect_refusal(t.turn, "pick:R1", "WAS-32", "hands-are-picked")


# Three players


def test_was_95_the_virtual_player_only_gets_cards(w_r2, w_r2_picks):
    """V has no contracts, is asked nothing and has no tricks."""
    for row in w_r2_picks:
        for card in row.split():
            assert w_r2.owing == [w_r2.turn]
            assert 0 <= w_r2.turn < 3
            w_r2.pick(card)
    assert w_r2.owing == [0, 2]
    for name in ("contracts", "fulfilled", "hand"):
        assert sorted({zone.seat for zone in w_r2.display().zones if zone.name == name}) == [0, 1, 2]
    w_r2.choose("most", "exact-2")
    assert sorted({fact.seat for fact in w_r2.display().facts if fact.name == "tricks"}) == [0, 1, 2]


def test_was_96_the_card_left_over_goes_to_the_virtual_player(w_r2, w_r2_picks):
    left = ["R5", "Y1", "Y7", "Y9", "R8", "R3", "B9", "B5", "B3"]
    for number, row in enumerate(w_r2_picks):
        assert len(w_r2.may().split()) == 4
        for card in row.split():
            assert len(w_r2.may().split()) > 1
            w_r2.pick(card)
        if number < 8:
            assert {tuple(w_r2.zones("virtual_pile", observer)[0]) for observer in w_r2.observers} == {(left[number],)}


@pytest.mark.sweep
def test_was_97_picking_order_with_three_players(table, round_start):
    t = table(3, start=round_start(3, 0))
    t.lay_out([], "R/5")
    assert picking_orders(t) == ["BCA", "CAB", "ABC"] * 3


def test_was_98_the_virtual_player_can_be_announced(table, round_start):
    t = table(3, start=round_start(3, 1))
    t.lay_out(["G4 Y8 R1 G6"], "B/9")
    t.pick("G4 Y8 R1")
    assert t.announcements() == ["V"]
    assert {t.fact("announced", observer=observer) for observer in t.observers} == {"V"}
    assert {t.who("announced", observer) for observer in t.observers} == {-1}


def test_was_99_the_virtual_players_cards_are_put_away_for_the_round(w_r2, w_r2_picks):
    w_r2.pick(" ".join(w_r2_picks))
    assert [w_r2.zones("virtual_pile", observer) for observer in w_r2.observers] == [[]] * 4
    held = {card for seat in range(3) for card in w_r2.cards("hand", seat, seat)}
    assert held.isdisjoint({"R5", "Y1", "Y7", "Y9", "R8", "R3", "B9", "B5", "B3"})
    w_r2.choose("most", "exact-2")
    w_r2.until("deal")
    w_r2.match.deal(range(36))
    lying = w_r2.zones("present_column") + w_r2.zones("later_column")
    assert len({card for column in lying for card in column}) == 36


# Worked examples


def test_was_ex_e4_an_announcement(table, round_start):
    """Trumps R/2; the first player picks third, which is in column 2 or 6."""
    t = table(4, start=round_start(4, 0))
    t.lay_out(["?? ?? ?? ??", "B7 R6 R2 Y2"], "R/2")
    t.any(4)
    assert t.turn == 2
    t.pick("B7 R6 R2 Y2")
    assert t.announcements()[-1] == "A"


@pytest.mark.parametrize(
    ("seats", "first", "trumps", "picks", "winner"),
    [
        pytest.param(4, 2, "R/5", "Y3 G9 B9 Y2", "D", id="W-T14"),
        pytest.param(4, 3, "R/5", "G9 B9 Y2 Y3", "A", id="W-T15"),
        pytest.param(4, 2, "R/5", "Y5 G5 B9 R9", "D", id="W-T16"),
        pytest.param(3, 1, "B/9", "G4 B8 R1 G6", "A", id="W-T17"),
        pytest.param(3, 1, "B/9", "G4 Y8 R1 G6", "V", id="W-T18"),
        pytest.param(3, 1, "B/9", "G4 Y9 R9 G9", "A", id="W-T19"),
    ],
)
def test_was_ex_t14_to_t19_columns(table, round_start, seats, first, trumps, picks, winner):
    t = table(seats, start=round_start(seats, first))
    t.lay_out([picks], trumps)
    t.pick(" ".join(picks.split()[:seats]))
    assert t.announcements() == [winner]


@pytest.mark.parametrize("seats", [3, 4])
def test_was_29_the_last_announcement_stays_until_the_tricks_begin(table, seats):
    t = table(seats, seed=seats)
    t.until("choice")
    last = {t.who("announced", observer) for observer in t.observers}
    assert len(last) == 1
    assert last != {None}
    while t.phase == "choice":
        assert {t.who("announced", observer) for observer in t.observers} == last
        t.match.play(t.turn, t.match.legal(t.turn)[0])
    assert t.phase == "tricks"
    assert {t.who("announced", observer) for observer in t.observers} == last
    t.any()
    assert {t.who("announced", observer) for observer in t.observers} == {None}
