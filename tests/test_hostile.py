"""Hostile files are refused at once, with a reason and a place; none is answered by a traceback or
a signal."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pygame
import pytest

from bombs import bombs, full, game
from judging import take_ruleset, taken
from support import loaded
from timing import cost
from wargrid import RulesetError
from wargrid.loading.loader import load_named
from wargrid.match.header import BY_HAND, header_for
from wargrid.match.match import Match
from wargrid.match.record_writer import Checksum, write_record
from wargrid_pygame.graphics import text as typeset

FOLDER = Path(__file__).parent / "hostile"
SOURCES = [
    Path(__file__).parent.parent / folder for folder in ("framework", "plugins", "frontends")
]

MOST_MS = {"refused": 100.0, "accepted": 1000.0}
"""How much processor time it may take to refuse a file, or to read it, begin its game and list all
moves."""

MOST_MIB = 32.0
PATIENCE = 120
LARGEST_PROCESS = 4 << 30

Case = dict[str, str]


def judged(cases: Iterable[Case]) -> list[dict[str, Any]]:
    """Have files judged in a process of its own; whatever kills it is told of the file it was
    at."""
    waiting = list(cases)
    verdicts: list[dict[str, Any]] = []
    while waiting:
        ended = _run(waiting)
        found = [json.loads(line) for line in ended.stdout.splitlines() if line.startswith("{")]
        verdicts += found
        if len(found) == len(waiting):
            return verdicts
        why = f"the process ended with {ended.returncode}: {ended.stderr[-300:]}"
        verdicts.append(
            {
                "name": waiting[len(found)]["name"],
                "taken": "killed",
                "wrong": why,
                "ms": 0,
                "mib": 0,
            }
        )
        waiting = waiting[len(found) + 1 :]
    return verdicts


def _run(cases: list[Case]) -> subprocess.CompletedProcess[str]:
    """A run of the judge under a limit of memory and time."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, SOURCES)),
        "SDL_VIDEODRIVER": "dummy",
    }
    try:
        return subprocess.run(
            [sys.executable, str(Path(__file__).parent / "judging.py")],
            input="".join(json.dumps(case) + "\n" for case in cases),
            capture_output=True, text=True, timeout=PATIENCE, env=environment, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (LARGEST_PROCESS, LARGEST_PROCESS)),
        )  # fmt: skip
    except subprocess.TimeoutExpired as expired:
        out = expired.stdout.decode() if isinstance(expired.stdout, bytes) else expired.stdout or ""
        return subprocess.CompletedProcess(expired.args, -1, out, "it took too long")


