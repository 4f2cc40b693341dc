"""Folders of files that players may want to send, shown by the system's own program."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LINUX = "xdg-open"


def show_in_folder(path: Path) -> bool:
    """Open the folder of a file, with the file selected where the system can; False if it cannot.

    The program is started and left alone: it stays when the window is closed.
    """
    command = {
        "win32": ["explorer", f"/select,{path}"],
        "darwin": ["open", "-R", str(path)],
    }.get(sys.platform, [LINUX, str(path.parent)])
    try:
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    except OSError:
        return False
    return True
