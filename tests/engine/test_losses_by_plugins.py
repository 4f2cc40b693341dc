"""A unit that a plugin removes decides a victory about losses at the same moment."""

from __future__ import annotations

from typing import Literal

import pytest

from boxes import broken, offering
from rulesets import made, table
from wargrid import Match, Plugin, hookimpl
from wargrid.core.dice import seeded
from wargrid.core.moves import Move, Roll
from wargrid.core.position import Position
from wargrid.core.state import Result
from wargrid.events import Attack, Eliminated, Event, Joined
from wargrid.loading.loader import load_text

PLUGIN = "victory:\n => plugins: {own.fate: {hook: %s, fate: %s}}\nvictory:\n"


class Fallen(Event):
    """An event of a plugin that removes a unit."""

    __slots__ = ("cell",)
    name = "fallen"

    def __init__(self, cell: int) -> None:
        self.cell = cell

    def apply(self, position: Position) -> None:
        """Remove the unit."""
        Eliminated(self.cell).apply(position)


class Fate(Plugin):
    """Blue loses its chief when a hook is called."""

    hook: Literal["after_move", "after_attack", "instead_of_roll", "turn_begins"]
    fate: Literal["eliminated", "joined", "fallen"]

    @hookimpl
    def turncoats(self) -> list[str]:
        """A chief may change sides."""
        return ["chief"]

    @hookimpl
    def after_move(self, position: Position, move: Move) -> list[Event] | None:
        """After a move."""
        return self._fall(position) if self.hook == "after_move" else None

    @hookimpl
    def after_attack(self, position: Position, attack: Attack, roll: Roll) -> list[Event] | None:
        """After an attack."""
        return self._fall(position) if self.hook == "after_attack" else None

    @hookimpl
    def instead_of_roll(self, position: Position, attack: Attack) -> list[Event] | None:
        """Instead of a roll."""
        return self._fall(position) if self.hook == "instead_of_roll" else None

    @hookimpl
    def turn_begins(self, position: Position) -> list[Event] | None:
        """When a turn begins."""
        return self._fall(position) if self.hook == "turn_begins" else None

    def _fall(self, position: Position) -> list[Event]:
        words = {position.type_of(unit).word: unit for unit in position.units_of(1)}
        cell = position.cell_of(words["chief"])
        fates: dict[str, Event] = {
            "eliminated": Eliminated(cell), "joined": Joined(cell, 0), "fallen": Fallen(cell),
        }  # fmt: skip
        return [fates[self.fate]]


def test_a_loss_as_the_first_turn_begins_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game ends once, as the lot has said who begins."""
    rules = PLUGIN % ("turn_begins", "eliminated")
    with offering(monkeypatch, own__fate=Fate):
        game = load_text(broken("player: red => player: random", rules), "box.yaml")
    match = Match(game, dice=seeded(1))
    match.begin()
    names = [event.name for ply in match.plies for event in ply.events]
    assert match.position.result == Result(0, "slay")
    assert names.count("ended") == 1


class Blast(Plugin):
    """A unit that is taken takes its taker along."""

    @hookimpl
    def instead_of_loss(self, position: Position, cell: int) -> list[Event]:
        """Remove all that is beside it, and itself."""
        around = position.roster.grid.around(cell, 1, "chebyshev")
        lost = [each for _, each in around if position.board[each] > 0 and each != cell]
        return [Eliminated(each) for each in (*lost, cell)]


def test_a_taker_that_is_lost_with_what_it_takes_goes_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Board and units agree afterwards, and what is left decides the game."""
    units = "units: {ant: {letter: A, name: Ant, move: {step: all}, captures: by_moving}}"
    rules = f"{units}\nplugins: {{own.blast: {{}}}}\nvictory: {{eliminate: {{}}}}\n"
    with offering(monkeypatch, own__blast=Blast):
        game = made(rules, size="3 x 3")
    after = table(game, "a . A\n. a .\n. A .").play("b1xb2").position
    assert after.is_whole()
    assert not any(after.board)
