"""Find rulesets by name or path, and distinguish them from other files."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from os.path import exists, isfile, realpath  # unlike Path's, they take any name and circle
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargrid.plugins.trust import is_trusted
from wargrid.source.diagnostics import Diagnostic, RulesetError, diagnostic
from wargrid.source.document import Document
from wargrid.source.folders import named_path, resolved
from wargrid.source.yaml_reader import read, shown_path
from wargrid.text import join_names, near_names

if TYPE_CHECKING:
    from wargrid.source.inherit import FindParent

BESIDE: Final = ("looks.yaml", "files.yaml")
"""The files beside rulesets that say how they look, and what other programs call them."""

TESTS_SUFFIX: Final = ".tests.yaml"
"""The ending of files of rule tests, after the name of their ruleset."""

GUIDE_SUFFIX: Final = ".guide.yaml"
"""The ending of a guided game, after the name of its ruleset."""

SUFFIX: Final = ".yaml"
SEARCH_PATH: Final = "WARGRID_PATH"
"""The environment variable that names more folders of rulesets."""

USUAL: Final = ("default", "standard")
"""The names of the rulesets that the name of their folder stands for, where it has several."""

CAMPAIGNS: Final = "campaigns"
"""The folder beside rulesets that holds campaigns."""

NO_RULESETS_BELOW: Final = frozenset({"scenarios", "armies", "texts", CAMPAIGNS})
"""The folders beside rulesets that hold parts of them."""

SCENARIO_KEYS: Final = ("name", "summary", "board", "setup", "hand", "start", "zones")
"""The keys that a scenario shares with a ruleset; all others but its own belong to the ruleset."""

SCENARIO_OWN: Final = ("ruleset", "deploy")
"""The keys of a scenario alone: the ruleset that it is for, and ``~`` for armies set up already."""

_PACKAGE: Final = Path(__file__).resolve().parent.parent
_SECTION: Final = re.compile(rb"^(?:\xef\xbb\xbf)?(extends|sides|units|board):", re.MULTILINE)


class UnknownRuleset(RulesetError):
    """No ruleset has this name; ``near`` are similar names, ``known`` all there are.

    ``misnamed`` is a file that only its ending keeps from having it, or empty.
    """

    def __init__(
        self, name: str, near: Iterable[str] = (), known: Iterable[str] = (), misnamed: str = ""
    ) -> None:
        self.name, self.misnamed = name, misnamed
        self.near = list(near)
        self.known = list(known)
        super().__init__([self._diagnostic()])

    def _diagnostic(self) -> Diagnostic:
        if self.misnamed:
            return diagnostic("not_yaml_file", values={"file": self.misnamed})
        if self.name.endswith(SUFFIX):
            values = {"file": self.name, "near": self.values()["near"]}
            return diagnostic("file_missing", values=values)
        return diagnostic("unknown_ruleset", values=self.values())

    def values(self) -> dict[str, object]:
        """Return the fields of the message ``unknown_ruleset``."""
        nearest = self.near[0] if self.near else ""
        return {"name": self.name, "near": nearest, "known": join_names(self.known, 40)}


def roots() -> list[Path]:
    """Return the folders searched: the shipped rulesets, then those of ``WARGRID_PATH``."""
    named = filter(None, os.environ.get(SEARCH_PATH, "").split(os.pathsep))
    return [each for each in (_shipped(), *map(named_path, named)) if each.is_dir()]


def _shipped() -> Path:
    """Return the folder of the shipped rulesets: in the package, or beside it in a checkout."""
    installed = _PACKAGE / "rulesets"
    return installed if installed.is_dir() else _PACKAGE.parent.parent / "rulesets"


def shipped_names() -> list[str]:
    """Return the names of the shipped rulesets, sorted."""
    return sorted(_names_below(_shipped()))


def names() -> list[str]:
    """Return the names of all rulesets, sorted: their paths below a root, without ``.yaml``."""
    return sorted({name for root in roots() for name in _names_below(root)})


def locate(name_or_path: str | Path, beside: Path | None = None) -> Path:
    """Find the file of a ruleset by name, or by a path that ends in ``.yaml``.

    Names and paths relative to the folder of the file ``beside`` are tried first. A path of
    something else, such as a folder, is returned too: reading it explains what it is. The name of a
    folder of rulesets stands for its only one, or for the one called as in ``USUAL``.

    Raises:
        UnknownRuleset: there is no such ruleset.
    """
    wanted = str(name_or_path)
    candidates = list(_candidates(wanted, beside))
    tests = (isfile, exists) if wanted.endswith(SUFFIX) else (isfile,)
    for test in tests:
        for candidate in candidates:
            if test(candidate):
                return candidate
    known = [name for name in names() if beside is None or name != name_of(beside)]
    short = wanted.removesuffix(SUFFIX).rstrip("/")
    inside = [other for other in known if other.rpartition("/")[0] == short]
    usual = [other for other in inside if len(inside) == 1 or other.rpartition("/")[2] in USUAL]
    if usual:
        return locate(usual[0], beside)
    if inside:
        raise UnknownRuleset(wanted, known=inside)
    folder = Path() if beside is None else beside.parent
    if wrong := misnamed(folder / wanted):
        raise UnknownRuleset(wanted, misnamed=str(Path(wanted).with_name(wrong.name)))
    last = short.rpartition("/")[2].casefold()
    near = (
        _near_files(Path(wanted), beside)
        or near_names(short, known)
        or [other for other in known if last and last == other.rpartition("/")[2].casefold()]
    )
    raise UnknownRuleset(wanted, near, known)


def name_of(path: Path) -> str:
    """Return the name of a ruleset's file: its path below a root, or the file's own name."""
    for root in roots():
        if resolved(path).is_relative_to(resolved(root)):
            return resolved(path).relative_to(resolved(root)).with_suffix("").as_posix()
    return path.stem


def may_be_called(name: str, path: Path) -> bool:
    """Return whether a ruleset's file has this name, or would with a folder above it as a root."""
    name, found, parts = name.removesuffix(SUFFIX), name_of(path), resolved(path).parts
    wanted = Path(name + SUFFIX).parts
    return found == name or ("/" not in found and parts[-len(wanted) :] == wanted)


