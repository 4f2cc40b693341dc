"""Whole games in real browsers, and what may happen to a page while one is played."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from browsers import SEEN, Player, Serving, agree, needs_chromium
from firefox import firefox, needs_firefox

pytestmark = [pytest.mark.slow, needs_chromium, pytest.mark.xdist_group("browser")]

Open = Callable[..., Player]

CARD_ABOVE = """other => {
    const [card, below] = ['.card', other].map(each => document.querySelector(each));
    return card.getBoundingClientRect().y < below.getBoundingClientRect().y;
}"""


@pytest.fixture(autouse=True)
def rested(server: Serving) -> None:
    """A server makes thirty matches at once for one address, and here are more tests."""
    server.rest()


@pytest.mark.parametrize(
    "name",
    [
        "lionheart/level1", "lionheart/level2", "halberd/default", "xiangqi/terrains",
        "skirmish/ford", "battle/conquest", "hill/variants/nerves", "battle/variants/frontier",
        "reversi/standard", "gomoku/standard", "morris/nine", "bagh_chal/standard",
    ],
)  # fmt: skip
def test_two_browsers_play_a_whole_game(server: Serving, player: Open, name: str) -> None:
    first, second = (player() for _ in range(2))
    for link, each in zip(server.match(name), (first, second), strict=True):
        each.page.goto(link)
    for each in (first, second):
        each.await_board()
    first.begin_playing(60, 1)
    second.begin_playing(50, 2)
    over = first.end_playing()["over"]
    assert over is not None
    assert second.end_playing()["over"]["winner"] == over["winner"]
    agree([first, second])


@needs_firefox
def test_firefox_plays_a_whole_game_against_chromium(
    server: Serving, player: Open, tmp_path: Path
) -> None:
    links = server.match("lionheart/level1")
    with firefox(tmp_path) as other:
        first, second = player(), other()
        for link, each in zip(links, (first, second), strict=True):
            each.page.goto(link)
        for each in (first, second):
            each.await_board()
        first.begin_playing(30, 1)
        second.begin_playing(20, 2)
        assert first.end_playing()["over"] is not None
        second.end_playing()
        agree([first, second])


def test_a_pawn_is_promoted_and_a_king_castles(server: Serving, player: Open) -> None:
    white, black = (player() for _ in range(2))
    for link, each in zip(server.match("chess/standard"), (white, black), strict=True):
        each.open(link)
    moves = "a2-a4 b7-b5 a4xb5 a7-a6 b5xa6 b8-c6 a6-a7 a8-b8 g1-f3 b8-b6 g2-g3 b6-b4 f1-g2 b4-d4"
    for at, move in enumerate(moves.split()):
        [white, black][at % 2].type(move)
        [black, white][at % 2].until(f"game => game.view.log.length === {at + 1}")
    names = white.view["cell_names"]
    white.click(names.index("e1"))
    white.click(names.index("g1"))
    black.until("game => game.view.log.length === 15")
    stands = {names[unit["cell"]]: unit["type"] for unit in white.view["units"]}
    assert (stands["g1"], stands["f1"]) == ("king", "rook")
    black.type("d4-d5")
    white.until("game => game.view.log.length === 16")
    white.click(names.index("a7"))
    white.click(names.index("a8"))
    assert white.view["prompt"]["kind"] == "choice"
    white.page.click(".options button >> nth=0")
    black.until("game => game.view.log.length >= 17")
    stands = {names[unit["cell"]]: unit["type"] for unit in black.view["units"]}
    assert stands["a8"] == "queen"
    agree([white, black])


def test_a_game_is_played_by_touch_on_a_phone(server: Serving, player: Open) -> None:
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    first, second = (player(**phone) for _ in range(2))
    for link, each in zip(server.match("breakthrough/standard"), (first, second), strict=True):
        each.open(link)
    wide = first.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    assert "Tap" in first.view["hint"]
    assert "finger" in first.page.inner_text(".card")
    first.ask("game => game.act('help')")
    first.page.wait_for_selector("dialog")
    assert not re.search(r"F1|Ctrl|Esc|Enter|click", first.page.inner_text("dialog"))
    first.page.tap("dialog .close")
    taps = 0
    while first.view["over"] is None and taps < 60:
        each = first if first.view["sides"][0]["to_act"] else second
        other = second if each is first else first
        view = each.view
        able = [unit for unit in view["units"] if unit["can_act"]]
        side = view["seats"][0]
        able.sort(key=lambda unit: unit["cell"], reverse=side == 0)  # the one that is far ahead
        _tap(each, able[0]["cell"])
        goals = [mark["cell"] for mark in each.view["marks"] if mark["kind"] in ("reach", "target")]
        _tap(each, max(goals) if side == 0 else min(goals))
        if each.view["prompt"]:
            each.page.tap('.answers [data-action="confirm"]')
            each.settle()
        count = len(each.view["log"])
        other.until(f"game => game.view.log.length === {count}")
        taps += 1
        if taps == 2:
            first.press("hint")
            first.until("game => game.view.hints.length > 0")
            assert first.page.evaluate(CARD_ABOVE, ".panels > .log")
    assert first.view["over"]["winner"] == second.view["over"]["winner"]
    assert first.page.locator("dialog.end").is_visible()
    agree([first, second])


def test_a_hint_on_a_phone_is_read_above_dice_and_log_lines_are_for_fingers(
    server: Serving, player: Open
) -> None:
    phone = player(width=390, height=844, has_touch=True, is_mobile=True)
    links = server.match("lionheart/level1")
    phone.open(links[0])
    phone.open(links[phone.view["sides"][1]["to_act"]])
    assert phone.page.locator(".dice-box").is_visible()
    phone.press("hint")
    phone.until("game => game.view.hints.length > 0")
    assert phone.page.evaluate(CARD_ABOVE, ".dice-box")
    phone.page.set_viewport_size({"width": 844, "height": 390})
    assert phone.page.evaluate(CARD_ABOVE, ".dice-box")
    card = phone.page.locator(".card")
    assert card.evaluate("card => card.scrollHeight <= card.clientHeight + 1")  # all of it is seen
    line = phone.page.locator(".panels .log .plain").first.bounding_box()
    assert line is not None
    assert line["height"] >= 40


def test_a_low_window_shows_a_card_and_all_buttons(server: Serving, player: Open) -> None:
    links = server.match("lionheart/level1", names=["Anna", "Bob"])
    low = player(width=1280, height=713)
    low.open(links[0])
    low.open(links[low.view["sides"][1]["to_act"]])
    assert low.page.locator(".dice-box").is_visible()
    low.click(next(unit["cell"] for unit in low.view["units"] if unit["can_act"]))
    low.until("game => game.seat.view.selected !== null")
    low.wait(SEEN, ".panels .log li:last-child")
    assert low.page.evaluate(SEEN, ".card dt:nth-of-type(4)")
    for asked in ("resign", "hint"):
        low.ask("(game, asked) => game.act(asked)", asked)
        low.settle()
        assert low.page.evaluate(SEEN, '[data-action="end_turn"]')


def test_before_any_dice_the_card_has_their_room(server: Serving, player: Open) -> None:
    gold = player().open(server.match("lionheart/level1", options={"first_player": "gold"})[0])
    assert not gold.page.locator(".dice-box").is_visible()


def test_a_wide_board_fills_a_phone_and_goes_where_something_moved(
    server: Serving, player: Open
) -> None:
    phones = [player(width=390, height=844, has_touch=True, is_mobile=True) for _ in range(2)]
    links = server.match("halberd/default")
    white, black = (each.open(link) for each, link in zip(phones, links, strict=True))
    for side, each in enumerate((white, black)):
        own = next(unit for unit in each.view["units"] if unit["side"] == side)
        assert _seen(each, own["cell"])
    _tap(white, next(unit["cell"] for unit in white.view["units"] if unit["can_act"]))
    goal = next(mark["cell"] for mark in white.view["marks"] if mark["kind"] == "reach")
    assert not _seen(black, goal)
    _tap(white, goal)
    black.until("game => game.view.last.length > 0 && game.seat.settled")
    assert _seen(black, goal)


def _seen(phone: Player, cell: int) -> bool:
    """Return whether a cell is in sight on 390 pixels, and large enough for a finger."""
    box = phone.page.locator(f"#cell-{cell}").bounding_box()
    assert box is not None
    assert box["width"] > 30
    return bool(box["x"] >= 0 and box["x"] + box["width"] <= 390)


def _tap(each: Player, cell: int) -> None:
    each.page.tap(f"#cell-{cell}")
    each.settle()


def _resign(each: Player) -> None:
    for action in ("resign", "resign_confirm"):
        each.ask("(game, action) => game.act(action)", action)
        each.settle()


def test_a_reload_in_the_middle_of_a_turn_changes_nothing(server: Serving, player: Open) -> None:
    first, _ = server.match("battle/default")
    mine = player().open(first)
    unit = next(unit for unit in mine.view["units"] if unit["can_act"])
    mine.click(unit["cell"])
    goal = next(mark["cell"] for mark in mine.view["marks"] if mark["kind"] == "reach")
    mine.click(goal)
    before = mine.view["units"]
    mine.page.reload()
    mine.await_board()
    assert mine.view["units"] == before
    assert mine.view["sides"][0]["to_act"]
    agree([mine])


def test_a_lost_connection_mends_itself(server: Serving, player: Open) -> None:
    first, _ = server.match("breakthrough/standard")
    mine = player().open(first)
    mine.ask("game => { game.seat.socket.close(); }")
    mine.until("game => game.seat.state === 'lost'")
    assert mine.page.locator(".trouble").is_visible()
    mine.settle()
    assert mine.page.locator(".trouble").is_hidden()
    mine.ask("game => { game.do({click: 8}); game.seat.socket.close(); }")
    mine.until("game => game.seat.state === 'lost'")
    mine.settle()
    assert "may not have arrived" in mine.page.locator(".message").inner_text()
    mine.type("a2-a3")
    assert len(mine.view["log"]) == 1


def test_a_server_that_does_not_answer_is_said_and_no_move_is_lost(
    server: Serving, player: Open
) -> None:
    mine, other = (player().open(link) for link in server.match("breakthrough/standard"))
    with server.frozen():
        mine.ask("game => game.do({type: 'a2-a3'})")
        other.ask("() => document.dispatchEvent(new Event('visibilitychange'))")  # looked at again
        for each in (mine, other):
            each.until("game => game.seat.reason === 'slow'")
            assert each.page.locator(".trouble").is_visible()
    for each in (mine, other):
        each.until("game => game.view.log.length === 1")
        assert each.page.locator(".trouble").is_hidden()
    other.type("a7-a6")
    mine.until("game => game.view.log.length === 2")


def test_a_tap_without_a_network_is_answered(server: Serving, player: Open) -> None:
    mine = player().open(server.match("breakthrough/standard")[0])
    said = mine.ask("""game => {
        dispatchEvent(new Event('offline'));
        game.do({click: 8});
        return ['.trouble', '#live'].map(each => document.querySelector(each).innerText.trim());
    }""")
    lost = "The connection is lost. Wargrid keeps trying; no move is lost."
    assert said == [lost] * 2
    assert lost not in mine.page.locator(".message").inner_text()  # it is said once
    mine.settle()
    assert mine.page.locator(".trouble").is_hidden()
    assert "connection is lost" not in mine.page.locator(".message").inner_text()
    mine.type("a2-a3")
    assert len(mine.view["log"]) == 1


def test_a_game_with_a_rematch_stays_to_be_seen(server: Serving, player: Open) -> None:
    links = server.match("breakthrough/standard")
    mine, other = (player().open(link) for link in links)
    _resign(mine)
    for each in (mine, other):
        each.press("rematch")
    for each, link in zip((mine, other), links, strict=True):
        each.until(f"game => !location.href.startsWith('{link[:-23]}') && game.view")
        assert each.view["over"] is None
    fresh = mine.page.url
    mine.open(links[0])
    assert mine.view["over"] is not None
    mine.press("rematch")
    assert mine.page.url == fresh
    mine.ask("game => game.act('settings')")
    mine.page.go_back()
    mine.await_board()
    assert (mine.page.url, mine.view["over"]) != (fresh, None)
    assert mine.page.locator("dialog").count() == 0


def test_the_result_says_that_the_other_player_wants_a_rematch(
    server: Serving, player: Open
) -> None:
    """Also where it hides the rest of the page."""
    mine, other = (player().open(link) for link in server.match("breakthrough/standard"))
    _resign(mine)
    other.page.locator("dialog.end").wait_for()
    mine.press("rematch")
    other.until("game => game.view.offer")
    assert other.view["offer"]["text"] in other.page.locator("dialog.end").inner_text()


def test_the_result_leaves_alone_a_tap_that_was_meant_for_the_board(
    server: Serving, player: Open
) -> None:
    mine = player(reduced_motion="reduce").open(server.match("breakthrough/standard")[0])
    _resign(mine)
    hit = """game => {
        game.act('result');
        const {x, y} = document.querySelector('dialog [data-action="rematch"]')
          .getBoundingClientRect();
        return Boolean(document.elementFromPoint(x + 9, y + 9)?.closest('dialog'));
    }"""
    assert not mine.ask(hit)
    mine.press("rematch")
    assert mine.view["offer"]["mine"]


def test_a_dialog_closes_by_a_click_beside_it_and_not_on_its_edge(
    server: Serving, player: Open
) -> None:
    mine = player().open(server.match("breakthrough/standard")[0])
    mine.ask("game => game.act('menu')")
    dialog = mine.page.locator("dialog")
    box = dialog.bounding_box()
    assert box is not None
    mine.page.mouse.click(box["x"] + 4, box["y"] + box["height"] / 2)
    assert dialog.is_visible()
    mine.page.mouse.click(box["x"] - 9, box["y"] + box["height"] / 2)
    assert not dialog.is_visible()


def test_an_army_is_ready_by_a_button_in_sight_and_the_board_is_seen_then(
    server: Serving, player: Open
) -> None:
    phone = player(width=390, height=844, has_touch=True, is_mobile=True)
    phone.open(server.match("lionheart/level2", seats=["me", "1"])[0])
    phone.page.tap('[data-action^="army:"] >> nth=0')
    phone.settle()
    for action in ("ready", "confirm"):
        assert phone.page.evaluate(SEEN, f'[data-action="{action}"]')
        phone.page.tap(f'[data-action="{action}"]')
        phone.settle()
    phone.until("game => !game.command('ready')")
    assert phone.page.evaluate("scrollY") == 0


def test_a_letter_is_a_command_or_begins_a_move_when_a_digit_follows(
    server: Serving, player: Open
) -> None:
    mine = player().open(server.match("breakthrough/standard")[0])
    assert next(each["key"] for each in mine.view["commands"] if each["name"] == "hint") == "h"
    mine.page.keyboard.press("h")
    mine.until("game => game.view.hints.length > 0")
    mine.page.keyboard.type("h2-h3\n")
    mine.until("game => game.view.log.length === 1")
    assert mine.errors == []


def test_the_keys_of_the_browser_are_left_to_it(server: Serving, player: Open) -> None:
    """Ctrl+R loads a page again and Ctrl+D keeps it: neither resigns nor offers, nor is printed."""
    mine = player().open(server.match("chess/standard", seats=["me", "me"])[0])
    own = [each["key"] for each in mine.view["commands"] if each["key"].startswith("ctrl+")]
    assert own
    keys = [*own, *(key.replace("ctrl", "meta") for key in own), "ctrl+z", "ctrl+0", "ctrl++"]
    taken = mine.ask(
        """(game, keys) => keys.filter(each => !dispatchEvent(new KeyboardEvent('keydown', {
            key: each.slice(5), cancelable: true, bubbles: true,
            ctrlKey: each.startsWith('ctrl'), metaKey: each.startsWith('meta')})))""",
        keys,
    )
    assert (taken, mine.view.get("prompt")) == ([], None)
    for action in ("help", "menu"):
        mine.page.locator(f".buttons [data-action={action}]").click()
        shown = mine.page.locator("dialog")
        assert "Ctrl" not in shown.inner_text()
        if action == "menu":
            shown.locator("[data-action=resign]").click()
        else:
            mine.page.keyboard.press("Escape")
    mine.until("game => game.view.prompt?.kind === 'resign'")


def test_a_digit_long_after_e_begins_a_move_and_ends_no_turn(server: Serving, player: Open) -> None:
    mine = player().open(server.match("battle/default")[0])
    mine.page.keyboard.press("e")
    mine.until("game => game.view.prompt?.kind === 'end_turn'")
    mine.page.keyboard.press("4")
    mine.until("game => !game.view.prompt")
    assert mine.page.input_value("input.line") == "e4"
    assert mine.view["sides"][0]["to_act"]
    mine.page.keyboard.press("Escape")
    mine.settle()
    assert mine.page.locator("input.line").count() == 0
    assert mine.view["sides"][0]["to_act"]


def test_a_long_log_shows_its_latest_lines_and_others_when_scrolled(
    server: Serving, player: Open
) -> None:
    mine = player().open(server.match("breakthrough/standard")[0])
    mine.type("a2-a3")
    log = mine.page.locator(".panels .log")
    show = """(game, count) => { const line = game.view.log[0];
        game.seat.view = {...game.view, log: Array.from({length: count}, (_, at) => (
            {...line, number: '', text: `line ${at}`}))}; game.show(); }"""

    def shown() -> tuple[str | None, str | None]:
        lines = log.locator("li")
        return lines.first.text_content(), lines.last.text_content()

    mine.ask(show, 250)
    assert shown() == ("line 150", "line 249")
    log.evaluate("log => { log.scrollTop = 0; }")
    mine.wait("() => document.querySelector('.panels .log li').textContent === 'line 50'")
    assert shown()[1] == "line 249"
    mine.ask(show, 20)  # after many moves were taken back
    assert shown() == ("line 0", "line 19")


def test_step_by_step_log_and_board_show_the_same_action(server: Serving, player: Open) -> None:
    mine = player(moves=True)
    mine.page.add_init_script("""localStorage['wargrid.settings'] = '{"speed": "steps"}'""")
    mine.open(server.match("battle/default", seats=["me", "1"])[0])
    mine.ask("game => game.do({press: 'end_turn'})")
    mine.until("game => game.view.prompt || game.view.sides[1].to_act")
    mine.ask("game => game.view.prompt && game.do({press: 'confirm'})")
    for _ in range(2):
        mine.until("game => game.note && game.motion.playing")
        lines = mine.page.locator(".panels .log li").count()
        assert lines == len(mine.view["log"])
        mine.page.keyboard.press("Space")
        mine.until(f"game => game.view.log.length > {lines}")


def test_a_second_tab_shows_the_same(server: Serving, player: Open) -> None:
    first, _ = server.match("breakthrough/standard")
    mine, also = player().open(first), player().open(first)
    mine.type("a2-a3")
    also.until("game => game.view.log.length === 1")
    assert mine.view["units"] == also.view["units"]


def test_a_killed_server_loses_no_move(tmp_path: Path, player: Open) -> None:
    server = Serving(tmp_path)
    links = server.match("breakthrough/standard")
    mine, other = (player().open(link) for link in links)
    mine.type("a2-a3")
    with server.away():
        for each in (mine, other):
            each.until("game => game.seat.state === 'lost'")
            assert each.page.locator(".trouble").is_visible()
    try:
        for each in (mine, other):  # the other may hear of the move only now
            each.until("game => game.seat.state !== 'lost' && game.view.log.length === 1")
        other.type("a7-a6")
        mine.until("game => game.view.log.length === 2")
        last = mine.page.locator('.layer-below use[href$="mark.last"]')
        assert last.count() == 2  # what lies on the board is sent again
    finally:
        server.kill()


def test_a_reaction_is_answered_after_the_server_was_killed(tmp_path: Path, player: Open) -> None:
    """The question stays with the side that may fire, and the other page shows who is asked."""
    server = Serving(tmp_path)
    green, ochre = (player().open(link) for link in server.match("patrol/mill"))
    for at, (each, move) in enumerate([(green, "c2-c4"), (green, "c4!watch"), (ochre, "d9-d6")]):
        each.until(f"game => game.view.sides[{int(each is ochre)}].to_act")
        each.type(move)
        ochre.until(f"game => game.view.log.length > {at}")
    green.until("game => game.view.prompt")
    with server.away():
        for each in (green, ochre):
            each.until("game => game.seat.state === 'lost'")
    try:
        for each in (green, ochre):
            each.until("game => game.seat.state !== 'lost' && game.seat.settled")
        assert [text for _, text in green.view["prompt"]["options"]][-1] == "No"
        assert ochre.view.get("prompt") is None
        green.page.click(".options button >> nth=0")
        green.until("game => game.view.prompt.kind === 'attack'")
        green.press("confirm")
        for each in (green, ochre):
            each.until("game => game.view.dice && !game.view.prompt")
        assert ochre.view["sides"][1]["to_act"]
    finally:
        server.kill()


def test_a_page_older_than_its_server_loads_itself_again(server: Serving, player: Open) -> None:
    first, _ = server.match("breakthrough/standard")
    mine, old, served = player(), "0" * 16, []

    def older(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined]
        text = answer.text()
        if not served:
            served.append(re.findall(r"/static/(\w{16})/", text)[0])
            text = text.replace(served[0], old)
        route.fulfill(response=answer, body=text)  # type: ignore[attr-defined]

    def kept(route: object) -> None:
        url = route.request.url.replace(old, served[0])  # type: ignore[attr-defined]
        route.fulfill(response=route.fetch(url=url))  # type: ignore[attr-defined]

    mine.page.route("**/m/*", older)
    mine.page.route(f"**/static/{old}/**", kept)
    mine.page.goto(first)
    mine.wait("wanted => document.querySelector('script[src]').src.includes(wanted)", served[0])
    mine.await_board()
    assert mine.errors == []


def test_what_players_type_is_shown_as_text_and_nothing_is_left_behind(
    server: Serving, player: Open
) -> None:
    hostile = "<img src=x onerror=alert(1)>\u202e"
    links = server.match("breakthrough/standard", names=[hostile, ""])
    other = player().open(links[1])
    assert other.page.locator(".sides").inner_text().count("<img src=x") == 1
    assert other.page.locator(".sides img").count() == 0
    assert other.page.context.cookies() == []
    assert other.errors == []


@pytest.mark.parametrize("link", ["/m/none#secret", "/m/{match}#wrong"])
def test_a_wrong_link_says_so_and_leads_back(server: Serving, player: Open, link: str) -> None:
    match = server.match("breakthrough/standard")[0].partition("/m/")[2].partition("#")[0]
    lost = player(locale="fr")
    lost.page.goto(server.address + link.format(match=match))
    lost.wait("() => document.querySelector('[role=alert] + p a') !== null")
    assert "lien" in lost.page.locator("[role=alert]").inner_text()
    lost.page.click("[role=alert] + p a")
    lost.wait("() => location.pathname === '/'")
