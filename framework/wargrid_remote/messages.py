"""Protocol 1: what a client and a server say to each other, as JSON in messages of text.

A client says ``Hello`` once and is answered by ``Welcome`` and a first ``Update`` with a whole
view. Then it sends intents, numbered upwards. Every intent is acknowledged by an update or an
answer. What a message leaves out has its default.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Final, Literal, NamedTuple, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from wargrid.text import LANGUAGES
from wargrid_play.looks import LooksData
from wargrid_play.looks.models import SideLook
from wargrid_play.scenes import BoardPicture, Swatch
from wargrid_play.table import AnimationEvent, DiagramRow, DiceView, ReplayedAction, Section
from wargrid_remote.differences import Changes, Difference, Listed

PROTOCOL: Final = 1
"""The number of this protocol; it changes when older clients would no longer understand."""

MAX_INTENT_BYTES: Final = 4096
"""The longest message of a client, in bytes."""

MAX_NUMBER: Final = 2**53 - 1
"""The largest number that every JSON reader keeps exactly."""

WORDS: Final = ("hello", "good_luck", "moment", "thanks", "well_played", "bye")
"""What players say by one press: ``remote.word.<word>`` is it in the language of its reader."""

MAX_REMARK: Final = 200
"""The most letters of what a player says."""


_QUESTION: Final = (
    r"^(help(:page)?|rules|topic|glossary|looks|record|dice:[0-9]{1,6}|board(:[fsc]{1,3})?)$"
)

_COMMAND: Final = r"^[^\s\x00-\x1f]+( [^\s\x00-\x1f]+)*$"
"""Words, as in ``do:build infantry``."""


BESIDE: Final = {"n", "selected"}
"""The fields of an intent that do nothing alone."""


class Close(IntEnum):
    """Why a server closes a connection."""

    MALFORMED = 4400
    """A message was not one of this protocol."""
    NO_SEAT = 4401
    """The link opens no seat of this match."""
    OTHER_ORIGIN = 4403
    """A page of another site asked."""
    NOT_HERE = 4409
    """The match is open in another process or cannot be opened now: try again later."""
    OTHER_PROTOCOL = 4426
    """Client and server speak different protocols: update the older one."""
    TOO_MUCH = 4429
    """Messages came too fast, or there were too many connections."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


_NUMBER: Final = r"^[0-9a-f]{64}$"


class Hello(_Strict):
    """The first message of a client: which seat it takes, and in which language it reads."""

    protocol: int
    """The protocol that the client speaks."""
    secret: str = Field(max_length=64, pattern=r"^[\w-]*$")
    """The part of the seat's link behind ``#``."""
    language: Literal["en", "fr"] = "en"
    """The language of every text."""
    name: str = Field(default="", max_length=60)
    """The name that the player wants."""
    touch: bool = False
    """Whether texts are for a touch screen, without mouse and keys."""


class Intent(_Strict):
    """What a player does, or asks: exactly one of these beside its number and ``selected``."""

    n: int = Field(ge=0, le=MAX_NUMBER)
    """The number of the intent; each is larger than the one before."""
    selected: int | None = Field(default=None, ge=-1, le=99_999)
    """The cell of the unit that the client shows as selected, -1 for none: it is selected first.

    Where that is not possible, nothing else is done, and the view says why.
    """
    click: int | None = Field(default=None, ge=0, le=99_999)
    """A click on a cell."""
    press: str | None = Field(default=None, max_length=80, pattern=_COMMAND)
    """A command of the view, an option of its question, ``roll:<face>`` or ``replay:<line>``."""
    type: str | None = Field(default=None, max_length=200)
    """A typed cell, move or roll."""
    hover: int | None = Field(default=None, ge=-1, le=99_999)
    """The cell that is pointed at; -1 for none."""
    cursor: tuple[int, int] | None = None
    """Steps of the cursor east and north."""
    unit: Literal[1, -1] | None = None
    """Select the next unit that can act, or the one before."""
    enter: Literal[True] | None = None
    """Answer the question, or click at the cursor."""
    ask: str | None = Field(default=None, pattern=_QUESTION)
    """A question that changes nothing; ``dice:<line>`` asks for the dice of a line of the log.

    ``board`` asks for pictures; behind it stand ``f`` for a board that is flipped, ``s`` for
    colours that all tell apart, and ``c`` for characters.
    """
    confirms: bool | None = None
    """Ask, or no longer ask, before attacks are made."""
    commit: str | None = Field(default=None, pattern=_NUMBER)
    """The commitment to this seat's number for fair dice."""
    reveal: str | None = Field(default=None, pattern=_NUMBER)
    """This seat's number for fair dice, shown when everybody has committed."""
    say: str | None = Field(default=None, max_length=2 * MAX_REMARK)
    """What the player says to the other players."""
    word: Literal["hello", "good_luck", "moment", "thanks", "well_played", "bye"] | None = None
    """One of ``WORDS``, said to the other players."""
    quiet: bool | None = None
    """Whether the player wants nothing to be said in this match."""
    learns: bool | None = None
    """Whether the player learns the game elsewhere before playing here."""
    here: bool | None = None
    """Whether the player sees the table: who is connected does, unless this says otherwise."""

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        given = self.model_fields_set - BESIDE
        if len(given) != 1 or getattr(self, next(iter(given))) is None:
            raise ValueError("an intent has exactly one thing to do")
        return self

    @property
    def what(self) -> tuple[str, Any]:
        """The name of what is done, and its value."""
        (name,) = self.model_fields_set - BESIDE
        return name, getattr(self, name)


