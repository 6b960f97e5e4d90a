"""A print job, against what others take to draw the same: fpdf2 and typst, where installed.

The others get it easy: they read finished shapes as JSON, or as a typst source, where the command
reads YAML, checks it and lays the sheets out.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

SHEETS = 64
BACK = "tally"
JOB = """kind: job
paper: a4
up: 1
duplex: long
back: {back}
sheets:
  - {{sheet: A, copies: {copies}}}
"""

FPDF = """
import json, sys
from fpdf import FPDF
data = json.load(open(sys.argv[1], encoding="utf-8"))
pdf = FPDF(unit="pt", format="A4")
pdf.set_auto_page_break(False)
pdf.add_font("Vera", "", data["fonts"][0])
pdf.add_font("Vera", "B", data["fonts"][1])

def rgb(text):
    return tuple(int(text[k : k + 2], 16) for k in (1, 3, 5))

def draw(shapes):
    for kind, paint, *rest in shapes:
        if kind == "text":
            x, y, text, size, bold = rest
            pdf.set_font("Vera", "B" if bold else "", size)
            pdf.set_text_color(*rgb(paint))
            pdf.text(x, y, text)
            continue
        fill, stroke, width = paint
        style = ("D" if stroke else "") + ("F" if fill else "")
        if fill:
            pdf.set_fill_color(*rgb(fill))
        if stroke:
            pdf.set_draw_color(*rgb(stroke))
            pdf.set_line_width(width)
        if kind == "rect":
            pdf.rect(*rest, style=style)
        elif kind == "circle":
            x, y, r = rest
            pdf.circle(x, y, r, style=style)
        elif kind == "line":
            pdf.line(*rest)
        elif kind == "polygon":
            pdf.polygon(rest[0], style=style)
        else:
            for outline in rest[0]:
                pdf.polygon(outline, style=style)

for n in range(data["copies"]):
    for side in data["sides"]:
        pdf.add_page()
        draw(side)
