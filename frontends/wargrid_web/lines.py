"""Other moves that a visitor tries in a review: each answer is made from what the browser keeps.

Nothing of them is kept here. The notes of a request are lines of a record, as ``match.notes``
writes them; its path says which branch of them is shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from wargrid import PluginError, Position
from wargrid.match import Branch, Header, Match, Note, Notes, NotesError, read_notes, write_notes
from wargrid.text import printable
from wargrid_formats import FormatError, Opened, formats_of, write_game
from wargrid_play.looks import LooksError, looks_of
from wargrid_play.table import (
    MAX_COMMENT,
    Analysis,
    Review,
    Table,
    View,
    Wording,
    person_names,
    read_seat,
)
from wargrid_remote import (
    difference,
    drawn_difference,
    dump_film,
    dump_message,
    film_of,
    lying,
    table_news,
)
from wargrid_web.making import BadRequest

MOVES: Final = 1_000
"""How many moves of a game are made for the page, those of variations included."""

MAX_NOTES: Final = 200_000
"""The longest notes of a request, in letters."""

MAX_INPUTS: Final = 12
"""How many clicks and answers one move may take."""


class Kept(BaseModel):
    """What a browser keeps of a match beside it: its notes, None for those of the match itself.

    ``path`` says which line is looked at, as a path of ``Analysis``.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    notes: str | None = Field(default=None, max_length=MAX_NOTES)
    path: tuple[Annotated[int, Field(ge=0, le=10_000)], ...] = Field(default=(), max_length=50)


class Input(BaseModel):
    """A click on a cell, an answer to a question, or a typed move: one of them."""

    model_config = ConfigDict(extra="forbid", strict=True)
    click: int | None = Field(default=None, ge=0, le=99_999)
    press: str = Field(default="", max_length=80)
    type: str = Field(default="", max_length=200)


