"""The app inside another program, such as a browser's worker: requests and sockets as calls,
without a network. There is one visitor, whose cookies are kept here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from http.cookies import SimpleCookie
from typing import Any, TypeAlias
from weakref import WeakSet

from litestar import Litestar
from msgspec import Struct

from paddock.core.errors import PaddockError

CSRF_COOKIE, CSRF_HEADER = "paddock-csrf", "x-paddock-csrf"
SERVICE_RESTART = 1012  # close code of WebSocket
Message: TypeAlias = dict[str, Any]


class CannotStart(PaddockError):
    """The app did not start."""


class Response(Struct, frozen=True):
    status: int
    headers: dict[str, str]
    body: bytes


class Connection:
    """An open socket. `on_frame` is called with each frame, `on_close` once with the code."""

    def __init__(
        self, on_frame: Callable[[str], object], on_close: Callable[[int], object]
    ) -> None:
        self.on_frame, self.on_close = on_frame, on_close
        self.sent: asyncio.Queue[Message] = asyncio.Queue()
        self.sent.put_nowait({"type": "websocket.connect"})
        self.is_open = True

    def send(self, text: str) -> None:
        self.sent.put_nowait({"type": "websocket.receive", "text": text})

    def close(self, code: int = 1000) -> None:
        self.sent.put_nowait({"type": "websocket.disconnect", "code": code})
        self.end(code)

    async def deliver(self, message: Any) -> None:
        """A message of the app."""
        match message["type"]:
            case "websocket.send" if self.is_open:
                frame = message.get("text")
                self.on_frame(message["bytes"].decode() if frame is None else frame)
            case "websocket.close":
                self.end(message.get("code", 1000))

    def end(self, code: int) -> None:
        if self.is_open:
            self.is_open = False
            self.on_close(code)


class Embedded:
    """An app and its one visitor."""

    def __init__(self, app: Litestar, cookies: Mapping[str, str] | None = None) -> None:
        self.app: Any = app
        self.cookies = dict(cookies or {})
        self.calls: asyncio.Queue[Message] = asyncio.Queue()
        self.replies: asyncio.Queue[Message] = asyncio.Queue()
        self.tasks: set[asyncio.Task[None]] = set()
        self.open: WeakSet[Connection] = WeakSet()

    async def start(self) -> None:
        self.spawn(self.app({"type": "lifespan", "state": {}}, self.calls.get, self.replies.put))
        await self.tell("startup")

    async def stop(self) -> None:
        """Close the sockets, as a server that restarts, then end the app."""
        for connection in list(self.open):
            connection.close(SERVICE_RESTART)
        await self.tell("shutdown")
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def tell(self, what: str) -> None:
        self.calls.put_nowait({"type": f"lifespan.{what}"})
        reply = await self.replies.get()
        if reply["type"] != f"lifespan.{what}.complete":
            raise CannotStart(reply.get("message", reply["type"]))

    def spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def request(
        self, method: str, target: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Response:
        """Answer a request for a path with its query."""
        sent: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        got: list[Message] = []

        async def receive() -> Message:
            return sent.pop() if sent else await asyncio.Future()  # the visitor stays

        async def send(message: Message) -> None:
            got.append(message)

        await self.app(self.scope("http", target, headers or {}, method=method), receive, send)
        self.keep_cookies(got[0]["headers"])
        told = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in got[0]["headers"]
        }
        told.pop("set-cookie", None)  # not for the page
        return Response(got[0]["status"], told, b"".join(one.get("body", b"") for one in got[1:]))

    def connect(
        self,
        target: str,
        on_frame: Callable[[str], object],
        on_close: Callable[[int], object] = lambda code: None,
    ) -> Connection:
        """Open a socket."""
        found = Connection(on_frame, on_close)
        self.open.add(found)
        scope = self.scope("websocket", target, {}, subprotocols=[])
        self.spawn(self.app(scope, found.sent.get, found.deliver))
        return found

    def scope(self, type: str, target: str, headers: Mapping[str, str], **more: Any) -> Message:
        """An ASGI scope with the cookies, and the header that shows that a page has read them."""
        path, _, query = target.partition("?")
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        own = {"host": "localhost", "cookie": cookies}
        own[CSRF_HEADER] = self.cookies.get(CSRF_COOKIE, "")
        all_headers = {name.lower(): value for name, value in headers.items()} | own
        return {
            "type": type,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if type == "http" else "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [
                (name.encode("latin-1"), value.encode("latin-1"))
                for name, value in all_headers.items()
            ],
            "client": ("127.0.0.1", 0),
            "server": ("localhost", 80),
            "extensions": {},
            **more,
        }

    def keep_cookies(self, headers: list[tuple[bytes, bytes]]) -> None:
        for name, value in headers:
            if name == b"set-cookie":
                for cookie in SimpleCookie(value.decode("latin-1")).values():
                    if cookie.value and cookie["max-age"] != "0":
                        self.cookies[cookie.key] = cookie.value
                    else:
                        self.cookies.pop(cookie.key, None)
