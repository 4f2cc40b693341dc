"""A table far away: messages, and views as differences; films and reports that are sent."""

from __future__ import annotations

from wargrid_remote.connection import Link, RemoteError, read_link
from wargrid_remote.differences import Changes, Listed, apply, difference
from wargrid_remote.film import Film, dump_film, film_of, notes_of, replay_html, save_replay
from wargrid_remote.messages import (
    MAX_INTENT_BYTES,
    PROTOCOL,
    Answer,
    Close,
    Drawn,
    DrawsView,
    Hello,
    Intent,
    Protocol,
    RoomView,
    Update,
    Welcome,
    dump_message,
    read_message,
    table_news,
)
from wargrid_remote.pictures import drawn
from wargrid_remote.table import RemoteTable

__all__ = [
    "MAX_INTENT_BYTES", "PROTOCOL", "Answer", "Changes", "Close", "Drawn", "DrawsView", "Film",
    "Hello", "Intent", "Link", "Listed", "Protocol", "RemoteError", "RemoteTable", "RoomView",
    "Update", "Welcome", "apply", "difference", "drawn", "dump_film", "dump_message", "film_of",
    "notes_of", "read_link", "read_message", "replay_html", "save_replay", "table_news",
]  # fmt: skip
