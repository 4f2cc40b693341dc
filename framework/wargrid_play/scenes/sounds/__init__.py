"""The sounds of what happens, as WAV files, and the script that makes them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

SOUND_FOLDER: Final = Path(__file__).parent
"""Where they are, each in a file of its name."""
