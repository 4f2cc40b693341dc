"""Plugins: what each hook receives, how results combine, and how failures are reported."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from pydantic import BaseModel, field_validator

from boxes import (
    Kinds,
    Point,
    answered,
    answering,
    boxed,
    broken,
    diagnostics,
    located,
    offering,
    with_plugins,
)
from hook_calls import CALLS, FACE_TO_FACE, game_with, reach
from wargrid import (
    Game,
    IllegalMove,
    Match,
    Plugin,
    PluginError,
    Position,
    Refusal,
    RulesetError,
    events,
    hookimpl,
    kinds,
)
from wargrid.authoring import json_schema
from wargrid.cli import main
from wargrid.core.moves import Move, Roll
from wargrid.core.patterns import ConditionalMove, MovePattern, TerrainMap
from wargrid.core.state import Result
from wargrid.events import (
    YES,
    Announced,
    Asks,
    Attack,
    Choice,
    Eliminated,
    Ended,
    Event,
    GoesOn,
    Joined,
    Lost,
    Moved,
    Noted,
    Placed,
    Readied,
    Spent,
    TurnBegan,
    Turned,
    Waiting,
    Wounded,
)
from wargrid.loading.loader import load_text
from wargrid.match.notation.moves import read_move
from wargrid.match.notation.position_text import read_position, write_position
from wargrid.plugins import discovery
from wargrid.plugins.discovery import installed, plugin_class
from wargrid.plugins.host import AT_LOAD, HOOKS, Plugins
from wargrid.plugins.results import HOOK_RESULTS
from wargrid.plugins.words import METHOD_RESULTS, checked_class, kinds_of
from wargrid.ruleset.base import (
    KIND_FAMILIES,
    FaceName,
    Kind,
    Movement,
    Resolution,
    UnitName,
    Victory,
)
from wargrid.table import Table


class AfterRoll(Plugin):
    """Returns ``answer`` from ``after_roll`` after a first roll."""

    answer: ClassVar[Any] = None

    @hookimpl
    def after_roll(self, attack: Attack) -> Any:
        return answered(self.answer) if attack.rolls == 1 else None


class AfterAttack(Plugin):
    """Returns ``answer`` from ``after_attack``."""

    answer: ClassVar[Any] = None

    @hookimpl
    def after_attack(self) -> Any:
        return answered(self.answer)


def rolled(game: Game, faces: str = "miss miss") -> tuple[Position, list[Event]]:
    """Attack c5 from c4 with this roll."""
    position = read_position(game, FACE_TO_FACE)
    position, _ = game.play(position, read_move(game, position, "c4xc5"))
    return game.play(position, read_move(game, position, faces))


def loaded_with(monkeypatch: pytest.MonkeyPatch, *plugins: type[Plugin]) -> Game:
    """Load the game of ``boxes`` with these plugins, in this order."""
    named = {f"test__{number}": plugin for number, plugin in enumerate(plugins)}
    with offering(monkeypatch, **named):
        return load_text(
            with_plugins(*(f"test.{n}: {{}}" for n in range(len(plugins)))), "box.yaml"
        )


# What hooks receive


def test_every_hook_has_a_check_and_a_call_in_these_tests() -> None:
    """A new hook needs a line in each table."""
    called = {hook for hook in HOOKS if hook not in (*AT_LOAD, "turncoats")}
    assert set(CALLS) == called
    assert {*HOOK_RESULTS} == {*called, "turncoats", "unused_hooks"}


RECEIVED = {
    "reshape": lambda where, patterns: (where.cell, len(patterns)) == (5, 1),
    "may_step": lambda where, target: where.cell == target,
    "walls_drawn": lambda position: position.turn == 0,
    "restricted_cells": lambda position: position.side == 0,
    "forbid_move": lambda position, move: position.board[move.source] > 0,
    "forbidden": lambda position, moves: moves[-1] is position.roster.game.end,
    "after_move": lambda position, move: position.board[move.target] and not position.board[2],
    "choices": lambda position, numbers: numbers == (7,) and position.side == 0,
    "turn_begins": lambda position: position.turn > 0,
    "turn_ends": lambda position: position.side == 0,
    "after_roll": lambda position, attack, roll: (attack.hits, attack.rolls) == (1, 1),
    "after_attack": lambda position, attack, roll: position.men[attack.defender] == 1,
    "instead_of_roll": lambda position, attack: (attack.source, attack.target) == (14, 18),
    "instead_of_loss": lambda position, cell: position.board[cell] > 0,
}


@pytest.mark.parametrize("hook", RECEIVED)
def test_a_hook_receives_the_state_that_its_specification_names(
    monkeypatch: pytest.MonkeyPatch, hook: str
) -> None:
    """It is called at least once, each time with the arguments described."""
    calls: list[bool] = []

    def script(**arguments: Any) -> object:
        calls.append(bool(RECEIVED[hook](**arguments)))
        return CALLS[hook].calm

    reach(game_with(monkeypatch, hook, script), hook)
    assert calls
    assert all(calls)


# How results combine


def test_the_first_result_of_after_roll_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the ruleset; None is no result."""
    game = loaded_with(monkeypatch, *(answering(AfterRoll, answer) for answer in (None, 3, 2)))
    position, events = rolled(game)
    assert events[-1].facts() == {"dice": 3, "hits": 0}
    assert len(game.moves(position)) == 4


