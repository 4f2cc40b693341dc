"""What was probably meant where a word and its options stand in a wrong shape, written as it should be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pydantic import ValidationError

from wargrid.plugins import discovery
from wargrid.plugins.discovery import plugin_class
from wargrid.plugins.host import offered
from wargrid.ruleset.base import Kind, Victory
from wargrid.ruleset.errors import wrong
from wargrid.ruleset.names import section_of
from wargrid.ruleset.shorthand import needed
from wargrid.source.diagnostics import LEFT_OPEN, Place, flow
from wargrid.text.catalog import whole
from wargrid.text.format import did_you_mean, join_names, quote

Catalog = Mapping[str, type[Kind]]
Options = Mapping[str, object]

_ANY_TEXT: Final = "any text at all"
_LONGEST_LIST: Final = 60
"""Of what would be longer as a list, only the words are told."""


def demand_options(kind: type[Kind], value: object) -> None:
    """Refuse what stands at a word where its options are due; says how the word may be written with it."""
    if isinstance(value, Mapping):
        _demand_names(kind, value)
    elif kind.short is None or not _accepts(kind, {kind.short: value}):
        right = _with_value(kind, value)
        if right is not None:
            raise wrong("wrong_form" if kind.short else "not_map", value=quote(value), near=right)


def demand_word(family: str, words: Catalog, value: object, *, in_list: bool = False) -> None:
    """Refuse what stands where one word of a family is due, unless it is one, or an ordinary misspelling of one.

    ``in_list`` is whether several words may stand there in a list.
    """
    if isinstance(value, str) and value not in words:
        _refuse_text(family, words, value)
    elif isinstance(value, str) and needed(words[value]):
        raise wrong(
            "missing_key", key=needed(words[value])[0], near=_in_braces(_written(words[value], {}))
        )
    elif isinstance(value, Mapping):
        demand_words(family, words, value)
        chosen = [word for word, said in value.items() if word in words and said is not None]
        for key in value if len(chosen) == 1 else ():
            if key not in words and did_you_mean(str(key), words) is None:
                _refuse_beside(words[chosen[0]], value, key)
        if in_list and len(chosen) > 1 and len(chosen) == len(value):
            raise wrong("several_words", near=_as_items(value))
    elif not isinstance(value, str | Kind | None):
        raise wrong("one_word", family=family, known=join_names(words, 40))


def demand_words(family: str, words: Catalog, value: object) -> None:
    """Refuse what stands where words of a family are due, each with its options."""
    if isinstance(value, str) and value in words:
        raise wrong("not_map", value=quote(value), near=_in_braces(_written(words[value], {})))
    if not isinstance(value, Mapping):
        return
    for key in value:
        _refuse_word_of_plugin(family, words, key, (key,))
    if value and all(key not in words and did_you_mean(str(key), words) is None for key in value):
        right = next(
            (_written(kind, found) for kind in words.values() if (found := _taken(kind, value))),
            None,
        )
        if right is not None:
            raise wrong("unknown_key", (next(iter(value)),), key=str(next(iter(value))), near=right)


def _demand_names(kind: type[Kind], said: Options) -> None:
    """Refuse the one strange key among options whose value, or which itself, is what the option that is missing takes.

    ``{step: {to: all}}`` means ``directions: all``, and so does ``{step: {all: 1}}``.
    """
    strange = [key for key in said if key not in kind.model_fields]
    missing = [name for name in needed(kind) if name not in said]
    if len(strange) != 1 or len(missing) != 1 or did_you_mean(str(strange[0]), kind.model_fields):
        return
    key, option = strange[0], missing[0]
    found = (
        {option: said[key]} if _accepts(kind, {option: said[key]}) else _both(kind, key, said[key])
    )
    if found:
        named = {
            "section": _section_of(kind, option),
            "near_if_named": _as_pairs(_named(kind, option, key, said)),
        }
        raise wrong("unknown_key", (key,), key=str(key), near=_as_pairs(found), **named)


def _named(kind: type[Kind], option: str, key: str, said: Options) -> Options:
    """A strange key as the name that an option takes, and what stands at it as the next option that is left open."""
    rest = (name for name in kind.model_fields if name != option and name not in said)
    other = next((name for name in rest if _accepts(kind, {name: said[key]})), None)
    return {option: key} if other is None else {option: key, other: said[key]}


def _section_of(kind: type[Kind], option: str) -> str:
    """The section of a ruleset whose names an option takes; empty if it takes none."""
    field = kind.model_fields[option]
    return section_of(field.annotation, field.metadata) or ""


def _as_pairs(options: Options) -> str:
    return ", ".join(f"{name}: {flow(value)}" for name, value in options.items())


def _as_items(said: Options) -> str:
    """Words that stand in one map as the items of a list, shortened if they are long."""
    right = flow([{word: value} for word, value in said.items()])
    return right if len(right) <= _LONGEST_LIST else flow([{word: LEFT_OPEN} for word in said])


def _in_braces(right: str) -> str:
    """A word with its options as it stands on the line of a key."""
    return f"{{{right}}}" if ":" in right else right


def _refuse_text(family: str, words: Catalog, text: str) -> None:
    """A word with its main option in one text, an option's value in place of the word, or a word of a plugin."""
    _refuse_word_of_plugin(family, words, text)
    head, _, rest = text.strip("()[]{} ").replace(":", " ").partition(" ")
    right = None
    if head in words and rest.strip():
        value = rest.strip()
        number = whole(value)
        right = _with_value(words[head], value if number is None else number)
    elif did_you_mean(text, words) is None:
        taking = (
            kind for kind in words.values() if kind.short and _takes_word(kind, kind.short, text)
        )
        right = next((_written(kind, {str(kind.short): text}) for kind in taking), None)
    if right is not None:
        raise wrong("unknown_key", key=text, near=_in_braces(right))


