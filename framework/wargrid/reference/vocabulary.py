"""The reference of words and plugins: options, which shipped rulesets use them, and how their rule is told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargrid import Game
from wargrid.authoring.explain import Topic, explain
from wargrid.authoring.grammar import Place, find, general, options, spoken
from wargrid.authoring.json_schema import plugin_classes
from wargrid.authoring.uses import shipped, uses
from wargrid.reference.keys import default_in_words, type_in_words
from wargrid.reference.markdown import code, fenced, page, table
from wargrid.reference.told import loaded
from wargrid.ruleset.base import FAMILIES, Kind, RuleOptions
from wargrid.table.rule_text import told_in_full
from wargrid.text.catalog import catalog

WHERE: Final = {
    "move": "units.move",
    "at": "units.attack.at",
    "by": "units.attack.by",
    "victory": "victory",
}
"""Where in a ruleset each family of words may stand."""

_HEADS: Final = ("option", "what stands there", "if left out", "says")
_TITLES: Final = {
    "move": "one way to move, or a list of ways",
    "at": "who can be attacked, below `attack`",
    "by": "what the attack comes to, below `attack`",
    "victory": "any of them, asked in the order written; in a list also several times",
}


def pages() -> dict[str, str]:
    """A page of all words and one of all installed plugins."""
    return {"reference/words.md": vocabulary(), "reference/plugins.md": plugins()}


def vocabulary() -> str:
    """Every word of every family, those that plugins bring included."""
    return page(
        "The words",
        "A word stands alone (`at: front`), with its main option (`ahead: 2`), or with all of them (`path: {points: "
        "3, bends: false}`). Where one is chosen (`move`, `at`, `by`), another word of a variant or of a unit that "
        "is `like` another replaces the one before, options and all.",
        *(_family(family.family) for family in FAMILIES),
    )


def plugins() -> str:
    """Every installed plugin: what it does, its options, the words it brings and the hooks it answers."""
    return page(
        "The plugins",
        "A plugin is a rule that no table can say. It stands below `plugins` by its name, with its options; `~` in a "
        "variant takes it away. These come with Wargrid; [your first plugin](../plugins.md) is half an hour away.",
        *(_plugin(name) for name in sorted(plugin_classes())),
    )


def users(place: Place) -> list[str]:
    """The shipped rulesets that write what stands at a place, sorted."""
    return sorted({use.ruleset for use in uses(place, shipped())})


def words_of(family: str) -> dict[str, Place]:
    """Every word of a family, with its place at any unit."""
    place = general(find(WHERE[family], lambda path: ()))[-1]
    return options(place)


def _family(family: str) -> str:
    parts = [f"## {family}", f"`{WHERE[family]}`: {_TITLES[family]}."]
    parts += [_word(family, word, place) for word, place in words_of(family).items()]
    return "\n\n".join(parts)


def _word(family: str, word: str, place: Place) -> str:
    topic = explain(spoken(place.path))
    used = users(place)
    said = [f"### {word}", topic.place.said.replace("\n", "\n\n")]
    said += (
        [f"It comes with the plugin [{topic.plugin}](plugins.md#{_anchor(topic.plugin)})."]
        if topic.plugin
        else []
    )
    said += list(_forms(topic, word))
    said += [_used_by(used), *_told(family, word, used), *_example(topic)]
    return "\n\n".join(part for part in said if part)


def _plugin(name: str) -> str:
    topic = explain(f"plugins.{name}")
    used = users(topic.place)
    said = [f"## {name}", topic.place.said.replace("\n", "\n\n")]
    said += [
        f"It brings the word [{word}](words.md#{word}): `{path}`."
        for word, path in topic.brings.items()
    ]
    if topic.hooks:
        answers = (f"[{hook}](hooks.md#{hook}): {what}" for hook, what in topic.hooks.items())
        said.append("It answers\n\n" + "\n".join(f"- {answer}" for answer in answers))
    said += [_options(topic), _used_by(used), *_told("", name, used), *_example(topic)]
    return "\n\n".join(part for part in said if part)


def _forms(topic: Topic, word: str) -> Iterator[str]:
    if topic.stands_alone:
        yield "It may stand alone." if not topic.keys else "It may stand alone, without options."
    if topic.short:
        yield f"`{word}: …` stands for `{word}: {{{topic.short}: …}}`."
    yield _options(topic)


def _options(topic: Topic) -> str:
    rows = (
        (code(key), type_in_words(each), default_in_words(each), each.said.partition("\n")[0])
        for key, each in topic.keys.items()
    )
    return table(_HEADS, rows)


def _used_by(used: list[str]) -> str:
    return f"Used by {', '.join(map(code, used))}." if used else "No shipped ruleset uses it."


def _example(topic: Topic) -> Iterator[str]:
    if topic.example is not None:
        where = "could stand in" if topic.example.made else "in"
        yield f"For example, {where} `{topic.example.ruleset}`:\n\n{fenced(topic.example.text, 'yaml')}"


def _told(family: str, word: str, used: list[str]) -> Iterator[str]:
    """How the first ruleset that uses a word tells its players so."""
    for ruleset in used:
        game = loaded(ruleset)
        own = (each for each in _kinds(game) if (each.family, each.word) == (family, word))
        told: RuleOptions | None = next(own, None) if family else game.plugins.listed.get(word)
        if told is not None:
            sentence = told_in_full(told, catalog("en"), game.ruleset)
            if sentence:
                yield f"Players of `{ruleset}` read: “{sentence}”"
            return


def _kinds(game: Game) -> Iterator[Kind]:
    for unit in game.ruleset.units.values():
        yield from unit.move
        if unit.attack is not None:
            yield from (unit.attack.at, unit.attack.by)
    yield from game.ruleset.victory


def _anchor(title: str) -> str:
    return title.replace(".", "").lower()
