"""Load a ruleset: read, join, set options, find plugins, validate, check, make a game of it.

Loading stops after the first stage with errors and raises all errors of that stage at once.
"""

from __future__ import annotations

import copyreg
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Final

from wargrid.engine.game import Game
from wargrid.loading import library
from wargrid.loading.checks import (
    SHARED,
    find_errors,
    find_errors_beside,
    find_oversized,
    find_warnings,
)
from wargrid.loading.expanding import expand_traits
from wargrid.loading.model_keys import holds_text, nullable, picks
from wargrid.loading.plugins import failed, kinds_offered, place_of, plugin_classes, with_options
from wargrid.loading.scenarios import has_own_board, lay_scenario, scenarios_of
from wargrid.loading.settings import (
    Settings,
    drop_dead_options,
    drop_values_of_removed,
    make_settings,
    victory_of,
    without_old_aim,
)
from wargrid.loading.validation import validate
from wargrid.plugins.base import Plugin, PluginError
from wargrid.plugins.host import Plugins, Wrapper
from wargrid.ruleset.models import Ruleset, model_for
from wargrid.ruleset.registry import BUILT_IN, ONE_OF, Vocabulary
from wargrid.source.codes import CODES
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError, distinct
from wargrid.source.document import Document, changed
from wargrid.source.dump import dump_yaml, on_one_line
from wargrid.source.inherit import EXTENDS, Likes, apply_likes, resolve
from wargrid.source.merge import Merged, still_used
from wargrid.source.says import LIKE
from wargrid.source.yaml_reader import read, read_text

MAX_PASSES: Final = 3
"""How often values of a wrong form are left out, and what then lacks them, to check the rest."""

ENTRIES: Final = tuple((section,) for section in (*SHARED, "units", "sides", "plugins"))
"""The sections whose entries other sections name."""

OPPONENT: Final[Place] = ("opponent",)
"""The section about computer players."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a game was made from: a file, settings, and the name or file of a scenario."""

    file: Path
    settings: Mapping[str, object] = field(default_factory=dict)
    scenario: str | Path | None = None

    def files(self) -> tuple[Path, ...]:
        """Return the file and those it extends, the base last, as far as they can be read now."""
        try:
            return resolve(read(self.file), library.parents_of(self.file)).paths
        except RulesetError:
            return (self.file,) if os.access(self.file.parent, os.X_OK) else ()

    def is_there(self) -> bool:
        """Return whether the file is an ordinary file that may be read."""
        return os.path.isfile(self.file)

    def setting_texts(self) -> tuple[str, ...]:
        """Return the settings as on a command line, ``KEY=VALUE``."""
        texts = {
            key: value if isinstance(value, str) else on_one_line(value)
            for key, value in self.settings.items()
        }
        return tuple(f"{key}={text}" for key, text in texts.items())


@dataclass(frozen=True, slots=True)
class Loaded:
    """A valid ruleset with its plugins and the joined document they came from.

    ``scenarios`` are the files of those that come with it, by name; ``scenario`` is the name of
    the one laid over it, or "". ``boards`` are the scenarios to play on, where "" is its own board.
    ``files`` are its own and those it extends, the base last, none if it was read as a text.
    ``recipe`` is what they can be read from again.
    """

    name: str
    ruleset: Ruleset
    plugins: Mapping[str, Plugin]
    merged: Merged
    scenarios: Mapping[str, Path]
    scenario: str = ""
    boards: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()
    recipe: Recipe | None = None

    def warnings(self) -> list[Diagnostic]:
        """Return the warnings that the ruleset does not silence."""
        return find_warnings(self.ruleset, self.plugins, self.merged)

    def ignored(self) -> list[Diagnostic]:
        """Return the warnings about a section that is wrong and left out."""
        return self.merged.ignored

    def game(self, wrap: Wrapper | None = None) -> Game:
        """Make a game of it; ``wrap`` may replace hook implementations, see ``Plugins``.

        Raises:
            RulesetError: a plugin fails before the first move.
        """
        try:
            return Game(
                self.ruleset,
                Plugins(
                    self.plugins,
                    {name: place_of(name, self.merged) for name in self.plugins},
                    wrap,
                ),
                name=self.name,
                source=partial(written, self.merged),
                files=(*self.files, *self.scenario_files) if self.files else (),
                recipe=self.recipe,
            )
        except PluginError as error:
            raise RulesetError([failed(error, self.merged)]) from error

    @property
    def scenario_files(self) -> tuple[Path, ...]:
        """The file of the scenario laid over it, if any."""
        return (self.scenarios.get(self.scenario, Path(self.scenario)),) if self.scenario else ()


