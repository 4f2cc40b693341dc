"""The frontend in one file: played by mouse and keys, as pygame would send them."""

from __future__ import annotations

import ast
import random
from functools import partial
from pathlib import Path

import pygame
import pytest

from command_line import Captured, Run
from rulesets import made
from support import every_ruleset, loaded
from thinkers import AtOnce
from wargrid import Game, Match, Position
from wargrid.match import TimeControl
from wargrid.players import Seat
from wargrid.text import LANGUAGES, catalog
from wargrid_mini import app
from wargrid_play.frontend import CannotStart, Opponents, Start, View, new_session, shape_of
from wargrid_pygame.graphics import theme

DUEL = """
dice: {battle: [hit, miss]}
units:
  pawn:
    letter: P
    name: Pawn
    men: 2
    move: {step: orthogonal}
    attack: {at: {around: all}, by: {dice: {hits_on: hit}}}
victory: {limit: {turns: 200}}
"""
"""Pawns that fight with dice on a small board."""

SIZE = (1400, 1000)


class Player:
    """A player at the window, who clicks where things are drawn and presses keys."""

    def __init__(self, game: Game, *players: str, **how: object) -> None:
        seats = [Seat(name) for name in players]
        session = new_session(game, 1, seats=seats, **how)  # type: ignore[arg-type]
        self.window = app.Window(session, "en")
        self.surface = pygame.Surface(SIZE)
        self.texts: dict[str, str] = {}
        self.look()

    @property
    def view(self) -> View:
        return self.window.table.view()

    @property
    def match(self) -> Match:
        return self.window.session.match

    @property
    def position(self) -> Position:
        return self.match.position

    def look(self) -> list[str]:
        """Draw the window, and note its texts with their colours; returns what buttons do."""
        self.texts = {}
        write, note = app.Column.text, self.texts.__setitem__

        def text(column: app.Column, text: str, ink: str = app.INK) -> None:
            note(text, ink)
            write(column, text, ink)

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(app.Column, "text", text)
            self.window.draw(self.surface)
        return [action for _, action in self.window.hot]

    def point(self, cell: int) -> tuple[int, int]:
        """Where the middle of a cell is drawn."""
        window = self.window
        x, y = shape_of(self.view).centre(self.view.places[cell], window.flipped)
        left, top = window.board.topleft
        return (
            round(left + (x + app.FRAME) * window.cell),
            round(top + (y + app.FRAME) * window.cell),
        )

    def click_at(self, point: tuple[int, int], button: int = 1) -> None:
        handle, event = self.window.handle, pygame.event.Event
        handle(event(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0)))
        handle(event(pygame.MOUSEBUTTONDOWN, pos=point, button=button))
        handle(event(pygame.MOUSEBUTTONUP, pos=point, button=button))
        self.look()

    def click(self, cell: int | str) -> None:
        number = self.view.cell_names.index(cell) if isinstance(cell, str) else cell
        self.click_at(self.point(number))

    def button(self, action: str) -> None:
        self.click_at(next(place for place, one in self.window.hot if one == action).center)

    def key(self, key: int, types: str = "", mod: int = 0) -> None:
        event = pygame.event.Event(pygame.KEYDOWN, key=key, unicode=types, mod=mod)
        self.window.handle(event)
        self.look()

    def type(self, text: str) -> None:
        for letter in text:
            self.key(ord(letter), letter)

    def close(self) -> None:
        self.window.table.close()
        self.window.session.leave()


