"""The Pydantic models of a file of rule tests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, PlainValidator

from wargrid.ruleset.errors import AT_KEY, validation_error
from wargrid.ruleset.named import Model
from wargrid.text import quote

_CHANCE: Final = re.compile(r"[0-9]{1,15}(/[1-9][0-9]{0,14})?")


def _in_words(value: object) -> object:
    return value.split() if isinstance(value, str) else value


def _cells(value: object) -> object:
    is_picture = isinstance(value, str) and ("\n" in value.strip() or "*" in value)
    return value if is_picture else _in_words(value)


def _chance(value: object, *path: str | int) -> Fraction:
    """Return a whole number or a fraction; no decimals, which are seldom exact."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, bool) or not _CHANCE.fullmatch(str(value)):
        raise validation_error("not_a_chance", path, value=str(value))
    return Fraction(str(value))


Several = Annotated[
    list[str], BeforeValidator(lambda value: [value] if isinstance(value, str) else value)
]
"""One text, or a list of texts."""

WordList = Annotated[list[str], BeforeValidator(_in_words)]
"""Words in one text, or a list of words."""

Cells = Annotated[str | list[str], BeforeValidator(_cells)]
"""Names of cells in one text or a list, or a picture in which ``*`` marks them."""


def _spread(value: object) -> Fraction | dict[int, Fraction]:
    if not isinstance(value, Mapping):
        return _chance(value)
    for number in value:
        if isinstance(number, bool) or not isinstance(number, int):
            raise validation_error("not_integer", (number, AT_KEY), value=quote(number))
    return {number: _chance(chance, number) for number, chance in value.items()}


def _by_name(value: object) -> Fraction | dict[str, Fraction]:
    if not isinstance(value, Mapping):
        return _chance(value)
    return {str(name): _chance(chance, name) for name, chance in value.items()}


def _marks(value: object) -> object:
    """Return a text of places for a marker that is on or off stands for the value 1 at each."""
    if not isinstance(value, Mapping):
        return value
    return {
        word: dict.fromkeys(places.split(), 1) if isinstance(places, str) else places
        for word, places in value.items()
    }


Marks = Annotated[dict[str, dict[str, int | str]], BeforeValidator(_marks)]
"""The values of markers: by name of the marker, then by cell or side; ``red c3`` is the cell of a
side. The cells alone, in one text, mean the value 1."""

Held = dict[str, dict[str, int]]
"""What sides hold beside the board: so many units by side and type."""

Spread = Annotated[Fraction | dict[int, Fraction], PlainValidator(_spread)]
ByName = Annotated[Fraction | dict[str, Fraction], PlainValidator(_by_name)]


class ExpectedOdds(Model):
    """The exact odds of a move. Chances are fractions; ``removed`` and ``hits`` may be means."""

    kill: ByName | None = None
    """The chance that the target leaves the board; or other units, by cell."""

    removed: Spread | None = None
    """The men that the target loses: the mean, or each number with its chance."""

    hits: Spread | None = None
    """The hits: the mean, or each number with its chance."""

    counts: dict[str, Spread] | None = None
    """What the resolution counts besides hits, by its name, such as ``flags``: the mean, or each
    number with its chance."""

    column: int | str | None = None
    """The column of the table to which the strengths lead, as the table writes it."""

    results: ByName | None = None
    """The results of the table, each with its chance; one alone is certain."""

    displaced: ByName | None = None
    """The chance that the attacker is turned, moved or lost; or other units, by cell."""

    joins: ByName | None = None
    """The chance that the target changes sides; or other units, by cell."""

    wins: ByName | None = None
    """The chance that the side to act wins at once; or other sides, by name."""


