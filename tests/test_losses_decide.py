"""A unit lost by what a plugin adds decides a victory about losses at the same moment."""

from __future__ import annotations

import subprocess
import sys
from typing import Literal

import pytest

from boxes import broken, offering
from matches import play
from wargrid import Game, Match, Plugin, hookimpl
from wargrid.core.events import Attack, Eliminated, Event, Joined
from wargrid.core.moves import Move, Roll
from wargrid.core.position import Position
from wargrid.core.state import Result
from wargrid.loading.loader import load_text

FACE_TO_FACE = "  . . . .\n  . G C . =>   . g . .\n  . G C ."
PLUGIN = "victory:\n => plugins: {own.fate: {hook: %s, fate: %s}}\nvictory:\n"


class Fallen(Event):
    """An event of a plugin's own that takes a unit off the board."""

    __slots__ = ("cell",)
    name = "fallen"

    def __init__(self, cell: int) -> None:
        self.cell = cell

    def apply(self, position: Position) -> None:
        """Take it off."""
        Eliminated(self.cell).apply(position)


class Fate(Plugin):
    """Blue loses its chief when red does what one hook is asked about."""

    hook: Literal["after_move", "after_attack", "instead_of_roll"]
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

    def _fall(self, position: Position) -> list[Event]:
        chief = next(
            unit for unit in position.units_of(1) if position.type_of(unit).word == "chief"
        )
        cell = position.cell_of(chief)
        return [
            {"eliminated": Eliminated(cell), "joined": Joined(cell, 0), "fallen": Fallen(cell)}[
                self.fate
            ]
        ]


def fated(monkeypatch: pytest.MonkeyPatch, hook: str, fate: str) -> Game:
    """The game in the box, in which blue's chief falls by a plugin."""
    with offering(monkeypatch, own__fate=Fate):
        return load_text(broken(FACE_TO_FACE, PLUGIN % (hook, fate)), "box.yaml")


@pytest.mark.parametrize("fate", ["eliminated", "joined", "fallen"])
@pytest.mark.parametrize(
    ("hook", "moves"),
    [
        ("after_move", ("c1-c2",)),
        ("instead_of_roll", ("b1xb2",)),
        ("after_attack", ("b1xb2", "miss miss")),
    ],
)
def test_a_loss_that_a_plugin_brings_decides(
    monkeypatch: pytest.MonkeyPatch, hook: str, moves: tuple[str, ...], fate: str
) -> None:
    """Whichever hook and whatever event takes the last chief from blue, red has won in the same
    moment."""
    match = Match(fated(monkeypatch, hook, fate), by_hand=True)
    plies = play(match, *moves)
    assert match.position.result == Result(0, "slay")
    assert plies[-1].events[-1].name == "ended"


def test_an_event_known_before_the_engine_is_asked_about_as_any_other() -> None:
    """A plugin may be read first: what its own events do is never taken for granted."""
    code = (
        "from wargrid.events import Event, Passed\n"
        "class Mine(Event):\n    name = 'mine'\n"
        "from wargrid.core.events import may_remove_units\n"
        "print(may_remove_units([Mine()]), may_remove_units([Passed(0)]))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "True False\n"
