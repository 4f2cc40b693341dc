"""What a ruleset may say: the models that YAML is read into, field by field as an author writes them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator

from wargrid.core.grid import Grid
from wargrid.ruleset.base import (
    DieName,
    FaceName,
    Kind,
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
from wargrid.ruleset.registry import Vocabulary
from wargrid.ruleset.terrain import grounds_of

if TYPE_CHECKING:
    from wargrid.core.patterns import Placement, TerrainMap

Positive = Annotated[int, Field(ge=1)]
Natural = Annotated[int, Field(ge=0)]
UNWRITTEN = "\0word"
"""Where a unit is handed its word: under a key that no file can hold."""

Texts = dict[str, str] | str
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


class Model(BaseModel):
    """Frozen, strict, and without room for keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Side(Model):
    """One of the two players' armies."""

    name: Texts = ""
    """What players call it; its word in the ruleset if left out."""

    edge: Literal["south", "north", "west", "east"]
    """The edge of the board that is its back row; it goes the other way."""

    @property
    def forward(self) -> int:
        """The facing it goes towards, as an index into ``board.FACINGS``."""
        return ("south", "west", "north", "east").index(self.edge)


class BoardSize(Model):
    """The grid the game is played on."""

    columns: Annotated[int, Field(ge=1, le=60)]
    """Cells from west to east."""

    rows: Annotated[int, Field(ge=1, le=60)]
    """Cells from south to north."""

    facing: Literal[4] | None = None
    """How many ways a unit can look: 4, or null where units do not face."""

    terrain: str | None = None
    """A picture of the board in letters of terrains, north row first; the first terrain everywhere
    if left out."""

    def grid(self) -> Grid:
        """Its cells, and the ways a unit on them can look."""
        return Grid(self.columns, self.rows, self.facing or 1)


Cells = str | list[str]
"""Cells by name, ``d1``, or as boxes, ``d1:f3``, separated by blanks or in a list."""


class Terrain(Model):
    """One sort of ground."""

    letter: Annotated[str, Field(pattern=r"^[^\s]$")]
    """What stands for it in the board's picture of terrains."""

    name: Texts
    """What players call it."""

    wall: bool = False
    """Whether nobody may ever stand on it or pass over it."""

    defence: Natural = 0
    """How much it shelters who stands on it, for resolutions that ask."""


class First(Model):
    """Who has the first turn."""

    player: str = "roll"
    """``roll``: the dice decide; ``random``: a lot; otherwise the word of a side."""

    dice: Positive = 4
    """How many dice each side rolls."""

    die: DieName | None = None
    """Which of the ruleset's dice; not needed where there is only one."""

    most: FaceName | None = None
    """The face that counts; more of it starts, equal numbers roll again."""


class Groups(Model):
    """How many groups of units may act in one turn."""

    by: Literal["type"] = "type"
    """What makes a group: units of one type."""

    most: Positive
    """How many groups may act."""


class Entry(Model):
    """The first turn of each side, in which units are put where they enter, and nothing else happens."""

    zone: ZoneName
    """The zone whose cells they are put on, one each, however far away."""

    most: Positive
    """How many units at most."""

    exactly: bool = False
    """Whether as many as possible must be put."""

    needs_range: bool = False
    """Whether a unit must be able to reach the cell by its own move."""


class Turn(Model):
    """What a side may do before the other one is on."""

    actions: Positive | None
    """The budget of a turn, or null for as much as the units can do."""

    may: dict[Verb, Natural]
    """What may be done, and what each costs."""

    per_unit: dict[Limit, Positive] = {}
    """How often at most one unit may do each in a turn; ``any`` counts everything it does."""

    order: Literal["free", "move_then_attack"] = "free"
    """Whether a unit that has attacked may still move."""

    units: Literal["interleaved", "consecutive"] = "interleaved"
    """Whether a unit may act again after another one has (interleaved), or is then finished
    (consecutive)."""

    groups: Groups | None = None
    """How many groups of units may act in one turn, or null for all."""

    entry: Entry | None = None
    """How units enter in each side's first turn, or null if they stand ready."""

    may_pass: bool = True
    """Whether a side may end its turn early while it still could do something."""


class Attacking(Model):
    """How a unit attacks."""

    at: Reach
    """Who can be attacked from where the unit stands."""

    by: Resolution
    """What the attack comes to."""

    start: TerrainName | None = None
    """The terrain it must stand on to attack, or null for any."""

    after_moving: bool = True
    """Whether it may attack in a turn in which it has moved."""


