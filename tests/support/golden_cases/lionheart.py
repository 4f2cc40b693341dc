"""Judges the golden cases of Lionheart, one function a kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final

from golden_cases.cases import Case, Judge, WrongCase
from support import loaded
from wargrid import CHANCE, Game, Position
from wargrid.core.grid import FACINGS
from wargrid.core.moves import ATTACK, MOVE, Roll
from wargrid.core.patterns import Placement
from wargrid.engine.odds import expected
from wargrid.match import read_move

FACES: Final = {"A": "axe", "R": "arrow", "P": "panic"}

Facts = dict[str, tuple[str, str, int, str]]
"""Who stands where: cell -> side, type, men, facing."""


def attack(case: Case) -> None:
    """Announce, roll what is written, compare who is left and who has won."""
    case.expects("units", "attacker", "target", "dice", "roll")
    wanted = case.data["expected"]
    _only(case, wanted, "units", "winner", "log")
    game = _game(case)
    units = case.data["units"]
    attacker, target = units[case.data["attacker"]], units[case.data["target"]]
    position = _placed(game, units.values(), attacker["side"])
    position = _play(game, position, f"{attacker['at']}x{target['at']}")
    roll = [FACES[face] for face in case.data["roll"]]
    first = case.data["dice"]
    for faces in [roll[:first], *([face] for face in roll[first:])] if roll else []:
        position = _play(game, position, " ".join(faces))
    assert game.to_act(position) != CHANCE, "the roll that is written settles the attack"
    assert _facts(game, position) == _written(wanted["units"].values())
    assert _winner(game, position) == wanted["winner"]


def targets(case: Case) -> None:
    """Whom the unit may attack now, by the names the case gives them."""
    at = {unit["at"]: name for name, unit in case.data["units"].items()}
    assert {at[cell] for cell in _choices(case, ATTACK)} == set(case.data["expected"])


def moves(case: Case) -> None:
    """Where the unit may go now."""
    assert _choices(case, MOVE) == set(case.data["expected"])


def _choices(case: Case, verb: str) -> set[str]:
    case.expects("units", "unit")
    game = _game(case)
    unit = case.data["units"][case.data["unit"]]
    position = _placed(game, case.data["units"].values(), unit["side"])
    source = game.grid.cell(unit["at"])
    legal = [move for move in game.moves(position) if move.verb == verb and move.source == source]
    return {game.grid.name(move.target) for move in legal}


def sequence(case: Case) -> None:
    """One turn of Gold, step by step; illegal steps change nothing and are passed over."""
    case.expects("units", "steps")
    game = _game(case)
    position = _placed(game, case.data["units"].values(), "gold")
    ids = {
        name: position.board[game.grid.cell(unit["at"])]
        for name, unit in case.data["units"].items()
    }
    for number, (action, name, argument, legal) in enumerate(case.data["steps"], 1):
        cell = game.grid.name(position.cell_of(ids[name]))
        if action == "attack":
            text = f"{cell}x{game.grid.name(position.cell_of(ids[argument]))}"
        elif action in ("move", "turn"):
            text = f"{cell}{'-' if action == 'move' else '>'}{argument}"
        else:
            raise WrongCase(f"{case.name}: the action {action!r} is unknown")
        move = read_move(game, position, text)
        assert (game.why_not(position, move) is None) == legal, f"step {number}: {text}"
        if legal:
            position = _without_loss(game, game.play(position, move)[0])


def _without_loss(game: Game, position: Position) -> Position:
    """Let dice fall, if any are due, that leave everybody where he is."""
    while game.to_act(position) == CHANCE:
        rolled = [game.play(position, roll)[0] for _, roll in game.chances(position)]
        position = next(
            after
            for after in rolled
            if after.board == position.board and after.place == position.place
        )
    return position


def first_player(case: Case) -> None:
    """Each side rolls as written; then one side begins, or both roll again."""
    case.expects("gold", "silver")
    game = _game(case, first_player="roll")
    position = game.start()
    for side in ("gold", "silver"):
        position = _play(game, position, " ".join(FACES[face] for face in case.data[side]))
    to_act = game.to_act(position)
    begins = "reroll" if to_act is None or to_act == CHANCE else list(game.ruleset.sides)[to_act]
    assert begins == case.data["expected"]
    assert begins != "reroll" or position == game.start(), "rolling again begins afresh"


def setup(case: Case) -> None:
    """Who stands where when the game begins."""
    case.expects()
    game = _game(case)
    assert _facts(game, game.start()) == _written(case.data["expected"].values())


def probability(case: Case) -> None:
    """An attack on the next cell, with both sides' kings and another unit of each at hand; exact
    fractions."""
    case.expects("attacker", "target")
    wanted = case.data["expected"]
    _only(
        case, wanted, "dice", "removed", "p_eliminate", "expected_hits", "expected_removed",
         "p_retreat_of_attacker"
    )  # fmt: skip
    game = _game(case)
    position = _placed(game, _duel(case.data["attacker"], case.data["target"]), "gold")
    move = read_move(game, position, "e5xe6")
    odds = game.odds(position, move)
    source, target = game.grid.cell("e5"), game.grid.cell("e6")
    removed = odds.removed(target)
    first = game.moves(game.play(position, move)[0])[0]
    assert isinstance(first, Roll)
    assert len(first.faces) == wanted["dice"]
    assert {str(men): str(chance) for men, chance in removed.items()} == wanted["removed"]
    assert odds.eliminated(target) == Fraction(wanted["p_eliminate"])
    assert expected(odds.hits()) == Fraction(wanted["expected_hits"])
    assert expected(removed) == Fraction(wanted["expected_removed"])
    assert odds.displaced(source) == Fraction(wanted["p_retreat_of_attacker"])


def _duel(attacker: Mapping[str, Any], target: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Two units face to face; a side whose unit here is no king has its king elsewhere, and both
    have one more."""
    units = [
        {**attacker, "side": "gold", "at": "e5", "facing": "N"},
        {**target, "side": "silver", "at": "e6", "facing": "S"},
        {"type": "infantry", "men": 4, "side": "gold", "at": "b1", "facing": "N"},
        {"type": "infantry", "men": 4, "side": "silver", "at": "h10", "facing": "S"},
    ]
    if attacker["type"] != "king":
        units.append({"type": "king", "men": 1, "side": "gold", "at": "a1", "facing": "N"})
    if target["type"] != "king":
        units.append({"type": "king", "men": 1, "side": "silver", "at": "i10", "facing": "S"})
    return units


