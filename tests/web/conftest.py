"""A server in a thread, and a browser to look at it."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from cascadia_print.sheet.lookup import load_sheet, shipped
from cascadia_print.web.shelf import Shelf
from cascadia_print.web.start import Door, NoNetwork, open_door, server

QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
"""A browser that calls nobody of its own accord."""


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    return Shelf([load_sheet(path) for path in shipped()], cascadia=True)


class Served:
    """A server on a free port of this machine, `lan`: under its address in the network."""

    def __init__(self, shelf: Shelf, *, lan: bool = False) -> None:
        self.door: Door = open_door(0, lan=lan)
        self.server = server(self.door, shelf)
        self.thread = threading.Thread(target=self.server.run, args=([self.door.socket],))
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    @property
    def address(self) -> str:
        return self.door.address

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.door.socket.close()


@pytest.fixture(scope="session")
def served(shelf: Shelf) -> Iterator[Served]:
    found = Served(shelf)
    yield found
    found.stop()


@pytest.fixture
def in_network(shelf: Shelf) -> Iterator[Served]:
    try:
        found = Served(shelf, lan=True)
    except NoNetwork:
        pytest.skip("this machine is in no network")
    yield found
    found.stop()


def chromium_path() -> str | None:
    """The browser of the system: none is downloaded."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("CASCADIA_PRINT_BROWSER") or next(
        (found for name in names if (found := shutil.which(name))), None
    )


@pytest.fixture(scope="module")  # no longer: its event loop would be in the way of others
def chromium() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = chromium_path()
    if path is None:
        pytest.skip("no Chromium is installed")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        browser.close()
