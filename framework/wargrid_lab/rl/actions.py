"""Numbers of moves, as agents choose them: the same for a ruleset in every game and process."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from operator import index

from wargrid.core.moves import ARMY, PLACE, READY, REMOVE, Deploy, Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import write_move
from wargrid.text import catalog, printable
from wargrid_lab.rl.producible import Named, named, producible


class Actions:
    """The numbers of a game's moves, from 0 to ``len(actions) - 1``.

    A number stands for the text of a move, such as ``d2-d3``, by any unit. The
    rules alone say which there are: not what was played before. Moves of chance have none.

    >>> actions = Actions(game)
    >>> legal = actions.legal(position)
    >>> all(actions.number(move) == number for number, move in legal.items())
    True
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._named = producible(game)
        self._numbers = {each: number for number, each in enumerate(self._named)}

    def __len__(self) -> int:
        return len(self._named)

    def number(self, move: Move) -> int:
        """Return the number of a move of a side.

        Raises:
            LookupError: the rules do not say that there is such a move.
        """
        found = self._numbers.get(named(move))
        if found is None:
            raise UnknownMoveError(write_move(self._game, move))
        return found

    def legal(self, position: Position) -> dict[int, Move]:
        """Return the legal moves of a side by their numbers, in the order of the game's list."""
        return {self.number(move): move for move in self._game.moves(position)}

    def text(self, number: int) -> str:
        """Return the text of a number's move: ``d2-d3``."""
        return write_move(self._game, _move(self._named[number]))


def chosen(legal: Mapping[int, Move], action: object) -> Move:
    """Return the legal move of a number, which may be an integer of any library.

    Raises:
        ValueError: it is no such number, or no number at all.
    """
    move = None
    with suppress(TypeError):
        move = legal.get(index(action))  # type: ignore[arg-type]
    if move is None:
        raise ValueError(catalog("en").say("rl.illegal", number=printable(str(action), 80)))
    return move


class UnknownMoveError(LookupError):
    """A plugin has made a move that its ruleset does not announce, so that it has no number."""

    def __init__(self, text: str) -> None:
        super().__init__(catalog("en").say("rl.unknown_move", move=text))


def _move(each: Named) -> Move:
    if each.verb in (PLACE, REMOVE, ARMY, READY):
        return Deploy(each.verb, each.target, each.facing, word=each.word, men=each.men)
    return Move(each.verb, each.source, each.target, each.facing, word=each.word)
