"""The types of values, read before several threads decode by them.

What msgspec has read of a type it keeps from the moment it begins to read it. A second thread that
decodes by the same type meanwhile finds half of it, and the process is gone. So one thread reads
all of ours, before there are others."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

PACKAGE_PREFIX = "paddock."


def struct_types(of: type[Struct] = Struct) -> Iterator[type[Struct]]:
    """Every kind of value of ours that was imported."""
    for kind in of.__subclasses__():
        if kind.__module__.startswith(PACKAGE_PREFIX):
            yield kind
        yield from struct_types(kind)


def warm_decoders() -> None:
    """Some milliseconds, once everything is imported."""
    for kind in struct_types():
        msgspec.json.Decoder(kind)
