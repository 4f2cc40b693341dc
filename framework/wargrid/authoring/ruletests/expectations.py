"""Compare the table after each step with what the test expects: one function per key."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from itertools import chain
from typing import Any, Final

from wargrid.authoring.ruletests.markers import (
    judge_aboard,
    judge_hand,
    judge_markers,
    marked_facts,
)
from wargrid.authoring.ruletests.models import Expected, rules_in
from wargrid.authoring.ruletests.models import ExpectedOdds as ExpectedOdds
from wargrid.authoring.ruletests.moment import Failures, TestMoment
from wargrid.authoring.ruletests.report import (
    BoardComparison,
    Failure,
    Illegal,
    ListDifference,
    Rows,
)
from wargrid.authoring.ruletests.setup import Window
from wargrid.core.attacks import Rolled
from wargrid.core.effects import Begins, Follows, Rolling
from wargrid.core.events import Event, fact_names
from wargrid.core.layers import CONTROL, SUPPLY
from wargrid.core.marks import Marked
from wargrid.core.moves import ATTACK, ENTER, MOVE, TAKE, TURN, Move, Roll
from wargrid.core.position import Position
from wargrid.core.refusal import IllegalMove, Refusal, citable_codes
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.engine.odds import Odds
from wargrid.engine.odds import expected as mean
from wargrid.source.diagnostics import Place
from wargrid.text import catalog

NOBODY: Final = "nobody"
EVERYBODY: Final = "everybody"
NONE: Final = "none"
ALLOWED: Final = "allowed"
"""What a program reads of a move that is legal."""
DRAW: Final = "draw"
MARK: Final = "*"
"""Marks a cell in a picture of cells."""

Cells = Mapping[str, str | list[str]]
ExpectedChances = Fraction | Mapping[str, Fraction]
Facts = tuple[str, Mapping[str, object]]
"""An event's name and its facts in words."""

_CELL_FACTS: Final = ("cell", "source", "target")
_SIDE_FACTS: Final = ("side", "winner")
_INTERNAL_FACTS: Final = ("limit", "pending", "mark", "number")


def judge(moment: TestMoment, expected: Expected) -> Failures:
    """Yield every expectation that does not hold, in the order of the model.

    Raises:
        RulesetError: an expectation names something that does not exist.
    """
    for key in type(expected).model_fields:
        value = getattr(expected, key)
        if key in expected.model_fields_set and value is not None:
            yield from JUDGES[key](moment, value)


# Boards and numbers


def _board(moment: TestMoment, text: str) -> Failures:
    yield from _picture(moment, moment.at("board"), text, moment.position, "board")


def _view(moment: TestMoment, views: Mapping[str, str]) -> Failures:
    for word, text in views.items():
        place = moment.at("view", word)
        side = moment.side(place, word, EVERYBODY)
        seen = moment.game.view(moment.position, -1 if side is None else side)
        yield from _picture(moment, place, text, seen, "view", side=word)


def _picture(
    moment: TestMoment, place: Place, text: str, position: Position, key: str, **values: object
) -> Failures:
    picture = moment.context.picture(place, text)
    window = moment.context.window(place, picture, moment.window.corner)
    expected = moment.context.rows(place, picture, window)
    found = window.of(moment.game, position)
    if [list(row) for row in found] != expected:
        names = window.names(moment.game)
        yield moment.fail(place, key, BoardComparison(expected, found, names), **values)


def _per_cell(
    moment: TestMoment, key: str, wanted: Mapping[str, int], numbers: list[int]
) -> Failures:
    for name, number in wanted.items():
        place = moment.at(key, name)
        unit = moment.position.board[moment.context.cell(place, name)]
        found = numbers[unit] if unit > 0 else 0
        if found != number:
            yield moment.fail(place, key, cell=name, expected=number, found=found)


def _to_act(moment: TestMoment, wanted: str) -> Failures:
    moment.side(moment.at("to_act"), wanted, "chance", NOBODY)
    number = moment.game.to_act(moment.position)
    names: dict[int | None, str] = {None: NOBODY, CHANCE: "chance", **dict(enumerate(moment.sides))}
    found = names[number]
    yield from moment.compare("to_act", wanted, found)


def _dice_due(moment: TestMoment) -> int:
    moves = moment.game.moves(moment.position)
    return len(moves[0].faces) if moves and isinstance(moves[0], Roll) else 0


