"""What tests of records need: the records of the games, one to edit, and matches played at random."""

from pathlib import Path

from atout import SPECTATOR, Game, Match, load, names, shuffler
from atout.kernel.rng import Rng
from atout.locale import game_folder

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
