"""Plugins that each break one promise of the engine, by the promise's name: what the kit for
authors must find."""

from __future__ import annotations

import datetime
import decimal
import os
import random
import secrets
import sys
import uuid
from collections.abc import Iterator
from itertools import count
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from wargrid import Plugin, Refusal, hookimpl
from wargrid.core.events import Event, Noted, Turned
from wargrid.core.patterns import MovePattern
from wargrid.ruleset.base import Kind, Movement

if TYPE_CHECKING:
    from wargrid import Move, Position
    from wargrid.core.events import Attack
    from wargrid.core.patterns import TerrainMap
    from wargrid.ruleset.models import Ruleset
    from wargrid.text.catalog import Catalog


class Clumsy(Plugin):
    """Raises."""

    @hookimpl
    def after_attack(self) -> None:
        """Fail at any attack."""
        raise ValueError("boom")


class Meddler(Plugin):
    """Writes into what it is shown."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack) -> None:
        """Give the attacker nine lives."""
        position.wounds[attack.attacker] += 1


class Reformer(Plugin):
    """Writes into the ruleset."""

    @hookimpl
    def after_attack(self, position: Position) -> None:
        """Disband the army."""
        position.roster.game.ruleset.units.clear()


class Vague(Plugin):
    """Answers with a word instead of a number."""

    @hookimpl
    def after_roll(self) -> Any:
        """As one would say it."""
        return "two"


class Hurried(Plugin):
    """Looks at the clock."""

    @hookimpl
    def after_attack(self) -> None:
        """Note how late it is."""
        monotonic()


class Dated(Plugin):
    """Looks at the calendar."""

    @hookimpl
    def after_attack(self) -> None:
        """Ask whether it is Christmas."""
        datetime.datetime.now()


class Gambler(Plugin):
    """Draws lots behind the game's back."""

    @hookimpl
    def after_attack(self) -> None:
        """Heads or tails."""
        random.choice("ht")


class Shuffler(Plugin):
    """Makes a generator of its own, seeded by the system."""

    @hookimpl
    def after_attack(self) -> None:
        """Nobody knows what comes."""
        random.Random().random()


class Streaky(Plugin):
    """Goes on drawing from a generator that it has seeded once."""

    luck: ClassVar[random.Random] = random.Random(5)

    @hookimpl
    def after_attack(self, position: Position, attack: Attack) -> list[Event]:
        """Turn the attacker as it comes."""
        stands = position.board[attack.source] == attack.attacker
        return [Turned(attack.source, self.luck.randrange(4))] if stands else []


class Secretive(Plugin):
    """Has the operating system draw."""

    @hookimpl
    def after_attack(self) -> None:
        """One of three."""
        secrets.randbelow(3)


class Stirred(Plugin):
    """Asks the operating system for noise."""

    @hookimpl
    def after_attack(self) -> None:
        """A byte of it."""
        os.urandom(1)


class Unique(Plugin):
    """Makes a name that nobody else has."""

    @hookimpl
    def after_attack(self) -> None:
        """Noise as well."""
        uuid.uuid4()


class Sneaked(Event):
    """Writes into the lists that positions share, past everything that guards them."""

    __slots__ = ("cell",)
    name = "sneaked"

    def __init__(self, cell: int) -> None:
        self.cell = cell

    def apply(self, position: Position) -> None:
        """Wound in place."""
        unit = position.board[self.cell]
        list.__setitem__(position.wounds, unit, position.wounds[unit] + 1)


class Sneak(Plugin):
    """Answers with an event that changes earlier positions."""

    @hookimpl
    def after_attack(self, attack: Attack) -> list[Event]:
        """Hurt the attacker, in the past too."""
        return [Sneaked(attack.source)]


class Dozing(Plugin):
    """Looks every second time."""

    asked: ClassVar[Iterator[int]] = count()

    @hookimpl
    def restricted_cells(self, position: Position) -> list[int]:
        """The whole board, or none of it."""
        return list(range(len(position.board))) if next(self.asked) % 2 else []

    @hookimpl
    def forbid_move(self, move: Move) -> Refusal | None:
        """Nobody turns."""
        return Refusal("game_over") if move.verb == "turn" else None


class Aged(Event):
    """Brings about something else whenever it is applied."""

    __slots__ = ()
    name = "aged"
    years: ClassVar[Iterator[int]] = count(1)

    def apply(self, position: Position) -> None:
        """Some other turn."""
        position.turn = next(self.years)


class Ageing(Plugin):
    """Answers with an event that does not say what it does."""

    @hookimpl
    def after_attack(self) -> list[Event]:
        """Time flies."""
        return [Aged()]


class Faded(Event):
    """Harmless when it is looked at, harmful when it happens."""

    __slots__ = ("cell",)
    name = "faded"
    applied: ClassVar[Iterator[int]] = count()

    def __init__(self, cell: int) -> None:
        self.cell = cell

    def apply(self, position: Position) -> None:
        """Every second time, leave an empty base on the board."""
        if next(self.applied) % 2:
            position.men = men = position.men[:]
            men[position.board[self.cell]] = 0


