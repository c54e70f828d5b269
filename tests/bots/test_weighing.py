"""What the others did tells what they hold: a world that explains it weighs more than one that does not.

Every example has a likely world and an unlikely one that look the same to seat 0.
"""

from collections.abc import Sequence
from functools import partial
from itertools import islice
from math import isfinite

import pytest
from mypy_extensions import i64

from atout import Game, Match, State, load, names
from atout.bots import honesty
from atout.bots.search import Manner
from atout.bots.searcher import Searcher
from atout.kernel.game import Advice
from atout.kernel.rng import Rng
from tests.bots.ambush import BOLD, SAFE, Ambush, AmbushState

WEIGHED = [name for name in names() if name != "schrecklicht"]  # where what others play tells nothing cheap
DECIDED = 12


def weight(match: Match) -> float:
    """Return the likelihood of a world for seat 0."""
    return match.game.advice().likelihood(match.state, 0)


def table(name: str, first: int, hands: Sequence[str]) -> Match:
    """Return a match with these cards; one seat deals, begins or has the golden board; unnamed cards go anywhere."""
    match = Match(load(name), 4)
    match.deal([first, *(seat for seat in range(4) if seat != first)])
    size = match.state.pack().fields[0].size
    held = [hand.split() for hand in [*hands, "", "", ""][:4]]
    lines = [" ".join([*hand, *["??"] * (size - len(hand))]) for hand in held]
    match.deal(match.state.pack().order({"hands": lines}))
    return match


def say(match: Match, *texts: str) -> None:
    for text in texts:
        match.play(match.turn, text)


# Loop

LOW = "1 1 1 1 2 2 2 2 3 3 3 3 4"
HIGH = "10 10 10 10 11 11 11 11 12 12 12 12 13"


def loop(hands: Sequence[str], *aside: str) -> Match:
    match = table("loop", 0, ["5 5 5 5 6 6 6 6 7 7 7 7 4", *hands, "8 8 8 8 9 9 9 9 4 4 13 13 13"])
    for seat, cards in enumerate(["4 5", *aside, "8 13"]):
        match.play(seat, " ".join(f"aside:{card}" for card in cards.split()))
    return match


def test_loop_cards_set_aside_save_turns():
    assert weight(loop([LOW, HIGH], "3 4", "12 13")) > 2 * weight(loop([LOW, HIGH], "2 3", "12 13"))


def test_loop_a_pass_tells_that_nothing_fits():
    """Seat 1 passes over a 5: it holds the low cards rather than the high ones."""
    likely, unlikely = loop([LOW, HIGH], "3 4", "12 13"), loop([HIGH, LOW], "12 13", "3 4")
    say(likely, "5")
    say(unlikely, "5")
    assert weight(likely) == pytest.approx(weight(unlikely))
    say(likely, "pass")
    say(unlikely, "pass")
    assert weight(likely) > 2 * weight(unlikely)


def test_loop_a_pass_is_read_in_the_direction_of_its_time():
    """Seat 3 reveals an 8 and plays two 4s under two 5s: whoever passes now lacks low cards."""
    low, high = loop([LOW, HIGH], "3 4", "12 13"), loop([HIGH, LOW], "12 13", "3 4")
    for match in (low, high):
        say(match, "5,5", "pass", "pass", "flip+4,4", "pass")
    before = weight(low) / weight(high)
    say(low, "pass")
    say(high, "pass")
    assert weight(low) / weight(high) < before / 2


# Meinz


def meinz(*hands: str) -> Match:
    match = table("meinz", 3, hands)
    match.play(0, "x:R5")
    return match


def test_meinz_dull_cards_are_discarded():
    likely, unlikely = meinz("R5", "B5 B9"), meinz("R5", "B5 B9")
    likely.play(1, "x:B5")
    unlikely.play(1, "x:B9")
    assert weight(likely) > 2 * weight(unlikely)


