"""Mü: who sees what (section 5 of the specification)."""

import random

import pytest

from atout.games.mu import GAME
from atout.games.mu.reading import (
    ALL_PASSED,
    BIDS,
    CHIEF,
    DEALER,
    GONE,
    LATEST,
    LEADS,
    LIES,
    NUMBER,
    PARTNER_IS,
    VICE,
    VICE_IS,
)
from atout.kernel.log import ACTION, DEALT, HIDDEN, TOTAL, TRICK
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE
from atout.match import Match, shuffler


def public(t):
    """Return, for every observer, what the table shows apart from hands and one's own choices."""
    shown = []
    for observer in t.observers:
        display = t.display(observer)
        zones = []
        for zone in display.zones:
            if zone.name != "hand":
                zones.append((zone.name, zone.seat, [(card.text, card.seat, card.mark) for card in zone.cards]))
        facts = [(fact.name, fact.seat, fact.value) for fact in display.facts]
        shown.append((display.phase, display.turn, display.owing, zones, facts))
    return shown


@pytest.mark.sweep
def test_everything_but_hands_is_public(table):
    t = table(5, {"length": "once"}, seed=2)
    rng = random.Random(2)
    for _ in range(160):
        shown = public(t)
        assert all(other == shown[0] for other in shown)
        t.play_any(rng)


def test_legal_actions_are_told_to_the_seat_on_turn_only(table):
    t = table(4, seed=3)
    for observer in t.observers:
        assert bool(t.match.view(observer).legal) == (observer == t.turn)


def test_number_of_cards_in_every_hand_is_public(table, full_hands):
    t = table(4, start={"dealer": 0})
    t.deal_hands(full_hands(4, {0: "R2", 1: "B2 B3"}))
    t.bid("R2", "B2 B3")
    for observer in t.observers:
        assert [len(t.cards("hand", seat, observer)) for seat in range(4)] == [14, 13, 15, 15]


def test_bid_cards_lie_open_until_played(table, full_hands):
    t = table(4, start={"dealer": 0})
    t.deal_hands(full_hands(4, {0: "R2 R3", 1: "B2"}))
    t.bid("R2", "B2", "-", "-", "R3")
    t.pass_all()
    t.say("trump:B", "trump:R", "partner:C")
    for observer in t.observers:
        assert (t.bids(0, observer), t.bids(1, observer)) == (["R2", "R3"], ["B2"])
    t.say("R3*")
    for observer in t.observers:
        assert t.bids(0, observer) == ["R2"]


def test_order_of_bids_and_passes_is_remembered(ex_1, ex_1_turns):
    ex_1.bid(*ex_1_turns)
    for observer in ex_1.observers:
        told = [
            (entry.seat, GAME.text(entry.value)) for entry in ex_1.match.view(observer).seen if entry.kind == ACTION
        ]
        assert told[:8] == [(0, "+R6"), (1, "-"), (2, "+Y8"), (2, "-"), (3, "+B1"), (3, "+G1"), (4, "-"), (0, "+K2")]


def test_target_bonus_and_trumps_are_shown_once_named(table, ex_26):
    hands, auction, _ = ex_26
    t = table(6, start={"dealer": 2})
    t.deal_hands(hands)
    facts = ("target", "vice_trump", "chief_trump", "bonus")
    assert [t.fact(name) for name in facts] == [None] * 4
    t.bid(*auction)
    assert [t.fact(name) for name in facts] == ["32", None, None, None]
    t.say("trump:7")
    assert [t.fact(name) for name in facts] == ["32", "7", None, None]
    t.say("trump:R")
    assert [t.fact(name) for name in facts] == ["32", "7", "R", "40"]
    assert t.who("partner") is None
    t.say("partner:B")
    assert t.who("partner") == 1
    t.say("R4*")
    assert (t.fact("led"), t.trick()) == ("trump", [(5, "R4")])


