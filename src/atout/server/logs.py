"""Structured logs: one JSON object per line. No names, no cookies, no secrets, no cards."""

import json
import logging
import sys
import time
from typing import Final

STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """Writes a record as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        told: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        told |= {name: value for name, value in vars(record).items() if name not in STANDARD}
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)


def configure(level: int = logging.INFO) -> None:
    """Send everything to the error output."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("uvicorn").setLevel(max(level, logging.WARNING))  # it would write down the URL of every WebSocket
