"""Make the view of a table: everything to be drawn, made again only if something has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from operator import attrgetter
from typing import Final, TypeVar

from wargrid.core.grid import Grid
from wargrid.core.points import roads_of, spots_of
from wargrid.core.position import Position
from wargrid.engine.threats import Approach
from wargrid.match import Ending, Match
from wargrid.plugins.base import PluginError
from wargrid_play.table.choices import choices_of
from wargrid_play.table.dice import facts_of
from wargrid_play.table.guide import GuidedMatch, guide_view, lesson_text
from wargrid_play.table.hint_asker import HintAsker
from wargrid_play.table.hints import hint_views
from wargrid_play.table.history.common import Common, common_of
from wargrid_play.table.input.abilities import site_marks
from wargrid_play.table.input.commands import buttons_of, commands_of, hint_of
from wargrid_play.table.input.deployment import deployment_marks
from wargrid_play.table.input.hands import hand_marks, with_hands
from wargrid_play.table.input.typing_controller import TypingController
from wargrid_play.table.layers import layer_marks
from wargrid_play.table.lobby import Clocks, names_of, next_level
from wargrid_play.table.markers import markers_of
from wargrid_play.table.offers import offer_view
from wargrid_play.table.opponents import Opponents
from wargrid_play.table.prompts import aim_of, answered, prompt_of
from wargrid_play.table.scene import (
    approach_marks,
    card_of,
    cell_marks,
    check_marks,
    headline_of,
    last_moves,
    move_marks,
    over_of,
    path_to,
    range_marks,
    settings_of,
    sides_of,
    taken_marks,
    units_of,
    zones_now,
)
from wargrid_play.table.state import (
    OpenQuestion,
    State,
    movable_cells,
    moves_from,
    open_question,
    shows_stars,
    thinking_text,
)
from wargrid_play.table.terrain import edge_views, legend_of
from wargrid_play.table.thoughts import thought_views
from wargrid_play.table.view import CardView, ChoiceView, ClockView, MarkView, OverView, View
from wargrid_play.table.wording import facing_words, strength_of

Said = TypeVar("Said")

_Choices = tuple[Position, Ending | None, frozenset[int], tuple[ChoiceView, ...] | None]

_STATE: Final = attrgetter(*(field.name for field in fields(State)))
"""Takes all fields of a state."""

_SEEN: Final = attrgetter(*(field.name for field in fields(View) if field.name != "clocks"))
"""Takes all fields of a view but the clocks, which are no change when they go on."""


def _running(view: View | None) -> list[bool]:
    return [] if view is None else [clock.runs for clock in view.clocks]


def _each_facing(grid: Grid, say: Callable[[int], Said]) -> tuple[Said, ...]:
    """Return something of each facing, where units have one."""
    return tuple(map(say, range(grid.facings))) if grid.facings > 1 else ()


class Viewer:
    """Makes the views of one table from its input, its computer players, its hints and clocks."""

    def __init__(
        self,
        controller: TypingController,
        opponents: Opponents,
        hints: HintAsker,
        clocks: Clocks | None,
    ) -> None:
        self.match = controller.match
        self.opponents = opponents
        self._controller, self._hints, self._clocks = controller, hints, clocks
        self._hidden: Common | None = None
        self._choices: _Choices | None = None
        self._made: tuple[tuple[object, ...], View] | None = None

    @property
    def clocks(self) -> tuple[ClockView, ...]:
        """The clock of each side now."""
        return (
            ()
            if self._clocks is None
            else self._clocks.views(self._controller.wording.texts.language)
        )

    def view(self) -> View:
        """Return everything to be drawn; the same object as before if nothing to be seen changed.

        That clocks have gone on is no change: their views can be ``counted``.

        A failing plugin is named in the message, and the part it was called for is left out.

        Raises:
            PluginError: a plugin failed before any view was made.
        """
        try:
            return self._current()
        except PluginError as error:
            self._controller.reset_after_error(error)
            return self._after_error(error)

    def _after_error(self, error: PluginError) -> View:
        """Return the view without selections, or else the last one with the error as message."""
        try:
            return self._current()
        except PluginError:
            if self._made is None:
                raise
            state, view = self._made
            message = self._controller.failure(error)
            self._made = state, replace(view, message=message, tone="refusal")
            return self._made[1]

    def _current(self) -> View:
        self._controller.sync()
        state = self._dependencies()
        if self._made is None or self._made[0] != state:
            made, (timed, before) = self._view(), self._before
            same = before is not None and _SEEN(made) == _SEEN(before)
            same = same and _running(made) == _running(before) and timed == state[0]
            self._made = (state, before if same and before is not None else made)
        return self._made[1]

    @property
    def _before(self) -> tuple[object, View | None]:
        """The view made last, and what it had to do with clocks."""
        return (None, None) if self._made is None else (self._made[0][0], self._made[1])

    def choices(self) -> tuple[ChoiceView, ...] | None:
        """Return what each unit that can act may do; None while no seat of the table acts."""
        visible, ending = self._controller.visible, self.match.ending
        now = (visible.position, ending, self._controller.state.seats)
        if self._choices is None or self._choices[0] is not now[0] or self._choices[1:3] != now[1:]:
            try:
                found = choices_of(visible, self._controller.state)
            except PluginError:  # named by the view, or when the unit is selected
                found = ()
            self._choices = (*now, found)
        return self._choices[3]

    def hint(self) -> str:
        """Return what can be done now, in a line or two."""
        state, wording = self._controller.state, self._controller.wording
        try:
            return hint_of(self.match, state, wording, self._controller.approaches)
        except PluginError as error:
            return self._controller.failure(error)

    def common(self) -> Common:
        """Return what this table has in common with others; a side's own view is its own."""
        match, wording = self._controller.visible, self._controller.wording
        if match is self.match:
            return common_of(match, wording)
        if self._hidden is None or self._hidden.wording is not wording:
            self._hidden = Common(wording)
        return self._hidden

    def _dependencies(self) -> tuple[object, ...]:
        match, opponents = self._controller.visible, self.opponents
        last = match.plies[-1] if match.plies else None
        step = self.match.at if isinstance(self.match, GuidedMatch) else 0
        played = (last, step, match.ending, self.match.to_act, self.match.redo_refusal() is None)
        asked = (self._controller.wording, opponents.seats, self._hints.hints, self._hints.thoughts)
        clocks = self._clocks
        timed = None if clocks is None else (clocks.waits, clocks.held, clocks.stood)
        return (timed, *played, *asked, *_STATE(self._controller.state))

    def _players(self) -> tuple[str, ...]:
        """Return the name of each side's player; a person elsewhere is not "You"."""
        state, wording = self._controller.state, self._controller.wording
        alone, language = bool(state.relieved), wording.texts.language
        here = names_of(self.opponents.seats, language, alone=alone)
        named = zip(here, wording.names, strict=True)
        return tuple(
            name if side in state.others else player for side, (player, name) in enumerate(named)
        )

    def _over(self, match: Match) -> OverView | None:
        """Return the result of the match, and what a player may learn or play after it."""
        state, wording = self._controller.state, self._controller.wording
        facts = partial(self.common().cached, match, "facts")
        over = over_of(
            match, state, wording, partial(facts, lambda: facts_of(match.plies, wording))
        )
        if over is None or len(state.seats) != 1:
            return over
        lesson = lesson_text(self.match, wording.texts)
        level = next_level(self.opponents.seats, won=over.winner in state.seats)
        return replace(over, lesson=lesson, level=1 if lesson else level)

    def _marks(self, question: OpenQuestion | None) -> tuple[MarkView, ...]:
        match, state = self._controller.visible, self._controller.state
        return (
            *layer_marks(match, state),
            *self._controller.threats.marks(match, state, self._controller.wording),
            *check_marks(match),
            *taken_marks(match),
            *self._move_marks(question),
            *deployment_marks(match, state),
            *site_marks(match, state),
            *hand_marks(match, state),
        )

    def _move_marks(self, question: OpenQuestion | None) -> tuple[MarkView, ...]:
        """Mark the cells among which the question asks, or else what the selected unit may do."""
        match, state = self._controller.visible, self._controller.state
        if question is not None and question.kind == "cell":
            return cell_marks(question, state.refused)
        moves = moves_from(match, state.selected)
        attacks = range_marks(match.game, match.position, state.selected)
        later = approach_marks(self._controller.approaches) if question is None else ()
        return (*attacks, *later, *move_marks(moves, state.refused))

    def _card(self, position: Position, cell: int, approach: Approach | None) -> CardView:
        """Return the card of a cell; while threats are shown, it names the enemies that do."""
        state, wording = self._controller.state, self._controller.wording
        card = card_of(position, cell, wording)
        if not state.threats or self.match.result is not None:
            return card
        visible = self._controller.visible
        lines = self._controller.threats.lines(visible, state, cell, approach, wording)
        return replace(card, lines=(*lines, *card.lines))

    def _view(self) -> View:
        state, wording = self._controller.state, self._controller.wording
        match, common = self._controller.visible, self.common()
        game, grid, position = match.game, match.game.grid, match.position
        question = open_question(self.match, state)
        players, viewer = self._players(), self._controller.viewer
        awaited = match.to_act not in state.computers  # then it helps to see which units can act
        card = state.hovered if state.hovered is not None else state.cursor
        approach = self._controller.approaches.get(-1 if card is None else card)
        offer = None if state.offer is None else offer_view(state.offer, state.seats, wording)
        passes = game.ruleset.turn.may_pass or game.ruleset.turn.actions != 1
        message = " ".join(filter(None, (state.message, offer.text if offer else "")))
        commands = commands_of(self.match, match, state, wording)
        return View(
            ruleset_name=wording.texts.of(game.ruleset.name),
            shape=grid.shape,
            columns=grid.columns,
            rows=grid.rows,
            short=game.ruleset.board.short,
            places=grid.places,
            spots=spots_of(grid),
            roads=roads_of(grid),
            cell_names=wording.cached(("cells",), lambda: tuple(map(grid.name, range(grid.cells)))),
            labels=wording.cached(("labels",), lambda: wording.readers[0][0].labels()),
            terrain=wording.cached(("terrain",), lambda: tuple(game.engine.grounds[0].terrain)),
            walls=position.walls(),
            legend=legend_of(position, state.selected, wording),
            edges=wording.cached(("edges",), lambda: edge_views(game, wording.texts)),
            zones=zones_now(self.match, wording),
            settings=settings_of(game, wording),
            strength=wording.cached(("strength",), lambda: strength_of(game)),
            rolls=bool(game.ruleset.dice),
            passes=passes,
            facings=grid.facings,
            facing_words=wording.cached(
                ("facings",), lambda: _each_facing(grid, facing_words(grid).__getitem__)
            ),
            units=common.cached(
                match,
                "units" if awaited else "units at rest",
                lambda: units_of(position, movable_cells(match) if awaited else (), wording),
            ),
            markers=common.cached(match, "markers", lambda: markers_of(position, wording)),
            marks=self._marks(question),
            way=path_to(match, state.selected, card, approach) if question is None else (),
            selected=state.selected,
            cursor=state.cursor,
            last=common.cached(
                match, ("last", state.seats), lambda: last_moves(match, state.seats)
            ),
            sides=with_hands(
                common.cached(
                    match,
                    ("sides", viewer, players),
                    lambda: sides_of(match, viewer, common.losses(match), players, wording),
                ),
                commands,
                position.side,
            ),
            turn=position.turn,
            headline=common.cached(match, "headline", lambda: headline_of(match, wording)),
            message=message,
            tone=state.tone if state.message or not offer else "info",
            thinking=thinking_text(match, state, wording),
            hints=(
                *hint_views(position, self._hints.hints, wording),
                *thought_views(self._hints.thoughts, wording),
            ),
            commands=commands,
            prompt=None
            if question is None
            else answered(prompt_of(question, position, wording), commands),
            dice=common.dice(match),
            log=common.log(match),
            over=self._over(match),
            card=None if card is None else self._card(position, card, approach),
            aim=None
            if card is None or state.confirms
            else aim_of(match, state, card, approach, wording),
            seats=tuple(sorted(state.seats)),
            computers=tuple(sorted(state.computers)),
            by_hand=match.by_hand,
            thinks=state.thinking,
            hint="" if message or state.thinking else self.hint(),
            clocks=self.clocks,
            offer=offer,
            angles=wording.cached(("angles",), lambda: _each_facing(grid, grid.angle)),
            guide=guide_view(self.match, wording.texts, asked=state.asked is not None)
            if state.seats
            else None,
            starred=shows_stars(match),
            buttons=wording.cached(
                ("buttons",),
                lambda: buttons_of(
                    grid.facings,
                    passes=passes,
                    claims=game.engine.has_claims,
                    layers=bool(game.engine.layers.names),
                ),
            ),
            premove=() if state.premove is None else state.premove.cells,
        )
