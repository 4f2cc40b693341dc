"""Whatever a stranger's plugin does, at whichever hook: it is named, nothing has changed, and the game goes on (R10).

The hooks are those of ``hookspecs``, the words' methods those of their families: one that is new to either has no way
to be reached here, and fails.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import pytest
from pydantic import field_validator

from boxes import offering, with_plugins
from support import loaded
from wargrid import Game, Match, Plugin, PluginError, Position, RulesetError, hookimpl, hookspecs, plugins
from wargrid.attack import Attack
from wargrid.events import Eliminated, Event, Moved
from wargrid.kinds.base import FAMILIES, Kind, Movement, Resolution, Sheet, Standpoint, Told, Victory
from wargrid.moves import Roll
from wargrid.notation import read_move, read_position
from wargrid.players.random import play_randomly, random_numbers
from wargrid.position import Result
from wargrid.record import BY_HAND, RecordError, header_for, save
from wargrid.record import load as load_record
from wargrid.refusals import Refusal
from wargrid.ruleset.loader import load_text
from wargrid.strangers import METHODS, contained
from wargrid.table import Table

Deed = Callable[..., Any]

HOOKS = sorted(name for name, held in vars(hookspecs).items() if hasattr(held, "wargrid_spec"))
"""Every hook there is."""


def asked_of(hook: str) -> list[str]:
    """The names of a hook's arguments."""
    return list(inspect.signature(getattr(hookspecs, hook)).parameters)


BEFORE_THE_GAME = ("kinds", "turncoats")
"""The hooks that are asked once, while a ruleset is made ready."""

FACE_TO_FACE = """\
. c g .
. . G .
. . . .
. . . .
. . C .
"""


class Moody(Plugin):
    """Answers as its hook should until it is told what to do instead."""

    deed: ClassVar[Deed | None] = None
    calm: ClassVar[Any] = None


@contextmanager
def misbehaving(deed: Deed) -> Iterator[None]:
    """For a while, the plugin does this whenever it is asked."""
    Moody.deed = staticmethod(deed)  # type: ignore[assignment]
    try:
        yield
    finally:
        Moody.deed = None


def moody(hook: str, calm: Any, base: type[Plugin] = Moody) -> type[Plugin]:
    """A plugin that answers one hook, asked for all its arguments."""
    asked = asked_of(hook)

    def answered(**question: Any) -> Any:
        return calm if Moody.deed is None else Moody.deed(**question)

    handed = ", ".join(f"{name}={name}" for name in asked)
    method = eval(f"lambda {', '.join(('self', *asked))}: answered({handed})", {"answered": answered})
    return type("Lone", (base,), {hook: hookimpl(method), "__module__": __name__})


class Suspicious(Moody):
    """Wants to be asked about every cell."""

    @hookimpl
    def suspects(self, position: Position) -> range:
        """All of them."""
        return range(position.roster.grid.cells)


class Forbidding(Moody):
    """Would forbid moves, which makes its suspects matter."""

    @hookimpl
    def forbid_move(self) -> None:
        """Forbid nothing."""


class Stepping(Moody):
    """Asks whether a step may be made, for every way to move."""

    @hookimpl
    def reshape(self, where: Standpoint) -> None:
        """Ask, and change nothing."""
        where.may_step(where.cell, where.cell)


@dataclass(frozen=True)
class Way:
    """How a hook is reached: what is changed in the box, what the plugin is, and the question that leads to it.

    ``move`` is made on the table after ``first``; without one, ``ask`` says what to ask of the game.
    """

    base: type[Plugin] = Moody
    calm: Any = None
    old: str = ""
    new: str = ""
    first: tuple[str, ...] = ()
    move: str = ""
    ask: Callable[[Game, Position], object] = lambda game, position: game.moves(position.copy())


def _sheets(game: Game, position: Position) -> object:
    return game.tables.sheets(game.ruleset.units["guard"], 0, 5, 0)


