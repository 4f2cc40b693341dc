"""Whatever a stranger's plugin does, at whichever hook: it is named, nothing has changed, and the
game goes on (R10).

The hooks are those of ``hookspecs``, the words' methods those of their families: one that is new to
either has no way to be reached here, and fails.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy, deepcopy
from pathlib import Path
from typing import Any

import pytest

from boxes import offering, with_plugins
from misdeeds import (
    BEFORE_THE_GAME,
    DEEDS,
    FACE_TO_FACE,
    WAYS,
    WRITES,
    Deed,
    Moody,
    everything,
    failing,
    game_with,
    misbehaving,
    moody,
    raises,
    reached,
    recurses,
)
from wargrid import Match, Position, RulesetError
from wargrid.core.events import Attack, Eliminated, Event, Moved
from wargrid.core.moves import Roll
from wargrid.core.patterns import MovePattern
from wargrid.core.refusal import Refusal
from wargrid.loading.hooks import HOOKS, asked_with
from wargrid.loading.loader import load_text
from wargrid.match.errors import RecordError
from wargrid.match.files import load as load_record
from wargrid.match.files import save
from wargrid.match.header import BY_HAND, header_for
from wargrid.match.notation import read_move
from wargrid.match.position_text import read_position
from wargrid.plugins import failing as failing_code
from wargrid.table import Table


def test_every_hook_has_a_way_to_be_reached() -> None:
    """A new one needs a line in the table above."""
    assert sorted(WAYS) == sorted(HOOKS)


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
@pytest.mark.parametrize("hook", [hook for hook in HOOKS if hook not in BEFORE_THE_GAME])
def test_a_hook_that_fails_is_named_and_harms_nothing(hook: str, deed: Deed) -> None:
    """The position stays as it was, and once the plugin has come to its senses the same question is
    answered."""
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
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.file, diagnostic.line, diagnostic.column) == ("box.yaml", 23, 3)
    assert all(
        part in diagnostic.what()
        for part in ("test.lone", hook if hook == "turncoats" else "words it offers")
    )
    assert diagnostic.what("fr") != diagnostic.what("en")


@pytest.mark.parametrize("hook", [hook for hook in HOOKS if "position" in asked_with(hook)])
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
    _, ask = reached("restricted_cells")
    with misbehaving(lambda position: position.roster.game.moves(position.copy())):
        error = failing("restricted_cells", ask)
    assert error.text().count("test.lone") == 1
    assert "without an end" in error.text()


def test_what_a_plugin_is_shown_is_called_as_its_author_knows_it() -> None:
    """Who misspells an attribute reads the name that stands in the documentation."""
    _, ask = reached("after_attack")
    with misbehaving(lambda position, **_: position.nothing):
        assert (
            "AttributeError: 'Position' object has no attribute 'nothing'"
            in failing("after_attack", ask).text()
        )
    with misbehaving(lambda position, **_: position.board.nothing):
        assert (
            "AttributeError: 'list' object has no attribute 'nothing'"
            in failing("after_attack", ask).text()
        )


def test_the_error_says_itself_all_that_its_text_says() -> None:
    """The line of the plugin's own code included."""
    _, ask = reached("after_attack")
    with misbehaving(raises):
        error = failing("after_attack", ask)
    assert error.place
    assert str(error) == error.text("en")


def test_a_long_way_to_an_error_is_gone_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a hundred thousand calls the innermost is looked up, not each."""
    looked: list[str] = []
    monkeypatch.setattr(failing_code, "_shown", lambda file: looked.append(file) or "mine.py")
    _, ask = reached("after_attack")
    with misbehaving(recurses):
        assert "mine.py:" in failing("after_attack", ask).text()
    assert len(looked) == 1


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


class Rewritten(Event):
    """An event of a stranger's own, which leaves a list or a value of another form."""

    __slots__ = ("slot", "value")
    name = "rewritten"

    def __init__(self, slot: str, change: Callable[[Any], object]) -> None:
        self.slot = slot
        self.value = change

    def apply(self, position: Position) -> None:
        """Write what was made of it."""
        setattr(position, self.slot, self.value(getattr(position, self.slot)))


