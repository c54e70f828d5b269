"""Reviews of matches: the same every time, from the view alone, and adding up."""

from dataclasses import replace
from functools import cache

import msgspec
import pytest

from atout import Match, PlayStep, Rng, SetupError, load, names, shuffler
from atout.kernel.game import Advice
from atout.kernel.state import State
from atout.record import dumps, loads, make_record
from atout.study import review
from atout.study.reviews.beliefs import reveal
from atout.study.reviews.decision import Limits, Question, compare_drawn_worlds, judge, usual_policy
from atout.study.reviews.match import Reviewer, replay_positions
from atout.study.reviews.points import find_turns, round_origin
from atout.study.reviews.table import make_table, read_notes
from atout.study.reviews.trials import Policy, Trials
from atout.study.reviews.types import Decision, Moment, Origin, Review
from atout.study.reviews.worlds import all_worlds

WORLDS = 4


@cache
def short_match(name: str, seed: int = 1) -> Match:
    """Return a short match of players who choose anything."""
    game = load(name)
    match = Match(game, min(game.seat_counts), game.shortest, shuffle=shuffler(seed))
    rng = Rng(seed)
    while not match.over:
        seat = match.state.owing()[0]
        legal = match.legal(seat)
        match.play(seat, legal[int(rng.below(len(legal)))])
    return match


@cache
def short_review(name: str) -> Review:
    return review(short_match(name), 0, worlds=WORLDS)


def question(match: Match, number: int, worlds: int = WORLDS, seed: int = 7) -> Question:
    """Return the question about the decision of a step."""
    step, position = match.steps[number], replay_positions(match)[number]
    assert isinstance(step, PlayStep)
    view, policy = position.view(step.seat), Policy(match.game.advice())
    return Question(match.game, view, step.action, number, 1, policy, Limits(worlds), seed)


def first_choice(match: Match, least: int = 3, after: int = 0) -> int:
    """Return the step of the first decision between so many actions."""
    positions = replay_positions(match)
    steps = range(after, len(match.steps))
    return next(k for k in steps if positions[k].turn >= 0 and len(positions[k].legal(positions[k].turn)) >= least)


@pytest.mark.parametrize("name", names())
def test_the_parts_add_up_to_the_points(name: str) -> None:
    match, found = short_match(name), short_review(name)
    (own,) = found.seats
    begun = replay_positions(match)[0].scores()[0]
    assert own.total.points == pytest.approx(match.scores()[0] - begun)
    for origin in [own.total, *own.origins]:
        assert origin.points == pytest.approx(origin.luck + origin.decisions + origin.gifts + origin.chance)
    assert sum(origin.points for origin in own.origins) == pytest.approx(own.total.points)
    assert own.total.decisions == pytest.approx(-sum(each.cost for each in own.decisions))
    assert own.total.decisions <= 0.0


@pytest.mark.parametrize("name", names())
def test_chances_of_all_seats_add_up_and_end_with_the_result(name: str) -> None:
    match = short_match(name)
    curve = short_review(name).seats[0].curve
    for moment in curve:
        assert sum(moment.chances) == pytest.approx(1.0)
    winners = [seat for seat, place in enumerate(match.places()) if place == 1]
    assert curve[-1].chances == [1 / len(winners) if seat in winners else 0.0 for seat in range(match.seats)]
    assert [moment.step for moment in curve] == sorted({moment.step for moment in curve})


def test_turning_points_are_the_greatest_changes() -> None:
    chances = [0.25, 0.3, 0.1, 0.12, 0.5, 0.4, 1.0]
    curve = [Moment(step, 1, [own, 1 - own], step == 2) for step, own in enumerate(chances)]
    turns = find_turns(0, curve)
    assert [(turn.step, turn.own) for turn in turns] == [(6, False), (4, False), (2, True)]
    assert (turns[2].before, turns[2].after) == (0.3, 0.1)


def test_every_decision_with_a_choice_is_judged_once() -> None:
    match = short_match("luz")
    positions = replay_positions(match)
    choices = [k for k, state in enumerate(positions) if state.turn == 0 and len(state.legal(0)) > 1]
    assert [each.step for each in short_review("luz").seats[0].decisions] == choices


def test_a_review_by_worlds_is_the_same_every_time() -> None:
    match = short_match("luz")
    assert review(match, 0, worlds=WORLDS) == short_review("luz")
    assert review(match, 0, worlds=WORLDS, seed=2) != short_review("luz")


def test_processes_change_nothing() -> None:
    assert review(short_match("was_sticht"), 0, worlds=WORLDS, processes=2) == short_review("was_sticht")


def test_decisions_come_one_by_one_and_can_be_sent() -> None:
    reviewer = Reviewer(short_match("luz"), 0, worlds=2)
    ready = reviewer.decisions()
    first = next(ready)
    assert msgspec.json.decode(msgspec.json.encode(first), type=type(first)) == first
    assert 1 + sum(1 for _ in ready) == reviewer.total
    text = msgspec.json.encode(reviewer.result())
    assert msgspec.json.decode(text, type=Review) == reviewer.result()


