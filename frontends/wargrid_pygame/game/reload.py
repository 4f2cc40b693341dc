"""Reloading: saved rules and looks take effect in the open match, or a banner says why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from wargrid import Diagnostic, Game, PluginError, RulesetError
from wargrid.frontend import untrusted_files
from wargrid.looks import loader as looks
from wargrid.match import Replay, Watch, code_of, files_of, read_again, replay
from wargrid.table.lobby.session import Session
from wargrid_pygame.dialog import PlayedGame
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.text import flowed
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.diagnostics import Pager, with_trust_hint
from wargrid_pygame.widgets.keys import key_name
from wargrid_pygame.window import ScreenRequest

EVERY_MS: Final = 600
"""How often the files are looked at; a change counts at the second look that finds it."""

WIDEST: Final = 900
PAD: Final = 12
"""How wide the banner is at most, and the room around its texts, in units."""


@dataclass(frozen=True, slots=True)
class RulesChange:
    """What follows from a reload: go on with a session, show another screen, or say something.

    A ``text`` without a ``tone`` does not replace another message.
    """

    session: Session | None = None
    request: ScreenRequest | None = None
    text: str = ""
    tone: str = ""
    fresh: bool = False
    """Whether to clear the message first."""

    close: bool = False
    """Whether to close the open question about changed rules."""


class Reload:
    """Watches the files of one game's rules and looks; ``apply`` carries out the changes."""

    def __init__(self, game: PlayedGame, apply: Callable[[RulesChange], None]) -> None:
        self.game, self.apply = game, apply
        self.banner: Banner | None = None
        self._broken: dict[str, Sequence[Diagnostic]] = {}
        self._waited = 0
        self._asking = False
        self._uncompared = bool(self._is_here and self._rules.recipe and not self._rules.files)
        self._watch = Watch(self._files())

    @property
    def _is_here(self) -> bool:
        """Whether the rules are at hand; those of a match far away do not change."""
        return self.game.session.local is not None

    @property
    def _session(self) -> Session:
        session = self.game.session.local
        assert session is not None
        return session

    @property
    def _rules(self) -> Game:
        return self._session.match.game

    def _files(self) -> list[Path]:
        if not self._is_here or self._rules.recipe is None:  # the rules were not read from files
            return []
        files = files_of(self._rules)
        found = [one for each in self._broken.values() for one in each if one.file]
        named = [Path(one.file) for one in found]
        beside = [
            Path(one.file).parent / str(one.values[what])
            for one in found
            for what in ("icon", "file")
            if what in one.values
        ]
        around = [file.parent for file in files] if named else []
        every = (*files, *code_of(self._rules), *self._look_files(), *named, *beside, *around)
        return list(dict.fromkeys(every))

    def _look_files(self) -> set[Path]:
        return {*self.game.looks.files, *looks.places(files_of(self._rules))}

    def tick(self, ms: int) -> bool:
        """Let some milliseconds pass; True if something is to be drawn again."""
        self._waited += ms
        if not self._is_here:
            return False
        if self._uncompared:
            self._compare()
            return True
        if self._waited < EVERY_MS:
            return False
        self._waited = 0
        changed = set(self._watch.changed())
        if changed:
            self._take(changed)
        return bool(changed)

    def _take(self, changed: set[Path]) -> None:
        self.apply(RulesChange(fresh=True, close=self._asking))
        self._asking = False
        drawn, code = self._look_files() & changed, set(code_of(self._rules)) & changed
        if changed - drawn - code:
            self._take_rules(_names(changed - drawn - code))
        if drawn or self._broken.get("looks"):
            self._take_looks()
        if code:
            self._tell("code", "refusal", file=_names(code))
        self._show_errors()

    def _show_errors(self) -> None:
        self.banner = None
        for what in [what for what, diagnostics in self._broken.items() if diagnostics][:1]:
            self.show(what, self._broken[what])
        self._watch.follow(self._files())

    def show(self, what: str, diagnostics: Sequence[Diagnostic]) -> None:
        """Show errors of ``rules``, ``looks``, or a game that could not be ``opened``."""
        self.banner = Banner(self.game, what, diagnostics)

    def _compare(self) -> None:
        self._uncompared = False
        recipe, match = self._rules.recipe, self._session.match
        if recipe is not None and recipe.is_there() and match.result is None:
            self._take_rules(recipe.file.name, since=True)
            self._show_errors()

    def _take_rules(self, names: str, since: bool = False) -> None:
        were_broken = bool(self._broken.get("rules"))
        try:
            rules = read_again(self._rules)
        except RulesetError as error:
            self._broken["rules"] = error.diagnostics
            files = untrusted_files(error.diagnostics)
            if files:
                again = partial(self._take_trusted, names, since)
                self.apply(RulesChange(request=ScreenRequest("trust", (files, again))))
            return
        self._broken["rules"] = ()
        if rules.source_text != self._rules.source_text:
            self._replay_under(rules, names, since)
        elif were_broken:
            self._tell("fixed")

    def _take_trusted(self, names: str, since: bool) -> None:
        self._take_rules(names, since)
        self._show_errors()

    def _replay_under(self, rules: Game, names: str, since: bool) -> None:
        session = self._session
        try:
            done = replay(session.match, rules)
        except PluginError as error:
            self.apply(RulesChange(text=error.text(self.game.words.language), tone="refusal"))
            return
        if not since and done.match is not None:
            self._go_on(done, names)
            return
        self._asking = True
        answer = partial(self._answer, rules, done, names)
        values = (self.game, done, names if since else "", answer)
        self.apply(RulesChange(request=ScreenRequest("reload", values)))

    def _answer(self, rules: Game, done: Replay, names: str, action: str) -> None:
        self._asking = False
        self.apply(RulesChange(fresh=True))
        session = self._session
        if action == "close":
            self._tell("old")
        elif action == "go_on":
            self._go_on(done, names)
        elif action == "restart":
            fresh = session.restart(rules, done.start)
            request = ScreenRequest("game", (fresh, self.game.flipped), fresh=True)
            self.apply(RulesChange(request=request))

    def _go_on(self, done: Replay, names: str) -> None:
        if done.match is not None:
            hidden = self._rules.hides(self._session.match.position)
            self.apply(RulesChange(self._session.under(done.match)))
            self._tell("moved" if done.moved and not hidden else "done", file=names)

    def _take_looks(self) -> None:
        looks.icon_text.cache_clear()
        file = looks.beside(files_of(self._rules))
        self._broken["looks"] = () if file is None else looks.errors_of(file)
        if not self._broken["looks"]:
            self.apply(RulesChange(self._session))
            self._tell("looks")

    def _tell(self, what: str, tone: str = "", **values: object) -> None:
        self.apply(RulesChange(text=self.game.say(f"reload.{what}", **values), tone=tone))

    def handle(self, event: pygame.event.Event) -> bool:
        """Turn the banner's pages, or close it; True if the event was for it."""
        if self.banner is None:
            return False
        if self.banner.turns(event):
            return True
        if not self.banner.closes(event):
            return False
        self.banner = None
        return True


