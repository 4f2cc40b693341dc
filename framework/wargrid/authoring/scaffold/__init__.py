"""What ``wargrid new`` writes: the start of a ruleset, of a variant of one, or of a plugin's package.

The files stand in ``templates``, one folder a start; in their paths ``NAME``, in their texts
``{{name}}`` and the like are filled in.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargrid.loading import library

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from wargrid.engine.game import Game
    from wargrid.loading.loader import Loaded

SUFFIX: Final = ".tmpl"
"""What templates end in, so that nobody takes them for what they will be."""

SCHEMA: Final = "schema.json"
"""The file that tells an editor what a ruleset may say."""

USE: Final = "use.yaml"
"""The template of the lines by which the small game uses the plugin."""

_FIELD: Final = re.compile(r"\{\{(\w+)\}\}")
_PLAIN: Final = re.compile(r"[\w./-]+")


def ruleset_files(name: str) -> dict[str, str]:
    """A small game of its own, playable as it is; texts by path below the new folder."""
    return _game(name, _common("ruleset", name))


def variant_files(name: str, extends: str, base: Loaded) -> dict[str, str]:
    """A ruleset that extends another; ``extends`` is a name, or a path as seen from here."""
    wanted = (
        os.path.relpath(extends, name).replace(os.sep, "/")
        if extends.endswith(library.SUFFIX)
        else extends
    )
    fields = {
        "extends": wanted,
        "extends_yaml": wanted
        if _PLAIN.fullmatch(wanted)
        else json.dumps(wanted, ensure_ascii=False),
        "suggestions": "\n".join(_suggestions(base)),
        **_beginning(base.game()),
    }
    return _filled("variant", fields | _common("ruleset", name)) | _schema()


def plugin_files(name: str) -> dict[str, str]:
    """A package with one plugin, the small game with the plugin in use, and tests of it."""
    fields = _common("plugin", name)
    own = _filled("plugin", fields)
    game = _game(name, fields | {"folder": "rulesets", "plugins": own.pop(USE)})
    return own | {f"rulesets/{path}": game[path] for path in (f"{name}.yaml", "looks.yaml", SCHEMA)}


def next_steps(what: str, name: str) -> list[str]:
    """What to type next, from the folder in which the new one was made."""
    if what == "ruleset":
        return [f"wargrid check {name}", f"wargrid test {name}", f"wargrid play {name}/{name}.yaml"]
    return [
        f"cd {name}",
        "pip install -e .",
        "wargrid check rulesets",
        "wargrid test rulesets",
        "python -m pytest",
        f"wargrid play rulesets/{name}.yaml",
    ]


def write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write every text to its path below a folder; raises OSError."""
    for path, text in texts.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def title_of(name: str) -> str:
    """A name as a title: ``border_war`` is Border War."""
    return " ".join(part.capitalize() for part in re.split("[-_]+", name) if part)


def _game(name: str, fields: Mapping[str, str]) -> dict[str, str]:
    """The small game, with its tests, its looks and what an editor reads."""
    return _filled("ruleset", {"folder": name, "plugins": "", **fields}) | _schema()


def _schema() -> dict[str, str]:
    """What an editor reads, for the plugins installed now."""
    from wargrid.authoring.json_schema import schema, text_of

    return {SCHEMA: text_of(schema())}


def _beginning(game: Game) -> dict[str, str]:
    """Who acts first, and the board as it is then, drawn for a test."""
    from wargrid.engine.game import CHANCE
    from wargrid.match.position_text import picture

    position = game.start()
    side = game.to_act(position)
    acts = (
        "nobody" if side is None else "chance" if side == CHANCE else list(game.ruleset.sides)[side]
    )
    return {
        "to_act": acts,
        "board": "\n".join(f"        {row}" for row in picture(position).splitlines()),
    }


def _common(what: str, name: str) -> dict[str, str]:
    return {
        "name": name,
        "title": title_of(name),
        "schema": SCHEMA,
        "commands": "\n".join(next_steps(what, name)),
    }


def _filled(template: str, fields: Mapping[str, str]) -> dict[str, str]:
    found = dict(_templates(files("wargrid.authoring.scaffold") / "templates" / template))
    return {
        path.replace("NAME", fields["name"]): _FIELD.sub(lambda field: fields[field[1]], text)
        for path, text in sorted(found.items(), key=lambda item: item[0].casefold())
    }


def _templates(folder: Traversable, below: str = "") -> Iterator[tuple[str, str]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _templates(entry, f"{below}{entry.name}/")
        elif entry.name.endswith(SUFFIX):
            yield below + entry.name.removesuffix(SUFFIX), entry.read_text("utf-8")


def _suggestions(base: Loaded) -> Iterator[str]:
    """Some of what a variant may change, with the values it has now."""
    if base.ruleset.turn.actions is not None:
        yield f"# turn: {{actions: {base.ruleset.turn.actions}}}"
    yield "# units:"
    yield from (f"#   {word}: {{men: {unit.men}}}" for word, unit in base.ruleset.units.items())
    if base.plugins:
        yield "# plugins:"
        yield from (f"#   {name}: ~" for name in base.plugins)
