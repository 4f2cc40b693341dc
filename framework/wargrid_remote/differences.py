"""The difference of two views: the fields that changed, and of long lists only their new items."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args, get_type_hints

from typing_extensions import TypedDict

from wargrid_play.scenes import Drawing
from wargrid_play.table import ChoiceView, View

_HINTS: Final = get_type_hints(View)
FIELDS: Final = {field.name: _HINTS[field.name] for field in fields(View)}
"""The fields of a view with their types."""

DRAWN: Final = {field.name: get_type_hints(Drawing)[field.name] for field in fields(Drawing)}
"""The lists of what lies on a board, which only pages are sent, with their types."""

PAGES: Final = DRAWN | {"choices": tuple[ChoiceView, ...]}
"""All that only pages are sent: also what each unit that can act may do."""


class Kept(NamedTuple):
    """A run of items that stay: its first place in the old list, and its length."""

    start: int
    length: int


NEEDED: Final = {field.name for field in fields(View) if field.default is MISSING}
"""The fields of a view that servers of every version send."""


assert not FIELDS.keys() & PAGES.keys(), "a view and what pages are sent share no name"


def _items(name: str) -> Any:
    """Return the type of the items of a field that is a list of dataclasses, or None."""
    item, *rest = (*get_args(FIELDS[name]), None)
    return item if rest[:1] == [...] and is_dataclass(item) else None


LISTS: Final = {name: item for name in FIELDS if (item := _items(name)) is not None}
"""The fields that are lists of dataclasses, with the types of their items."""

KEYS: Final = {"units": "id", "commands": "name", "sides": "side", "choices": "cell"}
"""The field by which items of a list are known again when others of their fields change."""

if TYPE_CHECKING:
    Changes = dict[str, Any]
    Listed = dict[str, tuple[Any, ...]]
else:
    Changes = TypedDict("Changes", FIELDS | PAGES, total=False)
    Changes.__doc__ = (
        "The fields of the view that have another value now; all of them at first. To a client "
        "that has asked for pictures, also what lies on the board beside its units, as shapes; "
        "and in ``choices`` what each unit may do while its seat acts."
    )

    def _written(name: str, item: Any) -> Any:
        if name not in KEYS:
            return tuple[Kept | item, ...]
        parts = TypedDict(f"{item.__name__}Changes", get_type_hints(item), total=False)
        return tuple[Kept | tuple[int, parts] | item, ...]

    Listed = TypedDict(
        "Listed",
        {name: _written(name, item) for name, item in LISTS.items()}
        | {name: _written(name, get_args(hint)[0]) for name, hint in PAGES.items()},
        total=False,
    )
    Listed.__doc__ = (
        "Lists of the view that changed in part: in the order of the new list, its new items; "
        "pairs of a start and a count for items taken over from the list there was; and pairs of "
        "a place there and fields, for an item of which these fields have changed."
    )

_NAMES: Final = {
    item: [field.name for field in fields(item)] for item in (*LISTS.values(), ChoiceView)
}
_VALUES: Final = {item: attrgetter(*names) for item, names in _NAMES.items()}
_ALL: Final = attrgetter(*FIELDS)
"""Take all fields of an item, and of a view, at once."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What leads from one view to the next: whole fields, and lists item by item."""

    set: Changes
    lists: Listed

    def __bool__(self) -> bool:
        return bool(self.set or self.lists)

    def __or__(self, other: Difference) -> Difference:
        return Difference(self.set | other.set, self.lists | other.lists)


def difference(old: View | None, new: View) -> Difference:
    """Return what has changed since ``old``; every field if there was no view."""
    if old is None:
        return Difference(dict(zip(FIELDS, _ALL(new), strict=True)), {})
    whole: Changes = {}
    lists: Listed = {}
    if old is new:
        return Difference(whole, lists)
    for name, before, value in zip(FIELDS, _ALL(old), _ALL(new), strict=True):
        if before is value or before == value:
            continue
        if name in LISTS and before and value:
            listed = _listed(before, value, KEYS.get(name))
            if any(isinstance(each, tuple) for each in listed):
                lists[name] = listed
                continue
        whole[name] = value
    return Difference(whole, lists)


