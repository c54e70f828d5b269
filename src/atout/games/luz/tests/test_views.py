"""Luz: who sees what and when (LUZ-15, LUZ-16, LUZ-34, LUZ-35 and the information model)."""

from random import Random
from typing import Any

import pytest

from atout.games.luz import GAME
from atout.kernel.log import ACTION, DEALT, HIDDEN, SPECTATOR
from atout.kernel.view import SeenEntry

SEATS = (3, 4, 5)
COLOURS = "RYGBP"


def card_number(name):
    """Return the number that stands for a card in the log."""
    return 12 * COLOURS.index(name[0]) + int(name[1:]) - 1


class Tracker:
    """Follows a match with the truth in hand and says what each observer may be shown, by the information model."""

    def __init__(self, t, referee, deck, **options):
        self.t = t
        self.referee = referee
        self.deck = deck
        self.history = options.get("history", "hidden")
        self.aid = options.get("deduction_aid", "off")
        self.spectators = options.get("spectator_view", "closed")
        self.bead_limit = options.get("bead_limit", "off")
        self.marker = t.who("dealer")
        self.deals = options.get("deals", 4)
        self.deal = 0
        self.play: Any = None  # the referee of the running deal
        self.last = []  # the trick completed last, until the next card
        self.deal_before = []
        self.totals = [0] * t.seats

    def dealt(self):
        """Take down the hands as the neighbours see them."""
        self.deal += 1
        self.bets = {}
        first = (self.marker + self.deal) % self.t.seats
        self.starter = first
        if (self.t.seats, self.deal) == (3, 4):  # LUZ-23, LUZ-24
            best = [seat for seat in range(3) if self.totals[seat] == max(self.totals)]
            self.starter = min(best, key=lambda seat: (seat - first) % 3)
        self.begun = [self.t.hand(seat).split() for seat in range(self.t.seats)]
        self.play = self.referee([" ".join(hand) for hand in self.begun], self.starter)

    def bet(self, seat, text):
        self.bets[seat] = text

    def card(self, text):
        self.play.play(text)
        self.last = [] if self.play.trick else self.play.finished[-1]

    def done(self, totals):
        self.deal_before = self.play.finished
        self.play = None
        self.totals = totals

    def sees(self, observer, seat):
        """Say whether an observer sees the values of a hand."""
        return self.spectators == "all_hands" if observer == SPECTATOR else observer != seat

    def zones(self, observer):
        """Return what lies where, as an observer may be shown it."""
        found = []
        if self.play:
            for seat, hand in enumerate(self.play.hands):
                cards = []
                for card in hand:
                    place = self.play.group(seat, card[0]).index(card) + 1
                    action = GAME.parse(f"{card[0]}#{place}") if observer == seat else -1
                    cards.append((card if self.sees(observer, seat) else f"{card[0]}?", action, -1, ""))
                found.append(("hand", seat, cards))
        trick = self.play.trick if self.play else []
        found.append(("trick", -1, self.laid(trick)))
        found.append(("last_trick", -1, self.laid(self.last)))
        earlier = []
        if self.history != "hidden":
            earlier = self.deal_before
        if self.history == "open" and self.play:
            earlier = earlier + self.play.finished
        return found + [("earlier_trick", -1, self.laid(cards)) for cards in earlier]

    def laid(self, trick):
        if not trick:
            return []
        trumps = [card for _, card in trick if card[0] == "Y"]
        of_led = [card for _, card in trick if card[0] == trick[0][1][0]]
        best = max(trumps or of_led, key=lambda card: int(card[1:]))
        return [(card, -1, seat, "winning" if card == best else "") for seat, card in trick]

    def facts(self, observer):
        """Return everything else an observer may be shown."""
        seats = self.t.seats
        over = self.play is None and self.deal == self.deals
        number = self.deal if self.play or over else self.deal + 1
        found = {("deal", -1, str(number)), ("deals", -1, str(self.deals)), ("trump", -1, "Y")}
        found |= {("total", seat, str(total)) for seat, total in enumerate(self.totals)}
        if not over:
            found.add(("dealer", (self.marker + number - 1) % seats, ""))
            found.add(("first_player", (self.marker + number) % seats, ""))
        if not self.play:
            return found
        found.add(("starter", self.starter, ""))
        found |= {("bet", seat, bet) for seat, bet in self.bets.items()}
        if self.bead_limit == "on":
            found.add(("beads", -1, str(15 - sum(int(bet.removesuffix("+S")) for bet in self.bets.values()))))
        if len(self.bets) == seats:
            found |= {("tricks", seat, str(won)) for seat, won in enumerate(self.play.won)}
        if self.play.trick:
            found.add(("led", -1, self.play.trick[0][1][0]))
        if self.aid == "on" and observer != SPECTATOR:
            found |= self.possible(observer)
        return found

    def possible(self, observer):
        """Return the values an own card can have as far as the cards in sight tell."""
        in_sight = {card for seat, hand in enumerate(self.play.hands) if seat != observer for card in hand}
        in_sight |= {card for _, card in self.play.trick}
        if self.play.finished:
            in_sight |= {card for _, card in self.last}
        if self.history == "open":
            in_sight |= {card for trick in self.play.finished for _, card in trick}
        found = set()
        for colour in COLOURS:
            if self.play.group(observer, colour):
                values = [card[1:] for card in self.deck if card[0] == colour and self.fits(observer, card, in_sight)]
                found.add(("possible", observer, f"{colour}: {' '.join(values)}"))
        return found

    def fits(self, observer, card, in_sight):
        """Say whether a card can be among a player's own, by the order of the hand and its cards in sight."""
        value = int(card[1:])
        own = [held for held in self.begun[observer] if held[0] == card[0]]
        lying = [int(held[1:]) for held in own if held in in_sight]
        for held in self.play.group(observer, card[0]):
            low = max([0, *(other for other in lying if other < int(held[1:]))])
            high = min([99, *(other for other in lying if other > int(held[1:]))])
            if low < value < high and card not in in_sight:
                return True
        return False

    def compare(self):
        """Hold the displays of all observers against what they may be shown."""
        for observer in self.t.observers:
            display = self.t.display(observer)
            zones = [
                (zone.name, zone.seat, [(card.text, card.action, card.seat, card.mark) for card in zone.cards])
                for zone in display.zones
            ]
            assert zones == self.zones(observer)
            facts = [(fact.name, fact.seat, fact.value) for fact in display.facts]
            assert len(facts) == len(set(facts))
            assert set(facts) == self.facts(observer)
            assert display.turn == self.t.turn
            assert display.owing == ([self.t.turn] if self.t.turn >= 0 else [])
            assert (display.legal != []) == (observer == self.t.turn)


