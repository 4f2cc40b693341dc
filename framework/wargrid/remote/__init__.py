"""A table far away: messages, and views as differences; films and reports that are sent."""

from __future__ import annotations

from wargrid.remote.connection import Link, RemoteError, read_link
from wargrid.remote.differences import Changes, Listed, apply, difference, drawn_difference
from wargrid.remote.film import Film, dump_film, film_of, notes_of, replay_html, save_replay
from wargrid.remote.messages import (
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
from wargrid.remote.pictures import drawn, lying
from wargrid.remote.report import Report, compare_report, fair_report, save_report
from wargrid.remote.table import RemoteTable

__all__ = [
    "MAX_INTENT_BYTES", "PROTOCOL", "Answer", "Changes", "Close", "Drawn", "DrawsView", "Film",
    "Hello", "Intent", "Link", "Listed", "Protocol", "RemoteError", "RemoteTable", "Report",
    "RoomView", "Update", "Welcome", "apply", "compare_report", "difference", "drawn",
    "drawn_difference", "dump_film", "dump_message", "fair_report", "film_of", "lying", "notes_of",
    "read_link", "read_message", "replay_html", "save_replay", "save_report", "table_news",
]  # fmt: skip
