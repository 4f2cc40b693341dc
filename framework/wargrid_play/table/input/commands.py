"""The commands of a table: keys, labels, why one is disabled, and help on what can be done now."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Set
from itertools import islice
from typing import Final, NamedTuple

from wargrid.core.grid import Grid
from wargrid.core.moves import ATTACK, CLAIM, DO, END, ENTER, MOVE, NOWHERE, TAKE, TURN, Move
from wargrid.core.refusal import Refusal
from wargrid.engine.flow import CHANCE
from wargrid.match import Match, NotationError, UndoRefusal, read_move
from wargrid_play.table.command_keys import KEYS
from wargrid_play.table.guide import guide_refusal
from wargrid_play.table.input.abilities import (
    ability_commands,
    are_everywhere,
    label_of,
    site_cells,
)
from wargrid_play.table.input.deployment import deployment_commands, deployment_help, turn_reason
from wargrid_play.table.input.examples import example_of, examples_of
from wargrid_play.table.input.hands import hand_commands, held, placed_types, placings
from wargrid_play.table.input.premove import may_premove
from wargrid_play.table.offers import Offer, offer_view
from wargrid_play.table.questions import answers_of, question_text
from wargrid_play.table.replay import last_turn_of_others
from wargrid_play.table.rule_text import boxes
from wargrid_play.table.scene import MARKS, range_marks
from wargrid_play.table.state import (
    NOTHING,
    OpenQuestion,
    State,
    going_on,
    is_deploying,
    is_mine,
    is_of_chance,
    may_claim,
    may_place_more,
    movable_cells,
    moves_from,
    needs_consent,
    open_question,
    others_turn,
    shows_stars,
)
from wargrid_play.table.view import CommandView, OfferKind
from wargrid_play.table.wording import Wording, facing_after, facing_words

BUTTONS: Final = (
    ("turn_left", "turn_about", "turn_right"),
    ("undo", "redo", "hint", "threats", "layers"),
    ("help", "rules", "menu", "claim", "end_turn"),
)
"""The commands that have a button beside the board, row by row."""

RELATIVE: Final = ("left", "right", "about")
"""The turns relative to the facing of a unit."""

SOUGHT: Final = ("hint", "thoughts")
"""The commands for what a computer player looks for: good moves, and how it thought before."""

OF_THINKERS: Final = ("move_now", "take_over")
"""The commands that are there while a computer player thinks or can play.

