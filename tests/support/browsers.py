"""A server and real browsers for tests of the page; its address and its players' links."""

from __future__ import annotations

import gc
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.request import Request, urlopen

import pytest

from places import ROOT

playwright = pytest.importorskip(
    "playwright.sync_api", reason='browser tests need Playwright: pip install -e ".[test]"'
)

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="browser tests need Chromium: apt-get install chromium"
)
ARGUMENTS: Final = [
    "--no-sandbox", "--disable-gpu",
    "--disable-features=LocalNetworkAccessChecks",  # of a page that a test has changed on its way
]  # fmt: skip
CHEATING: Final = ROOT / "tests/support/cheating_server.py"
BOT: Final = (ROOT / "tests/browser/bot.js").read_text("utf-8")
STILL: Final = """localStorage['wargrid.settings'] ??= '{"speed":0}'"""
"""What is done at the start of a page on which nothing is to move."""

SEEN: Final = """selector => {
    const found = document.querySelector(selector), box = found.getBoundingClientRect();
    return found.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 5));
}"""
"""Whether an element is in view as far as its lower edge."""

SAT: Final = """() => {
    document.querySelector('[data-action="sit"]')?.click();
    return document.querySelector('.board .layer-cells path') !== null;
}"""
"""Whether there is a board, after the seat of a friend was taken all the same."""

PATIENCE: Final = 20.0
"""How many seconds a test waits for what has to come."""


class Serving:
    """A server in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path, *options: str, dishonest: bool = False) -> None:
        self.folder, self.options = folder, options
        self._program = [str(CHEATING)] if dishonest else ["-m", "wargrid", "serve"]
        self._made = 0
        self._start()

    def _start(self, port: int = 0) -> None:
        command = [
            sys.executable, *self._program, "--port", str(port), "--folder", str(self.folder),
            *self.options,
        ]  # fmt: skip
        paths = [str(ROOT / name) for name in ("framework", "plugins", "frontends")]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )  # fmt: skip
        assert self._process.stdout is not None
        line = next(line for line in self._process.stdout if "http://" in line)
        self.address = "http://localhost:" + line.rpartition(":")[2].strip().strip("/")

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """End it without a warning."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let it do nothing for a while, as behind a network that is cut."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    @contextmanager
    def away(self) -> Iterator[None]:
        """End it, keep its port from all others, and start it again."""
        self.kill()
        with socket.socket() as held:
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            held.bind(("127.0.0.1", self.port))
            yield
            self._start(self.port)

    def rest(self) -> None:
        """Start it again before it takes this address for one that makes too many matches."""
        if self._made > 20:
            self.kill()
            self._made = 0
            self._start()

    def match(self, ruleset: str, **wishes: Any) -> list[str]:
        """Make a match of two persons; returns the links of its seats."""
        self._made += 1
        wish = {"ruleset": ruleset, "seats": ["me", "link"], **wishes}
        request = Request(f"{self.address}/api/matches", json.dumps(wish).encode())
        with urlopen(request) as answer:
            made = json.load(answer)
        return [f"{self.address}/m/{made['id']}#{seat['secret']}" for seat in made["seats"]]


class Player:
    """One page of a browser at a match."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._note)

    def _note(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def open(self, link: str) -> Player:
        """Follow a link, and wait until the board is there."""
        self.page.goto(link)
        self.wait(SAT)  # where a test looks at several seats, that is asked first
        return self.await_board()

    def await_board(self) -> Player:
        """Wait until a board is drawn."""
        self.wait("() => document.querySelector('.board .layer-cells path') !== null")
        self.settle()
        return self

    def ask(self, script: str, argument: Any = None) -> Any:
        """Return what a function of the game says."""
        return self.page.evaluate(
            f"argument => {{ const game = document.querySelector('main').game; "
            f"return ({script})(game, argument); }}", argument,
        )  # fmt: skip

    @property
    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask("game => game.view")
        return found

    def wait(self, script: str, argument: Any = None) -> None:
        """Wait until a function says yes; the policy of the page forbids to compile texts."""
        until = time.monotonic() + PATIENCE
        while not self._says(script, argument):
            assert time.monotonic() < until, (script, self.errors)
            time.sleep(0.02)

    def _says(self, script: str, argument: Any) -> bool:
        try:
            return bool(self.page.evaluate(script, argument))
        except playwright.Error:  # the page is being loaded again
            return False

    def settle(self) -> None:
        """Wait until the server has done everything, and it is shown."""
        self.wait("() => document.querySelector('main')?.game?.seat.settled ?? false")

    def until(self, script: str) -> None:
        """Wait until a function of the game says yes."""
        self.wait(f"() => !!({script})(document.querySelector('main').game)")

    def click(self, cell: int) -> None:
        """Click on a cell with the mouse."""
        x, y = self.ask(
            "(game, cell) => { const box = document.getElementById(`cell-${cell}`)"
            ".getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }",
            cell,
        )  # fmt: skip
        self.page.mouse.click(x, y)
        self.settle()

    def press(self, action: str) -> None:
        """Click on a button."""
        self.page.click(f'[data-action="{action}"]:visible')
        self.settle()

    def type(self, move: str) -> None:
        """Type a move."""
        self.page.keyboard.press("/")
        self.page.keyboard.type(move)
        self.page.keyboard.press("Enter")
        self.settle()

    def begin_playing(self, actions: int, seed: int) -> None:
        """Let the page play by itself, up to so many actions; then it resigns."""
        self.page.evaluate(
            f"([actions, seed]) => {{ window.played = ({BOT})(actions, seed); }}", [actions, seed]
        )

    def end_playing(self) -> dict[str, Any]:
        """Wait for the end of what it plays; returns the view."""
        self.page.evaluate("() => window.played")
        return self.view


@contextmanager
def browsing() -> Iterator[Callable[..., Player]]:
    """Start a browser; yields what opens a page in a context of its own."""
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)

        def player(width: int = 1024, height: int = 768, moves: bool = False, **how: Any) -> Player:
            context = browser.new_context(viewport={"width": width, "height": height}, **how)
            if not moves:
                context.add_init_script(STILL)
            return Player(context.new_page())

        yield player
        browser.close()
    with warnings.catch_warnings():  # of the pipes to its driver, which Playwright leaves open
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def agree(players: Sequence[Player]) -> None:
    """Check that all pages show the same game, each what its view says, without an error."""
    for player in players:
        assert player.errors == [], player.errors
        drawn = player.page.evaluate("() => document.querySelectorAll('.layer-units .unit').length")
        assert drawn == len(player.view["units"])
    ends = [player.view["over"] for player in players]
    assert len({over and over["winner"] for over in ends}) == 1
