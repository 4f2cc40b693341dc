"""What a plugin lets happen when a turn ends: the marsh takes a man from whoever of that side
stands in it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from boxes import broken, offering
from matches import play
from wargrid import Match, Plugin, hookimpl
from wargrid.authoring.plugintests import walk
from wargrid.authoring.plugintests.invariants import check_position_text
from wargrid.core.events import Choosing, Eliminated, Ended, Event, Lost, Placed, Wounded
from wargrid.core.position import Position
from wargrid.core.state import Result
from wargrid.loading.loader import load_text
from wargrid.plugins.base import PluginError
from wargrid.ruleset.base import ZoneName

MARSH = "victory:\n => plugins: {own.marsh: {}}\nzones: {marsh: 'b1 c1 c5'}\nvictory:\n"


class Marsh(Plugin):
    """Who ends a turn in the marsh loses a man."""

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
    """Ends the game, or asks somebody to choose."""

    choose: bool = False

    @hookimpl
    def turn_ends(self, position: Position) -> Sequence[Event]:
        """One of the two."""
        cell = position.cell_of(position.units_of(1)[0])
        return (
            [Choosing(cell, (cell, position.board.index(0)))] if self.choose else [Ended(1, "slay")]
        )


class Reinforced(Plugin):
    """At the end of a turn another guard of that side comes to the middle of the board."""

    @hookimpl
    def turn_ends(self, position: Position) -> Sequence[Event] | None:
        """Unless somebody stands there."""
        cell = len(position.board) // 2
        return None if position.board[cell] else [Placed(cell, position.side, "guard", 2, 0)]


def marsh(monkeypatch: pytest.MonkeyPatch, *changes: str) -> Match:
    """The duel with a marsh under red's guard and chief, and blue's guard."""
    with offering(monkeypatch, own__marsh=Marsh):
        return Match(load_text(broken(MARSH, *changes), "box.yaml"), by_hand=True)


def test_it_is_asked_once_a_turn_for_the_side_whose_turn_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether the side ends it or has no action left; red alone loses a man by red's turns."""
    match = marsh(monkeypatch, "slay: chief => slay: guard")
    (ply,) = play(match, "end")
    assert [event.name for event in ply.events] == ["lost", "eliminated", "turn_began"]
    assert [stands.men for stands in match.position.standing() if stands.type.word == "guard"] == [
        1,
        2,
    ]
    play(match, "b5-b4", "b4-b3")
    assert [stands.men for stands in match.position.standing() if stands.type.word == "guard"] == [
        1,
        1,
    ]


def test_a_unit_lost_so_decides_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the other side's turn has begun; red's chief stood in the marsh."""
    match = marsh(monkeypatch)
    (ply,) = play(match, "end")
    assert match.position.result == Result(1, "slay")
    assert [event.name for event in ply.events][-1] == "ended"


def test_a_victory_at_the_turns_end_sees_what_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the last turn the side with more men has won: blue, for red has just lost two."""
    match = marsh(monkeypatch, "slay: chief => limit: {turns: 1, then: total_men}")
    play(match, "end")
    assert match.position.result == Result(1, "limit")


def test_a_plugin_may_end_the_game_but_not_make_anybody_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is to be chosen between two turns."""
    text = broken("victory:\n => plugins: {own.overdone: {choose: %s}}\nvictory:\n")
    with offering(monkeypatch, own__overdone=Overdone):
        ending = Match(load_text(text % "false", "box.yaml"), by_hand=True)
        waiting = Match(load_text(text % "true", "box.yaml"), by_hand=True)
    (ply,) = play(ending, "end")
    assert [event.name for event in ply.events] == ["ended"]
    with pytest.raises(PluginError, match="a choice is pending"):
        play(waiting, "end")


@pytest.mark.parametrize("victory", ["slay: chief", "quiet: 4"])
def test_promises_are_kept(monkeypatch: pytest.MonkeyPatch, victory: str) -> None:
    """Events make the position of the one before, and it comes back from its text."""
    walked = walk(marsh(monkeypatch, f"slay: chief => {victory}").game, 100)
    assert walked.error is None
    for step in walked.steps:
        assert step.before.after(step.events) == step.after
    check_position_text(walked)


REINFORCED = "victory:\n => plugins: {own.reinforced: {}}\nvictory:\n"
SET_UP = "setup: |\n  . c g .\n  . . . .\n  . . . .\n  . . . .\n  . G C .\n"
IN_RESERVE = f"""{SET_UP} => setup: {{each: ". . . ."}}
zones: {{camp: {{each: a1:d1}}}}
deploy: {{zone: camp, units: {{chief: {{men: 1}}, guard: {{men: 4}}}}, armies: {{few: {{name: few, each: "g c . ."}}}}}}
"""


def reinforced(monkeypatch: pytest.MonkeyPatch, *changes: str) -> Match:
    """The duel to whose middle guards come."""
    with offering(monkeypatch, own__reinforced=Reinforced):
        return Match(load_text(broken(REINFORCED, *changes), "box.yaml"), by_hand=True)


def test_nobody_comes_who_is_on_the_board_already(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plugin is named."""
    match = reinforced(monkeypatch)
    with pytest.raises(PluginError) as caught:
        play(match, "end")
    assert caught.value.what == "plugins.nobody_free"


def test_who_was_left_in_reserve_can_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the four men that may be placed two are, and positions come back from their texts."""
    match = reinforced(monkeypatch, IN_RESERVE)
    play(match, "army few", "ready", "army few", "ready", "end")
    guards = [
        stands.cell
        for stands in match.position.standing()
        if stands.type.word == "guard" and stands.side == 0
    ]
    assert len(guards) == 2
    check_position_text(walk(match.game, 40))


def test_who_comes_back_is_unhurt() -> None:
    """Whatever it carried when it fell."""
    start = load_text(broken(), "box.yaml").start()
    guard = next(stands.unit for stands in start.standing() if stands.type.word == "guard")
    cell = start.cell_of(guard)
    back = start.after(
        [Wounded(cell, 1), Eliminated(cell), Placed(cell, start.side_of(guard), "guard", 2, 0)]
    )
    assert (back.board[cell], back.wounds[guard]) == (guard, 0)
