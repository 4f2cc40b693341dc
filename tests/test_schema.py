"""The JSON Schema of what authors write says what the loader says, judged by a library that knows
neither."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from mutating import CHANGES, Mutant, mutants, places, spread
from wargrid import Plugin, RulesetError, hookimpl
from wargrid.authoring.json_schema import field_texts, schema
from wargrid.cli import main
from wargrid.loading.library import is_ruleset, names
from wargrid.loading.loader import load_document, load_named
from wargrid.plugins.discovery import installed
from wargrid.ruleset.base import Kind, Reach
from wargrid.ruleset.builtin import BUILT_IN
from wargrid.ruleset.models import UnitType
from wargrid.source.diagnostics import Diagnostic
from wargrid.source.yaml_reader import read, read_text

RULESETS = Path(__file__).parent.parent / "rulesets"
DOCS = RULESETS.parent / "docs"
LOOKS = sorted(RULESETS.rglob("looks.yaml"))
SHIPPED = sorted(path for path in RULESETS.rglob("*.yaml") if is_ruleset(path, RULESETS))
SCENARIOS = sorted(RULESETS.rglob("scenarios/*.yaml"))

FAMILIES = {name + part for name in ("move", "at", "by", "victory") for part in ("", ".part")}
OF_WORDS = FAMILIES | {"victory_word"}
"""Maps of words, each described where it is defined."""

SMALL = """\
name: Small
sides: [a, b]
board: {columns: 3, rows: 3}
turn: {actions: 1, may: {move: 1}}
first: {player: a}
units:
  man: {letter: M, name: Man, move: {ahead: 1}}
  boy: {like: man, letter: B}
