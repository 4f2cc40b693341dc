"""The icons of buttons, as strokes on a square of 24 units."""

from __future__ import annotations

from typing import Final

from wargrid_play.looks.svg import drawing

UNIT: Final = 24
LINE: Final = 2.2
"""The size of the square, and how wide the strokes are."""

STROKES: Final = {
    "undo": "M9 5L4 10L9 15M4 10H14A5 5 0 0 1 14 20H9",
    "redo": "M15 5L20 10L15 15M20 10H10A5 5 0 0 0 10 20H15",
    "end_turn": "M5 21V3M5 4H18L15 8.5L18 13H5",
    "help": "M8 8.5A4 4 0 1 1 13.5 12.2C12.4 12.9 12 13.6 12 15M12 19.4V19.6",
    "rules": "M12 6C9 4 6 4 3 5V19C6 18 9 18 12 20C15 18 18 18 21 19V5C18 4 15 4 12 6V20",
    "menu": "M4 6H20M4 12H20M4 18H20",
    "hint": "M9 16C9 13 6.5 12.5 6.5 8.8A5.5 5.5 0 0 1 17.5 8.8C17.5 12.5 15 13 15 16ZM10 20H14",
    "thoughts": "M7 17.5L3 20L4.5 15A9 7.5 0 1 1 7 17.5M8 11V11.1M12 11V11.1M16 11V11.1",
    "talk": "M4 4H16V12H9L5 15V12H4ZM10 15V16H15L19 19V16H20V8H19",
    "threats": "M12 2V6M12 18V22M2 12H6M18 12H22M19 12A7 7 0 1 1 5 12A7 7 0 1 1 19 12M12 12V12.1",
    "turn_left": "M9 3L4 8L9 13M4 8H14A6 6 0 0 1 20 14V21",
    "turn_right": "M15 3L20 8L15 13M20 8H10A6 6 0 0 0 4 14V21",
    "turn_about": "M3 12L8 17L13 12M8 17V9A5 5 0 0 1 18 9V21",
    "save": "M4 4H16L20 8V20H4ZM8 4V9H15V4M8 20V14H16V20",
    "load": "M3 19V5H9L11 8H19V11M3 19L6.5 11H22L18.5 19Z",
    "new": "M12 4V20M4 12H20",
    "settings": "M4 7H11M17 7H20M4 17H7M13 17H20M17 7A3 3 0 1 1 11 7A3 3 0 1 1 17 7"
    "M13 17A3 3 0 1 1 7 17A3 3 0 1 1 13 17",
    "language": "M21 12A9 9 0 1 1 3 12A9 9 0 1 1 21 12M3.5 12H20.5M12 3C8 8 8 16 12 21"
    "C16 16 16 8 12 3",
    "quit": "M10 4H4V20H10M9 12H21M16 7L21 12L16 17",
    "play": "M7 4L20 12L7 20Z",
    "replay": "M4 12A8 8 0 1 0 7 5.7M7 2V6.5H11.5M10.5 9L15.5 12L10.5 15Z",
    "review": "M2 12C6 5 18 5 22 12C18 19 6 19 2 12M15 12A3 3 0 1 1 9 12A3 3 0 1 1 15 12",
    "rematch": "M20 5V10H15M4 19V14H9M19.5 10A8 8 0 0 0 5.5 7M4.5 14A8 8 0 0 0 18.5 17",
    "swap": "M7 4L3 8L7 12M3 8H19M17 12L21 16L17 20M21 16H5",
    "back": "M11 5L4 12L11 19M4 12H20",
    "close": "M6 6L18 18M18 6L6 18",
    "confirm": "M4 13L10 19L20 6",
    "first": "M5 5V19M19 5L9 12L19 19Z",
    "turn_back": "M12 5L3 12L12 19ZM21 5L12 12L21 19Z",
    "back_one": "M17 5L7 12L17 19Z",
    "on_one": "M7 5L17 12L7 19Z",
    "turn_on": "M12 5L21 12L12 19ZM3 5L12 12L3 19Z",
    "last": "M19 5V19M5 5L15 12L5 19Z",
    "branch": "M6 3V21M6 15C6 11 18 13 18 6M14 9L18 4L22 9",
    "picture": "M3 5H21V19H3ZM3 17L9 11L13 15L16 12L21 17M17.5 8.5V8.6",
    "flip": "M8 20V4M4 8L8 4L12 8M16 4V20M12 16L16 20L20 16",
    "resign": "M5 21V3M5 4H19V13H5M9 7L15 10M15 7L9 10",
    "draw": "M5 9H19M5 15H19",
    "players": "M12 8A3.5 3.5 0 1 1 5 8A3.5 3.5 0 1 1 12 8M2 20C2 12 15 12 15 20M15 4.7"
    "A3.5 3.5 0 0 1 16 11.4M18 14.5C20.5 15.5 22 17.5 22 20",
    "leave": "M3 12L12 4L21 12M6 10V20H18V10M10 20V14H14V20",
    "open": "M5 12H19M13 6L19 12L13 18",
    "rename": "M4 20L5 15L16 4L20 8L9 19ZM13.5 6.5L17.5 10.5",
    "delete": "M4 7H20M9 7V4H15V7M6 7L7 20H17L18 7M10 11V16M14 11V16",
    "learn": "M2 9L12 4L22 9L12 14ZM6 11.5V17C9 20 15 20 18 17V11.5M22 9V15",
    "results": "M12 20C6 20 3 15 5 6M12 20C18 20 21 15 19 6M5 6L2.5 3.5M5 6L8 4M4.3 10.5L1.5 9"
    "M4.3 10.5L8 9M5 15L2 15M5 15L8.5 13M19 6L21.5 3.5M19 6L16 4M19.7 10.5L22.5 9M19.7 10.5L16 9"
    "M19 15L22 15M19 15L15.5 13",
    "campaign": "M3 20H21M4 15L3 6L8.5 10L12 4L15.5 10L21 6L20 15Z",
    "campaigns": "M5 21V4M5 5H17L14 8.5L17 12H5M10 16L13 20L21 15",
    "far": "M9 15L15 9M11 7L13 5A4.2 4.2 0 0 1 19 11L17 13M13 17L11 19A4.2 4.2 0 0 1 5 13L7 11",
    "result": "M8 21H16M12 21V15M7 4H17V9A5 5 0 0 1 7 9ZM7 5H3C3 9 5 10.5 7.3 10.5M17 5H21"
    "C21 9 19 10.5 16.7 10.5",
    "boards": "M13 21H3V3H21V11M3 9H21M9 3V21M14 20L15 16L21 10L23 12L17 18Z",
    "board": "M3 3H21V21H3ZM3 9H21M3 15H21M9 3V21M15 3V21",
    "copy": "M8 8H20V20H8ZM16 8V4H4V16H8",
    "cut": "M4 6L19 17M4 18L19 7M6 8A2.5 2.5 0 1 1 6 3A2.5 2.5 0 1 1 6 8M6 21A2.5 2.5 0 1 1 6 16"
    "A2.5 2.5 0 1 1 6 21",
    "paste": "M8 5H5V21H19V5H16M9 3H15V7H9ZM9 12H15M9 16H15",
    "take_in": "M12 3V15M7 10L12 15L17 10M4 14V20H20V14",
    "export": "M12 15V3M7 8L12 3L17 8M4 14V20H20V14",
    "favour": "M12 4V20M7 20H17M4 7H20M4 7L1.5 13H6.5ZM20 7L17.5 13H22.5Z",
    "tool_brush": "M20 4L10 14M10 14C6 13 6 18 3 19C6 22 12 20 12 16Z",
    "tool_line": "M5 19L19 5M3 19H7M17 5H21",
    "tool_rectangle": "M4 6H20V18H4Z",
    "tool_fill": "M4 12L12 4L19 11L11 19ZM4 12H18M20 15V19",
    "tool_pick": "M20 4L16 8M13 7L17 11M15 9L7 17L4 20L4.5 16.5L12.5 8.5",
    "tool_select": "M4 8V4H8M16 4H20V8M20 16V20H16M8 20H4V16",
    "attack": "M4 4L17 17M20 4L7 17M20 15L15 20M4 15L9 20",
    "move": "M4 12H19M13 6L19 12L13 18",
    "lost": "M5 10A7 7 0 1 1 19 10V14H16V19H8V14H5ZM9.5 10V10.2M14.5 10V10.2M12 14V16",
    "clock": "M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3M12 7V12L15.5 14",
    "dice": "M4 4H20V20H4ZM8.5 8.5V8.6M15.5 15.5V15.6M15.5 8.5V8.6M8.5 15.5V15.6M12 12V12.1",
}
"""Each icon as one path."""

SHARED: Final = {
    "edit": "rename",
    "cancel": "close", "no": "close", "yes": "confirm", "resign_confirm": "resign",
    "accept": "confirm", "decline": "close",
    "set": "confirm", "start": "play", "guide": "learn", "go_on": "play", "restart": "rematch",
    "restore": "undo", "ready": "confirm", "move_now": "play", "take_over": "players",
    "roll_back": "undo", "odds": "dice", "take": "attack", "turn": "turn_right", "place": "new",
    "roll": "dice", "time": "clock", "remove": "delete", "what_if": "undo", "mistake": "help",
    "claim": "draw", "layers": "review", "level": "play", "lesson": "learn", "invite": "players",
}  # fmt: skip
"""Actions of buttons whose icon has another name."""


def icon_of(action: str) -> str:
    """Return the name of the icon on the button of an action, empty if it has none."""
    name = SHARED.get(action, action)
    return name if name in STROKES else ""


def icon_svg(name: str, colour: str) -> str:
    """Return an icon in a colour."""
    path = (
        f'<path d="{STROKES[name]}" fill="none" stroke="{colour}" stroke-width="{LINE}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )
    return drawing(path, UNIT, UNIT)
