"""Results: how the games of a player ended, by game and opponent, kept between starts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, get_args

from wargrid.players import Seat
from wargrid.source.kept import Damage, Kept
from wargrid.text import Catalog
from wargrid_play.table.guide import GuidedMatch
from wargrid_play.table.lobby.games import head_of, title_of
from wargrid_play.table.lobby.players import LEVELS, name_of
from wargrid_play.table.lobby.session import Session, now

FILE: Final = "results.json"

MOST: Final = 5000
"""How many results are kept; the earliest give way."""

LONGEST: Final = 300
"""The most letters of a name in the file."""

MARKED: Final = "3"
"""The weakest level whose defeat marks a game."""

Outcome = Literal["won", "lost", "drawn"]


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game ended for the player: its ruleset, the side played, and against whom.

    ``opponent`` is a level, or the text of another computer player. ``begun`` and ``ended`` are
    dates; with the ruleset ``begun`` says which game it was.
    """

    ruleset: str
    side: str
    opponent: str
    outcome: Outcome
    turns: int
    begun: str
    ended: str


class Tally(NamedTuple):
    """How many games ended how."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    def text(self, words: Catalog) -> str:
        """Word it: ``3 won, 1 lost``."""
        said = [
            words.say(f"lobby.result.{kind}", count=count)
            for kind, count in self._asdict().items()
            if count
        ]
        return ", ".join(said)


def _tally(results: Iterable[GameResult]) -> Tally:
    listed = [one.outcome for one in results]
    return Tally(*(listed.count(outcome) for outcome in get_args(Outcome)))


class Results:
    """All results there are, the latest last; ``damage`` says what became of a damaged file."""

    def __init__(self, listed: Sequence[GameResult] = (), damage: Damage | None = None) -> None:
        self.listed = list(listed)
        self.damage = damage

    def add(self, result: GameResult) -> bool:
        """Add a result; False if that game has ended before.

        Its first end counts: going on with an earlier save wins no game that was lost.
        """
        if any((one.ruleset, one.begun) == (result.ruleset, result.begun) for one in self.listed):
            return False
        self.listed = [*self.listed, result][-MOST:]
        return True

    def games(self) -> list[str]:
        """Return the rulesets that have results, the last played first."""
        return list(dict.fromkeys(one.ruleset for one in reversed(self.listed)))

    def tallies(self, ruleset: str) -> dict[str, Tally]:
        """Return how the games of a ruleset ended, by opponent, the weakest level first."""
        own = [one for one in self.listed if one.ruleset == ruleset]
        opponents = sorted({one.opponent for one in own})
        return {each: _tally(one for one in own if one.opponent == each) for each in opponents}

    def beaten(self, ruleset: str) -> str:
        """Return the highest level that was beaten in a ruleset, empty if none was."""
        won = (one.opponent for one in self.listed if one.ruleset == ruleset and _is_won(one))
        return max((each for each in won if each in LEVELS), default="")

    def mark(self, ruleset: str, words: Catalog) -> str:
        """Say which level was beaten, where that is worth a mark; empty if it is not."""
        level = self.beaten(ruleset)
        return words.say("lobby.result.beaten", level=level) if level >= MARKED else ""

    def latest(self) -> dict[str, str]:
        """Return the ruleset played last of each game of the menu: itself, or a variant of it."""
        return {head_of(name): name for name in reversed(self.games())}

    def last_text(self, ruleset: str, words: Catalog) -> str:
        """Word how the games against the last opponent in a ruleset ended; empty without any."""
        last = next((one for one in reversed(self.listed) if one.ruleset == ruleset), None)
        if last is None:
            return ""
        return _against(last.opponent, self.tallies(ruleset)[last.opponent], words)

    def rows(self, words: Catalog, first: str = "") -> list[tuple[str, str, list[str]]]:
        """Return each game by name and title, one ``first``, with a line for each opponent."""
        order = self.games()
        order.sort(key=lambda name: head_of(name) != first)
        return [
            (name, title_of(name, words), [_against(*each, words) for each in tallies.items()])
            for name in order
            for tallies in [self.tallies(name)]
        ]


def _is_won(result: GameResult) -> bool:
    return result.outcome == "won"


def _against(opponent: str, tally: Tally, words: Catalog) -> str:
    name = name_of(Seat(opponent), words.language)
    return words.say("lobby.result.against", name=name, tally=tally.text(words))


def result_of(session: Session) -> GameResult | None:
    """Return how a match that is over ended for the only person who played it, or None.

    None of a lesson, of a battle of a campaign, which has its own progress, and of a game that
    goes on from the middle of another one.
    """
    match, header, side = session.match, session.header, session.alone
    lesson = isinstance(match, GuidedMatch)
    if match.result is None or side is None or lesson or header.campaign or not session.moved:
        return None
    if session.branched_at >= 0 or len(session.seats) != 2:
        return None
    opponent, winner = session.seats[1 - side], match.result.winner
    return GameResult(
        header.ruleset, [*match.game.ruleset.sides][side], opponent.player,
        _outcome(winner, side), match.position.turn, header.started or now(), now(),
    )  # fmt: skip


def _outcome(winner: int | None, side: int) -> Outcome:
    return "drawn" if winner is None else "won" if winner == side else "lost"


def read_results(folder: Path) -> Results:
    """Return the results kept in a folder; a file that cannot be read is renamed."""
    found = KEPT.load(folder / FILE)
    return Results(found.content or (), found.damage)


def write_results(folder: Path, results: Results) -> None:
    """Keep results in a folder, whole or not at all. Raises RecordError."""
    KEPT.keep(folder / FILE, {"results": [asdict(one) for one in results.listed]})


def _read(saved: Any) -> list[GameResult]:
    """Return the results in a file. Raises the errors that ``Kept`` allows."""
    listed = saved["results"]
    if not isinstance(listed, list) or len(listed) > MOST:
        raise ValueError(saved)
    return [_fitting(GameResult(**one)) for one in listed]


def _fitting(result: GameResult) -> GameResult:
    texts = (result.ruleset, result.side, result.opponent, result.begun, result.ended)
    fits = all(isinstance(one, str) and len(one) <= LONGEST for one in texts)
    if not fits or type(result.turns) is not int or result.outcome not in get_args(Outcome):
        raise ValueError(result)
    return result


KEPT: Final = Kept("results", _read)
"""How results are kept on the disk."""
