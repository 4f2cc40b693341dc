"""Follow a page of the documentation: save its files, run its commands, compare their output.

    python tests/support/following.py FOLDER

A line with a name in backticks and a colon names the file in the block below it. Blocks of ``sh``
are run; a block of ``text`` right below one is their output, in which ``…`` matches anything. The
window draws one frame and closes.
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

from places import ROOT

DOCS = ROOT / "docs"
FILE = re.compile(r"^`([\w./-]+)`:$")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TOGETHER = (
    ("playing", "first-variant", "first-game"), ("rulesets", "own-words"), ("boards", "looks"),
    ("opponents", "markers", "hexes"), ("turns", "abilities", "campaigns"), ("fair", "ranks"),
    ("placing", "stages", "points"), ("game-files", "engines"), ("notation",), ("plugins",),
)  # fmt: skip
"""Pages whose commands run one after the other in one folder."""

PATIENCE = 180
"""The limit for the commands of one block, in seconds."""

WINDOW = """\
export SDL_VIDEODRIVER=dummy WARGRID_LANGUAGE=en
wargrid() {
  case "$*" in "") set -- play ;; esac
  case " $* " in *" play "*) set -- "$@" --screenshot "$FRAME" ;; esac
  command wargrid "$@"
}
"""


class Step(NamedTuple):
    """A file to save, or commands to run; ``text`` is the content or the expected output."""

    line: int
    file: str
    commands: str
    text: str | None


def steps(page: str) -> Iterator[Step]:
    """Yield the files and commands of a page in order."""
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
    """Follow a page in a folder and return what went wrong."""
    wrong: list[str] = []
    here = folder
    for step in steps(page):
        if step.file:
            (here / step.file).parent.mkdir(parents=True, exist_ok=True)
            (here / step.file).write_text(step.text or "", "utf-8")
            continue
        here, code, output = run(step.commands, here)
        if step.text is None and code:
            wrong.append(f"line {step.line}: {step.commands.strip()} ends with {code}:\n{output}")
        elif step.text is not None and not fits(output, step.text):
            wrong.append(
                f"line {step.line}: {step.commands.strip()} prints\n{output}\nnot\n{step.text}"
            )
    return wrong


def follow_in(folder: Path, name: str) -> list[str]:
    """Follow a page of the documentation in a folder, which may be new."""
    folder.mkdir(parents=True, exist_ok=True)
    return follow((DOCS / f"{name}.md").read_text("utf-8"), folder)


def run(commands: str, here: Path) -> tuple[Path, int, str]:
    """Run commands in a folder; return the last folder, the exit code and the output."""
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
    output, _, where = printed.rstrip("\n").rpartition("\n")
    return Path(where), done.returncode, output.rstrip("\n") + "\n"


def fits(output: str, expected: str) -> bool:
    """Return whether an output is as expected; ``…`` matches anything."""
    return (
        re.fullmatch(re.escape(expected.strip()).replace("…", ".*"), output.strip(), re.DOTALL)
        is not None
    )


if __name__ == "__main__":
    failures = [
        f"docs/{page}.md, {wrong}"
        for pages in TOGETHER
        for page in pages
        for wrong in follow_in(Path(sys.argv[1], pages[0]).resolve(), page)
    ]
    print("\n".join(failures) or "no differences")
    sys.exit(bool(failures))