class _Said(BaseModel):
    model_config = ConfigDict(frozen=True)


class Welcome(_Said):
    """The answer to ``Hello``."""

    kind: Literal["welcome"] = "welcome"
    protocol: int
    """The protocol that the server speaks."""
    match: str
    """The identity of the match, as in its link."""
    seat: int | None
    """The side that this client plays; null for a watcher."""
    ruleset: str
    """The name of the ruleset."""
    version: str = ""
    """The version of the server."""
    aim: str = ""
    """How the game is won: the first rule about it; and what persons have agreed on."""
    keys: dict[str, str] = Field(default_factory=dict)
    """What keys mean in every game: a command, ``cursor:0,1``, ``zoom:-1`` and so on."""
    talks: bool = False
    """Whether this client may say something to other players."""
    lesson: str = ""
    """The ruleset whose guided game teaches this one; empty if none does."""
    by_days: bool = False
    """Whether each side has days for its turns, and may be told when one begins."""


class DrawsView(NamedTuple):
    """Fair dice before the game: the commitments of the server and of each side, empty if missing.

    ``awaited`` are the sides whose numbers are not shown yet.
    """

    commitments: tuple[str, ...]
    awaited: tuple[int, ...]


class Remark(NamedTuple):
    """What the player of a ``side`` has said; of side -1 what the server says to this client."""

    side: int
    text: str


class RoomView(_Said):
    """The players who are there, and what the server says about the match itself."""

    present: tuple[int, ...] = ()
    """The sides whose players are connected, or played by the computer."""
    watchers: int = 0
    """The number of watchers."""
    notice: str = ""
    """A sentence about the match, such as that moves cannot be kept now."""
    rematch: str = ""
    """The match that goes on from this one: its link has the same secret."""
    draws: DrawsView | None = None
    """The numbers for fair dice; null where the game has none, or needs none any more."""
    learning: tuple[int, ...] = ()
    """The sides whose players are there, and learn the game first."""
    quiet: tuple[int, ...] = ()
    """The sides whose players want nothing to be said; while there is one, nothing is."""


class Update(_Said):
    """What has changed in the view, what there is to animate, and which intents are done."""

    kind: Literal["update"] = "update"
    ack: int = -1
    """The last intent that is done; what it did is kept on disk."""
    set: Changes = Field(default_factory=dict)
    """Fields of the view with new values."""
    lists: Listed = Field(default_factory=dict)
    """Lists of the view that changed in part."""
    news: tuple[AnimationEvent, ...] = ()
    """What happened, in order, for animation."""
    replay: tuple[ReplayedAction, ...] = ()
    """Actions that are shown again."""
    room: RoomView | None = None
    """Who is there now, if that has changed."""
    said: tuple[Remark, ...] = ()
    """What players have said since the last update; in the first one, all that is kept of it."""

    @property
    def difference(self) -> Difference:
        """The change of the view."""
        return Difference(self.set, self.lists)


