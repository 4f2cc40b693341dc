"""What units and sides may do besides moving, turning and attacking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pytest

from boxes import Kinds, answering, offering
from matches import header
from rulesets import made, table, written
from support import Table
from wargrid.core.events import Event
from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.core.promotion import Appeared, Restored
from wargrid.core.refusal import Refusal
from wargrid.kinds import Ability, SideAbility, TerrainMap
from wargrid.loading.loader import load_document, load_text
from wargrid.match import (
    Match,
    read_move,
    read_record,
    write_move,
    write_record,
)
from wargrid.source.yaml_reader import read_text

CITIES = """
units:
  soldier:
    letter: S
    name: Soldier
    men: 10
    move: {step: orthogonal}
    abilities: {capture: {zone: cities, owner: owner, counts: progress, by: men, needs: 20}}
    uses: {move: {fuel: 1}}
  gun: {letter: G, name: Gun, move: {step: all}, abilities: {change: soldier}}
zones: {cities: "b2 d4", works: "a1 e5"}
markers:
  owner: {per: cell, holds: side, start: {a1: white, e5: black}}
  progress: {per: unit, most: 20, until: moving}
  fuel: {per: unit, units: soldier, start: 2}
  money: {per: side, start: 2}
abilities:
  build: {zone: works, owner: owner, pays: money, prices: {soldier: 2, gun: 3}}
each_turn:
  income: {zone: cities, owner: owner, pays: money, each: 3}
  repair: {zone: cities, owner: owner, men: 2, pays: money, per_man: 1, refills: [fuel]}
"""
MAY = "move: 0, capture: 0, change: 0, build: 0"
LIMITS = "{move: 1, capture: 1, change: 1}"
TURN = f"turn: {{actions: ~, may: {{{MAY}}}, per_unit: {LIMITS}}}"
BOARD = """
    . . . . .
    . . . s .
    . . . . .
    . S . . .
    . . . G .
"""


def _cities(**lines: object) -> Table:
    return table(made(CITIES, turn=TURN, setup=BOARD), BOARD, turn=1, **lines)


def _marker(played: Table, word: str, where: str) -> int:
    marker = played.game.engine.markers[word]
    at = {"white": 0, "black": 1}.get(where)
    return marker.value(played.position, played.game.grid.cell(where) if at is None else at)


REASONS = [
    ("no_unit_there", "", "c3!capture"), ("not_yours", "", "d4!capture"),
    ("never_do", "", "d1!capture"), ("not_here", "", "b2!capture b3"),
    ("not_here", "b2-b3", "b3!capture"), ("used_do", "b2!capture", "b2!capture"),
    ("captured_already", "b2!capture end end b2!capture end end", "b2!capture"),
    ("used_up", "b2-b3 end end b3-b2 end end", "b2-b3"), ("no_ability", "", "!burn a1"),
    ("never_do", "", "b2!fly"), ("never_do", "", "b2!move"),
    ("chooses_nothing", "", "b2!capture gun"),
    ("choice_missing", "", "!build e1"), ("no_choice", "", "!build king a1"),
    ("not_there", "", "!build soldier b1"), ("build_too_dear", "", "!build gun a1"),
    ("build_not_yours", "", "!build soldier e5"),
    ("build_occupied", "!build_soldier_a1", "!build soldier a1"),
    ("do_too_dear", "spent", "!build soldier a1"),
]  # fmt: skip
"""A reason, the moves before, and the move that is refused for it."""


@pytest.mark.parametrize(("code", "before", "move"), REASONS)
def test_abilities_are_refused_with_reasons(code: str, before: str, move: str) -> None:
    """The first reason that holds, from the side and the unit to the cell and the price."""
    spent = before == "spent"
    game = made(
        CITIES,
        turn=TURN.replace("build: 0", "build: 2").replace("~", "1") if spent else TURN,
        setup=BOARD,
    )
    played = table(game, BOARD, turn=1)
    played.play(*(() if spent else (each.replace("_", " ") for each in before.split())))

    assert played.refused(move)[0] == code


def test_a_refusal_names_an_unknown_ability_as_typed() -> None:
    """There is no text for it in any language."""
    text = _cities().refusal("b2!fly").text("fr")
    assert text.endswith(" : fly.")


def test_a_side_builds_what_it_can_pay_on_its_own_empty_cells() -> None:
    """The unit is paid for at once and acts from the next turn on."""
    played = _cities()
    listed = [write_move(played.game, move) for move in played.game.moves(played.position)]
    assert [move for move in listed if move.startswith("!")] == ["!build soldier a1"]

    played.play("!build soldier a1")
    assert _marker(played, "money", "white") == 0
    assert played.refused("a1-a2")[0] == "used_move"
    assert played.play("end", "end").allows("a1-a2")


def test_a_side_earns_repairs_and_refills_when_its_turn_begins() -> None:
    """Income comes first, since it is written first; men are paid with what there is."""
    drawn = {"men": "b2 5", "marker_fuel": "b2 0", "marker_owner": "b2 white"}
    played = _cities(**drawn, marker_money="white 0").play("end", "end")

    assert played.men("b2") == 7
    assert (_marker(played, "money", "white"), _marker(played, "fuel", "b2")) == (1, 2)


class Heal(Ability):
    """The unit gives a man back to a friend beside it."""

    word = "heal"

    def targets(self, ground: TerrainMap, cell: int) -> Sequence[int]:
        """Return the cells beside it."""
        return [target for _, target in ground.grid.around(cell, 1)]

    def refused(self, position: Position, move: Move) -> Refusal | None:
        """Refuse cells without a wounded friend."""
        unit = position.board[move.target]
        friend = unit > 0 and position.side_of(unit) == position.side
        if friend and position.men[unit] < position.type_of(unit).men:
            return None
        return Refusal("no_target", {"cell": position.roster.grid.name(move.target)})

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Return the man."""
        return [Restored(move.target, 1)]


