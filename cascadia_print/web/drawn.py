"""A sheet for the page: its picture with every mark that can be made, and its places in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

from cascadia_print.drawing.icons import GRID, icon
from cascadia_print.drawing.page import page
from cascadia_print.drawing.scene import MM, Group, Rect, Scene, Text, leaves
from cascadia_print.drawing.spots import extent, name_line
from cascadia_print.drawing.svg import FONTS, drawn
from cascadia_print.entry.inked import apart, row_names
from cascadia_print.entry.taken import area_name, place_name
from cascadia_print.report import words as say
from cascadia_print.report.hand import HIGH, LEAN, NIB, STEP, WIDE, strokes
from cascadia_print.report.ink import around_letter, outline, room, stencils
from cascadia_print.rules.table import table
from cascadia_print.sheet.locale import Locale
from cascadia_print.sheet.model import RECORDED, Gain, Offer, Sheet, Space, row_name
from cascadia_print.sheet.spots import Spots
from cascadia_print.sheet.vocabulary import habitat_letters, wildlife, wildlife_letters

Groups = Mapping[tuple[str, str], Group]

AIR = 2.0 * MM
"""Room that is left around the sheet."""


def sheet_object(sheet: Sheet, words: Locale) -> dict[str, Any]:
    """All that the page needs of a sheet. Raises DoesNotFit and MissingGlyph as `page` does."""
    scene = page(sheet, language=words.language)
    groups = _groups(scene)
    return {
        "ref": sheet.ref,
        "title": say.in_language(sheet.name, words),
        "write": sheet.marking.write,
        "numbers": list(sheet.marking.numbers),
        "svg": _svg(sheet, scene, words),
        "width": round(_box(scene)[2], 2),
        "name": _name(scene, words),
        "spaces": list(_spaces(sheet, scene, words)),
        "offers": list(_offers(sheet, scene, words)),
        "groups": {
            group: Spots(words).of(sheet, group) or area_name(sheet, area, words)
            for group, area in table(sheet).group_area.items()
        },
        "lines": [
            {"id": id, "label": say.line_label(id, sheet, words), **_place(groups, kind, id)}
            for kind, ids in (("line", sheet.line), ("total", ("total",)))
            for id in ids
        ],
    }


def common_object(words: Locale) -> dict[str, Any]:
    """What all sheets share: animals with their letters, signs written by hand, icons."""
    return {
        "animals": [
            {
                "id": animal,
                "name": say.game_word(animal, words),
                "letter": letter,
            }
            for letter, animal in _letters(words.language).items()
        ],
        "letters": {code: wildlife_letters(code) for code in ("en", "de")},
        "habitats": {
            letter: {"id": habitat, "name": say.game_word(habitat, words)}
            for letter, habitat in habitat_letters().items()
        },
        "tally": [
            *({"id": animal, "name": say.game_word(animal, words)} for animal in wildlife()),
            {"id": "nature", "name": words.text("fill.nature")},
        ],
        "hand": {"wide": WIDE, "high": HIGH, "step": STEP, "lean": LEAN, "nib": NIB * HIGH},
        "strokes": {sign: _path(commands) for sign, commands in strokes().items()},
        "icons": {name: _path(icon(name)) for name in (*wildlife(), "nature")},
        "grid": GRID,
    }


def _letters(language: str) -> dict[str, str]:
    return dict(wildlife_letters(language) or wildlife_letters("en"))


def _path(commands: Iterable[tuple[str, tuple[float, ...]]]) -> str:
    return "".join(name + " ".join(f"{v:.2f}" for v in args) for name, args in commands)


# -- the picture ---------------------------------------------------------------------------------


def _box(scene: Scene) -> tuple[float, float, float, float]:
    """Left, top, width and height of what is shown: the sheet without the edge of its paper."""
    left, top, right, bottom = scene.inside
    return left - AIR, top - AIR, right - left + 2 * AIR, bottom - top + 2 * AIR


def _name(scene: Scene, words: Locale) -> list[float] | None:
    """Where the player's name is written: left, base line and room."""
    rule = name_line(scene, words.text("page.player"))
    return [rule.x1 + 1.5 * MM, rule.y1 - 1.4, rule.x2 - rule.x1 - 3 * MM] if rule else None


def _svg(sheet: Sheet, scene: Scene, words: Locale) -> str:
    """The page with a layer of ink, hidden, which the marks made show."""
    view = " ".join(f"{v:.2f}" for v in _box(scene))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" lang="{words.language}"'
        f' font-family="{escape(FONTS)}" fill="none" stroke-miterlimit="10">',
        *drawn(scene.shapes),
        '<g class="ink">',
    ]
    for space in sheet.spaces:
        group = scene.find("space", space.id)
        if not space.start:
            lines += [f'<g data-outline="{space.id}">', *drawn([outline(group)]), "</g>"]
        for habitat, shapes in _rings(space, group):
            lines += [f'<g data-outline="{space.id}={habitat}">', *drawn(shapes), "</g>"]
    for name, shapes in stencils(sheet, scene):
        lines += [f'<g data-stencil="{escape(name)}">', *drawn(shapes), "</g>"]
    return "\n".join([*lines, "</g>", "</svg>"])


