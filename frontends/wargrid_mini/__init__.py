"""A whole frontend in one file: every game, by mouse and keys, against people and computers."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
