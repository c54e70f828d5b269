"""The program `atout`."""

import sys
from importlib import import_module
from importlib.machinery import ExtensionFileLoader
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from typing import Annotated

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from atout.cli.errors import OneLineErrors
from atout.kernel import bits

# Which module has the function of that name; it is imported when the command is used.
COMMANDS = {
    "games": "catalogue",
    "rules": "catalogue",
    "play": "play",
    "simulate": "simulate",
    "arena": "arena",
    "replay": "replay",
    "review": "review",
    "score": "score",
    "verify": "verify",
    "serve": "serve",
    "check-log": "check_log",
    "check-bot": "check_bot",
    "dataset": "dataset",
    "train": "train",
}
HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


class Commands(OneLineErrors):
    """The commands, each made when it is asked for."""

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)  # type: ignore[arg-type] # typer's own, passed on
        self.commands = {name: TyperCommand(name) for name in COMMANDS}

    def get_command(self, ctx: object, cmd_name: str) -> TyperCommand | TyperGroup | None:
        """Return a command, or a group of them, which is the `app` of its module."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"atout.cli.{COMMANDS[cmd_name]}")
        if isinstance(group := getattr(module, "app", None), typer.Typer):
            several = get_command(group)
            assert isinstance(several, TyperGroup)
            return several
        alone = typer.Typer(add_completion=False, context_settings=HELP_OPTIONS, rich_markup_mode=None)
        alone.command(cmd_name)(getattr(module, cmd_name.replace("-", "_")))
        command = get_command(alone)
        assert isinstance(command, TyperCommand)
        return command


app = typer.Typer(
    name="atout",
    cls=Commands,
    help="Modern trick-taking card games: play, look up the rules, simulate, replay, keep score, host tables.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings=HELP_OPTIONS,
)


def version_text() -> str:
    """Return the program's name and version, and whether its core is compiled."""
    try:
        number = version("atout")
    except PackageNotFoundError:  # run from a source tree that is not installed
        number = "(version unknown)"
    compiled = isinstance(bits.__loader__, ExtensionFileLoader)
    return f"atout {number} ({'compiled' if compiled else 'pure'})"


def _show_version(wanted: bool) -> None:
    if wanted:
        print(version_text())
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Show the help if there is no command."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an odd encoding costs a character, not the match
    app(prog_name="atout")
