"""Records: files that replay to their results, and say what is wrong with them."""

import datetime
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from atout import CHANCE, OVER, SPECTATOR, Game, Match, State, load, names, shuffler
from atout import record as records
from atout.kernel.cards import Field, Pack
from atout.kernel.clause import Clause
from atout.kernel.log import ACTION, HIDDEN
from atout.kernel.options import Options
from atout.kernel.rng import Rng
from atout.kernel.start import Start
from atout.locale import game_folder
from atout.match import DealStep, PlayStep
from atout.record import Deal, End, Record, RecordError, ReplayError, dumps, loads, make_record, replay, replay_steps
from tests.toys.sealed.game import GAME as SEALED

LUZ = load("luz")


def files() -> list[tuple[str, str]]:
    """Return the records of all games: the game and the file."""
    folders = [(name, game_folder(load(name)).joinpath("records")) for name in names()]
    return sorted((name, file.name) for name, folder in folders if folder.is_dir() for file in folder.iterdir())


EXAMPLE = game_folder(LUZ).joinpath("records", "ex-luz-22.toml").read_text(encoding="utf-8")
REFERENCE = Path(__file__).parents[1] / "docs" / "reference" / "record.md"


def text_of(game: str, file: str) -> str:
    return game_folder(load(game)).joinpath("records", file).read_text(encoding="utf-8")


def edited(old: str, new: str, text: str = EXAMPLE) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


def random_match(
    game: Game, seats: int, seed: int, decisions: int, options: dict[str, object] | None = None, in_order: bool = True
) -> Match:
    rng = Rng(seed)
    match = Match(game, seats, options, shuffle=shuffler(seed))
    for _ in range(decisions):
        if match.over:
            break
        owing = match.state.owing()
        seat = match.turn if in_order else owing[rng.below(len(owing))]
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return match


def same_match(one: Match, other: Match) -> bool:
    return all(one.view(seat) == other.view(seat) for seat in [SPECTATOR, *range(one.seats)])


# The records of the games


@pytest.mark.parametrize(("game", "file"), files())
def test_every_record_of_every_game_replays_to_its_results(game: str, file: str) -> None:
    text = text_of(game, file)
    found = loads(text)
    assert found.game == game
    assert found.rules == load(game).rules
    assert loads(dumps(found)) == found
    match = replay(found)
    assert len(match.steps) >= len(found.deals)


@pytest.mark.parametrize("file", [file for game, file in files() if game == "luz" and not file.startswith("ex-")])
def test_records_of_matches_are_what_the_match_itself_writes(file: str) -> None:
    text = text_of("luz", file)
    found = loads(text)
    again = make_record(replay(found), found.seats, note=found.note, seed=found.seed)
    assert again == found
    assert dumps(again) == text


