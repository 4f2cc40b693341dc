"""Read and write moves as text.

``d2-d3`` moves, ``d2xd3`` attacks or takes, ``d2>E`` turns, ``end`` ends the turn, ``claim`` claims
the end of the game; a roll is the faces of its dice. To a question, ``c3@c4`` answers with a cell
for a unit and ``choose yes`` with a word. In a game in which a unit may both attack and take,
``d2xd3`` attacks and ``d2-xd3`` takes. A unit that may become one of several types names it:
``d7-d8=queen``, and one with several weapons the weapon: ``d2xd3=bow``.
``d2!capture`` is what else a unit may do, ``!build infantry d2`` what a side does without one, and
``!build@1 infantry d2`` what it does by the first of several abilities of that word.

During deployment ``infantry@c2`` places a unit and ``heavy 1@d1>E`` one with a single man that
faces east; the other moves are ``remove c2``, ``army NAME`` and ``ready``.
"""

from __future__ import annotations

import re
from typing import Final

from wargrid.core.moves import (
    ARMY,
    ATTACK,
    CHOOSE,
    CLAIM,
    DO,
    DRAW,
    END,
    ENTER,
    LOT,
    MOVE,
    NOWHERE,
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
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match.errors import NotationError
from wargrid.match.notation.marker_text import read_cell
from wargrid.text import did_you_mean

SIGNS: Final = {MOVE: "-", TAKE: "x", ATTACK: "x", TURN: ">", ENTER: "@"}
"""The sign between the two halves of a move, by verb. Taking has the sign of an attack in games
in which no unit does both."""

TAKES: Final = "-x"
"""The sign of taking in games in which a unit may also attack; it is read in every game."""

MAX_LENGTH: Final = 10_000
"""The most characters of a move; the longest moves are rolls of many dice."""

_VERBS: Final = {sign: verb for verb, sign in SIGNS.items()} | {TAKES: TAKE}
_MOVE: Final = re.compile(
    r"([a-z]+[0-9]+)\s*(-x|[-x>@])\s*([a-z]+[0-9]+|[NESW]{1,2})(?:\s*=\s*([a-z][a-z0-9_]*))?",
    re.IGNORECASE,
)
_CELL: Final = re.compile(r"@\s*([a-z]+[0-9]+)", re.IGNORECASE)
"""The answer with a cell to a question, without that of the unit that it is about."""

_ANSWER: Final = re.compile(rf"{CHOOSE} ([a-z][a-z0-9_]*)")

_SPACED: Final = re.compile(rf"{CHOOSE} [a-z][a-z0-9_]*|[a-z0-9]*!.*")

_ABILITY: Final = re.compile(
    r"([a-z]+[0-9]+)?\s*!\s*([a-z][a-z0-9_]*(?:@[0-9]+)?(?: [a-z][a-z0-9_]*)*)", re.IGNORECASE
)

_PLACING: Final = re.compile(
    r"([a-z][a-z0-9_]*)(?:\s+([0-9]{1,9}))?\s*@\s*([a-z]+[0-9]+)\s*(?:>\s*([NESW]{1,2}))?",
    re.IGNORECASE,
)


def write_move(game: Game, move: Move, *, apart: bool = False) -> str:
    """Write a move so that ``read_move`` reads the same move in the same position.

    With ``apart``, taking always has its own sign, so that another game can read the move.
    """
    if isinstance(move, Roll):
        return " ".join(move.faces)
    if isinstance(move, Lot):
        return f"{LOT} {list(game.ruleset.sides)[move.side]}"
    if isinstance(move, Draw):
        return " ".join((DRAW, *map(game.grid.name, move.cells)))
    if move.verb in (END, CLAIM):
        return move.verb
    if move.verb == CHOOSE:
        return f"{CHOOSE} {move.word}"
    if isinstance(move, Deploy):
        return _write_deploying(game, move)
    if move.verb == DO:
        return _write_ability(game, move)
    last = game.grid.facing_names[move.facing] if move.verb == TURN else game.grid.name(move.target)
    has_own_sign = move.verb == TAKE and (apart or game.engine.tables.take_and_attack)
    sign = TAKES if has_own_sign else SIGNS[move.verb]
    becomes = f"={move.word}" if move.word else ""
    return f"{game.grid.name(move.source)}{sign}{last}{becomes}"


def read_move(game: Game, position: Position, text: str) -> Move:
    """Read a move in a position; it need not be legal.

    A legal move is returned as the game's own object.

    Raises:
        NotationError: the text is not a move, or names a cell, face or side that does not exist.
    """
    if len(text) > MAX_LENGTH:
        raise _unreadable(text)
    found = _CELL.fullmatch(text.strip())
    if found:
        return _answer_with(game, position, read_cell(game.engine, found[1].lower()))
    text = " ".join(text.split())
    if text.lower() in (END, CLAIM):
        return game.end if text.lower() == END else game.claim
    found = _MOVE.fullmatch(text)
    answer = _ANSWER.fullmatch(text.lower())
    does = _ABILITY.fullmatch(text)
    deploys = _read_deploying(game, position, text) if game.engine.deploying is not None else None
    if deploys is not None:
        move: Move = deploys
    elif answer is not None:
        move = _answer(game, position, answer[1])
    elif found:
        move = _of_unit(game, position, *found.groups())
    elif does:
        move = _ability(game, position, *does.groups())
    else:
        move = _of_chance(game, position, text)
    return game.engine.find_legal_move(position, move) or move


def part_rolls(text: str) -> tuple[str, str]:
    """Return the move with which a line of a record begins, and the rolls that follow it.

    Answers have one blank, abilities as many as they like but no rolls.
    """
    found = _SPACED.match(text)
    if found is None:
        move, _, rolls = text.partition(" ")
        return move, rolls
    return found[0], text[found.end() :].strip()


def _unreadable(text: str) -> NotationError:
    """Return the error for a text that is no move, with examples of the moves most like it."""
    signs = {"!": "no_notation_do", "=": "no_notation_type", CHOOSE: "no_notation_answer"}
    code = next((code for sign, code in signs.items() if sign in text.lower()), "no_notation")
    return NotationError(code, text=text)


def _answer(game: Game, position: Position, word: str) -> Move:
    """Return the answer of that word to the pending question; it may be none of those possible."""
    answers = (move for move in game.moves(position) if move.verb == CHOOSE and move.word == word)
    return next(answers, Move(CHOOSE, word=word))


def _answer_with(game: Game, position: Position, cell: int) -> Move:
    """Return the answer with a cell to the pending question; it may be none of those possible."""
    answers = [move for move in game.moves(position) if move.verb == ENTER]
    source = answers[0].source if answers else cell
    return next((move for move in answers if move.target == cell), Move(ENTER, source, cell))


def _write_ability(game: Game, move: Move) -> str:
    if move.source < 0:
        return f"!{move.word} {game.grid.name(move.target)}"
    aims = f" {game.grid.name(move.target)}" if move.target != move.source else ""
    return f"{game.grid.name(move.source)}!{move.word}{aims}"


def _ability(game: Game, position: Position, source: str | None, text: str) -> Move:
    """Return what a unit or, without a source, a side does; the last word may be a cell.

    Several abilities of one word have numbers, ``build@1``, but for the last. Without one, it is
    the last of them with which the rest can be chosen. The only type that a side can place may be
    left out: ``!place d2``.
    """
    words = text.lower().split()
    start = NOWHERE if source is None else read_cell(game.engine, source.lower())
    named = len(words) > 1 and (source is None or game.grid.has(words[-1]))
    target = read_cell(game.engine, words.pop()) if named else start
    if target == NOWHERE:
        raise _unreadable(f"!{text}")
    if "@" not in words[0]:
        words[0] = game.engine.abilities.name_for(position, start, words[0], " ".join(words[1:]))
    if source is None and len(words) == 1:
        words += filter(None, (game.engine.abilities.only_choice(words[0]),))
    return Move(DO, start, target, word=" ".join(words))


def _write_deploying(game: Game, move: Deploy) -> str:
    if move.verb in (ARMY, READY):
        return f"{move.verb} {move.word}".rstrip()
    cell = game.grid.name(move.target)
    if move.verb == REMOVE:
        return f"{REMOVE} {cell}"
    full = game.ruleset.units[move.word].men == move.men
    free = game.engine.deploying is not None and game.engine.deploying.rules.facing == "free"
    men, facing = (
        "" if full else f" {move.men}",
        f">{game.grid.facing_names[move.facing]}" if free else "",
    )
    return f"{move.word}{men}@{cell}{facing}"


def _read_deploying(game: Game, position: Position, text: str) -> Deploy | None:
    """Return a move of the deployment, or None if the text is not one."""
    first, *rest = text.lower().split() or [""]
    if [first, *rest] == [READY]:
        return Deploy(READY)
    if first == ARMY and len(rest) == 1:
        return Deploy(ARMY, word=rest[0])
    if first == REMOVE and len(rest) == 1:
        return Deploy(REMOVE, read_cell(game.engine, rest[0]))
    found = _PLACING.fullmatch(text)
    if found is None or game.grid.has(found[1].lower()):
        return None
    word, men, cell, facing = found[1].lower(), found[2], found[3], found[4]
    unit = game.ruleset.units.get(word)
    looks = game.engine.forward[position.side] if facing is None else _facing(game, facing)
    full = unit.men if unit is not None else 0
    men_placed = full if men is None else int(men)
    return Deploy(PLACE, read_cell(game.engine, cell.lower()), looks, word=word, men=men_placed)


def _of_unit(
    game: Game, position: Position, source: str, sign: str, last: str, word: str | None
) -> Move:
    verb = _VERBS[sign.lower()]
    start = read_cell(game.engine, source.lower())
    if verb == TURN:
        return Move(TURN, start, start, _facing(game, last))
    target = read_cell(game.engine, last.lower())
    unit = position.board[start]
    facing = position.facing_of(unit) if unit > 0 else 0
    word = _word(game, position, Move(verb, start, target, facing, word=(word or "").lower()))
    move = Move(verb, start, target, facing, word=word)
    if verb == ATTACK and (
        unit <= 0 or position.type_of(unit).attack is None or _takes(game, position, move)
    ):
        return Move(TAKE, start, target, facing, word=word)
    return move


def _word(game: Game, position: Position, move: Move) -> str:
    """Return the weapon or the type that a move names; a weapon alone in reach needs no word."""
    unit, text = position.board[move.source], move.word
    weapons = game.engine.weapons.get(position.type_of(unit).word, ()) if unit > 0 else ()
    if move.verb != ATTACK or not weapons:
        return _promotion(game, position, unit, move, text)
    where = (ATTACK, move.source, move.target)
    able = [m.word for m in game.moves(position) if (m.verb, m.source, m.target) == where]
    return able[0] if not text and len(able) == 1 else text


def _promotion(game: Game, position: Position, unit: int, move: Move, word: str) -> str:
    """Return the type that a word or letter names; empty where there is no choice."""
    named = game.ruleset.find_letter(word) if len(word) == 1 else None
    word = word if named is None else named.word
    if unit <= 0:
        return word
    key = position.type_of(unit).word, position.side_of(unit)
    promotions = game.engine.promotions.get(key)
    types = () if promotions is None else promotions.of(move.source, move.target)
    return "" if types == (word,) else word


def _takes(game: Game, position: Position, attack: Move) -> bool:
    taking = Move(TAKE, attack.source, attack.target, attack.facing, word=attack.word)
    return (
        game.engine.find_legal_move(position, attack) is None
        and game.engine.find_legal_move(position, taking) is not None
    )


def _facing(game: Game, text: str) -> int:
    names = game.grid.facing_names
    if text.upper() not in names:
        raise NotationError("no_facing", text=text, known=", ".join(names))
    return names.index(text.upper())


def _of_chance(game: Game, position: Position, text: str) -> Move:
    first, *rest = text.split() or [""]
    sides = list(game.ruleset.sides)
    if first == LOT and len(rest) == 1 and rest[0] in sides:
        return Lot(sides.index(rest[0]))
    if first == DRAW and rest:
        return Draw(tuple(read_cell(game.engine, name.lower()) for name in rest))
    for die in _dice(game, position):
        known = dict.fromkeys(game.ruleset.dice[die])
        if first in known:
            return _roll(die, list(known), text.split())
    if first in [ability.word for ability in game.ruleset.abilities]:
        raise NotationError("no_notation_do", text=text)
    raise _unreadable(text)


def _dice(game: Game, position: Position) -> list[str]:
    # Several dice may have the same faces: the one to be rolled now comes first.
    due = next(iter(game.moves(position)), None) if game.to_act(position) == CHANCE else None
    return sorted(game.ruleset.dice, key=lambda die: not (isinstance(due, Roll) and die == due.die))


def _roll(die: str, known: list[str], shown: list[str]) -> Roll:
    for face in shown:
        if face not in known:
            near = did_you_mean(face, known)
            raise NotationError("no_face", text=face, near=near or ", ".join(known))
    counts = tuple(shown.count(face) for face in known)
    faces = tuple(face for face, count in zip(known, counts, strict=True) for _ in range(count))
    return Roll(die, faces, counts)
