"""Games of other packages: found by their entry points; a broken one costs one line and nothing else."""

import shutil
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from atout import SetupError, games
from atout.locale import LANGUAGES, load_locale, load_rules, load_texts
from tests.cli.shell import invoke

ROOT = Path(__file__).parents[1]
FOLLOW = ROOT / "tests" / "toys" / "follow"
OWN = list(games.NAMES)
Offer = Callable[..., None]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which packages are installed."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    games.refresh()
    yield folder
    games.refresh()


@pytest.fixture
def offer(site: Path) -> Offer:
    """Install a package that offers something as a game."""

    def install(name: str, value: str, package: str = "strangers") -> None:
        folder = site / f"{package}-1.0.dist-info"
        folder.mkdir(exist_ok=True)
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        with (folder / "entry_points.txt").open("a") as file:
            file.write(f"[atout.games]\n{name} = {value}\n" if not file.tell() else f"{name} = {value}\n")
        games.refresh()

    return install


def module(site: Path, name: str, code: str, *parts: str) -> None:
    """Write a package with words and rules, less those files that are named."""
    folder = shutil.copytree(FOLLOW, site / name, ignore=shutil.ignore_patterns("*.py", "__pycache__", *parts))
    (folder / "__init__.py").write_text(f"from {name}.game import GAME\n")
    (folder / "game.py").write_text(code)


def plain(name: str) -> str:
    """Return the code of a game that is set up but cannot be played."""
    return f"from atout import Game\nclass Plain(Game): pass\nGAME = Plain({name!r}, 'Plain', 1, (2,), 3)\n"


def test_a_game_of_another_package_follows_the_own_ones(site: Path, offer: Offer) -> None:
    module(site, "first_stranger", plain("plain"))
    offer("plain", "first_stranger:GAME")
    assert games.names() == [*OWN, "plain"]
    assert games.load("plain").title == "Plain"
    assert games.list_broken() == []
    assert str(games.game_folder(games.load("plain"))) == str(site / "first_stranger")


@pytest.mark.parametrize(
    ("name", "value", "code", "left_out", "reason"),
    [
        ("absent", "no_such_package:GAME", None, (), "ModuleNotFoundError: No module named 'no_such_package'"),
        ("absent", "{}:NOTHING", plain("absent"), (), "AttributeError: module '{}' has no attribute 'NOTHING'"),
        ("failing", "{}:GAME", "1 / 0", (), "ZeroDivisionError: division by zero"),
        ("leaving", "{}:GAME", "raise SystemExit(3)", (), "SystemExit: 3"),
        ("lines", "{}:GAME", "raise ValueError('two\\nlines')", (), "ValueError: two lines"),
        ("number", "{}:GAME", "GAME = 5", (), "it is not an atout.Game but of type int"),
        ("alias", "{}:GAME", plain("plain"), (), "it calls itself 'plain'"),
        ("Loud", "{}:GAME", plain("Loud"), (), "a name is a small letter and then small letters, digits and _"),
        ("luz", "{}:GAME", plain("luz"), (), "Atout has a game of that name itself"),
        ("untold", "{}:GAME", plain("untold"), ("rules.fr.md",), "rules.fr.md is missing"),
        ("mute", "{}:GAME", plain("mute"), ("de.toml",), "locale/de.toml is missing"),
    ],
)
def test_a_broken_game_costs_one_line(
    name: str, value: str, code: str | None, left_out: tuple[str, ...], reason: str, site: Path, offer: Offer
) -> None:
    package = f"stranger_{len(reason)}_{name.lower()}"
    if code is not None:
        module(site, package, code, *left_out)
    module(site, "sound_" + package, plain("sound"))
    offer(name, value.format(package))
    offer("sound", f"sound_{package}:GAME")
    line = f"the game {name} of strangers ({value.format(package)}) cannot be used: {reason.format(package)}"
    assert games.list_broken() == [line]
    assert games.names() == [*OWN, "sound"]
    assert games.load("sound").name == "sound"
    if name == "luz":
        assert games.load("luz").title == "Luz"
        return
    with pytest.raises(SetupError) as error:
        games.load(name)
    assert str(error.value) == line


