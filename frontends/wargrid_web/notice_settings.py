"""What the operator has set for notices, in a file that may hold a password."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wargrid.text import InputError, catalog, printable

MAX_BYTES: Final = 65_536
"""The longest file of settings."""


class MailServer(BaseModel):
    """The server that takes mails, and from whom they are."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    server: str = Field(min_length=1, max_length=253)
    port: int = Field(default=587, ge=1, le=65_535)
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = Field(default="", repr=False)
    sender: str = Field(alias="from", pattern=r"^[^\s@<>]+@[^\s@<>]+$", max_length=254)


class NoticeSettings(BaseModel):
    """By which ways players may be told that it is their turn.

    ``push``: by their browsers, if the packages for it are installed. ``webhook`` is an address
    that is sent each notice of those who want it; players see its ``webhook_name``. ``contact`` is
    where push services reach the operator. ``own_network``: push addresses may be in the server's
    own network, and without TLS. ``address`` is that of this server, which the links of mails and
    webhooks lead to: it is never taken from what a client says.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    push: bool = True
    mail: MailServer | None = None
    webhook: str = Field(default="", pattern=r"^(https?://[^\s]+)?$", max_length=1000)
    webhook_name: str = Field(default="", max_length=40)
    contact: str = Field(default="", pattern=r"^((mailto:[^\s@]+@|https://)[^\s]+)?$")
    own_network: bool = False
    address: str = Field(default="", pattern=r"^(https?://[^\s/?#@]+)?$", max_length=300)


class SettingsError(InputError):
    """The settings of notices cannot be used; ``code`` names the text ``serve.notices.<code>``."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code, self.values = code, values

    def __str__(self) -> str:
        return self.text()

    def text(self, language: str = "en") -> str:
        """Return what is wrong, in a language."""
        return catalog(language).say(f"serve.notices.{self.code}", **self.values)


def read_settings(path: Path | None) -> NoticeSettings:
    """Read a file of settings; without one players are told by their browsers alone.

    Raises:
        SettingsError: it cannot be read, or something in it is wrong.
    """
    if path is None:
        return NoticeSettings()
    file = printable(str(path), 200)
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES)
        found = yaml.safe_load(data.decode("utf-8"))
        settings = NoticeSettings.model_validate({} if found is None else found)
    except OSError as error:
        raise SettingsError("unread", file=file, why=error.strerror or str(error)) from None
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, wrong["loc"])) or "YAML"
        raise SettingsError("wrong", file=file, where=where) from None
    except (yaml.YAMLError, UnicodeError, RecursionError):
        raise SettingsError("no_yaml", file=file) from None
    if (settings.mail or settings.webhook) and not settings.address:
        raise SettingsError("no_address", file=file)
    return settings
