"""Reloading in the window: saved rules and looks come into force in the open match, or it is said why they cannot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from wargrid import PluginError
from wargrid.match.reload import Watch, code_of, files_of, read_again, replay
from wargrid.plugins.local_code import untrusted_files
from wargrid.source.diagnostics import Diagnostic, RulesetError
from wargrid_pygame.game.banner import Banner
from wargrid_pygame.looks import loader as looks
from wargrid_pygame.screens import trusting
from wargrid_pygame.screens.reload_dialog import ReloadDialog

if TYPE_CHECKING:
    from wargrid.engine.game import Game
    from wargrid.match.match import Match
    from wargrid_pygame.game.screen import GameScreen

EVERY: Final = 600
"""After how many milliseconds the files are looked at again; a change counts at the second look
that finds it."""


class Reload:
    """Looks after the files that one game screen shows the rules and the looks of.

    ``banner`` shows what is wrong with them, until they are right or somebody has closed it.
    """

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen
        self.banner: Banner | None = None
        self._faults: dict[str, Sequence[Diagnostic]] = {}
        self._waited = 0
        self._uncompared = bool(self._game.recipe and not self._game.files)
        self._watch = Watch(self._files())

    @property
    def _game(self) -> Game:
        return self.screen.session.match.game

    def _files(self) -> list[Path]:
        """All files that may change what is shown, those that faults name and the folders around them included.

        There are none if the rules were not read from files.
        """
        game = self._game
        if game.recipe is None:
            return []
        files = files_of(game)
        diagnostics = [
            diagnostic for each in self._faults.values() for diagnostic in each if diagnostic.file
        ]
        named = [Path(diagnostic.file) for diagnostic in diagnostics]
        beside = [
            Path(diagnostic.file).parent / str(diagnostic.values[what])
            for diagnostic in diagnostics
            for what in ("icon", "file")
            if what in diagnostic.values
        ]
        around = [file.parent for file in files] if named else []
        return list(
            dict.fromkeys((*files, *code_of(game), *self._drawn(), *named, *beside, *around))
        )

    def _drawn(self) -> set[Path]:
        """The file of the looks, the places where a nearer one or the first may appear, and the drawings it names."""
        return {*self.screen.looks.files, *looks.places(files_of(self._game))}

    def tick(self, ms: int) -> bool:
        """Let some milliseconds pass; True if something is to be drawn anew."""
        self._waited += ms
        if self.screen.film.playing:
            return False
        if self._uncompared:
            self._compare()
            return True
        if self._waited < EVERY:
            return False
        self._waited = 0
        changed = set(self._watch.changed())
        if not changed:
            return False
        self._take(changed)
        return True

    def _take(self, changed: set[Path]) -> None:
        """Take up what has changed: the rules first, then how they look, then say what cannot be taken up."""
        screen = self.screen
        if isinstance(screen.app.top, ReloadDialog):
            screen.app.pop()
        screen.note = ""
        drawn, code = self._drawn() & changed, set(code_of(self._game)) & changed
        if changed - drawn - code:
            self._take_rules(_names(changed - drawn - code))
        if drawn or self._faults.get("looks"):
            self._take_looks()
        if code:
            screen.complain(screen.say("reload.code", file=_names(code)))
        self._say_what_is_wrong()

    def _say_what_is_wrong(self) -> None:
        """Show the faults there are, look after the files they name, and ask about code if that is all they lack."""
        self.banner = None
        for what in [what for what, diagnostics in self._faults.items() if diagnostics][:1]:
            self.show(what, self._faults[what])
        self._watch.follow(self._files())

    def show(self, what: str, diagnostics: Sequence[Diagnostic]) -> None:
        """Show what is wrong over the board, with ``rules``, ``looks`` or another game that was to be ``opened``."""
        self.banner = Banner(self.screen, what, diagnostics)

    def _were_faulty(self, what: str, diagnostics: Sequence[Diagnostic]) -> bool:
        """Keep what is wrong with the rules or the looks now; answers whether anything was wrong before."""
        before, self._faults[what] = self._faults.get(what), diagnostics
        return bool(before)

    # Rules

    def _compare(self) -> None:
        """Ask whether a record goes on under the rules as they are now, if its ruleset is there and has changed."""
        self._uncompared = False
        recipe, match = self._game.recipe, self.screen.session.match
        if recipe is not None and recipe.is_there() and match.result is None:
            self._take_rules(recipe.file.name, since=True)
            self._say_what_is_wrong()

    def _take_rules(self, names: str, since: bool = False) -> None:
        """Read the rules anew and go on under them, or keep what is wrong with them; ``since`` a record was written."""
        try:
            game = read_again(self._game)
        except RulesetError as error:
            self._were_faulty("rules", error.diagnostics)
            self._ask_for_trust(untrusted_files(error.diagnostics), names, since)
            return
        mended = self._were_faulty("rules", ())
        if game.source_text != self._game.source_text:
            self._replay_under(game, names, since)
        elif mended:
            self.tell("mended")

    def _ask_for_trust(self, code: Sequence[Path], names: str, since: bool) -> None:
        """Ask whether code may be run that only the new rules bring, if nothing else is wrong with them."""

        def take_again() -> None:
            self._take_rules(names, since)
            self._say_what_is_wrong()

        if code:
            trusting.ask(self.screen.app, code, take_again)

    def _replay_under(self, game: Game, names: str, since: bool) -> None:
        """Go on under the new rules, or ask first: about a record, or if they do not allow what was played."""
        screen = self.screen
        try:
            done = replay(screen.session.match, game)
        except PluginError as error:
            screen.complain(error.text(screen.words.language))
            return
        if since or done.match is None or done.obstacle is not None:
            screen.app.push(ReloadDialog(screen.app, screen, game, done, names if since else ""))
        else:
            self.go_on(done.match, names, done.moved)

    def go_on(self, match: Match, names: str, moved: bool) -> None:
        """Go on with this match under the new rules, which allow all that was played."""
        hidden = match.game.hides(match.position)
        self.screen.take_up(self.screen.session.under(match))
        self.tell("moved" if moved and not hidden else "done", file=names)

    # Looks

    def _take_looks(self) -> None:
        looks.icon_text.cache_clear()
        file = looks.beside(files_of(self._game))
        diagnostics = () if file is None else looks.errors_of(file)
        self._were_faulty("looks", diagnostics)
        if not diagnostics:
            self.screen.take_up(self.screen.session)
            self.tell("looks")

    # What is seen

    def tell(self, what: str, **values: object) -> None:
        """Say what has come of it, unless something worse is being said, such as that no journal can be written."""
        if not self.screen.note:
            self.screen.tell(self.screen.say(f"reload.{what}", **values))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the banner over the board, if there is anything to say."""
        if self.banner is not None:
            self.banner.draw(surface)

    def handle(self, event: pygame.event.Event) -> bool:
        """Turn the banner's pages, or close it on a click on it or on Escape; True if the event was meant for it."""
        if self.banner is None:
            return False
        if self.banner.turns(event):
            return True
        if not self.banner.closes(event):
            return False
        self.banner = None
        return True


def _names(files: Iterable[Path]) -> str:
    """The names of files, without the folders around them."""
    return ", ".join(sorted({file.name for file in files if file.suffix})) or "…"
