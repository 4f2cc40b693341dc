"""``wargrid explain``: what may be written at each path of a ruleset."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

import wargrid
from command_line import Captured
from places import ROOT
from wargrid.authoring.explain import index
from wargrid.authoring.json_schema import schema
from wargrid.authoring.schema_paths import ANY, SchemaPlace
from wargrid.cli import main
from wargrid.loading import library
from wargrid.source.yaml_reader import read

DOCS = ROOT / "docs"


@cache
def places() -> Sequence[SchemaPlace]:
    """The places of a ruleset's schema, found once."""
    return index().root.places()


CODE = '''\
from wargrid import Plugin, hookimpl
from wargrid.kinds import MovePattern, Reach

class Corner(Reach):
    """An enemy in a corner."""
    word = "corner"
    short = "deep"
    deep: int = 1
    """How deep the corner is."""
    def pattern(self, ground, cell, forward):
        return MovePattern()

class Corners(Plugin):
    """Add the word `corner`."""
    often: int = 1
    """How often it applies."""
    @hookimpl
    def kinds(self):
        return [Corner]
    @hookimpl
    def after_roll(self, attack):
        return None
'''
RULESET = """\
extends: lionheart/level1
name: Corners
plugins:
  ./corner.py:Corners: {often: 2}
units:
  archer: {attack: {at: {corner: 3}}}
"""


def explain(capsys: Captured, *arguments: str) -> str:
    assert main(["explain", *arguments]) == 0
    return capsys.readouterr().out


def refuse(capsys: Captured, *arguments: str) -> str:
    assert main(["explain", *arguments]) == 2
    return capsys.readouterr().err


def dotted(place: SchemaPlace) -> str:
    return ".".join(place.path)


