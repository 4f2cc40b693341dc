"""Deployment at the table: types and armies as commands, clicks that place, move and take back units."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from wargrid.core.grid import FACINGS
from wargrid.core.moves import PLACE, REMOVE, Deploy
from wargrid.core.refusal import Refusal
from wargrid.table.view import CommandView, MarkView
from wargrid.text.catalog import whole

if TYPE_CHECKING:
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.engine.deployment import Deploying
    from wargrid.match.match import Match
    from wargrid.table.controller import Hand
    from wargrid.table.state import Situation
    from wargrid.table.wording import Teller

COMMANDS: Final = ("place", "army", "remove", "men", "ready")
"""What may be pressed while armies are set up: ``place:<type>``, ``place:<type>:<men>``,
``army:<name>``, ``remove``, ``men`` (another size for the selected unit, or for what is placed
next), ``ready``; where units face as their side likes, the turn commands turn what is placed next
or the selected unit."""

REMOVE_KEY: Final = "delete"
MEN_KEY: Final = "m"
READY_KEY: Final = "shift+enter"

_NAMED: Final = re.compile(r"([^\W\d_][^@]*?)(\s+[0-9]{1,9})?\s*@(.*)")
"""A typed placing: the type, perhaps how many men, and where."""


class Base(NamedTuple):
    """What the next click places: a type, the men on the base, and the way it looks, None for forward."""

    word: str
    men: int
    facing: int | None = None


def is_on(match: Match) -> bool:
    """Whether armies are being set up now."""
    return match.result is None and match.game.is_deploying(match.position)


def rules_of(match: Match) -> Deploying:
    """The deployment of the match's game, which has one."""
    deploying = match.game.deploying
    assert deploying is not None
    return deploying


def own_cells(match: Match) -> tuple[int, ...]:
    """The cells of the units that the side to act has placed."""
    return tuple(
        sorted(move.target for move in match.game.moves(match.position) if move.verb == REMOVE)
    )


# What a player does


def click(hand: Hand, cell: int) -> None:
    """Select or let go of an own unit, move the selected one here, or place what was chosen."""
    position = hand.match.position
    if cell in own_cells(hand.match):
        hand.selected = None if hand.selected == cell else cell
    elif hand.selected is not None:
        _relocate(hand, hand.selected, cell)
    elif hand.placing is not None:
        base = hand.placing
        _play(hand, _placing(hand, position.side, base, cell), cell)
        hand.placing = base if _may_have(hand, base) else None
    else:
        armies = rules_of(hand.match).rules.armies
        hand.refuse(
            hand.teller.say("deploy.choose_first_or_army" if armies else "deploy.choose_first")
        )


def press(hand: Hand, name: str, rest: str) -> None:
    """Obey a command of this phase; ``rest`` is what stands after its colon."""
    if not is_on(hand.match):
        hand.refuse(hand.teller.say("deploy.over"))
    elif hand.cannot_command():
        return
    elif name == "place":
        _choose(hand, *rest.partition(":")[::2])
    elif name == "army":
        _play(hand, rules_of(hand.match).choice(rest))
    elif name == "ready":
        _play(hand, rules_of(hand.match).ready)
    elif name == "men":
        _resize(hand)
    else:
        _remove(hand)


def turn(hand: Hand, facing: int) -> None:
    """Turn the selected unit, or what is placed next."""
    if hand.selected is not None:
        _relocate(hand, hand.selected, hand.selected, facing=facing)
    elif hand.placing is not None:
        hand.placing = hand.placing._replace(facing=facing)
        hand.say(hand.teller.say("deploy.facing", facing=hand.teller.facing(facing)), "info")


def _choose(hand: Hand, word: str, men: str) -> None:
    """Take up a type to be placed by the clicks that follow."""
    if word not in rules_of(hand.match).rules.units:
        return
    sizes = rules_of(hand.match).sizes(word)
    left = rules_of(hand.match).men_left(hand.match.position, word)
    fit = [size for size in sizes if size <= left] or [sizes[0]]
    said = whole(men)
    base = Base(word, fit[0] if said is None else said)
    refusal = _refusal(hand, base)
    if refusal:
        hand.refuse(refusal)
        return
    hand.selected, hand.placing = None, base
    _tell(hand, base)


def _tell(hand: Hand, base: Base) -> None:
    """Say what the next click places."""
    teller, several = hand.teller, len(rules_of(hand.match).sizes(base.word)) > 1
    unit = teller.words.of(hand.game.ruleset.units[base.word].name)
    key = "deploy.chosen_of_several" if several else "deploy.chosen"
    hand.say(teller.say(key, unit=unit, men=base.men, key=teller.key(MEN_KEY)), "info")


