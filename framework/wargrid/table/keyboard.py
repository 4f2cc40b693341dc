"""The keyboard: the cursor, the round of units, and typed cells, moves and dice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wargrid.core.refusal import Refusal
from wargrid.engine.game import CHANCE
from wargrid.match.notation import NotationError, read_move
from wargrid.table.asking import NOTHING, Question, die_faces
from wargrid.table.commands import disabled_reason
from wargrid.table.deployment import as_written
from wargrid.table.scene import movable_cells

if TYPE_CHECKING:
    from wargrid.table.controller import Hand


def move_cursor(hand: Hand, columns: int, rows: int) -> None:
    """Move the cell cursor, or go through the options of an open question."""
    question, grid = hand.question, hand.game.grid
    options = 0 if question is None else _options(hand, question)
    if question is not None and options:
        step = columns - rows
        chosen = (question.chosen + step + (step < 0 and question.chosen == NOTHING)) % options
        if hand.asked is not None:
            hand.asked = replace(hand.asked, chosen=chosen)
        else:
            hand.chosen = chosen
    elif hand.cursor is None:
        hand.cursor = next(
            iter(movable_cells(hand.match)), grid.at(grid.columns // 2, grid.rows // 2)
        )
    else:
        row, column = divmod(hand.cursor, grid.columns)
        column = min(max(column + columns, 0), grid.columns - 1)
        hand.cursor = grid.at(column, min(max(row + rows, 0), grid.rows - 1))


def _options(hand: Hand, question: Question) -> int:
    if question.kind == "choice":
        return len(question.moves)
    return len(die_faces(hand.game, question.moves)) if question.kind == "dice" else 0


def enter(hand: Hand) -> None:
    """Answer the open question, or click where the cursor is; the first time, show the cursor."""
    if hand.question is not None:
        hand.press("confirm", "")
    elif hand.cursor is None:
        move_cursor(hand, 0, 0)
    else:
        hand.click(hand.cursor)


def next_unit(hand: Hand, step: int) -> None:
    """Select the next unit that can act, in the order of cells and round again."""
    hand.asked = None
    cells = movable_cells(hand.match) if hand.mine else ()
    if not cells:
        hand.refuse(
            disabled_reason("end_turn", hand.now()) or hand.teller.say("table.no_unit_can_act")
        )
        return
    here = hand.selected if hand.selected is not None else hand.cursor
    if here in cells:
        found = cells[(cells.index(here) + step) % len(cells)]
    else:
        after = [cell for cell in cells if here is None or cell > here] or list(cells)
        before = [cell for cell in cells if here is not None and cell < here] or list(cells)
        found = after[0] if step > 0 else before[-1]
    hand.selected = hand.cursor = found


def typed(hand: Hand, said: str) -> None:
    """Obey a cell, a move or a roll, written as a record writes it."""
    grid, question = hand.game.grid, hand.question
    if grid.has(said.lower()):
        hand.click(grid.cell(said.lower()))
    elif grid.looks_like_a_cell(said.lower()):
        hand.refuse(Refusal("no_cell", {"text": said, "last": grid.name(grid.cells - 1)}))
    elif question is not None and question.kind == "dice":
        _type_move(hand, _faces_in(hand, said, question))
    elif (
        hand.mine
        or hand.match.to_act is None
        or (hand.match.by_hand and hand.match.to_act == CHANCE)
    ):
        _type_move(hand, as_written(hand, said))
    else:
        hand.cannot_command()


def _faces_in(hand: Hand, said: str, question: Question) -> str:
    """Typed faces as the ruleset writes them: players may use their names in any language."""
    names: dict[str, str] = {}
    for face in die_faces(hand.game, question.moves):
        said_as = hand.game.ruleset.face_name(face)
        for name in (said_as,) if isinstance(said_as, str) else said_as.values():
            names[name.lower()] = face
    return " ".join(names.get(word.lower(), word) for word in said.split())


def _type_move(hand: Hand, said: str) -> None:
    hand.asked = None
    try:
        move = read_move(hand.game, hand.match.position, said)
    except NotationError as error:
        hand.refuse(error.refusal)
        return
    refusal = Refusal("game_over") if hand.match.resigned is not None else None
    refusal = refusal or hand.game.why_not(hand.match.position, move)
    if refusal is not None:
        hand.refuse(refusal)
    elif hand.match.to_act == CHANCE:
        hand.match.play(move)
    else:
        hand.propose(move)
