"""Luz: the ten tricks (LUZ-26 to LUZ-36). What lies on the table when is tested in test_views.py."""

from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout.games.luz import GAME
from atout.kernel.errors import NotYourTurnError
from atout.kernel.rng import Rng

SEATS = (3, 4, 5)


def position(hands, leader=0, deal=1, marker=0):
    """Return a start within the tricks; the tricks before go to the leader."""
    seats = len(hands)
    tricks = [0] * seats
    tricks[leader] = 10 - len(hands[0].split())
    start = {"deal": deal, "marker": marker, "hands": hands, "bets": ["3"] * seats}
    return start | {"tricks": tricks, "leader": leader}


def play_along(t, referee, rng, steps=-1):
    """Play at random at the table and with the referee, who must agree on everything; stop at the end of the deal."""
    while t.display().phase == "tricks" and steps:
        seat = t.turn
        assert seat == referee.turn
        assert t.options_of(seat) == referee.legal()
        legal = t.match.legal(seat)
        state = t.match.state
        assert [a for a in range(GAME.actions) if state.check(seat, a) is None] == legal
        scratch = vec[i64]([0] * state.width())
        assert [state.pick(seat, k, scratch) for k in range(state.count(seat, scratch))] == legal
        text = rng.choice(referee.legal())
        card = referee.play(text)
        t.say(text)
        if referee.trick:
            assert t.trick()[-1] == (seat, card)
        else:
            assert t.trick("last_trick")[-1] == (seat, card)
        if any(referee.hands):
            assert [t.hand(s).split() for s in range(t.seats)] == referee.hands
            assert t.tricks() == referee.won
        steps -= 1


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", range(3))
def test_luz_26_to_36_referee_agrees_on_whole_deals(table, referee, spec_result, seats, seed):
    rng = Random(f"{seats}/{seed}")
    t = table(seats, {"deals": 2}, seed=seed)
    totals = [0] * seats
    for deal in (1, 2):
        bets = {}
        starter = t.turn
        while t.display().phase == "bets":
            bets[t.turn] = rng.choice(t.options_of(t.turn))
            t.say(bets[t.turn])
        assert t.turn == starter
        slow = referee([t.hand(seat) for seat in range(seats)], starter)
        play_along(t, slow, rng)
        assert sum(slow.won) == 10
        totals = [totals[seat] + spec_result(deal, bets[seat], slow.won[seat]) for seat in range(seats)]
        assert t.match.scores() == totals


@pytest.mark.parametrize("seats", SEATS)
def test_luz_26_winner_leads_ten_tricks(table, seats):
    t = table(seats, {"deals": 2}, seed=26)
    leader = t.turn
    t.bet_all()
    rng = Random(26)
    for number in range(10):
        assert t.turn == leader
        assert sum(t.tricks()) == number
        for _ in range(seats):
            t.play_any(rng)
        marked = next(zone for zone in t.display().zones if zone.name == "last_trick").cards
        winners = [card.seat for card in marked if card.mark == "winning"]
        assert len(winners) == 1
        leader = winners[0]
    assert t.fact("deal") == "2"


def test_luz_26_starter_leads_the_first_trick(table, ex_22_hands):
    t = table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["3", "3", "3"]})
    assert t.turn == t.who("starter") == 2


@pytest.mark.parametrize("seats", SEATS)
def test_luz_27_each_player_plays_one_card_clockwise(table, seats):
    t = table(seats, seed=27)
    t.bet_all()
    leader = t.turn
    for step in range(seats):
        seat = (leader + step) % seats
        assert t.turn == seat
        for other in range(seats):
            if other != seat:
                assert t.match.legal(other) == []
                card = f"{t.hand(other)[0]}#1"
                t.expect_refusal(other, card, "LUZ-27", "not-your-turn", NotYourTurnError)
                t.expect_refusal(other, "3", "LUZ-27", "not-your-turn", NotYourTurnError)
        t.say(t.options_of(seat)[0])
        assert sum(len(t.hand(each).split()) for each in range(seats)) == 10 * seats - step - 1
    assert [seat for seat, _ in t.trick("last_trick")] == [(leader + step) % seats for step in range(seats)]


def test_luz_28_leader_may_play_anything(table, ex_22_hands):
    t = table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["3", "3", "3"]})
    assert t.options_of(2) == ["R#1", "R#2", "Y#1", "Y#2", "Y#3", "Y#4", "B#1", "B#2", "P#1", "P#2"]
    for text in t.options_of(2):
        t = table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["3", "3", "3"]})
        t.say(text)
        assert {t.fact("led", observer=observer) for observer in t.observers} == {text[0]}


