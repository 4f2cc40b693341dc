"""Paint boards from nothing in a real window, send them, and play them to their end elsewhere.

``python benchmarks/painted_boards.py [NAME …] [--display 96] [--shots FOLDER]`` needs Xvfb, xdotool
and ImageMagick. A copy of the window out of sight gets the same clicks and keys: it tells where
buttons and cells lie, and its file must be the same in the end. A second home takes the file in.
Computer players, or clicks for two friends, play it there to its end.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")

import pygame
from far_windows import shot

from wargrid import Game
from wargrid.loading.loader import load_named
from wargrid.match import Match, data_folder, list_saves, load_record, replay_sharing
from wargrid.players import Budget, make_player
from wargrid_play.table.lobby.session import new_session
from wargrid_pygame.app import SCREENS
from wargrid_pygame.drawing.geometry import Geometry
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.screens.editor import EditorScreen
from wargrid_pygame.widgets.basic import Button
from wargrid_pygame.window import App, ScreenRequest

SIZE = 1280, 800
CODES = {
    "Return": pygame.K_RETURN, "Escape": pygame.K_ESCAPE, "Next": pygame.K_PAGEDOWN,
    "Up": pygame.K_UP, "Down": pygame.K_DOWN, "Left": pygame.K_LEFT, "Right": pygame.K_RIGHT,
    "F6": pygame.K_F6, "F7": pygame.K_F7, "F10": pygame.K_F10, "b": pygame.K_b, "k": pygame.K_k,
    "m": pygame.K_m, "r": pygame.K_r, "ctrl+s": pygame.K_s,
}  # fmt: skip


@dataclass(frozen=True)
class Plan:
    """A board: what is done to all of it, how often the symmetry changes, and its strokes."""

    ruleset: str
    title: str
    whole: str
    symmetry: int
    strokes: Sequence[tuple[str, str]]
    by_keys: bool = False
    players: str = "2,1"
    first: str = ""
    """The first move of two friends; the later ones are chosen by computer players."""


def _units(side: int, where: str) -> list[tuple[str, str]]:
    """Return strokes for units, ``TYPE: CELL CELL …`` in each line."""
    lines = (line.split(":") for line in where.split(",") if line)
    return [
        (f"unit:{word.strip()}:{side}", cell) for word, cells in lines for cell in cells.split()
    ]


PLANS = {
    "ice": Plan(
        "xiangqi/terrains", "Frozen river", "clear", 1,
        [
            ("terrain:ice", "a4 c5"), ("terrain:sand", "g4 i4"), ("terrain:bridge", "e5"),
            ("terrain:bridge", "h5"),
            *_units(0, "general: e1, guard: d1 f1, elephant: c1 g1, horse: b1 h1,"
                       "chariot: a1 i1, cannon: b3 h3, soldier: a4 c4 e4 g4 i4"),
        ], players="you,friend", first="b3 e3",
    ),
    "coast": Plan(
        "battle/default", "The long coast", "clear grow:east grow:east grow:north grow:north", 1,
        [
            ("terrain:river", "h1 h12"), ("terrain:road", "c3 h3"), ("terrain:road", "c10 h10"),
            ("terrain:forest", "f5 f8"), ("terrain:mountain", "d6 e7"), ("terrain:city", "b2"),
            ("terrain:city", "b11"),
            *_units(0, "infantry: d3 d10 c6 c7, tank: c4 c9, antitank: b6, artillery: a5,"
                       "aa: a8, helicopter: a6"),
        ],
    ),
    "hexes": Plan(
        "hill/209", "The hollow", "clear shape:rows", 3,
        [
            ("terrain:hill", "e5 f5"), ("terrain:forest", "c3 d3"), ("terrain:town", "h3"),
            *_units(0, "infantry: b2 d2 f2 h2 j2, tank: c1 i1, gun: e1 g1"),
        ], by_keys=True,
    ),
    "lions": Plan(
        "lionheart/level2", "Two kings", "clear", 1,
        _units(0, "king: e1, knight: d1 f1, archer: c1 g1, infantry: d2 e2 f2, massed: c2,"
                  "heavy: g2, peasant: b2, mercenary: h2"),
    ),
}  # fmt: skip


class Twin:
    """A real window in a home, and its copy out of sight."""

    def __init__(self, display: str, home: Path, copied: Path, ruleset: str) -> None:
        self.display, self.home = display, home
        for folder in (home, copied):
            (folder / "own").mkdir(parents=True, exist_ok=True)
            settings = {"speed": 0.0, "sound": False, "ruleset": ruleset}
            (folder / "own" / "window.json").write_text(json.dumps(settings))
        os.environ.update(HOME=str(copied), WARGRID_HOME=str(copied / "own"))
        self.app = App(SCREENS, "en", animated=False)
        self.app.go_to(ScreenRequest("menu", fresh=True))
        self.process = started(display, home, [])
        self.window = ""
        while not self.window:
            found = self.do("search", "--pid", str(self.process.pid)).split()
            self.window = found[-1] if found else ""
            time.sleep(0.2)
        time.sleep(4)
        self.do("windowfocus", self.window)

    def do(self, *words: str) -> str:
        """Run xdotool."""
        environment = {**os.environ, "DISPLAY": self.display}
        return subprocess.run(
            ["xdotool", *words], env=environment, check=False, capture_output=True, text=True
        ).stdout

    def mouse(self, kind: int, at: tuple[int, int], button: int = 1) -> None:
        """Let the copy see what the mouse does."""
        event = {"pos": at, "button": button, "rel": (0, 0), "buttons": (0, 0, 0)}
        self.app.handle(pygame.event.Event(kind, event))

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press the button at a point and let it go at another."""
        places = [*map(str, start)], [*map(str, end)]
        self.do("mousemove", *places[0], "sleep", "0.05", "mousedown", "1", "sleep", "0.05",
                "mousemove", *places[1], "sleep", "0.05", "mouseup", "1")  # fmt: skip
        self.mouse(pygame.MOUSEMOTION, start)
        self.mouse(pygame.MOUSEBUTTONDOWN, start)
        self.mouse(pygame.MOUSEMOTION, end)
        self.mouse(pygame.MOUSEBUTTONUP, end)

    def click(self, at: tuple[int, int]) -> None:
        """Click on a point."""
        self.drag(at, at)

    def key(self, name: str) -> None:
        """Press a key."""
        self.do("key", name)
        letter = name if len(name) == 1 else ""
        control = pygame.KMOD_CTRL if name.startswith("ctrl+") else 0
        self._key(CODES[name], control, letter)
        time.sleep(0.06)

    def _key(self, code: int, control: int, letter: str) -> None:
        event = {"key": code, "mod": control, "unicode": letter}
        self.app.handle(pygame.event.Event(pygame.KEYDOWN, event))
        if letter:
            self.app.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))

    def type(self, text: str) -> None:
        """Type a text."""
        self.do("type", "--delay", "40", text)
        for letter in text:
            self._key(ord(letter.lower()), 0, letter)

    def button(self, action: str) -> None:
        """Click on a button."""
        assert self.app.top is not None
        named = (each for each in self.app.top.group.children if isinstance(each, Button))
        self.click(next(each for each in named if each.action == action).rect.center)

    @property
    def editor(self) -> EditorScreen:
        """The editor of the copy."""
        top = self.app.top
        assert isinstance(top, EditorScreen)
        return top

    def shot(self, path: Path) -> None:
        """Take a picture of the window."""
        time.sleep(1)
        shot(self.display, path)

    def close(self) -> None:
        """Close both."""
        self.process.terminate()
        self.process.wait()
        self.app.quit()


