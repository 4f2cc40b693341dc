"""What a ruleset says and nothing uses, or uses and nothing has, is a warning; what players may
choose is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxes import Kinds, answering, broken, offering, told
from wargrid import Plugin, hookimpl
from wargrid.loading.checks import doubts_of_use
from wargrid.loading.checks import usage as doubts
from wargrid.loading.loader import load_document, load_named
from wargrid.ruleset.combat import Removal
from wargrid.source.diagnostics import Diagnostic
from wargrid.source.yaml_reader import read_text

GROUND = 'units: => terrains: {plain: {letter: ".", name: P}, hill: {letter: h, name: H}}\nunits:'
SHELTER = GROUND.replace("name: H", "name: H, defence: 2")
HILLS = 'facing: 4} => facing: 4, terrain: ". h . .\\n' + ". . . .\\n" * 4 + '"}'
ZONE = "units: => zones: {camp: a1}\nunits:"
FAR = "reach: units.guard.move.ahead => far: {sets: units.guard.move.ahead.distance, values: {short: 1, long: 3},"
FEWER = "setup: |\n  . g g .\n  . . . .\n  . . . .\n  . . . .\n  . G G .\n"
SCOUTS = "scout: {letter: S, name: Scout, move: {ahead: 1}}"
SCOUT = f"victory:\n =>   {SCOUTS}\nvictory:\n"
OCCUPY = "slay: chief => occupy: {unit: guard, zone: camp, count: %s}"


def warnings(text: str) -> list[Diagnostic]:
    """What a text leaves to doubt."""
    return load_document(read_text(text, "box.yaml"), "box").warnings()


DOUBTED = [
    ((SCOUT,), ["22:3 unit_unused W410"]),
    (("like: guard => like: scout\n    name: Chief\n    attack: {at: front, by: {dice: {hits_on: hit}}}", SCOUT), []),
    (("victory:\n =>   scout: {like: guard, letter: S}\nvictory:\n",), ["22:3 unit_unused W410"]),
    ((SCOUT, "  . . . .\n  . G C . =>   . . . S\n  . G C ."), []),
    ((GROUND,), ["11:43 terrain_unused W410"]),
    ((GROUND, HILLS), []),
    ((SHELTER, HILLS), ["11:70 defence_unread W407"]),
    ((ZONE,), ["11:9 zone_unused W410"]),
    ((ZONE, "units:\n  guard => zone_names: {camp: Camp}\nunits:\n  guard"), ["11:9 zone_unused W410"]),
    ((ZONE, OCCUPY % 1), []),
    (("units: => costs: {foot: {}}\nunits:",), ["11:9 costs_unused W410"]),
    (("[hit, miss] => [hit, miss]\n  e: [hit, miss]", "hits_on: hit => die: d, hits_on: hit"),
     ["11:3 die_unused W410"]),
    ((GROUND, "at: front => at: front, start: hill"), ["18:32 terrain_absent W407"]),
    ((ZONE, OCCUPY % 2), ["24:44 never_enough W404"]),
    (("units: => zones: {camp: 'a1:a3'}\nunits:", OCCUPY % 2), ["24:44 never_enough W404"]),
    ((", attack: 1}\n  per_unit: {attack: 1} => }",), ["22:3 never_lost W404"]),
    (("name: Duel => name: {en: Duel, fre: Duel}",), ["1:18 text_unread W420"]),
    (("name: Duel => name: {en: Duel, fr: Duel}", "name: Guard => name: {en: Guard}"), ["14:5 text_lacks W420"]),
    (("name: Duel => name: {en: Duel, fr: Duel}", "name: Guard => name: {en: Guard, fr: Garde}"), []),
    (("name: Duel => name: {en: Duel}",), []),
    (("name: Guard => name: {en: Guard, fr: Garde}",), []),
    ((f"{FAR} value_names: {{shorrt: Short}}}}",), ["31:91 value_not_there W402"]),
    ((f"{FAR} value_names: {{short: Short}}}}",), []),
    (("name: Guard => name: {en: Guard, fr: Garde}", "letter: C => letter: C\n    name: {en: Chief}"),
     ["21:5 text_lacks W420"]),
    (("  . c g . =>   . . . .",), ["23:3 never_set_up W404", "24:1 side_empty W409"]),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "doubts"), DOUBTED, ids=[str(doubts) for _, doubts in DOUBTED])
def test_what_nothing_uses_is_a_warning(changes: tuple[str, ...], doubts: list[str]) -> None:
    """At its place, and only there."""
    assert [f"{told(doubt)} {doubt.code}" for doubt in warnings(broken(*changes))] == doubts


def test_a_variant_in_one_language_of_its_bases_two_is_no_doubt(tmp_path: Path) -> None:
    """Each file is compared with itself."""
    (tmp_path / "box.yaml").write_text(broken("name: Duel => name: {en: Duel, fr: Duel}"), "utf-8")
    (tmp_path / "mine.yaml").write_text(
        "extends: box\nname: Mine\nunits: {guard: {name: {en: Pawn}}}\n", "utf-8"
    )

    assert load_named(tmp_path / "mine.yaml").warnings() == []


def test_what_a_variant_leaves_out_is_no_doubt(tmp_path: Path) -> None:
    """Only the file that defines a name is asked what for."""
    (tmp_path / "box.yaml").write_text(broken(), "utf-8")
    (tmp_path / "mine.yaml").write_text("extends: box\nvictory: {slay: guard}\n" + FEWER, "utf-8")
    (tmp_path / "scout.yaml").write_text(f"extends: box\nunits:\n  {SCOUTS}\n", "utf-8")

    assert load_named(tmp_path / "mine.yaml").warnings() == []
    assert [told(doubt) for doubt in load_named(tmp_path / "scout.yaml").warnings()] == [
        "3:3 unit_unused"
    ]


def test_a_terrain_of_a_scenario_is_used(tmp_path: Path) -> None:
    """Scenarios beside the ruleset are boards too."""
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "hills.yaml").write_text("board: {terrain: '. h . .'}\n", "utf-8")
    (tmp_path / "scenarios" / "torn.yaml").write_text("board: [\n", "utf-8")
    (tmp_path / "box.yaml").write_text(broken(GROUND), "utf-8")

    assert load_named(tmp_path / "box.yaml").warnings() == []


def test_what_players_may_choose_is_used() -> None:
    """By an option that may be any name, or by one of the values that an option lists."""
    zones = "units: => zones: {camp: d5, yard: d1}\nunits:"
    lost = [f"{told(doubt)}" for doubt in warnings(broken(zones, OCCUPY % 1))]
    free = broken(zones, OCCUPY % 1, "reach: units.guard.move.ahead => goal: victory.occupy.zone")
    values = "reach: units.guard.move.ahead => goal: {sets: victory.occupy.zone, values: {far: camp, near: yard}}"

    assert lost == ["11:19 zone_unused"]
    assert warnings(free) == []
    assert warnings(broken(zones, OCCUPY % 1, values)) == []


def test_a_shelter_is_no_doubt_where_an_attack_may_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a word that says so, or by what a stranger's hooks do; a stranger's word says so
    itself."""
    sheltered = (SHELTER, HILLS, "victory:\n => plugins: {stub: {}}\nvictory:\n")
    by = "by: {dice: {hits_on: hit}} => by: %s"
    found = []
    for offer, changes in (
        (answering(Kinds, [Ram]), (by % "ram",)),
        (answering(Kinds, [Storm]), (by % "storm",)),
        (Watching, ()),
    ):
        with offering(monkeypatch, stub=offer):
            found.append(
                [
                    doubt.name
                    for doubt in warnings(broken(*sheltered, *changes))
                    if doubt.name != "untold"
                ]
            )

    assert found == [["defence_unread"], [], []]


