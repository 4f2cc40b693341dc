"""``files.yaml``: what files of other programs call the rulesets beside it, and their pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from wargrid import Diagnostic, Game, RulesetError
from wargrid.loading.library import SUFFIX, roots
from wargrid.loading.validation import validate_document
from wargrid.match import files_of
from wargrid.offers import offers
from wargrid.source.document import Document
from wargrid.source.folders import resolved
from wargrid.source.yaml_reader import read
from wargrid.text import did_you_mean, join_names

FILE: Final = "files.yaml"
GROUP: Final = "wargrid.formats"
"""The group of entry points under which packages offer formats, by name."""

POSITIONS: Final = ("fen", "sfen")
"""What else rulesets may be named for: positions that people paste."""

MAX_BYTES: Final = 65_536


class Claim(BaseModel):
    """How files of one format tell games of one ruleset."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: str
    """The ruleset: its file beside ``files.yaml`` or below, without ``.yaml``."""

    names: tuple[str, ...] = ()
    """What files call the game, without regard to case: the ``Variant`` of PGN, the number of the
    type of PDN or SGF, the handicap of KIF. The first one is written."""

    unnamed: bool = False
    """Whether a file that does not name the game is of this one."""

    called: str = ""
    """What is written where files say more than the name: the ``Game`` of PGN that is not chess,
    ``Chinese Chess``; the whole ``GameType`` of PDN."""

    styles: tuple[str, ...] = ()
    """The styles of notation that may be in such files; the first one is written. None are those of
    the ruleset."""

    unit: str = ""
    """The type that a stone of SGF is."""

    first_square: Literal["north_west", "south_east"] = "north_west"
    """The corner from which squares of PDN are counted, row by row."""

    pieces: dict[str, str] = Field(default_factory=dict)
    """How such files write types, by their words."""

    sides: tuple[str, ...] = ()
    """How such files write the sides, the first one first, where it is not as usual."""


class FilesFile(BaseModel):
    """What other programs call the rulesets beside it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal[1] = 1
    files: dict[str, tuple[Claim, ...]] = Field(default_factory=dict)
    """By the name of a format: the rulesets that it has games of."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim, with the file of its ruleset."""

    claim: Claim
    ruleset: Path


def claims_of(form: str) -> list[Claimed]:
    """Return what all rulesets of the library say of a format, the shipped ones first."""
    return [each for file in _files() for each in claimed_in(file, form)]


def claimed_in(file: Path, form: str) -> Iterator[Claimed]:
    """Yield what a ``files.yaml`` says of a format; nothing if it cannot be read."""
    for claim in _read(file, file.stat().st_mtime_ns).get(form, ()):
        ruleset = file.parent / f"{claim.game}{SUFFIX}"
        if resolved(ruleset).is_relative_to(resolved(file.parent)) and ruleset.is_file():
            yield Claimed(claim, ruleset)


def claim_for(game: Game, form: str) -> tuple[Claim, bool] | None:
    """Return how files of a format tell a game, and whether it is what its names say.

    A ruleset that no ``files.yaml`` names, such as a player's variant, has the claim of the one it
    extends, whose names are not its own. None where there is none.
    """
    for file in files_of(game):
        for beside in _beside(file):
            for each in claimed_in(beside, form):
                if resolved(each.ruleset) == resolved(file):
                    recipe = game.recipe
                    return each.claim, recipe is not None and resolved(recipe.file) == resolved(
                        file
                    )
    return None


def _beside(ruleset: Path) -> Iterator[Path]:
    """Yield the ``files.yaml`` beside a ruleset, and those above it within its root."""
    own = resolved(ruleset).parent
    root = next((r for r in map(resolved, roots()) if own.is_relative_to(r)), own)
    for folder in (own, *own.parents):
        if folder.is_relative_to(root) and (folder / FILE).is_file():
            yield folder / FILE


def _files() -> list[Path]:
    return [file for root in roots() for file in sorted(root.glob(f"**/{FILE}"))]


@lru_cache(maxsize=128)
def _read(path: Path, stamp: int) -> dict[str, tuple[Claim, ...]]:
    try:
        if path.stat().st_size > MAX_BYTES:
            return {}
        made, _ = validate_document(FilesFile, read(path))
    except (RulesetError, OSError):
        return {}
    return {} if made is None else dict(made.files)


def diagnose(path: Path) -> list[Diagnostic]:
    """Return the errors in a ``files.yaml``: keys, formats and rulesets that do not exist."""
    try:
        document = read(path)
    except RulesetError as error:
        return list(error.diagnostics)
    made, found = validate_document(FilesFile, document)
    return list(found) if made is None else list(_unknown(document, made, path.parent))


def _unknown(document: Document, made: FilesFile, folder: Path) -> Iterator[Diagnostic]:
    known = [*sorted(offers(GROUP)), *POSITIONS]
    for form, claims in made.files.items():
        if form not in known:
            near = did_you_mean(form, known) or ""
            values = {"name": form, "near": near, "known": join_names(known)}
            yield document.diagnostic(("files", form), "files_format", at="key", **values)
        for number, claim in enumerate(claims):
            if not (folder / f"{claim.game}{SUFFIX}").is_file():
                place = ("files", form, number, "game")
                yield document.diagnostic(place, "files_game", name=claim.game)
