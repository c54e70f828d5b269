"""Schrecklicht: evaluation, the next round and the end of the match (SCH-32 to SCH-45)."""

from random import Random

import pytest

from atout.games.schrecklicht import GAME
from atout.games.schrecklicht.objectives import NAMES, PUMPKINS, Judge
from atout.kernel.errors import MatchOverError
from atout.locale import load_locale, load_rules

SEATS = (3, 4, 5)
HIGH, MIDDLE, LOW = (5, 3, 1), (3, 1), (1,)


def heads(card):
    return int(PUMPKINS[12 * "GVB".index(card[0]) + int(card[1:])])


def ladders(table, within, *pawns):
    """Return the ladders of green, violet and blue for pawns on these spaces."""
    low = {15: "11 4", 18: "11 7", 20: "11 9", 30: "11 10 9", 10: "10", 0: "0"}
    displays = [
        " ".join(f"{colour}{value}" for value in low[pawn].split()) for colour, pawn in zip("GVB", pawns, strict=True)
    ]
    t = table(3, start=within(displays, "LOW_SUM HIGH_SUM MOST_ODD"))
    assert t.pawns() == pawns
    return list(t.of_colours("ladder").values())


def test_sch_32_the_order_of_the_pawns_gives_the_ladders(table, within):
    assert ladders(table, within, 20, 15, 10) == ["5/3/1", "3/1", "1"]
    assert ladders(table, within, 10, 20, 15) == ["1", "5/3/1", "3/1"]
    assert ladders(table, within, 0, 10, 30) == ["1", "3/1", "5/3/1"]


def test_sch_32_points_by_the_ladders(ended):
    # green 25, violet 30, blue 18; sums 10, 27, 36; odd cards 2, 2, 2 with highest 3, 9, 11; no covered pair
    t = ended(["G1 V2 B3 G4", "G9 V8 B7 G3", "V11 V9 B8 G8"], "HIGH_SUM MOST_ODD LOW_COVER")
    assert t.pawns() == (25, 30, 18)
    assert t.of_colours("ladder") == {"G": "3/1", "V": "5/3/1", "B": "1"}
    assert t.standing("G") == [(3, "10", 0), (2, "27", 1), (1, "36", 3)]
    assert t.standing("V") == [(3, "2", 1), (1, "3", 5), (2, "2", 3)]
    assert t.standing("B") == [(0, "-", 0)] * 3
    assert t.match.scores() == [1, 6, 6]


def test_sch_33_equal_pawns_share_the_better_ladder(table, within):
    assert ladders(table, within, 20, 20, 10) == ["5/3/1", "5/3/1", "3/1"]
    assert ladders(table, within, 20, 10, 20) == ["5/3/1", "3/1", "5/3/1"]
    assert ladders(table, within, 10, 20, 20) == ["3/1", "5/3/1", "5/3/1"]
    assert ladders(table, within, 20, 10, 10) == ["5/3/1", "3/1", "3/1"]
    assert ladders(table, within, 10, 20, 10) == ["3/1", "5/3/1", "3/1"]
    assert ladders(table, within, 15, 15, 15) == ["5/3/1"] * 3


def test_sch_34_ranks_get_the_numbers_of_the_ladder(ended, on_ladder):
    displays = ["G1 V2 B3 G4", "G5 V6 B7 G0", "V1 V9 B8 G8", "G2 B2 B1 V3", "G11 B10 V10 G3"]
    t = ended(displays, "HIGH_SUM LOW_SUM MOST_ODD")
    ladder = {"5/3/1": HIGH, "3/1": MIDDLE, "1": LOW}
    gained = [0] * 5
    for colour, rungs in t.of_colours("ladder").items():
        standing = t.standing(colour)
        points = on_ladder([rank for rank, _, _ in standing], ladder[rungs])
        assert [points for _, _, points in standing] == points
        gained = [one + other for one, other in zip(gained, points, strict=True)]
    assert t.match.scores() == gained
    assert sorted({rank for rank, _, _ in t.standing("G")}) == [1, 2, 3, 4, 5]
    assert [points for _, _, points in sorted(t.standing("G"))] == on_ladder(
        [1, 2, 3, 4, 5], ladder[t.of_colours("ladder")["G"]]
    )


