"""Two players in real browsers talk, and one of them learns the game while the seat waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from browsers import Player, Serving, browsing, needs_chromium

pytestmark = [pytest.mark.slow, needs_chromium, pytest.mark.xdist_group("browser")]

Open = Callable[..., Player]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(tmp_path_factory.mktemp("server"))
    yield serving
    serving.kill()


@pytest.fixture(scope="module")
def player() -> Iterator[Open]:
    with browsing() as opened:
        yield opened


def lines(player: Player) -> list[str]:
    return [line.inner_text() for line in player.page.locator(".said li").all()]


def test_players_talk_in_words_of_their_languages_until_one_wants_no_more(
    server: Serving, player: Open
) -> None:
    links = server.match("breakthrough/standard", names=["Ann", "Bob"])
    ann, bob = player().open(links[0]), player(390, 844, locale="fr-FR").open(links[1])
    ann.page.click(".talk summary")
    ann.page.fill(".talk input", "<img src=x onerror=alert(1)>")
    ann.page.keyboard.press("Enter")
    ann.page.click('[data-word="good_luck"]')
    bob.wait("() => document.querySelectorAll('.said li').length === 2")
    assert bob.page.locator(".talk.new").count() == 1
    bob.page.click(".talk summary")
    assert bob.page.locator(".talk.new").count() == 0
    assert lines(bob) == ["Ann: <img src=x onerror=alert(1)>", "Ann: Bonne chance, et bon jeu."]
    ann.page.keyboard.press("Escape")
    bob.page.click(".talk > .plain-link")
    ann.until("game => game.people.form.hidden")
    assert "Bob" in ann.page.inner_text(".talk .muted")
    assert ann.page.locator(".talk > .plain-link").is_hidden()
    bob.page.click(".talk > .plain-link")
    ann.until("game => !game.people.form.hidden")
    assert ann.errors == bob.errors == []


def test_a_newcomer_learns_the_game_while_the_seat_waits(server: Serving, player: Open) -> None:
    clock = "0:10:00 + 0:00:05 a turn"
    links = server.match("lionheart/level1", names=["Ann", "Bob"], clock=clock)
    ann, bob = player().open(links[0]), player(390, 844, has_touch=True).open(links[1])
    bob.page.tap('[data-action="learn"]')
    bob.wait("() => document.querySelector('main').game?.view?.guide")
    ann.until("game => document.querySelector('.sides').innerText.includes('learns the game')")
    assert ann.ask("game => game.view.clocks.some(clock => clock.runs)") is False
    bob.page.reload()
    bob.await_board()
    bob.page.tap('[data-action="back"]')
    bob.until("game => !game.view.guide && game.view.seats[0] === 1")
    ann.until("game => !document.querySelector('.sides').innerText.includes('learns')")
    ann.until("game => game.view.clocks.some(clock => clock.runs)")
    assert bob.page.locator('[data-action="learn"]').count() == 0
    assert ann.errors == bob.errors == []
