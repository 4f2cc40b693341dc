"""Text catalogues: lookup, placeholders and plural forms in every language."""
