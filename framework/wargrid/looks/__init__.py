"""How games look: colours, shapes and icons of `looks.yaml` as data, checked, with defaults."""

from __future__ import annotations

from wargrid.looks.loader import Looks, LooksError, looks_of
from wargrid.looks.models import LooksData
from wargrid.looks.svg import png

__all__ = ["Looks", "LooksData", "LooksError", "looks_of", "png"]
