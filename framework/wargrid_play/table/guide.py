"""Guided games: a first game in steps, written in YAML beside a ruleset.

``duel.guide.yaml`` belongs to ``duel.yaml``. A step shows a text, may point at cells, and may ask
for a move; scripted rolls and the other side's replies follow it. After the last step the match
goes on freely.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from wargrid.core.dice import Chances, entropy
from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.core.refusal import IllegalMove, Refusal
from wargrid.engine.game import Game
from wargrid.loading.library import GUIDE_SUFFIX, SUFFIX, UnknownRuleset, locate
from wargrid.loading.loader import load_named
from wargrid.loading.validation import validate_document
from wargrid.match import Match, NotationError, Ply, PositionError, UndoRefusal, read_move
from wargrid.match import read_position as position_from
from wargrid.ruleset.values import Texts
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.source.document import Document
from wargrid.source.yaml_reader import read
from wargrid.text import LANGUAGES, Catalog
from wargrid_play.table.hints import name_move
from wargrid_play.table.view import GuideView

MAX_STEPS: Final = 100


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class GuideStep(_Model):
    """One step of a guided game."""

    say: Texts
    """What the player reads, one text or one per language."""

    point: tuple[str, ...] = ()
    """Cells to point at, such as ``[d4, d5]``."""

    move: str | None = None
    """The move that the player is asked for; without one a button leads on."""

    rolls: tuple[str, ...] = ()
    """The faces that fall after the move, one text a roll, such as ``axe axe panic``."""

    replies: tuple[str, ...] = ()
    """Moves that are played at once after it, usually those of the other side."""


class GuideFile(_Model):
    """A guided game."""

    title: Texts
    """Its name on the page of the game."""

    scenario: str | None = None
    """The scenario that it is played on, or null for the ruleset's own board."""

    options: dict[str, Any] = {}
    """Values of the ruleset's options, such as the side that begins."""

    start: str | None = None
    """The position it begins with, as ``wargrid show`` prints one; the set-up if left out."""

    steps: tuple[GuideStep, ...] = Field(max_length=MAX_STEPS)
    """The steps, in order."""

    closing: Texts | None = None
    """What the player reads once the guided game has been won; a usual sentence if left out."""


class GuideRefusal(Refusal):
    """Why a move is not played during a guided game."""

    __slots__ = ()
    topic = "guide"


@dataclass(frozen=True, slots=True)
class Guide:
    """A guided game that can be played: its game, its start and its steps are checked."""

    game: Game
    file: GuideFile
    start: Position | None


class _Script:
    """Chance that shows scripted rolls while there are some, and then rolls."""

    def __init__(self) -> None:
        self.rolls: list[str] = []
        self._roll = entropy()

    def __call__(self, chances: Chances) -> Move:
        if not self.rolls:
            return self._roll(chances)
        wanted = sorted(self.rolls[0].split())
        for _, move in chances:
            if sorted(getattr(move, "faces", ())) == wanted:
                del self.rolls[0]
                return move
        return self._roll(chances)


class GuidedMatch(Match):
    """A match that asks for certain moves until its guide has ended.

    ``at`` is the number of the present step. The guide ends after its last step, or when it is
    left; the match goes on from there. ``left``: the player has left it. ``followed`` is how many
    plies had been made when it ended by its last step, else -1.
    """

    def __init__(self, guide: Guide) -> None:
        self._script = _Script()
        super().__init__(guide.game, dice=self._script, start=guide.start)
        self.guide = guide
        self.at = 0
        self.left = False
        self.followed = -1

    @property
    def step(self) -> GuideStep | None:
        """The present step, or None after the last one."""
        steps = self.guide.file.steps
        return steps[self.at] if self.at < len(steps) else None

    @property
    def points(self) -> tuple[int, ...]:
        """The cells that the present step points at."""
        return () if self.step is None else tuple(map(self.game.grid.cell, self.step.point))

    @classmethod
    def resume(cls, guide: Guide, match: Match) -> GuidedMatch | None:
        """Return the guided match that a record holds, where its guide was; None if it was left.

        The record says which moves were made; steps that only explain are read again.
        """
        if cls(guide).position.board != match.start.board:
            return None
        guided = cls(replace(guide, game=match.game, start=match.start))
        made = [ply.move.key for ply in match.plies]
        while (step := guided.step) is not None and len(guided.plies) < len(made):
            if step.move is None:
                guided.next_step()
                continue
            guided.play(read_move(guided.game, guided.position, step.move))
            if made[: len(guided.plies)] != [ply.move.key for ply in guided.plies]:
                return None
        guided.plies[:], guided.ending = match.plies, match.ending
        return guided

    def next_step(self) -> None:
        """Go to the next step, if this one asks for no move."""
        if self.step is not None and self.step.move is None:
            self.at += 1
            self._note_end()

    def leave(self) -> None:
        """End the guide; the match goes on freely."""
        self.at, self.left = len(self.guide.file.steps), True

    def play(self, move: Move) -> tuple[Ply, ...]:
        """Make the move that the step asks for, with its rolls and replies.

        Raises:
            IllegalMove: the move is illegal, or not the one asked for; the refusal says which is.
        """
        step = self.step
        if step is None:
            return super().play(move)
        legal = self.game.engine.find_legal_move(self.position, move)
        if step.move is None or (legal is not None and legal is not self._legal(step.move)):
            raise IllegalMove(self.wanted(step))
        self._script.rolls = list(step.rolls)
        plies = super().play(move)
        self.at += 1
        for reply in step.replies:
            plies += super().play(self._legal(reply))
        self._note_end()
        self._script.rolls = []
        return plies

    def _note_end(self) -> None:
        if self.step is None:
            self.followed = len(self.plies)

    def wanted(self, step: GuideStep) -> GuideRefusal:
        """Return what a step asks for, as the refusal of anything else."""
        if step.move is None:
            return GuideRefusal("read_first")
        asked = self._legal(step.move)
        named = {each: name_move(self.game, self.position, asked, each) for each in LANGUAGES}
        return GuideRefusal("other_move", {"move": named})

    def _legal(self, text: str) -> Move:
        move = read_move(self.game, self.position, text)
        legal = self.game.engine.find_legal_move(self.position, move)
        if legal is None:
            raise IllegalMove(self.game.engine.refusal(self.position, move))
        return legal

    def undo_refusal(self, sides: Collection[int] = ()) -> UndoRefusal | None:
        """Return why the last move cannot be undone: steps are not taken back."""
        return super().undo_refusal(sides) if self.step is None else UndoRefusal("undo_guided")


