"""The first screens of the page in real browsers: a newcomer's way in, invitations, and trouble."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from browsers import SEEN, Player, Serving, needs_chromium
from matches import play_at_random
from support import loaded
from wargrid.core.dice import seeded
from wargrid.match import Match, header_for
from wargrid_remote import replay_html

pytestmark = [pytest.mark.slow, needs_chromium, pytest.mark.xdist_group("browser")]

Open = Callable[..., Player]

BLOCKED = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('blocked'); }})"

FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"

TURN_BUTTON = """at => {
    const use = document.querySelectorAll('.layer-turns .turn')[at].querySelector('use');
    const [x, y] = ['x', 'y'].map(name => Number(use.getAttribute(name)));
    const place = new DOMPoint(x + 50, y + 8).matrixTransform(use.getScreenCTM());
    return [place.x, place.y];
}"""
"""Where the middle of a turn button is: at the edge of the unit's square, before it is turned."""

STANDS = """() => {
    const [board, told, bar] = ['.board', '.message', '.buttons']
        .map(name => document.querySelector(name).getBoundingClientRect());
    return `${Math.round(board.top + scrollY)} ${told.bottom > bar.top ? 'covered' : ''}`;
}"""
"""Where the board stands on the page, and whether buttons cover what the page says below it."""


def text(player: Player) -> str:
    return str(player.page.locator("main").inner_text())


def test_a_newcomer_is_led_through_a_first_game_on_a_phone(server: Serving, player: Open) -> None:
    phone = player(width=390, height=844, has_touch=True, is_mobile=True)
    phone.page.goto(server.address)
    phone.page.tap(".first .primary")
    phone.await_board()
    steps, stood = 0, set[str]()
    while (guide := phone.view["guide"]) is not None and steps < 40:
        steps += 1
        stood.add(str(phone.page.evaluate(STANDS)))
        if guide.get("waits"):
            phone.page.tap(".guide .primary")
        else:
            follow(phone, guide["points"])
        phone.settle()
    assert phone.view["guide"] is None
    assert steps > 5
    assert len(stood) == 1  # so that cells stay under the finger, whatever the guide says
    assert "covered" not in stood.pop()
    lesson = phone.page.url
    phone.page.wait_for_selector("dialog.end .primary[data-action=play]")
    phone.page.wait_for_selector("dialog.end [data-action=learn]")
    phone.page.tap("dialog.end .primary[data-action=play]")
    phone.page.wait_for_url(lambda url: url != lesson)
    phone.await_board()
    assert phone.view["guide"] is None
    assert len(phone.view["computers"]) == 1
    phone.page.goto(f"{server.address}/learn")
    ticked = phone.page.locator("h2", has_text="✓")
    ticked.wait_for()
    assert ticked.count() == 1
    assert phone.errors == []


def test_a_friend_is_invited_in_one_step_after_a_game(server: Serving, player: Open) -> None:
    desk = player()
    desk.page.goto(server.address)
    desk.page.click(".first button:nth-of-type(2)")
    desk.await_board()
    desk.page.evaluate("document.querySelector('main').game.do({press: 'resign'})")
    desk.page.evaluate("document.querySelector('main').game.do({press: 'confirm'})")
    desk.page.click("dialog.end [data-action=players]")
    desk.page.wait_for_url("**/links/*")
    assert "/m/" in desk.page.locator("input[readonly]").first.input_value()
    assert desk.errors == []


def test_a_phone_held_sideways_shows_the_answers_below_all_odds(
    server: Serving, player: Open
) -> None:
    phone = player(width=844, height=390, has_touch=True, is_mobile=True)
    phone.page.goto(server.address)
    phone.page.tap(".first .primary")
    phone.await_board()
    while phone.view["prompt"] is None:
        guide = phone.view["guide"]
        if guide.get("waits"):
            phone.page.tap(".guide .primary")
            phone.settle()
        else:
            follow(phone, guide["points"], confirms=False)
    phone.page.tap('.answers [data-action="odds"]')
    for action in ("confirm", "cancel"):
        assert phone.page.evaluate(SEEN, f'[data-action="{action}"]')


