"""Hostile files that are too large to be kept: each a name, how it is to be read, and its text or
bytes."""

from __future__ import annotations

from collections.abc import Iterator

Bomb = tuple[str, str, str | bytes]

HEAD = """name: Bomb
sides: {a: {edge: south}, b: {edge: north}}
first: {player: a}
board: {columns: %d, rows: %d, facing: %s}
turn: {actions: 2, may: {move: 1, turn: 1, attack: 1}}
"""
WALKER = "u: {letter: U, name: u, move: {ahead: 1}}"
SHOOTER = "u: {letter: U, name: u, men: %d, move: {ahead: 1}, attack: {at: %s, by: %s}}"
DICE = "{dice: {per_man: %s, hits_on: x}}"
BOARD = "\n".join([". . . . . . . . ."] * 10) + "\n"
"""An empty board of Lionheart."""


def game(
    units: str = WALKER,
    extra: str = "",
    setup: str = "",
    size: int = 5,
    facing: str = "4",
    head: str = HEAD,
) -> str:
    """A small game with something in it that is too much."""
    setup = setup or "setup:\n  each: |\n    " + " ".join(["u"] + ["."] * (size - 1)) + "\n"
    indented = "".join(f"  {line}\n" for line in units.split("\n"))
    return head % (size, size, facing) + extra + "units:\n" + indented + setup


