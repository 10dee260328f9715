"""What the server itself refuses, beside the rules."""

from __future__ import annotations

from paddock.core.errors import PaddockError
from paddock.server.api import wire


class Denied(PaddockError):
    """A refusal with a sentence of the server's own words."""

    def __init__(self, code: wire.RefusalCode, id: str = "", **args: object) -> None:
        super().__init__(id or code)
        self.code, self.id, self.arguments = code, id or code, args
