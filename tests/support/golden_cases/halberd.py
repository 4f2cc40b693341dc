"""Judges the golden cases of Halberd & Gonfalon, one function a kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from golden_cases.cases import Case, Judge, WrongCase
from support import loaded
from wargrid import Game, Move, Position
from wargrid.core.moves import ATTACK, MOVE, TAKE
from wargrid.core.patterns import Placement
from wargrid.match import read_move

Facts = set[tuple[str, str, int, int]]
"""Who stands where: side, type, x, y."""

ORDINARY_TURN: Final = 3
"""The first turn in which no unit enters any more."""

FIRST_LETTER: Final = 7
"""The x of the battlefield's column a."""


def setup(case: Case) -> None:
    """Who stands where when the game begins, where the hills are, and how many squares can be stood
    on."""
    case.expects()
    wanted = case.data["expected"]
    _only(case, wanted, "units", "hills", "playable")
    game = _game(case)
    terrain, walls = game.engine.grounds[0].terrain, game.engine.grounds[0].walls
    assert _facts(game, game.start()) == _written(wanted["units"].values())
    assert [_square(game, cell) for cell in _cells(game) if terrain[cell] == "hill"] == sorted(
        wanted["hills"], key=lambda square: (square[1], square[0])
    )
    assert sum(cell not in walls for cell in _cells(game)) == wanted["playable"]


def moves(case: Case) -> None:
    """Where the unit may go, whom it may take, and whom it may wound by moving."""
    case.expects("units", "unit")
    wanted = case.data["expected"]
    _only(case, wanted, "move", "capture", "wound")
    game, position, cell = _before(case)
    went = [_square(game, move.target) for move in _of(game, position, cell, MOVE)]
    assert sorted(went) == sorted(wanted["move"])
    assert _struck(game, position, cell, TAKE) == (
        sorted(wanted["capture"]),
        sorted(wanted["wound"]),
    )


def shots(case: Case) -> None:
    """Whom the unit may remove and whom it may wound by shooting."""
    case.expects("units", "unit")
    wanted = case.data["expected"]
    _only(case, wanted, "remove", "wound")
    assert _struck(*_before(case), ATTACK) == (sorted(wanted["remove"]), sorted(wanted["wound"]))


def _struck(
    game: Game, position: Position, cell: int, verb: str
) -> tuple[list[list[int]], list[list[int]]]:
    """The squares of those who would leave the board, and of those who would only go elsewhere."""
    found: tuple[list[list[int]], list[list[int]]] = ([], [])
    for move in _of(game, position, cell, verb):
        unit = position.board[move.target]
        stays = game.play(position, move)[0].place[unit] >= 0
        found[stays].append(_square(game, move.target))
    return sorted(found[0]), sorted(found[1])


def apply(case: Case) -> None:
    """Make one move or shot; compare what it did, who is left and where, and who has won."""
    case.expects("units", "unit", "action", "to")
    wanted = case.data["expected"]
    _only(case, wanted, "effect", "units", "winner")
    verbs = {"move": (MOVE, TAKE), "shot": (ATTACK,)}.get(case.data["action"])
    if verbs is None:
        raise WrongCase(f"{case.name}: the action {case.data['action']!r} is unknown")
    game, position, cell = _before(case)
    target = _cell(game, case.data["to"])
    found = [
        move for verb in verbs for move in _of(game, position, cell, verb) if move.target == target
    ]
    assert len(found) == 1, "the action is one legal move"
    struck = position.board[target]
    after = game.play(position, found[0])[0]
    effect = "move" if not struck else "wound" if after.place[struck] >= 0 else "remove"
    assert effect == wanted["effect"]
    assert _facts(game, after) == _written(wanted["units"].values())
    assert _winner(game, after) == wanted["winner"]


def entry(case: Case) -> None:
    """Whether a side may enter so in its first turn, one unit after the other, and then end the
    turn."""
    case.expects("side", "place")
    game = _game(case)
    position = game.start()
    at = _starts(game)
    if list(game.ruleset.sides)[position.side] != case.data["side"]:
        position = game.play(position, game.end)[0]
    asked = [
        _text(game, at[name], "@", _lettered(game, square)) for name, square in case.data["place"]
    ]
    assert _all_legal(game, position, [*asked, "end"]) == case.data["expected"]