def _in_check(moment: TestMoment, wanted: str) -> Failures:
    moment.side(moment.at("in_check"), wanted, NOBODY)
    checks = [moment.game.in_check(moment.position, side) for side in range(len(moment.sides))]
    found = ", ".join(word for word, check in zip(moment.sides, checks, strict=True) if check)
    yield from moment.compare("in_check", wanted, found or NOBODY)


def _result(moment: TestMoment, wanted: str) -> Failures:
    place = moment.at("result")
    winner, _, reason = wanted.partition(" ")
    moment.side(place, winner, DRAW, NONE)
    result = moment.game.result(moment.position)
    if reason and (result is None or result.reason != reason):
        kinds = moment.game.ruleset.victory
        reasons = dict.fromkeys(each for kind in kinds for each in (kind.word, *kind.reasons))
        moment.context.check_word(place, reason, reasons)
    found = NONE
    if result is not None:
        side = DRAW if result.winner is None else moment.sides[result.winner]
        found = f"{side} {result.reason}"
    if wanted != (found if reason else found.partition(" ")[0]):
        yield moment.fail(place, "value", what="result", expected=wanted, found=found)


# Moves


def _targets(moment: TestMoment, key: str, wanted: Cells, verbs: tuple[str, ...]) -> Failures:
    for name, cells in wanted.items():
        place = moment.at(key, name)
        source = moment.context.cell(place, name)
        found = sorted({move.target for move in moment.moves_of(source, verbs)})
        if isinstance(cells, str):
            yield from _marked(moment, place, cells, found, key)
            continue
        named = sorted({moment.context.cell(place, cell) for cell in cells})
        if named != found:
            names = [list(map(moment.game.grid.name, each)) for each in (named, found)]
            pictures = _both_marked(moment, source, named, found)
            why = _why_missing(moment, key, name, names[0], names[1])
            yield moment.fail(place, key, pictures, cell=name, why=why, **_differing(*names))


def _why_missing(
    moment: TestMoment, key: str, source: str, expected: Collection[str], found: Collection[str]
) -> Illegal | str:
    """Return why the first expected cell that is not found is refused; empty if none is missing."""
    sign = "-" if key == "moves" else "x"
    for cell in expected:
        text = f"{source}{sign}{cell}"
        reason = None if cell in found else moment.refusal(text)
        if reason is not None:
            return Illegal(text, reason)
    return ""


def _differing(expected: list[str], found: list[str]) -> dict[str, Any]:
    missing = [each for each in expected if each not in found]
    extra = [each for each in found if each not in expected]
    differ = [ListDifference(*each) for each in (("missing", missing), ("extra", extra)) if each[1]]
    return {"expected": expected, "found": found, "differ": differ}


def _both_marked(
    moment: TestMoment, source: int, expected: list[int], found: list[int]
) -> BoardComparison:
    """Return two pictures with listed cells marked, of the whole board if some lie outside."""
    grid, window = moment.game.grid, moment.window
    if not all(map(window.has, (source, *expected, *found))):
        window = Window(grid.lines)
    names, board = window.names(moment.game), window.of(moment.game, moment.position)
    wanted, there = (
        _with_marks(board, names.rows, set(map(grid.name, e))) for e in (expected, found)
    )
    return BoardComparison(wanted, there, names)


def _with_marks(board: Rows, marks: Rows, marked: Collection[str]) -> list[list[str]]:
    """Return the rows of a board with ``MARK`` where ``marks`` has one of the ``marked`` texts."""
    return [
        [MARK if mark in marked else sign for sign, mark in zip(*rows, strict=True)]
        for rows in zip(board, marks, strict=True)
    ]


def _marked(moment: TestMoment, place: Place, text: str, found: list[int], key: str) -> Failures:
    picture = moment.context.picture(place, text)
    window = moment.context.window(place, picture, moment.window.corner)
    names, board = window.names(moment.game), window.of(moment.game, moment.position)
    reached = set(map(moment.game.grid.name, found))
    expected = _with_marks(board, picture.rows, MARK)
    shown = _with_marks(board, names.rows, reached)
    beyond = sorted(reached - {name for row in names.rows for name in row})
    if shown != expected or beyond:
        pictures = BoardComparison(expected, shown, names)
        text_key = f"{key}_beyond" if beyond else f"{key}_drawn"
        marks = zip(chain(*names.rows), chain(*expected), strict=True)
        why = _why_missing(moment, key, str(place[-1]), [n for n, m in marks if m == MARK], reached)
        yield moment.fail(place, text_key, pictures, cell=place[-1], beyond=beyond, why=why)


