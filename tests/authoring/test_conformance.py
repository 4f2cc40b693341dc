"""The conformance test for plugins finds every violated invariant and names who violates it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import bad_plugins
from bad_plugins import BAD, WRITING, Honest, NeverCalled, Seeded
from boxes import BOX, ROLL_TEST, broken, offering, with_plugins
from wargrid import Game, Match, Plugin, PluginError, Position, RulesetError
from wargrid.authoring import plugintests
from wargrid.authoring.plugintests import (
    INVARIANTS,
    InvariantViolation,
    check_invariant,
    check_plugin,
    subprocesses,
    walk,
)
from wargrid.authoring.plugintests.invariants import check_all_hooks_called
from wargrid.authoring.plugintests.readonly import readonly_view
from wargrid.authoring.plugintests.walks import CallLog, Walk
from wargrid.loading.loader import load_named, load_text
from wargrid.match import load_record, read_move
from wargrid.plugins import discovery

HIDDEN = broken(
    "setup: |\n  . c g .\n  . . . .\n  . . . .\n  . . . .\n  . G C .\n => "
    'setup: {each: ". . . ."}\n'
    "zones:\n  camp: {each: a1:d1}\ndeploy:\n  zone: camp\n  hidden: true\n  units:\n"
    "    chief: {men: 1, bases: {min: 1}}\n    guard: {men: 4}\n"
)
"""The game of ``boxes`` with a hidden deployment."""

NAMES = [check.__name__.removeprefix("check_") for check in INVARIANTS]


def check_named(name: str) -> Callable[[Walk], None]:
    """Return the check of an invariant."""
    return {
        **dict(zip(NAMES, INVARIANTS, strict=True)),
        "all_hooks_called": check_all_hooks_called,
    }[name]


def walked_with(monkeypatch: pytest.MonkeyPatch, plugin: type[Plugin], file: Path) -> Walk:
    """Walk through the game of ``boxes`` with a plugin, as ``check_plugin`` does."""
    text = with_plugins("test.bad: {}")
    if plugin is BAD["move_text"][0]:
        text = text.replace("{ahead: 2}", "twice")
        text = text.replace("options:\n  reach: units.guard.move.ahead\n", "")
    file.write_text(text, "utf-8")
    calls = CallLog()
    with offering(monkeypatch, test__bad=plugin):
        game = load_named(file).game(calls.wrap)
    return walk(game, 80, calls=calls)


@pytest.mark.parametrize("name", BAD)
def test_a_violated_invariant_is_found(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The message states it, and names the plugin and the hook."""
    plugin, hook = BAD[name]
    walked = walked_with(monkeypatch, plugin, tmp_path / "bad.yaml")
    with (
        offering(monkeypatch, test__bad=plugin),
        pytest.raises(InvariantViolation) as caught,
    ):
        check_invariant(check_named(name), walked, tmp_path)
    found = caught.value
    assert found.invariant == name
    assert (check_named(name).__doc__ or "").removeprefix("Check that ")[:30] in str(found)
    assert "kit." not in str(found)
    if hook:
        assert ("test.bad", hook) in found.plugins


def test_every_invariant_is_violated_here() -> None:
    """By a plugin, or by a broken engine."""
    assert {*NAMES, "all_hooks_called"} == {*BAD, *SPOILT}


@pytest.mark.parametrize("argument", WRITING)
def test_a_plugin_that_writes_to_an_argument_fails(
    argument: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The conformance test makes the arguments read-only."""
    walked = walked_with(monkeypatch, WRITING[argument], tmp_path / "bad.yaml")
    with pytest.raises(InvariantViolation, match="read-only; return events instead"):
        check_invariant(check_named("no_exceptions"), walked, tmp_path)


WRITES: dict[str, Callable[[Position], object]] = {
    "an item": lambda position: position.board.__setitem__(0, 1),
    "append": lambda position: position.men.append(1),
    "an attribute": lambda position: setattr(position, "budget", 9),
    "a deletion": lambda position: delattr(position, "budget"),
}


@pytest.mark.parametrize("write", WRITES)
def test_a_readonly_position_cannot_be_changed(write: str) -> None:
    """Reading, copying and applying events work."""
    position = load_text(BOX, "box.yaml").start()
    view = readonly_view(position)
    with pytest.raises(TypeError, match="read-only"):
        WRITES[write](view)
    assert view == position
    assert hash(view.copy()) == hash(position)
    assert view.board[:][0] == position.after([]).board[0]
    assert view.roster.game.moves(view)


def test_the_record_ends_before_a_move_that_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """So that the move can be tried again."""
    with offering(monkeypatch, test__bad=bad_plugins.Raising):
        walked = walked_with(monkeypatch, bad_plugins.Raising, tmp_path / "bad.yaml")
        with pytest.raises(InvariantViolation) as caught:
            check_invariant(check_named("no_exceptions"), walked, tmp_path)
    found = caught.value
    assert found.record is not None
    assert f"  move {found.number}: {found.move}\n" in str(found)
    assert str(found.record) in str(found)
    with offering(monkeypatch, test__bad=bad_plugins.Raising):
        match = load_record(found.record).match
    assert len(match.plies) == found.number - 1
    with pytest.raises(PluginError, match="boom"):
        match.play(read_move(match.game, match.position, found.move))


def test_hooks_that_a_plugin_calls_unused_need_no_call(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """``unused_hooks`` depends on the options."""
    text = with_plugins("test.bad: {asleep: true}")
    with offering(monkeypatch, test__bad=NeverCalled):
        check_all_hooks_called(walk(load_text(text, "box.yaml"), 10))


def test_a_hook_that_a_rule_test_calls_needs_no_random_move(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One random move rolls no dice, the test beside the ruleset does; other tests do not count."""
    plugin = bad_plugins.plugin("Rolling", after_roll=lambda self, attack: None)
    (tmp_path / "box.yaml").write_text(with_plugins("test.rolling: {}"), "utf-8")
    monkeypatch.setattr(plugintests, "check_processes", lambda walk: None)
    with offering(monkeypatch, test__rolling=plugin):
        for name in (None, "box.other.tests.yaml"):
            if name:
                (tmp_path / name).write_text(ROLL_TEST.replace("box.", "breakthrough/standard."))
            with pytest.raises(InvariantViolation) as caught:
                check_plugin(tmp_path / "box.yaml", length=1)
            assert caught.value.plugins == (("test.rolling", "after_roll"),)
        (tmp_path / "box.tests.yaml").write_text(ROLL_TEST, "utf-8")
        check_plugin(tmp_path / "box.yaml", length=1)


# Invariants that no plugin can violate alone


def spoil_moves(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game), "to_act", lambda self, position: None)


