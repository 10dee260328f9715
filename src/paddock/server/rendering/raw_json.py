"""Values as JSON that is sent as it is."""

from __future__ import annotations

import msgspec
from msgspec import Raw


def raw(value: object) -> Raw:
    return Raw(msgspec.json.encode(value))
