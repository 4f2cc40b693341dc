"""Slips that authors of plugins make: each is told in a sentence that says what to mend, and none
is a traceback."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path

import pytest

from beside import beside, checked, game_of, refused
from boxes import with_plugins
from wargrid.authoring.plugintests import InvariantViolation, check_plugin
from wargrid.match.errors import RecordError
from wargrid.match.files import load
from wargrid.plugins.host import PluginError

TYPED_ONLY = """\
from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid import Plugin, hookimpl
from wargrid.kinds import Movement

if TYPE_CHECKING:
    from wargrid.kinds import UnitName


class Drift(Movement):
    word = "drift"
    {word}


class Mine(Plugin):
    {plugin}

    @hookimpl
    def kinds(self):
        return [Drift]
"""


@pytest.mark.parametrize("where", ["plugin", "word"])
def test_a_type_that_only_a_checker_imports_is_named(where: str, tmp_path: Path) -> None:
    """Of a plugin's field and of a word's; what only methods mention may stay there."""
    fields = {"plugin": "other: int = 1", "word": "other: int = 1"} | {
        where: "types: list[UnitName] = []"
    }
    (tmp_path / "mine.py").write_text(TYPED_ONLY.format(**fields), "utf-8")
    file = tmp_path / "box.yaml"
    file.write_text(with_plugins('"./mine.py:Mine": {}'), "utf-8")
    (diagnostic,) = refused(file)
    assert (diagnostic.name, diagnostic.line) == ("type_missing", 23)
    assert f'class "{"Mine" if where == "plugin" else "Drift"}"' in diagnostic.what()
    assert (
        'Import "UnitName" at the top of the file, outside "if TYPE_CHECKING:"' in diagnostic.cure()
    )


def test_a_hook_without_its_mark_is_told(tmp_path: Path) -> None:
    """Nobody would ask it, and nobody would notice."""
    (diagnostic,) = refused(
        beside(tmp_path, "def after_move(self, position, move):\n    return []\n")
    )
    assert (diagnostic.name, diagnostic.line) == ("hook_unmarked", 23)
    assert (
        'The method "after_move" of the plugin "./mine.py:Mine" is called like a hook'
        in diagnostic.what()
    )
    assert "mine.py:12)." in diagnostic.what()
    assert "@hookimpl" in diagnostic.cure()


# What a plugin prints


PRINTS = """
    print("made")

    def unused_hooks(self):
        print("asked for idle hooks")
        return ()

    @hookimpl
    def after_move(self, position, move):
        print("asked")
        return [Spoken()]
"""
SPEAKING_EVENT = """
from wargrid.events import Event


class Spoken(Event):
    __slots__ = ()
    name = "spoken"

    def apply(self, position):
        print("applied")


print("read")
"""


@pytest.fixture
def printing(tmp_path: Path) -> Path:
    """A game whose plugin prints wherever it can."""
    file = beside(tmp_path, PRINTS)
    code = tmp_path / "mine.py"
    code.write_text(SPEAKING_EVENT + code.read_text("utf-8"), "utf-8")
    return file


def test_what_a_plugin_prints_is_no_part_of_the_output(
    printing: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whoever reads JSON reads JSON; the author reads the rest beside it."""
    checked(printing, "--json")
    told = capfd.readouterr()
    assert json.loads(told.out) == []
    assert {"read", "made", "asked for idle hooks", "asked", "applied"} <= set(
        told.err.splitlines()
    )


@pytest.mark.slow
def test_what_a_plugin_prints_is_no_answer_of_another_process(printing: Path) -> None:
    """The kit reads what the other process found, not what the plugin says there."""
    check_plugin(printing, length=30, trust=True)


# Where it failed


FAILS = """
    @hookimpl
    def after_move(self, position, move):
        import json
        return json.loads("x")
"""


def test_the_line_of_the_plugin_that_failed_is_named(tmp_path: Path) -> None:
    """Its own innermost line, not that of a library it asked."""
    game = game_of(beside(tmp_path, FAILS))
    position = game.start()
    with pytest.raises(PluginError) as caught:
        game.play(position, next(move for move in game.moves(position) if move.verb == "move"))
    place = f"{tmp_path / 'mine.py'}:16"
    assert caught.value.place == place
    assert (
        f'failed in "after_move": {place}: JSONDecodeError: Expecting value' in caught.value.text()
    )
    assert f"a échoué dans « after_move » : {place} : JSONDecodeError" in caught.value.text("fr")


