"""The lock lists every file of a version, from pages of an index in HTML or JSON."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from tools.lock import LockError, entry, pins, read_page, roots

A, B, C = "a" * 64, "b" * 64, "c" * 64
FILES = {
    "thing-1.0.tar.gz": A,
    "thing-1.0-py3-none-any.whl": B,
    "thing-1.1-cp311-cp311-win_amd64.whl": C,
}
OLD = "thing-1.0.win32.exe"


def as_html() -> str:
    links = [
        f'<a href="../../x/{name}#sha256={digest}">{name}</a>' for name, digest in FILES.items()
    ]
    return (
        "<html><body>" + "".join(links) + f'<a href="../{OLD}#sha256={C}">{OLD}</a></body></html>'
    )


def as_json() -> str:
    files = [{"filename": name, "hashes": {"sha256": one}} for name, one in FILES.items()]
    return json.dumps({"files": [*files, {"filename": OLD, "hashes": {"sha256": C}}]})


@pytest.mark.parametrize(
    ("text", "kind"), [(as_html(), "text/html"), (as_json(), "application/json")]
)
def test_pages_give_the_hashes_of_each_version(text: str, kind: str) -> None:
    found = read_page(text, kind)
    assert set(found[Version("1.0")].values()) == {A, B}
    assert set(found[Version("1.1")].values()) == {C}


def index() -> httpx.Client:
    def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, html=as_html())

    return httpx.Client(base_url="http://127.0.0.1", transport=httpx.MockTransport(answer))


def test_an_entry_is_what_pip_reads() -> None:
    with index() as client:
        (line,) = pins({"thing": Version("1.0")}, {}, client)
    assert line == f"thing==1.0 \\\n    --hash=sha256:{A} \\\n    --hash=sha256:{B}\n"
    assert entry("x", Version("1"), ' ; os_name == "nt"', {"x": A}).startswith(
        'x==1 ; os_name == "nt" \\'
    )


def test_a_package_for_another_platform_keeps_its_marker() -> None:
    wanted = Requirement('thing>=1.0,<1.1 ; sys_platform == "win32"')
    with index() as client:
        (line,) = pins({}, {"thing": wanted}, client)
    assert line.startswith('thing==1.0 ; sys_platform == "win32" \\\n')


def test_a_version_that_the_index_lacks_is_an_error() -> None:
    with index() as client, pytest.raises(LockError, match=r"thing 2\.0"):
        list(pins({"thing": Version("2.0")}, {}, client))


def test_roots_follow_the_extras_that_dev_names(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    project.write_text(
        '[project]\nname = "paddock"\ndependencies = ["one"]\n'
        '[project.optional-dependencies]\nlab = ["two"]\nother = ["four"]\n'
        'dev = ["paddock[lab]", "three"]\n',
        "utf-8",
    )
    assert {one.name for one in roots(project)} == {"one", "two", "three"}
