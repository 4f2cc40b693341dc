"""What a server calls: a push service, a webhook and a mail server, in threads of the test."""

from __future__ import annotations

import base64
import json
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)


class Heard(NamedTuple):
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Listener:
    """Answers requests with a status, and keeps them."""

    def __init__(self, server: ThreadingHTTPServer, scheme: str) -> None:
        self.address = f"{scheme}://127.0.0.1:{server.server_port}"
        self.heard: Queue[Heard] = Queue()
        self.status = 201

    def next(self) -> Heard:
        return self.heard.get(timeout=60)


@contextmanager
def listening(tls: ssl.SSLContext | None = None) -> Iterator[Listener]:
    """Listen on this computer for requests."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            named = {key.lower(): value for key, value in self.headers.items()}
            listener.heard.put(Heard(self.path, named, body))
            self.send_response(listener.status)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listener = Listener(server, "https" if tls else "http")
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield listener
    server.shutdown()
    server.server_close()


def certificate_in(folder: Path) -> ssl.SSLContext:
    """Write a certificate of ``localhost`` that nobody has signed, and return what uses it."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1)).not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    file = folder / "certificate.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + made.public_bytes(Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


class Browser:
    """The keys of a browser, which alone reads what is pushed to it (RFC 8291)."""

    def __init__(self) -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._auth = bytes(range(16))

    def subscription(self, address: str) -> dict[str, str]:
        return {"endpoint": address, "p256dh": text_of(self._public), "auth": text_of(self._auth)}

    @property
    def _public(self) -> bytes:
        return point_of(self._private.public_key())

    def read(self, body: bytes) -> Any:
        """Decrypt a message of one record."""
        salt, length = body[:16], body[20]
        theirs = body[21 : 21 + length]
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self._private.exchange(ec.ECDH(), key)
        info = b"WebPush: info\0" + self._public + theirs
        secret = HKDF(hashes.SHA256(), 32, self._auth, info).derive(shared)
        kind = b"Content-Encoding: %s\0"
        cipher = HKDF(hashes.SHA256(), 16, salt, kind % b"aes128gcm").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, kind % b"nonce").derive(secret)
        plain = AESGCM(cipher).decrypt(nonce, body[21 + length :], None)
        assert plain.rstrip(b"\0")[-1:] == b"\x02"
        return json.loads(plain.rstrip(b"\0")[:-1])


def signed_claims(authorization: str, public: str) -> Any:
    """Return what a server claims of itself (RFC 8292), of which the signature is verified."""
    scheme, _, rest = authorization.partition(" ")
    found = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, found["k"]) == ("vapid", public)
    head, claims, signature = found["t"].split(".")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(public))
    both = bytes_of(signature)
    r, s = (int.from_bytes(each, "big") for each in (both[:32], both[32:]))
    key.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(bytes_of(claims))


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class MailBox:
    """A mail server that takes everything, or says nothing at all where it ``hangs``."""

    def __init__(self, server: socket.socket, hangs: bool) -> None:
        self.port = int(server.getsockname()[1])
        self.mails: Queue[tuple[str, str]] = Queue()
        """The address and the text of each mail."""
        self.called: Queue[str] = Queue()
        self._server, self._hangs = server, hangs
        self._open: list[socket.socket] = []
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                wire, _ = self._server.accept()
                self._open.append(wire)
                self.called.put("")
                if not self._hangs:
                    Thread(target=self._take, args=(wire,), daemon=True).start()

    def _take(self, wire: socket.socket) -> None:
        with suppress(OSError):  # the test may be over
            self._talk(wire)

    def _talk(self, wire: socket.socket) -> None:
        stream, to = wire.makefile("rwb", buffering=0), ""
        stream.write(b"220 here\r\n")
        for line in stream:
            word = line.split(b" ")[0].strip().upper()
            if word == b"RCPT":
                to = line.partition(b"<")[2].partition(b">")[0].decode()
            if word == b"DATA":
                stream.write(b"354 go on\r\n")
                lines = []
                while (row := stream.readline()) not in (b".\r\n", b""):
                    lines.append(row)
                self.mails.put((to, b"".join(lines).decode()))
            stream.write(b"250 ok\r\n" if word != b"QUIT" else b"221 bye\r\n")
        stream.close()
        wire.close()

    def close(self) -> None:
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for wire in self._open:
            wire.close()


@contextmanager
def mail_server(*, hangs: bool = False) -> Iterator[MailBox]:
    """Take mails on this computer."""
    box = MailBox(socket.create_server(("127.0.0.1", 0)), hangs)
    yield box
    box.close()