def test_sch_35_equal_players_share_a_rank_and_the_next_gets_the_next_number(ended, on_ladder):
    # sums 12, 12, 11 and 5 with highest cards 6, 6, 5 and 2
    t = ended(
        ["G6 V4 B1 B0 B11/G11", "V6 B4 G2 V0", "G5 V3 B2 V1", "V2 G1 B3 G0 V11/V10"], "HIGH_SUM LOW_COVER MOST_ODD"
    )
    ranks = [rank for rank, _, _ in t.standing("G")]
    assert [amount for _, amount, _ in t.standing("G")] == ["11", "12", "11", "6"]
    assert ranks == [2, 1, 3, 4]
    t = ended(["G6 V4 B2 B0", "V6 B4 G2 V0", "G5 V3 B1 V1", "V2 G1 B3 G0"], "HIGH_SUM LOW_COVER MOST_ODD")
    ranks = [rank for rank, _, _ in t.standing("G")]
    assert ranks == [1, 1, 2, 3]
    assert on_ladder(ranks, HIGH) == [5, 5, 3, 1]


def test_sch_36_the_tie_break_is_applied_once(ranks_of):
    assert ranks_of(["G9 V5 B4", "V9 B6 G3", "B9 G8 V1"], "HIGH_SUM") == [1, 1, 1]  # 18 with 9; 5, 6 or 8 do not count
    assert ranks_of(["G0 V9 B5", "V0 G7 B7", "B0 G4 B10"], "LOW_SUM") == [1, 1, 1]
    assert ranks_of(["G5 V3 B2", "V5 B1 G2", "B5 G3 V0"], "MOST_ODD") == [1, 1, 1]


PAIRED = ["G1 V11/B10", "V2 G11/B9", "B3 V10/G10"]


@pytest.mark.parametrize("objective", NAMES)
def test_sch_37_covered_pairs_count_for_four_objectives_only(ranks_of, objective):
    plain = ["G1", "V2", "B3"]
    alike = ranks_of(PAIRED, objective, "V") == ranks_of(plain, objective, "V")
    assert alike == (objective not in ("HIGH_COVER", "HIGH_COVERED", "LOW_COVER", "LOW_COVERED"))


def test_sch_38_a_zero_is_worth_zero(ranks_of):
    assert ranks_of(["G0", "G10", "V1"], "HIGH_SUM") == [3, 1, 2]
    assert ranks_of(["G0", "G10", "V1"], "LOW_SUM") == [1, 3, 2]
    assert ranks_of(["G5 G0/B11", "V5 V1/B1", "B5 G11/B2"], "HIGH_COVER") == [3, 2, 1]
    assert ranks_of(["G5 G0/B11", "V5 V1/B1", "B5 G11/B2"], "LOW_COVER") == [1, 2, 3]


BEST = {  # displays from best to worst, the last two equal where it says so
    "HIGH_COVER": (["G4 G9/V1", "V4 V9/V2", "B4 B9/V3", "G5 B8/B1"], [1, 2, 3, 4]),
    "HIGH_SUM": (["G11 V1", "G8 V4", "B8 B4", "V8"], [1, 2, 2, 3]),
    "HIGH_COLOUR_SUM": (["G7 G1 V2", "G5 G3 B9", "G6 V11", "B11"], [1, 2, 3, 4]),
    "HIGH_COVERED": (["G4 G9/G8", "V4 V9/V8", "B4 B9/B8", "G5 G11/G7"], [1, 2, 3, 4]),
    "MOST_ODD": (["G1 V1 B3", "G5 G7 V8", "V5 B5 G8", "G9 G10 B10"], [1, 2, 3, 4]),
    "MOST_PUMPKINS": (["G1 V4 B1", "V0 G4", "G6 V3", "G0 V1"], [1, 2, 2, 3]),
    "LOW_COVER": (["G4 G2/G1", "V4 V2/V1", "B4 B2/B1", "G5 G3/B0"], [1, 2, 3, 4]),
    "LOW_SUM": (["G1 V7", "G2 V6", "B2 B6", "V9"], [1, 2, 2, 3]),
    "LOW_COLOUR_SUM": (["G0 V11", "V10 B10", "G1 G4", "G2 G3"], [1, 2, 3, 4]),
    "LOW_COVERED": (["G4 G9/G2", "V4 V9/V2", "B4 B9/B2", "G5 G11/G3"], [1, 2, 3, 4]),
    "FEWEST_PUMPKINS": (["G0 V1", "G2", "V0", "V4 B1"], [1, 2, 2, 3]),
    "MULTIPLES": (["G1 V1 B1", "G2 V2 G3 B3", "V4 B4 V5 B5", "B10 G10 G6"], [1, 2, 2, 3]),
}


