"""Write the files of a new ruleset, variant, plugin or rule from templates.

The templates are in ``templates``, a folder for each kind. ``NAME`` in their paths and fields such
as ``{{name}}`` in their texts are filled in.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from wargrid.engine.game import Game
from wargrid.loading import library
from wargrid.loading.loader import Loaded

SUFFIX: Final = ".tmpl"
"""The suffix of templates."""

SCHEMA: Final = "schema.json"
"""The JSON Schema for editors."""

_USE: Final = "use.yaml"
"""The template of the lines by which the small game uses the plugin."""

_FIELD: Final = re.compile(r"\{\{(\w+)\}\}")
_PLAIN: Final = re.compile(r"[\w./-]+")


def ruleset_files(name: str) -> dict[str, str]:
    """Return a small playable game: texts by path below the new folder."""
    return _game(name, _common("ruleset", name))


def variant_files(name: str, extends: str, base: Loaded) -> dict[str, str]:
    """Return a ruleset that extends another by name or by path from the current folder."""
    is_file = extends.endswith(library.SUFFIX)
    wanted = os.path.relpath(extends, name).replace(os.sep, "/") if is_file else extends
    quoted = wanted if _PLAIN.fullmatch(wanted) else json.dumps(wanted, ensure_ascii=False)
    fields = {
        "extends": wanted,
        "extends_yaml": quoted,
        "suggestions": "\n".join(_suggestions(base)),
        **_start(base.game()),
    }
    return _filled("variant", fields | _common("ruleset", name, trust=is_file)) | _schema()


def plugin_files(name: str) -> dict[str, str]:
    """Return a package with a plugin, the small game that uses it, and tests."""
    fields = _common("plugin", name)
    own = _filled("plugin", fields)
    game = _game(name, fields | {"folder": "rulesets", "plugins": own.pop(_USE)})
    return own | {f"rulesets/{path}": game[path] for path in (f"{name}.yaml", "looks.yaml", SCHEMA)}


def rule_files(name: str) -> dict[str, str]:
    """Return a file with one rule, for the folder of a ruleset, and its texts."""
    return _filled("rule", _rule_fields(name))


def rule_lines(name: str) -> str:
    """Return the lines by which a ruleset uses the rule, and the command to run next."""
    title = _rule_fields(name)["class"]
    return f"  plugins:\n    ./{name}.py:{title}: {{}}\n  wargrid check RULESET.yaml --trust"


def _rule_fields(name: str) -> dict[str, str]:
    fields = _common("plugin", name)
    return fields | {"class": fields["title"].replace(" ", "")}


def next_steps(what: str, name: str, *, trust: bool = False) -> list[str]:
    """Return the commands to run next, in the folder that contains the new one.

    A ruleset may read files outside its folder only with ``--trust``.
    """
    if what == "ruleset":
        steps = (f"check {name}", f"test {name}", f"play {name}/{name}.yaml")
        return [f"wargrid {step}{' --trust' if trust else ''}" for step in steps]
    return [
        f"cd {name}",
        "pip install -e .",
        "wargrid check rulesets",
        "wargrid test rulesets",
        "python -m pytest",
        f"wargrid play rulesets/{name}.yaml",
    ]


def write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write every text to its path below a folder. Raises OSError."""
    for path, text in texts.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            file.write_text(text, "utf-8")
        except OSError as error:  # that of a full disk names no file
            raise OSError(error.errno, error.strerror, str(file)) from None


def _game(name: str, fields: Mapping[str, str]) -> dict[str, str]:
    return _filled("ruleset", {"folder": name, "plugins": "", **fields}) | _schema()


def _schema() -> dict[str, str]:
    from wargrid.authoring.json_schema import schema, schema_text

    return {SCHEMA: schema_text(schema())}


def _start(game: Game) -> dict[str, str]:
    from wargrid.engine.flow import CHANCE
    from wargrid.match import picture

    position = game.start()
    side = game.to_act(position)
    sides = {None: "nobody", CHANCE: "chance"} | dict(enumerate(game.ruleset.sides))
    board = "\n".join(f"        {row}" for row in picture(position).splitlines())
    return {"to_act": sides[side], "board": board}


def _common(what: str, name: str, *, trust: bool = False) -> dict[str, str]:
    return {
        "name": name,
        "title": " ".join(part.capitalize() for part in re.split("[-_]+", name) if part),
        "schema": SCHEMA,
        "commands": "\n".join(next_steps(what, name, trust=trust)),
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
    if base.ruleset.turn.actions is not None:
        yield f"# turn: {{actions: {base.ruleset.turn.actions}}}"
    yield "# units:"
    yield from (f"#   {word}: {{men: {unit.men}}}" for word, unit in base.ruleset.units.items())
    if base.plugins:
        yield "# plugins:"
        yield from (f"#   {name}: ~" for name in base.plugins)
