"""The ASGI app for given settings, and `run`."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
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
from paddock.bots.own import find_own_bot
from paddock.core.errors import PaddockError
from paddock.server.api.wire import MAX_LEVEL_CHARACTERS
from paddock.server.common import json_logging
from paddock.server.http import problems, site
from paddock.server.http.accounts import Accounts
from paddock.server.http.context import provide_asking, provide_hub
from paddock.server.http.csrf import RotatingCsrf
from paddock.server.http.disconnects import CancelOnDisconnect
from paddock.server.http.exercises import Exercises
from paddock.server.http.games import Games, load_specs
from paddock.server.http.my_races import Races
from paddock.server.http.people import People
from paddock.server.http.previews import Previews
from paddock.server.http.replays import Replays
from paddock.server.http.tables import Tables
from paddock.server.http.tracks import Tracks
from paddock.server.live.hub import Hub
from paddock.server.people.client_address import TrustedProxies, network_of
from paddock.server.settings import BadSetting, Settings, from_environment, pages
from paddock.server.sockets.table_socket import table_socket
from paddock.server.sockets.uvicorn_protocols import Limits, connection_budget, guarded_protocols
from paddock.server.store import Store, Unavailable
from paddock.server.store.site_keys import SiteKeys

LOG = logging.getLogger("paddock.app")
MAX_BODY_BYTES = 64 * 1024
MAX_FRAME_BYTES = 16 * 1024
THREAD_SWITCH_SECONDS = 0.0005
"""sys.setswitchinterval. The writer thread returns from the database several times per move, and
with the default of 5 ms it would wait that long for the GIL each time."""
GC_THRESHOLDS = (5_000, 20, 80)
"""gc.set_threshold values. Collections stop every thread, and few objects form cycles."""
GZIP_LEVEL = 4
"""Higher levels take three times as long and save 5 %."""
UNLIMITED_PATHS = ["^/alive$", "^/health$", "^/metrics$", "^/assets/"]


def create(settings: Settings) -> Litestar:
    """Create the app. Opens the database and runs migrations."""
    store = Store(settings.db)
    keys = store.writer.submit("", lambda c: SiteKeys(c, store.time(c))).result()

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        load_specs()
        hub = app.state.hub = Hub(settings, store, keys, app.state.rejections)
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
            Games,
            Tables,
            Races,
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


def uvicorn_config(settings: Settings, app: Litestar) -> uvicorn.Config:
    """uvicorn configuration with limits on sizes and times."""
    proxies = TrustedProxies(settings.proxies)
    limits = Limits(
        connection_budget(),
        settings.connections,
        proxies,
        app.state.rejections,
    )
    http, ws = guarded_protocols(limits)
    return uvicorn.Config(
        app,
        http=http,
        ws=ws,
        host=settings.host,
        port=settings.port,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,  # frames are small; a compression window per socket is not
        ws_ping_interval=20,
        ws_ping_timeout=20,
        proxy_headers=True,
        forwarded_allow_ips=proxies.for_uvicorn(),
        timeout_graceful_shutdown=5,
        log_config=None,
        access_log=False,
        server_header=False,
    )


def check_own_bots(settings: Settings) -> None:
    """Say before the start which bot of the owner cannot be found."""
    for name in settings.own_bots:
        if len(name) > MAX_LEVEL_CHARACTERS:
            raise BadSetting(f"own_bots: {name!r} has more than {MAX_LEVEL_CHARACTERS} characters")
        if find_own_bot(name) is None:
            raise BadSetting(f"own_bots: there is no bot {name!r}; write module:Name")


def run(port: int | None = None, db: str | None = None, **given: object) -> None:
    """Serve until interrupted."""
    settings = from_environment({"port": port, "db": db, **given})
    sys.setswitchinterval(THREAD_SWITCH_SECONDS)
    json_logging.set_up(settings.log)
    check_own_bots(settings)
    app = create(settings)
    gc.freeze()  # exclude everything loaded so far from collections
    gc.set_threshold(*GC_THRESHOLDS)
    LOG.info("serving", extra={"url": f"http://{settings.host}:{settings.port}/"})
    uvicorn.Server(uvicorn_config(settings, app)).run()