@pytest.fixture(autouse=True)
def fonts() -> None:
    """The other window's fonts, which its tests keep, are dead once this one calls pygame.quit."""
    theme.forget_fonts()
    pygame.font.init()


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no board, which takes longest, and let computers answer at once."""
    monkeypatch.setattr(app.frontend, "board_svg", lambda *_, **__: "")
    one = pygame.Surface((1, 1))
    monkeypatch.setattr(app.frontend, "png", lambda *_: b"")
    monkeypatch.setattr(pygame.image, "load", lambda *_: one)
    monkeypatch.setattr(app.frontend, "Opponents", partial(Opponents, make=AtOnce))


def duel(setup: str = "P . .\n. . .\n. . p") -> Game:
    return made(DUEL, setup=setup)


def act(player: Player, dice: random.Random) -> None:
    """Make one move by clicks, and answer what is asked by buttons."""
    view, buttons = player.view, player.look()
    placing = [one for one in buttons if one.startswith("army:")] or ["ready"]
    moves = [one for one in player.match.game.moves(player.position) if one.source != one.target]
    if player.match.game.engine.is_deploying(player.position):
        player.button(placing[-1] if player.match.plies else placing[0])
    elif moves and (moves[0].source < 0 or any(unit.can_act for unit in view.units)):
        move = dice.choice(moves)
        for cell in (move.source, move.target):
            if cell >= 0:
                player.click(cell)
    else:
        player.button("end_turn")
    while (prompt := player.view.prompt) is not None:
        if prompt.kind == "cell":
            player.click(dice.choice(prompt.cells or [mark.cell for mark in player.view.marks]))
        else:
            choices = app.frontend.choices_of(prompt)
            player.button(dice.choice(choices)[0] if choices else prompt.usual)


@every_ruleset
def test_every_game_is_played_by_clicks(name: str, plain: None) -> None:
    """A few moves, with every question on the way answered by buttons."""
    player, dice = Player(loaded(name)), random.Random(1)
    before = len(player.match.plies)
    for _ in range(2):
        act(player, dice)
    assert len(player.match.plies) > before
    player.close()


# Questions, commands and keys


def facing_each_other(*players: str, **how: object) -> Player:
    """Two pawns that may attack each other, White to move."""
    return Player(duel("p . .\nP . .\n. . p"), *players, **how)


def test_a_question_shows_its_odds_and_its_answers_alone(plain: None) -> None:
    player = facing_each_other()
    player.click("a2")
    player.click("a3")
    assert player.view.prompt is not None
    odds = {f"{bar.label}: {bar.text}" for bar in player.view.prompt.bars}
    assert odds
    assert odds <= {*player.texts}
    assert player.look() == ["confirm", "cancel"]


@pytest.mark.parametrize("way", ["button", "key"])
def test_a_question_is_answered_by_button_and_by_key(way: str, plain: None) -> None:
    player = facing_each_other()
    player.click("a2")
    player.click("a3")
    if way == "key":
        player.key(pygame.K_RETURN, "\r")
    else:
        player.button("confirm")
    assert [ply.move.verb for ply in player.match.plies][:1] == ["attack"]


def test_a_right_click_drops_a_question(plain: None) -> None:
    player = facing_each_other()
    player.click("a2")
    player.click("a3")
    player.click_at((5, 5), button=3)
    assert player.view.prompt is None
    assert not player.match.plies


@pytest.mark.parametrize("way", ["button", "key", "ctrl"])
def test_a_move_is_taken_back(way: str, plain: None) -> None:
    player = Player(duel())
    player.click("a3")
    player.click("b3")
    assert player.match.plies
    if way == "key":
        player.key(pygame.K_u, "u")
    elif way == "ctrl":
        player.key(pygame.K_z, "\x1a", pygame.KMOD_CTRL)
    else:
        player.button("undo")
    assert not player.match.plies
    assert player.window.line is None


def test_a_move_is_typed(plain: None) -> None:
    """A letter that begins a cell opens the line, which is shown; Backspace and Escape undo it."""
    player = Player(duel())
    player.type("a3-b4")
    player.key(pygame.K_BACKSPACE)
    assert "> a3-b_" in player.texts
    player.type("3")
    player.key(pygame.K_RETURN, "\r")
    assert [player.match.game.grid.name(ply.move.target) for ply in player.match.plies] == ["b3"]
    player.type("b")
    player.key(pygame.K_ESCAPE)
    assert not any(text.startswith(">") for text in player.texts)


def test_a_letter_that_may_begin_a_cell_waits_until_it_is_a_command(plain: None) -> None:
    player = Player(loaded("chess/standard"))
    player.key(pygame.K_e, "e")
    player.type("4")
    assert player.window.line == "e4"
    player.key(pygame.K_ESCAPE)
    player.key(pygame.K_h, "h")
    player.window.tick(1000)
    player.window.tick(0)
    assert player.view.hints


def test_hints_are_shown_with_their_reasons(plain: None) -> None:
    player = facing_each_other()
    player.button("hint")
    player.window.tick(0)
    player.look()
    (hint, *_) = player.view.hints
    assert f"1. {hint.title}" in player.texts
    assert hint.why in player.texts


def test_what_is_not_possible_is_said(plain: None) -> None:
    player = Player(duel())
    player.click("a3")
    player.click("c3")
    assert player.view.tone == "refusal"
    assert player.texts[player.view.message] == app.BAD


def test_a_button_says_what_the_unit_is_that_it_places(plain: None) -> None:
    player = Player(loaded("lionheart/level2"))
    command = next(one for one in player.view.commands if one.about)
    place = next(place for place, action in player.window.hot if action == command.name)
    motion = pygame.event.Event(pygame.MOUSEMOTION, pos=place.center, rel=(0, 0), buttons=(0,) * 3)
    player.window.handle(motion)
    player.look()
    assert command.label in player.texts


def test_an_army_is_set_up_by_clicks(plain: None) -> None:
    """An army is chosen, a unit put elsewhere, and both sides are ready."""
    player = Player(loaded("lionheart/level2"))
    for _ in player.match.game.sides:
        player.button(next(one for one in player.look() if one.startswith("army:")))
        side = player.position.side
        unit = next(unit for unit in player.view.units if unit.side == side)
        free = next(mark.cell for mark in player.view.marks) if player.view.marks else None
        player.click(unit.cell)
        free = next(mark.cell for mark in player.view.marks if mark.kind == "reach")
        player.click(free)
        assert player.position.board[free] > 0
        player.button("ready")
        if player.view.prompt is not None:
            player.button("confirm")
    assert not player.match.game.engine.is_deploying(player.position)


def test_rules_and_help_fill_the_column_until_they_are_closed(plain: None) -> None:
    player = Player(duel())
    for action, paragraph in (
        ("rules", player.window.table.rules()[-1].paragraphs[-1]),
        ("help", player.window.table.help_now()[-1]),
    ):
        player.button(action)
        assert paragraph in player.texts
        player.key(pygame.K_ESCAPE)
        assert paragraph not in player.texts


def test_rules_are_scrolled_and_not_made_smaller(
    plain: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "SMALLEST", 1)
    player = Player(loaded("lionheart/level1"))
    player.surface = pygame.Surface((600, 700))
    player.look()
    player.window.act("rules")
    player.window.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    player.look()
    assert player.window.scroll > 0
    assert player.window.page


# Where things are


def test_a_flipped_board_is_clicked_and_walked_as_it_is_seen(
    plain: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, flips = Player(duel()), list[bool]()
    monkeypatch.setattr(app.frontend, "board_svg", lambda *_, flipped: flips.append(flipped) or "")
    before = player.point(0)
    player.button("flip")
    assert player.point(0) != before
    assert flips == [True]
    player.click("a3")
    assert player.view.selected == player.view.cell_names.index("a3")
    player.key(pygame.K_UP)
    assert player.view.cursor == player.view.cell_names.index("a2")


def test_a_column_that_is_too_high_has_smaller_letters() -> None:
    def fill(column: app.Column) -> None:
        for _ in range(20):
            column.text("A line.")

    large, small = (app.fitted(fill, 15, 300, high) for high in (1000, 300))
    assert large.line > small.line
    assert small.y <= 300


@pytest.mark.parametrize("name", ["lionheart/hexes", "halberd/default"])
@pytest.mark.parametrize("size", [(1180, 760), (640, 480), (320, 200)])
def test_a_window_of_any_size_keeps_its_parts_apart(
    name: str, size: tuple[int, int], plain: None
) -> None:
    """The board, the column, and each text and button in it; a column too long is scrolled."""
    player = Player(loaded(name))
    player.surface = pygame.Surface(size)
    player.look()
    whole, board = player.surface.get_rect(), player.window.board
    assert whole.contains(board)
    head = app.fitted(player.window._fill_head, app.LARGEST, 390, 2000)
    places = [place for place, *_ in head.parts]
    assert all(place.collidelistall(places) == [at] for at, place in enumerate(places))
    for action in player.look():
        for _ in range(100):
            place = next(place for place, one in player.window.hot if one == action)
            if place.bottom <= whole.bottom:
                break
            player.window.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
            player.look()
        assert whole.contains(place)
        assert not place.colliderect(board)


def test_of_a_long_log_the_end_is_seen(plain: None) -> None:
    player = Player(duel())
    player.surface = pygame.Surface((700, 420))
    cells = ["a3", "b3", "a3"]
    for at in range(30):
        for move in (f"{cells[at % 2]}-{cells[at % 2 + 1]}", "c1-c2" if at % 2 else "c2-c1"):
            player.window.table.type(move if at or move[0] == "a" else "c1-c2")
    player.look()
    lines = [f"{line.number} {line.text}" for line in player.view.log]
    shown = [line for line in lines if line in player.texts]
    assert 0 < len(shown) < len(lines)
    assert lines[-1] in shown


def seen(surface: pygame.Surface, part: pygame.Rect) -> bytes:
    return bytes(pygame.image.tostring(surface.subsurface(part), "RGB"))


def test_the_board_is_drawn_and_the_cell_pointed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture is made again only if something on it changed."""
    drawn: list[str] = []
    png = app.frontend.png
    monkeypatch.setattr(
        app.frontend, "png", lambda svg, *size: drawn.append(svg) or png(svg, *size)
    )
    player = Player(duel())
    empty, pawn = player.point(4), player.point(player.view.cell_names.index("a3"))
    assert player.surface.get_at(empty) != player.surface.get_at(pawn)
    square = pygame.Rect(0, 0, player.window.cell, player.window.cell)
    square.center = empty
    before = seen(player.surface, square)
    player.window.handle(
        pygame.event.Event(pygame.MOUSEMOTION, pos=empty, rel=(0, 0), buttons=(0, 0, 0))
    )
    player.look()
    assert seen(player.surface, square) != before
    assert len(drawn) == 1


