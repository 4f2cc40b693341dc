"""A film of a match: every position with its log, the side that led, and the worth of moves.

It shows no more than a watcher could see, so that anybody may have it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import BaseModel, ConfigDict, TypeAdapter

from wargrid.launch import replay_page
from wargrid.match import Header, Match, Ply, write_whole
from wargrid.text import catalog
from wargrid_play.looks import Looks, looks_of
from wargrid_play.table import (
    Analysis,
    Judge,
    Review,
    Seat,
    Table,
    View,
    Wording,
    pairing,
    person_names,
    read_seat,
)
from wargrid_play.table.history.animations import animations_of
from wargrid_play.table.view import TextLines
from wargrid_remote.differences import difference, drawn_difference
from wargrid_remote.messages import Drawn, Update, table_news
from wargrid_remote.pictures import drawn, lying

MAX_PAGE_BYTES: Final = 64 << 20
"""How large the page of a replay may be."""

SAID: Final = ("film.", "window.review.")
"""The beginnings of the keys of the texts that a film shows."""


class Note(NamedTuple):
    """The comment on the move before the stop numbered ``at``, with the cells of a better one."""

    at: int
    kind: str
    text: str
    cells: tuple[int, ...] = ()
    facing: int | None = None


class Film(BaseModel):
    """Everything that is shown; one frame for each stop of a review.

    ``frames`` are what has changed since the frame before, with what is to be animated. ``stops``
    count plies, ``turns`` are those after which a turn began, ``points`` those of moves that
    changed most. ``scores`` are those at the stops for the first side, ``luck`` what the dice did,
    ``notes`` what is said of moves. Each of ``boards`` is the ground from one frame on.
    """

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    language: str
    title: str
    players: str
    date: str
    boards: tuple[tuple[int, Drawn], ...]
    sheet: str
    frames: tuple[Update, ...]
    stops: tuple[int, ...]
    turns: tuple[int, ...]
    points: tuple[int, ...]
    scores: tuple[float, ...]
    luck: TextLines
    notes: tuple[Note, ...]
    texts: dict[str, str]


_FILM = TypeAdapter(Film)


def film_of(match: Match, header: Header, language: str, review: Review | None = None) -> Film:
    """Return the film of a match, from its ``review`` if there is one already.

    While armies are set up in secret it has the empty board alone: it does not even show the number
    of units.

    Raises:
        LooksError: the looks of the game cannot be used.
        PluginError: a plugin failed.
    """
    review = Review(match, 0) if review is None else review
    if match.game.engine.hides(match.position):
        review = Review(Match(match.game, by_hand=True, start=match.start), 0)
    review.read(len(review.stops))
    views, names = list(_views(review, header, language)), person_names(_seats(header))
    looks = looks_of(match.game, header.colours)
    boards, sheet = _boards(views, looks)
    judge, wording = Judge(review, make=None), Wording(match.game, language, names)
    sides = [
        wording.texts.of(name)
        for name in map(match.game.ruleset.side_name, range(len(match.game.sides)))
    ]
    return Film(
        language=language, title=views[-1].ruleset_name,
        players=pairing(header.players, language, sides),
        date=header.started.partition(" ")[0], boards=boards, sheet=sheet,
        frames=tuple(_frames(review, views, looks)), stops=tuple(review.stops), turns=review.turns,
        points=review.turning_points(), scores=review.figures().scores,
        luck=tuple(_luck(review, views[-1], wording)) if views[-1].rolls else (),
        notes=notes_of(judge, review, wording),
        texts=catalog(language).below(*SAID),
    )  # fmt: skip


def _luck(review: Review, view: View, wording: Wording) -> Iterator[tuple[str, str]]:
    """Yield, for each side, the men that it removed, and those to be expected of its dice."""
    figures = review.figures()
    for side in view.sides:
        removed, due = figures.inflicted[side.side], Fraction(figures.expected[side.side])
        yield wording.say("window.review.hits", side=side.name), f"{removed}"
        yield wording.say("window.review.due", side=side.name), wording.number(due)


def notes_of(judge: Judge, review: Review, wording: Wording) -> tuple[Note, ...]:
    """Return what players wrote of the moves of a review and tried, and what a judge says now."""
    found, analysis = [], Analysis(review.match)
    for at, stop in enumerate(review.stops):
        kind, said = judge.kind(stop), analysis.said_at(stop, wording)
        if kind not in ("", "sought"):
            better = judge.better(stop, wording)
            cells, facing = ((), None) if better is None else (better.cells, better.facing)
            verdict = judge.verdict(stop, wording)
            found.append(Note(at, kind, f"{said} {verdict}".strip(), cells, facing))
        elif said:
            found.append(Note(at, "said", said))
    return tuple(found)


def dump_film(film: Film) -> bytes:
    """Write a film as JSON."""
    return _FILM.dump_json(film, exclude_defaults=True)


def replay_html(match: Match, header: Header, language: str) -> bytes:
    """Return the replay of a match as one file for a browser.

    Raises:
        LooksError: the looks of the game cannot be used.
        PluginError: a plugin failed.
        NoFrontend: the files of the page are not installed.
    """
    return replay_page()(dump_film(film_of(match, header, language)))


def save_replay(path: Path, match: Match, header: Header, language: str) -> None:
    """Write the replay of a match into a new file.

    Raises:
        RecordError: it cannot be written.
        LooksError, PluginError, NoFrontend: as for ``replay_html``.
    """
    write_whole(path, replay_html(match, header, language), most=MAX_PAGE_BYTES)


def _views(review: Review, header: Header, language: str) -> Iterator[View]:
    """Yield the view at each stop; the review ends where it was."""
    names, before = person_names(_seats(header)), review.at
    table, analysis = Table(review.shown, language, seats=(), names=names), Analysis(review.match)
    for stop in review.stops:
        review.seek(stop)
        view = table.view()
        yield replace(view, log=analysis.marked(view.log))
    review.seek(before)


def _boards(views: Sequence[View], looks: Looks) -> tuple[tuple[tuple[int, Drawn], ...], str]:
    """Return each ground with the first frame that has it, and the sheet that all of them use."""
    found: list[tuple[int, Drawn]] = []
    sheet, ground = "", None
    for at, view in enumerate(views):
        now = view.walls, view.terrain, view.zones
        if now != ground:
            board, sheet = drawn(view, looks)
            found.append((at, board))
            ground = now
    return tuple(found), sheet


def _seats(header: Header) -> tuple[Seat, ...]:
    return tuple(map(read_seat, header.players))


def _frames(review: Review, views: Sequence[View], looks: Looks) -> Iterator[Update]:
    drawings = [lying(view, looks) for view in views]
    first = difference(None, views[0]) | drawn_difference(None, drawings[0])
    yield table_news(first, -1)
    pairs = zip(pairwise(views), pairwise(drawings), review.stops[1:], strict=True)
    for (before, view), lay, stop in pairs:
        plies: Sequence[Ply] = review.group(stop)
        news = [step for ply in plies for step in animations_of(ply)]
        yield table_news(difference(before, view) | drawn_difference(*lay), -1, news)
