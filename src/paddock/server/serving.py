"""Serve the app with uvicorn."""

from __future__ import annotations

import gc
import logging
import sys

import uvicorn
from litestar import Litestar

from paddock.bots.own import find_own_bot
from paddock.server.api.wire import MAX_LEVEL_CHARACTERS
from paddock.server.app import create
from paddock.server.common import json_logging
from paddock.server.people.client_address import TrustedProxies
from paddock.server.settings import BadSetting, Settings, from_environment
from paddock.server.sockets.uvicorn_protocols import Limits, connection_budget, guarded_protocols

LOG = logging.getLogger("paddock.app")
MAX_FRAME_BYTES = 16 * 1024
THREAD_SWITCH_SECONDS = 0.0005
"""sys.setswitchinterval. The writer thread returns from the database several times per move, and
with the default of 5 ms it would wait that long for the GIL each time."""
GC_THRESHOLDS = (5_000, 20, 80)
"""gc.set_threshold values. Collections stop every thread, and few objects form cycles."""


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
