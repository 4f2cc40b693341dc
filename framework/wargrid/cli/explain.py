"""``wargrid explain PATH``: say what may stand at a place of a ruleset."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from wargrid.cli.common import Parser, UsageError, add_json

if TYPE_CHECKING:
    from wargrid.authoring.explain import Topic
    from wargrid.authoring.grammar import Place, UnknownPathError
    from wargrid.loading.own import Own
    from wargrid.text.catalog import Catalog

WIDEST: Final = 100
NARROWEST: Final = 40
_HELD: Final = "\xa0"
_BEFORE_A_SIGN: Final = re.compile(r" (?=[;:!?»])|(?<=«) ")
"""The spaces of French at which no line may end."""


def arguments(parser: Parser) -> None:
    """What the command takes."""
    parser.add_argument(
        "path", metavar="PATH", nargs="?", default="",
        help="dotted, as units.attack, turn.may or plugins.GAME.PLUGIN; all keys of a ruleset if left out",
    )  # fmt: skip
    parser.add_argument(
        "--ruleset",
        metavar="NAME",
        help="know the names of this ruleset, as in units.NAME, and the code beside it",
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print what is known about the path.

    Raises:
        UsageError: there is no such path.
    """
    from wargrid.authoring.explain import as_json, explain
    from wargrid.authoring.grammar import UnknownPathError, knowing
    from wargrid.loading.own import own
    from wargrid.text.catalog import catalog

    mine = own(options.ruleset) if options.ruleset else None
    if mine is not None:
        _tell_left_out(mine, options.language)
    with knowing(mine.plugins if mine else {}):
        try:
            topic = explain(options.path, [mine.source] if mine else ())
        except UnknownPathError as error:
            raise unknown(error, options.language) from None
        speak = catalog(
            options.language
        )  # after the plugins, which bring texts, have been imported
        if options.json:
            left_out = [str(diagnostic.path[-1]) for diagnostic in mine.left_out] if mine else []
            print(json.dumps(as_json(topic, speak, left_out), ensure_ascii=False))
        else:
            print("\n".join(told(topic, speak) if topic.path else overview(topic, speak)))
    return 0


def _tell_left_out(mine: Own, language: str) -> None:
    """Say which code beside the ruleset was not run, and that nothing is known of it."""
    from wargrid.cli import terminal
    from wargrid.text.catalog import catalog

    if mine.left_out:
        print(terminal.on(sys.stderr, mine.left_out, language), file=sys.stderr)
        print(catalog(language).say("explain.left_out"), file=sys.stderr)


def width() -> int:
    """How many columns lines may take: those of the terminal, 80 where there is none, and never so many as to tire."""
    return max(NARROWEST, min(get_terminal_size((80, 24)).columns, WIDEST))


def wrapped(text: str, indent: str = "", hanging: str | None = None) -> list[str]:
    """A text in lines; those after the first stand as far in as it does, or as ``hanging``."""
    after = indent if hanging is None else hanging
    held = _BEFORE_A_SIGN.sub(_HELD, text)
    lines = wrap(
        held, width(), initial_indent=indent, subsequent_indent=after, break_on_hyphens=False
    )
    return [line.replace(_HELD, " ") for line in lines]


def overview(topic: Topic, words: Catalog) -> Iterator[str]:
    """Every key of a ruleset with the first sentence about it."""
    yield from wrapped(words.say("explain.overview"))
    yield ""
    widest = max(map(len, topic.keys))
    for key, place in topic.keys.items():
        yield from wrapped(_first(place, words), f"  {key.ljust(widest)}  ", " " * (widest + 4))


def told(topic: Topic, words: Catalog) -> Iterator[str]:
    """Everything about one place, for a terminal."""
    yield topic.path
    yield ""
    for paragraph in topic.place.said.splitlines():
        yield from wrapped(paragraph)
    yield from _origin(topic, words)
    yield from _form(topic, words)
    yield from _keys(topic, words)
    yield from _hooks(topic, words)
    yield from _example(topic, words)


def _first(place: Place, words: Catalog) -> str:
    """The first paragraph about a place."""
    return place.said.partition("\n")[0]


def _origin(topic: Topic, words: Catalog) -> Iterator[str]:
    """Where a plugin or the word of one comes from, and what it brings."""
    what = "plugin" if topic.path == f"plugins.{topic.plugin}" else "word"
    if topic.plugin:
        key = f"explain.{what}_from_{'package' if topic.package else 'code'}"
        yield from wrapped(words.say(key, plugin=topic.plugin, package=topic.package))
    for word, path in topic.brings.items() if not topic.words else ():
        yield from wrapped(words.say("explain.brings", word=word, path=path))


