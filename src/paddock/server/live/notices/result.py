"""Results of an attempt to send a message."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from msgspec import Struct

from paddock.server.live.webhooks import Answer
from paddock.server.people.notice import Result

MAX_WAIT_SECONDS = 24 * 3600.0
DEFAULT_WAIT_SECONDS = 60.0  # if a receiver asks to wait and does not say how long


class Outcome(Struct, frozen=True):
    """What happened, and after how long to try again if the receiver said so."""

    result: Result
    wait_seconds: float = 0.0


SENT, RETRY, REFUSED, GONE = (
    Outcome("sent"),
    Outcome("retry"),
    Outcome("refused"),
    Outcome("gone"),
)


def outcome_of(answer: Answer) -> Outcome:
    """What an HTTP status means for a channel."""
    match answer.status:
        case status if 200 <= status < 300:
            return SENT
        case 429:
            return Outcome("wait", seconds_of(answer.retry_after))
        case 404 | 410:
            return GONE
        case 408 | 425:
            return RETRY
        case status if 400 <= status < 500:
            return REFUSED
    return RETRY


def seconds_of(retry_after: str) -> float:
    """Seconds of a Retry-After header: a number or a date."""
    try:
        seconds = float(retry_after)
    except ValueError:
        try:
            until = parsedate_to_datetime(retry_after)
        except ValueError:
            return DEFAULT_WAIT_SECONDS
        if until.tzinfo is None:
            until = until.replace(tzinfo=UTC)
        seconds = (until - datetime.now(UTC)).total_seconds()
    if seconds != seconds:  # not a number
        return DEFAULT_WAIT_SECONDS
    return min(MAX_WAIT_SECONDS, max(1.0, seconds))