def trick(second: str) -> Match:
    """Seat 1 takes the first trick with the R1 and exchanges the R6 for it."""
    match = meinz("R5 R4 Y4", f"R1 R6 {second} B5", "R8 B4", "R9 B6")
    for seat, card in ((1, "B5"), (2, "B4"), (3, "B6")):
        match.play(seat, f"x:{card}")
    say(match, "R4", "-", "R1", "-", "-", "R8", "-", "-", "-", "R9", "R6>R1")
    return match


def test_meinz_an_exchange_is_as_large_as_it_can_be():
    """With the R7 it could have gone further up."""
    assert weight(trick("Y7")) > 1.5 * weight(trick("R7"))


def test_meinz_a_card_comes_rather_from_few_than_from_many():
    few = meinz("R5 R4", "R1 B1 B5 G1 G2 G3 Y1 Y2 Y3", "B4", "B6")
    many = meinz("R5 R4", "R1 B5 R2 R3 R6 R7 Y1 Y2 Y3", "B4", "B6")
    for match in (few, many):
        for seat, card in ((1, "B5"), (2, "B4"), (3, "B6")):
            match.play(seat, f"x:{card}")
        say(match, "R4", "-", "R1")
    assert weight(few) > 1.5 * weight(many)


# Was sticht?

CONTRACTS = [
    "no-tricks last no-red no-blue",
    "exact-1 most no-green no-red",
    "no-tricks most fewest exact-3",
    "exact-1 exact-2 exact-4 last",
]


def was_sticht(columns: Sequence[str], trumps: str) -> Match:
    match = Match(load("was_sticht"), 4, start={"first_player": 3, "contracts": CONTRACTS})
    match.deal(match.state.pack().order({"columns": [*columns, *["?? ?? ?? ??"] * (9 - len(columns))]}))
    for name, trump in zip(("trump_colour", "trump_number"), trumps.split("/"), strict=True):
        match.deal(match.state.pack().order({name: [trump]}))
    return match


def test_was_sticht_the_first_player_picks_what_is_worth_more():
    """It picks three times red, where nobody else does: red may be trumps, and yellow is not."""
    worlds = [was_sticht(["R4 Y6 B5 G5", "R5 Y7 B6 G6", "R3 Y8 B7 G7"], trumps) for trumps in ("R/-", "Y/-")]
    for match in worlds:
        for column in (["Y6", "B5", "G5", "R4"], ["B6", "G6", "R5", "Y7"], ["G7", "R3", "Y8", "B7"]):
            say(match, *(f"pick:{card}" for card in column))
    likely, unlikely = worlds
    assert weight(likely) > 1.5 * weight(unlikely)


def test_was_sticht_a_contract_is_chosen_for_the_hand():
    """Seat 1 has high cards: it has chosen to win most tricks rather than exactly one."""
    hands = ["R1 R2 R3 B1 B2 B3 G1 G2 G3", "R9 R8 R7 B9 B8 B7 G9 G8 G7"]
    hands += ["R4 R5 R6 B4 B5 B6 G4 G5 G6", "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9"]
    start = {"first_player": 3, "contracts": CONTRACTS, "trump_colour": "R", "trump_number": "-", "hands": hands}
    likely, unlikely = (Match(load("was_sticht"), 4, start=start) for _ in range(2))
    likely.play(1, "choose:most")
    unlikely.play(1, "choose:exact-1")
    assert weight(likely) > 2 * weight(unlikely)


# Luz, Njet!, Mü


def test_njet_a_token_covers_what_a_hand_dislikes():
    """Seat 1 covers red as trump: it has no red cards rather than many."""
    red, black = "R9 R8 R7 R7 R6 R5 R4", "K9 K8 K7 K7 K6 K5 K4"
    likely, unlikely = table("njet", 1, ["", black, red]), table("njet", 1, ["", red, black])
    say(likely, "cover:trump-red")
    say(unlikely, "cover:trump-red")
    assert weight(likely) > 2 * weight(unlikely)


