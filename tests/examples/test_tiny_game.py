"""An eighth game is one folder: the files of the guide, installed beside Atout, can be played wherever games can."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from atout import names
from tests.cli.shell import environment, run
from tests.examples.conftest import ROOT, TINY_GAME, play_pico
from tests.kit.deadline import DEADLINE
from tests.web.conftest import ServerProcess, Visitor, open_house
from tests.web.player import Mouse

pytestmark = pytest.mark.usefixtures("path")
WIRE_BOT = ROOT / "docs" / "examples" / "wire_bot.py"
# Every card there is, again and again: what may not be played is refused, and one of them may.
ANSWERS = "\n".join(f"{suit}{value}" for _ in range(9) for suit in "RB" for value in "123456") + "\n"


def pytest_of(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=ROOT,
        env=environment(folder),
        capture_output=True,
        text=True,
    )


def test_what_is_installed_is_what_the_guide_shows(installed: Path) -> None:
    files = [file.relative_to(TINY_GAME) for file in sorted(TINY_GAME.rglob("*")) if file.is_file()]
    shown = [file for file in files if file.parts[0] == "pico" and "__pycache__" not in file.parts]
    assert len(shown) >= 15
    for file in shown:
        assert (installed / file).read_bytes() == (TINY_GAME / file).read_bytes(), file
    assert (installed / "atout_pico-1.0.dist-info" / "entry_points.txt").is_file()


def test_it_is_in_no_other_file_of_the_package() -> None:
    assert "pico" not in names()
    sources = [
        *(ROOT / "src").rglob("*.py"),
        *(ROOT / "web" / "src").rglob("*.ts"),
        *(ROOT / "web" / "src").rglob("*.svelte"),
    ]
    found = [file.relative_to(ROOT).as_posix() for file in sources if re.search(r"\bpico\b", file.read_text("utf-8"))]
    assert found == ["src/atout/games/__init__.py"]  # which has it as an example


def test_its_own_tests_pass(installed: Path, tmp_path: Path) -> None:
    found = pytest_of(tmp_path, str(installed / "pico" / "tests"))
    assert found.returncode == 0, found.stdout
    assert "10 passed" in found.stdout


def test_it_conforms(tmp_path: Path) -> None:
    found = pytest_of(tmp_path, "tests/conformance", "-k", "pico")
    assert found.returncode == 0, found.stdout[-5000:]
    passed = int(found.stdout.split(" passed")[0].split()[-1])
    assert passed >= 45
    assert "skipped" not in found.stdout


def test_it_is_listed_and_explained_in_three_languages(tmp_path: Path) -> None:
    listed = json.loads(run("games", "--json", folder=tmp_path).stdout)
    assert [game["name"] for game in listed] == [*names(), "pico"]
    assert listed[-1]["clauses"] == 9
    for lang in ("en", "fr", "de"):
        told = run("rules", "pico", "--lang", lang, folder=tmp_path)
        assert told.stdout == (TINY_GAME / "pico" / f"rules.{lang}.md").read_text(encoding="utf-8")
    assert run("rules", "pico", "--clause", "pico-06", folder=tmp_path).stdout.startswith("**PICO-06** If you hold")


def test_it_is_played_at_the_terminal_and_replayed(tmp_path: Path) -> None:
    record = tmp_path / "match.toml"
    arguments = ("--terminal", "--seats", "3", "--seed", "3", "--level", "club", "--lang", "fr")
    played = run("play", "pico", *arguments, "--save", str(record), folder=tmp_path, text=ANSWERS)
    assert played.returncode == 0, played.stderr
    assert played.stderr == ""
    assert "À toi d’entamer : choisis une carte." in played.stdout
    assert "Choisis-en une de ta main. [PICO-05]" in played.stdout
    assert "{" not in played.stdout
    replayed = run("replay", str(record), "--seat", "0", folder=tmp_path)
    assert (replayed.returncode, replayed.stderr) == (0, "")
    assert "R" in replayed.stdout


def test_it_is_learnt_at_the_terminal(tmp_path: Path) -> None:
    learnt = run("learn", "pico", "--lang", "de", folder=tmp_path, text=f"B5\nR3\nR6\n{ANSWERS}")
    assert (learnt.returncode, learnt.stderr) == (0, "")
    assert "Fast. Die 3 bedient, aber Anouks 4 ist höher." in learnt.stdout
    assert "[PICO-06]" in learnt.stdout
    assert "Das ist schon alles an Pico." in learnt.stdout
    assert learnt.stdout.endswith("Spiel jetzt eine Partie: atout play pico --terminal\n")


def test_it_is_simulated_and_its_bots_are_honest(tmp_path: Path) -> None:
    simulated = run("simulate", "pico", "--seats", "4", "--matches", "50", "--jobs", "2", "--json", folder=tmp_path)
    found = json.loads(simulated.stdout)
    assert found["game"] == "pico"
    assert sum(seat["scores"]["mean"] for seat in found["seats"]) == pytest.approx(9)
    honest = run("check-bot", "club", "--game", "pico", "--states", "20", folder=tmp_path)
    assert honest.returncode == 0, honest.stdout + honest.stderr
    assert honest.stdout == "Pico: decisions: 20, the same choice in every world\n"


def test_bots_meet_in_the_arena(tmp_path: Path) -> None:
    arguments = ("--bots", "random,casual,club", "--seats", "3", "--matches", "12", "--iterations", "20", "--seed", "5")
    found = run("arena", "run", "pico", *arguments, "--json", folder=tmp_path)
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["game"] == "pico"


def test_a_sheet_is_refused_in_one_line(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.toml"
    sheet.write_text('seats = ["Ada", "Bo"]\n[[deal]]\ntricks = [1, 2]\n')
    scored = run("score", "pico", str(sheet), folder=tmp_path)
    assert (scored.returncode, scored.stderr) == (2, "atout: Pico has no score sheet\n")


# The server and the browser


@pytest.fixture(scope="module")
def house(path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that finds the game as its processes do."""
    with open_house(tmp_path_factory.mktemp("house")) as house:
        yield house


