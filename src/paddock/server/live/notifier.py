"""Wake-up messages between processes (publish/subscribe). They carry no data.

A lost message costs a second, never a move: every process also polls once a second.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from litestar.channels.backends.base import ChannelsBackend

from paddock.server.settings import Settings
from paddock.server.store.store import CHANNEL

LOG = logging.getLogger("paddock.notifier")


class Notifier:
    """Sends and receives wake-ups for tables. Messages start with the mark of their process, so
    that it can ignore its own."""

    def __init__(self, settings: Settings, heard: Callable[[str], None], mark: str) -> None:
        self.settings, self.heard, self.mark = settings, heard, mark
        self.backend: ChannelsBackend | None = None
        self.sends = bool(settings.redis)  # with PostgreSQL the transaction itself notifies
        self.task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        if self.settings.redis or self.settings.db.startswith("postgresql"):
            self.task = asyncio.create_task(self.listen(), name="notifier")

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def listen(self) -> None:
        """Receive messages; reconnect a second after an error."""
        while True:
            backend, client = backend_for(self.settings)
            try:
                await backend.on_startup()
                await backend.subscribe([CHANNEL])
                self.backend = backend
                async for _, ring in backend.stream_events():
                    by, _, table = str(ring, "utf-8").partition(" ")
                    if by != self.mark:
                        self.heard(table)
            except asyncio.CancelledError:
                raise
            except Exception as wrong:
                LOG.warning("no wake-up messages arrive", extra={"why": repr(wrong)})
            finally:
                self.backend = None
                await asyncio.wait_for(close_after(backend, client), 7)
            await asyncio.sleep(1)

    async def notify(self, table: str) -> None:
        if self.sends and self.backend is not None:
            try:
                await self.backend.publish(f"{self.mark} {table}".encode(), [CHANNEL])
            except Exception as wrong:
                LOG.warning("a wake-up message was not sent", extra={"why": repr(wrong)})


async def close_after(backend: ChannelsBackend, client: Any) -> None:
    try:
        await backend.on_shutdown()
        if client is not None:
            await client.aclose()
    except Exception as wrong:
        LOG.debug("the connection for wake-up messages was lost", extra={"why": repr(wrong)})


def backend_for(settings: Settings) -> tuple[ChannelsBackend, Any]:
    """The publish/subscribe backend, and what must be closed after it."""
    if settings.redis:
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis.asyncio import Redis

        client = Redis.from_url(settings.redis)
        return RedisChannelsPubSubBackend(redis=client, key_prefix="paddock"), client
    from litestar.channels.backends.psycopg import PsycoPgChannelsBackend

    dsn = settings.db.replace("postgresql+psycopg://", "postgresql://")
    return PsycoPgChannelsBackend(dsn), None