class Thoughtful(Event):
    """An event of a stranger's own, which asks the game while it happens."""

    __slots__ = ()
    name = "thoughtful"

    def apply(self, position: Position) -> None:
        """List the moves before all has happened; a copy of the position is nobody else's."""
        position.roster.game.moves(position.copy())
        position.roster.game.moves(position)


class Endless(Event):
    """An event that nobody can tell."""

    __slots__ = ()
    name = "endless"

    def apply(self, position: Position) -> None:
        """Change nothing."""

    def facts(self) -> dict[str, object]:
        """No facts at all."""
        return 5  # type: ignore[return-value]


LISTS = ("board", "place", "men", "wounds")


def _events() -> dict[str, tuple[list[Event], str]]:
    from wargrid.core.events import (
        Announced,
        Choosing,
        Ended,
        Readied,
        Spent,
        TurnBegan,
        Waiting,
        Wounded,
    )
    from wargrid.core.state import Pending

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
        **{
            f"{slot} that lacks an entry": ([Rewritten(slot, lambda held: held[:-1])], torn)
            for slot in LISTS
        },
        **{
            f"{slot} with one too many": ([Rewritten(slot, lambda held: [*held, 0])], torn)
            for slot in LISTS
        },
        "a board that cannot be written": ([Rewritten("board", tuple)], torn),
        "a past that is none": ([Rewritten("past", lambda held: None)], torn),
        "something without a kind": (
            [Rewritten("pending", lambda held: ("choice", (0, 14)))],
            torn,
        ),
        "a roster of its own": ([Rewritten("roster", copy)], torn),
        "moves listed on the way": (
            [Thoughtful()],
            "ask for the moves of a position that they are still making",
        ),
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
    ("restricted_cells", [99], "not a list of cells"),
    ("restricted_cells", [-1], "not a list of cells"),
    ("restricted_cells", {"a": 1}, "not a list of cells"),
    ("walls_drawn", [[]], "not a list of lists of free cells"),
    ("walls_drawn", [[0, 99]], "not a list of lists of free cells"),
    ("walls_drawn", [[1]], "not a list of lists of free cells"),
    ("walls_drawn", [[0.0]], "not a list of lists of free cells"),
    ("reshape", [MovePattern(rays=((99,),))], "not a list of Sheets"),
    ("reshape", [MovePattern(spots=((99, 0),))], "not a list of Sheets"),
    ("reshape", [MovePattern(takes="perhaps")], "not a list of Sheets"),
    ("reshape", MovePattern(), "not a list of Sheets"),
    ("may_step", 1, "not True or False"),
    ("forbid_move", True, "not a Refusal"),
    ("forbid_move", Refusal(5), "not a Refusal"),  # type: ignore[arg-type]
    ("forbid_move", Refusal("x", 5), "not a Refusal"),  # type: ignore[arg-type]
    ("instead_of_loss", [Moved(14, 13, 0)], "c5 is still not free"),
]


