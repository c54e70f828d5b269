"""Records: files that replay to their results, and say what is wrong with them."""

import datetime
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atout import CHANCE, SPECTATOR, Match, load
from atout import record as records
from atout.match import PlayStep
from atout.record import RecordError, dumps, loads, make_record, replay, replay_steps
from tests.records import EXAMPLE, LUZ, REFERENCE, edited, files, random_match, same_match, text_of

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


# The documentation


def test_the_examples_of_the_reference_replay() -> None:
    examples = re.findall(r"```toml\n(format.*?)```", REFERENCE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 2
    for text in examples:
        assert replay(loads(text)).steps or loads(text).start
