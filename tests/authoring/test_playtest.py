"""Random games of a ruleset show crashes, games without an end, and what is never used."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pytest

import wargrid.authoring.playtest as module
from boxes import ROLL_TEST, answered, answering, broken, located, offering, with_plugins
from wargrid import Move, Plugin, Refusal, hookimpl
from wargrid.authoring.playtest import Playtest, run_playtest
from wargrid.core.patterns import MovePattern, TerrainMap
from wargrid.events import Event, Noted
from wargrid.loading.loader import Loaded, load_document, load_named
from wargrid.ruleset.base import Movement, Resolution
from wargrid.ruleset.victory import Limit
from wargrid.source.yaml_reader import read_text

GAMES = 3
LIMITED = "slay: chief => slay: chief\n  limit: 30"
ENDLESS = (", attack: 1}\n  per_unit => }\n  per_unit", "{attack: 1} => {move: 1}")
WAYS = "move: {ahead: 2} => move: [{ahead: 2}, {step: {directions: left, start: %s}}]"
FLAT = ", facing: 4 => "
FAR = "like: guard => like: guard\n    attack: {at: {range: {least: 9, most: 9}}}"
SILENCED = "silence: [W406] => silence: [W406, W451]"
GATES = (
    "units: => zones: {gate: a3, yard: b1:c1}\nunits:",
    "reach: units.guard.move.ahead => reach: turn.actions",
    "like: guard => like: guard\n    move: {ahead: 2}",
)


def loaded(text: str) -> Loaded:
    return load_document(read_text(text, "box.yaml"), "box")


def found(*changes: str, games: int = GAMES) -> list[str]:
    """Return what games of the changed box show, as ``line:column key``."""
    return [located(each) for each in run_playtest(loaded(broken(LIMITED, *changes)), games)]


def test_what_a_warning_explains_is_not_reported_once_more() -> None:
    """Units without fuel never move; the line of the fuel says so."""
    game = loaded(
        broken(
            "options: => markers: {fuel: {per: unit, start: 1}}\noptions:",
            "move: {ahead: 2} => move: {ahead: 2}\n    uses: {move: {fuel: 2}}",
        )
    )
    known = game.warnings()
    assert [each.name for each in known] == ["uses_too_much"]
    assert ("turn", "may", "move") in [each.path for each in run_playtest(game, 1)]
    assert ("turn", "may", "move") not in [each.path for each in run_playtest(game, 1, known)]


def test_a_zone_without_cells_is_repaired_before_games_are_looked_at() -> None:
    """Without its cells guards never move, which is not another mistake."""
    game = loaded(
        broken(
            "units: => zones: {camp: ''}\nunits:",
            "move: {ahead: 2} => move: {step: {directions: all, within: camp}}",
        )
    )
    known = game.warnings()
    assert [each.name for each in known] == ["zone_empty"]
    assert run_playtest(game, 1)
    assert run_playtest(game, 1, known) == []


class Raising(Plugin):
    answer: ClassVar[Any]

    @hookimpl
    def after_roll(self) -> Any:
        return answered(self.answer)


class Torn(Resolution):
    word = "torn"

    def casualties(self, position: Any, attack: Any, hits: int) -> Any:
        raise ZeroDivisionError("torn")


class Stuck(Movement):
    word = "stuck"

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        return MovePattern()


class Words(Plugin):
    @hookimpl
    def kinds(self) -> list[Any]:
        return [Torn, Stuck]


@pytest.mark.parametrize(
    ("changes", "warnings"),
    [
        ((), []),
        ((FLAT,), ["7:18 verb_idle"]),
        (("at: front => at: {range: {least: 9, most: 9}}",), ["7:27 verb_idle"]),
        ((FAR,), ["20:14 reach_idle"]),
        ((FLAT, SILENCED), []),
        ((SILENCED,), ["33:17 silences_nothing"]),
    ],
)
def test_what_is_never_legal_is_one_warning_that_may_be_suppressed(
    changes: tuple[str, ...], warnings: list[str]
) -> None:
    """A verb is reported instead of each unit; without games nothing is."""
    assert found(*changes) == warnings
    assert found(FLAT, games=0) == []


@pytest.mark.parametrize(("zone", "idle"), [("a1:d5", False), ("a3", True)])
def test_an_ability_counts_as_other_verbs_do(zone: str, idle: bool) -> None:
    """One that a unit may use is in use; one in a zone that is never entered is not."""
    able = (
        "like: guard => like: guard\n    abilities: {change: {to: guard, zone: z, ends_turn: no}}"
    )
    may = (f"units: => zones: {{z: {zone}}}\nunits:", ", attack: 1}\n => , attack: 1, change: 1}\n")
    warnings = run_playtest(loaded(broken(LIMITED, able.replace(": no", ": false"), *may)), 1)
    assert ("change" in [warning.values.get("verb") for warning in warnings]) == idle


@pytest.mark.parametrize("answer", [ValueError("boom"), "many"])
def test_a_plugin_that_fails_is_an_error_at_its_line(
    monkeypatch: pytest.MonkeyPatch, answer: object
) -> None:
    """Whether it raises or returns a wrong value."""
    with offering(monkeypatch, test__raising=answering(Raising, answer)):
        (error,) = run_playtest(loaded(with_plugins("test.raising: {}")))
    assert (located(error), error.severity) == ("23:3 fails_in_play", "error")
    assert (error.values["hook"], error.values["game"]) == ("after_roll", 1)


def test_a_word_that_fails_is_an_error_of_its_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the line that lists the plugin."""
    text = with_plugins("test.words: {}").replace("by: {dice: {hits_on: hit}}", "by: torn")
    with offering(monkeypatch, test__words=Words):
        (error,) = run_playtest(loaded(text))
    assert located(error) == "23:3 fails_in_play"


