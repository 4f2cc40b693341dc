"""Pushing: lines of units that move together, and push weaker lines of enemies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, Literal

from pydantic import Field, PrivateAttr, model_validator

from wargrid.core.effects import Pushed
from wargrid.core.events import Event
from wargrid.core.grid import OFF, Grid, Step
from wargrid.core.moves import Move
from wargrid.core.patterns import ConditionalMove, TerrainMap
from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike
from wargrid.core.refusal import Refusal
from wargrid.ruleset.base import Ability
from wargrid.ruleset.errors import validation_error
from wargrid.ruleset.named import Model
from wargrid.ruleset.values import Direction, Natural, Positive
from wargrid.text import Catalog, Message

__all__ = ["Pushes", "Shift"]

SINGLE: Final = (
    "forward", "back", "left", "right", "forward_left", "forward_right", "back_left", "back_right",
)  # fmt: skip
"""The directions that lead to one cell, on some boards of hexes but six of them."""

Line = tuple[tuple[int, ...], tuple[int, ...]]
"""The cells of a line, and where its units come; two empty ones where it cannot move so."""


class Pushes(Model):
    """What a step onto another unit pushes: the line before it moves on by one cell."""

    line: Positive = 1
    """The most units of its own side that move together in a line, the unit itself included."""

    enemies: Natural | None = None
    """The most enemies in a row that such a line pushes; by default as many as ``line``."""

    weaker: bool = True
    """Whether these must be fewer than the units that push."""

    at_edge: Literal["taken", "stays"] = "taken"
    """What becomes of an enemy pushed off the board, or into a wall: it is taken, or it stays, so
    that nothing is pushed. No unit pushes one of its own side there."""

    @model_validator(mode="after")
    def _pushes_something(self) -> Pushes:
        if self.line == 1 and not self.most_by(1):
            raise validation_error("pushes_nothing", ("line",))
        return self

    def in_words(self, words: Catalog) -> str:
        """Return what is pushed in words."""
        said, most = [], self.most_by(self.line)
        if self.line > 1:
            said.append(words.say("rules.pushes.line", line=self.line))
        if most:
            who, how = "it" if self.line == 1 else "they", "weaker" if self.weaker else "any"
            said.append(words.say(f"rules.pushes.{who}.{how}", most=most))
            said.append(words.say(f"rules.pushes.at_edge.{self.at_edge}"))
        return " ".join(said)

    def most_by(self, own: int) -> int:
        """Return the most enemies that so many units push."""
        most = self.line if self.enemies is None else self.enemies
        return min(most, own - 1) if self.weaker else most

    def along(self, line: tuple[int, ...]) -> Iterator[ConditionalMove]:
        """Yield the moves of a unit onto the first cell of a line of cells, if a unit is there."""
        for own in range(1, min(self.line, len(line)) + 1):
            friends = tuple((cell, "") for cell in line[: own - 1])
            for enemies in range(self.most_by(own) + 1):
                if own + enemies > 1:
                    yield from self._onto(line, friends, enemies)

    def _onto(
        self, line: tuple[int, ...], friends: tuple[tuple[int, str], ...], enemies: int
    ) -> Iterator[ConditionalMove]:
        behind = len(friends) + enemies
        if behind > len(line):
            return
        foes = line[len(friends) : behind]
        if behind < len(line):
            pushed = _shifted(line[: behind + 1])
            yield ConditionalMove(
                line[0], (line[behind],), foes=foes, friends=friends, pushed=pushed
            )
        elif foes and self.at_edge == "taken":
            pushed = _shifted(line[:behind])
            yield ConditionalMove(
                line[0], foes=foes, friends=friends, taken=foes[-1], pushed=pushed
            )


def _shifted(line: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return for each cell but the last the next one, where its unit comes, the last first."""
    return tuple(zip(line[-2::-1], line[:0:-1], strict=True))


