"""Mandatory moves: what a side must do, asked about all moves at once, and its free actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import pytest

from boxes import offering
from rulesets import made, table, written
from support import Table
from wargrid import TAKE, Move, Plugin, Refusal, hookimpl
from wargrid.core.attacks import Asks
from wargrid.core.events import Event
from wargrid.core.position import Position
from wargrid.loading.loader import load_text
from wargrid.match import PositionError, read_position, write_position
from wargrid.plugins.base import PluginError

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


ROW = """
    . . . .
    m . . .
    M m m .
    . . M .
"""


def _chain(turn: str, drawn: str = ROW) -> Table:
    rules = f"turn: {{actions: 1, may: {{move: 1}}, per_unit: {{any: 1}}, {turn}}}"
    return table(made(ARMY, turn=rules, setup=drawn), drawn)


def test_a_unit_that_has_taken_goes_on_by_itself() -> None:
    """It takes as long as it can, in one turn and for one action; other units wait."""
    field = _chain("must: take, again: taking").play("a2xb2")

    assert (field.to_act(), field.position.budget) == ("white", 0)
    assert field.refused("c1xc2")[0] == field.refused("end")[0] == "must_go_on"
    assert [move.source for move in field.game.search.noisy(field.position)] == [5]
    written_text = write_position(field.position)
    assert "pending: again b2\n" in written_text
    assert read_position(field.game, written_text) == field.position

    field.play("b2xc2")
    assert (field.to_act(), field.position.turn) == ("black", 2)
    names = [event.name for event in field.events]
    assert names.count("went_on") == names.count("goes_on") == names.count("turn_began") == 1


def test_a_unit_that_shelters_its_king_does_not_go_on() -> None:
    """By its next taking it would leave the rook's line."""
    drawn = """
        . r . k
        . . . .
        M m m .
        . K . .
    """
    army = """
    units:
      king: {letter: K, name: King, move: {step: all}, captures: by_moving}
      rook: {letter: R, name: Rook, move: {slide: orthogonal}, captures: by_moving}
      man: {letter: M, name: Man, move: {step: sideways}, captures: by_moving}
    victory: {mate: king}
    """
    rules = "turn: {actions: 1, may: {move: 1}, again: taking}"
    field = table(made(army, turn=rules, setup=drawn), drawn)
    assert field.play("a2xb2").to_act() == "black"


def test_a_unit_may_stop_taking_where_no_side_must_take() -> None:
    """Ending the turn stops it; nothing else may be done in between."""
    field = _chain("again: taking").play("a2xb2")

    assert field.refused("c1-d1")[0] == "may_go_on"
    assert field.play("end").to_act() == "black"


JUMPERS = """
    units:
      man:
        letter: M
        name: Man
        move: [{step: all}, {jump: {directions: all, over: enemy, takes: over, distance: any}}]
        promotes: {zone: goal, to: boss}
      boss: {letter: B, name: Boss, move: {step: all}}
    zones: {goal: c3}
    victory: {eliminate: {}}
    turn: {actions: 1, may: {move: 1}, again: taking, removed: at_end, MUST}
"""


def _jumping(drawn: str, must: str = "must: take") -> Table:
    return table(made(JUMPERS.replace("MUST", must), turn="", setup=drawn), drawn)


ROUND = """
    . . . . .
    . . . . .
    . . m . .
    . . . . .
    M m . . .
"""


def test_what_is_taken_stays_until_the_unit_has_done() -> None:
    """It is in the way, and named in the text of the position."""
    field = _jumping(ROUND).play("a1xc1")

    assert field.to_act() == "white"
    text = write_position(field.position)
    assert "pending: again c1 b1\n" in text
    assert read_position(field.game, text) == field.position
    assert field.refused("c1xa1")[0] == "no_target"


def test_all_that_is_taken_leaves_together() -> None:
    drawn = ROUND.replace("M m . . .", "M m . m .").replace(". . m . .", "m . . . .")
    field = _jumping(drawn).play("a1xc1", "c1xe1")
    names = [event.name for event in field.events]
    assert names.count("eliminated") == 2
    assert field.to_act() == "black"


