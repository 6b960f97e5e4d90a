"""The server of the tap page: it shows sheets, judges what it is sent, and keeps nothing.

It answers only those who call it by its own name (`hosts`) and know its secret, if it has one.
All files that it gives out were read when it started; no path of a request is one of the disk.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from html import escape
from secrets import compare_digest
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cascadia_print import resources
from cascadia_print.report.faults import fault_object, fault_text
from cascadia_print.sheet.faults import Unreadable
from cascadia_print.sheet.locale import Locale, locale
from cascadia_print.sheet.located import decoded
from cascadia_print.web import answer
from cascadia_print.web.drawn import common_object, sheet_object
from cascadia_print.web.environment import table_object
from cascadia_print.web.shelf import CASCADIA, Shelf

_LOG = logging.getLogger(__name__)

LARGEST = 1_000_000
"""The largest body that is taken, in bytes."""

PATIENCE = 10 * LARGEST
"""So much of a body that is too large is thrown away before its sender is told, in bytes."""

LANGUAGES = ("en", "de")

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-cache",
}

_FILES = {
    "tap.css": "text/css; charset=utf-8",
    "board.css": "text/css; charset=utf-8",
    "tap.js": "text/javascript; charset=utf-8",
    "board.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}

Judge = Callable[[str, Shelf, Locale, str], dict[str, Any]]


class TooLarge(Exception):
    """A body of more than LARGEST bytes."""


def application(
    shelf: Shelf, hosts: frozenset[str], secret: str = "", language: str = ""
) -> ASGIApp:
    """The server for these sheets.

    `hosts`: by which names and ports it may be called, as "127.0.0.1:8417". `secret`: the first
    part of every path. `language`: that of the page for who asks for none.
    """
    root = resources.root("templates") / "web"
    files = {name: (root / name).read_bytes() for name in _FILES}
    html = (root / "tap.html").read_text(encoding="utf-8")

    @lru_cache(maxsize=64)
    def sheet_text(ref: str, code: str) -> str:
        if ref == CASCADIA:
            return _json(table_object(locale(code)))
        return _json(sheet_object(shelf.find(ref), locale(code)))

    @lru_cache
    def start_text(code: str) -> str:
        words = locale(code)
        sheets = [
            {"ref": s.ref, "letter": s.id, "name": s.name.get(code) or s.name.get("en") or s.id}
            for s in shelf.sheets
        ]
        if shelf.cascadia:
            sheets.append({"ref": CASCADIA, "letter": "", "name": words.text("web.board.name")})
        texts = dict(words.words("web"))
        return _json({"sheets": sheets, "words": texts, **common_object(words)})

    async def page(request: Request) -> Response:
        code = _language(request, language)
        return Response(_page(html, locale(code)), media_type="text/html; charset=utf-8")

    async def file(request: Request) -> Response:
        name = request.url.path.rpartition("/")[2]
        return Response(files[name], media_type=_FILES[name])

    async def start(request: Request) -> Response:
        text = await run_in_threadpool(start_text, _language(request, language))
        return Response(text, media_type="application/json")

    async def sheet(request: Request) -> Response:
        ref, code = request.path_params["ref"], _language(request, language)
        if ref not in shelf.refs:
            return _refusal(404, "not-found", code)
        text = await run_in_threadpool(sheet_text, ref, code)
        return Response(text, media_type="application/json")

    def judged(judge: Judge) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            code = _language(request, language)
            if request.headers.get("content-type", "").partition(";")[0] != "application/json":
                return _refusal(415, "not-json", code)
            words = locale(code)
            name = _file_name(request.query_params.get("file", "")) or words.text("web.file")
            try:
                text = decoded(await _body(request), name)
                return Response(
                    _json(await run_in_threadpool(judge, text, shelf, words, name)),
                    media_type="application/json",
                )
            except TooLarge:
                return _refusal(413, "too-large", code)
            except Unreadable as error:
                faults = [fault_object(fault, words) for fault in error.faults]
                shown = fault_text(error.faults, words)
                return JSONResponse({"faults": faults, "text": shown}, status_code=400)

        return endpoint

    routes = [
        Route("/", page),
        *(Route(f"/{name}", file) for name in _FILES),
        Route("/start", start),
        Route("/sheets/{ref}", sheet),
        Route("/audit", judged(answer.audit), methods=["POST"]),
        Route("/tapped", judged(answer.tapped), methods=["POST"]),
    ]
    handlers = {
        404: _refusing(404, "not-found", language),
        405: _refusing(405, "not-allowed", language),
        Exception: _refusing(500, "fault", language),
    }
    inner = Starlette(
        routes=routes,
        exception_handlers=handlers,
        middleware=[Middleware(GZipMiddleware, minimum_size=2000)],
    )
    inner.router.redirect_slashes = False
    return Guard(inner, hosts, secret, language)


class Guard:
    """Lets in who calls the server by its name and knows the secret, and dresses every answer."""

    def __init__(
        self, inner: ASGIApp, hosts: frozenset[str], secret: str, language: str = ""
    ) -> None:
        self.inner, self.hosts, self.secret, self.language = inner, hosts, secret, language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        refused = self.refused(scope)
        if refused:
            code = _language(Request(scope), self.language)
            await _refusal(403, refused, code)(scope, receive, dressed)
            return
        if self.secret:
            path = scope["path"][len(self.secret) + 1 :]
            scope = {**scope, "path": path, "raw_path": path.encode()}
        try:
            await self.inner(scope, receive, dressed)
        except Exception as error:
            # The caller has his answer (500); the terminal is told in a line, and all goes on.
            if os.environ.get("CASCADIA_PRINT_DEBUG") == "1":
                raise
            what = f"{type(error).__name__}: {error}".splitlines()[0]
            _LOG.error("cascadia-print: %s %s: %s", scope["method"], scope["path"][:80], what)

    def refused(self, scope: Scope) -> str:
        """Why a request is refused: "host", "origin", "secret"; "" if it is let in."""
        headers = Headers(scope=scope)
        if headers.get("host", "").lower() not in self.hosts:
            return "host"
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in {f"http://{host}" for host in self.hosts}:
            return "origin"
        if headers.get("sec-fetch-site", "none") == "cross-site" and scope["method"] != "GET":
            return "origin"
        if self.secret:
            given, slash, _ = scope["path"][1:].partition("/")
            if not slash or not compare_digest(given.encode(), self.secret.encode()):
                return "secret"
        return ""


async def _body(request: Request) -> bytes:
    """The body. Raises TooLarge for one beyond the limit.

    What is not kept is still read, as far as PATIENCE, or the sender would not hear the answer.
    """
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length) > PATIENCE:
        raise TooLarge
    found, size = bytearray(), 0
    try:
        async for part in request.stream():
            size += len(part)
            if size <= LARGEST:
                found += part
            elif size > PATIENCE:
                break
    except ClientDisconnect:
        return b""
    if size > LARGEST:
        raise TooLarge
    return bytes(found)


def _language(request: Request, default: str) -> str:
    """The language asked for, else that of the server, else the first that the browser names."""
    asked = request.query_params.get("lang")
    if asked in LANGUAGES:
        return asked
    if default:
        return default
    for part in request.headers.get("accept-language", "").split(","):
        code = part.partition(";")[0].strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"


def _page(html: str, words: Locale) -> str:
    """The HTML with its words filled in: `{{name}}` stands for `web.name`."""
    return re.sub(
        r"\{\{([\w.-]+)\}\}",
        lambda field: (
            words.language if field[1] == "language" else escape(words.text(f"web.{field[1]}"))
        ),
        html,
    )


def _refusal(status: int, reason: str, language: str) -> Response:
    words = locale(language or "en")
    headers = {"Connection": "close"} if status == 413 else None
    return PlainTextResponse(words.text(f"web.refused.{reason}") + "\n", status, headers)


def _refusing(status: int, reason: str, language: str) -> Callable[[Request, Exception], Response]:
    def handler(request: Request, error: Exception) -> Response:
        return _refusal(status, reason, _language(request, language))

    return handler


def _file_name(name: str) -> str:
    """The name of the reader's file for messages, without what a terminal or page would obey."""
    return "".join(c for c in name if c.isprintable())[:100]


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
