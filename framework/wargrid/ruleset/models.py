"""The models that a ruleset is read into, key by key as its author writes it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model, model_validator

from wargrid.core import Grid
from wargrid.ruleset.base import (
    DieName,
    FaceName,
    Kind,
    Model,
    Movement,
    Reach,
    Resolution,
    TerrainName,
    UnitName,
    Victory,
    ZoneName,
)
from wargrid.ruleset.diagram import placements, side_placements
from wargrid.ruleset.errors import crossed
from wargrid.ruleset.opponent import Opponent
from wargrid.ruleset.registry import Vocabulary
from wargrid.ruleset.terrain import grounds_of

if TYPE_CHECKING:
    from wargrid.core import Placement, TerrainMap

Positive = Annotated[int, Field(ge=1)]
Natural = Annotated[int, Field(ge=0)]
UNWRITTEN = "\0word"
"""The key under which a unit type gets its word; no file can contain it."""

Texts = dict[str, Annotated[str, Field(min_length=1)]] | str
"""A text in several languages, ``{en: King, fr: Roi}``, or one for all of them."""

if TYPE_CHECKING:
    Verb = str  # costs are looked up by the verb of a move, which is a text
    Limit = str
else:
    Verb = Literal["move", "turn", "attack"]
    Limit = Literal["move", "turn", "attack", "any"]
Word = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Code = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*([.][a-z][a-z0-9_]*)*$")]
"""The name of a refusal; a plugin's has the game's name before a dot."""


class Side(Model):
    """One of the two players' armies."""

    name: Texts = ""
    """Its name for players; its word in the ruleset by default."""

    edge: Literal["south", "north", "west", "east"]
    """The edge of the board behind it; it goes the other way."""

    @property
    def forward(self) -> int:
        """The facing in which it goes, as an index into ``grid.FACINGS``."""
        return ("south", "west", "north", "east").index(self.edge)


class BoardSize(Model):
    """The grid the game is played on."""

    columns: Annotated[int, Field(ge=1, le=60)]
    """Cells from west to east."""

    rows: Annotated[int, Field(ge=1, le=60)]
    """Cells from south to north."""

    facing: Literal[4] | None = None
    """The number of facings: 4, or null where units do not face."""

    terrain: str | None = None
    """A diagram of the board in letters of terrains, north row first; by default the first terrain
    is everywhere."""

    def grid(self) -> Grid:
        """Return its geometry."""
        return Grid(self.columns, self.rows, self.facing or 1)


CellNames = str | list[str]
"""Cells by name, ``d1``, or as rectangles, ``d1:f3``, separated by blanks or in a list."""


class Terrain(Model):
    """One type of terrain."""

    letter: Annotated[str, Field(pattern=r"^[^\s]$")]
    """Its letter in the board's diagram of terrain."""

    name: Texts
    """Its name for players."""

    wall: bool = False
    """Whether no unit can ever enter or pass it."""

    defence: Natural = 0
    """How much it shelters a unit on it, for resolutions that use it."""


class First(Model):
    """Who has the first turn."""

    player: str = "roll"
    """``roll``: by dice; ``random``: by a random draw; otherwise the word of a side."""

    dice: Positive = 4
    """The number of dice that each side rolls."""

    die: DieName | None = None
    """Which of the ruleset's dice; not needed where there is only one."""

    most: FaceName | None = None
    """The face that counts; the side with more of it starts, and equal numbers roll again."""


class Groups(Model):
    """The most groups of units that may act in one turn."""

    by: Literal["type"] = "type"
    """A group is all units of one type."""

    most: Positive
    """The number of groups."""


class Entry(Model):
    """The first turn of each side, in which its units enter and nothing else happens."""

    zone: ZoneName
    """The zone that they enter, one unit a cell, at any distance."""

    most: Positive
    """The most units that may enter."""

    exactly: bool = False
    """Whether as many as possible must enter."""

    needs_range: bool = False
    """Whether a unit must be able to reach its cell by its own move."""


class Turn(Model):
    """What a side may do in one turn."""

    actions: Annotated[int, Field(ge=1, le=100)] | None
    """The actions of a turn, or null for no limit besides those of its units."""

    may: dict[Verb, Natural]
    """The verbs that units may do, each with its cost in actions."""

    per_unit: dict[Limit, Positive] = {}
    """How often one unit may do each verb in a turn; ``any`` counts all of them."""

    order: Literal["free", "move_then_attack"] = "free"
    """Whether a unit that has attacked may still move."""

    units: Literal["interleaved", "consecutive"] = "interleaved"
    """Whether a unit may act again after another unit has (interleaved) or not (consecutive)."""

    groups: Groups | None = None
    """The groups of units that may act in one turn, or null for all."""

    entry: Entry | None = None
    """How units enter in each side's first turn, or null if they are on the board."""

    may_pass: bool = True
    """Whether a side may end its turn while it could still act."""


