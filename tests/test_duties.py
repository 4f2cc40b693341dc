"""Duties: what a side must do, asked about all moves at once, and its free actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from boxes import offering
from rulesets import made, table, written
from support import Table
from wargrid import TAKE, Move, Plugin, Refusal, hookimpl
from wargrid.core.events import Event, Placed
from wargrid.core.position import Position
from wargrid.loading.loader import load_text

ARMY = "units: {man: {letter: M, name: Man, move: {step: orthogonal}, captures: by_moving}}\n"

FIELD = """
    . . m
    . . .
    M m M
"""


class Greedy(Plugin):
    """A side that can take must take."""

    @hookimpl
    def forbidden(self, moves: Sequence[Move]) -> Mapping[Move, Refusal]:
        """Refuse everything else, the end of the turn included."""
        must = any(move.verb == TAKE for move in moves)
        other = Refusal("test.must_take")
        return {move: other for move in moves if must and move.verb != TAKE}


class Peaceful(Plugin):
    """Nothing may be done."""

    @hookimpl
    def forbidden(self, moves: Sequence[Move]) -> Mapping[Move, Refusal]:
        """Refuse every move."""
        return dict.fromkeys(moves, Refusal("test.peace"))


class Recruiting(Plugin):
    """A man appears in the corner as long as there is one in reserve."""

    @hookimpl
    def turn_begins(self, position: Position) -> Sequence[Event]:
        """Place it for the side whose turn begins."""
        home = 0 if position.side == 0 else 6
        free = any(position.place[unit] < 0 for unit in position.roster.units_of[position.side])
        return [Placed(home, position.side, "man", 1, 0)] if free else []


def _field(monkeypatch: pytest.MonkeyPatch, drawn: str = FIELD, **plugins: type[Plugin]) -> Table:
    named = {f"own__{name}": plugin for name, plugin in plugins.items()}
    listed = ", ".join(f"own.{name}: {{}}" for name in plugins)
    with offering(monkeypatch, **named):
        game = load_text(written(f"{ARMY}plugins: {{{listed}}}", setup=drawn), "made.yaml")
    return table(game, drawn)


def test_a_side_that_must_take_may_neither_move_nor_end_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The plugin's refusal is given for both; a move that is illegal anyway has its own reason."""
    field = _field(monkeypatch, greedy=Greedy)

    assert (field.choices("take", "a1"), field.choices("move", "a1")) == ("b1", "")
    assert field.refused("a1-a2")[0] == field.refused("end")[0] == "test.must_take"
    assert field.refused("a1-c3")[0] == "occupied"
    assert field.game.has_move(field.position)
    assert [move.verb for move in field.game.search.noisy(field.position)] == [TAKE, TAKE]


def test_a_plugin_is_asked_about_what_the_plugins_before_have_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first of them gives the reason; a side left without a move may end its turn."""
    field = _field(monkeypatch, greedy=Greedy, peace=Peaceful)

    assert field.refused("a1-a2")[0] == "test.must_take"
    assert field.refused("a1xb1")[0] == "test.peace"
    assert not field.game.has_move(field.position)
    assert field.game.moves(field.position) == [field.game.end]


def test_a_plugin_acts_when_a_turn_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """A man taken returns at the beginning of its side's turn, and not before."""
    field = _field(monkeypatch, recruits=Recruiting).play("c1xb1")

    assert [event.name for event in field.events][-2:] == ["turn_began", "placed"]
    assert field.picture().split() == ["m", ".", "m", ".", ".", ".", "M", "M", "."]


FREE = """
units:
  man:
    letter: M
    name: Man
    move: {step: orthogonal}
    attack: {at: around, by: removal}
"""


def _free(may_pass: str) -> Table:
    turn = (
        "turn: {actions: 1, may: {move: 1, attack: 0}, per_unit: {attack: 1}, "
        f"may_pass: {may_pass}}}"
    )
    return table(made(FREE, turn=turn, setup=FIELD), FIELD)


@pytest.mark.parametrize("may_pass", ["true", "false"])
def test_a_turn_goes_on_while_something_free_may_be_done(may_pass: str) -> None:
    """The actions are spent; the side attacks for nothing, or ends its turn."""
    moved = _free(may_pass).play("a1-a2")

    assert moved.to_act() == "white"
    assert moved.choices("move", "c1") == ""
    assert moved.allows("end")
    assert moved.play("c1xb1").to_act() == "black"


def test_a_turn_ends_by_itself_when_nothing_free_is_left() -> None:
    """Both men have attacked before the last action."""
    attacked = _free("true").play("a1xb1", "c1-c2")

    assert attacked.to_act() == "white", "c2 attacks c3"
    assert attacked.play("c2xc3").to_act() == "black"
