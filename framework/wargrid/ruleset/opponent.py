"""The ``opponent`` section: how computer players play a ruleset."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from wargrid.ruleset.named import Model

Weight = Annotated[float, Field(ge=0, le=1000)]
Worth = Annotated[float, Field(ge=0, le=1_000_000)]


class Weights(Model):
    """How much each term of the evaluation counts; a term left out counts as the rules suggest."""

    material: Weight | None = None
    """The worth of the units on the board, in proportion to their men."""

    place: Weight | None = None
    """The cells that a unit may expect to reach and strike from its cell."""

    pull: Weight | None = None
    """How few actions the units are away from each enemy."""

    hunt: Weight | None = None
    """The same for enemies whose loss loses the game; without it, ``pull`` counts for them."""

    goal: Weight | None = None
    """How few actions the units are away from a zone that wins or promotes; points and cells."""

    threat: Weight | None = None
    """What a side could strike in its next turn."""

    danger: Weight | None = None
    """What the side to act could strike at once."""

    tempo: Weight | None = None
    """The right to act, in average units."""


class Opponent(Model):
    """How computer players play."""

    search: Literal["alpha_beta", "expectimax", "turns"] | None = None
    """How strong levels search: alternating moves to a depth, the rest of a turn with dice,
    or whole turns of many units; by default as the number of actions and dice suggest."""

    weights: Weights = Weights()
    """The weights of the evaluation's terms."""

    values: dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")], Worth] = {}
    """What a full unit of a type is worth, where it is not what the rules suggest; 100 is an
    average unit."""

    engine: Annotated[str, Field(min_length=1)] | None = None
    """The name by which UCI engines know the game; null if they do not."""

    engine_letters: dict[
        Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")],
        Annotated[str, Field(pattern=r"^(\+?[A-Z]|[A-Z]~)$")],
    ] = {}
    """What engines write for a type where that is not its letter: ``+R`` for a promoted
    rook, ``Q~`` for a queen that is a pawn again once it is taken."""
