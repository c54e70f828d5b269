"""List the licences of everything Atout uses: python tools/licences.py writes docs/reference/licences.md.

Python packages are those of constraints.txt, with what exactly these versions say of themselves; those that are not
installed beside this tool are fetched for it. Web packages are those of web/package-lock.json, which names their
licences. A licence that is not known to go together with MIT ends the tool; a test reads the page again.
"""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from email import message_from_bytes
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final, Protocol

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reference" / "licences.md"

# What may be used beside MIT: permissive licences, and weak copyleft, which stays with what it came with.
COMPATIBLE: Final = {
    *(
        "0BSD",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "BSL-1.0",
        "BlueOak-1.0.0",
        "CC0-1.0",
        "HPND",
        "ISC",
        "MIT",
    ),
    *("LGPL-2.1-only", "MIT-0", "MIT-CMU", "MPL-2.0", "PSF-2.0", "Python-2.0", "Unlicense", "Zlib", "LicenseRef-BSD"),
    "LicenseRef-Public-Domain",
}
CLASSIFIERS: Final = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "LicenseRef-BSD",  # with two clauses or three
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "Public Domain": "LicenseRef-Public-Domain",
    "The Unlicense (Unlicense)": "Unlicense",
}
TEXTS: Final = {
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache-2": "Apache-2.0",
    "3-Clause BSD License": "BSD-3-Clause",
    "BSD": "LicenseRef-BSD",
    "LGPL v2.1": "LGPL-2.1-only",
    "MIT License": "MIT",
    "MIT license": "MIT",
}
# Where the metadata leaves it open, by reading the licence itself.
READ: Final = {
    "docutils": "LicenseRef-Public-Domain AND BSD-2-Clause AND PSF-2.0",  # GPL: a mode for Emacs, not in the wheel
    "base64-arraybuffer": "MIT",  # named in the way of older packages
    "only": "MIT",  # named in its readme
    "xmlhttprequest-ssl": "MIT",
}
RUN, TOOLS, CLIENT, PEER = (
    "to run",
    "to build, test and measure",
    "in the client, or its compiler",
    "to measure beside us",
)
BUNDLED: Final = ("svelte", "lean-qr")  # what the client is made with, and so carries parts of
LOCKS: Final = {
    ROOT / "web" / "package-lock.json": TOOLS,
    ROOT / "benchmarks" / "server" / "boardgameio" / "package-lock.json": PEER,
}


@dataclass(frozen=True)
class UsedPackage:
    """A package and what it may be used under."""

    name: str
    version: str
    licence: str
    role: str


class LicenceError(Exception):
    """A licence that is unknown or does not fit, in one line."""


# Python


def read_pins(text: str) -> dict[str, str]:
    """Return the packages of constraints with their versions."""
    lines = [line.partition(";")[0].strip() for line in text.splitlines() if line.strip()]
    return {canonicalize_name(line.partition("==")[0]): line.partition("==")[2] for line in lines}


