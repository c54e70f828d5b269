"""Njet!: what the table shows to whom."""

from atout.games.njet import GAME
from atout.games.njet.reading import GIVEN, LAID, LEADS, NUMBER, SCORED, SHOWN
from atout.kernel.log import ACTION, DEALT, HIDDEN, SPECTATOR, TOTAL, TRICK


def test_the_board_shows_every_space_and_who_covered_it(table):
    t = table(4)
    t.draw(2)
    t.deal()
    t.say("cover:trump-red", "cover:super-none")
    for observer in t.observers:
        rows = {zone.name: zone.cards for zone in t.display(observer).zones if zone.seat == -1 and zone.name != "trick"}
        assert list(rows) == ["row_start", "row_cards", "row_trump", "row_super", "row_points"]
        assert [len(spaces) for spaces in rows.values()] == [5] * 5
        first = rows["row_trump"][0]
        assert (first.text, first.seat, first.mark) == ("trump-red", 2, "covered")
        assert GAME.text(first.action) == "cover:trump-red"  # whoever tries it is told why not
        last = rows["row_super"][4]
        assert (last.text, last.seat, last.mark) == ("super-none", 3, "covered")
        nobody = rows["row_start"][4]
        assert (nobody.text, nobody.seat, nobody.mark) == ("start-c5", -1, "covered")
        free = rows["row_trump"][1]
        assert (free.seat, free.mark, GAME.text(free.action)) == (-1, "open", "cover:trump-black")


def test_the_own_hand_is_sorted_and_marked(table, within):
    t = table(4, start=within(4, ["B0 K5 R1", "K2 B1 R9", "R0 B9 R8", "Y1 Y2 Y3"], "black", "blue"))
    zone = next(zone for zone in t.display(0).zones if zone.name == "hand" and zone.seat == 0)
    shown = [(card.text, card.mark, GAME.text(card.action)) for card in zone.cards]
    assert shown == [("R1", "", "R1"), ("K5", "trump", "K5"), ("B0", "supertrump", "B0")]
    assert [card.mark for card in hand_zone(t, 0, 1)] == ["", "", ""]  # backs say nothing


def hand_zone(t, observer, seat):
    return next(zone for zone in t.display(observer).zones if zone.name == "hand" and zone.seat == seat).cards


def test_copies_cannot_be_told_apart(table):
    one, other = table(4), table(4)
    for t in (one, other):
        t.draw(0)
    names = one.match.state.pack().names
    order = list(range(60))
    swapped = list(order)
    sevens = [k for k, name in enumerate(names) if name == "R7"]
    places = [order.index(sevens[0]), order.index(sevens[3])]
    swapped[places[0]], swapped[places[1]] = sevens[3], sevens[0]
    one.match.deal(order)
    other.match.deal(swapped)
    for observer in one.observers:
        assert one.match.view(observer) == other.match.view(observer)


def test_passed_cards_are_known_to_giver_and_receiver_only(table):
    t = table(4)
    t.draw(0)
    t.deal("R1 R2", "K1 K2", "B1 B2", "Y1 Y2")
    t.settle("start-c1", "pass-2")
    t.say("team:AB")
    t.lay("R1 R2", "K1 K2", "B1 B2")
    for observer in t.observers:
        assert not [seen for seen in t.match.view(observer).seen if seen.kind == GIVEN]
    t.match.play(3, "lay:Y1 lay:Y2")
    for observer in t.observers:
        given = [(seen.seat, seen.value) for seen in t.match.view(observer).seen if seen.kind == GIVEN]
        assert len(given) == 8
        known = {seat for seat, value in given if value != HIDDEN}
        assert known == ({observer, (observer - 1) % 4} if observer >= 0 else set())
        assert {seat for seat, value in given if value == HIDDEN} == set(range(4)) - known


def test_facts_of_a_running_round(table):
    t = table(5, seed=3)
    for observer in t.observers:  # letters are there as long as they are needed, to cover spaces and to form teams
        assert [t.fact("letter", seat, observer) for seat in range(5)] == ["A", "B", "C", "D", "E"]
    t.settle("start-c2", "lay-none", "trump-red", "super-none", "points-4")
    for observer in t.observers:
        assert [t.fact("letter", seat, observer) for seat in range(5)] == ["A", "B", "C", "D", "E"]
    t.say("team:CE")
    for observer in t.observers:
        assert [t.fact("team", seat, observer) for seat in range(5)] == ["2", "2", "1", "2", "1"]
        assert t.who("monster", observer) == 2
        assert t.who("start_player", observer) == 1
        assert (t.fact("round", observer=observer), t.fact("rounds", observer=observer)) == ("1", "10")
        assert t.fact("trump", observer=observer) == "trump-red"
        assert t.fact("letter", 0, observer) is None
    for _ in range(5):
        t.say(t.options_of(t.turn)[0])
    score = [t.fact("team_score", seat) for seat in range(5)]
    won = [int(t.fact("tricks", seat) or 0) + int(t.fact("loot_count", seat) or 0) for seat in range(5)]
    pair = 4 * (2 * won[2] + won[4])
    rest = 4 * (won[0] + won[1] + won[3])
    assert score == [str(pair) if seat in (2, 4) else str(rest) for seat in range(5)]


def test_phases(table):
    t = table(4, {"rounds": "1"})
    phases = [t.display().phase]
    t.draw(0)
    phases.append(t.display().phase)
    t.deal()
    phases.append(t.display().phase)
    t.settle("start-c1", "lay-1")
    phases.append(t.display().phase)
    t.say("team:AB")
    phases.append(t.display().phase)
    t.lay(*[t.hand(seat).split()[0] for seat in range(4)])
    phases.append(t.display().phase)
    t.finish_round()
    phases.append(t.display().phase)
    assert phases == ["deal", "deal", "tokens", "teams", "putting_away", "tricks", "over"]
    assert t.display(SPECTATOR).legal == []


def test_a_trick_shows_who_played_what_and_who_is_winning(table, within):
    t = table(4, start=within(4, ["R1 K1", "R7 K2", "R7 K3", "R4 K4"]))
    t.say("R1", "R7", "R7")
    zone = next(zone for zone in t.display().zones if zone.name == "trick")
    assert [(card.seat, card.text, card.mark) for card in zone.cards] == [
        (0, "R1", ""),
        (1, "R7", ""),
        (2, "R7", "winning"),
    ]
    assert t.fact("led") == "R"


def test_entries_carry_one_number_each(table):
    """What everybody sees of an entry is its open number; then it has no value besides, and the other way round."""
    start = {
        "dealer": 1,
        "open": ["start-c1", "lay-2", "trump-red", "super-blue", "points-3"],
        "team": "team:AC",
        "tricks": [6, 2, 2, 1],
        "leader": 2,
        "loot": ["Y0", "", "K0 K0", ""],
        "gone": "Y9 Y8",
        "away": ["B1 B2", "B3 B4", "B5 B6", "B7 B8"],
        "hands": ["R9 K1", "R1 K2", "R2 K3", "R3 K4"],
    }
    kinds = set()
    for t in (table(4, start=start), table(4, {"rounds": "2", "reveal_stash": "on"}, seed=2)):
        if t.display().phase == "tokens":
            t.settle("lay-2")
        t.finish_round()
        for seen in t.match.view(0).seen:
            kinds.add(seen.kind)
            if seen.kind in (ACTION, DEALT, LAID, SHOWN):
                assert seen.open == 0
            elif seen.kind != SCORED:
                assert seen.value == 0
    assert kinds == {ACTION, DEALT, TOTAL, TRICK, *range(NUMBER, LEADS + 1)} - {GIVEN}