def load(
    what: str | Path | Ruleset, settings: Settings | None = None, scenario: str | Path | None = None
) -> Game:
    """Make a game of a ruleset: its name, the path of its file, or a ruleset without plugins.

    ``scenario`` is the name of one that comes with the ruleset, or the path of one.

    Raises:
        UnknownRuleset: there is no such name or file; the message suggests near names.
        RulesetError: the file is wrong; it holds all errors of one stage.

    >>> wargrid.load("battle/default", scenario="ford").grid.columns
    10
    >>> wargrid.load("lionheart/level1", {"turn.actions": 3}).engine.budget
    3
    """
    if isinstance(what, Ruleset):
        return Game(what, Plugins({}))
    return load_named(what, settings, scenario).game()


def load_named(
    name: str | Path, settings: Settings | None = None, scenario: str | Path | None = None
) -> Loaded:
    """Read a ruleset by its name or path and check it, without making a game.

    Raises:
        UnknownRuleset: there is no such name or file.
        RulesetError: the file is wrong.
    """
    return load_recipe(Recipe(library.locate(str(name)), dict(settings or {}), scenario))


def joined(name: str | Path) -> Merged:
    """Read a ruleset by its name or path and join it, without checks. Raises RulesetError."""
    path = library.locate(name)
    merged = resolve(read(path), library.parents_of(path), chooses_one_word)
    apply_likes(merged, one_of=chooses_one_word)
    return merged


def load_recipe(recipe: Recipe) -> Loaded:
    """Read the present file of a recipe, with its settings. Raises RulesetError."""
    loaded = load_document(
        read(recipe.file), library.name_of(recipe.file), recipe.settings, recipe.scenario
    )
    return replace(loaded, recipe=recipe)


def load_embedded(document: Document, name: str, recipe: Recipe | None) -> Loaded:
    """Check the ruleset that a record embeds; its code is found beside the files of the recipe.

    Raises:
        RulesetError: it is wrong, or the code beside it is missing or not trusted.
    """
    return replace(load_document(document, name, origin=recipe), recipe=recipe)


def load_text(text: str, file: str, name: str = "", settings: Settings | None = None) -> Game:
    """Make a game from the text of a ruleset; diagnostics name ``file``."""
    return load_document(read_text(text, file), name or file, settings).game()


def load_document(
    document: Document,
    name: str,
    settings: Settings | None = None,
    scenario: str | Path | Document | None = None,
    origin: Recipe | None = None,
) -> Loaded:
    """Join, set, validate and check one document.

    ``origin`` is what a document without a file was once read from.

    Raises:
        RulesetError: with all errors of the first stage that has any.
    """
    loaded = load_unchecked(document, name, settings, scenario, origin)
    _refuse(find_errors(loaded.ruleset, loaded.plugins, loaded.merged))
    return loaded


def load_unchecked(
    document: Document,
    name: str,
    settings: Settings | None = None,
    scenario: str | Path | Document | None = None,
    origin: Recipe | None = None,
) -> Loaded:
    """Join, set and validate one document, such as a board that cannot be played yet.

    Raises:
        RulesetError: it does not have the form of a ruleset.
    """
    library.refuse_other_files(document)
    merged = resolve(document, library.parents_of(document.path), chooses_one_word)
    merged.origin_paths = origin.files() if origin else ()
    merged.inside = _is_selector
    scenarios = scenarios_of(merged, document)
    boards = (*([""] if has_own_board(merged) else []), *scenarios)
    chosen = lay_scenario(merged, document, scenario)
    _refuse(find_oversized(merged))
    merged.keep_nulls(nullable(Ruleset, {}))
    drop_dead_options(merged)
    drop_values_of_removed(merged)
    victory = victory_of(merged)
    make_settings(merged, settings or {}, _model())
    ruleset, plugins = _validated(merged)
    ruleset = without_old_aim(ruleset, merged, victory)
    return Loaded(name, ruleset, plugins, merged, scenarios, chosen, boards, merged.paths)


def _validated(merged: Merged) -> tuple[Ruleset, dict[str, Plugin]]:
    """Return the ruleset and its plugins. Raises RulesetError for wrong names, or else values."""
    likes = apply_likes(merged, one_of=chooses_one_word)
    classes, missing = plugin_classes(merged)
    kinds, unfit = kinds_offered(classes, merged)
    _refuse([*likes.diagnostics, *still_used(merged, merged.missed), *missing, *unfit])
    vocabulary = Vocabulary(kinds)
    model = model_for(vocabulary)
    merged.keep_nulls(nullable(model, classes))
    drop_dead_options(merged)
    ruleset, wrong = _without_broken_opponent(model, merged, vocabulary)
    plugins, refused = with_options(classes, merged, vocabulary)
    if ruleset is not None and expand_traits(ruleset, plugins, merged):
        ruleset, wrong = _without_broken_opponent(model, merged, vocabulary)
        plugins, refused = with_options(classes, merged, vocabulary)
    found = _not_inherited([*wrong, *refused], likes)
    _refuse([*found, *(_errors_beside(found, model, merged, plugins, vocabulary) if found else ())])
    assert ruleset is not None
    return ruleset, plugins