def follow(phone: Player, points: list[int], *, confirms: bool = True) -> None:
    """Do what a step asks for by touching what it points at, then the marks and the answer."""
    before = phone.view["guide"]["say"]
    for cell in points:
        x, y = phone.ask(
            "(game, cell) => { const path = document.getElementById(`cell-${cell}`);"
            "path.scrollIntoView({block: 'center'}); const box = path.getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]; }", cell,
        )  # fmt: skip
        phone.page.touchscreen.tap(x, y)
        phone.settle()
    if (phone.view["guide"] or {}).get("say") == before and phone.view["prompt"] is not None:
        if not confirms:
            return
        phone.page.tap('[data-action="confirm"]:visible')
        phone.settle()
    for turn in range(phone.page.locator(".layer-turns .turn").count()):
        if (phone.view["guide"] or {}).get("say") != before:
            break
        x, y = phone.page.evaluate(TURN_BUTTON, turn)
        phone.page.touchscreen.tap(x, y)  # a wrong one is refused
        phone.settle()


def test_a_friend_is_invited_by_a_link_and_it_is_my_turn(server: Serving, player: Open) -> None:
    mine, friend = player(), player(locale="fr-FR")
    mine.page.goto(f"{server.address}/new/chess/standard")
    mine.page.fill("[name=name]", "<i>Ann")
    mine.page.select_option("[name=seat1]", "link")
    mine.page.click("form .primary")
    mine.page.wait_for_selector("input[readonly]")
    links = [field.input_value() for field in mine.page.locator("input[readonly]").all()]
    assert len(links) == 2  # a friend's, and that for watchers
    friend.open(links[0])
    assert friend.view["sides"][0]["player"] == "<i>Ann"
    assert friend.view["seats"] == [1]
    friend.page.fill(".guide input", "Béa")
    friend.page.keyboard.press("Enter")
    friend.until("game => game.seat.settled && game.view.sides[1].player === 'Béa'")
    assert friend.page.locator(".guide input").is_hidden()
    assert "Béa · Vous" in friend.page.inner_text(".sides")
    mine.page.click("a.primary")
    mine.await_board()
    assert mine.page.locator(".guide input").is_hidden()
    assert mine.view["sides"][1]["player"] == "Béa"
    unnamed = player().open(server.match("breakthrough/standard")[1])
    assert unnamed.page.locator(".guide input").is_visible()
    threats = mine.page.locator(".buttons [data-action=threats]")
    assert threats.get_attribute("aria-pressed") == "false"
    mine.press("threats")
    assert threats.get_attribute("aria-pressed") == "true"
    mine.page.goto(f"{server.address}/mine")
    mine.page.wait_for_selector(".game-row.yours")
    assert mine.page.title().startswith("(1) ")
    assert mine.errors == friend.errors == []


def test_a_clock_is_typed_as_players_write_it(server: Serving, player: Open) -> None:
    """A wrong one is refused with a sentence, and can be mended; it is offered the next time."""
    mine = player()
    mine.page.goto(f"{server.address}/new/breakthrough/standard")
    line = mine.page.locator("[name='typed clock']")
    assert line.is_hidden()
    mine.page.select_option("[name=clock]", "typed")
    line.fill("7 or 2")
    mine.page.click("form .primary")
    mine.page.wait_for_selector(".bad:has-text('7 or 2')")
    line.fill("7+2")
    mine.page.click("form .primary")
    mine.await_board()
    assert "7:0" in mine.page.inner_text(".sides")
    mine.page.goto(f"{server.address}/new/breakthrough/standard")
    mine.page.wait_for_selector("[name='typed clock']:visible")
    assert line.input_value() == "7+2"


