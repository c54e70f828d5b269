"""Meinz: the worked examples of the specification as records, replayed to the positions and results it states."""

from pathlib import Path

import pytest

from atout import record
from atout.games.meinz import GAME
from atout.games.meinz.reading import MONSTER_TRICK, TURNED
from atout.kernel.log import SPECTATOR, TRICK
from atout.kernel.view import Display
from atout.match import Match, PlayStep

RECORDS = Path(__file__).parent.parent / "records"
EXAMPLES = sorted(file.stem for file in RECORDS.glob("ex-*.toml"))
PARTS = {"e5": ["a", "b", "c"], "t12": ["ada", "dora"], "t18": ["a", "b", "c", "d", "e", "f"], "t22": ["a", "b"]}


def replay(name: str) -> Match:
    return record.replay(record.load(RECORDS / f"ex-{name}.toml"))


def display(match: Match) -> Display:
    return match.view(SPECTATOR).display()


def fact(match: Match, name: str, seat: int = -1) -> str:
    return next(f.value for f in display(match).facts if (f.name, f.seat) == (name, seat))


def legal(match: Match) -> set[str]:
    return {GAME.text(action) for action in match.legal(match.turn)}


def took(name: str) -> list[int]:
    """Return who received the tricks of a record; 3 for the Monster."""
    moments = record.replay_steps(record.load(RECORDS / f"ex-{name}.toml"))
    return [entry.seat for moment in moments for entry in moment.entries_seen() if entry.kind in (TRICK, MONSTER_TRICK)]


def asked_seats(name: str) -> list[str]:
    """Return who was asked between the cards of the first trick, by letter; M stands for a card of the Monster."""
    windows = [""]
    for moment in record.replay_steps(record.load(RECORDS / f"ex-{name}.toml")):
        assert isinstance(moment.step, PlayStep)
        text = GAME.text(moment.step.action)
        if text in ("-", "meinz"):
            windows[-1] += "ABCD"[moment.step.seat]
        elif len(text) == 2:
            windows.append("")
        for entry in moment.entries_seen():
            if entry.kind in (TRICK, MONSTER_TRICK):
                return windows
            windows += [""] if entry.kind == TURNED else []
    return windows


def test_every_example_of_the_specification_is_recorded_and_tested():
    wanted = {f"e{k}" for k in range(1, 7)} | {f"t{k}" for k in range(1, 30)} - {"t27"} | {"r1", "r2"}
    names = {f"ex-{key}" for key in wanted - PARTS.keys()}
    names |= {f"ex-{key}-{part}" for key, parts in PARTS.items() for part in parts}
    assert set(EXAMPLES) == names
    tests = " ".join(name for name in globals() if name.startswith("test_m_"))
    for key in wanted:
        assert f"_{key}_" in f"{tests} ".replace(" ", "_")


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("e1", {"Y5", "B2", "G7"}),
        ("t1", {"R2", "R9", "Y5"}),
        ("t2", {"R8"}),
        ("t3", {"Y9", "R1", "B1"}),
        ("t4", {"B3", "R8", "G8"}),
    ],
)
def test_m_e1_t1_t2_t3_t4_following(name, cards):
    match = replay(name)
    assert (match.turn, legal(match)) == (1, cards)


@pytest.mark.parametrize(("name", "points"), [("e2", [3, 1, 0, 2]), ("e3", [0, 0, 0, 2])])
def test_m_e2_e3_points(name, points):
    match = replay(name)
    assert [line.values["total"] for line in match.score_lines()] == [
        *{"e2": ["51", "38", "37", "31"], "e3": ["40", "40", "39", "34"]}[name]
    ]
    assert match.scores() == points


def test_m_e4_asking_order():
    assert asked_seats("e4") == ["", "A", "BA", "CAB", ""]


def test_m_e5_two_trick_seats_are_skipped():
    assert [took(f"e5-{part}") for part in "abc"] == [[1], [2], [3]]


def test_m_e6_monster_bonus():
    assert fact(replay("e6"), "monster_round_total") == "42"


