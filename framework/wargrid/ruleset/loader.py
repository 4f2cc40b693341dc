"""From a name or a file to a game: read, join, set options, find plugins, build the models, check, make ready."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import yaml
from pydantic import ValidationError

from wargrid.faults import Fault, RulesetError, did_you_mean, listed
from wargrid.faults import Path as Place
from wargrid.game import Game
from wargrid.plugins import Plugin, PluginError
from wargrid.ruleset import library
from wargrid.ruleset.bounds import crowded, excessive
from wargrid.ruleset.checks import check
from wargrid.ruleset.complaints import complaints
from wargrid.ruleset.doubts import doubts
from wargrid.ruleset.keys import keys_at
from wargrid.ruleset.meant import OF_WORDS
from wargrid.ruleset.merge import Merged, apply_likes, resolve
from wargrid.ruleset.merged import SETTING
from wargrid.ruleset.models import Ruleset, model_for
from wargrid.ruleset.nodes import Node
from wargrid.ruleset.plugging import failed, kinds_offered, place_of, plugin_classes, with_options
from wargrid.ruleset.reader import Document, read, read_text, read_value
from wargrid.ruleset.recipe import Recipe
from wargrid.ruleset.scenarios import has_own_board, lay_scenario, scenarios_of
from wargrid.ruleset.vocabulary import ONE_OF, Vocabulary
from wargrid.ruleset.writing import Writer

Settings = Mapping[str, object]
"""Options by name, or dotted paths, with the values they are set to: ``{"first_player": "gold"}``."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A ruleset that may be played: the models, the plugins it lists, and the joined document they came from.

    ``scenarios`` are the files of those that come with it, by name, and ``scenario`` the name of the one laid over it,
    empty if none is; ``boards`` are the scenarios it may be played on, where an empty name is its own board and set-up.
    ``files`` are its own and those it extends, the base last, none if it was read as a text.
    ``recipe`` is what they can be read from again, with the same settings and scenario.
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

    def warnings(self) -> list[Fault]:
        """What is allowed but hardly meant, except what the ruleset silences."""
        return doubts(self.ruleset, self.plugins, self.merged)

    def game(self) -> Game:
        """Make it ready to play; raises RulesetError if a plugin cannot even begin."""
        try:
            return Game(
                self.ruleset,
                self.plugins,
                where={name: place_of(name, self.merged) for name in self.plugins},
                name=self.name,
                source=partial(written, self.merged),
                files=(*self.files, *self._scenario_file()),
                recipe=self.recipe,
            )
        except PluginError as error:
            raise RulesetError([failed(error, self.merged)]) from error

    def _scenario_file(self) -> list[Path]:
        return [self.scenarios.get(self.scenario, Path(self.scenario))] if self.scenario and self.files else []


def load(what: str | Path | Ruleset, settings: Settings | None = None, scenario: str | Path | None = None) -> Game:
    """Make a game ready, given a ruleset's name, the path of its file, or a ruleset without plugins.

    ``scenario`` is the file of another board and set-up, or the name of one that comes with the ruleset.

    Raises:
        UnknownRuleset: there is no such name or file; near names are in the message.
        RulesetError: the file is wrong; every independent fault is in it, with its place.
    """
    if isinstance(what, Ruleset):
        return Game(what)
    return load_named(what, settings, scenario).game()


def load_named(name: str | Path, settings: Settings | None = None, scenario: str | Path | None = None) -> Loaded:
    """Read a ruleset by its name or path and check all of it, short of making it ready to play.

    Raises:
        UnknownRuleset: there is no such name or file.
        RulesetError: the file is wrong.
    """
    return load_recipe(Recipe(library.locate(str(name)), dict(settings or {}), scenario))


def joined(name: str | Path) -> Merged:
    """Read a ruleset by its name or path and join all it extends, without checking any of it; raises RulesetError."""
    merged = resolve(library.find(name), one_of=chooses_one_word)
    apply_likes(merged, one_of=chooses_one_word)
    return merged


