"""Units that a plugin takes off the board without a loss: flips, and what is kept in a hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from boxes import Kinds, answering, offering
from rulesets import written
from tables import Sat
from wargrid.core.events import Eliminated, Event
from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.core.promotion import Appeared
from wargrid.kinds import SideAbility, TerrainMap
from wargrid.loading.loader import load_text
from wargrid.match import Match, read_position
from wargrid_play.table import Table

DISCS = """
plugins: {discs: {}}
units: {disc: {letter: D, name: Disc, move: {step: all}}}
markers: {discs: {per: side, name: discs}}
abilities: {lay: {}}
"""
TURN = "turn: {actions: 1, may: {move: 1, lay: 1}, may_pass: false}"
BOARD = ". d D . .\n. . . . .\n. . . . .\n. . . . .\n. . . . ."


class Lay(SideAbility):
    """A disc is laid, and every enemy beside it changes sides."""

    word = "lay"

    def targets(self, ground: TerrainMap) -> Sequence[tuple[int, str]]:
        """Return every cell; there is nothing to choose."""
        return [(cell, "") for cell in range(ground.grid.cells)]

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Return the disc, and what becomes of the enemies beside it."""
        events: list[Event] = [Appeared(move.target, position.side, "disc", 0)]
        for cell in (move.target - 1, move.target + 1):
            unit = position.board[cell] if 0 <= cell < len(position.board) else 0
            if unit > 0 and position.side_of(unit) != position.side:
                events += self.won(position, cell)
        return events

    def won(self, position: Position, cell: int) -> Sequence[Event]:
        """Return that the disc is turned over."""
        return [Eliminated(cell), Appeared(cell, position.side, "disc", 0)]


class Keep(Lay):
    """The enemies beside it are taken into the hand."""

    def won(self, position: Position, cell: int) -> Sequence[Event]:
        """Return that the disc is kept."""
        hand = position.roster.game.markers["discs"]
        return [Eliminated(cell), hand.add(position, position.side, 1)]


def _sat(monkeypatch: pytest.MonkeyPatch, word: type[SideAbility]) -> Sat:
    with offering(monkeypatch, discs=answering(Kinds, [word])):
        game = load_text(written(DISCS, turn=TURN, setup=BOARD), "made.yaml")
    start = read_position(game, f"{BOARD}\nside: white\nturn: 1")
    match = Match(game, start=start)
    return Sat(match, Table(match))


def test_the_only_thing_to_do_at_a_cell_is_one_click(monkeypatch: pytest.MonkeyPatch) -> None:
    """No button is to be pressed besides; and laying is not called building."""
    sat = _sat(monkeypatch, Lay)
    name = "Lay"
    said = sat.text("table.help.any", names=name)
    assert sat.table.hint().lower().endswith(said.lower()), "after “Or”"
    sat.click("a5")
    assert [ply.move.word for ply in sat.match.plies] == ["lay"]


def test_a_unit_that_is_turned_over_changes_sides_and_is_no_loss(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sat = _sat(monkeypatch, Lay)
    sat.click("a5")
    view = sat.table.view()
    lines = {line.text: line.kind for line in view.log}
    assert lines[sat.text("events.joined", unit="Disc", cell="b5")] == ""
    assert "lost" not in lines.values()
    assert not any(side.losses for side in view.sides)
    assert "eliminated" not in [step.kind for step in sat.table.pop_animations()]


def test_a_unit_that_is_kept_has_no_skull(monkeypatch: pytest.MonkeyPatch) -> None:
    sat = _sat(monkeypatch, Keep)
    sat.click("a5")
    lines = {line.text: line.kind for line in sat.table.view().log}
    assert lines[sat.text("events.to_hand", unit="Disc", cell="b5")] == ""
    assert "lost" not in lines.values()
