"""The ASGI app for given settings. `serving` runs it as a server."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.stores.base import Store as Counters
from litestar.stores.memory import MemoryStore
from sqlalchemy.exc import DBAPIError

import paddock
from paddock.core.errors import PaddockError
from paddock.server.http import problems, site
from paddock.server.http.accounts import Accounts
from paddock.server.http.context import provide_asking, provide_hub
from paddock.server.http.csrf import RotatingCsrf
from paddock.server.http.disconnects import CancelOnDisconnect
from paddock.server.http.exercises import Exercises
from paddock.server.http.games import Games, load_specs
from paddock.server.http.my_races import Races
from paddock.server.http.notices import Mail, Notices
from paddock.server.http.people import People
from paddock.server.http.prepared import PreparedSheets
from paddock.server.http.previews import Previews
from paddock.server.http.records import Records
from paddock.server.http.replays import Replays
from paddock.server.http.slow_play import SlowPlay
from paddock.server.http.tables import Tables
from paddock.server.http.tracks import Tracks
from paddock.server.live.hub import Hub
from paddock.server.people.client_address import network_of
from paddock.server.settings import Settings, pages
from paddock.server.sockets.table_socket import table_socket
from paddock.server.store import Store, Unavailable
from paddock.server.store.site_keys import SiteKeys
from paddock.server.workers.runtime import THREADS, Runtime

MAX_BODY_BYTES = 64 * 1024
GZIP_LEVEL = 4
"""Higher levels take three times as long and save 5 %."""
UNLIMITED_PATHS = ["^/alive$", "^/health$", "^/metrics$", "^/assets/"]


def create(settings: Settings, runtime: Runtime = THREADS) -> Litestar:
    """Create the app. Opens the database and runs migrations."""
    store = Store(settings.db, inline=not runtime.has_threads, keep=runtime.keep)
    keys = store.writer.submit("", lambda c: SiteKeys(c, store.time(c))).result()

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        load_specs()
        hub = app.state.hub = Hub(settings, store, keys, app.state.rejections, runtime)
        await hub.start()
        hub.spawn(delete_expired_counters(app), "tidy")
        try:
            yield
        finally:
            await hub.close()
            store.close()

    counted = RateLimitConfig(
        ("minute", settings.rate),
        exclude=UNLIMITED_PATHS,
        store="requests",
        identifier_for_request=rate_limit_key,
    )
    csrf = CSRFConfig(
        secret=keys.csrf.newest,
        cookie_name="paddock-csrf",
        header_name="x-paddock-csrf",
        cookie_samesite="lax",
        cookie_secure=settings.secure,
    )
    return Litestar(
        route_handlers=[
            People,
            Accounts,
            Notices,
            Mail,
            Games,
            Tables,
            PreparedSheets,
            SlowPlay,
            Races,
            Records,
            Tracks,
            Replays,
            Exercises,
            Previews,
            table_socket,
            site.alive,
            site.health,
            site.figures,
            site.pages(pages(settings)),
        ],
        lifespan=[life],
        state=State({"rejections": Counter()}),
        dependencies={
            "hub": Provide(provide_hub, sync_to_thread=False),
            "asking": Provide(provide_asking),
        },
        middleware=[
            counted.middleware,
            CancelOnDisconnect(),
            DefineMiddleware(RotatingCsrf, config=csrf, keys=keys),
        ],
        stores={"requests": counter_store(settings, "requests")},
        exception_handlers={
            PaddockError: problems.on_paddock,
            Unavailable: problems.on_unavailable,
            DBAPIError: problems.on_database,
            RecursionError: problems.on_recursion,
            HTTPException: problems.on_http,
            Exception: problems.on_bug,
        },
        before_send=[site.add_https_headers if settings.secure else site.add_security_headers],
        request_max_body_size=MAX_BODY_BYTES,
        compression_config=CompressionConfig(
            backend="gzip",
            gzip_compress_level=GZIP_LEVEL,
            minimum_size=2000,
            exclude_opt_key=site.PRECOMPRESSED,
        ),
        openapi_config=OpenAPIConfig(
            "Paddock",
            paddock.__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],  # an HTML page would load scripts from other sites
        ),
        logging_config=None,
        debug=False,
    )


def rate_limit_key(request: Request[Any, Any, Any]) -> str:
    """Key of the rate limit: an IPv4 address or an IPv6 network."""
    return network_of(request.client.host if request.client else "")


async def delete_expired_counters(app: Litestar) -> None:
    """Delete expired rate limit counters from time to time."""
    while True:
        await asyncio.sleep(60)
        kept = app.stores.get("requests")
        if isinstance(kept, MemoryStore):
            await kept.delete_expired()


def counter_store(settings: Settings, name: str) -> Counters:
    """Store of the rate limit counters; shared if there are several processes."""
    if settings.redis:
        from litestar.stores.redis import RedisStore

        return RedisStore.with_client(settings.redis, namespace=f"paddock-{name}")
    return MemoryStore()
