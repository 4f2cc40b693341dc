"""The base of the game screen: board, panel, buttons, and the parts that come and go."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from wargrid_play.looks import Looks, LooksError
from wargrid_play.scenes import (
    Animation,
    LegendEntry,
    RollingDice,
    Scene,
    legend_of,
    moving_scene,
    offered_in,
    resting_scene,
    shape_of,
)
from wargrid_play.table import (
    DiceView,
    GuidedMatch,
    HintView,
    Session,
    Table,
    View,
    aim_of,
    battle_title,
    idle_text,
)
from wargrid_pygame.drawing.board import BoardView
from wargrid_pygame.game.board_area import BoardArea
from wargrid_pygame.game.button_rows import ButtonRows, count_rows
from wargrid_pygame.game.card import CardPanel
from wargrid_pygame.game.guide import GuideBubble
from wargrid_pygame.game.guide import height_of as height_of_guide
from wargrid_pygame.game.input import Keyboard, Mouse
from wargrid_pygame.game.layout import GAP, LEAST_CARD, Layout, lay_out
from wargrid_pygame.game.legend import height_of
from wargrid_pygame.game.log_list import LogList
from wargrid_pygame.game.prompts import DeployPanel, PromptPanel
from wargrid_pygame.game.side_panel import SidePanel
from wargrid_pygame.game.thinking import ANSWERS, COMMANDS, ThinkingLine
from wargrid_pygame.widgets.basic import Group
from wargrid_pygame.window import App, Screen

if TYPE_CHECKING:
    from wargrid_remote import RemoteSession, RemoteTable

DICE: Final = 90
LOW_DICE: Final = 66
"""The height of the slot with dice, in units, usually and in a low window."""

MAP: Final = 166
"""The height of the slot with legend and minimap, in units."""

SIX_LINES: Final = 156
"""The least height of the log beside a legend, in units; otherwise the legend takes the place
of the card while the pointer is on no cell."""

LEAST_PROMPT: Final = 120
"""The least height of a question that can be read below a guide, in units."""

SCROLLED: Final = 2
"""The greatest height of hints that scroll in their place, as a multiple of its height."""

LARGE: Final = 400
"""The least number of cells of a board that has a minimap in its slot."""


class GameScreenBase(Screen):
    """One match on the screen: the parts of the screen, made from the table's view."""

    def __init__(self, app: App, session: Session | RemoteSession, flipped: bool = False) -> None:
        super().__init__(app)
        self.session = session
        self.table = self._make_table()
        self.view = self.table.view()
        self.animation = Animation(abs(app.settings.speed), app.sounds.play)
        self.note, self.note_tone = "", ""
        self.looks = Looks(sides=tuple(side.word for side in self.view.sides))
        self.looks = self._find_looks()
        self.aim = ""
        self.flipped = flipped
        self.by_keys = False
        self.again = False
        """Whether a turn is shown again."""
        self.waits = False
        """Whether the computer player's next action waits for a key or a click."""
        self.pointed: tuple[int, ...] = ()
        self.dice: DiceView | None = None
        """The dice of the line of the log that was clicked, or of the action shown again."""
        self.prompt: PromptPanel | None = None
        self.deploying: DeployPanel | None = None
        self.thinking: ThinkingLine | None = None
        self.bubble: GuideBubble | None = None
        self.keyboard = Keyboard(self.table)
        self._behind: View | None = None
        self._hinted: tuple[tuple[HintView, ...], int | None] = (), None
        """The hints that are shown, and the cell pointed at when they came."""

    @property
    def local(self) -> Session | None:
        """The session of a match at hand; None of one far away."""
        return self.session.local

    def _make_table(self) -> Table | RemoteTable:
        session, app = self.session, self.app
        if session.local is None:
            return session.sit()
        match, seats = session.match, session.seats
        opponents = app.opponents(
            match, seats, notify=app.wake, seated=session.seat, seconds=app.settings.thinking
        )
        return Table(match, app.language, opponents=opponents, clocks=session.clocks)

    def _find_looks(self) -> Looks:
        try:
            return self.session.looks()
        except LooksError as error:
            self._say(error.text(self.words.language), "refusal")
            return self.looks

    def _say(self, text: str, tone: str = "info") -> None:
        self.note, self.note_tone = text, tone

    # Layout

    def layout(self) -> None:
        """Make board, panel and buttons."""
        self.table.language = self.words.language
        self.table.confirms = self.app.settings.confirm == "always"
        self.table.keys = self.app.settings.keys
        self.table.give(self.app.settings.thinking)
        self.animation.speed = abs(self.app.settings.speed)
        self.app.settings.apply_to(self.looks)
        self.view = view = self.table.view()
        shape = shape_of(view).span
        sides, area = len(view.sides), self.app.area
        low = self.low
        held = max(len(side.hand) for side in view.sides)
        lay = partial(lay_out, self.style, area, sides, count_rows(view, low), shape, held=held)
        if view.guide is not None:
            match = None if self.session.local is None else self.session.local.match
            steps = match.guide.file.steps if isinstance(match, GuidedMatch) else ()
            texts = [view.guide.say, *(self.words.of(step.say) for step in steps)]
            high = height_of_guide(self.style, texts, lay(0).log.w)
            lay = partial(lay, guide=high)
        self.plan = lay(self._slot())
        if not view.rolls and not self._is_large() and self.plan.log.h < self.style.px(SIX_LINES):
            self.plan = lay(0)
        self.area = BoardArea(self.style, self.table, self.plan, self.looks, self.flipped)
        self.mouse = Mouse(self.table, self.area)
        self.panel = SidePanel(self.style, self.words, self.looks, self.plan)
        if self.local is not None:
            battle_key = self.local.header.campaign
            title = battle_title(battle_key, self.words) or view.ruleset_name
            self.panel.title = " · ".join(filter(None, (title, idle_text(battle_key, self.words))))
        self.card = CardPanel(self.style, self.words, self.looks)
        self.group = Group(self.style, self.plan.panel)
        self.buttons = ButtonRows(self.style, self.words, self.plan.buttons, view, low)
        for button in self.buttons.buttons:
            self.group.add(button)
        self.aim = self._find_aim()
        self.log = self.group.add(
            LogList(self.style, self.words, self.looks, self.plan.log, self.aim)
        )
        self.keyboard.lay_out(self.style, self.plan.message, self._line_prompt)
        self.prompt = None

    def _find_aim(self) -> str:
        """Return the aim of the game; a server sends it."""
        if self.session.local is None:
            return self.session.table.aim
        return aim_of(self.session.local.match.game, self.words.language)

    def _line_prompt(self) -> str:
        """Word the prompt of the line for typing."""
        return self.say("line.prompt", examples=", ".join(self.table.examples()))

    def _slot(self) -> float:
        if self.view.rolls:
            return LOW_DICE if self.low else DICE
        return MAP if self._is_large() else height_of(self.style, self.legend)

    def _is_large(self) -> bool:
        return self.view.columns * self.view.rows >= LARGE

    @property
    def legend(self) -> list[LegendEntry]:
        """The terrain and zones that are drawn on the board, with their names."""
        return legend_of(self.view, self.looks)

    @property
    def board(self) -> BoardView:
        """The board that is drawn."""
        return self.area.board

    def _update_prompt(self) -> None:
        prompt = None if self.animation.playing else self.view.prompt
        if prompt is None:
            self.prompt = None
        elif self.prompt is None or self.prompt.prompt is not prompt:
            folded = bool(prompt.brief) and self.app.settings.odds == "brief"
            small = folded and not self.plan.guide.h  # a guide leaves less room, without the log
            make = partial(PromptPanel, self.style, self.words, self.looks)
            box, commands = self.plan.card if small else self.plan.lower, self.view.commands
            if box.h < self.style.px(LEAST_PROMPT):  # large letters: the guide gives way
                box = self.plan.guide.union(box)
            self.prompt = make(box, prompt, commands, folded)
            if small and self.prompt.overflow:  # large letters take room of the log
                higher = self.plan.with_card(self.style, box.h + self.prompt.overflow)
                self.prompt = make(higher.card, prompt, commands, folded)

    def _update_deploying(self) -> None:
        self.deploying = None
        offered, side = offered_in(self.view.commands), self.view.acting
        if offered is not None and side is not None:
            self.deploying = DeployPanel(
                self.style, self.looks, self.plan.lower, offered, side.word
            )
            self.log.visible = False  # at once: it takes no click meant for these buttons

    def _update_guide(self) -> None:
        """Show the present step of a guided game, and point at its cells; or give its room back."""
        step, self.bubble = self.view.guide, None
        self._note_lesson()
        covered = self.prompt is not None and self.prompt.rect.colliderect(self.plan.guide)
        if step is not None and not covered:
            self.bubble = GuideBubble(self.style, self.words, step, self.plan.guide)
        elif step is None and self.plan.guide.h:
            self.layout()

    def _note_lesson(self) -> None:
        """Keep that a guided game was finished: its button bears a tick."""
        guide, over, learnt = self.view.guide, self.view.over, self.app.settings.lessons
        finished = (guide is not None and guide.ends) or (over is not None and bool(over.lesson))
        if finished and self.local is not None and self.local.header.ruleset not in learnt:
            self.app.save_settings(lessons=[*learnt, self.local.header.ruleset])

    def _update_thinking(self) -> None:
        """Put buttons beside the message, unless that needs the whole line until the next input."""
        self.thinking = None
        offer = self.view.offer
        answers = offer is not None and (offer.mine or offer.may_answer)
        if answers or (self.view.thinking and not self.waits):
            hints, box = self.view.thinks == "hints", self.plan.message
            names = ANSWERS if answers else COMMANDS
            line = ThinkingLine(self.style, box, self.view.commands, names, hints=hints)
            plain = not (self.note or self.view.message)
            if plain or self.panel.message_height(self._message()[0], line.text) == line.text.h:
                self.thinking = line
        self.group.beside = None if self.thinking is None else self.thinking.group

    # Drawing

    @property
    def displayed_view(self) -> View:
        """The view that the panel shows: until the dice have fallen, the one before them."""
        if self._behind is not None and self.animation.waits_for_dice:
            return self._behind
        return self.view

    def draw(self, surface: pygame.Surface) -> None:
        """Draw board and panel."""
        self.board.draw(surface, self._scene())
        view, plan = self.displayed_view, self._plan_now()
        self.panel.draw(surface, view, self.session.elapsed, self.table.clocks)
        self._draw_lower(surface, view, plan)
        if self.area.covers_board:
            self.area.draw_minimap(surface)
        if self.prompt is not None:
            self.prompt.draw(surface)
        if self.keyboard.line is not None:
            self.keyboard.line.draw(surface)
        elif self.thinking is not None:
            self.panel.draw_message(surface, *self._message(), self.thinking.text)
            self.thinking.group.draw(surface)
        else:
            self.panel.draw_message(surface, *self._message(), plan.message)
        self.group.draw(surface)
        for part in (self.prompt, self.deploying):
            if part is not None:
                part.group.draw_tips(surface)
        if self.bubble is not None:
            self.bubble.draw(surface)

    def _plan_now(self) -> Layout:
        """Return the layout with room for a long message, where only dice, log and card are."""
        plan, fixed = self.plan, (self.prompt, self.deploying, self.thinking, self.keyboard.line)
        if plan.guide.h or (plan.slot.h and not self.view.rolls) or any(fixed):
            return plan
        return plan.with_message(self.panel.message_height(self._message()[0], plan.message))

    def _scene(self) -> Scene:
        view, looks, mouse = self.view, self.looks, self.mouse
        if self.animation.playing:
            return moving_scene(view, looks, self.animation.frame(), self._rolling()[0])
        pointed = self.pointed if self.bubble is None else (*self.pointed, *self.bubble.points)
        return resting_scene(view, looks, mouse.hover, mouse.lit, self.by_keys, pointed, mouse.drag)

    def _draw_lower(self, surface: pygame.Surface, view: View, plan: Layout) -> None:
        folded = self.prompt is not None and self.prompt.folded and not self.plan.guide.h
        self.log.visible = (self.prompt is None or folded) and self.deploying is None
        if self.prompt is not None and not folded:
            return
        if self.deploying is not None:
            self.deploying.group.draw(surface)
            rest, used = pygame.Rect(self.plan.lower), self.deploying.used
            rest.update(rest.x, used.bottom, rest.w, rest.bottom - used.bottom)
            about = self.deploying.card()
            hints = () if about else self._hints(view)
            self.card.fill(about or view.card, hints, self.legend)
            most = self.plan.board.inflate(-2 * self.style.px(GAP), -2 * self.style.px(GAP))
            least, wanted = self.card.needs(rest.w)
            room = rest.h * (SCROLLED if hints else 1)
            if (about is not None or hints) and least > room:  # over the other side's cells
                high = min(most.h, wanted)
                top = most.bottom - high if self.area.faces_away() else most.y
                self.card.draw(surface, pygame.Rect(most.right - rest.w, top, rest.w, high))
            elif rest.h >= self.style.px(LEAST_CARD):
                self.card.draw(surface, rest)
            return
        legend = self.legend if view.rolls or not self.plan.slot.h else ()
        self.card.fill(view.card, self._hints(view), legend)
        usual = self.plan.card
        rolling, dice = self._rolling(), self.dice or view.dice
        shown = plan
        if view.rolls and dice is None and rolling[0] is None:  # the log has the room of the dice
            plan = replace(plan, slot=pygame.Rect(plan.slot.topleft, (0, 0)))
        high = self.prompt.rect.h if self.prompt else self.card.height(usual, len(view.log))
        fresh = dice is not None and not dice.old  # dice that have just been rolled are not covered
        plan = plan.with_card(self.style, high, keeps_slot=view.rolls and fresh)
        if rolling[0] is not None and not plan.slot.h:  # the dice are seen while they roll
            plan = shown.with_card(self.style, 0)
        self.log.place(plan.log, bool(self.pointed))
        if not plan.slot.h:
            pass
        elif view.rolls:
            self.panel.draw_dice(surface, dice, *rolling, plan.slot)
        else:
            whole = self.board.geometry.whole
            right = None if whole else self.area.minimap.rect.x
            self.panel.draw_legend(surface, self.legend, right)
            self.area.draw_minimap(surface)
        self.log.visible &= plan.log.h >= self.style.px(LEAST_CARD)
        if self.log.visible:
            self.log.draw_ground(surface)
        if not folded and plan.card.h:
            self.card.draw(surface, plan.card)

    def _hints(self, view: View) -> tuple[HintView, ...]:
        """Return the hints to read; other cells than the one pointed at then show their cards."""
        hover = self.mouse.hover
        if view.hints != self._hinted[0]:
            self._hinted = view.hints, hover
        return view.hints if hover in (None, self._hinted[1]) else ()

    def _rolling(self) -> tuple[RollingDice | None, float]:
        frame = self.animation.frame() if self.animation.playing else None
        if frame is None or frame.news is None or frame.news.kind != "dice" or not self.view.dice:
            return None, 1.0
        news = frame.news
        return RollingDice(news.faces, news.hits, self.view.dice.die), frame.share

    def _message(self) -> tuple[str, str]:
        offer = "" if self.view.offer is None else self.view.offer.text
        if self.note:  # written after the table's message, and gone at the next click or key
            return f"{self.note} {offer}".rstrip(), self.note_tone
        if self.again:
            return self.say("again", touch=self.key(pygame.K_SPACE)), "info"
        if self.waits and not self.animation.playing:
            acts = self.view.acting
            name = "" if acts is None else acts.name
            return self.say("waits", touch=self.key(pygame.K_SPACE), side=name), "info"
        if self.view.thinking and not self.view.message:
            seconds = int(self.table.thinking_seconds or 0)
            return self.say("thinking", who=self.view.thinking, seconds=seconds), ""
        if self.view.message or self.animation.playing:
            return self.view.message, self.view.tone
        return self.view.hint, ""
