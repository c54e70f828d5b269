"""A pytest session that collects the tests of a game once, and then runs them in forks, each with another fault.

A request is a line of JSON on standard input, the answer a line on standard output. Started as
`python mutation_server.py GAME PYTEST_ARGUMENT...` in a copy of the project.
"""

import ast
import builtins
import json
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from types import CodeType, FrameType, FunctionType
from typing import TextIO, TypedDict

import pytest

IMPORT_SECONDS = 60.0
MEMORY = 2 << 30
REACHED = "_atout_reached"


class Request(TypedDict):
    """Which tests to run and what CPU time each may take, and the fault: a function of a module and its new source."""

    tests: list[int]
    seconds: list[float]
    file: str
    module: str
    function: str
    source: str


class Answer(TypedDict):
    """How it ended, and the test that ended it."""

    outcome: str  # "survived", "killed" or "timed out"
    test: int


class Profile(TypedDict):
    """What a test costs, and the functions of the game that it reaches."""

    test: str
    seconds: float
    functions: list[str]


class Imports:
    """Notes the functions of a game that are called while it is imported."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.codes: set[CodeType] = set()

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        """Note one call."""
        if event == "call":
            self.codes.add(frame.f_code)

    def names(self) -> list[str]:
        """Return what was called, as `file.py function`."""
        own = [code for code in self.codes if os.path.dirname(code.co_filename) == self.folder]
        return sorted({f"{os.path.basename(code.co_filename)} {code.co_qualname}" for code in own})


class Server:
    """The plugin that takes over once the tests are collected."""

    def __init__(self, game: str, folder: str, requests: TextIO, answers: TextIO) -> None:
        self.game = game
        self.folder = folder
        self.requests = requests
        self.answers = answers
        self.imports = Imports(folder)
        sys.setprofile(self.imports)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the game's own tests, and of the others those that are about it."""
        items[:] = [item for item in items if self._is_about_the_game(item)]

    def _is_about_the_game(self, item: pytest.Item) -> bool:
        if str(item.path).startswith(self.folder + os.sep):
            return True
        call = getattr(item, "callspec", None)
        return call is not None and call.params.get("name") == self.game

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer requests until there are no more. What the import called is said first."""
        sys.setprofile(None)
        signal.setitimer(signal.ITIMER_PROF, 0)
        self._say({"imported": self.imports.names(), "tests": [item.nodeid for item in session.items]})
        for line in self.requests:
            if line == "profile\n":
                if self._fork(partial(self._profile, session)):
                    return False
            else:
                self._answer(session, json.loads(line))
        return True

    def _say(self, answer: object) -> None:
        self.answers.write(json.dumps(answer) + "\n")
        self.answers.flush()

    def _fork(self, work: Callable[[], None]) -> int:
        """Do the work in a fork; return how that ended."""
        child = os.fork()
        if child:
            return os.waitpid(child, 0)[1]
        code = 1
        try:
            work()
            code = 0
        except BaseException:
            traceback.print_exc()
        os._exit(code)

    def _profile(self, session: pytest.Session) -> None:
        """Run every test once and say what it reaches."""
        reached: set[str] = set()
        vars(builtins)[REACHED] = reached.add
        for name in sorted(os.listdir(self.folder)):
            module = f"atout.games.{self.game}.{name.removesuffix('.py')}"
            if name.endswith(".py") and module in sys.modules:
                mark_functions(os.path.join(self.folder, name), module)
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            reached.clear()
            start = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            seconds = time.process_time() - start
            verdict = "FAILED " if session.testsfailed else ""
            self._say(Profile(test=verdict + item.nodeid, seconds=seconds, functions=sorted(reached)))
            if verdict:
                return

    def _answer(self, session: pytest.Session, request: Request) -> None:
        reading, writing = os.pipe()
        status = self._fork(partial(self._run, session, request, writing))
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            marks = pipe.read().split()
        if status and not marks:
            raise RuntimeError("the fault cannot be planted")
        if not status and marks[-2:-1] != [b"failed"]:
            self._say(Answer(outcome="survived", test=-1))
        else:
            slow = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
            self._say(Answer(outcome="timed out" if slow else "killed", test=int(marks[-1])))

    def _run(self, session: pytest.Session, request: Request, pipe: int) -> None:
        """Plant the fault and run tests until one fails; a mark on the pipe says which one runs or failed."""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if request["function"]:
            plant(request)
        items = [session.items[test] for test in request["tests"]]
        for test, seconds, item, following in zip(
            request["tests"], request["seconds"], items, [*items[1:], None], strict=True
        ):
            os.write(pipe, b"%d " % test)
            signal.setitimer(signal.ITIMER_PROF, seconds)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                os.write(pipe, b"failed %d " % test)
                return


def plant(request: Request) -> None:
    """Give a function that everybody has imported already the code it has in another source."""
    code = compile(request["source"], request["file"], "exec")
    replace(request["module"], request["function"], code)


def replace(module: str, function: str, code: CodeType) -> None:
    """Take the code of one function from a compiled module."""
    found: object = sys.modules[module]
    for name in function.split("."):
        code = next(part for part in code.co_consts if isinstance(part, CodeType) and part.co_name == name)
        found = vars(found)[name]
    if isinstance(found, property):
        found = found.fget
    assert isinstance(found, FunctionType)
    found.__code__ = code


def mark_functions(file: str, module: str) -> None:
    """Let every function of a module say that it was reached."""
    with open(file, encoding="utf-8") as opened:
        tree = ast.parse(opened.read())
    found: list[str] = []
    scopes: list[tuple[str, ast.Module | ast.ClassDef]] = [("", tree)]
    for scope, owner in scopes:
        for node in owner.body:
            if isinstance(node, ast.ClassDef):
                scopes.append((f"{scope}{node.name}.", node))
            elif isinstance(node, ast.FunctionDef):
                found.append(f"{scope}{node.name}")
                node.body[:0] = ast.parse(f"{REACHED}({f'{os.path.basename(file)} {found[-1]}'!r})").body
    code = compile(ast.fix_missing_locations(tree), file, "exec")
    for function in found:
        replace(module, function, code)


def main(arguments: list[str]) -> None:
    game, folder, *rest = arguments
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    signal.setitimer(signal.ITIMER_PROF, IMPORT_SECONDS)
    pytest.main(
        ["-q", "-s", "--tb=no", "-p", "no:cacheprovider", *rest], plugins=[Server(game, folder, sys.stdin, answers)]
    )


if __name__ == "__main__":
    main(sys.argv[1:])
