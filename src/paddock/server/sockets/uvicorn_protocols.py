"""uvicorn protocols with limits: timeouts for headers, bodies and slow readers (slowloris), and
connections per address."""

from __future__ import annotations

import asyncio
import importlib
from collections import Counter
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from paddock.server.api import wire
from paddock.server.common.rate_limit import Bucket
from paddock.server.people.client_address import TrustedProxies, network_of
from paddock.server.sockets.table_socket import EXTENSION

HEADERS_TIMEOUT_SECONDS = 10.0  # until the headers are complete
BODY_TIMEOUT_SECONDS = 20.0  # until the body is complete
STALLED_WRITE_SECONDS = 30.0  # maximum time that a client does not read
DEFAULT_CONNECTIONS = 400  # select() on Windows takes 512 sockets
RESERVED_FILES = 100  # file descriptors for other things than connections
MAX_UNREAD_FRAMES = 4  # received frames before reading is paused
SLICE_BYTES = 1024
"""Bytes that are parsed at a time: one read of the transport may have 40,000 tiny frames or chunks.
"""
CHUNKS_REFUSAL = b"HTTP/1.1 411 Length Required\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
CONTROL_FRAMES_PER_SECOND, MAX_CONTROL_FRAMES = 2.0, 20.0
"""Pings, pongs and fragments of one socket, and how many at once. Browsers send a pong every 20 s.
"""
TEXT_FRAME_BYTE = 0x81  # final text frame (RFC 6455)
SHUTDOWN_FRAME = msgspec.json.encode(wire.Bye("shutdown", again=True))


class Limits:
    """Limits on connections, in total and per address. Proxies have no limit per address."""

    def __init__(
        self,
        most: int,
        each: int,
        proxies: TrustedProxies,
        rejections: Counter[str] | None = None,
    ) -> None:
        self.most, self.each, self.proxies = most, each, proxies
        self.total = 0
        self.places: Counter[str] = Counter()
        self.rejections = Counter() if rejections is None else rejections  # by kind

    def enter(self, address: str) -> bool:
        """Count a connection; false if it is over a limit and must be closed."""
        place = network_of(address)
        self.total += 1
        self.places[place] += 1
        few = self.places[place] <= self.each or address in self.proxies
        allowed = self.total <= self.most and few
        if not allowed:
            self.rejections["connection"] += 1
        return allowed

    def leave(self, address: str) -> None:
        place = network_of(address)
        self.total -= 1
        self.places[place] -= 1
        if not self.places[place]:
            del self.places[place]


def connection_budget() -> int:
    """Number of connections this process can have. Raises the limit of open files if it can;
    without the `resource` module (Windows) a default is used."""
    try:
        resource: Any = importlib.import_module("resource")
    except ImportError:
        return DEFAULT_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return 1_000_000 if soft == resource.RLIM_INFINITY else max(10, soft - RESERVED_FILES)


