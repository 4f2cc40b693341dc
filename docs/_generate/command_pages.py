"""The pages of commands: the help of each, 80 columns wide."""

from __future__ import annotations

import argparse
import os

from pages import code, fenced, page, table

from wargrid.cli.main import command_names, parser

_EXIT_CODES = (
    ("0", "success"),
    ("1", "a rule test failed"),
    ("2", "wrong input: a ruleset, a record, a position, an argument; or there is no display"),
    ("130", "interrupted by Ctrl-C"),
)


def pages() -> dict[str, str]:
    """Return a page for each command, and a list of them."""
    os.environ["COLUMNS"] = "80"
    top = parser()
    actions = (each for each in top._actions if isinstance(each, argparse._SubParsersAction))
    below = next(actions).choices
    found = {
        f"commands/{name}.md": page(f"wargrid {name}", fenced(below[name].format_help()))
        for name in command_names()
    }
    listed = ((f"[wargrid {name}]({name}.md)", below[name].description) for name in command_names())
    found["commands/README.md"] = page(
        "The commands",
        table(("command", "what it does"), listed),
        fenced(top.format_help()),
        table(("exit code", "meaning"), ((code(number), what) for number, what in _EXIT_CODES)),
        "`WARGRID_LANGUAGE` sets the language if `--language` does not; without it, `LANGUAGE`, "
        "`LC_ALL`, `LC_MESSAGES` and `LANG` do, as for other programs. `WARGRID_PATH` lists more "
        "folders of rulesets. `NO_COLOR` turns colours off.",
    )
    return found
