"""Deployment: what may be placed and changed before the game, as marks, commands and moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from wargrid.core.moves import PLACE, Deploy, Move
from wargrid.core.refusal import Refusal
from wargrid.match import Match
from wargrid.ruleset.board.deployment import Army
from wargrid_play.table.input.words import folded
from wargrid_play.table.prompts import bases_text
from wargrid_play.table.scene import type_lines
from wargrid_play.table.state import (
    Base,
    State,
    deployment_of,
    is_deploying,
    is_mine,
    may_place_more,
    others_turn,
    own_cells,
)
from wargrid_play.table.view import CommandView, MarkView, TextLines
from wargrid_play.table.wording import Wording

COMMANDS: Final = ("place", "army", "remove", "men", "ready")
"""The commands of this phase: ``place:<type>``, ``place:<type>:<men>``, ``army:<name>``,
``remove``, ``men`` (another size for the selected unit, or for the next one) and ``ready``."""

REMOVE_KEY: Final = "delete"
MEN_KEY: Final = "m"
READY_KEY: Final = "shift+enter"

_TYPED: Final = re.compile(r"([^\W\d_][^@]*?)(\s+[0-9]{1,9})?\s*@(.*)")
"""A typed placing: the type, perhaps how many men, and where."""


# Moves


def placing(match: Match, base: Base, cell: int) -> Deploy:
    """Return the move that places a base of the side to act, legal or not."""
    side = match.position.side
    return deployment_of(match).placing(side, base.word, base.men, cell, base.facing)


def base_at(match: Match, cell: int) -> Base:
    """Return the base on a cell as it could be placed."""
    placed = match.position.at(cell)
    return Base(placed.type.word, placed.men, placed.facing)


def current_base(match: Match, state: State) -> Base | None:
    """Return the selected base, or else what the next click places."""
    if state.selected is None or state.selected not in own_cells(match):
        return state.placing
    return base_at(match, state.selected)


def current_facing(match: Match, state: State) -> int:
    """Return the facing of the selected unit, or of the next one."""
    base = current_base(match, state)
    forward = match.game.engine.forward[match.position.side]
    return forward if base is None or base.facing is None else base.facing


def relocation_refusal(match: Match, source: int, cell: int, base: Base) -> Refusal | None:
    """Return why the unit on ``source`` may not be replaced by a base on a cell, or None."""
    without = match.game.step(match.position, deployment_of(match).removal(source))
    return match.game.why_not(without, placing(match, base, cell))


def is_available(match: Match, base: Base) -> bool:
    """Return whether the army may have another base of this type and size."""
    return any(_places(move, base) for move in match.game.moves(match.position))


def _places(move: Move, base: Base) -> bool:
    is_placing = isinstance(move, Deploy) and move.verb == PLACE
    return is_placing and (move.word, move.men) == (base.word, base.men)  # type: ignore[attr-defined]


def unavailable_reason(match: Match, base: Base, language: str) -> str:
    """Return why the army may not have another base of this type and size; empty if it may."""
    if is_available(match, base):
        return ""
    position = match.position
    zone = sorted(deployment_of(match).zone(base.word, position.side))
    cell = next((cell for cell in zone if not position.board[cell]), zone[0] if zone else 0)
    refusal = match.game.why_not(position, placing(match, base, cell))
    return refusal.text(language) if refusal is not None else ""


def largest_base(match: Match, word: str) -> Base:
    """Return the largest base of a type for which there are men left."""
    sizes = deployment_of(match).sizes(word)
    left = deployment_of(match).men_left(match.position, word)
    return Base(word, next((size for size in sizes if size <= left), sizes[0]))


def next_size(match: Match, selected: int | None, base: Base) -> Base:
    """Return a base in its next legal size: the next smaller one, or from the largest down."""
    sizes = list(deployment_of(match).sizes(base.word))
    at = sizes.index(base.men)
    for men in (*sizes[at + 1 :], *sizes[:at]):
        other = base._replace(men=men)
        if selected is None and is_available(match, other):
            return other
        if selected is not None and not relocation_refusal(match, selected, selected, other):
            return other
    return base


def one_size_reason(match: Match, base: Base | None, wording: Wording) -> str:
    """Return why the men of a base cannot be changed; empty if they can."""
    if base is None:
        return wording.say("table.choose_first")
    if len(deployment_of(match).sizes(base.word)) > 1:
        return ""
    return wording.say("deploy.one_size", unit=wording.type(base.word), men=base.men)


def turn_reason(match: Match, state: State, wording: Wording) -> Iterator[str]:
    """Yield the reason why units cannot be turned before the game, if there is one."""
    if deployment_of(match).rules.facing != "free":
        forward = match.game.engine.facing_name(match.position.side)
        cite = match.game.ruleset.cites.get("deploy_facing", "")
        refusal = Refusal("deploy_facing", {"facing": forward}, cite)
        yield wording.refusal(refusal)
    elif state.selected is None and not state.placing:
        yield wording.say("table.choose_first")


def normalized(match: Match, text: str) -> str:
    """Rewrite a typed placing with the type's key; players may type its name or its beginning."""
    found = _TYPED.fullmatch(text)
    if found is None or not is_deploying(match):
        return text
    units, known = match.game.ruleset.units, dict[str, str]()
    for word in deployment_of(match).rules.units:
        name = units[word].name
        names = (name,) if isinstance(name, str) else name.values()
        known |= {folded(each): word for each in names}
    wanted = folded(found[1])
    begun = {word for name, word in known.items() if name.startswith(wanted)}
    only = next(iter(begun)) if len(begun) == 1 and len(wanted) > 2 else None
    chosen = known.get(wanted) or only
    return text if chosen is None or wanted in units else f"{chosen}{found[2] or ''}@{found[3]}"


