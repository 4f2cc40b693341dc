"""The kit for authors finds every promise that is broken, and says by whom, where and at which
move."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

from bad_plugins import BAD, ELSEWHERE, Clumsy, Honest, Quitter, Scatterer
from boxes import BOX, broken, offering, with_plugins
from wargrid import Game, Match, Move, Plugin, PluginError, Position, RulesetError, load
from wargrid.authoring.plugintests import PROMISES, InvariantViolation, check_plugin, recall, walk
from wargrid.authoring.plugintests import subprocesses as elsewhere
from wargrid.authoring.plugintests.invariants import odds_are_exact
from wargrid.authoring.plugintests.surroundings import Surroundings
from wargrid.authoring.plugintests.watch import Asked
from wargrid.loading.loader import load_text
from wargrid.match.files import load as load_record
from wargrid.match.notation import read_move, write_move
from wargrid.plugins import host as plugins
from wargrid.text.catalog import catalog

HIDDEN = broken(
    'setup: |\n  . c g .\n  . . . .\n  . . . .\n  . . . .\n  . G C .\n => setup: {each: ". . . ."}\nzones:\n  '
    "camp: {each: a1:d1}\ndeploy:\n  zone: camp\n  hidden: true\n  units:\n    chief: {men: 1, bases: {min: 1}}\n    "
    "guard: {men: 4}\nplugins:\n  test.bad: {}\n"
)
"""The game of the box, whose armies are set up unseen."""

LENGTHS = {}
"""How long a walk must be to come to the harm, where the first moves do not."""

HERE = [name for name in BAD if name not in ELSEWHERE]


def text_for(name: str) -> str:
    """The ruleset in which a bad plugin does its harm."""
    if name == "lifts the curtain":
        return HIDDEN
    text = with_plugins("test.bad: {}")
    if name != "two of one text":
        return text
    return text.replace("{ahead: 2}", "twice").replace(
        "options:\n  reach: units.guard.move.ahead\n", ""
    )


@pytest.fixture
def bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Path]]:
    """Write a ruleset for one bad plugin, which is installed meanwhile; the ruleset's file."""
    with ExitStack() as installed:

        def write(name: str) -> Path:
            installed.enter_context(offering(monkeypatch, test__bad=BAD[name][1]))
            file = tmp_path / "bad.yaml"
            file.write_text(text_for(name), "utf-8")
            return file

        yield write


@pytest.mark.slow
@pytest.mark.parametrize("name", HERE)
def test_a_bad_plugin_is_found(name: str, bad: Callable[[str], Path], tmp_path: Path) -> None:
    """The message names the promise, the plugin and the hook, in both languages, and the game is
    kept."""
    promise, _, hook = BAD[name]
    with pytest.raises(InvariantViolation) as caught:
        check_plugin(bad(name), folder=tmp_path, length=LENGTHS.get(name, 80))
    found = caught.value

    assert (found.promise, found.plugins[:1]) == (promise, (("test.bad", hook),)), found
    for language in ("en", "fr"):
        told = found.text(language)
        assert catalog(language).say(f"kit.promise.{promise}") in told
        assert (
            f"test.bad, {catalog(language).say('kit.plugin', plugin='', hook=hook).rpartition(', ')[2]}"
            in told
        )
        assert not [line for line in told.splitlines() if line.startswith("kit.")]


def test_what_is_found_can_be_replayed(bad: Callable[[str], Path], tmp_path: Path) -> None:
    """The record holds the game up to the move at fault, whose number and text the message
    gives."""
    with pytest.raises(InvariantViolation) as caught:
        check_plugin(bad("clock"), folder=tmp_path)
    found = caught.value

    assert found.record is not None
    assert f"  move {found.number}: {found.move}\n" in str(found)
    assert f"kept in {found.record}" in str(found)
    plies = load_record(found.record).match.plies
    assert (len(plies), write_move(plies[-1].before.roster.game, plies[-1].move)) == (
        found.number,
        found.move,
    )


