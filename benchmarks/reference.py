"""Make the environment of the reference: ``python benchmarks/reference.py FOLDER``.

It holds the version against which ``benchmarks/strength.py`` and ``benchmarks/levels.py`` measure
others, from the history of this checkout, compiled; five minutes. The last line that it prints is
the Python to name after ``--reference``. ``--commit`` makes that of another version, for ``--of``
or ``--against``, ``--plain`` without the compiler. A folder that is complete already stays.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import venv
from io import BytesIO
from pathlib import Path

import speed
from strength import REFERENCE


def run(*command: str | Path, **variables: str) -> None:
    """Run a command; end with what it says if it fails."""
    done = subprocess.run(
        command, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(
            f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )


def unpack(commit: str, folder: Path) -> None:
    """Write the files of a commit into a folder."""
    command = ["git", "-C", str(speed.ROOT), "archive", commit]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"There is no commit {commit} here. Get the whole history: git fetch --unshallow")
    with tarfile.open(fileobj=BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="data")


def make(folder: Path, commit: str, *, compiled: bool) -> Path:
    """Make an environment with a commit installed, and return its Python."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = folder / "made-of"
    made = f"{commit} {'compiled' if compiled else 'plain'}\n"
    if done.exists():
        if done.read_text(encoding="utf-8") == made:
            return python
        sys.exit(f"{folder} holds another version or build. Name a new folder.")
    source = folder / "source"
    shutil.rmtree(source, ignore_errors=True)  # of a try that was broken off
    unpack(commit, source)
    venv.create(folder, with_pip=True)
    hook = {"HATCH_BUILD_HOOKS_ENABLE": "1"} if compiled else {}
    run(python, "-m", "pip", "install", "-q", source, CFLAGS="-ffp-contract=off", **hook)
    run(python, "-c", "import wargrid")
    done.write_text(made, encoding="utf-8")
    return python


def main() -> None:
    """Make the environment, and print its Python."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="a new folder, or one made before")
    parser.add_argument("--commit", default=REFERENCE, help=f"of it (default {REFERENCE})")
    parser.add_argument("--plain", action="store_true", help="without the compiler; much slower")
    options = parser.parse_args()
    print(make(options.folder.absolute(), options.commit, compiled=not options.plain))


if __name__ == "__main__":
    main()
