"""The controller: clicks, commands and keys become moves of the match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from wargrid.core.moves import ATTACK, DO, MOVE, TURN, Deploy, Move
from wargrid.core.refusal import Refusal
from wargrid.engine.flow import CHANCE
from wargrid.engine.threats import Approach
from wargrid.match import Match, Ply
from wargrid.text import whole
from wargrid_play.table.dice import rolls_for_first_turn
from wargrid_play.table.guide import is_guided
from wargrid_play.table.hints import title_of
from wargrid_play.table.input import deployment, keyboard
from wargrid_play.table.input.abilities import (
    COMMAND,
    NONE_LEFT,
    abilities_at,
    legal_abilities,
)
from wargrid_play.table.input.base_controller import DeploymentController
from wargrid_play.table.input.commands import disabled_reason, refusal_of
from wargrid_play.table.input.hands import COMMAND as HOLD
from wargrid_play.table.input.hands import hand_commands, held, placing_at, placings
from wargrid_play.table.input.premove import (
    clicked,
    holds,
    is_hopeless,
    may_come,
    may_premove,
)
from wargrid_play.table.layers import layer_text, next_layer
from wargrid_play.table.offers import Offers
from wargrid_play.table.promotions import offered_at
from wargrid_play.table.prompts import attack_question, needs_confirmation
from wargrid_play.table.questions import by_own_cell
from wargrid_play.table.state import (
    NOTHING,
    OpenQuestion,
    Premove,
    going_on,
    is_deploying,
    is_idle,
    is_joined,
    is_mine,
    may_stay_at,
    movable_cells,
    moves_from,
    needs_consent,
    on_board,
    others_turn,
    side_here,
    strikers_left,
    undone_at,
    units_left,
)
from wargrid_play.table.threats import Threats
from wargrid_play.table.view import OfferKind
from wargrid_play.table.wording import facing_after


class Controller(DeploymentController):
    """Obeys clicks, commands and keys."""

    def __init__(
        self, match: Match, language: str, seats: Iterable[int] | None, offers: Offers | None = None
    ) -> None:
        super().__init__(match, language, seats, offers)
        self._asked_in = -1
        self.threats = Threats()

    # Clicks

    def click(self, cell: int) -> None:
        """Confirm the attack that is asked about, or select, deselect, move or attack."""
        state = self.state
        state.cursor = cell
        asked, state.asked = state.asked, None
        acted, state.acted = state.acted, False
        state.site = None
        if asked is not None and asked.kind == "cell":
            self._aim(asked, cell)
        elif asked is not None and asked.kind == "attack" and asked.moves[0].target == cell:
            self._carry_out(asked)
        elif (number := self._offered(asked, cell)) is not None:
            state.asked = asked
            self._choose(number)
        elif may_premove(self.match, state):
            self._give(clicked(self.match, state, cell))
        elif self._refuses_command():
            return
        elif is_deploying(self.match):
            self._click_deploying(cell)
        elif word := held(self.visible, state):
            self._drop(word, cell)
        elif state.selected is None:
            self._select(cell)
        elif cell == state.selected and not may_stay_at(self.match, cell):
            state.selected = cell if acted or is_guided(self.match) else going_on(self.match)
        else:
            self._send(state.selected, cell)

    def select(self, cell: int | None) -> None:
        """Select the unit on a cell as a click does, whatever is selected, or let go of that.

        Unlike a click it makes no move.
        """
        state = self.state
        if self._refuses_command() or is_deploying(self.match):
            return
        state.asked = state.site = None
        state.held = ""
        state.acted, state.selected = False, going_on(self.match)
        if cell is None:
            return
        state.cursor = cell
        if self.match.position.board[cell] > 0:
            self._select(cell)
        else:
            name = self.game.grid.name(cell)
            self.refuse(self.wording.say("table.nothing_selected", cell=name), cell)

    def _select(self, cell: int) -> None:
        position, name = self.match.position, self.game.grid.name(cell)
        unit, wording = position.board[cell], self.wording
        if not unit and abilities_at(self.match, cell):
            self._open_site(cell)
        elif not unit:
            self.refuse(wording.say("table.nothing_selected", cell=name), cell)
        elif unit < 0:
            ground = wording.ground(cell)
            self.refuse(wording.say("table.wall_selected", cell=name, ground=ground), cell)
        elif legal_abilities(self.match, cell) and not moves_from(self.match, cell):
            self._open_site(cell)  # what the side does to the unit
        elif position.side_of(unit) != position.side:
            self._refuse_at(cell, f"{name}-{name}")
        elif moves_from(self.match, cell):
            self.state.selected = cell
        else:
            self._refuse_unit(cell)

    def _hold(self, word: str) -> None:
        """Choose a unit of the hand for the next click on a cell, or let go of it."""
        state = self.state
        name = f"{HOLD}:{word}"
        views = hand_commands(self.visible, state, self.wording, numbered=False)
        command = next((view for view in views if view.name == name), None)
        if self._refuses_command() or command is None:
            return
        if not command.enabled:
            self.refuse(command.why)
            return
        state.asked, state.site, state.selected = None, None, going_on(self.match)
        state.held = "" if command.chosen else word

    def _drop(self, word: str, cell: int) -> None:
        """Place the unit chosen from the hand on a cell, choose another unit, or say why not."""
        position, wanted = self.match.position, placing_at(self.match, word, cell)
        fit = [move for move in placings(self.match, word) if move.target == cell]
        unit = position.board[cell]
        if fit:
            self._propose(fit[0])
        elif unit > 0 and position.side_of(unit) == position.side:
            self.state.held = ""
            self._select(cell)
        else:
            self.refuse(self.game.engine.refusal(position, wanted), cell)

    def _open_site(self, cell: int) -> None:
        """Offer what the side may do on an empty cell, or say why it may do nothing there.

        The only thing that could ever be done there, free of charge, is done at once.
        """
        known, legal = abilities_at(self.match, cell), legal_abilities(self.match, cell)
        if not legal:
            refusals = [self.game.engine.refusal(self.match.position, move) for move in known]
            told = [each for each in refusals if each.code != NONE_LEFT]
            empty = self.wording.say("table.nothing_selected", cell=self.game.grid.name(cell))
            self.refuse(told[0] if told else empty, cell)
        elif len(known) == 1 and self.game.engine.abilities.price(known[0]) is None:
            self.state.selected = None
            self._propose(legal[0])
        else:
            self.state.site, self.state.selected = cell, None

    def _do(self, word: str) -> None:
        state = self.state
        cell = state.site if state.selected is None else state.selected
        known = [move for move in abilities_at(self.match, cell) if move.word == word]
        legal = legal_abilities(self.match, cell, word)
        state.asked = None
        if self._refuses_command() or not known:
            return
        if not legal:
            self.refuse(self.game.engine.refusal(self.match.position, known[0]))
        elif len(legal) > 1:
            state.asked = OpenQuestion("cell", tuple(legal))  # they differ in their targets alone
        else:
            self._propose(legal[0])

    def _aim(self, asked: OpenQuestion, cell: int) -> None:
        """Do at a cell what the question is about, or say why it cannot be done there."""
        move = next((move for move in asked.moves if move.target == cell), None)
        if move is not None:
            self._propose(move)
            return
        self.state.asked, first = asked, asked.moves[0]
        elsewhere = Move(DO, first.source, cell, word=first.word)
        self.refuse(self.game.engine.refusal(self.match.position, elsewhere), cell)

    def _refuse_unit(self, cell: int) -> None:
        """Say why a unit of the side to act has no legal move."""
        position, name = self.match.position, self.game.grid.name(cell)
        if going_on(self.match) is not None:
            self._refuse_at(cell, f"{name}-{name}")
            return
        moves = self.game.engine.pseudo_legal_moves(position)
        move = next((move for move in moves if move.source == cell), None)
        if move is not None:
            self.refuse(self.game.engine.refusal(position, move), cell)
        elif self.game.engine.rows.group_refusal(position, position.board[cell]):
            moves_on = MOVE in self.game.engine.costs[position.at(cell).type.word]
            verb = MOVE if moves_on else ATTACK
            self.refuse(self.game.engine.refusal(position, Move(verb, cell, cell)), cell)
        else:
            unit = self.wording.unit(position, cell)
            spent = self.wording.say("table.spent", unit=unit)
            why = self._too_dear(cell) or self.game.engine.why_stuck(position, cell)
            self.refuse(why or spent, cell)

    def _too_dear(self, cell: int) -> Refusal | None:
        """Return the cost of the cheapest action that a unit could do if more were left."""
        position, rows = self.match.position, self.game.engine.rows
        unit, costs = position.at(cell), self.game.engine.costs[position.at(cell).type.word]
        able = [
            (price, verb)
            for verb, price in costs.items()
            if verb in (MOVE, ATTACK, TURN) and price > position.budget
            if not rows.refusal(position.roster, unit.unit, verb, price, position.used)
        ]
        return self.game.engine.refusal(position, Move(min(able)[1], cell, cell)) if able else None

    def _send(self, source: int, cell: int) -> None:
        position = self.match.position
        possible = [move for move in moves_from(self.match, source) if move.target == cell]
        unit = position.board[cell]
        if len(possible) == 1:
            self._propose(possible[0])
        elif possible:
            self._ask_which(possible)
        elif not unit and legal_abilities(self.match, cell):
            self._open_site(cell)
        elif cell in self.approaches:
            self._go_and_attack(self.approaches[cell])
        elif unit > 0 and position.side_of(unit) == position.side:
            self.state.selected = going_on(self.match)
            self._select(cell)
            # The other unit cannot act: the first one stays selected.
            if self.state.refused == cell:
                self.state.selected = source
        else:
            self.refuse(self._why_not_to(source, cell), cell)

    def _why_not_to(self, source: int, cell: int) -> Refusal | str:
        """Return why a unit may not go to a cell, or strike what is there."""
        name, position = self.game.grid.name, self.visible.position
        unit = position.board[cell]
        sign = "x" if unit > 0 and position.side_of(unit) != position.side else "-"
        text = f"{name(source)}{sign}{name(cell)}"
        return refusal_of(self.match, text) or self.wording.say("table.nothing_there")

    def _ask_which(self, moves: Sequence[Move]) -> None:
        """Ask which of the moves of one unit to one cell is meant."""
        self.state.selected = moves[0].source
        self.state.asked = OpenQuestion("choice", tuple(moves))

    def _go_and_attack(self, approach: Approach) -> None:
        """Ask whether to go where an attack is possible and make it, or with which weapon."""
        if len(approach.attacks) > 1:
            self.state.asked = OpenQuestion("choice", approach.attacks, approach)
        else:
            self._propose(approach.attacks[0], approach)

    def _refuse_at(self, cell: int, text: str) -> None:
        self.refuse(refusal_of(self.match, text) or self.wording.say("table.nothing_there"), cell)

    def _propose(self, move: Move, approach: Approach | None = None) -> None:
        position = self.match.position if approach is None else approach.position
        asks = self.state.confirms and needs_confirmation(self.game, position, move)
        if isinstance(move, Deploy) or not asks:
            self._carry_out(OpenQuestion("attack", (move,), approach))
        else:
            self.state.selected = on_board((move if approach is None else approach.move).source)
            self.state.asked = attack_question(self.game, position, move, approach)

    def _carry_out(self, question: OpenQuestion) -> None:
        """Make the move of a question, after the one that brings its unit there."""
        self.state.asked = None
        if question.approach is not None:
            self._play(question.approach.move)
        at = len(self.match.plies)
        self._play(question.moves[0])
        if question.approach is not None:
            self._join(at)

    def _play(self, move: Move) -> None:
        position = self.match.position
        unit = position.board[move.source] if move.source >= 0 else 0
        self.match.play(move)
        goes_on = unit > 0 and self.match.position.turn == position.turn
        self.state.selected = on_board(self.match.position.cell_of(unit)) if goes_on else None
        self.state.acted = True

    # Premoves

    def _give(self, premove: Premove | None) -> None:
        """Take a premove, or take it back, and say so; one without hope changes nothing."""
        self._refused_early = True  # what is said now is about this turn of another side
        wording = self.wording
        if premove is not None and is_hopeless(self.match, premove):
            said = wording.say("table.premove.hopeless", move=self._named(premove))
            self.state.say(said, "info")
            return
        before, self.state.premove = self.state.premove, premove
        fields = {"move": "", "key": wording.key_of("cancel")}
        if premove is None:
            key = "how" if before is None else "taken_back"
        else:
            fields["move"] = self._named(premove)
            key = "where" if premove.target is None else "given"
        said = wording.say(f"table.premove.{key}", **fields)
        who = others_turn(self.match, self.state, wording) if key == "how" else ""
        self.state.say(f"{who} {said}".strip(), "info")

    def _named(self, premove: Premove) -> str:
        unit = self.wording.type(self.match.position.roster.types[premove.unit].word)
        return f"{unit} {'-'.join(map(self.wording.cell, premove.cells))}"

    def play_premove(self) -> bool:
        """Make the move given before, once its turn has come; True if a move was made."""
        premove, made = self.state.premove, len(self.match.plies)
        if premove is None or may_come(self.match, self.state, premove):
            return False
        self.state.premove = None
        self.run(lambda: self._make(premove))
        return len(self.match.plies) > made

    def _make(self, premove: Premove) -> None:
        """Make a premove, ask which is meant, or say that it is not legal; select a unit alone."""
        match, source, target = self.match, premove.source, premove.target
        if not is_mine(match, self.state) or not holds(match, premove):
            return
        stands = match.position.board[source] == premove.unit
        moves = moves_from(match, source) if stands and not is_deploying(match) else []
        fit = [move for move in moves if move.target == target and premove.word in ("", move.word)]
        if target is None:
            self.state.selected = source if moves else going_on(match)
        elif len(fit) == 1:
            self._propose(fit[0])
        elif fit:
            self._ask_which(fit)
        else:
            said = self.wording.say("table.premove.dropped", move=self._named(premove))
            why = self._why_not_to(source, target) if stands else ""
            why = why if isinstance(why, str) else self.wording.refusal(why)
            self.state.say(f"{said} {why}".strip(), "info")

    # Commands

    def press(self, name: str, argument: str) -> None:
        """Run a command; ``argument`` is the text after its colon."""
        if name == "roll":
            self._pick(argument)
        elif name == "choose":
            self._choose(whole(argument))
        elif name == COMMAND:
            self._do(argument)
        elif name == HOLD:
            self._hold(argument)
        elif name in deployment.COMMANDS:
            self._press_deploying(name, argument)
        elif reason := disabled_reason(name, self.match, self.state, self.wording):
            self.refuse(reason)
        elif name.startswith("turn_"):
            self._turn(name)
        else:
            _COMMANDS[name](self)

    def _confirm(self) -> None:
        question = self.question
        assert question is not None
        if question.kind == "attack":
            self._carry_out(question)
        elif question.kind == "resign":
            self._resign()
        elif question.kind == "draw":
            self._draw()
        elif question.kind == "claim":
            self._claim()
        elif question.kind == "end_turn":
            self._end_turn()
        elif question.kind == "ready":
            self._be_ready()
        elif question.kind == "choice":
            self._choose(question.chosen)
        elif question.is_full:
            roll = question.roll()
            assert roll is not None
            self._roll(roll)
        else:
            self._pick(question.faces(self.game)[question.chosen])

    def _cancel(self) -> None:
        if self.state.asked is not None:
            self.state.asked = None
        elif self.state.placing is not None:
            self.state.placing = None
        elif self.state.site is not None:
            self.state.site = None
        elif self.state.held:
            self.state.held = ""
        elif self.state.premove is not None:
            self._give(None)
        else:
            self.state.selected = going_on(self.match)

    def _end_turn(self) -> None:
        """End the turn; ask before if nothing was done in it, since a letter alone ends it.

        Where most of the turn is unused, or a unit could still attack, this is asked once a turn;
        on a touch screen, where any of it is.
        """
        asked, self.state.asked = self.state.asked, None
        turn = self.match.position.turn
        if asked is not None and asked.kind == "end_turn":
            self._play(self.game.end)
        elif is_idle(self.match):
            self.state.asked = OpenQuestion("end_turn")
        elif self._asked_in != turn and (left := self._left_to_do()) is not None:
            self._asked_in, self.state.asked = turn, left
        else:
            self._play(self.game.end)

    def _left_to_do(self) -> OpenQuestion | None:
        """Return the question whether to leave undone what units could still do, if it is much."""
        units = units_left(self.match, touch=self.wording.texts.touch)
        strikers = strikers_left(self.match)
        found = OpenQuestion("end_turn", units=units, strikers=strikers)
        return found if units or strikers else None

    def _turn(self, name: str) -> None:
        if is_deploying(self.match):
            self._turn_deploying(name)
            return
        selected = self.state.selected
        assert selected is not None
        facing = facing_after(self.match.game.grid, name, self.match.position.at(selected).facing)
        moves = (move for move in moves_from(self.match, selected) if move.verb == TURN)
        self.state.asked = None
        self._propose(next(move for move in moves if move.facing == facing))

    def _undo(self) -> None:
        """Take back the last click here and what followed it, or ask the others to agree."""
        self.state.asked = None
        undone = undone_at(self.match, self.state)
        if needs_consent(self.match, self.state):
            self._offer("undo", len(undone))
            return
        for _ in undone:
            self.match.undo()
        self.state.selected = None
        self._tell_undone(undone)

    def _tell_undone(self, undone: Sequence[Ply]) -> None:
        """Name the moves of the last click that were taken back; what is set up is seen."""
        made = [ply for ply in reversed(undone) if ply.actor == undone[-1].actor]
        told = [ply for ply in made if not isinstance(ply.move, Deploy)]
        if told:
            wording, key = self.wording, "table.undone"
            moves = "; ".join(title_of(ply.before, ply.move, wording) for ply in told)
            key = key if len(made) == len(undone) else "table.undone_answered"
            self.state.say(wording.say(key, moves=moves), "info")

    def _redo(self) -> None:
        """Make the last move undone again, and what computer players answered to it."""
        self.state.asked = None
        self.match.redo()
        while self.match.undone and self._follows(self.match.undone[-1]):
            self.match.redo()

    def _follows(self, ply: Ply) -> bool:
        return ply.actor in self.state.computers or is_joined(ply, self.state)

    def _ask_to_resign(self) -> None:
        self.state.asked = OpenQuestion("resign", side=side_here(self.match, self.state))

    def _resign(self) -> None:
        self.state.asked = None
        self.match.resign(side_here(self.match, self.state))

    def _ask_draw(self) -> None:
        """Ask whether to offer a draw, or to agree on it; accept one that is offered."""
        offer, state = self.state.offer, self.state
        if offer is not None and offer.kind == "draw":
            self._accept()
        else:
            side = side_here(self.match, state) if state.others else -1
            state.asked = OpenQuestion("draw", side=side)

    def _draw(self) -> None:
        self.state.asked = None
        if self.state.others:
            self._offer("draw")
        else:
            self.match.agree_draw()

    def _claim(self) -> None:
        """Ask whether to claim the end of the game; claim it if that was asked already."""
        asked, self.state.asked = self.state.asked, None
        if asked is not None and asked.kind == "claim":
            self._play(self.game.claim)
        else:
            self.state.asked = OpenQuestion("claim")

    def _offer(self, kind: OfferKind, plies: int = 0) -> None:
        if self.offers is not None:
            self.offers.make(kind, side_here(self.match, self.state), plies)

    def _accept(self) -> None:
        self.state.asked = None
        if self.offers is not None:
            self.offers.accept(side_here(self.match, self.state))

    def _decline(self) -> None:
        if self.offers is not None:
            self.offers.decline(side_here(self.match, self.state))

    def _toggle_threats(self) -> None:
        self.state.threats = not self.state.threats
        if self.state.threats:
            likely = self.threats.are_likely(self.visible, self.state, self.wording)
            keys = ("table.threats", *(["table.threats.chance"] if likely else []))
            self.state.say(" ".join(map(self.wording.say, keys)), "info")

    def _show_next_layer(self) -> None:
        self.state.layer = next_layer(self.match, self.state)
        self.state.say(layer_text(self.game, self.state.layer, self.wording), "info")

    def _offered(self, asked: OpenQuestion | None, cell: int) -> int | None:
        """Return the number of the piece or unit that a question offers at a cell."""
        if asked is None and by_own_cell(self.match.position):
            asked = self.question  # that the rules put, not the player's last click
        if asked is None or asked.kind != "choice" or asked.approach is not None:
            return None
        return offered_at(asked, self.match.position, cell)

    def _choose(self, number: int | None) -> None:
        question = self.question
        if question is None or question.kind != "choice" or number is None:
            return
        if 0 <= number < len(question.moves):
            self.state.asked = None
            if self.match.to_act == CHANCE:
                self.match.play(question.moves[number])
            else:
                self._propose(question.moves[number], question.approach)

    def _pick(self, face: str) -> None:
        question, state = self.question, self.state
        if question is None or question.kind != "dice" or face not in question.faces(self.game):
            return
        if question.is_full:
            state.say(self.wording.say("table.all_dice_picked"), "info")
        else:
            state.picked, state.chosen = (*state.picked, face), NOTHING

    def _roll(self, move: Move) -> None:
        """Let the dice fall as entered, and say so where both sides have to roll again."""
        begins = rolls_for_first_turn(self.match.position)
        self.match.play(move)
        if begins and rolls_for_first_turn(self.match.position) == 0:
            self.state.say(self.wording.say("table.tie"), "info")

    def _roll_back(self) -> None:
        self.state.picked = self.state.picked[:-1]

    # Keyboard and typed text

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the cursor, or go through the options of an open question."""
        state = self.state
        chosen = keyboard.next_option(self.game, self.question, columns - rows)
        if chosen is None:
            state.cursor = keyboard.moved_cursor(self.visible, state.cursor, columns, rows)
        elif state.asked is not None:
            state.asked = replace(state.asked, chosen=chosen)
        else:
            state.chosen = chosen

    def enter(self) -> None:
        """Answer the open question, or click at the cursor; the first time, show the cursor."""
        if self.question is not None and self.question.kind != "cell":
            self.press("cancel" if self.question.kind == "resign" else "confirm", "")
        elif self.state.cursor is None:
            self.move_cursor(0, 0)
        else:
            self.click(self.state.cursor)

    def next_unit(self, step: int) -> None:
        """Select the next unit that can act, in the order of cells and round again."""
        state = self.state
        state.asked = state.site = None
        state.held = ""
        cells = movable_cells(self.visible) if is_mine(self.match, self.state) else ()
        if cells:
            here = state.selected if state.selected is not None else state.cursor
            state.selected = state.cursor = keyboard.next_cell(cells, here, step)
        else:
            reason = disabled_reason("end_turn", self.match, state, self.wording)
            self.refuse(reason or self.wording.say("table.no_unit_can_act"))


_COMMANDS: Final[dict[str, Callable[[Controller], None]]] = {
    "confirm": Controller._confirm,
    "cancel": Controller._cancel,
    "end_turn": Controller._end_turn,
    "undo": Controller._undo,
    "redo": Controller._redo,
    "resign": Controller._ask_to_resign,
    "resign_confirm": Controller._resign,
    "draw": Controller._ask_draw,
    "claim": Controller._claim,
    "rematch": lambda controller: controller._offer("rematch"),
    "accept": Controller._accept,
    "decline": Controller._decline,
    "roll_back": Controller._roll_back,
    "threats": Controller._toggle_threats,
    "layers": Controller._show_next_layer,
}
