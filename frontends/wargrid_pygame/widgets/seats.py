"""Rows for the players: each side's colour, its player, and the names of persons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pygame

from wargrid.text import Catalog
from wargrid_play.looks import Looks
from wargrid_play.looks.pictures import Token
from wargrid_play.table import COMPUTER, ENGINE, MAX_NAME, Seat, Seating
from wargrid_pygame.drawing.tokens import draw_token
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Button, Label, Widget, fit_labels
from wargrid_pygame.widgets.fields import TextInput
from wargrid_pygame.widgets.picture_button import PictureButton
from wargrid_pygame.widgets.stepper import Stepper

ROW: Final = 36
GAP: Final = 6
NOTE: Final = 22
"""The heights of a row, of the gap below it, and of the note on the levels, in units."""

NAME: Final = 128
TOKEN: Final = 76
LEVEL: Final = 38
"""The widths of the name of a side and of the button of a level, in units."""

ACTION: Final = "seat:"
"""The start of the buttons' actions; the side and the number of the choice follow."""

COLOUR: Final = "colour:"
"""The start of the actions of buttons with a side's token; the side follows."""


class SeatRows:
    """The rows of one seating, and the colours of sides in its looks.

    ``enter`` is the action of Enter in the line of a name. ``thinking`` is how many seconds
    computers think about a turn, on a button of that name where a computer plays.
    """

    def __init__(
        self, seating: Seating, words: Catalog, looks: Looks, enter: str, thinking: float,
        recolours: bool = True,
    ) -> None:  # fmt: skip
        self.seating, self.words, self.looks = seating, words, looks
        self.enter, self.recolours, self.thinking = enter, recolours, thinking
        self.sides = tuple(seating.game.ruleset.sides)
        self._inputs: dict[int, TextInput] = {}

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats chosen, with the names typed so far."""
        for side, line in self._inputs.items():
            self.seating.rename(side, line.text)
        return self.seating.seats

    def choose(self, action: str) -> bool:
        """Take the choice of a button; False if the action belongs to another widget."""
        if action.startswith(COLOUR):
            self.looks.colours = self.looks.next_colours(int(action.removeprefix(COLOUR)))
            return True
        if not action.startswith(ACTION):
            return False
        side, choice = action.removeprefix(ACTION).split(":")
        if self.seats:  # names typed so far stay with their persons
            self.seating.take(int(side), choice)
        return True

    def height(self, style: Theme, wide: int) -> int:
        """Return the height of all rows at this width, in pixels."""
        return (len(self.sides) + 1) * style.px(ROW + GAP) + self._note_height(style, wide)

    def _note_height(self, style: Theme, wide: int) -> int:
        """Return the height of the note on the levels: two computers may need more lines."""
        text = self.seating.note(self.words.language)
        return max(style.px(NOTE), typeset.flowed(text, wide, style.text(theme.SMALL)).height)

    def lay_out(self, style: Theme, box: pygame.Rect, add: Callable[[str, Widget], object]) -> None:
        """Add the rows, the names, and the line on the levels; give each button a name."""
        px, buttons = style.px, list[Button]()
        wide = self._name_width(style, box.w // 3)
        for side, seat in enumerate(self.seating.plain):
            row = pygame.Rect(box.x, box.y + side * px(ROW + GAP), box.w, px(ROW))
            name = pygame.Rect(row.x, row.y, wide, row.h)
            self._add_side(style, name, side, add)
            left = name.right + px(GAP)
            room = pygame.Rect(left, row.y, row.right - left, row.h)
            buttons += self._add_row(style, room, side, seat)
        for button in buttons:
            add(button.action, button)
        fit_labels(buttons)
        top = box.y + len(self.sides) * px(ROW + GAP)
        self._add_names(style, pygame.Rect(box.x, top, box.w, px(ROW)), add)
        note = pygame.Rect(box.x, top + px(ROW + GAP), box.w, self._note_height(style, box.w))
        text = self.seating.note(self.words.language)
        add("", Label(style, note, text, theme.SMALL, "plain", theme.MUTED, middle=True))

    def _name_width(self, style: Theme, most: int) -> int:
        """Return the width of the names of the sides, each beside its token."""
        ruleset, font = self.seating.game.ruleset, style.font(theme.SMALL, "bold")
        names = (self.words.of(ruleset.side_name(side)) for side in range(len(self.sides)))
        longest = max(font.size(name)[0] for name in names)
        return min(most, max(style.px(NAME), longest + style.px(TOKEN)))

    def _add_side(
        self, style: Theme, box: pygame.Rect, side: int, add: Callable[[str, Widget], object]
    ) -> None:
        title = self.words.of(self.seating.game.ruleset.side_name(side))
        token = Token(self.looks.side(self.sides[side]), " ")
        command = f"{COLOUR}{side}", title, ""
        picture = partial(draw_token, token)
        button = PictureButton(style, box, command, picture, (6, 3, 4))
        button.align, button.enabled = "left", self.recolours
        add(command[0], button)

    def _add_names(
        self, style: Theme, strip: pygame.Rect, add: Callable[[str, Widget], object]
    ) -> None:
        """Add a column for each player: its name, or the time that computers have.

        All computers have the same time, so that one button is enough.
        """
        gap, sides = style.px(GAP), len(self.sides)
        wide = (strip.w - gap * (sides - 1)) // sides
        self._inputs = {}
        shared: Button | None = None
        for side, seat in enumerate(self.seating.plain):
            box = pygame.Rect(strip.x + side * (wide + gap), strip.y, wide, strip.h)
            if not seat.is_person and shared is not None:
                shared.rect.union_ip(box)
            elif not seat.is_person:
                value = f"{self.thinking}".replace(".", "_")
                time = self.words.say(f"window.settings.thinking.{value}")
                label = self.words.say("window.new.thinking", time=time)
                shared = Stepper(style, box, "thinking", label)
                add("thinking", shared)
            else:
                title = self.words.of(self.seating.game.ruleset.side_name(side))
                prompt = self.words.say("window.seat.name", side=title)
                name = self.seating.names[side]
                line = TextInput(style, box, self.enter, name, prompt, MAX_NAME)
                self._inputs[side] = line
                add(f"name:{side}", line)

    def _add_row(self, style: Theme, room: pygame.Rect, side: int, seat: Seat) -> list[Button]:
        """Return the buttons of one side: levels stay together, after the word for a computer.

        The last one stands for the engine at all its skills.
        """
        gap, choices = style.px(GAP), self.seating.choices
        levels = [at for at, choice in enumerate(choices) if choice.kind == "computer"]
        others = [at for at, choice in enumerate(choices) if choice.kind in ("you", "friend")]
        used = len(levels) * (style.px(LEVEL) + gap // 2)
        words = iter(self._widths(style, [choices[at].label for at in others], room.w - used))
        made, left = [], room.x
        for at in [*others, *levels]:
            if at in levels[:1]:
                label = self.words.say("window.seat.computer")
                rect = pygame.Rect(left, room.y, next(words), room.h)
                chosen = any(choices[level].seat == seat for level in levels)
                made.append(self._button(style, rect, side, COMPUTER, label, chosen))
                left = rect.right + gap // 2
            wide = style.px(LEVEL) if at in levels else next(words)
            rect = pygame.Rect(left, room.y, wide, room.h)
            made.append(
                self._button(style, rect, side, at, choices[at].label, choices[at].seat == seat)
            )
            left = rect.right + (gap // 2 if at in levels[:-1] else gap)
        if self.seating.engines:
            engine = self.seating.engine_of(side)
            rect = pygame.Rect(left, room.y, next(words), room.h)
            chosen = engine.seat == seat
            made.append(self._button(style, rect, side, ENGINE, engine.label, chosen))
        return made

    def _widths(self, style: Theme, labels: Sequence[str], room: int) -> list[int]:
        """Return the widths of the buttons with words: equal, unless one needs more."""
        if any(choice.kind == "computer" for choice in self.seating.choices):
            labels = [*labels, self.words.say("window.seat.computer")]
        font, pad = style.font(theme.SMALL, "bold"), style.px(22)
        least = [font.size(label)[0] + pad for label in labels]
        engines = [font.size(engine.label)[0] + pad for engine in self.seating.engines]
        least += [max(engines)] if engines else []
        room -= style.px(GAP) * len(least)
        equal = room // len(least)
        if max(least) <= equal:
            return [equal] * len(least)
        return [wide + (room - sum(least)) // len(least) for wide in least]

    def _button(
        self, style: Theme, rect: pygame.Rect, side: int, at: object, label: str, chosen: bool
    ) -> Button:
        button = Button(style, rect, f"{ACTION}{side}:{at}", label, chosen=chosen)
        button.about = self.seating.about(side, str(at))
        return button
