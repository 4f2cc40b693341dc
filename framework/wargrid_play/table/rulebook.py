"""The rule book: a game's rules in a player's words, chapter by chapter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from wargrid.core.hands import hand_of
from wargrid.engine.game import Game
from wargrid.engine.promotion import ENTERS, LEAVES, WITHIN
from wargrid.engine.setup.deployment import DeploymentPhase
from wargrid.engine.threats import has_orientation
from wargrid.loading.options import option_set
from wargrid.match import picture, written_aboard
from wargrid.plugins.base import PluginError
from wargrid.ruleset.base import Movement, RuleOptions, Upkeep, main_aims
from wargrid.ruleset.board.deployment import Contingent
from wargrid.ruleset.board.edges import edges_text
from wargrid.ruleset.grammar.phrases import ONE, SEVERAL, Phrases, for_shape
from wargrid.ruleset.grammar.telling import Teller
from wargrid.ruleset.layer_words import supply_sentences
from wargrid.ruleset.models import Attacking, UnitType
from wargrid.ruleset.names import cost_table
from wargrid.ruleset.selecting.selectors import UnitSelector
from wargrid.ruleset.sentences import (
    cost_text,
    on_board,
    rank_sentences,
    rule_sentence,
    trait_sentences,
    unit_conditions,
    weapon_limits,
)
from wargrid.ruleset.turn import Turn
from wargrid.ruleset.units.growth import Promotion
from wargrid.ruleset.units.table_words import (
    result_name,
    rows_of,
    strengths_in_words,
    table_in_words,
)
from wargrid.ruleset.verbs import capital, verb_name
from wargrid.text import Catalog, catalog
from wargrid_play.table.markers import marker_rules, marks_of_ways
from wargrid_play.table.rule_text import boxes, option_title, option_value
from wargrid_play.table.schedule import schedule_rows, schedule_rules
from wargrid_play.table.terrain import (
    edge_notes,
    effects,
    goal_of,
    has_effect,
    lacking,
    options_here,
    present,
    rule_about,
    special_of,
    told_by_terrain,
)


class DiagramRow(str):
    """A paragraph that is one row of a diagram: its letters form columns."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Section:
    """One chapter: its name in texts, its title and its paragraphs in one language.

    ``subjects`` are the words of the units or terrains that its first paragraphs are about.
    """

    name: str
    title: str
    paragraphs: list[str]
    subjects: tuple[str, ...] = ()

    def blocks(self) -> Iterator[tuple[bool, list[str]]]:
        """Yield the paragraphs in order, the rows of a diagram together.

        Each block says whether it is a diagram, to be shown in letters of one width.
        """
        for is_diagram, lines in groupby(
            self.paragraphs, lambda each: isinstance(each, DiagramRow)
        ):
            block = list(lines)
            yield from [(True, block)] if is_diagram else ((False, [line]) for line in block)


def rule_book(game: Game, language: str = "en") -> list[Section]:
    """Write the rules of a game in the order of a rule book, without empty chapters."""
    texts = catalog(language)
    book = _RuleBook(game, texts)
    summary = texts.of(game.ruleset.summary)
    chapters: dict[str, Iterable[str]] = {
        "summary": (summary,) if summary else (),
        "board": book.board(),
        "ground": book.ground(),
        "sides": book.sides(),
        "first": book.first(),
        "turn": book.turn(),
        "dice": book.dice(),
        "units": book.units(),
        "tables": book.tables(),
        "markers": marker_rules(game, texts),
        "special": book.special(),
        "victory": book.victory(),
        "setup": book.setup(),
        "arrive": book.arrive(),
        "options": book.options(),
    }
    subjects = {"units": tuple(game.ruleset.units), "ground": tuple(present(game))}
    written = {name: list(paragraphs) for name, paragraphs in chapters.items()}
    return [
        Section(
            name,
            book.on_board(texts.say(f"rules.title.{name}")),
            [*map(book.on_board, paragraphs)],
            subjects.get(name, ()),
        )
        for name, paragraphs in written.items()
        if paragraphs
    ]


