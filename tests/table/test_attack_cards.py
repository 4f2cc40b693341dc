"""The card of an attack: every number in it, found again from every throw of the dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from support import every_ruleset, is_variant, loaded
from throws import Thrown, every_throw, random_attacks
from wargrid import ATTACK, Game, Move, Position
from wargrid.core.attacks import Resulted, Rolled, Struck
from wargrid.core.events import Joined
from wargrid.core.state import GONE
from wargrid_play.table.prompts import attack_question, prompt_of
from wargrid_play.table.view import PromptView
from wargrid_play.table.wording import Wording

MANY, SOME = 250, 60
"""How many random attacks are looked at of a game, and of a variant."""


class Card:
    """What the card of an attack must say, from the throws alone."""

    def __init__(self, game: Game, position: Position, move: Move) -> None:
        self.game, self.position, self.move = game, position, move
        self.wording = Wording(game, "en")
        self.throws = [*every_throw(game, position, move)]
        self.own, self.other = position.board[move.source], position.board[move.target]
        question = attack_question(game, position, move)
        self.view: PromptView = prompt_of(question, position, self.wording)
        self.rolled = any(isinstance(e, Rolled) for one in self.throws for e in one.events)

    def chance(self, holds: Callable[[Thrown], bool]) -> Fraction:
        return sum((one.chance for one in self.throws if holds(one)), Fraction(0))

    def mean(self, value: Callable[[Thrown], int]) -> Fraction:
        return sum((one.chance * value(one) for one in self.throws), Fraction(0))

    def tells(self, one: Thrown, face: str) -> bool:
        """Return whether a face fell, and the unit that it is about is still there."""
        return fell(one, face) and not self.destroyed(one)

    def joined(self, one: Thrown) -> bool:
        """Whether the target changed sides where it stood."""
        return any(isinstance(e, Joined) and e.cell == self.move.target for e in one.events)

    def destroyed(self, one: Thrown) -> bool:
        return one.position.place[self.other] == GONE and not self.joined(one)

    def lost(self, one: Thrown) -> bool:
        return one.position.place[self.own] == GONE

    def losses(self, one: Thrown) -> int:
        """The men of the target that fell."""
        fell = self.position.men[self.other] - one.position.men[self.other]
        return 0 if self.joined(one) else fell

    def driven(self, one: Thrown) -> bool:
        """Whether the target lives and has left its cell, or its side is asked where to."""
        if self.destroyed(one):
            return False
        pending = one.position.pending
        asked = pending is not None and pending.kind == "retreat"
        return asked or one.position.place[self.other] != self.position.place[self.other]

    def wins(self, one: Thrown, side: int) -> bool:
        return one.position.result is not None and one.position.result.winner == side

    def expected_lines(self) -> Iterator[tuple[str, str]]:
        """Yield the label and value of each line that this attack must have if it has the label."""
        say, chance, number = self.wording.say, self.wording.chance, self.wording.number
        side = self.position.side
        yield say("table.odds.joins"), chance(self.chance(self.joined))
        yield say("table.odds.eliminates"), chance(self.chance(self.destroyed))
        yield say("table.odds.lost"), chance(self.chance(self.lost))
        yield say("table.odds.wins"), chance(self.chance(lambda one: self.wins(one, side)))
        yield say("table.odds.loses"), chance(self.chance(lambda one: self.wins(one, 1 - side)))
        yield say("table.odds.counts.flags"), chance(self.chance(self.driven))
        if self.rolled:
            struck = self.mean(lambda o: sum(e.hits for e in o.events if isinstance(e, Struck)))
            yield say("table.odds.hits"), number(struck)
            fell = number(self.mean(self.losses))
            yield self.wording.strength("table.odds.expected"), fell
            yield displaced_label(self.wording), chance(self.chance(self.left))

    def left(self, one: Thrown) -> bool:
        """Whether the attacker has turned, moved or fallen."""
        return one.position.place[self.own] != self.position.place[self.own]

    def expected_reply(self) -> list[str]:
        """Return the values of the reply: it can attack, then destroys, then costs so much."""
        able = destroyed = fell = Fraction(0)
        before = self.position.men[self.own]
        for one in self.throws:
            ends = self.reply(one.position)
            able += one.chance if ends is not None else 0
            for chance, end in [(Fraction(1), one.position)] if ends is None else ends:
                destroyed += one.chance * chance * (end.place[self.own] == GONE)
                fell += one.chance * chance * (before - end.men[self.own])
        return [
            self.wording.chance(able),
            self.wording.chance(destroyed),
            self.wording.number(fell),
        ]

    def reply(self, position: Position) -> list[tuple[Fraction, Position]] | None:
        """Return what follows if the target then attacks with what costs the attacker most."""
        if position.result or GONE in (position.place[self.own], position.place[self.other]):
            return None
        turned = position.copy()
        turned.side, turned.pending = position.side_of(self.other), None
        turned.budget, turned.used = self.game.engine.budget, 0
        there, here = position.cell_of(self.own), position.cell_of(self.other)
        found = [
            [(one.chance, one.position) for one in every_throw(self.game, turned, move)]
            for move in self.game.moves(turned)
            if (move.verb, move.source, move.target) == (ATTACK, here, there)
        ]
        return min(
            found, key=lambda ends: sum(c * end.men[self.own] for c, end in ends), default=None
        )

    def expected_bars(self) -> list[tuple[str, str]]:
        losses: defaultdict[int, Fraction] = defaultdict(Fraction)
        for one in self.throws:
            losses[self.losses(one)] += one.chance
        return [(self.wording.lost(n), self.wording.chance(losses[n])) for n in sorted(losses)]

    def expected_results(self) -> list[str]:
        """Return the results of a table with their chances, the likeliest first."""
        chances: defaultdict[str, Fraction] = defaultdict(Fraction)
        for one in self.throws:
            for word in results(one):
                table = next(t for t in self.game.ruleset.tables.values() if word in t.results)
                chances[self.wording.texts.of(table.result_names[word])] += one.chance
        told = sorted(chances.items(), key=lambda each: (-each[1], each[0]))
        return [
            name if chance == 1 else f"{name} {self.wording.percent(chance)}"
            for name, chance in told
        ]

    def expected_facts(self) -> set[str]:
        """Return all that the line of figures at the pointer may say of this attack."""
        percent, say, side = self.wording.percent, self.wording.say, self.position.side
        destroyed = self.chance(self.destroyed)
        facts = {
            say("table.brief.destroyed", chance=percent(destroyed)),
            say("table.brief.joins", chance=percent(self.chance(self.joined))),
            say("table.brief.counts.flags", chance=percent(self.chance(self.driven))),
        }
        by = self.position.at(self.move.source).type.attack.by
        for face in getattr(by, "faces", ()):
            shown = percent(self.chance(lambda one, face=face: self.tells(one, face)))
            facts.add(say("table.brief.counts.face", chance=shown, face=self.wording.face(face)))
        facts.add(", ".join(self.expected_results()))
        if self.chance(lambda one: self.destroyed(one) and self.wins(one, side)) == destroyed:
            facts.add(say("table.brief.decides", chance=percent(destroyed)))
        for key, unit, loss in (
            ("losses", self.other, self.mean(self.losses)),
            ("sure", self.other, self.mean(self.losses)),
            ("costs", self.own, self.mean(lambda o: self.position.men[self.own]
                                          - o.position.men[self.own])),
        ):  # fmt: skip
            values = {"losses": self.wording.number(loss), "men": self.position.men[unit]}
            facts.add(self.wording.strength(f"table.brief.{key}", **values))
        return facts


def results(one: Thrown) -> tuple[str, ...]:
    """Return the results that a table gave, by their words."""
    return tuple(each.result for each in one.events if isinstance(each, Resulted))


def fell(outcome: Thrown, face: str) -> bool:
    """Return whether the dice of an outcome show a face."""
    rolls = [each.roll.faces for each in outcome.events if isinstance(each, Rolled)]
    return any(face in faces for faces in rolls)


def about_a_reply(card: Card, fact: str) -> bool:
    """Return whether a fact is about the target's own attack, which other tests count."""
    ends = [card.wording.say(f"table.brief.{key}", chance="") for key in ("back", "own")]
    return any(fact.endswith(end) for end in ends)


