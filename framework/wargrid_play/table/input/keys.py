"""What keys mean: each becomes actions, the same in every window.

An action is a command of the table, or one of ``cell:<number>``, ``type:<text>`` and
``line:<text>`` (open the line for typing), ``cursor:<columns>,<rows>``, ``unit:<step>``,
``enter``, ``zoom:<steps>``, ``scroll:<steps>``, ``help``, ``rules``, ``menu``, ``players``,
``save``, ``sound`` and ``odds``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, Protocol

from wargrid_play.table.view import PromptView, View

ARROWS: Final = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
"""The cursor keys, as steps east and north on a board that is not flipped."""

NUMBERS: Final = frozenset("123456789")
"""The digits with which a move may begin, such as 11-15 between numbered squares."""

ASKING: Final = ("draw", "claim", "end_turn", "ready", "resign")
"""The questions what a side wants."""

SHORTCUTS: Final = {
    "f1": "rules", "f5": "save", "f10": "menu", "f2": "players", "f9": "sound", "f3": "odds",
    "ctrl+s": "save", "ctrl+z": "undo", "ctrl+y": "redo",
}  # fmt: skip
"""Keys beside those the table suggests, with or without Ctrl."""

SCROLLS: Final = {"page_up": -3, "page_down": 3, "home": -10_000, "end": 10_000}
"""How far keys scroll the log, in steps."""

ZOOMS: Final = {"+": 1, "=": 1, "-": -1, "0": 0}
"""The keys that make the board larger or smaller, or show all of it."""

FIXED: Final = {
    **SHORTCUTS,
    "?": "help",
    "enter": "enter",
    **{key: f"cursor:{east},{north}" for key, (east, north) in ARROWS.items()},
    **{key: f"zoom:{steps}" for key, steps in ZOOMS.items()},
    **{key: f"scroll:{steps}" for key, steps in SCROLLS.items()},
}
"""What keys mean in every game, also while a question is open."""

SAME: Final = {"backspace": "delete"}
"""Keys that do what another does as well: small keyboards have one key to delete."""


def key_of(action: str) -> str:
    """Return the name of the first key that means an action in every game: ``F1`` for rules."""
    return next(key.capitalize() for key, means in FIXED.items() if means == action)


class Stroke(NamedTuple):
    """A key pressed: its ``name`` as in ``KEYS``, the character it ``types``, and keys held.

    ``digit`` is what stands at its place in the upper row, also where Shift is needed to type it.
    """

    name: str
    types: str = ""
    shift: bool = False
    ctrl: bool = False
    alt: bool = False
    digit: str = ""

    @property
    def held(self) -> list[str]:
        """The keys that are held with it, by name."""
        return [name for name in ("shift", "ctrl", "alt") if getattr(self, name)]

    def is_key(self, key: str) -> bool:
        """Return whether it is the key that a table calls ``u``, ``?`` or ``ctrl+left``."""
        if not key:
            return False
        *mods, name = key.split("+") if key != "+" else [key]
        if len(name) == 1 and not name.isalpha():  # with any keys held to type it
            return self.types == name and self.ctrl == ("ctrl" in mods)
        pressed = (self.types.lower(),) if len(name) == 1 else (self.name, SAME.get(self.name))
        return name in pressed and self.held == sorted(mods, key="shift ctrl alt".index)


def choices_of(prompt: PromptView) -> tuple[tuple[str, str], ...]:
    """Return the options or faces of a question, each with its command and its label."""
    return prompt.options or tuple((f"roll:{face}", label) for face, label in prompt.faces)


class Input(Protocol):
    """A table that takes what players do: one at hand, or one far away."""

    def view(self) -> View:
        """Return what is shown."""

    def click(self, cell: int) -> None:
        """Click on a cell."""

    def press(self, command: str) -> None:
        """Run a command of the view."""

    def type(self, text: str) -> None:
        """Obey a typed text."""

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the cursor east and north."""

    def next_unit(self, step: int = 1) -> None:
        """Select another unit that can act."""

    def enter(self) -> None:
        """Answer the open question, or else click at the cursor."""


def carry_out(action: str, table: Input, *, flipped: bool = False) -> None:
    """Do at a table what an action says: a command of it, or one of those of keys and clicks.

    On a ``flipped`` board the cursor keys lead where they point to.
    """
    name, _, value = action.partition(":")
    if name == "cell":
        table.click(int(value))
    elif name == "cursor":
        turned = -1 if flipped and table.view().on_board else 1
        east, north = map(int, value.split(","))
        table.move_cursor(east * turned, north * turned)
    elif name == "unit":
        table.next_unit(int(value))
    elif name == "enter":
        table.enter()
    elif name == "type":
        table.type(value)
    else:
        table.press(action)


def goes_on(text: str) -> bool:
    """Return whether a letter and this text begin a typed cell or move: ``h4``, ``hxg5``."""
    return text.isdigit() or text.lower() == "x"


class Patience:
    """Holds a letter that is a command and may also begin a typed move, until more follows.

    So ``h`` asks for a hint, and ``h4`` names a cell.
    """

    WAITS: Final = 320
    """Milliseconds."""

    def __init__(self) -> None:
        self.letter = ""
        self.command = ""
        self._left = 0.0

    @property
    def waiting(self) -> bool:
        """Whether a letter waits."""
        return bool(self.letter)

    def hold(self, letter: str, command: str) -> None:
        """Let a command wait that a letter asks for."""
        self.letter, self.command, self._left = letter, command, self.WAITS

    def update(self, ms: float) -> str:
        """Let time pass; returns the command when it has waited long enough, else nothing."""
        self._left -= ms
        return self.release() if self.waiting and self._left <= 0 else ""

    def release(self) -> str:
        """Stop waiting; returns the command that did."""
        command, self.letter, self.command = self.command, "", ""
        return command