class Chapter(_Said):
    """One chapter of the rules: its name in texts, its title and its paragraphs."""

    name: str
    title: str
    paragraphs: tuple[str, ...]
    drawn: tuple[int, ...] = ()
    """The numbers of the paragraphs that are rows of a diagram."""
    subjects: tuple[str, ...] = ()
    """The words of the units or terrains that the first paragraphs are about."""

    @classmethod
    def of(cls, section: Section) -> Self:
        """Return a chapter of the rule book as a message has it."""
        paragraphs = section.paragraphs
        drawn = (at for at, row in enumerate(paragraphs) if isinstance(row, DiagramRow))
        return cls(
            name=section.name,
            title=section.title,
            paragraphs=tuple(map(str, paragraphs)),
            drawn=tuple(drawn),
            subjects=section.subjects,
        )

    def section(self) -> Section:
        """Return the chapter as a frontend shows it."""
        drawn = frozenset(self.drawn)
        rows = enumerate(self.paragraphs)
        written = [DiagramRow(row) if at in drawn else row for at, row in rows]
        return Section(self.name, self.title, written, self.subjects)


class Drawn(_Said):
    """The pictures of a game, for pages: a sheet with all their parts, and the board."""

    sheet: str
    """The address of the sheet, an SVG whose parts are named by type, side and state."""
    prefix: str
    """What all names of the sheet begin with."""
    board: BoardPicture
    sides: tuple[SideLook, ...]
    """The looks of each side."""
    rooms: tuple[float, ...] = ()
    """How wide numbers on each side's counters are at most, in hundredths of a cell."""
    inks: tuple[str, ...]
    """The ink in which words are read best on each side's colours."""
    legend: tuple[Swatch, ...]
    """What is drawn on the board, explained."""
    lasts: dict[str, int]
    """How many milliseconds each kind of news takes, a ``panic``, and the ``whole`` at most; then
    those of a ``rest`` before the next move, and of a ``dice_rest``."""
    sounds: dict[str, str]
    """The sound with which each kind of news begins."""


class Answer(_Said):
    """The answer to an ``ask``: of its fields, the one that was asked for."""

    kind: Literal["answer"] = "answer"
    n: int
    """The number of the intent that asked."""
    help: tuple[str, ...] | None = None
    """What can be done now, sentence by sentence."""
    keys: tuple[str, ...] | None = None
    """The keys of a page in this game, line by line; asked for by ``help:page``, of which the
    sentences name no key that a browser keeps for itself."""
    rules: tuple[Chapter, ...] | None = None
    """The rule book."""
    topic: tuple[str, str] | None = None
    """The chapter of the rules on what is pointed at, and the name to look for there."""
    glossary: dict[str, str] | None = None
    """The names that the rules use, with their meanings."""
    dice: DiceView | None = None
    """The dice that fell in a line of the log; null if none did."""
    looks: LooksData | None = None
    """How the game is drawn; null for letters and plain colours."""
    board: Drawn | None = None
    """The pictures of the game; null if its looks cannot be used."""
    record: str | None = None
    """The record of the match when it is over; null while it goes on."""


class Protocol(BaseModel):
    """All messages of protocol 1."""

    hello: Hello
    intent: Intent
    welcome: Welcome
    update: Update
    answer: Answer


assert set(LANGUAGES) == {"en", "fr"}, "Hello names every language"
assert set(WORDS) == {*get_args(get_args(Intent.model_fields["word"].annotation)[0])}

_SERVER: Final[TypeAdapter[Welcome | Update | Answer]] = TypeAdapter(Welcome | Update | Answer)


def read_message(text: str | bytes) -> Welcome | Update | Answer:
    """Read a message of a server.

    Raises:
        ValueError: it is not a message of this protocol.
    """
    return _SERVER.validate_json(text)


def dump_message(message: Welcome | Update | Answer) -> bytes:
    """Write a message of a server; defaults are left out, the kind is not."""
    written = _SERVER.dump_json(message, exclude_defaults=True)
    comma = b"," if len(written) > 2 else b""
    return b'{"kind":"%s"%s%s' % (message.kind.encode(), comma, written[1:])


def table_news(
    changes: Difference, ack: int, news: Sequence[AnimationEvent] = (),
    replay: Sequence[ReplayedAction] = (), room: RoomView | None = None,
    said: Sequence[Remark] = (),
) -> Update:  # fmt: skip
    """Return an update without checking its parts again, which the table made."""
    return Update.model_construct(
        kind="update", ack=ack, set=changes.set, lists=changes.lists, news=tuple(news),
        replay=tuple(replay), room=room, said=tuple(said),
    )  # fmt: skip