HOSPITAL = """
plugins: {hospital: {}}
units:
  nurse: {letter: N, name: Nurse, move: {step: all}, abilities: {heal: {}}}
  guard: {letter: G, name: Guard, men: 3, move: {step: all}}
"""


def test_a_plugin_adds_an_ability_with_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its moves name the target; cost, limits and text come from the game."""
    turn = "turn: {actions: 2, may: {move: 1, heal: 1}, per_unit: {heal: 1}}"
    drawn = ". . .\n. G .\n. N G"
    with offering(monkeypatch, hospital=answering(Kinds, [Heal])):
        game = load_text(written(HOSPITAL, turn=turn, setup=drawn), "made.yaml")
        played = table(game, drawn, men="b2 1")
        assert [each for each in _texts(played) if "!" in each] == ["b1!heal b2"]
        assert played.refused("b1!heal c1")[0] == "no_target"
        assert played.refused("b1!heal a3")[0] == "not_here"
        assert played.play("b1!heal b2").men("b2") == 2
        assert played.refused("b1!heal b2")[0] == "used_do"
        warned = load_document(read_text(written(HOSPITAL, turn=turn, setup=drawn), "x.yaml"), "x")
        assert {each.values.get("key") for each in warned.warnings() if each.code == "W422"} == {
            "rules.ability.heal", "rules.verb.heal",
        }  # fmt: skip


def _texts(played: Table) -> list[str]:
    return [write_move(played.game, move) for move in played.game.moves(played.position)]


TWICE = """
units:
  smith:
    letter: S
    name: Smith
    move: {step: all}
    abilities:
    - change: rider
    - change: piece
    - mark: {sets: {hot: 1}}
    - mark: {sets: {sharp: 1}}
  piece: {letter: P, name: Piece, move: {step: all}}
  rider: {letter: R, name: Rider, move: {step: all}}
zones: {works: "a1 d4"}
markers:
  hot: {per: unit, units: smith, name: hot}
  sharp: {per: unit, units: smith, name: sharp}
  wood: {per: side, start: 5, name: wood}
  iron: {per: side, start: 5, name: iron}
