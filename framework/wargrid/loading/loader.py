"""From a name or a file to a game: read, join, set options, find plugins, build the models, check, make ready."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from wargrid.engine.game import Game
from wargrid.loading import library
from wargrid.loading.checks import find_errors, find_oversized, find_warnings
from wargrid.loading.complaints import OF_WORDS
from wargrid.loading.mistaken import refuse_mistaken
from wargrid.loading.plugins import failed, kinds_offered, place_of, plugin_classes, with_options
from wargrid.loading.recipe import Recipe
from wargrid.loading.remains import Remains, past, what_remains
from wargrid.loading.scenarios import KEY as SCENARIO
from wargrid.loading.scenarios import has_own_board, lay_scenario, scenarios_of, spell_scenario
from wargrid.loading.settings import Settings, drop_options_of_what_is_gone, make_settings
from wargrid.loading.spelling import Slip, respelt, slips, unspelt
from wargrid.loading.validation import not_taken_over, of_words_of_truth, validated
from wargrid.plugins.base import Plugin, PluginError
from wargrid.plugins.host import Plugins, Wrapper
from wargrid.ruleset.models import Ruleset, model_for
from wargrid.ruleset.registry import ONE_OF, Vocabulary
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError, distinct
from wargrid.source.dump import dump
from wargrid.source.inherit import EXTENDS, apply_likes, resolve
from wargrid.source.merge import Merged, still_named
from wargrid.source.nulls import hold_nulls
from wargrid.source.yaml_reader import Document, read, read_text


@dataclass(frozen=True, slots=True)
class Loaded:
    """A ruleset that may be played: the models, the plugins it lists, and the joined document they came from.

    ``scenarios`` are the files of those that come with it, by name, and ``scenario`` the name of
    the one laid over it, empty if none is; ``boards`` are the scenarios it may be played on, where
    an empty name is its own board and set-up. ``files`` are its own and those it extends, the base
    last, none if it was read as a text. ``recipe`` is what they can be read from again, with the
    same settings and scenario.
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
        """Find what the ruleset allows but hardly means, except for codes it suppresses."""
        return find_warnings(self.ruleset, self.plugins, self.merged)

    def game(self, wrap: Wrapper | None = None) -> Game:
        """Make it ready to play; ``wrap`` may replace hook implementations, see ``Plugins``.

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
        """The file of the scenario that is laid over it, or none."""
        return (self.scenarios.get(self.scenario, Path(self.scenario)),) if self.scenario else ()


def load(
    what: str | Path | Ruleset, settings: Settings | None = None, scenario: str | Path | None = None
) -> Game:
    """Make a game ready, given a ruleset's name, the path of its file, or a ruleset without plugins.

    ``scenario`` is the file of another board and set-up, or the name of one that comes with the
    ruleset.

    Raises:
        UnknownRuleset: there is no such name or file; near names are in the message.
        RulesetError: the file is wrong; every independent fault is in it, with its place.
    """
    if isinstance(what, Ruleset):
        return Game(what, Plugins({}))
    return load_named(what, settings, scenario).game()


def load_named(
    name: str | Path, settings: Settings | None = None, scenario: str | Path | None = None
) -> Loaded:
    """Read a ruleset by its name or path and check all of it, short of making it ready to play.

    Raises:
        UnknownRuleset: there is no such name or file.
        RulesetError: the file is wrong.
    """
    return load_recipe(Recipe(library.locate(str(name)), dict(settings or {}), scenario))


def joined(name: str | Path) -> Merged:
    """Read a ruleset by its name or path and join all it extends, without checking any of it; raises RulesetError."""
    merged = resolve(library.find(name), library.find_parent, one_of=chooses_one_word)
    apply_likes(merged, one_of=chooses_one_word)
    return merged


def load_recipe(recipe: Recipe) -> Loaded:
    """Read a ruleset's file as it is now, with the settings and the scenario of a recipe; raises RulesetError."""
    loaded = load_document(
        read(recipe.file, gather=True),
        library.name_of(recipe.file),
        recipe.settings,
        recipe.scenario,
    )
    return replace(loaded, recipe=recipe)


def load_embedded(document: Document, name: str, recipe: Recipe | None) -> Loaded:
    """Check the whole ruleset that a record embeds, which was read from a recipe; only its code is looked for there.

    Raises:
        RulesetError: it is wrong, or the code beside it is not to be found or not trusted.
    """
    return replace(load_document(document, name, origin=recipe), recipe=recipe)


def load_text(text: str, file: str, name: str = "", settings: Settings | None = None) -> Game:
    """Make a game ready from the text of a ruleset; ``file`` is what faults call it."""
    return load_document(read_text(text, file, gather=True), name or file, settings).game()


