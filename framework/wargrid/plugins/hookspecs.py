"""The hooks that a plugin may implement: when each is called, with what, and what it may return.

A hook receives a position and returns a result; it changes nothing. If it raises an exception or
returns a wrong type, the move is not made and a ``PluginError`` names the plugin. Plugins are
called in the order in which the ruleset lists them. Each description says how the results of
several plugins combine.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import pluggy

from wargrid.core.attacks import Attack, Choice
from wargrid.core.events import Event
from wargrid.core.moves import Move, Roll
from wargrid.core.patterns import HypotheticalUnit, MovePattern
from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.ruleset.base import Kind

hookspec = pluggy.HookspecMarker("wargrid")
hookimpl = pluggy.HookimplMarker("wargrid")


@hookspec
def kinds() -> Sequence[type[Kind]]:  # type: ignore[empty-body]
    """Return the words that the plugin adds to the vocabulary. All results are combined.

    Called once, before the ruleset is validated. Two plugins may not offer the same word of a
    family. Example: ``volley``, a word of the family ``at`` for archers who shoot over units.
    """


@hookspec
def reshape(
    where: HypotheticalUnit, patterns: tuple[MovePattern, ...]
) -> Sequence[MovePattern] | None:
    """Return the move patterns of a unit on a cell, changed by the terrain, or None.

    Called once for every type and cell. Each plugin receives the result of the one before; the
    first receives one pattern for each of the unit's ways to move. The result also decides where a
    royal unit is in danger. Example: a slide ends on the first cell of sand.
    """


@hookspec
def may_step(where: HypotheticalUnit, target: int) -> bool | None:
    """Return False if a unit may not step to a cell, or None. Any False forbids the step.

    Called by plugins that move a unit on, through ``where.may_step``.
    Example: elephants cannot enter mountains.
    """


@hookspec(firstresult=True)
def walls_drawn(position: Position) -> Sequence[Sequence[int]] | None:
    """Return sets of empty cells, of which chance turns one into walls, or None. The first counts.

    Called before the first turn, and again after every draw until all plugins return None. All
    sets are equally likely. An empty result means that no room is left for another draw.
    Example: pairs of symmetric cells.
    """


@hookspec(firstresult=True)
def after_roll(position: Position, attack: Attack, roll: Roll) -> int | None:
    """Return how many dice the attacker rolls again, or None. The first result counts.

    Called after every roll, before the attack is resolved. ``attack.hits`` includes this roll, and
    ``attack.rolls`` is the number of rolls so far, at most 20. Hits of all rolls are added.
    Example: a last man's hit on a king is rolled again.
    """


@hookspec
def after_attack(position: Position, attack: Attack, roll: Roll) -> Sequence[Event] | None:
    """Return events that follow an attack. They are applied before the next plugin is called.

    Called once the casualties are removed, unless they end the game; ``roll`` is the last roll.
    Victory is checked after every result that removes a unit.
    Example: an attacker who rolled nothing but panic turns and flees.
    """


@hookspec
def restricted_cells(position: Position) -> Collection[int]:  # type: ignore[empty-body]
    """Return the cells for which ``forbid_move`` must be called. All results are combined.

    ``forbid_move`` is called only for moves from or to one of these cells. In a game with a royal
    unit, moves to these cells are also tried with the events of ``after_move``, to find moves that
    leave it in danger. Example: the cells of enemy look-outs, whose capture needs two units.
    """


@hookspec(firstresult=True)
def forbid_move(position: Position, move: Move) -> Refusal | None:
    """Return why a move is illegal, or None. The first refusal counts and is shown to the player.

    Called for moves that are otherwise legal, before royal safety is checked, and for captures of
    the royal unit by an enemy, who is then to act in ``position``. The ``code`` of the refusal
    names a text of the plugin, ``refusals.<code>``. Example: "A look-out is only taken by two."
    """


@hookspec
def forbidden(position: Position, moves: Sequence[Move]) -> Mapping[Move, Refusal] | None:
    """Return those of the moves that may not be made, each with the reason, or None.

    Called once for a position in which a side is to act, with all its moves that are legal
    otherwise; ``end`` is the last one if the turn may end. Each plugin is asked about the moves
    that those before it have left. If no move is left, the turn may end all the same. It is not
    called before the first turn, for rolls and choices, nor to ask whether an enemy could take a
    royal unit: that question is about one imagined move, which ``forbid_move`` answers. The
    ``code`` of a refusal names a text of the plugin, ``refusals.<code>``.
    Example: a side that can take must take.
    """


@hookspec
def after_move(position: Position, move: Move) -> Sequence[Event] | None:
    """Return events that follow a move. They are applied before the next plugin is called.

    Called after every ``move`` and ``take``, but not after an attack, a turn or an entry; the unit
    is on ``move.target`` in ``position``, unless a plugin before has moved it on. Victory is
    checked if the events remove units.
    Example: a unit that takes on ice slides on.
    """


@hookspec
def turn_begins(position: Position) -> Sequence[Event] | None:
    """Return events at the beginning of a turn. They are applied before the next plugin is called.

    Called once a turn, the first one included, before the side acts; ``position.side`` is the
    side whose turn begins. The last event may be ``Asks``. Victory is checked if the events remove
    units. A search for the best move that skips a side's turn leaves them out.
    Example: a side collects its income.
    """


@hookspec
def turn_ends(position: Position) -> Sequence[Event] | None:
    """Return events at the end of a turn. They are applied before the next plugin is called.

    Called once a turn, after the last action or ``end``, but not during deployment;
    ``position.side`` is the side whose turn ends. The events may leave no choice pending. Victory
    is checked afterwards. Example: a unit in the marsh loses a man.
    """


@hookspec(firstresult=True)
def instead_of_loss(position: Position, cell: int) -> Sequence[Event] | None:
    """Return events that replace the loss of the unit on a cell, or None. The first result counts.

    Called when a unit is taken by a move, or removed by a resolution; the events must leave
    ``cell`` empty. They may remove the taker, too: then it does not move. The last one may be
    ``Asks``, with the asker ``choice``: the unit's side chooses its cell.
    Example: a wounded look-out returns to its camp.
    """


@hookspec(firstresult=True)
def instead_of_roll(position: Position, attack: Attack) -> Sequence[Event] | None:
    """Return events that replace an attack, or None. The first result counts, even an empty one.

    Called when an attack is announced. No dice are rolled, and the attack is paid for. Victory is
    checked if a unit is removed or changes sides. Example: mercenaries join the king who attacks.
    """


@hookspec
def choices(position: Position, numbers: tuple[int, ...]) -> Sequence[Choice]:  # type: ignore[empty-body]
    """Return the answers to a question that the plugin asks, at least one.

    A plugin asks with the event ``Asks(name, side, numbers)``, whose asker is its own name in the
    ruleset; it must be the last event of a result, and the turn must not be over. The game then
    waits for that side: ``position.side`` is the side asked, and ``numbers`` are those of the
    event. Called whenever the moves of such a position are listed. The turn then goes on with the
    events of the answer. Example: the owner of a unit that is driven off a bridge chooses a bank.
    """


@hookspec
def turncoats() -> Collection[str]:  # type: ignore[empty-body]
    """Return the types whose units often change sides by ``Joined``. All results are combined.

    Called once, when a game is made: positions keep an id for such a unit on each side. Others may
    join, too, but each time positions get longer lists.
    Example: mercenaries, who can be bribed.
    """
