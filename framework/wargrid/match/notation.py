"""Moves as text: ``d2-d3`` moves, ``d2xd3`` attacks or takes, ``d2>E`` turns, ``end``; dice are their faces.

In a game in which a unit may do both, ``d2xd3`` attacks and ``d2-xd3`` takes.

Before the game ``infantry@c2`` places a unit, ``heavy 1@d1>E`` one that is not full and looks
elsewhere than forward; ``remove c2``, ``army NAME`` and ``ready``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wargrid.core.grid import FACINGS
from wargrid.core.moves import (
    ARMY,
    ATTACK,
    DRAW,
    END,
    ENTER,
    LOT,
    MOVE,
    PLACE,
    READY,
    REMOVE,
    TAKE,
    TURN,
    Deploy,
    Draw,
    Lot,
    Move,
    Roll,
)
from wargrid.core.refusal import Refusal
from wargrid.engine.game import CHANCE
from wargrid.text.format import did_you_mean

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game

SIGNS: Final = {MOVE: "-", TAKE: "x", ATTACK: "x", TURN: ">", ENTER: "@"}
"""What stands between the two halves of a move, by verb; taking is written as attacking where no
unit does both."""

TAKES: Final = "-x"
"""The sign of taking by moving where a unit might also attack; read everywhere."""

LONGEST: Final = 10_000
"""How many characters a move may have; the longest are rolls of many dice."""

_VERBS: Final = {sign: verb for verb, sign in SIGNS.items()} | {TAKES: TAKE}
_MOVE: Final = re.compile(
    r"([a-z]+[0-9]+)\s*(-x|[-x>@])\s*([a-z]+[0-9]+|[NESWnesw])", re.IGNORECASE
)

_PLACING: Final = re.compile(
    r"([a-z][a-z0-9_]*)(?:\s+([0-9]{1,9}))?\s*@\s*([a-z]+[0-9]+)\s*(?:>\s*([NESW]))?", re.IGNORECASE
)


class NotationError(ValueError):
    """A text that is no move at all; ``refusal`` says what would be one."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def write_move(game: Game, move: Move, *, apart: bool = False) -> str:
    """Write a move so that ``read_move`` finds it again in the same position.

    RuleOptions to keep them ``apart``, taking has its own sign even where no unit also attacks, as for
    another game to read.
    """
    if isinstance(move, Roll):
        return " ".join(move.faces)
    if isinstance(move, Lot):
        return f"{LOT} {list(game.ruleset.sides)[move.side]}"
    if isinstance(move, Draw):
        return " ".join((DRAW, *map(game.grid.name, move.cells)))
    if move.verb == END:
        return END
    if isinstance(move, Deploy):
        return _write_deploying(game, move)
    last = FACINGS[move.facing] if move.verb == TURN else game.grid.name(move.target)
    sign = (
        TAKES if move.verb == TAKE and (apart or game.tables.take_and_attack) else SIGNS[move.verb]
    )
    return f"{game.grid.name(move.source)}{sign}{last}"


def as_of_old(text: str) -> str:
    """What a move, or a line with one, was written like before taking had a sign of its own."""
    return text.replace(TAKES, SIGNS[TAKE])


def read_move(game: Game, position: Position, text: str) -> Move:
    """Read a move as it would be meant in this position, legal or not; legal ones are the game's own shared moves.

    Raises:
        NotationError: the text is not written like a move, or names a cell, face or side that does not exist.
    """
    if len(text) > LONGEST:
        raise NotationError(Refusal("no_notation", {"text": text}))
    said = " ".join(text.split())
    if said.lower() == END:
        return game.end
    found = _MOVE.fullmatch(said)
    deploys = _read_deploying(game, position, said) if game.deploying is not None else None
    if deploys is not None:
        move: Move = deploys
    elif found:
        move = _of_unit(game, position, *found.groups())
    else:
        move = _of_chance(game, position, said)
    return game.listed(position, move) or move


