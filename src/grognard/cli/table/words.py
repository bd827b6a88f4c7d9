"""What only the table in the terminal says."""

from __future__ import annotations

from grognard.core.texts import has_text, text
from grognard.telling.words import say


def player_in_words(name: str) -> str:
    """`human` is a person; the others are computer players by their names."""
    return text(f"table.player.{name}") if has_text(f"table.player.{name}") else say("computer", name=name)
