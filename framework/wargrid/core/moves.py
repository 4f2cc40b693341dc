"""What somebody wants to do: a verb and the cells it names, or what chance rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wargrid.core.events import Event

MOVE: Final = "move"
TURN: Final = "turn"
ATTACK: Final = "attack"
TAKE: Final = "take"
ENTER: Final = "enter"
END: Final = "end"
ROLL: Final = "roll"
LOT: Final = "lot"
DRAW: Final = "draw"
PLACE: Final = "place"
REMOVE: Final = "remove"
ARMY: Final = "army"
READY: Final = "ready"

VERBS: Final = (MOVE, TURN, ATTACK)
"""What a unit may do, in the order in which it is told."""

NOWHERE: Final = -1
"""Stands for a cell or a facing that a move does not name."""


class Move:
    """One move, made once by its game and shared, so that the same move is the same object.

    It names cells, never units: ``verb``, ``source``, ``target`` and the ``facing`` the unit has
    afterwards (``NOWHERE`` where the verb names none). ``events`` is what follows at once from
    making it, and ``open`` whether more may follow that depends on the position. ``key`` says the
    same move for games loaded twice and for other processes.
    """

    __slots__ = ("events", "facing", "open", "source", "target", "verb")

    def __init__(
        self,
        verb: str,
        source: int = NOWHERE,
        target: int = NOWHERE,
        facing: int = NOWHERE,
        events: tuple[Event, ...] = (),
    ) -> None:
        self.verb = verb
        self.source = source
        self.target = target
        self.facing = facing
        self.events = events
        self.open = verb not in (MOVE, TURN, ENTER, PLACE, REMOVE)

    @property
    def key(self) -> tuple[object, ...]:
        """What the move says, comparable between games and processes."""
        return (self.verb, self.source, self.target, self.facing)

    def __repr__(self) -> str:
        return f"<{' '.join(str(part) for part in self.key if part != NOWHERE)}>"


class Roll(Move):
    """Dice as chance threw them: how many of each face; the order in which they fell is nobody's business.

    ``counts`` has one number per distinct face of the die, in the die's order; ``faces`` is their
    names, sorted so.
    """

    __slots__ = ("counts", "die", "faces")

    def __init__(self, die: str, faces: tuple[str, ...], counts: tuple[int, ...]) -> None:
        super().__init__(ROLL)
        self.die = die
        self.faces = faces
        self.counts = counts

    @property
    def key(self) -> tuple[object, ...]:
        """What was rolled, comparable between games and processes."""
        return (ROLL, self.die, self.faces)


class Lot(Move):
    """Chance choosing a side: who acts first when nobody rolls for it."""

    __slots__ = ("side",)

    def __init__(self, side: int) -> None:
        super().__init__(LOT)
        self.side = side

    @property
    def key(self) -> tuple[object, ...]:
        """Whom chance chose, comparable between games and processes."""
        return (LOT, self.side)


class Deploy(Move):
    """A side setting up before the game: placing a unit of a type, taking one back, choosing an army, being ready.

    ``word`` is the type that is placed or the army that is chosen, ``men`` how many stand on the
    base.
    """

    __slots__ = ("men", "word")

    def __init__(
        self,
        verb: str,
        target: int = NOWHERE,
        facing: int = NOWHERE,
        events: tuple[Event, ...] = (),
        *,
        word: str = "",
        men: int = 0,
    ) -> None:
        super().__init__(verb, NOWHERE, target, facing, events)
        self.word = word
        self.men = men

    @property
    def key(self) -> tuple[object, ...]:
        """What is set up, comparable between games and processes."""
        return (self.verb, self.target, self.facing, self.word, self.men)


class Draw(Move):
    """Chance drawing the ``cells`` on which walls stand in this game."""

    __slots__ = ("cells",)

    def __init__(self, cells: tuple[int, ...]) -> None:
        super().__init__(DRAW)
        self.cells = cells

    @property
    def key(self) -> tuple[object, ...]:
        """What was drawn, comparable between games and processes."""
        return (DRAW, *self.cells)
