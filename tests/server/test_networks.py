"""Webhooks go to public addresses only, whichever way the others are written and whatever Python says of them."""

from __future__ import annotations

from ipaddress import IPv4Address, ip_address, ip_network

import pytest

from grognard.server.networks import is_public, literal_address

PRIVATE_V4 = (
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.0.0/29",
    "192.0.0.8/32",
    "192.0.0.9/32",
    "192.0.0.10/32",
    "192.0.0.170/31",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.88.99.2/32",
    "192.168.0.0/16",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "255.255.255.255/32",
)
PRIVATE_V6 = (
    "::/128",
    "::1/128",
    "::/96",  # IPv4-compatible
    "::ffff:0:0:0/96",  # IPv4-translated
    "64:ff9b:1::/48",  # NAT64 of one's own
    "100::/64",
    "100:0:0:1::/64",
    "2001::/23",
    "2001::/32",  # Teredo
    "2001:1::1/128",
    "2001:1::2/128",
    "2001:1::3/128",
    "2001:2::/48",
    "2001:3::/32",
    "2001:4:112::/48",
    "2001:10::/28",
    "2001:20::/28",
    "2001:30::/28",
    "2001:db8::/32",
    "2620:4f:8000::/48",
    "3fff::/20",
    "4000::/3",
    "5f00::/16",
    "fc00::/7",
    "fd00::/8",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
    "ff02::1/128",
)
PUBLIC = (
    *("1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"),
    *("172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0"),
    *("223.255.255.255", "2606:4700:4700::1111", "2001:200::1", "2001:4860:4860::8888", "2a00:1450:4001::1", "2003::1"),
    *("2620:4f:7fff:ffff::1", "2620:4f:8001::1", "3ffe:ffff::1", "2400:cb00::1"),
)
LEADS_TO = {
    "mapped": "::ffff:{}",
    "NAT64": "64:ff9b::{}",
}


@pytest.mark.parametrize("network", [*PRIVATE_V4, *PRIVATE_V6])
def test_no_special_network_is_public(network: str):
    known = ip_network(network)
    middle = known[known.num_addresses // 2]
    for address in (known[0], known[-1], middle):
        assert not is_public(str(address)), address


@pytest.mark.parametrize("address", PUBLIC)
def test_the_rest_is_public(address: str):
    assert is_public(address)


@pytest.mark.parametrize("way", [*LEADS_TO, "6to4"])
def test_an_address_that_leads_to_another_is_what_that_is(way: str):
    def wrapped(inner: str) -> str:
        if way == "6to4":
            return str(ip_address((0x2002 << 112) | (int(IPv4Address(inner)) << 80) | 1))
        return LEADS_TO[way].format(inner)

    for network in PRIVATE_V4:
        known = ip_network(network)
        for address in (known[0], known[-1]):
            assert not is_public(wrapped(str(address))), wrapped(str(address))
    for public in ("8.8.8.8", "1.1.1.1", "223.255.255.255"):
        assert is_public(wrapped(public))


@pytest.mark.parametrize("inner", ["8.8.8.8", "127.0.0.1", "10.0.0.1"])
def test_what_is_no_longer_or_only_locally_translated_is_never_public(inner: str):
    last = f"{int(IPv4Address(inner)):08x}"
    ends = f"{last[:4]}:{last[4:]}"
    teredo = f"2001:0:808:808:0:0:{int(last[:4], 16) ^ 0xFFFF:x}:{int(last[4:], 16) ^ 0xFFFF:x}"
    for address in (f"::{inner}", f"::ffff:0:{inner}", f"64:ff9b:1::{ends}", f"64:ff9b:1:{ends}::", teredo):
        assert not is_public(address), address


@pytest.mark.parametrize("address", ["fe80::1%2", "fe80::1%eth0", "::1%lo", "::ffff:10.0.0.1%eth0"])
def test_a_zone_makes_nothing_public(address: str):
    assert not is_public(address)


def test_python_is_not_asked_what_is_public(monkeypatch: pytest.MonkeyPatch):
    """What its version calls global has no say."""
    for kind in (type(ip_address("8.8.8.8")), type(ip_address("::1"))):
        for name in ("is_global", "is_private", "is_reserved", "is_multicast", "is_loopback", "is_link_local"):
            monkeypatch.setattr(kind, name, property(lambda _: 1 / 0))
    assert is_public("8.8.8.8")
    assert not is_public("::ffff:10.0.0.1")
    assert not is_public("fec0::1")


@pytest.mark.parametrize("written", ["127.1", "0x7f000001", "2130706433", "0177.0.0.1", "127.0.0.1"])
def test_an_address_is_found_in_every_way_that_the_system_reads(written: str):
    assert literal_address(written) == IPv4Address("127.0.0.1")
    assert literal_address("bells.example.org") is None