def follow(tracker, rng):
    """Play a match at random; the tracker looks at every step."""
    t = tracker.t
    while t.turn != -2:
        tracker.compare()
        t.match.deal(rng.sample(range(10 * t.seats + 10), 10 * t.seats + 10))
        tracker.dealt()
        tracker.compare()
        for _ in range(t.seats):
            seat, text = t.turn, rng.choice(t.options_of(t.turn))
            t.say(text)
            tracker.bet(seat, text)
            tracker.compare()
        for step in range(10 * t.seats):
            text = rng.choice(t.options_of(t.turn))
            t.say(text)
            tracker.card(text)
            if step == 10 * t.seats - 1:
                tracker.done(t.match.scores())
            tracker.compare()


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {"deals": 4}),
        (4, {"spectator_view": "all_hands", "deduction_aid": "on"}),
        (5, {"bead_limit": "on"}),
        (3, {"history": "last_deal", "deduction_aid": "on", "deals": 3}),
        (4, {"history": "open"}),
        (3, {"history": "open", "deduction_aid": "on", "spectator_view": "all_hands"}),
        (5, {"history": "open", "deduction_aid": "on"}),
    ],
)
def test_luz_15_16_34_35_every_display_of_a_match(table, referee, spec_deck, seats, options):
    rng = Random(f"{seats} {options}")
    options = {"deals": 2, **options}
    t = table(seats, options)
    t.draw(rng.randrange(seats))
    follow(Tracker(t, referee, spec_deck(seats), **options), rng)
    assert t.match.over


