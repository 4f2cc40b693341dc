"""Reloading: saved rules and looks take effect in the open match, or a text says why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from wargrid.engine.game import Game
from wargrid.match import Replay, Watch, code_of, files_of, read_again, replay
from wargrid.plugins.base import PluginError
from wargrid.plugins.local_code import untrusted_files
from wargrid.source.diagnostics import Diagnostic, RulesetError
from wargrid_play.looks import loader as looks
from wargrid_play.table.lobby.session import Session

EVERY_MS: Final = 600
"""How often the files are looked at; a change counts at the second look that finds it."""


class RulesQuestion(NamedTuple):
    """How to go on although the new rules forbid a move, or under rules changed since it was saved.

    ``since`` names the files that have changed since. ``answer`` takes ``close``, ``restart``, or
    ``go_on`` where the match can be replayed.
    """

    done: Replay
    since: str
    answer: Callable[[str], None]


class RulesErrors(NamedTuple):
    """Errors of the saved ``rules`` or ``looks``; none once they are mended."""

    what: str
    diagnostics: Sequence[Diagnostic]


class Trust(NamedTuple):
    """Code that the player has to trust before the rules can be loaded ``again``."""

    files: Sequence[Path]
    again: Callable[[], None]


@dataclass(frozen=True, slots=True)
class RulesChange:
    """What follows from a reload: another session, a question, errors, or something to say.

    ``said`` names a text, filled with ``values``; unless it is ``refused``, it does not replace
    another message. ``failed`` is a plugin's failure under the new rules.
    """

    session: Session | None = None
    restarted: Session | None = None
    """A match to go on with, and one to begin, each under the new rules."""

    asks: Trust | RulesQuestion | None = None
    errors: RulesErrors | None = None
    said: str = ""
    values: Mapping[str, object] = field(default_factory=dict)
    refused: bool = False
    failed: PluginError | None = None
    fresh: bool = False
    """Whether to clear the message first."""

    close: bool = False
    """Whether to close the open question about changed rules."""


class PlayedHere(Protocol):
    """The present match and its looks."""

    looks: looks.Looks

    @property
    def local(self) -> Session | None:
        """The session, of a match at hand."""


class Reload:
    """Watches the files of one game's rules and looks; ``apply`` carries out the changes."""

    def __init__(self, game: PlayedHere, apply: Callable[[RulesChange], None]) -> None:
        self.game, self.apply = game, apply
        self._broken: dict[str, Sequence[Diagnostic]] = {}
        self._waited = 0
        self._asking = False
        self._uncompared = bool(self._rules.recipe and not self._rules.files)
        self._watch = Watch(self._files())

    @property
    def _session(self) -> Session:
        session = self.game.local
        assert session is not None
        return session

    @property
    def _rules(self) -> Game:
        return self._session.match.game

    def _files(self) -> list[Path]:
        if self._rules.recipe is None:  # the rules were not read from files
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
            self._tell("code", refused=True, file=_names(code))
        self._show_errors()

    def _show_errors(self) -> None:
        broken = (RulesErrors(*each) for each in self._broken.items() if each[1])
        self.apply(RulesChange(errors=next(broken, RulesErrors("", ()))))
        self._watch.follow(self._files())

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
                self.apply(RulesChange(asks=Trust(files, again)))
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
        try:
            done = replay(self._session.match, rules)
        except PluginError as error:
            self.apply(RulesChange(failed=error))
            return
        if not since and done.match is not None:
            self._go_on(done, names)
            return
        self._asking = True
        answer = partial(self._answer, rules, done, names)
        self.apply(RulesChange(asks=RulesQuestion(done, names if since else "", answer)))

    def _answer(self, rules: Game, done: Replay, names: str, action: str) -> None:
        self._asking = False
        self.apply(RulesChange(fresh=True))
        if action == "close":
            self._tell("old")
        elif action == "go_on":
            self._go_on(done, names)
        elif action == "restart":
            self.apply(RulesChange(restarted=self._session.restart(rules, done.start)))

    def _go_on(self, done: Replay, names: str) -> None:
        if done.match is not None:
            hidden = self._rules.engine.hides(self._session.match.position)
            self.apply(RulesChange(self._session.under(done.match)))
            self._tell("moved" if done.moved and not hidden else "done", file=names)

    def _take_looks(self) -> None:
        looks.icon_text.cache_clear()
        file = looks.beside(files_of(self._rules))
        self._broken["looks"] = () if file is None else looks.errors_of(file)
        if not self._broken["looks"]:
            self.apply(RulesChange(self._session))
            self._tell("looks")

    def _tell(self, said: str, refused: bool = False, **values: object) -> None:
        self.apply(RulesChange(said=said, values=values, refused=refused))


def _names(files: Iterable[Path]) -> str:
    return ", ".join(sorted({file.name for file in files if file.suffix})) or "…"
