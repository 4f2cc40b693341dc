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

__all__ = ["LANGUAGES", "Catalog", "catalog", "preferred_language", "register", "reread", "whole"]
