"""Code beside a ruleset runs only once somebody has said so; opening, checking, listing and
dropping run nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

import wargrid
from wargrid import Match, PluginError, RulesetError
from wargrid.cli import main
from wargrid.match.errors import RecordError
from wargrid.match.files import load, save
from wargrid.match.header import header_for
from wargrid.plugins.local_code import MODULES, is_trusted, trust, trusting, untrusted_files
from wargrid.source.diagnostics import Diagnostic
from wargrid_pygame.app import App
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.screens.base import ScreenRequest
from wargrid_pygame.screens.dialogs import TrustDialog
from wargrid_pygame.screens.menu import MenuScreen
from wargrid_pygame.screens.new_game import NewGameScreen
from window_support import Player

FOLDERS = [str(Path(__file__).parents[1] / name) for name in ("framework", "plugins", "frontends")]

CODE = '''\
"""Whoever misses with every die may roll once more."""

from pathlib import Path

from wargrid import Plugin, hookimpl
from wargrid import register

Path(__file__).with_name("ran").touch()
register(Path(__file__).parent)


class Again(Plugin):
    """A first roll without a hit is rolled again."""

    text = "mine.again"

    types: list[str] = []
    """The types that roll again."""

    @hookimpl
    def after_roll(self, attack):
        """As many dice as before, once."""
        return attack.dice if attack.rolls == 1 and not attack.hits else None
'''

RULESET = """\
extends: breakthrough/standard
name: Mine
plugins:
  ./again.py:Again: {types: [pawn]}
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A ruleset with a file of code beside it, in the folder one is in, where ``WARGRID_PATH``
    leads."""
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("WARGRID_PATH", str(tmp_path / "own"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    (tmp_path / "own").mkdir()
    monkeypatch.chdir(tmp_path / "own")
    (tmp_path / "own" / "mine.yaml").write_text(RULESET, "utf-8")
    (tmp_path / "own" / "again.py").write_text(CODE, "utf-8")
    with trusting(everything=False):
        yield tmp_path / "own" / "mine.yaml"


def has_run(ruleset: Path) -> bool:
    """Whether the code beside a ruleset has run."""
    return ruleset.with_name("ran").exists()


def the_fault(ruleset: Path) -> Diagnostic:
    """What is wrong with a ruleset."""
    with pytest.raises(RulesetError) as caught:
        wargrid.load(ruleset)
    (found,) = caught.value.diagnostics
    return found


# Reading


def test_without_trust_the_ruleset_is_refused_at_the_line_that_names_the_code(mine: Path) -> None:
    """The fault says what the code is and how to let it run."""
    diagnostic = the_fault(mine)
    assert (diagnostic.name, diagnostic.line, diagnostic.column, diagnostic.length) == (
        "code_untrusted",
        4,
        3,
        16,
    )
    assert '"again.py"' in diagnostic.what("en")
    assert "--trust" in diagnostic.cure()
    assert untrusted_files([diagnostic]) == (mine.with_name("again.py"),)
    assert not has_run(mine)


def test_with_trust_the_code_is_a_plugin_like_any_other(mine: Path) -> None:
    """Its options are checked, its place is named, and no compiled copy is left beside it."""
    with trusting():
        game = wargrid.load(mine)
        text = mine.read_text("utf-8")
        mine.write_text(text.replace("types", "typse"), "utf-8")
        assert the_fault(mine).cure() == 'Did you mean "types"?'
    assert list(game.plugins.listed) == ["./again.py:Again"]
    assert sorted(path.name for path in mine.parent.iterdir()) == ["again.py", "mine.yaml", "ran"]


def test_trust_is_given_to_a_file_or_for_a_while(mine: Path) -> None:
    """Then it is over."""
    code = mine.with_name("again.py")
    with trusting(everything=False):
        trust(code)
        assert wargrid.load(mine).plugins.listed
        assert not is_trusted(mine.with_name("other.py"))
    assert not is_trusted(code)
    assert the_fault(mine).name == "code_untrusted"


def test_code_is_read_anew_when_it_has_changed(mine: Path) -> None:
    """One that has not is run once."""
    with trusting():
        first = type(wargrid.load(mine).plugins.listed["./again.py:Again"])
        mine.with_name("ran").unlink()
        assert type(wargrid.load(mine).plugins.listed["./again.py:Again"]) is first
        assert not has_run(mine)
        mine.with_name("again.py").write_text(CODE + "\n", "utf-8")
        assert type(wargrid.load(mine).plugins.listed["./again.py:Again"]) is not first
        assert has_run(mine)


def test_a_variant_elsewhere_finds_the_code_beside_the_ruleset_it_extends(
    mine: Path, tmp_path: Path
) -> None:
    """Also when it gives the plugin other options."""
    variant = tmp_path / "far" / "variant.yaml"
    variant.parent.mkdir()
    variant.write_text(
        f"extends: {mine}\nname: Far\nplugins:\n  ./again.py:Again: {{types: []}}\n", "utf-8"
    )
    with trusting():
        assert wargrid.load(variant).plugins.listed


WRONG = [
    ("./again.py:Agian", "code_no_class", "Again"),
    ("./again.py:Path", "code_no_class", "Again"),
    ("./agian.py:Again", "code_missing", "agian.py"),
    ("again.py:Again", "code_place", "./FILE.py:CLASS"),
    ("./again.py", "code_place", "./FILE.py:CLASS"),
    ("../own/again.py:Again", "code_place", "./FILE.py:CLASS"),
    ("/etc/again.py:Again", "code_place", "./FILE.py:CLASS"),
    ("./sub/../../again.py:Again", "code_place", "./FILE.py:CLASS"),
]


@pytest.mark.parametrize(("key", "name", "part"), WRONG, ids=[row[0] for row in WRONG])
def test_a_key_without_a_plugin_is_an_error(mine: Path, key: str, name: str, part: str) -> None:
    """Code must be in the ruleset's folder or below it."""
    mine.write_text(RULESET.replace("./again.py:Again", key), "utf-8")
    with trusting():
        found = the_fault(mine)
    assert (found.name, found.line) == (name, 4)
    assert part in found.what() + found.cure()


