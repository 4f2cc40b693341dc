"""What is set for one game: options by name, or values by their dotted paths; and options without a place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.source.document import Node
from wargrid.source.dump import on_one_line
from wargrid.source.merge import SETTING, Merged
from wargrid.source.yaml_reader import read_value
from wargrid.text.format import did_you_mean, join_names

Settings: TypeAlias = Mapping[str, object]
"""Options by name, or dotted paths, with the values they are set to: ``{"first_player":
"gold"}``."""


def make_settings(merged: Merged, settings: Settings) -> None:
    """Set everything; raises RulesetError with what is wrong with any of it."""
    diagnostics: list[Diagnostic] = []
    for key, value in settings.items():
        try:
            _set(merged, key, value)
        except RulesetError as error:
            diagnostics += error.diagnostics
    if diagnostics:
        raise RulesetError(diagnostics)


def _set(merged: Merged, key: str, value: object) -> None:
    """Set an option by its name, or a value by its dotted path."""
    text = value if isinstance(value, str) else on_one_line(value)
    options = merged.data.get("options")
    known = options if isinstance(options, dict) else {}
    if "." not in key and key not in known and merged.root.child(key) is None:
        whole = f"{key}={text}"
        near = did_you_mean(key, known) or ""
        raise RulesetError(
            [
                merged.setting_diagnostic(
                    whole, "unknown_option", key=key, near=near, known=join_names(known)
                )
            ]
        )
    option = known.get(key, key)
    meant = option.get("values") if isinstance(option, dict) else None
    dotted = str(option.get("sets", key) if isinstance(option, dict) else option)
    if isinstance(meant, dict) and meant:
        read = read_value(text, len(key) + 2, SETTING, f"{key}={text}").plain()
        said = read if isinstance(read, str) else on_one_line(read)
        text = said if said in meant else text
        if text not in meant:
            near = did_you_mean(text, meant) or ""
            values = {"option": key, "name": text, "near": near, "known": join_names(meant)}
            raise RulesetError(
                [merged.setting_diagnostic(f"{key}={text}", "unknown_choice", **values)]
            )
        merged.set(merged.path_of(dotted), on_one_line(meant[text]))
        return
    merged.set(merged.path_of(dotted), text, f"{key}={text}")


def drop_options_of_what_is_gone(merged: Merged) -> None:
    """A variant that takes something away with ``~``, or another word instead, takes away the options that set it."""
    options = merged.data.get("options")
    for option, said in options.items() if isinstance(options, dict) else ():
        dotted = str(said.get("sets") if isinstance(said, dict) else said)
        if _is_gone(merged.root, dotted) or _is_replaced(merged, option, merged.path_of(dotted)):
            merged.forget(("options", option))


def _is_replaced(merged: Merged, option: str, path: Place) -> bool:
    """Whether an option leads into something that a nearer file than the option's own says otherwise."""
    if merged.root.at(path[:-1]) is not None:
        return False
    nearest = merged.root.place(path[:-1], "value")
    return merged.depth(nearest) < merged.depth(merged.root.place(("options", option), "value"))


def _is_gone(node: Node, dotted: str) -> bool:
    """Whether a dotted path leads through something removed, and not said again."""
    if any(f"{dotted}.".startswith(f"{key}.") and node.child(key) is None for key in node.removed):
        return True
    below = node.value if isinstance(node.value, dict) else {}
    rest = (
        (child, dotted[len(str(key)) + 1 :])
        for key, child in below.items()
        if dotted.startswith(f"{key}.")
    )
    return any(_is_gone(child, remaining) for child, remaining in rest)


def meant_by(
    merged: Merged, path: Place, near: Callable[[Place], Iterable[str]], below: Place = ()
) -> Place:
    """The path to something the ruleset says, or that ``near`` knows, of steps like these; empty if there is none.

    Several steps may together be one key that holds dots, such as a plugin's name. ``below`` is
    known already.
    """
    node = merged.root.at(below)
    if not path or node is None:
        return () if path else below
    said = node.value if isinstance(node.value, dict) else {}
    known = [*map(str, said), *near(below)]
    for used in range(len(path), 0, -1):
        step = ".".join(map(str, path[:used]))
        dotted = [key for key in known if key.count(".") == step.count(".")]
        right = step if step in known else did_you_mean(step, dotted)
        found = meant_by(merged, path[used:], near, (*below, right)) if right is not None else ()
        if found:
            return found
    return ()
