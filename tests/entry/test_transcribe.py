"""The dialogue of `transcribe`, scripted: what is asked, refused, insisted on and written."""

from __future__ import annotations

import re
from functools import cache

import pytest

from cascadia_print.entry.owned import Origin, text
from cascadia_print.entry.transcribe import State, Telling, Turn, reopened, transcribe
from cascadia_print.sheet.facts import failing
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.located import read_yaml
from cascadia_print.sheet.lookup import find_file, load_sheet
from cascadia_print.sheet.model import Sheet

TELLING = Telling(
    fault=lambda fault: fault.id,
    fact=lambda fact, have: f"{fact.check}, here {have.text}",
    have=lambda fact, have: f"{have.text} {have.items}",
    rule=lambda rule: f"text of {rule}",
)
AS_SHOWN = ("=",) * 90
A, B, C, D = "A", "B", "C", "D"


@cache
def origin(letter: str) -> Origin:
    path = find_file(letter)
    return Origin(read_yaml(path).data, load_sheet(path))


class Talk:
    """A dialogue with typed `lines`; when they are used up, the input ends."""

    def __init__(
        self,
        sheet: str | Origin,
        *lines: str,
        state: State | None = None,
        language: str = "en",
    ) -> None:
        self.left = list(lines)
        self.shown: list[str] = []
        self.turns: list[Turn] = []
        self.outcome = transcribe(
            origin(sheet) if isinstance(sheet, str) else sheet,
            language,
            self.read,
            self.shown.append,
            telling=TELLING,
            state=state or State(),
            show=self.turns.append,
            file="box.yaml",
        )
        self.state = self.outcome.state

    def read(self, prompt: str) -> str:
        if not self.left:
            raise EOFError
        return self.left.pop(0)

    @property
    def text(self) -> str:
        return "\n".join(self.shown)

    @property
    def last(self) -> Turn:
        return self.turns[-1]

    @property
    def sheet(self) -> Sheet:
        assert self.outcome.finished
        return self.outcome.copy.sheet(self.state.insisted)


@cache
def finished(letter: str) -> Talk:
    """Every question answered as shown."""
    return Talk(letter, *AS_SHOWN)


A_START = ("M F P W R", "12", "1")
"""Up to the first value of sheet A: the order of the columns, the sun area, the stars."""


@pytest.mark.parametrize("letter", [A, B, C, D])
def test_a_copy_of_what_is_shown_is_the_same_sheet(letter: str) -> None:
    sheet, own = finished(letter).sheet, origin(letter).sheet
    assert (sheet.ref, sheet.name, sheet.stars) == (f"box-{letter}@1", own.name, own.stars)
    for part in ("spaces", "heading", "areas", "lines", "marking", "rules", "stagger"):
        assert getattr(sheet, part) == getattr(own, part), part
    assert set(sheet.bonuses) == set(own.bonuses)
    assert sheet.rulings == own.rulings
    assert failing(sheet) == []


@pytest.mark.parametrize("letter", [A, B, C, D])
def test_what_no_rulebook_gives_is_the_owners(letter: str) -> None:
    sheet = finished(letter).sheet
    for id, given in origin(letter).sheet.provenance.items():
        own = sheet.provenance[id]
        assert own.source == ("rulebook" if given.source == "rulebook" else "owner"), id
        assert own.rule == given.rule


def test_facts_of_our_own_design_are_not_asked_of_a_printed_sheet() -> None:
    kept = {fact.check for letter in (C, D) for fact in finished(letter).sheet.facts}
    assert "habitats-touch-start" not in kept
    assert "pairs-on-vertical-edges" not in kept
    assert {"printed", "regions-connected"} <= kept


def test_it_is_said_that_no_copy_is_shipped_or_accepted() -> None:
    talk = Talk(A)
    assert "no copy of a printed sheet comes with this program" in talk.shown[0]
    assert "none is accepted by the project" in talk.shown[0]
    assert "nimmt keine an" in Talk(A, language="de").shown[0]


# -- order and words -----------------------------------------------------------------------------


