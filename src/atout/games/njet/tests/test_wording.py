"""Njet!: what the terminal says."""

import io

import pytest
from rich.console import Console
from rich.text import Text

from atout.cli.narrator import Narrator
from atout.games.njet import GAME
from atout.locale import LANGUAGES, load_locale
from atout.speech import sentence

WORDS = GAME.words()

NAMES = ["Ada", "Bo", "Cem", "Dora", "Eli"]


def words(lang="en"):
    found = load_locale(GAME, lang)
    return lambda section, key: found.say(section, key)


def plain(lines):
    """Return lines of markup as they look without styles."""
    return [Text.from_markup(line).plain for line in lines]


def test_the_board_while_tokens_are_placed(table):
    t = table(4)
    t.draw(3)
    t.deal()
    t.say("cover:trump-red", "cover:points-1", "cover:points-2", "cover:points-3", "cover:points-4")
    assert plain(WORDS.board(t.display(t.turn), words())) == [
        "Start  [start-c1]  [start-c2]    [start-c3]   [start-c4]      ×start-c5",
        "Cards  [lay-1]     [lay-2]       [lay-2-no-0] [pass-2]       [lay-none]",
        "Trump  D×trump-red [trump-black] [trump-blue] [trump-yellow] [trump-none]",
        "Super  [super-red] [super-black] [super-blue] [super-yellow] [super-none]",
        "Points A×points-1  B×points-2    C×points-3   D×points-4     = points-minus-2",
        "[ ] may be covered · B× covered by seat B · = stays open",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_board_fits_a_narrow_screen(table, lang):
    lines = plain(WORDS.board(table(5, seed=1).display(), words(lang)))
    assert len(lines) == 6
    assert max(len(line) for line in lines) < 80


def test_the_board_is_there_for_whoever_forms_the_teams(table):
    t = table(4, seed=1)
    t.settle("start-c1", "lay-2", "trump-none", "super-blue", "points-minus-2")
    lines = plain(WORDS.board(t.display(0), words()))
    assert len(lines) == 6
    assert [line.count("=") for line in lines] == [1] * 6
    assert "= super-blue" in lines[3]


def test_the_board_once_it_is_settled(table):
    t = table(4, seed=1)
    t.settle("start-c1", "lay-2-no-0", "trump-none", "super-blue", "points-minus-2")
    t.say("team:AB")
    assert plain(WORDS.board(t.display(0), words())) == [
        "Start: C1 (turquoise) · Cards: put away 2, no 0 · Trump: none · Supertrump: blue · Points: −2"
    ]
    t = table(4, {"zero_stash": "any"}, seed=1)
    t.settle("start-c1", "lay-2-no-0", "trump-none", "super-blue", "points-minus-2")
    t.say("team:AB")
    assert "Cards: put away 2 ·" in plain(WORDS.board(t.display(0), words()))[0]
    assert "Cartes\u00a0: écarter 2 ·" in plain(WORDS.board(t.display(0), words("fr")))[0]


def test_no_board_between_rounds(table):
    assert WORDS.board(table(4).display(), words()) == []


@pytest.mark.parametrize(
    ("cards", "options", "key"),
    [
        ("lay-1", {}, "lay_1"),
        ("lay-2", {}, "lay_2"),
        ("lay-2-no-0", {}, "lay_2_no_0"),
        ("lay-2-no-0", {"zero_stash": "any"}, "lay_2"),
    ],
)
def test_the_question_which_cards_to_lay(table, cards, options, key):
    t = table(2, options)
    t.draw(0)
    t.deal("R1 R2 R3")
    t.settle("start-c1", cards)
    assert WORDS.prompt(t.display(0)) == (key, {})
    if key != "lay_1":
        t.match.play(0, "lay:R1")
        assert WORDS.prompt(t.display(0)) == ("one_more", {})
        assert WORDS.prompt(t.display(1)) == (key, {})


@pytest.mark.parametrize(("direction", "receivers"), [("left", "BCA"), ("right", "CAB")])
def test_the_question_which_cards_to_pass_on_and_to_whom(table, direction, receivers):
    t = table(3, {"pass_direction": direction}, seed=1)
    t.settle("start-c1", "pass-2")
    t.say("alone:A")
    for observer in t.observers:
        assert "".join(t.fact("passes_to", seat, observer) for seat in range(3)) == receivers
    for seat in range(3):
        assert WORDS.prompt(t.display(seat)) == ("pass_2", {"receiver": f"@{'ABC'.index(receivers[seat])}"})
    asked = sentence(load_locale(GAME), "prompts", WORDS.prompt(t.display(0)), NAMES)
    assert asked is not None
    assert asked.startswith(f"Pass 2 cards on to {NAMES['ABC'.index(receivers[0])]}.")
    t.match.play(0, t.options_of(0)[0])
    assert WORDS.prompt(t.display(0)) == ("one_more", {})
    t.finish_round()
    assert t.fact("passes_to", 0) is None


def tell_others(t, action, lang="en"):
    """Return what the others are told of an action that is about to be taken."""
    phrase = WORDS.event(t.display(t.turn), GAME.parse(action))
    return sentence(load_locale(GAME, lang), "events", phrase, NAMES, seat=NAMES[t.turn])


def test_a_token_is_told_with_what_it_means(table):
    t = table(4)
    t.draw(1)
    t.deal()
    assert tell_others(t, "cover:super-none") == "Bo covers super-none: there will be a supertrump."
    assert tell_others(t, "cover:trump-red", "de") == "Bo deckt trump-red ab: Rot ist nicht Trumpf."
    assert tell_others(t, "cover:start-c2", "fr") == "Bo couvre une case de la première rangée : Bo ne commencera pas."


def test_teams_are_told_by_name(table):
    t = table(5, seed=1)
    t.settle("start-c3", "lay-none")
    assert tell_others(t, "team:EB") == "Cem forms the teams: Eli and Bo are partners against the others. Monster: Eli."
    t = table(4, seed=1)
    t.settle("start-c3", "lay-none")
    assert tell_others(t, "team:CB") == "Cem forms the teams: Cem and Bo are partners against the others."
    t = table(3, seed=1)
    t.settle("start-c3", "lay-none")
    assert tell_others(t, "alone:A") == "Cem forms the teams: Ada against the others, with the Monster."
    assert tell_others(t, "alone:A", "de") == "Cem bildet die Teams: Ada allein gegen die anderen, mit dem Monster."
    assert (
        tell_others(t, "alone:A", "fr") == "Cem forme les équipes\u00a0: Ada contre tous les autres, avec le Monstre."
    )


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("team:EB", "Eli and Bo as partners; the Monster, where there is one, goes to Eli"),
        ("alone:D", "Dora alone against the others"),
        ("cover:points-minus-2", "a trick is not worth −2"),
        ("lay:K0", "put away or pass on K0"),
        ("Y9", "play Y9"),
    ],
)
def test_actions_in_words(text, meaning):
    assert sentence(load_locale(GAME), "actions", WORDS.action(GAME.parse(text)), NAMES) == meaning


