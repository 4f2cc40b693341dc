"""``wargrid explain`` knows what code beside a ruleset brings, once it is trusted, and says what it
leaves out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wargrid.authoring.grammar import everything, knowing, known_plugins
from wargrid.cli import main

Captured = pytest.CaptureFixture[str]

CODE = """\
from pathlib import Path

from wargrid import Plugin, hookimpl
from wargrid.kinds import Reach, MovePattern
from wargrid import register

register(Path(__file__).parent)


class Corner(Reach):
    '''An enemy cornered.'''

    word = "corner"
    short = "deep"

    deep: int = 1
    '''How deep the corner is.'''

    def sheet(self, ground, cell, forward):
        return MovePattern()


class Corners(Plugin):
    '''Gives rulesets the word `corner`.'''

    often: int = 1
    '''How often it is asked.'''

    @hookimpl
    def kinds(self):
        return [Corner]

    @hookimpl
    def after_roll(self, attack):
        return None


class Silent(Plugin):
    @hookimpl
    def after_roll(self, attack):
        return None
"""

FRENCH = """\
"An enemy cornered.": "Un ennemi dans un coin."
"How deep the corner is.": "La profondeur du coin."
"""

RULESET = """\
extends: lionheart/level1
name: {en: Corners, fr: Coins}
plugins:
  ./corner.py:Corners: {often: 2}
  ./corner.py:Silent: {}
