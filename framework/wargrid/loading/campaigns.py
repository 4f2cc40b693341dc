"""Find campaigns: files in a folder ``campaigns`` beside rulesets, or of the player."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from wargrid.loading import library
from wargrid.source.diagnostics import RulesetError, diagnostic
from wargrid.source.folders import data_folder, resolved
from wargrid.source.yaml_reader import read
from wargrid.text import join_names, near_names

FOLDER: Final = library.CAMPAIGNS
"""The folder beside rulesets that holds campaigns, and that of the player's own."""

_TESTS: Final = library.TESTS_SUFFIX.removesuffix(library.SUFFIX)


def own_folder() -> Path:
    """Return the folder of the campaigns that the player has added."""
    return data_folder() / FOLDER


def names() -> list[str]:
    """Return the names of all campaigns, sorted: paths below a root without ``.yaml``."""
    return sorted(_files())


def locate(name_or_path: str) -> Path:
    """Return the file of a campaign by its name, or by a path that ends in ``.yaml``.

    Raises:
        RulesetError: there is none.
    """
    files = _files()
    if name_or_path in files:
        return files[name_or_path]
    path = Path(name_or_path)
    if path.suffix == library.SUFFIX and path.is_file():
        return path
    near = next(iter(near_names(name_or_path, [*files])), "")
    values = {"name": name_or_path, "near": near, "known": join_names(sorted(files), 40)}
    raise RulesetError([diagnostic("no_campaign", values=values)])


def is_named(name_or_path: str) -> bool:
    """Return whether a text is a name or a path as campaigns have them, or a file of battles."""
    path = Path(name_or_path)
    in_folder = path.parent.name == FOLDER and not path.is_dir() and _TESTS not in path.name
    return in_folder or (path.is_file() and _has_battles(path))


def _has_battles(path: Path) -> bool:
    try:
        return "battles" in read(path).data
    except RulesetError:
        return False


def name_of(path: Path) -> str:
    """Return the name of a campaign's file, or its path if no name leads to it."""
    there = resolved(path)
    return next((name for name, file in _files().items() if resolved(file) == there), str(path))


def _files() -> dict[str, Path]:
    found: dict[str, Path] = {}
    for root in library.roots():
        for path in _below(root):
            found.setdefault(path.relative_to(root).with_suffix("").as_posix(), path)
    own = own_folder()
    for path in sorted(own.glob(f"*{library.SUFFIX}")) if own.is_dir() else ():
        if not path.name.endswith(library.TESTS_SUFFIX):
            found.setdefault(f"{FOLDER}/{path.stem}", path)
    return found


def _below(root: Path) -> Iterator[Path]:
    for path in sorted(root.rglob(f"{FOLDER}/*{library.SUFFIX}")):
        if library.is_campaign(path):
            yield path
