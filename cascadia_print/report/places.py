"""The places of a sheet in words, for whoever hears them instead of seeing them."""

from __future__ import annotations

from collections.abc import Mapping

from cascadia_print.report import words as say
from cascadia_print.sheet.fields import Field, fields
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import Gain, Offer, Sheet
from cascadia_print.sheet.spots import Spots
from cascadia_print.sheet.vocabulary import letter_languages, wildlife_letters


def tips(sheet: Sheet, words: Locale) -> Mapping[str, str]:
    """Field name -> what a screen reader says of it: where it stands and what it means."""
    return {name: _tip(field, sheet, words) for name, field in fields(sheet).items()}


def place(sheet: Sheet, id: str, words: Locale) -> str:
    """The kind of place that an element is, for several at once: "full row", "Landmarks, box"."""
    bonus, box = sheet.bonus.get(id), sheet.boxes.get(id)
    if box:
        kind, area, first = "box", box.area, 0
    elif bonus:
        kind, area, first = bonus.shape, bonus.of.partition(".")[0], bonus.first
    else:
        kind, area, first = ("overflow" if sheet.space[id].overflow else "space"), "", 0
    return words.text(f"fill.place.{kind}", area=area_name(sheet, area, words), first=first)


def area_name(sheet: Sheet, id: str, words: Locale) -> str:
    """The words for an area of the sheet; "" for anything else."""
    return Spots(words).area(sheet.area[id]) if id in sheet.area else ""


def habitats_of(sheet: Sheet, id: str, words: Locale) -> str:
    """The habitats of a space: "forests or rivers"."""
    named = [words.text(f"game.habitats.{habitat}") for habitat in sheet.space[id].habitats]
    return say.listed(named, words, "or")


def offer_words(offer: Offer, sheet: Sheet, words: Locale) -> str:
    """What an offer gives, in words; "" for nothing."""
    sides = (
        words.text("report.gains.all").join(gain_words(gain, sheet, words) for gain in side)
        for side in offer.sides
    )
    return words.text("report.gains.choice").join(sides)


def gain_words(gain: Gain, sheet: Sheet, words: Locale) -> str:
    """A gain in words, boxes and picks with the name of their area."""
    area, _, lane = gain.of.partition(".")
    values = {"area": area_name(sheet, area, words), "lane": Spots(words).name(lane), "n": lane}
    if gain.kind == "pick":
        return words.text(f"twin.gain.{'column' if lane else 'pick'}", **values)
    if gain.kind in ("lane", "same"):
        return words.text(f"twin.gain.{gain.kind}", **values)
    return say.gains(gain.word, words)


def _tip(field: Field, sheet: Sheet, words: Locale) -> str:
    at = field.at
    if field.place == "sign":
        return words.text(f"form.tip.{field.key}")
    if field.key == "tally":
        return words.text("form.tip.tally", name=words.text(f"form.page.{at}"))
    if field.key == "claims":
        return words.text("form.tip.claim", label=say.line_label(at, sheet, words))
    if field.key == "spaces":
        return _mark(field, sheet, words)
    offer = sheet.offers[at]
    where = Spots(words).of(sheet, at) or habitats_of(sheet, at, words) or place(sheet, at, words)
    side, k = field.gain or (-1, -1)
    sides = offer.sides if side < 0 else offer.sides[side : side + 1]
    part = Offer(tuple(s if k < 0 else s[k : k + 1] for s in sides))
    points = {gain.kind for side_ in part.sides for gain in side_} == {"points"}
    kind = "picked" if field.key == "picks" else "circled" if points else "crossed"
    gains = offer_words(part, sheet, words)
    return words.text(f"form.tip.{kind if gains else 'box'}", at=at, place=where, gains=gains)


def _mark(field: Field, sheet: Sheet, words: Locale) -> str:
    space, write = sheet.space[field.at], sheet.marking.write
    kind = "overflow" if space.overflow else "blank" if space.blank else write
    if field.half >= 0:
        habitat = words.text(f"game.habitats.{space.habitats[field.half]}")
        return words.text("form.tip.half", at=field.at, habitat=habitat)
    language = words.language if words.language in letter_languages() else "en"
    letters = ", ".join(wildlife_letters(language))
    habitats = habitats_of(sheet, field.at, words)
    return words.text(f"form.tip.{kind}", at=field.at, habitats=habitats, letters=letters)
