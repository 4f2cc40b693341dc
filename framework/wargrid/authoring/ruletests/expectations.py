"""Judges what came of a step: one function for each thing that may be expected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from wargrid.authoring.ruletests.happened import RuleOptions, facts_in_words, in_order, known_events
from wargrid.authoring.ruletests.moment import TestMoment, rules_in
from wargrid.authoring.ruletests.pictures import MARK, Window
from wargrid.authoring.ruletests.report import Comparison, Differing, Failure
from wargrid.authoring.ruletests.weighing import judge_odds
from wargrid.core.grid import FACINGS
from wargrid.core.moves import ATTACK, ENTER, MOVE, TAKE, TURN, Roll
from wargrid.core.refusal import refusal_codes
from wargrid.engine.game import CHANCE
from wargrid.source.diagnostics import Place
from wargrid.text.catalog import catalog
from wargrid.text.format import did_you_mean, join_names

if TYPE_CHECKING:
    from wargrid.authoring.ruletests.models import Expected
    from wargrid.core.position import Position

NOBODY: Final = "nobody"
EVERYBODY: Final = "everybody"
NONE: Final = "none"
ALLOWED: Final = "allowed"
"""What a program is told was expected or found of a move that may be made."""
DRAW: Final = "draw"


def judge(moment: TestMoment, expected: Expected) -> Iterator[Failure]:
    """Everything that is not as expected, in the order in which the model lists what may be expected.

    Raises:
        RulesetError: an expectation names what does not exist.
    """
    for key in type(expected).model_fields:
        value = getattr(expected, key)
        if key in expected.model_fields_set and value is not None:
            yield from JUDGES[key](moment, value)


def _board(moment: TestMoment, text: str) -> Iterator[Failure]:
    yield from _compared(moment, moment.at("board"), text, moment.position, "board")


def _view(moment: TestMoment, views: Mapping[str, str]) -> Iterator[Failure]:
    for word, text in views.items():
        place = moment.at("view", word)
        side = moment.side(place, word, EVERYBODY)
        seen = moment.game.view(moment.position, -1 if side is None else side)
        yield from _compared(moment, place, text, seen, "view", side=word)


def _compared(
    moment: TestMoment, place: Place, text: str, position: Position, key: str, **values: object
) -> Iterator[Failure]:
    window, expected = moment.drawn(place, text)
    found = window.of(moment.game, position)
    if [list(row) for row in found] != expected:
        yield moment.fails(
            place, key, Comparison(expected, found, window.names(moment.game)), **values
        )


def _men(moment: TestMoment, men: Mapping[str, int]) -> Iterator[Failure]:
    yield from _per_cell(moment, "men", men, moment.position.men)


def _wounds(moment: TestMoment, wounds: Mapping[str, int]) -> Iterator[Failure]:
    yield from _per_cell(moment, "wounds", wounds, moment.position.wounds)


def _per_cell(
    moment: TestMoment, key: str, wanted: Mapping[str, int], numbers: list[int]
) -> Iterator[Failure]:
    for name, number in wanted.items():
        place = moment.at(key, name)
        unit = moment.position.board[moment.ground.cell(place, name)]
        found = numbers[unit] if unit > 0 else 0
        if found != number:
            yield moment.fails(place, key, cell=name, expected=number, found=found)


def _to_act(moment: TestMoment, wanted: str) -> Iterator[Failure]:
    moment.side(moment.at("to_act"), wanted, "chance", NOBODY)
    number = moment.game.to_act(moment.position)
    found = (
        NOBODY
        if number is None
        else "chance"
        if number == CHANCE
        else list(moment.game.ruleset.sides)[number]
    )
    yield from _same(moment, "to_act", wanted, found)


def _same(moment: TestMoment, key: str, wanted: object, found: object) -> Iterator[Failure]:
    if wanted != found:
        yield moment.fails(moment.at(key), "value", what=key, expected=wanted, found=found)


def _actions(moment: TestMoment, wanted: int | None) -> Iterator[Failure]:
    yield from _same(moment, "actions", wanted, moment.position.budget)


def _turn(moment: TestMoment, wanted: int | None) -> Iterator[Failure]:
    yield from _same(moment, "turn", wanted, moment.position.turn)


def _dice(moment: TestMoment, wanted: int | None) -> Iterator[Failure]:
    moves = moment.game.moves(moment.position)
    yield from _same(
        moment, "dice", wanted, len(moves[0].faces) if moves and isinstance(moves[0], Roll) else 0
    )


def _moves(moment: TestMoment, wanted: Mapping[str, str | list[str]]) -> Iterator[Failure]:
    yield from _targets(moment, "moves", wanted, (MOVE, ENTER))


def _attacks(moment: TestMoment, wanted: Mapping[str, str | list[str]]) -> Iterator[Failure]:
    yield from _targets(moment, "attacks", wanted, (ATTACK, TAKE))


def _targets(
    moment: TestMoment, key: str, wanted: Mapping[str, str | list[str]], verbs: tuple[str, ...]
) -> Iterator[Failure]:
    """The cells that a unit's moves lead to are exactly those that are named, or marked in a picture."""
    name_of = moment.game.grid.name
    for name, cells in wanted.items():
        place = moment.at(key, name)
        source = moment.ground.cell(place, name)
        legal = [
            move
            for move in moment.game.moves(moment.position)
            if move.source == source and move.verb in verbs
        ]
        found = sorted({move.target for move in legal})
        if moment.seen is not None:
            moment.seen.looked_at(moment.position, source)
            moment.seen.asked(moment.game, moment.position, legal)
        if isinstance(cells, str):
            yield from _marked(moment, place, cells, found, key)
            continue
        named = sorted({moment.ground.cell(place, cell) for cell in cells})
        if named != found:
            lists = _compared_lists(list(map(name_of, named)), list(map(name_of, found)))
            yield moment.fails(
                place, key, _both_marked(moment, source, named, found), cell=name, **lists
            )


