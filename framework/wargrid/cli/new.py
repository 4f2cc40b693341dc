"""``wargrid new ruleset NAME`` and ``wargrid new plugin NAME``: write a playable, tested start into a folder NAME."""

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

_NAMES: Final = {
    "ruleset": re.compile("[a-z][a-z0-9_-]{0,39}"),
    "plugin": re.compile("[a-z][a-z0-9_]{0,39}"),
}
_DEVICE: Final = re.compile("con|prn|aux|nul|(com|lpt)[0-9]")
"""What Windows opens as a device, whatever stands after a dot."""


def arguments(parser: Parser) -> None:
    """What the command takes."""
    parser.add_argument(
        "what",
        choices=_NAMES,
        metavar="|".join(_NAMES),
        help="a game or variant in YAML, or a rule in Python",
    )
    parser.add_argument(
        "name", metavar="NAME", help="what it is called; a folder of that name is made here"
    )
    parser.add_argument(
        "--extends",
        metavar="RULESET",
        help="write a variant of this ruleset, not a game of its own",
    )


def run(options: argparse.Namespace) -> int:
    """Write the files and say what to do next; 2 if the name or the folder will not do."""
    from wargrid.authoring import scaffold

    what, name = options.what, options.name
    if options.extends is not None and what == "plugin":
        raise UsageError("new.plugin_extends")
    _check_name(what, name)
    _check_folder(Path(name))
    texts = _texts(what, name, options.extends)
    scaffold.write(Path(name), texts)
    _say(options.language, what, name, list(texts))
    return 0


def _texts(what: str, name: str, extends: str | None) -> dict[str, str]:
    from wargrid.authoring import scaffold

    if what == "plugin":
        return scaffold.plugin_files(name)
    if extends is None:
        return scaffold.ruleset_files(name)
    from wargrid.loading.loader import load_named

    return scaffold.variant_files(name, extends, load_named(extends))


def _check_name(what: str, name: str) -> None:
    """Raise UsageError if nothing can be called so."""
    from wargrid.loading.library import NO_RULESETS_BELOW

    if not _NAMES[what].fullmatch(name):
        plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
        near = re.sub("[^a-z0-9_]+" if what == "plugin" else "[^a-z0-9_-]+", "_", plain).strip(
            "_-0123456789"
        )
        raise UsageError(
            f"new.bad_{what}", name=name[:80], near=near[:40].rstrip("_-") or "border_war"
        )
    if _DEVICE.fullmatch(name):
        raise UsageError("new.device", name=name)
    if (
        name == "looks" or name in NO_RULESETS_BELOW
    ):  # what stands beside rulesets under these names is not one
        raise UsageError(f"new.{what}_reserved", name=name)
    if what == "plugin" and name in _games():
        raise UsageError("new.plugin_game", name=name)
    if what == "plugin" and _is_taken(name):
        raise UsageError("new.plugin_taken", name=name)


def _games() -> set[str]:
    """What the names of rulesets and plugins that are installed here begin with."""
    from wargrid.loading import library
    from wargrid.plugins.discovery import installed

    return {re.split("[/.]", name)[0] for name in (*library.names(), *installed())}


def _is_taken(package: str) -> bool:
    """Whether Python or an installed package already means something by this name."""
    if keyword.iskeyword(package) or package in sys.stdlib_module_names:
        return True
    found = find_spec(package)
    return found is not None and found.loader is not None  # a mere folder has no loader


def _check_folder(folder: Path) -> None:
    """Raise UsageError if something stands there already."""
    if folder.is_dir() and any(folder.iterdir()):
        raise UsageError("new.not_empty", folder=folder)
    if not folder.is_dir() and (folder.exists() or folder.is_symlink()):
        raise UsageError("new.is_file", folder=folder)


def _say(language: str, what: str, name: str, paths: list[str]) -> None:
    from wargrid.authoring.scaffold import next_steps
    from wargrid.text.catalog import catalog

    speak = catalog(language)
    print(speak.say(f"new.made_{what}", folder=f"{name}/"))
    for path in paths:
        print(f"  {name}/{path}")
    print(speak.say("new.next"))
    for command in next_steps(what, name):
        print(f"  {command}")