def metadata(pins: Mapping[str, str]) -> dict[str, dict[str, object]]:
    """Return the metadata of these versions: as installed here, or from the wheel that pip fetches."""
    found = {}
    absent = {}
    for name, version in pins.items():
        try:
            told = distribution(name)
        except PackageNotFoundError:
            absent[name] = version
            continue
        if told.version == version:
            found[name] = relevant_metadata(told.metadata)
        else:
            absent[name] = version
    if absent:
        print(f"fetching {', '.join(absent)}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, version in absent.items():
            pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-qqq", "--no-deps"]
            subprocess.run([*pip, "-w", f"{folder}/{name}", f"{name}=={version}"], check=True)
            (wheel,) = Path(folder, name).glob("*.whl")
            with zipfile.ZipFile(wheel) as archive:
                (file,) = [entry for entry in archive.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", entry)]
                found[name] = relevant_metadata(message_from_bytes(archive.read(file)))
    return found


class Headers(Protocol):
    """What a package says about itself."""

    def get_all(self, name: str, failobj: None = None) -> list[str] | None:
        """Return all headers of a name."""


def relevant_metadata(headers: Headers) -> dict[str, object]:
    """Return what of the metadata matters here."""
    single = {"name": "Name", "license": "License", "license_expression": "License-Expression"}
    several = {"classifier": "Classifier", "requires_dist": "Requires-Dist"}
    found: dict[str, object] = {key: (headers.get_all(name) or [""])[0] for key, name in single.items()}
    return {**found, **{key: headers.get_all(name) or [] for key, name in several.items()}}


def licence_of(item: Mapping[str, object]) -> str:
    """Return the licence of a Python package as an SPDX expression."""
    name = canonicalize_name(str(item["name"]))
    if name in READ:
        return READ[name]
    if expression := item.get("license_expression"):
        return str(expression)
    listed = item.get("classifier")
    classifiers = [str(line) for line in listed] if isinstance(listed, list) else []
    known = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License :: ")]
    if known and all(line in CLASSIFIERS for line in known):
        return " OR ".join(dict.fromkeys(CLASSIFIERS[line] for line in known))
    text = str(item.get("license") or "").strip().partition("\n")[0]  # some have all of it here
    found = TEXTS.get(text, text)
    if len(found.split()) == 1:
        return found
    return f"unclear: {', '.join(known) or text[:60]}"


def find_needed(names: Iterable[str], known: Mapping[str, Mapping[str, object]]) -> set[str]:
    """Return these packages and all that they need in turn, on any platform."""

    def needs(name: str) -> Iterator[str]:
        lines = known[name].get("requires_dist")
        for line in lines if isinstance(lines, list) else []:
            wanted = Requirement(str(line))
            if wanted.marker is None or "extra" not in str(wanted.marker):
                yield canonicalize_name(wanted.name)

    return closure([canonicalize_name(Requirement(name).name) for name in names], known, needs)


def closure(names: Iterable[str], known: Container[str], needs: Callable[[str], Iterable[str]]) -> set[str]:
    """Return these names and all that they need in turn, as far as they are known."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in known and name not in found:
            found.add(name)
            waiting += needs(name)
    return found


def python_packages() -> list[UsedPackage]:
    """Return all Python packages."""
    pins = read_pins((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    known = metadata(pins)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    running = find_needed(project["dependencies"], known)
    extras = {name: find_needed(lines, known) for name, lines in project["optional-dependencies"].items()}
    result = []
    for name, version in pins.items():
        if name not in known:
            raise LicenceError(f"{name}: pip says nothing about it")
        chosen = [extra for extra, parts in extras.items() if extra not in ("test", "bench") and name in parts]
        role = RUN if name in running else f"extra {', '.join(chosen)}" if chosen else TOOLS
        result.append(UsedPackage(name, version, licence_of(known[name]), role))
    return result


# The web client


def web_packages() -> list[UsedPackage]:
    """Return all packages of the lock files."""
    result: dict[tuple[str, str], UsedPackage] = {}
    for file, usual in LOCKS.items():
        lock = read_lock(file)
        client = locked_closure(BUNDLED, lock)
        for path, item in lock.items():
            name, version = path.rpartition("node_modules/")[2], str(item["version"])
            role = CLIENT if path in client else usual
            licence = READ.get(name) or str(item.get("license", ""))
            result.setdefault((name, version), UsedPackage(name, version, licence, role))
    return sorted(result.values(), key=lambda used: (used.name, used.version))


def locked_closure(names: Iterable[str], lock: Mapping[str, dict[str, object]]) -> set[str]:
    """Return the paths of these packages in the lock file, and of all that they need."""

    def needs(path: str) -> Iterator[str]:
        wanted = lock[path].get("dependencies")
        for name in wanted if isinstance(wanted, dict) else {}:
            inside = f"{path}/node_modules/{name}"
            yield inside if inside in lock else f"node_modules/{name}"

    return closure([f"node_modules/{name}" for name in names], lock, needs)


def read_lock(file: Path) -> dict[str, dict[str, object]]:
    """Return the packages of a lock file by their paths, without the project itself."""
    found: dict[str, dict[str, object]] = json.loads(file.read_text(encoding="utf-8"))["packages"]
    return {path: item for path, item in found.items() if path}


# Judging and writing


def is_compatible(expression: str) -> bool:
    """Say whether an SPDX expression lets the package be used beside MIT: one of the choices, all of its parts."""
    words = re.sub(r"[()]", " ", re.sub(r" WITH \S+", "", expression))
    choices = [choice.split(" AND ") for choice in words.split(" OR ")]
    return any(all(part.strip() in COMPATIBLE for part in parts) for parts in choices)


def page(python: Iterable[UsedPackage], web: Iterable[UsedPackage]) -> str:
    """Return the page."""
    return "\n".join(
        [
            "# Licences",
            "",
            "Atout is under the MIT licence. This is what it uses, all under licences that are compatible with MIT.",
            "Installing Atout installs what is marked *to run*, and an extra only if you ask for it; the rest is",
            "needed only to work on Atout. `python tools/licences.py` writes this page.",
            "",
            "## Python",
            "",
            *rows(python),
            "",
            "## Web",
            "",
            *rows(web),
            "",
        ]
    )


def rows(packages: Iterable[UsedPackage]) -> Iterator[str]:
    """Yield a table."""
    yield "| Package | Version | Licence | Used |"
    yield "|---|---|---|---|"
    for used in packages:
        yield f"| {used.name} | {used.version} | {used.licence} | {used.role} |"


def read(text: str) -> tuple[list[UsedPackage], list[UsedPackage]]:
    """Return what a page lists: Python packages and web packages."""
    parts = [
        re.findall(r"^\| (.+?) \| (.+?) \| (.*?) \| (.+?) \|$", part, re.MULTILINE) for part in text.split("\n## ")[1:]
    ]
    python, web = ([UsedPackage(*row) for row in part if row[0] != "Package"] for part in parts)
    return python, web


def main() -> int:
    """Write the page, unless a licence does not fit."""
    try:
        python, web = python_packages(), web_packages()
        strange = [
            f"{used.name}: {used.licence or 'no licence'}"
            for used in (*python, *web)
            if not is_compatible(used.licence)
        ]
        if strange:
            raise LicenceError(f"not known to go together with MIT: {'; '.join(strange)}")
    except LicenceError as error:
        print(f"licences: {error}", file=sys.stderr)
        return 1
    PAGE.write_text(page(python, web), encoding="utf-8")
    print(f"{len(python)} Python packages, {len(web)} web packages: {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
