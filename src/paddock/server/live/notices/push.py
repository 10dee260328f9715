"""Web push: messages encrypted for one browser (RFC 8291), signed by this site (VAPID, RFC 8292).

It needs the extra `push`: the standard library has neither elliptic curves nor AES.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import os
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from paddock.core.errors import PaddockError
from paddock.server.live.notices.result import Outcome, outcome_of
from paddock.server.live.webhooks import post
from paddock.server.people.notice import Channel, Message

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec

MAX_BYTES = 3_000  # of a message before encryption
RECORD_BYTES = 4_096
TTL_SECONDS = 24 * 3600  # how long a push service keeps a message for a browser that is off
TOKEN_SECONDS = 12 * 3600
POINT_BYTES, AUTH_BYTES = 65, 16
CURVE_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256


class BadSubscription(PaddockError):
    """A push subscription whose keys cannot be used."""


def is_possible() -> bool:
    return importlib.util.find_spec("cryptography") is not None


def encode(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# ---------------------------------------------------------------- keys


def signing_key(seed: str) -> ec.EllipticCurvePrivateKey:
    """The key of this site, made from a stored random number."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = int(hashlib.sha512(seed.encode()).hexdigest(), 16) % (CURVE_ORDER - 1) + 1
    return ec.derive_private_key(number, ec.SECP256R1())


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    from cryptography.hazmat.primitives import serialization

    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def public_key(seed: str) -> str:
    """The key that browsers subscribe with."""
    return encode(point(signing_key(seed).public_key()))


def check_keys(keys: str) -> tuple[bytes, bytes]:
    """Public key and secret of a browser, or BadSubscription."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        theirs, auth = map(decode, keys.split(" "))
        if len(theirs) != POINT_BYTES or len(auth) != AUTH_BYTES:
            raise ValueError("wrong length")
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    except ValueError as wrong:
        raise BadSubscription(f"the keys of this subscription are wrong: {wrong}") from None
    return theirs, auth


# ---------------------------------------------------------------- messages


def derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypt(content: bytes, keys: str) -> bytes:
    """Encrypt for one browser, as one record of aes128gcm (RFC 8188, RFC 8291)."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    theirs, auth = check_keys(keys)
    mine, salt = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    our_point = point(mine.public_key())
    their_key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    shared = mine.exchange(ec.ECDH(), their_key)
    secret = derive(auth, shared, b"WebPush: info\0" + theirs + our_point, 32)
    key = derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, content + b"\2", None)
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([POINT_BYTES]) + our_point
    return head + sealed


def sign(seed: str, endpoint: str, contact: str) -> str:
    """The Authorization header: this site sends to this push service."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + TOKEN_SECONDS,
        "sub": contact,
    }
    head = {"typ": "JWT", "alg": "ES256"}
    text = ".".join(encode(msgspec.json.encode(part)) for part in (head, claims))
    key = signing_key(seed)
    r, s = decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={text}.{signature}, k={encode(point(key.public_key()))}"


def payload(id: str, message: Message, site: str) -> bytes:
    """What the service worker shows; long texts are cut."""
    body: dict[str, object] = {"id": id, "title": message.title, "body": message.text}
    body |= {"url": site + message.path, "tag": message.tag or message.kind}
    body["silent"] = message.silent
    content = msgspec.json.encode(body)
    if len(content) > MAX_BYTES:
        body["body"] = message.text[: MAX_BYTES // 6] + "…"
        content = msgspec.json.encode(body)
    return content


async def send(
    channel: Channel,
    id: str,
    message: Message,
    site: str,
    seed: str,
    contact: str,
    *,
    private: bool,
) -> Outcome:
    tag = message.tag or message.kind
    headers = {
        "authorization": sign(seed, channel.address, contact),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(TTL_SECONDS),
        "urgency": "normal",
        "topic": encode(hashlib.sha256(tag.encode()).digest())[:32],
    }
    content = encrypt(payload(id, message, site), channel.keys)
    return outcome_of(await post(channel.address, content, headers, private=private))