def test_a_hook_that_is_never_called_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attacks without dice are never rolled."""
    text = with_plugins("test.raising: {}").replace("by: {dice: {hits_on: hit}}", "by: removal")
    with offering(monkeypatch, test__raising=answering(Raising, None)):
        (warning,) = run_playtest(loaded(text), GAMES)
    assert (located(warning), warning.values["hook"]) == ("23:3 hook_idle", "after_roll")


class Barred(Plugin):
    """Bars no cell."""

    @hookimpl
    def restricted_cells(self) -> list[int]:
        return []


class Barring(Plugin):
    """Forbids no move."""

    @hookimpl
    def forbid_move(self, move: Move) -> None:
        """Return nothing."""


@pytest.mark.parametrize(
    ("plugin", "other"), [(Barring, "restricted_cells"), (Barred, "forbid_move")]
)
def test_a_hook_without_the_one_that_goes_with_it_is_a_warning(
    monkeypatch: pytest.MonkeyPatch, plugin: type[Plugin], other: str
) -> None:
    """Unless another plugin has it."""
    with offering(monkeypatch, test__one=plugin):
        found = run_playtest(loaded(with_plugins("test.one: {}")), 1)
    told = [(located(each), each.values["other"]) for each in found if each.name != "never_moved"]
    assert told == [("23:3 hook_alone", other)]
    with offering(monkeypatch, test__one=Barring, test__two=Barred):
        both = run_playtest(loaded(with_plugins("test.one: {}", "test.two: {}")), 1)
    assert "hook_alone" not in [each.name for each in both]


def test_a_hook_that_a_rule_test_calls_is_no_warning(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In games of one move no dice are rolled."""
    file = tmp_path / "box.yaml"
    file.write_text(with_plugins("test.raising: {}"), "utf-8")
    monkeypatch.setattr(module, "MAX_MOVES", 1)
    monkeypatch.setattr(module, "MAX_LONG_MOVES", 1)

    def idle() -> bool:
        return "hook_idle" in [each.name for each in run_playtest(load_named(file), 1)]

    with offering(monkeypatch, test__raising=answering(Raising, None)):
        assert idle()
        (tmp_path / "box.tests.yaml").write_text(ROLL_TEST, "utf-8")
        assert not idle()


class Halting(Plugin):
    """Refuses turns with a text that names a cell, and does not say which."""

    @hookimpl
    def forbidden(self, moves: Any) -> dict[Move, Refusal]:
        return {move: Refusal("no_unit_there") for move in moves if move.verb == "turn"}


