"""The models that a ruleset is read into, key by key as its author writes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    create_model,
    model_validator,
)

from wargrid.core.carrying import Carrying
from wargrid.core.deeds import ACTED, DEEDS
from wargrid.core.flanks import TAKES, FlankRule
from wargrid.core.grid import Grid
from wargrid.core.layers import Layers
from wargrid.core.marks import Markers
from wargrid.core.modifying import AllModifiers
from wargrid.core.patterns import Placement, TerrainMap
from wargrid.core.selecting import Roles, Selections
from wargrid.ruleset.base import (
    Ability,
    Kind,
    MarkerName,
    Movement,
    Reach,
    Resolution,
    SideAbility,
    SideName,
    TerrainName,
    UnitName,
    Upkeep,
    Victory,
    ZoneName,
)
from wargrid.ruleset.board.deployment import Deployment
from wargrid.ruleset.board.diagram import placements, side_placements
from wargrid.ruleset.board.layout import BoardSize, EdgeKind, Side, Terrain
from wargrid.ruleset.board.markers import MarkerOptions, compile_markers
from wargrid.ruleset.board.start import Start, unit_marks, units_aboard
from wargrid.ruleset.board.terrain import grounds_of
from wargrid.ruleset.board.tiles import Tiles
from wargrid.ruleset.errors import validation_error
from wargrid.ruleset.grammar.arrivals import Arrivals, Arrive, named
from wargrid.ruleset.grammar.compiling import Compiled, compiled_lists
from wargrid.ruleset.grammar.effects import ToHand
from wargrid.ruleset.grammar.lines import Line, LineRule
from wargrid.ruleset.grammar.moments import AFTER, After, Rule
from wargrid.ruleset.grammar.reactions import Reaction, reacting_lists
from wargrid.ruleset.grammar.reasons import why_not
from wargrid.ruleset.grammar.stages import Stage, stage_words
from wargrid.ruleset.grammar.walking import lists_written, standing_in
from wargrid.ruleset.layers import Controls, Supply, layers_of
from wargrid.ruleset.named import Model
from wargrid.ruleset.notation import PLAIN, Notation
from wargrid.ruleset.opponent import Opponent
from wargrid.ruleset.ranks import Ranks
from wargrid.ruleset.registry import Vocabulary
from wargrid.ruleset.selecting.binding import bound_cells, bound_units
from wargrid.ruleset.selecting.forms import OneOrSeveral, listed
from wargrid.ruleset.selecting.selectors import OfItself, OfTaken, OfTarget, Traits, deeds_in
from wargrid.ruleset.tables import CombatTable, Strength
from wargrid.ruleset.turn import First, Turn
from wargrid.ruleset.units.carrying import Carries, carrying_of, learn_carriers
from wargrid.ruleset.units.flanking import CustodialCapture, Flanks
from wargrid.ruleset.units.growth import Captured, Promotion
from wargrid.ruleset.units.modifiers import bound_modifiers
from wargrid.ruleset.values import Code, Natural, Positive, Texts, Verb, Word

UNWRITTEN = "\0word"
"""The key under which a unit type gets its word; no file can contain it."""


MORE = "more."
"""What begins the code by which ``cites`` names a modifier: ``more.slope``."""

CellNames = str | list[str]
"""Cells by name, ``d1``, or as rectangles, ``d1:f3``, separated by blanks or in a list."""


class Attacking(Model):
    """How a unit attacks."""

    weapon: Word | None = None
    """The word of a weapon in a list; null where there is only one way to attack."""

    name: Texts = ""
    """The weapon's name for players; its word by default."""

    at: Reach
    """The cells that can be attacked from the unit's cell."""

    by: Resolution
    """The effect of the attack."""

    start: TerrainName | None = None
    """The terrain from which it can attack, or null for any."""

    after_moving: bool = True
    """Whether it may attack in a turn in which it has moved."""

    only_if: OfItself = None
    """What a unit itself must be to attack so: a selector of units; null for anything."""

    may_attack: OfTarget = None
    """Which enemies it may attack so: a selector of units, without ``whose``; null for all."""

    per_turn: Positive | None = None
    """How often a unit may use this weapon of a list in one turn, or null for as often as the turn
    allows attacks."""

    uses: dict[MarkerName, Positive] = {}
    """What an attack with this weapon of a list uses up besides what every attack of the unit does:
    the unit's own markers, and by how much each goes down."""

    _others: tuple[Attacking, ...] = PrivateAttr(())

    @property
    def weapons(self) -> tuple[Attacking, ...]:
        """All weapons of a unit that has several, this first one among them."""
        return (self, *self._others)

    def armed(self, weapon: str) -> Attacking:
        """Return the weapon of that word; without a word, the only way to attack."""
        return self if not weapon else next(w for w in self.weapons if w.weapon == weapon)

    def with_others(self, others: Sequence[Attacking]) -> Attacking:
        """Return this way to attack with others that come after it."""
        first = self.model_copy()
        first._others = tuple(others)
        return first