abilities:
- build: {zone: works, pays: wood, prices: {piece: 2, rider: 3}}
- build: {zone: works, pays: iron, prices: {rider: 2, smith: 3}}
"""
TWICE_TURN = "turn: {actions: ~, may: {move: 0, change: 0, mark: 0, build: 0}, per_unit: {any: 3}}"
TWICE_BOARD = "s . . .\n. . . .\n. S . .\n. . . ."


def _twice() -> Table:
    return table(made(TWICE, turn=TWICE_TURN, setup=TWICE_BOARD), TWICE_BOARD, turn=1)


@pytest.mark.parametrize(
    ("code", "move"),
    [
        ("never_do", "b2!mark@3 hot"), ("no_choice", "b2!mark@1 sharp"),
        ("no_ability", "!build@3 rider a1"), ("no_choice", "!build@1 smith a1"),
        ("choice_missing", "!build@1 a1"), ("marked_already", "b2!mark sharp"),
    ],
)  # fmt: skip
def test_an_ability_with_a_number_is_refused_with_reasons(code: str, move: str) -> None:
    """As one without."""
    played = _twice()
    if code == "marked_already":
        played.play(move)
    assert played.refused(move)[0] == code


def test_a_record_tells_several_abilities_of_one_word_apart() -> None:
    """What was played is what is replayed."""
    match = Match(made(TWICE, turn=TWICE_TURN, setup=TWICE_BOARD))
    for text in ("!build rider a1", "!build@1 rider d4", "b2!mark sharp", "b2!change"):
        match.play(read_move(match.game, match.position, text))

    again = read_record(write_record(match, header(match))).match

    assert again.position == match.position


KINDS = ("pawn", "lance", "knight", "silver", "gold", "bishop", "rook")
SHOGI = f"""
plugins: {{hands: {{}}}}
units:
{
    "".join(
        f"  {kind}: {{letter: {letter}, name: {kind}, move: {{step: all}}}}{chr(10)}"
        for kind, letter in zip(KINDS, "PLNSGBR", strict=True)
    )
}
markers:
{"".join(f"  {kind}s: {{per: side, name: {kind}s}}{chr(10)}" for kind in KINDS)}
abilities: {{drop: {{}}}}
"""
SHOGI_TURN = "turn: {actions: 1, may: {move: 1, drop: 1}, may_pass: false}"
SHOGI_BOARD = "\n".join(["p . . . . . . . r", *[". . . . . . . . ."] * 7, "P . . . . . . . R"])


class Drop(SideAbility):
    """The side drops a unit from its hand onto an empty cell."""

    word = "drop"
    asked: ClassVar[int] = 0

    def targets(self, ground: TerrainMap) -> Sequence[tuple[int, str]]:
        """Return every cell with every type."""
        return [(cell, kind) for cell in range(ground.grid.cells) for kind in KINDS]

    def refused(self, position: Position, move: Move) -> Refusal | None:
        """Refuse what is not in the hand, and occupied cells."""
        Drop.asked += 1
        kind = move.word.rpartition(" ")[2]
        if position.board[move.target] or not position.marker(f"{kind}s", position.side):
            return Refusal("occupied", {"cell": position.roster.grid.name(move.target)})
        return None

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Return the unit, which leaves the hand."""
        kind, side = move.word.rpartition(" ")[2], position.side
        hand = position.roster.game.markers[f"{kind}s"]
        return [hand.add(position, side, -1), Appeared(move.target, side, kind, 0)]


class OpenDrop(Drop):
    """It says which cells are empty and what is in the hand."""

    def open_targets(self, position: Position) -> Sequence[tuple[int, str]]:
        """Return the empty cells with what is in the hand."""
        hand = [kind for kind in KINDS if position.marker(f"{kind}s", position.side)]
        board = enumerate(position.board)
        return [(cell, kind) for cell, unit in board if not unit for kind in hand]


def test_an_ability_of_a_side_is_asked_only_about_open_targets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With one kind in hand and four units on 81 cells that is 77 instead of 567."""
    counts, texts = [], []
    for word in (Drop, OpenDrop):
        with offering(monkeypatch, hands=answering(Kinds, [word])):
            game = load_text(written(SHOGI, turn=SHOGI_TURN, setup=SHOGI_BOARD), "made.yaml")
            played = table(game, SHOGI_BOARD, marker_golds="white 1", turn=1)
            Drop.asked = 0
            texts.append(_texts(played))
            counts.append(Drop.asked)
            refused = played.refused("!drop rook e5")[0]

    assert texts[0] == texts[1]
    assert len([text for text in texts[0] if text.startswith("!drop gold")]) == 77
    assert counts == [567, 77]
    assert refused == "occupied", "a target that is not open has its reason all the same"
