"""Validate a joined document against a model, and translate Pydantic's errors into diagnostics.

Each mistake is reported once: a misspelt key but not the key that is missing for it, one item of a
list in which all are of the wrong type, and one member of a union.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import core_schema

from wargrid.loading.model_keys import fields_at, is_optional, keys_at, types_in
from wargrid.plugins import discovery, words
from wargrid.ruleset.base import Kind
from wargrid.ruleset.errors import AT_KEY
from wargrid.ruleset.models import Ruleset
from wargrid.ruleset.registry import Vocabulary
from wargrid.source.diagnostics import MAX_DIAGNOSTICS, Diagnostic, Place, distinct
from wargrid.source.document import Document, Location, Node
from wargrid.source.inherit import EXTENDS
from wargrid.source.merge import PLUGINS, Merged, NameUse, still_used, taker_of
from wargrid.source.says import LIKE
from wargrid.source.yaml_errors import glued_pair
from wargrid.text import Message, catalog, did_you_mean, join_names, quote

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

M = TypeVar("M", bound=BaseModel)

_NAMES: Final[dict[str, str]] = {
    error: name
    for name, errors in {
        "missing_key": "missing union_tag_not_found",
        "unknown_key": "extra_forbidden",
        "not_greater": "greater_than",
        "too_small": "greater_than_equal",
        "not_less": "less_than",
        "too_large": "less_than_equal",
        "not_multiple": "multiple_of",
        "list_too_short": "too_short",
        "list_too_long": "too_long",
        "text_too_short": "string_too_short",
        "text_too_long": "string_too_long",
        "bad_pattern": "string_pattern_mismatch",
        "not_a_choice": "literal_error enum union_tag_invalid",
        "refused": "value_error assertion_error",
        "key_not_text": "invalid_key",
        "not_integer": "int_type int_parsing int_parsing_size int_from_float",
        "not_number": "float_type float_parsing decimal_type decimal_parsing finite_number",
        "not_text": "string_type string_sub_type string_unicode",
        "not_bool": "bool_type bool_parsing",
        "not_list": "list_type tuple_type set_type frozen_set_type iterable_type",
        "not_map": "dict_type mapping_type model_type model_attributes_type dataclass_type",
        "not_empty": "none_required",
    }.items()
    for error in errors.split()
}
"""The message key of each of Pydantic's errors."""

_SECTIONS: Final = (("victory",), ("abilities",), ("each_turn",), ("each_round",))
"""The sections whose keys are words, besides units."""

_FORMS: Final = {
    "not_integer": "integer",
    "not_number": "number",
    "not_text": "text",
    "not_bool": "bool",
    "not_list": "list",
    "not_map": "map",
    "not_empty": "nothing",
}
_PATTERNS: Final = {
    "^[a-z][a-z0-9_]*$": "bad_word",
    "^[A-Z]$": "bad_letter",
    r"^[^\s]$": "bad_sign",
}
_LIMITS: Final = ("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length")
_PYDANTICS: Final = frozenset(get_args(core_schema.ErrorType))
_COMMENTED: Final = re.compile(r"[-\d.]+#")
"""A number with a comment that no space separates from it."""

_LOOKS: Final = ("colour", "color", "icon", "image")
_HINTS: Final = (
    # The message key, the section, the length of the path, the value's type, and the fix.
    ("not_list", "dice", 2, object, "diagnostics.hint.faces"),
    ("not_text", "dice", 3, int, "diagnostics.hint.face_word"),
    ("not_map", PLUGINS, 2, bool, "diagnostics.hint.remove_plugin"),
)


def validate(
    model: type[M],
    merged: Merged,
    at: Place = (),
    data: object = None,
    vocabulary: Vocabulary | None = None,
) -> tuple[M | None, list[Diagnostic]]:
    """Make the model of what is at a path, or report what is wrong with it.

    ``data`` replaces the value at the path. Effects are read by the words of the ``vocabulary``.
    """
    node = merged.root.at(at)
    context = None if vocabulary is None else {"effects": vocabulary.read_effects}
    value = node.plain() if data is None and node else data
    try:
        return model.model_validate(value, context=context), []
    except ValidationError as error:
        return None, _diagnostics(error, merged, model, at)


