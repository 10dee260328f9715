"""The recipes of docs/hosting as they are written: nginx before a server that was started as the
service and the container start it."""

from __future__ import annotations

import configparser
import contextlib
import json
import os
import re
import shlex
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.needs import find
from tests.ports import reserve_port
from tests.server.processes import TIMEOUT_SECONDS
from tests.server.site import until
from tests.server.test_hosting import HOSTING, read

BIN = Path(sys.executable).parent


@contextlib.contextmanager
def started(command: list[str], folder: Path, env: dict[str, str]) -> Iterator[int]:
    """A server started by the command of a recipe, on a free port."""
    program = str(BIN / Path(command[0]).name)
    port = reserve_port()
    own = {"PATH": os.environ["PATH"], "PADDOCK_RATE": "5", "PADDOCK_PORT": str(port)}
    process = subprocess.Popen([program, *command[1:]], cwd=folder, env={**env, **own})
    url = f"http://127.0.0.1:{port}/health"
    try:
        until(lambda: process.poll() is not None or answers(url), TIMEOUT_SECONDS)
        assert process.poll() is None, "it started"
        yield port
    finally:
        process.terminate()
        assert process.wait(TIMEOUT_SECONDS) in (0, -signal.SIGTERM), "it ends in order"


def answers(url: str) -> bool:
    try:
        answer = httpx.get(url, trust_env=False, verify=False, timeout=TIMEOUT_SECONDS)  # noqa: S501
        return answer.status_code == 200
    except httpx.HTTPError:
        return False


def codes_of(url: str, source: str, **headers: str) -> list[int]:
    """Answers to seven requests from one address; five are allowed."""
    transport = httpx.HTTPTransport(local_address=source, verify=False)
    with httpx.Client(transport=transport, headers=headers, timeout=TIMEOUT_SECONDS) as client:
        return [client.get(f"{url}/api/games").status_code for _ in range(7)]


ALLOWED = [200] * 5 + [429] * 2


# ---------------------------------------------------------------- nginx and systemd


def service() -> tuple[list[str], dict[str, str]]:
    """Command and environment of the systemd unit."""
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.read_string(read("paddock.service"))
    found = dict(pair.split("=", 1) for pair in shlex.split(unit["Service"]["Environment"]))
    return shlex.split(unit["Service"]["ExecStart"]), found


@contextlib.contextmanager
def nginx_before(port: int, folder: Path) -> Iterator[int]:
    """nginx with the recipe; only ports and the paths of the certificate are others."""
    subject = ["-subj", "/CN=races.example.org", "-days", "1", "-nodes"]
    files = ["-keyout", str(folder / "races.key"), "-out", str(folder / "races.pem")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", *subject, *files],
        check=True,
        capture_output=True,
    )
    mine = reserve_port()
    text = read("nginx.conf").replace("127.0.0.1:8000", f"127.0.0.1:{port}")
    text = text.replace("/etc/ssl/races", str(folder / "races"))
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{mine} ssl")
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        if f"http-{kind.replace('_', '-')}-temp" in build_options()
        or kind in ("client_body", "proxy")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    whole = (
        f"daemon off; {user} pid {folder}/pid; error_log {folder}/errors; events {{ }}\n"
        f"http {{ access_log off; {temporary}\n{text}\n}}"
    )
    (folder / "nginx.conf").write_text(whole, "utf-8")
    command = [str(find("nginx")), "-p", str(folder), "-c", str(folder / "nginx.conf")]
    process = subprocess.Popen(command)
    try:
        until(lambda: answers(f"https://127.0.0.1:{mine}/alive"), TIMEOUT_SECONDS)
        yield mine
    finally:
        process.terminate()
        process.wait(TIMEOUT_SECONDS)


def build_options() -> str:
    done = subprocess.run([find("nginx"), "-V"], capture_output=True, text=True, check=True)
    return done.stderr