def asked(talk: Talk) -> list[str]:
    """The first id of each question, in the order in which they were put."""
    return [turn.at[0] if turn.at else "done" for turn in talk.turns]


def test_values_come_in_the_order_of_the_eye() -> None:
    assert asked(finished(A)) == [
        "a1", "sun.1", "stars", "row-2",
        *(f"{x}-2" for x in ("mountains", "forests", "prairies", "wetlands", "rivers")),
        "row-3", "row-4",
        *(f"{x}-4" for x in ("mountains", "forests", "prairies", "wetlands", "rivers")),
        *(f"sun.{n}" for n in range(1, 13)), "done",
    ]  # fmt: skip


def test_structure_comes_first() -> None:
    kinds = {
        B: ["lengths", "heading", "order:landmark", "size:landmark", "stars"],
        D: ["rows", "shift", *(f"{key}:{x}" for key in ("map", "regions") for x in "abcdefgh"),
            "size:overflow", "order:same", "order:landmark", "size:landmark", "stars"],
    }  # fmt: skip
    for letter, keys in kinds.items():
        assert list(finished(letter).state.answers)[: len(keys)] == keys


def test_a_place_is_said_in_words() -> None:
    text = Talk(A, "W F P M R", "12", "1", "=").text
    assert "The bonus under the second hexagon of the wetlands column (wetlands-2)" in text
    text = Talk(A, *A_START, "=", language="de").text
    assert "Der Bonus unter dem zweiten Sechseck der Spalte Gebirge" in text
    assert "second hexagon of the wetlands" not in Talk(A, *A_START, "=").text


def test_the_asked_place_is_marked_in_the_picture_of_the_terminal() -> None:
    talk = Talk(A, *A_START, "=", "1")
    assert "1pt   [?]" in talk.shown[-2]
    talk = Talk(B, "12", "=", "=", "=", "=", "2=elk")
    assert "M'" in talk.shown[-2]
    assert "[?]" in talk.shown[-2]


def test_what_the_rulebook_gives_is_not_asked() -> None:
    text = finished(B).text
    assert "what the boxes of the first row give" in text
    assert "what the boxes of the second row give" not in text
    assert "the bonus at the end of each column" not in text


def test_the_map_is_drawn_again_after_each_row() -> None:
    talk = Talk(C, "4", "right", "P1 P2 m w/m", "- f * .", "P1P2M")
    assert talk.turns[3].remark == " a      P1    P2    M    W/M"
    assert talk.turns[4].remark.splitlines()[1] == " b         F     *     ."
    assert talk.turns[5].remark.splitlines()[2] == " c      P1    P2    M"
    left = Talk(C, "3", "left", "P1 P2", "f *")
    assert left.last.remark.splitlines() == [" a   P1    P2", " b      F     *"]


# -- Enter, =, <, ?, stop ------------------------------------------------------------------------


def test_enter_answers_nothing() -> None:
    talk = Talk(A, *A_START, "", "", "=")
    assert "row-2" not in talk.state.answers
    assert "mountains-2" not in talk.state.answers
    assert talk.state.answers["forests-2"] == "1pt+pick:sun"


def test_what_was_left_open_is_asked_at_the_end() -> None:
    talk = Talk(A, *A_START, "", *AS_SHOWN[:24], "")
    assert talk.last.at == ("row-2",)
    assert not talk.outcome.finished
    assert "1 place is still open" in talk.text
    assert (
        Talk(A, *A_START, "", *AS_SHOWN[:24], "9", "=").sheet.bonus["row-2"].offer.word
        == "9pt+wild"
    )


def test_structure_cannot_be_left_open() -> None:
    talk = Talk(A, "", "M F P W R")
    assert "cannot wait" in talk.turns[1].remark
    assert talk.last.at[0] == "sun.1"


def test_as_shown_needs_something_shown() -> None:
    # With ten columns our own line of twelve numbers is nothing to compare with.
    talk = Talk(B, "10", "=")
    assert "Nothing comparable" in talk.last.remark
    assert "heading" not in talk.state.answers


