"""Meinz: the exchange with the trick (MEINZ-50 to MEINZ-59)."""

from random import Random

import pytest

from atout.games.meinz import GAME
from atout.kernel.errors import NotationError, NotYourTurnError
from atout.kernel.log import ACTION
from atout.kernel.view import SeenEntry

DECK = [f"{colour}{number}" for colour in "RBGY" for number in range(1, 10)]


@pytest.fixture
def received(table, before_trick):
    """Return a table at which Ada has received R1 R6 B7 R8 and holds R5, R9, B2 and G4."""

    def make(options=None):
        held = "R1 R5 R9 B2 G4", "R6 R2 G1 G2 G3", "B7 B8 B9 Y1 Y2", "R8 R3 Y3 Y4 Y5"
        t = table(4, options, before_trick([0, 1, 1, 1], *held))
        t.say("R1 - R6 - - B7 - - - R8")
        assert (t.turn, t.display().phase) == (0, "exchange")
        return t

    return make


PAIRS = ["R5>R1", "R5>R6", "R5>R8", "R9>R1", "R9>R6", "R9>R8", "B2>B7"]


def test_meinz_50_the_receiver_may_exchange_before_anything_else(received):
    t = received()
    assert t.legal() == ["keep", *PAIRS]
    t.expect_refusal(0, "R5", "MEINZ-50", "keep-or-exchange")
    t.expect_refusal(0, 399, "MEINZ-50", "keep-or-exchange")
    t.expect_refusal(0, "R2>R1", "MEINZ-50", "give-from-hand")
    t.expect_refusal(1, "R2", "MEINZ-57", "not-the-receiver", NotYourTurnError)
    for text in t.legal():
        t = received()
        t.say(text)
        assert (t.turn, t.display().phase) == (0, "tricks")


def test_meinz_51_both_cards_have_the_same_colour(received):
    for text in received().legal()[1:]:
        assert text[0] == text[3]
    for text in ("R5>B7", "G4>R1", "B2>R6"):
        with pytest.raises(NotationError, match="different colours"):
            GAME.parse(text)


@pytest.mark.parametrize("seats", [3, 4])
def test_meinz_51_an_exchange_changes_no_colour_of_a_hand_so_a_void_stays_one(table, seats):
    rng = Random(51)
    t = table(seats, {"rounds": 4}, seed=51)
    made = 0
    while not t.match.over:
        phase, seat = t.display().phase, t.turn
        before = sorted(card[0] for card in t.hand(seat))
        _, text = t.random_step(rng)
        if phase == "exchange":
            assert sorted(card[0] for card in t.hand(seat)) == before
            made += text != "keep"
    assert made > 10


def test_meinz_52_optional_and_at_most_once(received):
    t = received()
    t.say("keep")
    t.expect_refusal(0, "R5>R1", "MEINZ-50", "no-trick-received")
    t = received()
    t.say("R5>R1")
    for text in ("R9>R6", "keep"):
        t.expect_refusal(0, text, "MEINZ-50", "no-trick-received")


def test_meinz_53_any_card_of_the_trick_also_the_own_one(received):
    taken = {text[3:] for text in received().legal()[1:]}
    assert taken == {"R1", "R6", "R8", "B7"}  # R1 is the receiver's own
    t = received()
    t.expect_refusal(0, "G4>G9", "MEINZ-53", "take-from-trick")
    t.expect_refusal(0, "R5>R9", "MEINZ-53", "take-from-trick")
    t.say("R9>R1")
    assert "R1" in t.hand(0)
    t.say("R1")
    assert t.cards("trick") == ["R1"]


def test_meinz_54_both_cards_are_shown_to_everybody(received):
    t = received()
    t.say("R5>R6")
    for observer in t.observers:
        assert t.cards("exchanged", 0, observer) == ["R5", "R6"]
        entry = [e for e in t.match.view(observer).seen if e.kind == ACTION][-1]
        assert GAME.text(entry.value) == "R5>R6"


def test_meinz_55_cards_change_places_and_sizes_stay(received):
    for text in PAIRS:
        t = received({"open_tricks": "on"})
        give, take = text.split(">")
        hand, trick = t.hand(0), t.cards("trick")
        t.say(text)
        assert sorted(t.hand(0)) == sorted([take if card == give else card for card in hand])
        assert t.cards("last_trick") == [give if card == take else card for card in trick]
        assert t.fact("sum", 0) == str(22 + int(give[1]) - int(take[1]))  # it counts with the card given
        t.say(take)
        assert t.cards("trick") == [take]


def test_meinz_55_the_card_given_counts_in_the_scoring(table, before_trick):
    for text, total in [("keep", 42), ("B9>B1", 50)]:
        held = "B1 B9", "B8 R2", "B7 R3", "B6 R4"
        t = table(4, start=before_trick([1, 2, 2, 1], *held, sums=[20, 40, 40, 20]))
        t.say("B1 - B8 - B7 - B6", text)  # 1 + 8 + 7 + 6 = 22
        t.say(t.hand(0)[0], "R2 R3 R4")
        assert t.totals()[0] == total