class Ram(Removal):
    """A stranger's word that reads no ground."""

    word = "ram"


class Storm(Removal):
    """A stranger's word that reads the ground."""

    word = "storm"
    reads_defence = True


class Watching(Plugin):
    """A stranger's plugin that may read whatever it likes."""

    @hookimpl
    def after_attack(self) -> None:
        """Do nothing."""


def goes_through(monkeypatch: pytest.MonkeyPatch, many: int) -> int:
    """How often a ruleset of so many zones, tables of costs, dice and victories is gone through for
    its doubts."""

    def of_all(one: str, joint: str = ", ") -> str:
        return joint.join(one.format(number) for number in range(many))

    zones, costs = of_all("z{}: {{each: a1}}"), of_all("c{}: {{}}")
    text = broken(
        f"units:\n => zones: {{{zones}}}\ncosts: {{{costs}}}\nunits:\n",
        "victory:\n  slay: chief => victory:"
        + of_all("\n  - occupy: {{unit: guard, zone: z{}, count: 1}}", ""),
        "  d: [hit, miss] =>   d: [hit, miss]" + of_all("\n  e{}: [hit, miss]", ""),
        "hits_on: hit => die: d, hits_on: hit",
    )
    loaded = load_document(read_text(text, "box.yaml"), "box")
    asked: list[str] = []
    for module, name in ((doubts_of_use, "names_in"), (doubts, "grounds_of")):
        ask = getattr(module, name)
        monkeypatch.setattr(
            module, name, lambda *said, ask=ask, name=name: [asked.append(name), ask(*said)][1]
        )
    assert sum(doubt.name == "die_unused" for doubt in loaded.warnings()) == many
    monkeypatch.undo()
    return len(asked)


def test_a_ruleset_is_gone_through_no_oftener_the_more_it_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a hundred zones, tables and dice a second would be spent on nothing else."""
    assert goes_through(monkeypatch, 2) == goes_through(monkeypatch, 9) > 0
