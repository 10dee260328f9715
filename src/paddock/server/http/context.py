"""Dependencies of the handlers: hub, requester and language."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency

from paddock.core.seats import Language
from paddock.server.api.errors import Denied
from paddock.server.http.problems import language_of
from paddock.server.live.hub import Hub
from paddock.server.people.credentials import COOKIE, digest
from paddock.server.people.person import Person
from paddock.server.store import sessions
from paddock.server.workers import quotas

AnyRequest = Request[Any, Any, Any]


class RequestContext(msgspec.Struct, frozen=True):
    """Who asks, and in which language. A visitor without a session has no person."""

    found: Person | None
    language: Language
    origin: str  # hash of the address
    session: str | None = None

    @property
    def id(self) -> str | None:
        return None if self.found is None else self.found.id

    @property
    def path(self) -> tuple[str, str]:
        """Path in the fair queue."""
        return self.origin, self.id or ""

    @property
    def asker(self) -> quotas.Requester:
        return quotas.Requester(self.person.id, self.origin)

    @property
    def person(self) -> Person:
        if self.found is None:
            raise Denied("forbidden")
        return self.found


TheHub: TypeAlias = NamedDependency[Hub]
RequesterDependency: TypeAlias = NamedDependency[RequestContext]


def provide_hub(state: State) -> Hub:
    hub: Hub = state.hub
    return hub


async def provide_asking(request: AnyRequest, hub: TheHub) -> RequestContext:
    address = request.client.host if request.client else ""
    person, session = await find_session(request, hub)
    return RequestContext(person, language_of(request), hub.origin(address), session)


async def find_session(
    connection: ASGIConnection[Any, Any, Any, Any], hub: Hub
) -> tuple[Person | None, str | None]:
    """Person and session of a cookie, if the session is valid."""
    token = connection.cookies.get(COOKIE)
    if not token or len(token) > 200:
        return None, None
    session = digest(token)
    found = await hub.store.read(lambda c: sessions.find(c, session))
    if found is None:
        return None, None
    person, seen = found
    now = hub.clock()
    if now - seen > sessions.HOUR_MS:
        await hub.store.write("", lambda c: sessions.touch(c, session, now))
    return person, session
