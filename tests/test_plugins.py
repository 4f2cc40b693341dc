"""Plugins answer few questions; one that fails is named with its hook and its line, and harms
nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from pydantic import BaseModel

from boxes import answered, answering, boxed, broken, diagnostics, offering, told, with_plugins
from wargrid import Game, Plugin, PluginError, Position, RulesetError, hookimpl
from wargrid.core.events import Announced, Attack, Eliminated, Event, Lost, Moved, Spent, Turned
from wargrid.core.moves import Roll
from wargrid.loading.loader import load_text
from wargrid.match.notation import read_move
from wargrid.match.position_text import digest, read_position, write_position
from wargrid.plugins import host as plugins
from wargrid.plugins.host import Plugins, installed, plugin_class
from wargrid.ruleset.base import FaceName, Movement, UnitName

FACE_TO_FACE = """\
. c g .
. . G .
. . . .
. . . .
. . C .
"""


class AfterRoll(Plugin):
    """Answers whatever it is told to answer."""

    answer: ClassVar[Any] = None

    @hookimpl
    def after_roll(self, attack: Attack) -> Any:
        """Answer, after a first roll."""
        return answered(self.answer) if attack.rolls == 1 else None


class AfterAttack(Plugin):
    """Answers whatever it is told to answer."""

    answer: ClassVar[Any] = None

    @hookimpl
    def after_attack(self) -> Any:
        """Answer."""
        return answered(self.answer)


def rolled(
    game: Game, text: str = FACE_TO_FACE, faces: str = "miss miss"
) -> tuple[Position, list[Event]]:
    """What becomes of an attack of the guard on c4."""
    position = read_position(game, text)
    position, _ = game.play(position, read_move(game, position, "c4xc5"))
    return game.play(position, read_move(game, position, faces))


@pytest.fixture
def lone(monkeypatch: pytest.MonkeyPatch) -> Callable[[type[Plugin]], Game]:
    """Make the game of the box with one plugin, called ``test.lone``."""

    def make(plugin: type[Plugin]) -> Game:
        with offering(monkeypatch, test__lone=plugin):
            return load_text(with_plugins("test.lone: {}"), "box.yaml")

    return make


BAD_ANSWERS = [
    (AfterRoll, ValueError("boom"), "ValueError: boom"),
    (AfterRoll, 0, "it answered 0, not a number of dice from 1 to 40"),
    (AfterRoll, -1, "it answered -1"),
    (AfterRoll, 41, "it answered 41"),
    (AfterRoll, 10**9, "it answered 1000000000"),
    (AfterRoll, True, "it answered True"),
    (AfterRoll, "1", "it answered '1'"),
    (AfterRoll, [1], "it answered [1]"),
    (AfterAttack, KeyError("boom"), "KeyError: 'boom'"),
    (AfterAttack, 5, "it answered 5, not a list of events"),
    (AfterAttack, "text", "it answered 'text'"),
    (AfterAttack, [5], "it answered [5]"),
    (AfterAttack, [None], "it answered [None]"),
    (AfterAttack, Spent(1), "it answered Spent(cost=1)"),
    (AfterAttack, {"a": Spent(1)}, "it answered {"),
    (AfterAttack, [Moved(0, 999, 0)], "IndexError"),
    (AfterAttack, [Moved(14, 18, 0)], "do not agree"),
    (AfterAttack, [Moved(0, 1, 0)], "do not agree"),
    (
        AfterAttack,
        [Moved(14, 13, 5)],
        "after its events Moved c4 b4 5 units and cells do not agree",
    ),
    (AfterAttack, [Moved(14, -1, 0)], "do not agree"),
    (AfterAttack, [Lost(14, 2)], "do not agree"),
    (AfterAttack, [Lost(14, 0), Turned(14, 4)], "after its events Lost c4, Turned c4 4 units"),
    (AfterAttack, [Event()], "NotImplementedError"),
]


@pytest.mark.parametrize(
    ("base", "answer", "said"), BAD_ANSWERS, ids=[f"{row[1]!r} {row[2]}" for row in BAD_ANSWERS]
)
def test_a_plugin_that_fails_is_named(
    lone: Any, base: type[Plugin], answer: Any, said: str
) -> None:
    """Plugin, hook, line of the ruleset and reason; the position is as it was, and the game goes
    on."""
    hook = "after_roll" if base is AfterRoll else "after_attack"
    game: Game = lone(answering(base, answer))
    position = read_position(game, FACE_TO_FACE)
    position, _ = game.play(position, read_move(game, position, "c4xc5"))
    before = (
        position.board[:],
        position.place[:],
        position.men[:],
        position.wounds[:],
        digest(position),
    )
    with pytest.raises(PluginError) as caught:
        game.play(position, read_move(game, position, "miss miss"))
    assert (caught.value.plugin, caught.value.hook, caught.value.where) == (
        "test.lone",
        hook,
        "box.yaml:23",
    )
    assert str(caught.value).startswith(f'box.yaml:23: the plugin "test.lone" failed in "{hook}": ')
    assert said in str(caught.value)
    assert caught.value.text("fr").startswith("box.yaml:23 : le greffon « test.lone »")
    assert (
        position.board,
        position.place,
        position.men,
        position.wounds,
        digest(position),
    ) == before
    assert len(game.moves(position)) == 3


def test_after_a_failure_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another roll is settled as if nothing had been."""

    class Moody(Plugin):
        @hookimpl
        def after_attack(self, roll: Roll) -> None:
            if roll.counts == (0, 2):
                raise ValueError("not today")

    with offering(monkeypatch, test__moody=Moody):
        game = load_text(with_plugins("test.moody: {}"), "box.yaml")
    with pytest.raises(PluginError, match="not today"):
        rolled(game)
    position, _ = rolled(game, faces="hit miss")
    assert game.to_act(position) == 0


