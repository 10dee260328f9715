"""Credentials: session tokens and passwords."""

from __future__ import annotations

import functools
import hashlib
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argon2 import PasswordHasher

COOKIE = "paddock"
COOKIE_SECONDS = 365 * 24 * 3600
DUMMY_HASH = (
    "$argon2id$v=19$m=19456,t=2,p=1$ksSriFG4vkrR24XDFrNxXQ$"
    "l2cZ5kagoeG/qKIfUVFo1jBCWV/WpNhPTkIKVDIUoMU"
)
"""Hash of a password that nobody has: an unknown login takes as long as a wrong password."""
MIN_STRENGTH = 2  # of 0 to 4, as zxcvbn counts: more than a million guesses
MAX_JUDGED_CHARS = 40  # zxcvbn is slow for long passwords


def new_token() -> str:
    """Session token for a cookie. The database has only its hash."""
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """Reset code that an operator gives a person; easy to read aloud."""
    letters = "".join(secrets.choice("ABCDEFGHJKLMNPQRSTUVWXYZ23456789") for _ in range(12))
    return "-".join(letters[i : i + 4] for i in (0, 4, 8))


def digest(secret: str) -> str:
    """Fast hash of a token or code, which is long and random."""
    return hashlib.sha256(secret.encode()).hexdigest()


def code_digest(code: str) -> str:
    """Hash of a code, ignoring case and separators."""
    return digest("".join(c for c in code.upper() if c.isalnum()))


@functools.cache
def hasher() -> PasswordHasher:
    """argon2, imported when the first password is hashed: not every environment has it."""
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


def hash_password(password: str) -> str:
    """argon2 hash of a password. Slow on purpose: call it in a thread."""
    return hasher().hash(password)


def matches(kept: str | None, password: str) -> bool:
    """Whether a password matches a hash; takes as long without a hash."""
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        hasher().verify(kept or DUMMY_HASH, password)
    except (VerificationError, InvalidHashError):
        return False
    return kept is not None


def is_weak(password: str, *known: str) -> bool:
    """Whether a password is easy to guess. Slow: call it in a thread."""
    from zxcvbn import zxcvbn  # type: ignore[import-untyped]

    found: int = zxcvbn(password[:MAX_JUDGED_CHARS], user_inputs=["paddock", *known])["score"]
    return found < MIN_STRENGTH