BY_DICE = "by: {dice: {hits_on: hit}}"
WAYS = {
    "kinds": Way(calm=()),
    "turncoats": Way(calm=()),
    "reshape": Way(ask=_sheets),
    "may_step": Way(base=Stepping, ask=_sheets),
    "walls_drawn": Way(ask=lambda game, position: game.start()),
    "suspects": Way(base=Forbidding, calm=(), move="c4>E"),
    "forbid_move": Way(base=Suspicious, move="c4>E"),
    "after_move": Way(base=Suspicious, calm=(), move="c1-c2"),
    "after_roll": Way(first=("c4xc5",), move="hit miss"),
    "after_attack": Way(first=("c4xc5",), move="hit miss"),
    "instead_of_roll": Way(move="c4xc5"),
    "instead_of_loss": Way(old=BY_DICE, new="by: removal", move="c4xc5"),
}
"""By hook, how it is reached in the game of the box."""


@cache
def game_with(hook: str) -> Game:
    """The game of the box with a moody plugin, in line 23, that answers the hook."""
    way = WAYS[hook]
    with pytest.MonkeyPatch.context() as patch, offering(patch, test__lone=moody(hook, way.calm, way.base)):
        return load_text(with_plugins("test.lone: {}").replace(way.old or BY_DICE, way.new or BY_DICE), "box.yaml")


def everything(position: Position) -> tuple[object, ...]:
    """All that a position holds, copied."""
    lists = (position.board[:], position.place[:], position.men[:], position.wounds[:])
    said = (position.side, position.budget, position.used, position.turn, position.pending, position.result)
    return (*lists, *said, position.past, position.roster)


# What a plugin may do wrong


def raises(**_: Any) -> None:
    raise ValueError("boom")


def leaves(**_: Any) -> None:
    raise SystemExit(3)


def answers_anything(**_: Any) -> object:
    return object()


def answers_a_number(**_: Any) -> object:
    return 10**9


def answers_a_text(**_: Any) -> object:
    return "text"


def answers_one_by_one(**_: Any) -> object:
    return (number / 0 for number in range(3))


def recurses(**question: Any) -> object:
    return recurses(**question)


DEEDS = {
    raises: ("ValueError: boom", "ValueError: boom"),
    leaves: ("SystemExit: 3", "SystemExit: 3"),
    answers_anything: ("it answered <object object", "il a répondu <object object"),
    answers_a_number: ("it answered 1000000000, not", "il a répondu 1000000000 au lieu"),
    answers_a_text: ("it answered 'text', not", "il a répondu 'text' au lieu"),
    answers_one_by_one: ("it answered <generator", "il a répondu <generator"),
    recurses: ("without an end", "sans fin"),
}
"""What any hook may do, and how that is told in English and in French."""

WRITES: dict[str, Callable[[Position], object]] = {
    "board": lambda position: position.board.__setitem__(0, 1),
    "place": lambda position: position.place.__setitem__(1, 0),
    "men": lambda position: position.men.__setitem__(1, 9),
    "wounds": lambda position: position.wounds.__setitem__(1, 1),
    "append": lambda position: position.board.append(0),
    "extend": lambda position: position.men.__iadd__([1]),
    "clear": lambda position: position.place.clear(),
    "sort": lambda position: position.board.sort(),
    "delete": lambda position: position.wounds.__delitem__(0),
    "slice": lambda position: position.board.__setitem__(slice(None), []),
    **{
        f"own {slot}": lambda position, slot=slot: setattr(position, slot, None)  # type: ignore[misc]
        for slot in Position.__slots__
        if slot != "listed"
    },
}
"""Ways to write into a position."""


