"""What `uvicorn_protocols` relies on in uvicorn's protocol classes, which are internal."""

from __future__ import annotations

import asyncio
import inspect
import re
import tomllib
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from paddock.server.people.client_address import TrustedProxies
from paddock.server.sockets import uvicorn_protocols
from paddock.server.sockets.uvicorn_protocols import Limits, guarded_protocols

HTTP, SOCKET = guarded_protocols(Limits(10, 10, TrustedProxies("")))
OVERRIDDEN = {
    HTTP: (
        ("connection_made", "transport"),
        ("data_received", "data"),
        ("on_response_complete",),
        ("handle_websocket_upgrade", "event"),
        ("pause_writing",),
        ("resume_writing",),
        ("connection_lost", "exc"),
    ),
    SOCKET: (
        ("data_received", "data"),
        ("receive",),
        ("handle_ping",),
        ("handle_pong", "event"),
        ("handle_cont", "event"),
        ("handle_connect", "event"),
        ("send_receive_event_to_app",),
        ("pause_writing",),
        ("resume_writing",),
        ("connection_lost", "exc"),
        ("shutdown",),
    ),
}
USED = {
    HTTP: ("conn", "headers", "transport", "loop", "flow"),
    SOCKET: (
        "close_sent",
        "disconnected",
        "handshake_complete",
        "loop",
        "queue",
        "read_paused",
        "transport",
        "writable",
    ),
}
OWN = {
    HTTP: {"address", "late", "refuse_chunks", "stall_timer", "timer", "waiting_for", "watch"},
    SOCKET: {"address", "control", "has_frames", "held", "may_take_control_frame", "parse_held"}
    | {"push", "stall_timer", "scope"},
}


def test_every_overridden_method_exists_with_the_same_parameters() -> None:
    for cls, overridden in OVERRIDDEN.items():
        for name, *given in overridden:
            base = getattr(cls.__bases__[0], name)
            assert list(inspect.signature(base).parameters) == ["self", *given], name


def test_the_list_of_overridden_methods_is_complete() -> None:
    for cls, overridden in OVERRIDDEN.items():
        names = {name for name in vars(cls) if hasattr(cls.__bases__[0], name)}
        names = {name for name in names if not name.startswith("__")}
        assert names == {name for name, *_ in overridden}


def test_attributes_that_are_used_exist() -> None:
    async def make(protocol: type[Any]) -> set[str]:
        async def app(scope: Any, receive: Any, send: Any) -> None: ...

        config = uvicorn.Config(app)
        config.load()
        made = protocol(config=config, server_state=ServerState(), app_state={})
        return {name for name in dir(made) if not name.startswith("__")}

    with ThreadPoolExecutor() as threads:  # this thread may have a running event loop
        for cls, names in USED.items():
            found = threads.submit(asyncio.run, make(cls)).result()
            assert set(names) <= found, cls.__name__


def test_the_list_of_used_attributes_is_complete() -> None:
    source = inspect.getsource(uvicorn_protocols)
    http, socket = source.split("class GuardedSocket")
    for cls, text in ((HTTP, http.partition("class GuardedHttp")[2]), (SOCKET, socket)):
        used = set(re.findall(r"\bself\.(\w+)", text))
        assert used == {*USED[cls], *OWN[cls]}


def test_flow_control_and_upgrade_are_as_expected() -> None:
    """`flow` pauses and resumes; the upgrade hands the transport to the socket protocol."""
    source = inspect.getsource(H11Protocol)
    assert "self.flow.pause_writing()" in source
    assert "self.flow.resume_writing()" in source
    assert "self.transport.set_protocol(protocol)" in source
    assert h11.Connection(h11.SERVER).their_state is h11.IDLE
    connect = inspect.getsource(WebSocketsSansIOProtocol.handle_connect)
    assert "self.scope" in connect
    assert "extensions" in connect


def test_the_version_is_bounded_by_the_installed_minor() -> None:
    project = Path(__file__).parents[2] / "pyproject.toml"
    needed = tomllib.loads(project.read_text("utf-8"))["project"]
    lists = [needed.get("dependencies", []), *needed.get("optional-dependencies", {}).values()]
    [bound] = {item for items in lists for item in items if item.startswith("uvicorn")}
    major, minor = (int(part) for part in version("uvicorn").split(".")[:2])
    most = re.search(r"<(\d+)\.(\d+)$", bound)
    assert most is not None, "a later uvicorn may change its protocol classes"
    assert (major, minor) < (int(most[1]), int(most[2]))
