"""What an author may write in a file of tests: the models that its YAML is validated with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator

from wargrid.ruleset.errors import KEY, wrong
from wargrid.text.format import quote

_CHANCE: Final = re.compile(r"[0-9]{1,15}(/[1-9][0-9]{0,14})?")


def _one_or_several(value: object) -> object:
    """One text is a list of one."""
    return [value] if isinstance(value, str) else value


def _in_words(value: object) -> object:
    """A text is a list of its words."""
    return value.split() if isinstance(value, str) else value


def _cells(value: object) -> object:
    """Cells in one text or a list are a list; a picture, which has several lines, stays one."""
    if isinstance(value, str):
        return value if "\n" in value.strip() or "*" in value else value.split()
    return value


def _chance(value: object, *path: str | int) -> Fraction:
    """A whole number, or two with a stroke between them; no decimals, which are seldom exact."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, bool) or not _CHANCE.fullmatch(str(value)):
        raise wrong("not_a_chance", path, value=str(value))
    return Fraction(str(value))


Several = Annotated[list[str], BeforeValidator(_one_or_several)]
"""One text, or a list of texts."""

Catalog = Annotated[list[str], BeforeValidator(_in_words)]
"""Words in one text, or a list of words."""

Cells = Annotated[str | list[str], BeforeValidator(_cells)]
"""Names of cells in one text or a list, or a picture in which ``*`` marks them."""


def _spread(value: object) -> Fraction | dict[int, Fraction]:
    """A mean, or every number that can be with its chance."""
    if not isinstance(value, Mapping):
        return _chance(value)
    for number in value:
        if isinstance(number, bool) or not isinstance(number, int):
            raise wrong("not_integer", (number, KEY), value=quote(number))
    return {number: _chance(chance, number) for number, chance in value.items()}


def _by_name(value: object) -> Fraction | dict[str, Fraction]:
    """The chance of one, or of several by their names."""
    if not isinstance(value, Mapping):
        return _chance(value)
    return {str(name): _chance(chance, name) for name, chance in value.items()}


Spread = Annotated[Fraction | dict[int, Fraction], PlainValidator(_spread)]
ByName = Annotated[Fraction | dict[str, Fraction], PlainValidator(_by_name)]


class Written(BaseModel):
    """Something that an author writes; unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Odds(Written):
    """What a move comes to, exactly. Chances are fractions; ``removed`` and ``hits`` may be means instead."""

    kill: ByName | None = None
    """How likely the target is to leave the board; or other units, by their cells."""

    removed: Spread | None = None
    """How many men the target loses: the mean, or every number with its chance."""

    hits: Spread | None = None
    """How many hits are scored: the mean, or every number with its chance."""

    displaced: ByName | None = None
    """How likely the attacker is to be turned, moved or lost by what follows; or other units, by
    their cells."""

    joins: ByName | None = None
    """How likely the target is to change sides; or other units, by their cells."""

    wins: ByName | None = None
    """How likely the side to act is to win at once; or other sides, by their words."""


class Expected(Written):
    """What must be so after a step; whatever is not mentioned may be as it likes."""

    board: str | None = None
    """The picture of the part of the board that was set up."""

    men: dict[str, int] = {}
    """How many men stand on a cell; 0 where nobody does."""

    wounds: dict[str, int] = {}
    """How many hits the unit on a cell carries."""

    to_act: str | None = None
    """The side to act, ``chance``, or ``nobody`` once the game is over."""

    actions: int | None = None
    """The actions left in this turn."""

    turn: int | None = None
    """The number of the turn."""

    dice: int | None = None
    """How many dice are due."""

    moves: dict[str, Cells] = {}
    """Where exactly the unit on a cell may go."""

    attacks: dict[str, Cells] = {}
    """Whom exactly the unit on a cell may attack or take."""

    turns: dict[str, Catalog] = {}
    """Which facings exactly the unit on a cell may turn to."""

    choices: int | None = None
    """How many moves are legal in all."""

    allowed: Several = []
    """Moves that are legal."""

    refused: dict[str, str] = {}
    """Moves that are not legal, each with the number of the rule or the code of the reason it is
    refused for."""

    events: Annotated[list[str | dict[str, dict[str, Any]]], BeforeValidator(_in_words)] = []
    """What happened in this step, in this order; other things may have happened in between."""

    no_events: Catalog = []
    """What did not happen in this step."""

    odds: dict[str, Odds] = {}
    """What moves come to that could be made now."""

    view: dict[str, str] = {}
    """The board as a side sees it, or as ``everybody`` does."""

    in_check: str | None = None
    """The side whose royal unit could be taken, or ``nobody``."""

    result: str | None = None
    """Who won: a side or ``draw``, and by which word of ``victory`` if that is said; ``none`` while
    it goes on."""


class Step(Written):
    """Moves to be made, the dice that fall, and what must come of it."""

    play: Several = []
    """One move, or several, as records write them."""

    dice: Catalog = []
    """The faces that fall, in order, whenever dice are due."""

    expect: Expected = Expected()
    """What must be so then."""


class RuleTest(Step):
    """One test: what is set up, what is done, what must come of it, and the steps ``then``."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    """The claim that is tested, in one sentence."""

    rule: Several = []
    """The numbers of the rules it proves."""

    set: dict[str, Any] = {}
    """Options of the ruleset, as with ``--set``; over those of the file."""

    scenario: str | None = None
    """Another board and set-up, instead of the file's."""

    board: str | None = None
    """A picture of the board, of a part of it, or a FEN; left out, the game begins as it always
    does."""

    corner: str | None = None
    """The cell where the south-west corner of a part of the board lies; left out, ``a1``."""

    elsewhere: dict[str, str] | None = None
    """Who stands on the part that the picture leaves out, by cell; instead of those of the file."""

    if_not_drawn: dict[str, str] | None = None
    """The same, unless the picture draws a unit of this side and type."""

    side: str | None = None
    """The side to act; left out, the first."""

    actions: int | None = None
    """The actions left; left out, all of them."""

    turn: Annotated[int, Field(ge=1)] | None = None
    """The number of the turn; left out, 1."""

    men: dict[str, int] = {}
    """Units that are not full, by cell."""

    wounds: dict[str, int] = {}
    """Hits carried, by cell."""

    used: dict[str, dict[str, int]] = {}
    """How often units have done what is limited, by verb and cell."""

    then: list[Step] = []
    """What is done and expected afterwards, step by step."""

    @property
    def title(self) -> str:
        """The rules proved and the claim."""
        return f"{', '.join(self.rule)}: {self.name}" if self.rule else self.name


class TestFile(Written):
    """A file of tests for one ruleset."""

    __test__ = False

    ruleset: str
    """The ruleset tested: its name, or a file from here."""

    set: dict[str, Any] = {}
    """Options set for all tests."""

    scenario: str | None = None
    """Another board and set-up for all tests."""

    elsewhere: dict[str, str] = {}
    """Who stands on the part of the board that a picture leaves out, by cell."""

    if_not_drawn: dict[str, str] = {}
    """The same, unless the picture draws a unit of this side and type."""

    tests: Annotated[list[RuleTest], Field(min_length=1)]
    """The tests, in the order of the rule book."""
