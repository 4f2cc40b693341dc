"""Run rule tests: set up the position, play the moves, roll the dice, check the expectations."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from wargrid.authoring.ruletests.coverage import Coverage
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
from wargrid.plugins.base import PluginError
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.source.dump import on_one_line
from wargrid.source.merge import SETTING
from wargrid.text.format import did_you_mean, join_names

if TYPE_CHECKING:
    from wargrid.authoring.ruletests.files import Tests
    from wargrid.authoring.ruletests.models import RuleTest, Step
    from wargrid.core.events import Event


class Games:
    """The games that tests use, each loaded once."""

    def __init__(self) -> None:
        self._games: dict[str, Game | RulesetError] = {}

    def of(self, tests: Tests, place: Place, test: RuleTest) -> Game:
        """Return the game of a test, with its options.

        Raises:
            RulesetError: the ruleset does not exist or is wrong, or an option is.
        """
        settings = {**tests.file.set, **test.set}
        scenario = tests.file.scenario if test.scenario is None else test.scenario
        key = json.dumps([str(tests.path), tests.file.ruleset, settings, scenario])
        if key not in self._games:
            try:
                self._games[key] = self._load(tests, settings, scenario)
            except RulesetError as error:
                self._games[key] = error
        found = self._games[key]
        if isinstance(found, RulesetError):
            raise RulesetError([_placed(each, tests, place, test) for each in found.diagnostics])
        return found

    def _load(self, tests: Tests, settings: dict[str, Any], scenario: str | None) -> Game:
        path = library.locate(tests.file.ruleset, beside=tests.path.absolute())
        texts = {key: on_one_line(value) for key, value in settings.items()}
        return load_named(path, texts, scenario).game()


def _placed(diagnostic: Diagnostic, tests: Tests, place: Place, test: RuleTest) -> Diagnostic:
    """An error of loading, moved to the file of tests if it concerns a value there."""
    at = _place_of(diagnostic, tests, place, test)
    document = tests.document
    if diagnostic.file not in ("", SETTING, CHOSEN) or document.root.at(at) is None:
        return diagnostic
    mark = document.root.place(at, "key" if "set" in at else "value")
    moved = replace(
        diagnostic, file=mark.file, line=mark.line, column=mark.column, length=mark.length
    )
    return replace(moved, source_line=document.lines[mark.line - 1], path=at, chain=())


def _place_of(diagnostic: Diagnostic, tests: Tests, place: Place, test: RuleTest) -> Place:
    """The ruleset, the scenario or the option that an error of loading concerns."""
    if not diagnostic.file:
        return ("ruleset",)
    if diagnostic.name == "no_scenario":
        return ("scenario",) if test.scenario is None else (*place, "scenario")
    key = diagnostic.source_line.partition("=")[0]
    if key in test.set or (test.set and key not in tests.file.set):
        return (*place, "set", key) if key in test.set else (*place, "set")
    return ("set", key) if key in tests.file.set else ("set",)


def run_all(
    tests: Tests, games: Games, wanted: str = "", coverage: Coverage | None = None
) -> Iterator[Outcome]:
    """Run the tests of a file whose title or file name contains a text, in any case."""
    for place, test in tests.places():
        if wanted.casefold() in f"{tests.path} {test.title}".casefold():
            yield run_one(tests, place, test, games, coverage)


def run_one(
    tests: Tests, place: Place, test: RuleTest, games: Games, coverage: Coverage | None = None
) -> Outcome:
    """Run one test, up to the first step with a failure."""
    mark = tests.document.root.place((*place, "name"), "value")
    try:
        game = games.of(tests, place, test)
        run = _Run(SetupContext(game, tests), place, test, coverage or Coverage())
        failures = run.failures()
        table = run.table() if any(failure.pictures is None for failure in failures) else None
    except RulesetError as error:
        return Outcome(test, mark, diagnostics=error.diagnostics)
    except PluginError as error:
        failures, table = [Failure(mark, "tests.plugin", {"error": error})], None
    return Outcome(test, mark, failures=tuple(failures), table=table)


@dataclass(frozen=True, slots=True)
class _StepError(Exception):
    """A step cannot be completed."""

    failure: Failure


class _Run:
    """One test that is running."""

    def __init__(
        self, context: SetupContext, place: Place, test: RuleTest, coverage: Coverage
    ) -> None:
        self.context = context
        self.game = context.game
        self.place = place
        self.test = test
        self.coverage = coverage
        self.events: list[Event] = []
        self.rolled: list[str] = []
        coverage.define(self.game.ruleset)
        coverage.started(test)

    def failures(self) -> list[Failure]:
        """Set up and run the steps; return the failures of the first step that has any."""
        self.position, self.window = set_up(self.context, self.place, self.test)
        steps: list[tuple[Place, Step]] = [(self.place, self.test)]
        steps += [((*self.place, "then", n), step) for n, step in enumerate(self.test.then)]
        for place, step in steps:
            self.events, self.rolled = [], []
            try:
                self._run(place, step)
            except _StepError as error:
                return [replace(error.failure, dice=tuple(self.rolled))]
            at, dice = (*place, "expect"), tuple(self.rolled)
            moment = TestMoment(
                self.context, self.position, self.events, self.window, at, dice, self.coverage
            )
            if failures := list(judge(moment, step.expect)):
                return failures
        return []

    def table(self) -> Table:
        """Return the part of the board that was set up, as it is now."""
        return Table(self.window.of(self.game, self.position), self.window.names(self.game))

    def _run(self, place: Place, step: Step) -> None:
        """Play the moves of a step; roll dice as soon as they are due."""
        root = self.context.tests.document.root
        at = (*place, "dice")
        faces = self.game.ruleset.all_faces()
        for number, face in enumerate(step.dice):
            if face not in faces:
                one = at if root.at((*at, number)) is None else (*at, number)
                near, known = did_you_mean(face, faces) or "", join_names(faces)
                self.context.wrong(one, "test_word", word=face, near=near, known=known)
        dice = list(step.dice)
        self._roll(dice, at)
        for number, text in enumerate(step.play):
            where: Place = (*place, "play", number)
            self._play(where if root.at(where) is not None else where[:-1], text)
            self._roll(dice, at)
        if dice:
            values = {"dice": " ".join(dice), "expected": [], "found": dice}
            raise _StepError(self._failure(at, "dice_left", **values))

    def _roll(self, dice: list[str], at: Place) -> None:
        while dice and self.game.to_act(self.position) == CHANCE:
            due = self.game.moves(self.position)[0]
            if not isinstance(due, Roll):
                return
            number, given = len(due.faces), len(dice)
            if given < number:
                values = {"due": number, "given": given, "expected": number, "found": given}
                raise _StepError(self._failure(at, "dice_few", **values))
            faces, dice[:] = dice[:number], dice[number:]
            self.rolled += faces
            self._play(at, " ".join(faces))

    def _play(self, place: Place, text: str) -> None:
        before = self.position
        try:
            move = read_move(self.game, before, text)
        except NotationError as error:
            self.context.refuse(place, "test_move", error.refusal)
        try:
            self.position, events = self.game.play(before, move)
        except IllegalMove as error:
            values = {"move": text, "expected": ALLOWED, "found": error.refusal.code}
            failure = self._failure(place, "play", reason=error.refusal, **values)
            raise _StepError(failure) from None
        except PluginError as error:
            raise _StepError(self._failure(place, "plugin", error=error)) from None
        self.events += events
        self.coverage.played(before, move, events)

    def _failure(self, place: Place, key: str, **values: object) -> Failure:
        mark = self.context.tests.document.root.place(place, "value")
        return Failure(mark, f"tests.{key}", values)
