"""The story of a game in words, a page a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.core.diary import DiaryPage
from grognard.telling.words import capital, say


def diary_in_words(pages: Sequence[DiaryPage]) -> Iterator[str]:
    """Each page under its title, or that there is nothing to tell."""
    if not pages:
        yield say("no-diary")
    for page in pages:
        yield page.title
        yield from (f"  {capital(line)}" for line in page.lines)