@pytest.mark.parametrize(
    ("hook", "answer", "said"),
    ODD_ANSWERS,
    ids=[f"{row[0]} {n}" for n, row in enumerate(ODD_ANSWERS)],
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
        error = failing(
            "after_roll", lambda: game.odds(position, read_move(game, position, "c4xc5"))
        )
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
    """A move that a plugin cannot follow is not made, nor one after which nobody could say what is
    legal."""
    game, way = game_with(hook), WAYS[hook]
    match = Match(game, by_hand=True, start=read_position(game, FACE_TO_FACE))
    table = Table(match, "fr")
    for text in way.first:
        attempt(table, text)
    before, plies = everything(match.position), list(match.plies)
    table.view()
    with misbehaving(raises):
        attempt(table, way.move)
        assert table.view().message.startswith(
            f"box.yaml:23 : le greffon « test.lone » a échoué dans « {hook} »"
        )
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
    match = Match(
        game_with("restricted_cells"),
        by_hand=True,
        start=read_position(game_with("restricted_cells"), FACE_TO_FACE),
    )
    table = Table(match, "en")
    before = table.view()
    match.position.listed = None
    with misbehaving(raises):
        table.click(14)
        view = table.view()
    assert 'the plugin "test.lone" failed in "restricted_cells"' in view.message
    assert view.units == before.units


def test_the_rule_book_tells_the_failure_where_the_rule_would_stand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The other rules are told as ever."""

    class Mute(Moody):
        text = "rules.move.ahead"

        def facts(self, words: Any, ruleset: Any) -> dict[str, object]:
            """No facts."""
            raise ValueError("boom")

    with offering(monkeypatch, test__lone=Mute):
        game = load_text(with_plugins("test.lone: {}"), "box.yaml")
    told = [line for section in Table(Match(game), "fr").rules() for line in section.paragraphs]
    line = Mute.facts.__code__.co_firstlineno + 2
    said = f"box.yaml:23 : le greffon « test.lone » a échoué dans « facts » : tests/test_contained.py:{line} : ValueError"
    assert any(each.startswith(said) for each in told)
    assert len(told) > 5


@pytest.mark.parametrize(("hook", "line"), [("after_move", "c1-c2"), ("walls_drawn", "name: Duel")])
def test_a_record_tells_the_failure_in_the_reader_s_language(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, hook: str, line: str
) -> None:
    """At the line that could not be played again, or at the rules that could not begin; another
    time it is read."""
    with offering(monkeypatch, test__lone=moody(hook, WAYS[hook].calm)):
        match = Match(load_text(with_plugins("test.lone: {}"), "box.yaml"), by_hand=True)
        match.play(read_move(match.game, match.position, "c1-c2"))
        save(tmp_path / "one.wargrid", match, header_for(match.game, dice=BY_HAND))
        with misbehaving(raises), pytest.raises(RecordError) as caught:
            load_record(tmp_path / "one.wargrid")
        assert load_record(tmp_path / "one.wargrid").match.plies
    lines = (tmp_path / "one.wargrid").read_text("utf-8").splitlines()
    assert line in lines[caught.value.line - 1]
    place = f"tests/misdeeds.py:{raises.__code__.co_firstlineno + 1}"
    assert (
        f"le greffon « test.lone » a échoué dans « {hook} » : {place} : ValueError: boom"
        in caught.value.text("fr")
    )
    assert (
        f'the plugin "test.lone" failed in "{hook}": {place}: ValueError: boom'
        in caught.value.text("en")
    )


SHARED: dict[str, tuple[Callable[[Any], object], str]] = {
    "units": (lambda position: position.roster.game.ruleset.units.clear(), "the ruleset"),
    "one unit": (lambda position: position.roster.game.ruleset.units.pop("guard"), "the ruleset"),
    "costs": (lambda position: position.roster.game.ruleset.turn.may.update(move=9), "the ruleset"),
    "dice": (lambda position: position.roster.game.ruleset.dice["d"].sort(), "the ruleset"),
    "men": (lambda position: setattr(position.type_of(1), "men", 9), '"UnitType.men"'),
    "itself": (
        lambda position: setattr(position.roster.game.plugins.listed["test.lone"], "x", 9),
        '"Lone.x"',
    ),
}
"""What a plugin may read of the game, tried to be written, and what that is called."""


@pytest.mark.parametrize("what", SHARED)
def test_nor_is_what_the_whole_game_shares(what: str) -> None:
    """The board, the ruleset and its own options: each attempt is a failure, and changes
    nothing."""
    write, called = SHARED[what]
    position, ask = reached("after_attack")
    before, calm = repr(position.roster.game.ruleset), ask()
    with misbehaving(lambda position, **_: write(position)):
        assert f"tried to change {called}" in failing("after_attack", ask).text()
    assert repr(position.roster.game.ruleset) == before
    assert ask() == calm


def test_what_is_sealed_can_be_copied() -> None:
    """A copy is the plugin's own, and plain."""
    position, _ = reached("after_attack")
    units, faces = position.roster.game.ruleset.units, position.roster.game.ruleset.dice["d"]
    assert {
        type(copied) for copied in (dict(units), units.copy(), copy(units), deepcopy(units))
    } == {dict}
    assert {
        type(copied)
        for copied in (list(faces), faces[:], faces.copy(), copy(faces), deepcopy(faces))
    } == {list}
    assert deepcopy(units) == units
