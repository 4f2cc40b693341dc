"""The dialog on results: how the games of the player ended, by game and opponent."""

from __future__ import annotations

from wargrid_pygame.dialog import BUTTON, GAP, DialogScreen
from wargrid_pygame.graphics import theme
from wargrid_pygame.widgets.fields import FieldRow, ScrollList
from wargrid_pygame.window import App


class ResultsDialog(DialogScreen):
    """A line for each opponent below the title of each game; one game ``first``."""

    def __init__(self, app: App, first: str = "") -> None:
        super().__init__(app)
        self.first = first

    def layout(self) -> None:
        """Lay out a list that scrolls if it must, and one button."""
        dialog = self.frame(self.words.say("lobby.result.title"), 560, 520)
        room, px = dialog.inner(), self.style.px
        results, rows = self.app.results, list[FieldRow]()
        for name, title, lines in results.rows(self.words, self.first):
            mark = "results" if results.mark(name, self.words) else ""
            rows.append(FieldRow(title, colour=theme.GOLD, face="bold", icon=mark, indented=True))
            rows += [FieldRow(line, indented=True) for line in lines]
        rows = rows or [FieldRow(self.words.say("lobby.result.none"))]
        listed = room.inflate(-2 * px(GAP), 0)
        listed.h -= px(BUTTON + GAP)
        text = dialog.add(ScrollList(self.style, listed, rows, size=theme.LARGE))
        closing = self.foot(room, "close", primary=True)
        dialog.set_focus(text if text.furthest else closing)
