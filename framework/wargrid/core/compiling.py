"""Marks that the compiler of the engine reads; plain Python ignores them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_):
        """Return a decorator that changes nothing."""
        return lambda decorated: decorated
