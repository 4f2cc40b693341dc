"""Games that a command plays: their arguments, results on disk, progress, and Ctrl-C."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from wargrid.cli.common import Parser, add_seed, print_table, width
from wargrid.text import catalog

if TYPE_CHECKING:
    from wargrid.engine.game import Game
    from wargrid_lab import Condition, Estimate, GamePool, Row, Store, Terms
    from wargrid_lab.report import Report

_BAR: Final = 10
_OFTEN: Final = 0.1
_INTERRUPTED: Final = 130
_FAILED: Final = 2


def add_games(parser: Parser, most: int = 1000) -> None:
    """Add ``--workers`` and ``--max-moves``, with its default."""
    parser.add_count(
        "--workers", 1, "play in N processes; with --nodes the games are the same (default 1)"
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="play on the workers of a Dask cluster instead, such as tcp://10.0.0.1:8786",
    )
    parser.add_count("--max-moves", most, f"cut a game after N moves, a draw (default {most})")


def add_level(parser: Parser) -> None:
    """Add ``--player``, which plays both sides, ``--nodes``, ``--seed``, and ``add_games``."""
    parser.add_argument(
        "--player",
        metavar="P",
        default="2",
        help="the player of both sides: random, greedy, or a level 1 to 4 (default 2)",
    )
    parser.add_count("--nodes", 300, "a player looks at about N positions a turn (default 300)")
    add_seed(parser, "dice and players")
    add_games(parser, 500)


def terms_of(options: argparse.Namespace) -> Terms:
    """Return the terms of games in which one player plays both sides."""
    from wargrid_lab import Terms

    players = (options.player, options.player)
    return Terms(players, options.seed, None, options.nodes, options.max_moves)


def add_results(parser: Parser) -> None:
    """Add ``--results``."""
    parser.add_argument(
        "--results",
        metavar="FILE",
        type=Path,
        help="keep the games in FILE, one line of JSON each, and play those that it lacks",
    )


def add_report(parser: Parser) -> None:
    """Add ``--report``."""
    parser.add_argument(
        "--report",
        metavar="FILE",
        type=Path,
        help="write a page with plots, heat maps and games to replay into a new FILE, such as "
        "fair.html; it needs no network",
    )


def add_conditions(parser: Parser) -> None:
    """Add ``--fail-if``."""
    parser.add_argument(
        "--fail-if",
        metavar="CONDITION",
        action="append",
        default=[],
        help="end with exit code 1 if figures fulfil it, such as 'abs(first_wins - 0.5) > 0.05'; "
        "may be repeated",
    )


class Series:
    """Plays games of some rulesets, shows how far it is, and keeps what was played if it is ended.

    ``code`` and ``why`` are the exit code and the sentence of an early end. ``store`` keeps the
    games of several series; without one, those of this one are in the file of ``--results``.
    """

    def __init__(
        self,
        games: Sequence[Game],
        terms: Terms,
        options: argparse.Namespace,
        store: Store | None = None,
    ) -> None:
        from wargrid import __version__
        from wargrid.match import RecordError
        from wargrid_lab import Store

        self._file: Path | None = getattr(options, "report", None)
        if self._file is not None and self._file.exists():  # said before games are played
            raise RecordError("exists", 0, str(self._file))
        self._store = store or Store(options.results, games, terms, __version__)
        self._runs = [self._store.open(game, terms) for game in games]
        self._pool = _pool(games, terms, options)
        self._options = options
        self._progress = _Progress(sys.stderr, 1, options.language)
        self.played = 0
        self.code, self.why = 0, ""
        self.page: Callable[[], Report] | None = None
        """What makes the report, if one is asked for."""

    def __enter__(self) -> Series:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.__exit__()

    def play(
        self, wanted: Sequence[tuple[int, int]], so_far: Callable[[], str] = str, of: int = 0
    ) -> Iterator[tuple[int, Row]]:
        """Yield games in the order asked for, each with the number of its ruleset.

        ``wanted`` are numbers of rulesets and games. ``so_far`` says what the games show until now.
        If they are but a part ``of`` a number of games, the bar goes on where it was.
        After Ctrl-C, or if a player, plugin or cluster fails after the first game, no more come.
        """
        from wargrid.players import PlayerError
        from wargrid.plugins.base import PluginError
        from wargrid_lab import LabError, Task

        missing = [Task(*task) for task in wanted if task[1] not in self._known(task[0])]
        if not of or not self.played:
            self._progress = _Progress(sys.stderr, of or len(wanted), self._options.language)
        progress = self._progress
        new = self._pool.in_order(missing)
        try:
            for ruleset, number in wanted:
                row = self._known(ruleset).get(number)
                is_new = row is None
                if row is None:
                    _, row = next(new)
                    self._store.add(self._runs[ruleset], row)
                self.played += 1
                yield ruleset, row
                progress.step(so_far, is_new)
        except KeyboardInterrupt:
            self.code = _INTERRUPTED
            key = "cli.interrupted" if self.played else "cli.interrupted_early"
            self.why = catalog(self._options.language).say(key, games=self.played)
        except (PlayerError, PluginError, LabError) as error:
            if not self.played:
                raise
            self.code, self.why = _FAILED, error.text(self._options.language)
        except OSError as error:  # a full disk: what was played counts
            if not self.played:
                raise
            self._fail(error)
        finally:
            progress.clear()

    def _known(self, ruleset: int) -> dict[int, Row]:
        return self._store.rows[self._runs[ruleset]]

    def failed(self, conditions: Sequence[Condition], values: Mapping[str, Estimate]) -> list[str]:
        """Return the texts of the conditions that figures fulfil; of no game, none.

        One that cannot be computed, as where it divides by no draws, costs no figures.
        """
        from wargrid_lab import LabError

        held = []
        for condition in conditions if self.played else ():
            try:
                held += [condition.text] if condition.holds(values) else []
            except LabError as error:
                self.code = self.code or _FAILED
                self.why = self.why or error.text(self._options.language)
        return held

    def _fail(self, error: Exception) -> None:
        """Keep why it ended early, if the input is to blame; else raise the error."""
        from wargrid.cli.main import explained

        self.code, self.why = _FAILED, explained(error, self._options.language) or ""
        if not self.why:
            raise error

    def _written(self) -> str:
        """Write the report, if one was asked for and games were played, and say where it is."""
        from wargrid_lab.report import save_report

        if self._file is None or self.page is None or not self.played:
            return ""
        self._progress.say("report.writing")  # typical games are played again: it takes seconds
        try:
            save_report(self._file, self.page())
        except KeyboardInterrupt:
            self.code = _INTERRUPTED
        except Exception as error:  # what was played counts, and is printed
            self._fail(error)
        else:
            return catalog(self._options.language).say("report.written", path=self._file)
        finally:
            self._progress.clear()
        return ""

    def report(self, table: Mapping[str, object], failures: int = 0) -> int:
        """Print values as JSON, with why it ended early; return the exit code."""
        self._written()
        print_table({**table, **({"error": self.why} if self.why else {})}, as_json=True)
        return self.code or min(1, failures)

    def end(self, failures: Sequence[str] = ()) -> int:
        """Print why the games ended early, and which conditions hold; return the exit code."""
        sys.stdout.flush()
        said = self._written()
        print(said, end="\n" * bool(said))
        print(self.why, end="\n" * bool(self.why), file=sys.stderr)
        for text in failures:
            print(catalog(self._options.language).say("lab.failed", text=text), file=sys.stderr)
        return self.code or min(1, len(failures))


def _pool(games: Sequence[Game], terms: Terms, options: argparse.Namespace) -> GamePool:
    """Return what plays games: processes, or the cluster that was asked for."""
    from wargrid_lab import LabError, Pool

    if options.scheduler is None:
        return Pool(games, terms, options.workers)
    try:
        from wargrid_lab.games.cluster import Cluster
    except ImportError:
        raise LabError("no_dask") from None
    return Cluster(games, terms, options.scheduler)


class _Progress:
    """A bar on a terminal, with rate, time left and what the games show; nothing elsewhere."""

    def __init__(self, stream: TextIO, games: int, language: str) -> None:
        self._stream, self._games, self._texts = stream, games, catalog(language)
        self._on = stream.isatty()
        self._began = self._shown = time.monotonic()
        self._finished = self._new = 0

    def step(self, so_far: Callable[[], str], is_new: bool) -> None:
        """Show that another game is finished, at most ten times a second."""
        self._finished += 1
        self._new += is_new
        now = time.monotonic()
        if not self._on or (now - self._shown < _OFTEN and self._finished > 1):
            return
        self._shown = now
        full = _BAR * self._finished // self._games
        rate = self._new / max(now - self._began, 0.001)
        left = round((self._games - self._finished) / rate) if rate else 0
        text = self._texts.say(
            "cli.progress" if rate else "cli.progress_known", done=self._finished,
            games=self._games, rate=self._texts.decimal(rate), left=f"{left // 60}:{left % 60:02}",
        )  # fmt: skip
        said = ", ".join(filter(None, (text, so_far())))
        bar = f"[{'#' * full}{'.' * (_BAR - full)}] "
        self._write(bar * (len(bar + said) <= self._most) + said)

    def say(self, key: str) -> None:
        """Show a text in place of the bar."""
        if self._on:
            self._write(self._texts.say(key))

    def clear(self) -> None:
        """Remove the bar."""
        if self._on:
            self._write("")

    def _write(self, text: str) -> None:
        print(f"\r{text[: self._most]}\x1b[K", end="", file=self._stream, flush=True)

    @property
    def _most(self) -> int:
        """The letters of a line."""
        return (width(self._stream) or 80) - 1