class KeyReader:
    """Makes actions of keys and letters at a table that shows ``view``."""

    def __init__(self, view: Callable[[], View]) -> None:
        self.view = view
        self.patience = Patience()
        self._used = ""  # what a key that was an option or a command types beside

    def press(self, stroke: Stroke) -> Iterator[str]:
        """Yield the actions of a key, each to be done before the next."""
        if self.patience.waiting and goes_on(stroke.types):
            return
        waited = self.patience.release()
        if waited:
            yield waited
        shortcut = SHORTCUTS.get(f"ctrl+{stroke.name}" if stroke.ctrl else stroke.name)
        if shortcut is not None:
            yield shortcut
        elif stroke.is_key("?"):
            yield "help"
        elif stroke.name == "escape":
            commands = self.view().commands
            can_cancel = any(one.enabled for one in commands if one.name == "cancel")
            yield "cancel" if can_cancel else "menu"
        else:
            yield from self._key_of_the_table(stroke)

    def _key_of_the_table(self, stroke: Stroke) -> Iterator[str]:
        name, letter = stroke.name, stroke.types
        choice = self._choice(letter) or self._choice(self._digit(stroke))
        self._used = letter if choice else ""
        if choice:
            yield choice
        elif name == "tab":
            yield from self._tab(-1 if stroke.shift else 1)
        elif (name in ARROWS or name in SCROLLS) and not stroke.held:
            yield FIXED[name]
        elif name == "enter" and not stroke.shift:
            yield "enter"
        elif letter in ZOOMS and self.view().on_board:
            yield FIXED[letter]
        else:
            yield from self._command(stroke)

    def _tab(self, step: int) -> Iterator[str]:
        """Go on to another unit, or to another option of a question, which is not dropped."""
        prompt = self.view().prompt
        if prompt is not None and choices_of(prompt):
            yield f"cursor:{step},0"
        elif not self._asks_a_side:
            yield f"unit:{step}"

    def _digit(self, stroke: Stroke) -> str:
        """Return the digit at the place of a key, unless it types how an answer begins."""
        prompt, letter = self.view().prompt, stroke.types.casefold()
        labels = () if prompt is None else (label for _, label in choices_of(prompt))
        begins = letter.isalpha() and any(one.casefold().startswith(letter) for one in labels)
        return "" if stroke.held or begins else stroke.digit

    def _choice(self, digit: str) -> str:
        """Return the command of the option or face with a number, counted from 1, if any."""
        prompt = self.view().prompt
        if prompt is None or not (digit.isascii() and digit.isdecimal()) or digit == "0":
            return ""
        return next((action for action, _ in choices_of(prompt)[int(digit) - 1 : int(digit)]), "")

    def _command(self, stroke: Stroke) -> Iterator[str]:
        """Yield the command of a key, at once or after a wait for a digit that makes it a cell."""
        view = self.view()
        if self._asks_dice and stroke.types.isalpha() and not stroke.ctrl:
            return  # the letter itself follows, for the line
        name = next((one.name for one in view.commands if stroke.is_key(one.key)), "")
        if name and self._may_begin_a_cell(stroke.types) and not stroke.held:
            self.patience.hold(stroke.types.lower(), name)
        elif name:
            self._used = stroke.types  # the command may be gone when the letter follows
            yield name

    @property
    def _asks_dice(self) -> bool:
        """Whether dice are asked for, whose faces are typed by name."""
        prompt = self.view().prompt
        return prompt is not None and prompt.kind == "dice"

    @property
    def _asks_a_side(self) -> bool:
        """Whether a side is asked what it wants: a key for another unit would drop the question."""
        prompt = self.view().prompt
        return prompt is not None and prompt.kind in ASKING

    def _is_free(self, letter: str) -> bool:
        """Whether a letter or digit is no key of a command: it can only begin what is typed."""
        begins = letter.isalpha() or (letter in NUMBERS and self.view().prompt is None)
        return begins and letter not in [one.key for one in self.view().commands]

    def _may_begin_a_cell(self, letter: str) -> bool:
        return letter.lower() in {name[0] for name in self.view().cell_names}

    def write(self, text: str) -> Iterator[str]:
        """Yield the actions of a text that a key has typed."""
        used, self._used = self._used, ""
        if used and text == used:
            return
        late = self._late_letter()
        if self._asks_dice and text.isalpha():
            yield f"line:{text}"
        elif text == "/":
            yield "line:"
        elif late and text.isdigit():
            yield "cancel"
            yield f"line:{late}{text}"
        elif self.patience.waiting:
            if goes_on(text):
                letter = self.patience.letter
                self.patience.release()
                yield f"line:{letter}{text}"
        elif self._answer(text):
            yield self._answer(text)
        elif len(text) == 1 and (self._may_begin_a_cell(text) or self._is_free(text)):
            yield f"line:{text}"

    def _answer(self, letter: str) -> str:
        """Return the answer to a side's question that alone begins with a letter, such as yes."""
        prompt = self.view().prompt
        if prompt is None or not self._asks_a_side:
            return ""
        found = [one for one in self.view().commands if one.name in prompt.answers]
        begun = [one.name for one in found if one.label[:1].lower() == letter.lower()]
        return begun[0] if len(begun) == 1 else ""

    def _late_letter(self) -> str:
        """Return the letter that asked to end the turn, if a digit may still make it a cell."""
        view = self.view()
        if view.prompt is None or view.prompt.kind != "end_turn":
            return ""
        letter = next(one.key for one in view.commands if one.name == "end_turn")
        return letter if self._may_begin_a_cell(letter) else ""
