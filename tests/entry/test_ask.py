"""The dialogue of `fill`, scripted: what is asked, explained, taken back and written."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cascadia_print import resources
from cascadia_print.entry.ask import ask
from cascadia_print.entry.filled import read_filled
from cascadia_print.entry.questions import Answers
from cascadia_print.entry.resume import answers_of
from cascadia_print.entry.text import dumps
from cascadia_print.rules.judge import judge
from cascadia_print.rules.marks import Filled
from cascadia_print.sheet.locale import languages, locale
from cascadia_print.sheet.located import parse_json, read_json
from cascadia_print.sheet.lookup import find_sheet, load_sheet
from cascadia_print.sheet.model import Sheet
from cascadia_print.verdict import Report

A_ROWS = ["23423", ".341.", ".535.", ".1..."]


class Talk:
    """A dialogue with typed `lines`; when they are used up, the input ends."""

    def __init__(
        self, sheet: str | Sheet, *lines: str, language: str = "en", answers: Answers | None = None
    ) -> None:
        self.sheet = find_sheet(sheet) if isinstance(sheet, str) else sheet
        self.left = list(lines)
        self.shown: list[str] = []
        self.prompts: list[str] = []
        self.data = ask(self.sheet, language, self.read, self.shown.append, answers)

    def read(self, prompt: str) -> str:
        self.prompts.append(prompt)
        self.shown.append(prompt)
        if not self.left:
            raise EOFError
        return self.left.pop(0)

    @property
    def text(self) -> str:
        return "\n".join(self.shown)

    def asked(self, words: str) -> int:
        """How many prompts have `words` in them."""
        return sum(words in prompt for prompt in self.prompts)

    @property
    def filled(self) -> Filled:
        assert self.data is not None
        source = parse_json(dumps(self.data), "typed.json")
        [(_, filled)] = read_filled(source, lambda _: self.sheet)
        return filled


SCRIPTS = {
    "a": [
        "Ana", *A_ROWS, "1 2 5 7", "", "0 2 1 0 4 4",
        "17", "8", "3", "13", "1", "2", "2", "46", "",
    ],
    "b": [
        "Ana", "7", "6", "11", "12", "4", "5", "2", "2", "", "1 2 3 2 5 3",
        "9", "7", "17", "20", "4", "5", "12", "3", "77", "",
    ],
    "c": [
        "Ana", ".....xx", ".xxx..xx", "xx.xxxx", "x.xx.xxx", "..x.x.x", "x...x.xx", "xx..xxx",
        "x.x.x..x", "x.xxxx.", "3", "2 3", "2 4", "1", "", "1 1 2 1 2 1",
        "24", "13", "14", "5", "3", "3", "8", "1", "71", "",
    ],
    "d": [
        "en", "Ana", "..FEH..", "...SB...", ".HHHE..", "..FB....", "EE...FF", "EE..SHFF",
        "BHESSHB", "BFHFSHBB", "3", "", "1 2 2 1 3 2", "50", "3", "6", "14", "8", "2", "83", "",
    ],
}  # fmt: skip


@pytest.mark.parametrize("letter", SCRIPTS)
def test_the_examples_can_be_typed_in(letter: str) -> None:
    talk = Talk(letter.upper(), *SCRIPTS[letter])
    path = resources.root("data") / "examples" / f"rulebook-{letter}.json"
    [(_, example)] = read_filled(read_json(path), find_sheet)
    typed = talk.filled
    assert talk.left == []
    for part in ("sheet", "player", "marks", "picks", "tally", "claims", "language", "wrong"):
        assert getattr(typed, part) == getattr(example, part), part


def test_a_sheet_can_be_entered_by_enter_alone() -> None:
    talk = Talk("A", *[""] * 16)
    data = talk.data or {}
    assert talk.left == []
    assert talk.filled.marks == {}
    assert (talk.filled.taken, talk.filled.tally, talk.filled.claims) == ((), None, {})
    # What was asked and is not written is null; what was not asked has no key.
    assert [key for key in data if data[key] is None] == ["player", "tally"]
    assert set(data["claims"].values()) == {None}


def test_rows_are_asked_in_printed_order_with_place_id_and_example() -> None:
    talk = Talk("C")
    assert talk.asked("Player") == 1
    talk = Talk("C", "Ana")
    assert "Row a (a1…a7), 1 of 9 from the top: P P M W W P P" in talk.text
    assert "as xx.xx.x" in talk.prompts[1]
    talk = Talk("D", "de", "Ana", "", "")
    assert "Row c (c1…c7), 3 of 8 from the top" in talk.text
    assert "(B H F V L)" in talk.prompts[4]
    assert "as BH.FVLB" in talk.prompts[4]
    assert "mountains" in Talk("B", "Ana").text


# -- going back, explaining, stopping ------------------------------------------------------------


def test_back_shows_what_stood_there_and_enter_keeps_it() -> None:
    talk = Talk("A", "Ana", "23423", ".341.", "<", "back", "", "1....", "<", "", "")
    assert talk.prompts[4].endswith(" [.341.] > ")
    assert talk.prompts[5].endswith(" [23423] > ")
    data = talk.data or {}
    assert data["spaces"]["a2"] == 3  # kept
    assert data["spaces"]["b1"] == 1  # typed anew, then kept


def test_a_dash_clears_what_stood_there() -> None:
    talk = Talk("A", "Ana", "23423", "<", "-", "")
    assert (talk.data or {})["spaces"]["a2"] is False


def test_back_at_the_first_question_stays_there() -> None:
    talk = Talk("A", "<", "Ana")
    assert "This is the first question." in talk.text
    assert (talk.data or {})["player"] == "Ana"


def test_choices_follow_the_rows_that_were_corrected() -> None:
    rows = ["Ana", "1....", "1....", "", ""]
    talk = Talk("A", *rows, "3", "<", "<", "<", "<", "-", "", "", "", "0 0 0 0 0 0")
    assert "picks" not in (talk.data or {})
    assert (talk.data or {})["tally"]["bear"] == 0


def test_a_question_mark_explains() -> None:
    talk = Talk("B", "Ana", "?")
    assert "The number of outlined hexagons, not the points." in talk.text
    assert talk.asked("How many are outlined") == 2


@pytest.mark.parametrize("stop", [["quit"], []], ids=["quit", "end of input"])
def test_stopping_keeps_what_was_entered(stop: list[str]) -> None:
    data = Talk("A", "Ana", "2....", *stop).data or {}
    assert data["player"] == "Ana"
    assert data["spaces"]["a1"] == 2
    assert data["spaces"]["a2"] is False
    assert data["spaces"]["b1"] is None
    assert "claims" not in data


def test_stopping_can_throw_away_or_go_on() -> None:
    assert Talk("A", "Ana", "quit", "n").data is None
    talk = Talk("A", "Ana", "quit", "<", "2....", "quit", "y")
    assert (talk.data or {})["spaces"]["a1"] == 2


def test_stopping_before_the_first_answer_asks_nothing() -> None:
    talk = Talk("A", "quit")
    assert (talk.data, talk.asked("Keep")) == (None, 0)


# -- answers that cannot be ----------------------------------------------------------------------


def before(sheet: str) -> list[str]:
    """Answers up to the first row."""
    return ["en", "Ana"] if sheet == "D" else ["Ana"]


@pytest.mark.parametrize(
    ("sheet", "typed", "why"),
    [
        ("A", "2342", "There are 5 hexagons in this row, and 4 signs here."),
        ("A", "234231", "There are 5 hexagons in this row, and 6 signs here."),
        ("A", "23-23", "“-” at a3 means nothing here."),
        ("A", "7....", "7 at a1: the numbers go from 1 to 6."),
        ("A", "..x..", "“X” at a3 is no number."),
        ("B", "13", "A number from 0 to 12, or 12 signs"),
        ("B", "xx", "There are 12 hexagons in this row, and 2 signs here."),
        ("C", "..1....", "“1” at a3: a hexagon is outlined (x) or open (.)."),
        ("C", "..P....", "“P” at a3: this hexagon has another habitat."),
        ("C", "..*....", "“*” at a3 means nothing here."),
        ("D", "X......", "“X” at a1 stands for no animal."),
    ],
)
def test_a_row_that_cannot_be_is_explained_and_asked_again(
    sheet: str, typed: str, why: str
) -> None:
    talk = Talk(sheet, *before(sheet), typed, "", "quit")
    assert why in talk.text
    assert (talk.text.count("Row a ("), talk.text.count("Row b (")) == (2, 1)
    assert not any((talk.data or {})["spaces"].values())


def test_the_other_answers_that_cannot_be() -> None:
    rows = ["x" * 201, "Ana", "11...", "11...", "", ""]
    wrong = ["13", "sun.x", "1 1", "none", "", "1 2 3", "1 2 3 4 5 x", "0 0 0 0 0 0"]
    talk = Talk("A", *rows, *wrong, "1,2", "-1", "1+", "17", "quit")
    for why in (
        "At most 200 characters.",
        "“13” is none of the choices.",
        "“sun.x” is none of the choices.",
        "“1” is named twice",
        "6 numbers are needed",
        "“1,2” is no number",
        "“-1” is no number",
        "“1+” is no number",
    ):
        assert why in talk.text
    assert (talk.data or {})["claims"] == {"row-1": 17}
    assert "is none of en, de" in Talk("D", "fr").text
    done = Talk("A", *[""] * 15, "what?", "")
    assert "Enter finishes" in done.text


def test_a_slip_of_the_player_can_be_insisted_on() -> None:
    talk = Talk("A", "Ana", "7....", "7....", "x....", "x....", "", "")
    assert talk.text.count("type the same again") == 2
    assert (talk.filled.marks, len(talk.filled.wrong)) == ({"a1": 7, "b1": "X"}, 2)
    # Insisting is for the same question, and for what can stand on paper.
    assert Talk("A", "Ana", "", "7....", "<", "7....").text.count("type the same again") == 2
    assert Talk("A", "Ana", "777777", "777777").text.count("There are 5 hexagons") == 2


def test_more_choices_than_were_earned_are_a_slip() -> None:
    rows = ["Ana", "1....", "1....", "", ""]
    talk = Talk("A", *rows, "1 2", "1 2", "")
    assert "2 choices are named, but 1 was earned." in talk.text
    assert talk.filled.picks == ("sun.1", "sun.2")


# -- choices, counts, letters ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "picks"),
    [
        ("1 2", ("sun.1", "sun.2")),
        ("12, 3", ("sun.12", "sun.3")),
        ("sun.4 SUN.5", ("sun.4", "sun.5")),
        ("7", ("sun.7", "sun=none")),
        ("none", ("sun=none",)),
        ("", ()),
    ],
)
def test_picks_are_named_by_number_or_id(typed: str, picks: tuple[str, ...]) -> None:
    talk = Talk("A", "Ana", "11...", "11...", "", "", typed, "")
    assert talk.filled.picks == picks


def test_only_choices_that_were_earned_are_asked() -> None:
    assert Talk("A", *SCRIPTS["a"]).asked("if all was left") == 1
    assert Talk("A", "Ana", "11111", "", "", "").asked("if all was left") == 0
    talk = Talk("B", *SCRIPTS["b"][:7], "3PT", "hex:any", "")
    assert talk.filled.picks == ("landmark.wetlands=3pt", "landmark.rivers=hex:any")


def test_a_choice_that_a_pick_brings_is_asked_too(ledger: Sheet) -> None:
    talk = Talk(ledger, "Ana", "1 2", "", "", "1", "2elk+fox", "2", "")
    assert talk.filled.picks == ("store.1", "a2=2elk+fox", "store.1=elk")
    assert "Store (store): 1 choice was earned" in talk.text
    assert "Store (store.1): 1 choice was earned" in talk.text


def test_a_gap_makes_a_map_of_counts() -> None:
    rows = ["2", "x.x.........", "0", "", "", "3"]
    talk = Talk("B", "Ana", *rows, "")
    data = talk.data or {}
    assert data["map"] == ["xx..........", "x.x.........", *["." * 12] * 3, "xxx........."]
    assert "rows" not in data


def test_a_gap_in_an_overflow_row_beside_the_map() -> None:
    talk = Talk("C", "Ana", *[""] * 9, "x.x.....", "")
    assert talk.filled.marks == {"overflow.1": True, "overflow.3": True}


def test_the_star_may_be_drawn_as_star() -> None:
    rows = [""] * 4 + ["..x*x.."] + [""] * 5
    marks = Talk("C", "Ana", *rows, "").filled.marks
    assert marks == {"e3": True, "e4": True, "e5": True}


def test_a_split_hexagon_keeps_its_letter() -> None:
    talk = Talk("C", "Ana", "", "....wx..", *[""] * 8, "")
    assert talk.filled.marks == {"b5": "wetlands", "b6": True}


def test_letters_of_the_language_that_was_chosen() -> None:
    talk = Talk("D", "DE", "", "bhfvl..", *[""] * 8, "")
    assert list((talk.filled.marks or {}).values()) == ["bear", "elk", "fox", "hawk", "salmon"]
    assert Talk("D", "", "Ana").data == Talk("D", "en", "Ana").data
    assert (Talk("D", "", "Ana", language="de").data or {})["language"] == "de"


def test_numbers_above_nine_are_typed_with_blanks(ledger: Sheet) -> None:
    talk = Talk(ledger, "Ana", "12 .", "3 10", "1", "")
    assert "as 1 12" in talk.text
    assert talk.filled.marks == {"a1": 12, "b1": 3, "b2": 10, "overflow.1": True}
    assert "map" not in (talk.data or {})


def test_a_sheet_of_properties_no_shipped_sheet_mixes() -> None:
    meadow = load_sheet(resources.root("sheets").parent / "tests" / "sheets" / "meadow.yaml")
    talk = Talk(meadow, "en", "Ana", "BEF.", "BBBB", "EFH", "2", "1", "")
    assert (talk.data or {})["map"] == ["BEF.", "BBBB", "EFH", "xx.."]
    assert talk.filled.wrong == ()


def test_tally_and_claims_that_are_not_written() -> None:
    talk = Talk("A", "Ana", *[""] * 5, "1 - 0 0 0 2", "", "2+ 3+1", "0", "")
    assert (talk.filled.tally or {})["elk"] is None
    assert (talk.filled.tally or {})["fox"] == 0
    assert talk.filled.claims == {"row-2": (2, 3, 1), "bonus-1": (0,)}


def test_at_the_end_it_is_read_back() -> None:
    talk = Talk("A", "Ana", *A_ROWS, "none", *[""] * 10)
    assert "  b        . 3 4 1 .\n" in talk.text
    assert talk.asked("Enter: finish") == 1
    assert talk.asked("Habitat row 1: the number") == talk.asked("Total: the number") == 1
    assert "hawk, salmon, nature tokens" in talk.text


# -- circles and crosses -------------------------------------------------------------------------


def upto(letter: str) -> list[str]:
    """The answers of an example up to the question about circles."""
    lines = SCRIPTS[letter]
    return lines[: lines.index("")]


def judged(talk: Talk) -> Report:
    return judge(talk.sheet, talk.filled)


def test_what_is_earned_is_shown_with_place_and_gain() -> None:
    text = Talk("A", *upto("a")).text
    assert "  full row: row-1 = 3 points and 1 animal of any kind\n" in text
    assert "first 2 of a column: forests-2, prairies-2, wetlands-2 = 1 point each" in text
    assert "Überlauf-Reihe: overflow.1 = 1 Punkt;" in Talk("C", *upto("c"), language="de").text
    # What is its own record, and what was chosen, is not asked again.
    assert "sun.1" not in text.partition("earned;")[2]
    assert "landmark.rivers.1" not in Talk("C", *upto("c")).text


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("letter", SCRIPTS)
def test_every_gain_has_its_words(letter: str, language: str) -> None:
    text = Talk(letter.upper(), *SCRIPTS[letter], language=language).text
    assert not re.search(r"\b(fill|game|report)\.\w|\b(2salmon|hex:any|[123]pt)\b", text)


def test_options_and_answers_are_in_words() -> None:
    text = Talk("C", *SCRIPTS["c"], language="de").text.replace("\N{NO-BREAK SPACE}", " ")
    assert "\n1: 1 Punkt · 2: 2 Lachse · 3: 1 Fuchs · 4: ein Zusatz-Sechseck (beliebig)\n" in text
    assert "  sky.1     sky.1.2 = 1 Hirsch, sky.1.3 = 1 Zapfen\n" in text


@pytest.mark.parametrize("yes", ["", "yes", "Ja", "j"])
def test_enter_says_that_all_is_taken(yes: str) -> None:
    talk = Talk("A", *upto("a"), yes, "", language="de")
    assert {"row-1", "forests-2", "sun.1"} < {*(talk.filled.taken or ())}
    report = judged(talk)
    assert (report.recorded, report.findings, report.missed) == (True, (), ())
    # A choice that is not said would be left by a complete record.
    open_ = Talk("A", "Ana", "11111", "1....", "", "", "", "")
    assert open_.data is not None
    assert open_.data["taken"] is None


@pytest.mark.parametrize(
    ("letter", "left", "points"),
    [
        ("a", "row-1", 3),
        ("a", "FORESTS-2, prairies-2", 2),
        ("b", "c8-d9 landmark.rivers.2", 2),
        ("c", "landmark.row-1", 2),
        ("d", "region-2.1", 8),
        ("d", "region-2.2", 0),
    ],
)
def test_what_is_named_was_left_and_nothing_else(letter: str, left: str, points: int) -> None:
    whole = judged(Talk(letter.upper(), *upto(letter), "", ""))
    talk = Talk(letter.upper(), *upto(letter), left, "")
    report = judged(talk)
    assert report.findings == ()
    ids = {word.lower() for word in left.replace(",", " ").split()}
    assert {m.at for m in report.missed} == {
        id.rpartition(".")[0] if id in PARTS else id for id in ids
    }
    assert sum(m.points for m in report.missed) == points
    marked = [sum(x.as_marked or 0 for x in r.lines) for r in (whole, report)]
    assert marked[0] - marked[1] == points


PARTS = ("region-2.1", "region-2.2")


def test_none_of_it_is_circled() -> None:
    talk = Talk("A", *upto("a"), "none", "")
    assert talk.filled.taken == ("sun.1", "sun.2", "sun.5", "sun.7")
    assert judged(talk).findings == ()


def test_a_choice_earned_and_not_said_stays_open() -> None:
    lines = [*upto("b")[:7], "", "", "b2-c3", ""]
    report = judged(Talk("B", *lines))
    assert {f.at for f in report.findings} == {"landmark.wetlands", "landmark.rivers"}
    assert {f.text for f in report.findings} <= {"unsaid", "unsaid-opens"}
    # Of a pool a complete record would say that the pick was left.
    talk = Talk("A", "Ana", "11111", "1....", "", "", "", "row-1", "<", "3", "row-1")
    assert "First say what was chosen at Sun area (sun)" in talk.text
    assert talk.filled.taken == ("mountains-2", "sun.3")


def test_a_circle_that_was_not_earned_is_added() -> None:
    talk = Talk("A", *upto("a"), "+row-2 +rivers-2.1", "")
    report = judged(talk)
    assert {f.at for f in report.findings} == {"row-2", "rivers-2"}
    assert report.missed == ()
    empty = Talk("A", "Ana", *[""] * 4, "+row-1", "")
    assert "Nothing is earned" in empty.text
    assert [f.at for f in judged(empty).findings] == ["row-1"]


def test_names_that_cannot_be_circled_are_refused() -> None:
    wrong = ["row-2", "rwo-1", "+rwo-2", "+row-1", "sun.1", "+sun.1"]
    talk = Talk("A", *upto("a"), *wrong, "")
    for why in (
        "“row-2” is not in the list. Did you mean `row-1`?",
        "“rwo-1” is not in the list. Did you mean `row-1`?",
        "“rwo-2” on this sheet. Did you mean `row-2`?",
        "row-1 is in the list already.",
        "“sun.1” is not in the list.",
        "sun.1 is in the list already.",
    ):
        assert why in talk.text
    assert "row-1" in (talk.filled.taken or ())


def test_circles_are_asked_again_when_what_earns_them_changes() -> None:
    rows = ["Ana", "11111", "", "", ""]
    talk = Talk("A", *rows, "row-1", "<", "<", "<", "<", "<", "1....", "", "", "", "", "")
    assert talk.filled.taken == ()
    # What was left out is shown again; as it is no longer earned, Enter cannot keep it.
    assert "“row-1” is not in the list." in talk.text
    asked = [prompt for prompt in talk.prompts if "Is all of" in prompt or "Is nothing" in prompt]
    assert ["[row-1]" in prompt for prompt in asked] == [False, True, True, False]


# -- words, going on, the end --------------------------------------------------------------------


@pytest.mark.parametrize("word", ["?", "help", "HELP", "hilfe"])
def test_help_is_a_word_too(word: str) -> None:
    language = "de" if word == "hilfe" else "en"
    talk = Talk("A", word, "Ana", language=language)
    assert locale(language).text("fill.player.help") in talk.text
    assert (talk.data or {})["player"] == "Ana"


@pytest.mark.parametrize("key", ["\x1b[D", "An\x08a", "Ana\u202e", "\x00"])
def test_a_control_key_is_refused_and_never_saved(key: str) -> None:
    talk = Talk("A", key, "Zoë\u200d\tK.")
    assert "control key" in talk.text
    assert (talk.data or {})["player"] == "Zoë\u200d\tK."


def test_the_end_of_input_tells_what_is_kept_and_what_was_not_asked() -> None:
    assert Talk("A", "Ana", "23423", ".341.").shown[-1] == (
        "Entered up to: row b. Not asked: 2 rows (c, d), what was chosen, circles and crosses, "
        "the Tally Sheet, the numbers on the right."
    )
    assert "Not asked: Bonus row 2, Leftovers, Total." in Talk("A", *SCRIPTS["a"][:13]).text
    assert Talk("A", *SCRIPTS["a"][:-1]).shown[-1] == "All was asked."
    assert "Nicht gefragt: 1 Reihe (d), was" in Talk("A", "A", *A_ROWS[:3], language="de").text


def test_the_stop_tells_what_was_not_asked_before_it_asks() -> None:
    shown = Talk("A", "Ana", "23423", ".341.", "quit", "").shown
    assert shown[-2].startswith("Entered up to: row b. Not asked: 2 rows (c, d), ")
    assert shown[-1].startswith("Keep what was entered")


def test_numbers_and_sums_of_the_examples_fit() -> None:
    talk = Talk("A", *SCRIPTS["a"])
    assert talk.asked("as 1 6 . 1 6 >") == 4
    for example in ("row 1: the number written on the right, as 14", "as 1+3", "Leftovers: the"):
        assert example in talk.text
    assert "right, as 17" not in talk.text
    assert "Mountains: the number written on the right, as 9 " in Talk("B", *SCRIPTS["b"]).text


def test_the_end_shows_all_and_leads_back_by_a_name() -> None:
    lines = SCRIPTS["b"][:-1]
    talk = Talk("B", *lines, "c", "10", "", "", "", "rivers", "6", "overflow", "7", "")
    back = talk.shown[-2]
    for line in (
        "  player             Ana\n",
        "  c                  x x x x x x x x x x . .\n",
        "  landmark.wetlands  3 points\n",
        "  circles            all that is earned\n",
        "  tally              bear 1, elk 2,",
        "mountains\N{NO-BREAK SPACE}9 · ",
        "rivers\N{NO-BREAK SPACE}6 · overflow\N{NO-BREAK SPACE}7 · ",
    ):
        assert line in back
    assert talk.left == []
    assert len(talk.filled.marks or {}) == 44
    assert talk.filled.claims["rivers"] == (6,)


def test_a_name_at_the_end_is_found_or_meant() -> None:
    lines = SCRIPTS["c"][:-1]
    talk = Talk("C", *lines, "tlly", "overflow-points", "4", "overflow", "4", *[""] * 6)
    assert "“tlly” is none of the names. Did you mean `tally`?" in talk.text
    assert talk.filled.claims["overflow"] == (4,)
    assert sum("overflow" in id for id in talk.filled.marks or {}) == 4


def test_looking_at_a_row_again_keeps_what_rests_on_it() -> None:
    talk = Talk("A", *SCRIPTS["a"][:-1], "a", "", "")
    assert talk.left == []
    assert talk.filled.picks == ("sun.1", "sun.2", "sun.5", "sun.7")
    assert talk.asked("if all was left") == 1


def test_a_choice_asked_again_is_as_large_as_before() -> None:
    talk = Talk("A", *upto("a"), "<", "1 2 5 8 9", "1 2 5 8", "")
    assert talk.text.count("4 choices were earned") == 3
    assert "5 choices are named, but 4 were earned." in talk.text
    assert talk.filled.picks == ("sun.1", "sun.2", "sun.5", "sun.8")


def test_a_pool_that_is_used_up_is_circled_too(ledger: Sheet) -> None:
    talk = Talk(ledger, "Ana", "1 2", "1 2", "", "", "1", "+overflow.1", "")
    assert "Store, box: store.2 = 2 points\n" in talk.text
    assert set(talk.filled.taken or ()) >= {"store.2", "a2=nature", "overflow.1"}


def test_letters_are_shown_again_when_their_language_changes() -> None:
    rows = ["BEFHS..", "B......."]
    talk = Talk("D", "en", "Ana", *rows, "<", "<", "<", "<", "de", "", "", "BHFVL..", "", "")
    assert "“E” at a2 stands for no animal." in talk.text
    assert sum("[B.......]" in prompt for prompt in talk.prompts) == 2
    again = Talk("D", *SCRIPTS["d"][:-1], "letters", "de", "..FHB..", *[""] * 20)
    assert sum("[..FEH..]" in prompt for prompt in again.prompts) == 1
    assert sum("[...SB...]" in prompt for prompt in again.prompts) >= 1
    marks = talk.filled.marks or {}
    assert [marks[f"a{n}"] for n in range(1, 6)] == ["bear", "elk", "fox", "hawk", "salmon"]


@pytest.mark.parametrize("letter", SCRIPTS)
def test_going_on_from_any_place_gives_the_same(letter: str) -> None:
    lines, sheet = SCRIPTS[letter], find_sheet(letter.upper())
    whole = Talk(sheet, *lines).data
    words = locale("en")
    for n in range(1, len(lines) - 1, 2):
        kept = json.loads(dumps(Talk(sheet, *lines[:n]).data or {}))
        answers = answers_of(sheet, words, kept)
        assert answers is not None, n
        rest = lines[len(answers) :]
        talk = Talk(sheet, *rest, answers=answers)
        assert (talk.left, talk.data) == ([], whole), n
    assert answers_of(sheet, words, whole) is None


def test_going_on_keeps_gaps_slips_and_what_was_left() -> None:
    lines = ["Ana", "7....", "7....", "11111", "11111", "", "7", "none", "1 - 0 0 0 2", "2+3", ""]
    talk = Talk("A", *lines)
    answers = answers_of(talk.sheet, locale("en"), json.loads(dumps(talk.data or {})))
    again = Talk("A", "<", "<", "<", "<", "<", answers=answers)
    left = "mountains-2 row-2 row-3"
    assert again.data == talk.data
    shown = [re.search(r"\[(.*)\] > $", prompt) for prompt in again.prompts]
    assert [m and m[1] for m in shown] == [None, None, "2+3", "1 - 0 0 0 2", left, "sun.7"]


@pytest.mark.parametrize(
    "change",
    [
        {"sheet": "A@2"},
        {"rulings": {"sun-points-line": "sun"}},
        {"note": "from memory"},
        {"columns": {"forests": [3]}},
        {"spaces": {"a1": "x", "z9": 1}},
        {"spaces": [1]},
        {"picks": ["sun.99"]},
        {"tally": 7},
        {"claims": {"row-1": {}}},
        {"format": "other"},
    ],
)
def test_what_fill_did_not_write_is_not_gone_on_with(change: dict[str, Any]) -> None:
    data = Talk("A", "Ana", "23423", ".341.").data or {}
    assert answers_of(find_sheet("A"), locale("en"), data)
    assert answers_of(find_sheet("A"), locale("en"), data | change) is None
    assert answers_of(find_sheet("A"), locale("en"), []) is None


# -- words, and anything at all -------------------------------------------------------------------


def test_german_words() -> None:
    talk = Talk("A", "Ana", "23423", "zurück", "keine", "ende", "", language="de")
    assert "Spieler" in talk.prompts[0]
    assert "Reihe a (a1…a5), 1 von 4 von oben" in talk.text
    assert (talk.data or {})["player"] == "Ana"


def test_the_languages_have_the_same_questions() -> None:
    folder = resources.root("data") / "locales"
    assert (folder / "de" / "fill.yaml").is_file()
    english, german = locale("en").words("fill"), locale("de").words("fill")
    assert english.keys() == german.keys()
    same = {key for key in english if english[key] == german[key]}
    assert same == {"no", "language.choice", "earned.one"}


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from("ABCD"),
    st.lists(
        st.one_of(
            st.sampled_from(["", "", "", "3", "x" * 7, "." * 8, "<", "?", "1 2", "none", "-", "y"]),
            st.text("xX.123BEFHS+-? ", max_size=12),
            st.text(max_size=6),
        ),
        max_size=40,
    ),
)
def test_whatever_is_typed_makes_a_file_that_can_be_read(sheet: str, lines: list[str]) -> None:
    talk = Talk(sheet, *lines)
    if talk.data is not None:
        assert talk.filled.sheet == f"{sheet}@1"


def test_the_text_is_easy_to_edit() -> None:
    data: dict[str, Any] = Talk("A", *SCRIPTS["a"]).data or {}
    lines = dumps(data).splitlines()
    assert '    ".341.",' in lines
    assert '    "row-2": 8,' in lines
    assert '  "picks": ["sun.1", "sun.2", "sun.5", "sun.7"],' in lines
