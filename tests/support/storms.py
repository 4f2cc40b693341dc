"""Random input at a window: what a seed clicks, types, drops and opens, the same each time.

``python tests/support/storms.py FIRST STORMS EVENTS`` lets many storms blow and names the seeds
that broke something.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import traceback
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from boxes import BOX
from matches import play_at_random
from support import is_variant, loaded
from thinkers import AtOnce
from wargrid.core.dice import seeded
from wargrid.loading import library
from wargrid.match import Match, data_folder, header_for, write_record
from wargrid.plugins.trust import trusting
from wargrid_editor import open_desk
from wargrid_play.table import Opponents, Seat, guide_file, load_guide
from wargrid_play.table.lobby.reload import EVERY_MS
from wargrid_play.table.lobby.session import guided_session, new_session
from wargrid_play.table.preferences import SETTING_CHOICES
from wargrid_pygame.app import SCREENS
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.screens.new_game import NewGameScreen
from wargrid_pygame.screens.saves import SavesScreen
from wargrid_pygame.window import App, Screen, ScreenRequest

SIZES = ((1024, 640), (1280, 800), (1920, 1200))
TINY = ((320, 240), (1280, 100), (1, 1))
SCALES = (0.75, 1.0, 2.0)
LANGUAGES = ("en", "fr")

KEYS = sorted({getattr(pygame, name) for name in dir(pygame) if name.startswith("K_")})
USUAL = (
    pygame.K_RETURN, pygame.K_TAB, pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT,
    pygame.K_ESCAPE, pygame.K_DELETE, pygame.K_F1, pygame.K_F2, pygame.K_F5, pygame.K_F9,
    pygame.K_F10, pygame.K_PAGEDOWN, pygame.K_SPACE,
)  # fmt: skip
TYPED = ("", "e", "4", "/", "?", "é", "\u200b", "d2-d3", "{x}", "\0", "h", "t", "z")

CODE = "from wargrid import Plugin\n\n\nclass Own(Plugin):\n    pass\n"
FILES = {
    "box.yaml": BOX,
    "slower.yaml": BOX.replace("ahead: 2", "ahead: 1"),
    "wrong.yaml": BOX.replace("hits_on: hit", "hits_on: hti"),
    "code.yaml": BOX + "plugins: {'./own.py:Own': {}}\n",
    "no.yaml": "\x00",
    "half.wargrid": "wargrid record 2\n",
    "no.journal": "",
    "two.pgn": '1. e4 e5 2. Ke3 *\n\n[White "Ada"]\n\n1. d4 (1. c4 {old}) d5 *\n',
    "one.pgn": "1. e4 e5 2. Ke3 *\n",
    "map.txt": "1,3,28\n1,2,900\n",
}
"""What is dropped on the window: rules that are right, rules that are wrong, and rubbish."""


NAMES = [name for name in library.names() if not is_variant(name)]
"""The rulesets that storms are about."""


@cache
def long_record() -> bytes:
    """A record so long that it is replayed in steps."""
    match, chance = Match(loaded("lionheart/level1"), dice=seeded(3)), random.Random(3)
    match.begin()
    for _ in range(500):
        moves = match.game.moves(match.position)
        match.play(chance.choice([move for move in moves if move.verb != "attack"]))
    return write_record(match, header_for(match.game))


SHOWN = ("menu", "new_game", "saves", "settings", "keys", "results", "review")
"""The screens that a storm opens by name."""


class Storm:
    """The input of one seed at a window of its own, about one ruleset.

    ``seen`` are the classes of the screens that took an event.
    """

    def __init__(self, seed: int, folder: Path) -> None:
        self.seed, self.folder = seed, folder
        self.chance = random.Random(seed)
        self.name = NAMES[seed % len(NAMES)]
        self.game = loaded(self.name)
        self.seen: set[type[Screen]] = set()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "own.py").write_text(CODE, "utf-8")
        for name, text in FILES.items():
            (folder / name).write_text(text, "utf-8")
        (folder / "long.wargrid").write_bytes(long_record())
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode(SIZES[seed % len(SIZES)])
        self.app = self._opened()

    def _opened(self) -> App:
        app = App(SCREENS, LANGUAGES[self.seed // 2 % 2], animated=self.seed % 2 == 0)
        app.settings.scale = SCALES[self.seed % len(SCALES)]
        app.opponents = partial(Opponents, make=AtOnce, seconds=None, nodes=1)
        app.refresh()
        app.show_in_folder = lambda path: path.exists()  # starts no program
        app.go_to(ScreenRequest("menu", fresh=True))
        return app

    def attack_arrow(self, events: int) -> None:
        """Send so many events; raises AssertionError with the seed if anything is raised."""
        last: object = None
        with trusting(everything=False):
            for number in range(events):
                try:
                    last = "a jump"
                    if number % 40 == 20:
                        self.jumps[(self.seed + number // 40) % len(self.jumps)]()
                    last = self._event()
                    self._send(last)
                except Exception as error:
                    where = f"seed {self.seed} ({self.name}), event {number}, {last}"
                    raise AssertionError(f"{where}: {error!r}") from error
            self.app.quit()

    def _send(self, event: pygame.event.Event) -> None:
        app, chance = self.app, self.chance
        if app.top is not None:
            self.seen.add(type(app.top))
        app.handle(event)
        for posted in pygame.event.get():
            app.handle(posted)
        if not app.running:
            self.app = app = self._opened()
        if chance.random() < 0.2:
            app.update(chance.choice((5, 50, 900)))
        if chance.random() < 0.08:
            app.draw()

    # Events

    def _event(self) -> pygame.event.Event:
        kind = self.chance.randrange(10)
        if self.chance.random() < 0.03:
            return self._odd()
        if kind < 5:
            place = self._place()
            name = self.chance.choice((pygame.MOUSEMOTION, *[pygame.MOUSEBUTTONDOWN] * 2))
            if name == pygame.MOUSEMOTION:
                return pygame.event.Event(name, pos=place, rel=(3, -2), buttons=(0, 0, 0))
            button = self.chance.choice((1, 1, 1, 1, 2, 3, 4, 5))
            up = pygame.event.Event(pygame.MOUSEBUTTONUP, pos=place, button=button)
            pygame.event.post(up)
            return pygame.event.Event(name, pos=place, button=button)
        if kind == 5:
            turn = self.chance.choice((-1, 1))
            return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=turn, pos=self._place())
        if kind == 6:
            return pygame.event.Event(pygame.TEXTINPUT, text=self.chance.choice(TYPED))
        key = self.chance.choice(KEYS if kind == 7 else USUAL)
        mod = self.chance.choice((0, 0, 0, pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LALT))
        return pygame.event.Event(
            pygame.KEYDOWN, key=key, mod=mod, unicode=self.chance.choice(TYPED)[:1]
        )

    def _odd(self) -> pygame.event.Event:
        """An event that no screen waits for, or that drags."""
        place = self._place()
        motion = {"pos": place, "rel": (40, -30), "buttons": (1, 0, 1)}
        finger = {"x": 0.5, "y": 0.5, "dx": 0.1, "dy": 0.0, "finger_id": 0, "touch_id": 0}
        kinds: list[tuple[int, dict[str, object]]] = [
            (pygame.MOUSEMOTION, motion), (pygame.MOUSEBUTTONUP, {"pos": place, "button": 1}),
            (pygame.KEYUP, {"key": pygame.K_RETURN, "mod": 0}), (pygame.FINGERDOWN, finger),
            (pygame.FINGERMOTION, finger), (pygame.TEXTEDITING, {"text": "é", "start": 0}),
            (pygame.WINDOWFOCUSLOST, {}), (pygame.WINDOWLEAVE, {}), (pygame.WINDOWEXPOSED, {}),
            (pygame.JOYBUTTONDOWN, {"button": 0}), (pygame.DROPBEGIN, {}), (pygame.USEREVENT, {}),
            (pygame.DROPFILE, {"file": str(self.folder)}), (pygame.DROPFILE, {"file": "\0"}),
            (pygame.QUIT, {}),
        ]  # fmt: skip
        return pygame.event.Event(*self.chance.choice(kinds))

    def _place(self) -> tuple[int, int]:
        """A place on a widget or a cell, or anywhere."""
        app, top = self.app, self.app.top
        places = [child.rect.center for child in top.group.children] if top else []
        if isinstance(top, GameScreen):
            parts = (top.prompt, top.deploying, top.bubble, top.thinking)
            groups = [part.group for part in parts if part is not None]
            places += [child.rect.center for group in groups for child in group.children]
            view = top.view
            cells = [mark.cell for mark in view.marks] or [unit.cell for unit in view.units]
            for cell in cells:
                at = cell % view.columns, cell // view.columns
                places.append(top.board.geometry.rect(at).center)
        if not places or self.chance.random() < 0.3:
            places = [(self.chance.randrange(app.area.w), self.chance.randrange(app.area.h))]
        x, y = self.chance.choice(places)
        window = app.window.get_size()
        return x * window[0] // app.area.w, y * window[1] // app.area.h

    # Jumps

    @property
    def jumps(self) -> tuple[Callable[[], object], ...]:
        """The ways to begin something that random events alone seldom begin."""
        return (
            self._play, self._learn, self._play_long, self._finish, self._dialog, self._drop,
            self._change_rules, self._show, self._choose, self._hand_over, self._ask_trust,
            self._change_rules, self._open_long, self._rename, self._paint, self._campaign,
            self._open_others,
        )  # fmt: skip

    def _open_others(self) -> None:
        """Drop a file of another program: games, of which something is wrong, or a map."""
        name = self.chance.choice(("one.pgn", "two.pgn", "map.txt"))
        self.app.open_file(self.folder / name)

    def _paint(self) -> None:
        """List the boards of a game, and open a new one."""
        self.app.go_to(ScreenRequest("boards", (self.name,), fresh=True))
        if self.seed % 3:
            desk = open_desk(self.name, language=LANGUAGES[self.seed // 2 % 2])
            self.app.go_to(ScreenRequest("editor", (desk,), fresh=True))

    def _campaign(self) -> None:
        self.app.go_to(ScreenRequest("campaigns", (), fresh=True))

    def _play(self) -> None:
        by_hand = self.chance.random() < 0.3
        seats = (Seat(), self.chance.choice((Seat(), Seat("random", 5), Seat("1", 5))))
        self.app.play(new_session(self.game, self.seed, by_hand, seats=seats))

    def _play_long(self) -> None:
        self._play()
        self._at_random(self.chance.randrange(60))

    def _at_random(self, moves: int) -> None:
        top = self.app.top
        if isinstance(top, GameScreen) and not top.session.match.by_hand:
            play_at_random(top.session.match, moves, self.seed)
            top.refresh()

    def _finish(self) -> None:
        self._play()
        self._at_random(12)
        top = self.app.top
        if isinstance(top, GameScreen) and top.session.match.result is None:
            top.session.match.resign(0)
            top.refresh()

    def _hand_over(self) -> None:
        """Set up a hidden army, and give the screen to the other side."""
        self.app.play(new_session(loaded("lionheart/level2"), self.seed))
        top = self.app.top
        if isinstance(top, GameScreen):
            armies = [one.name for one in top.view.commands if one.name.startswith("army:")]
            top.act(self.chance.choice(armies))
            top.act("ready")
            top.act("confirm")

    def _learn(self) -> None:
        if self.chance.random() < 0.3:
            self.app.go_to(ScreenRequest("learn"))
            return
        found = [name for name in library.names() if guide_file(loaded(name))]
        file = guide_file(loaded(self.chance.choice(found)))
        assert file is not None
        self.app.open(lambda: guided_session(load_guide(file)))

    def _dialog(self) -> None:
        if not isinstance(self.app.top, GameScreen):
            self._play()
        top = self.app.top
        if isinstance(top, GameScreen):
            names = ("help", "rules", "menu", "players", "review", "save", "hint", "threats")
            top.act(self.chance.choice(names))

    def _drop(self) -> None:
        kept = sorted(data_folder().rglob("*.wargrid")) + sorted(data_folder().rglob("*.journal"))
        self._open(self.chance.choice([*(self.folder / name for name in FILES), *kept[:9]]))

    def _open(self, path: Path) -> None:
        self.app.handle(pygame.event.Event(pygame.DROPFILE, file=str(path)))

    def _open_long(self) -> None:
        self._open(self.folder / "long.wargrid")

    def _ask_trust(self) -> None:
        self._open(self.folder / "code.yaml")

    def _rename(self) -> None:
        """Save a match, and ask for another name of the save."""
        self._play()
        top = self.app.top
        if isinstance(top, GameScreen):
            top.save()
        self.app.go_to(ScreenRequest("saves"))
        top = self.app.top
        if isinstance(top, SavesScreen):
            manual = (at for at, row in enumerate(top.rows) if row.save and row.save.manual)
            top.list.choose(next(manual))
            top.act("rename")

    def _change_rules(self) -> None:
        """Play by a file, and save other rules, right or wrong, in it."""
        file = self.folder / "box.yaml"
        file.write_text(BOX, "utf-8")
        self._open(file)
        if isinstance(self.app.top, NewGameScreen):
            self.app.top.act("start")
        self._at_random(4)
        written = ["slower.yaml"] * 4 + [name for name in FILES if name.endswith(".yaml")]
        changed = self.chance.choice(written)
        text = FILES[changed] + self.chance.choice(("", "# saved\n"))
        file.write_text(text, "utf-8")
        for _ in range(2):
            self.app.update(EVERY_MS)

    def _show(self) -> None:
        screen = SHOWN[self.seed % len(SHOWN)]
        if screen == "review":
            match = play_at_random(Match(self.game), self.chance.randrange(40), self.seed)
            request = ScreenRequest("review", (match, header_for(self.game)))
        elif screen == "new_game":
            request = ScreenRequest("new_game", (self.name,))
        else:
            request = ScreenRequest(screen)  # type: ignore[arg-type]
        self.app.go_to(request)
        top = self.app.top
        if isinstance(top, NewGameScreen):
            options = [action for action in top.stops if action in ("options", "guide", "seed")]
            if options:
                top.group.set_focus(top.stops[self.chance.choice(options)])

    def _choose(self) -> None:
        name = self.chance.choice(sorted(SETTING_CHOICES))
        self.app.choose(name, self.chance.choice(SETTING_CHOICES[name]))
        pygame.display.set_mode(self.chance.choice((*SIZES, *TINY)))
        self.app.handle(pygame.event.Event(pygame.VIDEORESIZE, size=(1, 1), w=1, h=1))


def attack_arrow(seed: int, events: int, folder: Path) -> set[type[Screen]]:
    """Let one storm blow, with a home of its own; returns the screens that it reached."""
    os.environ["WARGRID_HOME"] = str(folder / "home")
    storm = Storm(seed, folder / "files")
    try:
        storm.attack_arrow(events)
    finally:
        storm.app.quit()
    return storm.seen


def main(first: int, storms: int, events: int) -> int:
    """Let many storms blow; returns how many broke something."""
    broken = 0
    for seed in range(first, first + storms):
        with tempfile.TemporaryDirectory() as folder:
            try:
                attack_arrow(seed, events, Path(folder))
            except AssertionError:
                broken += 1
                traceback.print_exc()
        print(f"seed {seed}: {events} events", flush=True)
    return broken


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