def test_luz_29_led_colour_must_be_followed(table, ex_22_hands):
    t = table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["3", "3", "3"]})
    t.say("B#1")
    assert t.options_of(0) == ["B#1", "B#2", "B#3"]
    for text in ("R#1", "R#3", "Y#1", "G#2", "P#1"):  # trump is no way out
        t.expect_refusal(0, text, "LUZ-29", "must-follow")
    t.say("B#2")
    assert t.trick() == [(2, "B2"), (0, "B4")]


def test_luz_29_yellow_must_be_followed_too(table, ex_22_hands):
    t = table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["3", "3", "3"]})
    t.say("Y#1", "Y#1")
    assert t.options_of(1) == ["Y#1", "Y#2", "Y#3"]
    t.expect_refusal(1, "G#4", "LUZ-29", "must-follow")


def test_luz_29_duty_counts_only_cards_still_held(table):
    t = table(3, start=position(["R1 R2 R3", "R4 G1 G2", "B1 B2 B3"]))
    t.say("R#1", "R#1", "B#1")
    assert t.turn == 1
    t.say("G#1", "B#1", "R#2")
    t.say("G#1")
    assert t.options_of(2) == ["B#1"]


def test_luz_30_without_the_led_colour_anything_goes(table, ex_22_hands):
    t = table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["3", "3", "3"]})
    t.say("R#2", "R#1")  # R5 lies best; seat 1 holds no red
    assert t.options_of(1) == ["Y#1", "Y#2", "Y#3", "G#1", "G#2", "G#3", "G#4", "B#1", "P#1", "P#2"]
    t.say("G#1")  # neither trumps nor beats
    assert t.turn == 2


def test_luz_30_no_duty_to_beat(table):
    t = table(3, start=position(["R5 G1", "R1 R8", "G8 Y1"]))
    t.say("R#1")
    assert t.options_of(1) == ["R#1", "R#2"]
    t.say("R#1")
    assert t.options_of(2) == ["Y#1", "G#1"]
    t.say("G#1")
    assert t.tricks() == [9, 0, 0]


@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_luz_31_place_counts_from_the_low_end(table, place):
    t = table(3, start=position(["G2 G5 G6 G7", "R1 R2 R3 R4", "P1 P2 P3 P4"]))
    t.say(f"G#{place}")
    values = [2, 5, 6, 7]
    assert {tuple(t.trick(observer=observer)) for observer in t.observers} == {((0, f"G{values[place - 1]}"),)}


def test_luz_31_card_that_is_not_there_is_refused(table, ex_22_hands):
    t = table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["3", "3", "3"]})
    for text in ("R#3", "Y#5", "Y#10", "G#1", "P#3"):
        t.expect_refusal(2, text, "LUZ-31", "no-such-card")
    t.expect_refusal(2, GAME.actions, "LUZ-31", "no-such-card")
    t.expect_refusal(2, -1, "LUZ-31", "no-such-card")
    t.expect_refusal(2, 10**6, "LUZ-31", "no-such-card")
    t.say("Y#4", "Y#1")
    t.expect_refusal(1, "R#1", "LUZ-31", "no-such-card")  # not even of a colour that is not held
    t.expect_refusal(1, "Y#4", "LUZ-31", "no-such-card")


def test_luz_31_play_cannot_be_taken_back(table, ex_22_hands):
    t = table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["3", "3", "3"]})
    t.say("Y#4")
    t.expect_refusal(2, "Y#1", "LUZ-27", "not-your-turn", NotYourTurnError)
    t.expect_refusal(2, "R#1", "LUZ-27", "not-your-turn", NotYourTurnError)
    assert t.trick() == [(2, "Y7")]


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["R3", "R5", "R4"], 1),  # the highest of the led colour
        (["R5", "R4", "R3"], 0),
        (["R1", "G8", "B8"], 0),  # other colours never win
        (["R8", "Y1", "R7"], 1),  # any trump beats the led colour
        (["R8", "Y1", "Y2"], 2),  # the highest trump
        (["R8", "Y8", "Y2"], 1),
        (["Y1", "R8", "P8"], 0),  # trump led
        (["Y3", "Y1", "Y8"], 2),
        (["P2", "P1", "R8"], 0),  # a colour later in the order does not help
        (["R2", "P8", "R1"], 0),
        (["G2", "P8", "G8"], 2),
    ],
)
def test_luz_32_who_wins_the_trick(table, cards, winner):
    spare = iter(card for card in ("B1", "B2", "B3", "B4") if card not in cards)
    hands = [f"{card} {next(spare)}" for card in cards]
    t = table(3, start=position(hands))
    for card in cards:
        t.say(f"{card[0]}#{1 if card[0] != 'B' else 2}")
    assert t.turn == winner
    assert t.trick("last_trick") == list(enumerate(cards))


