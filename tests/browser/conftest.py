"""A server and a browser for each file of tests of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from browsers import Player, Serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    from browsers import Serving  # without Playwright the file that asks for it is skipped

    serving = Serving(tmp_path_factory.mktemp("server"))
    yield serving
    serving.kill()


@pytest.fixture(scope="module")
def player() -> Iterator[Callable[..., Player]]:
    from browsers import browsing

    with browsing() as opened:
        yield opened
