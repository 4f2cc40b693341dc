"""Reviews of matches that are over: their films, and the search for better moves."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import Field

from wargrid.match import Header, Match
from wargrid_play.table import Judge, Review, Wording, person_names, read_seat
from wargrid_remote import dump_film, film_of, notes_of
from wargrid_web.lines import Change, Kept
from wargrid_web.room import Make

MOST: Final = 8
"""How many reviews look for better moves at once; the one looked at least lately ends first."""

IDLE: Final = 20.0
"""The seconds without a question after which a review ends."""


class Look(Kept):
    """The request to look at a match that is over, by the secret of a seat or of watchers."""

    secret: str = Field(max_length=64)


class Branch(Look):
    """The request to play on from where a line of a match was after so many plies."""

    at: int = Field(ge=0, le=10**6)


class MatchLine(Look, Change):
    """The request to try another move in a match that is over, or to write about it."""


@dataclass
class _Looked:
    """A review that somebody looks at."""

    review: Review
    judge: Judge
    wording: Wording
    asked: float = field(default_factory=time.monotonic)


class Reviews:
    """The reviews of one process; ``make`` makes the thinker of one match."""

    def __init__(self, make: Make | None) -> None:
        self._make = make
        self._open: dict[tuple[str, str], _Looked] = {}

    async def film(self, name: str, match: Match, header: Header, language: str) -> bytes:
        """Return the film of a match as JSON, and begin to look for better moves.

        Raises:
            LooksError: the looks of the game cannot be used.
            PluginError: a plugin failed.
        """
        review = Review(match, 0)
        film = await asyncio.to_thread(_film, match, header, language, review)
        names = person_names(tuple(map(read_seat, header.players)))
        wording, key = Wording(match.game, language, names), (name, language)
        self._end(key)
        while len(self._open) >= MOST:
            self._end(min(self._open, key=lambda one: self._open[one].asked))
        self._open[key] = _Looked(review, Judge(review, make=self._make), wording)
        self._open[key].judge.advance()
        return film

    def notes(self, name: str, language: str) -> dict[str, Any]:
        """Return what is known now of the moves, and whether better ones are still sought."""
        looked = self._open.get((name, language))
        if looked is None:
            return {"notes": None, "seeks": False, "progress": ""}
        looked.asked = time.monotonic()
        looked.judge.advance()
        notes = notes_of(looked.judge, looked.review, looked.wording)
        progress = looked.judge.progress_text(looked.wording)
        return {"notes": notes, "seeks": looked.judge.seeks, "progress": progress}

    def sweep(self) -> None:
        """Go on with the reviews that are looked at, and end the others."""
        for key, looked in list(self._open.items()):
            if time.monotonic() - looked.asked > IDLE:
                self._end(key)
            else:
                looked.judge.advance()

    def _end(self, key: tuple[str, str]) -> None:
        looked = self._open.pop(key, None)
        if looked is not None:
            looked.judge.close()

    def close(self) -> None:
        """End all reviews."""
        for key in list(self._open):
            self._end(key)


def _film(match: Match, header: Header, language: str, review: Review) -> bytes:
    film = dump_film(film_of(match, header, language, review))
    review.suspects()  # takes long too, and is kept
    return film
