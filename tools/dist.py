"""Build what is released and try it: python tools/dist.py [--out dist].

A source distribution is made, which carries the built web client, and from it a compiled and a pure wheel. Each of the
three is looked into, installed into a fresh environment of its own, and used there: matches are simulated, one is
played at the terminal and replayed, and the home page is served. The source distribution holds the conformance suite
for games of other packages; the game of the guide has to pass it from there.
"""

import argparse
import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import venv
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email.message import Message
from email.parser import BytesParser
from pathlib import Path
from urllib.request import urlopen

from packaging.metadata import Metadata
from packaging.utils import parse_sdist_filename, parse_wheel_filename

from atout.games import LANGUAGES as LANGUAGES
from atout.games import NAMES

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "dist"
DEADLINE = 60.0  # seconds until a server has to answer

GAMES = sorted(NAMES)
# What plays Luz to its end whatever the cards are: most lines are refused, one of each round is not.
ANSWERS = "2s\nr1\ny1\ng1\nb1\np1\n" * 400


class DistError(Exception):
    """Something that should not be released, in one line."""


@dataclass
class Artifact:
    """A file that is released."""

    file: Path
    kind: str  # "sdist", "compiled" or "pure"
    names: dict[str, int] = field(default_factory=dict)  # what it holds, with sizes, without the folder of an sdist
    seconds: float = 0.0  # to install and try it

    @property
    def program(self) -> str:
        """Return what its program says it is."""
        return "compiled" if self.kind == "compiled" else "pure"


# Building


def run(*command: str | Path, cwd: Path = ROOT, text: str = "", environ: Mapping[str, str] | None = None) -> str:
    """Run a command and return its output; if it fails, its last lines are the error."""
    unwanted = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "ATOUT_PURE", "ATOUT_SKIP_WEB", "ATOUT_WEB")
    usual = {name: value for name, value in os.environ.items() if name not in unwanted}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**usual, **(environ or {})},
        input=text,
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode:
        tail = "\n".join((done.stdout + done.stderr).splitlines()[-30:])
        raise DistError(f"{Path(str(command[0])).name} {' '.join(map(str, command[1:4]))} failed:\n{tail}")
    return done.stdout