def test_odds_over_a_failing_plugin_name_it(lone: Any) -> None:
    """The error is the same wherever the question was asked."""
    game: Game = lone(answering(AfterAttack, ValueError("boom")))
    position = read_position(game, FACE_TO_FACE)
    with pytest.raises(PluginError, match="boom"):
        game.odds(position, read_move(game, position, "c4xc5"))


def test_an_answer_too_long_to_read_is_cut(lone: Any) -> None:
    """A sentence stays a sentence."""
    with pytest.raises(PluginError) as caught:
        rolled(lone(answering(AfterAttack, ["x" * 5000])))
    assert len(str(caught.value)) < 400


def test_without_a_ruleset_line_the_ruleset_is_named() -> None:
    """Plugins may be bound to a game by hand."""
    plugins = Plugins({"mine": answering(AfterRoll, KeyError("x"))()})
    position = read_position(boxed(), FACE_TO_FACE)
    with pytest.raises(PluginError) as caught:
        plugins.after_roll(position, Attack(position.after([Announced(14, 18)])), Roll("d", (), ()))
    assert caught.value.text("en").startswith(
        'the ruleset: the plugin "mine" failed in "after_roll"'
    )
    assert caught.value.text("fr").startswith("le jeu de règles : le greffon « mine »")


# How answers combine


def test_the_first_answer_to_after_roll_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the ruleset; None is no answer."""
    silent, two, three = (answering(AfterRoll, answer) for answer in (None, 2, 3))
    with offering(monkeypatch, test__a=silent, test__b=two, test__c=three):
        game = load_text(with_plugins("test.a: {}", "test.c: ~", "test.b: {}"), "box.yaml")
    position, events = rolled(game)
    assert events[-1].facts() == {"dice": 3, "hits": 0}
    assert len(game.moves(position)) == 4


def test_each_plugin_sees_what_the_one_before_brought_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Events of one are applied before the next is asked."""

    class Second(Plugin):
        @hookimpl
        def after_attack(self, position: Position, attack: Attack) -> list[Event] | None:
            assert position.facing_of(attack.attacker) == 1
            return [Turned(14, 2)]

    with offering(
        monkeypatch, test__first=answering(AfterAttack, [Turned(14, 1)]), test__second=Second
    ):
        game = load_text(with_plugins("test.first: {}", "test.second: {}"), "box.yaml")
    position, events = rolled(game)
    assert events[-2:] == [Turned(14, 1), Turned(14, 2)]
    assert position.facing_of(position.board[14]) == 2