def test_no_field_shows_below_the_button_that_begins(server: Serving, player: Open) -> None:
    page = player(width=1280, height=713).page
    page.goto(f"{server.address}/new/lionheart/level1")
    button = page.locator(".choices > button").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] >= 713 > button["y"] + 30


def test_a_search_shows_the_games_that_it_finds(server: Serving, player: Open) -> None:
    """By a variant's name, too, and in any case; accents do not matter."""
    mine = player(locale="fr-FR")
    mine.page.goto(server.address)
    mine.page.wait_for_selector(".tile")
    tiles = mine.page.locator(".tile h3")
    everything = tiles.count()
    for typed, found in (
        ("DAMES", ["Dames anglaises", "Dames internationales"]),
        ("minishogi", ["Shogi"]),
        ("zzz", []),
    ):
        mine.page.fill("input[type=search]", typed)
        assert tiles.all_inner_texts() == found
    assert "variante" in mine.page.inner_text("[role=status]")
    mine.page.fill("input[type=search]", "")
    assert tiles.count() == everything


def test_an_open_seat_is_taken_by_who_comes_first(server: Serving, player: Open) -> None:
    mine, first, late = player(), player(), player()
    mine.page.goto(f"{server.address}/new/breakthrough/standard")
    mine.page.select_option("[name=seat0]", "open")
    mine.page.click("form .primary")
    mine.page.wait_for_selector("a.primary")
    for each in (first, late):
        each.page.goto(server.address)
        each.page.wait_for_selector(".listed button")
    first.wait("() => document.querySelector('section .tile, section .listed').matches('.listed')")
    first.page.click(".listed button >> nth=0")
    first.await_board()
    assert first.view["seats"] == [0]
    late.page.click(".listed button >> nth=0")
    late.wait("() => document.querySelector('.bad').innerText.includes('Somebody else')")
    told = late.page.locator(".bad").first.bounding_box()
    assert told is not None
    assert 0 <= told["y"] < 768
    first.page.goto(server.address)
    first.page.wait_for_selector(".tile")
    assert first.page.locator(".listed .game-row a").count() == 1  # only one's own


def test_one_plays_a_level_at_once(server: Serving, player: Open) -> None:
    mine = player()
    mine.page.goto(server.address)
    mine.page.select_option(".first select", "1")
    mine.page.click(".first button:not(.primary)")
    mine.await_board()
    assert mine.view["sides"][1]["player"] == "Computer 1"
    assert "enemy King" in mine.page.inner_text(".card")
    mine.page.goto(server.address)
    row = mine.page.locator(".game-row", has_text="Lionheart").first
    assert "against Computer 1 · Turn" in row.inner_text()


@pytest.mark.parametrize(("theme", "width"), [("dark", 390), ("light", 1024)])
def test_no_screen_of_the_lobby_violates_wcag_aa(
    server: Serving, player: Open, theme: str, width: int
) -> None:
    mine = player(width=width, color_scheme=theme, bypass_csp=True)
    found = violations(mine, server.address)  # what a newcomer sees
    reviewed(server, mine)
    found += violations(mine, mine.page.url)
    for path in ("/", "/new/lionheart/level2", "/learn", "/mine", "/offline", "/nothing"):
        found += violations(mine, server.address + path)
        assert mine.page.evaluate("document.documentElement.scrollWidth") <= width, path
    assert found == []


def violations(player: Player, address: str) -> list[tuple[str, str]]:
    """Return what axe finds wrong with a screen when all of it is unfolded."""
    if player.page.url != address:  # else it is drawn a second time, perhaps while axe looks
        player.page.goto(address)
    player.page.wait_for_load_state("networkidle")
    player.page.wait_for_selector("main h1", state="attached")  # not while it still loads
    for summary in player.page.locator("summary").all():
        summary.click()
    report = Axe().run(player.page).response
    return [(address, each["id"]) for each in report["violations"]]


