"""How games look: colours, shapes and icons of `looks.yaml` as data, checked, with defaults."""

from __future__ import annotations

from wargrid_play.looks.loader import Looks, LooksError, looks_of
from wargrid_play.looks.models import LooksData
from wargrid_play.looks.svg import png

__all__ = ["Looks", "LooksData", "LooksError", "looks_of", "png"]