def test_marks_and_order_follow_the_trumps_named_so_far(table, ex_26):
    hands, auction, _ = ex_26
    t = table(6, start={"dealer": 2})
    t.deal_hands(hands)
    t.bid(*auction)
    assert t.hand(0) == ["B8", "G1", "G3", "Y2", "Y6", "Y7", "Y9", "K1", "K5", "K7"]
    t.say("trump:7")
    assert t.hand(0) == ["Y7", "K7", "B8", "G1", "G3", "Y2", "Y6", "Y9", "K1", "K5"]
    t.say("trump:R", "partner:B")
    lying = t.zone("bid_cards", 1)
    assert [(card.text, card.mark) for card in lying.cards] == [("R0", "chief_class"), ("R6", "chief_class")]
    lying = t.zone("bid_cards", 2)
    assert [(card.text, card.mark) for card in lying.cards] == [(card, "vice_class") for card in ("B7", "B7", "G7")]


def test_cards_of_the_trick_tell_whether_they_came_from_the_bid_cards(table, at_tricks):
    hands = ["Y3 K7 K2", "Y5 K3 K5", "K7 Y2 K4", "Y4 K8 K9"]
    t = table(4, start=at_tricks(hands, "R", bids=["Y6", "Y9", "Y8", "B0"]))
    steps = [
        ("Y6*", ["Y6", None, None, None]),
        ("Y5", ["Y6", None, None, None]),
        ("Y8*", ["Y6", None, "Y8", None]),
        ("Y4", [None] * 4),  # the trick is complete
        ("K7", [None] * 4),
    ]
    for text, shown in steps:
        t.say(text)
        for observer in t.observers:
            assert t.each("from_bid_cards", observer) == shown


SILENT_OPEN = {ACTION, DEALT, DEALER, TRICK, VICE, ALL_PASSED, LIES, LATEST, GONE, VICE_IS, PARTNER_IS, LEADS}
SILENT_VALUE = {NUMBER, DEALER, TOTAL, TRICK, CHIEF, VICE, ALL_PASSED, LATEST, BIDS, PARTNER_IS, LEADS}


def test_entries_of_the_log_carry_no_number_that_means_nothing(table, at_tricks, ex_26):
    """What an entry has no use for is 0, so that nothing can leak through it."""
    hands, auction, tricks = ex_26
    t = table(6, start={"dealer": 2})
    t.deal_hands(hands)
    t.bid(*auction)
    t.say("trump:7", "trump:R", "partner:B")
    for _, cards, _, _ in tricks:
        t.say(*cards.split())
    t.match.deal(range(60))
    t.pass_all()
    unknown = " ".join(["??"] * 14)
    lying = {"dealer": 0, "hands": [unknown] * 4, "bids": ["R2", "B3", "G4", "Y5"], "turn": 2, "passes": 1}
    later = at_tricks(["Y3", "Y5", "Y7", "K8"], "R", "7", bids=["Y6", "Y9", "Y8", "B0"])
    kinds = set()
    for each in (t, table(4, start=lying), table(4, start=later)):
        for entry in each.match.view(0).seen:
            kinds.add(entry.kind)
            assert entry.kind not in SILENT_OPEN or entry.open == 0
            assert entry.kind not in SILENT_VALUE or entry.value == 0
    assert kinds >= SILENT_OPEN | SILENT_VALUE


def test_facts_of_every_phase(table, ex_26):
    """The table shows these facts and no others, to everybody."""
    hands, auction, tricks = ex_26
    t = table(6, start={"dealer": 2})
    always = {"round", "limit", "dealer", "total"}
    phases = []

    def shown():
        names = {frozenset(fact.name for fact in t.display(observer).facts) for observer in t.observers}
        assert len(names) == 1
        phases.append((t.phase, set(next(iter(names))) - always))

    shown()
    t.deal_hands(hands)
    shown()
    t.bid(*auction[:3])
    t.say("+R4")
    shown()
    t.say("+R5")
    t.bid(*auction[4:])
    shown()
    t.say("trump:7")
    shown()
    t.say("trump:R")
    shown()
    t.say("partner:B")
    shown()
    for k, (_, cards, _, _) in enumerate(tricks):
        for card in cards.split():
            t.say(card)
            if not k:
                shown()
    shown()
    roles = {"chief", "vice", "size", "target"}
    named = roles | {"vice_trump", "chief_trump", "bonus"}
    playing = named | {"partner", "tricks", "points"}
    assert phases == [
        ("deal", set()),
        ("auction", {"most", "bid", "room"}),
        ("auction", {"most", "bid", "room", "bidding"}),
        ("vice_trump", roles),
        ("chief_trump", roles | {"vice_trump"}),
        ("partner", named),
        ("tricks", playing),
        *[("tricks", playing | {"led", "from_bid_cards"})] * 5,  # the Chief led a bid card
        ("tricks", playing),
        ("deal", set()),
    ]