def test_a_window_of_200_pixels_leads_to_a_game(server: Serving, player: Open) -> None:
    tiny = player(width=200, height=400)
    for path in ("/", "/new/battle/conquest", "/mine", "/learn"):
        tiny.page.goto(server.address + path)
        tiny.page.wait_for_load_state("networkidle")
        assert tiny.page.evaluate("document.documentElement.scrollWidth") <= 200, path
    tiny.page.goto(f"{server.address}/new/breakthrough/standard")
    tiny.page.click("form .primary")
    tiny.await_board()


@pytest.mark.parametrize("storage", [BLOCKED, FULL], ids=["blocked", "full"])
def test_without_storage_games_are_played_and_that_is_said(
    server: Serving, player: Open, storage: str
) -> None:
    mine = player()
    mine.page.add_init_script(storage)
    mine.page.goto(f"{server.address}/new/lionheart/level1")
    mine.page.select_option("[name=seat1]", "link")
    mine.page.select_option("[name=dice]", "fair")
    mine.page.click("form .primary")
    mine.page.wait_for_selector("input[readonly]")
    assert "Bookmark" in text(mine)
    friend = player()
    friend.page.goto(mine.page.input_value("input[readonly] >> nth=0"))
    mine.page.click("a.primary")
    mine.await_board()
    mine.until("game => game.view.log.length > 0")  # the dice are dealt
    mine.page.reload()
    mine.await_board()
    mine.page.goto(f"{server.address}/mine")
    mine.wait("() => document.querySelector('.bad') !== null")
    assert "Bookmark" in text(mine)


def test_a_server_that_is_gone_is_said_and_asked_again(tmp_path: Path, player: Open) -> None:
    serving = Serving(tmp_path)
    mine = player(locale="fr-FR")
    mine.page.goto(f"{serving.address}/learn")
    mine.page.wait_for_selector(".tile")
    mine.wait("() => navigator.serviceWorker.ready.then(() => true)")
    with serving.away():
        mine.page.click(".tile button >> nth=0")
        mine.wait("() => document.querySelector('.bad').innerText.includes('ne répond pas')")
        mine.page.reload()
        assert mine.page.title() == "Pas de connexion"
    mine.page.click("a.primary")
    mine.page.wait_for_selector(".tile")
    assert mine.page.url == f"{serving.address}/learn"
    serving.kill()


def test_a_link_of_another_server_leads_there(server: Serving, player: Open) -> None:
    """Which alone may see its secret."""
    mine, other = player(), f"http://127.0.0.1:{server.port}"
    mine.page.goto(f"{server.address}/mine")
    link = server.match("breakthrough/standard")[0].replace(server.address, other)
    mine.page.fill("input[name=link]", link)
    mine.page.press("input[name=link]", "Enter")
    mine.await_board()
    assert mine.page.url.startswith(other)


BRANCHED = """async () => {
    const {noteResults} = await import(
        document.querySelector('script[type=module]').src.replace('app.js', 'results.js'));
    noteResults([{match: 'of another', state: 'won', branch: true}, {match: 'own', state: 'won'}]);
    return Object.keys(JSON.parse(localStorage['wargrid.results']));
}"""


def test_a_game_that_goes_on_from_another_one_has_no_result(server: Serving, player: Open) -> None:
    page = player().page
    page.goto(server.address)
    page.wait_for_selector("h1")
    assert page.evaluate(BRANCHED) == ["own"]


BEATEN = """() => localStorage.setItem('wargrid.results', JSON.stringify({won: {state: 'won',
  ruleset: 'breakthrough/standard', title: 'Breakthrough', level: '3', name: ''}}))"""
"""A victory over level 3, which takes a person some time."""


