"""What the player likes, kept between starts; a file that cannot be read or written never stops anything."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

from wargrid.text.catalog import LANGUAGES

FILE: Final = "window.json"
LARGEST: Final = 65_536


@dataclass(slots=True)
class Settings:
    """The language spoken (empty: not chosen yet), the interface's scale and how fast things move (0: at once).

    ``ruleset`` is the one played last, offered first.
    """

    language: str = ""
    scale: float = 1.0
    speed: float = 1.0
    ruleset: str = ""


def read(folder: Path) -> Settings:
    """The settings kept in a folder; what is missing or wrong there is as if never set."""
    settings = Settings()
    with suppress(OSError, ValueError, RecursionError):
        with (folder / FILE).open("rb") as stream:
            said = json.loads(stream.read(LARGEST).decode("utf-8"))
        for field in fields(Settings):
            value = said.get(field.name) if isinstance(said, dict) else None
            if _fits(field.name, value):
                setattr(settings, field.name, value)
    return settings


def _fits(name: str, value: object) -> bool:
    if name == "language":
        return value in LANGUAGES
    if name == "ruleset":
        return isinstance(value, str)
    least, most = (0.75, 3.0) if name == "scale" else (0.0, 4.0)
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def write(folder: Path, settings: Settings) -> None:
    """Keep the settings in a folder, whole or not at all."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f"{FILE}.new"
        fresh.write_text(json.dumps(asdict(settings), indent=1) + "\n", "utf-8")
        fresh.replace(folder / FILE)
