"""Plain HTTP for tests: the certificates of the world are read once, not by every client."""

from __future__ import annotations

import ssl
from functools import partial

import httpx

TRUSTED = ssl.create_default_context()
"""Nothing here speaks TLS, but httpx reads all certificates for every client that has none."""

TIMEOUT_SECONDS = 180.0
"""Seconds: a machine may have much else to do."""

get = partial(httpx.get, verify=TRUSTED, timeout=TIMEOUT_SECONDS)
post = partial(httpx.post, verify=TRUSTED, timeout=TIMEOUT_SECONDS)
Client = partial(httpx.Client, verify=TRUSTED, timeout=TIMEOUT_SECONDS)
AsyncClient = partial(httpx.AsyncClient, verify=TRUSTED, timeout=TIMEOUT_SECONDS)