@pytest.mark.parametrize("objective", NAMES)
def test_sch_39_the_twelve_objectives(ranks_of, objective):
    displays, ranks = BEST[objective]
    if objective == "FEWEST_PUMPKINS":
        assert [sum(map(heads, display.split())) for display in displays] == [0, 1, 2, 2]
        ranks = [1, 2, 3, 4]  # the last two by the number of cards with heads
    for turns in range(4):
        turned = displays[turns:] + displays[:turns]
        assert ranks_of(turned, objective) == ranks[turns:] + ranks[:turns]


def test_sch_39_the_game_has_exactly_these_objectives(table):
    assert list(BEST) == NAMES
    t = table(3)
    t.deal(dealer="A")
    assert sorted(t.match.state.pack().names) == sorted(NAMES)


def test_sch_40_who_can_be_ranked(ranks_of):
    for objective in ("HIGH_COVER", "LOW_COVER", "HIGH_COVERED", "LOW_COVERED"):
        assert ranks_of(["G1", "V2 G9/G8", "B3"], objective) == [0, 1, 0]
    assert ranks_of(["G1 G2", "V2 V3 B2", "B3 B4"], "MULTIPLES") == [0, 1, 0]
    empty = ["V11/G10", "V2", "B2 V4"]
    assert ranks_of(empty, "HIGH_SUM") == [3, 2, 1]
    assert ranks_of(empty, "LOW_SUM") == [1, 2, 3]
    assert ranks_of(empty, "HIGH_COLOUR_SUM", "V") == [3, 2, 1]
    assert ranks_of(empty, "LOW_COLOUR_SUM", "V") == [1, 2, 3]
    assert ranks_of(empty, "MOST_ODD") == [1, 1, 1]
    assert ranks_of(["V11/G10", "V1", "B2 V7"], "MOST_PUMPKINS") == [2, 2, 1]
    assert ranks_of(["V11/G10", "V1", "B2 V7"], "FEWEST_PUMPKINS") == [1, 1, 2]


def test_sch_40_no_such_card_loses_every_tie_break(ranks_of):
    assert ranks_of(["V11/G10", "V0", "B2"], "HIGH_SUM") == [3, 2, 1]
    assert ranks_of(["V11/G10", "V0", "B2"], "LOW_SUM") == [2, 1, 3]
    assert ranks_of(["G3", "B0", "B2"], "HIGH_COLOUR_SUM", "B") == [3, 2, 1]
    assert ranks_of(["G3", "B0", "B2"], "LOW_COLOUR_SUM", "B") == [2, 1, 3]


def test_sch_41_values_do_not_matter_among_equal_kinds(ranks_of):
    assert ranks_of(["G0 V0", "G11 V11", "G5 B5 V6"], "MULTIPLES") == [1, 1, 1]
    assert ranks_of(["G0 V0 G1 V1", "G11 V11 B10 V10", "G5 B5 V6"], "MULTIPLES") == [1, 1, 2]
    assert ranks_of(["G0 V0 B0", "G11 V11 B11 V10", "G5 B5 V6 G6"], "MULTIPLES") == [1, 1, 2]


