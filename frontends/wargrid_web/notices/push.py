"""Web Push: what is said to a browser is encrypted for it, and signed by this server (VAPID)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from wargrid.match import Kept

try:
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02
except ImportError:  # the extra "push" is not installed
    Vapid02 = None

FILE: Final = "notices.key"
"""The name of the file with the server's keys, in its folder."""

KEEPS: Final = "86400"
"""The seconds for which a push service keeps a notice for a browser that is switched off."""

_PART: Final = r"^[\w-]+=*$"


class Subscription(BaseModel):
    """How a browser is reached: the address of its push service, and its keys."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    endpoint: str = Field(max_length=1024)
    p256dh: str = Field(max_length=100, pattern=_PART)
    auth: str = Field(max_length=40, pattern=_PART)


class Keys(NamedTuple):
    """The keys of a server: that of pushes as PEM, and that by which mail addresses are proved."""

    vapid: str
    mail: str


def is_installed() -> bool:
    """Return whether the packages for pushes are installed."""
    return Vapid02 is not None


def _read(found: Any) -> Keys:
    vapid, mail = found["vapid"], found["mail"]
    if not isinstance(vapid, str) or not isinstance(mail, str) or len(mail) < 32:
        raise ValueError(FILE)
    if vapid and Vapid02 is not None:
        Vapid02.from_pem(vapid.encode())
    return Keys(vapid, mail)


KEPT: Final = Kept("notice keys", _read, private=True)
"""How the keys of a server are kept: browsers take notices of that server alone."""


def keys_of(folder: Path) -> Keys:
    """Return the keys of a server, made at the first time.

    Raises:
        RecordError: the disk refuses.
    """
    path = folder / FILE
    found = KEPT.load(path).content
    if found is None or (not found.vapid and is_installed()):
        made = Keys(_new_vapid(), secrets.token_hex(32) if found is None else found.mail)
        KEPT.keep(path, made._asdict())
        found = KEPT.find(path).content or made
    return found


def _new_vapid() -> str:
    if not is_installed():
        return ""
    vapid = Vapid02()
    vapid.generate_keys()
    return str(vapid.private_pem().decode())


def public_key(keys: Keys) -> str:
    """Return the key by which browsers know this server."""
    public = Vapid02.from_pem(keys.vapid.encode()).public_key
    return _text(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def encrypted(to: Subscription, content: bytes) -> bytes:
    """Encrypt something for a browser. Raises ValueError if its keys are none."""
    try:
        return bytes(http_ece.encrypt(
            content, private_key=ec.generate_private_key(ec.SECP256R1()), dh=_bytes(to.p256dh),
            auth_secret=_bytes(to.auth), version="aes128gcm",
        ))  # fmt: skip
    except (http_ece.ECEException, TypeError) as error:
        raise ValueError("no keys of a browser") from error


def headers_of(keys: Keys, origin: str, contact: str) -> dict[str, str]:
    """Return the headers of a push to a service at an ``origin``; ``contact`` is the operator's."""
    signed = Vapid02.from_pem(keys.vapid.encode()).sign({"aud": origin, "sub": contact})
    return {**signed, "Content-Encoding": "aes128gcm", "TTL": KEEPS, "Urgency": "normal"}


def code_of(keys: Keys, address: str) -> str:
    """Return the code that proves that somebody reads the mails to an address."""
    proved = hmac.digest(keys.mail.encode(), address.casefold().encode(), hashlib.sha256)
    return base64.b32encode(proved)[:8].decode().lower()


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
