"""The page in a real browser: sheets filled by taps and by keys, and what comes of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cascadia_print import resources
from cascadia_print.cli.audit import read_and_judge
from cascadia_print.report.json import sheet_object
from cascadia_print.sheet.locale import locale
from tests.web.conftest import Served

pytestmark = pytest.mark.browser

EXAMPLES = resources.root("data") / "examples"
TOTALS = {"A": 46, "B": 77, "C": 71, "D": 83}
PHONE = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
TARGET = 44

MIDDLE = """([selector, text]) => {
  const found = [...document.querySelectorAll(selector)].find(
    (e) => e.checkVisibility() && (!text || e.querySelector('span').textContent === text));
  if (!found) return null;
  let box = found.getBoundingClientRect();
  if (box.top < 0 || box.bottom > innerHeight - 70 || box.left < 0 || box.right > innerWidth) {
    found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    box = found.getBoundingClientRect();
  }
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""
"""The middle of the first element that a selector finds, with that text."""


OPENED = "file => document.querySelector('#said').textContent === `${file} opened`"

SIZES = """() => [
  '.player.active .spot[data-kind="space"] > polygon:first-child', '.switch', '.summary', 'button',
  'select', 'input:not([type=checkbox]):not([type=file])', 'summary',
].flatMap((selector) => [...document.querySelectorAll(selector)])
  .filter((e) => e.checkVisibility())
  .map((e) => [e.getBoundingClientRect(), e.outerHTML.slice(0, 80)])
  .map(([box, name]) => [Math.min(box.width, box.height), name])"""
"""The lesser side of all that can be pressed."""


def spot(kind: str, id: str) -> str:
    return f'.player.active .spot[data-kind="{kind}"][data-id="{id}"]'


Open = Callable[..., "Page"]


class Page:
    """The page in a window, as a player handles it. `taps` counts fingers and keys alike."""

    def __init__(self, context: Any, address: str) -> None:
        self.tab = context.new_page()
        self.tab.set_default_timeout(10_000)
        self.taps = 0
        self.problems: list[str] = []
        self.hosts: set[str] = set()
        self.tab.on("console", lambda m: self.problems.append(m.text))
        self.tab.on("pageerror", lambda e: self.problems.append(str(e)))
        self.tab.on("request", lambda r: self.hosts.add("/".join(r.url.split("/")[:3])))
        self.tab.goto(address)
        self.judged()

    def judged(self) -> None:
        """Wait for the numbers that belong to what stands on the sheet."""
        self.tab.wait_for_selector('body[data-judged="yes"]')

    def sheet(self, ref: str) -> None:
        self.tab.select_option("#sheet", ref)
        self.tab.wait_for_selector(f'body[data-sheet="{ref}"][data-judged="yes"]')

    def place(self, kind: str, id: str) -> Any:
        return self.tab.locator(f"{spot(kind, id)} > :first-child").first

    def click(self, selector: str, text: str = "") -> None:
        """A real click in the middle of what is seen, without the waits of a locator."""
        self.taps += 1
        middle = self.tab.evaluate(MIDDLE, [selector, text])
        assert middle, (selector, text)
        self.tab.mouse.click(*middle)

    def tap(self, kind: str, id: str) -> None:
        self.click(f"{spot(kind, id)} > :first-child")

    def key(self, text: str) -> None:
        """A key of the pad."""
        self.click("#pad .key", text)

    def type(self, selector: str, text: str) -> None:
        self.judged()
        self.click(f".player.active {selector}")
        self.taps += len(text)
        self.tab.keyboard.type(text)

    def total(self) -> str:
        self.judged()
        return str(self.tab.locator(".player.active .total").text_content())

    def text(self, selector: str) -> str:
        return str(self.tab.locator(f".player.active {selector}").inner_text())

    def labels(self) -> list[str]:
        script = (
            "all => all.map(g => g.getAttribute('aria-label') + g.getAttribute('aria-pressed'))"
        )
        return list(self.tab.locator(".player.active .spot").evaluate_all(script))

    def saved(self, folder: Path) -> Path:
        """The file that the menu hands out."""
        with self.tab.expect_download() as download:
            self.click("#menu summary")
            self.click("#save")
        file = folder / download.value.suggested_filename
        download.value.save_as(file)
        return file

    def opened(self, file: Path) -> None:
        self.tab.set_input_files("#file", file)
        self.tab.wait_for_function(OPENED, arg=file.name)
        self.judged()


@pytest.fixture
def open_page(chromium: Any, served: Served) -> Iterator[Open]:
    """Open the page in a new browser profile. At the end nothing may have gone wrong in it."""
    contexts, pages = [], []

    def opening(path: str = "?lang=en", **options: Any) -> Page:
        options = {"viewport": {"width": 1300, "height": 1150}} | options
        contexts.append(chromium.new_context(**options))
        pages.append(Page(contexts[-1], served.address + path))
        return pages[-1]

    yield opening
    for page in pages:
        assert page.problems == []
        assert page.hosts <= {served.address.rstrip("/"), "blob:http:"}
    for context in contexts:
        context.close()


def example(letter: str, name: str = "rulebook") -> Path:
    return EXAMPLES / f"{name}-{letter.lower()}.json"


def marks(page: Page, data: dict[str, Any]) -> None:
    """Tap all marks of an example, as a player would."""
    names = {"B": "bear", "E": "elk", "F": "fox", "H": "hawk", "S": "salmon"}
    rows = {name: letter for letter, name in zip("abcde", HABITATS, strict=True)}
    for letter, row in zip("abcdefghi", data.get("map", ()), strict=False):
        for n, sign in enumerate(row, 1):
            if sign != ".":
                page.tap("space", f"{letter}{n}")
            if sign.isdigit() or sign in names:
                page.key(names.get(sign, sign))
    for row, n in data.get("rows", {}).items():
        grid = "f" if data["sheet"] == "B@1" else "overflow."
        page.tap("space", f"{rows.get(row, grid)}{n}")
    for pick in data.get("picks", ()):
        id, _, side = pick.partition("=")
        page.tap("bonus" if side else "box", id)
        if side:
            page.key({"3pt": "3 points"}[side])


HABITATS = ("mountains", "forests", "prairies", "wetlands", "rivers")


def numbers(page: Page, data: dict[str, Any]) -> None:
    """The Tally Sheet and the score lines in their fields."""
    for kind, values in (("tally", data["tally"]), ("claim", data["claims"])):
        for name, n in values.items():
            page.tab.fill(f'.player.active [data-{kind}="{name}"]', str(n))


def numbers_by_taps(page: Page, data: dict[str, Any]) -> None:
    """The Tally Sheet in its fields, the score lines with the pad on the sheet."""
    for name, n in data["tally"].items():
        page.type(f'[data-tally="{name}"]', str(n))
    lines = [*data["claims"]]
    page.tap("line", lines[0])
    for line in lines:
        for digit in str(data["claims"][line]):
            page.key(digit)
        page.click("#pad-next" if line != "total" else "#pad-done")


def report(file: Path) -> dict[str, Any]:
    """The audit of a file as JSON, without the places in its text."""
    (judged,) = read_and_judge(file)
    found = sheet_object(judged, locale("en"))

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: plain(v) for k, v in value.items() if k not in PLACES}
        return [plain(v) for v in value] if isinstance(value, list) else value

    return dict(plain(found))


