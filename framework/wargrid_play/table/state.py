"""The state of a table besides its match: what players selected, entered and were asked.

Only the table and its controller write it. Views, commands and hints are functions of the match
and the state.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from wargrid.core.moves import ATTACK, CHOOSE, END, ENTER, PLACE, REMOVE, TAKE, Move, Roll
from wargrid.core.state import AGAIN
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.engine.odds import Odds
from wargrid.engine.setup.deployment import DeploymentPhase
from wargrid.engine.threats import Approach
from wargrid.match import Match, Ply
from wargrid_play.table.offers import Offer, OfferRefusal
from wargrid_play.table.questions import answers_of, needs_buttons
from wargrid_play.table.view import OfferKind, PromptKind, Thought, Tone
from wargrid_play.table.wording import Wording

NOTHING: Final = -1
"""The number of the chosen option while there is none: chance results are never preselected."""


class Base(NamedTuple):
    """What the next click places: a type, its men, and its facing, None for forward."""

    word: str
    men: int
    facing: int | None = None


class ReplyOdds(NamedTuple):
    """An attack and then one by its target: how likely the target is ``able``, and all outcomes."""

    able: Fraction
    odds: Odds


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """An open question: its kind, the moves it is about, and the answers so far.

    ``odds`` are those of the move, ``counter`` what follows if the target, where it can, then
    attacks. ``approach`` is made before the move, where it takes one to get there. ``units`` is how
    many could still act when the turn is to end, ``strikers`` how many could attack; both are 0 if
    nothing has been done in it. ``side`` is the one that resigns or offers a draw, -1 where both
    sit here and agree.
    """

    kind: PromptKind
    moves: tuple[Move, ...] = ()
    approach: Approach | None = None
    odds: Odds | None = None
    counter: ReplyOdds | None = None
    chosen: int = 0
    picked: tuple[str, ...] = ()
    units: int = 0
    strikers: int = 0
    side: int = -1

    @property
    def dice(self) -> int:
        """How many dice are rolled; 0 unless the question is about a roll."""
        roll = self.moves[0] if self.moves else None
        return len(roll.faces) if isinstance(roll, Roll) else 0

    @property
    def is_full(self) -> bool:
        """Whether a face is picked for every die."""
        return len(self.picked) == self.dice

    def faces(self, game: Game) -> tuple[str, ...]:
        """Return the distinct faces of the die that is rolled, in the die's order."""
        roll = self.moves[0] if self.moves else None
        return tuple(dict.fromkeys(game.ruleset.dice[roll.die])) if isinstance(roll, Roll) else ()

    def roll(self) -> Roll | None:
        """Return the roll that shows the faces picked, in any order, or None."""
        wanted = sorted(self.picked)
        rolls = (move for move in self.moves if isinstance(move, Roll))
        return next((roll for roll in rolls if sorted(roll.faces) == wanted), None)


class Premove(NamedTuple):
    """A move that is made, if it is legal then, as soon as the turn of its side comes.

    ``target`` is None while only the unit is chosen; it becomes ``word``, if anything. ``after``
    are how many plies there were when it was given, and the last of them.
    """

    side: int
    unit: int
    source: int
    target: int | None
    word: str
    after: tuple[int, Ply | None]

    @property
    def cells(self) -> tuple[int, ...]:
        """Where it begins and, if that is known, ends."""
        return (self.source,) if self.target is None else (self.source, self.target)