class Attacking(Model):
    """How a unit attacks."""

    at: Reach
    """The cells that can be attacked from the unit's cell."""

    by: Resolution
    """The effect of the attack."""

    start: TerrainName | None = None
    """The terrain from which it can attack, or null for any."""

    after_moving: bool = True
    """Whether it may attack in a turn in which it has moved."""


class UnitType(Model):
    """One type of unit."""

    word: Annotated[str, Field(validation_alias=UNWRITTEN)] = ""
    """Its word under ``units``, set by the loader."""

    letter: Annotated[str, Field(pattern=r"^[A-Z]$")]
    """Its letter in diagrams, in lower case for the second side."""

    name: Texts
    """The name of one unit for players."""

    men: Annotated[int, Field(ge=1, le=1000)] = 1
    """The men of a fresh unit."""

    hits_per_man: Positive = 1
    """The hits of one attack that remove a man."""

    move: tuple[Movement, ...] = ()
    """Its way to move or a list of ways, or null if it never moves."""

    captures: Literal["never", "by_moving"] = "never"
    """Whether it takes an enemy by moving onto it, unless a way to move has ``takes``."""

    attack: Attacking | None = None
    """How it attacks, or null if it never attacks."""

    costs: dict[Verb, Natural] = {}
    """Its costs by verb, where they differ from those of the turn."""


class Setup(Model):
    """The units at the start of the game."""

    each: str
    """A diagram of one side's rows, front row first; the other side's rows mirror it, with the same
    columns."""


class Bases(Model):
    """A range of numbers of bases."""

    min: Natural = 0
    """The fewest bases."""

    max: Positive | None = None
    """The most bases; no limit by default."""

    @model_validator(mode="after")
    def _check_range(self) -> Bases:
        if self.max is not None and self.min > self.max:
            raise crossed("min", self.min, "max", self.max)
        return self


class Contingent(Model):
    """The units of one type in an army: number, strength and zone."""

    men: Positive
    """The men of this type that a side has; of a type with ``of``, the other type's men count."""

    of: UnitName | None = None
    """The type whose men form bases of this one, or null for its own men."""

    least_men: Positive | None = None
    """The fewest men of a base when it is placed; by default only full bases are."""

    bases: Bases = Bases()
    """The number of bases of the type in an army."""

    zone: ZoneName | None = None
    """The zone where it must be placed, or null for that of ``deploy``; a side without such cells
    has none of it."""


class Army(Model):
    """A ready-made army."""

    name: Texts
    """Its name for players."""

    each: str
    """A diagram of its rows, front row first, mirrored for the second side."""


class Deployment(Model):
    """How the sides choose and place their armies, one after the other, before the game."""

    zone: ZoneName
    """The zone where a side may place its units."""

    hidden: bool = True
    """Whether a side's units are hidden from the other until both are ready."""

    facing: Literal["forward", "free"] = "forward"
    """The facing of units: forward, or free for each unit."""

    bases: Bases | Positive = Bases()
    """The number of bases of an army, all types together: a range or one number."""

    units: dict[Word, Contingent]
    """The types of units in an army."""

    armies: dict[Word, Army] = {}
    """Ready-made armies to choose and change."""

    @property
    def size(self) -> Bases:
        """The number of bases, as a range."""
        return Bases(min=self.bases, max=self.bases) if isinstance(self.bases, int) else self.bases


class Choice(Model):
    """An option in full: the path it sets, its name, and its values by their own names."""

    name: Texts = ""
    """Its name for players; its word by default."""

    sets: str
    """The dotted path it sets."""

    values: dict[str, Any] = {}
    """The values by the names that players choose; by default every value allowed there."""

    value_names: dict[str, Texts] = {}
    """The name of each value for players; sides, units and zones have names already."""

    def name_of(self, value: object) -> str | None:
        """Return the name of a value, or None if it has none."""
        return next((name for name, allowed in self.values.items() if allowed == value), None)