def test_events_of_one_plugin_are_applied_before_the_next_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second plugin sees the unit turned."""

    class Second(Plugin):
        @hookimpl
        def after_attack(self, position: Position, attack: Attack) -> list[Event]:
            return [Turned(14, position.facing_of(attack.attacker) + 1)]

    position, events = rolled(
        loaded_with(monkeypatch, answering(AfterAttack, [Turned(14, 1)]), Second)
    )
    assert events[-2:] == [Turned(14, 1), Turned(14, 2)]
    assert position.facing_of(position.board[14]) == 2


def test_a_unit_lost_to_a_plugin_may_decide_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Later plugins are not called."""
    last = answering(AfterAttack, ValueError("called"))
    game = loaded_with(monkeypatch, answering(AfterAttack, [Eliminated(2)]), last)
    assert game.result(rolled(game)[0]) == (1, "slay")


def test_none_and_empty_lists_are_no_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """The position is the one without plugins."""
    game = loaded_with(monkeypatch, answering(AfterAttack, None), answering(AfterAttack, ()))
    assert write_position(rolled(game)[0]) == write_position(rolled(boxed())[0])


def test_unused_hooks_are_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plugin says which hooks its options leave without effect."""

    class Asleep(AfterAttack):
        answer: ClassVar[Any] = ValueError("called")

        def unused_hooks(self) -> list[str]:
            return ["after_attack"]

    assert rolled(loaded_with(monkeypatch, Asleep))


def test_implementations_can_be_wrapped() -> None:
    """``wrap`` gets every implementation with its plugin and hook."""
    wrapped: list[tuple[str, str]] = []

    def wrap(plugin: str, hook: str, function: Callable[..., Any]) -> Callable[..., Any]:
        wrapped.append((plugin, hook))
        return lambda *arguments: 2

    plugins = Plugins(
        {"mine": answering(AfterRoll, 1)()},
        wrap=lambda *each: wrap(*each) if each[1] == "after_roll" else each[2],
    )
    assert plugins.after_roll(*attacked()) == 2
    assert wrapped == [("mine", "after_roll")]


def attacked() -> tuple[Position, Attack, Roll]:
    """The arguments of ``after_roll`` in an attack of c4 on c5."""
    position = read_position(boxed(), FACE_TO_FACE)
    return position, Attack(position.after([Announced(14, 18)])), Roll("d", (), ())


# Failures


def raises(**_: Any) -> None:
    raise ValueError("boom")


def exits(**_: Any) -> None:
    raise SystemExit(3)


def recurses(**arguments: Any) -> Any:
    return recurses(**arguments)


FAILURES = {raises: "ValueError: boom", exits: "SystemExit: 3", recurses: "RecursionError"}


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("hook", CALLS)
def test_an_exception_names_the_plugin_the_hook_and_the_line(
    monkeypatch: pytest.MonkeyPatch, hook: str, failure: Callable[..., Any]
) -> None:
    """With the line of the ruleset and the line of the plugin's code."""
    game = game_with(monkeypatch, hook, failure)
    with pytest.raises(PluginError) as caught:
        reach(game, hook)
    error = caught.value
    assert (error.plugin, error.hook, error.where) == ("test.lone", hook, "box.yaml:23")
    assert error.place.startswith("tests/hook_calls.py:")
    assert FAILURES[failure] in str(error)