@pytest.mark.parametrize(("name", "receiver"), [("t5", 3), ("t6", 1), ("t7", 0), ("t8", 2), ("t9", 1), ("t17", 0)])
def test_m_t5_t6_t7_t8_t9_t17_receiver(name, receiver):
    match = replay(name)
    assert took(name) == [receiver]
    assert match.turn == receiver


def test_m_t9_a_cry_after_card_2():
    match = replay("t9")
    last = next(zone for zone in display(match).zones if zone.name == "last_trick").cards
    assert sum(int(card.text[1]) for card in last) == 16
    assert (match.turn, display(match).phase) == (1, "tricks")


def test_m_t10_asking_order():
    assert asked_seats("t10") == ["", "A", "A", "CA", ""]


def test_m_t11_nobody_is_asked():
    assert asked_seats("t11") == [""] * 5
    assert took("t11") == [2]


def test_m_t12_two_eligible_seats():
    for part, receiver in [("ada", 0), ("dora", 3)]:
        assert asked_seats(f"t12-{part}") == ["", "A", "A", "A", ""]
        assert took(f"t12-{part}") == [receiver]


def test_m_t13_exchanges():
    match = replay("t13")
    assert legal(match) == {"B4>B1", "B4>B7", "B9>B1", "B9>B7", "R2>R8", "keep"}


def test_m_t14_no_exchange_possible():
    match = replay("t14")
    hand = next(zone for zone in match.view(2).display().zones if (zone.name, zone.seat) == ("hand", 2))
    assert {card.text for card in hand.cards} == {"Y1", "Y2"}
    assert (match.turn, legal(match)) == (2, {"keep"})
    match.play(2, "keep")
    assert (match.turn, legal(match)) == (2, {"Y1", "Y2"})


def test_m_t15_the_trick_counts_less():
    match = replay("t15")
    last = next(zone for zone in display(match).zones if zone.name == "last_trick").cards
    assert sum(int(card.text[1]) for card in last) == 20
    hand = next(zone for zone in match.view(2).display().zones if (zone.name, zone.seat) == ("hand", 2))
    assert {card.text for card in hand.cards} == {"R9", "G4"}


def test_m_t16_no_exchange_after_trick_8():
    match = replay("t16")
    assert display(match).phase == "deal"
    assert took("t16") == [3]


def test_m_t17_asked_until_the_cry():
    assert asked_seats("t17") == ["", "A", "BA", "CA", ""]


@pytest.mark.parametrize(
    ("part", "points"),
    [
        *[("a", [3, 0, 0, 2]), ("b", [3, 1, 0, 0]), ("c", [0, 0, 0, 2])],
        *[("d", [3, 0, 0, 0]), ("e", [0, 0, 0, 0]), ("f", [0, 0, 0, 0])],
    ],
)
def test_m_t18_ties(part, points):
    totals = {"a": "50 40 40 30", "b": "50 40 30 30", "c": "40 40 40 34"}
    totals |= {"d": "50 39 39 39", "e": "42 42 31 31", "f": "38 38 38 38"}
    match = replay(f"t18-{part}")
    assert " ".join(line.values["total"] for line in match.score_lines()) == totals[part]
    assert match.scores() == points


@pytest.mark.parametrize(
    ("name", "total", "points", "monster"), [("t19", "42", [0, 0, 2], "0"), ("t20", "39", [3, 0, 2], "1")]
)
def test_m_t19_t20_the_monster_scores(name, total, points, monster):
    match = replay(name)
    assert fact(match, "monster_round_total") == total
    assert match.scores() == points
    assert fact(match, "monster_total") == monster


def test_m_t21_t22_ties_with_the_monster():
    assert took("t21") == [2]
    assert took("t22-a") == [3]
    assert took("t22-b") == [1]


def test_m_t23_t24_t25_asking_order_with_the_monster():
    assert asked_seats("t23") == ["", "A", "A", "BA", ""]
    assert asked_seats("t24") == ["", "A", "BA", ""]  # nobody after the Monster's lead, which opens the record
    assert asked_seats("t25") == ["", "A", "BA", "CAB", ""]


