"""The window: draws a table and hands it clicks and keys."""

import os

from wargrid.text import register

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
register(__name__)