PLACES = ("file", "line", "column", "pointer")


@pytest.mark.parametrize("letter", "ABCD")
def test_whole_sheet_by_taps(open_page: Open, tmp_path: Path, letter: str) -> None:
    data = json.loads(example(letter).read_text("utf-8"))
    page = open_page()
    page.sheet(f"{letter}@1")
    page.type(".name input", "Ana")
    marks(page, data)
    if letter == "B":
        numbers_by_taps(page, data)
        assert page.taps <= 60
    else:
        numbers(page, data)
    total = str(TOTALS[letter])
    assert page.total() == total
    stands = page.labels()

    page.tab.evaluate("localStorage.setItem(STORE + 'sheet', 'cascadia')")  # as another tab does
    page.tab.reload()
    assert page.total() == total
    assert page.labels() == stands

    page.click("#undo")  # the total that was written last
    assert "total" in page.tab.locator("#said").inner_text().lower()
    assert page.labels() != stands
    page.click("#redo")
    page.judged()
    assert page.labels() == stands

    file = page.saved(tmp_path)
    assert file.name == f"ana-{letter.lower()}.json"
    assert report(file) == report(example(letter))


HIDDEN = """() => document.activeElement.getBoundingClientRect().bottom
  > find(".bottom").getBoundingClientRect().top"""
