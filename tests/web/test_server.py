"""The server: whom it lets in, what it gives out, and what it says to broken files."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from cascadia_print import resources
from cascadia_print.cli.audit import read_and_judge
from cascadia_print.report.json import sheet_object
from cascadia_print.sheet.locale import locale
from cascadia_print.web import answer
from cascadia_print.web.server import LARGEST, Guard
from cascadia_print.web.shelf import Shelf
from tests.web.conftest import Served

EXAMPLES = resources.root("data") / "examples"
ALL = sorted(EXAMPLES.glob("*.json"))
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def client(served: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.address, timeout=30) as client:
        yield client


def post(client: httpx.Client, path: str, body: Any, **headers: str) -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post(path, content=content, headers=JSON | headers)


def raw(served: Served, text: bytes) -> bytes:
    """The answer to bytes as they are, which no client would send."""
    with socket.create_connection(served.door.socket.getsockname(), timeout=10) as connection:
        connection.sendall(text)
        found = b""
        while part := connection.recv(65536):
            found += part
        return found


# -- what it gives out ---------------------------------------------------------------------------


def test_page_and_its_files_are_dressed(client: httpx.Client) -> None:
    for path in (
        "/",
        "/tap.css",
        "/board.css",
        "/tap.js",
        "/board.js",
        "/icon.svg",
        "/start",
        "/sheets/A@1",
    ):
        reply = client.get(path)
        assert reply.status_code == 200, path
        policy = reply.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert reply.headers["Referrer-Policy"] == "no-referrer"
        assert "server" not in reply.headers


def test_page_has_no_words_or_styles_of_its_own(client: httpx.Client) -> None:
    for language in ("en", "de"):
        html = client.get("/", params={"lang": language}).text
        assert f'<html lang="{language}">' in html
        assert "{{" not in html
        assert not re.search(r"web\.|<style|style=|<script>|\son\w+=", html)
    assert "Rückgängig" in html or "Zurück" in html


def test_every_word_of_the_page_is_there_in_both_languages() -> None:
    folder = resources.root("templates") / "web"
    script = "".join((folder / name).read_text("utf-8") for name in ("tap.js", "board.js"))
    html = (resources.root("templates") / "web" / "tap.html").read_text("utf-8")
    asked = set(re.findall(r'"((?:[a-z]+\.)[a-z-]+|undone|redone|total|achieved|summary)"', script))
    asked &= {w for w in asked if w.split(".")[0] in {k.split(".")[0] for k in words("en")}}
    asked |= set(re.findall(r"\{\{([\w.-]+)\}\}", html)) - {"language"}
    assert len(asked) > 60
    for language in ("en", "de"):
        assert asked <= set(words(language))
    assert set(words("en")) == set(words("de"))
    fields = {key: set(re.findall(r"\{(\w+)", text)) for key, text in words("en").items()}
    assert fields == {key: set(re.findall(r"\{(\w+)", t)) for key, t in words("de").items()}


def words(language: str) -> dict[str, str]:
    return dict(locale(language)._section("web"))


def test_language_is_that_of_the_browser_or_as_asked(client: httpx.Client) -> None:
    def asked(path: str, accepted: str) -> str:
        return client.get(path, headers={"Accept-Language": accepted}).text

    assert '<html lang="de">' in asked("/", "fr;q=0.9, de-AT;q=0.8")
    assert '<html lang="en">' in asked("/", "fr")
    assert '<html lang="en">' in asked("/?lang=en", "de")


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/sheets/E@1",
        "/sheets/A",
        "/sheets/..%2F..%2Fpyproject.toml",
        "/..%2f..%2f..%2fetc/passwd",
        "/tap.html",
        "/tap.css/",
        "/templates/web/tap.js",
        "/%00",
    ],
)
def test_no_file_of_the_machine_is_reached(client: httpx.Client, path: str) -> None:
    reply = client.get(path)
    assert reply.status_code == 404
    assert reply.text == "There is nothing here.\n"


@pytest.mark.parametrize(
    "path", ["GET /../../../etc/passwd", "GET //etc/passwd", "GET /sheets/../x"]
)
def test_no_path_leads_out(served: Served, path: str) -> None:
    host = next(iter(served.door.hosts))
    reply = raw(served, f"{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert reply.startswith(b"HTTP/1.1 404")
    assert b"root:" not in reply


@pytest.mark.parametrize("ref", "ABCD")
def test_ids_of_the_page_are_those_of_sheet_and_picture(
    client: httpx.Client, shelf: Shelf, ref: str
) -> None:
    sheet, page = shelf.find(ref), client.get(f"/sheets/{ref}@1").json()
    drawn = {
        kind: set(re.findall(rf'data-kind="{kind}" data-id="([^"]+)"', page["svg"]))
        for kind in ("space", "bonus", "box", "line")
    }
    offered = {
        kind: {offer["id"] for offer in page["offers"] if offer["kind"] == kind}
        for kind in ("bonus", "box")
    }
    assert {space["id"] for space in page["spaces"]} == drawn["space"] == set(sheet.space)
    assert offered["bonus"] == drawn["bonus"] == set(sheet.bonus)
    assert offered["box"] == drawn["box"] == set(sheet.boxes)
    assert {line["id"] for line in page["lines"]} == drawn["line"] | {"total"}
    assert all("at" in place for place in (*page["spaces"], *page["lines"]))


# -- whom it lets in -----------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", ""])
def test_foreign_host_is_refused(client: httpx.Client, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 403


def test_localhost_is_the_same(client: httpx.Client, served: Served) -> None:
    host = f"localhost:{served.door.socket.getsockname()[1]}"
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
def test_another_page_is_refused(client: httpx.Client, headers: dict[str, str]) -> None:
    reply = post(client, "/audit", {}, **headers)
    assert reply.status_code == 403
    assert reply.text == "Another page may not ask this server.\n"


def test_own_page_is_let_in(client: httpx.Client, served: Served) -> None:
    reply = post(client, "/audit", ALL[0].read_bytes(), Origin=served.address.rstrip("/"))
    assert reply.status_code == 200


def test_secret_is_needed_for_everything() -> None:
    asked: list[str] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        asked.append(scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    transport = httpx.ASGITransport(Guard(inner, frozenset({"192.168.0.9:8417"}), "s3cret"))
    given = {
        "/s3cret/": 200,
        "/s3cret/tap.js": 200,
        "/": 403,
        "/tap.js": 403,
        "/s3cret": 403,
        "/s3cre/": 403,
        "/s3crett/": 403,
        "/S3CRET/": 403,
        "/%C3%A9/": 403,
        "//s3cret/": 403,
    }

    async def ask() -> dict[str, int]:
        async with httpx.AsyncClient(transport=transport, base_url="http://192.168.0.9:8417") as c:
            return {path: (await c.get(path)).status_code for path in given}

    import anyio

    assert anyio.run(ask) == given
    assert asked == ["/", "/tap.js"]


# -- what it says to files -----------------------------------------------------------------------


def plain(value: Any) -> Any:
    """A report without the places in its file."""
    left = ("file", "line", "column", "pointer")
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items() if k not in left}
    return [plain(v) for v in value] if isinstance(value, (list, tuple)) else value


@pytest.mark.parametrize("file", ALL, ids=lambda file: file.stem)
def test_audit_is_that_of_the_command(client: httpx.Client, file: Path) -> None:
    reply = post(client, "/audit", file.read_bytes()).json()
    (judged,) = read_and_judge(file)
    (found,) = reply["report"]["sheets"]
    assert found | {"file": ""} == sheet_object(judged, locale("en")) | {"file": ""}


@pytest.mark.parametrize("file", ALL, ids=lambda file: file.stem)
def test_state_of_a_file_makes_a_file_that_is_judged_alike(
    client: httpx.Client, tmp_path: Path, file: Path
) -> None:
    first = post(client, "/audit", file.read_bytes()).json()
    states = {"players": [player["state"] for player in first["players"]]}
    reply = post(client, "/tapped", states).json()
    made = tmp_path / file.name
    made.write_text(reply["text"], "utf-8")
    for judged, again in zip(read_and_judge(file), read_and_judge(made), strict=True):
        old, new = (sheet_object(j, locale("en")) for j in (judged, again))
        assert plain(new) == plain(old)


LOG = [
    "0 | slots 11 3 5 9",
    "1 | dice hawk salmon/hawk elk | special hawk/bear | own hawk salmon",
    "  | action down hawk | take 5 salmon | tally 1 1 1 1 6 1",
    "2 | dice salmon elk fox | special wild | own fox salmon | open rivers 2 cost 4 salmon gives 1",
    "  | take 3 salmon | card slot 1 | mark a5 | tally 1 1 1 1 5 2",
]


@pytest.mark.parametrize("said", [{}, {"spaces": {"a5": 2}}, {"spaces": {"a1": 2}}])
def test_a_log_is_replayed_as_by_the_command(
    client: httpx.Client, tmp_path: Path, said: dict[str, Any]
) -> None:
    file = tmp_path / "ana.json"
    data = {"format": "cascadia-print/filled-sheet", "sheet": "A@1", "log": LOG, **said}
    file.write_text(json.dumps(data), "utf-8")
    reply = post(client, "/audit", file.read_bytes()).json()
    (judged,) = read_and_judge(file)
    assert plain(reply["report"]["sheets"][0]) == plain(sheet_object(judged, locale("en")))
    (player,) = reply["players"]
    assert player["logged"]["marks"] == (said.get("spaces") or {"a5": 2})
    again = post(client, "/tapped", {"players": [player["state"]]}).json()
    assert json.loads(again["text"])["log"] == LOG
    assert plain(again["report"]["sheets"]) == plain(reply["report"]["sheets"])


def test_several_states_are_a_game(client: httpx.Client) -> None:
    states = [
        player["state"]
        for file in ALL
        if file.stem in ("rulebook-a", "slips-a")
        for player in post(client, "/audit", file.read_bytes()).json()["players"]
    ]
    head = {"date": "2026-01-02", "note": "rain"}
    reply = post(client, "/tapped", {**head, "players": states}).json()
    game = json.loads(reply["text"])
    assert game["format"] == "cascadia-print/game"
    assert {key: game[key] for key in head} == head == reply["table"]
    one = post(client, "/tapped", {**head, "players": states[:1]}).json()
    assert one["table"] == {}
    assert head.items() <= json.loads(one["text"]).items()
    assert [player["player"] for player in game["players"]] == ["Ana", "Ben"]
    assert "Ben" in reply["unranked"]


def test_players_of_a_game_use_the_same_sheet(client: httpx.Client) -> None:
    states = [{"sheet": f"{x}@1", "spaces": {}, "player": x} for x in "AAB"]
    reply = post(client, "/tapped", {"players": states}).json()
    rules = [[f["rule"] for f in sheet["findings"]] for sheet in reply["report"]["sheets"]]
    assert rules == [[], [], ["RH-16"]]
    assert "RH-16" in reply["unranked"]


@pytest.mark.parametrize("path", ["/audit", "/tapped"])
@pytest.mark.parametrize(
    ("body", "id", "line", "column"),
    [
        (b"", "IN-empty", 0, 0),
        (b"{", "IN-syntax-bracket", 1, 1),
        (b'{"a": 1,\n "a": 2}', "IN-duplicate-key", 2, 2),
        (b"\xff\xfe{}", "IN-encoding", 1, 1),
        (b'{"players": NaN}', "IN-not-a-number", 1, 13),
        (b"[" * 5000, "IN-too-deep", 1, 51),
    ],
)
def test_broken_json_is_told_with_its_place(
    client: httpx.Client, path: str, body: bytes, id: str, line: int, column: int
) -> None:
    reply = post(client, f"{path}?file=ana.json", body)
    assert reply.status_code == 400
    fault = reply.json()["faults"][0]
    assert (fault["file"], fault["id"], fault["line"], fault["column"]) == (
        "ana.json",
        id,
        line,
        column,
    )


def test_faults_are_those_of_the_command(client: httpx.Client) -> None:
    body = b'{"format": "cascadia-print/filled-sheet",\n "shet": "A@1",\n "tally": {"bear": "x"}}'
    reply = post(client, "/audit?file=ana.json", body).json()
    assert [(f["line"], f["column"]) for f in reply["faults"]] == [(2, 2), (3, 20)]
    assert "ana.json:2:2: There is no key `shet` here. Did you mean `sheet`?" in reply["text"]
    assert "Gemeint: `sheet`?" in post(client, "/audit?lang=de", body).json()["text"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"players": []},
        {"players": 3},
        {"players": [3]},
        {"players": [{"sheet": 3}]},
        {"players": [{"sheet": "Z@1"}]},
        {"players": [{"sheet": "A@7"}]},
        {"players": [{"sheet": "../../etc/passwd"}]},
        {"players": [{"sheet": "A@1", "left": 3}]},
        {"players": [{"sheet": "A@1", "more": [3]}]},
        {"players": [{"sheet": "A@1", "spaces": {"a1": [1]}}]},
        {"players": [{"sheet": "A@1", "unknown": 1}]},
        {"players": [{"sheet": "A@1", "picks": "sun.1"}]},
    ],
)
def test_states_that_cannot_be_are_refused_with_reasons(client: httpx.Client, body: Any) -> None:
    reply = post(client, "/tapped", body)
    assert reply.status_code == 400
    assert reply.json()["faults"]


def test_too_large_a_body_is_refused(client: httpx.Client, served: Served) -> None:
    assert post(client, "/audit", b" " * (LARGEST + 1)).status_code == 413
    host = next(iter(served.door.hosts))
    head = f"POST /audit HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    said = raw(served, f"{head}Content-Length: 99999999999\r\n\r\n".encode())
    assert said.startswith(b"HTTP/1.1 413")
    parts = b"40000\r\n" + b" " * 0x40000 + b"\r\n"
    chunked = f"{head}Transfer-Encoding: chunked\r\n\r\n".encode() + parts * 4 + b"0\r\n\r\n"
    assert raw(served, chunked).startswith(b"HTTP/1.1 413")


def test_other_content_and_other_methods_are_refused(client: httpx.Client) -> None:
    assert client.post("/audit", content=b"{}").status_code == 415
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert client.post("/audit", content=b"a=1", headers=form).status_code == 415
    assert client.get("/audit").status_code == 405
    assert client.delete("/").status_code == 405


def test_a_fault_in_one_request_harms_no_other(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = answer.whole_report
    inside, go_on = threading.Event(), threading.Event()

    def whole_report(sheet: Any, filled: Any, **more: Any) -> Any:
        if filled.player == "Eve":
            raise ZeroDivisionError
        if filled.player == "Ana":
            inside.set()
            go_on.wait(10)
        return judged(sheet, filled, **more)

    monkeypatch.setattr(answer, "whole_report", whole_report)
    good = {"players": [{"sheet": "A@1", "player": "Ana", "spaces": {"a1": 3}}]}
    bad = {"players": [{"sheet": "A@1", "player": "Eve", "spaces": {}}]}
    replies: list[httpx.Response] = []
    ana = threading.Thread(target=lambda: replies.append(post(client, "/tapped", good)))
    ana.start()
    assert inside.wait(10)
    reply = post(client, "/tapped", bad)  # while Ana is still being judged
    go_on.set()
    ana.join()
    assert reply.status_code == 500
    assert "Traceback" not in reply.text
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    assert replies[0].json()["players"][0]["shown"] == "3"


def test_who_leaves_in_the_middle_harms_nobody(client: httpx.Client, served: Served) -> None:
    host = next(iter(served.door.hosts))
    with socket.create_connection(served.door.socket.getsockname(), timeout=10) as connection:
        head = f"POST /audit HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        connection.sendall(f"{head}Content-Length: 500\r\n\r\n{{".encode())
    assert client.get("/").status_code == 200
