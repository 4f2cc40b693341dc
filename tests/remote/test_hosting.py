"""A player's own server: a process that starts when it is needed and ends with the window."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from wargrid.match import data_folder
from wargrid_remote import hosting
from wargrid_remote.hosting import HostingError, OwnServer, make_match

pytestmark = pytest.mark.usefixtures("own_home")

WISH: dict[str, object] = {"ruleset": "breakthrough/standard", "seats": ["me", "link"]}


@pytest.fixture
def port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


@pytest.fixture
def own() -> Iterator[OwnServer]:
    made = OwnServer()
    yield made
    made.close()


def test_it_makes_matches_for_every_window_and_ends_with_the_first(
    own: OwnServer, port: int
) -> None:
    """Another window of the player finds it; a second question starts nothing."""
    assert (own.port(port), own.port(port)) == (port, port)
    other = OwnServer()
    assert other.port(port) == port
    other.close()
    made = make_match(f"http://127.0.0.1:{port}", WISH, "en")
    assert [seat["kind"] for seat in made["seats"]] == ["me", "link"]
    assert list((data_folder() / hosting.FOLDER).iterdir())
    own.close()
    with pytest.raises(HostingError, match="no_server"):
        make_match(f"http://127.0.0.1:{port}", WISH, "en")


def test_a_port_of_another_program_is_left_to_it(own: OwnServer) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        wanted = int(taken.getsockname()[1])
        assert own.port(wanted) != wanted


@pytest.mark.parametrize("program", ["/no/such/program", "false"])
def test_a_server_that_does_not_start_is_said(
    own: OwnServer, port: int, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    with pytest.raises(HostingError, match="no_start"):
        own.port(port)


def test_what_a_server_refuses_is_said_in_its_words(own: OwnServer, port: int) -> None:
    base = f"http://127.0.0.1:{own.port(port)}"
    with pytest.raises(HostingError) as refused:
        make_match(base, {**WISH, "ruleset": "none/such"}, "en")
    assert (refused.value.key, refused.value.text[-1]) == ("refused", ".")


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[str]]:
    """The processes that have been started."""
    found: list[subprocess.Popen[str]] = []

    class Noted(subprocess.Popen[str]):
        def __init__(self, *args: object, **named: object) -> None:
            super().__init__(*args, **named)  # type: ignore[call-overload]
            found.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    return found


def test_a_server_ends_when_its_window_is_killed(
    own: OwnServer, port: int, begun: list[subprocess.Popen[str]]
) -> None:
    """The system closes the window's end of the pipe between them."""
    own.port(port)
    (server,) = begun
    assert server.stdin is not None
    server.stdin.close()
    assert server.wait(60) == 0


def test_a_server_that_ends_by_itself_is_started_again(
    own: OwnServer, port: int, begun: list[subprocess.Popen[str]]
) -> None:
    own.port(port)
    begun[0].kill()
    begun[0].wait()
    own.port(port)
    assert len(begun) == 2
    assert begun[1].poll() is None