def called(path: Path) -> str:
    """Return the name that leads to a ruleset's file, or else its path."""
    name = name_of(path)
    found = next(filter(isfile, _candidates(name, None)), None)
    return name if found is not None and resolved(found) == resolved(path) else shown_path(path)


def find(name_or_path: str | Path, beside: Path | None = None) -> Document:
    """Locate a ruleset and read it. Raises RulesetError."""
    return read(locate(name_or_path, beside))


def parents_of(path: Path | None) -> FindParent:
    """Return how the parents of a ruleset are found: in its own folder or in the library.

    A ruleset that came from elsewhere must not read, and quote, other files of the disk; a trusted
    one may. Without a ``path`` its folder is the working folder.
    """
    home = resolved(path.parent if path is not None else Path())

    def find_parent(name: str, beside: Path | None) -> Document:
        if not is_reachable(name, beside, home):
            raise RulesetError([diagnostic("file_outside", values={"file": name})])
        try:
            return find(name, beside)
        except UnknownRuleset as unknown:
            if unknown.misnamed:
                raise
            raise RulesetError([diagnostic("unknown_ruleset", values=unknown.values())]) from None

    return find_parent


def is_reachable(name: str, beside: Path | None, home: Path) -> bool:
    """Return whether a ruleset in the folder ``home`` may read the file that ``beside`` names."""
    places = list(_candidates(name, beside or home / f"_{SUFFIX}"))
    return may_read(next(filter(isfile, places), places[0]), home)


def may_read(file: Path, home: Path) -> bool:
    """Return whether a ruleset in the folder ``home`` may read a file: one below it, or trusted."""
    path = resolved(Path(file))
    allowed = (home, *(resolved(root) for root in roots()))
    if any(path.is_relative_to(each) for each in allowed):
        return True
    try:
        return is_trusted(path)
    except (OSError, RuntimeError):
        return False


def is_ruleset(path: Path, root: Path) -> bool:
    """Return whether a YAML file below a root is a ruleset, not one beside it or a scenario."""
    parts = path.relative_to(root).parts
    if path.suffix != SUFFIX or path.name in BESIDE:
        return False
    if path.name.endswith((TESTS_SUFFIX, GUIDE_SUFFIX)):
        return False
    return not any(part.startswith(("_", ".")) or part in NO_RULESETS_BELOW for part in parts)