def validate_document(model: type[M], document: Document) -> tuple[M | None, list[Diagnostic]]:
    """Make the model of a document that extends nothing, or report what is wrong with it."""
    merged = Merged(document.root, {document.file: document.lines}, (document.file,))
    return validate(model, merged)


def _diagnostics(
    error: ValidationError, merged: Merged, model: type[BaseModel], at: Place = ()
) -> list[Diagnostic]:
    """Translate the errors of validating the value at a path by a model, at most 100, in order."""
    found = [
        _Problem(raw, merged, model, at)
        for raw in error.errors(include_url=False)[:MAX_DIAGNOSTICS]
    ]
    chosen = _once_per_mistake(_of_likeliest_members(found))
    diagnostics = _of_plugins([each.diagnostic() for each in chosen], merged)
    above = {each.path for each in diagnostics if each.name == "no_such_units"}
    whole = [each for each in diagnostics if each.path[:2] not in above or each.path in above]
    return sorted(distinct(whole), key=lambda each: (each.file, each.line, each.column))


_FORMS_OF_LEAP: Final = ("not_list", "not_a_choice", "wrong_form")


class _Problem:
    """One of Pydantic's errors, with the part of its ``loc`` that is a path in the document."""

    def __init__(self, raw: Any, merged: Merged, model: type[BaseModel], at: Place) -> None:
        self.kind: str = raw["type"]
        self.context: Mapping[str, Any] = raw.get("ctx") or {}
        self.message: str = raw["msg"]
        self.loc: Place = tuple(raw["loc"])
        self.forms: tuple[Message | str, ...] = ()
        self.besides: tuple[Message | str, ...] = ()
        self.lacking: tuple[str, ...] = ()
        self.alone = ""
        self.lacks_others = False
        self._merged = merged
        self._model = model
        self._at = at
        self._walk()
        node = merged.root.at(self.path)
        self.value = raw.get("input") if node is None else node.plain()
        if self.at_key and isinstance(self.path[-1], str):
            self.value = self.path[-1]

    def _walk(self) -> None:
        """Find the path; ``splits`` are where a part of ``loc`` is a member of a union."""
        node = self._merged.root.at(self._at)
        path = list(self._at)
        self.splits: list[tuple[Place, Place, str]] = []
        names_key = self.kind in ("missing", "extra_forbidden")
        for index, step in enumerate(self.loc):
            place = _step_of(node, step)
            below = node.child(place) if node else None
            if below is not None:
                path.append(place)
                node = below
            elif node is not None and node.value == step:  # a word written without its options
                self.alone = str(step)
            elif names_key and index == len(self.loc) - 1:
                path.append(step)
            elif step != AT_KEY:
                self.splits.append((self.loc[:index], tuple(path), str(step)))
        deeper = self.context.get("path", ())
        steps = (*path, *deeper) if isinstance(deeper, tuple) else tuple(path)
        self.at_key = self.loc[-1:] == (AT_KEY,) or steps[-1:] == (AT_KEY,)
        self.path: Place = steps[:-1] if steps[-1:] == (AT_KEY,) else steps
        self.others = [(*path, *each) for each in self.context.get("others", ())]

    @property
    def name(self) -> str:
        """The key of the message."""
        if self.forms:
            return "wrong_form"
        if self.kind == "string_pattern_mismatch":
            return _PATTERNS.get(str(self.context.get("pattern")), "bad_pattern")
        if self.kind in _NAMES:
            return _NAMES[self.kind]
        if self.kind in _PYDANTICS:
            return "not_accepted"
        return self.kind if catalog("en").has(f"diagnostics.{self.kind}.what") else "refused"

    @property
    def form(self) -> str | None:
        """The form of value that is expected, if the value has another."""
        if self.name == "not_a_choice" and not isinstance(self.value, str):
            return "text"
        return _FORMS.get(self.name)

    @property
    def choices(self) -> list[str]:
        """The words of which one is expected, from Pydantic's "'axe', 'arrow' or 'panic'"."""
        text = str(self.context.get("expected") or self.context.get("expected_tags") or "")
        found = re.findall(r"'((?:[^'\\]|\\.)*)'|(-?\d+)", text)
        return [quoted or number for quoted, number in found]

    @property
    def expected(self) -> Message | str | None:
        """What this member of a union expects: some words, or a form of value."""
        if self.name == "not_a_choice" and self.choices:
            return join_names(self.choices, 20)
        return None if self.form is None else Message(f"diagnostics.form.{self.form}")

    def diagnostic(self) -> Diagnostic:
        """Write the error as a diagnostic of the ruleset."""
        values = self._values()
        if self.others:
            values |= self._conflict()
        if self.name == "missing_key":
            inherited = self._inherited_units()
            near = did_you_mean(str(self.path[1]), inherited) if inherited else None
            if near:
                unit = self.path[:2]
                values = {"name": unit[1], "near": near, "known": join_names(inherited)}
                location = self._merged.root.place(unit, "key")
                return self._merged.diagnostic_on(location, "no_such_units", unit, **values)
        return self._merged.diagnostic_on(self.location(), self.name, self.path, **values)

    def location(self) -> Location:
        """Return the position to point at."""
        row, column = self.context.get("row"), self.context.get("column")
        if isinstance(row, int) and isinstance(column, int):
            return self._merged.mark_in(self.path, row, column, self.context.get("length", 1))
        is_key = self.at_key or self.kind == "missing" or isinstance(self.value, dict | list)
        is_key |= self.kind == "extra_forbidden" and not self.alone
        is_key &= self.name != "not_map" or self.at_key
        return self._merged.root.place(self.path, "key" if is_key else "value")

    def _values(self) -> dict[str, object]:
        """Return the fields of the message."""
        plain = (str, int, float, Message)
        own = {key: value for key, value in self.context.items() if isinstance(value, plain)}
        lists = {key: each for key, each in self.context.items() if isinstance(each, list)}
        is_item = isinstance(self.path[-1:] and self.path[-1], int) and isinstance(self.value, str)
        error = self.context.get("error")
        limit = next((self.context[name] for name in _LIMITS if name in self.context), None)
        if isinstance(limit, float) and limit.is_integer():
            limit = int(limit)
        return {
            "value": quote(self.path[-1] if self.at_key and not is_item else self.value),
            "key": self.alone or (str(self.path[-1]) if self.path else ""),
            "message": str(error) if error is not None else self.message,
            **({} if limit is None else {"limit": limit}),
            "count": self.context.get("actual_length", "?"),
            **own,
            **{key: join_names(names) for key, names in lists.items()},
            **self._values_of_message(),
            **self._hint(),
        }

    def _values_of_message(self) -> dict[str, object]:
        """Return the fields that only one message has."""
        match self.name:
            case "wrong_form":
                return {"forms": self.forms}
            case "not_integer" | "not_number":
                nullable = any(is_optional(field.annotation) for field in self._fields())
                return {"or_none": Message("diagnostics.or_none") if nullable else ""}
            case "not_list":
                numbers = any(int in types_in(field.annotation) for field in self._fields())
                return {"example": "[1, 2]" if numbers else "[a, b]"}
            case "not_map":
                known = keys_at(self._model, self._in_model(self.path))
                key = f"diagnostics.not_map.{'keys' if known else 'pairs'}"
                return {"way": Message(key, {"known": join_names(known, 20)})}
            case "missing_key":
                lacking = self.lacking or (str(self.path[-1]),)
                lines = join_names(f'"{key}:"' for key in lacking)
                could_extend = issubclass(self._model, Ruleset) and len(self._merged.files) == 1
                hint = Message("diagnostics.hint.extends", {"lines": lines})
                return {
                    "keys": join_names(f'"{key}"' for key in lacking),
                    "lines": lines,
                    "count": len(lacking),
                    **(
                        {"fix": hint} if could_extend and len(self.path) == 1 < len(lacking) else {}
                    ),
                }
            case "bad_word" if self.at_key:
                above = self._merged.root.at(self.path[:-1])
                others = map(str, above.value) if above and isinstance(above.value, dict) else ()
                return {"near": did_you_mean(str(self.path[-1]), others) or ""}
            case "not_a_choice":
                listed: object = join_names(self.choices, 20)
                near = did_you_mean(str(self.value), self.choices) or ""
                return {"known": (*self.besides, listed) if self.besides else listed, "near": near}
            case "unknown_key":
                path = self.path if self.alone else self.path[:-1]
                known = self._known(path)
                near = did_you_mean(self.alone or str(self.path[-1]), known) or ""
                node = self._merged.root.at(self.path)
                if not near and self.lacks_others and node and isinstance(node.value, str):
                    near = _joining(path)  # another word for "extends" or "like"
                return {"known": join_names(known, 60), "near": near}
        return {}

    def _known(self, path: Place) -> list[str]:
        """Return the keys allowed in the map at a path, ``extends`` and ``like`` included."""
        joining = _joining(path)
        known = keys_at(self._model, self._in_model(path))
        return [*known, joining] if joining and known and self._at == () else known

    def _in_model(self, path: Place) -> Place:
        """Return a path in the model, where items of lists have no numbers."""
        return tuple(step for step in path[len(self._at) :] if not isinstance(step, int))

    def _fields(self) -> list[FieldInfo]:
        return fields_at(self._model, tuple(step for step in self.loc if isinstance(step, str)))

    def _hint(self) -> dict[str, object]:
        for name, section, length, kind, text in _HINTS:
            place = (self.name, *self.path[:1], len(self.path))
            if (name, section, length) == place and isinstance(self.value, kind):
                return {"fix": Message(text)}
        if isinstance(self.value, list) and self.path[-1:] in (("setup",), ("each",), ("terrain",)):
            return {"fix": Message("diagnostics.hint.diagram", {"key": self.path[-1]})}
        if isinstance(self.value, str) and _COMMENTED.match(self.value):
            return {"fix": Message("diagnostics.hint.comment")}
        if self.path[:1] == ("costs",) and isinstance(self.value, str):
            return {"fix": Message("diagnostics.hint.costs")}
        looks = self.name == "unknown_key" and self.path[-1] in _LOOKS
        if looks and "name" in self._known(self.path[:-1]):
            return {"fix": Message("diagnostics.hint.looks")}
        if self.name in _FORMS_OF_LEAP and "leap" in self.path[-2:]:
            return {"fix": Message("diagnostics.hint.leap")}
        glued = glued_pair(self.value) if isinstance(self.value, str) else None
        if self.name == "not_map" and glued is not None:
            return {"fix": Message("diagnostics.hint.glued_colon", glued)}
        return {}

    def _inherited_units(self) -> list[str]:
        """Return the units of the parents, if the path leads into a new unit of a variant."""
        units = self._merged.root.at(self.path[:1])
        if self.path[:1] != ("units",) or len(self.path) != 3 or units is None:
            return []
        own = units.child(self.path[1])
        if own is None or any(self._merged.depth(node.location) > 0 for _, node in own.walk()):
            return []
        entries = units.value.items() if isinstance(units.value, dict) else ()
        depths = {
            str(name): self._merged.depth(node.key_location or node.location)
            for name, node in entries
        }
        return [name for name, depth in depths.items() if depth > 0]

    def _conflict(self) -> dict[str, object]:
        """Return the places of conflicting values, by number; the diagnostic is at the last one."""
        places = [self.path, *self.others]
        written = [path for path in places if self._merged.root.at(path) is not None]
        self.path = self._merged.nearest(*written) if written else self.path
        marks = {path: self._merged.root.place(path, "value") for path in written}
        lines = {path: f" ({location.file}:{location.line})" for path, location in marks.items()}
        own = lines.get(self.path, "")
        return {
            f"place_{number}": "" if lines.get(path, "") == own else lines.get(path, "")
            for number, path in enumerate(places, 1)
        }