def test_sch_42_the_pumpkin_table():
    table = {
        "Green": "0 3 1 0 3 2 2 1 2 3 1 0",
        "Violet": "2 0 2 3 1 1 3 0 1 2 0 3",
        "Blue": "3 1 2 1 0 2 0 3 1 0 3 2",
    }
    assert "".join("".join(row.split()) for row in table.values()) == PUMPKINS
    assert GAME.settle({}).text("pumpkins") == PUMPKINS
    judge = Judge(PUMPKINS, True, False)
    for colour, row in enumerate(table.values()):
        numbers = [int(number) for number in row.split()]
        assert [judge.heads[3 * value + colour] for value in range(12)] == numbers
        assert sorted(numbers) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
        assert sum(numbers[1::2]) == sum(numbers[0::2]) == sum(numbers[:6]) == sum(numbers[6:]) == 9
        for lang in ("en", "fr", "de"):
            assert " | ".join(row.split()) in load_rules(GAME, lang)
    assert {sum(heads(f"{colour}{value}") for colour in "GVB") for value in range(12)} == {4, 5}


@pytest.mark.parametrize("seats", SEATS)
def test_sch_43_points_are_added_and_the_next_round_begins(table, seats):
    t = table(seats, seed=43)
    rng = Random(43)
    before = [0] * seats
    number = 1
    while not t.match.over:
        t.play_any(rng)
        if t.match.over or t.fact("round") != str(number):
            after = t.match.scores()
            lines = [line for line in t.match.score_lines() if line.values["round"] == str(number)]
            for seat in range(seats):
                gained = sum(line.points for line in lines if line.seat == seat)
                assert after[seat] == before[seat] + gained
                assert t.fact("total", seat) == str(after[seat])
            assert all(line.points > 0 for line in lines)
            before = after
            number += 1
    assert number == 5


def test_sch_44_the_highest_total_wins(table, within):
    start = within(["G1 G2 V1 B1", "G3 V2 B2 V3", "V0 G0 B0"], "HIGH_SUM LOW_SUM MULTIPLES", "B3")
    t = table(3, start=start | {"round": 4, "totals": [20, 10, 14]})
    t.say("B3>C")
    assert t.match.over
    assert t.match.scores() == [31, 19, 25]  # 3 + 3 + 5, 5 + 1 + 3, 1 + 5 + 5: all pawns stand on 6
    assert t.match.places() == [1, 3, 2]
    for seat in range(3):
        t.expect_refusal(seat, "G5>A", "SCH-44", "match-over", MatchOverError)


def test_sch_45_a_tie_is_a_shared_victory(table, within):
    start = within(["G1 G2 V1 B1", "G3 V2 B2 V3", "V0 G0 B0"], "HIGH_SUM LOW_SUM MULTIPLES", "B3")
    gained = [11, 9, 11]
    for totals, places in [([3, 3, 3], [1, 3, 1]), ([0, 2, 0], [1, 1, 1]), ([0, 4, 2], [3, 1, 1])]:
        t = table(3, start=start | {"round": 4, "totals": totals})
        t.say("B3>C")
        assert t.match.scores() == [one + other for one, other in zip(totals, gained, strict=True)]
        assert t.match.places() == places


def amounts_of(lines):
    """Return who gets how much, by which clause, and what was counted."""
    return [(line.seat, line.points, line.clause.id, line.clause.why, line.values["amount"]) for line in lines]


def test_score_lines_name_the_clause_and_say_how_they_come_about(ended):
    t = ended(["G4 V7 B6 B11 G0/G11", "V10 G10 V9 B3", "B0 B10 G8 B2 V8/B1"], "LOW_SUM HIGH_COVER MULTIPLES")
    assert amounts_of(t.match.score_lines()) == [
        (1, 5, "SCH-34", "one-pair", "2"),
        (0, 1, "SCH-34", "high-cover", "G0"),
        (2, 3, "SCH-34", "high-cover", "V8"),
        (2, 1, "SCH-34", "low-sum", "20"),
    ]
    first = t.match.score_lines()[0].values
    assert (first["round"], first["colour"], first["ladder"], first["rank"]) == ("1", "B", "5/3/1", "1")