def full(size: int, every: int = 1) -> str:
    """A whole board full of units, or with one on every so many cells."""
    rows = [
        " ".join("Uu"[row >= size // 2] if n % every == 0 else "." for n in range(size))
        for row in range(size)
    ]
    return "setup: |\n" + "".join(f"  {row}\n" for row in reversed(rows))


def many(line: str, number: int, between: str = "") -> str:
    """A line so many times, ``{i}`` in it counted."""
    return between.join(line.replace("{i}", str(i)) for i in range(number))


def rulesets() -> Iterator[tuple[str, str]]:
    """Rulesets, most of them sound but for one thing."""
    long_word = "1" + "_" * 100_000 + "x"
    shots = SHOOTER % (1, "{range: {most: 120}}", "removal")
    ring = SHOOTER % (1, "{range: {least: 1, most: 60}}", "removal")
    misshapen = SHOOTER % (1, "{range: 1-60}", "removal")
    volley = SHOOTER % (1, "{volley: {deep: 60, wide: 119}}", "removal")
    listens = "plugins: {lionheart.volley: {}}\n"
    yield "a number of underscores", game(extra=f"format: {long_word}\n")
    yield "a key of underscores", game(extra=f"{long_word}: 1\n")
    yield "a clock without end", game(extra="format: 1" + ":1" * 100_000 + "x\n")
    yield "thousands of directives", many("%TAG !a{i}! tag:x\n", 11_000) + "---\na: 1\n"
    yield "10 MB on one line", "a: " + "x" * 10_000_000
    yield "a comment of 200 kB", game() + "#" * 200_000
    yield "escapes", 'a: "' + "\\x41" * 60_000 + '"'
    yield "a text of many lines", 'a: "' + "x\n " * 80_000 + '"'
    yield "deep blocks", "".join(" " * n + f"k{n}:\n" for n in range(600))
    yield "a million dots", game(setup="setup: |\n  " + "." * 240_000 + "\n")
    yield "a picture of 10^6 cells", game(setup="setup: |\n" + ("  " + ". " * 1000 + "\n") * 1000)
    yield "a picture of 10^5 cells", game(setup="setup: |\n" + ("  " + ". " * 300 + "\n") * 400)
    yield "a picture of one row", game(setup="setup: |\n  " + ". " * 120_000 + "\n")
    yield (
        "a long letter",
        game(setup="setup: |\n  " + "z" * 200_000 + " . . . .\n" + "  . . . . .\n" * 4),
    )
    yield "a board of 10^9 columns", game(head=HEAD.replace("columns: %d", "columns: 99999999%d"))
    yield "unknown keys", game(extra=many("k{i}: 1\n", 20_000))
    yield "unknown keys by hundreds", game(extra=many("sides{i}: 1\n", 900))
    yield "keys said twice", game(extra="name: x\n" * 10_000)
    yield "anchors", game(extra=many("x{i}: &a{i} 1\n", 10_000))
    yield "thousands of small types", game(many("u{i}: {letter: U, name: u}", 7_000, "\n"))
    yield "wrong types", game(many("u{i}: {letter: 1, nam: u, move: [x, y, {z: 1}]}", 59, "\n"))
    yield (
        "thousands of ways",
        game("u: {letter: U, name: u, move: [" + "{ahead: 1}, " * 9_000 + "]}"),
    )
    yield "wrong ways", game("u: {letter: U, name: u, move: [" + "ahed, " * 900 + "]}")
    yield (
        "wrong directions",
        game("u: {letter: U, name: u, move: {slide: [" + "ahed, " * 40_000 + "]}}"),
    )
    yield (
        "many directions",
        game("u: {letter: U, name: u, move: {slide: [" + "all, " * 900 + "]}}", size=60),
    )
    yield (
        "a chain of likes",
        game("u0: {letter: U, name: u}\n" + many("v{i}: {like: v{i}, letter: U}", 900, "\n")),
    )
    yield (
        "a star of likes",
        game(
            "u: {letter: U, name: u, costs: {"
            + many("k{i}: 1, ", 990)
            + "}}\n"
            + many("v{i}: {like: u, letter: V}", 900, "\n")
        ),
    )
    yield "dotted without end", game(extra="options: {x: " + "a." * 100_000 + "a}\n")
    yield "dotted options", game(extra="options:\n" + many("  o{i}: turn.x{i}.y.z.a.b.c.d\n", 900))
    yield (
        "options gone",
        game(
            extra="plugins:\n"
            + many("  x{i}: ~\n", 990)
            + "options:\n"
            + many("  o{i}: plugins.x{i}.y\n", 990)
        ),
    )
    yield "unknown plugins", game(extra="plugins:\n" + many("  lionheart.panick{i}: {}\n", 59))
    yield "everything silenced", game(extra="silence: [" + "W201, " * 40_000 + "]\n")
    yield (
        "a name in every language",
        game().replace("name: Bomb", "name: {" + many("l{i}: x, ", 900) + "}"),
    )
    yield "a budget of 10^15", game().replace("actions: 2", "actions: 999999999999999")
    uses = "per_unit: {move: 999999999999999, attack: 999999999999999, any: 999999999999999}"
    yield (
        "limits of 10^15",
        game(size=60, setup=full(60)).replace("attack: 1}}", f"attack: 1}}, {uses}}}"),
    )
    yield "a full board", game(size=60, setup=full(60))
    yield (
        "a board of sliders",
        game("u: {letter: U, name: u, move: {slide: all}}", setup=full(60, 4), size=60),
    )
    yield (
        "a board of walkers",
        game("u: {letter: U, name: u, move: {path: {points: 60}}}", setup=full(60, 4), size=60),
    )
    yield "shots all over the board", game(shots, setup=full(30, 2), size=30)
    yield "shots all over a large board", game(ring, setup=full(60, 4), size=60)
    yield "a range that is no range on a large board", game(misshapen, setup=full(60, 4), size=60)
    yield "volleys on a large board", game(volley, extra=listens, size=60)
    yield (
        "volleys of every type",
        game(volley + "\n" + many("w{i}: {like: u, letter: W}", 40, "\n"), extra=listens, size=60),
    )
    royal = "u: {letter: U, name: u, move: [{slide: {directions: all, takes: true}}, {hop: all}]}"
    yield "a king on a large board", game(royal, extra="victory: {mate: u}\n", size=60, facing="~")
    six = "dice: {d: [x, y, z, a, b, c]}\n"
    yield "sixty dice of six faces", game(SHOOTER % (60, "front", DICE % 1), extra=six)
    yield "seventeen dice of six faces", game(SHOOTER % (17, "front", DICE % 1), extra=six)
    yield "dice without number", game(SHOOTER % (1000, "front", DICE % 999_999_999_999), extra=six)
    faces = "x, " + many("f{i}, ", 900)
    yield (
        "a die of 900 faces",
        game(SHOOTER % (1, "front", DICE % 1), extra=f"dice: {{d: [{faces}]}}\n"),
    )
    first = HEAD.replace("player: a", "dice: 2, most: x")
    yield (
        "a die of 20,000 faces",
        game(extra=f"dice: {{d: [x, {many('f{i}, ', 19_999)}]}}\n", head=first),
    )
    yield (
        "two dice of 190 faces",
        game(extra=f"dice: {{d: [x, {many('f{i}, ', 189)}]}}\n", head=first),
    )
    rolls_again = "plugins: {lionheart.second_roll: {types: [u]}}\ndice: {d: [x, y, z]}\n"
    yield "dice rolled twice", game(SHOOTER % (40, "front", DICE % 1), extra=rolls_again)
    yield "a zone of 10^7 cells", game(size=60, extra='zones: {z: "' + "a1:bh60 " * 20_000 + '"}\n')
    yield "many large zones", game(size=60, extra="zones:\n" + many("  z{i}: a1:bh60\n", 190))
    yield "a zone in a list", game(size=60, extra="zones: {z: [" + "a1, " * 40_000 + "]}\n")
    deploy = (
        "zones: {z: {each: a1:bh60}}\n"
        "deploy: {zone: z, facing: free, units: {u: {men: %d, least_men: 1}}%s}\n"
    )
    large = "u: {letter: U, name: u, men: %d, move: {ahead: 1}}"
    yield "placings", game(large % 1000, extra=deploy % (1000, ""), size=60)
    yield "reserves", game(large % 1, extra=deploy % (999_999_999_999, ""), size=60)
    armies = (
        ", armies: {" + many(f'x{{i}}: {{name: x, each: "{" ".join(["u"] * 60)}"}}, ', 200) + "}"
    )
    yield "armies", game(large % 1, extra=deploy % (999, armies), size=60)
    terrains = "terrains:\n" + "".join(
        f"  t{i}: {{letter: {chr(0x4E00 + i)}, name: t}}\n" for i in range(99)
    )
    yield (
        "tables of costs",
        game(extra=terrains + "costs:\n" + many("  c{i}: {" + many("t{i}: 0, ", 99) + "}\n", 59)),
    )
    obstacles = (
        "terrains: {p: {letter: p, name: p}}\n"
        "plugins: {xiangqi.obstacles: {plain: p, rows: 60, count: 60}}\n"
    )
    yield "obstacles", game(extra=obstacles, size=60, facing="~")
    yield "a scenario with a long name", game(extra="scenario: " + "a" * 5_000 + ".yaml\n")
    yield "a parent with a long name", game(extra="extends: " + "a" * 5_000 + "\n")


def others() -> Iterator[Bomb]:
    """Positions, moves, settings and looks."""
    digits = "9" * 5_000
    yield "position", "a number of 5,000 digits", f"{BOARD}actions: {digits}"
    yield "position", "men without end", f"{BOARD}men: " + "a1 1," * 50_000
    yield "position", "a picture of 10^5 cells", "." + " ." * 100_000
    yield "position", "rows without end", ". . . .\n" * 30_000
    yield "position", "a long past", f"{BOARD}past: " + "a " * 120_000
    yield "position", "lines without end", BOARD + "side: gold\nturn: 1\n" * 12_000
    yield "position", "ranks without end", "9/" * 100_000 + "9 w"
    yield "position", "a rank without end", "9" * 200_000 + "/9 w - - 0 1"
    yield "position", "fields without end", "a/9" + " w" * 100_000 + "\n x"
    yield "position", "a choice among everything", f"{BOARD}pending: choice gold " + "a1 " * 90
    yield "position", "an attack by nobody", f"{BOARD}pending: attack a1 a2 1 1 1"
    moves = [
        digits,
        f"infantry {digits}@a1",
        "a" * 100_000 + "1-b2",
        f"a1-z{digits}",
        "axe " * 100_000,
        "lot x",
    ]
    yield (
        "moves",
        "moves",
        "\n".join([*moves, "{0.__class__}", "\u202e", "draw " + "a1 " * 50_000, "end " * 9_000]),
    )
    yield "setting", "an index of 5,000 digits", f"units.{digits}.men=3"
    yield "setting", "dots", "." * 4_000 + "=3"
    yield "setting", "words and dots", "a." * 3_000 + "a=3"
    yield "setting", "brackets", "units.king.men=" + "[" * 5_000
    yield "setting", "underscores", "units.king.men=1" + "_" * 50_000 + "x"
    laughs = "".join(f"b{n}: &b{n} [{', '.join([f'*b{n - 1}'] * 9)}]\n" for n in range(1, 9))
    yield "looks", "laughs", "b0: &b0 [x]\n" + laughs
    merges = "".join(
        f"b{n}: &b{n} {{<<: [{', '.join([f'*b{n - 1}'] * 9)}]}}\n" for n in range(1, 7)
    )
    yield "looks", "merges", "b0: &b0 {k: 1}\n" + merges
    yield "looks", "brackets", "units: " + "[" * 100_000
    yield (
        "looks",
        "a device for an icon",
        "units: {u: /dev/zero}\nfaces: {f: ../../../../../etc/passwd}\n",
    )
    yield "texts", "brackets", "[" * 60_000 + "\n"
    yield "texts", "brackets for a text", "mine.rule: " + "[" * 60_000 + "\n"
    yield "texts", "dashes", "- " * 60_000
    yield "texts", "laughs", "b0: &b0 [x]\n" + laughs
    doubled = "".join(f"a{n}: &a{n}\n  <<: [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 27))
    yield "texts", "merges", "a0: &a0 {x: 1}\n" + doubled
    yield "texts", "thousands of directives", many("%TAG !a{i}! tag:x\n", 11_000) + "---\na: b\n"
    yield "texts", "2 MB", "a: " + "x" * 2_000_000
    yield "texts", "texts without end", many("a{i}: b\n", 20_000)
    yield (
        "scenario",
        "a board of 10^5 cells",
        "board: {columns: 60, rows: 60}\nsetup: |\n" + ". " * 99_999,
    )


def bombs() -> Iterator[Bomb]:
    """All of them, and a sound ruleset in every encoding that is not ours."""
    yield from (("ruleset", name, text) for name, text in rulesets())
    yield from others()
    for encoding in ("utf-16", "utf-16-be", "utf-32", "utf-8-sig", "latin-1", "cp037"):
        yield "ruleset", encoding, game().replace("Bomb", "Bömb").encode(encoding)
