"""Build all msgspec decoders at start: building them in two threads at once crashes.

msgspec caches the information on a type before it is complete, and a second thread that decodes
this type meanwhile reads half of it. So one thread builds all of them first.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

PACKAGE_PREFIX = "paddock."


def struct_types(of: type[Struct] = Struct) -> Iterator[type[Struct]]:
    """All imported Struct classes of this package."""
    for kind in of.__subclasses__():
        if kind.__module__.startswith(PACKAGE_PREFIX):
            yield kind
        yield from struct_types(kind)


def warm_decoders() -> None:
    """Build the decoders. Takes some milliseconds; call it once everything is imported."""
    for kind in struct_types():
        msgspec.json.Decoder(kind)
