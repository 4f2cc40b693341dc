"""Damage by table: losses follow from types, strength and terrain, without dice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from pydantic import Field

from wargrid import Plugin, hookimpl
from wargrid.events import Countered, Eliminated, Event, Lost
from wargrid.kinds import Doubt, Kind, Resolution, UnitName

if TYPE_CHECKING:
    from wargrid import Catalog, Position, RulesetLike, UnitTypeLike
    from wargrid.events import Attack

Value = Annotated[int, Field(ge=0)] | Literal["never"]
"""An entry of the table: a number, or ``never`` if the one type cannot attack the other."""


class Blow(NamedTuple):
    """One blow: the table's value, the points of striker and target, and the terrain's defence."""

    base: int
    strength: int
    struck: int
    defence: int

    @property
    def thousandths(self) -> int:
        """The damage in thousandths of one per cent: ``B·A·(100 − R·H)`` in integers (BT-40)."""
        return self.base * self.strength * (100 - self.defence * self.struck)

    @property
    def exact(self) -> Fraction:
        """The damage in per cent, before rounding (BT-40)."""
        return Fraction(self.thousandths, 1000)

    @property
    def points(self) -> int:
        """The points lost: tens of per cent, rounded down, at most all points (BT-41, BT-42)."""
        return max(0, min(self.thousandths // 10_000, self.struck))


class Damage(Resolution):
    """Losses by a table, strength and terrain; a survivor strikes back (BT-40…BT-47)."""

    word = "damage"
    reads_defence = True

    base: dict[UnitName, Value]
    """The damage of a unit at full strength to each type in the open, in per cent; types left out
    cannot be attacked."""

    indirect: bool = False
    """Whether it attacks from a distance: then it never counters and is never countered (BT-43)."""

    takes_cover: bool = True
    """Whether terrain protects the unit itself against such blows (BT-46)."""

    @property
    def is_sheltered(self) -> bool:
        """Whether terrain protects the unit itself."""
        return self.takes_cover

    def may_hit(self, other: UnitTypeLike) -> bool:
        """Return whether the table has a number for the type (BT-34)."""
        return self.base.get(other.word, "never") != "never"

    def doubts(self, ruleset: RulesetLike) -> list[Doubt]:
        """Doubt a terrain on which the defence of a whole unit is more than 100 % (BT-40)."""
        struck = [unit for unit in ruleset.units.values() if self.may_hit(unit)]
        covered = [unit for unit in struck if (by := _damage_of(unit)) is None or by.takes_cover]
        most = max((unit.men for unit in covered), default=0)
        return [
            Doubt(
                "battle.full_cover",
                {
                    "terrain": word,
                    "points": most,
                    "percent": terrain.defence * most,
                    "limit": 100 // most,
                },
                f"terrains.{word}.defence",
            )
            for word, terrain in ruleset.terrains.items()
            if terrain.defence * most > 100
        ]

    def blow(self, target: UnitTypeLike, strength: int, struck: int, defence: int) -> Blow:
        """Return the blow at a type for which the table has a number."""
        base = self.base[target.word]
        assert base != "never"
        return Blow(base, strength, struck, defence)

    def exchange(self, position: Position, source: int, target: int) -> tuple[Blow, Blow | None]:
        """Return the blow from ``source`` at ``target``, and the counter-blow, if any (BT-43)."""
        attacker, defender = position.at(source), position.at(target)
        blow = self.blow(defender.type, attacker.men, defender.men, _defence(position, target))
        left = defender.men - blow.points
        by = _damage_of(defender.type)
        if not left or by is None or self.indirect or by.indirect or not by.may_hit(attacker.type):
            return blow, None
        return blow, by.blow(attacker.type, left, attacker.men, _defence(position, source))

    def casualties(self, position: Position, attack: Attack, hits: int) -> Sequence[Event]:
        """Return the losses of the target, then those of the attacker by the counter-blow."""
        blow, counter = self.exchange(position, attack.source, attack.target)
        events = _losses(attack.target, blow)
        if counter is not None:
            events += [Countered(attack.target, attack.source), *_losses(attack.source, counter)]
        return events

    def details(self, position: Position, source: int, target: int, words: Catalog) -> list[str]:
        """Describe both blows with their numbers, one line each."""
        blow, counter = self.exchange(position, source, target)
        lines = [_line("battle.blow", blow, words)]
        return [
            *lines,
            words.say("battle.no_counter")
            if counter is None
            else _line("battle.counter", counter, words),
        ]

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the table in the player's language."""
        shown = {
            word: words.say("battle.never" if value == "never" else "table.percent", percent=value)
            for word, value in self.base.items()
        }
        names = {word: words.of(ruleset.units[word].name) for word in shown}
        entries = (
            words.say("battle.value", unit=names[word], value=value)
            for word, value in shown.items()
        )
        return super().facts(words, ruleset) | {"base": ", ".join(entries)}


class DamageTable(Plugin):
    """Adds the word ``damage`` for ``attack: {by: …}``."""

    text = "battle.damage"

    @hookimpl
    def kinds(self) -> list[type[Kind]]:
        """Return the word."""
        return [Damage]


def _damage_of(unit_type: UnitTypeLike) -> Damage | None:
    """Return how a type deals damage, or None if it fights otherwise or not at all."""
    by = None if unit_type.attack is None else unit_type.attack.by
    return by if isinstance(by, Damage) else None


def _defence(position: Position, cell: int) -> int:
    """Return the defence that a cell gives to its unit, 0 if it takes no cover (BT-45, BT-46)."""
    game = position.roster.game
    by = _damage_of(position.type_of(position.board[cell]))
    terrain = game.grounds[0].terrain[cell]
    if not terrain or (by is not None and not by.is_sheltered):
        return 0
    return int(game.ruleset.terrains[terrain].defence)


def _losses(cell: int, blow: Blow) -> list[Event]:
    if blow.points == blow.struck:
        return [Eliminated(cell)]
    return [Lost(cell, blow.points)] if blow.points else []


def _line(key: str, blow: Blow, words: Catalog) -> str:
    exact = words.decimal(float(blow.exact), "g")
    return words.say(key, **blow._asdict(), exact=exact, points=blow.points)
