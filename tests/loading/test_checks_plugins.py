"""Checks of rulesets with third-party plugins: words, texts, facing, and what hooks may read."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from boxes import Kinds, answering, broken, diagnostics, offering, with_plugins
from matches import play_at_random
from rulesets import written
from wargrid import Match, Move, Plugin, Position, hookimpl
from wargrid.core.events import Event
from wargrid.core.patterns import ConditionalMove, MarkNeeded, MovePattern, TerrainMap
from wargrid.core.protocols import RulesetLike
from wargrid.loading.loader import load_document, load_named, load_text
from wargrid.ruleset.base import Doubt, Movement, SideAbility
from wargrid.ruleset.units.combat import Removal
from wargrid.source.yaml_reader import read_text

SHELTER = (
    'units: => terrains: {plain: {letter: ".", name: P}, '
    "hill: {letter: h, name: H, defence: 2}}\nunits:"
)
HILLS = 'facing: 4} => facing: 4, terrain: ". h . .\\n' + ". . . .\\n" * 4 + '"}'
STUB = "victory:\n => plugins: {stub: {}}\nvictory:\n"


class Spending(Plugin):
    """Gives a side money in a hook, by the marker's name in its code."""

    @hookimpl
    def turn_begins(self, position: Position) -> None:
        return None


class Doubting(Plugin):
    """Doubts itself, in words that nobody wrote."""

    text: ClassVar[str] = "rules.move"
    found: ClassVar[Any] = [Doubt("stub.idle")]

    def doubts(self, ruleset: RulesetLike) -> Any:
        return self.found


class Marked(Movement):
    """Needs a mark that no marker of the game gives."""

    word = "marked"

    @property
    def conditional(self) -> bool:
        return True

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        move = ConditionalMove(cell, marks=(MarkNeeded("tent", cell),))
        return MovePattern(conditional=(move,))


class Drift(Movement):
    word = "drift"

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        raise ZeroDivisionError


class Ram(Removal):
    word = "ram"


class Storm(Removal):
    word = "storm"
    reads_defence = True


class Watching(Plugin):
    @hookimpl
    def after_attack(self) -> None:
        """Do nothing."""


def warnings(text: str) -> list[str]:
    return [each.name for each in load_document(read_text(text, "box.yaml"), "box").warnings()]


def test_a_word_that_fails_is_an_error_where_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is called once before the game."""
    text = with_plugins("stub: {}").replace("move: {ahead: 2}", "move: drift")
    with offering(monkeypatch, stub=answering(Kinds, [Drift])):
        found = diagnostics(text)
    assert {(each.line, each.name) for each in found} == {(16, "word_fails")}


def test_a_word_names_markers_that_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its patterns on every cell are asked once, after the names in the ruleset are checked."""
    text = with_plugins("stub: {}").replace("move: {ahead: 2}", "move: marked")
    with offering(monkeypatch, stub=answering(Kinds, [Marked])):
        found = diagnostics(text)
    assert {(each.line, each.name, each.values["name"]) for each in found} == {
        (16, "no_such_markers", "tent")
    }


def test_a_doubt_without_a_text_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the plugin, in place of the doubt."""
    with offering(monkeypatch, stub=Doubting):
        found = load_document(read_text(with_plugins("stub: {}"), "box.yaml"), "box").warnings()
    keys = [each.values["key"] for each in found if each.name == "missing_text"]
    assert "diagnostics.stub.idle.what" in keys


def test_an_answer_that_is_no_doubt_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the game, at the plugin."""
    wrong = type("Wrong", (Doubting,), {"found": ["idle"], "__module__": __name__,
                                        "__annotations__": {"found": "ClassVar[Any]"}})  # fmt: skip
    with offering(monkeypatch, stub=wrong):
        found = diagnostics(with_plugins("stub: {}"))
    assert [(each.line, each.name, each.values["hook"]) for each in found] == [
        (23, "plugin_fails", "doubts")
    ]


def test_plugins_that_count_rows_and_columns_need_squares() -> None:
    """An error on a board of hexes, at the shape."""
    text = "extends: xiangqi/standard\nnotation: plain\nboard: {shape: hex}\n"
    assert [(each.name, each.line, each.values["name"]) for each in diagnostics(text)] == [
        ("squares_needed", 3, "xiangqi.flying_general")
    ]


@pytest.mark.slow
def test_other_plugins_do_not_need_facing() -> None:
    """Games without those that do are played on a board without facing."""
    name = "lionheart/level2"
    plugins: dict[str, Any] = dict(load_named(name).plugins)
    removed = ", ".join(f"{word}: ~" for word, each in plugins.items() if each.needs_facing)
    text = f"extends: {name}\nboard: {{facing: ~}}\nplugins: {{{removed}}}\n"
    game = load_text(text, "flat.yaml")
    for seed in range(5):
        assert play_at_random(Match(game), 300, seed).plies


@pytest.mark.parametrize(
    ("plugin", "by", "found"),
    [
        (answering(Kinds, [Ram]), "ram", ["defence_unread"]),
        (answering(Kinds, [Storm]), "storm", []),
        (Watching, "removal", []),
    ],
)
def test_defence_may_be_read_by_words_and_hooks(
    monkeypatch: pytest.MonkeyPatch, plugin: type[Plugin], by: str, found: list[str]
) -> None:
    """A word declares it; hooks may read anything."""
    text = broken(SHELTER, HILLS, STUB, "by: {dice: {hits_on: hit}} => by: " + by)
    with offering(monkeypatch, stub=plugin):
        assert [name for name in warnings(text) if name == "defence_unread"] == found


DEAR = """
units: {man: {letter: M, name: Man, move: {step: all}, captures: by_moving}}
victory: [eliminate]
zones: {yard: a1 b1}
markers: {money: {per: side, start: 4}}
abilities: {build: {zone: yard, pays: money, prices: {man: 5}}%s}
plugins: {stub: {}}
"""


class Flag(SideAbility):
    """Brings no units, so that it has no prices."""

    word = "flag"

    def targets(self, ground: TerrainMap) -> list[tuple[int, str]]:
        return [(0, "")]

    def open_targets(self, position: Position) -> list[tuple[int, str]]:
        return [(0, "")]

    def events(self, position: Position, move: Move) -> list[Event]:
        return []


@pytest.mark.parametrize(
    ("plugin", "other", "found"),
    [
        (answering(Kinds, [Flag]), ", flag: {}", True),
        (Spending, "", False),
    ],
    ids=["words alone", "a hook that may pay"],
)
def test_a_price_is_too_high_unless_a_plugin_may_pay(
    monkeypatch: pytest.MonkeyPatch, plugin: type[Plugin], other: str, found: bool
) -> None:
    turn = "turn: {actions: 1, may: {move: 1, build: 1, flag: 1}, per_unit: {any: 1}}"
    turn = turn if other else turn.replace(", flag: 1", "")
    with offering(monkeypatch, stub=plugin):
        text = written(DEAR % other, setup="m .\n. .\nM .", turn=turn)
        warnings = load_document(read_text(text, "box.yaml"), "box").warnings()
    assert ("price_too_high" in [each.name for each in warnings]) == found
