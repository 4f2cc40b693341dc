"""The scene: units, marks, sides, terrain and the card of one cell, read from a match."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from wargrid.core.hands import hand_of
from wargrid.core.moves import ATTACK, CHOOSE, CLAIM, DO, END, ENTER, MOVE, TAKE, TURN, Deploy, Move
from wargrid.core.position import PlacedUnit, Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.state import AGAIN
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.engine.setup.opening import WALLS
from wargrid.engine.threats import Approach, in_range, way_of
from wargrid.loading.options import option_now
from wargrid.match import Match
from wargrid.ruleset.base import RuleOptions
from wargrid.ruleset.grammar.telling import Teller
from wargrid.ruleset.models import UnitType
from wargrid.ruleset.sentences import rule_sentences, unit_conditions, weapon_limits
from wargrid.ruleset.verbs import capital
from wargrid_play.table.dice import rolls_for_first_turn
from wargrid_play.table.history.log import LossLine
from wargrid_play.table.markers import card_lines, counters_of
from wargrid_play.table.material import leads
from wargrid_play.table.prompts import bases_text
from wargrid_play.table.questions import (
    answers_of,
    asked_effect,
    is_joining,
    is_reacting,
    question_text,
)
from wargrid_play.table.rule_text import option_title, option_value
from wargrid_play.table.schedule import arrivals_of
from wargrid_play.table.state import OpenQuestion, State, going_on, is_deploying, moves_from
from wargrid_play.table.terrain import (
    edge_lines,
    options_here,
    special_of,
    terrain_lines,
    zone_note,
)
from wargrid_play.table.view import (
    CardView,
    HandView,
    LossView,
    MarkKind,
    MarkView,
    OverView,
    SideView,
    TextLines,
    TraceView,
    UnitView,
    ZoneView,
)
from wargrid_play.table.wording import Wording, strength_of

MARKS: Final[dict[str, MarkKind]] = {
    MOVE: "reach",
    ENTER: "reach",
    CHOOSE: "reach",
    ATTACK: "target",
    TAKE: "target",
    TURN: "turn",
}
"""The marks of the selected unit's moves by verb; any other verb is special."""

FIGURES: Final = ("moves", "range", "dice", "terrain")
"""The figures of words that a card shows, in order."""


# Units, marks and zones


def units_of(position: Position, movable: Iterable[int], wording: Wording) -> tuple[UnitView, ...]:
    """Return every unit on the board, in the order of cells."""
    can_act = frozenset(movable)
    roster, men, wounds, named = position.roster, position.men, position.wounds, _names_of(wording)
    types, owners, full = roster.types, roster.owners, roster.full
    facing_of = position.facing_of if roster.facings > 1 else None
    numbers = wording.game.ruleset.counter_numbers
    return tuple(
        [
            UnitView(
                cell, owners[unit], *named[types[unit].word], men[unit], full[unit],
                None if facing_of is None else facing_of(unit), cell in can_act, wounds[unit], unit,
                numbers(types[unit].word, men[unit], full[unit]),
            )
            for cell, unit in enumerate(position.board)
            if unit > 0
        ]
    )  # fmt: skip


def _names_of(wording: Wording) -> dict[str, tuple[str, str, str]]:
    """Return the word, the letter and the name of every type."""
    types = wording.game.ruleset.units.items()
    return wording.cached(
        ("types",),
        lambda: {word: (word, type.letter, wording.texts.of(type.name)) for word, type in types},
    )


def move_marks(moves: Iterable[Move], refused: int | None) -> tuple[MarkView, ...]:
    """Mark the moves of the selected unit, once per cell and kind, and a refused click."""
    marks = [
        MarkView(
            move.target,
            MARKS.get(move.verb, "special"),
            move.facing if move.verb == TURN else None,
        )
        for move in moves
        if move.verb != DO or move.target != move.source  # these have a button
    ]
    return tuple(dict.fromkeys([*marks, *_blocked(refused)]))


def approach_marks(approaches: Iterable[int]) -> Iterator[MarkView]:
    """Mark the enemies that the selected unit can attack after one move."""
    return (MarkView(cell, "approach") for cell in approaches)