@pytest.mark.parametrize("seats", SEATS)
def test_luz_15_holder_sees_only_backs(table, seats):
    t = table(seats, {"spectator_view": "all_hands", "history": "open", "deduction_aid": "on"}, seed=15)
    hands = [t.hand(seat) for seat in range(seats)]
    for seat in range(seats):
        assert t.cards("hand", seat, seat) == [f"{card[0]}?" for card in hands[seat].split()]
        own = [entry for entry in t.match.view(seat).seen if entry.kind == DEALT and entry.seat == seat]
        assert [COLOURS[entry.open] for entry in own] == [card[0] for card in hands[seat].split()]
        assert [entry.value for entry in own] == [HIDDEN] * 10


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", range(3))
def test_luz_15_nothing_in_a_view_depends_on_the_own_values(table, spec_deck, seats, seed):
    rng = Random(seed)
    holder = rng.randrange(seats)
    options = {"history": "open", "deduction_aid": "on", "auto_forced": "off"}
    cards = rng.sample(spec_deck(seats), 10 * seats + 10)
    hands = [cards[10 * seat : 10 * seat + 10] for seat in range(seats)]
    unseen = hands[holder] + cards[10 * seats :]
    tables = []
    for _ in range(4):
        other = []  # other values in the same colours, as the holder sees backs only
        for colour in COLOURS:
            size = sum(card[0] == colour for card in hands[holder])
            other += rng.sample([card for card in unseen if card[0] == colour], size)
        t = table(seats, options, {"marker": seed % seats})
        t.deal_hands([" ".join(other if seat == holder else hand) for seat, hand in enumerate(hands)])
        tables.append(t)
    first = tables[0]
    assert len({t.hand(holder) for t in tables}) > 1
    while first.turn != holder or first.display().phase == "bets":
        views = [t.match.view(holder) for t in tables]
        assert all(view == views[0] for view in views)
        assert all(view.seen == views[0].seen and view.display() == views[0].display() for view in views)
        assert len({t.match.state.key(holder) for t in tables}) == 1
        text = rng.choice(first.options_of(first.turn))
        for t in tables:
            t.say(text)
    legal = {tuple(t.options_of(holder)) for t in tables}
    assert len(legal) == 1
    for t in tables:
        t.say(next(iter(legal))[0])
    reveals = {tuple(t.trick() or t.trick("last_trick")) for t in tables}
    same = [t.match.view(holder) == first.match.view(holder) for t in tables]
    assert all(same) == (len(reveals) == 1)


@pytest.mark.parametrize("seats", SEATS)
def test_luz_15_slots_do_not_tell_values_from_deal_to_deal(table, seats):
    t = table(seats, seed=15)
    seen = t.match.view(0).seen
    t.bet_all()
    t.finish()
    later = t.match.view(0).seen[len(seen) :]
    assert len([entry for entry in later if entry.kind == DEALT]) == 10 * seats
    for entry in later:
        if entry.kind == DEALT:
            assert (entry.value == HIDDEN) == (entry.seat == 0)


@pytest.mark.parametrize("seats", SEATS)
def test_luz_16_everybody_else_sees_every_card(table, seats):
    t = table(seats, seed=16)
    rng = Random(16)
    hands = [t.hand(seat) for seat in range(seats)]
    for seat in range(seats):
        for observer in range(seats):
            if observer != seat:
                seen = [e for e in t.match.view(observer).seen if e.kind == DEALT and e.seat == seat]
                assert [entry.value for entry in seen] == [card_number(card) for card in hands[seat].split()]
    t.bet_all()
    while t.fact("deal") == "1":  # at any time of the deal
        for seat in range(seats):
            shown = {tuple(t.cards("hand", seat, observer)) for observer in range(seats) if observer != seat}
            assert len(shown) == 1
            assert "?" not in "".join(next(iter(shown)))
        t.say(rng.choice(t.options_of(t.turn)))


def test_luz_34_nobody_looks_into_won_tricks(table, ex_22_hands):
    t = table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["2+S", "4", "3"]})
    t.say("Y#4", "Y#1", "Y#2", "Y#3", "B#3", "Y#2")
    first_trick = {"Y7", "Y1", "Y4"}
    for observer in t.observers:
        display = t.display(observer)
        assert not {card.text for zone in display.zones for card in zone.cards} & first_trick
        assert not any(card in fact.value.split() for fact in display.facts for card in first_trick)


def test_luz_35_completed_trick_stays_until_the_next_card(table, ex_22_hands):
    t = table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["2+S", "4", "3"]})
    for observer in t.observers:
        assert t.trick("last_trick", observer) == []
    t.say("Y#4", "Y#1", "Y#2")
    for observer in t.observers:
        assert t.trick("trick", observer) == []
        assert t.trick("last_trick", observer) == [(2, "Y7"), (0, "Y1"), (1, "Y4")]
    t.say("Y#3")
    for observer in t.observers:
        assert t.trick("trick", observer) == [(2, "Y6")]
        assert t.trick("last_trick", observer) == []


