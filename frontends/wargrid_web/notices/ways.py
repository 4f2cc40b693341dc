"""The ways by which the seats of one match are told: kept in a file beside its journal."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from wargrid.match import Kept
from wargrid_web.notices.push import Subscription

SUFFIX: Final = ".notices"
"""The ending of the file with the ways of a match, beside its journal."""

ADDRESS: Final = r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}$"
"""An address of a mail, without what could be more than one."""

MailAddress = Annotated[str, Field(max_length=254, pattern=ADDRESS)]

Kind = Literal["push", "mail", "hook"]


class Way(BaseModel):
    """How the player of a seat is told; ``key`` ends it, ``turn`` is the last one told.

    ``failures`` have followed each other.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    kind: Kind
    language: str = Field(max_length=5)
    push: Subscription | None = None
    mail: MailAddress | None = None
    key: str = Field(default_factory=lambda: secrets.token_urlsafe(12), max_length=32)
    turn: int = -1
    failures: int = 0


class Letter(NamedTuple):
    """A notice on its way to the player of a ``side``: what is said, and where it leads."""

    match: str
    side: int
    way: Way
    title: str
    text: str

    def link(self, server: str) -> str:
        """Return the address of the match at a server, without the secret, which browsers know."""
        return f"{server}/m/{self.match}"

    def end(self, server: str) -> str:
        """Return the address at which one click ends the notices."""
        return f"{server}/notices#{self.match}.{self.way.key}"


def _read(found: Any) -> dict[int, Way]:
    if not isinstance(found, dict) or len(found) > 8:
        raise ValueError(SUFFIX)
    return {int(side): Way.model_validate(way) for side, way in found.items()}


KEPT: Final = Kept("notices", _read, private=True, backed_up=False)
"""How the ways of a match are kept."""


def written(ways: dict[int, Way]) -> dict[str, Any]:
    """Return the ways of a match as they are kept."""
    return {str(side): way.model_dump(exclude_none=True) for side, way in ways.items()}


def path_of(journal: Path, match: str) -> Path:
    """Return the file of a match, beside its journal."""
    return journal.parent / f"{match}{SUFFIX}"
