"""Keys, cookies, origins and headers: who somebody is, and what a browser may do with what it gets.

A person's key is a random secret that never leaves its owner's cookie or header; the server knows its hash.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

from cardshed.engine.messages import Message
from cardshed.tables.fair import hashed

COOKIE = "cardshed_key"
COOKIE_SECONDS = 400 * 86_400
DIGITS = re.compile("[0-9]{1,15}")
KEY = re.compile(r"[A-Za-z0-9_-]{22,64}")

POLICY = "content-security-policy"
OWN_STYLE = {POLICY: "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"}
HEADERS = {
    POLICY: (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",  # what is one person's is kept by no proxy on the way
}


def new_key() -> str:
    return secrets.token_urlsafe(24)


def key_of(connection: HTTPConnection) -> str | None:
    """The key that a request or socket brings: in a header, or in the cookie."""
    scheme, _, given = connection.headers.get("authorization", "").partition(" ")
    found = given.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE, "")
    return found if KEY.fullmatch(found) else None


def person_of(connection: HTTPConnection) -> str | None:
    """Who it is, as the server knows them."""
    key = key_of(connection)
    return hashed(key) if key else None


def address_of(connection: HTTPConnection, match: str, proxies: frozenset[str]) -> str | None:
    """From where somebody comes to a table, as a hash that says nothing elsewhere; None if many may share it."""
    host = connection.client.host if connection.client else ""
    try:
        at = ip_address(host)
    except ValueError:  # no address at all
        return None
    if isinstance(at, IPv6Address):
        at = at.ipv4_mapped or at
    if isinstance(at, IPv6Address) and not at.is_loopback:
        at = IPv6Address(int(at) >> 64 << 64)  # whoever has one address has the others of that network too
    return None if at.is_loopback or host in proxies or str(at) in proxies else hashed(f"{match} {at}")


def same_origin(connection: HTTPConnection, allowed: frozenset[str]) -> bool:
    """Whether a page of ours opened this socket. A program sends no origin, and brings its key in a header."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    try:
        host = urlsplit(origin).netloc
    except ValueError:  # no address at all
        return False
    return origin in allowed or (host != "" and host == connection.headers.get("host"))


Scope = MutableMapping[str, Any]
App = Callable[..., Awaitable[None]]


class BodyLimit:
    """Refuses requests that are too long, whether they say how long they are or not."""

    def __init__(self, app: App, most: int, told: Callable[[Message, int], Response]) -> None:
        self.app = app
        self.most = most
        self.told = told

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        parts, size, more = [], 0, True
        length = Headers(scope=scope).get("content-length", "0")
        if not DIGITS.fullmatch(length) or int(length) > self.most:
            size = self.most + 1
        while more and size <= self.most:
            part = await receive()
            parts.append(part)
            size += len(part.get("body", b""))
            more = part.get("more_body", False)
        if size > self.most:
            refusal = self.told(Message("server.refused.body", most=self.most), 413)
            await refusal(scope, receive, send)
            return

        async def again() -> Scope:
            return parts.pop(0) if parts else await receive()

        await self.app(scope, again, send)


class SecurityHeaders:
    """Puts the headers on every answer, also on errors; those that an answer brings itself stay."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        async def send_with_headers(message: Scope) -> None:
            if message["type"] == "http.response.start":
                brought = {name for name, _ in message["headers"]}
                ours = [header for header in self.headers if header[0] not in brought]
                message["headers"] = [*message["headers"], *ours]
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)
