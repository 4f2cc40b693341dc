"""Firefox as it is installed, driven by WebDriver BiDi: its pages are those of ``browsers``.

Playwright drives a Firefox of its own alone, which Debian does not have.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest
from websockets.sync.client import ClientConnection, connect

from browsers import PATIENCE, STILL, Player

FIREFOX: Final = shutil.which("firefox") or shutil.which("firefox-esr")
needs_firefox = pytest.mark.skipif(
    FIREFOX is None, reason="tests of Firefox need it: apt-get install firefox-esr"
)


class Driver:
    """The session of a browser: commands, and the errors of its tabs."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._numbers = socket, count()
        self.errors: dict[str, list[str]] = {}
        self.do("session.new", capabilities={})
        self.do("session.subscribe", events=["log.entryAdded"])

    def do(self, method: str, **params: Any) -> dict[str, Any]:
        """Carry out a command; returns its result."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self._socket.recv(timeout=5 * PATIENCE))
            if said.get("id") == number:
                assert said["type"] == "success", said
                result: dict[str, Any] = said["result"]
                return result
            entry = said.get("params", {})
            if entry.get("level") == "error":
                self.errors.setdefault(entry["source"].get("context"), []).append(entry["text"])


class Tab:
    """A tab with a storage of its own: what ``Player`` asks of a page."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        store = driver.do("browser.createUserContext")["userContext"]
        tab = driver.do("browsingContext.create", type="tab", userContext=store)
        self._context: str = tab["context"]
        driver.do("browsingContext.activate", context=self._context)  # others are slowed down
        driver.do(
            "script.addPreloadScript", contexts=[self._context],
            functionDeclaration=f"() => {{ if (location.host) {STILL} }}",
        )  # fmt: skip

    @property
    def errors(self) -> list[str]:
        """What the page has reported as errors."""
        return self._driver.errors.setdefault(self._context, [])

    def on(self, event: str, heard: Callable[[Any], None]) -> None:
        """Ignore what Playwright would call: ``errors`` has it."""

    def goto(self, address: str) -> None:
        """Follow a link."""
        self._driver.do(
            "browsingContext.navigate", context=self._context, url=address, wait="complete"
        )

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """Return what a function says, or a promise of it."""
        called = f"async () => JSON.stringify(await ({script})({json.dumps(argument)})) ?? 'null'"
        said = self._driver.do(
            "script.callFunction", functionDeclaration=called, awaitPromise=True,
            target={"context": self._context},
        )  # fmt: skip
        assert said["type"] == "success", said
        return json.loads(said["result"]["value"])


@contextmanager
def firefox(profile: Path) -> Iterator[Callable[[], Player]]:
    """Start Firefox with a new profile in a folder; yields what opens a page."""
    command = [str(FIREFOX), "--headless", "--profile", str(profile), "--remote-debugging-port=0"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT) as process:
        try:
            with connect(f"{_address(profile)}/session", max_size=None) as socket:
                driver = Driver(socket)

                def player() -> Player:
                    tab = Tab(driver)
                    opened = Player(tab)
                    opened.errors = tab.errors
                    return opened

                yield player
        finally:
            process.terminate()


def _address(profile: Path) -> str:
    """Wait until Firefox listens; returns where."""
    file, until = profile / "WebDriverBiDiServer.json", time.monotonic() + 3 * PATIENCE
    while not file.exists() or not file.read_text("utf-8"):
        assert time.monotonic() < until, "Firefox has not started"
        time.sleep(0.05)
    where = json.loads(file.read_text("utf-8"))
    return f"ws://{where['ws_host']}:{where['ws_port']}"
