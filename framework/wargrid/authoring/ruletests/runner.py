"""Tries a test: sets it up, makes its moves, lets its dice fall, and asks whether what was expected came of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from wargrid.authoring.ruletests.expectations import ALLOWED, judge
from wargrid.authoring.ruletests.moment import TestMoment
from wargrid.authoring.ruletests.report import Failure, Outcome, Table
from wargrid.authoring.ruletests.setup import SetupContext, set_up
from wargrid.core.moves import Roll
from wargrid.core.refusal import IllegalMove
from wargrid.engine.game import CHANCE, Game
from wargrid.loading import library
from wargrid.loading.loader import load_named
from wargrid.loading.scenarios import CHOSEN
from wargrid.match.notation import NotationError, read_move
from wargrid.plugins.host import PluginError
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.source.dump import on_one_line
from wargrid.source.merge import SETTING
from wargrid.text.format import did_you_mean, join_names

if TYPE_CHECKING:
    from wargrid.authoring.ruletests.coverage import Seen
    from wargrid.authoring.ruletests.files import Tests
    from wargrid.authoring.ruletests.models import RuleTest, Step
    from wargrid.core.events import Event
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.loading.loader import Loaded

Prepare = Callable[["Loaded"], "Loaded"]
"""What is done to a ruleset before a game is made of it."""


class Games:
    """The games that tests ask for, each loaded once; ``prepare`` has its way with every ruleset first."""

    def __init__(self, prepare: Prepare | None = None) -> None:
        self._prepare = prepare
        self._games: dict[str, Game | RulesetError] = {}

    def of(self, tests: Tests, place: Place, test: RuleTest) -> Game:
        """The game a test is about, under its options.

        Raises:
            RulesetError: there is no such ruleset, it is wrong, or an option cannot be set so.
        """
        settings = {**tests.file.set, **test.set}
        scenario = tests.file.scenario if test.scenario is None else test.scenario
        key = json.dumps([str(tests.path), tests.file.ruleset, settings, scenario])
        if key not in self._games:
            try:
                self._games[key] = self._made(tests, settings, scenario)
            except RulesetError as error:
                self._games[key] = error
        found = self._games[key]
        if isinstance(found, RulesetError):
            raise RulesetError([_placed(each, tests, place, test) for each in found.diagnostics])
        return found

    def _made(self, tests: Tests, settings: dict[str, Any], scenario: str | None) -> Game:
        path = library.locate(tests.file.ruleset, beside=tests.path.absolute())
        loaded = load_named(
            path, {key: on_one_line(value) for key, value in settings.items()}, scenario
        )
        return (loaded if self._prepare is None else self._prepare(loaded)).game()


def _placed(diagnostic: Diagnostic, tests: Tests, place: Place, test: RuleTest) -> Diagnostic:
    """A fault of loading shown in the file of tests, if it is about what stands there."""
    if diagnostic.file not in ("", SETTING, CHOSEN):
        return diagnostic
    at = _place_of(diagnostic, tests, place, test)
    document = tests.document
    if document.root.at(at) is None:
        return diagnostic
    mark = document.root.place(at, "key" if "set" in at else "value")
    moved = replace(
        diagnostic, file=mark.file, line=mark.line, column=mark.column, length=mark.length
    )
    return replace(moved, source_line=document.lines[mark.line - 1], path=at, chain=())


def _place_of(diagnostic: Diagnostic, tests: Tests, place: Place, test: RuleTest) -> Place:
    """What in a file of tests a fault of loading is about: the ruleset's name, a scenario's, or an option."""
    if not diagnostic.file:
        return ("ruleset",)
    if diagnostic.name == "no_scenario":
        return ("scenario",) if test.scenario is None else (*place, "scenario")
    key = diagnostic.source_line.partition("=")[0]
    if key in test.set or (test.set and key not in tests.file.set):
        return (*place, "set", key) if key in test.set else (*place, "set")
    return ("set", key) if key in tests.file.set else ("set",)


def try_all(
    tests: Tests, games: Games, wanted: str = "", seen: Seen | None = None
) -> Iterator[Outcome]:
    """Try every test of a file whose title or file's name holds a text, whatever its case."""
    for place, test in tests.places():
        if wanted.casefold() in f"{tests.path} {test.title}".casefold():
            yield try_one(tests, place, test, games, seen)


