"""Luz: from tricks to points, and the end of the match (LUZ-37 to LUZ-44)."""

from random import Random
from string import Formatter

import pytest

from atout.games.luz import GAME
from atout.kernel.errors import MatchOverError
from atout.kernel.state import CHANCE, OVER
from atout.locale import LANGUAGES, load_locale

SEATS = (3, 4, 5)
ALL_BETS = [f"{beads}{safety}" for beads in range(11) for safety in ("", "+S")]


@pytest.fixture
def scored(table, before_last_trick):
    """Return the score line of seat 0 for a bet and tricks, from a deal that was really finished."""

    def play(deal, bet, tricks, seats=3):
        rest = [0] * seats
        for k in range(10 - tricks):
            rest[1 + k % (seats - 1)] += 1
        won_by = 0 if tricks else 1
        counts = [tricks, *rest[1:]]
        t = table(seats, start=before_last_trick(seats, deal, [bet] + ["0"] * (seats - 1), counts, won_by))
        while t.turn >= 0:
            t.say(t.options_of(t.turn)[0])
        line = t.match.score_lines()[0]
        assert (line.seat, line.values["bet"], line.values["tricks"]) == (0, bet, str(tricks))
        assert t.match.scores()[0] == line.points
        return line

    return play


@pytest.mark.parametrize("deal", [1, 2, 3, 4])
def test_luz_37_without_safety_exactly_the_beads(scored, deal):
    for beads in (0, 1, 5, 9, 10):
        for tricks in range(11):
            line = scored(deal, str(beads), tricks)
            assert (line.clause.id == "LUZ-39") == (tricks == beads)
            assert (line.points > 0) == (tricks == beads)


@pytest.mark.parametrize("deal", [1, 2, 3, 4])
def test_luz_38_with_safety_one_more_too(scored, deal):
    for beads in (0, 1, 5, 9, 10):
        for tricks in range(11):
            line = scored(deal, f"{beads}+S", tricks)
            assert (line.clause.id == "LUZ-39") == (tricks in (beads, beads + 1))
            assert (line.points > 0) == (tricks in (beads, beads + 1))


@pytest.mark.parametrize("deal", [1, 2, 3, 4])
def test_luz_39_reward_depends_on_deal_and_safety_only(scored, deal):
    for beads in range(11):
        line = scored(deal, str(beads), beads)
        assert (line.points, line.clause.id, line.clause.why) == (10 * deal, "LUZ-39", "fulfilled")
        for tricks in {beads, min(beads + 1, 10)}:
            line = scored(deal, f"{beads}+S", tricks)
            assert (line.points, line.clause.id, line.clause.why) == (5 * deal, "LUZ-39", "fulfilled-with-safety")


