"""Who I am: a guest with a name of my choice, or somebody with a password."""

from __future__ import annotations

import asyncio
import secrets

from litestar import Controller, Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from msgspec.structs import replace

from paddock.server import bodies
from paddock.server.hooks import check
from paddock.server.http.context import AnyRequest, Asker, TheHub
from paddock.server.identity import COOKIE, YEAR, hashed, matches
from paddock.server.person import Person
from paddock.server.refused import Denied
from paddock.server.render import WORDS
from paddock.server.store import people


def shown(person: Person) -> bodies.Person:
    return bodies.Person(person.id, person.name, person.login, person.webhook)


def signed(request: AnyRequest, person: Person) -> Response[bodies.Person]:
    """The answer to somebody we know from now on."""
    cookie = Cookie(
        COOKIE,
        value=request.app.state.signer.sign(person.id),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.app.state.hub.settings.secure,
        path="/",
    )
    return Response(shown(person), cookies=[cookie], headers={"cache-control": "no-store"})


def cleaned(name: str) -> str:
    """A name without control characters and without blanks at its ends."""
    kept = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not kept:
        raise Denied("unreadable")
    return kept


class Persons(Controller):
    path = "/api"
    tags = ("people",)

    @get("/me")
    async def me(self, request: AnyRequest, hub: TheHub, asking: Asker) -> Response[bodies.Person]:
        """Who I am; a stranger becomes a guest."""
        if asking.found is not None:
            return signed(request, asking.found)
        id = people.new_id()
        number = secrets.randbelow(900) + 100
        guest = Person(id, WORDS.tell("guest", asking.language, number=number))
        await hub.store.write("", lambda c: people.create(c, guest, hub.store.now))
        return signed(request, guest)

    @put("/me")
    async def rename(
        self, hub: TheHub, asking: Asker, data: JSONBody[bodies.Rename]
    ) -> bodies.Person:
        person, name = asking.person, cleaned(data.name)
        await hub.store.write("", lambda c: people.change(c, person.id, name=name))
        return shown(replace(person, name=name))

    @put("/me/webhook")
    async def webhook(
        self, hub: TheHub, asking: Asker, data: JSONBody[bodies.Webhook]
    ) -> bodies.Person:
        """Where to tell me that it is my turn; without an address: nowhere."""
        person, url = asking.person, data.url
        if url is not None:
            await check(url, private=hub.settings.private_webhooks)
        await hub.store.write("", lambda c: people.change(c, person.id, webhook=url))
        return shown(replace(person, webhook=url))


class Sessions(Controller):
    """Where passwords are tried: counted more strictly."""

    path = "/api"
    tags = ("people",)

    @post("/account", status_code=201)
    async def account(
        self, hub: TheHub, asking: Asker, data: JSONBody[bodies.Credentials]
    ) -> bodies.Person:
        """Give this guest a login and a password, to play from several devices."""
        person = asking.person
        if person.login is not None:
            raise Denied("forbidden")
        kept = await asyncio.to_thread(hashed, data.password)
        login = data.login.lower()
        done = await hub.store.write(
            "", lambda c: people.change(c, person.id, login=login, password=kept)
        )
        if not done:
            raise Denied("forbidden", "login-taken")
        return shown(replace(person, login=login))

    @post("/session", status_code=200)
    async def sign_in(
        self, request: AnyRequest, hub: TheHub, data: JSONBody[bodies.Credentials]
    ) -> Response[bodies.Person]:
        found = await hub.store.read(lambda c: people.by_login(c, data.login))
        kept = None if found is None else found.password
        good = await asyncio.to_thread(matches, kept, data.password)
        if not good or found is None:
            raise Denied("forbidden", "wrong-password")
        return signed(request, found)

    @delete("/session")
    async def sign_out(self) -> Response[None]:
        response = Response(None, status_code=204)
        response.delete_cookie(COOKIE)
        return response