def _compared_lists(expected: list[str], found: list[str]) -> dict[str, Any]:
    """Two lists that differ, and what is missing in the one that was found, or too much."""
    missing = [each for each in expected if each not in found]
    extra = [each for each in found if each not in expected]
    differ = [
        (f"tests.{key}", {key: each})
        for key, each in (("missing", missing), ("extra", extra))
        if each
    ]
    return {"expected": expected, "found": found, "differ": [Differing(*each) for each in differ]}


def _both_marked(
    moment: TestMoment, source: int, expected: list[int], found: list[int]
) -> Comparison:
    """Two pictures in which the cells of lists are marked: of what was drawn, or of the board if they lie beyond."""
    grid, window = moment.game.grid, moment.window
    if not all(window.has(*divmod(cell, grid.columns)) for cell in (source, *expected, *found)):
        window = Window(0, 0, grid.columns, grid.rows)
    names, board = window.names(moment.game), window.of(moment.game, moment.position)

    def marked(cells: list[int]) -> list[list[str]]:
        """The board with these cells marked."""
        those = set(map(grid.name, cells))
        return [
            [MARK if name in those else stands for name, stands in zip(*row, strict=True)]
            for row in zip(names, board, strict=True)
        ]

    return Comparison(marked(expected), marked(found), names)


def _marked(
    moment: TestMoment, place: Place, drawn: str, found: list[int], key: str
) -> Iterator[Failure]:
    """The cells marked in a picture are those found, and none is found beyond its edges."""
    picture = moment.ground.picture(place, drawn)
    window = moment.ground.window(
        place, picture, moment.game.grid.at(moment.window.column, moment.window.row)
    )
    names = window.names(moment.game)
    board = window.of(moment.game, moment.position)
    expected = [
        [MARK if sign == MARK else stands for sign, stands in zip(row, there, strict=True)]
        for row, there in zip(picture.rows, board, strict=True)
    ]
    reached = set(map(moment.game.grid.name, found))
    shown = [
        [MARK if name in reached else stands for name, stands in zip(row, there, strict=True)]
        for row, there in zip(names, board, strict=True)
    ]
    beyond = sorted(reached - {name for row in names for name in row})
    if shown != expected or beyond:
        pictures = Comparison(expected, shown, names)
        text = f"{key}_beyond" if beyond else f"{key}_drawn"
        yield moment.fails(place, text, pictures, cell=place[-1], beyond=beyond)


def _turns(moment: TestMoment, wanted: Mapping[str, list[str]]) -> Iterator[Failure]:
    for name, facings in wanted.items():
        place = moment.at("turns", name)
        source = moment.ground.cell(place, name)
        for facing in facings:
            moment.one_of(place, facing, tuple(FACINGS))
        moves = moment.game.moves(moment.position)
        if moment.seen is not None:
            moment.seen.looked_at(moment.position, source)
        found = [
            FACINGS[move.facing] for move in moves if move.source == source and move.verb == TURN
        ]
        if sorted(found) != sorted(facings):
            lists = _compared_lists(facings, sorted(found, key=FACINGS.index))
            yield moment.fails(place, "turns", cell=name, **lists)


def _choices(moment: TestMoment, wanted: int | None) -> Iterator[Failure]:
    yield from _same(moment, "choices", wanted, len(moment.game.moves(moment.position)))


def _allowed(moment: TestMoment, moves: list[str]) -> Iterator[Failure]:
    for number, text in enumerate(moves):
        place = moment.at("allowed", number)
        move = moment.move(place, text)
        refusal = moment.refusal(text)
        if refusal is not None:
            yield moment.fails(
                place, "allowed", move=text, reason=refusal, expected=ALLOWED, found=refusal.code
            )
        elif moment.seen is not None:
            moment.look_at(text)
            moment.seen.asked(moment.game, moment.position, [move])