@pytest.mark.parametrize("deal", [1, 2, 3, 4])
def test_luz_40_miss_costs_five_a_trick_whatever_the_deal(scored, deal):
    for bet, tricks, points in [
        *[("3", 0, -15), ("3", 4, -5), ("10", 0, -50), ("0", 10, -50), ("0", 1, -5)],
        *[("3+S", 5, -10), ("3+S", 2, -5), ("0+S", 2, -10), ("10+S", 9, -5), ("0+S", 10, -50)],
    ]:
        line = scored(deal, bet, tricks)
        why = "missed-with-safety" if bet.endswith("+S") else "missed"
        assert (line.points, line.clause.id, line.clause.why) == (points, "LUZ-40", why)
        assert line.values["difference"] == str(-points // 5)


@pytest.mark.parametrize("deal", [1, 4])
@pytest.mark.parametrize("bet", ALL_BETS)
def test_luz_37_to_40_every_bet_and_every_number_of_tricks(scored, spec_result, deal, bet):
    for tricks in range(11):
        assert scored(deal, bet, tricks).points == spec_result(deal, bet, tricks)


@pytest.mark.parametrize("seats", SEATS)
def test_luz_41_scores_add_up_and_the_next_deal_begins(table, spec_result, seats):
    t = table(seats)
    t.draw(0)
    rng = Random(41)
    totals = [0] * seats
    lowest = 0
    for deal in range(1, 5):
        assert (t.turn, t.fact("deal"), t.who("dealer")) == (CHANCE, str(deal), (deal - 1) % seats)
        t.match.deal(rng.sample(range(10 * seats + 10), 10 * seats + 10))
        assert [t.fact("bet", seat) for seat in range(seats)] == [None] * seats  # the beads are back
        assert [len(t.hand(seat).split()) for seat in range(seats)] == [10] * seats
        bets = {}
        for _ in range(seats):
            bets[t.turn] = rng.choice(t.options_of(t.turn))
            t.say(bets[t.turn])
        t.finish(rng.choice)
        lines = t.match.score_lines()[-seats:]
        for line in lines:
            assert line.points == spec_result(deal, bets[line.seat], int(line.values["tricks"]))
            totals[line.seat] += line.points
        assert t.match.scores() == totals
        for observer in t.observers:
            assert [t.fact("total", seat, observer) for seat in range(seats)] == [str(total) for total in totals]
        lowest = min([lowest, *totals])
    assert lowest < 0
    assert t.turn == OVER


@pytest.mark.parametrize("seats", SEATS)
def test_luz_42_highest_total_wins_after_the_last_deal(table, before_last_trick, seats):
    for best in range(seats):
        totals = [-30 + 5 * seat for seat in range(seats)]
        totals[best] = 200
        start = before_last_trick(seats, 4, ["1"] * seats, [10] + [0] * (seats - 1), 0, totals=totals)
        t = table(seats, start=start)
        assert not t.match.over
        while not t.match.over:
            t.say(t.options_of(t.turn)[0])
        assert t.match.places()[best] == 1
        for seat in range(seats):
            t.expect_refusal(seat, "R#1", "LUZ-42", "match-over", MatchOverError)
            t.expect_refusal(seat, "3", "LUZ-42", "match-over", MatchOverError)
        assert t.match.legal(0) == []


def final_places(table, before_last_trick, totals, last, marker):
    """Finish a match of four with these totals, of which 20 or 40 each come from deal 4; return the places."""
    tricks = [3, 3, 2, 2]
    bets = [f"{won}+S" if score == 20 else f"{won}" for won, score in zip(tricks, last, strict=True)]
    before = [total - score for total, score in zip(totals, last, strict=True)]
    t = table(4, start=before_last_trick(4, 4, bets, tricks, 0, totals=before) | {"marker": marker})
    while not t.match.over:
        t.say(t.options_of(t.turn)[0])
    assert t.match.scores() == totals
    assert [line.points for line in t.match.score_lines()][-4:] == last
    return t.match.places()


def test_luz_43_tie_is_broken_by_the_last_deal_then_by_nearness(table, before_last_trick):
    assert final_places(table, before_last_trick, [50, 50, 0, -5], [20, 40, 20, 40], 0) == [2, 1, 3, 4]
    assert final_places(table, before_last_trick, [50, 50, 0, -5], [40, 20, 20, 40], 0) == [1, 2, 3, 4]
    for marker in range(4):  # equal in both: the first player of deal 4 is seat marker + 4, and so on clockwise
        places = final_places(table, before_last_trick, [50, 50, 50, 50], [20, 20, 20, 20], marker)
        assert places == [1 + (seat - marker) % 4 for seat in range(4)]


@pytest.mark.parametrize("seats", SEATS)
def test_luz_43_there_is_always_exactly_one_winner(table, seats):
    for seed in range(6):
        t = table(seats, {"deals": 2}, seed=seed)
        t.finish_match(Random(seed))
        assert sorted(t.match.places()) == list(range(1, seats + 1))
        assert t.match.scores()[t.match.places().index(1)] == max(t.match.scores())


def test_luz_43_first_player_is_the_marker_holder_not_the_starter(table, before_last_trick):
    start = before_last_trick(3, 4, ["9", "9", "9"], [9, 1, 0], 0, totals=[0, 90, 90])
    start |= {"bets": ["9", "2", "1"]}  # deal 4: +40, -5, -5
    t = table(3, start=start)
    assert (t.who("first_player"), t.who("starter")) == (1, 1)
    start |= {"totals": [90, 20, 20], "bets": ["9", "2", "1"]}
    t = table(3, start=start)
    assert (t.who("first_player"), t.who("starter")) == (1, 0)
    while not t.match.over:
        t.say(t.options_of(t.turn)[0])
    assert t.match.scores() == [130, 15, 15]
    assert t.match.places() == [1, 2, 3]  # nearness to seat 1, although seat 0 led
    start |= {"marker": 1}
    t = table(3, start=start)
    while not t.match.over:
        t.say(t.options_of(t.turn)[0])
    assert t.match.places() == [1, 3, 2]


def test_luz_44_same_order_for_all_places(table, before_last_trick):
    assert final_places(table, before_last_trick, [90, 10, 10, 10], [20, 20, 40, 20], 3) == [1, 4, 2, 3]
    assert final_places(table, before_last_trick, [90, 10, 10, 10], [20, 20, 20, 20], 2) == [1, 4, 2, 3]


def test_ex_luz_4_bet(scored):
    accepted = [tricks for tricks in range(11) if scored(1, "3+S", tricks).points > 0]
    assert accepted == [3, 4]


@pytest.mark.parametrize(("tricks", "points"), [(3, 5), (6, -15), (2, -5), (4, 5), (5, -10)])
def test_ex_luz_5_scores(scored, tricks, points):
    assert scored(1, "3+S", tricks).points == points


def test_ex_luz_7_score_table(scored):
    rows = {
        "fulfilled, no safety bead": [scored(deal, "4", 4).points for deal in (1, 2, 3, 4)],
        "fulfilled, with safety bead": [scored(deal, "4+S", 5).points for deal in (1, 2, 3, 4)],
        "missed, per trick": [scored(deal, "4", 7).points // 3 for deal in (1, 2, 3, 4)],
        "missed with safety bead, per trick": [scored(deal, "4+S", 1).points // 3 for deal in (1, 2, 3, 4)],
    }
    assert rows == {
        "fulfilled, no safety bead": [10, 20, 30, 40],
        "fulfilled, with safety bead": [5, 10, 15, 20],
        "missed, per trick": [-5, -5, -5, -5],
        "missed with safety bead, per trick": [-5, -5, -5, -5],
    }


@pytest.mark.parametrize(
    ("bet", "tricks", "points"),
    [("0+S", 0, 15), ("0+S", 1, 15), ("0+S", 2, -10), ("0+S", 5, -25), ("0", 0, 30), ("0", 1, -5)],
)
def test_ex_luz_11_safety_on_zero(scored, bet, tricks, points):
    assert scored(3, bet, tricks).points == points


@pytest.mark.parametrize(("bet", "tricks", "points"), [("10+S", 10, 20), ("10+S", 8, -10), ("10", 10, 40)])
def test_ex_luz_12_upper_end(scored, bet, tricks, points):
    assert scored(4, bet, tricks).points == points


@pytest.mark.parametrize(("tricks", "points"), [(6, -10), (3, -5)])
def test_ex_luz_13_safety_does_not_shorten_the_miss(scored, tricks, points):
    assert scored(4, "4+S", tricks).points == points


def test_ex_luz_18_final_tie(table, before_last_trick):
    bets, tricks = ["2+S", "2", "2", "3"], [3, 2, 2, 3]
    start = before_last_trick(4, 4, bets, tricks, 0, totals=[50, 30, 15, 30]) | {"marker": 1}
    t = table(4, start=start)
    assert t.who("first_player") == 1
    t.say("Y#1", *[t.hand(seat)[0] + "#1" for seat in (1, 2, 3)])
    assert t.match.over
    assert t.match.scores() == [70, 70, 55, 70]
    assert [line.points for line in t.match.score_lines()[-4:]] == [20, 40, 40, 40]
    places = t.match.places()
    assert [places.index(place) for place in (1, 2, 3, 4)] == [1, 3, 0, 2]


def test_ex_luz_24_negative_total(table, before_last_trick):
    start = before_last_trick(3, 2, ["5", "4", "4"], [2, 4, 4], 0, totals=[-15, 0, 0])
    t = table(3, start=start)
    t.say("Y#1", *[t.hand(seat)[0] + "#1" for seat in (1, 2)])
    assert t.match.score_lines()[-3].points == -15
    assert t.match.scores()[0] == -30


@pytest.mark.parametrize("seats", SEATS)
def test_score_lines_explain_every_point(table, spec_result, seats):
    t = table(seats, seed=7)
    rng = Random(7)
    while not t.match.over:
        lines = t.match.score_lines()
        assert [sum(line.points for line in lines if line.seat == seat) for seat in range(seats)] == t.match.scores()
        t.play_any(rng)
    lines = t.match.score_lines()
    assert [(line.values["deal"], line.seat) for line in lines] == [
        (str(deal), seat) for deal in range(1, 5) for seat in range(seats)
    ]
    for line in lines:
        values = line.values
        assert line.points == spec_result(int(values["deal"]), values["bet"], int(values["tricks"]))
        assert values["points"] == str(line.points)
        assert values["difference"] == str(abs(int(values["tricks"]) - int(values["bet"].removesuffix("+S"))))


def test_score_lines_begin_with_what_was_brought_along(table):
    t = table(3, start={"deal": 3, "marker": 0, "totals": [35, 0, -10]})
    lines = t.match.score_lines()
    assert [(line.seat, line.points, line.clause.id) for line in lines] == [(0, 35, "LUZ-41"), (2, -10, "LUZ-41")]
    t.match.deal(range(40))
    t.bet_all()
    t.finish()
    lines = t.match.score_lines()
    assert len(lines) == 5
    assert [sum(line.points for line in lines if line.seat == seat) for seat in range(3)] == t.match.scores()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_score_lines_in_words(scored, table, lang):
    words = load_locale(GAME, lang)
    lines = [scored(3, "2", 2), scored(3, "2+S", 3), scored(3, "2", 5), scored(3, "2+S", 5)]
    lines += table(3, start={"deal": 2, "marker": 0, "totals": [15, 0, 0]}).match.score_lines()
    assert [line.clause.why for line in lines] == [
        *["fulfilled", "fulfilled-with-safety", "missed", "missed-with-safety", "before"]
    ]
    for line in lines:
        raw = words.find("score", line.clause.why)
        assert raw is not None
        names = {name for _, name, _, _ in Formatter().parse(raw) if name}
        assert names <= set(line.values)
        assert "points" in names
        text = words.score(line)
        assert text.endswith(f" [{line.clause.id}]")
        assert str(line.points) in text
        assert "{" not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_refusals_and_names_have_words(table, lang):
    words = load_locale(GAME, lang)
    for why in [
        *["seats-three-to-five", "cards-first", "not-your-bet", "one-bet-each", "bet-first", "bet-zero-to-ten"],
        *["bets-are-final", "beads-run-out", "not-your-turn", "no-such-card", "must-follow", "match-over"],
    ]:
        assert words.find("refusals", why)
    t = table(3, {"bead_limit": "on", "deduction_aid": "on", "history": "open", "deals": 2}, seed=3)
    names, phases = set(), set()
    while not t.match.over:
        display = t.display(t.turn)
        phases.add(display.phase)
        names |= {zone.name for zone in display.zones} | {fact.name for fact in display.facts}
        names |= {card.mark for zone in display.zones for card in zone.cards if card.mark}
        t.match.play(t.turn, t.match.legal(t.turn)[0])
    phases.add(t.display().phase)
    assert all(words.find("names", name) for name in names)
    assert all(words.find("phases", phase) for phase in phases)
    for option in GAME.options:
        assert words.find("options", option.name, "name")
        assert words.find("options", option.name, "help")
