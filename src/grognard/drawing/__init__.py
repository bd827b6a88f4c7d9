"""Pictures of positions as SVG, and from that as PNG. No game is named here; each kind of sheet has a module (`kinds`)."""

from __future__ import annotations

import re

from msgspec.structs import replace

from grognard.core.pictures import Picture
from grognard.drawing.kinds import kind_of
from grognard.drawing.layout import DrawingError, Window, around, number
from grognard.drawing.page import PAPER
from grognard.drawing.png import png

SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')
NAMED = re.compile(r'( id="|url\(#|href="#)')


def svg(picture: Picture, window: Window | None = None) -> str:
    """A picture with all its sheets, one page below another; a window shows a part of the first."""
    pages = [kind_of(picture.main).page(picture, picture.main, window)]
    for sheet in picture.sheets[1:]:
        pages.append(kind_of(sheet).page(replace(picture, title=sheet.title, subtitle="", notes=(), trays=()), sheet, None))
    return pages[0] if len(pages) == 1 else one_below_another(pages)


def one_below_another(pages: list[str]) -> str:
    """Several pages as one; what they name for themselves is kept apart."""
    sizes = [(float(found[1]), float(found[2])) for page in pages if (found := SIZE.search(page))]
    wide, high, parts, y = max(wide for wide, _ in sizes), sum(high for _, high in sizes), [], 0.0
    for place, (page, (_, height)) in enumerate(zip(pages, sizes, strict=True)):
        apart = NAMED.sub(rf"\g<1>s{place}-", page)
        parts.append(apart.replace("<svg ", f'<svg y="{number(y)}" ', 1))
        y += height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(wide)}" height="{number(high)}" '
        f'viewBox="0 0 {number(wide)} {number(high)}">\n<rect width="100%" height="100%" fill="{PAPER}"/>\n'
        f"{''.join(parts)}</svg>\n"
    )


def thumbnail(picture: Picture) -> str:
    """A small picture for a list: the first sheet."""
    return kind_of(picture.main).thumbnail(picture.title, picture.main)


__all__ = ["DrawingError", "Window", "around", "png", "svg", "thumbnail"]
