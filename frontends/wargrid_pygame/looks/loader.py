"""How a game looks: the colours and icons its ``looks.yaml`` names, or plain ones where it names none."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from wargrid.loading.complaints import complaints
from wargrid.loading.keys import keys_at
from wargrid.loading.library import SUFFIX, is_ruleset, roots
from wargrid.loading.loader import load_named
from wargrid.ruleset.models import Ruleset
from wargrid.source.diagnostics import Diagnostic, RulesetError
from wargrid.source.document import Document
from wargrid.source.merge import Merged
from wargrid.source.yaml_reader import read as read_guarded
from wargrid.table.rule_text import to_yaml
from wargrid.text.catalog import catalog
from wargrid.text.message import Message
from wargrid_pygame.graphics import svg
from wargrid_pygame.graphics.svg_check import MAX_BYTES as ICON_BYTES
from wargrid_pygame.graphics.svg_check import UndrawableError
from wargrid_pygame.looks.defaults import plain_sides, plain_terrains
from wargrid_pygame.looks.looks_names import named_in_vain
from wargrid_pygame.looks.models import BoardLook, LooksFile, SideLook, TerrainLook, ZoneLook

FILE: Final = "looks.yaml"
MAX_BYTES: Final = 65_536
"""How many bytes a ``looks.yaml`` may have."""

_CAUSES: Final = {
    errno.ENOENT: "missing",
    errno.ENOTDIR: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EISDIR: "no_file",
    errno.EINVAL: "no_file",
    errno.EFBIG: "large",
    errno.ENAMETOOLONG: "name",
}
"""The texts ``looks.why`` for what a system says."""


class LooksError(ValueError):
    """A ``looks.yaml`` or an icon it names cannot be used; ``why`` is the reason without the place."""

    def __init__(self, told: str, why: Message | Diagnostic, **values: object) -> None:
        self.why = why
        self._told = told
        self._values = values
        super().__init__(self.text())

    def text(self, language: str = "en") -> str:
        """Where it is wrong and why, in the reader's language."""
        why = (
            self.why.sentence(language)
            if isinstance(self.why, Diagnostic)
            else self.why.text(language)
        )
        return catalog(language).say(self._told, why=why, **self._values)


