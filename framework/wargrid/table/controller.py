"""The hand: what a player has selected and was asked, and how clicks and commands become moves of the match."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from wargrid.core.moves import END, ENTER, TURN, Deploy
from wargrid.core.refusal import IllegalMove, Refusal
from wargrid.engine.game import CHANCE
from wargrid.match.seeing import seen_by
from wargrid.plugins.host import PluginError
from wargrid.table import deployment as deploying
from wargrid.table.asking import (
    NOTHING,
    Question,
    about_attack,
    by_hand,
    die_faces,
    find_roll,
    is_worth_asking,
)
from wargrid.table.commands import disabled_reason, full, refusal_of
from wargrid.table.scene import moves_from
from wargrid.table.state import Situation
from wargrid.table.view import Tone
from wargrid.table.wording import Teller, facing_meant
from wargrid.text.catalog import whole

if TYPE_CHECKING:
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.engine.game import Game
    from wargrid.match.match import Match


class Hand:
    """Everything about one table that is not the match: it changes with what players do, and is never saved.

    ``selected``, ``cursor``, ``hovered`` and ``refused`` (where the last click could not be obeyed)
    are cells or None. ``placing`` is what the next click places before the game. ``threats`` tells
    whether threats are shown; ``asked`` is the question put to the player; ``picked`` and
    ``chosen`` belong to dice and lots given by hand. ``acted``: the selected unit has just acted,
    so that a click on it means to go on with it, not to let it go.
    """

    def __init__(self, match: Match, language: str, seats: Iterable[int] | None) -> None:
        self.match = match
        self.seats = frozenset(range(len(match.game.sides)) if seats is None else seats)
        self.teller = Teller(match.game, language)
        self.selected: int | None = None
        self.placing: deploying.Base | None = None
        self.cursor: int | None = None
        self.hovered: int | None = None
        self.refused: int | None = None
        self.asked: Question | None = None
        self.picked: tuple[str, ...] = ()
        self.chosen = NOTHING
        self.acted = False
        self.threats = False
        self.message = ""
        self.tone: Tone = ""
        self._seen: tuple[Position, int | None] = (match.position, match.resigned)
        self._sight: tuple[tuple[object, ...], Match] | None = None
        self._commands: dict[str, Callable[[], None]] = {
            "confirm": self.confirm,
            "cancel": self._cancel,
            "end_turn": self._end_turn,
            "undo": self._undo,
            "redo": self._redo,
            "resign": self._ask_to_resign,
            "resign_confirm": self._resign,
            "roll_back": self._roll_back,
            "threats": self._threats,
        }

    @property
    def game(self) -> Game:
        """The game of the match."""
        return self.match.game

    # What is open

    @property
    def question(self) -> Question | None:
        """The question the player was asked, or else the one that dice rolled by hand ask."""
        if self.asked is not None:
            return self.asked
        if self.match.by_hand and self.match.to_act == CHANCE:
            return by_hand(self.game, self.match.position, self.picked, self.chosen)
        return None

    @property
    def mine(self) -> bool:
        """Whether a side played at this table is to act."""
        return self.match.to_act in self.seats

    def now(self) -> Situation:
        """What commands and help are read from."""
        return Situation(
            self.match,
            self.selected,
            self.question,
            bool(self.seats),
            self.mine,
            self.teller,
            self.placing,
        )

    def follow(self) -> None:
        """Let go of what belonged to another position."""
        now = (self.match.position, self.match.resigned)
        if now[0] is not self._seen[0] or now[1] != self._seen[1]:
            self._seen = now
            self.asked, self.refused = None, None
            self.picked, self.chosen = (), NOTHING
            if not self.mine or not self._is_selectable(self.selected):
                self.selected = None
            if not self.mine or not deploying.is_on(self.match):
                self.placing = None

    def _is_selectable(self, cell: int | None) -> bool:
        """Whether something may be done with the unit on a cell."""
        if deploying.is_on(self.match):
            return cell in deploying.own_cells(self.match)
        return bool(moves_from(self.match, cell))

    def seen(self) -> Match:
        """The match as those who sit here may know it: as the side to act, if it is played here, or the only one."""
        if not self.game.hides(self.match.position):
            return self.match
        side = self.match.position.side
        viewer = side if side in self.seats else min(self.seats, default=CHANCE)
        key = (viewer, tuple(map(id, self.match.plies)), self.match.resigned)
        if self._sight is None or self._sight[0] != key:
            self._sight = (key, seen_by(self.match, viewer))
        return self._sight[1]

    def obey(self, action: Callable[[], None]) -> None:
        """Do what was asked; a plugin that fails leaves the game as it was, and its failure as the message."""
        self._heed(self.follow)
        self.say("")
        self.refused = None
        self._heed(action)
        self._heed(self.follow)

    def _heed(self, action: Callable[[], None]) -> None:
        """Do something, and say why it cannot be done."""
        try:
            action()
        except IllegalMove as error:
            self.refuse(error.refusal)
        except PluginError as error:
            self.refuse(error)

    def let_go(self, error: PluginError) -> None:
        """Forget all that need not be shown, since a plugin failed while the table was looked at, and say so."""
        self.selected = self.cursor = self.hovered = self.asked = None
        self.threats = False
        self.refuse(error)

    def say(self, message: str, tone: Tone = "") -> None:
        """Put a message, or none, under the player's eyes."""
        self.message, self.tone = message, tone

    def refuse(self, refusal: Refusal | PluginError | str) -> None:
        """Say why something cannot be done."""
        self.say(
            refusal if isinstance(refusal, str) else refusal.text(self.teller.words.language),
            "refusal",
        )

    # Clicks

    def click(self, cell: int) -> None:
        """Confirm the attack on a cell that is asked about, or else select, deselect, go or attack there."""
        self.cursor = cell
        asked, self.asked = self.asked, None
        acted, self.acted = self.acted, False
        if asked is not None and asked.kind == "attack" and asked.moves[0].target == cell:
            self._play(asked.moves[0])
        elif self.cannot_command():
            return
        elif deploying.is_on(self.match):
            deploying.click(self, cell)
        elif self.selected is None:
            self._select(cell)
        elif cell == self.selected and not self._may_stay(cell):
            self.selected = cell if acted else None
        else:
            self._send(self.selected, cell)

    def _may_stay(self, cell: int) -> bool:
        """Whether the selected unit may be set down where it stands."""
        return any(
            move.verb == ENTER and move.target == cell for move in moves_from(self.match, cell)
        )

    def cannot_command(self) -> bool:
        """Whether nobody at this table may move a unit now; the reason is said."""
        if self.mine:
            return False
        self.refuse(disabled_reason("end_turn", self.now()))
        return True

    def _select(self, cell: int) -> None:
        position = self.match.position
        unit = position.board[cell]
        if not unit:
            self.refused = cell
            self.refuse(self.teller.say("table.nothing_selected", cell=self.game.grid.name(cell)))
        elif unit <= 0 or position.side_of(unit) != position.side:
            self._refuse_at(cell, f"{self.game.grid.name(cell)}-{self.game.grid.name(cell)}")
        elif moves_from(self.match, cell):
            self.selected = cell
        else:
            self.refused = cell
            self.refuse(self.teller.say("table.spent", unit=self.teller.unit(position, cell)))

    def _send(self, source: int, cell: int) -> None:
        """Let the selected unit do what it can on a cell; choose between several things, or another unit."""
        position = self.match.position
        possible = [move for move in moves_from(self.match, source) if move.target == cell]
        unit = position.board[cell]
        if possible:
            self._choose_between(possible)
        elif unit > 0 and position.side_of(unit) == position.side:
            self.selected = None
            self._select(cell)
        else:
            name = self.game.grid.name
            self._refuse_at(cell, f"{name(source)}{'x' if unit > 0 else '-'}{name(cell)}")

    def _refuse_at(self, cell: int, text: str) -> None:
        """Say why the move written so is not legal, and mark the cell."""
        self.refused = cell
        self.refuse(refusal_of(self.match, text) or self.teller.say("table.nothing_there"))

    def _choose_between(self, moves: list[Move]) -> None:
        if len(moves) == 1:
            self.propose(moves[0])
        else:
            self.asked = Question("choice", tuple(moves))

    def propose(self, move: Move) -> None:
        """Play a legal move, but ask first, with what it comes to, if it is an attack or rests on chance."""
        position = self.match.position
        if not isinstance(move, Deploy) and is_worth_asking(self.game, position, move):
            self.selected = move.source
            self.asked = about_attack(self.game, position, move)
        else:
            self._play(move)

    def _play(self, move: Move) -> None:
        """Play a legal move; the unit that made it stays selected, wherever it is now, if it can still act."""
        position = self.match.position
        unit = position.board[move.source] if move.source >= 0 else 0
        self.match.play(move)
        self.selected = self.match.position.cell_of(unit) if unit > 0 else None
        self.acted = True

    # Commands

    def press(self, name: str, rest: str) -> None:
        """Obey a command, ``rest`` being what stands after its colon."""
        if name == "roll":
            self.pick(rest)
            return
        if name in deploying.COMMANDS:
            deploying.press(self, name, rest)
            return
        if name == "choose":
            self._choose(whole(rest))
            return
        reason = disabled_reason(name, self.now())
        if reason:
            self.refuse(reason)
        elif name.startswith("turn_"):
            self._turn(name)
        else:
            self._commands[name]()

    def confirm(self) -> None:
        """Answer the open question with yes, or with what is chosen or picked."""
        question = self.question
        assert question is not None
        if question.kind == "attack":
            self.asked = None
            self._play(question.moves[0])
        elif question.kind == "resign":
            self._resign()
        elif question.kind == "choice":
            self._choose(question.chosen)
        elif full(question):
            self._roll(question)
        else:
            self.pick(die_faces(self.game, question.moves)[question.chosen])

    def _cancel(self) -> None:
        if self.asked is not None:
            self.asked = None
        elif self.placing is not None:
            self.placing = None
        else:
            self.selected = None

    def _end_turn(self) -> None:
        self.asked = None
        self._play(self.game.end)

    def _turn(self, name: str) -> None:
        if deploying.is_on(self.match):
            deploying.turn(self, facing_meant(name, deploying.facing_of(self)))
            return
        assert self.selected is not None
        facing = facing_meant(name, self.match.position.at(self.selected).facing)
        turns = (
            m
            for m in moves_from(self.match, self.selected)
            if m.verb == TURN and m.facing == facing
        )
        self.asked = None
        self.propose(next(turns))

    def _undo(self) -> None:
        """Take back moves until a seat of this table is to act; nothing at all if a lock is in between."""
        self.asked = None
        taken = list(self.match.undo())
        while self.seats and not self.mine and self.match.to_act != CHANCE:
            lock = self.match.undo_lock()
            if lock is not None:
                for _ in taken:
                    self.match.redo()
                self.refuse(lock)
                return
            taken += self.match.undo()
        self.selected = taken[-1].move.source if taken[-1].move.verb != END else None

    def _redo(self) -> None:
        self.asked = None
        self.match.redo()
        while self.seats and not self.mine and self.match.redo_lock() is None:
            self.match.redo()

    def _ask_to_resign(self) -> None:
        self.asked = Question("resign")

    def _resign(self) -> None:
        self.asked = None
        self.match.resign(self._resigning)

    @property
    def _resigning(self) -> int:
        """The side that resigns: the one whose turn it is, or else the one played at this table."""
        side = self.match.position.side
        return side if side in self.seats else min(self.seats)

    def _threats(self) -> None:
        self.threats = not self.threats

    # Choices, and dice rolled by hand

    def _choose(self, number: int | None) -> None:
        question = self.question
        if (
            question is None
            or question.kind != "choice"
            or number is None
            or not 0 <= number < len(question.moves)
        ):
            return
        self.asked = None
        if self.match.to_act == CHANCE:
            self.match.play(question.moves[number])
        else:
            self.propose(question.moves[number])

    def pick(self, face: str) -> None:
        """Enter one die rolled by hand."""
        question = self.question
        if (
            question is not None
            and question.kind == "dice"
            and face in die_faces(self.game, question.moves)
        ):
            if full(question):
                self.say(self.teller.say("table.all_dice_picked"), "info")
            else:
                self.picked, self.chosen = (*self.picked, face), NOTHING

    def _roll_back(self) -> None:
        self.picked = self.picked[:-1]

    def _roll(self, question: Question) -> None:
        roll = find_roll(question.moves, question.picked)
        assert roll is not None
        self.match.play(roll)