@pytest.fixture
def local(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset with a plugin in a file beside it."""
    (tmp_path / "corner.py").write_text(CODE, "utf-8")
    (tmp_path / "own.yaml").write_text(RULESET, "utf-8")
    monkeypatch.chdir(tmp_path)


def test_every_path_has_a_text_and_a_type() -> None:
    assert len(places()) > 200
    assert [dotted(place) for place in places() if not place.text] == []
    assert [dotted(place) for place in places() if "explain." in place.type or not place.type] == []


def test_every_path_of_the_reference_can_be_explained() -> None:
    """``NAME`` matches any name."""
    page = (DOCS / "reference/rulesets.md").read_text("utf-8")
    paths = [p for p in re.findall(r"^\| `([\w.]+)` \|", page, re.MULTILINE) if ANY in p]
    assert len(paths) > 40
    assert [path for path in paths if index().explain(path).path != path] == []


def test_examples_are_lines_of_shipped_rulesets() -> None:
    """The file, the line and the value of an example are right, and its YAML is valid."""
    judge = Draft202012Validator(schema())
    for use in filter(None, (index().explain(dotted(place)).example for place in places())):
        document = read(library.locate(use.ruleset))
        node = document.root.at(use.path)
        key = [str(step) for step in use.path if isinstance(step, str)][-1]
        assert node is not None, use
        assert node.plain() == use.value, use
        assert key in document.lines[use.location.line - 1], use
        variant = {"extends": use.ruleset} | yaml.safe_load(use.text)
        assert any(isinstance(step, int) for step in use.path) or judge.is_valid(variant), use


def test_names_may_be_omitted_or_given(capsys: Captured) -> None:
    omitted = explain(capsys, "units.attack.at.range")
    given = explain(capsys, "units.archer.attack.at.range")
    assert omitted.splitlines()[1:4] == given.splitlines()[1:4]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("", "  turn        What a side may do in its turn"),
        ("plugins", "\n  lionheart.panic\n"),
        ("turn", "Required."),
        ("victory", "Optional."),
        ("deploy", "Default: ~"),
        ("units", "Value: names you choose, each with keys of its own."),
        ("units.move.path.directions", "orthogonal, diagonal, all, or a list of them."),
        ("units.move.ahead", "`ahead: …` is short for `ahead: {distance: …}`."),
        ("units.attack.at", "  volley (plugin lionheart.volley)\n"),
        ("units.attack.at.volley", f"plugin lionheart.volley (wargrid {wargrid.__version__})."),
        ("units.attack.at.range", "  least: a whole number from 1; default 1\n      The nearest"),
        ("units.attack.at.range", "  most: a whole number from 1; required\n"),
        ("units.may_be_taken", "Value: a selector, or a list of them, or ~."),
        (
            "units.may_be_taken",
            "In words, a unit that: - is beaten by the attacker, by their ranks",
        ),
        ("units.only_if.near.not", "  near: a selector, or ~; default ~\n"),
        ("plugins.lionheart.volley", "Adds the word volley: see units.attack.at.volley.\n"),
        ("plugins.lionheart.panic", f"Package: wargrid {wargrid.__version__}.\n"),
        ("plugins.lionheart.panic", "  panic_cycle: one of stay, eliminate; default stay\n"),
        ("plugins.lionheart.panic", "Hooks it implements:\n  after_attack\n"),
    ],
)
def test_a_page_contains(path: str, line: str, capsys: Captured) -> None:
    page = explain(capsys, *([path] if path else []))
    assert line in page or line in " ".join(page.split())


def test_the_names_of_a_ruleset_are_known(capsys: Captured) -> None:
    """Inherited names are known; names of other rulesets are not."""
    hail = ("--ruleset", "lionheart/variants/hail")
    names = explain(capsys, "units", *hail)
    assert "Names in this ruleset: infantry, archer, knight, king." in names
    assert "hail.yaml, line 9" in explain(capsys, "units.archer.men", *hail)
    assert "soldat" in refuse(capsys, "units.soldat", "--ruleset", "lionheart/level1")


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("units.atack", 'Unknown key "atack" at units. Did you mean units.attack?'),
        ("trun", 'Unknown key "trun" in a ruleset. Did you mean turn?'),
        ("volley", "Did you mean units.attack.at.volley?"),
        ("plugins.lionheart.panik", "Did you mean plugins.lionheart.panic?"),
        ("board.columns.x", "There are no keys below it."),
        ("turn.zzz", "Allowed here: actions, may, per_unit,"),
        (".", "in a ruleset"),
        ("plugins../corner.py:Corners", "name a ruleset that lists it: --ruleset FILE --trust"),
    ],
)
def test_an_unknown_path_is_refused(path: str, sentence: str, capsys: Captured) -> None:
    """The message names the nearest path or the keys that are allowed."""
    assert sentence in refuse(capsys, path)


@pytest.mark.parametrize("path", ["units.attack.by.symbols", "plugins.lionheart.panic", "turn"])
def test_a_page_ends_with_the_class_that_implements_it(path: str, capsys: Captured) -> None:
    """A word, a plugin, a section: the line named is that of its class."""
    last = explain(capsys, path).splitlines()[-1]
    file, _, line = last.removeprefix("Implemented in ").removesuffix(".").rpartition(":")
    found = Path(file).read_text("utf-8").splitlines()[int(line) - 1]
    assert found.startswith("class "), last


@pytest.mark.parametrize(("columns", "width"), [("20", 40), ("72", 72), ("300", 100)])
def test_lines_fit_the_terminal(
    columns: str, width: int, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    longest = max(map(len, explain(capsys).splitlines()))
    assert width - 12 <= longest <= width


@pytest.mark.usefixtures("local")
def test_a_local_plugin_is_explained_once_it_is_trusted(capsys: Captured) -> None:
    """With its word, its options, its hooks and its use in the ruleset."""
    trusted = ("--ruleset", "own.yaml", "--trust")
    word = explain(capsys, "units.attack.at.corner", *trusted)
    assert "\nAn enemy in a corner.\nFrom the plugin ./corner.py:Corners, in a Python file" in word
    assert "\n  deep: a whole number; default 1\n      How deep the corner is.\n" in word
    assert "Example, from own.yaml, line 6:" in word
    assert word.endswith("Implemented in corner.py:4.\n")
    plugin = explain(capsys, "plugins../corner.py:Corners", *trusted)
    assert "Adds the word corner: see units.attack.at.corner.\n" in plugin
    assert "\n  often: a whole number; default 1\n      How often it applies.\n" in plugin


@pytest.mark.usefixtures("local")
def test_a_trusted_local_plugin_is_in_the_schema_of_its_ruleset(capsys: Captured) -> None:
    """With its word and its options; the general schema does not know its word."""
    assert main(["schema", "--ruleset", "own.yaml", "--trust"]) == 0
    own = Draft202012Validator(json.loads(capsys.readouterr().out))
    assert own.is_valid(yaml.safe_load(RULESET))
    assert not own.is_valid(yaml.safe_load(RULESET.replace("often: 2", "often: often")))
    assert not Draft202012Validator(schema()).is_valid(yaml.safe_load(RULESET))


@pytest.mark.usefixtures("local")
def test_a_local_plugin_is_left_out_without_trust(capsys: Captured) -> None:
    """The rest is explained, and the output says what is missing."""
    assert main(["explain", "units", "--ruleset", "own.yaml", "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["left_out"] == ["./corner.py:Corners"]
    assert captured.err.endswith("The words and plugins of that code are not shown.\n")
    assert 'Unknown key "corner"' in refuse(
        capsys, "units.attack.at.corner", "--ruleset", "own.yaml"
    )


ODD = {
    "named like our models": "class Ruleset(Plugin):\n    x: int = 1\n",
    "options JSON cannot express": "class Odd(Plugin):\n    call: Callable = max\n",
    "recursive options": "class Tree(BaseModel):\n    below: list['Tree'] = []\n"
    "    named: dict[str, 'Tree'] = {}\nclass Odd(Plugin):\n    tree: Tree = Tree()\n",
    "no schema": "class Odd(Plugin):\n    @classmethod\n"
    "    def __get_pydantic_json_schema__(cls, core, handler):\n        raise RuntimeError\n",
}


@pytest.mark.parametrize("code", ODD.values(), ids=ODD)
@pytest.mark.usefixtures("local")
def test_an_odd_local_plugin_is_explained_as_far_as_possible(code: str, capsys: Captured) -> None:
    imports = (
        "from typing import Callable\nfrom pydantic import BaseModel\nfrom wargrid import Plugin\n"
    )
    Path("corner.py").write_text(imports + code, "utf-8")
    name = code.rpartition("class ")[2].partition("(")[0]
    Path("own.yaml").write_text(
        f"extends: lionheart/level1\nname: Odd\nplugins:\n  ./corner.py:{name}: {{}}\n", "utf-8"
    )
    trusted = ("--ruleset", "own.yaml", "--trust")
    assert "Defined in a Python file" in explain(capsys, f"plugins../corner.py:{name}", *trusted)
    assert "Allowed here" in refuse(capsys, "zzz", *trusted)
    assert main(["schema", *trusted]) == 0
    assert "UnitType" in json.loads(capsys.readouterr().out)["$defs"]