def failing(hook: str, ask: Callable[[], object]) -> PluginError:
    """Ask, and answer the failure, which names plugin, hook and line in both languages."""
    with pytest.raises(PluginError) as caught:
        ask()
    error = caught.value
    assert (error.plugin, error.hook, error.where) == ("test.lone", hook, "box.yaml:23")
    assert error.text("en").startswith(f'box.yaml:23: the plugin "test.lone" failed in "{hook}": ')
    assert error.text("fr").startswith(f"box.yaml:23 : le greffon « test.lone » a échoué dans « {hook} » : ")
    return error


def reached(hook: str) -> tuple[Position, Callable[[], object]]:
    """A position, and what is asked about it so that the hook is."""
    game, way = game_with(hook), WAYS[hook]
    position = read_position(game, FACE_TO_FACE)
    for text in way.first:
        position, _ = game.play(position, read_move(game, position, text))
    if way.move and hook not in ("suspects", "forbid_move"):
        move = read_move(game, position, way.move)
        game.moves(position)
        return position, lambda: game.play(position, move)
    return position, lambda: way.ask(game, position)


def test_every_hook_has_a_way_to_be_reached() -> None:
    """A new one needs a line in the table above."""
    assert sorted(WAYS) == HOOKS


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
@pytest.mark.parametrize("hook", [hook for hook in HOOKS if hook not in BEFORE_THE_GAME])
def test_a_hook_that_fails_is_named_and_harms_nothing(hook: str, deed: Deed) -> None:
    """The position stays as it was, and once the plugin has come to its senses the same question is answered."""
    position, ask = reached(hook)
    before, calm = everything(position), ask()
    with misbehaving(deed):
        error = failing(hook, ask)
    english, french = DEEDS[deed]
    assert english in error.text("en")
    assert french in error.text("fr")
    assert everything(position) == before
    assert ask() == calm


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
@pytest.mark.parametrize("hook", BEFORE_THE_GAME)
def test_a_hook_that_fails_before_the_game_is_a_fault_of_its_line(
    monkeypatch: pytest.MonkeyPatch, hook: str, deed: Deed
) -> None:
    """Located, in both languages; another time the ruleset loads."""
    with offering(monkeypatch, test__lone=moody(hook, ())):
        with misbehaving(deed), pytest.raises(RulesetError) as caught:
            load_text(with_plugins("test.lone: {}"), "box.yaml")
        load_text(with_plugins("test.lone: {}"), "box.yaml")
    (fault,) = caught.value.faults
    assert (fault.file, fault.line, fault.column) == ("box.yaml", 23, 3)
    assert all(part in fault.what() for part in ("test.lone", hook if hook == "turncoats" else "words it offers"))
    assert fault.what("fr") != fault.what("en")


@pytest.mark.parametrize("hook", [hook for hook in HOOKS if "position" in asked_of(hook)])
def test_no_hook_can_write_into_a_position(hook: str) -> None:
    """Neither into its lists nor into its attributes; to try is a failure."""
    position, ask = reached(hook)
    before, calm = everything(position), ask()
    for way, write in WRITES.items():
        with misbehaving(lambda position, write=write, **_: write(position)):
            error = failing(hook, ask)
        assert "tried to change the position" in error.text(), way
        assert everything(position) == before, way
    assert ask() == calm


def test_what_all_positions_of_a_game_share_is_not_written_either() -> None:
    """The roster has each of its attributes for good."""
    position, ask = reached("after_attack")
    owners, calm = position.roster.owners, ask()
    with misbehaving(lambda position, **_: setattr(position.roster, "owners", ())):
        assert "tried to change the position" in failing("after_attack", ask).text()
    assert position.roster.owners is owners
    assert ask() == calm


def test_nor_is_the_ground_under_its_units() -> None:
    """Zones and costs belong to the ruleset."""
    _, ask = reached("reshape")
    with misbehaving(lambda where, sheets: where.ground.zones.__setitem__("camp", frozenset())):
        failing("reshape", ask)