def load_document(
    document: Document,
    name: str,
    settings: Settings | None = None,
    scenario: str | Path | None = None,
    origin: Recipe | None = None,
) -> Loaded:
    """Join, set, validate and check one document; ``origin`` is what a text without a file was once read from.

    Raises:
        RulesetError: with every independent fault that could be found in this run.
    """
    refuse_mistaken(document)
    if any(diagnostic.path in ((EXTENDS,), (SCENARIO,)) for diagnostic in document.diagnostics):
        raise RulesetError(document.diagnostics)
    merged = resolve(document, library.find_parent, one_of=chooses_one_word)
    merged.origin_paths = origin.files() if origin else ()
    early = [*document.diagnostics, *spell_scenario(merged)]
    scenarios = scenarios_of(merged, document)
    boards = (*([""] if has_own_board(merged) else []), *scenarios)
    chosen, misspelt = lay_scenario(merged, document, scenario)
    early += misspelt
    if oversized := find_oversized(merged):
        raise RulesetError(oversized)
    hold_nulls(merged, Ruleset, {})
    drop_options_of_what_is_gone(merged)
    make_settings(merged, settings or {})
    judged = _judged(merged.branch(), early)
    if judged.diagnostics or judged.ruleset is None:
        told = _with_spelling_mended(merged, early, judged.diagnostics)
        raise RulesetError(distinct([*told, *_removed_in_vain(told, merged)]))
    return Loaded(
        name, judged.ruleset, judged.plugins, judged.merged, scenarios, chosen, boards, merged.paths
    )


MOST_LOOKS: Final = 2
"""How often at most a document is looked at again with its spelling mended."""


@dataclass(frozen=True)
class _Judged:
    """A document in which everybody has what they are like: the ruleset with its plugins, and what is wrong."""

    merged: Merged
    ruleset: Ruleset | None
    plugins: dict[str, Plugin]
    diagnostics: list[Diagnostic]


def _with_spelling_mended(
    merged: Merged, early: list[Diagnostic], diagnostics: list[Diagnostic]
) -> list[Diagnostic]:
    """The slips of spelling, and what is wrong with a document, still whole, in which they are mended."""
    found: list[Slip] = []
    for _ in range(MOST_LOOKS):
        more = slips(merged, diagnostics)
        if not more:
            break
        found += more
        merged = respelt(merged, more)
        diagnostics = _judged(merged.branch(), early).diagnostics
    told = {
        (slip.diagnostic.name, slip.diagnostic.line, slip.diagnostic.column): slip.diagnostic
        for slip in reversed(found)
    }
    return [*told.values(), *unspelt(found, diagnostics)]


def _judged(merged: Merged, early: list[Diagnostic]) -> _Judged:
    """Read and check a document: first its single places, then what remains of it as a whole."""
    likes = apply_likes(merged, one_of=chooses_one_word)
    early = [*early, *past(early, likes.diagnostics)]
    classes, missing = plugin_classes(merged)
    kinds, unfit = kinds_offered(classes, merged)
    missing += unfit
    model = model_for(Vocabulary(kinds))
    hold_nulls(merged, model, classes)
    drop_options_of_what_is_gone(merged)
    read = partial(validated, model)
    ruleset, complained = read(merged)
    early = of_words_of_truth(early, complained, merged, read)
    left = (
        what_remains(merged, [*early, *complained], read)
        if early or complained
        else Remains(merged, ruleset)
    )
    plugins, refused = with_options(classes, merged)
    knows_all = not missing and isinstance(merged.data.get("plugins", {}), dict)
    misread = not_taken_over(complained, likes)
    own = past(early, [*misread, *refused])
    diagnostics = [*early, *missing, *(own if knows_all else _known_without_plugins(own))]
    if left.ruleset is not None:
        found = [] if diagnostics else find_errors(left.ruleset, plugins, merged)
        diagnostics += left.unconcerned(_without_options_of(diagnostics, found))
    else:
        diagnostics += still_named(merged, merged.missed)
    return _Judged(merged, ruleset, plugins, diagnostics)


def _removed_in_vain(diagnostics: list[Diagnostic], merged: Merged) -> list[Diagnostic]:
    """The warnings that hold whatever else is wrong; any other asks about the whole of a sound ruleset."""
    silenced = merged.data.get("silence")
    return [
        diagnostic
        for diagnostic in past(diagnostics, merged.warnings)
        if not isinstance(silenced, list) or diagnostic.code not in silenced
    ]


def _known_without_plugins(found: list[Diagnostic]) -> list[Diagnostic]:
    """Where a plugin is not there, a word may be its own; not one that is almost another."""
    return [
        diagnostic
        for diagnostic in found
        if diagnostic.name not in OF_WORDS or diagnostic.values.get("near")
    ]


def _without_options_of(missing: list[Diagnostic], found: list[Diagnostic]) -> list[Diagnostic]:
    """Where a plugin is not there, its options lead nowhere: that is told already."""
    if not any(diagnostic.name == "unknown_plugin" for diagnostic in missing):
        return found
    return [
        diagnostic
        for diagnostic in found
        if diagnostic.name != "option_nowhere"
        or not str(diagnostic.values["dotted"]).startswith("plugins.")
    ]


def chooses_one_word(path: Place) -> bool:
    """Whether the map at a path holds one word that another replaces: a unit's way to move, reach and resolution.

    So does every item of a list of words.
    """
    if path and isinstance(path[-1], int):
        return path[:-1] == ("victory",) or chooses_one_word(path[:-1])
    return len(path) > 2 and path[0] == "units" and path[-1] in ONE_OF


def written(merged: Merged) -> str:
    """The joined ruleset as one YAML text that stands alone."""
    return dump(merged.data, width=110)
