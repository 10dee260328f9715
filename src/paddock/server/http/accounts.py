"""Accounts: login and password. Rate limits are stricter here because passwords can be guessed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any

import msgspec
from litestar import Controller, MediaType, Response, delete, get, post, put
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from paddock.server.api import bodies
from paddock.server.api.errors import Denied
from paddock.server.http.context import AnyRequest, RequestContext, RequesterDependency, TheHub
from paddock.server.http.people import person_body, sessions_of, sign_in_response
from paddock.server.http.replays import origin_runs
from paddock.server.http.tables import cards
from paddock.server.live import account_deletion
from paddock.server.live.hub import Hub
from paddock.server.people.credentials import (
    COOKIE,
    code_digest,
    digest,
    hash_password,
    is_weak,
    matches,
)
from paddock.server.people.person import Person
from paddock.server.store import attempts, index, people, sessions, tracks
from paddock.server.tables.listing import Listed

ATTEMPT_WINDOW_MS = 15 * 60_000  # window in which failed attempts are counted
MAX_ATTEMPTS_ON_ACCOUNT_FROM_ADDRESS, MAX_ATTEMPTS_ON_ACCOUNT, MAX_ATTEMPTS_FROM_ADDRESS = 5, 60, 30
"""Attempts per window: from one address on one account, on one account from anywhere, and from one
address on any account."""
MAX_EXPORTED_RACES = 500
EXPORT = ResponseSpec(bodies.Export, generate_examples=False, description="Everything")


async def check_password_strength(
    hub: Hub, asking: RequestContext, password: str, *known: str
) -> None:
    if await hub.offload.passwords.run(asking.path, is_weak, password, *known):
        raise Denied("forbidden", "weak-password")


async def count_attempt(hub: Hub, asking: RequestContext, login: str) -> tuple[str, ...]:
    """Limit failed logins per account and per address."""
    name, origin = digest(login.lower())[:24], asking.origin
    limits = {
        f"here:{name}:{origin}": MAX_ATTEMPTS_ON_ACCOUNT_FROM_ADDRESS,
        f"account:{name}": MAX_ATTEMPTS_ON_ACCOUNT,
        f"address:{origin}": MAX_ATTEMPTS_FROM_ADDRESS,
    }
    store, now = hub.store, hub.clock()

    def job(connection: Connection) -> list[int]:
        count = partial(attempts.count, connection, store.insert, now=now, span=ATTEMPT_WINDOW_MS)
        return [count(key=key) for key in limits]

    found = await store.write("", job)
    if any(tries > most for tries, most in zip(found, limits.values(), strict=True)):
        raise Denied("too-many", "too-many-tries")
    return tuple(limits)


async def check_password(hub: Hub, asking: RequestContext, person: Person, password: str) -> None:
    """Ask for the password again before an account is changed."""
    keys = await count_attempt(hub, asking, person.login or person.id)
    if not await hub.offload.passwords.run(asking.path, matches, person.password, password):
        raise Denied("forbidden", "wrong-password")
    await hub.store.write("", lambda c: attempts.clear(c, *keys))


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
        await check_password_strength(hub, asking, data.password, login, person.name)
        kept = await hub.offload.passwords.run(asking.path, hash_password, data.password)
        done = await hub.store.write("", partial(promote, person=person.id, login=login, kept=kept))
        if not done:
            raise Denied("forbidden", "login-taken")
        answer = await sign_in_response(request, hub, replace(person, login=login))
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
        keys = await count_attempt(hub, asking, data.login)
        found = await hub.store.read(lambda c: people.by_login(c, data.login))
        kept = None if found is None else found.password
        good = await hub.offload.passwords.run(asking.path, matches, kept, data.password)
        if not good or found is None:
            raise Denied("forbidden", "wrong-password")
        await hub.store.write("", lambda c: attempts.clear(c, keys[0]))
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
        await self.set_password(hub, asking, person, data.new)
        return await sign_in_response(request, hub, person)

    @post("/account/reset", status_code=200)
    async def reset(
        self,
        request: AnyRequest,
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.Reset],
    ) -> Response[bodies.Person]:
        """Set a new password with a code from the operator of the site."""
        await count_attempt(hub, asking, data.login)
        await check_password_strength(hub, asking, data.password, data.login)
        found = await hub.store.read(lambda c: people.by_login(c, data.login))
        code, now = code_digest(data.code), hub.clock()
        if found is None or not await hub.store.write(
            "", lambda c: people.use_code(c, found.id, code, now)
        ):
            raise Denied("forbidden", "wrong-code")
        await self.set_password(hub, asking, found, data.password)
        return await sign_in_response(request, hub, found, asking.session)

    async def set_password(
        self, hub: Hub, asking: RequestContext, person: Person, password: str
    ) -> None:
        kept = await hub.offload.passwords.run(asking.path, hash_password, password)

        def job(connection: Connection) -> None:
            people.change(connection, person.id, password=kept)
            sessions.revoke(connection, person.id)

        await hub.store.write("", job)
        hub.drop_person(person.id)

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
        return response


def promote(connection: Connection, **given: Any) -> bool:
    """Turn a guest into an account and end all its sessions."""
    done = people.change(connection, given["person"], login=given["login"], password=given["kept"])
    if done:
        sessions.revoke(connection, given["person"])
    return done


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
