"""The charts of Hurrah for Old Joe: the booklet's pages and paragraphs, Hooker's column, the wheel, bonuses, the scale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.core.charts import NOTHING, Chart, ChartRow, chart, in_chart, signed, span
from grognard.core.texts import text
from grognard.games.chancellorsville.old_joe.events import effects

if TYPE_CHECKING:
    from grognard.games.chancellorsville.old_joe.components import SoloComponents
    from grognard.games.chancellorsville.old_joe.data_schema import ObjectiveRow

DICE = [(red, white) for red in range(1, 7) for white in ("1-3", "4-6")]


def of_booklet(parts: SoloComponents) -> tuple[Chart, ...]:
    return pages(parts), objectives(parts), hooker(parts), wheel(parts), bonuses(parts), divisions(parts), scale(parts)


def pages(parts: SoloComponents) -> Chart:
    """J-C1a: page and row, with all that stands in it."""
    columns = [in_chart("pages", word) for word in ("behaviour", "aggressive", "cautious", "guns", "independent", "track")]
    rows = (
        ChartRow(
            f"{page.id}: {row.id}",
            (
                effects(row.behaviour),
                str(row.proximity.A),
                str(row.proximity.C),
                row.arty,
                effects(row.independent),
                " ".join(row.activation) or NOTHING,
            ),
        )
        for page in parts.book.pages
        for row in page.rows
    )
    return chart("pages", columns, rows, ("J-C1a", "J-PAGES"), (in_chart("pages", "arrows"),))


def objectives(parts: SoloComponents) -> Chart:
    """J-PLOC: what each paragraph says to the red and the white die."""
    columns = [f"{red} / {white}" for red, white in DICE]
    return chart("objectives", columns, objective_rows(parts), ("J-C2b", "J-PLOC", "J-P110"))


def objective_rows(parts: SoloComponents) -> Iterator[ChartRow]:
    for number, paragraph in parts.locations.items():
        yield ChartRow(f"{number} {paragraph.title}", tuple(cells(parts, paragraph.table)))
        for formation, table in paragraph.table_for.items():
            yield ChartRow(f"{number} {paragraph.title}, {text(f'whose.{formation}')}", tuple(cells(parts, table)))
    yield ChartRow(f"[110] {parts.specials['[110]'].title}", tuple(cells(parts, parts.specials["[110]"].table)), ("J-P110",))


def cells(parts: SoloComponents, table: tuple[ObjectiveRow, ...]) -> Iterator[str]:
    for red, white in DICE:
        row = next(row for row in table if red in row.red and int(white[0]) in row.white)
        yield f"{parts.areas[row.area].name} {row.value}" if row.area else in_chart("objectives", "hold")


def hooker(parts: SoloComponents) -> Chart:
    """J-F1, J-F2a: the attitude of each box and the spaces it is linked to."""
    columns = in_chart("hooker", "attitude"), in_chart("hooker", "linked")
    rows = (
        ChartRow(str(box.box), (text(f"attitude.{box.attitude}"), ", ".join(map(str, box.linked)) or NOTHING))
        for box in parts.display.hooker.boxes
    )
    return chart("hooker", columns, rows, ("J-F1", "J-F2a"))


def wheel(parts: SoloComponents) -> Chart:
    """J-G3, J-G4: where a jump leads, and which paragraph is read."""
    columns = [in_chart("wheel", word) for word in ("opposite", "advance", "jump")]
    rows = (
        ChartRow(str(sector.sector), (str(sector.opposite), sector.advance or NOTHING, sector.jump or NOTHING))
        for sector in parts.display.wheel.sectors
    )
    notes = (in_chart("wheel", "moves", needed=parts.display.wheel.advance_on),)
    return chart("wheel", columns, rows, ("J-G2", "J-G3", "J-G4"), notes)


def bonuses(parts: SoloComponents) -> Chart:
    """J-J1c: what each Corps adds to its dice after the roll."""
    columns = in_chart("bonuses", "full"), in_chart("bonuses", "reduced")
    rows = (
        ChartRow(", ".join(text(f"whose.{corps}") for corps in row.corps), (signed(row.full), signed(row.reduced)))
        for row in parts.display.bonuses
    )
    return chart("bonuses", columns, rows, ("J-J1c", "J-J1d"))


def divisions(parts: SoloComponents) -> Chart:
    """J-B0b: the values of each division, boxed ones in brackets."""
    rows = (
        ChartRow(
            f"{division.name} ({division.corps})",
            (" ".join(f"[{v}]" if step in division.boxed_steps else str(v) for step, v in enumerate(division.values)),),
        )
        for division in parts.book.divisions
    )
    return chart("divisions", (in_chart("divisions", "values"),), rows, ("J-B0b", "J-B0c"))


def scale(parts: SoloComponents) -> Chart:
    """J-E9: what the marker says after the last turn."""
    chart_of = parts.display.victory
    first, last = chart_of.track
    rows = (
        ChartRow(span(first + 1, chart_of.minor_union), (in_chart("scale", "union"),)),
        ChartRow(span(chart_of.minor_union + 1, chart_of.draw), (in_chart("scale", "draw"),)),
        ChartRow(span(chart_of.draw + 1, last - 1), (in_chart("scale", "player"),)),
    )
    notes = in_chart("scale", "at-once"), in_chart("scale", "units", number=chart_of.units_lost)
    return chart("scale", (in_chart("scale", "result"),), rows, ("J-E9", "J-E7", "J-E8"), notes)
