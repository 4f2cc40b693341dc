"""Thousands of broken copies of all shipped files: each is refused at a place in a file, or can be
played."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from mutating import Mutant, mutants, spread
from timing import cost
from wargrid import Game, RulesetError
from wargrid.loading import library
from wargrid.loading.loader import Loaded, load_document, load_named
from wargrid.match.position_text import read_position, write_position
from wargrid.source.diagnostics import Diagnostic
from wargrid.source.yaml_reader import read, read_text, text_of
from wargrid.table.rulebook import rule_book
from wargrid_pygame.looks.loader import LooksError, diagnose
from wargrid_pygame.looks.loader import read as read_looks

ROOT = Path(__file__).parent.parent / "rulesets"
MUTANT = "mutant.yaml"

RULESETS = [ROOT / f"{name}.yaml" for name in library.names()]
SCENARIOS = sorted(ROOT.glob("*/scenarios/*.yaml"))
LOOKS = sorted(ROOT.glob("*/looks.yaml"))
SHIPPED = [*RULESETS, *SCENARIOS, *LOOKS]

MOST_MS = 100.0
"""How long a refusal may take."""


def shortly(path: Path) -> str:
    """A shipped file's name below the folder of rulesets."""
    return path.relative_to(ROOT).with_suffix("").as_posix()


def most_of(path: Path) -> int:
    """How many mutants of a file the slow run tries: fewer of those that take over much from
    others."""
    name = shortly(path)
    if path in LOOKS or name == "breakthrough/standard":
        return 300
    if name.startswith("lionheart/"):
        return {"lionheart/level1": 900, "lionheart/level2": 150}.get(name, 60)
    return 30 if "/variants/" in name or "/scenarios/" in name else 60


@pytest.fixture(autouse=True)
def _no_tables_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of which a few moves are played work nothing out that they may not need."""
    monkeypatch.setattr("wargrid.engine.movegen.MAX_EAGER_CELLS", 0)


every_file = pytest.mark.parametrize("path", SHIPPED, ids=shortly)


@cache
def all_of(path: Path) -> list[Mutant]:
    """All mutants of a shipped file."""
    return mutants(path.read_text("utf-8"))


def is_fit(diagnostic: Diagnostic) -> bool:
    """Whether a fault has a file, a place that is in it, and both its sentences in both
    languages."""
    told = all(diagnostic.what(language) and diagnostic.cure(language) for language in ("en", "fr"))
    return bool(diagnostic.file) and diagnostic.line >= 1 and diagnostic.column >= 1 and told


def unfit(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> str:
    """What is wrong with a refusal; an empty text if nothing is."""
    return "; ".join(
        f"{diagnostic.name}: {diagnostic.text()}"
        for diagnostic in diagnostics
        if not is_fit(diagnostic)
    ) or ("" if diagnostics else "-")


def play(game: Game) -> None:
    """Make some moves, write the position and read it again, and tell the rules."""
    position = game.start()
    for number in range(6):
        if position.result is not None:
            break
        position = game.step(
            position, game.moves(position)[-1 - number % 2 if len(game.moves(position)) > 1 else 0]
        )
    text = write_position(position)
    assert write_position(read_position(game, text)) == text
    assert rule_book(game, "en" if len(text) % 2 else "fr")


def as_ruleset(original: Path, mutant: Path) -> str:
    """How a mutant of a ruleset is taken that stands where the original stood."""

    def loaded() -> Loaded:
        document = read_text(text_of(mutant), MUTANT)
        document.path = original
        return load_document(document, MUTANT)

    return taken(loaded)


def as_scenario(original: Path, mutant: Path) -> str:
    """How a mutant of a scenario is taken, laid over the ruleset whose it is."""
    base = {"battle": "battle/default", "xiangqi": "xiangqi/terrains"}[original.parent.parent.name]
    return taken(lambda: load_named(base, scenario=mutant))


def taken(load: Callable[[], Loaded]) -> str:
    """What is wrong with how a ruleset is taken: refused with faults that are fit and at once, or
    played."""
    try:
        loaded = load()
    except RulesetError as error:
        return unfit(error.diagnostics)
    play(loaded.game())
    return unfit(loaded.warnings()) if loaded.warnings() else ""


def as_looks(original: Path, mutant: Path) -> str:
    """How a mutant of the looks is taken; what is faultless can be shown."""
    found = diagnose(mutant)
    try:
        read_looks(mutant)
    except LooksError as error:
        return unfit(found) if found else f"the check found nothing, but: {error}"
    return unfit(found) if found else ""


def judged(path: Path, what: str, content: bytes, folder: Path) -> str:
    """What is wrong with how a mutant is taken; an empty text if nothing is."""
    mutant = folder / (path.name if path in LOOKS else MUTANT)
    mutant.write_bytes(content)
    take = as_looks if path in LOOKS else as_scenario if path in SCENARIOS else as_ruleset
    try:
        wrong = take(path, mutant)
    except Exception as error:
        wrong = f"{type(error).__name__}: {error}"
    return f"{shortly(path)}, {what}: {wrong}" if wrong else ""


def all_judged(path: Path, most: int, folder: Path) -> list[str]:
    """What is wrong with how so many mutants of a file are taken."""
    icons = path.parent / "icons"
    if path in LOOKS and icons.is_dir():
        shutil.copytree(icons, folder / "icons", dirs_exist_ok=True)
    return [
        wrong
        for what, content in spread(all_of(path), most)
        if (wrong := judged(path, what, content, folder))
    ]


def milliseconds(path: Path, content: bytes, folder: Path) -> float:
    """The processor time it takes to read and check a mutant."""
    mutant = folder / MUTANT
    mutant.write_bytes(content)

    def check() -> None:
        with suppress(RulesetError):
            document = read(mutant)
            document.path = path
            load_document(document, MUTANT)

    return cost(check, MOST_MS)


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [ROOT / "lionheart" / "level1.yaml", SCENARIOS[0], LOOKS[0]], ids=shortly
)
def test_some_mutants_are_refused_in_place_or_played(path: Path, tmp_path: Path) -> None:
    """A few of each sort of file, from all over them."""
    assert all_judged(path, 12, tmp_path) == []


def test_there_are_mutants_by_the_thousand() -> None:
    """Of every shipped file hundreds, of every sort."""
    counted = {shortly(path): len(all_of(path)) for path in (RULESETS[0], SCENARIOS[0], LOOKS[0])}
    assert min(counted.values()) > 500
    assert sum(map(most_of, SHIPPED)) > 3000


@pytest.mark.slow
@every_file
def test_mutants_of_every_file_are_refused_in_place_or_played(path: Path, tmp_path: Path) -> None:
    """No key, value, line or character can be broken so that anything but a fault is raised."""
    assert all_judged(path, most_of(path), tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", RULESETS, ids=shortly)
def test_mutants_are_read_at_once(path: Path, tmp_path: Path) -> None:
    """Refused or accepted, a mutant is read and checked within a tenth of a second."""
    times = [milliseconds(path, content, tmp_path) for _, content in spread(all_of(path), 20)]
    assert max(times) < MOST_MS
