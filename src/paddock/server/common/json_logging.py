"""Structured logs: one JSON object a line."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime

import msgspec

from paddock.server.common.rate_limit import Bucket

STANDARD_FIELDS = frozenset(logging.LogRecord("", 0, "", 0, "", (), None).__dict__) | {
    "message",
    "asctime",
}


MAX_TEXT_CHARS = 8_000  # characters of a text or a trace
MAX_EQUAL_LINES_PER_SECOND, MAX_LINES_PER_SECOND = (
    5.0,
    50.0,
)  # lines a second: of the same kind, and in all
MAX_TRACKED_KINDS = 1_000  # that are told apart


class Throttle(logging.Filter):
    """Lets through so many lines a second, and then says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self.all = Bucket(MAX_LINES_PER_SECOND, 4 * MAX_LINES_PER_SECOND)
        self.kinds: dict[tuple[str, str], Bucket] = {}
        self.left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        kind = (record.name, str(record.msg)[:200])
        if len(self.kinds) > MAX_TRACKED_KINDS:
            self.kinds.clear()
        bucket = self.kinds.setdefault(
            kind, Bucket(MAX_EQUAL_LINES_PER_SECOND, 4 * MAX_EQUAL_LINES_PER_SECOND)
        )
        if not bucket.take(1.0) or not self.all.take(1.0):
            self.left_out += 1
            return False
        if self.left_out:
            record.left_out, self.left_out = self.left_out, 0
        return True


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage()[:MAX_TEXT_CHARS],
        }
        line |= {key: value for key, value in vars(record).items() if key not in STANDARD_FIELDS}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)[-MAX_TEXT_CHARS:]
        return msgspec.json.encode(line, enc_hook=repr).decode()


def set_up(level: str) -> None:
    """Everything goes to standard error; libraries only when they complain."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(Throttle())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("paddock").setLevel(level.upper())
