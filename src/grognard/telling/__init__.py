"""A game in words: what the terminal and the pages say alike of pieces, places, choices, fights and refusals."""

from __future__ import annotations

from grognard.core.texts import register_shared_texts

register_shared_texts(__name__)
