"""The built pages, what a browser may do with them, and what those who run the server look at."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any

from litestar import MediaType, Response, get
from litestar.datastructures import MutableScopeHeaders
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import File
from litestar.types import Message, Scope

from paddock.server import metrics
from paddock.server.http.context import TheHub
from paddock.server.refused import Denied
from paddock.server.store import index

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # SVG is moved about by style attributes
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
LASTING = "public, max-age=31536000, immutable"  # the names of built files tell their contents
NOTHING = """<!doctype html><html lang="en"><title>Paddock</title>
<p>The server runs. Its pages are not built yet: run <code>make web</code>.</p>"""


async def secure(message: Message, scope: Scope) -> None:
    """Every answer says what a browser may do with it."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers[name] = value
        if scope["path"].startswith("/api") and "cache-control" not in headers:
            headers["cache-control"] = "no-store"


@get("/health", include_in_schema=False, exclude_from_csrf=True)
async def health(hub: TheHub) -> Response[dict[str, Any]]:
    """Whether the database answers, and how many tables do not go on."""
    frozen = await hub.store.read(lambda c: index.count(c, "frozen"))
    return Response({"status": "ok", "process": hub.process, "frozen": frozen})


@get("/metrics", include_in_schema=False, exclude_from_csrf=True, media_type=MediaType.TEXT)
async def figures(hub: TheHub) -> str:
    return metrics.text(hub)


def pages(folder: Path | None) -> HTTPRouteHandler:
    """A file of the built pages; any other path is a page that the browser makes itself."""
    root = None if folder is None else folder.resolve()

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def page(path: FromPath[str] = "/") -> File | Response[str]:
        if path.startswith(("/api/", "/metrics", "/health")):
            raise Denied("unknown")
        if root is None:
            return Response(NOTHING, media_type=MediaType.HTML)
        file = inside(root, path)
        return File(
            file,
            media_type=mimetypes.guess_type(file.name)[0] or "application/octet-stream",
            content_disposition_type="inline",
            headers={"cache-control": LASTING if file.parent.name == "assets" else "no-cache"},
        )

    return page


def inside(root: Path, path: str) -> Path:
    """The file of that path below the folder, and nothing outside of it."""
    try:
        file = (root / path.strip("/")).resolve()
        if file.is_relative_to(root) and file.is_file():
            return file
    except (OSError, ValueError):
        pass
    return root / "index.html"