def build(out: Path) -> list[Artifact]:
    """Build the source distribution, and from it the wheels."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    say("source distribution, with the web client")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", out, environ={"ATOUT_REQUIRE_WEB": "1"})
    (sdist,) = out.glob("*.tar.gz")
    found = [Artifact(sdist, "sdist")]
    for kind, setting in (("compiled", "ATOUT_REQUIRE_COMPILED"), ("pure", "ATOUT_PURE")):
        say(f"{kind} wheel, from it")
        folder = WORK / kind
        shutil.rmtree(folder, ignore_errors=True)
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q", "--no-deps")
        released = {"ATOUT_OPTIMIZE": "3", "ATOUT_REQUIRE_WEB": "1", setting: "1"}
        run(*pip, "--no-build-isolation", "-w", folder, sdist, environ=released)
        (wheel,) = folder.glob("*.whl")
        found.append(Artifact(Path(shutil.move(wheel, out / wheel.name)), kind))
    return found


# Looking into what was built


def inspect(artifact: Artifact, project: dict[str, object]) -> None:
    """Refuse an artifact with wrong metadata, or one that lacks something or holds too much."""
    if artifact.kind == "sdist":
        artifact.names, metadata = read_sdist(artifact.file)
        name, version = parse_sdist_filename(artifact.file.name)
    else:
        artifact.names, metadata = read_wheel(artifact.file)
        name, version, _, tags = parse_wheel_filename(artifact.file.name)
        pure = {str(tag) for tag in tags} == {"py3-none-any"}
        if pure != (artifact.kind == "pure"):
            raise DistError(f"{artifact.file.name} is not what a {artifact.kind} wheel is called")
    try:
        told = Metadata.from_email(metadata, validate=True)
    except ExceptionGroup as group:
        raise DistError(f"{artifact.file.name}: {'; '.join(map(str, group.exceptions))}") from None
    require(artifact, told.name == project["name"] == name, f"its name is {told.name}")
    require(artifact, str(told.version) == project["version"] == str(version), f"its version is {told.version}")
    require(artifact, told.summary == project["description"], "its summary is not the project's")
    require(artifact, told.license_expression == project["license"], f"its licence is {told.license_expression}")
    require(artifact, told.description_content_type == "text/markdown", "its description is not Markdown")
    require(artifact, "# Atout" in (told.description or message_of(metadata).get_payload()), "it has no description")
    check_content(artifact)


def require(artifact: Artifact, good: bool, otherwise: str) -> None:
    """Refuse an artifact if something is not as it should be."""
    if not good:
        raise DistError(f"{artifact.file.name}: {otherwise}")


def message_of(metadata: bytes) -> Message:
    """Return metadata as the message it is."""
    return BytesParser().parsebytes(metadata)


def read_sdist(file: Path) -> tuple[dict[str, int], bytes]:
    """Return what a source distribution holds, and its metadata."""
    with tarfile.open(file) as archive:
        members = [member for member in archive.getmembers() if member.isfile()]
        names = {member.name.partition("/")[2]: member.size for member in members}
        told = archive.extractfile(next(member for member in members if member.name.count("/PKG-INFO")))
        assert told is not None
        return names, told.read()


def read_wheel(file: Path) -> tuple[dict[str, int], bytes]:
    """Return what a wheel holds, and its metadata; refuse one whose list of files is wrong."""
    with zipfile.ZipFile(file) as archive:
        names = {entry.filename: entry.file_size for entry in archive.infolist() if not entry.is_dir()}
        (record,) = [name for name in names if name.endswith(".dist-info/RECORD")]
        listed = {}
        for line in archive.read(record).decode().splitlines():
            name, digest, _ = line.rsplit(",", 2)
            listed[name.strip('"')] = digest
        if listed.keys() != names.keys():
            raise DistError(f"{file.name}: RECORD and content differ in {sorted(listed.keys() ^ names.keys())[:3]}")
        for name, digest in listed.items():
            if name != record:
                found = base64.urlsafe_b64encode(hashlib.sha256(archive.read(name)).digest()).decode().rstrip("=")
                if digest != f"sha256={found}":
                    raise DistError(f"{file.name}: RECORD has another digest for {name}")
        return names, archive.read(record.replace("RECORD", "METADATA"))


def check_content(artifact: Artifact) -> None:
    """Refuse an artifact without rules, words, lessons or client, and one with what belongs to nobody else."""
    root = "src/atout" if artifact.kind == "sdist" else "atout"
    wanted = [f"{root}/web/index.html", f"{root}/py.typed"]
    for game in GAMES:
        wanted.append(f"{root}/games/{game}/lessons.toml")
        wanted += [f"{root}/games/{game}/rules.{lang}.md" for lang in LANGUAGES]
        wanted += [f"{root}/games/{game}/locale/{lang}.toml" for lang in LANGUAGES]
    if artifact.kind == "sdist":
        wanted += ["LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "hatch_build.py", "dev.py"]
        wanted += ["web/package-lock.json", "tests/conftest.py", "tests/conformance/test_games.py", "docs/index.md"]
    absent = [name for name in wanted if name not in artifact.names]
    require(artifact, not absent, f"{', '.join(absent)} is missing")
    require(artifact, any(name.startswith(f"{root}/web/assets/") for name in artifact.names), "the client is missing")
    strange = re.compile(r"(^|/)(\.venv|node_modules|__pycache__|\.git|\.env|site|gallery/out)(/|$)|\.(pyc|db|log)$")
    found = [name for name in artifact.names if strange.search(name)]
    require(artifact, not found, f"{', '.join(found[:3])} should not be there")
    extensions = [name for name in artifact.names if name.endswith((".so", ".pyd"))]
    require(artifact, bool(extensions) == (artifact.kind == "compiled"), f"it has {len(extensions)} extension modules")
    if artifact.kind != "sdist":
        found = [name for name in artifact.names if "/tests/" in name]
        require(artifact, not found, f"{', '.join(found[:3])} is a test")


# Trying it


def try_out(artifact: Artifact) -> None:
    """Install an artifact into an environment of its own and use it."""
    start = time.monotonic()
    home = WORK / f"try-{artifact.kind}"
    shutil.rmtree(home, ignore_errors=True)
    venv.create(home / "env", with_pip=True)
    programs = home / "env" / ("Scripts" if os.name == "nt" else "bin")
    pip = (programs / "python", "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "-q")
    extra = {"ATOUT_PURE": "1"} if artifact.kind == "sdist" else {}  # compiled is what the wheel made from it shows
    run(*pip, "-c", ROOT / "constraints.txt", artifact.file, cwd=home, environ=extra)
    run(programs / "python", "-m", "pip", "check", cwd=home)
    atout = programs / "atout"
    usual = {"LANG": "C.UTF-8", "XDG_DATA_HOME": str(home), "COLUMNS": "100"}
    told = run(atout, "--version", cwd=home, environ=usual)
    require(artifact, f"({artifact.program})" in told, f"it says that it is {told.strip()}")
    simulated = json.loads(
        run(*(atout, "simulate", "mu", "--seats", "4", "--matches", "20", "--json"), cwd=home, environ=usual)
    )
    require(artifact, simulated["matches"] == 20, "it simulates otherwise")
    match = home / "match.toml"
    playing = (atout, "play", "luz", "--terminal", "--seed", "1", "--option", "deals=2", "--save", match)
    run(*playing, cwd=home, text=ANSWERS, environ=usual)
    require(artifact, "[end]" in match.read_text(encoding="utf-8"), "the match at the terminal did not end")
    run(atout, "replay", match, cwd=home, environ=usual)
    run(atout, "learn", "luz", cwd=home, text="q\n", environ=usual)
    serve(artifact, atout, home, usual)
    if artifact.kind == "sdist":
        conform(artifact, pip, home)
    artifact.seconds = time.monotonic() - start


def conform(artifact: Artifact, pip: Sequence[str | Path], home: Path) -> None:
    """Let the game of the guide pass the conformance suite, with no more than the guide asks for."""
    with tarfile.open(artifact.file) as archive:
        archive.extractall(home, filter="data")
    (source,) = home.glob("atout-*")
    run(*pip, "-c", ROOT / "constraints.txt", "pytest", source / "docs" / "examples" / "tiny_game", cwd=home)
    told = run(pip[0], "-m", "pytest", "-q", "tests/conformance", "-k", "pico", cwd=source)
    found = re.search(r"(\d+) passed", told)
    require(artifact, found is not None and int(found[1]) >= 45, "the game of the guide is hardly tried")


def serve(artifact: Artifact, atout: Path, home: Path, usual: dict[str, str]) -> None:
    """Start the server of an installed artifact and load its home page with everything that page names."""
    log = home / "serve.log"
    with log.open("w", encoding="utf-8") as file:
        command = [str(atout), "serve", "--port", "0", "--database", f"sqlite:///{home / 'atout.db'}", "--workers", "1"]
        server = subprocess.Popen(
            command, cwd=home, env={**os.environ, **usual}, stdin=subprocess.DEVNULL, stdout=file, stderr=file
        )
    try:
        url = f"http://127.0.0.1:{port_of(server, log)}"
        with urlopen(f"{url}/") as answer:
            page = answer.read().decode()
        parts = re.findall(r'(?:src|href)="(?:\./|/)?(assets/[^"]+)"', page)
        require(artifact, bool(parts), "its home page names no script")
        for part in parts:
            with urlopen(f"{url}/{part}") as answer:
                require(artifact, len(answer.read()) > 0, f"{part} is empty")
        with urlopen(f"{url}/api/games") as answer:
            found = sorted(game["name"] for game in json.load(answer)["games"])
        require(artifact, found == sorted(GAMES), f"it serves {', '.join(found)}")
    finally:
        server.terminate()
        server.wait(DEADLINE)


def port_of(server: subprocess.Popen[bytes], log: Path) -> int:
    """Wait until a server answers; return its port."""
    deadline = time.monotonic() + DEADLINE
    while not (found := re.search(r'"serving".*"port": (\d+)', log.read_text(encoding="utf-8"))):
        if server.poll() is not None or time.monotonic() > deadline:
            raise DistError(f"the server does not start: {log.read_text(encoding='utf-8')[-2000:]}")
        time.sleep(0.05)
    return int(found[1])


# Telling


def say(text: str) -> None:
    """Print one line about what happens now."""
    print(f"dist: {text}", flush=True)


def table(artifacts: Sequence[Artifact]) -> Iterator[str]:
    """Yield the lines of a table of what was built."""
    yield f"{'file':58}{'kind':>10}{'size':>10}{'unpacked':>10}{'files':>7}{'tried in':>10}"
    for artifact in artifacts:
        size, unpacked = artifact.file.stat().st_size, sum(artifact.names.values())
        row = f"{artifact.file.name:58}{artifact.kind:>10}{size / 1e6:>7.2f} MB{unpacked / 1e6:>7.2f} MB"
        yield f"{row}{len(artifact.names):>7}{artifact.seconds:>8.1f} s"


def main(arguments: Sequence[str]) -> int:
    """Build, look and try; return the exit code."""
    parser = argparse.ArgumentParser(description="Build what is released and try it.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where to, instead of dist/")
    chosen = parser.parse_args(arguments)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    try:
        artifacts = build(chosen.out.resolve())
        for artifact in artifacts:
            inspect(artifact, project)
        for artifact in artifacts:
            say(f"installing and playing: {artifact.file.name}")
            try_out(artifact)
    except DistError as error:
        print(f"dist: {error}", file=sys.stderr)
        return 1
    print(*table(artifacts), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
