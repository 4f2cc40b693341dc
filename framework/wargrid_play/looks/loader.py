"""How a game looks: the colours and icons of its ``looks.yaml``, or plain ones."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from wargrid import Diagnostic, Game, Ruleset, RulesetError
from wargrid.loading.library import SUFFIX, is_ruleset, roots
from wargrid.loading.loader import load_named
from wargrid.loading.validation import validate_document
from wargrid.match import files_of
from wargrid.ruleset.values import to_yaml
from wargrid.source.document import Document
from wargrid.source.folders import resolved
from wargrid.source.yaml_reader import read
from wargrid.text import InputError, Message, catalog, did_you_mean, join_names
from wargrid_play.looks.colours import next_colour, painted
from wargrid_play.looks.defaults import plain_sides, plain_terrains
from wargrid_play.looks.models import (
    BoardLook,
    EdgeLook,
    LooksData,
    LooksFile,
    SideLook,
    TerrainLook,
    ZoneLook,
)
from wargrid_play.looks.safe import distinct
from wargrid_play.looks.svg import icon, recoloured
from wargrid_play.looks.svg_check import MAX_ICON_BYTES as MAX_ICON_BYTES
from wargrid_play.looks.svg_check import UndrawableError

FILE: Final = "looks.yaml"
MAX_BYTES: Final = 65_536
"""How many bytes a ``looks.yaml`` may have."""

_CAUSES: Final = {
    errno.ENOENT: "missing", errno.ENOTDIR: "missing", errno.EACCES: "forbidden",
    errno.EPERM: "forbidden", errno.EISDIR: "no_file", errno.EINVAL: "no_file",
    errno.EFBIG: "large", errno.ENAMETOOLONG: "name",
}  # fmt: skip
"""The texts ``looks.why`` for the errors of a system."""

_SECTIONS: Final = {
    "sides": "sides", "units": "units", "faces": "dice", "terrain": "terrains",
    "zones": "zones", "edges": "edges",
}  # fmt: skip
"""For each section of looks the section of a ruleset that defines its names."""


class LooksError(InputError, ValueError):
    """A ``looks.yaml`` or an icon cannot be used; ``why`` is the reason without the place."""

    def __init__(self, key: str, why: Message | Diagnostic, **values: object) -> None:
        self.why = why
        self._key = key
        self._values = values
        super().__init__(self.text())

    def text(self, language: str = "en") -> str:
        """Return the place and the reason, in the reader's language."""
        by_line = isinstance(self.why, Diagnostic)
        why = self.why.sentence(language) if by_line else self.why.text(language)  # type: ignore[union-attr]
        return catalog(language).say(self._key, why=why, **self._values)


