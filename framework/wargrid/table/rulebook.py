"""The rule book: a ruleset told in a player's words, chapter by chapter, every number read from the ruleset itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from wargrid.engine.fronts import has_a_front
from wargrid.match.position_text import picture
from wargrid.plugins.host import PluginError
from wargrid.ruleset.movement import Hop
from wargrid.table.deploy_told import deploy_told
from wargrid.table.ground_told import ground_told
from wargrid.table.options import option_set, option_title, option_value
from wargrid.table.rule_text import Drawn, facts_in_words, told_in_full
from wargrid.text.catalog import catalog

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.core.state import Result
    from wargrid.engine.game import Game
    from wargrid.ruleset.base import Movement, RuleOptions, Victory
    from wargrid.ruleset.models import Turn, UnitType


@dataclass(frozen=True, slots=True)
class Section:
    """One chapter: its title and its paragraphs, finished texts in one language.

    ``pictures`` are the numbers of those paragraphs that are rows of a picture, to be shown in
    letters of one width.
    """

    title: str
    paragraphs: list[str]
    pictures: frozenset[int] = frozenset()

    def blocks(self) -> Iterator[tuple[bool, list[str]]]:
        """The paragraphs in their order, rows of one picture together: whether it is a picture, and its lines."""
        told = enumerate(self.paragraphs)
        for pictured, lines in groupby(told, lambda numbered: numbered[0] in self.pictures):
            if pictured:
                yield True, [line for _, line in lines]
            else:
                yield from ((False, [line]) for _, line in lines)


def rule_book(game: Game, language: str = "en") -> list[Section]:
    """Tell the whole game, in the order of a rule book; chapters that would be empty are left out."""
    teller = _Teller(game, language)
    summary = teller.words.of(game.ruleset.summary)
    chapters: dict[str, Iterable[str]] = {
        "summary": (summary,) if summary else (),
        "board": teller.board(),
        "ground": ground_told(game, teller.words),
        "sides": teller.sides(),
        "first": teller.first(),
        "turn": teller.turn(),
        "dice": teller.dice(),
        "units": teller.units(),
        "special": teller.special(),
        "victory": teller.victory(),
        "setup": teller.setup(),
        "options": teller.options(),
    }
    told = {name: list(paragraphs) for name, paragraphs in chapters.items()}
    return [
        _section(teller.say(f"title.{name}"), paragraphs)
        for name, paragraphs in told.items()
        if paragraphs
    ]


def _section(title: str, paragraphs: list[str]) -> Section:
    pictures = (
        number for number, paragraph in enumerate(paragraphs) if isinstance(paragraph, Drawn)
    )
    return Section(title, paragraphs, frozenset(pictures))


def how_it_ended(
    game: Game, result: Result, language: str = "en", position: Position | None = None
) -> str:
    """Say who won and why, in one sentence: the text ``victory.<reason>``, filled by the ruleset's own victory.

    The last ``position`` says which one that was where a word stands several times. A draw is told
    by ``victory.<reason>.draw`` where the same reason may also win.
    """
    speak = catalog(language)
    facts: dict[str, object] = {"winner": "", "loser": ""}
    if result.winner is not None:
        named = {"winner": result.winner, "loser": (result.winner + 1) % len(game.sides)}
        facts = {role: speak.of(game.ruleset.side_name(side)) for role, side in named.items()}
    victory = _decisive(game, result, position)
    if victory is not None:
        facts |= facts_in_words(victory, speak, game.ruleset)
    key = f"victory.{result.reason}"
    drawn = f"{key}.draw"
    return speak.say(drawn if result.winner is None and speak.has(drawn) else key, **facts)


def _decisive(game: Game, result: Result, position: Position | None) -> Victory | None:
    """The victory that gave a result: of several of one word the first that decides so in the last position."""
    named = [victory for victory in game.ruleset.victory if victory.word == result.reason]
    if position is None or len(named) < 2:
        return next(iter(named), None)
    undecided = position.copy()
    undecided.result = None
    return next((victory for victory in named if victory.decide(undecided) == result), named[0])


def _takes(way: Movement) -> bool:
    """Whether a way to move says by itself that it takes."""
    return way.takes in ("also", "only") or isinstance(way, Hop)


class _Teller:
    """Tells one game in one language, one method a chapter."""

    def __init__(self, game: Game, language: str) -> None:
        self._game = game
        self._ruleset = game.ruleset
        self.words = catalog(language)

    def say(self, key: str, **values: object) -> str:
        return self.words.say(f"rules.{key}", **values)

    def _side(self, side: int) -> str:
        return self.words.of(self._ruleset.side_name(side))

    def _face(self, face: str) -> str:
        return self.words.of(self._ruleset.face_name(face))

    def board(self) -> Iterator[str]:
        grid = self._game.grid
        corners = {"first": grid.name(0), "last": grid.name(grid.cells - 1)}
        yield self.say("board.size", columns=grid.columns, rows=grid.rows, **corners)
        yield self.say("board.facing" if grid.facings > 1 else "board.no_facing")

    def sides(self) -> Iterator[str]:
        if not has_a_front(self._game):
            yield self.say("sides", first=self._side(0), second=self._side(1))
            return
        for number, side in enumerate(self._game.sides):
            yield self.say(f"side.{side.edge}", side=self._side(number))

    def first(self) -> Iterator[str]:
        first = self._ruleset.first
        if first.player == "random":
            yield self.say("first.random")
        elif first.player != "roll":
            yield self.say(
                "first.side", side=self._side(list(self._ruleset.sides).index(first.player))
            )
        else:
            yield self.say("first.roll", dice=first.dice, face=self._face(first.most or ""))

    def turn(self) -> Iterator[str]:
        turn = self._ruleset.turn
        may = {str(verb): cost for verb, cost in turn.may.items()}
        if turn.actions is None:
            yield self.say(
                "turn.no_budget", verbs=", ".join(self.say(f"verb.{verb}") for verb in may)
            )
        else:
            yield self.say("turn.actions", actions=turn.actions)
            yield self.say("turn.costs", costs=self._costs(may))
        for verb, most in self._game.limits.most.items():
            yield self.say("turn.limit", verb=self.say(f"verb.{verb}"), most=most)
        yield from self._order(turn)
        yield self.say("turn.may_pass" if turn.may_pass else "turn.must_act")

    def _order(self, turn: Turn) -> Iterator[str]:
        """Who may act after whom, and what the first turn is for."""
        if turn.order != "free":
            yield self.say(f"turn.order.{turn.order}")
        if turn.units != "interleaved":
            yield self.say(f"turn.units.{turn.units}")
        if turn.groups is not None:
            yield self.say(f"turn.groups.{turn.groups.by}", most=turn.groups.most)
        if turn.entry is not None:
            zone = self.words.of(self._ruleset.zone_name(turn.entry.zone))
            yield self.say("turn.entry", zone=zone, most=turn.entry.most)
            yield self.say("turn.entry.exactly" if turn.entry.exactly else "turn.entry.up_to")
            yield self.say(
                "turn.entry.needs_range" if turn.entry.needs_range else "turn.entry.from_anywhere"
            )

    def _costs(self, costs: dict[str, int]) -> str:
        return ", ".join(f"{self.say(f'verb.{verb}')} {cost}" for verb, cost in costs.items())

    def dice(self) -> Iterator[str]:
        for die, faces in self._ruleset.dice.items():
            chances = {face: Fraction(faces.count(face), len(faces)) for face in faces}
            shown = [
                self.say("dice.face", face=self._face(face), chance=chance)
                for face, chance in chances.items()
            ]
            yield self.say("dice.die", die=die, faces=", ".join(shown))

    def units(self) -> Iterator[str]:
        for unit in self._ruleset.units.values():
            yield " ".join(
                sentence for sentence in (self._numbers(unit), *self._abilities(unit)) if sentence
            )

    def _numbers(self, unit: UnitType) -> str:
        """The unit's name, and the numbers that mean something in this game."""
        named = {"unit": self.words.of(unit.name), "letter": unit.letter}
        numbers = list(self._numbers_that_count(unit))
        if not numbers:
            return self.say("unit.alone", **named)
        costs = self._costs(self._game.costs[unit.word])
        with_costs = self._ruleset.turn.actions is not None and costs
        key = "unit.and_costs" if with_costs else "unit"
        return self.say(key, numbers=", ".join(numbers), costs=costs, **named)

    def _numbers_that_count(self, unit: UnitType) -> Iterator[str]:
        if any(other.men > 1 for other in self._ruleset.units.values()):
            yield self.say(f"unit.{self._ruleset.strength}", men=unit.men)
        if self._ruleset.dice:
            one = self.say(f"one.{self._ruleset.strength}")
            yield self.say("unit.hits_per_man", hits_per_man=unit.hits_per_man, one=one)
            yield self.say(
                "unit.dice", dice=0 if unit.attack is None else unit.attack.by.dice(unit.men)
            )

    def _abilities(self, unit: UnitType) -> Iterator[str]:
        yield from (
            (self._told(kind) for kind in unit.move)
            if unit.move
            else (self.say("unit.never_moves"),)
        )
        if unit.captures == "by_moving" and any(
            way.takes is None and not _takes(way) for way in unit.move
        ):
            yield self.say("unit.captures")
        yield from self._attack(unit)
        if self._game.royal is not None and self._game.royal.word == unit.word:
            yield self.say("unit.royal")

    def _attack(self, unit: UnitType) -> Iterator[str]:
        attack = unit.attack
        if attack is None:
            if unit.captures == "never" and not any(_takes(way) for way in unit.move):
                yield self.say("unit.never_attacks")
            return
        yield self._told(attack.at)
        yield self._told(attack.by)
        if attack.start is not None:
            yield self.say(
                "unit.attack_start",
                terrain=self.words.of(self._ruleset.terrains[attack.start].name),
            )
        if not attack.after_moving:
            yield self.say("unit.not_after_moving")

    def _told(self, told: RuleOptions) -> str:
        try:
            return told_in_full(told, self.words, self._ruleset)
        except PluginError as error:
            return error.text(self.words.language)

    def special(self) -> Iterator[str]:
        sentences = (self._told(plugin) for plugin in self._game.plugins.listed.values())
        return (sentence for sentence in sentences if sentence)

    def victory(self) -> Iterator[str]:
        return (self._told(victory) for victory in self._ruleset.victory)

    def setup(self) -> Iterator[str]:
        if self._game.deploying is not None:
            yield from deploy_told(self._game, self.words)
            return
        yield from map(Drawn, picture(self._game.start()).splitlines())
        yield self.say("setup.legend", upper=self._side(0), lower=self._side(1))
        if self._game.grid.facings > 1:
            yield self.say("setup.arrows")

    def options(self) -> Iterator[str]:
        for name in self._ruleset.options:
            try:
                value = option_set(self._game, name)
            except KeyError:  # nothing stands there in this ruleset: nothing to tell
                continue
            shown = option_value(self._ruleset, self.words, name, value)
            title = option_title(self._ruleset, self.words, name)
            yield self.say(
                "option" if title != name else "option.same", title=title, name=name, value=shown
            )
