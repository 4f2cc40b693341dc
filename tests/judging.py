"""Judges how hostile files are taken: run as a process of its own, so that a signal or an endless
wait is seen.

``python judging.py`` reads one JSON object a line, ``{"name", "kind", "path"}``, and answers each
with one line: how the file was taken, what is wrong with that, and what it cost in processor time
and memory beyond a bare start.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from beside import beside, game_of
from timing import cost
from wargrid import Game, RulesetError
from wargrid.loading.loader import load_named
from wargrid.match.errors import PositionError, RecordError
from wargrid.match.files import load
from wargrid.match.match import Match
from wargrid.match.notation import NotationError, read_move
from wargrid.match.position_text import read_position, write_position
from wargrid.source.diagnostics import Diagnostic
from wargrid.source.yaml_reader import text_of
from wargrid.table.rulebook import rule_book

STATUS = Path("/proc/self/status")
RESET = Path("/proc/self/clear_refs")


def misplaced(diagnostic: Diagnostic) -> str:
    """What a fault lacks: a file, a place in it, or one of its sentences; empty if it lacks
    nothing."""
    sentences = [
        diagnostic.what(language) and diagnostic.cure(language) for language in ("en", "fr")
    ]
    if not all(sentences) or any(
        "{" in text and "{" not in str(diagnostic.values) for text in sentences
    ):
        return f"{diagnostic.name} is not told: {sentences}"
    if len(diagnostic.text()) > 3000:
        return f"{diagnostic.name} takes {len(diagnostic.text())} characters to tell"
    if (
        diagnostic.name in ("unknown_ruleset", "file_missing") and not diagnostic.file
    ):  # asked for by name, not by a file
        return ""
    return (
        ""
        if diagnostic.file and diagnostic.line >= 1 and diagnostic.column >= 1
        else f"{diagnostic.name} has no place"
    )


def refused(error: RulesetError) -> str:
    """What is wrong with a refusal."""
    return (
        "; ".join(filter(None, map(misplaced, error.diagnostics)))
        if error.diagnostics
        else "no reason is given"
    )


def opened(game: Game) -> None:
    """Begin a game and ask for everything that may be done then."""
    position = game.start()
    assert game.moves(position) or position.result is not None, "a game that goes on has a move"


def lived(game: Game) -> None:
    """Play a little, look at odds, read the rules in both languages, write the position and read it
    back."""
    position = game.start()
    for number in range(8):
        moves = game.moves(position)
        if not moves:
            break
        position = game.step(position, moves[-1 - number % 2 if len(moves) > 1 else 0])
    assert write_position(read_position(game, write_position(position))) == write_position(position)
    assert all(rule_book(game, language) for language in ("en", "fr"))
    assert game.source_text is not None


def take_ruleset(path: Path) -> tuple[str, str]:
    """A ruleset: refused with located faults, or a game that begins."""
    try:
        opened(load_named(path).game())
    except RulesetError as error:
        return "refused", refused(error)
    return "accepted", ""


def take_scenario(path: Path) -> tuple[str, str]:
    """A scenario laid over Battle."""
    try:
        opened(load_named("battle/default", scenario=path).game())
    except RulesetError as error:
        return "refused", refused(error)
    return "accepted", ""


def take_looks(path: Path) -> tuple[str, str]:
    """The looks of a window."""
    from wargrid_pygame.looks.loader import LooksError, diagnose, read

    found = diagnose(path)
    try:
        read(path)
    except LooksError as error:
        return "refused", "" if found and str(error) else f"only the window refuses it: {error}"
    return "refused" if found else "accepted", "; ".join(filter(None, map(misplaced, found)))


def take_texts(path: Path) -> tuple[str, str]:
    """The texts of a plugin, beside a game that trusts it."""
    folder = path.with_suffix("")
    folder.mkdir()
    try:
        game_of(beside(folder, english=path.read_bytes()))
    except RulesetError as error:
        return "refused", refused(error)
    return "accepted", ""


def take_record(path: Path) -> tuple[str, str]:
    """A record of a match."""
    try:
        load(path)
    except RecordError as error:
        told = [error.text(language) for language in ("en", "fr")]
        return "refused", "" if all(told) and max(
            map(len, told)
        ) < 30_000 else f"told in {len(told[0])} characters"
    return "accepted", ""


def take_position(path: Path) -> tuple[str, str]:
    """A position of Lionheart."""
    game = bare_game("lionheart/level1")
    try:
        position = read_position(game, text_of(path))
        game.moves(position)
    except RulesetError as error:
        return "refused", refused(error)
    except PositionError as error:
        return "refused", "" if error.line >= 1 and error.refusal.text("en") else "no line is named"
    return "accepted", ""


def take_moves(path: Path) -> tuple[str, str]:
    """Moves as text, one a line: each is read and played, or refused with a reason."""
    game = bare_game("lionheart/level1")
    match = Match(game, by_hand=True)
    for line in path.read_text("utf-8").split("\n"):
        try:
            game.why_not(match.position, read_move(game, match.position, line))
        except NotationError as error:
            if not error.refusal.text("en"):
                return "refused", "no reason"
    return "refused", ""


def take_setting(path: Path) -> tuple[str, str]:
    """Options of a game, each ``KEY=VALUE`` on a line of its own."""
    said = dict(line.partition("=")[::2] for line in path.read_text("utf-8").split("\n") if line)
    try:
        opened(load_named("lionheart/level1", said).game())
    except RulesetError as error:
        return "refused", refused(error)
    return "accepted", ""


KINDS: dict[str, Callable[[Path], tuple[str, str]]] = {
    "ruleset": take_ruleset, "scenario": take_scenario, "looks": take_looks, "record": take_record,
    "position": take_position, "moves": take_moves, "setting": take_setting,
    "texts": take_texts,
}  # fmt: skip

_games: dict[str, Game] = {}


def bare_game(name: str) -> Game:
    """A shipped game, loaded once."""
    if name not in _games:
        _games[name] = load_named(name).game()
    return _games[name]


def memory(line: str) -> int:
    """A line of the process's own status, in bytes; 0 where there is none."""
    if not STATUS.exists():
        return 0
    found = (each for each in STATUS.read_text().splitlines() if each.startswith(line))
    return int(next(found).split()[1]) * 1024


