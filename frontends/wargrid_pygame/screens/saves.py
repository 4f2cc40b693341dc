"""The list of saved and unfinished games, with a picture of the one chosen."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from wargrid import RecordError
from wargrid.match import Record, SaveInfo, delete_save, load_record, rename_save, restore_save
from wargrid_play.table import ShelfRow, downloads, end_of, resume, shelf_rows, title_of_save
from wargrid_pygame.graphics import theme
from wargrid_pygame.screens.page import TITLE
from wargrid_pygame.screens.picture_page import PicturePage
from wargrid_pygame.widgets.fields import FieldRow, list_in
from wargrid_pygame.window import App

NOTE: Final = 76
"""The height of the room below the list, in units, for the error in a game, with its line and its
caret."""

LIST: Final = 0.62
"""The share of the width for the list; the picture has the rest."""

BUTTONS: Final = (
    ("open", pygame.K_RETURN), ("rename", pygame.K_F2), ("delete", pygame.K_DELETE),
    ("restore", pygame.K_z), ("file", pygame.K_F7), ("back", pygame.K_ESCAPE),
)  # fmt: skip
"""The buttons below the list, each with its key."""


class SavesScreen(PicturePage):
    """Choose a saved game; Enter or a second click opens it."""

    wide, edge = 1160, 30
    row, gap = "slot:", 12

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.deleted: tuple[Path, Path] | None = None
        """The present and the former file of the game deleted last."""
        self.chosen: Path | None = None
        self.rows: list[ShelfRow] = []
        self.unfolded: set[str] = set()

    def layout(self) -> None:
        """Title, list, picture and buttons."""
        px = self.style.px
        self.rows = shelf_rows(self.words, self.unfolded)
        room = self.page(self.say("saves.title"))
        top, used = room.y + px(TITLE) + px(12), px(TITLE + 12 + 60 + NOTE)
        body = pygame.Rect(room.x, top, room.w, room.h - used)
        box = pygame.Rect(body.x, body.y, round(body.w * LIST), body.h)
        self._add_list(box)
        self.frame = pygame.Rect(box.right + px(14), body.y, body.right - box.right - px(14), 0)
        self.frame.h = min(body.h, self.frame.w)
        self.note_box = pygame.Rect(room.x, body.bottom + px(6), room.w, px(NOTE))
        labels = {"back": self.say("back")}
        self.add_buttons(
            pygame.Rect(room.x, room.bottom - px(48), room.w, px(48)),
            [(name, key, labels.get(name) or self.say(f"saves.{name}")) for name, key in BUTTONS],
        )
        back = self.group.children[-1]
        self.group.set_focus(self.list if self.rows else back)
        self.mark()

    def _add_list(self, box: pygame.Rect) -> None:
        rows = list(map(self._row, self.rows)) or [FieldRow(self.say("saves.none"))]
        self.list = self.group.add(list_in(self.group, box, rows))
        paths = [None if row.save is None else row.save.path for row in self.rows]
        if self.rows:
            first = next(at for at, path in enumerate(paths) if path is not None)
            listed = self.chosen is not None and self.chosen in paths
            self.list.choose(paths.index(self.chosen) if listed else first)
            if self.list.chosen == first:
                self.list.show(0)

    def _row(self, row: ShelfRow) -> FieldRow:
        """Return a row: a heading, a saved game, or a line that unfolds more of them."""
        if row.save is not None:
            ink = theme.BAD if row.save.damage else theme.TEXT
            return FieldRow(row.text, f"slot:{row.save.path}", ink)
        if not row.key:
            return FieldRow(self.say(f"saves.group.{row.group}"), None, theme.GOLD, "bold")
        text = self.say("saves.earlier" if row.earlier else "saves.more", count=row.hidden)
        return FieldRow(text, f"fold:{row.key}", theme.MUTED, indented=True)

    @property
    def slot(self) -> SaveInfo | None:
        """The game chosen."""
        chosen = self.list.chosen
        return self.rows[chosen].save if self.rows and chosen is not None else None

    def mark(self) -> None:
        """Enable the buttons of the game chosen, and ask for its picture."""
        slot = self.slot
        self.chosen = slot.path if slot else None
        self.buttons["open"].enabled = self.buttons["delete"].enabled = slot is not None
        self.buttons["rename"].enabled = slot is not None and not slot.journal
        self.buttons["restore"].enabled = self.deleted is not None
        if slot is not None and slot.damage is None:
            self.pictures.want(self._key(slot), end_of(slot.path))

    def _key(self, slot: SaveInfo) -> tuple[Path, float]:
        return slot.path, slot.modified

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the list over the backdrop, the picture, and the error in the game chosen."""
        super().draw(surface)
        slot = self.slot
        if slot is not None:
            self.draw_picture(surface, self._key(slot), "saves.no_picture")
        if self.trouble:
            self.diagnostics.draw(surface, self.style, self.trouble, self.note_box, theme.BODY)
        elif self.rows:
            hint = self.say("saves.hint")
            self.group.write(surface, hint, self.note_box, theme.BODY, "plain", theme.MUTED)

    def _unfold(self, key: str) -> None:
        """List the earlier games of a ruleset, and choose the first of them."""
        self.unfolded.add(key)
        at = self.list.chosen
        self.layout()
        if at is not None and self.rows[at].save is not None:
            self.list.choose(at)
        self.mark()

    def act(self, action: str) -> None:
        """Open, rename or delete the game chosen, undo the last deletion, or go back."""
        slot, (name, _, key) = self.slot, action.partition(":")
        if action == "file":
            here = f"{downloads()}{os.sep}"
            self.go_to("value", self.say("saves.which_file"), here, self._open_file,
                       "saves.open", 400)  # fmt: skip
        elif name == "fold":
            self._unfold(key)
        elif action == "back":
            self.app.pop()
        elif action == "restore" and self.deleted is not None:
            self._try(self._restore)
        elif slot is not None and action == "open":
            self._open(slot)
        elif slot is not None and action == "delete":
            self._try(partial(self._delete, slot.path))
        elif slot is not None and action == "rename" and not slot.journal:
            name = slot.name or title_of_save(slot, self.words)
            title = self.say("saves.new_name")
            self.go_to("value", title, name, partial(self._rename, slot.path), "saves.rename")

    def _open_file(self, name: str) -> None:
        """Open a file by its path: a save, or a file of another program."""
        named = Path(os.path.expanduser(name))
        self.app.open_file(named if named.exists() else downloads() / named)

    def _open(self, slot: SaveInfo) -> None:
        """Go on with a game, or review it if it is finished."""
        if slot.finished:
            self.app.replay(slot.path, partial(self._review, slot))
        else:
            self.app.resume(slot.path)

    def _review(self, slot: SaveInfo, replayed: Record | None) -> None:
        try:
            record = replayed or load_record(slot.path)
        except RecordError:
            self.app.open(lambda: resume(slot.path))  # which reports it, or asks for trust
        else:
            self.go_to("review", record.match, record.header)

    def _try(self, change: Callable[[], None]) -> None:
        self.trouble = ""
        try:
            change()
        except RecordError as error:
            self.trouble = error.text(self.words.language)
        self.layout()

    def _delete(self, path: Path) -> None:
        self.deleted = delete_save(path), path

    def _restore(self) -> None:
        assert self.deleted is not None
        gone, path = self.deleted
        restore_save(gone, path)
        self.deleted, self.chosen = None, path

    def _rename(self, path: Path, name: str) -> None:
        def change() -> None:
            self.chosen = rename_save(path, name)

        self._try(change)