def drawn_difference(old: Drawing | None, new: Drawing) -> Difference:
    """Return what has changed of what lies on a board; all of it if there was nothing."""
    return _pages_difference(
        {name: ((None if old is None else getattr(old, name)), getattr(new, name))
         for name in DRAWN}
    )  # fmt: skip


def choices_difference(old: Sequence[ChoiceView] | None, new: Sequence[ChoiceView]) -> Difference:
    """Return what has changed of what units may do; all of it if nothing was known."""
    return _pages_difference({"choices": (old, new)})


def _pages_difference(
    values: Mapping[str, tuple[Sequence[Hashable] | None, Sequence[Hashable]]],
) -> Difference:
    """Return what has changed of lists that only pages are sent."""
    whole: Changes = {}
    lists: Listed = {}
    for name, (before, value) in values.items():
        if before == value:
            continue
        listed = _listed(before, value, KEYS.get(name)) if before and value else ()
        if any(isinstance(each, tuple) for each in listed):
            lists[name] = listed
        else:
            whole[name] = value
    return Difference(whole, lists)


def apply(old: View | None, changes: Difference) -> View:
    """Return the view that a difference leads to.

    Raises:
        ValueError: the difference does not fit the view there was.

    >>> apply(view, difference(view, view)) == view
    True
    """
    made: dict[str, Any] = {name: now for name, now in changes.set.items() if name in FIELDS}
    if old is None:
        if changes.lists or not made.keys() >= NEEDED:
            raise ValueError("a first view needs every field")
        return View(**made)
    for name, listed in changes.lists.items():
        if name in FIELDS:
            made[name] = _list_of(getattr(old, name), listed)
    return replace(old, **made)


def _listed(
    old: Sequence[Hashable], new: Sequence[Hashable], key: str | None = None
) -> tuple[Any, ...]:
    """Write a list as its new items and runs of old ones, which need not keep their order.

    Items with the same ``key`` are written as the fields that differ.
    """
    same = len(old) if new[: len(old)] == old else _common(old, new)
    name_of = attrgetter(key) if key else _itself
    places = {name_of(item): at for at, item in enumerate(old[same:], same)}
    found: list[Any] = [Kept(0, same)] if same else []
    for item in new[same:]:
        at = places.get(name_of(item))
        last = found[-1] if found else None
        edits = _edits(old[at], item) if key and at is not None and old[at] is not item else None
        if at is None:
            found.append(item)
        elif edits:
            found.append((at, edits))
        elif type(last) is Kept and last.start + last.length == at:
            found[-1] = Kept(last.start, last.length + 1)
        else:
            found.append(Kept(at, 1))
    return tuple(found)


def _itself(item: Hashable) -> Hashable:
    return item


def _common(old: Sequence[object], new: Sequence[object]) -> int:
    """Count the items that two lists have in common at their beginning."""
    for at, (before, now) in enumerate(zip(old, new, strict=False)):
        if before is not now and before != now:
            return at
    return min(len(old), len(new))


def _edits(old: object, new: object) -> dict[str, object]:
    """Return the fields of an item that have other values than before."""
    kind = type(new)
    values = zip(_NAMES[kind], _VALUES[kind](old), _VALUES[kind](new), strict=True)
    return {name: now for name, before, now in values if before is not now and before != now}


def _list_of(old: Sequence[object], listed: Sequence[object]) -> tuple[object, ...]:
    made: list[object] = []
    for each in listed:
        if not isinstance(each, tuple):
            made.append(each)
        elif not isinstance(each, Kept):
            at, edits = each
            if not 0 <= at < len(old):
                raise ValueError(f"there is no item {at}")
            made.append(replace(old[at], **edits))  # type: ignore[type-var]
        elif min(each) >= 0 and sum(each) <= len(old):
            made += old[each.start : each.start + each.length]
        else:
            raise ValueError(f"there are no items {each.start} to {sum(each)}")
    return tuple(made)
