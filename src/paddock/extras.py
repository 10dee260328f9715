"""Extras of the installation: which packages belong to which."""

from __future__ import annotations

EXTRAS = {
    "play": ("rich", "textual"),
    "server": (
        "alembic",
        "argon2",
        "h11",
        "httpx",
        "litestar",
        "sqlalchemy",
        "tzdata",
        "uvicorn",
        "websockets",
        "zxcvbn",
    ),
    "measure": ("polars",),
    "postgres": ("psycopg",),
    "redis": ("redis",),
    "previews": ("resvg_py", "font_source_sans_pro"),
    "push": ("cryptography",),
    "fast": ("numba", "numpy"),
    "ray": ("ray",),
    "site": ("paddock_site",),
    "env": ("gymnasium", "numpy", "pettingzoo"),
}
"""The modules that each extra brings."""


def missing_extra(error: ImportError) -> str | None:
    """What to say about a module that is not installed; None: it belongs to no extra."""
    module = (error.name or "").partition(".")[0]
    for extra, modules in EXTRAS.items():
        if module in modules:
            return f"this needs the extra `{extra}`: pip install 'paddock[{extra}]'"
    return None