BROKEN = [
    ("class Again(", 1, "SyntaxError"),
    ("\n\n1 / 0\n", 3, "ZeroDivisionError"),
    ("import sys\nsys.exit(3)\n", 2, "SystemExit"),
    ("import nothing_called_so\n", 1, "ModuleNotFoundError"),
    ("def f(): f()\nf()\n", 1, "RecursionError"),
    ("\0", 1, "source code string cannot contain null bytes"),
    ("x = '\udcff'", 1, "Error"),
    ("#" * (1 << 20) + "x", 1, "1 MiB"),
]


@pytest.mark.parametrize(("code", "line", "said"), BROKEN, ids=[row[2] for row in BROKEN])
def test_code_that_fails_is_a_fault_with_its_line(
    mine: Path, code: str, line: int, said: str
) -> None:
    """Never a traceback, and nothing of it is kept."""
    mine.with_name("again.py").write_bytes(code.encode("utf-8", "surrogateescape"))
    before = {name for name in sys.modules if name.startswith(MODULES)}
    with trusting():
        diagnostic = the_fault(mine)
    assert (diagnostic.name, diagnostic.line, diagnostic.values["line"]) == ("code_broken", 4, line)
    assert said in diagnostic.what()
    assert {name for name in sys.modules if name.startswith(MODULES)} == before


# Records


def test_a_record_that_embeds_such_a_ruleset_runs_nothing_by_itself(
    mine: Path, tmp_path: Path
) -> None:
    """With trust the code is found beside the record, or in the folder one is in; its digest stands
    in the header."""
    record = tmp_path / "elsewhere" / "match.wargrid"
    record.parent.mkdir()
    with trusting():
        match = Match(wargrid.load(mine))
        match.play(match.game.moves(match.position)[0])
        header = header_for(match.game)
        save(record, match, header)
    assert len(header.plugins[0]) == len("./again.py:Again (0123456789ab)")
    mine.with_name("ran").unlink()
    with pytest.raises(RecordError) as caught:
        load(record)
    assert "--trust" in caught.value.text()
    assert not has_run(mine)
    with trusting():
        assert load(record).match.plies
        mine.with_name("again.py").rename(record.with_name("again.py"))
        assert load(record).match.plies
    assert main(["replay", str(record)]) == 2
    assert main(["replay", str(record), "--trust"]) == 0


