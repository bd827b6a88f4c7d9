"""What only the table in the terminal says."""

from __future__ import annotations

from grognard.core.texts import has_text, text, texts_of
from grognard.players import computer_players
from grognard.telling.words import say


def player_in_words(name: str) -> str:
    """`human` is a person; the others are computer players by their names."""
    known = computer_players().get(name)
    if known is not None and known.title and not known.is_ours:
        with texts_of(known):
            title = text(known.title)
        return say("computer", name=title)
    return text(f"table.player.{name}") if has_text(f"table.player.{name}") else say("computer", name=name)