def tied(file: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return total and last result of the winner and of the second."""
    found = loads(text_of("luz", file))
    result = found.deals[-1].result
    assert found.end is not None
    assert found.end.scores is not None
    assert found.end.places is not None
    assert result is not None
    best = [found.end.places.index(place) for place in (1, 2)]
    return tuple(found.end.scores[seat] for seat in best), tuple(result[seat] for seat in best)


def test_the_records_of_luz_show_what_their_names_say() -> None:
    assert tied("tie-broken-by-last-deal.toml") == ((55, 55), (40, 20))
    assert tied("tie-broken-by-nearness.toml") == ((55, 55), (20, 20))
    bets = [
        moment for moment in replay_steps(loads(text_of("luz", "bead-limit.toml"))) if LUZ.parse("0") in moment.legal
    ]
    assert min(len(moment.legal) for moment in bets) == 8  # three beads are left
    led = next(replay_steps(loads(text_of("luz", "three-players-leader-starts-deal-4.toml")))).after
    assert led.turn == 2
    assert [len(loads(text_of("luz", f"match-{k}-players.toml")).deals) for k in (3, 4, 5)] == [4, 4, 4]
    assert len(loads(text_of("luz", "match-2-deals.toml")).deals) == 2


def test_ex_luz_22() -> None:
    moments = list(replay_steps(loads(EXAMPLE)))
    assert [winner for moment in moments for winner in moment.trick_winners()] == [2, 1, 2, 2, 0, 0, 2, 1, 1, 1]
    match = replay(loads(EXAMPLE))
    assert match.scores() == [10, 20, -5]
    assert match.turn == CHANCE
    assert dumps(loads(EXAMPLE)) == EXAMPLE


# Round trips

MATCHES = st.builds(
    random_match,
    st.just(LUZ),
    st.sampled_from(LUZ.seat_counts),
    st.integers(0, 2**32),
    st.integers(0, 230),
    st.fixed_dictionaries(
        {},
        optional={"deals": st.sampled_from(["2", "3", "4"]), "bead_limit": st.booleans(), "history": st.just("open")},
    ),
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
META = st.dictionaries(
    TEXTS, st.recursive(TEXTS | st.integers(), lambda inner: st.lists(inner, max_size=3)), max_size=3
)


@pytest.mark.sweep
@settings(max_examples=60, deadline=None)
@given(MATCHES, st.lists(TEXTS, min_size=5, max_size=5), TEXTS, META)
def test_a_match_stopped_anywhere_round_trips(
    match: Match, people: list[str], note: str, meta: dict[str, object]
) -> None:
    made = make_record(match, people[: match.seats], note=note, seed=note, date=datetime.date(2026, 1, 31), meta=meta)
    text = dumps(made)
    assert loads(text) == made
    assert dumps(loads(text)) == text
    again = replay(loads(text))
    assert same_match(again, match)
    assert make_record(again, made.seats, note=note, seed=note, date=made.date, meta=meta) == made


@pytest.mark.sweep
@settings(max_examples=40, deadline=None)
@given(MATCHES)
def test_every_step_is_told_once_with_its_legal_actions(match: Match) -> None:
    state = Match(LUZ, match.seats, match.options).state
    moments = list(replay_steps(make_record(match)))
    assert [type(moment.step) for moment in moments] == [type(step) for step in match.steps]
    for moment, step in zip(moments, match.steps, strict=True):
        assert moment.before.view(0) == state.view(0)
        if isinstance(step, PlayStep):
            assert moment.step == step
            assert list(moment.legal) == state.legal(step.seat)
            state.apply(step.seat, step.action)
        else:
            assert moment.legal == ()
            assert moment.texts == state.pack().texts(list(step.order))
            state.deal(list(step.order))
        assert moment.after.view(0) == state.view(0)
    for seat in (SPECTATOR, 0, 1):
        told = [item for moment in moments for item in moment.entries_seen(seat)]
        assert told == match.view(seat).seen


def test_a_record_is_written_to_a_file_and_read_back(tmp_path: Path) -> None:
    made = make_record(random_match(LUZ, 3, 5, 20), ["Zoë", 'the "Fox"', "\\"])
    records.dump(made, tmp_path / "record.toml")
    assert (tmp_path / "record.toml").read_bytes() == dumps(made).encode()
    assert records.load(tmp_path / "record.toml") == made
    (tmp_path / "record.toml").write_bytes(b"\xef\xbb\xbf" + dumps(made).replace("\n", "\r\n").encode())
    assert records.load(tmp_path / "record.toml") == made


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "record.toml").write_bytes(b'format = "atout-record 1"\nnote = "\xff"\n')
    with pytest.raises(RecordError, match=r"^line 2: the file is not UTF-8 text$"):
        records.load(tmp_path / "record.toml")


def test_a_match_without_names_calls_its_seats_by_letters() -> None:
    assert make_record(Match(LUZ, 3)).seats == ("A", "B", "C")
    with pytest.raises(ValueError, match="2 names for 3 seats"):
        make_record(Match(LUZ, 3), ["Ada", "Bo"])


def test_only_finished_deals_have_a_result_and_only_finished_matches_an_end() -> None:
    running = make_record(random_match(LUZ, 3, 7, 40))
    assert [deal.result is None for deal in running.deals] == [False, True]
    assert running.end is None
    finished = make_record(random_match(LUZ, 3, 7, 200))
    assert [deal.result is None for deal in finished.deals] == [False] * 4
    assert finished.end is not None


def test_options_are_written_where_they_differ_and_kept_where_they_were_written() -> None:
    assert make_record(Match(LUZ, 3, {"deals": "2", "history": "hidden"})).options == {"deals": "2"}
    text = edited("\n[start]", "options = { history = 'hidden', deals = 2, bead_limit = true }\n\n[start]")
    found = loads(text)
    assert found.options == {"history": "hidden", "deals": "2", "bead_limit": "on"}
    assert 'options = { history = "hidden", deals = "2", bead_limit = "on" }' in dumps(found)
    assert replay(found).options.is_on("bead_limit")


def test_a_date_may_have_a_time() -> None:
    found = loads(edited("note =", "date = 2026-01-31T20:15:00+01:00\nnote ="))
    assert found.date == datetime.datetime(2026, 1, 31, 20, 15, tzinfo=datetime.timezone(datetime.timedelta(hours=1)))
    assert loads(dumps(found)) == found


def test_free_tables_are_kept() -> None:
    text = f'{EXAMPLE}\n[meta]\nplace = "Rüdesheim"\n"two words" = [1.5, true]\n\n[fair]\nsecret = "00ff"\n'
    assert loads(text).fair == {"secret": "00ff"}
    assert dumps(loads(text)) == text


def test_comments_in_the_play_are_kept() -> None:
    text = edited("C: 3 2+S 4\n", "# the bets\nC: 3 2+S # two or three\n\nB: 4\n")
    assert replay(loads(text)).scores() == [10, 20, -5]
    assert dumps(loads(text)) == text


# Beginning anywhere

INSIDE = """\
format = "atout-record 1"
game = "luz"
rules = 1
seats = ["Ada", "Bo", "Cem"]

[start]
deal = 2
marker = 0
totals = [5, -10, 10]
hands = ["G1 G7", "G3 P3", "?? B8"]
bets = ["2+S", "4", "3"]
tricks = [2, 2, 4]
leader = 1
gone = "Y1 Y7 Y4 Y6 B7 Y8"

[[deal]]
play = \"\"\"
B: G#1 R#1
A: G#1
B: P#1 B#1 G#1
\"\"\"
result = [10, 20, -5]

[end]
scores = [15, 10, 5]
places = [1, 2, 3]
"""


def test_a_record_may_begin_inside_a_deal_with_unknown_cards() -> None:
    found = loads(INSIDE)
    assert replay(found).scores() == [15, 10, 5]
    assert dumps(found) == INSIDE
    assert make_record(replay(found), found.seats).deals[0].play == "B: G#1 R#1 G#1\nB: P#1 B#1 G#1\n"


def test_unknown_cards_of_a_deal_become_cards_that_nobody_holds() -> None:
    text = edited('"Y3 Y4 Y8 G2 G3 G5 G6 B1 P3 P8"', '"?? ?? ?? ?? ?? ?? ?? ?? ?? ??"')
    text = text[: text.index("C: Y#4")] + '"""\n'
    moments = list(replay_steps(loads(text)))
    hands = [set(line.split()) for line in moments[0].texts["hands"]]
    assert [len(hand) for hand in hands] == [10, 10, 10]
    assert hands[0] == {"R1", "R4", "R8", "Y1", "G1", "G7", "B3", "B4", "B7", "P6"}
    assert not hands[0] & hands[1]
    assert not hands[2] & hands[1]
    assert "??" in dumps(loads(text))


def test_a_record_may_hold_nothing_but_a_position() -> None:
    found = loads(INSIDE[: INSIDE.index("[[deal]]")])
    assert found.deals == ()
    assert replay(found).turn == 1
    assert list(replay_steps(found)) == []


def test_a_record_may_stop_anywhere() -> None:
    text = EXAMPLE[: EXAMPLE.index("B: Y#1 Y#2")] + '"""\n'
    match = replay(loads(text))
    assert match.turn == 1
    assert match.legal(1) == [LUZ.parse(token) for token in ("Y#1", "G#1", "G#2", "G#3", "G#4", "B#1", "P#1", "P#2")]


# What is wrong, and where

UNREADABLE = [
    ('"atout-record 1"', '"atout-record 2"', 1, 'the format is "atout-record 2", this program reads "atout-record 1"'),
    ('"atout-record 1"', "1", 1, 'the format is 1, this program reads "atout-record 1"'),
    ('format = "atout-record 1"\n', "", 1, 'there is no format, this program reads "atout-record 1"'),
    ('game = "luz"', 'game = "whist"', 2, "no game whist: there are "),
    ('game = "luz"', "game = 3", 2, "game must be a text"),
    ("rules = 1", "rules = 2", 3, "the record is for rules 2 of Luz, this program has 1"),
    ("rules = 1", "rules = 0", 3, "rules must be the version of the rules, a whole number from 1"),
    ("rules = 1", "rules = true", 3, "rules must be the version of the rules, a whole number from 1"),
    ("rules = 1\n", "", 1, "rules must be the version of the rules, a whole number from 1"),
    ('["Ada", "Bo", "Cem"]', '["Ada", "Bo"]', 4, "Luz is for 3, 4, 5 players, not 2 [LUZ-01]"),
    ('["Ada", "Bo", "Cem"]', '["Ada", "Bo", 3]', 4, "seats must be a list of texts"),
    ('["Ada", "Bo", "Cem"]', '"Ada, Bo, Cem"', 4, "seats must be a list of texts"),
    ("note =", "speed = 3\nnote =", 5, "no key speed: what is not part of the format stands under [meta]"),
    ("note =", "options = { deals = 2, bidding = 1 }\nnote =", 5, "no option bidding: there are "),
    ("note =", "options = { deals = 9 }\nnote =", 5, "option deals cannot be 9: it is one of 4, 2, 3"),
    ("note =", "options = 9\nnote =", 5, "options must be a table"),
    ("note =", "date = 'today'\nnote =", 5, "date must be a date, such as 2026-01-31, without quotes"),
    ("note =", "seed = 1.5\nnote =", 5, "seed must be a whole number or a text"),
    ("note =", "note = 3 #", 5, "note must be a text"),
    ("note =", "note =\n", 5, "Invalid value"),
    ("result = [10, 20, -5]\n", "result = [10, 20, -5]\n[end", 31, "Expected ']' at the end of a table declaration"),
    ("deal = 2", "deal = 7", 8, "start: deal must be a number from 1 to 4"),
    ("marker = 0", "trumps = 0", 7, "start: marker is missing"),
    ("marker = 0", "marker = 0\ntrumps = 2", 10, "start: trumps means nothing in this game"),
    ("[[deal]]", "[deal]", 11, "each deal is a table that begins with [[deal]]"),
    ("result = [10, 20, -5]", "result = [10, 20, 'x']", 30, "result must be a list of whole numbers"),
    ("result = [10, 20, -5]", "result = 5", 30, "result must be a list of whole numbers"),
    ("result =", "tricks = 3\nresult =", 30, "tricks must be a list of texts"),
    ("result = [10, 20, -5]", "[end]\nwinner = 1", 31, "no key winner: there are scores and places"),
    ("result = [10, 20, -5]", "[end]\nplaces = 'first'", 31, "places must be a list of whole numbers"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), UNREADABLE)
def test_what_cannot_be_read_says_where(old: str, new: str, line: int, message: str) -> None:
    with pytest.raises(RecordError, match=f"^line {line}: {re.escape(message)}") as caught:
        loads(edited(old, new))
    assert caught.value.line == line
    assert not isinstance(caught.value, ReplayError)


def test_a_seat_count_the_game_is_not_for_names_its_clause() -> None:
    with pytest.raises(RecordError) as caught:
        loads(edited('["Ada", "Bo", "Cem"]', '["Ada", "Bo"]'))
    assert caught.value.clause is not None
    assert caught.value.clause.id == "LUZ-01"


UNPLAYABLE = [
    ('"R1 R4 R8', '"R1 R4', 13, "", "hands: 'R1 R4 Y1 G1 G7 B3 B4 B7 P6' has 9 items, 10 are needed"),
    ("B1 P3 P8", "B1 P3 P9", 14, "", "no cards P9"),
    ("B8 P4 P5", "B8 P4 P6", 15, "", "P6 is there more often than the pack has it"),
    ('    "R1 R4 R8 Y1 G1 G7 B3 B4 B7 P6",\n', "", 12, "", "hands needs 3 groups, found 2"),
    ("hands = [", 'marker = "A"\nhands = [', 12, "", "marker: nothing of that name is dealt here"),
    ("C: P#1 P#1 P#2", "C: P#1 P#1 Q#2", 26, "Q#2", "'Q#2' is neither a bet like 3 or 3+S nor a card like R#1"),
    ("C: P#1 P#1 P#2", "P#1 P#1 P#2", 26, "", "'P#1' is not a seat: a line begins with one of A: B: C:"),
    ("C: P#1 P#1 P#2", "D: P#1 P#1 P#2", 26, "", "'D:' is not a seat: a line begins with one of A: B: C:"),
    ("C: P#1 P#1 P#2", "C: # P#1 P#1 P#2", 26, "", "no action after C:"),
]


@pytest.mark.parametrize(("old", "new", "line", "action", "message"), UNPLAYABLE)
def test_deals_and_actions_that_mean_nothing_say_where(
    old: str, new: str, line: int, action: str, message: str
) -> None:
    with pytest.raises(RecordError, match=f"^line {line}: {re.escape(message)}$") as caught:
        replay(loads(edited(old, new)))
    assert (caught.value.line, caught.value.action, caught.value.clause) == (line, action, None)
    assert not isinstance(caught.value, ReplayError)


ILLEGAL = [
    ("C: Y#4 Y#1 Y#2", "C: Y#4 R#1 Y#2", 19, "R#1", "LUZ-29"),  # EX-LUZ-23
    ("C: B#1 B#1 B#1", "C: B#1 B#1 G#1", 23, "G#1", "LUZ-29"),
    ("C: Y#4 Y#1 Y#2", "C: Y#5 Y#1 Y#2", 19, "Y#5", "LUZ-31"),
    ("C: 3 2+S 4", "A: 3 2+S 4", 18, "3", "LUZ-19"),
    ("C: 3 2+S 4", "C: 3 2+S", 19, "Y#4", "LUZ-19"),  # line 19 begins with C, but Bo has not bet
    ("C: 3 2+S 4", "C: 3 2+S 4 3", 18, "3", "LUZ-22"),
    ("B: G#1 P#1 G#1", "A: G#1 P#1 G#1", 27, "G#1", "LUZ-27"),
    ("B: P#1 B#1 G#1", "B: P#1 B#1 G#1 3", 28, "3", "LUZ-09"),
    ("result =", '[[deal]]\nplay = "A: 3"\nresult =', 31, "3", "LUZ-09"),
]


@pytest.mark.parametrize(("old", "new", "line", "action", "clause"), ILLEGAL)
def test_an_illegal_action_says_where_and_which_clause(old: str, new: str, line: int, action: str, clause: str) -> None:
    with pytest.raises(ReplayError, match=rf"^line {line}: {re.escape(action)}: .*\. \[{clause}\]$") as caught:
        replay(loads(edited(old, new)))
    assert (caught.value.line, caught.value.action) == (line, action)
    assert caught.value.clause is not None
    assert caught.value.clause.id == clause


def test_nobody_plays_on_after_the_end() -> None:
    finished = dumps(make_record(random_match(LUZ, 3, 1, 200)))
    place = finished.rindex('"""\nresult')
    with pytest.raises(ReplayError, match=r"\[LUZ-42\]$") as caught:
        replay(loads(f"{finished[:place]}A: R#1\n{finished[place:]}"))
    assert caught.value.line == finished[:place].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("[10, 20, -5]", "[10, 20, 5]", 30, "result is [10, 20, 5], the replay gives [10, 20, -5]"),
        ("[10, 20, -5]", "[10, 20]", 30, "result is [10, 20], the replay gives [10, 20, -5]"),
        ("[10, 20, -5]\n", "[10, 20, -5]\n[end]\nscores = [0, 0, 0]", 32, "scores is [0, 0, 0], the replay gives"),
        (
            "[10, 20, -5]\n",
            "[10, 20, -5]\n[end]\nplaces = [1, 2, 3]",
            32,
            "places is [1, 2, 3], the replay gives [2, 1, 3]",
        ),
    ],
)
def test_another_result_says_where(old: str, new: str, line: int, message: str) -> None:
    with pytest.raises(ReplayError, match=f"^line {line}: {re.escape(message)}") as caught:
        replay(loads(edited(old, new)))
    assert caught.value.clause is None


