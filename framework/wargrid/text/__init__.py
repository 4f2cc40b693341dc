"""Text catalogues: lookup, placeholders and plural forms in every language."""

from __future__ import annotations

from wargrid.text.catalogs import (
    LANGUAGES,
    MAX_CATALOG_BYTES,
    OWN,
    Catalog,
    catalog,
    integer,
    placeholders,
    preferred_language,
    register,
    registered,
    reread,
    templates_of,
    topics_of,
    whole,
)
from wargrid.text.errors import InputError
from wargrid.text.format import MAX_LENGTH, did_you_mean, join_names, near_names, printable, quote
from wargrid.text.message import Message, note_on_sign

__all__ = [
    "LANGUAGES", "MAX_CATALOG_BYTES", "MAX_LENGTH", "OWN", "Catalog", "InputError", "Message",
    "catalog", "did_you_mean", "integer", "join_names", "near_names", "note_on_sign",
    "placeholders", "preferred_language", "printable", "quote", "register", "registered", "reread",
    "templates_of", "topics_of", "whole",
]  # fmt: skip