@pytest.mark.slow
@every_ruleset
def test_every_number_of_an_attack_is_that_of_every_throw(name: str) -> None:
    """Each is counted where its words hold: only a unit that lives is driven back."""
    game = loaded(name)
    for position, move in random_attacks(game, SOME if is_variant(name) else MANY):
        check(Card(game, position, move))


def displaced_label(wording: Wording) -> str:
    """The label of what panic does, if the game has it."""
    own = (f"{name}.odds.displaced" for name in wording.game.plugins.listed)
    return wording.say(next(filter(wording.texts.has, own), "table.odds.displaced"))


def check(card: Card) -> None:
    known = dict(card.expected_lines())
    for label, value in card.view.lines:
        if label in known:
            assert (label, value) == (label, known[label])
    if card.view.bars:
        assert [(bar.label, bar.text) for bar in card.view.bars] == card.expected_bars()
    values = [value for _, value in card.view.counter]
    if any(values):
        assert values == card.expected_reply()[: len(values)]
    facts = card.expected_facts()
    for fact in filter(None, card.view.brief.split(" · ")):
        assert fact in facts or about_a_reply(card, fact)


def test_a_last_man_has_no_average_loss() -> None:
    """The chance to destroy a unit of one man already says what it loses."""
    game = loaded("lionheart/level1")
    attacks = random_attacks(game, 400)
    last = (each for each in attacks if each[0].men[each[0].board[each[1].target]] == 1)
    card = Card(game, *next(last))
    facts = {"losses": card.wording.number(card.mean(card.losses)), "men": 1}
    assert card.wording.strength("table.brief.losses", **facts) not in card.view.brief