def started(display: str, home: Path, words: Iterable[str]) -> subprocess.Popen[bytes]:
    """Start a window in a home."""
    environment = {
        **os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "HOME": str(home),
        "WARGRID_HOME": str(home / "own"), "SDL_VIDEO_WINDOW_POS": "0,0",
    }  # fmt: skip
    command = [sys.executable, "-m", "wargrid", "play", "--size", "1280x800", "--language", "en"]
    return subprocess.Popen([*command, *words], env=environment)


def to_boards(twin: Twin, plan: Plan) -> None:
    """Go from the menu to the boards of the game, by keys."""
    for key in (*["Right"] * 4, "Down", *["Left"] * 4, "Down") * 9:
        focus = twin.app.top and twin.app.top.group.focus
        if getattr(focus, "action", "") == f"game:{plan.ruleset}":
            break
        twin.key(key)
    twin.key("b")
    time.sleep(2)


def paint(twin: Twin, plan: Plan) -> None:
    """Make a board from nothing, by mouse or by keys alone."""
    to_boards(twin, plan)
    twin.key("Return")
    time.sleep(2)
    for _ in range(3):  # the bubbles
        twin.key("Return")
    for command in plan.whole.split():
        _press_whole(twin, command, plan.by_keys)
    for _ in range(plan.symmetry):
        twin.key("m") if plan.by_keys else twin.button("next_symmetry")
    twin.key("k") if plan.by_keys else twin.button("tool:rectangle")
    for brush, cells in plan.strokes:
        _take_up(twin, brush, plan.by_keys)
        ends = cells.split()
        _stroke(twin, ends[0], ends[-1], plan.by_keys)