def test_who_hides_the_attempt_changes_nothing_either() -> None:
    """What a plugin sees is a copy, whatever it does to it."""

    def writes(position: Position, **_: Any) -> None:
        list.__setitem__(position.board, 0, 1)
        object.__setattr__(position, "budget", 9)

    position, ask = reached("after_attack")
    before, calm = everything(position), ask()
    with misbehaving(writes):
        assert ask() == calm
    assert everything(position) == before


def test_a_plugin_may_read_copy_and_think_ahead() -> None:
    """Slices are its own, and so are the positions that follow."""

    def thinks(position: Position, attack: Attack, roll: Roll) -> None:
        board = position.board[:]
        board[0] = 7
        ahead = position.after([Eliminated(attack.source)])
        ahead.budget = 0
        assert position.roster.game.moves(position.after([])) is not None
        assert position.board[attack.source], "the one seen stays as it was"
        assert hash(position) == hash(position.copy())

    _, ask = reached("after_attack")
    calm = ask()
    with misbehaving(thinks):
        assert ask() == calm


LENT: dict[str, tuple[str, Callable[..., object]]] = {
    "attack": ("after_roll", lambda attack, **_: setattr(attack, "hits", 99)),
    "roll": ("after_attack", lambda roll, **_: setattr(roll, "faces", ())),
    "move": ("forbid_move", lambda move, **_: setattr(move, "target", 0)),
    "event of a move": ("forbid_move", lambda move, **_: setattr(move.events[0], "cost", 0)),
}


@pytest.mark.parametrize("what", LENT)
def test_what_a_plugin_is_lent_is_put_back(what: str) -> None:
    """Moves are shared by the whole game, attacks by all plugins."""
    hook, deed = LENT[what]
    _, ask = reached(hook)
    calm = ask()
    with misbehaving(deed):
        error = failing(hook, ask)
    assert "tried to change" in error.text()
    assert ask() == calm


def test_a_plugin_that_asks_the_game_what_the_game_asks_it_comes_to_an_end() -> None:
    """Recursion may lead through the engine; the innermost failure is told, once."""
    _, ask = reached("suspects")
    with misbehaving(lambda position: position.roster.game.moves(position.copy())):
        error = failing("suspects", ask)
    assert error.text().count("test.lone") == 1
    assert "without an end" in error.text()


def test_ctrl_c_gets_through() -> None:
    """It is the player's, not the plugin's."""

    def interrupted(**_: Any) -> None:
        raise KeyboardInterrupt

    _, ask = reached("after_attack")
    with misbehaving(interrupted), pytest.raises(KeyboardInterrupt):
        ask()


# Answers of the right type that would end in a wrong place


class Own(Event):
    """An event of a stranger's own, which writes where it must not."""

    __slots__ = ()
    name = "own"

    def apply(self, position: Position) -> None:
        """Write into a list that other positions share."""
        position.board[0] = 1


class Endless(Event):
    """An event that nobody can tell."""

    __slots__ = ()
    name = "endless"

    def apply(self, position: Position) -> None:
        """Change nothing."""

    def facts(self) -> dict[str, object]:
        """No facts at all."""
        return 5  # type: ignore[return-value]


def _events() -> dict[str, tuple[list[Event], str]]:
    from wargrid.events import Announced, Choosing, Ended, Readied, Spent, TurnBegan, Waiting, Wounded
    from wargrid.position import Pending

    torn = "do not agree"
    return {
        "a side that is not": ([Readied(2)], torn),
        "the turn of a side that is not": ([TurnBegan(5, 2)], torn),
        "more actions than a turn has": ([Spent(-9)], torn),
        "half an action": ([Spent(0.5)], torn),  # type: ignore[arg-type]
        "a winner who is not": ([Ended(7, "slay")], torn),
        "a reason that is no text": ([Ended(0, 5)], torn),  # type: ignore[arg-type]
        "something nobody answers": ([Waiting(Pending("tea"))], torn),
        "another attack": ([Announced(14, 18)], torn),
        "a choice off the board": ([Choosing(14, (14, 99))], torn),
        "a choice of taken cells": ([Choosing(14, (14, 18))], torn),
        "wounds below nothing": ([Wounded(14, -1)], torn),
        "a write into a shared list": ([Own()], "tried to change the position"),
        "an event without facts": ([Endless()], "not a list of events"),
    }


