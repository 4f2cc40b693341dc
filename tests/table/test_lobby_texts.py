"""What a menu and a list of saved games say, finished for any frontend."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from support import every_ruleset, loaded
from wargrid import RecordError
from wargrid.match import Journal, Match, SaveInfo, header_for, list_saves, save_path, save_record
from wargrid.text import catalog
from wargrid_play.table import (
    FRIEND,
    Seat,
    Seating,
    continued_text,
    games,
    is_variant,
    menu_card,
    read_seats,
    save_texts,
    title_of,
    write_seats,
)

ENGLISH, FRENCH = catalog("en"), catalog("fr")

pytestmark = pytest.mark.usefixtures("own_home")


def saved(name: str = "") -> SaveInfo:
    """A match of two moves, saved."""
    game = loaded("breakthrough/standard")
    match = Match(game)
    match.begin()
    for _ in range(2):
        match.play(game.moves(match.position)[0])
    save_record(save_path(name or "mine"), match, header_for(game, players=("", "")))
    return list_saves()[0]


@every_ruleset
def test_a_card_has_finished_texts(name: str) -> None:
    for words in (ENGLISH, FRENCH):
        card = menu_card(name, words)
        assert card.title == title_of(name, words)
        assert card.title != name
        assert card.facts.startswith("2 ")
        assert "lobby." not in card.facts
        assert "{" not in f"{card.summary}{card.facts}"


def test_a_card_tells_a_game_with_dice_and_a_guide_from_others() -> None:
    dice, none = menu_card("lionheart/level1", ENGLISH), menu_card("breakthrough/standard", ENGLISH)
    assert (dice.facts.split(" · ")[-1], none.facts.split(" · ")[-1]) == ("dice", "no dice")
    assert dice.guide is not None
    assert none.guide is None


def test_the_menu_lists_no_variant() -> None:
    assert games()
    assert not any(map(is_variant, games()))


def test_saves_that_read_the_same_have_their_dates_to_the_second() -> None:
    one = saved()
    other = replace(one, modified=one.modified + 86_400)
    assert len(save_texts([one, one], ENGLISH)[0]) > len(save_texts([one, other], ENGLISH)[0])


def test_a_save_is_named_by_its_player_first_and_a_damaged_one_by_its_file() -> None:
    info = saved("Sunday")
    (named,) = save_texts([info], ENGLISH)
    assert named.startswith("Sunday · Breakthrough")
    for name in ("Breakthrough", "Breakthrough, Move 2"):
        offered = saved(name)
        for finished in (False, True):
            (text,) = save_texts([replace(offered, finished=finished)], ENGLISH)
            assert text.count("Breakthrough") == text.count("Move 2") == 1
            assert ("finished" in text) == finished
    damaged = replace(info, path=Path("lost.wargrid"), damage=RecordError("syntax"))
    assert "lost" in save_texts([damaged], FRENCH)[0]


def test_an_unfinished_game_tells_its_turn_once_that_is_known(tmp_path: Path) -> None:
    game = loaded("breakthrough/standard")
    match = Match(game)
    match.begin()
    journal = Journal(tmp_path / "x.journal", match, header_for(game))
    match.play(game.moves(match.position)[0])
    journal.leave()
    path = journal.path
    assert "move …" in continued_text(path, 0, ENGLISH).lower()
    assert "move 4" in continued_text(path, 7, ENGLISH).lower()


def test_an_unfinished_game_that_cannot_be_read_is_named_by_its_file(tmp_path: Path) -> None:
    torn = tmp_path / "torn.journal"
    torn.write_text("torn")
    assert "torn" in continued_text(torn, 0, ENGLISH)


def test_seats_are_read_as_they_were_written() -> None:
    seats = Seat(name="Ann"), Seat("3", seed=7)
    assert read_seats(write_seats(seats)) == (Seat(name="Ann"), Seat("3"))
    assert read_seats("") == (Seat(), Seat("1"))


def test_the_note_below_the_seats_says_what_a_level_can_do_or_that_persons_play() -> None:
    game = loaded("breakthrough/standard")
    persons = Seating(game, (Seat(), Seat(name=FRIEND)))
    assert persons.note("en") == ENGLISH.say("lobby.persons")
    level = Seating(game, (Seat(), Seat("1")))
    assert level.note("en") == ENGLISH.say("table.level.1")
