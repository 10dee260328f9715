"""How a person is notified of their turn: channels, quiet hours, tests and confirmations."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from litestar import Controller, Response, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from paddock.core.seats import Language
from paddock.server.api import bodies
from paddock.server.api.errors import Denied
from paddock.server.common.ids import new_id
from paddock.server.http.context import AnyRequest, RequestContext, RequesterDependency, TheHub
from paddock.server.live.hub import Hub
from paddock.server.live.notices import mail, push
from paddock.server.live.notices.texts import fixed_message
from paddock.server.live.webhooks import BadWebhook, check
from paddock.server.people.local_time import digest_day, is_zone, local
from paddock.server.people.notice import Channel, Message, NoticeSettings
from paddock.server.rendering.render import WORDS
from paddock.server.store import channels, messages

MAX_CHANNELS = 10  # of one person
CONFIRMATIONS_PER_DAY = 5.0  # to one address, by one person, and by four people of one network
TESTS_PER_DAY = 40.0
CONFIRM_MS = 48 * 3_600_000  # how long a link confirms
TEST_SECONDS = 10.0  # how long a test waits for its result
POLL_SECONDS = 0.1
FAILURES = ("retry", "wait", "given-up", "refused", "gone", "address")


def channel_body(channel: Channel, language: Language) -> bodies.Channel:
    result = channel.result or ("unconfirmed" if channel.state == "waiting" else "untried")
    if channel.state == "waiting" and channel.result == "sent":
        result = "unconfirmed"
    return bodies.Channel(
        id=channel.id,
        kind=channel.kind,
        label=channel.label or channel.address,
        state=channel.state,
        turns=channel.turns,
        result=WORDS.tell(f"notice.result.{result}", language),
        result_at=channel.result_at or None,
        failed=channel.result in FAILURES,
        endpoint=channel.address if channel.kind == "push" else "",
    )


async def notices_of(hub: Hub, asking: RequestContext) -> bodies.Notices:
    """The page of a person's notices."""
    person, language = asking.person.id, asking.language

    def job(connection: Connection) -> tuple[NoticeSettings, list[Channel]]:
        return channels.settings_of(connection, person), channels.of_person(connection, person)

    reader, found = await hub.store.read(job)
    on = [one for one in found if one.state == "on"]
    only_mail = bool(on) and all(one.kind == "mail" for one in on)
    now = local(hub.clock(), reader.zone)
    return bodies.Notices(
        channels=tuple(channel_body(one, language) for one in found),
        zone=reader.zone,
        quiet_from=reader.quiet_from,
        quiet_to=reader.quiet_to,
        digest=only_mail if reader.digest is None else reader.digest,
        push_key=push.public_key(hub.notices.vapid_seed) if can_push(hub) else None,
        mail=hub.notices.mail_server is not None,
        now=f"{now:%H:%M}",
    )


def can_push(hub: Hub) -> bool:
    return push.is_possible() and hub.runtime.has_webhooks


def base_of(request: AnyRequest) -> str:
    return str(request.base_url).rstrip("/")


async def make_channel(
    request: AnyRequest, hub: Hub, asking: RequestContext, data: bodies.NewChannel
) -> Channel:
    """Check what a person asks for."""
    if not hub.runtime.has_webhooks:
        raise BadWebhook("not-here")
    private = hub.settings.private_webhooks
    made: dict[str, Any] = {"id": new_id(messages.ID_BYTES), "person": asking.person.id}
    made |= {"site": base_of(request), "created": hub.clock()}
    match data:
        case bodies.NewPush():
            if not push.is_possible():
                raise Denied("forbidden", "no-push")
            keys = f"{data.p256dh} {data.auth}"
            push.check_keys(keys)
            await check(data.endpoint, private=private)
            if not private and not data.endpoint.startswith("https://"):
                raise BadWebhook("scheme")
            label = "".join(c for c in data.label if c.isprintable())
            return Channel(kind="push", address=data.endpoint, keys=keys, label=label, **made)
        case bodies.NewMail():
            address = data.address.strip()
            if hub.notices.mail_server is None:
                raise Denied("forbidden", "no-mail")
            if not mail.is_address(address):
                raise Denied("unreadable", "mail-address")
            return Channel(kind="mail", address=address, state="waiting", turns=False, **made)
        case bodies.NewWebhook():
            await check(data.url, private=private)
            return Channel(kind="webhook", address=data.url, **made)


async def own_channel(hub: Hub, asking: RequestContext, id: str) -> Channel:
    found = await hub.store.read(lambda c: channels.find(c, id))
    if found is None or found.person != asking.person.id:
        raise Denied("unknown")
    return found


def confirmation(hub: Hub, channel: Channel, language: Language) -> Message:
    title, text = fixed_message("confirm", language)
    path = f"/confirm/{hub.notices.confirm_token(channel.id)}"
    return Message("confirm", title, text, path)


