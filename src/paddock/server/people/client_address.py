"""Client addresses: an IPv4 address or an IPv6 network, stored only as a keyed hash."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress

IPV6_PREFIX_BITS = 64  # prefix of one customer


def network_of(address: str) -> str:
    """The unit of rate limits: an IPv4 address or an IPv6 network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address  # a socket file, a test client
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((int(found), IPV6_PREFIX_BITS), strict=False))
    return str(found)


def address_hash(address: str, key: str) -> str:
    """Keyed hash of an address; stable as long as the site keeps its key."""
    seal = hmac.new(key.encode(), f"origin:{network_of(address)}".encode(), hashlib.sha256)
    return seal.hexdigest()[:16]
