"""Words that plugins offer are as good as any; those that do not work are found before anybody
plays."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from boxes import Kinds, answered, answering, diagnostics, offering, told, with_plugins
from wargrid.core.patterns import MovePattern
from wargrid.loading.loader import load_text
from wargrid.match.notation import read_move
from wargrid.match.position_text import read_position
from wargrid.plugins.host import kinds_of
from wargrid.ruleset.base import Kind, Movement, Reach, Resolution, Victory


class Sidle(Movement):
    """One cell to the right."""

    word = "sidle"

    def pattern(self, ground: Any, cell: int, forward: int) -> MovePattern:
        """One ray of one cell."""
        right = ground.grid.shifted(cell, forward, 0, 1)
        return MovePattern(rays=((right,),) if right >= 0 else ())


def test_a_word_of_a_plugin_is_as_good_as_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """Units use it, and nobody else knows it."""
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
    """Says what it is told to say."""

    word = "lame"
    says: ClassVar[Any] = None

    def pattern(self, ground: Any, cell: int, forward: int) -> MovePattern:
        """Anything but a pattern of the board's cells."""
        pattern: MovePattern = answered(self.says)
        return pattern


class Weak(Resolution):
    """Says what it is told to say."""

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
    """A word that says this."""
    return type(
        "Word",
        (base,),
        {"says": says, "__annotations__": {"says": "ClassVar[Any]"}, "__module__": __name__},
    )


WORDS = [
    (Lame, ValueError("boom"), "ValueError: boom"), (Lame, None, "None"), (Lame, MovePattern(rays=((),)), "MovePattern(rays=((),)"),
    (Lame, MovePattern(shots=(20,)), "shots=(20,)"), (Lame, MovePattern(rays=((-1,),)), "rays=((-1,),)"),
    (Lame, MovePattern(shots=("a1",)), "shots=('a1',)"),  # type: ignore[arg-type]
    (Lame, MovePattern(shots=5), "TypeError"),  # type: ignore[arg-type]
    (Weak, ValueError("boom"), "ValueError: boom"), (Weak, -1, "-1"), (Weak, 0.5, "0.5"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("base", "says", "said"), WORDS, ids=[f"{row[0].word} {row[1]!r}" for row in WORDS]
)
def test_a_word_that_does_not_work_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, base: Any, says: Any, said: str
) -> None:
    """At the place where a unit uses it, before anybody plays."""
    change = (
        ("move: {ahead: 2}", "move: lame") if base is Lame else ("{dice: {hits_on: hit}}", "weak")
    )
    text = with_plugins("test.word: {}").replace(*change).replace(".move.ahead", ".move")
    with offering(monkeypatch, test__word=answering(Kinds, [saying(base, says)])):
        (found,) = diagnostics(text)
    assert told(found) == ("16:5 word_fails" if base is Lame else "17:25 word_fails")
    assert said in found.what()


def test_a_resolution_that_works_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two dice, whoever is left."""
    text = with_plugins("test.word: {}").replace("{dice: {hits_on: hit}}", "weak")
    with offering(monkeypatch, test__word=answering(Kinds, [saying(Weak, 2)])):
        game = load_text(text, "box.yaml")
    position = read_position(game, ". c g .\n. . G .\n. . . .\n. . . .\n. . C .")
    position, _ = game.play(position, read_move(game, position, "c4xc5"))
    assert len(game.moves(position)) == 3


UNWRITTEN = [
    (Movement, "pattern", 3), (Reach, "pattern", 3), (Resolution, "die_of", 1), (Resolution, "casualties", 3),
    (Victory, "decide", 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("base", "method", "arguments"), UNWRITTEN, ids=[row[1] for row in UNWRITTEN]
)
def test_a_word_must_be_written(base: Any, method: str, arguments: int) -> None:
    """The base of a family answers nothing by itself."""
    with pytest.raises(NotImplementedError):
        getattr(base(), method)(*[None] * arguments)


class Again(Movement):
    """A word that is there already."""

    word = "ahead"


class Wordless(Movement):
    """A kind without a word."""


BAD_KINDS = [
    (ValueError("boom"), "kinds_fail", "ValueError: boom"),
    (5, "kinds_fail", "TypeError"),
    ([5], "kinds_fail", "it answered 5, not a word"),
    ("ab", "kinds_fail", "it answered 'a', not a word"),
    ([Kind], "kinds_fail", "not a word"),
    ([Wordless], "kinds_fail", "not a word"),
    ([Sidle()], "kinds_fail", "not a word"),
    ([Again], "same_word", 'offers the word "ahead" for "move", which is taken'),
    ([Sidle, Sidle], "same_word", 'offers the word "sidle"'),
]


@pytest.mark.parametrize(
    ("answer", "name", "said"), BAD_KINDS, ids=[repr(row[0]) for row in BAD_KINDS]
)
def test_a_plugin_that_offers_no_words_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, answer: Any, name: str, said: str
) -> None:
    """Located at the plugin's line, next to the ruleset's other faults."""
    with offering(monkeypatch, test__kinds=answering(Kinds, answer)):
        found = diagnostics(with_plugins("test.kinds: {}").replace("men: 2", "men: 0"))
    assert [told(diagnostic) for diagnostic in found] == ["15:10 too_small", f"23:3 {name}"]
    assert said in found[1].what()


def test_two_plugins_may_not_offer_one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second of them is at fault."""
    with offering(
        monkeypatch, test__a=answering(Kinds, [Sidle]), test__b=answering(Kinds, [Sidle])
    ):
        (found,) = diagnostics(with_plugins("test.a: {}", "test.b: {}"))
    assert told(found) == "24:3 same_word"
