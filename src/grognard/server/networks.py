"""Which addresses are public: we keep our own tables of special networks, since Python's differ by version."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

SPECIAL = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # carrier-grade NAT
            "127.0.0.0/8",  # loopback
            "169.254.0.0/16",  # link-local, and cloud metadata services
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # automatic multicast tunneling
            "192.88.99.0/24",  # 6to4 relays
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
"""The networks in the IANA special-purpose registries, and multicast; for IPv6 only those within `GLOBAL`."""
GLOBAL = ip_network("2000::/3")
"""All IPv6 global unicast addresses; everything else is not public."""
TRANSLATED = ((ip_network("::ffff:0:0/96"), 0), (ip_network("64:ff9b::/96"), 0), (ip_network("2002::/16"), 80))
"""IPv6 networks that embed an IPv4 address, and how many bits follow it: mapped, NAT64, 6to4.

The deprecated (`::a.b.c.d`, `::ffff:0:a.b.c.d`) and the local ones (`64:ff9b:1::/48`) are outside of `GLOBAL`.
"""


def is_public(address: str) -> bool:
    """Whether an address is in no private, local or special network and embeds none that is."""
    known = ip_address(address)
    if isinstance(known, IPv6Address):
        for network, behind in TRANSLATED:
            if known in network:
                return is_public(str(IPv4Address(int(known) >> behind & 0xFFFFFFFF)))
        if known not in GLOBAL:
            return False
    return not any(known in network for network in SPECIAL)


def literal_address(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a host stands for, in any notation that the system accepts; None if it is a name."""
    try:
        return ip_address(host)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))  # 127.1, 0x7f000001
    except (OSError, ValueError):
        return None