def test_a_unit_lost_to_a_plugin_may_decide_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Victory is asked, and nobody after that."""
    last = answering(AfterAttack, ValueError("nobody asks me"))
    with offering(
        monkeypatch, test__first=answering(AfterAttack, [Eliminated(2)]), test__last=last
    ):
        game = load_text(with_plugins("test.first: {}", "test.last: {}"), "box.yaml")
    position, _ = rolled(game)
    assert game.result(position) == (1, "slay")


def test_silent_plugins_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """None and an empty list are no events."""
    with offering(
        monkeypatch, test__a=answering(AfterAttack, None), test__b=answering(AfterAttack, ())
    ):
        game = load_text(with_plugins("test.a: {}", "test.b: {}"), "box.yaml")
    assert write_position(rolled(game)[0]) == write_position(rolled(boxed())[0])


# Plugins that cannot be used


class Misspelt(Plugin):
    """A hook that nobody asks."""

    @hookimpl
    def after_atack(self) -> None:
        """Never called."""


class Curious(Plugin):
    """A hook that asks for more than there is."""

    @hookimpl
    def after_roll(self, weather: str) -> None:
        """Never called."""


UNFIT = [
    (Misspelt, "unknown_hook", "after_atack"),
    (Curious, "hook_misfit", "weather"),
    (ImportError("no module named x"), "broken_plugin", "ImportError: no module named x"),
    (KeyError("HOME"), "broken_plugin", "KeyError: 'HOME'"),
    (SyntaxError("invalid syntax"), "broken_plugin", "SyntaxError"),
    (object(), "broken_plugin", "is no wargrid.Plugin"),
    (dict, "broken_plugin", "is no wargrid.Plugin"),
    (Movement, "broken_plugin", "is no wargrid.Plugin"),
]


@pytest.mark.parametrize(
    ("offer", "name", "said"), UNFIT, ids=[f"{row[1]} {row[2]}" for row in UNFIT]
)
def test_a_plugin_that_cannot_be_used_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, offer: object, name: str, said: str
) -> None:
    """At its line, next to the ruleset's other faults."""
    with offering(monkeypatch, test__unfit=offer):
        found = diagnostics(with_plugins("test.unfit: {}").replace("men: 2", "men: 0"))
    assert [told(diagnostic) for diagnostic in found] == ["15:10 too_small", f"23:3 {name}"]
    assert said in found[1].what()
    assert found[1].cure("fr")


def test_a_plugin_without_its_game_is_answered_with_its_whole_name() -> None:
    """However unlike the two are in length."""
    (found,) = diagnostics(with_plugins("panic: {}"))
    assert found.cure() == 'Did you mean "lionheart.panic"?'


def test_a_plugin_that_is_not_installed_is_a_fault_with_the_near_name() -> None:
    """Words that it may have brought are not called unknown."""
    found = diagnostics(
        with_plugins("lionheart.panik: {}", "other.thing: {}").replace(
            "at: front", "at: {volley: {}}"
        )
    )
    assert [told(diagnostic) for diagnostic in found] == [
        "23:3 unknown_plugin",
        "24:3 unknown_plugin",
    ]
    assert found[0].cure() == 'Did you mean "lionheart.panic"?'
    assert found[1].cure().startswith("Install the package that does, or use one of ")
    assert "lionheart.panic" in found[1].cure()


def test_shipped_plugins_are_offered_like_any_others() -> None:
    """By entry points, and each is a plugin."""
    assert {"lionheart.panic", "lionheart.second_roll", "lionheart.volley"} <= set(installed())
    assert all(issubclass(plugin_class(name), Plugin) for name in installed())


def test_a_class_that_nobody_offers_is_a_key_error() -> None:
    """Who asks for it must know its name."""
    with pytest.raises(KeyError):
        plugin_class("nobody.offers_this")


# Options of plugins


class Optional(Plugin):
    """A plugin with options."""

    units: list[UnitName] = []
    face: FaceName = "hit"
    often: int = 1


OPTIONS = [
    ("{often: two}", "23:25 not_integer", "Write a whole number"),
    ("{oftn: 2}", "23:18 unknown_key", 'Did you mean "often"?'),
    ("{units: [guard, cheif]}", "23:33 no_such_units", 'Did you mean "chief"?'),
    ("{face: hot}", "23:24 no_such_faces", 'Did you mean "hit"?'),
    ("3", "23:17 not_map", "Write key: value"),
    ("[a]", "23:3 not_map", "Write key: value"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "where", "cure"), OPTIONS)
def test_options_of_plugins_are_checked_like_everything(
    monkeypatch: pytest.MonkeyPatch, options: str, where: str, cure: str
) -> None:
    """With place, near names and sentences."""
    with offering(monkeypatch, test__options=Optional):
        (found,) = diagnostics(with_plugins(f"test.options: {options}"))
    assert (told(found), cure in found.sentence()) == (where, True), found.text()