def test_a_unit_that_stops_lets_leave_what_it_has_taken() -> None:
    drawn = ROUND.replace("M m . . .", "M m . m .")
    field = _jumping(drawn, "may_pass: false").play("a1xc1")
    assert field.play("end").to_act() == "black"
    assert [unit.cell for unit in field.position.standing() if unit.side == 1] == [3, 12]


def test_a_unit_is_promoted_only_where_it_ends_its_turn() -> None:
    """On the way it remains what it was."""
    passing = """
        . . . . .
        . . . . .
        . m . m .
        . . . . .
        . . . . .
    """.replace(". m . m .", "M m . m .")
    field = _jumping(passing).play("a3xc3", "c3xe3")
    assert field.position.at(field.game.grid.cell("e3")).type.word == "man"

    ending = passing.replace("m . m", "m . .").replace(". . . . .", ". . . . m", 1)
    field = _jumping(ending).play("a3xc3")
    assert field.position.at(field.game.grid.cell("c3")).type.word == "boss"


def test_the_way_that_takes_the_most_is_compulsory() -> None:
    """The refusal names the units that can take so many."""
    drawn = """
        . . . . .
        . . . . .
        M m . . .
        . . . . .
        M m . m .
    """
    field = _jumping(drawn, "must: take_most")
    assert field.refused("a3xc3")[0] == "must_take_most"
    assert field.allows("a1xc1")
    assert _jumping(drawn).allows("a3xc3")


@pytest.mark.parametrize("pending", ["b2 a1", "a1", "a1 a3", "a1 b1 b1"])
def test_no_text_lets_a_unit_go_on_that_has_taken_nothing_there(pending: str) -> None:
    field = _jumping(ROUND.replace("M m . . .", "M m . m ."))
    text = write_position(field.position).replace("pending: -", f"pending: again {pending}")
    if "again" not in text:
        text += f"pending: again {pending}\n"
    with pytest.raises(PositionError):
        read_position(field.game, text)


def test_groups_of_single_units_limit_how_many_act() -> None:
    """Two of three men act; those that have begun may still do something else."""
    turn = "turn: {actions: ~, may: {move: 0}, per_unit: {move: 2}, groups: {by: unit, most: 2}}"
    drawn = """
        . . . .
        M M M m
    """
    field = table(made(ARMY, turn=turn, setup=drawn), drawn).play("a1-a2", "b1-b2")

    assert field.refused("c1-c2")[0] == "units_full"
    assert field.play("a2-a1").allows("b2-b1")


PHASES = """
    . . . .
    M m M .
    . . . m
"""


def _phases(phases: str) -> Table:
    turn = (
        "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {move: 1, attack: 1}, "
        f"phases: {phases}}}"
    )
    return table(made(FREE, turn=turn, setup=PHASES), PHASES)


def test_a_later_phase_ends_the_earlier_ones_for_the_whole_side() -> None:
    """Units move as long as none has attacked; afterwards those that have not may still attack."""
    field = _phases("[[move], [attack]]").play("a2-a3")

    assert field.allows("c2-c3")
    field.play("c2xb2")
    assert field.refused("c2-c3")[0] == "phase_over"
    assert field.allows("c2xd1") is False, "it has attacked"
    assert field.play("end").to_act() == "black"


def test_a_phase_is_over_for_units_that_have_not_acted() -> None:
    """What stands in no phase may be done at any time."""
    attacked = _phases("[[move], [attack]]").play("c2xb2")
    free = _phases("[[attack]]").play("c2xb2")

    assert attacked.refused("a2-a3")[0] == "phase_over"
    assert free.allows("a2-a3")


class Restless(Plugin):
    """A side chooses where its first man stands when its turn begins."""

    times: ClassVar[int] = 1

    @hookimpl
    def turn_begins(self, position: Position) -> Sequence[Event] | None:
        """Ask once or twice, for a free cell in the middle row."""
        if position.turn < 2:
            return None
        cell = position.cell_of(position.units_of(position.side)[0])
        return [Asks("choice", position.side, (cell, 3))] * self.times


class Twice(Restless):
    """Asks twice at once."""

    times = 2


def test_a_choice_is_the_last_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one can be pending."""
    field = _field(monkeypatch, twice=Twice)
    with pytest.raises(PluginError) as wrong:
        field.play("a1-a2")
    assert wrong.value.what == "plugins.asks_twice"
