"""Compile modules with mypyc and the C compiler: python tools/mypyc_build.py MODULE ..., beside the sources.

The extension modules come into lib/. It runs in a process of its own: mypyc leaves the interpreter when a module is
refused. ATOUT_OPTIMIZE is the level of the C compiler.

mypyc writes 600,000 lines of C. Level 3 gets them in one file, so that the compiler inlines whatever it likes. Below
that they are cut into parts of about the same length, games as a whole, which are compiled side by side; every part is
shown the short functions of the kernel, so that games inline those as before (docs/decisions/mypyc.md).

Integers wrap, and multiplications are not fused, so that numbers come out as interpreted; nobody else uses what the
modules define, and nobody asks for the errors of floats, which mypyc checks itself. An rpath is of no use to an
extension module and would carry the path of this interpreter into the wheel.
"""

import os
import re
import sys
import sysconfig
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

GROUP = "atout"
FOLDER = Path("c")
PARTS = 2  # the same wherever it is built
SHORT = 60  # lines of a function that other parts may inline
LEVEL = os.environ.get("ATOUT_OPTIMIZE") or "2"
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

FLAGS = ["-fwrapv", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"]
FLAGS += ["-fvisibility=hidden", "-fno-semantic-interposition"]
FLAGS += ["-w"]  # the C is mypyc's; its -Werror would refuse the functions shown to other parts

HEADERS = f'#include "__native_{GROUP}.h"\n#include "__native_internal_{GROUP}.h"\n'
MODULE = re.compile(rf"__native_{GROUP}___(\w+?)___(\w+)\.c")
FUNCTION = re.compile(r"^\w[\w *]*\bCPyDef_\w+\([^;{]*\) \{\n(?:.*\n)*?\}\n", re.MULTILINE)


def strip_indentation(code: str) -> str:
    """Return C code without its indentation, which is four fifths of it."""
    return re.sub(r"^ +", "", code, flags=re.MULTILINE)


def short_functions(code: str) -> str:
    """Return the short functions of a module as the compiler may inline them, but not define them again."""
    found = (match[0] for match in FUNCTION.finditer(code))
    kept = (text for text in found if text.count("\n") <= SHORT and "___top_level__" not in text)
    return strip_indentation("".join(f"extern inline __attribute__((gnu_inline)) {text}" for text in kept))


def split_into_parts(files: Iterable[Path], many: int) -> list[list[Path]]:
    """Divide the modules: what belongs to one game stays together, and the first part has all that is not a game."""
    groups: dict[str, list[Path]] = {"": []}
    for file in sorted(files):
        found = MODULE.fullmatch(file.name)
        game = found[2].partition("___")[0] if found and found[1] == "games" else ""
        groups.setdefault(game, []).append(file)
    divided = [groups.pop(""), *([] for _ in range(many - 1))]
    sizes = [sum(len(strip_indentation(file.read_text())) for file in divided[0]), *(0 for _ in range(many - 1))]
    lengths = {game: sum(len(strip_indentation(file.read_text())) for file in found) for game, found in groups.items()}
    for game in sorted(groups, key=lambda name: (-lengths[name], name)):
        least = sizes.index(min(sizes))
        divided[least] += groups[game]
        sizes[least] += lengths[game]
    return divided


def write_parts(sources: list[str], many: int) -> list[str]:
    """Write the modules of an extension, and what mypyc adds to them, into a number of C files; return their paths."""
    shared = FOLDER / f"__native_{GROUP}.c"
    files = [Path(source) for source in sources]
    modules = [file for file in files if MODULE.fullmatch(file.name)]
    runtime = [file for file in files if file != shared and file not in modules]
    kernel = sorted(file for file in modules if "___kernel___" in file.name)
    visible = "".join(short_functions(file.read_text()) for file in kernel)
    includes = "".join(f'#include "{file.resolve().as_posix()}"\n' for file in runtime)
    first = includes + HEADERS + strip_indentation(shared.read_text())
    written = []
    for k, part in enumerate(split_into_parts(modules, many)):
        text = (HEADERS + visible if k else first) + "".join(strip_indentation(file.read_text()) for file in part)
        file = FOLDER / f"part{k}.c"
        file.write_text(text)
        written.append(str(file))
    return written


def main(modules: list[str]) -> None:
    """Compile modules into lib/."""
    config = sysconfig.get_config_vars()
    for name in ("LDSHARED", "BLDSHARED", "LDCXXSHARED"):
        config[name] = " ".join(word for word in (config.get(name) or "").split() if not word.startswith("-Wl,-rpath"))

    from mypyc.build import mypycify
    from setuptools import Distribution  # type: ignore[import-untyped]

    divided = LEVEL != "3" and sys.platform != "win32"
    extensions = mypycify(
        ["--config-file=", *modules],
        opt_level=LEVEL,
        debug_level="0",
        group_name=GROUP,
        target_dir=str(FOLDER),
        multi_file=divided,
    )
    for extension in extensions:
        if sys.platform != "win32":
            extension.extra_compile_args += FLAGS
        if sys.platform == "linux":
            extension.extra_compile_args += ["-fno-plt"]
        if divided and extension.name == f"{GROUP}__mypyc":
            extension.sources = write_parts(extension.sources, PARTS)

    command = Distribution({"name": GROUP, "ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib, command.build_temp, command.parallel = "lib", "tmp", CORES
    command.ensure_finalized()
    one_after_another = command.build_extensions

    def build_extensions() -> None:
        one_by_one = command.compiler.compile

        def compile(sources: list[str], **named: object) -> list[str]:
            with ThreadPoolExecutor(CORES) as pool:
                found = list(pool.map(lambda source: one_by_one([source], **named), sources))
            return [file for files in found for file in files]

        command.compiler.compile = compile  # the files of an extension side by side
        one_after_another()

    command.build_extensions = build_extensions
    command.run()


if __name__ == "__main__":
    main(sys.argv[1:])