def test_luz_33_trick_counts_are_public(table):
    t = table(4, seed=33)
    t.bet_all()
    won = [0, 0, 0, 0]
    for _ in range(9):
        for _ in range(4):
            for observer in t.observers:
                assert t.tricks(observer) == won
            t.say(t.options_of(t.turn)[-1])
        won[t.turn] += 1
        assert t.tricks() == won
        assert t.trick() == []


def test_luz_36_deal_ends_after_the_tenth_trick(table):
    t = table(5, {"deals": 2}, seed=36)
    t.bet_all("1")
    for left in range(50, 0, -1):
        assert t.fact("deal") == "1"
        assert sum(len(t.hand(seat).split()) for seat in range(5)) == left
        t.say(t.options_of(t.turn)[0])
    lines = t.match.score_lines()
    assert sum(int(line.values["tricks"]) for line in lines) == 10
    assert t.fact("deal") == "2"


def test_ex_luz_1_trick(table, ex_1_hands):
    t = table(4, start={"marker": 3, "hands": ex_1_hands, "bets": ["3", "3", "2", "2"]})
    assert t.turn == 0
    t.say("R#1", "R#2", "G#1", "R#1")
    assert t.trick("last_trick") == [(0, "R4"), (1, "R3"), (2, "G3"), (3, "R2")]
    assert t.turn == 0
    assert t.tricks() == [1, 0, 0, 0]


def test_ex_luz_2_legal_plays(table, ex_1_hands):
    t = table(4, start={"marker": 3, "hands": ex_1_hands, "bets": ["3", "3", "2", "2"]})
    t.say("R#1")
    assert {t.fact("led", observer=observer) for observer in t.observers} == {"R"}
    assert t.options_of(1) == ["R#1", "R#2"]
    t.say("R#2")
    assert t.options_of(2) == ["Y#1", "Y#2", "Y#3", "G#1", "G#2", "G#3", "B#1", "B#2", "P#1", "P#2"]
    t.say("G#1")
    assert t.options_of(3) == ["R#1", "R#2", "R#3"]


def test_ex_luz_3_deduction(table, ex_1_hands):
    t = table(4, start={"marker": 3, "hands": ex_1_hands, "bets": ["3", "3", "2", "2"]})
    t.say("R#1", "R#2")
    lower = {"R1", "R2"}  # from the order alone: below the played 3
    vincent = set(t.cards("hand", 3, 1))
    assert lower - vincent == {"R1"}
    t.say("G#1", "R#1")
    view = t.match.view(1)
    sampler = GAME.sampler(view)
    rng = Rng(3)
    for _ in range(50):  # every world that fits her view agrees
        hand = next(zone for zone in sampler.draw(rng).view(0).display().zones if (zone.name, zone.seat) == ("hand", 1))
        assert [card.text for card in hand.cards if card.text[0] == "R"] == ["R1"]


@pytest.mark.parametrize(
    ("hands", "cards", "winner"),
    [
        pytest.param(["B10 R1", "B9 R2", "Y1 R3", "B2 R4"], "B10 B9 Y1 B2", 2, id="EX-LUZ-8: a small trump"),
        pytest.param(["G2 R1", "Y9 P10", "R10 Y10", "Y8 B10"], "G2 P10 R10 B10", 0, id="EX-LUZ-9: a high discard"),
    ],
)
def test_ex_luz_8_and_9_who_wins(table, hands, cards, winner):
    t = table(4, start=position(hands))
    t.say(*(f"{card[0]}#1" for card in cards.split()))
    assert t.trick("last_trick") == list(enumerate(cards.split()))
    assert t.turn == winner
    assert t.tricks() == [8 + (winner == 0), *(int(winner == seat) for seat in (1, 2, 3))]


def test_ex_luz_10_trump_led(table):
    t = table(4, start=position(["Y5 R1", "Y3 B1", "B8 P1", "Y9 B2"]))
    t.say("Y#1")
    t.expect_refusal(1, "B#1", "LUZ-29", "must-follow")
    t.say("Y#1")
    assert t.options_of(2) == ["B#1", "P#1"]
    t.say("B#1")
    t.expect_refusal(3, "B#1", "LUZ-29", "must-follow")
    t.say("Y#1")
    assert t.trick("last_trick") == [(0, "Y5"), (1, "Y3"), (2, "B8"), (3, "Y9")]
    assert t.turn == 3
    assert t.tricks() == [8, 0, 0, 1]