def test_back_asks_again_and_shows_what_was_said() -> None:
    talk = Talk(A, *A_START, "7", "<")
    assert talk.last.at == ("row-2",)
    assert "= yours: 7pt+wild" in talk.last.question
    assert Talk(A, *A_START, "7", "<", "8").state.answers["row-2"] == "8pt+wild"
    assert Talk(A, *A_START, "7", "back", "=").state.answers["row-2"] == "7pt+wild"
    assert Talk(A, *A_START, "7", "<", "").state.answers["row-2"] == "7pt+wild"
    assert (
        Talk(A, *A_START, "7", "<", "<", "<", "<", "<").last.remark == "This is the first question."
    )


def test_back_to_a_place_and_on_where_one_was() -> None:
    talk = Talk(A, *A_START, *("=",) * 8, "< forests-2", "2")
    assert talk.state.answers["forests-2"] == "2pt+pick:sun"
    assert talk.last.at == ("mountains-4",)
    assert Talk(C, *("=",) * 12, "< d").last.question.startswith("\n(6/")
    wrong = Talk(A, *A_START, "< forest-2").last
    assert "no place “forest-2”" in wrong.remark
    assert "forests-2" in wrong.remark


def test_a_question_mark_explains() -> None:
    talk = Talk(A, *A_START, "?")
    assert "hex:forests or hex:any" in talk.last.remark
    assert talk.last.at == ("row-2",)


def test_stop_and_the_end_of_the_input_keep_what_there_is() -> None:
    stopped = Talk(A, *A_START, "7", "stop").outcome
    ended = Talk(A, *A_START, "7").outcome
    assert (stopped.finished, stopped.stopped) == (False, True)
    assert (ended.finished, ended.stopped) == (False, False)
    assert stopped.state.answers == ended.state.answers
    on = Talk(A, "6", state=stopped.state)
    assert "4 answers are there already" in on.shown[0]
    assert on.state.answers["mountains-2"] == "6pt+pick:sun"


def test_an_answer_that_no_longer_fits_is_asked_again() -> None:
    state = Talk(B, "12", "=", "=", "=", "=", "2=elk").state
    talk = Talk(B, "< lengths", "10", "1 2 3 4 5 7 9 13 17 20", state=state)
    assert talk.last.at[:2] == ("a1", "a2")  # twelve hexagons were answered, ten are there
    assert len(talk.last.at) == 10


# -- what contradicts ------------------------------------------------------------------------------


def test_a_value_of_the_rulebook_is_defended_with_its_rule() -> None:
    talk = Talk(A, *A_START, "< row-1", "4")
    assert "A-5 says otherwise" in talk.last.remark
    assert "text of A-5" in talk.last.remark
    assert "row-1" not in talk.state.answers
    assert Talk(A, *A_START, "< row-1", "3").state.answers["row-1"] == "3pt+wild"


@pytest.mark.parametrize(
    ("letter", "lines", "rule"),
    [
        (A, ("M F P W R", "9"), "A-3"),
        (A, (*A_START, "=", "1, 2, 2, 2, 1"), "A-7"),
        (A, (*A_START, "fox"), "A-5"),
        (A, (*A_START, *("=",) * 13, "hex:any"), "A-4"),
        (B, ("12", "1 2 3 4 5 6 7 8 9 10 11 20"), "B-7"),
        (B, (*("=",) * 5, *("nothing",) * 10), "B-3"),
        (C, (*("=",) * 10, "P4 W3 F2 F3 F4 W4 R4"), "C-10"),
        (C, (*("=",) * 10, "P4 W3 F2 F3 F4 . M4"), "C-4"),
        (C, (*("=",) * 24, "landmark:rivers"), "C-6"),
        (D, (*("=",) * 17, "13 13 14 14 11 12 15 16"), "D-5"),
        (D, (*("=",) * 23, "all=hex:any"), "D-4"),
    ],
)
def test_an_answer_against_a_rule_is_asked_again(
    letter: str, lines: tuple[str, ...], rule: str
) -> None:
    talk = Talk(letter, *lines)
    assert f"{rule} says otherwise" in talk.last.remark
    assert talk.last.at == talk.turns[-2].at
    assert len(talk.state.answers) == len(lines) - 1