@pytest.mark.parametrize("what", _events())
def test_no_event_may_leave_a_game_that_cannot_go_on(what: str) -> None:
    """Events happen on a copy first."""
    events, said = _events()[what]
    position, ask = reached("after_attack")
    before, calm = everything(position), ask()
    with misbehaving(lambda **_: events):
        assert said in failing("after_attack", ask).text()
    assert everything(position) == before
    assert ask() == calm


ODD_ANSWERS = [
    ("suspects", [99], "not a list of cells"),
    ("suspects", [-1], "not a list of cells"),
    ("suspects", {"a": 1}, "not a list of cells"),
    ("walls_drawn", [[]], "not a list of lists of free cells"),
    ("walls_drawn", [[0, 99]], "not a list of lists of free cells"),
    ("walls_drawn", [[1]], "not a list of lists of free cells"),
    ("walls_drawn", [[0.0]], "not a list of lists of free cells"),
    ("reshape", [Sheet(rays=((99,),))], "not a list of Sheets"),
    ("reshape", [Sheet(spots=((99, 0),))], "not a list of Sheets"),
    ("reshape", [Sheet(takes="perhaps")], "not a list of Sheets"),
    ("reshape", Sheet(), "not a list of Sheets"),
    ("may_step", 1, "not True or False"),
    ("forbid_move", True, "not a Refusal"),
    ("forbid_move", Refusal(5), "not a Refusal"),  # type: ignore[arg-type]
    ("forbid_move", Refusal("x", 5), "not a Refusal"),  # type: ignore[arg-type]
    ("instead_of_loss", [Moved(14, 13, 0)], "c5 is still not free"),
]


@pytest.mark.parametrize(
    ("hook", "answer", "said"), ODD_ANSWERS, ids=[f"{row[0]} {n}" for n, row in enumerate(ODD_ANSWERS)]
)
def test_an_answer_that_leads_nowhere_is_refused(hook: str, answer: object, said: str) -> None:
    """At the hook, before anything is done with it."""
    _, ask = reached(hook)
    with misbehaving(lambda **_: answer):
        assert said in failing(hook, ask).text()


def test_rolling_again_comes_to_an_end() -> None:
    """A plugin that lets every roll be rolled again is stopped, by play and by the odds."""
    game = game_with("after_roll")
    position = read_position(game, FACE_TO_FACE)
    with misbehaving(lambda **_: 1):
        error = failing("after_roll", lambda: game.odds(position, read_move(game, position, "c4xc5")))
    assert "rolled more than 20 times" in error.text()


def test_a_refusal_that_has_no_text_is_shown_by_its_name() -> None:
    """Nobody is left without an answer."""
    game = game_with("forbid_move")
    position = read_position(game, FACE_TO_FACE)
    with misbehaving(lambda **_: Refusal("test.nobody_wrote_this", {"cell": "c4"})):
        refusal = game.why_not(position, read_move(game, position, "c4>E"))
        table = Table(Match(game, start=position))
        table.type("c4>E")
        assert table.view().message
    assert refusal is not None
    assert refusal.text() == "refusals.test.nobody_wrote_this"


# The match and the table


