"""Where rulesets are found, and by which names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from wargrid.ruleset import TESTS_SUFFIX
from wargrid.source.diagnostics import Diagnostic, RulesetError, diagnostic
from wargrid.source.yaml_reader import Document, read, shown_path
from wargrid.text.format import join_names, near_names

SUFFIX: Final = ".yaml"
SEARCH_PATH: Final = "WARGRID_PATH"
"""The environment variable that names more folders of rulesets."""

NO_RULESETS_BELOW: Final = frozenset({"scenarios", "armies", "texts"})
"""The folders beside rulesets that hold parts of them."""

_PACKAGE: Final = Path(__file__).resolve().parent.parent


class UnknownRuleset(RulesetError):
    """No ruleset has this name; ``near`` are names like it, ``known`` all there are."""

    def __init__(self, name: str, near: Iterable[str] = (), known: Iterable[str] = ()) -> None:
        self.name = name
        self.near = list(near)
        self.known = list(known)
        super().__init__([self._fault()])

    def _fault(self) -> Diagnostic:
        if self.name.endswith(SUFFIX):
            return diagnostic(
                "file_missing", values={"file": self.name, "near": self.values()["near"]}
            )
        if is_file(Path(self.name)):
            return diagnostic("not_yaml_file", values={"file": self.name})
        return diagnostic("unknown_ruleset", values=self.values())

    def values(self) -> dict[str, object]:
        """The fields of the fault ``unknown_ruleset``."""
        nearest = self.near[0] if self.near else ""
        return {"name": self.name, "near": nearest, "known": join_names(self.known, 40)}


def roots() -> list[Path]:
    """The folders searched, in order: the shipped rulesets, then those of ``WARGRID_PATH``."""
    more = [Path(folder) for folder in os.environ.get(SEARCH_PATH, "").split(os.pathsep) if folder]
    return [folder for folder in (_shipped(), *more) if folder.is_dir()]


def _shipped() -> Path:
    """The folder of the rulesets that come with the program: in its package, or beside it where it is developed."""
    installed = _PACKAGE / "rulesets"
    return installed if installed.is_dir() else _PACKAGE.parent.parent / "rulesets"


def shipped_names() -> list[str]:
    """The names of the rulesets that come with the program, sorted; of ``WARGRID_PATH`` none."""
    return sorted(_names_below(_shipped()))


def names() -> list[str]:
    """The names of all rulesets, sorted: their paths below a root, without ``.yaml``."""
    return sorted({name for root in roots() for name in _names_below(root)})


def locate(name_or_path: str | Path, beside: Path | None = None) -> Path:
    """The file of a ruleset, given by name or by a path that ends in ``.yaml``; raises UnknownRuleset.

    A path at which something else is found, such as a folder, is answered too: it cannot be read.
    ``beside`` is the file that asks: names and paths relative to its folder are tried first.
    """
    wanted = str(name_or_path)
    for candidate in _candidates(wanted, beside):
        if is_file(candidate):
            return candidate
    for candidate in _candidates(wanted, beside):
        if wanted.endswith(SUFFIX) and _exists(candidate):
            return candidate  # whoever reads it says what it is instead
    known = [name for name in names() if beside is None or name != name_of(beside)]
    short = wanted.removesuffix(SUFFIX)
    files = _file_without_suffix(Path(wanted), beside) or _files_like(Path(wanted), beside)
    near = (
        files
        or _of_family(short, known)
        or near_names(short, known)
        or _same_last_word(short, known)
    )
    raise UnknownRuleset(wanted, near, known)


def name_of(path: Path) -> str:
    """What a ruleset is called by its file: its path below a root, or the file's own name."""
    for root in roots():
        if path.resolve().is_relative_to(root.resolve()):
            return path.resolve().relative_to(root.resolve()).with_suffix("").as_posix()
    return path.stem


def called(path: Path) -> str:
    """What people call the ruleset in a file: the name that leads to it, or else its path as faults show it."""
    name = name_of(path)
    found = next(filter(is_file, _candidates(name, None)), None)
    return name if found is not None and found.resolve() == path.resolve() else shown_path(path)


def find(name_or_path: str | Path, beside: Path | None = None) -> Document:
    """Locate a ruleset and read it; raises RulesetError."""
    return read(locate(name_or_path, beside))


def find_parent(name_or_path: str, beside: Path | None = None) -> Document:
    """Read the ruleset that a file extends; raises RulesetError, without a place if there is none."""
    try:
        return find(name_or_path, beside)
    except UnknownRuleset as unknown:
        raise RulesetError([diagnostic("unknown_ruleset", values=unknown.values())]) from None


def is_ruleset(path: Path, root: Path) -> bool:
    """Whether a YAML file below a root is a ruleset, not looks, tests, scenarios or part of one."""
    parts = path.relative_to(root).parts
    if path.suffix != SUFFIX or path.name == "looks.yaml" or path.name.endswith(TESTS_SUFFIX):
        return False
    return not any(part.startswith(("_", ".")) or part in NO_RULESETS_BELOW for part in parts)


def _names_below(root: Path) -> Iterator[str]:
    for path in root.rglob(f"*{SUFFIX}"):
        if is_ruleset(path, root) and path.is_file():
            yield path.relative_to(root).with_suffix("").as_posix()


def _candidates(wanted: str, beside: Path | None) -> Iterator[Path]:
    """Every place the file may be, in order; what is no ruleset is found by its path or from beside it only."""
    named = wanted if wanted.endswith(SUFFIX) else wanted + SUFFIX
    if beside is not None:
        yield beside.parent / named
    elif wanted.endswith(SUFFIX):
        yield Path(wanted)
    for root in roots():
        path = root / named
        if (
            ".." not in path.parts
            and path.is_relative_to(root)
            and (beside is not None or is_ruleset(path, root))
        ):
            yield path


def is_file(path: Path) -> bool:
    """Whether a file stands at a path; none does at one that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _files_like(wanted: Path, beside: Path | None) -> list[str]:
    """The YAML files whose names are like that of a file that is not there, in its folder; not the file that asks."""
    folder = wanted.parent if beside is None else beside.parent / wanted.parent
    if wanted.suffix != SUFFIX or not folder.is_dir():
        return []
    stems = sorted(path.stem for path in folder.glob(f"*{SUFFIX}") if path != beside)
    return [str(wanted.parent / f"{name}{SUFFIX}") for name in near_names(wanted.stem, stems)]


def _file_without_suffix(wanted: Path, beside: Path | None) -> list[str]:
    """The file that a name means which lacks its end, or which is a folder with one ruleset called like it."""
    if not wanted.name or wanted.suffix == SUFFIX:
        return []
    folder = Path() if beside is None else beside.parent
    found = (wanted.with_name(wanted.name + SUFFIX), wanted / f"{wanted.name}{SUFFIX}")
    return [str(path) for path in found if is_file(folder / path)]


def _of_family(name: str, known: Iterable[str]) -> list[str]:
    """The rulesets of a game that was named without saying which of them."""
    return [other for other in known if other.startswith(f"{name.rstrip('/')}/")]


def _same_last_word(name: str, known: Iterable[str]) -> list[str]:
    last = name.rsplit("/", 1)[-1].casefold()
    return [other for other in known if last and last == other.rsplit("/", 1)[-1].casefold()]
