"""docs/hosting.md: its configuration files are valid, its metrics exist, its backup works."""

from __future__ import annotations

import configparser
import json
import re
import shutil
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from paddock.cli import run
from tests import plain
from tests.server.conftest import settings_for
from tests.server.postgres import Cluster
from tests.server.site import Guest, Site, running

HOSTING = Path(__file__).parents[2] / "docs" / "hosting"


def read(name: str) -> str:
    return (HOSTING / name).read_text("utf-8")


def blocks(text: str) -> list[str]:
    """Lines of a configuration file with braces, without comments; checks the braces."""
    found, depth = [], 0
    for line in text.splitlines():
        line = re.sub(r"(^|\s)#.*", "", line).strip()
        if line:
            depth += line.endswith("{")
            depth -= line == "}"
            assert depth >= 0, line
            found.append(line)
    assert depth == 0
    return found


def test_the_example_for_nginx_hides_what_is_private() -> None:
    lines = blocks(read("nginx.conf"))
    assert all(line[-1] in ";{}" for line in lines)
    for needed in ("location = /metrics {", "deny all;", "proxy_set_header Host $http_host;"):
        assert needed in lines
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in lines, "not what clients say"


def test_caddy_reads_its_example() -> None:
    lines = blocks(read("Caddyfile"))
    assert "respond /metrics 404" in lines
    assert "reverse_proxy 127.0.0.1:8000" in lines
    if caddy := shutil.which("caddy"):
        config = ["--config", str(HOSTING / "Caddyfile"), "--adapter", "caddyfile"]
        subprocess.run([caddy, "validate", *config], check=True)


def test_systemd_reads_its_unit(tmp_path: Path) -> None:
    text = read("paddock.service")
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[method-assign,assignment]
    unit.read_string(text)
    assert set(unit) == {"DEFAULT", "Unit", "Service", "Install"}
    assert unit["Service"]["UMask"] == "0077"
    if analyze := shutil.which("systemd-analyze"):
        here = tmp_path / "paddock.service"
        here.write_text(text.replace("/usr/local/bin/paddock", "/bin/true"), "utf-8")
        command = [analyze, "verify", str(here)]
        told = subprocess.run(command, check=False, capture_output=True, text=True)
        assert "paddock.service" not in told.stderr, told.stderr


def test_the_image_has_what_it_copies_and_no_root() -> None:
    words = {"FROM", "COPY", "RUN", "USER", "WORKDIR", "VOLUME", "ENV", "EXPOSE", "STOPSIGNAL"}
    words |= {"HEALTHCHECK", "CMD"}
    text = re.sub(r"\\\n", " ", read("Containerfile"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert {line.split()[0] for line in lines} <= words
    names = [line.split()[0] for line in lines]
    assert names.index("USER") < names.index("CMD")
    assert (HOSTING.parents[1] / "requirements.lock").is_file()


def figures(site: Site) -> set[str]:
    """Names of all figures."""
    text = plain.get(f"{site.url}/metrics").text
    return set(re.findall(r"^# TYPE (paddock_\w+)", text, re.MULTILINE))


def test_alerts_use_figures_that_exist_and_are_explained(fresh: Callable[..., Site]) -> None:
    known, page = figures(fresh()), read("alerts.md")
    rules = read("alerts.yml")
    assert set(re.findall(r"paddock_\w+", rules.replace("_bucket", ""))) <= known
    alerts = re.findall(r"alert: Paddock(\w+)", rules)
    assert re.findall(r"^\| ([A-Z]\w+) \|", page, re.MULTILINE) == alerts
    assert set(re.findall(r"paddock_\w+", page)) <= known


def test_figures_tell_what_happened(fresh: Callable[..., Site]) -> None:
    site = fresh()
    ann = site.guest("Ann")
    with ann.at(ann.open("me", "Bob"), 0) as viewer:
        viewer.answer(viewer.until_asked())
        viewer.do("Undo", seat=1, row=0)
    ann.get("/api/tables/unknown")
    text = plain.get(f"{site.url}/metrics").text
    assert 'paddock_move_seconds_bucket{le="+Inf"} 1' in text
    assert re.search(r"^paddock_save_seconds_count [1-9]", text, re.MULTILINE)
    assert 'paddock_rejected_total{kind="unknown"} 1' in text
    assert re.search(r"^paddock_database_bytes [1-9]", text, re.MULTILINE)
    assert re.search(r"^paddock_memory_bytes [1-9]", text, re.MULTILINE)
    assert 'paddock_threads{lane="passwords"} 2' in text


def test_the_dashboard_shows_figures_that_exist(fresh: Callable[..., Site]) -> None:
    known = figures(fresh())
    board = json.loads(read("dashboard.json"))
    shown = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"paddock_\w+", target["expr"].replace("_bucket", ""))
    }
    assert shown == known, "every figure is shown, and no other"


# ---------------------------------------------------------------- backups


def goes_on(site: Site, cookies: dict[str, str], table: str) -> None:
    """Sessions are valid, and the race continues."""
    ann = Guest(site)
    ann.http.cookies.clear()
    ann.http.cookies.update(cookies)
    with ann.at(table, 1) as viewer:
        assert viewer.now["state"] == "racing"
        assert viewer.answer(viewer.until_asked())["type"] == "Ack"


def test_a_backup_made_while_it_runs_goes_on(tmp_path: Path) -> None:
    db, copy = tmp_path / "paddock.db", tmp_path / "copy.db"
    with running(settings_for(f"sqlite:///{db}")) as site:
        ann = site.guest("Ann")
        table = ann.open("me", "Bob")
        with ann.at(table, 0) as viewer:
            viewer.answer(viewer.until_asked())
        assert run(["tables", "backup", str(copy), "--db", str(db)]) == 0
        cookies = dict(ann.http.cookies)
        with ann.at(table, 0) as viewer:
            viewer.do("Talk", text="after the copy")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert run(["tables", "backup", str(copy), "--db", str(db)]) == 2, "nothing is written over"
    assert run(["tables", "verify", "--db", str(copy)]) == 0
    with running(settings_for(f"sqlite:///{copy}")) as site:
        goes_on(site, cookies, table)
    assert run(["tables", "backup", str(tmp_path / "x"), "--db", str(tmp_path / "no.db")]) == 2


@pytest.mark.needs("postgresql")
def test_a_dump_of_postgresql_goes_on(cluster: Cluster) -> None:
    db, other = cluster.database(), cluster.create("empty")
    with running(settings_for(db)) as site:
        ann = site.guest("Ann")
        table = ann.open("me", "Bob")
        cookies = dict(ann.http.cookies)
        dump = str(cluster.folder / "copy.dump")
        cluster.call("pg_dump", "--format=custom", f"--file={dump}", db)
    cluster.call("pg_restore", "--clean", "--if-exists", "--no-owner", f"--dbname={other}", dump)
    with running(settings_for(other)) as site:
        goes_on(site, cookies, table)