def load_recipe(recipe: Recipe) -> Loaded:
    """Read a ruleset's file as it is now, with the settings and the scenario of a recipe; raises RulesetError."""
    loaded = load_document(read(recipe.file), library.name_of(recipe.file), recipe.settings, recipe.scenario)
    return replace(loaded, recipe=recipe)


def load_embedded(document: Document, name: str, recipe: Recipe | None) -> Loaded:
    """Check the whole ruleset that a record embeds, which was read from a recipe; only its code is looked for there.

    Raises:
        RulesetError: it is wrong, or the code beside it is not to be found or not trusted.
    """
    return replace(load_document(document, name, origin=recipe), recipe=recipe)


def load_text(text: str, file: str, name: str = "", settings: Settings | None = None) -> Game:
    """Make a game ready from the text of a ruleset; ``file`` is what faults call it."""
    return load_document(read_text(text, file), name or file, settings).game()


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
    merged = resolve(document, one_of=chooses_one_word)
    merged.origin = origin
    scenarios = scenarios_of(merged, document)
    boards = (*([""] if has_own_board(merged) else []), *scenarios)
    chosen = lay_scenario(merged, document, scenario)
    if crowd := crowded(merged):
        raise RulesetError(crowd)
    _drop_options_of_what_is_gone(merged)
    _make_settings(merged, settings or {})
    apply_likes(merged, one_of=chooses_one_word)
    _drop_options_of_what_is_gone(merged)
    classes, faults = plugin_classes(merged)
    kinds, unfit = kinds_offered(classes, merged)
    faults += unfit
    ruleset, complained = _validated(
        model_for(Vocabulary(kinds)), merged, with_words=not faults and _lists_plugins(merged)
    )
    plugins, refused = with_options(classes, merged)
    faults += complained + refused
    if ruleset is not None:
        faults += _without_options_of(faults, _checked(ruleset, plugins, merged))
    if faults or ruleset is None:
        raise RulesetError(faults)
    return Loaded(name, ruleset, plugins, merged, scenarios, chosen, boards, merged.paths)


def _checked(ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged) -> list[Fault]:
    """What only the whole of a ruleset shows; a plugin that fails while it is looked at is a fault too."""
    try:
        return excessive(ruleset, plugins, merged) or check(ruleset, plugins, merged)
    except PluginError as error:
        return [failed(error, merged)]


def _without_options_of(missing: list[Fault], found: list[Fault]) -> list[Fault]:
    """Where a plugin is not there, its options lead nowhere: that is told already."""
    if not any(fault.name == "unknown_plugin" for fault in missing):
        return found
    return [
        fault
        for fault in found
        if fault.name != "option_nowhere" or not str(fault.values["dotted"]).startswith("plugins.")
    ]


def chooses_one_word(path: Place) -> bool:
    """Whether the map at a path holds one word that another replaces: a unit's way to move, reach and resolution."""
    return len(path) > 2 and path[0] == "units" and path[-1] in ONE_OF


def written(merged: Merged) -> str:
    """The joined ruleset as one YAML text that stands alone."""
    text: str = yaml.dump(merged.data, Dumper=Writer, sort_keys=False, allow_unicode=True, width=110)
    return text


def _make_settings(merged: Merged, settings: Settings) -> None:
    faults: list[Fault] = []
    for key, value in settings.items():
        try:
            _set(merged, key, value)
        except RulesetError as error:
            faults += error.faults
    if faults:
        raise RulesetError(faults)