class Fading(Plugin):
    """Answers with an event that tears board and units apart."""

    @hookimpl
    def after_attack(self, attack: Attack) -> list[Event]:
        """The attacker is and is not."""
        return [Faded(attack.source)]


class Rememberer(Plugin):
    """Counts how often it was asked."""

    asked: ClassVar[Iterator[int]] = count()

    @hookimpl
    def after_attack(self, position: Position, attack: Attack) -> list[Event]:
        """Turn the attacker one way, the next time another."""
        return (
            [Turned(attack.source, next(self.asked) % 4)]
            if position.board[attack.source] == attack.attacker
            else []
        )


class Mumbler(Plugin):
    """Forbids without words."""

    @hookimpl
    def restricted_cells(self, position: Position) -> list[int]:
        """The cells where anybody stands."""
        return [stands.cell for stands in position.standing()]

    @hookimpl
    def forbid_move(self, position: Position, move: Move) -> Refusal | None:
        """Nobody turns to the west."""
        return Refusal("mumbling") if move.verb == "turn" and move.facing == 3 else None


class Ruleless(Plugin):
    """Names a text that nobody has written."""

    text = "test.nobody_wrote_this"


class Stammerer(Plugin):
    """Lets something happen whose text asks for more than it is given."""

    @hookimpl
    def after_attack(self, attack: Attack) -> list[Event]:
        """The text of a refusal is told in the log, where no dice are due."""
        return [Noted(attack.source, "refusals.other_roll")]


class Blank(Plugin):
    """Has a text, and nothing to fill it with."""

    text = "rules.move.ahead"

    def facts(self, words: Catalog, ruleset: Ruleset) -> dict[str, object]:
        """Fail."""
        raise ValueError("no facts")


class Marked(Event):
    """Remembers a position that cannot have been."""

    __slots__ = ()
    name = "marked"

    def apply(self, position: Position) -> None:
        """A mark below all marks."""
        position.past = (-1,)


class Marking(Plugin):
    """Leaves a position that its text cannot say."""

    @hookimpl
    def after_attack(self) -> list[Event]:
        """Such a mark."""
        return [Marked()]