def _write_deploying(game: Game, move: Deploy) -> str:
    if move.verb in (ARMY, READY):
        return f"{move.verb} {move.word}".rstrip()
    cell = game.grid.name(move.target)
    if move.verb == REMOVE:
        return f"{REMOVE} {cell}"
    full = game.ruleset.units[move.word].men == move.men
    free = game.deploying is not None and game.deploying.rules.facing == "free"
    return f"{move.word}{'' if full else f' {move.men}'}@{cell}{f'>{FACINGS[move.facing]}' if free else ''}"


def _read_deploying(game: Game, position: Position, said: str) -> Deploy | None:
    """A move of the phase before the game, or None if the text is not written like one."""
    first, *rest = said.lower().split() or [""]
    if [first, *rest] == [READY]:
        return Deploy(READY)
    if first == ARMY and len(rest) == 1:
        return Deploy(ARMY, word=rest[0])
    if first == REMOVE and len(rest) == 1:
        return Deploy(REMOVE, _cell(game, rest[0]))
    found = _PLACING.fullmatch(said)
    if found is None or game.grid.has(found[1].lower()):
        return None
    word, men, cell, facing = found[1].lower(), found[2], found[3], found[4]
    unit = game.ruleset.units.get(word)
    looks = game.sides[position.side].forward if facing is None else FACINGS.index(facing.upper())
    full = unit.men if unit is not None else 0
    return Deploy(PLACE, _cell(game, cell), looks, word=word, men=full if men is None else int(men))


def _of_unit(game: Game, position: Position, source: str, sign: str, last: str) -> Move:
    verb = _VERBS[sign.lower()]
    start = _cell(game, source)
    if verb == TURN:
        if last.upper() not in tuple(FACINGS):
            raise NotationError(Refusal("no_facing", {"text": last}))
        return Move(TURN, start, start, FACINGS.index(last.upper()))
    target = _cell(game, last)
    unit = position.board[start]
    move = Move(verb, start, target, position.facing_of(unit) if unit > 0 else 0)
    if verb == ATTACK and (
        unit <= 0 or position.type_of(unit).attack is None or _takes(game, position, move)
    ):
        return Move(TAKE, start, target, move.facing)
    return move


def _takes(game: Game, position: Position, attack: Move) -> bool:
    """Whether what is written like an attack is a taking by moving."""
    taking = Move(TAKE, attack.source, attack.target, attack.facing)
    return game.listed(position, attack) is None and game.listed(position, taking) is not None


def _cell(game: Game, name: str) -> int:
    if not game.grid.has(name.lower()):
        last = game.grid.name(game.grid.cells - 1)
        raise NotationError(Refusal("no_cell", {"text": name, "last": last}))
    return game.grid.cell(name.lower())


def _of_chance(game: Game, position: Position, said: str) -> Move:
    first, *rest = said.split() or [""]
    sides = list(game.ruleset.sides)
    if first == LOT and len(rest) == 1 and rest[0] in sides:
        return Lot(sides.index(rest[0]))
    if first == DRAW and rest:
        return Draw(tuple(_cell(game, name) for name in rest))
    for die in _dice(game, position):
        known = dict.fromkeys(game.ruleset.dice[die])
        if first in known:
            return _roll(die, list(known), said.split())
    raise NotationError(Refusal("no_notation", {"text": said}))


def _dice(game: Game, position: Position) -> list[str]:
    """Every die by its name, first the one that is due: several may have the same faces."""
    due = next(iter(game.moves(position)), None) if game.to_act(position) == CHANCE else None
    return sorted(game.ruleset.dice, key=lambda die: not (isinstance(due, Roll) and die == due.die))


def _roll(die: str, known: list[str], said: list[str]) -> Roll:
    for face in said:
        if face not in known:
            near = did_you_mean(face, known)
            raise NotationError(
                Refusal("no_face", {"text": face, "near": near or ", ".join(known)})
            )
    counts = tuple(said.count(face) for face in known)
    faces = tuple(face for face, count in zip(known, counts, strict=True) for _ in range(count))
    return Roll(die, faces, counts)