# Computers, clocks and dice


def test_a_computer_answers_and_each_of_its_moves_is_seen_for_a_while(plain: None) -> None:
    player = Player(duel(), "random", "random")
    moves = []
    for ms in (0, 0, 0, app.REST, 0):
        player.window.tick(ms)
        moves.append(len(player.match.plies))
    assert moves == [0, 1, 1, 2, 2]


def test_a_computer_in_another_process_wakes_the_window() -> None:
    pygame.display.init()
    pygame.event.clear()
    app.wake()
    assert [event.type for event in pygame.event.get()] == [pygame.USEREVENT]
    pygame.display.quit()
    app.wake()


def test_a_side_whose_clock_runs_out_loses(plain: None) -> None:
    player = Player(duel(), clock=TimeControl(5, 0))
    player.click("a3")
    player.click("b3")
    assert any("0:05" in text for text in player.texts)
    for _ in range(3):
        player.window.tick(2000)
    player.look()
    assert player.view.over is not None
    assert f"{player.view.over.headline} {player.view.over.reason}" in player.texts


def test_dice_are_named_in_the_language_of_the_player(plain: None) -> None:
    player = Player(loaded("lionheart/level1"))
    player.window.table.language = "fr"
    player.look()
    assert any("× hache" in text for text in player.texts)