@pytest.mark.parametrize("name", ["luz", "mu", "loop"])
def test_the_truth_has_no_say(name: str) -> None:
    """Deal all that the seat cannot see anew: the judgement stays the same."""
    match = short_match(name)
    asked = question(match, first_choice(match))
    world = match.game.sampler(asked.view).draw(Rng(99))
    assert judge(asked._replace(view=world.view(asked.view.seat))) == judge(asked)


def test_actions_have_the_same_luck_in_the_same_world() -> None:
    asked = question(short_match("loop"), first_choice(short_match("loop")))
    trials = Trials(asked.game, asked.view, asked.policy, 3)
    trials.draw()
    assert len({trials.attempt(asked.chosen) for _ in range(5)}) == 1
    alike, again = trials.compare([asked.chosen, asked.chosen], 6)
    assert alike.points == again.points


def test_what_was_chosen_stays_in_the_race_to_its_end() -> None:
    match = short_match("luz")
    asked = question(match, first_choice(match, least=8))
    trials = Trials(asked.game, asked.view, asked.policy, 3)
    trials.race(asked.chosen, 120, 0.0)
    worlds = [trials.worlds_of(action) for action in asked.view.legal]
    assert trials.worlds_of(asked.chosen) == max(worlds) > min(worlds)


class LastOfAll(Advice):
    """Advises the last of the legal actions."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return state.legal(seat)[-1]


def test_another_policy_plays_on() -> None:
    match = short_match("luz")
    asked = question(match, first_choice(match))
    usual = compare_drawn_worlds(asked).chosen.points
    other = compare_drawn_worlds(asked._replace(policy=Policy(LastOfAll()))).chosen.points
    assert usual != other


def test_few_worlds_are_all_tried() -> None:
    match = short_match("luz")
    positions = replay_positions(match)
    number = next(
        k
        for k in range(len(positions) - 1)
        if positions[k].turn >= 0
        and len(positions[k].legal(positions[k].turn)) > 1
        and 1 < len(all_worlds(match.game, positions[k].view(positions[k].turn), 12, 1)) <= 12
    )
    made = judge(question(match, number, worlds=12))
    assert made.exact
    assert made.low == made.loss == made.high
    assert made.worlds == len(all_worlds(match.game, positions[number].view(made.seat), 12, 2))


@cache
def hopeless_bet() -> tuple[Match, Question, Decision]:
    """In Luz, bet ten tricks with cards like everybody's."""
    game = load("luz")
    match = Match(game, 4, {"deals": 2}, shuffle=shuffler(4))
    view = match.view(match.turn)
    asked = Question(game, view, game.parse("10"), 0, 1, usual_policy(game, view), Limits(30), 1)
    return match, asked, judge(asked)


def test_a_hopeless_bet_is_a_blunder_with_its_reasons() -> None:
    _, _, made = hopeless_bet()
    assert made.mark == "blunder"
    assert made.best != made.chosen
    assert made.low > 0.0
    assert made.why is not None
    assert made.why.better
    assert made.why.worse_share > 0.9
    assert made.alternatives[0].gain > 0.0


def test_the_belief_picture_knows_own_cards_of_luz_only_by_chance() -> None:
    match, asked, made = hopeless_bet()
    assert made.belief is not None
    shown = [card.text for zone in asked.view.display().zones for card in zone.cards]
    own = [slot.shown for slot in made.belief.slots]
    assert own == [text for text in shown if text.endswith("?")]
    assert len(own) == 10
    for slot in made.belief.slots:
        assert (slot.seat, slot.was) == (asked.view.seat, "")
        assert sum(slot.shares.values()) == pytest.approx(1.0, abs=0.02)
        assert len(slot.shares) > 1
    for card in made.belief.cards:
        assert card.card not in shown
        assert not card.was
        assert 0.0 < sum(spot.share for spot in card.spots) <= 1.01
    revealed = reveal(made.belief, asked.view, match.state)
    other = (asked.view.seat + 1) % match.seats
    true_hand = [
        card.text
        for zone in match.view(other).display().zones
        if (zone.name, zone.seat) == ("hand", asked.view.seat)
        for card in zone.cards
    ]
    assert [slot.was for slot in revealed.slots] == true_hand


def test_whole_numbers_add_up_too() -> None:
    parts = round_origin(Origin(1, 10.0, 3.4, -2.5, 4.4, 4.7))
    assert parts[0] == 10 == sum(parts[1:])


def test_a_record_carries_a_review() -> None:
    record = make_record(short_match("luz"), ["Ada", "Bo", "Cem"])
    table = make_table(short_review("luz"))
    kept = loads(dumps(replace(record, review=table)))
    notes = read_notes(kept)
    assert {step: note.mark for step, note in notes.items()} == {
        each.step: each.mark for each in short_review("luz").seats[0].decisions
    }
    assert dumps(loads(dumps(kept))) == dumps(kept)


def test_what_cannot_be_reviewed_is_refused() -> None:
    running = Match("luz", 3, shuffle=shuffler(1))
    with pytest.raises(SetupError, match="not over"):
        review(running)
    with pytest.raises(SetupError, match="no seat 3"):
        review(short_match("luz"), 3)
    with pytest.raises(SetupError, match="needs a number"):
        review(short_match("luz"), 0, seconds=0.0)