def _step_of(node: Node | None, step: str | int) -> str | int:
    """Return the key or index that a part of ``loc`` means; a word of a list is its place there."""
    if node is None or node.child(step) is not None:
        return step
    if isinstance(node.value, list) and isinstance(step, str):
        return next((at for at, item in enumerate(node.value) if item.value == step), step)
    return step


def _joining(path: Place) -> str:
    """Return the key that brings in the values of another entry; no model has it."""
    if not path:
        return EXTENDS
    return LIKE if path[0] == "units" and len(path) == 2 else ""


def _of_likeliest_members(found: list[_Problem]) -> list[_Problem]:
    """Keep the errors of one member of a union, or one error that names all forms."""
    unions: dict[Place, list[_Problem]] = {}
    for problem in found:
        for loc, _, _ in problem.splits:
            unions.setdefault(loc, []).append(problem)
    dropped: set[int] = set()
    for loc, members in unions.items():
        alive = [each for each in members if id(each) not in dropped]
        dropped |= {id(each) for each in _unlikely(loc, alive)}
    return [problem for problem in found if id(problem) not in dropped]


def _unlikely(loc: Place, members: list[_Problem]) -> list[_Problem]:
    by_choice: dict[str, list[_Problem]] = {}
    point: Place = ()
    for problem in members:
        point, choice = next((path, word) for where, path, word in problem.splits if where == loc)
        by_choice.setdefault(choice, []).append(problem)
    if len(by_choice) < 2:
        return []
    deepest = max(members, key=lambda each: len(each.path) + (each.form is None))
    if deepest.form is not None and len(deepest.path) <= len(point):
        deepest.forms = _expected(members)
        return [each for each in members if each is not deepest]
    if deepest.name == "not_a_choice":
        others = (each for each in members if each.form in ("integer", "number", "bool"))
        deepest.besides = _expected(others)
    kept = next(group for group in by_choice.values() if deepest in group)
    return [each for each in members if each not in kept]


