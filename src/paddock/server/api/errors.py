"""Errors that the server raises itself, apart from the rules."""

from __future__ import annotations

from paddock.core.errors import PaddockError
from paddock.server.api import wire


class Denied(PaddockError):
    """A refusal with a text from the server's words."""

    def __init__(self, code: wire.RefusalCode, id: str = "", **args: object) -> None:
        super().__init__(id or code)
        self.code, self.id, self.arguments = code, id or code, args