def guided_again(match: Match, ruleset: str) -> GuidedMatch | None:
    """Return the guided match that one read from a file was, unless its player had left the guide.

    ``ruleset`` names its ruleset, which may be unknown here. Files do not carry a guide: it is
    there again if the moves are those that it asks for.
    """
    try:
        file = guide_beside(locate(ruleset))
        return None if file is None else GuidedMatch.resume(load_guide(file), match)
    except (UnknownRuleset, RulesetError):
        return None


def lesson_text(match: Match, texts: Catalog) -> str:
    """Return what is said where the last step of a guide ended the game; empty after any other."""
    if not isinstance(match, GuidedMatch) or match.followed != len(match.plies):
        return ""
    closing = match.guide.file.closing
    return texts.say("guide.closing") if closing is None else texts.of(closing)


def is_guided(match: Match) -> bool:
    """Return whether a guide tells what to do now."""
    return isinstance(match, GuidedMatch) and match.step is not None


def guide_refusal(match: Match) -> GuideRefusal | None:
    """Return what a guide asks for, as the refusal of anything else; None without a guide."""
    if not isinstance(match, GuidedMatch) or match.step is None:
        return None
    return match.wanted(match.step)


def guide_view(match: Match, texts: Catalog, *, asked: bool) -> GuideView | None:
    """Return the present step of a match as a frontend shows it; None without a guide.

    What the table has ``asked`` is answered before the guide leads on.
    """
    if not isinstance(match, GuidedMatch) or match.step is None:
        return None
    step, explains = match.step, match.step.move is None
    ends = explains and match.at == len(match.guide.file.steps) - 1
    return GuideView(texts.of(step.say), match.points, explains and not asked, ends)


def follow_guide(match: Match, wanted: str) -> None:
    """Go to the ``next`` step of a guided match, or ``leave`` the guide."""
    if isinstance(match, GuidedMatch) and wanted in ("next", "leave"):
        match.next_step() if wanted == "next" else match.leave()


def guide_file(game: Game) -> Path | None:
    """Return the file of the guided game of a ruleset, or None if it has none."""
    return guide_beside(game.files[0]) if game.files else None


def guide_beside(ruleset: Path) -> Path | None:
    """Return the file of the guided game of a ruleset's file, or None if it has none."""
    path = ruleset.with_name(ruleset.name.removesuffix(SUFFIX) + GUIDE_SUFFIX)
    return path if path.is_file() else None


def load_guide(path: Path) -> Guide:
    """Read a guided game and play it through.

    Raises:
        RulesetError: the file or its ruleset is wrong, or a move in it cannot be played.
    """
    document = read(path)
    made, found = validate_document(GuideFile, document)
    if made is None:
        raise RulesetError(found)
    ruleset = path.with_name(path.name.removesuffix(GUIDE_SUFFIX) + SUFFIX)
    game = load_named(ruleset, made.options, made.scenario).game()
    guide = Guide(game, made, _start(game, made, document))
    wrong = next(_faults(guide, document), None)
    if wrong is not None:
        raise RulesetError([wrong])
    return guide


def diagnose_guide(path: Path) -> list[Diagnostic]:
    """Return what is wrong with a guided game, as ``wargrid check`` reports it."""
    try:
        load_guide(path)
    except RulesetError as error:
        return list(error.diagnostics)
    return []


def _start(game: Game, file: GuideFile, document: Document) -> Position | None:
    if file.start is None:
        return None
    try:
        return position_from(game, file.start)
    except PositionError as error:
        raise RulesetError([document.diagnostic(("start",), "guide_start", why=error)]) from None


def _faults(guide: Guide, document: Document) -> Iterator[Diagnostic]:
    """Play all steps; yield the first thing that cannot be done."""
    match = GuidedMatch(guide)
    for number, step in enumerate(guide.file.steps):
        place: Place = ("steps", number)
        for at, cell in enumerate(step.point):
            if not guide.game.grid.has(cell):
                yield document.diagnostic((*place, "point", at), "guide_cell", cell=cell)
        if step.move is None:
            match.next_step()
            continue
        try:
            plies = match.play(read_move(guide.game, match.position, step.move))
        except (NotationError, IllegalMove) as error:
            why = error.refusal if isinstance(error, IllegalMove) else error
            reply = match.at > number
            which = (*place, "replies") if reply else (*place, "move")
            yield document.diagnostic(which, "guide_move", move=step.move, why=why)
            return
        rolled = [sorted(ply.move.faces) for ply in plies if hasattr(ply.move, "faces")]
        if rolled[: len(step.rolls)] != [sorted(roll.split()) for roll in step.rolls]:
            yield document.diagnostic((*place, "rolls"), "guide_roll", move=step.move)
            return