def test_the_line_is_the_last_one_of_the_plugin_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of a library that the plugin calls are left out."""

    class Reading(Plugin):
        @hookimpl
        def after_attack(self) -> None:
            json.loads("x")

    with pytest.raises(PluginError) as caught:
        rolled(loaded_with(monkeypatch, Reading))
    line = Reading.after_attack.__code__.co_firstlineno + 2
    assert caught.value.place == f"tests/test_plugins.py:{line}"
    assert f": tests/test_plugins.py:{line}: JSONDecodeError: Expecting value" in str(caught.value)


def test_after_a_failure_the_match_goes_on_from_the_old_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The position is unchanged, and another roll is settled."""

    class Moody(Plugin):
        @hookimpl
        def after_attack(self, roll: Roll) -> None:
            if roll.counts == (0, 2):
                raise ValueError("not today")

    game = loaded_with(monkeypatch, Moody)
    start = read_position(game, FACE_TO_FACE)
    position, _ = game.play(start, read_move(game, start, "c4xc5"))
    before = write_position(position)
    with pytest.raises(PluginError, match="not today"):
        game.play(position, read_move(game, position, "miss miss"))
    assert write_position(position) == before
    assert game.to_act(game.play(position, read_move(game, position, "hit miss"))[0]) == 0


def test_the_table_shows_the_failure_and_stays_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the plugin; the next move can be made."""
    game = game_with(monkeypatch, "after_move", raises)
    table = Table(Match(game, start=read_position(game, FACE_TO_FACE)))
    table.type("c1-c2")
    assert 'the plugin "test.lone" failed in "after_move"' in table.view().message
    table.type("c4>E")
    assert len(table.match.plies) == 1


def test_odds_name_a_failing_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is the same as in play."""
    game = game_with(monkeypatch, "after_attack", raises)
    position = read_position(game, FACE_TO_FACE)
    with pytest.raises(PluginError, match="boom"):
        game.odds(position, read_move(game, position, "c4xc5"))


def test_without_a_line_the_error_names_the_ruleset() -> None:
    """Plugins may be bound without a file."""
    with pytest.raises(PluginError, match='the ruleset: the plugin "mine" failed in'):
        Plugins({"mine": answering(AfterRoll, KeyError("x"))()}).after_roll(*attacked())


