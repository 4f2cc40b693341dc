"""From the tree of a file to a match: every move is made by the rules, and what differs is said."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeAlias

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.core.refusal import IllegalMove
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.loading.library import SUFFIX, locate, name_of, names
from wargrid.loading.loader import load_named
from wargrid.match import (
    AGREED,
    OUT_OF_TIME,
    RESIGN,
    Branch,
    Ending,
    Header,
    Match,
    Note,
    Notes,
    NotesError,
    PositionError,
    check_notes,
    header_for,
    result_text,
    write_move,
)
from wargrid.players import read_seat
from wargrid.plugins.base import PluginError
from wargrid.source.diagnostics import RulesetError
from wargrid.text import join_names
from wargrid_formats.claims import Claim, Claimed, claim_for, claims_of
from wargrid_formats.form import Format, Speech, formats
from wargrid_formats.notices import Notice, Worded, quoted
from wargrid_formats.tree import MAX_NOTICES, GameFile, Line, Source, Step

MAX_MOVES: Final = 3_000
"""How many moves of a game are made, those of variations included."""

_REASONS: Final = {"resign": RESIGN, "time": OUT_OF_TIME, "agreed": AGREED}
_EARLIER: Final = "repetition"
"""The word of a victory that may end a game earlier here than elsewhere, also without a draw."""

Loaded: TypeAlias = tuple[str, tuple[str, ...]]
"""The file of a ruleset, and what was taken out of its rules."""

_MAX_RELEASED: Final = 5
_NULL_MOVES: Final = ("--", "Z0", "0000", "B pass", "W pass")
"""How files write a move that passes."""

_SIDES: Final = {"first": 0, "second": 1}


@dataclass(frozen=True, slots=True)
class Opened:
    """A game of a file as a match, and what there is to say of it."""

    match: Match
    header: Header
    notices: tuple[Notice, ...] = ()


def open_game(
    file: GameFile, most: int = MAX_MOVES, games: MutableMapping[Loaded, Game] | None = None
) -> Opened:
    """Make the match of a game, as far as its moves are legal, and of at most so many moves.

    A draw by which a game ends earlier here than in the file, such as one that was not claimed, is
    taken out of the rules of this match: a notice says so. ``games`` are those loaded before, which
    others of the same rules share; a new one is added.

    Raises:
        FormatError: no ruleset plays such games, or the start position is wrong.
        RulesetError: the ruleset that does is broken.
    """
    form = formats()[file.format]
    known: MutableMapping[Loaded, Game] = {} if games is None else games
    claimed = claimed_for(file, known)
    settings: dict[str, object] = {}
    released: list[Notice] = []
    while True:
        game = _loaded(claimed.ruleset, settings, known)
        replaying = _Replaying(game, file, form, claimed.claim, most)
        early = replaying.run()
        if early is None or len(released) == _MAX_RELEASED or f"victory.{early}" in settings:
            return replaying.opened(released)
        trial = {**settings, f"victory.{early}": "~"}
        try:
            _loaded(claimed.ruleset, trial, known)
        except RulesetError:
            return replaying.opened(released)
        settings = trial
        released.append(replaying.ended_early())


def _loaded(
    ruleset: Path, settings: Mapping[str, object], known: MutableMapping[Loaded, Game]
) -> Game:
    key = str(ruleset), tuple(settings)
    if key not in known:
        known[key] = load_named(ruleset, settings).game()
    return known[key]


def claimed_for(file: GameFile, known: MutableMapping[Loaded, Game]) -> Claimed:
    """Find the ruleset that plays a game: by what it is called, or what a file means without.

    Raises:
        FormatError: no ruleset is called so.
        RulesetError: the one that is called so is broken.
    """
    claims = claims_of(file.format)
    named = file.variant.strip().casefold()
    for each in claims:
        if named in map(str.casefold, each.claim.names) or (not named and each.claim.unnamed):
            return each
    own = _own_ruleset(file, known)
    if own is not None:
        return own
    called = [_called(each) for each in claims if each.claim.names]
    values = {"text": quoted(file.variant), "known": join_names(called, 40)}
    code = "variant" if file.variant else "no_variant"
    raise file.source.error(code, file.at, **values)


def _called(claimed: Claimed) -> str:
    """Return what files call a ruleset, with its own name where that says nothing to people."""
    name = claimed.claim.names[0]
    return name if name.isascii() and not name.isdigit() else f"{name} ({name_of(claimed.ruleset)})"


def _own_ruleset(file: GameFile, known: MutableMapping[Loaded, Game]) -> Claimed | None:
    """Return the ruleset of the library that a variant names, with the claim that it shares.

    A file of another person names it: a name is looked up, and never taken for a path.
    """
    if file.variant.endswith(SUFFIX) or file.variant not in names():
        return None
    path = locate(file.variant)
    found = claim_for(_loaded(path, {}, known), file.format)
    return None if found is None else Claimed(found[0], path)


@dataclass(slots=True)
class _Said:
    """What is said of a line of moves, counted from its beginning."""

    notes: list[Note] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)

    def comment(self, at: int, comments: Sequence[str], marks: Sequence[int] = ()) -> None:
        """Keep comments and marks after so many plies."""
        if comments or marks:
            self.notes.append(Note(at, "\n".join(comments), tuple(marks)))


class _Replaying:
    """Makes the moves of a file in a match, and those of its variations in positions."""

    def __init__(self, game: Game, file: GameFile, form: Format, claim: Claim, most: int) -> None:
        self.game = game
        self.file = file
        self.source: Source = file.source
        self.speech: Speech = form.speech(game, claim, file)
        self.match = Match(game, start=self._start())
        self.notices = list(file.notices)
        self.said = _Said()
        self.made, self.most = 0, most
        self.stopped = False

    def _start(self) -> Position | None:
        if not self.file.start:
            return None
        try:
            return self.speech.read_start(self.file.start)
        except PositionError as error:
            why = Worded("", word=error.refusal.text)
            raise self.source.error("start", self.file.at, why=why) from None

    def run(self) -> str | None:
        """Make the moves; return the word of the victory that ends the game before the file."""
        match, before = self.match, None
        self.said.comment(0, self.file.line.comments)
        for step in self.file.line.steps:
            if match.result is not None:
                if step.text in _NULL_MOVES:
                    break  # neither side can move, and the game is over
                if match.result.winner is None or match.result.reason == _EARLIER:
                    return match.result.reason
                self._stop("after_end", step, why=result_text_of(match))
                break
            at, position = len(match.plies), match.position
            way = self._way(position, step, before)
            if way is None:
                self.stopped = True
            else:
                before = self._play(step, way) or before
            self._vary(self.said, at, position, _before(match, at), step.variations)
            if self.stopped:
                break
            self.said.comment(len(match.plies), step.comments, step.marks)
        self._end()
        return None

    def _play(self, step: Step, way: Sequence[Move]) -> Move | None:
        try:
            for move in way:
                self.match.play(move)
        except (IllegalMove, PluginError):
            self._stop("illegal", step)
            return None
        return way[-1]

    def _stop(self, code: str, step: Step, **values: object) -> None:
        self.stopped = True
        self.notices.append(self._notice(code, step, **values))

    def _notice(self, code: str, step: Step, **values: object) -> Notice:
        return self.source.notice(code, step.at, text=quoted(step.text), **values)

    def _refuse(self, code: str, step: Step, where: str, **values: object) -> None:
        """Say why a move is not made; of branches, no more than a list of notices holds."""
        if not where or len(self.notices) < MAX_NOTICES:
            self.notices.append(self._notice(code, step, **values))

    def _way(
        self, position: Position, step: Step, before: Move | None, where: str = ""
    ) -> list[Move] | None:
        """Return the moves of a text; say why there is none, in a sentence for a branch if so."""
        if self.made >= self.most:
            if all(notice.code != "too_long" for notice in self.notices):
                self._refuse("too_long", step, "", most=self.most)
            return None
        if self.game.to_act(position) == CHANCE:
            self._refuse("chance", step, where)
            return None
        ways = self.speech.read(position, step.text, before)
        keys = {tuple(move.key for move in way) for way in ways}
        if len(keys) == 1:
            self.made += 1
            return ways[0]
        if not ways and step.text in _NULL_MOVES:
            self._refuse("null_move", step, where)
        else:
            self._refuse(f"{'ambiguous' if ways else 'illegal'}{where}", step, where)
        return None

    def _vary(
        self, said: _Said, at: int, position: Position, before: Move | None, lines: list[Line]
    ) -> None:
        """Keep variations of the position after so many plies as branches."""
        for line in lines:
            moves, below = self._varied(position, before, line)
            if moves or below.notes:
                said.branches.append(
                    Branch(at, tuple(moves), line.name, tuple(below.notes), tuple(below.branches))
                )

    def _varied(
        self, position: Position, before: Move | None, line: Line
    ) -> tuple[list[str], _Said]:
        said, texts = _Said(), list[str]()
        said.comment(0, line.comments)
        for step in line.steps:
            if position.result is not None:
                break  # what follows mate is said of no game
            way = self._way(position, step, before, "_branch")
            at, there, last = len(texts), position, before
            for move in way or ():
                texts.append(write_move(self.game, move))
                position, before = self.game.step(position, move), move
            self._vary(said, at, there, last, step.variations)
            if way is None:
                break
            said.comment(len(texts), step.comments, step.marks)
        return texts, said

    def _end(self) -> None:
        """End the match as the file says, unless its moves have ended it."""
        file, match = self.file, self.match
        if self.stopped or not file.winner:
            return
        winner = None if file.winner == "draw" else _SIDES[file.winner]
        if match.result is not None:
            if match.result.winner != winner:
                values = {"why": result_text_of(match)}
                self.notices.append(self.source.notice("result_differs", file.at, **values))
            return
        if file.reason in _REASONS:
            loser = None if winner is None else 1 - winner
            match.end(Ending(_REASONS[file.reason], loser))

    def ended_early(self) -> Notice:
        """Return what is said of a game that the rules end before the file does."""
        number = self.speech.counted(self.match.plies[-1]) if self.match.plies else 0
        return Notice("ended_early", values={"number": number, "why": result_text_of(self.match)})

    def opened(self, released: Sequence[Notice]) -> Opened:
        """Return the match with its notes; raises FormatError if not even one move can be made."""
        steps = self.file.line.steps
        illegal = any(notice.code == "illegal" for notice in self.notices)
        if illegal and steps and not self.match.plies:
            raise self.source.error("no_move", steps[0].at, text=quoted(steps[0].text))
        tags = tuple((name, value) for name, value in self.file.tags.items() if value)
        notes = Notes(tuple(self.said.notes), tuple(self.said.branches), tags)
        notices = [*self.notices, *released]
        try:
            check_notes(notes)
        except NotesError:
            notices.append(Notice("notes_left_out"))
            notes = replace(notes, notes=(), branches=())
        self.match.notes = notes
        names = tuple(map(_person, self.file.players))
        header = header_for(self.game, started=self.file.date, players=names)
        return Opened(self.match, header, tuple(notices))


def result_text_of(match: Match) -> Worded:
    """Return the result of a match, to be worded when a notice is read."""
    result, position = match.result, match.position

    def word(language: str) -> str:
        return result_text(match.game, result, language, position) if result is not None else ""

    return Worded("", word=word)


def _before(match: Match, at: int) -> Move | None:
    """Return the move before the one with this index."""
    return match.plies[at - 1].move if at else None


def _person(name: str) -> str:
    """Return a name that is no computer player's."""
    return name if read_seat(name).is_person else name.replace(",", " ")