class Looks:
    """The looks of one game, answered for every name: what the file does not say is plain.

    ``sides`` and ``terrains`` are the words of the game, in its order.
    """

    def __init__(
        self, said: LooksFile | None = None, folder: Path | None = None,
        sides: Sequence[str] = (), terrains: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.said = said or LooksFile()
        self.folder = folder
        self._sides = plain_sides(sides, self.said.sides)
        self._terrains = plain_terrains(terrains, self.said.terrain, self.said.board)
        self._bare = next(iter(terrains), None)
        self._read: dict[str, str] = {}

    @property
    def files(self) -> list[Path]:
        """The icons that are named; raises ``LooksError`` if one is elsewhere."""
        named = [*self.said.units.values(), *self.said.faces.values()]
        named += [terrain.icon for terrain in self.said.terrain.values() if terrain.icon]
        return [] if self.folder is None else [within(self.folder, name) for name in named]

    def complete(self) -> Looks:
        """These looks once every icon is read, so that none can be missing later; raises ``LooksError``."""
        self._read = {str(file): icon_text(file) for file in self.files}
        return self

    @property
    def board(self) -> BoardLook:
        """The colours of the board."""
        return self.said.board

    def side(self, name: str) -> SideLook:
        """The token of a side; sides nobody described get a plain one each."""
        return self.said.sides.get(name) or self._sides.get(name) or plain_sides([name], {})[name]

    def unit_icon(self, kind: str) -> str | None:
        """The SVG text of a type of unit, or None if it is shown by its letter."""
        return self._icon(self.said.units.get(kind))

    def face_icon(self, face: str) -> str | None:
        """The SVG text of a die's face, or None if it is shown by pips or by its first letters."""
        return self._icon(self.said.faces.get(face))

    def terrain(self, name: str) -> TerrainLook:
        """The ground of a terrain; terrains nobody described get a plain colour each."""
        said = self.said.terrain.get(name) or self._terrains.get(name)
        return said or plain_terrains(["", name], {}, self.board)[name]

    def is_bare(self, name: str) -> bool:
        """Whether a terrain is the board itself: the game's first one, if the file does not say how it looks."""
        return name == self._bare and name not in self.said.terrain

    def zone(self, name: str, settings: Mapping[str, str]) -> ZoneLook | None:
        """How a zone is drawn while options are set like this, their values as YAML has them; None if it is not."""
        said = self.said.zones.get(name)
        asked = (
            {} if said is None else {option: to_yaml(value) for option, value in said.when.items()}
        )
        return (
            said
            if all(settings.get(option, value) == value for option, value in asked.items())
            else None
        )

    def terrain_icon(self, name: str) -> str | None:
        """The SVG text laid over a terrain, in its ink, or None."""
        look = self.terrain(name)
        source = self._icon(look.icon)
        return source and svg.recoloured(source, look.ink, look.colour)

    def _icon(self, path: str | None) -> str | None:
        if path is None or self.folder is None:
            return None
        file = within(self.folder, path)
        return self._read.get(str(file)) or icon_text(file)


def within(folder: Path, name: str) -> Path:
    """The file that looks in a folder name, which may lie in that folder alone; raises ``LooksError``."""
    file = folder / name
    try:
        if file.resolve().is_relative_to(folder.resolve()):
            return file
    except (OSError, ValueError, RuntimeError) as error:
        raise _undrawn(file, _reason(error)) from error
    raise _undrawn(file, Message("looks.why.outside"))


@lru_cache(maxsize=512)
def icon_text(path: Path) -> str:
    """Read an icon, checked and rewritten, once; raises ``LooksError`` when it cannot be drawn."""
    try:
        return svg.icon(small_text(path, ICON_BYTES))
    except (OSError, ValueError) as error:
        raise _undrawn(path, _reason(error, ICON_BYTES)) from error


def _undrawn(path: Path, why: Message) -> LooksError:
    return LooksError("looks.icon", why, path=path)


def small_text(path: Path, limit: int = MAX_BYTES) -> str:
    """Read a text file of at most ``limit`` bytes; raises ``OSError`` for anything else, a device included."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "")
    with path.open("rb") as stream:
        content = stream.read(limit + 1)
    if len(content) > limit:
        raise OSError(errno.EFBIG, "")
    return content.decode("utf-8")


def _reason(error: Exception, limit: int = MAX_BYTES) -> Message:
    """Why a file cannot be read or drawn, in a reader's words."""
    if isinstance(error, UndrawableError):
        return error.why
    if not isinstance(error, OSError):
        return Message("looks.why.no_text")
    code = errno.errorcode.get(error.errno or 0, "?")
    return Message(
        f"looks.why.{_CAUSES.get(error.errno or 0, 'other')}", {"limit": limit, "code": code}
    )


def find(ruleset: Path, root: Path) -> Path | None:
    """Find the ``looks.yaml`` nearest to a ruleset's file: in its folder, or above it up to ``root``."""
    return next((place for place in _places(ruleset, root) if place.is_file()), None)


def _places(ruleset: Path, root: Path) -> list[Path]:
    """Where the ``looks.yaml`` of a ruleset may stand, nearest first."""
    top, own = root.resolve(), ruleset.resolve().parent
    folders = [own, *own.parents] if own.is_relative_to(top) else [own]
    return [folder / FILE for folder in folders if folder == own or folder.is_relative_to(top)]


def read(path: Path) -> LooksFile:
    """Read a ``looks.yaml``; raises ``LooksError`` naming the file, the place in it and what is wrong."""
    try:
        small_text(path)
        return LooksFile.model_validate(read_guarded(path).data)
    except RulesetError as error:
        diagnostic = error.diagnostics[0]
        place = f"{path}:{diagnostic.line}:{diagnostic.column}"
        raise LooksError("looks.unreadable", diagnostic, path=place) from error
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"])) or FILE
        diagnostic = _complaints(error, read_guarded(path))[0]
        raise LooksError("looks.wrong", diagnostic, path=path, where=where) from error
    except (OSError, UnicodeDecodeError) as error:
        raise LooksError("looks.unreadable", _reason(error), path=path) from error


def faults_of(path: Path) -> list[Diagnostic]:
    """Everything wrong or doubtful with a ``looks.yaml``, each at its line, and with the icons it names."""
    found = errors_of(path)
    try:
        return found or named_in_vain(read_guarded(path), _dressed(path))
    except RulesetError:  # what a ruleset at fault has is not known
        return []


def errors_of(path: Path) -> list[Diagnostic]:
    """Everything wrong with a ``looks.yaml`` alone, and with the icons it names."""
    try:
        document = read_guarded(path)
    except RulesetError as error:
        return list(error.diagnostics)
    try:
        LooksFile.model_validate(document.data)
    except ValidationError as error:
        return _complaints(error, document)
    return list(_broken_icons(document, path.parent))


def _complaints(error: ValidationError, document: Document) -> list[Diagnostic]:
    return complaints(
        error,
        Merged(document.root, {document.file: document.lines}, (document.file,)),
        near=lambda place: keys_at(LooksFile, place),
    )


def _dressed(path: Path) -> Iterator[Ruleset]:
    """The rulesets beside and below a ``looks.yaml`` that are shown by it, each with its scenarios.

    Raises:
        RulesetError: one of them is wrong.
    """
    for file in sorted(path.parent.rglob(f"*{SUFFIX}")):
        if is_ruleset(file, path.parent) and find(file, path.parent) == path.resolve():
            plain = load_named(file)
            yield plain.ruleset
            yield from (
                load_named(file, scenario=name).ruleset
                for name in plain.scenarios
                if name != plain.scenario
            )


def _broken_icons(document: Document, folder: Path) -> Iterator[Diagnostic]:
    """The icons that a whole ``looks.yaml`` names and nobody can draw."""
    for place, node in document.root.walk():
        if place[0:1] not in (("units",), ("faces",)) and place[-1:] != ("icon",):
            continue
        if isinstance(node.value, str):
            try:
                icon_text(within(folder, node.value))
            except LooksError as error:
                yield document.diagnostic(place, "looks_icon", icon=node.value, why=error.why)


def looks_beside(
    files: Sequence[Path], sides: Sequence[str] = (), terrains: Sequence[str] = ()
) -> Looks:
    """The looks of a ruleset read from these files: those found first, beside its own file or what it extends."""
    found = beside(files)
    if found is None:
        return Looks(sides=sides, terrains=terrains)
    return Looks(read(found), found.parent, sides, terrains)


def beside(files: Sequence[Path]) -> Path | None:
    """The ``looks.yaml`` of a ruleset read from these files, if it has one."""
    return next((place for place in places(files) if place.is_file()), None)


def places(files: Sequence[Path]) -> list[Path]:
    """Every place where a ``looks.yaml`` would dress a ruleset read from these files, whether one is there or not.

    The first that is there does.
    """
    return list(dict.fromkeys(place for file in files for place in _places(file, _root_of(file))))


def _root_of(file: Path) -> Path:
    """The folder of rulesets that a file lies in, or its own folder."""
    path = file.resolve()
    return next((root for root in roots() if path.is_relative_to(root.resolve())), path.parent)