units:
  archer: {attack: {at: {corner: 3}}}
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a ruleset, its code and its French."""
    (tmp_path / "texts/fr/docstrings").mkdir(parents=True)
    (tmp_path / "texts/fr/docstrings/corner.yaml").write_text(FRENCH, "utf-8")
    (tmp_path / "corner.py").write_text(CODE, "utf-8")
    (tmp_path / "own.yaml").write_text(RULESET, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def explained(
    capsys: Captured, *arguments: str, language: str = "en", code: int = 0
) -> tuple[str, str]:
    """What the command prints, and what it says beside that."""
    assert main(["--language", language, "explain", "--ruleset", "own.yaml", *arguments]) == code
    return capsys.readouterr()


def test_a_word_is_explained_like_an_installed_one(capsys: Captured) -> None:
    """With its plugin, its options, its short form and its use in the ruleset."""
    told, beside = explained(capsys, "units.attack.at.corner", "--trust")
    assert beside == ""
    assert (
        "\nAn enemy cornered.\nIt comes with the plugin ./corner.py:Corners, which is code beside the rul"
        in told
    )
    assert "`corner: …` stands for `corner: {deep: …}`." in told
    assert "\n  deep: a whole number; 1 if left out\n      How deep the corner is.\n" in told
    assert (
        "\nExample, from own.yaml, line 7:\n\n  units:\n    archer:\n      attack:\n        at: {corner: 3}\n"
        in told
    )


def test_a_word_stands_among_those_of_its_family(capsys: Captured) -> None:
    """With the plugin that brings it."""
    told, _ = explained(capsys, "units.attack.at", "--trust")
    assert "\n  corner (with the plugin ./corner.py:Corners)\n      An enemy cornered.\n" in told


def test_a_plugin_is_explained_with_its_options_hooks_and_words(capsys: Captured) -> None:
    """By the name that the ruleset writes."""
    told, _ = explained(capsys, "plugins../corner.py:Corners", "--trust")
    assert (
        "It is code beside the ruleset.\nIt brings the word corner: see units.attack.at.corner.\n"
        in told
    )
    assert "\n  often: a whole number; 1 if left out\n      How often it is asked.\n" in told
    assert "\n  after_roll\n      How many dice" in told
    assert "\n  plugins:\n    ./corner.py:Corners: {often: 2}\n" in told


def test_a_plugin_that_says_nothing_is_explained_without(capsys: Captured) -> None:
    """What every plugin is stands in the framework, and is not said of this one."""
    told, _ = explained(capsys, "plugins../corner.py:Silent", "--trust")
    assert told.startswith("plugins../corner.py:Silent\n\nIt is code beside the ruleset.\n")


def test_it_stands_among_the_plugins(capsys: Captured) -> None:
    """And so do those that are installed."""
    told, _ = explained(capsys, "plugins", "--trust")
    assert "\n  ./corner.py:Corners\n      Gives rulesets the word `corner`.\n" in told
    assert "\n  lionheart.panic\n" in told


def test_without_trust_it_says_what_is_left_out(capsys: Captured) -> None:
    """And what to give; the rest is explained, with the names of the ruleset."""
    told, beside = explained(capsys, "units.archer.attack.at")
    assert "corner" not in told.partition("Example")[0]
    assert "units.archer.attack.at\n" in told
    assert 'own.yaml:4:3: This ruleset brings Python code of its own, in "corner.py"' in beside
    assert "add --trust" in beside
    assert beside.endswith("What that code brings is left out here.\n")


def test_without_trust_json_says_so_as_well(capsys: Captured) -> None:
    """By the names of the plugins."""
    told, _ = explained(capsys, "units", "--json")
    assert json.loads(told)["left_out"] == ["./corner.py:Corners", "./corner.py:Silent"]
    told, _ = explained(capsys, "units", "--json", "--trust")
    assert json.loads(told)["left_out"] == []


@pytest.mark.parametrize("path", ["units.attack.at.corner", "plugins../corner.py:Corners"])
def test_without_trust_nothing_of_it_is_known(path: str, capsys: Captured) -> None:
    """The path is refused, after what was left out is told."""
    _, beside = explained(capsys, path, code=2)
    assert beside.index("left out here") < beside.index("Nothing called")


def test_a_file_is_asked_for_with_its_ruleset(capsys: Captured) -> None:
    """Whoever asks for it alone reads how."""
    assert main(["--language", "en", "explain", "plugins../corner.py:Corners"]) == 2
    assert "is known with --ruleset FILE" in capsys.readouterr().err


def test_code_that_fails_is_a_fault(here: Path, capsys: Captured) -> None:
    """As wherever a ruleset is read."""
    (here / "corner.py").write_text("1 / 0\n")
    _, beside = explained(capsys, "units", "--trust", code=2)
    assert "ZeroDivisionError" in beside


def test_what_one_ruleset_brings_is_not_known_of_others(capsys: Captured) -> None:
    """It is forgotten with the question."""
    explained(capsys, "units.attack.at.corner", "--trust")
    assert main(["--language", "en", "explain", "units.attack.at.corner"]) == 2
    assert 'Nothing called "corner"' in capsys.readouterr().err


ODD = {
    "named like the framework's own": "class Ruleset(Plugin):\n    x: int = 1\n",
    "named like a model of ours": "class UnitType(Plugin):\n    x: int = 1\n",
    "with options JSON cannot say": "class Odd(Plugin):\n    call: Callable = max\n    real: float = 0.5\n"
    "    pairs: tuple[int, str] = (1, '')\n    any: list = []\n    nothing: None = None\n",
    "with options that hold their own sort": "class Tree(BaseModel):\n    below: list['Tree'] = []\n"
    "    named: dict[str, 'Tree'] = {}\nclass Odd(Plugin):\n    tree: Tree = Tree()\n",
    "that cannot say its options": "class Odd(Plugin):\n    @classmethod\n"
    "    def __get_pydantic_json_schema__(cls, core, handler):\n        raise RuntimeError\n",
}


@pytest.mark.parametrize("code", ODD.values(), ids=ODD)
def test_odd_code_is_explained_as_far_as_it_goes(
    code: str, here: Path, capsys: Captured, recwarn: pytest.WarningsRecorder
) -> None:
    """Every sort ends in an answer, and none spoils what is said of the rest."""
    (here / "odd.py").write_text(
        f"from typing import Callable\nfrom pydantic import BaseModel\n{IMPORT}{code}"
    )
    name = code.rpartition("class ")[2].partition("(")[0]
    (here / "own.yaml").write_text(
        f"extends: lionheart/level1\nname: Odd\nplugins:\n  ./odd.py:{name}: {{}}\n"
    )
    told, beside = explained(capsys, f"plugins../odd.py:{name}", "--trust")
    assert (beside, "explain." in told, "It is code beside the ruleset." in told) == (
        "",
        False,
        True,
    )
    assert "There can stand" in explained(capsys, "zzz", "--trust", code=2)[1]
    assert main(["schema", "--ruleset", "own.yaml", "--trust"]) == 0
    assert "UnitType" in json.loads(capsys.readouterr().out)["$defs"]
    assert recwarn.list == []


IMPORT = "from wargrid import Plugin\n"


@pytest.mark.slow
def test_an_option_that_can_only_be_nothing_is_explained(here: Path, capsys: Captured) -> None:
    """Though there is no example of it."""
    (here / "odd.py").write_text(f"{IMPORT}class Odd(Plugin):\n    nothing: None = None\n")
    (here / "own.yaml").write_text(
        "extends: lionheart/level1\nname: Odd\nplugins:\n  ./odd.py:Odd: {}\n"
    )
    assert (
        "What stands here: ~.\n" in explained(capsys, "plugins../odd.py:Odd.nothing", "--trust")[0]
    )


def test_knowing_ends() -> None:
    """For callers in Python: more plugins are known within, and only there."""
    before, places = known_plugins(), len(list(everything()))
    more = {"./more.py:More": next(iter(before.values()))}
    with knowing(more):
        assert list(known_plugins()) == [*more, *before]
        assert len(list(everything())) > places
    assert (known_plugins(), len(list(everything()))) == (before, places)
