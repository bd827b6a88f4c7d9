"""What must agree within the booklet and the display, and between them and the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence

from grognard.games.chancellorsville.old_joe.data_schema import BookletData, DisplayData, ObjectiveRow
from grognard.games.chancellorsville.victories.data_schema import MapData

SPECIAL = ("[001]", "[002]", "[019]", "[028]", "[029]", "[110]", "[111]", "[800]", "[988]", "[999]")
PROCEDURES = (
    "PATH", "LEAD", "COLUMN", "TRANSFER", "BREAK", "RETREAT", "ADVANCE",
    "FORD", "CROSS", "NIGHT", "TARGET", "DAMAGE", "BONUS", "NEAREST",
)  # fmt: skip
FORMATIONS = ("I", "II", "III", "V", "VI", "XI", "XII", "Gibbon")


def check_booklet(book: BookletData, sheet: MapData) -> Iterator[str]:
    """Every fault of the booklet, each in one sentence."""
    if [page.id for page in book.pages] != [str(number) for number in range(2, 13)]:
        yield "The booklet must have the pages 2 to 12, in order."
    for page in book.pages:
        yield from faces_faults(f"Page {page.id}", [row.faces for row in page.rows])
    hexes, areas = sheet.hexes(), {area.id for area in book.strategic_map.areas}
    for area in book.strategic_map.areas:
        places = [area.hex] if area.hex else [area.north_bank, area.south_bank]
        if any(place not in hexes for place in places):
            yield f"The area {area.id} must have a hex on the map, or one on each bank."
    for paragraph in book.location_paragraphs:
        for table in (paragraph.table, *paragraph.table_for.values()):
            yield from table_faults(paragraph.id, table, areas)
            if any(row.area == paragraph.id for row in table):
                yield f"Paragraph {paragraph.id} sends a formation to the area where it is."
    described = {paragraph.id for paragraph in book.location_paragraphs} | {"[019]"}
    for number in sorted(areas - described):
        yield f"There is no paragraph {number} for its area."
    specials = {paragraph.id: paragraph for paragraph in book.special_paragraphs}
    for number in SPECIAL:
        if number not in specials:
            yield f"There is no paragraph {number}."
    if "[110]" in specials:
        yield from table_faults("[110]", specials["[110]"].table, areas)
    if {procedure.id for procedure in book.procedures} != set(PROCEDURES):
        yield f"The procedures must be {', '.join(PROCEDURES)}."
    yield from division_faults(book, hexes)


def division_faults(book: BookletData, hexes: Container[str]) -> Iterator[str]:
    """Values fall, boxed steps exist, and no two divisions begin in one hex."""
    for division in book.divisions:
        if list(division.values) != sorted(set(division.values), reverse=True):
            yield f"The values of {division.name} must fall from one to the next."
        if [division.values[step] for step in division.boxed_steps if step < len(division.values)] != list(division.boxed):
            yield f"The boxed values of {division.name} are not those of its boxed steps."
        if division.start_hex not in hexes:
            yield f"{division.name} begins in {division.start_hex}, which is not on the map."
        if division.corps not in FORMATIONS:
            yield f"{division.name} is of the unknown Corps '{division.corps}'."
    for hex, times in Counter(division.start_hex for division in book.divisions).items():
        if times > 1:
            yield f"{times} divisions begin in {hex}; they never stack."


def table_faults(number: str, table: Sequence[ObjectiveRow], areas: set[str]) -> Iterator[str]:
    """Two dice have 36 results, and each must be covered once."""
    found = Counter((red, white) for row in table for red in row.red for white in row.white)
    if len(found) != 36 or max(found.values()) > 1:
        yield f"The table of {number} must cover each result of two dice once."
    for row in table:
        if row.result == "objective" and row.area not in areas:
            yield f"The table of {number} names the unknown area '{row.area}'."


def faces_faults(name: str, rows: Sequence[Sequence[int]]) -> Iterator[str]:
    if sorted(face for faces in rows for face in faces) != [1, 2, 3, 4, 5, 6]:
        yield f"{name} must cover each face of the third die once."


def check_display(display: DisplayData) -> Iterator[str]:
    """Every fault of the display, each in one sentence."""
    if [sector.sector for sector in display.wheel.sectors] != list(range(1, 9)):
        yield "The wheel must have the sectors 1 to 8, in order."
    for sector in display.wheel.sectors:
        if (sector.opposite - sector.sector) % 8 != 4:
            yield f"Opposite to sector {sector.sector} is sector {(sector.sector + 3) % 8 + 1}."
    if [box.box for box in display.hooker.boxes] != list(range(1, 7)):
        yield "Hooker's column must have the boxes 1 to 6, in order."
    for box in display.hooker.boxes:
        if len(box.linked) not in (0, 2) or any(space > display.activation_track.spaces for space in box.linked):
            yield f"Box {box.box} must be linked to two spaces of the activation track, or to none."
    corps = sorted(name for row in display.bonuses for name in row.corps)
    if corps != sorted(name for name in FORMATIONS if name != "Gibbon"):
        yield "The bonuses must name every Corps once."
