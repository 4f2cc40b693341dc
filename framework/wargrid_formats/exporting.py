"""From a match to the text of a file: moves as its format writes them, notes and branches too."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from wargrid.engine.flow import CHANCE
from wargrid.match import (
    AGREED,
    OUT_OF_TIME,
    RESIGN,
    Branch,
    Header,
    Match,
    Note,
    Notes,
    Ply,
    branched,
    write_move,
)
from wargrid.match.notation.position_text import write_start
from wargrid_formats.claims import claim_for
from wargrid_formats.form import Speech, formats
from wargrid_formats.notices import FormatError, Notice
from wargrid_formats.tree import GameFile, Line, Source, Step, Winner

_REASONS: Final = {RESIGN: "resign", OUT_OF_TIME: "time", AGREED: "agreed"}


def formats_of(match: Match) -> list[str]:
    """Return the names of the formats in which a match can be written, sorted."""
    found = {name: claim_for(match.game, name) for name in formats()}
    return [
        name for name, claim in found.items() if claim and (claim[1] or formats()[name].any_variant)
    ]


def write_game(match: Match, header: Header, form: str) -> str:
    """Write a match as a file of a format.

    Raises:
        FormatError: there is no such format, it has no games of this ruleset, or cannot say a move.
    """
    known = formats_of(match)
    found = claim_for(match.game, form) if form in known else None
    if found is None:
        raise FormatError("no_such_format", text=form, known=", ".join((*known, "wargrid")))
    if match.game.engine.hides(match.position):
        raise FormatError("hidden")
    claim, own = found
    speech = formats()[form].speech(match.game, claim, None)
    file = GameFile(form, Source(""))
    file.tags = dict(match.notes.tags) | speech.tags()
    named = claim.unnamed or claim.called
    file.variant = header.ruleset if not own else "" if named else claim.names[0]
    if write_start(match.game, match.start) or not own:
        file.start = speech.write_start(match.start)
    file.players, file.date = header.players, header.started[:10]
    file.winner, file.reason = _outcome(match)
    file.line = _Writer(match, speech).line(match, 0, 0, match.notes)
    return formats()[form].write(file, claim)


def left_out(match: Match, form: str) -> tuple[Notice, ...]:
    """Return what there is to say of a match that is written in a format, or as a record."""
    known = formats().get(form)
    drops = known is not None and not known.variations and match.notes.branches
    return (Notice("branches_left_out"),) if drops else ()


def _outcome(match: Match) -> tuple[Winner, str]:
    result = match.result
    if result is None:
        return "", ""
    reason = _REASONS.get(result.reason, "") if match.ending is not None else ""
    winners: tuple[Winner, Winner] = ("first", "second")
    return ("draw" if result.winner is None else winners[result.winner]), reason


class _Writer:
    """Writes lines of moves; each text may be several plies, as a capture of draughts is."""

    def __init__(self, match: Match, speech: Speech) -> None:
        self.match = match
        self.speech = speech

    def line(
        self, made: Match, begin: int, shift: int, said: Notes | Branch,
        path: tuple[Branch, ...] = (),
    ) -> Line:  # fmt: skip
        """Write the moves of a match from the one with an index on, with what is said of them.

        Notes and branches count from ``shift`` plies after it; ``path`` are the branches that lead
        to this line.
        """
        line, starts, at = Line(), list[int](), begin
        # A claim is no move to other programs: the result says it.
        plies = [ply for ply in made.plies[begin:] if ply.move is not made.game.claim]
        for group in self.speech.grouped(plies):
            starts.append(at - begin)
            line.steps.append(self._step(made, at, group))
            at += len(group)
        for note in said.notes:
            _comment(line, starts, note, min(note.at + shift, at - begin))
        for branch in said.branches if line.steps else ():
            left = min(branch.at + shift, at - begin)
            number = max(0, bisect_right(starts, left if left < at - begin else left - 1) - 1)
            other = branched(self.match, (*path, branch))
            first, back = begin + starts[number], left - starts[number]
            way = self.line(other, first, back, branch, (*path, branch))
            way.name = branch.name
            line.steps[number].variations.append(way)
        return line

    def _step(self, made: Match, at: int, group: Sequence[Ply]) -> Step:
        before = made.plies[at - 1].move if at else None
        chance = any(ply.actor == CHANCE for ply in group)
        text = "" if chance else self.speech.write(group, before)
        if not text:
            move = write_move(made.game, group[0].move)
            raise FormatError("unwritable", text=move, number=self.speech.counted(group[0]))
        return Step(text, number=self.speech.number(group[0].before))


def _comment(line: Line, starts: Sequence[int], note: Note, at: int) -> None:
    """Put a comment where it belongs: behind the text in which its ply is, or before them all."""
    comments = note.text.split("\n") if note.text else []
    number = bisect_right(starts, at - 1) - 1
    if number < 0:
        line.comments += comments
        return
    line.steps[number].comments += comments
    line.steps[number].marks += note.marks