def guarded_protocols(limits: Limits) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """Protocol classes for HTTP and WebSocket with these limits."""

    class GuardedHttp(H11Protocol):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.waiting_for: object = None
            self.timer: asyncio.TimerHandle | None = None
            self.stall_timer: asyncio.TimerHandle | None = None
            self.address: str | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.address = address_of(transport)
            if limits.enter(self.address):
                self.watch()
            else:
                transport.abort()

        def data_received(self, data: bytes) -> None:
            for start in range(0, len(data), SLICE_BYTES):
                super().data_received(data[start : start + SLICE_BYTES])
                if self.transport.is_closing() or self.transport.get_protocol() is not self:
                    return
                if any(name == b"transfer-encoding" for name, _ in self.headers or ()):
                    self.refuse_chunks()
                    return
            self.watch()

        def refuse_chunks(self) -> None:
            """A body in chunks of one byte costs 3,000 times as much as one with a length, and
            browsers and proxies always send a length."""
            limits.rejections["chunked-body"] += 1
            self.transport.write(CHUNKS_REFUSAL)
            self.transport.close()

        def watch(self) -> None:
            """Start the timeout of what the client has to send next."""
            state = self.conn.their_state
            if state is self.waiting_for or self.transport.is_closing():
                return
            self.waiting_for = state
            cancel_timer(self.timer)
            wait = {h11.IDLE: HEADERS_TIMEOUT_SECONDS, h11.SEND_BODY: BODY_TIMEOUT_SECONDS}.get(
                state
            )
            self.timer = None if wait is None else self.loop.call_later(wait, self.late)

        def late(self) -> None:
            self.transport.abort()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            if self.conn.their_state is not h11.SEND_BODY:
                cancel_timer(self.timer)  # keep-alive until the next request
                self.timer, self.waiting_for = None, None

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            cancel_timer(self.timer)
            self.waiting_for = self.conn.their_state
            address, self.address = self.address, None  # it stays counted, as a socket
            super().handle_websocket_upgrade(event)
            protocol = self.transport.get_protocol()
            assert isinstance(protocol, GuardedSocket)
            protocol.address = address

        def pause_writing(self) -> None:
            self.flow.pause_writing()
            self.stall_timer = self.loop.call_later(STALLED_WRITE_SECONDS, self.late)

        def resume_writing(self) -> None:
            self.flow.resume_writing()
            cancel_timer(self.stall_timer)

        def connection_lost(self, exc: Exception | None) -> None:
            cancel_timer(self.timer)
            cancel_timer(self.stall_timer)
            if self.address is not None:
                limits.leave(self.address)
            super().connection_lost(exc)

    class GuardedSocket(WebSocketsSansIOProtocol):
        address: str | None = None
        stall_timer: asyncio.TimerHandle | None = None

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.held = b""  # received, but not parsed yet
            self.control = Bucket(CONTROL_FRAMES_PER_SECOND, MAX_CONTROL_FRAMES)

        def data_received(self, data: bytes) -> None:
            """Parse a slice at a time, and nothing while earlier frames wait."""
            self.held += data
            self.parse_held()

        def parse_held(self) -> None:
            while self.held and not self.read_paused and self.writable.is_set():
                if self.transport.is_closing():
                    self.held = b""
                    return
                data, self.held = self.held[:SLICE_BYTES], self.held[SLICE_BYTES:]
                super().data_received(data)

        async def receive(self) -> Any:
            message = await super().receive()
            self.parse_held()
            return message

        def may_take_control_frame(self) -> bool:
            """Limit frames that are no whole message: they cost as much, and the app does not see
            them."""
            if self.transport.is_closing():
                return False
            if not self.control.take(1.0):
                limits.rejections["control-frames"] += 1
                self.transport.abort()
                return False
            return True

        def handle_ping(self) -> None:
            if self.may_take_control_frame():
                super().handle_ping()

        def handle_pong(self, event: Frame) -> None:
            if self.may_take_control_frame():
                super().handle_pong(event)

        def handle_cont(self, event: Frame) -> None:
            if self.may_take_control_frame():
                super().handle_cont(event)

        def handle_connect(self, event: Request) -> None:
            super().handle_connect(event)
            if not self.close_sent:
                self.scope["extensions"][EXTENSION] = {
                    "push": self.push,
                    "has_frames": self.has_frames,
                }

        def has_frames(self) -> bool:
            """Whether received frames wait for the app."""
            return not self.queue.empty()

        def push(self, frame: bytes) -> bool:
            """Send a text frame at once; false if it cannot be sent now. Broadcasts use it to avoid
            a task per socket."""
            gone = self.disconnected or self.close_sent or self.transport.is_closing()
            if gone or not self.handshake_complete or not self.writable.is_set():
                return False
            self.transport.write(frame_header(len(frame)) + frame)
            return True

        def send_receive_event_to_app(self) -> None:
            """Keep reading while few frames are waiting: pausing and resuming for every frame costs
            as much as the frame."""
            little = not self.read_paused and self.queue.qsize() < MAX_UNREAD_FRAMES
            if little:
                self.read_paused = True
            super().send_receive_event_to_app()
            if little:
                self.read_paused = False

        def pause_writing(self) -> None:
            """Stop reading from a client that does not read: pongs would pile up."""
            super().pause_writing()
            self.transport.pause_reading()
            self.stall_timer = self.loop.call_later(STALLED_WRITE_SECONDS, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            cancel_timer(self.stall_timer)
            if not self.read_paused:
                self.transport.resume_reading()
                self.parse_held()

        def shutdown(self) -> None:
            """uvicorn closes sockets before it tells the app: say first that we come back."""
            self.push(SHUTDOWN_FRAME)
            super().shutdown()

        def connection_lost(self, exc: Exception | None) -> None:
            cancel_timer(self.stall_timer)
            if self.address is not None:
                limits.leave(self.address)
            super().connection_lost(exc)

    return GuardedHttp, GuardedSocket


def frame_header(length: int) -> bytes:
    """Header of an unmasked, unfragmented text frame (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((TEXT_FRAME_BYTE, length))
    if length < 1 << 16:
        return b"%c%c%b" % (TEXT_FRAME_BYTE, 126, length.to_bytes(2, "big"))
    return b"%c%c%b" % (TEXT_FRAME_BYTE, 127, length.to_bytes(8, "big"))


def address_of(transport: asyncio.Transport) -> str:
    found = get_remote_addr(transport)
    return "" if found is None else found[0]


def cancel_timer(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
