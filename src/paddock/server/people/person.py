"""A person: a guest, or an account with login and password."""

from __future__ import annotations

from msgspec import Struct


class Person(Struct, frozen=True):
    id: str
    name: str
    login: str | None = None
    password: str | None = None  # an argon2 hash
