"""The pages of commands: each one's help as it prints it, 80 characters wide."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager

from wargrid.cli.main import COMMANDS, parser
from wargrid.reference.markdown import code, fenced, page, table


def pages() -> dict[str, str]:
    """A page for each command, and one for all of them."""
    with _wide(80):
        top = parser()
        below = next(
            each.choices for each in top._actions if isinstance(each, argparse._SubParsersAction)
        )
        found = {f"commands/{name}.md": _page(name, below[name].format_help()) for name in COMMANDS}
        return {"commands/README.md": _index(top.format_help()), **found}


def _page(name: str, said: str) -> str:
    return page(f"wargrid {name}", f"`wargrid {name} --help` says:", fenced(said))


def _index(said: str) -> str:
    rows = ((f"[wargrid {name}]({name}.md)", what) for name, what in COMMANDS.items())
    exits = (
        ("0", "all is well"),
        ("1", "a test of rules failed"),
        (
            "2",
            "what was given is wrong: a ruleset, a record, a position, the command line; or there is no display",
        ),
        ("130", "stopped by Ctrl-C"),
    )
    return page(
        "The commands",
        table(("command", "does"), rows),
        "`wargrid --help` says:",
        fenced(said),
        table(("exit code", "means"), ((code(number), what) for number, what in exits)),
        "`WARGRID_LANGUAGE` chooses the language where `--language` does not, `WARGRID_PATH` names more folders of "
        "rulesets, `NO_COLOR` takes the colours from faults.",
    )


@contextmanager
def _wide(columns: int) -> Iterator[None]:
    """Let help be as wide as this, whatever the terminal."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = str(columns)
    try:
        yield
    finally:
        del os.environ["COLUMNS"]
        if before is not None:
            os.environ["COLUMNS"] = before
