"""A table far away: messages, and views as differences; films and reports that are sent."""

from __future__ import annotations

from wargrid_remote.connection import Link, RemoteError, read_link
from wargrid_remote.differences import (
    apply,
    choices_difference,
    difference,
    drawn_difference,
)
from wargrid_remote.film import dump_film, film_of, notes_of, replay_html
from wargrid_remote.hosting import (
    FarGame,
    Invitation,
    OwnServer,
    read_far_games,
    wish_again,
    wish_of,
)
from wargrid_remote.messages import (
    MAX_INTENT_BYTES,
    MAX_REMARK,
    PROTOCOL,
    WORDS,
    Answer,
    Chapter,
    Close,
    Drawn,
    DrawsView,
    Hello,
    Intent,
    Remark,
    RoomView,
    Update,
    Welcome,
    dump_message,
    read_message,
    table_news,
)
from wargrid_remote.pictures import drawn, lying
from wargrid_remote.session import PATIENCE, RemoteSession, join, refusal
from wargrid_remote.table import RemoteTable

__all__ = [
    "MAX_INTENT_BYTES", "MAX_REMARK", "PATIENCE", "PROTOCOL", "WORDS", "Answer", "Chapter", "Close",
    "Drawn", "DrawsView", "FarGame", "Hello", "Intent", "Invitation", "Link", "OwnServer", "Remark",
    "RemoteError", "RemoteSession", "RemoteTable", "RoomView", "Update", "Welcome", "apply",
    "choices_difference", "difference", "drawn", "drawn_difference", "dump_film", "dump_message",
    "film_of", "join", "lying", "notes_of", "read_far_games", "read_link", "read_message",
    "refusal", "replay_html", "table_news", "wish_again", "wish_of",
]  # fmt: skip