def try_one(
    tests: Tests, place: Place, test: RuleTest, games: Games, seen: Seen | None = None
) -> Outcome:
    """Try one test, up to its first step in which something is not as expected."""
    mark = tests.document.root.place((*place, "name"), "value")
    try:
        game = games.of(tests, place, test)
        trial = _Trial(SetupContext(game, tests), place, test, seen)
        failures = trial.run()
        table = trial.table() if any(failure.pictures is None for failure in failures) else None
    except RulesetError as error:
        return Outcome(test, mark, diagnostics=error.diagnostics)
    except PluginError as error:
        failures, table = [Failure(mark, "tests.plugin", {"error": error})], None
    return Outcome(test, mark, failures=tuple(failures), table=table)


@dataclass(frozen=True, slots=True)
class _Broken(Exception):
    """A step cannot be carried through."""

    failure: Failure


class _Trial:
    """One test being tried."""

    def __init__(
        self, ground: SetupContext, place: Place, test: RuleTest, seen: Seen | None
    ) -> None:
        self.ground = ground
        self.game = ground.game
        self.place = place
        self.test = test
        self.seen = seen
        self.events: list[Event] = []
        self.fallen: list[str] = []
        if seen is not None:
            seen.tried(test)

    def run(self) -> list[Failure]:
        """Set up, then go step by step; what failed in the first step that went wrong."""
        self.position, self.window = set_up(self.ground, self.place, self.test)
        steps: list[tuple[Place, Step]] = [(self.place, self.test)]
        steps += [
            ((*self.place, "then", number), step) for number, step in enumerate(self.test.then)
        ]
        for place, step in steps:
            self.events, self.fallen = [], []
            try:
                self._go(place, step)
            except _Broken as broken:
                return [replace(broken.failure, dice=tuple(self.fallen))]
            moment = TestMoment(
                self.ground, self.position, self.events, self.window, (*place, "expect"), tuple(self.fallen), self.seen
            )  # fmt: skip
            failures = list(judge(moment, step.expect))
            if failures:
                return failures
        return []

    def table(self) -> Table:
        """What stands on the part of the board that was set up."""
        return Table(self.window.of(self.game, self.position), self.window.names(self.game))

    def _go(self, place: Place, step: Step) -> None:
        """Make the moves of a step; the dice that become due fall at once, as far as there are any."""
        self._known(place, step)
        dice = list(step.dice)
        at = (*place, "dice")
        self._let_fall(dice, at)
        for number, text in enumerate(step.play):
            where = self.ground.tests.document.root.at((*place, "play", number))
            self._play((*place, "play") if where is None else (*place, "play", number), text)
            self._let_fall(dice, at)
        if dice:
            raise _Broken(
                self._failure(at, "tests.dice_left", dice=" ".join(dice), expected=[], found=dice)
            )

    def _known(self, place: Place, step: Step) -> None:
        """Every die shows faces that the ruleset's dice have."""
        faces = self.game.ruleset.all_faces()
        for number, face in enumerate(step.dice):
            if face not in faces:
                one = self.ground.tests.document.root.at((*place, "dice", number))
                at = (*place, "dice") if one is None else (*place, "dice", number)
                near = did_you_mean(face, faces) or ""
                self.ground.wrong(at, "test_word", word=face, near=near, known=join_names(faces))

    def _let_fall(self, dice: list[str], at: Place) -> None:
        while dice and self.game.to_act(self.position) == CHANCE:
            due = self.game.moves(self.position)[0]
            if not isinstance(due, Roll):
                return
            number = len(due.faces)
            if len(dice) < number:
                given = len(dice)
                raise _Broken(
                    self._failure(
                        at, "tests.dice_few", due=number, given=given, expected=number, found=given
                    )
                )
            now = dice[:number]
            del dice[:number]
            self.fallen += now
            self._play(at, " ".join(now))

    def _play(self, place: Place, text: str) -> None:
        try:
            move = read_move(self.game, self.position, text)
        except NotationError as error:
            self.ground.refused(place, "test_move", error.refusal)
        self._make(place, move, text)

    def _make(self, place: Place, move: Move, text: str) -> None:
        before: Position = self.position
        try:
            self.position, events = self.game.play(before, move)
        except IllegalMove as error:
            told = {
                "move": text,
                "reason": error.refusal,
                "expected": ALLOWED,
                "found": error.refusal.code,
            }
            raise _Broken(self._failure(place, "tests.play", **told)) from None
        except PluginError as error:
            raise _Broken(self._failure(place, "tests.plugin", error=error)) from None
        self.events += events
        if self.seen is not None:
            self.seen.played(self.game, before, move, events)

    def _failure(self, place: Place, key: str, **values: object) -> Failure:
        return Failure(self.ground.tests.document.root.place(place, "value"), key, values)