"""Whether the place of the keys lies behind the bar below."""


def test_sheet_by_keys_alone(open_page: Open, tmp_path: Path) -> None:
    page = open_page(viewport={"width": 1300, "height": 500})
    keyboard = page.tab.keyboard
    for _ in range(30):  # to the first hexagon
        keyboard.press("Tab")
        if page.tab.evaluate("document.activeElement.dataset.id === 'a1'"):
            break
    arrows = {">": "ArrowRight", "<": "ArrowLeft", "v": "ArrowDown", "^": "ArrowUp"}
    for key in "2>3>4>2>3 v<<< 3>4>1 v<< 5>3>5 v<< 1".replace(" ", ""):
        keyboard.press(arrows.get(key, key))
    assert not page.tab.evaluate(HIDDEN)
    keyboard.press("Enter")  # the pad: erase the 1 and write it again
    keyboard.press("Delete")
    keyboard.press("Enter")
    keyboard.press("1")
    page.judged()
    page.tap("line", "row-1")
    for key in ("1", "2", "3", "4", "5", "6", "7", "Control+z"):  # more than a line takes
        keyboard.press(key)
    assert page.tab.evaluate("game.players[0].claims") == {"row-1": 123456}
    page.tab.locator("#pad-clear").focus()
    for key in ("Enter", "Tab", "Enter", "Escape"):  # empty, next
        keyboard.press(key)
    page.judged()
    assert page.tab.evaluate("game.players[0].claims") == {}
    assert page.tab.evaluate("document.activeElement.dataset.id") == "row-2"
    page.place("space", "d1").locator("..").focus()
    while page.tab.evaluate("document.activeElement.dataset.kind") != "box":
        keyboard.press("Tab")
    for key in "x>x>>>x v<<<< x".replace(" ", ""):
        keyboard.press(arrows.get(key, "Enter"))
    page.judged()
    made = json.loads(page.saved(tmp_path).read_text("utf-8"))
    want = json.loads(example("A").read_text("utf-8"))
    spaces = {
        f"{row}{n}": int(sign)
        for row, text in zip("abcd", want["map"], strict=True)
        for n, sign in enumerate(text, 1)
        if sign != "."
    }
    assert made["spaces"] == spaces
    assert made["picks"] == want["picks"]
    keyboard.press("Control+z")
    assert "Undone" in page.tab.locator("#said").inner_text()


def test_on_a_phone_all_is_large_enough(open_page: Open) -> None:
    page = open_page(**PHONE)
    for ref in ("A@1", "B@1", "C@1", "D@1", "cascadia"):
        page.sheet(ref)
        page.tab.locator("#add").tap()
        page.judged()
        sizes = page.tab.evaluate(SIZES)
        assert len(sizes) > 40
        assert [pair for pair in sizes if pair[0] < TARGET - 0.5] == []
        wide = page.tab.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1]
        assert page.tab.locator(".player:visible").count() == 1
    tabs = page.tab.locator("#players")
    first = tabs.locator("button").first.element_handle()
    for _ in range(4):
        page.tab.locator("#add").tap()
    assert page.tab.evaluate("first => first.isConnected", first)
    edge = tabs.locator("[aria-current=true]").bounding_box()
    assert edge["x"] + edge["width"] <= 360
    page.tab.locator(".player.active .remove").tap()
    assert page.tab.evaluate("document.activeElement.id") == "board"
    assert tabs.locator("button").count() == 5


