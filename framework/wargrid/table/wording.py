"""Telling: sides, units, faces, cells and numbers of one game as words of one language."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from wargrid.ruleset.victory import Limit
from wargrid.table.rulebook import how_it_ended
from wargrid.text.catalog import catalog

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.core.state import Result
    from wargrid.engine.game import Game

FACING_WORDS: Final = ("north", "east", "south", "west")
"""The facings as commands and texts spell them, in the order of ``board.FACINGS``."""

TURNS: Final = {"turn_left": 3, "turn_right": 1, "turn_about": 2}
"""Turns relative to where the unit looks, in quarters clockwise."""


def facing_meant(name: str, facing: int) -> int:
    """The facing that a turn command means for a unit that looks to ``facing``."""
    if name in TURNS:
        return (facing + TURNS[name]) % len(FACING_WORDS)
    return FACING_WORDS.index(name.removeprefix("turn_"))


def strength_of(game: Game) -> str:
    """What the men of units are called, or nothing where every unit is one man."""
    return (
        game.ruleset.strength if any(unit.men > 1 for unit in game.ruleset.units.values()) else ""
    )


class Teller:
    """One game spoken of in one language."""

    def __init__(self, game: Game, language: str) -> None:
        self.game = game
        self.words = catalog(language)

    def say(self, key: str, /, **values: object) -> str:
        """The text called ``key``, filled; a text that wants other fields than these is answered by its key."""
        try:
            return self.words.say(key, **values)
        except (KeyError, IndexError, ValueError):
            return key

    def count(self, key: str, number: int) -> str:
        """The text for none, one or many of something: ``<key>.none``, ``<key>.one`` or ``<key>.many``."""
        which = "none" if number == 0 else "one" if number == 1 else "many"
        return self.say(f"{key}.{which}", n=number)

    def lost(self, number: int) -> str:
        """So many men lost, or points of strength, as the ruleset calls them; or a whole unit where each is one man."""
        return self.count(f"events.{strength_of(self.game) or 'units'}_lost", number)

    def strength(self, key: str, /, **values: object) -> str:
        """What is said of the men of a unit, or of its points of strength: ``<key>.men`` or ``<key>.points``."""
        return self.say(f"{key}.{self.game.ruleset.strength}", **values)

    def turn(self, turn: int) -> str:
        """What players call a turn: its number, or the day it belongs to where the ruleset counts days."""
        sides = len(self.game.sides)
        if any(
            isinstance(victory, Limit) and victory.in_days for victory in self.game.ruleset.victory
        ):
            return self.say("table.day", day=(turn + sides - 1) // sides)
        return self.say("table.turn", turn=turn)

    def terrain(self, cell: int) -> str:
        """What the ground of a cell is called, and what it shelters; nothing on a board without terrains."""
        word = self.game.grounds[0].terrain[cell]
        if not word:
            return ""
        terrain = self.game.ruleset.terrains[word]
        name = self.words.of(terrain.name)
        return (
            self.say("table.card.defence", terrain=name, defence=terrain.defence)
            if terrain.defence
            else name
        )

    def side(self, side: int) -> str:
        """What players call a side."""
        return self.words.of(self.game.ruleset.side_name(side))

    def cell(self, cell: int) -> str:
        """A cell's name; nothing for a cell that is off the board."""
        return self.game.grid.name(cell) if 0 <= cell < self.game.grid.cells else ""

    def unit(self, position: Position, cell: int) -> str:
        """The type of the unit on a cell; nothing if none stands there."""
        unit = position.board[cell] if 0 <= cell < self.game.grid.cells else 0
        return self.words.of(position.type_of(unit).name) if unit > 0 else ""

    def facing(self, facing: int | None) -> str:
        """The point of the compass that a facing looks to."""
        return (
            ""
            if facing is None or facing < 0
            else self.say(f"events.facing.{FACING_WORDS[facing]}")
        )

    def face(self, face: str) -> str:
        """What players call a face of a die."""
        return self.words.of(self.game.ruleset.face_name(face))

    def faces(self, faces: Iterable[str]) -> str:
        """A roll, face by face."""
        return " ".join(map(self.face, faces))

    def chance(self, chance: Fraction) -> str:
        """A probability, exact and in percent: ``11/16 (69 %)``."""
        percent = round(chance * 100)
        if chance and not percent:
            about = "< 1"
        elif chance < 1 and percent == 100:
            about = "> 99"
        else:
            about = str(percent)
        return f"{about} %" if chance in (0, 1) else f"{chance} ({about} %)"

    def number(self, number: Fraction) -> str:
        """A mean, to two decimals and without needless zeros: ``1.33``."""
        written = f"{float(number):.2f}".rstrip("0").rstrip(".")
        return written.replace(".", self.say("table.decimal_point"))

    def key(self, key: str) -> str:
        """What a key such as ``shift+up`` is called on a keyboard of this language."""
        parts = [(part, f"table.key.{part}") for part in key.split("+")]
        return "+".join(
            self.say(text) if self.words.has(text) else part.upper() for part, text in parts
        )

    def winner(self, result: Result) -> str:
        """Who won, or that nobody did."""
        if result.winner is None:
            return self.say("table.draw")
        return self.say("table.wins", side=self.side(result.winner))

    def reason(self, result: Result, position: Position) -> str:
        """Who won and why, in the words of the victory that decided in this position; its own word without a text."""
        if not self.words.has(f"victory.{result.reason}"):
            return result.reason
        return how_it_ended(self.game, result, self.words.language, position)
