"""A server listens where its links lead."""

from __future__ import annotations

import socket
from contextlib import closing

import pytest

from wargrid_web.serve import LOOPBACK, listening_at, reached

needs_ipv6 = pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="needs IPv6 and IPv4")


def answers(address: str, port: int) -> bool:
    try:
        with closing(socket.create_connection((address.strip("[]"), port), timeout=5)):
            return True
    except OSError:
        return False


@needs_ipv6
def test_all_networks_are_those_of_ipv4_too() -> None:
    with closing(listening_at("::", 0)) as listening:
        host, port = listening.getsockname()[:2]
        assert answers("::1", port)
        assert answers("127.0.0.1", port)
        assert answers(reached(host, both=True), port)


@needs_ipv6
def test_one_address_of_ipv6_is_that_alone() -> None:
    with closing(listening_at("::1", 0)) as listening:
        port = listening.getsockname()[1]
        assert (answers("::1", port), answers("127.0.0.1", port)) == (True, False)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "localhost"])
def test_links_lead_to_where_a_server_of_ipv4_listens(host: str) -> None:
    with closing(listening_at(host, 0)) as listening:
        address, port = listening.getsockname()
        assert answers(reached(address, both=True), port)


@pytest.mark.parametrize(
    ("host", "both", "begins"), [("::", False, "["), ("10.0.0.9", True, "10."), ("::1", True, "[")]
)
def test_an_address_of_ipv6_is_in_brackets(host: str, both: bool, begins: str) -> None:
    assert reached(host, both).startswith(begins)


@pytest.mark.parametrize(("host", "both"), [("::", True), ("::", False), ("0.0.0.0", True)])
def test_without_a_network_links_lead_to_this_computer(
    monkeypatch: pytest.MonkeyPatch, host: str, both: bool
) -> None:
    def refuse(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(socket.socket, "connect", refuse)
    found = reached(host, both).strip("[]")
    assert found in LOOPBACK
    assert (":" in found) is (host == "::" and not both)
