"""Meinz: crying (MEINZ-30 to MEINZ-41)."""

from random import Random

import pytest

from atout.games.meinz import GAME
from atout.games.meinz.actions import CRY, DECLINE
from atout.kernel.errors import IllegalActionError, NotYourTurnError
from atout.kernel.log import ACTION

CARDS = ("R5", "R6", "R7", "R8")


@pytest.fixture
def fresh(table, before_trick):
    """Return a table at the first trick of a round, nobody with a trick."""

    def make(tricks=(0, 0, 0, 0), options=None, **more):
        return table(4, options, before_trick(list(tricks), *CARDS, **more))

    return make


def test_meinz_30_a_cry_takes_the_trick_whatever_is_played(fresh):
    t = fresh(leader=3)
    t.say("R8 meinz R5 R6 R7")  # three lower cards follow
    assert (t.turn, t.tricks()) == (3, [0, 0, 0, 1])
    t = fresh()
    t.say("R5 - R6 - - R7 meinz R8")  # R5 is lower than R7
    assert t.tricks() == [0, 0, 1, 0]


def test_meinz_31_windows_after_the_first_second_and_third_card(fresh):
    t = fresh()
    t.expect_refusal(0, "meinz", "MEINZ-32", "play-before-crying")  # none before the first card
    assert [bool(window) for window in t.asked_seats(*CARDS)] == [True, True, True, False]
    assert t.display().phase == "exchange"
    for seat in range(4):
        error = NotYourTurnError if seat else IllegalActionError
        t.expect_refusal(seat, "meinz", "MEINZ-31", "trick-is-complete", error)


def test_meinz_32_only_who_has_played_is_asked(fresh):
    t = fresh()
    t.say("R5")
    for seat, why in [(1, "play-before-crying"), (2, "play-before-crying")]:
        t.expect_refusal(seat, "meinz", "MEINZ-32", why, NotYourTurnError)
        t.expect_refusal(seat, "-", "MEINZ-32", why, NotYourTurnError)
    assert t.match.state.owing() == [0]
    t.say("-")
    t.expect_refusal(1, "meinz", "MEINZ-32", "play-before-crying")
    t.say("R6")
    assert t.match.state.owing() == [1]
    t.expect_refusal(2, "meinz", "MEINZ-32", "play-before-crying", NotYourTurnError)


def test_meinz_33_order_of_asking(fresh):
    for leader in range(4):
        t = fresh(leader=leader)
        order = [(leader + k) % 4 for k in range(4)]
        first, second, third, _ = order
        windows = t.asked_seats(*[CARDS[seat] for seat in order])
        assert windows == [[first], [second, first], [third, first, second], []]


def test_meinz_33_one_after_the_other(fresh):
    t = fresh()
    t.say("R5 - R6")
    t.expect_refusal(0, "meinz", "MEINZ-33", "not-asked", NotYourTurnError)  # seat 1 first
    t.say("-")
    t.expect_refusal(1, "meinz", "MEINZ-33", "not-asked", NotYourTurnError)  # has answered
    t.say("- R7 - -")
    assert t.turn == 1
    t.expect_refusal(0, "-", "MEINZ-33", "not-asked", NotYourTurnError)
    t.say("-")
    assert (t.turn, t.display().phase) == (3, "tricks")
    t.expect_refusal(0, "meinz", "MEINZ-33", "not-asked", NotYourTurnError)  # the window is closed


def test_meinz_33_a_later_seat_learns_that_the_earlier_ones_declined(fresh):
    t = fresh()
    t.say("R5 - R6 - - R7 -")
    for observer in t.observers:
        texts = [GAME.text(e.value) for e in t.match.view(observer).seen if e.kind == 1 and e.value >= 36]
        assert texts == ["R5", "-", "R6", "-", "-", "R7", "-"]
    assert t.turn == 0


