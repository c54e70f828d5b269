"""Logs: JSON lines for machines, plain ones at a terminal. No names, no cookies, no secrets, no cards."""

import json
import logging
import sys
import time
from typing import Final

DIM, PLAIN, YELLOW, RED = "\033[2m", "\033[0m", "\033[33m", "\033[31m"
COLOURS: Final = {
    logging.WARNING: (YELLOW, "warning: "),
    logging.ERROR: (RED, "error: "),
    logging.CRITICAL: (RED, "error: "),
}
STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


def extra_fields(record: logging.LogRecord) -> dict[str, object]:
    """Return what was logged beside the message; what libraries add for themselves begins with a line below."""
    return {name: value for name, value in vars(record).items() if name not in STANDARD and not name.startswith("_")}


class JsonFormatter(logging.Formatter):
    """Writes a record as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        told: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        told |= extra_fields(record)
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)


class TextFormatter(logging.Formatter):
    """Writes a record for people: the time, what happened, and what belongs to it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line, and the lines of an error."""
        colour, name = COLOURS.get(record.levelno, ("", ""))
        more = ", ".join(f"{name} {value}" for name, value in extra_fields(record).items())
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        line = f"{DIM}{at}{PLAIN} {colour}{name}{record.getMessage()}{PLAIN if colour else ''}"
        line += f" {DIM}({more}){PLAIN}" if more else ""
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def configure(level: int = logging.INFO, shape: str = "") -> None:
    """Send everything to standard error: as `text` or `json`, or as fits what reads it there."""
    handler = logging.StreamHandler(sys.stderr)
    plain = shape == "text" or (not shape and sys.stderr.isatty())
    handler.setFormatter(TextFormatter() if plain else JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("uvicorn").setLevel(max(level, logging.WARNING))  # it would write down the URL of every WebSocket