def cell_marks(question: OpenQuestion, refused: int | None) -> tuple[MarkView, ...]:
    """Mark the cells among which a question asks, and a refused click."""
    cells = (MarkView(move.target, "special") for move in question.moves)
    return (*cells, *_blocked(refused))


def _blocked(refused: int | None) -> list[MarkView]:
    return [] if refused is None else [MarkView(refused, "blocked")]


def check_marks(match: Match) -> tuple[MarkView, ...]:
    """Mark the royal units that are in check, after a mate too."""
    game, position = match.game, match.position
    if game.engine.royal is None or match.to_act == CHANCE or is_deploying(match):
        return ()
    checked = [side for side in range(len(game.sides)) if game.in_check(position, side)]
    if not checked:
        return ()
    return tuple(
        MarkView(placed.cell, "check")
        for placed in position.standing()
        if placed.side in checked and placed.type.word == game.engine.royal.word
    )


def taken_marks(match: Match) -> tuple[MarkView, ...]:
    """Mark the units that are taken, and leave once the unit that goes on has done taking."""
    pending = match.position.pending
    if match.result is not None or pending is None or pending.kind != AGAIN:
        return ()
    return tuple(MarkView(cell, "taken") for cell in pending.numbers[1:])


def range_marks(game: Game, position: Position, selected: int | None) -> tuple[MarkView, ...]:
    """Mark where the selected unit could attack an enemy, without cells of friends."""
    if position.pending is not None or selected is None or position.board[selected] <= 0:
        return ()
    friends = position.roster.friendly[position.side_of(position.board[selected])]
    cells = sorted(in_range(game, position, selected))
    return tuple(MarkView(cell, "range") for cell in cells if not friends[position.board[cell]])


def path_to(
    match: Match, selected: int | None, pointed: int | None, approach: Approach | None = None
) -> tuple[int, ...]:
    """Return the path of the selected unit to the cell pointed at, or its line of attack there."""
    if approach is not None and pointed is not None:
        path = way_of(match.game, match.position, approach.move) or (approach.move.source,)
        return (*path, pointed)
    possible = [move for move in moves_from(match, selected) if move.target == pointed != selected]
    known = (move for verb in (MOVE, TAKE, ATTACK) for move in possible if move.verb == verb)
    move = next(known, None)
    return () if move is None else way_of(match.game, match.position, move)


def last_moves(match: Match, seats: Collection[int]) -> tuple[TraceView, ...]:
    """Return the last move of a unit, or where a turn of ``seats`` begins all those before it.

    A deployment is over once the first turn begins.
    """
    side, actor, found = match.position.side, CHANCE, list[TraceView]()
    for ply in reversed(match.plies):
        if ply.actor == CHANCE:
            continue
        over = isinstance(ply.move, Deploy) and not is_deploying(match)
        if over or (actor != CHANCE and ply.actor != actor):
            break
        move, actor = ply.move, ply.actor
        ends = tuple(dict.fromkeys(cell for cell in (move.source, move.target) if cell >= 0))
        cells = way_of(match.game, ply.before, move) if len(ends) == 2 else ()
        cells = cells or ends
        if move.verb not in (END, CLAIM) and cells:
            found.append(TraceView(cells, move.verb == ATTACK))
            if actor == side or side not in seats:
                break
    return tuple(reversed(found))


def zones_of(game: Game, wording: Wording) -> tuple[ZoneView, ...]:
    """Return every zone of every side, one that all sides share only once."""
    return wording.cached(("zones",), lambda: _zones_of(game, wording))


def zones_now(match: Match, wording: Wording) -> tuple[ZoneView, ...]:
    """Return the zones that matter now: those where armies are set up only while they are."""
    game = match.game
    if game.ruleset.deploy is None or match.game.engine.is_deploying(match.position):
        return zones_of(game, wording)
    left_out = wording.cached(("set up",), lambda: _zones_to_set_up(game))
    shown = (zone for zone in zones_of(game, wording) if zone.note or zone.word not in left_out)
    return wording.cached(("zones at play",), lambda: tuple(shown))


