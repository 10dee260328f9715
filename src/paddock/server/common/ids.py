"""Random ids of tables, people and tracks."""

from __future__ import annotations

import secrets

TABLE_ID_BYTES = 9
PERSON_ID_BYTES = 12


def new_id(size: int = TABLE_ID_BYTES) -> str:
    """An id too long to guess. It never begins with a hyphen: commands would read an option."""
    while (id := secrets.token_urlsafe(size)).startswith("-"):
        continue
    return id
