"""A table with computer players: they are asked, move, fail, are taken over and undone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from clocks import Ticked
from matches import Dice
from positions import FACE_TO_FACE
from support import every_ruleset, loaded
from tables import Sat
from thinkers import AtOnce, Scripted
from wargrid.core.dice import seeded
from wargrid.core.moves import END, Move
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match import OUT_OF_TIME, Match, TimeControl, read_position, write_move
from wargrid.players import Failed, Seat, Thought, make_player
from wargrid_play.table import (
    FRIEND,
    Opponents,
    Seating,
    Table,
    name_of,
    seat_choices,
)
from wargrid_play.table.lobby import players
from wargrid_play.table.thoughts import thought_views
from wargrid_play.table.wording import Wording

COMPUTER = Seat("random", 5)
DIED = Failed(died=True)


class Opposed(Sat):
    """A table whose computer players answer a script; ``thinker`` is what answers."""

    thinker: AtOnce
    seated: list[Sequence[Seat]]

    def advance(self) -> None:
        """Let the computer players act until persons are to act."""
        self.table.advance()
        while self.opponents.thinking is not None and not self.thinker.held:
            self.table.advance()

    @property
    def opponents(self) -> Opponents:
        return self.table.opponents

    def command(self, name: str) -> bool:
        return next(one.enabled for one in self.table.view().commands if one.name == name)


def oppose(
    game: Game, seats: Sequence[Seat] = (Seat(), COMPUTER), script: Sequence[Scripted] = (),
    match: Match | None = None, nodes: int | None = None,
) -> Opposed:  # fmt: skip
    match = match or Match(game)
    made: list[AtOnce] = []
    seated: list[Sequence[Seat]] = []

    def make(game: Game, notify: object) -> AtOnce:
        made.append(AtOnce(game, lambda: None, *script))
        return made[0]

    opponents = Opponents(match, seats, make=make, nodes=nodes, seated=seated.append)
    opposed = Opposed(match, Table(match, opponents=opponents))
    opposed.thinker, opposed.seated = made[0], seated
    return opposed


@pytest.fixture
def breakthrough() -> Game:
    return loaded("breakthrough/standard")


def played(opposed: Opposed) -> list[str]:
    game = opposed.match.game
    return [write_move(game, ply.move) for ply in opposed.match.plies if ply.actor != CHANCE]


class TestTurns:
    def test_a_person_cannot_act_for_the_computer(self, breakthrough: Game) -> None:
        """Clicks on its units and typed moves do nothing, and nothing is selected or shown."""
        opposed = oppose(breakthrough)
        opposed.thinker.held = True
        opposed.click("a2", "a3")
        opposed.advance()
        for act in (partial(opposed.click, "b7"), partial(opposed.table.type, "b7-b6")):
            act()
            assert opposed.table.view().tone == ("info" if act.func == opposed.click else "refusal")
            assert opposed.table.view().premove == ()
            assert played(opposed) == ["a2-a3"]
        assert opposed.selected is None
        assert "Black" in opposed.table.view().thinking

    def test_dice_fall_for_the_computers_attack(self, lionheart_attack: Match) -> None:
        opposed = oppose(lionheart_attack.game, [COMPUTER, Seat()], ["e6xe7"], lionheart_attack)
        opposed.table.advance()
        opposed.table.advance()
        assert [ply.actor for ply in opposed.match.plies] == [0, CHANCE]


@pytest.fixture
def lionheart_attack() -> Match:
    game = loaded("lionheart/level1")
    start = read_position(game, FACE_TO_FACE)
    return Match(game, dice=Dice("arrow arrow arrow arrow"), start=start)


class TestUndo:
    def test_undo_goes_back_to_the_persons_last_decision(self, breakthrough: Game) -> None:
        """It takes back the computer's answer too, and redo makes both again."""
        opposed = oppose(breakthrough, script=["a7-a6", "b7-b6"])
        opposed.click("a2", "a3")
        opposed.advance()
        opposed.table.press("undo")
        assert played(opposed) == []
        said = opposed.text("table.undone_answered", moves="Piece a2-a3")
        assert opposed.table.view().message == said
        opposed.table.press("redo")
        assert played(opposed) == ["a2-a3", "a7-a6"]


