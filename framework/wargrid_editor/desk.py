"""A desk: an editor with its draft on the disk, judged in the background while it rests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Thread
from typing import Final

from wargrid.engine.game import Game
from wargrid.players.evaluation.worth import Worth
from wargrid.plugins.base import PluginError
from wargrid.text import catalog
from wargrid_editor.board import Board
from wargrid_editor.editor import Editor
from wargrid_editor.judging import Judgement, judge
from wargrid_editor.scenario import open_scenario
from wargrid_editor.shelf import Draft, resume, save
from wargrid_play.looks.loader import Looks, LooksError, looks_beside
from wargrid_play.table.lobby.favour import GAMES, Favour, weigh

REST: Final = 250
"""The milliseconds without a stroke after which the board is judged."""


class Desk:
    """One board that is edited: every stroke is in its draft, and judged once the hand rests.

    ``wake`` is called from another thread when there is news.
    """

    def __init__(
        self, editor: Editor, draft: Draft | None = None, wake: Callable[[], object] = lambda: None
    ) -> None:
        self.editor, self.draft, self.wake = editor, draft or Draft(), wake
        self.favour: Favour | None = None
        self._rested = REST
        self._thread: Thread | None = None
        self._news: tuple[Board, Judgement, Mapping[str, float] | None] | None = None

    @property
    def path(self) -> Path | None:
        """The file for the list of boards: the draft if there is one, else the saved file."""
        return self.draft.path if self.draft.path.exists() else self.editor.scenario.path

    @property
    def waiting(self) -> bool:
        """Whether the board is to be judged, so that time must pass."""
        return self.editor.judging and not self.editor.painting

    def tick(self, ms: int) -> bool:
        """Let time pass; True if the view has changed."""
        news, self._news = self._news, None
        if news is not None:
            self.editor.take(*news[:2])
            self.editor.worth = news[2] or self.editor.worth
        self._rested += ms
        idle = self._thread is None or not self._thread.is_alive()
        if self.waiting and idle and self._rested >= REST:
            board, text = self.editor.board, self.editor.text()
            self._thread = Thread(target=self._judge, args=(board, text), daemon=True)
            self._thread.start()
        return news is not None

    def _judge(self, board: Board, text: str) -> None:
        try:
            found = judge(self.editor.scenario, text, board.grid)
        except Exception as error:  # the thread would fail again with every look
            found = Judgement(failure=error)
        worth = None
        if found.loaded is not None and not found.errors and self.editor.worth is None:
            worth = _worth(found.loaded.game())
        self._news = board, found, worth
        self.wake()

    def looks(self) -> Looks:
        """Return the looks of the board: those of its game, or plain ones if these have errors."""
        loaded = self.editor.scenario.loaded
        assert loaded is not None
        sides, terrains = tuple(loaded.ruleset.sides), tuple(loaded.ruleset.terrains)
        try:
            return looks_beside(loaded.files, sides, terrains).complete()
        except LooksError:
            return Looks(sides=sides, terrains=terrains)

    def lost(self, name: str) -> list[str]:
        """Return the comments of the file that saving under a name would lose."""
        editor = self.editor
        text = editor.scenario.text(editor.board, name, editor.language)
        return editor.scenario.lost(text)

    def settle(self) -> None:
        """Wait until the present board has been judged."""
        if self._thread is not None:
            self._thread.join()
        self.tick(0)
        if self.editor.judging:
            self.editor.judge()

    def changed(self) -> None:
        """Save the last stroke in the draft, and judge the board once the hand rests."""
        self._rested = 0
        if self.favour is not None:
            self.favour.stop()
            self.favour = None
        self.draft.save(self.editor)
        if self.draft.failure is not None:
            self.editor.say(self.draft.failure.text(self.editor.language), "refusal")

    def game(self) -> Game | None:
        """Return the game of the present board, or None if it cannot be played."""
        self.settle()
        judgement = self.editor.judgement
        if judgement is None or judgement.loaded is None or judgement.errors:
            return None
        return judgement.loaded.game()

    def save(self, name: str, *, overwrite: bool = False) -> Path | None:
        """Save the board under a name; return None for one that cannot be played: it stays a draft.

        Raises:
            BoardError: another board has this name, its file has changed, or cannot be written.
        """
        editor, texts = self.editor, catalog(self.editor.language)
        editor.title = name
        if self.game() is None:
            self.draft.save(editor)
            editor.say(texts.say("editor.draft_kept"))
            return None
        scenario = save(editor.scenario, editor.text(), name, overwrite=overwrite)
        editor.saved(scenario)
        self.draft.drop()
        editor.say(texts.say("editor.saved", name=editor.title))
        return scenario.path

    def weigh(self, games: int = GAMES) -> Favour | None:
        """Begin games that show which side the board favours; None if it cannot be played."""
        game = self.game()
        if game is None:
            return None
        self.favour = weigh(game, self.wake, games)
        return self.favour

    def close(self) -> None:
        """Stop the work in the background, and remove a draft without changes."""
        if self.favour is not None:
            self.favour.stop()
        if not self.editor.changed:
            self.draft.drop()


def _worth(game: Game) -> Mapping[str, float] | None:
    try:
        return Worth(game).suggested
    except PluginError:
        return None


def open_desk(
    ruleset: str, path: Path | None = None, settings: Mapping[str, object] | None = None,
    language: str = "en", wake: Callable[[], object] = lambda: None,
) -> Desk:  # fmt: skip
    """Open a board in a file, or without a file a new board equal to the ruleset's own.

    Raises:
        RulesetError: the ruleset or the board is wrong.
    """
    editor = Editor(open_scenario(ruleset, settings, path), language)
    if path is None:
        name = catalog(language).of(editor.rules.ruleset.name)
        editor.title = catalog(language).say("editor.untitled", game=name)
        editor.set_unchanged()
    return Desk(editor, wake=wake)


def resume_desk(
    path: Path, language: str = "en", wake: Callable[[], object] = lambda: None
) -> Desk:
    """Go on with a draft.

    Raises:
        BoardError: the file holds no draft.
        RulesetError: the ruleset has changed so that the board does not fit it.
    """
    return Desk(resume(path, language), Draft(path), wake)