def _turns(moment: TestMoment, wanted: Mapping[str, list[str]]) -> Failures:
    facing_names = moment.game.grid.facing_names
    for name, facings in wanted.items():
        place = moment.at("turns", name)
        for facing in facings:
            moment.context.check_word(place, facing, facing_names)
        moves = moment.moves_of(moment.context.cell(place, name), (TURN,))
        found = [facing_names[move.facing] for move in moves]
        if sorted(found) != sorted(facings):
            found.sort(key=facing_names.index)
            yield moment.fail(place, "turns", cell=name, **_differing(facings, found))


def _covered(moment: TestMoment, key: str, name: str, wanted: Mapping[str, list[str]]) -> Failures:
    """Yield the cells in which a layer of a side differs."""
    sides, layers = list(moment.game.ruleset.sides), moment.game.engine.layers
    for side, cells in wanted.items():
        place = moment.at(key, side)
        moment.context.check_word(place, side, sides, at="key")
        held = layers.cells(name, moment.position, sides.index(side))
        found = [moment.game.grid.name(c) for c in range(moment.game.grid.cells) if held >> c & 1]
        named = [moment.game.grid.name(moment.context.cell(place, cell)) for cell in cells]
        if sorted(named) != sorted(found):
            yield moment.fail(place, key, side=side, **_differing(named, found))


def _allowed(moment: TestMoment, moves: list[str]) -> Failures:
    for number, text in enumerate(moves):
        place = moment.at("allowed", number)
        moment.move(place, text)
        if refusal := moment.refusal(text):
            yield _refusal(moment, place, text, refusal)


def _refusal(moment: TestMoment, place: Place, text: str, refusal: Refusal) -> Failure:
    over = moment.game.result(moment.position)
    key, reason = ("allowed", refusal) if over is None else ("decided", over.reason)
    values = {"reason": reason, "expected": ALLOWED, "found": refusal.code}
    return moment.fail(place, key, None, move=text, **values)


def _refused(moment: TestMoment, moves: Mapping[str, str]) -> Failures:
    cites = moment.game.ruleset.cites
    rules = dict.fromkeys(rule for each in cites.values() for rule in (each, *rules_in(each)))
    for text, why in moves.items():
        place = moment.at("refused", text)
        if why not in rules and not catalog("en").has(f"refusals.{why}"):
            moment.context.check_word(place, why, dict.fromkeys((*rules, *cites, *citable_codes())))
        refusal = moment.refusal(text)
        if refusal is None:
            yield moment.fail(place, "refused", move=text, why=why, expected=why, found=ALLOWED)
            continue
        moment.coverage.refused(refusal)
        if why not in (refusal.code, refusal.rule, *rules_in(refusal.rule)):
            found = ", ".join(part for part in (refusal.code, refusal.rule) if part)
            over = moment.game.result(moment.position)
            key, reason = ("other_reason", refusal) if over is None else ("decided", over.reason)
            values = {"move": text, "why": why, "reason": reason}
            yield moment.fail(place, key, None, expected=why, found=found, **values)


# Events


def _events(moment: TestMoment, wanted: list[str | dict[str, dict[str, Any]]]) -> Failures:
    known = event_facts()
    claims: list[Facts] = []
    for number, item in enumerate(wanted):
        place = moment.at("events", number)
        named: Mapping[str, Mapping[str, Any]] = {item: {}} if isinstance(item, str) else item
        for name, facts in named.items():
            moment.context.check_word(place, name, known)
            for fact in facts:
                moment.context.check_word(place, fact, known[name], "test_fact", event=name)
            claims.append((name, facts))
    happened = [_facts(moment.game, event) for event in moment.events if _told(event)]
    rest = iter(happened)
    for number, claim in enumerate(claims):
        if not any(_agrees(claim, event) for event in rest):
            found, event = [_format_event(*each) for each in happened], _format_event(*claim)
            values = {"event": event, "happened": found, "expected": event, "found": found}
            yield moment.fail(moment.at("events", number), "events", None, **values)
            return


