"""Words of plugins at a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import Captured
from wargrid import Game, Match, load, seeded, trusting
from wargrid.cli import main
from wargrid.match import read_move, read_position
from wargrid_play.table import Table

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


@pytest.mark.parametrize(
    ("language", "label", "logged", "refused"),
    [
        ("en", "Rest", "Guest a3 rested", "No man of this unit is missing."),
        ("fr", "Se reposer", "Guest a3 s’est reposée", "Il ne manque aucun homme à cette unité."),
    ],
)
def test_they_are_offered_logged_and_refused(
    game: Game, language: str, label: str, logged: str, refused: str
) -> None:
    """A tired unit rests; then there is nothing left to rest for."""
    start = read_position(game, RULESET.partition("setup: |\n")[2] + "men: a3 1\n")
    match = Match(game, dice=seeded(1), start=start)
    table = Table(match, language)
    table.click(game.grid.cell("a3"))
    assert label in [command.label for command in table.view().commands]
    table.press("do:rest")
    assert any(logged in line.text for line in table.view().log)
    match.play(read_move(game, match.position, "a4-a5"))
    table.click(game.grid.cell("a3"))
    table.press("do:rest")
    assert table.view().message == refused


def test_a_victory_says_how_far_a_side_is_and_when_it_ends_the_game(
    meeting: Path, capsys: Captured
) -> None:
    """Two points kept and one unit in the hall, of nine; a limit of 40 turns comes too late."""
    rules = "gathering: {zone: hall, count: 9, marker: kept}\n  limit: {turns: 40}"
    marker = "markers: {kept: {per: side, holds: number, most: 9, start: {red: 2, blue: 0}}}"
    meeting.write_text(RULESET.replace("crowd: {zone: hall, count: 2}", f"{rules}\n{marker}"))
    game = load("meeting.yaml")
    start = read_position(game, "g . . . .\n" + ". . . . G\n" + ". . . . .\n" * 4)

    red, _ = Table(Match(game, start=start)).view().sides
    assert red.counters == (("Kept", "3 of 9"),)
    main(["check", "meeting.yaml", "--games", "0", "--trust"])
    assert "meeting.yaml:13:3:" in "".join(capsys.readouterr())