def test_a_finger_beside_a_small_place_hits_it(open_page: Open) -> None:
    page = open_page(**PHONE)
    page.sheet("C@1")
    page.place("space", "overflow.1").scroll_into_view_if_needed()
    box = page.place("space", "overflow.1").bounding_box()
    assert box["height"] < TARGET
    page.tab.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] + 5)
    page.judged()
    assert page.tab.evaluate("game.players[0].spaces") == {"overflow.1": True}
    page.click(".player.active .whole")
    page.tab.wait_for_function(SHOWN_WHOLE)
    page.tab.set_viewport_size({"width": 640, "height": 360})
    page.tab.wait_for_function(SHOWN_WHOLE)


SHOWN_WHOLE = "() => Math.abs(views[0].width * views[0].scale - views[0].room) < 1"


def test_a_row_is_filled_up_to_the_tap_and_a_second_tap_takes_the_last_away(
    open_page: Open,
) -> None:
    page = open_page()
    page.sheet("B@1")
    spaces = "Object.keys(game.players[0].spaces).sort().join(' ')"
    page.tap("space", "a3")
    page.tap("space", "a3")
    assert page.tab.evaluate(spaces) == "a1 a2"
    page.tap("space", "a4")
    page.tap("space", "a1")
    assert page.tab.evaluate(spaces) == "a1"
    page.tab.locator(".player.active .single input").check()
    page.tap("space", "a4")  # with a gap, as it stands on the paper
    page.judged()
    assert page.tab.evaluate(spaces) == "a1 a4"
    assert "a4" in page.text("section.findings")
    stands, left = page.tab.evaluate(LEFT)
    assert stands == "earned, not taken"
    assert left == []


LEFT = """() => {
  const [player] = game.players;
  const choice = views[0].sheet.offers.find((offer) => offer.sides.length);
  const [{ word }] = choice.sides;
  Object.assign(player, { picks: [`${choice.id}=${word}`], left: [`${choice.id}=${word}`] });
  const { words } = views[0].offerState(choice);
  views[0].chooseSide(choice, word);
  return [words, player.left];
}"""
"""How a side stands that was chosen and not circled, and what is left when it is chosen again."""


def test_what_is_not_circled_is_missed_and_what_is_not_earned_is_a_fault(open_page: Open) -> None:
    page = open_page()
    page.opened(example("A"))
    assert page.total() == "46"
    page.tap("bonus", "row-1")
    assert page.total() == "43"
    assert "3 points" in page.text("section.missed")
    page.tap("bonus", "row-1")
    page.tap("bonus", "row-2")
    assert page.total() == "46"
    assert "row-2" in page.text("section.findings")
    page.tap("bonus", "row-2")
    page.tap("space", "a1")  # the row is not full any more, and its circle goes with it
    page.click("#pad-clear")
    page.judged()
    assert page.tab.locator(".player.active section.missed").is_hidden()
    assert page.tab.evaluate("game.answer.report.sheets[0].verdict") == "legal"


def test_a_split_hexagon_asks_for_its_habitat_only_where_it_matters(open_page: Open) -> None:
    page = open_page()
    page.sheet("C@1")
    page.tap("space", "d4")
    page.judged()
    assert page.tab.evaluate("game.players[0].spaces") == {"d4": True}
    page.tab.evaluate("game.players[0].rulings = {'split-completes': 'named'}; ask()")
    page.judged()
    page.tap("space", "d4")
    page.key("rivers")
    page.judged()
    assert page.tab.evaluate("game.players[0].spaces") == {"d4": "rivers"}


