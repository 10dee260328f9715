"""Unknown files, previews of shared links, and who may see them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from paddock.server.rendering import previews
from tests.server.site import Guest, Site

PAGE = "<!doctype html><html><head><title>Paddock</title></head><body></body></html>"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "index.html").write_text(PAGE)
    (tmp_path / "pages" / "icon.svg").write_text("<svg/>")
    return tmp_path / "pages"


def head_of(guest: Guest, path: str) -> str:
    answer = guest.get(path)
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


def test_private_table_has_no_preview(fresh: Callable[..., Site], pages: Path) -> None:
    site: Site = fresh(static=str(pages))
    ada = site.guest("Ada")
    table = ada.open("me", "easy", game="heat", watching="closed")
    lesson = ada.post("/api/guides", {"game": "heat", "guide": "first"}).json()["id"]
    for id in (table, lesson, "nothing-here"):
        assert "og:title" not in head_of(ada, f"/t/{id}")
        assert ada.get(f"/preview/t/{id}.png").status_code == 404


def test_without_the_package_there_is_text_and_no_picture(
    fresh: Callable[..., Site], pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previews, "can_draw", lambda: False)
    site: Site = fresh(static=str(pages))
    ada = site.guest("Ada")
    table = ada.open("me", "easy", game="heat")
    text = head_of(ada, f"/t/{table}")
    assert "og:title" in text
    assert "og:image" not in text
    assert ada.get(f"/preview/t/{table}.png").status_code == 404
