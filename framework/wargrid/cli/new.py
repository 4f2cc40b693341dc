"""``wargrid new ruleset|plugin|rule|board NAME``: create a folder of files, or one file."""

from __future__ import annotations

import argparse
import keyword
import re
import sys
import unicodedata
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from wargrid.cli.common import Parser, UsageError
from wargrid.text import catalog

SUMMARY: Final = "Create a ruleset or a plugin in a new folder, or a board from a map."
EXAMPLE: Final = "wargrid new ruleset mine --extends GAME/LEVEL"
_NAMES: Final = {
    "ruleset": re.compile("[a-z][a-z0-9_-]{0,39}"),
    "plugin": re.compile("[a-z][a-z0-9_]{0,39}"),
    "rule": re.compile("[a-z][a-z0-9_]{0,39}"),
    "board": re.compile(r"[^\0]{1,400}"),
}

BOARDS: Final = "wargrid.boards"
"""The group of the entry point ``map``, which makes boards of the maps of other programs."""


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "what",
        choices=_NAMES,
        metavar="|".join(_NAMES),
        help="a game or variant in YAML, a package of rules in Python, one rule in a file, or a "
        "board from the map of another program",
    )
    parser.add_argument(
        "name",
        metavar="NAME",
        help="the name, also of the new folder or file; a board may end in .tmx, .png or .svg",
    )
    parser.add_argument(
        "--extends", metavar="RULESET", help="create a variant of this ruleset, not a new game"
    )
    parser.add_argument(
        "--from", dest="source", metavar="FILE",
        help="for a board: a map of Advance Wars By Web (text), Wesnoth (.map) or Tiled (.tmx, "
        ".tmj), or a board to be written as a map or a picture",
    )  # fmt: skip
    parser.add_argument(
        "--for", dest="ruleset", metavar="RULESET", help="the ruleset that a board is for"
    )
    parser.add_argument(
        "--tiles", metavar="FILE", help="for a board: a YAML file with a terrain for each tile"
    )


def run(options: argparse.Namespace) -> int:
    """Write the files and print the commands to run next.

    Raises:
        UsageError: the name or the folder cannot be used.
    """
    from wargrid.authoring import scaffold
    from wargrid.loading.library import SUFFIX
    from wargrid.loading.loader import load_named

    what, name = options.what, options.name
    if options.extends is not None and what != "ruleset":
        raise UsageError("new.plugin_extends")
    if what == "board":
        return _write_board(options)
    if options.source or options.ruleset or options.tiles:
        raise UsageError("new.board_only")
    _check_name(what, name)
    if what == "rule":
        return _write_rule(name)
    _check_folder(Path(name))
    if what == "plugin":
        texts = scaffold.plugin_files(name)
    elif options.extends is None:
        texts = scaffold.ruleset_files(name)
    else:
        texts = scaffold.variant_files(name, options.extends, load_named(options.extends))
    scaffold.write(Path(name), texts)
    say = catalog("en").say
    print(say(f"new.made_{what}", folder=f"{name}/"))
    print("\n".join(f"  {name}/{path}" for path in texts))
    print(say("new.next"))
    is_file = (options.extends or "").endswith(SUFFIX)
    steps = scaffold.next_steps(what, name, trust=is_file)
    print("\n".join(f"  {command}" for command in steps))
    return 0


def _write_board(options: argparse.Namespace) -> int:
    """Write a board made of a map, and print what of it could not be taken.

    Raises:
        UsageError: an argument is missing.
    """
    from wargrid.offers import load_offer

    if not (options.source and options.ruleset):
        raise UsageError("new.board_needs")
    make = load_offer(BOARDS, "map")
    made = make(options.name, Path(options.source), options.ruleset, options.tiles)
    say = catalog("en").say
    print(say("new.made_board", file=made.file))
    if made.left_out:
        print(made.left_out)
    if made.is_scenario:
        print(say("new.next"))
        print(f"  wargrid play {options.ruleset} --scenario {made.file}")
    return 0


def _write_rule(name: str) -> int:
    """Write a rule into the working folder, beside a ruleset, and print how to use it."""
    from wargrid.authoring import scaffold

    texts = scaffold.rule_files(name)
    for path in texts:
        if Path(path).exists():
            raise UsageError("new.is_there", file=path)
    scaffold.write(Path(), texts)
    say = catalog("en").say
    print(say("new.made_rule"))
    print("\n".join(f"  {path}" for path in texts))
    print(say("new.next_rule"))
    print(scaffold.rule_lines(name))
    return 0


def _check_name(what: str, name: str) -> None:
    from wargrid.loading.library import NO_RULESETS_BELOW, names
    from wargrid.plugins.discovery import installed
    from wargrid.source.folders import is_device

    if not _NAMES[what].fullmatch(name):
        raise UsageError(f"new.bad_{what}", name=name[:80], near=_usable(what, name))
    if is_device(name):
        raise UsageError("new.device", name=name)
    if name == "looks" or name in NO_RULESETS_BELOW:
        raise UsageError("new.reserved", name=name)
    if what == "plugin" and name in {
        re.split("[/.]", each)[0] for each in (*names(), *installed())
    }:
        raise UsageError("new.plugin_game", name=name)
    if what != "ruleset" and _is_module(name):
        raise UsageError("new.plugin_taken", name=name)


def _usable(what: str, name: str) -> str:
    """Return the nearest name that can be used."""
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    near = re.sub("[^a-z0-9_-]+" if what == "ruleset" else "[^a-z0-9_]+", "_", plain)
    return near.strip("_-0123456789")[:40].rstrip("_-") or "border_war"


def _is_module(name: str) -> bool:
    """Return whether Python or an installed package uses the name."""
    if keyword.iskeyword(name) or name in sys.stdlib_module_names:
        return True
    found = find_spec(name)
    return found is not None and found.loader is not None  # a plain folder has no loader


def _check_folder(folder: Path) -> None:
    if folder.is_dir() and any(folder.iterdir()):
        raise UsageError("new.not_empty", folder=folder)
    if not folder.is_dir() and (folder.exists() or folder.is_symlink()):
        raise UsageError("new.is_file", folder=folder)