def deployment(case: Case) -> None:
    """Place the units one after the other and be ready: all of that is legal exactly if the army
    is."""
    case.expects("side", "units")
    game = _game(case)
    position = game.start()
    assert game.ruleset.deploy is not None
    while list(game.ruleset.sides)[position.side] != case.data["side"]:
        position = _play(
            game, _play(game, position, f"army {next(iter(game.ruleset.deploy.armies))}"), "ready"
        )
    texts = [f"{unit['type']} {unit['men']}@{unit['at']}" for unit in case.data["units"]]
    legal = True
    for text in [*texts, "ready"]:
        move = read_move(game, position, text)
        legal = legal and game.why_not(position, move) is None
        position = game.play(position, move)[0] if legal else position
    assert legal == case.data["expected"]


JUDGES: Final[dict[str, Judge]] = {
    "attack": attack,
    "targets": targets,
    "moves": moves,
    "sequence": sequence,
    "first_player": first_player,
    "setup": setup,
    "probability": probability,
    "deployment": deployment,
}
"""Every kind of case of this game."""


def _only(case: Case, found: Mapping[str, Any], *keys: str) -> None:
    if set(found) != set(keys):
        raise WrongCase(f"{case.name}: expected {sorted(found)} where {sorted(keys)} are known")


def _game(case: Case, **settings: object) -> Game:
    return _loaded(case.ruleset(), tuple(settings.items()))


@cache
def _loaded(ruleset: str, settings: tuple[tuple[str, object], ...]) -> Game:
    return loaded(ruleset, settings=dict(settings))


def _placed(game: Game, units: Iterable[Mapping[str, Any]], side: str) -> Position:
    sides = list(game.ruleset.sides)
    stands = [
        Placement(
            sides.index(unit["side"]),
            game.ruleset.units[unit["type"]],
            game.grid.cell(unit["at"]),
            FACINGS.index(unit["facing"]),
            unit["men"],
        )
        for unit in units
    ]
    return game.position_with(stands, side=sides.index(side), turn=1)


def _play(game: Game, position: Position, text: str) -> Position:
    return game.play(position, read_move(game, position, text))[0]


def _facts(game: Game, position: Position) -> Facts:
    sides = list(game.ruleset.sides)
    return {
        game.grid.name(s.cell): (sides[s.side], s.type.word, s.men, FACINGS[s.facing])
        for s in position.standing()
    }


def _written(units: Iterable[Mapping[str, Any]]) -> Facts:
    return {unit["at"]: (unit["side"], unit["type"], unit["men"], unit["facing"]) for unit in units}


def _winner(game: Game, position: Position) -> str | None:
    result = game.result(position)
    return (
        None if result is None or result.winner is None else list(game.ruleset.sides)[result.winner]
    )
