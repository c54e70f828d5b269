"""Meinz: who sees what and when (section 5 of the specification), and what worlds an observer must hold possible."""

from random import Random
from typing import Any

import pytest

from atout.games.meinz import GAME
from atout.games.meinz.reading import (
    DRAWN,
    MONSTER_TOTAL,
    MONSTER_TRICK,
    MONSTER_WINS,
    ROUND,
    SHOWN,
    STACKED,
    TURNED,
    read,
)
from atout.kernel.log import ACTION, DEALT, HIDDEN, SPECTATOR, TOTAL, TRICK, kind_of, value_of
from atout.kernel.rng import Rng

SEATS = (3, 4)


class Follower:
    """Follows a match with the naive one beside it and says what each observer may be shown."""

    def __init__(self, t, spec, options):
        self.t = t
        self.truth = spec.naive(t.seats, GAME.settle(options).values)
        self.options = options
        self.last: dict[str, Any] = {}  # the trick completed last: cards with who played them, taker, exchange
        self.results = None  # totals and points of the round before, until a trick of the next is complete
        self.shown = None  # discards likewise

    def deal(self, order):
        names = self.t.match.state.pack().names
        self.t.match.deal(order)
        self.truth.deal([names[item] for item in order])

    def step(self, rng):
        truth = self.truth
        phase, discards, heard = truth.phase, list(truth.discards), len(truth.events)
        seat, text = self.t.random_step(rng)
        truth.apply(seat, text)
        news = {event[0] for event in truth.events[heard:]}
        if "trick" in news:
            self.last = {"cards": truth.complete, "taker": truth.taker, "swap": None}
            self.results = self.shown = None
        if phase == "exchange" and text != "keep":
            give, take = text.split(">")
            self.last["swap"] = (give, take)
            self.last["cards"] = [(None, give) if card == take else (who, card) for who, card in self.last["cards"]]
        if "scored" in news:
            scored = [event for event in truth.events[heard:] if event[0] == "scored"]
            self.results = {event[1]: (event[3], event[2]) for event in scored}
            self.shown = discards if self.options.get("show_discards_at_round_end") == "on" else None

    def laid(self, cards, taker):
        found = []
        for who, card in cards:
            if who is None:
                found.append((card, -1, -1, "given"))
            elif who < self.t.seats:
                found.append((card, -1, who, "winning" if who == taker else ""))
            else:
                found.append((card, -1, -1, "monster_winning" if who == taker else "monster"))
        return found

    def zones(self, observer):
        truth, seats = self.truth, self.t.seats
        found = []
        running = truth.turn >= 0
        if running:
            for seat in range(seats):
                if seat == observer:
                    order = sorted(truth.hands[seat], key=lambda card: ("RBGY".index(card[0]), card[1]))
                    prefix = "x:" if truth.phase == "discard" else ""
                    found.append(("hand", seat, [(card, GAME.parse(prefix + card), -1, "") for card in order]))
                else:
                    found.append(("hand", seat, [("?", -1, -1, "")] * len(truth.hands[seat])))
            if observer >= 0 and truth.discards[observer] is not None:
                found.append(("discard", observer, [(truth.discards[observer], -1, -1, "")]))
            if seats == 3:
                found.append(("stack", -1, [("?", -1, -1, "")] * (9 - len(truth.turned))))
        if running and truth.phase == "exchange":
            found.append(("trick", -1, self.laid(self.last["cards"], self.last["taker"])))
            return found
        if running:
            table = truth.table if truth.phase != "discard" else []
            found.append(("trick", -1, self.laid(table, self.taking(table))))
        if self.shown:
            found += [("revealed", seat, [(card, -1, -1, "")]) for seat, card in enumerate(self.shown)]
        if self.last:
            found.append(("last_trick", -1, self.laid(self.last["cards"], self.last["taker"])))
            if self.last["swap"]:
                give, take = self.last["swap"]
                found.append(("exchanged", self.last["taker"], [(give, -1, -1, "given"), (take, -1, -1, "taken")]))
        return found

    def taking(self, table):
        """Return whose card takes the trick as it lies."""
        truth = self.truth
        if table and truth.crier >= 0:
            return truth.crier
        counting = [(who, card) for who, card in table if len(truth.tricks[who]) < 2]
        if not counting:
            return None
        low = min(card[1] for _, card in counting)
        return [who for who, card in counting if card[1] == low][-1]

    def facts(self, observer):
        truth, seats = self.truth, self.t.seats
        found = {("round", -1, str(truth.number)), ("rounds", -1, GAME.settle(self.options).text("rounds"))}

        def about(name, place, value):
            found.add((name, place, value) if place < seats else (f"monster_{name}", -1, value))

        if truth.turn != -2:
            about("first_player", truth.first_player(), "")
            about("dealer", truth.circle[(truth.number + 2) % 4], "")
            if seats == 3:
                found.add(("right_of_monster", truth.dealer, ""))
        for place in range(4):
            about("total", place, str(truth.points[place]))
            if self.results:
                about("round_total", place, str(self.results[place][0]))
                about("round_points", place, str(self.results[place][1]))
            if truth.turn >= 0 and truth.phase != "discard":
                about("tricks", place, str(len(truth.tricks[place])))
        if truth.turn >= 0 and truth.phase == "discard":
            found |= {("discarded", seat, "✓") for seat in range(seats) if truth.discards[seat] is not None}
        if truth.turn >= 0 and truth.phase in ("play", "cry") and truth.crier >= 0:
            found.add(("crier", truth.crier, ""))
        return found

    def compare(self):
        phases = {"play": "tricks", "deal": "over" if self.truth.turn == -2 else "deal"}
        for observer in self.t.observers:
            display = self.t.display(observer)
            zones = [(z.name, z.seat, [(c.text, c.action, c.seat, c.mark) for c in z.cards]) for z in display.zones]
            assert zones == self.zones(observer)
            facts = [(fact.name, fact.seat, fact.value) for fact in display.facts]
            assert len(facts) == len(set(facts))
            assert set(facts) == self.facts(observer)
            assert display.phase == phases.get(self.truth.phase, self.truth.phase)
            assert (display.turn, display.owing) == (self.truth.turn, self.truth.owing())
            assert sorted(GAME.text(action) for action in display.legal) == sorted(self.truth.legal(observer))


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("options", [{}, {"show_discards_at_round_end": "on"}])
def test_every_display_of_a_match(table, spec, seats, options):
    rng = Random(f"{seats} {options}")
    options = {"rounds": 4, **options}
    follower = Follower(table(seats, options), spec, options)
    t = follower.t
    follower.deal(rng.sample(range(seats), seats))
    follower.compare()
    rounds = 0
    while not t.match.over and rounds < 2 + (seats == 3):
        follower.deal(rng.sample(range(36), 36))
        rounds += 1
        follower.compare()
        while t.turn >= 0:
            follower.step(rng)
            follower.compare()