def test_the_same_again_is_insisted_on_and_the_fact_left_out() -> None:
    talk = Talk(A, *A_START, "< row-1", "4", "4", *AS_SHOWN)
    assert talk.state.insisted == {"A-5 gives row-1 3pt"}
    sheet = talk.sheet
    assert sheet.bonus["row-1"].offer.word == "4pt+wild"
    assert sheet.provenance["row-1"].source == "owner"
    assert failing(sheet) == []
    assert not any(fact.values.get("gain") == "3pt" for fact in sheet.facts)
    # Another wrong answer is not the same again, and a right one takes the word back.
    assert Talk(A, *A_START, "< row-1", "4", "5").state.insisted == frozenset()
    assert Talk(A, *A_START, "< row-1", "4", "4", "< row-1", "3").state.insisted == frozenset()


def test_a_ruling_about_what_is_not_printed_is_left_out() -> None:
    lines = (*AS_SHOWN[:16], "< landmark.rivers", "all=4", "all=4", *AS_SHOWN)
    usual = [ruling.id for ruling in finished(B).sheet.rulings]
    left = [ruling.id for ruling in Talk(B, *lines).sheet.rulings]
    assert "landmark-column" in usual
    assert left == [id for id in usual if id != "landmark-column"]


def test_a_fact_is_not_judged_before_all_its_places_are_known() -> None:
    # C-10 wants 2 points somewhere in the landmark area; the first row need not be it.
    lines = ["=" for _ in origin(C).data["spaces"]["rows"]]
    talk = Talk(C, "=", "=", *lines, *("=",) * 5)
    start = talk.state
    talk = Talk(C, *("=",) * 30, "< landmark.row-1", "3", state=start)
    assert "says otherwise" not in talk.text
    assert talk.state.answers["landmark.row-1"] == "3pt"


@pytest.mark.parametrize(
    ("letter", "line", "words"),
    [
        (A, "M M F P W", "Each of these 5 once"),
        (A, "M F P W Z", "none of these"),
        (B, "twelve", "Whole numbers"),
        (B, "12 12", "1 / 6 numbers are needed"),
        (C, "nine", "Whole numbers"),
    ],
)
def test_what_cannot_be_read_is_asked_again(letter: str, line: str, words: str) -> None:
    talk = Talk(letter, line)
    assert words in talk.last.remark
    assert talk.state.answers == {}


def test_hexagons_of_a_kind_that_the_sheet_has_not() -> None:
    assert "no printed points" in Talk(D, "8", "r", "W5 P").last.remark
    assert "neither a star" in Talk(D, "8", "r", "W/P P").last.remark


def test_a_map_that_is_no_sheet_is_refused_when_its_last_row_is_there() -> None:
    talk = Talk(C, "2", "right", "P1 P2", "M1 W1")  # no star to begin from
    assert talk.last.remark.splitlines()[0] == "IN-needs"
    assert "map:b" not in talk.state.answers


def test_points_where_no_line_counts_them_are_refused() -> None:
    talk = Talk(B, *("=",) * 5, "2=3pt")
    assert talk.last.remark == "IN-no-line"
    assert "icons:a" not in talk.state.answers


# -- values ----------------------------------------------------------------------------------------


def test_several_values_go_on_to_the_next_places() -> None:
    for line in ("1, 2, 1, 3, 1", "1 2 1 3 1", "1 point, 2 points, =, 3, 1"):
        answers = Talk(A, *A_START, "=", line).state.answers
        assert [answers[f"{x}-2"][:3] for x in ("mountains", "forests", "wetlands")] == [
            "1pt", "2pt", "3pt",
        ]  # fmt: skip
    talk = Talk(A, *A_START, "=", "1, 2, 1, 3, 1, 1")
    assert "only 5 places are left" in talk.last.remark
    assert "mountains-2" not in talk.state.answers


def test_what_a_rule_puts_beside_a_value_is_added() -> None:
    answers = Talk(A, *A_START, "7", "2 and a sun").state.answers
    assert answers["row-2"] == "7pt+wild"
    assert answers["mountains-2"] == "2pt+pick:sun"


