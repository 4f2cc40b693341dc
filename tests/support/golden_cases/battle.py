"""Judges the golden cases of Battle, one function a kind; squares are [x, y] from the north-west
corner."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

from golden_cases.cases import Case, Judge, WrongCase
from support import loaded
from wargrid import Game, Position
from wargrid.core.moves import ATTACK, MOVE
from wargrid.core.patterns import Placement
from wargrid.match import read_move
from wargrid_battle.damage import Blow, Damage

COLUMNS: Final = 14
ROWS: Final = 10
FAR_AWAY: Final = [13, 9]
"""Where a unit stands so that no side has won yet, out of all reach."""

Square = Sequence[int]


def combat(case: Case) -> None:
    """Strike on ground as written, at the nearest distance the attacker can; compare the numbers
    and who is left."""
    case.expects("attacker", "defender")
    attacker, defender = case.data["attacker"], case.data["defender"]
    wanted = case.data["expected"]
    source, target = [5, 5], [7 if attacker["type"] == "artillery" else 6, 5]
    game = _on_ground(
        case, ((tuple(source), attacker["terrain"]), (tuple(target), defender["terrain"]))
    )
    units = [
        (0, attacker["type"], source, attacker["hp"]),
        (1, defender["type"], target, defender["hp"]),
    ]
    position = _placed(game, units)
    move = read_move(game, position, f"{_name(source)}x{_name(target)}")
    if wanted == "illegal":
        assert game.why_not(position, move) is not None
        return
    by = _damage_of(game, attacker["type"])
    blow, counter = by.exchange(
        position, game.grid.cell(_name(source)), game.grid.cell(_name(target))
    )
    told = {**_numbers(blow), "counter": None if counter is None else _numbers(counter)}
    after, _ = game.play(position, move)
    left = [after.men[position.board[game.grid.cell(_name(square))]] for square in (source, target)]
    found = {**told, "attacker_hp": left[0], "defender_hp": left[1]}
    assert found == {
        **wanted,
        **_exact(wanted),
        "counter": wanted["counter"] and _exact(wanted["counter"]),
    }


def _numbers(blow: Blow) -> dict[str, object]:
    return {"B": blow.base, "D": blow.exact, "damage": blow.points}


def _exact(written: Mapping[str, Any]) -> dict[str, object]:
    """A blow as written, its exact value as a fraction."""
    return {"B": written["B"], "D": Fraction(written["D"]), "damage": written["damage"]}


def reach(case: Case) -> None:
    """Where the unit may go on the default map."""
    case.expects("map", "unit", "enemies", "friends")
    if case.data["map"] != "default":
        raise WrongCase(f"{case.name}: the map {case.data['map']!r} is unknown")
    unit = case.data["unit"]
    units = [(0, unit["type"], unit["at"], 10)]
    units += [(0, "infantry", square, 10) for square in case.data["friends"]]
    units += [(1, "infantry", square, 10) for square in case.data["enemies"]]
    game = _game(case)
    assert _choices(game, _placed(game, units), MOVE, unit["at"]) == _names(case.data["expected"])


def targets(case: Case) -> None:
    """Whom the unit may attack, on open ground; it comes from a neighbouring cell if it has
    moved."""
    case.expects("unit", "enemies")
    unit = case.data["unit"]
    if set(unit) != {"type", "at", "has_moved"}:
        raise WrongCase(f"{case.name}: a unit with {sorted(unit)}")
    game = _on_ground(case, ())
    x, y = unit["at"]
    start = [x - 1, y] if unit["has_moved"] else unit["at"]
    units = [(0, unit["type"], start, 10)] + [
        (1, enemy["type"], enemy["at"], 10) for enemy in case.data["enemies"]
    ]
    position = _placed(game, units)
    if unit["has_moved"]:
        position, _ = game.play(
            position, read_move(game, position, f"{_name(start)}-{_name(unit['at'])}")
        )
    assert _choices(game, position, ATTACK, unit["at"]) == _names(case.data["expected"])


def sequence(case: Case) -> None:
    """One day of Blue, step by step; every unit walks eastward and has an enemy in range before and
    after.

    An illegal step changes nothing and is passed over.
    """
    case.expects("steps")
    rows: dict[str, int] = {}
    for action, name, _ in case.data["steps"]:
        if action not in ("move", "attack"):
            raise WrongCase(f"{case.name}: the action {action!r} is unknown")
        rows.setdefault(name, 1 + 3 * len(rows))
    game = _on_ground(case, ())
    position = _placed(
        game,
        [unit for name, row in rows.items() for unit in _in_range(name.rstrip("0123456789"), row)],
    )
    ids = {name: position.board[game.grid.cell(_name([2, row]))] for name, row in rows.items()}
    for number, (action, name, legal) in enumerate(case.data["steps"], 1):
        cell = position.cell_of(ids[name])
        aim = cell + 1 if action == "move" else _victim(position, cell, name)
        text = f"{game.grid.name(cell)}{'-' if action == 'move' else 'x'}{game.grid.name(aim)}"
        move = read_move(game, position, text)
        assert (game.why_not(position, move) is None) == legal, f"step {number}: {text}"
        if legal:
            position, _ = game.play(position, move)


def _in_range(unit: str, row: int) -> list[tuple[int, str, Square, int]]:
    """A unit at [2, row], and enemies that it can strike from there and from the next cell to the
    east."""
    far = 2 if unit == "artillery" else 1
    return [
        (0, unit, [2, row], 10),
        (1, "antitank", [2, row - far], 10),
        (1, "antitank", [3, row - far], 10),
    ]


def _victim(position: Position, cell: int, name: str) -> int:
    return cell + COLUMNS * (2 if name.startswith("artillery") else 1)


JUDGES: Final[dict[str, Judge]] = {
    "combat": combat,
    "reach": reach,
    "targets": targets,
    "sequence": sequence,
}
"""Every kind of case of this game."""


def _game(case: Case) -> Game:
    return _loaded(case.ruleset(), "")


def _on_ground(case: Case, ground: tuple[tuple[tuple[int, ...], str], ...]) -> Game:
    """The game on a plain of the default size, with other ground where it is written."""
    letters = {"plain": ".", "forest": "F", "mountain": "M", "road": "R", "city": "C", "river": "W"}
    drawn = [["."] * COLUMNS for _ in range(ROWS)]
    for (x, y), terrain in ground:
        drawn[y][x] = letters[terrain]
    return _loaded(case.ruleset(), "\n".join("".join(row) for row in drawn))


@cache
def _loaded(ruleset: str, terrain: str) -> Game:
    return loaded(ruleset, settings={"board.terrain": json.dumps(terrain)} if terrain else {})


def _damage_of(game: Game, unit: str) -> Damage:
    attack = game.ruleset.units[unit].attack
    assert attack is not None
    assert isinstance(attack.by, Damage)
    return attack.by


def _placed(game: Game, units: Iterable[tuple[int, str, Square, int]]) -> Position:
    """Blue to act; a side without a unit has one far away."""
    stands = [*units]
    if all(side == 0 for side, *_ in stands):
        stands.append((1, "infantry", FAR_AWAY, 10))
    return game.position_with(
        [
            Placement(side, game.ruleset.units[word], game.grid.cell(_name(at)), 0, hp)
            for side, word, at, hp in stands
        ],
        turn=1,
    )


def _choices(game: Game, position: Position, verb: str, at: Square) -> set[str]:
    source = game.grid.cell(_name(at))
    return {
        game.grid.name(m.target)
        for m in game.moves(position)
        if (m.verb, m.source) == (verb, source)
    }


def _names(squares: Iterable[Square]) -> set[str]:
    return {_name(square) for square in squares}


def _name(square: Square) -> str:
    """The cell of [x, y]: columns are lettered from the west, rows numbered from the south."""
    x, y = square
    return f"{chr(ord('a') + x)}{ROWS - y}"