def _form(topic: Topic, words: Catalog) -> Iterator[str]:
    from wargrid.authoring.explain import default_of, type_of

    yield ""
    if topic.family:
        key = "explain.is_word_alone" if topic.stands_alone else "explain.is_word"
        yield from wrapped(words.say(key, family=topic.family))
    else:
        yield from wrapped(words.say("explain.type", type=type_of(topic.place.node, words)))
        otherwise = (
            "must" if topic.place.required else "else" if "default" in topic.place.node else "may"
        )
        yield from wrapped(words.say(f"explain.{otherwise}", value=default_of(topic.place)))
    if topic.short and not topic.at_names:
        yield words.say("explain.short", word=topic.place.path[-1], option=topic.short)
    if topic.names:
        yield from wrapped(words.say("explain.names", names=", ".join(topic.names)))


def _keys(topic: Topic, words: Catalog) -> Iterator[str]:
    if topic.keys:
        yield ""
        yield words.say(_heading(topic))
    for key, place in topic.keys.items():
        yield from wrapped(_key(topic, key, place, words), "  ", "    ")
        if place.said != topic.place.said:
            yield from wrapped(_first(place, words), "      ")


def _heading(topic: Topic) -> str:
    if topic.words:
        return "explain.words"
    if topic.path == "plugins":
        return "explain.plugins"
    return "explain.options_of_each" if topic.at_names else "explain.options"


def _key(topic: Topic, key: str, place: Place, words: Catalog) -> str:
    """A key with its type and default; a word with the plugin that brings it, if one does; a plugin alone."""
    from wargrid.authoring.explain import standing, type_of

    if topic.words:
        plugin = topic.brings.get(key)
        return f"{key} ({words.say('explain.brought', plugin=plugin)})" if plugin else key
    if topic.path == "plugins":
        return key
    return words.say(
        "explain.key", key=key, type=type_of(place.node, words), standing=standing(place, words)
    )


def _hooks(topic: Topic, words: Catalog) -> Iterator[str]:
    if topic.hooks:
        yield ""
        yield words.say("explain.hooks")
        for hook, said in topic.hooks.items():
            yield f"  {hook}"
            yield from wrapped(said, "      ")


def _example(topic: Topic, words: Catalog) -> Iterator[str]:
    use = topic.example
    if use is None:
        return
    key = "explain.example_made" if use.made else "explain.example"
    yield ""
    yield from wrapped(words.say(key, ruleset=use.ruleset, file=use.mark.file, line=use.mark.line))
    yield ""
    yield from (f"  {line}" for line in use.text.splitlines())


def unknown(error: UnknownPathError, language: str) -> UsageError:
    """What to say of a path that leads nowhere: what is near it, or what could stand there."""
    from wargrid.authoring.grammar import spoken
    from wargrid.plugins.local_code import names_file
    from wargrid.text.catalog import catalog
    from wargrid.text.format import join_names, printable

    speak = catalog(language)
    where = ".".join(error.at)
    near = _near(error)
    paths = [spoken(near)] if near else error.near[:3]
    if paths:
        cure = speak.say("explain.near", near=speak.say("explain.or").join(paths))
    elif error.at == ("plugins",) and names_file(error.step):
        cure = speak.say("explain.beside")
    else:
        cure = speak.say(
            "explain.known" if error.known else "explain.nothing_known",
            known=join_names(error.known, 40),
        )
    place = speak.say("explain.at_path", path=where) if where else speak.say("explain.at_top")
    return UsageError("explain.unknown", step=printable(error.step), place=place, cure=cure)


def _near(error: UnknownPathError) -> tuple[str, ...]:
    """The path that was probably meant, every step of it; empty if none is near."""
    from wargrid.authoring.explain import explain
    from wargrid.authoring.grammar import UnknownPathError
    from wargrid.text.format import did_you_mean

    first, _, rest = error.step.partition(".")
    whole = did_you_mean(error.step, error.known)
    near = whole or (first if first in error.known else did_you_mean(first, error.known))
    if near is None:
        return ()
    path = (*error.at, near)
    if whole or not rest:
        return path
    try:
        explain(".".join((*path, rest)))
    except UnknownPathError as deeper:
        return (_near(deeper) or path) if len(deeper.at) > len(error.at) else path
    return (*path, *rest.split("."))
