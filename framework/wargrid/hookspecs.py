"""The whole contract with plugins: every question a game may ask one, and how the answers combine.

A plugin reads the position it is given and answers; it changes nothing. Plugins are asked in the order in which the
ruleset lists them. The name of a hook says how answers combine: ``kinds`` joins all of them, ``after_roll`` takes the
first, ``after_attack`` applies each plugin's events before it asks the next.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from wargrid.attack import Attack
    from wargrid.events import Event
    from wargrid.kinds.base import Kind
    from wargrid.moves import Move, Roll
    from wargrid.position import Position
    from wargrid.refusals import Refusal

hookspec = pluggy.HookspecMarker("wargrid")
hookimpl = pluggy.HookimplMarker("wargrid")


@hookspec
def kinds() -> Sequence[type[Kind]]:  # type: ignore[empty-body]
    """Words this plugin adds to the vocabulary. Asked once, before the ruleset is read; all answers are joined.

    Two plugins may not offer the same word of the same family.
    Example: lionheart.volley offers ``volley``, a word of the family ``at``.
    """


@hookspec(firstresult=True)
def after_roll(position: Position, attack: Attack, roll: Roll) -> int | None:
    """How many dice the attacker rolls once more before the attack is settled, or None. The first answer counts.

    ``position`` is the table as the roll found it, ``attack.hits`` includes this roll's hits, and
    ``attack.rolls`` says how often has been rolled, this time included. Hits of all rolls are added.
    Example: lionheart.second_roll, a lone man's hit on a king is rolled again.
    """


@hookspec
def after_attack(position: Position, attack: Attack, roll: Roll) -> Sequence[Event] | None:
    """What else an attack brings about, once its casualties are off the board and nobody has won by them.

    ``position`` has the casualties and the answers of earlier plugins applied; ``roll`` is the last roll. Events are
    told in the order in which they happen. Victory is asked after every answer that takes a unit off the board.
    Example: lionheart.panic, an attacker who rolled nothing but panic turns and flees.
    """


@hookspec
def suspects(position: Position) -> Collection[int]:  # type: ignore[empty-body]
    """The cells this plugin wants to be asked about in this position; all answers are joined.

    ``forbid_move`` is asked only of moves from or to one of them. A plugin that answers one hook answers the other.
    Example: halberd.two_against_one, the cells of enemy look-outs.
    """


@hookspec(firstresult=True)
def forbid_move(position: Position, move: Move) -> Refusal | None:
    """Why ``move`` may not be made, or None if nothing is wrong with it. The first reason wins.

    Asked of moves that are otherwise legal, royal safety apart. The refusal's ``code`` names a text of the plugin's
    catalogue, ``refusals.<code>``, that is shown to the player.
    Example: halberd.two_against_one, "A look-out is only taken by two."
    """


@hookspec(firstresult=True)
def instead_of_loss(position: Position, cell: int) -> Sequence[Event] | None:
    """What happens instead of the loss of the unit on ``cell``, which is about to be taken, or None. The first answer counts.

    Asked when a unit is taken by moving onto it or by a resolution that removes it; afterwards ``cell`` must be free.
    Example: halberd.wound, a wounded look-out returns to its camp.
    """
