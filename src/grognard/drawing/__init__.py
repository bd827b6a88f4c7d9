"""Pictures of positions: a sheet as SVG, and from it a PNG. No game is named here."""

from __future__ import annotations

from grognard.drawing.layout import DrawingError, Window, around
from grognard.drawing.png import png
from grognard.drawing.svg import svg

__all__ = ["DrawingError", "Window", "around", "png", "svg"]
