"""Where somebody comes from: an address, or for IPv6 the network that one household has, as a mark
that tells addresses apart and cannot be turned back into one."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress

IPV6_PREFIX_BITS = 64  # bits of an IPv6 address that one customer is given


def network_of(address: str) -> str:
    """What counts as one place: an IPv4 address, an IPv6 network."""
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
    """A short mark of a place, the same for as long as the site has its key."""
    seal = hmac.new(key.encode(), f"origin:{network_of(address)}".encode(), hashlib.sha256)
    return seal.hexdigest()[:16]