def test_a_game_may_come_in_one_language(site: Path, offer: Offer) -> None:
    module(site, "english", plain("english"), "rules.fr.md", "fr.toml", "rules.de.md", "de.toml")
    module(
        site,
        "silent",
        plain("silent"),
        *(f"{name}" for lang in LANGUAGES for name in (f"rules.{lang}.md", f"{lang}.toml")),
    )
    offer("english", "english:GAME")
    offer("silent", "silent:GAME")
    game = games.load("english")
    assert games.languages(game) == ["en"]
    assert games.languages(games.load("luz")) == list(LANGUAGES)
    assert load_rules(game, "fr") == load_rules(game, "en")
    assert load_texts(game, "de") == load_texts(game, "en")
    assert load_locale(game, "fr").find("title") == load_locale(game, "en").find("title") is not None
    assert [line.rpartition(": ")[2] for line in games.list_broken()] == ["rules.en.md is missing"]


def test_words_that_cannot_be_read_are_named(site: Path, offer: Offer) -> None:
    module(site, "garbled", plain("garbled"))
    (site / "garbled" / "locale" / "fr.toml").write_text("title = ")
    offer("garbled", "garbled:GAME")
    assert len(games.list_broken()) == 1
    assert "cannot be used: locale/fr.toml: Invalid value" in games.list_broken()[0]


def test_a_game_whose_class_is_in_no_package_has_no_rules(site: Path, offer: Offer) -> None:
    (site / "lonely.py").write_text(plain("lonely"))
    offer("lonely", "lonely:GAME")
    assert games.list_broken()[0].endswith("its class must be in a module of a package, beside its rules and words")


def test_of_two_games_with_one_name_the_first_package_wins(site: Path, offer: Offer) -> None:
    for package in ("alpha", "beta"):
        module(site, package, plain("twice"))
        offer("twice", f"{package}:GAME", package)
    assert type(games.load("twice")).__module__ == "alpha.game"
    assert games.list_broken() == [
        "the game twice of beta (beta:GAME) cannot be used: another package offers a game of that name too"
    ]


def test_the_list_of_games_goes_on_beside_a_broken_one(site: Path, offer: Offer, tmp_path: Path) -> None:
    offer("absent", "no_such_package:GAME")
    listed = invoke("games", folder=tmp_path)
    assert listed.exit_code == 0
    assert [line.split()[0] for line in listed.stdout.splitlines()[1:]] == OWN
    line = games.list_broken()[0]
    assert listed.stderr == f"atout: {line}\n"
    refused = invoke("simulate", "absent", "--seats", "2", "--matches", "1", folder=tmp_path)
    assert refused.exit_code == 2
    assert refused.stderr == f"atout: {line}\n"
    sheet = tmp_path / "sheet.toml"
    sheet.write_text('seats = ["Ada", "Bo"]\n[[deal]]\npoints = [1, 2]\n')
    module(site, "sheetless", plain("sheetless"))
    offer("sheetless", "sheetless:GAME")
    scored = invoke("score", "sheetless", str(sheet), folder=tmp_path)
    assert (scored.exit_code, scored.stderr) == (2, "atout: Plain has no score sheet\n")


JOBS = [
    *("actions", "advice", "cards", "deal", "game", "position", "reading"),
    *("sampling", "scoring", "sheet", "state", "terms", "view", "wording"),
]
CONTRACT = {"actions": "text parse", "position": "begin", "sheet": "score", "state": "new_state", "deal": "new_deal"}


@pytest.mark.parametrize("name", games.NAMES)
def test_game_folders_have_one_shape(name: str) -> None:
    """The same file names for the same jobs, and the same functions in them."""
    folder = Path(str(games.game_folder(games.load(name))))
    found = {file.name.partition(".")[0] for file in folder.iterdir() if file.suffix in (".py", ".so", ".pyd")}
    assert set(JOBS) <= found
    assert {file.name for file in folder.glob("*.toml")} == {"keys.toml", "lessons.toml"}
    for module, functions in CONTRACT.items():
        there = vars(import_module(f"atout.games.{name}.{module}"))
        assert set(functions.split()) <= set(there), module