class Twice(Movement):
    """Goes one cell ahead, and says so two times."""

    word = "twice"

    def sheet(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """The same ray again."""
        line = ground.grid.line(cell, forward, 1)
        return MovePattern(rays=(line, line) if line else ())


class Stutterer(Plugin):
    """Offers a word by which two moves read the same."""

    @hookimpl
    def kinds(self) -> list[type[Kind]]:
        """The word."""
        return [Twice]


class Local(Plugin):
    """Plays otherwise where the ruleset's file is at hand."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack) -> list[Event]:
        """Turn the attacker about, at home."""
        at_home = position.roster.game.files and position.board[attack.source] == attack.attacker
        return (
            [Turned(attack.source, (position.facing_of(attack.attacker) + 2) % 4)]
            if at_home
            else []
        )


class Peeper(Plugin):
    """Lifts the curtain."""

    @hookimpl
    def walls_drawn(self, position: Position) -> None:
        """Let everybody see everything, and draw no walls."""
        position.roster.game.view = lambda position, side: position  # type: ignore[method-assign]


class Sorter(Plugin):
    """Goes by the order of a set, which is another in another process."""

    @hookimpl
    def restricted_cells(self, position: Position) -> list[int]:
        """The whole board."""
        return list(range(len(position.board)))

    @hookimpl
    def forbid_move(self, position: Position, move: Move) -> Refusal | None:
        """Every other cell, as they come."""
        cells = list({position.roster.grid.name(cell) for cell in range(len(position.board))})
        odd = cells.index(position.roster.grid.name(move.target)) % 2
        return Refusal("game_over") if odd else None


class Scatterer(Plugin):
    """Draws from a generator that is seeded with what is asked: the same question has the same
    answer."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack) -> list[Event]:
        """Turn the attacker somewhere."""
        stands = position.board[attack.source] == attack.attacker
        return [Turned(attack.source, random.Random(f"{position}").randrange(4))] if stands else []


class Hoarder(Plugin):
    """Keeps its first answer to a move for whatever position comes later."""

    known: ClassVar[dict[tuple[int, int], bool]] = {}

    @hookimpl
    def restricted_cells(self, position: Position) -> list[int]:
        """The whole board."""
        return list(range(len(position.board)))

    @hookimpl
    def forbid_move(self, position: Position, move: Move) -> Refusal | None:
        """Nobody turns in every other turn."""
        odd = self.known.setdefault((move.source, move.target), position.turn % 2 == 1)
        return Refusal("game_over") if odd and move.verb == "turn" else None


class Grudge(Plugin):
    """Never forgets the turn in which a unit struck first."""

    known: ClassVar[dict[int, int]] = {}

    @hookimpl
    def after_attack(self, position: Position, attack: Attack) -> list[Event]:
        """Turn the attacker, always the same way."""
        way = self.known.setdefault(attack.attacker, position.turn) % 4
        return (
            [Turned(attack.source, way)] if position.board[attack.source] == attack.attacker else []
        )


class Settled(Plugin):
    """Goes by the folder it is played in."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack) -> list[Event]:
        """Turn the attacker by the length of its name."""
        stands = position.board[attack.source] == attack.attacker
        return [Turned(attack.source, len(os.getcwd()) % 4)] if stands else []


class Renamer(Plugin):
    """Calls what happens by another name."""

    @hookimpl
    def after_attack(self) -> None:
        """For every game in this process."""
        Turned.name = "spun"


class Rounder(Plugin):
    """Reckons with three digits."""

    @hookimpl
    def after_attack(self) -> None:
        """From now on so does everybody."""
        decimal.getcontext().prec = 3


class Shallow(Plugin):
    """Lets nobody call deeply."""

    @hookimpl
    def after_attack(self) -> None:
        """Not even the engine."""
        sys.setrecursionlimit(sys.getrecursionlimit() - 7)


class Noter(Plugin):
    """Writes on the game itself."""

    @hookimpl
    def after_attack(self, position: Position) -> None:
        """Where everybody may read it."""
        position.roster.game.foo = 1  # type: ignore[attr-defined]


class Wanderer(Plugin):
    """Goes elsewhere."""

    @hookimpl
    def after_attack(self) -> None:
        """To the root of all folders."""
        os.chdir("/")


class Settler(Plugin):
    """Sets a variable of the environment."""

    @hookimpl
    def after_attack(self) -> None:
        """What other programs read."""
        os.environ["WARGRID_BAD"] = "1"


class Quitter(Plugin):
    """Ends the process."""

    @hookimpl
    def after_attack(self) -> None:
        """Without a word."""
        os._exit(3)


class Idle(Plugin):
    """Answers what the game it is in never asks."""

    asleep: bool = False
    """Whether it says so."""

    def unused_hooks(self) -> list[str]:
        """The only hook."""
        return ["instead_of_loss"] if self.asleep else []

    @hookimpl
    def instead_of_loss(self, cell: int) -> None:
        """Say nothing, and nobody hears it."""


class Honest(Plugin):
    """Breaks nothing."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack) -> list[Event]:
        """Turn the attacker to the north."""
        return (
            [Turned(attack.source, 0)] if position.board[attack.source] == attack.attacker else []
        )


BAD: dict[str, tuple[str, type[Plugin], str]] = {
    "raises": ("listed", Clumsy, "after_attack"),
    "changes": ("changed", Meddler, "after_attack"),
    "reforms": ("changed", Reformer, "after_attack"),
    "renames": ("surroundings", Renamer, "after_attack"),
    "rounds": ("surroundings", Rounder, "after_attack"),
    "shallow": ("surroundings", Shallow, "after_attack"),
    "notes": ("surroundings", Noter, "after_attack"),
    "wanders": ("surroundings", Wanderer, "after_attack"),
    "environment": ("surroundings", Settler, "after_attack"),
    "quits": ("listed", Quitter, "after_attack"),
    "misanswers": ("answer", Vague, "after_roll"),
    "clock": ("clock", Hurried, "after_attack"),
    "calendar": ("clock", Dated, "after_attack"),
    "choice": ("chance", Gambler, "after_attack"),
    "unseeded": ("chance", Shuffler, "after_attack"),
    "seeded once": ("chance", Streaky, "after_attack"),
    "secrets": ("chance", Secretive, "after_attack"),
    "urandom": ("chance", Stirred, "after_attack"),
    "uuid": ("chance", Unique, "after_attack"),
    "in place": ("values", Sneak, "after_attack"),
    "now and then": ("copies", Dozing, "restricted_cells"),
    "untold": ("events", Ageing, "after_attack"),
    "torn": ("sound", Fading, "after_attack"),
    "remembers": ("memory", Rememberer, "after_attack"),
    "without words": ("refused", Mumbler, "forbid_move"),
    "without a rule": ("told", Ruleless, "rule_key"),
    "without a field": ("told", Stammerer, "after_attack"),
    "without facts": ("told", Blank, "facts"),
    "unwritten": ("positions", Marking, "after_attack"),
    "two of one text": ("moves", Stutterer, "move.twice.sheet"),
    "beside the file": ("records", Local, "after_attack"),
    "lifts the curtain": ("surroundings", Peeper, "walls_drawn"),
    "never asked": ("asked", Idle, "instead_of_loss"),
    "first answer": ("memory", Hoarder, "forbid_move"),
    "first turn": ("memory", Grudge, "after_attack"),
    "order of sets": ("processes", Sorter, "forbid_move"),
    "folder": ("processes", Settled, "after_attack"),
}
"""What each does, with the promise it breaks and the hook by which it does so."""

ELSEWHERE = ("first answer", "first turn", "order of sets", "folder")
"""What only another process can tell."""