def test_a_record_without_a_file_counts_the_lines_it_would_have() -> None:
    made = loads(EXAMPLE)
    wrong = replace(made, source="", deals=(replace(made.deals[0], play="C: 3 2+S 4\nC: Y#4 R#1\n"),))
    with pytest.raises(ReplayError) as caught:
        replay(wrong)
    assert dumps(wrong).split("\n")[caught.value.line - 1] == "C: Y#4 R#1"


def test_options_of_a_record_without_a_file_are_checked_too() -> None:
    with pytest.raises(RecordError, match=r"^line 5: option deals cannot be 9"):
        replay(Record("luz", 1, ("Ada", "Bo", "Cem"), {"deals": "9"}))


def test_a_record_of_older_rules_says_so_when_it_does_not_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LUZ, "rules", 2)
    assert replay(loads(EXAMPLE)).scores() == [10, 20, -5]
    with pytest.raises(ReplayError, match=r"\(the record is for rules 1, these are rules 2\)$"):
        replay(loads(edited("[10, 20, -5]", "[10, 20, 5]")))


# Games of other shapes


def test_secret_choices_in_any_order_round_trip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "load_game", lambda name: SEALED)
    lines = set()
    for seed in range(20):
        match = random_match(SEALED, 3, seed, 9, in_order=False)
        made = make_record(match)
        assert loads(dumps(made)) == made
        again = replay(made)
        assert again.steps[1:] == match.steps[1:]
        assert same_match(again, match)
        lines.add(made.deals[0].play.count("\n"))
    assert len(lines) > 1  # the order did matter to how they are written