class Change(BaseModel):
    """What is to be done at the position after ``at`` plies of the line that is looked at.

    ``inputs`` are those of a move that is tried, from the first one; ``said`` is a name or comment.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    does: Literal["show", "try", "name", "comment", "delete", "leave"] = "show"
    at: int = Field(default=0, ge=0, le=10**6)
    inputs: tuple[Input, ...] = Field(default=(), max_length=MAX_INPUTS)
    said: str = Field(default="", max_length=MAX_COMMENT)


class Lines:
    """A match with the branches that a browser keeps, and the line of it that is looked at.

    The match itself stays as it was. Plies of requests count from the beginning of the line.

    Raises:
        BadRequest: the notes cannot be read, or have too many moves.
    """

    def __init__(self, opened: Opened, kept: Kept, language: str) -> None:
        match = opened.match
        self.match = plain(match)
        self.match.notes = match.notes if kept.notes is None else _read(kept.notes)
        self.header, self.language = opened.header, language
        self.names = person_names(tuple(map(read_seat, opened.header.players)))
        self.analysis = Analysis(self.match, kept.path)

    @property
    def line(self) -> Match:
        """The line as a match of its own, from the beginning of the game."""
        line = self.analysis.line
        return self.match if line is self.match else _copy(line, len(line.plies), self.match)

    def whole(self, at: int) -> int:
        """Return how many plies of the game lead to a position of the line."""
        return min(self.analysis.begin + at, len(self.analysis.line.plies))

    def answer(self, change: Change) -> dict[str, Any]:
        """Do what a request wants, and return what there is to show.

        Raises:
            BadRequest: it cannot be done; the sentence says why.
        """
        at, analysis = self.whole(change.at), self.analysis
        try:
            match change.does:
                case "try":
                    tried = self._try(at, change.inputs)
                    if isinstance(tried, dict):
                        return tried
                    at = tried
                case "name":
                    analysis.rename(change.said)
                case "comment":
                    analysis.comment(at, change.said)
                case "delete":
                    at = analysis.delete()
                case "leave":
                    at = analysis.leave()
            return self.shown(at, film=True)
        except NotesError:
            raise BadRequest(422, "lines_full") from None
        except (LooksError, PluginError):
            raise BadRequest(422, "wrong_game") from None

    def shown(self, at: int, *, film: bool = False) -> dict[str, Any]:
        """Return the line after ``at`` plies of the game, with its film if it is a branch."""
        analysis = self.analysis
        begin, branch = self.whole(0), analysis.branch
        rows = analysis.rows(Wording(self.match.game, self.language, self.names))
        notes = "\n".join(write_notes(self.match.notes))
        if len(notes) > MAX_NOTES or _moves(self.match.notes.branches) > MOVES:
            raise BadRequest(422, "lines_full")
        return {
            "notes": notes,
            "path": analysis.path,
            "at": max(0, at - begin),
            "name": "" if branch is None else branch.name,
            "rows": [(row.path, max(0, row.at - begin), row.text) for row in rows],
            "said": self._said(begin),
            "film": self._film(begin) if film and branch is not None else None,
            "files": files_of(self.match, self.header),
        }

    def _said(self, begin: int) -> list[tuple[int, str, str]]:
        """Return the comments on positions of the line: as people read and as they write them."""
        analysis = self.analysis
        line = analysis.branch or self.match.notes
        places = sorted({0} | {n.at for n in line.notes} | {each.at for each in line.branches})
        found = (
            (at, analysis.shown_at(begin + at), analysis.comment_at(begin + at)) for at in places
        )
        return [each for each in found if each[1] or each[2]]

    def _film(self, begin: int) -> Any:
        """Return the film of a branch, from the position in which it begins."""
        line = self.line
        part = Match(line.game, by_hand=True, start=_position(line, begin))
        part.plies[:] = line.plies[begin:]
        part.notes = _marks_of(self.analysis.branch or self.match.notes)
        if line.game.engine.hides(part.start) or line.game.engine.hides(part.position):
            raise BadRequest(422, "lines_hidden")
        return json.loads(dump_film(film_of(part, self.header, self.language, Review(part, 0))))

    def _try(self, at: int, inputs: Iterable[Input]) -> int | dict[str, Any]:
        """Make a move; returns the plies to the position after it, or what is still to be said."""
        match = _copy(self.line, at, self.match)
        match.by_hand = False
        if match.game.engine.hides(match.position):
            raise BadRequest(422, "lines_hidden")
        table = Table(match, self.language, names=self.names, hints=False)
        table.confirms = False
        try:
            for each in inputs:
                if len(match.plies) == at:
                    _do(table, each)
            view = table.view()
        finally:
            table.close()
        if len(match.plies) > at:
            return self.analysis.take(at, match.plies[at:])
        if view.message and view.tone == "refusal" and view.prompt is None:
            raise BadRequest(422, "text", text=printable(view.message, 500))
        return {"trial": _update(view, match, self.header)}


def files_of(match: Match, header: Header) -> dict[str, str]:
    """Return the text of a match in each format that can say it."""
    found = {}
    for form in formats_of(match):
        try:
            found[form] = write_game(match, header, form)
        except FormatError:
            continue
    return found


def _do(table: Table, each: Input) -> None:
    """Carry out an input; only what answers the question of a table is pressed."""
    view = table.view()
    asked = view.prompt
    if each.click is not None:
        if each.click < len(view.places):
            table.click(each.click)
    elif each.press:
        if asked and each.press in (*(name for name, _ in asked.options), *asked.answers):
            table.press(each.press)
    else:
        table.type(each.type)


def _update(view: View, match: Match, header: Header) -> Any:
    looks = looks_of(match.game, header.colours)
    change = difference(None, view) | drawn_difference(None, lying(view, looks))
    return json.loads(dump_message(table_news(change, -1)))


def work_of(kept: Kept) -> int:
    """Return how much is charged for an answer: more where many moves are made for it."""
    return 1 + (kept.notes or "").count("\n") // 10


def plain(match: Match) -> Match:
    """Return a match without comments and branches, which the page shows beside its film.

    The marks of its moves stay: they are written in the log.
    """
    found = _copy(match, len(match.plies))
    found.ending, found.notes = match.ending, _marks_of(match.notes)
    return found


def _marks_of(line: Notes | Branch) -> Notes:
    """Return the marks of the moves of a line alone."""
    return Notes(tuple(Note(each.at, "", each.marks) for each in line.notes if each.marks))


def _copy(match: Match, at: int, like: Match | None = None) -> Match:
    """Return a match of its own with the first plies of one, and dice by hand as in another."""
    found = Match(match.game, by_hand=(like or match).by_hand, start=match.start)
    found.plies[:] = match.plies[:at]
    return found


def _position(match: Match, at: int) -> Position:
    return match.plies[at - 1].after if at else match.start


def _read(text: str) -> Notes:
    try:
        notes = read_notes(text.split("\n") if text else [])
    except NotesError:
        raise BadRequest(422, "lines_wrong") from None
    if _moves(notes.branches) > MOVES:
        raise BadRequest(422, "lines_full")
    return notes


def _moves(branches: Iterable[Branch]) -> int:
    """Return how many moves branches have, those that leave them included."""
    return sum(len(each.moves) + _moves(each.branches) for each in branches)