def test_my_games_have_figures_that_outlast_their_links(server: Serving, player: Open) -> None:
    """By opponent; the game played last comes first on the first page."""
    mine = player()
    mine.page.goto(server.address)
    mine.page.wait_for_selector(".tile")
    assert mine.page.locator(".tile h3").first.inner_text() != "Breakthrough"
    for level, loser in (("3", 1), ("1", 0), ("1", 0)):
        mine.open(server.match("breakthrough/standard", seats=["me", level])[0])
        mine.type("a2-a3")
        mine.until("game => game.view.sides[0].to_act && game.view.log.length > 1")
        if loser:
            mine.page.evaluate(BEATEN)
        else:
            mine.ask("game => game.act('resign')")
            mine.settle()
            mine.press("resign_confirm")
            mine.until("game => game.view.over !== null")
        mine.page.goto(f"{server.address}/mine")
        mine.page.wait_for_selector(".results" if not loser else ".game-row")
    assert "Computer 1: 2 lost" in mine.page.inner_text(".results")
    forget = mine.page.locator(".game-row button").first
    forget.click()
    forget.click()
    mine.page.reload()
    mine.page.wait_for_selector(".results")
    assert "Computer 1: 2 lost" in mine.page.inner_text(".results")
    mine.page.goto(server.address)
    mine.page.wait_for_selector(".tile .mark")
    assert mine.page.locator(".tile h3").first.inner_text() == "Breakthrough"
    assert mine.errors == []


def reviewed(server: Serving, mine: Player) -> None:
    """Play a short game, resign, and open its review."""
    mine.open(server.match("breakthrough/standard", seats=["me", "1"])[0])
    mine.type("a2-a3")
    mine.until("game => game.view.sides[0].to_act && game.view.log.length > 1")
    mine.ask("game => game.act('resign')")
    mine.settle()
    mine.ask("game => game.act('confirm')")
    mine.until("game => game.view.over")
    mine.page.click('dialog [data-action="replay"]')
    mine.page.wait_for_selector(".film")


def test_a_game_is_reviewed_sent_and_played_on_from(server: Serving, player: Open) -> None:
    mine = player()
    reviewed(server, mine)
    shown: list[Any] = [mine.page.locator(".film .log [aria-current]").inner_text()]
    mine.page.click('[data-action="first"]')
    mine.page.click('[data-action="on"]')
    mine.wait("() => document.querySelector('.film input').value === '1'")
    shown.append(mine.page.locator(".film .log [aria-current]").inner_text())
    assert len(set(shown)) == 2
    parts = [zoomed(mine, *wheel) for wheel in ((-100, 0), (0, 60), (100, 0))]
    assert [part for part, _ in parts] == [True, True, False]
    assert len({box for _, box in parts}) == 3
    with mine.page.expect_download() as kept:
        mine.page.click("text=Send as a file")
    assert kept.value.suggested_filename.endswith(".html")
    mine.page.click('[data-action="first"]')
    mine.page.click(".review > .row button >> nth=0")
    mine.await_board()
    assert mine.view["over"] is None
    assert mine.view["log"] == []
    assert mine.view["computers"] == [1]
    assert mine.page.locator(".guide input").is_hidden()  # there is only a computer to see a name
    assert mine.errors == []


def zoomed(player: Player, wheel: int, drag: int) -> tuple[bool, str | None]:
    """Turn the wheel and drag with the mouse; returns which part of a board is seen then."""
    board = player.page.locator(".film .board")
    board.hover()
    if wheel:
        player.page.mouse.wheel(0, wheel)
    player.page.mouse.down()
    box = board.bounding_box()
    assert box is not None
    player.page.mouse.move(box["x"] + box["width"] / 2 + drag, box["y"] + box["height"] / 2)
    player.page.mouse.up()
    return "part" in (board.get_attribute("class") or ""), board.get_attribute("viewBox")


MISTAKE = "A mistake (Black: Pawn lost). Better was Pawn a5 takes b4 (Pawn) " + "(why not); " * 12

PHONES = [(390, 844), (360, 740), (844, 390), (667, 375)]