def test_refusals_that_lack_a_value_are_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player would read an ellipsis for it."""
    with offering(monkeypatch, test__halting=Halting):
        errors = run_playtest(loaded(with_plugins("test.halting: {}")), GAMES)
    (found,) = [each for each in errors if each.severity == "error"]
    assert (located(found), found.values["value"]) == ("23:3 refusal_unfilled", "cell")
    assert Refusal("no_unit_there").text("en") == "There is no unit on …."


class Muttering(Plugin):
    """Notes after each move a cause that has no text, and one that has."""

    @hookimpl
    def after_move(self, move: Move) -> list[Event]:
        return [Noted(move.source, "test.made_up"), Noted(move.source, "events.captured")]


def test_an_event_whose_cause_has_no_text_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its line in the log would be missing."""
    with offering(monkeypatch, test__muttering=Muttering):
        errors = run_playtest(loaded(with_plugins("test.muttering: {}")), GAMES)
    (found,) = [each for each in errors if each.severity == "error"]
    assert (located(found), found.values["key"]) == ("23:3 event_untexted", "test.made_up")


class Peace(Plugin):
    @hookimpl
    def instead_of_roll(self) -> list[Any]:
        return []


def test_a_plugin_behind_another_that_always_answers_is_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first answer counts, so that the second plugin is never asked."""
    text = with_plugins("test.one: {}", "test.two: {}").replace(*LIMITED.split(" => "))
    two = type("Other", (Peace,), {"__module__": __name__})
    with offering(monkeypatch, test__one=Peace, test__two=two):
        (warning,) = run_playtest(loaded(text), 20)
    assert (located(warning), warning.values["other"]) == ("24:3 hook_behind", "test.one")


def test_games_that_are_over_at_once_are_a_warning() -> None:
    """All of them, when each side has had one turn; what else is missing is not reported."""
    (warning,) = run_playtest(loaded(broken("slay: chief => limit: 2")), 5)
    assert (located(warning), warning.values["turn"]) == ("22:1 ends_at_once", 2)


def test_a_marker_that_rules_name_but_that_never_changes_is_a_warning() -> None:
    """No city is anybody's, so that none pays."""
    cities = (
        "units: => zones: {cities: a1}\nmarkers: {owner: {per: cell, holds: side, zone: cities},"
        " money: {per: side}}\neach_turn: {income: {zone: cities, owner: owner, pays: money,"
        " each: 1}}\nunits:"
    )
    assert found(cities) == ["12:11 marker_idle", "12:58 marker_idle"]


def test_a_crash_of_the_program_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the game and the move, to be reported."""
    monkeypatch.setattr(Limit, "decide", lambda self, position: 1 / 0)
    (error,) = run_playtest(loaded(broken(LIMITED)))
    assert (located(error), error.severity) == ("1:1 breaks_in_play", "error")


def test_a_unit_that_can_never_move_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    """It still turns and attacks."""
    text = with_plugins("test.words: {}").replace("letter: C\n", "letter: C\n    move: stuck\n")
    with offering(monkeypatch, test__words=Words):
        (warning,) = run_playtest(loaded(text), GAMES)
    assert located(warning) == "18:3 never_moved"


@pytest.mark.parametrize(("gate", "warnings"), [("gate", ["17:24 way_idle"]), ("yard", [])])
def test_a_way_to_move_that_is_never_legal_is_a_warning(gate: str, warnings: list[str]) -> None:
    """A way that leads somewhere now and then is none."""
    text = broken(WAYS % gate, *GATES, LIMITED, ", facing: 4 => ").replace("turn: 1, ", "")
    assert [located(each) for each in run_playtest(loaded(text), GAMES)] == warnings


def test_the_games_are_the_same_every_time() -> None:
    """Their numbers are the seeds."""
    text = broken(*ENDLESS)
    assert run_playtest(loaded(text), GAMES) == run_playtest(loaded(text), GAMES)


@pytest.mark.parametrize("name", ["breakthrough/standard", "lionheart/variants/skirmish"])
def test_shipped_rulesets_have_no_warnings(name: str) -> None:
    assert run_playtest(load_named(name)) == []


def test_all_games_are_played_while_something_is_missing() -> None:
    """What no game has shown yet may be in the last of them."""
    test = Playtest(loaded(broken(LIMITED, FLAT, FAR)).game())
    test.play(6)
    assert test.games == 6
    assert [name for _, name, _ in test.found()]