@pytest.mark.parametrize("seats", SEATS)
def test_hands_are_seen_by_their_holders_alone(table, seats):
    t = table(seats, seed=5)
    hands = [t.hand(seat) for seat in range(seats)]
    for observer in t.observers:
        for seat in range(seats):
            values = [e.value for e in t.match.view(observer).seen if e.kind == DEALT and e.seat == seat]
            if observer == seat:
                assert [GAME.text(36 + value) for value in values] == hands[seat]
            else:
                assert values == [HIDDEN] * 9
            assert t.cards("hand", seat, observer) == (hands[seat] if observer == seat else ["?"] * 9)


def test_entries_tell_nothing_beside_what_they_are_for(table):
    """Entries that need no open number or no value for everybody have a 0 there."""
    closed = {DEALT, ACTION, DRAWN, TRICK, MONSTER_TRICK, MONSTER_WINS}
    empty = {ROUND, DRAWN, TOTAL, MONSTER_TOTAL, TURNED, TRICK, MONSTER_TRICK, SHOWN, MONSTER_WINS}
    met = set()
    for seed in range(20):
        t = table(3, {"rounds": 4, "show_discards_at_round_end": "on", "monster_can_win": "on"}, seed=seed)
        rng = Random(seed)
        while not t.match.over:
            t.random_step(rng)
        for entry in t.match.view(SPECTATOR).seen:
            met.add(entry.kind)
            assert entry.kind not in closed or entry.open == 0
            assert entry.kind not in empty or entry.value == 0
        if met >= closed | empty:
            return
    raise AssertionError(f"met only {met}")


