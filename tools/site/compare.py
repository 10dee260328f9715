"""Compares what the site tells of scripted races with what a native server tells."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from tests.server import frames
from tests.server.conftest import settings_for
from tests.server.site import Guest, running

from paddock.server.tables import table as tables
from paddock.server.workers.runtime import THREADS
from tools.site.build import run_in_site


def differences(site: Path, games: Sequence[str], most: int) -> Iterator[str]:
    """What differs: frames against a native app with the same chance, pages against a native server
    on the same database."""
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder) / "files"
        files.mkdir()
        told = run_in_site(site, Path(frames.__file__), str(most), *games, files=files)
        there = json.loads(told)
        here = tell_natively(Path(folder) / "native.db", games, most)
        for game, race in there["races"].items():
            yield from compare_frames(game, race["frames"], here["races"][game]["frames"])
        with running(settings_for(str(files / "frames.db"))) as server:
            ada = Guest(server, cookie=f"paddock={there['cookies']['paddock']}")
            for race in there["races"].values():
                yield from compare_pages(ada, race["pages"])
        with running(settings_for(str(Path(folder) / "other.db"), records=1_000_000)) as server:
            bea = Guest(server)
            for game, race in there["races"].items():
                if race["answered"] < most:
                    yield from bring_race(bea, game, race["pages"])


def tell_natively(db: Path, games: Sequence[str], most: int) -> frames.Json:
    dice = tables.DICE
    try:
        frames_now = frames.tell_all(str(db), most, list(games), THREADS)
        # In a thread of its own: a browser test before may have left a running loop in this one.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, frames_now).result()
    finally:
        tables.DICE = dice


def compare_frames(game: str, there: Any, here: Any) -> Iterator[str]:
    assert sum(map(len, there)), f"{game}: no frames"
    for viewer, (one, other) in enumerate(zip(there, here, strict=True)):
        for n, (got, expected) in enumerate(zip(one, other, strict=False)):
            if got != expected:
                what = first_difference(got, expected)
                yield f"{game}, viewer {viewer}, frame {n} ({got['type']}){what}"
                break
        if len(one) != len(other):
            yield f"{game}, viewer {viewer}: {len(one)} frames, natively {len(other)}"


def compare_pages(ada: Guest, pages: dict[str, Any]) -> Iterator[str]:
    for path, page in pages.items():
        address, _, query = path.partition("?")
        answer = ada.get(address, **dict(parse_qsl(query)))
        found = answer.text if isinstance(page, str) else answer.json()
        if found != page:
            yield f"{path}: {first_difference(page, found)}"


def bring_race(bea: Guest, game: str, pages: dict[str, Any]) -> Iterator[str]:
    """The record of a race that is over is taken once by another server; not with a row less."""
    record = next(page for path, page in pages.items() if "/record" in path)
    lines = record.splitlines(keepends=True)
    changed = "".join(line for n, line in enumerate(lines) if n != len(lines) // 2)
    first, second, third = [
        bea.post("/api/records", {"record": text}) for text in (record, record, changed)
    ]
    if first.status_code != 201 or second.json()["id"] != first.json()["id"]:
        yield f"{game}: its record is not taken once: {first.text[:200]} {second.text[:200]}"
    if third.status_code < 400:
        yield f"{game}: its record with a row less is taken"


def first_difference(one: Any, other: Any, path: str = "") -> str:
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for name in one:
            if one[name] != other[name]:
                return first_difference(one[name], other[name], f"{path}.{name}")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for n, (left, right) in enumerate(zip(one, other, strict=True)):
            if left != right:
                return first_difference(left, right, f"{path}[{n}]")
    texts = [re.sub(r"\s+", " ", msgspec.json.encode(part).decode())[:200] for part in (one, other)]
    return f"{path}: {texts[0]} natively {texts[1]}"