def test_score_lines_say_what_decides_among_equals(ended):
    displays = ["G4 V7 B6 B11 G0/G11", "V10 G10 V9 B3", "B0 B10 G8 B2 V8/B1"]  # blue 32, violet 26, green 22

    def first(objectives):
        """Return what blue's objective counts in the first display, and its tie-break."""
        line = ended(displays, objectives).match.score_lines()[0]
        assert (line.seat, line.values["colour"]) == (0, "B")
        return line.values["amount"], line.values["tie"]

    assert first("MOST_ODD LOW_COVER HIGH_SUM") == ("28", "11")
    assert first("MOST_ODD LOW_COVER HIGH_COLOUR_SUM") == ("17", "11")
    assert first("MOST_ODD LOW_COVER LOW_SUM") == ("28", "4")
    assert first("MOST_ODD LOW_COVER LOW_COLOUR_SUM") == ("17", "6")
    assert first("HIGH_SUM LOW_COVER MOST_ODD") == ("2", "11")
    assert first("HIGH_SUM LOW_COVER MOST_PUMPKINS") == ("5", "2")  # G4 has three heads, B11 two
    assert first("HIGH_SUM LOW_COVER FEWEST_PUMPKINS") == ("5", "2")
    assert first("HIGH_SUM LOW_COVER HIGH_COVERED") == ("G11", "-")
    assert first("HIGH_SUM MOST_ODD HIGH_COVER") == ("G0", "-")


def test_score_lines_say_where_a_sum_or_count_is_empty(ended):
    # violet 0, green 23 and blue 19: seat 0 shows no violet card, seat 1 shows the 0, and nobody an odd card but seat 2
    t = ended(["G4 B4 G6 B2", "V0 G2 B0 G0", "G1 G10 B3 B10"], "LOW_SUM LOW_COLOUR_SUM MOST_ODD")
    assert t.pawns() == (23, 0, 19)
    assert amounts_of(t.match.score_lines()) == [
        (0, 3, "SCH-34", "low-sum", "16"),
        (1, 5, "SCH-34", "low-sum", "2"),
        (2, 1, "SCH-34", "low-sum", "24"),
        (0, 1, "SCH-40", "most-odd-without-card", "0"),
        (1, 1, "SCH-40", "most-odd-without-card", "0"),
        (2, 3, "SCH-34", "most-odd", "2"),
        (1, 1, "SCH-34", "low-colour-sum", "0"),
    ]


def test_score_lines_of_empty_displays(sheet):
    # green 38 + 7 = 45 ends the round; seat 0 shows nothing: its one card was covered
    displays = ["V11/V10", "G11 G10 G9 G8", "G7 B1"]
    lines = sheet([{"objectives": "HIGH_SUM HIGH_COLOUR_SUM LOW_SUM", "displays": displays}], 3).lines
    found = [(line.seat, line.points, line.clause.id, line.clause.why, line.values["colour"]) for line in lines]
    assert found == [
        (0, 1, "SCH-40", "high-sum-without-card", "G"),
        (1, 5, "SCH-34", "high-sum", "G"),
        (2, 3, "SCH-34", "high-sum", "G"),
        (0, 3, "SCH-40", "low-sum-without-card", "B"),
        (2, 1, "SCH-34", "low-sum", "B"),
        *[(seat, 1, "SCH-40", "high-colour-sum-without-card", "V") for seat in range(3)],
    ]
    lines = sheet([{"objectives": "LOW_COLOUR_SUM HIGH_SUM MOST_ODD", "displays": displays}], 3).lines
    assert [(line.seat, line.points, line.clause.why) for line in lines][:1] == [(0, 5, "low-colour-sum-without-card")]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Round 1, violet for 1: lowest sum in violet, 0 with lowest card 0. Rank 1: 1 [SCH-34]"),
        (
            "fr",
            "Manche 1, violet pour 1\u00a0: plus basse somme en violet, 0 avec 0 pour plus basse carte. "
            "Rang 1\u00a0: 1 [SCH-34]",
        ),
        ("de", "Runde 1, Violett für 1: niedrigste Summe in Violett, 0 mit niedrigster Karte 0. Rang 1: 1 [SCH-34]"),
    ],
)
def test_score_lines_name_the_colour(ended, lang, said):
    t = ended(["G4 B4 G6 B2", "V0 G2 B0 G0", "G1 G10 B3 B10"], "LOW_SUM LOW_COLOUR_SUM MOST_ODD")
    assert load_locale(GAME, lang).score(t.match.score_lines()[-1]) == said