class Squad(BaseModel):
    """Who marches together."""

    leader: UnitName


class Marching(Plugin):
    """A plugin whose options are lists and tuples of what may hold names, or may not."""

    squads: list[Squad]
    drums: tuple[int, str] = (2, "loud")


def test_names_in_lists_of_models_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """At their item; what else a list holds has no names."""
    with offering(monkeypatch, test__marching=Marching):
        (found,) = diagnostics(
            with_plugins("test.marching: {squads: [{leader: chief}, {leader: cheif}]}")
        )
    assert (told(found), 'Did you mean "chief"?' in found.sentence()) == (
        "23:54 no_such_units",
        True,
    ), found.text()


def test_a_default_that_names_nothing_points_at_the_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no option to point at."""
    text = (
        with_plugins("test.options: {}")
        .replace("[hit, miss]", "[yea, nay]")
        .replace("hits_on: hit", "hits_on: yea")
    )
    with offering(monkeypatch, test__options=Optional):
        (found,) = diagnostics(text)
    assert told(found) == "23:3 no_such_faces"


def test_a_ruleset_option_may_set_an_option_of_a_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Written or not; one that the plugin lacks leads nowhere."""
    text = with_plugins("test.options: {}").replace(
        "units.guard.move.ahead", "plugins.test.options.often"
    )
    with offering(monkeypatch, test__options=Optional):
        game = load_text(text, "box.yaml", settings={"reach": 7})
        nowhere = [
            diagnostic
            for wrong in ("options.oftn", "optoins.often")
            for diagnostic in diagnostics(text.replace("options.often", wrong))
        ]
    assert game.plugins.listed["test.options"].model_dump()["often"] == 7
    meant = ("option_nowhere", "plugins.test.options.often")
    assert [(diagnostic.name, diagnostic.values["near"]) for diagnostic in nowhere] == [
        meant,
        meant,
    ]


def test_plugins_are_frozen() -> None:
    """A plugin remembers nothing between questions."""
    plugin = Optional()
    with pytest.raises(ValueError, match="frozen"):
        plugin.often = 3


def test_plugins_must_be_a_map() -> None:
    """A list of names is a fault of its own."""
    with pytest.raises(RulesetError):
        load_text(broken("victory:\n => plugins: [lionheart.panic]\nvictory:\n"), "box.yaml")


def point(name: str, value: str, package: str) -> SimpleNamespace:
    """An entry point of an installed package."""
    found = EntryPoint(name, value, "wargrid")
    return SimpleNamespace(
        name=name, value=value, load=found.load, module=value, dist=SimpleNamespace(name=package)
    )


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Let only these entry points be installed."""
    forgetful = (installed, plugins.rivals, plugins.own_modules)

    def install(*points: SimpleNamespace) -> None:
        monkeypatch.setattr(plugins, "entry_points", lambda group: points)
        for each in forgetful:
            each.cache_clear()

    yield install
    monkeypatch.undo()
    for each in forgetful:
        each.cache_clear()


def test_of_two_packages_that_offer_one_name_neither_is_chosen(
    packages: Callable[..., None],
) -> None:
    """Neither a shipped one is shadowed nor is one picked silently: both packages are named."""
    packages(point("test.lone", "a:A", "wargrid"), point("test.lone", "b:B", "rogue"))
    (diagnostic,) = diagnostics(with_plugins("test.lone: {}"))
    assert told(diagnostic) == "23:3 plugin_twice"
    assert diagnostic.what() == 'Two packages offer a plugin "test.lone": "rogue" and "wargrid".'
    assert "« rogue » et « wargrid »" in diagnostic.what("fr")


def test_a_package_may_be_found_twice(packages: Callable[..., None]) -> None:
    """As one that is installed and also lies in the working folder."""
    packages(*[point("test.lone", "wargrid_xiangqi.facing:NoFacing", "one")] * 2)
    assert plugins.rivals("test.lone") == ("one",)


@pytest.mark.parametrize("value", ["!!:??", ""])
def test_an_entry_point_that_names_no_class_is_shown(
    value: str, packages: Callable[..., None]
) -> None:
    """As it stands in the package, with what should stand there."""
    packages(point("test.lone", value, "one"))
    (diagnostic,) = diagnostics(with_plugins("test.lone: {}"))
    assert told(diagnostic) == "23:3 broken_plugin"
    assert f'its entry point is "{value}", and should be "module:Class".' in diagnostic.what()