class Ruleset(Model):
    """A whole game."""

    format: Literal[1] = 1
    """The version of this format."""

    name: Texts
    """The game's name."""

    summary: Texts = ""
    """One or two sentences for the menu."""

    minutes: Annotated[int, Field(ge=1, le=600)] | None = None
    """How many minutes a game between two people usually lasts, for the menu."""

    sides: dict[Word, Side]
    """The two sides; the first one has upper case letters in diagrams."""

    board: BoardSize
    """The board: its size, whether units face, and its terrain."""

    terrains: dict[Word, Terrain] = {}
    """The types of terrain; the first one is the default."""

    costs: dict[Word, dict[Word, Natural | dict[Word, Natural]]] = {}
    """Tables for paths: the cost of entering each terrain, or by the terrain that a step comes
    from; other terrains cannot be entered."""

    zones: dict[Word, CellNames | dict[str, CellNames]] = {}
    """Named cells: the same for both sides, or by side; ``each`` is the first side's, and a half
    turn gives the second's."""

    zone_names: dict[ZoneName, Texts] = {}
    """The name of each zone for players; its word by default."""

    turn: Turn
    """What a side may do in its turn, and the costs."""

    first: First = First()
    """The side that begins."""

    dice: dict[Word, list[Word]] = {}
    """Each die as the list of its faces, in the order in which results are written."""

    faces: dict[Word, Texts] = {}
    """The name of each face for players."""

    units: Annotated[dict[Word, UnitType], Field(min_length=1)]
    """The types of unit, each by its word."""

    strength: Literal["men", "points"] = "men"
    """Whether players count men, or points of strength, as for vehicles."""

    plugins: dict[str, Any] = {}
    """The plugins by name, with their options, in the order in which they are called."""

    victory: tuple[Victory, ...] = ()
    """The victory conditions, checked in this order: words, or a list that may repeat a word."""

    setup: Setup | str
    """A diagram of the whole board, north row first, or of each side's rows; a ruleset with
    ``deploy`` begins with an empty board instead."""

    deploy: Deployment | None = None
    """How the sides place armies of their choice, or null to use ``setup``."""

    options: dict[Word, str | Choice] = {}
    """Options of players before a game: the dotted path that each sets, or the path with names for
    players."""

    opponent: Opponent = Opponent()
    """How computer players play it; by default their settings follow from the rules."""

    cites: dict[Code, str] = {}
    """The number of the rule for a refusal or an event, shown to players with it."""

    silence: Annotated[list[str], Field(examples=[["W407"]])] = []
    """Codes of warnings not to report."""

    @model_validator(mode="before")
    @classmethod
    def _add_unit_words(cls, data: Any) -> Any:
        if isinstance(data, dict) and isinstance(data.get("units"), dict):
            named = {
                w: {**u, UNWRITTEN: w} if isinstance(u, dict) else u
                for w, u in data["units"].items()
            }
            return {**data, "units": named}
        return data

    @model_validator(mode="before")
    @classmethod
    def _read_list_of_sides(cls, data: Any) -> Any:
        sides = data.get("sides") if isinstance(data, dict) else None
        if isinstance(sides, list) and all(isinstance(side, str) for side in sides):
            edges = ("south", "north")
            return {
                **data,
                "sides": {side: {"edge": edges[number % 2]} for number, side in enumerate(sides)},
            }
        return data

    def option(self, name: str) -> Choice:
        """Return an option as if it were written in full."""
        said = self.options[name]
        return said if isinstance(said, Choice) else Choice(sets=said)

    def side_name(self, side: int) -> Texts:
        """Return the name of a side for players, by its number."""
        word = list(self.sides)[side]
        return self.sides[word].name or word

    def face_name(self, face: str) -> Texts:
        """Return the name of a face for players."""
        return self.faces.get(face, face)

    def all_faces(self) -> list[str]:
        """Return every face of any die, once, in the order of the dice."""
        return list(dict.fromkeys(face for die in self.dice.values() for face in die))

    def grounds(self, grid: Grid) -> tuple[TerrainMap, ...]:
        """Return the terrain map of each side; ``grounds_of`` names the errors it raises."""
        return grounds_of(self, grid)

    def placements(self, grid: Grid) -> list[Placement]:
        """Return the units of the set-up; errors are those of ``diagram.placements``."""
        return placements(self, grid)

    def army(self, name: str, grid: Grid, side: int) -> list[Placement]:
        """Return a ready-made army's units; errors are those of ``diagram.side_placements``."""
        assert self.deploy is not None
        return side_placements(self, grid, self.deploy.armies[name].each, side)

    def names_by_section(self) -> dict[str, list[str]]:
        """Return the names it defines by section, as ``Names`` calls sections."""
        return {
            "sides": list(self.sides),
            "units": list(self.units),
            "dice": list(self.dice),
            "faces": self.all_faces(),
            "zones": list(self.zones),
            "terrains": list(self.terrains),
            "costs": list(self.costs),
        }

    def zone_name(self, zone: str) -> Texts:
        """Return the name of a zone for players."""
        return self.zone_names.get(zone, zone)

    def find_letter(self, letter: str) -> UnitType | None:
        """Return the type whose letter this is, in either case."""
        return next((unit for unit in self.units.values() if unit.letter == letter.upper()), None)


def model_for(vocabulary: Vocabulary) -> type[Ruleset]:
    """Return the ruleset model with the words of this vocabulary, made once for each."""
    return _model_for(vocabulary.kinds)


@lru_cache(maxsize=32)
def _model_for(kinds: tuple[type[Kind], ...]) -> type[Ruleset]:
    vocabulary = Vocabulary(kinds)
    fields: dict[str, Any] = {"at": (vocabulary.one("at"), ...), "by": (vocabulary.one("by"), ...)}
    attacking = create_model("Attacking", __base__=Attacking, **fields)
    fields = {"move": (vocabulary.listed("move"), ()), "attack": (attacking | None, None)}
    unit = create_model("UnitType", __base__=UnitType, **fields)
    fields = {
        "units": (Annotated[dict[Word, unit], Field(min_length=1)], ...),
        "victory": (vocabulary.several("victory"), ()),
    }
    return create_model("Ruleset", __base__=Ruleset, **fields)
