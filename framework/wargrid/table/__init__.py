"""The table: what any frontend shows and how clicks and keys become moves, without a window."""

from __future__ import annotations
