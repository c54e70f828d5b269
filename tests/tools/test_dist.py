"""What is looked at before a release: metadata, lists of files, and what must or must not be inside."""

import base64
import hashlib
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from tools import dist
from tools.dist import Artifact, DistError

PROJECT: dict[str, object] = {"name": "atout", "version": "1.2", "description": "Games", "license": "MIT"}
METADATA = """Metadata-Version: 2.4
Name: atout
Version: 1.2
Summary: Games
License-Expression: MIT
Description-Content-Type: text/markdown

# Atout
"""


def content(root: str) -> dict[str, str]:
    """Return what every artifact has to hold."""
    found = {f"{root}/web/index.html": "<html>", f"{root}/web/assets/a.js": "1", f"{root}/py.typed": ""}
    for game in dist.GAMES:
        for lang in dist.LANGUAGES:
            found[f"{root}/games/{game}/lessons.toml"] = ""
            found |= {f"{root}/games/{game}/rules.{lang}.md": "#", f"{root}/games/{game}/locale/{lang}.toml": ""}
    return found


def wheel(folder: Path, *, left_out: str = "", metadata: str = METADATA, forged: str = "", **more: str) -> Artifact:
    """Write a wheel with something wrong about it, or nothing."""
    files = {**content("atout"), "atout-1.2.dist-info/METADATA": metadata, **more}
    files.pop(left_out, None)
    lines = []
    for name, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256((text + ("x" * (name == forged))).encode()).digest())
        lines.append(f"{name},sha256={digest.decode().rstrip('=')},{len(text)}")
    record = "atout-1.2.dist-info/RECORD"
    file = folder / "atout-1.2-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in {**files, record: "\n".join([*lines, f"{record},,"])}.items():
            archive.writestr(name, text)
    return Artifact(file, "pure")


def sdist(folder: Path, **more: str) -> Artifact:
    names = ("LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "hatch_build.py", "dev.py")
    further = ("web/package-lock.json", "tests/conftest.py", "tests/conformance/test_games.py", "docs/index.md")
    files = {**content("src/atout"), **dict.fromkeys((*names, *further), "x"), "PKG-INFO": METADATA, **more}
    file = folder / "atout-1.2.tar.gz"
    with tarfile.open(file, "w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(f"atout-1.2/{name}")
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text.encode()))
    return Artifact(file, "sdist")


def test_a_good_wheel_and_a_good_source_distribution_pass(tmp_path: Path) -> None:
    for artifact in (wheel(tmp_path), sdist(tmp_path)):
        dist.inspect(artifact, PROJECT)
        assert len(artifact.names) > 40
    assert [line.split()[0] for line in dist.table([wheel(tmp_path)])] == ["file", "atout-1.2-py3-none-any.whl"]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"left_out": "atout/web/index.html"}, "atout/web/index.html is missing"),
        ({"left_out": "atout/web/assets/a.js"}, "the client is missing"),
        ({"left_out": "atout/games/mu/rules.fr.md"}, "rules.fr.md is missing"),
        ({"left_out": "atout/games/mu/lessons.toml"}, "lessons.toml is missing"),
        ({"forged": "atout/py.typed"}, "another digest for atout/py.typed"),
        ({"metadata": METADATA.replace("1.2", "1.3")}, "its version is 1.3"),
        ({"metadata": METADATA.replace("MIT", "GPL-3.0-only")}, "its licence is GPL-3.0-only"),
        ({"metadata": METADATA.replace("Games", "Cards")}, "its summary"),
        ({"metadata": METADATA.replace("# Atout", "")}, "no description"),
        ({"atout/games/luz/tests/naive.py": "1"}, "is a test"),
        ({"atout/__pycache__/a.pyc": "1"}, "should not be there"),
        ({"atout/kernel/bits.so": "1"}, "it has 1 extension modules"),
    ],
)
def test_a_bad_wheel_is_refused(wrong: dict[str, str], reason: str, tmp_path: Path) -> None:
    with pytest.raises(DistError, match=reason):
        dist.inspect(wheel(tmp_path, **wrong), PROJECT)


def test_metadata_that_nobody_could_read_are_refused(tmp_path: Path) -> None:
    garbled = METADATA.replace("License-Expression: MIT", "License-Expression: ?")
    with pytest.raises(DistError, match="is invalid for 'license-expression'"):
        dist.inspect(wheel(tmp_path, metadata=garbled), PROJECT)


def test_a_file_that_is_not_listed_is_found(tmp_path: Path) -> None:
    artifact = wheel(tmp_path)
    with zipfile.ZipFile(artifact.file, "a") as archive:
        archive.writestr("atout/more.py", "1")
    with pytest.raises(DistError, match="RECORD and content differ"):
        dist.inspect(artifact, PROJECT)


def test_a_wheel_is_called_what_it_is(tmp_path: Path) -> None:
    artifact = wheel(tmp_path)
    with pytest.raises(DistError, match="is not what a compiled wheel is called"):
        dist.inspect(Artifact(artifact.file, "compiled"), PROJECT)


def test_what_fails_is_told(tmp_path: Path) -> None:
    assert dist.run("sh", "-c", "cat", text="said", cwd=tmp_path) == "said"
    with pytest.raises(DistError, match=r"(?s)failed:.*why"):
        dist.run("sh", "-c", "echo why; exit 3", cwd=tmp_path)