def _set(merged: Merged, key: str, value: object) -> None:
    """Set an option by its name, or a value by its dotted path."""
    text = value if isinstance(value, str) else _flow(value)
    options = merged.data.get("options")
    known = options if isinstance(options, dict) else {}
    if "." not in key and key not in known and merged.root.child(key) is None:
        whole = f"{key}={text}"
        near = did_you_mean(key, known) or ""
        raise RulesetError([merged.setting_fault(whole, "unknown_option", key=key, near=near, known=listed(known))])
    option = known.get(key, key)
    meant = option.get("values") if isinstance(option, dict) else None
    dotted = str(option.get("sets", key) if isinstance(option, dict) else option)
    if isinstance(meant, dict) and meant:
        said = _flow(read_value(text, len(key) + 2, SETTING, f"{key}={text}").plain())
        text = said if said in meant else text
        if text not in meant:
            near = did_you_mean(text, meant) or ""
            values = {"option": key, "name": text, "near": near, "known": listed(meant)}
            raise RulesetError([merged.setting_fault(f"{key}={text}", "unknown_choice", **values)])
        merged.set(merged.path_of(dotted), _flow(meant[text]))
        return
    merged.set(merged.path_of(dotted), text, f"{key}={text}")


def _flow(value: object) -> str:
    """A value as YAML on one line."""
    text: str = yaml.safe_dump(value, default_flow_style=True).split("\n", 1)[0]
    return text


def _drop_options_of_what_is_gone(merged: Merged) -> None:
    """A variant that takes something away with ``~``, or another word instead, takes away the options that set it."""
    options = merged.data.get("options")
    for option, said in options.items() if isinstance(options, dict) else ():
        dotted = str(said.get("sets") if isinstance(said, dict) else said)
        if _is_gone(merged.root, dotted) or _is_replaced(merged, option, merged.path_of(dotted)):
            merged.forget(("options", option))


def _is_replaced(merged: Merged, option: str, path: Place) -> bool:
    """Whether an option leads into something that a nearer file than the option's own says otherwise."""
    if merged.root.at(path[:-1]) is not None:
        return False
    nearest = merged.root.place(path[:-1], "value")
    return merged.depth(nearest) < merged.depth(merged.root.place(("options", option), "value"))


def _is_gone(node: Node, dotted: str) -> bool:
    """Whether a dotted path leads through something removed."""
    if any(f"{dotted}.".startswith(f"{key}.") for key in node.removed):
        return True
    below = node.value if isinstance(node.value, dict) else {}
    rest = ((child, dotted[len(str(key)) + 1 :]) for key, child in below.items() if dotted.startswith(f"{key}."))
    return any(_is_gone(child, remaining) for child, remaining in rest)


def _validated(model: type[Ruleset], merged: Merged, *, with_words: bool) -> tuple[Ruleset | None, list[Fault]]:
    """The ruleset, or what is wrong with it; words are not called unknown while a plugin that may bring them is."""
    try:
        return model.model_validate(merged.data), []
    except ValidationError as error:
        found = complaints(error, merged, near=lambda path: keys_at(model, path))
        return None, [fault for fault in _misspelt(found, merged) if with_words or fault.name not in OF_WORDS]


def _lists_plugins(merged: Merged) -> bool:
    return isinstance(merged.data.get("plugins", {}), dict)


def _is_inherited(merged: Merged, path: Place) -> bool:
    """Whether any of what stands at a path comes from a ruleset that is extended."""
    node = merged.root.at(path)
    return node is not None and any(merged.depth(each.mark) > 0 for _, each in node.walk())


def _misspelt(faults: list[Fault], merged: Merged) -> list[Fault]:
    """A variant's unit that lacks everything and is almost called like another is that other, misspelt."""
    units = merged.data.get("units")
    known = list(units) if isinstance(units, dict) and len(merged.files) > 1 else []
    kept: list[Fault] = []
    seen: set[Place] = set()
    for fault in faults:
        unit = fault.path[:2]
        near = None
        missing = fault.name == "missing_key" and len(fault.path) == 3 and unit[0] == "units"
        if missing and not _is_inherited(merged, unit):
            near = did_you_mean(str(unit[1]), [other for other in known if other != unit[1]])
        if near is None:
            kept.append(fault)
        elif unit not in seen:
            seen.add(unit)
            kept.append(merged.fault(unit, "no_such_units", name=unit[1], near=near, known=listed(known)))
    return kept
