"""What a ruleset may say: the models that YAML is read into, field by field as an author writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator

from wargrid.kinds.base import DieName, FaceName, Movement, Reach, Resolution, Victory
from wargrid.ruleset.vocabulary import Vocabulary

Positive = Annotated[int, Field(ge=1)]
Texts = dict[str, str] | str
"""A text in several languages, ``{en: King, fr: Roi}``, or one for all of them."""

if TYPE_CHECKING:
    Verb = str  # costs are looked up by the verb of a move, which is a text
else:
    Verb = Literal["move", "turn", "attack"]
Word = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]


class Model(BaseModel):
    """Frozen, strict, and without room for keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Side(Model):
    """One of the two players' armies."""

    name: Texts = ""
    """What players call it; its word in the ruleset if left out."""

    edge: Literal["south", "north"]
    """The edge of the board that is its back row; it goes the other way."""

    @property
    def forward(self) -> int:
        """The facing it goes towards, as an index into ``board.FACINGS``."""
        return 0 if self.edge == "south" else 2


class BoardSize(Model):
    """The grid the game is played on."""

    columns: Annotated[int, Field(ge=1, le=60)]
    """Cells from west to east."""

    rows: Annotated[int, Field(ge=1, le=60)]
    """Cells from south to north."""

    facing: Literal[4] | None = None
    """How many ways a unit can look: 4, or null where units do not face."""


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


class Turn(Model):
    """What a side may do before the other one is on."""

    actions: Positive
    """The budget of a turn."""

    may: dict[Verb, Positive]
    """What may be done, and what each costs."""

    per_unit: dict[Verb, Positive] = {}
    """How often at most one unit may do each in a turn."""

    may_pass: bool = True
    """Whether a side may end its turn early while it still could do something."""


class Attacking(Model):
    """How a unit attacks."""

    at: Reach
    """Who can be attacked from where the unit stands."""

    by: Resolution
    """What the attack comes to."""


class UnitType(Model):
    """One type of unit."""

    word: str = ""
    letter: Annotated[str, Field(pattern=r"^[A-Z]$")]
    """What stands for it in pictures: upper case for the first side, lower case for the second."""

    name: Texts
    """What players call one of it."""

    men: Annotated[int, Field(ge=1, le=1000)] = 1
    """How many men a fresh unit has."""

    hits_per_man: Positive = 1
    """How many hits of one attack remove a man."""

    move: Movement | None = None
    """How it moves, or null if it never does."""

    attack: Attacking | None = None
    """How it attacks, or null if it never does."""

    costs: dict[Verb, Positive] = {}
    """What this type pays where it differs from the turn's own costs."""


class Setup(Model):
    """Who stands where when the game begins."""

    each: str
    """A picture of one side's first rows, front row first; the other side's is its mirror image, columns unchanged."""


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
    turn: Turn
    first: First = First()
    dice: dict[Word, list[Word]] = {}
    """Each die as the list of its faces, in the order in which results are written."""

    faces: dict[Word, Texts] = {}
    """What players call each face."""

    units: dict[Word, UnitType]
    plugins: dict[str, Any] = {}
    """Special behaviours by name, with their options, in the order in which they are asked."""

    victory: tuple[Victory, ...] = ()
    setup: Setup | str
    """A picture of the whole board, north row first, or what each side sets before its own edge."""

    options: dict[Word, str] = {}
    """Settings players may agree on before a game: a name for the dotted path it sets."""

    cites: dict[Word, str] = {}
    """The number of the rule behind a refusal or an event, shown to players with it."""

    silence: list[str] = []
    """Codes of warnings that do not matter here."""

    @model_validator(mode="before")
    @classmethod
    def _units_know_their_words(cls, data: Any) -> Any:
        if isinstance(data, dict) and isinstance(data.get("units"), dict):
            named = {w: {**u, "word": w} if isinstance(u, dict) else u for w, u in data["units"].items()}
            return {**data, "units": named}
        return data

    @model_validator(mode="before")
    @classmethod
    def _a_list_of_sides_takes_opposite_edges(cls, data: Any) -> Any:
        sides = data.get("sides") if isinstance(data, dict) else None
        if isinstance(sides, list) and all(isinstance(side, str) for side in sides):
            edges = ("south", "north")
            return {**data, "sides": {side: {"edge": edges[number % 2]} for number, side in enumerate(sides)}}
        return data

    def side_name(self, side: int) -> Texts:
        """What players call a side, by its number."""
        word = list(self.sides)[side]
        return self.sides[word].name or word

    def face_name(self, face: str) -> Texts:
        """What players call a face of a die."""
        return self.faces.get(face, face)

    def find_letter(self, letter: str) -> UnitType | None:
        """The type whose letter this is, in either case."""
        return next((unit for unit in self.units.values() if unit.letter == letter.upper()), None)


def model_for(vocabulary: Vocabulary) -> type[Ruleset]:
    """The ruleset model that accepts the words of this vocabulary, plugins' words included."""
    fields: dict[str, Any] = {"at": (vocabulary.one("at"), ...), "by": (vocabulary.one("by"), ...)}
    attacking = create_model("Attacking", __base__=Attacking, **fields)
    fields = {"move": (vocabulary.one("move") | None, None), "attack": (attacking | None, None)}
    unit = create_model("UnitType", __base__=UnitType, **fields)
    fields = {"units": (dict[Word, unit], ...), "victory": (vocabulary.several("victory"), ())}
    return create_model("Ruleset", __base__=Ruleset, **fields)
