"""Pydantic's complaints in our own words, each at the place in the file that it is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, get_args

from pydantic import ValidationError
from pydantic_core import core_schema

from wargrid.loading.guessing import SURE
from wargrid.loading.rewritten import as_list, as_word, number_as_word
from wargrid.ruleset.errors import KEY
from wargrid.source.diagnostics import LEFT_OPEN, MAX_DIAGNOSTICS, Diagnostic, Place, distinct, flow
from wargrid.source.document import Mark, Node
from wargrid.source.merge import Merged
from wargrid.text.catalog import catalog
from wargrid.text.format import did_you_mean, join_names, likeness, quote
from wargrid.text.message import Message

Near = Callable[[Place], Iterable[str]]

MOST_ELSEWHERE: Final = 12
"""Of more faults at once nobody asks where else each key might belong."""

_NAMES: Final[dict[str, str]] = {
    "missing": "missing_key",
    "extra_forbidden": "unknown_key",
    "greater_than": "not_greater",
    "greater_than_equal": "too_small",
    "less_than": "not_less",
    "less_than_equal": "too_large",
    "multiple_of": "not_multiple",
    "too_short": "list_too_short",
    "too_long": "list_too_long",
    "string_too_short": "text_too_short",
    "string_too_long": "text_too_long",
    "string_pattern_mismatch": "bad_pattern",
    "literal_error": "not_a_choice",
    "enum": "not_a_choice",
    "union_tag_invalid": "not_a_choice",
    "union_tag_not_found": "missing_key",
    "value_error": "refused",
    "assertion_error": "refused",
    "none_required": "not_empty",
    "invalid_key": "key_not_text",
    "float_parsing": "not_number",
    "finite_number": "not_number",
}
_FORMS: Final = {
    "not_integer": ("int_type", "int_parsing", "int_parsing_size", "int_from_float"),
    "not_number": ("float_type", "float_parsing", "decimal_type", "decimal_parsing"),
    "not_text": ("string_type", "string_sub_type", "string_unicode"),
    "not_bool": ("bool_type", "bool_parsing"),
    "not_list": ("list_type", "tuple_type", "set_type", "frozen_set_type", "iterable_type"),
    "not_map": (
        "dict_type",
        "mapping_type",
        "model_type",
        "model_attributes_type",
        "dataclass_type",
    ),
    "not_empty": ("none_required",),
}
_NAME_OF: Final = _NAMES | {kind: name for name, kinds in _FORMS.items() for kind in kinds}
_FORM_WORDS: Final = {
    "not_integer": "integer",
    "not_number": "number",
    "not_text": "text",
    "not_bool": "bool",
    "not_list": "list",
    "not_map": "map",
    "not_empty": "nothing",
}
_OF_ONE_VALUE: Final = ("integer", "number", "bool")
"""Forms that are told beside the words that may stand in their place."""

_DEEP: Final = 2
"""How far below its place a key that belongs elsewhere is looked for."""

_DEFINED: Final = ("units", "sides", "terrains", "dice", "costs", "zones")
"""Sections whose entries an author names."""

_JOINING: Final = ("extends", "like")
"""Keys that bring in what would be missing without them; no model has them, for they are gone once
files are joined."""

_LONGEST_CURE: Final = 50
"""A longer value is left out where it is told how to write it."""

_LIMITS: Final = ("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length")
_PATTERNS: Final = {
    "^[a-z][a-z0-9_]*$": "bad_word",
    "^[A-Z]$": "bad_letter",
    r"^[^\s]$": "bad_sign",
}
"""Patterns with a sentence of their own."""

OF_WORDS: Final = ("unknown_key", "beside_word", "word_of_plugin")
"""The faults of words that a plugin might have brought; a validator that tells one points to a
key."""

_PYDANTICS: Final = frozenset(get_args(core_schema.ErrorType))


def complaints(
    error: ValidationError, merged: Merged, near: Near | None = None, at: Place = ()
) -> list[Diagnostic]:
    """The faults that a validation found, at most 100, by place.

    ``near`` gives the keys a model allows at a path, for "did you mean"; ``at`` is where the
    validated data stands.
    """
    found = [
        _Complaint(raw, merged.root, at)
        for raw in error.errors(include_url=False)[:MAX_DIAGNOSTICS]
    ]
    chosen = _without_echoes(_narrowed(found), near)
    diagnostics = [
        _if_outside(_if_named(each.diagnostic(merged, near), merged), merged, near)
        for each in chosen
    ]
    if len(diagnostics) <= MOST_ELSEWHERE:
        diagnostics = _without_what_is_near(
            [_if_elsewhere(diagnostic, merged, near) for diagnostic in diagnostics]
        )
    return sorted(distinct(diagnostics), key=lambda f: (f.file, f.line, f.column, f.code))


def _if_outside(diagnostic: Diagnostic, merged: Merged, near: Near | None) -> Diagnostic:
    """A key that stands beside the entry it belongs into, most often indented too little, is told as such."""
    *above, key = diagnostic.path or ("",)
    parent = merged.root.at(tuple(above))
    beside = _entry_before(parent, key)
    if (
        near is None
        or beside is None
        or diagnostic.name not in ("unknown_key", "not_map", "wrong_form")
    ):
        return diagnostic
    node = parent.child(key) if parent is not None else None
    into = _unnumbered((*above, beside))
    own = set(node.value) if node is not None and isinstance(node.value, dict) else set()
    meant = {*near((*into[:-1], str(diagnostic.values.get("near") or "")))}
    an_entry = bool(own) and not own <= meant and own <= {*near((*into, str(key))), "like"}
    if not an_entry and (key not in list(near(into)) or key in list(near(into[:-1]))):
        return diagnostic
    return merged.diagnostic_on(
        merged.root.place(diagnostic.path, "key"),
        "key_outside",
        diagnostic.path,
        key=key,
        beside=beside,
    )


def _if_elsewhere(diagnostic: Diagnostic, merged: Merged, near: Near | None) -> Diagnostic:
    """A key that is not allowed where it stands, and in one place deeper down, is told with the way to it."""
    if (
        near is None
        or diagnostic.name != "unknown_key"
        or not diagnostic.path
        or diagnostic.values["key"] != str(diagnostic.path[-1])
    ):
        return diagnostic
    if likeness(
        str(diagnostic.path[-1]), str(diagnostic.values.get("near") or "")
    ) >= SURE or ":" in str(diagnostic.values["near"]):
        return diagnostic
    *above, key = diagnostic.path
    node = merged.root.at(diagnostic.path)
    here = _unnumbered(tuple(above))
    ways = [way for way in _ways_to(str(key), here, near, merged, _DEEP) if node is not None]
    nearest = [way for way in ways if len(way) == min(map(len, ways))]
    if node is None or len(nearest) != 1:
        return diagnostic
    value: object = {key: node.plain()}
    for step in reversed(nearest[0]):
        value = {step: value}
    right = flow(value)[1:-1]
    if len(right) > _LONGEST_CURE:
        right = f"{': {'.join(nearest[0])}: {{{key}: {LEFT_OPEN}{'}' * len(nearest[0])}"
    return replace(diagnostic, values={**diagnostic.values, "near": right})


def _if_named(diagnostic: Diagnostic, merged: Merged) -> Diagnostic:
    """A strange key that is the name of an entry, where an option takes such a name, is told as that option's value."""
    section, right = diagnostic.values.get("section"), diagnostic.values.get("near_if_named")
    home = merged.root.at((str(section),)) if right else None
    named = home is not None and home.child(str(diagnostic.values["key"])) is not None
    return replace(diagnostic, values={**diagnostic.values, "near": right}) if named else diagnostic