class UnitType(Model):
    """One type of unit."""

    word: Annotated[str, Field(validation_alias=UNWRITTEN)] = ""
    """The word it has under ``units``, not written again."""

    letter: Annotated[str, Field(pattern=r"^[A-Z]$")]
    """What stands for it in pictures: upper case for the first side, lower case for the second."""

    name: Texts
    """What players call one of it."""

    men: Annotated[int, Field(ge=1, le=1000)] = 1
    """How many men a fresh unit has."""

    hits_per_man: Positive = 1
    """How many hits of one attack remove a man."""

    move: tuple[Movement, ...] = ()
    """How it moves: one way or a list of ways, or null if it never does."""

    captures: Literal["never", "by_moving"] = "never"
    """Whether it takes an enemy by moving onto it, where its way to move does not say."""

    attack: Attacking | None = None
    """How it attacks, or null if it never does."""

    costs: dict[Verb, Natural] = {}
    """What this type pays where it differs from the turn's own costs."""


class Setup(Model):
    """Who stands where when the game begins."""

    each: str
    """A picture of one side's first rows, front row first; the other side's is its mirror image,
    columns unchanged."""


class Bases(Model):
    """How many bases, from ``min`` to ``max``."""

    min: Natural = 0
    """At least so many."""

    max: Positive | None = None
    """At most so many; no limit if left out."""

    @model_validator(mode="after")
    def _the_fewest_are_no_more_than_the_most(self) -> Bases:
        if self.max is not None and self.min > self.max:
            raise crossed("min", self.min, "max", self.max)
        return self


class Contingent(Model):
    """How many units of one type an army may have, how strong, and where."""

    men: Positive
    """How many men there are in the box for a side; what the other type has counts if the men are
    of another type."""

    of: UnitName | None = None
    """The type out of whose men bases of this one are made, if not out of men of its own."""

    least_men: Positive | None = None
    """How few men may stand on a base when it is placed; only full bases if left out."""

    bases: Bases = Bases()
    """How many bases of the type an army has."""

    zone: ZoneName | None = None
    """Where it must stand, if not wherever the others may; a side that has no such cells has none
    of it."""


class Army(Model):
    """An army ready to be chosen."""

    name: Texts
    """What players call it."""

    each: str
    """A picture of its rows, front row first, mirrored for the second side."""


class Deployment(Model):
    """How the sides choose their armies and set them up, one after the other, before the game begins."""

    zone: ZoneName
    """Where a side may place its units."""

    hidden: bool = True
    """Whether nobody sees what the other side sets up before both are ready."""

    facing: Literal["forward", "free"] = "forward"
    """Which way units look: all forward, or each as its side likes."""

    bases: Bases | Positive = Bases()
    """How many bases an army has, all types together: a range or one number."""

    units: dict[Word, Contingent]
    """The types an army may have."""

    armies: dict[Word, Army] = {}
    """Armies that may be chosen as they are, and changed afterwards."""

    @property
    def size(self) -> Bases:
        """How many bases, as a range."""
        return Bases(min=self.bases, max=self.bases) if isinstance(self.bases, int) else self.bases


class Choice(Model):
    """An option in full: the path it sets, what players call it, and its values by names of their own."""

    name: Texts = ""
    """What players call it; its word where left out."""

    sets: str
    """The dotted path it sets."""

    values: dict[str, Any] = {}
    """What is set there, by the name a player chooses; any value that may stand there where left
    out."""

    value_names: dict[str, Texts] = {}
    """What players call each value; sides, units and zones have names already."""

    def name_of(self, value: object) -> str | None:
        """The name of a value, or None if it has none."""
        return next((name for name, meant in self.values.items() if meant == value), None)


