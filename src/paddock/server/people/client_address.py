"""Client addresses: an IPv4 address or an IPv6 network, stored only as a keyed hash."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress

from paddock.core.errors import PaddockError

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


class BadProxies(PaddockError):
    """A list of trusted proxies that cannot be read."""


class TrustedProxies:
    """Addresses and networks whose X-Forwarded-For is trusted, separated by commas; * is all."""

    def __init__(self, text: str) -> None:
        names = [name.strip() for name in text.split(",") if name.strip()]
        self.everybody = "*" in names
        try:
            self.networks = [ipaddress.ip_network(name) for name in names if name != "*"]
        except ValueError as wrong:
            raise BadProxies(
                f"PADDOCK_PROXIES: {wrong}. Write addresses or networks, as in "
                "127.0.0.1,172.16.0.0/12"
            ) from None

    def for_uvicorn(self) -> str | list[str]:
        """The same for uvicorn, which does not know IPv4 addresses within IPv6."""
        if self.everybody:
            return "*"
        mapped = [
            f"::ffff:{one.network_address}/{96 + one.prefixlen}"
            for one in self.networks
            if one.version == 4
        ]
        return [*map(str, self.networks), *mapped]

    def __contains__(self, address: str) -> bool:
        if self.everybody:
            return True
        try:
            found = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False  # a socket file
        if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        return any(found in network for network in self.networks)


def address_hash(address: str, key: str) -> str:
    """Keyed hash of an address; stable as long as the site keeps its key."""
    seal = hmac.new(key.encode(), f"origin:{network_of(address)}".encode(), hashlib.sha256)
    return seal.hexdigest()[:16]
