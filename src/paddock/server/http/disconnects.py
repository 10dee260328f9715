"""Cancel the handler of a request when its client disconnects. uvicorn only reports it to a handler
that calls receive."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPReceiveMessage, Receive, Scope, Send

CANCEL_ON_DISCONNECT = {"cancel_on_disconnect": True}
"""`opt` of handlers that compute but save nothing."""


class CancelOnDisconnect(ASGIMiddleware):
    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        if not scope["route_handler"].opt.get("cancel_on_disconnect"):
            await next_app(scope, receive, send)
            return
        messages: asyncio.Queue[Any] = asyncio.Queue(1)  # bounded: the body is not read ahead
        gone = False

        async def pump() -> None:
            nonlocal gone
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    gone = True
                    work.cancel()
                    return
                await messages.put(message)

        async def next_message() -> HTTPReceiveMessage:
            message: HTTPReceiveMessage = await messages.get()
            return message

        work = asyncio.ensure_future(next_app(scope, next_message, send))
        pumping = asyncio.create_task(pump())
        try:
            await work
        except asyncio.CancelledError:
            if not gone:  # the server shuts down
                work.cancel()
                raise
        finally:
            pumping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await pumping