victory: {eliminate: {}}
setup: {each: "M . B"}
"""


@cache
def judge(kind: str = "ruleset") -> Draft202012Validator:
    """What judges by the schema of a kind of file."""
    return Draft202012Validator(schema(kind))


def accepts(text: str) -> bool:
    """Whether the schema accepts the text of a ruleset."""
    return bool(judge().is_valid(yaml.safe_load(text)))


@pytest.mark.parametrize(
    "kind", [pytest.param("ruleset", marks=pytest.mark.slow), "scenario", "looks"]
)
def test_a_schema_is_one(kind: str) -> None:
    """It keeps to the standard it names."""
    Draft202012Validator.check_schema(schema(kind))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.relative_to(RULESETS).as_posix())
def test_shipped_rulesets_are_accepted(path: Path) -> None:
    """Whole games and variants."""
    assert [error.message for error in judge().iter_errors(read(path).data)] == []


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.relative_to(RULESETS).as_posix())
def test_shipped_scenarios_are_accepted(path: Path) -> None:
    """By a schema of their own."""
    assert [error.message for error in judge("scenario").iter_errors(read(path).data)] == []


@pytest.mark.parametrize("path", LOOKS, ids=lambda path: path.relative_to(RULESETS).as_posix())
def test_shipped_looks_are_accepted(path: Path) -> None:
    """By the schema of what the window reads."""
    assert [error.message for error in judge("looks").iter_errors(read(path).data)] == []


def test_looks_have_colours() -> None:
    """A colour is written as six digits."""
    assert judge("looks").is_valid({"board": {"light": "#00ff7F"}})
    assert not judge("looks").is_valid({"board": {"light": "green"}})
    assert not judge("looks").is_valid({"boards": {}})


ACCEPTED = {
    "a unit like another": ("name: Man", "name: Man"),
    "a list of ways": (
        "move: {ahead: 1}",
        "move: [ahead, {slide: {directions: all}}, {leap: [1, 2]}]",
    ),
    "no way at all": ("move: {ahead: 1}", "move: ~"),
    "a word alone": ("move: {ahead: 1}", "attack: {at: front, by: removal}"),
    "two words of which one is null": ("{ahead: 1}", "{ahead: 1, step: ~}"),
    "false for off": ("{eliminate: {}}", "{repetition: false}"),
    "sides with edges": ("[a, b]", "{a: {edge: east}, b: {edge: west}}"),
    "a plugin without options": ("victory:", "plugins: {lionheart.volley: ~}\nvictory:"),
    "an option with named values": (
        "victory:",
        "options: {wide: {sets: board.columns, values: {few: 3}}}\nvictory:",
    ),
}


@pytest.mark.parametrize(("old", "new"), ACCEPTED.values(), ids=ACCEPTED)
def test_short_forms_are_accepted(old: str, new: str) -> None:
    """Everything an author may write instead of the long form."""
    assert old in SMALL
    assert accepts(SMALL.replace(old, new, 1))


REFUSED = {
    "a misspelt key": ("columns:", "colums:"),
    "a missing key": ("turn:", "# turn:"),
    "two words": ("{ahead: 1}", "{ahead: 1, step: forward}"),
    "a word that needs an option alone": ("move: {ahead: 1}", "move: slide"),
    "a strange word": ("{ahead: 1}", "{fly: 1}"),
    "a strange plugin": ("victory:", "plugins: {zzz: {}}\nvictory:"),
    "an option of the wrong form": ("{ahead: 1}", "{ahead: far}"),
    "a strange option of a plugin": ("victory:", "plugins: {lionheart.volley: {far: 1}}\nvictory:"),
    "a unit's word written again": ("letter: M", "word: man, letter: M"),
    "a unit that lacks a letter": ("letter: M, ", ""),
    "like what is no name": ("like: man", "like: [man]"),
    "a letter in lower case": ("letter: M", "letter: m"),
    "three sides": ("[a, b]", "[a, b, c]"),
    "nothing for a unit": ("{like: man, letter: B}", "~"),
}


@pytest.mark.parametrize(("old", "new"), REFUSED.values(), ids=REFUSED)
def test_slips_are_refused_by_the_schema_and_by_the_loader(old: str, new: str) -> None:
    """Both say no."""
    assert old in SMALL
    wrong = SMALL.replace(old, new, 1)

    assert not accepts(wrong)
    with pytest.raises(RulesetError):
        load_document(read_text(wrong, "small.yaml"), "small")


@pytest.mark.parametrize(
    "patch",
    ["turn: {actions: 3}", "plugins: {lionheart.panic: ~}", "units: {archer: ~}", "board: ~", "zzz: ~",
     "units: {archer: {attack: {at: {volley: {deep: 4}}}}}", "turn: {may: {turn: ~, fly: ~}}", "scenario: ~"],
)  # fmt: skip
def test_a_variant_may_leave_out_and_take_away_anything(patch: str) -> None:
    """The same lines are no ruleset of their own."""
    assert accepts(f"extends: lionheart/level1\n{patch}\n")
    assert not accepts(f"{patch}\n")


@pytest.mark.parametrize(
    "patch",
    ["trun: {actions: 3}", "turn: {actions: many}", "plugins: {lionheart.panik: {}}", "setup: 3", "extends: 3",
     "units: {archer: {attack: {at: {front: {}, around: {}}}}}", "units: {archer: {move: [{ahead: ~}]}}"],
)  # fmt: skip
def test_what_a_variant_says_must_be_right(patch: str) -> None:
    """Keys and values are judged as anywhere."""
    assert not accepts(
        patch if patch.startswith("extends") else f"extends: lionheart/level1\n{patch}\n"
    )


def test_a_ruleset_may_leave_its_board_to_a_scenario() -> None:
    """Then, and only then, board and set-up may be missing."""
    without = SMALL.replace("board:", "# board:").replace("setup:", "# setup:")
    assert accepts(f"{without}scenario: ford\n")
    assert not accepts(without)


def test_a_scenario_says_nothing_of_the_rules() -> None:
    """A board is its business, units are not."""
    assert judge("scenario").is_valid({"board": {"columns": 3}})
    assert not judge("scenario").is_valid({"units": {}})


def test_every_option_is_described() -> None:
    """An editor shows what stands under the field in the source."""
    defs = schema()["$defs"]
    options = {
        name: each.get("properties", {}) for name, each in defs.items() if name not in OF_WORDS
    }
    bare = [
        f"{name}.{key}"
        for name, each in options.items()
        for key, said in each.items()
        if not _described(said)
    ]

    assert len(options) > 100
    assert bare == []


def _described(said: dict[str, Any]) -> bool:
    return bool(said.get("description")) or said == {"type": "null"}


def test_every_word_and_plugin_stands_in_the_schema() -> None:
    """Built in or brought by an installed package."""
    defs = schema()["$defs"]
    words = {word for family in FAMILIES for word in defs[family].get("properties", {})}

    assert {kind.word for kind in BUILT_IN} | {"volley", "damage"} <= words
    assert list(defs["Ruleset"]["properties"]["plugins"]["properties"]) == list(installed())


def test_our_own_marks_are_not_published() -> None:
    """Other tools find keywords of the standard only."""
    assert '"x-' not in json.dumps(schema())


def test_names_of_a_ruleset_are_proposed() -> None:
    """Where the name of a unit is asked for, those there are stand as examples, and others stay
    allowed."""
    names = load_named("lionheart/level1").ruleset.names_by_section()
    king = schema(names=names)["$defs"]["Slay"]["properties"]["unit"]
    assert king["examples"] == ["infantry", "archer", "knight", "king"]
    assert king["type"] == "string"
    assert "enum" not in king


def test_inherited_fields_keep_their_docstrings() -> None:
    """A model made for a vocabulary is documented as the one it was made from."""
    assert field_texts(type("Made", (UnitType,), {}))["men"] == "The men of a fresh unit."


def test_the_command_prints_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    """As one document of JSON."""
    assert main(["schema", "scenario"]) == 0
    assert json.loads(capsys.readouterr().out) == schema("scenario")


def test_an_unknown_kind_is_answered_by_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    """In a sentence, with exit code 2."""
    assert main(["--language", "en", "schema", "zzz"]) == 2
    assert (
        capsys.readouterr().err
        == 'There is no schema of "zzz". There is one of: ruleset, scenario, looks.\n'
    )


SLIDING = """\
from wargrid import Plugin, hookimpl
from wargrid.kinds import Reach, MovePattern

