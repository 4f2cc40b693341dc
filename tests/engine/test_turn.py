"""The turn: actions, limits, order, groups, entering, and what plugins add at its end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from boxes import broken, offering
from matches import play
from rulesets import made, table
from support import Table
from wargrid import Match, Plugin, hookimpl
from wargrid.authoring.plugintests import walk
from wargrid.authoring.plugintests.invariants import check_position_text
from wargrid.core.position import Position
from wargrid.core.state import Result
from wargrid.events import Asks, Eliminated, Ended, Event, Lost, Placed, Wounded
from wargrid.loading.loader import load_text
from wargrid.match import read_position, write_position
from wargrid.plugins.base import PluginError
from wargrid.ruleset.base import ZoneName

TWO = """
units:
  soldier: {letter: S, name: Soldier, move: {step: all}, attack: {at: around, by: removal}}
  rider:
    letter: R
    name: Rider
    move: {step: all}
    attack: {at: around, by: removal, after_moving: %s}
zones: {gate: {each: "a1:b1"}}
terrains:
  plain: {letter: ".", name: Plain}
  marsh: {letter: M, name: Marsh}
"""

FIELD = """
    . . s s
    . . S .
    . . . .
    S . R .
"""


def _turn(limits: str, drawn: str = FIELD, *, after_moving: str = "true", **lines: object) -> Table:
    """A turn without a budget, under these limits."""
    turn = f"turn: {{actions: ~, may: {{move: 0, attack: 0}}, {limits}}}"
    return table(made(TWO % after_moving, turn=turn, setup=drawn), drawn, **lines)


def test_any_counts_all_verbs() -> None:
    """A unit with one action may not attack after moving, nor move after attacking."""
    assert not _turn("per_unit: {any: 1}").play("c3-d3").allows("d3xd4")
    assert not _turn("per_unit: {any: 1}").play("c3xc4").allows("c3-c4")
    assert _turn("per_unit: {any: 2}").play("c3xc4").allows("c3-c4")


def test_a_finished_unit_has_not_used_its_limits() -> None:
    """The text of a position tells both apart."""
    played = _turn("per_unit: {move: 1, attack: 1}, units: consecutive").play("a1-a2", "c1-c2")
    again = read_position(played.game, write_position(played.position))

    assert again == played.position
    assert played.refusal("a2-a3").code == "followed"
    assert played.refusal("c2-c3").code == "used_move"


def test_groups_limit_how_many_types_act() -> None:
    """With one group, the first type to act excludes the other."""
    played = _turn("per_unit: {any: 1}, groups: {most: 1}").play("a1-a2")

    assert not played.allows("c1-c2")
    assert played.allows("c3-c2")
    assert _turn("per_unit: {any: 1}, groups: {most: 2}").play("a1-a2").allows("c1-c2")


ENTRY = "per_unit: {any: 1}, entry: {zone: gate, most: %s, exactly: %s, needs_range: %s}"

OUTSIDE = """
    . . s s
    . . S .
    . . . .
    . R . S
"""


def test_exactly_makes_as_many_as_possible_enter() -> None:
    """Otherwise a side may end its entry turn early."""
    assert _turn(ENTRY % (2, "false", "false"), OUTSIDE).allows("end")
    assert not _turn(ENTRY % (1, "true", "false"), OUTSIDE).allows("end")
    assert _turn(ENTRY % (1, "true", "false"), OUTSIDE).play("d1@a1").allows("end")


def test_needs_range_limits_entering_to_own_moves() -> None:
    """A unit enters only where its own move leads."""
    played = _turn(ENTRY % (2, "false", "true"), OUTSIDE)

    assert played.choices("enter", "b1") == "a1"
    assert played.choices("enter", "d1") == ""


MARSH = "victory:\n => plugins: {own.marsh: {}}\nzones: {marsh: 'b1 c1 c5'}\nvictory:\n"


class Marsh(Plugin):
    """A unit that ends a turn in the marsh loses a man."""

    zone: ZoneName = "marsh"

    @hookimpl
    def turn_ends(self, position: Position) -> Sequence[Event] | None:
        """Take a man from every unit of the side that stands in the zone."""
        zone = position.roster.game.grounds[position.side].zones[self.zone]
        deep = [
            position.at(cell)
            for cell in sorted(zone)
            if position.board[cell] in position.units_of(position.side)
        ]
        return [Eliminated(each.cell) if each.men == 1 else Lost(each.cell, 1) for each in deep]


class Overdone(Plugin):
    """Ends the game, or makes a side choose."""

    choose: bool = False

    @hookimpl
    def turn_ends(self, position: Position) -> Sequence[Event]:
        """One of the two."""
        cell = position.cell_of(position.units_of(1)[0])
        return (
            [Asks("choice", 1, (cell, position.board.index(0)))]
            if self.choose
            else [Ended(1, "slay")]
        )


class Reinforced(Plugin):
    """Places another guard in the middle of the board."""

    @hookimpl
    def turn_ends(self, position: Position) -> Sequence[Event] | None:
        """Unless somebody stands there."""
        cell = len(position.board) // 2
        return None if position.board[cell] else [Placed(cell, position.side, "guard", 2, 0)]


def marsh(monkeypatch: pytest.MonkeyPatch, *changes: str) -> Match:
    """The duel with a marsh under red's guard and chief, and blue's guard."""
    with offering(monkeypatch, own__marsh=Marsh):
        return Match(load_text(broken(MARSH, *changes), "box.yaml"), by_hand=True)


def test_victory_at_the_end_of_a_turn_is_checked_after_plugins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Red has just lost two men, so blue has more."""
    match = marsh(monkeypatch, "slay: chief => limit: {turns: 1, then: total_men}")
    play(match, "end")
    assert match.position.result == Result(1, "limit")


