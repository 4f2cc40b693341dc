"""The new game: choose a ruleset, its options, the players, and the source of dice."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Final

import pygame

from wargrid import Game, Position
from wargrid.match import PositionError, TimeControl
from wargrid_play.frontend import RULESET_SUFFIX
from wargrid_play.looks import looks_or_plain
from wargrid_play.table import (
    ClockError,
    Seat,
    Seating,
    campaigns_of,
    control_text,
    games_in_text,
    guide_file,
    is_variant,
    new_session,
    next_control,
    offered,
    pasted_position,
    read_clock,
    stakes_text,
    title_of,
    typed_clock,
)
from wargrid_pygame.game.layout import columns
from wargrid_pygame.graphics import clipboard, theme
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.screens.learn import learn
from wargrid_pygame.screens.page import TITLE, PageScreen
from wargrid_pygame.screens.pictures import WIDEST, Pictures
from wargrid_pygame.widgets.basic import AnyWidget, Button, Label, Panel, Widget, fit_labels
from wargrid_pygame.widgets.diagnostics import with_trust_hint
from wargrid_pygame.widgets.fields import FieldRow, ScrollList, TextInput, list_in
from wargrid_pygame.widgets.keys import ARROW_KEYS
from wargrid_pygame.widgets.seats import ACTION as SEAT
from wargrid_pygame.widgets.seats import SeatRows
from wargrid_pygame.widgets.stepper import Stepper
from wargrid_pygame.window import App

MAX_SEED_DIGITS: Final = 18

GUIDE: Final = 210
"""The width of the button of the guided game, in units."""

RESET: Final = 250
"""The width of the button for the usual rules, in units."""

HINT: Final = 44
LOW_HINT: Final = 20
TROUBLE: Final = 104
LOW_TROUBLE: Final = 64
"""The height of the room for the hint below the options, usually and in a low window, and for
errors with their lines, in units."""

BOARD: Final = 46
"""The most of the room below the players that the picture of the board takes, in hundredths."""

BACK: Final = "back:"
OPTION: Final = "option:"
"""The start of the actions that turn a house rule back, and on."""

FUNCTION: Final = {pygame.K_F4: "favour", pygame.K_F5: "start"}
"""The actions of function keys."""


class NewGameScreen(PageScreen):
    """Rulesets at the left, with ``name`` or the last one played chosen; its options at the right.

    A ruleset that is not in the library comes first while it is the one played last, with settings
    and its board, or the one dropped on the window: it is then ``ready``, and Enter starts it.
    """

    shows_trouble = True

    def __init__(
        self, app: App, name: str | None = None, ready: bool = False, board: str = ""
    ) -> None:
        super().__init__(app)
        self.first_stop = "start" if ready else "rulesets"
        self.setup = offered(name, app.played, app.settings.ruleset, board)
        self.by_hand = False
        self.clock = app.settings.clock_of(self.setup.name) if self.setup.names else None
        self.seats: SeatRows | None = None
        self.stops: dict[str, Widget] = {}
        self.seed = TextInput(app.style, app.area, "start")
        self.options: ScrollList | None = None
        self.pictures = Pictures(app.settings)
        self.picture: Hashable = None
        """The key of the picture of the board, and below its place."""
        self.board = pygame.Rect(0, 0, 0, 0)
        self.trouble = ""
        self.position: Position | None = None
        """The position that was pasted, from which the game begins."""
        self._take()

    # The ruleset

    @property
    def game(self) -> Game | None:
        """The game chosen, or None if its ruleset is wrong."""
        return self.setup.game

    def _take(self) -> None:
        """Show the errors of the game chosen, or its players."""
        self.position = None
        hinted = partial(with_trust_hint, key="start", start=self.say("new.start"))
        self.trouble = self.setup.trouble(self.words, hinted)
        if self.game is not None:
            before = self.seats
            self._seat(self.game, before.seats if before else self.usual_seats(self.game))

    def usual_seats(self, game: Game) -> Sequence[Seat]:
        """Return the players that the chosen game has at first."""
        return self.app.settings.players_of(self.setup.name, self.app.usual_players)

    def save_seats(self, seats: Sequence[Seat]) -> None:
        """Save the players for the next match of the chosen game."""
        self.app.settings.keep_players(self.setup.name, seats)

    def _seat(self, game: Game, chosen: Sequence[Seat]) -> None:
        """Make the rows of the players, in the colours that the sides of this game have now."""
        looks = looks_or_plain(game, self.app.settings.colours_of(game))
        self.app.settings.apply_to(looks)
        seating = Seating(game, chosen, self.words.language)
        thinking = self.app.settings.thinking
        self.seats = SeatRows(seating, self.words, looks, "start", thinking)

    def try_setting(self, name: str, value: str) -> None:
        """Set an option; if the ruleset refuses the value, put it back and show the refusal."""
        self.setup.set(name, value)
        self._take()
        self.layout()

    def _try_typed(self, name: str, value: str) -> str:
        """Set an option, or return why the ruleset refuses the value."""
        self.try_setting(name, value)
        trouble, self.trouble = self.trouble, ""
        return trouble

    def _learn(self) -> None:
        """Begin the guided game of the ruleset chosen."""
        if learn(self.app, self.setup.name):
            self.app.save_settings(ruleset=self.setup.name)

    def _campaign(self) -> str:
        """Return the first campaign that is played with the ruleset chosen, or an empty text."""
        return next(iter(campaigns_of(self.setup.name)), "")

    # Layout

    def layout(self) -> None:
        """Make the widgets; the keyboard keeps its place."""
        held = next((name for name, stop in self.stops.items() if stop.focused), self.first_stop)
        lists = {name: one for name, one in self.stops.items() if isinstance(one, ScrollList)}
        self.stops = {}
        px = self.style.px
        room = self.page("" if self.low else self.say("new.title"))
        used = 0 if self.low else px(TITLE + 10)
        body = pygame.Rect(room.x, room.y + used, room.w, room.h - used - px(66))
        left = pygame.Rect(body.x, body.y, body.w * 34 // 100, body.h)
        right = pygame.Rect(left.right + px(14), body.y, body.w - left.w - px(14), body.h)
        self._add_names(left)
        self._add_details(right)
        self._add_ways_on(pygame.Rect(room.x, room.bottom - px(50), room.w, px(50)))
        for name, stop in self.stops.items():
            if isinstance(stop, ScrollList) and name in lists:
                stop.chosen = lists[name].chosen
                stop.scroll(lists[name].offset - stop.offset)
        self.group.set_focus(self.stops.get(held, self.stops["rulesets"]))

    def _stop(self, name: str, widget: AnyWidget) -> AnyWidget:
        if name:
            self.stops[name] = widget
        return self.group.add(widget)

    def _add_names(self, box: pygame.Rect) -> None:
        rows = [
            FieldRow(title_of(name, self.words), f"ruleset:{at}", indented=is_variant(name))
            for at, name in enumerate(self.setup.names)
        ]
        listed = list_in(self.group, box, rows, self.say("new.rulesets"))
        self.list = self._stop("rulesets", listed)
        if self.setup.names:
            self.list.choose(self.setup.chosen)

    def _add_details(self, box: pygame.Rect) -> None:
        px = self.style.px
        panel = self.group.add(Panel(self.style, box))
        room = panel.inner()
        dice = pygame.Rect(room.x, room.bottom - px(44), room.w, px(44))
        high = px((LOW_TROUBLE, LOW_HINT, TROUBLE, HINT)[2 * (not self.low) + (not self.trouble)])
        self.note_box = pygame.Rect(room.x, dice.y - px(10) - high, room.w, high)
        if self.game is None:
            self.note_box = pygame.Rect(room.x, room.y, room.w, dice.y - room.y - px(8))
        else:
            ruleset, style = self.game.ruleset, self.style
            name = pygame.Rect(room.x, room.y, room.w, px(30))
            offers = {"guide": guide_file(self.game), "campaign": self._campaign()}
            for action in (action for action, there in offers.items() if there):
                name.w -= px(GUIDE)
                place = pygame.Rect(name.right, room.y, px(GUIDE - 8), px(34))
                self._stop(action, Button(style, place, action, self.say(f"new.{action}")))
            title = self.words.of(ruleset.name)
            self.group.add(
                Label(style, name, title, theme.HEADING, "bold", theme.CREAM, middle=True)
            )
            about = pygame.Rect(room.x, name.bottom + px(10), room.w, px(44))
            self.group.add(Label(style, about, self.words.of(ruleset.summary), theme.BODY))
            top = self._add_seats(about) + px(6)
            rest = pygame.Rect(room.x, top, room.w, self.note_box.y - px(6) - top)
            self._add_options(self._place_board(rest))
        self._add_dice(dice)

    def _place_board(self, rest: pygame.Rect) -> pygame.Rect:
        """Give the picture of the board the right of a room, or all; returns what is left of it."""
        assert self.seats is not None
        alone = not self.setup.rows(self.words)
        wide = rest.w if alone else min(round(rest.h * WIDEST), rest.w * BOARD // 100)
        self.board = pygame.Rect(rest.right - wide, rest.y, wide, rest.h)
        self.picture, steps, name = self.setup.picture(self.seats.looks.colours)
        self.pictures.want(self.picture, steps, name, first=True)
        return pygame.Rect(rest.x, rest.y, rest.w - wide - self.style.px(14), rest.h)

    def _add_seats(self, above: pygame.Rect) -> int:
        """Add a row for the player of each side below a rectangle; returns the end of the rows."""
        assert self.game is not None
        assert self.seats is not None
        self._seat(self.game, self.seats.seats)
        top = above.bottom + self.style.px(6)
        box = pygame.Rect(above.x, top, above.w, self.seats.height(self.style, above.w))
        self.seats.lay_out(self.style, box, self._stop)
        return box.bottom

    def _add_options(self, box: pygame.Rect) -> None:
        """Add the board and the house rules of a game that has any."""
        px = self.style.px
        choices = self.setup.rows(self.words)
        self.choices = [one for one in choices if one.action != "reset"]
        self.options = None
        if not choices:
            return
        title = pygame.Rect(box.x, box.y, box.w, px(22))
        text = self.say("new.options")
        self.group.add(Label(self.style, title, text, theme.BODY, "bold", theme.GOLD, middle=True))
        top = title.bottom + px(6)
        room = pygame.Rect(box.x + px(6), top, box.w - px(12), box.bottom - top - px(8))
        for reset in choices[len(self.choices) :]:
            right = pygame.Rect(title.right - px(RESET), title.y - px(4), px(RESET), px(28))
            self._stop("reset", Button(self.style, right, reset.action, reset.text))
        rows = [
            FieldRow(one.text, one.action, theme.GOLD if one.changed else "",
                     "bold" if one.changed else "plain")
            for one in self.choices
        ]  # fmt: skip
        self.options = ScrollList(self.style, room, rows, size=theme.BODY)
        self.options.turned = True
        self._stop("options", self.options)

    def _add_dice(self, strip: pygame.Rect) -> None:
        """Add the source and the seed of the dice, in games of chance, and the clock."""
        *by_chance, timed = columns(self.style, strip, 3)
        text = self.say("new.clock", clock=control_text(self.clock, self.words.language))
        buttons: list[Button] = [self._stop("clock", Stepper(self.style, timed, "clock", text))]
        prompt = self.say("new.no_seed" if self.by_hand else "new.seed")
        self.seed = TextInput(
            self.style, by_chance[1], "start", self.seed.text, prompt, MAX_SEED_DIGITS
        )
        self.seed.enabled = not self.by_hand
        if self.setup.has_chance:
            text = self.say("new.dice_hand" if self.by_hand else "new.dice_computer")
            buttons.append(self._stop("dice", Button(self.style, by_chance[0], "dice", text)))
            self._stop("seed", self.seed)
        fit_labels(buttons)

    def _add_ways_on(self, strip: pygame.Rect) -> None:
        back, weigh, start = columns(self.style, strip, 3)
        self.stops["back"] = self.way_back(back)
        text = self.words.say("lobby.favour.ask")
        ask = self._stop("favour", Button(self.style, weigh, "favour", text, "F4"))
        ask.enabled = self.game is not None
        begin = Button(self.style, start, "start", self.say("new.start"), "F5", primary=True)
        begin.enabled = self.game is not None or bool(self.setup.files)
        self._stop("start", begin)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the widgets, and the errors if there are any."""
        super().draw(surface)
        drawn = None if self.game is None else self.pictures.get(self.picture, self.board.size)
        if drawn is not None:
            surface.blit(drawn, drawn.get_rect(center=self.board.center))
        if self.trouble:
            self.diagnostics.draw(surface, self.style, self.trouble, self.note_box, theme.BODY)
        elif self.game is not None:
            pasted = self.say("new.pasted") if self.position is not None else ""
            hint = self._about() or pasted or self._hint(self.game)
            typeset.write(
                surface, self.style, hint, self.note_box, theme.BODY, "plain", theme.MUTED
            )

    @property
    def moving(self) -> bool:
        """Whether the picture of the board is still to be drawn."""
        return self.pictures.pending and self.app.top is self

    def update(self, ms: int) -> None:
        """Draw the picture of the board, a step at a time."""
        self.pictures.draw_next()

    def _about(self) -> str:
        """Return the text on the button held, or on the house rule pointed at or chosen."""
        options, held = self.options, self.group.focus
        if isinstance(held, Button) and self.seats is not None:
            note = self.seats.seating.note(self.words.language)
            if held.about and held.about not in note:
                return held.about
        if options is None:
            return ""
        at = options.chosen if options.hovered is None else options.hovered
        return self.choices[at].about if at is not None and at < len(self.choices) else ""

    def _hint(self, game: Game) -> str:
        rules = self.say("new.hint") if game.ruleset.options and not self.low else ""
        return " ".join(filter(None, (stakes_text(self.clock, self.words.language), rules)))

    # Events

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event: Escape goes back, F4 and F5 press buttons, and the list chooses."""
        if event.type == pygame.KEYDOWN and event.key in FUNCTION:
            self.act(FUNCTION[event.key])
            return
        if (
            event.type == pygame.KEYDOWN
            and event.key == pygame.K_v
            and event.mod & pygame.KMOD_CTRL
        ):
            self._paste(clipboard.pasted())
            return
        if event.type == pygame.KEYDOWN and event.key in ARROW_KEYS and self._step(event.key):
            return
        super().handle(event)
        if self.app.top is self and self.list.chosen not in (None, self.setup.chosen):
            self._choose(self.list.chosen or 0)

    def _step(self, key: int) -> bool:
        """Move the focus by a cursor key, unless the widget that has it needs that key itself."""
        (right, up), here = ARROW_KEYS[key], self.group.focus
        if isinstance(here, TextInput | Stepper) and right:
            return False
        if isinstance(here, ScrollList) and here is not self.list:
            ends = {1: (0, None), -1: (len(here.rows) - 1,)}
            if right or here.chosen not in ends[up]:
                return False
        if here is self.list:
            if right > 0:
                self.group.set_focus(self._seat_first())
            return right > 0
        return self.group.step_towards(right, -up) or (right < 0 and self._to_list())

    def _to_list(self) -> bool:
        self.group.set_focus(self.list)
        return True

    def _seat_first(self) -> Widget | None:
        """Return the button of the computer's level, or of the last player, to begin with."""
        chosen = [
            stop
            for name, stop in self.stops.items()
            if isinstance(stop, Button) and name.startswith(SEAT) and stop.chosen
        ]
        return next(reversed(chosen), self.list)

    def act(self, action: str) -> None:
        """Choose, set, start or go back."""
        if action.startswith(BACK):
            action = action.removeprefix(BACK)
            if action.startswith(OPTION):
                self._set(action.removeprefix(OPTION), -1)
            return
        name, _, rest = action.partition(":")
        if name == "ruleset":
            self._choose(int(rest))
        elif name == "option":
            self._set(rest)
        elif name == "reset":
            self.setup.reset()
            self._take()
            self.layout()
        elif name == "scenario":
            self.go_to("boards", self.setup.name, self._play_on)
        elif action == "guide":
            self._learn()
        elif action == "campaign":
            self.go_to("campaign", self._campaign())
        elif self.seats is not None and self.seats.choose(action):
            self.save_seats(self.seats.seats)
            game, colours = self.seats.seating.game, self.seats.looks.colours
            self.app.settings.keep_colours(game, colours)
            self.app.save_settings()
            self.layout()
        elif name == "dice":
            self.by_hand = not self.by_hand
            self.layout()
        elif name == "clock" and not rest:
            self._ask_clock()
        elif name == "clock":
            self._set_clock(next_control(self.clock, int(rest)))
        elif name == "thinking":
            self.app.save_settings(thinking=self.app.settings.next_thinking(int(rest or 1)))
            self.layout()
        elif name == "favour" and self.game is not None:
            favour = self.setup.weigh(self.app.wake)
            self.go_to("favour", favour, self.words.say("lobby.favour.ask"))
        elif name == "start" and self.game is not None:
            self._start(self.game)
        elif name == "start" and self.setup.files:
            self.go_to("trust", self.setup.files, self._load_again)
        elif name == "back":
            self.app.pop()

    def _paste(self, text: str) -> None:
        """Begin from a position that was pasted, or show the games of a text."""
        if self.game is None or not text:
            return
        games = games_in_text(text)
        if games:
            self.app.show_games(games)
            return
        try:
            self.position, self.trouble = pasted_position(self.game, text), ""
        except PositionError as error:
            self.trouble = error.text(self.words.language)
        self.layout()

    def close(self) -> None:
        """Stop the games in the background."""
        self.setup.drop_favour()

    def _ask_clock(self) -> None:
        """Ask for a time control, written as players do."""
        now = typed_clock(self.clock, self.words.language)
        self.go_to("value", self.words.say("table.clock.ask"), now, self._type_clock)

    def _type_clock(self, text: str) -> str:
        """Take a typed time control; returns why it is none."""
        try:
            self._set_clock(read_clock(text))
        except ClockError as error:
            return error.text(self.words.language)
        return ""

    def _set_clock(self, control: TimeControl | None) -> None:
        """Take a time control, and save it for the next match of this game."""
        self.clock = control
        self.app.settings.keep_clock(self.setup.name, control)
        self.app.save_settings()
        self.layout()

    def _play_on(self, board: str) -> None:
        self.setup.play_on(board)
        self._take()
        self.layout()

    def _load_again(self) -> None:
        self.setup.load()
        self._take()
        self.layout()

    def _choose(self, at: int) -> None:
        if at != self.setup.chosen:
            self.setup.choose(at)
            self.seats = None  # each game has its players and its clock
            self.clock = self.app.settings.clock_of(self.setup.name)
            self._take()
            self.stops.pop("options", None)
            self.layout()

    def _set(self, name: str, step: int = 1) -> None:
        """Go some values on with a house rule, or ask for a value that is typed."""
        value = self.setup.following(name, step)
        if value is not None:
            self.try_setting(name, value)
            return
        label, now = self.setup.label(name, self.words), self.setup.value(name)
        self.go_to("value", label, now, partial(self._try_typed, name))

    def _start(self, game: Game) -> None:
        text = self.seed.text.strip()
        if text and not (text.isascii() and text.isdecimal()):
            self.trouble = self.say("new.bad_seed", text=text)
            return
        name = self.setup.name
        number = int(text) if text else None
        self.setup.drop_favour()
        assert self.seats is not None
        seats, colours = self.seats.seats, self.seats.looks.colours
        self.save_seats(seats)
        self.app.save_settings()
        begun = self.app.open(
            lambda: new_session(
                game, number, self.by_hand, self.position, seats, self.clock, colours
            )
        )
        if begun and not name.endswith(RULESET_SUFFIX):
            self.app.save_settings(ruleset=name)
