"""Table socket: one client at one table, with one viewer at a time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from sqlalchemy.exc import DBAPIError

from paddock.core.errors import PaddockError, UnreadableMove
from paddock.core.game import Ask, ask_of, next_move
from paddock.core.seats import Language, Seat
from paddock.server.api import wire
from paddock.server.api.errors import Denied
from paddock.server.common.rate_limit import Bucket
from paddock.server.http.context import TheHub, find_session
from paddock.server.http.problems import refusal
from paddock.server.live.hub import Hub
from paddock.server.live.live_table import LiveTable
from paddock.server.people.person import Person
from paddock.server.settings import Settings
from paddock.server.store import people
from paddock.server.tables import actions, table_log
from paddock.server.tables.membership import distinct_name
from paddock.server.tables.prepared import add, drop, is_driven_by_person
from paddock.server.tables.table import PlannedRow, Table

LOG = logging.getLogger("paddock.socket")
EXTENSION = "paddock.socket"  # ASGI extension with the direct push
TALK_COST = 8.0  # a chat message counts as this number of frames
PREPARE_COST = 4.0  # a change of what is prepared counts as this number of frames
HELLO_COST = 10.0  # a Hello counts as this number of frames
MAX_QUEUED_FRAMES = 128  # limit of a slow client
MAX_QUEUED_BYTES = 1 << 20  # limit of a slow client; a single frame may be larger
CLOSE_GRACE_SECONDS = 5.0  # time for a dropped client to read the last frame
FRAME = msgspec.json.Decoder(wire.FromClient)
AnySocket = WebSocket[Any, Any, Any]
DirectPush: TypeAlias = Callable[[bytes], bool]
"""Sends a frame directly through uvicorn if possible; returns whether it did."""
HasFrames: TypeAlias = Callable[[], bool]
"""Whether received frames may wait."""


def no_direct_push(frame: bytes) -> bool:
    """No direct push available."""
    return False


def may_have_frames() -> bool:
    """Without uvicorn it is not known."""
    return True


class Client:
    """One connection at a live table: viewer, language and a bounded queue."""

    def __init__(
        self,
        hub: Hub,
        live: LiveTable,
        person: Person | None,
        shared: Bucket | None = None,
        session: str | None = None,
        at_once: DirectPush = no_direct_push,
    ) -> None:
        self.hub, self.live, self.found, self.session = hub, live, person, session
        self.person = None if person is None else person.id
        self.at_once = at_once
        self.shared = shared  # with all sockets of the same address
        self.viewer: Seat | None = None
        self.language: Language = "en"
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.queued = 0
        self.behind = 0  # frames queued or being sent
        self.slow = False  # it was dropped
        self.dropped = asyncio.Event()
        frames = hub.settings.frames
        self.allowance = Bucket(frames, max(2.0 * frames, 4 * HELLO_COST))

    def push(self, frame: bytes) -> None:
        """Send a frame, or queue it behind others. A client that is too slow is dropped, and
        reconnects to get what it missed."""
        if self.slow:
            return
        if not self.behind and self.at_once(frame):
            self.hub.metrics.frames_out += 1
            return
        many = self.queue.qsize() >= MAX_QUEUED_FRAMES
        much = self.queued > 0 and self.queued + len(frame) > MAX_QUEUED_BYTES
        if not many and not much:
            self.queue.put_nowait(frame)
            self.queued += len(frame)
            self.behind += 1
            return
        self.slow = True
        self.dropped.set()
        self.hub.metrics.dropped += 1
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queued = 0
        self.queue.put_nowait(msgspec.json.encode(wire.Bye("slow", again=True)))
        self.queue.put_nowait(None)

    def push_end(self) -> None:
        """Close after the queued frames."""
        if not self.slow:
            self.queue.put_nowait(None)
            self.behind += 1

    def send(self, frame: wire.FromServer) -> None:
        self.push(msgspec.json.encode(frame))

    async def may_ask(self, worth: float) -> None:
        """Rate limit. Expensive frames count several times. A socket over its limit is refused, and
        read only as fast as it may send; one over the limit of its address waits."""
        if not self.allowance.take(worth):
            await asyncio.sleep(1.0 / self.hub.settings.frames)
            raise Denied("too-many")
        if self.shared is not None:
            await self.shared.wait(worth)

    # ------------------------------------------------------------ frames

    async def take(self, data: str) -> None:
        """Handle a frame. Errors are sent to the client."""
        self.hub.metrics.frames_in += 1
        id: str | None = None
        try:
            await self.may_ask(1.0)
            try:
                frame = FRAME.decode(data)
            except (msgspec.DecodeError, RecursionError, UnicodeError):
                raise UnreadableMove("this is no frame") from None
            id = getattr(frame, "id", None)
            await self.act(frame)
        except PaddockError as wrong:
            self.hub.metrics.refusals += 1
            why = refusal(wrong, self.language, self.live.table)
            self.hub.metrics.rejections[why.code] += 1
            self.send(wire.Refusal(id, why.code, why.text, why.clause))
        except DBAPIError as wrong:
            self.hub.metrics.refusals += 1
            LOG.error("the database does not do it", extra={"why": repr(wrong)[:500]})
            why = refusal(Denied("unavailable"), self.language)
            self.send(wire.Refusal(id, why.code, why.text))
        except Exception as bug:
            LOG.error("a frame failed", exc_info=bug, extra={"table": self.live.table.id})
            why = refusal(Denied("broken"), self.language)
            self.send(wire.Refusal(id, why.code, why.text))

    async def act(self, frame: wire.FromClient) -> None:
        match frame:
            case wire.Hello():
                await self.may_ask(HELLO_COST - 1.0)
                await self.hello(frame)
            case wire.Answer():
                began = time.monotonic()
                self.send(wire.Ack(frame.id, await self.answer(frame)))
                self.hub.metrics.move_seconds.observe(time.monotonic() - began)
            case wire.Undo(id, seat, row):
                await self.check_seat(seat)
                version = await self.live.save(
                    lambda t: actions.undo(t, seat, row), self.own_id(id)
                )
                self.send(wire.Ack(id, version))
            case wire.Talk(id, text):
                await self.may_ask(TALK_COST - 1.0)
                if self.person is not None and not self.live.may_talk(self.person):
                    raise Denied("too-many")
                await self.refresh_name()
                version = await self.live.save(lambda t: self.talk(t, text), self.own_id(id))
                self.send(wire.Ack(id, version))
            case wire.SetProgram(id, seat, programs):
                await self.may_prepare(seat)
                await self.live.prepare(seat, lambda t, found: add(t, seat, found, programs))
                self.send(wire.Ack(id, self.live.table.version))
            case wire.DropProgram(id, seat, lines):
                await self.may_prepare(seat)
                await self.live.prepare(seat, lambda t, found: drop(found, lines))
                self.send(wire.Ack(id, self.live.table.version))
            case wire.Ping(at):
                self.send(wire.Pong(at, self.hub.clock()))

    async def refresh_name(self) -> None:
        """Update the name: the person may have been renamed."""
        if (id := self.person) is not None:
            self.found = await self.hub.store.read(lambda c: people.by_id(c, id)) or self.found

    async def hello(self, frame: wire.Hello) -> None:
        """Set the viewer: an own seat, or a spectator."""
        if not await self.live.may_use_now(self.person, frame.eye):
            raise Denied("not-yours")
        same = (frame.eye, frame.language) == (self.viewer, self.language)
        self.viewer, self.language = frame.eye, frame.language
        first = self not in self.live.watchers
        version = frame.version if same or first else None
        self.push(self.live.welcome(self, version))
        if first:
            self.live.enter(self)

    async def answer(self, frame: wire.Answer) -> int:
        """Play the moves in order, as long as each is offered for the same question. If their order
        does not matter, the order of the rules is used."""
        seat = frame.seat
        await self.check_seat(seat)
        if self.hub.periodic.others and not self.is_asked(seat, frame.ask):
            await self.live.catch_up()  # another process may have saved it
        moves = [self.live.table.read_move(move) for move in frame.moves]
        version, asked = 0, self.find_ask(seat)
        for i in range(len(moves)):
            now = self.find_ask(seat)
            if i and (now is None or asked is None or now.question != asked.question):
                break
            move = moves[0] if now is None else next_move(now, moves)
            moves.remove(move)
            number = frame.ask if i == 0 else None

            def plan(table: Table, move: Any = move, number: int | None = number) -> PlannedRow:
                return actions.move(table, seat, number, move, "person")

            try:
                version = await self.live.save(plan, self.own_id(frame.id, i))
            except PaddockError:
                if i == 0:
                    raise
                break
        return version

    def is_asked(self, seat: Seat, number: int) -> bool:
        """Whether a seat has this ask, as far as this process knows."""
        table = self.live.table
        if table.referee is None or seat not in table.asked_seats():
            return False
        return table.referee.ask_number(seat) == number

    def find_ask(self, seat: Seat) -> Ask[Any] | None:
        return ask_of(self.live.table.running_race().asks, seat)

    async def may_prepare(self, seat: Seat) -> None:
        """Whether this person may change what a seat has prepared."""
        await self.may_ask(PREPARE_COST - 1.0)
        await self.check_seat(seat)
        table = self.live.table
        if table.state != "racing" or not is_driven_by_person(table, seat):
            raise Denied("closed", "nothing-to-prepare")

    async def check_seat(self, seat: Seat) -> None:
        if not await self.live.may_use_now(self.person, seat):
            raise Denied("not-yours")
        if self.live.table.places[seat].level is not None:
            raise Denied("closed")

    def own_id(self, id: str, i: int = 0) -> str:
        """Prefix a client's id with the person, so that ids of others cannot be used up."""
        if self.person is None:
            raise Denied("forbidden")
        return f"{self.person}:{i}:{id}"

    def talk(self, table: Table, text: str) -> PlannedRow:
        if self.found is None or not self.live.may_watch(self.person):
            raise Denied("forbidden")
        mine = table.seats_of(self.person)
        seat = self.viewer if self.viewer in mine else (mine[0] if mine else None)
        named = distinct_name(self.found.name, self.found.id, table.places)
        name = named if seat is None else table.places[seat].name
        kept = "".join(c if c.isprintable() else " " for c in text).strip()
        if not kept:
            raise UnreadableMove("nothing was said")
        return actions.talk(table, table_log.Said(name, seat, kept, self.found.id))


