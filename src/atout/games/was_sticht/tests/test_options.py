"""Was sticht?: the table options (section 7 of the rules), each against its default."""

from random import Random

import pytest

from atout.games.was_sticht import GAME
from atout.kernel.errors import SetupError
from atout.kernel.log import SPECTATOR
from atout.kernel.state import CHANCE
from atout.match import Match

KINDS = ["no-tricks", "no-red", "no-blue", "no-green", "no-yellow"]
KINDS += ["exact-1", "exact-2", "exact-3", "exact-4", "last", "most", "fewest"]


def test_options_and_their_defaults():
    assert [(option.name, option.kind, option.values) for option in GAME.options] == [
        ("contracts_per_player", "rule", ["4", "3", "5", "1", "2"]),
        ("number_trump_colour", "rule", ["off", "on"]),
        ("virtual_in_announcement", "rule", ["on", "off"]),
        ("draft_memory", "view", ["strict", "log"]),
        ("open_hands", "view", ["off", "on"]),
        ("distinct_contracts", "rule", ["off", "on"]),
        ("max_rounds", "rule", ["none"]),
        ("pack", "rule", ["full", "small"]),
    ]
    assert GAME.settle({}).values == {option.name: option.values[0] for option in GAME.options}
    assert GAME.settle({"max_rounds": 99, "open_hands": True}).values["max_rounds"] == "99"


@pytest.mark.parametrize(
    "options",
    [
        *[
            {"contracts_per_player": 0},
            {"contracts_per_player": 6},
            {"pack": "tiny"},
            {"max_rounds": 0},
            {"max_rounds": 100},
        ],
        *[{"max_rounds": "05"}, {"draft_memory": "all"}, {"open_hands": "yes"}, {"contracts": 4}],
    ],
)
def test_other_options_are_refused(options):
    with pytest.raises(SetupError):
        Match(GAME, 3, options)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("number", [3, 4, 5])
def test_contracts_per_player(table, seats, number):
    t = table(seats, {"contracts_per_player": number}, seed=number)
    rng = Random(seats)
    for _ in range(seats * number):
        assert t.phase == "contracts"
        t.any(choose=rng.choice)
    assert t.phase == "columns"
    assert [len(t.cards("contracts", seat)) for seat in range(seats)] == [number] * seats
    assert t.fact("goal") == str(number)
    while not t.match.over:
        assert max(t.match.scores()) < number or t.phase == "discard"
        t.any(choose=rng.choice)
    assert max(t.match.scores()) == number


@pytest.mark.parametrize(
    ("trumps", "led", "hand", "off", "on"),
    [
        ("R/5", "B4", "B5 B7 R2 G1", "B7", "B5 B7"),
        ("R/5", "B4", "B5 R2 G1", "B5 R2 G1", "B5 R2 G1"),  # a permission, no duty
        ("R/5", "B5", "B9 R1 G5 Y3", "R1 G5", "R1 G5"),  # a trump lead is a trump lead
        ("R/5", "R3", "R5 B2 G5", "R5 G5", "R5 G5"),
        ("R/5", "B4", "B7 G5 R5", "B7", "B7"),
        ("-/5", "G9", "G5 R2 G1", "G1", "G1 G5"),
        ("-/5", "G9", "G5 R2", "G5 R2", "G5 R2"),
        ("R/-", "B4", "B5 R2", "B5", "B5"),
    ],
)
def test_number_trump_colour(table, trick_start, trumps, led, hand, off, on):
    for value, may in [("off", off), ("on", on)]:
        t = table(4, {"number_trump_colour": value}, trick_start(4, [led, hand, "", ""], trumps, 0))
        t.say(led)
        legal = [card for card in t.may().split() if card in hand.split()]
        assert sorted(legal) == sorted(may.split())
        for card in set(hand.split()) - set(may.split()):
            t.expect_refusal(1, card, "WAS-54", "must-follow-trump" if led in ("B5", "R3") else "must-follow")


def test_number_trump_colour_does_not_change_who_wins(table, trick_start):
    for value in ("off", "on"):
        start = trick_start(4, ["B4 G1", "B5 B7", "B9 G2", "B8 G3"], "R/5", 0)
        t = table(4, {"number_trump_colour": value}, start)
        t.say("B4", "B5" if value == "on" else "B7", "B9", "B8")
        assert t.turn == (1 if value == "on" else 2)


def test_virtual_in_announcement_off(table, round_start):
    for value, winner in [("on", "V"), ("off", "C")]:
        t = table(3, {"virtual_in_announcement": value}, round_start(3, 1))
        t.lay_out(["G4 Y8 R1 G6"], "B/9")
        t.pick("G4 Y8 R1")
        assert t.announcements() == [winner]


def test_virtual_in_announcement_means_nothing_with_four_players(w_r1, w_r1_picks, table):
    w_r1.pick(" ".join(w_r1_picks))
    start = dict(w_r1.match.start)
    t = table(4, {"virtual_in_announcement": "off"}, start)
    for step in w_r1.match.steps:
        if hasattr(step, "order"):
            t.match.deal(step.order)
        else:
            t.match.play(step.seat, step.action)
    assert t.announcements() == w_r1.announcements() == list("BCCABCAAB")