class TestStopping:
    def test_move_now_and_take_over_while_it_thinks(self, breakthrough: Game) -> None:
        """Neither is possible while nothing thinks."""
        opposed = oppose(breakthrough, script=["a7-a6"])
        opposed.thinker.held = True
        for name in ("move_now", "take_over"):
            assert not opposed.command(name)
        opposed.click("a2", "a3")
        opposed.advance()
        assert opposed.command("move_now")
        opposed.table.press("move_now")
        opposed.advance()
        assert played(opposed) == ["a2-a3", "a7-a6"]


class TestFailures:
    def test_a_process_that_dies_is_replaced_once(self, breakthrough: Game) -> None:
        opposed = oppose(breakthrough, script=[DIED, "a7-a6", DIED, DIED])
        opposed.click("a2", "a3")
        opposed.table.advance()
        opposed.table.advance()
        assert "restarted" in opposed.message
        opposed.advance()
        assert played(opposed)[-1] == "a7-a6"
        opposed.click("b2", "b3")
        opposed.advance()
        assert "You now play Black; Ctrl+T gives it back" in opposed.message
        assert opposed.table.seats == {0, 1}
        opposed.table.press("take_over")
        assert opposed.table.seats == {0}

    @pytest.mark.parametrize("answer", [Failed(died=False, why="No idea."), "a2-a3", "h1-h2"])
    def test_a_player_without_a_legal_move_is_replaced_by_a_person(
        self, breakthrough: Game, answer: Scripted
    ) -> None:
        opposed = oppose(breakthrough, script=[answer])
        opposed.click("a2", "a3")
        assert not any(opposed.opponents.advance() for _ in range(3))
        opposed.advance()
        assert "You now play Black" in opposed.message
        assert opposed.table.view().tone == "refusal"
        opposed.click("b7", "b6")
        assert played(opposed) == ["a2-a3", "b7-b6"]


class TestHints:
    def test_hints_name_moves_and_reasons(self, lionheart_attack: Match) -> None:
        """Each has its words, its cells and its reason, in the language of the table."""
        script = ["e6xe7", "e1-e2", "e1>E", "end"]
        opposed = oppose(lionheart_attack.game, (), script, lionheart_attack)
        opposed.table.press("hint")
        opposed.advance()
        hints = opposed.table.view().hints
        assert [hint.title for hint in hints] == [
            "Infantry e6: attack Infantry e7", "King e1-e2", "King e1: turn east", "End turn",
        ]  # fmt: skip
        names = opposed.table.view().cell_names
        cells = [[names[cell] for cell in hint.cells] for hint in hints]
        assert cells == [["e6", "e7"], ["e1", "e2"], ["e1"], []]
        assert [hint.facing for hint in hints] == [None, None, 1, None]
        opposed.table.language = "fr"
        assert opposed.table.view().hints[0].why == "Gagne quelque chose."

    @pytest.mark.parametrize("held", [True, False])
    def test_no_hint_outlasts_the_match(self, breakthrough: Game, held: bool) -> None:
        """Neither one shown nor one sought: a clock may run out meanwhile."""
        opposed = oppose(breakthrough, ())
        opposed.thinker.held = held
        opposed.table.press("hint")
        opposed.advance()
        opposed.match.resign(0, OUT_OF_TIME)
        opposed.thinker.held = False
        opposed.advance()
        view = opposed.table.view()
        assert view.over is not None
        assert (view.hints, view.thinking) == ((), "")

    @pytest.mark.parametrize("end", ["hint", "cancel", "take_over"])
    def test_the_search_for_hints_can_be_cancelled(self, breakthrough: Game, end: str) -> None:
        """No side changes hands."""
        opposed = oppose(breakthrough)
        opposed.thinker.held = True
        opposed.table.press("hint")
        opposed.advance()
        assert opposed.table.view().thinking
        opposed.table.press(end)
        opposed.thinker.held = False
        opposed.advance()
        assert not opposed.table.view().hints
        assert opposed.opponents.seats == (Seat(), COMPUTER)

    @pytest.mark.parametrize(("second", "used"), [(COMPUTER, 0), (Seat(name=FRIEND), 10)])
    def test_no_clock_runs_while_a_hint_is_sought_against_the_computer(
        self, breakthrough: Game, second: Seat, used: int
    ) -> None:
        """Another person would wait for it."""
        match = Match(breakthrough)
        clocks = Ticked(match, TimeControl(300, 0))
        thinker = AtOnce(breakthrough, lambda: None)
        opponents = Opponents(match, [Seat(), second], make=lambda *_: thinker, nodes=20)
        table = Table(match, opponents=opponents, clocks=clocks)
        thinker.held = True
        table.press("hint")
        clocks.tick(10_000)
        assert clocks.used == (used, 0)
        assert clocks.due() == (290_000 if used else None)
        thinker.held = False
        table.advance()
        clocks.tick(5_000)
        assert clocks.used == (used + 5, 0)

    @pytest.mark.parametrize(("command", "label"), [("hint", ".hints"), ("", "")])
    def test_what_stops_a_search_is_named_after_what_is_sought(
        self, breakthrough: Game, command: str, label: str
    ) -> None:
        """Hints are stopped by another name than a computer player's own move."""
        opposed = oppose(breakthrough, [Seat() if command else COMPUTER, COMPUTER])
        opposed.thinker.held = True
        opposed.table.press(command)
        opposed.advance()
        labels = {each.name: each.label for each in opposed.table.view().commands}
        for name in ("move_now", "take_over"):
            assert labels[name] == opposed.text(f"table.command.{name}{label}")

    def test_computer_players_are_asked_in_the_language_of_the_table(
        self, breakthrough: Game
    ) -> None:
        """It is that of what goes wrong with them."""
        opponents = Opponents(Match(breakthrough), (Seat(), COMPUTER), make=AtOnce)
        table = Table(opponents.match, "fr", opponents=opponents)
        begun = opponents.language
        table.language = "en"
        assert (begun, opponents.language) == ("fr", "en")

    def test_why_there_are_no_hints(self, breakthrough: Game) -> None:
        opposed = oppose(breakthrough, (), [Failed(died=False, why="Nothing to advise.")])
        opposed.table.press("hint")
        opposed.advance()
        assert "Nothing to advise." in opposed.message


