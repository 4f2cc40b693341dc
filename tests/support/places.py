"""Where things are: the root of the sources, the tests, and what they read."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
TESTS: Final = ROOT / "tests"
SUPPORT: Final = TESTS / "support"
DATA: Final = TESTS / "data"