def still_to_ask(t):
    """Return whom the open window asks, in order: a table that asks them all at once finds out with a clone."""
    ahead = t.match.state.clone()
    found = []
    while ahead.turn not in found and ahead.legal(ahead.turn) == [DECLINE, CRY]:
        found.append(ahead.turn)  # whoever comes a second time is asked after a card of the Monster
        ahead.apply(ahead.turn, DECLINE)
    return found


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("options", [{}, {"cry_limit": "one"}])
def test_meinz_33_answers_collected_at_once_are_resolved_in_order(table, spec, seats, options):
    """Answers may come in any order; they are handed on in the order of the list, and those behind a cry are dropped.

    A seat may say at any moment that it does not want this trick: then it declines whenever it is asked in it.
    """
    options = {"rounds": 4, **options}
    t = table(seats, options)
    truth = spec.naive(seats, GAME.settle(options).values)
    rng = Random(33)
    dropped = 0
    unwanted: dict[int, tuple[int, int]] = {}  # the trick that a seat does not want
    while not t.match.over:
        state = t.match.state
        if t.turn < 0:
            assert state.poll() is None
            t.shuffle_beside(truth, rng)
        elif truth.phase != "cry":
            assert state.poll() is None
            unwanted[rng.randrange(seats)] = (truth.number, t.match.state.line())
            truth.apply(*t.random_step(rng))
        else:
            asked = list(truth.to_ask)
            assert still_to_ask(t) == asked
            poll = state.poll()
            assert poll is not None
            assert (poll.seats, poll.silence) == (asked, DECLINE)
            trick = (truth.number, t.match.state.line())
            answers = {seat: "-" if unwanted.get(seat) == trick else rng.choice(["-", "meinz"]) for seat in asked}
            before = [len(t.match.view(observer).seen) for observer in t.observers]
            given: list[tuple[int, str]] = []
            while asked and (not given or given[-1][1] == "-"):
                seat = asked.pop(0)
                given.append((seat, answers[seat]))
                t.match.play(seat, answers[seat])
                truth.apply(seat, answers[seat])
            dropped += len(asked)
            for observer, length in zip(t.observers, before, strict=True):
                seen = t.match.view(observer).seen[length:]
                assert [(e.seat, GAME.text(e.value)) for e in seen if e.kind == ACTION] == given
    assert dropped > 0


def test_meinz_34_the_fourth_seat_never_cries(fresh):
    for leader in range(4):
        t = fresh(leader=leader)
        fourth = (leader + 3) % 4
        for k in range(3):
            seat = (leader + k) % 4
            clause = t.match.state.check(fourth, GAME.parse("meinz"))
            assert clause is not None
            assert (clause.id, clause.why) == ("MEINZ-34", "fourth-never-cries")
            window = t.asked_seats(CARDS[seat])[0]
            assert fourth not in window
        assert t.turn == fourth
        t.expect_refusal(fourth, "meinz", "MEINZ-34", "fourth-never-cries")


def test_meinz_35_seats_with_two_tricks_are_not_asked(fresh):
    t = fresh((2, 1, 2, 0))
    assert t.asked_seats("R5", "R6") == [[], [1]]
    t.expect_refusal(0, "meinz", "MEINZ-35", "two-tricks-no-cry", NotYourTurnError)
    t.expect_refusal(2, "meinz", "MEINZ-35", "two-tricks-no-cry")
    assert t.asked_seats("R7") == [[1]]


def test_meinz_36_the_first_cry_ends_the_asking(fresh):
    for answers, asked in [(["meinz"], [0]), (["-", "meinz"], [0, 1]), (["-", "-", "meinz"], [0, 1, 0])]:
        t = fresh()
        given = list(answers)
        met = []
        for card in CARDS:
            t.say(card)
            while t.display().phase == "cry":
                met.append(t.turn)
                t.say(given.pop(0))
                if not given:
                    for seat in range(3):
                        clause = t.match.state.check(seat, GAME.parse("meinz"))
                        assert clause is not None
                        assert (clause.id, clause.why) == ("MEINZ-36", "somebody-cried")
        assert (met, given) == (asked, [])
        assert t.fact("crier") is None  # the trick is complete
        assert t.turn == asked[-1]


