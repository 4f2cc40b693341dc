"""The reference of hooks: each question to plugins with its exact signature and the shipped plugins that answer it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator

from wargrid.authoring.docstrings import plain
from wargrid.authoring.json_schema import plugin_classes
from wargrid.loading.hooks import HOOKS
from wargrid.plugins import hookspecs
from wargrid.reference.markdown import fenced, page

_LINES = re.compile(r"\n[ \t]*\n")


def pages() -> dict[str, str]:
    """The page of hooks."""
    introduction = [
        part for part in _LINES.split(inspect.getdoc(hookspecs) or "") if "docs/" not in part
    ]
    return {
        "reference/hooks.md": page(
            "The hooks",
            *(plain(part) for part in introduction),
            "A method marked `@hookimpl` answers the hook of its name and may ask for fewer arguments. "
            "[Your first plugin](../plugins.md) shows how; what happens is told in [events](events.md).",
            *(_hook(name, hook) for name, hook in HOOKS.items()),
        )
    }


def signature(name: str, hook: Callable[..., object]) -> str:
    """A hook's name, arguments and answer, as the contract writes them."""
    return f"{name}{inspect.signature(hook)}".replace("'", "")


def answering(name: str) -> Iterator[str]:
    """The installed plugins that answer a hook."""
    for plugin, cls in sorted(plugin_classes().items()):
        if hasattr(getattr(cls, name, None), "wargrid_impl"):
            yield plugin


def _hook(name: str, hook: Callable[..., object]) -> str:
    paragraphs = plain(hook.__doc__ or "").split("\n")
    answered = ", ".join(
        f"[{plugin}](plugins.md#{plugin.replace('.', '')})" for plugin in answering(name)
    )
    return "\n\n".join(
        [
            f"## {name}",
            fenced(signature(name, hook), "python"),
            *paragraphs,
            f"Answered by {answered or 'no plugin'}.",
        ]
    )
