"""Hostile files are refused with a reason and a position, or harmless; none ends in a traceback, a
signal or a wait."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from bombs import bombs, game, settings
from places import DATA, ROOT, SUPPORT
from support import of_every_game
from wargrid import RulesetError
from wargrid.loading.library import locate
from wargrid.loading.loader import load_document, load_named
from wargrid.source.diagnostics import Diagnostic
from wargrid.source.yaml_reader import read_text

FOLDER = DATA / "hostile"
SOURCES = [ROOT / folder for folder in ("framework", "plugins", "frontends")]
MEMORY = 1 << 30
PATIENCE = 300
"""Seconds after which a child process is killed; it ends the test, it is no measure."""


def misplaced(diagnostic: Diagnostic) -> str:
    """What a diagnostic lacks: a sentence, a file, a position; empty if nothing."""
    if not diagnostic.what() or not diagnostic.fix() or len(diagnostic.text()) > 3000:
        return f"{diagnostic.name} has no sentence of a fit length"
    is_placed = diagnostic.file and diagnostic.line >= 1 and diagnostic.column >= 1
    of_command = diagnostic.name in ("unknown_ruleset", "file_missing")
    return "" if is_placed or of_command else f"{diagnostic.name} has no position"


def verdict(path: Path) -> str:
    """``accepted`` or ``refused``, and what is wrong with that."""
    try:
        made = load_named(path).game()
        position = made.start()
        has_move = made.moves(position) or position.result is not None
        return "accepted" if has_move else "accepted: no first move"
    except RulesetError as error:
        lacks = "; ".join(filter(None, map(misplaced, error.diagnostics)))
        return f"refused: {lacks}" if lacks else "refused"


def verdicts(paths: list[Path]) -> dict[str, str]:
    """The verdicts on files, found in a child process of limited memory."""
    script = (
        "import sys, test_hostile as t\n"
        "for line in sys.stdin:\n"
        "    print(t.verdict(t.Path(line.strip())), flush=True)"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, [Path(__file__).parent, SUPPORT, *SOURCES])),
    }
    ended = subprocess.run(
        [sys.executable, "-c", script],
        input="".join(f"{path}\n" for path in paths),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environment,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )
    answers = ended.stdout.splitlines()
    assert len(answers) == len(paths), f"{paths[len(answers)]}: {ended.stderr[-500:]}"
    return {path.name: answer for path, answer in zip(paths, answers, strict=True)}


def test_hostile_files_are_refused_or_harmless() -> None:
    """Templates, invisible characters, cycles, devices, tags."""
    files = sorted(FOLDER.glob("*.yaml"))
    assert len(files) >= 50
    assert {verdict(path) for path in files} == {"accepted", "refused"}
    assert not Path("pwned").exists()


@pytest.mark.slow
def test_bombs_are_refused_or_harmless(tmp_path: Path) -> None:
    files = []
    for number, (_, content) in enumerate(bombs()):
        files.append(tmp_path / f"{number}.yaml")
        files[-1].write_bytes(content.encode() if isinstance(content, str) else content)
    assert set(verdicts(files).values()) == {"accepted", "refused"}


@pytest.mark.parametrize(("key", "value"), list(settings()), ids=range(5))
def test_a_hostile_setting_is_refused_at_its_position(key: str, value: str) -> None:
    with pytest.raises(RulesetError) as refused:
        load_named("lionheart/level1", {key: value})
    assert [misplaced(each) for each in refused.value.diagnostics if misplaced(each)] == []


@pytest.mark.slow
def test_folders_pipes_devices_and_circular_links_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    os.mkfifo(tmp_path / "pipe.yaml")
    links = {"circle": "circle.yaml", "zero": "/dev/zero", "to_pipe": "pipe.yaml"}
    for name, target in links.items():
        (tmp_path / f"{name}.yaml").symlink_to(target)
    for name in ("folder", "pipe", "circle", "zero"):
        (tmp_path / f"extends_{name}.yaml").write_text(game(extra=f"extends: {name}\n"))
        (tmp_path / f"lays_{name}.yaml").write_text(game(extra=f"scenario: {name}.yaml\n"))
    assert set(verdicts(sorted(tmp_path.glob("*.yaml"))).values()) == {"refused"}


VALUES = ["no", "~", "010", "1:30", "9" * 40, "&a 1", "*a", "!!int 1", "{}", "[]", "'", "|", "zzz"]
SIGNS = [
    "\t",
    "\0",
    "\u2028",
    "\u202e",
    "\u00a0",
    ": ",
    " #",
    "'",
    '"',
    "[",
    "}",
    "|",
    "---\n",
    "<<: ",
]


def mutants(text: str) -> list[str]:
    """A text with each value, line and sign changed, every change once."""
    found = list(re.finditer(r"(?<=: )[^\s{\[|#][^#\n,}\]]*", text))
    changed = [
        text[: each.start()] + VALUES[number % len(VALUES)] + text[each.end() :]
        for number, each in enumerate(found)
    ]
    lines = text.splitlines(keepends=True)
    changed += [
        "".join([*lines[:number], other, *lines[number + 1 :]])
        for number, line in enumerate(lines)
        for other in ("", line * 2, f" {line}", line.lstrip())
    ]
    changed += [
        text[:at] + SIGNS[at // 5 % len(SIGNS)] + text[at:] for at in range(0, len(text), 5)
    ]
    return changed


@pytest.mark.slow
@of_every_game
def test_a_mutant_of_a_ruleset_is_read_or_refused_at_a_position(name: str) -> None:
    """Forty of them, taken from all over the file."""
    path = locate(name)
    every = mutants(path.read_text("utf-8"))
    wrong: list[tuple[str, str]] = []
    for text in every[:: max(1, len(every) // 40)]:
        try:
            document = read_text(text, str(path))
            document.path = path
            load_document(document, name)
        except RulesetError as error:
            wrong += [(text, lack) for each in error.diagnostics if (lack := misplaced(each))]
    assert wrong == []
