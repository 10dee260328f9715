"""CSRF protection whose key can be replaced. Tokens of the key before stay valid; a browser with a
token of another key gets a new one with the next page."""

from __future__ import annotations

from hmac import compare_digest

from litestar.config.csrf import CSRFConfig
from litestar.middleware.csrf import (
    CSRF_SECRET_LENGTH,
    CSRFMiddleware,
    generate_csrf_hash,
    generate_csrf_token,
)
from litestar.types import ASGIApp, Send

from paddock.server.store.site_keys import SiteKeys


class RotatingCsrf(CSRFMiddleware):
    def __init__(self, app: ASGIApp, config: CSRFConfig, keys: SiteKeys) -> None:
        super().__init__(app, config)
        self.keys = keys

    def create_send_wrapper(self, send: Send, token: str, csrf_cookie: str | None) -> Send:
        key = self.keys.csrf.for_signing
        if csrf_cookie is None or decode(token, key) is None:
            return super().create_send_wrapper(send, generate_csrf_token(key), None)
        return super().create_send_wrapper(send, token, csrf_cookie)

    def _decode_csrf_token(self, token: str) -> str | None:
        found = (decode(token, key) for key in self.keys.csrf.accepted)
        return next((secret for secret in found if secret is not None), None)


def decode(token: str, key: str) -> str | None:
    """The random part of a token, if this key signed it."""
    secret, sign = token[:CSRF_SECRET_LENGTH], token[CSRF_SECRET_LENGTH:]
    expected = generate_csrf_hash(secret, key)
    return secret if compare_digest(sign.encode(), expected.encode()) else None