def _resize(hand: Hand) -> None:
    """Give the selected unit, or what is placed next, the next smaller size that the army may have, or the largest."""
    base = at_hand(hand.now())
    why = _one_size(hand.now(), base)
    if base is None or why:
        hand.refuse(why)
        return
    sizes = list(rules_of(hand.match).sizes(base.word))
    at = sizes.index(base.men)
    others = (base._replace(men=men) for men in (*sizes[at + 1 :], *sizes[:at]))
    if hand.selected is None:
        hand.placing = next((other for other in others if _may_have(hand, other)), base)
        _tell(hand, hand.placing)
    else:
        own = hand.selected
        fitting = (other.men for other in others if _why_not(hand, own, own, other) is None)
        _relocate(hand, own, own, men=next(fitting, base.men))


def _remove(hand: Hand) -> None:
    cells = own_cells(hand.match)
    cell = next((at for at in (hand.selected, hand.cursor) if at in cells), None)
    if cell is None:
        hand.refuse(hand.teller.say("table.choose_first"))
    else:
        _play(hand, rules_of(hand.match).removal(cell))
        hand.selected = None


def _relocate(
    hand: Hand, source: int, cell: int, facing: int | None = None, men: int | None = None
) -> None:
    """Take a unit back and place it elsewhere, turned or of another size; nothing changes if it may not stand so."""
    match, deploying = hand.match, rules_of(hand.match)
    stands = match.position.at(source)
    base = Base(stands.type.word, men or stands.men, stands.facing if facing is None else facing)
    refusal = _why_not(hand, source, cell, base)
    if refusal is not None:
        hand.refused = cell
        hand.refuse(refusal)
        return
    if (cell, base.facing, base.men) != (source, stands.facing, stands.men):
        match.play(deploying.removal(source))
        match.play(_placing(hand, stands.side, base, cell))
    hand.selected = cell


def _why_not(hand: Hand, source: int, cell: int, base: Base) -> Refusal | None:
    """Why the unit on ``source`` may not be taken back and stand on a cell like this."""
    match = hand.match
    without = match.game.step(match.position, rules_of(match).removal(source))
    return match.game.why_not(without, _placing(hand, match.position.side, base, cell))


def _play(hand: Hand, move: Deploy, cell: int | None = None) -> None:
    refusal = hand.game.why_not(hand.match.position, move)
    if refusal is not None:
        hand.refused = cell
        hand.refuse(refusal)
    else:
        hand.match.play(move)


def _placing(hand: Hand, side: int, base: Base, cell: int) -> Deploy:
    return rules_of(hand.match).placing(side, base.word, base.men, cell, base.facing)


def _may_have(hand: Hand, base: Base) -> bool:
    """Whether the army may have another base of this type and size."""
    return any(_is_placing(move, base) for move in hand.game.moves(hand.match.position))


def _is_placing(move: Move, base: Base) -> bool:
    return (
        isinstance(move, Deploy)
        and move.verb == PLACE
        and (move.word, move.men) == (base.word, base.men)
    )


def _refusal(hand: Hand, base: Base) -> str:
    """Why the army may not have another base of this type and size; empty if it may."""
    if _may_have(hand, base):
        return ""
    deploying, position = rules_of(hand.match), hand.match.position
    zone = sorted(deploying.zone(base.word, position.side))
    cell = next((cell for cell in zone if not position.board[cell]), zone[0] if zone else 0)
    refusal = hand.game.why_not(position, _placing(hand, position.side, base, cell))
    return refusal.text(hand.teller.words.language) if refusal is not None else ""


def as_written(hand: Hand, said: str) -> str:
    """A typed placing with the type as the ruleset writes it: players may name it in any language, or begin to."""
    found = _NAMED.fullmatch(said)
    if found is None or not is_on(hand.match):
        return said
    units, known = hand.game.ruleset.units, dict[str, str]()
    for word in rules_of(hand.match).rules.units:
        texts = units[word].name
        known |= {
            _folded(name): word for name in ((texts,) if isinstance(texts, str) else texts.values())
        }
    wanted = _folded(found[1])
    begun = (
        {word for name, word in known.items() if name.startswith(wanted)}
        if len(wanted) > 2
        else set()
    )
    meant = known.get(wanted) or (next(iter(begun)) if len(begun) == 1 else None)
    return said if meant is None or wanted in units else f"{meant}{found[2] or ''}@{found[3]}"


