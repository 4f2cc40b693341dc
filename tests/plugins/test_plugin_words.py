"""Words that plugins define: movements, victories and resolutions, and their results."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import field_validator

from boxes import (
    Kinds,
    answering,
    boxed,
    diagnostics,
    located,
    offering,
    with_plugins,
)
from hook_calls import rolled
from wargrid import (
    Grid,
    PluginError,
    Position,
)
from wargrid.core.moves import Roll
from wargrid.core.patterns import MovePattern, TerrainMap
from wargrid.core.state import Result
from wargrid.events import (
    Attack,
    Eliminated,
    Lost,
)
from wargrid.loading.loader import load_text
from wargrid.plugins.words import METHOD_RESULTS, checked_class
from wargrid.ruleset.base import (
    KIND_FAMILIES,
    Ability,
    Doubt,
    Kind,
    Movement,
    Resolution,
    SideAbility,
    Victory,
)


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


class Cry(Ability):
    """Among the words of this ability the player chooses one."""

    word = "cry"
    words: Any = ("loud", "low")

    def choices(self) -> Any:
        return self.words


def test_the_choices_of_an_ability_are_words() -> None:
    """Unlike those of a question, which are moves."""
    cry = checked_class(Cry, "cries")
    assert cry().choices() == ("loud", "low")
    with pytest.raises(PluginError):
        cry(words=(1, 2)).choices()


def test_the_choices_that_a_board_leaves_are_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cry, "choices_on", lambda *_: (1, 2))
    with pytest.raises(PluginError):
        checked_class(Cry, "murmurs")().choices_on(Grid(3, 3), 0)


def test_every_method_of_a_word_has_a_check() -> None:
    """A new method of a family needs a line in ``METHOD_RESULTS``."""
    methods = {
        name
        for family in (Kind, *KIND_FAMILIES)
        for name, value in vars(family).items()
        if not name.startswith("_") and (callable(value) or isinstance(value, property))
    }
    assert {*METHOD_RESULTS} == {*methods, "facts", "doubts"}


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
    (Movement, "doubts", (), [Doubt("idle")], ["idle"]),
    (Movement, "can_enter", (0,), True, 1),
    (Victory, "royal", None, "chief", 3),
    (Victory, "decide", "position", Result(1, "tea"), Result(7, "tea")),
    (Victory, "first_turn", (), 3, "late"),
    (Victory, "cells", (), {1}, {999}),
    (Victory, "rule_key", None, "tea", 3),
    (SideAbility, "open_targets", "position", [(3, "a")], [(99, "a")]),
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
    start, ground = (game.start(),), (game.engine.grounds[0],)
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
