"""The rule book: a ruleset told in a player's words, chapter by chapter, every number read from the ruleset itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from wargrid.kinds.base import Kind
from wargrid.notation.positions import picture
from wargrid.text import words

if TYPE_CHECKING:
    from wargrid.game import Game
    from wargrid.kinds.base import Told
    from wargrid.position import Result
    from wargrid.ruleset.models import UnitType
    from wargrid.text import Words


@dataclass(frozen=True, slots=True)
class Section:
    """One chapter: its title and its paragraphs, finished texts in one language."""

    title: str
    paragraphs: list[str]


def rule_book(game: Game, language: str = "en") -> list[Section]:
    """Tell the whole game, in the order of a rule book; chapters that would be empty are left out."""
    teller = _Teller(game, language)
    chapters = {
        "board": teller.board(),
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
    return [Section(teller.say(f"title.{name}"), paragraphs) for name, paragraphs in told.items() if paragraphs]


def how_it_ended(game: Game, result: Result, language: str = "en") -> str:
    """Say who won and why, in one sentence: the text ``victory.<reason>``, filled by the ruleset's own victory."""
    speak = words(language)
    facts: dict[str, object] = {"winner": "", "loser": ""}
    if result.winner is not None:
        named = {"winner": result.winner, "loser": (result.winner + 1) % len(game.sides)}
        facts = {role: speak.of(game.ruleset.side_name(side)) for role, side in named.items()}
    for victory in game.ruleset.victory:
        if victory.word == result.reason:
            facts |= victory.facts(speak, game.ruleset)
    return speak.say(f"victory.{result.reason}", **facts)


def told_in_full(told: Told, speak: Words, game: Game) -> str:
    """State a word's or a plugin's rule, with a sentence for each option that has one; empty if it has no text.

    An option's sentence is the text ``<rule>.<option>.<value>``, or ``<rule>.<option>`` where the value is a number.
    """
    rule = told.rule_key()
    if not speak.has(rule):
        return ""
    facts = told.facts(speak, game.ruleset)
    sentences = [told.tell(speak, game.ruleset)]
    for option in type(told).model_fields:
        value = getattr(told, option)
        special = f"{rule}.{option}.{_as_written(value)}"
        if speak.has(special):
            sentences.append(speak.say(special, **facts))
        elif value is not None and speak.has(f"{rule}.{option}"):
            sentences.append(speak.say(f"{rule}.{option}", **facts))
    return " ".join(sentences)


def _as_written(value: object) -> str:
    """A value as an author writes it in YAML."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def value_of(game: Game, path: str) -> object:
    """The value that stands at a dotted path of a game's ruleset, such as ``units.king.men``.

    Raises:
        KeyError: nothing stands there.
    """
    found: object = game.ruleset
    names = path.split(".")
    if names[0] == "plugins":
        found, names = game.plugins.listed[".".join(names[1:-1])], names[-1:]
    for name in names:
        found = _inside(found, name)
    return found


def _inside(found: object, name: str) -> object:
    """What stands under one name: a key of a map, a word among several, the word chosen, or an option."""
    if isinstance(found, tuple):
        found = {kind.word: kind for kind in found}
    if isinstance(found, Mapping):
        return found[name]
    if isinstance(found, Kind) and found.word == name:
        return found
    if name not in getattr(type(found), "model_fields", ()):
        raise KeyError(name)
    value: object = getattr(found, name)
    return value


class _Teller:
    """Tells one game in one language, one method a chapter."""

    def __init__(self, game: Game, language: str) -> None:
        self._game = game
        self._ruleset = game.ruleset
        self._words = words(language)

    def say(self, key: str, **values: object) -> str:
        return self._words.say(f"rules.{key}", **values)

    def _side(self, side: int) -> str:
        return self._words.of(self._ruleset.side_name(side))

    def _face(self, face: str) -> str:
        return self._words.of(self._ruleset.face_name(face))

    def board(self) -> Iterator[str]:
        grid = self._game.grid
        corners = {"first": grid.name(0), "last": grid.name(grid.cells - 1)}
        yield self.say("board.size", columns=grid.columns, rows=grid.rows, **corners)
        yield self.say("board.facing" if grid.facings > 1 else "board.no_facing")

    def sides(self) -> Iterator[str]:
        for number, side in enumerate(self._game.sides):
            yield self.say(f"side.{side.edge}", side=self._side(number))

    def first(self) -> Iterator[str]:
        first = self._ruleset.first
        if first.player == "random":
            yield self.say("first.random")
        elif first.player != "roll":
            yield self.say("first.side", side=self._side(list(self._ruleset.sides).index(first.player)))
        else:
            yield self.say("first.roll", dice=first.dice, face=self._face(first.most or ""))

    def turn(self) -> Iterator[str]:
        turn = self._ruleset.turn
        yield self.say("turn.actions", actions=turn.actions)
        yield self.say("turn.costs", costs=self._costs({str(verb): cost for verb, cost in turn.may.items()}))
        for verb, most in self._game.limits.most.items():
            yield self.say("turn.limit", verb=self.say(f"verb.{verb}"), most=most)
        yield self.say("turn.may_pass" if turn.may_pass else "turn.must_act")

    def _costs(self, costs: dict[str, int]) -> str:
        return ", ".join(f"{self.say(f'verb.{verb}')} {cost}" for verb, cost in costs.items())

    def dice(self) -> Iterator[str]:
        for die, faces in self._ruleset.dice.items():
            chances = {face: Fraction(faces.count(face), len(faces)) for face in faces}
            shown = [self.say("dice.face", face=self._face(face), chance=chance) for face, chance in chances.items()]
            yield self.say("dice.die", die=die, faces=", ".join(shown))

    def units(self) -> Iterator[str]:
        for unit in self._ruleset.units.values():
            yield " ".join((self._numbers(unit), *self._abilities(unit)))

    def _numbers(self, unit: UnitType) -> str:
        return self.say(
            "unit",
            unit=self._words.of(unit.name),
            letter=unit.letter,
            men=unit.men,
            hits_per_man=unit.hits_per_man,
            dice=0 if unit.attack is None else unit.attack.by.dice(unit.men),
            costs=self._costs(self._game.costs[unit.word]),
        )

    def _abilities(self, unit: UnitType) -> Iterator[str]:
        yield from (self._told(kind) for kind in unit.move) if unit.move else (self.say("unit.never_moves"),)
        if unit.attack is None:
            yield self.say("unit.never_attacks")
        else:
            yield self._told(unit.attack.at)
            yield self._told(unit.attack.by)

    def _told(self, told: Told) -> str:
        return told_in_full(told, self._words, self._game)

    def special(self) -> Iterator[str]:
        sentences = (self._told(plugin) for plugin in self._game.plugins.listed.values())
        return (sentence for sentence in sentences if sentence)

    def victory(self) -> Iterator[str]:
        return (self._told(victory) for victory in self._ruleset.victory)

    def setup(self) -> Iterator[str]:
        yield from picture(self._game.start()).splitlines()
        yield self.say("setup.legend", upper=self._side(0), lower=self._side(1))

    def options(self) -> Iterator[str]:
        for name, option in self._ruleset.options.items():
            value = value_of(self._game, self._ruleset.option_path(name))
            named = None if isinstance(option, str) else option.name_of(value)
            yield self.say("option", name=name, value=named or self._shown(value))

    def _shown(self, value: object) -> str:
        if isinstance(value, list):
            return ", ".join(map(str, value))
        if isinstance(value, bool):
            return self.say("yes" if value else "no")
        return self.say("none") if value is None else str(value)
