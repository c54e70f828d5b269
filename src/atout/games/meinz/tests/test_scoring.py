"""Meinz: from tricks to points, and the end of the match (MEINZ-60 to MEINZ-72, MEINZ-90, MEINZ-91)."""

from itertools import permutations
from random import Random
from string import Formatter

import pytest

from atout.games.meinz import GAME
from atout.kernel.errors import MatchOverError
from atout.kernel.state import CHANCE, OVER
from atout.locale import LANGUAGES, load_locale

SEATS = (3, 4)


@pytest.fixture
def scored(table, before_last_trick):
    """Return a table after a round with these totals."""

    def play(reached, seats=4, options=None, **more):
        sums = list(reached)
        if seats == 3:
            sums[3] -= 12
        t = table(seats, options, before_last_trick(sums, seats, **more))
        t.say("R5 B5 G5 Y5" if seats == 4 else "R5 B5 G5")
        assert t.totals() == list(reached)
        return t

    return play


@pytest.mark.parametrize("seats", SEATS)
def test_meinz_60_totals_are_the_cards_of_both_tricks_after_exchanges(table, seats):
    for seed in range(3):
        t = table(seats, {"open_tricks": "on"}, seed=seed)
        t.discard_all()
        rng = Random(seed)
        sums = before = [0, 0, 0, 0]
        while t.fact("round") == "1":
            sums = [int(t.about("sum", place) or 0) for place in range(4)]
            before = t.tricks()
            t.random_step(rng)
        last = before.index(1)
        sums[last] += sum(int(card[1]) for card in t.cards("last_trick"))
        if seats == 3:
            sums[3] += 12
        assert t.totals() == sums


@pytest.mark.parametrize(
    ("totals", "places"),
    [([51, 38, 37, 31], [1, 2, 3, 4]), ([40, 40, 39, 34], [1, 1, 3, 4]), ([30, 40, 40, 40], [4, 1, 1, 1])],
)
def test_meinz_61_place_is_one_more_than_the_higher_totals(scored, totals, places):
    t = scored(totals)
    assert [int(line.values["place"]) for line in t.match.score_lines()] == places
    assert [int(line.values["total"]) for line in t.match.score_lines()] == totals


def test_meinz_62_shared_totals_get_nothing(scored):
    for totals in [[50, 50, 40, 30], [50, 40, 40, 30], [50, 40, 30, 30], [40, 40, 40, 30], [30, 40, 40, 40], [38] * 4]:
        t = scored(totals)
        for line in t.match.score_lines():
            if totals.count(totals[line.seat]) > 1:
                assert (line.points, line.clause.id, line.clause.why) == (0, "MEINZ-62", "tied")
            else:
                assert line.clause.id == "MEINZ-63"


def test_meinz_63_points_by_place(scored):
    for totals in permutations([51, 38, 37, 31]):
        t = scored(list(totals))
        worth = {51: (3, "first"), 38: (1, "second"), 37: (0, "third"), 31: (2, "last")}
        for line in t.match.score_lines():
            assert (line.points, line.clause.why) == worth[totals[line.seat]]
            assert line.clause.id == "MEINZ-63"
        assert t.match.scores() == [worth[total][0] for total in totals]


def test_meinz_64_ties_use_up_the_places_they_share(scored):
    assert scored([50, 50, 40, 30]).match.scores() == [0, 0, 0, 2]  # no second place, the next is third
    assert scored([50, 40, 40, 30]).match.scores() == [3, 0, 0, 2]  # no third place, the next is fourth
    assert scored([50, 40, 30, 30]).match.scores() == [3, 1, 0, 0]
    assert scored([40, 40, 40, 30]).match.scores() == [0, 0, 0, 2]


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_meinz_65_at_most_one_card_of_each_value_in_a_round(table, seats):
    handed = {1: 0, 2: 0, 3: 0}
    for seed in range(3):
        t = table(seats, seed=seed)
        rng = Random(seed)
        before = [0, 0, 0, 0]
        while not t.match.over:
            t.random_step(rng)
            points = t.points()
            gained = [now - then for now, then in zip(points, before, strict=True)]
            if any(gained):
                assert set(gained) <= {0, 1, 2, 3}
                for number in (1, 2, 3):
                    assert gained.count(number) <= 1
                    handed[number] += gained.count(number)
            before = points
    assert all(0 < number <= 3 * 8 for number in handed.values())


@pytest.mark.parametrize("seats", SEATS)
def test_meinz_66_point_cards_add_up_and_are_public(table, seats):
    t = table(seats).draw(0)
    rng = Random(66)
    for _ in range(8):
        before = t.points()
        t.match.deal(rng.sample(range(36), 36))
        t.finish_round(rng)
        gained = [int(t.about("round_points", place) or 0) for place in range(4)]
        after = [then + more for then, more in zip(before, gained, strict=True)]
        for observer in t.observers:
            assert [int(t.about("total", place, observer) or -1) for place in range(4)] == after
        assert t.match.scores() == after[:seats]


def test_meinz_66_points_brought_along(table):
    t = table(4, start={"round": 3, "dealer": 0, "totals": [5, 0, 2, 4]})
    lines = t.match.score_lines()
    assert [(line.seat, line.points, line.clause.id) for line in lines] == [
        *[(0, 5, "MEINZ-66"), (2, 2, "MEINZ-66"), (3, 4, "MEINZ-66")]
    ]


