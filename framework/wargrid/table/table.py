"""The table: clicks, keys and typed text become moves of a match, and the match becomes a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from wargrid.game import CHANCE
from wargrid.moves import END, TURN
from wargrid.notation import NotationError, read_move
from wargrid.plugins import PluginError
from wargrid.refusals import IllegalMove, Refusal
from wargrid.rules import rule_book
from wargrid.table.asking import Question, about_attack, by_hand, die_faces, find_roll, rests_on_chance
from wargrid.table.card import card_of
from wargrid.table.chronicle import Chronicle
from wargrid.table.commands import KEYS, commands_of, facing_meant, full, refusal_of, why_not_now
from wargrid.table.help import help_of
from wargrid.table.news import Messenger
from wargrid.table.prompt import prompt_of
from wargrid.table.rolling import last_dice
from wargrid.table.scene import (
    headline_of,
    last_cells,
    marks_of,
    movable_cells,
    moves_from,
    over_of,
    sides_of,
    units_of,
)
from wargrid.table.situation import Situation
from wargrid.table.telling import Teller
from wargrid.table.view import News, Tone, View

if TYPE_CHECKING:
    from wargrid.game import Game
    from wargrid.match import Match
    from wargrid.moves import Move
    from wargrid.position import Position
    from wargrid.rules import Section


class Table:
    """One match as players sit before it: what is selected, asked, said and shown.

    Whatever comes in (``click``, ``press``, ``move_cursor``, ``enter``, ``next_unit``, ``hover``, ``type``) never
    raises: what cannot be obeyed leaves its reason in the view's ``message``. Cells are numbers of the game's grid.
    ``seats`` are the sides played at this table; the others act through the match. The match may change under the
    table at any time between two calls.
    """

    def __init__(self, match: Match, language: str = "en", seats: Iterable[int] | None = None) -> None:
        self.match = match
        self.seats = frozenset(range(len(match.game.sides)) if seats is None else seats)
        self._teller = Teller(match.game, language)
        self._chronicle = Chronicle(match)
        self._messenger = Messenger(match)
        self._selected: int | None = None
        self._cursor: int | None = None
        self._hovered: int | None = None
        self._refused: int | None = None
        self._asked: Question | None = None
        self._picked: tuple[str, ...] = ()
        self._chosen = 0
        self._message = ""
        self._tone: Tone = ""
        self._seen: tuple[Position, int | None] = (match.position, match.resigned)
        self._made: tuple[tuple[object, ...], View] | None = None
        self._commands: dict[str, Callable[[], None]] = {
            "confirm": self._confirm,
            "cancel": self._cancel,
            "end_turn": self._end_turn,
            "undo": self._undo,
            "redo": self._redo,
            "resign": self._ask_to_resign,
            "resign_confirm": self._resign,
            "roll_back": self._roll_back,
        }

    @property
    def language(self) -> str:
        """The language of every text in the view; it may be changed at any time."""
        return self._teller.words.language

    @language.setter
    def language(self, language: str) -> None:
        if language != self.language:
            self._teller = Teller(self.match.game, language)
            self._say("")

    @property
    def _game(self) -> Game:
        return self.match.game

    # What comes in

    def click(self, cell: int) -> None:
        """Select the unit on a cell, go there, attack there, or say why not; the selected unit's own cell deselects."""
        if 0 <= cell < self._game.grid.cells:
            self._obey(lambda: self._click(cell))

    def press(self, command: str) -> None:
        """Obey a command of the view's list, ``roll:<face>`` or ``choose:<number>``; others are ignored."""
        name, _, rest = command.partition(":")
        if name in KEYS or name in ("roll", "choose"):
            self._obey(lambda: self._press(name, rest))

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the cell cursor east and north, or within the options of an open question."""
        self._obey(lambda: self._move_cursor(columns, rows))

    def enter(self) -> None:
        """Answer the open question, or else click where the cursor is."""
        self._obey(self._enter)

    def next_unit(self, step: int = 1) -> None:
        """Select the next unit that can act, ``step`` further in the order of cells."""
        self._obey(lambda: self._next_unit(step))

    def hover(self, cell: int | None) -> None:
        """Remember which cell the pointer is on, for the card."""
        self._hovered = cell if cell is not None and 0 <= cell < self._game.grid.cells else None

    def type(self, text: str) -> None:
        """Obey typed text: a cell (``e4``) like a click on it, a move in notation, or dice rolled by hand."""
        said = " ".join(text.split())
        if said:
            self._obey(lambda: self._type(said))

    # What goes out

    def view(self) -> View:
        """Everything to be drawn, in one value; the same object as before if nothing has changed."""
        self._follow()
        match = self.match
        state: tuple[object, ...] = (
            match.plies[-1] if match.plies else None, match.resigned, match.redo_lock() is None, self.seats,
            self._teller, self._selected, self._cursor, self._hovered, self._refused, self._message,
            self._asked, self._picked, self._chosen,
        )  # fmt: skip
        made = self._made
        if made is None or made[0] != state:
            self._made = made = (state, self._view())
        return made[1]

    def take_news(self) -> tuple[News, ...]:
        """What happened since this was last asked, in order, for animation."""
        return self._messenger.take()

    def help_now(self) -> list[str]:
        """What can be done now, sentence by sentence."""
        self._follow()
        now = self._now()
        return help_of(now, commands_of(now))

    def rules(self) -> list[Section]:
        """The rule book of the game being played."""
        return rule_book(self._game, self.language)

    def _view(self) -> View:
        match, teller, grid = self.match, self._teller, self._game.grid
        position, question = match.position, self._question
        card = self._hovered if self._hovered is not None else self._cursor
        return View(
            ruleset_name=teller.words.of(self._game.ruleset.name),
            columns=grid.columns,
            rows=grid.rows,
            cell_names=tuple(map(grid.name, range(grid.cells))),
            facings=grid.facings,
            units=units_of(position, movable_cells(match), teller),
            marks=marks_of(moves_from(match, self._selected), self._refused),
            selected=self._selected,
            cursor=self._cursor,
            last=last_cells(match.plies),
            sides=sides_of(match, self._chronicle.losses(teller), teller),
            turn=position.turn,
            headline=headline_of(match, teller),
            message=self._message,
            tone=self._tone,
            commands=commands_of(self._now()),
            prompt=None if question is None else prompt_of(question, position, teller),
            dice=last_dice(match.plies, teller),
            log=self._chronicle.lines(teller),
            over=over_of(match, teller),
            card=None if card is None else card_of(position, card, teller),
        )

    # What is open

    @property
    def _question(self) -> Question | None:
        """The question the player was asked, or else the one that dice rolled by hand ask."""
        if self._asked is not None:
            return self._asked
        if self.match.by_hand and self.match.to_act == CHANCE:
            return by_hand(self._game, self.match.position, self._picked, self._chosen)
        return None

    @property
    def _mine(self) -> bool:
        return self.match.to_act in self.seats

    def _now(self) -> Situation:
        return Situation(self.match, self._selected, self._question, self._mine, self._teller)

    def _follow(self) -> None:
        """Let go of what belonged to another position."""
        now = (self.match.position, self.match.resigned)
        if now[0] is not self._seen[0] or now[1] != self._seen[1]:
            self._seen = now
            self._asked, self._refused = None, None
            self._picked, self._chosen = (), 0
            if not self._mine or not moves_from(self.match, self._selected):
                self._selected = None

    def _obey(self, action: Callable[[], None]) -> None:
        """Do what was asked; a plugin that fails leaves the game as it was, and its failure as the message."""
        self._follow()
        self._say("")
        self._refused = None
        try:
            action()
        except IllegalMove as error:
            self._refuse(error.refusal)
        except PluginError as error:
            self._say(str(error), "refusal")
        self._follow()

    def _say(self, message: str, tone: Tone = "") -> None:
        self._message, self._tone = message, tone

    def _refuse(self, refusal: Refusal | str) -> None:
        self._say(refusal if isinstance(refusal, str) else refusal.text(self.language), "refusal")

    # Clicks

    def _click(self, cell: int) -> None:
        self._cursor = cell
        asked, self._asked = self._asked, None
        if asked is not None and asked.kind == "attack" and asked.moves[0].target == cell:
            self._play(asked.moves[0])
        elif self._cannot_command():
            return
        elif self._selected is None:
            self._select(cell)
        elif cell == self._selected:
            self._selected = None
        else:
            self._send(self._selected, cell)

    def _cannot_command(self) -> bool:
        """Whether nobody at this table may move a unit now; the reason is said."""
        if self._mine:
            return False
        self._refuse(why_not_now("end_turn", self._now()))
        return True

    def _select(self, cell: int) -> None:
        position = self.match.position
        unit = position.board[cell]
        if unit <= 0 or position.side_of(unit) != position.side:
            self._refuse_at(cell, f"{self._game.grid.name(cell)}-{self._game.grid.name(cell)}")
        elif moves_from(self.match, cell):
            self._selected = cell
        else:
            self._refused = cell
            self._refuse(self._teller.say("table.spent", unit=self._teller.unit(position, cell)))

    def _send(self, source: int, cell: int) -> None:
        """Let the selected unit do what it can on a cell; choose between several things, or another unit."""
        position = self.match.position
        possible = [move for move in moves_from(self.match, source) if move.target == cell]
        unit = position.board[cell]
        if possible:
            self._choose_between(possible)
        elif unit > 0 and position.side_of(unit) == position.side:
            self._selected = None
            self._select(cell)
        else:
            name = self._game.grid.name
            self._refuse_at(cell, f"{name(source)}{'x' if unit > 0 else '-'}{name(cell)}")

    def _refuse_at(self, cell: int, text: str) -> None:
        """Say why the move written so is not legal, and mark the cell."""
        self._refused = cell
        self._refuse(refusal_of(self.match, text) or self._teller.say("table.nothing_there"))

    def _choose_between(self, moves: list[Move]) -> None:
        if len(moves) == 1:
            self._try(moves[0])
        else:
            self._asked = Question("choice", tuple(moves))

    def _try(self, move: Move) -> None:
        """Play a legal move, but ask first, with its odds, if it rests on chance."""
        position = self.match.position
        if rests_on_chance(self._game, position, move):
            self._selected = move.source
            self._asked = about_attack(self._game, position, move)
        else:
            self._play(move)

    def _play(self, move: Move) -> None:
        """Play a legal move; the unit that made it stays selected, wherever it is now, if it can still act."""
        position = self.match.position
        unit = position.board[move.source] if move.source >= 0 else 0
        self.match.play(move)
        self._selected = self.match.position.cell_of(unit) if unit > 0 else None

    # Commands

    def _press(self, name: str, rest: str) -> None:
        if name == "roll":
            self._pick(rest)
            return
        if name == "choose":
            self._choose(int(rest) if rest.isdecimal() else -1)
            return
        reason = why_not_now(name, self._now())
        if reason:
            self._refuse(reason)
        elif name.startswith("turn_"):
            self._turn(name)
        else:
            self._commands[name]()

    def _confirm(self) -> None:
        question = self._question
        assert question is not None
        if question.kind == "attack":
            self._asked = None
            self._play(question.moves[0])
        elif question.kind == "resign":
            self._resign()
        elif question.kind == "choice":
            self._choose(question.chosen)
        elif full(question):
            self._roll(question)
        else:
            self._pick(die_faces(self._game, question.moves)[question.chosen])

    def _cancel(self) -> None:
        if self._asked is not None:
            self._asked = None
        else:
            self._selected = None

    def _end_turn(self) -> None:
        self._asked = None
        self._play(self._game.end)

    def _turn(self, name: str) -> None:
        assert self._selected is not None
        facing = facing_meant(name, self.match, self._selected)
        turns = (m for m in moves_from(self.match, self._selected) if m.verb == TURN and m.facing == facing)
        self._asked = None
        self._try(next(turns))

    def _undo(self) -> None:
        """Take back moves until a seat of this table is to act; nothing at all if a lock is in between."""
        self._asked = None
        taken = list(self.match.undo())
        while not self._mine and self.match.to_act != CHANCE:
            lock = self.match.undo_lock()
            if lock is not None:
                for _ in taken:
                    self.match.redo()
                self._refuse(lock)
                return
            taken += self.match.undo()
        self._selected = taken[-1].move.source if taken[-1].move.verb != END else None

    def _redo(self) -> None:
        self._asked = None
        self.match.redo()
        while not self._mine and self.match.redo_lock() is None:
            self.match.redo()

    def _ask_to_resign(self) -> None:
        self._asked = Question("resign")

    def _resign(self) -> None:
        self._asked = None
        self.match.resign(self._resigning)

    @property
    def _resigning(self) -> int:
        """The side that resigns: the one whose turn it is, or else the one played at this table."""
        side = self.match.position.side
        return side if side in self.seats or not self.seats else min(self.seats)

    # Choices, and dice rolled by hand

    def _choose(self, number: int) -> None:
        question = self._question
        if question is None or question.kind != "choice" or not 0 <= number < len(question.moves):
            return
        self._asked = None
        if self.match.to_act == CHANCE:
            self.match.play(question.moves[number])
        else:
            self._try(question.moves[number])

    def _pick(self, face: str) -> None:
        question = self._question
        if question is not None and question.kind == "dice" and face in die_faces(self._game, question.moves):
            if full(question):
                self._say(self._teller.say("table.all_dice_picked"), "info")
            else:
                self._picked = (*self._picked, face)

    def _roll_back(self) -> None:
        self._picked = self._picked[:-1]

    def _roll(self, question: Question) -> None:
        roll = find_roll(question.moves, question.picked)
        assert roll is not None
        self.match.play(roll)

    # Keys

    def _move_cursor(self, columns: int, rows: int) -> None:
        question, grid = self._question, self._game.grid
        options = 0 if question is None else self._options(question)
        if question is not None and options:
            chosen = (question.chosen + columns - rows) % options
            if self._asked is not None:
                self._asked = replace(self._asked, chosen=chosen)
            else:
                self._chosen = chosen
        elif self._cursor is None:
            self._cursor = next(iter(movable_cells(self.match)), grid.at(grid.columns // 2, grid.rows // 2))
        else:
            row, column = divmod(self._cursor, grid.columns)
            column = min(max(column + columns, 0), grid.columns - 1)
            self._cursor = grid.at(column, min(max(row + rows, 0), grid.rows - 1))

    def _options(self, question: Question) -> int:
        if question.kind == "choice":
            return len(question.moves)
        return len(die_faces(self._game, question.moves)) if question.kind == "dice" else 0

    def _enter(self) -> None:
        if self._question is not None:
            self._confirm()
        elif self._cursor is None:
            self._move_cursor(0, 0)
        else:
            self._click(self._cursor)

    def _next_unit(self, step: int) -> None:
        self._asked = None
        cells = movable_cells(self.match) if self._mine else ()
        if not cells:
            self._refuse(why_not_now("end_turn", self._now()) or self._teller.say("table.no_unit_can_act"))
            return
        here = self._selected if self._selected is not None else self._cursor
        if here in cells:
            found = cells[(cells.index(here) + step) % len(cells)]
        else:
            after = [cell for cell in cells if here is None or cell > here] or list(cells)
            before = [cell for cell in cells if here is not None and cell < here] or list(cells)
            found = after[0] if step > 0 else before[-1]
        self._selected = self._cursor = found

    # Typed text

    def _type(self, said: str) -> None:
        grid = self._game.grid
        if grid.has(said.lower()):
            self._click(grid.cell(said.lower()))
        elif grid.looks_like_a_cell(said.lower()):
            self._refuse(Refusal("no_cell", {"text": said, "last": grid.name(grid.cells - 1)}))
        elif self._question is not None and self._question.kind == "dice":
            self._type_move(self._faces_in(said, self._question))
        elif self._mine or self.match.to_act is None:
            self._type_move(said)
        else:
            self._cannot_command()

    def _faces_in(self, said: str, question: Question) -> str:
        """Typed faces as the ruleset writes them: players may use the names they see."""
        names = {self._teller.face(face).lower(): face for face in die_faces(self._game, question.moves)}
        return " ".join(names.get(word.lower(), word) for word in said.split())

    def _type_move(self, said: str) -> None:
        self._asked = None
        try:
            move = read_move(self._game, self.match.position, said)
        except NotationError as error:
            self._refuse(error.refusal)
            return
        refusal = Refusal("game_over") if self.match.resigned is not None else None
        refusal = refusal or self._game.why_not(self.match.position, move)
        if refusal is not None:
            self._refuse(refusal)
        elif self.match.to_act == CHANCE:
            self.match.play(move)
        else:
            self._try(move)
