"""Fair dice before the first move: everybody commits to a number, then all show theirs."""

from __future__ import annotations

from wargrid import Game
from wargrid.match import DrawnNumber, FairDice, commitment, draw_number
from wargrid_play.table import read_seat
from wargrid_remote import DrawsView


def dealt(match: str, game: Game, players: tuple[str, ...]) -> FairDice:
    """Return the numbers of a match before its players have drawn theirs.

    The server draws for itself and for computer players.
    """
    seats = map(read_seat, players)
    sides = [
        DrawnNumber("", "") if seat.is_person else _own(match, by_server=True) for seat in seats
    ]
    return FairDice(match, (_own(match), *sides))


def _own(match: str, *, by_server: bool = False) -> DrawnNumber:
    number = draw_number()
    return DrawnNumber(commitment(number, match), number, by_server)


class Dealing:
    """The numbers of one match until all are there.

    A side may commit again, as on another device, until the first number of a player is shown.
    """

    def __init__(self, dice: FairDice) -> None:
        self.dice = dice

    @property
    def done(self) -> bool:
        """Whether every number is known."""
        return self.dice.complete

    def about(self) -> DrawsView:
        """Return the public part: the commitments, and the sides whose numbers are missing."""
        draws = self.dice.draws
        missing = tuple(side for side, draw in enumerate(draws[1:]) if not draw.number)
        return DrawsView(tuple(draw.commitment for draw in draws), missing)

    def commit(self, side: int, digest: str) -> None:
        """Take the commitment of a side, unless a player has shown a number already."""
        players = [draw for draw in self.dice.draws[1:] if not draw.by_server]
        if not any(draw.number for draw in players):
            self._set(side, DrawnNumber(digest, ""))

    def show(self, side: int, number: str) -> None:
        """Take the number of a side, once all have committed and if it is the one it committed to.

        A side that shows another number does not begin the game.
        """
        draws = self.dice.draws
        shown = DrawnNumber(draws[side + 1].commitment, number)
        awaited = all(draw.commitment for draw in draws) and not draws[side + 1].number
        if awaited and shown.holds(self.dice.match):
            self._set(side, shown)

    def _set(self, side: int, draw: DrawnNumber) -> None:
        draws = [*self.dice.draws]
        draws[side + 1] = draw
        self.dice = FairDice(self.dice.match, tuple(draws))
