"""What a stranger's words do wrong is contained as well: in play, while a ruleset is read, and in
its options."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from pydantic import field_validator

from boxes import offering, with_plugins
from misdeeds import (
    DEEDS,
    FACE_TO_FACE,
    Deed,
    Moody,
    answers_anything,
    everything,
    failing,
    leaves,
    misbehaving,
    raises,
    recurses,
)
from support import loaded
from wargrid import Plugin, Position, RulesetError, hookimpl
from wargrid.core.events import Attack, Eliminated
from wargrid.core.moves import Roll
from wargrid.core.state import Result
from wargrid.loading.loader import load_text
from wargrid.match.notation import read_move
from wargrid.match.position_text import read_position
from wargrid.players.random import play_randomly, random_numbers
from wargrid.plugins import host as plugins
from wargrid.plugins.strangers import METHODS, contained
from wargrid.ruleset.base import FAMILIES, Kind, Movement, Resolution, RuleOptions, Victory

# Words of strangers


ASKED = sorted(
    {
        name
        for base in (RuleOptions, Kind, *FAMILIES)
        for name, held in vars(base).items()
        if not name.startswith("_") and (inspect.isfunction(held) or isinstance(held, property))
    }
)
"""Every method of a word that a game may ask."""


def test_every_method_of_a_word_has_its_answer() -> None:
    """A new one needs a line among ``METHODS``."""
    assert sorted(METHODS) == ASKED


def word_with(method: str, deed: Deed) -> RuleOptions:
    """A stranger's word that does this when it is asked for the method."""
    family = next(
        base for base in (*FAMILIES, Kind) if any(method in vars(over) for over in base.__mro__)
    )
    found: Any = (
        property(lambda self: deed()) if method == "royal" else lambda self, *question: deed()
    )
    base = family if family is not Kind else Victory
    own = {method: found, "word": "odd", "asked": "loss", "__module__": __name__}
    own["__annotations__"] = {"asked": "ClassVar[str]", "word": "ClassVar[str]"}
    return contained(type("Odd", (base,), own), "test.lone", "box.yaml:23")()  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "deed", [raises, leaves, answers_anything, recurses], ids=lambda deed: deed.__name__
)
@pytest.mark.parametrize("method", ASKED)
def test_a_word_that_fails_names_its_plugin(method: str, deed: Deed) -> None:
    """As a hook does: by family, word and method."""
    word = word_with(method, deed)
    game = loaded("lionheart/level1")
    question: list[object] = {"sheet": [game.grounds[0], 0, 0], "bounds": [game.grounds[0]]}.get(
        method, []
    )
    if method == "neighbours":
        question = [game.grounds[0], 0]
    if method in ("decide", "casualties"):
        question = [game.start(), None, 0][: 1 if method == "decide" else 3]
    ask = (
        (lambda: getattr(word, method))
        if method == "royal"
        else (lambda: getattr(word, method)(*question))
    )
    error = failing(f"{type(word).family}.odd.{method}", ask)  # type: ignore[attr-defined]
    assert DEEDS[deed][0] in error.text()


class Lightning(Resolution):
    """Strikes as it likes."""

    word = "lightning"

    def dice(self, men: int) -> int:
        """One die."""
        return 1

    def die_of(self, ruleset: Any) -> str:
        """The only one."""
        return "d"

    def hits(self, roll: Roll) -> int:
        """One, if it is not told otherwise."""
        return 1 if Moody.deed is None else Moody.deed()  # type: ignore[no-any-return]

    def casualties(self, position: Position, attack: Attack, hits: int) -> Any:
        """Gone."""
        return [Eliminated(attack.target)] if Moody.deed is None else Moody.deed(position=position)


class Calm(Victory):
    """Nobody ever wins, if it is not told otherwise."""

    word = "calm"
    asked = "loss"

    def decide(self, position: Position) -> Result | None:
        """Nobody."""
        return None if Moody.deed is None else Moody.deed(position=position)  # type: ignore[no-any-return]


class Catalog(Plugin):
    """Offers both."""

    @hookimpl
    def kinds(self) -> list[type[Kind]]:
        """Both."""
        return [Lightning, Calm]


IN_PLAY: list[tuple[str, Deed]] = [
    ("by.lightning.hits", lambda **_: "many"),
    ("by.lightning.hits", raises),
    ("by.lightning.casualties", lambda position: position.board.clear() if position else 1),
    ("victory.calm.decide", lambda position: setattr(position, "budget", 9)),
]


