"""The window shows a fault as the terminal does: place, sentences and code, and the carets where
they belong."""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from boxes import broken, diagnostics
from wargrid_pygame.app import SCREENS
from wargrid_pygame.graphics import theme
from wargrid_pygame.widgets import diagnostics as fault_text
from wargrid_pygame.window import App, ScreenRequest
from window_support import watch_texts

WIDE, NARROW = 700, 240


@pytest.fixture
def surface() -> pygame.Surface:
    """Something to draw on, with fonts at hand."""
    pygame.font.init()
    return pygame.Surface((800, 600))


def sentence() -> str:
    """What the terminal says of one fault."""
    (diagnostic,) = diagnostics(broken("actions: 2 => action: 2"))
    return diagnostic.text()


@pytest.mark.usefixtures("surface")
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("room", [(960, 72), (768, 58), (688, 61), (240, 60)])
def test_every_row_of_many_errors_is_on_a_page(room: tuple[int, int], language: str) -> None:
    """None is lost, none is too high, and a fault that fits a page is not torn."""
    (diagnostic,) = diagnostics(broken("actions: 2 => action: 2"))
    text = "\n".join([diagnostic.text(language)] * 5)
    pixels, pages = fault_text.set_pages(text, 15, room, 80)
    rows = [row for page in pages for row in page]

    assert rows == list(fault_text.rows_of(text, pixels, room[0] - 80))
    assert all(
        sum(theme.font_at(pixels, row.face).get_linesize() for row in page) <= room[1]
        for page in pages
    )
    if room[0] > WIDE:
        assert all(page[0].face == "plain" and page[-1].face == "mono" for page in pages)


@pytest.mark.usefixtures("surface")
def test_no_page_has_carets_only() -> None:
    """However high the box, the line that they point at is above them."""
    for height in range(28, 130, 4):
        _, pages = fault_text.set_pages(sentence(), 15, (NARROW, height), 80)
        assert not any(page[0].text.strip(" ^|") == "" for page in pages)


@pytest.mark.parametrize(("size", "language"), [((1280, 800), "en"), ((1024, 640), "fr")])
@pytest.mark.parametrize("name", ["menu", "new_game", "saves"])
def test_every_error_of_a_file_can_be_seen_where_it_is_opened(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    size: tuple[int, int],
    language: str,
) -> None:
    """In the menu and in both lists of games: one key shows page after page, another leads back."""
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path / "home"))
    file = tmp_path / "box.yaml"
    file.write_text(
        broken("rows: 5 => rows: ten", "actions: 2 => action: 2", "letter: G => letter: GG"),
        "utf-8",
    )
    pygame.display.init()
    pygame.display.set_mode(size)
    app = App(SCREENS, language, animated=False)
    app.go_to(ScreenRequest(name, fresh=True))
    screen = app.top
    assert screen is not None
    app.handle(pygame.event.Event(pygame.DROPFILE, file=str(file)))
    _, shown = watch_texts(monkeypatch)
    app.draw()
    pager = screen.diagnostics.pager
    for _ in range(pager.count - 1):
        app.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_PAGEDOWN, mod=0, unicode=""))
        app.draw()
    assert pager.count > 1
    assert pager.at == pager.count - 1
    for code in ("[E302]", "[E303]", "[E320]"):
        assert any(code in text for text in shown)
    app.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_PAGEUP, mod=0, unicode=""))
    assert pager.at == pager.count - 2
    pygame.display.quit()


def test_a_short_text_covers_no_more_of_a_screen_than_it_needs() -> None:
    style, area = theme.Theme(), pygame.Rect(0, 0, 800, 600)

    def covered(text: str) -> int:
        surface = pygame.Surface(area.size)
        fault_text.DiagnosticPages().draw_over(surface, style, area, text)
        untouched = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255))
        return area.w * area.h - untouched.count()

    assert covered("Wrong.") < covered("\n".join(["Wrong."] * 4))
