"""A table for tests: cells by name, and forced dice."""

from __future__ import annotations

from dataclasses import dataclass

from matches import Dice
from wargrid import Game
from wargrid.match import Match, read_move, read_position
from wargrid_play.table import CommandView, PromptView, Table


@dataclass
class Sat:
    """A table with cells by name."""

    match: Match
    table: Table

    def click(self, *names: str) -> None:
        for name in names:
            self.table.click(self.cell(name))

    def cell(self, name: str) -> int:
        return self.match.game.grid.cell(name)

    def marked(self, kind: str) -> set[str]:
        name = self.match.game.grid.name
        return {name(mark.cell) for mark in self.table.view().marks if mark.kind == kind}

    def command(self, name: str) -> CommandView:
        return next(command for command in self.table.view().commands if command.name == name)

    @property
    def selected(self) -> str | None:
        cell = self.table.view().selected
        return None if cell is None else self.match.game.grid.name(cell)

    @property
    def message(self) -> str:
        return self.table.view().message

    @property
    def prompt(self) -> PromptView:
        """The open question, which there must be."""
        prompt = self.table.view().prompt
        assert prompt is not None
        return prompt

    @property
    def log(self) -> list[str]:
        """The log, line by line, without the heading of a turn in which the match begins."""
        log = self.table.view().log
        begun = bool(log) and log[0].heading and not log[0].plies
        return [line.text for line in log[begun:]]

    def text(self, key: str, **values: object) -> str:
        """A text in the table's language."""
        return self.table.wording.say(key, **values)

    def refusal(self, move: str) -> str:
        """Why a move in notation is refused, in the table's language."""
        game, position = self.match.game, self.match.position
        refusal = game.why_not(position, read_move(game, position, move))
        assert refusal is not None
        return self.table.wording.refusal(refusal)

    def men(self, name: str) -> int:
        """The men of the unit on a cell, 0 if it is empty."""
        unit = self.match.position.board[self.cell(name)]
        return self.match.position.men[unit] if unit > 0 else 0


def sit(
    game: Game, text: str = "", *rolls: str, by_hand: bool = False, language: str = "en"
) -> Sat:
    """Open a table at a position, or at the game's start."""
    start = (
        read_position(game, "\n".join(line.strip() for line in text.strip().splitlines()))
        if text
        else None
    )
    match = Match(game, dice=Dice(*rolls), by_hand=by_hand, start=start)
    return Sat(match, Table(match, language))
