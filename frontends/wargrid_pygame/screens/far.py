"""Play far apart: host a game, join one by its link, or go on with one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import pygame

from wargrid import Game
from wargrid_play.frontend import game_names
from wargrid_play.table import FRIEND, MAX_NAME, Seat, Session, title_of
from wargrid_pygame.dialog import BUTTON, GAP, DialogScreen
from wargrid_pygame.game.layout import columns
from wargrid_pygame.graphics import clipboard, theme
from wargrid_pygame.screens.new_game import NewGameScreen
from wargrid_pygame.screens.page import TITLE, PageScreen
from wargrid_pygame.widgets.basic import Button, Label, Panel, halves
from wargrid_pygame.widgets.fields import FieldRow, TextInput, list_in
from wargrid_pygame.window import App
from wargrid_remote import (
    PATIENCE,
    FarGame,
    Invitation,
    Link,
    OwnServer,
    RemoteError,
    RemoteSession,
    RemoteTable,
    read_far_games,
    read_link,
    refusal,
    wish_again,
    wish_of,
)

LINE: Final = 40
"""The height of a line to type into, in units."""

MOST: Final = {"server": 400, "link": 400, "name": MAX_NAME}
"""The greatest number of letters in each line."""


class FarScreen(PageScreen):
    """The player's games far apart at the left; at the right hosting and joining."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.far = read_far_games()
        self.lines: dict[str, TextInput] = {}
        if self.far.damage is not None:
            self.trouble = self.far.damage.text(self.words.language)
        self._typed = {"link": "", "name": self.far.name, "server": self.far.server}

    def layout(self) -> None:
        """Lay out the three parts; typed texts stay."""
        px = self.style.px
        self._typed |= {name: line.text for name, line in self.lines.items()}
        stops = [child for child in self.group.children if child.can_focus]
        held = next((at for at, child in enumerate(stops) if child.focused), None)
        self.far = read_far_games()
        room = self.page(self.say("far.title"))
        top, used = room.y + px(TITLE) + px(10), px(TITLE + 10 + 66)
        body = pygame.Rect(room.x, top, room.w, room.h - used)
        left = pygame.Rect(body.x, body.y, body.w * 42 // 100, body.h)
        right = pygame.Rect(left.right + px(14), body.y, body.w - left.w - px(14), body.h)
        self._add_games(left)
        high = (right.h - px(14)) // 2
        upper = pygame.Rect(right.x, right.y, right.w, high)
        self.hosts = self._add_part(upper, "host", 70, [("server", 8)])
        lower = pygame.Rect(right.x, right.bottom - high, right.w, high)
        self._add_part(lower, "join", 48, [("link", 6), ("name", 8)])
        back = pygame.Rect(room.x, room.bottom - px(50), left.w, px(50))
        self.way_back(back)
        stops = [child for child in self.group.children if child.can_focus]
        self.group.set_focus(self.hosts if held is None else stops[held])

    def _add_games(self, box: pygame.Rect) -> None:
        known = game_names()
        rows = [
            FieldRow(self._row(game, known), f"game:{at}") for at, game in enumerate(self.far.games)
        ] or [FieldRow(self.say("far.none"))]
        self.group.add(list_in(self.group, box, rows, self.say("far.games")))

    def _row(self, game: FarGame, known: Collection[str]) -> str:
        here = game.ruleset in known
        title = title_of(game.ruleset, self.words) if here else game.title or game.match
        over = self.say("far.over") if game.over else ""
        where = game.server.partition("//")[2] or self.say("far.here")
        return " · ".join(str(part) for part in (title, game.players, over, where) if part)

    def _add_part(
        self, box: pygame.Rect, action: str, high: int, lines: Sequence[tuple[str, int]]
    ) -> Button:
        """Add a panel: a heading and text, lines to type into below gaps in units, and a button.

        In large letters lines and button share a row.
        """
        px, key = self.style.px, f"far.{action}"
        inner = self.group.add(Panel(self.style, box, self.say(key))).inner()
        room = inner.inflate(-2 * px(6), -2 * px(4))
        button = pygame.Rect(room.x, room.bottom - px(BUTTON), room.w, px(BUTTON))
        top = pygame.Rect(room.x, room.y, room.w, px(high))
        places = [pygame.Rect(top)]
        for _, gap in lines:
            places.append(pygame.Rect(room.x, places[-1].bottom + px(gap), room.w, px(LINE)))
        if places[-1].bottom > button.y:
            *places[1:], button = columns(self.style, button, len(lines) + 1)
            top.h = min(top.h, button.y - top.y)
        self.group.add(Label(self.style, top, self.say(f"{key}.about"), theme.BODY))
        for (name, _), place in zip(lines, places[1:], strict=True):
            text, prompt = self._typed[name], self.say(f"far.{name}")
            line = TextInput(self.style, place, action, text, prompt, MOST[name])
            line.replaced = name in self.lines and self.lines[name].replaced
            self.lines[name] = self.group.add(line)
        text, primary = self.say(f"{key}.go"), action == "host"
        return self.group.add(Button(self.style, button, action, text, primary=primary))

    def act(self, action: str) -> None:
        """Host, join, go on or go back."""
        self._typed |= {name: line.text for name, line in self.lines.items()}
        self.far.name = self._typed["name"].strip()
        self.far.server = self._typed["server"].strip().rstrip("/")
        if failure := self.far.write():
            self.trouble = failure.text(self.words.language)
        name, _, rest = action.partition(":")
        if name == "host":
            self._host()
        elif name == "join":
            self._join(self._typed["link"])
        elif name == "game":
            self._go_on(self.far.games[int(rest)])
        elif name == "back":
            self.app.pop()

    def _host(self) -> None:
        server = self.far.server
        if server and not server.startswith(("http://", "https://")):
            self.complain(self.say("far.no_address", text=server))
        else:
            self.go_to("host", server)

    def _join(self, text: str) -> None:
        self.lines["link"].replaced = True  # by another server, if this one refuses it
        self.group.set_focus(self.lines["link"])
        try:
            link = read_link(text)
        except RemoteError as error:
            self.complain(error.text(self.words.language))
        else:
            self.go_to("joining", link, self.far.name)

    def _go_on(self, game: FarGame) -> None:
        if game.server:
            link = Link(game.server, game.match, game.secret)
            self.go_to("joining", link, self.far.name)
        else:
            self.go_to("invite", "", None, game)


class HostScreen(NewGameScreen):
    """A new game on a server: the player's own server, or one with an address."""

    def __init__(self, app: App, server: str) -> None:
        super().__init__(app)
        self.server = server

    def usual_seats(self, game: Game) -> Sequence[Seat]:
        """Return the player for the first side, and a friend for each other."""
        return [Seat(), *(Seat(name=FRIEND) for _ in game.sides[1:])]

    def save_seats(self, seats: Sequence[Seat]) -> None:
        """Save nothing: a friend far away does not play the next game at this computer."""

    def layout(self) -> None:
        """Lay out a new game without a seed: a friend far away could not trust dice from it."""
        super().layout()
        self.seed.visible = False

    def _seat(self, game: Game, chosen: Sequence[Seat]) -> None:
        super()._seat(game, chosen)
        assert self.seats is not None
        self.seats.seating.apart = True

    def _start(self, game: Game) -> None:
        assert self.seats is not None
        name = read_far_games().name
        wish = wish_of(self.setup, self.seats.seats, name, self.clock, self.by_hand)
        self.app.save_settings(ruleset=self.setup.name)
        self.go_to("invite", self.server, wish)


class InviteDialog(DialogScreen):
    """Lets a server make a match, and shows the links to send, or the links of a given ``game``.

    ``server`` is empty for the player's own server; it is started if it does not run.
    """

    def __init__(
        self, app: App, server: str, wish: dict[str, object] | None, game: FarGame | None = None
    ) -> None:
        super().__init__(app)
        self.copied = False
        own = app.own_server = app.own_server or OwnServer()
        title = "" if wish is None else title_of(str(wish["ruleset"]), self.words)
        self.made = Invitation(own, server, wish, game, app.language, title, app.wake)

    @property
    def failed(self) -> str:
        """The reason why there is no match."""
        error = self.made.failed
        if error is None:
            return ""
        return error.text or self.say(f"far.{error.key}", server=self.made.server)

    def wake(self) -> None:
        """Show the links once they are there, and copy the link for the friend."""
        made = self.made
        if made.ready and made.game is not None and made.game.friend and not self.copied:
            self.copied = clipboard.copy(made.link(made.game.friend))
        self.layout()

    def layout(self) -> None:
        """Lay out the links, or the wait for them."""
        game = self.made.game
        invites = game is not None and game.friend
        dialog = self.frame(self.say("far.invite.title" if invites else "far.title"), 860, 430)
        room, px = dialog.inner(), self.style.px
        close, play = halves(room, px(BUTTON), px(GAP))
        self.button(close, "close", self.say("back"), self.key(pygame.K_ESCAPE))
        text = pygame.Rect(room.x, room.y, room.w, px(60))
        if not self.made.ready or game is None:
            said = self.failed or self.say("far.invite.waiting")
            colour = theme.BAD if self.failed else theme.TEXT
            dialog.add(Label(self.style, text, said, theme.LARGE, colour=colour))
            dialog.set_focus(dialog.children[0])
            return
        top = room.y
        for kind, secret in (("friend", game.friend), ("watch", game.watch)):
            if secret:
                top = self._add_link(kind, secret, pygame.Rect(room.x, top, room.w, px(30)))
        note = pygame.Rect(room.x, top, room.w, close.y - top - px(8))
        dialog.add(Label(self.style, note, self._note(game), theme.BODY, colour=theme.MUTED))
        go = self.button(play, "play", self.say("far.invite.play"), primary=True)
        dialog.set_focus(go)

    def _note(self, game: FarGame) -> str:
        """Word the reach of the links above, and the warning that one of them is a key."""
        reach = "server" if self.made.server else "own"
        said = ((reach, game.friend or game.watch), ("seat", game.friend))
        port = self.made.base.rpartition(":")[2]
        return " ".join(self.say(f"far.invite.{key}", port=port) for key, link in said if link)

    def _add_link(self, kind: str, secret: str, row: pygame.Rect) -> int:
        px, add = self.style.px, self.group.add
        key = "copied" if kind == "friend" and self.copied else kind
        text = self.say(f"far.invite.{key}")
        add(Label(self.style, row, text, theme.BODY, "bold", theme.GOLD))
        line = pygame.Rect(row.x, row.bottom, row.w - px(150), px(36))
        add(Label(self.style, line, self.made.link(secret), theme.BODY, middle=True))
        copy = pygame.Rect(line.right + px(10), line.y, px(140), line.h)
        self.button(copy, f"copy:{kind}", self.say("far.copy"))
        return line.bottom + px(14)

    def act(self, action: str) -> None:
        """Copy a link, play, or leave; the game stays on the server."""
        (name, _, kind), game = action.partition(":"), self.made.game
        if name == "copy" and game is not None:
            clipboard.copy(self.made.link(getattr(game, kind)))
        elif name == "play" and game is not None:
            link = Link(self.made.base, game.match, game.secret or game.watch)
            self.app.pop()
            self.go_to("joining", link, read_far_games().name, game)
        elif name == "close":
            self.app.pop()


def invite_again(app: App, session: Session) -> InviteDialog:
    """Return the dialog with a link to another match of a game that was played here."""
    far = read_far_games()
    return InviteDialog(app, far.server, wish_again(session, far.name))


class JoiningDialog(DialogScreen):
    """Waits for the first view of a game, without holding up the window."""

    def __init__(self, app: App, link: Link, name: str = "", game: FarGame | None = None) -> None:
        super().__init__(app)
        self.link, self.game = link, game
        self._waited = 0
        self._silent = False
        """Whether a first try has found no server there."""
        self.table: RemoteTable | None = None
        self.failed = ""
        try:
            self.table = RemoteTable(link, app.language, name, app.wake)
        except RemoteError as error:
            self.failed = error.text(app.language)

    def layout(self) -> None:
        """Lay out the name of the game that is waited for, or the failure, and one button."""
        dialog = self.frame(self.say("far.joining"), 560, 220)
        room, px = dialog.inner(), self.style.px
        key = "far.joining.silent" if self._silent else "far.joining.waits"
        text = self.failed or self.say(key, server=self.link.server)
        colour = theme.BAD if self.failed else theme.TEXT
        dialog.add(
            Label(self.style, pygame.Rect(room.x, room.y, room.w, px(90)), text, colour=colour)
        )
        dialog.set_focus(self.foot(room))

    @property
    def moving(self) -> bool:
        """Whether it still waits."""
        return not self.failed

    def update(self, ms: int) -> None:
        """Show the game once it is there, or say why it cannot be shown."""
        table = self.table
        if table is None:
            return
        self._waited += ms
        table.advance()
        if table.wait(0):
            self.table = None  # the game has it now
            read_far_games().keep_table(self.link, table, self.game)
            self.app.play_far(RemoteSession(self.link, table))
        elif table.ended or self._waited > 1000 * PATIENCE:
            self.failed = refusal(self.link, table).text(self.words.language)
            self.table = None
            self.layout()
        elif table.reason and not self._silent:
            self._silent = True
            self.layout()

    def close(self) -> None:
        """Hang up unless the game is shown."""
        if self.table is not None:
            self.table.close()
