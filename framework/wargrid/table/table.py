"""The table: clicks, keys and typed text become moves of a match, and the match becomes a view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from wargrid.plugins.host import PluginError
from wargrid.table import deployment as deploying
from wargrid.table import keyboard
from wargrid.table.card import card_of
from wargrid.table.chronicle import Chronicle
from wargrid.table.commands import KEYS, commands_of
from wargrid.table.controller import Hand
from wargrid.table.help import help_of, hint_of
from wargrid.table.legend import legend_of
from wargrid.table.news import Messenger
from wargrid.table.prompts import prompt_of
from wargrid.table.rolling import last_dice
from wargrid.table.rulebook import rule_book
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
from wargrid.table.sights import range_marks, settings_of, threat_marks, way_to, zones_of
from wargrid.table.view import MarkView, News, View
from wargrid.table.wording import Teller, strength_of

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.match.match import Match
    from wargrid.table.rulebook import Section


class Table:
    """One match as players sit before it: what is selected, asked, said and shown.

    Whatever comes in (``click``, ``press``, ``move_cursor``, ``enter``, ``next_unit``, ``hover``,
    ``type``) never raises: what cannot be obeyed leaves its reason in the view's ``message``. Cells
    are numbers of the game's grid. ``seats`` are the sides played at this table, all unless given;
    the others act through the match. The match may change under the table at any time between two
    calls.
    """

    def __init__(
        self, match: Match, language: str = "en", seats: Iterable[int] | None = None
    ) -> None:
        self.match = match
        self._hand = Hand(match, language, seats)
        self._chronicle = Chronicle(match)
        self._messenger = Messenger(match)
        self._made: tuple[tuple[object, ...], View] | None = None
        self._threatened: tuple[Position, tuple[MarkView, ...]] | None = None

    @property
    def language(self) -> str:
        """The language of every text in the view; it may be changed at any time."""
        return self._hand.teller.words.language

    @language.setter
    def language(self, language: str) -> None:
        if language != self.language:
            self._hand.teller = Teller(self.match.game, language)
            self._hand.say("")

    @property
    def seats(self) -> frozenset[int]:
        """The sides played at this table."""
        return self._hand.seats

    # What comes in

    def click(self, cell: int) -> None:
        """Select the unit on a cell, go there, attack there, or say why not; the selected unit's own cell deselects."""
        if 0 <= cell < self.match.game.grid.cells:
            self._hand.obey(lambda: self._hand.click(cell))

    def press(self, command: str) -> None:
        """Obey a command of the view's list, ``roll:<face>`` or ``choose:<number>``; others are ignored."""
        name, _, rest = command.partition(":")
        if name in KEYS or name in ("roll", "choose", *deploying.COMMANDS):
            self._hand.obey(lambda: self._hand.press(name, rest))

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the cell cursor east and north, or within the options of an open question."""
        self._hand.obey(lambda: keyboard.move_cursor(self._hand, columns, rows))

    def enter(self) -> None:
        """Answer the open question, or else click where the cursor is."""
        self._hand.obey(lambda: keyboard.enter(self._hand))

    def next_unit(self, step: int = 1) -> None:
        """Select the next unit that can act, ``step`` further in the order of cells."""
        self._hand.obey(lambda: keyboard.next_unit(self._hand, step))

    def hover(self, cell: int | None) -> None:
        """Remember which cell the pointer is on, for the card."""
        on_board = cell is not None and 0 <= cell < self.match.game.grid.cells
        self._hand.hovered = cell if on_board else None

    def type(self, text: str) -> None:
        """Obey typed text: a cell (``e4``) like a click on it, a move in notation, or dice rolled by hand."""
        said = " ".join(text.split())
        if said:
            self._hand.obey(lambda: keyboard.typed(self._hand, said))

    # What goes out

    def view(self) -> View:
        """Everything to be drawn, in one value; the same object as before if nothing has changed.

        A plugin that fails meanwhile is named in the message, and what it was asked about is left
        out.

        Raises:
            PluginError: a plugin failed, and nothing has been shown before.
        """
        try:
            return self._seen()
        except PluginError as error:
            self._hand.let_go(error)
            return self._seen_before(error)

    def _seen_before(self, error: PluginError) -> View:
        """The view once all has been let go that could be, or the last one there was, with the failure as message."""
        try:
            return self._seen()
        except PluginError:
            if self._made is None:
                raise
            state, view = self._made
            self._made = state, replace(view, message=error.text(self.language), tone="refusal")
            return self._made[1]

    def _seen(self) -> View:
        self._hand.follow()
        state = self._state()
        if self._made is None or self._made[0] != state:
            self._made = (state, self._view())
        return self._made[1]

    def pop_animations(self) -> tuple[News, ...]:
        """What happened since this was last asked, in order, for animation."""
        self._messenger.match = self._hand.seen()
        return self._messenger.take()

    def help_now(self) -> list[str]:
        """What can be done now, sentence by sentence."""
        try:
            self._hand.follow()
            now = self._hand.now()
            return help_of(now, commands_of(now))
        except PluginError as error:
            return [error.text(self.language)]

    def hint(self) -> str:
        """What can be done now, in a line or two."""
        try:
            return hint_of(self._hand.now(), self.help_now())
        except PluginError as error:
            return error.text(self.language)

    def rules(self) -> list[Section]:
        """The rule book of the game being played."""
        return rule_book(self.match.game, self.language)

    def _state(self) -> tuple[object, ...]:
        """All that the view depends on."""
        match, hand = self.match, self._hand
        return (
            match.plies[-1] if match.plies else None, match.resigned, match.redo_lock() is None, hand.teller,
            hand.selected, hand.cursor, hand.hovered, hand.refused, hand.message, hand.tone, hand.asked, hand.picked,
            hand.chosen, hand.threats, hand.placing,
        )  # fmt: skip

    def _threats(self, position: Position) -> tuple[MarkView, ...]:
        """Where enemies could strike, found once for each position."""
        if self._threatened is None or self._threatened[0] is not position:
            self._threatened = (position, threat_marks(self.match.game, position))
        return self._threatened[1]

    def _view(self) -> View:
        hand, teller = self._hand, self._hand.teller
        match = self._chronicle.match = hand.seen()
        game, grid, position, question = (
            match.game,
            match.game.grid,
            match.position,
            self._hand.question,
        )
        card = hand.hovered if hand.hovered is not None else hand.cursor
        return View(
            ruleset_name=teller.words.of(game.ruleset.name),
            columns=grid.columns,
            rows=grid.rows,
            cell_names=tuple(map(grid.name, range(grid.cells))),
            terrain=tuple(game.grounds[0].terrain),
            walls=position.walls(),
            legend=legend_of(position, hand.selected, teller),
            zones=zones_of(game, teller),
            settings=settings_of(game),
            strength=strength_of(game),
            rolls=bool(game.ruleset.dice),
            passes=game.ruleset.turn.may_pass or game.ruleset.turn.actions != 1,
            facings=grid.facings,
            units=units_of(position, movable_cells(match), teller),
            marks=(
                *(self._threats(position) if hand.threats and match.result is None else ()),
                *range_marks(game, position, hand.selected),
                *marks_of(moves_from(match, hand.selected), hand.refused),
                *(deploying.marks(hand) if deploying.is_on(self.match) else ()),
            ),
            way=way_to(match, hand.selected, card) if question is None else (),
            selected=hand.selected,
            cursor=hand.cursor,
            last=last_cells(match.plies),
            sides=sides_of(match, self._chronicle.losses(teller), teller),
            turn=position.turn,
            headline=headline_of(match, teller),
            message=hand.message,
            tone=hand.tone,
            commands=commands_of(hand.now()),
            prompt=None if question is None else prompt_of(question, position, teller),
            dice=last_dice(match.plies, teller),
            log=self._chronicle.lines(teller),
            over=over_of(match, teller),
            card=None if card is None else card_of(position, card, teller),
        )