# ---------------------------------------------------------------- the connection


def same_site(socket: AnySocket, settings: Settings) -> bool:
    """Reject sockets opened by pages of other sites (cross-site WebSocket hijacking)."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True  # not a browser
    if origin in settings.origins:
        return True
    return urlsplit(origin).netloc == socket.headers.get("host", "")


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: AnySocket, table: FromPath[str], hub: TheHub) -> None:
    if not same_site(socket, hub.settings):
        await socket.close(code=4403, reason="another site")
        return
    address = socket.client.host if socket.client else ""
    person, session = await find_session(socket, hub)
    places = [hub.origin(address), *([] if person is None else [person.id])]
    if not hub.socket_limit.may_open(*places):
        hub.metrics.rejections["socket"] += 1
        await socket.close(code=4429, reason="too many sockets")
        return
    with hub.socket_limit.count_open(*places) as shared:
        await serve(socket, table, hub, person, shared, session)


async def serve(
    socket: AnySocket,
    table: str,
    hub: Hub,
    person: Person | None,
    shared: Bucket,
    session: str | None,
) -> None:
    await socket.accept()
    try:
        live = await hub.live(table)
    except PaddockError:
        await socket.send_data(msgspec.json.encode(wire.Bye("unknown", again=False)))
        await socket.close(code=4404)
        return
    known = extension(socket)
    client = Client(hub, live, person, shared, session, known.get("push", no_direct_push))
    hub.clients.add(client)
    live.sockets += 1
    work = {
        asyncio.create_task(write(socket, client)),
        asyncio.create_task(read(socket, client, known.get("has_frames", may_have_frames))),
        asyncio.create_task(wait_until_slow(client)),
    }
    try:
        await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.clients.discard(client)
        live.used = time.monotonic()
        live.sockets -= 1
        live.leave(client)
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)


def extension(socket: AnySocket) -> dict[str, Any]:
    """What the uvicorn protocol offers, if it is there."""
    known: dict[Any, Any] = (socket.scope.get("extensions") or {}).get(EXTENSION, {})
    return known


async def wait_until_slow(client: Client) -> None:
    """Give a dropped client some time to read the last frame."""
    await client.dropped.wait()
    await asyncio.sleep(CLOSE_GRACE_SECONDS)


async def read(socket: AnySocket, client: Client, has_frames: HasFrames = may_have_frames) -> None:
    try:
        while True:
            await client.take(await socket.receive_text())
            if has_frames():
                await asyncio.sleep(0)  # send the answer before the next frame is read
    except WebSocketDisconnect:
        return
    except KeyError:  # a binary frame has no text
        await socket.close(code=1003)


async def write(socket: AnySocket, client: Client) -> None:
    while True:
        frame = await client.queue.get()
        if frame is None:
            await socket.close(code=1012 if client.hub.closing else 4408)
            return
        client.queued = max(0, client.queued - len(frame))
        await socket.send_data(frame)
        client.behind = client.queue.qsize()
        client.hub.metrics.frames_out += 1
