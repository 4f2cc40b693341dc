"""The texts that strangers' plugins bring, read as strictly as rulesets: every slip is told at its line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

from wargrid.plugins.host import is_stranger
from wargrid.source.diagnostics import Diagnostic, RulesetError
from wargrid.source.document import Document
from wargrid.source.yaml_reader import read
from wargrid.text.catalog import LANGUAGES, OWN, registered, reread, templates_of, topics_of
from wargrid.text.message import Message

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugin


Catalogue = str | Path
"""What was registered: a package or a folder."""


def catalogues_of(plugin: type[Plugin]) -> list[Catalogue]:
    """The packages and folders whose texts belong to a plugin, because its code stands there; none if it is shipped."""
    return [
        package for package in registered() if is_stranger(plugin) and _belongs(plugin, package)
    ]


def slips_of_texts(plugin: type[Plugin]) -> list[Diagnostic]:
    """Everything wrong with the texts of a plugin as they are now; from then on players read these."""
    packages = catalogues_of(plugin)
    for package in packages:
        reread(package)
    return list(chain.from_iterable(map(_slips_in, packages)))


def documents_of(package: Catalogue, language: str) -> Iterator[Document]:
    """The files of templates of one language that can be read, with the place of every text."""
    for topic in _files_of(package, language):
        try:
            yield read(topic)
        except RulesetError:  # told by ``slips_of_texts``
            continue


def owner_of(key: str, but: Catalogue) -> str | None:
    """Another package that says a text, or None; other games' folders are not asked."""
    others = (package for package in registered() if isinstance(package, str) and package != but)
    return next(
        (other for other in others if any(key in templates_of(other, each) for each in LANGUAGES)),
        None,
    )


def _belongs(plugin: type[Plugin], package: Catalogue) -> bool:
    if isinstance(package, str):
        return package != OWN and package.partition(".")[0] == plugin.__module__.partition(".")[0]
    file = getattr(sys.modules.get(plugin.__module__), "__file__", None)
    folder = Path(file).resolve().parent if file else None
    home = package.resolve()
    return folder is not None and (folder.is_relative_to(home) or home.is_relative_to(folder))


def _files_of(package: Catalogue, *folders: str) -> list[Path]:
    return [topic for topic in topics_of(package, *folders) if isinstance(topic, Path)]


def _slips_in(package: Catalogue) -> Iterator[Diagnostic]:
    for language in LANGUAGES:
        for topic in _files_of(package, language):
            yield from _slips_of(topic)


def _slips_of(topic: Path) -> Iterator[Diagnostic]:
    """Report what is wrong with one file of texts."""
    try:
        document = read(topic)
    except RulesetError as error:
        yield from (
            diagnostic for diagnostic in error.diagnostics if diagnostic.name != "empty_file"
        )
        return
    for key, said in document.data.items():
        if not isinstance(said, str):
            yield document.diagnostic(
                (key,), "not_text", value=said, way=Message("faults.not_text.value")
            )
        elif not _is_template(said):
            yield document.diagnostic((key,), "text_brackets", key=key)


def _is_template(text: str) -> bool:
    """Whether every curly bracket of a text has its counterpart, and a name within."""
    try:
        fields = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError:
        return False
    return all(name[:1].isalpha() or name[:1] == "_" for name in fields)
