"""Follows a page of the documentation word for word: saves the files it shows, types its commands,
compares.

    python tests/following.py docs/first-variant.md FOLDER

A line ``name`` in backticks with a colon says which file the block below it is; blocks of ``sh``
are typed, and a block of ``text`` right below one is what they print, ``…`` standing for anything.
The window draws one frame and ends.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FILE = re.compile(r"^`([\w./-]+)`:$")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PATIENCE = 180
"""Seconds that the commands of one block may take."""

WINDOW = """\
export SDL_VIDEODRIVER=dummy WARGRID_LANGUAGE=en
wargrid() {
  case "$*" in "") set -- play ;; esac
  case " $* " in *" play "*) set -- "$@" --screenshot "$FRAME" ;; esac
  command wargrid "$@"
}
"""


class Step(NamedTuple):
    """A file to save, or commands to type; ``text`` is what it holds, or what they print if the
    page says so."""

    line: int
    file: str
    commands: str
    text: str | None


def steps(page: str) -> Iterator[Step]:
    """What a page asks its reader to do, from the top down."""
    found: list[Step] = []
    end = 0
    for block in BLOCK.finditer(page):
        between = page[end : block.start()].strip()
        named = FILE.match(between.rpartition("\n")[2])
        line, end = page.count("\n", 0, block.start()) + 1, block.end()
        if named:
            found.append(Step(line, named[1], "", block[2]))
        elif block[1] == "sh":
            found.append(Step(line, "", block[2], None))
        elif block[1] == "text" and not between and found and found[-1].commands:
            found[-1] = found[-1]._replace(text=block[2])
    yield from found


def follow(page: str, folder: Path) -> list[str]:
    """Do all that a page says in a folder; answers what did not go as it says."""
    wrong: list[str] = []
    here = folder
    for step in steps(page):
        if step.file:
            (here / step.file).parent.mkdir(parents=True, exist_ok=True)
            (here / step.file).write_text(step.text or "", "utf-8")
            continue
        here, code, said = typed(step.commands, here)
        if step.text is None and code:
            wrong.append(f"line {step.line}: {step.commands.strip()} ends with {code}:\n{said}")
        elif step.text is not None and not fits(said, step.text):
            wrong.append(
                f"line {step.line}: {step.commands.strip()} prints\n{said}\nnot\n{step.text}"
            )
    return wrong


def typed(commands: str, here: Path) -> tuple[Path, int, str]:
    """Type commands in a folder; answers the folder they lead to, the exit code, and all that was
    printed."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = {**os.environ, "FRAME": str(here / "frame.png"), "PATH": path}
    script = f"set -e\n{WINDOW}trap 'code=$?; echo; pwd; exit $code' EXIT\n{commands}"
    with subprocess.Popen(
        ["bash", "-c", script], cwd=here, env=env, text=True, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as done:  # fmt: skip
        try:
            printed, _ = done.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(done.pid, signal.SIGKILL)
            raise
    said, _, where = printed.rstrip("\n").rpartition("\n")
    return Path(where), done.returncode, said.rstrip("\n") + "\n"


def fits(said: str, expected: str) -> bool:
    """Whether a text is the one expected, where ``…`` stands for anything."""
    return (
        re.fullmatch(re.escape(expected.strip()).replace("…", ".*"), said.strip(), re.DOTALL)
        is not None
    )


if __name__ == "__main__":
    failures = follow(Path(sys.argv[1]).read_text("utf-8"), Path(sys.argv[2]).resolve())
    print("\n".join(failures) or f"{sys.argv[1]}: everything went as it says.")
    sys.exit(bool(failures))
