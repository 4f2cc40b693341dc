"""Compare the markers of a position with what a test expects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wargrid.authoring.ruletests.moment import Failures, TestMoment
from wargrid.core.hands import hand_of
from wargrid.core.marks import Marked
from wargrid.engine.game import Game
from wargrid.match import (
    NotationError,
    read_place,
    read_value,
    write_place,
    write_value,
    written_aboard,
)


def judge_markers(moment: TestMoment, wanted: Mapping[str, Mapping[str, int | str]]) -> Failures:
    """Yield every value of a marker that differs.

    Raises:
        RulesetError: there is no such marker, or a place or value that it cannot have.
    """
    game, position = moment.game, moment.position
    known = [marker.word for marker in game.engine.markers.rows]
    for word, values in wanted.items():
        at = moment.at("markers", word)
        moment.context.check_word(at, word, known, at="key")
        marker = game.engine.markers[word]
        for name, value in values.items():
            place = moment.at("markers", word, name)
            try:
                where = read_place(position, marker, name)
                number = read_value(game.engine, marker, str(value))
            except NotationError as error:
                moment.context.refuse(place, "test_position", error.refusal)
            found = marker.value(position, where)
            if found != number:
                shown = write_value(game.engine, marker, found)
                yield moment.fail(
                    place, "marker", marker=word, where=name, expected=value, found=shown
                )


def judge_hand(moment: TestMoment, wanted: Mapping[str, Mapping[str, int]]) -> Failures:
    """Yield every number of units in a hand that differs.

    Raises:
        RulesetError: there is no such side, or units of a type are in no hand.
    """
    sides = list(moment.game.ruleset.sides)
    for side, held in wanted.items():
        moment.context.check_word(moment.at("hand", side), side, sides, at="key")
        found = hand_of(moment.position, sides.index(side))
        for word, count in held.items():
            place = moment.at("hand", side, word)
            moment.context.check_word(place, word, found, at="key")
            if found[word] != count:
                yield moment.fail(
                    place, "hand", side=side, unit=word, expected=count, found=found[word]
                )


def judge_aboard(moment: TestMoment, wanted: Mapping[str, Sequence[str]]) -> Failures:
    """Yield every cell on which a unit carries others than it should.

    Raises:
        RulesetError: there is no such cell.
    """
    found = written_aboard(moment.position)
    for name, units in wanted.items():
        place = moment.at("aboard", name)
        there = found.get(moment.context.cell(place, name), [])
        pairs = zip(there, units, strict=False)
        agrees = [told == unit or told.startswith(f"{unit} ") for told, unit in pairs]
        if len(there) != len(units) or not all(agrees):
            expected, shown = ", ".join(units) or "-", ", ".join(there) or "-"
            yield moment.fail(place, "aboard", cell=name, expected=expected, found=shown)


def marked_facts(game: Game, event: Marked) -> dict[str, object]:
    """Return the facts of an event in the words of a test."""
    marker = game.engine.markers[event.marker]
    value = (
        event.value if marker.holds == "number" else write_value(game.engine, marker, event.value)
    )
    return {
        "marker": event.marker,
        "where": write_place(game.engine, marker, event.where),
        "value": value,
    }
