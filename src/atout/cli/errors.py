"""Bad input gets one clear line and exit code 2, never a traceback."""

import sys
import tomllib
from collections.abc import Sequence

from typer import TyperException
from typer.core import TyperGroup

from atout.kernel.errors import NotationError, PlayError, SetupError

BAD_INPUT = 2
INTERRUPTED = 130

# What a person can fix: a name, a number, a text or a file. Anything else is a bug and shows a traceback.
CORRECTABLE = (NotationError, PlayError, SetupError, OSError, UnicodeError, tomllib.TOMLDecodeError)


class InputError(Exception):
    """Input that the command cannot use."""


class OneLineErrors(TyperGroup):
    """Commands whose refusals are one line each."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: object,
    ) -> None:
        """Run a command and leave with its exit code."""
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except InputError as error:
            code = refuse(str(error))
        except TyperException as error:
            code = refuse(error.format_message())
        except CORRECTABLE as error:
            code = refuse(describe_error(error))
        sys.exit(code if isinstance(code, int) else 0)


def refuse(message: str) -> int:
    """Print a message as one line and return the exit code for bad input."""
    complain(message)
    return BAD_INPUT


def complain(message: str) -> None:
    """Print a message as one line, beside what a command has to say."""
    print(f"atout: {' '.join(message.split())}", file=sys.stderr)


def describe_error(error: Exception) -> str:
    """Return what an error has to say to a person."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, UnicodeError):
        return f"a file is not UTF-8 text: {error}"
    return str(error)
