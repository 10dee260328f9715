"""Decoders are built by one thread before others start."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, get_args

import msgspec
import pytest

from paddock import games
from paddock.core.primer import Primer
from paddock.core.record import RecordHeader
from paddock.server.http.games import load_specs

RACE = """
import sys, threading
from msgspec import Struct, json
from paddock.server.common import warm_types

sys.setswitchinterval(1e-6)
fields = [f"f{n}" for n in range(30)]
small = {"__annotations__": dict.fromkeys(fields, "int"), **dict.fromkeys(fields, 0)}
inner = [type(f"Inner{n}", (Struct,), dict(small)) for n in range(60)]
names = {f"n{n}": kind | None for n, kind in enumerate(inner)} | {"last": int}
Outer = type("Outer", (Struct,), {"__annotations__": names, **dict.fromkeys(names)})
Outer.__module__ = "paddock.here"
if "read" in sys.argv:
    warm_types.warm_decoders()
all_at_once = threading.Barrier(4)

def decode():
    all_at_once.wait()
    for _ in range(50):
        json.decode(b'{"last": 1}', type=Outer)

threads = [threading.Thread(target=decode) for _ in range(4)]
for one in threads:
    one.start()
for one in threads:
    one.join()
"""


ALL = """
import importlib, pkgutil, paddock
for found in pkgutil.walk_packages(paddock.__path__, "paddock."):
    if not found.name.endswith("__main__"):
        importlib.import_module(found.name)
from paddock.server.common.warm_types import warm_decoders
warm_decoders()
"""


def test_every_kind_of_the_house_can_be_read() -> None:
    """A class with types imported only for the type checker would prevent the start."""
    subprocess.run([sys.executable, "-c", ALL], check=True)


def test_what_was_read_before_is_decoded_by_many_at_once() -> None:
    """Without warming up this crashes the process most times (msgspec 0.22)."""
    for _ in range(3):
        subprocess.run([sys.executable, "-c", RACE, "read"], check=True)


def test_a_server_reads_every_kind_before_it_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    read: set[Any] = set()
    monkeypatch.setattr(msgspec.json, "Decoder", read.add)
    load_specs()
    assert read >= {RecordHeader, Primer}
    for spec in games.all_specs().values():
        assert spec.options in read
        assert set(get_args(spec.move) or (spec.move,)) <= read
