"""Unknown files, previews of shared links, and who may see them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from paddock.server.http import previews as pages_of_previews
from paddock.server.rendering import previews
from paddock.server.store import tracks
from tests.games.test_studio import TRACK
from tests.server.site import Guest, Site

PAGE = "<!doctype html><html><head><title>Paddock</title></head><body></body></html>"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "index.html").write_text(PAGE)
    (tmp_path / "pages" / "icon.svg").write_text("<svg/>")
    return tmp_path / "pages"


def head_of(guest: Guest, path: str, **query: str) -> str:
    answer = guest.get(path, **query)
    assert answer.status_code == 200
    return answer.text


def test_unknown_file_is_not_found_and_page_is(fresh: Callable[..., Site], pages: Path) -> None:
    site: Site = fresh(static=str(pages))
    guest = site.guest()
    for path in ("/manifest.webmanifest", "/favicon.ico", "/assets/none.js", "/t/x.php"):
        assert guest.get(path).status_code == 404
    for path in ("/", "/rules/heat", "/nothing/here", "/icon.svg"):
        assert guest.get(path).status_code == 200


def test_shared_link_says_game_names_and_state(fresh: Callable[..., Site], pages: Path) -> None:
    site: Site = fresh(static=str(pages))
    ada = site.guest('Ada <"&')
    table = ada.open("me", "open", game="heat", locked=True)
    text = head_of(ada, f"/t/{table}")
    assert 'property="og:title" content="Heat: Pedal to the Metal"' in text
    assert "Ada &lt;&quot;&amp; invites you: 1 seat is free" in text
    assert f"{site.url}/preview/t/{table}.png" in text
    bea = site.guest("Bea")
    key = ada.card(table)["key"]
    assert bea.join(table, 1, key=key).status_code == 200
    assert "Racing now: lap 1 of" in head_of(bea, f"/t/{table}/replay")
    assert "Heat: Pedal to the Metal: replay" in head_of(bea, f"/t/{table}/replay")


def test_picture_is_a_png_of_the_right_size(fresh: Callable[..., Site], pages: Path) -> None:
    site: Site = fresh(static=str(pages))
    ada = site.guest("Ada")
    for game in ("heat", "winds-of-war", "circus-maximus", "great-race", "street-illegal"):
        table = ada.open("me", "easy", "easy", game=game)
        answer = ada.get(f"/preview/t/{table}.png")
        assert answer.headers["content-type"] == "image/png"
        assert struct.unpack(">II", answer.content[16:24]) == (previews.WIDTH, previews.HEIGHT)


def test_track_has_a_preview_once_its_author_has_driven_it(
    fresh: Callable[..., Site], pages: Path
) -> None:
    site: Site = fresh(static=str(pages))
    ada, ben = site.guest("Ada"), site.guest("Ben")
    track = ada.post("/api/studio/heat", {"text": TRACK}).json()["id"]
    picture = f"/preview/track/{track}.png"
    assert "og:title" not in head_of(ben, "/studio/heat", track=track)
    assert ben.get(picture).status_code == 404
    table = ada.open("me", game="heat", options={"own": TRACK, "laps": 1})
    with ada.at(table, 0) as viewer:
        viewer.play_out()
    assert ada.get("/api/studio/heat").json()["mine"][0]["driven"]
    head = head_of(ben, "/studio/heat", track=track)
    assert 'property="og:title" content="Valle d&#x27;Oro: the ring"' in head
    assert f"{site.url}{picture}" in head
    answer = ben.get(picture)
    assert answer.headers["content-type"] == "image/png"
    kept = site.hub.store.read_sync(lambda c: tracks.find(c, track))
    drawn = previews.draw(pages_of_previews.track_preview(kept, "en"))
    assert drawn.count("<circle") == 1  # the start: no cars
    assert "stroke-dasharray" in drawn  # the road


def test_pictures_are_drawn_once_a_minute(
    fresh: Callable[..., Site], pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def to_png(svg: str) -> bytes:
        drawn.append(svg)
        return b"picture"

    monkeypatch.setattr(previews, "to_png", to_png)
    site: Site = fresh(static=str(pages))
    ada = site.guest("Ada")
    table = ada.open("me", "easy", game="heat")
    for _ in range(3):
        assert ada.get(f"/preview/t/{table}.png").content == b"picture"
    assert len(drawn) == 1
    assert "Ada" in drawn[0]


def test_private_table_has_no_preview(fresh: Callable[..., Site], pages: Path) -> None:
    site: Site = fresh(static=str(pages))
    ada = site.guest("Ada")
    table = ada.open("me", "easy", game="heat", watching="closed")
    lesson = ada.post("/api/guides", {"game": "heat", "guide": "first"}).json()["id"]
    for id in (table, lesson, "nothing-here"):
        assert "og:title" not in head_of(ada, f"/t/{id}")
        assert ada.get(f"/preview/t/{id}.png").status_code == 404


@pytest.mark.parametrize("package", ["RENDER_PACKAGE", "FONT_PACKAGE"])
def test_without_a_package_there_is_text_and_no_picture(
    fresh: Callable[..., Site], pages: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setattr(previews, package, "not_installed_here")
    site: Site = fresh(static=str(pages))
    ada = site.guest("Ada")
    table = ada.open("me", "easy", game="heat")
    text = head_of(ada, f"/t/{table}")
    assert "og:title" in text
    assert "og:image" not in text
    assert ada.get(f"/preview/t/{table}.png").status_code == 404