def test_meinz_36_everybody_sees_who_cried(fresh):
    t = fresh()
    t.say("R5 - R6 meinz")
    for observer in t.observers:
        assert t.who("crier", observer) == 1
    t.expect_refusal(0, "meinz", "MEINZ-36", "somebody-cried", NotYourTurnError)


def test_meinz_37_a_cry_is_binding(fresh):
    t = fresh()
    t.say("R5 meinz")
    t.expect_refusal(0, "-", "MEINZ-36", "somebody-cried", NotYourTurnError)
    t.say("R6 R7 R8")
    assert (t.turn, t.tricks()) == (0, [1, 0, 0, 0])


def test_meinz_38_declining_once_leaves_later_windows_open(fresh):
    t = fresh()
    t.say("R5 - R6 - - R7 - -")
    assert t.turn == 1
    t.say("meinz R8")
    assert t.tricks() == [0, 1, 0, 0]
    t = fresh()
    t.say("R5 - R6 - - R7 - meinz R8")
    assert t.tricks() == [1, 0, 0, 0]


def test_meinz_39_no_limit_on_cries(table, before_trick):
    t = table(4, start=before_trick([0, 0, 0, 0], "R5 R9", "R6 R4", "R7 R3", "R8 R2"))
    t.say("R5 meinz R6 R7 R8 keep R9 meinz R4 R3 R2 keep")
    assert t.tricks() == [2, 0, 0, 0]
    rng = Random(39)
    cries = 0
    t = table(4, {"rounds": 4}, seed=39)
    while not t.match.over:
        if t.display().phase == "cry":
            t.say("meinz")  # whoever is asked first
            cries += 1
        else:
            t.random_step(rng)
    assert cries >= 4 * 5


def test_meinz_40_no_window_when_the_receiver_is_fixed(fresh):
    for tricks in [(2, 2, 1, 2), (2, 2, 0, 2), (0, 2, 2, 2), (2, 2, 2, 1)]:
        t = fresh(tricks)
        alone = tricks.index(min(tricks))
        clause = t.match.state.check(alone, GAME.parse("meinz"))
        assert clause is not None
        assert (clause.id, clause.why) == ("MEINZ-40", "receiver-is-fixed")
        assert t.asked_seats(*CARDS) == [[], [], [], []]


def test_meinz_40_two_places_are_enough_for_a_window(fresh):
    assert fresh((2, 1, 2, 1)).asked_seats(*CARDS) == [[], [1], [1], []]
    assert fresh((1, 2, 2, 1)).asked_seats(*CARDS) == [[0], [0], [0], []]


@pytest.mark.parametrize("seats", [3, 4])
def test_meinz_40_the_eighth_trick_has_no_window(table, seats):
    for seed in range(4):
        t = table(seats, {"rounds": 4}, seed=seed)
        rng = Random(seed)
        while not t.match.over:
            if t.display().phase == "cry":
                assert sum(t.tricks()) < 7
            t.random_step(rng)


def test_meinz_41_the_next_card_waits_for_the_answers(fresh):
    t = fresh()
    t.say("R5")
    t.expect_refusal(0, t.hand(0)[0], "MEINZ-41", "answer-first")
    t.expect_refusal(0, 399, "MEINZ-41", "answer-first")
    t.expect_refusal(1, "R6", "MEINZ-41", "window-open", NotYourTurnError)
    t.say("-")
    t.say("R6")
    t.expect_refusal(2, "R7", "MEINZ-41", "window-open", NotYourTurnError)
    t.say("meinz")
    t.say("R7")
    assert t.legal(3)


def test_meinz_41_only_two_answers(fresh):
    t = fresh()
    t.say("R5")
    assert t.legal() == ["-", "meinz"]
    t.expect_refusal(0, "keep", "MEINZ-50", "no-trick-received")