@pytest.mark.sweep
@pytest.mark.parametrize("seats", [3, 4])
def test_meinz_56_no_exchange_after_the_eighth_trick(table, seats):
    rng = Random(56)
    for seed in range(4):
        t = table(seats, {"rounds": 4}, seed=seed)
        while not t.match.over:
            if t.display().phase == "exchange":
                assert len(t.hand(t.turn)) > 0
                assert sum(t.tricks()) < 8
            t.random_step(rng)


def test_meinz_56_without_a_colour_of_the_trick_there_is_nothing_to_exchange(table, before_trick):
    t = table(4, start=before_trick([1, 2, 1, 1], "R4", "R6", "B4 Y1 Y2", "R7"))
    t.say("R4 - R6 - B4 - - R7")
    assert (t.turn, t.legal()) == (2, ["keep"])


def test_meinz_56_nobody_can_tell_that_there_was_nothing_to_exchange(table, before_trick):
    tables = []
    for hand in ("B4 Y1 Y2", "B4 R1 B2"):  # with the second hand an exchange is possible
        hands = ["R4 G1 G2", "R6 G3 G4", hand, "R7 G5 G6"]
        t = table(4, start=before_trick([1, 2, 1, 1], *hands, discards=["B9", "G9", "R9", "Y9"]))
        tables.append(t)
    seen = []
    for t in tables:
        t.say("R4 - R6 - B4 - - R7")
        asked = [(t.turn, t.match.state.owing(), t.match.state.forced_action())]
        t.say("keep")
        seen.append((asked, [e for e in t.match.view(0).seen if e.kind == ACTION], t.display(1).phase, t.turn))
    assert seen[0] == seen[1]


def test_meinz_57_however_the_trick_was_received(table, before_trick):
    ways = [
        ([0, 0, 0, 0], "R1 - R6 - - R7 - - - R8", 0),  # the lowest card
        ([0, 0, 0, 0], "R1 - R6 meinz R7 R8", 1),  # a cry
        ([2, 2, 2, 0], "R1 R6 R7 R8", 3),  # the only place left
    ]
    for tricks, text, receiver in ways:
        held = "R1 R2", "R6 R3", "R7 R4", "R8 R5"
        t = table(4, start=before_trick(tricks, *held))
        t.say(text)
        assert (t.turn, t.display().phase) == (receiver, "exchange")
        own = [f"R{(2, 3, 4, 5)[receiver]}>R{number}" for number in (1, 6, 7, 8)]
        assert set(own) <= set(t.legal())
        for other in range(4):
            if other != receiver:
                t.expect_refusal(other, "keep", "MEINZ-57", "not-the-receiver", NotYourTurnError)
                t.expect_refusal(other, own[0], "MEINZ-57", "not-the-receiver", NotYourTurnError)


def test_meinz_58_after_the_exchange_the_receiver_leads(received):
    for text in ("keep", "R5>R6"):
        t = received()
        t.say(text)
        assert t.turn == 0
        assert t.legal() == t.hand(0)
        assert t.cards("trick") == []


def test_meinz_59_only_the_last_trick_can_be_looked_at(received):
    t = received()
    for observer in t.observers:
        assert t.cards("trick", -1, observer) == ["R1", "R6", "B7", "R8"]  # it still lies on the table
    t.say("R5>R6 R9")
    for observer in t.observers:
        assert t.cards("last_trick", -1, observer) == ["R1", "R5", "B7", "R8"]  # as it lies after the exchange
    t.say("meinz", "R2", "Y1", "R3")
    for observer in t.observers:
        shown = [card.text for zone in t.display(observer).zones if zone.name != "hand" for card in zone.cards]
        assert not {"R1", "R5", "B7", "R8"} & set(shown)  # the next one is complete
        assert not [zone for zone in t.display(observer).zones if zone.name in ("exchanged", "earlier_trick")]


def test_meinz_59_the_last_trick_of_a_round_stays_until_the_next_is_complete(table, before_last_trick):
    t = table(4, start=before_last_trick([40, 41, 42, 43]))
    t.say("R5 B5 G5 Y5")
    rng = Random(59)
    t.match.deal(rng.sample(range(36), 36))
    t.discard_all()
    while sum(t.tricks()) == 0:
        for observer in t.observers:
            assert t.cards("last_trick", -1, observer) == ["R5", "B5", "G5", "Y5"]
        t.random_step(rng)
    assert t.cards("last_trick") == []


@pytest.mark.sweep
@pytest.mark.parametrize("seats", [3, 4])
def test_meinz_59_memory_keeps_everything(table, seats):
    t = table(seats, {"rounds": 4}, seed=59)
    rng = Random(59)
    done = []
    memory: dict[int, list[SeenEntry]] = {}
    while not t.match.over:
        phase = t.display().phase
        seat, text = t.random_step(rng)
        if phase != "discard":
            done.append((seat, text))
        t.expect_to_remember(memory)
    for observer in t.observers:
        actions = [e for e in memory[observer] if e.kind == ACTION and e.value >= 36]
        assert [(e.seat, GAME.text(e.value)) for e in actions] == done
