"""The folder of a run: nothing that has finished is lost, and nothing else is overwritten."""

from pathlib import Path

import pytest

from atout import SetupError
from atout.arena.bout import play
from atout.arena.folder import Folder, missing_matches
from tests.arena.contests import contest, outcome

TOLD = contest("casual", "novice", "random")


def test_finished_matches_are_there_again(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "run", TOLD)
    match, text = play(TOLD, 2, lambda seat: None)
    folder.add(match, text)
    failed = outcome(0, "abc", None, [1, 3, 1], loser=1)
    folder.add(failed, "")
    again = Folder(tmp_path / "run", TOLD)
    assert again.outcomes() == {2: match, 0: failed}
    assert list(missing_matches(again.outcomes(), 5)) == [1, 3, 4]
    assert again.record_of(2).read_text(encoding="utf-8") == text
    assert not again.record_of(0).exists()


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    folder = Folder(tmp_path, TOLD)
    folder.add(outcome(0, "abc", [1, 2, 3], [3, 2, 1]), "")
    folder.add(outcome(1, "abc", [1, 2, 3], [3, 2, 1]), "")
    file = tmp_path / "results.jsonl"
    file.write_bytes(file.read_bytes()[:-20])
    assert list(folder.outcomes()) == [0]
    folder.add(outcome(2, "abc", [1, 2, 3], [3, 2, 1]), "")
    assert list(folder.outcomes()) == [0, 2]


def test_another_run_is_refused(tmp_path: Path) -> None:
    Folder(tmp_path, TOLD)
    with pytest.raises(SetupError, match=r'its bots is \["casual", "novice", "random"\], not \["club", "novice"\]'):
        Folder(tmp_path, contest("club", "novice"))
    with pytest.raises(SetupError, match="its seed is 5, not 6"):
        Folder(tmp_path, contest("casual", "novice", "random", seed=6))


def test_a_seed_that_was_only_drawn_gives_way(tmp_path: Path) -> None:
    Folder(tmp_path, TOLD)
    assert Folder(tmp_path, contest("casual", "novice", "random", seed=6), drawn=True).contest == TOLD


def test_what_is_no_run_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada", encoding="utf-8")
    with pytest.raises(SetupError, match="holds something other than an arena run"):
        Folder(tmp_path, TOLD)
    with pytest.raises(SetupError, match="holds something other than an arena run"):
        Folder(tmp_path / "letter.txt", TOLD)
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]
    (tmp_path / "contest.json").write_text("{", encoding="utf-8")
    with pytest.raises(SetupError, match="cannot be read"):
        Folder(tmp_path, TOLD)
