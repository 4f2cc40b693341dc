"""``wargrid explain PATH``: explain a path of a ruleset, or the code of an error."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from wargrid.cli.common import Parser, UsageError, add_json, format_for
from wargrid.text import catalog, join_names, printable

if TYPE_CHECKING:
    from wargrid.authoring.explain import Topic
    from wargrid.authoring.schema_paths import SchemaPlace, UnknownPathError

MIN_WIDTH: Final = 40
MAX_WIDTH: Final = 100
SUMMARY: Final = "Explain what can be written at a path of a ruleset."
EXAMPLE: Final = "wargrid explain units.attack.at"


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "path",
        metavar="PATH",
        nargs="?",
        default="",
        help="a dotted path, such as units.attack, turn.may or plugins.GAME.PLUGIN, "
        "or the code of an error, such as E411 (default: list all keys)",
    )
    parser.add_argument(
        "--ruleset",
        metavar="NAME",
        help="include the names and the plugins of this ruleset, as in units.archer",
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the documentation of a path, or of the code of an error.

    Raises:
        UsageError: there is no such path.
    """
    from wargrid.authoring.error_page import error_section
    from wargrid.authoring.explain import Index, as_json, index, read_own
    from wargrid.authoring.schema_paths import UnknownPathError
    from wargrid.source.codes import FAMILIES

    if options.path.upper() in FAMILIES:
        code = options.path.upper()
        text = error_section(code)
        values = {"code": code, "title": FAMILIES[code].title, "text": text}
        print(json.dumps(values) if options.json else "\n".join(_code_lines(code, text)))
        return 0
    own = read_own(options.ruleset) if options.ruleset else None
    if own is not None and own.left_out:
        print(format_for(sys.stderr, own.left_out, options.language), file=sys.stderr)
        print(_say("left_out"), file=sys.stderr)
    known = Index(own.plugins) if own and own.plugins else index()
    try:
        topic = known.explain(options.path, own.source if own else None)
    except UnknownPathError as error:
        raise _unknown_path(error) from None
    if options.json:
        left_out = [str(diagnostic.path[-1]) for diagnostic in own.left_out] if own else []
        print(json.dumps(as_json(topic, left_out)))
    else:
        print("\n".join(topic_lines(topic) if topic.path else overview(topic)))
    return 0


def overview(topic: Topic) -> Iterator[str]:
    """List every key of a ruleset with the first sentence about it."""
    yield from _wrapped(_say("overview"))
    yield ""
    widest = max(map(len, topic.keys))
    for key, place in topic.keys.items():
        yield from _wrapped(_first_line(place), f"  {key.ljust(widest)}  ", " " * (widest + 4))


def topic_lines(topic: Topic) -> Iterator[str]:
    """Format everything about one path for a terminal."""
    yield topic.path
    yield ""
    for paragraph in topic.place.text.splitlines():
        yield from _wrapped(paragraph)
    yield from _origin(topic)
    yield ""
    yield from _value(topic)
    yield from _keys(topic)
    if topic.hooks:
        yield from ("", _say("hooks"))
    for hook, text in topic.hooks.items():
        yield from (f"  {hook}", *_wrapped(text, "      "))
    if use := topic.example:
        place = _say("example", file=use.location.file, line=use.location.line)
        yield from ("", *_wrapped(place), "", *(f"  {line}" for line in use.text.splitlines()))
    if topic.facts:
        yield from ("", *_wrapped(_say("facts")))
    for fact in topic.facts:
        yield from _wrapped(f"- {fact}", "  ", "    ")
    if topic.source:
        yield from ("", _say("source", source=topic.source))


def _code_lines(code: str, text: str) -> Iterator[str]:
    """Format the section of a code for a terminal: examples indented, without Markdown."""
    example = False
    for line in _say("code", code=code, text=text).splitlines():
        if line.startswith("```"):
            example = not example
        elif example:
            yield f"  {line}".rstrip()
        else:
            yield from _wrapped(line.removeprefix("> ").replace("`", "")) or ("",)


def _origin(topic: Topic) -> Iterator[str]:
    """Yield where a plugin or its word comes from, and the words it adds."""
    is_plugin = topic.path == f"plugins.{topic.plugin}"
    if topic.plugin:
        key = f"{'plugin' if is_plugin else 'word'}_from_{'package' if topic.package else 'code'}"
        yield from _wrapped(_say(key, plugin=topic.plugin, package=topic.package))
    for word, path in topic.brings.items() if is_plugin else ():
        yield from _wrapped(_say("brings", word=word, path=path))


def _value(topic: Topic) -> Iterator[str]:
    from wargrid.authoring.explain import family_of

    place = topic.place
    if family := family_of(place.path):
        yield from _wrapped(_say("is_word", family=family))
    else:
        yield from _wrapped(_say("type", type=place.type))
        has_default = "default" in place.node
        required = "must" if place.required else "else" if has_default else "may"
        yield from _wrapped(_say(required, value=place.default))
    if topic.short and not topic.at_names:
        yield _say("short", word=place.path[-1], option=topic.short)
    if topic.names:
        yield from _wrapped(_say("names", names=", ".join(topic.names)))


def _keys(topic: Topic) -> Iterator[str]:
    place = topic.place
    heading = "options_of_each" if topic.at_names else "options"
    heading = "plugins" if topic.path == "plugins" else "words" if place.has_words else heading
    if topic.keys:
        yield from ("", _say(heading))
    for key, each in topic.keys.items():
        line = key
        if heading == "words" and key in topic.brings:
            line = f"{key} ({_say('brought', plugin=topic.brings[key])})"
        elif heading.startswith("options"):
            line = f"{key}: {each.type}; {_omitted(each)}"
        yield from _wrapped(line, "  ", "    ")
        if each.text != place.text:
            yield from _wrapped(_first_line(each), "      ")


def _omitted(place: SchemaPlace) -> str:
    """Return what applies if a key is omitted."""
    if place.required:
        return _say("required")
    return _say("default", value=place.default) if "default" in place.node else _say("optional")


def _unknown_path(error: UnknownPathError) -> UsageError:
    from wargrid.plugins.local_code import names_file

    if error.near:
        fix = _say("near", near=_say("or").join(error.near[:3]))
    elif error.at == ("plugins",) and names_file(error.step):
        fix = _say("beside")
    else:
        known = "known" if error.known else "nothing_known"
        fix = _say(known, known=join_names(error.known, 40))
    place = _say("at_path", path=".".join(error.at)) if error.at else _say("at_top")
    return UsageError("explain.unknown", step=printable(error.step), place=place, fix=fix)


def _say(key: str, **values: object) -> str:
    return catalog("en").say(f"explain.{key}", **values)


def _first_line(place: SchemaPlace) -> str:
    return place.text.partition("\n")[0]


def _wrapped(text: str, indent: str = "", hanging: str | None = None) -> list[str]:
    """Wrap a text to the terminal, 80 columns if there is none."""
    width = max(MIN_WIDTH, min(get_terminal_size((80, 24)).columns, MAX_WIDTH))
    after = indent if hanging is None else hanging
    return wrap(text, width, initial_indent=indent, subsequent_indent=after, break_on_hyphens=False)
