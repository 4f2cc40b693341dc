"""What can be wrong with a position that is given as text, whichever way it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid.core.refusal import Refusal
from wargrid.ruleset.diagram import MOST_UNITS
from wargrid.text.catalog import catalog

if TYPE_CHECKING:
    from wargrid.core.patterns import Placement
    from wargrid.core.position import Position


class PositionError(ValueError):
    """A text that is no position of this game: ``line`` counts from 1, ``refusal`` says what is wrong with it."""

    def __init__(self, line: int, refusal: Refusal) -> None:
        super().__init__(f"line {line}: {refusal}")
        self.line = line
        self.refusal = refusal

    def text(self, language: str = "en") -> str:
        """The sentence, with its line, in a language."""
        return catalog(language).say(
            "position.wrong", line=self.line, what=self.refusal.text(language)
        )


def bearable(stands: list[Placement]) -> list[Placement]:
    """The units themselves, side by side, if they are not too many.

    Raises:
        PositionError: there are more than any game has.
    """
    if len(stands) > MOST_UNITS:
        raise PositionError(
            1, Refusal("position.too_many", {"found": len(stands), "most": MOST_UNITS})
        )
    return sorted(stands, key=lambda stand: stand.side)


def checked(position: Position) -> Position:
    """The position itself, if nobody stands on a wall and each side has its one royal unit.

    Raises:
        PositionError: somebody stands on a wall, or a side has no royal unit or several.
    """
    game = position.roster.game
    on_walls = [
        stands.cell
        for stands in position.standing()
        if stands.cell in game.grounds[stands.side].walls
    ]
    if on_walls:
        raise PositionError(1, Refusal("position.on_wall", {"cell": game.grid.name(on_walls[0])}))
    for side in range(len(game.sides)) if game.royal is not None else ():
        assert game.royal is not None
        found = sum(
            position.type_of(unit).word == game.royal.word for unit in position.units_of(side)
        )
        if found != 1:
            unit = game.ruleset.units[game.royal.word].name
            values = {"side": game.ruleset.side_name(side), "unit": unit, "found": found}
            raise PositionError(1, Refusal("position.royals", values))
    return position
