"""Prove that the core needs nothing of what is around it: ``python tests/core_alone.py [WHEEL]``.

Two proofs, in an environment of its own. With PyYAML, Pydantic, pluggy and platformdirs alone,
games are checked, tested and played by a script, and what is missing is a sentence that names what
to install. With every package deleted but ``wargrid`` and the plugins, the core's tests pass.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]

NEEDED: Final = ("PyYAML", "pydantic", "pluggy", "platformdirs")
"""What the core imports."""

AROUND: Final = (
    "wargrid_formats", "wargrid_play", "wargrid_remote", "wargrid_editor", "wargrid_campaign",
    "wargrid_lab", "wargrid_pygame", "wargrid_mini", "wargrid_web",
)  # fmt: skip
"""The packages that are deleted for the second proof."""

JUDGES: Final = ("pytest", "pytest-xdist", "hypothesis", "jsonschema", "chess", "pydraughts")
"""What the core's tests import besides."""

CORE: Final = (
    "authoring", "cli", "core", "engine", "games", "loading", "match", "players", "plugins",
)  # fmt: skip
"""The folders of the core's tests."""

GAMES: Final = ("breakthrough/standard", "lionheart/level1", "chess/standard")

MISSING: Final = (
    (("play", "chess/standard"), "pygame"),
    (("serve",), "wargrid[web]"),
)
"""Commands that need more, and what their sentence names."""

GONE: Final = (("simulate", "chess/standard"), ("hint", "chess/standard"), ("play",))
"""Commands that say that their package is missing once it is deleted."""


class Alone:
    """An environment with the wheel and what the core needs, and nothing else."""

    def __init__(self, folder: Path, wheel: str) -> None:
        venv.create(folder, with_pip=True)
        self.bin = folder / ("Scripts" if sys.platform == "win32" else "bin")
        self.run("python", "-m", "pip", "install", "-q", *_requirements(NEEDED))
        self.run("python", "-m", "pip", "install", "-q", "--no-deps", wheel)
        found = self.run("python", "-c", "import wargrid; print(wargrid.__file__)").stdout
        self.site = Path(found.strip()).parents[1]

    def run(self, program: str, *arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment away from the sources, and expect an exit code."""
        line = [str(self.bin / program), *arguments]
        done = subprocess.run(line, cwd=self.bin, capture_output=True, text=True)
        if done.returncode != code:
            sys.exit(f"{' '.join(line)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        if "Traceback" in done.stderr:
            sys.exit(f"{' '.join(line)}:\n{done.stderr}")
        return done

    def test(self) -> None:
        """Run the core's tests against what is installed."""
        self.run("python", "-m", "pip", "install", "-q", *_requirements(JUDGES))
        options = ["-o", "addopts=-m 'not slow' -n auto", "-o", "pythonpath=tests/support"]
        line = [str(self.bin / "python"), "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
        folders = [f"tests/{name}" for name in CORE]
        listed = (ROOT / "tests/data/around.txt").read_text("utf-8").splitlines()
        left_out = [f"--deselect={name}" for name in listed if not name.startswith("#")]
        subprocess.run([*line, *left_out, *folders], cwd=ROOT, check=True, timeout=900)


def _requirements(names: tuple[str, ...]) -> list[str]:
    """Return what pyproject.toml requires under these names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    return [next(line for line in lines if re.match(rf"{name}\b(?!-)", line)) for name in names]


def _sentence(alone: Alone, command: tuple[str, ...], names: str) -> None:
    """Expect that a command says in one line what is missing."""
    said = alone.run("wargrid", *command, code=2).stderr.strip()
    if names not in said or "pip install" not in said or "\n" in said:
        sys.exit(f"wargrid {' '.join(command)} does not say that it needs {names}: {said}")
    print(f"   wargrid {' '.join(command)}: {said}")


def main() -> None:
    """Run both proofs, or end with what is wrong."""
    wheel = sys.argv[1] if len(sys.argv) > 1 else str(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        print("-- with what the core needs alone", flush=True)
        alone = Alone(Path(folder), wheel)
        for name in GAMES:
            alone.run("wargrid", "check", "--games", "3", name)
            alone.run("wargrid", "test", name)
        script = str(ROOT / "tests/support/scripted_game.py")
        print("  ", alone.run("python", script).stdout.strip())
        for command, names in MISSING:
            _sentence(alone, command, names)
        print("-- without the packages around it", flush=True)
        for name in AROUND:
            shutil.rmtree(alone.site / name)
        alone.run("wargrid", "--help")
        for command in GONE:
            _sentence(alone, command, "wargrid")
        alone.test()


if __name__ == "__main__":
    main()