class Nowhere(Reach):
    \"\"\"Nobody can be attacked.\"\"\"

    word = "nowhere"

    def pattern(self, ground, cell, forward):
        return MovePattern()

class Idle(Plugin):
    \"\"\"Does nothing but bring a word.\"\"\"

    often: int = 1
    \"\"\"How often it does nothing.\"\"\"

    @hookimpl
    def kinds(self):
        return [Nowhere]
"""


def test_a_plugin_beside_the_ruleset_is_known_once_trusted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its word and its options stand in the schema of that ruleset; anything may stand there in the
    general one."""
    (tmp_path / "idle.py").write_text(SLIDING)
    listed = "plugins: {./idle.py:Idle: {often: %s}}\nvictory:"
    with_word = SMALL.replace("move: {ahead: 1}", "attack: {at: nowhere, by: removal}")
    (tmp_path / "own.yaml").write_text(SMALL.replace("victory:", listed % 2))

    assert main(["schema", "--trust", "--ruleset", str(tmp_path / "own.yaml")]) == 0
    own = Draft202012Validator(json.loads(capsys.readouterr().out))

    assert own.is_valid(yaml.safe_load(with_word.replace("victory:", listed % 3)))
    assert not own.is_valid(yaml.safe_load(SMALL.replace("victory:", listed % "often")))
    assert accepts(SMALL.replace("victory:", listed % "often"))
    assert not accepts(with_word)


class Far(Reach):
    """Another word for the same."""

    word = "volley"

    how_far: int


class Odd(Plugin):
    """A stranger's plugin with an option that JSON cannot say, and a word that another plugin
    has."""

    judge: Callable[[int], bool]

    @hookimpl
    def kinds(self) -> list[type[Kind]]:
        """Offer the word."""
        return [Far]


class Silent(Plugin):
    """A stranger's plugin that cannot say which words it has."""

    @hookimpl
    def kinds(self) -> list[type[Kind]]:
        """Fail."""
        raise RuntimeError("no words")


