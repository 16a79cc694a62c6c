"""Parsing of network addresses. An IPv4 address in IPv6 form, as a socket on `::` reports it, counts as IPv4."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

MAPPED = IPv6Network("::ffff:0:0/96")


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address in `text`, without the zone of a link-local address; None if `text` is not an address."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (isinstance(address, IPv6Address) and address.ipv4_mapped) or address


def parse_network(text: str) -> IPv4Network | IPv6Network:
    """Return the network in `text`; raise `ValueError` if `text` is not a network."""
    network = ip_network(text)
    if isinstance(network, IPv6Network) and network.subnet_of(MAPPED):
        mapped = network.network_address.ipv4_mapped
        assert mapped is not None
        return IPv4Network((mapped, network.prefixlen - MAPPED.prefixlen))
    return network