class Expected(Model):
    """What must hold after a step. Keys that are omitted are not checked."""

    board: str | None = None
    """The picture of the part of the board that was set up."""

    men: dict[str, int] = {}
    """The men of the unit on a cell; 0 for an empty cell."""

    wounds: dict[str, int] = {}
    """The hits that the unit on a cell carries."""

    markers: Marks = {}
    """The values of markers, each by cell or side; ``none`` where one holds no side or cell."""

    hand: Held = {}
    """What sides hold beside the board: by side, then by type."""

    aboard: dict[str, Several] = {}
    """The units that the unit on a cell carries, in the order of types: each by its type, or with
    what differs from a new one, ``infantry men 7``. An empty list for none."""

    to_act: str | None = None
    """The side to act, ``chance``, or ``nobody`` once the game is over."""

    actions: int | None = None
    """The actions left in the turn."""

    turn: int | None = None
    """The number of the turn."""

    dice: int | None = None
    """The number of dice to roll now."""

    moves: dict[str, Cells] = {}
    """The exact cells to which the unit on a cell may move."""

    attacks: dict[str, Cells] = {}
    """The exact cells that the unit on a cell may attack or take."""

    turns: dict[str, WordList] = {}
    """The exact facings to which the unit on a cell may turn."""

    controlled: dict[str, WordList] = {}
    """The exact cells that the units of a side control."""

    supplied: dict[str, WordList] = {}
    """The exact cells that the supply of a side reaches."""

    choices: int | None = None
    """The number of legal moves."""

    allowed: Several = []
    """Legal moves."""

    refused: dict[str, str] = {}
    """Illegal moves, each with the number of the rule or the code of the reason."""

    events: Annotated[list[str | dict[str, dict[str, Any]]], BeforeValidator(_in_words)] = []
    """Events of this step in order; others may occur between them."""

    no_events: WordList = []
    """Events that must not occur in this step."""

    odds: dict[str, ExpectedOdds] = {}
    """The odds of moves that are legal now."""

    view: dict[str, str] = {}
    """The board as a side sees it, or as ``everybody`` sees it."""

    in_check: str | None = None
    """The side whose royal unit is in check, or ``nobody``."""

    result: str | None = None
    """The winner or ``draw``, optionally with the word of ``victory``; ``none`` before the end."""


class TestStep(Model):
    """Moves to play, dice to roll, and what must hold then."""

    play: Several = []
    """One move or several, in the notation of records."""

    dice: WordList = []
    """The faces that dice show, in order, whenever dice are rolled."""

    expect: Expected = Expected()
    """What must hold then."""


class RuleTest(TestStep):
    """One test: the set-up, the first step, and further steps under ``then``."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    """The claim, in one sentence."""

    rule: Several = []
    """The numbers of the rules that it proves."""

    set: dict[str, Any] = {}
    """Options of the ruleset, as with ``--set``; they replace those of the file."""

    scenario: str | None = None
    """The scenario, instead of the file's."""

    board: str | None = None
    """A picture of the board or of a part of it, or a FEN; default: the start of the game."""

    corner: str | None = None
    """The south-west cell of the picture; default ``a1``."""

    elsewhere: dict[str, str] | None = None
    """Units outside the picture, by cell; instead of the file's."""

    if_not_drawn: dict[str, str] | None = None
    """The same, unless the picture has a unit of this side and type."""

    side: str | None = None
    """The side to act; default: the first."""

    actions: int | None = None
    """The actions left; default: all."""

    turn: Annotated[int, Field(ge=1)] | None = None
    """The number of the turn; default 1."""

    men: dict[str, int] = {}
    """The men of units below full strength, by cell."""

    wounds: dict[str, int] = {}
    """The hits that units carry, by cell."""

    markers: Marks = {}
    """The values of markers that differ from the start, each by cell or side."""

    hand: Held = {}
    """What sides hold beside the board, where it differs from the start: by side, then by type."""

    aboard: dict[str, Several] = {}
    """What units carry, by their cells: types, or types with what differs from a new unit,
    ``infantry men 7``."""

    used: dict[str, dict[str, int]] = {}
    """How often units have used limited actions, by verb and cell."""

    pending: str | None = None
    """The question or chain that waits for an answer, as in positions: ``again c4``."""

    then: list[TestStep] = []
    """Further steps."""

    @property
    def title(self) -> str:
        """The rules and the claim."""
        return f"{', '.join(self.rule)}: {self.name}" if self.rule else self.name


class TestFile(Model):
    """A file of tests for one ruleset."""

    __test__ = False

    ruleset: str
    """The ruleset tested: its name, or a file from here."""

    set: dict[str, Any] = {}
    """Options for all tests."""

    scenario: str | None = None
    """The scenario of all tests."""

    elsewhere: dict[str, str] = {}
    """Units outside the pictures, by cell."""

    if_not_drawn: dict[str, str] = {}
    """The same, unless the picture has a unit of this side and type."""

    tests: Annotated[list[RuleTest], Field(min_length=1)]
    """The tests, in the order of the rule book."""


def rules_in(cited: str) -> list[str]:
    """Return the numbers of the rules in a citation, which commas separate."""
    return [rule.strip() for rule in cited.split(",") if rule.strip()]
