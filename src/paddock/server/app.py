"""The server as a whole: an app for a set of settings, and `run`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.stores.base import Store as Counters
from litestar.stores.memory import MemoryStore

import paddock
from paddock.core.errors import PaddockError
from paddock.server import json_logging
from paddock.server.http import problems, site
from paddock.server.http.context import provide_asking, provide_hub
from paddock.server.http.houses import Houses
from paddock.server.http.persons import Persons, Sessions
from paddock.server.http.replays import Replays
from paddock.server.http.tables import Tables
from paddock.server.hub import Hub
from paddock.server.identity import Signer
from paddock.server.protocols import Limits, guarded, room
from paddock.server.settings import Settings, from_environment, pages
from paddock.server.socket import table_socket
from paddock.server.store import Store, people

LOG = logging.getLogger("paddock.app")
LARGEST_BODY = 64 * 1024
LARGEST_FRAME = 16 * 1024
UNCOUNTED = ["^/health$", "^/metrics$", "^/assets/"]


def create(settings: Settings) -> Litestar:
    """The app. The database is opened, and brought up to date, at once."""
    store = Store(settings.db)
    cookies = store.writer.submit("", lambda c: people.key(c, "cookies")).result()
    csrf = store.writer.submit("", lambda c: people.key(c, "csrf")).result()

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        hub = app.state.hub = Hub(settings, store, cookies)
        await hub.start()
        hub.spawn(tidy(app), "tidy")
        try:
            yield
        finally:
            await hub.close()
            store.close()

    counted = RateLimitConfig(("minute", settings.rate), exclude=UNCOUNTED, store="requests")
    logins = RateLimitConfig(("minute", settings.logins), store="logins")
    return Litestar(
        route_handlers=[
            Persons,
            Router("/", route_handlers=[Sessions], middleware=[logins.middleware]),
            Houses,
            Tables,
            Replays,
            table_socket,
            site.health,
            site.figures,
            site.pages(pages(settings)),
        ],
        lifespan=[life],
        state=State({"signer": Signer(cookies)}),
        dependencies={
            "hub": Provide(provide_hub, sync_to_thread=False),
            "asking": Provide(provide_asking),
        },
        middleware=[counted.middleware],
        stores={name: counters(settings, name) for name in ("requests", "logins")},
        csrf_config=CSRFConfig(
            secret=csrf,
            cookie_name="paddock-csrf",
            header_name="x-paddock-csrf",
            cookie_samesite="lax",
            cookie_secure=settings.secure,
        ),
        exception_handlers={
            PaddockError: problems.on_paddock,
            HTTPException: problems.on_http,
            Exception: problems.on_bug,
        },
        before_send=[site.secure],
        request_max_body_size=LARGEST_BODY,
        compression_config=CompressionConfig(backend="gzip", minimum_size=2000),
        openapi_config=OpenAPIConfig("Paddock", paddock.__version__, path="/api/schema"),
        logging_config=None,
        debug=False,
    )


async def tidy(app: Litestar) -> None:
    """Forget, now and then, who asked how often."""
    while True:
        await asyncio.sleep(60)
        for name in ("requests", "logins"):
            kept = app.stores.get(name)
            if isinstance(kept, MemoryStore):
                await kept.delete_expired()


def counters(settings: Settings, name: str) -> Counters:
    """Where requests are counted: for several processes in one place."""
    if settings.redis:
        from litestar.stores.redis import RedisStore

        return RedisStore.with_client(settings.redis, namespace=f"paddock-{name}")
    return MemoryStore()


def configured(settings: Settings, app: Litestar) -> uvicorn.Config:
    """How the app is served: nothing large comes in, and nobody waits for ever."""
    limits = Limits(room(), settings.connections, settings.proxies)
    http, ws = guarded(limits)
    return uvicorn.Config(
        app,
        http=http,
        ws=ws,
        host=settings.host,
        port=settings.port,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # frames are small; a window for each socket is not
        ws_ping_interval=20,
        ws_ping_timeout=20,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=5,
        log_config=None,
        access_log=False,
        server_header=False,
    )


def run(port: int | None = None, db: str | None = None, **given: object) -> None:
    """Serve until told to stop."""
    settings = from_environment({"port": port, "db": db, **given})
    json_logging.set_up(settings.log)
    app = create(settings)
    LOG.info("serving", extra={"url": f"http://{settings.host}:{settings.port}/"})
    uvicorn.Server(configured(settings, app)).run()
