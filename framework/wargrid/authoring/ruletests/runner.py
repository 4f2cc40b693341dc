"""Run rule tests: set up the position, play the moves, roll the dice, check the expectations."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from wargrid.authoring.ruletests.coverage import Coverage
from wargrid.authoring.ruletests.expectations import ALLOWED, judge
from wargrid.authoring.ruletests.files import Tests, files_at, read_tests
from wargrid.authoring.ruletests.models import RuleTest, TestStep
from wargrid.authoring.ruletests.moment import TestMoment
from wargrid.authoring.ruletests.report import Failure, TestOutcome, TestTable
from wargrid.authoring.ruletests.setup import SetupContext, set_up
from wargrid.core.events import Event
from wargrid.core.moves import Move, Roll
from wargrid.core.refusal import IllegalMove
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.loading import library
from wargrid.loading.loader import load_named
from wargrid.loading.scenarios import CHOSEN
from wargrid.match import NotationError
from wargrid.match.styles import read_written
from wargrid.plugins.base import PluginError
from wargrid.plugins.host import Wrapper
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.source.dump import on_one_line
from wargrid.source.folders import resolved
from wargrid.source.merge import SETTING


class Games:
    """The games that tests use, each loaded once; ``wrap`` as for ``Loaded.game``."""

    def __init__(self, wrap: Wrapper | None = None) -> None:
        self._wrap = wrap
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
                path = library.locate(tests.file.ruleset, beside=tests.path.absolute())
                texts = {option: on_one_line(value) for option, value in settings.items()}
                self._games[key] = load_named(path, texts, scenario).game(self._wrap)
            except RulesetError as error:
                self._games[key] = error
        found = self._games[key]
        if isinstance(found, RulesetError):
            raise RulesetError([_placed(each, tests, place, test) for each in found.diagnostics])
        return found


def _placed(diagnostic: Diagnostic, tests: Tests, place: Place, test: RuleTest) -> Diagnostic:
    at = _place_of(diagnostic, tests, place, test)
    document = tests.document
    if diagnostic.file not in ("", SETTING, CHOSEN) or document.root.at(at) is None:
        return diagnostic
    location = document.root.place(at, "key" if "set" in at else "value")
    moved = replace(
        diagnostic,
        file=location.file,
        line=location.line,
        column=location.column,
        length=location.length,
    )
    return replace(moved, source_line=document.lines[location.line - 1], path=at, chain=())


def _place_of(diagnostic: Diagnostic, tests: Tests, place: Place, test: RuleTest) -> Place:
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
) -> Iterator[TestOutcome]:
    """Run the tests of a file whose title or file name contains a text, in any case."""
    for place, test in tests.places():
        if wanted.casefold() in f"{tests.path} {test.title}".casefold():
            yield run_one(tests, place, test, games, coverage)


def run_beside(ruleset: Path, wrap: Wrapper) -> None:
    """Run the tests beside a ruleset, to see which hooks they call; what fails is not reported."""
    games = Games(wrap)
    with suppress(RulesetError):
        for file in files_at(str(ruleset)):
            with suppress(RulesetError):
                tests = read_tests(file)
                tested = library.locate(tests.file.ruleset, beside=file.absolute())
                if resolved(tested) == resolved(ruleset):
                    deque(run_all(tests, games), maxlen=0)


def run_one(
    tests: Tests, place: Place, test: RuleTest, games: Games, coverage: Coverage | None = None
) -> TestOutcome:
    """Run one test, up to the first step with a failure."""
    location = tests.document.root.place((*place, "name"), "value")
    try:
        game = games.of(tests, place, test)
        run = _Run(SetupContext(game, tests), place, test, coverage or Coverage())
        failures = run.failures()
        table = None
        if any(failure.pictures is None for failure in failures):
            table = TestTable(run.window.of(game, run.position), run.window.names(game))
    except RulesetError as error:
        return TestOutcome(test, location, diagnostics=error.diagnostics)
    except PluginError as error:
        failures, table = [Failure(location, "tests.plugin", {"error": error})], None
    return TestOutcome(test, location, failures=tuple(failures), table=table)


@dataclass(frozen=True, slots=True)
class _StepError(Exception):
    failure: Failure


class _Run:
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
        coverage.reached["rules"] |= set(test.rule)

    def failures(self) -> list[Failure]:
        """Set up and run the steps; return the failures of the first step that has any."""
        self.position, self.window = set_up(self.context, self.place, self.test)
        steps: list[tuple[Place, TestStep]] = [(self.place, self.test)]
        steps += [((*self.place, "then", n), step) for n, step in enumerate(self.test.then)]
        for place, step in steps:
            self.events, self.rolled = [], []
            try:
                self._run(place, step)
            except _StepError as error:
                return [replace(error.failure, dice=tuple(self.rolled))]
            moment = TestMoment(
                self.context,
                self.position,
                self.events,
                self.window,
                (*place, "expect"),
                tuple(self.rolled),
                self.coverage,
            )
            if failures := list(judge(moment, step.expect)):
                return failures
        return []

    def _run(self, place: Place, step: TestStep) -> None:
        tests = self.context.tests
        at: Place = (*place, "dice")
        faces = self.game.ruleset.all_faces()
        for number, face in enumerate(step.dice):
            self.context.check_word(tests.written((*at, number)), face, faces)
        dice = list(step.dice)
        self._roll(dice, at)
        for number, text in enumerate(step.play):
            self._play(tests.written((*place, "play", number)), text)
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
        try:
            moves = read_written(self.game, self.position, text)
        except NotationError as error:
            self.context.refuse(place, "test_move", error.refusal)
        for move in moves:
            self._make(place, text, move)

    def _make(self, place: Place, text: str, move: Move) -> None:
        before = self.position
        try:
            self.position, events = self.game.play(before, move)
        except IllegalMove as error:
            values = {"move": text, "expected": ALLOWED, "found": error.refusal.code}
            over = self.game.result(before)
            key, reason = ("play", error.refusal) if over is None else ("decided", over.reason)
            failure = self._failure(place, key, reason=reason, **values)
            raise _StepError(failure) from None
        except PluginError as error:
            raise _StepError(self._failure(place, "plugin", error=error)) from None
        self.events += events
        self.coverage.played(before, move, events)

    def _failure(self, place: Place, key: str, **values: object) -> Failure:
        location = self.context.tests.document.root.place(place, "value")
        return Failure(location, f"tests.{key}", values)