@pytest.mark.parametrize("seats", [3, 4])
def test_draft_memory_log(table, seats):
    """All picks and announcements stay in sight until the end of the round, and not with `strict`."""
    rng = Random(seats)
    log = table(seats, {"draft_memory": "log", "max_rounds": 1}, seed=seats)
    strict = table(seats, {"max_rounds": 1}, seed=seats)
    rows: list[list[tuple[int, str, str]]] = []
    row: list[tuple[int, str, str]] = []
    column: list[str] = []
    while not log.match.over:
        observer = rng.choice(log.observers)
        shown = []
        for zone in log.display(observer).zones:
            if zone.name == "earlier_column":
                shown.append([(card.seat, card.text, card.mark) for card in zone.cards])
        assert shown == rows
        assert strict.zones("earlier_column", observer) == []
        text = rng.choice(log.options_of(log.turn))
        if text.startswith("pick:"):
            column = log.zones("present_column")[0]
            row.append((log.turn, text.removeprefix("pick:"), ""))
        log.say(text)
        strict.say(text)
        if text.startswith("pick:") and len(row) == seats:
            if seats == 3:
                left = next(card for card in column if card != text.removeprefix("pick:"))
                row.append((-1, left, ""))
            winner = -1 if log.announcements()[-1] == "V" else "ABCD".index(log.announcements()[-1])
            rows.append([(seat, card, "announced" if seat == winner else "") for seat, card, _ in row])
            row = []
    assert len(rows) == 9


def test_draft_memory_strict_shows_only_the_latest_announcement(w_r1, w_r1_picks):
    for number, cards in enumerate(w_r1_picks):
        w_r1.pick(cards)
        for observer in w_r1.observers:
            found = [fact.seat for fact in w_r1.display(observer).facts if fact.name == "announced"]
            assert found == ["ABCD".index("BCCABCAAB"[number])]
    w_r1.choose("exact-2", "most", "no-tricks")
    w_r1.any()
    assert [fact for fact in w_r1.display().facts if fact.name == "announced"] == []


@pytest.mark.sweep
@pytest.mark.parametrize("seats", [3, 4])
def test_open_hands(table, seats):
    closed = table(seats, {"max_rounds": 1}, seed=seats)
    opened = table(seats, {"max_rounds": 1, "open_hands": "on"}, seed=seats)
    rng = Random(seats)
    while not opened.match.over:
        text = rng.choice(opened.options_of(opened.turn))
        opened.say(text)
        closed.say(text)
        observer = rng.choice(opened.observers)
        for seat in range(seats):
            hand = closed.cards("hand", seat, seat)
            if opened.phase == "columns":
                assert opened.cards("hand", seat, observer) == (hand if observer == seat else [])
            else:
                assert sorted(opened.cards("hand", seat, observer)) == sorted(hand)
                assert closed.cards("hand", seat, observer) == (hand if observer == seat else ["?"] * len(hand))


def test_open_hands_let_everybody_see_what_is_forced(table, trick_start):
    start = trick_start(4, ["B4 G1", "B7 R1", "B9 G2", "B8 G3"], "R/5", 0)
    for value in ("off", "on"):
        t = table(4, {"open_hands": value}, start)
        t.say("B4")
        assert t.may() == "B7"
        assert t.match.state.forced_action() == (GAME.parse("B7") if value == "on" else -1)
        t.say("B7", "B9", "B8")
        assert t.match.state.forced_action() == GAME.parse("G2")  # the last card


def test_distinct_contracts(table):
    t = table(3, {"distinct_contracts": "on"})
    t.draw(0)
    t.say("take:last", "take:most", "take:most")
    t.expect_refusal(0, "take:last", "WAS-13", "kind-owned")
    assert t.options_of(0) == [f"take:{kind}" for kind in KINDS if kind not in ("last", "most")]
    t.say("take:fewest")
    t.say("take:last")
    t.expect_refusal(2, "take:last", "WAS-13", "not-on-offer")


@pytest.mark.parametrize("seats", [3, 4])
def test_distinct_contracts_always_leave_a_choice(table, seats):
    """Even if everybody takes the same kinds as long as possible, with five contracts each."""
    for seed in range(6):
        rng = Random(seed)
        t = table(seats, {"distinct_contracts": "on", "contracts_per_player": 5})
        t.draw(seed % seats)
        while t.turn != CHANCE:
            legal = t.match.legal(t.turn)
            assert legal
            t.match.play(t.turn, min(legal) if seed < 2 else rng.choice(legal))
        for seat in range(seats):
            assert len(set(t.cards("contracts", seat))) == 5


@pytest.mark.sweep
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("rounds", [1, 2])
def test_max_rounds(table, seats, rounds):
    """The match ends after that many rounds at the latest, and the most fulfilled contracts win."""
    ended = 0
    for seed in range(6):
        t = table(seats, {"max_rounds": rounds}, seed=seed)
        rng = Random(seed)
        while not t.match.over:
            if t.phase != "contracts":
                assert t.fact("rounds") == str(rounds)
                assert int(t.fact("round")) <= rounds
            t.any(choose=rng.choice)
        scores = t.match.scores()
        assert max(scores) < 4
        ended += 1
        places = t.match.places()
        assert [place == 1 for place in places] == [score == max(scores) for score in scores]
        for seat in range(seats):
            assert places[seat] == 1 + sum(score > scores[seat] for score in scores)
    assert ended == 6


def test_max_rounds_does_not_delay_the_end(table, last_trick_start):
    contracts = ["no-red last", "exact-2 most", "exact-3", "last no-green"]
    fulfilled = ["exact-2 exact-3", "no-blue no-tricks", "most fewest no-green", "no-red exact-4"]
    start = last_trick_start([1, 3, 3, 2], 2, ["-", "exact-2", "exact-3", "last"], contracts, fulfilled=fulfilled)
    t = table(4, {"max_rounds": 50}, start)
    t.any(4)
    assert t.match.over
    assert t.match.view(SPECTATOR).display().phase == "over"