class Shift(Ability):
    """A line of units of its side, with the unit at one end, moves one cell sideways."""

    word = "shift"

    line: Annotated[int, Field(ge=2, le=9)] = 2
    """The most units of the line, the unit itself included; all cells between are theirs."""

    directions: Direction | list[Direction] = "all"
    """The directions in which it moves, as the side sees them; never along the line itself."""

    _known: dict[tuple[int, int, int, str], Line] = PrivateAttr(default_factory=dict)

    def targets(self, ground: TerrainMap, cell: int) -> Sequence[int]:
        """Return the cells where the other end of its line may be.

        Each line is named from its first end in the order of cells alone: it is one move.
        """
        rays = (ground.grid.ray(cell, 0, step, self.line - 1) for step in _steps(ground.grid))
        return [other for ray in rays for other in ground.open(ray, cell) if other > cell]

    def choices(self) -> Sequence[str]:
        """Return the directions of one cell in which the line may move."""
        return SINGLE

    def choices_on(self, grid: Grid, forward: int) -> Sequence[str]:
        """Return the directions of the line that lead to one cell: six among hexes."""
        ways = [step for each in self._ways() for step in grid.steps(each, forward)]
        single = [(way, list(grid.steps(way, forward))) for way in SINGLE]
        return [way for way, steps in single if len(steps) == 1 and steps[0] in ways]

    def title(self, ruleset: RulesetLike, chosen: str) -> Message | str:
        """Return its name with the direction."""
        if chosen not in SINGLE:
            return ""
        return Message("rules.shift.name", {"way": Message(f"rules.value.directions.{chosen}")})

    def allows(self, position: Position, move: Move) -> bool:
        """Return whether the line is there, and room beside it."""
        board, side = position.board, position.side
        own = position.roster.friendly[side]
        if not own[board[move.target]]:
            return False
        # Asked for every line of every list: loops cost less than generators.
        line = self._known.get((side, move.source, move.target, move.word))
        cells, ends = self._line(position, move) if line is None else line
        for cell in cells:
            if not own[board[cell]]:
                return False
        for end in ends:
            if board[end]:
                return False
        return bool(cells)

    def refused(self, position: Position, move: Move) -> Refusal | None:
        """Refuse cells that are no line of the side, or have no room beside them."""
        board, own = position.board, position.roster.friendly[position.side]
        name = position.roster.grid.name
        cells, ends = self._line(position, move)
        values: dict[str, object] = {"from": name(move.source), "cell": name(move.target)}
        if not cells:
            return Refusal("shift_way", values)
        missing = [cell for cell in cells if not own[board[cell]]]
        if missing:
            return Refusal("shift_line", {**values, "missing": name(missing[0])})
        full = [end for end in ends if board[end]]
        return Refusal("shift_blocked", {**values, "missing": name(full[0])}) if full else None

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Move the line."""
        return (Pushed(*self._line(position, move)),)

    def _line(self, position: Position, move: Move) -> Line:
        """Return the cells of the line and where it would come; nothing if that cannot be."""
        game, side = position.roster.game, position.side
        key = (side, move.source, move.target, move.word)
        found = self._known.get(key)
        if found is None:
            forward, way = position.roster.forward[side], move.word.partition(" ")[2]
            ends = (move.source, move.target)
            found = _line(game.grounds[side], forward, self._ways(), ends, way)
            self._known[key] = found
        return found

    def _ways(self) -> tuple[str, ...]:
        return (self.directions,) if isinstance(self.directions, str) else tuple(self.directions)


def _steps(grid: Grid) -> list[Step]:
    return list(grid.steps("all", 0))


def _line(
    ground: TerrainMap, forward: int, ways: tuple[str, ...], ends: tuple[int, int], way: str
) -> Line:
    grid, (source, target) = ground.grid, ends
    nothing: Line = ((), ())
    steps = list(grid.steps(way, forward))
    if len(steps) != 1 or steps[0] not in [s for each in ways for s in grid.steps(each, forward)]:
        return nothing
    rays = [grid.ray(source, 0, step) for step in _steps(grid)]
    beyond = next((ray[: ray.index(target) + 1] for ray in rays if target in ray), ())
    cells = (source, *beyond)
    moved = tuple([grid.shifted(cell, forward, *steps[0]) for cell in cells])
    if OFF in moved or not set(cells).isdisjoint(moved):
        return nothing
    walled = [not ground.open((end,), cell) for cell, end in zip(cells, moved, strict=True)]
    return nothing if True in walled else (cells, moved)
