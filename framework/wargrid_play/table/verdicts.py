"""Verdicts of a review: what a move that changed much was worth, and the better one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal

from wargrid.core.moves import ATTACK, TAKE, Move
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match import Ply
from wargrid.players import WIN, Advice, Failed, Hints, Worker
from wargrid_play.table.dice import dice_of
from wargrid_play.table.hints import hint_views, title_of
from wargrid_play.table.history.log import losses_of
from wargrid_play.table.history.review import Review, Verdict, is_won_by, winning_move
from wargrid_play.table.opponents import SECONDS, Thinker
from wargrid_play.table.view import DiceView, HintView
from wargrid_play.table.wording import Wording, strength_of

STAR: Final = "★"
MISTAKE: Final = "?"
"""The signs of the moves that changed most, and of mistakes."""

TELLING: Final = 0.02
"""The least difference of a chance to win that is told: a smaller one may be of rounding."""

Kind = Verdict | Literal["mistake", "missed", "sought", "ended"]
"""The verdict on a move; ``sought`` while it is not known whether it was a mistake.

``ended`` is the last one of a match that no move ended, as by a resignation.
"""


class Judge:
    """Words what became of the moves of a review, and looks for better ones in another process.

    A move that cost much was a mistake if what a hint would have said there is better by the
    ``swing`` of the review; both are given ``seconds``. Where turns are several actions, or dice
    are rolled, moves are weighed with the rest of their turn and the enemy's chance to win. A hint
    that was shown is judged like all moves. ``notify`` is called in another thread when ``advance``
    has something to do. Without ``make`` nothing is looked for: there are no mistakes then but wins
    missed. What ``known`` found in a review of the same match is not looked for again.
    """

    def __init__(
        self,
        review: Review,
        notify: Callable[[], None] = lambda: None,
        make: Callable[[Game, Callable[[], None]], Thinker] | None = Worker,
        seconds: float = SECONDS,
        known: Judge | None = None,
    ) -> None:
        self._review = review
        self._seconds = seconds
        self._thinker = None if make is None else make(review.match.game, notify)
        self._asked: int | None = None
        self._found: dict[int, Advice | None] = {} if known is None else known._found
        self._allowed: dict[int, Move | None] = {}
        self._replies: dict[int, Move] = {} if known is None else known._replies
        self._regrets: dict[int, float] = {} if known is None else known._regrets
        self._chances: dict[int, tuple[float, float]] = {} if known is None else known._chances

    def advance(self) -> bool:
        """Take an answer, and ask about the next move that may be a mistake; True with news.

        The move that is shown goes before the others.
        """
        if self._thinker is None:
            return False
        news = None if self._asked is None else self._thinker.poll()
        told = isinstance(news, Hints | Failed)
        if self._asked is not None and isinstance(news, Hints | Failed):
            better = self._better_of(news, self._review.group(self._asked)[0].move)
            hinted = self._hinted(self._asked)
            shown = better is not None and hinted and not self._was_hinted(self._asked)
            self._found[self._asked] = hinted[0] if shown else better
            if isinstance(news, Hints):
                self._keep(self._asked, news)
            self._asked = None
        if self._asked is None and self._review.complete:
            self._ask(self._thinker)
        return told

    def _keep(self, stop: int, news: Hints) -> None:
        """Keep what was found beside the better move."""
        if news.reply is not None:
            self._replies[stop] = news.reply
        if news.regret is not None:
            self._regrets[stop] = news.regret
        if news.chances is not None:
            self._chances[stop] = news.chances

    def _ask(self, thinker: Thinker) -> None:
        review = self._review
        left = [stop for stop in self._suspects() if stop not in self._found]
        if left:
            self._asked = review.at if review.at in left else left[0]
            ply = review.group(self._asked)[0]
            thinker.ask_hints(ply.before, seconds=self._seconds, made=ply.move)

    def _suspects(self) -> list[int]:
        """Return the moves in doubt: wins missed are not."""
        if self._thinker is None:
            return []
        return [stop for stop in self._review.suspects() if not self._review.missed(stop)]

    def _better_of(self, news: Hints | Failed, made: Move) -> Advice | None:
        """Return the best move advised if it is clearly better than the one that was made."""
        if isinstance(news, Failed) or not news.advice or news.advice[0].move == made:
            return None
        clearly = news.regret is not None and news.regret >= self._review.swing
        return news.advice[0] if clearly else None

    def _hinted(self, stop: int) -> tuple[Advice, ...]:
        """Return the hints that were shown in place of the move before a stop."""
        before, hinted = self._review.group(stop)[0].before, self._review.match.hinted
        return tuple(Advice(*one) for at, told in hinted if at is before for one in told)

    def _was_hinted(self, stop: int) -> bool:
        made = self._review.group(stop)[0].move
        return any(one.move == made for one in self._hinted(stop))

    @property
    def seeks(self) -> bool:
        """Whether moves are left in which a mistake may still be found."""
        left = any(stop not in self._found for stop in self._suspects())
        return left or not self._review.complete

    def mistakes(self) -> tuple[int, ...]:
        """Return the stops of the mistakes found so far, in order; wins missed are among them."""
        return tuple(s for s in self._review.stops if self.kind(s) in ("mistake", "missed"))

    @property
    def progress(self) -> tuple[int, int]:
        """How many of the moves in doubt have been looked into, and how many there are."""
        doubtful = self._suspects()
        return sum(stop in self._found for stop in doubtful), len(doubtful)

    def progress_text(self, wording: Wording) -> str:
        """Say how far the search is; empty once it is over."""
        done, number = self.progress
        if not self.seeks or not number:
            return ""
        return wording.say("review.progress", done=done, all=number)

    def dearest(self) -> int | None:
        """Return the stop of the mistake that cost most, as far as is known; a missed win is."""
        missed = {stop: WIN for stop in self.mistakes() if self.kind(stop) == "missed"}
        costs = {stop: self._regrets.get(stop, 0.0) for stop in self.mistakes()} | missed
        return max(costs, key=costs.__getitem__, default=None)

    def next_mistake(self) -> int | None:
        """Return the next mistake found after the move shown, or else the first."""
        found = self.mistakes()
        later = [stop for stop in found if stop > self._review.at]
        return next(iter(later or found), None)

    def signs(self, stop: int) -> str:
        """Return the signs of a move: whether it was a turning point, and whether a mistake."""
        star = STAR if stop in self._review.turning_points() else ""
        return star + (MISTAKE if self.kind(stop) in ("mistake", "missed") else "")

    def better(self, stop: int, wording: Wording) -> HintView | None:
        """Return the better move at a mistake; None elsewhere."""
        missed = self._review.missed(stop) if self.kind(stop) == "missed" else None
        advice = self._found.get(stop) if missed is None else Advice(missed, {})
        if advice is None:
            return None
        return hint_views(self._review.group(stop)[0].before, (advice,), wording)[0]

    def kind(self, stop: int) -> Kind:
        """Return the verdict on the move before a stop; empty if there is none."""
        if self._is_mistake(stop):
            return "mistake"
        if self._review.missed(stop) and not self._was_hinted(stop):
            return "missed"
        sought = stop in self._suspects() and stop not in self._found
        ended = self._review.match.ending is not None and stop == self._review.stops[-1]
        return "sought" if sought else "ended" if ended else self._review.judge(stop)

    def _is_mistake(self, stop: int) -> bool:
        """Return whether a better move is known, and none of the turn was worse.

        What a turn left undone would else be told of each of its moves.
        """
        if self._found.get(stop) is None or not self._review.by_whole_turns:
            return self._found.get(stop) is not None
        wrong = [each for each in self._review.turn_of(stop) if self._found.get(each) is not None]
        return stop == max(wrong, key=lambda each: (self._regrets.get(each, 0.0), each))

    def verdict(self, stop: int, wording: Wording) -> str:
        """Word what the move before a stop was worth; empty where little changed."""
        return " ".join(filter(None, self._verdict(stop, wording)))

    def _verdict(self, stop: int, wording: Wording) -> Iterator[str]:
        kind = self.kind(stop)
        match = self._review.match
        if kind == "ended" and match.result is not None:
            yield wording.reason(match.result, match.position)
        elif kind in ("wins", "sought"):
            yield wording.say(f"review.{kind}")
        elif kind in ("mistake", "missed"):
            missed = kind == "missed"
            yield wording.say("review.missed") if missed else self._mistake(stop, wording)
            better = self.better(stop, wording)
            if better is not None:
                left = self._left(stop, wording)
                why = "" if left else better.why.rstrip(".")
                key = "review.better" if why else "review.better_alone"
                yield wording.say(key, move=better.title, why=why[:1].lower() + why[1:])
                yield left
            win = self._review.missed(stop) if missed else None
            if win is not None:
                won = wording.game.step(self._review.group(stop)[0].before, win)
                yield wording.reason(won.result, won) if won.result is not None else ""
            if stop == self.dearest() and len(self.mistakes()) > 1:
                yield wording.say("review.dearest")
        elif kind:
            told = wording.say(f"review.{kind}")
            yield _with_losses(told, self._review.group(stop), wording)

    def _left(self, stop: int, wording: Wording) -> str:
        """Word the enemy's chance to win at once after the better move, if the other left more."""
        leaves, left = self._chances.get(stop, (0.0, 0.0))
        if leaves - left < TELLING:
            return ""
        return wording.say("review.left", chance=wording.percent(Fraction(left)))

    def _leaves(self, stop: int, told: str, wording: Wording) -> str:
        """Word the chance to win at once that a mistake leaves the enemy, or nothing."""
        leaves, left = self._chances.get(stop, (0.0, 0.0))
        if leaves - left < TELLING:
            return ""
        chance = wording.percent(Fraction(leaves))
        return wording.say("review.leaves", verdict=told, chance=chance)

    def _mistake(self, stop: int, wording: Wording) -> str:
        """Word the consequence of a mistake: the reply that shows it, or else the units lost."""
        group, plies = self._review.group(stop), self._review.with_reply(stop)
        key = "review.hinted" if self._was_hinted(stop) else "review.mistake"
        told = wording.say(key, side=wording.side(group[0].actor))
        if stop not in self._allowed:
            self._allowed[stop] = _winning_move(wording.game, plies, len(group))
        allowed = self._allowed[stop]
        if allowed is not None:
            move = title_of(group[-1].after, allowed, wording)
            return wording.say("review.allows", verdict=told, move=move)
        if leaves := self._leaves(stop, told, wording):
            return leaves
        reply = self._replies.get(stop)
        if reply is not None and reply.verb in (ATTACK, TAKE):
            move = title_of(group[-1].after, reply, wording)
            return wording.say("review.lets", verdict=told, move=move)
        return _with_losses(told, plies, wording, only=group[0].actor)

    def dice(self, stop: int, wording: Wording) -> DiceView | None:
        """Return the dice that fell last in the move before a stop, or None."""
        return dice_of(self._review.group(stop), wording)

    def close(self) -> None:
        """End the search."""
        self._asked = None
        if self._thinker is not None:
            self._thinker.close()