def _refuse_beside(kind: type[Kind], said: Options, key: str) -> None:
    """A key beside the word that was chosen, of whose options it may be one."""
    if not kind.model_fields:
        return
    known = [name for name in kind.model_fields if name not in said]
    beside = {name: said[name] for name in kind.model_fields if name in said}
    right = _written(kind, {**_said(kind, said[kind.word]), **beside}) if key in beside else ""
    raise wrong(
        "beside_word", (key,), key=str(key), word=kind.word, near=right, known=join_names(known)
    )


def _refuse_word_of_plugin(family: str, words: Catalog, word: str, path: Place = ()) -> None:
    offering = (
        name for name, kind in words_offered() if (kind.family, kind.word) == (family, word)
    )
    plugin = None if word in words else next(offering, None)
    if plugin is not None:
        raise wrong("word_of_plugin", path, word=word, plugin=plugin)


def words_offered() -> Iterator[tuple[str, type[Kind]]]:
    """The words of all installed plugins, each with the plugin's name; a plugin that cannot be asked offers none."""
    for name in discovery.installed():
        try:
            kinds = offered(name, plugin_class(name))
        except KeyboardInterrupt:
            raise
        except BaseException:
            continue
        yield from ((name, kind) for kind in kinds)


def _with_value(kind: type[Kind], value: object) -> str | None:
    """How a word is written with a value for one of its options; None if its main option is all that it could be."""
    options = list(kind.model_fields)
    if isinstance(value, list) and kind.short is None:
        each = dict(zip(options, value, strict=False))
        if len(value) <= len(options) and _accepts(kind, each) and set(needed(kind)) <= set(each):
            return _written(kind, each)
    option = _option_for(kind, value)
    if option is None and kind.short is not None:
        return None
    named = value if isinstance(value, str) and value in options else None
    return _written(kind, {option: value} if option else {named: LEFT_OPEN} if named else {})


def _option_for(kind: type[Kind], value: object) -> str | None:
    """The option that a value is probably for: not one that takes any text, unless it is the only one needed."""
    must = needed(kind)
    taking = [name for name in (*must, *kind.model_fields) if _accepts(kind, {name: value})]
    closed = [name for name in taking if not _is_open(kind, name)]
    if closed or not isinstance(value, str):
        return next(iter(closed or taking), None)
    left = [name for name in must if name in taking]
    return left[0] if len(set(left)) == 1 else None


def _both(kind: type[Kind], key: object, value: object) -> Options | None:
    """The options that take a key and its value, each one of its own: ``{orthogonal: 2}``."""
    first = next((name for name in needed(kind) if _takes_word(kind, name, key)), None)
    rest = [name for name in kind.model_fields if name != first and _accepts(kind, {name: value})]
    return {first: key, rest[0]: value} if first is not None and rest else None


def _taken(kind: type[Kind], said: Options) -> Options | None:
    """What the keys and values of a map are as options of a word, or None if they are none of its."""
    if set(said) <= set(kind.model_fields):
        return said if _accepts(kind, said) else None
    return _both(kind, *next(iter(said.items()))) if len(said) == 1 else None


def _said(kind: type[Kind], value: object) -> Options:
    """The options that stand at a word, as a map."""
    if isinstance(value, Mapping):
        return value
    return {} if kind.short is None or value is None else {kind.short: value}


def _accepts(kind: type[Kind], options: Options) -> bool:
    """Whether nothing is wrong with these options, as far as they go."""
    try:
        kind.model_validate(options)
    except ValidationError as error:
        return all(each["type"] == "missing" for each in error.errors(include_url=False))
    return True


def _is_open(kind: type[Kind], option: str) -> bool:
    """Whether an option takes any text, such as a name."""
    return _accepts(kind, {option: _ANY_TEXT})


def _takes_word(kind: type[Kind], option: str, word: object) -> bool:
    """Whether an option takes a word that is one of its own."""
    return _accepts(kind, {option: word}) and not _is_open(kind, option)


def _written(kind: type[Kind], options: Options) -> str:
    """A word with its options, those that are needed and not known left open."""
    ordered = {**{name: LEFT_OPEN for name in needed(kind) if name not in options}, **options}
    if not kind.model_fields:
        return f"{kind.word}: {{}}" if issubclass(kind, Victory) else kind.word
    if list(ordered) == [kind.short]:
        return f"{kind.word}: {flow(ordered[str(kind.short)])}"
    return f"{kind.word}: {flow(ordered or dict.fromkeys(kind.model_fields, LEFT_OPEN))}"