@pytest.mark.parametrize(
    ("hook", "deed"), IN_PLAY, ids=[f"{row[0]} {n}" for n, row in enumerate(IN_PLAY)]
)
def test_a_word_that_fails_in_play_harms_nothing(
    monkeypatch: pytest.MonkeyPatch, hook: str, deed: Deed
) -> None:
    """The roll is not made, and may be made again."""
    text = (
        with_plugins("test.lone: {}")
        .replace("dice: {hits_on: hit}", "lightning: {}")
        .replace("slay: chief", "calm: {}")
    )
    with offering(monkeypatch, test__lone=Catalog):
        game = load_text(text, "box.yaml")
    position = read_position(game, FACE_TO_FACE)
    position, _ = game.play(position, read_move(game, position, "c4xc5"))
    roll, before = read_move(game, position, "hit"), everything(position)

    def only(**question: Any) -> Any:
        asked = (
            "hits"
            if not question
            else "decide"
            if position_of(question).pending is None
            else "casualties"
        )
        return (
            deed(**question)
            if hook.endswith(asked)
            else {"hits": 1, "casualties": [Eliminated(18)]}.get(asked)
        )

    with misbehaving(only):
        failing(hook, lambda: game.play(position, roll))
    assert everything(position) == before
    assert game.play(position, roll)[0].board[18] == 0


def position_of(question: dict[str, Any]) -> Position:
    """The position among the arguments."""
    found: Position = question["position"]
    return found


@pytest.mark.parametrize("method", ["dice", "hits", "may_hit", "die_of"])
def test_a_word_that_fails_while_a_ruleset_is_read_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """Whoever asks it first; what it scores is asked in play alone."""

    class Weak(Lightning):
        word = "weak"

    setattr(Weak, method, lambda self, *question: raises())

    class Weakness(Plugin):
        @hookimpl
        def kinds(self) -> list[type[Kind]]:
            return [Weak]

    text = with_plugins("test.lone: {}").replace("dice: {hits_on: hit}", "weak: {}")
    with offering(monkeypatch, test__lone=Weakness):
        if method == "hits":
            load_text(text, "box.yaml")
            return
        with pytest.raises(RulesetError) as caught:
            load_text(text, "box.yaml")
    assert {diagnostic.name for diagnostic in caught.value.diagnostics} <= {
        "word_fails",
        "plugin_fails",
    }
    assert "ValueError: boom" in caught.value.text("fr")


class Picky(Plugin):
    """Refuses its option in a way of its own."""

    often: int = 1

    @field_validator("often")
    @classmethod
    def _is_fine(cls, often: int) -> int:
        leaves()
        return often


class Choosy(Movement):
    """A way to move that refuses its option so."""

    word = "choosy"
    far: int = 1

    @field_validator("far")
    @classmethod
    def _is_fine(cls, far: int) -> int:
        raise KeyError("far")


class Choice(Plugin):
    """Offers it."""

    @hookimpl
    def kinds(self) -> list[type[Kind]]:
        """The one."""
        return [Choosy]


@pytest.mark.parametrize(
    ("plugin", "text", "place"),
    [
        (Picky, with_plugins("test.lone: {often: 2}"), (23, "SystemExit: 3")),
        (
            Choice,
            with_plugins("test.lone: {}").replace("ahead: 2", "choosy: {far: 2}"),
            (16, "KeyError: 'far'"),
        ),
    ],
)
def test_an_option_that_a_stranger_refuses_in_any_way_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, plugin: type[Plugin], text: str, place: tuple[int, str]
) -> None:
    """Where it is written, whatever the plugin raises."""
    text = text.replace("units.guard.move.ahead", "turn.actions")
    with offering(monkeypatch, test__lone=plugin), pytest.raises(RulesetError) as caught:
        load_text(text, "box.yaml")
    diagnostic = caught.value.diagnostics[0]
    assert (diagnostic.line, place[1] in diagnostic.what()) == (place[0], True), caught.value.text()


# What comes with the framework is asked without a guard, so it is guarded here


@pytest.mark.parametrize(
    "name",
    [
        "lionheart/level1",
        "halberd/default",
        pytest.param("lionheart/level2", marks=pytest.mark.slow),
        pytest.param("xiangqi/terrains", marks=pytest.mark.slow),
        pytest.param("battle/default", marks=pytest.mark.slow),
    ],
)
def test_no_plugin_that_comes_with_the_framework_writes(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A walk through the game in which each of them is guarded like a stranger's."""
    from wargrid import load

    monkeypatch.setattr(plugins, "is_stranger", lambda cls: True)
    game = load(name)
    for _ in range(3):
        play_randomly(game, game.start(), random_numbers(1), 150)
