"""A table far away: the messages between a server and its clients, and views as differences."""

from __future__ import annotations

from wargrid.remote.differences import Changes, Listed, apply, difference
from wargrid.remote.messages import (
    MAX_INTENT_BYTES,
    PROTOCOL,
    Answer,
    Close,
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

__all__ = [
    "MAX_INTENT_BYTES", "PROTOCOL", "Answer", "Changes", "Close", "Hello", "Intent", "Listed",
    "Protocol", "RoomView", "Update", "Welcome", "apply", "difference", "dump_message",
    "read_message", "table_news",
]  # fmt: skip