def test_what_is_led_is_in_the_question(table, within):
    t = table(4, start=within(4, ["R1 K1", "R2 K2", "R3 K3", "R4 K4"], "black"))
    assert WORDS.prompt(t.display(0)) == ("play_lead", {})
    t.say("R1")
    assert WORDS.prompt(t.display(1)) == ("play_follow", {"colour": "R"})
    t.say("R2", "R3", "R4", "K4")
    assert WORDS.prompt(t.display(0)) == ("play_follow_trump", {})


@pytest.mark.sweep
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_prompt_event_and_action_has_words(table, lang):
    found = load_locale(GAME, lang)
    for seats in GAME.seat_counts:
        t = table(seats, {"rounds": "half"}, seed=7)
        seen: set[str] = set()
        while not t.match.over:
            display = t.display(t.turn)
            key, values = WORDS.prompt(display)
            assert found.find("prompts", key), key
            found.say("prompts", key, **values)
            action = t.match.legal(t.turn)[len(seen) % len(t.match.legal(t.turn))]
            key, values = WORDS.event(display, action)
            assert found.find("events", key), key
            assert found.find("hints", key), key
            found.say("events", key, seat="A", card="R7", **values)
            seen.add(key)
            t.match.play(t.turn, action)
        assert {"cover", "lay", "play"} <= seen
    for action in range(GAME.actions):
        key, values = WORDS.action(action)
        assert found.find("actions", key), key
        found.say("actions", key, **values)


def test_a_secret_choice_of_two_cards_is_told_once_when_it_is_made(table):
    t = table(3, seed=1)
    t.settle("start-c2", "lay-2")
    t.say("alone:A")
    screen = io.StringIO()
    teller = Narrator(GAME, 0, NAMES[:3], load_locale(GAME), Console(file=screen))

    def lay(seat):
        before, seen = t.display(0), len(t.match.view(0).seen)
        t.match.play(seat, t.options_of(seat)[0])
        teller.narrate(t.match.view(0).seen[seen:], before, t.display(0), False)
        return screen.getvalue()

    assert lay(1) == ""
    assert lay(2) == ""
    assert lay(2) == "Cem has chosen.\n"
    lay(0)
    assert lay(0).splitlines()[1:] == [f"You: lay:{card}" for card in t.line("put_away", 0, 0).split()]
    assert lay(1).splitlines()[3:] == ["Bo has chosen."]  # the last one; now it is the same seat that leads
    assert t.turn == 1


def test_passed_and_revealed_cards_are_told(table):
    t = table(3, {"reveal_stash": "on", "rounds": "2"})
    t.draw(0)
    t.deal("R1 R2", "K1 K2", "B1 B2")
    t.settle("start-c1", "pass-2")
    t.say("alone:A")
    t.lay("R1 R2", "K1 K2", "B1 B2")
    told = [WORDS.notice(t.display(1), seen) for seen in t.match.view(1).seen]
    assert [values["card"] for key, values in told if key == "given"] == ["R1", "R2"]
    t = table(3, {"reveal_stash": "on", "rounds": "2"}, seed=1)
    t.settle("start-c1", "lay-1")
    t.finish_round()
    told = [WORDS.notice(t.display(1), seen) for seen in t.match.view(1).seen]
    assert len([key for key, _ in told if key == "revealed"]) == 3