def luz(own: tuple[int, int]) -> Match:
    """Seat 0 has these two cards of every colour, the others always the same ones; seat 1 bets five tricks."""
    hands = [" ".join(f"{c}{n}" for c in "RYGBP" for n in pair) for pair in (own, (7, 8), (5, 6), (3, 4))]
    match = table("luz", 0, hands)
    say(match, "5")
    return match


def test_luz_a_high_bet_tells_low_cards_of_mine():
    assert weight(luz((1, 2))) > 2 * weight(luz((9, 10)))


STRONG = "R9 R8 R7 R7 R6 R5 R4 B9 G9"
LOOSE = "B1 B2 B3 G1 G2 G3 Y0 Y1 Y2 K0 K1"
WEAK = "R9 B1 B2 G1 G2 Y1 Y2 K1 K2"


def test_mu_nobody_bids_too_much():
    """Seat 1 raises its own bid to four cards."""
    bid = "R2 R3 R5 R9"
    likely, unlikely = table("mu", 1, ["", f"{bid} R8 R7 R7 B9 B8 G9"]), table("mu", 1, ["", f"{bid} {LOOSE}"])
    for match in (likely, unlikely):
        for card in bid.split():
            say(match, f"+{card}", "-", "-", "-")
    assert weight(likely) > weight(unlikely)


def test_mu_the_chief_has_what_it_names():
    likely, unlikely = table("mu", 1, ["", STRONG]), table("mu", 1, ["", WEAK, STRONG.removeprefix("R9")])
    for match in (likely, unlikely):
        say(match, "+R9", "-", "-", "-", "-")
    before = weight(likely) / weight(unlikely)
    for match in (likely, unlikely):
        say(match, "trump:R")
    assert weight(likely) / weight(unlikely) > 2 * before


# All games


@pytest.mark.sweep
@pytest.mark.parametrize("name", WEIGHED)
def test_a_likelihood_is_positive_and_changes_nothing(name):
    game, advice, told = load(name), load(name).advice(), set()
    for seats in game.seat_counts:
        for state, seat in islice(honesty.decisions(game, seats, game.settle({}), seats), DECIDED):
            view, rng = state.view(seat), Rng(seats)
            sampler = game.sampler(view)
            for world in (state, sampler.draw(rng), sampler.draw(rng)):
                found = advice.likelihood(world, seat)
                assert isfinite(found)
                assert found > 0
                assert world.view(seat) == view
                assert advice.likelihood(world, seat) == found
                told.add(found)
    assert len(told) > DECIDED / 2


@pytest.mark.sweep
@pytest.mark.parametrize("name", WEIGHED)
def test_who_weighs_worlds_chooses_by_what_it_may_know(name):
    game = load(name)
    for number, (state, seat) in enumerate(islice(honesty.decisions(game, 4, game.settle({}), 9), 8)):
        others = honesty.worlds(game, state, seat, 2, number)
        verdict = honesty.judged(partial(weighing, game), state, seat, others, number)
        assert verdict.fault == honesty.HONEST


def weighing(game: Game, seed: int) -> Searcher:
    return Searcher(game, seed, Manner(0.7, 90, True, True, 0.3, 4), iterations=5)


class Suspicious(Advice):
    """Takes the 2 for likely."""

    def likelihood(self, world: State, seat: i64) -> float:
        assert isinstance(world, AmbushState)
        return 9.0 if world.card == 2 else 1.0


class Suspected(Ambush):
    def advice(self) -> Advice:
        return Suspicious()


@pytest.mark.parametrize(("worlds", "chosen"), [(1, SAFE), (4, BOLD)])
def test_likely_worlds_are_searched_more_often(worlds, chosen):
    match = Match(Suspected(), 2)
    match.deal([0, 1, 2])
    bot = Searcher(match.game, 1, Manner(0.7, 0, True, True, 0.3, worlds), iterations=600)
    assert bot.choose(match.view(0)) == chosen
