"""The pictures of docs/tap.md, taken in a browser: `python -m docs.tap_pictures`."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from cascadia_print import resources
from cascadia_print.sheet.lookup import load_sheet, shipped
from cascadia_print.web.shelf import Shelf
from tests.web.conftest import QUIET, Served, chromium_path

FOLDER = Path(__file__).parent
EXAMPLES = resources.root("data") / "examples"


def main() -> None:
    """Draw the page in a wide window and on a telephone."""
    served = Served(Shelf([load_sheet(path) for path in shipped()], cascadia=True))
    try:
        with sync_playwright() as playwright:
            path = chromium_path()
            browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
            wide = browser.new_page(viewport={"width": 1280, "height": 1010})
            game(wide, served.address, "A", lambda data: {**data, "taken": _all_but_row_1(data)})
            keep(wide, "tap.png")
            phone = browser.new_page(
                viewport={"width": 390, "height": 780}, color_scheme="dark", device_scale_factor=1.5
            )
            game(phone, served.address, "B", lambda data: data)
            phone.locator(".paper").evaluate("paper => paper.scrollIntoView()")
            keep(phone, "tap-phone.png")
            table = browser.new_page(viewport={"width": 1280, "height": 900})
            cascadia(table, served.address)
            keep(table, "tap-cascadia.png")
            browser.close()
    finally:
        served.stop()


def _all_but_row_1(data: dict[str, Any]) -> list[str]:
    return ["forests-2", "prairies-2", "wetlands-2", "forests-4", *data["picks"]]


def game(tab: Any, address: str, letter: str, changed: Any) -> None:
    """Open the worked example of a sheet, changed a little."""
    data = changed(json.loads((EXAMPLES / f"rulebook-{letter.lower()}.json").read_text("utf-8")))
    tab.goto(f"{address}?lang=en")
    tab.wait_for_selector('body[data-judged="yes"]')
    text = json.dumps(data).encode()
    file = {"name": "ana.json", "mimeType": "application/json", "buffer": text}
    tab.set_input_files("#file", file)
    tab.wait_for_selector(
        f'body[data-judged="yes"][data-sheet="{data["sheet"]}"] .total:text-matches("[0-9]")'
    )
    tab.wait_for_timeout(1000)  # until the ink is dry


def cascadia(tab: Any, address: str) -> None:
    """Two players of a game of Cascadia, and what was counted for the elk of one."""
    tab.goto(f"{address}?lang=en")
    tab.wait_for_selector('body[data-judged="yes"]')
    text = (EXAMPLES / "cascadia-game.txt").read_text("utf-8")
    two = re.split("(?m)^(?=player|pad)", text)[:3]
    file = {"name": "game.txt", "mimeType": "text/plain", "buffer": "".join(two).encode()}
    tab.set_input_files("#file", file)
    tab.wait_for_selector('body[data-judged="yes"][data-sheet="cascadia"] #ranking li')
    tab.click('.player:nth-child(2) [data-lit="elk"]')
    tab.evaluate("scrollTo(0, 0)")
    tab.wait_for_timeout(300)


def keep(tab: Any, name: str) -> None:
    picture = Image.open(io.BytesIO(tab.screenshot())).convert("RGB")
    picture.quantize(128, dither=Image.Dither.NONE).save(FOLDER / name, optimize=True)
    print(FOLDER / name)


if __name__ == "__main__":
    main()
