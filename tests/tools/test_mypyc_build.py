"""How the C code of mypyc is cut into parts that are compiled side by side."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tools import mypyc_build

SHORT = """int64_t CPyDef_bits___count(int64_t n) {
    if (n) {
        n = n + 1;
    }
    return n;
}
"""
LONG = "char CPyDef_bits___slow(void) {\n" + "    ;\n" * mypyc_build.SHORT + "    return 1;\n}\n"
TOP = "char CPyDef_bits_____top_level__(void) {\n    return 1;\n}\n"
STATIC = "static int helper(void) {\n    return 0;\n}\n"


def test_indentation_goes_and_nothing_else() -> None:
    assert mypyc_build.strip_indentation("a\n    b  c\n  d\n") == "a\nb  c\nd\n"


def test_short_functions_may_be_inlined_elsewhere() -> None:
    found = mypyc_build.short_functions(STATIC + SHORT + TOP + LONG)
    assert found == "extern inline __attribute__((gnu_inline)) " + mypyc_build.strip_indentation(SHORT)


def module(folder: Path, name: str, text: str) -> Path:
    file = folder / f"__native_atout___{name}.c"
    file.write_text(text)
    return file


def test_games_stay_whole_and_parts_are_about_equal(tmp_path: Path) -> None:
    sizes = {
        "kernel___bits": 10,
        "games___luz___a": 30,
        "games___luz___b": 20,
        "games___mu___a": 40,
        "games___njet___a": 5,
    }
    files = [module(tmp_path, name, "x" * size) for name, size in sizes.items()]
    names = [
        [file.name.removeprefix("__native_atout___") for file in part]
        for part in mypyc_build.split_into_parts(files, 2)
    ]
    assert names == [
        ["kernel___bits.c", "games___mu___a.c", "games___njet___a.c"],
        ["games___luz___a.c", "games___luz___b.c"],
    ]


@pytest.mark.skipif(not shutil.which("gcc"), reason="gcc is what knows gnu_inline here")
def test_parts_are_one_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mypyc_build.FOLDER.mkdir()
    folder = mypyc_build.FOLDER
    (folder / "__native_atout.h").write_text("#include <stdint.h>\n")
    (folder / "__native_internal_atout.h").write_text(
        "extern int64_t CPyDef_bits___count(int64_t n);\nextern int64_t CPyDef_luz___play(int64_t n);\n"
    )
    (folder / "runtime.c").write_text("int started = 1;\n")
    (folder / "__native_atout.c").write_text("int main(void) {\n    return CPyDef_luz___play(40) - 42;\n}\n")
    kernel = module(folder, "kernel___bits", SHORT)
    game = module(
        folder,
        "games___luz___play",
        "int64_t CPyDef_luz___play(int64_t n) {\n    return CPyDef_bits___count(n) + 1;\n}\n",
    )
    sources = [str(folder / "__native_atout.c"), str(kernel), str(game), str(folder / "runtime.c")]
    parts = mypyc_build.write_parts(sources, 2)
    assert len(parts) == 2
    assert "gnu_inline" in Path(parts[1]).read_text()
    subprocess.run(["gcc", "-O2", "-w", f"-I{folder}", *parts, "-o", "program"], check=True)
    assert subprocess.run(["./program"]).returncode == 0
