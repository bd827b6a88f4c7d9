"""A picture as PNG, for those who have asked for the extra `pictures`."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from itertools import groupby

from grognard.drawing.layout import DrawingError


def png(svg: str, width: int | None = None) -> bytes:
    """The SVG as PNG, so many pixels wide; without a width, in its own size."""
    try:
        import resvg_py
    except ImportError as missing:
        raise DrawingError("PNG pictures need the extra 'pictures': pip install 'grognard[pictures]'.") from missing
    return packed(resvg_py.svg_to_bytes(svg_string=svg, width=width))


def packed(picture: bytes) -> bytes:
    """The same PNG with its pixels packed as tightly as they go."""
    parts = [picture[:8]]
    for kind, group in groupby(chunks(picture), key=lambda chunk: chunk[0]):
        bodies = [body for _, body in group]
        if kind == b"IDAT":
            bodies = [zlib.compress(zlib.decompress(b"".join(bodies)), 9)]
        parts.extend(len(body).to_bytes(4) + kind + body + zlib.crc32(kind + body).to_bytes(4) for body in bodies)
    return b"".join(parts)


def chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG: kind and body."""
    at = 8
    while at < len(picture):
        length = int.from_bytes(picture[at : at + 4])
        yield picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        at += length + 12
