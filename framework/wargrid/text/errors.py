"""What goes wrong by what a person gave: an error that says so in the person's language."""

from __future__ import annotations


class InputError(Exception):
    """A file, an argument or a package cannot be used; a command prints its text and ends with 2.

    Each package derives the errors that its callers should tell a person from this one.
    """

    def text(self, language: str = "en") -> str:
        """Say what is wrong, and what to do about it, in a language."""
        return str(self)
