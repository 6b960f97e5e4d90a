"""Where the server listens, and how a telephone finds it."""

from __future__ import annotations

import io
import os
import secrets
import socket
from dataclasses import dataclass

import segno
import uvicorn

from cascadia_print.web.server import application
from cascadia_print.web.shelf import Shelf

LOOPBACK = "127.0.0.1"
CONNECTIONS = 100
"""So many at once; who comes then is told to try again."""


class NoNetwork(OSError):
    """The machine is in no network that others could reach it by."""


@dataclass(frozen=True, slots=True)
class Door:
    """A socket that listens, the address to type or scan, and the secret in it, "" for none."""

    socket: socket.socket
    address: str
    hosts: frozenset[str]
    secret: str


def open_door(port: int, *, lan: bool) -> Door:
    """Listen on `port` (0: any that is free), on this machine alone or, `lan`, in its network.

    In a network the address holds a secret of 128 bits, new each time. Raises NoNetwork, and
    OSError for a port that cannot be had.
    """
    host = lan_address() if lan else LOOPBACK
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it would share the port with another program
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()
    except OSError:
        listening.close()
        raise
    port = listening.getsockname()[1]
    secret = secrets.token_urlsafe(16) if lan else ""
    names = [host] if lan else [LOOPBACK, "localhost"]
    # A browser leaves the port of http out.
    hosts = frozenset(name for n in names for name in (f"{n}:{port}", *([n] if port == 80 else ())))
    path = f"{secret}/" if secret else ""
    return Door(listening, f"http://{host}:{port}/{path}", hosts, secret)


def lan_address() -> str:
    """The address of this machine in its network. Raises NoNetwork."""
    # Nothing is sent: the system only says by which address it would send.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
            found: str = asking.getsockname()[0]
        except OSError:
            found = ""
    if not found or found.startswith(("127.", "0.")):
        raise NoNetwork
    return found


def qr_code(address: str, *, coloured: bool) -> str:
    """The address as a code for the camera, of block signs; `coloured` in black on white."""
    text = io.StringIO()
    segno.make(address, error="m").terminal(text, compact=True)
    lines = text.getvalue().rstrip("\n").split("\n")
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" if coloured else line for line in lines)


def server(door: Door, shelf: Shelf, language: str = "") -> uvicorn.Server:
    """The server behind a door: `run(sockets=[door.socket])` serves until Ctrl-C."""
    return uvicorn.Server(
        uvicorn.Config(
            application(shelf, door.hosts, door.secret, language),
            log_level="error",
            access_log=False,
            server_header=False,
            lifespan="off",
            ws="none",
            loop="asyncio",
            http="h11",
            limit_concurrency=CONNECTIONS,
            timeout_keep_alive=10,
            timeout_graceful_shutdown=2,
            h11_max_incomplete_event_size=16 * 1024,
        )
    )
