"""Networks in whole numbers: what they compute, what files are refused, and that bots with them play lawfully."""

import random
import struct
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout import Game, Match, SetupError, load, names, shuffler
from atout.arena.ladder.duel import make_contender
from atout.bots import honesty
from atout.bots.learnt import Head, Learnt, fingerprint, has_network, load_network, pack_network, read_network
from atout.bots.loading import load_bot
from atout.bots.network import MOST, SHIFT, UNIT, WIDTH, Network
from tests.conformance.play import INTERPRETED


def drawn(features: int, parts: int, seed: int) -> tuple[bytes, list[list[list[int]]]]:
    """Return a network by chance: its bytes, and per layer weights by unit, biases and multipliers."""
    luck = random.Random(seed)
    data, layers = b"", []
    for inputs, outputs, last in ((features, WIDTH, False), (WIDTH, WIDTH, False), (WIDTH, parts + 1, True)):
        weights = [[luck.randint(-127, 127) for _ in range(inputs)] for _ in range(outputs)]
        biases = [luck.randint(-2000, 2000) for _ in range(outputs)]
        most = UNIT // 8 << SHIFT if inputs == features else 1 << SHIFT - 9
        factors = [luck.randint(1, most // 64) for _ in range(outputs)]
        rows = weights if last else [[weights[unit][k] for unit in range(outputs)] for k in range(inputs)]
        data += b"".join(struct.pack(f"{len(row)}b", *row) for row in rows)
        data += struct.pack(f"<{outputs}i", *biases) + struct.pack(f"<{outputs}i", *factors)
        layers.append([*weights, biases, factors])
    return data, layers


def computed(layers: list[list[list[int]]], on: list[int]) -> list[float]:
    """Return what the network should say, worked out plainly."""
    units = dict.fromkeys(on, 1)
    for layer in layers[:2]:
        *weights, biases, factors = layer
        after = {}
        for unit in range(WIDTH):
            total = biases[unit] + sum(weights[unit][k] * value for k, value in units.items())
            after[unit] = min(MOST, max(0, total * factors[unit] >> SHIFT))
        units = after
    *weights, biases, factors = layers[2]
    return [
        (bias + sum(row[k] * value for k, value in units.items())) * factor / 2**32
        for row, bias, factor in zip(weights, biases, factors, strict=True)
    ]


def test_a_network_computes_what_its_weights_say() -> None:
    data, layers = drawn(300, 20, 1)
    found = Network(300, 20, data)
    luck = random.Random(2)
    for lit in (0, 1, 40, 299, 300):
        on = luck.sample(range(300), lit)
        found.feed(vec[i64](on), lit)
        assert [found.rate(part) for part in range(21)] == pytest.approx(computed(layers, on), rel=1e-12)
        assert found.active > 0 or lit < 40


def test_sums_never_run_into_each_other() -> None:
    """All weights at their ends, everything on: the largest and the smallest sums there can be."""
    for weight in (-127, 127):
        row = struct.pack("b", weight)
        ends = struct.pack("<i", 2**30)
        first = row * (1000 * WIDTH) + struct.pack("<i", 0) * WIDTH + ends * WIDTH
        second = row * (WIDTH * WIDTH) + struct.pack("<i", 0) * WIDTH + struct.pack("<i", 1) * WIDTH
        third = b"\1" * (2 * WIDTH) + struct.pack("<i", 0) * 2 + ends * 2
        found = Network(1000, 1, first + second + third)
        found.feed(vec[i64](list(range(1000))), 1000)
        most = min(MOST, MOST * WIDTH * 127 >> SHIFT)
        assert found.rate(0) == (WIDTH * most / 4 if weight > 0 else 0)


def written(game: Game, folder: Path, **changes: object) -> Path:
    """Write a network by chance for a game; return its file."""
    features = game.features()
    data, _ = drawn(int(features.size), int(features.parts), 3)
    head = Head(game.name, fingerprint(features), int(features.size), int(features.parts), 0, 1)
    file = folder / f"{game.name}.network"
    file.write_bytes(pack_network(head._replace(**changes), data))  # type: ignore[arg-type] # any of its fields
    return file


@pytest.mark.sweep
@pytest.mark.parametrize("name", names())
def test_learnt_bots_play_lawfully_and_honestly(name: str, tmp_path: Path) -> None:
    game = load(name)
    file = written(game, tmp_path)
    seats = game.seat_counts[-1]
    match = Match(game, seats, shuffle=shuffler(1))
    bots = [Learnt(game, seat, file, warmth=float(seat % 2)) for seat in range(seats)]
    for _ in range(25 if INTERPRETED else 400):
        if match.over:
            break
        seat = match.state.owing()[-1]
        match.play(seat, bots[seat].choose(match.view(seat)))
    for number, (state, seat) in enumerate(honesty.sample_decisions(game, seats, game.settle({}), 5, 5)):
        if number == (4 if INTERPRETED else 40):
            break
        worlds = honesty.sample_worlds(game, state, seat, 1, number)
        verdict = honesty.judge_decision(
            lambda seed: load_bot(f"learnt:{file}", game, seed), state, seat, worlds, number
        )
        assert verdict.fault == honesty.HONEST


def test_networks_sit_in_arena_and_ladder(tmp_path: Path) -> None:
    game = load("luz")
    name = f"learnt:{written(game, tmp_path)}"
    assert isinstance(make_contender(name, game, 1, 0.05, None), Learnt)
    assert isinstance(load_bot(name, game, 1, seconds=0.05), Learnt)


def test_networks_of_the_package_fit_their_games_and_into_it() -> None:
    size = 0
    for name in names():
        game = load(name)
        if has_network(game):
            load_network(game, None)
            size += len(read_network(name, None)[1])
        else:
            with pytest.raises(SetupError, match=f"no network {name}"):
                load_bot("learnt", game, 1)
    assert size < 6_000_000


def test_files_that_are_no_network_are_refused(tmp_path: Path) -> None:
    luz, loop = load("luz"), load("loop")
    with pytest.raises(SetupError, match="no network"):
        load_bot(f"learnt:{tmp_path / 'absent'}", luz, 1)
    (tmp_path / "text").write_text("nothing")
    with pytest.raises(SetupError, match="is not an atout network"):
        load_bot(f"learnt:{tmp_path / 'text'}", luz, 1)
    with pytest.raises(SetupError, match="has learnt loop, not luz"):
        load_bot(f"learnt:{written(loop, tmp_path)}", luz, 1)
    with pytest.raises(SetupError, match="with other features"):
        load_bot(f"learnt:{written(luz, tmp_path, fields='0')}", luz, 1)
    short = written(luz, tmp_path).read_bytes()[:-4]
    (tmp_path / "short").write_bytes(short)
    with pytest.raises(SetupError, match="short"):
        load_bot(f"learnt:{tmp_path / 'short'}", luz, 1)
