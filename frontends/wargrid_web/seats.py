"""The seats of a match: their kinds, and the secrets that open them."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

SECRET_BYTES: Final = 16
WATCHER: Final = -1
"""The number of a watcher's seat."""

SeatKind = Literal["link", "open", "computer"]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat: ``link`` if a secret opens it, ``open`` until somebody takes it, or a computer's.

    ``digest`` is that of the secret, or empty. ``name`` is the name that its player wants.
    """

    side: int
    kind: SeatKind
    digest: str = ""
    name: str = ""


def new_secret() -> str:
    """Return a new secret of 128 bits, as it stands behind ``#`` in a link."""
    return secrets.token_urlsafe(SECRET_BYTES)


def digest_of(secret: str) -> str:
    """Return the digest of a secret, which is kept in its place."""
    return hashlib.sha256(secret.encode()).hexdigest()


def opened(secret: str, seats: Sequence[SeatRow], watch: str) -> int | None:
    """Return the side that a secret opens, ``WATCHER``, or None.

    ``watch`` is the digest of the watchers' secret. All are compared, in constant time.
    """
    known = digest_of(secret)
    places = [*((seat.side, seat.digest) for seat in seats), (WATCHER, watch)]
    found = [side for side, digest in places if hmac.compare_digest(digest, known)]
    return found[0] if found else None