def _zones_to_set_up(game: Game) -> frozenset[str]:
    """Return the zones that only the deployment names."""
    sections = game.ruleset.model_dump(warnings=False)
    del sections["zones"], sections["zone_names"], sections["zone_there"]
    deploying = set(_texts(sections.pop("deploy")))
    return frozenset((deploying - set(_texts(sections))) & game.ruleset.zones.keys())


def _texts(value: object) -> Iterator[str]:
    """Return every text in values of a ruleset, those within others included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for each in value.values() for text in _texts(each))
    elif isinstance(value, list | tuple):
        yield from (text for each in value for text in _texts(each))


def _zones_of(game: Game, wording: Wording) -> tuple[ZoneView, ...]:
    found: dict[tuple[str, frozenset[int]], ZoneView] = {}
    for ground in game.engine.grounds:
        for word, cells in ground.zones.items():
            name = wording.texts.of(game.ruleset.zone_name(word))
            note = wording.on_board(zone_note(game, word, ground.side, wording.texts))
            view = ZoneView(word, name, ground.side, tuple(sorted(cells)), note)
            found.setdefault((word, cells), view)
    return tuple(found.values())


def settings_of(game: Game, wording: Wording) -> tuple[tuple[str, str], ...]:
    """Return the house rules with their values, as players choose them in a new game."""

    def worded(name: str) -> tuple[str, str]:
        value = option_value(game.ruleset, texts, name, option_now(game, name))
        return option_title(game.ruleset, texts, name), value

    texts = wording.texts
    return wording.cached(("settings",), lambda: tuple(map(worded, options_here(game, texts))))


# Sides and the result


def sides_of(
    match: Match,
    viewer: int,
    losses: Sequence[LossLine],
    players: Sequence[str],
    wording: Wording,
) -> tuple[SideView, ...]:
    """Return both sides with their actions, strength, losses and the names of their players.

    While armies are secret, all but that of the side ``viewer`` are hidden.
    """
    position, game = match.position, match.game
    actions = game.ruleset.turn.actions or 0
    on_turn = position.side if match.result is None and position.turn > 0 else None
    hides, made = game.engine.hides(position), []
    lead = leads(game, position) if losses else (0,) * len(game.sides)
    for side, word in enumerate(game.ruleset.sides):
        units, counters = position.units_of(side), counters_of(position, side, wording)
        men, hidden = sum([position.men[unit] for unit in units]), hides and side != viewer
        shown = "hidden" if hidden else "units" if counters else strength_of(game) or "units"
        made.append(
            SideView(
                side=side,
                word=word,
                name=wording.side(side),
                actions_left=position.budget if side == on_turn and actions else 0,
                actions=actions,
                to_act=match.to_act == side,
                losses=tuple(_losses(side, losses, wording)),
                men=men,
                units=len(units),
                army=wording.say(f"table.army.{shown}", units=len(units), men=men),
                player=players[side],
                counters=counters,
                hidden=hidden,
                forward=game.grid.angle(game.engine.forward[side]) % 360,
                hand=tuple(_hand(position, side, wording)),
                lead=lead[side],
                arrivals=tuple(arrivals_of(position, side, wording)),
            )
        )
    return tuple(made)


def _hand(position: Position, side: int, wording: Wording) -> Iterator[HandView]:
    for word, count in hand_of(position, side).items():
        unit = wording.game.ruleset.units[word]
        yield HandView(word, wording.texts.of(unit.name), count, unit.letter)


def _losses(side: int, losses: Sequence[LossLine], wording: Wording) -> Iterator[LossView]:
    for word, unit in wording.game.ruleset.units.items():
        found = [loss for loss in losses if (loss.side, loss.type) == (side, word)]
        if found:
            bases, men = sum(loss.bases for loss in found), sum(loss.men for loss in found)
            yield LossView(word, wording.texts.of(unit.name), bases, men, unit.letter)


def headline_of(match: Match, wording: Wording) -> str:
    """Word whose turn it is and what is left of it, in one line."""
    position, result = match.position, match.result
    if result is not None:
        return wording.say("table.headline.over", winner=wording.winner(result))
    if is_deploying(match):
        title = wording.say("deploy.headline", side=wording.side(position.side))
        placed = position.units_of(position.side)  # none where they are hidden from this player
        return f"{title} · {bases_text(position, wording)}" if placed else title
    first, pending = rolls_for_first_turn(position), position.pending
    if first is not None:
        return wording.say("table.headline.first", side=wording.side(first))
    if position.turn == 0:
        walls = pending is not None and pending.kind == WALLS
        return wording.say("table.headline.walls" if walls else "table.headline.lot")
    key = "table.headline.dice" if match.to_act == CHANCE else "table.headline.turn"
    parts = [wording.turn(position.turn), wording.of_side(key, position.side)]
    rounds = match.game.engine.rounds
    if rounds is not None:
        parts[0] = wording.say("table.round", n=rounds.number(position))
    if is_reacting(position):  # in a turn of the other side, whose actions are left
        return f"{parts[0]} · {wording.of_side('table.headline.reacts', position.side)}"
    if (match.game.ruleset.turn.actions or 1) > 1:
        parts.append(wording.count("table.actions_left", position.budget))
    again = going_on(match)
    if again is None:
        parts += _groups_left(match, wording)
    else:
        answers = answers_of(match)
        if asked_effect(position) is not None:
            parts.append(question_text(position, answers, wording))
        else:
            which = "joined" if is_joining(position) else "asked" if answers else "again"
            cell = answers[0].target if which == "joined" else again
            parts.append(wording.say(f"table.headline.{which}", cell=wording.cell(cell)))
    if match.to_act != CHANCE and match.game.in_check(position, position.side):
        parts.append(wording.say("table.headline.check"))
    return " · ".join(parts)


def _groups_left(match: Match, wording: Wording) -> Iterator[str]:
    """Word how many more units, or types of units, may begin to act in this turn."""
    groups, left = (
        match.game.ruleset.turn.groups,
        match.game.engine.rows.groups_left(match.position),
    )
    if groups is not None and left is not None and match.to_act != CHANCE:
        key = "table.groups_may" if left == groups.most else "table.groups_left"
        key = key if left else "table.groups_none"
        yield wording.say(f"{key}.{groups.by}", left=left, most=groups.most)


def over_of(
    match: Match, state: State, wording: Wording, facts: Callable[[], tuple[str, ...]]
) -> OverView | None:
    """Word the winner and the reason, once the match is over, with some ``facts``.

    A person alone against computers, or persons elsewhere, reads whether that is a victory or a
    defeat.
    """
    result = match.result
    if result is None:
        return None
    headline, reason = wording.winner(result), wording.reason(result, match.position)
    elsewhere = state.computers or state.others
    if result.winner is not None and elsewhere and len(state.seats) == 1:
        key = "table.you_win" if result.winner in state.seats else "table.you_lose"
        headline = wording.say(key)
    return OverView(headline, reason, result.winner, facts())


# The card of one cell


def card_of(position: Position, cell: int, wording: Wording) -> CardView:
    """Word what is known of a cell and the unit on it."""
    name = wording.cell(cell)
    if position.board[cell] <= 0:
        empty = (wording.say("table.card.empty"), "")
        markers = card_lines(position, cell, wording)
        return CardView(name, (empty, *_ground(position, cell, wording), *markers), cell)
    placed = position.at(cell)
    names = {"unit": wording.unit(position, cell), "side": wording.side(placed.side)}
    title = wording.say("table.card.title", cell=name, **names)
    lines, rules = tuple(_card_lines(position, placed, wording)), type_lines(placed.type, wording)
    figures = tuple(_figures(position, placed, wording))
    if not attacks_by_numbers(placed.type):  # the figures do not tell what it does
        lines, rules = (*lines, *rules), ()
    return CardView(title, lines, cell, placed.side, figures, rules)


def _ground(position: Position, cell: int, wording: Wording) -> Iterator[tuple[str, str]]:
    yield from terrain_lines(position, cell, wording)
    yield from wording.cached(("edges", cell), lambda: tuple(edge_lines(cell, wording)))
    yield from wording.cached(("goals", cell), lambda: tuple(dict.fromkeys(_goals(cell, wording))))


def _goals(cell: int, wording: Wording) -> Iterator[tuple[str, str]]:
    """Yield the notes of the zones of a cell; those of two sides may say the same."""
    for zone in zones_of(wording.game, wording):
        if zone.note and cell in zone.cells:
            yield f"{zone.name[:1].upper()}{zone.name[1:]}", zone.note


def _card_lines(
    position: Position, placed: PlacedUnit, wording: Wording
) -> Iterator[tuple[str, str]]:
    yield from _ground(position, placed.cell, wording)
    if position.wounds[placed.unit]:
        yield wording.say("table.card.wounds"), str(position.wounds[placed.unit])
    yield from _aboard(position, placed, wording)
    yield from card_lines(position, placed.cell, wording)
    if position.roster.facings > 1:
        yield wording.say("table.card.facing"), wording.facing(placed.facing)


def _aboard(position: Position, placed: PlacedUnit, wording: Wording) -> Iterator[tuple[str, str]]:
    """Word what a unit carries: each unit aboard on a line, with its men if it has lost some."""
    carrying, label = wording.game.engine.carrying, wording.say("table.card.aboard")
    for unit in () if carrying is None else carrying.aboard(position, placed.unit):
        name, men = wording.type(position.roster.words[unit]), position.men[unit]
        full = position.roster.full[unit]
        if strength_of(wording.game) and men != full:
            name = f"{name} ({wording.say('table.card.men_of', men=men, full=full)})"
        yield label, name
        label = ""


def attacks_by_numbers(unit_type: UnitTypeLike) -> bool:
    """Return whether a type has an attack whose range its figures show."""
    weapons = () if unit_type.attack is None else unit_type.attack.weapons
    return any("range" in weapon.at.figures() for weapon in weapons)


def _figures(position: Position, placed: PlacedUnit, wording: Wording) -> Iterator[tuple[str, str]]:
    """Word the numbers of a unit: men, moves, range, dice, terrain and the hits that it takes."""
    game, unit_type = wording.game, placed.type
    full = position.roster.full[placed.unit]
    if strength_of(game) and full > 1:
        men = wording.say("table.card.men_of", men=placed.men, full=full)
        yield wording.strength("table.card"), men
    if unit_type.strength is not None:
        now = unit_type.strength.of(placed.men, full)
        numbers = wording.say("table.card.strength_of", attack=now.attack, defence=now.defence)
        yield wording.say("table.card.strength"), numbers
    ranks = game.ruleset.ranks
    if ranks is not None and unit_type.word in ranks.of:
        yield wording.say("table.card.rank"), str(ranks.of[unit_type.word])
    found: dict[str, list[str]] = {name: [] for name in FIGURES}
    words: list[RuleOptions] = []
    if unit_type.attack is not None:
        words += game.ruleset.units[unit_type.word].move
        words += [part for one in unit_type.attack.weapons for part in (one.at, one.by)]
    dice = list(_dice(placed, wording))
    for word in words:
        for name, text in word.figures().items():
            if text not in found[name] and (name != "dice" or not dice):
                found[name].append(text)
    found["dice"] = dice or found["dice"]
    for name, texts in found.items():
        if texts:
            yield wording.say(f"table.card.figure.{name}"), " / ".join(texts)
    if any(each.hits_per_man > 1 for each in game.ruleset.units.values()):
        yield wording.strength("table.card.hits"), str(unit_type.hits_per_man)


def type_lines(unit_type: UnitTypeLike, wording: Wording) -> TextLines:
    """Word what all units of a type have in common: costs, movement, attacks and special rules."""
    return wording.cached(("type", unit_type.word), lambda: tuple(_type_lines(unit_type, wording)))


def _type_lines(unit_type: UnitTypeLike, wording: Wording) -> Iterator[tuple[str, str]]:
    game = wording.game
    yield from _movement(game.ruleset.units[unit_type.word], wording)
    yield from _promotion(game.ruleset.units[unit_type.word], wording)
    for weapon in () if unit_type.attack is None else unit_type.attack.weapons:
        name = wording.weapon(unit_type, weapon.weapon or "")
        armed = "_with" if name else ""
        yield from _rule(f"table.card.attacks{armed}", weapon.at, wording, weapon=name)
        yield from _rule(f"table.card.fights{armed}", weapon.by, wording, weapon=name)
        limits = weapon_limits(weapon, game.ruleset, wording.texts, several=bool(name))
        yield from (("", wording.on_board(limit)) for limit in limits)
    costs = game.engine.costs[unit_type.word] if (game.ruleset.turn.actions or 1) > 1 else {}
    if costs:
        named = (
            wording.say("table.card.cost", verb=wording.verb(verb, unit_type), n=costs[verb])
            for verb in costs
        )
        yield wording.say("table.card.costs"), " · ".join(named)
    yield from _abilities(game.ruleset.units[unit_type.word], wording)
    asked = unit_conditions(game.ruleset.units[unit_type.word], game.ruleset, wording.texts)
    yield from (("", wording.on_board(condition)) for condition in asked)
    yield from _special(unit_type, wording)


def _movement(unit_type: UnitType, wording: Wording) -> Iterator[tuple[str, str]]:
    """Word how a type moves and takes: as its ruleset says it, or rule by rule."""
    if unit_type.says:
        said = wording.on_board(wording.texts.of(unit_type.says))
        yield wording.say("table.card.moves"), said
        return
    label = "table.card.moves"
    for movement in unit_type.move:
        lines = list(_rule(label, movement, wording))
        yield from lines
        label = "table.card.or" if lines else label
    if unit_type.sandwiches is not None:
        yield from _rule("table.card.captures", unit_type.sandwiches, wording)
    if unit_type.flanks is not None:
        yield from _rule("table.card.captures", unit_type.flanks, wording)


def _promotion(unit_type: UnitType, wording: Wording) -> Iterator[tuple[str, str]]:
    """Word where a type is promoted, and to what."""
    ruleset, texts, promotes = wording.game.ruleset, wording.texts, unit_type.promotes
    if promotes is not None:
        others = promotes.others(unit_type.word)
        types = wording.alternatives([wording.type(word) for word in others])
        zone = capital(texts.of(ruleset.zone_name(promotes.zone)))
        promoted = wording.say("table.card.promotes", zone=zone, types=types)
        yield wording.say("table.card.promotion"), promoted


def _abilities(unit_type: UnitType, wording: Wording) -> Iterator[tuple[str, str]]:
    """Word what a type can do besides, as the rules page does."""
    texts, ruleset = wording.texts, wording.game.ruleset
    said = [line for each in unit_type.abilities for line in rule_sentences(each, texts, ruleset)]
    teller = Teller(texts, ruleset)
    said += [*teller.after(unit_type), *teller.reacts(unit_type)]
    yield from _under("table.card.abilities", said, wording)


def _special(unit_type: UnitTypeLike, wording: Wording) -> Iterator[tuple[str, str]]:
    """Word what the special rules say of a type, and which others name it."""
    said, _, silent = special_of(wording.game, "units", unit_type.word, wording.texts)
    if silent:
        said.append(wording.say("table.card.see", rules=", ".join(silent)))
    yield from _under("table.card.special", said, wording)


def _under(label: str, said: Sequence[str], wording: Wording) -> Iterator[tuple[str, str]]:
    """Put sentences on lines, the first one after a label."""
    labels = (wording.say(label), *("" for _ in said))
    yield from zip(labels, map(wording.on_board, said), strict=False)


def _dice(placed: PlacedUnit, wording: Wording) -> Iterator[str]:
    """Word how many dice each weapon of a unit rolls, where that depends on the unit alone."""
    for weapon in () if placed.type.attack is None else placed.type.attack.weapons:
        dice = weapon.by.usual_dice(placed.men)
        if dice:
            yield f"{wording.weapon(placed.type, weapon.weapon or '')} {dice}".strip()


def _rule(
    label: str, rule: RuleOptions, wording: Wording, **values: str
) -> Iterator[tuple[str, str]]:
    """Word a rule, each sentence on a line, the first one after the label."""
    sentences = rule_sentences(rule, wording.texts, wording.game.ruleset)
    first, *others = map(wording.on_board, sentences or ("",))
    if first:
        yield wording.say(label, **values), first
    yield from (("", text) for text in others)
