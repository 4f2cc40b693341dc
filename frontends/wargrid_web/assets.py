"""The files of the page: scripts, styles and texts, each at an address that names its content."""

from __future__ import annotations

import gzip
import json
import mimetypes
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from wargrid.text import LANGUAGES, catalog
from wargrid_play.looks import png
from wargrid_play.looks.pictures import buttons_svg
from wargrid_play.scenes import SOUND_FOLDER
from wargrid_web.colours import colours_css

FOR_EVER: Final = "public, max-age=31536000, immutable"
"""The header of a file whose address names its content: a browser may keep it for ever."""

SHOWN: Final = (
    "page.", "window.", "film.", "remote.", "keys.space", "web.no_page", "web.page.",
    "table.player.you", "table.player.level", "table.clock.", "lobby.result.", "touch.page.",
    "touch.window.",
)  # fmt: skip
"""The beginnings of the keys of the texts that the page says itself."""

_TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}


class Asset(NamedTuple):
    """A file to send: its bytes plain and packed, and their type."""

    plain: bytes
    packed: bytes
    media: str

    @classmethod
    def of(cls, content: bytes, name: str) -> Asset:
        """Return the content of a file of this name."""
        suffix = name[name.rfind(".") :]
        media = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        return cls(content, gzip.compress(content, mtime=0), media)

    def answer(self, request: Request, kept: str = FOR_EVER) -> Response:
        """Send it, packed if the browser can unpack it."""
        headers = {"cache-control": kept, "vary": "accept-encoding"}
        if len(self.packed) >= len(self.plain) or "gzip" not in request.headers.get(
            "accept-encoding", ""
        ):
            return Response(self.plain, media_type=self.media, headers=headers)
        headers["content-encoding"] = "gzip"
        return Response(self.packed, media_type=self.media, headers=headers)


class Files(NamedTuple):
    """The files below ``static`` by their paths, and the digest of all of them."""

    digest: str
    assets: dict[str, Asset]


@cache
def static_files() -> Files:
    """Read every file of the page, once."""
    found = dict(sorted(_below(files("wargrid_web") / "static")))
    icon = found["icon.svg"].decode().strip()
    found |= {f"icon-{size}.png": png(icon, size, size) for size in (192, 512)}
    found["css/page.css"] = colours_css().encode() + found["css/page.css"]
    found["pictures/buttons.svg"] = buttons_svg().encode()
    found |= {f"sounds/{path.name}": path.read_bytes() for path in SOUND_FOLDER.glob("*.wav")}
    whole = sha256()
    for path, content in found.items():
        whole.update(f"{path} {len(content)} ".encode() + content)
    return Files(
        whole.hexdigest()[:16], {path: Asset.of(each, path) for path, each in found.items()}
    )


def _below(folder: Traversable, path: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _below(entry, f"{path}{entry.name}/")
        else:
            yield f"{path}{entry.name}", entry.read_bytes()


@cache
def shown_texts() -> dict[str, Asset]:
    """Return the texts of the page in each language, by the names of their files."""
    found = {}
    for language in LANGUAGES:
        texts = catalog(language).below(*SHOWN)
        content = json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()
        name = f"{sha256(content).hexdigest()[:16]}.{language}.json"
        found[name] = Asset.of(content, name)
    return found


def texts_addresses() -> str:
    """Return the addresses of the texts of each language, in one line for the page."""
    return " ".join(f"{name.split('.')[1]}=/texts/{name}" for name in shown_texts())