# The command line


@pytest.mark.parametrize(
    "command",
    [
        "check",
        "perft",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("play", "show", "bench")),
    ],
)
def test_a_command_runs_code_only_with_trust(
    mine: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without it, the fault says how; a word on the command line is not remembered."""
    more = {
        "play": ["--screenshot", "one.png"],
        "check": ["--games", "0"],
        "perft": ["--depth", "1"],
        "bench": ["--seconds", "0.01"],
    }
    asked = [command, "mine.yaml", *more.get(command, [])]
    assert main(asked) == 2
    assert "mine.yaml:4:3: " in (said := capsys.readouterr().err)
    assert "--trust" in said
    assert not has_run(mine)
    assert main([*asked, "--trust"]) == 0
    assert has_run(mine)
    assert main(asked) == 2


# The window


@pytest.fixture
def player(mine: Path) -> Iterator[Player]:
    """Somebody at the menu."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1280, 800))
    player = Player(App("en", animated=False))
    player.app.go_to(ScreenRequest("menu", fresh=True))
    yield player
    player.app.quit()
    pygame.display.quit()


def drop(player: Player, path: Path) -> None:
    """Drop a file on the window."""
    player.app.handle(pygame.event.Event(pygame.DROPFILE, file=str(path)))


def test_a_dropped_ruleset_is_played_once_the_player_says_so(player: Player, mine: Path) -> None:
    """Enter says no at first, and so does Escape."""
    for no in (pygame.K_RETURN, pygame.K_ESCAPE):
        drop(player, mine)
        assert isinstance(player.app.top, TrustDialog)
        player.key(no)
        assert isinstance(player.app.top, MenuScreen)
    assert not has_run(mine)
    drop(player, mine)
    player.click_button("yes")
    assert isinstance(player.app.top, GameScreen)
    assert player.view.ruleset_name == "Mine"


def test_a_ruleset_in_the_list_says_what_it_wants_to_run_and_starts_after_a_yes(
    player: Player, mine: Path
) -> None:
    """To look at it in the list runs nothing."""
    player.app.go_to(ScreenRequest("new_game", ("mine",)))
    screen = player.app.top
    assert isinstance(screen, NewGameScreen)
    assert "again.py" in screen.trouble
    assert screen.say("trust.start", start=screen.say("new.start")) in screen.trouble
    assert "--trust" not in screen.trouble
    player.key(pygame.K_F5)
    player.click_button("no")
    assert not has_run(mine)
    player.key(pygame.K_F5)
    player.click_button("yes")
    assert screen.trouble == ""
    player.key(pygame.K_F5)
    assert isinstance(player.app.top, GameScreen)


def test_a_saved_game_asks_before_it_runs_code(player: Player, mine: Path) -> None:
    """From the list of saved games, and dropped on the window."""
    with trusting():
        drop(player, mine)
        path = player.game.session.save()
    mine.with_name("ran").unlink()
    player.app.go_to(ScreenRequest("saves", fresh=True))
    player.click_button("open")
    assert isinstance(player.app.top, TrustDialog)
    player.click_button("no")
    drop(player, path)
    assert isinstance(player.app.top, TrustDialog)
    assert not has_run(mine)
    player.click_button("yes")
    assert isinstance(player.app.top, GameScreen)


def test_what_cannot_be_opened_is_said_with_place_and_cure(player: Player, mine: Path) -> None:
    """A plugin that is not installed, a file that is no game, one that is not there."""
    mine.write_text(RULESET.replace("./again.py:Again", "breakthrough.agian"), "utf-8")
    drop(player, mine)
    assert player.app.top is not None
    assert "mine.yaml:4:3: " in player.app.top.trouble
    player.app.go_to(ScreenRequest("new_game", ("mine",)))
    screen = player.app.top
    assert isinstance(screen, NewGameScreen)
    assert "mine.yaml:4:3: " in screen.trouble
    for name in ("again.py", "nothing.wargrid", "nothing.yaml"):
        drop(player, mine.with_name(name))
        assert name in player.app.top.trouble


def test_a_game_that_cannot_begin_leaves_the_menu_and_says_so(player: Player, mine: Path) -> None:
    """A plugin may fail before the first move."""
    code = CODE.replace("def after_roll(self, attack)", "def walls_drawn(self)").replace(
        "attack.dice if", "1 / 0 if"
    )
    mine.with_name("again.py").write_text(
        code.replace("attack.rolls == 1 and not attack.hits", "True"), "utf-8"
    )
    with trusting():
        drop(player, mine)
    assert isinstance(player.app.top, MenuScreen)
    assert (
        'mine.yaml:4: the plugin "./again.py:Again" failed in "walls_drawn": again.py:23: ZeroDivisionError'
        in player.app.top.trouble
    )


def test_a_plugin_that_fails_in_play_is_named_and_the_window_goes_on(
    player: Player, mine: Path
) -> None:
    """By a click, and even where the screen itself is at a loss."""
    failing = CODE.replace("def after_roll(self, attack)", "def after_move(self)").replace(
        "attack.dice if", "1 / 0 if"
    )
    mine.with_name("again.py").write_text(
        failing.replace("attack.rolls == 1 and not attack.hits", "True"), "utf-8"
    )
    with trusting():
        drop(player, mine)
    units = player.view.units
    for cell in ("a2", "a3"):
        player.click(cell)
    player.app.draw()
    assert (
        'the plugin "./again.py:Again" failed in "after_move": again.py:23: ZeroDivisionError'
        in player.view.message
    )
    assert [(unit.cell, unit.side) for unit in player.view.units] == [
        (unit.cell, unit.side) for unit in units
    ]
    error = PluginError(
        "./again.py:Again", "after_move", "mine.yaml:4", "plugins.raised", error="boom"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameScreen, "handle", lambda screen, event: (_ for _ in ()).throw(error))
        player.enter()
    assert player.game.note == error.text()
    mine.with_name("again.py").write_text(CODE, "utf-8")
    with trusting():
        drop(player, mine)
    for cell in ("a2", "a3"):
        player.click(cell)
    assert player.view.turn == 2


WATCHED = """
import os, sys
from pathlib import Path
seen = []
def watch(event, args):
    if event in ("open", "exec", "import"):
        seen.append((event, str(args[0])))
sys.addaudithook(watch)
import pygame
import wargrid
from wargrid.cli import main
from wargrid import RecordError, load
from wargrid_pygame.app import App
from wargrid_pygame.screens.base import ScreenRequest
mine, record = sys.argv[1:]
folder = str(Path(mine).parent)
for arguments in (["check", mine], ["show", mine], ["perft", mine], ["check", folder], ["replay", record]):
    assert main(arguments) == 2, arguments
for opens, error in ((lambda: wargrid.load(mine), wargrid.RulesetError), (lambda: load(Path(record)), RecordError)):
    try:
        opens()
    except error:
        continue
    raise SystemExit("opened")
pygame.display.init(); pygame.font.init(); pygame.display.set_mode((1024, 640))
app = App("en", animated=False)
app.go_to(ScreenRequest("new_game", ("mine",), fresh=True))
app.go_to(ScreenRequest("saves"))
app.draw()
for path in (mine, record):
    app.handle(pygame.event.Event(pygame.DROPFILE, file=path))
app.draw()
app.quit()
bad = [one for one in seen if "again" in one[1]]
assert not bad, bad
assert ("open", mine) in seen, "the watch is awake"
"""


@pytest.mark.slow
def test_nothing_reads_compiles_or_imports_code_that_is_not_trusted(
    mine: Path, tmp_path: Path
) -> None:
    """The interpreter's own audit is asked: load, check, show, perft, replay, menu, lists and
    drops."""
    record = tmp_path / "home" / "saves" / "match.wargrid"
    record.parent.mkdir(parents=True)
    with trusting():
        match = Match(wargrid.load(mine))
        save(record, match, header_for(match.game))
    code = f"import sys\nsys.path[:0] = {FOLDERS!r}\n{WATCHED}"
    asked = [sys.executable, "-c", code, str(mine), str(record)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
