"""What a model does not accept is said in our own words, at the place in the file, in both
languages."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from pydantic_core import PydanticCustomError, core_schema

from wargrid.loading.complaints import complaints
from wargrid.loading.library import find_parent
from wargrid.ruleset.errors import wrong
from wargrid.source.inherit import resolve
from wargrid.source.yaml_reader import read_text

STRICT = ConfigDict(strict=True, extra="forbid", frozen=True)
Word = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]


class Attack(BaseModel):
    model_config = STRICT
    dice: Annotated[int, Field(ge=1, le=9)] = 1
    hits: Literal["axe", "arrow"] = "axe"


class Slide(BaseModel):
    model_config = STRICT
    far: int

    @model_validator(mode="after")
    def _seven_is_refused(self) -> Slide:
        if self.far == 7:
            raise wrong("one_word", known="slide, jump")
        if self.far == 8:
            raise ValueError("Eight is too far.")
        if self.far == 9:
            raise wrong("too_large", path=("far",), value="9", limit=8)
        if self.far == 10:
            raise PydanticCustomError("of_a_stranger", "Ten is {what}.", {"what": "odd"})
        return self


class Unit(BaseModel):
    model_config = STRICT
    men: int
    attack: Attack = Attack()
    letter: Annotated[str, Field(pattern=r"^[A-Z]$")] = "A"
    code: Annotated[str, Field(pattern=r"^x+$", min_length=2, max_length=3)] = "xx"
    move: int | Slide | Literal["any"] = 1
    tags: Annotated[list[str], Field(min_length=1, max_length=2)] = ["a"]
    brave: bool = True
    pace: Annotated[float, Field(gt=0, lt=5)] = 1.0
    step: Annotated[int, Field(multiple_of=5)] = 5
    nothing: None = None


class Game(BaseModel):
    model_config = STRICT
    units: dict[Word, Unit]
    name: dict[str, str] | str = ""
    sides: dict[Word, int] = {}
    setup: str = ""

    @model_validator(mode="before")
    @classmethod
    def _sides_may_be_listed(cls, data):
        sides = data.get("sides")
        return {**data, "sides": dict.fromkeys(sides, 1)} if isinstance(sides, list) else data

    @field_validator("setup")
    @classmethod
    def _no_z(cls, picture):
        for row, line in enumerate(picture.splitlines()):
            if "zz" in line:
                raise wrong(
                    "refused", message="Nobody sleeps.", row=row, column=line.index("zz"), length=2
                )
        return picture


def near(path):
    models = {"attack": Attack, "move": Slide}
    return (
        models[path[-1]] if path and path[-1] in models else Unit if path else Game
    ).model_fields


def complain(text, base=None):
    document = read_text(text, "game.yaml")
    merged = resolve(document, lambda name, beside: read_text(base, "base.yaml"))
    with pytest.raises(ValidationError) as caught:
        Game.model_validate(merged.data)
    return complaints(caught.value, merged, near)


ROWS = [
    ("attack: {}", "missing_key", 3, 'Add "men:"'),
    ("mne: 4", "unknown_key", 7, 'Did you mean "men"?'),
    ("men: 4, attack: {dize: 1}", "unknown_key", 24, 'Did you mean "dice"?'),
    ("men: 4, attack: {zzz: 1}", "unknown_key", 24, "Allowed are: dice, hits."),
    ('men: "4"', "not_integer", 12, "without quotes"),
    ("men: 4.5", "not_integer", 12, "whole number"),
    ("men: ~", "not_integer", 12, "whole number"),
    ("men: true", "not_integer", 12, "whole number"),
    ("men: [4]", "not_integer", 7, "whole number"),
    ("men: 4, pace: fast", "not_number", 21, "0.5"),
    ("men: 4, letter: 4", "not_text", 23, "in quotes"),
    ("men: 4, letter: ab", "bad_letter", 23, "from A to Z"),
    ("men: 4, code: ab", "bad_pattern", 21, "^x+$"),
    ("men: 4, code: x", "text_too_short", 21, "is 2"),
    ("men: 4, code: xxxx", "text_too_long", 21, "is 3"),
    ("men: 4, brave: y", "not_bool", 22, "Write true or false"),
    ("men: 4, tags: a", "not_list", 21, "such as [a]."),
    ("men: 4, tags: []", "list_too_short", 15, "is 1"),
    ("men: 4, tags: [a, b, c]", "list_too_long", 15, "is 2"),
    ("men: 4, tags: [a, 2]", "not_text", 25, "in quotes"),
    ("men: 4, attack: 3", "not_map", 23, "key: value"),
    ("men: 4, attack: {dice: 0}", "too_small", 30, "not below 1"),
    ("men: 4, attack: {dice: 22}", "too_large", 30, "not above 9"),
    ("men: 4, pace: 0", "not_greater", 21, "greater than 0"),
    ("men: 4, pace: 5", "not_less", 21, "less than 5"),
    ("men: 4, step: 4", "not_multiple", 21, "multiple of 5"),
    ("men: 4, nothing: 3", "not_empty", 24, "Write ~"),
    ("men: 4, attack: {hits: arow}", "not_a_choice", 30, 'Did you mean "arrow"?'),
    ("men: 4, attack: {hits: zzz}", "not_a_choice", 30, "Allowed are: axe, arrow."),
    ("men: 4, move: [1]", "wrong_form", 15, "a whole number, keys with values, any"),
    ("men: 4, move: ani", "not_a_choice", 21, 'Did you mean "any"?'),
    ("men: 4, move: {fra: 1}", "unknown_key", 22, 'Did you mean "far"?'),
    ("men: 4, move: {far: x}", "not_integer", 27, "whole number"),
    ("men: 4, move: {far: 7}", "one_word", 15, "slide, jump"),
    ("men: 4, move: {far: 8}", "refused", 15, "Change this value"),
    ("men: 4, move: {far: 9}", "too_large", 27, "not above 8"),
    ("men: 4, move: {far: 10}", "refused", 15, "Change this value"),
]


@pytest.mark.parametrize(("unit", "name", "column", "cure"), ROWS, ids=[row[0] for row in ROWS])
def test_a_value_that_is_not_accepted_is_told_with_its_place_and_a_cure(unit, name, column, cure):
    (found,) = complain(f"units:\n  a: {{{unit}}}\n")
    assert (found.name, found.line, found.column) == (name, 2, column)
    assert cure in found.cure()


@pytest.mark.parametrize("unit", [row[0] for row in ROWS])
def test_pydantics_own_wording_is_never_shown(unit):
    (found,) = complain(f"units:\n  a: {{{unit}}}\n")
    for raw in ("Input should", "Field required", "Extra inputs", "pydantic", "Value error"):
        assert raw not in found.text() + found.text("fr")


def test_the_words_of_a_validator_are_kept():
    (found,) = complain("units:\n  a: {men: 4, move: {far: 8}}\n")
    assert found.what() == "Eight is too far."


def test_the_words_of_a_strangers_error_are_kept():
    (found,) = complain("units:\n  a: {men: 4, move: {far: 10}}\n")
    assert found.what() == "Ten is odd."


def test_a_wrong_key_is_told_at_the_key():
    (found,) = complain("units:\n  Bad: {men: 4}\n")
    assert (found.name, found.line, found.column, found.length) == ("bad_word", 2, 3, 3)
    assert '"Bad"' in found.what()


def test_a_missing_key_at_the_top_points_at_the_start():
    (found,) = complain("name: A\n")
    assert (found.name, found.line, found.column, found.values["key"]) == (
        "missing_key",
        1,
        1,
        "units",
    )


def test_a_misspelt_key_is_not_also_told_as_missing():
    assert [found.name for found in complain("untis: {}\n")] == ["unknown_key"]


def test_a_validator_points_into_a_picture():
    (found,) = complain("units: {}\nsetup: |\n  . .\n  . zz\n")
    assert (found.line, found.column, found.length, found.what()) == (4, 5, 2, "Nobody sleeps.")


def test_a_word_of_a_list_that_a_model_spells_out_is_told_in_the_list():
    (found,) = complain("units: {}\nsides: [gold, Silver]\n")
    assert (found.name, found.line, found.column) == ("bad_word", 2, 15)


def test_all_faults_of_a_ruleset_are_told_by_place():
    found = complain(
        "units:\n  a: {men: x, letter: ab}\n  b: {mne: 4, brave: 3}\nname: [x]\nnme: 3\n"
    )
    assert [(diagnostic.name, diagnostic.line) for diagnostic in found] == [
        ("not_integer", 2),
        ("bad_letter", 2),
        ("unknown_key", 3),
        ("not_bool", 3),
        ("wrong_form", 4),
        ("unknown_key", 5),
    ]


def test_a_fault_inherited_from_the_base_is_told_in_the_base():
    (found,) = complain("extends: base\nname: B\n", base="units:\n  a: {men: x}\n")
    assert (found.file, found.line, found.chain) == ("base.yaml", 2, ("game.yaml", "base.yaml"))


def test_a_key_that_a_variant_removed_is_told_where_it_was_removed():
    (found,) = complain("extends: base\nunits:\n  a: {men: ~}\n", base="units:\n  a: {men: 4}\n")
    assert (found.name, found.file, found.line, found.column) == ("missing_key", "game.yaml", 3, 7)


def test_options_validated_apart_are_told_at_their_place():
    merged = resolve(read_text("plugins:\n  panic: {dize: 3}\n", "game.yaml"), find_parent)
    with pytest.raises(ValidationError) as caught:
        Attack.model_validate(merged.data["plugins"]["panic"])
    (found,) = complaints(
        caught.value, merged, lambda path: Attack.model_fields, at=("plugins", "panic")
    )
    assert (found.line, found.column, found.cure()) == (2, 11, 'Did you mean "dice"?')


@pytest.mark.parametrize("kind", sorted(get_args(core_schema.ErrorType)))
def test_every_kind_of_error_pydantic_knows_is_said_in_our_words(kind):
    """Whatever model a plugin brings, its errors fill a sentence in both languages."""
    context = {
        "gt": 1,
        "ge": 1,
        "lt": 1,
        "le": 1,
        "multiple_of": 1,
        "min_length": 1,
        "max_length": 1,
    }
    context |= {"pattern": "^x$", "expected": "'a' or 'b'"}
    error = ValidationError.from_exception_data(
        "Unit",
        [{"type": PydanticCustomError(kind, "raw words", context), "loc": ("men",), "input": 1}],
    )
    (found,) = complaints(error, resolve(read_text("men: 1\n", "game.yaml"), find_parent), near)
    for language in ("en", "fr"):
        sentence = found.sentence(language)
        assert sentence.strip()
        assert "faults." not in sentence
    assert "raw words" not in found.cure()