While none thinks, ``take_over`` gives the sides taken over back."""

OF_SIDES: Final = {"end_turn": END, "claim": CLAIM}
"""The commands that are moves of a side, with their notation."""

OF_COMPUTERS: Final = (*SOUGHT, *OF_THINKERS)
"""The commands for computer players."""


def commands_of(
    match: Match, visible: Match, state: State, wording: Wording
) -> tuple[CommandView, ...]:
    """Return all commands of this game, each enabled or with the reason why not.

    ``visible`` is the match as the players at this table may see it.
    """
    views, now = [], _now(match, state, wording)
    asked = now.question is not None and now.question.kind == "resign"
    for name in wording.cached(("commands",), lambda: _names_of(match.game.grid)):
        if _is_useful(name, match, state):
            key = wording.keys[name]
            why = next(_reasons(name, match, state, wording, now), "")
            if name == "end_turn" and why and not match.game.ruleset.turn.may_pass:
                key = ""  # a turn that ends by itself leaves the letter to typed moves: exd5
            if name == ("resign" if asked else "resign_confirm"):
                key = ""  # both have one key: it asks, and then answers
            is_on = {"threats": state.threats, "layers": state.layer > 0}.get(name, False)
            label = command_label(name, state, wording)
            views.append(wording.command(name, label, key, why, is_on=is_on))
    return (
        *views,
        *(able := tuple(ability_commands(visible, state, wording))),
        *hand_commands(visible, state, wording, numbered=not able),
        *deployment_commands(visible, state, wording),
    )


def buttons_of(
    facings: int, *, passes: bool, claims: bool, layers: bool
) -> tuple[tuple[str, ...], ...]:
    """Return the rows of buttons of a game: in some no unit turns, or no player ends a turn.

    ``claims``: there are ends of the game that a player has to claim. ``layers``: there are control
    or supply to be shown.
    """
    rows = BUTTONS if facings > 1 else BUTTONS[1:]
    there = {"end_turn": passes, "claim": claims, "layers": layers}
    return tuple(tuple(name for name in row if there.get(name, True)) for row in rows)


def _names_of(grid: Grid) -> tuple[str, ...]:
    """Return the commands that games on a board have."""
    turns = (*facing_words(grid), *RELATIVE) if grid.facings > 1 else ()
    return tuple(
        name for name in KEYS
        if not name.startswith("turn_") or name.removeprefix("turn_") in turns
    )  # fmt: skip


def _is_useful(name: str, match: Match, state: State) -> bool:
    """Return whether a command is listed, be it disabled or not."""
    if name == "thoughts":
        return bool(state.computers and state.seats)
    if name in OF_THINKERS:
        commands = state.computers & state.own or state.relieved
        return bool(commands) or state.thinking == "hints"
    if name == "draw":
        return bool(state.seats) and len(state.seats | state.others) > 1
    if name == "claim":
        return match.game.engine.has_claims
    if name == "layers":
        return bool(match.game.engine.layers.names)
    if name == "roll_back":
        question = open_question(match, state)
        return question is not None and question.kind == "dice"
    if name == "rematch":
        return bool(state.seats and state.not_offered) and match.result is not None
    if name in ("accept", "decline"):
        offer = state.offer
        return bool(offer and state.seats) and (name == "decline" or not _is_own(offer, state))
    return True


def _is_own(offer: Offer | None, state: State) -> bool:
    return offer is not None and offer.side in state.seats


def command_label(name: str, state: State, wording: Wording) -> str:
    """Return the label of a command."""
    if name == "draw" and state.others:
        return wording.say("table.command.draw.offer")
    if name == "decline" and _is_own(state.offer, state):
        return wording.say("table.command.decline.own")
    if name in OF_THINKERS and state.thinking == "hints":
        return wording.say(f"table.command.{name}.hints")
    if name == "take_over" and state.relieved and not state.thinking:
        return wording.say("table.command.hand_back")
    return wording.say(f"table.command.{name}")


def disabled_reason(name: str, match: Match, state: State, wording: Wording) -> str:
    """Return why a command is not possible now; empty if it is."""
    return next(_reasons(name, match, state, wording, _now(match, state, wording)), "")


class _Now(NamedTuple):
    """What the reasons of several commands have in common.

    ``idle`` is why nothing can be done with units; empty if something can. ``legal`` are the
    commands of units that are legal moves, as far as that is known already.
    """

    question: OpenQuestion | None
    idle: str
    legal: Set[str]


def _now(match: Match, state: State, wording: Wording) -> _Now:
    question = open_question(match, state)
    if match.result is not None:
        idle = wording.say("table.over", winner=wording.winner(match.result))
        return _Now(question, idle, frozenset())
    if not is_mine(match, state):
        idle = "" if match.to_act == CHANCE else others_turn(match, state, wording)
        return _Now(question, idle, frozenset())
    legal = () if is_deploying(match) else _legal(match, state.selected)
    return _Now(question, "", frozenset(legal))


def _legal(match: Match, selected: int | None) -> Iterator[str]:
    """Yield the commands that are moves which the rules list."""
    grid, facings = match.game.grid, set()
    for move in match.game.moves(match.position):
        if move.verb == END:
            yield "end_turn"
        elif move.verb == CLAIM:
            yield "claim"
        elif move.verb == TURN and move.source == selected:
            facings.add(move.facing)
    if facings and selected is not None:
        facing = match.position.facing_of(match.position.board[selected])
        names = (f"turn_{word}" for word in (*facing_words(grid), *RELATIVE))
        yield from (name for name in names if facing_after(grid, name, facing) in facings)


def _reasons(name: str, match: Match, state: State, wording: Wording, now: _Now) -> Iterator[str]:
    question = now.question
    kind = None if question is None else question.kind
    if (name == "confirm" and kind is None) or (name == "resign_confirm" and kind != "resign"):
        yield wording.say("table.nothing_to_confirm")
    elif name == "confirm" and question is not None and question.chosen == NOTHING:
        yield from _missing(question, wording)
    elif name == "confirm" and kind == "cell":
        yield wording.say("table.help.confirm.cell")
    elif name == "cancel":
        is_open = state.asked is not None
        hinted = state.hinted or state.thinking == "hints"
        chosen = (None if answers_of(match) else state.selected), state.site
        given = state.placing or state.premove or state.held
        if chosen == (None, None) and not given and not is_open and not hinted:
            yield wording.say("table.nothing_to_cancel")
    elif name == "roll_back" and (question is None or not question.picked):
        yield wording.say("table.no_die_picked")
    elif name in OF_THINKERS:
        thinks = state.thinking == "hints" or (state.thinking and match.to_act in state.own)
        if not thinks and (name != "take_over" or state.thinking or not state.relieved):
            yield wording.say("table.nothing_thinks")
    elif name in ("threats", "layers") and is_deploying(match):
        yield wording.say("deploy.no_threats")
    elif name == "replay":
        if not last_turn_of_others(match, state.seats):
            yield wording.say("table.no_other_turn")
    elif name in ("undo", "redo"):
        if not state.seats:
            yield wording.say("table.watching")
        elif is_deploying(match) and not is_mine(match, state):
            yield others_turn(match, state, wording)
        lock = match.undo_refusal(state.seats) if name == "undo" else match.redo_refusal()
        if name == "redo" and lock is None and match.undone[-1].actor in state.others:
            lock = UndoRefusal("redo_nothing")
        if lock is not None:
            yield wording.refusal(lock)
        elif name == "undo" and needs_consent(match, state):
            yield from _not_offered("undo", state, wording)
    elif name in ("draw", "rematch", "accept", "decline"):
        yield from _reasons_of_offers(name, match, state, wording)
    elif name in ("resign", "end_turn", "claim", *SOUGHT) or name.startswith("turn_"):
        yield from _reasons_of_side(name, match, state, wording, now)


def _reasons_of_offers(name: str, match: Match, state: State, wording: Wording) -> Iterator[str]:
    """Yield why a side may not make an offer, or answer one."""
    if not state.seats:
        yield wording.say("table.watching")
    elif name in ("accept", "decline"):
        if state.offer is None or (name == "accept" and _is_own(state.offer, state)):
            yield wording.say("table.offer.none")
    elif name == "rematch":
        if match.result is None:
            yield wording.say("table.offer.not_over")
        yield from _not_offered("rematch", state, wording)
    elif match.result is not None:
        yield wording.say("table.over", winner=wording.winner(match.result))
    elif match.position.turn == 0:
        yield wording.say("table.offer.early")
    elif state.others:
        yield from _not_offered("draw", state, wording)
    elif len(state.seats) < 2:
        yield wording.say("table.offer.alone")


def _not_offered(kind: OfferKind, state: State, wording: Wording) -> Iterator[str]:
    """Yield why an offer cannot be made now."""
    refusal = dict(state.not_offered).get(kind, "nobody")
    if refusal:
        yield wording.say(f"table.offer.refused.{refusal}")


def _missing(question: OpenQuestion, wording: Wording) -> Iterator[str]:
    """Word what must be entered before the question can be confirmed."""
    if question.kind == "choice":
        yield wording.say("table.choose_one")
    elif not question.is_full:
        yield wording.count("table.prompt.dice_left", question.dice - len(question.picked))


def _reasons_of_side(
    name: str, match: Match, state: State, wording: Wording, now: _Now
) -> Iterator[str]:
    if name == "resign" and match.result is None:
        if not state.seats:
            yield wording.say("table.watching")
    elif now.idle:
        yield now.idle
    elif name in SOUGHT:
        if name == "hint" and not state.advised:
            yield wording.say("table.no_hints")
        elif match.to_act == CHANCE:
            yield wording.say("table.choose_one")
        elif name == "thoughts" and not state.has_thoughts:
            yield wording.say("table.no_thoughts")
        elif name == "hint" and (wanted := guide_refusal(match)):
            yield wording.refusal(wanted)
    elif name.startswith("turn_") and is_deploying(match):
        yield from turn_reason(match, state, wording)
    elif name.startswith("turn_") and state.selected is None:
        yield wording.say("table.choose_first")
    elif name not in now.legal:
        why = _why_not(name, match, state.selected, wording, now)
        if why:
            yield why


def _why_not(name: str, match: Match, selected: int | None, wording: Wording, now: _Now) -> str:
    """Word why a command of units is no legal move.

    Of a unit that may turn, only where it looks already is asked about once for all positions.
    """
    text, position = notation_of(name, match, selected), match.position
    if name in OF_SIDES or selected is None or now.legal <= OF_SIDES.keys():
        return _worded_refusal(match, text, wording)
    placed = position.at(selected)
    if facing_after(match.game.grid, name, placed.facing) != placed.facing:
        return _worded_refusal(match, text, wording)
    key = ("looks there", text, placed.type.word, placed.side)
    return wording.cached(key, lambda: _worded_refusal(match, text, wording))


def _worded_refusal(match: Match, text: str, wording: Wording) -> str:
    refusal = refusal_of(match, text)
    return "" if refusal is None else wording.refusal(refusal)


def notation_of(name: str, match: Match, selected: int | None) -> str:
    """Return the notation of ``end_turn`` or ``claim``, or of a turn of the selected unit."""
    if name in OF_SIDES or selected is None:
        return OF_SIDES.get(name, END)
    facing = facing_after(match.game.grid, name, match.position.at(selected).facing)
    return f"{match.game.grid.name(selected)}>{match.game.grid.facing_names[facing]}"


def refusal_of(match: Match, text: str) -> Refusal | None:
    """Return why the move in notation may not be made now, or None if it may."""
    try:
        move = read_move(match.game, match.position, text)
    except NotationError as error:
        return error.refusal
    return match.game.why_not(match.position, move)


# Help on what can be done now

OTHER: Final = "other"
ABILITIES: Final = (MOVE, ENTER, ATTACK, TAKE, TURN, DO, OTHER)
"""What a unit can do, in the order of the help."""

MAX_CELLS: Final = 12
"""How many cells are listed by name before the rest is counted, about."""


def help_of(
    match: Match, state: State, wording: Wording, approaches: Collection[int] = ()
) -> Iterator[str]:
    """Word what can be done now line by line, the most likely first.

    ``approaches`` are the enemies that the selected unit can attack after one move.
    """
    yield from _situation(match, state, wording, approaches)
    for name in ("end_turn", "claim", "undo", "redo", *SOUGHT, "resign", "draw"):
        if not disabled_reason(name, match, state, wording):
            label, key = command_label(name, state, wording), wording.key_of(name)
            yield wording.say("table.help.command", label=label, key=key)


def hint_of(match: Match, state: State, wording: Wording, approaches: Collection[int] = ()) -> str:
    """Word what can be done now in a line or two, of the lines of ``help_of``."""
    is_asked = open_question(match, state) is not None or bool(answers_of(match))
    setup, mine = is_deploying(match), is_mine(match, state)
    if state.selected is None or is_asked or match.result is not None or setup:
        places = setup and mine and may_place_more(match)
        several = not is_asked and (match.result is not None or places)
        free = not (is_asked or several or setup or state.held) and state.site is None and mine
        may_build = free and movable_cells(match) and site_cells(match)
        names = ", ".join(_ability_names(match, wording, site_cells(match))) if may_build else ""
        empty = [cell for cell in site_cells(match) if not match.position.board[cell]]
        some = "any" if are_everywhere(match, empty) else "sites"
        some = some if site_cells(match, of_hand=False) else "hand"
        sites = [wording.say(f"table.hint.{some}", names=names)] if may_build else []
        claimable = mine and not is_asked and may_claim(match)
        claims = [wording.say("table.hint.claim")] if claimable else []
        lines = help_of(match, state, wording, approaches)
        return " ".join([*islice(lines, 2 if several else 1), *sites, *claims])
    abilities = [*_abilities(match, state.selected), *(["approach"] if approaches else ())]
    words = ", ".join(wording.say(f"table.hint.{ability}") for ability in abilities)
    unit, cell = wording.unit(match.position, state.selected), wording.cell(state.selected)
    hint = wording.say("table.hint", unit=unit, cell=cell, ways=words)
    ranged = range_marks(match.game, match.position, state.selected)
    return f"{hint} {wording.say('table.hint.range')}" if ranged else hint


def _situation(
    match: Match, state: State, wording: Wording, approaches: Collection[int]
) -> Iterator[str]:
    question, offer = open_question(match, state), state.offer
    if offer is not None and state.seats and not _is_own(offer, state):
        keys = {name: wording.key_of(name) for name in ("accept", "decline")}
        text = offer_view(offer, state.seats, wording).text
        yield wording.say("table.help.offer", text=text, **keys)
    if match.result is not None:
        yield wording.say("table.ended")
        yield wording.reason(match.result, match.position)
    elif question is not None:
        is_fallen = question.kind == "choice" and is_of_chance(match, question)
        is_due = state.asked is None and bool(answers_of(match))
        which = ".fallen" if is_fallen else ".due" if is_due else ""
        yield wording.say(f"table.help.confirm.{question.kind}{which}")
    elif is_deploying(match):
        yield from deployment_help(match, state, wording)
    elif not is_mine(match, state):
        yield others_turn(match, state, wording)
        if may_premove(match, state):
            yield wording.say("table.premove.how")
    elif answers := answers_of(match):
        yield question_text(match.position, answers, wording)
        cells = dict.fromkeys(move.target for move in answers)
        yield wording.say("table.help.answer", cells=_listed(cells, wording))
    elif state.site is not None:
        yield wording.say("table.help.site", cell=wording.cell(state.site))
    elif word := held(match, state):
        targets = dict.fromkeys(move.target for move in placings(match, word))
        told = {"unit": wording.type(word), "cells": _listed(targets, wording)}
        yield wording.say("table.help.held", **told)
    elif state.selected is not None:
        yield from _selected(match, state.selected, approaches, wording)
    else:
        yield from _unselected(match, wording)


def _selected(
    match: Match, selected: int, approaches: Collection[int], wording: Wording
) -> Iterator[str]:
    unit = wording.unit(match.position, selected)
    yield wording.say("table.help.selected", unit=unit, cell=wording.cell(selected))
    if selected == going_on(match):
        yield wording.say("table.help.again")
    for ability, moves in _abilities(match, selected).items():
        cells = _listed(dict.fromkeys(move.target for move in moves), wording)
        names = dict.fromkeys(label_of(match, move, wording) for move in moves if move.word)
        words = {"number": len(moves), "cells": cells, "names": ", ".join(names)}
        yield wording.say(f"table.help.{ability}", **words)
    if approaches:
        yield wording.say("table.help.approach", cells=_listed(sorted(approaches), wording))
    if range_marks(match.game, match.position, selected):
        yield wording.say("table.help.range")
    if selected != going_on(match):
        yield wording.say("table.help.deselect")


def _abilities(match: Match, selected: int) -> dict[str, list[Move]]:
    found: dict[str, list[Move]] = {ability: [] for ability in ABILITIES}
    for move in moves_from(match, selected):
        found[move.verb if move.verb in (*MARKS, DO) else OTHER].append(move)
    return {ability: moves for ability, moves in found.items() if moves}


def _unselected(match: Match, wording: Wording) -> Iterator[str]:
    cells = movable_cells(match)
    if not cells:
        yield from _sites(match, wording, alone=len(placed_types(match)) == 1)
        if match.game.engine.end in match.game.moves(match.position):
            yield wording.say("table.help.no_unit")
        return
    side, turn = wording.side(match.position.side), match.game.ruleset.turn
    moves = match.game.moves(match.position)
    if turn.entry is not None and any(move.verb == ENTER for move in moves):
        zone = match.game.engine.grounds[match.position.side].zones[turn.entry.zone]
        yield wording.say(
            "table.help.choose_entering",
            side=side,
            most=turn.entry.most,
            zone=wording.texts.of(match.game.ruleset.zone_name(turn.entry.zone)),
            cells=boxes(match.game.grid, zone),
        )
    elif (turn.actions or 1) == 1:
        due = turn.must is not None and all(move.verb == TAKE for move in moves)
        words = {"side": side, "example": example_of(match, wording)}
        free = "choose_starred" if shows_stars(match) else "choose_free"
        yield wording.say(f"table.help.{'must_take' if due else free}", **words)
    else:
        actions = wording.count("table.actions_left", match.position.budget)
        words = {"side": side, "example": example_of(match, wording)}
        yield wording.say("table.help.choose", actions=actions, **words)
    yield wording.say("table.help.units", cells=_listed(cells, wording))
    yield from _sites(match, wording)
    if not wording.texts.touch:
        yield wording.say("table.help.keys", examples=", ".join(examples_of(match, wording)))


def _sites(match: Match, wording: Wording, *, alone: bool = False) -> Iterator[str]:
    """Word where the side may do something without a unit.

    ``alone`` says that it can only place units of one type from its hand: a cell is enough.
    """
    cells, board = site_cells(match, of_hand=alone), match.position.board
    if not cells and placings(match):
        yield wording.say("table.help.hand")
    empty = [cell for cell in cells if not board[cell]]
    held = [cell for cell in cells if board[cell]]
    ways = []
    if empty:
        ways.append(("any" if are_everywhere(match, empty) else "sites", empty))
    if held:
        ways.append(("or_held" if empty else "held_sites", held))
    if ways:
        yield " ".join([_site(match, wording, key, there) for key, there in ways])


def _site(match: Match, wording: Wording, key: str, cells: Collection[int]) -> str:
    """Word what the side may do without a unit on some cells."""
    names = ", ".join(_ability_names(match, wording, cells))
    return wording.say(f"table.help.{key}", cells=_listed(cells, wording), names=names)


def _ability_names(match: Match, wording: Wording, cells: Collection[int]) -> dict[str, None]:
    """Name what the side may do without a unit on some cells, each once."""
    moves = match.game.moves(match.position)
    doing = (move for move in moves if move.verb == DO and move.source == NOWHERE)
    there = (move for move in doing if move.target in cells)
    return dict.fromkeys(wording.ability_name(match.position, move) for move in there)


def _listed(cells: Iterable[int], wording: Wording) -> str:
    """Name the first cells and, where there are many more, their number."""
    names = [wording.cell(cell) for cell in cells]
    rest = [] if len(names) <= MAX_CELLS + 2 else ["…", f"({len(names)})"]
    return " ".join([*(names[:MAX_CELLS] if rest else names), *rest])
