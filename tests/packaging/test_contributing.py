"""The files that contributors and their tools expect: valid, and nothing in them that dev.py does not do."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import dev

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted(file for file in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if file.name != "config.yml")


def is_valid(file: Path) -> bool:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(file)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert "No module named" not in done.stderr
    return done.returncode == 0


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_workflows_are_valid(file: Path) -> None:
    assert is_valid(file)


def test_a_workflow_that_is_wrong_would_be_found(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(WORKFLOWS[0].read_text(encoding="utf-8").replace("runs-on", "run-on"), encoding="utf-8")
    assert not is_valid(wrong)


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_workflows_only_call_tasks_of_dev_py(file: Path) -> None:
    runs = re.findall(r"^ +- run: (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert runs
    calls = [re.fullmatch(r"python3? dev\.py (\w+)( [\w ]+)?", run) for run in runs]
    assert [run for run, call in zip(runs, calls, strict=True) if call is None or call[1] not in dev.TASKS] == []


@pytest.mark.parametrize("file", FORMS, ids=lambda file: file.name)
def test_forms_of_issues_are_complete(file: Path) -> None:
    form = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert {"name", "description", "body"} <= form.keys()
    body = form["body"]
    names = [part["id"] for part in body]
    assert len(names) == len(set(names)) > 0
    assert [
        part for part in body if part["type"] not in ("input", "textarea") or "label" not in part["attributes"]
    ] == []


def test_the_hook_before_a_commit_is_what_a_contributor_runs() -> None:
    (repository,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    (hook,) = repository["hooks"]
    assert repository["repo"] == "local"
    assert hook["entry"] == "python3 dev.py check"


def test_the_editor_is_told_what_ruff_wants() -> None:
    text = (ROOT / ".editorconfig").read_text(encoding="utf-8")
    assert "[*.py]\nindent_size = 4\nmax_line_length = 120\n" in text


@pytest.mark.parametrize("name", ["SECURITY.md", ".github/PULL_REQUEST_TEMPLATE.md", "CONTRIBUTING.md", "LICENSE"])
def test_what_a_project_has_is_there(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8").strip()


def test_dev_py_needs_nothing_but_the_standard_library() -> None:
    python = shutil.which(Path(sys.executable).name) or sys.executable
    command = [
        python,
        "-I",
        "-S",
        "-c",
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import dev; print(len(dev.TASKS))",
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