def _expected(members: Iterable[_Problem]) -> tuple[Message | str, ...]:
    expected = (each.expected for each in members)
    return tuple({str(each): each for each in expected if each is not None}.values())


def _once_per_mistake(found: list[_Problem]) -> list[_Problem]:
    """Join the missing keys of a map, drop those misspelt beside, and like errors of one list."""
    unknown: dict[Place, list[_Problem]] = {}
    missing: dict[Place, list[_Problem]] = {}
    kept: list[_Problem] = []
    items: set[tuple[Place, str]] = set()
    for each in found:
        above = each.path[:-1]
        if each.kind == "extra_forbidden" and not each.alone:
            unknown.setdefault(above, []).append(each)
        if each.kind == "missing":
            missing.setdefault(above, []).append(each)
            continue
        item = (above, each.name) if isinstance(each.path and each.path[-1], int) else None
        if item is None or item not in items:
            kept.append(each)
        items |= set() if item is None else {item}
    faulty = {each.path for each in kept}
    for above, lacking in missing.items():
        beside = [str(each.path[-1]) for each in unknown.get(above, ())]
        joining = _joining(above)
        for each in unknown.get(above, ()):
            each.lacks_others = len(lacking) > 1
        if above in faulty or len(beside) >= len(lacking) or (joining and beside):
            continue
        by_mark: dict[Location, list[_Problem]] = {}
        for each in lacking:
            if did_you_mean(str(each.path[-1]), beside) is None:
                by_mark.setdefault(each.location(), []).append(each)
        for first, *others in by_mark.values():
            first.lacking = tuple(str(each.path[-1]) for each in (first, *others))
            kept.append(first)
    return kept


