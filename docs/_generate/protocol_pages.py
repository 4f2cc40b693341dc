"""The page of the protocol between a server and its clients, from its models."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator

from pages import code, page, table
from pydantic import BaseModel

from wargrid.authoring.json_schema import plain
from wargrid_remote import messages
from wargrid_remote.messages import Close

MESSAGES = (
    messages.Hello, messages.Intent, messages.Welcome, messages.Update, messages.Answer,
    messages.RoomView, messages.Chapter,
)  # fmt: skip


def pages() -> dict[str, str]:
    """Return the page of the protocol."""
    meanings = dict(_meanings())
    closing = (
        (str(each.value), each.name.lower(), meanings[Close.__name__, each.name]) for each in Close
    )
    return {
        "reference/protocol.md": page(
            "The protocol",
            plain(inspect.getdoc(messages) or ""),
            "The socket of a match is `/ws/MATCH`; a link is `/m/MATCH#SECRET`. `wargrid schema "
            "remote` prints the whole JSON Schema, with the parts of a view.",
            *(_message(model, meanings) for model in MESSAGES),
            "## Why a connection is closed",
            table(("code", "name", "meaning"), closing),
        )
    }


def _message(model: type[BaseModel], meanings: dict[tuple[str, str], str]) -> str:
    rows = (
        (code(name), code(_type(str(field.annotation))), meanings.get((model.__name__, name), ""))
        for name, field in model.model_fields.items()
    )
    text = plain(inspect.getdoc(model) or "")
    return "\n\n".join([f"## {model.__name__}", text, table(("field", "type", "meaning"), rows)])


def _type(text: str) -> str:
    """Write a type as readers of JSON may read it."""
    short = re.sub(r"(?:\w+\.)+(\w)", r"\1", text).removeprefix("<class '").removesuffix("'>")
    return re.sub(r"^Optional\[(.*)\]$", r"\1 | None", short)


def _meanings() -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the text below each field of each class, by class and field."""
    tree = ast.parse(inspect.getsource(messages))
    for cls in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for field, said in zip(cls.body, cls.body[1:], strict=False):
            target = getattr(field, "target", None) or next(
                iter(getattr(field, "targets", ())), None
            )
            value = said.value if isinstance(said, ast.Expr) else None
            if isinstance(target, ast.Name) and isinstance(value, ast.Constant):
                yield (cls.name, target.id), plain(str(value.value))