def is_campaign(path: Path) -> bool:
    """Return whether a file is in a folder ``campaigns`` and none of tests."""
    if path.suffix != SUFFIX or path.name.endswith(TESTS_SUFFIX):
        return False
    return path.absolute().parent.name == CAMPAIGNS and path.is_file()


def refuse_other_files(document: Document) -> None:
    """Refuse a file of tests, and a scenario alone. Raises RulesetError."""
    keys = set(document.data)
    if "tests" in keys and {"ruleset", "campaign"} & keys:
        raise RulesetError([document.diagnostic(("tests",), "is_tests", at="key")])
    if "setup" in keys and keys <= {*SCENARIO_KEYS, *SCENARIO_OWN, "format"}:
        raise RulesetError([document.diagnostic(("setup",), "is_scenario", at="key")])


def stamp_of(*folders: Path) -> str:
    """Return a text that changes with any file of the library, of Wargrid or of these folders."""
    found = []
    for folder in dict.fromkeys((*roots(), _PACKAGE, *folders)):
        for at, below, files in os.walk(folder):
            below[:] = sorted(one for one in below if one != "__pycache__")
            for file in sorted(files):
                with suppress(OSError):
                    known = Path(at, file).stat()
                    found.append(f"{at}/{file} {known.st_size} {known.st_mtime_ns}")
    return hashlib.sha256("\n".join(found).encode("utf-8", "surrogateescape")).hexdigest()


def is_yaml(path: Path) -> bool:
    """Return whether a file is YAML by its ending, which may not be the one that is read."""
    return path.suffix.casefold() in (SUFFIX, ".yml")


def misnamed(path: Path) -> Path | None:
    """Return a file that would be at a path but for its ending, such as ``.yml``; or None."""
    if path.suffix != SUFFIX and isfile(path):
        return path
    stem = path.stem if is_yaml(path) else path.name
    with suppress(OSError, ValueError):
        beside = sorted(each for each in path.parent.iterdir() if is_yaml(each))
        return next((each for each in beside if each.stem == stem and each.suffix != SUFFIX), None)
    return None


def is_misnamed(path: Path) -> bool:
    """Return whether a file that ends in ``.yml`` or ``.YAML`` begins like a ruleset."""
    if not is_yaml(path) or path.suffix == SUFFIX or not path.is_file():
        return False
    with path.open("rb") as file:
        return _SECTION.search(file.read(1 << 16)) is not None


def _names_below(root: Path) -> Iterator[str]:
    for path in root.rglob(f"*{SUFFIX}"):
        if is_ruleset(path, root) and path.is_file():
            yield path.relative_to(root).with_suffix("").as_posix()


def _candidates(wanted: str, beside: Path | None) -> Iterator[Path]:
    """Yield every place where the file may be, in order."""
    named = wanted if wanted.endswith(SUFFIX) else wanted + SUFFIX
    if beside is not None:
        yield beside.parent / named
    elif wanted.endswith(SUFFIX):
        yield Path(wanted)
    for root in roots():
        path = root / named
        below = ".." not in path.parts and path.is_relative_to(root)
        if below and (beside is not None or is_ruleset(path, root)):
            yield path


def _near_files(wanted: Path, beside: Path | None) -> list[str]:
    """Return the files that a path means that lacks its suffix, or similar ones in its folder."""
    folder = Path() if beside is None else beside.parent
    if wanted.suffix != SUFFIX:
        named = [wanted.with_name(wanted.name + SUFFIX)] if wanted.name else []
        found = (*named, wanted / f"{wanted.name}{SUFFIX}")
        return [str(path) for path in found if isfile(folder / path) and folder / path != beside]
    if not (folder / wanted.parent).is_dir():
        return []
    files = (folder / wanted.parent).glob(f"*{SUFFIX}")
    home = None if beside is None else realpath(beside)
    stems = sorted(path.stem for path in files if realpath(path) != home)
    return [str(wanted.parent / f"{name}{SUFFIX}") for name in near_names(wanted.stem, stems)]