def test_ctrl_c_is_not_reported_as_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """It interrupts the program."""

    def interrupts(**_: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reach(game_with(monkeypatch, "after_attack", interrupts), "after_attack")


# Wrong results

WRONG = [
    ("after_roll", 0, "answer_dice"),
    ("after_roll", 41, "answer_dice"),
    ("after_roll", True, "answer_dice"),
    ("after_roll", "1", "answer_dice"),
    ("after_attack", 5, "answer_events"),
    ("after_attack", "text", "answer_events"),
    ("after_attack", [None], "answer_events"),
    ("after_attack", Spent(1), "answer_events"),
    ("after_attack", {"a": Spent(1)}, "answer_events"),
    ("after_attack", [Moved(0, 999, 0)], "event_field"),
    ("after_attack", [Moved(14, -1, 0)], "event_field"),
    ("after_attack", [Moved(14, 13, 5)], "event_field"),
    ("after_attack", [Lost(14, -1)], "event_field"),
    ("after_attack", [Wounded(14, -1)], "event_field"),
    ("after_attack", [Turned(14, 4)], "event_field"),
    ("after_attack", [Readied(2)], "event_field"),
    ("after_attack", [TurnBegan(5, 2)], "event_field"),
    ("after_attack", [Spent(-9)], "event_field"),
    ("after_attack", [Ended(7, "slay")], "event_field"),
    ("after_attack", [Ended(0, 5)], "event_field"),  # type: ignore[arg-type]
    ("after_attack", [Waiting("tea")], "event_field"),  # type: ignore[arg-type]
    ("after_attack", [Asks("choice", 0, (14, 99))], "asks_numbers"),
    ("after_attack", [Asks("choir", 0, (14, 13))], "asks"),
    ("after_attack", [Noted(14, None)], "event_field"),  # type: ignore[arg-type]
    ("after_attack", [Moved(14, 18, 0)], "torn"),
    ("after_attack", [Moved(0, 1, 0)], "torn"),
    ("after_attack", [Lost(14, 2)], "torn"),
    ("after_attack", [Placed(0, 0, "guard", 1, 0)], "nobody_free"),
    ("after_attack", [Joined(14, 1)], "raised"),
    ("after_attack", [Event()], "raised"),
    ("after_move", 7, "answer_events"),
    ("after_move", [GoesOn(6)], "goes_on"),
    ("turn_ends", [Asks("choice", 0, (2, 3))], "waits"),
    ("instead_of_roll", 7, "answer_events"),
    ("instead_of_loss", [Moved(14, 13, 0)], "not_left"),
    ("restricted_cells", [99], "answer_cells"),
    ("restricted_cells", {"a": 1}, "answer_cells"),
    ("restricted_cells", 3, "answer_cells"),
    ("walls_drawn", [[]], "answer_walls"),
    ("walls_drawn", [[0, 99]], "answer_walls"),
    ("walls_drawn", [[1]], "answer_walls"),
    ("reshape", [MovePattern(rays=((99,),))], "answer_patterns"),
    ("reshape", [MovePattern(spots=((99, 0),))], "answer_patterns"),
    ("reshape", [MovePattern(takes="perhaps")], "answer_patterns"),
    ("reshape", [MovePattern(conditional=(ConditionalMove(3, empty=(99,)),))], "answer_patterns"),
    ("reshape", [MovePattern(conditional=(3,))], "answer_patterns"),  # type: ignore[arg-type]
    ("reshape", MovePattern(), "answer_patterns"),
    ("may_step", 1, "answer_bool"),
    ("forbid_move", True, "answer_refusal"),
    ("forbid_move", Refusal(5), "answer_refusal"),  # type: ignore[arg-type]
    ("forbid_move", Refusal("x", 5), "answer_refusal"),  # type: ignore[arg-type]
    ("choices", [], "answer_choices"),
    ("choices", [Noted(14, "")], "answer_choices"),
    ("choices", [Choice((), target=99)], "answer_choices"),
    ("choices", [Choice((Moved(0, 999, 0),), word=YES)], "event_field"),
    ("forbidden", [Refusal("x")], "answer_refusals"),
    ("forbidden", {Move("end"): "x"}, "answer_refusals"),
]


@pytest.mark.parametrize(
    ("hook", "result", "key"), WRONG, ids=[f"{row[0]}-{row[1]!r:.40}" for row in WRONG]
)
def test_a_wrong_result_is_refused_at_the_hook(
    monkeypatch: pytest.MonkeyPatch, hook: str, result: object, key: str
) -> None:
    """Type and range are checked before the game uses a result; the place is the method."""
    game = game_with(monkeypatch, hook, lambda **_: result)
    with pytest.raises(PluginError) as caught:
        reach(game, hook)
    assert (caught.value.hook, caught.value.what) == (hook, f"plugins.{key}")
    assert caught.value.text().startswith('box.yaml:23: the plugin "test.lone" failed in ')


RIGHT = {
    "reshape": [MovePattern()],
    "may_step": False,
    "walls_drawn": [],
    "restricted_cells": {1, 2},
    "forbid_move": None,
    "after_move": [Turned(6, 1)],
    "forbidden": {},
    "choices": [Choice((Noted(14, "test.note"),), word=YES)],
    "turn_begins": [Lost(2, 0)],
    "turn_ends": [Lost(2, 0)],
    "after_roll": None,
    "after_attack": (Noted(14, "test.note"),),
    "instead_of_roll": [],
    "instead_of_loss": [Eliminated(18)],
}


@pytest.mark.parametrize("hook", RIGHT)
def test_a_right_result_is_used(monkeypatch: pytest.MonkeyPatch, hook: str) -> None:
    """The move is made."""
    assert reach(game_with(monkeypatch, hook, lambda **_: RIGHT[hook]), hook)


def test_an_exception_is_described_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Pydantic's help, and even if it cannot be printed."""

    class Unprintable(Exception):
        def __str__(self) -> str:
            raise ValueError

    raised = [(Unprintable(), "Unprintable"), (SyntaxError("odd"), "SyntaxError: odd")]
    try:
        Options(often="x")  # type: ignore[arg-type]
    except ValueError as error:
        raised.append((error, "Input should be a valid integer"))
    for error, text in raised:
        with pytest.raises(PluginError) as caught:
            rolled(loaded_with(monkeypatch, answering(AfterAttack, error)))
        assert text in str(caught.value)
        assert "http" not in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_refusal_of_several_options_names_the_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """The author's sentence alone does not."""

    class Choosy(Options):
        def __init__(self, **options: Any) -> None:
            raise ValueError("not today")

    with offering(monkeypatch, test__choosy=Choosy):
        (found,) = diagnostics(with_plugins("test.choosy: {}"))
    assert found.what() == 'The plugin "test.choosy" refuses these options: not today'


def test_a_field_out_of_range_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """``Lost(cell, -1)`` would add a man to a unit that has lost one."""
    game = game_with(monkeypatch, "after_attack", lambda **_: [Lost(18, -1)])
    with pytest.raises(PluginError, match="its event Lost has men=-1, which is out of range"):
        rolled(game, "hit miss")


def test_rolling_again_ends_after_twenty_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds end as well."""
    game = game_with(monkeypatch, "after_roll", lambda **_: 1)
    position = read_position(game, FACE_TO_FACE)
    with pytest.raises(PluginError, match="more than 20 times"):
        game.odds(position, read_move(game, position, "c4xc5"))


def test_a_long_result_is_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message stays one readable line."""
    with pytest.raises(PluginError) as caught:
        reach(game_with(monkeypatch, "after_attack", lambda **_: ["x" * 5000]), "after_attack")
    assert len(str(caught.value)) < 400


def test_a_refusal_without_a_text_shows_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player sees which text is missing."""
    game = game_with(monkeypatch, "forbid_move", lambda **_: Refusal("test.unwritten", {}))
    position = read_position(game, FACE_TO_FACE)
    with pytest.raises(IllegalMove) as caught:
        game.play(position, read_move(game, position, "c4>E"))
    assert caught.value.refusal.text() == "refusals.test.unwritten"


# Words


class Lightning(Resolution):
    """Removes the target on a hit."""

    word = "lightning"

    def dice(self, men: int) -> int:
        return 1

    def die_of(self, ruleset: Any) -> str:
        return "d"

    def hits(self, roll: Roll) -> int:
        return roll.counts[0]

    def casualties(self, position: Position, attack: Attack, hits: int) -> Any:
        return [Eliminated(attack.target)] if hits else []


def test_every_method_of_a_word_has_a_check() -> None:
    """A new method of a family needs a line in ``METHOD_RESULTS``."""
    methods = {
        name
        for family in (Kind, *KIND_FAMILIES)
        for name, value in vars(family).items()
        if not name.startswith("_") and (callable(value) or isinstance(value, property))
    }
    assert {*METHOD_RESULTS} == {*methods, "facts"}


@pytest.mark.parametrize(
    ("method", "result"),
    [("hits", "many"), ("hits", -1), ("casualties", [Lost(18, -1)]), ("casualties", None)],
)
def test_a_word_that_fails_in_play_is_named(
    monkeypatch: pytest.MonkeyPatch, method: str, result: object
) -> None:
    """By plugin, family, word and method; the roll may be made again."""
    odd = type(
        "Odd", (Lightning,), {method: lambda *_: result, "__module__": __name__, "word": "odd"}
    )
    text = with_plugins("test.lone: {}").replace("dice: {hits_on: hit}", "odd: {}")
    with offering(monkeypatch, test__lone=answering(Kinds, [odd])):
        game = load_text(text, "box.yaml")
    with pytest.raises(PluginError) as caught:
        rolled(game, "hit")
    assert (caught.value.plugin, caught.value.hook) == ("test.lone", f"by.odd.{method}")


METHODS = [
    (Movement, "pattern", (0, 0), MovePattern(), MovePattern(rays=((999,),))),
    (Movement, "bounds", (), {1}, {999}),
    (Movement, "neighbours", (0,), [[(1, 2)]] * 20, [[]]),
    (Movement, "can_enter", (0,), True, 1),
    (Victory, "royal", None, "chief", 3),
    (Victory, "decide", "position", Result(1, "tea"), Result(7, "tea")),
    (Victory, "first_turn", (), 3, "late"),
    (Victory, "cells", (), {1}, {999}),
    (Victory, "rule_key", None, "tea", 3),
    (Resolution, "details", "position", ["one line"], 3),
    (Resolution, "facts", None, {"a": 1}, 3),
    (Resolution, "dice", None, 2, -2),
]


@pytest.mark.parametrize(
    ("family", "method", "more", "right", "wrong"),
    METHODS,
    ids=[f"{row[0].__name__}.{row[1]}" for row in METHODS],
)
def test_the_results_of_a_word_are_checked(
    family: type[Kind], method: str, more: Any, right: object, wrong: object
) -> None:
    """A right one is returned, a wrong one raises PluginError."""
    game = boxed()
    start, ground = (game.start(),), (game.grounds[0],)
    arguments = () if more is None else start if more == "position" else (*ground, *more)

    def called(result: object) -> object:
        made: Any = property(lambda self: result) if method == "royal" else lambda *_: result
        body = {method: made, "word": "odd", "asked": "loss", "__module__": __name__}
        body["__annotations__"] = {"asked": "ClassVar[str]", "word": "ClassVar[str]"}
        word = checked_class(type("Odd", (family,), body), "test.lone")()
        return word.royal if method == "royal" else getattr(word, method)(*arguments)

    assert called(right) == right
    with pytest.raises(PluginError, match=rf"test\.lone.*{method}"):
        called(wrong)


def test_a_method_of_a_plugin_may_have_the_name_of_one_of_a_word() -> None:
    class Helpful(Plugin):
        def neighbours(self, cell: int) -> int:
            return cell + 1

    assert checked_class(Helpful, "test.lone")().neighbours(1) == 2


class Choosy(Movement):
    """Raises an unusual exception for its option."""

    word = "choosy"
    far: int = 1

    @field_validator("far")
    @classmethod
    def _check(cls, far: int) -> int:
        raise KeyError("far")

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        return MovePattern()


def test_any_exception_of_a_validator_refuses_the_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the line of the option."""
    text = with_plugins("test.lone: {}").replace("ahead: 2", "choosy: {far: 2}")
    text = text.replace("units.guard.move.ahead", "turn.actions")
    with offering(monkeypatch, test__lone=answering(Kinds, [Choosy])):
        found = diagnostics(text)[0]
    assert (found.line, found.name) == (16, "refused")
    assert "KeyError: 'far'" in found.what()


class Tea(Victory):
    """Never ends the game."""

    word = "tea"
    asked = "turn_end"


WRONG_WORDS = [
    ({"word": "a b"}, "kinds_fail", '"a b"'),
    ({"reasons": "tea"}, "kinds_fail", "'tea'"),
    ({"asked": "evening"}, "never_asked", "evening"),
]


@pytest.mark.parametrize(
    ("body", "name", "what"), WRONG_WORDS, ids=[f"{row[1]} {row[2]}" for row in WRONG_WORDS]
)
def test_wrong_words_are_an_error_of_the_plugin(
    monkeypatch: pytest.MonkeyPatch, body: dict[str, object], name: str, what: str
) -> None:
    """At the line that lists it."""
    odd = type("Odd", (Tea,), {**body, "__module__": __name__})
    with offering(monkeypatch, test__lone=answering(Kinds, [odd])):
        (found,) = diagnostics(with_plugins("test.lone: {}"))
    assert located(found) == f"23:3 {name}"
    assert what in found.what()


def test_a_failure_before_the_first_move_is_an_error_of_the_ruleset(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The hook ``turncoats`` is called while the game is made."""

    class Turncoat(Plugin):
        @hookimpl
        def turncoats(self) -> str:
            return "guard"

    with offering(monkeypatch, test__lone=Turncoat):
        (found,) = diagnostics(with_plugins("test.lone: {}"))
    assert located(found) == "23:3 plugin_fails"
    assert "not a list of names" in found.what()


# Plugins that cannot be loaded


class Misspelt(Plugin):
    """Implements a hook that does not exist."""

    @hookimpl
    def after_atack(self) -> None:
        """Never called."""


class Curious(Plugin):
    """Has an argument that the hook does not have."""

    @hookimpl
    def after_roll(self, weather: str) -> None:
        """Never called."""


class Unmarked(Plugin):
    """Forgets ``@hookimpl``."""

    def after_roll(self) -> None:
        """Never called."""


UNFIT = [
    (Misspelt, "unknown_hook", "after_atack"),
    (Curious, "hook_misfit", "weather"),
    (Unmarked, "hook_unmarked", "after_roll"),
    (ImportError("no module named x"), "broken_plugin", "ImportError: no module named x"),
    (SyntaxError("invalid syntax"), "broken_plugin", "SyntaxError"),
    (object(), "broken_plugin", "not a subclass of wargrid.Plugin"),
    (Movement, "broken_plugin", "not a subclass of wargrid.Plugin"),
]


@pytest.mark.parametrize(
    ("offer", "name", "what"), UNFIT, ids=[f"{row[1]} {row[2]}" for row in UNFIT]
)
def test_a_plugin_that_cannot_be_loaded_is_an_error(
    monkeypatch: pytest.MonkeyPatch, offer: object, name: str, what: str
) -> None:
    """At the line that lists it, with its place in the code if it is known."""
    with offering(monkeypatch, test__unfit=offer):
        (found,) = diagnostics(with_plugins("test.unfit: {}"))
    assert located(found) == f"23:3 {name}"
    assert what in found.what()
    if "place" in found.values:
        assert str(found.values["place"]).startswith("tests/test_plugins.py:")


@pytest.mark.parametrize("name", ["lionheart.panik", "panic"])
def test_an_unknown_plugin_is_an_error_with_the_near_name(name: str) -> None:
    """A missing game name counts as near."""
    (found,) = diagnostics(with_plugins(f"{name}: {{}}"))
    assert located(found) == "23:3 unknown_plugin"
    assert found.values["near"] == "lionheart.panic"


def test_plugins_must_be_a_map() -> None:
    """A list of names is refused."""
    with pytest.raises(RulesetError):
        load_text(broken("victory:\n => plugins: [lionheart.panic]\nvictory:\n"), "box.yaml")


# Installed packages


def test_every_installed_plugin_can_be_imported() -> None:
    """The shipped ones are offered by entry points like any other."""
    assert {"lionheart.panic", "xiangqi.river", "battle.damage"} <= set(installed())
    assert all(issubclass(plugin_class(name), Plugin) for name in installed())
    with pytest.raises(KeyError):
        plugin_class("nobody.offers_this")


def point(name: str, value: str, package: str) -> SimpleNamespace:
    """An entry point of an installed package."""
    found = EntryPoint(name, value, "wargrid")
    return SimpleNamespace(
        name=name, value=value, load=found.load, module=value, dist=SimpleNamespace(name=package)
    )


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Install these entry points only."""
    caches = (installed, discovery.packages_offering, discovery.shipped_modules)

    def install(*points: SimpleNamespace) -> None:
        monkeypatch.setattr(discovery, "entry_points", lambda group: points)
        for each in caches:
            each.cache_clear()

    yield install
    monkeypatch.undo()
    for each in caches:
        each.cache_clear()


def test_two_packages_that_offer_one_name_are_an_error(packages: Callable[..., None]) -> None:
    """Neither is chosen; a package found twice is one."""
    packages(point("test.lone", "a:A", "wargrid"), point("test.lone", "b:B", "rogue"))
    (found,) = diagnostics(with_plugins("test.lone: {}"))
    assert located(found) == "23:3 plugin_twice"
    packages(*[point("test.lone", "a:A", "one")] * 2)
    assert discovery.packages_offering("test.lone") == ("one",)


@pytest.mark.parametrize("value", ["!!:??", ""])
def test_an_entry_point_must_name_a_class(value: str, packages: Callable[..., None]) -> None:
    """The message shows it."""
    packages(point("test.lone", value, "one"))
    (found,) = diagnostics(with_plugins("test.lone: {}"))
    assert located(found) == "23:3 broken_plugin"
    assert f'its entry point is "{value}"' in found.what()


class Typed(Plugin):
    """Has a field whose type is not defined at run time."""

    types: list[Missing] = []  # type: ignore[name-defined]  # noqa: F821


class TypedWord(Movement):
    """Has such a field in a word."""

    word = "typed"
    types: list[Missing] = []  # type: ignore[name-defined]  # noqa: F821


BROKEN = [ImportError("no module"), object(), Typed, answering(Kinds, [TypedWord])]


@pytest.mark.parametrize("offer", BROKEN, ids=["import", "class", "type", "type of a word"])
def test_a_broken_plugin_is_left_out_of_the_schema(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], offer: object
) -> None:
    """``wargrid schema`` still prints one."""
    points = {"test.bad": Point("test.bad", offer)}
    monkeypatch.setattr(json_schema, "installed", lambda: points)
    monkeypatch.setattr(discovery, "installed", lambda: points)
    assert main(["schema"]) == 0
    text = capsys.readouterr().out
    assert json.loads(text)["$schema"]
    assert "test.bad" not in text


def test_an_undefined_type_is_an_error_of_the_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names class and type."""
    for plugin, cls in ((Typed, "Typed"), (answering(Kinds, [TypedWord]), "TypedWord")):
        with offering(monkeypatch, test__bad=plugin):
            (found,) = diagnostics(with_plugins("test.bad: {}"))
        assert located(found) == "23:3 type_missing"
        assert (found.values["cls"], found.values["type"]) == (cls, "Missing")


# Options


class Options(Plugin):
    """Has options of several types."""

    units: list[UnitName] = []
    face: FaceName = "hit"
    often: int = 1


OPTIONS = [
    ("{often: two}", "23:25 not_integer"),
    ("{oftn: 2}", "23:18 unknown_key"),
    ("{units: [guard, cheif]}", "23:33 no_such_units"),
    ("{face: hot}", "23:24 no_such_faces"),
    ("3", "23:17 not_map"),
]


@pytest.mark.parametrize(("options", "error"), OPTIONS)
def test_options_are_checked_like_the_rest_of_a_ruleset(
    monkeypatch: pytest.MonkeyPatch, options: str, error: str
) -> None:
    """With their place."""
    with offering(monkeypatch, test__options=Options):
        (found,) = diagnostics(with_plugins(f"test.options: {options}"))
    assert located(found) == error


class Squad(BaseModel):
    """A unit with a leader."""

    leader: UnitName


class Marching(Plugin):
    """Has a list of models."""

    squads: list[Squad]


def test_names_in_lists_of_models_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """At their item."""
    with offering(monkeypatch, test__marching=Marching):
        (found,) = diagnostics(
            with_plugins("test.marching: {squads: [{leader: chief}, {leader: cheif}]}")
        )
    assert located(found) == "23:54 no_such_units"


def test_a_default_that_names_nothing_is_an_error_of_the_plugin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No option is written that the error could point to."""
    text = with_plugins("test.options: {}").replace("[hit, miss]", "[yea, nay]")
    with offering(monkeypatch, test__options=Options):
        (found,) = diagnostics(text.replace("hits_on: hit", "hits_on: yea"))
    assert located(found) == "23:3 no_such_faces"


def test_an_option_of_the_ruleset_may_set_an_option_of_a_plugin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether it is written or not."""
    text = with_plugins("test.options: {}").replace(
        "units.guard.move.ahead", "plugins.test.options.often"
    )
    with offering(monkeypatch, test__options=Options):
        game = load_text(text, "box.yaml", settings={"reach": 7})
    assert game.plugins.listed["test.options"].model_dump()["often"] == 7


def test_plugins_are_frozen() -> None:
    """A plugin keeps no state between calls."""
    plugin = Options()
    with pytest.raises(ValueError, match="frozen"):
        plugin.often = 3


# The public modules


def test_the_public_modules_export_every_event_and_word() -> None:
    """A new one needs a line in ``wargrid.events`` or ``wargrid.kinds``."""
    built_in = {event.__name__ for event in Event.__subclasses__() if in_framework(event)}
    assert {*events.__all__} == {*built_in, "Event", "Attack", "Choice", "YES", "NO"}
    assert {kind.__name__ for kind in kinds_of({})} <= {*kinds.__all__}
    assert all(hasattr(module, name) for module in (events, kinds) for name in module.__all__)


def in_framework(cls: type) -> bool:
    """Whether a class is defined by the framework."""
    return cls.__module__.startswith("wargrid.")
