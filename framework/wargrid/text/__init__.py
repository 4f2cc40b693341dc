"""Text catalogues: lookup, placeholders and plural forms in every language."""

from wargrid.text.catalog import (
    LANGUAGES,
    Catalog,
    catalog,
    preferred_language,
    register,
    reread,
    whole,
)
from wargrid.text.format import did_you_mean, join_names, quote
from wargrid.text.message import Message

__all__ = [
    "LANGUAGES", "Catalog", "Message", "catalog", "did_you_mean", "join_names",
    "preferred_language", "quote", "register", "reread", "whole",
]  # fmt: skip
