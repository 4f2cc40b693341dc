"""The table: clicks, keys and typed text become moves of a match, and the match becomes a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from wargrid.match import Match
from wargrid.players import Seat
from wargrid.plugins.base import PluginError
from wargrid.text import whole
from wargrid_play.table.command_keys import KEYS
from wargrid_play.table.glossary import glossary_of
from wargrid_play.table.guide import follow_guide
from wargrid_play.table.hint_asker import HintAsker
from wargrid_play.table.history.animations import Animations
from wargrid_play.table.input.abilities import COMMAND as ABILITY
from wargrid_play.table.input.commands import OF_COMPUTERS, SOUGHT, disabled_reason, help_of
from wargrid_play.table.input.deployment import COMMANDS
from wargrid_play.table.input.examples import examples_of
from wargrid_play.table.input.hands import COMMAND as HOLD
from wargrid_play.table.input.typing_controller import TypingController
from wargrid_play.table.lobby import Clocks, person_names, trouble_text
from wargrid_play.table.offers import Offers
from wargrid_play.table.opponents import Opponents, Trouble
from wargrid_play.table.replay import dice_at, last_turn_of_others, plies_of, replay
from wargrid_play.table.rulebook import Section, rule_book
from wargrid_play.table.state import is_mine
from wargrid_play.table.terrain import terrain_at
from wargrid_play.table.view import (
    AnimationEvent,
    ChoiceView,
    ClockView,
    DiceView,
    LogView,
    ReplayedAction,
    View,
)
from wargrid_play.table.viewer import Viewer
from wargrid_play.table.wording import Wording


class Table:
    """One match as its players see it: what is selected, asked and shown.

    Input (``click``, ``press``, ``move_cursor``, ``enter``, ``next_unit``, ``hover``, ``type``)
    never raises: what is not possible leaves its reason in the view's ``message``. Cells are
    numbers of the game's grid. The match may change under the table between two calls.

    ``seats`` are the sides that may be played at this table, all by default and none for a watcher;
    the others act through the match, and no input here acts for them. ``opponents`` are the
    computer players, which tables may share; the sides that they play are not seats of a table
    until a person there takes over one that may be. ``names`` are those of persons, where no
    opponents know them. ``clocks`` are those that the view shows; ``offers`` are shared by the
    tables of persons who sit apart. ``report`` is called with the failure of a plugin or a computer
    player, where players may not know; they read less. ``hints`` says whether computer players give
    them here.
    """

    def __init__(
        self,
        match: Match,
        language: str = "en",
        seats: Iterable[int] | None = None,
        opponents: Opponents | None = None,
        names: Sequence[str] = (),
        clocks: Clocks | None = None,
        offers: Offers | None = None,
        report: Callable[[str], None] | None = None,
        hints: bool = True,
    ) -> None:
        self.match = match
        self._names = tuple(names)
        self.opponents = Opponents(match) if opponents is None else opponents
        self._controller = TypingController(match, language, seats, offers)
        self._controller.report = report
        self._controller.state.advised = hints
        self._told = self.opponents.trouble
        self._follow_language()
        find = partial(self.opponents.thinker, shared=self._has_all)
        self._hints = HintAsker(match, find, self.opponents.allowance)
        self._clocks = clocks
        self._follow_opponents()
        self._animations = Animations(match)
        self._replay: tuple[ReplayedAction, ...] = ()
        self._viewer = Viewer(self._controller, self.opponents, self._hints, clocks)

    @property
    def language(self) -> str:
        """The language of every text in the view; it may be changed at any time."""
        return self._controller.wording.texts.language

    @language.setter
    def language(self, language: str) -> None:
        if language != self.language:
            self._word(language=language)
            self._follow_language()
            self._controller.state.say("")

    @property
    def touch(self) -> bool:
        """Whether texts are for a touch screen, without mouse and keys."""
        return self._controller.wording.texts.touch

    @touch.setter
    def touch(self, touch: bool) -> None:
        self._word(touch=touch)

    @property
    def keys(self) -> Mapping[str, str]:
        """The keys of commands that have others than the usual ones."""
        return self._controller.wording.own_keys

    @keys.setter
    def keys(self, keys: Mapping[str, str]) -> None:
        if keys != self.keys:
            self._word(keys=dict(keys))

    def _word(
        self, language: str = "", touch: bool | None = None, names: Sequence[str] | None = None,
        keys: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        """Use another wording from now on; what is left out stays."""
        now = self._controller.wording
        self._controller.wording = Wording(
            self.match.game,
            language or self.language,
            now.names if names is None else names,
            self.touch if touch is None else touch,
            now.own_keys if keys is None else keys,
        )

    def key_names(self) -> dict[str, str]:
        """Return the names of the keys of all commands."""
        return {name: self.wording.key_of(name) for name in KEYS}

    def _follow_language(self) -> None:
        """Let computer players say in the table's language what goes wrong with them."""
        if self._has_all:
            self.opponents.language = self.language

    @property
    def _has_all(self) -> bool:
        """Whether all sides may be played at this table, so that it shares nothing."""
        return len(self._controller.state.own) == len(self.match.game.sides)

    @property
    def wording(self) -> Wording:
        """The wording of this game in the table's language."""
        return self._controller.wording

    @property
    def confirms(self) -> bool:
        """Whether attacks are asked about before they are made; the view then has no ``aim``."""
        return self._controller.state.confirms

    @confirms.setter
    def confirms(self, confirms: bool) -> None:
        self._controller.state.confirms = confirms

    @property
    def seats(self) -> frozenset[int]:
        """The sides played at this table."""
        return self._controller.state.seats

    # Input

    def click(self, cell: int) -> None:
        """Select the unit on a cell, move or attack there; the selected unit's cell deselects.

        In a guided game the unit stays selected, as the guide may ask for the click just made.
        """
        if 0 <= cell < self.match.game.grid.cells:
            self._controller.run(lambda: self._controller.click(cell))

    def select(self, cell: int | None) -> bool:
        """Select the unit on a cell, or let go of the one selected; True if that is so now.

        A frontend far away, which has shown it already, says so with what its player does next.
        """
        state = self._controller.state
        if state.selected != cell and (cell is None or 0 <= cell < self.match.game.grid.cells):
            self._controller.run(lambda: self._controller.select(cell))
        return state.selected == cell

    def press(self, command: str) -> None:
        """Run a command of the view, ``roll:<face>`` or ``choose:<number>``; ignore any other.

        ``guide:next`` and ``guide:leave`` lead on in a guided game. ``replay`` shows the last turn
        of another side again, ``replay:<number>`` what a line of the log tells; ``pop_replay`` has
        it.
        """
        name, _, argument = command.partition(":")
        if name in OF_COMPUTERS:
            self._controller.run(lambda: self._press_of_computers(name))
        elif name == "cancel" and self._drops_hints():
            self._follow_opponents()
        elif name == "replay":
            self._controller.run(lambda: self._ask_replay(argument))
        elif name == "guide" and self.seats:
            self._controller.run(lambda: follow_guide(self.match, argument))
        elif name in KEYS or name in ("roll", "choose", ABILITY, HOLD, *COMMANDS):
            self._controller.run(lambda: self._controller.press(name, argument))

    def _ask_replay(self, number: str) -> None:
        controller, match = self._controller, self._controller.visible
        lines = self._viewer.common().log(match)
        at = whole(number)
        if at is None:
            plies, key = last_turn_of_others(match, controller.state.seats), "table.no_other_turn"
        else:
            plies, key = range(0), "table.no_turn"
            if at < len(lines):
                plies = plies_of(match, lines[at])
        self._replay = replay(match, plies, controller.wording)
        if not self._replay:
            controller.refuse(controller.wording.say(key))

    def _drops_hints(self) -> bool:
        """Drop the hints that are shown or sought, if a question does not come first."""
        state = self._controller.state
        dropped = state.asked is None and (state.hinted or state.thinking == "hints")
        if dropped:
            self._hints.drop()
        return dropped

    def _press_of_computers(self, name: str) -> None:
        state, wording = self._controller.state, self._controller.wording
        if reason := disabled_reason(name, self.match, state, wording):
            self._controller.refuse(reason)
        elif name in SOUGHT:
            self._seek(name)
        elif name == "move_now" and state.thinking == "hints":
            self._hints.answer_now()
        elif name == "move_now":
            self.opponents.move_now()
        elif state.thinking == "hints":
            self._hints.drop()
        elif state.thinking:
            self.take_over()
        else:
            self.opponents.hand_back(state.own)
        self._follow_opponents()

    def _seek(self, name: str) -> None:
        """Ask for hints or thoughts instead of what is shown or sought, or only drop that."""
        shown = self._hints.shown
        self._hints.drop()
        if name == "hint" != shown:
            self._hints.ask(self.language)
        elif name != shown:
            self._hints.ask_thoughts(self.opponents, self.language)

    def take_over(self) -> None:
        """Let a person play on for the computer, if that is to act, and say how to give it back.

        Nothing changes where the side is none of the table's.
        """
        controller, side = self._controller, self.match.position.side
        if self.match.to_act not in self.opponents.computers & controller.state.own:
            return
        self.opponents.take_over()
        wording = controller.wording
        fields = {"side": wording.side(side), "key": wording.key_of("take_over")}
        controller.state.say(wording.say("table.taken_over", **fields), "info")

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the cursor east and north, or within the options of an open question."""
        self._controller.run(lambda: self._controller.move_cursor(columns, rows))

    def enter(self) -> None:
        """Answer the open question, or else click at the cursor."""
        self._controller.run(self._controller.enter)

    def next_unit(self, step: int = 1) -> None:
        """Select the next unit that can act, ``step`` further in the order of cells."""
        self._controller.run(lambda: self._controller.next_unit(step))

    def hover(self, cell: int | None) -> None:
        """Set the cell the pointer is on, for the card."""
        on_board = cell is not None and 0 <= cell < self.match.game.grid.cells
        self._controller.state.hovered = cell if on_board else None

    def type(self, text: str) -> None:
        """Obey typed text: a cell (``e4``) as a click, a move in notation, or dice by hand."""
        words = " ".join(text.split())
        if words:
            self._controller.run(lambda: self._controller.type(words))

    # Computer players

    def advance(self, *, play: bool = True) -> bool:
        """Let computer players think and, with ``play``, move, and then a premove; True if so.

        Call it after every input, when the opponents notify, and when animations have ended.
        """
        self._follow_opponents()
        self._hints.drop_stale(wanted=is_mine(self.match, self._controller.state))
        moved = self.opponents.advance(play=play)
        moved = (play and self._controller.play_premove()) or moved
        self._hints.advance()
        self._follow_opponents()
        if self.opponents.trouble is not self._told:
            self._told = self.opponents.trouble
            self._tell(self._told)
        self._tell(self._hints.trouble)
        self._hints.trouble = None
        return moved

    def _tell(self, trouble: Trouble | None) -> None:
        state, wording = self._controller.state, self._controller.wording
        if trouble is not None:
            report = self._controller.report
            if report is not None and trouble.why:
                report(trouble.why)
                trouble = trouble._replace(why="")
            here = trouble.side in state.own
            state.say(
                trouble_text(trouble, wording, wording.keys["take_over"], here=here), "refusal"
            )

    def seat(self, side: int, seat: Seat) -> None:
        """Change the player of a side, during the game too."""
        self.opponents.seat(side, seat)
        self._follow_opponents()

    def close(self) -> None:
        """End the thinkers of this table: for hints, and computer players that no other shares."""
        self._hints.close()
        self._hold_clocks(still=False)
        if self._has_all:
            self.opponents.close()

    @property
    def person_names(self) -> tuple[str, ...]:
        """The name that the person of each side has given, or an empty text, by side."""
        return self._controller.wording.names

    def _follow_opponents(self) -> None:
        """Give the sides that computer players play to them, and those of persons to the table."""
        state, opponents = self._controller.state, self.opponents
        names = self._names or person_names(opponents.seats)
        if names != self._controller.wording.names:
            self._word(names=names)
        every = frozenset(range(len(opponents.seats)))
        state.computers = opponents.computers
        state.seats, state.others = state.own - state.computers, every - state.own - state.computers
        state.relieved = opponents.relieved & state.own
        thinks = opponents.thinking is not None
        seeks = self._hints.thinking is not None
        state.thinking = "hints" if seeks else "move" if thinks else ""
        state.hinted = bool(self._hints.hints or self._hints.thoughts)
        state.has_thoughts = opponents.decision is not None
        state.seeks_thoughts = self._hints.seeks_thoughts
        self._hold_clocks(still=seeks and not state.others and len(state.seats) == 1)

    def _hold_clocks(self, *, still: bool) -> None:
        """Let no clock run while the only person who plays is given hints: nobody waits for it."""
        if self._clocks is not None:
            self._clocks.hold(id(self), still=still)

    # Output

    def view(self) -> View:
        """Return everything to be drawn; the same object as before if nothing to be seen changed.

        That clocks have gone on is no change: their views can be ``counted``.

        A failing plugin is named in the message, and the part it was called for is left out.

        Raises:
            PluginError: a plugin failed before any view was made.
        """
        return self._viewer.view()

    def choices(self) -> tuple[ChoiceView, ...] | None:
        """Return what each unit that can act may do; None while no seat of this table acts.

        Frontends far away draw it before the table has answered.
        """
        return self._viewer.choices()

    def pop_animations(self) -> tuple[AnimationEvent, ...]:
        """Return what happened since the last call, in order, for animation."""
        self._animations.match = self._controller.visible
        return self._animations.pop()

    def pop_replay(self) -> tuple[ReplayedAction, ...]:
        """Return once the actions that are to be shown again."""
        found, self._replay = self._replay, ()
        return found

    def dice_at(self, line: LogView) -> DiceView | None:
        """Return the dice that fell in what a line of the log tells, or None."""
        return dice_at(self._controller.visible, line, self._controller.wording)

    @property
    def clocks(self) -> tuple[ClockView, ...]:
        """The clock of each side now; those of the view show the time when it was made."""
        return self._viewer.clocks

    @property
    def thinking_seconds(self) -> float | None:
        """How many seconds a computer player or a hint has taken, or None while none is sought."""
        sought = self._hints.thinking
        return self.opponents.thinking if sought is None else sought

    @property
    def seeks_hints(self) -> bool:
        """Whether hints are being sought for this table."""
        return self._hints.thinking is not None

    def help_now(self) -> list[str]:
        """Return what can be done now, sentence by sentence."""
        try:
            self._controller.sync()
            state, wording = self._controller.state, self._controller.wording
            return list(help_of(self.match, state, wording, self._controller.approaches))
        except PluginError as error:
            return [self._controller.failure(error)]

    def hint(self) -> str:
        """Return what can be done now, in a line or two."""
        try:
            self._controller.sync()
        except PluginError as error:
            return self._controller.failure(error)
        return self._viewer.hint()

    def examples(self) -> tuple[str, ...]:
        """Return moves that are legal now, in the notation that players type."""
        try:
            return examples_of(self._controller.visible, self._controller.wording)
        except PluginError:
            return ()

    def topic(self) -> tuple[str, str]:
        """Return the chapter of the rules on what is pointed at, and the name to look for there.

        Both are empty where there is neither a unit nor terrain.
        """
        state, match = self._controller.state, self._controller.visible
        cell = state.cursor if state.hovered is None else state.hovered
        if cell is None:
            return "", ""
        unit = match.position.board[cell]
        if unit > 0:
            return "units", self._controller.wording.type(match.position.type_of(unit).word)
        terrain = terrain_at(match.position, cell)
        if not terrain:
            return "", ""
        return "ground", self._controller.wording.texts.of(
            match.game.ruleset.terrains[terrain].name
        )

    def save_name(self) -> str:
        """Return the name suggested for a save of the match: the game and its turn."""
        wording, turn = self._controller.wording, max(1, self.match.position.turn)
        reached = wording.turn(turn)
        name = wording.texts.of(self.match.game.ruleset.name)
        return f"{name}, {reached[:1].lower()}{reached[1:]}"

    def rules(self) -> list[Section]:
        """Return the rule book of the game being played."""
        return rule_book(self.match.game, self.language)

    def glossary(self) -> Mapping[str, str]:
        """Return the names that the rules use, with their meanings."""
        return glossary_of(self.match.game, self.rules(), self.language)

    def on_board(self, text: str) -> str:
        """Call the cells and units of a text what players of this game do."""
        return self.wording.on_board(text)

    def give(self, seconds: float) -> None:
        """Let computer players think so many seconds about a turn, from the next turn on."""
        self.opponents.give(seconds)
