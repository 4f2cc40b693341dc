"""Words of plugins, and the documentation of all words."""

from __future__ import annotations

import ast
import inspect
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import pytest
from pydantic import BaseModel

import wargrid
from boxes import Kinds, answered, answering, diagnostics, located, offering, with_plugins
from wargrid.core.patterns import MovePattern
from wargrid.loading.loader import load_text
from wargrid.match import read_move, read_position
from wargrid.plugins.discovery import installed, plugin_class
from wargrid.plugins.words import kinds_of
from wargrid.ruleset.base import Kind, Movement, Reach, Resolution, Victory


class Sidle(Movement):
    """One cell to the right."""

    word = "sidle"

    def pattern(self, ground: Any, cell: int, forward: int) -> MovePattern:
        """One ray of one cell."""
        right = ground.grid.shifted(cell, forward, 0, 1)
        return MovePattern(rays=((right,),) if right >= 0 else ())


def test_a_word_of_a_plugin_works_like_a_built_in_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only rulesets with the plugin know it."""
    text = (
        with_plugins("test.sidle: {}")
        .replace("move: {ahead: 2}", "move: sidle")
        .replace(".move.ahead", ".move")
    )
    with offering(monkeypatch, test__sidle=answering(Kinds, [Sidle])):
        game = load_text(text, "box.yaml")
    moves = [read_move(game, game.start(), text) for text in ("b1-c1", "c1-d1", "b1-b2")]
    assert [game.why_not(game.start(), move) is None for move in moves] == [False, True, False]
    assert [*kinds_of({}), Sidle] == kinds_of({"test.sidle": answering(Kinds, [Sidle])})


class Lame(Movement):
    """A movement with any result."""

    word = "lame"
    says: ClassVar[Any] = None

    def pattern(self, ground: Any, cell: int, forward: int) -> MovePattern:
        """Anything but a pattern of the board's cells."""
        pattern: MovePattern = answered(self.says)
        return pattern


class Weak(Resolution):
    """A resolution with any result."""

    word = "weak"
    says: ClassVar[Any] = None

    def die_of(self, ruleset: Any) -> str:
        """The one die."""
        return "d"

    def dice(self, men: int) -> int:
        """Anything but a number."""
        number: int = answered(self.says)
        return number


def saying(base: Any, says: Any) -> Any:
    """A word with this result."""
    return type(
        "Word",
        (base,),
        {"says": says, "__annotations__": {"says": "ClassVar[Any]"}, "__module__": __name__},
    )


WORDS = [
    (Lame, ValueError("boom")), (Lame, None), (Lame, MovePattern(rays=((),))),
    (Lame, MovePattern(shots=(20,))), (Lame, MovePattern(rays=((-1,),))),
    (Lame, MovePattern(shots=("a1",))),  # type: ignore[arg-type]
    (Lame, MovePattern(shots=5)),  # type: ignore[arg-type]
    (Weak, ValueError("boom")), (Weak, -1), (Weak, 0.5),
]  # fmt: skip


@pytest.mark.parametrize(
    ("base", "result"), WORDS, ids=[f"{row[0].word} {row[1]!r}" for row in WORDS]
)
def test_a_word_with_an_invalid_result_is_an_error(
    monkeypatch: pytest.MonkeyPatch, base: Any, result: Any
) -> None:
    """The error is at the place where a unit uses it."""
    change = (
        ("move: {ahead: 2}", "move: lame") if base is Lame else ("{dice: {hits_on: hit}}", "weak")
    )
    text = with_plugins("test.word: {}").replace(*change).replace(".move.ahead", ".move")
    with offering(monkeypatch, test__word=answering(Kinds, [saying(base, result)])):
        (found,) = diagnostics(text)
    assert located(found) == ("16:5 word_fails" if base is Lame else "17:25 word_fails")


def test_a_resolution_with_valid_results_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """It rolls two dice."""
    text = with_plugins("test.word: {}").replace("{dice: {hits_on: hit}}", "weak")
    with offering(monkeypatch, test__word=answering(Kinds, [saying(Weak, 2)])):
        game = load_text(text, "box.yaml")
    position = read_position(game, ". c g .\n. . G .\n. . . .\n. . . .\n. . C .")
    position, _ = game.play(position, read_move(game, position, "c4xc5"))
    assert len(game.moves(position)) == 3


UNWRITTEN = [
    (Movement, "pattern", 3), (Reach, "pattern", 3), (Resolution, "die_of", 1),
    (Resolution, "casualties", 3),
    (Victory, "decide", 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("base", "method", "arguments"), UNWRITTEN, ids=[row[1] for row in UNWRITTEN]
)
def test_the_base_of_a_family_is_abstract(base: Any, method: str, arguments: int) -> None:
    """Its methods raise NotImplementedError."""
    with pytest.raises(NotImplementedError):
        getattr(base(), method)(*[None] * arguments)


class Again(Movement):
    """A word that exists already."""

    word = "ahead"


class Wordless(Movement):
    """A kind without a word."""


BAD_KINDS = [
    (ValueError("boom"), "kinds_fail"), (5, "kinds_fail"), ([5], "kinds_fail"),
    ("ab", "kinds_fail"),
    ([Kind], "kinds_fail"), ([Wordless], "kinds_fail"), ([Sidle()], "kinds_fail"),
    ([Again], "same_word"), ([Sidle, Sidle], "same_word"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "name"), BAD_KINDS, ids=[repr(row[0]) for row in BAD_KINDS])
def test_a_plugin_with_invalid_words_is_an_error(
    monkeypatch: pytest.MonkeyPatch, answer: Any, name: str
) -> None:
    """The error is at the plugin's line."""
    with offering(monkeypatch, test__kinds=answering(Kinds, answer)):
        found = diagnostics(with_plugins("test.kinds: {}"))
    assert [located(diagnostic) for diagnostic in found] == [f"23:3 {name}"]


FRAMEWORK = Path(wargrid.__file__).parent


def _kinds() -> list[type[Kind]]:
    """Every word, with those of plugins."""
    return kinds_of({name: plugin_class(name) for name in installed()})


def _undocumented(model: type[BaseModel]) -> list[str]:
    """The fields that a class adds without a docstring under them."""
    tree = ast.parse(Path(inspect.getsourcefile(model) or "").read_text("utf-8"))
    body = next(
        node.body
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name == model.__name__
    )
    fields = [
        (node.target, then)
        for node, then in pairwise([*body, ast.Pass()])
        if isinstance(node, ast.AnnAssign)
    ]
    return [
        target.id
        for target, then in fields
        if isinstance(target, ast.Name) and not _is_docstring(then)
    ]


def _is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


@pytest.mark.parametrize("kind", _kinds(), ids=lambda kind: f"{kind.family}.{kind.word}")
def test_every_kind_documents_every_option(kind: type[Kind]) -> None:
    """The class has a docstring, and so has each of its options, inherited ones too."""
    classes = [model for model in kind.__mro__ if issubclass(model, Kind)]

    assert kind.__doc__
    assert [
        name for model in classes for name in _undocumented(model) if name in kind.model_fields
    ] == []


def test_an_option_without_a_docstring_is_found() -> None:
    """It proves the test above."""
    assert _undocumented(_Bare) == ["bare"]


class _Bare(BaseModel):
    bare: int = 1
    dressed: int = 2
    """Said."""