def _rings(space: Space, group: Group) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """A ring around the letter of each habitat of a split hexagon."""
    if len(space.habitats) < 2:
        return
    letters = habitat_letters()
    for text in leaves(group.shapes):
        if isinstance(text, Text) and (habitat := letters.get(text.text)) in space.habitats:
            yield habitat or "", tuple(around_letter(text))


# -- the places ----------------------------------------------------------------------------------


def _groups(scene: Scene) -> Groups:
    return {(group.kind, group.id): group for group in scene.groups()}


def _place(groups: Groups, kind: str, id: str) -> dict[str, Any]:
    """The middle of a place and its width and height in points; nothing for what is not drawn."""
    if (kind, id) not in groups:
        return {}
    left, top, right, bottom = extent(groups[kind, id])
    at, size = ((left + right) / 2, (top + bottom) / 2), (right - left, bottom - top)
    return {"at": [round(v, 2) for v in at], "size": [round(v, 2) for v in size]}


def _spaces(sheet: Sheet, scene: Scene, words: Locale) -> Iterator[dict[str, Any]]:
    """Hexagons in printed order; `row` are those that a tap fills from the left."""
    names = {id: name for name, ids in row_names(sheet).items() for id in ids}
    groups = _groups(scene)
    for space in sheet.spaces:
        group = groups["space", space.id]
        outer = next(leaves(group.shapes))
        left, _, right, _ = extent(group)
        high, wide = room(right - left)
        yield {
            "id": space.id,
            "label": _space_label(sheet, space, words),
            "row": _row(sheet, space),
            "rowName": words.name(names[space.id]),
            "habitats": list(space.habitats),
            "points": space.points or 0,
            "start": space.start,
            "overflow": space.overflow,
            "box": isinstance(outer, Rect),
            **_place(groups, "space", space.id),
            "sign": [round(high, 2), round(wide, 2)],
        }


def _row(sheet: Sheet, space: Space) -> str:
    """The row that is filled from the left, as it is asked for in a dialogue; "" for none."""
    name = row_name(space)
    outlined = sheet.marking.write == "outline" and sheet.marking.order == "right"
    used = sheet.marking.write != "number" and space.overflow
    return name if outlined or used or apart(sheet, name) else ""


def _space_label(sheet: Sheet, space: Space, words: Locale) -> str:
    names = [say.game_word(habitat, words) for habitat in space.habitats]
    parts = [words.text("web.place.or").join(names)] if names else []
    if space.start:
        parts.append(words.text("web.place.start"))
    elif space.overflow:
        parts.append(words.text("game.lines.overflow"))
    elif space.blank:
        parts.append(words.text("web.place.blank"))
    if space.region:
        parts.append(words.text("web.place.region", n=space.region))
    if space.points:
        parts.append(words.text("report.gains.points", n=space.points))
    if space.offer.sides:
        parts.append(gives(sheet, space.offer, words))
    return f"{space.id}: {', '.join(parts)}"


def _offers(sheet: Sheet, scene: Scene, words: Locale) -> Iterator[dict[str, Any]]:
    """All that gives something, or is a box: what can be set besides marks.

    `parts` are the gains that leave ink; `group` is what a box is picked from; `sides` are the
    choices.
    """
    items, groups = table(sheet).items, _groups(scene)
    places: dict[str, tuple[str, Offer]] = {
        **{s.id: ("space", s.offer) for s in sheet.spaces if s.offer.sides},
        **{b.id: ("bonus", b.offer) for b in sheet.bonuses},
        **{b.id: ("box", b.offer) for b in sheet.boxes.values()},
    }
    for id, (kind, offer) in places.items():
        one = offer.sides[0] if len(offer.sides) == 1 else ()
        inked = [k for k, gain in enumerate(one) if gain.kind in RECORDED]
        parts = sheet.parts(id, offer)
        given = gives(sheet, offer, words)
        where = Spots(words).of(sheet, id) or place_name(sheet, id, words)
        yield {
            "id": id,
            "kind": kind,
            **_place(groups, kind, id),
            "label": f"{id}: {where}" + (f", {given}" if given else ""),
            "gives": given,
            "place": where,
            "group": items[id].group if id in items else "",
            "sides": [
                {"word": word, "label": _side(sheet, side, words)}
                for word, side in zip(offer.side_words(), offer.sides, strict=True)
                if offer.choice
            ],
            "inked": bool(inked),
            "parts": [
                {"id": parts[k], "label": gain_words(sheet, one[k], words)} for k in inked if parts
            ],
        }


def gives(sheet: Sheet, offer: Offer, words: Locale) -> str:
    """What a place gives, in words; "" for nothing."""
    sides = [_side(sheet, side, words) for side in offer.sides]
    return words.text("report.gains.choice").join(sides)


def _side(sheet: Sheet, side: Iterable[Gain], words: Locale) -> str:
    return words.text("report.gains.all").join(gain_words(sheet, gain, words) for gain in side)


def gain_words(sheet: Sheet, gain: Gain, words: Locale) -> str:
    """A gain in words; a box of an area is called by the area's name."""
    if gain.kind in ("lane", "same", "pick"):
        area, _, lane = gain.of.partition(".")
        known = f"page.lanes.{lane}"
        of = words.text(known) if words.has(known) else say.game_word(lane, words)
        key = "lane" if lane else gain.kind
        return words.text(f"web.gives.{key}", n=gain.n, area=area_name(sheet, area, words), of=of)
    return say.gains(gain.word, words)