def _no_events(moment: TestMoment, names: list[str]) -> Failures:
    known = event_facts()
    for number, name in enumerate(names):
        place = moment.at("no_events", number)
        moment.context.check_word(place, name, known)
        events = [each for each in moment.events if each.name == name]
        if found := [_format_event(*_facts(moment.game, each)) for each in events]:
            values = {"event": name, "happened": found, "expected": [], "found": found}
            yield moment.fail(place, "no_events", None, **values)


def event_facts() -> dict[str, tuple[str, ...]]:
    """Return every event by name, with the names of its facts."""
    waiting: list[type[Event]] = [Event]
    kinds: dict[tuple[str, str], type[Event]] = {}
    for kind in waiting:
        waiting += kind.__subclasses__()
        # A dataclass with slots is made twice; the first one lives until rubbish is collected.
        kinds[kind.__module__, kind.__qualname__] = kind
    found: dict[str, tuple[str, ...]] = {}
    for kind in kinds.values():
        if hasattr(kind, "name"):
            names = ("faces",) if issubclass(kind, Rolled) else fact_names(kind)
            facts = tuple(name for name in names if name not in _INTERNAL_FACTS)
            found.setdefault(kind.name, facts)
    return dict(sorted(found.items()))


def _facts(game: Game, event: Event) -> Facts:
    if isinstance(event, Marked):
        return event.name, marked_facts(game, event)
    return event.name, {
        name: _fact(game, name, value)
        for name, value in event.facts().items()
        if name not in _INTERNAL_FACTS and value != ""
    }


def _fact(game: Game, name: str, value: Any) -> object:
    if name in _CELL_FACTS:
        return game.grid.name(value)
    if name == "cells":
        return [game.grid.name(cell) for cell in value]
    if name == "facing":
        return game.grid.facing_names[value] if game.grid.facings > 1 else value
    if name in _SIDE_FACTS:
        return DRAW if value is None else list(game.ruleset.sides)[value]
    return list(value) if isinstance(value, tuple) else value


def _agrees(claim: Facts, event: Facts) -> bool:
    """Return whether an event has the claimed name and facts; lists agree in any order."""
    if claim[0] != event[0]:
        return False
    for name, value in claim[1].items():
        found = event[1].get(name, "")
        if isinstance(found, list):
            several = value.split() if isinstance(value, str) else value
            items = several if isinstance(several, list) else [several]
            if sorted(map(str, items)) != sorted(map(str, found)):
                return False
        elif value != found:
            return False
    return True


def _told(event: Event) -> bool:
    """Return whether an event says more than how far lists of effects have come."""
    return not isinstance(event, Begins | Follows | Rolling)


def _format_event(name: str, facts: Mapping[str, object]) -> str:
    values = {k: " ".join(map(str, v)) if isinstance(v, list) else v for k, v in facts.items()}
    return f"{name} ({', '.join(f'{k}: {v}' for k, v in values.items())})" if values else name


# Odds


def _odds(moment: TestMoment, wanted: Mapping[str, ExpectedOdds]) -> Failures:
    for text, claimed in wanted.items():
        place = moment.at("odds", text)
        move = moment.move(place, text)
        try:
            odds = moment.game.odds(moment.position, move)
        except IllegalMove as error:
            yield _refusal(moment, place, text, error.refusal)
            continue
        for outcome in odds.outcomes:
            moment.coverage.played(moment.position, move, list(outcome.events))
        for key in type(claimed).model_fields:
            if (chances := getattr(claimed, key)) is not None:
                yield from _chance(moment, (*place, key), odds, move, chances)