@dataclass(slots=True)
class State:
    """The state of one table; it is never saved.

    ``own`` are the sides that may be played here, by persons or by computers that these command,
    and ``others`` those of persons elsewhere. ``seats`` are the sides that persons play here,
    ``computers`` those of computer players, and ``relieved`` those that a person here has taken
    over from one; ``thinking`` is what one of these thinks about, a ``move`` or ``hints`` for a
    person, or empty; ``hinted`` is true while hints are shown. ``has_thoughts``: a computer player
    can be asked how it thought; ``seeks_thoughts``: it is asked that now, not for hints.
    ``selected``, ``cursor``, ``hovered`` and ``refused`` (the last click that was not possible) are
    cells or None. ``site`` is the empty cell where the side is about to do something, ``held`` the
    type that it has chosen from its hand, or empty. ``placing`` is what the next click places
    before the game. ``asked`` is the question put to the player; ``picked`` and ``chosen`` belong
    to dice and random draws entered by hand. ``acted``: the
    selected unit has just acted, so a click on it goes on with it instead of deselecting it.
    ``confirms``: attacks are asked about first. ``advised``: players may ask the computer for
    hints. ``offer`` waits for an answer, and ``not_offered`` says of each kind why it cannot be
    offered now; it is empty where nothing can be offered. ``joined`` are moves that a click made
    after another: one undo takes both back. ``premove`` waits for the turn of a seat here.
    """

    own: frozenset[int]
    others: frozenset[int] = frozenset()
    seats: frozenset[int] = frozenset()
    computers: frozenset[int] = frozenset()
    relieved: frozenset[int] = frozenset()
    thinking: Thought = ""
    hinted: bool = False
    has_thoughts: bool = False
    seeks_thoughts: bool = False
    selected: int | None = None
    cursor: int | None = None
    hovered: int | None = None
    refused: int | None = None
    placing: Base | None = None
    site: int | None = None
    held: str = ""
    asked: OpenQuestion | None = None
    picked: tuple[str, ...] = ()
    chosen: int = NOTHING
    acted: bool = False
    confirms: bool = True
    advised: bool = True
    threats: bool = False
    layer: int = 0
    message: str = ""
    tone: Tone = ""
    offer: Offer | None = None
    not_offered: tuple[tuple[OfferKind, OfferRefusal], ...] = ()
    joined: tuple[Ply, ...] = ()
    premove: Premove | None = None

    def say(self, message: str, tone: Tone = "") -> None:
        """Set the message below the board; an empty one clears it."""
        self.message, self.tone = message, tone


def is_mine(match: Match, state: State) -> bool:
    """Return whether a side played at this table is to act."""
    return match.to_act in state.seats


def side_here(match: Match, state: State) -> int:
    """Return the side that acts for a table out of turn: the one to act, or the first one here."""
    side = match.position.side
    return side if side in state.seats else min(state.seats, default=CHANCE)


def rolls_here(match: Match, state: State) -> bool:
    """Return whether dice rolled by hand are entered at this table now."""
    rolled = match.by_hand and match.to_act == CHANCE
    by_computer = bool(state.seats) and match.position.side in state.computers
    return rolled and (match.position.side in state.own or by_computer)


def undone_at(match: Match, state: State) -> list[Ply]:
    """Return what an undo at this table takes back, the latest first: all since its last click."""
    found: list[Ply] = []
    for ply in reversed(match.plies):
        if found and ply.actor == CHANCE:
            break  # it locks what is before it
        found.append(ply)
        if (ply.actor in state.seats or not state.seats) and not is_joined(ply, state):
            break
    return found


def is_joined(ply: Ply, state: State) -> bool:
    """Return whether a move was made by the same click as the one before it."""
    return any(ply is one for one in state.joined)


def needs_consent(match: Match, state: State) -> bool:
    """Return whether an undo takes back what persons elsewhere have seen come to its end.

    They need not agree to another move in a turn that is still going on, and is still the table's.
    """
    if not state.others:
        return False
    turn, waits = match.position.turn, match.to_act in state.others
    undone = undone_at(match, state)
    return waits or any(ply.actor in state.others or ply.before.turn != turn for ply in undone)


def others_turn(match: Match, state: State, wording: Wording) -> str:
    """Word that the side to act is not played by a person at this table."""
    side = match.position.side
    elsewhere = "deploy.other_side" if is_deploying(match) else "table.other_side"
    key = "table.computers_turn" if side in state.computers else elsewhere
    return wording.cached((key, side), lambda: wording.say(key, side=wording.side(side)))


def thinking_text(match: Match, state: State, wording: Wording) -> str:
    """Word what a computer player thinks about; empty if none thinks."""
    if state.thinking == "hints":
        return wording.say("table.seeks_thoughts" if state.seeks_thoughts else "table.seeks_hints")
    return others_turn(match, state, wording) if state.thinking else ""


def open_question(match: Match, state: State) -> OpenQuestion | None:
    """Return the question put to the player, or else the one that the rules or dice put."""
    if state.asked is not None:
        return state.asked
    answers = answers_of(match) if is_mine(match, state) else ()
    if needs_buttons(answers):
        return OpenQuestion("choice", answers, chosen=state.chosen)
    if not rolls_here(match, state):
        return None
    moves = tuple(match.game.moves(match.position))
    if isinstance(moves[0], Roll):
        return OpenQuestion("dice", moves, picked=state.picked, chosen=state.chosen)
    return OpenQuestion("choice", moves, chosen=state.chosen)


def is_of_chance(match: Match, question: OpenQuestion | None) -> bool:
    """Return whether the question is about a chance result, which cannot be cancelled."""
    of_person = question is None or question.kind in ("resign", "draw")
    return match.to_act == CHANCE and not of_person


def is_deploying(match: Match) -> bool:
    """Return whether armies are being set up now."""
    return match.result is None and match.game.engine.is_deploying(match.position)