def _press_whole(twin: Twin, command: str, by_keys: bool) -> None:
    """Do something to the whole board in its dialog."""
    twin.key("F10") if by_keys else twin.button("board")
    if by_keys:
        while getattr(twin.app.top and twin.app.top.group.focus, "action", "") != command:
            twin.key("Down")
        twin.key("Return")
        twin.key("Escape")
    else:
        twin.button(command)
        twin.button("close")


def _take_up(twin: Twin, brush: str, by_keys: bool) -> None:
    palette = twin.editor.palette
    assert palette is not None
    at = [each.command for each in palette.entries].index(brush)
    if not by_keys:
        twin.click(palette.places[at].move(palette.rect.x, palette.rect.y - palette.offset).center)
        return
    while not palette.entries[at].chosen:
        twin.key("Next")


def _stroke(twin: Twin, start: str, end: str, by_keys: bool) -> None:
    screen = twin.editor
    names, places = screen.view.board.cell_names, screen.view.board.places
    cells = [names.index(name) for name in (start, end)]
    assert screen.board is not None
    if not by_keys:
        twin.drag(*(screen.board.geometry.centre(places[cell]) for cell in cells))
        return
    for cell in cells:
        while (now := places[screen.desk.editor.cursor]) != places[cell]:
            across = "Right" if places[cell][0] > now[0] else "Left"
            along = "Up" if places[cell][1] > now[1] else "Down"
            twin.key(along if places[cell][1] != now[1] else across)
        twin.key("Return")


def sent(twin: Twin, plan: Plan, shots: Path, name: str) -> Path:
    """Save and export a board; returns its file, which the copy has as well."""
    twin.shot(shots / f"{name}-painted.png")
    twin.key("ctrl+s")
    twin.type(plan.title)
    twin.key("Return")
    time.sleep(2)
    twin.key("Escape")
    twin.shot(shots / f"{name}-listed.png")
    twin.key("F6") if plan.by_keys else twin.button("export")
    time.sleep(1)
    (file,), (copied,) = (
        [*Path(home).glob("*.yaml")] for home in (twin.home, os.environ["HOME"])
    )  # fmt: skip
    assert file.read_bytes() == copied.read_bytes(), "window and copy painted different boards"
    return file


def taken_in(twin: Twin, plan: Plan, file: Path, shots: Path, name: str) -> None:
    """Take the file in, by keys."""
    to_boards(twin, plan)
    twin.key("F7")
    time.sleep(1)
    twin.type(str(file))
    twin.key("Return")
    twin.shot(shots / f"{name}-taken.png")


def watched(display: str, home: Path, plan: Plan, stem: str) -> Match:
    """Play the board to its end in the window, by computer players or by clicks for two friends."""
    os.environ["WARGRID_HOME"] = str(home / "own")
    words = [plan.ruleset, "--scenario", stem, "--players", plan.players]
    process = started(display, home, words)
    try:
        if plan.players == "you,friend":
            _click_through(display, plan, stem)
        while not any(save.finished for save in list_saves()):
            time.sleep(1)
        time.sleep(2)
    finally:
        shot(display, home / "end.png")
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
    return load_record(next(save.path for save in list_saves() if save.finished)).match