def _chance(moment: TestMoment, place: Place, odds: Odds, move: Move, wanted: Any) -> Failures:
    match place[-1]:
        case "kill":
            yield from _per_unit(moment, place, wanted, move.target, odds.eliminated)
        case "displaced":
            yield from _per_unit(moment, place, wanted, move.source, odds.displaced)
        case "joins":
            yield from _per_unit(moment, place, wanted, move.target, odds.joins)
        case "hits":
            yield from _spread(moment, place, wanted, odds.hits())
        case "counts":
            weapon = moment.position.type_of(moment.position.board[move.source]).attack
            armed = None if weapon is None else weapon.armed(move.word)
            known: list[str] = [] if armed is None else list(armed.by.counts)
            for word, chances in wanted.items():
                moment.context.check_word((*place, word), word, known, "test_word", "key")
                yield from _spread(moment, (*place, word), chances, odds.counted(known.index(word)))
        case "column":
            columns = dict.fromkeys(column for column, _, _ in _tables(moment, odds))
            yield from _compare(moment, place, "spread", "column", str(wanted), ", ".join(columns))
        case "results":
            decided = list(_tables(moment, odds))
            for word, chance in wanted.items():
                shares = [share for _, result, share in decided if result == word]
                at = (*place, word)
                yield from _compare(moment, at, "chance", word, chance, sum(shares, Fraction(0)))
        case "wins":
            alone = isinstance(wanted, Fraction)
            sides = {moment.sides[moment.position.side]: wanted} if alone else wanted
            for word, chance in sides.items():
                at = place if alone else (*place, word)
                moment.context.check_word(at, word, moment.sides)
                found = odds.wins(moment.sides.index(word))
                yield from _compare(moment, at, "chance", f"wins {word}", chance, found)
        case _:
            if moment.position.board[move.target] > 0:
                yield from _spread(moment, place, wanted, odds.removed(move.target))
            else:
                yield moment.fail(place, "no_unit", cell=moment.game.grid.name(move.target))


def _tables(moment: TestMoment, odds: Odds) -> Iterator[tuple[str, str, Fraction]]:
    """Yield what tables decide: the column as the table writes it, the result and its chance."""
    tables = moment.game.ruleset.tables
    for event, chance in odds.results().items():
        table = tables[event.table or next(iter(tables))]
        column = str(table.columns[event.column]) if event.column >= 0 else "below"
        yield column, event.result, chance


def _per_unit(
    moment: TestMoment,
    place: Place,
    wanted: ExpectedChances,
    alone: int,
    chance: Callable[[int], Fraction],
) -> Failures:
    one = isinstance(wanted, Fraction)
    cells = wanted if isinstance(wanted, Mapping) else {moment.game.grid.name(alone): wanted}
    for name, expected in cells.items():
        at = place if one else (*place, name)
        cell = moment.context.cell(at, name)
        if moment.position.board[cell] <= 0:
            yield moment.fail(at, "no_unit", cell=name)
        else:
            what = f"{place[-1]} {name}"
            yield from _compare(moment, at, "chance", what, expected, chance(cell))


def _spread(
    moment: TestMoment,
    place: Place,
    wanted: Fraction | dict[int, Fraction],
    found: dict[int, Fraction],
) -> Failures:
    if isinstance(wanted, Fraction):
        yield from _compare(moment, place, "mean", str(place[-1]), wanted, mean(found))
    elif {number: chance for number, chance in wanted.items() if chance} != found:
        texts = [
            ", ".join(f"{number}: {chance}" for number, chance in sorted(each.items()))
            for each in (wanted, found)
        ]
        yield from _compare(moment, place, "spread", str(place[-1]), *texts)


def _compare(
    moment: TestMoment, place: Place, key: str, what: str, expected: object, found: object
) -> Failures:
    if expected != found:
        yield moment.fail(place, key, what=what, expected=str(expected), found=str(found))


JUDGES: Final[dict[str, Callable[[TestMoment, Any], Failures]]] = {
    "board": _board,
    "men": lambda moment, men: _per_cell(moment, "men", men, moment.position.men),
    "wounds": lambda moment, hits: _per_cell(moment, "wounds", hits, moment.position.wounds),
    "markers": judge_markers,
    "hand": judge_hand,
    "aboard": judge_aboard,
    "to_act": _to_act,
    "actions": lambda moment, n: moment.compare("actions", n, moment.position.budget),
    "turn": lambda moment, n: moment.compare("turn", n, moment.position.turn),
    "dice": lambda moment, n: moment.compare("dice", n, _dice_due(moment)),
    "moves": lambda moment, cells: _targets(moment, "moves", cells, (MOVE, ENTER)),
    "attacks": lambda moment, cells: _targets(moment, "attacks", cells, (ATTACK, TAKE)),
    "turns": _turns,
    "controlled": lambda moment, cells: _covered(moment, "controlled", CONTROL, cells),
    "supplied": lambda moment, cells: _covered(moment, "supplied", SUPPLY, cells),
    "choices": lambda moment, n: moment.compare(
        "choices", n, len(moment.game.moves(moment.position))
    ),
    "allowed": _allowed,
    "refused": _refused,
    "events": _events,
    "no_events": _no_events,
    "odds": _odds,
    "view": _view,
    "in_check": _in_check,
    "result": _result,
}
"""The function for each key of ``expect``."""