@pytest.mark.parametrize("ending", ["deadlock", "all pass"])
def test_hands_stay_secret_after_a_round_without_tricks(table, full_hands, ending):
    t = table(4, start={"dealer": 0})
    t.deal_hands(full_hands(4, {0: "R2", 1: "B2"}))
    if ending == "deadlock":
        t.bid("R2", "B2")
    t.pass_all()
    assert t.turn == CHANCE
    for observer in t.observers:
        view = t.match.view(observer)
        seen = [entry for entry in view.seen if entry.kind == DEALT and entry.value != HIDDEN]
        assert {entry.seat for entry in seen} == ({observer} if observer >= 0 else set())
        assert {zone.name for zone in view.display().zones} == set()


def test_copies_cannot_be_told_apart(table, full_hands):
    hands = full_hands(4, {0: "K7 R2", 1: "K7 B2"})
    order = Match(GAME, 4, start={"dealer": 0}).state.pack().order({"hands": hands})
    one, other = (place for place, item in enumerate(order) if item in (56, 57))  # the two K7
    swapped = list(order)
    swapped[one], swapped[other] = order[other], order[one]
    tables = []
    for deal in (order, swapped):
        t = table(4, start={"dealer": 0})
        t.match.deal(deal)
        t.bid("K7", "B2 K7")
        t.pass_all()
        t.say("trump:K", "trump:7") if t.who("vice") == 0 else t.say("trump:7", "trump:K")
        t.say("partner:D")
        t.finish(max)
        tables.append(t)
    assert tables[0].everything() == tables[1].everything()
    for seat in range(4):
        assert tables[0].match.state.key(seat) == tables[1].match.state.key(seat)


def test_keys_depend_on_the_own_hand_and_the_open_actions_only(table):
    t = table(4, seed=9)
    t.say("-")
    rng = Rng(9)
    for observer in range(4):
        sampler = GAME.sampler(t.match.view(observer))
        keys = {sampler.draw(rng).key(observer) for _ in range(10)}
        assert keys == {t.match.state.key(observer)}
        others = {sampler.draw(rng).key((observer + 1) % 4) for _ in range(10)}
        assert len(others) == 10


def test_keys_tell_every_card_of_the_own_hand_apart(table, full_hands, spec_deck):
    same = "K0 K1 K2 K3 K4 K5 K6 K7 K8 K9 Y9 Y8 Y7 Y6"
    others = sorted(set(spec_deck) - set(same.split()))
    keys = set()
    for card in others:
        t = table(4, start={"dealer": 0})
        t.deal_hands(full_hands(4, {0: f"{same} {card}"}))
        keys.add(t.match.state.key(0))
    assert len(keys) == len(others)


def test_keys_tell_how_many_have_passed(table, full_hands):
    t = table(6, start={"dealer": 0})
    t.deal_hands(full_hands(6, {}))
    keys = [t.match.state.key(3)]
    for _ in range(5):
        t.say("-")
        keys.append(t.match.state.key(3))
    assert len(set(keys)) == 6


def test_between_rounds_and_after_the_end_nothing_of_the_deal_is_shown():
    match = Match(GAME, 4, {"length": "once"}, shuffle=shuffler(4))
    rng = random.Random(4)
    while not match.over:
        match.play(match.turn, rng.choice(match.legal(match.turn)))
    display = match.view(0).display()
    assert display.phase == "over"
    assert {zone.name for zone in display.zones} <= {"last_trick"}
    assert {fact.name for fact in display.facts} == {"round", "rounds", "total"}
