"""Accounts: login and password."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any

import msgspec
from litestar import Controller, MediaType, Response, delete, get, post, put
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream
from msgspec import Raw
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from paddock import games
from paddock.server.api import bodies
from paddock.server.api.errors import Denied
from paddock.server.http.context import AnyRequest, RequestContext, RequesterDependency, TheHub
from paddock.server.http.notices import notices_of
from paddock.server.http.people import person_body, sessions_of, sign_in_response
from paddock.server.http.replays import origin_runs
from paddock.server.http.sign_in_limits import (
    DEVICE_COOKIE,
    WrongPassword,
    attempt,
    count_new_account,
    session_limits,
    sign_in_limits,
)
from paddock.server.http.tables import cards
from paddock.server.live import account_deletion
from paddock.server.live.hub import Hub
from paddock.server.people.credentials import (
    COOKIE,
    code_digest,
    hash_password,
    is_weak,
    matches,
)
from paddock.server.people.person import Person
from paddock.server.store import index, people, programs, sessions, tracks
from paddock.server.tables.listing import Listed

MAX_EXPORTED_RACES = 500
EXPORT = ResponseSpec(bodies.Export, generate_examples=False, description="Everything")


def require_accounts(hub: Hub) -> None:
    if not hub.runtime.has_accounts:
        raise Denied("forbidden", "no-accounts")


async def check_password_strength(
    hub: Hub, asking: RequestContext, password: str, *known: str
) -> None:
    require_accounts(hub)
    if await hub.offload.passwords.run(asking.path, is_weak, password, *known):
        raise Denied("forbidden", "weak-password")


async def check_password(hub: Hub, asking: RequestContext, person: Person, password: str) -> None:
    """Ask for the password again before an account is changed."""
    async with attempt(hub, session_limits(asking)):
        await match_password(hub, asking, person, password)


async def match_password(
    hub: Hub, asking: RequestContext, person: Person | None, password: str
) -> None:
    """Raise WrongPassword unless it is this person's. Without a person it takes as long."""
    require_accounts(hub)
    kept = None if person is None else person.password
    if not await hub.offload.passwords.run(asking.path, matches, kept, password):
        raise WrongPassword


