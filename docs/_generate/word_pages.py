"""The pages of words and of plugins: options, rulesets that use them, an example."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from key_pages import default
from pages import code, fenced, page, paragraphs, table

from wargrid.authoring.explain import Topic, index, shipped, uses
from wargrid.authoring.json_schema import class_text
from wargrid.authoring.schema_paths import spoken
from wargrid.ruleset.base import KIND_FAMILIES
from wargrid.ruleset.registry import BUILT_IN

_WHERE: Final = {
    "move": ("units.move", "one way to move, or a list of ways"),
    "at": ("units.attack.at", "which enemies can be attacked"),
    "by": ("units.attack.by", "what an attack does"),
    "ability": ("units.abilities", "what a unit may do besides moving, turning and attacking"),
    "side_ability": ("abilities", "what a side may do without a unit"),
    "each_turn": ("each_turn", "what happens to a side when its turn begins, in this order"),
    "effect": ("units.after.move", "what a rule does, wherever it says `do`"),
    "victory": ("victory", "any of them, checked in this order; in a list also several times"),
}


_DOCS: Final = Path(__file__).parent.parent
_LISTED: Final = re.compile(r"(<!-- words of (\w+) -->\n\n)\|.*?\n\n", re.DOTALL)
"""A table of the words of a family in a guide, below a comment that names the family."""


def pages() -> dict[str, str]:
    """Return the page of all words, that of all installed plugins, and guides that list words."""
    words = page(
        "The words",
        "A word is written alone (`at: front`), with its main option (`ahead: 2`), or with all its "
        "options (`path: {points: 3, bends: false}`). At `move`, `at` and `by`, a word in a "
        "variant or in a unit with `like` replaces the word and all its options.",
        *(_family(family.family) for family in KIND_FAMILIES),
    )
    plugins = page(
        "The plugins",
        "A plugin is a rule in Python. List it under `plugins` by its name, with its options; `~` "
        "in a variant removes it. These come with Wargrid; [write your own](../plugins.md).",
        *(_plugin(name) for name in sorted(index().plugins)),
    )
    guides = {path.name: path.read_text("utf-8") for path in sorted(_DOCS.glob("*.md"))}
    return {
        "reference/words.md": words,
        "reference/plugins.md": plugins,
        **{name: _LISTED.sub(_list, text) for name, text in guides.items() if _LISTED.search(text)},
    }


def _list(found: re.Match[str]) -> str:
    """Return the table of a family's own words, each with the first sentence about it."""
    comment, family = found.groups()
    words = [kind for kind in BUILT_IN if kind.family == family]
    rows = [(code(kind.word), class_text(kind).partition(".")[0]) for kind in words]
    return f"{comment}{table(('word', 'meaning'), rows)}\n\n"


def _family(family: str) -> str:
    path, text = _WHERE[family]
    place = index().general(index().explain(path).place)
    parts = [f"## {family}", f"`{path}`: {text}."]
    return "\n\n".join([*parts, *(_word(word, each.path) for word, each in place.keys().items())])


def _word(word: str, path: tuple[str, ...]) -> str:
    topic = index().explain(spoken(path))
    plugin = f"[{topic.plugin}](plugins.md#{topic.plugin.replace('.', '')})"
    short = f"`{word}: …` is short for `{word}: {{{topic.short}: …}}`."
    parts = [
        f"### {word}",
        paragraphs(topic.place.text),
        f"From the plugin {plugin}." if topic.plugin else "",
        short if topic.short else "",
    ]
    return "\n\n".join(part for part in (*parts, *_use(topic)) if part)


def _plugin(name: str) -> str:
    topic = index().explain(f"plugins.{name}")
    hooks = "\n".join(f"- [{hook}](hooks.md#{hook}): {text}" for hook, text in topic.hooks.items())
    parts = [
        f"## {name}",
        paragraphs(topic.place.text),
        *(
            f"It adds the word [{word}](words.md#{word}): `{at}`."
            for word, at in topic.brings.items()
        ),
        f"It implements\n\n{hooks}" if hooks else "",
    ]
    return "\n\n".join(part for part in (*parts, *_use(topic)) if part)


def _use(topic: Topic) -> list[str]:
    """Return the options of a word or plugin, the rulesets that use it, and an example."""
    rows = (
        (code(key), each.type, default(each), each.text.partition("\n")[0])
        for key, each in topic.keys.items()
    )
    used = sorted({use.ruleset for use in uses(topic.place, shipped())})
    example = topic.example
    yaml = example and f"In `{example.ruleset}`:\n\n{fenced(example.text, 'yaml')}"
    return [
        table(("option", "value", "default", "meaning"), rows),
        f"Used by {', '.join(map(code, used))}." if used else "No shipped ruleset uses it.",
        yaml or "",
    ]
