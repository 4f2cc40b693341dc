"""Fair dice: every roll follows from the numbers of the server and of both players."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from support import loaded
from wargrid import CHANCE, Match, RecordError
from wargrid.cli.replay import dice_verdict
from wargrid.match import (
    FAIR,
    DrawnNumber,
    FairDice,
    Header,
    commitment,
    draw_number,
    header_for,
    match_for,
    read_position,
    read_record,
    save_record,
    verify_dice,
    write_record,
)
from wargrid.match.record_writer import RECORD, Checksum, header_lines
from wargrid.text import catalog

NUMBERS = ("a1" * 32, "b2" * 32, "c3" * 32)
GAME = "lionheart/level1"
ARMIES = """\
. . . . k . . . .
. . . . . . . . .
. i i i i i i i .
. I I I I I I I .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . K . . . .
"""


def drawn(number: str, match: str = "m1") -> DrawnNumber:
    return DrawnNumber(commitment(number, match), number)


DICE = FairDice("m1", tuple(map(drawn, NUMBERS)))


def played(dice: FairDice = DICE, moves: int = 60) -> tuple[Match, Header]:
    """A game of attacks wherever one is possible, from two armies that face each other."""
    game = loaded(GAME)
    header = replace(header_for(game), dice=FAIR, fair=dice)
    match = match_for(game, header, read_position(game, ARMIES))
    while match.result is None and match.number < moves:
        legal = game.moves(match.position)
        attacks = [move for move in legal if move.verb == "attack"]
        match.play((attacks or legal)[match.number * 7 % len(attacks or legal)])
    return match, header


def test_all_rolls_of_a_game_follow_from_its_numbers() -> None:
    match, header = played()
    assert sum(ply.actor == CHANCE for ply in match.plies) >= 3
    record = read_record(write_record(match, header))
    assert record.header.fair == DICE
    assert verify_dice(record.match, DICE) is None


def test_a_game_that_is_resumed_goes_on_with_the_next_roll() -> None:
    match, header = played(moves=20)
    again = read_record(write_record(match, header)).match
    for one in (match, again):
        while one.result is None and one.number < 60:
            one.play(one.game.moves(one.position)[-1])
    assert again.position == match.position
    assert verify_dice(again, DICE) is None


@pytest.mark.parametrize("changed", range(3))
def test_every_number_changes_the_rolls(changed: int) -> None:
    match, _ = played()
    numbers = [*NUMBERS]
    numbers[changed] = "ff" * 32
    wrong = verify_dice(match, FairDice("m1", tuple(map(drawn, numbers))))
    assert wrong is not None
    assert wrong.code == "roll"


def test_the_same_numbers_give_other_rolls_in_another_match_and_order() -> None:
    keys = {DICE.key, replace(DICE, match="m2").key, FairDice("m1", DICE.draws[::-1]).key}
    assert len(keys) == 3


def test_a_number_that_was_not_committed_to_is_named() -> None:
    match, _ = played()
    for at, who in enumerate(("server", "gold", "silver")):
        draws = [*DICE.draws]
        draws[at] = draws[at]._replace(number="00" * 32)
        wrong = verify_dice(match, FairDice("m1", tuple(draws)))
        assert wrong is not None
        assert (wrong.code, wrong.who) == ("commitment", who)


def test_the_first_roll_that_does_not_follow_is_named() -> None:
    match, _ = played()
    at = [number for number, ply in enumerate(match.plies) if ply.actor == CHANCE][2]
    forged = Match(match.game, by_hand=True, start=match.start)
    for ply in match.plies[:at]:
        forged.play(ply.move)
    honest = match.plies[at].move
    other = next(m for _, m in match.game.chances(forged.position) if m.key != honest.key)
    forged.play(other)
    wrong = verify_dice(forged, DICE)
    assert wrong is not None
    assert (wrong.code, wrong.number, wrong.move) == ("roll", 3, match.plies[at].number)
    assert wrong.shown != wrong.follows


def test_rolls_are_as_likely_as_the_faces_say() -> None:
    match, _ = played()
    chances = next(
        match.game.chances(ply.before)
        for ply in match.plies
        if ply.actor == CHANCE and len(match.game.chances(ply.before)) > 3
    )
    found = Counter(DICE.roll(number, chances).key for number in range(4000))
    for chance, move in chances:
        assert abs(found[move.key] / 4000 - chance) < 0.04


def test_numbers_are_drawn_anew() -> None:
    first, second = draw_number(), draw_number()
    assert first != second
    assert len(bytes.fromhex(first)) == 32


def test_the_command_says_whether_the_dice_hold(tmp_path: Path) -> None:
    match, header = played(moves=30)
    honest, other, plain = (tmp_path / f"{name}.wargrid" for name in ("honest", "other", "plain"))
    save_record(honest, match, header)
    text, holds = dice_verdict(honest)
    assert holds
    assert all(draw.commitment in text for draw in DICE.draws)
    assert catalog("en").say("record.dice.compare") in text
    draws = (*DICE.draws[:2], drawn("ff" * 32))
    save_record(other, match, replace(header, fair=FairDice("m1", draws)))
    assert not dice_verdict(other)[1]
    save_record(plain, match, header_for(match.game))
    with pytest.raises(RecordError) as error:
        dice_verdict(plain)
    assert error.value.code == "no_fair_dice"


@pytest.mark.parametrize(
    ("old", "new"),
    [(" " + "b2" * 32, ""), ("number silver", "number gold"), ("match: m1", "for: m1")],
)
def test_a_header_without_a_number_is_refused(old: str, new: str) -> None:
    """All checksums are right, as a forger would make them."""
    match, header = played(moves=4)
    lines = [*header_lines(match.game, header, match.start, RECORD)]
    checksum = Checksum()
    data = b"".join(checksum.line(text.replace(old, new), digest) for text, digest in lines)
    with pytest.raises(RecordError) as error:
        read_record(data)
    assert error.value.code == "header"
