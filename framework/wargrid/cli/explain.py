"""``wargrid explain PATH``: say what may stand at a place of a ruleset."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from wargrid.cli.common import Parser, UsageError, add_json

if TYPE_CHECKING:
    from wargrid.ruleset.explaining import Topic
    from wargrid.ruleset.grammar import Place, UnknownPathError
    from wargrid.ruleset.uses import Source
    from wargrid.text import Words

WIDTH: Final = 100


def arguments(parser: Parser) -> None:
    """What the command takes."""
    parser.add_argument(
        "path", metavar="PATH", nargs="?", default="",
        help="dotted, as units.attack, turn.may or plugins.GAME.PLUGIN; all keys of a ruleset if left out",
    )  # fmt: skip
    parser.add_argument("--ruleset", metavar="NAME", help="take names, as in units.NAME, from this ruleset")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print what is known about the path.

    Raises:
        UsageError: there is no such path.
    """
    from wargrid.ruleset.explaining import as_json, explain
    from wargrid.ruleset.grammar import UnknownPathError
    from wargrid.text import words

    speak = words(options.language)
    try:
        topic = explain(options.path, own(options.ruleset) if options.ruleset else ())
    except UnknownPathError as error:
        raise unknown(error, options.language) from None
    if options.json:
        print(json.dumps(as_json(topic, speak), ensure_ascii=False))
    else:
        print("\n".join(overview(topic, speak) if not topic.path else told(topic, speak, own=bool(options.ruleset))))
    return 0


def own(name: str) -> list[Source]:
    """One ruleset with all it extends joined in."""
    from wargrid.ruleset.loader import load_named
    from wargrid.ruleset.uses import Source

    return [Source(name, load_named(name).merged.root, variant=False)]


def overview(topic: Topic, words: Words) -> Iterator[str]:
    """Every key of a ruleset with the first sentence about it."""
    yield from wrap(words.say("explain.overview"), WIDTH)
    yield ""
    width = max(map(len, topic.keys))
    for key, place in topic.keys.items():
        lines = wrap(place.said.partition("\n")[0], WIDTH - width - 4)
        yield f"  {key.ljust(width)}  {lines[0]}"
        yield from (" " * (width + 4) + line for line in lines[1:])


def told(topic: Topic, words: Words, *, own: bool = False) -> Iterator[str]:
    """Everything about one place, for a terminal."""
    yield topic.path
    yield ""
    for paragraph in topic.place.said.splitlines():
        yield from wrap(paragraph, WIDTH)
    if topic.plugin:
        yield from wrap(words.say("explain.from_plugin", plugin=topic.plugin, package=topic.package), WIDTH)
    yield from _form(topic, words)
    yield from _keys(topic, words)
    yield from _hooks(topic, words)
    yield from _example(topic, words, own)


def _form(topic: Topic, words: Words) -> Iterator[str]:
    from wargrid.ruleset.explaining import standing, type_of

    yield ""
    if topic.family:
        yield words.say("explain.is_word_alone" if topic.stands_alone else "explain.is_word", family=topic.family)
    else:
        yield from wrap(words.say("explain.type", type=type_of(topic.place.node, words)), WIDTH)
        yield from wrap(words.say("explain.standing", standing=standing(topic.place, words)), WIDTH)
    if topic.short and not topic.at_names:
        yield words.say("explain.short", word=topic.place.path[-1], option=topic.short)
    if topic.names:
        yield from wrap(words.say("explain.names", names=", ".join(topic.names)), WIDTH)


def _keys(topic: Topic, words: Words) -> Iterator[str]:
    if topic.keys:
        yield ""
        yield words.say("explain.words" if topic.words else f"explain.options{'_of_each' * topic.at_names}")
    for key, place in topic.keys.items():
        yield f"  {key}{_beside(topic, key, place, words)}"
        said = place.said if place.said != topic.place.said else ""
        yield from (f"      {line}" for line in wrap(said.partition("\n")[0], WIDTH - 6))


def _beside(topic: Topic, key: str, place: Place, words: Words) -> str:
    """What stands behind a key: for a word the plugin that brings it, else type and default."""
    from wargrid.ruleset.explaining import standing, type_of

    if topic.words:
        plugin = topic.brings.get(key)
        return f" ({words.say('explain.brought', plugin=plugin)})" if plugin else ""
    if topic.path == "plugins":
        return ""
    return f": {type_of(place.node, words)}; {standing(place, words)}"


def _hooks(topic: Topic, words: Words) -> Iterator[str]:
    if topic.hooks:
        yield ""
        yield words.say("explain.hooks")
        for hook, said in topic.hooks.items():
            yield f"  {hook}"
            yield from (f"      {line}" for line in wrap(said, WIDTH - 6))
    for word, path in topic.brings.items() if not topic.words else ():
        yield words.say("explain.brings", word=word, path=path)


def _example(topic: Topic, words: Words, own: bool) -> Iterator[str]:
    use = topic.example
    if use is None:
        return
    key = "explain.example_made" if use.made else "explain.example"
    yield ""
    yield words.say(key, ruleset=use.ruleset, file=use.mark.file, line=use.mark.line)
    yield ""
    yield from (f"  {line}" for line in use.text.splitlines())


def unknown(error: UnknownPathError, language: str) -> UsageError:
    """What to say of a path that leads nowhere: what is near it, or what could stand there."""
    from wargrid.faults import did_you_mean, listed, printable
    from wargrid.ruleset.grammar import spoken
    from wargrid.text import words

    speak = words(language)
    where = ".".join(error.at)
    near = did_you_mean(error.step, error.known) or did_you_mean(error.step.partition(".")[0], error.known)
    paths = [spoken((*error.at, near))] if near else error.near[:3]
    if paths:
        cure = speak.say("explain.near", near=speak.say("explain.or").join(paths))
    else:
        cure = speak.say("explain.known" if error.known else "explain.nothing_known", known=listed(error.known, 40))
    place = speak.say("explain.at_path", path=where) if where else speak.say("explain.at_top")
    return UsageError("explain.unknown", step=printable(error.step), place=place, cure=cure)
