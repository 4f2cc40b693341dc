"""Words of a package outside the framework are told, checked, played and logged as its own are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import Captured
from wargrid import Game, load, trusting
from wargrid.cli import main
from wargrid.match import read_position
from wargrid.players import Budget, make_player

WORDS = '''\
from pathlib import Path
from wargrid import Plugin, Refusal, Result, hookimpl, register
from wargrid.events import Noted, Restored
from wargrid.kinds import ANY, Ability, Aim, MarkerName, Race, Victory, ZoneName

register(Path(__file__).parent)

class Crowd(Victory):
    """A side with so many units in a zone wins."""
    word = "crowd"
    asked = "move"
    zone: ZoneName
    """Where they meet."""
    count: int
    """How many must be there."""

    @property
    def aims(self):
        return [Aim(self.zone, 1.0, ANY, self.count)]

    def decide(self, position):
        for side, ground in enumerate(position.roster.game.grounds):
            cells = ground.zones[self.zone]
            met = [unit for unit in position.units_of(side) if position.cell_of(unit) in cells]
            if len(met) >= self.count:
                return Result(side, self.word)
        return None

class Gathering(Crowd):
    """The same, worth a point a unit now and those kept, until the fifth turn."""
    word = "gathering"
    asked = "score"
    marker: MarkerName
    """The points kept."""

    @property
    def aims(self):
        return ()

    @property
    def race(self):
        return Race(self.marker, self.count)

    def progress(self, position, side):
        cells = position.roster.game.grounds[side].zones[self.zone]
        met = sum(position.cell_of(unit) in cells for unit in position.units_of(side))
        return met + position.roster.game.markers[self.marker].value(position, side)

    def last(self, sides):
        return 5

class Rest(Ability):
    """The unit gets a man back."""
    word = "rest"

    def refused(self, position, move):
        unit = position.at(move.source)
        return Refusal("rested") if unit.men == unit.type.men else None

    def events(self, position, move):
        return (Restored(move.source, 1), Noted(move.source, "events.rested"))

class Words(Plugin):
    """Gives rulesets the words `crowd` and `rest`."""
    @hookimpl
    def kinds(self):
        return [Crowd, Gathering, Rest]
'''
ENGLISH = """\
rules.victory.crowd: "A side with {count} units in the zone {zone} wins."
rules.victory.gathering: "A side with {count} points wins."
victory.gathering: "Victory for {winner}, by points."
victory.crowd: "Victory for {winner}, in a crowd."
rules.ability.rest: "Rest: it gets a man back."
rules.verb.rest: "Rest"
refusals.rested: "No man of this unit is missing."
events.rested: "{unit} {cell} rested"
"""
FRENCH = """\
rules.victory.crowd: "Un camp qui a {count} unités dans la zone {zone} gagne."
rules.victory.gathering: "Un camp qui a {count} points gagne."
victory.gathering: "Victoire du camp {winner}, aux points."
victory.crowd: "Victoire du camp {winner}, en foule."
rules.ability.rest: "Repos : elle récupère un homme."
rules.verb.rest: "Se reposer"
refusals.rested: "Il ne manque aucun homme à cette unité."
events.rested: "{unit} {cell} s’est reposée"
"""
RULESET = """\
format: 1
name: Meeting
sides: {red: {name: Red, edge: south}, blue: {name: Blue, edge: north}}
board: {columns: 5, rows: 6}
first: {player: red}
turn: {actions: 1, may: {move: 1, rest: 1}, may_pass: false}
zones: {hall: {red: d5 e5, blue: d2 e2}}
units:
  guest: {letter: G, name: Guest, men: 2, move: {step: all}, abilities: {rest: {}}}
plugins: {"./words.py:Words": {}}
victory:
  crowd: {zone: hall, count: 2}
setup: |
  . . . . .
  . . . . .
  g g . . .
  G G . . .
  . . . . .
  . . . . .
"""


@pytest.fixture
def meeting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A ruleset with the package of its words beside it."""
    files = {
        "words.py": WORDS, "meeting.yaml": RULESET,
        "texts/en/words.yaml": ENGLISH, "texts/fr/words.yaml": FRENCH,
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    with trusting():
        yield tmp_path / "meeting.yaml"


@pytest.fixture
def game(meeting: Path) -> Game:
    return load(str(meeting))


@pytest.mark.parametrize("path", ["victory.crowd", "units.abilities.rest"])
@pytest.mark.usefixtures("meeting")
def test_they_are_documented(path: str, capsys: Captured) -> None:
    assert main(["explain", path, "--ruleset", "meeting.yaml", "--trust"]) == 0
    page = capsys.readouterr().out
    assert "From the plugin ./words.py:Words" in page
    assert "Implemented in words.py:" in page


def test_they_are_checked_as_the_frameworks_own(meeting: Path, capsys: Captured) -> None:
    """A misspelt option, a zone that does not exist, and more units than a side has."""
    for wrong, line, code in (
        ("crowd: {zone: hall, cout: 2}", 12, "E"),
        ("crowd: {zone: hell, count: 2}", 12, "E"),
        ("crowd: {zone: hall, count: 3}", 12, "W"),
    ):
        text = RULESET.replace("crowd: {zone: hall, count: 2}", wrong)
        meeting.write_text(text, "utf-8")
        main(["check", "meeting.yaml", "--games", "0", "--trust"])
        out, err = capsys.readouterr()
        assert f"meeting.yaml:{line}:" in out + err, wrong
        assert f"[{code}" in out + err, wrong


@pytest.mark.parametrize("level", ["1", "2", "3", "4"])
def test_levels_walk_to_a_crowd_that_is_far_away(game: Game, level: str) -> None:
    """Alone on the board, in few moves: the aim tells them where to go."""
    position = read_position(game, RULESET.partition("setup: |\n")[2].replace("g", "."))
    player, moves = make_player(game, level, 1), 0
    while position.result is None and moves < 20:
        if position.side == 0:
            position = game.step(position, player.choose(position, Budget(nodes=200)).move)
        else:
            position = game.step(position, game.moves(position)[0])
        moves += 1
    assert position.result is not None
    assert (position.result.winner, position.result.reason) == (0, "crowd")
