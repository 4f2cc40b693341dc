"""The seating: the players of the sides of a game, their names, and the choices of players."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from wargrid.engine.game import Game
from wargrid.players import FRIEND, Seat, read_seat
from wargrid.text import catalog
from wargrid_play.table.lobby.players import (
    SeatChoice,
    choose_seat,
    name_of,
    refusal_of_computers,
    seat_choices,
)

MAX_NAME: Final = 16
"""How many letters the name of a person may have."""

YOU: Final = Seat()


COMPUTER: Final = "computer"
"""The choice of the level that plays already, or of one to begin with."""

ENGINE: Final = "engine"
"""The choice of the engine, at the next skill if it plays already."""


class Seating:
    """The players of the sides of one game; persons may have names.

    ``plain`` are the seats without those names: the player at the screen, a friend, or a computer
    player without its seed. ``seats`` given before are kept as far as the game can have them.
    The player at the screen also has the sides ``relieved``, taken over from computer players.
    """

    def __init__(
        self, game: Game, seats: Sequence[Seat] = (), language: str = "en",
        relieved: Collection[int] = (),
    ) -> None:  # fmt: skip
        self.game = game
        self.apart = False
        """Whether the friend plays on another computer."""
        self.choices: tuple[SeatChoice, ...] = seat_choices(game, language)
        sides = len(game.sides)
        self.plain = (YOU, *(Seat(name=FRIEND) for _ in range(sides - 1)))
        self._named: dict[Seat, str] = {}
        wanted = _without_names(seats[:sides])
        known = [choice.seat for choice in self.choices]
        for side, seat in enumerate(wanted):
            if seat in known:
                self.plain = choose_seat(self.plain, side, seat)
        named = [at for at, one in enumerate(seats[:sides]) if one.is_person and one.name != FRIEND]
        if relieved:
            self.plain = tuple(YOU if at in named else one for at, one in enumerate(self.plain))
        for side in named:
            if side not in relieved:
                self.rename(side, seats[side].name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names that persons have given themselves, by side; empty texts for all others."""
        return tuple(self._named.get(seat, "") for seat in self.plain)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats with the names of persons."""
        named = zip(self.plain, self.names, strict=True)
        return tuple(seat._replace(name=name) if name else seat for seat, name in named)

    def choose(self, side: int, chosen: Seat) -> None:
        """Let a player of the choices play a side; names stay with the persons who have them."""
        self.plain = choose_seat(self.plain, side, chosen)

    def choose_computer(self, side: int) -> None:
        """Let the computer play a side, at the level it has there or the easiest one."""
        levels = [choice.seat for choice in self.choices if choice.kind == "computer"]
        if levels:
            now = self.plain[side]
            self.choose(side, now if now in levels else levels[0])

    def choose_engine(self, side: int) -> None:
        """Let the engine play a side, at the next skill if it does already."""
        engines = self.engines
        if engines:
            here = self.engine_of(side)
            at = engines.index(here)
            playing = self.plain[side] == here.seat
            self.choose(side, engines[(at + playing) % len(engines)].seat)

    def take(self, side: int, choice: str) -> None:
        """Let a choice play a side: its number, ``computer`` or ``engine``."""
        if choice == COMPUTER:
            self.choose_computer(side)
        elif choice == ENGINE:
            self.choose_engine(side)
        else:
            self.choose(side, self.choices[int(choice)].seat)

    def about(self, side: int, choice: str) -> str:
        """Describe a choice; empty for the computer, which may play at any level."""
        if choice == ENGINE:
            return self.engine_of(side).about
        return "" if choice == COMPUTER else self.choices[int(choice)].about

    @property
    def engines(self) -> list[SeatChoice]:
        """The choices of an engine, one for each skill."""
        return [choice for choice in self.choices if choice.kind == "engine"]

    def engine_of(self, side: int) -> SeatChoice:
        """Return the engine that plays a side, or the one to begin with."""
        engines = self.engines
        playing = (choice for choice in engines if choice.seat == self.plain[side])
        return next(playing, engines[len(engines) // 3])

    def note(self, language: str) -> str:
        """Return what the levels chosen can do, or why there are none, or that persons play."""
        seats = dict.fromkeys(self.plain)
        about = [self._about(seat, language) for seat in seats if not seat.is_person]
        shared = Seat(name=FRIEND) in seats
        persons = catalog(language).say(f"lobby.{'apart' if self.apart else 'persons'}")
        return (
            " ".join(about)
            or refusal_of_computers(self.game, language)
            or (persons if shared else "")
        )

    def _about(self, seat: Seat, language: str) -> str:
        found = (choice.about for choice in self.choices if choice.seat == seat)
        return next(found, "") or name_of(seat, language)

    def rename(self, side: int, name: str) -> None:
        """Give the person who plays a side a name; an empty one takes it back."""
        if self.plain[side].is_person:
            self._named[self.plain[side]] = " ".join(name.split())[:MAX_NAME].strip()


def write_seats(seats: Sequence[Seat]) -> str:
    """Write seats as one text, for the preferences."""
    return "|".join(seat._replace(seed=0).text() for seat in seats)


def read_seats(text: str) -> tuple[Seat, ...]:
    """Read what ``write_seats`` wrote; by default the easiest level plays the second side."""
    if not text:
        return Seat(), Seat("1")
    return tuple(map(read_seat, text.split("|")))


def _without_names(seats: Sequence[Seat]) -> list[Seat]:
    """Return seats by which choices are known: the first person is the player at the screen."""
    made: list[Seat] = []
    for seat in seats:
        if not seat.is_person:
            made.append(seat._replace(seed=0))
        else:
            is_friend = seat.name == FRIEND or YOU in made
            made.append(Seat(name=FRIEND) if is_friend else YOU)
    return made
