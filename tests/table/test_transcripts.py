"""Transcripts: what a player does at a table, and what it then shows; one test for each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import positions as pictures
from support import loaded
from tables import Sat, sit
from wargrid_play.table import DiceView

FILES = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))
HEAD = re.compile(r"(?P<title>.*?)(?:  \[(?P<where>.*?)\])?(?:  dice: (?P<dice>.*))?")


class Step(NamedTuple):
    """One line: ``click d2 d3 => selected d3 | says KEY name=value``; either half may be empty."""

    place: str
    done: list[str]
    shown: list[str]


class Transcript(NamedTuple):
    """A title, ``GAME POSITION, LINE, LINE`` as far as given, the rolls that will fall, steps."""

    title: str
    where: str
    dice: list[str]
    steps: list[Step]


def read(file: Path) -> Iterator[Transcript]:
    """Read the transcripts of a file: a line that is not indented begins one, ``#`` a comment."""
    made: list[Transcript] = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if line[:1] not in ("", " ", "#"):
            head = HEAD.fullmatch(line)
            assert head is not None
            dice = (head["dice"] or "").split(" / ") if head["dice"] else []
            made.append(Transcript(head["title"], head["where"] or "", dice, []))
        elif line.startswith(" "):
            done, _, shown = line.partition("=>")
            expected = [each.strip() for each in shown.split("|") if each.strip()]
            made[-1].steps.append(Step(f"{file.name}:{number}", done.split(), expected))
    yield from made


def opened(one: Transcript) -> Sat:
    """Open the table of a transcript: Lionheart's start, with Gold to act, if nothing is said."""
    first, *lines = one.where.split(", ")
    words = first.split()
    names = [word for word in words if "/" in word]
    positions = [getattr(pictures, word) for word in words if "/" not in word]
    game = loaded(names[0]) if names else loaded("lionheart/level1", {"first_player": "gold"})
    return sit(game, "\n".join([*positions, *lines]), *one.dice)


def do(sat: Sat, verb: str, names: list[str]) -> None:
    """Click cells, press commands, type moves, or move the cursor and enter."""
    if verb == "click":
        sat.click(*names)
    elif verb == "key":
        sat.table.move_cursor(int(names[0]), int(names[1]))
        sat.table.enter()
    else:
        for name in names:
            {"press": sat.table.press, "type": sat.table.type}[verb](name)


def worded(sat: Sat, words: str) -> str:
    """Return the text of ``KEY name=value``, in which ``@KEY`` is another text."""
    key, _, rest = words.partition(" ")
    pairs = re.findall(r"(\w+)=(.*?)(?= \w+=|$)", rest)
    return sat.text(key, **{k: sat.text(v[1:]) if v[:1] == "@" else v for k, v in pairs})


def fallen(sat: Sat) -> DiceView:
    """Return the dice in sight, which there must be."""
    dice = sat.table.view().dice
    assert dice is not None
    return dice


def moving(sat: Sat) -> str:
    """Return the steps to be shown in motion, as ``turn e6, dice``."""
    name = sat.match.game.grid.name
    steps = [(each.kind, each.cell) for each in sat.table.pop_animations()]
    return ", ".join(f"{kind} {name(cell)}" if cell >= 0 else kind for kind, cell in steps)


# What a word of a transcript compares: what the table shows, with what stands behind the word.
LISTS: dict[str, Callable[[Sat], list[str]]] = {
    **{kind: lambda sat, kind=kind: sorted(sat.marked(kind))  # type: ignore[misc]
       for kind in ("reach", "blocked", "target")},
    "turns": lambda sat: [str(m.facing) for m in sat.table.view().marks if m.kind == "turn"],
    "dice": lambda sat: sorted(
        face + "+" * hit for face, hit in zip(fallen(sat).faces, fallen(sat).hits, strict=True)),
    "bars": lambda sat: [bar.text.split()[0] for bar in sat.prompt.bars],
    "options": lambda sat: [label for _, label in sat.prompt.options],
    "actions": lambda sat: [f"{s.actions_left}/{s.actions}" for s in sat.table.view().sides],
    "acts": lambda sat: [side.word for side in sat.table.view().sides if side.to_act],
    "losses": lambda sat: [
        f"{side.word}:{loss.type}:{loss.bases}:{loss.men}"
        for side in sat.table.view().sides for loss in side.losses],
}  # fmt: skip
VALUES: dict[str, Callable[[Sat], object]] = {
    "selected": lambda sat: sat.selected,
    "plies": lambda sat: len(sat.match.plies),
    "prompt": lambda sat: getattr(sat.table.view().prompt, "kind", None),
    "winner": lambda sat: getattr(sat.table.view().over, "winner", None),
    "message": lambda sat: sat.message or None,
    "old": lambda sat: fallen(sat).old,
    "moving": lambda sat: moving(sat) or None,
}
TEXTS: dict[str, Callable[[Sat], str]] = {
    "says": lambda sat: sat.message,
    "caption": lambda sat: fallen(sat).caption,
    "expected": lambda sat: fallen(sat).expected,
    "log": lambda sat: sat.log[-1],
    "brief": lambda sat: sat.prompt.brief,
    "headline": lambda sat: sat.table.view().headline,
    "hint": lambda sat: sat.table.hint(),
}


def unless(right: bool, found: object) -> str:
    return "" if right else repr(found)


def differs(sat: Sat, expected: str) -> str:
    """Return what the table shows instead of what is expected; empty if it shows that."""
    word, _, rest = expected.partition(" ")
    if word in LISTS:
        found = LISTS[word](sat)
        return unless(found == ([] if rest == "-" else rest.split()), found)
    if word in VALUES:
        value = str(VALUES[word](sat))
        return unless(value == ("None" if rest == "-" else rest), value)
    if word in TEXTS:
        text, wanted = TEXTS[word](sat), worded(sat, rest.removeprefix("ends "))
        text, wanted = text[:1].upper() + text[1:], wanted[:1].upper() + wanted[1:]
        ends = text.casefold().endswith(wanted.casefold())
        return unless(ends if rest.startswith("ends ") else text == wanted, text)
    if word in ("odds", "counter"):
        key, _, value = rest.partition(" ")
        pairs = sat.prompt.lines if word == "odds" else sat.prompt.counter
        return unless((sat.text(key), value) in pairs, pairs)
    if word == "refuses":
        right = sat.message == sat.refusal(rest) and sat.table.view().tone == "refusal"
        return unless(right, sat.message)
    if word == "detail":
        return unless(worded(sat, rest) in sat.prompt.details, sat.prompt.details)
    if word == "off":
        name, _, why = rest.partition(" ")
        command = sat.command(name)
        return unless(not command.enabled and command.why == worded(sat, why), command)
    assert word in ("men", "facing"), f"no transcript knows the word {word!r}"
    cell, value = rest.split()
    number = getattr(sat.match.position.at(sat.cell(cell)), word)
    return unless(str(number) == value, number)


@pytest.mark.parametrize("one", [pytest.param(one, id=one.title) for f in FILES for one in read(f)])
def test_a_table_shows_what_its_transcript_says(one: Transcript) -> None:
    sat = opened(one)
    for step in one.steps:
        if step.done:
            do(sat, step.done[0], step.done[1:])
        for expected in step.shown:
            found = differs(sat, expected)
            assert not found, f"{step.place}: {expected}: it is {found}"