def test_luz_35_last_trick_of_a_deal_stays_into_the_next_until_a_card_is_played(table, before_last_trick):
    t = table(3, start=before_last_trick(3, 1, ["3", "3", "3"], [3, 4, 3], 1))
    for _ in range(3):
        t.say(t.options_of(t.turn)[0])
    kept = t.trick("last_trick")
    assert len(kept) == 3
    assert kept[0] == (1, "Y1")
    t.match.deal(range(40))
    for _ in range(3):
        for observer in t.observers:
            assert t.trick("last_trick", observer) == kept
        t.say("3")
    assert t.display().phase == "tricks"
    for observer in t.observers:  # the bets are in, no card is played yet
        assert t.trick("last_trick", observer) == kept
    t.say(t.options_of(t.turn)[0])
    for observer in t.observers:
        assert t.trick("last_trick", observer) == []


def test_luz_35_last_trick_of_the_match_stays(table, before_last_trick):
    t = table(3, start=before_last_trick(3, 4, ["3", "3", "3"], [3, 4, 3], 1, totals=[0, 9, 0]))
    while t.turn >= 0:
        t.say(t.options_of(t.turn)[0])
    assert t.match.over
    for observer in t.observers:
        assert len(t.trick("last_trick", observer)) == 3


@pytest.mark.parametrize("seats", SEATS)
def test_luz_35_memory_keeps_everything(table, seats):
    t = table(seats, {"deals": 2}, seed=35)
    rng = Random(35)
    played = []
    memory: dict[int, list[SeenEntry]] = {}
    while not t.match.over:
        phase, seat = t.display().phase, t.turn
        action = rng.choice(t.match.legal(seat))
        t.match.play(seat, action)
        if phase == "tricks":
            played.append((seat, action, (t.trick() or t.trick("last_trick"))[-1][1]))
        t.expect_to_remember(memory)
    for observer in t.observers:
        cards = [entry for entry in memory[observer] if entry.kind == ACTION and entry.value >= 22]
        assert [(e.seat, e.value, e.open) for e in cards] == [(s, a, card_number(card)) for s, a, card in played]
        assert len(played) == 20 * seats


@pytest.mark.parametrize("seats", SEATS)
def test_closed_spectators_see_no_unplayed_values(table, spec_deck, seats):
    rng = Random(seats)
    cards = rng.sample(spec_deck(seats), 10 * seats + 10)
    by_colour = {colour: [card for card in cards if card[0] == colour] for colour in COLOURS}
    tables = []
    for _ in range(3):
        pools = {colour: iter(rng.sample(group, len(group))) for colour, group in by_colour.items()}
        hands = [" ".join(next(pools[card[0]]) for card in cards[10 * seat : 10 * seat + 10]) for seat in range(seats)]
        t = table(seats, None, {"marker": 0})
        t.deal_hands(hands)
        tables.append(t)
    assert len({t.hand(0) for t in tables}) > 1
    for bet in ["1", "2+S", "3", "0", "0+S"][:seats]:
        views = [t.match.view(SPECTATOR) for t in tables]
        assert views[0] == views[1] == views[2]
        assert views[0].display() == views[1].display() == views[2].display()
        assert all(card[1:] == "?" for card in tables[0].cards("hand", 0))
        for t in tables:
            t.say(bet)


@pytest.mark.parametrize("seats", SEATS)
def test_spectators_see_all_hands_where_the_table_allows_it(table, seats):
    t = table(seats, {"spectator_view": "all_hands"}, seed=5)
    for seat in range(seats):
        assert " ".join(t.cards("hand", seat)) == t.hand(seat)
        assert {card[1:] for card in t.cards("hand", seat, seat)} == {"?"}
    assert all(entry.value != HIDDEN for entry in t.match.view(SPECTATOR).seen)


@pytest.mark.parametrize("seats", SEATS)
def test_legal_actions_are_told_only_to_the_seat_on_turn(table, seats):
    t = table(seats, {"spectator_view": "all_hands"}, seed=6)
    for _ in range(3 * seats):
        for observer in t.observers:
            view = t.match.view(observer)
            assert (view.legal != []) == (observer == t.turn)
            assert view.owing == [t.turn]
            assert (view.seat, view.turn, view.seats) == (observer, t.turn, seats)
        t.say(t.options_of(t.turn)[-1])