def _of_plugins(found: list[Diagnostic], merged: Merged) -> list[Diagnostic]:
    """Report words of plugins that the ruleset does not list, or that a variant removed."""
    kept: list[Diagnostic] = []
    removed: list[NameUse] = []
    plugins = merged.root.child(PLUGINS)
    unreadable = plugins is not None and not isinstance(plugins.value, dict)
    offered = {} if all(each.name != "unknown_key" for each in found) else _plugins_by_word()
    for each in found:
        word = str(each.values.get("key"))
        plugin = offered.get(word) if each.name == "unknown_key" else None
        if (
            plugin is None
            or each.values.get("near")
            or each.path[:1] not in (("units",), *_SECTIONS)
        ):
            kept.append(each)
            continue
        use = ((*each.path, word) if each.path[-1:] != (word,) else each.path, PLUGINS, plugin)
        if taker_of(merged, use):
            removed.append(use)
        elif not unreadable:  # otherwise the plugins themselves are reported
            mark_at: Literal["key", "value"] = "key" if each.path[-1:] == (word,) else "value"
            location = merged.root.place(each.path, mark_at)
            values = {"word": word, "plugin": plugin}
            kept.append(merged.diagnostic_on(location, "word_of_plugin", each.path, **values))
    return [*kept, *still_used(merged, removed)]


def _plugins_by_word() -> dict[str, str]:
    return {kind.word: name for name, kind in words_offered()}


def words_offered() -> Iterator[tuple[str, type[Kind]]]:
    """Yield the words of all installed plugins, each with the plugin's name.

    A plugin that cannot be loaded offers none.
    """
    for name in discovery.installed():
        try:
            kinds = words.offered(name, discovery.plugin_class(name))
        except (Exception, SystemExit):  # third-party code; PluginError names it where it is listed
            continue
        yield from ((name, kind) for kind in kinds)
