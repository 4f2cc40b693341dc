"""Plugins that raise an exception: what the error names, and how the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boxes import (
    answering,
    diagnostics,
    located,
    offering,
    with_plugins,
)
from hook_calls import (
    CALLS,
    FACE_TO_FACE,
    AfterAttack,
    game_with,
    loaded_with,
    raises,
    reach,
    rolled,
)
from wargrid import (
    Plugin,
    PluginError,
    hookimpl,
)
from wargrid.core.moves import Roll
from wargrid.match import read_move, read_position, write_position
from wargrid.text import catalog


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
    assert error.place.startswith("tests/support/hook_calls.py:")
    assert FAILURES[failure] in str(error)


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


def test_odds_name_a_failing_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is the same as in play."""
    game = game_with(monkeypatch, "after_attack", raises)
    position = read_position(game, FACE_TO_FACE)
    with pytest.raises(PluginError, match="boom"):
        game.odds(position, read_move(game, position, "c4xc5"))


def test_ctrl_c_is_not_reported_as_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """It interrupts the program."""

    def interrupts(**_: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reach(game_with(monkeypatch, "after_attack", interrupts), "after_attack")


def test_an_exception_is_described_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Pydantic's help, and even if it cannot be printed."""

    class Unprintable(Exception):
        def __str__(self) -> str:
            raise ValueError

    class Often(Plugin):
        often: int = 1

    raised = [(Unprintable(), "Unprintable"), (SyntaxError("odd"), "SyntaxError: odd")]
    try:
        Often(often="x")  # type: ignore[arg-type]
    except ValueError as error:
        raised.append((error, "Input should be a valid integer"))
    try:
        Often().often = 2
    except ValueError as error:
        raised.append((error, catalog("en").say("plugins.keeps_nothing", name="often")))
    try:
        type("Loose", (Plugin,), {"lost": {}, "__module__": __name__})
    except RuntimeError as error:
        raised.append((error, "`lost = {}`"))
    for error, text in raised:
        with pytest.raises(PluginError) as caught:
            rolled(loaded_with(monkeypatch, answering(AfterAttack, error)))
        assert text in str(caught.value)
        assert "http" not in str(caught.value)
        assert "\n" not in str(caught.value)


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
