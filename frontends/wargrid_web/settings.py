"""The operator's settings: where the server listens, what it offers, and limits of use.

Limits are for each address, unless they say otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from wargrid.match import DAY
from wargrid_web.notice_settings import NoticeSettings


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client or address may use; times are in seconds."""

    intents: tuple[float, float] = (30.0, 60.0)
    """How many intents a second a client may send, and how many at once."""
    traffic: tuple[float, float] = (200.0, 1000.0)
    """How many intents a second the clients of an address may send together, and how many at once.

    What comes faster is read later, so that no client there is dropped.
    """
    hints: tuple[float, float] = (0.2, 5.0)
    """How many hints a second an address may ask for, and how many at once."""
    matches: tuple[float, float] = (60 / 3600, 30.0)
    """How many matches a second an address may make, and how many at once."""
    computers: tuple[float, float] = (60 / 3600, 20.0)
    """The same for matches with computer players."""
    waiting: int = 3
    """How many matches with a seat that is still open an address may have made."""
    requests: tuple[float, float] = (50.0, 1000.0)
    """How many requests and new sockets a second an address may ask for, and how many at once."""
    work: tuple[float, float] = (10.0, 400.0)
    """How many answers a second that take time an address may ask for, and how many at once.

    Such are boards, forms, how games stand, and the questions at sockets.
    """
    pictures: tuple[float, float] = (0.2, 10.0)
    """How many pictures of matches a second an address may have drawn, and how many at once."""
    wires: int = 120
    """How many connections an address may have that are not sockets; behind a proxy it counts."""
    connections: int = 60
    """How many sockets an address may have."""
    everyone: int = 5_000
    """How many sockets there may be in all, and how many other connections."""
    addresses: int = 10_000
    """How many addresses are remembered; the one seen least lately is forgotten first."""
    hello: float = 10.0
    """How long a client may take to say hello."""
    headers: float = 10.0
    """How long a client may take to send the head of a request, and how long for its body."""
    stalled: float = 30.0
    """How long a client may take to read a message or an answer."""
    asks: int = 8
    """How many questions of a client may wait for their answers."""
    questions: tuple[float, float] = (4.0, 40.0)
    """How many questions a second a client may ask, and how many at once."""
    notices: tuple[float, float] = (60 / 3600, 30.0)
    """How many wishes about notices a second an address may have, and how many at once."""
    mails: tuple[float, float] = (3 / 3600, 3.0)
    """How many mails with codes a second are sent for an address, or to one, and how many at once.
    """
    all_mails: tuple[float, float] = (100 / 3600, 100.0)
    """The same for all addresses together."""
    body: int = 4096
    """The longest request, in bytes."""
    file: int = 1 << 20
    """The longest request with a file of another program in it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one server; ``rulesets`` are the names or files that it offers.

    If there are none, it offers the whole library. ``game`` is offered too. ``names`` are the host
    names that it answers to, beside addresses and this computer's own. With ``proxy`` the address
    of a client is the last one in ``X-Forwarded-For``. With ``shared`` other processes open matches
    of the same folder. ``thinkers`` are the processes for computer players and hints. Rooms are
    closed after ``idle`` seconds, those with a running clock after ``absent`` seconds, without a
    client. A match without a move is deleted ``unplayed`` seconds after it was made, and
    ``untaken`` ones if a seat is still open. ``notices`` are the ways by which players are told of
    their turns.
    """

    folder: Path
    rulesets: tuple[str, ...] = ()
    game: str = ""
    names: tuple[str, ...] = ()
    proxy: bool = False
    shared: bool = False
    thinkers: int = 2
    idle: float = 60.0
    absent: float = 3600.0
    sweep: float = 5.0
    unplayed: float = 30 * DAY
    untaken: float = 2 * DAY
    notices: NoticeSettings = field(default_factory=NoticeSettings)
    limits: Limits = field(default_factory=Limits)