def test_m_t26_only_the_monster_is_eligible():
    assert asked_seats("t26") == [""] * 4
    assert took("t26") == [3]


def test_m_t28_shared_victory():
    match = replay("t28")
    assert match.over
    assert (match.scores(), match.places()) == ([12, 12, 9, 10], [1, 1, 4, 3])


def test_m_t29_the_monster_is_shown_and_does_not_win():
    match = replay("t29")
    assert match.over
    assert (match.scores(), match.places()) == ([12, 10, 12], [1, 3, 1])
    assert fact(match, "monster_total") == "13"


def course(name: str) -> list[tuple[str, str, int, str, list[int]]]:
    """Return the tricks of a complete round: cards in order, who cried, receiver, exchange, tricks after."""
    found: list[tuple[str, str, int, str, list[int]]] = []
    cards: list[str] = []
    cry, counts = "none", [0, 0, 0, 0]
    for moment in record.replay_steps(record.load(RECORDS / f"ex-{name}.toml")):
        if not isinstance(moment.step, PlayStep):
            continue
        seat, text = moment.step.seat, GAME.text(moment.step.action)
        if text == "meinz":
            cry = f"{'ABCD'[seat]} after card {len(cards)}"
        elif len(text) == 2:
            cards.append(text)
        elif text == "keep" or ">" in text:
            last = found.pop()
            found.append((last[0], last[1], last[2], text, last[4]))
        for entry in moment.entries_seen():
            if entry.kind == TURNED:
                cards.append(GAME.text(36 + entry.open))
            if entry.kind in (TRICK, MONSTER_TRICK):
                counts = [n + (place == entry.seat) for place, n in enumerate(counts)]
                found.append((" ".join(cards), cry, entry.seat, "", counts))
                cards, cry = [], "none"
    return found


def test_m_r1_complete_round_with_four_players():
    assert course("r1") == [
        ("G5 B5 G8 G4", "A after card 1", 0, "B8>B5", [1, 0, 0, 0]),
        ("Y9 R9 Y5 Y4", "B after card 3", 1, "Y8>Y9", [1, 1, 0, 0]),
        ("Y9 Y6 Y2 B2", "none", 0, "keep", [2, 1, 0, 0]),
        ("G1 G3 R3 R1", "none", 3, "G9>G3", [2, 1, 0, 1]),
        ("R7 G7 Y7 R8", "D after card 3", 3, "Y3>Y7", [2, 1, 0, 2]),
        ("G3 G6 B7 B9", "B after card 3", 1, "B4>B7", [2, 2, 0, 2]),
        ("B6 B1 G2 B5", "none", 2, "keep", [2, 2, 1, 2]),
        ("R5 Y7 R6 B7", "none", 2, "", [2, 2, 2, 2]),
    ]
    match = replay("r1")
    assert [line.values["total"] for line in match.score_lines()] == ["44", "48", "39", "39"]
    assert match.scores() == [1, 3, 0, 0]


def test_m_r2_complete_round_with_three_players():
    assert course("r2") == [
        ("Y1 Y8 Y5 Y2", "none", 3, "", [0, 0, 0, 1]),
        ("G3 G2 Y3 G1", "none", 2, "Y4>Y3", [0, 0, 1, 1]),
        ("B8 Y6 B2 B3", "C after card 2", 2, "keep", [0, 0, 2, 1]),
        ("R1 B5 B4 B1", "none", 1, "B9>B4", [0, 1, 2, 1]),
        ("G8 R9 Y9 G6", "none", 0, "keep", [1, 1, 2, 1]),
        ("B6 B4 R3 R2", "A after card 3", 0, "B7>B6", [2, 1, 2, 1]),
        ("G9 R5 Y3 R6", "none", 1, "R8>R5", [2, 2, 2, 1]),
        ("R5 R4 G4 B6", "none", 3, "", [2, 2, 2, 2]),
    ]
    match = replay("r2")
    totals = [fact(match, "round_total", seat) for seat in range(3)]
    assert [*totals, fact(match, "monster_round_total")] == ["48", "42", "29", "47"]
    assert (match.scores(), fact(match, "monster_total")) == ([3, 0, 2], "1")