def offences(verdicts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The verdicts on files that were not refused or accepted as they should be."""
    return [
        each
        for each in verdicts
        if each["wrong"] or each["ms"] > MOST_MS.get(each["taken"], 0) or each["mib"] > MOST_MIB
    ]


def ruleset_cases(paths: Iterable[Path]) -> list[Case]:
    """Cases of rulesets in files."""
    return [{"name": path.name, "kind": "ruleset", "path": str(path)} for path in paths]


def test_hostile_files_are_refused_or_harmless() -> None:
    """Templates, invisible characters, cycles, devices, tags: a located fault, or a game that
    begins."""
    files = sorted(FOLDER.glob("*.yaml"))
    assert len(files) >= 50
    assert [(path.name, wrong) for path in files if (wrong := taken(take_ruleset, path)[1])] == []
    assert not Path("pwned").exists()


@pytest.mark.slow
def test_hostile_files_cost_next_to_nothing() -> None:
    """No more than others do, in a process that has done nothing else."""
    assert offences(judged(ruleset_cases(sorted(FOLDER.glob("*.yaml"))))) == []


@pytest.mark.slow
def test_bombs_are_refused_at_once(tmp_path: Path) -> None:
    """Under 100 ms and 32 MiB above what a bare start needs; what is accepted begins within a
    second."""
    cases: list[Case] = []
    for number, (kind, name, content) in enumerate(bombs()):
        path = tmp_path / f"{number}.yaml"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        cases.append({"name": f"{kind}: {name}", "kind": kind, "path": str(path)})
    assert len(cases) >= 90
    assert offences(judged(cases)) == []


@pytest.mark.slow
def test_what_is_no_ordinary_file_is_refused(tmp_path: Path) -> None:
    """Folders, pipes that nobody writes to, devices, and links that lead round in circles or into
    them."""
    (tmp_path / "folder.yaml").mkdir()
    os.mkfifo(tmp_path / "pipe.yaml")
    for name, target in {
        "circle": "circle.yaml",
        "zero": "/dev/zero",
        "link": "folder.yaml",
        "to_pipe": "pipe.yaml",
    }.items():
        (tmp_path / f"{name}.yaml").symlink_to(target)
    for name in ("folder", "pipe", "circle", "zero"):
        (tmp_path / f"extends_{name}.yaml").write_text(game(extra=f"extends: {name}\n"))
        (tmp_path / f"lays_{name}.yaml").write_text(game(extra=f"scenario: {name}.yaml\n"))
    for number in range(30):
        (tmp_path / f"chain{number}.yaml").write_text(f"extends: chain{number + 1}\n")
    verdicts = judged(ruleset_cases(sorted(tmp_path.glob("*.yaml"))))
    assert offences(verdicts) == []
    assert {each["taken"] for each in verdicts} == {"refused"}


def forged(lines: list[str]) -> bytes:
    """A record of these lines whose every tag is right, as anybody can make one."""
    checksum = Checksum()
    return b"".join(checksum.line(line) for line in lines)


def record_of(
    rules: str, start: str = "", moves: Iterable[str] = ("moves: @0",), ended: str = ""
) -> bytes:
    """A forged record that embeds a ruleset."""
    head = [
        "wargrid record 2",
        "ruleset: x",
        "wargrid: 0",
        "plugins:",
        "started:",
        "dice: hand",
        "player a:",
        "player b:",
    ]
    embedded = ["rules:", *(f"  {line}" for line in rules.split("\n"))]
    drawn = ["start:", *(f"  {line}" for line in start.split("\n"))] if start else []
    return forged([*head, *embedded, *drawn, *moves, ended or "end: nobody"])


def records() -> dict[str, bytes]:
    """Records that are forged, cut, altered, or hold a bomb."""
    sound = _sound()
    made = {f"cut at {at}": sound[:at] for at in range(0, len(sound), max(1, len(sound) // 12))}
    for at in range(40, len(sound), max(1, len(sound) // 12)):
        made[f"altered at {at}"] = sound[:at] + bytes([sound[at] ^ 1]) + sound[at + 1 :]
    texts = {
        name: content
        for kind, name, content in bombs()
        if kind == "ruleset" and isinstance(content, str)
    }
    for name in (
        "brackets",
        "laughs",
        "a full board",
        "a zone of 10^7 cells",
        "dice rolled twice",
        "many directions",
    ):
        made[f"with {name}"] = record_of(texts[name])
    made["with a start of 10^5 cells"] = record_of(game(), ". " * 100_000)
    made["with a start full of units"] = record_of(game(size=60), full(60)[9:])
    made["with a move of 10^5 letters"] = record_of(
        game(), moves=["moves: @0", "1. a " + "a1" * 50_000]
    )
    made["with a number of 5,000 digits"] = record_of(
        game(), moves=["moves: @0", "9" * 5_000 + ". a end"]
    )
    made["of empty lines"] = forged([""] * 20_000)
    made["of lines that say nothing"] = forged(["wargrid record 2", *[""] * 20_000])
    made["without tags"] = b"wargrid record 1\n" + b"\n" * 2_000_000
    made["of tags"] = b"wargrid record 1 " + b" #00000000" * 200_000
    made["of one line"] = (
        b"wargrid record 1 #" + hashlib.sha256(b"wargrid record 1\n").hexdigest()[:8].encode()
    )
    made["of 3 MB"] = b"wargrid record 1 " + b"x" * 3_000_000
    made["of nothing"] = b""
    return made


def _sound() -> bytes:
    """A sound record of a few moves."""
    match = Match(loaded("breakthrough/standard"), by_hand=True)
    for _ in range(6):
        match.play(match.game.moves(match.position)[0])
    return write_record(match, header_for(match.game, dice=BY_HAND))


@pytest.mark.slow
def test_hostile_records_are_refused_at_once(tmp_path: Path) -> None:
    """Cut, altered, forged, or with a bomb inside: the first line that is wrong is named."""
    cases: list[Case] = []
    for number, (name, content) in enumerate(records().items()):
        path = tmp_path / f"{number}.wargrid"
        path.write_bytes(content)
        cases.append({"name": name, "kind": "record", "path": str(path)})
    verdicts = judged(cases)
    assert offences(verdicts) == []
    assert {each["taken"] for each in verdicts} == {"refused"}


def test_a_text_that_no_window_could_show_is_refused(tmp_path: Path) -> None:
    """A name has a longest length, wherever it stands; one that is almost as long is set at
    once."""
    for wrong in ("name: LONG", "units: {king: {name: {en: LONG}}}", "faces: {axe: LONG}"):
        (tmp_path / "long.yaml").write_text(
            f"extends: lionheart/level1\n{wrong.replace('LONG', 'w' * 1001)}\n", "utf-8"
        )
        with pytest.raises(RulesetError) as refused:
            load_named(tmp_path / "long.yaml")
        assert [diagnostic.name for diagnostic in refused.value.diagnostics] == ["text_too_long"]
    pygame.font.init()
    assert typeset.fitted.__wrapped__("漢" * 1000, 300, 40, 16).pixels == typeset.SMALLEST
    assert cost(lambda: typeset.fitted.__wrapped__("漢" * 1000, 300, 40, 16), 1000) < 1000
