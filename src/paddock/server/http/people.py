"""The current person: a guest, or an account with a password."""

from __future__ import annotations

import secrets

from litestar import Controller, Response, delete, get, put
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from paddock.server.api import bodies
from paddock.server.api.errors import Denied
from paddock.server.common.ids import PERSON_ID_BYTES, new_id
from paddock.server.http.context import AnyRequest, RequestContext, RequesterDependency, TheHub
from paddock.server.http.sign_in_limits import device_cookie, needs_device_cookie
from paddock.server.live.hub import Hub
from paddock.server.people.credentials import COOKIE, COOKIE_SECONDS, digest, new_token
from paddock.server.people.names import clean_name
from paddock.server.people.person import Person
from paddock.server.rendering.render import WORDS
from paddock.server.store import people, sessions

SESSION_NAME_LENGTH = 16  # prefix of a session's id by which its owner names it


def person_body(person: Person) -> bodies.Person:
    return bodies.Person(person.id, person.name, person.login)


async def sign_in_response(
    request: AnyRequest, hub: Hub, person: Person, was: str | None = None
) -> Response[bodies.Person]:
    """Response with a new session cookie. The old session ends."""
    token, now = new_token(), hub.clock()
    agent = "".join(c for c in request.headers.get("user-agent", "") if c.isprintable())

    def job(connection: Connection) -> None:
        if was is not None:
            sessions.end(connection, was)
        sessions.create(connection, digest(token), person.id, agent, now)

    await hub.store.write("", job)
    if was is not None:
        hub.drop_sessions({was})
    cookie = Cookie(
        COOKIE,
        value=token,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=hub.settings.secure,
        path="/",
    )
    known = [] if person.login is None else [device_cookie(hub, person)]
    return own_response(person, cookie, *known)


def own_response(person: Person, *cookies: Cookie) -> Response[bodies.Person]:
    """The current person; only they may read it."""
    headers = {"cache-control": "no-store"}
    return Response(person_body(person), cookies=list(cookies), headers=headers)


async def sessions_of(hub: Hub, asking: RequestContext) -> tuple[bodies.Session, ...]:
    found = await hub.store.read(lambda c: sessions.list_sessions(c, asking.person.id))
    return tuple(
        bodies.Session(
            s.id[:SESSION_NAME_LENGTH], s.created, s.seen, s.agent, s.id == asking.session
        )
        for s in found
    )


class People(Controller):
    path = "/api"
    tags = ("people",)

    @get("/me")
    async def me(
        self, request: AnyRequest, hub: TheHub, asking: RequesterDependency
    ) -> Response[bodies.Person]:
        """The current person; a visitor becomes a guest."""
        if asking.found is not None:
            if needs_device_cookie(request, hub, asking.found):
                return own_response(asking.found, device_cookie(hub, asking.found))
            return own_response(asking.found)
        if not hub.may_make_guest(asking.origin):
            raise Denied("too-many")
        id = new_id(PERSON_ID_BYTES)
        number = secrets.randbelow(900) + 100
        guest = Person(id, WORDS.tell("guest", asking.language, number=number))
        await hub.store.write("", lambda c: people.create(c, guest, hub.store.now))
        return await sign_in_response(request, hub, guest)

    @put("/me")
    async def rename(
        self, hub: TheHub, asking: RequesterDependency, data: JSONBody[bodies.Rename]
    ) -> bodies.Person:
        person, name = asking.person, clean_name(data.name)
        await hub.store.write("", lambda c: people.change(c, person.id, name=name))
        return person_body(replace(person, name=name))

    @get("/sessions")
    async def sessions(
        self, hub: TheHub, asking: RequesterDependency
    ) -> tuple[bodies.Session, ...]:
        """Browsers that are signed in."""
        return await sessions_of(hub, asking)

    @delete("/sessions", status_code=200)
    async def revoke_others(
        self, hub: TheHub, asking: RequesterDependency
    ) -> tuple[bodies.Session, ...]:
        """End all other sessions."""
        person, mine = asking.person, asking.session
        await hub.store.write("", lambda c: sessions.revoke(c, person.id, keep=mine))
        hub.drop_person(person.id, keep=mine)
        return await sessions_of(hub, asking)

    @delete("/sessions/{session:str}", status_code=200)
    async def revoke(
        self, session: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> tuple[bodies.Session, ...]:
        """End one session."""
        mine = await hub.store.read(lambda c: sessions.list_sessions(c, asking.person.id))
        found = [one.id for one in mine if one.id[:SESSION_NAME_LENGTH] == session]
        if not found:
            raise Denied("unknown")
        await hub.store.write("", lambda c: sessions.end(c, found[0]))
        hub.drop_sessions({found[0]})
        return await sessions_of(hub, asking)