FITS = """selectors => {
    const box = each => document.querySelector(each).getBoundingClientRect();
    const seen = ({left, top, right, bottom}) => left >= 0 && top >= 0 && right <= innerWidth
        && bottom <= innerHeight;
    const boxes = selectors.map(box), board = box('.film .board');
    const whole = document.documentElement;
    const taps = [...document.querySelectorAll('button, .button, input')].filter(
        each => each.checkVisibility()).map(each => [each.innerText, each.getBoundingClientRect()]);
    return [
        ...selectors.filter((_, at) => !seen(boxes[at]) || boxes.some((each, other) => other > at
            && each.top < boxes[at].bottom - 1 && each.bottom > boxes[at].top + 1
            && each.left < boxes[at].right - 1 && each.right > boxes[at].left + 1)),
        ...taps.filter(([, {width, height}]) => width < 40 || height < 40).map(([text]) => text),
        ...Math.min(board.width, board.height) < .7 * Math.min(innerWidth, innerHeight)
            ? ['small board'] : [],
        ...whole.scrollHeight > innerHeight || whole.scrollWidth > innerWidth ? ['scrolls'] : [],
    ];
}"""
"""What of a film is out of sight or covered, what is too small, and whether the screen scrolls."""

DICE_SEEN = """() => {
    const {x, y, height} = document.querySelector('.film .fallen svg').getBoundingClientRect();
    return [1, height - 1].every(
        at => document.elementFromPoint(x + 5, y + at)?.closest('.fallen') !== null);
}"""

FILM = [".film .board", ".film .message", ".film input", ".film .steps"]


def misfits(phone: Player, *also: str) -> list[list[str]]:
    """Return for each size of a phone what of a film does not fit on it."""
    found = []
    for width, height in PHONES:
        phone.page.set_viewport_size({"width": width, "height": height})
        found.append(phone.page.evaluate(FITS, [*FILM, *also]))
    return found


def test_a_mistake_is_seen_with_its_board_and_buttons_on_a_phone(
    server: Serving, player: Open
) -> None:
    phone = player(has_touch=True, is_mobile=True, locale="fr-FR")
    phone.open(server.match("breakthrough/standard")[0]).type("a2-a3")
    show_mistake(phone)
    assert phone.page.locator(".film .message").inner_text() == MISTAKE.strip()
    assert misfits(phone, ".review > .row") == [[]] * len(PHONES)


def show_mistake(player: Player) -> None:
    """Resign, and review the first move as a mistake."""
    player.page.route("**/notes*", lambda route: route.fulfill(
        json={"notes": [[1, "mistake", MISTAKE, [8, 16], None]], "seeks": False}
    ))  # fmt: skip
    for action in ("resign", "resign_confirm"):
        player.ask("(game, action) => game.act(action)", action)
        player.settle()
    player.page.click('dialog [data-action="replay"]')
    player.page.click(".film [data-action=mistake]")


def test_a_mistake_and_the_better_move_are_named_above_their_arrows(
    server: Serving, player: Open
) -> None:
    mine = player().open(server.match("breakthrough/standard")[0])
    mine.type("b2-a3")
    show_mistake(mine)
    shown = mine.page.locator(".layer-hints > *").all()
    assert ["arrow" in (each.get_attribute("class") or "") for each in shown] == [
        True, True, False, False,
    ]  # fmt: skip
    assert "".join(each.text_content() for each in shown) == "?1"
    assert mine.errors == []


def test_a_mistake_that_only_turned_a_unit_is_named_on_its_cell(
    server: Serving, player: Open
) -> None:
    mine = player().open(server.match("lionheart/level1", options={"first_player": "gold"})[0])
    mine.click(next(unit["cell"] for unit in mine.view["units"] if unit["can_act"]))
    mine.ask("game => game.act('turn_left')")
    mine.settle()
    show_mistake(mine)
    assert mine.page.locator(".layer-hints").text_content() == "?1"