def test_dice_are_entered_by_hand(plain: None) -> None:
    player = facing_each_other(by_hand=True)
    player.click("a2")
    player.click("a3")
    player.button("confirm")
    player.button("roll:hit")
    assert player.view.prompt is not None
    assert " ".join(player.view.prompt.picked) in player.texts
    player.button("roll:miss")
    player.button("confirm")
    assert player.match.plies[-1].actor != 0


# The start


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_start_without_a_game_is_answered_with_what_to_type(
    language: str, capsys: Captured
) -> None:
    run = Run(capsys, "--language", language, "play", "--frontend", "mini")
    assert (run.code, run.err.strip()) == (2, catalog(language).say("window.no_menu"))


def test_a_picture_of_a_saved_game_is_written(tmp_path: Path, plain: None) -> None:
    session = new_session(duel(), 1)
    session.match.begin()
    session.match.play(session.match.game.moves(session.match.position)[0])
    saved = session.save("mini")
    session.leave()
    target = tmp_path / "first.png"
    assert app.run(Start(resume=saved, screenshot=target, size=(500, 300))) == 0
    assert pygame.image.load_extended(target).get_size() == (500, 300)


def test_a_picture_that_cannot_be_written_is_named(tmp_path: Path, plain: None) -> None:
    target = tmp_path / "nowhere" / "first.png"
    with pytest.raises(CannotStart) as caught:
        app.run(Start(game=duel(), screenshot=target, size=(320, 200)))
    assert str(target) in caught.value.text("fr")


def test_without_a_display_a_sentence_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL would draw where nobody sees it."""
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(CannotStart) as caught:
        app.run(Start(game=duel()))
    assert caught.value.text() == catalog("en").say("window.no_display", why="offscreen")


def test_the_window_is_played_until_it_is_closed(
    plain: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the language asked for; the match is then in its journal."""
    steps: list[app.Window] = []

    def step(window: app.Window) -> None:
        steps.append(window)
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        real(window)

    real = app.Window.step
    monkeypatch.setattr(app.Window, "step", step)
    assert app.run(Start(game=duel(), language="fr", seats=(Seat(), Seat("random")))) == 0
    assert [window.table.language for window in steps] == ["fr"]
    assert steps[0].table.opponents.computers == {1}


def test_it_imports_the_face_for_frontends_alone() -> None:
    """What it takes from there is all that a frontend needs to know."""
    tree = ast.parse(Path(app.__file__).read_text("utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    ours = {node.module for node in imports if str(node.module).startswith("wargrid")}
    names = [name.name for node in imports if node.module == "wargrid_play" for name in node.names]
    assert (ours, names) == ({"wargrid_play"}, ["frontend"])