class Accounts(Controller):
    path = "/api"
    tags = ("people",)

    @post("/account", status_code=201)
    async def account(
        self,
        request: AnyRequest,
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.Credentials],
    ) -> Response[bodies.Person]:
        """Add a login and a password to a guest. The guest's sessions end, and this browser gets a
        new one."""
        person, login = asking.person, data.login.lower()
        if person.login is not None:
            raise Denied("forbidden")
        await count_new_account(hub, asking)
        await check_password_strength(hub, asking, data.password, login, person.name)
        kept = await hub.offload.passwords.run(asking.path, hash_password, data.password)
        done = await hub.store.write("", partial(promote, person=person.id, login=login, kept=kept))
        if not done:
            raise Denied("forbidden", "login-taken")
        answer = await sign_in_response(request, hub, replace(person, login=login, password=kept))
        # afterwards, so that a reconnecting client finds the new session
        hub.drop_person(person.id)
        answer.status_code = 201
        return answer

    @post("/session", status_code=200)
    async def sign_in(
        self,
        request: AnyRequest,
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.Credentials],
    ) -> Response[bodies.Person]:
        found = await hub.store.read(lambda c: people.by_login(c, data.login))
        async with attempt(hub, sign_in_limits(request, hub, asking, data.login, found)):
            await match_password(hub, asking, found, data.password)
        assert found is not None
        return await sign_in_response(request, hub, found, asking.session)

    @delete("/session")
    async def sign_out(self, hub: TheHub, asking: RequesterDependency) -> Response[None]:
        """End this session."""
        session = asking.session
        if session is not None:
            await hub.store.write("", lambda c: sessions.end(c, session))
            hub.drop_sessions({session})
        response = Response(None, status_code=204)
        response.delete_cookie(COOKIE)
        return response

    @put("/account/password")
    async def change_password(
        self,
        request: AnyRequest,
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.NewPassword],
    ) -> Response[bodies.Person]:
        """Change the password and end all other sessions."""
        person = asking.person
        if person.login is None:
            raise Denied("forbidden")
        await check_password(hub, asking, person, data.old)
        await check_password_strength(hub, asking, data.new, person.login, person.name)
        changed = await self.set_password(hub, asking, person, data.new)
        return await sign_in_response(request, hub, changed)

    @post("/account/reset", status_code=200)
    async def reset(
        self,
        request: AnyRequest,
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.Reset],
    ) -> Response[bodies.Person]:
        """Set a new password with a code from the operator of the site. A right code is never
        refused: it is too long to be guessed within the general rate limit."""
        found = await hub.store.read(lambda c: people.by_login(c, data.login))
        code, now = code_digest(data.code), hub.clock()
        if found is None or not await hub.store.read(
            lambda c: people.has_code(c, found.id, code, now)
        ):
            raise Denied("forbidden", "wrong-code")
        await check_password_strength(hub, asking, data.password, data.login)
        if not await hub.store.write("", lambda c: people.use_code(c, found.id, code, now)):
            raise Denied("forbidden", "wrong-code")
        changed = await self.set_password(hub, asking, found, data.password)
        return await sign_in_response(request, hub, changed, asking.session)

    async def set_password(
        self, hub: Hub, asking: RequestContext, person: Person, password: str
    ) -> Person:
        kept = await hub.offload.passwords.run(asking.path, hash_password, password)

        def job(connection: Connection) -> None:
            people.change(connection, person.id, password=kept)
            sessions.revoke(connection, person.id)

        await hub.store.write("", job)
        hub.drop_person(person.id)
        return replace(person, password=kept)

    @get("/me/export", responses={200: EXPORT})
    async def export(self, hub: TheHub, asking: RequesterDependency) -> Stream:
        """All stored data of the current person."""
        person = asking.person
        found = await hub.store.read(
            lambda c: index.list_tables(c, person=person.id, limit=MAX_EXPORTED_RACES)
        )
        kept = await hub.store.read(lambda c: tracks.list_tracks(c, person.id))
        whole = bodies.Export(
            person_body(person),
            await sessions_of(hub, asking),
            tuple(cards(found, person.id, asking.language)),
            {},
            {track.id: track.text for track in kept},
            await notices_of(hub, asking),
            await hub.store.read(lambda c: exported_programs(c, found, person.id)),
        )
        return Stream(export_pieces(hub, asking, found, whole), media_type=MediaType.JSON)

    @delete("/account", status_code=204)
    async def farewell(
        self, hub: TheHub, asking: RequesterDependency, data: JSONBody[bodies.Farewell]
    ) -> Response[None]:
        """Delete the account and remove its name from all stored data. Bots take over its seats."""
        person = asking.person
        if person.login is not None:
            await check_password(hub, asking, person, data.password or "")
        await account_deletion.delete_account(hub, person)
        response = Response(None, status_code=204)
        response.delete_cookie(COOKIE)
        response.delete_cookie(DEVICE_COOKIE)
        return response


def promote(connection: Connection, **given: Any) -> bool:
    """Turn a guest into an account and end all its sessions."""
    done = people.change(connection, given["person"], login=given["login"], password=given["kept"])
    if done:
        sessions.revoke(connection, given["person"])
    return done


def exported_programs(
    connection: Connection, found: Sequence[Listed], person: str
) -> tuple[bodies.ExportedPrograms, ...]:
    """What a person has prepared at running tables."""
    out = []
    for one in found:
        mine = [seat for seat, place in enumerate(one.summary.places) if place.person == person]
        if one.state != "racing" or not mine:
            continue
        kept = programs.of_table(connection, games.find_spec(one.game), one.id)
        for seat in mine:
            lines = kept[seat].lines if seat in kept else ()
            if lines:
                sent = tuple([Raw(msgspec.json.encode(line.program)) for line in lines])
                out.append(bodies.ExportedPrograms(one.id, seat, sent))
    return tuple(out)


async def export_pieces(
    hub: Hub, asking: RequestContext, found: Sequence[Listed], whole: bodies.Export
) -> AsyncIterator[bytes]:
    """Stream an export as JSON, race by race. Each race waits for its own turn in the fair queue,
    and the work stops when the client disconnects."""
    head, tail = msgspec.json.encode(whole).split(b'"records":{}', 1)
    yield head + b'"records":{'
    comma = b""
    async with hub.lock_of(f"export {asking.person.id}"):
        for one in found:
            if one.state not in account_deletion.ENDED_STATES:
                continue
            if await origin_runs(hub, one.summary.forked):
                continue
            async with hub.offload.heavy.turn(*asking.path, bounded=False) as turn:
                text = await turn.run(account_deletion.record_of, hub.store, one)
            if text is not None:
                yield comma + msgspec.json.encode(one.id) + b":" + msgspec.json.encode(text)
                comma = b","
    yield b"}" + tail