def test_a_step_shows_an_observer_no_secret_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "load_game", lambda name: SEALED)
    moments = list(replay_steps(make_record(random_match(SEALED, 2, 1, 1))))
    chosen = moments[-1].step
    assert isinstance(chosen, PlayStep)
    seen = {seat: [item.value for item in moments[-1].entries_seen(seat)] for seat in (0, 1, SPECTATOR, None)}
    assert seen == {0: [chosen.action], 1: [HIDDEN], SPECTATOR: [HIDDEN], None: [chosen.action]}


class TwiceState(State):
    """Two coins are tossed, one after the other and under one name; then a seat calls, and a third one is tossed."""

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.tossed: list[int] = []
        self.calls: list[int] = []

    def clone(self) -> "TwiceState":
        new = TwiceState(self.seats, self.options)
        self.copy_to(new)
        new.tossed, new.calls = list(self.tossed), list(self.calls)
        return new

    def pack(self) -> Pack:
        return Pack("coins", ["heads", "tails"], [Field("coin", [0], 1, ordered=True)])

    def hand_out(self, order: vec[i64]) -> None:
        self.tossed.append(order[0])
        self.turn = {1: CHANCE, 2: 0, 3: OVER}[len(self.tossed)]

    def check(self, seat: int, action: int) -> Clause | None:
        return None if seat == self.turn and 0 <= action < 2 else Clause("TWI-01", "call")

    def menu(self, seat: int, out: vec[i64]) -> int:
        out[0], out[1] = 0, 1
        return 2 if seat == self.turn else 0

    def width(self) -> int:
        return 2

    def apply(self, seat: int, action: int) -> None:
        self.note(ACTION, seat, 0, action, 255)
        self.calls.append(action)
        self.turn = 0 if len(self.calls) < 2 else CHANCE

    def scores(self) -> list[int]:
        return [len(self.calls), -len(self.tossed)]

    def places(self) -> list[int]:
        return [1, 2]