def _refused(moment: TestMoment, moves: Mapping[str, str]) -> Iterator[Failure]:
    for text, why in moves.items():
        place = moment.at("refused", text)
        _check_reason(moment, place, why)
        refusal = moment.refusal(text)
        if refusal is None:
            yield moment.fails(place, "refused", move=text, why=why, expected=why, found=ALLOWED)
            continue
        if moment.seen is not None:
            moment.seen.refused(refusal)
            moment.look_at(text)
        if why not in (refusal.code, refusal.rule, *rules_in(refusal.rule)):
            found = ", ".join(part for part in (refusal.code, refusal.rule) if part)
            yield moment.fails(
                place, "other_reason", move=text, why=why, expected=why, found=found, reason=refusal
            )


def _check_reason(moment: TestMoment, place: Place, why: str) -> None:
    """A reason is the number of a rule that refusals cite here, or a code that has its words."""
    cites = moment.game.ruleset.cites
    rules = tuple(
        dict.fromkeys(rule for cited in cites.values() for rule in (cited, *rules_in(cited)))
    )
    if why not in rules and not catalog("en").has(f"refusals.{why}"):
        moment.one_of(place, why, tuple(dict.fromkeys((*rules, *cites, *refusal_codes()))))


def _events(moment: TestMoment, wanted: list[str | dict[str, dict[str, Any]]]) -> Iterator[Failure]:
    known = known_events()
    claims: list[RuleOptions] = []
    for number, item in enumerate(wanted):
        place = moment.at("events", number)
        said: Mapping[str, Mapping[str, Any]] = {item: {}} if isinstance(item, str) else item
        for name, facts in said.items():
            moment.one_of(place, name, tuple(known))
            strange = [fact for fact in facts if fact not in known[name]]
            if strange:
                near = did_you_mean(strange[0], known[name]) or ""
                moment.ground.wrong(
                    place,
                    "test_fact",
                    event=name,
                    word=strange[0],
                    near=near,
                    known=join_names(known[name]),
                )
            claims.append((name, facts))
    happened: list[RuleOptions] = [
        (event.name, facts_in_words(moment.game, event)) for event in moment.events
    ]
    missing = in_order(claims, happened)
    if missing is not None:
        name, facts = claims[missing]
        told, event = [_event(*each) for each in happened], _event(name, facts)
        at = moment.at("events", missing)
        yield moment.fails(at, "events", event=event, happened=told, expected=event, found=told)


def _event(name: str, facts: Mapping[str, object]) -> str:
    said = ", ".join(
        f"{key}: {' '.join(value) if isinstance(value, list) else value}"
        for key, value in facts.items()
    )
    return f"{name} ({said})" if said else name


def _no_events(moment: TestMoment, names: list[str]) -> Iterator[Failure]:
    known = tuple(known_events())
    for number, name in enumerate(names):
        place = moment.at("no_events", number)
        moment.one_of(place, name, known)
        found = [
            _event(each.name, facts_in_words(moment.game, each))
            for each in moment.events
            if each.name == name
        ]
        if found:
            yield moment.fails(
                place, "no_events", event=name, happened=found, expected=[], found=found
            )


def _in_check(moment: TestMoment, wanted: str) -> Iterator[Failure]:
    moment.side(moment.at("in_check"), wanted, NOBODY)
    checked = [
        word
        for n, word in enumerate(moment.game.ruleset.sides)
        if moment.game.in_check(moment.position, n)
    ]
    if checked != ([] if wanted == NOBODY else [wanted]):
        found = ", ".join(checked) or NOBODY
        yield moment.fails(
            moment.at("in_check"), "value", what="in_check", expected=wanted, found=found
        )


def _result(moment: TestMoment, wanted: str) -> Iterator[Failure]:
    place = moment.at("result")
    winner, _, reason = wanted.partition(" ")
    moment.side(place, winner, DRAW, NONE)
    result = moment.game.result(moment.position)
    if reason and (result is None or result.reason != reason):
        victories = moment.game.ruleset.victory
        reasons = dict.fromkeys(
            each for victory in victories for each in (victory.word, *victory.reasons)
        )
        moment.one_of(place, reason, tuple(reasons))
    found = NONE
    if result is not None:
        side = DRAW if result.winner is None else list(moment.game.ruleset.sides)[result.winner]
        found = f"{side} {result.reason}"
    if wanted != (found if reason else found.partition(" ")[0]):
        yield moment.fails(place, "value", what="result", expected=wanted, found=found)


JUDGES: Final[dict[str, Callable[[TestMoment, Any], Iterator[Failure]]]] = {
    "board": _board,
    "men": _men,
    "wounds": _wounds,
    "to_act": _to_act,
    "actions": _actions,
    "turn": _turn,
    "dice": _dice,
    "moves": _moves,
    "attacks": _attacks,
    "turns": _turns,
    "choices": _choices,
    "allowed": _allowed,
    "refused": _refused,
    "events": _events,
    "no_events": _no_events,
    "odds": judge_odds,
    "view": _view,
    "in_check": _in_check,
    "result": _result,
}
"""What judges each thing that may be expected."""