class Looks:
    """The looks of one game, for every name in it: what the file does not describe is plain.

    ``sides`` and ``terrains`` are the words of the game, in its order.
    """

    def __init__(
        self, file: LooksFile | None = None, folder: Path | None = None,
        sides: Sequence[str] = (), terrains: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.file = file or LooksFile()
        self.folder = folder
        self._names, self._terrain_names = tuple(sides), tuple(terrains)
        self._sides = plain_sides(sides, self.file.sides)
        self._terrains = plain_terrains(terrains, self.file.terrain, self.file.board)
        first = next(iter(terrains), None)
        self._bare = None if first in self.file.terrain else first
        self._read: dict[str, str] = {}
        self.characters = False
        """Whether written signs are shown where there are some."""
        self.safe = False
        """Whether sides have colours that all players tell apart."""
        self.colours: tuple[str, ...] = ()
        """The words of the colours that sides have instead of their own, in the game's order."""
        self.coordinates = True
        """Whether columns and rows are named at the board's edges."""

    @property
    def files(self) -> list[Path]:
        """The icons that are named; raises ``LooksError`` if one is elsewhere."""
        return [] if self.folder is None else [within(self.folder, name) for name in self._named()]

    def _named(self) -> list[str]:
        file = self.file
        named = [*file.units.values(), *file.faces.values()]
        named += [sign for signs in file.characters.values() for sign in signs.values()]
        return named + [terrain.icon for terrain in file.terrain.values() if terrain.icon]

    def complete(self) -> Looks:
        """Read every icon, so that none can be missing later; raises ``LooksError``."""
        if self.folder is not None:
            files = {name: within(self.folder, name) for name in self._named()}
            self._read = {name: icon_text(file) for name, file in files.items()}
        return self

    def data(self) -> LooksData:
        """Return all of it for a frontend without files; call it when it is complete."""
        given = {name: getattr(self.file, name) for name in LooksFile.model_fields}
        given["sides"] = {name: self.own_side(name) for name in self._names}
        given["terrain"] = {name: self.terrain(name) for name in self._terrain_names}
        return LooksData(**given, icons=self._read, bare=self._bare, colours=self.colours)

    @staticmethod
    def of(data: LooksData) -> Looks:
        """Return the looks that ``data`` describes, its icons checked; raises ``LooksError``."""
        made = Looks(data, sides=tuple(data.sides), terrains=tuple(data.terrain))
        made._bare, made.colours = data.bare, data.colours
        for name, text in data.icons.items():
            try:
                made._read[name] = icon(text)
            except UndrawableError as error:
                raise LooksError("looks.icon", error.why, path=name) from error
        return made

    @property
    def board(self) -> BoardLook:
        """The colours of the board."""
        return self.file.board

    def side(self, name: str) -> SideLook:
        """Return the token of a side, a plain one if the file does not describe it."""
        if self.safe and name in self._names:
            return distinct([self._side(each) for each in self._names])[self._names.index(name)]
        return self._side(name)

    def _side(self, name: str) -> SideLook:
        own = self.own_side(name)
        at = self._names.index(name) if name in self._names else len(self.colours)
        return painted(own, self.colours[at]) if at < len(self.colours) else own

    @property
    def sides(self) -> tuple[str, ...]:
        """The words of the sides, in the game's order."""
        return self._names

    @property
    def terrains(self) -> tuple[str, ...]:
        """The words of the terrains, in the game's order."""
        return self._terrain_names

    def unit_words(self, side: str) -> list[str]:
        """Return the types of units of a side that have an icon or a written sign."""
        return sorted({*self.file.units, *self.file.characters.get(side, {})})

    def own_side(self, name: str) -> SideLook:
        """Return the token of a side in its own colours."""
        return self.file.sides.get(name) or self._sides.get(name) or plain_sides([name], {})[name]

    def next_colours(self, side: int) -> tuple[str, ...]:
        """Return the colours after the next one was chosen for a side, by its number."""
        colours = [*self.colours, *("" for _ in self._names)][: len(self._names)]
        own = self.own_side(self._names[side])
        others = [self.side(name) for at, name in enumerate(self._names) if at != side]
        colours[side] = next_colour(own, colours[side], others)
        return tuple(colours)

    def unit_icon(self, kind: str, side: str) -> str | None:
        """Return the SVG text of a side's type of unit, or None if it is shown by its letter."""
        signs = self.file.characters.get(side, {}) if self.characters else {}
        return self._icon(signs.get(kind) or self.file.units.get(kind))

    def face_icon(self, face: str) -> str | None:
        """Return the SVG text of a die's face, or None if it is shown by pips or letters."""
        return self._icon(self.file.faces.get(face))

    def terrain(self, name: str) -> TerrainLook:
        """Return the ground of a terrain, a plain colour if the file does not describe it."""
        found = self.file.terrain.get(name) or self._terrains.get(name)
        return found or plain_terrains(["", name], {}, self.board)[name]

    def is_bare(self, name: str) -> bool:
        """Return whether a terrain is the checker: the game's first one, if not described."""
        return name == self._bare

    def zone(
        self, name: str, settings: Mapping[str, str], default: ZoneLook | None = None
    ) -> ZoneLook | None:
        """Return how a zone is drawn under these settings, or None if it is not drawn.

        ``default`` is for a zone that the file does not describe.
        """
        look = self.file.zones.get(name, default)
        if look is None or not look.marks:
            return None
        fits = (
            settings.get(option, to_yaml(value)) == to_yaml(value)
            for option, value in look.when.items()
        )
        return look if all(fits) else None

    def edge(self, name: str) -> EdgeLook | None:
        """Return how a kind of edge is drawn, or None if the file does not describe it."""
        return self.file.edges.get(name)

    def terrain_icon(self, name: str) -> str | None:
        """Return the SVG text drawn over a terrain, in its ink, or None."""
        look = self.terrain(name)
        source = self._icon(look.icon)
        return source and recoloured(source, look.ink, look.colour)

    def _icon(self, path: str | None) -> str | None:
        if path is None or path in self._read or self.folder is None:
            return None if path is None else self._read.get(path)
        return icon_text(within(self.folder, path))


def within(folder: Path, name: str) -> Path:
    """Return a file that looks name, which must be inside their folder; raises ``LooksError``."""
    file = folder / name
    try:
        if resolved(file).is_relative_to(resolved(folder)):
            return file
    except (OSError, ValueError, RuntimeError) as error:
        raise _undrawable(file, _reason(error)) from error
    raise _undrawable(file, Message("looks.why.outside"))


@lru_cache(maxsize=512)
def icon_text(path: Path) -> str:
    """Read an icon, checked and written again, once; raises ``LooksError`` if it is refused."""
    try:
        return icon(small_text(path, MAX_ICON_BYTES))
    except (OSError, ValueError) as error:
        raise _undrawable(path, _reason(error, MAX_ICON_BYTES)) from error


def _undrawable(path: Path, why: Message) -> LooksError:
    return LooksError("looks.icon", why, path=path)


def small_text(path: Path, limit: int = MAX_BYTES) -> str:
    """Read a text file of at most ``limit`` bytes; raises ``OSError`` for anything else."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "")
    with path.open("rb") as stream:
        content = stream.read(limit + 1)
    if len(content) > limit:
        raise OSError(errno.EFBIG, "")
    return content.decode("utf-8")


def _reason(error: Exception, limit: int = MAX_BYTES) -> Message:
    if isinstance(error, UndrawableError):
        return error.why
    if not isinstance(error, OSError):
        return Message("looks.why.no_text")
    number = error.errno or 0
    values = {"limit": limit, "code": errno.errorcode.get(number, "?")}
    return Message(f"looks.why.{_CAUSES.get(number, 'other')}", values)


def read_looks(path: Path) -> LooksFile:
    """Read a ``looks.yaml``; raises ``LooksError`` with the file, the place and the reason."""
    try:
        small_text(path)
        return _validated(path)[0]
    except RulesetError as error:
        first = error.diagnostics[0]
        where = f"{path}:{first.line}:{first.column}"
        raise LooksError("looks.unreadable", first, path=where) from error
    except (OSError, UnicodeDecodeError) as error:
        raise LooksError("looks.unreadable", _reason(error), path=path) from error


def _validated(path: Path) -> tuple[LooksFile, Document]:
    """Read and check the file; raises RulesetError with every error in it."""
    document = read(path)
    made, found = validate_document(LooksFile, document)
    if made is None:
        raise RulesetError(found)
    return made, document


def diagnose(path: Path) -> list[Diagnostic]:
    """Return the errors in a ``looks.yaml``, or else warnings about unknown names."""
    try:
        return errors_of(path) or _unknown_names(read(path), _rulesets_using(path))
    except RulesetError:  # the names of a broken ruleset are not known
        return []


def errors_of(path: Path) -> list[Diagnostic]:
    """Return everything wrong with a ``looks.yaml``, and with the icons it names."""
    try:
        _, document = _validated(path)
    except RulesetError as error:
        return list(error.diagnostics)
    return list(_broken_icons(document, path.parent))


def _rulesets_using(path: Path) -> Iterator[Ruleset]:
    for file in sorted(path.parent.rglob(f"*{SUFFIX}")):
        if is_ruleset(file, path.parent) and find_looks(file, path.parent) == resolved(path):
            plain = load_named(file)
            yield plain.ruleset
            others = (name for name in plain.scenarios if name != plain.scenario)
            yield from (load_named(file, scenario=name).ruleset for name in others)


def _broken_icons(document: Document, folder: Path) -> Iterator[Diagnostic]:
    for place, node in document.root.walk():
        if (
            place[0:1] not in (("units",), ("faces",))
            and place[-1:] != ("icon",)
            and not (place[0:1] == ("characters",) and len(place) == 3)
        ):
            continue
        if isinstance(node.value, str):
            try:
                icon_text(within(folder, node.value))
            except LooksError as error:
                yield document.diagnostic(place, "looks_icon", icon=node.value, why=error.why)


def _unknown_names(document: Document, rulesets: Iterable[Ruleset]) -> list[Diagnostic]:
    named = list(_names_used(document))
    known = {section: list[str]() for section in (*_SECTIONS.values(), "options")}
    for ruleset in rulesets:
        for section, names in known.items():
            names += [name for name in _names_in(ruleset, section) if name not in names]
        if all(path[-1] in known[section] for path, section in named):
            return []
    if not known["sides"]:  # there is no ruleset
        return []
    return [
        _unknown(document, path, section, known[section])
        for path, section in named
        if path[-1] not in known[section]
    ]


def _names_used(document: Document) -> Iterator[tuple[tuple[str, ...], str]]:
    for own, section in _SECTIONS.items():
        yield from (((own, name), section) for name in document.data.get(own, {}))
    for zone, look in document.data.get("zones", {}).items():
        yield from ((("zones", zone, "when", option), "options") for option in look.get("when", {}))


def _names_in(ruleset: Ruleset, section: str) -> Iterator[str]:
    if section == "dice":
        yield from (face for faces in ruleset.dice.values() for face in faces)
    else:
        yield from getattr(ruleset, section)


def _unknown(
    document: Document, path: tuple[str, ...], section: str, known: list[str]
) -> Diagnostic:
    near = did_you_mean(path[-1], known) or ""
    listed = join_names(known, 30)
    return document.diagnostic(
        path, "looks_of_nothing", at="key", name=path[-1], section=section, near=near, known=listed
    )


def find_looks(ruleset: Path, root: Path) -> Path | None:
    """Find the ``looks.yaml`` nearest to a ruleset's file, beside it or above it."""
    return next((place for place in _places(ruleset, root) if place.is_file()), None)


def _places(ruleset: Path, root: Path) -> list[Path]:
    top, own = resolved(root), resolved(ruleset).parent
    folders = [own, *own.parents] if own.is_relative_to(top) else [own]
    return [folder / FILE for folder in folders if folder == own or folder.is_relative_to(top)]


def looks_of(game: Game, colours: Sequence[str] = ()) -> Looks:
    """Return the looks of a game with every icon read; raises ``LooksError``.

    ``colours`` are those that sides have instead of their own.
    """
    ruleset = game.ruleset
    looks = looks_beside(files_of(game), tuple(ruleset.sides), tuple(ruleset.terrains)).complete()
    looks.colours = tuple(colours)
    return looks


def looks_or_plain(game: Game, colours: Sequence[str] = ()) -> Looks:
    """Return the looks of a game, or plain ones where they have errors."""
    try:
        return looks_of(game, colours)
    except LooksError:
        looks = Looks(sides=tuple(game.ruleset.sides), terrains=tuple(game.ruleset.terrains))
    looks.colours = tuple(colours)
    return looks


def looks_beside(
    files: Sequence[Path], sides: Sequence[str] = (), terrains: Sequence[str] = ()
) -> Looks:
    """Return the looks of a ruleset read from these files; raises ``LooksError``."""
    found = beside(files)
    if found is None:
        return Looks(sides=sides, terrains=terrains)
    return Looks(read_looks(found), found.parent, sides, terrains)


def beside(files: Sequence[Path]) -> Path | None:
    """Return the ``looks.yaml`` of a ruleset read from these files, if it has one."""
    return next((place for place in places(files) if place.is_file()), None)


def places(files: Sequence[Path]) -> list[Path]:
    """Return every place of a ``looks.yaml`` for a ruleset read from these files, nearest first."""
    return list(dict.fromkeys(place for file in files for place in _places(file, _root_of(file))))


def _root_of(file: Path) -> Path:
    path = resolved(file)
    above = (root for root in roots() if path.is_relative_to(resolved(root)))
    return next(above, path.parent)
