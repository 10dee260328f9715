"""Freed memory is returned to the system."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref

import pytest

from paddock.server.common.memory_trim import GC_MAX_TABLES, trim_memory, trimmer

GAPS = """
from pathlib import Path
from paddock.server.common.memory_trim import trim_memory

def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 >> 20

many = [bytes(1000) for _ in range(100_000)]
stays = many[::50]
del many
before = held()
trim_memory()
print(before - held())
"""


@pytest.mark.skipif(trimmer() is None, reason="another C library, which gives back by itself")
def test_gaps_between_what_stays_are_given_back() -> None:
    done = subprocess.run(
        [sys.executable, "-c", GAPS], check=True, stdout=subprocess.PIPE, text=True
    )
    assert int(done.stdout) > 40, "MiB of about a hundred"


def test_rings_are_looked_for_where_it_takes_no_time() -> None:
    class Ring:
        pass

    gc.disable()
    try:
        one = Ring()
        one.__dict__["itself"] = one
        seen = weakref.ref(one)
        del one
        trim_memory(GC_MAX_TABLES + 1)
        assert seen() is not None, "with so many tables everybody would wait"
        trim_memory(GC_MAX_TABLES)
        assert seen() is None
    finally:
        gc.enable()