def test_games_and_moves_are_counted_from_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where the first game cannot begin."""
    file = beside(
        tmp_path, "@hookimpl\ndef walls_drawn(self, position):\n    raise ValueError('boom')\n"
    )
    checked(file)
    assert "in game 1 at move 1: ValueError: boom" in capsys.readouterr().err


# What is said of odd answers and attempts


def failure_of(folder: Path, body: str) -> str:
    """What is said once a hook after the first move has failed."""
    game = game_of(beside(folder, f"count: int = 0\n\n@hookimpl\n{body}"))
    position = game.start()
    with pytest.raises(PluginError) as caught:
        game.play(position, next(move for move in game.moves(position) if move.verb == "move"))
    return caught.value.text()


def test_a_plugin_that_writes_into_itself_is_told_so(tmp_path: Path) -> None:
    """In a sentence of ours, without a line break or an address."""
    said = failure_of(tmp_path, "def after_move(self):\n    self.count = 1")
    assert ':16: it tried to change "Mine.count", which is to be read' in said


def test_a_hook_that_would_be_waited_for_leaves_no_warning(tmp_path: Path) -> None:
    """An ``async def`` answers at once with what is no answer."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        said = failure_of(tmp_path, "async def after_move(self):\n    return []")
    assert "it answered <coroutine object Mine.after_move>, not a list of events or None." in said


def test_an_answer_is_shown_without_its_address(tmp_path: Path) -> None:
    """It is another one each time."""
    said = failure_of(tmp_path, "def after_move(self):\n    yield 1")
    assert "it answered <generator object Mine.after_move>, not" in said


def test_a_list_that_never_ends_is_not_applied(tmp_path: Path) -> None:
    """Two hundred thousand events are refused before the first of them happens."""
    said = failure_of(
        tmp_path, "def after_move(self, move):\n    return [Turned(move.target, 1)] * 200_000"
    )
    assert said.endswith("it answered 200000 events; the most is 10000.")


@pytest.mark.parametrize("where", ["", "@hookimpl\ndef after_move(self): "], ids=["read", "asked"])
def test_how_deep_calls_may_go_is_not_a_plugin_s_to_say(where: str, tmp_path: Path) -> None:
    """Neither when its file is read nor when it is asked."""
    before = sys.getrecursionlimit()
    try:
        checked(beside(tmp_path, f"{where}__import__('sys').setrecursionlimit({before - 1})"))
    finally:
        after = sys.getrecursionlimit()
        sys.setrecursionlimit(before)
    assert after == before


@pytest.mark.parametrize("word", ["two words!", "", "7up", "a.b", "x" * 41])
def test_a_word_is_written_as_one(word: str, tmp_path: Path) -> None:
    """Or else no ruleset could write it as others."""
    code = "@hookimpl\ndef kinds(self):\n    from wargrid.ruleset.base import Movement\n    "
    (diagnostic,) = refused(
        beside(tmp_path, f"{code}return [type('Odd', (Movement,), {{'word': {word!r}}})]\n")
    )
    assert diagnostic.name == "kinds_fail"
    assert "a word is one of letters, digits" in diagnostic.what()


def test_who_refuses_its_options_is_named(tmp_path: Path) -> None:
    """A sentence of an author's, raised where all options are looked at together, says nothing of
    whose it is."""
    body = "def __init__(self, **options):\n    raise ValueError('not today')\n"
    (diagnostic,) = refused(beside(tmp_path, body))
    assert diagnostic.what() == 'The plugin "./mine.py:Mine" refuses these options: not today'


def test_a_file_without_a_plugin_says_how_to_write_one(tmp_path: Path) -> None:
    """Instead of a list of nothing."""
    file = beside(tmp_path)
    (tmp_path / "mine.py").write_text("", "utf-8")
    (diagnostic,) = refused(file)
    assert diagnostic.cure() == 'It has none yet: write "class Mine(Plugin):" in it.'


def test_a_counter_example_replaces_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever mends and tries again does not fill a folder; a backup of it nobody needs."""
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path / "home"))
    file = beside(tmp_path, FAILS)
    for _ in range(2):
        with pytest.raises(InvariantViolation) as caught:
            check_plugin(file, length=5, trust=True)
    (kept,) = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert kept == caught.value.record


def test_a_record_s_file_may_be_given_as_a_text(tmp_path: Path) -> None:
    """As that of a ruleset; one that is not there is missing, and no error of the program."""
    with pytest.raises(RecordError) as caught:
        load(str(tmp_path / "nowhere.wargrid"))
    assert caught.value.code == "missing"
