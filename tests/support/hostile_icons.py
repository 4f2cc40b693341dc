"""SVG files built to crash, hang, swell or spy; run as a script it draws each in a process.

``python hostile_icons.py FOLDER`` writes every file below the folder and prints one line of JSON a
file: how its process ended, what was drawn or refused, and its peak memory in KiB.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

CPU_SECONDS = 20
"""After how much CPU time the system ends a process that draws one file."""

SHAPE = '<rect width="20" height="20" fill="#ffffff"/>'
FILL = '<rect width="20" height="20" fill="url(#a)"/>'
POINTS = " ".join(f"{at % 31},{at * 7 % 29}" for at in range(7_000))
ORDINARY = "an ordinary icon"


def svg(inner: str, box: str = "0 0 32 32", head: str = "") -> str:
    """Wrap elements into an SVG file."""
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'{head}<svg {spaces} viewBox="{box}">{inner}</svg>'


def style_sheets() -> Iterator[tuple[str, str]]:
    sheets = {
        "unclosed": "rect{", "import": '@import url("other.css");',
        "external": "rect{fill:url(http://h/x)}",
        "many": "rect{fill:red}" * 10_000, "selectors": "rect" + " > rect" * 20_000 + "{}",
        "font": '@font-face{font-family:x;src:url("/etc/passwd")}', "braces": "{" * 50_000,
        "comment": "/*" + "*" * 100_000,
    }  # fmt: skip
    for name, sheet in sheets.items():
        yield name, svg(f"<style>{sheet}</style>{SHAPE}")
    yield "in the middle", svg(f"{SHAPE}<style><![CDATA[rect{{]]></style>{SHAPE}")
    yield "in an attribute", svg('<rect width="9" height="9" style="fill:url(x);;;:{{{"/>')


def loops() -> Iterator[tuple[str, str]]:
    for gradient in ("linearGradient", "radialGradient"):
        for href in ("href", "xlink:href"):
            yield f"{gradient} {href}", svg(f'<{gradient} id="a" {href}="#a"/>{FILL}')
    ring = "".join(f'<linearGradient id="{x}" href="#{y}"/>' for x, y in ("ab", "bc", "ca"))
    yield "three gradients", svg(ring + FILL)
    yield "use itself", svg('<use id="a" href="#a"/>')
    yield "use its group", svg(f'<g id="a">{SHAPE}<use href="#a"/></g>')
    yield "use each other", svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')
    yield "use the root", svg('<use href="#r"/>').replace("viewBox", 'id="r" viewBox')
    yield "chain", svg("".join(f'<use id="u{at}" href="#u{at + 1}"/>' for at in range(400)))
    yield "pattern", svg(f'<pattern id="a" width="1" height="1">{FILL}</pattern>{FILL}')
    masked = f'<g mask="url(#m)">{SHAPE}</g>'
    yield "mask", svg(f'<mask id="m">{masked}</mask>{masked}')
    yield "clip", svg(f'<clipPath id="c" clip-path="url(#c)">{SHAPE}</clipPath>')
    yield "marker", svg(f'<marker id="m"><path d="M0 0h9" marker-end="url(#m)"/></marker>{SHAPE}')


def bombs() -> Iterator[tuple[str, str]]:
    for levels, width in ((2, 100), (3, 30), (5, 10), (10, 3), (20, 2), (40, 2)):
        groups = [f'<g id="g0">{SHAPE}</g>']
        uses = [f'<use href="#g{at}"/>' * width for at in range(levels)]
        groups += [f'<g id="g{at + 1}">{each}</g>' for at, each in enumerate(uses)]
        uses_all = f'<defs>{"".join(groups)}</defs><use href="#g{levels}"/>'
        yield f"use {width} to the power of {levels}", svg(uses_all)
    path = f'<polyline id="p" points="{POINTS}" stroke="#ffffff"/>'
    yield "a large path used often", svg(path + '<use href="#p"/>' * 4_000)
    stops = "".join(f'<stop offset="{at / 3000}" stop-color="red"/>' for at in range(3_000))
    gradient = f'<linearGradient id="a">{stops}</linearGradient>'
    yield "a gradient of many stops", svg(gradient + FILL * 1_900)
    yield "entities", svg(
        "<text>&d;</text>", head='<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">'
        + "".join(f'<!ENTITY {y} "{f"&{x};" * 50}">' for x, y in ("ab", "bc", "cd")) + "]>",
    )  # fmt: skip
    doctype = f'<!DOCTYPE svg [<!ENTITY a "{"x" * 9_000}">]>'
    yield "one long entity", svg("&a;" * 5_000, head=doctype)
    doctype = '<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]>'
    yield "an external entity", svg("<text>&a;</text>", head=doctype)
    doctype = '<!doctype svg [<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;]>'
    yield "a parameter entity", svg(SHAPE, head=doctype)
    yield "an external DTD", svg(SHAPE, head='<!DOCTYPE svg SYSTEM "http://localhost:9/x.dtd">')


def filters() -> Iterator[tuple[str, str]]:
    effects = {
        "turbulence": '<feTurbulence baseFrequency="9" numOctaves="100000000"/>',
        "blur": '<feGaussianBlur stdDeviation="1e9"/>',
        "morphology": '<feMorphology operator="dilate" radius="100000"/>',
        "convolution": '<feConvolveMatrix order="3000" kernelMatrix="1"/>',
        "tile": "<feFlood/><feTile/>",
        "image": '<feImage href="/etc/passwd"/>',
        "light": '<feDiffuseLighting><feDistantLight/></feDiffuseLighting>',
    }  # fmt: skip
    for name, effect in effects.items():
        region = 'x="-9999" y="-9999" width="99999" height="99999" filterUnits="userSpaceOnUse"'
        yield name, svg(f'<filter id="f" {region}>{effect}</filter><g filter="url(#f)">{SHAPE}</g>')
    yield "by style", svg(f'<g style="filter:blur(9999px)">{SHAPE}</g>')


def nested() -> Iterator[tuple[str, str]]:
    for deep in (49, 51, 300, 10_000, 30_000):
        yield f"{deep} groups", svg("<g>" * deep + SHAPE + "</g>" * deep)
    for deep in (5, 8, 45):
        yield f"{deep} translucent groups", svg('<g opacity="0.9">' * deep + SHAPE + "</g>" * deep)
    for name in ("svg", "defs", "switch", "a", "clipPath", "mask", "symbol", "metadata", "x:y"):
        yield f"300 {name}", svg(f"<{name}>" * 300 + f"</{name}>" * 300 + SHAPE)
    yield "300 tspan", svg("<text>" + "<tspan>" * 300 + "x" + "</tspan>" * 300 + "</text>")


def strokes() -> Iterator[tuple[str, str]]:
    for width in ("2000000", "1e30", "1e308", "1e999", "nan", "inf", "-5", "3200", "50%"):
        line = f'<polyline points="{POINTS}" fill="none" stroke="#ffffff" stroke-linejoin="round"'
        yield f"{width} wide", svg(f'{line} stroke-width="{width}"/>')
    for dash in ("0.001", "1e-30", "0.0001 0", "1e-9%", "0", "0.5", "-1", "1e999"):
        path = f'<path d="M0 0H3000" stroke="#ffffff" stroke-dasharray="{dash}"/>'
        yield f"dashes of {dash}", svg(path)
    dashed = f'<g stroke-dasharray="0.001" stroke="#ffffff"><path d="M0 0H3000"/>{SHAPE}</g>'
    yield "dashes inherited", svg(dashed)
    curves = f'<path d="M0 0q1 9 1 0{"t1 1" * 9_000}" stroke="red" stroke-dasharray="3"/>'
    yield "dashes on curves that grow", svg(curves)
    mitre = '<path d="M0 0L9 0L0 0.0001" stroke="red" stroke-miterlimit="1e9" stroke-width="9"/>'
    yield "a huge mitre", svg(mitre)


def boxes() -> Iterator[tuple[str, str]]:
    for box in (
        "0 0 0.0001 0.0001", "0 0 1e-300 1e-300", "0 0 0 0", "0 0 -9 9", "0 0 nan 9", "0 0 inf 9",
        "0 0 1e300 1e300",
        "0 0 9", "x", "1e9 1e9 9 9", "0 0 1e999 9", "0 0 10000 1", "0 0 1 1", "0 0 568 -16",
    ):  # fmt: skip
        yield f"view box {box}", svg(f'<polyline points="{POINTS}" stroke="#ffffff"/>', box)


def other_files() -> Iterator[tuple[str, str]]:
    for href in (
        "/etc/passwd", "file:///etc/passwd", "../../secret.png", "http://localhost:9/x.png",
        "/dev/zero",
        "other.svg",
        "data:image/svg+xml;base64,PHN2Zy8+", "data:image/png;base64,iVBORw0KGgo=",
    ):  # fmt: skip
        yield f"image {href}", svg(f'{SHAPE}<image width="32" height="32" href="{href}"/>')
        yield f"use {href}", svg(f'{SHAPE}<use xlink:href="{href}#a"/>')
        yield f"fill {href}", svg(f'<rect width="9" height="9" fill="url({href}#a)"/>')
    yield "gradient elsewhere", svg(f'<linearGradient id="a" href="other.svg#b"/>{FILL}')
    yield "style sheet elsewhere", svg(SHAPE, head='<?xml-stylesheet href="/etc/passwd"?>')
    yield "font elsewhere", svg('<text y="9" font-family="/etc/passwd">x</text>')
    yield "base elsewhere", svg(f'<g xml:base="file:///etc/">{SHAPE}<use href="passwd#a"/></g>')


def large() -> Iterator[tuple[str, str]]:
    yield "10 MB of spaces", svg(" " * 10_000_000)
    yield "10 MB of path", svg(f'<path d="M0 0{"h1" * 5_000_000}"/>')
    yield "300,000 rectangles", svg(SHAPE * 300_000)
    yield "5,001 elements", svg("<g/>" * 5_001)
    yield "4,900 elements", svg("<g/>" * 4_900 + SHAPE)
    yield "4,900 drawn", svg('<circle r="9"/>' * 4_900)
    yield "a long number", svg(f'<rect width="{"1" * 200_000}x" height="9"/>')
    yield "a long colour", svg(f'<rect width="9" height="9" fill="{"a" * 200_000}("/>')
    yield "a long reference", svg(f'<rect width="9" height="9" fill="url({" " * 200_000}"/>')
    attributes = " ".join(f'a{at}="1"' for at in range(20_000))
    yield "many attributes", svg(f"<g {attributes}/>{SHAPE}")
    yield "many letters", svg(f'<text y="9">{"x" * 200_000}</text>')
    yield "4,000 letters", svg(f'<text y="9" font-size="3">{"Wg" * 2_000}</text>')
    yield "huge letters", svg('<text y="9" font-size="1e9">x</text>')
    yield "stacked letters", svg(f'<text y="9">x{"&#x301;" * 4_000}</text>')
    dashes = 'stroke="#fff" stroke-width="1" stroke-linecap="round" stroke-dasharray="0.05"'
    text = '<text x="-900" y="1500" font-size="3200">@@@</text>'
    yield "dashed letters", svg(text.replace("<text", f"<text {dashes}"))
    yield "letters in a dashed group", svg(f"<g {dashes}>{text * 60}</g>")
    yield "300 dashed texts", svg(f"<g {dashes}>{text * 300}</g>")
    yield "dashed letters used", svg(f"<g id='a'>{text}</g><g {dashes}><use href='#a'/></g>")
    rows = {"z": "z", "t": "t1 1", "arcs": "a9 9 0 1 1 1 1", "relative": "l3000 3000"}
    for name, commands in rows.items():
        for count in (3_000, 15_000):
            path = f'<path d="M0 0{commands * count}" stroke="#ffffff" stroke-linejoin="round"/>'
            yield f"{count} {name}", svg(path)


def transforms() -> Iterator[tuple[str, str]]:
    for transform in (
        "scale(1e9)", "scale(1e-30)", "scale(nan)", "rotate(inf)", "skewX(89.99999)",
        "matrix(1e20 0 0 1e20 0 0)", "matrix(1 2",
        "translate(1e30)", "scale(", "matrix" * 30_000, "scale(1)" * 20_000,
        "rotate(1,2,3,4,5)", "scale()",
    ):  # fmt: skip
        circle = '<circle r="9" stroke="red" stroke-width="9"/>'
        yield transform[:30], svg(f'<g transform="{transform}">{circle}</g>')
    yield "scale by scale", svg('<g transform="scale(50)">' * 10 + SHAPE + "</g>" * 10)


def programs() -> Iterator[tuple[str, str]]:
    for inner in (
        "<script>for(;;);</script>", '<script href="/etc/passwd"/>',
        '<animate attributeName="x" dur="1s"/>',
        '<set attributeName="x" to="9"/>', "<foreignObject><iframe/></foreignObject>",
        '<handler type="x"/>',
    ):  # fmt: skip
        yield inner, svg(SHAPE + inner)
    yield "onload", svg(SHAPE).replace("viewBox", 'onload="alert(1)" viewBox')


def broken() -> Iterator[tuple[str, str]]:
    whole = svg(SHAPE)
    for text in (
        "", "<", "<svg", "<svg>", whole[:-9], whole[:40], "<svg " * 50_000, whole + whole,
        "<html/>", "\ufeff" + whole, "]]>",
    ):  # fmt: skip
        yield f"broken {text[:12]!r} {len(text)}", text
    yield "a NUL", whole.replace("<rect", "\0<rect")
    yield "two ids", svg('<g id="a"/><g id="a"/><use href="#a"/>' + SHAPE)
    yield "the same attribute twice", svg('<rect x="1" x="2"/>')
    yield "an undeclared prefix", svg(f"<a:b/>{SHAPE}")


FAMILIES = (
    style_sheets, loops, bombs, filters, nested, strokes, boxes, other_files, large, transforms,
    programs, broken,
)  # fmt: skip


def icons() -> dict[str, bytes]:
    """Return every file by its name, an ordinary icon first."""
    named = {
        f"{family.__name__}: {name}": text.encode()
        for family in FAMILIES
        for name, text in family()
    }
    named["broken: not UTF-8"] = svg(SHAPE).encode("utf-16")
    named["broken: not text"] = bytes(range(256)) * 50
    return {ORDINARY: svg('<path d="M4 4H28L16 28Z" fill="#ffffff"/>').encode(), **named}


def draw(file: Path) -> str:
    """Draw an icon on tokens of three sizes; returns the sentence if it is refused."""
    from wargrid_play.looks.defaults import PLAIN_SIDES
    from wargrid_play.looks.loader import LooksError, icon_text
    from wargrid_play.looks.pictures.tokens import Token
    from wargrid_pygame.drawing.tokens import draw_token

    try:
        text = icon_text(file)
    except LooksError as error:
        return error.text("en")
    for size in (32, 64, 200):
        draw_token(Token(PLAIN_SIDES[0], icon=text, men=3, full=4), size)
    return ""


def judge(file: Path) -> dict[str, object]:
    """Draw a file in a process; returns how it ended, what it wrote and its peak memory in KiB."""
    import resource

    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        try:
            os.write(writer, (draw(file) or "drawn").encode()[:4096])
        except BaseException as error:
            os.write(writer, f"{type(error).__name__}: {error}".encode()[:4096])
            os._exit(1)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        said = stream.read().decode("utf-8", "replace")
    _, status, used = os.wait4(child, 0)
    return {"status": status, "said": said, "memory": used.ru_maxrss}


def main(folder: Path) -> None:
    """Write every file and judge it."""
    draw(folder)  # what Python imports counts for no file
    for at, (name, content) in enumerate(icons().items()):
        file = folder / f"{at}.svg"
        file.write_bytes(content)
        print(json.dumps({"name": name, **judge(file)}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