def worlds_of(t, observer, number=200, seed=1):
    """Return many worlds that fit a view: the hands of all seats, the discards, and the Monster's stack."""
    sampler = GAME.sampler(t.match.view(observer))
    rng = Rng(seed)
    found = []
    for _ in range(number):
        world = sampler.draw(rng)
        hands, away = [], []
        for seat in range(t.seats):
            zones = {(z.name, z.seat): [card.text for card in z.cards] for z in world.view(seat).display().zones}
            hands.append(zones["hand", seat])
            away += zones.get(("discard", seat), ["-"])
        found.append((hands, away))
    return found


def test_following_by_value_proves_no_void(table):
    hands = ["R5 R1 R2 R3 R4 B1 B2 B3 B4", "B5 R6 R7 B6 B7 B8 B9 G1 G2", "R8 R9 G3 G4 G5 G6 G7 G8 G9"]
    t = table(4, start={"dealer": 3, "hands": [*hands, "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9"]})
    t.say("x:B4 x:G2 x:G9 x:Y9 R5 - B5")
    worlds = worlds_of(t, 3)
    assert any(card[0] == "R" for hands, _ in worlds for card in hands[1])
    assert all(card[0] != "Y" for hands, _ in worlds for card in hands[1])  # Dora holds all of those


@pytest.mark.sweep
def test_an_off_colour_card_proves_a_void_in_the_hand_but_not_in_the_discard(table):
    hands = ["R5 R1 R2 R3 R4 B1 B2 B3 B4", "R6 Y1 Y2 Y3 Y4 Y6 Y7 Y8 Y9", "R7 R8 R9 B5 B6 B7 B8 B9 Y5"]
    t = table(4, start={"dealer": 3, "hands": [*hands, "G1 G2 G3 G4 G5 G6 G7 G8 G9"]})
    t.say("x:B4 x:R6 x:Y5 x:G9 R5 - Y1")
    for observer in (2, 3, SPECTATOR):
        worlds = worlds_of(t, observer)
        assert all(card[0] != "R" for hands, _ in worlds for card in hands[1])
        assert any(away[1][0] == "R" for _, away in worlds)


@pytest.mark.sweep
def test_a_card_taken_is_known_to_be_there_until_it_is_played_or_given(table, before_trick):
    held = "R1 R5 R9 B2 B9", "R6 R2 G1 G2 G3", "B7 B8 B6 Y1 Y2", "R8 R3 Y3 Y4 Y5"
    t = table(4, start=before_trick([0, 1, 1, 1], *held))
    t.say("R1 - R6 - - B7 - - - R8 R9>R6")
    for observer in (1, 2, 3, SPECTATOR):
        assert all("R6" in hands[0] for hands, _ in worlds_of(t, observer, 60))
        assert t.cards("hand", 0, observer) == ["?"] * 4  # hidden, but known
        assert all("R9" not in hands[0] for hands, _ in worlds_of(t, observer, 60))
    t.say("B2 -")
    assert all("R6" in hands[0] for hands, _ in worlds_of(t, 3, 60))
    t = table(4, start=before_trick([0, 1, 1, 1], *held))
    t.say("R1 - R6 - - B7 - - - R8 R9>R6 R6")
    assert all("R6" not in hands[0] for hands, _ in worlds_of(t, 3, 60))


