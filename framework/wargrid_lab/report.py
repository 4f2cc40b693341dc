"""A report of games between computer players: verdict, plots, heat maps and games, as data.

A page draws it; it says nothing of a clock, so that the same games give the same report.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, TypeAdapter

from wargrid.core.state import Result
from wargrid.engine.game import Game
from wargrid.launch import replay_page
from wargrid.match import Match, header_for, result_text, write_whole
from wargrid.text import catalog
from wargrid_lab import (
    SHARES,
    Comparison,
    Estimate,
    Fairness,
    Figures,
    Row,
    Share,
    Terms,
    changed_by,
    moves_of,
    percent,
    players_said,
)
from wargrid_play.looks import looks_of
from wargrid_play.scenes import Warmth, warmth_of
from wargrid_play.table import Table, View, Wording
from wargrid_remote.differences import difference
from wargrid_remote.film import MAX_PAGE_BYTES, SAID, Film, film_of
from wargrid_remote.messages import Drawn, Update, table_news
from wargrid_remote.pictures import drawn

BINS: Final = 12
"""Into how many parts the lengths of games are put, at most."""

PEAKS: Final = 3
"""How many cells the text of a heat map names."""

HEATS: Final = ("stays", "moves", "losses")
"""What the heat maps of each side show."""

UNITS: Final = ("units", "left", "does", "kills", "given", "taken", "distance")
"""The columns of the table of units."""


class Bar(NamedTuple):
    """A share from 0 to 1, or a change of one, with its interval; ``side`` gives its colour."""

    label: str
    text: str
    value: float
    low: float
    high: float
    side: int | None = None
    certain: bool = True


class Plot(NamedTuple):
    """Bars below each other, of shares or of changes."""

    title: str
    bars: tuple[Bar, ...]
    kind: Literal["shares", "changes"] = "shares"


class Bin(NamedTuple):
    """Games of these lengths in moves: those that each side won, then those without a winner."""

    first: int
    last: int
    counts: tuple[int, ...]


class Grid(NamedTuple):
    """A table: its heads, then its rows, each with the side that gives its colour."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[int | None, tuple[str, ...]], ...]


class Heat(NamedTuple):
    """What happened on each cell in all games, its colours, and in words where most did."""

    title: str
    text: str
    counts: tuple[int, ...]
    colours: tuple[Warmth, ...]


class Replay(NamedTuple):
    """A game to go through."""

    title: str
    film: Film


class Report(BaseModel):
    """Everything that is shown.

    ``headlines`` are the sentences to read first. ``start`` is the view at the beginning, as
    ``board`` draws it.
    """

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    kind: Literal["report"]
    language: str
    title: str
    about: str
    headlines: tuple[str, ...]
    sentences: tuple[str, ...]
    plots: tuple[Plot, ...]
    lengths: tuple[Bin, ...]
    grids: tuple[Grid, ...]
    start: Update
    board: Drawn
    sheet: str
    heats: tuple[Heat, ...]
    games: tuple[Replay, ...]
    texts: dict[str, str]


_REPORT: Final = TypeAdapter(Report)


def fair_report(fair: Fairness, terms: Terms, language: str) -> Report:
    """Return the report on which side a ruleset favours, and on what each of its changes does.

    Raises:
        LooksError: the looks of the game cannot be used.
        PlayerError, PluginError: a game cannot be played again.
    """
    shown = _Shown(fair.games[0], fair.figures(), terms, language)
    plots = (*shown.plots(), *_changes(fair, shown))
    verdict, *others = fair.sentences(language)
    first = [verdict, *fair.wrong(language)]
    rest = [sentence for sentence in others if sentence not in first]
    return shown.report(first, rest, plots, (shown.units(), shown.dice()))


