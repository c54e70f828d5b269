"""Two mistakes of mypyc that lose memory between interpreted and compiled code, and how we keep clear of them."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from atout.games import load, names
from atout.kernel.log import chain
from atout.kernel.view import Observation
from hatch_build import compiled_files
from tests.memory.plays import can_tell
from tools.mypy_vec_plugin import REFUSAL

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
COMPILED = {SOURCE / file for file in compiled_files(SOURCE)}

MODULE = """
from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr


def taken(numbers: vec[i64]) -> i64:
    return len(numbers)


def given(size: i64) -> vec[i64]:
    return vec[i64]([0 for _ in range(size)])


def listed(numbers: list[int]) -> i64:
    return len(vec[i64](numbers))


@mypyc_attr(allow_interpreted_subclasses=True)
class Box:
    def __init__(self) -> None:
        self.numbers = vec[i64]()

    def put(self, numbers: vec[i64]) -> None:
        pass


def put(box: Box, size: i64) -> None:
    box.put(given(size))


@mypyc_attr(allow_interpreted_subclasses=True)
class Open:
    def __init__(self, items: list[int]) -> None:
        self.items = items


class Closed(Open):
    pass


@mypyc_attr(allow_interpreted_subclasses=True)
class OpenToo(Open):
    pass


def closed(items: list[int]) -> Closed:
    return Closed(items)
"""

BUILD = """
from mypyc.build import mypycify
from setuptools import Distribution

extensions = mypycify(["--config-file=", "crossing.py"], opt_level="0", debug_level="0", target_dir="c")
command = Distribution({"name": "crossing", "ext_modules": extensions}).get_command_obj("build_ext")
command.build_lib, command.build_temp = "lib", "tmp"
command.ensure_finalized()
command.run()
"""

PROBE = """
import json, sys
sys.path.insert(0, "lib")
import crossing
from librt.vecs import vec
from mypy_extensions import i64
from tests.memory.plays import allocated

class Heir(crossing.Box):
    pass

class Overriding(crossing.Box):
    def put(self, numbers):
        return None

SIZE, TIMES = 500, 1000
numbers, box, heir, overriding = [0] * SIZE, crossing.Box(), Heir(), Overriding()
ways = {
    "an argument": lambda: crossing.taken(vec[i64](numbers)),
    "an attribute": lambda: setattr(box, "numbers", vec[i64](numbers)),
    "an inherited method": lambda: crossing.put(heir, SIZE),
    "an overridden method": lambda: crossing.put(overriding, SIZE),
    "a result": lambda: crossing.given(SIZE),
    "an attribute that is read": lambda: box.numbers,
    "a list": lambda: crossing.listed(numbers),
    "a closed class": lambda: crossing.Closed([0] * SIZE),
    "a closed class, made by compiled code": lambda: crossing.closed([0] * SIZE),
    "an open class": lambda: crossing.Open([0] * SIZE),
    "an open class that inherits": lambda: crossing.OpenToo([0] * SIZE),
}
lost = {}
for name, way in ways.items():
    for _ in range(10):
        way()
    before = allocated()
    for _ in range(TIMES):
        way()
    lost[name] = (allocated() - before) // TIMES
print(json.dumps(lost))
"""


def test_no_interpreted_module_of_the_package_knows_vectors():
    for file in SOURCE.rglob("*.py"):
        if file not in COMPILED and "tests" not in file.parts:
            imported = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.ImportFrom)]
            assert [node.module for node in imported if (node.module or "").startswith("librt")] == [], file


@pytest.mark.parametrize("name", names())
def test_a_view_is_made_once(name):
    """A view is the one thing of a game that interpreted code makes by calling its class: in a worker."""
    game = load(name)
    view = game.new(game.seat_counts[0], game.settle({})).view(0)
    owing: list[int] = []
    before = sys.getrefcount(owing)
    for _ in range(10):
        type(view)(Observation(0, view.seats, 0, owing, [], view.options, chain([[]])))
    assert sys.getrefcount(owing) == before


CROSSINGS = """
from librt.vecs import vec
from mypy_extensions import i64
from atout.kernel.log import Segment, chapters
from atout.kernel.rng import Rng
from atout.kernel.state import State
from atout.kernel.view import View

class Own(State):
    pass

def crossing(state: State, own: Own, view: View, rng: Rng) -> None:
    chapters(view.past, view.log)  # refused
    Segment(None, vec[i64]([1]))  # refused
    state.menu(0, vec[i64]([1]))  # refused
    own.hand_out(rng.order(5))  # refused
    own.log = view.log[:]  # refused
    state.deal(list(rng.order(5)))
    own.copy_from_view(view)
    print(list(view.log), len(state.log), view.log[0], view.parts())
"""


def test_mypy_refuses_what_would_be_lost(tmp_path):
    file = tmp_path / "crossings.py"
    file.write_text(CROSSINGS.lstrip())
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml")]
    command += ["--cache-dir", str(tmp_path / "cache"), str(file)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    refused = [number for number, line in enumerate(CROSSINGS.lstrip().splitlines(), 1) if line.endswith("refused")]
    assert len(refused) == 5
    assert [line for line in done.stdout.splitlines() if REFUSAL in line] == [
        f"{file}:{number}: error: {REFUSAL}  [misc]" for number in refused
    ], done.stdout


@pytest.mark.skipif(os.environ.get("ATOUT_EXPECT") == "interpreted", reason="compiles: once is enough")
@pytest.mark.skipif(not can_tell(), reason="only the GNU C library tells what is held")
def test_mypyc_still_loses_memory(tmp_path):
    """If this fails because nothing is lost: mypyc is mended, and docs/decisions/mypyc.md is out of date."""
    (tmp_path / "crossing.py").write_text(MODULE)
    (tmp_path / "build.py").write_text(BUILD)
    (tmp_path / "probe.py").write_text(PROBE)
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    built = subprocess.run([sys.executable, "build.py"], cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    probe = [sys.executable, "probe.py"]
    lost = json.loads(subprocess.run(probe, cwd=tmp_path, env=environ, stdout=subprocess.PIPE, check=True).stdout)
    bytes_of_the_vec = 8 * 500
    losing = {name for name, lost in lost.items() if lost >= bytes_of_the_vec}
    assert losing == {"an argument", "an attribute", "an inherited method", "a closed class"}
    assert {name for name, lost in lost.items() if lost >= 64} == losing, lost