def taken(take: Callable[[Path], tuple[str, str]], path: Path) -> tuple[str, str]:
    """How a file is taken, and what is wrong with that; an exception is told."""
    try:
        return take(path)
    except Exception as error:
        return "raised", f"{type(error).__name__}: {str(error)[:300]}"


def judge(case: dict[str, str], patience: float = 100.0) -> dict[str, Any]:
    """Judge one file: how it is taken, and what that costs in ms of processor time and in MiB, at
    the highest."""
    take, path = KINDS[case["kind"]], Path(case["path"])
    verdicts: list[tuple[str, str]] = []
    gc.collect()
    if RESET.exists():
        RESET.write_text("5")
    before = memory("VmRSS")
    spent = cost(lambda: verdicts.append(taken(take, path)), patience)
    peak = (memory("VmHWM") - before) / (1 << 20)
    how, wrong = verdicts[0]
    return {
        "name": case["name"],
        "taken": how,
        "wrong": wrong,
        "ms": round(spent, 1),
        "mib": round(peak, 1),
    }


def warm_up() -> None:
    """What a bare start needs: every module, every catalogue, every plugin, one game of each
    family, one fault."""
    for name in ("breakthrough/standard", "xiangqi/terrains"):
        opened(load_named(name).game())
    try:
        load_named("lionheart/level7")
    except RulesetError as error:
        refused(error)
    bare_game("lionheart/level1")


if __name__ == "__main__":
    warm_up()
    for line in sys.stdin:
        print(json.dumps(judge(json.loads(line))), flush=True)
