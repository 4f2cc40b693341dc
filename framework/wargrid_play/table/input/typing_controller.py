"""The controller of typed text: cells, moves, rolls, and moves as books write them."""

from __future__ import annotations

from string import digits

from wargrid.core.moves import ATTACK, MOVE, TAKE, Move
from wargrid.core.refusal import Refusal
from wargrid.engine.flow import CHANCE
from wargrid.match import NotationError, read_move
from wargrid.match.styles import spelled_out
from wargrid.text import printable
from wargrid_play.table.input import deployment, keyboard, words
from wargrid_play.table.input.commands import MAX_CELLS, refusal_of
from wargrid_play.table.input.controller import Controller
from wargrid_play.table.input.examples import MOST, examples_of, not_a_move
from wargrid_play.table.input.premove import may_premove, typed
from wargrid_play.table.state import (
    NOTHING,
    OpenQuestion,
    is_deploying,
    is_mine,
    moves_from,
    rolls_here,
)


class TypingController(Controller):
    """Obeys typed text besides clicks, commands and keys."""

    def type(self, text: str) -> None:
        """Obey a typed cell, move or roll, in the notation of records.

        A move leaves no cursor where the player clicked before.
        """
        made = len(self.match.plies)
        self._obey(text)
        if len(self.match.plies) > made:
            self.state.cursor = None

    def _obey(self, text: str) -> None:
        grid, question, match = self.game.grid, self.question, self.match
        is_open = (
            is_mine(match, self.state) or match.to_act is None or rolls_here(match, self.state)
        )
        if may_premove(match, self.state) and self._types_premove(text):
            return
        if not is_open and self.state.seats:
            self.refuse(self.wording.say("table.typed_early", text=printable(text)))
            self._refused_early = False  # to be read when the other side has moved
            return
        text = words.for_records(self.wording.say, text)
        if grid.has(text.lower()):
            self._type_cell(text.lower())
        elif self._resembles_a_cell(text.lower()):
            self.refuse(Refusal("no_cell", {"text": text, "last": grid.name(grid.cells - 1)}))
        elif question is not None and question.kind == "dice":
            self._type_faces(question, text)
        elif is_open:
            self._type_move(deployment.normalized(match, text))
        else:
            self._refuses_command()

    def _types_premove(self, text: str) -> bool:
        """Give a typed move before its turn, or click a typed cell; False if it is neither."""
        text = words.for_records(self.wording.say, text)
        premove = typed(self.match, self.state, text, self.wording)
        if premove is not None:
            self._give(premove)
        elif self.game.grid.has(text.lower()):
            self.click(self.game.grid.cell(text.lower()))
        return premove is not None or self.game.grid.has(text.lower())

    def _type_cell(self, name: str) -> None:
        """Click a cell, or make the only move there of the type that books do not write.

        So ``e4`` moves a pawn where no unit is selected.
        """
        cell = self.game.grid.cell(name)
        alone = self.state.selected is None and self.question is None
        mine = alone and is_mine(self.match, self.state) and not is_deploying(self.match)
        if not mine or self.visible.position.board[cell] or not self._takes_plain(name):
            self.click(cell)

    def _takes_plain(self, name: str) -> bool:
        """Make what the name of an empty cell means as a move in books, or say why it cannot be.

        Returns False if it means none.
        """
        moves = self._moves_in_style(name)
        if moves and len({(move.source, move.target) for move in moves}) == 1:
            return self._takes_written(name)
        whys = [] if moves else self._whys(name)
        if not whys or _is_far(whys[0]):
            return False
        self.refuse(whys[0], self.game.grid.cell(name))
        return True

    def _type_faces(self, question: OpenQuestion, text: str) -> None:
        """Pick typed faces for the dice still open, or make the whole roll that they show."""
        faces, wrong = keyboard.read_faces(self.game, question, text)
        if wrong:
            known = [self.wording.face(face) for face in question.faces(self.game)]
            self.refuse(
                self.wording.say(
                    "table.not_a_face",
                    text=printable(wrong),
                    faces=self.wording.alternatives(known),
                )
            )
        elif len(faces) < question.dice and len(question.picked) + len(faces) <= question.dice:
            self.state.picked, self.state.chosen = (*self.state.picked, *faces), NOTHING
        else:
            self._type_move(" ".join(faces))

    def _resembles_a_cell(self, text: str) -> bool:
        """Return whether a text is a cell beyond the board, and not ``Nf3`` for eight columns."""
        grid = self.game.grid
        widest = grid.name(grid.cells - 1).rstrip(digits)
        return grid.looks_like_a_cell(text) and len(text.rstrip(digits)) <= len(widest)

    def _type_move(self, text: str) -> None:
        visible = self.visible
        self.state.asked = None
        style, letters = self.wording.readers[0]
        if style.read_in_style(visible.position, text, letters) and self._takes_written(text):
            return
        try:
            move = read_move(self.game, visible.position, spelled_out(self.game, text))
        except NotationError as error:
            if error.refusal.code.startswith("no_notation") and self._takes_written(text):
                return
            plain = error.refusal.code == "no_notation"
            why = not_a_move(text, visible, self.wording) if plain else error.refusal
            self.refuse(why)
            return
        if self.match.ending is not None:
            self.refuse(Refusal("game_over"))
        elif self.game.engine.find_legal_move(visible.position, move) is None:
            self._take_as_meant(move)
        elif self.match.to_act == CHANCE:
            self._roll(move)
        else:
            self._propose(move)

    def _moves_in_style(self, text: str) -> list[Move]:
        """Return the legal moves that a text may mean as players of the game, or books, write."""
        position = self.visible.position
        found = (
            style.read_in_style(position, text, letters) for style, letters in self.wording.readers
        )
        return next(filter(None, found), [])

    def _takes_written(self, text: str) -> bool:
        """Make the only legal move that a text fits, or say which do; False if it is no move."""
        legal, readers = self._moves_in_style(text), self.wording.readers
        is_move = legal or any(style.is_like(text, letters) for style, letters in readers)
        if not is_move or self.match.ending is not None:
            return False
        if len(legal) == 1:
            self._make_all(text, legal[0])
        elif legal and len({(move.source, move.target) for move in legal}) == 1:
            self._ask_which(legal)
        elif legal:
            several = {"text": printable(text), "moves": self._written(legal)}
            self.refuse(self.wording.say("table.shorthand_several", **several))
        else:
            self._refuse_written(text)
        return True

    def _make_all(self, text: str, first: Move) -> None:
        """Make a move, and those that a text means after it, such as further jumps."""
        style, letters = self.wording.readers[0]
        ways = style.read_turn(self.visible.position, text, letters)
        self._propose(first)
        for move in ways[0][1:] if len(ways) == 1 else ():
            if self.game.engine.find_legal_move(self.match.position, move) is not None:
                self._propose(move)

    def _refuse_written(self, text: str) -> None:
        """Say why a text that is a move fits no legal one, with moves like it."""
        position = self.visible.position
        near = [
            move
            for style, letters in self.wording.readers
            for move in style.nearest(position, text, letters)
        ]
        example = (
            self._written(near[:MOST])
            if near
            else self.wording.alternatives(examples_of(self.visible, self.wording))
        )
        none = self.wording.say("table.shorthand_none", text=printable(text), moves=example)
        why, *others = self._whys(text) or [none]
        self.refuse(none if others and _is_far(why) else why)

    def _written(self, moves: list[Move]) -> str:
        """Name moves as the player may type them, of which any one will do."""
        position = self.visible.position
        written = sorted({self.wording.move(position, move) for move in moves})
        return self.wording.alternatives(written[:MAX_CELLS])

    def _whys(self, text: str) -> list[Refusal | str]:
        """Return why the moves that a text tries are none, the nearest to a legal one first.

        Clicks on the same cells have the same reasons.
        """
        tried = [
            ends
            for style, letters in self.wording.readers
            for ends in style.attempts(self.visible.position, text, letters)
        ]
        return sorted((self._why_not_to(*each) for each in dict.fromkeys(tried)), key=_is_far)

    def _take_as_meant(self, typed: Move) -> None:
        """Make or ask what a click would, where only a sign or a type is missing.

        So ``h5-f7`` captures; and what is out of reach for an attack is refused as an attack.
        """
        position, name = self.visible.position, self.game.grid.name
        moves = [move for move in moves_from(self.match, typed.source) if _is_meant(move, typed)]
        refusal: Refusal | None = self.game.engine.refusal(position, typed)
        if len(moves) == 1:
            self._propose(moves[0])
        elif moves:
            self._ask_which(moves)
        else:
            if typed.verb == MOVE and refusal is not None and refusal.code == "occupied":
                attack = f"{name(typed.source)}x{name(typed.target)}"
                is_foe = position.side_of(position.board[typed.target]) != position.side
                refusal = refusal_of(self.match, attack) if is_foe else refusal
            self.refuse(refusal or self.wording.say("table.nothing_there"))


def _is_far(why: Refusal | str) -> bool:
    """Return whether a unit is only too far away, the refusal that tells a player least."""
    return isinstance(why, str) or why.code in ("out_of_reach", "beyond_range", "out_of_range")


def _is_meant(move: Move, typed: Move) -> bool:
    """Return whether a typed move names a legal move but for its sign or its type."""
    ends = (move.source, move.target) == (typed.source, typed.target)
    verbs = typed.verb in (MOVE, TAKE, ATTACK) and typed.verb in (MOVE, move.verb)
    return ends and verbs and typed.word in ("", move.word)
