"""Keys by their places on other keyboards, and where things are on the screen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from browsers import Player, Serving, needs_chromium

pytestmark = [pytest.mark.slow, needs_chromium, pytest.mark.xdist_group("browser")]

Open = Callable[..., Player]


KEYBOARDS = {
    "Russian": {"h": "р", "t": "е", "d": "в"}, "Greek": {"h": "η", "t": "τ", "d": "δ"},
    "Hebrew": {"h": "י", "t": "א", "d": "ג"},
}  # fmt: skip
PRESS = """(game, [key, code, shiftKey = false]) => document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', {key, code, shiftKey, bubbles: true, cancelable: true}))"""


@pytest.mark.parametrize("letters", KEYBOARDS.values(), ids=KEYBOARDS)
def test_letters_of_other_alphabets_are_keys_by_their_places(
    server: Serving, player: Open, letters: dict[str, str]
) -> None:
    mine = player().open(server.match("chess/standard")[0])
    mine.ask(PRESS, [letters["t"], "KeyT"])
    mine.until("game => game.command('threats').chosen")
    mine.ask(PRESS, [letters["h"], "KeyH"])
    mine.until("game => game.view.hints.length > 0")
    mine.ask(PRESS, [letters["d"], "KeyD"])
    assert mine.page.input_value("input.line") == "d"
    mine.page.keyboard.type("2-")
    mine.ask(PRESS, [letters["d"], "KeyD"])
    mine.page.keyboard.type("4\n")
    mine.until("game => game.view.log.length === 1")
    assert mine.errors == []


def test_the_upper_row_of_a_french_keyboard_chooses_without_shift(
    server: Serving, player: Open
) -> None:
    mine = player().open(
        server.match("lionheart/level1", seats=["me", "me"], by_hand=True, options={})[0]
    )
    mine.until("game => game.view.prompt?.kind === 'dice'")
    faces = [face for face, _ in mine.view["prompt"]["faces"]]
    for key, code in (("&", "Digit1"), ("é", "Digit2"), ('"', "Digit3")):
        mine.ask(PRESS, [key, code])
        mine.settle()
    mine.ask(PRESS, ["1", "Digit1", True])
    mine.until("game => game.view.prompt?.picked?.length === 4 || game.view.log.length > 0")
    picked = mine.view["prompt"]["picked"] if mine.view["prompt"] else []
    assert list(picked) in ([*faces[:3], faces[0]], [])
    letter = player().open(server.match("chess/standard")[0])
    letter.ask(PRESS, ["a", "KeyQ"])  # a Latin letter is the one that the key bears
    assert letter.page.input_value("input.line") == "a"


def test_buttons_that_zoom_lie_beside_the_board(server: Serving, player: Open) -> None:
    for name, width, height in (("lionheart/level1", 1280, 800), ("halberd/default", 1280, 800),
                                ("chess/standard", 1024, 700)):  # fmt: skip
        mine = player(width=width, height=height).open(server.match(name)[0])
        covered = mine.page.evaluate("""() => {
            const zoom = document.querySelector('.zoom').getBoundingClientRect();
            return [...document.querySelectorAll('.layer-cells path')].filter(each => {
                const box = each.getBoundingClientRect();
                return box.right > zoom.left && box.left < zoom.right
                    && box.bottom > zoom.top && box.top < zoom.bottom;
            }).length;
        }""")
        assert covered == 0, name


BOARD_TOP = "() => document.querySelector('.board').getBoundingClientRect().top"


def test_the_board_stays_where_it_is_when_a_headline_is_long(server: Serving, player: Open) -> None:
    phone = player(width=390, height=844, has_touch=True, is_mobile=True)
    phone.open(server.match("lionheart/level1")[0])
    before = phone.page.evaluate(BOARD_TOP)
    for words in (1, 9, 40):
        phone.ask(
            "(game, headline) => { game.seat.view = {...game.view, headline}; game.show(); }",
            "Turn 12 " * words,
        )
        assert phone.page.evaluate(BOARD_TOP) == before


def test_no_command_is_lit_while_the_connection_is_lost(server: Serving, player: Open) -> None:
    mine = player().open(server.match("lionheart/level1", options={"first_player": "gold"})[0])
    lit = "() => [...document.querySelectorAll('.buttons button:not([aria-disabled])')]" \
        ".map(each => each.dataset.action)"  # fmt: skip
    assert "end_turn" in mine.page.evaluate(lit)
    mine.ask("() => { dispatchEvent(new Event('offline')); }")
    assert mine.page.evaluate(lit) == ["help", "rules", "menu"]
    mine.settle()
    mine.wait("() => !document.querySelector('[data-action=end_turn]').ariaDisabled")


def test_the_latest_line_of_the_log_is_in_sight_on_a_phone(server: Serving, player: Open) -> None:
    phone, other = player(width=390, height=844, has_touch=True, is_mobile=True), player()
    links = server.match(
        "lionheart/level1", options={"first_player": "gold"}, names=["Anna", "Bob"]
    )
    other.open(links[0])
    phone.open(links[1])
    for move in ("c2-c3", "d2-d3"):
        other.type(move)
    phone.until("game => game.view.sides[1].to_act")
    assert phone.page.evaluate("""() => {
        const line = document.querySelector('.panels .log li:last-child').getBoundingClientRect();
        return line.bottom <= document.querySelector('.buttons').getBoundingClientRect().top + 1;
    }""")


@pytest.mark.parametrize(("width", "height"), [(640, 400), (400, 420), (320, 640)])
def test_a_page_that_is_enlarged_follows_the_cursor_of_the_keyboard(
    server: Serving, player: Open, width: int, height: int
) -> None:
    mine = player(width=width, height=height).open(server.match("lionheart/level1")[0])
    mine.page.focus(".board")
    for key in ("ArrowDown",) * 10 + ("ArrowUp",) * 10 + ("ArrowRight",) * 9:
        mine.page.keyboard.press(key)
        mine.settle()
        assert mine.ask("""game => {
            const box = document.getElementById(`cell-${game.view.cursor}`).getBoundingClientRect();
            const bar = document.querySelector('.buttons').getBoundingClientRect();
            const beside = bar.left >= box.right || bar.right <= box.left;
            return box.top >= 0 && box.bottom <= innerHeight && (beside || box.bottom <= bar.top);
        }"""), (key, mine.view["cursor"])
