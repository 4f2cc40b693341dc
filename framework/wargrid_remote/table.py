"""A table far away, for a frontend: its input goes to a server, and its view comes from there."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from wargrid.match import FairDice
from wargrid.text import catalog
from wargrid_play.looks import Looks
from wargrid_play.table import (
    AnimationEvent,
    ClockView,
    DiceView,
    LogView,
    ReplayedAction,
    Section,
    View,
    counted,
    key_text,
    keys_with,
)
from wargrid_remote.connection import Connection, Link
from wargrid_remote.differences import apply
from wargrid_remote.messages import MAX_REMARK, Answer, Remark, RoomView, Update, Welcome
from wargrid_remote.numbers import Numbers

PATIENCE: Final = 4.0
"""The seconds to wait for an answer of the server."""

GLANCE: Final = 0.01


class RemoteTable:
    """One seat of a match on a server, or the place of a watcher.

    Use it like a ``Table``: input never raises, and ``view`` has everything to be drawn.
    ``advance`` takes in what the server sends, in the thread of the frontend; ``notify`` is called
    in another thread when there is something to take in. There is no view before ``wait`` has
    returned true.
    """

    def __init__(
        self, link: Link, language: str = "en", name: str = "",
        notify: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        """Begin to connect; raises RemoteError where that is not possible here."""
        self._connection = Connection(link, language, name, notify)
        self._numbers = Numbers(link)
        self.welcome: Welcome | None = None
        self.room = RoomView()
        """The players who are there, and what the server says about the match."""
        self.remarks: list[Remark] = []
        """What players have said, as far as the server keeps it."""
        self._fresh: tuple[Remark, ...] = ()
        self._greeted = False  # whether what was said before this connection has come
        self._told = False  # whether the server has said who is there
        self._view: View | None = None
        self._shown: tuple[View, str, tuple[int, ...], View] | None = None
        self._updates: deque[Update] = deque()
        self._answers: dict[int, Answer] = {}
        self._news: tuple[AnimationEvent, ...] = ()
        self._replay: tuple[ReplayedAction, ...] = ()
        self._acknowledged = self._last = 0
        self._hovered: int | None = None
        self._confirms = True
        self._keys: Mapping[str, str] = {}
        self._since = {"clocks": 0.0, "thinks": 0.0}
        """The time when these fields of the view came."""

    def wait(self, seconds: float) -> bool:
        """Wait until there is a view; False if there is none after so long, or never will be."""
        until = time.monotonic() + seconds
        while self._view is None and not self.ended and time.monotonic() < until:
            time.sleep(GLANCE)
            self.advance()
        return self._view is not None

    @property
    def ended(self) -> bool:
        """Whether the server has closed the connection for good; ``trouble`` says why."""
        return self._connection.state == "closed"

    @property
    def reason(self) -> str:
        """The code of ``RemoteError`` that says why nothing comes; empty while all is well."""
        return self._connection.reason

    @property
    def trouble(self) -> str:
        """Say why nothing comes from the server now; empty while all is well."""
        connection = self._connection
        if not connection.reason:
            return ""
        return catalog(connection.language).say(f"remote.{connection.reason}")

    @property
    def waiting(self) -> int:
        """How many messages wait for the end of an animation."""
        self._sort()
        return len(self._updates)

    @property
    def settled(self) -> bool:
        """Whether everything that the player has done so far has been done by the server."""
        return self._acknowledged >= self._last

    # What a player does

    def click(self, cell: int) -> None:
        """Click on a cell."""
        self._send(click=cell)

    def press(self, command: str) -> None:
        """Run a command of the view."""
        self._send(press=command)

    def type(self, text: str) -> None:
        """Send typed text."""
        words = " ".join(text.split())
        if words:
            self._send(type=words[:200])

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the cursor east and north."""
        self._send(cursor=(columns, rows))

    def enter(self) -> None:
        """Answer the open question, or else click at the cursor."""
        self._send(enter=True)

    def next_unit(self, step: int = 1) -> None:
        """Select the next unit that can act, or the one before."""
        self._send(unit=1 if step > 0 else -1)

    def hover(self, cell: int | None) -> None:
        """Point at a cell, or at none."""
        if cell != self._hovered:
            self._hovered = cell
            self._send(hover=-1 if cell is None else cell)

    def talk(self, text: str = "", word: str = "") -> None:
        """Say something to the other players: a text, or one of ``WORDS``."""
        line = " ".join(text.split())[:MAX_REMARK]
        if word:
            self._send(word=word)
        elif line:
            self._send(say=line)

    def hush(self, *, quiet: bool) -> None:
        """Want that nothing is said in this match, or no longer want that."""
        self._send(quiet=quiet)

    @property
    def language(self) -> str:
        """The language of every text; another one is asked for by a new connection."""
        return self._connection.language

    @language.setter
    def language(self, language: str) -> None:
        if language != self._connection.language:
            self._connection.language = language
            self._connection.renew()

    @property
    def confirms(self) -> bool:
        """Whether attacks are asked about before they are made."""
        return self._confirms

    @confirms.setter
    def confirms(self, confirms: bool) -> None:
        if confirms != self._confirms:
            self._confirms = confirms
            self._send(confirms=confirms)

    @property
    def keys(self) -> Mapping[str, str]:
        """The keys of commands that have others here than the usual ones."""
        return self._keys

    @keys.setter
    def keys(self, keys: Mapping[str, str]) -> None:
        if keys != self._keys:
            self._keys, self._shown = dict(keys), None

    def key_names(self) -> dict[str, str]:
        """Return the names of the keys of all commands."""
        texts = catalog(self.language)
        return {name: key_text(key, texts) for name, key in keys_with(self._keys).items()}

    def _with_keys(self, view: View) -> View:
        """Return a view whose commands have the keys of this window."""
        keys, texts = keys_with(self._keys), catalog(self.language)
        commands = (
            replace(one, key=keys[one.name], shortcut=key_text(keys[one.name], texts))
            if one.key and one.name in keys
            else one
            for one in view.commands
        )
        return replace(view, commands=tuple(commands)) if self._keys else view

    def close(self) -> None:
        """End the connection; the seat can be taken again by its link."""
        self._connection.close()

    def _send(self, **what: object) -> None:
        if self._connection.state == "open":
            self._last = self._connection.send(**what)

    # What there is to see

    def advance(self, *, play: bool = True) -> bool:
        """Take in what the server has sent; True if there is something new to draw.

        ``play`` may be False while something is animated: what has to be animated then waits.
        """
        self._sort()
        happened = False
        while self._updates and (play or not self._updates[0].news):
            happened |= self._take(self._updates.popleft())
        return happened

    def _sort(self) -> None:
        messages = self._connection.messages
        while messages:
            message = messages.popleft()
            if isinstance(message, Update):
                self._updates.append(message)
            elif isinstance(message, Answer):
                self._answers[message.n] = message
            else:
                self.welcome = message
                self._numbers.begin()
                self.remarks.clear()
                self._greeted = False
                self._updates.clear()  # of a connection before; a whole view follows
                self._hovered = None
                if not self._confirms:
                    self._send(confirms=False)

    def _take(self, update: Update) -> bool:
        self.remarks += update.said
        if self._greeted:
            self._fresh += update.said
        self._greeted = True
        changes = update.difference
        if changes:
            whole = not changes.lists and "units" in changes.set and "places" in changes.set
            self._view = apply(None if whole else self._view, changes)
            for name in self._since.keys() & {*changes.set, *changes.lists}:
                self._since[name] = time.monotonic()
        self._acknowledged = max(self._acknowledged, update.ack)
        self._news += update.news
        self._replay += update.replay
        if update.room is not None:
            self.room, self._told = update.room, True
            self._draw()
        return True

    def _draw(self) -> None:
        """Commit to a number for fair dice, and show it when everybody has committed."""
        draws, welcome = self.room.draws, self.welcome
        if draws is None or welcome is None or welcome.seat is None or self._view is None:
            return
        said = self._numbers.due(welcome.match, welcome.seat, draws, self._view.computers)
        if said:
            self._send(**said)

    def dice_trouble(self, dice: FairDice | None) -> str:
        """Name a seat whose commitment in a record differs from that before the game; else empty.

        The name is ``server`` or the word of a side; ``match`` if the record is of another match or
        has other dice; ``unseen`` if this computer saw no commitments. Other dice are all right if
        no player had promised to prove them.
        """
        promised = self._numbers.promised
        if dice is None or not promised:
            return "match" if promised else "unseen" if dice else ""
        if dice.match != self._connection.link.match or len(promised) != len(dice.draws):
            return "match"
        names = ("server", *(side.word for side in self.view().sides))
        pairs = zip(names, promised, dice.draws, strict=True)
        return next((name for name, digest, draw in pairs if digest != draw.commitment), "")

    def view(self) -> View:
        """Return everything to be drawn; the same object as before if nothing has changed."""
        assert self._view is not None
        trouble = self.trouble
        notice = trouble or self._dice_notice or self.room.notice
        away = self._away
        if not (notice or away or self._keys):
            return self._view
        shown = self._shown
        if shown is None or shown[0] is not self._view or shown[1:3] != (notice, away):
            said = self._with_keys(self._with_absent(self._view, away))
            if notice:
                said = replace(said, message=notice, tone="refusal" if trouble else "info")
            if trouble:  # a command would go nowhere
                off = (replace(one, enabled=False, why=trouble) for one in said.commands)
                said = replace(said, commands=tuple(off))
            shown = self._shown = (self._view, notice, away, said)
        return shown[3]

    @property
    def _dice_notice(self) -> str:
        """Say why the dice do not wait for this window."""
        code = self._numbers.trouble if self.room.draws is not None else ""
        return catalog(self.language).say(f"remote.{code}") if code else ""

    @property
    def _away(self) -> tuple[int, ...]:
        """The sides of others whose players are not there now."""
        if not self._told or self._view is None or self._view.over is not None:
            return ()
        here = {*self.room.present, *self._view.seats} - {*self.room.learning}
        return tuple(side.side for side in self._view.sides if side.side not in here)

    def _with_absent(self, view: View, away: tuple[int, ...]) -> View:
        texts = catalog(self.language)
        sides = list(view.sides)
        for at in away:
            name = sides[at].player
            state = "learns" if at in self.room.learning else "away"
            key = f"remote.{state}.named" if name else f"remote.{state}"
            sides[at] = replace(sides[at], player=texts.say(key, name=name))
        return replace(view, sides=tuple(sides))

    @property
    def clocks(self) -> tuple[ClockView, ...]:
        """The clocks of the sides now, which go on between two messages."""
        passed = round(1000 * (time.monotonic() - self._since["clocks"]))
        return tuple(counted(clock, passed, self.language) for clock in self.view().clocks)

    @property
    def thinking_seconds(self) -> float | None:
        """How many seconds a computer player has thought, or None while none does."""
        return time.monotonic() - self._since["thinks"] if self.view().thinks else None

    @property
    def talks(self) -> bool:
        """Whether there is another player to talk to."""
        return self.welcome is not None and self.welcome.talks

    def pop_remarks(self) -> tuple[Remark, ...]:
        """Return once what others, or the server, have said since the last time."""
        found, self._fresh = self._fresh, ()
        return tuple(one for one in found if one.side not in self.view().seats)

    def remark_text(self, remark: Remark) -> str:
        """Word what was said, with who said it."""
        if remark.side < 0:
            return remark.text
        side = self.view().sides[remark.side]
        own = remark.side in self.view().seats
        words = catalog(self.language)
        you = words.say("table.player.you") if own else ""
        name = you or self.person_names[remark.side] or side.name
        return words.say("window.pair", label=name, value=remark.text)

    def pop_animations(self) -> tuple[AnimationEvent, ...]:
        """Return once what happened, in order, for animation."""
        found, self._news = self._news, ()
        return found

    def pop_replay(self) -> tuple[ReplayedAction, ...]:
        """Return once the actions that are to be shown again."""
        found, self._replay = self._replay, ()
        return found

    # What is asked for only now and then

    def dice_at(self, line: LogView) -> DiceView | None:
        """Return the dice that fell in what a line of the log tells, or None."""
        number = next((at for at, each in enumerate(self.view().log) if each is line), None)
        answer = None if number is None else self._ask(f"dice:{number}")
        return None if answer is None else answer.dice

    def help_now(self) -> list[str]:
        """Return what can be done now, sentence by sentence."""
        answer = self._ask("help")
        return [self.view().hint] if answer is None else list(answer.help or ())

    def examples(self) -> tuple[str, ...]:
        """Return how moves of any game are typed: the server is not asked which are legal."""
        return "d2-d3", "d2xd3"

    def topic(self) -> tuple[str, str]:
        """Return the chapter of the rules on what is pointed at, and the name to look for there."""
        answer = self._ask("topic")
        return ("", "") if answer is None or answer.topic is None else answer.topic

    def rules(self) -> list[Section]:
        """Return the rule book of the game being played."""
        answer = self._ask("rules")
        chapters = () if answer is None or answer.rules is None else answer.rules
        return [chapter.section() for chapter in chapters]

    def glossary(self) -> Mapping[str, str]:
        """Return the names that the rules use, with their meanings."""
        answer = self._ask("glossary")
        return {} if answer is None or answer.glossary is None else answer.glossary

    def looks(self) -> Looks:
        """Return the looks of the game that the server sends; plain ones if it sends none.

        Raises:
            LooksError: one of its icons is refused.
        """
        answer = self._ask("looks")
        data = None if answer is None else answer.looks
        sides = tuple(side.word for side in self.view().sides)
        return Looks(sides=sides) if data is None else Looks.of(data)

    def record(self) -> str:
        """Return the record of the match, or an empty text while it goes on."""
        answer = self._ask("record")
        return "" if answer is None else answer.record or ""

    def on_board(self, text: str) -> str:
        """Return a text of the window unchanged: the words of the game's players are not known."""
        return text

    def give(self, seconds: float) -> None:
        """Do nothing: the server says how long computer players think."""

    def save_name(self) -> str:
        """Return the name suggested for a save of the match."""
        return self.view().ruleset_name

    @property
    def aim(self) -> str:
        """How the game is won: the first rule about it; empty if the server does not say it."""
        return "" if self.welcome is None else self.welcome.aim

    @property
    def person_names(self) -> tuple[str, ...]:
        """The name that the person of each side has given, or an empty text, by side."""
        assert self._view is not None
        return tuple(side.player for side in self._view.sides)  # whether they are away or not

    def _ask(self, what: str) -> Answer | None:
        """Ask, and wait for the answer; None if it does not come in time."""
        if self._connection.state != "open":
            return None
        number, until = self._connection.send(ask=what), time.monotonic() + PATIENCE
        while number not in self._answers and time.monotonic() < until:
            if self._connection.state != "open":
                return None
            time.sleep(GLANCE)
            self._sort()
        return self._answers.pop(number, None)
