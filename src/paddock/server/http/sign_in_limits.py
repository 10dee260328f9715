"""Limits on guessing passwords, and the cookie of a known device.

Failed attempts count by account and address together, by address, and by account. A browser that
was signed in before has its own count, so that no one can lock out the owner of an account from
elsewhere. A refused attempt does not count.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
from collections.abc import AsyncIterator, Mapping

from litestar.datastructures import Cookie
from sqlalchemy.engine import Connection

from paddock.server.api.errors import Denied
from paddock.server.http.context import AnyRequest, RequestContext
from paddock.server.live.hub import Hub
from paddock.server.people.credentials import COOKIE_SECONDS, digest
from paddock.server.people.person import Person
from paddock.server.store import attempts
from paddock.server.store.attempts import Limit

MINUTE_MS = 60_000
ATTEMPT_WINDOW_MS = 15 * MINUTE_MS  # window in which failed attempts are counted
MAX_ATTEMPTS_ON_ACCOUNT_FROM_ADDRESS, MAX_ATTEMPTS_ON_ACCOUNT, MAX_ATTEMPTS_FROM_ADDRESS = 5, 60, 30
"""Failed attempts per window: from one address on one account, on one account from anywhere, and
from one address on any account."""
MAX_ATTEMPTS_OF_DEVICE = 10
DEVICE_COOKIE = "paddock-device"
DEVICE_ID_BYTES = 12


class WrongPassword(Exception):
    """Ends an attempt that counts."""


# ---------------------------------------------------------------- known devices


def device_cookie(hub: Hub, person: Person) -> Cookie:
    """Cookie of a browser that signed in. It says so as long as the password stays the same."""
    device = secrets.token_hex(DEVICE_ID_BYTES)
    key = hub.site_keys.devices.for_signing
    return Cookie(
        DEVICE_COOKIE,
        value=f"{device}.{sign_device(key, person, device)}",
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=hub.settings.secure,
        path="/",
    )


def sign_device(key: str, person: Person, device: str) -> str:
    text = f"{person.id}:{digest(person.password or '')}:{device}"
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()


def find_device(request: AnyRequest, keys: tuple[str, ...], person: Person) -> str | None:
    """The browser's id, if it was signed in as this person before."""
    device, _, sign = request.cookies.get(DEVICE_COOKIE, "")[:200].partition(".")
    for key in keys:
        if hmac.compare_digest(sign.encode(), sign_device(key, person, device).encode()):
            return device
    return None


def needs_device_cookie(request: AnyRequest, hub: Hub, person: Person) -> bool:
    """Whether an account's browser has no device cookie, or one of an older key."""
    key = hub.site_keys.devices.for_signing
    return person.login is not None and find_device(request, (key,), person) is None


# ---------------------------------------------------------------- counting


def limits_of_address(hub: Hub, asking: RequestContext, login: str) -> dict[str, Limit]:
    name, origin = digest(login.lower())[:24], asking.origin
    return {
        f"here:{name}:{origin}": Limit(MAX_ATTEMPTS_ON_ACCOUNT_FROM_ADDRESS, ATTEMPT_WINDOW_MS),
        f"account:{name}": Limit(MAX_ATTEMPTS_ON_ACCOUNT, ATTEMPT_WINDOW_MS),
        f"address:{origin}": Limit(MAX_ATTEMPTS_FROM_ADDRESS, ATTEMPT_WINDOW_MS),
        **minute_limit(hub, asking),
    }


def sign_in_limits(
    request: AnyRequest, hub: Hub, asking: RequestContext, login: str, found: Person | None
) -> dict[str, Limit]:
    """What an attempt to sign in counts for."""
    if found is not None:
        device = find_device(request, hub.site_keys.devices.accepted, found)
        if device is not None:
            return {f"device:{device}": Limit(MAX_ATTEMPTS_OF_DEVICE, ATTEMPT_WINDOW_MS)}
    return limits_of_address(hub, asking, login)


def session_limits(asking: RequestContext) -> dict[str, Limit]:
    """What an attempt of a person who is signed in counts for."""
    return {f"session:{asking.session}": Limit(MAX_ATTEMPTS_OF_DEVICE, ATTEMPT_WINDOW_MS)}


async def count_new_account(hub: Hub, asking: RequestContext) -> None:
    """Limit new accounts per minute and address, together with attempts to sign in."""
    limits, store, now = minute_limit(hub, asking), hub.store, hub.clock()
    if not await store.write("", lambda c: attempts.take(c, store.insert, limits, now)):
        raise Denied("too-many")


def minute_limit(hub: Hub, asking: RequestContext) -> dict[str, Limit]:
    return {f"minute:{asking.origin}": Limit(hub.settings.logins, MINUTE_MS)}


@contextlib.asynccontextmanager
async def attempt(hub: Hub, limits: Mapping[str, Limit]) -> AsyncIterator[None]:
    """Try a password inside. It counts before it is tried, so that attempts at the same time all
    count; one that does not end with WrongPassword is given back."""
    store, now = hub.store, hub.clock()
    if not await store.write("", lambda c: attempts.take(c, store.insert, limits, now)):
        raise Denied("too-many", "too-many-tries")
    try:
        yield
    except WrongPassword:
        raise Denied("forbidden", "wrong-password") from None
    except Exception:
        await store.write("", lambda c: attempts.give_back(c, limits))
        raise
    own, *others = limits  # the first key is that of the account from here: it starts again

    def job(connection: Connection) -> None:
        attempts.clear(connection, own)
        attempts.give_back(connection, others)

    await store.write("", job)
