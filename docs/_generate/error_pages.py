"""The page of errors: for each code an example, the message that it gives, and the fix."""

from __future__ import annotations

import os
import shlex
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import yaml

from wargrid.cli import main
from wargrid.source.codes import FAMILIES

HEAD = """# Errors and warnings

`wargrid check` prints a code after each message. Codes that begin with E are errors: the ruleset
cannot be played. Codes that begin with W are warnings; a ruleset turns one off with `silence`, such
as `silence: [W404]`.

Loading stops after the first stage with errors: YAML, names of files and plugins, form, meaning.
All errors of a stage are reported at once.

Warnings ask whether a game means what it says:

- Can every victory be reached? Dice must be able to score the hits that remove a man, armies
  must meet before the last turn, units must be able to come to their zones, and sides to earn the
  points.
- Is everything used? Units, terrains, zones, tables, dice, faces and markers are named somewhere,
  and random games show what no unit could do, what never changed, and which plugin is never asked.
- Do two settings contradict each other? Of such a pair, the warning is at the one that a variant
  wrote.
"""


def examples() -> dict[str, dict[str, Any]]:
    """Return the examples by code."""
    text = Path(__file__).with_name("errors.yaml").read_text("utf-8")
    found: dict[str, dict[str, Any]] = yaml.safe_load(text)
    return found


def run(example: dict[str, Any], *options: str) -> str:
    """Run an example in an empty folder; return what is printed."""
    printed = StringIO()
    with TemporaryDirectory() as folder, chdir(folder):
        files = example.get("files", {}) | {"wrong.yaml": example.get("wrong", "")}
        for name, text in files.items():
            if text:
                Path(name).parent.mkdir(parents=True, exist_ok=True)
                Path(name).write_text(text, "utf-8")
        home = patch.dict(os.environ, WARGRID_HOME=str(Path(folder, "home")))
        with home, redirect_stdout(printed), redirect_stderr(printed):
            main(["--language", "en", *command(example), *options])
    return printed.getvalue()


def command(example: dict[str, Any]) -> list[str]:
    """Return the words of an example's command; no random games, unless it asks for them."""
    words = shlex.split(example.get("run", "check wrong.yaml"))
    return [*words, *(["--games", "0"] if words[0] == "check" and "--games" not in words else [])]


def pages() -> dict[str, str]:
    """Return the page."""
    found = examples()
    parts = [HEAD, *(_section(code, found[code]) for code in sorted(FAMILIES))]
    return {"errors.md": "\n".join(parts)}


def _section(code: str, example: dict[str, Any]) -> str:
    lines = [f"## {code}", "", f"{FAMILIES[code].title}. {example['why']}", ""]
    for name, text in example.get("files", {}).items():
        lines += _block(text.splitlines(), Path(name).suffix.replace(".py", "python").lstrip("."))
    wrong = example.get("wrong", "").splitlines()
    if wrong:
        lines += _block(wrong, "yaml")
    if "skip" not in example:
        lines += [*(f"> {line}" for line in run(example).splitlines() if line[:1] > " "), ""]
    if "right" in example:
        changed = [line for line in example["right"].splitlines() if line not in wrong]
        if len(changed) == 1:
            lines += [f"Instead: `{changed[0].strip()}`", ""]
        else:
            lines += ["Instead:", "", *_block(changed, "yaml")]
    else:
        lines += [example["fix"], ""]
    return "\n".join(lines)


def _block(lines: list[str], language: str) -> list[str]:
    return [f"```{language}", *lines, "```", ""]