class Twice(Game):
    def begin(self, seats: int, options: Options, start: Start) -> State:
        return TwiceState(seats, options)

    def text(self, action: int) -> str:
        return ["heads", "tails"][action]

    def parse(self, text: str) -> int:
        return ["heads", "tails"].index(text)


def test_chance_events_of_one_name_stand_in_tables_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Twice("twice", "Twice", 1, (2,), 2)
    monkeypatch.setattr(records, "load_game", lambda name: game)
    match = Match(game, 2)
    match.deal([1, 0])
    match.deal([0, 1])
    match.play(0, 1)
    match.play(0, 0)
    match.deal([1, 0])
    made = make_record(match)
    assert made.deals == (
        Deal({"coin": ("tails",)}),
        Deal({"coin": ("heads",)}, "A: tails heads\n", (2, -1)),
        Deal({"coin": ("tails",)}),
    )
    assert made.end == End((2, -3), (1, 2))
    assert loads(dumps(made)) == made
    again = replay(made)
    assert again.steps == match.steps
    assert again.steps[0] == DealStep((1, 0))
    assert again.over


# The documentation


def test_the_examples_of_the_reference_replay() -> None:
    examples = re.findall(r"```toml\n(format.*?)```", REFERENCE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 2
    for text in examples:
        assert replay(loads(text)).steps or loads(text).start
