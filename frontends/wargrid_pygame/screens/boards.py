"""The boards of one game: the player's own, drafts, and those that come with it, in pictures."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from wargrid import RulesetError
from wargrid_editor import (
    BoardFile,
    Desk,
    boards,
    copy,
    delete,
    drafts,
    example_of_board,
    export,
    export_name,
    lost_by_export,
    mend_drafts,
    open_desk,
    rename,
    resume_desk,
    take_file,
)
from wargrid_play.table import title_of
from wargrid_pygame.graphics import theme
from wargrid_pygame.screens.page import TITLE
from wargrid_pygame.screens.picture_page import PicturePage
from wargrid_pygame.widgets.diagnostics import with_trust_hint
from wargrid_pygame.widgets.fields import FieldRow, list_in
from wargrid_pygame.window import App

LIST: Final = 0.52
"""The share of the width for the list; the picture has the rest."""

NOTE: Final = 56
"""The height of the room for a failure, in units."""

BUTTONS: Final = (
    ("edit", pygame.K_RETURN), ("play", pygame.K_F5), ("rename", pygame.K_F2),
    ("copy", pygame.K_F3), ("delete", pygame.K_DELETE), ("export", pygame.K_F6),
    ("take_in", pygame.K_F7), ("back", pygame.K_ESCAPE),
)  # fmt: skip
"""The buttons below the list, each with its key."""

CHOOSING: Final = (("play", pygame.K_F5), ("edit", pygame.K_F8), ("back", pygame.K_ESCAPE))
"""The buttons where a board is chosen for a new game; Enter does the first of them."""


class BoardsScreen(PicturePage):
    """Choose a board to edit or to play; with ``choose``, playing a board goes back with it."""

    row = "board:"

    def __init__(
        self, app: App, ruleset: str, choose: Callable[[str], object] | None = None,
        chosen: Path | Desk | None = None,
    ) -> None:  # fmt: skip
        super().__init__(app)
        self.ruleset, self.choose = ruleset, choose
        self.desk = chosen if isinstance(chosen, Desk) else None
        """The board that was edited last; once it is left, its file is the one chosen."""
        self.chosen = chosen if isinstance(chosen, Path) else None
        self.files: list[BoardFile | None] = []
        self.trouble = "\n".join(each.text(self.words.language) for each in mend_drafts())

    def layout(self) -> None:
        """Title, list, picture and buttons."""
        px = self.style.px
        if self.desk is not None and self.app.top is self:
            self.chosen, self.desk = self.desk.path, None
        self.files = self._listed()
        room = self.page(self.say("boards.title", game=title_of(self.ruleset, self.words)))
        top = room.y + px(TITLE) + px(8)
        body = pygame.Rect(room.x, top, room.w, room.bottom - px(54 + NOTE) - top)
        box = pygame.Rect(body.x, body.y, round(body.w * LIST), body.h)
        self._add_list(box)
        self.frame = pygame.Rect(
            box.right + px(14), body.y, body.right - box.right - px(14), body.h
        )
        self.note_box = pygame.Rect(room.x, body.bottom + px(4), room.w, px(NOTE - 8))
        self._add_buttons(pygame.Rect(room.x, room.bottom - px(46), room.w, px(46)))
        self.group.set_focus(self.list)
        self.mark()

    def _listed(self) -> list[BoardFile | None]:
        try:
            stored = boards(self.ruleset)
        except RulesetError as error:
            hinted = partial(with_trust_hint, key="start", start=self.say("boards.edit"))
            reasons = map(hinted, error.diagnostics)
            self.trouble = "\n".join(each.text(self.words.language) for each in reasons)
            stored = []
        own, shipped = [b for b in stored if b.own], [b for b in stored if not b.own]
        return [None, *own, *drafts(self.ruleset), *shipped]

    def _add_list(self, box: pygame.Rect) -> None:
        rows = [FieldRow(self._text(file), f"board:{at}") for at, file in enumerate(self.files)]
        self.list = self.group.add(list_in(self.group, box, rows))
        paths = [None if file is None else file.path for file in self.files]
        self.list.choose(paths.index(self.chosen) if self.chosen in paths else 0)

    def _text(self, file: BoardFile | None) -> str:
        if file is None:
            return self.say("boards.usual" if self.choose else "boards.new")
        title = file.title if isinstance(file.title, str) else self.words.of(file.title)
        if file.is_draft:
            return self.say("boards.draft", name=title or file.name)
        title = title or self.words.say("lobby.standard").capitalize()
        if sum(each is not None and each.title == file.title for each in self.files) > 1:
            title = f"{title} ({file.name})"
        return title if file.own else self.say("boards.shipped", name=title)

    def _add_buttons(self, strip: pygame.Rect) -> None:
        chosen = "boards.choose" if self.choose else "boards.play"
        labels = {"back": self.say("back"), "play": self.say(chosen)}
        listed = CHOOSING if self.choose else BUTTONS
        self.add_buttons(
            strip,
            [(name, key, labels.get(name) or self.say(f"boards.{name}")) for name, key in listed],
        )

    @property
    def file(self) -> BoardFile | None:
        """The board chosen, None for a new one or the usual one."""
        at = self.list.chosen
        return None if at is None else self.files[at]

    def mark(self) -> None:
        """Enable the buttons of the board chosen, and ask for its picture."""
        file = self.file
        self.chosen = None if file is None else file.path
        own = file is not None and file.own
        draft = file is not None and file.is_draft
        for action in ("rename", "copy", "delete", "export"):
            if action in self.buttons:
                possible = file is not None and (action in ("copy", "export") or own)
                self.buttons[action].enabled = possible and (not draft or action == "delete")
        if "play" in self.buttons:
            self.buttons["play"].enabled = not draft and (file is not None or bool(self.choose))
        self.pictures.want(self._key(), example_of_board(self.ruleset, file))

    def _key(self) -> tuple[str, Path | None, float]:
        file = self.file
        return self.ruleset, self.chosen, 0 if file is None else file.modified

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the list over the backdrop, and the picture of the board chosen."""
        super().draw(surface)
        self.draw_picture(surface, self._key(), "boards.no_picture")
        if self.trouble:
            self.diagnostics.draw(surface, self.style, self.trouble, self.note_box, theme.BODY)
        else:
            hint = self.note or self.say("boards.choose_hint" if self.choose else "boards.hint")
            colour = theme.GOLD if self.note else theme.MUTED
            self.group.write(surface, hint, self.note_box, theme.BODY, "plain", colour)

    def act(self, action: str) -> None:
        """Open, play, rename, copy, delete or give away the board chosen, or go back."""
        file = self.file
        if action == "back":
            self.app.pop()
        elif action == "take_in":
            here = f"{_downloads()}{os.sep}"
            self.go_to("value", self.say("boards.which_file"), here, self._take_in,
                       "boards.take_in", 400)  # fmt: skip
        elif action == "edit" or (action == "play" and file is not None and file.is_draft):
            self._try(self._open)
        elif action == "play" and self.choose is not None:
            self.app.pop()
            self.choose("" if file is None else str(file.name))
        elif action == "play" and file is not None:
            self.go_to("new_game", self.ruleset, True, file.name)
        elif file is not None and action in ("rename", "copy"):
            title = self._text(file) if file.own else file.name
            title = self.words.say("editor.copy_of", name=title) if action == "copy" else title
            change = partial(self._name, rename if action == "rename" else copy, file)
            self.go_to("value", self.say("editor.name"), title, change, f"boards.{action}")
        elif file is not None and action == "delete":
            text = self.say("boards.delete_asked", name=self._text(file))
            self.go_to("ask", text, partial(self._try, partial(self._delete, file.path)))
        elif file is not None and action == "export":
            target = str(export_name(file, _downloads()))
            self.go_to("value", self.say("boards.export_to"), target, partial(self._export, file),
                       "boards.export", 400)  # fmt: skip

    def _open(self) -> None:
        file, language, wake = self.file, self.words.language, self.app.wake
        if file is None:
            desk: Desk = open_desk(self.ruleset, language=language, wake=wake)
        elif file.is_draft:
            desk = resume_desk(file.path, language, wake)
        else:
            desk = open_desk(self.ruleset, file.path, language=language, wake=wake)
        self.desk = desk
        self.go_to("editor", desk)

    def _try(self, change: Callable[[], object]) -> None:
        """Change the boards and show them; report failures, and ask about untrusted code."""

        def do() -> None:
            self.trouble = self.note = ""
            change()
            if self.app.top is self:
                self.layout()

        self.app.attempt(do)

    def _name(self, make: Callable[..., Path], file: BoardFile, title: str) -> None:
        def change() -> None:
            self.chosen = make(file, title, self.words.language)

        self._try(change)

    def _delete(self, path: Path) -> None:
        delete(path)
        self.layout()

    def _export(self, file: BoardFile, name: str) -> None:
        """Write the board into a file; a name without a folder is one of exported boards."""

        def write() -> None:
            target = _downloads() / os.path.expanduser(name)
            note = self.say("boards.exported", file=export(file, target))
            self.note = f"{note} {lost_by_export(file, target, self.words.language)}".rstrip()

        self._try(write)

    def _take_in(self, name: str) -> None:
        """Add the board in a file to those of its game, and show them.

        A name without a folder is looked up in the folder of exported boards, as the field says.
        """

        def take() -> None:
            named = Path(os.path.expanduser(name))
            path = named if named.exists() else _downloads() / named
            board, self.note = take_file(path, self.ruleset, self.words.language)
            self.ruleset, self.chosen = board.ruleset, board.path

        self._try(take)


def _downloads() -> Path:
    folder = Path.home() / "Downloads"
    return folder if folder.is_dir() else Path.home()


def show_taken_in(app: App, path: Path) -> BoardsScreen:
    """Add a board dropped on the window to the player's boards, and return its list.

    Raises:
        BoardError: no ruleset takes it, or it cannot be written.
        RulesetError: it cannot be read, or its ruleset does not take it.
    """
    board, left_out = take_file(path, language=app.words.language)
    screen = BoardsScreen(app, board.ruleset, None, board.path)
    screen.note = left_out
    return screen