class Ruleset(Model):
    """A whole game as its box describes it."""

    format: Literal[1] = 1
    """The version of this format."""

    name: Texts
    """The game's name."""

    summary: Texts = ""
    """One or two sentences for the menu."""

    sides: dict[Word, Side]
    """The two armies; the first is drawn in upper case."""

    board: BoardSize
    """The board: its size, whether units look somewhere, and its terrain."""

    terrains: dict[Word, Terrain] = {}
    """The sorts of ground; the first is the one where the board's picture says nothing."""

    costs: dict[Word, dict[Word, Natural | dict[Word, Natural]]] = {}
    """Tables for paths: what entering a terrain costs, or what it costs by the terrain one comes
    from; a terrain left out cannot be entered."""

    zones: dict[Word, Cells | dict[str, Cells]] = {}
    """Named cells: the same for both sides, or by side; ``each`` is the first side's, turned half
    for the second."""

    zone_names: dict[ZoneName, Texts] = {}
    """What players call each zone; its word where left out."""

    turn: Turn
    """What a side may do in its turn, and what it costs."""

    first: First = First()
    """Who begins."""

    dice: dict[Word, list[Word]] = {}
    """Each die as the list of its faces, in the order in which results are written."""

    faces: dict[Word, Texts] = {}
    """What players call each face."""

    units: Annotated[dict[Word, UnitType], Field(min_length=1)]
    """The types of unit, each by its word."""

    strength: Literal["men", "points"] = "men"
    """What players call the men of a unit: men, or points of strength, as where one unit is a
    vehicle."""

    plugins: dict[str, Any] = {}
    """Special behaviours by name, with their options, in the order in which they are asked."""

    victory: tuple[Victory, ...] = ()
    """How the game ends: words, or a list that may hold a word several times, asked in the order
    written."""

    setup: Setup | str
    """A picture of the whole board, north row first, or what each side sets before its own edge; a
    ruleset that says how to ``deploy`` begins with an empty board instead."""

    deploy: Deployment | None = None
    """How the sides set up armies of their own choice, or null if they stand as ``setup`` says."""

    options: dict[Word, str | Choice] = {}
    """What players may agree on before a game: the dotted path that each sets, or the path with
    names for players."""

    cites: dict[Code, str] = {}
    """The number of the rule behind a refusal or an event, shown to players with it."""

    silence: Annotated[list[str], Field(examples=[["W407"]])] = []
    """Codes of warnings that do not matter here."""

    @model_validator(mode="before")
    @classmethod
    def _units_know_their_words(cls, data: Any) -> Any:
        if isinstance(data, dict) and isinstance(data.get("units"), dict):
            named = {
                w: {**u, UNWRITTEN: w} if isinstance(u, dict) else u
                for w, u in data["units"].items()
            }
            return {**data, "units": named}
        return data

    @model_validator(mode="before")
    @classmethod
    def _a_list_of_sides_takes_opposite_edges(cls, data: Any) -> Any:
        sides = data.get("sides") if isinstance(data, dict) else None
        if isinstance(sides, list) and all(isinstance(side, str) for side in sides):
            edges = ("south", "north")
            return {
                **data,
                "sides": {side: {"edge": edges[number % 2]} for number, side in enumerate(sides)},
            }
        return data

    def option(self, name: str) -> Choice:
        """An option as if it were written in full."""
        said = self.options[name]
        return said if isinstance(said, Choice) else Choice(sets=said)

    def side_name(self, side: int) -> Texts:
        """What players call a side, by its number."""
        word = list(self.sides)[side]
        return self.sides[word].name or word

    def face_name(self, face: str) -> Texts:
        """What players call a face of a die."""
        return self.faces.get(face, face)

    def all_faces(self) -> list[str]:
        """Every face of any die, once, in the order of the dice."""
        return list(dict.fromkeys(face for die in self.dice.values() for face in die))

    def grounds(self, grid: Grid) -> tuple[TerrainMap, ...]:
        """The terrain map of each side; ``grounds_of`` names the errors it raises."""
        return grounds_of(self, grid)

    def placements(self, grid: Grid) -> list[Placement]:
        """The units of the set-up; ``placements`` of the diagram names the errors it raises."""
        return placements(self, grid)

    def army(self, name: str, grid: Grid, side: int) -> list[Placement]:
        """The units of a ready-made army of ``deploy``; ``side_placements`` names the errors it raises."""
        assert self.deploy is not None
        return side_placements(self, grid, self.deploy.armies[name].each, side)

    def names_by_section(self) -> dict[str, list[str]]:
        """The names it defines, by the section that a field marked with ``Names`` chooses from."""
        return {
            "sides": list(self.sides), "units": list(self.units), "dice": list(self.dice), "faces": self.all_faces(),
            "zones": list(self.zones), "terrains": list(self.terrains), "costs": list(self.costs),
        }  # fmt: skip

    def zone_name(self, zone: str) -> Texts:
        """What players call a zone."""
        return self.zone_names.get(zone, zone)

    def find_letter(self, letter: str) -> UnitType | None:
        """The type whose letter this is, in either case."""
        return next((unit for unit in self.units.values() if unit.letter == letter.upper()), None)


def model_for(vocabulary: Vocabulary) -> type[Ruleset]:
    """The ruleset model that accepts the words of this vocabulary, plugins' words included; made once for the same."""
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
