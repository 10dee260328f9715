"""Ports for the servers that tests start."""

from __future__ import annotations

import socket

HELD: list[socket.socket] = []


def reserve_port() -> int:
    """A port that nothing else on the machine gets while these tests run, also while its server is
    down. Our socket does not listen, so that a server with SO_REUSEADDR can."""
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    HELD.append(held)
    return int(held.getsockname()[1])
