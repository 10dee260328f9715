"""Plain HTTP for tests: the certificates of the world are read once, not by every client."""

from __future__ import annotations

import ssl
from functools import partial

import httpx

TRUSTED = ssl.create_default_context()
"""Nothing here speaks TLS, but httpx reads all certificates for every client that has none."""

PATIENCE = 60.0
"""Seconds: a machine may have much else to do."""

get = partial(httpx.get, verify=TRUSTED, timeout=PATIENCE)
post = partial(httpx.post, verify=TRUSTED, timeout=PATIENCE)
Client = partial(httpx.Client, verify=TRUSTED, timeout=PATIENCE)
AsyncClient = partial(httpx.AsyncClient, verify=TRUSTED, timeout=PATIENCE)
