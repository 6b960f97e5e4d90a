"""The command: where it listens, what it prints, and what it needs."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from cascadia_print.web import start
from tests.cli.conftest import Run, own, run

__all__ = ["own", "run"]

ROOT = Path(__file__).parents[2]


def test_serves_until_it_is_stopped(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cascadia_print", "serve", "A", "--port", "0"]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
    )
    assert process.stdout
    assert process.stderr
    try:
        line = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert address, line
        for _ in range(50):
            try:
                with urllib.request.urlopen(f"{address[0]}start", timeout=5) as reply:
                    assert b'"A@1"' in reply.read()
                break
            except OSError:
                continue
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert process.stderr.read() == ""
    finally:
        process.kill()
        process.communicate()


def test_in_a_network_the_address_has_a_secret_and_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "lan_address", lambda: "127.0.0.1")
    secrets = set()
    for _ in range(2):
        door = start.open_door(0, lan=True)
        with door.socket:
            port = door.socket.getsockname()[1]
            assert door.hosts == {f"127.0.0.1:{port}"}
            assert door.address == f"http://127.0.0.1:{port}/{door.secret}/"
            assert len(door.secret) >= 22
            secrets.add(door.secret)
    assert len(secrets) == 2
    code = start.qr_code("http://192.168.0.9:8417/abc/", coloured=False)
    assert set(code) <= set(" █▀▄\n")
    assert len(code.splitlines()) > 15
    assert len({len(line) for line in code.splitlines()}) == 1


def test_without_lan_nobody_else_can_call() -> None:
    door = start.open_door(0, lan=False)
    with door.socket:
        assert door.socket.getsockname()[0] == "127.0.0.1"
        assert door.secret == ""


def test_a_port_that_is_taken_is_told(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("serve", "A", "--port", str(port))
    assert result.code == 2
    assert f"Port {port} cannot be had" in result.err
    assert "--port 0" in result.err


def test_no_network_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> str:
        raise start.NoNetwork

    monkeypatch.setattr(start, "lan_address", nowhere)
    result = run("serve", "A", "--lan", "--lang", "de")
    assert (result.code, result.out) == (2, "")
    assert "in keinem Netz" in result.err


@pytest.mark.parametrize("package", ["starlette", "uvicorn", "segno"])
def test_without_the_extra_it_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    for name in [*sys.modules]:
        if name.startswith(("cascadia_print.web", f"{package}.")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    result = run("serve")
    assert result.code == 2
    assert result.err.strip() == (
        f'This needs the package {package}: pip install "cascadia_print[web]"'
    )


def test_a_sheet_of_ones_own_and_an_unknown_one(run: Run) -> None:
    assert run("serve", "Zz").code == 4
    assert run("serve", "missing.yaml").code == 4


def test_help_loads_no_server() -> None:
    heavy = "{'starlette', 'uvicorn', 'segno'}"
    code = f"import sys, cascadia_print.cli.app; print({heavy} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.strip() == "set()"
