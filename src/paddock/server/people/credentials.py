"""Who somebody is: a browser that shows the token of a session, or whoever knows a password."""

from __future__ import annotations

import hashlib
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

COOKIE = "paddock"
COOKIE_SECONDS = 365 * 24 * 3600
HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
DUMMY_HASH = HASHER.hash("nobody has this password")  # so that an unknown login takes as long
MIN_STRENGTH = 2  # of 0 to 4, as zxcvbn counts: more than a million guesses
MAX_JUDGED_CHARS = 40  # characters of a password that are judged


def new_token() -> str:
    """What a browser keeps, and nobody else: the store has only its hash."""
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """What an operator tells somebody who has forgotten their password: easy to read out."""
    letters = "".join(secrets.choice("ABCDEFGHJKLMNPQRSTUVWXYZ23456789") for _ in range(12))
    return "-".join(letters[i : i + 4] for i in (0, 4, 8))


def digest(secret: str) -> str:
    """The hash of a token or a code: long and random, so that it need not be slow."""
    return hashlib.sha256(secret.encode()).hexdigest()


def code_digest(code: str) -> str:
    """However it was typed."""
    return digest("".join(c for c in code.upper() if c.isalnum()))


def hash_password(password: str) -> str:
    """A password as it is kept. Slow on purpose: call it in a thread."""
    return HASHER.hash(password)


def matches(kept: str | None, password: str) -> bool:
    """Whether a password is the one that is kept; as slow when there is none."""
    try:
        HASHER.verify(kept or DUMMY_HASH, password)
    except (VerificationError, InvalidHashError):
        return False
    return kept is not None


def is_weak(password: str, *known: str) -> bool:
    """Whether a password is among the first that anybody would try. Call it in a thread."""
    from zxcvbn import zxcvbn  # type: ignore[import-untyped]

    found: int = zxcvbn(password[:MAX_JUDGED_CHARS], user_inputs=["paddock", *known])["score"]
    return found < MIN_STRENGTH
