"""Which addresses are public: the tables of special networks are our own, since those of Python differ by version."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

SPECIAL = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared by the subscribers of a provider
            "127.0.0.0/8",  # loopback
            "169.254.0.0/16",  # link-local, and what clouds tell of their machines
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # automatic multicast tunneling
            "192.88.99.0/24",  # relays of 6to4
            "192.168.0.0/16",  # private
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, and broadcast
            "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID and others
            "2001:db8::/32",  # documentation
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ),
    )
)
"""The networks in the special-purpose registries of IANA, and multicast; of IPv6 only those within `GLOBAL`."""
GLOBAL = ip_network("2000::/3")
"""All global unicast addresses of IPv6; what lies elsewhere is not public."""
TRANSLATED = ((ip_network("::ffff:0:0/96"), 0), (ip_network("64:ff9b::/96"), 0), (ip_network("2002::/16"), 80))
"""Networks of IPv6 that lead to an address of IPv4, and how many bits stand behind it: mapped, NAT64, 6to4.

The deprecated (`::a.b.c.d`, `::ffff:0:a.b.c.d`) and the local ones (`64:ff9b:1::/48`) lie outside of `GLOBAL`.
"""


def is_public(address: str) -> bool:
    """Whether an address lies in no private, local or special network, nor leads to one that does."""
    known = ip_address(address)
    if isinstance(known, IPv6Address):
        for network, behind in TRANSLATED:
            if known in network:
                return is_public(str(IPv4Address(int(known) >> behind & 0xFFFFFFFF)))
        if known not in GLOBAL:
            return False
    return not any(known in network for network in SPECIAL)


def literal_address(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a host is written as, in whatever way the system would read it; None if it is a name."""
    try:
        return ip_address(host)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))  # 127.1, 0x7f000001
    except (OSError, ValueError):
        return None
