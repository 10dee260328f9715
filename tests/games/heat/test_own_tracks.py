"""The judge of Heat's tracks: broken ones are refused with the reason; the printed ones pass."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from paddock.core.studio import BadTrack
from paddock.games.heat.data import TRACKS, Track
from paddock.games.heat.data.own import (
    RULES,
    UNREADABLE,
    OwnCorner,
    OwnFile,
    judge,
    own_track,
    read_own,
)

PAGE = tomllib.loads(Path(__file__).with_name("broken_tracks.toml").read_text("utf-8"))
SOUND, BROKEN = PAGE["sound"], PAGE["broken"]


def track_file(track: dict[str, Any]) -> str:
    """A track as a file."""

    def value(found: object) -> str:
        if isinstance(found, dict):
            return "{" + ", ".join(f"{k} = {value(v)}" for k, v in found.items()) + "}"
        if isinstance(found, list):
            return "[" + ", ".join(map(value, found)) + "]"
        return json.dumps(found)

    return "".join(f"{key} = {value(found)}\n" for key, found in track.items())


def broken(row: dict[str, Any]) -> str:
    return track_file(SOUND | {k: v for k, v in row.items() if k not in ("what", "rule")})


def own(track: Track) -> OwnFile:
    """A printed track as a player would have written it."""
    known = set(OwnCorner.__struct_fields__)
    corners = [
        {k: v for k, v in structs.asdict(corner).items() if k in known} for corner in track.corners
    ]
    same = {
        key: getattr(track, key)
        for key in ("name", "spaces", "laps", "heat", "stress", "flooded", "tunnels")
    }
    return msgspec.convert({**same, "corners": corners}, OwnFile)


def test_a_track_in_order_passes() -> None:
    assert read_own(track_file(SOUND))[1] == ()
    track = own_track(track_file(SOUND))
    assert (track.spaces, track.laps, track.sectors) == (48, 2, (16, 12, 20))
    assert [corner.legends for corner in track.corners] == [1, 15, 31]


@pytest.mark.parametrize("row", BROKEN, ids=[row["what"] for row in BROKEN])
def test_a_broken_track_is_refused_with_the_reason(row: dict[str, Any]) -> None:
    text = broken(row)
    assert row["rule"] in {fault.rule for fault in read_own(text)[1]}
    with pytest.raises(BadTrack, match=rf"\({row['rule']}\)"):
        own_track(text)


def test_every_rule_is_broken_once() -> None:
    assert {row["rule"] for row in BROKEN} == {UNREADABLE, *RULES}


@pytest.mark.parametrize("track", TRACKS.values(), ids=list(TRACKS))
def test_the_printed_tracks_pass_and_come_out_the_same(track: Track) -> None:
    given = own(track)
    assert judge(given) == ()
    text = track_file(msgspec.json.decode(msgspec.json.encode(given)))
    made = own_track(text)
    same = ("spaces", "laps", "heat", "stress", "sectors", "corners", "flooded", "tunnels")
    assert [getattr(made, key) for key in same] == [getattr(track, key) for key in same]
