"""What is told of a bot that raises: anybody's code may, and its author wants to know where."""

import traceback

TRACE_LINES = 8  # the last ones of a traceback


def describe_error(error: BaseException) -> str:
    """Return an error in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def last_lines(error: BaseException) -> str:
    """Return the end of a traceback: where the bot failed."""
    return "\n".join("".join(traceback.format_exception(error)).rstrip("\n").split("\n")[-TRACE_LINES:])
