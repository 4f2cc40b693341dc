"""``wargrid`` without a command: the menu."""

from __future__ import annotations

import argparse

from wargrid.frontend import Start, window


def run(options: argparse.Namespace) -> int:
    """Open the window on its menu; 2 without a display."""
    return window()(Start(language=options.language))