def _folded(name: str) -> str:
    """A name without capitals and accents."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


# What a player sees


def at_hand(now: Situation) -> Base | None:
    """The selected unit as it stands, or else what is placed next."""
    if now.selected is None or now.selected not in own_cells(now.match):
        return now.placing
    stands = now.match.position.at(now.selected)
    return Base(stands.type.word, stands.men, stands.facing)


def _one_size(now: Situation, base: Base | None) -> str:
    """Why the men of a base cannot be changed; empty if they can."""
    if base is None:
        return now.teller.say("table.choose_first")
    if len(rules_of(now.match).sizes(base.word)) > 1:
        return ""
    unit = now.teller.words.of(now.match.game.ruleset.units[base.word].name)
    return now.teller.say("deploy.one_size", unit=unit, men=base.men)


def _of_several_sizes(now: Situation) -> list[str]:
    """The types whose bases need not be full, as players call them."""
    deploying, units = rules_of(now.match), now.match.game.ruleset.units
    words = [
        word for word in deploying.types(now.match.position.side) if len(deploying.sizes(word)) > 1
    ]
    return [now.teller.words.of(units[word].name) for word in words]


def unturnable(now: Situation) -> Iterator[str]:
    """Why nothing can be turned before the game, if nothing can."""
    rules, side = rules_of(now.match).rules, now.match.position.side
    if rules.facing != "free":
        forward = FACINGS[now.match.game.sides[side].forward]
        cite = now.match.game.ruleset.cites.get("deploy_facing", "")
        yield Refusal("deploy_facing", {"facing": forward}, cite).text(now.teller.words.language)
    elif now.selected is None and not now.placing:
        yield now.teller.say("table.choose_first")


def marks(hand: Hand) -> Iterator[MarkView]:
    """Where the chosen type, or the selected unit, may stand."""
    match = hand.match
    if not hand.mine:
        return
    position, base = match.position, hand.placing
    if hand.selected is not None:
        stands = position.at(hand.selected)
        position = match.game.step(position, rules_of(match).removal(hand.selected))
        base = Base(stands.type.word, stands.men)
    if base is not None:
        placings = (move for move in match.game.moves(position) if _is_placing(move, base))
        cells = dict.fromkeys(move.target for move in placings if move.target != hand.selected)
        yield from (MarkView(cell, "reach") for cell in cells)


def commands(now: Situation) -> Iterator[CommandView]:
    """One command for every type and every army, and those to take back and to be ready."""
    match, teller = now.match, now.teller
    if not is_on(match):
        return
    deploying, position = rules_of(match), match.position
    legal = match.game.moves(position) if now.mine else []
    why = "" if now.mine else teller.say("table.other_side", side=teller.side(position.side))
    placeable = {move.word for move in legal if isinstance(move, Deploy) and move.verb == PLACE}
    for number, word in enumerate(deploying.types(position.side), 1):
        left = (
            deploying.men_left(position, word)
            if now.mine
            else deploying.rules.units[deploying.pool(word)].men
        )
        placed = match.game.ruleset.units[word]
        unit = teller.words.of(placed.name)
        label = teller.say("deploy.command.place", unit=unit, men=left)
        full = "" if word in placeable else why or teller.say("deploy.no_more", unit=unit)
        yield _command(f"place:{word}", label, str(number), full, teller, placed.letter)
    for number, (word, army) in enumerate(deploying.rules.armies.items(), 1):
        label = teller.say("deploy.command.army", name=teller.words.of(army.name))
        same = "" if deploying.choice(word) in legal else why or teller.say("refusals.deploy_same")
        yield _command(f"army:{word}", label, f"ctrl+{number}", same, teller)
    nothing = "" if now.selected in own_cells(match) else why or teller.say("table.choose_first")
    yield _command("remove", teller.say("deploy.command.remove"), REMOVE_KEY, nothing, teller)
    if _of_several_sizes(now):
        base = at_hand(now) if now.mine else None
        label = teller.say(
            "deploy.command.men" if base is None else "deploy.command.men_of", men=base and base.men
        )
        yield _command("men", label, MEN_KEY, why or _one_size(now, base), teller)
    refusal = match.game.why_not(position, deploying.ready)
    unready = why or ("" if refusal is None else refusal.text(teller.words.language))
    yield _command("ready", teller.say("deploy.command.ready"), READY_KEY, unready, teller)


def _command(
    name: str, label: str, key: str, why: str, teller: Teller, letter: str = ""
) -> CommandView:
    return CommandView(name, label, key, not why, why, teller.key(key), letter)


def headline(match: Match, teller: Teller) -> str:
    """Who sets up."""
    return teller.say("deploy.headline", side=teller.side(match.position.side))


def help_now(now: Situation) -> Iterator[str]:
    """What can be done while armies are set up."""
    match, teller = now.match, now.teller
    if not now.mine:
        yield teller.say("table.other_side", side=teller.side(match.position.side))
        return
    deploying, side = rules_of(match), match.position.side
    cells = sorted(
        frozenset[int]().union(*(deploying.zone(word, side) for word in deploying.types(side)))
    )
    if cells:
        ends = {"first": teller.cell(cells[0]), "last": teller.cell(cells[-1])}
        yield teller.say("deploy.help.place", side=teller.side(side), **ends)
    if deploying.rules.armies:
        yield teller.say("deploy.help.armies")
    yield teller.say("deploy.help.change")
    several = _of_several_sizes(now)
    if several:
        sized = {"label": teller.say("deploy.command.men"), "key": teller.key(MEN_KEY)}
        yield teller.say("deploy.help.men", units=", ".join(several), **sized)
    if rules_of(match).rules.facing == "free":
        yield teller.say("deploy.help.facing")
    yield teller.say("deploy.help.ready")


def facing_of(hand: Hand) -> int:
    """Where the selected unit looks, or what is placed next will."""
    position: Position = hand.match.position
    if hand.selected is not None:
        return position.at(hand.selected).facing
    forward = hand.game.sides[position.side].forward
    return forward if hand.placing is None or hand.placing.facing is None else hand.placing.facing
