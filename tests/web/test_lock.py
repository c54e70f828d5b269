"""The lock file of the web client: complete for every platform, pinned by hash, and without addresses."""

import json
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
MANIFEST = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
LOCK = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
PACKAGES = {name: package for name, package in LOCK["packages"].items() if name}


def is_locked(package: str, wanted: str) -> bool:
    """Tell whether something that a package wants is locked, in its own folder or in one above."""
    while True:
        if f"{package}/node_modules/{wanted}".lstrip("/") in PACKAGES:
            return True
        if not package:
            return False
        package = package.rpartition("/node_modules/")[0] if "/node_modules/" in package else ""


@pytest.mark.parametrize("name", PACKAGES)
def test_what_a_package_wants_on_any_platform_is_locked(name: str) -> None:
    package = PACKAGES[name]
    wanted = [*package.get("dependencies", {}), *package.get("optionalDependencies", {})]
    assert [each for each in wanted if not is_locked(name, each)] == []


def test_every_package_has_its_hash_and_no_address() -> None:
    assert [name for name, package in PACKAGES.items() if "resolved" in package] == []
    assert [name for name, package in PACKAGES.items() if not package.get("integrity")] == []


def test_the_bundler_is_there_for_all_platforms() -> None:
    bindings = [name for name in PACKAGES if "@rolldown/binding-" in name]
    assert all(any(system in name for name in bindings) for system in ("linux", "darwin", "win32"))
    assert all(any(machine in name for name in bindings) for machine in ("x64", "arm64"))


def test_versions_are_exact_and_nothing_is_needed_at_run_time() -> None:
    assert "dependencies" not in MANIFEST
    assert [pin for pin in MANIFEST["devDependencies"].values() if not pin[0].isdigit()] == []
    assert LOCK["packages"][""]["devDependencies"] == MANIFEST["devDependencies"]


def test_what_npm_is_told() -> None:
    assert "omit-lockfile-registry-resolved=true" in (WEB / ".npmrc").read_text(encoding="utf-8").splitlines()