def _without_what_is_near(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Without the keys that are missing only because what belongs there stands beside."""
    brought = [
        (*diagnostic.path[:-1], near.partition(":")[0])
        for diagnostic in diagnostics
        if diagnostic.name == "unknown_key"
        and ":" in (near := str(diagnostic.values.get("near") or ""))
    ]
    return [
        diagnostic
        for diagnostic in diagnostics
        if diagnostic.name != "missing_key" or diagnostic.path not in brought
    ]


def _ways_to(
    key: str, path: Place, near: Near, merged: Merged, deep: int
) -> Iterator[tuple[str, ...]]:
    """The keys below a path that lead to a map where a key may stand, or where an entry is called so."""
    for step in near(path) if deep else ():
        below = list(near((*path, step)))
        entries = merged.root.at((*path, step)) if not path and step in _DEFINED else None
        if key in below or (not below and entries is not None and entries.child(key) is not None):
            yield (step,)
        yield from ((step, *way) for way in _ways_to(key, (*path, step), near, merged, deep - 1))


def _entry_before(parent: Node | None, key: str | int) -> str | int | None:
    """The key of the map that stands just before another in a map of the same file."""
    entries = parent.value if parent is not None and isinstance(parent.value, dict) else {}
    if key not in entries:
        return None
    file, line = entries[key].mark.file, (entries[key].key_mark or entries[key].mark).line
    before = [
        (node.key_mark.line, name)
        for name, node in entries.items()
        if node.key_mark
        and node.key_mark.file == file
        and node.key_mark.line < line
        and isinstance(node.value, dict)
    ]
    return max(before, key=lambda each: each[0])[1] if before else None


class _Complaint:
    """One line of Pydantic's errors, with the part of its ``loc`` that is a place in the document."""

    def __init__(self, raw: Any, root: Node, at: Place) -> None:
        self.kind: str = raw["type"]
        self.context: Mapping[str, Any] = raw.get("ctx") or {}
        self.message: str = raw["msg"]
        self.input: object = raw.get("input")
        self.loc: Place = tuple(raw["loc"])
        self.at_key = self.loc[-1:] == (KEY,)
        self.forms: tuple[Message | str, ...] = ()
        self.besides: tuple[Message | str, ...] = ()
        self.alone = ""
        self._walk(root, at)

    def _walk(self, root: Node, at: Place) -> None:
        """Find the document's path in ``loc``; ``splits`` are the places where a part of it is a union's choice."""
        node = root.at(at)
        path = list(at)
        self.splits: list[tuple[Place, Place, str]] = []
        names_key = self.kind in ("missing", "extra_forbidden")
        for index, step in enumerate(self.loc):
            place = _step_of(node, step)
            below = node.child(place) if node and place is not None else None
            if below is not None and place is not None:
                path.append(place)
                node = below
            elif (
                node is not None and node.value == step
            ):  # a word alone, which the model spells out
                self.alone = str(step)
            elif names_key and index == len(self.loc) - 1:
                path.append(step)
            elif step != KEY:
                self.splits.append((self.loc[:index], tuple(path), str(step)))
        deeper = self.context.get("path", ())
        steps = (*path, *deeper) if isinstance(deeper, tuple) else tuple(path)
        self.at_key |= steps[-1:] == (KEY,)
        self.path: Place = steps[:-1] if steps[-1:] == (KEY,) else steps
        others: tuple[Place, ...] = self.context.get("others", ())
        self.others = [(*path, *each) for each in others]
        at_place = root.at(self.path)
        self.value = self.input if at_place is None else at_place.plain()

    @property
    def name(self) -> str:
        """The fault this is."""
        if self.forms:
            return "wrong_form"
        if self.kind == "string_pattern_mismatch":
            return _PATTERNS.get(str(self.context.get("pattern")), "bad_pattern")
        if self.is_number_of_face:
            return "bad_word"
        if self.kind in _NAME_OF:
            return _NAME_OF[self.kind]
        if self.kind in _PYDANTICS:
            return "not_accepted"
        return self.kind if catalog("en").has(f"faults.{self.kind}.what") else "refused"

    @property
    def is_number_of_face(self) -> bool:
        """Whether a number stands where a die lists its faces, which are words."""
        return (
            self.kind == "string_type"
            and (self.path[:1], len(self.path)) == (("dice",), 3)
            and isinstance(self.value, int | float)
        )

    @property
    def form(self) -> str | None:
        """The form of value that was wanted, if that is what is wrong."""
        if self.name == "not_a_choice" and not isinstance(self.value, str):
            return "text"
        return _FORM_WORDS.get(self.name)

    def diagnostic(self, merged: Merged, near: Near | None) -> Diagnostic:
        """Say this complaint as a fault of the ruleset."""
        values = self._values(near)
        if self.others:
            values |= self._chosen(merged)
        return merged.diagnostic_on(self._mark(merged), self.name, self.path, **values)

    def _chosen(self, merged: Merged) -> dict[str, str]:
        """Where the values stand that do not go together, by number, without those on the line that is told."""
        places = [self.path, *self.others]
        written = [path for path in places if merged.root.at(path) is not None]
        self.path = merged.nearest(*written) if written else self.path
        marks = {path: merged.root.place(path, "value") for path in written}
        lines = {path: f" ({mark.file}:{mark.line})" for path, mark in marks.items()}
        told = lines.get(self.path, "")
        said = [lines.get(path, "") for path in places]
        return {
            f"place_{number}": line if line != told else "" for number, line in enumerate(said, 1)
        }

    def _mark(self, merged: Merged) -> Mark:
        row, column, length = (self.context.get(name) for name in ("row", "column", "length"))
        if isinstance(row, int) and isinstance(column, int):
            return merged.mark_in(self.path, row, column, length if isinstance(length, int) else 1)
        names_key = self.kind == "missing" or (self.kind == "extra_forbidden" and not self.alone)
        names_key |= self.kind in OF_WORDS and bool(self.context["path"])
        at_key = self.at_key or names_key or isinstance(self.value, dict | list)
        return merged.root.place(self.path, "key" if at_key else "value")

    def _values(self, near: Near | None) -> dict[str, object]:
        own = {
            key: _plain(value)
            for key, value in self.context.items()
            if key not in ("path", "others", "error")
        }
        key = self._key()
        value = self.path[-1] if self.at_key and not self._is_item() else self.value
        values: dict[str, object] = {
            "value": quote(value),
            "key": key,
            "message": self._message(),
            **own,
        }
        limit = next((self.context[name] for name in _LIMITS if name in self.context), None)
        if limit is not None:
            values |= {"limit": limit, "count": self.context.get("actual_length", "?")}
        if self.forms:
            values["forms"] = self.forms
        if self.name == "not_map" and self.kind != "not_map":
            values |= self._map(near)
        if self.name == "not_list":
            values["example"] = as_list(self.value) if isinstance(self.value, str) else "[a, b]"
        if self.name == "not_text":
            form = (
                "list"
                if isinstance(self.value, list)
                else "map"
                if isinstance(self.value, dict)
                else "value"
            )
            values["way"] = Message(f"faults.not_text.{form}")
        if self.name == "bad_word":
            values |= self._word(value)
        return values | self._choice(near)

    def _is_item(self) -> bool:
        """Whether the last step is the number of a text in a list, such as that of a side."""
        return isinstance(self.path[-1], int) and isinstance(self.value, str)

    def _word(self, value: object) -> dict[str, object]:
        """How a name is written as one word; a value that holds several was meant as a list."""
        if self.is_number_of_face:
            return {"way": Message("faults.bad_word.face", {"word": number_as_word(value)})}
        several = (
            not self.at_key and isinstance(value, str) and len(value.replace(",", " ").split()) > 1
        )
        way = Message(
            f"faults.bad_word.{'several' if several else 'one'}", {"right": as_list(str(value))}
        )
        return {"way": way, "near": "" if several else as_word(str(value))}

    def _key(self) -> str:
        """The key that is missing or strange: the last of the path, or a word that stands alone for its map."""
        if self.kind == "extra_forbidden" and self.alone:
            return self.alone
        return str(self.path[-1]) if self.path else ""

    def _choice(self, near: Near | None) -> dict[str, object]:
        """The fields ``known`` and ``near``, where the sentence has them."""
        if self.kind == "extra_forbidden":
            known = (
                [
                    str(name)
                    for name in near(_unnumbered(self.path if self.alone else self.path[:-1]))
                ]
                if near
                else []
            )
            word = self._key()
            if near and len(self.path) in (1, 3):
                joining = _JOINING[len(self.path) == 3]
                meant = joining if word in _JOINING else did_you_mean(word, [joining, *known])
                return {"known": join_names(known, 20), "near": meant or ""}
        elif self.name == "not_a_choice":
            known, word = self.choices, str(self.value)
        else:
            return {}
        said = (*self.besides, join_names(known, 20)) if self.besides else join_names(known, 20)
        return {"known": said, "near": did_you_mean(word, known) or ""}

    @property
    def choices(self) -> list[str]:
        """The words of which one was wanted."""
        return _expected(
            str(self.context.get("expected") or self.context.get("expected_tags") or "")
        )

    @property
    def wanted(self) -> Message | str | None:
        """What could stand here as far as this complaint goes: words, or a form of value."""
        if self.name == "not_a_choice" and self.choices:
            return join_names(self.choices, 20)
        return None if self.form is None else Message(f"faults.form.{self.form}")

    def _map(self, near: Near | None) -> dict[str, object]:
        """How to write a map that a list stands for, and which keys it has."""
        items = self.value if isinstance(self.value, list) and _are_keys(self.value) else []
        left: object = {} if self.path == ("plugins",) else LEFT_OPEN
        maps = [item if isinstance(item, Mapping) else {item: left} for item in items]
        joined = {key: value for item in maps for key, value in item.items()}
        known = [*near(_unnumbered(self.path))] if near else []
        right = flow(joined) if joined and (not known or set(joined) <= set(known)) else ""
        way = (
            Message("faults.not_map.keys", {"known": join_names(known, 20)})
            if known
            else Message("faults.not_map.pairs")
        )
        return {"way": way, "near": "" if len(right) > _LONGEST_CURE else right}

    def _message(self) -> str:
        """The sentence of a validator that raised a ValueError of its own."""
        error = self.context.get("error")
        return str(error) if error is not None else self.message


def _are_keys(items: list[object]) -> bool:
    """Whether the items of a list may have been meant as keys, with values or without."""
    return all(
        isinstance(item, str) or (isinstance(item, Mapping) and len(item) == 1) for item in items
    )


def _unnumbered(path: Place) -> Place:
    """The path in a model, where items of a list have no numbers."""
    return tuple(step for step in path if not isinstance(step, int))


def _step_of(node: Node | None, step: str | int) -> str | int | None:
    """The key or index that a part of ``loc`` means below a node; a word of a list is the place where it stands."""
    if node is None or node.child(step) is not None:
        return step
    if isinstance(node.value, list) and isinstance(step, str):
        return next((index for index, item in enumerate(node.value) if item.value == step), None)
    return None


def _narrowed(found: list[_Complaint]) -> list[_Complaint]:
    """Of a union's members, the complaints of the one that was probably meant; or one that names all forms."""
    unions: dict[Place, list[_Complaint]] = {}
    for complaint in found:
        for loc, _, _ in complaint.splits:
            unions.setdefault(loc, []).append(complaint)
    dropped: list[_Complaint] = []
    for loc, members in unions.items():
        alive = [each for each in members if not any(each is other for other in dropped)]
        dropped += _unlikely(loc, alive)
    return [complaint for complaint in found if not any(complaint is other for other in dropped)]


def _unlikely(loc: Place, members: list[_Complaint]) -> list[_Complaint]:
    by_choice: dict[str, list[_Complaint]] = {}
    point: Place = ()
    for complaint in members:
        point, choice = next((path, word) for where, path, word in complaint.splits if where == loc)
        by_choice.setdefault(choice, []).append(complaint)
    if len(by_choice) < 2:
        return []
    deepest = max(members, key=lambda each: len(each.path) + (each.form is None))
    if deepest.form is not None and len(deepest.path) <= len(
        point
    ):  # every member wants another form of value
        deepest.forms = _wanted(members)
        return [each for each in members if each is not deepest]
    if deepest.name == "not_a_choice":
        deepest.besides = _wanted(each for each in members if each.form in _OF_ONE_VALUE)
    kept = next(group for group in by_choice.values() if any(each is deepest for each in group))
    return [each for each in members if not any(each is other for other in kept)]


def _wanted(members: Iterable[_Complaint]) -> tuple[Message | str, ...]:
    """All that the members of a union want, each once."""
    return tuple(
        {str(wanted): wanted for each in members if (wanted := each.wanted) is not None}.values()
    )


def _without_echoes(found: list[_Complaint], near: Near | None) -> list[_Complaint]:
    """Leave out a missing key where a misspelling of it stands beside: that is complained of already."""
    strange = [each.path for each in found if each.kind == "extra_forbidden" and not each.alone]

    def echoes(complaint: _Complaint) -> bool:
        if complaint.kind != "missing":
            return False
        beside = [str(path[-1]) for path in strange if path[:-1] == complaint.path[:-1]]
        joined = any(key in _JOINING or did_you_mean(key, _JOINING) for key in beside)
        return joined or did_you_mean(str(complaint.path[-1]), beside) is not None

    kept = [complaint for complaint in found if near is None or not echoes(complaint)]
    first: dict[Place, Place] = {}
    for each in kept:
        if each.is_number_of_face:
            first.setdefault(each.path[:-1], each.path)
    return [each for each in kept if not each.is_number_of_face or each.path in first.values()]


def _expected(text: str) -> list[str]:
    """The choices in Pydantic's "'axe', 'arrow' or 'panic'"."""
    return [quoted or number for quoted, number in re.findall(r"'((?:[^'\\]|\\.)*)'|(-?\d+)", text)]


def _plain(value: object) -> object:
    if isinstance(value, list | tuple):
        return join_names(value)
    return value if isinstance(value, str | int | float | Message) else str(value)