pdf.output(sys.argv[2])
"""

TYPST = (
    "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]])"
)


def shapes(scene: Any, dx: float, dy: float) -> list[Any]:
    """The shapes of a scene as numbers, moved; curves as the corners that they pass."""
    from cascadia_print.drawing.fonts import width
    from cascadia_print.drawing.scene import Circle, Line, Path, Polygon, Rect, Text

    found: list[Any] = []
    for s in scene.leaves():
        if isinstance(s, Text):
            share = {"start": 0.0, "middle": 0.5, "end": 1.0}[s.anchor]
            x = s.x - share * width(s.text, s.size, s.bold)
            found.append(["text", s.fill, x + dx, s.y + dy, s.text, s.size, s.bold])
            continue
        paint = [s.paint.fill, s.paint.stroke, s.paint.width]
        if isinstance(s, Rect):
            found.append(["rect", paint, s.x + dx, s.y + dy, s.width, s.height])
        elif isinstance(s, Circle):
            found.append(["circle", paint, s.x + dx, s.y + dy, s.radius])
        elif isinstance(s, Line):
            found.append(["line", paint, s.x1 + dx, s.y1 + dy, s.x2 + dx, s.y2 + dy])
        elif isinstance(s, Polygon):
            found.append(["polygon", paint, [[x + dx, y + dy] for x, y in s.points]])
        elif isinstance(s, Path):
            found.append(["path", paint, list(_curves(s, dx, dy))])
    return found


def _curves(path: Any, dx: float, dy: float) -> Iterable[list[list[float]]]:
    """Each outline of a path as the points where its parts end."""
    points: list[list[float]] = []
    for name, args in path.commands:
        if name == "Z":
            yield points
            points = []
        else:
            x, y = args[-2:]
            points.append([path.x + path.scale * x + dx, path.y + path.scale * y + dy])
    if points:
        yield points


def typst_source(data: dict[str, Any]) -> str:
    """The same shapes as a typst file."""
    lines = ["#set page(width: 595.28pt, height: 841.89pt, margin: 0pt)"]
    for n, side in enumerate(data["sides"]):
        lines.append(f"#let side{n} = {{")
        lines += [_typst(shape) for shape in side]
        lines.append("}")
    lines += [f"#for k in range({data['copies']}) {{", "  page(side0)", "  page(side1)", "}"]
    return "\n".join(lines) + "\n"


def _typst(shape: list[Any]) -> str:
    kind, paint, *rest = shape
    if kind == "text":
        x, y, text, size, bold = rest
        weight = "bold" if bold else "regular"
        body = (
            f'text(font: "Bitstream Vera Sans", size: {size}pt, weight: "{weight}", '
            f'fill: rgb("{paint}"), top-edge: "baseline", {json.dumps(text, ensure_ascii=False)})'
        )
        return f"  place(dx: {x:.2f}pt, dy: {y:.2f}pt, {body})"
    fill = f'fill: rgb("{paint[0]}")' if paint[0] else "fill: none"
    stroke = f'stroke: {paint[2]}pt + rgb("{paint[1]}")' if paint[1] else "stroke: none"
    if kind == "rect":
        x, y, w, h = rest
        body = f"rect(width: {w:.2f}pt, height: {h:.2f}pt, {fill}, {stroke})"
        return f"  place(dx: {x:.2f}pt, dy: {y:.2f}pt, {body})"
    if kind == "circle":
        x, y, r = rest
        body = f"circle(radius: {r:.2f}pt, {fill}, {stroke})"
        return f"  place(dx: {x - r:.2f}pt, dy: {y - r:.2f}pt, {body})"
    if kind == "line":
        x1, y1, x2, y2 = rest
        ends = f"start: ({x1:.2f}pt, {y1:.2f}pt), end: ({x2:.2f}pt, {y2:.2f}pt)"
        return f"  place(line({ends}, {stroke}))"
    outlines = [rest[0]] if kind == "polygon" else rest[0]
    parts = (
        f"  place(polygon({fill}, {stroke}, {', '.join(f'({x:.2f}pt, {y:.2f}pt)' for x, y in o)}))"
        for o in outlines
    )
    return "\n".join(parts)


def prepare(folder: Path, copies: int, back: str) -> dict[str, Path]:
    """The job and what the peers read, for so many copies."""
    import reportlab

    from cascadia_print.cli.paper import Wish, scene
    from cascadia_print.cli.sheets import sheet_file
    from cascadia_print.drawing import papers
    from cascadia_print.sheet.lookup import load_printable

    fonts = Path(reportlab.__file__).parent / "fonts"
    a4 = papers.paper("a4")
    sides = []
    for ref in ("A", back):
        drawn = scene(load_printable(sheet_file(ref)), Wish())
        dx, dy = (a4.width - drawn.width) / 2, (a4.height - drawn.height) / 2
        sides.append(shapes(drawn, dx, dy))
    data = {
        "copies": copies,
        "fonts": [str(fonts / "Vera.ttf"), str(fonts / "VeraBd.ttf")],
        "sides": sides,
    }
    files = {name: folder / f"{name}-{copies}.{end}" for name, end in ENDINGS.items()}
    files["job"].write_text(JOB.format(back=back, copies=copies), encoding="utf-8")
    files["json"].write_text(json.dumps(data), encoding="utf-8")
    files["typst"].write_text(typst_source(data), encoding="utf-8")
    files["fpdf"].write_text(FPDF, encoding="utf-8")
    files["fonts"] = fonts
    return files


ENDINGS = {"job": "yaml", "json": "json", "typst": "typ", "fpdf": "py"}


def known_back() -> str:
    """The tally sheet where there is one."""
    from cascadia_print.cli.sheets import sheet_file
    from cascadia_print.sheet.faults import Unreadable

    try:
        sheet_file(BACK)
    except Unreadable:
        return "B"
    return BACK


def installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def peak(arguments: list[str], root: Path) -> int:
    """The most memory that a fresh Python needs for a command line, in KiB."""
    code = (
        "import resource, subprocess, sys\n"
        "done = subprocess.run([sys.executable, *sys.argv[1:]], stdout=subprocess.DEVNULL)\n"
        "assert done.returncode == 0\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=root, capture_output=True, check=True
    )
    return int(run.stdout)


def further(back: str) -> float:
    """Seconds of the processor for each sheet more, of a job that is drawn anew each time."""
    from cascadia_print.cli.paper import Wish, scene
    from cascadia_print.cli.sheets import sheet_file
    from cascadia_print.drawing import papers
    from cascadia_print.drawing.impose import Press
    from cascadia_print.drawing.imposed import Item, job, render_job
    from cascadia_print.sheet.lookup import load_printable

    front, behind = (scene(load_printable(sheet_file(ref)), Wish()) for ref in ("A", back))
    press = Press(papers.paper("a4"), up=1, flip="long")

    def seconds(copies: int) -> float:
        start = time.process_time()
        render_job(job([Item(front, behind, copies)], press))
        return time.process_time() - start

    least = [min(seconds(n) for _ in range(10)) for n in (1, SHEETS)]
    return (least[1] - least[0]) / (SHEETS - 1)


def press(
    folder: Path,
    root: Path,
    process: Callable[..., Callable[[], object]],
    best: Callable[[Callable[[], object]], float],
    row: Callable[..., None],
) -> None:
    """The whole command on 64 double-sided sheets, beside its peers and its limits."""
    back = known_back()
    many = prepare(folder, SHEETS, back)
    command = ["-m", "cascadia_print", "render", "--job", str(many["job"]), "-o", str(folder)]
    ours = best(process(*command))
    what = f"{SHEETS} sheets with {back} on the back"
    row(what, ours)
    if installed("fpdf"):
        arguments = (str(many["fpdf"]), str(many["json"]), str(folder / "fpdf.pdf"))
        peer = best(process(*arguments))
        row("  the same by a bare fpdf2 script", peer)
        row("  of that", ours, peer, 0.5)
    else:
        print("  fpdf2 is not installed: pip install fpdf2")
    if installed("typst"):
        source = ("-c", TYPST, str(many["typst"]), str(folder / "typst.pdf"), str(many["fonts"]))
        peer = best(process(*source))
        row("  the same by typst", peer)
        row("  of that", ours, peer, 1.3)
    else:
        print("  typst is not installed: pip install typst")
    row("one more sheet, warm", further(back), 0.001, 1.0)
    made = folder / f"{many['job'].stem}.pdf"
    size = made.stat().st_size
    print(f"size {size / 1024:.1f} KB  {'ok' if size <= 130 * 1024 else 'over'} (limit 130 KB)")
    memory = peak(command, root) / 1024
    print(f"memory {memory:.1f} MiB  {'ok' if memory <= 60 else 'over'} (limit 60 MiB)")
