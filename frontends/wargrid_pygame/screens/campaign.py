"""A campaign: its story, the map of its battles, units for sale, and the way into the next one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from wargrid import RecordError, RulesetError
from wargrid_campaign.table import CampaignTable, CampaignView, Good, Stage, campaigns
from wargrid_play.table import resume
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.screens.learn import ChoiceDialog
from wargrid_pygame.screens.page import TITLE, PageScreen
from wargrid_pygame.widgets.basic import Button, Label, Panel, fit_labels, halves
from wargrid_pygame.widgets.fields import FieldRow, list_in
from wargrid_pygame.window import App

STORY: Final = 0.46
"""The share of the width for the story; the map and the shop have the rest."""

MAP: Final = 0.5
"""The share of the height for the map beside a shop."""

BUTTON: Final = 46
GOOD: Final = 38
STAGE: Final = (220, 44)
GAP: Final = 12
"""The height of the buttons below, of a line of the shop, the most size of a stage, and the gap."""

RESULTS: Final = ("won", "lost", "drawn")


class CampaignScreen(PageScreen):
    """A campaign at the player's present battle; a battle that is over counts once it is shown."""

    shows_trouble = False

    def __init__(self, app: App, name: str) -> None:
        super().__init__(app)
        self.name = name
        self.table: CampaignTable | None = None
        self.view: CampaignView | None = None

    def layout(self) -> None:
        """Lay out the story, the map, the shop and the buttons."""
        held = self.group.held
        self._open()
        view = self.view
        room = self.page("" if self.low else (view.title if view else ""))
        px, used = self.style.px, 0 if self.low else self.style.px(TITLE + 8)
        strip = pygame.Rect(room.x, room.y, room.w, room.h)
        back, start = halves(strip, px(BUTTON), px(14))
        body = pygame.Rect(room.x, room.y + used, room.w, back.y - px(GAP) - room.y - used)
        if view is not None:
            left = pygame.Rect(body.x, body.y, round(body.w * STORY), body.h)
            right = pygame.Rect(
                left.right + px(GAP), body.y, body.right - left.right - px(GAP), body.h
            )
            self._add_story(left, view)
            self._add_map_and_shop(right, view)
            if view.step != "end":
                label = self.say(f"campaign.{view.step}")
                self.group.add(Button(self.style, start, "start", label, "F5", primary=True))
        self.way_back(back)
        self.group.set_focus(self.group.first_of(held, "start", "back"))

    def _open(self) -> None:
        """Read the campaign once, after the screen before is closed, and take its present view."""
        if self.table is None and not self.trouble:
            self._try(self._read)
        if self.table is not None:
            self.table.language = self.app.language
            self.view = self.table.view()

    def _read(self) -> None:
        self.table = CampaignTable(self.name, self.app.language)

    def _try(self, do: Callable[[], object]) -> None:
        try:
            do()
        except (RulesetError, RecordError) as error:
            self.trouble = error.text(self.app.language)

    def _add_story(self, box: pygame.Rect, view: CampaignView) -> None:
        rows = [FieldRow(note, colour=theme.BAD) for note in view.notes]
        rows.append(FieldRow(view.heading, colour=theme.GOLD, face="bold"))
        for paragraph in (*view.story, view.task):
            rows += [FieldRow(""), FieldRow(paragraph)] if paragraph else []
        rows += [FieldRow(""), FieldRow(self.say("campaign.army"), colour=theme.GOLD, face="bold")]
        rows += [FieldRow(line) for line in view.army]
        self.group.add(list_in(self.group, box, rows if view.army else rows[:-2]))

    def _add_map_and_shop(self, box: pygame.Rect, view: CampaignView) -> None:
        px = self.style.px
        high = round(box.h * MAP) if view.goods else box.h
        heading = self.say("campaign.map")
        chart = self.group.add(Panel(self.style, pygame.Rect(box.x, box.y, box.w, high), heading))
        self._add_stages(chart.inner(), view.stages)
        if not view.goods:
            return
        low = pygame.Rect(box.x, box.y + high + px(GAP), box.w, box.h - high - px(GAP))
        shop = self.group.add(Panel(self.style, low, view.points_text))
        room = shop.inner()
        columns = -(-len(view.goods) * px(GOOD) // max(1, room.h))
        rows = -(-len(view.goods) // columns)
        wide, step = (room.w + px(GAP)) // columns - px(GAP), min(px(GOOD), room.h // rows)
        for at, good in enumerate(view.goods):
            column, row = divmod(at, rows)
            place = pygame.Rect(room.x + column * (wide + px(GAP)), room.y + row * step, wide, step)
            self._add_good(place.inflate(0, -px(4)), good)

    def _add_good(self, box: pygame.Rect, good: Good) -> None:
        """Add a type for sale: its name and price, how many are bought, and both buttons."""
        style, side = self.style, min(box.h + self.style.px(8), box.w // 6)
        more = pygame.Rect(box.right - side, box.y, side, box.h)
        count = more.move(-side, 0)
        less = count.move(-side, 0)
        name = pygame.Rect(box.x, box.y, less.x - box.x, box.h)
        text = self.say("campaign.price", unit=good.name, price=good.price)
        self.group.add(Label(style, name, text, theme.BODY, middle=True))
        bought = Label(
            style, count, str(good.count), theme.BODY, "bold", theme.GOLD, "centre", True
        )
        self.group.add(bought)
        for rect, sign, change, why in (
            (less, "−", -1, good.no_less),
            (more, "+", 1, good.no_more),
        ):
            button = self.group.add(Button(style, rect, f"buy:{good.word}:{change}", sign))
            button.enabled = not why

    def _add_stages(self, room: pygame.Rect, stages: tuple[Stage, ...]) -> None:
        """Add a button for each battle and ending, row by row; those reached can be begun again."""
        px = self.style.px
        high = room.h // (1 + max(stage.row for stage in stages))
        self.centres: dict[str, tuple[int, int]] = {}
        buttons = []
        for stage in stages:
            wide = room.w // sum(each.row == stage.row for each in stages)
            cell = pygame.Rect(room.x + stage.column * wide, room.y + stage.row * high, wide, high)
            most = min(px(STAGE[0]), wide - px(GAP)), min(px(STAGE[1]), high - px(GAP))
            rect = pygame.Rect((0, 0), most)
            rect.center = cell.center
            self.centres[stage.word], self.high = rect.center, rect.h
            made = Ending if stage.is_ending else Button
            button = made(self.style, rect, f"go:{stage.word}", stage.name)
            button.chosen = stage.state == "next"
            button.enabled = stage.state != "unknown"
            buttons.append(self.group.add(button))
        fit_labels(buttons)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page, the ways between the battles, and the result of each."""
        super().draw(surface)
        view = self.view
        for stage in view.stages if view is not None else ():
            for to in stage.leads:
                self._draw_way(surface, stage, to)
        for child in self.group.children:
            if isinstance(child, Button) and child.action.startswith("go:"):
                child.draw(surface)
        for stage in view.stages if view is not None else ():
            if stage.state in RESULTS:
                x, y = self.centres[stage.word]
                self._draw_result(surface, stage, x, y)

    def _draw_way(self, surface: pygame.Surface, stage: Stage, to: str) -> None:
        colour = theme.GOLD_DEEP if stage.passed else theme.LINE
        ends = self.centres[stage.word], self.centres[to]
        pygame.draw.line(surface, colour, *ends, max(1, self.style.px(2)))

    def _draw_result(self, surface: pygame.Surface, stage: Stage, x: int, y: int) -> None:
        size = self.style.px(14)
        box = pygame.Rect(0, 0, size * 5, size + self.style.px(4))
        box.midtop = x, y + self.high // 2 - self.style.px(6)
        inks = {"won": theme.GOOD, "lost": theme.BAD}
        ink = inks.get(stage.state, theme.CREAM)
        svg.draw_box(surface, box, size // 2, theme.TABLE, theme.TABLE, ink)
        text = self.say(f"campaign.{stage.state}")
        self.group.write(surface, text, box, theme.SMALL, "plain", ink, "centre")

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; F5 starts the battle, and arrows move the focus."""
        key = event.key if event.type == pygame.KEYDOWN else None
        if key == pygame.K_F5:
            self.act("start")
        elif key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.group.step_focus(1 if key == pygame.K_RIGHT else -1)
        else:
            super().handle(event)

    def act(self, action: str) -> None:
        """Buy or give back, begin again at a battle, start, go on, or go back to the menu."""
        name, _, rest = action.partition(":")
        table, view = self.table, self.view
        if name == "back":
            self.go_to("menu", fresh=True)
        elif table is None or view is None:
            return
        elif name == "buy":
            word, _, change = rest.partition(":")
            table.buy(word, int(change))
            self.layout()
        elif name == "go":
            asked = table.asked_before(rest)
            if asked:
                self.go_to("ask", asked, partial(self._go_back, rest))
            else:
                self._go_back(rest)
        elif name == "start" and view.step != "end":
            path = table.under_way()
            self.app.open(lambda: table.begin() if path is None else resume(path))

    def _go_back(self, battle: str) -> None:
        assert self.table is not None
        self.table.go_back(battle)
        self.layout()


class Ending(Button):
    """An ending on the map: lit once it is reached, with nothing to press."""

    can_focus = False

    def handle(self, event: pygame.event.Event) -> str | None:
        """Take no event."""
        return None


class CampaignsDialog(ChoiceDialog):
    """A button for each campaign."""

    heading = "campaigns"

    def choices(self) -> list[tuple[str, str]]:
        """Return an action and a label for each campaign."""
        return [(f"campaign:{name}", title) for name, title, _ in campaigns(self.app.language)]

    def abouts(self) -> list[str]:
        """Return the summary of each campaign."""
        return [about for _, _, about in campaigns(self.app.language)]

    def chosen(self, name: str) -> None:
        """Show a campaign."""
        self.go_to("campaign", name)
