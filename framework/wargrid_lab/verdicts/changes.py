"""What a variant changes of the ruleset it extends, and the variant with each change undone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from wargrid.engine.game import Game
from wargrid.loading import library
from wargrid.loading.loader import Recipe, chooses_one_word, joined, load_document, load_recipe
from wargrid.loading.model_keys import holds_text
from wargrid.ruleset.models import Ruleset
from wargrid.source.diagnostics import Place, RulesetError
from wargrid.source.document import Document, Node, changed
from wargrid.source.inherit import EXTENDS
from wargrid.source.yaml_reader import read

MOST_CHANGES: Final = 10
"""How many changes are undone one by one; of more, those of one section are undone together."""

_NO_RULES: Final = frozenset({"format", EXTENDS, "name", "summary", "minutes", "rank", "options",
                              "opponent", "cites", "silence", "faces", "zone_names",
                              "zone_there"})  # fmt: skip
"""The keys of a ruleset that change no move."""


class Change(NamedTuple):
    """Values that a variant changes, by their paths; ``name`` is how an author writes them."""

    paths: tuple[Place, ...]

    @property
    def name(self) -> str:
        """The dotted paths, as after ``--set``."""
        return ", ".join(".".join(map(str, path)) for path in self.paths)


class Undone(NamedTuple):
    """A variant beside its neighbours.

    ``base`` is the ruleset that it changes, None if it changes none; ``without`` the variant with
    each change undone in turn, ``stuck`` are changes that the others need. Where there is ``only``
    one change, the base is the variant without it.
    """

    base: Game | None
    without: tuple[tuple[Change, Game], ...] = ()
    stuck: tuple[Change, ...] = ()
    only: str = ""


def undone(recipe: Recipe) -> Undone:
    """Return a variant's base, and the variant without each change: its settings, or its file's.

    Raises:
        RulesetError: the ruleset or its base is wrong.
    """
    if recipe.settings:
        without = _without_settings(recipe)
        base = load_recipe(replace(recipe, settings={})).game()
        if len(recipe.settings) == 1:
            return Undone(base, only=next(iter(recipe.settings)))
        return Undone(base, tuple(without))
    document = read(recipe.file)
    extends = document.root.child(EXTENDS)
    if extends is None:
        return Undone(None)
    parent = library.locate(str(extends.value), recipe.file)
    base = load_recipe(Recipe(parent)).game()
    changes = changes_of(document, joined(parent).root)
    if len(changes) > 1:
        return _tried(recipe, document, base, changes)
    return Undone(base, only="".join(change.name for change in changes))


def _without_settings(recipe: Recipe) -> Iterator[tuple[Change, Game]]:
    for key in recipe.settings:
        others = {name: value for name, value in recipe.settings.items() if name != key}
        yield Change(((key,),)), load_recipe(replace(recipe, settings=others)).game()


def changes_of(document: Document, base: Node) -> list[Change]:
    """Return what a document changes of its base, at most ``MOST_CHANGES`` changes."""
    paths = list(_changed_paths(document.root, base, ()))
    for depth in range(max(map(len, paths), default=0), 0, -1):
        groups = dict.fromkeys(path[:depth] for path in paths)
        if len(groups) <= MOST_CHANGES:
            return [Change((path,)) for path in groups]
    groups = dict.fromkeys(path[:1] for path in paths)
    return [Change((path,)) for path in groups]


def _changed_paths(own: Node, base: Node | None, path: Place) -> Iterator[Place]:
    splits = isinstance(own.value, dict) and base is not None and isinstance(base.value, dict)
    if not splits or (path and chooses_one_word(path)):
        if base is None or own.plain() != base.plain():
            yield path
        return
    assert isinstance(own.value, dict)
    for key, below in own.value.items():
        at = (*path, key)
        if at[0] in _NO_RULES or holds_text(Ruleset, at):
            continue
        yield from _changed_paths(below, base.child(key) if base else None, at)


def _tried(recipe: Recipe, document: Document, base: Game, changes: Sequence[Change]) -> Undone:
    """Undo each change; those that cannot be undone alone are undone together, if they can be."""
    found, needed = [], []
    for change in changes:
        game = _without(recipe, document, change)
        if game is None:
            needed.append(change)
        else:
            found.append((change, game))
    if 1 < len(needed) < len(changes):
        together = Change(tuple(path for change in needed for path in change.paths))
        game = _without(recipe, document, together)
        if game is not None:
            return Undone(base, (*found, (together, game)))
    return Undone(base, tuple(found), tuple(needed))


def _without(recipe: Recipe, document: Document, change: Change) -> Game | None:
    root = document.root
    for path in change.paths:
        root = changed(root, path, None)
    lesser = Document(root, document.lines, document.file, document.path)
    try:
        loaded = load_document(lesser, library.name_of(recipe.file), scenario=recipe.scenario)
        return replace(loaded, recipe=recipe).game()
    except RulesetError:
        return None