# The examples of the rules


def test_sch_ex_5_equal_players(ranks_of, on_ladder):
    ranks = ranks_of(["G6 V4 B2 B0", "V6 B4 G2 V0", "G5 V3 B1 V1", "V2 G1 B3 G0"], "HIGH_SUM")
    assert on_ladder(ranks, HIGH) == [5, 5, 3, 1]


def test_sch_ex_6_equal_colours(table, within):
    t = table(3, start=within(["G10 V4", "B10", "V1"], "LOW_SUM HIGH_SUM MOST_ODD"))
    assert t.pawns() == (10, 5, 10)
    assert t.of_colours("ladder") == {"G": "5/3/1", "V": "3/1", "B": "5/3/1"}


def test_sch_ex_7_sums(table, within):
    t = table(3, start=within(["G2 V7 B9 G9", "G0 V3 B4 G7", "V1"], "LOW_SUM HIGH_SUM MOST_ODD"))
    assert [amount for _, amount, _ in t.standing("G")] == ["27", "14", "1"]
    assert [amount for _, amount, _ in t.standing("V")] == ["27", "14", "1"]


def test_sch_ex_8_class_order(ranks_of):
    assert ranks_of(["G9 V9", "G1 V1 B1", "G2 V2 G3 V3"], "MULTIPLES") == [3, 1, 2]


def test_sch_ex_16_high_sum(ranks_of, on_ladder, ended):
    displays = ["G2 V7 B9 G9", "V11 G8 B5 V3", "B11 V10 G3 B3", "G1 V2 B4 G4"]
    assert on_ladder(ranks_of(displays, "HIGH_SUM"), HIGH) == [3, 5, 5, 1]
    t = ended(displays, "MOST_ODD HIGH_SUM LOW_COVER")  # violet is first
    assert t.standing("V") == [(2, "27", 3), (1, "27", 5), (1, "27", 5), (3, "11", 1)]


def test_sch_ex_17_low_sum(table, within):
    displays = ["G0 V3 B4 G7", "V1 G2 B5 B6", "V0 G10 B1 B3", "G9 V9 B9"]
    t = table(4, start=within(displays, "LOW_SUM MOST_ODD LOW_COVER"))  # green is first
    assert t.standing("G") == [(1, "14", 5), (2, "14", 3), (1, "14", 5), (3, "27", 1)]


def test_sch_ex_18_no_visible_card(table, within):
    t = table(3, start=within(["G8/V6", "G0", "V0 B1"], "LOW_SUM MOST_ODD LOW_COVER"))  # green and violet are second
    assert t.of_colours("ladder")["G"] == "3/1"
    assert t.standing("G") == [(2, "0", 1), (1, "0", 3), (3, "1", 0)]


def test_sch_ex_19_high_colour_sum(ranks_of, on_ladder):
    displays = ["B4 B5 G1 V2", "B9 G3 V3 V4", "G10 G11 V9 V8", "B0 V1 G5 G6"]
    assert on_ladder(ranks_of(displays, "HIGH_COLOUR_SUM", "B"), HIGH) == [3, 5, 0, 1]


def test_sch_ex_20_low_colour_sum(ranks_of, on_ladder):
    displays = ["G4 B4 B5 G1", "V0 G3 B3 B7", "V3 V1 B1 B2", "G8 B9 G9 B10"]
    assert on_ladder(ranks_of(displays, "LOW_COLOUR_SUM", "V"), HIGH) == [3, 5, 1, 3]


def test_sch_ex_21_most_odd(ranks_of, on_ladder):
    displays = ["G1 V3 B5 G2", "V1 G5 B3 V4", "G9 B11 V2 V0", "G4 V6 B6 B8"]
    assert on_ladder(ranks_of(displays, "MOST_ODD"), HIGH) == [5, 5, 3, 1]