# Views


def deployment_marks(match: Match, state: State) -> Iterator[MarkView]:
    """Mark where the chosen type, or the selected unit, may be placed."""
    if not is_deploying(match) or not is_mine(match, state):
        return
    position, base = match.position, state.placing
    if state.selected is not None:
        base = base_at(match, state.selected)
        position = match.game.step(position, deployment_of(match).removal(state.selected))
    if base is not None:
        moves = (move for move in match.game.moves(position) if _places(move, base))
        cells = dict.fromkeys(move.target for move in moves if move.target != state.selected)
        yield from (MarkView(cell, "reach") for cell in cells)


def deployment_commands(match: Match, state: State, wording: Wording) -> Iterator[CommandView]:
    """Yield a command for every type and army, and those to take back, resize and be ready."""
    if not is_deploying(match) or not is_mine(match, state):
        return
    deploying, position = deployment_of(match), match.position
    yield from _types(match, state, wording)
    legal = match.game.moves(position)
    for number, word in enumerate(deploying.armies(position.side), 1):
        name = wording.texts.of(deploying.rules.armies[word].name)
        label = wording.say("deploy.command.army", name=name)
        is_new = deploying.choice(word) in legal
        same = "" if is_new else wording.say("refusals.deploy_same")
        command = wording.command(f"army:{word}", label, f"ctrl+{number}", same)
        yield replace(command, about=_army_lines(deploying.rules.armies[word], wording))
    is_own = state.selected in own_cells(match)
    none = "" if is_own else wording.say("table.choose_first")
    yield wording.command("remove", wording.say("deploy.command.remove"), REMOVE_KEY, none)
    if _resizable(match, wording):
        base = current_base(match, state)
        key = "deploy.command.men" if base is None else "deploy.command.men_of"
        label = wording.say(key, men=base and base.men)
        fixed = one_size_reason(match, base, wording)
        yield wording.command("men", label, MEN_KEY, fixed)
    refusal = match.game.why_not(position, deploying.ready)
    unready = "" if refusal is None else wording.refusal(refusal)
    label = wording.say("deploy.command.ready_with", bases=bases_text(position, wording))
    yield wording.command("ready", label, READY_KEY, unready)


def _types(match: Match, state: State, wording: Wording) -> Iterator[CommandView]:
    deploying, position = deployment_of(match), match.position
    legal = match.game.moves(position)
    placeable = {move.word for move in legal if isinstance(move, Deploy) and move.verb == PLACE}
    for number, word in enumerate(deploying.types(position.side), 1):
        left = deploying.men_left(position, word)
        unit, letter = wording.type(word), match.game.ruleset.units[word].letter
        pool = deploying.rules.units[word].of
        other = None if pool == word else pool
        key = "place_of" if other else "place" if left else "placed"
        label = wording.say(
            f"deploy.command.{key}", unit=unit, men=left, other=other and wording.type(other)
        )
        reason = "" if word in placeable else wording.say("deploy.no_more", unit=unit)
        command = wording.command(f"place:{word}", label, str(number), reason, letter)
        is_chosen = state.placing is not None and state.placing.word == word
        about = type_lines(match.game.ruleset.units[word], wording)
        if other:
            about = (*about, ("", wording.say("deploy.shares", other=wording.type(other))))
        yield replace(command, chosen=is_chosen, about=about)


def _army_lines(army: Army, wording: Wording) -> TextLines:
    """Word how many units of each type an army has."""
    types = (wording.game.ruleset.find_letter(sign[0]) for sign in army.each.split())
    counted = Counter(wording.type(found.word) for found in types if found is not None)
    return tuple((name, str(number)) for name, number in counted.items())


def _resizable(match: Match, wording: Wording) -> list[str]:
    deploying = deployment_of(match)
    words = deploying.types(match.position.side)
    return [wording.type(word) for word in words if len(deploying.sizes(word)) > 1]


def deployment_help(match: Match, state: State, wording: Wording) -> Iterator[str]:
    """Word what can be done while armies are set up."""
    deploying, side = deployment_of(match), match.position.side
    if not is_mine(match, state):
        yield others_turn(match, state, wording)
        return
    zones = (deploying.zone(word, side) for word in deploying.types(side))
    cells = sorted(frozenset[int]().union(*zones))
    if not may_place_more(match):
        yield wording.say("deploy.help.full", side=wording.side(side), key=wording.key(READY_KEY))
    elif cells:
        ends = {"first": wording.cell(cells[0]), "last": wording.cell(cells[-1])}
        yield wording.say("deploy.help.place", side=wording.side(side), **ends)
    if may_place_more(match) and deploying.armies(side):
        yield wording.say("deploy.help.armies")
    yield wording.say("deploy.help.change")
    several = _resizable(match, wording)
    if several:
        names = {"label": wording.say("deploy.command.men"), "key": wording.key(MEN_KEY)}
        yield wording.say("deploy.help.men", units=", ".join(several), **names)
    if deploying.rules.facing == "free":
        yield wording.say("deploy.help.facing")
    least, most = deploying.least_units[side], deploying.most_units(side)
    if deploying.rules.size.max is not None and least < most:
        yield wording.say("rules.deploy.bases", least=least, most=most)
    yield wording.say("deploy.help.ready")