def test_a_move_that_fails_is_named_and_not_in_the_record(
    bad: Callable[[str], Path], tmp_path: Path
) -> None:
    """The record ends before it, so that it can be tried again."""
    with pytest.raises(InvariantViolation) as caught:
        check_plugin(bad("raises"), folder=tmp_path)
    found = caught.value

    assert found.record is not None
    match = load_record(found.record).match
    assert len(match.plies) == found.number - 1
    with pytest.raises(PluginError, match="boom"):
        match.play(read_move(match.game, match.position, found.move))


CALLED = {
    "choice": "random.choice()",
    "seeded once": "random.randrange()",
    "secrets": "secrets.randbelow()",
    "urandom": "os.urandom()",
    "uuid": "uuid.uuid4()",
    "unseeded": "random.Random()",
}


@pytest.mark.parametrize("name", CALLED)
def test_what_draws_lots_is_called_as_its_author_called_it(
    name: str, bad: Callable[[str], Path]
) -> None:
    """Not by what the library comes to in the end."""
    walked = walk(load(bad(name)), 40)
    assert walked.findings[0][1].what == CALLED[name]


LEFT = {
    "renames": "wargrid.core.events.Turned.name",
    "rounds": "decimal.getcontext()",
    "shallow": "sys.getrecursionlimit()",
    "notes": "game.foo",
    "wanders": "os.getcwd()",
    "environment": "os.environ",
}


@pytest.mark.parametrize("name", LEFT)
def test_what_stands_around_the_game_is_named_and_put_back(
    name: str, bad: Callable[[str], Path]
) -> None:
    """At once, with the hook that did it, so that nothing else comes of it."""
    game = load(bad(name))
    around = Surroundings(game)
    walked = walk(game, 40)
    finding = walked.findings[0][1]
    assert (finding.sort, finding.what) == ("surroundings", LEFT[name])
    assert finding.asked == Asked("test.bad", "after_attack", "None")
    assert not around.changes()


def test_what_is_done_where_nobody_looks_on_is_told_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And put back all the same."""
    box = tmp_path / "box.yaml"
    box.write_text(BOX)
    before = sys.path[:]
    monkeypatch.setattr(recall, "check", lambda *_: sys.path.append("nowhere"))
    monkeypatch.setattr(elsewhere, "check", lambda *_: None)
    with pytest.raises(InvariantViolation, match=r"sys\.path is another afterwards"):
        check_plugin(box, length=20)
    assert sys.path == before


def test_who_ends_the_process_is_named(bad: Callable[[str], Path]) -> None:
    """With the line at which it did, and the process goes on."""
    ends = os._exit
    with pytest.raises(InvariantViolation) as caught:
        check_plugin(bad("quits"))
    line = Quitter.after_attack.__code__.co_firstlineno + 3
    assert f"tests/bad_plugins.py:{line}: SystemExit: os._exit()\n" in str(caught.value)
    assert caught.value.plugins == (("test.bad", "after_attack"),)
    assert os._exit is ends


def test_a_generator_seeded_with_the_question_is_no_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same question has the same answer."""
    with offering(monkeypatch, test__bad=Scatterer):
        walked = walk(load_text(with_plugins("test.bad: {}"), "box.yaml"), 60)
    assert ("test.bad", "after_attack") in [(each.plugin, each.hook) for each in walked.asked]
    assert not walked.findings


def test_an_error_of_a_plugin_is_told_with_its_line_of_code(
    bad: Callable[[str], Path], tmp_path: Path
) -> None:
    """As in the game, in either language."""
    with pytest.raises(InvariantViolation) as caught:
        check_plugin(bad("raises"), folder=tmp_path)
    line = Clumsy.after_attack.__code__.co_firstlineno + 3
    assert f'failed in "after_attack": tests/bad_plugins.py:{line}: ValueError: boom\n' in str(
        caught.value
    )
    assert (
        f"« after_attack » : tests/bad_plugins.py:{line} : ValueError: boom\n"
        in caught.value.text("fr")
    )