class TestHidden:
    def test_the_computers_army_stays_hidden(self) -> None:
        """While it sets up, and until the game begins, a person sees nothing of it."""
        game = loaded("lionheart/level2")
        assert game.engine.deploying is not None
        army = next(iter(game.engine.deploying.rules.armies))
        opposed = oppose(game, [COMPUTER, Seat()], [f"army {army}", "ready"])
        opposed.advance()
        view = opposed.table.view()
        assert len(played(opposed)) == 2
        assert opposed.match.to_act == 1
        assert view.units == ()
        assert view.log == ()
        assert all(side.units == 0 for side in view.sides)


@every_ruleset
def test_a_computer_plays_in_every_ruleset(name: str) -> None:
    """Twelve moves of two computer players are legal, deployments and dice included."""
    game = loaded(name)
    opposed = oppose(game, [COMPUTER, Seat("random", 6)])
    opposed.match.begin()
    for _ in range(12):
        opposed.table.advance()
        opposed.table.view()
    assert opposed.opponents.trouble is None
    assert opposed.table.seats == frozenset()


class TestChoosing:
    def test_every_choice_can_be_played(self, breakthrough: Game) -> None:
        """Levels come in the order of their strength, each with a sentence in both languages."""
        for language in ("en", "fr"):
            choices = seat_choices(breakthrough, language)
            assert [choice.kind for choice in choices[:2]] == ["you", "friend"]
            for choice in choices[2:]:
                if choice.kind == "computer":
                    make_player(breakthrough, choice.seat.player)
                assert choice.about.endswith(".")

    def test_an_engine_is_offered_where_it_knows_the_game(
        self, breakthrough: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And only if it is installed."""
        monkeypatch.setattr(players, "ENGINE_FOLDERS", ())
        monkeypatch.setenv("PATH", str(tmp_path))
        assert not [one for one in seat_choices(breakthrough) if one.kind == "engine"]
        program = tmp_path / players.ENGINES[0]
        program.write_text("#!/bin/sh\n", "utf-8")
        program.chmod(0o755)
        seating = Seating(breakthrough)
        seen = []
        for _ in players.SKILLS:
            seating.choose_engine(1)
            seen.append(seating.plain[1])
            assert program.name in name_of(seen[-1])
        options = {seat.player.partition("?")[2] for seat in seen}
        assert options == {f"skill_level={skill}" for skill in players.SKILLS}
        assert seen[0].player.startswith(f"uci:{program}?")
        assert not [one for one in seat_choices(loaded("battle/default")) if one.kind == "engine"]


class TestThoughts:
    """How a level that searches thought before its last turn."""

    LEVEL = Seat("4", 1)

    def after_a_turn(self, game: Game, seat: Seat = LEVEL) -> Opposed:
        opposed = oppose(game, (Seat(), seat), nodes=40)
        opposed.click("a2", "a3")
        opposed.advance()
        return opposed

    def think(self, opposed: Opposed) -> list[str]:
        opposed.table.press("thoughts")
        opposed.table.advance()
        return [one.why for one in opposed.table.view().hints]

    @pytest.mark.parametrize(
        ("name", "number", "said"),
        [("skirmish/ford", 2, ", action 2 of its turn."), ("halberd/default", 6, "."),
         ("lionheart/level1", 1, ", action 1 of its turn.")],
    )  # fmt: skip
    def test_of_a_turn_of_several_actions_the_last_one_weighed_is_told(
        self, name: str, number: int, said: str
    ) -> None:
        """It is not the turn's end; some players plan their turn at once, at its beginning."""
        match = Match(loaded(name), dice=seeded(1))
        match.begin()
        opposed = oppose(match.game, (self.LEVEL, Seat()), match=match, nodes=40)
        acted: list[Move] = []
        while not acted or match.to_act == 0:
            if match.to_act == 1:
                match.play(Move(END))
            opposed.table.advance()
            acted = [ply.move for ply in match.plies if ply.actor == 0]
        assert opposed.opponents.decision is not None
        assert opposed.opponents.decision.move is acted[number - 1]
        assert self.think(opposed)[0].startswith(f"Played{said} It expected")

    def test_no_other_turn_is_said_to_have_promised_more(self, breakthrough: Game) -> None:
        """One that seems to, after a shorter search, is named without what was expected of it."""
        wording, start = Wording(breakthrough, "en"), breakthrough.start()
        turns = zip(breakthrough.moves(start), (30.0, 90.0, 40.0, 0.0), strict=False)
        views = thought_views([Thought(start, *turn) for turn in turns], wording)
        little, even = (
            wording.say("table.thought.other", expected=wording.say(f"table.thought.{lead}"))
            for lead in ("ahead_little", "even")
        )
        weighed = wording.say("table.thought.weighed")
        assert [one.why for one in views[1:]] == [weighed, little, even]

    def test_hints_and_thoughts_take_the_place_of_each_other(self, breakthrough: Game) -> None:
        opposed = self.after_a_turn(breakthrough)
        told = self.think(opposed)
        opposed.table.press("hint")
        opposed.table.advance()
        assert opposed.table.view().hints
        assert len(opposed.match.hinted) == 1
        assert self.think(opposed) == told

    def test_they_are_remembered_until_the_next_turn(self, breakthrough: Game) -> None:
        """Seconds that are thought again would tell something else each time."""
        opposed = self.after_a_turn(breakthrough)
        told = self.think(opposed)
        opposed.table.press("thoughts")
        opposed.thinker.held = True
        assert self.think(opposed) == told
        opposed.table.press("thoughts")
        opposed.thinker.held = False
        opposed.click("b2", "b3")
        opposed.advance()
        assert self.think(opposed) not in (told, [])

    def test_they_are_no_hints_that_a_review_would_remember(self, breakthrough: Game) -> None:
        opposed = self.after_a_turn(breakthrough)
        self.think(opposed)
        assert opposed.match.hinted == []

    def test_who_does_not_search_has_no_thoughts(self, breakthrough: Game) -> None:
        assert not self.after_a_turn(breakthrough, COMPUTER).command("thoughts")

    def test_a_watcher_cannot_ask(self, breakthrough: Game) -> None:
        """Nor can who waits for the other person: it asks as one asks for hints."""
        opposed = self.after_a_turn(breakthrough)
        watcher = Table(opposed.match, seats=(), opponents=opposed.opponents)
        watcher.advance(play=False)
        assert all(one.name != "thoughts" for one in watcher.view().commands)
        watcher.press("thoughts")
        assert opposed.opponents.thinking is None
        assert watcher.view().hints == ()

    def test_a_hidden_deployment_is_no_thought(self) -> None:
        game = loaded("lionheart/level2")
        opposed = oppose(game, (self.LEVEL, self.LEVEL), nodes=1)
        assert game.engine.is_deploying(opposed.match.position)
        while game.engine.is_deploying(opposed.match.position):
            opposed.table.advance()
            assert opposed.opponents.decision is None
