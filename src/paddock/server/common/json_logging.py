"""Structured logs: one JSON object a line."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from time import monotonic

import msgspec
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from paddock.server.common.rate_limit import Bucket

STANDARD_FIELDS = frozenset(logging.LogRecord("", 0, "", 0, "", (), None).__dict__) | {
    "message",
    "asctime",
}


MAX_TEXT_CHARS = 8_000  # maximum length of a text or a traceback
MAX_REASON_CHARS = 300
DATABASE_OUTAGES = (OperationalError, InterfaceError, PoolTimeout)
"""Errors of a database that is restarted or locked. Their traces are long and say nothing new."""
MAX_EQUAL_LINES_PER_SECOND, MAX_LINES_PER_SECOND = (
    5.0,
    50.0,
)  # rate limits: per kind of line, and in total
REPEAT_SECONDS = 10.0  # the same line is written at most once in this time
MAX_TRACKED_KINDS = 1_000  # memory bound of the rate limiter


class Throttle(logging.Filter):
    """Rate limit for log lines. The next line that is written counts what was left out."""

    def __init__(self) -> None:
        super().__init__()
        self.all = Bucket(MAX_LINES_PER_SECOND, 4 * MAX_LINES_PER_SECOND)
        self.kinds: dict[tuple[str, str], Bucket] = {}
        self.written: dict[int, float] = {}  # hash of a line: when it was last written
        self.left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        kind = (record.name, str(record.msg)[:200])
        if len(self.kinds) > MAX_TRACKED_KINDS:
            self.kinds.clear()
        bucket = self.kinds.setdefault(
            kind, Bucket(MAX_EQUAL_LINES_PER_SECOND, 4 * MAX_EQUAL_LINES_PER_SECOND)
        )
        if self.is_repeated(record) or not bucket.take(1.0) or not self.all.take(1.0):
            self.left_out += 1
            return False
        if self.left_out:
            record.left_out, self.left_out = self.left_out, 0
        return True

    def is_repeated(self, record: logging.LogRecord) -> bool:
        """Whether the same line was written a moment ago; if not, remember this one."""
        wrong = record.exc_info[1] if record.exc_info else None
        line = hash((record.name, record.getMessage(), repr(extra_fields(record)), repr(wrong)))
        now = monotonic()
        if now - self.written.get(line, -REPEAT_SECONDS) < REPEAT_SECONDS:
            return True
        if len(self.written) >= MAX_TRACKED_KINDS:
            self.written.clear()
        self.written[line] = now
        return False


def extra_fields(record: logging.LogRecord) -> dict[str, object]:
    return {key: value for key, value in vars(record).items() if key not in STANDARD_FIELDS}


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage()[:MAX_TEXT_CHARS],
        }
        line |= extra_fields(record)
        wrong = record.exc_info[1] if record.exc_info else None
        if isinstance(wrong, DATABASE_OUTAGES):
            line["why"] = f"{type(wrong).__name__}: {wrong}".partition("\n")[0][:MAX_REASON_CHARS]
        elif record.exc_info:
            line["trace"] = self.formatException(record.exc_info)[-MAX_TEXT_CHARS:]
        return msgspec.json.encode(line, enc_hook=repr).decode()


def set_up(level: str) -> None:
    """Log everything to standard error; libraries from WARNING on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(Throttle())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("paddock").setLevel(level.upper())
