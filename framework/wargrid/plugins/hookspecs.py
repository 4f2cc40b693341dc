"""The whole contract with plugins: every question a game may ask one, and how the answers combine.

A plugin reads the position it is given, a copy that cannot be written, and answers; it changes
nothing. One that fails, or answers anything but what is said here, is named, and the move it was
asked about is not made. Plugins are asked in the order in which the ruleset lists them. The name of
a hook says how answers combine: ``kinds`` joins all of them, ``after_roll`` takes the first,
``after_attack`` applies each plugin's events before it asks the next.

Where to begin: ``docs/plugins.md`` writes, registers and tests a first plugin; ``after_roll`` is
the simplest hook.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from wargrid.core.events import Attack, Event
    from wargrid.core.moves import Move, Roll
    from wargrid.core.patterns import HypotheticalUnit, MovePattern
    from wargrid.core.position import Position
    from wargrid.core.refusal import Refusal
    from wargrid.ruleset.base import Kind

hookspec = pluggy.HookspecMarker("wargrid")
hookimpl = pluggy.HookimplMarker("wargrid")


@hookspec
def kinds() -> Sequence[type[Kind]]:  # type: ignore[empty-body]
    """Words this plugin adds to the vocabulary. Asked once, before the ruleset is read; all answers are joined.

    Two plugins may not offer the same word of the same family.
    Example: ``volley``, a word of the family ``at`` for archers who strike over others' heads.
    """


@hookspec
def reshape(
    where: HypotheticalUnit, patterns: tuple[MovePattern, ...]
) -> Sequence[MovePattern] | None:
    """The ways in which a unit may move from one cell, changed by the ground; None changes nothing.

    Asked once for every type and cell, when its moves are first needed. A pipeline in the ruleset's
    order: ``patterns`` are the unit's own, one for each of its ways, as the plugins before have left
    them. What is answered also says where a royal unit is in danger. Example: a slide ends on the
    first cell of sand.
    """


@hookspec
def may_step(where: HypotheticalUnit, target: int) -> bool | None:
    """False if a unit may not step from ``where`` to a cell, whatever its ways to move say; None otherwise.

    Asked, through ``Plugins.may_step``, by plugins that let units move on; any False forbids.
    Example: elephants never stand on a mountain.
    """


@hookspec(firstresult=True)
def walls_drawn(position: Position) -> Sequence[Sequence[int]] | None:
    """The sets of cells of which chance turns one into walls before the first turn, all equally likely, or None.

    Asked of the set-up, and again after every draw, until no plugin has an answer; the first answer
    counts. Every cell named is free. An empty answer says that more should be drawn and there is no
    room: a warning, where it is checked. Example: pairs of cells that lie symmetrically, so that
    neither side is at a disadvantage.
    """


@hookspec(firstresult=True)
def after_roll(position: Position, attack: Attack, roll: Roll) -> int | None:
    """How many dice the attacker rolls once more before the attack is settled, or None. The first answer counts.

    ``position`` is the table as the roll found it, ``attack.hits`` includes this roll's hits, and
    ``attack.rolls`` says how often has been rolled, this time included; after the twentieth there
    is no other. Hits of all rolls are added. Example: a lone man's hit on a king is rolled again.
    """


@hookspec
def after_attack(position: Position, attack: Attack, roll: Roll) -> Sequence[Event] | None:
    """What else an attack brings about, once its casualties are off the board and nobody has won by them.

    ``position`` has the casualties and the answers of earlier plugins applied; ``roll`` is the last
    roll. Events are told in the order in which they happen. Victory is asked after every answer
    that takes a unit off the board. Example: an attacker who rolled nothing but panic turns and
    flees.
    """


@hookspec
def restricted_cells(position: Position) -> Collection[int]:  # type: ignore[empty-body]
    """The cells whose moves a plugin wants ``forbid_move`` to be asked about in this position; all answers are joined.

    ``forbid_move`` is asked only of moves from or to one of them, so a plugin that answers it
    answers this one too; the other hooks do not look at them. Where a unit is royal, moves to these
    cells are tried with all that ``after_move`` adds to them, to see whether they leave it in
    danger. In a game with neither, nobody need answer this hook. Example: the cells of enemy
    look-outs, who are only taken by two.
    """


@hookspec(firstresult=True)
def forbid_move(position: Position, move: Move) -> Refusal | None:
    """Why ``move`` may not be made, or None if nothing is wrong with it. The first reason wins.

    Asked of moves that are otherwise legal, royal safety apart, and of an enemy's taking the royal
    unit (then the enemy is to act in ``position``): one that is forbidden is no danger. The
    refusal's ``code`` names a text of the plugin's catalogue, ``refusals.<code>``, that is shown to
    the player. Example: "A look-out is only taken by two."
    """


@hookspec
def after_move(position: Position, move: Move) -> Sequence[Event] | None:
    """What else happens after a unit has moved or taken. Each plugin's events are applied before the next one is asked.

    Asked after every ``move`` and every ``take``, wherever it leads, but not after an attack, a
    turn or an entering. ``position`` has the move already made: the unit stands on ``move.target``.
    If the events take units off the board, the victories asked at a ``loss`` are asked at the same
    moment. Example: a unit that takes on ice slides on, if the players have agreed so.
    """


@hookspec
def turn_ends(position: Position) -> Sequence[Event] | None:
    """What else happens when a side's turn ends. Each plugin's events are applied before the next one is asked.

    Asked once a turn, after the last action or the ``end``, and of a turn in which nothing was done
    as well; not while armies are set up. ``position.side`` is the side whose turn ends. Then the
    victories asked at a ``loss`` are asked if the events take units off the board, then those asked
    at a ``turn_end``. Nobody can be made to choose here. The safety of a royal unit is judged
    before. Example: whoever stands in the marsh loses a man.
    """


@hookspec(firstresult=True)
def instead_of_loss(position: Position, cell: int) -> Sequence[Event] | None:
    """What happens instead of the loss of the unit on ``cell``, which is about to be taken, or None. The first counts.

    Asked when a unit is taken by moving onto it or by a resolution that removes it; afterwards
    ``cell`` must be free. The last event may be ``Choosing``: then the unit's side chooses where it
    stands before anybody else acts. Example: a wounded look-out returns to its camp.
    """


@hookspec(firstresult=True)
def instead_of_roll(position: Position, attack: Attack) -> Sequence[Event] | None:
    """What happens instead of the attack that was just announced, or None if it takes its usual course.

    The first answer counts, an empty one included: then the attack comes to nothing. Nothing is
    rolled; the attack is paid for. Victory is asked if a unit is lost or changes sides. Example:
    mercenaries join the king who attacks them.
    """


@hookspec
def turncoats() -> Collection[str]:  # type: ignore[empty-body]
    """The types whose units may change sides, by ``events.Joined``; all answers are joined. Asked once.

    Every position keeps an id for such a unit on each side.
    Example: mercenaries, who can be bribed.
    """