def test_a_card_taken_and_given_again_is_in_the_hand_no_more(table, before_trick):
    held = "R1 R5 R9 B2 B9", "R6 R2 G1 G2 G3", "B7 B8 B6 Y1 Y2", "R8 R3 Y3 Y4 Y5"
    t = table(4, start=before_trick([0, 1, 1, 0], *held))
    t.say("R1 - R6 - - B7 - - - R8 R9>R6 R5 meinz R2 B8 R3 R6>R3")
    assert t.cards("last_trick") == ["R5", "R2", "B8", "R6"]
    for hands, away in worlds_of(t, 2, 60):
        assert "R6" not in hands[0]
        assert "R3" in hands[0]
        assert "R6" not in away


def test_own_card_taken_back_was_dealt_to_the_hand(table):
    hands = ["R1 R2 R3 R4 R5 B1 B2 B3 B4", "R6 R7 B5 B6 B7 B8 B9 G1 G2", "R8 R9 G3 G4 G5 G6 G7 G8 G9"]
    t = table(4, start={"dealer": 3, "hands": [*hands, "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9"]})
    t.say("x:B4 x:G2 x:G9 x:Y9 R1 - R6 - - R8 - - - Y5 R2>R1")
    for observer in (1, 2, 3, SPECTATOR):
        view = t.match.view(observer)
        sampler = GAME.sampler(view)
        for seed in range(20):
            world = sampler.draw(Rng(seed))
            assert world.view(observer) == view
            dealt = [e.value for e in world.view(0).seen if e.kind == DEALT and e.seat == 0]
            assert {0, 1} <= set(dealt)  # R1 and R2
            assert len(set(dealt)) == 9
    t.say("R1")
    for observer in t.observers:
        view = t.match.view(observer)
        assert GAME.sampler(view).draw(Rng(1)).view(observer) == view


def test_keeping_a_trick_proves_nothing(table, before_trick):
    held = "R1 R5 R9 B2 B9", "R6 R2 G1 G2 G3", "B7 B8 B6 Y1 Y2", "R8 R3 Y3 Y4 Y5"
    t = table(4, start=before_trick([0, 1, 1, 1], *held))
    t.say("R1 - R6 - - B7 - - - R8 keep")
    colours = {card[0] for hands, _ in worlds_of(t, 3) for card in hands[0]}
    assert {"R", "B"} <= colours


def test_the_stack_and_its_order_are_part_of_a_world(table):
    t = table(3, seed=9)
    t.discard_all()
    stacks = set()
    for seed in range(50):
        world = GAME.sampler(t.match.view(0)).draw(Rng(seed))
        stack = tuple(value_of(item) for item in world.log if kind_of(item) == STACKED)
        assert len(set(stack)) == 9
        stacks.add(stack)
    assert len(stacks) == 50


def test_answers_are_seen_only_once_they_are_given(table, before_trick):
    for answer in ("-", "meinz"):
        other = table(4, start=before_trick([0, 0, 0, 0], "R5", "R6", "R7", "R8"))
        other.say("R5 - R6 - - R7")
        before = [len(other.match.view(observer).seen) for observer in other.observers]
        other.say(answer)
        after = [
            other.match.view(observer).seen[length:] for observer, length in zip(other.observers, before, strict=True)
        ]
        for seen in after:
            assert [(e.kind, e.seat, GAME.text(e.value)) for e in seen] == [(ACTION, 2, answer)]
        assert other.turn == (0 if answer == "-" else 3)


@pytest.mark.parametrize("seats", SEATS)
def test_views_are_read_from_the_present_round_alone(table, seats):
    t = table(seats, {"rounds": 4}, seed=11)
    rng = Random(11)
    while not t.match.over:
        if rng.random() < 0.1:
            for observer in t.observers:
                view = t.match.view(observer)
                now = read(view)
                assert now.number == int(t.fact("round") or 0)
                assert list(now.totals)[:seats] == t.match.scores()
        t.random_step(rng)