class Banner:
    """One of some errors over the board, with its line and caret; ``what`` names the heading."""

    def __init__(self, game: PlayedGame, what: str, diagnostics: Sequence[Diagnostic]) -> None:
        self.game = game
        self.what = what
        self.diagnostics = tuple(diagnostics)
        self.pager = Pager(len(self.diagnostics))
        self.rect = pygame.Rect(0, 0, 0, 0)

    def turns(self, event: pygame.event.Event) -> bool:
        """Show another error, if the event asks for one; True if it was for the pages."""
        return self.pager.handle(event, self.rect)

    def closes(self, event: pygame.event.Event) -> bool:
        """Return whether an event closes the banner: Escape, or a click on it."""
        if event.type == pygame.KEYDOWN:
            return bool(event.key == pygame.K_ESCAPE)
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        return pressed and self.rect.collidepoint(event.pos)

    def texts(self) -> tuple[str, str, list[str], str]:
        """Return the heading, the error and its fix, the line with its caret, and how to go on."""
        say, words = self.game.say, self.game.words
        shown = self.diagnostics[self.pager.at]
        near = with_trust_hint(replace(shown, file=Path(shown.file).name), "again")
        sentence, *excerpt = near.text(words.language).splitlines()
        foot = say("reload.dismiss", escape=key_name(pygame.K_ESCAPE, words))
        if self.pager.count > 1:
            turn = {"next": pygame.K_PAGEDOWN, "previous": pygame.K_PAGEUP}
            keys = {name: key_name(key, words) for name, key in turn.items()}
            number, count = self.pager.at + 1, self.pager.count
            foot = f"{say('reload.more', number=number, count=count, **keys)} {foot}"
        return say(f"reload.error.{self.what}"), sentence, excerpt[:2], foot

    def draw(self, surface: pygame.Surface, look: Theme, board: pygame.Rect) -> None:
        """Draw it over the upper part of the board."""
        px = look.px
        heading, sentence, excerpt, foot = self.texts()
        wide = min(board.w - 2 * px(PAD), px(WIDEST))
        room = wide - 2 * px(PAD)
        turning = Pager.room(look)[0] + px(PAD) if self.pager.count > 1 else 0
        head = flowed(heading, room - turning, look.text(theme.BODY), "bold")
        body, below = (
            flowed(sentence, room, look.text(theme.BODY)),
            flowed(foot, room, look.text(theme.SMALL)),
        )
        lines = [look.line(line, theme.SMALL, "mono", theme.CREAM) for line in excerpt]
        texts = head.height + body.height + below.height + 4 * px(6)
        high = texts + sum(line.get_height() for line in lines) + 2 * px(PAD)
        self.rect = pygame.Rect(board.centerx - wide // 2, board.y + px(PAD), wide, high)
        svg.draw_box(surface, self.rect, px(8), theme.PANEL, theme.PANEL, theme.BAD)
        box = pygame.Rect(self.rect.x + px(PAD), self.rect.y + px(PAD), room, 0)
        for made, colour in ((head, theme.BAD), (body, theme.TEXT)):
            made.draw(surface, box, colour)
            box.y += made.height + px(6)
        box.h = sum(line.get_height() for line in lines)
        _draw_excerpt(surface, look, lines, box, excerpt)
        below.draw(surface, box.move(0, box.h + px(6)), theme.MUTED)
        self.pager.draw(surface, look, (self.rect.right - px(8), self.rect.y + px(6)))


def _draw_excerpt(
    surface: pygame.Surface, look: Theme, lines: Sequence[pygame.Surface], box: pygame.Rect,
    texts: Sequence[str],
) -> None:  # fmt: skip
    if not lines:
        return
    before_caret = texts[-1][: max(0, texts[-1].find("^"))]
    start = look.font(theme.SMALL, "mono").size(before_caret)[0]
    moved = min(start, max(0, lines[-1].get_width() - box.w))
    clip, top = surface.get_clip(), box.y
    surface.set_clip(box.clip(clip))
    for line in lines:
        surface.blit(line, (box.x - moved, top))
        top += line.get_height()
    surface.set_clip(clip)


def _names(files: Iterable[Path]) -> str:
    return ", ".join(sorted({file.name for file in files if file.suffix})) or "…"