def test_icons_typed_with_the_map_are_not_asked_again() -> None:
    typed = finished(C)
    assert "icons:a" not in typed.state.answers
    letters = "P1 P1 M W1 W1 P1 P2"
    talk = Talk(C, "9", "=", letters, *AS_SHOWN[:13], "2=sun, 7=landmark rivers", *AS_SHOWN)
    assert talk.state.answers["icons:a"] == "- sun - - - - landmark:rivers"
    assert talk.sheet.space["a2"].offer.word == "sun"


def test_a_row_typed_again_with_its_icons_replaces_older_ones() -> None:
    lines = ("P1 P1 M W1 W1 P1 P2", *AS_SHOWN[:13], "2=sun")
    talk = Talk(C, "9", "=", *lines, "< map:a", "P1+elk P1 M W1 W1 P1 P2", *AS_SHOWN)
    offers = [talk.sheet.space[id].offer.word for id in ("a1", "a2")]
    assert offers == ["elk", ""]


def test_lanes_may_differ_and_lie_in_another_order() -> None:
    talk = Talk(C, *AS_SHOWN[:13], "R F P W M", *AS_SHOWN)
    assert list(talk.sheet.area["landmark"].lanes) == [
        "rivers", "forests", "prairies", "wetlands", "mountains",
    ]  # fmt: skip
    end = Talk(C, *AS_SHOWN[:50], "< landmark.rivers", "4, 4, 4, 4, 6", *AS_SHOWN)
    assert end.sheet.bonus["landmark.rivers"].offer.word == "6pt"
    assert end.sheet.bonus["landmark.forests"].offer.word == "4pt"


def test_rows_of_another_length_and_bonuses_between_them() -> None:
    talk = Talk(B, "12 12 12 12 12 8", *AS_SHOWN[:13], "< gap:e", "a1-b2=fox", "4=wild", *AS_SHOWN)
    assert "no place “a1-b2”" in talk.text
    assert len(talk.sheet.rows["f"]) == 8
    assert talk.sheet.bonus["e4-f5"].offer.word == "wild"
    assert "e11-f12" not in talk.sheet.bonus


def test_a_bonus_on_a_slanted_side() -> None:
    talk = Talk(D, *AS_SHOWN[:40], "< slanted", "b2-a1=elk", *AS_SHOWN)
    assert talk.sheet.bonus["a1-b2"].offer.word == "elk"


# -- the file --------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", [A, B, C, D])
def test_a_finished_copy_can_be_reopened(letter: str) -> None:
    talk = finished(letter)
    source = text(talk.outcome.copy.data(), ["a comment"])
    assert source.startswith("# a comment\nkind: environment\nid: box-")
    mine = Origin(talk.outcome.copy.data(), talk.sheet)
    again = Talk(mine, "< stars", "2", "=", state=reopened(mine))
    assert again.left == []
    assert again.sheet.ref == f"box-{letter}@1"
    assert again.sheet.stars == 2
    assert set(again.sheet.bonuses) == set(talk.sheet.bonuses)


def test_the_proof_lists_every_place_with_its_source() -> None:
    proof = Talk(A, *A_START, "9", *AS_SHOWN).outcome.proof
    lines = {entry.place: entry for entry in proof}
    assert lines["The bonus at the right end of the second row (row-2)"].word == "9pt+wild"
    first = lines["The bonus at the right end of the first row (row-1)"]
    assert (first.word, first.source) == ("3pt+wild", "A-5")
    assert "The habitats of the columns, from left to right" in lines
    assert all(entry.word for entry in proof)


def test_german_says_all_that_english_says() -> None:
    def sentences(language: str) -> dict[str, set[str]]:
        own = Locale(language).words("transcribe")
        return {
            key: set(re.findall(r"\{(\w+)", words))
            for key, words in own.items()
            if not key.startswith("names.")
        }

    english, german = sentences("en"), sentences("de")
    assert english.keys() == german.keys()
    for key, fields in english.items():
        assert german[key] == fields, key