def test_sch_ex_22_multiples(ranks_of, on_ladder):
    displays = ["G5 V5 B5 G1", "G2 V2 B7 V7", "G9 B9 G3 V3", "V6 B6 G0 G4", "B1 B2 B3 V8"]
    ranks = ranks_of(displays, "MULTIPLES")
    assert on_ladder(ranks, HIGH) == [5, 3, 3, 1, 0]
    assert on_ladder(ranks, LOW) == [1, 0, 0, 0, 0]


def test_sch_ex_23_cover_objectives(ranks_of, on_ladder):
    assert on_ladder(ranks_of(["G5", "V9/V1", "G9/G1", "V5"], "HIGH_COVER"), HIGH) == [0, 3, 5, 0]
    assert on_ladder(ranks_of(["B0/V11", "V0/G0", "G3/B2"], "LOW_COVER"), HIGH) == [3, 5, 1]
    assert on_ladder(ranks_of(["V11/B7", "G7/V7", "B8/G3", "V5/B5"], "HIGH_COVERED"), MIDDLE) == [1, 3, 0, 0]
    assert on_ladder(ranks_of(["V11/B7", "G7", "B8"], "LOW_COVERED"), LOW) == [1, 0, 0]


def test_sch_ex_24_pumpkins(ranks_of, on_ladder):
    most = ["G1 G9 V0 V4", "G4 B0 B10 V10", "V6 V11 G5 B8", "G0 G3 V1 B4"]
    assert [[heads(card) for card in display.split()] for display in most] == [
        [3, 3, 2, 1],
        [3, 3, 3, 0],
        [3, 3, 2, 1],
        [0, 0, 0, 0],
    ]
    assert on_ladder(ranks_of(most, "MOST_PUMPKINS"), HIGH) == [5, 3, 5, 1]
    fewest = ["G3 V1 B4", "G0 V0 G11 V7", "B1 B3 V10", "B6 B9"]
    assert on_ladder(ranks_of(fewest, "FEWEST_PUMPKINS"), HIGH) == [5, 3, 1, 5]


def test_sch_ex_25_ladders(table, within):
    assert ladders(table, within, 30, 18, 18) == ["5/3/1", "3/1", "3/1"]
    assert ladders(table, within, 15, 15, 15) == ["5/3/1", "5/3/1", "5/3/1"]


def test_sch_ex_27_complete_round(table, ex_27):
    objectives, hands, plays = ex_27
    pawns = (
        """0/10/1 0/10/0 4/10/0 4/17/0 4/17/0 14/17/0 14/26/0 14/26/3 14/26/13 22/26/13 22/26/19 22/26/30 22/26/32"""
    )
    t = table(3)
    t.deal(dealer="C")
    t.deal(objectives=objectives)
    dealt = [hands[place % 3].split()[place // 3] for place in range(18)]
    t.deal(deck=" ".join(["G11", "G6", "V10", "B1", *dealt]))
    assert [t.visible(seat) for seat in range(3)] == [{"G11"}, {"V10"}, {"B1"}]
    assert (t.cards("rejected"), t.pawns()) == (["G6"], (11, 10, 1))
    for step, (text, position) in enumerate(zip(plays, pawns.split(), strict=True)):
        assert (t.turn, t.display().phase) == (step % 3, "plays")
        t.say(text)
        assert t.pawns() == tuple(int(place) for place in position.split("/"))
    assert t.display().phase == "evaluated"
    assert [t.visible(seat) for seat in range(3)] == [
        {"G4", "V7", "B6", "B11"},
        {"V10", "G10", "V9", "B3"},
        {"B0", "B10", "G8", "B2"},
    ]
    assert [t.pair(seat) for seat in range(3)] == ["G0/G11", "", "V8/B1"]
    assert [points for _, _, points in t.standing("B")] == [0, 5, 0]
    assert [points for _, _, points in t.standing("V")] == [1, 0, 3]
    assert [points for _, _, points in t.standing("G")] == [0, 0, 1]
    assert [amount for _, amount, _ in t.standing("G")] == ["28", "32", "20"]
    assert t.match.scores() == [1, 5, 4]
