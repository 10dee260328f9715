"""Error responses: a code, a sentence in the reader's language, a clause."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from sqlalchemy.exc import DBAPIError

from paddock.core import errors
from paddock.core.languages import first_language, match_language
from paddock.core.program_types import BadProgram
from paddock.core.seats import Language
from paddock.server.api import wire
from paddock.server.api.errors import Denied
from paddock.server.common.offload import QueueFull
from paddock.server.live.live_table import SaveContention, TableFrozen
from paddock.server.live.loading import UnknownTable, UnreadableTable
from paddock.server.live.notices.push import BadSubscription
from paddock.server.live.webhooks import BadWebhook
from paddock.server.rendering.render import WORDS
from paddock.server.store import Unavailable
from paddock.server.tables.table import Table, TableClosed
from paddock.server.workers.jobs import WorkerFailed

LOG = logging.getLogger("paddock.http")

STATUS: dict[wire.RefusalCode, int] = {
    "illegal": 409,
    "stale": 409,
    "not-asked": 409,
    "not-yours": 403,
    "not-undoable": 409,
    "unreadable": 400,
    "too-many": 429,
    "too-large": 413,
    "closed": 409,
    "unknown": 404,
    "forbidden": 403,
    "unavailable": 503,
    "broken": 500,
}
CODES_BY_STATUS: dict[int, wire.RefusalCode] = {
    400: "unreadable",
    401: "forbidden",
    403: "forbidden",
    404: "unknown",
    405: "unknown",
    413: "too-large",
    429: "too-many",
}
CODES_BY_ERROR: tuple[tuple[type[Exception], wire.RefusalCode], ...] = (
    (errors.Stale, "stale"),
    (errors.NotAsked, "not-asked"),
    (errors.NotUndoable, "not-undoable"),
    (errors.UnreadableMove, "unreadable"),
    (BadSubscription, "unreadable"),
    (errors.UnknownGame, "unknown"),
    (UnknownTable, "unknown"),
    (TableClosed, "closed"),
    (SaveContention, "too-many"),
    (TableFrozen, "broken"),
    (UnreadableTable, "broken"),
    (QueueFull, "too-many"),
    (Unavailable, "unavailable"),
    (WorkerFailed, "unavailable"),
)


def refusal(
    wrong: errors.PaddockError,
    language: Language,
    table: Table | None = None,
) -> wire.Problem:
    """Refusal of an error. For a move, with the rules of its table."""
    match wrong:
        case Denied(code=code, id=id, arguments=args):
            return wire.Problem(code, WORDS.tell(f"refused.{id}", language, (), **args))
        case errors.IllegalMove(refusal=found) if table is not None:
            text = table.spec.words.refusal(found, table.names, language)
            return wire.Problem("illegal", text, table.spec.clause(found.clause, table.options))
        case BadWebhook():
            why = WORDS.tell(f"webhook.{wrong}", language)
            return wire.Problem("forbidden", WORDS.tell("refused.webhook", language, why=why))
        case BadProgram():
            why = str(wrong)
            return wire.Problem("unreadable", WORDS.tell("refused.program", language, why=why))
        case errors.BadOption() | errors.BadSeats() | errors.UnknownBot():
            return wire.Problem("unreadable", str(wrong))
    for kind, code in CODES_BY_ERROR:
        if isinstance(wrong, kind):
            return wire.Problem(code, WORDS.tell(f"refused.{code}", language))
    LOG.error("a refusal has no words", extra={"why": repr(wrong)})  # its text may be internal
    return wire.Problem("forbidden", WORDS.tell("refused.forbidden", language))


def language_of(request: Request[Any, Any, Any]) -> Language:
    """`?lang=`, else the browser's preference, else the first language."""
    preferred = request.headers.get("accept-language", "").split(",")
    for wanted in (request.query_params.get("lang", ""), *preferred):
        if language := match_language(wanted.partition(";")[0]):
            return language
    return first_language()


# ---------------------------------------------------------------- for Litestar


def count(request: Request[Any, Any, Any], code: str) -> None:
    request.app.state.rejections[code] += 1


def answer(problem: wire.Problem, status: int | None = None) -> Response[bytes]:
    return Response(
        msgspec.json.encode(problem),
        status_code=status or STATUS[problem.code],
        media_type=MediaType.JSON,
    )


def on_paddock(request: Request[Any, Any, Any], wrong: errors.PaddockError) -> Response[bytes]:
    problem = refusal(wrong, language_of(request))
    count(request, problem.code)
    return answer(problem)


def on_http(request: Request[Any, Any, Any], wrong: HTTPException) -> Response[bytes]:
    code = CODES_BY_STATUS.get(wrong.status_code, "broken")
    count(request, code)
    text = WORDS.tell(f"refused.{code}", language_of(request))
    if isinstance(wrong, ValidationException):
        text = f"{text} {wrong.detail}"[:300]
    return answer(wire.Problem(code, text), wrong.status_code)


def on_recursion(request: Request[Any, Any, Any], wrong: RecursionError) -> Response[bytes]:
    """Input nested too deeply to be parsed."""
    count(request, "unreadable")
    return answer(
        wire.Problem("unreadable", WORDS.tell("refused.unreadable", language_of(request)))
    )


def on_database(request: Request[Any, Any, Any], wrong: DBAPIError) -> Response[bytes]:
    """Database error: retry later."""
    LOG.error("the database does not do it", extra={"path": request.url.path, "why": repr(wrong)})
    return unavailable(request)


def on_unavailable(request: Request[Any, Any, Any], wrong: Unavailable) -> Response[bytes]:
    return unavailable(request)


def unavailable(request: Request[Any, Any, Any]) -> Response[bytes]:
    count(request, "unavailable")
    text = WORDS.tell("refused.unavailable", language_of(request))
    found = answer(wire.Problem("unavailable", text))
    found.headers["retry-after"] = "5"
    return found


def on_bug(request: Request[Any, Any, Any], wrong: Exception) -> Response[bytes]:
    count(request, "broken")
    LOG.error("a request failed", exc_info=wrong, extra={"path": request.url.path})
    return answer(wire.Problem("broken", WORDS.tell("refused.broken", language_of(request))))