def test_odd_plugins_do_not_spoil_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that cannot be imported is left out; what JSON cannot say may be anything; of two equal
    words one is told."""
    monkeypatch.setattr("wargrid.authoring.json_schema.plugin_class", lambda name: sys.exit(1))
    found = schema(plugins={"odd.odd": Odd, "odd.silent": Silent})
    assert list(found["$defs"]["Ruleset"]["properties"]["plugins"]["properties"]) == [
        "odd.odd",
        "odd.silent",
    ]
    assert found["$defs"]["Far"]["required"] == ["how_far"]


# What the schema cannot see, by sort.


def left_out(diagnostic: Diagnostic, mutant: Any) -> bool:
    """A variant, a unit like another, or a ruleset with a scenario leaves out what nobody else says
    either."""
    from_elsewhere = {"extends", "scenario"} & set(mutant) or any(
        "like" in (unit or ()) for unit in _units(mutant)
    )
    empty = diagnostic.name == "wrong_form" and diagnostic.values["value"] == "~"
    return bool(from_elsewhere) and (diagnostic.name in ("missing_key", "one_word") or empty)


def plugin_not_listed(diagnostic: Diagnostic, mutant: Any) -> bool:
    """A word is used whose plugin is installed and the ruleset does not list it."""
    return diagnostic.name == "word_of_plugin"


def one_against_another(diagnostic: Diagnostic, mutant: Any) -> bool:
    """One option does not go with another one beside it."""
    return diagnostic.name in ("limits_crossed", "lionheart.even_width", "xiangqi.odd_obstacles")


def longer_than_a_window_shows(diagnostic: Diagnostic, mutant: Any) -> bool:
    """A text for players has more characters than any window could show."""
    return diagnostic.name == "text_too_long"


def whole_with_a_point(diagnostic: Diagnostic, mutant: Any) -> bool:
    """A whole number is written with a point, which is the same number in JSON."""
    return diagnostic.name in ("not_integer", "wrong_form") and str(
        diagnostic.values["value"]
    ).endswith(".0")


SORTS = (
    left_out,
    plugin_not_listed,
    one_against_another,
    longer_than_a_window_shows,
    whole_with_a_point,
)


def test_the_sorts_are_at_most_five_and_told_to_authors() -> None:
    """Each is a point of a list in the chapter on editors."""
    chapter = (
        (DOCS / "rulesets.md").read_text("utf-8").split("\n## In an editor\n")[1].split("\n## ")[0]
    )
    assert len(re.findall("^- ", chapter, re.MULTILINE)) == len(SORTS) <= 5


def test_a_whole_number_with_a_point_is_of_these_sorts() -> None:
    """The schema takes it; the loader says that it is none."""
    text = text_of("breakthrough/standard").replace("columns: 8", "columns: 8.0")
    assert list(disagreements("breakthrough/standard", [("a point", text.encode())])) == []
    assert list(judge().iter_errors(_with_text_keys(read_text(text, "mine.yaml").data))) == []


def test_limits_that_cross_are_of_these_sorts() -> None:
    """A reach that ends before it begins."""
    text = text_of("battle/default").replace("least: 2, most: 5", "least: 6, most: 5")
    assert text != text_of("battle/default")
    assert list(disagreements("battle/default", [("crossed", text.encode())])) == []


def _units(mutant: Any) -> list[Any]:
    units = mutant.get("units")
    return (
        [unit for unit in units.values() if isinstance(unit, dict)]
        if isinstance(units, dict)
        else []
    )


def disagreements(name: str, broken: Iterable[Mutant]) -> Iterator[str]:
    """Where schema and loader differ about mutants of a ruleset, beyond the sorts.

    What is no YAML that a ruleset may be written in, such as a key said twice, never comes to a
    schema.
    """
    path = RULESETS / f"{name}.yaml"
    for what, mutant in broken:
        try:
            document = read_text(mutant.decode("utf-8"), "mutant.yaml")
        except (RulesetError, UnicodeDecodeError):
            continue
        document.path = path
        wrong = [error.message for error in judge().iter_errors(_with_text_keys(document.data))]
        diagnostics: tuple[Diagnostic, ...] = ()
        try:
            load_document(document, name)
        except RulesetError as error:
            diagnostics = error.diagnostics
        if wrong and not diagnostics:
            yield f"{what}: only the schema refuses it: {wrong}"
        structural = [diagnostic for diagnostic in diagnostics if diagnostic.code.startswith("E3")]
        if (
            structural
            and not wrong
            and not any(sort(structural[0], document.data) for sort in SORTS)
        ):
            yield f"{what}: only the loader refuses it: {structural[0].sentence()}"


def _with_text_keys(value: Any) -> Any:
    """The data as JSON has it: every key a text."""
    if isinstance(value, list):
        return [_with_text_keys(each) for each in value]
    return (
        {str(key): _with_text_keys(each) for key, each in value.items()}
        if isinstance(value, dict)
        else value
    )


def few_mutants(name: str) -> Iterator[Mutant]:
    """At every second place of a ruleset one change, another one at each."""
    sound = yaml.safe_load(text_of(name))
    changes = list(CHANGES.items())
    for number, (*above, last) in list(enumerate(places(sound)))[::2]:
        what, change = changes[number % len(changes)]
        document = holder = deepcopy(sound)
        for step in above:
            holder = holder[step]
        change(holder, last)
        yield (
            f"{above} {last} {what}",
            yaml.safe_dump(document, sort_keys=False, allow_unicode=True).encode(),
        )


def text_of(name: str) -> str:
    """The text of a shipped ruleset."""
    return (RULESETS / f"{name}.yaml").read_text("utf-8")


@pytest.mark.parametrize("name", ["lionheart/variants/hail", "breakthrough/standard"])
def test_schema_and_loader_agree_on_a_few_mutants(name: str) -> None:
    """Of a variant and of a whole ruleset."""
    assert list(disagreements(name, few_mutants(name))) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_schema_and_loader_agree_on_mutants_of_every_ruleset(name: str) -> None:
    """Nothing that the loader accepts is refused; what only the loader sees is of the sorts
    listed."""
    assert list(disagreements(name, spread(mutants(text_of(name)), 60))) == []
