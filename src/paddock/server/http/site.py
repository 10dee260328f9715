"""The built pages, security headers, and endpoints for operators."""

from __future__ import annotations

import asyncio
import functools
import gzip
import mimetypes
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import MutableScopeHeaders
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.types import Message, Scope
from msgspec import Struct
from sqlalchemy.exc import DBAPIError

from paddock.server.api.errors import Denied
from paddock.server.http import previews
from paddock.server.http.context import TheHub
from paddock.server.http.problems import language_of
from paddock.server.live import metrics
from paddock.server.store import Unavailable, index
from paddock.server.store.outages import BEAT_SECONDS

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # boards move SVG by style attributes
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
HSTS = "max-age=31536000"  # a year
HEALTH_TIMEOUT_SECONDS = 2.0  # limit for a health check
RECENT_SAVE_SECONDS = 1.5 * BEAT_SECONDS  # a save that shows that saving is possible
IMMUTABLE_CACHE = "public, max-age=31536000, immutable"  # file names contain a content hash
NO_PAGES_HTML = """<!doctype html><html lang="en"><title>Paddock</title>
<p>The server runs. Its pages are not built yet: run <code>make web</code>.</p>"""


async def add_security_headers(message: Message, scope: Scope) -> None:
    """Add security headers to every response."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers[name] = value
        if scope["path"].startswith("/api") and "cache-control" not in headers:
            headers["cache-control"] = "no-store"


async def add_https_headers(message: Message, scope: Scope) -> None:
    """Add HSTS where cookies are https only."""
    await add_security_headers(message, scope)
    if message["type"] == "http.response.start":
        MutableScopeHeaders.from_message(message)["strict-transport-security"] = HSTS


@get("/alive", include_in_schema=False, exclude_from_csrf=True)
async def alive(hub: TheHub) -> dict[str, str]:
    """Liveness probe. Restart the process if it fails."""
    return {"status": "alive", "process": hub.process}


@get("/health", include_in_schema=False, exclude_from_csrf=True)
async def health(hub: TheHub) -> Response[dict[str, Any]]:
    """Readiness probe: can read and save. Writes only if nothing was saved lately. Reports the
    number of frozen tables."""
    found: dict[str, Any] = {"status": "ok", "process": hub.process}
    try:
        async with asyncio.timeout(HEALTH_TIMEOUT_SECONDS):
            found["frozen"] = await hub.store.read(lambda c: index.count(c, "frozen"))
            if hub.store.writer.longest_write_seconds() > HEALTH_TIMEOUT_SECONDS:
                raise Unavailable("writes wait")
            if not hub.store.writer.has_saved_within(RECENT_SAVE_SECONDS):
                await hub.periodic.beat(at_once=True)
    except (TimeoutError, Unavailable, DBAPIError) as wrong:
        found |= {"status": "unavailable", "why": type(wrong).__name__}
        return Response(found, status_code=503)
    return Response(found)


@get("/metrics", include_in_schema=False, exclude_from_csrf=True, media_type=MediaType.TEXT)
async def figures(hub: TheHub) -> str:
    return metrics.text(hub)


INDEX = "index.html"
PRECOMPRESSED = "packed"  # marks handlers that compress their own responses


def pages(folder: Path | None) -> HTTPRouteHandler:
    """A built file; every other path is a client-side route."""
    root = None if folder is None else folder.resolve()

    @get(["/", "/{path:path}"], include_in_schema=False, opt={PRECOMPRESSED: True})
    async def page(
        request: Request[Any, Any, Any], hub: TheHub, path: FromPath[str] = "/"
    ) -> Response[bytes] | Response[str]:
        if path.startswith(("/api/", "/preview/", "/metrics", "/health", "/alive")):
            raise Denied("unknown")
        if root is None:
            return Response(NO_PAGES_HTML, media_type=MediaType.HTML)
        file = file_inside(root, path)
        found = load_built_file(file)
        if file == root / INDEX and (
            card := await previews.find_card(request, hub, path, language_of(request))
        ):
            return with_preview(request, found, card)
        headers = {
            "cache-control": IMMUTABLE_CACHE if file.parent.name == "assets" else "no-cache",
            "vary": "accept-encoding",
        }
        if found.packed and "gzip" in request.headers.get("accept-encoding", ""):
            packed = headers | {"content-encoding": "gzip"}
            return Response(found.packed, media_type=found.kind, headers=packed)
        return Response(found.content, media_type=found.kind, headers=headers)

    return page


def with_preview(
    request: Request[Any, Any, Any], page: BuiltFile, card: previews.Card
) -> Response[bytes]:
    """The page with the tags of its preview."""
    base = str(request.base_url).rstrip("/")
    tags = previews.head_tags(card, f"{base}{request.url.path}", base)
    content = page.content.replace(b"</head>", tags.encode() + b"</head>", 1)
    headers = {"cache-control": "no-cache", "vary": "accept-language"}
    return Response(content, media_type=page.kind, headers=headers)


class BuiltFile(Struct, frozen=True):
    """A built file with its headers."""

    kind: str
    content: bytes
    packed: bytes  # empty if compression saves little


def load_built_file(file: Path) -> BuiltFile:
    """Read and compress a file, cached until it changes."""
    try:
        now = file.stat()
        return read(file, now.st_mtime_ns, now.st_size)
    except OSError:
        raise Denied("unknown") from None


@functools.lru_cache(maxsize=1024)
def read(file: Path, changed: int, size: int) -> BuiltFile:
    content = file.read_bytes()
    packed = gzip.compress(content, mtime=0)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return BuiltFile(kind, content, packed if len(packed) < 0.9 * len(content) else b"")


def file_inside(root: Path, path: str) -> Path:
    """A file below the folder, never outside of it (path traversal). A path without a dot in its
    name is a page; an unknown file is an error."""
    try:
        file = (root / path.strip("/")).resolve()
        if file.is_relative_to(root) and file.is_file():
            return file
    except (OSError, ValueError):
        pass
    if "." in path.rpartition("/")[2]:
        raise Denied("unknown")
    return root / INDEX