def test_players_are_ranked_and_come_back_from_their_file(open_page: Open, tmp_path: Path) -> None:
    page = open_page()
    data = json.loads(example("A").read_text("utf-8"))
    (tmp_path / "ben.json").write_text(json.dumps({**data, "player": "Ben", "picks": ["sun=none"]}))
    page.opened(tmp_path / "ben.json")
    page.opened(example("A"))
    ranked = page.tab.locator("#ranking li").all_inner_texts()
    assert [text.split()[:3] for text in ranked] == [["1.", "Ana", "46"], ["2.", "Ben", "45"]]
    assert page.tab.locator(".player:visible").count() == 2
    totals = page.tab.locator(".total").all_inner_texts()
    file = page.saved(tmp_path)
    assert file.name == "game-a.json"
    assert [j.report.player for j in read_and_judge(file)] == ["Ben", "Ana"]
    page.tab.locator("#menu summary").click()
    page.tab.locator("#clear").click()
    page.judged()
    page.opened(file)
    assert page.tab.locator(".total").all_inner_texts() == totals
    page.tab.evaluate(BESIDE, ["A@1", "B@1"])
    page.tab.wait_for_selector('.player >> nth=1 >> [data-id="f1"]')
    assert page.tab.evaluate("game.players.map((player) => player.sheet)") == ["A@1", "B@1"]
    chosen = page.tab.evaluate(CHOSEN, ["D@1", "A@1"])
    assert chosen == ["A@1", "A@1"]
    blank = "more => isBlank({ ...blank('A@1'), ...more })"
    said: list[dict[str, Any]] = [{"nature": 3}, {"landmarks": [{}]}, {"log": ["1 | "]}]
    assert [page.tab.evaluate(blank, each) for each in [{}, *said]] == [True, False, False, False]


BESIDE = """(refs) => {
  const key = STORE + game.ref;
  localStorage.setItem(key, JSON.stringify({ players: refs.map(blank) }));
  dispatchEvent(new StorageEvent("storage", { key, newValue: localStorage.getItem(key) }));
}"""
"""Another tab goes on with the game, on sheets that this one has not shown yet."""

CHOSEN = """async (refs) => {
  const choice = find("#sheet");
  for (const ref of refs) {
    choice.value = ref;
    choice.dispatchEvent(new Event("change"));
  }
  while (!sheets.has(refs[0])) await new Promise((go) => setTimeout(go, 10));
  await new Promise((go) => setTimeout(go, 10));
  return [game.ref, choice.value];
}"""
"""One sheet is chosen after the other, before the first, which is slower, is here."""


def test_a_file_with_faults_is_told_with_its_places(open_page: Open, tmp_path: Path) -> None:
    page = open_page()
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": "cascadia-print/filled-sheet",\n "shet": "A@1"}', "utf-8")
    page.tab.set_input_files("#file", broken)
    page.tab.wait_for_selector("#notice pre:visible")
    assert "broken.json:2:2" in page.tab.locator("#notice pre").inner_text()
    page.problems = [p for p in page.problems if "400" not in p]  # the browser's own line
    stray = tmp_path / "stray.json"
    stray.write_text(
        '{"format": "cascadia-print/filled-sheet", "sheet": "A@1", "spaces": {"z9": 3, "a1": 2}}',
        "utf-8",
    )
    page.opened(stray)
    page.tab.wait_for_selector("#notice:visible")
    assert "z9" in page.tab.locator("#notice").inner_text()
    assert page.tab.evaluate("game.players[0].spaces") == {"a1": 2}