def compare_report(compared: Comparison, terms: Terms, language: str) -> Report:
    """Return the report of two rulesets beside each other; all but the changes is of the second.

    Raises as ``fair_report`` does.
    """
    shown = _Shown(compared.games[1], compared.figures(1), terms, language)
    lines = compared.lines(language)
    names = [name for name in compared.differences if name in SHARES]
    bars = (
        shown.change(line.name, compared.differences[name], name, line.certain)
        for name, line in zip(names, lines, strict=False)
    )
    certain = {True: shown.say("lab.certain"), False: shown.say("lab.uncertain")}
    one, other = (str(shown.texts.of(game.ruleset.name)) for game in compared.games)
    heads = ("", *((one, other) if one != other else ("A", "B")), "", "")
    rows = tuple((None, (*line[:4], certain[line.certain])) for line in lines)
    table = Grid(shown.say("report.compared"), heads, rows)
    plots = (*shown.plots(), Plot(shown.say("report.changed"), tuple(bars), "changes"))
    grids = table, shown.units(), shown.dice()
    return shown.report([compared.sentence(language)], (), plots, grids)


def save_report(path: Path, report: Report) -> None:
    """Write a report into a new file for a browser, which needs no network.

    Raises:
        RecordError: it cannot be written.
        NoFrontend: the files of the page are not installed.
    """
    page = replay_page()(_REPORT.dump_json(report, exclude_defaults=True))
    write_whole(path, page, most=MAX_PAGE_BYTES)


def _changes(fair: Fairness, shown: _Shown) -> Iterator[Plot]:
    """Yield, for each share that something certainly changes, what each neighbour does to it.

    Points are those of the side ahead, as in the sentences.
    """
    neighbours = fair.neighbours
    certain = [set(one.effects(fair.tests)) for one in neighbours]
    for measure in SHARES if neighbours else ():
        if measure != "side" and not any(measure in each for each in certain):
            continue
        names = [
            shown.say("report.without", change=one.change) if one.change
            else shown.texts.of(one.game.ruleset.name)
            for one in neighbours
        ]  # fmt: skip
        turned = measure == "side" and fair.ahead
        found = [-one.against[measure] if turned else one.against[measure] for one in neighbours]
        bars = tuple(
            shown.change(name, change, measure, measure in each)
            for name, change, each in zip(names, found, certain, strict=True)
        )
        what = shown.say(f"lab.measure.{measure}", side=shown.wording.side(fair.ahead))
        yield Plot(shown.say("report.change", measure=what), bars, "changes")