def _click_through(display: str, plan: Plan, stem: str) -> None:
    """Make every move of both friends by two clicks, until the game is over."""
    game = load_named(plan.ruleset, scenario=stem).game()
    geometry, places = _sight(game)
    players = [make_player(game, "2", seed=at) for at in (1, 2)]

    def press(*words: str) -> None:
        environment = {**os.environ, "DISPLAY": display}
        subprocess.run(["xdotool", *words], env=environment, check=True)

    def click(cells: Iterable[int]) -> None:
        for x, y in (geometry.centre(places[cell]) for cell in cells):
            press("mousemove", str(x), str(y), "sleep", "0.1", "click", "1", "sleep", "0.1")

    kept: list[Path] = []
    while not kept:  # the journal begins with the first move
        time.sleep(3)
        click(game.grid.cell(name) for name in plan.first.split())
        time.sleep(1)
        kept = [*data_folder().rglob("*.journal")]
    (journal,) = kept
    made, tried, games = 0, 0, dict[str, Game]()
    while journal.exists():
        match = replay_sharing(journal, games).match
        if match.result is not None:
            return
        if len(match.plies) == made:
            tried += 1
            assert tried < 9, "a move cannot be made"
        made, side = len(match.plies), match.position.side
        seen = match.game.view(match.position, side)
        move = players[side].choose(seen, Budget(nodes=300)).move
        click(cell for cell in (move.source, move.target) if cell >= 0)
        for seconds in (4, 3):
            until = time.monotonic() + seconds
            while journal.exists() and time.monotonic() < until:
                if len(replay_sharing(journal, games).match.plies) > made:
                    break
                time.sleep(0.1)
            else:
                press("key", "Return")  # it asks before a move that loses a unit
                continue
            break


def _sight(game: Game) -> tuple[Geometry, Sequence[tuple[int, int]]]:
    """Return where cells lie, from a copy of the screen out of sight."""
    home = os.environ["WARGRID_HOME"]
    os.environ["WARGRID_HOME"] = f"{home} of the copy"  # its journal is none of the window's
    app = App(SCREENS, "en", animated=False)
    app.play(new_session(game))
    os.environ["WARGRID_HOME"] = home
    assert isinstance(app.top, GameScreen)
    return app.top.board.geometry, app.top.view.places


def made(name: str, options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Paint a board, send it, and play it elsewhere."""
    plan, display, begun = PLANS[name], f":{options.display}", time.monotonic()
    twin = Twin(display, folder / "home", folder / "copy", plan.ruleset)
    try:
        paint(twin, plan)
        file = sent(twin, plan, options.shots, name)
    finally:
        twin.close()
    painted = round(time.monotonic() - begun)
    there = Twin(display, folder / "elsewhere", folder / "its copy", plan.ruleset)
    try:
        taken_in(there, plan, file, options.shots, name)
    finally:
        there.close()
    match = watched(display, folder / "elsewhere", plan, file.stem)
    (folder / "elsewhere" / "end.png").replace(options.shots / f"{name}-end.png")
    return {
        "board": name, "strokes": len(plan.strokes), "painted": painted,
        "result": str(match.result), "plies": len(match.plies),
    }  # fmt: skip


def main() -> None:
    """Paint and play, and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=[*PLANS])
    parser.add_argument("--display", type=int, default=96)
    parser.add_argument("--shots", type=Path, default=Path("shots"))
    options = parser.parse_args()
    options.shots.mkdir(parents=True, exist_ok=True)
    screen = subprocess.Popen(["Xvfb", f":{options.display}", "-screen", "0", "1280x800x24"])
    try:
        time.sleep(1)
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode(SIZE)
        for name in options.names:
            with tempfile.TemporaryDirectory() as folder:
                print(json.dumps(made(name, options, Path(folder))), flush=True)
    finally:
        screen.terminate()
        screen.wait()


if __name__ == "__main__":
    main()