def may_claim(match: Match) -> bool:
    """Return whether the side to act may claim the end of the game."""
    return match.ending is None and match.game.engine.claimed(match.position) is not None


def is_idle(match: Match) -> bool:
    """Return whether the side to act could act, and has done nothing in its turn."""
    position = match.position
    for ply in reversed(match.plies):
        if ply.before.turn != position.turn:
            break
        if ply.actor == position.side:
            return False
    return any(move.verb != END for move in match.game.moves(position))


def units_left(match: Match, *, touch: bool = False) -> int:
    """Count the units that could still begin to act, where most of a turn is unused; else 0.

    Most is more than half of the actions, of the groups that may act, or of the units; where a
    finger may ``touch`` the wrong button, any of them.
    """
    position, turn = match.position, match.game.ruleset.turn
    fresh = set(movable_cells(match)) - _acted_cells(match)
    left, count = match.game.engine.rows.groups_left(position), len(fresh)
    if turn.groups is not None and left is not None:
        unused, of = left, turn.groups.most
        count = min(count, left) if turn.groups.by == "unit" else count
    elif turn.actions is not None:
        unused, of = position.budget, turn.actions
    else:
        unused, of = len(fresh), len(position.units_of(position.side))
    return count if 2 * unused > of or touch else 0


def strikers_left(match: Match) -> int:
    """Count the units that could still attack or take in this turn."""
    moves = match.game.moves(match.position)
    return len({move.source for move in moves if move.verb in (ATTACK, TAKE)})


def _acted_cells(match: Match) -> set[int]:
    """Return where the units are now that have acted in this turn."""
    position, acted = match.position, set()
    for ply in reversed(match.plies):
        if ply.before.turn != position.turn:
            break
        unit = ply.before.board[ply.move.source] if ply.move.source >= 0 else 0
        if ply.actor == position.side and unit > 0:
            acted.add(position.cell_of(unit))
    return acted


def may_place_more(match: Match) -> bool:
    """Return whether the side that sets its army up could place another unit."""
    return any(move.verb == PLACE for move in match.game.moves(match.position))


def deployment_of(match: Match) -> DeploymentPhase:
    """Return the deployment of a game that has one."""
    deploying = match.game.engine.deploying
    assert deploying is not None
    return deploying


def own_cells(match: Match) -> tuple[int, ...]:
    """Return the cells of the units that the side to act has placed during deployment."""
    moves = match.game.moves(match.position)
    return tuple(sorted(move.target for move in moves if move.verb == REMOVE))


def movable_cells(match: Match) -> tuple[int, ...]:
    """Return the cells of all units that have a legal move now, in the order of cells."""
    if match.to_act is None or match.to_act == CHANCE:
        return ()
    if match.game.engine.is_deploying(match.position):
        return own_cells(match)
    moves = match.game.moves(match.position)
    return tuple(sorted({move.source for move in moves if move.source >= 0}))


def shows_stars(match: Match) -> bool:
    """Return whether stars show which units can act.

    They would be on nearly all where any one of them makes the whole turn. There they are shown
    only if some rule leaves few: a side must take, goes on taking or is in check.
    """
    position, game = match.position, match.game
    turn = game.ruleset.turn
    if turn.actions != 1 or position.pending is not None:
        return True
    due = turn.must is not None and all(move.verb == TAKE for move in game.moves(position))
    return due or game.in_check(position, position.side)


def on_board(cell: int) -> int | None:
    """Return a cell, or None for the place of a unit or an action that is beside the board."""
    return cell if cell >= 0 else None


def going_on(match: Match) -> int | None:
    """Return the cell of the only unit to act: it has taken, or is asked about; None without."""
    pending = match.position.pending
    answers = answers_of(match)
    if answers:
        return on_board(answers[0].source)
    is_on = match.result is None and pending is not None and pending.kind == AGAIN
    return pending.numbers[0] if is_on and pending is not None else None


def moves_from(match: Match, cell: int | None) -> list[Move]:
    """Return the legal moves of the unit on a cell."""
    if cell is None or match.to_act is None or match.to_act == CHANCE:
        return []
    return [move for move in match.game.moves(match.position) if move.source == cell]


def may_stay_at(match: Match, cell: int) -> bool:
    """Return whether the unit on a cell may enter the board there, or answer with its own cell."""
    return any(
        move.verb in (ENTER, CHOOSE) and move.target == cell for move in moves_from(match, cell)
    )


def is_selectable(match: Match, cell: int | None) -> bool:
    """Return whether the unit on a cell can be moved, or taken back during deployment."""
    return cell in own_cells(match) if is_deploying(match) else bool(moves_from(match, cell))
