"""Savannah 4.3: the event cards. Hands and deck, the windows in which cards are played, and what each card does."""

from __future__ import annotations