@pytest.mark.parametrize("hook", [hook for hook in HOOKS if WAYS[hook].move])
def test_the_table_tells_the_failure_and_the_match_goes_on(hook: str) -> None:
    """A move that a plugin cannot follow is not made, nor one after which nobody could say what is legal."""
    game, way = game_with(hook), WAYS[hook]
    match = Match(game, by_hand=True, start=read_position(game, FACE_TO_FACE))
    table = Table(match, "fr")
    for text in way.first:
        attempt(table, text)
    before, plies = everything(match.position), list(match.plies)
    table.view()
    with misbehaving(raises):
        attempt(table, way.move)
        assert table.view().message.startswith(f"box.yaml:23 : le greffon « test.lone » a échoué dans « {hook} »")
        assert (everything(match.position), match.plies) == (before, plies)
        table.press("threats")
        table.hover(14)
        assert table.view().units
        assert table.hint()
    attempt(table, way.move)
    assert len(match.plies) == len(plies) + 1


def attempt(table: Table, text: str) -> None:
    """Type a move or a roll, and confirm it if that is asked for."""
    table.type(text)
    prompt = table.view().prompt
    if prompt is not None and prompt.kind == "attack":
        table.press("confirm")


def test_a_position_that_cannot_be_told_is_shown_as_it_was_and_says_why() -> None:
    """Even where the moves of the position on the table cannot be listed any more."""
    match = Match(game_with("suspects"), by_hand=True, start=read_position(game_with("suspects"), FACE_TO_FACE))
    table = Table(match, "en")
    before = table.view()
    match.position.listed = None
    with misbehaving(raises):
        table.click(14)
        view = table.view()
    assert 'the plugin "test.lone" failed in "suspects"' in view.message
    assert view.units == before.units


def test_the_rule_book_tells_the_failure_where_the_rule_would_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other rules are told as ever."""

    class Mute(Moody):
        text = "rules.move.ahead"

        def facts(self, words: Any, ruleset: Any) -> dict[str, object]:
            """No facts."""
            raise ValueError("boom")

    with offering(monkeypatch, test__lone=Mute):
        game = load_text(with_plugins("test.lone: {}"), "box.yaml")
    told = [line for section in Table(Match(game), "fr").rules() for line in section.paragraphs]
    assert "box.yaml:23 : le greffon « test.lone » a échoué dans « facts » : ValueError: boom" in told
    assert len(told) > 5


@pytest.mark.parametrize(("hook", "line"), [("after_move", "c1-c2"), ("walls_drawn", "name: Duel")])
def test_a_record_tells_the_failure_in_the_reader_s_language(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, hook: str, line: str
) -> None:
    """At the line that could not be played again, or at the rules that could not begin; another time it is read."""
    with offering(monkeypatch, test__lone=moody(hook, WAYS[hook].calm)):
        match = Match(load_text(with_plugins("test.lone: {}"), "box.yaml"), by_hand=True)
        match.play(read_move(match.game, match.position, "c1-c2"))
        save(tmp_path / "one.wargrid", match, header_for(match.game, dice=BY_HAND))
        with misbehaving(raises), pytest.raises(RecordError) as caught:
            load_record(tmp_path / "one.wargrid")
        assert load_record(tmp_path / "one.wargrid").match.plies
    lines = (tmp_path / "one.wargrid").read_text("utf-8").splitlines()
    assert line in lines[caught.value.line - 1]
    assert f"le greffon « test.lone » a échoué dans « {hook} » : ValueError: boom" in caught.value.text("fr")
    assert f'the plugin "test.lone" failed in "{hook}": ValueError: boom' in caught.value.text("en")


# Words of strangers


ASKED = sorted(
    {
        name
        for base in (Told, Kind, *FAMILIES)
        for name, held in vars(base).items()
        if not name.startswith("_") and (inspect.isfunction(held) or isinstance(held, property))
    }
)
"""Every method of a word that a game may ask."""


def test_every_method_of_a_word_has_its_answer() -> None:
    """A new one needs a line among ``METHODS``."""
    assert sorted(METHODS) == ASKED


def word_with(method: str, deed: Deed) -> Told:
    """A stranger's word that does this when it is asked for the method."""
    family = next(base for base in (*FAMILIES, Kind) if any(method in vars(over) for over in base.__mro__))
    found: Any = property(lambda self: deed()) if method == "royal" else lambda self, *question: deed()
    base = family if family is not Kind else Victory
    own = {method: found, "word": "odd", "asked": "loss", "__module__": __name__}
    own["__annotations__"] = {"asked": "ClassVar[str]", "word": "ClassVar[str]"}
    return contained(type("Odd", (base,), own), "test.lone", "box.yaml:23")()  # type: ignore[no-any-return]