def _starts(game: Game) -> dict[str, int]:
    """The cells of the start by the ids that the case of kind ``setup`` gives them: WS1 is White's
    first soldier."""
    found: dict[str, int] = {}
    counted: Counter[str] = Counter()
    for stands in game.start().standing():
        name = list(game.ruleset.sides)[stands.side][0].upper() + stands.type.letter
        counted[name] += 1
        found[f"{name}{counted[name]}"] = stands.cell
    return found


def turn_types(case: Case) -> None:
    """Whether units of these types, each time another one, may act in one ordinary turn, in this
    order."""
    case.expects("types")
    game = _game(case)
    stands = list(_spread(game, case.data["types"]))
    position = game.position_with(stands, turn=ORDINARY_TURN)
    asked = [_text(game, stand.cell, "-", stand.cell + 1) for stand in stands]
    assert _all_legal(game, position, [*asked, "end"]) == case.data["expected"]


def _spread(game: Game, words: Sequence[str]) -> Iterable[Placement]:
    """White units of these types, far enough apart to take a step eastward each."""
    for number, word in enumerate(words):
        yield Placement(
            0, game.ruleset.units[word], _cell(game, [1 + 2 * (number // 6), 1 + number % 6]), 0, 1
        )


def _all_legal(game: Game, position: Position, asked: Iterable[str]) -> bool:
    for text in asked:
        move = read_move(game, position, text)
        if game.why_not(position, move) is not None:
            return False
        position = game.play(position, move)[0]
    return True


JUDGES: Final[dict[str, Judge]] = {
    "setup": setup,
    "moves": moves,
    "shots": shots,
    "apply": apply,
    "entry": entry,
    "turn_types": turn_types,
}
"""Every kind of case of this game."""


def _only(case: Case, found: Mapping[str, Any], *keys: str) -> None:
    if set(found) != set(keys):
        raise WrongCase(f"{case.name}: expected {sorted(found)} where {sorted(keys)} are known")


def _game(case: Case) -> Game:
    return _loaded(case.ruleset())


@cache
def _loaded(ruleset: str) -> Game:
    return loaded(ruleset)


def _before(case: Case) -> tuple[Game, Position, int]:
    """The game, the position of the case in an ordinary turn of the unit's side, and the unit's
    cell."""
    game = _game(case)
    sides = list(game.ruleset.sides)
    units = case.data["units"]
    stands = [
        Placement(
            sides.index(unit["side"]),
            game.ruleset.units[unit["type"]],
            _cell(game, unit["at"]),
            0,
            1,
        )
        for unit in units.values()
    ]
    unit = units[case.data["unit"]]
    position = game.position_with(stands, side=sides.index(unit["side"]), turn=ORDINARY_TURN)
    return game, position, _cell(game, unit["at"])


def _text(game: Game, source: int, sign: str, target: int) -> str:
    return f"{game.grid.name(source)}{sign}{game.grid.name(target)}"


def _winner(game: Game, position: Position) -> str | None:
    result = game.result(position)
    return (
        None if result is None or result.winner is None else list(game.ruleset.sides)[result.winner]
    )


def _of(game: Game, position: Position, cell: int, verb: str) -> list[Move]:
    return [move for move in game.moves(position) if (move.verb, move.source) == (verb, cell)]


def _cells(game: Game) -> range:
    return range(game.grid.cells)


def _cell(game: Game, square: Sequence[int]) -> int:
    return game.grid.at(square[0], square[1])


def _square(game: Game, cell: int) -> list[int]:
    return [cell % game.grid.columns, cell // game.grid.columns]


def _lettered(game: Game, name: str) -> int:
    """The cell of a square in letters, where a is the battlefield's first column: ``a2``."""
    return _cell(game, [FIRST_LETTER + ord(name[0]) - ord("a"), int(name[1:])])


def _facts(game: Game, position: Position) -> Facts:
    sides = list(game.ruleset.sides)
    return {(sides[s.side], s.type.word, *_pair(game, s.cell)) for s in position.standing()}


def _pair(game: Game, cell: int) -> tuple[int, int]:
    x, y = _square(game, cell)
    return x, y


def _written(units: Iterable[Mapping[str, Any]]) -> Facts:
    return {(unit["side"], unit["type"], *unit["at"]) for unit in units}
