"""What turns units is refused on a board where they do not look anywhere, before anybody plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxes import Kinds, broken, diagnostics, offering, told, with_plugins
from matches import play_at_random
from wargrid import Match, Plugin
from wargrid.loading import library
from wargrid.loading.loader import load_named, load_text
from wargrid.plugins.discovery import plugin_class
from wargrid.ruleset.victory import Slay
from wargrid.source.diagnostics import RulesetError
from wargrid.source.inherit import resolve

FLAT = "facing: 4} => facing: ~}"


class Spinning(Plugin):
    """Turns units about."""

    needs_facing = True


class Spun(Slay):
    """A word for those who turn units about."""

    word = "spun"
    needs_facing = True


class Catalog(Kinds):
    """Offers the word."""

    answer = [Spun]


def flat(text: str) -> str:
    """The same box on a board without facing."""
    return text.replace(*FLAT.split(" => "))


def test_a_plugin_that_turns_units_needs_a_board_with_facing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On any other it is a fault, a stranger's as any."""
    text = with_plugins("test.spin: {}")
    with offering(monkeypatch, test__spin=Spinning):
        assert load_text(text, "box.yaml").start()
        (diagnostic,) = diagnostics(flat(text))
    assert (told(diagnostic), diagnostic.values["name"]) == ("3:30 facing_needed", "test.spin")


def test_a_word_that_turns_units_needs_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its own name."""
    text = with_plugins("test.words: {}").replace("slay: chief", "spun: chief")
    with offering(monkeypatch, test__words=Catalog):
        (diagnostic,) = diagnostics(flat(text))
    assert (diagnostic.name, diagnostic.values["name"]) == ("facing_needed", "spun")


def test_a_box_without_such_rules_may_do_without() -> None:
    """Forward is then the way of the side."""
    assert load_text(broken(FLAT), "box.yaml").start()


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("extends: lionheart/level1\nboard: {facing: ~}\n", (2, 9)),
        ("extends: breakthrough/standard\nplugins:\n  lionheart.panic: {}\n", (3, 3)),
        (
            "extends: breakthrough/standard\nplugins:\n  lionheart.peasants: {types: [piece]}\n",
            (3, 3),
        ),
        ("extends: breakthrough/standard\nplugins:\n  lionheart.push: {types: [piece]}\n", (3, 3)),
    ],
)
def test_it_is_told_where_it_was_said_last(tmp_path: Path, said: str, at: tuple[int, int]) -> None:
    """LH-41, LH-45, LH-62: at the board that lost its facing, or at the plugin that came to a board
    without."""
    file = tmp_path / "mine.yaml"
    file.write_text(said, "utf-8")
    with pytest.raises(RulesetError) as refused:
        load_named(file)
    found = [
        diagnostic for diagnostic in refused.value.diagnostics if diagnostic.name == "facing_needed"
    ]
    assert [(diagnostic.line, diagnostic.column) for diagnostic in found] == [at]


FACED = [
    name
    for name in library.names()
    if resolve(library.find(name), library.find_parent).root.at(("board", "facing")) is not None
]


@pytest.mark.parametrize("name", FACED)
def test_what_says_nothing_of_it_turns_nothing(name: str) -> None:
    """Without those plugins that need facing, every game that has it is played on a board
    without."""
    gone = [
        f"{plugin}: ~"
        for plugin in load_named(name).ruleset.plugins
        if plugin_class(plugin).needs_facing
    ]
    game = load_text(
        f"extends: {name}\nboard: {{facing: ~}}\nplugins: {{{', '.join(gone)}}}\n", "flat.yaml"
    )
    for seed in range(5):
        assert play_at_random(Match(game), 300, seed).plies