class _Shown:
    """Says what the games of one ruleset show."""

    def __init__(self, game: Game, figures: Figures, terms: Terms, language: str) -> None:
        self._game, self._figures, self._terms = game, figures, terms
        self.wording, self.texts = Wording(game, language), catalog(language)
        self.language, self.say = language, self.texts.say

    def report(
        self, headlines: Iterable[str], sentences: Iterable[str], plots: Iterable[Plot],
        grids: Iterable[Grid],
    ) -> Report:  # fmt: skip
        """Return the report with the board, heat maps and typical games of this ruleset."""
        view = Table(Match(self._game, by_hand=True), self.language, seats=()).view()
        board, sheet = drawn(view, looks_of(self._game))
        terms, count = self._terms, len(self._figures.games)
        return Report(
            kind="report", language=self.language, title=self.texts.of(self._game.ruleset.name),
            about=self.say("report.about", games=count, seed=terms.seed, most=terms.max_moves,
                           players=players_said(terms, self.language)),
            headlines=tuple(headlines), sentences=tuple(sentences),
            plots=tuple(plot for plot in plots if plot.bars),
            lengths=tuple(self._bins()), grids=tuple(grid for grid in grids if grid.rows),
            start=table_news(difference(None, view), -1), board=board, sheet=sheet,
            heats=tuple(self._heats(view)), games=tuple(self._replays(sheet)),
            texts=self.texts.below(*SAID, "report."),
        )  # fmt: skip

    def plots(self) -> Iterator[Plot]:
        """Yield who won, and how the games ended."""
        figures, count = self._figures, len(self._figures.games)
        bars = [
            self._share(self._named(side), figures.of_side(side), side)
            for side in range(len(self._game.sides))
        ]
        if figures.always_first is None:
            bars.append(self._share(self.say("report.first"), figures.of_first()))
        yield Plot(self.say("report.points"), tuple(bars) if count else ())
        ends: dict[str, int] = {}
        for game in figures.games:
            ends[self._ending(game)] = ends.get(self._ending(game), 0) + 1
        rows = sorted(ends.items(), key=lambda each: -each[1])
        found = tuple(self._share(text, Share(n / count, count)) for text, n in rows)
        yield Plot(self.say("report.ends"), found)

    def change(self, label: str, found: Estimate, measure: str, certain: bool) -> Bar:
        """Return the bar of a change of a share."""
        return Bar(label, changed_by(found, measure, self.language), *found, None, certain)

    def units(self) -> Grid:
        """Return what the units of each type did in a game on average."""
        games, rows = max(1, len(self._figures.games)), []
        sides = tuple(self._game.ruleset.sides)
        for each in self._figures.units(self._game):
            count = each.counts["begun"] + each.counts["gained"]
            numbers = {**each.counts, "units": count, "does": sum(each.does.values())}
            written = [self.wording.texts.decimal(numbers[name] / games) for name in UNITS]
            written[1] = f"{100 * each.survival:.0f} %"
            side = sides.index(each.side)
            rows.append((side, (self._named(side), self.wording.type(each.type), *written)))
        heads = (self.say("report.side"), self.say("report.unit"),
                 *(self.say(f"report.unit.{name}") for name in UNITS))  # fmt: skip
        return Grid(self.say("report.units"), heads, tuple(rows))

    def dice(self) -> Grid:
        """Return how often each face fell, beside what is to be expected."""
        sides = tuple(self._game.ruleset.sides)
        rows = tuple(
            (sides.index(each.side), (self._named(sides.index(each.side)),
             self.wording.face(each.face), str(each.rolled), f"{each.expected:.0f}"))
            for each in self._figures.dice(self._game)
        )  # fmt: skip
        words = ("side", "face", "rolled", "expected")
        return Grid(self.say("report.dice"), tuple(self.say(f"report.{w}") for w in words), rows)

    def _named(self, side: int) -> str:
        name = self.wording.side(side)
        return name[:1].upper() + name[1:]

    def _share(self, label: str, share: Share, side: int | None = None) -> Bar:
        return Bar(label, percent(share, self.language), share.value, *share.interval, side)

    def _ending(self, game: Row) -> str:
        if game.ending is None:
            return self.say("report.cut", most=self._terms.max_moves)
        return result_text(self._game, Result(game.side, game.ending), self.language)

    def _bins(self) -> Iterator[Bin]:
        lengths = [game.moves for game in self._figures.games]
        if not lengths:
            return
        least, wide = min(lengths), (max(lengths) - min(lengths)) // BINS + 1
        for first in range(least, max(lengths) + 1, wide):
            inside = [g for g in self._figures.games if first <= g.moves < first + wide]
            winners = (*range(len(self._game.sides)), None)
            counts = tuple(sum(game.side == winner for game in inside) for winner in winners)
            yield Bin(first, first + wide - 1, counts)

    def _heats(self, view: View) -> Iterator[Heat]:
        for what in HEATS:
            for side, word in enumerate(self._game.ruleset.sides):
                counted = self._figures.cells(what, word)
                counts = tuple(counted.get(name, 0) for name in view.cell_names)
                title = self.say(f"report.heat.{what}", side=self._named(side))
                yield Heat(title, self._peaks(counted), counts, warmth_of(counts))

    def _peaks(self, counted: dict[str, int]) -> str:
        highest = sorted(counted.items(), key=lambda each: (-each[1], each[0]))[:PEAKS]
        cells = ", ".join(f"{cell} ({number})" for cell, number in highest)
        return self.say("report.heat.peaks" if cells else "report.heat.none", cells=cells)

    def _replays(self, sheet: str) -> Iterator[Replay]:
        for game in self._figures.typical():
            match = Match(self._game, by_hand=True)
            for move in moves_of(self._game, self._terms, game.number):
                match.play(move)
            film = film_of(match, header_for(self._game), self.language)
            if film.sheet == sheet:  # it is in the report already
                film = film.model_copy(update={"sheet": "", "texts": {}})
            title = self.say("report.game", n=game.number, end=self._ending(game),
                             moves=game.moves)  # fmt: skip
            yield Replay(title, film)