def test_ex_luz_20_renumbering(table):
    start = position(["Y2 Y5 Y6 Y7", "R1 R2 R3 R4", "P1 P2 P3 P4"])
    t = table(3, start=start)
    for text, card, left in [("Y#4", "Y7", 3), ("Y#3", "Y6", 2), ("Y#2", "Y5", 1)]:
        t.say(text)
        assert t.trick() == [(0, card)]
        assert t.cards("hand", 0, 0) == ["Y?"] * left
        t.say("R#1", "P#1")
        assert t.options_of(0) == [f"Y#{place}" for place in range(1, left + 1)]
        t.expect_refusal(0, f"Y#{left + 1}", "LUZ-31", "no-such-card")
    t.say("Y#1")
    assert t.trick() == [(0, "Y2")]

    t = table(3, start=start)
    t.say("Y#1")
    assert t.trick() == [(0, "Y2")]
    assert t.hand(0) == "Y5 Y6 Y7"
    t.say("R#1", "P#1", "Y#1")
    assert t.trick() == [(0, "Y5")]


EX_22_TRICKS = [
    ("2 Y#4=Y7", "0 Y#1=Y1 forced", "1 Y#2=Y4", 2),
    ("2 Y#3=Y6", "0 B#3=B7", "1 Y#2=Y8", 1),
    ("1 Y#1=Y3", "2 Y#2=Y5", "0 R#3=R8", 2),
    ("2 Y#1=Y2", "0 B#1=B3", "1 G#4=G6", 2),
    ("2 B#1=B2", "0 B#1=B4 forced", "1 B#1=B1 forced", 0),
    ("0 R#2=R4", "1 G#1=G2", "2 R#1=R2", 0),
    ("0 R#1=R1", "1 G#2=G5", "2 R#1=R5 forced", 2),
    ("2 P#1=P4", "0 P#1=P6 forced", "1 P#2=P8", 1),
    ("1 G#1=G3", "2 P#1=P5", "0 G#1=G1", 1),
    ("1 P#1=P3 forced", "2 B#1=B8 forced", "0 G#1=G7 forced", 1),
]


def test_ex_luz_22_complete_deal(table, ex_22_hands):
    t = table(3, start={"deal": 2, "marker": 0})
    t.deal_hands(ex_22_hands)
    assert (t.who("dealer"), t.who("first_player"), t.who("starter")) == (1, 2, 2)
    assert [t.hand(seat) for seat in range(3)] == ex_22_hands
    held = " ".join(ex_22_hands).split()
    left_over = [card for card in t.match.state.pack().names if card not in held]
    assert left_over == ["R3", "R6", "R7", "G4", "G8", "B5", "B6", "P1", "P2", "P7"]
    for seat, bet in [(2, "3"), (0, "2+S"), (1, "4")]:
        assert t.turn == seat
        t.say(bet)
    won = [0, 0, 0]
    for *plays, winner in EX_22_TRICKS:
        laid = []
        for play in plays:
            forced = play.endswith(" forced")
            player, text, card = play.removesuffix(" forced").replace("=", " ").split()
            assert t.turn == int(player)
            assert t.match.state.forced_action() == (GAME.parse(text) if forced else -1)
            assert (t.options_of(t.turn) == [text]) == forced
            t.say(text)
            laid.append((int(player), card))
            assert t.trick("trick" if len(laid) < 3 else "last_trick") == laid
        won[winner] += 1
        if sum(won) < 10:
            assert t.turn == winner
            assert t.tricks() == won
    assert won == [2, 4, 4]
    assert [(line.seat, line.points) for line in t.match.score_lines()] == [(0, 10), (1, 20), (2, -5)]
    assert [line.values["tricks"] for line in t.match.score_lines()] == ["2", "4", "4"]
    assert t.match.scores() == [10, 20, -5]
    assert t.fact("deal") == "3"


def test_ex_luz_23_illegal_plays(table, ex_22_hands):
    t = table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["2+S", "4", "3"]})
    plays = [play.split()[1].split("=")[0] for *trick, _ in EX_22_TRICKS for play in trick]
    t.say(plays[0])
    t.expect_refusal(0, "R#1", "LUZ-29", "must-follow")
    t.say(*plays[1:8])
    assert (t.turn, t.trick()) == (0, [(1, "Y3"), (2, "Y5")])
    assert t.options_of(0) == ["R#1", "R#2", "R#3", "G#1", "G#2", "B#1", "B#2", "P#1"]
    t.say(*plays[8:14])
    assert (t.turn, t.trick()) == (1, [(2, "B2"), (0, "B4")])
    t.expect_refusal(1, "G#1", "LUZ-29", "must-follow")
    assert t.options_of(1) == ["B#1"]
