"""What controllers share: a match, the selection and questions of its players, and refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wargrid.core.moves import READY, Deploy
from wargrid.core.position import Position
from wargrid.core.refusal import IllegalMove, Refusal
from wargrid.engine.flow import CHANCE
from wargrid.engine.threats import Approach, approaches
from wargrid.match import Ending, Match
from wargrid.plugins.base import PluginError
from wargrid.text import whole
from wargrid_play.table.input import deployment
from wargrid_play.table.input.commands import disabled_reason
from wargrid_play.table.offers import OFFERS, Offers, answer_text
from wargrid_play.table.state import (
    NOTHING,
    Base,
    OpenQuestion,
    State,
    deployment_of,
    going_on,
    is_deploying,
    is_mine,
    is_selectable,
    may_place_more,
    open_question,
    own_cells,
    side_here,
)
from wargrid_play.table.wording import Wording, facing_after


class BaseController:
    """Changes the match and the state of one table; nothing else writes the state.

    Moves and refusals are read from ``visible``, the match as the side to act may know it.
    """

    def __init__(
        self, match: Match, language: str, seats: Iterable[int] | None, offers: Offers | None = None
    ) -> None:
        self.match = match
        self.offers = offers
        self._answer = None if offers is None else offers.answer
        self.game = match.game
        every = range(len(match.game.sides))
        own = frozenset(every if seats is None else seats)
        self.state = State(own, frozenset(every) - own, own)
        self.wording = Wording(match.game, language)
        self._known: tuple[Position, Ending | None] = (match.position, match.ending)
        self._approaches: tuple[int, int, Position, dict[int, Approach]] | None = None
        self._visible: tuple[tuple[object, ...], Match] | None = None
        self._refused_early = False
        self.report: Callable[[str], None] | None = None
        """Told of plugins that fail, where players may not know what files there are."""
        self._reported = ""

    @property
    def question(self) -> OpenQuestion | None:
        """The open question, if any."""
        return open_question(self.match, self.state)

    @property
    def viewer(self) -> int:
        """The side whose army this table shows while armies are secret; ``CHANCE`` if none."""
        side, seats = self.match.position.side, self.state.seats
        return side if side in seats else min(seats, default=CHANCE)

    @property
    def visible(self) -> Match:
        """The match as the players at this table may see it."""
        match, viewer = self.match, self.viewer
        if not self.game.engine.hides(match.position):
            return match
        # What another side places makes no other match: nothing here may change with it.
        own = tuple(ply for ply in match.plies if ply.actor == viewer)
        key = (viewer, own, match.position.side, match.ending)
        if self._visible is None or self._visible[0] != key:
            self._visible = (key, match.visible_to(viewer))
        return self._visible[1]

    @property
    def approaches(self) -> dict[int, Approach]:
        """The enemies, by cell, that the selected unit can attack after one move."""
        position, cell = self.visible.position, self.state.selected
        if cell is None or self.match.to_act not in self.state.seats or is_deploying(self.match):
            return {}
        if self._approaches is None or self._approaches[:2] != (id(position), cell):
            try:
                found = approaches(self.game, position, cell)
            except PluginError:  # named when the unit moves; until then it may be selected
                found = {}
            self._approaches = id(position), cell, position, found
        return self._approaches[3]

    def sync(self) -> None:
        """Drop what belonged to another position or side; select the only unit to act, if any."""
        self._drop_outdated()
        self._follow_offers()
        state = self.state
        if self._refused_early and is_mine(self.match, state):
            self._refused_early = False
            state.say("")  # what could not be done while another side was to act
        if state.selected is None and state.site is None and is_mine(self.match, state):
            state.selected = going_on(self.match)

    def _follow_offers(self) -> None:
        """Take over the open offer, and say what became of an offer made here."""
        state, offers = self.state, self.offers
        if offers is None:
            return
        state.offer, side = offers.open, side_here(self.match, state)
        state.not_offered = tuple((kind, offers.refusal(kind, side)) for kind in OFFERS)
        if offers.answer is not self._answer:
            self._answer = offers.answer
            if self._answer is not None and self._answer.offer.side in state.seats:
                state.say(answer_text(self._answer, self.wording), "info")

    def _drop_outdated(self) -> None:
        match, state, position = self.match, self.state, self.visible.position
        before, self._known = self._known, (position, match.ending)
        if before[0] is position and before[1] == match.ending:
            return
        state.asked = state.refused = None
        state.picked, state.chosen, state.site, state.held = (), NOTHING, None, ""
        is_other_side = before[0].side != match.position.side
        if not is_mine(self.match, self.state) or not is_selectable(self.visible, state.selected):
            state.selected = None
        if not is_mine(self.match, self.state) or is_other_side or not is_deploying(match):
            state.placing = None

    def run(self, action: Callable[[], None]) -> None:
        """Run an action; a refusal or a failing plugin becomes the message."""
        self._guarded(self.sync)
        self.state.say("")
        self.state.refused = None
        self._refused_early = False
        self._guarded(action)
        self._guarded(self.sync)

    def _guarded(self, action: Callable[[], None]) -> None:
        try:
            action()
        except IllegalMove as error:
            self.refuse(error.refusal)
        except PluginError as error:
            self.refuse(error)

    def reset_after_error(self, error: PluginError) -> None:
        """Drop everything a view does not need, after a plugin failed while one was made."""
        state = self.state
        state.selected = state.cursor = state.hovered = state.asked = state.site = None
        state.threats = False
        self.refuse(error)

    def failure(self, error: PluginError) -> str:
        """Word that a plugin failed, as far as the players here may know."""
        language = self.wording.texts.language
        if self.report is None:
            return error.text(language)
        if error.text() != self._reported:
            self._reported = error.text()
            self.report(self._reported)
        return error.brief(language)

    def refuse(self, refusal: Refusal | PluginError | str, cell: int | None = None) -> None:
        """Set the message that says why something is not possible, and mark a clicked cell."""
        if cell is not None:
            self.state.refused = cell
        if isinstance(refusal, PluginError):
            refusal = self.failure(refusal)
        elif not isinstance(refusal, str):
            refusal = refusal.text(self.wording.texts.language)
        self._refused_early = not is_mine(self.match, self.state)
        self.state.say(self.wording.on_board(refusal), "refusal")

    def _join(self, at: int) -> None:
        """Let one undo take back the move with this number together with the one before it."""
        self.state.joined = (*self.state.joined, self.match.plies[at])

    def _refuses_command(self) -> bool:
        if is_mine(self.match, self.state):
            return False
        self.refuse(disabled_reason("end_turn", self.match, self.state, self.wording))
        return True


class DeploymentController(BaseController):
    """Obeys clicks and commands while armies are set up."""

    def _click_deploying(self, cell: int) -> None:
        state, visible = self.state, self.visible
        if cell in own_cells(visible):
            state.selected = None if state.selected == cell else cell
        elif state.selected is not None:
            self._relocate(state.selected, cell, deployment.base_at(visible, state.selected))
        elif state.placing is not None:
            base = state.placing
            self._deploy(deployment.placing(visible, base, cell), cell)
            state.placing = base if deployment.is_available(self.visible, base) else None
        elif not may_place_more(visible):
            self.refuse(next(deployment.deployment_help(visible, state, self.wording)))
        else:
            armies = deployment_of(visible).armies(visible.position.side)
            key = "deploy.choose_first_or_army" if armies else "deploy.choose_first"
            self.refuse(self.wording.say(key))

    def _press_deploying(self, name: str, argument: str) -> None:
        if not is_deploying(self.match):
            self.refuse(self.wording.say("deploy.over"))
        elif self._refuses_command():
            return
        elif name == "place":
            self._choose_type(*argument.partition(":")[::2])
        elif name == "army":
            self._deploy(deployment_of(self.match).choice(argument))
        elif name == "ready":
            self._be_ready()
        elif name == "men":
            self._resize()
        else:
            self._take_back()

    def _be_ready(self) -> None:
        """End the deployment, which cannot be taken back, after a question."""
        ready, (asked, self.state.asked) = deployment_of(self.match).ready, (self.state.asked, None)
        is_legal = self.game.engine.find_legal_move(self.match.position, ready) is not None
        is_asked = asked is not None and asked.kind == "ready"
        if is_legal and not is_asked:
            self.state.asked = OpenQuestion("ready")
        else:
            self._deploy(ready)

    def _turn_deploying(self, name: str) -> None:
        state = self.state
        facing = facing_after(
            self.match.game.grid, name, deployment.current_facing(self.visible, state)
        )
        if state.selected is not None:
            base = deployment.base_at(self.visible, state.selected)
            self._relocate(state.selected, state.selected, base._replace(facing=facing))
        elif state.placing is not None:
            state.placing = state.placing._replace(facing=facing)
            text = self.wording.say("deploy.facing", facing=self.wording.facing(facing))
            state.say(text, "info")

    def _choose_type(self, word: str, men: str) -> None:
        if word not in deployment_of(self.match).rules.units:
            return
        base, number = deployment.largest_base(self.visible, word), whole(men)
        base = base if number is None else base._replace(men=number)
        language = self.wording.texts.language
        if reason := deployment.unavailable_reason(self.visible, base, language):
            self.refuse(reason)
        else:
            self.state.selected = None
            self._place_next(base)

    def _place_next(self, base: Base) -> None:
        self.state.placing = base
        several = len(deployment_of(self.match).sizes(base.word)) > 1
        text = "deploy.chosen_of_several" if several else "deploy.chosen"
        unit, key = self.wording.type(base.word), self.wording.key(deployment.MEN_KEY)
        self.state.say(self.wording.say(text, unit=unit, men=base.men, key=key), "info")

    def _resize(self) -> None:
        """Change the selected unit, or the next one, to the next smaller size, or the largest."""
        visible, selected = self.visible, self.state.selected
        base = deployment.current_base(visible, self.state)
        reason = deployment.one_size_reason(visible, base, self.wording)
        if base is None or reason:
            self.refuse(reason)
        elif selected is None:
            self._place_next(deployment.next_size(visible, selected, base))
        else:
            self._relocate(selected, selected, deployment.next_size(visible, selected, base))

    def _take_back(self) -> None:
        cells = own_cells(self.visible)
        cell = next((at for at in (self.state.selected, self.state.cursor) if at in cells), None)
        if cell is None:
            self.refuse(self.wording.say("table.choose_first"))
        else:
            self._deploy(deployment_of(self.match).removal(cell))
            self.state.selected = None

    def _relocate(self, source: int, cell: int, base: Base) -> None:
        """Replace a placed unit by a base on a cell; nothing changes if that is not legal."""
        visible = self.visible
        refusal = deployment.relocation_refusal(visible, source, cell, base)
        if refusal is not None:
            self.refuse(refusal, cell)
            return
        if (source, deployment.base_at(visible, source)) != (cell, base):
            self.match.play(deployment_of(self.match).removal(source))
            at = len(self.match.plies)
            self.match.play(deployment.placing(self.match, base, cell))
            self._join(at)
        self.state.selected = cell

    def _deploy(self, move: Deploy, cell: int | None = None) -> None:
        refusal = self.game.why_not(self.visible.position, move)
        if refusal is not None:
            self.refuse(refusal, cell)
        else:
            self.match.play(move)
            if move.verb == READY:  # where this side pointed tells the next one of its army
                self.state.cursor = self.state.hovered = None
