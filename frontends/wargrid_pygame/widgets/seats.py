"""Rows of buttons that say who plays each side: you, a friend, or a level of the computer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from wargrid import Game
from wargrid.table import (
    FRIEND,
    Seat,
    choose_seat,
    name_of,
    read_seat,
    refusal_of_computers,
    seat_choices,
)
from wargrid.text import Catalog
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Button, Label, Widget, alike

ROW: Final = 36
GAP: Final = 6
NOTE: Final = 22
"""How high a row is, the gap below it, and the line on the level below all rows, in units."""

NAME: Final = 104
LEVEL: Final = 38
"""How wide the name of a side and the button of a level are, in units."""

ACTION: Final = "seat:"
"""What the actions of the buttons begin with; the side and the number of the choice follow."""


COMPUTER: Final = "computer"
"""The choice of the level that plays already, or of one to begin with."""


class SeatRows:
    """The choices of one game; ``seats`` are those chosen now."""

    def __init__(self, game: Game, words: Catalog, seats: Sequence[Seat]) -> None:
        self.game, self.words = game, words
        self.choices = seat_choices(game, words.language)
        self.seats = self._known(seats)

    def _known(self, seats: Sequence[Seat]) -> tuple[Seat, ...]:
        """Return the seats for this game; a player that cannot be chosen becomes a person."""
        known = [choice.seat for choice in self.choices]
        made = (Seat(), *(Seat(name=FRIEND) for _ in self.game.sides[1:]))
        for side, seat in enumerate(seats[: len(made)]):
            plain = seat._replace(seed=0)
            if plain in known and len(set(seats)) > 1:
                made = choose_seat(made, side, plain)
        return made

    def choose(self, action: str) -> bool:
        """Choose what a button stands for; False if the action is none of theirs."""
        if not action.startswith(ACTION):
            return False
        side, at = action.removeprefix(ACTION).split(":")
        chosen = self._level(int(side)) if at == COMPUTER else self.choices[int(at)].seat
        self.seats = choose_seat(self.seats, int(side), chosen)
        return True

    def _level(self, side: int) -> Seat:
        """Return the level that plays a side, or else the one to begin with."""
        levels = [choice.seat for choice in self.choices if choice.kind == "computer"]
        return self.seats[side] if self.seats[side] in levels else levels[len(levels) // 3]

    def height(self, look: Theme) -> int:
        """Return how high the rows are together, in pixels."""
        return len(self.seats) * look.px(ROW + GAP) + look.px(NOTE)

    def lay_out(self, look: Theme, box: pygame.Rect, add: Callable[[str, Widget], object]) -> None:
        """Add the rows, the line on the levels chosen, and give each button a name."""
        px, buttons = look.px, list[Button]()
        for side, seat in enumerate(self.seats):
            row = pygame.Rect(box.x, box.y + side * px(ROW + GAP), box.w, px(ROW))
            name = pygame.Rect(row.x, row.y, px(NAME), row.h)
            title = self.words.of(self.game.ruleset.side_name(side))
            add("", Label(look, name, title, theme.BODY, "bold", theme.CREAM, middle=True))
            room = pygame.Rect(name.right, row.y, row.right - name.right, row.h)
            buttons += self._add_row(look, room, side, seat)
        for button in buttons:
            add(button.action, button)
        alike(buttons)
        note = pygame.Rect(box.x, box.y + len(self.seats) * px(ROW + GAP), box.w, px(NOTE))
        add("", Label(look, note, self._note(), theme.SMALL, "plain", theme.MUTED, middle=True))

    def _add_row(self, look: Theme, room: pygame.Rect, side: int, seat: Seat) -> list[Button]:
        """Return the buttons of one side: levels stay together, after the word for a computer."""
        gap = look.px(GAP)
        levels = [at for at, choice in enumerate(self.choices) if choice.kind == "computer"]
        others = [at for at in range(len(self.choices)) if at not in levels]
        words = len(others) + bool(levels)
        used = len(levels) * (look.px(LEVEL) + gap // 2)
        wide = (room.w - used - gap * words) // words
        made, left = [], room.x
        for at in [*others[:2], *levels, *others[2:]]:
            if at in levels[:1]:
                label = self.words.say("window.seat.computer")
                rect = pygame.Rect(left, room.y, wide, room.h)
                chosen = any(self.choices[level].seat == seat for level in levels)
                made.append(self._button(look, rect, side, COMPUTER, label, chosen))
                left = rect.right + gap // 2
            rect = pygame.Rect(left, room.y, look.px(LEVEL) if at in levels else wide, room.h)
            choice = self.choices[at]
            made.append(self._button(look, rect, side, at, choice.label, choice.seat == seat))
            left = rect.right + (gap // 2 if at in levels[:-1] else gap)
        return made

    def _button(
        self, look: Theme, rect: pygame.Rect, side: int, at: object, label: str, chosen: bool
    ) -> Button:
        return Button(look, rect, f"{ACTION}{side}:{at}", label, chosen=chosen)

    def _note(self) -> str:
        """Return what the levels chosen can do, or why there are none, or that persons play."""
        about = [self._about(seat) for seat in dict.fromkeys(self.seats) if not seat.is_person]
        refusal = refusal_of_computers(self.game, self.words.language)
        return " ".join(about) or refusal or self.words.say("window.seat.persons")

    def _about(self, seat: Seat) -> str:
        found = (choice.about for choice in self.choices if choice.seat == seat)
        return next(found, "") or name_of(seat, self.words.language)


def write_seats(seats: Sequence[Seat]) -> str:
    """Write seats as one text, for the settings."""
    return "|".join(seat._replace(seed=0).text() for seat in seats)


def read_seats(text: str) -> tuple[Seat, ...]:
    """Read what ``write_seats`` wrote; without it a level plays against the first side."""
    if not text:
        return Seat(), Seat("2")
    return tuple(map(read_seat, text.split("|")))
