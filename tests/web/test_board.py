"""The table of Cascadia in a real browser: tiles and tokens laid by taps and by keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cascadia_print import resources
from cascadia_print.cli.audit import read_and_judge
from cascadia_print.report.json import audit_object
from cascadia_print.sheet.locale import locale
from tests.web.test_page import PHONE, SIZES, TARGET, Open, Page, open_page

__all__ = ["open_page"]

pytestmark = pytest.mark.browser

GAME = resources.root("data") / "examples" / "cascadia-game.txt"

ANA = """\
player Ana
cards A
nature 1
claims elk 2 forests 1+2
0,0    F       e    +e
-1,1   MRRRMM  beh
0,1    WWPPPW  sf   +s
1,0    WWWFFF  bs   +s
-1,0   F       b    +b
"""
"""An environment as the text form tells it, and as it is tapped."""


def audited(file: Path) -> Any:
    places = ("file", "line", "column", "pointer")

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: plain(v) for k, v in value.items() if k not in places}
        return [plain(v) for v in value] if isinstance(value, list) else value

    return plain(audit_object(read_and_judge(file), (), locale("en")))


def tap(page: Page, id: str) -> None:
    page.tap("space", id)


def back_at(page: Page, id: str) -> None:
    """Wait until a pad is closed and the keys are those of a hexagon again."""
    page.tab.wait_for_selector("dialog[open]", state="detached")
    page.tab.wait_for_function("id => document.activeElement.dataset.id === id", arg=id)


def hexagons(page: Page) -> list[str]:
    """What lies there, in words."""
    return [text for text in page.labels() if "empty place" not in text]


def lay_ana(page: Page) -> None:
    """The environment of Ana by taps alone."""
    page.sheet("cascadia")
    page.type(".name input", "Ana")
    tap(page, "0,0")
    page.click('[data-starter="forests"]')
    for at in ("0,0", "0,1"):  # a second tap: the token, shown animals first
        tap(page, at)
        page.click("#pad .key")
    tap(page, "1,0")
    for habitat in "WF":
        page.click(f'[data-habitat="{habitat}"]')
    page.click('[data-face="BS"]')
    for _ in range(5):  # once too often: it goes on round to where it was
        page.click(".turner")
    page.click(".turner")
    page.click('[data-token="salmon"]')
    page.click(".tile-done")
    tap(page, "-1,0")
    page.click('[data-habitat="F"]')
    page.click('.animals [data-animal="bear"]')
    page.click(".tile-done")
    page.type('[data-claim="elk"]', "2")
    page.type('[data-claim="forests"]', "1+2")
    tap(page, "-1,0")
    page.key("bear")
    page.tab.select_option('.player.active [data-card="all"]', "A")
    page.type('[data-tally="nature"]', "1")


def test_an_environment_by_taps_is_the_one_in_the_file(open_page: Open, tmp_path: Path) -> None:
    page = open_page()
    lay_ana(page)
    (tmp_path / "ana.txt").write_text(ANA, "utf-8")
    want = audited(tmp_path / "ana.txt")
    assert page.total() == str(want["sheets"][0]["total"]["as_legal"])
    lies = hexagons(page)
    file = page.saved(tmp_path)
    assert file.name == "ana-cascadia.json"
    assert audited(file) == want

    page.tab.reload()
    page.judged()
    assert hexagons(page) == lies
    for _ in range(3):  # nature token, cards, the bear
        page.click("#undo")
    assert "-1,0: bear" in page.tab.locator("#said").inner_text()
    assert hexagons(page) != lies
    for _ in range(3):
        page.click("#redo")
    page.judged()
    assert hexagons(page) == lies

    with page.tab.expect_download() as download:
        page.click("#menu summary")
        page.click("#save-text")
    download.value.save_as(tmp_path / "saved.txt")
    assert audited(tmp_path / "saved.txt") == want

    page.click("button.turn-all")
    page.judged()
    assert hexagons(page) != lies
    assert audited(page.saved(tmp_path))["sheets"][0]["total"] == want["sheets"][0]["total"]


def test_players_from_a_file_stand_side_by_side_and_a_row_shows_what_it_counted(
    open_page: Open, tmp_path: Path
) -> None:
    page = open_page()
    page.opened(GAME)
    ranked = [text.split()[:3] for text in page.tab.locator("#ranking li").all_inner_texts()]
    assert ranked[0] == ["1.", "Cem", "96"]
    page.click("#together summary")
    rows = [row.split() for row in page.tab.locator("#together tr").all_inner_texts()]
    assert rows[0] == ["Ana", "Ben", "Cem", "Dora"]
    assert ["Mountains", "7", "3", "7", "10+3"] in rows
    assert rows[-1] == ["Total", "84", "90", "96", "82"]
    page.opened(GAME)  # again, and nobody is there twice
    assert page.tab.locator("#ranking li").count() == 4
    page.click('.player.active [data-lit="mountains"]')
    counted = ".player.active .spot.counted"
    assert page.tab.locator(counted).count() == 7
    page.tab.fill('.player.active [data-claim="elk"]', "9")
    page.judged()
    assert "Elk: 9 is written" in page.text("section.findings")
    tap(page, "0,0")  # a tile that shows the elk alone
    page.key("bear")
    page.judged()
    assert "The token at 0,0 (bear) may not lie there: the tile shows elk." in page.text(
        "section.findings"
    )
    for _ in range(2):
        page.click("#undo")
    page.judged()
    assert audited(page.saved(tmp_path)) == audited(GAME)
    joined = page.tab.evaluate(JOINED, [{"note": "ours"}, {"note": "theirs", "date": "2026-01-02"}])
    assert joined == [{"note": "ours", "date": "2026-01-02"}, [{"note": "theirs"}]]


JOINED = """([ours, theirs]) => {
  const states = [{}];
  game.table = ours;
  joinTable(states, theirs, true);
  return JSON.parse(JSON.stringify([game.table, states]));
}"""


AT_ONCE = """async (text) => {
  findAll("#pad .key").find((key) => find("span", key).textContent === text).click();
  const arrow = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
  document.activeElement.dispatchEvent(arrow);
  await new Promise((go) => setTimeout(go, 20)); // all that the browser does afterwards
  return document.activeElement.dataset.id;
}"""
"""Where the keys are if an arrow is pressed in the moment in which a pad is closed."""


def test_tokens_alone_by_keys_on_a_phone_in_the_dark_in_german(open_page: Open) -> None:
    page = open_page("?lang=de", color_scheme="dark", **PHONE)
    page.sheet("cascadia")
    page.tab.locator(".player.active .single input").check()
    page.tap("space", "0,0")
    assert page.tab.evaluate(AT_ONCE, "Lachs") == "1,0"
    page.judged()
    page.place("space", "0,0").locator("..").focus()
    for key in ("ArrowRight", "l", "ArrowRight", "l", "ArrowDown", "h", "ArrowUp", "Delete"):
        page.tab.keyboard.press(key)
    page.tab.select_option('.player.active [data-card="salmon"]', "A")
    page.judged()
    tokens = {"0,0": "salmon", "1,0": "salmon", "2,1": "elk"}  # h: Hirsch
    assert page.tab.evaluate("game.players[0].tokens") == tokens
    assert "tiles" not in page.tab.evaluate("environmentFile()")
    lines = page.tab.evaluate("game.answer.report.sheets[0].lines.map(l => [l.id, l.as_legal])")
    assert dict(lines)["salmon"] == 5
    assert dict(lines)["elk"] is None  # no card was chosen for it
    sizes = page.tab.evaluate(SIZES)
    assert [pair for pair in sizes if pair[0] < TARGET - 0.5] == []
    page.click(".tally summary")
    page.tab.select_option('[data-ruling="salmon-branch"]', "designer")
    page.judged()
    assert page.tab.evaluate("game.answer.report.sheets[0].rulings") == {
        "salmon-branch": "designer"
    }
    page.tab.locator("[data-landmarks]").check()
    page.judged()
    tap(page, "1,0")
    for key in ("Landmarke …", "Wald", "L"):
        page.key(key)
    page.judged()
    landmark = {"habitat": "forests", "at": "1,0", "card": "L"}
    assert page.tab.evaluate("environmentFile().landmarks") == [landmark]
    page.tab.locator(".player.active .single input").uncheck()
    tap(page, "0,-1")
    line = page.tab.locator(".tile-pad .habitats h3").bounding_box()
    page.tab.mouse.click(line["x"] - 3, line["y"])  # beside the keys
    for key in ("Tab", "F", "Enter"):
        page.tab.keyboard.press(key)
    back_at(page, "0,-1")
    page.tab.keyboard.press("Delete")  # the only tile: without any, tokens alone are judged
    assert "tiles" not in page.tab.evaluate("environmentFile()")
    tap(page, "0,-1")
    sizes = page.tab.evaluate(SIZES)
    assert [pair for pair in sizes if pair[0] < TARGET - 0.5] == []
    wide = page.tab.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