def aim_of(game: Game, language: str = "en") -> str:
    """Return how a game is won: as its ruleset says, or else as its victory conditions do.

    An empty text if nothing says it.
    """
    book = _RuleBook(game, catalog(language))
    return " ".join(map(book.on_board, book.aims()))


def _takes(movement: Movement) -> bool:
    """Return whether a way to move says by itself that it takes."""
    return movement.takes not in (None, False, "never") or movement.always_takes


def _full_dice(unit: UnitType, weapon: Attacking) -> int:
    """Return the dice that a weapon usually rolls at full strength; 0 where the target decides."""
    return weapon.by.usual_dice(unit.men)


class _RuleBook:
    def __init__(self, game: Game, texts: Catalog) -> None:
        self._game = game
        self._ruleset = game.ruleset
        self._texts = texts
        self._teller = Teller(texts, game.ruleset)

    def _say(self, key: str, **values: object) -> str:
        found = for_shape(f"rules.{key}", self._ruleset.board.shape, self._texts)
        return self._texts.say(found, **values)

    def on_board(self, paragraph: str) -> str:
        """Call cells and units what players call them, except in diagrams."""
        if isinstance(paragraph, DiagramRow):
            return paragraph
        return on_board(paragraph, self._ruleset, self._texts)

    def _side(self, side: int) -> str:
        return self._texts.of(self._ruleset.side_name(side))

    def _face(self, face: str) -> str:
        return self._texts.of(self._ruleset.face_name(face))

    def _rule(self, rule: RuleOptions) -> str:
        try:
            return rule_sentence(rule, self._texts, self._ruleset)
        except PluginError as error:
            return error.text(self._texts.language)

    def board(self) -> Iterator[str]:
        grid = self._game.grid
        corners = {"first": grid.name(0), "last": grid.name(grid.cells - 1)}
        size = {"columns": grid.columns, "rows": grid.rows, "cells": grid.cells}
        yield self._say("board.size", **size, **corners)
        if grid.shape != "square":
            short = ".short" if self._ruleset.board.short else ""
            yield self._say(f"board.{grid.shape}{short}")
        facings = ", ".join(grid.facing_names)
        yield self._say("board.facing" if grid.facings > 1 else "board.no_facing", facings=facings)

    def sides(self) -> Iterator[str]:
        if not has_orientation(self._game):
            yield self._say("sides", first=self._side(0), second=self._side(1))
            return
        for number, side in enumerate(self._game.sides):
            yield self._say(f"side.{side.edge}", side=self._side(number))

    def first(self) -> Iterator[str]:
        first = self._ruleset.first
        if first.player == "random":
            yield self._say("first.random")
        elif first.player == "roll":
            yield self._say("first.roll", dice=first.dice, face=self._face(first.most or ""))
        else:
            side = list(self._ruleset.sides).index(first.player)
            yield self._say("first.side", side=self._side(side))

    def turn(self) -> Iterator[str]:
        turn = self._ruleset.turn
        off = [ability.word for ability in self._ruleset.abilities if not ability.is_on]
        may = {str(verb): cost for verb, cost in turn.may.items() if verb not in off}
        if turn.actions is None:
            of_sides = {ability.word for ability in self._ruleset.abilities}
            verbs = ", ".join(self._verb(v).lower() for v in may if v not in of_sides)
            yield self._say("turn.no_budget", verbs=verbs)
        elif turn.actions == 1 and may == {"move": 1}:
            yield self._say("turn.one_move")
        elif turn.actions == 1 and set(may.values()) == {1}:
            verbs = " / ".join(map(self._verb, may))
            yield self._say("turn.one_each" if len(may) > 1 else "turn.one_action", verbs=verbs)
        else:
            yield self._say("turn.actions", actions=turn.actions)
            yield self._say("turn.costs", costs=self._costs(may))
        if "turn" in may:
            yield self._say("turn.turning")
        for verb, most in self._game.engine.limits.most.items():
            if verb in turn.per_unit:
                yield self._say("turn.limit", verb=self._verb(verb), most=most)
        yield from self._quotas(turn)
        yield from self._order(turn)
        yield from self._rounds(turn)
        abilities = (ability for ability in self._ruleset.abilities if ability.is_on)
        yield from map(self._rule, (*self._ruleset.each_turn, *abilities))
        for rule in self._ruleset.turn_end:
            yield self._at("turn_end", rule)
        must = "turn.must_act.once" if turn.actions == 1 else "turn.must_act"
        yield self._say("turn.may_pass" if turn.may_pass else must)

    def _rounds(self, turn: Turn) -> Iterator[str]:
        """Word what a round is, who begins it, and what happens then."""
        if turn.round is None:
            return
        yield self._say(f"turn.round.{turn.round.of}")
        first = self._say(f"turn.round.first.{turn.round.first}")
        if turn.round.more is None:
            yield self._say("turn.round.begins", first=first)
        else:
            marker = self._texts.of(self._ruleset.marker_name(turn.round.more))
            yield self._say("turn.round.more", marker=marker, first=first)
        for rule in self._ruleset.each_round:
            yield self._at("each_round", rule)

    def _at(self, moment: str, rule: Upkeep) -> str:
        """Word what happens at a moment other than the beginning of a turn."""
        own = f"rules.{moment}.{rule.word}"
        if self._texts.has(own):
            return self._texts.say(own, **rule.facts(self._texts, self._ruleset))
        return self._say(moment, rule=self._rule(rule))

    def _quotas(self, turn: Turn) -> Iterator[str]:
        """Word the limits of a turn for all units of a side, and for what is done to one unit."""
        for verb, most in turn.per_side.items():
            yield self._say("turn.per_side", verb=self._verb(verb), most=most)
        for verb, most in turn.per_target.items():
            key = "turn.per_target.attack" if verb == "attack" else "turn.per_target"
            yield self._say(key, verb=self._verb(verb), most=most)

    def _order(self, turn: Turn) -> Iterator[str]:
        if turn.order != "free":
            yield self._say(f"turn.order.{turn.order}")
        if turn.units != "interleaved":
            yield self._say(f"turn.units.{turn.units}")
        if turn.groups is not None:
            yield self._say(f"turn.groups.{turn.groups.by}", most=turn.groups.most)
        yield from self._stages()
        if turn.phases is not None:
            shown = [", ".join(map(self._verb, verbs)) for verbs in turn.phases]
            phases = "; ".join(f"{number}. {each}" for number, each in enumerate(shown, 1))
            yield self._say("turn.phases", phases=phases)
        if turn.stuck is not None:
            yield self._say(f"turn.stuck.{turn.stuck}")
        if turn.must is not None:
            yield self._say(f"turn.must.{turn.must}")
        if turn.again is not None:
            must = "" if turn.must else ".may"
            again = self._say(f"turn.again.{turn.again}{must}")
            stops = any(self._stops(unit) for unit in self._ruleset.units.values())
            if turn.removed == "at_end":
                promotes = any(unit.promotes for unit in self._ruleset.units.values())
                again += f" {self._say('turn.removed.at_end')}"
                again += f" {self._say('turn.removed.promoted')}" if promotes else ""
            elif stops:
                again += f" {self._say('turn.again.promoted')}"
            yield again
        if turn.entry is not None:
            zone = self._texts.of(self._ruleset.zone_name(turn.entry.zone))
            yield self._say("turn.entry", zone=zone, most=turn.entry.most)
            yield self._say("turn.entry.exactly" if turn.entry.exactly else "turn.entry.up_to")
            near = turn.entry.needs_range
            yield self._say("turn.entry.needs_range" if near else "turn.entry.from_anywhere")

    def _stages(self) -> Iterator[str]:
        """Word the stages of the game, with what ends each."""
        stages = self._ruleset.stages
        if stages:
            yield self._say("stages")
        for number, stage in enumerate(stages, 1):
            verbs = ", ".join(self._verb(verb).lower() for verb in stage.may)
            said: dict[str, object] = {"number": number, "verbs": verbs}
            if stage.until is None:
                yield self._say("stage.last", **said)
            else:
                when = Teller(self._texts, self._ruleset).conditions(stage.until)
                yield self._say("stage.until", when=when, **said)
        if self._ruleset.keeps_stages():
            yield self._say("stages.kept")

    def _stops(self, unit: UnitType) -> bool:
        """Return whether a unit that could go on taking stops when it is promoted."""
        again = self._ruleset.turn.again is not None
        return again and unit.promotes is not None and unit.promotes.ends_move

    def _costs(self, costs: dict[str, int]) -> str:
        return ", ".join(f"{self._verb(verb)} {cost}" for verb, cost in costs.items())

    def _verb(self, verb: str) -> str:
        return verb_name(self._ruleset, verb, self._texts)

    def dice(self) -> Iterator[str]:
        for die, faces in self._ruleset.dice.items():
            chances = {face: Fraction(faces.count(face), len(faces)) for face in faces}
            shown = [
                self._say("dice.face", face=self._face(face), chance=chance)
                for face, chance in chances.items()
            ]
            key = "dice.die" if len(self._ruleset.dice) > 1 else "dice.only"
            yield self._say(key, die=die, faces=", ".join(shown))

    def tables(self) -> Iterator[str]:
        for word, table in self._ruleset.tables.items():
            yield table_in_words(word, table, self._texts)
            rows = rows_of(table, self._texts, self._ruleset)
            wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
            for row in rows:
                cells = zip(row, wide, strict=True)
                yield DiagramRow("  ".join(cell.ljust(room) for cell, room in cells).rstrip())
            for result, does in table.results.items():
                told = Teller(self._texts, self._ruleset, "attacker").effects(does, "target")
                name = result_name(table, result, self._texts)
                said = name if name == result else f"{result}, {name}"
                yield self._say(
                    "table.result", result=said, effects=told or self._say("table.none")
                )

    def units(self) -> Iterator[str]:
        for unit in self._ruleset.units.values():
            sentences = (self._numbers(unit), *self._abilities(unit))
            yield " ".join(sentence for sentence in sentences if sentence)
        yield from map(capital, trait_sentences(self._ruleset, self._texts))
        yield from rank_sentences(self._ruleset, self._texts)

    def _numbers(self, unit: UnitType) -> str:
        name = {"unit": self._texts.of(unit.name), "letter": unit.letter}
        numbers = list(self._numbers_that_matter(unit))
        if not numbers:
            return self._say("unit.alone", **name)
        costs = self._costs(self._game.engine.costs[unit.word])
        with_costs = self._ruleset.turn.actions is not None and costs
        key = "unit.and_costs" if with_costs else "unit"
        return self._say(key, numbers=", ".join(numbers), costs=costs, **name)

    def _numbers_that_matter(self, unit: UnitType) -> Iterator[str]:
        strength, attack = self._ruleset.strength, unit.attack
        if any(other.men > 1 for other in self._ruleset.units.values()):
            yield self._say(f"unit.{strength}", men=unit.men)
        if unit.strength is not None:
            yield from strengths_in_words(unit.strength, self._texts)
        ranks = self._ruleset.ranks
        if ranks is not None and unit.word in ranks.of:
            yield self._texts.say("rules.ranks.number", rank=ranks.of[unit.word])
        if self._ruleset.dice and self._has_hits:
            one = self._say(f"one.{strength}")
            yield self._say("unit.hits_per_man", hits_per_man=unit.hits_per_man, one=one)
            dice = 0 if attack is None or len(attack.weapons) > 1 else _full_dice(unit, attack)
            if dice:
                yield self._say("unit.dice", dice=dice)

    @property
    def _has_hits(self) -> bool:
        """Whether any attack scores hits."""
        attacks = [each.attack for each in self._ruleset.units.values() if each.attack is not None]
        return not attacks or any(each.by.scores for one in attacks for each in one.weapons)

    def _abilities(self, unit: UnitType) -> Iterator[str]:
        yield from [self._texts.of(unit.says)] if unit.says else self._movement(unit)
        yield from self._attack(unit)
        yield from self._promotion(unit)
        yield from map(self._rule, unit.abilities)
        yield from self._teller.after(unit)
        yield from self._teller.reacts(unit)
        yield from self._uses(unit)
        yield from unit_conditions(unit, self._ruleset, self._texts)
        if self._game.engine.royal is not None and self._game.engine.royal.word == unit.word:
            yield self._say("unit.royal")
        yield from special_of(self._game, "units", unit.word, self._texts).said
        yield from self._see("units", unit.word)

    def _movement(self, unit: UnitType) -> Iterator[str]:
        yield from map(self._rule, unit.move)
        if not unit.move:
            yield self._say("unit.never_moves")
        yield from marks_of_ways(self._game, unit, self._texts)
        plain = [
            movement.takes in (None, True) and not movement.always_takes for movement in unit.move
        ]
        if unit.captures == "by_moving" and any(plain):
            yield self._say("unit.captures" if all(plain) else "unit.captures.otherwise")
        if unit.sandwiches is not None:
            yield self._rule(unit.sandwiches)
        if unit.flanks is not None:
            yield self._rule(unit.flanks)
        if unit.surrounded is not None:
            zone = self._texts.of(self._ruleset.zone_name(unit.surrounded))
            yield self._say("unit.surrounded", zone=zone)

    def _attack(self, unit: UnitType) -> Iterator[str]:
        attack = unit.attack
        if attack is None:
            if not self._strikes(unit) and any(map(self._strikes, self._ruleset.units.values())):
                yield self._say("unit.never_attacks")
            return
        several = len(attack.weapons) > 1
        if several:
            yield self._say("unit.weapons", number=len(attack.weapons))
        for weapon in attack.weapons:
            if several:
                name = self._texts.of(weapon.name or weapon.weapon or "")
                dice = _full_dice(unit, weapon)
                yield self._say("unit.weapon.dice" if dice else "unit.weapon", name=name, dice=dice)
            yield self._rule(weapon.at)
            yield self._rule(weapon.by)
            yield from weapon_limits(weapon, self._ruleset, self._texts, several=several)

    @staticmethod
    def _strikes(unit: UnitType) -> bool:
        """Return whether units of a type take or attack."""
        takes = unit.takes_between or any(_takes(movement) for movement in unit.move)
        return takes or unit.captures != "never" or unit.attack is not None

    def _promotion(self, unit: UnitType) -> Iterator[str]:
        promotes = unit.promotes
        if promotes is not None:
            others = promotes.others(unit.word)
            types = self._or([self._texts.of(self._ruleset.units[word].name) for word in others])
            zone = self._texts.of(self._ruleset.zone_name(promotes.zone))
            said = {"zone": zone, "types": types, "moves": self._promoting(promotes)}
            how = ".choice" if len(others) > 1 else ""
            if len(others) < len(promotes.types) or said["moves"]:
                how = ".moves" if said["moves"] else ""
                how += ".may" if len(others) < len(promotes.types) else ""
            yield self._say(f"unit.promotes{how}", **said)
            if promotes.must is not None:
                cells = Phrases(self._texts, self._ruleset).cells(promotes.must, SEVERAL)
                yield self._say("unit.promotes.must", cells=cells)
            if self._stops(unit):
                yield self._say("unit.promotes.stops")

    def _promoting(self, promotes: Promotion) -> str:
        """Word the moves that promote, unless they are all those that end in the zone."""
        if {*promotes.when} == {ENTERS, WITHIN}:
            return ""
        when = [each for each in (ENTERS, WITHIN, LEAVES) if each in promotes.when]
        return self._or([self._say(f"unit.promotes.{each}") for each in when])

    def _or(self, names: Sequence[str]) -> str:
        *before, last = names
        return self._say("or", before=", ".join(before), last=last) if before else last

    def _uses(self, unit: UnitType) -> Iterator[str]:
        uses = [
            self._say("unit.use", verb=self._verb(verb), number=by, marker=self._marker(word))
            for verb, markers in unit.uses.items()
            for word, by in markers.items()
        ]
        if uses:
            yield self._say("unit.uses", uses=", ".join(uses))

    def _marker(self, word: str) -> str:
        return self._texts.of(self._ruleset.markers[word].name or word)

    def special(self) -> Iterator[str]:
        """Word the special rules but those about a terrain, which stand with the terrain."""
        yield from self._captured()
        if self._ruleset.supply is not None:
            yield " ".join(supply_sentences(self._ruleset.supply, self._ruleset, self._texts))
        yield from map(self._teller.rule, self._ruleset.rules.values())
        yield from (self._teller.line(*pair) for pair in self._ruleset.lines.items())
        rules = self._special_rules()
        yield from (rule for rule in rules if not told_by_terrain(self._game, rule, self._texts))

    def _captured(self) -> Iterator[str]:
        """Word what becomes of units that are taken."""
        captured, units = self._ruleset.captured, self._ruleset.units
        if captured is None:
            return
        pairs = [
            self._say(
                "captured.pair",
                unit=self._texts.of(units[word].name),
                held=self._texts.of(units[held].name),
            )
            for word, held in captured.as_.items()
        ]
        held_as = self._say("captured.as", pairs=", ".join(pairs)) if pairs else ""
        yield f"{self._say(f'captured.{captured.do}')} {held_as}".rstrip()

    def _special_rules(self) -> list[str]:
        found = ((rule, self._rule(rule)) for rule in self._game.plugins.listed.values())
        return [f"{text}{lacking(self._game, rule, self._texts)}" for rule, text in found if text]

    def victory(self) -> Iterator[str]:
        return filter(None, map(self._rule, self._ruleset.victory))

    def aims(self) -> Iterator[str]:
        if self._ruleset.aim:
            return iter([self._texts.of(self._ruleset.aim)])
        return filter(None, map(self._rule, main_aims(self._ruleset.victory)))

    def arrive(self) -> Iterator[str]:
        """Print the schedule of reinforcements as a table, then where they come."""
        rows = schedule_rows(self._game, self._texts)
        if rows:
            yield self._say("arrive")
            yield from map(DiagramRow, rows)
            yield from schedule_rules(self._game, self._texts)

    def setup(self) -> Iterator[str]:
        if self._game.engine.deploying is not None:
            yield from self._deployment(self._game.engine.deploying)
            return
        yield from self._hands()
        start = self._game.start()
        if not any(unit > 0 for unit in start.board):
            yield self._say("setup.empty")
            return
        yield from map(DiagramRow, picture(start).splitlines())
        yield self._say("setup.legend", upper=self._side(0), lower=self._side(1))
        for cell, aboard in written_aboard(start).items():
            words = [text.partition(" ")[0] for text in aboard]
            units = ", ".join(self._texts.of(self._ruleset.units[word].name) for word in words)
            yield self._say("setup.aboard", cell=self._game.grid.name(cell), units=units)
        if self._game.grid.facings > 1:
            yield self._say("setup.arrows")

    def _hands(self) -> Iterator[str]:
        """Word what sides hold beside the board at the start: one sentence where it is the same."""
        start = self._game.start()
        held = [self._held(hand_of(start, side)) for side in range(len(self._game.sides))]
        if held[0] and len(set(held)) == 1:
            yield self._say("setup.hands", held=held[0])
            return
        for side, units in enumerate(held):
            if units:
                yield self._say("setup.hand", side=self._side(side), held=units)

    def _held(self, hand: Mapping[str, int]) -> str:
        phrases = Phrases(self._texts, self._ruleset)
        units = ([UnitSelector(unit=word)] for word in hand)
        named = [
            f"{count} {phrases.noun(unit, ONE if count == 1 else SEVERAL, bare=True)}"
            for unit, count in zip(units, hand.values(), strict=True)
            if count
        ]
        if len(named) < 2:
            return "".join(named)
        return self._say("and", before=", ".join(named[:-1]), last=named[-1])

    def options(self) -> Iterator[str]:
        for name in options_here(self._game, self._texts):
            try:
                value = option_set(self._game, name)
            except KeyError:  # the option's path leads nowhere in this variant
                continue
            shown = option_value(self._ruleset, self._texts, name, value)
            title = option_title(self._ruleset, self._texts, name)
            yield self._say("option", title=title, value=shown)

    def ground(self) -> Iterator[str]:
        yield from self._terrains()
        yield from self._edges()
        for table in self._ruleset.costs:
            walkers = ", ".join(
                self._texts.of(unit.name)
                for unit in self._ruleset.units.values()
                if any(table == cost_table(movement) for movement in unit.move)
            )
            if walkers:
                costs = cost_text(self._ruleset, table, self._texts)
                yield self._say("ground.costs", units=walkers, costs=costs)
        if self._ruleset.board.terrain is not None:
            yield self._say("ground.map")
            letters = [
                self._ruleset.terrains[word].letter for word in self._game.engine.grounds[0].terrain
            ]
            for line in self._game.grid.draw(letters).splitlines():
                yield DiagramRow(line)
        for zone in self._ruleset.zones:
            yield from self._zone(zone)

    def _terrains(self) -> Iterator[str]:
        here = present(self._game)
        has_defence = any(self._ruleset.terrains[word].defence for word in here)
        rules = self._special_rules()
        for word in here:
            terrain = self._ruleset.terrains[word]
            called = self._texts.of(terrain.name)
            about = [text for text in (rule_about(called, rule) for rule in rules) if text]
            name = {"terrain": called, "letter": terrain.letter}
            sentences = [self._say("ground.terrain", **name)]
            if about:
                sentences = [self._say("ground.terrain_rule", rule=about[0], **name), *about[1:]]
            if has_defence:
                sentences.append(self._say("ground.defence", defence=terrain.defence))
            if terrain.wall:
                sentences.append(self._say("ground.wall"))
            told = about or terrain.wall
            notes = [] if told else effects(self._game, word, self._texts)
            sentences += [f"{capital(note)}." for note in notes]
            if not has_effect(self._game, word, self._texts):
                nothing = self._texts.say("table.legend.nothing")
                sentences = [self._say("ground.terrain_rule", rule=f"{nothing}.", **name)]
            yield " ".join((*sentences, *self._see("terrains", word, called)))

    def _edges(self) -> Iterator[str]:
        """Yield what each kind of edge does, and between which cells such edges are."""
        edges = self._game.engine.grounds[0].edges
        if edges is None:
            return
        between = [(edge, word) for edge, word in edges.between.items() if edge[0] < edge[1]]
        for word, kind in self._ruleset.edges.items():
            found = [edge for edge, other in between if other == word]
            if found:
                notes = edge_notes(self._ruleset, word, self._texts)
                note = self._texts.say("rules.semicolon").join(notes)
                places = " ".join(edges_text(self._game.grid, found).splitlines())
                name = self._texts.of(kind.name)
                yield self._say("ground.edge", edge=name, note=note, places=places)

    def _see(self, section: str, word: str, here: str = "") -> Iterator[str]:
        """Name the special rules that name a terrain or unit, but for those told ``here``."""
        every = special_of(self._game, section, word, self._texts).titles
        titles = [title for title in every if title != here]
        if titles:
            yield self._say("see", rules=", ".join(titles))

    def _zone(self, zone: str) -> Iterator[str]:
        name = self._texts.of(self._ruleset.zone_name(zone))
        found = [boxes(self._game.grid, ground.zones[zone]) for ground in self._game.engine.grounds]
        if len(set(found)) == 1:
            goal = self._goal(zone, 0)
            yield f"{self._say('ground.zone', zone=name, cells=found[0])}{goal}"
            return
        for side, cells in enumerate(found):
            if cells:
                owned = self._say("ground.zone_of", zone=name, side=self._side(side), cells=cells)
                yield f"{owned}{self._goal(zone, side)}"

    def _goal(self, zone: str, side: int) -> str:
        goal = goal_of(self._game, zone, side, self._texts)
        return f" {capital(goal)}." if goal else ""

    def _deployment(self, deploying: DeploymentPhase) -> Iterator[str]:
        rules = deploying.rules
        yield self._say("deploy.hidden" if rules.hidden else "deploy.open")
        for side in range(len(self._game.sides)):
            cells = boxes(self._game.grid, self._game.engine.grounds[side].zones[rules.zone])
            yield self._say("deploy.zone", side=self._side(side), cells=cells)
        if self._game.grid.facings > 1:
            yield self._say(f"deploy.facing.{rules.facing}")
        limits = [deploying.most_units(side) for side in range(len(self._game.sides))]
        same = len({*limits}) == 1
        for side, most in list(enumerate(limits))[: 1 if same else None]:
            if not most:
                continue
            key = "deploy.bases" if same else "deploy.bases_of"
            least, name = deploying.least_units[side], self._side(side)
            exact = "_exactly" if least == most else ""
            yield self._say(f"{key}{exact}", side=name, least=least, most=most)
        for word, contingent in rules.units.items():
            yield " ".join(self._contingent(deploying, word, contingent))
        for army in rules.armies.values():
            yield self._say("deploy.army", name=self._texts.of(army.name))
            yield from map(DiagramRow, army.each.strip().splitlines())

    def _contingent(
        self, deploying: DeploymentPhase, word: str, contingent: Contingent
    ) -> Iterator[str]:
        sizes = deploying.sizes(word)
        size = str(sizes[0]) if len(sizes) == 1 else f"{sizes[-1]}–{sizes[0]}"
        name = self._texts.of(self._ruleset.units[word].name)
        if contingent.of in (None, word):
            same = isinstance(contingent.men, int)
            for side, word_of_side in list(enumerate(self._ruleset.sides))[: 1 if same else None]:
                unit = name if same else f"{name} ({self._side(side)})"
                if men := contingent.men_of(word_of_side):
                    yield self._say("deploy.unit", unit=unit, men=men, size=size)
        else:
            other = self._texts.of(self._ruleset.units[contingent.of].name)
            yield self._say("deploy.unit_of", unit=name, other=other, size=size)
        least, most = contingent.size.min, contingent.size.max
        if least == most:
            yield self._say("deploy.unit_exactly", most=most)
        elif least:
            yield self._say("deploy.unit_least", least=least)
        if most is not None and least != most:
            yield self._say("deploy.unit_most", most=most)
        if contingent.zone is not None:
            yield from self._own_zone(deploying, word)

    def _own_zone(self, deploying: DeploymentPhase, word: str) -> Iterator[str]:
        """Word the cells of a type with its own zone, for each side that may have the type."""
        sides = range(len(self._game.sides))
        zones = {side: deploying.zone(word, side) for side in sides}
        cells = {side: boxes(self._game.grid, zone) for side, zone in zones.items() if zone}
        if len(cells) == len(sides):
            yield self._say("deploy.unit_zone", cells=" / ".join(cells.values()))
            return
        for side, boxed in cells.items():
            yield self._say("deploy.unit_side", side=self._side(side), cells=boxed)
