"""Datasets: every decision, the same every time, and nothing lost when a run is broken off."""

import json
import runpy
from pathlib import Path

import numpy as np
import pytest
from pyarrow import parquet
from typer.testing import CliRunner

from atout.arena.seating import deal_seed
from atout.bots.greedy import Greedy
from atout.cli.main import app
from atout.games import load
from atout.kernel.errors import SetupError
from atout.match import Match, shuffler
from atout.research import dataset
from atout.research.dataset import Plan, make_dataset
from atout.research.encoding import Encoding

PLAN = Plan("luz", 3, {"deals": "2"}, ("casual", "novice"), 5, 30, None, False)


def rows(file):
    return parquet.read_table(file).to_pylist()


def test_a_dataset_holds_what_was_seen_and_done_and_how_it_ended(tmp_path):
    file = tmp_path / "luz.parquet"
    assert make_dataset(PLAN, file) == len(rows(file))
    game, encoding = load("luz"), Encoding(load("luz"), 3)
    first = [row for row in rows(file) if row["match"] == 4]
    match = Match(game, 3, {"deals": "2"}, shuffle=shuffler(deal_seed(5, 1)))
    for row in first:
        while len(match.legal(match.turn)) == 1:
            match.play(match.turn, match.legal(match.turn)[0])
        assert row["seat"] == match.turn
        assert row["legal"] == match.legal(match.turn)
        assert np.array_equal(row["view"], encoding.vector(match.view(match.turn)))
        match.play(match.turn, row["action"])
    while not match.over:
        match.play(match.turn, match.legal(match.turn)[0])
    assert {(row["seat"], row["score"], row["place"]) for row in first} == {
        (seat, match.scores()[seat], match.places()[seat]) for seat in range(3)
    }
    assert {row["bot"] for row in first} == {"casual", "novice"}
    told = json.loads(parquet.read_schema(file).metadata[b"atout"])
    assert (told["game"], told["matches"], told["rules"]) == ("luz", 30, game.rules)


def test_equal_plans_give_equal_datasets_however_many_processes_and_however_often_broken_off(tmp_path, monkeypatch):
    make_dataset(PLAN, tmp_path / "one.parquet")
    write = dataset.write_block

    def broken_off(plan, folder, first):
        if first:
            raise KeyboardInterrupt
        return write(plan, folder, first)

    monkeypatch.setattr(dataset, "write_block", broken_off)
    with pytest.raises(KeyboardInterrupt):
        make_dataset(PLAN, tmp_path / "two.parquet")
    monkeypatch.undo()
    played: list[int] = []
    make_dataset(PLAN, tmp_path / "two.parquet", advance=played.append)
    assert played == [20, 10]
    make_dataset(PLAN, tmp_path / "three.parquet", jobs=2)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["one.parquet", "three.parquet", "two.parquet"]
    one = rows(tmp_path / "one.parquet")
    assert one == rows(tmp_path / "two.parquet") == rows(tmp_path / "three.parquet")


def test_another_dataset_is_not_mixed_in_or_written_over(tmp_path):
    file = tmp_path / "luz.parquet"
    (tmp_path / "luz.parquet.parts").mkdir()
    with pytest.raises(SetupError, match="holds something else"):
        make_dataset(PLAN, file)
    (tmp_path / "luz.parquet.parts" / "plan.json").write_text("{}")
    with pytest.raises(SetupError, match="another dataset"):
        make_dataset(PLAN, file)
    file.touch()
    with pytest.raises(SetupError, match="already exists"):
        make_dataset(PLAN, file)


def test_from_the_command_line(tmp_path):
    run = CliRunner().invoke
    out = str(tmp_path / "mu.parquet")
    few = ["--matches", "2", "--option", "length=once", "--seats", "4", "--seed", "1"]
    done = run(app, ["dataset", "mu", *few, "--out", out])
    assert done.exit_code == 0, done.output
    assert "decisions of 2 matches" in done.output
    for wrong, line in (
        (["dataset", "mu", "--matches", "0", "--out", out], "--matches"),
        (["dataset", "mu", "--matches", "1", "--out", out], "already exists"),
        (["dataset", "mu", "--matches", "1", "--bots", "nobody", "--out", f"{out}2"], "no bot nobody"),
        (["dataset", "mu", "--matches", "1", "--bots", ",", "--out", f"{out}2"], "at least one name"),
        (["dataset", "mu", "--matches", "1", "--out", str(tmp_path / "none" / "x")], "there is no folder"),
        (["dataset", "mu", "--matches", "1", "--seats", "9", "--out", f"{out}2"], "players"),
    ):
        refused = run(app, wrong)
        assert refused.exit_code == 2, wrong
        assert line in refused.output


def test_the_example_learns_from_a_dataset_and_plays(tmp_path, monkeypatch):
    script = Path(__file__).parents[2] / "docs" / "examples" / "learn.py"
    plan = Plan("loop", 4, {}, ("casual",), 1, 12, None, False)
    make_dataset(plan, tmp_path / "loop.parquet")
    monkeypatch.chdir(tmp_path)
    learnt = runpy.run_path(str(script))
    learnt["main"]("loop.parquet", "loop.npz")
    game = load("loop")
    bot = learnt["Learned"](game, 1)
    match = Match(game, 4, shuffle=shuffler(99))
    same = asked = 0
    casual = Greedy(game, 1)
    while not match.over:
        view = match.view(match.turn)
        action = bot.choose(view)
        assert action in view.legal
        if len(view.legal) > 1:
            asked += 1
            same += action == casual.choose(view)
        match.play(match.turn, action)
    assert same > 0.35 * asked  # a guess would be right in 22 of 100