def _first_of(value: Any) -> Any:
    """Return the first weapon of a list with the others; in it, each has its own word."""
    if isinstance(value, list) and len(value) > 1:
        seen: dict[str | None, int] = {}
        for number, each in enumerate(value):
            if each.weapon is None:
                raise validation_error("weapon_without_word", (number,))
            if each.weapon in seen:
                earlier = (seen[each.weapon], "weapon")
                raise validation_error(
                    "weapon_twice", (number, "weapon"), earlier, word=each.weapon
                )
            seen[each.weapon] = number
        return value[0].with_others(value[1:])
    only, path = (value[0], (0,)) if isinstance(value, list) else (value, ())
    for key in ("per_turn", "uses"):
        if only is not None and key in only.model_fields_set:
            raise validation_error("only_one_weapon", (*path, key), key=key)
    named = only is not None and only.weapon is not None
    return only.model_copy(update={"weapon": None}) if named else only


class UnitType(Model):
    """One type of unit."""

    word: Annotated[str, Field(validation_alias=UNWRITTEN)] = ""
    """Its word under ``units``, set by the loader."""

    letter: Annotated[str, Field(pattern=r"^[A-Z]$")]
    """Its letter in diagrams, in lower case for the second side."""

    name: Texts
    """The name of one unit for players."""

    called: dict[str, Annotated[list[str], Field(min_length=2, max_length=2)]] = {}
    """One and several of them in a sentence, with the article, by language: ``{en: [a leader,
    leaders], fr: [un chef, des chefs]}``; ``a unit (Leader)`` by default. Both are the same where
    one unit is called as several are: ``[engineers, engineers]``."""

    men: Annotated[int, Field(ge=1, le=1000)] = 1
    """The men of a fresh unit."""

    hits_per_man: Positive = 1
    """The hits of one attack that remove a man."""

    move: tuple[Movement, ...] = ()
    """Its way to move or a list of ways, or null if it never moves."""

    captures: Literal["never", "by_moving"] = "never"
    """Whether it takes an enemy by moving onto it, unless a way to move has ``takes``."""

    says: Texts = ""
    """How players say that it moves and takes, in place of the sentences that its card and the rule
    book make of these rules. A variant or a unit ``like`` it that moves otherwise drops the text,
    unless it gives its own."""

    sandwiches: CustodialCapture | None = None
    """How it takes the enemies next to it after its move, between it and another unit of its side;
    null if it does not."""

    flanks: Flanks | None = None
    """What it does to the enemies in a line between it and another unit of its side, once it has
    been placed or has moved; null for nothing."""

    surrounded: ZoneName | None = None
    """The zone where it is taken so only if all cells next to it are closed by enemies or hostile,
    or null."""

    strength: Strength | None = None
    """Its strengths in attacks that a table decides; null for none."""

    attack: Attacking | None = None
    """How it attacks, or null if it never attacks; of a list of weapons, the player chooses."""

    promotes: Promotion | None = None
    """What it becomes when its move ends in a zone, or null if its type never changes."""

    after: After = After()
    """Effects after what it does and suffers."""

    reacts: dict[Word, Reaction] = {}
    """What it does, or may do, when enemies move or attack, each reaction by its word."""

    abilities: tuple[Ability, ...] = ()
    """What else it may do, if the turn allows the verb."""

    uses: dict[Verb, dict[Word, Positive]] = {}
    """What it uses up, by verb: its own markers, and by how much each goes down. It may not do what
    it has too little for."""

    only_if: dict[Verb, OfItself] = {}
    """What it must be to do something, by verb: a selector of units."""

    carries: Carries | None = None
    """The units that it carries, which ``board`` it and ``leave`` it; null for none."""

    controls: Controls | None = None
    """The cells around it that it controls, or null for none: ``enemy_control`` of paths and
    ``controlled`` of selectors ask for them."""

    may_be_taken: OfTaken = None
    """What it must be to be taken by a move: a selector of units; null for anything. The unit that
    would take it counts as near, once, wherever it comes from."""

    costs: dict[Verb, Natural] = {}
    """Its costs by verb, where they differ from those of the turn."""

    @property
    def flank_rules(self) -> tuple[FlankRule, ...]:
        """The rules by which it flanks, in either spelling."""
        written = (self.sandwiches, self.flanks)
        return tuple(rule.flank for rule in written if rule is not None)

    @property
    def takes_between(self) -> bool:
        """Whether it takes, by its move, enemies between it and another unit of its side."""
        return any(rule.does == TAKES and "move" in rule.after for rule in self.flank_rules)