@pytest.mark.needs("nginx")
@pytest.mark.slow
def test_nginx_and_the_service_work_as_written(tmp_path: Path) -> None:
    command, env = service()
    with started(command, tmp_path, env) as port, nginx_before(port, tmp_path) as secure:
        url = f"https://127.0.0.1:{secure}"
        # visitors are told apart, and what they claim to be does not count
        assert codes_of(url, "127.0.7.1") == ALLOWED
        assert codes_of(url, "127.0.7.2", **{"x-forwarded-for": "127.0.7.1"}) == ALLOWED
        transport = httpx.HTTPTransport(local_address="127.0.7.3", verify=False)
        with httpx.Client(base_url=url, transport=transport, timeout=TIMEOUT_SECONDS) as client:
            assert client.get("/metrics").status_code == 403
            me = client.get("/api/me")
            assert "Secure" in me.headers["set-cookie"]
            assert me.headers["strict-transport-security"]
            csrf = {"x-paddock-csrf": client.cookies["paddock-csrf"]}
            seats = [{"type": "Me"}, {"type": "Here", "name": "Bob"}]
            body = {"game": "template", "seats": seats}
            table = client.post("/api/tables", json=body, headers=csrf).json()["id"]
            cookies = "; ".join(f"{c.name}={c.value}" for c in client.cookies.jar)
        unchecked = ssl.create_default_context()
        unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
        with connect(
            f"wss://127.0.0.1:{secure}/api/tables/{table}/socket",
            ssl=unchecked,
            open_timeout=TIMEOUT_SECONDS,  # the default of 10 s is short on a busy machine
            origin=Origin(f"https://127.0.0.1:{secure}"),
            additional_headers={"cookie": cookies},
        ) as socket:
            socket.send('{"type":"Hello","eye":0}')
            assert json.loads(socket.recv(TIMEOUT_SECONDS))["type"] == "Whole"


# ---------------------------------------------------------------- the container


def container() -> dict[str, list[str]]:
    """Instructions of the Containerfile, by their names."""
    found: dict[str, list[str]] = {}
    lines = [line for line in read("Containerfile").splitlines() if not line.startswith("#")]
    for line in re.sub(r"\\\n", " ", "\n".join(lines)).splitlines():
        name, _, rest = line.partition(" ")
        found.setdefault(name, []).append(rest)
    return found


@pytest.mark.slow
def test_the_containers_command_works_as_written(tmp_path: Path) -> None:
    """Its proxy is not 127.0.0.1: all visitors were one, because no network was trusted."""
    made = container()
    env = dict(pair.split("=", 1) for line in made["ENV"] for pair in shlex.split(line))
    command, checks = json.loads(made["CMD"][0]), made["HEALTHCHECK"][0].removeprefix("CMD ")
    with started(command, tmp_path, env) as port:
        url = f"http://127.0.0.1:{port}"
        for number in (1, 2):
            visitor = {"x-forwarded-for": f"203.0.113.{number}"}
            assert codes_of(url, "127.0.0.1", **visitor) == ALLOWED
        program, *rest = json.loads(checks.replace("8000", str(port)))
        assert program == "python"
        subprocess.run([sys.executable, *rest], check=True)
    from paddock.server.people.client_address import TrustedProxies

    trusted = TrustedProxies(env["PADDOCK_PROXIES"])
    assert all(gateway in trusted for gateway in ("172.17.0.1", "10.88.0.1", "10.0.2.100"))
    assert "203.0.113.1" not in trusted


def test_the_containers_list_of_versions_can_be_read(tmp_path: Path) -> None:
    [script] = re.findall(r"sed '([^']+)'", container()["RUN"][0])
    lock = HOSTING.parents[1] / "requirements.lock"
    done = subprocess.run(["sed", script, lock], check=True, capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if line and not line.startswith("#")]
    assert len(lines) > 20
    assert all(re.match(r"[A-Za-z0-9._-]+==[\w.]+( ;.*)?$", line) for line in lines), lines
