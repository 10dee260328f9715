"""What handlers are given: the hub, who is asking, and in which language."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency

from paddock.core.seats import Language
from paddock.server import budgets
from paddock.server.http.problems import language_of
from paddock.server.hub import Hub
from paddock.server.identity import COOKIE, Signer
from paddock.server.person import Person
from paddock.server.refused import Denied
from paddock.server.store import people

AnyRequest = Request[Any, Any, Any]


class Asking(msgspec.Struct, frozen=True):
    """Who asks, in which language. A stranger has no person yet."""

    found: Person | None
    language: Language
    origin: str  # a mark of the address

    @property
    def id(self) -> str | None:
        return None if self.found is None else self.found.id

    @property
    def asker(self) -> budgets.Asker:
        return budgets.Asker(self.person.id, self.origin)

    @property
    def person(self) -> Person:
        if self.found is None:
            raise Denied("forbidden")
        return self.found


TheHub: TypeAlias = NamedDependency[Hub]
Asker: TypeAlias = NamedDependency[Asking]


def provide_hub(state: State) -> Hub:
    hub: Hub = state.hub
    return hub


async def provide_asking(request: AnyRequest, hub: TheHub) -> Asking:
    address = request.client.host if request.client else ""
    return Asking(await known(request, hub), language_of(request), hub.origin(address))


async def known(connection: ASGIConnection[Any, Any, Any, Any], hub: Hub) -> Person | None:
    """The person of a cookie, if we signed it and still know them."""
    signer: Signer = connection.app.state.signer
    id = signer.read(connection.cookies.get(COOKIE))
    if id is None:
        return None
    return await hub.store.read(lambda c: people.by_id(c, id))
