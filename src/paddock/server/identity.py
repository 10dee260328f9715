"""Who somebody is: a guest by a signed cookie, or whoever knows a password."""

from __future__ import annotations

import hashlib
import hmac

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

COOKIE = "paddock"
YEAR = 365 * 24 * 3600
HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
NOBODY = HASHER.hash("nobody has this password")  # so that an unknown login takes as long


class Signer:
    """Signs the id of a person; what is not signed by us is nobody's."""

    def __init__(self, key: str) -> None:
        self.key = key.encode()

    def sign(self, person: str) -> str:
        return f"{person}.{self.seal(person)}"

    def read(self, cookie: str | None) -> str | None:
        if not cookie or len(cookie) > 200:
            return None
        person, _, seal = cookie.rpartition(".")
        good = hmac.compare_digest(seal.encode(), self.seal(person).encode())
        return person if person and good else None

    def seal(self, person: str) -> str:
        return hmac.new(self.key, f"person:{person}".encode(), hashlib.sha256).hexdigest()


def hashed(password: str) -> str:
    """A password as it is kept. Slow on purpose: call it in a thread."""
    return HASHER.hash(password)


def matches(kept: str | None, password: str) -> bool:
    """Whether a password is the one that is kept; as slow when there is none."""
    try:
        HASHER.verify(kept or NOBODY, password)
    except (VerificationError, InvalidHashError):
        return False
    return kept is not None