def _winning_move(game: Game, plies: Sequence[Ply], length: int) -> Move | None:
    """Return a reply that won or wins the game at once, to a move of the first ``length`` plies."""
    position, mover = plies[length - 1].after, plies[0].actor
    if position.result is not None or game.to_act(position) in (CHANCE, mover):
        return None
    made = plies[length:]
    if made and is_won_by(made[-1].after, position.side):
        return made[0].move
    return winning_move(game, position)


def _with_losses(told: str, plies: Sequence[Ply], wording: Wording, only: int | None = None) -> str:
    """Add to a verdict what each side lost in some plies, or ``only`` one, the mover first."""
    found = [loss for ply in plies for loss in losses_of(ply) if only in (None, loss.side)]
    texts, mover = [], plies[0].actor
    for side in sorted({loss.side for loss in found}, key=lambda side: side != mover):
        own = [loss for loss in found if loss.side == side]
        if strength_of(wording.game):
            lost = wording.lost(sum(loss.men for loss in own))
        else:
            units = wording.say("review.comma").join(wording.type(loss.type) for loss in own)
            lost = wording.say("review.units_lost", units=units)
        texts.append(wording.say("review.lost", side=wording.side(side), losses=lost))
    losses = wording.say("review.and").join(texts)
    return wording.say("review.with_losses", verdict=told, losses=losses) if losses else f"{told}."
