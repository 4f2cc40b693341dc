"""The command ``wargrid``: one file a command; nothing is imported before it is needed."""

from __future__ import annotations

from wargrid.cli.main import main

__all__ = ["main"]