def spoil_view(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game), "view", lambda self, position, side: position)


def spoil_odds(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = game.odds
    monkeypatch.setattr(
        type(game),
        "odds",
        lambda self, *asked: SimpleNamespace(outcomes=whole(*asked).outcomes[1:]),
    )


def spoil_undo(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "undo", lambda match: ())
    monkeypatch.setattr(Match, "redo", lambda match: ())


SPOILT = {
    "can_move": spoil_moves,
    "hidden_units": spoil_view,
    "odds": spoil_odds,
    "undo": spoil_undo,
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_broken_engine_is_found(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The check passes before the engine is broken."""
    walked = walk(load_text(HIDDEN, "box.yaml"), 100)
    check_invariant(check_named(name), walked)
    SPOILT[name](walked.game, monkeypatch)
    with pytest.raises(InvariantViolation):
        check_invariant(check_named(name), walked, tmp_path)


# The whole test, with other processes


@pytest.fixture
def installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[type[Plugin]], Path]]:
    """Install a plugin so that other processes find it; return a ruleset with it."""

    def install(plugin: type[Plugin]) -> Path:
        info = tmp_path / "bad-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(
            f"[wargrid]\ntest.bad = {plugin.__module__}:{plugin.__name__}\n"
        )
        monkeypatch.syspath_prepend(str(tmp_path))
        discovery.installed.cache_clear()
        file = tmp_path / "bad.yaml"
        file.write_text(with_plugins("test.bad: {}"), "utf-8")
        return file

    yield install
    discovery.installed.cache_clear()


ELSEWHERE = {
    bad_plugins.EventWithoutText: {"texts"},
    bad_plugins.Located: {"records", "processes"},
    bad_plugins.Sorting: {"processes"},
}


@pytest.mark.slow
@pytest.mark.parametrize("plugin", ELSEWHERE)
def test_check_plugin_finds_a_bad_plugin(
    plugin: type[Plugin], installed: Callable[[type[Plugin]], Path], tmp_path: Path
) -> None:
    """Other hash seeds and another folder change what depends on them."""
    with pytest.raises(InvariantViolation) as caught:
        check_plugin(installed(plugin), folder=tmp_path)
    assert caught.value.invariant in ELSEWHERE[plugin]


@pytest.mark.slow
def test_random_numbers_are_found(
    installed: Callable[[type[Plugin]], Path], tmp_path: Path
) -> None:
    """The same walk leads to other positions."""
    with pytest.raises(InvariantViolation):
        check_plugin(installed(bad_plugins.Gambling), folder=tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("plugin", [Honest, Seeded])
def test_check_plugin_accepts_a_good_plugin(
    plugin: type[Plugin], installed: Callable[[type[Plugin]], Path]
) -> None:
    """Random numbers seeded with the position are allowed."""
    check_plugin(installed(plugin))


def test_another_process_imports_from_the_same_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its output is the digests alone, even if plugins print."""
    game = load_text(BOX, "box.yaml")
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    first, second = subprocesses.traces({"box": game}, 5)
    assert first == second
    assert len(first["box"]) == 5


@pytest.mark.parametrize("length", [0, -1])
def test_a_walk_has_at_least_one_move(length: int) -> None:
    """Otherwise nothing would be checked."""
    with pytest.raises(ValueError, match=f"at least 1, not {length}"):
        check_plugin("breakthrough/standard", length=length)


@pytest.mark.slow
def test_local_code_is_tested_once_it_is_trusted(tmp_path: Path) -> None:
    """In records and in other processes as well."""
    (tmp_path / "honest.py").write_text(
        "from bad_plugins import Honest\n\n\nclass Mine(Honest):\n    pass\n"
    )
    file = tmp_path / "mine.yaml"
    file.write_text(with_plugins('"./honest.py:Mine": {}'), "utf-8")
    with pytest.raises(RulesetError, match=r"honest\.py"):
        check_plugin(file)
    check_plugin(file, trust=True)


@pytest.mark.slow
def test_a_shipped_ruleset_conforms() -> None:
    """With all its plugins."""
    check_plugin("lionheart/level2", length=120)
