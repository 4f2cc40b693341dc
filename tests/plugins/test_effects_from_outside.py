"""Effects of plugins: words that they offer, and lists that they have as options and begin."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from boxes import broken, offering
from wargrid import Game, Plugin, RulesetError, hookimpl
from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.events import Begins, Event, Turned, begins
from wargrid.kinds import Doing, Done, Effect, Effects, Kind
from wargrid.loading.loader import load_text
from wargrid.match import read_move


class Spins(Effect):
    """The unit turns round."""

    word = "spins"
    short = "by"

    by: int = 2
    """So many quarters."""

    def happens(self, doing: Doing) -> Done:
        """Turn."""
        facing = doing.position.facing_of(doing.unit)
        return Done([Turned(doing.cell, (facing + self.by) % 4)])


class Whirl(Plugin):
    """After a move something happens to the unit, as an option says."""

    do: Effects
    """What happens."""

    @hookimpl
    def kinds(self) -> Sequence[type[Kind]]:
        """Offer an effect."""
        return [Spins]

    @hookimpl
    def after_move(self, position: Position, move: Move) -> Sequence[Event]:
        """Begin it."""
        unit = position.board[move.target]
        return [begins(position, self.do, position.side, subject=unit)]


def played(game: Game, *moves: str) -> Position:
    position = game.start()
    for text in moves:
        position, _ = game.play(position, read_move(game, position, text))
    return position


WHIRL = "victory:\n => plugins: {own.whirl: {do: %s}}\nvictory:\n"


def test_an_effect_of_a_plugin_is_done_in_a_list_of_its_options(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By hooks that return the event by which it begins."""
    with offering(monkeypatch, own__whirl=Whirl):
        game = load_text(broken(WHIRL % "[spins, {loses: 1}, {spins: 3}]"), "box.yaml")
        position = played(game, "b1-b2")
    unit = position.board[game.grid.cell("b2")]
    assert (position.facing_of(unit), position.men[unit], position.pending) == (1, 1, None)
    assert Begins.__doc__ is not None


def test_rules_of_the_game_have_the_words_of_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """As any other word."""
    after = "hits_on: hit}}}\n => hits_on: hit}}}\n    after: {move: {spins: 1}}\n"
    with offering(monkeypatch, own__whirl=Whirl):
        game = load_text(broken(WHIRL % "{loses: 1}", after), "box.yaml")
        position = played(game, "b1-b2")
    unit = position.board[game.grid.cell("b2")]
    assert (position.facing_of(unit), position.men[unit]) == (1, 1)


def test_a_wrong_option_of_a_plugins_effect_is_found_at_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the options of the plugin."""
    with offering(monkeypatch, own__whirl=Whirl), pytest.raises(RulesetError) as refused:
        load_text(broken(WHIRL % "{spins: {by: far}}"), "box.yaml")
    (found,) = refused.value.diagnostics
    assert (found.name, found.path) == (
        "not_integer", ("plugins", "own.whirl", "do", "spins", "by"),
    )  # fmt: skip


class Breaks(Spins):
    """An effect that fails."""

    word = "breaks"

    def happens(self, doing: Doing) -> Done:
        """Return what is no answer."""
        return 3  # type: ignore[return-value]


class Broken(Whirl):
    """A plugin whose effect fails."""

    @hookimpl
    def kinds(self) -> Sequence[type[Kind]]:
        """Offer it."""
        return [Breaks]


def test_an_effect_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """By plugin, family, word and method."""
    from wargrid.plugins.base import PluginError

    with offering(monkeypatch, own__whirl=Broken):
        game = load_text(broken(WHIRL % "breaks"), "box.yaml")
        with pytest.raises(PluginError) as failed:
            played(game, "b1-b2")
    assert failed.value.hook == "effect.breaks.happens"
