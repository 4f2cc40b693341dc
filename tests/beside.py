"""A small game with code beside it: the files of a plugin, written into a folder and trusted."""

from __future__ import annotations

import textwrap
from pathlib import Path

from boxes import with_plugins
from wargrid import Game
from wargrid.cli.main import main
from wargrid.loading.loader import Loaded, load_named
from wargrid.plugins.local_code import trusting
from wargrid.source.diagnostics import Diagnostic, RulesetError

HEAD = """\
from pathlib import Path

from wargrid import Plugin, Refusal, hookimpl
from wargrid.events import Noted, Turned
from wargrid import register

register(Path(__file__).parent)


class Mine(Plugin):
    text = "mine.rule"
"""
"""What every plugin here begins with; what it does stands below, from line 12."""

RULE = 'mine.rule: "A rule of one\'s own."\n'


def beside(
    folder: Path, body: str = "", *, english: str | bytes = RULE, french: str | bytes = RULE
) -> Path:
    """Write a game with a plugin in ``mine.py`` and its texts; the ruleset's file, whose line 23
    names the plugin."""
    (folder / "mine.py").write_text(HEAD + textwrap.indent(textwrap.dedent(body), "    "), "utf-8")
    for language, said in (("en", english), ("fr", french)):
        home = folder / "texts" / language
        home.mkdir(parents=True, exist_ok=True)
        (home / "mine.yaml").write_bytes(said.encode() if isinstance(said, str) else said)
    file = folder / "box.yaml"
    file.write_text(with_plugins('"./mine.py:Mine": {}'), "utf-8")
    return file


def loaded(file: Path) -> Loaded:
    """The game, its code trusted."""
    with trusting():
        return load_named(file)


def game_of(file: Path) -> Game:
    """The game made ready."""
    return loaded(file).game()


def refused(file: Path) -> tuple[Diagnostic, ...]:
    """What is wrong with a game that cannot be loaded."""
    try:
        game_of(file)
    except RulesetError as error:
        return error.diagnostics
    raise AssertionError("it was loaded")


def checked(file: Path, *more: str) -> int:
    """What ``wargrid check`` leaves with, a few games played."""
    return main(["check", "--trust", "--games", "2", *more, str(file)])