def test_a_replay_plays_without_a_network_on_a_phone(tmp_path: Path, player: Open) -> None:
    match = Match(loaded("lionheart/level1"), dice=seeded(3))
    match.begin()
    play_at_random(match, 30)
    header = header_for(match.game, players=("</script><img src=x>", "Bob"))
    file = tmp_path / "replay.html"
    file.write_bytes(replay_html(match, header, "en"))
    phone, asked = player(has_touch=True, is_mobile=True), []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.page.goto(file.as_uri())
    phone.wait("() => document.querySelector('.film .unit') !== null")
    phone.page.locator(".film input").focus()
    phone.page.keyboard.press("End")
    units = phone.page.locator(".film .unit").count()
    assert units == sum(1 for unit in match.position.board if unit > 0)
    phone.page.click('[data-action="play"]')
    phone.wait("() => Number(document.querySelector('.film input').value) > 2")
    assert phone.page.locator("img").count() == 0
    assert misfits(phone, ".replay header") == [[]] * len(PHONES)
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.page.click('[data-action="first"]')
    while phone.page.locator(".film .fallen svg").count() == 0:  # ends with the film, by a timeout
        phone.page.click('[data-action="on"]')
    assert phone.page.evaluate(DICE_SEEN)
    log, legend = (phone.page.locator(f".film {each}") for each in (".log li", ".legend"))
    low, below = log.last.bounding_box(), legend.bounding_box()
    assert low is not None
    assert below is not None
    assert low["y"] + low["height"] <= below["y"]
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert asked == [file.as_uri()]
    assert phone.errors == []


@pytest.mark.parametrize("name", ["Größe & #1?%", "mine"])
def test_a_file_of_any_name_is_chosen_by_its_card_and_played(
    tmp_path: Path, player: Open, name: str
) -> None:
    file = tmp_path / f"{name}.yaml"
    file.write_text("extends: breakthrough/standard\nname: Tiny\n", "utf-8")
    serving, mine = Serving(tmp_path / "server", str(file)), player()
    try:
        mine.page.goto(serving.address)
        mine.page.click(".tile a:text-is('Tiny')")
        mine.page.wait_for_selector("form.new")
        mine.wait("() => document.querySelector('form.new img').naturalWidth > 0")
        mine.page.click("form .primary")
        mine.await_board()
        assert mine.view["ruleset_name"] == "Tiny"
        mine.page.reload()
        mine.await_board()
        mine.page.goto(f"{serving.address}/mine")
        mine.page.wait_for_selector(".game-row")
        assert "Tiny" in text(mine)
        assert mine.errors == []
    finally:
        serving.kill()


def test_a_replay_is_led_by_the_arrows_wherever_the_focus_is(tmp_path: Path, player: Open) -> None:
    match = play_at_random(Match(loaded("breakthrough/standard"), dice=seeded(1)), 9)
    file = tmp_path / "replay.html"
    file.write_bytes(replay_html(match, header_for(match.game), "en"))
    seen = player()
    seen.page.goto(file.as_uri())
    at = "() => Number(document.querySelector('.film input[type=range]').value)"
    begin = seen.page.evaluate(at)
    for key, moved in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)):
        seen.page.keyboard.press(key)
        assert seen.page.evaluate(at) == begin + moved
    seen.page.focus(".film input[type=range]")
    seen.page.keyboard.press("ArrowRight")  # of the control itself
    assert seen.page.evaluate(at) == begin + 1


def test_an_address_that_cannot_be_read_leads_nowhere_and_back(
    server: Serving, player: Open
) -> None:
    lost = player()
    lost.page.goto(f"{server.address}/new/100%25")
    lost.page.evaluate("() => { history.pushState(null, '', '/new/100%'); }")
    lost.page.evaluate("() => { dispatchEvent(new PopStateEvent('popstate')); }")
    lost.wait("() => document.querySelector('[role=alert] + p a') !== null")
    assert lost.errors == []