def test_a_plugin_may_end_the_game_but_not_call_for_a_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No choice can be pending between two turns."""
    text = broken("victory:\n => plugins: {own.overdone: {choose: %s}}\nvictory:\n")
    with offering(monkeypatch, own__overdone=Overdone):
        ending = Match(load_text(text % "false", "box.yaml"), by_hand=True)
        waiting = Match(load_text(text % "true", "box.yaml"), by_hand=True)
    (ply,) = play(ending, "end")
    assert [event.name for event in ply.events] == ["ended"]
    with pytest.raises(PluginError, match="a choice is pending"):
        play(waiting, "end")


@pytest.mark.parametrize("victory", ["slay: chief", "quiet: 4"])
def test_events_at_the_end_of_a_turn_keep_the_invariants(
    monkeypatch: pytest.MonkeyPatch, victory: str
) -> None:
    """Events give the next position, and its text can be read back."""
    walked = walk(marsh(monkeypatch, f"slay: chief => {victory}").game, 100)
    assert walked.error is None
    for step in walked.steps:
        assert step.before.after(step.events) == step.after
    check_position_text(walked)


REINFORCED = "victory:\n => plugins: {own.reinforced: {}}\nvictory:\n"

SET_UP = "setup: |\n  . c g .\n  . . . .\n  . . . .\n  . . . .\n  . G C .\n"

IN_RESERVE = f"""{SET_UP} => setup: {{each: ". . . ."}}
zones: {{camp: {{each: a1:d1}}}}
deploy:
  zone: camp
  units: {{chief: {{men: 1}}, guard: {{men: 4}}}}
  armies: {{few: {{name: few, each: "g c . ."}}}}
"""


def reinforced(monkeypatch: pytest.MonkeyPatch, *changes: str) -> Match:
    """The duel in which guards are placed in the middle."""
    with offering(monkeypatch, own__reinforced=Reinforced):
        return Match(load_text(broken(REINFORCED, *changes), "box.yaml"), by_hand=True)


def test_a_unit_that_is_not_free_cannot_be_placed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the plugin."""
    match = reinforced(monkeypatch)
    with pytest.raises(PluginError) as caught:
        play(match, "end")
    assert caught.value.what == "plugins.no_unit_free"


def test_a_unit_left_in_reserve_can_be_placed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of the four men of the reserve are on the board."""
    match = reinforced(monkeypatch, IN_RESERVE)
    play(match, "army few", "ready", "army few", "ready", "end")
    guards = [
        stands.cell
        for stands in match.position.standing()
        if stands.type.word == "guard" and stands.side == 0
    ]
    assert len(guards) == 2
    check_position_text(walk(match.game, 40))


def test_a_unit_placed_again_has_no_wounds() -> None:
    """Its wounds were those of its first life."""
    start = load_text(broken(), "box.yaml").start()
    guard = next(stands.unit for stands in start.standing() if stands.type.word == "guard")
    cell = start.cell_of(guard)
    back = start.after(
        [Wounded(cell, 1), Eliminated(cell), Placed(cell, start.side_of(guard), "guard", 2, 0)]
    )
    assert (back.board[cell], back.wounds[guard]) == (guard, 0)
