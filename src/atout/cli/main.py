"""The program `atout`."""

import sys
from importlib.machinery import ExtensionFileLoader
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from typing import Annotated

import typer

from atout.cli.catalogue import games, rules
from atout.cli.errors import OneLineErrors
from atout.cli.play import play
from atout.cli.replay import replay
from atout.cli.score import score
from atout.cli.simulate import simulate
from atout.cli.verify import verify
from atout.kernel import bits

app = typer.Typer(
    name="atout",
    cls=OneLineErrors,
    help="Modern trick-taking card games: play, look up the rules, simulate, replay, keep score.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def program() -> str:
    """Return the program's name and version, and whether its core is compiled."""
    try:
        number = version("atout")
    except PackageNotFoundError:  # run from a source tree that is not installed
        number = "(version unknown)"
    compiled = isinstance(bits.__loader__, ExtensionFileLoader)
    return f"atout {number} ({'compiled' if compiled else 'pure'})"


def _show_version(wanted: bool) -> None:
    if wanted:
        print(program())
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Show the help if there is no command."""
    if context.invoked_subcommand is None:
        print(context.get_help())


for command in (games, rules, play, simulate, replay, score, verify):
    app.command()(command)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an odd encoding costs a character, not the match
    app(prog_name="atout")
