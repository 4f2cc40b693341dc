"""Hooks of plugins: what each receives, and how results combine."""

from __future__ import annotations

import pytest

from boxes import (
    answering,
    boxed,
)
from hook_calls import (
    CALLS,
    AfterAttack,
    loaded_with,
    rolled,
)
from wargrid.match import write_position
from wargrid.plugins.host import AT_LOAD, HOOKS
from wargrid.plugins.results import HOOK_RESULTS

# What hooks receive


def test_every_hook_has_a_check_and_a_call_in_these_tests() -> None:
    """A new hook needs a line in each table."""
    called = {hook for hook in HOOKS if hook not in (*AT_LOAD, "turncoats")}
    assert set(CALLS) == called
    assert {*HOOK_RESULTS} == {*called, "turncoats", "unused_hooks"}


# How results combine


def test_none_and_empty_lists_are_no_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """The position is the one without plugins."""
    game = loaded_with(monkeypatch, answering(AfterAttack, None), answering(AfterAttack, ()))
    assert write_position(rolled(game)[0]) == write_position(rolled(boxed())[0])
