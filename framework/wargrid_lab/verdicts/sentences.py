"""Say in sentences what games show: for a command, a window and a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wargrid.engine.game import Game
from wargrid.ruleset.sentences import ending_name
from wargrid.ruleset.verbs import verb_name
from wargrid.text import Catalog, catalog, join_names
from wargrid_lab.games.play import Terms, opening_of
from wargrid_lab.verdicts.compare import SHARES
from wargrid_lab.verdicts.figures import Estimate, Figures, Share, Unused
from wargrid_lab.verdicts.flaws import Flaw
from wargrid_lab.verdicts.verdict import Finding, Verdict


def verdict_sentences(
    game: Game, terms: Terms, figures: Figures, verdict: Verdict, language: str
) -> list[str]:
    """Say which side the games favour, what the first move is worth, cuts and draws, what idles.

    Without a game there is one sentence that says so.
    """
    if not figures.games:
        return [catalog(language).say("lab.no_games")]
    said = _Said(game, terms, language)
    found = [said.side(figures, verdict), said.first(figures, verdict), *said.ends(figures)]
    return [*found, *_opening(game, language), *unused_sentences(game, figures, language)]


def _opening(game: Game, language: str) -> list[str]:
    """Say how many moves at the beginning of each game are random, where no dice are rolled."""
    if game.search.has_dice:
        return []
    number = opening_of(game)
    which = "none" if number == 0 else "one" if number == 1 else "many"
    return [catalog(language).say(f"lab.opening.{which}", n=number)]


def endings_said(game: Game, figures: Figures, language: str) -> str:
    """Return how games ended, with how many did, the most frequent first: ``checkmate (3)``."""
    named = ((ending_name(game.ruleset, reason, catalog(language)), count)
             for reason, count in figures.endings.items())  # fmt: skip
    return ", ".join(f"{name} ({count})" for name, count in named)


def unused_sentences(game: Game, figures: Figures, language: str) -> list[str]:
    """Say what no game used, one sentence for each kind."""
    texts = catalog(language)
    found: dict[str, dict[str, dict[str, None]]] = {}
    for each in figures.unused(game):
        name, *of = _unused_named(game, each, texts)
        if name:
            found.setdefault(each.kind, {}).setdefault(name, {}).update(dict.fromkeys(of))
    said = []
    for kind, names in found.items():
        what = (f"{name} ({', '.join(of)})" if of else name for name, of in names.items())
        said.append(texts.say(f"lab.unused.{kind}", what=", ".join(what)))
    return said


def _unused_named(game: Game, unused: Unused, texts: Catalog) -> tuple[str, ...]:
    """Name what was not used; of a verb, also by which units."""
    ruleset, word = game.ruleset, unused.word
    if unused.kind == "ending":
        return (ending_name(ruleset, word, texts),)
    if unused.kind == "ability":
        return (verb_name(ruleset, word, texts),)
    section = ruleset.terrains if unused.kind == "terrain" else ruleset.units
    name = str(texts.of(section[word].name))
    if not unused.verb:
        return (name,)
    return verb_name(ruleset, unused.verb, texts, [ruleset.units[word]]), name


def flaw_sentences(
    game: Game, terms: Terms, figures: Figures, flaws: Sequence[Flaw], language: str
) -> Iterator[str]:
    """Yield a sentence for each flaw that the verdict does not name: what stalls, what idles."""
    texts = catalog(language)
    for flaw in flaws:
        if flaw.kind == "stall" and flaw.share is not None:
            share = percent(flaw.share, language)
            yield texts.say("lab.flaw.stall", share=share, most=terms.max_moves)
        elif flaw.types:
            named = [str(texts.of(game.ruleset.units[word].name)) for word in flaw.types]
            yield texts.say(f"lab.flaw.{flaw.kind}", what=join_names(named))


def neighbour_sentence(
    change: str, game: Game, figures: Figures, against: Mapping[str, Estimate],
    effects: Sequence[str], side: int, language: str,
) -> str:  # fmt: skip
    """Say what a ruleset without a change shows for a side, and what else is certainly different.

    Without a ``change`` it is the ruleset that was changed.
    """
    said = [_effect("side", game, figures, against, side, language)]
    said += [_effect(each, game, figures, against, side, language)
             for each in effects if each != "side"]  # fmt: skip
    texts = catalog(language)
    said += [] if effects else [texts.say("lab.effect.none")]
    base = texts.of(game.ruleset.name)
    key = "lab.without" if change else "lab.beside"
    return f"{texts.say(key, change=change, base=base)} {texts.say('lab.effect.and').join(said)}."


def _effect(
    measure: str, game: Game, figures: Figures, against: Mapping[str, Estimate], side: int,
    language: str,
) -> str:  # fmt: skip
    count, found = len(figures.games), against[measure]
    found = -found if measure == "side" and side else found
    shares = {
        "side": figures.of_side(side), "first": figures.of_first(),
        "cut": Share(figures.cut / count, count), "draws": Share(figures.draws / count, count),
    }  # fmt: skip
    share = percent(shares[measure], language) if measure in shares else ""
    return catalog(language).say(
        f"lab.effect.{measure}", side=side_name(game, side, language), share=share,
        turns=round(figures.turns / count), difference=changed_by(found, measure, language),
    )  # fmt: skip


def summary(game: Game, figures: Figures, language: str) -> str:
    """Return in a few words what the games show so far, for a line of progress."""
    share = figures.of_side(0)
    return f"{side_name(game, 0, language)} {percent(share, language)}" if share.games else ""


def summary_beside(game: Game, against: Estimate, change: str, side: int, language: str) -> str:
    """Return in a few words by how much the points of a side differ without a change.

    Without a ``change``, ``game`` is the ruleset that was changed.
    """
    texts = catalog(language)
    return texts.say(
        "lab.so_far.without" if change else "lab.so_far.beside", change=change,
        side=side_name(game, side, language), base=texts.of(game.ruleset.name),
        difference=changed_by(-against if side else against, "side", language),
    )  # fmt: skip


def players_said(terms: Terms, language: str) -> str:
    """Describe the players behind the word “players”: ``of level 2``."""
    say = catalog(language).say
    said = {
        name: say("lab.players.level", level=name) if name.isdecimal()
        else say("lab.players.random") if name == "random"
        else say("lab.players.named", name=name)
        for name in terms.players
    }  # fmt: skip
    return join_names(said.values())


def percent(share: Share, language: str) -> str:
    """Write a share with its interval: ``61 % [56 to 66]``."""
    low, high = share.interval
    values = {"share": _points(share.value), "low": _points(low), "high": _points(high)}
    return catalog(language).say("lab.percent", **values)


def changed_by(found: Estimate, measure: str, language: str) -> str:
    """Write a difference with its interval, shares in points of a hundred: ``+9 [+2 to +16]``."""
    texts = catalog(language)
    if measure in SHARES:
        value, low, high = (f"{round(100 * each):+d}" for each in found)
    else:
        value, low, high = (texts.decimal(each, "+.1f") for each in found)
    return texts.say("lab.difference", value=value, low=low, high=high)


def side_name(game: Game, side: int, language: str) -> str:
    """Return the name of a side in a language."""
    name: str = catalog(language).of(game.ruleset.side_name(side))
    return name


def _points(share: float) -> str:
    return f"{100 * share:.0f}"


class _Said:
    def __init__(self, game: Game, terms: Terms, language: str) -> None:
        self._game, self._terms, self._language = game, terms, language
        self._texts: Catalog = catalog(language)

    def _say(self, key: str, **values: object) -> str:
        return self._texts.say(f"lab.{key}", **values)

    def side(self, figures: Figures, verdict: Verdict) -> str:
        """Say which side the games favour."""
        ahead = 0 if figures.of_side(0).value >= 0.5 else 1
        return self._say(
            f"side.{_kind(verdict.side)}", side=side_name(self._game, ahead, self._language),
            share=percent(figures.of_side(ahead), self._language), games=len(figures.games),
            players=players_said(self._terms, self._language),
            limit=_points(0.5 + verdict.margin),
        )  # fmt: skip

    def first(self, figures: Figures, verdict: Verdict) -> str:
        """Say what the first move is worth; one side that always begins has had its sentence."""
        always = figures.always_first
        if always is not None:
            return self._say("first.always", side=side_name(self._game, always, self._language))
        return self._say(
            f"first.{_kind(verdict.first)}", share=percent(figures.of_first(), self._language),
            games=len(figures.games), limit=_points(0.5 + verdict.margin),
        )  # fmt: skip

    def ends(self, figures: Figures) -> Iterator[str]:
        """Say how many games are drawn or cut, how long they are, and how they ended."""
        count = len(figures.games)
        yield self._say(
            "ends.cut" if figures.cut else "ends.all", games=count, cut=figures.cut,
            drawn=figures.draws - figures.cut, most=self._terms.max_moves,
            moves=round(figures.moves / count), turns=round(figures.turns / count),
        )  # fmt: skip
        if ends := endings_said(self._game, figures, self._language):
            yield self._say("ends.by", what=ends)


def _kind(finding: Finding) -> str:
    return "ahead" if finding in ("more", "less") else finding
