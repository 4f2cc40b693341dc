"""The table's question in the side panel: exact odds, choices or faces, and its buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import pygame

from wargrid.text import Catalog
from wargrid_play.looks import Looks
from wargrid_play.looks.pictures import Token
from wargrid_play.scenes import Offered, prompt_items
from wargrid_play.table import CardView, CommandView, PromptView, choices_of, key_of
from wargrid_pygame.dialog import ARROWS
from wargrid_pygame.drawing.dice import draw_die, places_of
from wargrid_pygame.drawing.tokens import draw_token
from wargrid_pygame.game.card import more
from wargrid_pygame.game.layout import GAP, columns, rows
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import PRESS_KEYS, Button, Group, Panel, fit_labels, fit_row
from wargrid_pygame.widgets.info import InfoBox
from wargrid_pygame.widgets.picture_button import PictureButton

MOST_IN_A_ROW: Final = 3
SMALL: Final = 330
QUESTION: Final = 130
OPTION: Final = 48
"""The greatest heights, in units: of a question without odds, of one with options but without
their height, and of an option."""


class PromptPanel:
    """One question in a box; the actions of the buttons in ``group`` are commands.

    The odds of an attack are ``folded`` into one line if wanted; a button unfolds them.
    """

    def __init__(
        self, style: Theme, words: Catalog, looks: Looks, box: pygame.Rect, prompt: PromptView,
        commands: Sequence[CommandView], folded: bool = False,
    ) -> None:  # fmt: skip
        self.style, self.words, self.looks, self.prompt = style, words, looks, prompt
        self.folded = folded and bool(prompt.brief)
        if not (prompt.bars or prompt.lines):
            is_short = prompt.options or prompt.kind == "cell"
            high = QUESTION + OPTION * len(prompt.options) if is_short else SMALL
            box = pygame.Rect(box.x, box.y, box.w, min(box.h, style.px(high)))
        self.panel = Panel(style, box, sunk=False)
        self.group = Group(style, box)
        self.rect, self._offset = box, 0
        known = {command.name: command for command in commands}
        self.room = self.panel.inner()
        for strip in self._strips(known):
            self.room.h = strip.y - style.px(GAP) - self.room.y

    def _strips(self, known: Mapping[str, CommandView]) -> list[pygame.Rect]:
        prompt, px = self.prompt, self.style.px
        answers = [known[name] for name in prompt.answers]
        answers += [self._unfolding()] if prompt.brief else []
        choices = choices_of(prompt)
        low = px(36) if answers else 0
        per_row = 1 if prompt.options else self._faces_in_a_row(choices)
        count = -(-len(choices) // per_row)
        high = px(40) * count + px(GAP) * max(0, count - 1)
        room = self.room
        answer_strip = pygame.Rect(room.x, room.bottom - low, room.w, low)
        bottom = answer_strip.y - (px(GAP) if low and high else 0)
        most = room.h - low - px(60)
        strip = pygame.Rect(room.x, bottom - min(high, most), room.w, min(high, most))
        self._add_answers(answers, answer_strip)
        self._add_choices(choices, strip, per_row, count)
        return [strip] if high else [answer_strip] if low else []

    def _unfolding(self) -> CommandView:
        label = self.words.say("window.odds.unfold" if self.folded else "window.odds.fold")
        return CommandView("odds", label, "", enabled=True, why="", shortcut=key_of("odds"))

    def _add_answers(self, answers: Sequence[CommandView], strip: pygame.Rect) -> None:
        for command, rect in zip(answers, columns(self.style, strip, len(answers)), strict=True):
            button = Button(self.style, rect, command.name, command.label, command.shortcut)
            button.primary = button.lit = command.name == self.prompt.usual
            button.enabled = command.enabled
            self.group.add(button)
        fit_row([one for one in self.group.children if isinstance(one, Button)])

    def _faces_in_a_row(self, choices: Sequence[tuple[str, str]]) -> int:
        """Return the number of faces whose buttons have room for whole words in one row."""
        line = pygame.Rect(0, 0, self.room.w, self.style.px(40))
        for most in range(MOST_IN_A_ROW, 1, -1):
            if all(button.fits() for button in self._choices(choices, [line], most)):
                return most
        return 1

    def _add_choices(
        self, choices: Sequence[tuple[str, str]], strip: pygame.Rect, per_row: int, count: int
    ) -> None:
        lines = rows(self.style, strip, count) if count else ()
        for button in self._choices(choices, lines, per_row):
            self.group.add(button)

    def _choices(
        self, choices: Sequence[tuple[str, str]], lines: Sequence[pygame.Rect], per_row: int
    ) -> list[Button]:
        """Make the buttons of choices on so many lines; faces are written as large as they fit."""
        made: list[Button] = []
        for at, (action, label) in enumerate(choices):
            rect = columns(self.style, lines[at // per_row % len(lines)], per_row)[at % per_row]
            command = action, label, str(at + 1) if at < 9 else ""
            button = Button(self.style, rect, *command)
            if self.prompt.faces:
                face = action.partition(":")[2]
                die = partial(draw_die, face, self.looks.face_icon(face))
                button = PictureButton(self.style, rect, command, die, (4, 6, 4))
            button.chosen = at == self.prompt.chosen
            made.append(button)
        if self.prompt.faces:
            fit_labels(made)
        return made

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the question and its buttons."""
        self.panel.draw(surface)
        room = self.room.copy()
        foot = more(self.words, self._offset, self.overflow)
        used = self._box().draw(surface, self.style, room, self._offset, foot)
        if self.prompt.wanted:
            self._draw_picked(surface, pygame.Rect(room.x, room.y + used, room.w, room.h - used))
        self.group.draw(surface)

    def press(self, event: pygame.event.Event) -> str | None:
        """Move a ring between the answers, and give the one that has it; None for other keys.

        The table moves the mark of options and faces.
        """
        if event.type != pygame.KEYDOWN or choices_of(self.prompt) or not self.group.children:
            return None
        shift, other = (
            event.mod & pygame.KMOD_SHIFT,
            event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT),
        )
        by = (
            (-1 if shift else 1)
            if event.key == pygame.K_TAB
            else 0
            if shift
            else ARROWS.get(event.key)
        )
        if by and not other:
            if self.group.focus is None:
                self.group.set_focus(self.group.first_of(self.prompt.usual))
            self.group.step_focus(by)
            return ""
        return self.group.held or None if event.key in PRESS_KEYS else None

    def _box(self) -> InfoBox:
        joined = self.words.say("window.pair", label="{label}", value="{value}")
        return InfoBox(prompt_items(self.prompt, folded=self.folded), joined)

    def scroll(self, pixels: int) -> bool:
        """Scroll a question that does not fit; False if all of it is seen."""
        most = self.overflow
        self._offset = max(0, min(most, self._offset + pixels))
        return most > 0

    @property
    def overflow(self) -> int:
        """The number of pixels by which the question scrolls: 0 if all of it is seen."""
        return self._box().overflow(self.style, self.room)

    def _draw_picked(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        area = pygame.Rect(
            room.x, room.y + self.style.px(6), room.w, min(room.h, self.style.px(54))
        )
        if area.h < 8:
            return
        places = places_of(area, self.prompt.wanted)
        for place in places[len(self.prompt.picked) :]:
            svg.draw_box(surface, place, place.w // 6, theme.SUNK, theme.SUNK, theme.LINE)
        for place, face in zip(places, self.prompt.picked, strict=False):
            surface.blit(draw_die(face, self.looks.face_icon(face), place.w), place)


ROW: Final = 39
BETWEEN: Final = 6
"""The height of a row of buttons, and the gap below it, in units."""


class DeployPanel:
    """The buttons of a side that sets up its army, or of the abilities of a unit or a side.

    ``used`` is the room they take; in a low window they are lower.
    """

    def __init__(
        self, style: Theme, looks: Looks, box: pygame.Rect, offered: Offered, side: str,
    ) -> None:  # fmt: skip
        self.style, self.looks = style, looks
        self.group = Group(style, box)
        self._top = box.y
        self._box = box
        self._about = {command.name: command.about for kind in offered for command in kind}
        types, armies, last = offered
        count = sum(-(-len(each) // 2) for each in (types, armies)) + bool(last)
        step = min(style.px(ROW + BETWEEN), (box.h + style.px(BETWEEN)) // max(1, count))
        self._high = step - style.px(BETWEEN)
        for at in range(0, len(types), 2):
            self._add_types(types[at : at + 2], side)
        for at in range(0, len(armies), 2):
            self._add(armies[at : at + 2], 2)
        self._add(last, 3)
        fit_labels([one for one in self.group.children if isinstance(one, PictureButton)])
        self.used = pygame.Rect(box.x, box.y, box.w, self._top - box.y)

    def card(self) -> CardView | None:
        """Return the card of the button pointed at, if it has one."""
        for button in self.group.children:
            if isinstance(button, Button) and button.hovered:
                about = self._about.get(button.action, ())
                return CardView(button.label, about, -1) if about else None
        return None

    def _row(self) -> pygame.Rect:
        rect = pygame.Rect(self._box.x, self._top, self._box.w, self._high)
        self._top = rect.bottom + self.style.px(BETWEEN)
        return rect

    def _add_types(self, commands: Sequence[CommandView], side: str) -> None:
        strip = columns(self.style, self._row(), 2)
        for command, rect in zip(commands, strip, strict=False):
            word = command.name.removeprefix("place:").rpartition(" ")[2]
            icon = self.looks.unit_icon(word, side)
            texts = command.name, command.label, command.shortcut
            picture = partial(draw_token, Token(self.looks.side(side), command.letter, icon))
            self._finish(PictureButton(self.style, rect, texts, picture, (6, 3, 1)), command)

    def _add(self, commands: Sequence[CommandView], per_row: int) -> None:
        if commands:
            strip = columns(self.style, self._row(), min(per_row, len(commands)))
            made = [
                Button(self.style, rect, each.name, each.label, each.shortcut)
                for each, rect in zip(commands, strip, strict=False)
            ]
            for button, command in zip(made, commands, strict=False):
                self._finish(button, command)
            fit_row(made)

    def _finish(self, button: Button, command: CommandView) -> None:
        button.enabled, button.align = command.enabled, "left"
        button.chosen, button.about = command.chosen, command.why
        button.primary = button.lit = command.name == "ready"
        self.group.add(button)