def test_meinz_70_most_points_win_after_round_8(scored):
    for best in range(4):
        totals = [5, 6, 7, 8]
        totals[best] = 15
        t = scored([51, 38, 37, 31], round=8, totals=totals)
        assert t.turn == OVER
        scores = [total + more for total, more in zip(totals, [3, 1, 0, 2], strict=True)]
        assert t.match.scores() == scores
        assert t.match.places()[best] == 1
        assert t.match.places().count(1) == 1
        for seat in range(4):
            t.expect_refusal(seat, "R1", "MEINZ-70", "match-over", MatchOverError)
            t.expect_refusal(seat, "x:R1", "MEINZ-70", "match-over", MatchOverError)


@pytest.mark.parametrize(
    ("before", "scores", "places"),
    [
        ([9, 11, 9, 8], [12, 12, 9, 10], [1, 1, 4, 3]),
        ([7, 9, 10, 8], [10, 10, 10, 10], [1, 1, 1, 1]),
        ([6, 8, 9, 9], [9, 9, 9, 11], [2, 2, 2, 1]),
        ([3, 5, 9, 7], [6, 6, 9, 9], [3, 3, 1, 1]),
    ],
)
def test_meinz_71_equal_sums_share_a_place(scored, before, scores, places):
    t = scored([51, 38, 37, 31], round=8, totals=before)  # + 3, 1, 0, 2
    assert (t.match.scores(), t.match.places()) == (scores, places)


@pytest.mark.parametrize("seats", SEATS)
def test_meinz_72_never_ends_early(scored, seats):
    totals = [24, 0, 0, 0]  # nobody can catch up
    for number in range(1, 8):
        t = scored([51, 38, 37, 31 if seats == 4 else 43], seats, round=number, totals=totals)
        assert (t.turn, t.fact("round")) == (CHANCE, str(number + 1))


def test_meinz_90_twelve_more_for_the_monster(table, before_last_trick):
    for sums, totals, points in [
        ([42, 40, 33, 30], [42, 40, 33, 42], [0, 0, 2, 0]),
        ([47, 38, 33, 27], [47, 38, 33, 39], [3, 0, 2, 1]),
        ([40, 35, 30, 44], [40, 35, 30, 56], [1, 0, 2, 3]),
        ([60, 50, 40, 24], [60, 50, 40, 36], [3, 1, 0, 2]),
    ]:
        t = table(3, start=before_last_trick(sums, 3))
        t.say("R5 B5 G5")
        assert t.totals() == totals
        assert t.points() == points
        assert t.match.scores() == points[:3]


def test_meinz_91_the_monster_cannot_win(scored):
    t = scored([38, 37, 31, 51], 3, round=8, totals=[10, 9, 8, 14])
    assert t.points() == [11, 9, 10, 17]
    assert t.match.places() == [1, 3, 2]
    assert t.fact("monster_total") == "17"  # shown all the same
    t = scored([38, 37, 31, 51], 3, round=8, totals=[10, 9, 9, 8])
    assert t.points() == [11, 9, 11, 11]
    assert t.match.places() == [1, 3, 1]


@pytest.mark.parametrize("seats", SEATS)
def test_score_lines_explain_every_point(table, spec, seats):
    t = table(seats, seed=7)
    rng = Random(7)
    while not t.match.over:
        t.random_step(rng)
    lines = t.match.score_lines()
    assert [(line.values["round"], line.seat) for line in lines] == [
        (str(number), seat) for number in range(1, 9) for seat in range(seats)
    ]
    assert [sum(line.points for line in lines if line.seat == seat) for seat in range(seats)] == t.match.scores()
    for line in lines:
        assert line.values["points"] == str(line.points)


def test_score_lines_name_all_totals_and_the_bonus(scored):
    assert {line.values["totals"] for line in scored([37, 51, 31, 38]).match.score_lines()} == {"51, 38, 37, 31"}
    assert {line.values["totals"] for line in scored([40, 34, 39, 40]).match.score_lines()} == {"40, 40, 39, 34"}
    lines = scored([48, 42, 29, 47], 3).match.score_lines()
    assert {line.values["totals"] for line in lines} == {"48, M 35+12, 42, 29"}
    assert (
        load_locale(GAME, "en").score(lines[1])
        == "Round 1: cards in the tricks 42, third of 48, M 35+12, 42, 29: 0 [MEINZ-63]"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_score_lines_in_words(scored, table, lang):
    words = load_locale(GAME, lang)
    lines = [*scored([51, 38, 37, 31]).match.score_lines(), *scored([40, 40, 39, 34]).match.score_lines()]
    lines += table(4, start={"round": 2, "dealer": 0, "totals": [3, 0, 0, 0]}).match.score_lines()
    assert {line.clause.why for line in lines} == {"first", "second", "third", "last", "tied", "before"}
    for line in lines:
        raw = words.find("score", line.clause.why)
        assert raw is not None
        names = {name for _, name, _, _ in Formatter().parse(raw) if name}
        assert names <= set(line.values)
        text = words.score(line)
        assert text.endswith(f"{line.points} [{line.clause.id}]")
        assert "{" not in text