@pytest.mark.parametrize("deed", [raises, leaves, answers_anything, recurses], ids=lambda deed: deed.__name__)
@pytest.mark.parametrize("method", ASKED)
def test_a_word_that_fails_names_its_plugin(method: str, deed: Deed) -> None:
    """As a hook does: by family, word and method."""
    word = word_with(method, deed)
    game = loaded("lionheart/level1")
    question: list[object] = {"sheet": [game.grounds[0], 0, 0], "bounds": [game.grounds[0]]}.get(method, [])
    if method == "neighbours":
        question = [game.grounds[0], 0]
    if method in ("decide", "casualties"):
        question = [game.start(), None, 0][: 1 if method == "decide" else 3]
    ask = (lambda: getattr(word, method)) if method == "royal" else (lambda: getattr(word, method)(*question))
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


class Words(Plugin):
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


@pytest.mark.parametrize(("hook", "deed"), IN_PLAY, ids=[f"{row[0]} {n}" for n, row in enumerate(IN_PLAY)])
def test_a_word_that_fails_in_play_harms_nothing(monkeypatch: pytest.MonkeyPatch, hook: str, deed: Deed) -> None:
    """The roll is not made, and may be made again."""
    text = (
        with_plugins("test.lone: {}")
        .replace("dice: {hits_on: hit}", "lightning: {}")
        .replace("slay: chief", "calm: {}")
    )
    with offering(monkeypatch, test__lone=Words):
        game = load_text(text, "box.yaml")
    position = read_position(game, FACE_TO_FACE)
    position, _ = game.play(position, read_move(game, position, "c4xc5"))
    roll, before = read_move(game, position, "hit"), everything(position)

    def only(**question: Any) -> Any:
        asked = "hits" if not question else "decide" if position_of(question).pending is None else "casualties"
        return deed(**question) if hook.endswith(asked) else {"hits": 1, "casualties": [Eliminated(18)]}.get(asked)

    with misbehaving(only):
        failing(hook, lambda: game.play(position, roll))
    assert everything(position) == before
    assert game.play(position, roll)[0].board[18] == 0


def position_of(question: dict[str, Any]) -> Position:
    """The position among the arguments."""
    found: Position = question["position"]
    return found


@pytest.mark.parametrize("method", ["dice", "hits", "may_hit", "die_of"])
def test_a_word_that_fails_while_a_ruleset_is_read_is_a_fault(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
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
    assert {fault.name for fault in caught.value.faults} <= {"word_fails", "plugin_fails"}
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
        (Choice, with_plugins("test.lone: {}").replace("ahead: 2", "choosy: {far: 2}"), (16, "KeyError: 'far'")),
    ],
)
def test_an_option_that_a_stranger_refuses_in_any_way_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, plugin: type[Plugin], text: str, place: tuple[int, str]
) -> None:
    """Where it is written, whatever the plugin raises."""
    text = text.replace("units.guard.move.ahead", "turn.actions")
    with offering(monkeypatch, test__lone=plugin), pytest.raises(RulesetError) as caught:
        load_text(text, "box.yaml")
    fault = caught.value.faults[0]
    assert (fault.line, place[1] in fault.what()) == (place[0], True), caught.value.text()


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
def test_no_plugin_that_comes_with_the_framework_writes(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A walk through the game in which each of them is guarded like a stranger's."""
    from wargrid import load

    monkeypatch.setattr(plugins, "is_stranger", lambda cls: True)
    game = load(name)
    for _ in range(3):
        play_randomly(game, game.start(), random_numbers(1), 150)