def test_without_the_server_marks_are_kept(open_page: Open) -> None:
    page = open_page()
    page.tab.route("**/tapped*", lambda route: route.fulfill(status=503, body="busy"))
    page.tap("space", "a1")
    page.key("4")
    page.tab.wait_for_selector("body.stale")
    assert page.tab.evaluate(PALE) == "0.4"
    page.tab.evaluate("useSheet(game.ref)")
    assert page.tab.locator("#notice").is_visible()
    page.tab.route("**/audit*", lambda route: route.abort())
    page.tab.set_input_files("#file", example("B"))
    page.tab.wait_for_function("() => find('#notice').innerText.includes('rulebook-b.json')")
    assert "4" in str(page.place("space", "a1").locator("..").get_attribute("aria-label"))
    page.tab.unroute("**/tapped*")
    page.judged()
    assert page.total() == "4"
    assert page.tab.locator("#notice").is_hidden()
    page.tab.route("**/tapped*", lambda route: route.fulfill(status=500, body="no"))
    page.tap("space", "a2")
    page.key("3")
    page.tab.wait_for_selector("body.stale")
    assert page.tab.evaluate(HANDED_OUT) == 0
    assert page.tab.evaluate(PALE) == "0.4"
    page.tab.unroute("**/tapped*")
    page.tab.fill(".player.active [data-tally=bear]", "1o")
    page.tap("space", "a3")
    page.key("2")
    assert page.total() == "9"
    assert page.tab.locator("#notice").is_hidden()
    bear = page.tab.locator(".player.active [data-tally=bear]")
    assert (bear.input_value(), bear.get_attribute("aria-invalid")) == ("1o", "true")
    page.tab.evaluate("() => { Storage.prototype.setItem = () => { throw new Error(); }; }")
    for shown in (True, False):  # told once, or each tap would lead away from the sheet
        page.tap("space", "a4")
        page.key("2" if shown else "3")
        assert page.tab.locator("#notice").is_visible() == shown
        page.tab.evaluate("notice('')")
    page.click("#menu summary")
    page.click("#clear")
    page.judged()
    bear = page.tab.locator(".player.active [data-tally=bear]")
    assert (bear.input_value(), bear.get_attribute("aria-invalid")) == ("", "false")
    page.problems = [
        p for p in page.problems if not any(code in p for code in ("ERR_FAILED", "500", "503"))
    ]


PALE = "getComputedStyle(find('.total')).opacity"

HANDED_OUT = """async () => {
  let files = 0;
  URL.createObjectURL = () => `#${files++}`;
  await saveFile();
  return files;
}"""


def test_in_a_network_the_address_with_its_secret_is_all_it_takes(
    chromium: Any, in_network: Served
) -> None:
    context = chromium.new_context(**PHONE)
    page = Page(context, in_network.address)
    page.tap("space", "a1")
    page.key("4")
    assert page.total() == "4"
    assert page.problems == []
    assert page.hosts == {"/".join(in_network.address.split("/")[:3])}
    guessed = in_network.address.replace(in_network.door.secret, "x" * 22)
    assert page.tab.goto(guessed).status == 403
    context.close()


PRINTED = """() => [
  getComputedStyle(document.body).color,
  getComputedStyle(document.documentElement).getPropertyValue("--bad"),
  getComputedStyle(find(".result")).overflowY,
]"""
"""Ink and faults on paper, and whether all findings are printed."""


def test_dark_and_german(open_page: Open) -> None:
    page = open_page("?lang=de", color_scheme="dark", locale="en-GB")
    ground, ink = page.tab.evaluate(
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    )
    assert sum(map(int, ground[4:-1].split(", "))) < 100 < sum(map(int, ink[4:-1].split(", ")))
    page.tab.emulate_media(media="print")
    assert page.tab.evaluate(PRINTED) == ["rgb(0, 0, 0)", "#b3261e", "visible"]
    page.tab.emulate_media(media="screen")
    page.sheet("D@1")
    page.tap("space", "a3")
    page.tab.keyboard.press("h")  # Hirsch
    page.judged()
    assert page.tab.evaluate("game.players[0].spaces") == {"a3": "elk"}
    label = page.place("space", "a3").locator("..").get_attribute("aria-label")
    assert label == "a3: Fluss, Region 2, Hirsch"
    assert page.text(".verdict") == "Erlaubt: Jede Markierung ist in Ordnung."
    page.click("#menu summary")
    page.tab.select_option("#language", "en")
    page.tab.wait_for_selector('html[lang="en"] body[data-judged="yes"]')
    label = page.place("space", "a3").locator("..").get_attribute("aria-label")
    assert label == "a3: rivers, region 2, elk"