class Setup(Model):
    """The units at the start of the game."""

    each: str
    """A diagram of one side's rows, front row first, as the south side has them; the north side's
    rows mirror them, with the same columns, unless the ruleset's ``each`` turns them."""


class OptionChoice(Model):
    """An option in full: the path it sets, its name, and its values by their own names."""

    name: Texts = ""
    """Its name for players; its word by default."""

    says: Texts = ""
    """What it is about, in a sentence for players who choose."""

    sets: str
    """The dotted path it sets."""

    values: dict[str, Any] = {}
    """The values by the names that players choose; by default every value allowed there."""

    value_names: dict[str, Texts] = {}
    """The name of each value for players; sides, units and zones have names already."""


def _without_setup(schema: dict[str, Any]) -> None:
    """Let a ruleset be without a set-up: ``deploy`` and ``place`` begin with an empty board."""
    schema["required"] = [key for key in schema["required"] if key != "setup"]


class Ruleset(Model):
    """A whole game."""

    model_config = ConfigDict(json_schema_extra=_without_setup)

    format: Literal[1] = 1
    """The version of this format."""

    name: Texts
    """The game's name."""

    summary: Texts = ""
    """One or two sentences for the menu."""

    aim: Texts = ""
    """How a player wins, in a sentence or two; if left out, the sentences of the victory conditions
    tell it. A variant that changes these has its own aim, or none."""

    minutes: Annotated[int, Field(ge=1, le=600)] | None = None
    """How many minutes a game between two people usually lasts, for the menu."""

    rank: Positive | None = None
    """Its place in the menu, before the games with a higher number and those without one; a variant
    has its own or none."""

    sides: dict[Word, Side]
    """The two sides; the first one has upper case letters in diagrams."""

    board: BoardSize
    """The board: its size, whether units face, and its terrain."""

    terrains: dict[Word, Terrain] = {}
    """The types of terrain; the first one is the default."""

    edges: dict[Word, EdgeKind] = {}
    """The kinds of edges between cells, such as rivers, bridges and walls; ``board.edges`` says
    where they are."""

    costs: dict[Word, dict[Word, Natural | dict[Word, Natural]]] = {}
    """Tables for paths: the cost of entering each terrain, or by the terrain that a step comes
    from; other terrains cannot be entered."""

    tables: dict[Word, CombatTable] = {}
    """Tables that decide attacks: strengths lead to a column, a die to a row."""

    ranks: Ranks | None = None
    """Who beats whom where one unit takes or attacks another; null if no rule asks."""

    zones: dict[Word, CellNames | dict[str, CellNames]] = {}
    """Named cells: the same for both sides, or by side; ``each`` is the first side's, and a half
    turn gives the second's, unless the ruleset's ``each`` mirrors it."""

    zone_names: dict[ZoneName, Texts] = {}
    """The name of each zone for players, without an article; its word by default."""

    zone_there: dict[ZoneName, Texts] = {}
    """How players say that a unit is in a zone: ``in its camp``; made from its name by default."""

    turn: Turn
    """What a side may do in its turn, and the costs."""

    supply: Supply | None = None
    """Where units are supplied, for ``supplied`` of selectors; null if nothing asks."""

    stages: Annotated[tuple[Stage, ...], BeforeValidator(listed), OneOrSeveral()] = ()
    """What a side may do until something holds, and after it, one stage after the other; without
    any, all that the turn allows. Each side has its own stage."""

    first: First = First()
    """The side that begins."""

    dice: dict[Word, list[Word]] = {}
    """Each die as the list of its faces, in the order in which results are written."""

    faces: dict[Word, Texts] = {}
    """The name of each face for players."""

    traits: Traits = {}
    """Selectors of units with a name, said once and used in every rule."""

    units: Annotated[dict[Word, UnitType], Field(min_length=1)]
    """The types of unit, each by its word."""

    markers: Annotated[dict[Word, MarkerOptions], Field(max_length=60)] = {}
    """What the game counts or records on units, cells and sides, each by its word."""

    hand: dict[UnitName, Natural | dict[SideName, Natural]] = {}
    """The units that sides have in their hands at the start, beside the board: so many of a type
    each, or by side."""

    captured: Captured | None = None
    """What becomes of units that are taken by moves, or null if they are out of the game."""

    abilities: tuple[SideAbility, ...] = ()
    """What a side may do without a unit, if the turn allows the verb."""

    each_turn: tuple[Upkeep, ...] = ()
    """What happens to a side when its turn begins, in this order."""

    each_round: tuple[Upkeep, ...] = ()
    """What happens to each side, one after the other, when a round begins, in this order."""

    turn_end: tuple[Upkeep, ...] = ()
    """What happens to a side when its turn ends, in this order; nothing may be asked then."""

    arrive: Arrive = {}
    """The reinforcements of the sides, each by its word, or a list of them: in which turn, how many
    of which type, and where."""

    rules: dict[Word, Rule] = {}
    """Rules for any units, each by its word."""

    lines: dict[Word, Line] = {}
    """Rows of units with a name, which do not win but may do something, each by its word."""

    strength: Literal["men", "points"] = "men"
    """Whether players count men, or points of strength, as for vehicles."""

    units_are: Literal["units", "pieces"] = "units"
    """What the texts that players read call every unit: a unit or a piece."""

    notation: Word | Notation = PLAIN
    """How the people who play the game write its moves: the word of a style, or a style with
    options; ``plain`` as records have them."""

    plugins: dict[str, Any] = {}
    """The plugins by name, with their options, in the order in which they are called."""

    victory: tuple[Victory, ...] = ()
    """The victory conditions, checked in this order: words, or a list that may repeat a word."""

    each: Literal["mirrored", "turned"] | None = None
    """How the second side gets what ``each`` gives the first in zones, set-up and armies: mirrored,
    with the same columns, or by a half turn; by default zones are turned and units mirrored."""

    setup: Setup | str
    """A diagram of the whole board, north row first, or of each side's rows. A ruleset with
    ``deploy`` begins with an empty board instead, and so does one whose sides ``place`` units, if
    it has no diagram."""

    start: Start = Start()
    """What units, cells and sides begin with, where it is not what the rules give all of them."""

    deploy: Deployment | None = None
    """How the sides place armies of their choice, or null to use ``setup``."""

    options: dict[Word, str | OptionChoice] = {}
    """Options of players before a game: the dotted path that each sets, or the path with names for
    players."""

    opponent: Opponent = Opponent()
    """How computer players play it; by default their settings follow from the rules."""

    tiles: Tiles = {}
    """What the tiles of other programs' maps are on its boards, by the names these give. A tile
    called like a terrain is that terrain."""

    cites: dict[Code, str] = {}
    """The number of the rule for a refusal, an event or a modifier of attacks (``more.slope``):
    rule tests count them, and the command line shows them. Players do not read them, since the rule
    book that they have is not numbered."""

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
    def _begin_empty(cls, data: Any) -> Any:
        """Begin with an empty board where sides place units and no set-up is drawn."""
        if not isinstance(data, dict) or "setup" in data:
            return data
        abilities = data.get("abilities")
        words = abilities if isinstance(abilities, list) else [abilities]
        places = any(isinstance(each, dict) and "place" in each for each in words)
        return {**data, "setup": ""} if places else data

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

    @model_validator(mode="after")
    def _know_carriers(self) -> Ruleset:
        learn_carriers(self.units)
        return self

    @model_validator(mode="after")
    def _name_arrivals(self) -> Ruleset:
        for word, row in named(self.arrive):
            row.called(word)
        return self

    @property
    def rolls_for_turns(self) -> bool:
        """Whether dice decide who has the first turn, of the game or of a round."""
        rounds = self.turn.round
        return self.first.player == "roll" or (rounds is not None and rounds.first == "roll")

    def option(self, name: str) -> OptionChoice:
        """Return an option as if it were written in full."""
        option = self.options[name]
        return option if isinstance(option, OptionChoice) else OptionChoice(sets=option)

    @property
    def written(self) -> Notation:
        """The notation as if it were written in full."""
        notation = self.notation
        return notation if isinstance(notation, Notation) else Notation(style=notation)

    def side_name(self, side: int) -> Texts:
        """Return the name of a side for players, by its number."""
        word = list(self.sides)[side]
        return self.sides[word].name or word

    def face_name(self, face: str) -> Texts:
        """Return the name of a face for players."""
        return self.faces.get(face, face)

    def counter_numbers(self, unit: str, men: int, full: int) -> str:
        """Return what stands on the counter of a type with so many men of as many in full.

        That is its attack and defence by which tables decide, such as "4-6", its rank, or nothing.
        """
        strength = self.units[unit].strength
        if strength is not None:
            return strength.written(men, full)
        return "" if self.ranks is None else str(self.ranks.of.get(unit, ""))

    def all_faces(self) -> list[str]:
        """Return every face of any die, once, in the order of the dice."""
        return list(dict.fromkeys(face for die in self.dice.values() for face in die))

    def grounds(self, grid: Grid) -> tuple[TerrainMap, ...]:
        """Return the terrain map of each side; ``grounds_of`` names the errors it raises."""
        return grounds_of(self, grid)

    def compiled_markers(
        self, grid: Grid, grounds: Sequence[TerrainMap], plugins: Iterable[object] = ()
    ) -> Markers:
        """Return the markers of a game on its grid; ``compile_markers`` names its errors.

        They include those of the deeds about which selectors ask, those of ``plugins`` too.
        """
        deeds = deeds_in((self, *plugins))
        if self.turn.round is not None and self.turn.round.of == "units":
            deeds = tuple(deed for deed in DEEDS if deed in (*deeds, ACTED))
        return compile_markers(self, grid, grounds, deeds)

    def placements(self, grid: Grid) -> list[Placement]:
        """Return the units of the set-up; errors are those of ``diagram.placements``."""
        return placements(self, grid)

    def unit_marks(self, grid: Grid) -> list[tuple[str, int, int]]:
        """Return the markers of single units at the start; ``start.unit_marks`` names its error."""
        return list(unit_marks(self, grid))

    def units_aboard(self, grid: Grid) -> list[tuple[int, str]]:
        """Return the cells of carriers at the start, each with the type of a unit aboard."""
        return list(units_aboard(self, grid))

    def army(self, name: str, grid: Grid, side: int) -> list[Placement]:
        """Return a ready-made army's units; errors are those of ``diagram.side_placements``."""
        assert self.deploy is not None
        return side_placements(self, grid, self.deploy.armies[name].each, side)

    def effect_lists(self, plugins: Mapping[str, Any]) -> Compiled:
        """Return the lists of effects of the rules and of the options of plugins, made ready."""
        found = compiled_lists(lists_written(self, plugins), self.captured is not None)
        reacts = {word: unit.reacts for word, unit in self.units.items() if unit.reacts}
        if not reacts:
            return found
        attacks = [unit.attack for unit in self.units.values() if unit.attack is not None]
        weapons = max((len(attack.weapons) for attack in attacks), default=0)
        more = reacting_lists(reacts, found.numbers, weapons)
        return Compiled((*found.lists, *more), found.numbers)

    def brings_to_hand(self, plugins: Mapping[str, Any]) -> bool:
        """Return whether an effect brings units to hands."""
        written = lists_written(self, plugins)
        steps = (each.part.effect for one in written for each in standing_in(one))
        return any(isinstance(effect, ToHand) for effect in steps)

    def moments_of_rules(self) -> list[str]:
        """Return the moments after which units or the game have rules."""
        found: list[str] = [rule.when for rule in self.rules.values()]
        found += [rule.when for rule in self.rules_of_lines()]
        found += [
            moment
            for unit in self.units.values()
            for moment in AFTER
            if getattr(unit.after, moment) is not None
        ]
        return list(dict.fromkeys(found))

    def rules_of_lines(self) -> list[LineRule]:
        """Return what is done when units make lines."""
        return [rule for word, line in self.lines.items() for rule in line.rules(word)]

    def arrivals(self) -> Arrivals:
        """Return what brings the reinforcements of the sides as their turns begin."""
        return Arrivals(self.sides, [row for _, row in named(self.arrive)])

    def arrivals_counted(self) -> list[tuple[str, str, int]]:
        """Return the name, the side and the number of units of each row of the schedule."""
        return [(word, row.side, row.number) for word, row in named(self.arrive)]

    def names_by_section(self) -> dict[str, list[str]]:
        """Return the names it defines by section, as ``Names`` calls sections."""
        return {
            "abilities": self.verbs(),
            "sides": list(self.sides),
            "units": list(self.units),
            "dice": list(self.dice),
            "faces": self.all_faces(),
            "zones": list(self.zones),
            "terrains": list(self.terrains),
            "edges": list(self.edges),
            "costs": list(self.costs),
            "markers": list(self.markers),
            "traits": list(self.traits),
            "lines": list(self.lines),
            "tables": list(self.tables),
        }

    def verbs(self) -> list[str]:
        """Return the words of all abilities, those of units first."""
        of_units = (ability.word for unit in self.units.values() for ability in unit.abilities)
        return list(dict.fromkeys((*of_units, *(ability.word for ability in self.abilities))))

    def modifier_words(self) -> list[str]:
        """Return the words of all modifiers of attacks, each once."""
        attacks = [unit.attack for unit in self.units.values() if unit.attack is not None]
        weapons = (weapon for attack in attacks for weapon in attack.weapons)
        words = (word for each in weapons for word, _ in getattr(each.by, "modifiers", ()))
        return [word for word in dict.fromkeys(words) if word]

    def uses_markers(self) -> bool:
        """Return whether markers limit what units do, because they are used up or count it."""
        if self.turn.per_side or self.turn.per_target:
            return True
        units = self.units.values()
        attacks = [unit.attack for unit in units if unit.attack is not None]
        by_weapons = any(weapon.uses for attack in attacks for weapon in attack.weapons)
        return by_weapons or any(unit.uses for unit in units)

    def stage_words(self, stages: Sequence[Stage], verb: str) -> dict[str, dict[str, str]]:
        """Return in each language how a verb is called, and what ends some stages."""
        return stage_words(self, stages, verb)

    def keeps_stages(self) -> bool:
        """Return whether what has ended a stage may cease to hold, so that it must be kept."""
        fills = self.captured is not None or (bool(self.stages) and self.brings_to_hand({}))
        return any(not each.ends_once or (fills and each.asks_hand) for each in self.stages)

    def carries_units(self) -> bool:
        """Return whether any units carry others."""
        return any(unit.carries is not None for unit in self.units.values())

    def carrying_of(self, markers: Markers, grounds: Sequence[TerrainMap]) -> Carrying | None:
        """Return what carries what in a game, or None where nothing does."""
        return carrying_of(self, markers, grounds)

    def layers_of(self, game: Any) -> Layers:
        """Return the layers of a game, such as control and supply."""
        return layers_of(self, game)

    def selections(self, game: Any) -> Selections:
        """Return what binds the selectors of a game when they are first asked about."""
        return Selections(game, bound_units, bound_cells)

    def modifiers(self, game: Any) -> AllModifiers:
        """Return what binds the modifiers of a game's attacks when they are first asked about."""
        return AllModifiers(game, bound_modifiers)

    def why_not(
        self, code: str, selectors: Any, position: Any, unit: int, verb: str, roles: Roles
    ) -> dict[str, str]:
        """Return in each language why a unit is not what it must be; ``why_not`` has more."""
        return why_not(self, code, selectors, position, unit, verb, roles)

    def zone_name(self, zone: str) -> Texts:
        """Return the name of a zone for players."""
        return self.zone_names.get(zone, zone)

    def marker_name(self, marker: str) -> Texts:
        """Return the name of a marker for players."""
        return self.markers[marker].name or marker

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
    several = Annotated[list[attacking], Field(min_length=1)]
    attack = Annotated[attacking | several | None, AfterValidator(_first_of)]
    fields = {"move": (vocabulary.listed("move"), ()), "attack": (attack, None)}
    fields["abilities"] = (vocabulary.several("ability"), ())
    unit = create_model("UnitType", __base__=UnitType, **fields)
    of_turns = vocabulary.several("each_turn")
    fields = {
        "abilities": (vocabulary.several("side_ability"), ()),
        "each_turn": (of_turns, ()),
        "each_round": (of_turns, ()),
        "turn_end": (of_turns, ()),
        "units": (Annotated[dict[Word, unit], Field(min_length=1)], ...),
        "victory": (vocabulary.several("victory"), ()),
    }
    return create_model("Ruleset", __base__=Ruleset, **fields)
