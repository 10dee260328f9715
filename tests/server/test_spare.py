"""Memory that is free is given back."""

from __future__ import annotations

import subprocess
import sys

import pytest

from paddock.server.spare import trimmer

GAPS = """
from pathlib import Path
from paddock.server.spare import give_back

def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 >> 20

many = [bytes(1000) for _ in range(100_000)]
stays = many[::50]
del many
before = held()
give_back()
print(before - held())
"""


@pytest.mark.skipif(trimmer() is None, reason="another C library, which gives back by itself")
def test_gaps_between_what_stays_are_given_back() -> None:
    done = subprocess.run(
        [sys.executable, "-c", GAPS], check=True, stdout=subprocess.PIPE, text=True
    )
    assert int(done.stdout) > 40, "MiB of about a hundred"
