"""The table in the terminal: people and computer players at one keyboard. It knows no game by name."""

from __future__ import annotations

from grognard.core.texts import register_shared_texts

register_shared_texts(__name__)