@pytest.mark.parametrize("promise", ["undo", "records"])
def test_a_game_that_cannot_be_made_again_is_a_broken_promise(
    promise: str, bad: Callable[[str], Path]
) -> None:
    """Whatever is raised when the same moves do not lead to the same positions."""
    walked = walk(load(bad("seeded once")), 120)
    asked = {each.name: each for each in PROMISES}[promise]
    with pytest.raises(InvariantViolation) as caught:
        asked.check(walked)
    assert caught.value.plugins == (("test.bad", "after_attack"),)


def test_the_rarest_roll_of_many_dice_is_drawn_as_its_chances_say() -> None:
    """However rare it is, such as one of six to the eighteenth: the least number that is its own
    draws it."""
    text = broken("men: 2 => men: 18", "d: [hit, miss] => d: [miss, miss, miss, miss, miss, hit]")
    walked = walk(load_text(text, "box.yaml"), 60)
    rarest = [
        chances[-1][0] for step in walked.steps if (chances := walked.game.chances(step.after))
    ]
    assert Fraction(1, 6**18) in rarest
    odds_are_exact(walked)


def test_who_is_not_guarded_is_watched(
    bad: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plugins that come with the framework could change what they are shown; the kit sees it."""
    monkeypatch.setattr(plugins, "is_stranger", lambda cls: False, raising=False)
    with pytest.raises(InvariantViolation) as caught:
        check_plugin(bad("changes"))
    assert (caught.value.promise, caught.value.plugins) == (
        "changed",
        (("test.bad", "after_attack"),),
    )
    assert "The Position it was given is another afterwards." in str(caught.value)


def test_a_hook_that_its_options_put_to_sleep_need_not_be_asked(bad: Callable[[str], Path]) -> None:
    """A plugin says so itself: ``unused_hooks``."""
    file = bad("never asked")
    walked = walk(load(file), 40)
    assert [(each.plugin, each.hook) for each in walked.unasked] == [
        ("test.bad", "instead_of_loss")
    ]
    file.write_text(
        file.read_text("utf-8").replace("test.bad: {}", "test.bad: {asleep: true}"), "utf-8"
    )
    assert walk(load(file), 40).unasked == ()


# Promises of the engine that no plugin can break alone


def spoil_looking(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking why not leaves a scratch."""

    def scratch(position: Position, move: Move) -> None:
        position.wounds[1] += 1

    monkeypatch.setattr(game, "why_not", scratch)


def spoil_moving(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody ever acts."""
    monkeypatch.setattr(game, "to_act", lambda position: None)


def spoil_hiding(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody sees everything."""
    monkeypatch.setattr(game, "view", lambda position, side: position)


def spoil_odds(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """One outcome is forgotten."""
    whole = game.odds
    monkeypatch.setattr(
        game, "odds", lambda *asked: SimpleNamespace(outcomes=whole(*asked).outcomes[1:])
    )


def spoil_undo(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is taken back stays."""
    monkeypatch.setattr(Match, "undo", lambda match: ())
    monkeypatch.setattr(Match, "redo", lambda match: ())


SPOILT = {
    "hidden": spoil_hiding,
    "looking": spoil_looking,
    "moving": spoil_moving,
    "odds": spoil_odds,
    "undo": spoil_undo,
}


@pytest.mark.parametrize("promise", SPOILT)
def test_a_spoilt_engine_is_found(
    promise: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What only the engine could break is asked as well."""
    walked = walk(load_text(HIDDEN.replace("plugins:\n  test.bad: {}\n", ""), "box.yaml"), 100)
    asked = {each.name: each for each in PROMISES}[promise]
    asked.check(walked)
    SPOILT[promise](walked.game, monkeypatch)
    with pytest.raises(InvariantViolation) as caught:
        asked.check(walked, tmp_path)
    assert caught.value.promise == promise


def test_every_promise_has_somebody_who_breaks_it() -> None:
    """What is not proved here is not promised."""
    by_plugins = {promise for promise, *_ in BAD.values()}
    assert {promise.name for promise in PROMISES} | {"processes", "asked"} == by_plugins | set(
        SPOILT
    )


# The whole call


def test_nothing_is_left_behind() -> None:
    """Whoever looked on before looks on again, and names are drawn and clocks read freely outside
    of plugins."""

    def before(*_: object) -> None:
        """Another profiler."""

    sys.setprofile(before)
    try:
        walk(load_text(BOX, "box.yaml"), 5)
        assert sys.getprofile() is before
    finally:
        sys.setprofile(None)


def install(folder: Path, **offers: str) -> None:
    """Lay a package's entry points out as an installer does."""
    info = folder / "bad-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad\nVersion: 1.0\n")
    lines = "".join(f"{name.replace('__', '.')} = {where}\n" for name, where in offers.items())
    (info / "entry_points.txt").write_text(f"[wargrid]\n{lines}")


@pytest.fixture
def offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[type[Plugin]], Path]]:
    """Install a plugin so that other processes find it too; the file of a ruleset with it, in the
    folder one is in."""
    monkeypatch.chdir(tmp_path)

    def offer(plugin: type[Plugin]) -> Path:
        install(tmp_path, test__bad=f"{plugin.__module__}:{plugin.__name__}")
        monkeypatch.syspath_prepend(str(tmp_path))
        plugins.installed.cache_clear()
        file = tmp_path / "bad.yaml"
        file.write_text(with_plugins("test.bad: {}"), "utf-8")
        return file

    yield offer
    plugins.installed.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize("name", ELSEWHERE)
def test_another_process_is_asked(
    name: str, offered: Callable[[type[Plugin]], Path], tmp_path: Path
) -> None:
    """Where the order of sets or of questions is another, so is the game; the step at which it
    becomes so is named."""
    promise, plugin, hook = BAD[name]
    with pytest.raises(InvariantViolation) as caught:
        check_plugin(offered(plugin), folder=tmp_path)
    assert caught.value.promise == promise
    assert ("test.bad", hook) in caught.value.plugins
    assert caught.value.move


def test_another_process_runs_no_file_that_lies_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither from the folder one is in nor from that of a script: Python's own modules go before
    it."""
    (tmp_path / "random.py").write_text("raise SystemExit('run')")
    (tmp_path / "mine.py").write_text("word = 'found'")
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path)
    for entry in (str(tmp_path), "", "sub/.."):
        with monkeypatch.context() as patched:
            patched.setattr(sys, "path", [entry, *sys.path])
            program = (
                "import random, mine, os; print(mine.word, random.Random.__name__, os.listdir())"
            )
            assert elsewhere.said_by_process("0", program, "") == "found Random []\n"


@pytest.mark.slow
@pytest.mark.parametrize("plugin", [Honest, Scatterer])
def test_who_keeps_every_promise_is_asked_elsewhere_too(
    plugin: type[Plugin], offered: Callable[[type[Plugin]], Path]
) -> None:
    """And says the same there."""
    check_plugin(offered(plugin))


@pytest.mark.parametrize("length", [0, -1])
def test_a_walk_has_moves(length: int) -> None:
    """Of none nothing could be said."""
    with pytest.raises(ValueError, match=f"a number of moves from 1, not {length}"):
        check_plugin("breakthrough/standard", length=length)


@pytest.mark.slow
def test_code_beside_a_ruleset_is_asked_once_it_is_trusted(tmp_path: Path) -> None:
    """Also in records and in other processes."""
    (tmp_path / "honest.py").write_text(
        "from bad_plugins import Honest\n\n\nclass Mine(Honest):\n    pass\n"
    )
    file = tmp_path / "mine.yaml"
    file.write_text(with_plugins('"./honest.py:Mine": {}'), "utf-8")
    with pytest.raises(RulesetError, match=r"honest\.py"):
        check_plugin(file)
    check_plugin(file, trust=True)


@pytest.mark.slow
def test_a_shipped_ruleset_keeps_its_promises() -> None:
    """In one call, other processes included; every other ruleset is asked promise by promise in
    test_properties."""
    check_plugin("lionheart/level2", length=120)