def post(url: str, body: object, cookie: str = "") -> tuple[dict[str, object], str]:
    asked = urllib.request.Request(
        url, json.dumps(body).encode(), {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
    )
    with urllib.request.urlopen(asked) as answer:
        return json.load(answer), (answer.headers["Set-Cookie"] or "").partition(";")[0]


def test_it_is_played_over_http_and_websocket(house: ServerProcess) -> None:
    with urllib.request.urlopen(f"{house.url}/api/games") as answer:
        assert [game["name"] for game in json.load(answer)["games"]] == [*names(), "pico"]
    _, cookie = post(f"{house.url}/api/guest", {"name": "Ada"})
    order = {"game": "pico", "seats": 3, "bots": [None, "novice", "club"], "seat": None, "options": {"deals": "2"}}
    opened, _ = post(f"{house.url}/api/tables", order, cookie)
    arguments = [sys.executable, str(WIRE_BOT), house.url, str(opened["match"]), str(opened["invite"])]
    played = subprocess.run(arguments, capture_output=True, text=True, timeout=DEADLINE)
    assert played.returncode == 0, played.stderr
    places = [int(place) for place in played.stdout.removeprefix("places:").split()]
    assert len(places) == 3
    assert min(places) == 1
    with urllib.request.urlopen(f"{house.url}/api/matches/{opened['match']}/record") as answer:
        assert 'game = "pico"' in answer.read().decode()


@pytest.mark.skipif(os.environ.get("ATOUT_EXPECT") == "interpreted", reason="the browser sees the compiled package")
def test_it_is_played_at_the_generic_table_in_the_browser(house: ServerProcess, browser: Browser) -> None:
    visitor = Visitor(browser, house)
    page = visitor.page
    visitor.go("")
    page.get_by_text("Twelve cards, three in your hand, three tricks.").wait_for()
    play_pico(page)
    Mouse(page).play()
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", level=1)).to_be_visible()
    first = main.get_by_role("listitem").first
    first.get_by_role("button").click()
    expect(first.get_by_role("listitem").first).to_contain_text("Deal 1: a trick")
    visitor.go("#/rules/pico?clause=PICO-06")
    expect(page.get_by_text("If you hold a card of the suit led, you must play one.")).to_be_visible()
    visitor.close()
