"""The router: which class shows which request, and how a match is opened from anywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from wargrid import Diagnostic, PluginError, RecordError, RulesetError
from wargrid.frontend import RULESET_SUFFIX, load_named, untrusted_files
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.screens.base import AppContext, Screen, ScreenName, ScreenRequest
from wargrid_pygame.screens.dialogs import (
    EndDialog,
    HandoverDialog,
    HelpDialog,
    PauseDialog,
    ReloadDialog,
    TrustDialog,
    ValueDialog,
)
from wargrid_pygame.screens.menu import MenuScreen
from wargrid_pygame.screens.new_game import NewGameScreen
from wargrid_pygame.screens.rules import RulesScreen
from wargrid_pygame.screens.saves import SavesScreen
from wargrid_pygame.session import Session, new_session, resume

SCREENS: Final[dict[ScreenName, Callable[..., Screen]]] = {
    "menu": MenuScreen,
    "new_game": NewGameScreen,
    "saves": SavesScreen,
    "game": GameScreen,
    "rules": RulesScreen,
    "pause": PauseDialog,
    "help": HelpDialog,
    "end": EndDialog,
    "handover": HandoverDialog,
    "trust": TrustDialog,
    "reload": ReloadDialog,
    "value": ValueDialog,
}


def screens_for(app: AppContext, request: ScreenRequest) -> list[Screen]:
    """Make the screens that a request adds; below one that leaves all others lies the menu."""
    values: tuple[Any, ...] = request.values
    below = [MenuScreen(app)] if request.fresh and request.name != "menu" else []
    return [*below, SCREENS[request.name](app, *values)]


def open_match(app: AppContext, make: Callable[[], Session]) -> bool:
    """Show the match that ``make`` begins; returns whether there is one.

    What is wrong is shown on the screen there is. Untrusted code is asked about, and run if the
    player agrees.
    """
    try:
        app.play(make())
    except (RulesetError, RecordError) as error:
        diagnostics = _diagnostics(error)
        files = untrusted_files(diagnostics)
        if files:
            app.go_to(ScreenRequest("trust", (files, lambda: open_match(app, make))))
        else:
            app.complain(error.text(app.language), diagnostics)
        return False
    except PluginError as error:
        app.complain(error.text(app.language))
        return False
    return True


def open_file(app: AppContext, path: Path) -> None:
    """Open a file that was dropped on the window: a ruleset, or else a saved game or a journal."""
    if path.suffix == RULESET_SUFFIX:
        open_match(app, lambda: new_session(load_named(path).game()))
    else:
        open_match(app, lambda: resume(path))


def _diagnostics(error: RulesetError | RecordError) -> Sequence[Diagnostic]:
    """What is wrong with a ruleset, be it one that a record embeds."""
    if isinstance(error, RecordError):
        return getattr(error.values.get("why"), "diagnostics", ())
    return error.diagnostics
