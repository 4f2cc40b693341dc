"""Wording: sides, units, faces, cells, numbers and results of one game in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, TypeVar

from wargrid.core.grid import FACING_WORDS, Grid
from wargrid.core.moves import NOWHERE, Move, called, verb_of
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.refusal import Refusal
from wargrid.core.state import Result
from wargrid.engine.game import Game
from wargrid.match import result_text
from wargrid.match.results import result_key
from wargrid.match.styles import Letters, Style, style_named, style_of
from wargrid.ruleset.base import Ability, SideAbility
from wargrid.ruleset.sentences import on_board
from wargrid.ruleset.verbs import ability_name, capital, verb_name
from wargrid.text import Catalog, catalog
from wargrid_play.table.command_keys import NO_KEYS, keys_with
from wargrid_play.table.view import CommandView


def facing_words(grid: Grid) -> tuple[str, ...]:
    """Return the facings of units as commands and texts spell them."""
    return tuple(map(FACING_WORDS.__getitem__, grid.facing_names[: grid.facings]))


def facing_after(grid: Grid, command: str, facing: int) -> int:
    """Return the facing that a turn command gives a unit that faces ``facing``."""
    if command == "turn_about":
        return grid.opposite(facing)
    if command in ("turn_left", "turn_right"):
        return (facing + (1 if command == "turn_right" else -1)) % grid.facings
    return facing_words(grid).index(command.removeprefix("turn_"))


def strength_of(game: Game) -> str:
    """Return ``men`` or ``points``, or an empty text where every unit is one man."""
    several = any(unit.men > 1 for unit in game.ruleset.units.values())
    return game.ruleset.strength if several else ""


Kept = TypeVar("Kept")

MOST_KEPT: Final = 4_000
"""How many texts of a game are kept in one language."""


@lru_cache(maxsize=16)
def _kept(game: Game, texts: Catalog) -> dict[Hashable, Any]:
    """Return the texts made so far of a game in one language, for all its tables."""
    return {}


class Wording:
    """Words the things of one game in one language, for a mouse and keys or for ``touch``.

    ``keys`` are those of commands that have others than the usual ones.
    """

    def __init__(
        self, game: Game, language: str, names: Sequence[str] = (), touch: bool = False,
        keys: Mapping[str, str] = NO_KEYS,
    ) -> None:  # fmt: skip
        self.game = game
        self.texts = catalog(language, touch)
        self._kept = _kept(game, self.texts)
        self.names = tuple(names)
        """The name of the person who plays each side, or an empty text."""
        self.own_keys = keys
        self.keys = keys_with(keys)

    def cached(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """Return what ``make`` makes, made once for all tables of this game and language.

        It must follow from these and the ``key`` alone, not from the names of persons.
        """
        found: Kept | None = self._kept.get(key)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = make()
        return found

    def say(self, key: str, /, **values: object) -> str:
        """Fill the text ``key``; a text that cannot be filled is answered by its key."""
        if values:
            return self.on_board(self.texts.say(key, **values))
        return self.cached(key, lambda: self.on_board(self.texts.say(key)))

    def on_board(self, text: str) -> str:
        """Call the cells and units of a text what players of this game do."""
        return on_board(text, self.game.ruleset, self.texts)

    def refusal(self, refusal: Refusal) -> str:
        """Word why something is not possible."""
        return self.on_board(refusal.text(self.texts.language))

    def count(self, key: str, number: int) -> str:
        """Fill the text for none, one or many: ``<key>.none``, ``<key>.one`` or ``<key>.many``."""
        which = "none" if number == 0 else "one" if number == 1 else "many"
        return self.say(f"{key}.{which}", n=number)

    def alternatives(self, names: Sequence[str]) -> str:
        """Join names of which any one will do: ``axe, arrow or panic``."""
        *others, last = names
        return self.say("rules.or", before=", ".join(others), last=last) if others else last

    def lost(self, number: int) -> str:
        """Word a loss of men or points of strength, or of a whole unit where each is one man."""
        return self.count(f"events.{strength_of(self.game) or 'units'}_lost", number)

    def too_few(self, needed: int) -> str:
        """Say that hits were too few, where so many remove a man or a point of strength."""
        return self.say(f"events.too_few.{strength_of(self.game) or 'units'}", n=needed)

    def strength(self, key: str, /, **values: object) -> str:
        """Fill ``<key>.men`` or ``<key>.points``, as the ruleset calls the strength of units."""
        return self.say(f"{key}.{self.game.ruleset.strength}", **values)

    @property
    def counts_days(self) -> bool:
        """Whether the ruleset counts days, in each of which every side has a turn."""
        victories = self.game.ruleset.victory
        counted = any(victory.counts_days for victory in victories)
        return counted or bool(self.game.ruleset.arrive)

    @property
    def numbers_moves(self) -> bool:
        """Whether every turn is one move, so that players number moves, one of each side alike."""
        turn = self.game.ruleset.turn
        return turn.actions == 1 and turn.round is None and not self.counts_days

    # Moves as the people who play the game write them

    @property
    def readers(self) -> tuple[tuple[Style, Letters | None], ...]:
        """The styles in which a player may type moves, each with the letters of its language.

        The first is the ruleset's; every game also reads moves as books with letters for pieces do.
        """
        return self.cached("readers", lambda: tuple(map(self._lettered, self._styles())))

    def _styles(self) -> tuple[Style, ...]:
        return tuple(dict.fromkeys((style_of(self.game), style_named("algebraic", self.game))))

    def _lettered(self, style: Style) -> tuple[Style, Letters | None]:
        return style, style.initials({word: self.type(word) for word in self.game.ruleset.units})

    def move(self, position: Position, move: Move) -> str:
        """Write a legal move as players of the game do, or as records have it."""
        style, letters = self.readers[0]
        return style.write(position, move, letters)

    def in_style(self, position: Position, moves: Sequence[Move]) -> str:
        """Write the moves that one side makes in a row in the style of the game.

        It is empty where the style has no way to write them, and sentences say more.
        """
        style, letters = self.readers[0]
        if not style.in_style(position, moves[0], letters):
            return ""
        return style.write_turn(position, moves, letters)

    def move_number(self, position: Position) -> str:
        """Return the number of the next move where every turn is one; elsewhere none."""
        if not self.numbers_moves or not position.turn:
            return ""
        number = self.readers[0][0].number(position)
        return f"{number}." if number.isdecimal() else number.replace("...", "…")

    def turn(self, turn: int) -> str:
        """Name a turn by its number, or by that of its day or move, which the sides share."""
        key, number = self.numbered(turn)
        return self.say(key, n=number)

    def numbered(self, turn: int) -> tuple[str, int]:
        """Return the key of the text that names a turn, and the number in it."""
        if self.counts_days or self.numbers_moves:
            return "table.day" if self.counts_days else "table.move", self.round(turn)
        return "table.turn", turn

    def round(self, turn: int) -> int:
        """Return the number that the turns of all sides share, as moves have in books."""
        sides = len(self.game.sides)
        return (turn + sides - 1) // sides

    def reaction(self, position: Position, cell: int, word: str) -> str:
        """Name a reaction of the unit on a cell."""
        reacts = position.type_of(position.board[cell]).reacts
        return self.texts.of(reacts[word].name) or capital(word.replace("_", " "))

    def terrain(self, word: str) -> str:
        """Name a terrain with its defence."""
        terrain = self.game.ruleset.terrains[word]
        name = self.texts.of(terrain.name)
        if not terrain.defence:
            return name
        return self.say("table.card.defence", terrain=name, defence=terrain.defence)

    def wall(self) -> str:
        """Name the walls that chance draws: as their terrain, if the ruleset has one of walls."""
        terrains = self.game.ruleset.terrains.values()
        name = next((terrain.name for terrain in terrains if terrain.wall), "")
        return self.texts.of(name) or self.say("table.legend.drawn_wall")

    def ground(self, cell: int) -> str:
        """Name the wall on a cell: its terrain, or what chance drew there."""
        terrain = self.game.engine.grounds[0].terrain[cell]
        is_own = terrain and self.game.ruleset.terrains[terrain].wall
        return self.texts.of(self.game.ruleset.terrains[terrain].name) if is_own else self.wall()

    def side(self, side: int) -> str:
        """Name a side."""
        return self.texts.of(self.game.ruleset.side_name(side))

    def who(self, side: int) -> str:
        """Name a side, after the name of the person who plays it if there is one."""
        name = self.names[side] if side < len(self.names) else ""
        return self.say("table.named", name=name, side=self.side(side)) if name else self.side(side)

    def of_side(self, key: str, side: int) -> str:
        """Fill ``<key>`` for a side, or ``<key>.named`` if the person who plays it has a name."""
        name = self.names[side] if side < len(self.names) else ""
        if name:
            return self.say(f"{key}.named", name=name, side=self.side(side))
        return self.say(key, side=self.side(side))

    def cell(self, cell: int) -> str:
        """Name a cell; empty for a cell off the board."""
        return self.game.grid.name(cell) if 0 <= cell < self.game.grid.cells else ""

    def unit(self, position: Position, cell: int) -> str:
        """Name the type of the unit on a cell; empty if there is none."""
        unit = position.board[cell] if 0 <= cell < self.game.grid.cells else 0
        return self.texts.of(position.type_of(unit).name) if unit > 0 else ""

    def meeting(self, position: Position, source: int, target: int) -> dict[str, str]:
        """Return the fields of a text in which a unit attacks, takes or drives off another."""
        unit = position.board[source]
        return {
            "side": self.side(position.side_of(unit)) if unit > 0 else "",
            "unit": self.unit(position, source),
            "cell": self.cell(source),
            "other": self.unit(position, target),
            "target": self.cell(target),
        }

    def type(self, word: str) -> str:
        """Name a type of unit."""
        return self.texts.of(self.game.ruleset.units[word].name)

    def verb(self, verb: str, unit_type: UnitTypeLike) -> str:
        """Name what a unit may do, by a short text if there is one."""
        short = f"table.verb.{verb}"
        if self.texts.has(short):
            return self.say(short)
        return verb_name(self.game.ruleset, verb, self.texts, [unit_type])

    def weapon(self, unit_type: UnitTypeLike, word: str) -> str:
        """Name one of the several weapons of a type; empty without a word or for another word."""
        weapons = () if unit_type.attack is None or not word else unit_type.attack.weapons
        found = (self.texts.of(each.name or word) for each in weapons if each.weapon == word)
        return next(found, "")

    def chosen(self, word: str) -> str:
        """Name what a unit or side chooses besides an ability: a type, a marker, or the word."""
        if word in self.game.ruleset.units:
            return self.type(word)
        known = word in self.game.ruleset.markers
        return self.texts.of(self.game.ruleset.marker_name(word)) if known else word

    def ability_name(self, position: Position, move: Move) -> str:
        """Name what a unit does by an ability, by the ability's own name if it has one."""
        name, _, chosen = move.word.partition(" ")
        unit = position.board[move.source] if move.source >= 0 else 0
        known = called(position.type_of(unit).abilities) if unit > 0 else {}
        ruleset = self.game.ruleset
        title = ability_name(known[name], ruleset, chosen, self.texts) if name in known else ""
        key = f"rules.verb.{verb_of(move)}"
        usual = (
            self.say(key) if self.texts.has(key) else verb_name(ruleset, verb_of(move), self.texts)
        )
        verb = self.on_board(title) or usual
        return verb if title else self.told_apart(position, move, verb)

    def told_apart(self, position: Position, move: Move, text: str) -> str:
        """Add to a text the difference of an ability from another one of its word, if any."""
        unit = position.board[move.source] if move.source >= 0 else 0
        abilities: Iterable[Ability | SideAbility] = (
            position.type_of(unit).abilities if unit > 0 else self.game.ruleset.abilities
        )
        alike = [each for each in abilities if each.word == verb_of(move)]
        if len(alike) < 2:
            return text
        name = move.word.partition(" ")[0]
        apart = self.texts.of(called(alike)[name].apart(self.game.ruleset))
        return self.say("table.do.apart", what=text, apart=self.on_board(apart)) if apart else text

    def ability(self, position: Position, move: Move) -> str:
        """Word an ability that is not used yet, with what it is used on."""
        verb, cell = self.ability_name(position, move), self.cell(move.target)
        if move.source not in (NOWHERE, move.target):
            return self.say("table.hinted.do_at", verb=verb, cell=cell)
        chosen = move.word.partition(" ")[2]
        what = self.unit(position, move.source) or self.chosen(chosen)
        what = what or self.unit(position, move.target)
        key = "do" if what else "do_at"
        return self.say(f"table.hinted.{key}", verb=verb, what=what, cell=cell)

    def facing(self, facing: int | None) -> str:
        """Name a facing; empty if there is none."""
        if facing is None or facing < 0:
            return ""
        return self.say(f"events.facing.{FACING_WORDS[self.game.grid.facing_name(facing)]}")

    def face(self, face: str) -> str:
        """Name a face of a die."""
        return self.texts.of(self.game.ruleset.face_name(face))

    def faces(self, faces: Iterable[str]) -> str:
        """Name the faces of a roll, each once, with how often it fell: ``3 × axe, 1 × arrow``."""
        fallen = Counter(map(self.face, faces))
        return ", ".join(self.say("table.times", n=n, what=face) for face, n in fallen.items())

    def chance(self, chance: Fraction) -> str:
        """Write a probability exactly and in percent: ``11/16 (69%)``."""
        about = self.percent(chance)
        return about if chance in (0, 1) else f"{chance} ({about})"

    def percent(self, chance: Fraction) -> str:
        """Write a probability in whole per cent: ``69%``, and ``< 1%`` if it is not quite 0."""
        whole = round(chance * 100)
        almost = {0: "< 1", 100: "> 99"} if chance not in (0, 1) else {}
        return self.say("table.percent", percent=almost.get(whole, whole))

    def number(self, number: Fraction) -> str:
        """Write a mean to two decimals without trailing zeros: ``1.33``."""
        written = f"{float(number):.2f}".rstrip("0").rstrip(".")
        return written.replace(".", self.say("table.decimal_point"))

    def key(self, key: str) -> str:
        """Name a key such as ``shift+up`` as keyboards of this language do."""
        return self.cached(("key", key), lambda: key_text(key, self.texts))

    def key_of(self, command: str) -> str:
        """Name the key of a command."""
        return self.key(self.keys[command])

    def command(
        self, name: str, label: str, key: str, why: str = "", letter: str = "",
        is_on: bool = False,
    ) -> CommandView:  # fmt: skip
        """Return a command, which is disabled if there is a reason why."""
        return self.cached(
            ("command", name, label, key, why, letter, is_on),
            lambda: CommandView(name, label, key, not why, why, self.key(key), letter, is_on),
        )

    def winner(self, result: Result) -> str:
        """Word the winner, or that the game is a draw."""
        if result.winner is None:
            return self.say("table.draw")
        return self.of_side("table.wins", result.winner)

    def reason(self, result: Result, position: Position) -> str:
        """Word the winner and the reason, by the victory that decided in this position."""
        if not self.texts.has(result_key(result, self.texts)):
            return result.reason
        return result_text(self.game, result, self.texts.language, position)


def key_text(key: str, texts: Catalog) -> str:
    """Name a key such as ``shift+up`` as keyboards of a language do."""
    parts = [(part, f"table.key.{part}") for part in key.split("+")]
    return "+".join(texts.say(text) if texts.has(text) else part.upper() for part, text in parts)