class Notices(Controller):
    path = "/api/me/notices"
    tags = ("people",)

    @get("/")
    async def show(self, hub: TheHub, asking: RequesterDependency) -> bodies.Notices:
        """How the current person is notified that it is their turn."""
        await hub.notices.refresh()
        return await notices_of(hub, asking)

    @put("/")
    async def change(
        self, hub: TheHub, asking: RequesterDependency, data: JSONBody[bodies.NoticeChange]
    ) -> bodies.Notices:
        """Change time zone, quiet hours or digest. Texts come in the language of this request."""
        if data.zone is not None and not is_zone(data.zone):
            raise Denied("unreadable", "zone")
        names = ("zone", "quiet_from", "quiet_to", "digest")
        values: dict[str, Any] = {
            name: value for name in names if (value := getattr(data, name)) is not None
        }
        person, insert, now = asking.person.id, hub.store.insert, hub.clock()
        values["language"] = asking.language

        def job(connection: Connection) -> None:
            known = channels.settings_of(connection, person)
            if data.digest or not known.digest_day:  # the first digest comes on the next morning
                values["digest_day"] = digest_day(now, replace(known, **values)) or ""
            channels.save_settings(connection, insert, person, **values)

        await hub.store.write("", job)
        if values.keys() & {"zone", "quiet_from", "quiet_to"}:
            await hub.change_quiet_hours(person)
        return await notices_of(hub, asking)

    @post("/channels", status_code=201)
    async def add(
        self,
        request: AnyRequest,
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.NewChannel],
    ) -> bodies.Notices:
        """Add a channel. A mail address is sent a link first."""
        made = await make_channel(request, hub, asking, data)
        confirm = confirmation(hub, made, asking.language) if made.kind == "mail" else None
        who = (asking.person.id, asking.origin, made.address)
        if confirm and not hub.notices.may("confirm", who, CONFIRMATIONS_PER_DAY):
            raise Denied("too-many")
        now, language, insert = hub.clock(), asking.language, hub.store.insert

        def job(connection: Connection) -> None:
            known = channels.of_person(connection, made.person)
            same = [one for one in known if (one.kind, one.address) == (made.kind, made.address)]
            if len(known) - len(same) >= MAX_CHANNELS:
                raise Denied("too-many", "channels")
            channels.add(connection, made)
            channels.save_settings(connection, insert, made.person, language=language)
            if confirm:
                messages.post(connection, [made], confirm, now)

        async with hub.lock_of(made.person):
            await hub.store.write("", job)
        await hub.notices.on_change()
        hub.notices.wake_event.set()
        return await notices_of(hub, asking)

    @patch("/channels/{channel:str}")
    async def choose(
        self,
        channel: FromPath[str],
        hub: TheHub,
        asking: RequesterDependency,
        data: JSONBody[bodies.ChannelChange],
    ) -> bodies.Notices:
        """Choose whether a channel is notified of each turn."""
        found = await own_channel(hub, asking, channel)
        await hub.store.write("", lambda c: channels.change(c, found.id, turns=data.turns))
        return await notices_of(hub, asking)

    @delete("/channels/{channel:str}", status_code=200)
    async def remove(
        self, channel: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> bodies.Notices:
        """Remove a channel."""
        found = await own_channel(hub, asking, channel)
        await hub.store.write("", lambda c: channels.remove(c, found.id))
        await hub.notices.on_change()
        return await notices_of(hub, asking)

    @post("/channels/{channel:str}/test", status_code=200)
    async def test(
        self, channel: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> bodies.Notices:
        """Send a test and wait a moment for its result. A channel that is off is tried again."""
        found = await own_channel(hub, asking, channel)
        waiting = found.state == "waiting"
        kind, limit = ("confirm", CONFIRMATIONS_PER_DAY) if waiting else ("test", TESTS_PER_DAY)
        who = (found.person, asking.origin, found.address) if waiting else (found.person,)
        if not hub.notices.may(kind, who, limit):
            raise Denied("too-many")
        title, text = fixed_message("test", asking.language)
        body = Message("test", title, text, "/me", "test")
        if waiting:
            body = confirmation(hub, found, asking.language)
        now = hub.clock()

        def job(connection: Connection) -> None:
            values = {"result": "", "result_at": 0, "retry_at": 0}
            if waiting:
                values["created"] = now
            if found.state == "off":
                channels.change(connection, found.id, state="on")
            channels.change(connection, found.id, **values)
            messages.post(connection, [replace(found, retry_at=0)], body, now)

        await hub.store.write("", job)
        hub.notices.wake_event.set()
        end = time.monotonic() + TEST_SECONDS
        while time.monotonic() < end:
            tried = await hub.store.read(lambda c: channels.find(c, found.id))
            if tried is None or tried.result:
                break
            await asyncio.sleep(POLL_SECONDS)
        await hub.notices.on_change()
        return await notices_of(hub, asking)


class Mail(Controller):
    """Links in mails. Their pages have the same paths."""

    tags = ("people",)

    @post("/api/confirm/{token:str}", status_code=200)
    async def confirm(
        self, token: FromPath[str], hub: TheHub, asking: RequesterDependency
    ) -> dict[str, str]:
        """Confirm a mail address by the link that was sent to it."""
        id = mail.channel_of(hub.notices.mail_key, "confirm", token)
        found = None if id is None else await hub.store.read(lambda c: channels.find(c, id))
        if found is None or (found.state == "waiting" and is_old(found, hub.clock())):
            raise Denied("unknown", "confirm-link")
        if found.state == "waiting":
            await hub.store.write("", lambda c: channels.change(c, found.id, state="on"))
            await hub.notices.on_change()
        return {"address": found.address}

    @post("/leave/{token:str}", status_code=200, exclude_from_csrf=True)
    async def leave(self, token: FromPath[str], hub: TheHub) -> Response[str]:
        """Stop mails to an address, by the link in each of them (RFC 8058)."""
        id = mail.channel_of(hub.notices.mail_key, "leave", token)
        found = None if id is None else await hub.store.read(lambda c: channels.find(c, id))
        if found is None:
            raise Denied("unknown", "confirm-link")

        def job(connection: Connection) -> None:
            messages.delete_for_channel(connection, found.id)
            channels.change(connection, found.id, state="off", result="unsubscribed")

        await hub.store.write("", job)
        await hub.notices.on_change()
        return Response("", media_type="text/plain")


def is_old(channel: Channel, now: int) -> bool:
    return channel.created < now - CONFIRM_MS