def _errors_beside(
    wrong: list[Diagnostic],
    model: type[Ruleset],
    merged: Merged,
    plugins: Mapping[str, Plugin],
    vocabulary: Vocabulary,
) -> list[Diagnostic]:
    """Return wrong names and letters beside values of a wrong form, which are left out for it.

    Nothing is checked where an entry or a section would have to be left out: others may name it.
    """
    left_out: list[Place] = []
    root = merged.root
    for _ in range(MAX_PASSES):
        for each in wrong:
            at = each.path if root.at(each.path) is not None else each.path[:-1]
            while isinstance(at[-1:] and at[-1], int):
                at = at[:-1]
            if len(at) < (3 if at[:1] in ENTRIES else 2):
                return []
            left_out.append(at)
            root = changed(root, at, None)
        ruleset, wrong = validate(model, merged, data=root.plain(), vocabulary=vocabulary)
        if ruleset is not None:
            return find_errors_beside(ruleset, plugins, merged, left_out)
    return []


def _without_broken_opponent(
    model: type[Ruleset], merged: Merged, vocabulary: Vocabulary
) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Validate a ruleset; a section ``opponent`` with errors is left out, with a warning.

    People can play without it.
    """
    ruleset, wrong = validate(model, merged, vocabulary=vocabulary)
    broken = [each for each in wrong if each.path[:1] == OPPONENT]
    if not broken:
        return ruleset, wrong
    merged.ignored += map(_as_ignored, broken)
    merged.forget(OPPONENT)
    return validate(model, merged, vocabulary=vocabulary)


def _as_ignored(broken: Diagnostic) -> Diagnostic:
    name = "opponent_ignored"
    key = f"diagnostics.{name}"
    return replace(broken, code=CODES[name], key=key, values={"found": broken})


def _not_inherited(wrong: list[Diagnostic], likes: Likes) -> list[Diagnostic]:
    """Return the errors without keys that are missing because a parent lacks them.

    The parent is the unit that another is like, or the ruleset of a misspelt ``extends``.
    """
    extends = [each for each in wrong if each.path[1:] == () and each.values.get("near") == EXTENDS]
    if extends:
        return extends
    of_units = [each for each in wrong if each.path[:1] == ("units",) and each.path[1:]]
    faulty = {each.path[1] for each in of_units}
    orphans = {each.path[1] for each in of_units if each.values.get("near") == LIKE}

    def follows(each: Diagnostic) -> bool:
        if each.name != "missing_key" or each.path[:1] != ("units",) or len(each.path) < 2:
            return False  # of two parts at least, since the section itself may be missing
        unit = each.path[1]
        liked = unit if unit in orphans else likes.of.get(unit)
        while liked is not None and liked not in faulty:
            liked = likes.of.get(liked)
        return liked is not None

    return [each for each in wrong if not follows(each)]


def _refuse(diagnostics: Iterable[Diagnostic]) -> None:
    found = distinct(diagnostics)
    if found:
        raise RulesetError(found)


_LISTS: Final[tuple[Place, ...]] = (
    ("victory",), ("abilities",), ("each_turn",), ("each_round",),
)  # fmt: skip
"""The sections that may be lists of words."""


def chooses_one_word(path: Place) -> bool:
    """Return whether another map at a path replaces the words of the one before.

    So does a unit's movement, reach or resolution, every item of a list of words, a selector, which
    would mean less with each key of a parent's, a list of effects, which would do more, and a text:
    one given in English alone is not the parent's in French.
    """
    if path and isinstance(path[-1], int):
        return path[:-1] in _LISTS or chooses_one_word(path[:-1])
    if len(path) > 2 and path[0] == "units" and path[-1] in ONE_OF:
        return True
    return bool(path) and (holds_text(_model(), path) or picks(_model(), path))


def _is_selector(path: Place) -> bool:
    """Return whether a path leads to a selector, of which a setting may set a single key."""
    return bool(path) and picks(_model(), path)


@cache
def _model() -> type[Ruleset]:
    return model_for(Vocabulary(BUILT_IN))


def written(merged: Merged) -> str:
    """Write the joined ruleset as one YAML text that needs no other file."""
    return dump_yaml(merged.data, width=110)


def _described(game: Game) -> tuple[Callable[..., Game], tuple[object, ...]]:
    """Say what a pickled game is made of again, on any computer: its text, not its files."""
    if not game.source_text:
        raise TypeError("A game made of a Ruleset has no text. Load a file or a text to pickle it.")
    return _again, (game.source_text, game.name, game.recipe)


def _again(text: str, name: str, recipe: Recipe | None) -> Game:
    return load_embedded(read_text(text, name), name, recipe).game()


copyreg.pickle(Game, _described)  # here, since the engine knows no files
